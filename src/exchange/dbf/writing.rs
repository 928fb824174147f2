//! Records of the three files from events.

use std::collections::BTreeSet;

use jiff::civil::Date;
use thiserror::Error;

use super::{
    fields::{File, MOST, ROUND_LENGTH, length, round_field},
    table::{self, Cells},
};
use crate::{
    domain::us_chess::{
        Entry, Event, MOST_CONTROLS, MemberId, Round, Section, SectionKind, System,
    },
    exchange::{Problem, ascii, noted::at, printed::printed_rating, time_controls},
};

/// What the files call the program that wrote them.
const PROGRAM: &str = "CampLadder";

/// What the files can't hold, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
enum Fault {
    #[error(
        "Two of the events have the id “{0}”. Export them one by one, or give each an id of its own"
    )]
    EventTwice(String),
    #[error(
        "Of several events in a report each needs an id. Give it one, or export them one by one"
    )]
    NoEventId,
    #[error("A report has at most 99 sections, this event has {0}. Export it in parts")]
    Sections(usize),
    #[error("A section’s number is from 1 to 99 in a report, not {0}. Number the sections anew")]
    SectionNumber(u16),
    #[error("Another section has number {0}. Number the sections anew")]
    SectionTwice(u16),
    #[error("A report has at most 99 rounds, this section has {0}. Divide the section")]
    Rounds(usize),
    #[error("A section has at most three time controls, this one has {0}. Leave some out")]
    TimeControls(usize),
    #[error(
        "“{text}” is too long for a report, which has {most} letters for the {what}. Shorten it"
    )]
    TooLong {
        what: &'static str,
        text: String,
        most: usize,
    },
    #[error("The last day, {ends}, is before the first, {begins}. Correct one of the two")]
    EndsBefore { begins: Date, ends: Date },
    #[error("{0}. Correct the result that is wrong")]
    Contradiction(String),
}

/// The bytes of `THEXPORT.DBF`, `TSEXPORT.DBF` and `TDEXPORT.DBF`. The header has the day on which they are `written`; cells have
/// colours only `with_colours`.
///
/// # Errors
/// Everything that the files can't hold, and contradictions for which US Chess wouldn't rate a section.
pub fn write(
    events: &[Event],
    written: Date,
    with_colours: bool,
) -> Result<[Vec<u8>; 3], Vec<Problem>> {
    let mut writer = Writer {
        with_colours,
        rounds: 1,
        problems: Vec::new(),
    };
    let sections = events.iter().flat_map(|event| &event.sections);
    writer.rounds = sections.map(round_count).max().unwrap_or(1).max(1);
    let mut ids = BTreeSet::new();
    for event in events {
        let id = event.id.as_deref().unwrap_or_default();
        if id.is_empty() && events.len() > 1 {
            writer.problem(event_place(event), &Fault::NoEventId);
        } else if !ids.insert(id) {
            writer.problem(event_place(event), &Fault::EventTwice(id.to_owned()));
        }
        writer.check(event);
    }
    let records = [
        events.iter().map(|event| writer.event(event)).collect(),
        writer.each_section(events, Writer::section),
        writer.each_entry(events),
    ];
    if !writer.problems.is_empty() {
        return Err(writer.problems);
    }
    let [th, ts, td]: [Vec<Cells>; 3] = records;
    let fields = |file: File| {
        let fields = file.fields().iter();
        fields.map(|(name, length)| ((*name).to_owned(), *length))
    };
    let rounds = (1..=writer.rounds).map(|round| (round_field(round), ROUND_LENGTH));
    let entries = fields(File::Entries).chain(rounds).collect::<Vec<_>>();
    let file = |file: File, records: &[Cells]| {
        table::write(file, &fields(file).collect::<Vec<_>>(), records, written)
    };
    let bytes = [
        file(File::Events, &th),
        file(File::Sections, &ts),
        table::write(File::Entries, &entries, &td, written),
    ];
    match bytes {
        [Ok(th), Ok(ts), Ok(td)] => Ok([th, ts, td]),
        failed => Err(failed.into_iter().filter_map(Result::err).collect()),
    }
}

