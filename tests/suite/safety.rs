//! Camp files that others made or changed, and programs that are stopped at every step of saving.

use std::{
    fs,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use camp_ladder::storage::{CampFile, Mode};
use rusqlite::{Connection, config::DbConfig};

#[cfg(target_os = "linux")]
use crate::{
    faults::{Shim, opened},
    kills::{masked, old_camp},
};
use crate::{
    program::Desk,
    sample::{self, root},
    tables::dump,
};

/// What another program does to a camp, and a word of the refusal.
fn hostile() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/fixtures/camps/hostile.txt"));
    text.expect("the hostile camps")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (sql, word) = line.split_once(" => ").expect("a deed and a word");
            let sql = sql.replace("{ESC}", "\u{1b}").replace("{BEL}", "\u{7}");
            (sql, word.to_owned())
        })
        .collect()
}

fn spoil(camp: &Path, sql: &str) {
    let other = Connection::open(camp).expect("a database");
    other
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)
        .expect("everything is allowed");
    other
        .pragma_update(None, "writable_schema", true)
        .expect("everything is allowed");
    other.execute_batch(sql).expect(sql);
}

/// Every command there is, with what it needs.
const COMMANDS: [&[&str]; 17] = [
    &["standings", "Camp.ladder"],
    &["standings", "Camp.ladder", "--system", "club"],
    &["explain", "Camp.ladder", "--player", "1"],
    &["recalc", "Camp.ladder"],
    &["week", "Camp.ladder", "list"],
    &["week", "Camp.ladder", "close"],
    &["week", "Camp.ladder", "start"],
    &["week", "Camp.ladder", "reopen", "1"],
    &["week", "Camp.ladder", "carry"],
    &["print", "Camp.ladder", "standings", "--out", "a.pdf"],
    &["publish", "Camp.ladder", "--out", "pages"],
    &["check", "Camp.ladder"],
    &["import", "Camp.ladder", "games.csv"],
    &["import", "Camp.ladder", "games.csv", "--dry-run"],
    &["import", "Camp.ladder", "games.csv", "--add-all-games"],
    &["backup", "Camp.ladder"],
    &["merge", "Camp.ladder", "other.ladder", "--prefer", "ours"],
];

#[test]
fn every_command_refuses_a_camp_that_another_program_changed() {
    let sound = fs::read(Desk::with_sample().camp()).expect("a camp");
    for (number, (sql, word)) in hostile().iter().enumerate() {
        let desk = Desk::new();
        desk.file("Camp.ladder", &sound);
        desk.file("games.csv", "GameID,White,Black,Result\n1,1,2,(1-0)\n");
        // The camp that a statement in a name of a column would have emptied.
        desk.file("other.ladder", &sound);
        spoil(&desk.camp(), sql);
        let before = fs::read(desk.camp()).expect("the camp");
        // All commands on some of them, and one after the other on the rest.
        for (at, command) in COMMANDS.iter().enumerate() {
            if number >= 3 && at % hostile().len() != number % COMMANDS.len() {
                continue;
            }
            let ran = desk.run(*command).refused(word);
            assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
            assert_eq!(
                desk.names(),
                ["Camp.ladder", "games.csv", "other.ladder"],
                "{command:?} after {sql}"
            );
            assert!(fs::read(desk.camp()).expect("the camp") == before, "{sql}");
            assert!(fs::read(desk.path("other.ladder")).expect("a camp") == sound);
        }
    }
}

/// Every command that is there is among those that are tried.
#[test]
fn no_command_is_forgotten_among_those_that_are_tried() {
    let help = Desk::new().run(["--help"]).succeeded().out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let forgotten = names
        // Those open no camp file, or read only rows of one, and a restored one takes the place of whatever is there.
        .filter(|name| !["demo", "help", "us-chess", "repair", "restore"].contains(name))
        .filter(|name| !COMMANDS.iter().any(|command| command[0] == *name))
        .collect::<Vec<_>>();
    assert_eq!(forgotten, Vec::<&str>::new());
}

