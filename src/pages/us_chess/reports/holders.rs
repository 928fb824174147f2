//! Who holds the title of 2200, also those who decline its floor.

use super::{
    Report,
    table::{Lead, ReportColumn, ReportRow, ReportTable, games},
    titles::id,
};
use crate::{
    rating::us_chess::titles::life_master,
    spreadsheet::Cell,
    storage::{CampFile, StorageError},
};

const LIST: &[ReportColumn] = &[
    ReportColumn::flexible("Name", 150.0),
    ReportColumn::text("State", 62.0),
    ReportColumn::number("Games at 2200", 116.0),
    ReportColumn::text("Floor of 2200", 116.0),
    ReportColumn::text("In force", 84.0),
    ReportColumn::private("ID"),
];

pub(super) fn list(file: &CampFile) -> Result<Report, StorageError> {
    let rows = file.members()?.into_iter().filter_map(|stored| {
        let title = life_master(&stored.now.regular)?;
        let floor = if stored.member.floor_2200_allowed {
            "accepted"
        } else {
            "declined"
        };
        Some(ReportRow {
            cells: vec![
                Cell::text(stored.member.listed_name()),
                Cell::text(stored.member.state.clone().unwrap_or_default()),
                games(title.games),
                Cell::text(floor),
                Cell::text(if title.is_floor_in_force { "yes" } else { "no" }),
                Cell::text(id(&stored)),
            ],
            lead: Some(Lead::Member(stored.key)),
        })
    });
    let list = ReportTable {
        name: "Holders of the 2200 title",
        noun: "holder",
        columns: LIST,
        rows: rows.collect(),
    };
    let note =
        "A register of 300 games. A floor that is accepted comes into force with the next section.";
    Ok(Report::new(list, vec![note.to_owned()]))
}
