//! Files that are wrong, disks that are full, programs that are killed: a sentence, exit code 1, and everything as it was.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use camp_ladder::{
    domain::Edit,
    storage::{CampFile, Mode, Occasion},
};
use rusqlite::Connection;

use crate::{
    program::{Desk, Ran},
    sample,
    tables::dump,
};

/// A camp with something in it, and what it is.
struct Kept {
    desk: Desk,
    bytes: Vec<u8>,
}

impl Kept {
    fn new() -> Self {
        let desk = Desk::with_sample();
        let bytes = fs::read(desk.camp()).expect("a camp file");
        Self { desk, bytes }
    }

    /// Imports the file, which can't be read, into the camp and into a new one.
    #[track_caller]
    fn refuses(&self, file: &Path, sentence: &str) {
        for camp in ["Camp.ladder", "New.ladder"] {
            let arguments = [Path::new("import"), Path::new(camp), file];
            self.desk
                .run(arguments)
                .refused(sentence)
                .says("Nothing was imported");
        }
        self.is_as_it_was();
    }

    #[track_caller]
    fn is_as_it_was(&self) {
        assert!(
            fs::read(self.desk.camp()).expect("a camp file") == self.bytes,
            "the camp file has changed"
        );
        let names = self.desk.names();
        assert!(!names.iter().any(|name| name == "New.ladder"), "{names:?}");
        assert!(
            !names
                .iter()
                .any(|name| name.contains("journal") || name.contains(".open")),
            "{names:?}"
        );
    }
}

#[test]
fn files_that_are_no_tables() {
    let kept = Kept::new();
    let icon = fs::read(sample::root().join("icons/camp-ladder-256.png")).expect("a picture");
    for (name, bytes, sentence) in [
        ("empty.csv", Vec::new(), "empty.csv: This file is empty"),
        (
            "blank.csv",
            b" \r\n\r\n".to_vec(),
            "blank.csv: This file is empty",
        ),
        ("games.csv", icon, "games.csv: This is a picture"),
        (
            "camp.xlsx",
            b"PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/workbook.xml".to_vec(),
            "camp.xlsx: This is an Excel workbook",
        ),
        (
            "games.pdf",
            b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec(),
            "games.pdf: This is a PDF",
        ),
        (
            "camp.zip",
            b"PK\x03\x04\x14\0\0\0camp/Games.csv".to_vec(),
            "camp.zip: This is a packed archive",
        ),
        (
            "page.csv",
            b"<!DOCTYPE html><html><table>".to_vec(),
            "page.csv: This is a web page",
        ),
        (
            "junk.csv",
            junk(100_000),
            "junk.csv: This file is neither text nor an Access file",
        ),
        (
            "camp.laccdb",
            junk(64),
            "camp.laccdb: This is the lock of a database",
        ),
        (
            "open.csv",
            b"ID,Name\n1,\"Lee\n2,Vang\n".to_vec(),
            "open.csv: Line 2 opens a quotation mark",
        ),
    ] {
        let file = kept.desk.file(name, bytes);
        kept.refuses(&file, sentence);
    }
    kept.refuses(&kept.desk.camp(), "Camp.ladder: This is a camp file");
    kept.refuses(
        Path::new("nowhere.csv"),
        "nowhere.csv: This file is not there",
    );
    fs::create_dir(kept.desk.path("folder.csv")).expect("a folder");
    kept.refuses(Path::new("folder.csv"), "folder.csv: This is a folder");
}

/// Bytes of no kind, the same ones every time.
fn junk(length: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let bytes = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    });
    bytes.take(length).collect()
}

/// One bad file among good ones: nothing of the good ones is imported.
#[test]
fn one_bad_file_keeps_all_from_being_imported() {
    let desk = Desk::new();
    let mut files = sample::files("csv").to_vec();
    files.push(desk.file("notes.csv", ""));
    desk.import(&files)
        .refused("notes.csv: This file is empty")
        .says("Nothing was imported");
    assert_eq!(desk.names(), ["notes.csv"]);
}

#[test]
fn text_that_is_no_table_of_the_ladder() {
    let kept = Kept::new();
    let file = kept.desk.file("shopping.csv", "milk\nbread\ncheese\n");
    kept.refuses(&file, "This table is neither groups, players nor games");
}

