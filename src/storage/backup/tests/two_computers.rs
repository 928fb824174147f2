//! Two computers have a camp in the same place each, and one second place, such as a synchronized folder.

use super::{
    renamed::{made, moment},
    *,
};

impl Bench {
    /// From now on it is another computer, which has the camp in the same place.
    fn on_computer(&mut self, name: &str) {
        self.places.folder = self.folder.path().join(name);
    }

    /// The second place is brought up to this computer's at that hour.
    fn follow_at(&self, day: Date, hour: i8) {
        let of = self.camp.backups_of().expect("a camp");
        let now = moment(day.at(hour, 0, 0, 0));
        let followed = self.places.follow(of.uid().expect("a uid"), now);
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    }
}

/// One is lost on Monday night, and what was done on it that day was not brought together yet.
#[test]
fn the_day_of_another_computer_stays_in_the_second_place() {
    let (mut bench, shared) = Bench::with_stick();
    let monday = date(2026, 7, 6);
    let at = |day: Date, hour| day.at(hour, 0, 0, 0);
    for (computer, hour) in [("lost", 9), ("here", 12), ("lost", 15), ("here", 18)] {
        bench.on_computer(computer);
        bench.made_at(at(monday, hour));
        bench.follow_at(monday, hour);
    }
    // One a day for two weeks, then one a week: on each computer.
    for (day, first_two) in [
        (date(2026, 7, 10), ["07-06 15", "07-06 18"]),
        (date(2026, 8, 10), ["07-06 15", "07-10 09"]),
    ] {
        bench.made_at(at(day, 9));
        for _ in 0..3 {
            bench.follow_at(day, 9);
        }
        assert_eq!(made(&shared)[..2], first_two, "on {day}");
    }
    // The last one of it stays until after the next summer.
    for (day, left) in [
        (date(2027, 8, 16), &["07-06 15", "08-16 09"] as &[_]),
        (date(2028, 7, 10), &["08-16 09", "07-10 09"]),
    ] {
        bench.made_at(at(day, 9));
        for _ in 0..3 {
            bench.follow_at(day, 9);
        }
        assert_eq!(made(&shared), left, "on {day}");
    }
}

#[test]
fn backups_of_another_computer_are_listed_as_such_and_not_taken_for_those_of_this_file() {
    let (mut bench, _) = Bench::with_stick();
    bench.on_computer("other");
    bench.add_group("Green");
    let other = bench.made_at(date(2026, 7, 6).at(9, 0, 0, 0));
    assert_eq!(bench.follow(), SecondPlace::Done);
    bench.on_computer("here");
    bench.add_group("Red");
    let own = bench.made_at(date(2026, 7, 6).at(15, 0, 0, 0));
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert_ne!(own.note.computer, other.note.computer);

    let of = bench.camp.backups_of().expect("which");
    let listed = bench.listed();
    let told = listed.iter().map(|backup| {
        let is_own = of.is_of_file(backup);
        (backup.note.made, is_own, backup.is_of_other_computer())
    });
    let expected = [(own.note.made, true, false), (other.note.made, false, true)];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(of.made_of(&listed[1]), MadeOf::Copy);
    assert!(listed[1].named_file().ends_with("on another computer"));
    let taken = bench.places.own(&of).expect("no error").backups;
    assert_eq!(taken, listed[..1]);
    // This computer has none any more: the other one's are better than none.
    fs::remove_file(&own.path).expect("gone");
    let there = listed[0].twin.as_ref().expect("a twin");
    there.delete().expect("gone, too");
    let taken = bench.places.own(&of).expect("no error").backups;
    assert_eq!(taken, listed[1..]);
}

/// Computers of a school are set up alike. The file of this one is gone, and only its place tells which backups are its own.
#[test]
fn another_camp_in_the_same_place_on_another_computer_is_no_file_of_this_one() {
    let (mut bench, _) = Bench::with_stick();
    bench.on_computer("here");
    bench.keep_backups();
    let own = bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    let (closed, _) = bench.close();
    fs::remove_file(&closed.path).expect("gone");
    let camp = CampFile::create(&closed.path, "Another camp", TODAY).expect("a camp");
    let mut bench = Bench {
        folder: closed.folder,
        places: closed.places,
        finished: mpsc::channel().1,
        camp,
        path: closed.path,
    };
    bench.on_computer("other");
    bench.keep_backups();
    let theirs = bench.asked();
    assert_eq!(theirs.note.file, own.note.file);
    assert_eq!(bench.follow(), SecondPlace::Done);
    bench.on_computer("here");
    let of = BackupsOf::place(&bench.path);
    assert_eq!(bench.places.backups(&of).len(), 2);
    let taken = bench.places.own(&of).expect("no error");
    let notes = taken.backups.iter().map(|backup| &backup.note);
    assert_eq!(notes.collect::<Vec<_>>(), [&own.note]);
    assert_eq!(taken.newer, None);
}

/// Notes of earlier versions don't say which computer made them.
#[test]
fn an_old_note_is_of_this_computer_in_its_own_folder_and_of_any_in_the_second_place() {
    let (mut bench, shared) = Bench::with_stick();
    let monday = date(2026, 7, 6);
    for hour in [9, 12] {
        let old = bench.made_at(monday.at(hour, 0, 0, 0));
        let note = BackupNote {
            computer: None,
            ..old.note
        };
        places::write_note(&places::note_beside(&old.path), &note).expect("an old note");
    }
    bench.follow_at(monday, 13);
    bench.made_at(monday.at(15, 0, 0, 0));
    bench.made_at(date(2026, 7, 10).at(9, 0, 0, 0));
    bench.follow_at(date(2026, 7, 10), 9);
    assert_eq!(made(&bench.places.folder), ["07-06 15", "07-10 09"]);
    let all = ["07-06 09", "07-06 12", "07-06 15", "07-10 09"];
    assert_eq!(made(&shared), all);
    let of = bench.camp.backups_of().expect("which");
    assert!(bench.listed().iter().all(|backup| of.is_of_file(backup)));
}
