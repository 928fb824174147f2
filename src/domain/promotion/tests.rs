//! Who is suggested, who isn't, and in which order.

use std::sync::Arc;

use jiff::civil::date;

use super::*;
use crate::domain::{Game, GameId, GameResult, Group, Player, Ratings, Week};

const RED: GroupId = GroupId(1);
const BLUE: GroupId = GroupId(2);
const GOLD: GroupId = GroupId(3);

/// Somebody to play against, in the strongest group.
const OTHER: i64 = 99;

fn player(id: i64, group: GroupId, weekly: i32) -> Player {
    Player {
        id: PlayerId(id),
        last_name: format!("Last{id}"),
        first_name: "First".to_owned(),
        group: Some(group),
        ratings: Ratings {
            weekly,
            permanent: 0,
        },
        start_permanent: Some(0),
        ..Player::default()
    }
}

/// Red at 400, Blue at 1000, Gold at 1300; `scores` are the games won, drawn and lost of each player.
fn camp(players: Vec<Player>, scores: &[(i64, [usize; 3])]) -> CampData {
    let group = |(id, name, initial, skill_order): (GroupId, &str, i32, i64)| Group {
        id,
        name: name.to_owned(),
        initial_rating: Some(initial),
        skill_order,
        ..Group::default()
    };
    let groups = [
        (RED, "Red", 400, 1),
        (BLUE, "Blue", 1000, 2),
        (GOLD, "Gold", 1300, 3),
    ];
    let mut games = Vec::new();
    for (white, tally) in scores {
        let results = [GameResult::WhiteWon, GameResult::Draw, GameResult::BlackWon];
        for (result, count) in results.into_iter().zip(tally) {
            for _ in 0..*count {
                let number = i64::try_from(games.len()).expect("few games") + 1;
                games.push(Game {
                    id: GameId(number),
                    sequence: number,
                    ..Game::new(PlayerId(*white), PlayerId(OTHER), result)
                });
            }
        }
    }
    let mut players = players;
    players.push(player(OTHER, GOLD, 1300));
    CampData {
        groups: Arc::new(groups.map(group).to_vec()),
        players: Arc::new(players),
        next_player: PlayerId(100),
        games: Arc::new(games),
        ..CampData::new("Test camp", Week::new(1, date(2026, 7, 6)))
    }
}

/// Who is suggested, with the reason.
fn suggested(camp: &CampData) -> Vec<(i64, GroupId, String)> {
    let promotions = promotions(camp);
    let named = promotions.iter();
    let named = named.map(|promotion| (promotion.player.0, promotion.to, promotion.reason()));
    named.collect()
}

#[test]
fn two_thirds_of_the_points_are_enough_and_half_a_point_less_is_not() {
    let red = || vec![player(1, RED, 500)];
    let four_of_six = camp(red(), &[(1, [4, 0, 2])]);
    let wanted = vec![(1, BLUE, "4 points of 6 games".to_owned())];
    assert_eq!(suggested(&four_of_six), wanted);
    let with_draws = camp(red(), &[(1, [3, 2, 1])]);
    assert_eq!(suggested(&with_draws), wanted);
    let less = camp(red(), &[(1, [3, 1, 2])]);
    assert_eq!(suggested(&less), []);
}

#[test]
fn fewer_than_five_games_say_too_little() {
    let red = || vec![player(1, RED, 464)];
    let four = camp(red(), &[(1, [4, 0, 0])]);
    assert_eq!(suggested(&four), []);
    let five = camp(red(), &[(1, [5, 0, 0])]);
    assert_eq!(suggested(&five).len(), 1);
    // A fun game is none.
    let mut with_fun_game = five;
    Arc::make_mut(&mut with_fun_game.games)[0].counts = false;
    assert_eq!(suggested(&with_fun_game), []);
}

#[test]
fn the_rating_that_the_next_group_starts_with_is_enough_after_a_game() {
    let arrived = camp(vec![player(1, RED, 1000)], &[(1, [1, 0, 2])]);
    assert_eq!(
        suggested(&arrived),
        [(1, BLUE, "1000 reached with 1 point of 3 games".to_owned())]
    );
    let nearly = camp(vec![player(1, RED, 999)], &[(1, [1, 0, 2])]);
    assert_eq!(suggested(&nearly), []);
    let without_games = camp(vec![player(1, RED, 1000)], &[]);
    assert_eq!(suggested(&without_games), []);
    let both = camp(vec![player(1, RED, 1010)], &[(1, [5, 1, 1])]);
    assert_eq!(
        suggested(&both),
        [(1, BLUE, "5½ points of 7 games, and 1000 reached".to_owned())]
    );
    // Where the next group has no rating to reach, points are the only way.
    let mut without_rating = arrived;
    Arc::make_mut(&mut without_rating.groups)[1].initial_rating = None;
    assert_eq!(suggested(&without_rating), []);
}

#[test]
fn nobody_moves_up_from_the_strongest_group_and_who_is_inactive_moves_nowhere() {
    let best = camp(vec![player(1, GOLD, 2000)], &[(1, [6, 0, 0])]);
    assert_eq!(suggested(&best), []);
    let mut left = player(1, RED, 2000);
    left.leave_before_the_week();
    assert_eq!(suggested(&camp(vec![left], &[(1, [6, 0, 0])])), []);
    let mut groupless = player(1, RED, 2000);
    groupless.group = None;
    assert_eq!(suggested(&camp(vec![groupless], &[(1, [6, 0, 0])])), []);
}

#[test]
fn the_weakest_group_comes_first_and_in_it_the_best_share() {
    let players = vec![
        player(1, BLUE, 1100),
        player(2, RED, 500),
        player(3, RED, 500),
        player(4, RED, 500),
        player(5, RED, 500),
        player(6, RED, 1200),
    ];
    let scores = [
        (1, [6, 0, 0]),
        (2, [4, 0, 2]),
        (3, [5, 0, 0]),
        (4, [6, 0, 0]),
        (5, [6, 0, 0]),
        (6, [0, 0, 1]),
    ];
    let camp = camp(players, &scores);
    let order = promotions(&camp);
    let order = order.iter().map(|promotion| promotion.player.0);
    // Of equal shares that of more games, then the smaller number; the worst share last.
    assert_eq!(order.collect::<Vec<_>>(), [4, 5, 3, 2, 6, 1]);
}

#[test]
fn a_reason_is_written_in_halves_and_of_one_as_one() {
    let reason = |half_points, games| {
        Promotion {
            player: PlayerId(1),
            from: RED,
            to: BLUE,
            games,
            half_points,
            reached: None,
        }
        .reason()
    };
    assert_eq!(reason(9, 6), "4½ points of 6 games");
    assert_eq!(reason(8, 6), "4 points of 6 games");
    assert_eq!(reason(2, 1), "1 point of 1 game");
    assert_eq!(reason(1, 6), "½ point of 6 games");
    assert_eq!(reason(0, 6), "0 points of 6 games");
}
