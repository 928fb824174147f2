//! Files for the director on the disk: written whole or not at all, and opened in the program that they belong to.

mod in_place;
mod names;
pub(crate) mod path_text;

use std::{
    ffi::OsStr,
    fs::{self, File, TryLockError},
    io::{self, Read as _, Write as _},
    iter,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use tempfile::{NamedTempFile, TempDir, TempPath};
use thiserror::Error;

pub(crate) use self::{
    in_place::{behind_links, let_others_as},
    names::{file_name, plain_name},
};

/// How often a finished file is moved to its place, and the pause in between: on Windows a virus scanner or a program
/// that copies files to the net may hold the old one for a moment.
const MOVES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(150);

/// Why a file was not saved or not opened. An older file of that name is as it was.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("The folder “{}” doesn’t exist. Choose another one", .0.display())]
    NoFolder(PathBuf),
    #[error("“{}” is a folder: give the file a name of its own", .0.display())]
    IsFolder(PathBuf),
    #[error("“{}” is a camp or another database, which would be lost: choose another name", .0.display())]
    IsDatabase(PathBuf),
    #[error("You may not write to “{}”: choose another folder, such as your documents", .0.display())]
    NotAllowed(PathBuf),
    #[error("The disk is full: “{}” was not saved. Make room, or choose another disk", .0.display())]
    DiskFull(PathBuf),
    #[error("“{}” is open in another program: close it there, or save under another name", .0.display())]
    InUse(PathBuf),
    #[error("“{}” is not there any more: save it again", .0.display())]
    Gone(PathBuf),
    #[error("No program opened “{}”: install a PDF reader, or open the file in a web browser", .0.display())]
    NoReader(PathBuf, #[source] opener::OpenError),
    #[error("No program opened the folder “{}”: open it in your file manager", .0.display())]
    NoFileManager(PathBuf, #[source] opener::OpenError),
    #[error("“{}” could not be saved: {}", .0.display(), .1)]
    Other(PathBuf, #[source] io::Error),
}

impl SaveError {
    /// What an error of the operating system means for a file that was to be saved as `path`.
    pub(crate) fn new(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::NotAllowed(path)
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull(path),
            // A folder in which no file can be made, as those of the system are.
            io::ErrorKind::NotFound if folder_of(&path).is_dir() => Self::NotAllowed(path),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Self::NoFolder(folder_of(&path).to_owned())
            }
            io::ErrorKind::IsADirectory => Self::IsFolder(path),
            _ => Self::Other(path, error),
        }
    }
}

/// Saves a PDF, or a list as text. Whatever happens, the file at `path` is afterwards either the new one or the one that
/// was there. A device or a pipe is written to.
///
/// # Errors
/// Every [`SaveError`] but those of [`open_pdf`] and [`open_folder`].
pub(crate) fn save_file(path: &Path, content: &[u8]) -> Result<(), SaveError> {
    let refused = |error| SaveError::new(path, error);
    let is_device = fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
    if is_device {
        return fs::write(path, content).map_err(refused);
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(SaveError::NoFolder(folder.to_owned()));
    }
    if path.is_dir() {
        return Err(SaveError::IsFolder(path.to_owned()));
    }
    if is_database(path) {
        return Err(SaveError::IsDatabase(path.to_owned()));
    }
    NewFile::write(path, content)?.put()
}

/// A file that is written through to the disk, beside the place where it is meant to be. It is gone again if it isn't put there.
#[derive(Debug)]
pub(crate) struct NewFile {
    written: TempPath,
    place: PathBuf,
}

impl NewFile {
    /// # Errors
    /// Whatever the disk refuses.
    pub(crate) fn write(place: &Path, content: &[u8]) -> Result<Self, SaveError> {
        Self::write_beside(folder_of(place), place, content)
    }

    /// # Errors
    /// Whatever the disk refuses.
    pub(crate) fn write_in(
        work: &WorkFolder,
        place: &Path,
        content: &[u8],
    ) -> Result<Self, SaveError> {
        Self::write_beside(work.path(), place, content)
    }

    fn write_beside(folder: &Path, place: &Path, content: &[u8]) -> Result<Self, SaveError> {
        let refused = |error| SaveError::new(place, error);
        let mut file = new_file_in(folder).map_err(refused)?;
        file.write_all(content).map_err(refused)?;
        file.as_file().sync_all().map_err(refused)?;
        Ok(Self {
            written: file.into_temp_path(),
            place: place.to_owned(),
        })
    }

    /// A copy of the file in this place, to be put back; `None` where there is none. It need not outlive the program, so nobody
    /// waits until it is written through to the disk.
    ///
    /// # Errors
    /// Whatever the disk refuses.
    pub(crate) fn copy_of(work: &WorkFolder, place: &Path) -> Result<Option<Self>, SaveError> {
        let refused = |error| SaveError::new(place, error);
        let mut old = match File::open(place) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(error)),
        };
        let mut copy = new_file_in(work.path()).map_err(refused)?;
        io::copy(&mut old, &mut copy).map_err(refused)?;
        Ok(Some(Self {
            written: copy.into_temp_path(),
            place: place.to_owned(),
        }))
    }

    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// Moves it into its place; a file that is there is replaced.
    ///
    /// # Errors
    /// Whatever the disk refuses. The old file is then as it was.
    pub(crate) fn put(self) -> Result<(), SaveError> {
        let Self { written, place } = self;
        let mut written = Some(written);
        let moved = in_patience(&place, is_in_use, || {
            let file = written.take().ok_or(io::ErrorKind::NotFound)?;
            file.persist(&place).map_err(|refused| {
                written = Some(refused.path);
                refused.error
            })
        });
        moved.map_err(|error| {
            if is_in_use(&error, &place) {
                SaveError::InUse(place)
            } else {
                SaveError::new(&place, error)
            }
        })
    }
}

