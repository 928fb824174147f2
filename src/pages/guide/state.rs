//! The guide as it is read: what stands under what, what is searched, and where to go.

use std::ops::Range;

use super::{
    keys::{self, AboutPage},
    markdown::{self, Block, anchor},
};
use crate::app::Command;

/// The guide, as it also stands on the web.
const GUIDE: &str = include_str!("../../../docs/guide.md");

/// The headings in the list of contents, by their level.
const IN_CONTENTS: Range<u8> = 2..4;

/// A part of the guide, as the list of contents has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part {
    pub(super) title: String,
    pub(super) level: u8,
    /// Its heading, among the blocks.
    pub(super) block: usize,
}

/// A place that has what is searched for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Place {
    pub(super) block: usize,
    /// The words, in bytes of each text of the block.
    pub(super) marks: Vec<Vec<Range<usize>>>,
}

/// Where to go next.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Wanted {
    /// A heading, as a link calls it.
    Heading(String),
    /// A block that is to be seen.
    Block(usize),
}

#[derive(Debug)]
pub(super) struct Reading {
    guide: Vec<Block>,
    about: Option<AboutPage>,
    all_keys: Vec<Block>,
    /// Whether the keys are shown that are the same on every page.
    has_general: bool,
    blocks: Vec<Block>,
    contents: Vec<Part>,
    searched: String,
    places: Vec<Place>,
    /// The place that was gone to last.
    place: usize,
    wanted: Option<Wanted>,
}

impl Default for Reading {
    fn default() -> Self {
        let (guide, _) = markdown::parse(GUIDE);
        let is_title = |block: &Block| matches!(block.heading(), Some((1, _)));
        let mut reading = Self {
            // The page has a title of its own.
            guide: guide.into_iter().filter(|block| !is_title(block)).collect(),
            about: None,
            all_keys: Vec::new(),
            has_general: false,
            blocks: Vec::new(),
            contents: Vec::new(),
            searched: String::new(),
            places: Vec::new(),
            place: 0,
            wanted: None,
        };
        reading.compose();
        reading
    }
}

impl Reading {
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn contents(&self) -> &[Part] {
        &self.contents
    }

    /// The part in which a block is, by its place in the contents.
    pub(super) fn part_of(&self, block: usize) -> usize {
        let before = self.contents.partition_point(|part| part.block <= block);
        before.saturating_sub(1)
    }

    /// Lists the keys of all commands at the end, once they are known.
    pub(super) fn list_keys(&mut self, commands: &[Command]) {
        if self.all_keys.is_empty() {
            self.all_keys = keys::all(commands);
            self.compose();
        }
    }

    /// Goes to what is said of a page, with its keys.
    pub(super) fn tell_of(&mut self, about: AboutPage) {
        self.about = Some(about);
        self.compose();
        self.return_to_page();
    }

    /// Goes to what is said of the page that one came from; to the beginning, if that is none.
    pub(super) fn return_to_page(&mut self) {
        let first = || self.contents.first().map(|part| part.title.clone());
        let heading = match &self.about {
            Some(about) => Some(about.heading.to_owned()),
            None => first(),
        };
        self.wanted = heading.map(|heading| Wanted::Heading(anchor(&heading)));
    }

    /// Goes to the part with all keys.
    pub(super) fn go_to_keys(&mut self) {
        self.follow_link(&anchor(keys::ALL_KEYS));
    }

    pub(super) fn follow_link(&mut self, link: &str) {
        self.wanted = Some(Wanted::Heading(link.to_owned()));
    }

    pub(super) fn go_to_part(&mut self, part: usize) {
        self.wanted = self
            .contents
            .get(part)
            .map(|part| Wanted::Block(part.block));
    }

    /// The block to go to, once.
    pub(super) fn take_wanted(&mut self) -> Option<usize> {
        match self.wanted.take()? {
            Wanted::Block(block) => Some(block),
            Wanted::Heading(wanted) => {
                let mut parts = self.contents.iter();
                let part = parts.find(|part| anchor(&part.title) == wanted)?;
                Some(part.block)
            }
        }
    }

