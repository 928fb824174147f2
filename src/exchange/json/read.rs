//! The values of a document ─▶ an event.

use std::{borrow::Cow, collections::BTreeSet};

use jiff::civil::Date;

use super::{
    Fault,
    document::{Document, Node, Object},
};
use crate::{
    domain::us_chess::{Entry, Event, History, MemberId, Record, Round, Section, cells},
    exchange::{Problem, check},
};

/// Reads an event, and collects what is wrong.
pub(super) struct Reader<'a> {
    document: Document<'a>,
    today: Date,
}

/// A player's cells and whether all of the row could be read that others refer to.
struct ReadEntry<'a> {
    entry: Entry,
    node: Node<'a>,
    rounds: Vec<Node<'a>>,
    is_whole: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, today: Date) -> Self {
        Self {
            document: Document::new(text),
            today,
        }
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.document.problems
    }

    /// The event of the file. It holds what could be read.
    pub(super) fn event(&mut self) -> Event {
        let Some(mut root) = self.root() else {
            return Event::default();
        };
        let mut event = match root.take("event") {
            Some(node) => self.about_event(node),
            None => Event::default(),
        };
        let sections = self.required(&mut root, "sections");
        self.document.finish(root);
        let mut numbers = BTreeSet::new();
        for (place, node) in self.document.list(sections).into_iter().enumerate() {
            let Some(mut object) = self.document.object(node) else {
                continue;
            };
            let given = object.take("number");
            let at = given.clone().unwrap_or_else(|| object.node().clone());
            let number = match given {
                Some(number) => self.number(&number, check::section_number),
                None => u16::try_from(place + 1).ok(),
            };
            let section = self.section(object, number.unwrap_or_default());
            if number.is_some_and(|number| !numbers.insert(number)) {
                let twice = check::Fault::SectionTwice(section.number);
                self.document.problems.push(at.problem(twice));
            }
            event.sections.push(section);
        }
        event
    }

    fn root(&mut self) -> Option<Object<'a>> {
        let root = self.document.root()?;
        self.document.object(root)
    }

    /// The event without its sections.
    fn about_event(&mut self, node: Node<'a>) -> Event {
        let Some(mut object) = self.document.object(node) else {
            return Event::default();
        };
        let event = Event {
            id: self.optional_text(&mut object, "id"),
            name: self.plain_text(&mut object, "name"),
            begins: self.date(&mut object, "begins"),
            ends: self.date(&mut object, "ends"),
            chief_td: self.id(&mut object, "chief_td"),
            assistant_td: self.id(&mut object, "assistant_td"),
            affiliate: self.optional_text(&mut object, "affiliate"),
            city: self.optional_text(&mut object, "city"),
            state: self.optional_text(&mut object, "state"),
            zip: self.optional_text(&mut object, "zip"),
            sections: Vec::new(),
        };
        self.document.finish(object);
        event
    }

    /// A section of which the number is known.
    fn section(&mut self, mut object: Object<'a>, number: u16) -> Section {
        let mut section = Section {
            number,
            name: self.plain_text(&mut object, "name"),
            begins: self.date(&mut object, "begins"),
            ends: self.date(&mut object, "ends"),
            half_k: self.yes_or_no(&mut object, "half_k"),
            as_published: self.yes_or_no(&mut object, "as_published"),
            ..Section::default()
        };
        if let Some(node) = object.take("type") {
            section.kind = self.word(&node, check::kind).unwrap_or_default();
        }
        if let Some(node) = object.take("time_controls") {
            let controls = self.document.list(Some(node.clone()));
            let number = check::time_controls(controls.len());
            self.document.checked(&node, number);
            let texts = controls.iter().filter_map(|node| self.document.text(node));
            section.time_controls = texts.collect();
        }
        for node in self.document.list(object.take("systems")) {
            self.word(&node, |word| check::add_system(&mut section, word));
        }
        let players = object.take("players");
        if let Some(node) = &players {
            let nodes = self.document.list(Some(node.clone()));
            let number = check::entries(nodes.len());
            if self.document.checked(node, number).is_some() {
                self.players(&mut section, nodes);
            }
        }
        self.document.finish(object);
        section
    }

    /// Adds the players to a section, and says what contradicts itself.
    fn players(&mut self, section: &mut Section, nodes: Vec<Node<'a>>) {
        let rows = nodes.into_iter().map(|node| self.player(node));
        let mut rows = rows.collect::<Vec<_>>();
        let taken = rows.iter_mut().map(|row| std::mem::take(&mut row.entry));
        section.entries = taken.collect();
        let unread = rows.iter().enumerate().filter(|(_, row)| !row.is_whole);
        let unread = unread.map(|(place, _)| place).collect();
        for problem in check::contradictions(section, &unread) {
            let row = rows.get(problem.row);
            let cell = problem
                .round
                .and_then(|round| row.and_then(|row| row.rounds.get(round)));
            if let Some(node) = cell.or(row.map(|row| &row.node)) {
                let fault = check::Fault::Contradiction(problem);
                self.document.problems.push(node.problem(fault));
            }
        }
    }

    fn player(&mut self, node: Node<'a>) -> ReadEntry<'a> {
        let Some(mut object) = self.document.object(node.clone()) else {
            return ReadEntry {
                entry: Entry::default(),
                node,
                rounds: Vec::new(),
                is_whole: false,
            };
        };
        let pair = self.required(&mut object, "pair");
        let pair = pair.and_then(|node| self.number(&node, check::pair));
        let mut entry = Entry {
            pair: pair.unwrap_or_default(),
            member: None,
            id: self.id(&mut object, "id"),
            name: self.plain_text(&mut object, "name"),
            state: self.optional_text(&mut object, "state"),
            birth: self.date(&mut object, "birth"),
            fide: self.number_of(&mut object, "fide", cells::entered_whole),
            cfc: self.number_of(&mut object, "cfc", cells::entered_whole),
            rounds: Vec::new(),
            regular: self.record(&mut object, "regular"),
            quick: self.record(&mut object, "quick"),
        };
        let has_rounds = object.take("rounds");
        let rounds = self.document.list(has_rounds);
        for node in &rounds {
            entry.rounds.extend(self.word(node, str::parse::<Round>));
        }
        self.document.finish(object);
        let is_whole = pair.is_some() && entry.rounds.len() == rounds.len();
        ReadEntry {
            entry,
            node,
            rounds,
            is_whole,
        }
    }

    /// What a player is in a system: unrated where the file says nothing.
    fn record(&mut self, player: &mut Object<'a>, key: &str) -> Record {
        let object = player.take(key).and_then(|node| self.document.object(node));
        let Some(mut object) = object else {
            return Record::default();
        };
        let rating = self.number_of(&mut object, "rating", cells::entered);
        let unsaid = match rating {
            Some(_) => None,
            None => Record::default().games,
        };
        let games = match object.take_null("games") {
            Some(node) if node.raw == "null" => None,
            Some(node) => self.number(&node, cells::count),
            None => unsaid,
        };
        let record = Record {
            rating,
            games,
            history: self.history(&mut object),
            floor: self.number_of(&mut object, "floor", cells::entered),
            peak: self.number_of(&mut object, "peak", cells::entered),
            wins: self.number_of(&mut object, "wins", cells::count),
            draws: self.number_of(&mut object, "draws", cells::count),
            events: self.number_of(&mut object, "events", cells::count),
            initial: self.number_of(&mut object, "initial", cells::entered),
            initial_games: self.number_of(&mut object, "initial_games", cells::count),
            post: self.number_of(&mut object, "post", cells::entered),
            post_games: self.number_of(&mut object, "post_games", cells::count),
            ..Record::default()
        };
        self.document.finish(object);
        record
    }

    fn history(&mut self, object: &mut Object<'a>) -> Option<History> {
        let node = object.take("history")?;
        self.word(&node, |word| {
            History::of_word(word).ok_or_else(|| Fault::History(check::excerpt(word)))
        })
    }

    /// The value of a key that can't be left out.
    fn required(&mut self, object: &mut Object<'a>, key: &'static str) -> Option<Node<'a>> {
        let value = object.take(key);
        if value.is_none() {
            let problem = object.node().problem(Fault::Missing(key));
            self.document.problems.push(problem);
        }
        value
    }

    /// A text as it stands there; an empty one where there is none.
    fn plain_text(&mut self, object: &mut Object<'a>, key: &str) -> String {
        let node = object.take(key);
        node.and_then(|node| self.document.text(&node))
            .unwrap_or_default()
    }

    /// A text that isn't blank.
    fn optional_text(&mut self, object: &mut Object<'a>, key: &str) -> Option<String> {
        Some(self.plain_text(object, key)).filter(|text| !text.trim().is_empty())
    }

    /// No where there is nothing.
    fn yes_or_no(&mut self, object: &mut Object<'a>, key: &str) -> bool {
        let node = object.take(key);
        node.and_then(|node| self.document.yes_or_no(&node))
            .unwrap_or_default()
    }

    fn date(&mut self, object: &mut Object<'a>, key: &str) -> Option<Date> {
        let today = self.today;
        self.word(&object.take(key)?, |text| cells::past_date(text, today))
    }

    fn id(&mut self, object: &mut Object<'a>, key: &str) -> Option<MemberId> {
        self.word(&object.take(key)?, MemberId::read).flatten()
    }

    /// What a text stands for.
    fn word<T, E: std::fmt::Display>(
        &mut self,
        node: &Node<'a>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.document.text(node)?;
        self.document.checked(node, read(&text))
    }

    /// What a number stands for.
    fn number<T, E: std::fmt::Display>(
        &mut self,
        node: &Node<'a>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.document.number(node)?;
        // JSON may write 1500 as 1.5e3.
        let exact = text.contains(['e', 'E']).then(|| text.parse::<f64>().ok());
        let exact = exact.flatten().filter(|value| value.is_finite());
        let text = exact.map_or(Cow::Borrowed(text), |value| Cow::Owned(value.to_string()));
        self.document.checked(node, read(&text))
    }

    /// What the number of a key stands for.
    fn number_of<T, E: std::fmt::Display>(
        &mut self,
        object: &mut Object<'a>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.number(&object.take(key)?, read)
    }
}
