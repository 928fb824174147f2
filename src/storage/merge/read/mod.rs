//! Reads two copies of a camp, and what they had in common.
//!
//! Which states both know is told by their histories ([`super::lines`]). What a record was in one of them follows by going back over the rows of
//! the later steps, in memory. Where that can't be, as a history was cleared or can't be read, nobody knows what they had in common.

mod met;
mod naming;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, types::Value};

use self::met::Times;
use super::{
    cells::{cell, cells_of_json, damaged, read_columns, read_row, text_of},
    lines::{Line, Marks, in_one_state, marks, met, thirds},
};
use crate::{
    domain::{
        full_name,
        merge::{Cell, Cells, Copies, Key, KnownBy, Placed, Side, State, TABLES, Table},
    },
    storage::{
        CampFile, Refusal, StorageError,
        history::{self, Columns},
        player,
    },
};

/// A record by the numbers of its own file.
type LocalKey = (&'static str, Cell);

/// A state of a copy. The names by which others know what a record names may be others in each.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum At {
    Parted,
    Brought,
    After,
    /// Of the times at which both had got the same of a third copy, the one of this number.
    Third(usize),
    Now,
}

impl At {
    /// Its place among the past ones.
    const fn past(self) -> Option<usize> {
        match self {
            Self::Parted => Some(0),
            Self::Brought => Some(1),
            Self::After => Some(2),
            Self::Third(number) => Some(MARKS + number),
            Self::Now => None,
        }
    }

    /// Its place where the present one is the first.
    const fn place(self) -> usize {
        match self.past() {
            Some(past) => past + 1,
            None => 0,
        }
    }
}

/// How many past states there are besides those of third copies.
const MARKS: usize = 3;

/// The steps after which a copy is looked at.
#[derive(Clone, Debug, Default)]
struct Steps {
    marks: Marks,
    /// Each time right after it had got the same of a third copy as the other one.
    thirds: Vec<i64>,
    /// Those of which [`Times`] tells.
    met: Vec<i64>,
}

impl Steps {
    /// In the order of [`At::past`].
    fn past(&self) -> Vec<Option<i64>> {
        let marks: [_; MARKS] = [self.marks.parted, self.marks.brought, self.marks.after];
        let thirds = self.thirds.iter().copied().map(Some);
        marks.into_iter().chain(thirds).collect()
    }
}

/// A record in a state.
#[derive(Debug)]
enum Then<T = Cells> {
    /// As far back as the history was gone.
    Back,
    Was(Option<T>),
}

/// What the history says of a record.
#[derive(Debug)]
struct Walked {
    now: Option<Cells>,
    /// As far as the history was gone back.
    back: Option<Cells>,
    /// In each of the past states that count; none where the history says nothing of it.
    then: Vec<Then>,
    /// What tells it from others, each time that one of the copies got the other one, or both a third one.
    met: Vec<Then<Arc<Cells>>>,
}

impl Walked {
    fn untouched(now: Option<Cells>) -> Self {
        Self {
            back: now.clone(),
            now,
            then: Vec::new(),
            met: Vec::new(),
        }
    }
}

