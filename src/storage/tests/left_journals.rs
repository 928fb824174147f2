//! A journal that a killed program left is rolled into the file that it belongs to, and into no other.

use super::*;

/// A camp with some notes, so that its pages are more than a few.
fn long_camp(path: &Path) {
    let mut camp = CampFile::create(path, "Test camp", TODAY).expect("a camp");
    let red = add_group(&mut camp, "Red", 400);
    for number in 0..60 {
        let mut player = new_player(&format!("Player {number}"), red);
        player.notes = "Notes. ".repeat(100);
        apply(&mut camp, Edit::AddPlayer(player));
    }
}

/// What the disk holds if the program is killed in the middle of saving: the file with some pages of the change, and its journal.
fn killed_while_saving(path: &Path, stamped: bool) -> (Vec<u8>, Vec<u8>) {
    let program = Connection::open(path).expect("the camp");
    let stamp = if stamped {
        "UPDATE save_stamp SET before_it = last, last = random();"
    } else {
        ""
    };
    program
        .execute_batch(&format!(
            "PRAGMA cache_size = 2; BEGIN IMMEDIATE; {stamp}
             UPDATE person SET notes = printf('%.500c', 'x') || notes;"
        ))
        .expect("a change");
    let journal = fs::read(safety::journal::path_beside(path)).expect("a journal");
    assert!(journal.len() > 4096 && journal[0] != 0, "a hot journal");
    let torn = fs::read(path).expect("the file");
    // What was killed cleans nothing up; this connection does, after both were read.
    drop(program);
    (torn, journal)
}

fn put(path: &Path, file: &[u8], journal: &[u8]) {
    fs::write(path, file).expect("a file");
    fs::write(safety::journal::path_beside(path), journal).expect("a journal");
}

fn notes(path: &Path, mode: Mode) -> Vec<String> {
    let camp = CampFile::open(path, mode).expect("the camp");
    let camp = camp.load().expect("the camp");
    camp.players
        .iter()
        .map(|player| player.notes.clone())
        .collect()
}

fn asides(folder: &TempDir) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "journal"))
        .collect()
}

#[test]
fn a_change_that_was_cut_off_is_taken_back() {
    for mode in [Mode::Change, Mode::ReadOnly] {
        let folder = folder();
        let path = folder.path().join("Camp.ladder");
        long_camp(&path);
        let (sound, before) = (
            fs::read(&path).expect("the file"),
            notes(&path, Mode::ReadOnly),
        );
        let (torn, journal) = killed_while_saving(&path, true);
        assert_ne!(torn, sound, "some pages of the change are written");
        put(&path, &torn, &journal);
        assert_eq!(notes(&path, mode), before);
        assert_eq!(asides(&folder), Vec::<PathBuf>::new());
        if mode == Mode::ReadOnly {
            let looked = CampFile::open(&path, Mode::ReadOnly).expect("to look at");
            let copy = folder.path().join("Own.ladder");
            looked.save_copy(&copy).expect("a copy of one's own");
            assert_eq!(notes(&copy, Mode::Change), before);
            assert_eq!(fs::read(&path).expect("the file"), torn, "left as it was");
        }
    }
}

/// The director puts the last copy back, and the journal still lies there.
#[test]
fn an_older_or_newer_copy_is_never_destroyed() {
    for newer in [false, true] {
        let folder = folder();
        let path = folder.path().join("Camp.ladder");
        long_camp(&path);
        let rename = |name: &str| {
            let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
            apply(&mut camp, Edit::RenameCamp(name.to_owned()));
        };
        let older = fs::read(&path).expect("a copy");
        rename("The same camp, later");
        let (_, journal) = killed_while_saving(&path, true);
        for more in 0..3 {
            rename(&format!("Yet later {more}"));
        }
        let copy = if newer {
            fs::read(&path).expect("a copy")
        } else {
            older
        };
        put(&path, &copy, &journal);
        let camp = CampFile::open(&path, Mode::ReadOnly).expect("to look at");
        assert_eq!(camp.load().expect("the camp").players.len(), 60);
        drop(camp);
        let camp = CampFile::open_to_check(&path).expect("to check");
        assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        drop(camp);
        assert_eq!(fs::read(&path).expect("the file"), copy, "looked at only");
        assert_eq!(asides(&folder), Vec::<PathBuf>::new());

        let camp = CampFile::open(&path, Mode::Change).expect("the copy");
        let moved = camp.moved_aside().expect("a word").clone();
        assert!(moved.to_string().contains("moved aside"), "{moved}");
        drop(camp);
        assert_eq!(fs::read(&path).expect("the file"), copy, "every byte");
        assert_eq!(asides(&folder), [moved.0.as_path()]);
        assert_eq!(fs::read(&moved.0).expect("the journal"), journal);
        let camp = CampFile::open(&path, Mode::Change).expect("the copy");
        assert_eq!(camp.moved_aside(), None, "said once");
    }
}

