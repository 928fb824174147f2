//! A look at the whole file: its pages, its links, and what its rows must be to each other.

use rusqlite::Connection;

use super::{connection::quoted, digest, layout};
use crate::{
    domain::{
        Game, Group, MAX_CAMP_NAME, MAX_FOOTER, MAX_LADDER_NAME, MAX_MEETING_NOTE, MAX_PROBLEM_KEY,
        MAX_WEEK_LABEL, Player,
    },
    storage::{
        error::{damage_in_words, is_damage},
        history, schema,
        value::Stored,
    },
};

/// So many findings of a kind are named.
pub(in crate::storage) const NAMED: usize = 10;

/// What is wrong with a file itself, by what it means for the camp. All of it empty for a sound file.
#[derive(Debug, Default)]
pub(in crate::storage) struct Damage {
    /// Of the records, or of what the file is: such a camp isn't opened.
    pub(in crate::storage) records: Vec<String>,
    /// Of the history alone, which a camp can do without.
    pub(in crate::storage) history: Vec<String>,
    /// Of pages in which nothing is stored. Who writes into such a file may write over a record.
    pub(in crate::storage) free_pages: Vec<String>,
}

impl Damage {
    pub(in crate::storage) fn is_none(&self) -> bool {
        self.records.is_empty() && self.is_beside_nothing()
    }

    /// Whether everything that isn't a record is sound.
    pub(in crate::storage) fn is_beside_nothing(&self) -> bool {
        self.history.is_empty() && self.free_pages.is_empty()
    }

    /// All of it in one list. What is said of several tables in the same words tells no more the second time.
    pub(in crate::storage) fn into_list(self) -> Vec<String> {
        let mut list = Vec::new();
        let lists = [self.records, self.history, self.free_pages];
        for finding in lists.into_iter().flatten() {
            if !list.contains(&finding) {
                list.push(finding);
            }
        }
        list
    }

    fn of_records(records: Vec<String>) -> Self {
        Self {
            records,
            ..Self::default()
        }
    }

    fn of_table(&mut self, table: &str) -> &mut Vec<String> {
        if history::has_table(table) {
            &mut self.history
        } else {
            &mut self.records
        }
    }
}

/// Everything that is wrong with the file itself: what Camp Ladder never makes, damaged pages, values of a wrong kind or length, links
/// to records that aren't there, weeks and a history that can't be.
///
/// # Errors
/// The file can't be read at all.
pub(in crate::storage) fn damage(connection: &Connection) -> rusqlite::Result<Damage> {
    // Nothing is asked of tables that may be something else, or of pages that may be another table's.
    if let Some(stranger) = layout::stranger(connection, schema::newest())? {
        return Ok(Damage::of_records(vec![stranger]));
    }
    let mut damage = integrity(connection)?;
    if !damage.records.is_empty() {
        return Ok(damage);
    }
    let can_read_history = damage.history.is_empty();
    let can_read = |table: &str| can_read_history || !history::has_table(table);
    for table in tables(connection)?.iter().filter(|table| can_read(table)) {
        damage
            .of_table(table)
            .extend(broken_links(connection, table)?);
    }
    damage.records.truncate(NAMED);
    damage.records.extend(long_texts(connection)?);
    for (table, column, most) in NUMBERS.iter().filter(|(table, ..)| can_read(table)) {
        let large = large_numbers(connection, table, column, *most)?;
        damage.of_table(table).extend(large);
    }
    damage.records.extend(impossible_weeks(connection)?);
    if can_read_history {
        damage.history.extend(history::strange_rows(connection)?);
    }
    if damage.records.is_empty() {
        for week in digest::changed_weeks(connection)? {
            damage.records.push(format!(
                "{} isn’t what it was when it was closed",
                week.name()
            ));
        }
    }
    Ok(damage)
}

/// Everything that is wrong with the records of a camp of this or an older version, which can do without its history.
///
/// # Errors
/// The file can't be read at all.
pub(in crate::storage) fn damaged_records(
    connection: &Connection,
) -> rusqlite::Result<Vec<String>> {
    let version =
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))?;
    if version == schema::newest() {
        return Ok(damage(connection)?.records);
    }
    match layout::stranger(connection, version)? {
        Some(stranger) => Ok(vec![stranger]),
        None => Ok(integrity(connection)?.records),
    }
}

