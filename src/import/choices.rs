//! What the director decides in the preview of an import.

use std::collections::{BTreeMap, BTreeSet};

use super::{DateOrder, Field, Meaning, TableKind};
use crate::domain::{PlayerId, name_key};

/// The director's decisions. The default decides nothing: everything is taken as the files say.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Choices {
    /// The order of day, month and year in all date columns.
    pub date_order: Option<DateOrder>,
    /// What result texts mean, also where they are clear. White space at the ends and capitals don't matter.
    pub results: BTreeMap<String, Meaning>,
    pub unknown_players: UnknownPlayers,
    pub games_elsewhere: GamesElsewhere,
    /// Whether what can be read of a damaged file is imported, without the rest.
    pub accept_damage: bool,
    /// Who is meant by a name in the games. Set it with [`Self::say_who`].
    pub who: BTreeMap<String, PlayerId>,
    /// The players of the camp whose number a file gives to somebody else, and who may be replaced.
    pub replace_players: BTreeSet<PlayerId>,
    /// Whether games of the camp may be replaced whose numbers a file gives to other ones.
    pub replace_games: bool,
    /// What a table is, by its place in [`Plan::tables`](super::Plan::tables).
    pub kinds: BTreeMap<usize, TableKind>,
    /// Whether the first row of a table names its columns, by its place in [`Plan::tables`](super::Plan::tables).
    pub headers: BTreeMap<usize, bool>,
    /// What a column is, by the table's place and the column's.
    pub columns: BTreeMap<(usize, usize), Field>,
    /// Whether games without numbers are further ones, as rows that are pasted from a spreadsheet. Those of a file are
    /// counted from 1, so that a file that is imported again brings the same games.
    pub adds_games: bool,
}

/// What becomes of a game whose player isn't known.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum UnknownPlayers {
    /// The game is left out.
    #[default]
    LeaveOut,
    /// Whoever is unknown is added as an active player without a group, as a club has them that keeps no list.
    Add,
    /// An inactive player with ratings of 0 is added, which is what the old program computed with.
    Placeholder,
}

/// What becomes of a game that another week may have already.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum GamesElsewhere {
    /// It is left out, as it would count twice.
    #[default]
    LeaveOut,
    /// It is a game of this week.
    Add,
}

impl Choices {
    /// Decides who is meant by a name in the games.
    pub fn say_who(&mut self, name: &str, id: PlayerId) {
        self.who.insert(Self::who_key(name), id);
    }

    /// What result texts are compared by: without white space at the ends, capitals ignored.
    pub fn result_key(text: &str) -> String {
        text.trim().to_lowercase()
    }

    /// What [`Self::who`] knows a name by: with a blank behind the comma, whether the file has one or not.
    pub fn who_key(name: &str) -> String {
        name_key(&name.replace(',', ", "))
    }
}
