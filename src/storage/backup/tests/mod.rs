//! What was backed up comes back as it was, and nothing counts as a backup that doesn't.

mod clock_ahead;
mod cut_off;
mod damaged;
#[cfg(unix)]
mod in_place;
mod left_undone;
mod moved;
mod renamed;
mod same_place;
mod second_place;
mod two_computers;
mod verified;
mod without_note;
mod year;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
};

use jiff::{
    Timestamp,
    civil::{Date, date},
};
use rusqlite::{Connection, types::Value};
use tempfile::TempDir;

use super::*;
use crate::{
    domain::{Edit, Group, ImportChanges},
    storage::{Occasion, OpenError, StepId},
};

const TODAY: Date = date(2026, 7, 6);

struct Bench {
    folder: TempDir,
    places: BackupPlaces,
    finished: Receiver<Result<Snapshot, BackupError>>,
    camp: CampFile,
    path: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
        let mut bench = Self {
            folder,
            places,
            finished: mpsc::channel().1,
            camp,
            path,
        };
        bench.keep_backups();
        bench
    }

    fn keep_backups(&mut self) {
        self.finished = keep_backups(&mut self.camp, &self.places);
    }

    /// Closes the camp, and says which backups that makes.
    fn close(self) -> (Closed, Vec<BackupReason>) {
        drop(self.camp);
        let made = reasons(&self.finished);
        let closed = Closed {
            folder: self.folder,
            places: self.places,
            path: self.path,
        };
        (closed, made)
    }

    /// What was handed on to be finished, finished.
    fn reasons(&self) -> Vec<BackupReason> {
        reasons(&self.finished)
    }

    fn add_group(&mut self, name: &str) {
        let edit = Edit::AddGroup(Group::new(name, Some(100)));
        self.camp
            .apply(&edit, &Occasion::now("Add group"))
            .expect("a group");
    }

    fn asked(&mut self) -> Backup {
        assert!(self.camp.back_up(BackupReason::Asked, &|| false));
        let made = self.finished.try_iter().last().expect("a backup");
        made.and_then(Snapshot::keep).expect("a good backup")
    }

    fn listed(&self) -> Vec<Backup> {
        self.places
            .backups(&self.camp.backups_of().expect("a camp"))
    }
}

/// A bench whose camp is closed.
struct Closed {
    folder: TempDir,
    places: BackupPlaces,
    path: PathBuf,
}

impl Closed {
    fn open(self) -> Bench {
        let mut camp = CampFile::open(&self.path, Mode::Change).expect("the camp");
        Bench {
            finished: keep_backups(&mut camp, &self.places),
            folder: self.folder,
            places: self.places,
            path: self.path,
            camp,
        }
    }
}

fn keep_backups(
    camp: &mut CampFile,
    places: &BackupPlaces,
) -> Receiver<Result<Snapshot, BackupError>> {
    let (sender, finished) = mpsc::channel();
    camp.keep_backups(Backups::new(places.clone(), move |_, made| {
        let _ = sender.send(made);
    }));
    finished
}

fn reasons(finished: &Receiver<Result<Snapshot, BackupError>>) -> Vec<BackupReason> {
    let kept = finished
        .try_iter()
        .map(|made| made.and_then(Snapshot::keep).expect("a good backup"));
    kept.map(|backup| backup.note.reason).collect()
}

/// All rows of all tables, by the database itself.
fn rows(path: &Path) -> Vec<(String, Vec<Vec<Value>>)> {
    let camp = Connection::open(path).expect("a database");
    let mut names = camp
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .expect("a statement");
    let names = names.query_map([], |row| row.get(0)).expect("a query");
    let names = names.collect::<Result<Vec<String>, _>>().expect("names");
    let all = |name: String| {
        let mut rows = camp
            .prepare(&format!("SELECT * FROM \"{name}\""))
            .expect("a statement");
        let width = rows.column_count();
        let rows = rows
            .query_map([], |row| (0..width).map(|at| row.get(at)).collect())
            .expect("a query")
            .collect::<Result<Vec<Vec<Value>>, _>>()
            .expect("rows");
        (name, rows)
    };
    names.into_iter().map(all).collect()
}

#[test]
fn a_backup_says_what_is_in_it_and_gives_it_back() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    bench.add_group("Red");
    let backup = bench.asked();
    let note = &backup.note;
    assert_eq!(note.camp, "Test camp");
    assert_eq!(note.file, bench.path);
    let counts = BackupCounts {
        weeks: 1,
        players: 0,
        games: 0,
    };
    assert_eq!(note.counts, counts);
    assert_eq!(note.last_step, Some(StepId(2)));
    assert!(note.packed < note.size, "{note:?}");
    assert_eq!(bench.listed().first(), Some(&backup));
    let source = RestoreSource::from(&backup);
    source.verify().expect("a good backup");
    let new = bench.folder.path().join("Restored.ladder");
    source.save_as(&new).expect("a new file");
    let Bench { camp, path, .. } = bench;
    drop(camp);
    assert_eq!(rows(&new), rows(&path));
    let refused = source.save_as(&new);
    assert!(matches!(
        refused,
        Err(BackupError::Open(OpenError::AlreadyThere(_)))
    ));
}

