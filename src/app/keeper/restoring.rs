//! Camps that are had back from their backups.

use std::path::{Path, PathBuf};

use super::{
    super::{ListedBackup, PutBack},
    Held, NotOpened, Report, Turn,
    backups::Backing,
    begin,
    opening::once_closed,
    report::GaveUp,
};
use crate::storage::{Backup, BackupError, BackupsOf, Mode, OpenError, RestoreSource};

/// Puts a camp in its place, and opens it.
pub(super) fn put_back(
    held: &mut Option<Held>,
    backing: &Backing,
    what: &PutBack,
    place: PathBuf,
    turn: Turn<'_>,
) -> Report {
    match what {
        PutBack::Backup(backup) => put_backup(held, backing, backup, place, turn),
        PutBack::MadeRoom(made_room) => {
            let put = || made_room.put_back(&place).map(|()| None);
            // It may be open by the name that it has now.
            let also = Some(made_room.path());
            take_place(held, backing, (place.clone(), also), turn, put)
        }
    }
}

/// Puts a backup in a place, and opens it. The camp that is open is closed only when it is known that the backup is good.
fn put_backup(
    held: &mut Option<Held>,
    backing: &Backing,
    backup: &Backup,
    place: PathBuf,
    turn: Turn<'_>,
) -> Report {
    let unpacked = match RestoreSource::from(backup).unpack_beside(&place) {
        Ok(unpacked) => unpacked,
        Err(error) => return Report::NotRestored(error),
    };
    if turn.given_up.is_so() {
        return Report::GivenUp(GaveUp::of(Some(place)));
    }
    let mut report = take_place(held, backing, (place, None), turn, || unpacked.put());
    if let Report::Opened(opened) = &mut report {
        opened.restored = Some(backup.note.made);
    }
    report
}

/// Has a camp put in a place where one may be open here, as may `also` the file that goes there, and opens it.
fn take_place(
    held: &mut Option<Held>,
    backing: &Backing,
    (place, also): (PathBuf, Option<&Path>),
    turn: Turn<'_>,
    put: impl Fn() -> Result<Option<PathBuf>, OpenError>,
) -> Report {
    // Also one whose file was renamed or deleted meanwhile: its place is the same.
    let is_in_place = |held: &mut Held| {
        let files = [Some(&*place), also];
        held.file.path() == place || files.into_iter().flatten().any(|file| held.is_at(file))
    };
    let before = held.take_if(is_in_place).map(Held::close);
    let closed = before.is_some();
    // A window that was just closed makes its last backup of it.
    let put = once_closed(&place, put);
    let opened = Held::open(backing.open(&place, Mode::Change), &place);
    match put {
        Ok(replaced) => {
            let mut report = begin(held, opened, Some(place), turn, closed);
            match &mut report {
                Report::Opened(opened) => opened.replaced = replaced,
                Report::GivenUp(gave_up) => {
                    gave_up.is_made = true;
                    gave_up.replaced = replaced;
                }
                _ => {}
            }
            report
        }
        // What was there is there again, and is open as before.
        Err(error) => {
            if let (Some(before), Ok(opened)) = (before, opened)
                && opened.is_still(&before)
            {
                *held = Some(opened.again(before));
                return Report::NotRestored(error.into());
            }
            Report::NotOpened(Box::new(NotOpened {
                can_import: false,
                can_repair: false,
                error,
                of: BackupsOf::place(&place),
                path: place,
                closed,
                made_room: None,
                backup: None,
                not_checked: None,
            }))
        }
    }
}

/// Makes a new camp file of a backup.
pub(super) fn save_as(backup: Box<Backup>, path: PathBuf) -> Report {
    match RestoreSource::from(&*backup).save_as(&path) {
        Ok(()) => Report::Restored(path),
        Err(error) => Report::NotRestoredAs(backup, path, error),
    }
}

