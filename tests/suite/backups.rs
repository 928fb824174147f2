//! The commands `backup` and `restore`, and the backups that other commands make of a camp before they change much.

use std::fs;

use serde_json::{Value, json};

use crate::{
    program::{Desk, Ran},
    sample::{files, root},
    tables::dump,
};

fn list(desk: &Desk) -> Vec<Value> {
    list_of(desk, "Camp.ladder")
}

fn list_of(desk: &Desk, camp: &str) -> Vec<Value> {
    let ran = desk.run(["backup", camp, "--list", "--format", "json"]);
    let list = serde_json::from_str::<Value>(&ran.out).expect("JSON");
    list.as_array().expect("a list").clone()
}

fn reasons(desk: &Desk) -> Vec<String> {
    let list = list(desk);
    let reasons = list.iter().map(|backup| &backup["reason"]);
    reasons
        .map(|reason| reason.as_str().expect("a reason").to_owned())
        .collect()
}

#[test]
fn a_camp_is_backed_up_listed_and_restored() {
    let desk = Desk::with_sample();
    let backed_up = desk.run(["backup", "Camp.ladder"]).succeeded();
    assert!(
        backed_up.err.starts_with("Backed up: 1 week, "),
        "{backed_up:?}"
    );
    let before = dump(&desk.camp());
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    let newest = list(&desk).swap_remove(0);
    assert_eq!(newest["reason"], "closed");
    assert_eq!(newest["verified"], true);
    assert_eq!(newest["number"], 1);
    let counts = ["weeks", "players", "games"].map(|name| newest[name].as_i64());
    assert!(counts.iter().all(|count| *count > Some(0)), "{newest}");
    let asked = list(&desk)
        .iter()
        .position(|backup| backup["reason"] == "asked")
        .expect("the one that was asked for");
    let number = (asked + 1).to_string();
    desk.run([
        "restore",
        "Camp.ladder",
        "--from",
        &number,
        "--out",
        "Before.ladder",
    ])
    .succeeded();
    assert_eq!(dump(&desk.path("Before.ladder")), before);
    let restored = desk
        .run(["restore", "Camp.ladder", "--from", &number])
        .succeeded();
    assert!(
        restored.err.contains("before it was restored"),
        "{restored:?}"
    );
    assert_eq!(dump(&desk.camp()), before);
    desk.run(["check", "Camp.ladder"]);
    let list = desk.run(["backup", "Camp.ladder", "--list"]).succeeded();
    assert!(list.out.contains("You asked for it"), "{}", list.out);
}

