//! Crosstables to the letter, and as the reader has them.

use proptest::prelude::*;

use super::*;
use crate::{
    domain::us_chess::{Code, SectionKind},
    exchange::{random, text_crosstable::read},
};

const DUAL: &str = "\
Late Summer Open, section 5
Time controls: 40/90, G/60;d5
RESERVE
-----------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round| 
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  | 
-----------------------------------------------------------
   12 | Ó Súilleabháin, Caoimhín        |1.5  |W9999|H    |
   MN | 90000001 / R: 1641P17->1657P18  |     |W    |     |
      |            Q: 1600   ->1610     |     |     |     |
-----------------------------------------------------------
 9999 | VANG, BO                        |1.0  |L  12|X    |
      | 00000000 / R: Unrated-> 651P1   |     |B    |     |
      |            Q:   99   ->         |     |     |     |
-----------------------------------------------------------
    3 | ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF|0.0  |U    |     |
   WI | 90000003 / R:  101P0 -> 100P25  |     |     |     |
      |            Q: Unrated->         |     |     |     |
-----------------------------------------------------------
";

fn entry(pair: u16, name: &str, state: &str, id: &str, rounds: &str) -> Entry {
    Entry {
        pair,
        name: name.to_owned(),
        state: Some(state.to_owned()).filter(|state| !state.is_empty()),
        id: id.parse().ok(),
        rounds: rounds
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    }
}

fn record(
    (rating, games): (Option<f64>, Option<u32>),
    (post, post_games): (Option<f64>, Option<u32>),
) -> Record {
    Record {
        rating,
        games,
        post,
        post_games,
        ..Record::default()
    }
}

/// The section of [`DUAL`], with more than can be seen of it.
fn dual() -> (Event, Section) {
    let established = |rating: f64| (Some(rating), None);
    let name = "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH";
    let first = Entry {
        regular: record((Some(1641.4), Some(17)), (Some(1656.5), Some(18))),
        quick: record((Some(1600.0), Some(26)), (Some(1610.0), Some(300))),
        ..entry(12, "Ó Súilleabháin, Caoimhín", "MN", "90000001", "W9999w H")
    };
    let second = Entry {
        regular: record((None, Some(0)), (Some(650.5), Some(1))),
        quick: record(established(99.4), (None, None)),
        ..entry(9999, "VANG, BO", "", "", "L12b X")
    };
    let third = Entry {
        regular: record((Some(101.0), Some(0)), (Some(100.0), Some(25))),
        ..entry(3, name, "WI", "90000003", "U")
    };
    let section = Section {
        number: 5,
        name: "RESERVE".to_owned(),
        systems: vec![System::Quick, System::Regular],
        time_controls: vec!["40/90".to_owned(), "G/60;d5".to_owned()],
        entries: vec![first, second, third],
        ..Section::default()
    };
    let event = Event {
        name: "Late Summer Open".to_owned(),
        ..Event::default()
    };
    (event, section)
}

