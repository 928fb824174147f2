//! Texts for files that hold plain ASCII letters only.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Letters that are no other letter with an accent.
const LETTERS: [(char, &str); 13] = [
    ('Ł', "L"),
    ('ł', "l"),
    ('Ø', "O"),
    ('ø', "o"),
    ('Đ', "D"),
    ('đ', "d"),
    ('Æ', "AE"),
    ('æ', "ae"),
    ('Œ', "OE"),
    ('œ', "oe"),
    ('ß', "ss"),
    ('Þ', "Th"),
    ('ı', "i"),
];

/// The text in ASCII: letters without their accents, a blank for tabs and the like, and '?' for whatever has no such letter.
pub(super) fn base_letters(text: &str) -> String {
    let text = LETTERS
        .iter()
        .fold(text.to_owned(), |text, (letter, plain)| {
            text.replace(*letter, plain)
        });
    let letters = text.nfkd().filter(|letter| !is_combining_mark(*letter));
    let plain = letters.map(|letter| match letter {
        ' '..='~' => letter,
        _ if letter.is_whitespace() || letter.is_control() => ' ',
        _ => '?',
    });
    plain.collect::<String>().trim().to_owned()
}

/// At most so many of the [`base_letters`].
pub(super) fn cut(text: &str, most: usize) -> String {
    let letters = base_letters(text).chars().take(most).collect::<String>();
    letters.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_accents_and_others_become_question_marks() {
        for (text, plain) in [
            ("Élodie Nuñez-Šimková", "Elodie Nunez-Simkova"),
            ("Ångström, Łucja", "Angstrom, Lucja"),
            ("Иван", "????"),
            ("ﬁne\tday ２", "fine day 2"),
            (" e\u{301} ", "e"),
        ] {
            assert_eq!(base_letters(text), plain);
        }
    }

    #[test]
    fn a_cut_text_is_as_long_as_it_may_be_and_does_not_end_with_a_blank() {
        assert_eq!(cut("Ärzte, Anna", 5), "Arzte");
        assert_eq!(cut("Ann and Bo", 4), "Ann");
    }
}
