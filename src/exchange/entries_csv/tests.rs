//! Tables out and in, as spreadsheets and people change them, and everything that can be wrong with them.

use jiff::civil::Date;
use proptest::prelude::*;

use super::*;
use crate::{
    domain::us_chess::{Event, Record, Round, Section, SectionKind, System},
    exchange::{
        columns::Mapping,
        random::{self, TODAY},
    },
};

const TABLE: &str = "\
Event ID,Event,Begins,Ends,Section,Section name,Type,Systems,Time controls,Pair,ID,Name,State,Birth date,FIDE,CFC,Regular,Regular N,Regular post,Regular post N,Quick,Quick N,Quick post,Quick post N,R1,R2
202608300103,Late Open,2026-08-29,8/30/2026,5,Reserve,round-robin,\"regular, quick\",\"40/90, G/60;d5\",1,30000001,\"Last, First\",MN,2014-05-06,1600,1500,554.22,,656.85,,,,502,6,W2,D2w
202608300103,Late Open,,,5,,,,,2,,Other,,,,,1200,20,1190.5,24,,,,,L1,D1b
202608300103,Late Open,,,6,Open,,,,1,,Alone,,,,,,,,,,,,,,B
";

fn events(text: &str) -> Vec<Event> {
    let read = read(&rows(text).expect("rows"), &Mapping::default(), TODAY);
    let read = read.checked();
    read.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

fn told(text: &str) -> Vec<String> {
    let problems = rows(text).map_err(|problem| vec![problem]);
    let problems = problems.and_then(|rows| read(&rows, &Mapping::default(), TODAY).checked());
    let problems = problems.expect_err("something is wrong");
    problems.iter().map(ToString::to_string).collect()
}

/// What is wrong with the table after a change.
fn told_with(from: &str, to: &str) -> Vec<String> {
    assert_eq!(TABLE.matches(from).count(), 1, "{from}");
    told(&TABLE.replace(from, to))
}

/// A text as a cell gives it back.
fn held_text(text: &str) -> String {
    let is_lost = |c: char| c.is_control() && !matches!(c, '\t' | '\r' | '\n');
    text.replace(is_lost, "\u{FFFD}").trim().to_owned()
}

/// As much of a record as a row holds.
fn held_record(record: &Record) -> Record {
    Record {
        rating: record.rating,
        // No games are no games, and without a rating nobody is long established.
        games: match record.rating {
            Some(_) => record.games,
            None => record.games.or(Some(0)),
        },
        post: record.post,
        post_games: record.post_games,
        ..Record::default()
    }
}

/// As much of an event as a table holds; nothing of one without entries.
fn held(event: &Event, with_birth: bool, with_colors: bool) -> Vec<Event> {
    let sections = event.sections.iter().cloned();
    let mut sections = sections
        .filter(|section| !section.entries.is_empty())
        .collect::<Vec<_>>();
    for section in &mut sections {
        section.name = held_text(&section.name);
        for entry in &mut section.entries {
            entry.name = held_text(&entry.name);
            entry.state = entry.state.as_deref().map(held_text);
            entry.birth = entry.birth.filter(|_| with_birth);
            entry.regular = held_record(&entry.regular);
            entry.quick = held_record(&entry.quick);
            for round in &mut entry.rounds {
                *round = if with_colors {
                    *round
                } else {
                    round.without_side()
                };
            }
        }
    }
    if sections.is_empty() {
        return Vec::new();
    }
    let held = Event {
        id: event.id.as_deref().map(held_text),
        name: held_text(&event.name),
        begins: event.begins,
        ends: event.ends,
        sections,
        ..Event::default()
    };
    vec![held]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again_as_far_as_a_table_holds_it(seed: u64, with_birth: bool, with_colors: bool) {
        let event = random::event(seed);
        let written = write(&event, with_birth, with_colors);
        prop_assert_eq!(events(&written), held(&event, with_birth, with_colors));
        // It is told to nobody what is personal, and not even that it could be.
        prop_assert_eq!(written.contains("Birth"), with_birth);
    }

    #[test]
    fn columns_may_come_in_any_order(seed: u64, turn in 0_usize..40) {
        let event = random::event(seed);
        let mut rows = rows(&write(&event, true, true)).expect("rows");
        for row in &mut rows {
            let by = turn % row.cells.len();
            row.cells.rotate_left(by);
        }
        let read = read(&rows, &Mapping::default(), TODAY);
        prop_assert_eq!(read.checked(), Ok(held(&event, true, true)));
    }

    #[test]
    fn no_cell_begins_like_a_formula(seed: u64) {
        let rows = rows(&write(&random::event(seed), true, true)).expect("rows");
        let mut cells = rows.iter().flat_map(|row| &row.cells);
        prop_assert!(cells.all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])));
    }

    #[test]
    fn no_text_whatever_makes_it_panic(text: String, at in 0..TABLE.len(), bad in "[\",;\n0-9A-Z=']{0,4}") {
        let try_to_read = |text: &str| rows(text).map(|rows| read(&rows, &Mapping::default(), TODAY));
        let _ = try_to_read(&text);
        let (before, after) = TABLE.split_at(at);
        let _ = try_to_read(&format!("{before}{bad}{after}"));
    }
}