/// A closed week without its digest has lost a part with a damaged file: that is said, and its ratings aren't computed anew from what is left.
#[test]
fn a_closed_week_that_is_not_what_it_was_is_found_and_left_alone() {
    let desk = Desk::with_sample();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start"]).succeeded();
    desk.run(["check", "Camp.ladder"])
        .says("No damage, no problems");
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch(
            "UPDATE week SET digest = NULL; UPDATE week_player SET weekly_rating = weekly_rating + 1 WHERE week_id = 1 AND person_id = 1",
        )
        .expect("a change");
    drop(other);
    let ran = desk.run(["check", "Camp.ladder"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let told = "Week 1 isn’t what it was when it was closed";
    assert!(ran.out.contains(told), "{}", ran.out);
    let before = dump(&desk.camp());
    desk.run(["check", "Camp.ladder", "--mend"]);
    assert_eq!(dump(&desk.camp()), before);
}

/// `check` tells everything that is wrong, where every other command says the first of it.
#[test]
fn check_tells_all_the_damage_and_others_refuse_it() {
    let desk = Desk::with_sample();
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch(
            "PRAGMA foreign_keys = OFF; DELETE FROM person WHERE id IN (1, 2); UPDATE history_row SET table_name = 'evil'",
        )
        .expect("a change");
    drop(other);
    let before = fs::read(desk.camp()).expect("the camp");
    let ran = desk.run(["check", "Camp.ladder"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.lines().count() > 2, "{}", ran.out);
    assert!(ran.err.contains("Keep this file as it is"), "{}", ran.err);
    for command in COMMANDS.iter().filter(|command| command[0] != "check") {
        if !command.contains(&"games.csv") {
            desk.run(*command).refused("Keep it as it is");
        }
    }
    assert!(fs::read(desk.camp()).expect("the camp") == before);
}

/// Some of the sample's games, with other results.
#[cfg(target_os = "linux")]
pub(crate) fn few_games(desk: &Desk) {
    let mut text = "GameID,White,Black,Result,Date\n".to_owned();
    for row in sample::records(&sample::files("csv")[2]).iter().take(40) {
        text += &format!("{},{},{},(1-0),{}\n", row[0], row[2], row[1], row[4]);
    }
    desk.file("few.csv", text);
}

/// At every single write: the camp is as before or as after, and an older copy that is put in its place is never harmed.
#[cfg(target_os = "linux")]
#[test]
fn killed_at_every_write_a_camp_is_whole_and_an_older_copy_unharmed() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    few_games(&desk);
    let older = fs::read(desk.camp()).expect("an older copy");
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "reopen", "1"]).succeeded();
    let original = fs::read(desk.camp()).expect("the camp");
    let before = dump(&desk.camp());
    let import = ["import", "Camp.ladder", "few.csv"];
    desk.run(import).succeeded();
    let after = dump(&desk.camp());
    assert_ne!(before, after);
    let (mut kills, mut asides, mut is_saved) = (0, 0, false);
    for at in 1.. {
        fs::write(desk.camp(), &original).expect("the camp");
        // Each time as many are written.
        desk.forget_backups();
        let ran = shim.run(&desk, "kill", at, &import);
        if ran.code.is_some() {
            ran.succeeded();
            break;
        }
        kills += 1;
        let torn = fs::read(desk.camp()).expect("the camp");
        let journal = fs::read(desk.path("Camp.ladder-journal")).unwrap_or_default();

        // The director puts the last copy over it, and the journal still lies there.
        fs::write(desk.camp(), &older).expect("the older copy");
        let file = CampFile::open(&desk.camp(), Mode::Change).expect("the older copy");
        let moved = file.moved_aside().map(|moved| moved.0.clone());
        drop(file);
        assert!(fs::read(desk.camp()).expect("the copy") == older, "at {at}");
        if let Some(moved) = moved {
            assert_eq!(fs::read(&moved).expect("the journal"), journal);
            fs::remove_file(moved).expect("gone");
            asides += 1;
        }

        // Or goes on with what is there.
        fs::write(desk.camp(), &torn).expect("the camp");
        fs::write(desk.path("Camp.ladder-journal"), &journal).expect("its journal");
        let file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that opens");
        assert_eq!(file.moved_aside(), None, "at {at}");
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
        drop(file);
        let now = dump(&desk.camp());
        is_saved |= now == after;
        assert!(
            now == if is_saved { &after } else { &before }[..],
            "at {at}"
        );
        let left = fs::read(desk.path("Camp.ladder-journal")).unwrap_or_default();
        assert!(left.first().is_none_or(|first| *first == 0), "used up");
    }
    println!("{kills} kills, {asides} journals moved aside");
    assert!(kills > 10 && asides > 5, "{kills} kills, {asides} journals");
}