/// Moves a file with something done to it by `attempt` that others may keep from happening for a moment: so often until it can be done.
fn in_patience<T>(
    file: &Path,
    is_in_use: impl Fn(&io::Error, &Path) -> bool,
    mut attempt: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    for _ in 1..MOVES {
        match attempt() {
            Err(error) if is_in_use(&error, file) => thread::sleep(PAUSE),
            done => return done,
        }
    }
    attempt()
}

/// Renames a file, which a virus scanner may hold for a moment.
///
/// # Errors
/// Whatever the disk refuses.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    in_patience(from, is_in_use, || fs::rename(from, to))
}

/// Moves a finished file to a place where there is none.
///
/// # Errors
/// Something has come there meanwhile, or the disk refuses.
pub(crate) fn put_new(made: &Path, place: &Path) -> io::Result<()> {
    let mut file = Some(TempPath::try_from_path(made)?);
    let moved = in_patience(made, is_in_use, || {
        let made = file.take().ok_or(io::ErrorKind::NotFound)?;
        made.persist_noclobber(place).map_err(|refused| {
            file = Some(refused.path);
            refused.error
        })
    });
    let kept = match moved {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some disks can't promise that nothing is replaced: then a look has to do.
        Err(_) if place.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) => match file {
            Some(made) => made.persist(place).map_err(|refused| refused.error),
            None => Err(error),
        },
    };
    kept?;
    // The name is on the disk when its folder is.
    #[cfg(unix)]
    if let Err(error) = File::open(folder_of(place)).and_then(|folder| folder.sync_all()) {
        // Not every disk can do that, and the file is there.
        tracing::warn!("a folder was not written through to the disk: {error}");
    }
    Ok(())
}

/// The first free one of places whose names differ by a number: without one, with ", 2", ", 3" and so on.
pub(crate) fn free_place(
    place: impl Fn(&str) -> PathBuf,
    is_free: impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    let numbers = (2..100).map(|number| format!(", {number}"));
    let mut places = iter::once(String::new())
        .chain(numbers)
        .map(|number| place(&number));
    places.find(|place| is_free(place))
}

/// Whether nothing lies there; not where nobody can tell, as of a name that is too long.
pub(crate) fn is_free(path: &Path) -> bool {
    let about = path.symlink_metadata();
    about.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// A folder for files that are being made, in the folder that they are meant for, as a file is only moved whole within one disk. It is
/// gone again afterwards; if the program is ended by force, [`remove_leftovers`] knows by its lock that nobody works in it.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    // Closed before the folder is removed: Windows removes no file that is open.
    #[expect(dead_code, reason = "held for its end")]
    lock: File,
    folder: TempDir,
}