pub(super) fn copies(
    (ours, theirs): (&CampFile, &CampFile),
    (here, there): (&Line, &Line),
) -> Result<Copies, StorageError> {
    if uid(&ours.connection)? != uid(&theirs.connection)? {
        let name = theirs.path().file_name().unwrap_or_default();
        return Err(Refusal::AnotherCamp(name.to_string_lossy().into_owned()).into());
    }
    let mut marks = marks(here, there);
    // With no state in common all records are compared: what was done before the histories begin is not in them.
    let is_whole = marks[0].parted.is_none();
    if is_whole && here.is_known() && there.is_known() {
        // Both histories may begin with the same, all the same.
        for marks in &mut marks {
            marks.parted = Some(0);
        }
    }
    let got_more = |one: &Line, other: &Line, marks: Marks| {
        let after = marks.after;
        after.is_some_and(|step| one.got_more_than(other, step))
    };
    let after_third = [
        got_more(here, there, marks[0]),
        got_more(there, here, marks[1]),
    ];
    let thirds = thirds(here, there, marks);
    let times = Times {
        met: met(here, there, marks),
        thirds: in_one_state(here, there, &thirds),
    };
    let steps = |marks: Marks, of: fn(&[i64; 2]) -> i64| Steps {
        marks,
        thirds: thirds.iter().map(of).collect(),
        met: times.steps(of),
    };
    let [mut here, mut there] = [
        Reader::new(&ours.connection, steps(marks[0], |[here, _]| *here))?,
        Reader::new(&theirs.connection, steps(marks[1], |[_, there]| *there))?,
    ];
    if is_whole {
        here.read_all()?;
        there.read_all()?;
    } else {
        let (mine, other) = (here.keys(), there.keys());
        here.read_also(&other)?;
        there.read_also(&mine)?;
    }
    let (mut one, before) = here.finish()?;
    let (mut other, before_there) = there.finish()?;
    [one.after_third, other.after_third] = after_third;
    let base = before.filter(|before| before_there.as_ref() == Some(before));
    let mut met = Vec::new();
    if base.is_some() {
        met = times.told([&here, &there])?;
    } else {
        // The histories say different things of what both had, or begin after it: a record is known by what it is now, whatever either says
        // of when it was added.
        for (reader, marks) in [(&mut here, marks[0]), (&mut there, marks[1])] {
            let marks = Marks {
                parted: None,
                ..marks
            };
            let steps = Steps {
                marks,
                ..Steps::default()
            };
            *reader = Reader::new(reader.connection, steps)?;
            reader.read_all()?;
        }
        one = here.finish()?.0;
        other = there.finish()?.0;
    }
    let weeks = weeks_with_games([&one.records, &other.records]);
    here.read_orders(&mut one, &weeks)?;
    there.read_orders(&mut other, &weeks)?;
    Ok(Copies {
        ours: one,
        theirs: other,
        base,
        met,
        ..Copies::default()
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

/// Notes who was deleted last of a number, going back.
fn note_gone(
    gone: &mut BTreeMap<i64, Option<(i64, Cells)>>,
    number: i64,
    (step, what): (i64, &str),
    before: &Cells,
) {
    let known = gone.get(&number).and_then(Option::as_ref);
    let is_same_step = known.is_some_and(|(deleted, _)| *deleted == step);
    if what == "deleted" {
        let cells = || Some((step, before.clone()));
        gone.entry(number).or_insert_with(cells);
    } else if is_same_step && before.contains_key("uid") {
        // Who gets another number leaves the row to be deleted.
        gone.insert(number, None);
    }
}

/// All records of a camp as every copy knows them.
#[cfg(test)]
pub(super) fn whole(camp: &CampFile) -> Result<Side, StorageError> {
    let mut reader = Reader::new(&camp.connection, Steps::default())?;
    reader.read_all()?;
    Ok(reader.finish()?.0)
}

fn uid(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT uid FROM main.camp", [], |row| row.get(0))
}

struct Reader<'a> {
    connection: &'a Connection,
    columns: HashMap<&'static str, Columns>,
    /// The last steps of the states that count, in the order of [`At::past`].
    past: Vec<Option<i64>>,
    /// The last step each time of which [`Times`] tells.
    met: Vec<i64>,
    walked: BTreeMap<LocalKey, Walked>,
    /// Players who were deleted, by their numbers, each with the step by which; nothing for a number that somebody had before another one.
    gone: BTreeMap<i64, Option<(i64, Cells)>>,
    /// The next uid of what got another one, as it was made one with something of another copy, by the uid before.
    next_uids: HashMap<(&'static str, String), String>,
    /// What records are known by, by their numbers, in each state, the present one first.
    uids: RefCell<Vec<HashMap<(&'static str, i64), String>>>,
}

impl<'a> Reader<'a> {
    fn new(connection: &'a Connection, steps: Steps) -> Result<Self, StorageError> {
        let mut columns = HashMap::new();
        for table in &TABLES {
            columns.insert(table.name, Columns::new(connection, table.name)?);
        }
        let past = steps.past();
        let mut reader = Self {
            connection,
            columns,
            uids: RefCell::new(vec![HashMap::new(); past.len() + 1]),
            past,
            met: steps.met,
            walked: BTreeMap::new(),
            gone: BTreeMap::new(),
            next_uids: HashMap::new(),
        };
        reader.go_back()?;
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
            let cells = walked.now.as_ref().or(walked.back.as_ref())?;
            Some(("game", cells.get("game_id")?.clone()))
        });
        let games = games.collect();
        self.read_also(&games)
    }

    /// Goes back over what was done since the first of the states that count.
    fn go_back(&mut self) -> Result<(), StorageError> {
        let Some(first) = self.past.iter().flatten().copied().min() else {
            return Ok(());
        };
        let mut statement = self.connection.prepare_cached(
            "SELECT table_name, record, what, before, step_id
             FROM main.history_row JOIN main.history_step ON history_step.id = step_id
             WHERE step_id > ?1 AND NOT undone ORDER BY step_id DESC, place DESC",
        )?;
        let mut rows = statement.query([first])?;
        while let Some(row) = rows.next()? {
            let name = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            if history::has_table(name) {
                continue;
            }
            let table = Table::of(name).ok_or_else(|| damaged("a table that isn’t there"))?;
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
            let step = row.get::<_, i64>(4)?;
            walked.then.resize_with(self.past.len(), || Then::Back);
            for (mark, then) in self.past.iter().zip(&mut walked.then) {
                if matches!(then, Then::Back) && mark.is_some_and(|mark| step <= mark) {
                    *then = Then::Was(walked.back.clone());
                }
            }
            walked.meet(table, step, &self.met);
            let what = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            if let ("person", Cell::Whole(id), Some(cells)) = (table.name, &key.1, &before) {
                note_gone(&mut self.gone, *id, (step, what), cells);
            }
            let uid = |cells: Option<&Cells>| Some(text_of(cells?.get("uid")?));
            let uids = (uid(before.as_ref()), uid(walked.back.as_ref()));
            if let ("changed", (Some(uid), Some(next))) = (what, uids) {
                self.next_uids.entry((table.name, uid)).or_insert(next);
            }
            match (what, before) {
                ("changed", Some(before)) => walked.back.get_or_insert_default().extend(before),
                (_, before) => walked.back = before,
            }
        }
        Ok(())
    }

    /// Whether it is known what the copy was then.
    fn knows(&self, at: At) -> bool {
        let past = at.past().and_then(|past| self.past.get(past));
        past.is_none_or(Option::is_some)
    }

    /// The times at which both had got the same of a third copy.
    fn thirds(&self) -> impl Iterator<Item = At> + use<> {
        (MARKS..self.past.len()).map(|past| At::Third(past - MARKS))
    }

    /// All states, the earlier ones first.
    fn states(&self) -> impl Iterator<Item = At> + use<> {
        let marks = [At::Parted, At::Brought, At::After].into_iter();
        marks.chain(self.thirds()).chain([At::Now])
    }

    /// A record as it was in a state, or is now where that isn't known.
    fn then<'w>(&self, walked: &'w Walked, at: At) -> Option<&'w Cells> {
        let Some(past) = at.past().filter(|_| self.knows(at)) else {
            return walked.now.as_ref();
        };
        match walked.then.get(past) {
            Some(Then::Was(cells)) => cells.as_ref(),
            Some(Then::Back) | None => walked.back.as_ref(),
        }
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
    fn finish(&self) -> Result<(Side, Option<State>), StorageError> {
        self.name_by_uids();
        let numbered = self.name_by_words()?;
        let state = |at: At| -> Result<State, StorageError> {
            let mut state = State::new();
            for ((table, _), walked) in &self.walked {
                let Some((table, cells)) = Table::of(table).zip(self.then(walked, at)) else {
                    continue;
                };
                let (key, cells) = self.shared(table, cells, at)?;
                if !key.is_computed() {
                    state.insert(key, cells);
                }
            }
            Ok(state)
        };
        let known = |at: At| self.knows(at).then(|| state(at)).transpose();
        let mut side = Side {
            records: state(At::Now)?,
            brought: known(At::Brought)?,
            after: known(At::After)?,
            thirds: self.thirds().map(state).collect::<Result<_, _>>()?,
            formerly: self.formerly(),
            ..Side::default()
        };
        for (table, id) in numbered {
            side.numbered
                .insert((table, self.uid(table, id, At::Now)?), id);
        }
        self.read_players_and_groups(&mut side)?;
        self.read_gone(&mut side);
        self.read_names(&mut side)?;
        Ok((side, known(At::Parted)?))
    }

    /// Whether anything of US Chess was touched.
    fn has_us_chess(&self) -> bool {
        let mut records = self.walked.keys();
        records.any(|(table, key)| {
            let is_problem = *table == "accepted_problem";
            let names_section = is_problem && text_of(key).contains("section=");
            names_section || Table::of(table).is_some_and(Table::is_us_chess)
        })
    }

    /// A record as all copies know it.
    fn shared(&self, table: &Table, cells: &Cells, at: At) -> Result<(Key, Cells), StorageError> {
        let mut cells = cells.clone();
        let number = match cells.get("id") {
            Some(Cell::Whole(id)) => *id,
            _ => 0,
        };
        for (column, of) in table.links {
            if let Some(Cell::Whole(id)) = cells.get(*column) {
                let uid = self.uid(of, *id, at)?;
                cells.insert((*column).to_owned(), Cell::Text(uid));
            }
        }
        if let Some(Cell::Text(problem)) = cells.get_mut("problem") {
            *problem = self.shared_problem(problem, at)?;
        }
        let parts = match table.known_by {
            KnownBy::Words(_) => vec![self.uid(table.name, number, at)?],
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

    fn uid(&self, table: &'static str, id: i64, at: At) -> Result<String, StorageError> {
        let record = (table, id);
        let known = [at, At::Now].into_iter().find_map(|at| {
            let uids = self.uids.borrow();
            uids.get(at.place())?.get(&record).cloned()
        });
        if let Some(uid) = known {
            return Ok(uid);
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
        if let [now, ..] = &mut **self.uids.borrow_mut() {
            now.insert(record, uid.clone());
        }
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

    fn read_players_and_groups(&self, side: &mut Side) -> Result<(), StorageError> {
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
        let mut statement = self.connection.prepare_cached(
            "SELECT week.uid, camp_group.uid FROM main.week_group
             JOIN main.week ON week.id = week_id JOIN main.camp_group ON camp_group.id = group_id",
        )?;
        let groups = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        side.groups = groups.collect::<rusqlite::Result<_>>()?;
        side.next_player = player::next_number(self.connection)?.0;
        Ok(())
    }
}
