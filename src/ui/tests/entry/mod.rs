//! Games typed from the result sheets, by keys alone.

mod corrections;
mod keys;
mod sloppy;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::{Driver, key_event};
use crate::{
    app::{Action, Command, Page, View},
    domain::{CampData, Edit, Field, GameId, GameResult, Group, Player, PlayerId, name_key},
    kit::testing::painted_texts,
    pages::games::entry::EntryAction,
};

/// The sample camp where games are typed.
fn entry() -> Driver {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver
}

impl Driver {
    /// Types a game: the two names, Tab after each, and the key of the result.
    fn game(&mut self, white: &str, black: &str, result: &str) {
        self.type_text(white);
        self.press(Key::Tab);
        self.type_text(black);
        self.press(Key::Tab);
        self.type_text(result);
    }

    /// Puts a game right: it comes into the strip, and gets this date there, not saved yet.
    fn correct_date(&mut self, game: GameId, date: &str) {
        self.enter(EntryAction::Correct(game));
        self.settle();
        self.type_date(date);
    }

    fn type_date(&mut self, date: &str) {
        self.focus_field("Date");
        self.press_with(Modifiers::COMMAND, Key::A);
        self.type_text(date);
    }

    fn date_of(&mut self, game: GameId) -> Option<jiff::civil::Date> {
        self.camp().game(game).and_then(|game| game.date)
    }

    fn players_of_last_game(&mut self) -> (String, String, GameResult) {
        let camp = self.camp();
        let game = camp.games.last().expect("a game");
        let name = |id| camp.listed_name(id);
        (name(game.white), name(game.black), game.result)
    }
}

/// What a person who looks at the sheet types for a player: the number, or as many letters of the last name as make it clear who is meant, or
/// of the whole name; whatever is shortest.
fn shortest(camp: &CampData, id: PlayerId) -> String {
    let plain = |text: &str| name_key(text).replace(['\'', '-'], "");
    let player = camp.player(id).expect("a player");
    let (last, first) = (plain(&player.last_name), plain(&player.first_name));
    let begins = |player: &Player, last: &str, first: &str| {
        plain(&player.last_name).starts_with(last) && plain(&player.first_name).starts_with(first)
    };
    let is_only = |last: &str, first: &str| {
        let mut others = camp.players.iter().filter(|other| other.id != id);
        // From three letters on they may be those of a first name too.
        !others.any(|other| {
            begins(other, last, first)
                || last.len() > 2 && plain(&other.first_name).starts_with(last)
                || last.len() > 2 && plain(&other.last_name).contains(&format!(" {last}"))
        })
    };
    let letters = |text: &str, count: usize| text.chars().take(count).collect::<String>();
    let by_last_name = (1..=last.chars().count())
        .map(|count| letters(&last, count))
        .find(|typed| is_only(typed, ""));
    let by_whole_name = || {
        (1..=first.chars().count())
            .map(|count| letters(&first, count))
            .find(|typed| is_only(&last, typed))
            .map(|typed| format!("{last} {typed}"))
    };
    let named = by_last_name.or_else(by_whole_name);
    let named = named.into_iter().chain([id.to_string()]);
    named
        .min_by_key(|typed| typed.chars().count())
        .expect("one")
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the number of keys is what the test is about"
)]
fn ui_entry_keystrokes() {
    const GAMES: usize = 36;
    let mut driver = entry();
    let sheet = driver.camp();
    let before = sheet.games.len();
    let keys_of_result = |result| match result {
        GameResult::WhiteWon => "1",
        GameResult::Draw => "5",
        GameResult::BlackWon => "0",
    };
    let mut keys = Vec::new();
    for game in &sheet.games[..GAMES] {
        let (white, black) = (shortest(&sheet, game.white), shortest(&sheet, game.black));
        let result = keys_of_result(game.result);
        for letter in white.chars() {
            driver.type_text(&letter.to_string());
        }
        driver.press(Key::Tab);
        for letter in black.chars() {
            driver.type_text(&letter.to_string());
        }
        driver.press(Key::Tab);
        driver.type_text(result);
        keys.push(white.chars().count() + black.chars().count() + 3);
        assert!(driver.has_keyboard("White"), "straight to the next game");
    }
    let camp = driver.camp();
    assert_eq!(camp.games.len(), before + GAMES);
    for (typed, wanted) in camp.games[before..].iter().zip(&sheet.games[..]) {
        assert_eq!(
            (typed.white, typed.black, typed.result),
            (wanted.white, wanted.black, wanted.result),
            "game {}",
            wanted.sequence
        );
        assert_eq!(typed.date, Some(super::TODAY));
        assert!(typed.counts && typed.entered.is_some());
    }
    let sum: usize = keys.iter().sum();
    let most = keys.iter().max();
    #[expect(clippy::cast_precision_loss, reason = "some hundred keys")]
    let mean = sum as f64 / GAMES as f64;
    println!("{GAMES} games, {sum} keys: {mean:.2} a game, {most:?} at most");
    assert!(mean <= 7.0, "{mean} keys a game: {keys:?}");
}

