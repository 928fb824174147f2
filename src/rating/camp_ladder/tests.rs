//! Every example and every rule of the camp ladder, against arithmetic done by hand or by another route.

use std::sync::Arc;

use jiff::civil::date;
use proptest::prelude::*;
use strum::VariantArray as _;

use super::*;
use crate::domain::{Game, GameId, GameResult::*, Group, GroupId, Player, PlayerId, Week};

/// A camp with one group at `initial` and players 1, 2, … who start the week at these permanent ratings.
pub(super) fn camp(
    initial: i32,
    starts: &[Option<i32>],
    games: &[(i64, i64, GameResult)],
) -> CampData {
    let players = (1..).zip(starts).map(|(id, start)| Player {
        id: PlayerId(id),
        last_name: format!("Last{id}"),
        first_name: "First".to_owned(),
        group: Some(GroupId(1)),
        start_permanent: *start,
        ..Player::default()
    });
    let games = (1..).zip(games).map(|(id, (white, black, result))| Game {
        id: GameId(id),
        sequence: id,
        ..Game::new(PlayerId(*white), PlayerId(*black), *result)
    });
    CampData {
        groups: Arc::new(vec![Group {
            id: GroupId(1),
            name: "Red".to_owned(),
            initial_rating: Some(initial),
            ..Group::default()
        }]),
        players: Arc::new(players.collect()),
        games: Arc::new(games.collect()),
        ..CampData::new("Test camp", Week::new(1, date(2026, 7, 6)))
    }
}

pub(super) fn answer(camp: &CampData) -> Recalculation {
    recalculate(&Ladder::new(camp), |_, _| ControlFlow::Continue(())).expect("an answer")
}

fn weekly(camp: &CampData) -> Vec<i32> {
    let ratings = answer(camp).saved.ratings;
    ratings.iter().map(|(_, now)| now.weekly).collect()
}

fn permanent(camp: &CampData) -> Vec<i32> {
    let ratings = answer(camp).saved.ratings;
    ratings.iter().map(|(_, now)| now.permanent).collect()
}

/// The words of the published algorithm, branch by branch, without the single expression of [`change`].
fn published(white: i32, black: i32, result: GameResult) -> (i32, i32) {
    let difference = (white - black).abs();
    let part = difference / 25;
    let (winner_gains, higher_loses) = if difference <= 375 {
        (16, part)
    } else {
        (16, 15)
    };
    let (mut new_white, mut new_black) = (white, black);
    match result {
        WhiteWon => {
            new_white += winner_gains;
            new_black -= winner_gains;
        }
        BlackWon => {
            new_black += winner_gains;
            new_white -= winner_gains;
        }
        Draw => {}
    }
    if white > black {
        new_white -= higher_loses;
        new_black += higher_loses;
    } else {
        new_white += higher_loses;
        new_black -= higher_loses;
    }
    (new_white, new_black)
}

#[test]
fn worked_examples() {
    let after = |white: i32, black: i32, result| {
        let moved = change(white, black, result);
        (white + moved, black - moved)
    };
    assert_eq!(after(1400, 1300, WhiteWon), (1412, 1288));
    assert_eq!(after(1300, 1400, WhiteWon), (1320, 1380));
    assert_eq!(after(1400, 1300, Draw), (1396, 1304));
    assert_eq!(after(1800, 1300, WhiteWon), (1801, 1299));
    assert_eq!(after(1300, 1800, WhiteWon), (1331, 1769));
    assert_eq!(after(1000, 1000, Draw), (1000, 1000));
    // The same games with the colours exchanged.
    assert_eq!(after(1300, 1400, BlackWon), (1288, 1412));
    assert_eq!(after(1800, 1300, BlackWon), (1769, 1331));
    assert_eq!(after(1300, 1400, Draw), (1304, 1396));
}

#[test]
fn steps_around_the_limit() {
    assert_eq!([374, 375, 376].map(step), [14, 15, 15]);
    assert_eq!([-374, -375, -376].map(step), [-14, -15, -15]);
    assert_eq!([0, 24, 25, -24, -25, -49].map(step), [0, 0, 1, 0, -1, -1]);
    assert_eq!([i32::from(i16::MIN), 99_999].map(step), [-15, 15]);
}

