//! The real program in a real window, on a screen of its own; and its published pages in a real browser.
//!
//! Not run by a plain `cargo test`, because it needs programs that a Rust developer need not have. Run it with
//!
//! ```text
//! cargo test --test desktop
//! ```
//!
//! A program built elsewhere, such as the release build, is tested by naming it in `CAMP_LADDER_BIN`.

#![expect(
    clippy::print_stdout,
    reason = "tells people where the pictures are, and what was measured"
)]

mod desktop;
mod entry;
mod handed_out;
mod kills;
mod outside;
mod package;
mod pages;
mod story;

use std::{env, ffi::OsString, fs, path::Path, process::Command, thread, time::Duration};

use camp_ladder::storage::CampFile;
use desktop::{Desktop, PATIENCE, wait_until};

/// The program that is tested.
fn camp_ladder() -> OsString {
    env::var_os("CAMP_LADDER_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_camp-ladder").into())
}

fn demo(desktop: &Desktop) -> Command {
    let mut command = desktop.command(camp_ladder());
    command.arg("demo");
    command
}

#[test]
fn the_window_opens_the_sample_camp() {
    let desktop = Desktop::start();
    let mut program = desktop.launch(&mut demo(&desktop));

    let window = desktop.window(&mut program, "Camp Ladder");
    window.drawn_picture();
    println!(
        "seen after {} ms, with the time that looking takes",
        program.started.elapsed().as_millis()
    );

    let picture = window.settled_picture();
    println!(
        "“{}”: {}",
        window.title(),
        picture.save("sample-camp").display()
    );

    // The program's own word, without the time of the tools that look at its window.
    let drawn = wait_until("the log", PATIENCE, || drawn_after(&desktop));
    println!("drawn after {drawn} ms");
    assert!(drawn < 5000, "{drawn} ms until the first picture");
}

/// The milliseconds from the program's start to its first frame of a camp, once its log has them.
fn drawn_after(desktop: &Desktop) -> Option<u64> {
    let text = log(desktop)?;
    let (_, rest) = text.split_once("the camp is drawn after ")?;
    rest.split(' ').next()?.parse().ok()
}

/// What the program has written into its log.
fn log(desktop: &Desktop) -> Option<String> {
    let folder = desktop.folder().join(".local/share/campladder/log");
    let log = fs::read_dir(folder).ok()?.find_map(Result::ok)?;
    fs::read_to_string(log.path()).ok()
}

#[test]
fn a_camp_that_is_double_clicked_once_more_comes_to_the_front() {
    let desktop = Desktop::start();
    let camp = desktop.folder().join("Summer.ladder");
    let file = CampFile::create(&camp, "Summer", jiff::civil::date(2026, 7, 13));
    drop(file.expect("a camp file"));
    let open = || {
        let mut command = desktop.command(camp_ladder());
        command.arg(&camp);
        command
    };
    let mut first = desktop.launch(&mut open());
    desktop.window(&mut first, "Summer").drawn_picture();
    let mut other = desktop.launch(&mut demo(&desktop));
    desktop.window(&mut other, "Sample camp").drawn_picture();
    let in_front = |title: &str| {
        wait_until("the window in front", PATIENCE, || {
            desktop.title_in_front().starts_with(title).then_some(())
        });
    };
    in_front("Sample camp");
    let mut again = desktop.launch(&mut open());
    assert!(
        again.end_within(PATIENCE).success(),
        "it needs no window of its own"
    );
    in_front("Summer");
}

#[test]
fn the_window_follows_another_size() {
    let desktop = Desktop::start();
    let mut program = desktop.launch(&mut demo(&desktop));
    let window = desktop.window(&mut program, "Camp Ladder");
    window.drawn_picture();

    window.resize(1000, 640);

    wait_until("the new size", PATIENCE, || {
        (window.size() == (1000, 640)).then_some(())
    });
    println!("{}", window.settled_picture().save("smaller").display());
}