/// The largest part of memory that a program had at once, in bytes, read while it runs.
#[cfg(target_os = "linux")]
fn peak_memory(child: &mut Child) -> u64 {
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let now = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = now.and_then(|now| now.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        thread::sleep(Duration::from_millis(1));
    }
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn a_line_of_100_megabytes_does_not_fill_the_memory() {
    const MEGABYTE: usize = 1_000_000;
    let kept = Kept::new();
    let path = kept.desk.path("long.csv");
    let mut file = File::create(&path).expect("a file");
    file.write_all(b"ID,Last Name\n").expect("a disk");
    for _ in 0..100 {
        file.write_all(&vec![b'x'; MEGABYTE]).expect("a disk");
    }
    drop(file);
    kept.refuses(
        &path,
        "long.csv: Line 2 is longer than a row of a table can be",
    );

    let mut command = kept.desk.command();
    command
        .args(["import", "Camp.ladder", "long.csv"])
        .stderr(std::process::Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let peak = peak_memory(&mut child);
    assert!(peak > 0, "the program was seen while it ran");
    assert!(peak < 400 << 20, "{} MB", peak >> 20);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
fn access_files_that_are_cut_off() {
    #[cfg(shared_data)]
    for name in ["camp-2000.mdb", "camp-2016.accdb"] {
        let kept = Kept::new();
        let whole = fs::read(sample::access_file(name)).expect("an Access file");
        for length in [20, 100, 2048, 4096, 5000, whole.len() / 3, whole.len() / 2] {
            let file = kept.desk.file(name, &whole[..length]);
            for camp in ["Camp.ladder", "New.ladder"] {
                let ran = kept.desk.run([Path::new("import"), Path::new(camp), &file]);
                assert_eq!(ran.code, Some(1), "{name} cut to {length}: {}", ran.err);
                assert!(ran.err.contains(name), "{}", ran.err);
                assert!(!ran.err.contains("panicked"), "{}", ran.err);
            }
            kept.is_as_it_was();
        }
    }
}

/// Pages of Access files that are wiped: of the games, of the players' definition, and of the list of tables.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
fn access_files_with_wiped_pages_are_imported_only_where_that_is_accepted() {
    #[cfg(shared_data)]
    for (name, page, lost, games) in [
        (
            "camp-2000.mdb",
            39,
            "Ladder Games: 95 rows of this table can’t be read",
            225,
        ),
        (
            "camp-2016.accdb",
            102,
            "Ladder Games: 98 rows of this table can’t be read",
            222,
        ),
        (
            "camp-2016.accdb",
            106,
            "Ladder Games: 32 rows of this table can’t be read",
            288,
        ),
        (
            "camp-2000.mdb",
            27,
            "The table Ladder Players is damaged and can’t be read",
            0,
        ),
        (
            "camp-2016.accdb",
            17,
            "The list of tables is damaged in 37 places",
            320,
        ),
    ] {
        let kept = Kept::new();
        let mut bytes = fs::read(sample::access_file(name)).expect("an Access file");
        bytes[page * 4096..(page + 1) * 4096].fill(0);
        let file = kept.desk.file(name, bytes);
        kept.refuses(&file, lost);
        let new = [Path::new("import"), Path::new("New.ladder"), &file];
        kept.desk
            .run(new)
            .refused("Parts of these files can’t be read")
            .says("--accept-damage");
        kept.desk
            .run([new[0], new[1], new[2], Path::new("--dry-run")])
            .refused("Parts of these files can’t be read");
        kept.is_as_it_was();
        let accept = Path::new("--accept-damage");
        kept.desk
            .run([new[0], new[1], new[2], accept, Path::new("--dry-run")])
            .succeeded()
            .says("Nothing was changed, as this was a dry run");
        kept.is_as_it_was();
        kept.desk
            .run([new[0], new[1], new[2], accept])
            .succeeded()
            .says(lost);
        let camp = CampFile::open(&kept.desk.path("New.ladder"), Mode::ReadOnly).expect("a camp");
        let camp = camp.load().expect("a camp");
        assert_eq!(camp.games.len(), games, "{name}, page {page}");
    }
}

/// Whether this test runs as the administrator, whom no permission stops.
#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    tempfile::tempfile()
        .expect("a file")
        .metadata()
        .expect("its owner")
        .uid()
        == 0
}

/// The program, run by somebody whom permissions do stop.
#[cfg(unix)]
fn as_anybody(desk: &Desk) -> Option<Command> {
    use std::os::unix::fs::PermissionsExt as _;
    if !is_root() {
        return Some(desk.command());
    }
    let open_to_all = fs::Permissions::from_mode(0o755);
    fs::set_permissions(desk.folder(), open_to_all).expect("our folder");
    let program = desk.path("program");
    if !program.exists() {
        // Not copied by this process: another test may start a program at that moment, which inherits the open file, and
        // what somebody has open for writing can't be run.
        let copied = Command::new("cp")
            .arg(env!("CARGO_BIN_EXE_camp-ladder"))
            .arg(&program)
            .status();
        assert!(copied.expect("cp").success());
    }
    let mut command = desk.prepared(Path::new("setpriv"));
    command
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program);
    let probe = desk
        .prepared(Path::new("setpriv"))
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "true"])
        .status();
    if probe.is_ok_and(|status| status.success()) {
        Some(command)
    } else {
        println!(
            "skipped: this test runs as root, and there is no setpriv (util-linux) to be somebody else with"
        );
        None
    }
}

