//! What files of US Chess would bring into a camp. Changes nothing by itself.

use std::collections::HashSet;

use jiff::civil::Date;
use strum::VariantArray as _;

use super::{FileKind, FileRead};
use crate::{
    domain::{
        counted,
        us_chess::{Entry, Event, Import, Known, Member, System},
    },
    rating::us_chess::{Rules, systems},
};

/// What is said of what files leave open.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Choices {
    /// The ratings that were published with the sections are kept, and none is computed.
    pub as_published: bool,
    /// The day on which sections ended that have none.
    pub ended: Option<Date>,
    /// Whether everybody of a national list becomes a member, and not only those are brought up to date whom the camp has.
    pub all_members: bool,
}

/// What would be imported, and what is to be said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub import: Import,
    /// A line a file: what it was taken for.
    pub files: Vec<String>,
    /// Sections that the camp has already: nothing is imported twice.
    pub conflicts: Vec<String>,
    /// What is to be known of what the files have.
    pub notes: Vec<String>,
    pub new_members: usize,
    pub sections: usize,
    /// Sections that can't be rated, as it isn't known when they ended.
    pub without_day: usize,
}

impl Plan {
    /// Compares files with a camp.
    #[must_use]
    pub fn new(read: Vec<FileRead>, known: &Known, choices: Choices) -> Self {
        let mut plan = Self {
            import: Import {
                source: source(&read),
                ..Import::default()
            },
            ..Self::default()
        };
        for read in read {
            plan.add(read, known, choices);
        }
        let sections = plan.import.events.iter().flat_map(|event| &event.sections);
        plan.sections = sections.clone().count();
        let entered = sections.flat_map(|section| &section.entries);
        let entered = entered.filter_map(|entry| entry.id);
        let listed = plan.import.members.iter();
        let new = entered
            .chain(listed.clone().filter_map(|member| member.id))
            .filter(|id| !known.members.contains_key(id));
        let pending = listed.filter(|member| member.id.is_none()).count();
        plan.new_members = new.collect::<HashSet<_>>().len() + pending;
        plan
    }

    /// "64 new members, 2 sections"
    #[must_use]
    pub fn in_words(&self) -> String {
        format!(
            "{}, {}",
            counted(self.new_members, "new member"),
            counted(self.sections, "section")
        )
    }

    fn add(&mut self, read: FileRead, known: &Known, choices: Choices) {
        let sections = read.events.iter().map(|event| event.sections.len());
        let what = match (read.members.len(), sections.sum::<usize>()) {
            (0, sections) => counted(sections, "section"),
            (members, _) => counted(members, "member"),
        };
        let file = &read.file;
        self.files
            .push(format!("{file}: {}, {what}", read.kind.words()));
        let notes = read.notes.iter().map(|note| format!("{file}, {note}"));
        self.notes.extend(notes);
        self.notes.extend(counts_not_told(&read, known));
        if read.kind == FileKind::NationalList && !choices.all_members {
            let listed = read.members.len();
            let members = brought_up_to_date(read.members, known);
            self.notes.push(format!(
                "{file}: {} of this camp brought up to date, {} passed over",
                counted(members.len(), "member"),
                listed - members.len()
            ));
            self.import.members.extend(members);
        } else {
            let members = read.members.into_iter();
            let members = members.map(|listed| merged(listed, known));
            self.import.members.extend(members);
        }
        for mut event in read.events {
            complete(&mut event, choices);
            for section in &event.sections {
                if known.sections.contains(&(event.known_by(), section.number)) {
                    self.conflicts.push(format!(
                        "{file}: section {} of {} is in this camp already. Leave that file out",
                        section.number, event.name
                    ));
                }
                if event.ends_of(section).is_none() {
                    self.without_day += 1;
                    self.notes.push(format!(
                        "{file}, section {}: it isn’t known when it ended, and so it can’t be rated",
                        section.number
                    ));
                }
            }
            for section in &event.sections {
                let ends = event.ends_of(section);
                let faults = ends.and_then(|day| systems::check(section, day));
                let none = section.systems.is_empty() && !section.is_blitz;
                let none = none.then(|| "it names no rating system, and can’t be rated".to_owned());
                let sentences = faults.map(|it| it.to_string()).into_iter().chain(none);
                let placed =
                    sentences.map(|it| format!("{file}, section {}: {it}", section.number));
                self.notes.extend(placed);
            }
            self.notes.extend(differences(file, &event, known));
            self.import.events.push(event);
        }
    }
}

/// That ratings are read as long established, where a format has no room for the counts of games behind them. Members whom the camp knows
/// have counts of their own.
fn counts_not_told(read: &FileRead, known: &Known) -> Option<String> {
    if !matches!(read.kind, FileKind::Dbf | FileKind::Trf) {
        return None;
    }
    let sections = read.events.iter().flat_map(|event| &event.sections);
    let entries = sections.flat_map(|section| &section.entries);
    let is_new = |entry: &&Entry| !entry.id.is_some_and(|id| known.members.contains_key(&id));
    let is_rated = |entry: &&Entry| {
        System::VARIANTS
            .iter()
            .any(|it| entry.record(*it).rating.is_some())
    };
    let players = entries.filter(is_new).filter(is_rated).count();
    (players > 0).then(|| {
        format!(
            "{}: {} doesn’t tell how many games a rating goes by. {} whom this camp doesn’t know {} read as long established: import their members’ list first if some are provisional. Members of this camp keep their own N",
            read.file,
            if read.kind == FileKind::Dbf { "DBF" } else { "TRF16" },
            counted(players, "rated player"),
            if players == 1 { "is" } else { "are" }
        )
    })
}

