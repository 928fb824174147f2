//! A camp file that makes room for a backup, and what lies beside it and belongs to it.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use jiff::{SignedDuration, Timestamp, Zoned, civil::DateTime};

use super::{Backup, restoring::UNPACKED};
use crate::{
    files::{self, WorkFolder},
    storage::{
        HolderNote, OpenError,
        open::from_io,
        real_clock,
        safety::{journal, new_file},
    },
};

/// In the name of a file that made room for a backup.
const BEFORE: &str = " (before it was restored, ";
const ENDING: &str = ").ladder";
/// When it did, by a clock that may have been in another time zone than this one is now: only with its offset that is a moment.
const WHEN: &str = "%Y-%m-%d %H.%M %z";
/// Without one, by the clock of this computer.
const LOCAL: &str = "%Y-%m-%d %H.%M";

/// Copies of journals are called like those of this, until they are in their place.
const IN_WORK: &str = "aside.ladder";

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

/// A camp file that made room for a backup: "Camp (before it was restored, 2026-07-06 10.00 -0500, 2).ladder"
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct MadeRoom {
    /// The minute in which it did.
    minute: Timestamp,
    /// Which one of that minute it is.
    number: u32,
    path: PathBuf,
    /// Whether the backup that it made room for is known not to have come: it lies beside it, half restored. Otherwise the camp may have been
    /// moved or renamed since.
    pub is_cut_short: bool,
}

impl MadeRoom {
    /// The newest one beside a place where no camp is: one whose backup did not come, as the program was killed, or the disk failed in between;
    /// or one from before a camp that is gone since.
    pub fn of_gone(camp: &Path) -> Option<Self> {
        // A link leads to where it was.
        let camp = files::behind_links(camp);
        if !files::is_free(&camp) {
            return None;
        }
        let folder = files::folder_of(&camp);
        let entries = fs::read_dir(folder).into_iter().flatten();
        let names = entries.flatten().map(|entry| entry.file_name());
        let made_room = names.filter_map(|name| Self::of(&camp, name.to_str()?));
        let newest = made_room.filter(|it| it.path.is_file()).max()?;
        let names = [UNPACKED.as_ref(), newest.path.file_name()?];
        Some(Self {
            is_cut_short: files::is_left_half_done(folder, &names),
            ..newest
        })
    }

