//! Explanations against the recalculation and the standings, and the words of every case of the rule.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{
    domain::{GameResult::*, Scope, Standings},
    rating::camp_ladder::tests::{answer, camp, some_games},
};

const SYSTEMS: [System; 2] = [System::Weekly, System::Permanent];

fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn week(camp: &CampData, player: i64) -> PlayerWeek {
    explain_player(camp, PlayerId(player), go_on).expect("an explanation")
}

/// Shah (player 1) and Rao (player 2) with these ratings, both inactive so that the ratings are free, and one game.
fn shah_and_rao(white: i32, black: i32, result: GameResult) -> CampData {
    let mut camp = camp(1000, &[None, None], &[(1, 2, result)]);
    let players = Arc::make_mut(&mut camp.players);
    for (player, (name, rating)) in players.iter_mut().zip([("Shah", white), ("Rao", black)]) {
        player.last_name = name.to_owned();
        player.ratings = Ratings {
            weekly: rating,
            permanent: rating,
        };
        player.leave_before_the_week();
    }
    camp
}

fn only_game(camp: &CampData) -> PlayedGame {
    explain_game(camp, GameId(1), go_on).expect("an explanation")
}

/// The sentences about the game, without those about inactive players.
fn rule_in_words(camp: &CampData) -> Vec<String> {
    let mut sentences = only_game(camp).sentences(camp, System::Weekly);
    sentences.retain(|sentence| !sentence.contains("inactive"));
    sentences
}

#[track_caller]
fn check(ratings: (i32, i32), result: GameResult, after: (i32, i32), words: [&str; 3]) {
    let camp = shah_and_rao(ratings.0, ratings.1, result);
    let working = only_game(&camp).working(System::Weekly);
    let (white, black) = (working.of(Side::White), working.of(Side::Black));
    assert_eq!((white.before, black.before), ratings);
    assert_eq!((white.after, black.after), after);
    assert_eq!(rule_in_words(&camp), words);
}

#[test]
fn the_worked_examples_have_their_figures_and_words() {
    check(
        (1400, 1300),
        WhiteWon,
        (1412, 1288),
        [
            "Shah was 100 points above Rao: a 25th of that is 4 points, which Shah gives to Rao.",
            "The winner Shah gains 16, which Rao gives.",
            "Together: Shah +12, Rao −12.",
        ],
    );
    check(
        (1300, 1400),
        WhiteWon,
        (1320, 1380),
        [
            "Rao was 100 points above Shah: a 25th of that is 4 points, which Rao gives to Shah.",
            "The winner Shah gains 16, which Rao gives.",
            "Together: Shah +20, Rao −20.",
        ],
    );
    check(
        (1400, 1300),
        Draw,
        (1396, 1304),
        [
            "Shah was 100 points above Rao: a 25th of that is 4 points, which Shah gives to Rao.",
            "A draw by itself moves nothing.",
            "Together: Rao +4, Shah −4.",
        ],
    );
    check(
        (1800, 1300),
        WhiteWon,
        (1801, 1299),
        [
            "Shah was 500 points above Rao: beyond 375 it is always 15 points, which Shah gives to Rao.",
            "The winner Shah gains 16, which Rao gives.",
            "Together: Shah +1, Rao −1.",
        ],
    );
    check(
        (1300, 1800),
        WhiteWon,
        (1331, 1769),
        [
            "Rao was 500 points above Shah: beyond 375 it is always 15 points, which Rao gives to Shah.",
            "The winner Shah gains 16, which Rao gives.",
            "Together: Shah +31, Rao −31.",
        ],
    );
    check(
        (1000, 1000),
        Draw,
        (1000, 1000),
        [
            "Shah and Rao were both rated 1000: the difference moves nothing.",
            "A draw by itself moves nothing.",
            "Together: neither rating moves.",
        ],
    );
}