/// What is moved aside has a longer name than the camp.
#[test]
fn a_camp_of_the_longest_name_opens_beside_a_foreign_journal() {
    for name in ["a".repeat(240), "\u{43b}".repeat(120)] {
        let folder = folder();
        let path = folder.path().join(format!("{name}.ladder"));
        long_camp(&path);
        let older = fs::read(&path).expect("a copy");
        let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
        apply(&mut camp, Edit::RenameCamp("Later".to_owned()));
        drop(camp);
        let (_, journal) = killed_while_saving(&path, true);
        for time in 1..=2 {
            put(&path, &older, &journal);
            let camp = CampFile::open(&path, Mode::Change).expect("the copy");
            assert!(camp.moved_aside().is_some());
            drop(camp);
            assert_eq!(fs::read(&path).expect("the file"), older);
            assert_eq!(asides(&folder).len(), time);
        }
    }
}

/// Two laptops went on from the same copy: as many changes on each, other changes.
#[test]
fn a_copy_that_went_another_way_is_never_destroyed() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    let other = folder.path().join("Other.ladder");
    long_camp(&path);
    fs::copy(&path, &other).expect("a copy");
    for (path, name) in [(&path, "Here"), (&other, "There")] {
        let mut camp = CampFile::open(path, Mode::Change).expect("a camp");
        apply(&mut camp, Edit::RenameCamp(name.to_owned()));
    }
    let (_, journal) = killed_while_saving(&path, true);
    let copy = fs::read(&other).expect("the other");
    put(&path, &copy, &journal);
    let camp = CampFile::open(&path, Mode::Change).expect("the copy");
    assert_eq!(camp.load().expect("the camp").name, "There");
    assert!(camp.moved_aside().is_some());
    drop(camp);
    assert_eq!(fs::read(&path).expect("the file"), copy);
}

/// Both went on from the same copy: one was killed in its first change, the other is exactly one change further.
#[test]
fn a_copy_one_change_further_on_another_computer_is_never_destroyed() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let (_, journal) = killed_while_saving(&path, true);
    let mut elsewhere = CampFile::open(&path, Mode::Change).expect("the camp elsewhere");
    apply(&mut elsewhere, Edit::RenameCamp("There".to_owned()));
    drop(elsewhere);
    let copy = fs::read(&path).expect("the copy");
    put(&path, &copy, &journal);
    let camp = CampFile::open(&path, Mode::Change).expect("the copy");
    assert_eq!(camp.load().expect("the camp").name, "There");
    assert!(camp.moved_aside().is_some());
    drop(camp);
    assert_eq!(fs::read(&path).expect("the file"), copy);
}

/// What another program left beside the camp, or somebody put there.
#[test]
fn a_write_ahead_log_of_another_copy_is_moved_aside() {
    let folder = folder();
    let (path, other) = (
        folder.path().join("Camp.ladder"),
        folder.path().join("Other.ladder"),
    );
    long_camp(&path);
    fs::copy(&path, &other).expect("a copy");
    let tool = Connection::open(&other).expect("a database");
    tool.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        .expect("WAL");
    tool.execute("UPDATE camp SET name = 'Other'", [])
        .expect("a change");
    let log = fs::read(folder.path().join("Other.ladder-wal")).expect("a log");
    assert!(log.len() > 4096);
    drop(tool);
    let sound = fs::read(&path).expect("the camp");
    for mode in [Mode::ReadOnly, Mode::Change] {
        fs::write(folder.path().join("Camp.ladder-wal"), &log).expect("a log");
        let camp = CampFile::open(&path, mode).expect("the camp");
        assert_eq!(camp.load().expect("the camp").name, "Test camp");
        assert_eq!(camp.moved_aside().is_some(), mode == Mode::Change);
        drop(camp);
        assert_eq!(fs::read(&path).expect("the file"), sound);
    }
    assert_eq!(asides(&folder).len(), 1);
}

