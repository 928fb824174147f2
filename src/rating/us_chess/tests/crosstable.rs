//! A section that was rated and published: 64 players, seven rounds, June 2015 to April 2017. It lies beside the checkout.

use super::*;
use crate::domain::us_chess::{Code, Side};

/// What stands between the bars of a line.
fn columns(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// "1641P17" is 1641 of 17 games, and without a P long established.
fn with_games(text: &str) -> (f64, Option<u32>) {
    let text = text.trim();
    let (rating, games) = text.split_once('P').unwrap_or((text, ""));
    let games = (!games.is_empty()).then(|| games.parse().expect(text));
    (rating.parse().expect(text), games)
}

fn entry(lines: &[&str]) -> Entry {
    let [first, second] = [0, 1].map(|line| columns(lines[line]));
    let (id, rating) = second[1].split_once("/ R:").expect("a rating");
    let (pre, post) = rating.split_once("->").expect("two ratings");
    let (post, post_games) = with_games(post);
    let mut regular = if pre.trim() == "Unrated" {
        Record::default()
    } else {
        let (rating, games) = with_games(pre);
        Record {
            games,
            ..established(rating)
        }
    };
    regular.post = Some(post);
    regular.post_games = post_games;
    let rounds = first[3..10]
        .iter()
        .zip(&second[3..10])
        .map(|(cell, colour)| {
            let code = Code::of_letter(cell.chars().next().expect("a code")).expect("a code");
            let opponent = cell[1..].trim();
            let opponent = (!opponent.is_empty()).then(|| opponent.parse().expect("a number"));
            let side = colour.chars().next().and_then(Side::of_letter);
            Round::new(code, opponent, side).expect("a cell")
        });
    Entry {
        pair: first[0].parse().expect("a number"),
        id: MemberId::read(id).expect("a number"),
        name: first[1].to_owned(),
        rounds: rounds.collect(),
        regular,
        ..Entry::default()
    }
}

/// The section, whose total of points is looked at too.
fn published(text: &str) -> Section {
    let mut lines = text.lines().skip(4).collect::<Vec<_>>();
    lines.retain(|line| line.contains('|'));
    let rows = lines.chunks_exact(2);
    let entries = rows.map(|lines| {
        let entry = entry(lines);
        let total = columns(lines[0])[2].parse::<f64>().expect("points");
        assert_near(f64::from(entry.halves()) / 2.0, total, 0.0);
        entry
    });
    Section {
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    }
}

#[test]
fn a_published_section_is_rated_as_it_was() {
    let section = published(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/us-chess-crosstable-64.txt"
    )));
    assert_eq!(section.entries.len(), 64);
    assert_eq!(section.problems(), []);
    let near = |set: &str, tolerance: f64| {
        let rated = rated(&section, set);
        let rows = rated.rows.iter().zip(&section.entries);
        let differences = rows.map(|(row, entry)| {
            let before_floors = computed(&rated, row.pair).before_floors;
            (
                row.pair,
                (before_floors - entry.regular.post.expect("a rating")).abs(),
            )
        });
        let far = differences.filter(|(_, difference)| *difference > tolerance);
        far.map(|(pair, _)| pair).collect::<Vec<_>>()
    };
    let outside = near("2015", 1.0);
    assert_eq!(outside, [18, 54], "62 are within 1");
    assert_eq!(64 - near("2015", 0.5).len(), 51, "exact when rounded");
    assert_eq!(
        64 - near("2017", 1.0).len(),
        50,
        "B was 12 then, and not 14"
    );

    let rated = rated(&section, "2015");
    for (pair, before_floors, floor) in [(18, 1595.19, 1600.0), (54, 1182.88, 1200.0)] {
        let computed = computed(&rated, pair);
        assert_near(computed.before_floors, before_floors, 0.005);
        let entry = section.entries.iter().find(|entry| entry.pair == pair);
        let printed = entry
            .and_then(|entry| entry.regular.post)
            .expect("a rating");
        let explained = explaining_floor(
            &rules("2015"),
            System::Regular,
            computed.personal_floor,
            None,
            computed.before_floors,
            printed,
        );
        assert_eq!(explained, Some(floor), "{pair}");
    }
    // The games that a new rating is of are printed as long as it is provisional.
    for (row, entry) in rated.rows.iter().zip(&section.entries) {
        if let Some(games) = entry.regular.post_games {
            assert_eq!(row.post_games(), Some(games), "{}", row.pair);
        }
    }
    // No. 41 won a game without playing.
    let entry = section.entries.iter().find(|entry| entry.pair == 41);
    let codes = entry
        .into_iter()
        .flat_map(|entry| entry.rounds.iter().map(|cell| cell.code()));
    let codes = codes.collect::<Vec<_>>();
    assert!(codes.contains(&Code::ForfeitWin));
    let games = codes.iter().filter(|code| code.is_game()).count();
    assert_eq!(computed(&rated, 41).played.len(), games);
}