#[test]
fn published_words_and_our_expression_agree_on_every_difference() {
    for difference in -1200..=1200 {
        for result in GameResult::VARIANTS.iter().copied() {
            let (white, black) = (1500 + difference, 1500);
            let moved = change(white, black, result);
            assert_eq!(
                (white + moved, black - moved),
                published(white, black, result),
                "difference {difference}, {result:?}"
            );
        }
    }
}

#[test]
fn active_players_start_at_the_group_and_at_their_own_permanent_rating() {
    let camp = camp(400, &[Some(520), Some(300), None], &[]);
    assert_eq!(weekly(&camp), [400, 400, 400]);
    assert_eq!(permanent(&camp), [520, 300, 0]);
}

#[test]
fn both_ratings_move_by_their_own_difference() {
    // Weekly 400 each: 16. Permanent 520 against 300: the step of 220 is 8.
    let camp = camp(400, &[Some(520), Some(300)], &[(1, 2, WhiteWon)]);
    assert_eq!(weekly(&camp), [416, 384]);
    assert_eq!(permanent(&camp), [528, 292]);
}

/// The old program started an inactive player from the last result, so that each press of the button moved on.
#[test]
fn inactive_players_start_at_their_frozen_ratings_every_time() {
    let mut camp = camp(400, &[Some(400), Some(400)], &[(1, 2, WhiteWon)]);
    let frozen = Ratings {
        weekly: 700,
        permanent: 650,
    };
    let players = Arc::make_mut(&mut camp.players);
    players[1].ratings = frozen;
    players[1].leave_before_the_week();
    // 400 beats 700: step(-300) = -12, so 28 points; permanent step(-250) = -10, so 26.
    assert_eq!(weekly(&camp), [428, 672]);
    assert_eq!(permanent(&camp), [426, 624]);

    let first = answer(&camp);
    let players = Arc::make_mut(&mut camp.players);
    for (player, (_, ratings)) in players.iter_mut().zip(&first.saved.ratings) {
        player.ratings = *ratings;
    }
    let second = answer(&camp);
    assert_eq!(second.saved, first.saved, "twice equals once");
    assert_eq!(second.changed, 0);
}

/// It takes a name off the lists, no more.
#[test]
fn making_somebody_inactive_or_active_moves_no_rating() {
    let games = [(1, 2, WhiteWon), (2, 3, Draw), (1, 2, BlackWon)];
    let mut camp = camp(400, &[Some(520), Some(300), None], &games);
    let before = answer(&camp).saved;
    for active in [false, true, false] {
        for player in Arc::make_mut(&mut camp.players) {
            player.ratings.weekly += 100;
            player.set_active(active);
        }
        assert_eq!(answer(&camp).saved, before);
    }
}

#[test]
fn only_who_was_inactive_when_the_week_began_is_a_problem_with_games() {
    let games = [(1, 2, WhiteWon), (2, 3, Draw), (3, 2, Draw)];
    let mut camp = camp(400, &[Some(400), Some(400), Some(400)], &games);
    for game in Arc::make_mut(&mut camp.games) {
        game.id = GameId(game.sequence + 10);
    }
    Arc::make_mut(&mut camp.players)[1].set_active(false);
    let problems = || Ladder::new(&camp).problems;
    assert_eq!(problems(), [], "left in this very week");
    let mut camp = camp.clone();
    Arc::make_mut(&mut camp.players)[1].leave_before_the_week();
    Arc::make_mut(&mut camp.games)[2].counts = false;
    let problem = LadderProblem::InactiveWithGames {
        player: PlayerId(2),
        games: vec![GameId(11), GameId(12)],
    };
    assert_eq!(Ladder::new(&camp).problems, std::slice::from_ref(&problem));
    assert_eq!(
        problem.sentence(&camp),
        "First Last2 was inactive when the week began but has 2 games in it. Make the player active, or check the games"
    );
}

/// The old program wrote Black's wins as White's; `(0-1)` was a draw by accident.
#[test]
fn black_can_win() {
    let camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, BlackWon)]);
    assert_eq!(weekly(&camp), [984, 1016]);
}