#[test]
fn the_page_opens_where_games_are_typed_with_the_cursor_in_white() {
    let mut driver = entry();
    assert_eq!(driver.app().views.of(Page::GAMES), View::Entry);
    assert!(driver.has_keyboard("White"));
    driver.press_with(Modifiers::COMMAND, Key::Period);
    assert_eq!(driver.app().views.of(Page::GAMES), View::Form);
    driver.press_with(Modifiers::COMMAND, Key::Comma);
    assert!(driver.has_keyboard("White"));
}

#[test]
fn a_camp_without_players_says_what_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_GAMES);
    assert!(driver.shows("Players come first"));
    driver.game("ann", "bob", "1");
    assert!(driver.shows_words("No player is chosen for “annbob1”"));
    assert!(driver.has_keyboard("White"), "Tab doesn't leave it");
}

#[test]
fn what_a_result_would_do_stands_there_before_it_is_pressed() {
    // The worked example of the camp ladder: a rating of 1400 wins against 1300. The difference of 100 has 4 steps of 25
    // points, so the winner gains 16 − 4 = 12 and the loser loses as much; had 1300 won, it would have gained 16 + 4 = 20.
    let mut driver = entry();
    let camp = driver.camp();
    let id = |name: &str| {
        let named = |player: &&Player| player.last_name == name;
        camp.players.iter().find(named).expect("a player").id
    };
    let (shah, rao) = (id("Shah"), id("Rao"));
    let group = |name: &str, initial_rating| Group::new(name, Some(initial_rating));
    for (name, rating, player) in [("Strong", 1400, shah), ("Weak", 1300, rao)] {
        let add = Edit::AddGroup(group(name, rating));
        driver.app().send(Action::Change(add));
        driver.settle();
        let camp = driver.camp();
        let group = camp.groups.iter().find(|group| group.name == name);
        let moved = Player {
            group: group.map(|group| group.id),
            ..camp.player(player).expect("a player").clone()
        };
        driver.app().send(Action::Change(Edit::put(&moved)));
        driver.settle();
    }
    // Without their earlier games both stand at what their group begins with.
    let games = camp.games.iter();
    let theirs = games.filter(|game| {
        [game.white, game.black]
            .iter()
            .any(|id| *id == shah || *id == rao)
    });
    for game in theirs {
        driver.app().send(Action::Change(Edit::DeleteGame(game.id)));
    }
    driver.settle();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    assert!(driver.shows_words("1–0: Shah, Gael 1400 to 1412, Rao, "));
    assert!(driver.shows_words(" 1300 to 1288"));
    assert!(driver.shows_words(" 1300 to 1320"));
    driver.type_text("1");
    let camp = driver.camp();
    let weekly = |id| camp.player(id).map(|player| player.ratings.weekly);
    assert_eq!((weekly(shah), weekly(rao)), (Some(1412), Some(1288)));
}

