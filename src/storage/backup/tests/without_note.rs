//! Packed camps whose note was never written, as the program was ended by force: they hold what is known of children all the same. Notes whose
//! packed camp is gone.

use std::time::{Duration, SystemTime};

use jiff::ToSpan as _;

use super::{
    renamed::{made, moment},
    *,
};

/// A backup that lost its note.
fn without_note(backup: &Backup, name: &str) -> PathBuf {
    let path = backup
        .path
        .with_file_name(format!("{name}{}", places::PACKED));
    fs::copy(&backup.path, &path).expect("a packed camp");
    path
}

fn make_old(path: &Path, hours: u64) {
    let file = fs::File::options().write(true).open(path);
    let then = SystemTime::now() - Duration::from_hours(hours);
    file.and_then(|file| file.set_modified(then))
        .expect("another time");
}

#[test]
fn they_go_with_the_backups_that_are_deleted_in_every_place() {
    let (mut bench, stick) = Bench::with_stick();
    let backup = bench.asked();
    let uid = &backup.note.uid;
    assert_eq!(bench.follow(), SecondPlace::Done);
    let no_note = without_note(&backup, "no note");
    let bad_note = without_note(&backup, "bad note");
    fs::write(places::note_beside(&bad_note), "{ \"made\":").expect("half a note");
    let newer = without_note(&backup, "newer note");
    let note = r#"{ "reason": "one that is not known yet" }"#;
    fs::write(places::note_beside(&newer), note).expect("a note");
    let on_stick = stick.join(uid).join("no note.ladder.gz");
    fs::copy(&no_note, &on_stick).expect("a packed camp");
    let of = bench.camp.backups_of().expect("which");
    let deleted = bench.places.delete(&of, Timestamp::now());
    assert_eq!(deleted.expect("no error"), 1, "of those that were listed");
    assert!(!no_note.exists() && !bad_note.exists());
    assert!(!places::note_beside(&bad_note).exists());
    assert!(newer.exists(), "another version may list it");
    assert!(on_stick.exists());
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(!on_stick.exists());
}

#[test]
fn they_go_with_the_next_backup_if_nobody_can_be_at_work_on_them() {
    let (mut bench, stick) = Bench::with_stick();
    let backup = bench.asked();
    let uid = &backup.note.uid;
    assert_eq!(bench.follow(), SecondPlace::Done);
    let left = ["left", "in the making"].map(|name| without_note(&backup, name));
    let there = left.each_ref().map(|path| {
        let name = path.file_name().expect("a name");
        let there = stick.join(uid).join(name);
        fs::copy(path, &there).expect("a packed camp");
        there
    });
    make_old(&left[0], 2);
    make_old(&there[0], 300 * 24);
    // What has its note is as old.
    make_old(&backup.path, 2);
    let again = bench.asked();
    assert_eq!(left.map(|path| path.exists()), [false, true]);
    assert_eq!(bench.follow(), SecondPlace::Done);
    // The note of another computer's may still come where the place is synchronized.
    assert_eq!(there.map(|path| path.exists()), [true, true]);
    assert_eq!(bench.listed().len(), 2, "{again:?} and the first one");
}

/// Its own time tells nothing: it is that of another computer, and of last year where a place is synchronized for the first time.
#[test]
fn what_waits_for_its_note_for_a_month_in_the_second_place_goes_once_a_newer_one_is_there() {
    let (mut bench, stick) = Bench::with_stick();
    let at = |days: i64| {
        let day = TODAY.checked_add(days.days()).expect("a day");
        day.at(9, 0, 0, 0)
    };
    let follow = |bench: &Bench, days| {
        let of = bench.camp.backups_of().expect("a camp");
        let followed = bench
            .places
            .follow(of.uid().expect("a uid"), moment(at(days)));
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    };
    let backup = bench.made_at(at(0));
    follow(&bench, 0);
    let [never, late] = ["never", "late"].map(|name| {
        let there = stick.join(&backup.note.uid).join(name);
        let there = there.with_extension(&places::PACKED[1..]);
        fs::copy(&backup.path, &there).expect("a packed camp");
        make_old(&there, 300 * 24);
        there
    });
    for days in [1, 30, 40] {
        follow(&bench, days);
        assert!(never.exists(), "nothing newer is there after {days} days");
    }
    bench.made_at(at(41));
    let note = BackupNote {
        made: moment(at(8)),
        ..backup.note
    };
    places::write_note(&places::note_beside(&late), &note).expect("it has come");
    follow(&bench, 41);
    assert!(!never.exists());
    assert!(late.exists());

    // What comes later waits as long.
    fs::copy(&backup.path, &never).expect("a packed camp");
    follow(&bench, 42);
    bench.made_at(at(60));
    for (days, is_there) in [(60, true), (72, true), (75, false)] {
        follow(&bench, days);
        assert_eq!(never.exists(), is_there, "after {days} days");
    }
    assert_eq!(made(&stick).len(), 4);
}

