//! A camp that is worked on in another place, and one of which a copy was made.

use super::*;

/// Copies the camp as it is now to another place, or back from there.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    fs::copy(from, to).expect("a copy");
}

/// A change is made to the camp in this place, which is backed up then.
fn work_at(path: &Path, places: &BackupPlaces, name: &str) -> Backup {
    let mut camp = CampFile::open(path, Mode::Change).expect("the camp");
    let edit = Edit::AddGroup(Group::new(name, Some(100)));
    camp.apply(&edit, &Occasion::now("Add group"))
        .expect("a group");
    let snapshot = camp.snapshot(places, BackupReason::Asked);
    snapshot.and_then(Snapshot::keep).expect("a backup")
}

/// A camp at home that is backed up, and its place on a stick.
fn home_and_stick() -> (Closed, PathBuf, Backup) {
    let mut bench = Bench::new();
    bench.add_group("At home");
    bench.reasons();
    let home = bench.asked();
    let (closed, made) = bench.close();
    assert_eq!(made, [], "it is backed up as it is");
    let stick = closed.folder.path().join("stick").join("Camp.ladder");
    copy(&closed.path, &stick);
    (closed, stick, home)
}

#[test]
fn the_newest_is_taken_also_of_a_camp_that_was_on_a_stick_for_a_week() {
    let (closed, stick, home) = home_and_stick();
    let first = work_at(&stick, &closed.places, "On the stick");
    let second = work_at(&stick, &closed.places, "Later");
    assert_ne!(second.note.file, home.note.file);
    copy(&stick, &closed.path);
    fs::write(&closed.path, damaged(&closed.path)).expect("a damaged camp");
    let of = BackupsOf::file(&closed.path);
    assert_eq!(of.uid(), Some(&*home.note.uid));
    let own = closed.places.own(&of).expect("no error");
    assert_eq!(own.newer, None);
    assert_eq!(own.backups.first(), Some(&second));
    assert!(own.backups.contains(&home), "should the newer one go bad");
    // A bad one is no help, and the one before it is.
    fs::write(&second.path, "nothing packed").expect("a bad backup");
    let newest = closed.places.newest_good(&of).expect("no error").good;
    assert_eq!(newest.map(|newest| newest.backup), Some(first));
}

/// It goes on from this file, which has done nothing since: and is another one all the same.
#[test]
fn a_newer_one_of_a_copy_that_lies_beside_the_camp_is_named_and_not_taken() {
    let (closed, _, home) = home_and_stick();
    let beside = closed.path.with_file_name("Other.ladder");
    copy(&closed.path, &beside);
    let other = work_at(&beside, &closed.places, "In the copy");
    let of = BackupsOf::file(&closed.path);
    let own = closed.places.own(&of).expect("no error");
    assert_eq!(own.newer.as_ref(), Some(&other));
    assert_eq!(own.backups.first(), Some(&home));
    // Renamed, it isn't there any more.
    fs::remove_file(&beside).expect("gone");
    let own = closed.places.own(&of).expect("no error");
    assert_eq!((own.newer, own.backups.first()), (None, Some(&other)));
}

#[test]
fn a_newer_one_of_a_copy_that_went_its_own_way_is_named_and_not_taken() {
    let (closed, stick, _) = home_and_stick();
    let home = work_at(&closed.path, &closed.places, "At home, later");
    let stick_first = work_at(&stick, &closed.places, "On the stick");
    let stick = work_at(&stick, &closed.places, "On the stick, later");
    let of = BackupsOf::file(&closed.path);
    let own = closed.places.own(&of).expect("no error");
    assert_eq!(own.newer.as_ref(), Some(&stick));
    assert_eq!(own.backups.first(), Some(&home));
    let mut backups = own.backups.iter();
    assert!(backups.all(|backup| of.is_of_file(backup)));
    let newest = closed.places.newest_good(&of).expect("no error").good;
    let newest = newest.expect("a backup");
    assert_eq!(
        (&newest.backup, newest.newer.as_ref()),
        (&home, Some(&stick))
    );
    // Where the file itself has none.
    for backup in &own.backups {
        backup.delete().expect("no error");
    }
    let own = closed.places.own(&of).expect("no error");
    assert_eq!(
        own.backups,
        [stick, stick_first],
        "a copy's are better than none"
    );
    assert_eq!(own.newer, None);
}