#[test]
fn order_matters_and_is_by_sequence() {
    let games = [(1, 2, WhiteWon), (2, 3, WhiteWon)];
    let forward = camp(1000, &[Some(0), Some(0), Some(400)], &games);
    let backward = camp(1000, &[Some(0), Some(0), Some(400)], &[games[1], games[0]]);
    // Permanent, by hand. Forward: 1 beats 2 (0:0) 16, −16; 2 beats 3 (−16:400, step −15) 31: 15, 369.
    assert_eq!(permanent(&forward), [16, 15, 369]);
    // Backward: 2 beats 3 (0:400) 31: 31, 369; 1 beats 2 (0:31, step −1) 17: 17, 14.
    assert_eq!(permanent(&backward), [17, 14, 369]);
}

#[test]
fn a_fun_game_moves_nothing() {
    let mut camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    Arc::make_mut(&mut camp.games)[0].counts = false;
    assert_eq!(weekly(&camp), [1000, 1000]);
    assert_eq!(answer(&camp).games, 0);
}

/// The old program stopped halfway with half of the ratings reset.
#[test]
fn a_group_without_rating_is_refused_with_the_players_named() {
    let mut camp = camp(1000, &[Some(0), Some(0)], &[]);
    Arc::make_mut(&mut camp.groups)[0].initial_rating = None;
    let refused = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(()));
    let expected = LadderProblem::NoInitialRating {
        group: GroupId(1),
        players: vec![PlayerId(1), PlayerId(2)],
    };
    assert_eq!(refused, Err(NoAnswer::Problems(vec![expected.clone()])));
    let sentence = expected.sentence(&camp);
    assert!(
        sentence.contains("First Last1 and First Last2 are in it"),
        "{sentence}"
    );
}

#[test]
fn a_player_without_group_is_refused_unless_inactive() {
    let mut camp = camp(1000, &[Some(0)], &[]);
    let players = Arc::make_mut(&mut camp.players);
    players[0].group = None;
    let expected = LadderProblem::NoGroup {
        player: PlayerId(1),
    };
    let refused = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(()));
    assert_eq!(refused, Err(NoAnswer::Problems(vec![expected])));

    Arc::make_mut(&mut camp.players)[0].leave_before_the_week();
    assert_eq!(answer(&camp).players, 1);
}

/// The old program rated a game against a number that isn't there as one against a player rated 0.
#[test]
fn a_game_against_nobody_is_refused() {
    let camp = camp(1000, &[Some(0)], &[(1, 77, WhiteWon)]);
    let refused = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(()));
    let expected = LadderProblem::UnknownPlayer {
        game: GameId(1),
        player: PlayerId(77),
    };
    assert_eq!(refused, Err(NoAnswer::Problems(vec![expected])));
}

#[test]
fn a_game_against_oneself_is_refused() {
    let camp = camp(1000, &[Some(0)], &[(1, 1, Draw)]);
    let refused = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(NoAnswer::Problems(found)) if found.len() == 1));
}

#[test]
fn a_blank_start_counts_as_0_and_is_said() {
    let camp = camp(1000, &[None, Some(100)], &[]);
    let answer = answer(&camp);
    let blank = LadderProblem::BlankStart {
        player: PlayerId(1),
    };
    assert_eq!(answer.doubts, [blank]);
    assert_eq!(permanent(&camp), [0, 100]);
}

#[test]
fn no_games_reset_the_ratings_and_it_is_said() {
    let mut camp = camp(1000, &[Some(5)], &[]);
    Arc::make_mut(&mut camp.players)[0].ratings.weekly = 1234;
    let answer = answer(&camp);
    assert_eq!((answer.changed, answer.games), (1, 0));
    assert!(
        answer.sentence().contains("no games to count"),
        "{}",
        answer.sentence()
    );
}

#[test]
fn the_sentence_counts() {
    let camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    assert_eq!(
        answer(&camp).sentence(),
        "2 players, 1 game, 2 ratings changed"
    );
}

/// Where the old program stopped with an overflow error.
#[test]
fn ratings_beyond_an_access_integer_are_a_clear_error() {
    let games = [(1, 2, WhiteWon); 3];
    let mut camp = camp(1000, &[Some(0), Some(0)], &games);
    let players = Arc::make_mut(&mut camp.players);
    let high = Ratings {
        weekly: 32_767,
        permanent: 0,
    };
    players[0].ratings = high;
    players[0].leave_before_the_week();
    players[1].ratings = high;
    players[1].leave_before_the_week();
    let refused = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(()));
    let expected = LadderProblem::OutOfRange {
        player: PlayerId(1),
    };
    assert_eq!(refused, Err(NoAnswer::Problems(vec![expected])));
}

