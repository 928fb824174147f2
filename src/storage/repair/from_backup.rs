//! What a damaged file has lost, and a backup of the same camp still has. Only what is gone is taken: a row that can be read is newer.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use jiff::tz::TimeZone;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params_from_iter, types::Value};

use super::{
    report::{self, RepairNote},
    tables::{Key, KeyPart, Link, Table},
};
use crate::{
    domain::show_moment,
    storage::{
        Backup, BackupError, BackupPlaces, BackupsOf, CampFile, StorageError, history,
        safety::connection::quoted,
    },
};

/// A backup that is good, opened to be read.
#[derive(Debug)]
pub(super) struct GoodBackup {
    pub(super) camp: CampFile,
    /// When it was made, and of which other file, if so: "7/10/2026 2:05 PM in “E:\Camp.ladder”".
    pub(super) made: String,
    /// That another file of the camp has a newer one, and that one could not be read, if so, in sentences.
    pub(super) others: Vec<String>,
}

/// What was found among the backups of a camp file.
#[derive(Debug)]
pub(super) struct Looked {
    /// The newest one that is good.
    pub(super) backup: Option<GoodBackup>,
    /// Which of the places could not be looked into, in sentences.
    pub(super) unseen: Vec<String>,
}

/// What a table has lost.
#[derive(Debug, Default)]
pub(super) struct Lost {
    /// Rows that are gone or can't be saved, with what indexes know of them by the names of columns.
    pub(super) gone: BTreeMap<Key, BTreeMap<String, Value>>,
    /// Columns that can't be read of rows that are saved.
    pub(super) columns: BTreeMap<Key, Vec<String>>,
    /// Whether there may be more, of which nothing tells.
    pub(super) is_about: bool,
}

/// What was taken from the backup, of one table.
#[derive(Debug, Default)]
pub(super) struct Taken {
    pub(super) rows: BTreeSet<Key>,
    /// Of them, those that may have been deleted since: nothing tells.
    pub(super) doubtful: BTreeSet<Key>,
    /// Columns that couldn't be read, and come from the backup.
    pub(super) columns: BTreeMap<Key, Vec<String>>,
    /// How many the backup has by the number of one that is gone, and were not taken: they were changed since, or are others.
    pub(super) changed: usize,
}

/// The column that has a record's place among others. It changes when another one is put before it.
const PLACE: &str = "sequence";

/// The newest backup of a camp file that is good.
///
/// # Errors
/// Nobody can find out, as there is no room to unpack them, or their place doesn't answer.
pub(super) fn newest_good(damaged: &Path, places: &BackupPlaces) -> Result<Looked, BackupError> {
    let of = BackupsOf::file(damaged);
    let newest = places.own(&of)?;
    let newest = newest.newest_good(|source| source.look(places))?;
    let made = |of: &Backup| show_moment(&of.note.made.to_zoned(TimeZone::system()));
    let of_file = |backup: &Backup| {
        let made = made(backup);
        if of.is_of_file(backup) {
            made
        } else {
            format!("{made} in {}", backup.named_file())
        }
    };
    let newer = |newer: Backup| {
        format!(
            "{}, another file of this camp, has a newer backup, made {}: nothing was taken from it",
            newer.named_file(),
            made(&newer)
        )
    };
    let unanswered = |unanswered: Backup| {
        let what = unanswered.newer_unanswered(TimeZone::system());
        format!("{what}: nothing was taken from it")
    };
    let unread = newest.unread.map(|error| {
        format!("{error}. Nothing was taken from there: repair once more when you may")
    });
    let without_second = places.without_second(newest.second).map(|what| {
        format!("{what}: nothing was taken from it. It may have more: repair once more with it")
    });
    let backup = newest.good.map(|newest| GoodBackup {
        camp: newest.used,
        made: of_file(&newest.backup),
        others: [newest.newer.map(newer), newest.unanswered.map(unanswered)]
            .into_iter()
            .flatten()
            .collect(),
    });
    Ok(Looked {
        backup,
        unseen: unread.into_iter().chain(without_second).collect(),
    })
}

