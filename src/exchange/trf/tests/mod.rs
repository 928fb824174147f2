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

mod reading;

fn sentences(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

fn read_text(text: &str) -> Noted<Event> {
    read(text, TODAY).expect(text)
}

/// What is said of a text that is refused.
fn said(text: &str) -> Vec<String> {
    sentences(&read(text, TODAY).expect_err(text))
}

/// The one section of a text.
fn section_of(text: &str) -> Section {
    let mut event = read_text(text).value;
    event.sections.pop().expect("a section")
}

fn rounds(entry: &Entry) -> String {
    let rounds = entry.rounds.iter().map(ToString::to_string);
    rounds.collect::<Vec<_>>().join(" ")
}

/// A section of one entry a line: the pairing numbers count up from 1.
fn section(rows: &[&str]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
        pair,
        name: "BERGER, ANNA".to_owned(),
        rounds: rounds.split_whitespace().map(cell).collect(),
        ..Entry::default()
    });
    Section {
        number: 5,
        entries: entries.collect(),
        ..Section::default()
    }
}

/// Two players without anything but their results. The columns are those that the format lists.
fn two(first: &str, second: &str) -> String {
    let line = |pair: &str, results: &str| format!("001 {pair:>4} {:82}{results}", "");
    format!("{}\n{}\n", line("1", first), line("2", second))
}

/// Each column is counted by hand from the format's list.
#[test]
fn a_section_is_written_to_the_column() {
    let mut section = section(&["W2w B X", "L1b H D3", "U F D2"]);
    section.name = "Prvá liga".to_owned();
    section.time_controls = vec!["40/90".to_owned(), "G/30;d5".to_owned()];
    section.systems = vec![System::Quick, System::Regular];
    section.entries[0].id = id("90000001");
    section.entries[0].state = Some("MN".to_owned());
    section.entries[0].regular.rating = Some(1640.5);
    section.entries[1].quick.rating = Some(980.2);
    section.entries[1].birth = Some(date(2011, 2, 3));
    section.entries[2].pair = 3;
    let event = Event {
        name: "Summer Open".to_owned(),
        ends: Some(date(2026, 8, 30)),
        begins: Some(date(2026, 8, 30)),
        chief_td: id("30000001"),
        city: Some("Saint Paul".to_owned()),
        ..Event::default()
    };
    let expected = "\
012 Summer Open
022 Saint Paul
032 USA
042 2026/08/30
052 2026/08/30
062 3
072 2
092 Individual: Swiss-System
102 30000001
122 40/90,SD/30;d5
132                                                                                        26/08/30  26/08/30  26/08/30
172 USA NRO
### US Chess section 5: Prva liga
### US Chess systems: regular, quick
001    1      BERGER, ANNA                      1641                             3.0    1     2 w 1  0000 - F  0000 - +
001    2      BERGER, ANNA                       980                 2011/02/03  1.0    2     1 b 0  0000 - H     3 - =
001    3      BERGER, ANNA                                                       0.5    3  0000 - Z  0000 - -     2 - =
USA    1                                        1641 MN     90000001
USA    2
USA    3
";
    let text = write(&event, &section, true).expect("a file");
    assert_eq!(text, expected.replace('\n', "\r\n"));
    let without = write(&event, &section, false).expect("a file");
    assert_eq!(without, text.replace("2011/02/03", "          "));
    // The columns as the reference has them.
    let line = text.lines().nth(15).expect("a player");
    let columns = |from: usize, to: usize| line[from - 1..to].trim();
    assert_eq!((columns(5, 8), columns(15, 47)), ("2", "BERGER, ANNA"));
    assert_eq!((columns(49, 52), columns(70, 79)), ("980", "2011/02/03"));
    assert_eq!((columns(81, 84), columns(86, 89)), ("1.0", "2"));
    assert_eq!(
        (columns(92, 95), columns(97, 97), columns(99, 99)),
        ("1", "b", "0")
    );
    assert_eq!((columns(112, 115), columns(119, 119)), ("3", "="));
}

#[test]
fn ranks_go_by_points_and_then_by_rating() {
    let mut section = section(&["W2", "L1", "W4", "L3"]);
    for (entry, rating) in section
        .entries
        .iter_mut()
        .zip([1500.0, 1200.0, 1800.0, 1200.0])
    {
        entry.regular.rating = Some(rating);
    }
    let text = write(&Event::default(), &section, false).expect("a file");
    let players = text.lines().filter(|line| line.starts_with("001"));
    let ranks = players.map(|line| line[85..89].trim().to_owned());
    assert_eq!(ranks.collect::<Vec<_>>(), ["2", "3", "1", "4"]);
}

#[test]
fn days_of_rounds_are_written_only_where_they_are_known() {
    let event = Event {
        begins: Some(date(2026, 8, 29)),
        ends: Some(date(2026, 8, 30)),
        ..Event::default()
    };
    let mut section = section(&["W2", "L1"]);
    let text = write(&event, &section, false).expect("a file");
    assert!(!text.contains("\n132"), "{text}");
    section.begins = event.ends;
    let text = write(&event, &section, false).expect("a file");
    assert!(text.contains("\n132"), "{text}");
    assert!(text.contains("\n042 2026/08/30"), "{text}");
}