#[test]
fn the_title_of_the_forecast_stands_clear_of_the_first_name() {
    let mut driver = entry();
    driver.send(Command::RATINGS_FOLLOW);
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    let painted = painted_texts(driver.harness.output());
    let title = painted.iter().find(|it| it.text == "After Recalc");
    let title = title.expect("the title").place;
    let beside = painted
        .iter()
        .map(|it| it.place)
        .filter(|place| place.left() > title.left() && place.y_range().contains(title.center().y));
    let nearest = beside.map(|place| place.left() - title.right());
    let nearest = nearest.fold(f32::INFINITY, f32::min);
    assert!((8.0..40.0).contains(&nearest), "{nearest}");
}

/// The sign of another result was cut at 150 %, and its words could lie over what is odd.
#[test]
fn another_result_of_the_same_pair_is_said_within_its_card_and_beside_what_is_odd() {
    for (size, is_written) in [
        ((600.0, 427.0), false),
        ((900.0, 640.0), false),
        ((1366.0, 768.0), true),
    ] {
        let mut driver = Driver::with_size(size.0, size.1);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::GO_GAMES);
        driver.game("shah", "rao", "1");
        driver.type_text("rao");
        driver.press(Key::Tab);
        driver.type_text("shah");
        driver.press(Key::Tab);
        let rect = |words: &str| driver.harness.get_by_label_contains(words).rect();
        let odd = rect("Same pair as game 127");
        let said = rect("½–½: ");
        let table = driver
            .harness
            .get_by_role_and_label(egui::Role::Table, "Entered last");
        let end = table.rect().right();
        assert!(said.right() < end, "{size:?}: {said} before {end}");
        assert!(!said.intersects(odd), "{size:?}: {said} and {odd}");
        let mut painted = painted_texts(driver.harness.output()).into_iter();
        let written = painted.find(|it| it.text == "Game 127 has another result");
        assert_eq!(written.is_some(), is_written, "{size:?}");
        assert!(written.is_none_or(|it| it.place.right() <= said.right()));
    }
}

#[test]
fn every_result_key_saves_at_once() {
    let mut driver = entry();
    for (key, result) in [
        ("1", GameResult::WhiteWon),
        ("w", GameResult::WhiteWon),
        ("0", GameResult::BlackWon),
        ("B", GameResult::BlackWon),
        ("5", GameResult::Draw),
        ("=", GameResult::Draw),
        ("½", GameResult::Draw),
        (".", GameResult::Draw),
        ("/", GameResult::Draw),
        ("d", GameResult::Draw),
    ] {
        let before = driver.camp().games.len();
        driver.game("shah", "rao", key);
        assert_eq!(driver.camp().games.len(), before + 1, "{key}");
        assert_eq!(driver.players_of_last_game().2, result, "{key}");
    }
}

#[test]
fn a_game_that_cannot_be_stored_keeps_what_is_typed_and_says_why() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "shah", "1");
    assert_eq!(driver.camp().games.len(), before);
    assert!(driver.shows_words("The same player is on both sides"));
    let draft = driver.entry().strip.draft.clone();
    assert!(
        draft.player(Field::White).is_some()
            && draft.player(Field::White) == draft.player(Field::Black)
    );
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.type_text("0");
    assert_eq!(driver.camp().games.len(), before + 1);

    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.type_text("1");
    assert!(driver.shows_words("Choose who had White"));
    assert_eq!(driver.camp().games.len(), before + 1);
    driver.press(Key::Escape);

    driver.game("qqq", "rao", "1");
    assert!(driver.shows_words("No player is chosen for “qqqrao1”"));
    assert_eq!(driver.camp().games.len(), before + 1);
}

#[test]
fn undo_goes_back_game_by_game_and_redo_forth() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "rao", "1");
    driver.game("rao", "shah", "1");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games.len(), before);
    assert!(driver.shows(&format!("Correcting game {}", before + 1)));
    driver.press_with(Modifiers::COMMAND, Key::Y);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.camp().games.len(), before + 2);
    assert!(driver.shows("New game"));
    assert!(driver.entry().is_empty());
}