struct Writer {
    with_colours: bool,
    /// How many rounds the widest section has; at least 1.
    rounds: usize,
    problems: Vec<Problem>,
}

impl Writer {
    fn problem(&mut self, place: String, fault: &Fault) {
        self.problems.push(at(place, fault));
    }

    /// Looks at numbers and counts, and at what contradicts itself.
    fn check(&mut self, event: &Event) {
        let count = event.sections.len();
        if count > MOST {
            self.problem(event_place(event), &Fault::Sections(count));
        }
        self.check_days(event_place(event), event.begins, event.ends);
        let mut numbers = BTreeSet::new();
        for section in &event.sections {
            let place = section_place(section);
            let (begins, ends) = days(event, section);
            self.check_days(place.clone(), begins, ends);
            if !(1..=MOST).contains(&usize::from(section.number)) {
                self.problem(place.clone(), &Fault::SectionNumber(section.number));
            }
            if !numbers.insert(section.number) {
                self.problem(place.clone(), &Fault::SectionTwice(section.number));
            }
            if round_count(section) > MOST {
                self.problem(place.clone(), &Fault::Rounds(round_count(section)));
            }
            if section.time_controls.len() > MOST_CONTROLS {
                let fault = Fault::TimeControls(section.time_controls.len());
                self.problem(place.clone(), &fault);
            }
            let problems = section.problems().into_iter();
            let problems = problems.filter(|problem| problem.what.prevents_rating());
            for problem in problems {
                let fault = Fault::Contradiction(problem.to_string());
                self.problem(place.clone(), &fault);
            }
        }
    }

    fn check_days(&mut self, place: String, begins: Option<Date>, ends: Option<Date>) {
        if let (Some(begins), Some(ends)) = (begins, ends)
            && ends < begins
        {
            self.problem(place, &Fault::EndsBefore { begins, ends });
        }
    }

    /// A text that would be wrong if it was cut.
    fn whole(
        &mut self,
        place: String,
        what: &'static str,
        (file, field): (File, &str),
        text: &str,
    ) -> String {
        let letters = ascii::base_letters(text);
        let most = length(file, field);
        if letters.len() > most {
            let fault = Fault::TooLong {
                what,
                text: letters.clone(),
                most,
            };
            self.problem(place, &fault);
        }
        letters
    }

    /// The same, which may be missing.
    fn whole_of(
        &mut self,
        event: &Event,
        what: &'static str,
        field: &str,
        text: Option<&String>,
    ) -> String {
        let text = text.map_or("", String::as_str);
        self.whole(event_place(event), what, (File::Events, field), text)
    }

    fn event(&mut self, event: &Event) -> Cells {
        let cut = |field, text: &str| ascii::cut(text, length(File::Events, field));
        Cells(vec![
            "2C".to_owned(),
            PROGRAM.to_owned(),
            self.whole_of(event, "id of an event", "H_EVENT_ID", event.id.as_ref()),
            cut("H_NAME", &event.name),
            event.sections.len().to_string(),
            day(event.begins),
            day(event.ends),
            self.whole_of(
                event,
                "number of the affiliate",
                "H_AFF_ID",
                event.affiliate.as_ref(),
            ),
            cut("H_CITY", event.city.as_deref().unwrap_or_default()),
            self.whole_of(event, "state", "H_STATE", event.state.as_ref()),
            self.whole_of(event, "ZIP code", "H_ZIPCODE", event.zip.as_ref()),
            "USA".to_owned(),
            "N".to_owned(),
            id(event.chief_td),
            id(event.assistant_td),
            String::new(),
        ])
    }

    fn each_section(
        &mut self,
        events: &[Event],
        record: fn(&mut Self, &Event, &Section) -> Cells,
    ) -> Vec<Cells> {
        let sections = events
            .iter()
            .flat_map(|event| event.sections.iter().map(move |section| (event, section)));
        sections
            .map(|(event, section)| record(self, event, section))
            .collect()
    }

