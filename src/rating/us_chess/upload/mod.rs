//! What is missing in an event before it is sent to US Chess. It is a list to go through: nothing of it keeps an event from being exported.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use jiff::civil::Date;
use thiserror::Error;

use super::systems::{self, SystemProblem};
use crate::domain::{
    counted, show_date,
    us_chess::{Event, MemberId, Role, Section, SectionProblem},
};

/// Files have room for this many sections, with two figures each.
const MOST_SECTIONS: usize = 99;

/// Something to correct before an upload, or to look at.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UploadProblem {
    /// The number of the section; nothing where the event is meant.
    pub section: Option<u16>,
    /// The pairing number of the entry; nothing where the whole section is meant.
    pub pair: Option<u16>,
    pub what: Missing,
}

/// What is missing, or wrong.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Missing {
    #[error("The event has no name")]
    EventName,
    #[error("There is no affiliate: enter its number")]
    Affiliate,
    #[error("There is no chief director: enter the member’s number")]
    ChiefDirector,
    #[error("There is no assistant director. That is right if there was none")]
    AssistantDirector,
    #[error("Chief and assistant director are the same member: delete the assistant")]
    OneDirector,
    #[error("There is no city")]
    City,
    #[error("There is no state")]
    State,
    #[error("There is no ZIP code")]
    Zip,
    #[error("There is no day on which the event begins")]
    EventBegins,
    #[error("There is no day on which the event ends")]
    EventEnds,
    #[error("It begins on {}, after it ends: correct one of both days", show_date(*.0))]
    BeginsAfterEnd(Date),
    #[error("It ends on {}, which is in the future: correct the day, or wait", show_date(*.0))]
    EndsInFuture(Date),
    #[error("It isn’t on the days of the event: correct one of them")]
    OutsideEvent,
    #[error("There are no sections: enter one")]
    NoSections,
    #[error(
        "There are {0} sections, and a file has room for {MOST_SECTIONS}: make two events of it"
    )]
    ManySections(usize),
    #[error("Another section has this number: change one of them")]
    NumberTwice,
    #[error("The section has no name")]
    SectionName,
    #[error("The section has no entries: enter them, or delete the section")]
    NoEntries,
    #[error("The section has one entry only: enter the others, or delete the section")]
    OneEntry,
    #[error("The section is rated in no system: mark it Regular, Quick or both")]
    NoSystem,
    #[error("The section is blitz, which is exported, and not rated here")]
    Blitz,
    #[error("There is no time control: enter one like G/60;d5")]
    NoTimeControl,
    #[error("{0}")]
    System(#[from] SystemProblem),
    #[error("There is no name")]
    Name,
    #[error("There is no member’s number: enter it, or join the player first")]
    Id,
    #[error("Pair {first} has the same member’s number. That is right for a re-entry")]
    IdTwice { first: u16 },
    #[error("The membership ended on {}, before the section did: renew it first", show_date(*.0))]
    Expired(Date),
    #[error("The membership of the {} director ended on {}, before the event did: renew it first", .0.word(), show_date(*.1))]
    DirectorExpired(Role, Date),
    #[error("It isn’t known when {} out: import the national member list", membership(*.0))]
    ExpiryNotKnown(usize),
    #[error("{0}")]
    Contradiction(SectionProblem),
}

/// "1 membership runs", "12 memberships run"
fn membership(count: usize) -> String {
    let run = if count == 1 { "runs" } else { "run" };
    format!("{} {run}", counted(count, "membership"))
}

impl fmt::Display for UploadProblem {
    /// "Section 5, pair 3: There is no name"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(section) = self.section {
            write!(f, "Section {section}")?;
            // A contradiction names its place itself.
            let pair = self.pair;
            if let Some(pair) = pair.filter(|_| !matches!(self.what, Missing::Contradiction(_))) {
                write!(f, ", pair {pair}")?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}", self.what)
    }
}

/// Everything that is missing in an event: first what the event lacks, then section by section and row by row. `expires` is the last day of
/// a membership, where that is known.
#[must_use]
pub fn missing(
    event: &Event,
    expires: &dyn Fn(MemberId) -> Option<Date>,
    today: Date,
) -> Vec<UploadProblem> {
    let mut checker = Checker {
        event,
        expires,
        today,
        not_known: BTreeSet::new(),
        problems: Vec::new(),
    };
    checker.head();
    checker.directors();
    let of_event = checker.problems.len();
    checker.sections();
    if !checker.not_known.is_empty() {
        let what = Missing::ExpiryNotKnown(checker.not_known.len());
        let problem = UploadProblem {
            section: None,
            pair: None,
            what,
        };
        checker.problems.insert(of_event, problem);
    }
    checker.problems
}

struct Checker<'a> {
    event: &'a Event,
    expires: &'a dyn Fn(MemberId) -> Option<Date>,
    today: Date,
    /// Players of whom it isn't known until when they are members.
    not_known: BTreeSet<MemberId>,
    problems: Vec<UploadProblem>,
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

