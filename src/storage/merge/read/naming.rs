//! By what the records of a file are known in the other copy, and what people call them.

use std::collections::{BTreeMap, HashSet};

use super::{At, Reader};
use crate::{
    domain::{
        full_name,
        merge::{Cell, Cells, Key, Side, TABLES, Table, in_problem, numbered},
        show_date, with_other_numbers,
    },
    storage::{
        StorageError,
        merge::cells::{cell, read_row, text_of},
        us_chess,
    },
};

impl Reader<'_> {
    /// The uid of what isn't there any more is in the history. A number may be somebody else's by now: that of a player who was deleted and of
    /// one who was imported since.
    pub(super) fn name_by_uids(&self) {
        let mut uids = self.uids.borrow_mut();
        let present = self.present();
        for ((table, _), walked) in &self.walked {
            for at in self.states() {
                let cells = self.then(walked, at);
                let Some((Cell::Whole(id), uid)) =
                    cells.and_then(|it| Some((it.get("id")?, it.get("uid")?)))
                else {
                    continue;
                };
                let record = (*table, *id);
                uids[at.place()].insert(record, text_of(uid));
                // What has another number now isn't gone: the older one may be somebody else's.
                let is_gone = || !present.contains(&(*table, text_of(uid)));
                if at != At::Now && walked.now.is_none() && is_gone() {
                    let now = uids[At::Now.place()].entry(record);
                    now.or_insert_with(|| text_of(uid));
                }
            }
        }
    }

    /// The uids of all records that were looked at and are there.
    fn present(&self) -> HashSet<(&'static str, String)> {
        let present = self.walked.iter().filter_map(|((table, _), walked)| {
            let uid = walked.now.as_ref()?.get("uid")?;
            Some((*table, text_of(uid)))
        });
        present.collect()
    }

    /// What is known by another uid than before, by the uid before.
    pub(super) fn formerly(&self) -> BTreeMap<(&'static str, String), String> {
        let present = self.present();
        let formerly = self
            .next_uids
            .keys()
            .filter(|known| !present.contains(*known));
        let formerly = formerly.filter_map(|known| {
            let mut last = known.clone();
            // Whoever got another number had a uid of nobody in between.
            for _ in 0..self.next_uids.len() {
                last.1.clone_from(self.next_uids.get(&last)?);
                if present.contains(&last) {
                    return Some((known.clone(), last.1));
                }
            }
            None
        });
        formerly.collect()
    }

    /// An accepted problem with what all copies know its games, players and sections by. What isn't known any more stays as it is.
    pub(super) fn shared_problem(&self, problem: &str, at: At) -> Result<String, StorageError> {
        let mut failed = None;
        let shared = with_other_numbers(problem, |of, number| {
            let number = number.parse().ok()?;
            match self.uid(numbered(of), number, at) {
                Ok(known_by) => Some(in_problem(&known_by)),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(shared.unwrap_or_else(|| problem.to_owned())),
        }
    }

    /// Players who aren't there any more.
    pub(super) fn read_gone(&self, side: &mut Side) {
        let is_there = |id: &i64| side.numbers.values().any(|number| number == id);
        let gone = self.gone.iter().filter(|(id, _)| !is_there(id));
        let gone = gone.filter_map(|(id, gone)| {
            let (_, cells) = gone.as_ref()?;
            let text = |column: &str| cells.get(column).map(text_of).unwrap_or_default();
            let uid = text("uid");
            let name = full_name(&text("first_name"), &text("last_name"));
            (!side.numbers.contains_key(&uid)).then_some((uid, (*id, name)))
        });
        side.gone = gone.collect();
    }

    /// What has no uid is known by its words as they were when both had it first: a section by its event and its number, an adjustment by all
    /// that it says. The numbers of those that are there now.
    pub(super) fn name_by_words(&self) -> Result<Vec<(&'static str, i64)>, StorageError> {
        let has_us_chess = self.has_us_chess();
        let mut numbers = Vec::new();
        for table in &TABLES {
            let Some(words) = table.words() else { continue };
            if table.is_us_chess() && !has_us_chess {
                continue;
            }
            let sql = format!("SELECT * FROM main.{}", table.name);
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let cells = read_row(row)?;
                self.name_row(table, words, &cells, At::Parted)?;
                if let Some(Cell::Whole(id)) = cells.get("id") {
                    numbers.push((table.name, *id));
                }
            }
            for ((of, _), walked) in &self.walked {
                let mut states = self.states().filter(|at| self.knows(*at));
                let first = states.find_map(|at| Some((at, self.then(walked, at)?)));
                if let Some((at, cells)) = first.filter(|_| *of == table.name) {
                    self.name_row(table, words, cells, at)?;
                }
            }
        }
        Ok(numbers)
    }

    /// What people call what they see.
    pub(super) fn read_names(&self, side: &mut Side) -> Result<(), StorageError> {
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
                let uid = self.uid(table, row.get(0)?, At::Now)?;
                side.names.insert(Key::new(table, [uid]), row.get(1)?);
            }
        }
        if self.has_us_chess() {
            for (id, name) in us_chess::adjustments_in_words(self.connection)? {
                let uid = self.uid("us_adjustment", id, At::Now)?;
                side.names.insert(Key::new("us_adjustment", [uid]), name);
            }
        }
        self.read_games(side)
    }

    /// Accepted problems may name any game.
    fn read_games(&self, side: &mut Side) -> Result<(), StorageError> {
        let mut walked = self.walked.keys();
        if walked.any(|(table, _)| *table == "accepted_problem") {
            let mut statement = self
                .connection
                .prepare_cached("SELECT uid FROM main.game")?;
            let games = statement.query_map([], |row| row.get::<_, i64>(0))?;
            let games = games.map(|uid| uid.map(|uid| uid.to_string()));
            side.games = games.collect::<rusqlite::Result<_>>()?;
        }
        Ok(())
    }

    fn name_row(
        &self,
        table: &'static Table,
        words: &[&str],
        cells: &Cells,
        at: At,
    ) -> Result<(), StorageError> {
        let Some(Cell::Whole(id)) = cells.get("id") else {
            return Ok(());
        };
        let mut known = Vec::new();
        for word in words {
            known.push(match (table.link(word), cells.get(*word)) {
                (Some(of), Some(Cell::Whole(id))) => self.uid(of, *id, at)?,
                // As if the file told texts apart by their capitals beyond A to Z only.
                (_, cell) => cell.map(text_of).unwrap_or_default().to_ascii_lowercase(),
            });
        }
        // A newer one may have the name that an older one had.
        let states = [[At::Parted; 2], [At::Brought, At::After]].into_iter();
        let earlier = states.take_while(|states| at == At::Now || !states.contains(&at));
        let earlier = earlier.filter(|states| states.iter().any(|at| self.knows(*at)));
        known.splice(0..0, earlier.map(|_| "new".to_owned()));
        if let [now, ..] = &mut **self.uids.borrow_mut() {
            now.insert((table.name, *id), known.join(" "));
        }
        Ok(())
    }
}
