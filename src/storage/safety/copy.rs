//! A copy of the open camp, as the program holds it: also when its file is gone, or was only looked at.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ffi};

use super::{
    check::{self, Damage},
    new_file::{MADE, begin_in, not_made},
    rebuild,
};
use crate::{
    files::{self, WorkFolder},
    storage::{CampFile, OpenError, StorageError, open, schema},
};

impl CampFile {
    /// Writes the camp into a new file, which appears whole or not at all. The open file stays the one it is.
    ///
    /// # Errors
    /// There is a file already, no folder, no room; or the pages that are needed can't be read any more.
    pub fn save_copy(&self, place: &Path) -> Result<(), OpenError> {
        save(&self.connection, self.path(), place)
    }

    /// The same, with which others may do what they may do with this file.
    ///
    /// # Errors
    /// As of [`Self::save_copy`].
    pub(in crate::storage) fn save_copy_for_others_as(
        &self,
        file: &Path,
        place: &Path,
    ) -> Result<(), OpenError> {
        let made = MadeCopy::of(&self.connection, self.path(), place)?;
        files::let_others_as(file, &made.file());
        made.put()
    }

    /// Drops the pages that are in memory, as after a failed change.
    #[cfg(test)]
    pub(crate) fn forget_pages(&self) {
        let shrink = self.connection.execute_batch("PRAGMA shrink_memory");
        shrink.expect("nothing to fail");
    }
}

/// A camp as it is at a moment, to be written elsewhere while the file goes on: in memory, or, what is large, in a file without a name that the
/// database makes among the system's temporary ones, for its owner only, and that is gone with it.
pub(crate) struct TakenCopy {
    camp: Connection,
    source: PathBuf,
}

impl TakenCopy {
    /// The camp as it is now.
    ///
    /// # Errors
    /// Something can't be read, or there is no room.
    pub(crate) fn of(file: &CampFile) -> Result<Self, StorageError> {
        let mut camp = Connection::open("")?;
        open::copy_all(&file.connection, &mut camp)?;
        let source = file.path().to_owned();
        Ok(Self { camp, source })
    }

    /// As [`CampFile::save_copy`]; nothing appears, and `false` is the answer, if it isn't wanted any more when it is ready.
    ///
    /// # Errors
    /// As of [`CampFile::save_copy`].
    pub(crate) fn save_if(
        &self,
        place: &Path,
        is_wanted: impl Fn() -> bool,
    ) -> Result<bool, OpenError> {
        save_if(&self.camp, &self.source, place, is_wanted)
    }
}

impl fmt::Debug for TakenCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TakenCopy").field(&self.source).finish()
    }
}

/// Writes what a connection holds, which is the camp of the file at `source`, into a new file.
///
/// # Errors
/// As of [`CampFile::save_copy`].
pub(super) fn save(camp: &Connection, source: &Path, place: &Path) -> Result<(), OpenError> {
    save_if(camp, source, place, || true)?;
    Ok(())
}

fn save_if(
    camp: &Connection,
    source: &Path,
    place: &Path,
    is_wanted: impl Fn() -> bool,
) -> Result<bool, OpenError> {
    let made = MadeCopy::of(camp, source, place)?;
    if !is_wanted() {
        return Ok(false);
    }
    made.put()?;
    Ok(true)
}

/// A sound copy beside its place. It is gone again if it isn't put there.
struct MadeCopy {
    work: WorkFolder,
    place: PathBuf,
}

impl MadeCopy {
    fn of(camp: &Connection, source: &Path, place: &Path) -> Result<Self, OpenError> {
        let made = Self {
            work: begin_in(place)?,
            place: place.to_owned(),
        };
        let damage = copy_to(camp, &made.file()).map_err(|error| {
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
        Ok(made)
    }

    fn file(&self) -> PathBuf {
        self.work.path().join(MADE)
    }

    fn put(&self) -> Result<(), OpenError> {
        files::put_new(&self.file(), &self.place).map_err(|error| not_made(&self.place, &error))
    }
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

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::civil::date;

    use super::*;
    use crate::{
        domain::Edit,
        storage::{Mode, Occasion},
    };

    #[test]
    fn a_copy_that_was_taken_is_of_that_moment_and_appears_only_while_it_is_wanted() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, place] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        let mut camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp file");
        let mut rename = |name: &str| {
            let edit = Edit::RenameCamp(name.to_owned());
            camp.apply(&edit, &Occasion::now("Rename the camp"))
                .expect("saved");
            TakenCopy::of(&camp).expect("a copy")
        };
        let taken = rename("Then");
        rename("Later");
        drop(camp);
        fs::remove_file(&path).expect("nothing of it is needed any more");

        assert!(!taken.save_if(&place, || false).expect("no fault"));
        assert_eq!(fs::read_dir(folder.path()).expect("it").count(), 0);
        assert!(taken.save_if(&place, || true).expect("saved"));
        let copy = CampFile::open(&place, Mode::Change).expect("the copy");
        assert_eq!(copy.load().expect("the camp").name, "Then");
        assert_eq!(copy.history().expect("its history").len(), 1);
        drop(copy);
        taken.save_if(&place, || true).expect_err("it is there");
        assert_eq!(fs::read_dir(folder.path()).expect("it").count(), 1);
    }
}
