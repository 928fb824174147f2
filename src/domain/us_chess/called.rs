//! What a sentence about a section calls its players.

use std::collections::HashMap;

use super::{Section, names_of};

/// The players of a section by their names, each with the pairing number that cells have.
#[derive(Debug)]
pub struct PlayersByName<'a> {
    section: &'a Section,
    /// The first row of each pairing number.
    rows: HashMap<u16, usize>,
}

impl<'a> PlayersByName<'a> {
    #[must_use]
    pub fn new(section: &'a Section) -> Self {
        let mut rows = HashMap::new();
        for (row, entry) in section.entries.iter().enumerate() {
            rows.entry(entry.pair).or_insert(row);
        }
        Self { section, rows }
    }

    /// "Anna Berger (3)"; "Pair 3" of a row without a name.
    pub(super) fn in_row(&self, row: usize, pair: u16) -> String {
        let entry = self.section.entries.get(row);
        let (last, first) = names_of(entry.map_or("", |entry| &entry.name));
        match format!("{first} {last}").trim() {
            "" => format!("Pair {pair}"),
            name => format!("{name} ({pair})"),
        }
    }

    /// The same of whoever has this pairing number first.
    #[must_use]
    pub fn of(&self, pair: u16) -> String {
        let row = self.rows.get(&pair).copied();
        self.in_row(row.unwrap_or(usize::MAX), pair)
    }
}

/// "Anna Berger (3), round 2: a game against oneself"
pub(super) fn sentence(who: &str, round: Option<usize>, what: &str) -> String {
    let round = round.map(|round| format!(", round {}", round + 1));
    format!("{who}{}: {what}", round.unwrap_or_default())
}
