//! What files of US Chess would bring into a camp. Changes nothing by itself.

mod listed;

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use jiff::civil::Date;
use strum::VariantArray as _;

use super::{FileKind, FileRead, Problem};
use crate::{
    domain::{
        counted,
        us_chess::{
            Account, Difference, Entry, Event, Import, Known, KnownSections, Member, Section,
            System,
        },
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

/// Something that is to be said of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    /// The place of the file among those that were read.
    pub source: usize,
    /// The file's name, without its folder.
    pub file: String,
    pub what: Problem,
}

impl fmt::Display for Found {
    /// "event.json, section 5: …", "event.json: …"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_placed = self.what.line.is_some() || self.what.place.is_some();
        let behind = if is_placed { "," } else { ":" };
        write!(f, "{}{behind} {}", self.file, self.what)
    }
}

/// A member who would be added, or changed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MemberToCome {
    /// "Last, First"
    pub name: String,
    pub is_new: bool,
    /// What would be another, of a member whom the camp has.
    pub differences: Vec<Difference>,
}

/// A section that would be added.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SectionToCome {
    /// The place of its event in the import, and its own there.
    pub event: usize,
    pub section: usize,
    /// Whether the camp, or another of the files, has it already.
    pub is_known: bool,
}

/// What would be imported, and what is to be said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub import: Import,
    /// A line a file: what it was taken for.
    pub files: Vec<String>,
    /// Sections that the camp has already: nothing is imported twice.
    pub conflicts: Vec<Found>,
    /// What is to be known of what the files have.
    pub notes: Vec<Found>,
    /// Who would be added or changed, each once.
    pub members: Vec<MemberToCome>,
    pub new_members: usize,
    pub sections: Vec<SectionToCome>,
    /// Sections that can't be rated, as it isn't known when they ended.
    pub without_day: usize,
    /// Whether a national list is among the files.
    pub has_national_list: bool,
}

impl Plan {
    /// Compares files with a camp.
    #[must_use]
    pub fn new(read: &[&FileRead], known: &Known, choices: Choices) -> Self {
        let mut plan = Self {
            import: Import {
                source: source(read),
                ..Import::default()
            },
            ..Self::default()
        };
        let mut sections = known.sections.clone();
        for (source, read) in read.iter().enumerate() {
            plan.add(source, read, (known, &mut sections), choices);
        }
        plan.members = members(&plan.import, known);
        let new = plan.members.iter().filter(|member| member.is_new);
        plan.new_members = new.count();
        plan
    }

    /// "64 new members, 2 changed members, 2 sections"
    #[must_use]
    pub fn in_words(&self) -> String {
        let new = counted(self.new_members, "new member");
        let sections = counted(self.sections.len(), "section");
        match self.members.len() - self.new_members {
            0 => format!("{new}, {sections}"),
            changed => format!("{new}, {}, {sections}", counted(changed, "changed member")),
        }
    }

    /// Whether nothing would come of it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.members.is_empty() && self.sections.is_empty()
    }

    /// The event of a section, and the section.
    #[must_use]
    pub fn section(&self, at: SectionToCome) -> Option<(&Event, &Section)> {
        let event = self.import.events.get(at.event)?;
        Some((event, event.sections.get(at.section)?))
    }

    fn add(
        &mut self,
        source: usize,
        read: &FileRead,
        (known, known_sections): (&Known, &mut KnownSections),
        choices: Choices,
    ) {
        let file = read.file.clone();
        self.files.push(format!("{file}: {}", read.in_words()));
        let found = |what| Found {
            source,
            file: file.clone(),
            what,
        };
        self.notes.extend(read.notes.iter().cloned().map(found));
        self.notes.extend(counts_not_told(read, known).map(found));
        let others = read.members.iter();
        let others = others.flat_map(|listed| other_ratings(listed, known));
        self.notes.extend(others.map(found));
        self.has_national_list |= read.kind == FileKind::NationalList;
        if read.kind == FileKind::NationalList && !choices.all_members {
            let listed = read.members.len();
            let members = brought_up_to_date(&read.members, known);
            self.notes.push(found(Problem::new(format!(
                "{} of this camp updated, {} skipped",
                counted(members.len(), "member"),
                listed - members.len()
            ))));
            self.import.members.extend(members);
        } else {
            let mut taken = HashSet::new();
            for listed in &read.members {
                let note = self.add_listed(listed, known, &mut taken);
                self.notes.extend(note.map(found));
            }
        }
        for event in &read.events {
            let mut event = event.clone();
            complete(&mut event, choices);
            self.notes.extend(gets_id(&event, known).map(found));
            for (place, section) in event.sections.iter().enumerate() {
                let is_in_camp = known.sections.contains(&event, section.number);
                let is_known = known_sections.contains(&event, section.number);
                known_sections.insert(&event, section.number);
                if is_known {
                    let called = format!("section {} of {}", section.number, event.name);
                    self.conflicts.push(found(Problem::new(if is_in_camp {
                        format!("{called} is in this camp already. Leave that file out")
                    } else {
                        format!("{called} is in another of these files. Leave one of them out")
                    })));
                }
                self.sections.push(SectionToCome {
                    event: self.import.events.len(),
                    section: place,
                    is_known,
                });
                if event.ends_of(section).is_none() {
                    self.without_day += 1;
                }
                let said = said_of(&event, section).map(Problem::new);
                let said = said.chain(differences(section, known));
                let said = said.chain(listed::alike(section, known));
                let placed = said.map(|it| {
                    let place = match it.place {
                        None => format!("section {}", section.number),
                        Some(place) => format!("section {}, {place}", section.number),
                    };
                    Problem {
                        place: Some(place),
                        ..it
                    }
                });
                self.notes.extend(placed.map(found));
            }
            self.import.events.push(event);
        }
    }
}

