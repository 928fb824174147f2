//! Events from the records of the three files.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{
    fault::{Fault, Note},
    fields::{File, MOST, ROUND, round_field},
    round_robin,
    table::{self, Row, Table},
    values::At,
};
use crate::{
    domain::us_chess::{
        Code, Contradiction, Entry, Event, MAX_PAIR, MOST_CONTROLS, MemberId, Record, Round,
        Section, SectionProblem,
    },
    exchange::{Noted, Problem, noted::at, printed::printed_system, time_controls},
};

/// Reads the events of the three files, each with its sections.
///
/// # Errors
/// Everything in the files that isn't as the format has it or contradicts itself, with the file, the record and the field.
pub fn read(
    th: &[u8],
    ts: &[u8],
    td: &[u8],
    today: Date,
) -> Result<Noted<Vec<Event>>, Vec<Problem>> {
    let mut reader = Reader {
        today,
        problems: Vec::new(),
        notes: Vec::new(),
    };
    let files = [
        (File::Events, th),
        (File::Sections, ts),
        (File::Entries, td),
    ];
    let tables = files.map(|(file, bytes)| reader.table(file, bytes));
    let [Some(events), Some(sections), Some(entries)] = tables else {
        return Err(reader.problems);
    };
    let events = reader.events(&events, &sections, &entries);
    if reader.problems.is_empty() {
        Ok(Noted {
            value: events,
            notes: reader.notes,
        })
    } else {
        Err(reader.problems)
    }
}

/// A section on its way to its event.
struct ReadSection {
    /// The place of its event.
    event: usize,
    section: Section,
    row: usize,
    rounds: usize,
    last_pair: Option<usize>,
    is_double: bool,
    /// Its chief and assistant directors.
    directors: [Option<MemberId>; 2],
    /// Of each entry, the number of its record.
    rows: Vec<usize>,
    /// Whether some entry couldn't be read: it would be missed everywhere.
    is_partial: bool,
}

pub(super) struct Reader {
    pub(super) today: Date,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
}

impl Reader {
    pub(super) fn problem(&mut self, place: String, fault: &Fault) {
        self.problems.push(at(place, fault));
    }

    fn note(&mut self, place: String, note: &Note) {
        self.notes.push(at(place, note));
    }

    /// The value, or nothing and a problem.
    pub(super) fn kept<T>(&mut self, at: At, value: Result<T, Fault>) -> Option<T> {
        value.map_err(|fault| self.problem(at.place(), &fault)).ok()
    }

