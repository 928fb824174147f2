//! Games put right in the strip.

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;

use super::*;
use crate::domain::Field;

const YESTERDAY: Option<jiff::civil::Date> = Some(jiff::civil::date(2026, 7, 9));

#[test]
fn the_last_game_is_corrected_from_anywhere_and_stays_until_it_is_saved() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "rao", "1");
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver.focus("Last name");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("Quill");
    driver.press(Key::F8);
    let camp = driver.camp();
    assert_eq!(camp.games.len(), before + 1, "nothing is taken out");
    let is_saved = camp
        .players
        .iter()
        .any(|player| player.last_name == "Quill");
    assert!(is_saved, "the name stays saved");
    assert!(driver.shows(&format!("Correcting game {}", before + 1)));
    driver.press(Key::Escape);
    assert_eq!(driver.camp(), camp, "Esc leaves it as it was");
    driver.press(Key::F8);
    driver.send(Command::QUIT);
    assert!(driver.app().quitting, "nothing is lost, and nothing asked");
    assert_eq!(driver.camp(), camp);
}

#[test]
fn a_correction_is_saved_before_the_last_game_is_corrected() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    driver.game("rao", "shah", "1");
    let camp = driver.camp();
    let [older, newest] = [2, 1].map(|back| camp.games[camp.games.len() - back].id);
    driver.correct_date(older, "7/9");
    driver.press(Key::F8);
    assert_eq!(driver.date_of(older), YESTERDAY);
    assert_eq!(driver.entry().strip.id(), Some(newest));

    // One that can't be saved stays.
    driver.press(Key::Escape);
    driver.correct_date(older, "2/31");
    driver.press(Key::F8);
    assert_eq!(driver.entry().strip.id(), Some(older));
    assert_eq!(driver.entry().strip.draft.typed(Field::Date), "2/31");
}

#[test]
fn a_correction_is_saved_before_the_history_goes_back() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let older = driver.camp().games.last().expect("a game").id;
    driver.send(Command::HISTORY);
    let page = driver
        .app()
        .page_mut::<crate::pages::history::HistoryPage>()
        .expect("the history");
    let history = page.steps.clone().expect("it has been read");
    let first = history.last().expect("a step").id;
    driver.app().send(Action::Back);
    driver.settle();
    driver.game("rao", "shah", "1");
    driver.correct_date(older, "7/9");
    driver.send(Command::HISTORY);
    driver.app().send(Action::MoveInHistory {
        to: crate::storage::HistoryMove::To(Some(first)),
        goes_back: true,
    });
    driver.settle();
    assert_eq!(driver.message(), "Undone: 2 changes");
    driver.app().send(Action::Back);
    driver.send(Command::REDO);
    driver.send(Command::REDO);
    assert_eq!(driver.date_of(older), YESTERDAY, "it is in the history");
}

#[test]
fn a_correction_is_saved_when_the_view_is_left_or_keeps_it() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let game = driver.camp().games.last().expect("a game").id;
    driver.correct_date(game, "2/31");
    driver.send(Command::NEXT_VIEW);
    assert!(driver.is_typing_games(), "where the mark stands");
    assert!(driver.message().contains("correct the marked fields"));
    assert!(!driver.entry().strip.problems().is_empty());
    driver.send(Command::GO_GROUPS);
    assert!(driver.is_typing_games());
    driver.type_date("7/9");
    driver.send(Command::NEXT_VIEW);
    assert!(!driver.is_typing_games());
    assert_eq!(driver.date_of(game), YESTERDAY);
    driver.send(Command::GO_GROUPS);
    assert_eq!(driver.app().page, Page::GROUPS);
}

#[test]
fn quitting_saves_a_game_that_was_taken_back_and_changed_or_says_that_it_cannot() {
    for (date, is_saved) in [("7/9", true), ("2/31", false)] {
        let mut driver = entry();
        let before = driver.camp().games.len();
        driver.game("shah", "rao", "1");
        driver.press_with(Modifiers::COMMAND, Key::Z);
        driver.type_date(date);
        driver.send(Command::QUIT);
        let games = driver.camp().games;
        assert_eq!(games.len() == before + 1, is_saved, "{date}");
        assert_eq!(driver.app().quitting, is_saved, "{date}");
        assert_eq!(driver.app().dialog.is_none(), is_saved, "{date}");
    }
}

