//! Where backups lie: a folder a camp, in the system's folder for data and in a second place that the director chooses.

use std::{
    cmp::Reverse,
    fs::{self, DirBuilder},
    io::{self, ErrorKind, Read as _},
    iter,
    path::{Path, PathBuf},
};

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

use super::{
    BackupError, BackupNote, BackupsOf, Newest, OwnBackups, RestoreSource, SecondPlace,
    chosen::look_at,
    computer, deleting,
    following::{bring_up, delete_due, sound},
    halves::remove_halves,
    slow_places::{PATIENCE, PATIENCE_WRITING, ask},
    thinning::{self, Made},
};
use crate::{
    domain::show_moment,
    files::{self, NewFile},
    storage::real_clock,
};

/// How packed camps end, and the notes beside them.
pub(super) const PACKED: &str = ".ladder.gz";
pub(super) const NOTE: &str = ".json";

/// In seconds.
const DAY: i64 = 24 * 60 * 60;

/// Longer than any note.
pub(super) const LONGEST_NOTE: u64 = 64 << 10;

/// Where backups are kept.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BackupPlaces {
    pub folder: PathBuf,
    /// A memory stick, or a folder that is synchronised. It need not always be there.
    pub second: Option<PathBuf>,
    /// When the director chose that: what comes to be there later, or has its letter, may be [another one](SecondPlace::Another).
    pub second_chosen: Option<Timestamp>,
}

/// A backup that was verified when it was made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Backup {
    pub note: BackupNote,
    /// The packed camp.
    pub path: PathBuf,
    /// Whether it lies in the second place.
    pub(super) is_second: bool,
    /// Whether another computer made it, which has the same second place.
    pub(super) is_of_other_computer: bool,
    /// The same one in the second place, where both have it: one of them may have suffered since.
    pub(super) twin: Option<Box<Self>>,
}

/// Which backups there are, the newest first.
#[derive(Debug)]
pub struct Found {
    pub backups: Vec<Backup>,
    /// Whether those in the second place are among them.
    pub second: SecondPlace,
    /// Why some in the first place may not be.
    pub unread: Option<BackupError>,
}

impl BackupPlaces {
    /// One place.
    #[must_use]
    pub const fn only(folder: PathBuf) -> Self {
        Self {
            folder,
            second: None,
            second_chosen: None,
        }
    }

    /// The first place alone.
    #[must_use]
    pub fn first(&self) -> Self {
        Self::only(self.folder.clone())
    }

    /// The backups of a camp in both places, each once. Takes some seconds where the second place doesn't answer.
    pub fn find(&self, of: &BackupsOf) -> Found {
        let mut found = self.find_all();
        found.backups.retain(|backup| of.include(&backup.note));
        found.unread = self.unread(of.uid());
        found
    }

    /// Why backups in the first place can't be read: those of a camp, or those of all.
    fn unread(&self, uid: Option<&str>) -> Option<BackupError> {
        let camps = match uid {
            Some(uid) => vec![folder_of_camp(&self.folder, uid)],
            None => folders(&self.folder),
        };
        let mut places = iter::once(self.folder.clone()).chain(camps);
        places.find_map(|place| BackupError::of_listing(&place, fs::read_dir(&place)))
    }

    /// The same without a word about the second place.
    pub fn backups(&self, of: &BackupsOf) -> Vec<Backup> {
        self.find(of).backups
    }

    /// Of them, those that may be taken where nobody chooses.
    ///
    /// # Errors
    /// As of [`BackupsOf::own`]; or there seem to be none, and their folder can't be read.
    pub fn own(&self, of: &BackupsOf) -> Result<OwnBackups, BackupError> {
        let Found {
            backups,
            second,
            unread,
        } = self.find(of);
        let own = of.own(backups)?;
        match unread {
            Some(error) if own.backups.is_empty() => Err(error),
            unread => Ok(OwnBackups {
                second,
                unread,
                ..own
            }),
        }
    }

    /// The newest of them that is still what it was when it was made, and whether both places could be looked into for it. Each is read until one is.
    ///
    /// # Errors
    /// Nobody can find out, as there is no room to unpack them, or their place doesn't answer.
    pub fn newest_good(&self, of: &BackupsOf) -> Result<Newest, BackupError> {
        self.own(of)?.newest_good(RestoreSource::verify)
    }

