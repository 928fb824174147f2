//! A camp file that makes room for a backup, and what lies beside it and belongs to it.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::{
    files,
    storage::{HolderNote, real_clock, safety::journal},
};

/// In the name of a file that made room for a backup.
const BEFORE: &str = " (before it was restored, ";
const ENDING: &str = ").ladder";

/// The names of the files beside a camp that were moved aside: those that made room for backups, with their journals, and the rest of
/// unfinished changes. They have what camps had then.
pub fn moved_aside_beside(camp: &Path) -> Vec<String> {
    let entries = fs::read_dir(files::folder_of(camp)).into_iter().flatten();
    let names = entries.flatten().map(|entry| entry.file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    let made_room = |name: &str| {
        let mut beside = journal::camp_and_beside(Path::new(ENDING)).into_iter();
        name.contains(BEFORE) && beside.any(|it| name.ends_with(&*it.to_string_lossy()))
    };
    let mut names = names
        .filter(|name| made_room(name) || journal::is_called_aside(name))
        .collect::<Vec<_>>();
    names.sort();
    names
}

/// A camp file that makes room, with what lies beside it and belongs to it.
pub(super) struct Aside {
    place: PathBuf,
    /// From where to where; the camp itself first.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Aside {
    pub(super) fn new(place: &Path) -> Self {
        Self {
            place: place.to_owned(),
            moved: Vec::new(),
        }
    }

    /// The journal keeps its name beside the camp, so that the two can still be opened together.
    pub(super) fn move_away(&mut self) -> io::Result<()> {
        let now = real_clock().strftime("%Y-%m-%d %H.%M").to_string();
        let name = |number: &str| {
            let more = format!("{BEFORE}{now}{number}{ENDING}");
            journal::beside_called(&self.place, &more)
        };
        let is_free = |path: &Path| {
            let paths = journal::camp_and_beside(path);
            paths.iter().all(|path| files::is_free(path))
        };
        let aside = files::free_place(name, is_free).ok_or(ErrorKind::AlreadyExists)?;
        let from = journal::camp_and_beside(&self.place);
        for (from, to) in from.into_iter().zip(journal::camp_and_beside(&aside)) {
            match files::rename(&from, &to) {
                Ok(()) => self.moved.push((from, to)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        // It names whoever had the file open that isn't there any more.
        let _ = fs::remove_file(HolderNote::path(&self.place));
        Ok(())
    }

    pub(super) fn move_back(&mut self) {
        for (from, to) in self.moved.drain(..).rev() {
            if let Err(error) = files::rename(&to, &from) {
                tracing::error!("a camp that was moved aside stays there: {error}");
            }
        }
    }

    /// Where the camp is now.
    pub(super) fn camp(self) -> Option<PathBuf> {
        // A journal that was left without its camp isn't what was there.
        let mut moved = self.moved.into_iter();
        let camp = moved.find(|(from, _)| *from == self.place);
        camp.map(|(_, to)| to)
    }
}