#[test]
fn backups_are_made_before_the_first_change_before_much_changes_and_at_the_end() {
    let mut bench = Bench::new();
    assert!(bench.camp.needs_backup());
    bench.add_group("Green");
    assert_eq!(bench.reasons(), [BackupReason::Opened]);
    bench.add_group("Red");
    assert_eq!(bench.reasons(), []);
    let import = Edit::Import(Box::<ImportChanges>::default());
    let together = Edit::Together {
        name: "Import".to_owned(),
        edits: vec![import.clone()],
    };
    for edit in [import, together] {
        let _ = bench.camp.apply(&edit, &Occasion::now("A change"));
        bench.add_group(edit.kind());
    }
    let close = Edit::CloseWeek { on: TODAY };
    bench
        .camp
        .apply(&close, &Occasion::now("Close"))
        .expect("a closed week");
    assert_eq!(
        bench.reasons(),
        [
            BackupReason::BeforeImport,
            BackupReason::BeforeImport,
            BackupReason::BeforeWeek
        ]
    );
    assert!(bench.camp.back_up(BackupReason::Working, &|| false));
    assert_eq!(bench.reasons(), [BackupReason::Working]);
    let Bench { camp, finished, .. } = bench;
    drop(camp);
    assert_eq!(reasons(&finished), [], "nothing has changed since");
}

#[test]
fn what_is_unchanged_is_not_backed_up_again() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let (closed, made) = bench.close();
    assert_eq!(made, [BackupReason::Opened, BackupReason::Closed]);
    let mut bench = closed.open();
    assert!(!bench.camp.needs_backup());
    bench.add_group("Red");
    assert_eq!(bench.reasons(), [], "the one made at closing is as good");
    let (closed, made) = bench.close();
    assert_eq!(made, [BackupReason::Closed]);
    // The camp was changed on another computer, or without backups.
    let mut camp = CampFile::open(&closed.path, Mode::Change).expect("the camp");
    let edit = Edit::AddGroup(Group::new("Blue", None));
    camp.apply(&edit, &Occasion::now("x")).expect("a group");
    drop(camp);
    let bench = closed.open();
    assert!(bench.camp.needs_backup());
    let (_, made) = bench.close();
    assert_eq!(made, [], "it was only looked at");
}

#[test]
fn a_camp_in_memory_and_one_that_is_only_looked_at_have_none() {
    let (closed, _) = Bench::new().close();
    let in_memory = CampFile::in_memory("Test camp", TODAY).expect("a camp");
    let looked_at = CampFile::open(&closed.path, Mode::ReadOnly).expect("the camp");
    for mut camp in [in_memory, looked_at] {
        let finished = keep_backups(&mut camp, &closed.places);
        assert!(!camp.needs_backup());
        let edit = Edit::AddGroup(Group::new("Blue", None));
        let _ = camp.apply(&edit, &Occasion::now("x"));
        assert!(camp.back_up(BackupReason::Asked, &|| false));
        drop(camp);
        assert_eq!(reasons(&finished), []);
    }
}

#[test]
fn whoever_waits_comes_first() {
    let mut bench = Bench::new();
    assert!(!bench.camp.back_up(BackupReason::Working, &|| true));
    assert!(bench.camp.needs_backup());
    assert_eq!(bench.reasons(), []);
    let left = fs::read_dir(&bench.places.folder).expect("the folder");
    assert_eq!(left.count(), 0, "nothing stays half made");
}

#[test]
fn no_place_for_backups_keeps_nobody_from_working() {
    let mut bench = Bench::new();
    fs::write(&bench.places.folder, "in the way").expect("a file");
    bench.add_group("Green");
    let refused = bench.finished.try_iter().next().expect("a word about it");
    assert!(
        matches!(refused, Err(BackupError::Folder { .. })),
        "{refused:?}"
    );
    assert_eq!(bench.camp.load().expect("the camp").groups.len(), 1);
    assert!(bench.camp.needs_backup());
}

