//! What is told of a copy before and after.

use super::*;
use crate::domain::{NextWeek, WeekId};
use crate::kit::testing::painted_texts;

#[test]
fn a_closed_week_to_which_games_come_is_told_and_the_history_names_the_copy() {
    let mut bench = Bench::new();
    let on = bench.driver.camp().week.opened_on;
    let next = NextWeek {
        label: String::new(),
        opened_on: on,
        players: Vec::new(),
    };
    bench.change(Edit::CloseWeek { on });
    bench.change(Edit::StartWeek(Box::new(next)));
    bench.copy_anew();
    let closed_again = [
        Edit::ReopenWeek(WeekId(1)),
        game(2, 1),
        Edit::CloseWeek { on },
    ];
    bench.change_copy(closed_again);
    bench.compare();
    let driver = &mut bench.driver;
    let said =
        "Week 1 was opened and closed again in the copy (1 game added): print its standings again";
    assert!(driver.shows_words(said));
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let message = driver.message();
    assert!(message.contains(&format!(". {said}")), "{message}");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let undo = camp.next_steps.undo.as_deref();
    assert_eq!(undo, Some("Bring back Copy.ladder (1 game added)"));
}

/// It was in the strip, “to be saved again”.
#[test]
fn a_game_that_a_copy_brought_is_not_to_be_typed_again_once_that_is_undone() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    bench.compare();
    let driver = &mut bench.driver;
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    driver.send(Command::GO_GAMES);
    assert!(driver.shows("Entered last") && driver.shows_words("Game 1: "));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.settle();
    assert!(driver.camp().games.is_empty());
    assert!(driver.shows("New game") && !driver.shows_words("Correcting game"));
    assert!(driver.entry().is_empty());
}

/// The date of a game was cut, while the column beside it was empty.
#[test]
fn the_name_of_a_record_has_the_room_that_is_left() {
    let mut bench = Bench::new();
    let [long, other] = ["de la Cruz y Fernández", "de la Cruz y Hernández"].map(player);
    bench.change_copy([
        long,
        other,
        game(4, 5),
        notes(1, "A long note of the copy, on one line"),
    ]);
    bench.driver.harness.set_size(egui::vec2(960.0, 640.0));
    bench.compare();
    let texts = bench.painted();
    for words in [
        "Fernández 1–0 Ann de la Cruz y Hernández",
        "copy, on one line",
    ] {
        let has_words = |text: &String| text.contains(words) && !text.contains('…');
        assert!(texts.iter().any(has_words), "{words}: {texts:?}");
    }
}

/// It had the room of a few letters then.
#[test]
fn a_long_name_leaves_room_for_what_is_different() {
    let mut bench = Bench::new();
    let name = "Wolfeschlegelsteinhausenbergerdorff-Montgomery y Fernández";
    bench.change(player(name));
    bench.copy_anew();
    bench.change_copy([notes(4, "Left-handed, sits in front")]);
    bench.driver.harness.set_size(egui::vec2(900.0, 640.0));
    bench.compare();
    let texts = bench.painted();
    let note = |text: &String| text.contains("Left-handed, sits in front") && !text.contains(name);
    assert!(texts.iter().any(note), "{texts:?}");
    let is_cut = |text: &String| text.contains('…') && text.ends_with("Fernández");
    assert!(texts.iter().any(is_cut), "{texts:?}");
}

impl Bench {
    /// What can be read in the window.
    fn painted(&self) -> Vec<String> {
        let texts = painted_texts(self.driver.harness.output()).into_iter();
        let whole = texts.filter(|text| !text.is_cut);
        whole.map(|text| text.text).collect()
    }
}
