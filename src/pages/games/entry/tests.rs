//! What is odd about a game, and what the strip holds, without a window.

use jiff::{ToSpan as _, Zoned, civil::date};

use super::*;
use crate::{
    app::open_sample,
    domain::{Edit, Field, Game, PlayerId, SavedRatings, System, Value},
    rating::camp_ladder::explain::explain_games,
    storage::{CampFile, Occasion},
};

fn now() -> Zoned {
    let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(-5));
    date(2026, 7, 10)
        .at(14, 30, 0, 0)
        .to_zoned(zone)
        .expect("a moment")
}

struct Desk {
    file: CampFile,
    camp: CampData,
    entry: Entry,
    revision: u64,
}

impl Desk {
    fn new() -> Self {
        let (file, camp) = open_sample(now().date()).expect("the sample camp");
        let mut entry = Entry::default();
        entry.follow(&camp, &now());
        entry.look_back(&camp, 1, &now());
        Self {
            file,
            camp,
            entry,
            revision: 1,
        }
    }

    fn change(&mut self, edit: &Edit, at: &Zoned) {
        let occasion = Occasion {
            name: edit.name(&self.camp),
            at: at.timestamp(),
            ratings_follow: true,
            joins: None,
        };
        let applied = self.file.apply(edit, &occasion).expect("it is saved");
        self.camp = self
            .file
            .reload(&self.camp, applied.changed)
            .expect("the camp");
        self.revision += 1;
        self.entry.follow(&self.camp, &now());
        self.entry.look_back(&self.camp, self.revision, &now());
    }

    /// Saves a game, entered so many minutes ago.
    fn game(&mut self, white: i64, black: i64, result: GameResult, minutes: i64) -> GameId {
        let game = Game {
            date: Some(now().date()),
            ..Game::new(PlayerId(white), PlayerId(black), result)
        };
        let at = now().checked_sub(minutes.minutes()).expect("a moment");
        self.change(&Edit::add_game(game), &at);
        self.camp.games.last().expect("the game").id
    }

    /// What is odd about a game in the strip.
    fn odd(&mut self, white: i64, black: i64) -> Vec<String> {
        self.entry
            .strip
            .draft
            .set(Field::White, Value::Reference(white));
        self.entry
            .strip
            .draft
            .set(Field::Black, Value::Reference(black));
        let oddities = self.entry.oddities(&self.camp, &now());
        let sentences = oddities.iter().map(|odd| odd.sentence(&self.camp));
        sentences.collect()
    }

    fn odd_of(&self, id: GameId) -> Vec<Oddity> {
        let mut latest = self.entry.latest().iter();
        let game = latest.find(|game| game.id == id);
        game.map(|game| game.oddities.clone()).unwrap_or_default()
    }
}

#[test]
fn the_same_pair_is_odd_within_the_hour_whatever_the_colours() {
    let mut desk = Desk::new();
    desk.game(2, 4, GameResult::WhiteWon, 5);
    desk.game(3, 5, GameResult::Draw, 61);
    let again = ["Same pair as game 127 (1–0), 5 minutes earlier"];
    assert_eq!(desk.odd(2, 4), again);
    assert_eq!(desk.odd(4, 2), again);
    assert!(desk.odd(3, 5).is_empty(), "more than an hour ago");
    assert!(desk.odd(2, 5).is_empty());
}

#[test]
fn the_same_pair_is_said_of_the_later_game_alone_also_while_either_is_corrected() {
    let mut desk = Desk::new();
    let first = desk.game(2, 4, GameResult::WhiteWon, 5);
    let later = desk.game(4, 2, GameResult::BlackWon, 3);
    let imported = desk.camp.games[0].clone();
    let after_it = desk.game(imported.white.0, imported.black.0, imported.result, 1);
    let in_list = |desk: &Desk, id| {
        let odd = desk.odd_of(id);
        let sentences = odd.iter().map(|odd| odd.sentence(&desk.camp));
        sentences.collect::<Vec<_>>()
    };
    let in_strip = |desk: &mut Desk, id| {
        desk.entry.correct(id, &desk.camp, now().date());
        let odd = desk.entry.oddities(&desk.camp, &now());
        let sentences = odd.iter().map(|odd| odd.sentence(&desk.camp));
        sentences.collect::<Vec<_>>()
    };
    let again = vec!["Same pair as game 127 (1–0), 2 minutes earlier".to_owned()];
    assert_eq!(in_list(&desk, later), again);
    assert_eq!(in_strip(&mut desk, later), again);
    assert_eq!(in_list(&desk, first), Vec::<String>::new());
    assert_eq!(in_strip(&mut desk, first), Vec::<String>::new());
    assert_eq!(
        in_strip(&mut desk, imported.id),
        Vec::<String>::new(),
        "nobody typed it, so it was there first"
    );
    assert_eq!(in_list(&desk, after_it), Vec::<String>::new());
}