/// That an event of the camp gets the id that it has in a file.
fn gets_id(event: &Event, known: &Known) -> Option<Problem> {
    known.sections.gets_id(event).then(|| {
        Problem::new(format!(
            "“{}” is in this camp without an ID, and gets it. Sections of it that are rated are out of date then",
            event.name
        ))
    })
}

/// Why a section can't be rated as it stands in the file, and what its time controls contradict.
fn said_of(event: &Event, section: &Section) -> impl Iterator<Item = String> {
    let ends = event.ends_of(section);
    let no_day = ends.is_none();
    let no_day =
        no_day.then(|| "it isn’t known when it ended, and so it can’t be rated".to_owned());
    let faults = ends.and_then(|day| systems::check(section, day));
    let faults = faults.map(|it| it.to_string());
    let none = section.systems.is_empty() && !section.is_blitz;
    let none = none.then(|| "it names no rating system, and can’t be rated".to_owned());
    let pending = section.entries.iter().filter(|entry| entry.id.is_none());
    let pending = pending.count();
    let pending = (pending > 0).then(|| {
        let (verb, whose) = if pending == 1 {
            ("has", "that rating stays")
        } else {
            ("have", "those ratings stay")
        };
        let players = counted(pending, "player");
        format!("{players} {verb} no ID: {whose} in the section, and no member gets a record")
    });
    no_day.into_iter().chain(faults).chain(none).chain(pending)
}

/// Who would be added or changed: those of lists first, then whoever plays and isn't known.
fn members(import: &Import, known: &Known) -> Vec<MemberToCome> {
    let new = |name: String| MemberToCome {
        name,
        is_new: true,
        differences: Vec::new(),
    };
    let changed = |now: &Member, listed: &Member| MemberToCome {
        name: listed.listed_name(),
        is_new: false,
        differences: now.differences(listed),
    };
    let mut members = Vec::<MemberToCome>::new();
    // Who stands in two lists is as the last one has it.
    let mut places = HashMap::new();
    for listed in &import.members {
        let now = listed.id.and_then(|id| known.members.get(&id));
        let member = now.map_or_else(
            || new(listed.listed_name()),
            |(now, _)| changed(now, listed),
        );
        match listed.id.map(|id| places.insert(id, members.len())) {
            Some(Some(before)) => {
                members[before] = member;
                places.extend(listed.id.map(|id| (id, before)));
            }
            _ => members.push(member),
        }
    }
    for (key, listed) in &import.pending {
        let mut pending = known.pending.iter();
        if let Some((_, now)) = pending.find(|(pending, _)| pending == key) {
            places.extend(listed.id.map(|id| (id, members.len())));
            members.push(changed(now, listed));
        }
    }
    let sections = import.events.iter().flat_map(|event| &event.sections);
    for entry in sections.flat_map(|section| &section.entries) {
        if let Some(id) = entry.id
            && !known.members.contains_key(&id)
            && !places.contains_key(&id)
        {
            places.insert(id, members.len());
            members.push(new(entry.name.clone()));
        }
    }
    members.retain(|member| member.is_new || !member.differences.is_empty());
    members
}

/// That ratings are read as long established, where a format has no room for the counts of games behind them. Members whom the camp knows
/// have counts of their own.
fn counts_not_told(read: &FileRead, known: &Known) -> Option<Problem> {
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
        Problem::new(format!(
            "{} doesn’t tell how many games a rating goes by. {} whom this camp doesn’t know {} read as long established: import their members’ list first if some are provisional. Members of this camp keep their own N",
            if read.kind == FileKind::Dbf { "DBF" } else { "TRF16" },
            counted(players, "rated player"),
            if players == 1 { "is" } else { "are" }
        ))
    })
}

/// "members.csv", "members.csv and 2 files more"
fn source(read: &[&FileRead]) -> String {
    match read {
        [] => String::new(),
        [only] => only.file.clone(),
        [first, others @ ..] => {
            format!("{} and {} more", first.file, counted(others.len(), "file"))
        }
    }
}