/// The old computer is lost, and on the new one the place is synchronized: what is there keeps its time, and the small files come first.
#[test]
fn halves_that_come_from_another_computer_stay_until_the_other_half_comes() {
    let (mut bench, stick) = Bench::with_stick();
    let snapshot = bench.camp.snapshot(&bench.places, BackupReason::Asked);
    let earlier = Timestamp::now() - jiff::SignedDuration::from_mins(1);
    let kept = snapshot.expect("a copy").made_at(earlier).keep();
    let backup = kept.expect("a backup");
    assert_eq!(bench.follow(), SecondPlace::Done);
    let of_camp = stick.join(&backup.note.uid);
    let elsewhere = bench.folder.path().join("elsewhere");
    fs::rename(&of_camp, &elsewhere).expect("the other computer's");
    fs::remove_dir_all(&bench.places.folder).expect("lost");
    fs::create_dir(&of_camp).expect("a folder");
    let packed = backup.path.file_name().map(Path::new).expect("a name");
    let come = |name: &Path| {
        let there = of_camp.join(name);
        fs::copy(elsewhere.join(name), &there).expect("it has come");
        make_old(&there, 300 * 24);
    };
    for first in [places::note_beside(packed), packed.to_owned()] {
        for file in fs::read_dir(&of_camp).expect("a folder") {
            fs::remove_file(file.expect("a file").path()).expect("gone");
        }
        come(&first);
        bench.add_group(&first.to_string_lossy());
        bench.asked();
        assert_eq!(bench.follow(), SecondPlace::Done);
        come(packed);
        come(&places::note_beside(packed));
        assert_eq!(bench.follow(), SecondPlace::Done);
        let listed = bench.listed();
        let names = listed.iter().map(|it| it.path.file_name());
        assert!(
            names.flatten().any(|name| name == packed),
            "{first:?} came first: {listed:?}"
        );
    }
}

/// Of a backup, the packed camp goes first.
#[test]
fn a_note_that_is_left_alone_is_no_backup_and_goes() {
    let (mut bench, stick) = Bench::with_stick();
    let snapshot = bench.camp.snapshot(&bench.places, BackupReason::Asked);
    let earlier = Timestamp::now() - jiff::SignedDuration::from_mins(1);
    let kept = snapshot.expect("a copy").made_at(earlier).keep();
    let backup = kept.expect("a backup");
    assert_eq!(bench.follow(), SecondPlace::Done);
    let name = backup.path.file_name().expect("a name");
    let there = stick.join(&backup.note.uid).join(name);
    let here = backup.path.clone();
    let notes = [&here, &there].map(|packed| places::note_beside(packed));
    for packed in [&here, &there] {
        fs::remove_file(packed).expect("the first half");
    }
    assert_eq!(bench.listed(), []);
    let of = bench.camp.backups_of().expect("which");
    let newest = bench.places.newest_good(&of).expect("no error").good;
    assert!(newest.is_none(), "{newest:?}");
    assert_eq!(bench.places.of_uid(&backup.note.uid), []);
    let newer = here.with_file_name("newer.json");
    fs::write(&newer, r#"{ "reason": "one that is not known yet" }"#).expect("a note");
    make_old(&newer, 9 * 24);
    // One that is just being made, or whose packed camp comes from another computer.
    make_old(&notes[1], 300 * 24);
    bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(notes.iter().all(|note| note.exists()));
    make_old(&notes[0], 2);
    bench.add_group("Green");
    bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert_eq!(notes.map(|note| note.exists()), [false, true]);
    assert!(newer.exists(), "another version may list it");
    // Nobody is at work on what is deleted with all others.
    let new = bench.listed().swap_remove(0);
    fs::remove_file(&new.path).expect("the first half");
    bench.places.delete(&of, Timestamp::now()).expect("deleted");
    assert!(!places::note_beside(&new.path).exists());
}
