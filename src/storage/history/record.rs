//! What writes the history down: a trigger for each table and each way in which a record of it can change.
//!
//! The triggers live in the connection and not in the file, and are made before its first change, from the columns that the
//! tables have then: a table that gains a column needs no new ones.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, params, types::Value};

use super::{StepId, past::COPIES};
use crate::storage::{
    Changed,
    safety::{check, connection::quoted, layout::shown},
};

/// A table whose records a change can touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Marks what has to be read anew when a record of the table was touched.
    touch: fn(&mut Changed),
    /// How the week of a record is found, if it has one: an expression with the record's key in `?1`.
    week: Option<&'static str>,
}

impl Table {
    /// Marks what has to be read anew when the record of this key was touched.
    pub(super) fn touched(
        &self,
        connection: &Connection,
        key: &Value,
        changed: &mut Changed,
    ) -> rusqlite::Result<()> {
        let is_of_current = match self.week {
            None => Some(true),
            Some(week) => connection
                .prepare_cached(&format!("SELECT ({week}) = current_week FROM main.camp"))?
                .query_row([key], |row| row.get(0))?,
        };
        match is_of_current {
            Some(true) => (self.touch)(changed),
            _ => changed.add(Changed::other_weeks()),
        }
        Ok(())
    }
}

/// All tables but those of the history itself, and of these what undoing a merge takes back.
pub(super) const TABLES: [Table; 25] = {
    const fn table(
        name: &'static str,
        week: Option<&'static str>,
        touch: fn(&mut Changed),
    ) -> Table {
        Table { name, touch, week }
    }
    fn of_all_weeks(changed: &mut Changed) {
        changed.add(Changed::other_weeks());
    }
    fn group_of_all_weeks(changed: &mut Changed) {
        changed.groups = true;
        of_all_weeks(changed);
    }
    fn player_of_all_weeks(changed: &mut Changed) {
        changed.players = true;
        of_all_weeks(changed);
    }
    const IN_KEY: Option<&str> = Some("json_extract(?1, '$[0]')");
    [
        table("camp", None, |changed| changed.camp = true),
        table("week", None, of_all_weeks),
        // Read anew for the current week, whichever week it is of: another one that is looked at is read anew in any case.
        table("accepted_problem", None, |changed| changed.accepted = true),
        table("camp_group", None, group_of_all_weeks),
        table("group_extra", None, group_of_all_weeks),
        table("week_group", IN_KEY, |changed| changed.groups = true),
        table("person", None, player_of_all_weeks),
        table("person_extra", None, player_of_all_weeks),
        table("week_player", IN_KEY, |changed| changed.players = true),
        table(
            "game",
            Some("SELECT week_id FROM main.game WHERE id = ?1"),
            |changed| changed.games = true,
        ),
        table(
            "game_extra",
            Some("SELECT week_id FROM main.game WHERE id = json_extract(?1, '$[0]')"),
            |changed| changed.games = true,
        ),
        table("ladder", None, |changed| changed.club = true),
        table("ladder_setting", None, |changed| changed.club = true),
        table("meeting", None, |changed| changed.club = true),
        table("attendance", None, |changed| changed.club = true),
        table("us_member", None, |changed| changed.us_chess = true),
        table("us_account", None, |changed| changed.us_chess = true),
        table("us_director", None, |changed| changed.us_chess = true),
        table("us_adjustment", None, |changed| changed.us_chess = true),
        table("us_event", None, |changed| changed.us_chess = true),
        table("us_section", None, |changed| changed.us_chess = true),
        table("us_entry", None, |changed| changed.us_chess = true),
        table("us_rating", None, |changed| changed.us_chess = true),
        // The name of a column: what stands in it is in the tables above.
        table("extra_column", None, |_| {}),
        table(COPIES, None, |_| {}),
    ]
};

/// The columns of a table.
#[derive(Debug)]
pub(in crate::storage) struct Columns {
    pub(in crate::storage) all: Vec<String>,
    /// Those that tell a record from the others.
    pub(in crate::storage) key: Vec<String>,
}

impl Columns {
    pub(in crate::storage) fn new(connection: &Connection, table: &str) -> rusqlite::Result<Self> {
        let mut all = Vec::new();
        let mut key = Vec::new();
        let mut statement = connection
            .prepare_cached("SELECT name, pk FROM pragma_table_info(?1, 'main') ORDER BY cid")?;
        let mut rows = statement.query([table])?;
        while let Some(row) = rows.next()? {
            let name = row.get::<_, String>(0)?;
            if row.get::<_, i64>(1)? > 0 {
                key.push(name.clone());
            }
            all.push(name);
        }
        Ok(Self { all, key })
    }

