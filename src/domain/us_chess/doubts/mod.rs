//! What is odd in a section, though it can be rated: likely slips of typing and of pairing.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
};

use super::{
    Code, Entry, MAX_PAIR, PlayerOf, PlayersByName, Section, SectionKind,
    called::{key, pairs_in_key, sentence},
};
use crate::domain::{counted, name_key};

/// Files have room for this many rounds, with two figures each.
const MOST_ROUNDS: usize = 99;

/// In more rounds than this nobody has half-point byes without a reason.
const MOST_HALF_BYES: usize = 2;

/// How many others a sentence names.
const MOST_NAMED: usize = 8;

/// Something in a section that is odd.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SectionDoubt {
    /// The place of the entry in the section, from 0.
    pub row: usize,
    /// The pairing number of the entry.
    pub pair: u16,
    /// The place of the round in the entry, from 0; nothing where the whole row is meant.
    pub round: Option<usize>,
    pub what: Doubt,
}

/// What is odd.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Doubt {
    /// In a Swiss: an opponent of an earlier round again.
    MetAgain { opponent: u16, before: usize },
    /// Several rows have this player for their opponent in the round.
    NamedBySeveral { by: Vec<u16> },
    /// Other rows have more games with this player than the player has.
    MetMoreThanPlayed { named: usize, played: usize },
    /// A full-point bye, and another one of the player before.
    FullByeAgain { before: usize },
    /// A full-point bye, while others of as many points have one too: they could have played. Of very many, a few are named.
    ByesOfOneScore { others: Vec<u16> },
    /// A full-point bye, while the players of the round are even in number.
    ByeOfEven { players: usize },
    /// Half-point byes in more than two rounds.
    ManyHalfByes { byes: usize },
    /// Another number of rounds than most entries have.
    OtherLength { rounds: usize, usual: usize },
    /// No game at all.
    NoGames,
    /// An entry before has the same name, and isn't known to be of the same member.
    SameName { other: u16 },
    /// An entry before is of the same member: a re-entry, which is merged with it.
    MemberAgain { first: u16 },
    /// A match of other than two players.
    NoMatch { players: usize },
    /// More rounds than files have room for.
    ManyRounds { rounds: usize },
}

impl SectionDoubt {
    /// "Anna Berger (3), round 2: Bo Vang (7) was the opponent in round 1 too"
    #[must_use]
    pub fn in_words(&self, players: &PlayersByName<'_>) -> String {
        let who = players.in_row(self.row, self.pair);
        let what = self.what.in_words(&|pair| players.of(pair));
        sentence(&who, self.round, &what)
    }

    /// What it is known by: "3/2 met-again 7 1"
    #[must_use]
    pub fn key(&self) -> String {
        key(self.pair, self.round, &self.what.key())
    }
}

impl fmt::Display for SectionDoubt {
    /// "Pair 3, round 2: 7 was the opponent in round 1 too"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = format!("Pair {}", self.pair);
        f.write_str(&sentence(&who, self.round, &self.what.to_string()))
    }
}

impl Doubt {
    /// What is odd, with players as they are `called`.
    fn in_words(&self, called: &dyn Fn(u16) -> String) -> String {
        match self {
            Self::MetAgain { opponent, before } => {
                let opponent = called(*opponent);
                format!("{opponent} was the opponent in round {} too", before + 1)
            }
            Self::NamedBySeveral { by } => {
                let by = listed(by, called);
                format!("{by} all have this player in this round")
            }
            Self::MetMoreThanPlayed { named, played } => {
                let named = counted(*named, "game");
                format!("others have {named} with this player, who has {played}")
            }
            Self::FullByeAgain { before } => {
                format!("a second full-point bye, after round {}", before + 1)
            }
            Self::ByesOfOneScore { others } => {
                let others = listed(others, called);
                format!("{others} had a full-point bye too, with as many points")
            }
            Self::ByeOfEven { players } => {
                format!("a full-point bye, though there were {players} to be paired")
            }
            Self::ManyHalfByes { byes } => format!("{byes} half-point byes"),
            Self::OtherLength { rounds, usual } => {
                format!("{}, where most have {usual}", counted(*rounds, "round"))
            }
            Self::NoGames => "no game at all".to_owned(),
            Self::SameName { other } => {
                let other = called(*other);
                format!("{other} has the same name: check both members’ numbers")
            }
            Self::MemberAgain { first } => {
                let first = called(*first);
                format!("the same member as {first}: both are rated as one player")
            }
            Self::NoMatch { players: 1 } => "a match has two players, here is one".to_owned(),
            Self::NoMatch { players } => format!("a match has two players, here are {players}"),
            Self::ManyRounds { rounds } => {
                format!("{rounds} rounds, and files have room for {MOST_ROUNDS}")
            }
        }
    }

