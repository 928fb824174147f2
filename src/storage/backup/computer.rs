//! On which computer a backup was made: several may share a second place, and have the camp in the same place each.

use std::path::Path;

use super::{BackupError, deleting, making::summed};
use crate::storage::holder::computer_name;

/// What the backups of this first place are known by in another one. The place is marked if it isn't yet.
///
/// # Errors
/// The disk refuses.
pub(super) fn here(first: &Path) -> Result<String, BackupError> {
    Ok(of(&deleting::marked(first)?))
}

/// The same, as far as the place is marked.
pub(super) fn known_here(first: &Path) -> Option<String> {
    deleting::mark_of(first).map(|mark| of(&mark))
}

fn of(mark: &str) -> String {
    sum(mark, &computer_name().unwrap_or_default())
}

/// A disk that was copied to other computers has the same mark on each, and names tell nothing where computers of a school are called alike. The
/// name itself is nobody's business who finds a stick.
fn sum(mark: &str, name: &str) -> String {
    let text = format!("{mark}\n{name}");
    // Reading what is in memory doesn't fail.
    summed(&mut text.as_bytes(), |_| Ok(())).map_or_else(|_| mark.to_owned(), |(_, sum)| sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_is_known_by_its_mark_and_its_name_and_neither_is_told() {
        let known = [
            ("a", "desk"),
            ("b", "desk"),
            ("a", "room-2"),
            ("b", "room-2"),
        ];
        let mut sums = known.map(|(mark, name)| sum(mark, name)).to_vec();
        assert_eq!(sum("a", "desk"), sums[0]);
        assert!(!sums[2].contains("room"));
        sums.sort();
        sums.dedup();
        assert_eq!(sums.len(), known.len());
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(known_here(folder.path()), None);
        let here = here(folder.path()).expect("marked");
        assert_eq!(known_here(folder.path()), Some(here));
    }
}
