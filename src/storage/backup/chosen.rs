//! Whether what lies where the second place was is that place. A drive of the net is away, and an empty folder is in its stead; another person's stick
//! has got the letter. Backups hold what is known of children, and go nowhere that the director didn't choose.

use std::{fs, io::ErrorKind, path::Path};

use jiff::Timestamp;

use super::{
    SecondPlace,
    deleting::{hides_mark, kept_in, mark_of},
    following::beside,
    places::{backups_in, folders, read_note},
};

/// What lies in a place that was `chosen` then: `Done` where it is the one that is meant, and may be looked into.
pub(super) fn look_at(first: &Path, place: &Path, chosen: Option<Timestamp>) -> SecondPlace {
    match fs::read_dir(place) {
        Ok(_) if !is_another(first, place, chosen) => SecondPlace::Done,
        // It may be the one that is meant all the same.
        Ok(_) if hides_mark(place) => SecondPlace::NotAllowed,
        Ok(_) => SecondPlace::Another,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => SecondPlace::NotAllowed,
        Err(_) => SecondPlace::OutOfReach,
    }
}

/// Whether something else lies in a place than what has got backups since it was chosen. What comes first after that is taken for it, as a stick may be
/// in a drawer when it is chosen, and so is each that had some before.
fn is_another(first: &Path, place: &Path, chosen: Option<Timestamp>) -> bool {
    let camps = folders(first);
    let kept = camps.iter().flat_map(|camp| kept_in(camp, place));
    let kept = kept.collect::<Vec<_>>();
    if kept.iter().all(|kept| kept.chosen != chosen) {
        return false;
    }
    let mark = mark_of(place);
    let is_known = mark.is_some_and(|mark| kept.iter().any(|kept| kept.id == mark));
    !is_known && !camps.iter().any(|camp| has_one_of(place, camp))
}

