//! A year of backups, each of a camp as it was then.

use std::collections::BTreeMap;

use jiff::{ToSpan as _, tz::TimeZone};

use super::*;

/// Five days of camp with six backups each, and a club evening a week, with one, until 60 are made. Whatever is kept is the camp as it was then,
/// in both places.
#[test]
fn whatever_is_kept_of_a_year_gives_the_camp_back_as_it_was() {
    let mut bench = Bench::new();
    let stick = bench.folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    bench.places.second = Some(stick.clone());
    let camp_days = (6..=10).flat_map(|day| (9..=19).step_by(2).map(move |hour| (day, hour)));
    let camp_days = camp_days.map(|(day, hour)| date(2026, 7, day).at(hour, 0, 0, 0));
    let evenings = (1..=30).map(|number: i64| {
        let evening = date(2026, 7, 14).at(20, 0, 0, 0);
        evening.checked_add((number * 12).days()).expect("a day")
    });
    let moments = camp_days.chain(evenings).collect::<Vec<_>>();
    assert_eq!(moments.len(), 60);
    let copy = bench.folder.path().join("then.ladder");
    let mut was = BTreeMap::new();
    for (number, moment) in moments.iter().enumerate() {
        bench.add_group(&format!("Group {number}"));
        // Not those by the clock of this computer.
        bench.finished.try_iter().for_each(drop);
        let moment = moment.to_zoned(TimeZone::system()).expect("a moment");
        let snapshot = bench.camp.snapshot(&bench.places, BackupReason::Asked);
        let made = snapshot.expect("a copy").made_at(moment.timestamp());
        let backup = made.keep().expect("a backup");
        bench.camp.save_copy(&copy).expect("a copy");
        was.insert(backup.note.made, rows(&copy));
        fs::remove_file(&copy).expect("no copy");
        let followed = bench.places.follow(&backup.note.uid, moment.timestamp());
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    }
    let on_stick = BackupPlaces::only(stick);
    let of = bench.camp.backups_of().expect("a camp");
    for places in [bench.places.first(), on_stick] {
        let kept = places.backups(&of);
        // By the clock of this computer some of these moments may be still to come.
        let newest = kept.iter().map(|backup| &backup.note.made).max();
        assert_eq!(newest, was.keys().next_back());
        // The evenings, each in a week of its own, and the last of the camp.
        assert_eq!(kept.len(), 31);
        for backup in &kept {
            RestoreSource::from(backup).save_as(&copy).expect("a camp");
            let now = rows(&copy);
            assert_eq!(Some(&now), was.get(&backup.note.made), "{backup:?}");
            fs::remove_file(&copy).expect("no copy");
        }
    }
}
