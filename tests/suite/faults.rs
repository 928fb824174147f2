//! A disk on which one write of many goes wrong, and a program that is killed there: `faults.c` stands between the program and the disk.

use std::{env, fs, path::Path, path::PathBuf, process::Command};

use camp_ladder::storage::{CampFile, Mode};

use crate::{
    kills::{masked, old_camp},
    program::{Desk, Ran},
    safety::few_games,
    sample::root,
    tables::dump,
};

/// What stands between a program and the disk.
#[derive(Debug)]
pub(crate) struct Shim {
    _folder: Desk,
    library: PathBuf,
}

impl Shim {
    /// Compiles it.
    pub(crate) fn new() -> Self {
        let folder = Desk::new();
        let library = folder.path("faults.so");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .arg(root().join("tests/suite/faults.c"))
            .arg("-ldl")
            .status();
        assert!(compiled.expect("a C compiler").success());
        Self {
            _folder: folder,
            library,
        }
    }

    pub(crate) fn library(&self) -> &Path {
        &self.library
    }

    /// Runs the program, and lets a call go wrong.
    pub(crate) fn run(&self, desk: &Desk, fault: &str, at: u32, arguments: &[&str]) -> Ran {
        let _ = fs::remove_file(desk.path(".home/calls"));
        let mut command = desk.command();
        // What was renamed before can be renamed back.
        let fault = fault
            .strip_suffix(" once")
            .inspect(|_| {
                command.env("FAULT_ONCE", "1");
            })
            .unwrap_or(fault);
        command
            .env("LD_PRELOAD", &self.library)
            .env("FAULT", fault)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_LOG", desk.path(".home/calls"))
            .args(arguments);
        Ran::new(command.output().expect("the program starts"))
    }
}

/// How many calls were counted in the last run with a fault.
pub(crate) fn calls(desk: &Desk) -> u32 {
    let text = fs::read_to_string(desk.path(".home/calls"));
    text.map_or(0, |text| text.parse().expect("a number"))
}

const REPAIR: [&str; 4] = ["repair", "Camp.ladder", "--out", "New.ladder"];

/// A camp of which a page can't be read, and what a repair makes of it.
fn damaged() -> (Desk, Vec<u8>, String) {
    let desk = Desk::with_sample();
    let mut bytes = fs::read(desk.camp()).expect("the camp");
    let at = bytes.len() / 4096 / 2;
    bytes[at * 4096..(at + 1) * 4096].fill(0);
    desk.file("Camp.ladder", &bytes);
    let ran = desk.run(REPAIR);
    assert!(ran.out.contains("Games: "), "{} {}", ran.out, ran.err);
    let whole = records(&desk.path("New.ladder"));
    fs::remove_file(desk.path("New.ladder")).expect("gone");
    (desk, bytes, whole)
}

/// The players and games of a camp: what a repair saves, without what it gives to each new file.
fn records(camp: &Path) -> String {
    let file = CampFile::open(camp, Mode::Change).expect("what is repaired opens");
    assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
    let camp = file.load().expect("a camp");
    format!("{:?} {:?} {:?}", camp.groups, camp.players, camp.games)
}

/// Whatever happens to a repair: the damaged file is as it was, and the new one is there as a whole or not at all.
fn repaired_or_not(desk: &Desk, damaged: &[u8], whole: &str, word: &str) -> bool {
    assert!(
        fs::read(desk.camp()).expect("the file") == damaged,
        "{word}"
    );
    let new = desk.path("New.ladder");
    let is_there = new.exists();
    if is_there {
        assert!(records(&new) == whole, "{word}");
        fs::remove_file(new).expect("gone");
    }
    is_there
}