#[test]
fn another_result_of_the_same_pair_on_the_same_day_is_odd() {
    let mut desk = Desk::new();
    let first = desk.game(2, 4, GameResult::WhiteWon, 120);
    let same = desk.game(4, 2, GameResult::BlackWon, 30);
    let other = desk.game(2, 4, GameResult::Draw, 2);
    assert!(desk.odd_of(first).is_empty(), "the first one is not blamed");
    assert!(
        desk.odd_of(same).is_empty(),
        "the same result with other colours"
    );
    let result = GameResult::BlackWon;
    assert_eq!(
        desk.odd_of(other),
        [Oddity::OtherResult {
            number: 128,
            result
        }]
    );

    desk.odd(2, 4);
    let Outlook::Moves(forecasts) = desk.entry.outlook(&desk.camp, &now()) else {
        panic!("the players are there");
    };
    assert!(
        forecasts
            .iter()
            .all(|forecast| forecast.contradicts.is_some())
    );
}

#[test]
fn one_player_twice_an_inactive_one_and_a_far_date_are_said() {
    let mut desk = Desk::new();
    assert_eq!(
        desk.odd(2, 2),
        ["The same player is on both sides: choose another one"]
    );
    assert!(desk.entry.oddities(&desk.camp, &now())[0].stops());
    let mut inactive = desk.camp.players[0].clone();
    inactive.set_active(false);
    let name = desk.camp.full_name(inactive.id);
    let id = inactive.id.0;
    desk.change(&Edit::put(&inactive), &now());
    assert_eq!(desk.odd(id, 2), [format!("{name} is inactive")]);
    desk.entry.strip.draft.set_text(Field::Date, "7/10/2062");
    assert_eq!(desk.odd(4, 2), ["7/10/2062 is far from the other games"]);
    // Typing goes on months after the file of the week was imported.
    desk.entry.strip.draft.set_text(Field::Date, "11/23/2026");
    let later = now().checked_add(jiff::Span::new().days(136));
    let odd = desk.entry.oddities(&desk.camp, &later.expect("a day"));
    let sentences = odd.iter().map(|odd| odd.sentence(&desk.camp));
    assert_eq!(
        sentences.collect::<Vec<_>>(),
        ["11/23/2026 is far from the other games"]
    );
    desk.entry.strip.draft.set_text(Field::Date, "7/3");
    desk.entry
        .strip
        .draft
        .set(Field::Counts, Value::YesNo(false));
    assert_eq!(desk.odd(4, 2), ["Fun games don’t change ratings"]);
    assert_eq!(desk.entry.outlook(&desk.camp, &now()), Outlook::Nothing);
}

#[test]
fn the_last_ten_stay_with_what_they_did() {
    let mut desk = Desk::new();
    assert!(
        desk.entry.latest().is_empty(),
        "imported games were not typed"
    );
    let typed = (0..12)
        .map(|minute| desk.game(2 + minute, 20, GameResult::WhiteWon, 12 - minute))
        .collect::<Vec<_>>();
    let shown = desk.entry.latest().iter().map(|game| game.id);
    assert!(shown.eq(typed.iter().rev().take(10).copied()));
    let last = desk.entry.latest()[0].moved.expect("it counts");
    let white = desk.camp.player(PlayerId(13)).expect("White");
    assert_eq!(last.white + last.change, white.ratings.weekly);
    assert_eq!(
        newest(&desk.camp).map(|game| Some(game.id)),
        Some(typed.last().copied())
    );
}

#[test]
fn the_forecast_is_what_happens() {
    let mut desk = Desk::new();
    desk.odd(2, 4);
    let Outlook::Moves(forecasts) = desk.entry.outlook(&desk.camp, &now()) else {
        panic!("the players are there");
    };
    for forecast in forecasts {
        let mut desk = Desk::new();
        desk.game(2, 4, forecast.result, 0);
        let rating = |id| {
            desk.camp
                .player(PlayerId(id))
                .map(|player| player.ratings.weekly)
        };
        assert_eq!(
            (rating(2), rating(4)),
            (Some(forecast.white.1), Some(forecast.black.1))
        );
    }
}