/// Whatever changes it, and whatever the disk does at any of its writes: the camp is as before or as after.
#[cfg(target_os = "linux")]
#[test]
fn a_recalculation_a_close_a_merge_and_an_upgrade_are_whole_at_every_write() {
    /// What makes a camp ready for a command, and the command.
    type Change<'a> = (fn(&Desk), &'a [&'a str]);

    let shim = Shim::new();
    let changes: [Change<'_>; 4] = [
        (
            |desk| spoil(&desk.camp(), "UPDATE week_player SET weekly_rating = 7"),
            &["recalc", "Camp.ladder"],
        ),
        (|_| {}, &["week", "Camp.ladder", "close"]),
        (
            |desk| {
                fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
                few_games(desk);
                desk.run(["import", "Copy.ladder", "few.csv"]).succeeded();
            },
            &["merge", "Camp.ladder", "Copy.ladder"],
        ),
        (
            |desk| {
                desk.file("Camp.ladder", old_camp());
                few_games(desk);
            },
            &["import", "Camp.ladder", "few.csv"],
        ),
    ];
    for (prepare, order) in changes {
        let desk = Desk::with_sample();
        prepare(&desk);
        let original = fs::read(desk.camp()).expect("the camp");
        let before = opened(&desk.camp());
        fs::write(desk.camp(), &original).expect("the camp");
        desk.run(order).succeeded();
        let after = opened(&desk.camp());
        assert_ne!(before, after, "{order:?}");
        for fault in ["kill", "sync"] {
            // Every one is met where it is few that write through to the disk.
            let step = if fault == "kill" { 4 } else { 1 };
            let mut faults = 0;
            for at in (1..).step_by(step) {
                fs::write(desk.camp(), &original).expect("the camp");
                let _ = fs::remove_file(desk.path("Camp.ladder-journal"));
                desk.forget_backups();
                let ran = shim.run(&desk, fault, at, order);
                let word = format!("{order:?}, {fault} at {at}: {}", ran.err);
                let file = CampFile::open(&desk.camp(), Mode::Change);
                let file = file.unwrap_or_else(|error| panic!("{word}: {error}"));
                assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
                drop(file);
                let now = masked(&dump(&desk.camp()));
                assert!(now == before || now == after, "half saved, {word}");
                if ran.code == Some(0) {
                    assert_eq!(now, after, "{word}");
                    break;
                }
                faults += 1;
            }
            assert!(faults > 0, "{order:?}, {fault}");
        }
    }
}

/// A program that is saving at this moment has a journal too, and that is its own affair.
#[cfg(target_os = "linux")]
#[test]
fn the_journal_of_a_program_that_runs_is_left_alone() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    few_games(&desk);
    let journal = desk.path("Camp.ladder-journal");
    let original = fs::read(desk.camp()).expect("the camp");
    let mut is_seen = false;
    for at in (16..90).step_by(3) {
        fs::write(desk.camp(), &original).expect("the camp");
        let mut saving = desk
            .command()
            .env("LD_PRELOAD", shim.library())
            .env("FAULT", "stop")
            .env("FAULT_AT", at.to_string())
            .args(["import", "Camp.ladder", "few.csv"])
            .spawn()
            .expect("the program starts");
        let stat = format!("/proc/{}/stat", saving.id());
        let is_waiting = || fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") T "));
        let began = Instant::now();
        while !is_waiting() && began.elapsed() < Duration::from_secs(20) {
            if saving.try_wait().expect("a child").is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let is_hot = fs::read(&journal).is_ok_and(|bytes| bytes.first().is_some_and(|b| *b != 0));
        if is_waiting() && is_hot {
            let before = (fs::read(desk.camp()), fs::read(&journal));
            let ran = desk.run(["standings", "Camp.ladder"]);
            ran.refused("is open in another window or on another computer");
            let after = (fs::read(desk.camp()), fs::read(&journal));
            assert_eq!(before.0.expect("the camp"), after.0.expect("the camp"));
            assert_eq!(before.1.expect("a journal"), after.1.expect("a journal"));
            is_seen = true;
        }
        let go_on = Command::new("kill")
            .args(["-CONT", &saving.id().to_string()])
            .status();
        assert!(go_on.expect("kill").success() || saving.try_wait().expect("a child").is_some());
        assert!(saving.wait().expect("its end").success());
        if is_seen {
            break;
        }
    }
    assert!(is_seen, "never stopped while it saved");
    assert!(!desk.names().iter().any(|name| name.ends_with(".journal")));
}