#[test]
#[cfg(unix)]
fn files_that_may_not_be_read_or_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let kept = Kept::new();
    let Some(_) = as_anybody(&kept.desk) else {
        return;
    };
    let locked = kept.desk.file("locked.csv", "ID,Last Name\n");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("our file");
    let run = |arguments: &[&str]| {
        let mut command = as_anybody(&kept.desk).expect("as before");
        Ran::new(
            command
                .args(arguments)
                .output()
                .expect("the program starts"),
        )
    };
    run(&["import", "New.ladder", "locked.csv"])
        .refused("locked.csv: You don’t have permission to read this file")
        .says("Nothing was imported");
    // A folder where nothing may be made.
    if is_root() {
        let games = kept.desk.file(
            "Ladder Players.csv",
            "ID,Last Name,First Name,Group,Active\n1,Lee,Ann,Blue,1\n",
        );
        fs::set_permissions(&games, fs::Permissions::from_mode(0o644)).expect("our file");
        run(&["import", "New.ladder", "Ladder Players.csv"])
            .refused("Nothing can be saved in the folder");
        run(&["standings", "Camp.ladder", "--out", "list.txt"]).refused("You may not write to");
    }
    // A camp that may be read but not changed is good to look at, and says so when it is to be changed.
    fs::set_permissions(kept.desk.camp(), fs::Permissions::from_mode(0o444)).expect("our file");
    assert!(
        run(&["standings", "Camp.ladder"])
            .succeeded()
            .out
            .contains("Rank")
    );
    run(&["recalc", "Camp.ladder"]).refused("is read-only");
    fs::set_permissions(kept.desk.camp(), fs::Permissions::from_mode(0o000)).expect("our file");
    run(&["standings", "Camp.ladder"]).refused("You have no permission to open");
    fs::set_permissions(kept.desk.camp(), fs::Permissions::from_mode(0o644)).expect("our file");
    kept.is_as_it_was();
}

/// A shell that starts the program with a limit on the size of the files it writes: to the program a disk that ends there.
#[cfg(unix)]
fn with_small_disk(desk: &Desk, blocks_of_512: u64, arguments: &[&str]) -> Ran {
    let script = format!("trap '' XFSZ; ulimit -f {blocks_of_512}; exec \"$0\" \"$@\"");
    let mut command = desk.prepared(Path::new("sh"));
    command
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_camp-ladder"))
        .args(arguments);
    // The log would be the first to meet the limit.
    command.env("CAMP_LADDER_LOG", "off");
    Ran::new(command.output().expect("a shell"))
}

