//! What a week has come to, in words that are read out on Friday.

use std::sync::Arc;

use jiff::civil::date;

use super::*;
use crate::app::open_sample;

fn sample() -> CampData {
    let (_, camp) = open_sample(date(2026, 7, 10)).expect("the sample camp");
    camp
}

#[test]
fn a_week_is_summed_up_with_the_first_of_each_group() {
    let camp = sample();
    let closing = Closing::new(&camp);
    assert_eq!(
        (closing.players, closing.games, closing.unchecked),
        (38, 126, 126)
    );
    let groups = closing.winners.iter().map(|winner| winner.group.as_str());
    let strongest_first = camp.groups.iter().rev().map(|group| group.name.as_str());
    assert!(groups.eq(strongest_first));
    for winner in &closing.winners {
        let of_group = |player: &&crate::domain::Player| {
            player.active && camp.group_name(player.group) == winner.group
        };
        let ratings = camp.players.iter().filter(of_group);
        let best = ratings.map(|player| player.ratings.weekly).max();
        assert_eq!(best, Some(winner.rating), "{}", winner.group);
    }
}

#[test]
fn nobody_wins_without_a_game() {
    let mut camp = sample();
    camp.games = Arc::default();
    let closing = Closing::new(&camp);
    assert!(closing.winners.iter().all(|winner| winner.names.is_none()));
    assert_eq!(closing.unchecked, 0);
}

#[test]
fn those_who_share_the_first_place_are_named_together() {
    let mut camp = sample();
    for player in Arc::make_mut(&mut camp.players) {
        player.ratings.weekly = 500;
    }
    let closing = Closing::new(&camp);
    let names = closing.winners[0].names.as_deref().expect("winners");
    assert!(names.contains(", ") && names.ends_with(" more"), "{names}");

    let row = |name: &str| StandingsRow {
        rank: 1,
        id: crate::domain::PlayerId(1),
        last_name: name.to_owned(),
        first_name: String::new(),
        group: String::new(),
        rating: 0,
        start: 0,
        change: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        games: 1,
        active: true,
        moved: None,
        shares_name: false,
        shares_rank: false,
    };
    let rows = ["Lee", "Rao", "Shah", "Vang"].map(row);
    let rows = rows.iter().collect::<Vec<_>>();
    assert_eq!(super::names(&rows[..1]), "Lee");
    let gael = StandingsRow {
        first_name: "Gael".to_owned(),
        shares_name: true,
        ..rows[2].clone()
    };
    assert_eq!(super::names(&[rows[0], &gael]), "Lee and Gael Shah (1)");
    assert_eq!(super::names(&rows[..2]), "Lee and Rao");
    assert_eq!(super::names(&rows[..3]), "Lee, Rao and Shah");
    assert_eq!(super::names(&rows), "Lee, Rao and 2 more");
}
