//! The folder of published files: replaced as a whole, without touching what isn't ours.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{PublishedFile, content, crosstables::CROSSTABLE, ladders::LADDER, weeks};
use crate::{
    files::{NewFile, SaveError, WorkFolder, is_called_a_database, remove_leftovers},
    jobs::Progress,
};

/// The file that says which of the folder's files this program wrote.
const LIST: &str = "camp-ladder-files.txt";

/// How the list begins, by which it is told from anybody else's file of that name.
const HEAD: &str = "Camp Ladder wrote the files below. It replaces them when the camp is published again, and touches no other file.";

/// Why the folder is as it was.
#[derive(Debug, Error)]
pub enum FolderError {
    #[error("The folder “{}” doesn’t exist. Choose another one", .0.display())]
    NoFolder(PathBuf),
    #[error("“{}” is a file: choose a folder for the pages", .0.display())]
    IsFile(PathBuf),
    #[error(
        "“{}” is in this folder, and would get onto the web together with the pages: choose a folder of their own",
        .0.display()
    )]
    IsPrivate(PathBuf),
    #[error(
        "“{}” has files of the same name, which Camp Ladder didn’t write ({}): choose another folder, or move them elsewhere",
        .folder.display(),
        .names.join(", ")
    )]
    Strangers { folder: PathBuf, names: Vec<String> },
    #[error(
        "The pages of other weeks are in “{}”, and would be removed: publish all weeks, or choose another folder",
        .0.display()
    )]
    OtherWeeks(PathBuf),
    #[error("There are no pages in “{}” any more: publish the camp again", .0.display())]
    Gone(PathBuf),
    #[error("No program opened “{}”: open it in a web browser", .0.display())]
    NoBrowser(PathBuf, #[source] opener::OpenError),
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// What is in the folder now.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Saved {
    /// The page to open first.
    pub index: PathBuf,
    /// How many files were written.
    pub written: usize,
    /// How many files of an earlier time were removed, as they belong to no page any more.
    pub removed: usize,
}

/// Writes the files into a folder, which is made if it isn't there. Files that an earlier call wrote are replaced, or removed
/// where they belong to no page any more; all others are left alone. Either all of it happens, or the folder stays as it was; a
/// computer that loses its power in the middle leaves a mixture of whole files, which the next call puts right. `None` if it was
/// cancelled in time: before anything was replaced.
///
/// # Errors
/// Every [`FolderError`] but those of [`open`].
pub fn save(
    folder: &Path,
    files: &[PublishedFile],
    progress: &Progress,
) -> Result<Option<Saved>, FolderError> {
    let is_new = !folder.exists();
    if is_new {
        fs::create_dir(folder).map_err(|error| not_made(folder, error))?;
    }
    let saved = replace(folder, files, progress);
    if is_new && !matches!(saved, Ok(Some(_))) {
        // Only an empty folder can be removed, so nothing is lost.
        let _ = fs::remove_dir(folder);
    }
    saved
}

/// Refuses a folder in which weeks are published that these files don't have: whoever publishes one week alone would take the
/// others off the web.
///
/// # Errors
/// [`FolderError::OtherWeeks`]
pub(crate) fn refuse_other_weeks(
    folder: &Path,
    files: &[PublishedFile],
) -> Result<(), FolderError> {
    let old = written_before(folder).unwrap_or_default();
    let is_week = |name: &&String| name.starts_with(content::WEEK);
    let is_new = |name: &String| files.iter().any(|file| file.name == *name);
    if old.iter().filter(is_week).all(is_new) {
        Ok(())
    } else {
        Err(FolderError::OtherWeeks(folder.to_owned()))
    }
}

/// Opens the published pages in the web browser, and doesn't wait for it.
///
/// # Errors
/// [`FolderError::Gone`] and [`FolderError::NoBrowser`].
pub(crate) fn open(folder: &Path) -> Result<(), FolderError> {
    let index = index_of(folder);
    if !index.is_file() {
        return Err(FolderError::Gone(folder.to_owned()));
    }
    opener::open(&index).map_err(|error| FolderError::NoBrowser(index, error))
}

fn not_made(folder: &Path, error: io::Error) -> FolderError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            let above = folder.parent().unwrap_or(folder);
            FolderError::NoFolder(above.to_owned())
        }
        _ => SaveError::new(folder, error).into(),
    }
}

