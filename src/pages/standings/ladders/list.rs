//! The standings of a ladder as a list shows them.

use std::{collections::HashMap, sync::Arc};

use crate::{
    domain::PlayerId,
    rating::{LadderRow, LadderStandings, Value},
};

/// A line of the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Line {
    /// A player, by the place among [`LadderStandings::rows`].
    Player(usize),
    /// A rank that nobody holds.
    Empty(i64),
}

/// The standings with what is worked out once for all frames.
#[derive(Debug)]
pub(crate) struct LadderList {
    pub standings: LadderStandings,
    /// Rows and empty ranks, the best first.
    pub lines: Vec<Line>,
    /// "de la Cruz, Ola" of each row, with the number where two have these names.
    names: Vec<String>,
    /// What each row shows in each column.
    texts: Vec<Vec<String>>,
    /// The longest text of each column, in characters.
    widest: Vec<usize>,
    /// Whether a column has numbers only.
    is_number: Vec<bool>,
    has_groups: bool,
    line_of: HashMap<PlayerId, usize>,
}

impl LadderList {
    fn new(standings: LadderStandings) -> Self {
        let texts = standings.rows.iter().map(|row| {
            let values = row.values.iter();
            values.map(Value::shown).collect::<Vec<_>>()
        });
        let texts = texts.collect::<Vec<_>>();
        let widest = (0..standings.columns.len()).map(|column| {
            let lengths = texts.iter().filter_map(|texts| texts.get(column));
            lengths.map(|text| text.chars().count()).max().unwrap_or(0)
        });
        let widest = widest.collect();
        let is_number = (0..standings.columns.len()).map(|column| {
            let mut values = standings
                .rows
                .iter()
                .filter_map(|row| row.values.get(column));
            values.all(Value::is_number)
        });
        let is_number = is_number.collect();
        let lines = lines(&standings);
        let line_of = lines.iter().enumerate().filter_map(|(at, line)| {
            let Line::Player(row) = line else { return None };
            Some((standings.rows.get(*row)?.player, at))
        });
        Self {
            line_of: line_of.collect(),
            names: standings.rows.iter().map(LadderRow::listed_name).collect(),
            lines,
            texts,
            widest,
            is_number,
            has_groups: standings.rows.iter().any(|row| !row.group.is_empty()),
            standings,
        }
    }

    /// The player of a line; nothing for an empty rank.
    pub(crate) fn player_at(&self, line: usize) -> Option<&LadderRow> {
        self.standings.rows.get(self.row_at(line)?)
    }

    /// The place of a line's player among all.
    pub(super) fn row_at(&self, line: usize) -> Option<usize> {
        match self.lines.get(line)? {
            Line::Player(row) => Some(*row),
            Line::Empty(_) => None,
        }
    }

    /// The line of a player.
    pub(crate) fn line_of(&self, player: PlayerId) -> Option<usize> {
        self.line_of.get(&player).copied()
    }

    /// The player's name in a line; empty at an empty rank.
    pub(crate) fn name(&self, line: usize) -> &str {
        let name = self.row_at(line).and_then(|row| self.names.get(row));
        name.map_or("", String::as_str)
    }

    /// What a line shows in a column; nothing at an empty rank.
    pub(crate) fn text(&self, line: usize, column: usize) -> &str {
        let text = self
            .row_at(line)
            .and_then(|row| self.texts.get(row)?.get(column));
        text.map_or("", String::as_str)
    }

    /// The longest text of a column, in characters.
    pub(crate) fn widest(&self, column: usize) -> usize {
        self.widest.get(column).copied().unwrap_or(0)
    }

    /// Whether a column has numbers only, which stand at its right.
    pub(crate) fn is_number(&self, column: usize) -> bool {
        self.is_number.get(column).copied().unwrap_or(false)
    }

    /// Whether anybody is in a group.
    pub(crate) fn has_groups(&self) -> bool {
        self.has_groups
    }
}

/// Puts empty ranks between those that somebody holds.
fn lines(standings: &LadderStandings) -> Vec<Line> {
    let mut lines = Vec::with_capacity(standings.rows.len() + standings.empty_ranks.len());
    let mut empty = standings.empty_ranks.iter().copied().peekable();
    for (place, row) in standings.rows.iter().enumerate() {
        while let Some(rank) = empty.next_if(|rank| *rank < row.rank) {
            lines.push(Line::Empty(rank));
        }
        lines.push(Line::Player(place));
    }
    lines.extend(empty.map(Line::Empty));
    lines
}

/// The standings with and without the inactive players.
#[derive(Debug)]
pub(crate) struct LadderLists {
    all: Arc<LadderList>,
    active: Arc<LadderList>,
}

impl LadderLists {
    pub(super) fn new(standings: LadderStandings) -> Self {
        Self {
            active: Arc::new(LadderList::new(standings.clone().of_active())),
            all: Arc::new(LadderList::new(standings)),
        }
    }

    /// The list, with or without the inactive players.
    pub(crate) fn of_players(&self, inactive_too: bool) -> &Arc<LadderList> {
        if inactive_too {
            &self.all
        } else {
            &self.active
        }
    }
}
