//! Awards, against arithmetic done by hand.

use std::sync::Arc;

use super::*;
use crate::{
    domain::{GameResult, GameResult::*, Group, Ratings},
    rating::camp_ladder::tests::{answer, camp},
};

const RED: GroupId = GroupId(1);
const GOLD: GroupId = GroupId(2);

/// Players 1 to 3 in Red at 1000, players 4 and 5 in Gold at 1300, with the ratings that their games give.
fn two_groups(games: &[(i64, i64, GameResult)]) -> CampData {
    let mut camp = camp(1000, &[Some(0); 5], games);
    let groups = Arc::make_mut(&mut camp.groups);
    groups.push(Group {
        id: GOLD,
        name: "Gold".to_owned(),
        initial_rating: Some(1300),
        skill_order: 2,
        ..groups[0].clone()
    });
    let players = Arc::make_mut(&mut camp.players);
    for player in &mut players[3..] {
        player.group = Some(GOLD);
    }
    recalculated(camp)
}

fn recalculated(mut camp: CampData) -> CampData {
    let ratings = answer(&camp).saved.ratings;
    for (player, (_, now)) in Arc::make_mut(&mut camp.players).iter_mut().zip(ratings) {
        player.ratings = now;
    }
    camp
}

/// Rank, player and figure.
fn listed(places: &[AwardPlace]) -> Vec<(usize, i64, i32)> {
    let listed = |place: &AwardPlace| (place.rank, place.player.0, place.figure);
    places.iter().map(listed).collect()
}

#[test]
fn a_week_worked_out_by_hand() {
    let camp = two_groups(&[
        // 1000 beats 1300: step −12, 1028 and 1272. An upset by 300.
        (1, 4, WhiteWon),
        // 1028 beats 1272: step −9 (244 / 25), 1053 and 1247. By 244 only.
        (4, 1, BlackWon),
        // 1000 beats 1000: 1016 and 984. No upset.
        (2, 3, WhiteWon),
        // 1300 beats 1247: step 2, 1314 and 1233.
        (5, 4, WhiteWon),
        // 984 beats 1016: step 1, 1001 and 999. By 32.
        (2, 3, BlackWon),
    ]);
    let ratings = camp.players.iter().map(|player| player.ratings.weekly);
    assert_eq!(ratings.collect::<Vec<_>>(), [1053, 999, 1001, 1233, 1314]);
    let awards = Awards::new(&camp);
    let of = |award, group| listed(&awards.places(award, group, 9));

    assert_eq!(
        of(Award::Winner, None),
        [
            (1, 5, 1314),
            (2, 4, 1233),
            (3, 1, 1053),
            (4, 3, 1001),
            (5, 2, 999)
        ]
    );
    assert_eq!(
        of(Award::Winner, Some(RED)),
        [(1, 1, 1053), (2, 3, 1001), (3, 2, 999)]
    );
    assert_eq!(
        of(Award::MostImproved, None),
        [(1, 1, 53), (2, 5, 14), (3, 3, 1)],
        "who lost points has not improved"
    );
    assert_eq!(
        of(Award::MostGames, None),
        [(1, 4, 3), (2, 1, 2), (2, 2, 2), (2, 3, 2), (5, 5, 1)],
        "shared places, by name"
    );
    assert_eq!(
        of(Award::BiggestUpset, None),
        [(1, 1, 300), (2, 3, 32)],
        "each player's greatest one"
    );
    assert_eq!(of(Award::BiggestUpset, Some(GOLD)), []);
    assert_eq!(
        listed(&awards.places(Award::MostGames, None, 2)),
        [(1, 4, 3), (2, 1, 2), (2, 2, 2), (2, 3, 2)],
        "who shares the last place is there"
    );
}

#[test]
fn the_winner_of_the_only_group_is_that_of_the_camp() {
    let winners = |camp: &CampData| {
        let prizes = Awards::new(camp).prizes(Scope::Camp, 1, false);
        let given = prizes.iter().filter(|prize| !prize.given.places.is_empty());
        let winners = given.filter(|prize| prize.award == Award::Winner);
        winners.map(|prize| prize.group).collect::<Vec<_>>()
    };
    let mut camp = two_groups(&[(1, 4, WhiteWon), (2, 3, WhiteWon)]);
    assert_eq!(winners(&camp), [None, Some(GOLD), Some(RED)]);
    let mut players = camp.players.to_vec();
    for player in &mut players {
        player.group = Some(RED);
    }
    camp.players = players.clone().into();
    assert_eq!(winners(&camp), [None]);
    // Whoever has none makes it another list.
    players[0].group = None;
    camp.players = players.into();
    assert_eq!(winners(&camp), [None, Some(RED)]);
}

#[test]
fn equal_deeds_share_a_prize() {
    // Both Reds beat a fresh 1300 from 1000: a step of −12, 1028 each, and both upsets are by 300.
    let awards = Awards::new(&two_groups(&[(2, 5, WhiteWon), (4, 1, BlackWon)]));
    for (award, group, figure) in [
        (Award::Winner, Some(RED), 1028),
        (Award::MostImproved, None, 28),
        (Award::BiggestUpset, None, 300),
    ] {
        assert_eq!(
            listed(&awards.places(award, group, 1)),
            [(1, 1, figure), (1, 2, figure)],
            "{award:?}"
        );
    }
    assert_eq!(
        listed(&awards.places(Award::MostGames, None, 1)),
        [(1, 1, 1), (1, 2, 1), (1, 4, 1), (1, 5, 1)]
    );
}