#[test]
#[cfg(unix)]
fn a_disk_that_ends_in_the_middle_of_a_file() {
    let kept = Kept::new();
    // Games of another result each, so that every page of them is written.
    let turned = turned_games(&kept.desk);
    let turned = turned.to_str().expect("a path");
    let before = dump(&kept.desk.camp());
    for blocks in [1, 8, 40] {
        let ran = with_small_disk(&kept.desk, blocks, &["import", "Camp.ladder", turned]);
        assert_eq!(ran.code, Some(1), "{blocks}: {}", ran.err);
        assert!(
            ran.err.contains("was not saved") || ran.err.contains("can’t be read or written"),
            "{}",
            ran.err
        );
        let [groups, players, games] =
            sample::files("csv").map(|file| file.to_str().expect("a path").to_owned());
        let new = [
            "import",
            "New.ladder",
            "--result",
            "(0-1)=draw",
            &groups,
            &players,
            &games,
        ];
        let ran = with_small_disk(&kept.desk, blocks, &new);
        assert_eq!(ran.code, Some(1), "{blocks}: {}", ran.err);
        // What the change had begun is taken back when the camp is opened. The stamp of the session may have been written by then.
        drop(CampFile::open(&kept.desk.camp(), Mode::Change).expect("the camp"));
        assert!(dump(&kept.desk.camp()) == before, "the camp has changed");
        assert!(!kept.desk.names().contains(&"New.ladder".to_owned()));
    }
    for arguments in [
        &["standings", "Camp.ladder", "--out", "list.txt"][..],
        &["print", "Camp.ladder", "standings", "--out", "list.pdf"],
    ] {
        let ran = with_small_disk(&kept.desk, 1, arguments);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(
            ran.err.contains("could not be saved") || ran.err.contains("The disk is full"),
            "{}",
            ran.err
        );
    }
    let left = kept.desk.names();
    assert_eq!(
        left,
        ["Camp.ladder", "turned.csv"],
        "nothing half written stays"
    );
    assert!(dump(&kept.desk.camp()) == before, "the camp has changed");
}

/// A disk of 200 KB that is really full, where the test may make one.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full() {
    let kept = Kept::new();
    // Changes to be made: another list of games to import, and ratings to recalculate.
    turned_games(&kept.desk);
    let mut file = CampFile::open(&kept.desk.camp(), Mode::Change).expect("a camp");
    let game = file.load().expect("a camp").games[0].id;
    file.apply(&Edit::DeleteGame(game), &Occasion::now("A change"))
        .expect("a change");
    drop(file);
    let mount = kept.desk.path("disk");
    fs::create_dir(&mount).expect("a folder");
    let inside = |script: &str| {
        let mut command = kept.desk.prepared(Path::new("unshare"));
        let all =
            format!("mount -t tmpfs -o size=200k none \"$1\" && cp Camp.ladder disk/ && {script}");
        command
            .args([
                "--mount",
                "sh",
                "-c",
                &all,
                env!("CARGO_BIN_EXE_camp-ladder"),
            ])
            .arg(&mount);
        command.output()
    };
    if !inside("true").is_ok_and(|output| output.status.success()) {
        println!(
            "skipped: a small disk can't be mounted here (it takes root and unshare, of util-linux)"
        );
        return;
    }
    let full =
        "dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null; before=$(cksum < disk/Camp.ladder);";
    let after = "code=$?; test \"$before\" = \"$(cksum < disk/Camp.ladder)\" || echo changed; ls disk; exit $code";
    let ran = |order: &str| {
        let ran = inside(&format!("{full} \"$0\" {order}; {after}"));
        Ran::new(ran.expect("a shell"))
    };
    for order in [
        "import disk/Camp.ladder turned.csv",
        "recalc disk/Camp.ladder",
    ] {
        let ran = ran(order);
        assert_eq!(ran.code, Some(1), "{order}: {}", ran.err);
        assert!(ran.err.contains("disk is full"), "{order}: {}", ran.err);
        assert_eq!(ran.out, "Camp.ladder\nfill\n", "{order}");
    }
    let ran = ran("standings Camp.ladder --out disk/list.txt");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.err
            .contains("The disk is full: “disk/list.txt” was not saved"),
        "{}",
        ran.err
    );
    assert_eq!(ran.out, "Camp.ladder\nfill\n");
    // What needs no room still works.
    let ran = inside(&format!(
        "{full} \"$0\" standings disk/Camp.ladder; {after}"
    ));
    let ran = Ran::new(ran.expect("a shell")).succeeded();
    assert!(ran.out.starts_with("Rank"), "{}", ran.out);
    assert!(ran.out.ends_with("\nCamp.ladder\nfill\n"), "{}", ran.out);
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_that_is_full() {
    let kept = Kept::new();
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("/dev/full");
    let mut command = kept.desk.command();
    command.args(["standings", "Camp.ladder"]).stdout(full);
    let ran = Ran::new(command.output().expect("the program starts"));
    ran.refused("The output can’t be written");
    kept.is_as_it_was();
}

