use jiff::civil::date;

use crate::{domain::Edit, storage::Occasion};

use super::*;

/// A camp that is kept, with what is reported of its backups.
struct Bench {
    // Dropped before the thread of the backups is, as closing a camp makes one.
    held: Held,
    backing: Backing,
    reports: Receiver<Report>,
    folder: tempfile::TempDir,
}

const LIMIT: HistoryLimit = HistoryLimit {
    megabytes: 0,
    years: 50,
};

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (outbox, reports) = mpsc::channel();
        let keeping = Keeping {
            backups: Some(BackupPlaces::only(folder.path().join("backups"))),
            history: LIMIT,
        };
        let backing = Backing::start(keeping, outbox, Arc::new(|| ()), Arc::default());
        let backing = backing.expect("a thread");
        let path = folder.path().join("Camp.ladder");
        let made = CampFile::create(&path, "Test camp", date(2026, 7, 6));
        let held = Held::open(backing.keep(made), &path).expect("a camp");
        Self {
            held,
            backing,
            reports,
            folder,
        }
    }

    fn rename(&mut self, name: &str) {
        let edit = Edit::RenameCamp(name.to_owned());
        let applied = self.held.file.apply(&edit, &Occasion::now(name));
        applied.expect("a change");
    }

    fn backed_up(&self) -> (BackupReason, bool) {
        backed_up(&self.reports)
    }

    /// How long after `from` the next backup is due.
    fn due_after(&self, from: Instant) -> Option<Duration> {
        self.backing.due.map(|due| due.duration_since(from))
    }
}

/// Waits for what comes of a backup.
fn backed_up(reports: &Receiver<Report>) -> (BackupReason, bool) {
    loop {
        let report = reports.recv_timeout(Duration::from_mins(1));
        if let Report::BackedUp(done) = report.expect("a report") {
            return (done.reason, done.made.is_ok());
        }
    }
}

#[test]
fn ten_minutes_of_work_make_a_backup_and_bound_the_history() {
    let mut bench = Bench::new();
    let opened = Instant::now();
    bench.backing.follow_at(opened, Some(&bench.held));
    assert_eq!(bench.due_after(opened), Some(SETTLED));
    bench.backing.make_at(opened, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Opened, true));
    assert_eq!(bench.due_after(opened), None, "nothing has changed");

    let begun = opened + Duration::from_mins(30);
    for (minutes, name) in [(0, "One"), (4, "Two"), (9, "Three")] {
        bench.rename(name);
        let now = begun + Duration::from_mins(minutes);
        bench.backing.follow_at(now, Some(&bench.held));
        assert_eq!(bench.due_after(begun), Some(WORKING), "by the first one");
    }
    assert_eq!(bench.held.file.take_thinned(), None);
    let now = begun + WORKING;
    bench.backing.make_at(now, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Working, true));
    bench.backing.follow_at(now, Some(&bench.held));
    assert_eq!(bench.due_after(now), None);
    bench.rename("Four");
    assert_eq!(bench.held.file.take_thinned(), Some(LIMIT.thinned(2)));
    bench.backing.follow_at(now, Some(&bench.held));
    assert_eq!(bench.due_after(now), Some(WORKING));
}

#[test]
fn a_backup_is_put_off_while_somebody_waits() {
    let mut bench = Bench::new();
    let now = Instant::now();
    bench.backing.waiting.store(1, Ordering::Relaxed);
    bench.backing.make_at(now, Some(&mut bench.held));
    assert_eq!(bench.due_after(now), Some(AGAIN));
    bench.backing.waiting.store(0, Ordering::Relaxed);
    bench.backing.make_at(now, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Opened, true));
}

/// It was taken, and then there was no room to keep it, say.
#[test]
fn a_backup_of_which_nothing_came_is_made_again_in_ten_minutes() {
    let mut bench = Bench::new();
    let of = bench.held.file.backups_of().expect("a camp");
    let backups = bench.folder.path().join("backups");
    std::fs::create_dir(&backups).expect("a folder");
    let in_the_way = backups.join(of.uid().expect("a uid"));
    std::fs::write(&in_the_way, "").expect("a file");
    let now = Instant::now();
    bench.backing.make_at(now, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Opened, false));
    bench.backing.follow_lost(Some(&bench.held));
    let due = bench.backing.due.expect("another time");
    assert!(due >= now + WORKING);
    bench.backing.make_at(due, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Opened, false));
    std::fs::remove_file(&in_the_way).expect("room again");
    bench.backing.make_at(due, Some(&mut bench.held));
    assert_eq!(bench.backed_up(), (BackupReason::Opened, true));
    bench.backing.follow_lost(Some(&bench.held));
    assert_eq!(bench.backing.due, None);
}

/// Whoever had quit by then heard nothing of it.
#[test]
fn a_backup_that_failed_at_closing_is_made_at_the_next_opening_or_fails_there_again() {
    let mut bench = Bench::new();
    bench.rename("First");
    assert_eq!(bench.backed_up(), (BackupReason::Opened, true));
    bench.rename("Last");
    let of = bench.held.file.backups_of().expect("a camp");
    let there = bench.folder.path().join("backups");
    let there = there.join(of.uid().expect("a uid"));
    let aside = bench.folder.path().join("aside");
    std::fs::rename(&there, &aside).expect("away");
    std::fs::write(&there, "in the way").expect("a file");
    let Bench {
        held,
        mut backing,
        reports,
        folder: _folder,
    } = bench;
    let path = held.file.path().to_owned();
    drop(held);
    assert_eq!(backed_up(&reports), (BackupReason::Closed, false));
    for is_possible in [false, true] {
        if is_possible {
            std::fs::remove_file(&there).expect("out of the way");
            std::fs::rename(&aside, &there).expect("there again");
        }
        let opened = Held::open(backing.open(&path, Mode::Change), &path);
        let mut held = opened.expect("the camp");
        let now = Instant::now();
        backing.follow_at(now, Some(&held));
        assert_eq!(backing.due, Some(now + SETTLED));
        backing.make_at(now, Some(&mut held));
        assert_eq!(backed_up(&reports), (BackupReason::Opened, is_possible));
    }
    let newest = backing.places().expect("a place").newest_good(&of);
    let newest = newest.expect("no error").good.expect("a backup");
    assert_eq!(newest.backup.note.camp, "Last", "nothing is missing");
}

#[test]
fn a_backup_is_due_also_where_nothing_else_is_waited_for() {
    let seconds = |seconds: Option<u64>| seconds.map(Duration::from_secs);
    for (due, quiet, is_due) in [
        (Some(1), None, true),
        (Some(1), Some(3), true),
        (Some(4), Some(3), false),
        (None, Some(3), false),
    ] {
        let found = is_backup_due(seconds(due), seconds(quiet));
        assert_eq!(found, is_due, "{due:?} {quiet:?}");
    }
}