/// Whatever took all names: nothing is lost.
#[test]
fn a_journal_is_not_moved_over_another_file() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    drop(camp);
    let log = folder.path().join("Camp.ladder-wal");
    fs::write(&log, "a log").expect("a log");
    // The minute may end meanwhile.
    for minutes in 0..3 {
        let then = real_clock() + jiff::SignedDuration::from_mins(minutes);
        let then = then.strftime("%Y-%m-%d %H.%M").to_string();
        let numbers = (2..=100).map(|number| format!(", {number}"));
        for number in std::iter::once(String::new()).chain(numbers) {
            let name = format!("Camp (unfinished change, {then}{number}).journal");
            fs::write(folder.path().join(name), "taken").expect("a file");
        }
    }
    let error = CampFile::open(&path, Mode::Change).expect_err("no name");
    assert!(matches!(error, OpenError::NoNameAside { .. }), "{error}");
    assert_eq!(fs::read_to_string(&log).expect("the log"), "a log");
    let asides = asides(&folder);
    assert_eq!(asides.len(), 300);
    for aside in asides {
        assert_eq!(fs::read_to_string(aside).expect("a file"), "taken");
    }
}

/// A pipe beside the camp is not waited for, and a link is not followed.
#[cfg(unix)]
#[test]
fn what_is_no_file_beside_a_camp_is_in_the_way() {
    let folder = folder();
    let (path, _) = new_file(&folder);
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").expect("a file");
    for name in ["Camp.ladder-journal", "Camp.ladder-wal", "Camp.ladder.open"] {
        let beside = folder.path().join(name);
        for kind in ["pipe", "link", "folder"] {
            match kind {
                "pipe" => {
                    let made = std::process::Command::new("mkfifo").arg(&beside).status();
                    assert!(made.expect("mkfifo").success());
                }
                "link" => std::os::unix::fs::symlink(&victim, &beside).expect("a link"),
                _ => fs::create_dir(&beside).expect("a folder"),
            }
            let opened = CampFile::open(&path, Mode::Change);
            if name == "Camp.ladder.open" && kind != "folder" {
                drop(opened.expect("the note replaces it"));
            } else {
                let error = opened.expect_err("in the way");
                assert!(error.to_string().contains(name), "{error}");
            }
            assert_eq!(fs::read(&victim).expect("the file"), b"precious");
            let _ = fs::remove_file(&beside);
            let _ = fs::remove_dir(&beside);
        }
    }
}

/// A journal may name a further file, which SQLite deletes when it has rolled it in.
#[test]
fn a_journal_that_names_another_file_is_moved_aside() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let (torn, mut journal) = killed_while_saving(&path, true);
    let sound = fs::read(&path).expect("the file");
    assert_ne!(torn, sound);
    let victim = folder.path().join("victim");
    fs::write(&victim, "").expect("a file");
    let name = victim.to_string_lossy().into_owned().into_bytes();
    let length = u32::try_from(name.len()).expect("a short name");
    let sum = name
        .iter()
        .fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte)));
    journal.extend(0_u32.to_be_bytes());
    journal.extend(&name);
    journal.extend(length.to_be_bytes());
    journal.extend(sum.to_be_bytes());
    journal.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    put(&path, &sound, &journal);
    let camp = CampFile::open(&path, Mode::Change).expect("the camp");
    assert!(camp.moved_aside().is_some());
    drop(camp);
    assert!(victim.exists());
    assert_eq!(fs::read(&path).expect("the file"), sound);
}

/// Neither the file nor what the journal would make of it is whole: nothing is tried on it.
#[test]
fn a_torn_file_with_a_journal_that_does_not_mend_it_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let (mut torn, mut journal) = killed_while_saving(&path, true);
    torn[4096..8192].fill(0xA5);
    let middle = journal.len() / 2;
    journal[512 + 8..middle].fill(0xA5);
    put(&path, &torn, &journal);
    for mode in [Mode::Change, Mode::ReadOnly] {
        let error = CampFile::open(&path, mode).expect_err("damaged");
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("Keep it as it is"), "{error}");
    }
    assert_eq!(fs::read(&path).expect("the file"), torn);
    assert_eq!(
        fs::read(safety::journal::path_beside(&path)).expect("the journal"),
        journal
    );
}

