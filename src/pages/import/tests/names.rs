//! Names in the games that are nobody's, and what stays in its place while they are answered.

use egui::{Key, Rect, vec2};
use egui_kittest::kittest::Queryable as _;

use super::super::ImportPage;
use crate::{
    app::{Action, Command, Page, leaving::Leaving, page::Logic as _},
    domain::{Edit, Group, PlayerId},
    ui::tests::Driver,
};

/// A name that is misspelt, in the box that asks for it.
const MISSPELT: &str = "Player “Bergstom, Kenji”";

/// The sample camp with the preview of rows that were pasted among its games: White, Black, result.
fn pasted(rows: &[[&str; 3]]) -> Driver {
    let mut driver = Driver::with_sample();
    driver.app().send(Action::Go(Page::GAMES.into()));
    driver.settle();
    let rows = rows.iter().map(|row| row.join("\t"));
    let rows = rows.collect::<Vec<_>>().join("\n");
    let rows = format!("White\tBlack\tResult\n{rows}\n");
    driver.app().send(Action::ImportPasted(rows));
    driver.settle();
    driver
}

/// Three games, two of them of a misspelt name and one of a stranger.
fn misspelt() -> Driver {
    let driver = pasted(&[
        ["Bergstom, Kenji", "Shah, Gael", "1-0"],
        ["Shah, Gael", "Bergstom,Kenji", "0-1"],
        ["Nobody, At All", "Shah, Gael", "1-0"],
    ]);
    assert!(driver.shows("3 games: 0 new, 0 changed, 0 unchanged, 3 skipped"));
    driver
}

const TWO: &str = "3 games: 2 new, 0 changed, 0 unchanged, 1 skipped";

#[test]
fn a_misspelt_name_is_given_to_a_player_by_keys_for_all_its_games() {
    let mut driver = misspelt();
    driver.focus(MISSPELT);
    driver.type_text("bergström");
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.shows(TWO));
    let page = driver.app().page_mut::<ImportPage>().expect("the preview");
    let plan = page.state.plan().expect("a plan");
    let games = plan.changes.new_games.iter();
    let players = games.map(|game| [game.game.white, game.game.black].map(|id| id.0));
    assert_eq!(players.collect::<Vec<_>>(), [[1, 2], [2, 1]]);
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let message = driver.message();
    assert!(message.starts_with("Imported 2 games"), "{message}");
}

#[test]
fn the_player_who_is_nearest_to_a_misspelt_name_is_chosen_by_two_clicks_or_arrows() {
    for is_clicked in [true, false] {
        let mut driver = misspelt();
        if is_clicked {
            click(&mut driver, |driver| {
                driver.harness.get_by_label(MISSPELT).rect()
            });
            click(&mut driver, |driver| {
                driver.harness.get_by_label("Bergström, Kenji").rect()
            });
        } else {
            driver.focus(MISSPELT);
            driver.press(Key::ArrowDown);
            driver.press(Key::ArrowDown);
            driver.press(Key::Enter);
        }
        driver.settle();
        assert!(driver.shows(TWO), "{is_clicked}");
        let page = driver.app().page_mut::<ImportPage>().expect("the preview");
        let who = page.state.choices().who.values();
        assert_eq!(who.collect::<Vec<_>>(), [&PlayerId(1)]);
    }
}

/// A click of the pointer, which the list looks for.
fn click(driver: &mut Driver, place: impl Fn(&Driver) -> Rect) {
    let at = place(driver).center();
    driver.harness.hover_at(at);
    driver.harness.step();
    driver.harness.drag_at(at);
    driver.harness.step();
    driver.harness.drop_at(at);
    driver.settle();
}

#[test]
fn what_was_chosen_for_a_name_is_taken_back_by_its_button_or_by_emptying_the_box() {
    let mut driver = misspelt();
    for is_emptied in [false, true] {
        driver.focus(MISSPELT);
        driver.type_text("1");
        driver.press(Key::Enter);
        driver.settle();
        assert!(driver.shows(TWO));
        if is_emptied {
            driver.focus(MISSPELT);
            driver.press_with(egui::Modifiers::COMMAND, Key::A);
            driver.press(Key::Delete);
        } else {
            driver.click("Undo “Bergstom, Kenji”");
            assert!(driver.has_keyboard(MISSPELT));
        }
        driver.settle();
        assert!(driver.shows("3 games: 0 new, 0 changed, 0 unchanged, 3 skipped"));
    }
}

