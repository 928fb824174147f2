//! `camp-ladder backup` and `camp-ladder restore`

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use jiff::tz::TimeZone;
use serde::Serialize;

use super::{
    Failure,
    arguments::{Backup as BackupOrder, Restore, RestoreFrom, TableOrJson},
    open_to_look,
    out::{NewCamp, camp_at},
    plain_text, put, quoted, say,
};
use crate::{
    app::settings::Settings,
    domain::{counted, file_size, show_moment},
    report::text::TextTable,
    storage::{
        Backup, BackupCounts, BackupError, BackupPlaces, BackupReason, Backups, BackupsOf,
        CameToNothing, HeldCamp, MadeOf, OpenError, RestoreSource, SecondPlace, Snapshot,
        can_be_repaired, is_same_file, real_clock,
    },
};

pub(super) fn run(order: &BackupOrder) -> Result<(), Failure> {
    let places = places()?;
    if order.list {
        return list(&places, &order.camp, order.format);
    }
    // Nothing of the camp is written, and so one that is read-only can be backed up, too.
    let camp = open_to_look(&order.camp)?;
    let (backup, second) = finish(&places, camp.snapshot(&places, BackupReason::Asked))?;
    say_without(&places, second, "it has no copy of this backup");
    say(&format!(
        "Backed up: {}, in “{}”",
        summary(backup.note.counts),
        backup.path.display()
    ));
    Ok(())
}

/// What makes backups while a command changes a camp; `None` where the system has no folder for them.
pub(super) fn kept(settings: &Settings) -> Option<Backups> {
    let places = settings.backup_places()?;
    let came_to_nothing = CameToNothing::default();
    let told = came_to_nothing.clone();
    let backups = Backups::new(places.clone(), move |_, made| {
        // The command itself is carried out all the same. A stick need not always be plugged in.
        match finish(&places, made) {
            Ok((_, SecondPlace::Done | SecondPlace::OutOfReach)) => {}
            Ok((_, second)) => say_without(&places, second, "it has no copy of the backup"),
            Err(error) => {
                told.say();
                say(&format!("No backup was made: {error}"));
            }
        }
    });
    Some(backups.or_made_anew(came_to_nothing))
}

/// The backup, and whether the second place has it, too; that it refuses is said here.
fn finish(
    places: &BackupPlaces,
    made: Result<Snapshot, BackupError>,
) -> Result<(Backup, SecondPlace), BackupError> {
    let backup = made?.keep()?;
    let second = places.follow(&backup.note.uid, real_clock().timestamp());
    let second = second.unwrap_or_else(|error| {
        say(&SecondPlace::refused(&error));
        SecondPlace::Done
    });
    // A command may be the only thing that is ever started while a former second place is there.
    places.delete_elsewhere();
    Ok((backup, second))
}

/// Says that the second place isn't there, and what follows from that.
fn say_without(places: &BackupPlaces, second: SecondPlace, so: &str) {
    let Some(what) = places.without_second(second) else {
        return;
    };
    let how = match second {
        SecondPlace::Another => " (to use it, choose it again in the window)",
        _ => "",
    };
    say(&format!("{what}{how}: {so}"));
}

/// What follows from that where backups are looked for.
const LEFT_OUT: &str = "its backups are left out";

/// The backups of a camp. Those in a second place that isn't there, or in a folder that can't be read, can't be among them, which is said.
fn found(places: &BackupPlaces, of: &BackupsOf) -> Result<Vec<Backup>, BackupError> {
    let found = places.find(of);
    say_without(places, found.second, LEFT_OUT);
    match found.unread {
        Some(error) if found.backups.is_empty() => return Err(error),
        unread => say_unread(unread.as_ref()),
    }
    Ok(found.backups)
}

/// Says that backups in the first place can't be read, if so.
fn say_unread(unread: Option<&BackupError>) {
    if let Some(error) = unread {
        say(&error.to_string());
    }
}

/// Where backups are.
pub(super) fn places() -> Result<BackupPlaces, Failure> {
    Settings::of_user().backup_places().ok_or_else(|| {
        Failure::Refused(
            "This computer has no folder for the data of programs, and so there is no place for backups"
                .to_owned(),
        )
    })
}