/// The file was moved or mailed, and its journal stayed: what is there of the change that was cut off may stay, and nothing else is lost.
#[test]
fn a_file_without_its_journal_is_damaged_or_whole() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let (torn, journal) = killed_while_saving(&path, true);
    let moved = folder.path().join("Moved.ladder");
    fs::write(&moved, &torn).expect("the file");
    match CampFile::open(&moved, Mode::Change) {
        Ok(camp) => assert_eq!(camp.load().expect("the camp").players.len(), 60),
        Err(error) => {
            assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
            assert_eq!(fs::read(&moved).expect("the file"), torn);
        }
    }
    fs::write(&moved, &torn).expect("the file");
    let go_on = &mut |_: usize, _: usize| std::ops::ControlFlow::Continue(());
    let new = folder.path().join("New.ladder");
    repair(&moved, &new, None, go_on).expect("repaired");
    let camp = CampFile::open(&new, Mode::Change).expect("the new camp");
    assert_eq!(camp.load().expect("the camp").players.len(), 60);

    // What stayed behind is nobody's.
    fs::remove_file(&path).expect("moved");
    fs::write(safety::journal::path_beside(&path), &journal).expect("a journal");
    let camp = CampFile::create(&path, "Another camp", TODAY).expect("a new camp");
    assert_eq!(camp.load().expect("the camp").name, "Another camp");
    assert!(camp.moved_aside().is_some());
    drop(camp);
    assert_eq!(asides(&folder).len(), 1);
    let left = fs::read(&asides(&folder)[0]).expect("the journal");
    assert_eq!(left, journal);
}

/// A damaged file with the journal of its last change is repaired as it was before that; one with another's journal as it is.
#[test]
fn a_repair_rolls_in_the_journal_that_belongs_to_the_file() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let before = notes(&path, Mode::ReadOnly);
    let (torn, journal) = killed_while_saving(&path, true);
    let go_on = &mut |_: usize, _: usize| std::ops::ControlFlow::Continue(());
    let repaired =
        |name: &str, go_on: &mut dyn FnMut(usize, usize) -> std::ops::ControlFlow<()>| {
            let new = folder.path().join(name);
            repair(&path, &new, None, go_on).expect("repaired");
            notes(&new, Mode::ReadOnly)
        };
    put(&path, &torn, &journal);
    assert_eq!(repaired("Rolled back.ladder", go_on), before);
    assert_eq!(fs::read(&path).expect("the file"), torn, "left as it was");
    assert_eq!(
        fs::read(safety::journal::path_beside(&path)).expect("the journal"),
        journal
    );

    let mut camp = {
        fs::remove_file(safety::journal::path_beside(&path)).expect("gone");
        fs::remove_file(&path).expect("gone");
        long_camp(&path);
        CampFile::open(&path, Mode::Change).expect("another camp")
    };
    let change = Patch::new(PlayerId(1), Field::Notes, "Of another camp");
    apply(&mut camp, Edit::ChangePlayer(change));
    drop(camp);
    let other = fs::read(&path).expect("the file");
    put(&path, &other, &journal);
    let now = repaired("Other.ladder", go_on);
    assert!(now.contains(&"Of another camp".to_owned()));
    assert_eq!(fs::read(&path).expect("the file"), other);
}

/// Where a camp is after a copy of what it was at first took its place.
fn restored_over(folder: &TempDir, path: &Path, first: &[u8]) -> PathBuf {
    let source = folder.path().join("First.ladder");
    fs::write(&source, first).expect("a file");
    let aside = RestoreSource::file(&source).put_back(path);
    aside.expect("restored").expect("what was there")
}

#[test]
fn a_file_is_restored_without_the_change_that_was_cut_off_in_it() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    long_camp(&path);
    let before = notes(&path, Mode::ReadOnly);
    let (torn, journal) = killed_while_saving(&path, true);
    put(&path, &torn, &journal);
    let copy = folder.path().join("Copy.ladder");
    let saved = RestoreSource::file(&path).save_as(&copy);
    saved.expect("a copy");
    assert_eq!(notes(&copy, Mode::ReadOnly), before);
    assert_eq!(fs::read(&path).expect("the file"), torn, "left as it was");
}

