//! The Windows program, built on Linux and run under Wine: the same numbers, a window, and everything that Windows expects of a program file.
//!
//! Not run by a plain `cargo test`. Build the program, then run them:
//!
//! ```text
//! cargo build --release --target x86_64-pc-windows-gnu
//! cargo test --test windows
//! ```
//!
//! A program file elsewhere is tested by naming it in `CAMP_LADDER_EXE`; the program to compare with, in `CAMP_LADDER_BIN`.

#![expect(clippy::print_stdout, reason = "tells people where the pictures are")]

mod cups;
#[expect(
    dead_code,
    reason = "these tests need less of the desktop than its own do"
)]
#[path = "../desktop/desktop.rs"]
mod desktop;
mod exe;
#[path = "../desktop/handed_out.rs"]
mod handed_out;
mod installer;
#[path = "../desktop/outside.rs"]
mod outside;
mod pictures;
mod printing;
mod wine;

use std::{
    env,
    ffi::OsString,
    fs,
    path::Path,
    process::{Command, Output},
};

use exe::Exe;
use wine::Wine;

const FILES: [&str; 3] = ["Camp Groups.csv", "Ladder Players.csv", "Ladder Games.csv"];

/// From three Access files to ratings, and then everything that the command line tells about them.
const STORY: &[&[&str]] = &[
    &[
        "import",
        "camp.ladder",
        FILES[0],
        FILES[1],
        FILES[2],
        "--result",
        "(0-1)=draw",
    ],
    &["recalc", "camp.ladder"],
    &["standings", "camp.ladder", "--format", "json"],
    &["standings", "camp.ladder", "--format", "json", "--all"],
    &[
        "standings",
        "camp.ladder",
        "--format",
        "json",
        "--system",
        "permanent",
    ],
    &["standings", "camp.ladder", "--format", "csv"],
    &["standings", "camp.ladder"],
    &[
        "standings",
        "camp.ladder",
        "--format",
        "json",
        "--system",
        "club",
    ],
    &[
        "standings",
        "camp.ladder",
        "--format",
        "json",
        "--system",
        "game-courier",
    ],
    &[
        "standings",
        "camp.ladder",
        "--format",
        "json",
        "--system",
        "race-code",
    ],
    &["us-chess", "camp.ladder", "import", EVENTS[0], EVENTS[1]],
    &["us-chess", "camp.ladder", "rate", "--all"],
    &["us-chess", "camp.ladder", "list", "--format", "json"],
    &["us-chess", "camp.ladder", "crosstable", SECTION],
    &[
        "us-chess",
        "camp.ladder",
        "crosstable",
        SECTION,
        "--format",
        "json",
    ],
    &[
        "us-chess",
        "camp.ladder",
        "crosstable",
        SECTION,
        "--format",
        "text",
    ],
    &["us-chess", "camp.ladder", "games", SECTION],
    &["us-chess", "camp.ladder", "members"],
    &["us-chess", "camp.ladder", "directors"],
    &["us-chess", "camp.ladder", "titles", "--format", "json"],
    &["us-chess", "camp.ladder", "recompute", "--all"],
    &["check", "camp.ladder"],
];

/// Two invented events, and a section of one of them that is rated in both systems.
const EVENTS: [&str; 2] = ["maple-leaf.json", "loon-lake-open.json"];
const SECTION: &str = "202610180207:2";

#[test]
fn the_command_line_gives_the_linux_programs_result() {
    let linux = tempfile::tempdir().expect("a temporary folder");
    let wine = Wine::start();
    for folder in [linux.path(), wine.desktop.folder()] {
        copy_fixtures(folder);
    }

    for arguments in STORY {
        let expected = linux_program()
            .args(*arguments)
            .current_dir(linux.path())
            .output()
            .expect("the Linux program starts");
        let actual = wine.run(arguments.iter().copied());

        assert_eq!(
            actual.status.code(),
            expected.status.code(),
            "{arguments:?} under Wine: {}",
            shown(&actual)
        );
        assert!(
            actual.stdout == expected.stdout,
            "{arguments:?} differs. Under Wine: {}\non Linux: {}",
            shown(&actual),
            shown(&expected)
        );
    }
}

#[test]
fn a_file_that_is_missing_is_a_failure() {
    let wine = Wine::start();

    let output = wine.run(["standings", "missing.ladder"]);

    assert!(!output.status.success(), "{}", shown(&output));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("missing.ladder"),
        "{}",
        shown(&output)
    );
}