    fn table(&mut self, file: File, bytes: &[u8]) -> Option<Table> {
        let table = match table::read(file, bytes) {
            Ok(table) => table,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        for number in &table.deleted {
            self.note(format!("{file} record {number}"), &Note::Deleted);
        }
        let has = |name: &str| table.fields.iter().any(|field| field == name);
        let missing = file.needed().iter().filter(|name| !has(name));
        let missing = missing.map(|name| Fault::NoField(name));
        let rounds = table.fields.iter().filter(|name| is_round(name)).count();
        let gap = (1..=rounds).map(round_field).find(|name| !has(name));
        let gap = gap.filter(|_| file == File::Entries && has(&round_field(1)));
        let faults = missing.chain(gap.map(Fault::NoRound)).collect::<Vec<_>>();
        for fault in &faults {
            self.problem(file.to_string(), fault);
        }
        faults.is_empty().then_some(table)
    }

    fn events(&mut self, events: &Table, sections: &Table, entries: &Table) -> Vec<Event> {
        if events.rows.is_empty() {
            self.problem(File::Events.to_string(), &Fault::NoEvent);
        }
        let mut is_clear = true;
        let mut read = Vec::new();
        let mut places = BTreeMap::new();
        for row in &events.rows {
            let at = At {
                file: File::Events,
                row,
                field: "H_EVENT_ID",
            };
            if places.insert(at.text().to_owned(), read.len()).is_some() {
                self.problem(at.place(), &Fault::EventTwice(at.text().to_owned()));
                is_clear = false;
            } else if at.text().is_empty() && events.rows.len() > 1 {
                self.problem(at.place(), &Fault::NoEventId);
                is_clear = false;
            }
            read.push(self.event(row));
        }
        if !is_clear {
            // Nobody knows what belongs to which event.
            return read;
        }
        let rounds = entries.fields.iter().filter(|name| is_round(name)).count();
        let mut parts = self.sections(sections, &places, rounds);
        self.entries(entries, &places, &mut parts, rounds);
        if parts.len() == sections.rows.len() {
            self.section_counts(events, &parts);
        }
        for part in &mut parts {
            self.check(part);
        }
        for part in parts {
            if let Some(event) = read.get_mut(part.event) {
                self.note_directors(event, &part);
                event.sections.push(part.section);
            }
        }
        read
    }

    fn event(&mut self, row: &Row) -> Event {
        let at = |field: &'static str| At {
            file: File::Events,
            row,
            field,
        };
        let (begins, ends) = self.dates(at("H_BEG_DATE"), at("H_END_DATE"));
        let others = at("H_OTHER_TD");
        if !others.text().is_empty() {
            let note = Note::OtherDirectors(others.text().to_owned());
            self.note(others.place(), &note);
        }
        Event {
            id: filled(at("H_EVENT_ID").text()),
            name: at("H_NAME").text().to_owned(),
            begins,
            ends,
            chief_td: self.id(at("H_CTD_ID")),
            assistant_td: self.id(at("H_ATD_ID")),
            affiliate: filled(at("H_AFF_ID").text()),
            city: filled(at("H_CITY").text()),
            state: filled(at("H_STATE").text()),
            zip: filled(at("H_ZIPCODE").text()),
            sections: Vec::new(),
        }
    }