/// The one that was there was killed while it saved, and its journal belongs to it under either name.
#[test]
fn what_made_room_for_a_backup_comes_back_with_its_journal() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    let journal_at = safety::journal::path_beside;
    long_camp(&path);
    let (first, before) = (
        fs::read(&path).expect("the file"),
        notes(&path, Mode::ReadOnly),
    );
    let (torn, journal) = killed_while_saving(&path, true);
    put(&path, &torn, &journal);
    let aside = restored_over(&folder, &path, &first);
    assert!(!journal_at(&path).exists(), "it would be rolled in");
    assert_eq!(fs::read(journal_at(&aside)).expect("its journal"), journal);
    assert_eq!(MadeRoom::of_gone(&path), None, "there is a camp");

    // As after the program was killed before the backup came.
    fs::remove_file(&path).expect("gone");
    let made_room = MadeRoom::of_gone(&path).expect("what made room");
    assert_eq!(made_room.path(), aside);
    made_room.put_back(&path).expect("put back");
    assert_eq!(fs::read(&path).expect("the file"), torn);
    assert_eq!(fs::read(journal_at(&path)).expect("its journal"), journal);
    assert!(!aside.exists() && !journal_at(&aside).exists());
    assert_eq!(notes(&path, Mode::Change), before);

    // It takes the place of none.
    let aside = restored_over(&folder, &path, &first);
    fs::rename(&path, folder.path().join("Moved.ladder")).expect("moved");
    let made_room = MadeRoom::of_gone(&path).expect("what made room");
    fs::write(&path, "another file").expect("a file");
    let refused = made_room.put_back(&path);
    assert!(
        matches!(refused, Err(OpenError::AlreadyThere(_))),
        "{refused:?}"
    );
    assert_eq!(fs::read(&path).expect("the file"), b"another file");
    assert!(aside.exists());
}

#[test]
fn the_newest_that_made_room_in_a_place_is_found() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    let found = || {
        let found = MadeRoom::of_gone(&path)?;
        Some(found.path().file_name()?.to_string_lossy().into_owned())
    };
    assert_eq!(found(), None);
    let mut newest = None;
    for (name, is_newest) in [
        (
            "Camp (before it was restored, 2026-07-06 10.00).ladder",
            true,
        ),
        (
            "Camp (before it was restored, 2026-07-05 19.00).ladder",
            false,
        ),
        (
            "Camp (before it was restored, 2026-07-06 10.00, 2).ladder",
            true,
        ),
        (
            "Camp (before it was restored, 2026-07-06 10.00, 11).ladder",
            true,
        ),
        (
            "Camp (before it was restored, 2026-07-06 10.00, 9).ladder",
            false,
        ),
        (
            "Camp (before it was restored, 2026-07-09 01.00 +1200).ladder",
            true,
        ),
        // Earlier by the clock of its place, and later all the same.
        (
            "Camp (before it was restored, 2026-07-08 20.00 -0500).ladder",
            true,
        ),
        (
            "Camp (before it was restored, 2026-07-09 02.00 +1200, 2).ladder",
            false,
        ),
        (
            "Other (before it was restored, 2026-07-07 10.00).ladder",
            false,
        ),
        (
            "Camp (before it was restored, 2026-07-07 10.00).ladder-journal",
            false,
        ),
        ("Camp (before it was restored, 2026-07-07 10.00).txt", false),
        ("Camp (unfinished change, 2026-07-07 10.00).journal", false),
    ] {
        fs::write(folder.path().join(name), "").expect("a file");
        if is_newest {
            newest = Some(name.to_owned());
        }
        assert_eq!(found(), newest, "{name}");
    }
    fs::write(&path, "").expect("a file");
    assert_eq!(found(), None, "there is a camp");
}

#[cfg(unix)]
#[test]
fn what_made_room_where_a_link_leads_to_comes_back_there() {
    let folder = folder();
    let desk = folder.path().join("desk");
    fs::create_dir(&desk).expect("a folder");
    let (path, link) = (folder.path().join("Camp.ladder"), desk.join("Link.ladder"));
    std::os::unix::fs::symlink("../Camp.ladder", &link).expect("a link");
    long_camp(&path);
    let first = fs::read(&path).expect("the file");
    restored_over(&folder, &link, &first);
    fs::remove_file(&path).expect("gone");
    let made_room = MadeRoom::of_gone(&link).expect("what made room");
    made_room.put_back(&link).expect("put back");
    assert!(link.is_symlink());
    assert_eq!(fs::read(&path).expect("the file"), first);
}
