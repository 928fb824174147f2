//! Lists for a terminal.

use unicode_width::UnicodeWidthStr as _;

use super::plain_text::in_one_line;
use crate::domain;

/// "de la Cruz, Ola (inactive)"
pub(super) fn listed_name(last: &str, first: &str, active: bool) -> String {
    let mut name = in_one_line(&domain::listed_name(last, first));
    if !active {
        name.push_str(" (inactive)");
    }
    name
}

/// Cells in columns that line up, whatever letters the names have. The columns of `left` stand at their left, all others at their right.
pub(super) fn in_columns(titles: &[&str], rows: &[Vec<String>], left: &[usize]) -> String {
    let rows = rows
        .iter()
        .map(|row| row.iter().map(|cell| in_one_line(cell)));
    let rows = rows.map(Iterator::collect).collect::<Vec<Vec<_>>>();
    let widths = (0..titles.len()).map(|column| {
        let cells = rows.iter().map(|row| row[column].width());
        cells.chain([titles[column].width()]).max().unwrap_or(0)
    });
    let widths = widths.collect::<Vec<_>>();
    let titles = titles.iter().map(|&title| title.to_owned());
    let rule = widths.iter().map(|width| "-".repeat(*width));
    let head = [titles.collect(), rule.collect::<Vec<_>>()];
    let mut text = String::new();
    for row in head.iter().chain(&rows) {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            let space = " ".repeat(width - cell.width());
            if left.contains(&column) {
                line.push_str(cell);
                line.push_str(&space);
            } else {
                line.push_str(&space);
                line.push_str(cell);
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Rows for a spreadsheet, as `write` gives them.
pub(super) fn csv_text(
    write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>,
) -> std::io::Result<String> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .has_headers(false)
        .from_writer(Vec::new());
    write(&mut writer).map_err(std::io::Error::other)?;
    let bytes = writer
        .into_inner()
        .map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