/// Whether a backup is one of the camp whose rows these are: where another camp once lay, it may be that one's.
pub(super) fn is_of_same_camp(
    connection: &Connection,
    backup: &Connection,
) -> Result<bool, StorageError> {
    let uid = |of: &Connection| {
        let uid = of.query_row("SELECT uid FROM camp", [], |row| row.get::<_, String>(0));
        uid.optional()
    };
    if let (Some(own), Some(its)) = (uid(connection)?, uid(backup)?) {
        return Ok(own == its);
    }
    // Weeks and players are known by theirs, too.
    for table in ["week", "person"] {
        let mut its = backup.prepare(&format!("SELECT uid FROM main.{table}"))?;
        let its = its.query_map([], |row| row.get::<_, String>(0))?;
        let mut own = connection.prepare(&format!("SELECT 1 FROM main.{table} WHERE uid = ?1"))?;
        for uid in its {
            if own.exists([uid?])? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Takes what a camp has lost from a backup of it, by table. Both have the tables of this version.
pub(super) fn take(
    connection: &Connection,
    backup: &Connection,
    tables: &[Table],
    lost: &BTreeMap<String, Lost>,
) -> Result<BTreeMap<String, Taken>, StorageError> {
    let mut all = BTreeMap::new();
    let takings = tables.iter().map(|table| Taking::new(connection, table));
    let camp = Camp {
        tables: takings.collect(),
        lost,
    };
    for taking in &camp.tables {
        let table = taking.table;
        let Some(lost) = lost.get(&table.name) else {
            continue;
        };
        if table.is_of_file() || history::has_table(&table.name) || lost.is_nothing() {
            continue;
        }
        let taken = taking.all(backup, lost, &camp)?;
        all.insert(table.name.clone(), taken);
    }
    Ok(all)
}

/// Forgets rows that were left out afterwards, as what they belong to is lost. How many, by table.
pub(super) fn keep_what_is_there(
    connection: &Connection,
    tables: &[Table],
    taken: &mut BTreeMap<String, Taken>,
) -> Result<BTreeMap<String, usize>, StorageError> {
    let mut left_out = BTreeMap::new();
    for table in tables {
        let Some(taken) = taken.get_mut(&table.name) else {
            continue;
        };
        let taking = Taking::new(connection, table);
        let mut gone = Vec::new();
        for key in &taken.rows {
            if !taking.is_there(key)? {
                gone.push(key.clone());
            }
        }
        for key in &gone {
            taken.rows.remove(key);
            taken.doubtful.remove(key);
        }
        left_out.insert(table.name.clone(), gone.len());
    }
    Ok(left_out)
}

/// What came from the backup and may have been deleted since: "5 groups". Who is in a week is told of with the player; a player who was read,
/// and is in no other week, is in this one, as nobody stays in a camp without a week. So it is with groups.
pub(super) fn doubtful(connection: &Connection, taken: &BTreeMap<String, Taken>) -> Vec<String> {
    let is_sure = |table: &str, key: &Key| {
        let (whole, column) = match table {
            "week_player" => ("person", "person_id"),
            "week_group" => ("camp_group", "group_id"),
            _ => return false,
        };
        let Key::Columns(parts) = key else {
            return false;
        };
        let [_, KeyPart::Number(id)] = parts.as_slice() else {
            return false;
        };
        let is_told = |of: &Taken| of.doubtful.contains(&Key::Row(*id));
        let sql = format!("SELECT count(*) = 1 FROM {table} WHERE {column} = ?1");
        taken.get(whole).is_some_and(is_told)
            || connection
                .query_row(&sql, [id], |row| row.get::<_, bool>(0))
                .unwrap_or(false)
    };
    let tables = taken.iter().filter_map(|(table, taken)| {
        let unsure = taken.doubtful.iter().filter(|key| !is_sure(table, key));
        let count = unsure.count();
        (count > 0).then(|| report::so_many(table, count))
    });
    tables.collect()
}

/// That nothing of what is missing comes from a backup: there is a good one of this camp or none, and perhaps others in places that could not be
/// looked into.
pub(super) fn why_nothing(good: Option<&GoodBackup>, has_unseen: bool) -> String {
    match good {
        Some(good) => format!("The backup of {} has nothing of what is missing", good.made),
        None if has_unseen => {
            "No backup that could be looked into has anything of what is missing".to_owned()
        }
        None => "No backup of this camp has anything of what is missing".to_owned(),
    }
}

/// What the backup, which was `made` then, has of what is missing, and as it was before a change: "3 games".
pub(super) fn changed(taken: &BTreeMap<String, Taken>, made: &str) -> Option<RepairNote> {
    let tables = taken.iter().filter(|(table, taken)| {
        let is_told = report::title(table).is_some();
        is_told && taken.changed > 0
    });
    let counts = tables.map(|(table, taken)| report::so_many(table, taken.changed));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let text = format!("Changed since the backup of {made}, and so not taken from it: {counts}");
    (!counts.is_empty()).then(|| text.into())
}

impl Lost {
    fn is_nothing(&self) -> bool {
        self.gone.is_empty() && self.columns.is_empty() && !self.is_about
    }
}

/// All tables, and what each has lost.
struct Camp<'c, 't> {
    tables: Vec<Taking<'c, 't>>,
    lost: &'t BTreeMap<String, Lost>,
}

impl Camp<'_, '_> {
    /// Whether a row of the backup names a record that was deleted since. Where it can do without, it names that no more.
    fn names_deleted(&self, table: &Table, values: &mut [Value]) -> rusqlite::Result<bool> {
        for link in &table.links {
            let value = |column: &str| values.get(table.column(column)?).cloned();
            if !self.leads_to_deleted(link, &value)? {
                continue;
            }
            let mut places = link.columns.iter().filter_map(|it| table.column(it));
            let optional = places.find(|at| table.columns[*at].is_optional);
            match optional.and_then(|at| values.get_mut(at)) {
                Some(value) => *value = Value::Null,
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Whether a link leads to a record that was deleted, or that would itself name such a one. A table that was read whole tells: it
    /// doesn't have that.
    fn leads_to_deleted(
        &self,
        link: &Link,
        value: &dyn Fn(&str) -> Option<Value>,
    ) -> rusqlite::Result<bool> {
        let its = |(own, its): (&String, &String)| {
            let value = value(own).filter(|value| *value != Value::Null)?;
            Some((its.clone(), value))
        };
        let named = link.columns.iter().zip(&link.its_columns).map(its);
        let Some(named) = named.collect::<Option<BTreeMap<_, _>>>() else {
            return Ok(false);
        };
        let mut tables = self.tables.iter();
        let Some(to) = tables.find(|of| of.table.name == link.to) else {
            return Ok(false);
        };
        let key = to.table.columns.iter().take(to.table.key);
        let key = key.map(|column| named.get(&column.name).cloned());
        let key = key.collect::<Option<Vec<_>>>();
        let Some(key) = key.and_then(|values| to.key(&values)) else {
            return Ok(false);
        };
        if to.is_there(&key)? {
            return Ok(false);
        }
        let lost = self.lost.get(&link.to);
        if lost.is_some_and(|lost| !lost.is_about && !lost.gone.contains_key(&key)) {
            return Ok(true);
        }
        for further in &to.table.links {
            if self.leads_to_deleted(further, &|column| named.get(column).cloned())? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

struct Taking<'c, 't> {
    connection: &'c Connection,
    table: &'t Table,
    /// "key = ? AND …"
    is_row: String,
    insert: String,
}

impl<'c, 't> Taking<'c, 't> {
    fn new(connection: &'c Connection, table: &'t Table) -> Self {
        let names = table.columns.iter().map(|column| quoted(&column.name));
        let names = names.collect::<Vec<_>>();
        let key = names.iter().take(table.key.max(1));
        let is_row = key.map(|name| format!("{name} = ?")).collect::<Vec<_>>();
        Self {
            connection,
            table,
            is_row: is_row.join(" AND "),
            insert: format!(
                "INSERT INTO main.{} ({}) VALUES ({})",
                quoted(&table.name),
                names.join(", "),
                vec!["?"; names.len()].join(", ")
            ),
        }
    }

    fn all(
        &self,
        backup: &Connection,
        lost: &Lost,
        camp: &Camp<'_, '_>,
    ) -> Result<Taken, StorageError> {
        let mut taken = Taken::default();
        let mut doubtful = Vec::new();
        let columns = self.table.columns.iter().map(|column| quoted(&column.name));
        let mut statement = backup.prepare(&format!(
            "SELECT {} FROM main.{}",
            columns.collect::<Vec<_>>().join(", "),
            quoted(&self.table.name)
        ))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let values = (0..self.table.columns.len()).map(|at| row.get::<_, Value>(at));
            let mut values = values.collect::<rusqlite::Result<Vec<_>>>()?;
            let Some(key) = self.key(&values) else {
                continue;
            };
            if self.is_there(&key)? {
                if let Some(columns) = lost.columns.get(&key) {
                    let its = self.take_columns(&key, &values, columns)?;
                    taken.columns.insert(key, its);
                }
                continue;
            }
            if let Some(known) = lost.gone.get(&key) {
                let is_same = self.is_same(&values, known);
                self.put(known, &mut values);
                let is_same = is_same && !camp.names_deleted(self.table, &mut values)?;
                if is_same && self.is_allowed(&self.insert, &values)? {
                    taken.rows.insert(key);
                } else {
                    taken.changed += 1;
                }
            } else if lost.is_about && !camp.names_deleted(self.table, &mut values)? {
                // Nothing tells whether it was deleted or is lost.
                doubtful.push((key, values));
            }
        }
        // Where an index knows the place of another one, that isn't theirs.
        for (key, values) in doubtful {
            if self.is_allowed(&self.insert, &values)? {
                taken.doubtful.insert(key.clone());
                taken.rows.insert(key);
            }
        }
        Ok(taken)
    }

    fn key(&self, values: &[Value]) -> Option<Key> {
        if self.table.has_rowid {
            return match values.first()? {
                Value::Integer(number) => Some(Key::Row(*number)),
                _ => None,
            };
        }
        let parts = values.get(..self.table.key)?.iter().map(KeyPart::new);
        parts.collect::<Option<Vec<_>>>().map(Key::Columns)
    }

    fn is_there(&self, key: &Key) -> rusqlite::Result<bool> {
        let sql = format!(
            "SELECT 1 FROM main.{} WHERE {}",
            quoted(&self.table.name),
            self.is_row
        );
        self.connection
            .prepare_cached(&sql)?
            .exists(params_from_iter(key.values()))
    }

    /// Whether a row of the backup is the record that is gone and has its number, by what indexes know of that: the `uid`, or everything but
    /// its place. Otherwise it was changed since, or is another one.
    fn is_same(&self, values: &[Value], known: &BTreeMap<String, Value>) -> bool {
        let holds = |(column, known): (&String, &Value)| {
            let at = self.table.column(column);
            at.and_then(|at| values.get(at)) == Some(known)
        };
        match known.get_key_value("uid") {
            Some(uid) => holds(uid),
            None => known
                .iter()
                .filter(|(column, _)| *column != PLACE)
                .all(holds),
        }
    }

    /// What indexes know is newer than the backup.
    fn put(&self, known: &BTreeMap<String, Value>, values: &mut [Value]) {
        for (column, known) in known {
            let at = self.table.column(column);
            if let Some(value) = at.and_then(|at| values.get_mut(at)) {
                value.clone_from(known);
            }
        }
    }

    /// Puts values of the backup's row in the place of those that couldn't be read, and says of which columns.
    fn take_columns(
        &self,
        key: &Key,
        values: &[Value],
        columns: &[String],
    ) -> rusqlite::Result<Vec<String>> {
        let known = columns.iter().filter_map(|it| self.its(it, values));
        let known = known.collect::<Vec<_>>();
        // Where its own identity can be read, another record has nothing for it.
        let has_uid = !columns.iter().any(|column| column == "uid");
        let uid = has_uid.then(|| self.its("uid", values)).flatten();
        let mut taken = known.clone();
        // Some can be there only together.
        if known.is_empty() || !self.update(key, &known, uid)? {
            taken.clear();
            for one in known {
                if self.update(key, &[one], uid)? {
                    taken.push(one);
                }
            }
        }
        let names = taken.into_iter().map(|(column, _)| column.to_owned());
        Ok(names.collect())
    }

    /// A column of a row, with what is in it.
    fn its<'v>(&self, column: &'v str, values: &'v [Value]) -> Option<(&'v str, &'v Value)> {
        Some((column, values.get(self.table.column(column)?)?))
    }

    /// Changes columns of a row, if the table's rules allow it, and the row has this `uid`. Whether that was done.
    fn update(
        &self,
        key: &Key,
        columns: &[(&str, &Value)],
        uid: Option<(&str, &Value)>,
    ) -> rusqlite::Result<bool> {
        let is = |column: &str| format!("{} = ?", quoted(column));
        let set = columns.iter().map(|(column, _)| is(column));
        let sql = format!(
            "UPDATE main.{} SET {} WHERE {}{}",
            quoted(&self.table.name),
            set.collect::<Vec<_>>().join(", "),
            self.is_row,
            uid.map_or_else(String::new, |(column, _)| format!(" AND {}", is(column)))
        );
        let values = columns.iter().map(|(_, value)| (*value).clone());
        let values = values.chain(key.values());
        let values = values.chain(uid.map(|(_, uid)| uid.clone()));
        self.is_allowed(&sql, &values.collect::<Vec<_>>())
    }

    /// Carries a statement out, if the table's rules allow it. Whether it did anything.
    fn is_allowed(&self, sql: &str, values: &[Value]) -> rusqlite::Result<bool> {
        let mut statement = self.connection.prepare_cached(sql)?;
        match statement.execute(params_from_iter(values)) {
            Ok(changed) => Ok(changed > 0),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}
