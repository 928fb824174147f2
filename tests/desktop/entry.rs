//! Games typed at the speed of fast fingers, into the real program: no key is lost, none counts twice.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use camp_ladder::{
    domain::{CampData, GameResult, Player, name_key},
    storage::{CampFile, Mode},
};

use crate::{camp_ladder as program_under_test, desktop::Desktop};

/// Games on the sheet.
const GAMES: usize = 36;

/// Time for the whole sheet in a program that isn't optimised and draws with the processor of a busy machine.
const LONG: Duration = Duration::from_mins(4);

fn read(camp: &Path) -> CampData {
    let file = CampFile::open(camp, Mode::ReadOnly).expect("the camp opens");
    file.load().expect("the camp is read")
}

/// The last name of a player who is the only one to be found by it, otherwise the number.
fn as_typed(camp: &CampData, player: &Player) -> String {
    let name = name_key(&player.last_name);
    let plain = |name: &str| name.len() >= 3 && name.bytes().all(|b| b.is_ascii_lowercase());
    let found_by = |other: &&Player| {
        let words = format!(
            "{} {}",
            name_key(&other.last_name),
            name_key(&other.first_name)
        );
        words.split([' ', '-']).any(|word| word.starts_with(&name))
    };
    if plain(&name) && camp.players.iter().filter(found_by).count() == 1 {
        name
    } else {
        player.id.to_string()
    }
}

/// A sheet of games as a person types it: a Tab after each name, a key for the result.
pub(crate) fn keys(camp: &CampData) -> String {
    let mut keys = String::new();
    for game in &camp.games[..GAMES] {
        for id in [game.white, game.black] {
            let player = camp.player(id).expect("a player");
            keys.push_str(&as_typed(camp, player));
            keys.push('\t');
        }
        keys.push(match game.result {
            GameResult::WhiteWon => '1',
            GameResult::Draw => '5',
            GameResult::BlackWon => '0',
        });
    }
    keys
}

/// The sample camp in a file, "July.ladder", and what is in it.
pub(crate) fn imported(desktop: &Desktop) -> (PathBuf, CampData) {
    let camp = desktop.folder().join("July.ladder");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access/csv");
    let output = desktop
        .command(program_under_test())
        .arg("import")
        .arg(&camp)
        .args(
            ["Camp Groups.csv", "Ladder Players.csv", "Ladder Games.csv"]
                .map(|name| files.join(name)),
        )
        .output()
        .expect("the program's output");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let sheet = read(&camp);
    (camp, sheet)
}

/// Types the sheet with so many milliseconds between two keys, and compares what is in the file.
fn types_the_sheet(delay: u32) {
    let desktop = Desktop::start();
    let (camp, sheet) = imported(&desktop);
    let before = sheet.games.len();
    let keys = keys(&sheet);

    let mut program = desktop.launch(desktop.command(program_under_test()).arg(&camp));
    desktop.window(&mut program, "July").drawn_picture();
    desktop.key("ctrl+3");
    let start = Instant::now();
    desktop.type_quickly(&keys, delay);
    // Comes after all that was typed, and waits like everything else until the last game is saved.
    desktop.key("ctrl+q");
    let status = program.end_within(LONG);
    println!(
        "{} keys, {delay} ms apart: in the file after {} ms",
        keys.chars().count(),
        start.elapsed().as_millis()
    );
    assert!(status.success(), "{status}: {}", program.messages());

    let typed = read(&camp);
    let essence = |game: &camp_ladder::domain::Game| (game.white, game.black, game.result);
    let wanted = sheet.games[..GAMES].iter().map(essence).collect::<Vec<_>>();
    let found = typed.games[before..]
        .iter()
        .map(essence)
        .collect::<Vec<_>>();
    assert_eq!(found, wanted);
}

#[test]
fn a_sheet_of_games_at_twenty_keys_a_second_loses_none() {
    types_the_sheet(50);
}

/// Faster than anybody types: the keys come while the game before is being saved.
#[test]
fn a_sheet_of_games_at_two_hundred_keys_a_second_loses_none() {
    types_the_sheet(5);
}
