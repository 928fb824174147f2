use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::{
    domain::us_chess::{Entry, Event, Record, Section, SectionKind, System},
    exchange::{
        Noted, Problem, ascii,
        printed::printed_system,
        samples::{Random, TODAY, assert_same, cell, id},
    },
};

mod bad;
mod old;

/// The three files, `THEXPORT.DBF` first.
type Files = [Vec<u8>; 3];

fn read_files(files: &Files) -> Result<Noted<Vec<Event>>, Vec<Problem>> {
    let [th, ts, td] = files;
    read(th, ts, td, TODAY)
}

fn sentences(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// A section of one entry a line: the pairing numbers count up from 1.
fn section(number: u16, rows: &[&str]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
        pair,
        id: id(&format!("9000000{pair}")),
        name: "BERGER, ANNA".to_owned(),
        state: Some("MN".to_owned()),
        rounds: rounds.split_whitespace().map(cell).collect(),
        ..Entry::default()
    });
    Section {
        number,
        name: "Open".to_owned(),
        systems: vec![System::Regular],
        begins: Some(date(2026, 8, 29)),
        ends: Some(date(2026, 8, 30)),
        entries: entries.collect(),
        ..Section::default()
    }
}

fn event(sections: &[Section]) -> Event {
    Event {
        name: "Summer Open".to_owned(),
        begins: Some(date(2026, 8, 29)),
        ends: Some(date(2026, 8, 30)),
        chief_td: id("30000001"),
        sections: sections.to_vec(),
        ..Event::default()
    }
}

fn files(sections: &[Section]) -> Files {
    write(&[event(sections)], TODAY, false).expect("a report")
}

/// The example that most tests damage: two sections, of 2 and 1 rounds.
fn example() -> Files {
    files(&[
        section(1, &["W2 B", "L1 D3", "H D2"]),
        section(2, &["X2", "F1"]),
    ])
}

fn number(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number * 256 + usize::from(*byte))
}

/// Where the text of a field stands in a file.
fn place(file: &[u8], record: usize, field: &str) -> std::ops::Range<usize> {
    let mut start = number(&file[8..10]) + (record - 1) * number(&file[10..12]) + 1;
    for descriptor in file[32..].chunks_exact(32) {
        let length = usize::from(descriptor[16]);
        if descriptor.starts_with(&[field.as_bytes(), &[0]].concat()) {
            return start..start + length;
        }
        start += length;
    }
    panic!("no {field}")
}

fn text(file: &[u8], record: usize, field: &str) -> String {
    String::from_utf8(file[place(file, record, field)].to_vec()).expect("ASCII")
}

fn set(file: &mut [u8], record: usize, field: &str, text: &str) {
    let place = place(file, record, field);
    let padded = format!("{text:<0$}", place.len());
    file[place].copy_from_slice(padded.as_bytes());
}

/// The reference lists the header's bytes, and the lengths of the fields: 414 bytes in all for events, 130 for sections, 62 for entries
/// and 7 for each round.
#[test]
fn the_header_is_as_the_format_lists_it() {
    for (file, fields, length) in example()
        .iter()
        .zip([16, 16, 9])
        .zip([414, 130, 76])
        .map(|((file, fields), length)| (file, fields, length))
    {
        assert_eq!(file[..4], [0x03, 126, 11, 23]);
        assert_eq!(number(&file[8..10]), 32 + 32 * fields + 1);
        assert_eq!(number(&file[10..12]), 1 + length);
        assert_eq!(file[12..32], [0; 20]);
        assert_eq!(file[32 + 32 * fields], 0x0D);
        let records = number(&file[4..8]);
        assert_eq!(file.len(), 33 + 32 * fields + records * (1 + length) + 1);
        assert_eq!(file.last(), Some(&0x1A));
        for descriptor in file[32..32 + 32 * fields].chunks_exact(32) {
            assert_eq!(descriptor[11], b'C');
            assert!(
                descriptor[12..16]
                    .iter()
                    .chain(&descriptor[17..])
                    .all(|byte| *byte == 0)
            );
        }
    }
    assert_eq!(example().map(|file| number(&file[4..8])), [1, 2, 5]);
}

