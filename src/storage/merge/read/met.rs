//! Campers, games and what has a name as they were each time that one of two copies got the other one, or both a third one: who was known by then,
//! and what told them from others.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::{At, Reader, Then, Walked};
use crate::{
    domain::merge::{Cell, Cells, Key, Met, Table, Told},
    storage::{StorageError, merge::cells::text_of},
};

/// Tables of which [`crate::domain::merge::Met`] tells, and what tells their records from others. Campers come before what names them.
const TELLING: [(&str, &[&str]); 9] = [
    ("person", &["id", "uid", "first_name", "last_name"]),
    (
        "week_player",
        &["week_id", "person_id", "imported_number", "imported_row"],
    ),
    ("us_member", &["uid", "member_id", "person_id"]),
    ("camp_group", &["uid", "name"]),
    ("extra_column", &["uid", "kind", "name"]),
    ("ladder", &["uid", "name"]),
    ("meeting", &["uid", "held_on"]),
    ("us_event", &["uid", "event_id"]),
    (
        "game",
        &[
            "uid",
            "week_id",
            "white_id",
            "black_id",
            "result",
            "played_on",
            "entered_at",
            "imported_number",
            "imported_row",
        ],
    ),
];

/// The times at which campers, games and all that has a name are looked at, each by the last step of both copies by then.
pub(super) struct Times {
    /// At which one of the two got the other one.
    pub(super) met: Vec<[i64; 2]>,
    /// At which both had got a third one as it was in one state.
    pub(super) thirds: Vec<[i64; 2]>,
}

impl Times {
    /// The steps of one of the copies: those of all times, and those before it got the third one.
    pub(super) fn steps(&self, of: fn(&[i64; 2]) -> i64) -> Vec<i64> {
        let before = self.thirds.iter().map(|steps| of(steps) - 1);
        let times = self.met.iter().chain(&self.thirds);
        times.map(of).chain(before).collect()
    }

    /// What both copies were at each of them.
    pub(super) fn told(&self, readers: [&Reader<'_>; 2]) -> Result<Vec<Met>, StorageError> {
        let [here, there] = readers.map(Reader::told_when_met);
        let (mut here, mut there) = (here?, there?);
        let times = self.met.len() + self.thirds.len();
        let before = here
            .split_off(times)
            .into_iter()
            .zip(there.split_off(times));
        let before = self.met.iter().map(|_| None).chain(before.map(Some));
        let ages = self
            .met
            .iter()
            .chain(&self.thirds)
            .map(|[mine, other]| mine + other);
        let told = ages.zip(here.into_iter().zip(there)).zip(before);
        let told = told.map(|((age, (here, there)), before)| Met {
            age,
            came: before.map(|(mine, other)| [came(&mine, &here), came(&other, &there)]),
            here,
            there,
        });
        Ok(told.collect())
    }
}

/// What came in between.
fn came(before: &Told, then: &Told) -> BTreeSet<Arc<Key>> {
    let keys = then.keys().filter(|key| !before.contains_key(*key));
    keys.cloned().collect()
}

fn cut(cells: &Cells, columns: &[&str]) -> Cells {
    let cells = columns.iter().filter_map(|column| {
        let (column, cell) = cells.get_key_value(*column)?;
        Some((column.clone(), cell.clone()))
    });
    cells.collect()
}

impl Walked {
    /// Keeps what it is so far back for the times of which a step was the last one: each is the last step by then.
    pub(super) fn meet(&mut self, table: &Table, step: i64, times: &[i64]) {
        let Some((_, columns)) = TELLING.iter().find(|(name, _)| *name == table.name) else {
            return;
        };
        self.met.resize_with(times.len(), || Then::Back);
        let times = times.iter().zip(&mut self.met);
        let is_by_then = |(last, then): &(&i64, &mut Then<Arc<Cells>>)| {
            matches!(then, Then::Back) && step <= **last
        };
        let mut times = times.filter(is_by_then).peekable();
        if times.peek().is_none() {
            return;
        }
        let told = self.back.as_ref().map(|back| Arc::new(cut(back, columns)));
        for (_, then) in times {
            *then = Then::Was(told.clone());
        }
    }
}

impl Reader<'_> {
    /// Of these tables all that this copy has touched, by each of the steps that [`Times`] asks for.
    pub(super) fn told_when_met(&self) -> Result<Vec<Told>, StorageError> {
        let mut times = vec![(Told::new(), HashMap::new()); self.met.len()];
        for (table, columns) in TELLING {
            let walked = self.walked.iter().filter(|((of, _), _)| *of == table);
            for (_, walked) in walked {
                let back = walked.back.as_ref().map(|back| cut(back, columns));
                let mut last = None::<(Arc<Key>, Arc<Cells>)>;
                for (time, (told, campers)) in times.iter_mut().enumerate() {
                    let then = match walked.met.get(time) {
                        Some(Then::Was(cells)) => cells.as_deref(),
                        Some(Then::Back) | None => back.as_ref(),
                    };
                    let Some(cells) = then.cloned() else { continue };
                    let number = cells.get("id").cloned();
                    let Some((key, cells)) = self.told(table, cells, campers)? else {
                        continue;
                    };
                    if let Some(Cell::Whole(number)) = number {
                        campers.insert(number, key.uid().to_owned());
                    }
                    let same = last.filter(|(known, as_then)| **known == key && **as_then == cells);
                    let record = same.unwrap_or_else(|| (Arc::new(key), Arc::new(cells)));
                    told.insert(Arc::clone(&record.0), Arc::clone(&record.1));
                    last = Some(record);
                }
            }
        }
        Ok(times.into_iter().map(|(told, _)| told).collect())
    }

    /// A record as both copies know it; nothing of somebody whom this copy hasn't touched. `campers` are those of the same time.
    fn told(
        &self,
        table: &'static str,
        mut cells: Cells,
        campers: &HashMap<i64, String>,
    ) -> Result<Option<(Key, Cells)>, StorageError> {
        let mut text = |column: &str| cells.remove(column).as_ref().map(text_of);
        let parts = match table {
            "week_player" => vec![text("week_id").unwrap_or_default()],
            _ => match text("uid") {
                Some(uid) => vec![uid],
                None => return Ok(None),
            },
        };
        let mut key = Key { table, parts };
        for column in ["person_id", "white_id", "black_id"] {
            let Some(Cell::Whole(number)) = cells.get(column) else {
                continue;
            };
            let uid = match campers.get(number) {
                Some(uid) => uid.clone(),
                None if table == "game" => self.uid("person", *number, At::Now)?,
                None if table == "us_member" => {
                    cells.remove(column);
                    continue;
                }
                None => return Ok(None),
            };
            cells.insert(column.to_owned(), Cell::Text(uid));
        }
        if let Some(Cell::Whole(week)) = cells.get("week_id") {
            let week = self.uid("week", *week, At::Now)?;
            cells.insert("week_id".to_owned(), Cell::Text(week));
        }
        if table == "week_player" {
            let camper = cells.remove("person_id");
            key.parts.extend(camper.as_ref().map(text_of));
        }
        Ok(Some((key, cells)))
    }
}
