//! The lists as spreadsheets have them: a row of titles, and rows of cells. One table gives both files.

mod csv;
mod xlsx;

use jiff::civil::Date;

pub(crate) use self::csv::harmless;
use super::{
    PublishError, PublishedFile,
    content::{Content, Line, PublishedSeason, PublishedWeek, Row},
    ladders::{LadderLine, PublishedLadder},
};
use crate::{domain::Moved, rating::Value};

/// A table.
#[derive(Debug)]
pub(super) struct Sheet {
    /// What its tab is called: "Week 3". At most 31 characters without `[]:*?/\`, which Excel allows.
    tab: String,
    /// What the document is called.
    title: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Debug)]
struct Column {
    title: String,
    /// Text stands at the left, numbers at the right.
    is_text: bool,
}

/// What is in a cell. A number stays one, so that a spreadsheet can sort and add.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Cell {
    Empty,
    Number(i32),
    /// A number with all its digits, which may be more than a spreadsheet's numbers hold.
    Exact(String),
    Text(String),
}

impl Sheet {
    /// The CSV and the XLSX file of this name, without ending.
    ///
    /// # Errors
    /// A table that the format doesn't allow.
    pub(super) fn files(
        &self,
        stem: &str,
        published: Date,
    ) -> Result<[PublishedFile; 2], PublishError> {
        Ok([
            PublishedFile {
                name: format!("{stem}.csv"),
                bytes: csv::write(self)?,
            },
            PublishedFile {
                name: format!("{stem}.xlsx"),
                bytes: xlsx::write(self, published)?,
            },
        ])
    }
}

/// The standings of the whole camp, with the rank in the group beside the rank in the camp.
pub(super) fn week_sheet(content: &Content, week: &PublishedWeek) -> Sheet {
    let mut columns = vec![
        Column::number("Rank"),
        Column::text("Name"),
        Column::text("Group"),
        Column::number("Rank in group"),
        Column::number("Rating"),
        Column::number("Change"),
        Column::number("Won"),
        Column::number("Drawn"),
        Column::number("Lost"),
        Column::number("Games"),
    ];
    if week.has_moves {
        columns.push(Column::number("Places gained"));
    }
    let rows = week.camp.rows.iter();
    Sheet {
        tab: week.name.clone(),
        title: format!("{} – {}", week.title, content.camp),
        columns,
        rows: rows.map(|row| week_row(row, week.has_moves)).collect(),
    }
}

fn week_row(row: &Row, has_moves: bool) -> Vec<Cell> {
    let mut cells = vec![
        Cell::count(row.rank),
        Cell::text(&row.name),
        Cell::text(&row.group),
        row.rank_in_group.map_or(Cell::Empty, Cell::count),
        Cell::Number(row.rating),
        Cell::Number(row.change),
        Cell::count(row.won),
        Cell::count(row.drawn),
        Cell::count(row.lost),
        Cell::count(row.games),
    ];
    if has_moves {
        cells.push(match row.moved {
            Some(Moved::Ranks(ranks)) => Cell::Number(ranks),
            Some(Moved::New) => Cell::text("new"),
            None => Cell::Empty,
        });
    }
    cells
}

/// A rank and a rating for each week.
pub(super) fn season_sheet(content: &Content, season: &PublishedSeason) -> Sheet {
    let mut columns = vec![Column::text("Name"), Column::text("Group")];
    for week in &season.weeks {
        columns.push(Column::number(&format!("{} rank", week.name)));
        columns.push(Column::number(&format!("{} rating", week.name)));
    }
    Sheet {
        tab: "Season".to_owned(),
        title: format!("Season – {}", content.camp),
        columns,
        rows: season.lines.iter().map(season_row).collect(),
    }
}

fn season_row(line: &Line) -> Vec<Cell> {
    let mut row = vec![Cell::text(&line.name), Cell::text(&line.group)];
    for week in &line.weeks {
        row.extend(match week {
            Some(place) => [Cell::count(place.rank), Cell::Number(place.rating)],
            None => [Cell::Empty, Cell::Empty],
        });
    }
    row
}

/// The standings of a ladder, with every digit of its figures.
pub(super) fn ladder_sheet(content: &Content, ladder: &PublishedLadder) -> Sheet {
    let mut columns = vec![
        Column::number("Rank"),
        Column::text("Name"),
        Column::text("Group"),
    ];
    let figures = ladder.columns.iter();
    columns.extend(figures.map(|column| Column::number(column.title)));
    let rows = ladder.lines.iter().map(|line| {
        let mut row = ladder_row(line);
        // A rank that nobody holds has no figures.
        row.resize(columns.len(), Cell::Empty);
        row
    });
    Sheet {
        tab: ladder.kind.to_owned(),
        title: format!("{} – {}", ladder.name, content.camp),
        rows: rows.collect(),
        columns,
    }
}

fn ladder_row(line: &LadderLine) -> Vec<Cell> {
    let mut cells = vec![
        Cell::Exact(line.rank.to_string()),
        line.name.as_deref().map_or(Cell::Empty, Cell::text),
        Cell::text(&line.group),
    ];
    cells.extend(line.values.iter().map(Cell::new));
    cells
}

impl Column {
    fn text(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            is_text: true,
        }
    }

    fn number(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            is_text: false,
        }
    }
}

impl Cell {
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// A figure of a ladder.
    fn new(value: &Value) -> Self {
        match value {
            Value::Blank => Self::Empty,
            Value::Text(text) => Self::text(text),
            number => Self::Exact(number.exact()),
        }
    }

    fn count(count: usize) -> Self {
        i32::try_from(count).map_or(Self::Empty, Self::Number)
    }
}
