//! Backups that stayed when the history was cleared: as the program was ended before they were deleted, or as the director had wanted that.

use jiff::SignedDuration;

use super::{super::places, second_place::rot, *};
use crate::storage::{Cleared, HistoryLimit, HistoryMove};

impl Bench {
    fn cleared(&self) -> Option<Cleared> {
        self.camp.cleared().expect("the camp can be read")
    }

    /// When those were made that are from before the history was cleared, the first one first.
    fn stayed(&self) -> Vec<Timestamp> {
        let of = self.camp.backups_of().expect("a camp");
        let cleared = self.cleared();
        let found = cleared.map(|cleared| self.places.stayed_from_before(&of, &cleared));
        sorted(&found.unwrap_or_default())
    }

    fn delete_from_before(&self) -> usize {
        let of = self.camp.backups_of().expect("a camp");
        let cleared = self.cleared().expect("a cleared history");
        let deleted = self.places.delete_from_before(&of, &cleared);
        deleted.expect("no error")
    }

    /// As the program is ended between the two parts: nothing but the history is gone.
    fn clear(&mut self) {
        assert!(self.camp.forget_history().expect("no history"));
        self.reasons();
    }

    fn kept_at(&self, made: Timestamp) -> Backup {
        let snapshot = self.camp.snapshot(&self.places, BackupReason::Asked);
        let kept = snapshot.expect("a copy").made_at(made).keep();
        kept.expect("a backup")
    }

    fn all(&self) -> Vec<Timestamp> {
        sorted(&self.places.first().find_all().backups)
    }
}

fn sorted(backups: &[Backup]) -> Vec<Timestamp> {
    let mut made = backups.iter().map(|it| it.note.made).collect::<Vec<_>>();
    made.sort();
    made
}

fn hours(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

/// A bench with two backups of before, as the history was cleared.
fn cut_off() -> (Bench, Vec<Timestamp>) {
    let mut bench = Bench::new();
    bench.add_group("Green");
    bench.reasons();
    bench.asked();
    let old = bench.all();
    assert_eq!(old.len(), 2);
    assert_eq!(bench.stayed(), [], "nothing was cleared");
    bench.clear();
    (bench, old)
}

#[test]
fn those_that_stayed_are_deleted_later_and_no_other_one_is() {
    let (mut bench, old) = cut_off();
    assert_eq!(bench.stayed(), [], "they are the last good ones");
    let first = bench.asked();
    assert_eq!(bench.stayed(), old);
    bench.add_group("Red");
    let second = bench.asked();
    assert_eq!(bench.stayed(), old, "also when work has gone on");
    assert_eq!(bench.delete_from_before(), old.len());
    assert_eq!(bench.all(), sorted(&[first, second]));
    assert_eq!(bench.stayed(), []);
    assert_eq!(bench.delete_from_before(), 0);
}

#[test]
fn what_was_done_and_undone_before_the_history_was_cleared_is_from_before() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    bench.add_group("A mistake");
    bench.reasons();
    bench.asked();
    bench
        .camp
        .move_in_history(HistoryMove::Undo)
        .expect("undone");
    bench.asked();
    let old = bench.all();
    bench.clear();
    bench.asked();
    assert_eq!(bench.stayed(), old);
}

#[test]
fn whatever_the_clock_said_those_from_before_are_told_from_those_since() {
    for off in [-30, -5, 5, 30].map(hours) {
        let mut bench = Bench::new();
        bench.add_group("Green");
        bench.reasons();
        let now = Timestamp::now();
        let wrong = bench.kept_at(now + off);
        bench.asked();
        let old = bench.all();
        assert!(old.contains(&wrong.note.made));
        bench.clear();
        let first = bench.asked();
        let since = bench.kept_at(now + off / 2);
        assert_eq!(bench.stayed(), old, "{off:?}");
        assert_eq!(bench.delete_from_before(), old.len());
        assert_eq!(bench.all(), sorted(&[first, since]));
    }
}

/// The camp was taken back to one from before, worked on, and back again.
#[test]
fn what_was_done_in_a_state_from_before_that_was_restored_stays() {
    let (mut bench, old) = cut_off();
    let cleared = bench.asked();
    let (closed, _) = bench.close();
    let before = closed.places.first().find_all().backups;
    let before = before.iter().find(|it| Some(&it.note.made) == old.last());
    let put_back = |backup: &Backup, closed: &Closed| {
        let source = RestoreSource::from(backup);
        source.put_back(&closed.path).expect("restored");
    };
    put_back(before.expect("it is there"), &closed);
    let mut bench = closed.open();
    assert_eq!(bench.cleared(), None);
    bench.add_group("Red");
    bench.reasons();
    let restored = bench.asked();
    assert_eq!(bench.stayed(), []);
    let (closed, _) = bench.close();
    put_back(&cleared, &closed);
    let mut bench = closed.open();
    assert_eq!(bench.stayed(), old);
    assert_eq!(bench.delete_from_before(), old.len());
    assert!(bench.all().contains(&restored.note.made));
    assert!(bench.all().contains(&cleared.note.made));
    // Also where the camp was cleared elsewhere, and nothing was backed up here until now.
    cleared.delete().expect("gone");
    bench.asked();
    assert!(!bench.stayed().contains(&restored.note.made));
}