/// A new camp appears whole or not at all, and what a kill leaves is in nobody's way.
#[cfg(target_os = "linux")]
#[test]
fn killed_at_every_write_a_new_camp_is_whole_or_not_there() {
    let (desk, shim) = (Desk::new(), Shim::new());
    let files = sample::files("csv").map(|file| file.to_str().expect("a path").to_owned());
    let mut import = vec!["import", "Camp.ladder", "--result", "(0-1)=draw"];
    import.extend(files.iter().map(String::as_str));
    desk.run(&import).succeeded();
    let whole = desk.run(["standings", "Camp.ladder"]).succeeded().out;
    let mut kills = 0;
    for at in (1..).step_by(7) {
        let desk = Desk::new();
        let ran = shim.run(&desk, "kill", at, &import);
        if ran.code.is_some() {
            ran.succeeded();
            break;
        }
        kills += 1;
        if desk.camp().exists() {
            let now = desk.run(["standings", "Camp.ladder"]).succeeded().out;
            assert_eq!(now, whole, "at {at}");
        }
        desk.run(&import).succeeded();
        let now = desk.run(["standings", "Camp.ladder"]).succeeded().out;
        assert_eq!(now, whole, "at {at}");
    }
    println!("{kills} kills");
    assert!(kills > 10, "{kills}");
}

/// A disk that doesn't confirm what was written: nothing is called saved that may not be, and nothing is half saved.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_confirms_nothing_is_never_believed() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    few_games(&desk);
    let original = fs::read(desk.camp()).expect("the camp");
    let before = dump(&desk.camp());
    desk.run(["import", "Camp.ladder", "few.csv"]).succeeded();
    let after = dump(&desk.camp());
    let mut uncertain = 0;
    for at in 1.. {
        fs::write(desk.camp(), &original).expect("the camp");
        let ran = shim.run(&desk, "sync", at, &["import", "Camp.ladder", "few.csv"]);
        if ran.code == Some(0) {
            assert_eq!(dump(&desk.camp()), after, "it was saved, at {at}");
            break;
        }
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        uncertain += u32::from(ran.err.contains("It isn’t certain that this was saved"));
        let file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that opens");
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
        drop(file);
        let now = dump(&desk.camp());
        assert!(now == before || now == after, "half saved, at {at}");
    }
    assert!(uncertain > 0);
}

/// What is lost of a backup that was cut short is that backup alone, and it isn't listed.
#[cfg(target_os = "linux")]
#[test]
fn killed_at_every_write_of_a_backup_those_that_are_listed_are_good() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    let before = fs::read(desk.camp()).expect("the camp");
    let mut kills = 0;
    for at in (1..).step_by(3) {
        let ran = shim.run(&desk, "kill", at, &["backup", "Camp.ladder"]);
        if ran.code.is_some() {
            ran.succeeded();
            break;
        }
        kills += 1;
        assert!(fs::read(desk.camp()).expect("the camp") == before);
    }
    let list = ["backup", "Camp.ladder", "--list"];
    let listed = desk.run(list).succeeded().out;
    assert!(!listed.lines().any(|line| line.ends_with("no")), "{listed}");
    assert!(kills > 10, "{kills}");
}