    fn sections(
        &mut self,
        table: &Table,
        events: &BTreeMap<String, usize>,
        rounds: usize,
    ) -> Vec<ReadSection> {
        let mut parts = Vec::new();
        let mut numbers = BTreeSet::new();
        for row in &table.rows {
            let at = |field: &'static str| At {
                file: File::Sections,
                row,
                field,
            };
            let Some(event) = self.event_of(at("S_EVENT_ID"), events) else {
                continue;
            };
            let (section, told) = self.section(row, rounds);
            let number = section.number;
            if number != 0 && !numbers.insert((event, number)) {
                self.problem(at("S_SEC_NUM").place(), &Fault::SectionTwice(number));
            }
            let directors = ["S_CTD_ID", "S_ATD_ID"].map(|field| self.id(at(field)));
            parts.push(ReadSection {
                event,
                section,
                row: row.number,
                rounds: told,
                last_pair: self.number(at("S_LST_PAIR"), 0, usize::from(MAX_PAIR)),
                is_double: at("S_TRN_TYPE").text() == "2",
                directors,
                rows: Vec::new(),
                is_partial: false,
            });
        }
        parts
    }

    /// A section without its entries, and the number of its rounds. Its number is 0 where the file has none.
    fn section(&mut self, row: &Row, rounds: usize) -> (Section, usize) {
        let at = |field: &'static str| At {
            file: File::Sections,
            row,
            field,
        };
        let (begins, ends) = self.dates(at("S_BEG_DATE"), at("S_END_DATE"));
        let told = self.number(at("S_TOT_RNDS"), 0, MOST);
        let told = told.unwrap_or(rounds);
        if told > rounds {
            let fault = Fault::Rounds {
                told,
                found: rounds,
            };
            self.problem(at("S_TOT_RNDS").place(), &fault);
        }
        let controls = at("S_TIMECTL");
        let time_controls = Some(controls.text()).filter(|text| !text.is_empty());
        let time_controls = time_controls.map(time_controls::split).unwrap_or_default();
        if time_controls.len() > MOST_CONTROLS {
            let fault = Fault::TimeControls(controls.text().to_owned());
            self.problem(controls.place(), &fault);
        }
        let (systems, is_blitz) = self.systems(at("S_R_SYSTEM"));
        let section = Section {
            number: self.section_number(at("S_SEC_NUM")).unwrap_or_default(),
            name: at("S_SEC_NAME").text().to_owned(),
            kind: self.kind(at("S_TRN_TYPE")),
            begins,
            ends,
            time_controls,
            systems,
            is_blitz,
            ..Section::default()
        };
        (section, told)
    }

    fn entries(
        &mut self,
        table: &Table,
        events: &BTreeMap<String, usize>,
        parts: &mut [ReadSection],
        rounds: usize,
    ) {
        // Whatever belongs to a section that couldn't be read isn't wrong itself.
        let all_known = self.problems.is_empty();
        let mut is_complete = true;
        let mut places = BTreeMap::new();
        for (place, part) in parts.iter().enumerate() {
            places
                .entry((part.event, part.section.number))
                .or_insert(place);
        }
        for row in &table.rows {
            let at = |field: &'static str| At {
                file: File::Entries,
                row,
                field,
            };
            let event = self.event_of(at("D_EVENT_ID"), events);
            let number = self.section_number(at("D_SEC_NUM"));
            let (Some(event), Some(number)) = (event, number) else {
                is_complete = false;
                continue;
            };
            let part = places.get(&(event, number));
            let Some(part) = part.and_then(|place| parts.get_mut(*place)) else {
                is_complete = false;
                if all_known {
                    let fault = Fault::NoSuchSection(number);
                    self.problem(at("D_SEC_NUM").place(), &fault);
                }
                continue;
            };
            let before = self.problems.len();
            let entry = self.entry(row, part, rounds);
            part.is_partial |= self.problems.len() > before;
            part.section.entries.push(entry);
            part.rows.push(row.number);
        }
        for part in parts {
            part.is_partial |= !is_complete;
        }
    }

    fn entry(&mut self, row: &Row, part: &ReadSection, rounds: usize) -> Entry {
        let at = |field: &'static str| At {
            file: File::Entries,
            row,
            field,
        };
        let mut entry = Entry {
            pair: self.pair(at("D_PAIR_NUM")),
            id: self.id(at("D_MEM_ID")),
            name: at("D_NAME").text().to_owned(),
            state: filled(at("D_STATE").text()),
            ..Entry::default()
        };
        if let Some(rating) = self.rating(at("D_RATING")) {
            *entry.record_mut(printed_system(&part.section)) = Record {
                rating: Some(rating),
                games: None,
                ..Record::default()
            };
        }
        for round in 1..=rounds {
            let field = round_field(round);
            let at = At {
                file: File::Entries,
                row,
                field: &field,
            };
            if round <= part.rounds {
                let cell = self.cell(at);
                entry.rounds.extend(cell);
            } else if !matches!(
                at.text().to_ascii_uppercase().as_str(),
                "" | "0" | "U" | "U0" | "Z" | "Z0"
            ) {
                let fault = Fault::Beyond {
                    rounds: part.rounds,
                    text: at.text().to_owned(),
                };
                self.problem(at.place(), &fault);
            }
        }
        entry
    }

    fn cell(&mut self, at: At) -> Option<Round> {
        let text = at.text();
        let unplayed = Round::new(Code::Unplayed, None, None);
        let cell = match text.to_ascii_uppercase().as_str() {
            "" => {
                self.note(at.place(), &Note::Empty);
                unplayed
            }
            "Z" | "Z0" => {
                self.note(at.place(), &Note::Z);
                unplayed
            }
            _ => text.parse(),
        };
        self.kept(at, cell.map_err(Fault::from))
    }

    /// Whether the files tell as many sections of each event as there are.
    fn section_counts(&mut self, events: &Table, parts: &[ReadSection]) {
        let mut counts = BTreeMap::<_, usize>::new();
        for part in parts {
            *counts.entry(part.event).or_default() += 1;
        }
        for (place, row) in events.rows.iter().enumerate() {
            let at = At {
                file: File::Events,
                row,
                field: "H_TOT_SECT",
            };
            let found = counts.get(&place).copied().unwrap_or_default();
            let told = self.number(at, 0, MOST);
            if let Some(told) = told.filter(|told| *told != found) {
                self.problem(at.place(), &Fault::Sections { told, found });
            }
        }
    }

    /// Looks at a section whose entries are all there.
    fn check(&mut self, part: &mut ReadSection) {
        let entries = &part.section.entries;
        let found = entries.len();
        let highest = entries.iter().map(|entry| usize::from(entry.pair)).max();
        let row = part.row;
        let place = |field| File::Sections.place(row, field);
        // It is the last pairing number by its name, and the number of players by what programs write.
        let fits = |told: &usize| *told == found || Some(*told) == highest;
        if let Some(told) = part
            .last_pair
            .filter(|told| !part.is_partial && !fits(told))
        {
            self.problem(place("S_LST_PAIR"), &Fault::LastPair { told, found });
        }
        if part.section.systems.is_empty() && !part.section.is_blitz {
            self.note(place("S_R_SYSTEM"), &Note::NoSystem);
        }
        if part.section.has_two_games() {
            self.note(place("S_TRN_TYPE"), &Note::Double);
        }
        if part.is_partial {
            return;
        }
        if part.is_double && !part.section.has_two_games() && has_win_each(&part.section) {
            part.section = part.section.divided();
            self.note(place("S_TRN_TYPE"), &Note::Divided);
        }
        if let Some(section) = round_robin::by_rounds(&part.section) {
            part.section = section;
            self.note(place("S_TRN_TYPE"), &Note::ByOpponents);
        }
        for problem in part.section.problems() {
            self.contradiction(part, &problem);
        }
    }

    fn contradiction(&mut self, part: &ReadSection, problem: &SectionProblem) {
        let row = part.rows.get(problem.row).copied().unwrap_or_default();
        let field = problem.round.map(|round| round_field(round + 1));
        let field = field.unwrap_or_else(|| "D_PAIR_NUM".to_owned());
        let place = File::Entries.place(row, &field);
        if matches!(problem.what, Contradiction::Sides { .. }) {
            self.note(place, &Note::Sides(problem.to_string()));
        } else {
            self.problem(place, &Fault::Contradiction(problem.to_string()));
        }
    }

    /// Tells of directors whom a section has and its event hasn't.
    fn note_directors(&mut self, event: &Event, part: &ReadSection) {
        let known = [event.chief_td, event.assistant_td];
        let fields = ["S_CTD_ID", "S_ATD_ID"].into_iter().zip(known);
        for ((field, known), id) in fields.zip(part.directors) {
            if let Some(id) = id.filter(|id| Some(*id) != known) {
                let place = File::Sections.place(part.row, field);
                self.note(place, &Note::SectionDirector(id));
            }
        }
    }

    /// The place of the event that a record belongs to.
    fn event_of(&mut self, at: At, events: &BTreeMap<String, usize>) -> Option<usize> {
        let id = at.text();
        if id.is_empty() && events.len() == 1 {
            return Some(0);
        }
        let event = events.get(id).copied();
        self.kept(at, event.ok_or_else(|| Fault::NoSuchEvent(id.to_owned())))
    }
}

/// Whether this is a field of a round.
fn is_round(field: &str) -> bool {
    let number = field.strip_prefix(ROUND).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text, if there is any.
fn filled(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Whether two have a win against each other in a round, as can only be where they played twice.
fn has_win_each(section: &Section) -> bool {
    section.problems().iter().any(|problem| {
        let entry = section.entries.get(problem.row);
        let mine = entry
            .zip(problem.round)
            .and_then(|(entry, round)| entry.rounds.get(round));
        let theirs = match problem.what {
            Contradiction::Results { theirs, .. } => Some(theirs),
            _ => None,
        };
        [mine.copied(), theirs].map(|cell| cell.map(Round::code)) == [Some(Code::Win); 2]
    })
}
