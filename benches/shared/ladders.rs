//! The further ladders over a million games, beside the camp ladder's replay of the same ones.

use std::{hint::black_box, ops::ControlFlow, time::Duration};

use camp_ladder::{
    domain::{GameId, LadderSystem, PlayerId, SettingValues},
    rating::{self, Bout, BoutDetail, Entrant, Field, Settings, camp_ladder::Pairing},
};
use jiff::{ToSpan as _, civil::Date};

use super::{GAMES, PLAYERS, answer, games, ladder, line, median, ratio, show, slope};

/// Settings by name.
type Values = &'static [(&'static str, &'static str)];

/// The systems with their settings, and what is aimed at.
const LADDERS: [(&str, LadderSystem, Values, &str); 5] = [
    (
        "club ladder, the top closed up",
        LadderSystem::Club,
        &[],
        "3 × the camp ladder",
    ),
    (
        "club ladder, empty ranks hidden",
        LadderSystem::Club,
        &[("shared-ranks", "hide-empty")],
        "3 × the camp ladder",
    ),
    (
        "club ladder, no shared ranks",
        LadderSystem::Club,
        &[("shared-ranks", "none")],
        "–",
    ),
    (
        "Race Code league",
        LadderSystem::RaceCode,
        &[],
        "3 × the camp ladder",
    ),
    (
        "Game Courier ratings",
        LadderSystem::GameCourier,
        &[],
        "1 s",
    ),
];

pub(crate) fn benchmark() {
    let played = games(PLAYERS, GAMES);
    let camp = {
        let ladder = ladder(PLAYERS, played.clone());
        median(
            9,
            || (),
            |()| {
                black_box(answer(black_box(&ladder)));
            },
        )
    };
    let full = field(PLAYERS, &played);
    let empty = field(PLAYERS, &[]);
    for (name, system, values, aim) in LADDERS {
        let whole = time(&full, system, values, 9);
        // What is left without games is the list: ten thousand lines in order, with their names.
        let list = time(&empty, system, values, 9);
        let replay = whole.saturating_sub(list);
        let growth = growth(system, values);
        line(
            &format!("{name}: 1,000,000 games, 10,000 players"),
            aim,
            &format!(
                "{} and {} for the list ({:.1} ×)",
                show(replay),
                show(list),
                ratio(replay, camp)
            ),
            &format!(
                "the camp ladder's replay of the same games: {}; grows with games (10,000 to 1,000,000 of 1,000 players) to the power of {growth:.2}",
                show(camp)
            ),
        );
    }
    gathered(&played);
}

/// What it takes to gather players and games from the camp as it is in memory, which comes before each of them.
fn gathered(played: &[Pairing]) {
    let camp = super::camp_of_games(PLAYERS, played);
    let settings = settings(LadderSystem::Club, &[]);
    let time = median(
        5,
        || (),
        |()| {
            let field = Field::gather(black_box(&camp), &settings, super::TODAY);
            black_box(field.expect("a field"));
        },
    );
    line(
        "gathering a million games for a ladder",
        "–",
        &show(time),
        "–",
    );
}

fn settings(system: LadderSystem, values: &[(&str, &str)]) -> Settings {
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let values = values.collect::<SettingValues>();
    Settings::new(rating::kind(system), &values).expect("settings")
}

fn time(field: &Field, system: LadderSystem, values: &[(&str, &str)], runs: usize) -> Duration {
    let settings = settings(system, values);
    median(
        runs,
        || (),
        |()| {
            let standings = rating::standings_of(black_box(field), &settings, &mut |_, _| {
                ControlFlow::Continue(())
            });
            black_box(standings.expect("standings"));
        },
    )
}

/// The exponent of games.
fn growth(system: LadderSystem, values: &[(&str, &str)]) -> f64 {
    let all = games(1000, GAMES);
    let points = [10_000, 100_000, 1_000_000].map(|count| {
        let field = field(1000, &all[..count]);
        let runs = if count < 1_000_000 { 21 } else { 3 };
        (count as f64, time(&field, system, values, runs))
    });
    slope(&points)
}

/// The games as a ladder gathers them, 2,000 a week.
fn field(players: u32, played: &[Pairing]) -> Field {
    let day = |at: usize| -> Date {
        let days = i64::try_from(at / 300).expect("small");
        super::TODAY
            .checked_sub((4000 - days).days())
            .expect("a day")
    };
    let entrants = (0..players).map(|player| {
        let [last_name, first_name] = super::name(player);
        Entrant {
            id: PlayerId(i64::from(player) + 1),
            name: format!("{first_name} {last_name}"),
            last_name,
            first_name,
            shares_name: false,
            by_name: player,
            group: String::new(),
            initial_rating: Some(1000),
            active: true,
            joined: None,
            background: String::new(),
        }
    });
    let bouts = played.iter().enumerate().map(|(at, game)| Bout {
        white: game.white,
        black: game.black,
        calendar_week: i32::try_from(at / 2000).expect("small"),
        result: game.result,
        counts: true,
    });
    let details = (1..).zip(0..played.len()).map(|(number, at)| BoutDetail {
        game: GameId(number),
        week: 1,
        sequence: number,
        date: Some(day(at)),
    });
    Field {
        entrants: entrants.collect(),
        bouts: bouts.collect(),
        details: details.collect(),
        ..Field::default()
    }
}
