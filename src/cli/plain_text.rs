//! What a terminal is given to show. A name in a stranger's file may hold characters that a terminal obeys: that clear it, color it,
//! or turn its text around.

use std::{fmt::Write as _, io};

use serde::Serialize;

use crate::domain::is_unprintable;

/// Stands for each character that a terminal would obey.
const IN_ITS_PLACE: char = char::REPLACEMENT_CHARACTER;

/// A text of one or more lines that a terminal only shows.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut following = text.chars().peekable();
    while let Some(c) = following.next() {
        let is_end_of_line = c == '\n' || c == '\r' && following.peek() == Some(&'\n');
        shown.push(if is_unprintable(c) && !is_end_of_line && c != '\t' {
            IN_ITS_PLACE
        } else {
            c
        });
    }
    shown
}

/// A value as JSON: what a terminal would obey is written by its number, and is the same again when it is read.
///
/// # Errors
/// None in practice: it is written into memory.
pub(super) fn json(value: &impl Serialize) -> io::Result<String> {
    let written = serde_json::to_string_pretty(value).map_err(io::Error::other)?;
    let mut text = String::with_capacity(written.len() + 1);
    for c in written.chars() {
        if is_unprintable(c) && c != '\n' {
            write!(text, "\\u{:04x}", u32::from(c)).map_err(io::Error::other)?;
        } else {
            text.push(c);
        }
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBEYED: [char; 12] = [
        '\0', '\u{7}', '\u{8}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{202a}', '\u{202e}',
        '\u{2066}', '\u{2069}', '\r',
    ];

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        for bad in OBEYED {
            let text = format!("Ann{bad}[31m Lee\r\nBo\tKim\n");
            assert_eq!(shown(&text), "Ann\u{fffd}[31m Lee\r\nBo\tKim\n", "{bad:?}");
        }
        let plain = "Þórðardóttir, Zoë 🙂 – 小明\n";
        assert_eq!(shown(plain), plain);
    }

    #[test]
    fn json_says_the_same() {
        for bad in OBEYED {
            let name = format!("Ann{bad}[31m \u{fffd}");
            let text = json(&[&name]).expect("text");
            assert_eq!(shown(&text), text, "{bad:?}");
            let read = serde_json::from_str::<[String; 1]>(&text).expect("JSON");
            assert_eq!(read, [name]);
        }
    }
}