    /// Whether a record has the key that stands in the statement's parameter `?number`, as [`Self::key_of`] writes it.
    pub(in crate::storage) fn has_key(&self, number: usize) -> String {
        match self.key.as_slice() {
            [one] => format!("{} = ?{number}", quoted(one)),
            // Column by column, so that the index of the key is used.
            more => more
                .iter()
                .enumerate()
                .map(|(at, column)| {
                    format!("{} = json_extract(?{number}, '$[{at}]')", quoted(column))
                })
                .collect::<Vec<_>>()
                .join(" AND "),
        }
    }

    /// The key as one value: the number, or an array where the key has two columns.
    pub(in crate::storage) fn key_of(&self, record: &str) -> String {
        let of = |column: &String| format!("{record}{}", quoted(column));
        match self.key.as_slice() {
            [one] => of(one),
            more => {
                let columns = more.iter().map(of).collect::<Vec<_>>();
                format!("json_array({})", columns.join(", "))
            }
        }
    }
}

/// What the history says of tables and columns that aren't there, and what in it can't be read at all.
pub(in crate::storage) fn strange_rows(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut strange = check::sentences(
        connection,
        "SELECT step_id FROM main.history_row
         WHERE before IS NOT NULL AND iif(json_valid(before), json_type(before) <> 'object', TRUE) LIMIT 10",
        |row| {
            let step = row.get::<_, i64>(0)?;
            Ok(format!("the history can’t be read in step {step}"))
        },
    )?;
    if !strange.is_empty() {
        return Ok(strange);
    }
    let mut named = connection.prepare("SELECT DISTINCT table_name FROM main.history_row")?;
    let mut named = named.query([])?;
    while let Some(row) = named.next()? {
        let name = row.get::<_, String>(0)?;
        if !TABLES.iter().any(|table| table.name == name) {
            strange.push(format!(
                "the history names a table “{}” that isn’t there",
                shown(&name)
            ));
        }
    }
    let mut members = connection.prepare(
        "SELECT DISTINCT table_name, member.key FROM main.history_row, json_each(before) AS member LIMIT 1000",
    )?;
    let mut members = members.query([])?;
    while let Some(row) = members.next()? {
        let (table, column) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?);
        if strange.len() >= check::NAMED {
            break;
        }
        if !Columns::new(connection, &table)?.all.contains(&column) {
            strange.push(format!(
                "the history names a column “{}” that isn’t there",
                shown(&column)
            ));
        }
    }
    let mut steps = connection.prepare("SELECT id, name, done_at FROM main.history_step")?;
    let mut steps = steps.query([])?;
    while let Some(row) = steps.next()? {
        if strange.len() >= check::NAMED {
            break;
        }
        let is_moment = |text: &str| text.parse::<Timestamp>().is_ok();
        let has_name = row.get_ref(1)?.as_str().is_ok();
        let has_time = row.get_ref(2)?.as_str().is_ok_and(is_moment);
        if let Some(what) = match (has_name, has_time) {
            (true, true) => None,
            (false, _) => Some("name"),
            (true, false) => Some("time"),
        } {
            let step = row.get::<_, i64>(0)?;
            strange.push(format!(
                "the {what} of step {step} of the history can’t be read"
            ));
        }
    }
    strange.extend(check::sentences(
        connection,
        "SELECT 1 FROM main.history_step WHERE undone AND id < (SELECT max(id) FROM main.history_step WHERE NOT undone) LIMIT 1",
        |_| Ok("the history has a step that was undone before one that wasn’t".to_owned()),
    )?);
    Ok(strange)
}

