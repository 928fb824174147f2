//! A copy of the open camp, as the program holds it: also when its file is gone, or was only looked at.

use std::path::Path;

use rusqlite::Connection;

use super::{
    check::{self, Damage},
    new_file::{MADE, begin_in},
    rebuild,
};
use crate::{
    files,
    storage::{
        CampFile, OpenError, StorageError,
        open::{self, from_io},
        schema,
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
        let in_storage = |error: StorageError| OpenError::from_loading(place, &error);
        let damage = self.copy_to(&made).map_err(in_storage)?;
        if let Some(detail) = damage.into_list().into_iter().next() {
            // Pages that were not in memory came from a file that somebody else had written into.
            return Err(OpenError::Damaged {
                path: self.path().to_owned(),
                detail,
            });
        }
        files::put_new(&made, place).map_err(|error| from_io(place, &error))
    }

    /// Copies every page, or every record where something beside them is broken, and returns what is wrong with the copy.
    fn copy_to(&self, path: &Path) -> Result<Damage, StorageError> {
        let mut copy = Connection::open(path)?;
        copy.pragma_update(None, "synchronous", "FULL")?;
        open::copy_all(&self.connection, &mut copy)?;
        let damage = check::damage(&copy)?;
        if !damage.records.is_empty() || damage.is_none() {
            return Ok(damage);
        }
        let sound = rebuild::sound_copy(&self.connection, schema::newest(), &damage)?;
        rebuild::write_over(&sound, &mut copy)?;
        Ok(check::damage(&copy)?)
    }
}