/// One goes its own way, and one was made of the camp that is cleared.
#[test]
fn backups_of_copies_and_of_other_camps_that_were_made_since_stay() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    bench.reasons();
    let copied = |bench: &Bench, name: &str| {
        let copy = bench.folder.path().join(name);
        fs::copy(&bench.path, &copy).expect("a copy");
        CampFile::open(&copy, Mode::Change).expect("the copy")
    };
    let backed_up = |camp: &CampFile, places: &BackupPlaces| {
        let snapshot = camp.snapshot(places, BackupReason::Asked);
        snapshot.and_then(Snapshot::keep).expect("a backup")
    };
    let mut own_way = copied(&bench, "Own way.ladder");
    backed_up(&own_way, &bench.places);
    bench.asked();
    let old = bench.all();
    bench.clear();
    let group = Edit::AddGroup(Group::new("Red", None));
    own_way.apply(&group, &Occasion::now("x")).expect("a group");
    let in_between = backed_up(&own_way, &bench.places);
    let own = bench.asked();
    let of_cleared = backed_up(&copied(&bench, "Later.ladder"), &bench.places);
    let early = |by: i64| {
        let snapshot = own_way.snapshot(&bench.places, BackupReason::Asked);
        let kept = snapshot.expect("a copy").made_at(old[0] - hours(by)).keep();
        kept.expect("a backup of a clock that is behind")
    };
    let late = early(1);
    // A note can't name so many as there may be.
    let mut among_many = early(2);
    let names = (0..100).map(|at| old[0] - SignedDuration::from_secs(at + 1));
    among_many.note.ahead = names.collect();
    let beside = places::note_beside(&among_many.path);
    places::write_note(&beside, &among_many.note).expect("a note");
    let other = bench.folder.path().join("Other.ladder");
    let other = CampFile::create(&other, "Other", TODAY).expect("a camp");
    let other = backed_up(&other, &bench.places);
    assert_eq!(bench.stayed(), old);
    assert_eq!(bench.delete_from_before(), old.len());
    let left = sorted(&[in_between, own, of_cleared, late, among_many, other]);
    assert_eq!(bench.all(), left);
}

#[test]
fn nothing_is_from_before_where_the_history_only_got_shorter() {
    let (mut bench, old) = cut_off();
    bench.asked();
    assert_eq!(bench.stayed(), old);
    for name in ["Red", "Blue", "Black"] {
        bench.add_group(name);
    }
    bench.camp.limit_history(HistoryLimit {
        megabytes: 0,
        years: 50,
    });
    let thinned = bench.camp.thin_history(Timestamp::now());
    thinned.expect("a shorter history");
    assert_eq!(bench.camp.history().expect("a history").len(), 1);
    bench.asked();
    assert_eq!(bench.cleared(), None);
    assert_eq!(bench.stayed(), []);
}

/// They don't say where the history began.
#[test]
fn notes_of_earlier_versions_tell_it_by_their_last_step() {
    let (mut bench, old) = cut_off();
    for backup in bench.places.first().find_all().backups {
        let start = None;
        let note = BackupNote {
            start,
            ..backup.note
        };
        places::write_note(&places::note_beside(&backup.path), &note).expect("an old note");
    }
    let first = bench.asked();
    bench.add_group("Red");
    let mut late = bench.asked();
    late.note.start = None;
    places::write_note(&places::note_beside(&late.path), &late.note).expect("an old note");
    assert_eq!(bench.stayed(), old);
    assert_eq!(bench.delete_from_before(), old.len());
    assert_eq!(bench.all(), sorted(&[first, late]));
}

#[test]
fn the_last_good_ones_stay() {
    let (mut bench, old) = cut_off();
    let since = bench.asked();
    assert_eq!(bench.stayed(), old);
    rot(&since.path);
    assert_eq!(bench.stayed(), []);
    assert_eq!(bench.delete_from_before(), 0);
    bench.add_group("Red");
    bench.asked();
    assert_eq!(bench.stayed(), old);
}

/// It is away when they are deleted here.
#[test]
fn those_from_before_go_from_the_second_place_too_and_no_other_one_does() {
    let (mut bench, stick) = Bench::with_stick();
    let drawer = bench.folder.path().join("drawer");
    bench.add_group("Green");
    bench.reasons();
    bench.asked();
    let old = bench.all();
    assert_eq!(bench.follow(), SecondPlace::Done);
    bench.clear();
    // By a clock that was far ahead, and by one that was behind.
    let now = Timestamp::now();
    let since = [0, 30, -24].map(|off| bench.kept_at(now + hours(off)));
    assert_eq!(bench.follow(), SecondPlace::Done);
    let on_stick = |place: &Path| sorted(&BackupPlaces::only(place.to_owned()).find_all().backups);
    assert_eq!(on_stick(&stick).len(), old.len() + since.len());
    fs::rename(&stick, &drawer).expect("away");
    assert_eq!(bench.delete_from_before(), old.len());
    fs::rename(&drawer, &stick).expect("there again");
    assert_eq!(sorted(&bench.listed()), sorted(&since), "not listed");
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert_eq!(on_stick(&stick), sorted(&since));
    let uid = &since[0].note.uid;
    assert!(bench.places.with_deleted(uid).is_empty());
}