#[test]
fn a_cancelled_replay_has_no_answer() {
    let camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    let cancelled = recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Break(()));
    assert_eq!(cancelled, Err(NoAnswer::Cancelled));
}

#[test]
fn scattered_player_numbers_find_their_places() {
    let mut camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    let players = Arc::make_mut(&mut camp.players);
    players[0].id = PlayerId(-2_000_000_000);
    players[1].id = PlayerId(i64::MAX);
    let game = &mut Arc::make_mut(&mut camp.games)[0];
    game.white = PlayerId(-2_000_000_000);
    game.black = PlayerId(i64::MAX);
    assert_eq!(weekly(&camp), [1016, 984]);
}

#[test]
fn stale_ratings_are_a_problem_until_they_are_recalculated() {
    let mut camp = camp(1000, &[Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    assert_eq!(
        problems(&camp),
        [LadderProblem::RatingsOutOfDate { players: Some(2) }]
    );
    let answer = answer(&camp);
    let players = Arc::make_mut(&mut camp.players);
    for (player, (_, ratings)) in players.iter_mut().zip(&answer.saved.ratings) {
        player.ratings = *ratings;
    }
    assert_eq!(problems(&camp), []);
}

/// Old ratings were printed as today's while one camper lacked a group.
#[test]
fn ratings_are_stale_also_while_something_stops_a_recalculation() {
    let mut camp = camp(1000, &[Some(0), Some(0), Some(0)], &[(1, 2, WhiteWon)]);
    let saved = answer(&camp).saved;
    camp = camp.with_ratings(&saved);
    let player = PlayerId(3);
    let new = &mut Arc::make_mut(&mut camp.players)[2];
    (new.group, new.ratings) = (None, Ratings::default());
    let stops = LadderProblem::NoGroup { player };
    assert_eq!(
        problems(&camp),
        std::slice::from_ref(&stops),
        "nothing moved since"
    );
    assert!(!is_out_of_date(&camp));

    Arc::make_mut(&mut camp.games).push(Game {
        id: GameId(2),
        sequence: 2,
        ..Game::new(PlayerId(2), PlayerId(1), Draw)
    });
    let stale = LadderProblem::RatingsOutOfDate { players: None };
    assert_eq!(problems(&camp), [stops, stale]);
    assert!(is_out_of_date(&camp));
}

pub(super) fn some_games(players: i64) -> impl Strategy<Value = Vec<(i64, i64, GameResult)>> {
    let game = (1..=players, 1..players, 0..3_usize).prop_map(move |(white, other, result)| {
        // The other player is anybody but White.
        let black = if other >= white { other + 1 } else { other };
        (white, black, GameResult::VARIANTS[result])
    });
    prop::collection::vec(game, 0..200)
}

proptest! {
    #[test]
    fn points_are_conserved(games in some_games(9), starts in prop::collection::vec(-500..3000_i32, 9)) {
        let starts = starts.into_iter().map(Some).collect::<Vec<_>>();
        let camp = camp(1000, &starts, &games);
        prop_assert_eq!(weekly(&camp).iter().sum::<i32>(), 9 * 1000);
        prop_assert_eq!(permanent(&camp).iter().sum::<i32>(), starts.iter().flatten().sum::<i32>());
    }

    #[test]
    fn the_replay_is_the_published_rule_game_by_game(games in some_games(6), starts in prop::collection::vec(-500..3000_i32, 6)) {
        let mut by_hand = starts.clone();
        for (white, black, result) in &games {
            let (white, black) = (usize::try_from(*white - 1)?, usize::try_from(*black - 1)?);
            (by_hand[white], by_hand[black]) = published(by_hand[white], by_hand[black], *result);
        }
        let starts = starts.into_iter().map(Some).collect::<Vec<_>>();
        prop_assert_eq!(permanent(&camp(1000, &starts, &games)), by_hand);
    }
}
