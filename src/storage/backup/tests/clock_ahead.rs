//! A clock that was ahead has made a backup: it isn't the newest for all time to come.

use jiff::SignedDuration;

use super::*;

impl Bench {
    /// A backup of a clock that is ahead by so much.
    fn made_ahead(&mut self, by: SignedDuration) -> Backup {
        let snapshot = self.camp.snapshot(&self.places, BackupReason::Asked);
        let snapshot = snapshot.expect("a copy");
        let made = Timestamp::now() + by;
        snapshot.made_at(made).keep().expect("a backup")
    }
}

const TWO_YEARS: SignedDuration = SignedDuration::from_hours(2 * 365 * 24);

#[test]
fn one_from_a_time_to_come_is_not_the_newest() {
    let mut bench = Bench::new();
    let ahead = bench.made_ahead(TWO_YEARS);
    bench.add_group("Green");
    bench.reasons();
    let new = bench.asked();
    assert_eq!(bench.listed().first(), Some(&new));
    assert_eq!(bench.listed().last(), Some(&ahead));
    let of = bench.camp.backups_of().expect("which");
    let newest = bench.places.newest_good(&of).expect("no error").good;
    assert_eq!(newest.map(|newest| newest.backup).as_ref(), Some(&new));
    let of_uid = bench.places.of_uid(&new.note.uid);
    assert_eq!(of_uid.first(), Some(&new), "nothing has changed since");
    // Another computer's clock may be ahead by a time zone.
    let soon = bench.made_ahead(SignedDuration::from_hours(12));
    assert_eq!(bench.listed().first(), Some(&soon));
}

/// The clock was set right, and its next backups have earlier dates.
#[test]
fn an_old_state_is_not_the_newest_as_the_clock_was_hours_ahead() {
    let (mut bench, _) = Bench::with_stick();
    bench.add_group("Green");
    bench.reasons();
    let first = bench.asked();
    let ahead = [5, 4].map(|hours| bench.made_ahead(SignedDuration::from_hours(hours)));
    let mut right = Vec::new();
    for name in ["Red", "Blue"] {
        bench.add_group(name);
        right.push(bench.asked());
    }
    let of = bench.camp.backups_of().expect("which");
    let newest = bench.places.newest_good(&of).expect("no error").good;
    let newest = newest.map(|newest| newest.backup);
    assert_eq!(newest.as_ref(), right.last());
    let of_uid = bench.places.of_uid(&first.note.uid);
    assert_eq!(of_uid.first(), right.last(), "nothing has changed since");
    let newest_first = [&right[1], &right[0], &ahead[0], &ahead[1], &first];
    let newest_first = newest_first.map(|backup| &backup.note);
    assert_eq!(bench.follow(), SecondPlace::Done);
    for is_lost in [false, true] {
        if is_lost {
            fs::remove_dir_all(&bench.places.folder).expect("a lost folder");
        }
        let listed = bench.listed();
        let notes = listed.iter().map(|backup| &backup.note);
        let notes = notes.take(newest_first.len()).collect::<Vec<_>>();
        assert_eq!(notes, newest_first);
    }
    // One of a right clock whose time has come is the newest again.
    let later = bench.made_ahead(SignedDuration::from_hours(6));
    assert_eq!(bench.listed().first(), Some(&later));
}

/// Nor is it the one that stays of that day.
#[test]
fn what_a_clock_made_that_was_ahead_stands_for_nothing_that_was_made_once_it_was_set_right() {
    let mut bench = Bench::new();
    for minutes in [5, 4] {
        bench.made_ahead(SignedDuration::from_mins(minutes));
    }
    bench.add_group("Green");
    let last = bench.asked();
    let days_later = Timestamp::now() + SignedDuration::from_hours(4 * 24);
    let uid = &last.note.uid;
    let made = || bench.listed().into_iter().map(|backup| backup.note.made);
    while made().len() > 1 {
        let so_far = made().len();
        bench.places.thin(uid, days_later).expect("thinned");
        assert!(made().len() < so_far);
    }
    assert_eq!(made().collect::<Vec<_>>(), [last.note.made]);
}

/// As with an empty battery: all good backups are ahead of one whose clock was behind.
#[test]
fn a_clock_that_was_behind_takes_no_backup_with_it() {
    for behind in [TWO_YEARS, SignedDuration::from_hours(20 * 24)] {
        let mut bench = Bench::new();
        let mut good = Vec::new();
        for name in ["Green", "Red"] {
            bench.add_group(name);
            good.push(bench.asked());
        }
        bench.made_ahead(-behind);
        bench.add_group("Blue");
        good.push(bench.asked());
        for _ in 0..3 {
            let uid = &good[0].note.uid;
            bench.places.thin(uid, Timestamp::now()).expect("thinned");
        }
        let listed = bench.listed();
        assert!(good.iter().all(|backup| listed.contains(backup)));
    }
}

#[test]
fn one_from_a_time_to_come_is_deleted_in_the_second_place_too() {
    let (mut bench, stick) = Bench::with_stick();
    let drawer = bench.folder.path().join("drawer");
    bench.made_ahead(TWO_YEARS);
    assert_eq!(bench.follow(), SecondPlace::Done);
    fs::rename(&stick, &drawer).expect("away");
    let of = bench.camp.backups_of().expect("a camp");
    let deleted = bench.places.delete(&of, Timestamp::now());
    assert_eq!(deleted.expect("no error"), 1);
    let new = bench.asked();
    fs::rename(&drawer, &stick).expect("there again");
    assert_eq!(bench.listed(), std::slice::from_ref(&new), "not listed");
    assert_eq!(bench.follow(), SecondPlace::Done);
    let left = BackupPlaces::only(stick).find_all().backups;
    let notes = left.iter().map(|backup| &backup.note).collect::<Vec<_>>();
    assert_eq!(notes, [&new.note]);
}

/// Hours tell nobody that a clock was wrong, and days have passed by the time that a stick is plugged in again.
#[test]
fn one_of_a_clock_that_was_little_ahead_is_deleted_in_a_second_place_that_was_away() {
    for hours in [5, 72] {
        let (mut bench, stick) = Bench::with_stick();
        let drawer = bench.folder.path().join("drawer");
        let ahead = bench.made_ahead(SignedDuration::from_hours(hours));
        assert_eq!(bench.follow(), SecondPlace::Done);
        fs::rename(&stick, &drawer).expect("away");
        let of = bench.camp.backups_of().expect("a camp");
        // The second time it isn't here any more.
        for count in [1, 0] {
            let deleted = bench.places.delete(&of, Timestamp::now());
            assert_eq!(deleted.expect("no error"), count);
        }
        let new = bench.asked();
        fs::rename(&drawer, &stick).expect("there again");
        assert_eq!(bench.listed(), std::slice::from_ref(&new), "not listed");
        let later = Timestamp::now() + SignedDuration::from_hours(hours + 1);
        let followed = bench.places.follow(&ahead.note.uid, later);
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
        let left = BackupPlaces::only(stick).find_all().backups;
        let notes = left.iter().map(|backup| &backup.note).collect::<Vec<_>>();
        assert_eq!(notes, [&new.note], "{hours} hours");
    }
}
