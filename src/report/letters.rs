//! Letters that the bundled font can't draw.

use std::{collections::BTreeSet, fmt};

use serde_json::Value;

use super::world::bundled_fonts;

/// A printed text with letters that the bundled font lacks: each of them prints as an empty box.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct MissingLetters {
    /// The text as it is printed: "Xiong, Mai 🙂".
    pub text: String,
    /// The letters in question, each once, in the order of the text.
    pub letters: Vec<char>,
}

impl fmt::Display for MissingLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters.iter().collect::<String>();
        let (what, how) = match self.letters.len() {
            1 => ("a letter", "it prints as an empty box"),
            _ => ("letters", "they print as empty boxes"),
        };
        write!(
            f,
            "“{}” has {what} that can’t be printed ({letters}): {how}",
            self.text
        )
    }
}

/// All texts in the data of a report that can't be printed as they are, each once.
///
/// It looks at the data and not at the finished pages, where a name may be broken into lines.
pub(super) fn missing_letters(data: &Value) -> Vec<MissingLetters> {
    let mut found = BTreeSet::new();
    visit_texts(data, &mut |text| {
        let mut letters = Vec::new();
        for letter in text.chars().filter(|letter| !is_drawn(*letter)) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if !letters.is_empty() {
            found.insert(MissingLetters {
                text: text.to_owned(),
                letters,
            });
        }
    });
    found.into_iter().collect()
}

pub(super) fn visit_texts(data: &Value, visit: &mut impl FnMut(&str)) {
    match data {
        Value::String(text) => visit(text),
        Value::Array(values) => values.iter().for_each(|value| visit_texts(value, visit)),
        Value::Object(fields) => fields.values().for_each(|value| visit_texts(value, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

/// Whether every weight of the bundled font has the letter, or it is one that nobody sees.
fn is_drawn(letter: char) -> bool {
    letter.is_ascii_graphic()
        || letter.is_whitespace()
        || is_invisible(letter)
        || bundled_fonts()
            .iter()
            .all(|font| font.info().coverage.contains(u32::from(letter)))
}

/// Joiners, soft hyphens and variation selectors: the typesetter leaves them out if the font lacks them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{34F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FE00}'..='\u{FE0F}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_all_campers_families_can_be_drawn() {
        let names = json!({
            "vietnamese": "Nguyễn Thị Ánh Tuyết, Đặng Ngọc Quỳnh Như",
            "hmong": "Nkauj Hli Xyooj, Tswv Yig Vwj",
            "european": "Łukasz Ångström, Ðorðe Ščepanović, Þórður, Ioannis Παπαδόπουλος, Анна Щукина",
            "pacific and african": "Kaʻiulani, Ọlábísí Ẹ̀bùn",
            "signs": "O’Neill-D'Arcy, #*_$@<>[]{}\\ “Bo” (inactive) −12 – +31",
        });
        assert_eq!(missing_letters(&names), []);
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_named_with_its_text_once() {
        let data = json!({ "rows": [
            { "name": "Xiong, Mai 🙂🙂" },
            { "name": "Xiong, Mai 🙂🙂" },
            { "name": "李 Wei, 小龙" },
            { "name": "zero\u{200D}width\u{FE0F}" },
        ]});
        let missing = missing_letters(&data);
        assert_eq!(
            missing.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "“Xiong, Mai 🙂🙂” has a letter that can’t be printed (🙂): it prints as an empty box",
                "“李 Wei, 小龙” has letters that can’t be printed (李小龙): they print as empty boxes",
            ]
        );
    }
}