#[test]
fn half_a_game_that_keeps_the_camp_open_has_the_keyboard_where_it_is_wrong() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert!(driver.has_keyboard("White"));
    driver.press_with(Modifiers::COMMAND, Key::W);
    assert!(driver.message().contains("correct the marked fields"));
    assert!(driver.has_keyboard("Black"));

    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.type_date("2/31");
    driver.press_with(Modifiers::COMMAND, Key::W);
    assert!(driver.has_keyboard("Result"), "before the date");

    driver.press(Key::Escape);
    driver.game("shah", "rao", "1");
    let game = driver.camp().games.last().expect("a game").id;
    driver.correct_date(game, "2/31");
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.press_with(Modifiers::COMMAND, Key::W);
    assert!(driver.has_keyboard("Date"));
}

#[test]
fn a_result_that_is_changed_keeps_the_correction_before_it() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let game = driver.camp().games.last().expect("a game").clone();
    driver.correct_date(game.id, "7/9");
    // Both before the file has answered.
    driver.app().send(Command::SAVE_RECORD);
    let black_won = EntryAction::ChangeResult(game.id, GameResult::BlackWon);
    driver.app().logic();
    driver.enter(black_won);
    driver.settle();
    assert_eq!(driver.date_of(game.id), YESTERDAY);
    assert_eq!(driver.players_of_last_game().2, GameResult::BlackWon);
}

#[test]
fn results_of_two_games_are_changed_while_a_correction_is_saved() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    driver.game("rao", "shah", "1");
    let games = driver.camp().games;
    let [.., first, second] = &games[..] else {
        panic!("two games");
    };
    driver.correct_date(first.id, "7/9");
    driver.app().send(Command::SAVE_RECORD);
    driver.app().logic();
    driver.enter(EntryAction::ChangeResult(first.id, GameResult::BlackWon));
    driver.enter(EntryAction::ChangeResult(second.id, GameResult::Draw));
    driver.settle();
    let camp = driver.camp();
    let result = |id| camp.game(id).map(|game| game.result);
    assert_eq!(result(first.id), Some(GameResult::BlackWon));
    assert_eq!(result(second.id), Some(GameResult::Draw));
    assert_eq!(driver.date_of(first.id), YESTERDAY);
}

#[test]
fn a_game_is_put_right_in_the_strip_and_the_half_typed_one_comes_back() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let number = driver.camp().games.len();
    driver.type_text("lor");
    driver.press(Key::Tab);
    let half = driver.entry().strip.draft.clone();
    assert!(half.player(Field::White).is_some());
    driver.press(Key::ArrowUp);
    driver.press(Key::Enter);
    assert!(driver.shows(&format!("Correcting game {number}")));
    driver.press(Key::Tab);
    driver.press(Key::Tab);
    driver.type_text("5");
    assert_eq!(driver.players_of_last_game().2, GameResult::Draw);
    assert_eq!(driver.camp().games.len(), number, "none is added");
    assert_eq!(driver.entry().strip.draft, half);
    assert!(driver.shows("New game"));
}

#[test]
fn a_name_that_is_nobodys_yet_comes_back_after_a_correction() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let number = driver.camp().games.len();
    driver.type_text("lor");
    driver.press(Key::Tab);
    driver.type_text("qqq");
    let is_said = |driver: &Driver| driver.shows_words("No player is chosen for “qqq”");
    assert!(!is_said(&driver), "one is still typing");
    driver.press(Key::Tab);
    assert!(is_said(&driver));
    let half = driver.entry().strip.draft.clone();
    driver.enter(EntryAction::InsertBefore(GameId(1)));
    driver.settle();
    assert_eq!(driver.entry().loose_names[1], "qqq", "still typed");
    driver.enter(EntryAction::InsertBefore(GameId(2)));
    driver.settle();
    driver.press(Key::F6);
    driver.press(Key::Enter);
    assert!(driver.shows(&format!("Correcting game {number}")));
    assert!(!driver.entry().has_loose_name());
    assert!(driver.entry().is_changed(), "quitting would lose it");
    driver.press(Key::Escape);
    assert!(driver.entry().has_loose_name());
    assert_eq!(
        driver.entry().strip.draft.player(Field::White),
        half.player(Field::White)
    );
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Black"));
    driver.press(Key::Backspace);
    driver.type_text("shah");
    driver.press(Key::Tab);
    assert!(!driver.entry().has_loose_name());
}