    /// A file, if it is called as one that made room in this place.
    fn of(camp: &Path, name: &str) -> Option<Self> {
        // Windows takes letters of either case for the same.
        let known = |name: &str| {
            if cfg!(windows) {
                name.to_lowercase()
            } else {
                name.to_owned()
            }
        };
        let (_, more) = name.rsplit_once(BEFORE)?;
        let called = journal::beside_called(camp, &format!("{BEFORE}{more}"));
        if known(called.file_name()?.to_str()?) != known(name) {
            return None;
        }
        let when = more.strip_suffix(ENDING)?;
        let (minute, number) = when.split_once(", ").unwrap_or((when, "1"));
        Some(Self {
            // A copy of it has more in its name.
            minute: minute_called(minute)?,
            number: number.parse().ok()?,
            path: camp.with_file_name(name),
            is_cut_short: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a backup was made later, of what came in its place then.
    pub fn is_older_than(&self, backup: &Backup) -> bool {
        backup.note.made.duration_since(self.minute) >= SignedDuration::from_mins(1)
    }

    /// Puts it back where nothing is now. Whatever keeps that from being finished, it is whole, under this name or the other.
    ///
    /// # Errors
    /// Something has come there meanwhile, it is open somewhere, or the disk refuses.
    pub fn put_back(&self, place: &Path) -> Result<(), OpenError> {
        let place = &files::behind_links(place);
        if !files::is_free(place) {
            return Err(OpenError::AlreadyThere(place.clone()));
        }
        if journal::is_held_elsewhere(&self.path) {
            return Err(OpenError::in_use(&self.path));
        }
        let folder = files::folder_of(place);
        // What the one that was cut short had unpacked may fill the disk.
        files::remove_leftovers(folder);
        let work = WorkFolder::new(folder).map_err(|error| new_file::not_made(place, &error))?;
        self.put_back_by(place, work.path())
            .map_err(|error| from_io(place, &error))
    }

    fn put_back_by(&self, place: &Path, work: &Path) -> io::Result<()> {
        let mut copied = Vec::new();
        for [here, there, in_work] in beside([&self.path, place, &work.join(IN_WORK)]) {
            if is_plain(&here) {
                copy_through(&here, &in_work)?;
                // A copy that was left there when this one made room is no newer.
                files::rename(&in_work, &there)?;
                copied.push(here);
            }
        }
        // Whatever came there meanwhile is another one.
        if !files::is_free(place) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        files::rename(&self.path, place)?;
        remove_copies(copied);
        Ok(())
    }
}

/// "2026-07-06 10.00 -0500"
fn called(now: &Zoned) -> String {
    now.strftime(WHEN).to_string()
}

fn minute_called(when: &str) -> Option<Timestamp> {
    let local = || {
        let local = DateTime::strptime(LOCAL, when).ok()?;
        let local = local.to_zoned(real_clock().time_zone().clone()).ok()?;
        Some(local.timestamp())
    };
    Timestamp::strptime(WHEN, when).ok().or_else(local)
}

/// What lies beside camps, if anything does: their journals, and their logs.
fn beside<const N: usize>(camps: [&Path; N]) -> [[PathBuf; N]; 2] {
    let all = camps.map(|camp| {
        let [_, journal, log] = journal::camp_and_beside(camp);
        (journal, log)
    });
    [
        all.each_ref().map(|(journal, _)| journal.clone()),
        all.map(|(_, log)| log),
    ]
}

/// What isn't can't be the journal of a camp.
fn is_plain(path: &Path) -> bool {
    let about = path.symlink_metadata();
    about.is_ok_and(|about| about.is_file())
}

/// A copy that is on the disk when it is done, for those who may look into the file.
fn copy_through(from: &Path, to: &Path) -> io::Result<()> {
    let mut copy = File::create(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()?;
    files::let_others_as(from, to);
    Ok(())
}

fn remove_copies(copies: impl IntoIterator<Item = PathBuf>) {
    for copy in copies {
        if let Err(error) = fs::remove_file(&copy) {
            tracing::warn!("the copy of a journal is left: {error}");
        }
    }
}

/// A camp file that makes room, with what lies beside it and belongs to it. After each step it is whole together with its journal, under its own
/// name or the other: the journal is there under both when the camp goes from one to the other.
pub(super) struct Aside<'a> {
    place: &'a Path,
    /// A folder beside it, in which what isn't needed any more goes.
    work: &'a Path,
    /// Journals and logs under their new names.
    copies: Vec<PathBuf>,
    /// From where to where.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl<'a> Aside<'a> {
    pub(super) fn new(place: &'a Path, work: &'a Path) -> Self {
        Self {
            place,
            work,
            copies: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// The journal is called like the camp then, so that the two can still be opened together. Nothing is left that would be rolled into a camp
    /// that comes there.
    pub(super) fn move_away(&mut self) -> io::Result<()> {
        let aside = self.free_place()?;
        let beside = beside([self.place, &aside, &self.work.join(IN_WORK)]);
        for [from, to, in_work] in &beside {
            if is_plain(from) {
                copy_through(from, in_work)?;
                files::put_new(in_work, to)?;
                self.copies.push(to.clone());
            }
        }
        self.leave_name_of(&aside);
        self.rename(self.place.to_owned(), aside)?;
        for [from, to, in_work] in beside {
            let is_copied = self.copies.contains(&to);
            self.rename(from, if is_copied { in_work } else { to })?;
        }
        // It names whoever had the file open that isn't there any more.
        let _ = fs::remove_file(HolderNote::path(self.place));
        Ok(())
    }

    /// Leaves a file of this name beside what is to come: if the program is killed, that tells for which camp it was.
    fn leave_name_of(&self, aside: &Path) {
        // Without it, the director is asked.
        if let Some(name) = aside.file_name()
            && let Err(error) = File::create(self.work.join(name))
        {
            tracing::warn!("nothing tells which camp makes room: {error}");
        }
    }

    fn free_place(&self) -> io::Result<PathBuf> {
        let now = called(&real_clock());
        let name = |number: &str| {
            let more = format!("{BEFORE}{now}{number}{ENDING}");
            journal::beside_called(self.place, &more)
        };
        let is_free = |path: &Path| {
            let paths = journal::camp_and_beside(path);
            paths.iter().all(|path| files::is_free(path))
        };
        Ok(files::free_place(name, is_free).ok_or(ErrorKind::AlreadyExists)?)
    }

    fn rename(&mut self, from: PathBuf, to: PathBuf) -> io::Result<()> {
        match files::rename(&from, &to) {
            Ok(()) => self.moved.push((from, to)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// All as it was, or, where the disk refuses, as it is now.
    pub(super) fn move_back(&mut self) {
        for (from, to) in self.moved.drain(..).rev() {
            // Another file may have come there meanwhile.
            if from == self.place && !files::is_free(&from) {
                tracing::error!("a camp that was moved aside stays there, as its place is taken");
                return;
            }
            if let Err(error) = files::rename(&to, &from) {
                tracing::error!("a camp that was moved aside stays there: {error}");
                return;
            }
        }
        remove_copies(self.copies.drain(..));
    }

    /// Where the camp is now.
    pub(super) fn camp(self) -> Option<PathBuf> {
        // A journal that was left without its camp isn't what was there.
        let mut moved = self.moved.into_iter();
        let camp = moved.find(|(from, _)| from == self.place);
        camp.map(|(_, to)| to)
    }
}