#[test]
fn records_are_written_as_the_format_lists_them() {
    let mut one = section(5, &["W2w B", "L1b X"]);
    one.time_controls = vec!["40/90".to_owned(), "G/30;d5".to_owned()];
    one.systems = vec![System::Quick, System::Regular];
    one.entries[0].name = "Nuñez-Šimková, Élodie Maximiliane".to_owned();
    one.entries[0].regular.rating = Some(554.5);
    let mut event = event(&[one]);
    event.affiliate = Some("A6051416".to_owned());
    event.zip = Some("55101".to_owned());
    let [th, ts, td] = write(&[event], TODAY, false).expect("a report");
    let record = |file: &[u8]| {
        let start = number(&file[8..10]);
        let record = &file[start..start + number(&file[10..12])];
        String::from_utf8(record.to_vec()).expect("ASCII")
    };
    let begin = format!(
        " 2C   CampLadder{:12}{:35}1 2026082920260830A6051416{:21}{:2}{:10}{:21}N30000001",
        "", "Summer Open", "", "", "55101", "USA"
    );
    assert_eq!(record(&th), format!("{begin:<415}"));
    assert_eq!(
        record(&ts),
        format!(
            " {:12}5 {:30}D{:40}30000001{:8}S2 2   2026082920260830 N   N",
            "", "Open", "40/90,SD/30;d5", ""
        )
    );
    assert_eq!(
        record(&td),
        format!(
            " {:12}5 1   90000001{:30}MN555 W2     B0     ",
            "", "Nunez-Simkova, Elodie Maximili"
        )
    );
    assert_eq!(text(&td, 2, "D_RATING"), "0   ");
    assert_eq!(text(&td, 2, "D_RND02"), "X0     ");
}

#[test]
fn shorter_sections_are_filled_with_unplayed_rounds() {
    let [_, ts, td] = example();
    assert_eq!(text(&td, 4, "D_RND01"), "X2     ");
    assert_eq!(text(&td, 4, "D_RND02"), "U0     ");
    assert_eq!(
        [1, 2].map(|record| text(&ts, record, "S_TOT_RNDS")),
        ["2 ", "1 "]
    );
    assert_eq!(
        [1, 2].map(|record| text(&ts, record, "S_LST_PAIR")),
        ["3   ", "2   "]
    );
}

#[test]
fn colours_are_written_only_if_they_are_asked_for() {
    let events = [event(&[section(1, &["W2w Hw", "L1b U"])])];
    let [_, _, plain] = write(&events, TODAY, false).expect("a report");
    let [_, _, coloured] = write(&events, TODAY, true).expect("a report");
    let cells = |file: &[u8]| [1, 2].map(|record| text(file, record, "D_RND01"));
    assert_eq!(cells(&plain), ["W2     ", "L1     "]);
    assert_eq!(cells(&coloured), ["W2W    ", "L1B    "]);
    assert_eq!(text(&coloured, 1, "D_RND02"), "H0W    ");
}

#[test]
fn systems_and_types_have_a_letter_each() {
    let letters = |change: fn(&mut Section)| {
        let mut section = section(1, &["W2", "L1"]);
        change(&mut section);
        let [_, ts, _] = files(&[section]);
        ["S_R_SYSTEM", "S_TRN_TYPE"]
            .map(|field| text(&ts, 1, field))
            .concat()
    };
    assert_eq!(letters(|_| {}), "RS");
    assert_eq!(
        letters(|section| section.systems = vec![System::Quick]),
        "QS"
    );
    assert_eq!(letters(|section| section.systems.push(System::Quick)), "DS");
    assert_eq!(letters(|section| section.is_blitz = true), "BS");
    assert_eq!(letters(|section| section.systems.clear()), " S");
    assert_eq!(
        letters(|section| section.kind = SectionKind::RoundRobin),
        "RR"
    );
    assert_eq!(letters(|section| section.kind = SectionKind::Match), "RM");
    let two_games = |section: &mut Section| {
        section.entries[0].rounds = vec![cell("%2")];
        section.entries[1].rounds = vec![cell("%1")];
    };
    assert_eq!(letters(two_games), "R2");
}

#[test]
fn what_the_files_cannot_hold_is_refused() {
    let mut bad = section(100, &["W2", "D1"]);
    bad.time_controls = vec!["40/90".to_owned(); 4];
    bad.entries[0].state = Some("Minnesota".to_owned());
    let mut long = section(2, &[&"U ".repeat(100)]);
    long.time_controls = vec!["x".repeat(41)];
    let mut event = event(&[bad, long, section(2, &[])]);
    event.zip = Some("55101 and 55102".to_owned());
    event.id = Some("1".to_owned());
    let nameless = Event {
        begins: Some(date(2026, 8, 29)),
        ends: Some(date(2026, 8, 28)),
        ..Event::default()
    };
    let problems = write(&[event.clone(), event, nameless], TODAY, false).expect_err("too much");
    let said = sentences(&problems);
    for (place, word) in [
        ("section 100: ", "from 1 to 99 in a report, not 100"),
        ("section 100: ", "this one has 4"),
        (
            "section 100: ",
            "Pair 1, round 1: 2 has D1, which doesn’t fit",
        ),
        ("section 100, pair 1: ", "“Minnesota” is too long"),
        ("section 2: ", "this section has 100"),
        ("section 2: ", "40 letters for the time controls"),
        ("section 2: ", "Another section has number 2"),
        ("“”: ", "each needs an id"),
        ("“”: ", "The last day, 2026-08-28, is before the first"),
        ("“Summer Open”: ", "10 letters for the ZIP code"),
        ("“Summer Open”: ", "Two of the events have the id “1”"),
    ] {
        let has = |sentence: &String| sentence.starts_with(place) && sentence.contains(word);
        assert!(said.iter().any(has), "{place}{word} in {said:#?}");
    }
}