#[test]
fn a_game_whose_players_are_undone_too_is_no_longer_to_be_typed() {
    let mut driver = Driver::with_sample();
    let before = driver.camp().games.len();
    let group = driver.camp().groups[0].id;
    for last_name in ["Quill", "Quast"] {
        driver.app().send(Action::Change(Edit::AddPlayer(Player {
            last_name: last_name.to_owned(),
            first_name: "Ada".to_owned(),
            group: Some(group),
            ..Player::default()
        })));
        driver.settle();
    }
    driver.send(Command::GO_GAMES);
    driver.game("quill", "quast", "1");
    assert_eq!(driver.camp().games.len(), before + 1);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.shows(&format!("Correcting game {}", before + 1)));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.shows("New game"));
    assert!(driver.entry().is_empty());
}

#[test]
fn a_game_that_was_inserted_comes_back_into_the_strip_too() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "rao", "1");
    driver.press(Key::ArrowUp);
    driver.press(Key::Insert);
    driver.game("lor", "rao", "0");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games.len(), before + 1);
    assert!(driver.shows(&format!("Correcting game {}", before + 1)));
}

#[test]
fn the_title_of_a_correction_and_its_buttons_have_room() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    driver.press(Key::F8);
    let number = driver.camp().games.len();
    let title = format!("Correcting game {number}");
    for size in [
        [1366.0, 768.0],
        [900.0, 640.0],
        [800.0, 600.0],
        [480.0, 360.0],
    ] {
        driver.harness.set_size(size.into());
        driver.settle();
        let window = driver.harness.ctx.content_rect();
        let button = |name| {
            let role = egui::accesskit::Role::Button;
            driver.harness.get_by_role_and_label(role, name).rect()
        };
        let mut rects = ["Save", "Cancel", "Delete"].map(button).to_vec();
        rects.push(driver.harness.get_by_label(&title).rect());
        for (at, rect) in rects.iter().enumerate() {
            assert!(window.contains_rect(*rect), "{size:?}: {rects:?}");
            let others = &rects[at + 1..];
            assert!(
                others
                    .iter()
                    .all(|other| !rect.shrink(0.5).intersects(*other)),
                "{size:?}: {rects:?}"
            );
        }
    }
}

#[test]
fn a_correction_is_saved_cancelled_or_deleted_by_mouse() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let game = driver.camp().games.last().expect("a game").id;
    let open = |driver: &mut Driver| {
        driver.enter(EntryAction::Correct(game));
        driver.settle();
    };
    let role = egui::accesskit::Role::Button;
    open(&mut driver);
    driver.type_date("7/8");
    driver.harness.get_by_role_and_label(role, "Cancel").click();
    driver.settle();
    assert_eq!(driver.date_of(game), Some(crate::ui::tests::TODAY));
    open(&mut driver);
    driver.type_date("7/8");
    driver.harness.get_by_role_and_label(role, "Save").click();
    driver.settle();
    assert_eq!(driver.date_of(game), Some(jiff::civil::date(2026, 7, 8)));
    open(&mut driver);
    driver.harness.get_by_role_and_label(role, "Delete").click();
    driver.settle();
    assert!(driver.camp().game(game).is_none());
    assert!(driver.shows_words("deleted"));
}

/// The keyboard was in the result of the game that waits meanwhile.
#[test]
fn enter_saves_the_game_that_was_loaded_with_its_own_result() {
    let mut driver = entry();
    driver.game("shah", "rao", "0");
    for name in ["lor", "rao"] {
        driver.type_text(name);
        driver.press(Key::Tab);
    }
    assert!(driver.has_keyboard("Result"));
    let correcting = format!("Correcting game {}", driver.camp().games.len());
    driver.press(Key::F8);
    assert!(driver.shows(&correcting) && driver.has_keyboard("Result"));
    driver.press(Key::Enter);
    assert!(!driver.shows(&correcting));
    assert_eq!(driver.players_of_last_game().2, GameResult::BlackWon);
    // Its result is what waits now.
    assert!(driver.has_keyboard("Result"));
}