#[test]
fn a_table_is_read_as_it_stands() {
    let events = events(TABLE);
    let [event] = &events[..] else {
        panic!("one event");
    };
    assert_eq!(event.id.as_deref(), Some("202608300103"));
    assert_eq!(event.ends, Some(jiff::civil::date(2026, 8, 30)));
    let [reserve, open] = &event.sections[..] else {
        panic!("two sections");
    };
    assert_eq!((reserve.number, reserve.name.as_str()), (5, "Reserve"));
    assert_eq!(reserve.kind, SectionKind::RoundRobin);
    assert!(reserve.is_dual() && !reserve.is_blitz);
    assert_eq!(reserve.time_controls, ["40/90", "G/60;d5"]);
    let [first, second] = &reserve.entries[..] else {
        panic!("two entries");
    };
    assert_eq!((first.pair, first.name.as_str()), (1, "Last, First"));
    assert_eq!(
        first.id.map(|id| id.to_string()).as_deref(),
        Some("30000001")
    );
    assert_eq!(first.birth, Some(jiff::civil::date(2014, 5, 6)));
    assert_eq!((first.fide, first.cfc), (Some(1600), Some(1500)));
    let cells = |rounds: &[Round]| {
        let cells = rounds.iter().map(ToString::to_string);
        cells.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(cells(&first.rounds), "W2 D2w");
    let regular = &first.regular;
    assert_eq!((regular.rating, regular.games), (Some(554.22), None));
    assert_eq!((regular.post, regular.post_games), (Some(656.85), None));
    let quick = &first.quick;
    assert_eq!((quick.rating, quick.games), (None, Some(0)));
    assert_eq!((quick.post, quick.post_games), (Some(502.0), Some(6)));
    assert_eq!((second.id, second.state.as_deref()), (None, None));
    assert_eq!((open.number, open.systems.len()), (6, 0));
    assert_eq!(cells(&open.entries[0].rounds), "U B");
}

#[test]
fn a_table_is_written_for_spreadsheets() {
    let [event] = &events(TABLE)[..] else {
        panic!("one event");
    };
    let written = write(event, true, true);
    assert!(written.starts_with("\u{FEFF}Event ID,Event,"), "{written}");
    assert_eq!(written.matches("\r\n").count(), 4);
    assert!(!written.contains("Half K") && !written.contains("Section ends"));
    assert!(write(event, false, false).contains(",W2,D2\r\n"));
    let mut special = event.clone();
    special.sections[1].half_k = true;
    special.sections[0].ends = Some(TODAY);
    special.sections[0].name = "=1+1".to_owned();
    let written = write(&special, true, true);
    for part in [
        ",Section ends,Type,Half K,Systems,",
        ",2026-11-23,",
        ",yes,",
        ",'=1+1,",
    ] {
        assert!(written.contains(part), "{part}");
    }
    assert_eq!(events(&written), [special]);
}

#[test]
fn a_small_table_with_titles_of_its_own_is_enough() {
    for text in [
        "No.,Player,Rd 1,Round 2\n1,Ann,W2,\n2,Bo,L1,H0\n",
        "round 2;PLAYER NAME;Pairing number;r1;\n;Ann;1;w2;\nh;Bo;2;l 1\n;;;;\n",
        "\u{FEFF}\r\n\r\nR1\tR2\tPair\tName\r\nW2\t\t1\tAnn\r\n\r\nL1\tH\t2\tBo\r\n",
    ] {
        let [event] = &events(text)[..] else {
            panic!("one event");
        };
        let [section] = &event.sections[..] else {
            panic!("one section");
        };
        assert_eq!((section.number, event.id.as_deref()), (1, None));
        let rows = section.entries.iter().map(|entry| {
            let rounds = entry.rounds.iter().map(ToString::to_string);
            (entry.pair, entry.name.as_str(), rounds.collect::<Vec<_>>())
        });
        let cell = |text: &str| text.to_owned();
        let expected = [
            (1, "Ann", vec![cell("W2")]),
            (2, "Bo", vec![cell("L1"), cell("H")]),
        ];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn several_events_and_sections_may_be_mixed() {
    let text = "\
Event ID,Event,Section,Pair,Name,R1
A,One,2,1,Ann,B
,Two,1,1,Bo,B
A,One,02,2,Cy,H
A,,1,1,Di,U
";
    let found = events(text).into_iter().flat_map(|event| {
        let sections = event.sections.into_iter();
        sections.map(move |section| {
            let names = section.entries.into_iter().map(|entry| entry.name);
            (
                event.name.clone(),
                section.number,
                names.collect::<String>(),
            )
        })
    });
    let expected = [("One", 2, "AnnCy"), ("One", 1, "Di"), ("Two", 1, "Bo")];
    let expected =
        expected.map(|(event, number, names)| (event.to_owned(), number, names.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    let text = "Pair,Name,R1\r\n\r\n1,\"Ann\r\nof two lines\",B\r\n\r\n2,Bo,U\r\n";
    let lines = rows(text).expect("rows").into_iter().map(|row| row.line);
    assert_eq!(lines.collect::<Vec<_>>(), [1, 3, 6]);
}

/// What in the table is changed to what, and what is told then.
const WRONG: [(&str, &str, &str); 21] = [
    (
        ",30000001,",
        ",3000001,",
        "line 2, ID: A member’s number has eight digits, “3000001” has not",
    ),
    (
        "8/30/2026",
        "8/30/2027",
        "line 2, Ends: 8/30/2027 is in the future: correct the year",
    ),
    (
        "2014-05-06",
        "2014",
        "line 2, Birth date: “2014” is no date: write it like 2026-07-25 or 7/25/2026",
    ),
    (
        "Open,,,5,,,,,2",
        "Open,,,5,Other,,,,2",
        "line 3, Section name: “Other” stands here, but “Reserve” in line 2 for the same event and section. Correct one of them",
    ),
    (
        "Open,,,5,,,,,2",
        "Close,,,5,,,,,2",
        "line 3, Event: “Late Close” stands here, but “Late Open” in line 2 for the same event and section. Correct one of them",
    ),
    (
        "round-robin",
        "league",
        "line 2, Type: “league” is no type of a section: write swiss, round-robin or match",
    ),
    (
        "\"regular, quick\"",
        "\"regular, fast\"",
        "line 2, Systems: “fast” is no rating system: write regular, quick or blitz",
    ),
    (
        "\"40/90, G/60;d5\"",
        "\"40/90, 20/60, 20/60, G/30\"",
        "line 2, Time controls: A section has up to three time controls, here are 4",
    ),
    (
        "554.22",
        "4000.1",
        "line 2, Regular: 4000.1 is no rating: ratings are from 0 to 4000",
    ),
    (
        ",502,",
        ",NaN,",
        "line 2, Quick post: “NaN” is no rating: write a number such as 1643 or 1643.76, and nothing for the unrated",
    ),
    (
        ",6,W2",
        ",6.5,W2",
        "line 2, Quick post N: “6.5” is no whole number: write the number alone, such as 25",
    ),
    (
        ",1600,",
        ",-1,",
        "line 2, FIDE: “-1” is no rating: write a number such as 1643 or 1643.76, and nothing for the unrated",
    ),
    (
        ",2,,Other",
        ",,,Other",
        "line 3, Pair: “” is no pairing number: a number from 1 to 9,999 is needed",
    ),
    (
        ",2,,Other",
        ",2.0,,Other",
        "line 3, Pair: “2.0” is no pairing number: a number from 1 to 9,999 is needed",
    ),
    (
        ",6,Open",
        ",six,Open",
        "line 4, Section: “six” is no section number: a number from 1 to 9,999 is needed",
    ),
    (
        "W2,D2w",
        "W2,Z0",
        "line 2, R2: “Z” is no result: type W, L, D, B, H, U, X or F",
    ),
    (
        "L1,D1b",
        "L1,D1b,W3",
        "line 3: “W3” stands in a column without a title. Check that no cell is missing or too many",
    ),
    (
        ",State,",
        ",Name,",
        "line 1: There are two columns “Name”. Remove one of them",
    ),
    (
        ",Pair,",
        ",,",
        "line 1: There is no column “Pair”. The first row has the titles of the columns: Pair, Name and R1 are needed",
    ),
    (
        "R1,R2",
        "R1,R3",
        "line 1: There is no column “R2”. The first row has the titles of the columns: Pair, Name and R1 are needed",
    ),
    (
        "\"Last, First\"",
        "\"Last, First",
        "line 2: A quotation mark stands alone here or in a row before. Correct it, or save the file again",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_line_and_column() {
    for (from, to, problem) in WRONG {
        assert_eq!(told_with(from, to), [problem], "{to}");
    }
    for empty in ["", "\u{FEFF}", "\r\n\r\n", " , ,\n"] {
        assert_eq!(told(empty), ["This file is empty. Save it again"]);
    }
}

#[test]
fn a_title_that_is_unknown_is_left_out_where_nothing_needed_is_missing() {
    let table = rows(&TABLE.replace(",State,", ",Club,")).expect("rows");
    let read_by = |mapping: &Mapping| read(&table, mapping, TODAY);
    let read = read_by(&Mapping::default());
    assert_eq!(read.problems, []);
    let notes = read.notes.iter().map(ToString::to_string);
    assert_eq!(
        notes.collect::<Vec<_>>(),
        ["line 1: “Club” is left out: it is no column of a table of entries"]
    );
    assert_eq!(read.value[0].sections[0].entries[0].state, None);
    let mut mapping = Mapping::default();
    mapping.take(12, Some("State".to_owned()));
    let read = read_by(&mapping);
    assert_eq!((read.problems.len(), read.notes.len()), (0, 0));
    let state = read.value[0].sections[0].entries[0].state.as_deref();
    assert_eq!(state, Some("MN"));
    assert_eq!(
        told("Pair,Who,R1\n1,Ann,B\n"),
        [
            "line 1: “Who” is no column of a table of entries. Correct the title, or remove the column",
            "line 1: There is no column “Name”. The first row has the titles of the columns: Pair, Name and R1 are needed",
        ]
    );
}

#[test]
fn a_mapping_mends_what_titles_leave_open() {
    let table = rows("Board,Who,First,Second,Pair\n1,Ann,W2,B,x\n2,Bo,L1,,y\n").expect("rows");
    let read_by = |mapping: &Mapping| read(&table, mapping, TODAY);
    let mut mapping = Mapping::default();
    let shown = read_by(&mapping).table;
    assert_eq!(shown.missing, ["Name", "R1"]);
    assert_eq!(shown.rows[1].cells, ["2", "Bo", "L1", "", "y"]);
    // One for each column that isn't known.
    assert_eq!(shown.titles.last().map(String::as_str), Some("R4"));
    for (place, title) in [(0, "Pair"), (1, "Name"), (2, "R1"), (3, "R2")] {
        mapping.take(place, Some(title.to_owned()));
    }
    let read = read_by(&mapping);
    let problems = read.problems.iter().map(ToString::to_string);
    assert_eq!(
        problems.collect::<Vec<_>>(),
        ["line 1: There are two columns “Pair”. Remove one of them"]
    );
    assert!(read.table.columns[0].is_twice && read.table.columns[4].is_twice);
    mapping.take(4, None);
    let events = read_by(&mapping).checked().expect("nothing is wrong");
    let rounds = events[0].sections[0].entries[0].rounds.iter();
    let rounds = rounds.map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(rounds, ["W2", "B"]);
}

#[test]
fn what_contradicts_itself_is_told_at_both_cells() {
    assert_eq!(
        told_with("L1,D1b", "L1,W1b"),
        [
            "line 2, R2: Pair 1, round 2: 2 has W1b, which doesn’t fit. Correct the result that is wrong",
            "line 3, R2: Pair 2, round 2: 1 has D2w, which doesn’t fit. Correct the result that is wrong",
        ]
    );
    assert_eq!(
        told("Pair,Name,R1\n1,Ann,B\n1,Bo,B\n"),
        [
            "line 3, Pair: Pair 1: another row has this pairing number. Correct the result that is wrong"
        ]
    );
}

#[test]
fn all_problems_are_told_and_none_that_only_follows_from_another() {
    let text = TABLE
        .replace("W2,D2w", "W2,Q")
        .replace("554.22", "x")
        .replace("8/30/2026", "soon")
        .replace(",6,Open", ",0,Open");
    let places = told(&text).into_iter();
    let places = places.filter_map(|told| told.split(": ").next().map(str::to_owned));
    let expected = [
        "line 2, R2",
        "line 2, Regular",
        "line 2, Ends",
        "line 4, Section",
    ];
    let mut places = places.collect::<Vec<_>>();
    let mut expected = expected.map(str::to_owned).to_vec();
    places.sort_unstable();
    expected.sort_unstable();
    assert_eq!(places, expected);
}

#[test]
fn a_section_has_up_to_9999_entries() {
    let table = |number: usize| {
        let rows = (1..=number).map(|pair| format!("{},A,B\n", pair.min(9999)));
        format!("Pair,Name,R1\n{}", rows.collect::<String>())
    };
    assert_eq!(events(&table(9_999))[0].sections[0].entries.len(), 9_999);
    assert_eq!(
        told(&table(10_000)),
        [
            "line 2, Section: A section has up to 9,999 players, here are 10000. Check that it is one section"
        ]
    );
}

#[test]
fn a_header_alone_is_no_event() {
    assert_eq!(events("Pair,Name,R1\n"), []);
    assert_eq!(events(&write(&Event::default(), true, true)), []);
    let empty = Event {
        sections: vec![Section {
            systems: vec![System::Regular],
            ends: Some(Date::constant(2026, 1, 1)),
            ..Section::default()
        }],
        ..Event::default()
    };
    assert_eq!(events(&write(&empty, true, true)), []);
}
