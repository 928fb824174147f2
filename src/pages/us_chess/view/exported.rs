//! Lists as they are shown, on their way to a file. Members' numbers and birth dates are in it only where they are asked for by name.

use std::sync::Arc;

use jiff::civil::Date;
use strum::VariantArray as _;

use super::{crosstable, history, members, sections};
use crate::{
    app::exporting::{ExportedColumn, ExportedList},
    domain::us_chess::{MemberId, SectionTable, System},
    kit::Column,
    pages::us_chess::{is_found, logic::Overview, members::Played},
    spreadsheet::Cell,
};

/// An answer of the camp file.
type Answered<T> = Arc<Result<T, String>>;

/// Columns as they are shown, of which these are text, and the private ones behind them.
fn columns(shown: &[Column<'_>], text: &[usize], private: &[&'static str]) -> Vec<ExportedColumn> {
    let shown = shown.iter().enumerate().map(|(at, column)| {
        let title = column.full_title().into_owned();
        if text.contains(&at) {
            ExportedColumn::text(title)
        } else {
            ExportedColumn::number(title)
        }
    });
    let private = private
        .iter()
        .map(|title| ExportedColumn::text(*title).by_name(true));
    shown.chain(private).collect()
}

/// The texts of a row, of which these are text and the others numbers.
fn cells(texts: impl Iterator<Item = String>, text: &[usize]) -> Vec<Cell> {
    let cells = texts.enumerate().map(|(at, shown)| {
        if text.contains(&at) {
            Cell::text(shown)
        } else {
            Cell::shown_number(&shown)
        }
    });
    cells.collect()
}

fn number(id: Option<MemberId>) -> Cell {
    Cell::text(id.map_or_else(String::new, |id| id.to_string()))
}

fn day(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

/// The list of sections, the latest first.
pub(in crate::pages::us_chess) fn section_list(
    all: Answered<Overview>,
    search: String,
) -> ExportedList {
    const TEXT: &[usize] = &[1, 2, 3, 5];
    let shown = sections::columns();
    let list = ExportedList::new(
        "Sections",
        "section",
        columns(&shown, TEXT, &[]),
        move || {
            let all = all.as_ref().as_ref();
            let heads = all.map_or(&[][..], |all| &all.sections).iter().rev();
            let found = heads.filter(|head| is_found(&search, &sections::searched(head)));
            let rows = found.map(|head| {
                let mut row = cells((0..6).map(|column| sections::text(head, column)), TEXT);
                if let Some(first) = row.first_mut() {
                    *first = day(head.section.ends);
                }
                row
            });
            rows.collect()
        },
    );
    list.of_all_weeks()
}

/// The list of members.
pub(in crate::pages::us_chess) fn member_list(
    all: Answered<Overview>,
    search: String,
) -> ExportedList {
    const TEXT: &[usize] = &[0, 1];
    let shown = members::columns();
    let columns = columns(&shown, TEXT, &["ID", "Birth date"]);
    let list = ExportedList::new("Members", "member", columns, move || {
        let all = all.as_ref().as_ref();
        let members = all.map_or(&[][..], |all| &all.members).iter();
        let found = members.filter(|stored| is_found(&search, &[&stored.member.listed_name()]));
        let rows = found.map(|stored| {
            let mut row = cells((0..6).map(|column| members::text(stored, column)), TEXT);
            row.extend([
                day(stored.member.expires),
                number(stored.member.id),
                day(stored.member.birth),
            ]);
            row
        });
        rows.collect()
    });
    list.of_all_weeks()
}

/// The sections of a member, the latest first.
pub(in crate::pages::us_chess) fn history_list(
    rows: Answered<Vec<Played>>,
    name: &str,
) -> ExportedList {
    const TEXT: &[usize] = &[1, 2, 4, 5, 6];
    let shown = history::columns();
    let name = format!("Sections of {name}");
    let list = ExportedList::new(name, "section", columns(&shown, TEXT, &[]), move || {
        let rows = rows.as_ref().as_ref().map_or(&[][..], Vec::as_slice);
        let rows = rows.iter().map(|played| {
            let mut row = cells((0..7).map(|column| history::text(played, column)), TEXT);
            if let Some(first) = row.first_mut() {
                *first = day(played.head.section.ends);
            }
            row
        });
        rows.collect()
    });
    list.of_all_weeks()
}

/// The crosstable that is shown, in the order in which it is.
pub(in crate::pages::us_chess) fn crosstable_list(
    table: Arc<SectionTable>,
    as_entered: bool,
    colors: bool,
) -> ExportedList {
    let (contents, shown): (Vec<_>, Vec<_>) =
        crosstable::columns(&table.section).into_iter().unzip();
    let text = contents.iter().enumerate();
    let text = text.filter(|(_, content)| content.is_text());
    let text = text.map(|(at, _)| at).collect::<Vec<_>>();
    let columns = columns(&shown, &text, &["ID", "Birth date"]);
    let name = format!("Crosstable of {} {}", table.event.name, table.section.name);
    let list = ExportedList::new(name.trim_end(), "player", columns, move || {
        let section = &table.section;
        let rows = if as_entered {
            (0..section.entries.len()).collect()
        } else {
            section.standing(System::VARIANTS[0])
        };
        let halves = section.halves();
        let entries = rows.into_iter().filter_map(|row| {
            let entry = section.entries.get(row)?;
            Some((entry, halves.get(row).copied()?))
        });
        let rows = entries.map(|(entry, halves)| {
            let texts = contents.iter();
            let texts = texts.map(|content| crosstable::text(entry, halves, *content, colors));
            let mut row = cells(texts, &text);
            row.extend([number(entry.id), day(entry.birth)]);
            row
        });
        rows.collect()
    });
    list.of_all_weeks()
}
