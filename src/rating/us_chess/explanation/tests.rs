use jiff::civil::date;

use super::*;
use crate::domain::us_chess::Entry;

/// Long established players of these ratings, with their cells.
fn section(players: &[(f64, &str)]) -> Section {
    let entries = (1..).zip(players).map(|(pair, (rating, cells))| {
        let cells = cells.split_whitespace();
        let mut entry = Entry {
            pair,
            rounds: cells.map(|cell| cell.parse().expect("a cell")).collect(),
            ..Entry::default()
        };
        entry.regular.rating = Some(*rating);
        entry.regular.games = None;
        entry
    });
    Section {
        number: 1,
        ends: Some(date(2026, 6, 30)),
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    }
}

#[test]
fn a_game_tells_its_part_of_the_rating() {
    let section = section(&[(1500.0, "W2"), (1500.0, "L1")]);
    let told = Explanation::new(&section, System::Regular).expect("an explanation");
    let row = told.row(1).expect("a row");
    let computed = row.computed.as_ref().expect("a game");
    let games = computed.by_round();
    let [game] = games[..] else {
        panic!("one game");
    };
    // By hand from the reference: 1500 counts for 50 / √(0.662 + 0.00000739 · 1069²) = 16.5685 games, K = 800 / 17.5685 = 45.5361, so that the
    // loser is met as 1500 − K / 2 = 1477.2319, against whom 1 / (1 + 10^(−22.7681 / 400)) = 0.532719 is expected.
    assert!((computed.effective_games - 16.5685).abs() < 0.0001);
    assert!((game.strength - 1477.2319).abs() < 0.0001, "{game:?}");
    assert!((game.expected - 0.532_719).abs() < 0.000_001, "{game:?}");
    assert_eq!((game.opponent, game.halves), (2, 2));
    let post = 1500.0 + 45.5361 * (1.0 - 0.532_719);
    assert!((computed.post - post).abs() < 0.001, "{}", computed.post);
    assert_eq!(told.rated_with(row), [] as [u16; 0]);
    assert_eq!(told.row(3), None);
}

#[test]
fn a_floor_is_named() {
    let held = |floor: Option<f64>, peak: Option<f64>| {
        let mut section = section(&[(1601.0, "L2 L2 L2 L2"), (1600.0, "W1 W1 W1 W1")]);
        section.entries[0].regular.floor = floor;
        section.entries[0].regular.peak = peak;
        let told = Explanation::new(&section, System::Regular).expect("an explanation");
        let computed = told.row(1).and_then(|row| row.computed.clone());
        let computed = computed.expect("games");
        told.held_by(&section.entries[0].regular, &computed, None)
    };
    // Two classes below 1850 is 1600.
    assert_eq!(held(None, Some(1850.0)), Some((1600.0, HeldBy::Peak)));
    assert_eq!(
        held(Some(1600.0), Some(1850.0)),
        Some((1600.0, HeldBy::Stored))
    );
    // Two classes below 1601 is 1400, which is far away.
    assert_eq!(held(None, None), None);
}

#[test]
fn the_floor_of_a_life_master_is_known_from_what_was_saved() {
    let section = section(&[(2201.0, "L2"), (2200.0, "W1")]);
    let told = Explanation::new(&section, System::Regular).expect("an explanation");
    let computed = told.row(1).and_then(|row| row.computed.clone());
    let computed = computed.expect("a game");
    let posted = Posted {
        before_floors: Some(computed.before_floors),
        post: Some(2200.0),
        ..Posted::default()
    };
    let record = &section.entries[0].regular;
    assert!(computed.before_floors < 2200.0);
    assert_eq!(
        told.held_by(record, &computed, Some(&posted)),
        Some((2200.0, HeldBy::LifeMaster))
    );
    assert_eq!(told.held_by(record, &computed, None), None);
}

#[test]
fn entries_of_one_member_are_told_together() {
    let mut section = section(&[(1493.0, "L2 U"), (1600.0, "W1 W3"), (1493.0, "U L2")]);
    let id = "11111111".parse().expect("a number");
    section.entries[0].id = Some(id);
    section.entries[2].id = Some(id);
    let told = Explanation::new(&section, System::Regular).expect("an explanation");
    let row = told.row(3).expect("a row");
    assert_eq!(told.rated_with(row), [1]);
    let computed = row.computed.as_ref().expect("games");
    let games = computed.by_round();
    let places = games.iter().map(|game| (game.pair, game.round));
    assert_eq!(places.collect::<Vec<_>>(), [(1, 0), (3, 1)]);
}

#[test]
fn nothing_is_told_of_what_is_not_computed() {
    let told = |change: &dyn Fn(&mut Section)| {
        let mut section = section(&[(1500.0, "W2"), (1500.0, "L1")]);
        change(&mut section);
        Explanation::new(&section, System::Regular).expect_err("nothing")
    };
    let published = told(&|section| section.as_published = true);
    assert_eq!(published, NotExplained::AsPublished);
    assert_eq!(told(&|section| section.ends = None), NotExplained::NoDay);
    assert_eq!(
        told(&|section| section.ends = Some(date(1999, 1, 1))),
        NotExplained::BeforeRules
    );
    let other = told(&|section| section.systems = vec![System::Quick]);
    assert_eq!(
        other,
        NotExplained::NotRated(NotRated::NotInSystem(System::Regular))
    );
}
