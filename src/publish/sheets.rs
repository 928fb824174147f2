//! The lists as spreadsheets have them, in both formats.

use jiff::civil::Date;
use strum::VariantArray as _;

use super::{
    PublishError, PublishedFile,
    content::{Content, Line, PublishedSeason, PublishedWeek, Row},
    crosstables::{CrosstableLine, PublishedCrosstable},
    ladders::{LadderLine, PublishedLadder},
};
use crate::{
    domain::{Moved, us_chess::CrosstableRating},
    rating::Value,
    spreadsheet::{Cell, Column, Format, Sheet, tab_name},
};

/// A file of this name, without ending, in each format.
///
/// # Errors
/// A table that the format doesn't allow.
pub(super) fn files(
    sheet: &Sheet,
    stem: &str,
    published: Date,
) -> Result<Vec<PublishedFile>, PublishError> {
    let formats = Format::VARIANTS.iter();
    let files = formats.map(|format| {
        Ok(PublishedFile {
            name: format!("{stem}.{}", format.ending()),
            bytes: sheet.write(*format, published)?,
        })
    });
    files.collect()
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
        columns.push(Column::number(format!("{} rank", week.name)));
        columns.push(Column::number(format!("{} rating", week.name)));
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
    cells.extend(line.values.iter().map(figure));
    cells
}

/// A crosstable: a cell a round, and of each rating the figures and the games of a provisional one apart.
pub(super) fn crosstable_sheet(content: &Content, crosstable: &PublishedCrosstable) -> Sheet {
    let mut columns = vec![
        Column::number("Place"),
        Column::number("No."),
        Column::text("Name"),
    ];
    columns.extend((1..=crosstable.rounds).map(|round| Column::text(format!("Round {round}"))));
    columns.push(Column::number("Score"));
    let when: &[&str] = if crosstable.is_rated {
        &["before", "after"]
    } else {
        &["before"]
    };
    for system in &crosstable.systems {
        for when in when {
            columns.push(Column::number(format!("{system} {when}")));
            columns.push(Column::number(format!(
                "{system} {when}, provisional games"
            )));
        }
        if crosstable.is_rated {
            columns.push(Column::text(format!("{system} estimate")));
        }
    }
    Sheet {
        tab: tab_name(&crosstable.name),
        title: format!(
            "{}, {} – {}",
            crosstable.event, crosstable.section, content.camp
        ),
        columns,
        rows: crosstable.lines.iter().map(crosstable_row).collect(),
    }
}

fn crosstable_row(line: &CrosstableLine) -> Vec<Cell> {
    let mut cells = vec![
        Cell::count(line.place),
        Cell::whole(line.pair.into()),
        Cell::text(&line.name),
    ];
    let rounds = line.rounds.iter();
    cells.extend(rounds.map(|cell| {
        cell.as_ref()
            .map_or(Cell::Empty, |cell| Cell::text(cell.to_string()))
    }));
    cells.push(Cell::Exact(line.score.clone()));
    for ratings in &line.ratings {
        cells.extend(rating_cells(&ratings.before));
        if let Some(after) = &ratings.after {
            cells.extend(rating_cells(after));
            cells.push(Cell::text(if after.is_estimate { "yes" } else { "" }));
        }
    }
    cells
}

fn rating_cells(rating: &CrosstableRating) -> [Cell; 2] {
    let figures = rating.figures.as_ref();
    let figures = figures.map_or_else(
        || Cell::text("unrated"),
        |figures| Cell::Exact(figures.clone()),
    );
    let games = rating
        .games
        .map_or(Cell::Empty, |games| Cell::whole(games.into()));
    [figures, games]
}

/// A figure of a ladder, with every digit.
pub(crate) fn figure(value: &Value) -> Cell {
    match value {
        Value::Blank => Cell::Empty,
        Value::Text(text) => Cell::text(text),
        number => Cell::Exact(number.exact()),
    }
}