    pub(super) fn show_general(&mut self, wanted: bool) {
        self.has_general = wanted;
        self.compose();
    }

    pub(super) fn searched(&self) -> &str {
        &self.searched
    }

    /// Searches for words, and goes to the first place that has all of them.
    pub(super) fn search(&mut self, words: String) {
        let begins_or_ends = self.searched.trim().is_empty() != words.trim().is_empty();
        self.searched = words;
        if begins_or_ends {
            self.compose();
        } else {
            self.find();
        }
        self.place = 0;
        self.go_to_place();
    }

    /// Goes `by` places on, and round the ends.
    pub(super) fn next_place(&mut self, by: isize) {
        let count = isize::try_from(self.places.len()).unwrap_or(isize::MAX);
        if count > 0 {
            let to = isize::try_from(self.place).unwrap_or(0) + by;
            self.place = usize::try_from(to.rem_euclid(count)).unwrap_or(0);
            self.go_to_place();
        }
    }

    /// Which of the places that have what is searched for was gone to, counted from 1, and how many there are. Nothing while nothing is
    /// searched for.
    pub(super) fn found(&self) -> Option<(usize, usize)> {
        let is_searched = !self.searched.trim().is_empty();
        is_searched.then(|| match self.places.len() {
            0 => (0, 0),
            count => (self.place + 1, count),
        })
    }

    /// The words that are searched for in a block, and whether it is the place that was gone to.
    pub(super) fn marks(&self, block: usize) -> Option<(&Place, bool)> {
        let at = self
            .places
            .binary_search_by_key(&block, |place| place.block);
        let at = at.ok()?;
        Some((&self.places[at], at == self.place))
    }

    fn go_to_place(&mut self) {
        let place = self.places.get(self.place);
        self.wanted = place.map(|place| Wanted::Block(place.block));
    }

    /// Puts together what is shown.
    fn compose(&mut self) {
        let is_open = self.has_general || !self.searched.trim().is_empty();
        self.blocks.clear();
        for block in &self.guide {
            self.blocks.push(block.clone());
            if let Some(about) = &self.about
                && block
                    .heading()
                    .is_some_and(|(_, title)| title == about.heading)
            {
                self.blocks.extend(about.blocks(is_open));
            }
        }
        self.blocks.extend_from_slice(&self.all_keys);
        let parts = self.blocks.iter().enumerate().filter_map(|(at, block)| {
            let (level, title) = block.heading()?;
            let block = at;
            IN_CONTENTS.contains(&level).then_some(Part {
                title,
                level,
                block,
            })
        });
        self.contents = parts.collect();
        self.find();
    }

    fn find(&mut self) {
        let words = self.searched.split_whitespace().map(folded);
        let words = words.collect::<Vec<_>>();
        self.places.clear();
        if !words.is_empty() {
            let places = self.blocks.iter().enumerate();
            let places = places.filter_map(|(block, found)| {
                let marks = marks_in(found, &words)?;
                Some(Place { block, marks })
            });
            self.places = places.collect();
        }
        self.place = self.place.min(self.places.len().saturating_sub(1));
    }
}

/// Where a block has the words; nothing if it hasn't all of them.
fn marks_in(block: &Block, words: &[Vec<char>]) -> Option<Vec<Vec<Range<usize>>>> {
    let texts = block.texts().iter().map(markdown::Text::plain);
    let texts = texts.collect::<Vec<_>>();
    let mut marks = vec![Vec::new(); texts.len()];
    for word in words {
        let mut is_there = false;
        for (text, marks) in texts.iter().zip(&mut marks) {
            let found = occurrences(text, word);
            is_there |= !found.is_empty();
            marks.extend(found);
        }
        if !is_there {
            return None;
        }
    }
    for marks in &mut marks {
        marks.sort_by_key(|mark: &Range<usize>| mark.start);
    }
    Some(marks)
}

