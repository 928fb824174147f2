//! `camp-ladder backup`

use std::{borrow::Cow, path::Path};

use jiff::tz::TimeZone;
use serde::Serialize;

use super::{
    Failure,
    arguments::{Backup as BackupOrder, TableOrJson},
    open_to_look, plain_text, put, say,
};
use crate::{
    app::settings::Settings,
    domain::{counted, file_size, show_moment},
    report::text::TextTable,
    storage::{
        Backup, BackupCounts, BackupError, BackupPlaces, BackupReason, Backups, BackupsOf,
        CameToNothing, MadeOf, OpenError, RestoreSource, SecondPlace, Snapshot, real_clock,
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
pub(super) fn say_without(places: &BackupPlaces, second: SecondPlace, so: &str) {
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
pub(super) const LEFT_OUT: &str = "its backups are left out";

/// The backups of a camp. Those in a second place that isn't there, or in a folder that can't be read, can't be among them, which is said.
pub(super) fn found(places: &BackupPlaces, of: &BackupsOf) -> Result<Vec<Backup>, BackupError> {
    let found = places.find(of);
    say_without(places, found.second, LEFT_OUT);
    match found.unread {
        Some(error) if found.backups.is_empty() => return Err(error),
        unread => say_unread(unread.as_ref()),
    }
    Ok(found.backups)
}

/// Says that backups in the first place can't be read, if so.
pub(super) fn say_unread(unread: Option<&BackupError>) {
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

/// The name of the camp that a backup is of, if that is another one, which once lay in the place of the file.
pub(super) fn other_camp<'b>(of: &BackupsOf, backup: &'b Backup) -> Option<&'b str> {
    (of.made_of(backup) == MadeOf::OtherCamp).then_some(backup.note.camp.as_str())
}

pub(super) fn summary(counts: BackupCounts) -> String {
    let BackupCounts {
        weeks,
        players,
        games,
    } = counts;
    [(weeks, "week"), (players, "player"), (games, "game")]
        .map(|(count, thing)| counted(count, thing))
        .join(", ")
}

pub(super) fn made(backup: &Backup) -> String {
    show_moment(&backup.note.made.to_zoned(TimeZone::system()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

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
