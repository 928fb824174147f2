//! Names of players, groups and camps.

use thiserror::Error;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// The longest name that a record holds, in characters. The longest field of an Access text column is 255; no
/// sheet of standings has room for more than this.
pub(crate) const MAX_NAME: usize = 80;

/// How the name ends that stands in for one that a damaged file has lost.
const LOST: &str = " (name lost)";

/// "Player 12 (name lost)"
pub(crate) fn stand_in_name(thing: &str, number: i64) -> String {
    format!("{thing} {number}{LOST}")
}

/// Whether the name is to be typed, as a damaged file has lost it.
pub(crate) fn is_stand_in_name(name: &str) -> bool {
    name.ends_with(LOST)
}

/// Why a name can't be stored.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum NameProblem {
    #[error("This name has {length} characters, and there is room for {MAX_NAME}")]
    TooLong { length: usize },
    #[error(
        "This name has a character that can’t be printed (U+{code:04X}): delete it and type the name again"
    )]
    Unprintable { code: u32 },
}

/// A name as it is stored: composed (NFC), without white space at its ends, inner white space as single spaces.
///
/// An empty answer is not an error here, as one of a player's two names may be missing.
///
/// # Errors
/// A name longer than [`MAX_NAME`], or with control or bidirectional-override characters, which would make a
/// list show something else than what is stored.
pub(crate) fn clean_name(typed: &str) -> Result<String, NameProblem> {
    let composed = typed.nfc().collect::<String>();
    let name = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(bad) = name.chars().find(|c| is_unprintable(*c)) {
        return Err(NameProblem::Unprintable {
            code: u32::from(bad),
        });
    }
    let length = name.chars().count();
    if length > MAX_NAME {
        return Err(NameProblem::TooLong { length });
    }
    Ok(name)
}

/// Control characters, the replacement character that stands for lost bytes, and the invisible characters that
/// turn the direction of text around.
#[must_use]
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{FFFD}' | '\u{FEFF}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{E000}'..='\u{F8FF}')
}

/// What names are sorted, compared and looked for by: without regard to capitals, accents and doubled spaces, and to which apostrophe
/// and hyphen was typed, as Word and phones put in others than the keyboard has.
#[must_use]
pub fn name_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        // Most names, and many times faster: a whole camp is compared after every change.
        if word.is_ascii() {
            key.extend(word.chars().map(|c| plain_sign(c.to_ascii_lowercase())));
            continue;
        }
        key.extend(
            word.nfd()
                .filter(|c| !is_combining_mark(*c))
                .flat_map(char::to_lowercase)
                .map(plain_sign),
        );
    }
    key
}

/// The sign as a keyboard has it: apostrophes as ', hyphens as -.
const fn plain_sign(c: char) -> char {
    match c {
        '’' | '‘' | 'ʼ' | 'ʻ' | '′' | '`' | '´' => '\'',
        '‐' | '\u{2011}' | '–' | '—' | '−' => '-',
        _ => c,
    }
}

/// What the names of groups are compared by: without regard to capitals, of any alphabet, and doubled spaces. Accents
/// count, as an imported camp may have a group "Rose" and a group "Rosé".
#[must_use]
pub(crate) fn group_name_key(name: &str) -> String {
    let composed = name.nfc().collect::<String>();
    let words = composed.split_whitespace().collect::<Vec<_>>();
    words.join(" ").to_lowercase()
}

/// Whether two names would be those of one group.
#[must_use]
pub(crate) fn same_group_name(one: &str, other: &str) -> bool {
    group_name_key(one) == group_name_key(other)
}

/// "Ola de la Cruz": as a person is spoken of.
#[must_use]
pub(crate) fn full_name(first: &str, last: &str) -> String {
    join(first, " ", last)
}

/// "de la Cruz, Ola": as a list shows it.
#[must_use]
pub(crate) fn listed_name(last: &str, first: &str) -> String {
    join(last, ", ", first)
}

fn join(left: &str, between: &str, right: &str) -> String {
    match (left.is_empty(), right.is_empty()) {
        (false, false) => format!("{left}{between}{right}"),
        (false, true) => left.to_owned(),
        (true, _) => right.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_folded_and_letters_are_composed() {
        assert_eq!(clean_name("  de  la\tCruz "), Ok("de la Cruz".to_owned()));
        assert_eq!(clean_name("Rene\u{301}e"), Ok("Ren\u{e9}e".to_owned()));
        assert_eq!(clean_name("   "), Ok(String::new()));
    }

    #[test]
    fn a_name_of_1000_letters_is_refused_with_its_length() {
        assert_eq!(
            clean_name(&"x".repeat(1000)),
            Err(NameProblem::TooLong { length: 1000 })
        );
        assert!(clean_name(&"é".repeat(MAX_NAME)).is_ok());
    }

    #[test]
    fn invisible_characters_are_refused() {
        assert_eq!(
            clean_name("Ann\u{202E}a"),
            Err(NameProblem::Unprintable { code: 0x202E })
        );
        assert_eq!(
            clean_name("An\0na"),
            Err(NameProblem::Unprintable { code: 0 })
        );
    }

    #[test]
    fn keys_ignore_capitals_and_accents() {
        assert_eq!(name_key("MÜLLER  Ann"), name_key("Muller ann"));
        assert_ne!(name_key("Muller"), name_key("Miller"));
    }

    #[test]
    fn keys_ignore_which_apostrophe_and_hyphen_was_typed() {
        for typed in ["O’Brien", "O‘Brien", "OʼBrien", "O`Brien", "o´brien"] {
            assert_eq!(name_key(typed), name_key("O'Brien"), "{typed}");
        }
        for typed in ["Lee‐Vang", "Lee\u{2011}Vang", "Lee–Vang"] {
            assert_eq!(name_key(typed), name_key("Lee-Vang"), "{typed}");
        }
        assert_ne!(name_key("O'Brien"), name_key("OBrien"));
        assert_ne!(name_key("Lee-Vang"), name_key("Lee Vang"));
    }

    #[test]
    fn group_names_ignore_capitals_of_every_alphabet() {
        assert!(same_group_name("GRÜN", " grün"));
        assert!(same_group_name("КРАСНАЯ  группа", "Красная группа"));
        assert!(same_group_name("Rose\u{301}", "rosé"));
        assert!(!same_group_name("Rose", "Rosé"));
    }

    #[test]
    fn one_missing_name_leaves_no_comma() {
        assert_eq!(listed_name("Xiong", ""), "Xiong");
        assert_eq!(listed_name("", "Mai"), "Mai");
        assert_eq!(listed_name("Xiong", "Mai"), "Xiong, Mai");
        assert_eq!(full_name("Mai", "Xiong"), "Mai Xiong");
    }
}
