//! Reads two copies of a camp, and what they had in common.
//!
//! Both have the steps of their history in common from its beginning up to the one at which they parted. What a record was then follows by
//! going back over the rows of the later steps, in memory. Where that can't be, as a history was cleared, nobody knows what they had in common.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, types::Value};

use super::cells::{cell, cells_of_json, damaged, read_columns, read_row, text_of};
use crate::{
    domain::{
        Edit, full_name,
        merge::{Cell, Cells, Copies, Key, KnownBy, Placed, Side, State, TABLES, Table},
        show_date,
    },
    storage::{CampFile, Refusal, StorageError, history::Columns, player},
};

/// A step of the history that is done. It is the same in two copies where all of this is.
#[derive(Debug, Eq, PartialEq)]
struct DoneStep {
    id: i64,
    name: String,
    done_at: String,
    rows: i64,
}

/// A record by the numbers of its own file.
type LocalKey = (&'static str, Cell);

/// A record as it was when a copy was brought back last.
#[derive(Debug, Default)]
enum Brought {
    /// It is the same now.
    #[default]
    AsNow,
    Was(Option<Cells>),
}

/// What the history says of a record.
#[derive(Debug, Default)]
struct Walked {
    now: Option<Cells>,
    base: Option<Cells>,
    brought: Brought,
}

impl Walked {
    fn untouched(now: Option<Cells>) -> Self {
        Self {
            base: now.clone(),
            now,
            brought: Brought::AsNow,
        }
    }
}

pub(super) fn copies(ours: &CampFile, theirs: &CampFile) -> Result<Copies, StorageError> {
    let (here, there) = (&ours.connection, &theirs.connection);
    if uid(here)? != uid(there)? {
        let name = theirs.path().file_name().unwrap_or_default();
        return Err(Refusal::AnotherCamp(name.to_string_lossy().into_owned()).into());
    }
    let [old, new] = [ours, theirs].map(done_steps);
    let (old, new) = (old?, new?);
    let common = last_common(&old, &new);
    // With no step in common all records are compared: what was done before the histories begin is not in them.
    let is_whole = common.is_none();
    let after = common.unwrap_or(0);
    let mut ours = Reader::new(here, &old, after)?;
    let mut theirs = Reader::new(there, &new, after)?;
    if is_whole {
        ours.read_all()?;
        theirs.read_all()?;
    } else {
        let (mine, other) = (ours.keys(), theirs.keys());
        ours.read_also(&other)?;
        theirs.read_also(&mine)?;
    }
    let (mut here, one) = ours.finish()?;
    let (mut there, other) = theirs.finish()?;
    let base = if one == other { Some(one) } else { None };
    if base.is_none() {
        // The histories say different things of what both had, or begin after it: a record is known by what it is now, whatever either says
        // of when it was added.
        let mut ours = Reader::new(ours.connection, &[], 0)?;
        let mut theirs = Reader::new(theirs.connection, &[], 0)?;
        ours.read_all()?;
        theirs.read_all()?;
        here = ours.finish()?.0;
        there = theirs.finish()?.0;
    }
    let weeks = weeks_with_games([&here.records, &there.records]);
    ours.read_orders(&mut here, &weeks)?;
    theirs.read_orders(&mut there, &weeks)?;
    if base.is_none() {
        (here.brought, there.brought) = (None, None);
    }
    Ok(Copies {
        ours: here,
        theirs: there,
        base,
    })
}

/// The weeks of which a game was touched.
fn weeks_with_games(states: [&State; 2]) -> BTreeSet<String> {
    let records = states.into_iter().flatten();
    let games = records.filter(|(key, _)| key.table == "game");
    games
        .filter_map(|(_, cells)| cells.get("week_id").map(text_of))
        .collect()
}

/// All records of a camp as every copy knows them.
#[cfg(test)]
pub(super) fn whole(camp: &CampFile) -> Result<Side, StorageError> {
    let mut reader = Reader::new(&camp.connection, &[], 0)?;
    reader.read_all()?;
    Ok(reader.finish()?.0)
}

fn uid(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT uid FROM main.camp", [], |row| row.get(0))
}

fn done_steps(camp: &CampFile) -> Result<Vec<DoneStep>, StorageError> {
    if camp.lost_history.is_some() {
        return Ok(Vec::new());
    }
    let mut statement = camp.connection.prepare_cached(
        "SELECT id, name, done_at, (SELECT count(*) FROM main.history_row WHERE step_id = id)
         FROM main.history_step WHERE NOT undone ORDER BY id",
    )?;
    let steps = statement.query_map([], |row| {
        Ok(DoneStep {
            id: row.get(0)?,
            name: row.get(1)?,
            done_at: row.get(2)?,
            rows: row.get(3)?,
        })
    })?;
    Ok(steps.collect::<rusqlite::Result<_>>()?)
}

/// The last step up to which two histories are the same. Either may begin later than the other one.
fn last_common(one: &[DoneStep], other: &[DoneStep]) -> Option<i64> {
    let first = one.first()?.id.max(other.first()?.id);
    let from = |steps: &[DoneStep]| steps.iter().position(|step| step.id >= first);
    let (one, other) = (one.get(from(one)?..)?, other.get(from(other)?..)?);
    let both = one.iter().zip(other);
    let same = both.take_while(|(one, other)| one == other);
    same.last().map(|(step, _)| step.id)
}

struct Reader<'a> {
    connection: &'a Connection,
    columns: HashMap<&'static str, Columns>,
    walked: BTreeMap<LocalKey, Walked>,
    /// Whether a copy was brought back here since the two had the same.
    has_brought: bool,
    /// What records are known by, by their numbers.
    uids: RefCell<HashMap<(&'static str, i64), String>>,
    /// The same as it was when both copies had the same.
    old_uids: RefCell<HashMap<(&'static str, i64), String>>,
}

impl<'a> Reader<'a> {
    fn new(
        connection: &'a Connection,
        steps: &[DoneStep],
        after: i64,
    ) -> Result<Self, StorageError> {
        let mut columns = HashMap::new();
        for table in &TABLES {
            columns.insert(table.name, Columns::new(connection, table.name)?);
        }
        let brought = Edit::BRING_BACK;
        let mut later = steps.iter().rev().take_while(|step| step.id > after);
        let brought = later.find(|step| step.name == brought).map(|step| step.id);
        let mut reader = Self {
            connection,
            columns,
            walked: BTreeMap::new(),
            has_brought: brought.is_some(),
            uids: RefCell::default(),
            old_uids: RefCell::default(),
        };
        if !steps.is_empty() {
            reader.go_back(after, brought)?;
        }
        for table in TABLES
            .iter()
            .filter(|it| ["week", "camp"].contains(&it.name))
        {
            reader.read_table(table)?;
        }
        reader.read_games_of_extras()?;
        Ok(reader)
    }

    /// Which week a further value of a game belongs to is known by the game.
    fn read_games_of_extras(&mut self) -> Result<(), StorageError> {
        let extras = self.walked.iter();
        let extras = extras.filter(|((table, _), _)| *table == "game_extra");
        let games = extras.filter_map(|(_, walked)| {
            let cells = walked.now.as_ref().or(walked.base.as_ref())?;
            Some(("game", cells.get("game_id")?.clone()))
        });
        let games = games.collect();
        self.read_also(&games)
    }

    /// Goes back over what was done after a step.
    fn go_back(&mut self, after: i64, brought: Option<i64>) -> Result<(), StorageError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT table_name, record, what, before, step_id
             FROM main.history_row JOIN main.history_step ON history_step.id = step_id
             WHERE step_id > ?1 AND NOT undone ORDER BY step_id DESC, place DESC",
        )?;
        let mut rows = statement.query([after])?;
        while let Some(row) = rows.next()? {
            let name = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            let table = Table::of(name).ok_or_else(|| damaged("a table that isn't there"))?;
            let key = (table.name, cell(row.get(1)?)?);
            if !self.walked.contains_key(&key) {
                let now = self.row(table, &key.1)?;
                self.walked.insert(key.clone(), Walked::untouched(now));
            }
            let before = row.get_ref(3)?;
            let before = before.as_str_or_null().map_err(rusqlite::Error::from)?;
            let before = before.map(cells_of_json).transpose()?;
            let Some(walked) = self.walked.get_mut(&key) else {
                continue;
            };
            if brought.is_some_and(|brought| row.get(4).is_ok_and(|id: i64| id <= brought))
                && matches!(walked.brought, Brought::AsNow)
            {
                walked.brought = Brought::Was(walked.base.clone());
            }
            let what = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            match (what, before) {
                ("changed", Some(before)) => walked.base.get_or_insert_default().extend(before),
                (_, before) => walked.base = before,
            }
        }
        Ok(())
    }

    /// A record as it is now.
    fn row(&self, table: &Table, key: &Cell) -> Result<Option<Cells>, StorageError> {
        let Some(columns) = self.columns.get(table.name) else {
            return Ok(None);
        };
        let sql = format!(
            "SELECT * FROM main.{} WHERE {}",
            table.name,
            columns.has_key(1)
        );
        let key = match key {
            Cell::Whole(number) => Value::Integer(*number),
            Cell::Text(text) => Value::Text(text.clone()),
            Cell::Empty => Value::Null,
        };
        let mut statement = self.connection.prepare_cached(&sql)?;
        let row = statement.query_row([key], |row| Ok(read_row(row)));
        row.optional()?.transpose()
    }

    fn keys(&self) -> BTreeSet<LocalKey> {
        self.walked.keys().cloned().collect()
    }

    /// Reads records that the other copy has touched: both had them by the same number, if both had them.
    fn read_also(&mut self, keys: &BTreeSet<LocalKey>) -> Result<(), StorageError> {
        for key in keys {
            let Some(table) = Table::of(key.0).filter(|_| !self.walked.contains_key(key)) else {
                continue;
            };
            let now = self.row(table, &key.1)?;
            self.walked.insert(key.clone(), Walked::untouched(now));
        }
        Ok(())
    }

    fn read_all(&mut self) -> Result<(), StorageError> {
        for table in &TABLES {
            self.read_table(table)?;
        }
        Ok(())
    }

    fn read_table(&mut self, table: &Table) -> Result<(), StorageError> {
        let Some(columns) = self.columns.get(table.name) else {
            return Ok(());
        };
        let sql = format!("SELECT *, {} FROM main.{}", columns.key_of(""), table.name);
        let mut statement = self.connection.prepare(&sql)?;
        let key_at = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let key = (table.name, cell(row.get(key_at)?)?);
            let now = read_columns(row, key_at)?;
            self.walked
                .entry(key)
                .or_insert_with(|| Walked::untouched(Some(now)));
        }
        Ok(())
    }

    /// The copy with its records as all copies know them, and the records as both had them.
    fn finish(&self) -> Result<(Side, State), StorageError> {
        // The uid of what isn't there any more is in the history. A number may be somebody else's by now: that of a player who was deleted
        // and of one who was imported since.
        for ((table, _), walked) in &self.walked {
            let uid = |cells: &Option<Cells>| match cells
                .as_ref()
                .map(|it| (it.get("id"), it.get("uid")))
            {
                Some((Some(Cell::Whole(id)), Some(uid))) => Some(((*table, *id), text_of(uid))),
                _ => None,
            };
            if let Some((record, uid)) = uid(&walked.base) {
                self.old_uids.borrow_mut().insert(record, uid.clone());
                self.uids.borrow_mut().entry(record).or_insert(uid);
            }
            if let Some((record, uid)) = uid(&walked.now) {
                self.uids.borrow_mut().insert(record, uid);
            }
        }
        self.name_by_words()?;
        let mut side = Side::default();
        let mut base = State::new();
        let mut brought = BTreeMap::new();
        for ((table, _), walked) in &self.walked {
            let Some(table) = Table::of(table) else {
                continue;
            };
            let shared = |cells: &Option<Cells>, is_old: bool| -> Result<_, StorageError> {
                let cells = cells.as_ref();
                let shared = cells.map(|cells| self.shared(table, cells, is_old));
                shared.transpose()
            };
            let now = shared(&walked.now, false)?;
            let then = match &walked.brought {
                Brought::AsNow => &walked.now,
                Brought::Was(then) => then,
            };
            match (shared(then, false)?, &now) {
                (Some((key, cells)), _) => {
                    brought.insert(key, Some(cells));
                }
                (None, Some((key, _))) => {
                    brought.entry(key.clone()).or_insert(None);
                }
                (None, None) => {}
            }
            if let Some((key, cells)) = shared(&walked.base, true)? {
                base.insert(key, cells);
            }
            if let Some((key, cells)) = now {
                side.records.insert(key, cells);
            }
        }
        base.retain(|key, _| !key.is_computed());
        side.records.retain(|key, _| !key.is_computed());
        brought.retain(|key, _| !key.is_computed());
        side.brought = self.has_brought.then_some(brought);
        let uids = self.uids.borrow();
        let by_words = |table: &str| Table::of(table).is_some_and(|it| it.words().is_some());
        let numbered = uids.iter().filter(|((table, _), _)| by_words(table));
        side.numbered = numbered
            .map(|((table, id), words)| ((*table, words.clone()), *id))
            .collect();
        drop(uids);
        self.read_players(&mut side)?;
        self.read_names(&mut side)?;
        Ok((side, base))
    }

    /// What has no uid is known by its words as they were when both had it: a column of further values by what it was called, a section by its
    /// event and its number.
    fn name_by_words(&self) -> Result<(), StorageError> {
        let has_us_chess = self.has_us_chess();
        for table in &TABLES {
            let Some(words) = table.words() else { continue };
            if table.is_us_chess() && !has_us_chess {
                continue;
            }
            let sql = format!("SELECT * FROM main.{}", table.name);
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                self.name_row(table, words, &read_row(row)?, false)?;
            }
            for ((of, _), walked) in &self.walked {
                let cells = walked.base.as_ref().or(walked.now.as_ref());
                if let Some(cells) = cells.filter(|_| *of == table.name) {
                    self.name_row(table, words, cells, walked.base.is_none())?;
                }
            }
        }
        Ok(())
    }

    fn name_row(
        &self,
        table: &'static Table,
        words: &[&str],
        cells: &Cells,
        is_new: bool,
    ) -> Result<(), StorageError> {
        let Some(Cell::Whole(id)) = cells.get("id") else {
            return Ok(());
        };
        let mut known = Vec::new();
        for word in words {
            known.push(match (table.link(word), cells.get(*word)) {
                (Some(of), Some(Cell::Whole(id))) => self.uid(of, *id, !is_new)?,
                (_, cell) => cell.map(text_of).unwrap_or_default().to_lowercase(),
            });
        }
        // A new one may have the name that an old one had.
        if is_new {
            known.insert(0, "new".to_owned());
        }
        let mut uids = self.uids.borrow_mut();
        uids.insert((table.name, *id), known.join(" "));
        Ok(())
    }

    /// Whether anything of US Chess was touched.
    fn has_us_chess(&self) -> bool {
        let mut tables = self.walked.keys().filter_map(|(table, _)| Table::of(table));
        tables.any(Table::is_us_chess)
    }

    /// A record as all copies know it.
    fn shared(
        &self,
        table: &Table,
        cells: &Cells,
        is_old: bool,
    ) -> Result<(Key, Cells), StorageError> {
        let mut cells = cells.clone();
        let number = match cells.get("id") {
            Some(Cell::Whole(id)) => *id,
            _ => 0,
        };
        for (column, of) in table.links {
            if let Some(Cell::Whole(id)) = cells.get(*column) {
                let uid = self.uid(of, *id, is_old)?;
                cells.insert((*column).to_owned(), Cell::Text(uid));
            }
        }
        let parts = match table.known_by {
            KnownBy::Words(_) => vec![self.uid(table.name, number, is_old)?],
            KnownBy::Uid => vec![
                cells
                    .remove("uid")
                    .as_ref()
                    .map(text_of)
                    .unwrap_or_default(),
            ],
            KnownBy::Columns(columns) => {
                let parts = columns.iter().map(|column| cells.remove(*column));
                parts
                    .map(|cell| cell.as_ref().map(text_of).unwrap_or_default())
                    .collect()
            }
        };
        Ok((
            Key {
                table: table.name,
                parts,
            },
            cells,
        ))
    }

    fn uid(&self, table: &'static str, id: i64, is_old: bool) -> Result<String, StorageError> {
        if let Some(uid) = self.old_uids.borrow().get(&(table, id)).filter(|_| is_old) {
            return Ok(uid.clone());
        }
        if let Some(uid) = self.uids.borrow().get(&(table, id)) {
            return Ok(uid.clone());
        }
        let found = if Table::of(table).is_some_and(|it| it.words().is_some()) {
            None
        } else {
            self.connection
                .prepare_cached(&format!("SELECT uid FROM main.{table} WHERE id = ?1"))?
                .query_row([id], |row| Ok(cell(row.get(0)?)))
                .optional()?
                .transpose()?
        };
        // Somebody of an attendance who was deleted long ago.
        let uid = found.as_ref().map_or_else(|| format!("#{id}"), text_of);
        self.uids.borrow_mut().insert((table, id), uid.clone());
        Ok(uid)
    }

    /// All games of these weeks, in order of play.
    fn read_orders(&self, side: &mut Side, weeks: &BTreeSet<String>) -> Result<(), StorageError> {
        for uid in weeks {
            let mut statement = self.connection.prepare_cached(
                "SELECT game.uid, sequence, entered_at FROM main.game JOIN main.week ON week.id = week_id
                 WHERE week.uid = ?1 ORDER BY sequence",
            )?;
            let placed = statement.query_map([uid], |row| {
                let entered = row.get::<_, Option<String>>(2)?;
                Ok(Placed {
                    uid: row.get::<_, i64>(0)?.to_string(),
                    sequence: row.get(1)?,
                    entered: entered.and_then(|it| it.parse::<Timestamp>().ok()),
                })
            })?;
            let placed = placed.collect::<rusqlite::Result<_>>()?;
            side.orders.insert(uid.clone(), placed);
        }
        Ok(())
    }

    fn read_players(&self, side: &mut Side) -> Result<(), StorageError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT uid, id, first_name, last_name FROM main.person")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let uid = row.get::<_, String>(0)?;
            let name = full_name(&row.get::<_, String>(2)?, &row.get::<_, String>(3)?);
            side.names.insert(Key::new("person", [&uid]), name);
            side.numbers.insert(uid, row.get(1)?);
        }
        side.next_player = player::next_number(self.connection)?.0;
        Ok(())
    }

    fn read_names(&self, side: &mut Side) -> Result<(), StorageError> {
        let named = [
            ("camp_group", "name"),
            ("ladder", "name"),
            ("meeting", "held_on"),
            ("week", "number"),
        ];
        for (table, column) in named {
            let sql = format!("SELECT uid, {column} FROM main.{table}");
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let name = text_of(&cell(row.get(1)?)?);
                let name = match table {
                    "meeting" => {
                        let day = name.parse().map_or(name, show_date);
                        format!("the meeting of {day}")
                    }
                    "week" => format!("week {name}"),
                    _ => name,
                };
                let key = Key::new(table, [row.get::<_, String>(0)?]);
                side.names.insert(key, name);
            }
        }
        let mut named = vec![("extra_column", "SELECT id, name FROM main.extra_column")];
        if self.has_us_chess() {
            named.extend([
                ("us_member", "SELECT id, trim(first_name || ' ' || last_name) FROM main.us_member"),
                ("us_event", "SELECT id, name FROM main.us_event"),
                (
                    "us_section",
                    "SELECT us_section.id, trim(number || ' ' || us_section.name) || ' of ' || us_event.name
                     FROM main.us_section JOIN main.us_event ON us_event.id = us_section.event_id",
                ),
            ]);
        }
        for (table, sql) in named {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let uid = self.uid(table, row.get(0)?, false)?;
                side.names.insert(Key::new(table, [uid]), row.get(1)?);
            }
        }
        Ok(())
    }
}