/// Whenever a restore is cut short, the camp that was there still is, in its place or beside it, and the next one does it.
#[cfg(target_os = "linux")]
#[test]
fn killed_at_every_write_of_a_restore_nothing_is_lost() {
    let (desk, shim) = (Desk::with_sample(), Shim::new());
    few_games(&desk);
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let restored = dump(&desk.camp());
    desk.run(["import", "Camp.ladder", "few.csv"]).succeeded();
    let original = fs::read(desk.camp()).expect("the camp");
    let before = dump(&desk.camp());
    let list = desk
        .run(["backup", "Camp.ladder", "--list"])
        .succeeded()
        .out;
    let asked = list.lines().find(|line| line.contains("You asked for it"));
    let number = asked
        .and_then(|line| line.split_whitespace().next())
        .expect("a backup");
    let restore = ["restore", "Camp.ladder", "--from", number];
    let mut kills = 0;
    for at in 1.. {
        for name in desk
            .names()
            .iter()
            .filter(|name| name.contains("before it was"))
        {
            fs::remove_file(desk.path(name)).expect("gone");
        }
        fs::write(desk.camp(), &original).expect("the camp");
        let ran = shim.run(&desk, "kill", at, &restore);
        if ran.code.is_some() {
            ran.succeeded();
            break;
        }
        kills += 1;
        let kept = desk
            .names()
            .into_iter()
            .filter(|name| name.ends_with(".ladder"));
        let kept = kept.map(|name| dump(&desk.path(&name))).collect::<Vec<_>>();
        assert!(kept.contains(&before), "at {at}: {:?}", desk.names());
        desk.run(restore).succeeded();
        assert_eq!(dump(&desk.camp()), restored, "at {at}");
    }
    assert!(kills > 3, "{kills}");
}

/// A damaged camp is repaired into a new file, which is a camp like any other; what is missing is told, and makes the exit code 1.
#[test]
fn a_damaged_camp_is_repaired_into_a_new_file() {
    let desk = Desk::with_sample();
    let sound = fs::read(desk.camp()).expect("the camp");
    let repair = ["repair", "Camp.ladder", "--out", "New.ladder"];
    desk.run(repair).succeeded();
    let new = desk.path("New.ladder");
    assert!(dump(&new) == dump(&desk.camp()), "all of it");
    desk.run(repair).refused("There is already a file");
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let (mut missing, mut came_back) = (0, 0);
    for page in (0..sound.len() / 4096).step_by(4) {
        fs::remove_file(&new).expect("gone");
        let mut damaged = sound.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0);
        desk.file("Camp.ladder", &damaged);
        let ran = desk.run(repair);
        assert!(ran.out.contains("Games: "), "{} {}", ran.out, ran.err);
        match ran.code {
            Some(0) => assert!(ran.err.contains("Everything was saved"), "{}", ran.err),
            Some(1) => missing += 1,
            _ => panic!("{}: {}", ran.ended, ran.err),
        }
        assert!(fs::read(desk.camp()).expect("the file") == damaged);
        let checked = desk.run(["check", "New.ladder"]);
        assert!(!checked.out.contains("Damage"), "{}", checked.out);
        assert_eq!(desk.names(), ["Camp.ladder", "New.ladder"]);
        if ran.code == Some(1) {
            fs::remove_file(&new).expect("gone");
            let filled = desk.run(repair.iter().chain(&["--with-backup"]));
            if filled.out.contains("from the backup") {
                filled.succeeded().says("All records are in “New.ladder”");
                came_back += 1;
            }
        }
    }
    assert!(came_back > 1, "{came_back} of {missing}");
    assert!(missing > 1, "{missing}");
}

/// Of a camp whose history is broken, everything is told that others are; only the first change drops it.
#[test]
fn a_command_that_only_reads_leaves_a_broken_history_alone() {
    let desk = Desk::with_sample();
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch(
            "UPDATE history_row SET table_name = 'evil'; UPDATE week_player SET weekly_rating = 1",
        )
        .expect("a change");
    drop(other);
    let before = fs::read(desk.camp()).expect("the camp");
    let standings = desk.run(["standings", "Camp.ladder"]);
    assert_eq!(standings.code, Some(0));
    assert!(
        standings.err.contains("history of this camp is damaged"),
        "{}",
        standings.err
    );
    let checked = desk.run(["check", "Camp.ladder"]);
    assert_eq!(checked.code, Some(1));
    assert!(
        checked.out.contains("Damage: the history"),
        "{}",
        checked.out
    );
    assert!(
        checked
            .out
            .contains("Ratings of 48 players are out of date"),
        "{}",
        checked.out
    );
    assert!(
        checked.err.contains("Players, games and ratings are whole"),
        "{}",
        checked.err
    );
    assert!(fs::read(desk.camp()).expect("the camp") == before);
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let checked = desk.run(["check", "Camp.ladder"]);
    assert!(!checked.out.contains("Damage"), "{}", checked.out);
    assert!(!checked.err.contains("history"), "{}", checked.err);
}
