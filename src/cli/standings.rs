//! `camp-ladder standings`

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{
    Failure,
    arguments::{self, Format},
    find_group, open_week_to_read, put, say, warn_if_outdated,
};
use crate::{
    domain::{Scope, Standings, StandingsRow, System, listed_name},
    publish::harmless,
    report,
};

pub(super) fn run(order: &arguments::Standings) -> Result<(), Failure> {
    let (_file, camp) = open_week_to_read(&order.camp, order.week)?;
    warn_if_outdated(&camp, &order.camp);
    let scope = match &order.group {
        Some(name) => Scope::Group(find_group(&camp, name)?),
        None => Scope::Camp,
    };
    let standings = Standings::new(&camp, order.system.into(), scope, order.all);
    let text = match order.format {
        Format::Table => table(&standings),
        Format::Csv => csv(&standings)?,
        Format::Json => json(&standings)?,
    };
    match &order.out {
        None => put(text.as_bytes()),
        Some(path) => {
            report::save_file(path, text.as_bytes())?;
            say(&format!("Saved “{}”", path.display()));
            Ok(())
        }
    }
}

/// The standings as one JSON object.
#[derive(Serialize)]
struct Json<'a> {
    camp: &'a str,
    week: i64,
    system: System,
    rows: Vec<&'a StandingsRow>,
}

fn json(standings: &Standings) -> Result<String, Failure> {
    let json = Json {
        camp: &standings.camp,
        week: standings.week_number,
        system: standings.system,
        rows: standings.rows().collect(),
    };
    let mut text = serde_json::to_string_pretty(&json).map_err(std::io::Error::other)?;
    text.push('\n');
    Ok(text)
}

/// The columns of the JSON rows, for a spreadsheet.
fn csv(standings: &Standings) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .has_headers(false)
        .from_writer(Vec::new());
    let to_io = |error: csv::Error| std::io::Error::other(error);
    writer
        .write_record([
            "rank",
            "id",
            "last_name",
            "first_name",
            "group",
            "rating",
            "start",
            "change",
            "won",
            "drawn",
            "lost",
            "games",
            "active",
            "moved",
        ])
        .map_err(to_io)?;
    for row in standings.rows() {
        let harmless = StandingsRow {
            last_name: harmless(&row.last_name),
            first_name: harmless(&row.first_name),
            group: harmless(&row.group),
            ..row.clone()
        };
        writer.serialize(harmless).map_err(to_io)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The standings in columns that line up, whatever letters the names have.
pub(super) fn table(standings: &Standings) -> String {
    const LEFT: [usize; 2] = [2, 3];
    // Whoever finds such a list on a table must see that it isn't the posted one.
    let rating = match standings.system {
        System::Weekly => "Rating",
        System::Permanent => "Permanent",
    };
    let titles: [&str; 10] = [
        "Rank", "No.", "Name", "Group", rating, "Change", "Won", "Drawn", "Lost", "Games",
    ];
    let rows = standings.rows().map(cells).collect::<Vec<_>>();
    let widths = (0..titles.len()).map(|column| {
        let cells = rows.iter().map(|row| row[column].width());
        cells.chain([titles[column].width()]).max().unwrap_or(0)
    });
    let widths = widths.collect::<Vec<_>>();
    let titles = titles.map(str::to_owned);
    let rule = [const { String::new() }; 10];
    let mut text = String::new();
    for (place, row) in [&titles, &rule].into_iter().chain(&rows).enumerate() {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            if place == 1 {
                line.push_str(&"-".repeat(*width));
                continue;
            }
            let space = " ".repeat(width - cell.width());
            if LEFT.contains(&column) {
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

fn cells(row: &StandingsRow) -> [String; 10] {
    let mut name = listed_name(&row.last_name, &row.first_name);
    if !row.active {
        name.push_str(" (inactive)");
    }
    let change = match row.change {
        0 => "0".to_owned(),
        change => format!("{change:+}"),
    };
    [
        row.rank.to_string(),
        row.id.to_string(),
        name,
        row.group.clone(),
        row.rating.to_string(),
        change,
        row.won.to_string(),
        row.drawn.to_string(),
        row.lost.to_string(),
        row.games.to_string(),
    ]
}
