//! `camp-ladder us-chess`: members, events and sections of US Chess.

mod check;
mod crosstable;
mod directors;
mod export;
mod games;
mod import;
mod invitations;
mod list;
mod member;
mod members;
pub(super) mod problems;
mod rate;
mod recompute;
mod titles;

use std::path::Path;

use super::{
    Failure,
    arguments::{SectionName, UsChess, UsChessOrder},
    open_to_read,
};
use crate::{
    domain::us_chess::{EventKey, MemberId, SectionHead},
    exchange::Choices,
    exchange::export::AlsoWritten,
    report::text::TextTable,
    storage::{CampFile, StoredMember},
};

pub(super) fn run(order: &UsChess) -> Result<(), Failure> {
    if let UsChessOrder::Check {
        files,
        rules,
        format,
    } = &order.order
    {
        return check::run(files, rules.as_deref(), *format);
    }
    let path = order.camp.as_deref().ok_or_else(|| {
        Failure::Refused(
            "Name the camp file first: camp-ladder us-chess CAMP.ladder and what to do with it"
                .to_owned(),
        )
    })?;
    match &order.order {
        UsChessOrder::Import {
            files,
            as_published,
            ended,
            all_members,
            dry_run,
        } => {
            let choices = Choices {
                as_published: *as_published,
                ended: *ended,
                all_members: *all_members,
            };
            import::run(path, files, choices, *dry_run)
        }
        UsChessOrder::List { format } => list::run(&read(path)?, *format),
        UsChessOrder::Rate(order) => rate::run(path, order),
        UsChessOrder::Unrate { sections, changes } => rate::unrate(path, sections, *changes),
        UsChessOrder::Crosstable(order) => crosstable::run(path, order),
        UsChessOrder::Members { birth_dates, out } => {
            members::run(&read(path)?, *birth_dates, out.as_deref())
        }
        UsChessOrder::Member {
            id,
            history,
            period,
            format,
        } => member::run(&read(path)?, *id, *history, *period, *format),
        UsChessOrder::Games {
            section,
            system,
            format,
        } => games::run(&read(path)?, section, system.as_deref(), *format),
        UsChessOrder::Recompute {
            which,
            with_ids,
            save,
        } => recompute::run(path, which, *with_ids, *save),
        UsChessOrder::Directors { id, ids, format } => {
            directors::run(&read(path)?, *id, *ids, *format)
        }
        UsChessOrder::Titles { id, format } => titles::run(&read(path)?, *id, *format),
        UsChessOrder::TitleHolders { format } => titles::holders(&read(path)?, *format),
        UsChessOrder::Invitations(order) => invitations::run(&read(path)?, order),
        UsChessOrder::Export {
            event,
            format,
            out,
            birth_dates,
            colors,
        } => {
            let also = AlsoWritten {
                birth_dates: *birth_dates,
                colors: *colors,
            };
            export::run(&read(path)?, event, *format, out, also)
        }
        UsChessOrder::Check { .. } => Ok(()),
    }
}

fn read(path: &Path) -> Result<CampFile, Failure> {
    let (file, _) = open_to_read(path)?;
    Ok(file)
}

/// The event that is called so.
fn find_event(file: &CampFile, called: &str) -> Result<EventKey, Failure> {
    file.event_called(called)?.ok_or_else(|| {
        Failure::Refused(format!(
            "There is no event “{called}” in this camp. camp-ladder us-chess CAMP.ladder list shows all of them"
        ))
    })
}

/// The member of a number.
fn find_member(file: &CampFile, id: MemberId) -> Result<StoredMember, Failure> {
    let stored = file.member(id)?;
    stored.ok_or_else(|| Failure::Refused(format!("There is no member {id} in this camp")))
}

/// A table with a column of members' IDs before the others, which is left out unless somebody asks for it. The first `texts` of the others
/// hold texts, the rest numbers.
fn member_table<const N: usize>(
    (titles, texts): ([&'static str; N], usize),
    rows: Vec<(Option<impl ToString>, [String; N])>,
    with_ids: bool,
) -> TextTable {
    let rows = rows.into_iter().map(|(id, cells)| {
        let id = id.map_or_else(|| "pending".to_owned(), |id| id.to_string());
        let id = with_ids.then_some(id);
        id.into_iter().chain(cells).collect()
    });
    let titles = with_ids.then_some("ID").into_iter().chain(titles);
    let left = (0..texts + usize::from(with_ids)).collect();
    TextTable::new(titles.collect(), rows.collect(), left)
}

/// The section that is called so.
fn find_section(file: &CampFile, name: &SectionName) -> Result<SectionHead, Failure> {
    let event = find_event(file, &name.event)?;
    let heads = file.sections_of_event(event)?;
    let found = heads
        .into_iter()
        .find(|head| head.section.number == name.number);
    found.ok_or_else(|| {
        Failure::Refused(format!(
            "Event {} has no section {}. camp-ladder us-chess CAMP.ladder list shows all of them",
            name.event, name.number
        ))
    })
}
