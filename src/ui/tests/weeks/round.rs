//! A camp of three weeks: typed, closed, started, looked back at, corrected. Nothing but keys from the first game on.

use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::{
    app::Page,
    domain::{CampData, GameResult},
};

#[test]
fn three_weeks_by_keys_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));

    // Week 1. Ann Lee wins five games against Bo Vang, now with White and now with Black.
    driver.press_with(Modifiers::COMMAND, Key::Num3);
    for game in 0..5 {
        match game % 2 {
            0 => driver.type_game("lee", "vang", "1"),
            _ => driver.type_game("vang", "lee", "0"),
        }
    }
    // From 400 each: 16, and then 15, 14, 13 and 12 points, as the difference is 32, 62, 90 and 116.
    assert_eq!(driver.ratings(1), ratings(470, 470));
    assert_eq!(driver.ratings(2), ratings(330, 330));

    driver.press_with(SHIFT_CTRL, Key::W);
    assert_eq!(driver.app().page, Page::CLOSE_WEEK);
    assert!(driver.shows("None of the 5 games is checked yet"));
    assert!(driver.shows("Nothing else to check"));
    assert!(driver.shows("3 active players, 5 games"));
    assert!(driver.shows("Ann Lee") && driver.shows("No games"));
    assert!(driver.has_keyboard("Close week 1"));
    driver.press(Key::Enter);
    assert!(driver.is_closed());
    assert!(driver.shows("Week 1 is closed"));
    assert!(driver.shows_words("Ctrl+Z reopens week 1"));

    // The way on is the default. Ann moves up, and Bo leaves.
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::START_WEEK);
    assert!(driver.shows("Lee, Ann, stays, in Red"));
    assert!(driver.shows_words("Blue: 5 points of 5 games"));
    for _ in 0..4 {
        driver.press(Key::ArrowRight);
    }
    driver.press(Key::Space);
    driver.press(Key::ArrowDown);
    driver.press(Key::Home);
    driver.press(Key::Space);
    assert!(driver.shows("Lee, Ann, stays, in Blue") && driver.shows("Vang, Bo, leaves"));
    assert!(driver.shows("2 stay, 1 leaves, 1 moves up"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.week_number(), 2);
    assert!(!driver.is_closed());
    assert!(driver.shows("Week 2 is open"));
    assert!(driver.app().dialog.is_some());
    driver.press(Key::Escape);
    assert_eq!(driver.ratings(1), ratings(1000, 470), "Blue starts at 1000");
    assert_eq!(driver.ratings(2), ratings(330, 330), "as on the last day");
    let camp = driver.camp();
    assert!(camp.games.is_empty());
    assert!(!camp.player(PlayerId(2)).expect("Bo Vang").active);

    // Week 2. Ann Lee loses to Cy Rao: 16 points between equals; of 470 and 1000 the difference gives 15 of them back.
    driver.type_game("rao", "lee", "1");
    assert_eq!(driver.ratings(1), ratings(984, 469));
    driver.press_with(SHIFT_CTRL, Key::W);
    driver.press(Key::Enter);
    driver.press(Key::Enter);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    assert_eq!(driver.week_number(), 3);
    driver.type_game("lee", "rao", "5");
    let third = driver.camp();

    look_back_and_correct(&mut driver, &third);
}

/// Looks at week 1, opens it again, corrects its last game, and closes it; `third` is the current week.
fn look_back_and_correct(driver: &mut Driver, third: &CampData) {
    // The list of weeks, the latest first; the first one is looked at.
    driver.press_with(Modifiers::COMMAND, Key::Num5);
    assert!(driver.shows("Week 3, 2 active players, 1 game, open"));
    assert!(driver.shows("Week 1, 3 active players, 5 games, closed"));
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 1);
    assert!(driver.shows("Week 1, closed on 7/10/2026, read-only."));
    assert_eq!(driver.ratings(1), ratings(470, 470));

    // It is opened again only on purpose: Enter answers No.
    driver.press_with(SHIFT_CTRL, Key::O);
    assert!(driver.shows("Reopen week 1?"));
    driver.press(Key::Enter);
    assert!(driver.is_closed() && driver.app().dialog.is_none());
    driver.press_with(SHIFT_CTRL, Key::O);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    if !driver.has_keyboard("Reopen") {
        driver.press(Key::Tab);
        driver.press(Key::Tab);
    }
    assert!(driver.has_keyboard("Reopen"));
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 1);
    assert!(!driver.is_closed());
    assert_eq!(driver.message(), "Week 1 reopened");
    assert!(driver.shows(
        "Week 1 is open again to be corrected. Close it when you are done; week 3 is on hold."
    ));

    // The last game was a draw, as a look at the sheet shows.
    driver.press(Key::ArrowUp);
    driver.type_text("5");
    let games = driver.camp().games;
    assert_eq!(games[4].result, GameResult::Draw);
    assert_eq!(driver.ratings(1), ratings(454, 454), "458 less 4 of 116");
    driver.press_with(SHIFT_CTRL, Key::W);
    driver.press(Key::Enter);
    // Ann's 454 is not the 470 that week 2 started with. It is for the director to say whether week 2 follows.
    assert!(driver.shows_words("Week 3 is the current week again."));
    assert!(driver.shows_words("Some start ratings of week 2 differ"));
    driver.press(Key::Escape);
    let now = driver.camp();
    assert_eq!(
        now.other_weeks[0].games[4].result,
        GameResult::Draw,
        "as it was corrected"
    );
    let third = CampData {
        stale_weeks: now.stale_weeks,
        other_weeks: now.other_weeks,
        ..third.clone()
    };
    assert_eq!(third.stale_weeks.len(), 1, "week 2");
    assert_eq!(driver.camp(), third, "nothing else of week 3 has changed");
    assert!(!driver.shows_words("is open again to be corrected"));

    // Going back one week at a time, and home again.
    driver.press_with(SHIFT_CTRL, Key::PageUp);
    assert_eq!(driver.week_number(), 2);
    assert_eq!(driver.ratings(1), ratings(984, 469), "as it was closed");
    driver.press_with(SHIFT_CTRL, Key::PageUp);
    assert_eq!(driver.ratings(1), ratings(454, 454), "as it was corrected");
    driver.press_with(SHIFT_CTRL, Key::B);
    assert_eq!(driver.week_number(), 3);
    assert_eq!(driver.camp(), third);
}