#[test]
fn the_last_game_gets_another_result_by_a_few_keys() {
    for key in [(Modifiers::COMMAND, Key::Z), (Modifiers::NONE, Key::F8)] {
        let mut driver = entry();
        let before = driver.camp().games.len();
        driver.game("shah", "rao", "1");
        driver.press_with(key.0, key.1);
        // Undo takes it out of the camp, as it says; F8 leaves it there until the correction is saved.
        let is_undone = key.1 == Key::Z;
        assert_eq!(driver.camp().games.len() == before, is_undone);
        let undone = format!("Undone: add game {}, Gael Shah 1–0", before + 1);
        assert_eq!(driver.shows_words(&undone), is_undone);
        assert!(driver.shows(&format!("Correcting game {}", before + 1)));
        if is_undone {
            // Whoever goes on with the next line of the sheet types over it.
            assert!(driver.has_keyboard("White"));
            driver.press(Key::Tab);
            driver.press(Key::Tab);
        }
        assert!(driver.has_keyboard("Result"));
        driver.type_text("0");
        assert_eq!(driver.camp().games.len(), before + 1);
        let (white, _, result) = driver.players_of_last_game();
        assert_eq!(
            (white.as_str(), result),
            ("Shah, Gael", GameResult::BlackWon)
        );
        assert!(driver.has_keyboard("White"));
    }
}

#[test]
fn ctrl_z_takes_back_the_letters_that_were_typed_last_before_the_line() {
    let mut driver = entry();
    let before = driver.camp();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("ra");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    let white = driver.entry().strip.draft.player(Field::White);
    assert!(white.is_some() && !driver.entry().has_loose_name());
    assert!(driver.has_keyboard("Black"));
    let role = egui::accesskit::Role::ListBoxOption;
    let is_closed = driver.harness.query_all_by_role(role).next().is_none();
    assert!(is_closed, "no list is left open");

    driver.focus_field("Date");
    let date = driver.entry().strip.draft.typed(Field::Date).to_owned();
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/1");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.entry().strip.draft.typed(Field::Date), date);
    assert_eq!(driver.entry().strip.draft.player(Field::White), white);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.entry().is_empty());
    assert_eq!(driver.camp(), before);
}

#[test]
fn ctrl_z_brings_back_the_name_that_a_correction_was_typed_over() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let camp = driver.camp();
    let game = camp.games.last().expect("a game");
    driver.enter(EntryAction::Correct(game.id));
    driver.settle();
    driver.type_text("zz");
    assert!(driver.entry().has_loose_name());
    driver.press_with(Modifiers::COMMAND, Key::Z);
    let draft = driver.entry().strip.draft.clone();
    assert_eq!(draft.player(Field::White), Some(game.white));
    assert_eq!(driver.entry().strip.id(), Some(game.id));
    assert!(!driver.entry().is_changed());
    assert_eq!(driver.camp(), camp);
}

#[test]
fn ctrl_z_gives_back_what_stood_in_a_box_before_it_was_typed_over() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    let players = |driver: &mut Driver| {
        let draft = &driver.entry().strip.draft;
        [Field::White, Field::Black].map(|side| draft.player(side))
    };
    let chosen = players(&mut driver);
    assert!(chosen.iter().all(Option::is_some));
    let role = egui::accesskit::Role::EditableComboBox;
    // A name that is left half typed, another one that is chosen, and nothing at all.
    for (typed, leads_on) in [("zz", false), ("lor", true), ("", false)] {
        driver.harness.get_by_role_and_label(role, "White").focus();
        driver.settle();
        driver.press_with(Modifiers::COMMAND, Key::A);
        if typed.is_empty() {
            driver.press(Key::Delete);
        } else {
            driver.type_text(typed);
        }
        if leads_on {
            driver.press(Key::Tab);
        }
        assert_ne!(players(&mut driver), chosen, "{typed}");
        driver.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(players(&mut driver), chosen, "{typed}");
        assert!(!driver.entry().has_loose_name(), "{typed}");
        let white = driver.harness.get_by_role_and_label(role, "White");
        let shown = white.accesskit_node().value().unwrap_or_default();
        assert!(shown.starts_with("Shah"), "{typed}: {shown}");
    }

    let date = |driver: &mut Driver| driver.entry().strip.draft.typed(Field::Date).to_owned();
    driver.type_date("7/1");
    driver.press(Key::Tab);
    driver.type_date("7/2");
    assert_eq!(date(&mut driver), "7/2");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(date(&mut driver), "7/1", "typed in this line, too");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.entry().is_empty(), "the line is next");
}

#[test]
fn ctrl_z_in_the_date_of_an_empty_line_takes_back_the_date_and_no_game() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let before = driver.camp().games.len();
    let date = |driver: &mut Driver| driver.entry().strip.draft.typed(Field::Date).to_owned();
    let typed = date(&mut driver);
    driver.type_date("7/1");
    assert_ne!(date(&mut driver), typed);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(date(&mut driver), typed);
    assert_eq!(driver.camp().games.len(), before);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games.len(), before - 1);
}