#[test]
fn a_correction_gives_the_half_typed_game_back() {
    let mut desk = Desk::new();
    let game = desk.game(2, 4, GameResult::WhiteWon, 0);
    desk.entry
        .strip
        .draft
        .set(Field::White, Value::Reference(9));
    desk.entry.strip.draft.set_text(Field::Date, "7/9");
    assert!(desk.entry.is_changed());
    desk.entry.correct(game, &desk.camp, now().date());
    assert_eq!(desk.entry.holds(&desk.camp), Holds::Correction(127));
    assert!(desk.entry.is_changed(), "what was put aside would be lost");
    assert_eq!(desk.entry.outlook(&desk.camp, &now()), Outlook::Replay);
    desk.entry.leave();
    assert_eq!(
        desk.entry.strip.draft.player(Field::White),
        Some(PlayerId(9))
    );
    assert_eq!(desk.entry.strip.draft.typed(Field::Date), "7/9");
    desk.entry.leave();
    assert!(desk.entry.is_empty() && !desk.entry.is_changed());
    assert_eq!(
        desk.entry.strip.draft.typed(Field::Date),
        "7/10/2026",
        "the date is that of the game before"
    );
}

#[test]
fn inserting_ends_with_the_game_that_comes_after() {
    let mut desk = Desk::new();
    let game = desk.game(2, 4, GameResult::WhiteWon, 0);
    desk.entry.insert_before(Some(game));
    assert_eq!(desk.entry.holds(&desk.camp), Holds::Inserted(127));
    assert!(desk.entry.is_empty() && !desk.entry.is_changed());
    desk.change(&Edit::DeleteGame(game), &now());
    assert_eq!(desk.entry.holds(&desk.camp), Holds::New);
}

#[test]
fn the_moves_of_all_games_add_up_to_the_saved_ratings() {
    let camp = Desk::new().camp;
    let counting = || camp.games.iter().filter(|game| game.counts);
    let all = counting().map(|game| game.id).collect();
    let (found, end) = explain_games(&camp, &all).expect("an explanation");
    assert_eq!(found.len(), counting().count());
    let saved = camp
        .players
        .iter()
        .map(|player| (player.id, player.ratings));
    assert_eq!(end.ratings, saved.collect::<Vec<_>>());
    for player in camp.players.iter() {
        let has_player = |game: &&Game| game.white == player.id || game.black == player.id;
        let Some(last) = counting().rfind(has_player) else {
            continue;
        };
        let game = found.iter().find(|game| game.id == last.id);
        let game = game.expect("the game").working(System::Weekly);
        let after = if last.white == player.id {
            game.white + game.change
        } else {
            game.black - game.change
        };
        assert_eq!(after, player.ratings.weekly, "player {}", player.id);
    }
}

#[test]
fn the_forecast_is_what_the_game_will_do_even_if_the_saved_ratings_are_old() {
    let mut desk = Desk::new();
    let fresh = desk.camp.players.clone();
    let old = fresh.iter().map(|player| {
        let mut ratings = player.ratings;
        ratings.weekly += 40;
        (player.id, ratings)
    });
    let ratings = old.collect();
    desk.change(&Edit::SaveRatings(SavedRatings { ratings }), &now());
    desk.entry
        .strip
        .draft
        .set(Field::White, Value::Reference(2));
    desk.entry
        .strip
        .draft
        .set(Field::Black, Value::Reference(4));
    let Outlook::Moves([if_white_wins, ..]) = desk.entry.outlook(&desk.camp, &now()) else {
        panic!("two players are chosen");
    };
    desk.game(2, 4, GameResult::WhiteWon, 0);
    let weekly = |id| {
        desk.camp
            .player(PlayerId(id))
            .expect("a player")
            .ratings
            .weekly
    };
    assert_eq!(if_white_wins.white.1, weekly(2));
    assert_eq!(if_white_wins.black.1, weekly(4));
}

#[test]
fn nothing_is_forecast_that_a_problem_keeps_from_happening() {
    let mut desk = Desk::new();
    let mut player = desk.camp.player(PlayerId(9)).expect("a player").clone();
    player.group = None;
    desk.change(&Edit::put(&player), &now());
    desk.entry
        .strip
        .draft
        .set(Field::White, Value::Reference(2));
    desk.entry
        .strip
        .draft
        .set(Field::Black, Value::Reference(4));
    let outlook = desk.entry.outlook(&desk.camp, &now());
    assert_eq!(outlook, Outlook::Stopped);
}
