//! The second pass without a window and without a file.

use std::sync::Arc;

use jiff::{Timestamp, civil::date};

use super::*;
use crate::app::open_sample;

/// The sample camp with these many games, and the second pass at its beginning.
fn begin(games: usize) -> (CampData, Checking) {
    let (_, mut camp) = open_sample(date(2026, 7, 10)).expect("the sample camp");
    Arc::make_mut(&mut camp.games).truncate(games);
    let mut checking = Checking::default();
    checking.follow(&camp, 1);
    (camp, checking)
}

fn result_of(camp: &CampData, checking: &Checking) -> GameResult {
    checking.current(camp).expect("a current game").result
}

fn other(result: GameResult) -> GameResult {
    match result {
        GameResult::WhiteWon => GameResult::BlackWon,
        GameResult::Draw | GameResult::BlackWon => GameResult::WhiteWon,
    }
}

/// Saves what the next key asks for, as the keeper would.
fn save(camp: &mut CampData, checking: &mut Checking, ticket: Ticket) {
    let Some(Todo::Save(edit)) = checking.next(camp) else {
        panic!("nothing is to be saved");
    };
    let Edit::VerifyGame { game, .. } = *edit else {
        panic!("another change: {edit:?}");
    };
    checking.begin_saving(ticket);
    verify(camp, game);
    checking.saved(ticket);
    checking.follow(camp, ticket + 1);
}

fn verify(camp: &mut CampData, id: GameId) {
    for game in Arc::make_mut(&mut camp.games) {
        if game.id == id {
            game.verified = Timestamp::UNIX_EPOCH.try_into().ok();
        }
    }
}

#[test]
fn games_come_in_the_order_of_typing_and_imported_ones_before() {
    let (mut camp, mut checking) = begin(4);
    let games = Arc::make_mut(&mut camp.games);
    let typed = |seconds| Timestamp::from_second(seconds).ok()?.try_into().ok();
    games[0].entered = typed(300);
    games[2].entered = typed(100);
    checking.follow(&camp, 2);
    assert_eq!(*checking.rows(), [1, 3, 2, 0]);
    assert_eq!(
        checking.current(&camp).map(|game| game.id),
        Some(camp.games[0].id),
        "the current game stays when others move"
    );
}

#[test]
fn what_agrees_is_checked_and_the_next_one_is_current() {
    let (mut camp, mut checking) = begin(3);
    let first = result_of(&camp, &checking);
    checking.press(CheckKey::Result(first));
    save(&mut camp, &mut checking, 1);
    assert!(camp.games[0].verified.is_some());
    assert_eq!((checking.current_row(), checking.checked()), (Some(1), 1));
    checking.press(CheckKey::Tick);
    save(&mut camp, &mut checking, 2);
    assert_eq!((checking.current_row(), checking.checked()), (Some(2), 2));
}

#[test]
fn checked_games_are_passed_over_and_left_out() {
    let (mut camp, mut checking) = begin(4);
    let second = camp.games[1].id;
    verify(&mut camp, second);
    checking.follow(&camp, 2);
    checking.press(CheckKey::Tick);
    save(&mut camp, &mut checking, 3);
    assert_eq!(checking.current_row(), Some(2));
    checking.show_only_unchecked(true);
    checking.follow(&camp, 4);
    assert_eq!(*checking.rows(), [2, 3]);
    assert_eq!(checking.current_row(), Some(0));
    for ticket in [4, 5] {
        checking.press(CheckKey::Tick);
        save(&mut camp, &mut checking, ticket);
    }
    assert!(checking.rows().is_empty());
    assert_eq!((checking.current_row(), checking.checked()), (None, 4));
    assert!(checking.current(&camp).is_some(), "the last one stays");
}

#[test]
fn keys_typed_while_one_is_saved_follow_in_order() {
    let (mut camp, mut checking) = begin(3);
    for _ in 0..3 {
        checking.press(CheckKey::Tick);
    }
    assert!(checking.is_saving());
    assert!(matches!(checking.next(&camp), Some(Todo::Save(_))));
    checking.begin_saving(1);
    assert_eq!(checking.next(&camp), None, "one after the other");
    let first = camp.games[0].id;
    verify(&mut camp, first);
    checking.saved(1);
    checking.follow(&camp, 2);
    save(&mut camp, &mut checking, 2);
    save(&mut camp, &mut checking, 3);
    assert!(!checking.is_saving(), "none is left");
    assert!(camp.games.iter().all(|game| game.verified.is_some()));
}