/// No `WGPU_BACKEND` here: Wine 8 has no DirectX 12 to draw with, so this is the program's own search for one that works.
#[test]
fn the_window_opens_the_sample_camp() {
    let wine = Wine::start();
    let mut program = wine.desktop.launch(&mut wine.program(["demo"]));

    let window = wine.desktop.window(&mut program, "Camp Ladder");

    let picture = window.settled_picture();
    println!(
        "“{}”: {}",
        window.title(),
        picture.save("windows").display()
    );
}

/// Windows keeps others from deleting or moving an open file, but not from writing into it.
#[test]
fn a_file_that_others_write_into_loses_nothing() {
    let wine = Wine::start();
    let program = linux_program();
    let camp = outside::sample_camp(&wine.desktop, Path::new(program.get_program()));
    let mut command = wine.program(["camps/July.ladder"]);
    outside::nothing_is_lost(&wine.desktop, &mut command, &camp, |camp| {
        let length = fs::read(camp).expect("the camp").len();
        fs::write(camp, vec![0; length]).expect("overwritten");
    });
}

#[test]
fn a_double_click_opens_no_console() {
    assert_eq!(Exe::read(&wine::exe()).subsystem(), exe::GUI);
}

#[test]
fn the_icon_has_all_sizes() {
    let exe = Exe::read(&wine::exe());
    let icon = exe.resource(exe::GROUP_ICON).expect("an icon");

    // A head of six bytes, then fourteen for each picture, of which the first is the width; 0 stands for 256.
    let widths: Vec<_> = icon[6..].chunks(14).map(|picture| picture[0]).collect();

    assert_eq!(widths, [16, 20, 24, 32, 40, 48, 64, 0]);
}

#[test]
fn the_version_is_the_crates() {
    let exe = Exe::read(&wine::exe());
    let version = utf16(exe.resource(exe::VERSION).expect("version information"));

    for (name, value) in [
        ("ProductName", "Camp Ladder"),
        ("FileDescription", "Camp Ladder"),
        ("ProductVersion", env!("CARGO_PKG_VERSION")),
        ("FileVersion", env!("CARGO_PKG_VERSION")),
        ("OriginalFilename", "camp-ladder.exe"),
    ] {
        // Name, end of text, up to one more zero to fill a double word, value, end of text.
        let found = version
            .split_once(&format!("{name}\0"))
            .and_then(|(_, after)| after.trim_start_matches('\0').split('\0').next());
        assert_eq!(found, Some(value), "{name}");
    }
}

#[test]
fn the_manifest_asks_for_sharp_text_utf_8_and_long_paths() {
    let exe = Exe::read(&wine::exe());
    let manifest = exe.resource(exe::MANIFEST).expect("a manifest");
    let manifest = String::from_utf8_lossy(manifest);

    for part in [
        ">PerMonitorV2, PerMonitor<",
        ">UTF-8<",
        "<longPathAware",
        "Microsoft.Windows.Common-Controls\" version=\"6.",
        "level=\"asInvoker\"",
    ] {
        assert!(manifest.contains(part), "no {part} in {manifest}");
    }
}

/// A library of the compiler's own would have to be shipped beside the program.
#[test]
fn the_program_needs_nothing_but_windows() {
    let libraries = Exe::read(&wine::exe()).libraries();

    assert!(
        libraries.iter().any(|name| name == "kernel32.dll"),
        "{libraries:?}"
    );
    for name in libraries {
        assert!(
            !["libgcc", "libwinpthread", "libstdc++", "msvcp", "vcruntime"]
                .iter()
                .any(|own| name.starts_with(own)),
            "{name} is not part of Windows"
        );
    }
}

/// The program on this machine.
fn linux_program() -> Command {
    let path: OsString =
        env::var_os("CAMP_LADDER_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_camp-ladder").into());
    Command::new(path)
}

/// Copies, so that both programs get the same names without folders.
fn copy_fixtures(folder: &Path) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access/csv");
    let events = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/us-chess");
    let files = FILES.map(|name| (&fixtures, name)).into_iter();
    for (from, name) in files.chain(EVENTS.map(|name| (&events, name))) {
        fs::copy(from.join(name), folder.join(name))
            .unwrap_or_else(|error| panic!("{}: {error}", from.join(name).display()));
    }
}

/// Runs a command that has to succeed.
#[track_caller]
fn must(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{} doesn't start: {error}", command.get_program().display())
    });
    assert!(
        output.status.success(),
        "{command:?} failed, {}",
        shown(&output)
    );
    output
}

fn shown(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn utf16(bytes: &[u8]) -> String {
    let (units, _) = bytes.as_chunks::<2>();
    let units: Vec<_> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    String::from_utf16_lossy(&units)
}