    /// Whether they are in the same folders as these, whenever the second one was chosen.
    pub fn are_in(&self, other: &Self) -> bool {
        (&self.folder, &self.second) == (&other.folder, &other.second)
    }

    /// Those of all camps.
    pub fn find_all(&self) -> Found {
        let mut backups = Vec::new();
        for folder in folders(&self.folder) {
            backups.extend(backups_in(&folder));
        }
        let (second, answer) = self.in_second();
        let here = computer::known_here(&self.folder);
        // Then nobody knows what this computer is called there.
        let is_unread = BackupError::of_listing(&self.folder, fs::read_dir(&self.folder)).is_some();
        for mut backup in second {
            let is_it = |known: &&mut Backup| {
                known.path.file_name() == backup.path.file_name()
                    && known.note.uid == backup.note.uid
            };
            if let Some(known) = backups.iter_mut().find(is_it) {
                known.twin = Some(Box::new(backup));
            } else {
                let computer = &backup.note.computer;
                let is_known = !is_unread || here.is_some();
                backup.is_of_other_computer = is_known && computer.is_some() && *computer != here;
                backups.push(backup);
            }
        }
        newest_first(&mut backups);
        Found {
            backups,
            second: answer,
            unread: self.unread(None),
        }
    }

    /// Those of one camp in the first place, the newest first, without a look into the folders of others.
    pub(super) fn of_uid(&self, uid: &str) -> Vec<Backup> {
        let mut found = backups_in(&folder_of_camp(&self.folder, uid));
        newest_first(&mut found);
        found
    }

    fn in_second(&self) -> (Vec<Backup>, SecondPlace) {
        let Some(second) = self.second.clone() else {
            return (Vec::new(), SecondPlace::Done);
        };
        let place = second.clone();
        let (first, chosen) = (self.folder.clone(), self.second_chosen);
        let due = folders(&self.folder).into_iter();
        let due = due.flat_map(|folder| deleting::due(&folder, &second));
        let due = due.collect::<Vec<_>>();
        let now = real_clock().timestamp();
        let listed = ask(&second, PATIENCE, move |pulse| {
            let there = look_at(&first, &place, chosen);
            if there != SecondPlace::Done {
                return (Vec::new(), there);
            }
            let mark = deleting::mark_of(&place);
            let mut due = due;
            due.retain(|what| what.is_in(mark.as_deref()));
            let mut found = Vec::new();
            for folder in folders(&place) {
                for packed in packed_in(&folder) {
                    if pulse.beat().is_err() {
                        return (Vec::new(), SecondPlace::NoAnswer);
                    }
                    // What was deleted is no backup, though it is still there.
                    let is_due =
                        |note: &BackupNote| due.iter().any(|what| what.includes(note, now));
                    let note = read_note(&packed).filter(|note| !is_due(note));
                    found.extend(note.map(|note| Backup {
                        note,
                        path: packed,
                        is_second: true,
                        is_of_other_computer: false,
                        twin: None,
                    }));
                }
            }
            (found, SecondPlace::Done)
        });
        listed.unwrap_or((Vec::new(), SecondPlace::NoAnswer))
    }

    /// The backups of a camp in the first place: what [`Self::delete`] deletes, wherever the camp's files lay, and nothing of other camps.
    pub fn deletable(&self, of: &BackupsOf) -> Vec<Backup> {
        let mut found = self.first().find_all().backups;
        found.retain(|backup| of.is_of_camp(&backup.note));
        found
    }

