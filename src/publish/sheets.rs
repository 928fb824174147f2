//! The lists as spreadsheets have them, in both formats.

use jiff::civil::Date;
use strum::VariantArray as _;

use super::{
    PublishError, PublishedFile,
    content::Content,
    crosstables::{CrosstableLine, PublishedCrosstable},
    games::{PublishedGame, WeekGames},
    ladders::{LadderLine, PublishedLadder},
    season::{Line, PublishedSeason},
    weeks::{PublishedWeek, Row},
};
use crate::{
    domain::{Moved, PlayerId, us_chess::CrosstableRating},
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

/// The standings of everybody, in a camp with groups with the rank in the group beside the rank in the camp.
pub(super) fn week_sheet(content: &Content, week: &PublishedWeek) -> Sheet {
    let mut columns = vec![Column::number("Rank"), Column::text("Name")];
    if !week.is_club {
        columns.extend([Column::text("Group"), Column::number("Rank in group")]);
    }
    columns.extend(["Rating", "Change", "Won", "Drawn", "Lost", "Games"].map(Column::number));
    if week.has_moves() {
        columns.push(Column::number("Places gained"));
    }
    let rows = week.camp.rows.iter();
    Sheet {
        tab: week.name.clone(),
        title: format!("{} – {}", week.title, content.camp),
        columns,
        rows: rows.map(|row| week_row(row, week)).collect(),
    }
}

fn week_row(row: &Row, week: &PublishedWeek) -> Vec<Cell> {
    let mut cells = vec![Cell::count(row.rank), Cell::text(&row.name)];
    if !week.is_club {
        let in_group = row.in_group.map(|placing| Cell::count(placing.rank));
        cells.extend([Cell::text(&row.group), in_group.unwrap_or(Cell::Empty)]);
    }
    cells.extend([
        Cell::Number(row.rating),
        Cell::Change(row.change),
        Cell::count(row.won),
        Cell::count(row.drawn),
        Cell::count(row.lost),
        Cell::count(row.games),
    ]);
    if week.has_moves() {
        cells.push(moved(row.moved));
    }
    cells
}

fn moved(moved: Option<Moved>) -> Cell {
    match moved {
        Some(Moved::Ranks(ranks)) => Cell::Change(ranks),
        Some(Moved::New) => Cell::text("new"),
        None => Cell::Empty,
    }
}

/// The games of a week, all of them, in order of play.
pub(super) fn games_sheet(content: &Content, week: &PublishedWeek, games: &WeekGames) -> Sheet {
    Sheet {
        tab: tab_name(&format!("{} games", week.name)),
        title: format!("{}, games – {}", week.title, content.camp),
        columns: vec![
            Column::number("Game"),
            Column::number("Day"),
            Column::text("White"),
            Column::text("Result"),
            Column::text("Black"),
            Column::text("Counts"),
        ],
        rows: games
            .games
            .iter()
            .map(|game| game_row(game, content))
            .collect(),
    }
}

fn game_row(game: &PublishedGame, content: &Content) -> Vec<Cell> {
    let name = |player: Option<PlayerId>| {
        player.map_or(Cell::Empty, |id| Cell::text(content.names.shown(id)))
    };
    vec![
        Cell::whole(game.number),
        game.day.map_or(Cell::Empty, Cell::Date),
        name(game.white),
        Cell::text(game.result.score()),
        name(game.black),
        Cell::text(if game.counts { "yes" } else { "no" }),
    ]
}

/// A rank and a rating for each week.
pub(super) fn season_sheet(content: &Content, season: &PublishedSeason) -> Sheet {
    let mut columns = vec![Column::text("Name")];
    columns.extend(season.shows_group.then(|| Column::text("Group")));
    for week in &season.weeks {
        columns.push(Column::number(format!("{} rank", week.name)));
        columns.push(Column::number(format!("{} rating", week.name)));
    }
    let rows = season.lines.iter();
    Sheet {
        tab: "Season".to_owned(),
        title: format!("Season – {}", content.camp),
        columns,
        rows: rows
            .map(|line| season_row(line, season.shows_group))
            .collect(),
    }
}

fn season_row(line: &Line, shows_group: bool) -> Vec<Cell> {
    let mut row = vec![Cell::text(&line.name)];
    row.extend(shows_group.then(|| Cell::text(&line.group)));
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
        line.player
            .as_ref()
            .map_or(Cell::Empty, |(_, name)| Cell::text(name)),
        Cell::text(&line.group),
    ];
    cells.extend(line.values.iter().map(figure));
    cells
}

/// A crosstable: a cell a round, and of each rating the figures and the games of a provisional one apart.
pub(super) fn crosstable_sheet(content: &Content, crosstable: &PublishedCrosstable) -> Sheet {
    let mut columns = vec![
        Column::number("Place"),
        Column::number("Pair"),
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
