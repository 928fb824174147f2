//! `camp-ladder standings`

use std::path::Path;

use super::{
    Failure,
    arguments::{self, Format},
    csv_text::csv_text,
    find_group, ladder, open_week_to_read,
    out::{out_at, put_or_save},
    plain_text, warn_if_outdated,
};
use crate::{
    domain::{Scope, Standings, StandingsRow, System},
    report::text::TextTable,
    spreadsheet::harmless,
};
use serde::Serialize;

pub(super) fn run(order: &arguments::Standings) -> Result<(), Failure> {
    let out = out_at(order.out.as_deref(), order.format)?;
    let out = out.as_deref();
    match order.of.system {
        arguments::System::Week(system) if order.of.ladder.is_none() => of_week(order, system, out),
        _ => ladder::standings(order, out),
    }
}

fn of_week(
    order: &arguments::Standings,
    system: System,
    out: Option<&Path>,
) -> Result<(), Failure> {
    ladder::refuse_settings_of_week(&order.of)?;
    let (_file, camp) = open_week_to_read(&order.camp, order.week)?;
    warn_if_outdated(&camp, &order.camp);
    let scope = match &order.group {
        Some(name) => Scope::Group(find_group(&camp, name)?),
        None => Scope::Camp,
    };
    let standings = Standings::new(&camp, system, scope, order.all);
    let text = match order.format {
        Format::Table => TextTable::of_week(&standings).in_columns(),
        Format::Csv => csv(&standings)?,
        Format::Json => json(&standings)?,
    };
    put_or_save(&text, order.format.into(), out)
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
    Ok(plain_text::json(&json)?)
}

/// The columns of the JSON rows, for a spreadsheet.
fn csv(standings: &Standings) -> Result<String, Failure> {
    let text = csv_text(|writer| {
        writer.write_record([
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
        ])?;
        for row in standings.rows() {
            writer.serialize(StandingsRow {
                last_name: harmless(&row.last_name),
                first_name: harmless(&row.first_name),
                group: harmless(&row.group),
                ..row.clone()
            })?;
        }
        Ok(())
    });
    Ok(text?)
}