    /// Deletes the backups of a camp in the first place, and says how many there were. What the second one has by `now`, and any that was it
    /// before, goes when that [follows](Self::follow) or is [asked](Self::delete_elsewhere).
    ///
    /// # Errors
    /// The disk refuses; some may be left then.
    pub fn delete(&self, of: &BackupsOf, now: Timestamp) -> Result<usize, BackupError> {
        let found = self.deletable(of);
        // Before anything is gone, so that nothing is left there whatever comes between.
        if let Some(uid) = of.uid() {
            let made = found.iter().map(|backup| backup.note.made);
            let ahead = made.filter(|made| *made > now).collect::<Vec<_>>();
            let second = self.second.as_deref();
            deleting::remember(&self.of_camp(uid)?, second, of, now, &ahead)?;
        }
        for backup in &found {
            backup.delete()?;
        }
        if let Some(uid) = of.uid() {
            remove_halves(&folder_of_camp(&self.folder, uid), |_| true)?;
        }
        Ok(found.len())
    }

    /// Where backups of a camp may still be that were deleted.
    pub fn with_deleted(&self, uid: &str) -> Vec<PathBuf> {
        deleting::places(&folder_of_camp(&self.folder, uid))
    }

    /// Those of them that never got any from here: only another computer could have put some there.
    pub fn unknown_with_deleted(&self, uid: &str) -> Vec<PathBuf> {
        deleting::unknown_places(&folder_of_camp(&self.folder, uid))
    }

    /// The folder of a camp, made if it isn't there.
    pub(super) fn of_camp(&self, uid: &str) -> Result<PathBuf, BackupError> {
        of_camp(&self.folder, uid)
    }

    /// Removes what has served its time, in the first place, of a camp: also under the names that its file had before.
    pub(super) fn thin(&self, uid: &str, now: Timestamp) -> Result<(), BackupError> {
        let folder = folder_of_camp(&self.folder, uid);
        thin(&folder, Backup::thinned_here, now, || Ok(()))?;
        remove_halves(&folder, files::is_from_long_ago)
    }

    /// Brings the second place up to the first, for a camp. Takes some seconds where it doesn't answer.
    ///
    /// # Errors
    /// The place is there, and can't be written to.
    pub fn follow(&self, uid: &str, now: Timestamp) -> Result<SecondPlace, BackupError> {
        let Some(second) = self.second.clone() else {
            return Ok(SecondPlace::Done);
        };
        let chosen = self.second_chosen;
        let (first, place) = (self.folder.clone(), second.clone());
        // Whether it is there at all is soon known; writing takes the time that it takes.
        let there = ask(&second, PATIENCE, move |_| {
            let is_file = place.metadata().is_ok_and(|about| !about.is_dir());
            (is_file, look_at(&first, &place, chosen))
        });
        match there {
            None => return Ok(SecondPlace::NoAnswer),
            Some((true, _)) => {
                return Err(BackupError::Folder {
                    folder: second,
                    detail: "it is a file, and no folder".to_owned(),
                });
            }
            Some((_, SecondPlace::Done)) => {}
            Some((_, there)) => return Ok(there),
        }
        let (first, place, camp) = (self.folder.clone(), second.clone(), uid.to_owned());
        let followed = ask(&second, PATIENCE_WRITING, move |pulse| {
            bring_up(&first, &place, &camp, chosen, now, pulse)
        });
        followed.map_or(Ok(SecondPlace::NoAnswer), |done| {
            done.map(|()| SecondPlace::Done)
                .map_err(|error| error.of_second(&second))
        })
    }

    /// Gives up deleting anything in a place that is lost, for all camps.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn give_up(&self, place: &Path) -> Result<(), BackupError> {
        let mut camps = folders(&self.folder).into_iter();
        camps.try_for_each(|camp| deleting::give_up(&camp, place))
    }

    /// Deletes what was deleted in places that were the second one before. One that isn't there, or doesn't answer within some seconds, is left
    /// for the next time.
    pub fn delete_elsewhere(&self) {
        let places = folders(&self.folder);
        let places = places.iter().flat_map(|folder| deleting::places(folder));
        let mut places = places.collect::<Vec<_>>();
        places.sort();
        places.dedup();
        places.retain(|place| Some(place) != self.second.as_ref());
        for place in places {
            let there = place.clone();
            if ask(&place, PATIENCE, move |_| there.is_dir()) != Some(true) {
                continue;
            }
            let (first, there) = (self.folder.clone(), place.clone());
            let deleted = ask(&place, PATIENCE_WRITING, move |pulse| {
                delete_due(&first, &there, real_clock().timestamp(), pulse)?;
                for camp in folders(&first) {
                    let name = camp.file_name().unwrap_or_default();
                    if deleting::has_none(&there.join(name), |_| true) {
                        deleting::forget(&camp, &there)?;
                    }
                }
                Ok(())
            });
            if let Some(Err(error)) = deleted {
                tracing::warn!("not deleted in a former second place: {error}");
            }
        }
    }
}

