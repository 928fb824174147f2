use super::*;
use crate::domain::us_chess::{Entry, Record};

/// Pairing numbers count up from 1.
fn section(systems: &[System], rows: &[(&str, Option<f64>, Option<f64>)]) -> Section {
    let record = |post| Record {
        post,
        ..Record::default()
    };
    let entries = (1..)
        .zip(rows)
        .map(|(pair, (rounds, regular, quick))| Entry {
            pair,
            rounds: rounds
                .split_whitespace()
                .map(|cell| cell.parse().expect(cell))
                .collect(),
            regular: record(*regular),
            quick: record(*quick),
            ..Entry::default()
        });
    Section {
        systems: systems.to_vec(),
        entries: entries.collect(),
        ..Section::default()
    }
}

#[test]
fn the_score_counts_first_then_the_rating_after_the_section_then_the_pairing_number() {
    let rows = [
        ("H U", Some(2400.0), None),
        ("B H", Some(1200.2), None),
        ("B H", Some(1200.3), None),
        ("H B", None, None),
        ("B B", None, None),
        ("H B", None, None),
        ("B H", Some(1200.2), None),
    ];
    let section = section(&[System::Regular], &rows);
    assert_eq!(section.standing(System::Regular), [4, 2, 1, 6, 3, 5, 0]);
    let backwards = section.standing_by(|row| Some([5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0][row]));
    assert_eq!(backwards, [4, 6, 5, 3, 2, 1, 0]);
}

#[test]
fn a_quick_section_goes_by_quick_ratings_and_a_dual_one_by_those_that_are_preferred() {
    let rows = [("B", Some(1.0), Some(3.0)), ("B", Some(2.0), Some(1.0))];
    for (systems, preferred, order) in [
        (&[System::Quick][..], System::Regular, [0, 1]),
        (&[System::Quick], System::Quick, [0, 1]),
        (&[System::Regular], System::Quick, [1, 0]),
        (&[System::Regular, System::Quick], System::Regular, [1, 0]),
        (&[System::Regular, System::Quick], System::Quick, [0, 1]),
        (&[], System::Regular, [1, 0]),
        (&[], System::Quick, [0, 1]),
    ] {
        let section = section(systems, &rows);
        assert_eq!(section.standing(preferred), order, "{systems:?}");
    }
}