    fn key(&self) -> String {
        match self {
            Self::MetAgain { opponent, before } => format!("met-again {opponent} {}", before + 1),
            Self::NamedBySeveral { by } => format!("named-by-several {}", pairs_in_key(by)),
            Self::MetMoreThanPlayed { named, played } => {
                format!("met-more-than-played {named} {played}")
            }
            Self::FullByeAgain { before } => format!("full-bye-again {}", before + 1),
            Self::ByesOfOneScore { others } => {
                format!("byes-of-one-score {}", pairs_in_key(others))
            }
            Self::ByeOfEven { players } => format!("bye-of-even {players}"),
            Self::ManyHalfByes { byes } => format!("many-half-byes {byes}"),
            Self::OtherLength { rounds, usual } => format!("other-length {rounds} {usual}"),
            Self::NoGames => "no-games".to_owned(),
            Self::SameName { other } => format!("same-name {other}"),
            Self::MemberAgain { first } => format!("member-again {first}"),
            Self::NoMatch { players } => format!("no-match {players}"),
            Self::ManyRounds { rounds } => format!("many-rounds {rounds}"),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&|pair| pair.to_string()))
    }
}

/// "1 and 2", "1, 2 and 3", and of many the first ones: "1, 2 and 12 more".
fn listed(pairs: &[u16], called: &dyn Fn(u16) -> String) -> String {
    let named = pairs.iter().take(MOST_NAMED).map(|pair| called(*pair));
    let mut texts = named.collect::<Vec<_>>();
    if pairs.len() > MOST_NAMED {
        texts.push(format!("{} more", pairs.len() - MOST_NAMED));
    }
    match texts.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

impl Section {
    /// Everything that is odd, row by row and round by round. It takes as long as there are cells, but for the sorting of opponents.
    #[must_use]
    pub fn doubts(&self) -> Vec<SectionDoubt> {
        let mut finder = Finder {
            section: self,
            doubts: Vec::new(),
        };
        finder.opponents();
        finder.names();
        finder.lengths();
        if self.kind == SectionKind::Swiss {
            finder.met_again();
            finder.byes_of_players();
            finder.byes_of_rounds();
        }
        if self.kind == SectionKind::Match {
            finder.match_players();
        }
        finder.doubts.sort();
        finder.doubts
    }

    /// The cells of the entries, with the places of both.
    fn cells(&self) -> impl Iterator<Item = (usize, &Entry, usize, Code)> {
        let entries = self.entries.iter().enumerate();
        entries.flat_map(|(row, entry)| {
            let cells = entry.rounds.iter().enumerate();
            cells.map(move |(round, cell)| (row, entry, round, cell.code()))
        })
    }
}

/// Whether a cell stands for games that were played.
const fn is_played(code: Code) -> bool {
    code.is_game() || code.is_double()
}

struct Finder<'a> {
    section: &'a Section,
    doubts: Vec<SectionDoubt>,
}

