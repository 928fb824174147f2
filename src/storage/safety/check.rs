//! A look at the whole file: its pages, its links, and what its rows must be to each other.

use rusqlite::Connection;

use super::{connection::quoted, digest, layout};
use crate::{
    domain::{
        Game, Group, MAX_CAMP_NAME, MAX_FOOTER, MAX_LADDER_NAME, MAX_MEETING_NOTE, MAX_PROBLEM_KEY,
        MAX_WEEK_LABEL, Player,
    },
    storage::{history, schema, value::Stored},
};

/// So many findings of a kind are named.
pub(in crate::storage) const NAMED: usize = 10;

/// Everything that is wrong with the file itself: what Camp Ladder never makes, damaged pages, values of a wrong kind or length, links
/// to records that aren't there, weeks and a history that can't be. Empty for a sound file.
///
/// # Errors
/// The file can't be read at all.
pub(in crate::storage) fn damage(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    // Nothing is asked of tables that may be something else, or of pages that may be another table's.
    if let Some(stranger) = layout::stranger(connection, schema::newest())? {
        return Ok(vec![stranger]);
    }
    let damage = integrity(connection)?;
    if !damage.is_empty() {
        return Ok(damage);
    }
    let mut damage = broken_links(connection)?;
    damage.extend(long_texts(connection)?);
    damage.extend(large_numbers(connection)?);
    damage.extend(impossible_weeks(connection)?);
    damage.extend(history::strange_rows(connection)?);
    if damage.is_empty() {
        for week in digest::changed_weeks(connection)? {
            damage.push(format!(
                "{} isn't what it was when it was closed",
                week.name()
            ));
        }
    }
    Ok(damage)
}

/// Damaged pages, and values of a wrong kind.
pub(in crate::storage) fn integrity(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut findings = connection
        .prepare("PRAGMA main.integrity_check")?
        .query_map([], |row| row.get::<_, String>(0))?
        .collect::<Result<Vec<_>, _>>()?;
    findings.retain(|finding| finding != "ok");
    Ok(findings)
}

/// What `integrity_check` doesn't look at: foreign keys.
fn broken_links(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("PRAGMA main.foreign_key_check")?
        .query_map([], |row| {
            let table = row.get::<_, String>(0)?;
            let number = row.get::<_, Option<i64>>(1)?;
            let target = row.get::<_, String>(2)?;
            let record = match number {
                Some(number) => format!("record {number} of {table}"),
                None => format!("a record of {table}"),
            };
            Ok(format!("{record} names a {target} that isn't there"))
        })?
        .take(NAMED)
        .collect()
}

/// Texts that are longer than anything that can be typed or imported.
fn long_texts(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    fn of_records<R: Stored>() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        let about = R::FIELDS.iter().map(|spec| &spec.about);
        about.filter_map(|it| Some((R::table(it.scope), it.column, it.kind.most()?)))
    }
    let mut texts = vec![
        ("camp", "name", MAX_CAMP_NAME),
        ("camp", "footer", MAX_FOOTER),
        ("week", "label", MAX_WEEK_LABEL),
    ];
    texts.extend(of_records::<Group>());
    texts.extend(of_records::<Player>());
    texts.extend(of_records::<Game>());
    texts.extend([
        ("ladder", "name", MAX_LADDER_NAME),
        ("meeting", "note", MAX_MEETING_NOTE),
        ("accepted_problem", "problem", MAX_PROBLEM_KEY),
    ]);
    let mut long = Vec::new();
    for (table, column, most) in texts {
        let sql = format!(
            "SELECT length({0}) FROM main.{1} WHERE length({0}) > {most} LIMIT 1",
            quoted(column),
            quoted(table)
        );
        long.extend(sentences(connection, &sql, |row| {
            let length = row.get::<_, i64>(0)?;
            Ok(format!(
                "a {column} in {table} has {length} characters, and there is room for {most}"
            ))
        })?);
    }
    Ok(long)
}

/// Numbers that nothing can be added to.
fn large_numbers(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    const MOST: i64 = 1 << 53;
    let mut large = Vec::new();
    for (table, column, most) in [
        ("week", "number", 100_000),
        ("week", "id", MOST),
        ("camp_group", "id", MOST),
        ("week_group", "skill_order", MOST),
        ("person", "id", MOST),
        ("game", "id", MOST),
        ("game", "sequence", MOST),
        ("history_step", "id", MOST),
        ("ladder", "id", MOST),
        ("meeting", "id", MOST),
        ("sqlite_sequence", "seq", MOST),
    ] {
        let sql = format!(
            "SELECT 1 FROM main.{0} WHERE max({1}, -({1} + 1)) > {most} LIMIT 1",
            quoted(table),
            quoted(column)
        );
        large.extend(sentences(connection, &sql, |_| {
            Ok(format!(
                "a number in {table} is larger than any that is given"
            ))
        })?);
    }
    Ok(large)
}

/// Only the current week is open, and the last one, which waits while an older one is corrected.
fn impossible_weeks(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut found = sentences(
        connection,
        "SELECT number FROM main.week WHERE closed_on IS NULL
             AND id IS NOT (SELECT current_week FROM main.camp)
             AND number <> (SELECT max(number) FROM main.week) LIMIT 10",
        |row| {
            let number = row.get::<_, i64>(0)?;
            Ok(format!("week {number} is open beside the current one"))
        },
    )?;
    found.extend(sentences(
        connection,
        "SELECT now.number FROM main.camp JOIN main.week AS now ON now.id = camp.current_week
         WHERE now.closed_on IS NOT NULL AND now.number <> (SELECT max(number) FROM main.week)",
        |row| {
            let number = row.get::<_, i64>(0)?;
            Ok(format!(
                "week {number}, which is closed, stands in the place of the last one"
            ))
        },
    )?);
    found.extend(sentences(
        connection,
        "SELECT count(*) FROM main.camp HAVING count(*) <> 1 OR count(current_week) <> 1",
        |_| Ok("the camp has no current week".to_owned()),
    )?);
    found.extend(sentences(
        connection,
        "SELECT week.number, a.name FROM main.week_group AS one JOIN main.camp_group AS a ON a.id = one.group_id
         JOIN main.week_group AS two ON two.week_id = one.week_id AND two.group_id > one.group_id
         JOIN main.camp_group AS b ON b.id = two.group_id AND b.name = a.name
         JOIN main.week ON week.id = one.week_id LIMIT 10",
        |row| {
            let (number, name) = (row.get::<_, i64>(0)?, row.get::<_, String>(1)?);
            Ok(format!("two groups of week {number} are called “{}”", layout::shown(&name)))
        },
    )?);
    Ok(found)
}

pub(in crate::storage) fn sentences(
    connection: &Connection,
    sql: &str,
    sentence: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<String>,
) -> rusqlite::Result<Vec<String>> {
    connection.prepare(sql)?.query_map([], sentence)?.collect()
}