/// Whether a place has a backup of a camp, whose folder in the first place this is: its mark was deleted, or that of another computer has come instead,
/// as the place is synchronized.
fn has_one_of(place: &Path, camp: &Path) -> bool {
    let folder = place.join(camp.file_name().unwrap_or_default());
    backups_in(camp).iter().any(|backup| {
        let there = read_note(&beside(backup, &folder));
        there.is_some_and(|there| there.sha256 == backup.note.sha256)
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use jiff::{SignedDuration, civil::date};
    use tempfile::TempDir;

    use super::{
        super::{Backup, BackupPlaces, BackupReason, BackupsOf, Snapshot, deleting::marked},
        *,
    };
    use crate::storage::{CampFile, real_clock};

    /// A camp with one backup, and a stick as its second place.
    struct Bench {
        folder: TempDir,
        places: BackupPlaces,
        stick: PathBuf,
        backup: Backup,
    }

    impl Bench {
        /// The stick has the backup.
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("Camp.ladder");
            let mut places = BackupPlaces::only(folder.path().join("backups"));
            let camp = CampFile::create(&path, "Test camp", date(2026, 7, 6)).expect("a camp");
            let snapshot = camp.snapshot(&places, BackupReason::Asked);
            let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
            let stick = folder.path().join("stick");
            fs::create_dir(&stick).expect("a stick");
            places.second = Some(stick.clone());
            let bench = Self {
                folder,
                places,
                stick,
                backup,
            };
            assert_eq!(bench.follow(), SecondPlace::Done);
            bench
        }

        fn follow(&self) -> SecondPlace {
            let now = real_clock().timestamp();
            let followed = self.places.follow(&self.backup.note.uid, now);
            followed.expect("no error")
        }

        /// Pulls out what is plugged in.
        fn pull(&self, to: &str) -> PathBuf {
            let drawer = self.folder.path().join(to);
            fs::rename(&self.stick, &drawer).expect("away");
            drawer
        }

        /// Chosen so many seconds from now.
        fn choose_again(&mut self, seconds: i64) {
            let now = real_clock().timestamp();
            self.places.second_chosen = Some(now + SignedDuration::from_secs(seconds));
        }

        fn has_backup(&self) -> bool {
            has_one_of(&self.stick, &self.places.folder.join(&self.backup.note.uid))
        }
    }

    #[test]
    fn another_drive_gets_nothing_until_it_is_chosen() {
        let mut bench = Bench::new();
        let of = BackupsOf::camp_in(&bench.backup.note);
        for mark in [false, true] {
            let first = bench.pull("first");
            fs::create_dir(&bench.stick).expect("another one");
            if mark {
                marked(&bench.stick).expect("one that has backups of others");
            }
            let before = fs::read_dir(&bench.stick).expect("it").count();
            assert_eq!(bench.follow(), SecondPlace::Another);
            assert_eq!(bench.places.find(&of).second, SecondPlace::Another);
            let after = fs::read_dir(&bench.stick).expect("it").count();
            assert_eq!(after, before, "nothing is written there");
            fs::remove_dir_all(&bench.stick).expect("away");
            fs::rename(&first, &bench.stick).expect("there again");
            assert_eq!(bench.follow(), SecondPlace::Done);
        }
        // Two that are used by turns.
        let first = bench.pull("first");
        fs::create_dir(&bench.stick).expect("another one");
        bench.choose_again(0);
        assert_eq!(bench.follow(), SecondPlace::Done);
        assert!(bench.has_backup());
        bench.pull("second");
        fs::rename(&first, &bench.stick).expect("there again");
        assert_eq!(bench.follow(), SecondPlace::Done);
        bench.pull("first");
        fs::create_dir(&bench.stick).expect("a third one");
        assert_eq!(bench.follow(), SecondPlace::Another);
    }

    /// Nobody knows any more which one was there when it was chosen.
    #[test]
    fn what_comes_first_after_it_was_chosen_is_it() {
        let mut bench = Bench::new();
        bench.pull("drawer");
        bench.choose_again(0);
        assert_eq!(bench.follow(), SecondPlace::OutOfReach);
        fs::create_dir(&bench.stick).expect("a new one");
        assert_eq!(bench.follow(), SecondPlace::Done);
        bench.pull("new");
        fs::create_dir(&bench.stick).expect("another one");
        assert_eq!(bench.follow(), SecondPlace::Another);
        fs::remove_dir(&bench.stick).expect("away");
        // The same one is chosen again, and from then on no other.
        fs::rename(bench.folder.path().join("new"), &bench.stick).expect("there again");
        bench.choose_again(1);
        assert_eq!(bench.follow(), SecondPlace::Done);
        bench.pull("newest");
        fs::create_dir(&bench.stick).expect("another one");
        assert_eq!(bench.follow(), SecondPlace::Another);
    }

    #[test]
    fn an_emptied_place_gets_all_when_it_is_chosen_again() {
        let mut bench = Bench::new();
        fs::remove_dir_all(&bench.stick).expect("emptied");
        fs::create_dir(&bench.stick).expect("an empty one");
        assert_eq!(bench.follow(), SecondPlace::Another);
        bench.choose_again(0);
        assert_eq!(bench.follow(), SecondPlace::Done);
        assert!(bench.has_backup());
        // And goes on without.
        assert_eq!(bench.follow(), SecondPlace::Done);
    }

    /// It was called another drive.
    #[cfg(unix)]
    #[test]
    fn a_place_that_may_not_be_read_is_called_so() {
        use std::os::unix::fs::PermissionsExt as _;
        let bench = Bench::new();
        let of = BackupsOf::camp_in(&bench.backup.note);
        let allow = |mode| {
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(&bench.stick, permissions).expect("our folder");
        };
        // All of it, or what the files in it say.
        for mode in [0o000, 0o400] {
            allow(mode);
            // The superuser reads everything.
            if mark_of(&bench.stick).is_none() {
                let found = bench.places.find(&of);
                assert_eq!(bench.follow(), SecondPlace::NotAllowed, "{mode:o}");
                assert_eq!(found.second, SecondPlace::NotAllowed, "{mode:o}");
                let told = bench.places.without_second(found.second);
                assert!(told.is_some_and(|told| told.contains("permission")));
            }
            allow(0o700);
            assert_eq!(bench.follow(), SecondPlace::Done);
        }
    }

    /// The mark may be deleted by somebody who doesn't know it, and two computers may each make one in a folder that is synchronized.
    #[test]
    fn a_place_without_its_mark_is_known_by_its_backups() {
        let bench = Bench::new();
        let files = fs::read_dir(&bench.stick).expect("it").flatten();
        let mut marks = files.map(|it| it.path()).filter(|it| it.is_file());
        let mark = marks.next().expect("the mark");
        fs::remove_file(&mark).expect("deleted");
        assert_eq!(bench.follow(), SecondPlace::Done);
        fs::write(&mark, "that of another computer").expect("a mark");
        assert_eq!(bench.follow(), SecondPlace::Done);
    }
}
