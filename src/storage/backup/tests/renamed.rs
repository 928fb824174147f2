//! The camp file is renamed or moved: what was made under its old name serves its time as before.

use jiff::{ToSpan as _, civil::DateTime, tz::TimeZone};

use super::*;

pub(super) fn moment(at: DateTime) -> Timestamp {
    let at = at.to_zoned(TimeZone::system()).expect("a moment");
    at.timestamp()
}

impl Bench {
    /// A backup of that moment.
    pub(super) fn made_at(&mut self, at: DateTime) -> Backup {
        let snapshot = self.camp.snapshot(&self.places, BackupReason::Asked);
        let snapshot = snapshot.expect("a copy").made_at(moment(at));
        snapshot.keep().expect("a backup")
    }

    pub(super) fn renamed(self, name: &str) -> Self {
        let (mut closed, _) = self.close();
        let new = closed.folder.path().join(name);
        fs::rename(&closed.path, &new).expect("renamed");
        closed.path = new;
        closed.open()
    }
}

/// When what is there was made, in order.
pub(super) fn made(place: &Path) -> Vec<String> {
    let found = BackupPlaces::only(place.to_owned()).find_all().backups;
    let made = found.iter().map(|backup| backup.note.made_here());
    let mut made = made.collect::<Vec<_>>();
    made.sort();
    let told = made.iter().map(|at| at.strftime("%m-%d %H").to_string());
    told.collect()
}

/// Seven backups on Monday, then the file is renamed.
#[test]
fn backups_under_an_old_name_are_thinned_and_not_copied_again_and_again() {
    let (mut bench, stick) = Bench::with_stick();
    let first = bench.places.folder.clone();
    let monday = date(2026, 7, 6);
    for hour in 9..=15 {
        bench.made_at(monday.at(hour, 0, 0, 0));
    }
    let mut bench = bench.renamed("Renamed.ladder");
    let friday = date(2026, 7, 10);
    let mut uid = String::new();
    // The last one of Monday, and those of Friday: the stick never gets the others.
    let mut on_stick = vec!["07-06 15".to_owned()];
    // Two go at a time.
    for (hour, left) in [(9, 5), (10, 3), (11, 1), (12, 1)] {
        let at = friday.at(hour, 0, 0, 0);
        uid = bench.made_at(at).note.uid;
        on_stick.push(at.strftime("%m-%d %H").to_string());
        assert_eq!(made(&first).len(), left + on_stick.len() - 1);
        let followed = bench.places.follow(&uid, moment(at)).expect("no error");
        assert_eq!(followed, SecondPlace::Done);
        assert_eq!(made(&stick), on_stick);
    }
    assert_eq!(made(&first), on_stick);

    // A year later nothing of it is left, in either place.
    let next_summer = date(2027, 7, 12).at(9, 0, 0, 0);
    for hours in 0..3 {
        let at = next_summer.checked_add(hours.hours()).expect("a time");
        bench.made_at(at);
        let followed = bench.places.follow(&uid, moment(at)).expect("no error");
        assert_eq!(followed, SecondPlace::Done);
    }
    for place in [first, stick] {
        assert_eq!(made(&place), ["07-12 09", "07-12 10", "07-12 11"]);
    }
}

/// The stick is pulled out, or time runs out, while they are copied.
#[test]
fn the_newest_is_copied_first() {
    let (mut bench, stick) = Bench::with_stick();
    let mut in_the_way = PathBuf::new();
    for hour in 10..=14 {
        let backup = bench.made_at(date(2026, 7, 6).at(hour, 0, 0, 0));
        if hour == 12 {
            let folder = stick.join(&backup.note.uid);
            in_the_way = folder.join(backup.path.file_name().expect("a name"));
        }
    }
    // It can't be put in its place.
    fs::create_dir_all(in_the_way.join("inner")).expect("a folder");
    let of = bench.camp.backups_of().expect("a camp");
    let uid = of.uid().expect("a uid");
    let at = moment(date(2026, 7, 6).at(15, 0, 0, 0));
    let refused = bench.places.follow(uid, at);
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(made(&stick), ["07-06 13", "07-06 14"]);
}

/// The newest one finds no room, say.
#[test]
fn what_has_served_its_time_makes_room_in_a_second_place_that_refuses_the_newest() {
    let (mut bench, stick) = Bench::with_stick();
    let monday = date(2026, 7, 6);
    let mut uid = String::new();
    for hour in 9..=15 {
        uid = bench.made_at(monday.at(hour, 0, 0, 0)).note.uid;
    }
    let now = moment(monday.at(16, 0, 0, 0));
    let followed = bench.places.follow(&uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::Done);
    assert_eq!(made(&stick).len(), 7);
    let a_week_later = date(2026, 7, 13).at(9, 0, 0, 0);
    let newest = bench.made_at(a_week_later);
    let folder = places::folder_of_camp(&stick, &uid);
    let in_its_way = folder.join(newest.path.file_name().expect("a name"));
    fs::create_dir(&in_its_way).expect("a folder");
    let refused = bench.places.follow(&uid, moment(a_week_later));
    assert!(refused.is_err(), "{refused:?}");
    // Two go at a time.
    assert_eq!(made(&stick).len(), 5);
    fs::remove_dir(&in_its_way).expect("gone");
    let followed = bench.places.follow(&uid, moment(a_week_later));
    assert_eq!(followed.expect("no error"), SecondPlace::Done);
    assert_eq!(
        made(&stick),
        ["07-06 13", "07-06 14", "07-06 15", "07-13 09"]
    );
}
