//! Words for parents, against weeks worked out by hand.

use std::{ops::ControlFlow, sync::Arc};

use super::*;
use crate::{
    domain::{Game, GameId, GameResult, GameResult::*, PublishedNames},
    rating::camp_ladder::explain::explain_players,
    report::tests::camp,
};

/// The sentences about Mai Vang, player 1 of four in the group Purple, where everybody begins at 800.
fn about_first(games: &[(i64, i64, GameResult)]) -> Vec<String> {
    let mut camp = camp(4);
    let players = Arc::make_mut(&mut camp.players);
    let names = [("Mai", "Vang"), ("Ann", "Lee"), ("", "Rao"), ("Bo", "Ek")];
    for (player, (first, last)) in players.iter_mut().zip(names) {
        (player.first_name, player.last_name) = (first.to_owned(), last.to_owned());
        player.group = camp.groups.first().map(|group| group.id);
    }
    let any = camp.games[0].clone();
    let games = games.iter().zip(1..);
    let games = games.map(|((white, black, result), sequence)| Game {
        id: GameId(sequence),
        sequence,
        white: PlayerId(*white),
        black: PlayerId(*black),
        result: *result,
        counts: true,
        ..any.clone()
    });
    camp.games = Arc::new(games.collect());
    let weeks = explain_players(&camp, &[PlayerId(1)], |_, _| ControlFlow::Continue(()));
    let weeks = weeks.expect("a week that can be played");
    let names = PublicNames::new(&camp, camp.players.iter(), PublishedNames::Initial);
    sentences(&camp, &names, &camp.players[0], weeks.first())
}

#[test]
fn nothing_is_said_where_nothing_is_known() {
    let camp = camp(2);
    let names = PublicNames::new(&camp, [], PublishedNames::Initial);
    let sentences = sentences(&camp, &names, &camp.players[0], None);
    assert_eq!(sentences, Vec::<String>::new());
}

#[test]
fn without_a_game_there_is_the_start() {
    let [played, points] = about_first(&[]).try_into().expect("two sentences");
    assert_eq!(played, "Mai has not played a game that counts yet.");
    assert!(
        points.starts_with("Everybody in the group") && points.ends_with("with 800 points."),
        "{points}"
    );
}

#[test]
fn one_game_is_said_in_the_singular() {
    let played = |result| about_first(&[(1, 2, result)]).remove(0);
    assert_eq!(
        played(WhiteWon),
        "Mai played one game this week and won it."
    );
    assert_eq!(played(Draw), "Mai played one game this week and drew it.");
    assert_eq!(played(BlackWon), "Mai played one game this week.");
}

#[test]
fn losses_are_not_dwelt_on() {
    // 800 loses to 800 three times: 784, then 784 − 16 + 1 (32 / 25) = 769, then 769 − 16 + 2 (62 / 25) = 755.
    let lost = about_first(&[(1, 2, BlackWon), (1, 2, BlackWon), (2, 1, WhiteWon)]);
    assert_eq!(lost[0], "Mai played 3 games this week.");
    assert!(lost[1].ends_with("; Mai now has 755."), "{}", lost[1]);
    assert_eq!(lost.len(), 2);
}

#[test]
fn the_finest_win_is_the_one_against_the_strongest() {
    let words = about_first(&[
        // 2 gains 16 from 4: 816. Then another 15 (16 − 32 / 25): 831 against 769.
        (2, 4, WhiteWon),
        (2, 4, WhiteWon),
        // 1 beats 3, an equal: 816.
        (1, 3, WhiteWon),
        // 1 beats 2, 15 points higher: 832.
        (1, 2, WhiteWon),
    ]);
    assert_eq!(
        words,
        [
            "Mai played 2 games this week against 2 different opponents and won them all."
                .to_owned(),
            words[1].clone(),
            "The finest win was against Ann L., who was rated 15 points higher.".to_owned(),
        ]
    );
    assert!(
        words[1].ends_with("; Mai now has 832, which is 32 more."),
        "{}",
        words[1]
    );
}
