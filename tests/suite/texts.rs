//! How what people read is written: with ’ and “ ” in the window, and in everything below it, as the window shows that as well. A console
//! shows these as it shows the names of players. Only what the command line says of its own has the ' of what is typed there.

use crate::architecture::{SourceFile, source};

const COMMAND_LINE: &str = "cli";

/// Names that are hard to write, for tests.
const NAMES: &str = "exchange/random.rs";

/// Whether nobody reads it in the window: the log and the compiler get it.
fn is_for_others(code_before: &str) -> bool {
    let logs = code_before.rsplit_once("tracing::");
    logs.is_some_and(|(_, call)| !call.contains([';', '}']))
        || code_before.trim_end().ends_with("reason =")
}

/// Whether SQLite reads it.
fn is_statement(text: &str) -> bool {
    text.contains("SELECT ")
}

/// Whether there is a word in it beside what is put in.
fn has_words(text: &str) -> bool {
    let text = text.replace("\\n", "");
    let parts = text.split('{');
    let parts = parts.map(|part| part.rsplit('}').next().unwrap_or_default());
    parts.flat_map(str::chars).any(char::is_alphabetic)
}

/// Whether an apostrophe or a quotation mark is straight. A key may be called so (Ctrl+'), and data be put into quotation marks.
fn is_straight(text: &str) -> bool {
    let mut apostrophes = text.match_indices('\'');
    let is_behind_letter = |at: usize| {
        let before = text[..at].chars().next_back();
        before.is_some_and(char::is_alphabetic)
    };
    let is_quoted = text.contains("\\\"") && text.contains(' ') && has_words(text);
    !is_statement(text) && (apostrophes.any(|(at, _)| is_behind_letter(at)) || is_quoted)
}

/// The texts of a file that somebody reads.
fn texts(file: &SourceFile) -> impl Iterator<Item = &str> {
    let texts = file.texts.iter();
    let texts = texts.take_while(|(before, _)| !before.contains("#[cfg(test)]\nmod tests {"));
    let texts = texts.filter(|(before, _)| !is_for_others(before));
    texts.map(|(_, text)| text.as_str())
}

/// Of the layers of the window and below, or of the command line, the texts that are `wrong`.
fn wrong_texts(of_command_line: bool, wrong: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in source() {
        let is_of_it = (file.layer() == COMMAND_LINE) == of_command_line;
        if is_of_it && !file.is_test() && file.name != NAMES {
            let texts = texts(&file).filter(|text| wrong(text));
            found.extend(texts.map(|text| format!("{}: {text}", file.name)));
        }
    }
    found
}

#[test]
fn what_is_straight_is_told_from_keys_and_data() {
    for straight in [
        r#""It can't be""#,
        r#""the players' names""#,
        r#""Open \"{}\" first""#,
    ] {
        assert!(is_straight(straight), "{straight}");
    }
    for other in [
        r#""It can’t be""#,
        r#""Ctrl+Shift+'""#,
        r#""\"{}\"""#,
        r#"",\n{:indent$}\"{key}\": ""#,
        r#""SELECT name FROM sqlite_schema WHERE type = 'table'""#,
    ] {
        assert!(!is_straight(other), "{other}");
    }
    assert!(
        is_for_others("a(); tracing::warn!(") && is_for_others("#[expect(dead_code, reason = ")
    );
    assert!(!is_for_others("tracing::warn!(); note("));
}

#[test]
fn apostrophes_and_quotation_marks_are_typographic_in_the_window_and_below() {
    assert_eq!(wrong_texts(false, is_straight), Vec::<String>::new());
}

#[test]
fn apostrophes_of_the_command_line_are_the_ones_that_are_typed() {
    let is_typographic = |text: &str| text.contains('’');
    assert_eq!(wrong_texts(true, is_typographic), Vec::<String>::new());
}
