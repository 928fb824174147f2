//! Words of the commands that are proposed, as a shell takes them.

use std::path::{MAIN_SEPARATOR, Path};

/// What a shell makes something of between double quotation marks.
const ACTIVE: &[char] = if cfg!(windows) {
    &['"', '$', '`']
} else {
    &['"', '$', '`', '\\', '!']
};

/// A path. One that begins as an option does is named from its folder.
pub(super) fn path(path: &Path) -> String {
    let shown = path.display().to_string();
    let shown = if shown.starts_with('-') {
        format!(".{MAIN_SEPARATOR}{shown}")
    } else {
        shown
    };
    word(&shown)
}

/// A text of which a shell makes nothing else. Double marks are marks to each of them.
pub(super) fn word(text: &str) -> String {
    if !text.contains(ACTIVE) {
        return format!("\"{text}\"");
    }
    // PowerShell and the shells of Unix each have their own way to write the mark that ends the word.
    let mark = if cfg!(windows) { "''" } else { r"'\''" };
    ["'", &text.replace('\'', mark), "'"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposed_command_does_nothing_but_what_it_says() {
        for (name, quoted) in [
            ("Camp.ladder", "\"Camp.ladder\""),
            ("Bo’s camp (2).ladder", "\"Bo’s camp (2).ladder\""),
            ("Bo's camp.ladder", "\"Bo's camp.ladder\""),
            ("q\"uo`te$(x).ladder", "'q\"uo`te$(x).ladder'"),
        ] {
            assert_eq!(path(Path::new(name)), quoted);
        }
        let dash = Path::new("-dash.ladder");
        assert_eq!(path(dash), format!("\".{MAIN_SEPARATOR}-dash.ladder\""));
        assert_eq!(word("(0-1)=draw"), "\"(0-1)=draw\"");
    }

    #[cfg(unix)]
    #[test]
    fn a_word_may_hold_the_mark_that_ends_it() {
        assert_eq!(path(Path::new("it's $5.ladder")), r"'it'\''s $5.ladder'");
        assert_eq!(path(Path::new(r"a\b")), r"'a\b'");
        assert_eq!(path(Path::new("hurray!")), "'hurray!'");
    }
}