#[test]
fn a_camp_that_is_open_elsewhere_is_said_to_be_and_by_whom() {
    let kept = Kept::new();
    let held = CampFile::open(&kept.desk.camp(), Mode::Change).expect("a camp");
    let note =
        fs::read_to_string(kept.desk.path("Camp.ladder.open")).expect("a note of who has it open");
    let note = serde_json::from_str::<serde_json::Value>(&note).expect("JSON");
    let user = note["user"].as_str().expect("a name");
    let sample = sample::files("csv").map(|file| file.to_str().expect("a path").to_owned());
    for arguments in [
        &["recalc", "Camp.ladder"][..],
        &["standings", "Camp.ladder"],
        &["check", "Camp.ladder"],
        &["import", "Camp.ladder", &sample[0]],
        &["print", "Camp.ladder", "standings", "--out", "a.pdf"],
    ] {
        kept.desk
            .run(arguments)
            .refused("is open in another window or on another computer")
            .says(&format!("by {user} on "));
    }
    drop(held);
    assert_eq!(
        kept.desk.names(),
        ["Camp.ladder"],
        "the note goes with its owner"
    );
    kept.desk.run(["standings", "Camp.ladder"]).succeeded();
    kept.is_as_it_was();
}

/// Every game of the sample with Black's pieces changed for White's.
fn turned_games(desk: &Desk) -> PathBuf {
    let mut text = "GameID,White,Black,Result,Date\n".to_owned();
    for row in sample::records(&sample::files("csv")[2]) {
        text += &format!("{},{},{},(1-0),{}\n", row[0], row[2], row[1], row[4]);
    }
    desk.file("turned.csv", text)
}

/// A camp file is never half saved, whenever the power goes: a program that imports is killed at many moments.
#[test]
fn killed_in_the_middle_of_an_import_it_is_all_or_nothing() {
    const TIMES: u32 = 60;
    let desk = Desk::with_sample();
    turned_games(&desk);
    let before = dump(&desk.camp());
    let original = fs::read(desk.camp()).expect("a camp file");
    let start = || {
        let mut command = desk.command();
        command
            .args(["import", "Camp.ladder", "turned.csv"])
            .stderr(std::process::Stdio::null());
        command.spawn().expect("the program starts")
    };
    // The quickest of three: a machine that was busy for a while would have all of them killed too late.
    let imported = |_| {
        fs::write(desk.camp(), &original).expect("a camp file");
        let began = Instant::now();
        assert!(start().wait().expect("a child").success());
        began.elapsed()
    };
    let takes = (0..3).map(imported).min().expect("three times");
    let after = dump(&desk.camp());
    assert_ne!(before, after);

    let mut outcomes = [0, 0];
    let mut journals = 0;
    for time in 0..TIMES {
        fs::write(desk.camp(), &original).expect("a camp file");
        let mut child = start();
        // Most of them in the second half, where the file is written.
        thread::sleep(takes * (TIMES + time * 2) / (TIMES * 3));
        child.kill().expect("a child of ours");
        child.wait().expect("an end");
        journals += u32::from(desk.path("Camp.ladder-journal").exists());
        let file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that opens");
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
        drop(file);
        let now = dump(&desk.camp());
        assert!(now == before || now == after, "half an import after {time}");
        outcomes[usize::from(now == after)] += 1;
        // A journal without anything in it stays until the next change.
        let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that opens");
        for name in ["Summer camp", "Camp"] {
            file.apply(
                &Edit::RenameCamp(name.to_owned()),
                &Occasion::now("A change"),
            )
            .expect("a change");
        }
        drop(file);
        assert_eq!(desk.names(), ["Camp.ladder", "turned.csv"]);
        assert_eq!(dump(&desk.camp()), now);
    }
    println!(
        "{} without and {} with the import, which takes {takes:?}; {journals} left a journal",
        outcomes[0], outcomes[1]
    );
    assert!(outcomes[0] > 0, "none was killed early enough to tell");
}