    fn section(&mut self, event: &Event, section: &Section) -> Cells {
        let controls = time_controls::written(&section.time_controls);
        let (begins, ends) = days(event, section);
        let last_pair = section.entries.iter().map(|entry| entry.pair).max();
        Cells(vec![
            ascii::base_letters(event.id.as_deref().unwrap_or_default()),
            section.number.to_string(),
            ascii::cut(&section.name, length(File::Sections, "S_SEC_NAME")),
            system(section).to_owned(),
            self.whole(
                section_place(section),
                "time controls",
                (File::Sections, "S_TIMECTL"),
                &controls,
            ),
            id(event.chief_td),
            id(event.assistant_td),
            kind(section).to_owned(),
            round_count(section).to_string(),
            last_pair.unwrap_or_default().to_string(),
            day(begins),
            day(ends),
            String::new(),
            "N".to_owned(),
            String::new(),
            "N".to_owned(),
        ])
    }

    fn each_entry(&mut self, events: &[Event]) -> Vec<Cells> {
        let mut records = Vec::new();
        for event in events {
            for section in &event.sections {
                let entries = section.entries.iter();
                records.extend(entries.map(|entry| self.entry(event, section, entry)));
            }
        }
        records
    }

    fn entry(&mut self, event: &Event, section: &Section, entry: &Entry) -> Cells {
        let place = format!("{}, pair {}", section_place(section), entry.pair);
        let state = entry.state.as_deref().unwrap_or_default();
        let mut texts = vec![
            ascii::base_letters(event.id.as_deref().unwrap_or_default()),
            section.number.to_string(),
            entry.pair.to_string(),
            id(entry.id),
            ascii::cut(&entry.name, length(File::Entries, "D_NAME")),
            self.whole(place, "state", (File::Entries, "D_STATE"), state),
            printed_rating(section, entry).unwrap_or_else(|| "0".to_owned()),
        ];
        let rounds = 0..self.rounds;
        texts.extend(rounds.map(|round| self.cell(entry.rounds.get(round).copied())));
        Cells(texts)
    }

    /// "W12", "B0"; "U0" for a round that an entry doesn't have.
    fn cell(&self, round: Option<Round>) -> String {
        let Some(round) = round else {
            return "U0".to_owned();
        };
        let side = round.side().filter(|_| self.with_colours);
        let mut text = String::from(round.code().letter());
        text += &round.opponent().unwrap_or_default().to_string();
        text.extend(side.map(|side| side.letter().to_ascii_uppercase()));
        text
    }
}

/// The first and the last day of a section, or else of its event.
fn days(event: &Event, section: &Section) -> (Option<Date>, Option<Date>) {
    (section.begins.or(event.begins), event.ends_of(section))
}

/// How many rounds a section has.
fn round_count(section: &Section) -> usize {
    let rounds = section.entries.iter().map(|entry| entry.rounds.len());
    rounds.max().unwrap_or_default()
}

fn system(section: &Section) -> &'static str {
    let is_rated = |system| section.is_rated_in(system);
    match (is_rated(System::Regular), is_rated(System::Quick)) {
        _ if section.is_blitz => "B",
        (true, true) => "D",
        (true, false) => "R",
        (false, true) => "Q",
        (false, false) => "",
    }
}

fn kind(section: &Section) -> &'static str {
    match section.kind {
        SectionKind::Swiss if section.has_two_games() => "2",
        SectionKind::Swiss => "S",
        SectionKind::RoundRobin => "R",
        SectionKind::Match => "M",
    }
}

/// "20260830", or nothing.
fn day(date: Option<Date>) -> String {
    date.map(|date| date.strftime("%Y%m%d").to_string())
        .unwrap_or_default()
}

/// Eight digits, or nothing.
fn id(id: Option<MemberId>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn event_place(event: &Event) -> String {
    format!("“{}”", event.name)
}

fn section_place(section: &Section) -> String {
    format!("section {}", section.number)
}
