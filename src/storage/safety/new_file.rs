//! A camp file that appears whole or not at all: it is made beside its place, written through to the disk, and moved there.

use std::{
    io::{self, ErrorKind},
    path::{self, Path, PathBuf},
};

use jiff::civil::Date;
use rusqlite::{Connection, OpenFlags};

use super::{connection, from_outside};
use crate::{
    domain::{CampSeed, Edit, check_camp_name, clean_name},
    files::{self, WorkFolder},
    storage::{
        Applied, CampFile, Mode, Occasion, OpenError, StorageError,
        open::{self, from_io},
    },
};

/// A camp that is being made. It is gone again if it isn't [finished](Self::finish).
#[derive(Debug)]
pub(crate) struct NewCampFile {
    // Closed before the file is moved or removed.
    camp: CampFile,
    work: WorkFolder,
    place: PathBuf,
}

impl NewCampFile {
    /// Begins a camp with an open first week, and with what an older camp hands down.
    ///
    /// # Errors
    /// There is a file already, no folder, no permission, no room; or the name won't do.
    pub(crate) fn begin(
        place: &Path,
        name: &str,
        today: Date,
        seed: &CampSeed,
    ) -> Result<Self, OpenError> {
        if let Some(problem) = check_camp_name(name).into_iter().next() {
            return Err(OpenError::BadName {
                name: name.to_owned(),
                reason: problem.reason,
            });
        }
        let work = begin_in(place)?;
        let made = work.path().join(MADE);
        let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(place, &error);
        let mut connection = connect(&made).map_err(in_sqlite)?;
        let migrations = open::migrations(place)?;
        open::upgrade(place, &mut connection, &migrations)?;
        open::begin_camp(&mut connection, name, today, seed)
            .map_err(|error| OpenError::from_loading(place, &error))?;
        let camp = CampFile::of_connection(connection, made, Mode::Change);
        Ok(Self {
            camp,
            work,
            place: place.to_owned(),
        })
    }

    /// Whether there can't be one in this place, as far as that shows before anything is written.
    ///
    /// # Errors
    /// There is a file already, or no folder; or the path is too long.
    pub(crate) fn refuse_place(place: &Path) -> Result<(), OpenError> {
        from_outside::refuse_long_path(place)?;
        let folder = files::folder_of(place);
        if !folder.is_dir() {
            return Err(OpenError::NoFolder(folder.to_owned()));
        }
        if place.symlink_metadata().is_ok() {
            return Err(OpenError::AlreadyThere(place.to_owned()));
        }
        Ok(())
    }

    /// Makes a change before anybody sees the camp.
    ///
    /// # Errors
    /// As of [`CampFile::apply`].
    pub(crate) fn apply(
        &mut self,
        edit: &Edit,
        occasion: &Occasion,
    ) -> Result<Applied, StorageError> {
        self.camp.apply(edit, occasion)
    }

    /// Puts the camp in its place, and opens it.
    ///
    /// # Errors
    /// Another file has come there meanwhile, or the disk fails. Then nothing is left.
    pub(crate) fn finish(self) -> Result<CampFile, OpenError> {
        let Self { camp, work, place } = self;
        drop(camp);
        files::put_new(&work.path().join(MADE), &place)
            .map_err(|error| not_made(&place, &error))?;
        CampFile::open(&place, Mode::Change)
    }
}

/// What a camp is called after its file: "Summer camp" for "Summer camp.ladder".
pub(crate) fn camp_name(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    stem.and_then(|stem| clean_name(&stem).ok())
        .filter(|name| check_camp_name(name).is_empty())
        .unwrap_or_else(|| "Camp".to_owned())
}

/// What a file is called before it is put in its place.
pub(super) const MADE: &str = "new.ladder";

/// A folder in which a camp file for this place can be made.
///
/// # Errors
/// There is a file already, or there can't be one.
pub(in crate::storage) fn begin_in(place: &Path) -> Result<WorkFolder, OpenError> {
    NewCampFile::refuse_place(place)?;
    let folder = files::folder_of(place);
    files::remove_leftovers(folder);
    let work = WorkFolder::new(folder).map_err(|error| not_made(place, &error))?;
    from_outside::refuse_long_path(&work.path().join(MADE))
        .map_err(|_| OpenError::LongPath(place.to_owned()))?;
    Ok(work)
}

/// Why there can't be a new file in a place. What is said of a file that is to be opened would be no help.
pub(in crate::storage) fn not_made(place: &Path, error: &io::Error) -> OpenError {
    let folder = files::folder_of(place);
    match error.kind() {
        ErrorKind::NotFound if !folder.is_dir() => OpenError::NoFolder(folder.to_owned()),
        ErrorKind::NotFound | ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            // On the command line it may be “.”, which says nothing.
            let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            OpenError::NothingSavedIn(folder)
        }
        _ => from_io(place, error),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection::restrict(&connection)?;
    open::lock(&connection)?;
    open::settle(&connection)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn the_folder_is_named_in_which_nothing_can_be_saved() {
        let error = not_made(
            Path::new("Camp.ladder"),
            &ErrorKind::PermissionDenied.into(),
        );
        let here = env::current_dir().expect("a folder");
        assert!(
            matches!(&error, OpenError::NothingSavedIn(folder) if *folder == here),
            "{error}"
        );
    }
}