/// A backup, as JSON has it.
#[derive(Serialize)]
struct Told<'a> {
    number: usize,
    /// "2026-07-10T19:05:00Z"
    made: String,
    reason: BackupReason,
    #[serde(flatten)]
    counts: BackupCounts,
    /// Bytes of the camp, and of the file of the backup.
    size: u64,
    packed: u64,
    /// Whether it was read now and is what it was; `None` where nobody could find out.
    verified: Option<bool>,
    file: Cow<'a, str>,
    /// The camp file that it was made of.
    camp: Cow<'a, str>,
}

/// The newest first, as `restore --from` counts them.
fn list(places: &BackupPlaces, camp: &Path, format: TableOrJson) -> Result<(), Failure> {
    let of = BackupsOf::file(camp);
    let found = found(places, &of)?;
    if found.is_empty() && !camp.exists() {
        return Err(OpenError::NotThere(camp.to_owned()).into());
    }
    let mut hindrance = None;
    let mut verified = |backup| match RestoreSource::from(backup).verify() {
        Ok(()) => Some(true),
        Err(error) if error.is_of_backup() => Some(false),
        Err(error) => {
            hindrance = Some(error);
            None
        }
    };
    let told = (1..).zip(&found).map(|(number, backup)| Told {
        number,
        made: backup.note.made.to_string(),
        reason: backup.note.reason,
        counts: backup.note.counts,
        size: backup.note.size,
        packed: backup.note.packed,
        verified: verified(backup),
        file: backup.path.to_string_lossy(),
        camp: backup.note.file.to_string_lossy(),
    });
    let told = told.collect::<Vec<_>>();
    match format {
        TableOrJson::Json => put(&plain_text::json(&told)?)?,
        TableOrJson::Table => {
            if found.is_empty() {
                say("There is no backup of this camp yet");
                return Ok(());
            }
            let has_others = found.iter().any(|backup| !of.is_of_file(backup));
            let row = |(told, backup): (&Told<'_>, &Backup)| {
                let mut row = vec![
                    told.number.to_string(),
                    made(backup),
                    told.reason.words().to_owned(),
                    told.counts.games.to_string(),
                    told.counts.players.to_string(),
                    file_size(told.packed),
                    match told.verified {
                        Some(true) => "yes",
                        Some(false) => "no",
                        None => "not checked",
                    }
                    .to_owned(),
                ];
                row.extend(has_others.then(|| match other_camp(&of, backup) {
                    Some(camp) => format!("another camp, “{camp}”"),
                    None if backup.is_of_other_computer() => {
                        format!("{} (another computer)", told.camp)
                    }
                    None => told.camp.clone().into_owned(),
                }));
                row
            };
            let rows = told.iter().zip(&found).map(row).collect();
            let mut titles = vec!["No.", "Made", "Why", "Games", "Players", "Size", "Verified"];
            titles.extend(has_others.then_some("Of the file"));
            put(&TextTable::new(titles, rows, vec![1, 2, 6]).in_columns())?;
        }
    }
    let bad = told.iter().filter(|told| told.verified == Some(false));
    match bad.count() {
        0 => hindrance.map_or(Ok(()), |error| Err(error.into())),
        bad => Err(Failure::Refused(format!(
            "{} can’t be used any more",
            counted(bad, "backup")
        ))),
    }
}

pub(super) fn restore(order: &Restore) -> Result<(), Failure> {
    let elsewhere = "To restore into another one: --out FILE";
    match bring_back(order) {
        // On another computer there is no such folder.
        Err(Failure::Backup(BackupError::Open(OpenError::NoFolder(folder))))
            if order.out.is_none() =>
        {
            Err(Failure::Refused(format!(
                "The folder “{}” doesn’t exist. {elsewhere}",
                folder.display()
            )))
        }
        Err(Failure::Backup(BackupError::Open(OpenError::NothingSavedIn(folder))))
            if order.out.is_none() =>
        {
            Err(Failure::Refused(format!(
                "Nothing can be saved in the folder “{}”. {elsewhere}",
                folder.display()
            )))
        }
        done => done,
    }
}

/// Where a camp was restored.
struct Restored {
    place: PathBuf,
    /// Where the file is now that was there before.
    aside: Option<PathBuf>,
}

