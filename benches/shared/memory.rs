//! How much memory the program takes with a camp of a million games: while it imports them, and its window while nobody touches it. Each beside the
//! same program with next to nothing to hold.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{GAMES, PLAYERS, games, import_files, line};

const PROGRAM: &str = env!("CARGO_BIN_EXE_camp-ladder");

/// The window looks through a large file once it shows it.
const SETTLES: Duration = Duration::from_secs(40);

/// Games of camps that take the most at rest: the largest that is kept in memory twice, for a drive that doesn't answer, and the largest that is
/// kept whole. Each with the size of the file that this is up to, in MiB.
const MOST_AT_REST: [(&str, usize, u64); 2] =
    [("held twice", 200_000, 32), ("kept whole", 305_000, 48)];

/// What a process takes, in MiB.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    resident: u64,
    /// Of that, what it has written itself: the rest is the program's file and its libraries.
    own: u64,
}

pub(super) fn benchmark() {
    let folder = tempfile::tempdir().expect("a folder");
    let import = |name: &str, count: usize| {
        let place = folder.path().join(name);
        fs::create_dir(&place).expect("a folder");
        let files = import_files(&place, PLAYERS, &games(PLAYERS, count));
        let size = files.iter().filter_map(|file| fs::metadata(file).ok());
        let size = size.map(|about| about.len()).sum::<u64>();
        let camp = place.join("Camp.ladder");
        (import(&camp, &files), camp, size)
    };
    let (small, small_camp, _) = import("small", 1);
    let (large, large_camp, size) = import("large", GAMES);
    line(
        "memory while 1,000,000 games and 10,000 players are imported: the most of it",
        "300 MiB",
        &show(large),
        &format!(
            "the same with 1 game: {}; the files themselves: {} MiB",
            show(small),
            size >> 20
        ),
    );
    let at_rest = |camp: &Path| match at_rest(camp) {
        Some(memory) => show(memory),
        None => "no Xvfb here to open the window on".to_owned(),
    };
    line(
        "memory of the window at rest with that camp",
        "250 MiB",
        &at_rest(&large_camp),
        &format!("with the camp of 1 game: {}", at_rest(&small_camp)),
    );
    for (what, count, up_to) in MOST_AT_REST {
        let (_, camp, _) = import(what, count);
        let bytes = fs::metadata(&camp).expect("the camp file").len();
        assert!(bytes <= up_to << 20, "{count} games: {bytes} bytes");
        line(
            &format!("the same with the largest camp that is {what}"),
            "250 MiB",
            &at_rest(&camp),
            &format!("{count} games, {} MiB", bytes >> 20),
        );
    }
}

/// "212 MiB (108 MiB its own)"
fn show(memory: Memory) -> String {
    let Memory { resident, own } = memory;
    format!("{resident} MiB ({own} MiB its own)")
}

/// What a process takes now; nothing where the system doesn't tell, or the process has ended.
fn memory(process: &Child) -> Option<Memory> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let of = |key: &str| {
        let mut lines = status.lines();
        let value = lines.find_map(|line| line.strip_prefix(key))?;
        let kilobytes = value.split_whitespace().next()?.parse::<u64>().ok()?;
        Some(kilobytes / 1024)
    };
    Some(Memory {
        resident: of("VmRSS:")?,
        own: of("RssAnon:")?,
    })
}

/// The most that the program takes while it makes a camp file of these.
fn import(camp: &Path, files: &[PathBuf]) -> Memory {
    let mut process = Command::new(PROGRAM)
        .arg("import")
        .arg(camp)
        .args(files)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut most = Memory::default();
    loop {
        if let Some(now) = memory(&process) {
            most.resident = most.resident.max(now.resident);
            most.own = most.own.max(now.own);
        }
        if let Some(status) = process.try_wait().expect("the program") {
            assert!(status.success(), "imported");
            return most;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// What the window takes with this camp, once nothing is under way; nothing where there is no screen to be had.
fn at_rest(camp: &Path) -> Option<Memory> {
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x900x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut display = String::new();
    let said = screen.stdout.take()?;
    BufReader::new(said).read_line(&mut display).ok()?;
    let home = tempfile::tempdir().expect("a folder");
    let mut window = Command::new(PROGRAM)
        .arg(camp)
        .env("DISPLAY", format!(":{}", display.trim()))
        .env_remove("WAYLAND_DISPLAY")
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let start = Instant::now();
    while start.elapsed() < SETTLES && window.try_wait().is_ok_and(|ended| ended.is_none()) {
        thread::sleep(Duration::from_millis(500));
    }
    let taken = memory(&window);
    for process in [&mut window, &mut screen] {
        let _ = process.kill();
        let _ = process.wait();
    }
    taken
}
