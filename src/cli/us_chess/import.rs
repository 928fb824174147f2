//! `camp-ladder us-chess CAMP import`

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use jiff::civil::Date;
use strum::VariantArray as _;

use crate::{
    app,
    cli::{Failure, change, make_with, open_to_import, say},
    domain::{
        Edit, counted,
        us_chess::{Change, Event, Import, Member, System},
    },
    exchange::{self, FileKind, FileRead},
    rating::us_chess::Rules,
    storage::CampFile,
};

/// What is said of sections that a file leaves open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) as_published: bool,
    /// The day on which sections ended that have none.
    pub(super) ended: Option<Date>,
    /// Whether everybody of a national list becomes a member.
    pub(super) all_members: bool,
    pub(super) dry_run: bool,
}

pub(super) fn run(path: &Path, files: &[PathBuf], said: Said) -> Result<(), Failure> {
    let read = files.iter().map(|file| exchange::read(file, app::today()));
    let read = read.collect::<Result<Vec<_>, _>>()?;
    let (mut file, is_new) = open_to_import(path, said.dry_run)?;
    let mut import = Import {
        source: in_words(&read),
        ..Import::default()
    };
    for read in read {
        take(&file, read, said, &mut import)?;
    }
    let mut known = HashSet::new();
    for stored in file.members()? {
        known.insert(stored.member.id);
    }
    let entries = import.events.iter().flat_map(|event| &event.sections);
    let entries = entries.flat_map(|section| &section.entries);
    let met = entries.filter_map(|entry| entry.id).map(Some);
    let listed = import.members.iter().map(|member| member.id);
    let new = met.chain(listed).filter(|id| !known.contains(id));
    let new = new.collect::<HashSet<_>>().len();
    let summary = format!(
        "{}, {}",
        counted(new, "new member"),
        counted(
            import
                .events
                .iter()
                .map(|event| event.sections.len())
                .sum::<usize>(),
            "section"
        )
    );
    if said.dry_run {
        say(&format!("{summary}. Nothing was saved"));
        return Ok(());
    }
    let edit = Edit::UsChess(Change::Import(Box::new(import)));
    let camp = file.load()?;
    let name = edit.name(&camp);
    if is_new {
        make_with(path, &camp.name, &edit, name)?;
    } else {
        change(&mut file, &edit, name)?;
    }
    say(&format!("{summary} imported"));
    Ok(())
}

/// "members.csv", "members.csv and 2 more files"
fn in_words(read: &[FileRead]) -> String {
    match read {
        [] => String::new(),
        [only] => only.file.clone(),
        [first, others @ ..] => {
            format!("{} and {} more", first.file, counted(others.len(), "file"))
        }
    }
}

/// Adds what a file has to the import, and says what it was taken for.
fn take(file: &CampFile, read: FileRead, said: Said, import: &mut Import) -> Result<(), Failure> {
    let mut members = read.members;
    let sections = read.events.iter().map(|event| event.sections.len());
    let sections = sections.sum::<usize>();
    let what = match (members.len(), sections) {
        (0, sections) => counted(sections, "section"),
        (members, _) => counted(members, "member"),
    };
    say(&format!("{}: {}, {what}", read.file, read.kind.words()));
    for note in &read.notes {
        say(&format!("{}, {note}", read.file));
    }
    if read.kind == FileKind::NationalList && !said.all_members {
        let listed = members.len();
        members = known_members(file, members)?;
        say(&format!(
            "{}: {} of this camp brought up to date, {} passed over. Add --all-members to take all",
            read.file,
            counted(members.len(), "member"),
            listed - members.len()
        ));
    }
    import.members.extend(members);
    for mut event in read.events {
        complete(&mut event, said);
        for section in event
            .sections
            .iter()
            .filter(|it| event.ends_of(it).is_none())
        {
            say(&format!(
                "{}, section {}: it isn’t known when it ended, and so it can’t be rated. Add --ended with the day",
                read.file, section.number
            ));
        }
        say_differences(file, &read.file, &event)?;
        import.events.push(event);
    }
    Ok(())
}

/// Members of a list whom the camp has, with what the list says of membership.
fn known_members(file: &CampFile, listed: Vec<Member>) -> Result<Vec<Member>, Failure> {
    let mut known = HashMap::new();
    for stored in file.members()? {
        known.insert(stored.member.id, stored.member);
    }
    let listed = listed.into_iter().filter(|member| member.id.is_some());
    let brought = listed.filter_map(|listed| {
        let member = known.get(&listed.id)?.clone();
        Some(Member {
            expires: listed.expires.or(member.expires),
            state: listed.state.or(member.state.clone()),
            ..member
        })
    });
    Ok(brought.collect())
}

/// Adds what was said on the command line. Sections of before 2001 keep what was published.
fn complete(event: &mut Event, said: Said) {
    let ends = event.ends;
    for section in &mut event.sections {
        if section.ends.or(ends).is_none() {
            section.ends = said.ended;
        }
        let is_old = section
            .ends
            .or(ends)
            .is_some_and(|day| Rules::on(day).is_none());
        section.as_published |= said.as_published || is_old;
    }
}

/// Says where a file has another rating for somebody than the camp. The camp's is used.
fn say_differences(file: &CampFile, name: &str, event: &Event) -> Result<(), Failure> {
    for section in &event.sections {
        for entry in &section.entries {
            let Some(id) = entry.id else { continue };
            let Some(stored) = file.member(id)? else {
                continue;
            };
            for system in System::VARIANTS {
                let ours = stored.now.account(*system).rating;
                let theirs = entry.record(*system).rating;
                let differs =
                    |(ours, theirs): (f64, f64)| (ours.round() - theirs.round()).abs() > 0.5;
                if let Some((ours, theirs)) = ours.zip(theirs).filter(|both| differs(*both)) {
                    say(&format!(
                        "{name}, section {}, no. {}: {} {theirs} before it, but {ours:.2} in this camp, which is used",
                        section.number,
                        entry.pair,
                        system.title()
                    ));
                }
            }
        }
    }
    Ok(())
}
