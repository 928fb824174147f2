//! The records of a form as rows: found, filtered, sorted. The window draws them, and going from record to record
//! follows them.

mod columns;
mod facts;
mod filter;
mod order;
mod search;
#[cfg(test)]
mod tests;
mod totals;

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

pub(crate) use self::search::{found_by, has_words, words_of};
pub use self::{
    columns::{ColumnId, Kind, ListColumn, column_of, columns, columns_of_every_camp},
    filter::Choice,
};
use self::{facts::Facts, filter::Filters, order::Places, search::Search};
use super::{OpenCamp, serial};
use crate::{
    domain::{CampData, PlayerId, Record, RecordKind},
    spreadsheet,
};

/// A column with more different values than this offers no list of them.
const VALUES_TO_CHOOSE: usize = 2000;

/// The column that the rows are sorted by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Order {
    pub what: ColumnId,
    /// Greatest first.
    pub descending: bool,
}

/// The rows of a form, in the order and choice in which they are shown.
///
/// A row is its place on the screen; its *place* is that in the camp's own list. Rows are worked out anew when the
/// camp, the search, a filter or the order has changed, in [`Self::refresh`].
#[derive(Debug)]
pub struct Listing {
    kind: RecordKind,
    /// `None` for the camp's own order.
    order: Option<Order>,
    filters: Filters,
    search: String,
    made_for: Option<MadeFor>,
    rows: Places,
    facts: Facts,
    /// Where the record was that was last asked for.
    found: Cell<Option<Found>>,
    totals: RefCell<HashMap<ColumnId, String>>,
    /// Another number whenever the rows are worked out anew.
    generation: u64,
}

#[derive(Debug, Eq, PartialEq)]
struct MadeFor {
    revision: u64,
    search: String,
    order: Option<Order>,
    filters: Filters,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    record: Record,
    generation: u64,
    place: Option<usize>,
    row: Option<usize>,
}

/// The rows of a listing as they are shown, to be taken to another thread.
#[derive(Clone, Debug)]
pub struct ShownRows {
    kind: RecordKind,
    rows: Places,
}

impl ShownRows {
    /// The rows, with nothing worked out of them yet.
    pub fn listing(&self) -> Listing {
        Listing {
            rows: self.rows.clone(),
            ..Listing::new(self.kind)
        }
    }
}

impl Listing {
    /// The rows as they are shown.
    pub fn shown_rows(&self) -> ShownRows {
        ShownRows {
            kind: self.kind,
            rows: self.rows.clone(),
        }
    }

    pub(super) fn new(kind: RecordKind) -> Self {
        Self {
            kind,
            order: None,
            filters: Filters::default(),
            search: String::new(),
            made_for: None,
            rows: Places::default(),
            facts: Facts::default(),
            found: Cell::default(),
            totals: RefCell::default(),
            generation: 0,
        }
    }