impl Restored {
    fn new_file(source: &RestoreSource, out: &NewCamp) -> Result<Self, BackupError> {
        let place = out.called(source.new_name());
        source.save_as(&place)?;
        Ok(Self { place, aside: None })
    }
}

fn bring_back(order: &Restore) -> Result<(), Failure> {
    let camp = camp_at(&order.camp)?;
    let out = order.out.as_deref().map(NewCamp::at).transpose()?;
    let restored = |source: &RestoreSource| -> Result<Restored, BackupError> {
        Ok(match &out {
            Some(out) => Restored::new_file(source, out)?,
            None => Restored {
                aside: source.put_back(&camp)?,
                place: camp.clone(),
            },
        })
    };
    let (Restored { place, aside }, what) = match &order.from {
        Some(RestoreFrom::File(path)) => {
            if order.out.is_none() && is_same_file(path, &order.camp) {
                return Err(Failure::Refused(format!(
                    "“{}” is the camp itself: after --from, name a backup or a copy of it",
                    path.display()
                )));
            }
            from_file(path, &camp, out.as_ref())?
        }
        Some(RestoreFrom::Number(number)) => {
            let of = BackupsOf::file(&camp);
            let found = found(&places()?, &of)?;
            let backup = number.checked_sub(1).and_then(|place| found.get(place));
            let backup = backup.ok_or_else(|| no_such(*number, found.len()))?;
            if let Some(other) = other_camp(&of, backup).filter(|_| out.is_none()) {
                let what = format!("Backup {number} is of");
                say(&another(&what, other, &camp));
            }
            (restored(&RestoreSource::from(backup))?, told(backup, &of))
        }
        None => newest_good(&camp, restored)?,
    };
    say(&format!("“{}” is restored from {what}", place.display()));
    if let Some(aside) = aside {
        say(&format!(
            "The file that was there before is “{}” now",
            aside.display()
        ));
    }
    Ok(())
}

/// Restores from a file that somebody names. Where it is another camp, the window asks first; here that is said before and after.
fn from_file(
    path: &Path,
    camp: &Path,
    out: Option<&NewCamp>,
) -> Result<(Restored, String), Failure> {
    let source = RestoreSource::file(path);
    let of = BackupsOf::file(camp);
    if let Some(out) = out {
        let restored = Restored::new_file(&source, out)?;
        let what = told_of_file(path, HeldCamp::of(&restored.place).as_ref(), &of);
        return Ok((restored, what));
    }
    let unpacked = source.unpack_beside(camp)?;
    let held = unpacked.held();
    if let Some(other) = held.as_ref().filter(|held| is_other(&of, held)) {
        let what = format!("“{}” is", path.display());
        say(&another(&what, &other.name, camp));
    }
    let aside = unpacked.put().map_err(BackupError::from)?;
    let place = camp.to_owned();
    Ok((
        Restored { place, aside },
        told_of_file(path, held.as_ref(), &of),
    ))
}

/// Whether a file is known to hold another camp than the one that is meant.
fn is_other(of: &BackupsOf, held: &HeldCamp) -> bool {
    of.uid().is_some_and(|uid| uid != held.uid)
}

/// What is said before another camp comes in the place of one.
fn another(what: &str, other: &str, camp: &Path) -> String {
    format!(
        "{what} another camp, “{other}”, than “{}” is now",
        camp.display()
    )
}

/// "“Old.ladder”: 3 weeks, 54 players, 210 games"
fn told_of_file(path: &Path, held: Option<&HeldCamp>, of: &BackupsOf) -> String {
    let path = path.display();
    let Some(held) = held else {
        return format!("“{path}”");
    };
    let name = &held.name;
    let camp = if is_other(of, held) {
        format!(", another camp, “{name}”")
    } else if of.uid().is_none() {
        format!(", the camp “{name}”")
    } else {
        String::new()
    };
    format!("“{path}”: {}{camp}", summary(held.counts))
}