#[test]
fn a_difference_stops_everything_until_it_is_looked_at() {
    let (camp, mut checking) = begin(3);
    let typed = other(result_of(&camp, &checking));
    checking.press(CheckKey::Result(typed));
    checking.press(CheckKey::Tick);
    checking.press(CheckKey::Tick);
    assert_eq!(checking.next(&camp), Some(Todo::Warn));
    assert!(!checking.is_saving(), "what was typed ahead is gone");
    let difference = checking.difference().expect("a difference");
    assert_eq!(
        (difference.game, difference.typed),
        (camp.games[0].id, typed)
    );

    checking.press(CheckKey::Tick);
    checking.select(camp.games[2].id, &camp);
    assert_eq!(checking.next(&camp), None, "keys do nothing");
    assert_eq!(checking.current_row(), Some(0));

    checking.keep();
    assert_eq!(checking.difference(), None);
    assert_eq!(checking.overwriting(&camp), None);
    assert_eq!(checking.current_row(), Some(0), "it is still to be checked");
}

#[test]
fn overwriting_changes_the_result_and_checks_it_in_one_step() {
    let (camp, mut checking) = begin(3);
    let typed = other(result_of(&camp, &checking));
    checking.press(CheckKey::Result(typed));
    assert_eq!(checking.next(&camp), Some(Todo::Warn));
    let Some(Edit::Together { name, edits }) = checking.overwriting(&camp) else {
        panic!("nothing to overwrite with");
    };
    assert_eq!(
        name,
        format!("Change result of game 1 to {}", typed.score())
    );
    let [
        Edit::ChangeGame(change),
        Edit::VerifyGame { game, verified },
    ] = edits.as_slice()
    else {
        panic!("{edits:?}");
    };
    assert_eq!(*change, Patch::new(*game, Field::Result, typed));
    assert!(*verified);
    checking.begin_saving(1);
    assert!(checking.is_saving());
    assert_eq!(checking.overwriting(&camp), None, "only once");
    checking.saved(1);
    assert_eq!(checking.difference(), None);
}

#[test]
fn what_came_too_late_is_tried_again_and_what_fails_is_not() {
    let (camp, mut checking) = begin(3);
    checking.press(CheckKey::Tick);
    checking.press(CheckKey::Tick);
    assert!(checking.next(&camp).is_some());
    checking.begin_saving(1);
    assert!(!checking.refused(7, true), "somebody else's");
    assert!(checking.refused(1, true));
    assert!(matches!(checking.next(&camp), Some(Todo::Save(_))));
    checking.begin_saving(2);
    assert!(checking.refused(2, false));
    assert!(!checking.is_saving(), "the disk is full: nothing goes on");
}

#[test]
fn undo_leads_back_to_the_game_and_redo_on() {
    let (mut camp, mut checking) = begin(3);
    checking.press(CheckKey::Tick);
    save(&mut camp, &mut checking, 1);
    let checked = camp.clone();
    Arc::make_mut(&mut camp.games)[0].verified = None;
    checking.turned(&camp, false);
    checking.follow(&camp, 5);
    assert_eq!(checking.current_row(), Some(0));
    checking.turned(&checked, true);
    checking.follow(&checked, 6);
    assert_eq!(checking.current_row(), Some(1));
}

#[test]
fn a_difference_is_gone_once_the_game_is_as_it_was_typed() {
    let (mut camp, mut checking) = begin(3);
    let typed = other(result_of(&camp, &checking));
    checking.press(CheckKey::Result(typed));
    assert_eq!(checking.next(&camp), Some(Todo::Warn));
    Arc::make_mut(&mut camp.games)[0].result = typed;
    checking.follow(&camp, 2);
    assert_eq!(checking.difference(), None);
}

#[test]
fn changes_of_a_game_are_named_as_the_window_names_them() {
    let (camp, _) = begin(17);
    let game = camp.games[16].clone();
    let verify = |verified| Edit::VerifyGame {
        game: game.id,
        verified,
    };
    assert_eq!(verify(true).name(&camp), "Check game 17");
    assert_eq!(verify(false).name(&camp), "Uncheck game 17");
    let counts = !game.counts;
    let changed = Edit::put(&Game { counts, ..game });
    let name = if counts {
        "Make game 17 rated"
    } else {
        "Make game 17 a fun game"
    };
    assert_eq!(changed.name(&camp), name);
}