fn replace(
    folder: &Path,
    files: &[PublishedFile],
    progress: &Progress,
) -> Result<Option<Saved>, FolderError> {
    if !folder.is_dir() {
        return Err(FolderError::IsFile(folder.to_owned()));
    }
    let refused = |error| SaveError::new(folder, error);
    for entry in fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        if is_called_a_database(&path) {
            return Err(FolderError::IsPrivate(path));
        }
    }
    remove_leftovers(folder);
    let old = written_before(folder);
    refuse_strangers(folder, files, old.as_ref())?;

    let old = old.unwrap_or_default();
    let new = files
        .iter()
        .map(|file| file.name.clone())
        .collect::<BTreeSet<_>>();
    // Everything is on the disk before anything is replaced: a full one leaves the pages as they were.
    let work = WorkFolder::new(folder).map_err(refused)?;
    let list_path = folder.join(LIST);
    let list_of_both = NewFile::write_in(&work, &list_path, &list(&(&old | &new)))?;
    let list_of_new = NewFile::write_in(&work, &list_path, &list(&new))?;
    let mut pages = Vec::with_capacity(files.len());
    for file in files {
        if progress.is_cancelled() {
            return Ok(None);
        }
        let place = folder.join(&file.name);
        pages.push(NewFile::write_in(&work, &place, &file.bytes)?);
    }
    if progress.is_cancelled() {
        return Ok(None);
    }
    let stale = old.difference(&new).map(|name| folder.join(name));
    let mut exchange = Exchange::new(&work);
    match exchange.all(list_of_both, pages, stale, list_of_new) {
        Ok(removed) => Ok(Some(Saved {
            index: index_of(folder),
            written: files.len(),
            removed,
        })),
        Err(error) => {
            exchange.turn_back();
            Err(error.into())
        }
    }
}

/// The way from the old files to the new ones, and back.
#[derive(Debug)]
struct Exchange<'a> {
    work: &'a WorkFolder,
    /// Each place that was changed, with a copy of the file that was there.
    changed: Vec<(PathBuf, Option<NewFile>)>,
}

impl<'a> Exchange<'a> {
    const fn new(work: &'a WorkFolder) -> Self {
        Self {
            work,
            changed: Vec::new(),
        }
    }

    /// Answers how many files were removed.
    fn all(
        &mut self,
        list_of_both: NewFile,
        pages: Vec<NewFile>,
        stale: impl Iterator<Item = PathBuf>,
        list_of_new: NewFile,
    ) -> Result<usize, SaveError> {
        // First of all: what is there after a loss of power is known as ours.
        self.put(list_of_both)?;
        // The start page last: it never leads to a page that isn't there yet.
        for page in pages.into_iter().rev() {
            self.put(page)?;
        }
        let mut removed = 0;
        for path in stale {
            removed += usize::from(self.remove(&path)?);
        }
        self.put(list_of_new)?;
        Ok(removed)
    }

    fn put(&mut self, file: NewFile) -> Result<(), SaveError> {
        self.keep(file.place())?;
        file.put()
    }

    /// Answers whether there was such a file.
    fn remove(&mut self, path: &Path) -> Result<bool, SaveError> {
        if !path.is_file() {
            return Ok(false);
        }
        self.keep(path)?;
        fs::remove_file(path).map_err(|error| SaveError::new(path, error))?;
        Ok(true)
    }

    fn keep(&mut self, path: &Path) -> Result<(), SaveError> {
        let copy = NewFile::copy_of(self.work, path)?;
        self.changed.push((path.to_owned(), copy));
        Ok(())
    }

    /// As far as the disk allows: it has just refused something. Whatever stays behind can be published anew.
    fn turn_back(self) {
        for (path, copy) in self.changed.into_iter().rev() {
            let _ = match copy {
                Some(copy) => copy.put().is_ok(),
                None => fs::remove_file(path).is_ok(),
            };
        }
    }
}

fn index_of(folder: &Path) -> PathBuf {
    folder.join(content::INDEX).with_extension("html")
}

fn list(names: &BTreeSet<String>) -> Vec<u8> {
    let names = names.iter().map(|name| format!("{name}\n"));
    format!("{HEAD}\n\n{}", names.collect::<String>()).into_bytes()
}

/// What an earlier call wrote, as its list says; nothing where there is no list of ours.
fn written_before(folder: &Path) -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(folder.join(LIST)).ok()?;
    let names = text.strip_prefix(HEAD)?.lines().map(str::trim);
    Some(
        names
            .filter(|name| is_ours(name))
            .map(ToOwned::to_owned)
            .collect(),
    )
}

/// Whether a name is one that [`pages`](super::pages) gives. A list from elsewhere may hold any, and what it names is removed.
fn is_ours(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let is_numbered = |stem: &str, beginning| {
        let number = stem.strip_prefix(beginning).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_of_week = |behind| {
        let week = stem.strip_suffix(behind);
        week.is_some_and(|week| is_numbered(week, content::WEEK))
    };
    ["html", "csv", "xlsx", "pdf"].contains(&ending)
        && ([content::INDEX, content::SEASON].contains(&stem)
            || ["", weeks::GAMES, weeks::WHO_MET_WHOM]
                .into_iter()
                .any(is_of_week)
            || [LADDER, CROSSTABLE, content::PLAYER]
                .into_iter()
                .any(|beginning| is_numbered(stem, beginning)))
}

fn refuse_strangers(
    folder: &Path,
    files: &[PublishedFile],
    old: Option<&BTreeSet<String>>,
) -> Result<(), FolderError> {
    let is_known = |name: &str| match old {
        Some(old) => name == LIST || old.contains(name),
        None => false,
    };
    let names = files.iter().map(|file| file.name.as_str()).chain([LIST]);
    let strangers = names
        .filter(|name| !is_known(name) && folder.join(name).exists())
        .map(ToOwned::to_owned)
        .collect::<Vec<_>>();
    if strangers.is_empty() {
        return Ok(());
    }
    Err(FolderError::Strangers {
        folder: folder.to_owned(),
        names: strangers,
    })
}