impl Backup {
    /// Whether a clock that was ahead made it. Such ones are listed after the others.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        is_ahead(self.note.made, real_clock().timestamp())
    }

    /// The file of which it was made, as messages name it: "“E:\Camp.ladder” on another computer"
    pub fn named_file(&self) -> String {
        let on = if self.is_of_other_computer {
            " on another computer"
        } else {
            ""
        };
        format!("“{}”{on}", self.note.file.display())
    }

    /// That it is newer than the one that is taken instead, and its place gives no answer. What can be done about it follows after a colon.
    pub fn newer_unanswered(&self, here: TimeZone) -> String {
        let made = show_moment(&self.note.made.to_zoned(here));
        format!("A newer backup, made {made}, could not be read, as its place gives no answer")
    }

    /// Whether another computer made it.
    pub const fn is_of_other_computer(&self) -> bool {
        self.is_of_other_computer
    }

    /// What thinning asks of it in a place that several computers may share.
    pub(super) fn thinned(&self) -> Made<'_> {
        Made {
            computer: self.note.computer.as_deref(),
            file: &self.note.file,
            at: self.note.made_here(),
        }
    }

    /// The same in the first place, where all were made on this computer, whatever it was called then.
    fn thinned_here(&self) -> Made<'_> {
        Made {
            computer: Some("here"),
            ..self.thinned()
        }
    }

    /// The note last: it tells less of children, should it be left alone. What is left of either goes with [the halves](super::halves).
    pub(super) fn delete(&self) -> Result<(), BackupError> {
        let note = note_beside(&self.path);
        [&self.path, &note]
            .into_iter()
            .try_for_each(|file| remove(file))
    }
}

pub(super) fn remove(file: &Path) -> Result<(), BackupError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(BackupError::of_folder(files::folder_of(file), &error))
        }
        _ => Ok(()),
    }
}

/// Removes what has served its time in the folder of a camp, by what is asked of each backup. Where the one that is to stand for another has rotted,
/// that may be the last good one of its day, or of all, and stays.
pub(super) fn thin(
    folder: &Path,
    asked: fn(&Backup) -> Made<'_>,
    now: Timestamp,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let found = backups_in(folder);
    let made = thinned(found.iter(), asked);
    let now = now.to_zoned(TimeZone::system()).datetime();
    let mut removed = 0;
    for place in thinning::outdated(&made, now) {
        if removed == thinning::REMOVED_AT_A_TIME {
            break;
        }
        alive()?;
        let stands_for_it = thinning::stand_in(&made, place, now);
        let stands_for_it = stands_for_it.and_then(|it| found.get(it));
        let is_sound = |it: &Backup| sound(&it.path, &it.note).is_some();
        if let Some(outdated) = found.get(place)
            && stands_for_it.is_some_and(is_sound)
        {
            outdated.delete()?;
            removed += 1;
        }
    }
    Ok(())
}

/// The places of those of a camp's backups that have served their time, the oldest first, where several computers may share a folder.
pub(super) fn outdated<'b>(
    backups: impl Iterator<Item = &'b Backup>,
    now: Timestamp,
) -> Vec<usize> {
    let now = now.to_zoned(TimeZone::system()).datetime();
    thinning::outdated(&thinned(backups, Backup::thinned), now)
}

/// What thinning asks of each. One that a clock made that was hours ahead comes right before the first one that was made when it was set right.
/// By more, it may as well be that other one whose clock was wrong, and behind.
fn thinned<'b>(
    backups: impl Iterator<Item = &'b Backup>,
    asked: fn(&Backup) -> Made<'_>,
) -> Vec<Made<'b>> {
    let backups = backups.collect::<Vec<_>>();
    let made = backups.iter().map(|backup| {
        let made = asked(backup);
        let notes = backups.iter().map(|backup| &backup.note);
        let right = when_set_right(&backup.note, notes);
        let right = right.filter(|right| !is_ahead(backup.note.made, right.made));
        let before = right.map(|right| right.made_here().saturating_sub(1.second()));
        Made {
            at: before.unwrap_or(made.at),
            ..made
        }
    });
    made.collect()
}