#[test]
fn closing_and_starting_are_undone_like_any_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    let first = driver.camp();
    driver.next_week();
    let second = driver.camp();
    assert_eq!(second.week.number, 2);

    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.week_number(), 1);
    assert!(driver.is_closed(), "the start is undone");
    assert_eq!(driver.message(), "Undone: start week 2");
    assert!(
        driver.shows("Week 1 is closed. Start week 2, or reopen this one to correct something.")
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(!driver.is_closed(), "and now the closing");
    assert_eq!(driver.camp().games, first.games);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.camp(), second);
}

#[test]
fn a_game_of_the_other_week_is_not_taken_for_one_that_was_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    let first = driver.camp().weeks[0].id;
    driver.send(Command::GO_GAMES);
    driver.type_game("lee", "rao", "1");
    driver.app().send(Action::ReopenWeek(first));
    driver.settle();
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    assert_eq!(driver.week_number(), 2);
    // Week 1 comes in place of week 2, whose game is as safe as before.
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.week_number(), 1);
    assert!(driver.entry().is_empty(), "nothing is to be typed again");
    assert_eq!(driver.message(), "Undone: close week 1");
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.camp().games.len(), 1);
}

#[test]
fn a_week_that_cannot_be_computed_says_why_and_leads_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    let red = driver.camp().groups[0].clone();
    driver.change(Edit::put(&Group {
        initial_rating: None,
        ..red.clone()
    }));
    driver.send(Command::CLOSE_WEEK);
    assert!(driver.shows_words("the week can’t be closed yet"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(!driver.is_closed());
    // The list of what stands in the way has the keyboard.
    driver.press(Key::Enter);
    assert_eq!(driver.app().record(), Some(Record::Group(red.id)));
    assert!(!driver.app().is_led_to());
}

#[test]
fn what_is_right_is_accepted_before_a_week_is_closed_and_in_a_closed_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.send(Command::CLOSE_WEEK);
    assert!(driver.shows("To check (1)"));
    driver.click("OK, that is right");
    assert!(driver.shows("No problems") && driver.shows("1 accepted · Show"));
    assert!(driver.shows("Nothing else to check"));
    driver.press(Key::Space);
    assert!(driver.shows("To check (1)"), "listed again");
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(driver.is_closed());
    driver.press(Key::Escape);
    assert!(driver.shows("1 thing to check"));
    driver.press(Key::F7);
    driver.press(Key::Space);
    driver.press(Key::Escape);
    assert!(
        driver.is_closed(),
        "it is about the list, and not about the week"
    );
    assert!(driver.shows_words("No problems") && !driver.shows_words("to check"));
}

#[test]
fn what_is_doubtful_is_shown_before_the_button_has_the_keyboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.send(Command::CLOSE_WEEK);
    assert!(!driver.has_keyboard("Close week 1"));
    assert!(driver.shows("To check (1)"));
    assert!(driver.shows_words("Game 2 of Ann Lee against Bo Vang is the same as game 1"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(driver.is_closed(), "it is for the director to say");
    driver.press(Key::Escape);
    driver.press_with(Modifiers::COMMAND, Key::Z);

    let second = driver.camp().games[1].id;
    driver.change(Edit::DeleteGame(second));
    let only = driver.camp().games[0].id;
    driver.change(Edit::VerifyGame {
        game: only,
        verified: true,
    });
    driver.send(Command::CLOSE_WEEK);
    assert!(driver.shows("The game is checked"));
    assert!(driver.has_keyboard("Close week 1"));
    driver.press(Key::Escape);
    assert!(!driver.app().is_led_to());
    assert!(!driver.is_closed());
}

#[test]
fn unchecked_games_and_old_ratings_have_a_way_to_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.send(Command::RATINGS_FOLLOW);
    driver.add_game(1, 2, GameResult::WhiteWon);
    assert_eq!(driver.ratings(1), ratings(400, 400));
    driver.send(Command::CLOSE_WEEK);
    assert!(driver.shows_words("Recalc needed. Closing the week recalculates"));
    driver.press(Key::Enter);
    assert_eq!(
        driver.ratings(1),
        ratings(416, 416),
        "Recalc Ratings is the way"
    );
    assert!(driver.shows("Ratings up to date"));
    driver.click("Check games");
    assert!(driver.is_checking());
    assert!(!driver.app().is_led_to());

    // Closing computes them too.
    driver.add_game(2, 1, GameResult::BlackWon);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    assert!(driver.is_closed());
    assert_eq!(driver.ratings(1), ratings(431, 431));
}

