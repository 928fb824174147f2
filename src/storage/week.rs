//! The table `week`.

use jiff::civil::Date;
use rusqlite::{Connection, Row, types::Type};

use crate::domain::{Week, WeekId};

/// The one week that is open.
pub(super) fn open_week(connection: &Connection) -> rusqlite::Result<Week> {
    connection.query_row(
        "SELECT id, number, label, opened_on, closed_on FROM week WHERE closed_on IS NULL",
        [],
        |row| {
            Ok(Week {
                id: WeekId(row.get("id")?),
                number: row.get("number")?,
                label: row.get("label")?,
                opened_on: date(row, 3)?.unwrap_or_default(),
                closed_on: date(row, 4)?,
            })
        },
    )
}

/// The first week of a new camp opens by itself.
pub(super) fn open_first(connection: &Connection, today: Date) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO week (number, opened_on) VALUES (1, ?1)",
        [today.to_string()],
    )?;
    Ok(())
}

/// A date as the camp file stores it, "2026-07-06".
pub(super) fn date(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Date>> {
    let Some(text) = row.get_ref(column)?.as_str_or_null()? else {
        return Ok(None);
    };
    text.parse().map(Some).map_err(|error: jiff::Error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