#[test]
fn only_active_players_are_honoured_and_only_for_games_that_count() {
    let mut camp = two_groups(&[(1, 4, WhiteWon), (2, 4, WhiteWon), (3, 5, WhiteWon)]);
    Arc::make_mut(&mut camp.games)[2].counts = false;
    let players = Arc::make_mut(&mut camp.players);
    players[0].ratings = Ratings {
        weekly: 1000,
        permanent: 0,
    };
    players[0].leave_before_the_week();
    let camp = recalculated(camp);
    let awards = Awards::new(&camp);
    // 4 loses to 1 (1300 to 1272), then to 2: by 272, a step of −10, 1026 and 1246.
    assert_eq!(
        listed(&awards.places(Award::BiggestUpset, None, 1)),
        [(1, 2, 272)]
    );
    assert_eq!(
        listed(&awards.places(Award::Winner, None, 5)),
        [(1, 4, 1246), (2, 2, 1026)],
        "nobody wins without a game, not even the one with 1300"
    );
    assert_eq!(
        listed(&awards.places(Award::MostImproved, None, 1)),
        [(1, 2, 26)]
    );
}

#[test]
fn a_draw_is_no_upset_and_no_games_are_no_awards() {
    let drawn = Awards::new(&two_groups(&[(1, 4, Draw)]));
    assert_eq!(drawn.places(Award::BiggestUpset, None, 1), []);
    let empty = Awards::new(&two_groups(&[]));
    for award in Award::ALL {
        assert_eq!(empty.places(award, None, 3), [], "{award:?}");
    }
}

#[test]
fn a_week_that_cannot_be_played_has_every_award_but_upsets() {
    let mut camp = two_groups(&[(1, 4, WhiteWon)]);
    Arc::make_mut(&mut camp.players)[2].group = None;
    let awards = Awards::new(&camp);
    assert_eq!(awards.places(Award::BiggestUpset, None, 1), []);
    assert_eq!(
        listed(&awards.places(Award::MostImproved, None, 1)),
        [(1, 1, 28)]
    );
}

#[test]
fn what_more_than_a_few_share_is_not_given() {
    // In a camp of so many players, each has a game with the next one and so many have a second one.
    let most_games = |players: i64, twice: i64| {
        let once = (1..=players)
            .step_by(2)
            .map(|white| (white, white + 1, Draw));
        let again = (1..=twice).step_by(2).map(|white| (white, white + 1, Draw));
        let games = once.chain(again).collect::<Vec<_>>();
        let ratings = vec![Some(0); usize::try_from(players).expect("few")];
        let awards = Awards::new(&camp(1000, &ratings, &games));
        let given = awards.given(Award::MostGames, None, 3);
        let ranks =
            |places: &[AwardPlace]| places.iter().map(|place| place.rank).collect::<Vec<_>>();
        (ranks(&given.places), ranks(&given.too_many))
    };
    assert_eq!(most_games(2, 0), (vec![1, 1], vec![]), "two may share");
    assert_eq!(
        most_games(12, 0),
        (vec![], vec![1; 12]),
        "all had a game each"
    );
    assert_eq!(
        most_games(12, 4),
        (vec![], vec![1; 4]),
        "nobody is second behind four"
    );
    assert_eq!(
        most_games(12, 2),
        (vec![1, 1], vec![3; 10]),
        "a third place for ten"
    );
    assert_eq!(
        most_games(4, 2),
        (vec![1, 1, 3, 3], vec![]),
        "twice two of four"
    );
}

#[test]
fn where_nobody_gets_two_prizes_the_next_in_line_gets_the_other() {
    let mut camp = two_groups(&[]);
    let games = [
        // 1 beats 4 and 5, who are 300 above, and 2 beats 3 twice.
        (1, 4, WhiteWon),
        (1, 5, WhiteWon),
        (2, 3, WhiteWon),
        (2, 3, WhiteWon),
    ];
    camp.games = two_groups(&games).games;
    let awards = Awards::new(&recalculated(camp));
    let wanted = [
        (Award::MostImproved, None),
        (Award::BiggestUpset, None),
        (Award::Winner, Some(RED)),
    ];
    let apart = wanted.map(|(award, group)| listed(&awards.given(award, group, 1).places)[0].1);
    assert_eq!(apart, [1, 1, 1], "one has it all");
    let once = awards.given_once(&wanted, 1);
    let once = once.iter().map(|given| {
        let places = given.places.iter();
        places
            .map(|place| (place.rank, place.player.0))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        once.collect::<Vec<_>>(),
        [vec![(1, 1)], vec![], vec![(1, 2)]],
        "nobody else has won against somebody stronger"
    );
}

#[test]
fn the_winners_of_groups_are_among_the_prizes_of_the_camp() {
    let awards = Awards::new(&two_groups(&[(1, 4, WhiteWon), (2, 3, Draw)]));
    let listed = |scope| {
        let prizes = awards.prizes(scope, 1, false).into_iter();
        prizes
            .map(|prize| (prize.award, prize.group))
            .collect::<Vec<_>>()
    };
    let all = |group| Award::ALL.map(|award| (award, group));
    let winners = [GOLD, RED].map(|group| (Award::Winner, Some(group)));
    assert_eq!(listed(Scope::Camp), [&all(None)[..], &winners].concat());
    assert_eq!(
        listed(Scope::ByGroup),
        [all(Some(GOLD)), all(Some(RED))].concat()
    );
    assert_eq!(listed(Scope::Group(RED)), all(Some(RED)));
    assert_eq!(awards.best(Award::MostGames, Some(RED)), Some(1));
    assert_eq!(awards.best(Award::BiggestUpset, Some(GOLD)), None);
}