/// Damaged pages, and values of a wrong kind.
pub(in crate::storage) fn integrity(connection: &Connection) -> rusqlite::Result<Damage> {
    let whole = findings(connection, "PRAGMA main.integrity_check")?;
    let mut damage = Damage::default();
    if whole.is_empty() {
        return Ok(damage);
    }
    // Table by table it says whose the damage is.
    let mut names = tables(connection)?;
    names.push("sqlite_schema".to_owned());
    for table in names {
        let sql = format!("PRAGMA main.integrity_check({})", quoted(&table));
        damage.of_table(&table).extend(findings(connection, &sql)?);
    }
    if damage.is_none() {
        // What no table says by itself: a page that two of them claim, or that none does.
        let is_of_free = |finding: &String| {
            let finding = finding.to_ascii_lowercase();
            finding.contains("freelist") || finding.ends_with("never used")
        };
        (damage.free_pages, damage.records) = whole.into_iter().partition(is_of_free);
    }
    Ok(damage)
}

/// The tables of the file, SQLite's own too.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// What a look at pages says. Where that itself comes upon pages that can't be read, it is a finding, too.
fn findings(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let read = |connection: &Connection| {
        connection
            .prepare(sql)?
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<rusqlite::Result<Vec<_>>>()
    };
    match read(connection) {
        Ok(findings) => {
            let lines = findings.iter().flat_map(|finding| finding.lines());
            let lines = lines.filter(|line| *line != "ok" && !line.starts_with("*** in database"));
            let mut findings = lines.map(in_words).collect::<Vec<_>>();
            findings.dedup();
            Ok(findings)
        }
        Err(error) if is_damage(&error) => Ok(vec![damage_in_words(&error)]),
        Err(error) => Err(error),
    }
}

/// What SQLite finds in a page ("Tree 34 page 34 cell 2: …"), without its words.
fn in_words(finding: &str) -> String {
    let of_tree = finding.strip_prefix("Tree ");
    let page = of_tree.and_then(|tree| tree.split_once(" page ")?.1.split([' ', ':']).next());
    match page {
        Some(page) => format!("page {page} of the file can’t be read"),
        None => finding.to_owned(),
    }
}

/// What `integrity_check` doesn't look at: foreign keys.
fn broken_links(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let sql = format!("PRAGMA main.foreign_key_check({})", quoted(table));
    connection
        .prepare(&sql)?
        .query_map([], |row| {
            let table = row.get::<_, String>(0)?;
            let number = row.get::<_, Option<i64>>(1)?;
            let target = row.get::<_, String>(2)?;
            let record = match number {
                Some(number) => format!("record {number} of {table}"),
                None => format!("a record of {table}"),
            };
            Ok(format!("{record} names a {target} that isn’t there"))
        })?
        .take(NAMED)
        .collect()
}

/// The columns with texts of which there is a longest that can be typed or imported: table, column, characters.
pub(in crate::storage) fn longest_texts() -> Vec<(&'static str, &'static str, usize)> {
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
    texts
}

/// Texts that are longer than anything that can be typed or imported.
fn long_texts(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut long = Vec::new();
    for (table, column, most) in longest_texts() {
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

/// The largest number that is given to a record.
pub(in crate::storage) const MOST: i64 = 1 << 53;

/// Columns with numbers that others are added to, each with the largest that can be.
pub(in crate::storage) const NUMBERS: [(&str, &str, i64); 11] = [
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
];

/// Numbers that nothing can be added to.
fn large_numbers(
    connection: &Connection,
    table: &str,
    column: &str,
    most: i64,
) -> rusqlite::Result<Vec<String>> {
    let sql = format!(
        "SELECT 1 FROM main.{0} WHERE max({1}, -({1} + 1)) > {most} LIMIT 1",
        quoted(table),
        quoted(column)
    );
    sentences(connection, &sql, |_| {
        Ok(format!(
            "a number in {table} is larger than any that is given"
        ))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_tables_have_in_common_is_told_once() {
        let finding = |text: &str| vec![text.to_owned()];
        let damage = Damage {
            records: [finding("a"), finding("b"), finding("a")].concat(),
            history: finding("a"),
            free_pages: finding("c"),
        };
        assert_eq!(damage.into_list(), ["a", "b", "c"]);
    }

    #[test]
    fn damaged_pages_are_told_in_plain_words() {
        let broken = "page 34 of the file can’t be read";
        for (finding, words) in [
            (
                "Tree 34 page 34: btreeInitPage() returns error code 11",
                broken,
            ),
            ("Tree 12 page 34 cell 2: 2nd reference to page 7", broken),
            ("Page 7: never used", "Page 7: never used"),
            ("NULL value in game.white", "NULL value in game.white"),
        ] {
            assert_eq!(in_words(finding), words);
        }
    }
}
