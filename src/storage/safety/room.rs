//! The room on the disk that a camp file takes and has no use for any more.

use rusqlite::Connection;

use crate::storage::CampFile;

/// The share of a file, and the bytes, for which it is worth writing all of it anew.
const SHARE: i64 = 4;
const BYTES: i64 = 1_000_000;

/// Writes the file anew, for which the disk needs room for a second one. What was deleted is gone from it without a trace, and so is the room
/// that it took.
///
/// # Errors
/// The disk has no room, or fails.
pub(in crate::storage) fn write_anew(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("VACUUM")
}

impl CampFile {
    /// Gives back to the disk what deleted records and a thinned history took, where it is much. A file that stays long harms nobody.
    pub(in crate::storage) fn give_back_room(&mut self) {
        if self.outside_change().is_some() {
            return;
        }
        let written_anew = is_much_free(&self.connection)
            .and_then(|is_much| is_much.then(|| write_anew(&self.connection)).transpose());
        if let Err(error) = written_anew {
            tracing::warn!("the file keeps the room that it has no use for: {error}");
        }
        if let Some(outside) = self.committed() {
            tracing::warn!("after the file was written anew: {outside}");
        }
    }
}

fn is_much_free(connection: &Connection) -> rusqlite::Result<bool> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let free = number("freelist_count")?;
    Ok(free > number("page_count")? / SHARE && free * number("page_size")? > BYTES)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use jiff::civil::date;

    use crate::{
        domain::Edit,
        storage::{Mode, Occasion},
    };

    use super::*;

    /// How long the file of a new camp is in which so many bytes were deleted, before and after a session.
    fn lengths(path: &Path, deleted: usize, changes: bool) -> (u64, u64) {
        let _ = fs::remove_file(path);
        drop(CampFile::create(path, "Camp", date(2026, 7, 6)).expect("a camp"));
        let connection = Connection::open(path).expect("the file");
        let sql =
            format!("CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob({deleted})); DROP TABLE a");
        connection.execute_batch(&sql).expect("some room");
        drop(connection);
        let length = || fs::metadata(path).expect("the file").len();
        let before = length();
        let mut camp = CampFile::open(path, Mode::Change).expect("the camp");
        if changes {
            let edit = Edit::RenameCamp("Other".to_owned());
            camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
        }
        assert_eq!(
            length(),
            before,
            "nobody waits for it while the camp is open"
        );
        drop(camp);
        let camp = CampFile::open(path, Mode::Change).expect("the camp");
        assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        let name = camp.load().expect("the camp").name.clone();
        assert_eq!(name, if changes { "Other" } else { "Camp" });
        (before, length())
    }

    #[test]
    fn much_room_is_given_back_when_a_changed_camp_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let (before, after) = lengths(&path, 3_000_000, true);
        assert!(before > 3_000_000 && after < 500_000, "{before} {after}");
        let (before, after) = lengths(&path, 3_000_000, false);
        assert_eq!(after, before, "nothing was changed");
        let (before, after) = lengths(&path, 500_000, true);
        assert_eq!(after, before, "it isn't worth it");
    }
}