/// A drive of the net that hangs, or a file that is only in the cloud.
#[test]
fn a_newer_one_that_gives_no_answer_is_named() {
    let (mut bench, stick) = Bench::with_stick();
    let of = bench.camp.backups_of().expect("which");
    bench.add_group("Green");
    bench.reasons();
    let older = bench.asked();
    bench.add_group("Red");
    let newer = bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    newer.delete().expect("gone from the first place");
    let listed = bench.listed();
    let far = listed.first().cloned().expect("the newest");
    assert_eq!((far.is_second, &far.note), (true, &newer.note));
    let hang = Hang::new(&stick);
    let own = of.own(listed.clone()).expect("no error");
    let newest = own
        .newest_good(RestoreSource::verify)
        .expect("no error")
        .good;
    let newest = newest.expect("the older one");
    assert_eq!(newest.backup.note, older.note);
    assert_eq!(newest.unanswered, Some(far.clone()));
    let made = date(2026, 7, 6).at(14, 5, 0, 0).in_tz("UTC");
    let mut then = far.clone();
    then.note.made = made.expect("a moment").timestamp();
    assert_eq!(
        then.newer_unanswered(jiff::tz::TimeZone::UTC),
        "A newer backup, made 7/6/2026 2:05 PM, could not be read, as its place gives no answer"
    );
    // The newer one is one of a copy.
    let renamed = BackupNote {
        file: older.note.file.with_file_name("Copy.ladder"),
        ..newer.note.clone()
    };
    let mut listed = listed;
    listed[0].note = renamed;
    let own = of.own(listed.clone()).expect("no error");
    assert_eq!(own.newer.as_ref(), Some(&listed[0]));
    drop(hang);
}

#[test]
fn a_file_that_was_moved_is_no_copy_of_itself() {
    let (closed, stick, home) = home_and_stick();
    // The file at home is still there: nothing but what was done tells.
    let apart = work_at(&closed.path, &closed.places, "At home, later");
    let camp = CampFile::open(&stick, Mode::ReadOnly).expect("the camp");
    let of = camp.backups_of().expect("which");
    let now = camp.file_history().expect("a history");
    assert_eq!(of.made_of_with(&home, &now), MadeOf::File);
    assert_eq!(of.made_of_with(&apart, &now), MadeOf::Copy);
}

/// It isn't the file before it was moved, as that was further by then.
#[test]
fn an_older_copy_that_is_backed_up_later_is_a_copy() {
    let (closed, stick, _) = home_and_stick();
    work_at(&closed.path, &closed.places, "At home, later");
    let left_behind = CampFile::open(&stick, Mode::ReadOnly).expect("the copy");
    let snapshot = left_behind.snapshot(&closed.places, BackupReason::Asked);
    let left_behind = snapshot.and_then(Snapshot::keep).expect("a backup");
    let camp = CampFile::open(&closed.path, Mode::ReadOnly).expect("the camp");
    let of = camp.backups_of().expect("which");
    let now = camp.file_history().expect("a history");
    assert!(now.goes_on_from(&left_behind.note));
    assert_eq!(of.made_of_with(&left_behind, &now), MadeOf::Copy);
}

/// A copy to take along: nothing was done in either since, and it was backed up as soon as it was opened.
#[test]
fn a_copy_beside_the_camp_is_one_though_nothing_was_done_in_it() {
    let (closed, _, home) = home_and_stick();
    let beside = closed.path.with_file_name("To take along.ladder");
    copy(&closed.path, &beside);
    let camp = CampFile::open(&beside, Mode::ReadOnly).expect("the copy");
    let snapshot = camp.snapshot(&closed.places, BackupReason::Opened);
    let of_copy = snapshot.and_then(Snapshot::keep).expect("a backup");
    drop(camp);
    let camp = CampFile::open(&closed.path, Mode::ReadOnly).expect("the camp");
    let of = camp.backups_of().expect("which");
    let now = camp.file_history().expect("a history");
    assert!(now.goes_on_from(&of_copy.note) && !now.was_ahead_of(&of_copy.note));
    assert_eq!(of.made_of_with(&of_copy, &now), MadeOf::Copy);
    assert_eq!(of.made_of_with(&home, &now), MadeOf::File);
}

/// Its history begins anew, and tells nothing of what was done before it was cleared.
#[test]
fn nobody_knows_what_a_backup_of_another_file_lacks_whose_history_was_cleared() {
    let (closed, stick, home) = home_and_stick();
    let on_stick = BackupsOf::file(&stick);
    assert_eq!(changes_since(&stick, &on_stick, &home), Some(0));
    let mut camp = CampFile::open(&closed.path, Mode::Change).expect("the camp");
    assert!(camp.forget_history().expect("no history"));
    let snapshot = camp.snapshot(&closed.places, BackupReason::Asked);
    let cleared = snapshot.and_then(Snapshot::keep).expect("a backup");
    drop(camp);
    assert_eq!(cleared.note.last_step, None);
    assert_eq!(changes_since(&stick, &on_stick, &cleared), None);
}

/// What is left of a camp whose last page is gone.
fn damaged(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("the camp");
    let from = bytes.len() / 2;
    bytes[from..].fill(0x5a);
    bytes
}