#[test]
fn a_changed_byte_is_found_wherever_it_is() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let backup = bench.asked();
    let good = fs::read(&backup.path).expect("the backup");
    let source = RestoreSource::from(&backup);
    let step = (good.len() / 97).max(1);
    let mut harmless = 0;
    let other = bench.folder.path().join("Other.ladder");
    source.save_as(&other).expect("a camp");
    let camp = fs::read(&other).expect("a camp");
    fs::remove_file(&other).expect("gone");
    for at in (0..good.len()).step_by(step) {
        // The head of a gzip file has a time, a name of a system and marks for it, which nothing depends on.
        if (3..10).contains(&at) {
            continue;
        }
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&backup.path, &bad).expect("a changed backup");
        if source.verify().is_ok() {
            harmless += 1;
            source.save_as(&other).expect("a camp");
            assert!(fs::read(&other).expect("a camp") == camp, "byte {at}");
            fs::remove_file(&other).expect("gone");
        }
    }
    // A packed file has some bits that mean nothing: of codes that never come, and before its sum.
    assert!(harmless <= 3, "{harmless} changes were not seen");
    fs::write(&backup.path, good.get(..good.len() - 9).expect("a part")).expect("an end");
    assert!(matches!(source.verify(), Err(BackupError::Changed(_))));
    fs::write(&backup.path, good).expect("the backup");
    source.verify().expect("as it was");
}

/// A value that SQLite can't tell from another one.
#[test]
fn a_flipped_value_is_found_by_the_sum() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let backup = bench.asked();
    let other = bench.folder.path().join("Other.ladder");
    RestoreSource::from(&backup)
        .save_as(&other)
        .expect("a camp");
    let camp = Connection::open(&other).expect("a database");
    camp.execute("UPDATE week_group SET initial_rating = 101", [])
        .expect("another value");
    drop(camp);
    RestoreSource::file(&other).verify().expect("a sound camp");
    let place = fs::File::create(&backup.path).expect("the backup");
    let mut packer = flate2::write::GzEncoder::new(place, flate2::Compression::fast());
    std::io::copy(&mut fs::File::open(&other).expect("it"), &mut packer).expect("packed");
    packer.finish().expect("packed");
    let refused = RestoreSource::from(&backup).verify();
    assert!(
        matches!(refused, Err(BackupError::Changed(_))),
        "{refused:?}"
    );
}

#[test]
fn a_camp_is_put_back_and_the_one_that_was_there_is_kept_with_its_journal() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let backup = bench.asked();
    bench.add_group("Red");
    let Bench {
        camp, path, folder, ..
    } = bench;
    drop(camp);
    let before = fs::read(&path).expect("the camp");
    let journal = folder.path().join("Camp.ladder-journal");
    fs::write(&journal, "a journal").expect("a journal");
    fs::write(folder.path().join("Camp.ladder.open"), "{}").expect("a note");
    let source = RestoreSource::from(&backup);
    let aside = source
        .put_back(&path)
        .expect("a camp")
        .expect("the old one");
    assert_eq!(fs::read(&aside).expect("the old one"), before);
    let mut beside = aside.clone().into_os_string();
    beside.push("-journal");
    assert_eq!(fs::read(beside).expect("its journal"), b"a journal");
    assert!(!journal.exists());
    assert!(!folder.path().join("Camp.ladder.open").exists());
    let camp = CampFile::open(&path, Mode::Change).expect("the camp");
    let groups = camp.load().expect("the camp").groups;
    assert_eq!(groups.len(), 1);
    drop(camp);
    // Once more within the minute, and where nothing is.
    let second = source
        .put_back(&path)
        .expect("a camp")
        .expect("the old one");
    assert_ne!(second, aside);
    for left in [false, true] {
        fs::remove_file(&path).expect("a deleted camp");
        if left {
            fs::write(&journal, "a journal").expect("a journal");
        }
        assert_eq!(source.put_back(&path).expect("a camp"), None);
        assert!(path.exists() && !journal.exists());
    }
}

#[test]
fn a_bad_backup_moves_nothing_aside() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let backup = bench.asked();
    let Bench {
        camp, path, folder, ..
    } = bench;
    drop(camp);
    fs::write(&backup.path, "nothing packed").expect("a changed backup");
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the folder").flatten();
        let mut names = entries.map(|entry| entry.file_name()).collect::<Vec<_>>();
        names.sort();
        names
    };
    let before = names(folder.path());
    let refused = RestoreSource::from(&backup).put_back(&path);
    assert!(
        matches!(refused, Err(BackupError::Changed(_))),
        "{refused:?}"
    );
    assert_eq!(names(folder.path()), before);
    fs::remove_file(&backup.path).expect("a lost backup");
    let refused = RestoreSource::from(&backup).put_back(&path);
    assert!(
        matches!(refused, Err(BackupError::NotThere(_))),
        "{refused:?}"
    );
}