/// The name of a step that lacks some of its rows, or whose records aren't what it has left: what was added or changed last must be there,
/// and what was deleted must not. `None` if all fit.
pub(in crate::storage) fn step_unlike_records(
    connection: &Connection,
) -> rusqlite::Result<Option<String>> {
    // Places are counted from 1 on.
    let with_holes = "SELECT name FROM main.history_step AS step LEFT JOIN (
             SELECT step_id, count(*) AS rows, min(place) AS first, max(place) AS last FROM main.history_row GROUP BY step_id
         ) ON step_id = step.id
         WHERE rows IS NULL OR first <> 1 OR last <> rows ORDER BY step.id DESC LIMIT 1";
    let found = connection.query_row(with_holes, [], |row| row.get(0));
    if let Some(step) = found.optional()? {
        return Ok(Some(step));
    }
    for Table { name, .. } in TABLES {
        let key = Columns::new(connection, name)?.key_of("");
        // Of the columns beside a greatest one, SQLite takes the row that has it.
        let sql = format!(
            "SELECT step.name FROM (
                 SELECT record, what, step_id, max(step_id * 4294967296 + place) FROM main.history_row
                 JOIN main.history_step ON history_step.id = step_id AND NOT undone
                 WHERE table_name = '{name}' GROUP BY record) AS newest
             JOIN main.history_step AS step ON step.id = newest.step_id
             WHERE (what = 'deleted') = (record IN (SELECT {key} FROM main.{table}))
             ORDER BY step.id DESC LIMIT 1",
            table = quoted(name)
        );
        let found = connection.query_row(&sql, [], |row| row.get(0));
        if let Some(step) = found.optional()? {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

/// Makes the triggers. Nothing is written down before [`begin_recording`].
pub(in crate::storage) fn install(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .execute_batch("CREATE TEMP TABLE recording (step_id INTEGER, last_place INTEGER)")?;
    for Table { name, .. } in TABLES {
        let columns = Columns::new(connection, name)?;
        connection.execute_batch(&triggers(name, &columns))?;
    }
    Ok(())
}

/// From now on, what changes belongs to this step; with `None` nothing is written down.
pub(in crate::storage) fn begin_recording(
    connection: &Connection,
    step: Option<StepId>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM temp.recording")?
        .execute([])?;
    if let Some(step) = step {
        connection
            .prepare_cached(
                "INSERT INTO temp.recording
                 SELECT ?1, coalesce(max(place), 0) FROM main.history_row WHERE step_id = ?1",
            )?
            .execute(params![step.0])?;
    }
    Ok(())
}

fn triggers(table: &str, columns: &Columns) -> String {
    let any_differs = columns
        .all
        .iter()
        .map(|column| differs(column))
        .collect::<Vec<_>>()
        .join(" OR ");
    // Without its first comma a list of JSON members: those that differ, and those of the whole record.
    let changed = columns
        .all
        .iter()
        .map(|column| {
            let value = member(column);
            format!("iif({}, {value}, '')", differs(column))
        })
        .collect::<Vec<_>>()
        .join(" || ");
    let whole = columns
        .all
        .iter()
        .map(|column| member(column))
        .collect::<Vec<_>>()
        .join(" || ");
    let added = write_down(table, &columns.key_of("NEW."), "added", "NULL");
    let changed = write_down(
        table,
        &columns.key_of("NEW."),
        "changed",
        &format!("'{{' || substr({changed}, 2) || '}}'"),
    );
    let deleted = write_down(
        table,
        &columns.key_of("OLD."),
        "deleted",
        &format!("'{{' || substr({whole}, 2) || '}}'"),
    );
    format!(
        "CREATE TEMP TRIGGER {table}_added AFTER INSERT ON main.{table} BEGIN {added}; END;
         CREATE TEMP TRIGGER {table}_changed AFTER UPDATE ON main.{table} WHEN {any_differs} BEGIN {changed}; END;
         CREATE TEMP TRIGGER {table}_deleted AFTER DELETE ON main.{table} BEGIN {deleted}; END;"
    )
}

/// Letter by letter, also where the column itself takes "red" and "Red" for the same.
fn differs(column: &str) -> String {
    let column = quoted(column);
    format!("OLD.{column} IS NOT NEW.{column} COLLATE BINARY")
}

fn member(column: &str) -> String {
    let name = serde_json::Value::from(column).to_string();
    let name = name.replace('\'', "''");
    format!("',{name}:' || json_quote(OLD.{})", quoted(column))
}

/// Writes down one record, if a step is being recorded. The place is counted and not looked up: an insertion that reads its own
/// table goes through a table in between, which takes several times as long.
fn write_down(table: &str, key: &str, what: &str, before: &str) -> String {
    format!(
        "UPDATE recording SET last_place = last_place + 1;
         INSERT INTO history_row (step_id, place, table_name, record, what, before)
         SELECT step_id, last_place, '{table}', {key}, '{what}', {before} FROM recording"
    )
}
