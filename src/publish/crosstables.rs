//! What is published of sections of US Chess: their crosstables, with names as the director chose them. Members' numbers, birth dates, states
//! and colors stay at home.

use std::{cmp::Reverse, collections::BTreeSet};

use crate::domain::{
    PublishedNames, counted, public_names_of_entries,
    us_chess::{
        Crosstable, CrosstableCell, CrosstableRatings, CrosstableView, SectionKey, SectionTable,
    },
};

/// What a crosstable's files are called, without ending and with the section's number in the camp file after it: an event may get another
/// id, and a section another number.
pub(super) const CROSSTABLE: &str = "crosstable-";

/// What the files of a section are called, without ending.
pub(super) fn file_of(key: SectionKey) -> String {
    format!("{CROSSTABLE}{}", key.0)
}

/// A section as it may be laid out on a sheet that stands beside its page: without what the page hasn't, members' numbers apart, which a
/// sheet has only where they are asked for.
#[must_use]
pub fn section_to_print(table: &SectionTable) -> SectionTable {
    let mut table = table.clone();
    for entry in &mut table.section.entries {
        entry.state = None;
    }
    table
}

/// So many crosstables every page leads to; of more, the first page has the list.
pub(super) const IN_NAVIGATION: usize = 5;

/// The crosstable of a section.
#[derive(Debug)]
pub(super) struct PublishedCrosstable {
    /// What its files are called, without ending: "crosstable-12".
    pub(super) file: String,
    /// "Late Summer Open"
    pub(super) event: String,
    /// "Section 5: Reserve"
    pub(super) section: String,
    /// "Reserve", or "Section 5" of one without a name.
    pub(super) name: String,
    /// "August 29–30, 2026 · Saint Paul, MN"; may be empty.
    pub(super) when_and_where: String,
    /// "Swiss system · rated Regular · G/25;d5"
    pub(super) facts: String,
    /// A sentence on what must be known of the ratings.
    pub(super) note: Option<&'static str>,
    pub(super) rounds: usize,
    /// "Regular", "Quick"
    pub(super) systems: Vec<&'static str>,
    /// Whether there are ratings after the section.
    pub(super) is_rated: bool,
    /// Whether any rating is provisional.
    pub(super) has_provisional: bool,
    /// By score, then by the rating after the section.
    pub(super) lines: Vec<CrosstableLine>,
    /// The signs in the table with their meaning.
    pub(super) key: Vec<(&'static str, &'static str)>,
    /// The pairing numbers that cells lead to.
    pairs: BTreeSet<u16>,
}

/// A player in a crosstable.
#[derive(Debug)]
pub(super) struct CrosstableLine {
    /// Who has the same score has the same place.
    pub(super) place: usize,
    pub(super) pair: u16,
    /// Whether cells lead here: while a section is typed, two rows may have a number.
    pub(super) is_target: bool,
    pub(super) name: String,
    /// A cell for each round of the section; nothing where nothing is entered.
    pub(super) rounds: Vec<Option<CrosstableCell>>,
    /// "4.5"
    pub(super) score: String,
    /// One for each of the systems.
    pub(super) ratings: Vec<CrosstableRatings>,
}

/// All of them, the newest first. `tables` are given in the order in which they are rated.
pub(super) fn crosstables(
    tables: &[(SectionKey, SectionTable)],
    manner: PublishedNames,
) -> Vec<PublishedCrosstable> {
    let mut tables = tables.iter().collect::<Vec<_>>();
    // Sections of one day stay in their order.
    tables.sort_by_key(|(_, table)| Reverse(table.event.ends_of(&table.section)));
    let tables = tables.into_iter();
    let tables = tables.map(|(key, table)| PublishedCrosstable::new(*key, table, manner));
    tables.collect()
}

impl PublishedCrosstable {
    fn new(key: SectionKey, table: &SectionTable, manner: PublishedNames) -> Self {
        let crosstable = Crosstable::new(table, CrosstableView::default());
        let rows = crosstable.rows.iter();
        let names = public_names_of_entries(rows.map(|row| (row.pair, row.name)), manner);
        let mut pairs = BTreeSet::new();
        let rounds = crosstable.rounds;
        let lines = crosstable.rows.into_iter().zip(names).map(|(row, name)| {
            let cells = row.rounds.into_iter();
            let cells = cells.map(|cell| (!cell.is_blank()).then_some(cell));
            let mut cells = cells.collect::<Vec<_>>();
            cells.resize_with(rounds, || None);
            CrosstableLine {
                place: row.place,
                pair: row.pair,
                is_target: pairs.insert(row.pair),
                name,
                rounds: cells,
                score: row.score,
                ratings: row.ratings,
            }
        });
        let lines = lines.collect::<Vec<_>>();
        let number = format!("Section {}", table.section.number);
        Self {
            file: file_of(key),
            event: crosstable.event,
            section: crosstable.section,
            name: match table.section.name.trim() {
                "" => number,
                name => name.to_owned(),
            },
            when_and_where: crosstable.when_and_where,
            facts: crosstable.facts.join(" · "),
            note: crosstable.note,
            rounds,
            systems: crosstable.systems,
            is_rated: crosstable.is_rated,
            has_provisional: lines.iter().any(CrosstableLine::has_provisional),
            lines,
            key: crosstable.key,
            pairs,
        }
    }

    /// "12 players, 5 rounds"
    pub(super) fn size(&self) -> String {
        let players = counted(self.lines.len(), "player");
        format!("{players}, {}", counted(self.rounds, "round"))
    }

    /// Whether anything is entered: before that everybody has the same place, which says nothing.
    pub(super) fn has_results(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| line.rounds.iter().any(Option::is_some))
    }

    /// The pairing number of the row that a cell leads to, which may be missing while a section is typed.
    pub(super) fn leads_to(&self, cell: &CrosstableCell) -> Option<u16> {
        cell.opponent.filter(|pair| self.pairs.contains(pair))
    }
}

impl CrosstableLine {
    fn has_provisional(&self) -> bool {
        let ratings = self.ratings.iter();
        let mut ratings = ratings.flat_map(|one| one.after.iter().chain([&one.before]));
        ratings.any(|rating| rating.games.is_some())
    }
}
