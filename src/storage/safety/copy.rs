//! A copy of the open camp, as the program holds it: also when its file is gone, or was only looked at.

use std::path::Path;

use rusqlite::Connection;

use super::{
    check,
    new_file::{MADE, begin_in},
};
use crate::{
    files,
    storage::{
        CampFile, OpenError,
        open::{self, from_io},
    },
};

impl CampFile {
    /// Writes the camp into a new file, which appears whole or not at all. The open file stays the one it is.
    ///
    /// # Errors
    /// There is a file already, no folder, no room; or the pages that are needed can't be read any more.
    pub fn save_copy(&self, place: &Path) -> Result<(), OpenError> {
        let work = begin_in(place)?;
        let made = work.path().join(MADE);
        let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(place, &error);
        let damage = self.copy_to(&made).map_err(in_sqlite)?;
        if let Some(detail) = damage.into_iter().next() {
            // Pages that were not in memory came from a file that somebody else had written into.
            return Err(OpenError::Damaged {
                path: self.path().to_owned(),
                detail,
            });
        }
        files::put_new(&made, place).map_err(|error| from_io(place, &error))
    }

    /// Copies every page, and returns what is wrong with the copy.
    fn copy_to(&self, path: &Path) -> rusqlite::Result<Vec<String>> {
        let mut copy = Connection::open(path)?;
        copy.pragma_update(None, "synchronous", "FULL")?;
        open::copy_all(&self.connection, &mut copy)?;
        check::damage(&copy)
    }
}
