//! JSON out and in, and everything that can be wrong with it.

use proptest::prelude::*;

use super::*;
use crate::{
    domain::us_chess::{Entry, Record, Section, SectionKind, System},
    exchange::random::{self, TODAY},
};

/// The example of the issue, with opponents that fit.
const EXAMPLE: &str = r#"{"event": {"id": "202608300103", "name": "Late Open", "begins": "2026-08-30", "ends": "2026-08-30", "chief_td": null, "assistant_td": null, "affiliate": null, "city": null, "state": "MN", "zip": null},
 "sections": [
  {"number": 5, "name": "Reserve", "type": "round-robin", "begins": null, "ends": null, "half_k": false, "time_controls": ["G/25;d5"], "systems": ["regular", "quick", "blitz"], "as_published": false,
   "players": [
    {"pair": 1, "id": "30000001", "name": "Last, First", "state": "MN", "birth": "2014-05-06", "fide": null, "cfc": 1500, "rounds": ["W4", "B", "H", "U", "X4", "X", "D4w"],
     "regular": {"rating": 554.22, "games": 40, "history": "wins", "floor": 100, "peak": 700.5, "wins": 3, "draws": 2, "events": 1, "initial": null, "initial_games": null, "post": 656.85, "post_games": null},
     "quick": {"rating": null, "games": 0, "history": null, "floor": null, "peak": null, "wins": null, "draws": null, "events": null, "initial": 406, "initial_games": 0, "post": 502, "post_games": 6}},
    {"pair": 4, "id": null, "name": "Other, Player", "state": null, "birth": null, "fide": 1600, "cfc": null, "rounds": ["L1", "U", "H", "B", "F1", "F", "D1b"],
     "regular": {"rating": 1200, "games": null, "history": null, "floor": null, "peak": null, "wins": null, "draws": null, "events": null, "initial": null, "initial_games": null, "post": null, "post_games": null},
     "quick": {"rating": null, "games": 0, "history": null, "floor": null, "peak": null, "wins": null, "draws": null, "events": null, "initial": null, "initial_games": null, "post": null, "post_games": null}}]}]}
"#;

fn read_event(text: &str) -> Event {
    read(text, TODAY).expect("an event")
}

/// What is wrong with a text.
fn told(text: &str) -> Vec<String> {
    let problems = read(text, TODAY).expect_err("something is wrong");
    problems.iter().map(ToString::to_string).collect()
}

/// What is wrong with the example after a change.
fn told_with(from: &str, to: &str) -> Vec<String> {
    assert_eq!(EXAMPLE.matches(from).count(), 1, "{from}");
    told(&EXAMPLE.replace(from, to))
}

