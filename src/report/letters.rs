//! Letters that no font can draw.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::Arc,
};

use serde_json::Value;

use super::fonts::{Fonts, FurtherFonts};

/// A printed text with letters that no font has: each of them prints as an empty box.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct MissingLetters {
    /// The text as it is printed: "Xiong, Mai 🙂".
    pub text: String,
    /// The letters in question, each once, in the order of the text.
    pub letters: Vec<char>,
}

impl MissingLetters {
    /// What to do, without its full stop.
    pub(crate) const REMEDY: &str = "To have such letters printed, put a font that has them into a folder “Fonts” beside the camp file";
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

/// The bundled fonts, with the further ones that the texts in the data of a report need.
pub(super) fn fonts_for(data: &Value, further: &FurtherFonts) -> Arc<Fonts> {
    let bundled = Fonts::bundled();
    let mut letters = BTreeSet::new();
    visit_texts(data, &mut |text| {
        letters.extend(text.chars().filter(|letter| !bundled.draw(*letter)));
    });
    if letters.is_empty() {
        bundled
    } else {
        further.with(&letters)
    }
}

/// All texts in the data of a report that can't be printed as they are with these fonts, [each once](each_once).
///
/// It looks at the data and not at the finished pages, where a name may be broken into lines.
pub(super) fn missing_letters(data: &Value, fonts: &Fonts) -> Vec<MissingLetters> {
    let mut found = BTreeSet::new();
    visit_texts(data, &mut |text| {
        let mut letters = Vec::new();
        for letter in text.chars().filter(|letter| !fonts.draw(*letter)) {
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
    each_once(found)
}

/// These texts, but for those that have no other words than another one: a report may have a camper's name in several orders, with the
/// number and without, and in parts.
pub(super) fn each_once(found: impl IntoIterator<Item = MissingLetters>) -> Vec<MissingLetters> {
    let found = found.into_iter().collect::<Vec<_>>();
    let words = found.iter().map(|missing| words(&missing.text));
    let words = words.collect::<Vec<_>>();
    let mut with_word = HashMap::<&str, Vec<usize>>::new();
    for (place, words) in words.iter().enumerate() {
        for word in words {
            with_word.entry(word).or_default().push(place);
        }
    }
    let is_told = |place: usize| {
        let own = &words[place];
        let others = own.first().and_then(|word| with_word.get(word));
        others.into_iter().flatten().any(|other| {
            let theirs = &words[*other];
            own.is_subset(theirs) && (own.len() < theirs.len() || *other < place)
        })
    };
    let kept = (0..found.len()).map(|place| !is_told(place));
    let kept = kept.collect::<Vec<_>>();
    found
        .into_iter()
        .zip(kept)
        .filter_map(|(missing, is_kept)| is_kept.then_some(missing))
        .collect()
}

/// The words of a name, without commas and the camper's number behind it.
fn words(text: &str) -> BTreeSet<&str> {
    let is_number = |word: &&str| {
        let number = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    words
        .filter(|word| !word.is_empty() && !is_number(word))
        .collect()
}

/// Does something with every text in the data of a report.
pub(super) fn visit_texts(data: &Value, visit: &mut impl FnMut(&str)) {
    match data {
        Value::String(text) => visit(text),
        Value::Array(values) => values.iter().for_each(|value| visit_texts(value, visit)),
        Value::Object(fields) => fields.values().for_each(|value| visit_texts(value, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
        assert_eq!(missing_letters(&names, &Fonts::bundled()), []);
    }

    #[test]
    fn letters_that_the_program_has_no_font_for_are_those_of_a_font_of_the_director_s_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = |folder: &Path| FurtherFonts {
            folder: Some(folder.to_owned()),
            system: false,
        };
        let data = json!({ "hebrew": "דוד כהן", "tibetan": "བ" });
        assert_eq!(missing_letters(&data, &Fonts::bundled()).len(), 2);
        for folder in [folder.path(), Path::new("no such folder")] {
            let fonts = fonts_for(&data, &own(folder));
            assert!(fonts.families().is_empty());
            assert_eq!(missing_letters(&data, &fonts).len(), 2);
        }
        // The typesetter has this one for something else, and never for names.
        let font = include_bytes!("../../fonts/LiberationMono-Regular.ttf");
        std::fs::write(folder.path().join("Hebrew.ttf"), font).expect("a font");
        std::fs::write(folder.path().join("Broken.ttf"), "no font").expect("a file");
        let fonts = fonts_for(&data, &own(folder.path()));
        assert_eq!(fonts.families(), ["Liberation Mono"]);
        let missing = missing_letters(&data, &fonts);
        assert_eq!(missing.len(), 1);
        assert_eq!(missing[0].letters, ['བ']);
        // A camp that needs no such letter has none of it.
        let plain = json!({ "name": "Nguyễn, Ann" });
        assert!(fonts_for(&plain, &own(folder.path())).families().is_empty());
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_named_with_its_text_once() {
        let data = json!({ "rows": [
            { "name": "Xiong, Mai 🙂🙂" },
            { "name": "Xiong, Mai 🙂🙂" },
            { "name": "李 Wei, 小龙" },
            { "name": "zero\u{200D}width\u{FE0F}" },
        ]});
        let missing = missing_letters(&data, &Fonts::bundled());
        assert_eq!(
            missing.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "“Xiong, Mai 🙂🙂” has a letter that can’t be printed (🙂): it prints as an empty box",
                "“李 Wei, 小龙” has letters that can’t be printed (李小龙): they print as empty boxes",
            ]
        );
    }

    #[test]
    fn a_camper_whose_name_stands_there_in_several_ways_is_named_once() {
        let data = json!({
            "listed": "小龙, Kim",
            "spoken": ["Kim 小龙", "Kim 小龙 (11)"],
            "parts": ["Kim", "小龙"],
            "others": ["Kim Lee 小龙", "小龙, Ann"],
        });
        let missing = missing_letters(&data, &Fonts::bundled());
        let texts = missing.iter().map(|missing| missing.text.as_str());
        assert_eq!(texts.collect::<Vec<_>>(), ["Kim Lee 小龙", "小龙, Ann"]);
        let twice = each_once([missing.clone(), missing.clone()].concat());
        assert_eq!(twice, missing);
    }
}