impl WorkFolder {
    /// # Errors
    /// Whatever the disk refuses.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix(WRITING.0)
            .suffix(WRITING.1)
            .tempdir_in(folder)?;
        let mut lock = File::create(folder.path().join(LOCK))?;
        // A disk without locks has none to be seen either: what is left there goes by its age.
        if lock.try_lock().is_ok() {
            lock.write_all(b"Camp Ladder is at work here\n")?;
        }
        Ok(Self { lock, folder })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves all of it behind, as a program does that is ended by force.
    #[cfg(test)]
    pub(crate) fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

/// Opens a PDF in the program that the computer opens PDFs with, and doesn't wait for it.
///
/// # Errors
/// [`SaveError::Gone`] and [`SaveError::NoReader`].
pub(crate) fn open_pdf(path: &Path) -> Result<(), SaveError> {
    if !path.is_file() {
        return Err(SaveError::Gone(path.to_owned()));
    }
    opener::open(path).map_err(|error| SaveError::NoReader(path.to_owned(), error))
}

/// Opens a folder in the computer's file manager, and doesn't wait for it.
///
/// # Errors
/// [`SaveError::NoFolder`] and [`SaveError::NoFileManager`].
pub(crate) fn open_folder(path: &Path) -> Result<(), SaveError> {
    if !path.is_dir() {
        return Err(SaveError::NoFolder(path.to_owned()));
    }
    opener::open(path).map_err(|error| SaveError::NoFileManager(path.to_owned(), error))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Whether there is a camp file, another SQLite database, or an Access file.
fn is_database(path: &Path) -> bool {
    // Told by the name first: on Linux, the lock of a camp that this program has open would go with the second look into it.
    if is_called_a_database(path) {
        return path.exists();
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(20).read_to_end(&mut head));
    let after = |at: usize| head.get(at..).unwrap_or_default();
    read.is_ok()
        && (after(0).starts_with(b"SQLite format 3\0")
            || after(4).starts_with(b"Standard Jet")
            || after(4).starts_with(b"Standard ACE"))
}

/// Whether it has the name of a camp file or an Access file.
pub(crate) fn is_called_a_database(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        ["ladder", "accdb", "mdb"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// Files that are being written are called so, and folders of such files, until they are put in their place.
const WRITING: (&str, &str) = (".camp-ladder-", ".tmp");

/// The file that whoever writes into a [`WorkFolder`] holds the lock of. It has content as soon as it is locked.
const LOCK: &str = "lock";

/// Nobody takes longer to write a file.
const LONG_AGO: Duration = Duration::from_hours(1);

/// What is or was being written in a folder.
fn being_written(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        name.to_str()
            .is_some_and(|name| name.starts_with(WRITING.0) && name.ends_with(WRITING.1))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(is_ours)
}

/// Whether a program that was ended by force has left files of all these names in a [`WorkFolder`] in there.
pub(crate) fn is_left_half_done(folder: &Path, names: &[&OsStr]) -> bool {
    let mut folders = being_written(folder).map(|entry| entry.path());
    folders.any(|folder| {
        let mut files = names.iter().map(|name| folder.join(name));
        files.all(|file| file.is_file()) && is_left(&folder)
    })
}

/// Removes what a program that was ended by force has left half written in a folder. What another one is writing stays.
pub(crate) fn remove_leftovers(folder: &Path) {
    for entry in being_written(folder) {
        // Whatever can't be removed does no harm.
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => remove_work_folder(&entry.path()),
            Ok(_) if is_from_long_ago(&entry.path()) => fs::remove_file(entry.path()),
            _ => Ok(()),
        };
    }
}

/// Whether a file was written so long ago that nobody is at work on it any more.
pub(crate) fn is_from_long_ago(path: &Path) -> bool {
    let modified = fs::symlink_metadata(path).and_then(|about| about.modified());
    modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|since| since > LONG_AGO))
}

/// Whether nobody is at work any more in a [`WorkFolder`].
fn is_left(folder: &Path) -> bool {
    let lock = File::options()
        .read(true)
        .write(true)
        .open(folder.join(LOCK));
    lock.is_ok_and(|lock| match lock.try_lock() {
        Ok(()) => lock.metadata().is_ok_and(|about| about.len() > 0) || is_from_long_ago(folder),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => is_from_long_ago(folder),
    })
}

fn remove_work_folder(folder: &Path) -> io::Result<()> {
    if is_left(folder) {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

/// A file beside the one to be replaced, as a file is only moved whole within one disk.
pub(crate) fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(WRITING.0).suffix(WRITING.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file, so that others may read the standings: the user's umask still takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Whether the file at `path` can't be replaced, as a program holds it. Windows says "access denied" for that too; it
/// would have refused the new file beside it before, if it meant the folder.
fn is_in_use(error: &io::Error, path: &Path) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    let held = matches!(
        error.raw_os_error(),
        Some(SHARING_VIOLATION | LOCK_VIOLATION)
    );
    let denied = error.kind() == io::ErrorKind::PermissionDenied
        && fs::metadata(path).is_ok_and(|old| !old.permissions().readonly());
    cfg!(windows) && (held || denied)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect::<Vec<_>>();
        names.sort();
        names
    }

    /// As by a virus scanner, which reads what was just written.
    #[test]
    fn a_file_that_is_held_for_a_moment_is_waited_for() {
        let tried = Cell::new(0);
        let is_held = |error: &io::Error, _: &Path| error.kind() == io::ErrorKind::ResourceBusy;
        let held_for = |attempts| {
            tried.set(0);
            in_patience(Path::new("Camp.ladder"), is_held, || {
                tried.set(tried.get() + 1);
                if tried.get() > attempts {
                    Ok(())
                } else {
                    Err(io::ErrorKind::ResourceBusy.into())
                }
            })
        };
        held_for(2).expect("it is free by then");
        assert_eq!(tried.get(), 3);
        held_for(MOVES).expect_err("it is held for long");
        assert_eq!(tried.get(), MOVES);
        tried.set(0);
        let refused = in_patience(Path::new("Camp.ladder"), is_held, || {
            tried.set(tried.get() + 1);
            Err::<(), _>(io::ErrorKind::PermissionDenied.into())
        });
        refused.expect_err("nobody holds it");
        assert_eq!(tried.get(), 1);
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Week 3 – standings.pdf");
        save_file(&path, b"first").expect("saved");
        save_file(&path, b"second").expect("replaced");
        assert_eq!(fs::read(&path).expect("the file"), b"second");
        assert_eq!(names_in(folder.path()), ["Week 3 – standings.pdf"]);
    }

    #[test]
    fn a_camp_or_another_database_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in [
            ("Camp.ladder", &b"SQLite format 3\0..."[..]),
            ("Camp.LADDER", b""),
            ("Camp.bak", b"SQLite format 3\0..."),
            ("camp.copy", b"\0\x01\0\0Standard ACE DB\0"),
            ("camp.old", b"\0\x01\0\0Standard Jet DB\0"),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("a file");
            let error = save_file(&path, b"pdf").expect_err("refused");
            assert!(matches!(error, SaveError::IsDatabase(_)), "{error}");
            assert_eq!(fs::read(&path).expect("the file"), content);
        }
        save_file(&folder.path().join("New.ladder"), b"text").expect("nothing is replaced");
    }

    /// An administrator could otherwise put a file in the place of a device.
    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let device = Path::new("/dev/null");
        save_file(device, b"gone").expect("written");
        let about = fs::metadata(device).expect("the device");
        assert!(about.file_type().is_char_device());
    }