#[test]
fn backups_are_found_by_the_place_of_a_camp_that_is_gone() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    let backup = bench.asked();
    let Bench {
        camp,
        path,
        places,
        folder,
        ..
    } = bench;
    drop(camp);
    fs::remove_file(&path).expect("a deleted camp");
    let found = places.backups(&BackupsOf::file(&path));
    assert_eq!(found, std::slice::from_ref(&backup));
    fs::write(&path, "no camp at all").expect("a damaged camp");
    assert_eq!(places.backups(&BackupsOf::file(&path)).len(), 1);
    let other = folder.path().join("Other.ladder");
    assert_eq!(places.backups(&BackupsOf::file(&other)), []);
    // Renamed, it is still the same camp.
    RestoreSource::from(&backup)
        .save_as(&other)
        .expect("a camp");
    assert_eq!(places.backups(&BackupsOf::file(&other)).len(), 1);
    // The same file, named from another folder.
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    let around = inner.join("..").join(path.file_name().expect("a name"));
    assert_eq!(places.backups(&BackupsOf::file(&around)).len(), 1);
}

#[test]
fn an_upgrade_begins_with_a_backup_of_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let places = BackupPlaces::only(folder.path().join("backups"));
    let path = folder.path().join("Old.ladder");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-1.ladder");
    fs::copy(old, &path).expect("a camp of the first version");
    let before = rows(&path);
    let (sender, finished) = mpsc::channel();
    let backups = Backups::new(places.clone(), move |_, made| {
        let _ = sender.send(made);
    });
    let camp = CampFile::open_with_backups(&path, Mode::Change, Some(backups)).expect("the camp");
    assert_eq!(reasons(&finished), [BackupReason::BeforeUpgrade]);
    assert!(camp.needs_backup(), "the upgraded file is another one");
    let listed = places.backups(&camp.backups_of().expect("a camp"));
    let [backup] = listed.as_slice() else {
        panic!("{listed:?}")
    };
    let back = folder.path().join("Back.ladder");
    RestoreSource::from(backup).save_as(&back).expect("a camp");
    assert_eq!(rows(&back), before);
}

/// On Linux the name of a folder is any bytes.
#[cfg(target_os = "linux")]
#[test]
fn a_camp_in_a_folder_whose_name_is_no_text_has_backups_too() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = tempfile::tempdir().expect("a folder");
    let within = folder.path().join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&within).expect("a folder");
    let stick = within.join("stick");
    fs::create_dir(&stick).expect("a stick");
    let path = within.join("Camp.ladder");
    let mut places = BackupPlaces::only(folder.path().join("backups"));
    places.second = Some(stick.clone());
    let camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
    let uid = &backup.note.uid;
    let of = camp.backups_of().expect("which");
    drop(camp);
    let follow = || {
        let followed = places.follow(uid, Timestamp::now());
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    };
    follow();
    let found = places
        .own(&BackupsOf::file(&path))
        .expect("no error")
        .backups;
    let notes = found.iter().map(|backup| &backup.note).collect::<Vec<_>>();
    assert_eq!(notes, [&backup.note]);
    assert_eq!(of.made_of(&found[0]), MadeOf::File);
    assert!(lies_where_made(notes[0]).is_some());
    places.delete(&of, Timestamp::now()).expect("no error");
    assert_eq!(places.with_deleted(uid), std::slice::from_ref(&stick));
    follow();
    assert_eq!(places.find_all().backups, []);
    assert_eq!(places.with_deleted(uid), Vec::<PathBuf>::new());
}

/// The list of all backups reads the files of which they were made, and one of these may be opened meanwhile.
#[cfg(target_os = "linux")]
#[test]
fn reading_what_was_done_in_a_file_leaves_it_locked_to_whoever_has_it_open() {
    use std::os::unix::fs::MetadataExt as _;
    let mut bench = Bench::new();
    let backup = bench.asked();
    let about = fs::metadata(&bench.path).expect("the camp");
    let of_camp = format!(":{} ", about.ino());
    let locks = || {
        let locks = fs::read_to_string("/proc/locks").expect("the system's list");
        locks.matches(&of_camp).count()
    };
    let before = locks();
    assert!(before > 0, "the camp is open");
    let _ = lies_where_made(&backup.note);
    assert_eq!(locks(), before);
}

#[test]
fn the_newest_backup_stays_however_long_ago_it_was_made() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    bench.reasons();
    let newest = bench.asked();
    assert_eq!(bench.listed().len(), 2);
    let much_later = Timestamp::now() + jiff::SignedDuration::from_hours(10 * 366 * 24);
    for _ in 0..3 {
        bench
            .places
            .thin(&newest.note.uid, much_later)
            .expect("no error");
    }
    assert_eq!(bench.listed(), std::slice::from_ref(&newest));
    RestoreSource::from(&newest)
        .verify()
        .expect("a good backup");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_look_into_them() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut bench = Bench::new();
    let backup = bench.asked();
    for folder in backup.path.ancestors().skip(1).take(2) {
        let mode = fs::metadata(folder).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", folder.display());
    }
}
