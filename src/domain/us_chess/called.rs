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

/// What is known by its kind and numbers, of a row or a round in it: "3/2 against-oneself". Camp files hold it, so that it stays the same when
/// the sentence is said in other words.
pub(super) fn key(pair: u16, round: Option<usize>, what: &str) -> String {
    let round = round.map(|round| format!("/{}", round + 1));
    format!("{pair}{} {what}", round.unwrap_or_default())
}

/// "2+5+7"
pub(crate) fn pairs_in_key(pairs: &[u16]) -> String {
    let pairs = pairs.iter().map(u16::to_string);
    pairs.collect::<Vec<_>>().join("+")
}

/// "Anna Berger (3), round 2: a game against oneself"
pub(super) fn sentence(who: &str, round: Option<usize>, what: &str) -> String {
    let round = round.map(|round| format!(", round {}", round + 1));
    format!("{who}{}: {what}", round.unwrap_or_default())
}