#[test]
fn the_limits_of_the_step_have_their_words() {
    let first = |white, black| rule_in_words(&shah_and_rao(white, black, BlackWon)).swap_remove(0);
    assert_eq!(
        first(1130, 1000),
        "Shah was 130 points above Rao: a 25th of that, without the fraction, is 5 points, which Shah gives to Rao."
    );
    assert_eq!(
        first(1024, 1000),
        "Shah was 24 points above Rao: less than 25 points move nothing."
    );
    assert_eq!(
        first(1000, 1001),
        "Rao was 1 point above Shah: less than 25 points move nothing."
    );
    assert_eq!(
        first(1025, 1000),
        "Shah was 25 points above Rao: a 25th of that is 1 point, which Shah gives to Rao."
    );
    assert_eq!(
        first(1375, 1000),
        "Shah was 375 points above Rao: a 25th of that is 15 points, which Shah gives to Rao."
    );
    assert_eq!(
        first(1376, 1000),
        "Shah was 376 points above Rao: beyond 375 it is always 15 points, which Shah gives to Rao."
    );
    assert_eq!(
        first(-40, -40),
        "Shah and Rao were both rated −40: the difference moves nothing."
    );
}

#[test]
fn a_fun_game_moves_nothing_and_says_so() {
    let mut camp = shah_and_rao(1400, 1300, WhiteWon);
    Arc::make_mut(&mut camp.games)[0].counts = false;
    assert_eq!(
        rule_in_words(&camp),
        ["This is a fun game. Fun games don’t change ratings."]
    );
    let week = week(&camp, 1);
    assert_eq!((week.games.len(), week.tally), (1, [0, 0, 0]));
    let working = week.working(&week.games[0], System::Weekly);
    assert_eq!(
        (working.before, working.change, working.after),
        (1400, 0, 1400)
    );
    assert_eq!(
        week.sum_sentence(System::Weekly),
        "No game that counts: the rating is where the week began."
    );
}

#[test]
fn inactive_players_are_named() {
    let mut camp = shah_and_rao(1400, 1300, WhiteWon);
    Arc::make_mut(&mut camp.players)[0].set_active(true);
    let sentences = only_game(&camp).sentences(&camp, System::Weekly);
    assert_eq!(sentences.len(), 4);
    assert_eq!(
        sentences[3],
        "Rao is inactive, and began the week at the rating held when Rao became inactive."
    );
}

#[test]
fn players_of_one_last_name_are_told_apart() {
    let mut camp = shah_and_rao(1400, 1300, WhiteWon);
    let rename = |camp: &mut CampData, at: usize, first: &str, last: &str| {
        let player = &mut Arc::make_mut(&mut camp.players)[at];
        (player.first_name, player.last_name) = (first.to_owned(), last.to_owned());
    };
    rename(&mut camp, 0, "Ann", "Lee");
    rename(&mut camp, 1, "Bo", "Lee");
    assert_eq!(
        rule_in_words(&camp)[2],
        "Together: Ann Lee +12, Bo Lee −12."
    );
    rename(&mut camp, 1, "Ann", "Lee");
    assert_eq!(
        rule_in_words(&camp)[2],
        "Together: Ann Lee (1) +12, Ann Lee (2) −12."
    );
}

#[test]
fn the_start_says_where_it_comes_from() {
    let mut camp = camp(400, &[Some(520), None, Some(7)], &[(1, 2, WhiteWon)]);
    Arc::make_mut(&mut camp.players)[2].ratings = Ratings {
        weekly: 700,
        permanent: 650,
    };
    Arc::make_mut(&mut camp.players)[2].leave_before_the_week();
    let sentence = |player, system| week(&camp, player).start_sentence(&camp, system);
    assert_eq!(
        sentence(1, System::Weekly),
        "The week began at 400, the initial ladder rating of the group Red."
    );
    assert_eq!(
        sentence(1, System::Permanent),
        "The week began at 520, the permanent rating for the start of the week."
    );
    assert_eq!(
        sentence(2, System::Permanent),
        "The week began at 0: there is no permanent rating for the start of the week, and that counts as 0."
    );
    assert_eq!(
        sentence(3, System::Weekly),
        "The week began at 700, the rating held when First Last3 became inactive."
    );
    assert_eq!(week(&camp, 3).end.permanent, 650);
}

