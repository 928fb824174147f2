//! What others do to the camp file while the real window has it open: nothing is called saved, closing asks, and a copy has everything.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use camp_ladder::storage::{CampFile, Mode};

use crate::desktop::{Desktop, PATIENCE, wait_until};

/// Types a game in, has `deed` done to the file, types another, and goes on in a copy.
pub(crate) fn nothing_is_lost(
    desktop: &Desktop,
    program: &mut Command,
    camp: &Path,
    deed: impl FnOnce(&Path),
) {
    let games = games_in(camp);
    let mut program = desktop.launch(program);
    let window = desktop.window(&mut program, "Camp Ladder");
    window.drawn_picture();
    // A slow machine may not have begun to draw when its picture seems settled.
    let settled = || {
        thread::sleep(Duration::from_millis(1500));
        window.settled_picture()
    };
    let type_game = || {
        desktop.key("ctrl+3");
        settled();
        for name in ["10", "31"] {
            desktop.type_text(name);
            desktop.key("Return");
        }
        desktop.type_text("1");
        settled()
    };
    let written = || fs::metadata(camp).and_then(|about| about.modified()).ok();
    let before = written();
    type_game().save("outside-before");
    wait_until("the first game in the file", PATIENCE, || {
        (written() != before).then_some(())
    });
    // The session is stamped first, and then the game is saved.
    thread::sleep(Duration::from_secs(1));
    deed(camp);
    type_game().save("outside-refused");

    // Closing asks, and going back leaves everything as it is.
    desktop.key("ctrl+q");
    settled().save("outside-asked");
    desktop.key("Escape");
    settled();
    desktop.key("F12");
    settled();
    desktop.key("ctrl+a");
    desktop.type_text("Rescued.ladder");
    settled().save("outside-copy");
    desktop.key("Return");
    // A name without a folder is one in the folder that was proposed: beside the camp, or that of documents where that is gone.
    let rescued = wait_until("the copy", PATIENCE, || {
        file_called("Rescued.ladder", desktop.folder())
    });
    settled().save("outside-copied");

    // What was refused still stands there.
    desktop.key("ctrl+s");
    settled();
    desktop.key("ctrl+q");
    let status = program.end();
    assert!(status.success(), "{status}: {}", program.messages());
    assert_eq!(games_in(&rescued), games + 2);
}

fn file_called(name: &str, folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).ok()?.flatten();
    entries.find_map(|entry| {
        // A link may lead out of there, or round and round.
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            return file_called(name, &entry.path());
        }
        (entry.file_name() == name).then(|| entry.path())
    })
}

fn games_in(camp: &Path) -> usize {
    let file = CampFile::open(camp, Mode::ReadOnly).expect("the camp opens");
    file.load().expect("the camp is read").games.len()
}

/// A camp with the sample's files in a folder of its own.
pub(crate) fn sample_camp(desktop: &Desktop, program: &Path) -> PathBuf {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access/csv");
    let folder = desktop.folder().join("camps");
    fs::create_dir_all(&folder).expect("a folder");
    let camp = folder.join("July.ladder");
    let mut import = desktop.command(program);
    import.arg("import").arg(&camp);
    for name in ["Camp Groups.csv", "Ladder Players.csv", "Ladder Games.csv"] {
        import.arg(files.join(name));
    }
    let output = import.args(["--result", "(0-1)=draw"]).output();
    assert!(output.expect("the program").status.success());
    camp
}
