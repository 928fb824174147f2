//! How well a record matches what was typed.
//!
//! The order depends on what is typed and on the records alone, never on what was picked before: the same keys always
//! mean the same record, so that fingers can learn them.

/// Letters with a stroke, and joined letters, that no decomposition takes apart.
const PLAIN: [(char, &str); 9] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ł', "l"),
    ('ı', "i"),
    ('þ', "th"),
];

/// The words of a folded text with one space between them. Commas, hyphens and full stops part words; apostrophes are
/// left out, so that "obrien" is O'Brien. [`PickerItem::search`](super::PickerItem::search) has this form.
pub fn search_words(folded: &str) -> String {
    let mut words = String::with_capacity(folded.len());
    let mut parted = false;
    for c in folded.chars() {
        if c.is_whitespace() || matches!(c, ',' | '-' | '‐' | '–' | '.') {
            parted = true;
        } else if !matches!(c, '\'' | '’' | '‘' | '`' | 'ʼ') {
            if parted && !words.is_empty() {
                words.push(' ');
            }
            parted = false;
            match PLAIN.iter().find(|(letter, _)| *letter == c) {
                Some((_, plain)) => words.push_str(plain),
                None => words.push(c),
            }
        }
    }
    words
}

/// What was typed, ready to be compared with many records.
#[derive(Debug)]
pub(super) struct Typed<'a> {
    words: Vec<&'a str>,
}

/// How far a record is from what was typed; the least is best.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Match {
    /// A number, typed in full. It means one record only.
    Number,
    /// Words of the record, or beginnings of them: 0 for exactly those typed, in the record's order.
    Words(u32),
    /// The first letters of its words.
    Initials,
}

impl<'a> Typed<'a> {
    /// `text` as [`search_words`] makes it.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            words: text.split(' ').filter(|word| !word.is_empty()).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How well a record with these words matches; `None` if it doesn't.
    pub(super) fn find_in(&self, search: &str) -> Option<Match> {
        match self.words[..] {
            [] => Some(Match::Words(0)),
            [word] => one_word(word, search),
            _ => self.several_words(search),
        }
    }

    /// Each typed word begins another word of the record. Words are few, so the first that fits is taken, whole ones first.
    fn several_words(&self, search: &str) -> Option<Match> {
        let mut taken = 0_u64;
        let mut total = 0;
        for (place, wanted) in self.words.iter().enumerate() {
            let free = |at: usize| at < 64 && taken & (1 << at) == 0;
            let (distance, at) = search
                .split(' ')
                .enumerate()
                .filter(|(at, word)| free(*at) && word.starts_with(wanted))
                .map(|(at, word)| (distance(word, wanted, at == place), at))
                .min()?;
            taken |= 1 << at;
            total += distance;
        }
        Some(Match::Words(total))
    }
}

fn one_word(typed: &str, search: &str) -> Option<Match> {
    let best = search
        .split(' ')
        .enumerate()
        .filter(|(_, word)| word.starts_with(typed))
        .map(|(at, word)| (distance(word, typed, at == 0), word))
        .min();
    match best {
        Some((_, word)) if word == typed && is_number(typed) => Some(Match::Number),
        Some((distance, _)) => Some(Match::Words(distance)),
        None => are_initials(typed, search).then_some(Match::Initials),
    }
}

/// A whole word is nearer than the beginning of one, and a word in its place nearer than one elsewhere.
fn distance(word: &str, typed: &str, in_place: bool) -> u32 {
    2 * u32::from(word != typed) + u32::from(!in_place)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the letters typed are the first letters of different words: of all words that aren't numbers, in any order.
/// "ab" and "ba" are Anna Berger; "odlc" is Ola de la Cruz, and so is "oc".
fn are_initials(typed: &str, search: &str) -> bool {
    let letters = typed.chars().count();
    if !(2..=8).contains(&letters) {
        return false;
    }
    let words = || search.split(' ').filter(|word| !is_number(word));
    // Every letter needs a word of its own.
    typed.chars().all(|letter| {
        let wanted = typed.chars().filter(|other| *other == letter).count();
        wanted <= words().filter(|word| word.starts_with(letter)).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERGER: &str = "berger anna 12";

    fn find(typed: &str, search: &str) -> Option<Match> {
        Typed::new(&search_words(typed)).find_in(search)
    }

    #[test]
    fn every_way_to_type_a_name_finds_it() {
        for typed in [
            "b",
            "ber",
            "berger",
            "an",
            "anna",
            "anna b",
            "b anna",
            "berger, a",
            "a b",
            "b a",
            "ab",
            "ba",
            "12",
            "1",
            "anna berger",
            "berger anna",
            "12 anna",
        ] {
            assert!(find(typed, BERGER).is_some(), "{typed}");
        }
        for typed in [
            "c", "bergers", "aa", "a a", "abb", "ac", "2", "anna c", "a1",
        ] {
            assert_eq!(find(typed, BERGER), None, "{typed}");
        }
    }

    #[test]
    fn a_number_in_full_wins_then_whole_words_then_beginnings_then_initials() {
        let order = [
            find("12", BERGER),
            find("berger", BERGER),
            find("anna", BERGER),
            find("berg", BERGER),
            find("ann", BERGER),
            find("ab", BERGER),
        ];
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        assert_eq!(order[0], Some(Match::Number));
        assert!(
            find("1", BERGER) > find("1", "aho bo 1"),
            "the beginning of a number is no number"
        );
    }

    #[test]
    fn signs_inside_names_do_not_matter() {
        assert_eq!(search_words("  o'brien-lee,  j. "), "obrien lee j");
        assert_eq!(search_words("đặng łuć"), "dặng luć");
        assert!(find("obr", "obrien jon 31").is_some());
        assert!(find("o’b", "obrien jon 31").is_some());
        assert!(find("lee", &search_words("o'brien-lee jon")).is_some());
    }

    #[test]
    fn initials_need_a_word_for_each_letter() {
        let search = "de la cruz ola 7";
        for typed in ["oc", "odlc", "dlco", "co"] {
            assert_eq!(find(typed, search), Some(Match::Initials), "{typed}");
        }
        assert_eq!(find("occ", search), None);
        assert_eq!(find("o7", search), None, "a number has no initial");
    }

    #[test]
    fn nothing_pasted_breaks_it() {
        let long = "x".repeat(1000);
        for typed in [
            long.as_str(),
            "🙂",
            "مرحبا",
            "\0\u{1}",
            "''",
            "a b c d e f g h i j",
            ", , ,",
        ] {
            let words = search_words(typed);
            let _ = Typed::new(&words).find_in(BERGER);
        }
        assert_eq!(find("🙂 anna", BERGER), None);
        assert!(Typed::new(&search_words("' , '")).is_empty());
        assert!(find("a a", &"a ".repeat(70)).is_some());
    }
}
