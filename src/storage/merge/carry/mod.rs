//! Carries out a merge: rows in the order in which they need each other, each recorded like those of any other change.

mod room;

use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::{Connection, ToSql, params, params_from_iter, types::Value as Sql};

use crate::{
    domain::{
        Numbered, group_name_key,
        merge::{
            Cell, Cells, Key, KnownBy, Merge, MergeRefusal, RecordChange, TABLES, Table,
            from_problem, numbered,
        },
        us_chess::{MemberKey, SectionKey},
        with_other_numbers,
    },
    storage::{
        Refusal, StorageError, history, safety::connection::quoted, safety::digest, seal, uid::uid,
        us_chess,
    },
};

/// Makes the changes of a merge. Ratings are another matter.
pub(in crate::storage) fn carry_out(
    connection: &Connection,
    merge: &Merge,
) -> Result<(), StorageError> {
    let last = connection.query_row(
        "SELECT max(id) FROM main.history_step
         WHERE NOT undone AND id IS NOT (SELECT step_id FROM temp.recording)",
        [],
        |row| row.get::<_, Option<i64>>(0),
    )?;
    if last != merge.after_step {
        return Err(Refusal::MergeOutdated.into());
    }
    if merge.plan.waits() {
        return Err(Refusal::MergeUndecided.into());
    }
    // What comes was written while its week was open.
    seal::lift(connection, true)?;
    change_all(connection, merge)?;
    seal::lift(connection, false)?;
    seal_anew(connection)?;
    refuse_same_names(connection)?;
    history::save_copies(connection, &merge.brought)?;
    Ok(())
}

/// Changes all records. Sections of US Chess that are unlike their crosstables then are out of date, but for those that were so before: something
/// else has changed them, which is told. Which those are is only asked where there are any, as all sections are rated for that.
fn change_all(connection: &Connection, merge: &Merge) -> Result<(), StorageError> {
    connection.execute_batch("SAVEPOINT unchanged")?;
    if !change_and_settle(connection, merge)?.is_empty() {
        connection.execute_batch("ROLLBACK TO unchanged")?;
        let before = us_chess::unlike(connection)?;
        let unlike = change_and_settle(connection, merge)?;
        us_chess::mark_out_of_date(connection, unlike.difference(&before))?;
    }
    connection.execute_batch("RELEASE unchanged")?;
    Ok(())
}

/// Changes all records, and says which sections of US Chess are unlike their crosstables then.
fn change_and_settle(
    connection: &Connection,
    merge: &Merge,
) -> Result<BTreeSet<SectionKey>, StorageError> {
    let mut carrying = Carrying::new(connection, merge)?;
    carrying.carry_out().map_err(refused_if_twice)?;
    if carrying.touches_us_chess() {
        carrying.settle_us_chess()
    } else {
        Ok(BTreeSet::new())
    }
}

/// A closed week came whole from one of two copies that were looked through. Its records may have other numbers here.
fn seal_anew(connection: &Connection) -> Result<(), StorageError> {
    for week in digest::changed_weeks(connection)? {
        digest::renew(connection, &week)?;
    }
    Ok(())
}

fn refuse_same_names(connection: &Connection) -> Result<(), StorageError> {
    let mut statement = connection.prepare(
        "SELECT week_id, name FROM main.week_group JOIN main.camp_group ON camp_group.id = group_id",
    )?;
    let mut rows = statement.query([])?;
    let mut known = HashSet::new();
    while let Some(row) = rows.next()? {
        let name = row.get::<_, String>(1)?;
        if !known.insert((row.get::<_, i64>(0)?, group_name_key(&name))) {
            return Err(Refusal::Merge(MergeRefusal::SameGroupName(name)).into());
        }
    }
    Ok(())
}

/// Two records that no camp has both, as a director hears of it.
fn refused_if_twice(error: StorageError) -> StorageError {
    match error {
        StorageError::Mistake(error) => {
            tracing::warn!("a merge was refused: {error}");
            let unforeseen = "records of the same name, day or number";
            Refusal::Merge(MergeRefusal::Twice(unforeseen.to_owned())).into()
        }
        error => error,
    }
}