#[test]
fn half_a_game_keeps_the_week_open_until_it_is_finished_or_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_GAMES);
    driver.type_text("lee");
    driver.press(Key::Tab);
    driver.send(Command::CLOSE_WEEK);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(!driver.is_closed());
    assert!(driver.is_typing_games() && !driver.app().is_led_to());
    assert!(driver.message().starts_with("Can’t save"));
    driver.send(Command::UNDO_RECORD);
    driver.send(Command::CLOSE_WEEK);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(driver.is_closed());
}

#[test]
fn the_week_after_a_corrected_one_says_that_it_started_from_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    let first = driver.camp().weeks[0].id;
    driver.app().send(Action::ReopenWeek(first));
    driver.settle();
    let game = driver.camp().games[0].id;
    driver.change(Edit::DeleteGame(game));
    driver.send(Command::CLOSE_WEEK);
    assert!(driver.shows("No games were played"));
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 2);
    assert!(driver.shows_words("Some start ratings of week 2 differ from the end of week 1"));
    driver.press(Key::Enter);
    assert!(driver.shows_words("Start ratings differ from the end of the week before"));
    driver.click("Update start ratings");
    let camp = driver.camp();
    let starts = camp.players.iter().map(|player| player.start_permanent);
    assert_eq!(
        starts.collect::<Vec<_>>(),
        [Some(400), Some(400), Some(1000)]
    );
}

#[test]
fn a_correction_is_carried_on_from_week_to_week() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    driver.next_week();
    let third = driver.camp();
    assert_eq!(driver.ratings(1), ratings(400, 416));
    driver.app().send(Action::ReopenWeek(third.weeks[0].id));
    driver.settle();
    let game = driver.camp().games[0].id;
    driver.change(Edit::DeleteGame(game));
    driver.send(Command::CLOSE_WEEK);
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 3);
    assert_eq!(driver.camp().players, third.players, "nothing by itself");
    assert!(driver.shows_words("Some start ratings of week 2 differ from the end of week 1"));

    // The way on is the default, and leads to week 2.
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 2);
    assert!(driver.shows_words("Some start ratings differ from the end of the week before"));
    driver.click("Update start ratings");
    assert_eq!(driver.ratings(1), ratings(400, 400));
    assert!(!driver.shows("Update start ratings"));
    driver.send(Command::CLOSE_WEEK);
    driver.press(Key::Enter);
    assert_eq!(driver.week_number(), 3);
    assert!(driver.shows_words("Some start ratings of week 3 differ from the end of week 2"));
    driver.press(Key::Enter);
    driver.click("Update start ratings");
    assert_eq!(driver.ratings(1), ratings(400, 400));
    assert_eq!(driver.ratings(2), ratings(400, 400));
}

#[test]
fn the_problems_lead_to_the_week_that_started_with_other_ratings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    driver.next_week();
    let weeks = driver.camp().weeks;
    driver.app().send(Action::ReopenWeek(weeks[0].id));
    driver.settle();
    let game = driver.camp().games[0].id;
    driver.change(Edit::DeleteGame(game));
    driver.send(Command::CLOSE_WEEK);
    driver.press(Key::Enter);
    driver.press(Key::Escape);
    driver.send(Command::PROBLEMS);
    assert!(driver.shows_words("Week 2: start ratings differ from the end of week 1"));
    driver.click("Open week");
    assert_eq!(driver.week_number(), 2);
    assert!(driver.is_closed(), "to be looked at first");
    driver.send(Command::PROBLEMS);
    assert!(driver.shows_words("Reopen week 2 to update them"));
    driver.press(Key::Escape);
    driver.send(Command::CURRENT_WEEK);

    // Reopened from the list, the list goes on with what is to be done there.
    driver.send(Command::PROBLEMS);
    driver.click("Reopen that week");
    assert_eq!(driver.week_number(), 2);
    assert!(!driver.is_closed());
    // The button of the banner has the same name, and comes first.
    let buttons = driver.harness.query_all_by_label("Update start ratings");
    buttons.last().expect("the button of the list").click();
    driver.settle();
    assert_eq!(driver.ratings(1), ratings(400, 400));
}