#[test]
fn a_name_that_is_typed_and_is_nobodys_keeps_the_rows_from_being_imported() {
    let mut driver = misspelt();
    driver.focus(MISSPELT);
    driver.type_text("1");
    driver.press(Key::Enter);
    driver.settle();
    driver.focus("Player “Nobody, At All”");
    driver.type_text("xyzzy");
    driver.settle();
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let refused = "Choose a player of the list, or empty the box to skip the games";
    assert_eq!(driver.message(), refused);
    assert!(driver.app().page_mut::<ImportPage>().is_some());
}

#[test]
fn what_is_chosen_or_typed_for_a_name_outlasts_a_change_of_the_camp_and_is_not_lost_unasked() {
    let mut driver = misspelt();
    driver.focus(MISSPELT);
    let loss = |driver: &mut Driver| {
        let page = driver.app().page_mut::<ImportPage>();
        page.expect("the preview").loss(Leaving::Away)
    };
    assert!(loss(&mut driver).is_none());
    driver.type_text("bergs");
    assert!(loss(&mut driver).is_some(), "half a name");
    driver.press(Key::Enter);
    driver.settle();
    let group = Group {
        name: "Silver".to_owned(),
        ..Group::default()
    };
    driver.app().send(Action::Change(Edit::AddGroup(group)));
    driver.settle();
    assert!(driver.shows(TWO));
    driver.app().send(Action::Go(Page::STANDINGS.into()));
    driver.settle();
    assert!(driver.shows("Discard what you have decided?"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.shows(TWO));
}

#[test]
fn players_of_the_same_files_can_be_meant() {
    let mut harness = super::with_games(super::HEADER, "1,\"Van, Bo\",1,(1-0),\n");
    harness.get_by_label("1 game: 0 new, 0 changed, 0 unchanged, 1 skipped");
    harness.get_by_label("Player “Van, Bo”").focus();
    harness.run();
    harness.get_by_label("Player “Van, Bo”").type_text("vang");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    super::settle(&mut harness);
    harness.get_by_label("1 game: 1 new, 0 changed, 0 unchanged, 0 skipped");
    let import = &super::shown(&mut harness).state;
    let plan = import.plan().expect("a plan");
    assert_eq!(plan.changes.new_games[0].game.white, PlayerId(2));
}

#[test]
fn results_stay_in_their_order_however_many_games_have_them_later() {
    let mut driver = pasted(&[
        ["1", "2", "??"],
        ["3", "4", "??"],
        ["1", "3", "1-0"],
        ["Bergstom, Kenji", "5", "1-0"],
        ["5", "Bergstom, Kenji", "1-0"],
    ]);
    let order = |driver: &Driver| {
        let top = |name: &str| driver.harness.get_by_label(name).rect().top();
        top("Result “??”") < top("Result “1-0”")
    };
    assert!(order(&driver), "the most frequent one first");
    driver.focus(MISSPELT);
    driver.type_text("1");
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.shows("5 games: 3 new, 0 changed, 0 unchanged, 2 skipped"));
    assert!(
        order(&driver),
        "where it was, though others have more games"
    );
}

#[test]
fn a_result_stays_where_it_is_when_its_answer_adds_a_line_above() {
    let mut driver = pasted(&[["1", "2", "??"], ["1", "2", "??"], ["3", "4", "!!"]]);
    driver.harness.set_size(vec2(1000.0, 420.0));
    driver.settle();
    let name = "Result “??”";
    driver.focus(name);
    driver.settle();
    let top = |driver: &Driver| driver.harness.get_by_label(name).rect().top();
    let before = top(&driver);
    driver.press(Key::ArrowDown);
    driver.settle();
    assert!(driver.shows("1 row is the same as another game. See the note below."));
    let moved = top(&driver) - before;
    assert!(moved.abs() < 1.0, "{moved}");
}

#[test]
fn a_pasted_game_of_an_inactive_camper_is_said_where_it_is_ready() {
    let mut driver = pasted(&[["Hinton, Jada", "Shah, Gael", "1-0"]]);
    assert!(driver.shows("1 inactive player has new games. See the note below."));
    assert!(!driver.shows("Ready to import."));
    assert!(driver.shows_words("Jada Hinton is inactive and has 1 new game"));
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let jada = driver.camp().player(PlayerId(8)).cloned();
    assert!(jada.is_some_and(|jada| !jada.active));
}