/// What a power cut leaves on the disk: pages half written, and the journal that takes them back.
#[test]
fn a_journal_left_behind_is_played_back() {
    let desk = Desk::with_sample();
    let before = dump(&desk.camp());
    let cut = Desk::new();
    let mut connection = Connection::open(desk.camp()).expect("a camp file");
    connection
        .execute_batch(
            "PRAGMA cache_size = 2; PRAGMA cache_spill = ON; PRAGMA journal_mode = DELETE;",
        )
        .expect("settings");
    let transaction = connection.transaction().expect("a transaction");
    transaction
        .execute(
            "UPDATE person SET notes = zeroblob(0) || hex(randomblob(400))",
            [],
        )
        .expect("a change");
    transaction
        .execute("UPDATE week_player SET weekly_rating = 1", [])
        .expect("a change");
    transaction
        .execute(
            "UPDATE game SET result = -result, imported_result = hex(randomblob(200))",
            [],
        )
        .expect("a change");
    for name in ["Camp.ladder", "Camp.ladder-journal"] {
        fs::copy(desk.path(name), cut.path(name)).expect("a copy of a moment");
    }
    transaction.rollback().expect("a rollback");
    drop(connection);
    assert_ne!(
        fs::read(desk.camp()).expect("a file"),
        fs::read(cut.camp()).expect("a file"),
        "the copy is half changed"
    );

    let ran = cut.run(["standings", "Camp.ladder", "--all"]).succeeded();
    assert_eq!(
        ran.out,
        desk.run(["standings", "Camp.ladder", "--all"])
            .succeeded()
            .out
    );
    assert_eq!(
        cut.names(),
        ["Camp.ladder", "Camp.ladder-journal"],
        "who only reads writes nothing"
    );
    cut.run(["recalc", "Camp.ladder"]).succeeded();
    assert_eq!(dump(&cut.camp()), before);
    assert_eq!(cut.names(), ["Camp.ladder"]);
}

#[test]
fn camp_files_that_are_none() {
    let desk = Desk::with_sample();
    let whole = fs::read(desk.camp()).expect("a camp file");
    let mut newer = whole.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let mut foreign = whole.clone();
    foreign[68..72].copy_from_slice(b"OTHR");
    let mut damaged = whole.clone();
    damaged[4096..].fill(0xA5);
    let access = [b"\0\x01\0\0Standard ACE DB\0".to_vec(), vec![0; 4096]].concat();
    for (name, bytes, sentence) in [
        (
            "empty.ladder",
            Vec::new(),
            "is not a camp file: it is empty",
        ),
        (
            "text.ladder",
            b"hello, this is no camp".to_vec(),
            "is not a camp file",
        ),
        ("junk.ladder", junk(8192), "is not a camp file"),
        ("camp.accdb", access, "it is a Microsoft Access file"),
        (
            "newer.ladder",
            newer,
            "was made by a newer version of Camp Ladder",
        ),
        ("foreign.ladder", foreign, "it belongs to another program"),
        ("cut.ladder", whole[..50].to_vec(), "is damaged"),
        (
            "half.ladder",
            whole[..whole.len() / 2].to_vec(),
            "is damaged",
        ),
        ("damaged.ladder", damaged, "is damaged"),
    ] {
        let path = desk.file(name, &bytes);
        for command in ["recalc", "standings", "check"] {
            desk.run([Path::new(command), &path]).refused(sentence);
        }
        assert!(
            fs::read(&path).expect("a file") == bytes,
            "{name} has changed"
        );
    }
    fs::create_dir(desk.path("folder.ladder")).expect("a folder");
    desk.run(["recalc", "folder.ladder"])
        .refused("is a folder, not a camp file");
    let leftovers = desk.names();
    assert!(
        !leftovers
            .iter()
            .any(|name| name.contains(".open") || name.contains("-journal")),
        "{leftovers:?}"
    );
}
