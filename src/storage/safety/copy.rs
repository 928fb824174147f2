//! A copy of the open camp, as the program holds it: also when its file is gone, or was only looked at.

use std::path::Path;

use rusqlite::{Connection, ffi};

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
        save(&self.connection, self.path(), place)
    }

    /// Drops the pages that are in memory, as after a failed change.
    #[cfg(test)]
    pub(crate) fn forget_pages(&self) {
        let shrink = self.connection.execute_batch("PRAGMA shrink_memory");
        shrink.expect("nothing to fail");
    }
}

/// Writes what a connection holds, which is the camp of the file at `source`, into a new file.
///
/// # Errors
/// As of [`CampFile::save_copy`].
pub(super) fn save(camp: &Connection, source: &Path, place: &Path) -> Result<(), OpenError> {
    let work = begin_in(place)?;
    let made = work.path().join(MADE);
    let damage = copy_to(camp, &made).map_err(|error| {
        // What is damaged came from there; the copy is only written to.
        let is_source = match &error {
            StorageError::Damaged(_) => true,
            StorageError::Read(error) => {
                error.sqlite_extended_error_code() == Some(ffi::SQLITE_IOERR_READ)
            }
            _ => false,
        };
        let of = if is_source { source } else { place };
        OpenError::from_loading(of, &error)
    })?;
    if let Some(detail) = damage.into_list().into_iter().next() {
        // Pages that were not in memory came from a file that somebody else had written into.
        return Err(OpenError::Damaged {
            path: source.to_owned(),
            detail,
        });
    }
    files::put_new(&made, place).map_err(|error| from_io(place, &error))
}

/// Copies every page, or every record where something beside them is broken, and returns what is wrong with the copy.
fn copy_to(camp: &Connection, path: &Path) -> Result<Damage, StorageError> {
    let mut copy = Connection::open(path)?;
    copy.pragma_update(None, "synchronous", "FULL")?;
    open::copy_all(camp, &mut copy)?;
    let damage = check::damage(&copy)?;
    if !damage.records.is_empty() || damage.is_none() {
        return Ok(damage);
    }
    let sound = rebuild::sound_copy(camp, schema::newest(), &damage)?;
    rebuild::write_over(&sound, &mut copy)?;
    Ok(check::damage(&copy)?)
}