/// Members of a list whom the camp has, with what the list says of their membership.
fn brought_up_to_date(listed: &[Member], known: &Known) -> Vec<Member> {
    let brought = listed.iter().filter_map(|listed| {
        let (member, _) = known.members.get(&listed.id?)?;
        Some(Member {
            expires: listed.expires.or(member.expires),
            state: listed.state.clone().or_else(|| member.state.clone()),
            ..member.clone()
        })
    });
    brought.collect()
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

/// Where a section has another rating for somebody than the camp. The camp's is used.
fn differences(section: &Section, known: &Known) -> Vec<Problem> {
    let mut found = Vec::new();
    for entry in &section.entries {
        let Some((_, now)) = entry.id.and_then(|id| known.members.get(&id)) else {
            continue;
        };
        for system in System::VARIANTS {
            let sentence = other_rating(
                *system,
                now.account(*system),
                entry.record(*system).rating,
                " before it",
            );
            let place = format!("pair {}", entry.pair);
            found.extend(sentence.map(|it| Problem::new(it).at(place)));
        }
    }
    found
}

/// Where a list has another rating for somebody than the camp. The camp's is used.
fn other_ratings(listed: &Member, known: &Known) -> Vec<Problem> {
    let Some((_, now)) = listed.id.and_then(|id| known.members.get(&id)) else {
        return Vec::new();
    };
    let sentences = System::VARIANTS.iter().filter_map(|system| {
        let theirs = listed.opening.account(*system).rating;
        other_rating(*system, now.account(*system), theirs, " in the list")
    });
    let name = listed.listed_name();
    let placed = sentences.map(|it| Problem::new(it).at(name.clone()));
    placed.collect()
}

/// "Regular 1500 before it, but 1521.36 in this camp, which is used"
fn other_rating(system: System, now: &Account, theirs: Option<f64>, at: &str) -> Option<String> {
    let (ours, theirs) = now.rating.zip(theirs)?;
    let is_other = (ours.round() - theirs.round()).abs() > 0.5;
    is_other.then(|| {
        format!(
            "{} {theirs}{at}, but {ours:.2} in this camp, which is used",
            system.title()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::us_chess::{Balance, MemberId, Record};

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
                name: "Open".to_owned(),
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
            let plan = Plan::new(&[&file(kind)], known, Choices::default());
            let counts = plan.notes.iter().map(ToString::to_string);
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

    #[test]
    fn who_is_new_or_changed_is_told_field_by_field() {
        let mut known = Known::default();
        let anna = Member {
            id: Some(id(7)),
            last_name: "Berger".to_owned(),
            first_name: "Anna".to_owned(),
            state: Some("MN".to_owned()),
            fide: Some(1600),
            ..Member::default()
        };
        let now = Balance {
            regular: Account {
                rating: Some(1521.36),
                ..Account::default()
            },
            ..Balance::default()
        };
        known.members.insert(id(7), (anna.clone(), now));
        let mut moved = Member {
            state: Some("WI".to_owned()),
            fide: None,
            ..anna.clone()
        };
        moved.opening.regular.rating = Some(1498.0);
        let list = |members| FileRead {
            members,
            events: Vec::new(),
            kind: FileKind::MembersCsv,
            ..file(FileKind::Json)
        };
        let newcomer = Member {
            id: Some(id(8)),
            last_name: "Vang".to_owned(),
            ..Member::default()
        };
        let (list_read, event) = (list(vec![moved, newcomer]), file(FileKind::Json));
        let plan = Plan::new(&[&list_read, &event], &known, Choices::default());
        let told = plan.members.iter().map(|member| {
            let differences = member.differences.iter();
            let differences = differences.map(|it| (&*it.what, &*it.before, &*it.after));
            (
                &*member.name,
                member.is_new,
                differences.collect::<Vec<_>>(),
            )
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                // What a list leaves empty changes nothing: there is no line for FIDE.
                ("Berger, Anna", false, vec![("State", "MN", "WI")]),
                ("Vang", true, vec![]),
            ]
        );
        assert_eq!(
            plan.in_words(),
            "1 new member, 1 changed member, 2 sections"
        );
        let notes = plan.notes.iter().map(ToString::to_string);
        let notes = notes.filter(|note| note.contains("which is used"));
        assert_eq!(
            notes.collect::<Vec<_>>(),
            [
                "event, Berger, Anna: Regular 1498 in the list, but 1521.36 in this camp, which is used",
                "event, section 1, pair 0: Regular 1500 before it, but 1521.36 in this camp, which is used",
            ]
        );
        // The same list again changes nobody.
        let same = Plan::new(&[&list(vec![anna])], &known, Choices::default());
        assert!(same.is_empty());
    }

    #[test]
    fn a_section_is_imported_once_whichever_file_it_stands_in() {
        let (one, other) = (file(FileKind::Json), file(FileKind::Dbf));
        let plan = Plan::new(&[&one, &other], &Known::default(), Choices::default());
        let conflicts = plan.conflicts.iter();
        let conflicts = conflicts.map(|found| (found.source, found.to_string()));
        let sentence = |number| {
            (
                1,
                format!(
                    "event: section {number} of Open is in another of these files. Leave one of them out"
                ),
            )
        };
        assert_eq!(conflicts.collect::<Vec<_>>(), [sentence(1), sentence(2)]);
        let known = plan.sections.iter().map(|section| section.is_known);
        assert_eq!(known.collect::<Vec<_>>(), [false, false, true, true]);
    }
}
