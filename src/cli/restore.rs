//! `camp-ladder restore`, and what a camp that is damaged or gone can be had back from

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use super::{
    Failure,
    arguments::{Restore, RestoreFrom},
    backup::{LEFT_OUT, found, made, other_camp, places, say_unread, say_without, summary},
    out::{NewCamp, camp_at},
    quoted, say,
};
use crate::{
    domain::counted,
    storage::{
        Backup, BackupError, BackupsOf, HeldCamp, MadeOf, MadeRoom, OpenError, RestoreSource,
        SecondPlace, can_be_repaired, is_same_file,
    },
};

pub(super) fn run(order: &Restore) -> Result<(), Failure> {
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
        Err(failure) if order.out.is_none() => Err(match camp_at(&order.camp) {
            Ok(camp) => match MadeRoom::of_gone(&camp) {
                Some(made_room) if !is_from(order, &made_room) => {
                    naming(&made_room, &camp, &failure)
                }
                _ => failure,
            },
            Err(_) => failure,
        }),
        done => done,
    }
}

/// Whether what is to come back is the file that made room: to name it as the way back says nothing.
fn is_from(order: &Restore, made_room: &MadeRoom) -> bool {
    matches!(&order.from, Some(RestoreFrom::File(from)) if is_same_file(from, made_room.path()))
}

/// Why there is nothing in the place of a camp beside which one lies that made room for a backup, with how it comes back.
fn naming(made_room: &MadeRoom, camp: &Path, failure: &Failure) -> Failure {
    Failure::Refused(format!(
        "{failure}\nBeside it lies “{}”, which was moved aside to make room for a backup. If that was cut short, it has all that was saved: camp-ladder restore {} --from {} brings it back",
        made_room.path().display(),
        quoted::path(camp),
        quoted::path(made_room.path())
    ))
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
    let made_room = MadeRoom::of_gone(&camp).filter(|_| out.is_none());
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
    } else if let Some(made_room) = made_room {
        say(&format!(
            "“{}”, which made room for a backup before, still lies beside it",
            made_room.path().display()
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

/// Why a camp was not opened; of one that is damaged or gone also what there is to be done.
pub(super) fn with_ways_back(error: OpenError) -> Failure {
    if let OpenError::NotThere(path) = &error {
        // It may be named without its ending, as after `restore`.
        return match camp_at(path).map(|camp| (MadeRoom::of_gone(&camp), camp)) {
            Ok((Some(made_room), camp)) => {
                let gone = OpenError::NotThere(camp.clone());
                naming(&made_room, &camp, &gone.into())
            }
            _ => error.into(),
        };
    }
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
        run(&order).expect("restored");
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
        let said = restored(folder.path(), "B.ladder", &[]);
        let sentence =
            "“A.ladder” is restored from “B.ladder”: 1 week, 0 players, 0 games, the camp “Beta”";
        assert_eq!(said.first().map(String::as_str), Some(sentence));
    }

    /// As after the program was killed before the backup came.
    #[test]
    fn what_made_room_is_named_until_there_is_a_camp_and_when_one_comes() {
        let folder = folder();
        let camp = folder.path().join("A.ladder");
        let aside = "A (before it was restored, 2026-07-06 10.00).ladder";
        fs::rename(&camp, folder.path().join(aside)).expect("moved");
        let refused = with_ways_back(OpenError::NotThere(camp.clone())).to_string();
        let refused = refused.replace(&*folder.path().join("").to_string_lossy(), "");
        let told = format!("Beside it lies “{aside}”, which was moved aside to make room");
        assert!(refused.contains(&told), "{refused}");
        assert!(refused.ends_with("brings it back"), "{refused}");
        let without_ending = OpenError::NotThere(camp.with_extension(""));
        let refused = with_ways_back(without_ending).to_string();
        let refused = refused.replace(&*folder.path().join("").to_string_lossy(), "");
        assert!(refused.contains("There is no file “A.ladder”"), "{refused}");
        assert!(refused.contains(&told), "{refused}");
        let said = restored(folder.path(), aside, &[]);
        let still = format!("“{aside}”, which made room for a backup before, still lies beside it");
        assert_eq!(said.last(), Some(&still));
        let there = with_ways_back(OpenError::NotThere(camp)).to_string();
        assert!(!there.contains(aside), "{there}");
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
}
