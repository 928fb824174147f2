//! What contradicts itself in a section.

use std::{collections::BTreeMap, fmt};

use super::{
    Code, PlayersByName, Round, Section,
    called::{key, sentence},
    round::MAX_PAIR,
};

/// Something in a section that can't be so.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SectionProblem {
    /// The place of the entry in the section, from 0.
    pub row: usize,
    /// The pairing number of the entry.
    pub pair: u16,
    /// The place of the round in the entry, from 0; nothing where the whole row is meant.
    pub round: Option<usize>,
    pub what: Contradiction,
}

/// What can't be so.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Contradiction {
    /// A pairing number that isn't from 1 to 9,999.
    NoPair,
    /// An entry before has the same pairing number.
    PairTwice,
    /// Nothing is entered in this round yet.
    NotEntered,
    /// A game against one's own pairing number.
    AgainstOneself,
    /// A game between two entries of one member.
    OneMember { opponent: u16 },
    /// No entry has the opponent's pairing number.
    NoSuchOpponent { opponent: u16 },
    /// The opponent's cell of the round is of somebody else, or of nobody.
    NotMet {
        opponent: u16,
        theirs: Option<Round>,
    },
    /// The opponent's cell of the round has a result that doesn't fit.
    Results { opponent: u16, theirs: Round },
    /// Both have the same colour.
    Sides { opponent: u16 },
}

impl Contradiction {
    /// Whether a section with it can't be rated. Colours aren't rated.
    #[must_use]
    pub const fn prevents_rating(&self) -> bool {
        !matches!(self, Self::Sides { .. })
    }
}

impl SectionProblem {
    /// "Anna Berger (3), round 2: Bo Vang (7) has W4, which doesn't fit"
    #[must_use]
    pub fn in_words(&self, players: &PlayersByName<'_>) -> String {
        let who = players.in_row(self.row, self.pair);
        let what = self.what.in_words(&|pair| players.of(pair));
        sentence(&who, self.round, &what)
    }

    /// What it is known by: "3/2 results 7 W4"
    #[must_use]
    pub fn key(&self) -> String {
        key(self.pair, self.round, &self.what.key())
    }
}

impl fmt::Display for SectionProblem {
    /// "Pair 3, round 2: 7 has W4, which doesn't fit"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = format!("Pair {}", self.pair);
        f.write_str(&sentence(&who, self.round, &self.what.to_string()))
    }
}

impl Contradiction {
    /// What can't be so, with players as they are `called`.
    fn in_words(&self, called: &dyn Fn(u16) -> String) -> String {
        match self {
            Self::NoPair => "a pairing number is from 1 to 9,999".to_owned(),
            Self::PairTwice => "another row has this pairing number".to_owned(),
            Self::NotEntered => "nothing is entered yet".to_owned(),
            Self::AgainstOneself => "a game against oneself".to_owned(),
            Self::OneMember { opponent } => {
                format!("{} is another entry of the same member", called(*opponent))
            }
            Self::NoSuchOpponent { opponent } => format!("there is no {opponent}"),
            Self::NotMet {
                opponent,
                theirs: Some(theirs),
            } if !theirs.is_blank() => format!("{} has {theirs} in this round", called(*opponent)),
            Self::NotMet { opponent, .. } => {
                format!("{} has nothing in this round", called(*opponent))
            }
            Self::Results { opponent, theirs } => {
                format!("{} has {theirs}, which doesn’t fit", called(*opponent))
            }
            Self::Sides { opponent } => format!("{} has the same color", called(*opponent)),
        }
    }

    fn key(&self) -> String {
        match self {
            Self::NoPair => "no-pair".to_owned(),
            Self::PairTwice => "pair-twice".to_owned(),
            Self::NotEntered => "not-entered".to_owned(),
            Self::AgainstOneself => "against-oneself".to_owned(),
            Self::OneMember { opponent } => format!("one-member {opponent}"),
            Self::NoSuchOpponent { opponent } => format!("no-such-opponent {opponent}"),
            Self::NotMet { opponent, theirs } => {
                let theirs = theirs.filter(|theirs| !theirs.is_blank());
                let theirs = theirs.map_or_else(|| "nothing".to_owned(), |it| it.to_string());
                format!("not-met {opponent} {theirs}")
            }
            Self::Results { opponent, theirs } => format!("results {opponent} {theirs}"),
            Self::Sides { opponent } => format!("sides {opponent}"),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&|pair| pair.to_string()))
    }
}

impl Section {
    /// Everything that can't be so, row by row and round by round: each side of a contradiction tells of it.
    pub fn problems(&self) -> Vec<SectionProblem> {
        let mut rows = BTreeMap::new();
        let mut problems = Vec::new();
        for (row, entry) in self.entries.iter().enumerate() {
            let is_first = *rows.entry(entry.pair).or_insert(row) == row;
            let what = match entry.pair {
                1..=MAX_PAIR if is_first => continue,
                1..=MAX_PAIR => Contradiction::PairTwice,
                _ => Contradiction::NoPair,
            };
            problems.push(SectionProblem {
                row,
                pair: entry.pair,
                round: None,
                what,
            });
        }
        let reciprocal = if self.has_two_games() {
            Code::reciprocal_of_two
        } else {
            Code::reciprocal
        };
        for (row, entry) in self.entries.iter().enumerate() {
            for (round, cell) in entry.rounds.iter().enumerate() {
                if let Some(what) = self.contradiction(&rows, row, round, *cell, reciprocal) {
                    problems.push(SectionProblem {
                        row,
                        pair: entry.pair,
                        round: Some(round),
                        what,
                    });
                }
            }
        }
        problems.sort();
        problems
    }

    /// What speaks against a cell, if anything.
    fn contradiction(
        &self,
        rows: &BTreeMap<u16, usize>,
        row: usize,
        round: usize,
        cell: Round,
        reciprocal: impl Fn(Code) -> Option<Code>,
    ) -> Option<Contradiction> {
        if cell.is_blank() {
            return Some(Contradiction::NotEntered);
        }
        let opponent = cell.opponent()?;
        let entry = self.entries.get(row)?;
        if opponent == entry.pair {
            return Some(Contradiction::AgainstOneself);
        }
        let Some(other) = rows.get(&opponent).and_then(|row| self.entries.get(*row)) else {
            return Some(Contradiction::NoSuchOpponent { opponent });
        };
        if entry.known_as().is_some() && entry.known_as() == other.known_as() {
            return Some(Contradiction::OneMember { opponent });
        }
        let theirs = other.rounds.get(round).copied();
        let Some(found) = theirs else {
            return Some(Contradiction::NotMet { opponent, theirs });
        };
        let is_played = cell.code().is_game() || cell.code().is_double();
        let fits = reciprocal(cell.code()).is_none_or(|code| code == found.code());
        match found.opponent() {
            Some(met) if met == entry.pair => {
                if !fits {
                    return Some(Contradiction::Results {
                        opponent,
                        theirs: found,
                    });
                }
                let is_same = cell.side().is_some() && cell.side() == found.side();
                is_same.then_some(Contradiction::Sides { opponent })
            }
            // A forfeit is often written down without an opponent by one of the two.
            None if fits && !is_played => None,
            _ => Some(Contradiction::NotMet { opponent, theirs }),
        }
    }
}