#[test]
fn two_games_in_a_round_are_two_rounds() {
    let double = section(&["$2w #2", "L1b D1"]);
    let single = section(&["W2w W2b W2 D2", "L1b L1w L1 D1"]);
    let text = |section| write(&Event::default(), &section, false).expect("a file");
    assert_eq!(text(double), text(single));
}

#[test]
fn a_section_that_is_half_typed_is_refused() {
    let problems = write(&Event::default(), &section(&["W2 -", "L1 B"]), false);
    assert_eq!(
        sentences(&problems.expect_err("a blank cell")),
        ["Pair 1, round 2: Nothing is entered yet. Type the section to its end first"]
    );
}

#[test]
fn more_than_99_rounds_are_refused() {
    let rounds = "B ".repeat(100);
    let problems = write(&Event::default(), &section(&[&rounds]), false);
    assert_eq!(
        sentences(&problems.expect_err("too many rounds")),
        ["section 5: A file has at most 99 rounds, this section has 100. Divide the section"]
    );
    let text = write(&Event::default(), &section(&[&rounds[2..]]), false).expect("99 rounds");
    assert_eq!(section_of(&text).entries[0].halves(), 2 * 99);
}

/// What remains of a section in the file: the list is in the head of the module.
fn stripped(event: &Event, section: &Section, with_birth: bool) -> Event {
    let plain = |text: &str| {
        let text = ascii::base_letters(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let count = section.entries.iter().map(|entry| entry.rounds.len()).max();
    let entries = section.entries.iter().map(|entry| {
        let mut stripped = Entry {
            pair: entry.pair,
            id: entry.id,
            name: ascii::cut(&entry.name, NAME),
            state: entry.state.clone(),
            birth: entry.birth.filter(|_| with_birth),
            rounds: entry.rounds.clone(),
            ..Entry::default()
        };
        stripped.rounds.resize(count.unwrap_or_default(), cell("U"));
        let system = printed_system(section);
        if let Some(rating) = entry.record(system).rating {
            *stripped.record_mut(system) = Record {
                rating: Some(rating.round()),
                games: None,
                ..Record::default()
            };
        }
        stripped
    });
    let mut systems = section.systems.clone();
    systems.sort();
    let read = Section {
        name: plain(&section.name),
        begins: None,
        ends: None,
        half_k: false,
        systems,
        entries: entries.collect(),
        ..section.clone()
    };
    Event {
        name: plain(&event.name),
        begins: section.begins.or(event.begins),
        ends: event.ends_of(section),
        chief_td: event.chief_td,
        assistant_td: event.assistant_td,
        city: event.city.as_deref().map(plain),
        sections: vec![read],
        ..Event::default()
    }
}

fn random_section(seed: u64) -> (Event, Section) {
    let mut random = Random::new(seed);
    let event = random.event(None, false);
    let day = event.ends.unwrap_or(TODAY);
    let number = 1 + random.small(99);
    let section = random.section(number, day, false);
    (event, section)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_section_is_read_as_it_was_written(seed: u64, with_birth: bool) {
        let (event, section) = random_section(seed);
        let text = write(&event, &section, with_birth).expect("a file");
        prop_assert!(text.is_ascii());
        let read = read(&text, TODAY).expect("the same");
        assert_same(&[read.value], &[stripped(&event, &section, with_birth)]);
        // The points are those that the results give.
        prop_assert!(read.notes.iter().all(|note| !note.what.contains("points")));
    }

    /// No text makes it panic, and what is read can be rated.
    #[test]
    fn damaged_files_are_refused_or_read(
        seed: u64,
        cut: prop::sample::Index,
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ 0-9a-zA-Zé/.#+=\\-\n\r]{0,3}"), 0..6),
    ) {
        let (event, section) = random_section(seed);
        let mut letters = write(&event, &section, true).expect("a file").chars().collect::<Vec<_>>();
        for (place, text) in changes {
            let place = place.index(letters.len());
            letters.splice(place..=place, text.chars());
        }
        letters.truncate(cut.index(4 * letters.len()));
        let text = letters.into_iter().collect::<String>();
        match read(&text, TODAY) {
            Ok(read) => {
                let problems = read.value.sections.iter().flat_map(Section::problems);
                prop_assert_eq!(problems.filter(|problem| problem.what.prevents_rating()).count(), 0);
            }
            Err(problems) => {
                let lines = text.split(['\n', '\r']).count();
                prop_assert!(!problems.is_empty());
                prop_assert!(problems.iter().all(|problem| problem.line.is_some_and(|line| (1..=lines).contains(&line))));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text: String) {
        prop_assert!(read(&text, TODAY).is_err() || text.contains("001") || text.contains("062"));
    }
}
