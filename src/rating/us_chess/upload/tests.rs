use jiff::civil::date;

use super::*;
use crate::domain::us_chess::{Entry, System};

const TODAY: Date = date(2026, 9, 1);

fn id(text: &str) -> Option<MemberId> {
    MemberId::read(text).expect(text)
}

fn entry(pair: u16, rounds: &str) -> Entry {
    Entry {
        pair,
        id: id(&format!("3000000{pair}")),
        name: format!("Player, {pair}"),
        rounds: rounds
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    }
}

/// An event of which nothing is missing.
fn complete() -> Event {
    Event {
        id: None,
        name: "Summer Open".to_owned(),
        begins: Some(date(2026, 8, 29)),
        ends: Some(date(2026, 8, 30)),
        chief_td: id("90000001"),
        assistant_td: id("90000002"),
        affiliate: Some("A1234567".to_owned()),
        city: Some("Mora".to_owned()),
        state: Some("MN".to_owned()),
        zip: Some("55051".to_owned()),
        sections: vec![Section {
            number: 5,
            name: "Open".to_owned(),
            time_controls: vec!["G/90;+30".to_owned()],
            systems: vec![System::Regular],
            entries: vec![entry(1, "W2 L3"), entry(2, "L1 B"), entry(3, "B W1")],
            ..Section::default()
        }],
    }
}

fn told_with(event: &Event, expires: impl Fn(MemberId) -> Option<Date>) -> Vec<String> {
    let problems = missing(event, &expires, TODAY);
    problems.iter().map(ToString::to_string).collect()
}

fn told(event: &Event) -> Vec<String> {
    told_with(event, |_| Some(date(2027, 1, 31)))
}

#[test]
fn of_a_complete_event_nothing_is_missing() {
    assert_eq!(told(&complete()), Vec::<String>::new());
}

#[test]
fn of_an_empty_event_everything_is_missing() {
    assert_eq!(
        told(&Event::default()),
        [
            "The event has no name",
            "There is no affiliate: enter its number",
            "There is no city",
            "There is no state",
            "There is no ZIP code",
            "There is no day on which the event begins",
            "There is no day on which the event ends",
            "There are no sections: enter one",
            "There is no chief director: enter the member’s number",
            "There is no assistant director. That is right if there was none",
        ]
    );
    let mut blank = complete();
    blank.city = Some(" ".to_owned());
    assert_eq!(told(&blank), ["There is no city"]);
}

#[test]
fn days_that_cannot_be_are_told() {
    let mut event = complete();
    event.begins = Some(date(2026, 9, 3));
    event.ends = Some(date(2026, 9, 2));
    event.sections[0].begins = Some(date(2026, 8, 1));
    assert_eq!(
        told(&event),
        [
            "It begins on 9/3/2026, after it ends: correct one of both days",
            "It ends on 9/2/2026, which is in the future: correct the day, or wait",
            "Section 5: It isn’t on the days of the event: correct one of them",
        ]
    );
}

#[test]
fn one_director_in_two_roles_is_told() {
    let mut event = complete();
    event.assistant_td = event.chief_td;
    assert_eq!(
        told(&event),
        ["Chief and assistant director are the same member: delete the assistant"]
    );
}

#[test]
fn memberships_that_ended_before_the_section_are_told() {
    let expires = |id: MemberId| match id.to_string().as_str() {
        "30000001" => Some(date(2026, 8, 29)),
        "30000002" => Some(date(2026, 8, 30)),
        "30000003" => None,
        _ => Some(date(2025, 12, 31)),
    };
    assert_eq!(
        told_with(&complete(), expires),
        [
            "The membership of the chief director ended on 12/31/2025, before the event did: renew it first",
            "The membership of the assistant director ended on 12/31/2025, before the event did: renew it first",
            "It isn’t known when 1 membership runs out: import the national member list",
            "Section 5, pair 1: The membership ended on 8/29/2026, before the section did: renew it first",
        ]
    );
    let mut event = complete();
    event.sections[0].ends = Some(date(2026, 8, 29));
    let told = told_with(&event, |id| {
        Some(
            if Some(id) == event.chief_td || Some(id) == event.assistant_td {
                date(2027, 1, 1)
            } else {
                date(2026, 8, 29)
            },
        )
    });
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn numbers_and_names_that_are_missing_or_twice_are_told_by_row() {
    let mut event = complete();
    let entries = &mut event.sections[0].entries;
    entries[0].id = None;
    entries[1].name.clear();
    entries[2].id = entries[1].id;
    assert_eq!(
        told(&event),
        [
            "Section 5, pair 1: There is no member’s number: enter it, or join the player first",
            "Section 5, pair 2: There is no name",
            "Section 5, pair 3: Pair 2 has the same member’s number. That is right for a re-entry",
        ]
    );
}

#[test]
fn contradictions_are_told_with_their_round() {
    let mut event = complete();
    event.sections[0].entries[1] = entry(2, "D1 B");
    assert_eq!(
        told(&event),
        [
            "Section 5: Pair 1, round 1: 2 has D1, which doesn’t fit",
            "Section 5: Pair 2, round 1: 1 has W2, which doesn’t fit",
        ]
    );
}

#[test]
fn sections_that_cannot_be_rated_so_are_told() {
    let mut event = complete();
    let mut empty = event.sections[0].clone();
    empty.entries.clear();
    empty.name.clear();
    empty.time_controls.clear();
    let mut lone = event.sections[0].clone();
    lone.number = 6;
    lone.systems.clear();
    lone.entries = vec![entry(1, "B")];
    event.sections.extend([empty, lone]);
    event.sections[0].systems = vec![System::Quick];
    assert_eq!(
        told(&event),
        [
            "Section 5: G/90;+30 is a Regular time control by the rules since 9/2/2020: this section is marked Quick. Mark it Regular, or correct the time control",
            "Section 5: Another section has this number: change one of them",
            "Section 5: The section has no name",
            "Section 5: The section has no entries: enter them, or delete the section",
            "Section 5: There is no time control: enter one like G/60;d5",
            "Section 6: The section has one entry only: enter the others, or delete the section",
            "Section 6: The section is rated in no system: mark it Regular, Quick or both",
        ]
    );
}

#[test]
fn a_blitz_section_is_told() {
    let mut event = complete();
    let section = &mut event.sections[0];
    section.systems.clear();
    section.is_blitz = true;
    section.time_controls = vec!["G/5".to_owned()];
    assert_eq!(
        told(&event),
        ["Section 5: The section is blitz, which is exported, and not rated here"]
    );
}

#[test]
fn more_than_99_sections_are_told() {
    let mut event = complete();
    let section = event.sections[0].clone();
    let numbered = (1..=100).map(|number| Section {
        number,
        ..section.clone()
    });
    event.sections = numbered.collect();
    assert_eq!(
        told(&event),
        ["There are 100 sections, and a file has room for 99: make two events of it"]
    );
}
