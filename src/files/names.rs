//! Names of files that every computer takes.

/// A title as a file name that every computer takes: "Week 3: Gold camp" is `Week 3 - Gold camp.pdf`.
pub(crate) fn file_name(title: &str) -> String {
    // Windows allows 255 in all; a folder may be long too.
    match plain_name(title, 120).as_str() {
        "" => "Camp Ladder.pdf".to_owned(),
        stem => format!("{stem}.pdf"),
    }
}

/// As much of a title as every computer takes in a file name, a stick's too. Nothing may be left of it.
pub(crate) fn plain_name(title: &str, letters: usize) -> String {
    let plain = title
        .replace(": ", " - ")
        .chars()
        .map(|c| match c {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
            c if c.is_control() => ' ',
            c => c,
        })
        .take(letters)
        .collect::<String>();
    let plain = plain.trim_matches(|c: char| c.is_whitespace() || c == '.');
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_title_makes_a_file_name() {
        assert_eq!(
            file_name("Week 3: Gold camp – standings"),
            "Week 3 - Gold camp – standings.pdf"
        );
        assert_eq!(
            file_name("a/b\\c:d*e?f\"g<h>i|j"),
            "a-b-c-d-e-f-g-h-i-j.pdf"
        );
        assert_eq!(file_name(" .. "), "Camp Ladder.pdf");
        assert_eq!(file_name(&"x".repeat(500)).len(), 124);
    }
}