struct Carrying<'a> {
    connection: &'a Connection,
    merge: &'a Merge,
    /// The numbers here of what is known by a uid.
    numbers: HashMap<(&'static str, String), i64>,
    /// The numbers that accepted problems here name: of something that is here, or was. A problem of a camper has the name with the number.
    accepted: HashSet<(&'static str, i64)>,
}

impl<'a> Carrying<'a> {
    fn new(connection: &'a Connection, merge: &'a Merge) -> Result<Self, StorageError> {
        let mut numbers = HashMap::new();
        for table in TABLES.iter().filter(|it| it.known_by == KnownBy::Uid) {
            let sql = format!("SELECT uid, id FROM main.{}", table.name);
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let uid = match row.get(0)? {
                    Sql::Integer(uid) => uid.to_string(),
                    Sql::Text(uid) => uid,
                    _ => continue,
                };
                numbers.insert((table.name, uid), row.get(1)?);
            }
        }
        let numbered = merge.plan.numbered.iter();
        numbers.extend(numbered.map(|(known_by, number)| (known_by.clone(), *number)));
        Ok(Self {
            connection,
            merge,
            numbers,
            accepted: numbers_in_problems(connection)?,
        })
    }

    fn carry_out(&mut self) -> Result<(), StorageError> {
        let plan = &self.merge.plan;
        for (table, from, to) in &plan.known_anew {
            self.know_anew(table, from, to)?;
        }
        self.free_numbers()?;
        self.give_numbers()?;
        self.make_room()?;
        self.delete_all(is_free)?;
        for table in &TABLES {
            let of_table = || {
                plan.changes
                    .iter()
                    .filter(|(key, _)| key.table == table.name)
            };
            // A new one may have the name that another one had.
            for (key, change) in of_table() {
                if let RecordChange::Changed(_, after) = change {
                    self.change(table, key, after)?;
                }
            }
            for (key, change) in of_table() {
                if let RecordChange::Added(cells) = change {
                    self.add(table, key, cells)?;
                }
            }
        }
        self.delete_all(|table| !is_free(table))
    }

    fn touches_us_chess(&self) -> bool {
        let changes = self.merge.plan.changes.iter();
        let mut tables = changes.filter_map(|(key, _)| Table::of(key.table));
        tables.any(Table::is_us_chess)
    }

    /// What members of US Chess have follows from all sections, whichever copy has them.
    fn settle_us_chess(&self) -> Result<BTreeSet<SectionKey>, StorageError> {
        let numbers = |table, known_by: &BTreeSet<String>| {
            let numbers = known_by.iter();
            let numbers =
                numbers.filter_map(|known_by| self.numbers.get(&(table, known_by.clone())));
            numbers.copied().collect::<Vec<_>>()
        };
        let done = self.merge.plan.us_chess.each_ref().map(|touched| {
            let sections = numbers("us_section", &touched.sections).into_iter();
            let members = numbers("us_member", &touched.members).into_iter();
            us_chess::DoneInCopy {
                sections: sections.map(SectionKey).collect(),
                members: members.map(MemberKey).collect(),
            }
        });
        us_chess::settle_merged(self.connection, &done)
    }

    /// Deletes records of some tables, each before those that it names.
    fn delete_all(&self, which: impl Fn(&Table) -> bool) -> Result<(), StorageError> {
        for table in TABLES.iter().rev().filter(|table| which(table)) {
            let changes = self.merge.plan.changes.iter();
            for (key, change) in changes.filter(|(key, _)| key.table == table.name) {
                if matches!(change, RecordChange::Deleted(_)) {
                    self.delete(table, key)?;
                }
            }
        }
        Ok(())
    }

    fn know_anew(&mut self, table: &'static str, from: &str, to: &str) -> Result<(), StorageError> {
        let id = self.number(table, from)?;
        let uid = uid_of(table, to)?;
        let sql = format!("UPDATE main.{table} SET uid = ?1 WHERE id = ?2");
        one(self
            .connection
            .prepare_cached(&sql)?
            .execute(params![uid, id])?)?;
        self.numbers.insert((table, to.to_owned()), id);
        Ok(())
    }

    /// Whoever goes leaves the number to somebody who comes.
    fn free_numbers(&mut self) -> Result<(), StorageError> {
        let changes = self.merge.plan.changes.iter();
        let persons = changes.filter(|(key, _)| key.table == "person");
        let (mut wanted, mut going) = (BTreeSet::new(), Vec::new());
        for (key, change) in persons {
            let (RecordChange::Added(cells)
            | RecordChange::Changed(_, cells)
            | RecordChange::Deleted(cells)) = change;
            let Some(Cell::Whole(number)) = cells.get("id") else {
                continue;
            };
            match change {
                RecordChange::Deleted(_) => going.push((*number, key.uid())),
                _ => {
                    wanted.insert(*number);
                }
            }
        }
        for (number, uid) in going.into_iter().filter(|(it, _)| wanted.contains(it)) {
            self.renumber(number, -number, uid)?;
            self.numbers.insert(("person", uid.to_owned()), -number);
        }
        Ok(())
    }

    /// Gives players who are here already their new numbers.
    fn give_numbers(&mut self) -> Result<(), StorageError> {
        let changes = self.merge.plan.changes.iter();
        let mut renumbered = changes
            .filter_map(|(key, change)| match (key.table, change) {
                ("person", RecordChange::Changed(before, after)) => {
                    match (before.get("id"), after.get("id")) {
                        (Some(Cell::Whole(from)), Some(Cell::Whole(to))) => {
                            Some((*to, *from, key.parts.first()?))
                        }
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect::<Vec<_>>();
        // The highest one first: nobody has that yet.
        renumbered.sort_unstable();
        for (to, from, known_by) in renumbered.into_iter().rev() {
            self.renumber(from, to, known_by)?;
            self.numbers.insert(("person", known_by.clone()), to);
        }
        Ok(())
    }

    /// The same person by another number, so that no row names anybody who isn't there, in either direction of the history.
    fn renumber(&self, from: i64, to: i64, known_by: &str) -> Result<(), StorageError> {
        let connection = self.connection;
        let others = |table: &str, key: &str| -> rusqlite::Result<String> {
            let columns = history::Columns::new(connection, table)?.all;
            let columns = columns.iter().filter(|it| *it != key && *it != "uid");
            Ok(columns.map(|it| quoted(it)).collect::<Vec<_>>().join(", "))
        };
        let person = others("person", "id")?;
        connection.execute(
            "UPDATE main.person SET uid = ?1 WHERE id = ?2",
            params![uid(), from],
        )?;
        connection.execute(
            &format!(
                "INSERT INTO main.person (id, uid, {person}) SELECT ?1, ?2, {person} FROM main.person WHERE id = ?3"
            ),
            params![to, known_by, from],
        )?;
        // A row becomes another one, as the history knows it by its key.
        let parts = ["week_player", "person_extra", "attendance"];
        for table in parts {
            let columns = others(table, "person_id")?;
            let sql = format!(
                "INSERT INTO main.{table} (person_id, {columns}) SELECT ?1, {columns} FROM main.{table} WHERE person_id = ?2"
            );
            connection.execute(&sql, [to, from])?;
        }
        for (table, column) in [
            ("game", "white_id"),
            ("game", "black_id"),
            ("us_member", "person_id"),
        ] {
            let sql = format!("UPDATE main.{table} SET {column} = ?1 WHERE {column} = ?2");
            connection.execute(&sql, [to, from])?;
        }
        for table in parts {
            let sql = format!("DELETE FROM main.{table} WHERE person_id = ?1");
            connection.execute(&sql, [from])?;
        }
        connection.execute("DELETE FROM main.person WHERE id = ?1", [from])?;
        self.renumber_problems(from, to)
    }

    fn add(&mut self, table: &'static Table, key: &Key, cells: &Cells) -> Result<(), StorageError> {
        let (mut columns, mut values) = self.values(table, cells)?;
        if let KnownBy::Columns(names) = table.known_by {
            let key = self.key(table, key)?;
            columns.extend(names.iter().map(|name| (*name).to_owned()));
            values.extend(key);
        }
        if table.known_by == KnownBy::Uid {
            columns.push("uid".to_owned());
            values.push(uid_of(table.name, key.uid())?);
        }
        if let Some(number) = self.free_number(table, key, cells)? {
            columns.push("id".to_owned());
            values.push(Sql::Integer(number));
        }
        let marks = vec!["?"; values.len()].join(", ");
        let names = columns.iter().map(|column| quoted(column));
        let names = names.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO main.{} ({names}) VALUES ({marks})", table.name);
        self.connection
            .prepare_cached(&sql)?
            .execute(params_from_iter(values))?;
        if !matches!(table.known_by, KnownBy::Columns(_)) {
            let number = self.connection.last_insert_rowid();
            self.numbers
                .insert((table.name, key.uid().to_owned()), number);
        }
        Ok(())
    }

    /// The number of what comes, where one is free here: the one that it had here itself before, or the one that it has in the other copy, unless
    /// something is accepted here of what had that.
    fn free_number(
        &self,
        table: &'static Table,
        key: &Key,
        cells: &Cells,
    ) -> Result<Option<i64>, StorageError> {
        let Some(Cell::Whole(there)) = cells.get("id") else {
            return Ok(None);
        };
        let own = self.numbers.get(&(table.name, key.uid().to_owned()));
        // A camper's number is planned.
        let own = own.filter(|_| table.name != "person");
        let is_accepted = self.accepted.contains(&(table.name, *there));
        let there = Some(there).filter(|_| !is_accepted);
        let sql = format!("SELECT 1 FROM main.{} WHERE id = ?1", table.name);
        for number in own.into_iter().chain(there) {
            if !self.connection.prepare_cached(&sql)?.exists([number])? {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }

    fn change(&self, table: &'static Table, key: &Key, after: &Cells) -> Result<(), StorageError> {
        let (columns, mut values) = self.values(table, after)?;
        if columns.is_empty() {
            return Ok(());
        }
        let set = columns
            .iter()
            .map(|column| format!("{} = ?", quoted(column)));
        let set = set.collect::<Vec<_>>().join(", ");
        let (which, of) = self.which(table, key)?;
        values.extend(of);
        let sql = format!("UPDATE main.{} SET {set} WHERE {which}", table.name);
        one(self.execute(&sql, &values)?)
    }

    fn delete(&self, table: &'static Table, key: &Key) -> Result<(), StorageError> {
        let (which, of) = self.which(table, key)?;
        let sql = format!("DELETE FROM main.{} WHERE {which}", table.name);
        one(self.execute(&sql, &of)?)
    }

    fn execute(&self, sql: &str, values: &[Sql]) -> rusqlite::Result<usize> {
        let values = values.iter().map(|value| value as &dyn ToSql);
        let mut statement = self.connection.prepare_cached(sql)?;
        statement.execute(params_from_iter(values))
    }

    /// The columns of a record but its number, with their values here.
    fn values(
        &self,
        table: &'static Table,
        cells: &Cells,
    ) -> Result<(Vec<String>, Vec<Sql>), StorageError> {
        let has_number = table.kept.contains(&"id");
        let cells = cells.iter();
        let cells = cells.filter(|(column, _)| !(has_number && *column == "id"));
        let value = |(column, cell): (&String, &Cell)| {
            let value = match (cell, table.link(column)) {
                (Cell::Empty, _) => Sql::Null,
                (Cell::Whole(number), _) => Sql::Integer(*number),
                (Cell::Text(uid), Some(of)) => Sql::Integer(self.number(of, uid)?),
                (Cell::Text(text), None) => Sql::Text(text.clone()),
            };
            Ok((column.clone(), value))
        };
        cells.map(value).collect()
    }

    /// Which row a record is, as a condition with its values.
    fn which(&self, table: &'static Table, key: &Key) -> Result<(String, Vec<Sql>), StorageError> {
        if let KnownBy::Columns(columns) = table.known_by {
            let which = columns
                .iter()
                .map(|column| format!("{} = ?", quoted(column)));
            let which = which.collect::<Vec<_>>().join(" AND ");
            return Ok((which, self.key(table, key)?));
        }
        let number = self.number(table.name, key.uid())?;
        Ok(("id = ?".to_owned(), vec![Sql::Integer(number)]))
    }

    /// What a record is known by, as it is stored here.
    fn key(&self, table: &'static Table, key: &Key) -> Result<Vec<Sql>, StorageError> {
        let KnownBy::Columns(columns) = table.known_by else {
            return Ok(Vec::new());
        };
        let parts = columns.iter().zip(&key.parts);
        let value = |(column, part): (&&str, &String)| match table.link(column) {
            Some(of) => Ok(Sql::Integer(self.number(of, part)?)),
            None if *column == "problem" => {
                let problem = self.problem(part).ok_or(Refusal::MergeOutdated)?;
                Ok(Sql::Text(problem))
            }
            // Numbers of sections and members, too, are stored as such.
            None => Ok(match part.parse() {
                Ok(number) if is_number(table.name, column) => Sql::Integer(number),
                _ => Sql::Text(part.clone()),
            }),
        };
        parts.map(value).collect()
    }

    /// An accepted problem with the numbers of here; nothing where it names what isn't here.
    fn problem(&self, shared: &str) -> Option<String> {
        with_other_numbers(shared, |of, known_by| {
            let known_by = (numbered(of), from_problem(known_by));
            self.numbers.get(&known_by).map(ToString::to_string)
        })
    }

    /// A problem that was accepted of somebody stays so by the other number.
    fn renumber_problems(&self, from: i64, to: i64) -> Result<(), StorageError> {
        let from = from.to_string();
        for (week, problem) in accepted_problems(self.connection)? {
            let renumbered = with_other_numbers(&problem, |of, number| {
                let is_it = of == Numbered::Player && number == from;
                Some(if is_it {
                    to.to_string()
                } else {
                    number.to_owned()
                })
            });
            let Some(renumbered) = renumbered.filter(|it| *it != problem) else {
                continue;
            };
            self.connection
                .prepare_cached(
                    "INSERT INTO main.accepted_problem (week_id, problem) VALUES (?1, ?2)",
                )?
                .execute(params![week, renumbered])?;
            self.connection
                .prepare_cached(
                    "DELETE FROM main.accepted_problem WHERE week_id = ?1 AND problem = ?2",
                )?
                .execute(params![week, problem])?;
        }
        Ok(())
    }

    fn number(&self, table: &str, known_by: &str) -> Result<i64, StorageError> {
        if let Some(number) = known_by.strip_prefix('#') {
            return number.parse().map_err(|_| Refusal::MergeOutdated.into());
        }
        let number = self.numbers.get(&(table, known_by.to_owned()));
        Ok(*number.ok_or(Refusal::MergeOutdated)?)
    }
}

/// The problems that are accepted here, each with its week.
fn accepted_problems(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut statement =
        connection.prepare_cached("SELECT week_id, problem FROM main.accepted_problem")?;
    let accepted = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    accepted.collect()
}

/// What accepted problems name by numbers, but campers.
fn numbers_in_problems(connection: &Connection) -> rusqlite::Result<HashSet<(&'static str, i64)>> {
    let mut numbers = HashSet::new();
    for (_, problem) in accepted_problems(connection)? {
        with_other_numbers(&problem, |of, number| {
            if of != Numbered::Player {
                numbers.insert((numbered(of), number.parse().ok()?));
            }
            Some(String::new())
        });
    }
    Ok(numbers)
}

/// Whether a record of the table can be deleted before others are changed, and so leaves its name or day to them.
fn is_free(table: &Table) -> bool {
    let extra = ["group_extra", "person_extra", "game_extra", "extra_column"];
    let sections = ["us_rating", "us_entry", "us_section", "us_adjustment"];
    if sections.contains(&table.name) {
        return true;
    }
    let club = ["attendance", "meeting", "ladder_setting", "ladder"];
    table.name == "game" || extra.contains(&table.name) || club.contains(&table.name)
}

/// Whether a column of a key that names no other record by a uid holds a number.
fn is_number(table: &str, column: &str) -> bool {
    column == "id" || column.ends_with("_id") || (table == "us_entry" && column == "place")
}

fn uid_of(table: &str, known_by: &str) -> Result<Sql, StorageError> {
    if table == "game" {
        let number = known_by.parse().map_err(|_| Refusal::MergeOutdated)?;
        return Ok(Sql::Integer(number));
    }
    Ok(Sql::Text(known_by.to_owned()))
}

/// What was planned touches exactly the record that it names.
fn one(touched: usize) -> Result<(), StorageError> {
    if touched == 1 {
        Ok(())
    } else {
        Err(Refusal::MergeOutdated.into())
    }
}