#[test]
fn killed_at_every_write_of_a_repair_the_new_camp_is_whole_or_not_there() {
    let (desk, damaged, whole) = damaged();
    let shim = Shim::new();
    let mut kills = 0;
    for at in 1.. {
        let ran = shim.run(&desk, "kill", at, &REPAIR);
        let word = format!("killed at {at}");
        let is_there = repaired_or_not(&desk, &damaged, &whole, &word);
        if ran.code.is_some() {
            assert!(is_there, "{}", ran.err);
            break;
        }
        kills += 1;
        // What a kill leaves is in nobody's way.
        if kills % 5 == 1 {
            desk.run(REPAIR);
            assert!(repaired_or_not(&desk, &damaged, &whole, &word), "{word}");
        }
    }
    println!("{kills} kills");
    assert!(kills > 3, "{kills}");
}

#[test]
fn on_a_disk_that_fails_at_any_write_a_repair_is_whole_or_not_there() {
    let (desk, damaged, whole) = damaged();
    let shim = Shim::new();
    for fault in ["full", "sync"] {
        let mut faults = 0;
        for at in 1.. {
            let ran = shim.run(&desk, fault, at, &REPAIR);
            let word = format!("{fault} at {at}: {}", ran.err);
            assert!(matches!(ran.code, Some(0 | 1)), "{word}");
            let is_there = repaired_or_not(&desk, &damaged, &whole, &word);
            if calls(&desk) < at {
                assert!(is_there, "{word}");
                break;
            }
            assert!(is_there || ran.code == Some(1), "{word}");
            faults += 1;
        }
        assert!(faults > 0, "{fault}");
    }
}

#[test]
fn on_a_disk_that_fills_up_at_any_write_a_recalculation_is_whole_or_not_there() {
    let desk = Desk::with_sample();
    let shim = Shim::new();
    let camp = rusqlite::Connection::open(desk.camp()).expect("the camp");
    camp.execute_batch("UPDATE week_player SET weekly_rating = 7, permanent_rating = 7")
        .expect("a change");
    drop(camp);
    let original = fs::read(desk.camp()).expect("the camp");
    let before = dump(&desk.camp());
    let order = ["recalc", "Camp.ladder"];
    desk.run(order).succeeded();
    let after = dump(&desk.camp());
    assert_ne!(before, after);
    let mut faults = 0;
    for at in 1.. {
        fs::write(desk.camp(), &original).expect("the camp");
        let _ = fs::remove_file(desk.path("Camp.ladder-journal"));
        desk.forget_backups();
        let ran = shim.run(&desk, "full", at, &order);
        let word = format!("full at {at}: {}", ran.err);
        assert!(matches!(ran.code, Some(0 | 1)), "{word}");
        let file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that opens");
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
        drop(file);
        let now = dump(&desk.camp());
        assert!(now == before || now == after, "half saved, {word}");
        assert!(now == after || ran.code == Some(1), "{word}");
        if calls(&desk) < at {
            break;
        }
        faults += 1;
    }
    println!("{faults} faults");
    assert!(faults > 10, "{faults}");
}

/// What a camp holds once it is brought up to this version, as whoever opens it does.
pub(crate) fn opened(camp: &Path) -> String {
    let file = CampFile::open(camp, Mode::Change).expect("a camp that opens");
    assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
    drop(file);
    masked(&dump(camp))
}

