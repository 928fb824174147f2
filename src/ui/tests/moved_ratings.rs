//! Nobody's rating changes without a word.

use egui::Key;
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{Action, Command},
    domain::{Edit, Field, GameResult, Patch},
};

#[test]
fn a_change_that_moves_ratings_says_how_many_and_shows_whose() {
    let mut driver = Driver::with_sample();
    let camp = driver.camp();
    let game = camp.games[0].clone();
    assert_ne!(game.result, GameResult::Draw);
    let draw = Patch::new(game.id, Field::Result, GameResult::Draw);
    driver.change(Edit::ChangeGame(draw));
    let after = driver.camp();
    let ratings = |camp: &crate::domain::CampData| {
        let players = camp.players.iter();
        players.map(|player| player.ratings).collect::<Vec<_>>()
    };
    let both = ratings(&camp).into_iter().zip(ratings(&after));
    let moved = both.filter(|(before, after)| before != after).count();
    assert!(moved > 2);
    assert_eq!(driver.message(), format!("{moved} ratings changed"));
    driver.click("See");
    let white = after.player(game.white).expect("White");
    let before = camp.player(game.white).expect("White");
    assert!(driver.shows(&format!(
        "{}, {} to {}",
        white.listed_name(),
        before.ratings.weekly,
        white.ratings.weekly
    )));
    driver.press(Key::Escape);
    driver.send(Command::UNDO);
    assert_eq!(ratings(&driver.camp()), ratings(&camp));
}

#[test]
fn typing_a_game_or_a_note_says_nothing_of_ratings() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    let note = Patch::new(player, Field::Notes, "Left-handed");
    driver.change(Edit::ChangePlayer(note));
    assert_eq!(driver.message(), "");
    driver.send(Command::GO_GAMES);
    for name in ["shah", "rao"] {
        driver.type_text(name);
        driver.press(Key::Tab);
    }
    driver.type_text("1");
    assert_eq!(
        driver.message(),
        "",
        "two ratings are seen where they are typed"
    );
}

#[test]
fn a_recalculation_says_once_how_many_ratings_it_has_moved() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    let last = driver.camp().games[125].id;
    driver.change(Edit::DeleteGame(last));
    let before = driver.camp();
    driver.send(Command::RECALCULATE);
    let after = driver.camp();
    let both = before.players.iter().zip(after.players.iter());
    let moved = both.filter(|(one, other)| one.ratings != other.ratings);
    assert_eq!(
        driver.message(),
        format!("40 players, 125 games. {} ratings changed", moved.count())
    );
}

#[test]
fn closing_a_week_says_what_its_undo_takes_back() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    let last = driver.camp().games[125].id;
    driver.change(Edit::DeleteGame(last));
    driver.app().send(Action::CloseWeek);
    driver.settle();
    assert!(driver.camp().week.is_closed());
    let message = driver.message();
    assert!(message.starts_with("Week 1 closed. "), "{message}");
    assert!(message.ends_with(" ratings changed"), "{message}");
    driver.press(Key::Escape);
    driver.click("Undo what was done");
    assert!(!driver.camp().week.is_closed());
    assert_eq!(driver.message(), "Undone: close week 1");
}

#[test]
fn making_a_camper_inactive_in_the_middle_of_a_week_moves_nothing() {
    let mut driver = Driver::with_sample();
    let before = driver.camp();
    let player = before.games[0].white;
    for active in [false, true] {
        driver.app().send(Action::SetActive(player, active));
        driver.settle();
        let after = driver.camp();
        assert_eq!(
            after.player(player).map(|player| player.active),
            Some(active)
        );
        for player in before.players.iter() {
            assert_eq!(
                after.player(player.id).map(|it| it.ratings),
                Some(player.ratings)
            );
        }
        assert_eq!(driver.message(), "");
    }
}

#[test]
fn a_new_record_by_mouse_takes_what_is_typed_next() {
    let mut driver = Driver::with_sample();
    for view in [Command::VIEW_FORM, Command::VIEW_DATASHEET] {
        for button in ["New player", "New record"] {
            driver.send(Command::GO_PLAYERS);
            driver.send(view);
            let before = driver.camp().players.len();
            let role = egui::accesskit::Role::Button;
            driver.harness.get_by_role_and_label(role, button).click();
            driver.settle();
            driver.type_text("Quimby");
            driver.send(Command::SAVE_RECORD);
            let camp = driver.camp();
            assert_eq!(camp.players.len(), before + 1, "{button} {view:?}");
            let last = camp.players.last().expect("a player");
            assert_eq!(last.last_name, "Quimby");
        }
    }
}