    /// The columns of the form's datasheet.
    pub fn columns<'a>(&self, camp: &'a CampData) -> Vec<ListColumn<'a>> {
        columns(camp, self.kind)
    }

    pub fn order(&self) -> Option<Order> {
        self.order
    }

    pub fn set_order(&mut self, order: Option<Order>) {
        self.order = order;
    }

    /// The order, as it is remembered.
    pub(crate) fn to_remember(&self, camp: &CampData) -> Option<serde_json::Value> {
        let order = self.order?;
        let columns = columns(camp, self.kind);
        let column = columns.iter().find(|column| column.what == order.what)?;
        Some(serde_json::json!({ "sort": column.key, "descending": order.descending }))
    }

    /// Takes up an order that was remembered.
    pub(crate) fn recall(&mut self, camp: &CampData, remembered: &serde_json::Value) {
        let key = remembered["sort"].as_str();
        let columns = columns(camp, self.kind);
        if let Some(column) = columns.iter().find(|column| Some(column.key) == key) {
            self.order = Some(Order {
                what: column.what,
                descending: remembered["descending"].as_bool() == Some(true),
            });
        }
    }

    /// The next order after a click on the title of a column: upwards, then downwards.
    pub fn sort_by(&mut self, what: ColumnId) {
        let again = self.order.filter(|order| order.what == what);
        self.order = Some(Order {
            what,
            descending: again.is_some_and(|order| !order.descending),
        });
    }

    /// Whether the rows stand in the camp's own order: of number, of skill, of play.
    pub fn is_in_own_order(&self) -> bool {
        self.order.is_none_or(|order| {
            !order.descending && matches!(order.what, ColumnId::PlayerNumber | ColumnId::Sequence)
        })
    }

    pub fn filter(&self, what: ColumnId) -> Option<&Choice> {
        self.filters.of(what)
    }

    /// Shows only rows with these values in a column; `None` shows all again.
    pub fn set_filter(&mut self, what: ColumnId, choice: Option<Choice>) {
        self.filters.set(what, choice);
    }

    pub fn clear_filters(&mut self) {
        self.filters.clear();
    }

    /// Whether a search or a filter may keep rows from being shown.
    pub fn is_filtered(&self) -> bool {
        !self.filters.is_empty() || !self.search.trim().is_empty()
    }

    /// Has the rows worked out anew at the next [`Self::refresh`], even if nothing seems to have changed.
    pub fn forget(&mut self) {
        self.made_for = None;
    }

    /// Brings the rows up to date with the camp and with the words of the search.
    pub fn refresh(&mut self, camp: &OpenCamp, search: &str) {
        let is_made = self.made_for.as_ref().is_some_and(|made| {
            made.revision == camp.revision
                && made.search == search
                && made.order == self.order
                && made.filters == self.filters
        });
        if is_made {
            return;
        }
        if self.made_for.as_ref().map(|made| made.revision) != Some(camp.revision) {
            self.facts = Facts::default();
            self.forget_columns_that_are_gone(&camp.data);
        }
        search.clone_into(&mut self.search);
        self.made_for = Some(MadeFor {
            revision: camp.revision,
            search: search.to_owned(),
            order: self.order,
            filters: self.filters.clone(),
        });
        self.rows = self.make_rows(&camp.data);
        self.totals.borrow_mut().clear();
        self.generation = serial();
    }

    fn forget_columns_that_are_gone(&mut self, camp: &CampData) {
        let is_there = |column| match column {
            ColumnId::Field(field) => camp.about(field).is_some(),
            _ => true,
        };
        self.filters.keep_those_of(is_there);
        self.order.take_if(|order| !is_there(order.what));
    }

    fn make_rows(&self, camp: &CampData) -> Places {
        let search = Search::new(self.kind, camp, &self.facts, &self.search);
        let sieves = self.filters.ready(camp, &self.facts);
        let shown = |at: &u32| {
            let at = *at as usize;
            sieves.iter().all(|sieve| sieve.lets_through(at)) && search.finds(camp, at)
        };
        let count = u32::try_from(self.kind.count(camp)).unwrap_or(u32::MAX);
        if self.order.is_none() && !self.is_filtered() {
            return Places::All(count);
        }
        let mut rows = (0..count).filter(shown).collect::<Vec<_>>();
        if let Some(order) = self.order {
            self.sort(camp, order, &mut rows);
        }
        Places::Some(rows.into())
    }

    /// Sorts the rows; those of equal value stay in the order of their names, and of play.
    fn sort(&self, camp: &CampData, order: Order, rows: &mut [u32]) {
        let values = self.facts.values(camp, order.what);
        let value = |at: u32| {
            let value = values[at as usize];
            // The complement turns the order of values around, and leaves that of equal ones.
            if order.descending { !value } else { value }
        };
        if self.kind == RecordKind::Player {
            let names = self.facts.values(camp, ColumnId::ListedName);
            rows.sort_unstable_by_key(|at| (value(*at), names[*at as usize], *at));
        } else {
            let mut keyed = rows.iter().map(|at| (value(*at), *at)).collect::<Vec<_>>();
            keyed.sort_unstable();
            for (row, (_, at)) in rows.iter_mut().zip(keyed) {
                *row = at;
            }
        }
    }

    /// What the rows are of.
    pub fn kind(&self) -> RecordKind {
        self.kind
    }

    /// Another number whenever the rows have been worked out anew.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a row's record in the camp's own list.
    pub fn place(&self, row: usize) -> Option<usize> {
        self.rows.at(row).map(|place| place as usize)
    }

    /// The record of a row.
    pub fn record(&self, camp: &CampData, row: usize) -> Option<Record> {
        let place = self.place(row)?;
        self.kind.at(camp, place)
    }

    /// The row of a record, if it is shown. Looked for once after each change.
    pub fn row_of(&self, camp: &CampData, record: Record) -> Option<usize> {
        self.find(camp, record).row
    }

    /// The place of a record in the camp's own list. Looked for once after each change.
    pub fn place_of(&self, camp: &CampData, record: Record) -> Option<usize> {
        self.find(camp, record).place
    }

    fn find(&self, camp: &CampData, record: Record) -> Found {
        let known = self
            .found
            .get()
            .filter(|found| found.record == record && found.generation == self.generation);
        if let Some(found) = known {
            return found;
        }
        let place = place_of(camp, record);
        let row = place.and_then(|place| {
            let place = u32::try_from(place).ok()?;
            self.rows.row_of(place)
        });
        let found = Found {
            record,
            generation: self.generation,
            place,
            row,
        };
        self.found.set(Some(found));
        found
    }

    /// What stands in a cell.
    pub fn text(&self, camp: &CampData, row: usize, what: ColumnId) -> String {
        let place = self.place(row);
        place.map_or_else(String::new, |place| self.facts.text(camp, place, what))
    }

    /// What stands in a cell, as a spreadsheet has it: numbers and days stay what they are.
    pub(crate) fn cell(&self, camp: &CampData, row: usize, what: ColumnId) -> spreadsheet::Cell {
        let place = self.place(row);
        let cell = place.map(|place| self.facts.cell(camp, place, what));
        cell.unwrap_or(spreadsheet::Cell::Empty)
    }

    /// How lists of games call a player: by number too, where two have the same names.
    pub fn name<'a>(&'a self, camp: &CampData, id: PlayerId) -> &'a str {
        self.facts.name(camp, id)
    }

    /// The games that count, won, drawn and lost, of a player in the open week.
    pub fn tally(&self, camp: &CampData, id: PlayerId) -> [usize; 3] {
        let place = self.place_of(camp, Record::Player(id));
        place.map_or([0; 3], |place| self.facts.tally(camp, place))
    }

    /// The different values of a column in their order, with how many records have each; nothing if they are too many
    /// to choose from.
    pub fn values(&self, camp: &CampData, what: ColumnId) -> Option<Vec<(String, usize)>> {
        let values = self.facts.values(camp, what);
        let mut counts = HashMap::<i64, (usize, usize)>::new();
        for (at, value) in values.iter().enumerate() {
            counts.entry(*value).or_insert((at, 0)).1 += 1;
            if counts.len() > VALUES_TO_CHOOSE {
                return None;
            }
        }
        let mut counts = counts.into_iter().collect::<Vec<_>>();
        counts.sort_unstable();
        let text = |(_, (at, count))| (self.facts.text(camp, at, what), count);
        Some(counts.into_iter().map(text).collect())
    }
}

fn place_of(camp: &CampData, record: Record) -> Option<usize> {
    match record {
        Record::Player(id) => camp
            .players
            .binary_search_by_key(&id, |player| player.id)
            .ok(),
        Record::Group(id) => camp.groups.iter().position(|group| group.id == id),
        Record::Game(id) => camp.game_place(id),
        Record::Meeting(_) => None,
    }
}