/// Restores the newest backup that is what it was when it was made, and says which that is. Those that aren't are named.
fn newest_good<T>(
    camp: &Path,
    restored: impl Fn(&RestoreSource) -> Result<T, BackupError>,
) -> Result<(T, String), Failure> {
    let of = BackupsOf::file(camp);
    let all = found(&places()?, &of)?;
    let is_copy = |backup: &&Backup| of.made_of(backup) != MadeOf::OtherCamp;
    let copies = all.iter().filter(is_copy).count();
    let own = of.own(all)?;
    let count = own.backups.len();
    let newest = own.newest_good(|source| {
        restored(source).inspect_err(|error| {
            if error.is_of_backup() {
                say(&error.to_string());
            }
        })
    })?;
    if let Some(newest) = newest.good {
        if let Some(newer) = newest.newer {
            say(&format!(
                "{}, another file of this camp, has a newer backup, made {}: backup --list shows it, and --from NUMBER takes it",
                newer.named_file(),
                made(&newer)
            ));
        }
        if let Some(newer) = newest.unanswered {
            let what = newer.newer_unanswered(TimeZone::system());
            say(&format!(
                "{what}: when it does, backup --list shows it, and --from NUMBER takes it"
            ));
        }
        return Ok((newest.used, told(&newest.backup, &of)));
    }
    // Those of another camp that once lay here are no help.
    let others = copies.saturating_sub(count);
    Err(Failure::Refused(if count == 0 {
        "There is no backup of this camp. To restore from a file: --from FILE".to_owned()
    } else if others == 0 {
        format!(
            "Of {} of this camp, none can be used. To restore from a file: --from FILE",
            counted(count, "backup")
        )
    } else {
        // It would be another camp than the one that was asked for.
        format!(
            "Of {} of this file, none can be used. Its copies have {}: backup --list shows them, and --from NUMBER takes one",
            counted(count, "backup"),
            counted(others, "backup")
        )
    }))
}

/// Why a camp was not opened; of a damaged one also what there is to be done.
pub(super) fn with_ways_back(error: OpenError) -> Failure {
    let (OpenError::Damaged { path, .. } | OpenError::NotACamp { path, .. }) = &error else {
        return error.into();
    };
    if !can_be_repaired(path, &error) {
        return error.into();
    }
    let path = path.clone();
    let of = BackupsOf::file(&path);
    let newest = places().ok().map(|places| {
        let newest = places.newest_good(&of)?;
        say_without(&places, newest.second, LEFT_OUT);
        say_unread(newest.unread.as_ref());
        let is_all = newest.second == SecondPlace::Done && newest.unread.is_none();
        Ok::<_, BackupError>((newest.good, is_all))
    });
    let camp = quoted::path(&path);
    let restore = match newest.unwrap_or(Ok((None, true))) {
        Ok((None, true)) => "There is no good backup of it".to_owned(),
        Ok((None, false)) => {
            "None of the backups that could be looked into is a good one of it".to_owned()
        }
        Ok((Some(newest), _)) => {
            let told = told(&newest.backup, &of);
            format!("There is {told}. It is good: camp-ladder restore {camp} puts it in its place")
        }
        Err(error) => format!("Its backups could not be checked: {error}"),
    };
    let error = error.of_camp();
    Failure::Refused(format!(
        "{error}\n{restore}. What can be read of the file itself: camp-ladder repair {camp} --out NEW.ladder --with-backup"
    ))
}

fn no_such(number: usize, there: usize) -> Failure {
    Failure::Refused(match there {
        0 => "There is no backup of this camp".to_owned(),
        _ => format!(
            "There is no backup {number} of this camp. It has {}, the newest is number 1",
            counted(there, "backup")
        ),
    })
}

/// "the backup of 7/10/2026 2:05 PM (when it was closed): 3 weeks, 54 players, 210 games"
fn told(backup: &Backup, of: &BackupsOf) -> String {
    let reason = crate::domain::within_sentence(backup.note.reason.words());
    let other = match other_camp(of, backup) {
        Some(camp) => format!(", a backup of another camp, “{camp}”"),
        // Nothing tells which camp the file is, or was.
        None if of.uid().is_none() => format!(", a backup of the camp “{}”", backup.note.camp),
        None if of.is_of_file(backup) => String::new(),
        None => format!(", a backup of {}", backup.named_file()),
    };
    format!(
        "the backup of {} ({reason}): {}{other}",
        made(backup),
        summary(backup.note.counts)
    )
}

/// The name of the camp that a backup is of, if that is another one, which once lay in the place of the file.
fn other_camp<'b>(of: &BackupsOf, backup: &'b Backup) -> Option<&'b str> {
    (of.made_of(backup) == MadeOf::OtherCamp).then_some(backup.note.camp.as_str())
}

