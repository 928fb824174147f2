//! Where files lie, what they are called, and whether two paths lead to one.

use std::path::{Path, PathBuf};

/// Where camp files and sheets go unless the director says otherwise: the user's documents; where there is no such folder, the home folder.
pub(super) fn documents() -> PathBuf {
    let user = directories::UserDirs::new();
    let folder = user.as_ref().map(|user| {
        user.document_dir()
            .filter(|folder| folder.is_dir())
            .unwrap_or_else(|| user.home_dir())
    });
    folder.map(Path::to_owned).unwrap_or_default()
}

/// The path, with this ending unless it has it. A dot in a name ("Camp 2026.07") doesn't make an ending.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let has_it = path
        .extension()
        .is_some_and(|present| present.eq_ignore_ascii_case(ending));
    if has_it {
        return path.to_owned();
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// Whether a file is called what camp files are.
pub(super) fn is_camp_file_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("ladder"))
}

/// Whether two paths lead to one file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_in_a_name_is_no_ending() {
        for (typed, expected) in [
            ("July", "July.ladder"),
            ("Camp 2026.07", "Camp 2026.07.ladder"),
            ("Dr. Smith camp", "Dr. Smith camp.ladder"),
            ("July.ladder", "July.ladder"),
            ("July.LADDER", "July.LADDER"),
        ] {
            assert_eq!(with_ending(Path::new(typed), "ladder"), Path::new(expected));
        }
    }
}