/// A disk that fails at any moment: the command says so or does what it was asked for, and the camp is as before or as after. A plain run
/// tries some of the moments, and each one with `CAMP_LADDER_FAULTS=all`.
#[test]
fn on_a_disk_that_fails_at_any_moment_nothing_is_half_saved() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    few_games(&desk);
    let sample = fs::read(desk.camp()).expect("the camp");
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    desk.run(["import", "Copy.ladder", "few.csv"]).succeeded();
    let copy = fs::read(desk.path("Copy.ladder")).expect("the copy");
    let old = old_camp();
    let changed_by = |sql: &str| {
        fs::write(desk.camp(), &sample).expect("the camp");
        let camp = rusqlite::Connection::open(desk.camp()).expect("the camp");
        camp.execute_batch(sql).expect("a change");
        drop(camp);
        fs::read(desk.camp()).expect("the camp")
    };
    let other_ratings = "UPDATE week_player SET weekly_rating = 7, permanent_rating = 7;";
    let much_room = "CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(1500000)); DROP TABLE a";
    let spoiled = changed_by(other_ratings);
    let roomy = changed_by(&(other_ratings.to_owned() + much_room));
    // Of the sample camp, and of one that is brought up to this version on the way.
    // The last one has much room to give back when it is closed.
    let orders: [(&[u8], &[&str]); 8] = [
        (&old, &["import", "Camp.ladder", "few.csv"]),
        (&sample, &["merge", "Camp.ladder", "Copy.ladder"]),
        (&sample, &["import", "Camp.ladder", "few.csv"]),
        (&spoiled, &["recalc", "Camp.ladder"]),
        (&sample, &["week", "Camp.ladder", "close"]),
        (&sample, &["backup", "Camp.ladder"]),
        (&copy, &["restore", "Camp.ladder"]),
        (&roomy, &["recalc", "Camp.ladder"]),
    ];
    let each = env::var("CAMP_LADDER_FAULTS").is_ok_and(|asked| asked == "all");
    for (original, order) in orders {
        fs::write(desk.camp(), original).expect("the camp");
        let before = opened(&desk.camp());
        fs::write(desk.camp(), original).expect("the camp");
        desk.run(order).succeeded();
        let after = opened(&desk.camp());
        let leaves_the_camp = order[0] == "backup";
        assert_eq!(before == after, leaves_the_camp, "{order:?}");
        let faults = [
            ("full", 8),
            ("write", 13),
            ("sync", 3),
            ("read", 53),
            ("name once", 3),
        ];
        for (fault, step) in faults {
            // A camp is put back as a whole file, in few large pieces, and by few names.
            let is_short = order[0] == "restore" && fault != "read";
            let step = if each || is_short { 1 } else { step };
            let mut faults = 0;
            for at in (1..).step_by(step) {
                fs::write(desk.camp(), original).expect("the camp");
                let _ = fs::remove_file(desk.path("Camp.ladder-journal"));
                if order[0] != "restore" {
                    desk.forget_backups();
                }
                let ran = shim.run(&desk, fault, at, order);
                assert!(
                    matches!(ran.code, Some(0 | 1)),
                    "{order:?}, {fault} at {at}: {}",
                    ran.err
                );
                let now = opened(&desk.camp());
                assert!(
                    now == before || now == after,
                    "{order:?}, half saved, {fault} at {at}"
                );
                assert!(
                    now == after || ran.code == Some(1),
                    "{order:?}, {fault} at {at}"
                );
                if leaves_the_camp && ran.code == Some(0) {
                    desk.run(["restore", "Camp.ladder", "--out", "Back.ladder"])
                        .succeeded();
                    let back = desk.path("Back.ladder");
                    assert!(opened(&back) == before, "{order:?}, {fault} at {at}");
                    fs::remove_file(back).expect("gone");
                }
                if calls(&desk) < at {
                    break;
                }
                faults += 1;
            }
            println!("{order:?}, {fault}: {faults} faults");
            assert!(faults > 0, "{order:?}, {fault}");
        }
    }
}

