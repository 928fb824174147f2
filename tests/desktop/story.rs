//! The main job, typed: a new camp, the old Access files, a game, Recalc Ratings, the standings on paper.

use std::{fs, path::Path};

use crate::{
    camp_ladder,
    desktop::{Desktop, PATIENCE, wait_until},
};

/// What is typed: White's number, Black's number, the key for the result.
const GAMES: [(&str, &str, &str); 5] = [
    ("10", "31", "1"),
    ("5", "19", "0"),
    ("31", "5", "d"),
    ("19", "10", "1"),
    ("5", "10", "5"),
];

/// What the program says of a camp on the command line, where what was typed can be read back.
fn standings(desktop: &Desktop, camp: &Path) -> serde_json::Value {
    let mut command = desktop.command(camp_ladder());
    let output = command
        .arg("standings")
        .arg(camp)
        .args(["--all", "--format", "json"])
        .output()
        .expect("the program's output");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_main_job_is_done_by_keyboard() {
    let desktop = Desktop::start();
    let folder = desktop.folder().join("camps");
    fs::create_dir_all(&folder).expect("a folder");
    let camp = folder.join("July.ladder");
    let pdf = folder.join("Friday.pdf");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access/csv");

    let mut program = desktop.launch(&mut desktop.command(camp_ladder()));
    let window = desktop.window(&mut program, "Camp Ladder");
    window.drawn_picture();

    // A new camp.
    desktop.key("ctrl+n");
    window.settled_picture();
    desktop.type_text("July camp");
    desktop.key("Tab");
    desktop.key("ctrl+a");
    desktop.type_text(&camp.display().to_string());
    window.settled_picture().save("a-new-camp");
    desktop.key("Return");
    wait_until("the new camp", PATIENCE, || camp.exists().then_some(()));
    window.settled_picture().save("new-camp");

    // The old files, seen before they are saved.
    desktop.key("ctrl+i");
    window.settled_picture();
    desktop.type_text(&files.display().to_string());
    desktop.key("Return");
    window.settled_picture().save("import-preview");
    desktop.key("ctrl+Return");
    window.settled_picture().save("imported");

    // Games, by camper numbers and without a pause: Müller, Mia (10) beats O'Brien, Jon (31), and so on.
    desktop.key("ctrl+3");
    for (white, black, result) in GAMES {
        desktop.type_text(white);
        desktop.key("Return");
        desktop.type_text(black);
        desktop.key("Return");
        desktop.type_text(result);
    }
    window.settled_picture().save("games");

    // Recalc Ratings.
    desktop.key("F9");
    window.settled_picture().save("recalculated");

    // The standings, as a PDF.
    desktop.key("ctrl+4");
    window.settled_picture().save("standings");
    desktop.key("ctrl+shift+s");
    window.settled_picture();
    desktop.key("ctrl+a");
    desktop.type_text(&pdf.display().to_string());
    desktop.key("Return");
    wait_until("the PDF", PATIENCE, || pdf.exists().then_some(()));
    assert!(fs::read(&pdf).expect("the PDF").starts_with(b"%PDF"));
    window.settled_picture().save("saved-pdf");

    desktop.key("ctrl+q");
    let status = program.end();
    assert!(status.success(), "{status}: {}", program.messages());

    let standings = standings(&desktop, &camp);
    assert_eq!(standings["camp"], "July camp");
    let row = |id: i64| {
        let rows = standings["rows"].as_array().expect("rows");
        rows.iter()
            .find(|row| row["id"] == id)
            .unwrap_or_else(|| panic!("player {id}"))
            .clone()
    };
    assert_eq!(standings["rows"].as_array().map(Vec::len), Some(48));
    // The sample's 320 games give the players as many games as its list has, and the typed ones are more.
    let games = fs::read(files.join("Ladder Games.csv")).expect("the games");
    let games = String::from_utf8_lossy(&games);
    let count = |id: i64| {
        let id = id.to_string();
        let fields = games
            .lines()
            .skip(1)
            .map(|line| line.split(',').collect::<Vec<_>>());
        fields
            .filter(|fields| fields[1] == id || fields[2] == id)
            .count()
    };
    for id in [10, 31, 5, 19] {
        let number = id.to_string();
        let typed = GAMES
            .iter()
            .filter(|(white, black, _)| *white == number || *black == number)
            .count();
        assert_eq!(row(id)["games"], count(id) + typed, "player {id}");
    }
}