#[test]
fn the_window_opens_as_large_as_it_was_left() {
    let desktop = Desktop::start();
    let settings = desktop.folder().join(".config/campladder");
    fs::create_dir_all(&settings).expect("a folder for the settings");
    let large = r#"{ "zoom": 1.5, "window": [1000.0, 700.0] }"#;
    fs::write(settings.join("settings.json"), large).expect("settings");
    for time in 1..=3 {
        let mut program = desktop.launch(&mut demo(&desktop));
        let window = desktop.window(&mut program, "Camp Ladder");
        window.settled_picture();
        assert_eq!(window.size(), (1000, 700), "at start {time}");
        assert!(desktop.close_window(&mut program).success());
    }
}

#[test]
fn a_window_at_rest_uses_no_processor_time() {
    let desktop = Desktop::start();
    let mut program = desktop.launch(&mut demo(&desktop));
    desktop
        .window(&mut program, "Camp Ladder")
        .settled_picture();
    // The desktop itself goes on telling a new window things for a while: that it has the keyboard, where the pointer is.
    let mut last = program.processor_time();
    wait_until("the window to come to rest", PATIENCE, || {
        thread::sleep(Duration::from_millis(500));
        let now = program.processor_time();
        let used = now.saturating_sub(std::mem::replace(&mut last, now));
        (used <= Duration::from_millis(10)).then_some(())
    });

    let before = program.processor_time();
    thread::sleep(Duration::from_secs(3));
    let used = program.processor_time().saturating_sub(before);

    println!("{} MiB resident", program.resident_memory() / (1024 * 1024));
    assert!(
        used <= Duration::from_millis(50),
        "{} ms of processor time in 3 s in which nobody touched the window",
        used.as_millis()
    );
}

#[test]
fn closing_the_window_ends_the_program() {
    let desktop = Desktop::start();
    let mut program = desktop.launch(&mut demo(&desktop));
    desktop
        .window(&mut program, "Camp Ladder")
        .settled_picture();

    let status = desktop.close_window(&mut program);
    assert!(status.success(), "{status}: {}", program.messages());
}

#[test]
fn the_projector_fills_the_screen_and_gives_it_back() {
    let desktop = Desktop::start();
    let mut program = desktop.launch(&mut demo(&desktop));
    let window = desktop.window(&mut program, "Camp Ladder");
    window.settled_picture();
    let before = window.size();

    desktop.key("shift+F5");

    wait_until("the whole screen", PATIENCE, || {
        (window.size() == (1280, 900)).then_some(())
    });
    // Stopped, and without its controls, nothing on the wall changes any more.
    desktop.key("space");
    thread::sleep(Duration::from_secs(6));
    println!("{}", window.settled_picture().save("projector").display());
    let used = program.processor_time();
    thread::sleep(Duration::from_secs(3));
    let used = program.processor_time().saturating_sub(used);
    assert!(
        used <= Duration::from_millis(50),
        "{} ms of processor time in 3 s on a wall that stands still",
        used.as_millis()
    );

    desktop.key("Escape");
    wait_until("the window as it was", PATIENCE, || {
        (window.size() == before).then_some(())
    });
    let log = log(&desktop).expect("a log");
    assert!(!log.contains("can't be kept awake"), "{log}");
}

/// Deleted, replaced, removed with its folder, overwritten: what was typed is in the copy.
#[test]
fn what_others_do_to_the_file_loses_nothing() {
    let deeds: [fn(&Path); 4] = [
        |camp| fs::remove_file(camp).expect("gone"),
        |camp| {
            fs::write(camp.with_extension("new"), "another file").expect("a file");
            fs::rename(camp.with_extension("new"), camp).expect("replaced");
        },
        |camp| fs::remove_dir_all(camp.parent().expect("a folder")).expect("gone"),
        |camp| {
            let length = fs::read(camp).expect("the camp").len();
            fs::write(camp, vec![0; length]).expect("overwritten");
        },
    ];
    for deed in deeds {
        let desktop = Desktop::start();
        let program = camp_ladder();
        let camp = outside::sample_camp(&desktop, Path::new(&program));
        let mut command = desktop.command(program);
        command.arg(&camp);
        outside::nothing_is_lost(&desktop, &mut command, &camp, deed);
    }
}