/// The note of a packed camp.
pub(super) fn note_beside(packed: &Path) -> PathBuf {
    let name = packed.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(PACKED).unwrap_or(&name);
    packed.with_file_name(format!("{stem}{NOTE}"))
}

pub(super) fn write_note(place: &Path, note: &BackupNote) -> Result<(), BackupError> {
    let text = serde_json::to_string_pretty(note).map_err(|error| BackupError::Folder {
        folder: place.to_owned(),
        detail: error.to_string(),
    })?;
    Ok(NewFile::write(place, text.as_bytes())?.put()?)
}

/// The note of a packed camp; `None` where there is none, or another program's.
pub(super) fn read_note(packed: &Path) -> Option<BackupNote> {
    serde_json::from_str(&read_small(&note_beside(packed))?).ok()
}

/// A text that is no longer than any note.
pub(super) fn read_small(path: &Path) -> Option<String> {
    let mut text = String::new();
    // Opening a pipe waits for somebody to write into it.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let file = fs::File::open(path).ok()?;
    file.take(LONGEST_NOTE).read_to_string(&mut text).ok()?;
    Some(text)
}

pub(super) fn backups_in(folder: &Path) -> Vec<Backup> {
    let backup = |path: PathBuf| {
        Some(Backup {
            note: read_note(&path)?,
            path,
            is_second: false,
            is_of_other_computer: false,
            twin: None,
        })
    };
    packed_in(folder).filter_map(backup).collect()
}

pub(super) fn packed_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    ending_with(folder, PACKED)
}

pub(super) fn ending_with(folder: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(move |path| path.to_string_lossy().ends_with(ending))
}

/// Those that a clock made that was ahead come after all others, as nobody knows when that was; or after the first one that was made when it
/// was set right.
pub(super) fn newest_first(backups: &mut [Backup]) {
    let now = real_clock().timestamp();
    let notes = backups.iter().map(|backup| &backup.note);
    let later = notes.filter(|note| !note.ahead.is_empty()).cloned();
    let later = later.collect::<Vec<_>>();
    backups.sort_by_cached_key(|backup| {
        let note = &backup.note;
        let right = when_set_right(note, later.iter()).map(|right| right.made);
        let made = right.unwrap_or(note.made);
        let order = (Reverse(made), right.is_some(), Reverse(note.made));
        (is_ahead(made, now), order)
    });
}

/// Of the notes of others, the first one that was made when the clock was set right that was ahead when this was made.
fn when_set_right<'n>(
    note: &BackupNote,
    others: impl Iterator<Item = &'n BackupNote>,
) -> Option<&'n BackupNote> {
    let later = others.filter(|later| {
        later.uid == note.uid && later.file == note.file && later.ahead.contains(&note.made)
    });
    later.min_by_key(|later| later.made)
}

/// Whether a clock made this that was ahead. Another computer's may be, by a time zone.
pub(super) fn is_ahead(made: Timestamp, now: Timestamp) -> bool {
    made.as_second() > now.as_second().saturating_add(DAY)
}

pub(super) fn folders(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries
        .filter(is_folder)
        .map(|entry| entry.path())
        .collect()
}

pub(super) fn folder_of_camp(place: &Path, uid: &str) -> PathBuf {
    // A camp file is a stranger's file, and its uid could be a way to another folder.
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    place.join(uid.chars().map(plain).collect::<String>())
}

/// The folder of a camp, made if it isn't there.
pub(super) fn of_camp(place: &Path, uid: &str) -> Result<PathBuf, BackupError> {
    let folder = folder_of_camp(place, uid);
    make_private(&folder).map_err(|error| BackupError::of_folder(&folder, &error))?;
    Ok(folder)
}

/// Makes a folder that nobody else can look into: backups hold what is known of children. On Windows the user's own folders are so already.
pub(super) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder)
}