fn summary(counts: BackupCounts) -> String {
    let BackupCounts {
        weeks,
        players,
        games,
    } = counts;
    [(weeks, "week"), (players, "player"), (games, "game")]
        .map(|(count, thing)| counted(count, thing))
        .join(", ")
}

fn made(backup: &Backup) -> String {
    show_moment(&backup.note.made.to_zoned(TimeZone::system()))
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, fs};

    use jiff::civil::date;

    use super::*;
    use crate::{
        cli::{
            arguments::{Arguments, Order},
            said::all_said,
        },
        storage::CampFile,
    };

    /// A folder with a copy of a camp, another camp, and the camp itself.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, name) in [("A.ladder", "Alpha"), ("B.ladder", "Beta")] {
            let path = folder.path().join(file);
            drop(CampFile::create(&path, name, date(2026, 7, 6)).expect("a camp"));
        }
        let [camp, copy] = ["A.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        fs::copy(camp, copy).expect("a copy");
        folder
    }

    /// What is said when a camp of a folder is restored from a file of it, without the folder.
    fn restored(folder: &Path, from: &str, more: &[&str]) -> Vec<String> {
        let path = |name: &str| folder.join(name).display().to_string();
        let (camp, from) = (path("A.ladder"), path(from));
        let words = ["camp-ladder", "restore", &camp, "--from", &from];
        let words = words.iter().chain(more).map(OsString::from);
        let words = words.collect::<Vec<_>>();
        let arguments = Arguments::of(&words).expect("arguments");
        let Some(Order::Restore(order)) = arguments.order else {
            panic!("a restore");
        };
        all_said();
        restore(&order).expect("restored");
        let folder = path("");
        let said = all_said().into_iter();
        said.map(|it| it.replace(&folder, "")).collect()
    }

    #[test]
    fn another_camp_is_called_so_before_it_comes_and_when_it_has() {
        let folder = folder();
        let said = restored(folder.path(), "B.ladder", &[]);
        let sentences = [
            "“B.ladder” is another camp, “Beta”, than “A.ladder” is now",
            "“A.ladder” is restored from “B.ladder”: 1 week, 0 players, 0 games, another camp, “Beta”",
        ];
        assert_eq!(said.get(..2), Some(&sentences.map(String::from)[..]));
        assert_eq!(said.len(), 3, "{said:#?}");
        // What tells which camp it was is gone.
        fs::remove_file(folder.path().join("A.ladder")).expect("gone");
        assert_eq!(
            restored(folder.path(), "B.ladder", &[]),
            ["“A.ladder” is restored from “B.ladder”: 1 week, 0 players, 0 games, the camp “Beta”"]
        );
    }

    #[test]
    fn a_copy_of_the_camp_comes_back_by_its_numbers() {
        let folder = folder();
        let said = restored(folder.path(), "Copy.ladder", &[]);
        assert_eq!(
            said.first().map(String::as_str),
            Some("“A.ladder” is restored from “Copy.ladder”: 1 week, 0 players, 0 games")
        );
    }

    #[test]
    fn a_camp_is_restored_into_a_folder() {
        let folder = folder();
        let into = folder.path().join("Old camps");
        fs::create_dir(&into).expect("a folder");
        let out = into.display().to_string();
        restored(folder.path(), "Copy.ladder", &["--out", &out]);
        assert!(into.join("Copy (restored).ladder").exists());
        assert!(!folder.path().join("Old camps.ladder").exists());
    }

    /// Whoever reads that there is none may go on without.
    #[test]
    fn backups_in_a_folder_that_can_not_be_read_are_not_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = BackupsOf::place(Path::new("Camp.ladder"));
        let places = BackupPlaces::only(folder.path().join("backups"));
        assert_eq!(found(&places, &of).expect("none yet"), []);
        // A file in its place can't be listed by anybody.
        fs::write(&places.folder, "").expect("a file");
        let error = found(&places, &of).expect_err("nobody knows");
        let named = format!("The backups in “{}”", places.folder.display());
        assert!(error.to_string().starts_with(&named), "{error}");
        let newest = places.newest_good(&of).expect_err("nobody knows");
        assert_eq!(newest.to_string(), error.to_string());
    }
}