#[test]
fn a_lost_camp_is_back_with_its_newest_good_backup() {
    let desk = Desk::with_sample();
    let before = dump(&desk.camp());
    fs::remove_file(desk.camp()).expect("a lost camp");
    desk.run(["restore", "Camp.ladder"]).succeeded();
    assert_eq!(dump(&desk.camp()), before);
    // The newest is damaged: the one before it is taken, with a word.
    let newest = list(&desk)[0]["file"].as_str().expect("a path").to_owned();
    let mut bytes = fs::read(&newest).expect("a backup");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&newest, bytes).expect("a damaged backup");
    let listed = desk.run(["backup", "Camp.ladder", "--list"]);
    assert_eq!(listed.code, Some(1), "{listed:?}");
    fs::write(desk.camp(), "no camp").expect("a damaged camp");
    let restored = desk.run(["restore", "Camp.ladder"]).succeeded();
    assert!(restored.err.contains("can’t be used"), "{restored:?}");
    desk.run(["standings", "Camp.ladder"]).succeeded();
    // Another place, and no backup of it.
    let refused = desk.run(["restore", "Other.ladder"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    let file = list(&desk)[1]["file"].as_str().expect("a path").to_owned();
    desk.run(["restore", "Other.ladder", "--from", &file])
        .succeeded();
    assert!(desk.path("Other.ladder").exists());
    let refused = desk.run(["restore", "Camp.ladder", "--from", "99"]);
    assert!(refused.err.contains("There is no backup 99"), "{refused:?}");
}

fn rot(path: &str) {
    let mut bytes = fs::read(path).expect("a backup");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(path, bytes).expect("a damaged backup");
}

fn damage(desk: &Desk) {
    let mut bytes = fs::read(desk.camp()).expect("the camp");
    let from = bytes.len() / 2;
    bytes[from..].fill(0x5a);
    fs::write(desk.camp(), bytes).expect("a damaged camp");
}

#[test]
fn a_damaged_camp_is_refused_with_the_ways_back() {
    let desk = Desk::with_sample();
    desk.run(["backup", "Camp.ladder"]).succeeded();
    damage(&desk);
    let refused = desk.run(["standings", "Camp.ladder"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    for words in [
        "is damaged",
        "There is the backup of",
        "camp-ladder restore \"",
        "camp-ladder repair \"",
    ] {
        assert!(refused.err.contains(words), "{words}: {refused:?}");
    }
    for backup in list(&desk) {
        rot(backup["file"].as_str().expect("a path"));
    }
    let refused = desk.run(["standings", "Camp.ladder"]);
    assert!(refused.err.contains("There is no good backup of it"));
}

/// A stick in a drawer: it was said that there is no good backup, and that none has what is missing.
#[test]
fn a_second_place_that_is_away_is_told_of_a_damaged_camp() {
    let desk = Desk::with_sample();
    let [stick, drawer] = ["stick", "drawer"].map(|name| desk.path(name));
    fs::create_dir(&stick).expect("a stick");
    desk.settings(&json!({ "second_backups": stick }));
    desk.run(["backup", "Camp.ladder"]).succeeded();
    desk.forget_backups();
    fs::rename(&stick, &drawer).expect("away");
    damage(&desk);
    let repair = ["repair", "Camp.ladder", "--out", "New.ladder"];
    for order in [
        vec!["check", "Camp.ladder"],
        vec!["standings", "Camp.ladder"],
        [&repair[..], &["--with-backup"]].concat(),
    ] {
        let refused = desk.run(&order);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        let said = [refused.err.as_str(), refused.out.as_str()].concat();
        assert!(said.contains("stick”, isn’t there now: "), "{refused:?}");
        assert!(!said.contains("no good backup"), "{refused:?}");
        assert!(!said.contains("No backup of this camp"), "{refused:?}");
    }
    fs::rename(&drawer, &stick).expect("there again");
    let refused = desk.run(["check", "Camp.ladder"]);
    assert!(
        refused.err.contains("There is the backup of"),
        "{refused:?}"
    );
    assert!(!refused.err.contains("second place"), "{refused:?}");
}

/// It was said that there is no good backup of it, though one place alone could be looked into.
#[test]
fn a_first_place_that_can_not_be_read_is_told_of_a_damaged_camp() {
    let desk = Desk::with_sample();
    let stick = desk.path("stick");
    fs::create_dir(&stick).expect("a stick");
    desk.settings(&json!({ "second_backups": stick }));
    desk.run(["backup", "Camp.ladder"]).succeeded();
    desk.forget_backups();
    desk.file(".home/campladder/backups", b"in the way");
    damage(&desk);
    let says = |what: &str| {
        let refused = desk.run(["standings", "Camp.ladder"]);
        for words in ["backups” can’t be read", what] {
            assert!(refused.err.contains(words), "{words}: {refused:?}");
        }
    };
    says("There is the backup of");
    for backup in list(&desk) {
        rot(backup["file"].as_str().expect("a path"));
    }
    says("None of the backups that could be looked into is a good one");
}

/// As on a disk that is full: nobody knows whether a backup is good, which isn't the same as a bad one.
#[test]
fn where_nothing_can_be_unpacked_backups_are_not_checked_and_not_called_bad() {
    let desk = Desk::with_sample();
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let count = list(&desk).len();
    let run = |order: &[&str]| {
        let mut command = desk.command();
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, desk.path("no such folder"));
        }
        Ran::new(command.args(order).output().expect("the program starts"))
    };
    let listed = run(&["backup", "Camp.ladder", "--list"]);
    assert_eq!(listed.code, Some(1), "{listed:?}");
    assert_eq!(
        listed.out.matches("  not checked").count(),
        count,
        "{listed:?}"
    );
    assert!(listed.err.contains("can’t be unpacked in “"), "{listed:?}");
    let listed = run(&["backup", "Camp.ladder", "--list", "--format", "json"]);
    let listed = serde_json::from_str::<Value>(&listed.out).expect("JSON");
    let listed = listed.as_array().expect("a list");
    assert_eq!(listed.len(), count);
    assert!(listed.iter().all(|backup| backup["verified"].is_null()));

    damage(&desk);
    let refused = run(&["standings", "Camp.ladder"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused
            .err
            .contains("Its backups could not be checked: Backups can’t be unpacked in “"),
        "{refused:?}"
    );
    assert!(!refused.err.contains("no good backup"), "{refused:?}");
}

/// Last year's was renamed, and this year's lies where it lay.
#[test]
fn backups_of_another_camp_in_the_same_place_are_called_so() {
    let desk = Desk::with_sample();
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let last_year = list(&desk).len();
    let before = dump(&desk.camp());
    fs::rename(desk.camp(), desk.path("Last year.ladder")).expect("another name");
    desk.import(&files("csv")).succeeded();
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let own = list(&desk).len() - last_year;
    assert!(own > 0);
    let listed = desk.run(["backup", "Camp.ladder", "--list"]).succeeded();
    let others = "another camp, “Camp”";
    assert_eq!(
        listed.out.matches(others).count(),
        last_year,
        "{}",
        listed.out
    );
    let number = (own + 1).to_string();
    let other = [
        "restore",
        "Camp.ladder",
        "--from",
        &number,
        "--out",
        "Other.ladder",
    ];
    let restored = desk.run(other).succeeded();
    assert!(restored.err.contains("a backup of another camp, “Camp”"));
    assert!(dump(&desk.path("Other.ladder")) == before);
    let restored = ["restore", "Camp.ladder", "--out", "Own.ladder"];
    let restored = desk.run(restored).succeeded();
    assert!(!restored.err.contains("another camp"), "{restored:?}");
}

/// A copy of the camp has good backups, the file itself has none: another camp than the one that was asked for isn't taken unasked.
#[test]
fn a_copys_backup_is_not_taken_for_the_files_own() {
    let desk = Desk::with_sample();
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    // From here on the file has what the copy lacks.
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["backup", "Camp.ladder"]).succeeded();
    for own in list(&desk) {
        rot(own["file"].as_str().expect("a path"));
    }
    desk.run(["backup", "Copy.ladder"]).succeeded();
    let before = fs::read(desk.camp()).expect("the camp");
    let refused = desk.run(["restore", "Camp.ladder"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.err.contains("of this file, none can be used"));
    assert!(refused.err.contains("--from NUMBER"), "{refused:?}");
    assert_eq!(fs::read(desk.camp()).expect("the camp"), before);
    desk.run(["restore", "Camp.ladder", "--from", "1"])
        .succeeded();
}

#[test]
fn commands_that_change_much_make_a_backup_first_and_reading_ones_write_nothing() {
    let desk = Desk::with_sample();
    let made = reasons(&desk);
    let bytes = fs::read(desk.camp()).expect("the camp");
    for order in ["standings", "check"] {
        desk.run([order, "Camp.ladder"]);
    }
    desk.run(["week", "Camp.ladder", "list"]).succeeded();
    assert_eq!(reasons(&desk), made);
    assert_eq!(fs::read(desk.camp()).expect("the camp"), bytes);
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start"]).succeeded();
    // Each is as the one before left it, and so only the end of each is new.
    let now = reasons(&desk);
    assert_eq!(
        now.get(..2),
        Some(&["closed", "closed"].map(String::from)[..])
    );
    assert_eq!(now.len(), made.len() + 2);
}

/// Commands that only read a camp, where there are a copy and a list of games beside it.
const READING: [&[&str]; 12] = [
    &["standings", "Camp.ladder"],
    &["explain", "Camp.ladder", "--player", "1"],
    &["week", "Camp.ladder", "list"],
    &["print", "Camp.ladder", "standings", "--out", "a.pdf"],
    &["publish", "Camp.ladder", "--out", "pages"],
    &["us-chess", "Camp.ladder", "list"],
    &["import", "Camp.ladder", "games.csv", "--dry-run"],
    &["merge", "Camp.ladder", "Copy.ladder", "--dry-run"],
    &["check", "Camp.ladder"],
    &["check", "Camp.ladder", "--all"],
    &["backup", "Camp.ladder"],
    &["backup", "Camp.ladder", "--list"],
];

/// Each of them leaves the camp and its copy as they are, and nothing beside them.
fn reading_leaves_nothing(desk: &Desk) {
    desk.file("games.csv", "GameID,White,Black,Result\n1,1,2,(1-0)\n");
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    let bytes = fs::read(desk.camp()).expect("the camp");
    for command in READING {
        let ran = desk.run(command);
        assert_ne!(ran.code, Some(2), "{command:?}: {}", ran.err);
        for camp in ["Camp.ladder", "Copy.ladder"] {
            let now = fs::read(desk.path(camp)).expect("a camp");
            assert!(now == bytes, "{command:?}");
        }
        let beside = desk.names().into_iter();
        let beside = beside.filter(|name| name.contains(".ladder"));
        let beside = beside.collect::<Vec<_>>();
        assert_eq!(beside, ["Camp.ladder", "Copy.ladder"], "{command:?}");
    }
}

/// Another tool has left it so. SQLite itself would leave a log and an index of it beside whatever is read.
#[test]
fn commands_that_only_read_leave_nothing_beside_a_camp_with_a_log_written_ahead() {
    let desk = Desk::with_sample();
    let tool = rusqlite::Connection::open(desk.camp()).expect("a database");
    tool.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        .expect("WAL");
    drop(tool);
    let head = fs::read(desk.camp()).expect("the camp");
    assert_eq!(head[18..20], [2, 2], "the file's head says so");
    reading_leaves_nothing(&desk);
}

/// A file of an older version is brought up to this one by what changes it, which makes a backup first, and by nothing else.
#[test]
fn commands_that_only_read_leave_an_older_camp_as_it_is() {
    let desk = Desk::new();
    let old = fs::read(root().join("tests/fixtures/camps/schema-1.ladder")).expect("a camp");
    desk.file("Camp.ladder", &old);
    reading_leaves_nothing(&desk);
    assert_eq!(reasons(&desk), ["asked"]);
    desk.run(["check", "Camp.ladder", "--mend"]);
    assert!(fs::read(desk.camp()).expect("the camp") != old);
    assert!(reasons(&desk).contains(&"before-upgrade".to_owned()));
}

#[test]
fn a_second_place_that_is_away_is_told_and_keeps_nobody_from_a_backup() {
    let desk = Desk::with_sample();
    let stick = desk.path("stick");
    desk.settings(&json!({ "second_backups": stick }));
    let ran = desk.run(["backup", "Camp.ladder"]).succeeded();
    assert!(ran.err.contains("stick”, isn’t there now"), "{ran:?}");
    let ran = desk.run(["backup", "Camp.ladder", "--list"]).succeeded();
    assert!(ran.err.contains("its backups are left out"), "{ran:?}");
    fs::write(&stick, "a file").expect("a file");
    let ran = desk.run(["backup", "Camp.ladder"]).succeeded();
    assert!(ran.err.contains("it is a file, and no folder"), "{ran:?}");
    fs::remove_file(&stick).expect("no file");
    fs::create_dir(&stick).expect("a stick");
    let ran = desk.run(["backup", "Camp.ladder"]).succeeded();
    assert!(!ran.err.contains("second place"), "{ran:?}");
    // Beside the file that the place is known by.
    let there = fs::read_dir(&stick).expect("the stick").flatten();
    let there = there.map(|entry| entry.path());
    let camp = there.filter(|path| path.is_dir()).last();
    let camp = camp.expect("the folder of the camp");
    let backups = fs::read_dir(camp).expect("the backups").count();
    assert_eq!(backups, 2 * list(&desk).len(), "each with its note");
    fs::remove_dir_all(&stick).expect("away");
    fs::create_dir(&stick).expect("another stick");
    let ran = desk.run(["backup", "Camp.ladder"]).succeeded();
    assert!(ran.err.contains("is another drive"), "{ran:?}");
    assert_eq!(fs::read_dir(&stick).expect("the stick").count(), 0);
}

#[test]
fn a_history_that_gets_shorter_says_so() {
    let desk = Desk::with_sample();
    desk.settings(&json!({ "history": { "years": 0 } }));
    let ran = desk.run(["week", "Camp.ladder", "close"]).succeeded();
    assert!(
        ran.err.contains("left the history, which has at most"),
        "{ran:?}"
    );
    let ran = desk.run(["week", "Camp.ladder", "start"]).succeeded();
    assert!(ran.err.contains("The oldest 1 change left"), "{ran:?}");
}

/// From a memory stick, with a folder for its own beside it.
#[test]
fn a_program_with_its_folder_beside_it_leaves_nothing_on_the_computer() {
    let desk = Desk::with_sample();
    let program = desk.path("camp-ladder");
    let built = std::path::Path::new(env!("CARGO_BIN_EXE_camp-ladder"));
    if fs::hard_link(built, &program).is_err() {
        fs::copy(built, &program).expect("a copy of the program");
    }
    let data = desk.path("Camp Ladder data");
    fs::create_dir(&data).expect("a folder");
    desk.forget_backups();
    let mut order = desk.prepared(&program);
    let ran = order.args(["backup", "Camp.ladder"]).output();
    assert!(ran.expect("the program starts").status.success());
    let there = fs::read_dir(data.join("backups")).expect("the backups");
    let camps = there.flatten().filter(|it| it.path().is_dir());
    assert_eq!(camps.count(), 1);
    assert!(!desk.path(".home/campladder/backups").exists());
}

/// On another computer, or after a year: the folder of the camp isn't there.
#[test]
fn a_camp_whose_folder_is_gone_is_restored_where_it_is_wanted() {
    let desk = Desk::with_sample();
    let folder = desk.path("Summer 2026");
    fs::create_dir(&folder).expect("a folder");
    let camp = folder.join("Camp.ladder");
    fs::rename(desk.camp(), &camp).expect("the camp");
    let before = dump(&camp);
    desk.run(["recalc".as_ref(), camp.as_os_str()]).succeeded();
    desk.run(["backup".as_ref(), camp.as_os_str()]).succeeded();
    let file = list_of(&desk, "Summer 2026/Camp.ladder")[0]["file"].clone();
    let file = file.as_str().expect("a path");
    fs::remove_dir_all(&folder).expect("gone");
    let files = desk.names();
    for from in [&["--from", "1"][..], &["--from", file], &[]] {
        let order = ["restore", "Summer 2026/Camp.ladder"];
        let refused = desk.run(order.iter().chain(from));
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(
            refused.err.contains(
                "The folder “Summer 2026” doesn’t exist. To restore into another one: --out FILE"
            ),
            "{refused:?}"
        );
        assert_eq!(desk.names(), files, "nothing is made");
        let out = ["--out", "Here.ladder"];
        let restored = desk.run(order.iter().chain(from).chain(&out)).succeeded();
        assert!(
            restored.err.contains("“Here.ladder” is restored from"),
            "{restored:?}"
        );
        assert!(dump(&desk.path("Here.ladder")) == before);
        fs::remove_file(desk.path("Here.ladder")).expect("again");
    }
}

/// Camps lie where people put them, and are called what people call them.
#[test]
fn long_names_of_any_script_are_kept_backed_up_and_had_back() {
    let long = "a".repeat(200);
    let longest = "л".repeat(120);
    for (folder, name) in [
        ("Лагерь", longest.as_str()),
        ("Лагерь 夏のキャンプ é 🏕", "Été – Σκάκι 象棋"),
        ("A folder, with “quotes” & 100% #1", long.as_str()),
        (long.as_str(), "Camp"),
    ] {
        let desk = Desk::with_sample();
        let folder = desk.path(folder);
        fs::create_dir(&folder).expect("a folder");
        let camp = folder.join(format!("{name}.ladder"));
        fs::rename(desk.camp(), &camp).expect("the camp");
        desk.forget_backups();
        let run = |order: &str, more: &[&std::ffi::OsStr]| {
            let order = [std::ffi::OsStr::new(order), camp.as_os_str()];
            desk.run(order.iter().chain(more))
        };
        let out = |name: &str| folder.join(name);
        run("recalc", &[]).succeeded();
        run("backup", &[]).succeeded();
        let listed = run("backup", &["--list".as_ref()]).succeeded();
        assert!(listed.out.contains("You asked for it"), "{}", listed.out);
        let list = out("Ελλάδα.txt");
        run("standings", &["--out".as_ref(), list.as_ref()]).succeeded();
        let pages = out("Сайт");
        run("publish", &["--out".as_ref(), pages.as_ref()]).succeeded();
        assert!(list.exists() && pages.join("index.html").exists());
        for order in ["restore", "repair"] {
            let new = out(&format!("{order} 新.ladder"));
            run(order, &["--out".as_ref(), new.as_ref()]).succeeded();
            assert_eq!(dump(&new), dump(&camp), "{order}");
        }
        let before = dump(&camp);
        run("week", &["close".as_ref()]).succeeded();
        run("restore", &["--from".as_ref(), "2".as_ref()])
            .succeeded()
            .says("before it was restored");
        assert_eq!(dump(&camp), before);
        // The copy of another laptop, whose name is nearly as long.
        let other = name.chars().skip(1).collect::<String>();
        let copy = folder.join(format!("{other}.ladder"));
        fs::copy(&camp, &copy).expect("a copy");
        let close = ["week".as_ref(), copy.as_os_str(), "close".as_ref()];
        desk.run(close).succeeded();
        run("merge", &[copy.as_ref(), "--dry-run".as_ref()])
            .succeeded()
            .says("Week 1 is closed, as in the copy");
        assert_eq!(dump(&camp), before);
        run("merge", &[copy.as_ref()])
            .succeeded()
            .says("Brought back");
        assert_ne!(dump(&camp), before);
        fs::remove_file(&camp).expect("lost");
        run("restore", &[]).succeeded();
        run("check", &[]);
        assert!(camp.exists());
    }
}

/// A copy is the same camp, and yet another file.
#[test]
fn a_copy_of_a_camp_is_restored_from_its_own_backup() {
    let desk = Desk::with_sample();
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    // Each has gone its own way.
    desk.run(["week", "Copy.ladder", "close"]).succeeded();
    desk.run(["backup", "Copy.ladder"]).succeeded();
    let before = dump(&desk.path("Copy.ladder"));
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let listed = desk.run(["backup", "Copy.ladder", "--list"]).succeeded();
    assert!(listed.out.contains("Of the file"), "{}", listed.out);
    let restored = ["restore", "Copy.ladder", "--out", "Back.ladder"];
    let restored = desk.run(restored).succeeded();
    assert!(!restored.err.contains("a backup of"), "{}", restored.err);
    assert!(dump(&desk.path("Back.ladder")) == before);
    // The newest of all is the first, whatever file it is of.
    let chosen = [
        "restore",
        "Copy.ladder",
        "--from",
        "1",
        "--out",
        "One.ladder",
    ];
    let chosen = desk.run(chosen).succeeded();
    assert!(chosen.err.contains("Camp.ladder”"), "{}", chosen.err);
    assert!(dump(&desk.path("One.ladder")) == dump(&desk.camp()));
}

#[test]
fn a_misspelt_name_and_a_camp_as_its_own_backup_are_refused() {
    let desk = Desk::with_sample();
    for format in ["table", "json"] {
        let listed = desk.run(["backup", "Cmap.ladder", "--list", "--format", format]);
        assert_eq!(listed.code, Some(1), "{listed:?}");
        assert!(
            listed.err.contains("There is no file “Cmap.ladder”"),
            "{listed:?}"
        );
    }
    // Of a camp that is gone there may be backups.
    desk.run(["backup", "Camp.ladder"]).succeeded();
    let here = desk.camp();
    let files = || fs::read_dir(desk.folder()).expect("a folder").count();
    let before = files();
    let itself = ["restore", "Camp.ladder", "--from", "./Camp.ladder"];
    let itself = desk.run(itself);
    assert_eq!(itself.code, Some(1), "{itself:?}");
    assert!(itself.err.contains("is the camp itself"), "{itself:?}");
    assert_eq!(files(), before, "nothing was moved aside");
    fs::remove_file(&here).expect("gone");
    desk.run(["backup", "Camp.ladder", "--list"]).succeeded();
}