/// "members.csv", "members.csv and 2 files more"
fn source(read: &[FileRead]) -> String {
    match read {
        [] => String::new(),
        [only] => only.file.clone(),
        [first, others @ ..] => {
            format!("{} and {} more", first.file, counted(others.len(), "file"))
        }
    }
}

/// Members of a list whom the camp has, with what the list says of their membership.
fn brought_up_to_date(listed: Vec<Member>, known: &Known) -> Vec<Member> {
    let brought = listed.into_iter().filter_map(|listed| {
        let (member, _) = known.members.get(&listed.id?)?;
        Some(Member {
            expires: listed.expires.or(member.expires),
            state: listed.state.or(member.state.clone()),
            ..member.clone()
        })
    });
    brought.collect()
}

/// A listed member with what the camp knows besides: what a list leaves empty changes nothing, and it gives nobody a floor back.
fn merged(listed: Member, known: &Known) -> Member {
    let Some((member, _)) = listed.id.and_then(|id| known.members.get(&id)) else {
        return listed;
    };
    let or_known = |name: String, known: &str| {
        if name.is_empty() {
            known.to_owned()
        } else {
            name
        }
    };
    Member {
        last_name: or_known(listed.last_name, &member.last_name),
        first_name: or_known(listed.first_name, &member.first_name),
        state: listed.state.or_else(|| member.state.clone()),
        birth: listed.birth.or(member.birth),
        expires: listed.expires.or(member.expires),
        fide: listed.fide.or(member.fide),
        cfc: listed.cfc.or(member.cfc),
        floor_2200_allowed: listed.floor_2200_allowed && member.floor_2200_allowed,
        ..listed
    }
}

/// Adds what was chosen. Sections of before 2001 keep what was published.
fn complete(event: &mut Event, choices: Choices) {
    let ends = event.ends;
    for section in &mut event.sections {
        if section.ends.or(ends).is_none() {
            section.ends = choices.ended;
        }
        let ends = section.ends.or(ends);
        let is_old = ends.is_some_and(|day| Rules::on(day).is_none());
        section.as_published |= choices.as_published || is_old;
    }
}

/// Where a file has another rating for somebody than the camp. The camp's is used.
fn differences(file: &str, event: &Event, known: &Known) -> Vec<String> {
    let mut sentences = Vec::new();
    for section in &event.sections {
        for entry in &section.entries {
            let Some((_, now)) = entry.id.and_then(|id| known.members.get(&id)) else {
                continue;
            };
            for system in System::VARIANTS {
                let both = now
                    .account(*system)
                    .rating
                    .zip(entry.record(*system).rating);
                if let Some((ours, theirs)) = both
                    && (ours.round() - theirs.round()).abs() > 0.5
                {
                    sentences.push(format!(
                        "{file}, section {}, no. {}: {} {theirs} before it, but {ours:.2} in this camp, which is used",
                        section.number,
                        entry.pair,
                        system.title()
                    ));
                }
            }
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::us_chess::{Balance, MemberId, Record, Section};

    fn id(number: u32) -> MemberId {
        format!("{number:08}").parse().expect("a member's number")
    }

    /// A file with two sections: a newcomer, whoever has this number, and somebody without one, the last two rated.
    fn file(kind: FileKind) -> FileRead {
        let rated = |id| Entry {
            id,
            regular: Record {
                rating: Some(1500.0),
                games: None,
                ..Record::default()
            },
            ..Entry::default()
        };
        let section = |number, entries| Section {
            number,
            entries,
            systems: vec![System::Regular],
            ..Section::default()
        };
        FileRead {
            file: "event".to_owned(),
            kind,
            events: vec![Event {
                ends: jiff::civil::date(2026, 8, 30).into(),
                sections: vec![
                    section(1, vec![Entry::default(), rated(Some(id(7)))]),
                    section(2, vec![rated(None)]),
                ],
                ..Event::default()
            }],
            members: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn what_has_no_counts_of_games_is_said_once_a_file() {
        let notes = |kind, known: &Known| {
            let plan = Plan::new(vec![file(kind)], known, Choices::default());
            let counts = plan.notes.into_iter();
            counts
                .filter(|note| note.contains("how many games"))
                .collect::<Vec<_>>()
        };
        let nobody = Known::default();
        assert_eq!(
            notes(FileKind::Dbf, &nobody),
            [
                "event: DBF doesn’t tell how many games a rating goes by. 2 rated players whom this camp doesn’t know are read as long established: import their members’ list first if some are provisional. Members of this camp keep their own N"
            ]
        );
        assert_eq!(notes(FileKind::Trf, &nobody).len(), 1);
        assert!(notes(FileKind::Json, &nobody).is_empty());
        let mut known = Known::default();
        let member = Member {
            id: Some(id(7)),
            ..Member::default()
        };
        known.members.insert(id(7), (member, Balance::default()));
        let one = notes(FileKind::Dbf, &known);
        assert!(
            one.len() == 1 && one[0].contains("1 rated player whom this camp doesn’t know is read")
        );
    }
}
