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

/// The words of a folded text, which has one apostrophe and one hyphen, with one space between them. Commas, hyphens and full
/// stops part words; apostrophes are left out, so that "obrien" is O'Brien. [`PickerItem::search`](super::PickerItem::search) has this form.
pub fn search_words(folded: &str) -> String {
    let mut words = String::with_capacity(folded.len());
    let mut parted = false;
    for c in folded.chars() {
        if c.is_whitespace() || matches!(c, ',' | '-' | '.') {
            parted = true;
        } else if c != '\'' {
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
    /// Words of the record: so many of them only begun, and so many elsewhere than they were typed.
    Words { begun: usize, elsewhere: usize },
    /// The first letters of its words.
    Initials,
    /// Words of the record but for so many letters: offered, and never taken unasked.
    Misspelled(usize),
}

impl Match {
    /// Whether words of the record were typed, whole or begun.
    pub(super) const fn is_begun(self) -> bool {
        matches!(self, Self::Number | Self::Words { .. })
    }

    /// Whether nothing but whole words of the record were typed.
    pub(super) const fn is_whole(self) -> bool {
        matches!(self, Self::Number | Self::Words { begun: 0, .. })
    }
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
            [] => Some(Match::Words {
                begun: 0,
                elsewhere: 0,
            }),
            [word] => one_word(word, search),
            _ => self.several_words(search),
        }
    }

    /// Each typed word begins another word of the record. Words are few, so the first that fits is taken, whole ones first.
    fn several_words(&self, search: &str) -> Option<Match> {
        let mut taken = 0_u64;
        let (mut begun, mut elsewhere) = (0, 0);
        for (place, wanted) in self.words.iter().enumerate() {
            let free = |at: usize| at < 64 && taken & (1 << at) == 0;
            let (is_begun, is_elsewhere, at) = search
                .split(' ')
                .enumerate()
                .filter(|(at, word)| free(*at) && word.starts_with(wanted))
                .map(|(at, word)| (word != *wanted, at != place, at))
                .min()?;
            taken |= 1 << at;
            begun += usize::from(is_begun);
            elsewhere += usize::from(is_elsewhere);
        }
        Some(Match::Words { begun, elsewhere })
    }

    /// Whether what is typed is so little that only the beginning of a last name is meant.
    pub(super) fn is_little(&self) -> bool {
        matches!(self.words[..], [word] if word.chars().count() < SPELLED)
    }

    /// Whether a number is typed.
    pub(super) fn is_number(&self) -> bool {
        self.words.iter().any(|word| is_number(word))
    }

    /// Whether each word has the first letter of a word of the record.
    pub(super) fn begins_as(&self, search: &str) -> bool {
        let letters = || search.split(' ').map(|word| word.chars().next());
        let mut words = self.words.iter();
        words.all(|wanted| letters().any(|first| first == wanted.chars().next()))
    }

    /// How well a record with these words matches if words are misspelled, or are other forms of a name; `None` if it doesn't.
    pub(super) fn find_misspelled_in(&self, search: &str) -> Option<Match> {
        if self.is_number()
            || !self
                .words
                .iter()
                .any(|word| word.chars().count() >= SPELLED)
        {
            return None;
        }
        let mut total = 0;
        for wanted in &self.words {
            let words = search.split(' ').filter(|word| !is_number(word));
            total += words.filter_map(|word| misspelled(wanted, word)).min()?;
        }
        (total > 0).then_some(Match::Misspelled(total))
    }
}

/// A word of this many letters or more can be told from another that differs in one of them.
const SPELLED: usize = 3;

/// How many letters of a word are other ones than those typed; `None` for another word. Words that begin alike count as far apart: Kimmy is
/// Kimberly to some.
fn misspelled(typed: &str, word: &str) -> Option<usize> {
    const OTHER_FORM: usize = 3;
    if word.starts_with(typed) {
        return Some(0);
    }
    let letters = typed.chars().count();
    let most = match letters {
        ..SPELLED => return None,
        SPELLED..6 => 1,
        _ => 2,
    };
    let is_near = letters.abs_diff(word.chars().count()) <= most;
    let differ = is_near.then(|| strsim::osa_distance(typed, word));
    let is_other_form = || {
        let mut same = typed.chars().zip(word.chars()).take_while(|(a, b)| a == b);
        same.nth(SPELLED - 1).is_some()
    };
    differ
        .filter(|differ| *differ <= most)
        .or_else(|| is_other_form().then_some(OTHER_FORM))
}

fn one_word(typed: &str, search: &str) -> Option<Match> {
    let best = search
        .split(' ')
        .enumerate()
        .filter(|(_, word)| word.starts_with(typed))
        .map(|(at, word)| (word != typed, at > 0))
        .min();
    match best {
        Some((false, _)) if is_number(typed) => Some(Match::Number),
        Some((is_begun, is_elsewhere)) => Some(Match::Words {
            begun: is_begun.into(),
            elsewhere: is_elsewhere.into(),
        }),
        None => are_initials(typed, search).then_some(Match::Initials),
    }
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

/// A record that may be meant.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) seldom: bool,
    pub(super) how: Match,
    pub(super) place: usize,
}

/// Whether the first one is meant beyond doubt. A whole word is that of one record only; the beginning of a word, from three letters, is the
/// beginning of no other's. Less than that begins a last name: nobody writes less on a sheet.
pub(super) fn is_clear(typed: &Typed<'_>, found: &[Candidate]) -> bool {
    let Some((best, others)) = found.split_first() else {
        return false;
    };
    match best.how {
        Match::Number => true,
        Match::Words { begun: 0, .. } => !others.iter().any(|other| other.how.is_whole()),
        // Half a number is nobody's.
        Match::Words { .. } if typed.is_number() => false,
        Match::Words { .. } if typed.is_little() => {
            let is_same = |other: &Candidate| (other.seldom, other.how) == (best.seldom, best.how);
            !others.iter().any(is_same)
        }
        Match::Words { .. } => {
            let is_word = |other: &Candidate| {
                other.seldom == best.seldom && matches!(other.how, Match::Words { .. })
            };
            !others.iter().any(is_word)
        }
        Match::Initials => others.iter().all(|other| other.seldom != best.seldom),
        Match::Misspelled(_) => false,
    }
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
    fn misspelled_names_are_near() {
        let misspelled =
            |typed: &str, search: &str| Typed::new(&search_words(typed)).find_misspelled_in(search);
        for (typed, search, letters) in [
            ("smth", "smith john 4", 1),
            ("jon", "smith john 4", 1),
            ("jonh s", "smith john 4", 1),
            ("mohamad", "muhammad ali 9", 2),
            ("kimmy", "vang kimberly 8", 3),
        ] {
            let found = misspelled(typed, search);
            assert_eq!(found, Some(Match::Misspelled(letters)), "{typed}");
        }
        for (typed, search) in [
            ("jo", "lo ann 3"),
            ("smth", "vang kimberly 8"),
            ("12", "smith john 13"),
            ("smith", "smith john 4"),
        ] {
            assert_eq!(misspelled(typed, search), None, "{typed}");
        }
    }

    #[test]
    fn signs_inside_names_do_not_matter() {
        assert_eq!(search_words("  o'brien-lee,  j. "), "obrien lee j");
        assert_eq!(search_words("đặng łuć"), "dặng luć");
        assert!(find("obr", "obrien jon 31").is_some());
        assert!(find("o'b", "obrien jon 31").is_some());
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