#[test]
fn the_last_games_stay_in_view_in_a_small_window_whatever_is_said_above_them() {
    // 1400 by 900 at 150 %.
    let mut driver = Driver::with_size(933.0, 600.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_GAMES);
    let top = |driver: &Driver| driver.harness.get_by_label("Entered last").rect().top();
    for _ in 0..4 {
        driver.game("shah", "rao", "1");
    }
    let before = top(&driver);
    assert!(
        600.0 - before > 130.0,
        "room for three games and the titles"
    );
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    assert!(driver.shows_words("Same pair as game"));
    let moved = (top(&driver) - before).abs();
    assert!(moved < 0.5, "nothing moves while one types");
}

#[test]
fn a_new_game_is_in_view_wherever_the_last_games_were_scrolled_to() {
    let mut driver = Driver::with_size(933.0, 600.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_GAMES);
    for _ in 0..10 {
        driver.game("shah", "rao", "1");
    }
    let last = driver.camp().games.len();
    let shows = |driver: &Driver, number: usize| driver.shows_words(&format!("Game {number}: "));
    assert!(shows(&driver, last));
    driver.press(Key::ArrowUp);
    driver.press(Key::End);
    driver.type_text("5");
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("White"));
    assert!(!shows(&driver, last), "nothing is new");
    driver.game("shah", "rao", "1");
    assert!(shows(&driver, last + 1));
}

/// Sizes at 150 %, and the lowest one.
#[test]
fn what_is_said_where_no_game_is_typed_yet_stays_in_its_card() {
    for size in [
        (960.0, 640.0),
        (960.0, 552.0),
        (933.0, 600.0),
        (640.0, 427.0),
        (450.0, 320.0),
    ] {
        let mut driver = Driver::with_size(size.0, size.1);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::GO_GAMES);
        let card = driver
            .harness
            .get_by_role_and_label(egui::Role::Table, "Entered last")
            .rect();
        for words in ["No game typed yet", "Games you type appear here."] {
            let words = driver.harness.get_by_label_contains(words).rect();
            assert!(card.contains_rect(words), "{size:?}: {words} in {card}");
        }
    }
}

#[test]
fn a_result_is_changed_and_a_game_deleted_in_the_list() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "rao", "1");
    driver.game("rao", "shah", "1");
    driver.press(Key::F6);
    driver.press(Key::ArrowDown);
    driver.type_text("0");
    assert_eq!(driver.camp().games[before].result, GameResult::BlackWon);
    assert_eq!(driver.camp().games[before + 1].result, GameResult::WhiteWon);
    driver.press(Key::Delete);
    assert_eq!(driver.camp().games.len(), before + 1, "nothing is asked");
    let said = driver.message();
    assert_eq!(
        said,
        format!("Game {} deleted. 2 ratings changed", before + 1)
    );
    assert!(driver.shows(&said), "with a button that brings it back");
    driver.harness.get_by_label("Undo what was done");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games.len(), before + 2);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("White"));
}

#[test]
fn games_are_inserted_before_another_until_one_says_otherwise() {
    let mut driver = entry();
    let before = driver.camp().games.len();
    driver.game("shah", "rao", "1");
    driver.press(Key::ArrowUp);
    driver.press(Key::Insert);
    assert!(driver.shows(&format!("New game, played before game {}", before + 1)));
    driver.game("lor", "rao", "1");
    driver.game("lor", "shah", "0");
    let camp = driver.camp();
    let last = camp.games.last().expect("a game");
    assert_eq!((last.sequence, last.id), (129, GameId(last.id.0)));
    assert_eq!(
        camp.listed_name(last.white),
        "Shah, Gael",
        "still the last one"
    );
    assert_eq!(
        camp.games[before + 1].result,
        GameResult::BlackWon,
        "in the order typed"
    );
    driver.press(Key::Escape);
    assert!(driver.shows("New game"));
    driver.game("lor", "shah", "5");
    assert_eq!(driver.players_of_last_game().2, GameResult::Draw);
}