    #[test]
    fn a_missing_folder_and_a_folder_in_the_way_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing");
        let error = save_file(&missing.join("a.pdf"), b"pdf").expect_err("no folder");
        assert_eq!(
            error.to_string(),
            format!(
                "The folder “{}” doesn’t exist. Choose another one",
                missing.display()
            )
        );
        assert!(matches!(
            save_file(folder.path(), b"pdf"),
            Err(SaveError::IsFolder(_))
        ));
        fs::write(folder.path().join("file"), "").expect("a file");
        assert!(matches!(
            save_file(&folder.path().join("file/a.pdf"), b"pdf"),
            Err(SaveError::NoFolder(_))
        ));
        assert_eq!(names_in(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_a_saved_file_as_any_other() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (ours, plain) = (folder.path().join("a.pdf"), folder.path().join("b.pdf"));
        save_file(&ours, b"pdf").expect("saved");
        fs::write(&plain, "").expect("a file");
        let mode = |path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(ours), mode(plain));
    }

    #[test]
    fn what_the_system_says_becomes_a_sentence() {
        let path = Path::new("folder/a.pdf");
        let sentence = |kind: io::ErrorKind| SaveError::new(path, kind.into()).to_string();
        assert_eq!(
            sentence(io::ErrorKind::StorageFull),
            "The disk is full: “folder/a.pdf” was not saved. Make room, or choose another disk"
        );
        assert_eq!(
            sentence(io::ErrorKind::PermissionDenied),
            "You may not write to “folder/a.pdf”: choose another folder, such as your documents"
        );
        assert_eq!(
            sentence(io::ErrorKind::NotFound),
            "The folder “folder” doesn’t exist. Choose another one"
        );
        assert!(
            sentence(io::ErrorKind::TimedOut).starts_with("“folder/a.pdf” could not be saved: ")
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.pdf");
        assert!(matches!(open_pdf(&path), Err(SaveError::Gone(gone)) if gone == path));
    }
}