/// A section of one entry with these keys.
fn entry_of(keys: &str) -> Entry {
    let text = format!(r#"{{"sections": [{{"players": [{{"pair": 1, {keys}}}]}}]}}"#);
    read_event(&text).sections[0].entries[0].clone()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again_as_it_was(seed: u64) {
        let event = random::event(seed);
        prop_assert_eq!(&read_event(&write(&event, true)), &event);
    }

    #[test]
    fn dates_of_birth_are_written_only_when_asked_for(seed: u64) {
        let mut event = random::event(seed);
        let written = write(&event, false);
        for entry in event.sections.iter_mut().flat_map(|section| &mut section.entries) {
            entry.birth = None;
        }
        prop_assert_eq!(&written, &write(&event, true));
        prop_assert_eq!(&read_event(&written), &event);
    }

    #[test]
    fn every_rating_keeps_all_of_its_digits(bits: u64) {
        let rating = f64::from_bits(bits).abs() % 4000.0;
        prop_assume!(rating.is_finite());
        let mut event = read_event(EXAMPLE);
        event.sections[0].entries[0].regular.rating = Some(rating);
        let read = read_event(&write(&event, true)).sections[0].entries[0].regular.rating;
        prop_assert_eq!(read.map(f64::to_bits), Some(rating.to_bits()));
    }

    #[test]
    fn a_text_that_is_cut_off_is_refused(seed: u64, at: prop::sample::Index) {
        let text = write(&random::event(seed), true);
        let ends = text.char_indices().map(|(end, _)| end).collect::<Vec<_>>();
        // Behind the last brace there is only the end of the line.
        let end = ends[at.index(ends.len() - 1)];
        prop_assert_eq!(told(&text[..end]).len(), 1);
    }

    #[test]
    fn no_text_whatever_makes_it_panic(text: String, at: prop::sample::Index, bad in "[\\[\\]{}\",:0-9a-z]{0,3}") {
        let _ = read(&text, TODAY);
        let ends = EXAMPLE.char_indices().map(|(end, _)| end).collect::<Vec<_>>();
        let (before, after) = EXAMPLE.split_at(ends[at.index(ends.len())]);
        let _ = read(&format!("{before}{bad}{after}"), TODAY);
    }
}

#[test]
fn the_example_is_read_and_written_as_it_stands() {
    let event = read_event(EXAMPLE);
    assert_eq!(write(&event, true), EXAMPLE);
    assert_eq!(event.id.as_deref(), Some("202608300103"));
    assert_eq!(event.ends, Some(jiff::civil::date(2026, 8, 30)));
    let [section] = &event.sections[..] else {
        panic!("one section");
    };
    assert_eq!((section.number, section.kind), (5, SectionKind::RoundRobin));
    assert_eq!(section.systems, [System::Regular, System::Quick]);
    assert!(section.is_blitz && !section.half_k);
    let first = &section.entries[0];
    let rounds = first.rounds.iter().map(ToString::to_string);
    let rounds = rounds.collect::<Vec<_>>().join(" ");
    assert_eq!(rounds, "W4 B H U X4 X D4w");
    assert_eq!((first.fide, first.cfc), (None, Some(1500)));
    let regular = &first.regular;
    assert_eq!((regular.rating, regular.games), (Some(554.22), Some(40)));
    let quick = &first.quick;
    assert_eq!((quick.initial, quick.initial_games), (Some(406.0), Some(0)));
    assert_eq!((quick.post, quick.post_games), (Some(502.0), Some(6)));
    assert_eq!(section.entries[1].regular.games, None);
}

#[test]
fn what_is_missing_is_unknown() {
    let sections = read_event(r#"{"sections": []}"#);
    assert_eq!(sections, Event::default());
    let event = read_event(
        "\u{FEFF}{\"event\": null, \"sections\": [{}, {\"number\": 7, \"players\": null}, {\"players\": [{\"pair\": 3}]}]}",
    );
    let numbers = event.sections.iter().map(|section| section.number);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 7, 3]);
    let unnumbered = Section {
        number: 1,
        ..Section::default()
    };
    assert_eq!(event.sections[0], unnumbered);
    let paired = Entry {
        pair: 3,
        ..Entry::default()
    };
    assert_eq!(event.sections[2].entries, [paired]);
    // What is blank says as little, and 00000000 is a membership that is pending.
    let entry = entry_of(r#""id": "00000000", "state": " ", "fide": null"#);
    assert_eq!((entry.id, entry.state, entry.fide), (None, None, None));
    assert_eq!(entry_of(r#""id": """#).id, None);
}

#[test]
fn games_of_the_unrated_the_long_established_and_the_unknown_stay_apart() {
    for (keys, rating, games) in [
        (r#""name": "A""#, None, Some(0)),
        (r#""regular": null"#, None, Some(0)),
        (r#""regular": {}"#, None, Some(0)),
        (r#""regular": {"rating": null}"#, None, Some(0)),
        (r#""regular": {"games": null}"#, None, None),
        (r#""regular": {"games": 3}"#, None, Some(3)),
        (r#""regular": {"rating": 1500}"#, Some(1500.0), None),
        (
            r#""regular": {"rating": 1500, "games": null}"#,
            Some(1500.0),
            None,
        ),
        (
            r#""regular": {"rating": 1500, "games": 0}"#,
            Some(1500.0),
            Some(0),
        ),
    ] {
        let regular = entry_of(keys).regular;
        let expected = Record {
            rating,
            games,
            ..Record::default()
        };
        assert_eq!(regular, expected, "{keys}");
    }
}

#[test]
fn a_round_robin_has_two_spellings() {
    for (word, kind) in [
        ("round robin", SectionKind::RoundRobin),
        ("round-robin", SectionKind::RoundRobin),
        ("match", SectionKind::Match),
        ("swiss", SectionKind::Swiss),
    ] {
        let text = EXAMPLE.replace("round-robin", word);
        assert_eq!(read_event(&text).sections[0].kind, kind);
    }
}

/// What in the example is changed to what, and what is told then.
const WRONG: [(&str, &str, &str); 27] = [
    (
        "\"pair\": 4,",
        "\"pair\": 4, \"ratng\": 1,",
        "line 8, sections[0].players[1].ratng: “ratng” is no key that is known here. Correct it, or remove it with its value",
    ),
    (
        "\"zip\": null",
        "\"zip\": null, \"zip\": \"55001\"",
        "line 1, event.zip: “zip” stands here twice. Remove one of them",
    ),
    (
        "\"30000001\"",
        "\"3000001\"",
        "line 5, sections[0].players[0].id: A member’s number has eight digits, “3000001” has not",
    ),
    (
        "\"30000001\"",
        "30000001",
        "line 5, sections[0].players[0].id: A text in quotation marks is needed here, not 30000001",
    ),
    (
        "\"number\": 5",
        "\"number\": \"5\"",
        "line 3, sections[0].number: A number without quotation marks is needed here, not \"5\"",
    ),
    (
        "\"number\": 5",
        "\"number\": 0",
        "line 3, sections[0].number: “0” is no section number: a number from 1 to 9,999 is needed",
    ),
    (
        "\"half_k\": false",
        "\"half_k\": 0",
        "line 3, sections[0].half_k: true or false is needed here, not 0",
    ),
    (
        "\"round-robin\"",
        "\"league\"",
        "line 3, sections[0].type: “league” is no type of a section: write swiss, round-robin or match",
    ),
    (
        "\"blitz\"",
        "\"bullet\"",
        "line 3, sections[0].systems[2]: “bullet” is no rating system: write regular, quick or blitz",
    ),
    (
        "\"blitz\"",
        "\"quick\"",
        "line 3, sections[0].systems[2]: “quick” stands here twice. Remove one of them",
    ),
    (
        "[\"G/25;d5\"]",
        "[\"40/90\", \"20/60\", \"20/60\", \"G/30\"]",
        "line 3, sections[0].time_controls: A section has up to three time controls, here are 4",
    ),
    (
        "\"begins\": \"2026-08-30\"",
        "\"begins\": \"2026-02-30\"",
        "line 1, event.begins: There is no day “2026-02-30”: check the month and the day",
    ),
    (
        "\"ends\": \"2026-08-30\"",
        "\"ends\": \"2026-11-24\"",
        "line 1, event.ends: 11/24/2026 is in the future: correct the year",
    ),
    (
        "554.22",
        "4000.5",
        "line 6, sections[0].players[0].regular.rating: 4000.5 is no rating: ratings are from 0 to 4000",
    ),
    (
        "656.85",
        "-1",
        "line 6, sections[0].players[0].regular.post: “-1” is no rating: write a number such as 1643 or 1643.76, and nothing for the unrated",
    ),
    (
        "\"initial\": 406",
        "\"initial\": 1e999",
        "line 7, sections[0].players[0].quick.initial: “1e999” is no rating: write a number such as 1643 or 1643.76, and nothing for the unrated",
    ),
    (
        "\"games\": 40",
        "\"games\": 2.5",
        "line 6, sections[0].players[0].regular.games: “2.5” is no whole number: write the number alone, such as 25",
    ),
    (
        "\"wins\": 3",
        "\"wins\": -3",
        "line 6, sections[0].players[0].regular.wins: “-3” is no whole number: write the number alone, such as 25",
    ),
    (
        "\"fide\": 1600",
        "\"fide\": 4001",
        "line 8, sections[0].players[1].fide: 4001 is no rating: ratings are from 0 to 4000",
    ),
    (
        "\"history\": \"wins\"",
        "\"history\": \"won\"",
        "line 6, sections[0].players[0].regular.history: “won” is no history: write wins, losses or mixed",
    ),
    (
        "\"X4\", \"X\"",
        "\"X4\", \"Z0\"",
        "line 5, sections[0].players[0].rounds[5]: “Z” is no result: type W, L, D, B, H, U, X or F",
    ),
    (
        "\"X4\", \"X\"",
        "\"X4\", null",
        "line 5, sections[0].players[0].rounds[5]: A text in quotation marks is needed here, not null",
    ),
    (
        "\"pair\": 4, ",
        "",
        "line 8, sections[0].players[1]: “pair” is missing, and can’t be left out",
    ),
    (
        "\"pair\": 4",
        "\"pair\": 10000",
        "line 8, sections[0].players[1].pair: “10000” is no pairing number: a number from 1 to 9,999 is needed",
    ),
    (
        "\"Other, Player\"",
        "\"\\ud800\"",
        "line 8, sections[0].players[1].name: This text has a character that doesn’t exist. Write it again",
    ),
    (
        "[\"G/25;d5\"]",
        "\"G/25;d5\"",
        "line 3, sections[0].time_controls: A list in brackets is needed here, not \"G/25;d5\"",
    ),
    (
        "\"cfc\": 1500",
        "\"cfc\": {}",
        "line 5, sections[0].players[0].cfc: A number without quotation marks is needed here, not {}",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_line_and_place() {
    for (from, to, problem) in WRONG {
        assert_eq!(told_with(from, to), [problem]);
    }
}

#[test]
fn what_is_no_json_is_told_with_its_line() {
    for (text, problem) in [
        ("", "This file is empty. Save it again"),
        ("\u{FEFF} \n", "This file is empty. Save it again"),
        (
            "{\"sections\": [\n{\"number\": NaN}]}",
            "line 2: This is no JSON, at letter 12 of the line: expected value. Correct it, or save the file again",
        ),
        (
            "{\"sections\": []}\n}",
            "line 2: This is no JSON, at letter 1 of the line: trailing characters. Correct it, or save the file again",
        ),
        (
            "{\"sections\": [\n",
            "line 2: The file ends too early. Save it again",
        ),
        ("[]", "line 1: An object in braces is needed here, not []"),
        ("{}", "line 1: “sections” is missing, and can’t be left out"),
        (
            "{\"sections\": [5]}",
            "line 1, sections[0]: An object in braces is needed here, not 5",
        ),
    ] {
        assert_eq!(told(text), [problem]);
    }
    // However deep it is nested.
    let deep = "[".repeat(100_000);
    assert_eq!(told(&deep).len(), 1);
}

#[test]
fn a_section_number_or_a_pairing_number_that_is_there_twice_is_told() {
    let text = "{\"sections\": [{\"number\": 2},\n{},\n{\"number\": 2}]}";
    let twice = "Another section has the number 2. Give one of them another number";
    assert_eq!(
        told(text),
        [
            format!("line 2, sections[1]: {twice}"),
            format!("line 3, sections[2].number: {twice}")
        ]
    );
    let text =
        "{\"sections\": [{\"players\": [\n{\"pair\": 1},\n{\"pair\": 1, \"rounds\": [\"Q\"]}]}]}";
    assert_eq!(
        told(text),
        [
            "line 3, sections[0].players[1].rounds[0]: “Q” is no result: type W, L, D, B, H, U, X or F",
            "line 3, sections[0].players[1]: Pair 1: another row has this pairing number. Correct the result that is wrong",
        ]
    );
}

#[test]
fn what_contradicts_itself_is_told_at_both_cells_and_colours_are_not() {
    let problems = told_with("\"W4\"", "\"D4\"");
    assert_eq!(
        problems,
        [
            "line 5, sections[0].players[0].rounds[0]: Pair 1, round 1: 4 has L1, which doesn’t fit. Correct the result that is wrong",
            "line 8, sections[0].players[1].rounds[0]: Pair 4, round 1: 1 has D4, which doesn’t fit. Correct the result that is wrong",
        ]
    );
    let same_colour = EXAMPLE.replace("D1b", "D1w");
    assert_eq!(write(&read_event(&same_colour), true), same_colour);
}

#[test]
fn all_problems_are_told_and_none_that_only_follows_from_another() {
    let text = EXAMPLE
        .replace("2026-08-30", "2027-08-30")
        .replace("\"L1\"", "\"1\"")
        .replace("656.85", "\"656.85\"")
        .replace("\"30000001\"", "\"1\"");
    let places = told(&text).into_iter();
    let places = places.filter_map(|told| told.split(": ").next().map(str::to_owned));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [
            "line 1, event.begins",
            "line 1, event.ends",
            "line 5, sections[0].players[0].id",
            "line 6, sections[0].players[0].regular.post",
            "line 8, sections[0].players[1].rounds[0]",
        ]
    );
}

#[test]
fn a_section_has_up_to_9999_players() {
    let players = |number| {
        let players = (1..=number).map(|pair| format!("{{\"pair\": {pair}}}"));
        let players = players.collect::<Vec<_>>().join(",\n");
        format!("{{\"sections\": [{{\"players\": [{players}]}}]}}")
    };
    let full = read_event(&players(9_999));
    assert_eq!(full.sections[0].entries.len(), 9_999);
    assert_eq!(read_event(&write(&full, false)), full);
    assert_eq!(
        told(&players(10_000)),
        [
            "line 1, sections[0].players: A section has up to 9,999 players, here are 10000. Check that it is one section"
        ]
    );
}

#[test]
fn a_section_that_is_half_typed_goes_out_and_comes_in_as_it_is() {
    let half = EXAMPLE
        .replace(r#""H", "U", "X4""#, r#""-", "U", "X4""#)
        .replace(r#""U", "H", "B""#, r#""U", "-", "B""#);
    let event = read_event(&half);
    assert_eq!(event.sections[0].blanks(), 2);
    assert_eq!(read_event(&write(&event, true)), event);
}