#[test]
fn what_is_odd_is_said_and_keeps_nobody_from_saving() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.type_text("shah");
    driver.press(Key::Tab);
    assert!(driver.shows_words("Same pair as game 127 (1–0), just now"));
    assert!(driver.shows_words("Game 127 has another result"));
    driver.type_text("1");
    assert_eq!(driver.camp().games.len(), 128);
    assert!(driver.shows_words("Game 127, same pair, ended 1–0"));
}

#[test]
fn half_a_game_stays_and_quitting_asks() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("ra");
    driver.send(Command::GO_PLAYERS);
    assert_eq!(driver.app().page, Page::PLAYERS);
    driver.send(Command::QUIT);
    assert!(!driver.app().quitting);
    assert!(driver.app().dialog.is_some());
    assert_eq!(driver.app().page, Page::GAMES);
    driver.press(Key::Escape);
    driver.send(Command::GO_GAMES);
    let camp = driver.camp();
    let white = driver
        .entry()
        .strip
        .draft
        .player(Field::White)
        .expect("White");
    assert_eq!(camp.listed_name(white), "Shah, Gael");
}

/// A click on what can't have the keyboard has taken it away before.
#[test]
fn a_question_from_nowhere_leads_to_where_nothing_is_typed_yet() {
    let mut driver = entry();
    for (typed, place) in [("", "White"), ("shah", "Black"), ("ra", "Result")] {
        if !typed.is_empty() {
            driver.type_text(typed);
            driver.press(Key::Tab);
        }
        let ctx = driver.harness.ctx.clone();
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        driver.send(Command::RENAME_CAMP);
        assert!(driver.app().dialog.is_some());
        driver.press(Key::Escape);
        assert!(driver.has_keyboard(place), "{place}");
    }
}

#[test]
fn a_new_record_empties_the_strip_and_the_date_stays() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.focus_field("Date");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/9");
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert!(driver.entry().is_empty());
    assert!(driver.has_keyboard("White"));
    driver.game("shah", "rao", "1");
    driver.game("shah", "lor", "1");
    let camp = driver.camp();
    let nine = Some(jiff::civil::date(2026, 7, 9));
    assert!(camp.games[126..].iter().all(|game| game.date == nine));
}

#[test]
fn undo_in_the_menu_takes_back_half_a_game_first() {
    let mut driver = entry();
    let before = driver.camp();
    driver.type_text("shah");
    driver.press(Key::Tab);
    assert!(!driver.entry().is_empty());
    driver.send(Command::UNDO);
    assert!(driver.entry().is_empty());
    assert_eq!(driver.camp(), before, "the game before stays");
}

#[test]
fn whatever_is_pasted_into_a_name_changes_nothing() {
    let mut driver = entry();
    // Letters that the program's font doesn't have are drawn as boxes.
    let tofu = egui::MissingGlyphPolicy::Tofu;
    driver.harness.ctx.set_missing_glyph_policy(tofu);
    let before = driver.camp();
    for text in [
        "x".repeat(1000),
        "🙂👩‍👩‍👧".to_owned(),
        "مرحبا بالعالم".to_owned(),
        "\u{0}\u{1}PK\u{3}\u{4}ÿþ".to_owned(),
    ] {
        driver.harness.event(egui::Event::Paste(text.clone()));
        driver.settle();
        driver.press(Key::Tab);
        driver.harness.event(egui::Event::Paste(text));
        driver.settle();
        driver.press(Key::Tab);
        driver.type_text("1");
        assert_eq!(driver.camp().games.len(), before.games.len());
        driver.press(Key::Escape);
        assert!(driver.entry().is_empty());
    }
    driver.game("shah", "rao", "1");
    assert_eq!(driver.camp().games.len(), before.games.len() + 1);
}