/// What remains of an event in the files: the list is in the head of the module.
fn stripped(event: &Event, with_colours: bool) -> Event {
    let plain = |text: &str, most| {
        let text = ascii::cut(text, most);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let sections = event.sections.iter().map(|section| Section {
        name: plain(&section.name, 30),
        begins: section.begins.or(event.begins),
        ends: section.ends.or(event.ends),
        half_k: false,
        systems: match &section.systems[..] {
            _ if section.is_blitz => vec![],
            [_, _] => vec![System::Regular, System::Quick],
            systems => systems.to_vec(),
        },
        entries: section
            .entries
            .iter()
            .map(|entry| stripped_entry(section, entry, with_colours))
            .collect(),
        ..section.clone()
    });
    Event {
        name: plain(&event.name, 35),
        city: event.city.as_ref().map(|city| plain(city, 21)),
        sections: sections.collect(),
        ..event.clone()
    }
}

fn stripped_entry(section: &Section, entry: &Entry, with_colours: bool) -> Entry {
    let rounds = section.entries.iter().map(|entry| entry.rounds.len()).max();
    let mut stripped = Entry {
        pair: entry.pair,
        id: entry.id,
        name: ascii::cut(&entry.name, 30),
        state: entry.state.clone(),
        rounds: entry.rounds.clone(),
        ..Entry::default()
    };
    stripped
        .rounds
        .resize(rounds.unwrap_or_default(), cell("U"));
    if !with_colours {
        for round in &mut stripped.rounds {
            *round = round.without_side();
        }
    }
    let system = printed_system(section);
    if let Some(rating) = entry.record(system).rating {
        *stripped.record_mut(system) = Record {
            rating: Some(rating.round()),
            games: None,
            ..Record::default()
        };
    }
    stripped
}

fn random_events(seed: u64) -> Vec<Event> {
    let mut random = Random::new(seed);
    if random.once_in(2) {
        vec![random.event(None, true)]
    } else {
        let count = u32::from(1 + random.small(3));
        (0..count).map(|id| random.event(Some(id), true)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn events_are_read_as_they_were_written(seed: u64, with_colours: bool) {
        let events = random_events(seed);
        let files = write(&events, TODAY, with_colours).expect("a report");
        let read = read_files(&files).expect("the same");
        let expected = events.iter().map(|event| stripped(event, with_colours));
        assert_same(&read.value, &expected.collect::<Vec<_>>());
        let again = write(&events, TODAY, with_colours).expect("a report");
        prop_assert_eq!(files, again);
    }

    /// Whatever is missing at the end is missed, but for the byte that marks it.
    #[test]
    fn a_cut_file_is_refused(seed: u64, file in 0..3usize, by: prop::sample::Index) {
        let mut files = write(&random_events(seed), TODAY, true).expect("a report");
        let length = by.index(files[file].len() - 1);
        files[file].truncate(length);
        prop_assert!(read_files(&files).is_err());
    }

    /// No bytes make it panic; whatever is read from damaged files can be rated or is told.
    #[test]
    fn damaged_files_are_refused_or_read(
        seed: u64,
        flips in prop::collection::vec((0..3usize, any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..6),
    ) {
        let mut files = write(&random_events(seed), TODAY, true).expect("a report");
        for (file, place, byte, in_header) in flips {
            // The few bytes of a header would be met too seldom.
            let end = if in_header { 100 } else { files[file].len() };
            let place = place.index(end.min(files[file].len()));
            files[file][place] = byte;
        }
        match read_files(&files) {
            Ok(read) => {
                let sections = read.value.iter().flat_map(|event| &event.sections);
                let problems = sections.flat_map(Section::problems);
                let prevents = problems.filter(|problem| problem.what.prevents_rating()).count();
                prop_assert!(prevents == 0);
            }
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    prop_assert!(problem.place.is_some_and(|place| place.contains("EXPORT.DBF")));
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_refused(
        th in prop::collection::vec(any::<u8>(), 0..200),
        ts in prop::collection::vec(any::<u8>(), 0..200),
        td in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        prop_assert!(read(&th, &ts, &td, TODAY).is_err());
    }
}
