//! How what people read is written: with ’ and “ ” in the window, which alone shows the texts of these layers.

use crate::architecture::source;

const LAYERS: [&str; 4] = ["app", "kit", "pages", "ui"];

/// Whether nobody reads it in the window: the log and the compiler get it.
fn is_for_others(code_before: &str) -> bool {
    let logs = code_before.rsplit_once("tracing::");
    logs.is_some_and(|(_, call)| !call.contains([';', '}']))
        || code_before.trim_end().ends_with("reason =")
}

/// Whether an apostrophe or a quotation mark is straight. A key may be called so (Ctrl+'), and data be put into quotation marks.
fn is_straight(text: &str) -> bool {
    let mut apostrophes = text.match_indices('\'');
    let is_behind_letter = |at: usize| {
        let before = text[..at].chars().next_back();
        before.is_some_and(char::is_alphabetic)
    };
    apostrophes.any(|(at, _)| is_behind_letter(at)) || text.contains("\\\"") && text.contains(' ')
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
    for other in [r#""It can’t be""#, r#""Ctrl+Shift+'""#, r#""\"{}\"""#] {
        assert!(!is_straight(other), "{other}");
    }
    assert!(
        is_for_others("a(); tracing::warn!(") && is_for_others("#[expect(dead_code, reason = ")
    );
    assert!(!is_for_others("tracing::warn!(); note("));
}

#[test]
fn apostrophes_and_quotation_marks_of_the_window_are_typographic() {
    let mut straight = Vec::new();
    for file in source() {
        if file.is_test() || !LAYERS.contains(&file.layer()) {
            continue;
        }
        let texts = file.texts.iter();
        let texts = texts.take_while(|(before, _)| !before.contains("#[cfg(test)]\nmod tests {"));
        for (before, text) in texts {
            if is_straight(text) && !is_for_others(before) {
                straight.push(format!("{}: {text}", file.name));
            }
        }
    }
    assert_eq!(straight, Vec::<String>::new());
}