/// A camp that was killed while it saved, with its journal: as it is on the disk, and what it holds.
fn killed_while_saving(desk: &Desk, shim: &Shim) -> (Vec<u8>, Vec<u8>, String) {
    few_games(desk);
    let camp = rusqlite::Connection::open(desk.camp()).expect("the camp");
    camp.execute_batch("UPDATE camp SET name = 'Later'")
        .expect("a change");
    drop(camp);
    let sound = fs::read(desk.camp()).expect("the camp");
    let before = opened(&desk.camp());
    for at in 1.. {
        fs::write(desk.camp(), &sound).expect("the camp");
        desk.forget_backups();
        let ran = shim.run(desk, "kill", at, &["import", "Camp.ladder", "few.csv"]);
        assert_eq!(ran.code, None, "killed");
        let torn = fs::read(desk.camp()).expect("the camp");
        let journal = fs::read(desk.path("Camp.ladder-journal")).unwrap_or_default();
        // Some of the change is in the file.
        if journal.first().is_some_and(|first| *first != 0) && differing_pages(&torn, &sound) > 3 {
            return (torn, journal, before);
        }
    }
    unreachable!("it is killed at some time")
}

fn differing_pages(one: &[u8], other: &[u8]) -> usize {
    let pages = one.chunks(4096).zip(other.chunks(4096));
    pages.filter(|(one, other)| one != other).count()
}

/// Killed between any two names, or on a disk that refuses them from then on: the camp that was there is whole with what was confirmed, and so is
/// the one that came. Where nothing is in the place, every command names what was there, brings it back, and the next restore loses none.
#[test]
fn between_any_two_names_of_a_restore_a_camp_with_its_journal_is_whole_and_told() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    fs::copy(desk.camp(), desk.path("First.ladder")).expect("a copy");
    let restored = opened(&desk.path("First.ladder"));
    let (torn, journal, before) = killed_while_saving(&desk, &shim);
    assert!(restored != before);
    let restore = ["restore", "Camp.ladder", "--from", "First.ladder"];
    let journal_at = desk.path("Camp.ladder-journal");
    let asides = || {
        let names = desk.names().into_iter();
        let names = names.filter(|name| name.contains("(before it was restored, "));
        names.collect::<Vec<_>>()
    };
    for fault in ["cut", "name once", "name"] {
        let (mut gone, mut done) = (0, false);
        for at in 1.. {
            for name in asides() {
                fs::remove_file(desk.path(&name)).expect("gone");
            }
            fs::write(desk.camp(), &torn).expect("the camp");
            fs::write(&journal_at, &journal).expect("its journal");
            let ran = shim.run(&desk, fault, at, &restore);
            let word = format!("{fault} at {at}: {:?} {}", desk.names(), ran.err);
            let camps = asides().into_iter();
            let mut camps = camps.filter(|name| name.ends_with(".ladder"));
            let (aside, other) = (camps.next(), camps.next());
            assert_eq!(other, None, "{word}");
            if desk.camp().exists() {
                let is_done = !journal_at.exists();
                let now = opened(&desk.camp());
                if let Some(aside) = aside {
                    assert!(is_done && now == restored, "{word}");
                    assert!(opened(&desk.path(&aside)) == before, "{word}");
                } else {
                    assert!(now == before, "{word}");
                    assert_ne!(ran.code, Some(0), "{word}");
                }
            } else {
                gone += 1;
                let aside = aside.expect("what was there");
                let told = format!("Beside it lies “{aside}”");
                assert!(ran.code.is_none() || ran.err.contains(&told), "{word}");
                desk.run(["standings", "Camp.ladder"]).refused(&told);
                // The next one does it, and loses nothing.
                desk.run(restore)
                    .succeeded()
                    .says(&format!("“{aside}”, which made room"));
                assert!(opened(&desk.camp()) == restored, "{word}");
                fs::remove_file(desk.camp()).expect("gone");
                desk.run(["restore", "Camp.ladder", "--from", &aside])
                    .succeeded();
                assert!(opened(&desk.camp()) == before, "{word}");
                assert!(opened(&desk.path(&aside)) == before, "{word}");
            }
            done |= ran.code == Some(0);
            if ran.code.is_some() && calls(&desk) < at {
                break;
            }
        }
        println!("{fault}: nothing was in the place {gone} times");
        assert!(done, "{fault}");
        assert!((gone > 0) == (fault != "name once"), "{fault}: {gone}");
    }
}
