//! The meetings and their sheets, to be written to a file.

use strum::VariantArray as _;

use crate::{
    app::exporting::{ExportedColumn, ExportedList},
    domain::Attendance,
    pages::meetings::state::{Lists, MeetingLine, SheetRow},
    spreadsheet::Cell,
};

/// All meetings, as the list has them.
pub(in crate::pages::meetings) fn exported(lists: &Lists) -> ExportedList {
    let marks = Attendance::VARIANTS.iter();
    let mut columns = vec![ExportedColumn::number("Day"), ExportedColumn::text("Note")];
    columns.extend(marks.map(|mark| ExportedColumn::number(mark.title())));
    let lines = lists.lines().to_vec();
    let list = ExportedList::new("Meetings", "meeting", columns, move || {
        let row = |line: &MeetingLine| {
            let mut cells = vec![Cell::Date(line.date), Cell::text(&line.note)];
            cells.extend(line.counts.map(Cell::count));
            cells
        };
        lines.iter().map(row).collect()
    });
    list.of_all_weeks()
}

/// The sheet of a meeting, with what each of its rows is marked as.
pub(in crate::pages::meetings) fn exported_sheet(
    name: String,
    rows: Vec<(SheetRow, Option<Attendance>)>,
) -> ExportedList {
    let columns = ["Name", "Group", "Attendance"].map(ExportedColumn::text);
    let list = ExportedList::new(name, "player", columns.to_vec(), move || {
        let row = |(row, mark): &(SheetRow, Option<Attendance>)| {
            vec![
                Cell::text(&row.name),
                Cell::text(row.group_or_standing()),
                Cell::text(mark.map_or("", Attendance::title)),
            ]
        };
        rows.iter().map(row).collect()
    });
    list.of_all_weeks()
}