impl Checker<'_> {
    fn tell(&mut self, section: Option<u16>, pair: Option<u16>, what: Missing) {
        self.problems.push(UploadProblem {
            section,
            pair,
            what,
        });
    }

    fn head(&mut self) {
        let event = self.event;
        let checks = [
            (is_blank(Some(&event.name)), Missing::EventName),
            (is_blank(event.affiliate.as_deref()), Missing::Affiliate),
            (is_blank(event.city.as_deref()), Missing::City),
            (is_blank(event.state.as_deref()), Missing::State),
            (is_blank(event.zip.as_deref()), Missing::Zip),
            (event.begins.is_none(), Missing::EventBegins),
            (event.ends.is_none(), Missing::EventEnds),
            (event.sections.is_empty(), Missing::NoSections),
        ];
        for (is_missing, what) in checks {
            if is_missing {
                self.tell(None, None, what);
            }
        }
        self.days(None, event.begins, event.ends);
        let sections = event.sections.len();
        if sections > MOST_SECTIONS {
            self.tell(None, None, Missing::ManySections(sections));
        }
    }

    /// The days of the event, or of a section.
    fn days(&mut self, section: Option<u16>, begins: Option<Date>, ends: Option<Date>) {
        if let (Some(begins), Some(ends)) = (begins, ends)
            && begins > ends
        {
            self.tell(section, None, Missing::BeginsAfterEnd(begins));
        }
        if let Some(ends) = ends.filter(|ends| *ends > self.today) {
            self.tell(section, None, Missing::EndsInFuture(ends));
        }
    }

    fn directors(&mut self) {
        let (chief, assistant) = (self.event.chief_td, self.event.assistant_td);
        match (chief, assistant) {
            (None, _) => self.tell(None, None, Missing::ChiefDirector),
            (Some(chief), Some(assistant)) if chief == assistant => {
                self.tell(None, None, Missing::OneDirector);
            }
            _ => (),
        }
        if assistant.is_none() {
            self.tell(None, None, Missing::AssistantDirector);
        }
        let assistant = assistant.filter(|id| chief != Some(*id));
        let ends = self.event.ends.unwrap_or(self.today);
        for (id, role) in [(chief, Role::Chief), (assistant, Role::Assistant)] {
            let expires = id.and_then(self.expires);
            if let Some(expires) = expires.filter(|expires| *expires < ends) {
                self.tell(None, None, Missing::DirectorExpired(role, expires));
            }
        }
    }

    fn sections(&mut self) {
        let mut numbers = BTreeSet::new();
        for section in &self.event.sections {
            let number = Some(section.number);
            if !numbers.insert(section.number) {
                self.tell(number, None, Missing::NumberTwice);
            }
            self.section(section);
            self.rating(section);
            self.entries(section);
            for problem in section.problems() {
                let pair = Some(problem.pair);
                self.tell(number, pair, Missing::Contradiction(problem));
            }
        }
    }

    fn section(&mut self, section: &Section) {
        let number = Some(section.number);
        if is_blank(Some(&section.name)) {
            self.tell(number, None, Missing::SectionName);
        }
        match section.entries.len() {
            0 => self.tell(number, None, Missing::NoEntries),
            1 => self.tell(number, None, Missing::OneEntry),
            _ => (),
        }
        if section.begins.is_some() || section.ends.is_some() {
            self.days(number, section.begins, section.ends);
        }
        let of_event = (self.event.begins, self.event.ends);
        let days = [section.begins, section.ends].into_iter().flatten();
        let is_outside = |day: Date| {
            of_event.0.is_some_and(|begins| day < begins)
                || of_event.1.is_some_and(|ends| day > ends)
        };
        if days.into_iter().any(is_outside) {
            self.tell(number, None, Missing::OutsideEvent);
        }
    }

    /// In which system the section is to be rated.
    fn rating(&mut self, section: &Section) {
        let number = Some(section.number);
        if section.is_blitz {
            self.tell(number, None, Missing::Blitz);
        } else if section.systems.is_empty() {
            self.tell(number, None, Missing::NoSystem);
        }
        if section.controls().is_ok_and(|controls| controls.is_empty()) {
            self.tell(number, None, Missing::NoTimeControl);
        }
        let day = self.event.ends_of(section).unwrap_or(self.today);
        if let Some(problem) = systems::check(section, day) {
            self.tell(number, None, problem.into());
        }
    }

    fn entries(&mut self, section: &Section) {
        let number = Some(section.number);
        let ends = self.event.ends_of(section).unwrap_or(self.today);
        let mut ids = BTreeMap::<MemberId, u16>::new();
        for entry in &section.entries {
            let pair = Some(entry.pair);
            if is_blank(Some(&entry.name)) {
                self.tell(number, pair, Missing::Name);
            }
            let Some(id) = entry.id else {
                self.tell(number, pair, Missing::Id);
                continue;
            };
            let first = *ids.entry(id).or_insert(entry.pair);
            if first != entry.pair {
                self.tell(number, pair, Missing::IdTwice { first });
                continue;
            }
            match (self.expires)(id) {
                None => {
                    self.not_known.insert(id);
                }
                Some(expires) if expires < ends => {
                    self.tell(number, pair, Missing::Expired(expires));
                }
                Some(_) => (),
            }
        }
    }
}

#[cfg(test)]
mod tests;
