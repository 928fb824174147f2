//! Yes and No, in the words that Access exports in various countries.

/// Reads a Yes/No value. Access has no third state, so blank is No. `None` if the text is neither.
pub(in crate::import) fn parse_yes_no(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "1" | "-1" | "yes" | "y" | "true" | "t" | "on" | "x" | "ja" | "j" | "wahr" | "ein"
        | "oui" | "vrai" | "sí" | "si" | "verdadero" | "sì" | "vero" | "sim" | "verdadeiro"
        | "waar" | "sand" | "sant" | "tak" | "prawda" | "да" | "истина" | "☑" | "☒" | "✓" | "✔" => {
            Some(true)
        }
        "" | "0" | "no" | "n" | "false" | "f" | "off" | "nein" | "falsch" | "aus" | "non"
        | "faux" | "falso" | "não" | "nao" | "nee" | "onwaar" | "nej" | "nei" | "falsk"
        | "falskt" | "nie" | "fałsz" | "нет" | "ложь" | "☐" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_in_many_words() {
        for text in [
            "1",
            "-1",
            "Yes",
            "TRUE",
            "On",
            "Wahr",
            "Vrai",
            "Verdadero",
            "Sí",
            "Ja",
            "Oui",
            "☑",
            "SÍ",
        ] {
            assert_eq!(parse_yes_no(text), Some(true), "{text}");
        }
        for text in [
            "0", "No", "False", "Off", "Falsch", "Faux", "Falso", "Nein", "Non", "☐", "", "  ",
        ] {
            assert_eq!(parse_yes_no(text), Some(false), "{text}");
        }
        for text in ["2", "maybe", "Blue", "1031"] {
            assert_eq!(parse_yes_no(text), None, "{text}");
        }
    }
}