#[test]
fn the_sum_is_said_by_results_and_differences() {
    // 400 each: 16. Then the loser's 384 against 416, a difference of 32: 16 and a step of 1.
    let camp = camp(400, &[Some(0); 2], &[(1, 2, WhiteWon), (2, 1, Draw)]);
    assert_eq!(
        week(&camp, 1).sum_sentence(System::Weekly),
        "Won 1, drawn 1, lost 0: +16 for the results and −1 for the differences, together +15."
    );
}

#[test]
fn what_stops_a_recalculation_stops_an_explanation() {
    let mut camp = camp(400, &[Some(0); 2], &[(1, 2, WhiteWon)]);
    assert_eq!(
        explain_player(&camp, PlayerId(77), go_on),
        Err(NotExplained::Gone)
    );
    assert_eq!(
        explain_game(&camp, GameId(77), go_on),
        Err(NotExplained::Gone)
    );
    assert_eq!(
        explain_player(&camp, PlayerId(1), |_, _| ControlFlow::Break(())),
        Err(NotExplained::Cancelled)
    );
    Arc::make_mut(&mut camp.groups)[0].initial_rating = None;
    assert!(matches!(
        explain_player(&camp, PlayerId(1), go_on),
        Err(NotExplained::Problems(problems)) if problems.len() == 1
    ));
    assert!(matches!(
        explain_game(&camp, GameId(1), go_on),
        Err(NotExplained::Problems(problems)) if problems.len() == 1
    ));
}

/// What must hold for every player and every game of a camp, whatever is in it.
fn check_camp(camp: &mut CampData) -> Result<(), TestCaseError> {
    let answer = answer(camp);
    let players = Arc::make_mut(&mut camp.players);
    for (player, (_, ratings)) in players.iter_mut().zip(&answer.saved.ratings) {
        player.ratings = *ratings;
    }
    for (id, ratings) in &answer.saved.ratings {
        let week = explain_player(camp, *id, go_on).expect("an explanation");
        prop_assert_eq!(week.end, *ratings, "the last rating is the recalculation's");
        for system in SYSTEMS {
            let mut rating = system.of(week.start);
            for game in &week.games {
                let working = week.working(game, system);
                prop_assert_eq!(
                    working.before,
                    rating,
                    "one game begins where the last ended"
                );
                let sum = working.before + working.for_result + working.for_difference;
                prop_assert_eq!(sum, working.after);
                rating = working.after;
                let explained = explain_game(camp, game.id, go_on).expect("an explanation");
                prop_assert_eq!(&explained, game, "a game says the same as its players");
                let both = game.working(system);
                let (white, black) = (both.of(Side::White), both.of(Side::Black));
                prop_assert_eq!(white.change + black.change, 0);
                prop_assert_eq!(white.for_result + black.for_result, 0);
                prop_assert_eq!(white.for_difference + black.for_difference, 0);
            }
            prop_assert_eq!(rating, system.of(week.end));
            let sum = week.for_results + system.of(week.for_differences);
            prop_assert_eq!(sum, week.change(system));
        }
    }
    for system in SYSTEMS {
        for row in Standings::new(camp, system, Scope::Camp, true).rows() {
            let week = explain_player(camp, row.id, go_on).expect("an explanation");
            prop_assert_eq!(row.start, system.of(week.start));
            prop_assert_eq!(row.rating, system.of(week.end));
            prop_assert_eq!(row.change, week.change(system));
            prop_assert_eq!([row.won, row.drawn, row.lost], week.tally);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn explanations_agree_with_the_recalculation_and_the_standings(
        games in some_games(7),
        fun in prop::collection::vec(prop::bool::weighted(0.2), 200),
        starts in prop::collection::vec(prop::option::of(-500..3000_i32), 7),
        frozen in prop::collection::vec(prop::option::weighted(0.3, -500..3000_i32), 7),
    ) {
        let mut camp = camp(1000, &starts, &games);
        for (game, fun) in Arc::make_mut(&mut camp.games).iter_mut().zip(fun) {
            game.counts = !fun;
        }
        for (player, frozen) in Arc::make_mut(&mut camp.players).iter_mut().zip(frozen) {
            if let Some(frozen) = frozen {
                player.active = false;
                player.frozen = Some(Ratings { weekly: frozen, permanent: frozen / 2 });
            }
        }
        check_camp(&mut camp)?;
    }
}
