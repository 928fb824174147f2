//! Every week but the current one, while that is open, is sealed: nothing that belongs to it can be written, whoever tries.
//!
//! The triggers live in the connection and not in the file, so that none of a file's own ever runs.

use rusqlite::Connection;

/// The tables of what belongs to a week, and how the week of a row is found; `{row}` is `OLD` or `NEW`.
const SEALED: [(&str, &str); 4] = [
    ("week_group", "{row}.week_id"),
    ("week_player", "{row}.week_id"),
    ("game", "{row}.week_id"),
    (
        "game_extra",
        "(SELECT week_id FROM main.game WHERE id = {row}.game_id)",
    ),
];

/// What SQLite says of a statement that would change a sealed week.
pub(super) const REFUSED: &str = "the week is sealed";

/// Makes the triggers.
pub(super) fn install(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE seal (is_lifted INTEGER); INSERT INTO temp.seal VALUES (0);",
    )?;
    for (table, week) in SEALED {
        for (event, rows) in [
            ("INSERT", &["NEW"][..]),
            ("UPDATE", &["OLD", "NEW"]),
            ("DELETE", &["OLD"]),
        ] {
            let is_sealed = rows
                .iter()
                .map(|row| {
                    format!(
                        "{} IS NOT (SELECT week.id FROM main.camp JOIN main.week ON week.id = current_week WHERE closed_on IS NULL)",
                        week.replace("{row}", row)
                    )
                })
                .collect::<Vec<_>>()
                .join(" OR ");
            connection.execute_batch(&format!(
                "CREATE TEMP TRIGGER {table}_sealed_against_{event} BEFORE {event} ON main.{table}
                 WHEN ({is_sealed}) AND NOT (SELECT is_lifted FROM temp.seal)
                 BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END;"
            ))?;
        }
    }
    Ok(())
}

/// Lifts the seals, for undo and redo: what they restore was written while its week was open. Or puts them on again.
pub(super) fn lift(connection: &Connection, is_lifted: bool) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE temp.seal SET is_lifted = ?1")?
        .execute([is_lifted])?;
    Ok(())
}
