//! Filters: which values of a column are shown.

use std::collections::{BTreeSet, HashMap};

use super::{
    columns::ColumnId,
    facts::{Facts, Values},
};
use crate::domain::{CampData, name_key};

/// Which values of a column are shown. Values are told by their texts, so that a filter outlives a change of the camp.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Choice {
    Only(BTreeSet<String>),
    Except(BTreeSet<String>),
    /// Texts in which these letters stand, whatever their capitals and accents.
    Containing(String),
}

impl Choice {
    /// Whether a value is shown.
    pub fn shows(&self, text: &str) -> bool {
        match self {
            Self::Only(values) => values.contains(text),
            Self::Except(values) => !values.contains(text),
            Self::Containing(letters) => name_key(text).contains(&name_key(letters)),
        }
    }

    /// Whether it shows everything, and so is no filter.
    fn is_open(&self) -> bool {
        match self {
            Self::Only(_) => false,
            Self::Except(values) => values.is_empty(),
            Self::Containing(letters) => letters.trim().is_empty(),
        }
    }
}

/// The filters of a list, one a column at most.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Filters(Vec<(ColumnId, Choice)>);

impl Filters {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of(&self, what: ColumnId) -> Option<&Choice> {
        let mut filters = self.0.iter();
        filters
            .find(|(column, _)| *column == what)
            .map(|(_, choice)| choice)
    }

    pub(super) fn set(&mut self, what: ColumnId, choice: Option<Choice>) {
        self.0.retain(|(column, _)| *column != what);
        if let Some(choice) = choice.filter(|choice| !choice.is_open()) {
            self.0.push((what, choice));
        }
    }

    /// Takes back those of columns that aren't there any more.
    pub(super) fn keep_those_of(&mut self, is_there: impl Fn(ColumnId) -> bool) {
        self.0.retain(|(column, _)| is_there(*column));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The filters, ready to look at records: each value is compared once, however many records have it.
    pub(super) fn ready(&self, camp: &CampData, facts: &Facts) -> Vec<Sieve> {
        let sieve = |(what, choice): &(ColumnId, Choice)| {
            let values = facts.values(camp, *what);
            let mut shown = HashMap::new();
            for (at, value) in values.iter().enumerate() {
                shown
                    .entry(*value)
                    .or_insert_with(|| choice.shows(&facts.text(camp, at, *what)));
            }
            Sieve { values, shown }
        };
        self.0.iter().map(sieve).collect()
    }
}

/// A filter that is ready to look at records.
#[derive(Debug)]
pub(super) struct Sieve {
    values: Values,
    shown: HashMap<i64, bool>,
}

impl Sieve {
    pub(super) fn lets_through(&self, at: usize) -> bool {
        let value = self.values.get(at);
        value.and_then(|value| self.shown.get(value)) == Some(&true)
    }
}