/// Where a text has a word, whatever its capitals.
fn occurrences(text: &str, word: &[char]) -> Vec<Range<usize>> {
    let letters = text.char_indices().collect::<Vec<_>>();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(here) = letters.get(at..at + word.len()) {
        if here
            .iter()
            .zip(word)
            .all(|((_, letter), wanted)| fold(*letter) == *wanted)
        {
            let end = letters
                .get(at + word.len())
                .map_or(text.len(), |(end, _)| *end);
            found.push(letters[at].0..end);
            at += word.len();
        } else {
            at += 1;
        }
    }
    found
}

fn folded(word: &str) -> Vec<char> {
    word.chars().map(fold).collect()
}

/// A letter without its capital; and as keyboards have it, where print has another one.
fn fold(letter: char) -> char {
    match letter {
        '’' => '\'',
        '“' | '”' => '"',
        letter => letter.to_lowercase().next().unwrap_or(letter),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn nothing_of_the_guide_is_left_out() {
        let (blocks, unknown) = markdown::parse(GUIDE);
        assert_eq!(unknown, Vec::<String>::new());
        let pictures = blocks
            .iter()
            .filter(|block| matches!(block, Block::Picture { .. }));
        assert!(blocks.len() > 60 && pictures.count() > 8);
        // Every word of it is in a block.
        let words = blocks
            .iter()
            .flat_map(|block| block.texts().iter().map(markdown::Text::plain));
        let shown = words.collect::<Vec<_>>().join(" ");
        let shown = shown.split_whitespace().collect::<HashSet<_>>();
        let is_word = |word: &&str| word.chars().all(char::is_alphanumeric);
        let written = GUIDE.split_whitespace().filter(is_word);
        let missing = written.filter(|word| !shown.contains(word) && word.parse::<u8>().is_err());
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn every_link_leads_to_a_heading() {
        let reading = Reading::default();
        let anchors = reading.contents().iter().map(|part| anchor(&part.title));
        let anchors = anchors.collect::<Vec<_>>();
        let distinct = anchors.iter().collect::<HashSet<_>>();
        assert_eq!(distinct.len(), anchors.len(), "no two headings are alike");
        let texts = reading.blocks().iter().flat_map(Block::texts);
        let mut links = 0;
        for link in texts
            .flat_map(|text| &text.0)
            .filter_map(|words| words.link.as_ref())
        {
            assert!(anchors.contains(link), "{link}");
            links += 1;
        }
        assert!(links > 2, "the guide has links");
    }

    #[test]
    fn places_have_all_words_whatever_their_capitals() {
        let mut reading = Reading::default();
        reading.search("RECORD esc".to_owned());
        let (at, count) = reading.found().expect("a search");
        assert!(at == 1 && count > 0);
        for place in &reading.places {
            let block = &reading.blocks[place.block];
            let text = block.texts()[0].plain();
            let marked = place.marks[0]
                .iter()
                .map(|mark| text[mark.clone()].to_lowercase());
            let marked = marked.collect::<HashSet<_>>();
            assert_eq!(marked.len(), 2, "{text}");
        }
        assert_eq!(reading.take_wanted(), Some(reading.places[0].block));
        for _ in 0..count {
            reading.next_place(1);
        }
        assert_eq!(reading.found(), Some((1, count)), "round the end");
        reading.next_place(-1);
        assert_eq!(reading.found(), Some((count, count)));
        reading.search("zugzwang".to_owned());
        assert_eq!(reading.found(), Some((0, 0)));
        reading.next_place(1);
        assert_eq!(reading.take_wanted(), None);
        reading.search(" ".to_owned());
        assert_eq!(reading.found(), None);
    }

    #[test]
    fn words_are_found_whatever_letters_are_beside_them() {
        let found = |text, word| {
            let found = occurrences(text, &folded(word)).into_iter();
            found.map(|mark| (mark.start, mark.end)).collect::<Vec<_>>()
        };
        assert_eq!(found("Ärger, ärger!", "ärger"), [(0, 6), (8, 14)]);
        assert_eq!(found("aaa", "aa"), [(0, 2)], "not one over another");
        assert_eq!(found("", "a"), []);
        assert_eq!(found("What’s new", "what's"), [(0, 8)]);
    }
}
