//! When a backup is made: before whatever changes much, and anew where nothing came of one. What makes room for one, whatever its name.

use std::collections::BTreeSet;

use super::*;
use crate::domain::{
    NextWeek, WeekId,
    merge::{Merge, Plan},
    us_chess::{Change, RatingsToSave},
};

#[test]
fn a_backup_is_made_before_each_change_by_which_much_becomes_another() {
    let mut bench = Bench::new();
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    let merge = Merge {
        plan: Plan::default(),
        file: None,
        after_step: None,
        brought: BTreeSet::new(),
    };
    let edits = [
        (Edit::CloseWeek { on: TODAY }, BackupReason::BeforeWeek),
        (Edit::StartWeek(Box::new(next)), BackupReason::BeforeWeek),
        (Edit::ReopenWeek(WeekId(1)), BackupReason::BeforeWeek),
        (
            Edit::UsChess(Change::SaveRatings(Box::<RatingsToSave>::default())),
            BackupReason::BeforeRating,
        ),
        (
            Edit::UsChess(Change::SaveBalances(Vec::new())),
            BackupReason::BeforeRating,
        ),
        (Edit::Merge(Box::new(merge)), BackupReason::BeforeMerge),
    ];
    for (edit, reason) in edits {
        let other = Edit::RenameCamp(format!("Before “{}”", edit.kind()));
        let renamed = bench.camp.apply(&other, &Occasion::now("Rename"));
        renamed.expect("a change since the last backup");
        bench.reasons();
        // One that is refused is backed up before, too.
        let _ = bench.camp.apply(&edit, &Occasion::now("A change"));
        assert_eq!(bench.reasons(), [reason], "{}", edit.kind());
    }
}

/// The disk was full, say, when the backup was packed.
#[test]
fn a_backup_of_which_nothing_comes_is_made_at_closing_all_the_same() {
    let mut bench = Bench::new();
    let came_to_nothing = CameToNothing::default();
    let (sender, finished) = mpsc::channel();
    let backups = Backups::new(bench.places.clone(), move |_, made| {
        let _ = sender.send(made);
    });
    bench
        .camp
        .keep_backups(backups.or_made_anew(came_to_nothing.clone()));
    bench.add_group("Green");
    assert_eq!(reasons(&finished), [BackupReason::Opened]);
    assert!(bench.camp.back_up(BackupReason::Working, &|| false));
    assert!(!bench.camp.needs_backup(), "it is on its way");
    let snapshot = finished.try_iter().last().expect("a copy").expect("a copy");
    let whole = bench.places.folder.with_file_name("whole");
    fs::rename(&bench.places.folder, &whole).expect("no folder");
    fs::write(&bench.places.folder, "in the way").expect("a file");
    snapshot.keep().expect_err("nothing can be kept");
    came_to_nothing.say();
    assert!(bench.camp.has_lost_backup() && bench.camp.needs_backup());
    fs::remove_file(&bench.places.folder).expect("away");
    fs::rename(&whole, &bench.places.folder).expect("the folder");
    drop(bench.camp);
    assert_eq!(reasons(&finished), [BackupReason::Closed]);
}

/// Names may be as long as leaves room for a journal, and what makes room for a backup has a longer one.
#[test]
fn a_camp_of_the_longest_name_is_put_back_and_the_one_there_is_kept() {
    for name in [
        "a".repeat(240),
        "\u{43b}".repeat(120),
        "\u{1f3d5}".repeat(60),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("{name}.ladder"));
        let places = BackupPlaces::only(folder.path().join("backups"));
        let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
        let finished = keep_backups(&mut camp, &places);
        assert!(camp.back_up(BackupReason::Asked, &|| false));
        let made = finished.try_iter().last().expect("a backup");
        let backup = made.and_then(Snapshot::keep).expect("a good backup");
        drop(camp);
        let source = RestoreSource::from(&backup);
        let mut known = Vec::new();
        for _ in 0..3 {
            let aside = source
                .put_back(&path)
                .expect("a camp")
                .expect("the old one");
            CampFile::open(&aside, Mode::Change).expect("it can be opened");
            let name = aside.file_name().expect("a name").to_string_lossy();
            assert!(name.starts_with(&path.file_name().expect("a name").to_string_lossy()[..40]));
            known.push(name.into_owned());
            CampFile::open(&path, Mode::Change).expect("the camp");
        }
        known.sort();
        known.dedup();
        assert_eq!(known.len(), 3, "each has a name of its own");
        assert_eq!(moved_aside_beside(&path), known);
    }
}

/// Whoever clears the history is told of every file that has what was deleted.
#[test]
fn all_that_was_moved_aside_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = [
        "Camp (before it was restored, 2026-07-06 10.00).ladder",
        "Camp (before it was restored, 2026-07-06 10.00).ladder-journal",
        "Camp (before it was restored, 2026-07-06 10.00).ladder-wal",
        "Camp (unfinished change, 2026-07-06 10.00, 2).journal",
    ];
    let others = [
        "Camp.ladder",
        "Camp.ladder-journal",
        "Camp (unfinished change).txt",
    ];
    for name in named.iter().chain(&others) {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    assert_eq!(
        moved_aside_beside(&folder.path().join("Camp.ladder")),
        named
    );
}

/// A stick takes fewer names than the disk of the camp does.
#[cfg(unix)]
#[test]
fn a_backup_has_a_name_that_every_disk_takes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp 7:30? \"Gold\".ladder");
    let places = BackupPlaces::only(folder.path().join("backups"));
    let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
    let finished = keep_backups(&mut camp, &places);
    assert!(camp.back_up(BackupReason::Asked, &|| false));
    let made = finished.try_iter().last().expect("a backup");
    let backup = made.and_then(Snapshot::keep).expect("a good backup");
    let name = backup.path.file_name().expect("a name").to_string_lossy();
    assert!(name.starts_with("Camp 7-30- -Gold-, 20"), "{name}");
    let of = camp.backups_of().expect("a camp");
    assert_eq!(places.backups(&of).len(), 1);
}
