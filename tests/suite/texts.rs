//! How what people read is written: with ’ and “ ”, in the window, on the command line and in everything below them, as one shows the texts
//! of the other. A console shows these as it shows the names of players. Only what is to be typed there has ' and ".

use std::fs;

use crate::{
    architecture::{SourceFile, source},
    sample::root,
};

/// Names that are hard to write, for tests.
const NAMES: &str = "exchange/random.rs";

/// Whether nobody reads it but in the log, or the compiler.
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

/// Without the parts between ' that are typed so: the first one stands behind a space.
fn without_typed(text: &str) -> String {
    let mut parts = text.split(" '");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |before, part| match part.split_once('\'') {
        Some((_, after)) => before + after,
        None => before + part,
    })
}

/// Whether what follows is typed on the command line: it stands behind the program's name or an option.
fn is_to_be_typed(before: &str) -> bool {
    before.contains("camp-ladder ") || before.contains("--")
}

/// Whether an apostrophe or a quotation mark is straight. A key may be called so (Ctrl+'), and data be put into quotation marks.
fn is_straight(text: &str) -> bool {
    let said = without_typed(text);
    let mut apostrophes = said.match_indices('\'');
    let is_behind_letter = |at: usize| {
        let before = said[..at].chars().next_back();
        before.is_some_and(|before| before.is_alphabetic() || before == '}')
    };
    let quoted = text.split_once("\\\"");
    let is_said = quoted.is_some_and(|(before, _)| !is_to_be_typed(before));
    let is_quoted = is_said && text.contains(' ') && has_words(text);
    !is_statement(text) && (apostrophes.any(|(at, _)| is_behind_letter(at)) || is_quoted)
}

/// The texts of a file that somebody reads.
fn texts(file: &SourceFile) -> impl Iterator<Item = &str> {
    let texts = file.texts.iter();
    let texts = texts.take_while(|(before, _)| !before.contains("#[cfg(test)]\nmod tests {"));
    let texts = texts.filter(|(before, _)| !is_for_others(before));
    texts.map(|(_, text)| text.as_str())
}

/// What the command line's help says: it is made of the comments on arguments.
fn help(file: &SourceFile) -> Vec<String> {
    if !file.code.contains("use clap::") {
        return Vec::new();
    }
    let text = fs::read_to_string(root().join("src").join(&file.name));
    let text = text.expect("source is UTF-8");
    let lines = text.lines().map(str::trim);
    let lines = lines.filter_map(|line| line.strip_prefix("/// "));
    lines.map(str::to_owned).collect()
}

#[test]
fn what_is_straight_is_told_from_keys_data_and_commands() {
    for straight in [
        r#""It can't be""#,
        r#""the players' names""#,
        r#""{name}'s games""#,
        r#""Open \"{}\" first""#,
        r#""Type '{}', the player's number""#,
    ] {
        assert!(is_straight(straight), "{straight}");
    }
    for other in [
        r#""It can’t be""#,
        r#""Ctrl+Shift+'""#,
        r#""\"{}\"""#,
        r#"",\n{:indent$}\"{key}\": ""#,
        r#""SELECT name FROM sqlite_schema WHERE type = 'table'""#,
        r#""Next: camp-ladder recalc \"{}\"""#,
        r#""Add them: --words \"for fair play\"""#,
        r#""Say what it means: --result '{text}=white', =draw or =black""#,
    ] {
        assert!(!is_straight(other), "{other}");
    }
    assert!(
        is_for_others("a(); tracing::warn!(") && is_for_others("#[expect(dead_code, reason = ")
    );
    assert!(!is_for_others("tracing::warn!(); note("));
}

#[test]
fn apostrophes_and_quotation_marks_are_typographic() {
    let (mut straight, mut of_help) = (Vec::new(), 0);
    for file in source() {
        if file.is_test() || file.name == NAMES {
            continue;
        }
        let help = help(&file);
        of_help += help.len();
        let texts = texts(&file).chain(help.iter().map(String::as_str));
        let texts = texts.filter(|text| is_straight(text));
        straight.extend(texts.map(|text| format!("{}: {text}", file.name)));
    }
    assert_eq!(straight, Vec::<String>::new());
    assert!(of_help > 100, "the help was found: {of_help} lines");
}