/// Opens a backup to look at it, in a folder that goes when it is closed.
pub(super) fn look_into(
    held: &mut Option<Held>,
    backing: &Backing,
    listed: Box<ListedBackup>,
    turn: Turn<'_>,
) -> Report {
    let backup = &listed.backup;
    let Some(places) = backing.places() else {
        return Report::NotRestored(BackupError::NotThere(backup.path.clone()));
    };
    let camp = match RestoreSource::from(backup).look(places) {
        Ok(camp) => camp,
        Err(error) => return Report::NotRestored(error),
    };
    let path = camp.path().to_owned();
    let opened = Held::open(Ok(camp), &path);
    let mut report = begin(held, opened, Some(path), turn, false);
    match &mut report {
        Report::Opened(opened) => opened.backup = Some(listed),
        // It goes with its folder.
        Report::GivenUp(gave_up) => gave_up.path = None,
        _ => {}
    }
    report
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        fs,
        sync::{Arc, mpsc},
        thread,
        time::Duration,
    };

    use jiff::civil::date;

    use super::*;
    use crate::{
        app::keeper::{Keeping, request::GivenUp},
        domain::Edit,
        storage::{
            BackupPlaces, BackupReason, CampFile, HistoryLimit, MadeRoom, Occasion, Snapshot,
        },
    };

    fn backing_in(places: &BackupPlaces) -> Backing {
        let (outbox, _reports) = mpsc::channel();
        let keeping = Keeping {
            backups: Some(places.clone()),
            history: HistoryLimit::default(),
        };
        let backing = Backing::start(keeping, outbox, Arc::new(|| ()), Arc::default());
        backing.expect("a thread")
    }

    fn backup_of(file: &CampFile, places: &BackupPlaces) -> Backup {
        let backup = file.snapshot(places, BackupReason::Asked);
        backup.and_then(Snapshot::keep).expect("a backup")
    }

    /// It is still held for its last backup.
    #[test]
    fn a_backup_takes_the_place_of_a_camp_that_is_just_being_closed_after_that() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("Camp.ladder");
        let closing = CampFile::create(&place, "Camp", date(2026, 7, 6)).expect("a camp");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let backup = backup_of(&closing, &places);
        let backing = backing_in(&places);
        let closed = thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            drop(closing);
        });
        let mut held = None;
        let turn = Turn {
            revision: 1,
            given_up: &GivenUp::default(),
        };
        let report = put_backup(&mut held, &backing, &backup, place.clone(), turn);
        closed.join().expect("closed");
        let Report::Opened(opened) = report else {
            panic!("{report:?}")
        };
        let aside = opened.replaced.expect("moved aside");
        assert_eq!(aside.parent(), place.parent());
        assert!(held.is_some_and(|held| held.file.path() == place));
    }

    /// What was open is closed before, and its backup is no newer than what comes.
    #[test]
    fn a_camp_whose_file_was_deleted_is_closed_before_a_backup_takes_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("Camp.ladder");
        drop(CampFile::create(&place, "Camp", date(2026, 7, 6)).expect("a camp"));
        let places = BackupPlaces::only(folder.path().join("backups"));
        let backing = backing_in(&places);
        let opened = Held::open(backing.open(&place, Mode::Change), &place);
        let mut held = Some(opened.expect("the camp"));
        let file = &mut held.as_mut().expect("a camp").file;
        let backup = backup_of(file, &places);
        let edit = Edit::RenameCamp("Other".to_owned());
        let applied = file.apply(&edit, &Occasion::now("Rename"));
        applied.expect("a change");
        fs::remove_file(&place).expect("deleted by somebody else");
        let turn = Turn {
            revision: 1,
            given_up: &GivenUp::default(),
        };
        let report = put_backup(&mut held, &backing, &backup, place.clone(), turn);
        let Report::Opened(opened) = report else {
            panic!("{report:?}")
        };
        assert_eq!(opened.replaced, None, "nothing was there any more");
        assert_eq!(opened.restored, Some(backup.note.made), "it is told");
        let held = held.expect("a camp");
        assert_eq!(held.known.camp.name, "Camp");
        assert!(
            folder.path().join("Camp.ladder.open").exists(),
            "it says who has the camp open that is there now"
        );
        drop(held);
    }

    /// The director goes on in the camp that is open.
    #[test]
    fn a_backup_that_nobody_waits_for_any_more_takes_no_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("Camp.ladder");
        let made = CampFile::create(&place, "Camp", date(2026, 7, 6)).expect("a camp");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let backup = backup_of(&made, &places);
        drop(made);
        let backing = backing_in(&places);
        let opened = Held::open(backing.open(&place, Mode::Change), &place);
        let mut held = Some(opened.expect("the camp"));
        let given_up = GivenUp::default();
        given_up.say();
        let turn = Turn {
            revision: 1,
            given_up: &given_up,
        };
        let report = put_backup(&mut held, &backing, &backup, place, turn);
        assert!(
            matches!(&report, Report::GivenUp(gave_up) if !gave_up.is_made),
            "{report:?}"
        );
        let held = held.expect("the camp is open as before");
        assert_eq!(held.file.outside_change(), None);
    }

    /// The director has looked into it first.
    #[test]
    fn what_made_room_is_put_back_while_it_is_open_here_by_its_other_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("Camp.ladder");
        let name = "Camp (before it was restored, 2026-07-06 10.00).ladder";
        let aside = folder.path().join(name);
        drop(CampFile::create(&aside, "Camp", date(2026, 7, 6)).expect("a camp"));
        let backing = backing_in(&BackupPlaces::only(folder.path().join("backups")));
        let opened = Held::open(backing.open(&aside, Mode::Change), &aside);
        let mut held = Some(opened.expect("the camp"));
        let made_room = MadeRoom::of_gone(&place).expect("what made room");
        let what = PutBack::MadeRoom(made_room);
        let turn = Turn {
            revision: 1,
            given_up: &GivenUp::default(),
        };
        let report = put_back(&mut held, &backing, &what, place.clone(), turn);
        assert!(matches!(&report, Report::Opened(_)), "{report:?}");
        let held = held.expect("a camp");
        assert_eq!(held.file.path(), place);
        assert_eq!(held.file.outside_change(), None);
        assert!(!aside.exists());
    }

    /// The window goes on with what it was told: a change that was computed from it is made, and isn't refused for ever.
    #[test]
    fn a_camp_is_as_it_was_after_a_backup_could_not_take_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("Camp.ladder");
        drop(CampFile::create(&place, "Camp", date(2026, 7, 6)).expect("a camp"));
        let backing = backing_in(&BackupPlaces::only(folder.path().join("backups")));
        let open = || {
            let opened = Held::open(backing.open(&place, Mode::Change), &place);
            let mut held = opened.expect("the camp");
            let known = &mut held.known;
            known.revision = 7;
            known.us_chess_revision = 5;
            known.opened_at = 3;
            known.looked_at = Some(known.camp.clone());
            Some(held)
        };
        let wanted = GivenUp::default();
        let turn = Turn {
            revision: 8,
            given_up: &wanted,
        };
        let refused = || Err(OpenError::DiskFull(place.clone()));
        let mut held = open();
        let report = take_place(&mut held, &backing, (place.clone(), None), turn, refused);
        assert!(matches!(report, Report::NotRestored(_)), "{report:?}");
        let again = held.take().expect("it is open again");
        let known = &again.known;
        let revisions = (known.revision, known.us_chess_revision, known.opened_at);
        assert_eq!(revisions, (7, 5, 3));
        assert_eq!(known.looked_at.as_ref(), Some(&known.camp));
        drop(again);

        // Somebody else has put another camp there meanwhile.
        let mut held = open();
        let replaced = || {
            fs::remove_file(&place).expect("removed");
            drop(CampFile::create(&place, "Other", date(2026, 7, 6)).expect("a camp"));
            refused()
        };
        let report = take_place(&mut held, &backing, (place.clone(), None), turn, replaced);
        assert!(
            matches!(&report, Report::NotOpened(not_opened) if not_opened.closed),
            "{report:?}"
        );
        assert!(held.is_none());
    }
}