impl Finder<'_> {
    fn tell(&mut self, row: usize, round: Option<usize>, what: Doubt) {
        let pair = self.section.entries.get(row).map(|entry| entry.pair);
        self.doubts.push(SectionDoubt {
            row,
            pair: pair.unwrap_or_default(),
            round,
            what,
        });
    }

    /// Players whom others have more often than can be. Pairing numbers that aren't there, or are there twice, are contradictions.
    fn opponents(&mut self) {
        let mut rows = vec![None; usize::from(MAX_PAIR) + 1];
        for (row, entry) in self.section.entries.iter().enumerate() {
            if let Some(place @ None) = rows.get_mut(usize::from(entry.pair)) {
                *place = Some(row);
            }
        }
        let mut cells = Vec::new();
        let mut named = vec![0; self.section.entries.len()];
        for entry in &self.section.entries {
            for (round, cell) in entry.rounds.iter().enumerate() {
                let opponent = cell.opponent().filter(|opponent| *opponent != entry.pair);
                let row = opponent.and_then(|pair| rows.get(usize::from(pair)).copied().flatten());
                let Some(row) = row else {
                    continue;
                };
                cells.push((row, round, entry.pair));
                if let Some(named) = named.get_mut(row).filter(|_| is_played(cell.code())) {
                    *named += 1;
                }
            }
        }
        cells.sort_unstable();
        for same in cells.chunk_by(|(row, round, _), next| (*row, *round) == (next.0, next.1)) {
            if let [(row, round, _), _, ..] = same {
                let by = same.iter().map(|(_, _, pair)| *pair).collect();
                self.tell(*row, Some(*round), Doubt::NamedBySeveral { by });
            }
        }
        let entries = self.section.entries.iter().zip(named).enumerate();
        for (row, (entry, named)) in entries {
            let played = entry.rounds.iter().filter(|cell| is_played(cell.code()));
            let played = played.count();
            let is_entered = !entry.rounds.iter().any(|cell| cell.is_blank());
            if played == 0 && is_entered {
                self.tell(row, None, Doubt::NoGames);
            }
            if named > played {
                self.tell(row, None, Doubt::MetMoreThanPlayed { named, played });
            }
        }
    }

    /// Entries that may be of one player.
    fn names(&mut self) {
        let mut members = HashMap::<PlayerOf, u16>::new();
        let mut names = HashMap::<String, (u16, Option<PlayerOf>)>::new();
        for (row, entry) in self.section.entries.iter().enumerate() {
            let known = entry.known_as();
            if let Some(known) = known {
                let first = *members.entry(known).or_insert(entry.pair);
                if first != entry.pair {
                    self.tell(row, None, Doubt::MemberAgain { first });
                    continue;
                }
            }
            let name = name_key(&entry.name);
            if name.is_empty() {
                continue;
            }
            let (other, of) = *names.entry(name).or_insert((entry.pair, known));
            if other != entry.pair && (of.is_none() || of != known) {
                self.tell(row, None, Doubt::SameName { other });
            }
        }
    }

    fn lengths(&mut self) {
        let lengths = self.section.entries.iter().map(|entry| entry.rounds.len());
        let mut counts = BTreeMap::<usize, usize>::new();
        for length in lengths.clone() {
            *counts.entry(length).or_default() += 1;
        }
        // Of lengths that are equally frequent, the longest.
        let usual = counts.iter().max_by_key(|(_, count)| **count);
        let usual = usual.map_or(0, |(length, _)| *length);
        for (row, rounds) in lengths.enumerate() {
            if rounds != usual {
                self.tell(row, None, Doubt::OtherLength { rounds, usual });
            }
            if rounds > MOST_ROUNDS {
                self.tell(row, Some(MOST_ROUNDS), Doubt::ManyRounds { rounds });
            }
        }
    }

    fn met_again(&mut self) {
        // By pairing number: the row that met it last, and in which round.
        let mut met = vec![(usize::MAX, 0); usize::from(MAX_PAIR) + 1];
        for (row, entry) in self.section.entries.iter().enumerate() {
            for (round, cell) in entry.rounds.iter().enumerate() {
                let Some(opponent) = cell.game() else {
                    continue;
                };
                let Some(last) = met.get_mut(usize::from(opponent)) else {
                    continue;
                };
                let (by, before) = std::mem::replace(last, (row, round));
                if by == row {
                    self.tell(row, Some(round), Doubt::MetAgain { opponent, before });
                }
            }
        }
    }

    fn byes_of_players(&mut self) {
        for (row, entry) in self.section.entries.iter().enumerate() {
            let rounds_of = |code| {
                let cells = entry.rounds.iter().enumerate();
                let cells = cells.filter(move |(_, cell)| cell.code() == code);
                cells.map(|(round, _)| round).collect::<Vec<_>>()
            };
            for pair in rounds_of(Code::FullBye).windows(2) {
                if let [before, round] = *pair {
                    self.tell(row, Some(round), Doubt::FullByeAgain { before });
                }
            }
            let half = rounds_of(Code::HalfBye);
            if let Some(round) = half.get(MOST_HALF_BYES) {
                let byes = half.len();
                self.tell(row, Some(*round), Doubt::ManyHalfByes { byes });
            }
        }
    }

    /// Full-point byes, which are for the odd player of a round. (Half-point byes are asked for.)
    /// Of rounds that aren't entered whole nobody knows how many players were paired.
    fn byes_of_rounds(&mut self) {
        let cells = self.section.cells();
        let open = cells.filter_map(|(_, _, round, code)| (code == Code::Blank).then_some(round));
        let open = open.collect::<BTreeSet<_>>();
        let mut paired = BTreeMap::<usize, usize>::new();
        let mut byes = BTreeMap::<(usize, u32), Vec<(usize, u16)>>::new();
        let mut halves = 0;
        for (row, entry, round, code) in self.section.cells() {
            if round == 0 {
                halves = 0;
            }
            if code == Code::FullBye {
                byes.entry((round, halves))
                    .or_default()
                    .push((row, entry.pair));
            }
            if !matches!(code, Code::HalfBye | Code::Unplayed) {
                *paired.entry(round).or_default() += 1;
            }
            halves += code.halves();
        }
        for ((round, _), group) in byes
            .into_iter()
            .filter(|((round, _), _)| !open.contains(round))
        {
            let players = paired.get(&round).copied().unwrap_or_default();
            let pairs = group.iter().map(|(_, pair)| *pair).collect::<BTreeSet<_>>();
            // Each bye names a few: naming all in each would be quadratic.
            let named = pairs.iter().copied().take(MOST_NAMED).collect::<Vec<_>>();
            for (row, pair) in &group {
                if players.is_multiple_of(2) {
                    self.tell(*row, Some(round), Doubt::ByeOfEven { players });
                }
                if pairs.len() > 1 {
                    let others = named.iter().copied().filter(|other| other != pair);
                    let others = others.collect();
                    self.tell(*row, Some(round), Doubt::ByesOfOneScore { others });
                }
            }
        }
    }

    fn match_players(&mut self) {
        let mut players = BTreeSet::new();
        let mut row_of_third = 0;
        for (row, entry) in self.section.entries.iter().enumerate() {
            let is_new = match entry.known_as() {
                Some(known) => players.insert((Some(known), 0)),
                None => players.insert((None, row)),
            };
            if is_new && players.len() == 3 {
                row_of_third = row;
            }
        }
        let players = players.len();
        if players != 2 && !self.section.entries.is_empty() {
            self.tell(row_of_third, None, Doubt::NoMatch { players });
        }
    }
}

#[cfg(test)]
mod tests;