fn sections(text: &str) -> Vec<Section> {
    let read = read(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    read.into_iter().map(|read| read.section).collect()
}

/// As much of a rating as the layout holds.
fn held_rating(rating: Option<f64>, games: Option<u32>) -> (Option<f64>, Option<u32>) {
    let games = games.filter(|games| rating.is_some() && *games <= 25);
    (rating.map(f64::round), games)
}

fn held_record(before: &Record) -> Record {
    let (rating, games) = held_rating(before.rating, before.games);
    let (post, post_games) = held_rating(before.post, before.post_games);
    record(
        (rating, if rating.is_none() { Some(0) } else { games }),
        (post, post_games),
    )
}

fn held_text(text: &str, most: usize) -> String {
    let text = text.replace('|', "/");
    let text = text.replace(|c: char| c.is_whitespace() || c.is_control(), " ");
    text.trim().chars().take(most).collect()
}

/// As much of a section as the layout holds, in the place in which it is read.
fn held(number: u16, section: &Section, event: &Event, colors: bool) -> Section {
    // Each game is a round.
    let section = &*section.by_games();
    let rounds = section.entries.iter().map(|entry| entry.rounds.len());
    let rounds = rounds.max().unwrap_or(0);
    let entries = section.entries.iter().map(|entry| {
        let [regular, quick] = [System::Regular, System::Quick].map(|system| {
            if section.is_rated_in(system) {
                held_record(entry.record(system))
            } else {
                Record::default()
            }
        });
        let unplayed = Round::new(Code::Unplayed, None, None).expect("a cell");
        let cells = entry
            .rounds
            .iter()
            .map(|round| if colors { *round } else { round.without_side() });
        let cells = cells.chain(std::iter::repeat(unplayed)).take(rounds);
        let state = entry.state.as_deref().map(|state| held_text(state, 5));
        Entry {
            pair: entry.pair,
            id: entry.id,
            name: held_text(&entry.name, 32).trim().to_owned(),
            state: state.filter(|state| !state.is_empty()),
            rounds: cells.collect(),
            regular,
            quick,
            ..Entry::default()
        }
    });
    let entries = entries.collect::<Vec<_>>();
    let name = held_text(&section.name, usize::MAX);
    let is_dashes = name.chars().all(|c| c == '-');
    let is_titled = !section.time_controls.is_empty() || !event.name.is_empty();
    let name = match (is_dashes, is_titled) {
        (false, _) => name,
        (true, true) => format!("Section {}", section.number),
        (true, false) => String::new(),
    };
    let mut systems = section.systems.clone();
    systems.sort_unstable();
    if entries.is_empty() {
        systems.clear();
    }
    Section {
        number,
        name,
        kind: if entries.len() == 2 {
            SectionKind::Match
        } else {
            SectionKind::Swiss
        },
        is_blitz: section.is_blitz && systems.is_empty() && !entries.is_empty(),
        systems,
        entries,
        ..Section::default()
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again_as_far_as_the_layout_holds_it(seed: u64, colors: bool) {
        let event = random::event(seed);
        let written = write(&event, &event.sections.iter().collect::<Vec<_>>(), colors);
        if event.sections.is_empty() {
            prop_assert_eq!(written, "");
            return Ok(());
        }
        let expected = (1..).zip(&event.sections);
        let expected = expected.map(|(number, section)| held(number, section, &event, colors));
        prop_assert_eq!(sections(&written), expected.collect::<Vec<_>>());
    }

    #[test]
    fn all_lines_of_a_table_have_the_same_number_of_letters(seed: u64, colors: bool) {
        let event = random::event(seed);
        for section in &event.sections {
            let lines = table(section, colors);
            let width = lines[0].len();
            let widths = lines.iter().map(|line| line.trim_end().chars().count());
            prop_assert!(widths.clone().all(|letters| letters == width), "{:?}", lines);
        }
    }
}

#[test]
fn a_dual_section_has_a_line_for_its_quick_ratings() {
    let (event, section) = dual();
    assert_eq!(write(&event, &[&section], true), DUAL);
    assert_eq!(sections(DUAL), [held(1, &section, &event, true)]);
}

#[test]
fn colours_are_printed_only_when_asked_for() {
    let (event, section) = dual();
    let colourless = DUAL
        .replace("|     |W    |", "|     |     |")
        .replace("|     |B    |", "|     |     |");
    assert_ne!(colourless, DUAL);
    assert_eq!(write(&event, &[&section], false), colourless);
}

#[test]
fn titles_say_what_is_known() {
    let titles_of = |event: &str, section: &str, controls: &[&str]| {
        let event = Event {
            name: event.to_owned(),
            ..Event::default()
        };
        let section = Section {
            number: 2,
            name: section.to_owned(),
            time_controls: controls.iter().map(|&control| control.to_owned()).collect(),
            ..Section::default()
        };
        titles(&event, &section).join("\n")
    };
    for (event, section, controls, lines) in [
        ("", "", &[][..], ""),
        ("", "OPEN", &[], "Section 2\nOPEN"),
        (
            "Fall | Open",
            "OPEN|A",
            &[],
            "Fall / Open, section 2\nOPEN/A",
        ),
        ("Fall Open", "", &[], "Fall Open, section 2\nSection 2"),
        (
            "",
            "------------",
            &["G/60"],
            "Time controls: G/60\nSection 2",
        ),
        (
            "",
            "",
            &["40/90", "G/60"],
            "Time controls: 40/90, G/60\nSection 2",
        ),
    ] {
        assert_eq!(titles_of(event, section, controls), lines);
    }
}

#[test]
fn a_section_that_is_rated_in_no_system_says_so() {
    let (event, dual) = dual();
    for (is_blitz, label) in [(true, "B"), (false, "-")] {
        let section = Section {
            systems: Vec::new(),
            is_blitz,
            ..dual.clone()
        };
        let written = write(&event, &[&section], false);
        let line = format!("   MN | 90000001 / {label}:        ->         |     |     |     |\n");
        assert!(written.contains(&line), "{written}");
        assert_eq!(sections(&written), [held(1, &section, &event, false)]);
    }
}

#[test]
fn a_rating_of_any_size_keeps_to_its_column() {
    for (rating, printed) in [
        (-3.0, "   0   "),
        (-0.2, "   0   "),
        (0.5, "   1   "),
        (4000.0, "4000   "),
        (9999.9, "9999   "),
        (f64::INFINITY, "Unrated"),
        (f64::NAN, "Unrated"),
    ] {
        let ratings = ratings(&record((Some(rating), None), (None, None)));
        assert_eq!(ratings, format!("{printed}->       "));
    }
}

#[cfg(shared_data)]
mod published {
    use super::*;
    use crate::exchange::text_crosstable::ReadSection;

    const SAMPLE: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/us-chess-crosstable-64.txt"
    ));

    /// The sample without norms, which aren't stored, and with the last line of dashes, which it lacks.
    fn sample() -> String {
        let mut text = SAMPLE.to_owned();
        for norm in ["|N:2  |", "|N:3  |", "|N:4  |"] {
            text = text.replace(norm, "|     |");
        }
        format!("{text}\n{}\n", "-".repeat(89))
    }

    #[test]
    fn the_published_crosstable_is_written_to_the_letter() {
        let sections = read(SAMPLE).expect("a crosstable");
        let [ReadSection { section, .. }] = &sections[..] else {
            panic!("one section");
        };
        assert_eq!(section.entries.len(), 64);
        let sample = sample();
        assert!(!sample.contains("N:"), "no norm is left");
        assert_eq!(write(&Event::default(), &[section], true), sample);
    }

    #[test]
    fn the_published_crosstable_stands_in_the_order_of_its_standing() {
        let sections = read(SAMPLE).expect("a crosstable");
        let section = &sections[0].section;
        let order = section.standing(System::Regular);
        assert_eq!(order, (0..64).collect::<Vec<_>>());
        let mut reversed = section.clone();
        reversed.entries.reverse();
        let order = reversed.standing(System::Regular);
        assert_eq!(order, (0..64).rev().collect::<Vec<_>>());
    }
}
