//! The crosstable of a section as it is shown to people, on paper and on the web: its words, its rows and their cells.

mod words;

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

pub(crate) use self::words::key_of_games;
use super::{Code, Entry, Event, Round, Section, SectionRating, Side, System};

/// From this number of games on a rating isn't provisional any more, and its number isn't shown.
const ESTABLISHED: u32 = 26;

/// A section with all that its crosstable shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SectionTable {
    /// The section's event. Its own sections aren't looked at.
    pub event: Event,
    /// With the ratings before and after: see [`Section::with_ratings`].
    pub section: Section,
    /// What it was rated with, for what the ratings don't say of themselves: whether they are estimates, or out of date.
    pub ratings: Vec<SectionRating>,
}

/// The order of the rows of a crosstable.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum RowOrder {
    /// By score, then by the rating after the section.
    #[default]
    Score,
    AsEntered,
}

/// What of a crosstable is shown, and in which order. Birth dates never are.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct CrosstableView {
    pub(crate) order: RowOrder,
    /// Whether it says who had White.
    pub(crate) colors: bool,
    /// Whether members' numbers are shown, those of directors too.
    pub(crate) ids: bool,
}

impl SectionTable {
    /// "Late Summer Open, section 5 Reserve, crosstable": what the document is called.
    #[must_use]
    pub fn title(&self) -> String {
        let section = format!("section {} {}", self.section.number, self.section.name);
        format!("{}, {}, crosstable", self.event_title(), section.trim_end())
    }

    /// The event's name, or what else it is known by.
    fn event_title(&self) -> String {
        match (self.event.name.trim(), &self.event.id) {
            ("", Some(id)) => format!("Event {id}"),
            ("", None) => "Event".to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    /// The places of the entries, from 0, in the order of the rows.
    #[must_use]
    pub fn rows(&self, order: RowOrder) -> Vec<usize> {
        match order {
            RowOrder::Score => self.section.standing(System::Regular),
            RowOrder::AsEntered => (0..self.section.entries.len()).collect(),
        }
    }

    /// Whether there are ratings after the section: computed ones, or those of a file.
    fn is_rated(&self) -> bool {
        let mut entries = self.section.entries.iter();
        let is_posted = |entry: &Entry| {
            let mut systems = self.section.systems.iter();
            systems.any(|system| entry.record(*system).post.is_some())
        };
        !self.ratings.is_empty() || entries.any(is_posted)
    }

    fn is_stale(&self) -> bool {
        self.ratings.iter().any(|rating| rating.is_stale)
    }

    fn is_estimate(&self, system: System, row: usize) -> bool {
        let mut ratings = self.ratings.iter();
        let rating = ratings.find(|rating| rating.system == system);
        let posted = rating.and_then(|rating| rating.rows.get(row));
        posted.is_some_and(|posted| posted.is_estimate)
    }
}

/// What people read. It has no place for a birth date, nor for a rating before floors.
#[derive(Debug, Serialize)]
pub(crate) struct Crosstable<'a> {
    pub(crate) event: String,
    /// "Section 5: Reserve"
    pub(crate) section: String,
    /// "August 29–30, 2026 · Saint Paul, MN"; may be empty.
    pub(crate) when_and_where: String,
    /// "Swiss system", "G/25;d5": what else is known of it.
    pub(crate) facts: Vec<String>,
    /// A sentence on what must be known of the ratings.
    pub(crate) note: Option<&'static str>,
    /// The most rounds that somebody has.
    pub(crate) rounds: usize,
    /// "Regular", "Quick": what heads the columns of ratings.
    pub(crate) systems: Vec<&'static str>,
    /// Whether there are ratings after the section.
    pub(crate) is_rated: bool,
    pub(crate) has_states: bool,
    pub(crate) has_ids: bool,
    pub(crate) rows: Vec<CrosstableRow<'a>>,
    /// The signs in the table with their meaning, in the order in which they are told.
    pub(crate) key: Vec<(&'static str, &'static str)>,
}

#[derive(Debug, Serialize)]
pub(crate) struct CrosstableRow<'a> {
    /// Who has the same score has the same place.
    pub(crate) place: usize,
    pub(crate) pair: u16,
    pub(crate) name: &'a str,
    pub(crate) state: &'a str,
    /// Nothing unless it is asked for, and while a membership is pending.
    pub(crate) id: Option<String>,
    pub(crate) rounds: Vec<CrosstableCell>,
    /// "4.5"
    pub(crate) score: String,
    /// One for each of the systems.
    pub(crate) ratings: Vec<CrosstableRatings>,
}

/// What a player had in a round.
#[derive(Debug, Serialize)]
pub(crate) struct CrosstableCell {
    pub(crate) code: char,
    pub(crate) opponent: Option<u16>,
    /// 'w' or 'b', if it is asked for.
    pub(crate) side: Option<char>,
}

#[derive(Debug, Serialize)]
pub(crate) struct CrosstableRatings {
    pub(crate) before: CrosstableRating,
    /// Nothing where the section isn't rated. Whoever stays unrated has no rating in it.
    pub(crate) after: Option<CrosstableRating>,
}

#[derive(Debug, Serialize)]
pub(crate) struct CrosstableRating {
    /// "1641"; nothing for the unrated.
    pub(crate) figures: Option<String>,
    /// Of a provisional rating.
    pub(crate) games: Option<u32>,
    pub(crate) is_estimate: bool,
}

impl<'a> Crosstable<'a> {
    #[must_use]
    pub(crate) fn new(table: &'a SectionTable, view: CrosstableView) -> Self {
        let SectionTable { event, section, .. } = table;
        let systems = [System::Regular, System::Quick];
        let systems = systems.into_iter().filter(|one| section.is_rated_in(*one));
        let systems = systems.collect::<Vec<_>>();
        let halves = section.halves();
        let places = places(&halves);
        let rows = table.rows(view.order).into_iter().filter_map(|row| {
            let entry = section.entries.get(row)?;
            let halves = halves.get(row).copied().unwrap_or_default();
            let place = places.get(&halves).copied().unwrap_or_default();
            let ratings = systems.iter();
            let ratings = ratings.map(|system| CrosstableRatings::new(table, row, entry, *system));
            Some(CrosstableRow::new(entry, place, halves, view).rated(ratings.collect()))
        });
        let rows = rows.collect::<Vec<_>>();
        Self {
            event: table.event_title(),
            section: words::section(section),
            when_and_where: words::when_and_where(event, section),
            facts: words::facts(event, section, view.ids),
            note: words::note(table),
            rounds: section.rounds(),
            systems: systems.iter().map(|system| system.title()).collect(),
            is_rated: table.is_rated(),
            has_states: rows.iter().any(|row| !row.state.is_empty()),
            has_ids: view.ids,
            key: words::key(&rows),
            rows,
        }
    }
}

/// The place of each score: one more than there are players with a higher one.
fn places(halves: &[u32]) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::<u32, usize>::new();
    for halves in halves {
        *counts.entry(*halves).or_default() += 1;
    }
    let mut next = 1;
    for count in counts.values_mut().rev() {
        let place = next;
        next += *count;
        *count = place;
    }
    counts
}

impl<'a> CrosstableRow<'a> {
    fn new(entry: &'a Entry, place: usize, halves: u32, view: CrosstableView) -> Self {
        let cell = |round: &Round| CrosstableCell::new(*round, view.colors);
        Self {
            place,
            pair: entry.pair,
            name: &entry.name,
            state: entry.state.as_deref().unwrap_or_default(),
            id: entry.id.filter(|_| view.ids).map(|id| id.to_string()),
            rounds: entry.rounds.iter().map(cell).collect(),
            score: format!("{:.1}", f64::from(halves) / 2.0),
            ratings: Vec::new(),
        }
    }

    fn rated(self, ratings: Vec<CrosstableRatings>) -> Self {
        Self { ratings, ..self }
    }
}

impl CrosstableCell {
    fn new(round: Round, colors: bool) -> Self {
        Self {
            code: round.code().letter(),
            opponent: round.opponent(),
            side: round.side().filter(|_| colors).map(Side::letter),
        }
    }

    /// Whether nothing is entered yet.
    #[must_use]
    pub(crate) const fn is_blank(&self) -> bool {
        self.code == Code::Blank.letter()
    }
}

impl fmt::Display for CrosstableCell {
    /// "W12", "D6w", "X"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if let Some(opponent) = self.opponent {
            write!(f, "{opponent}")?;
        }
        self.side.iter().try_for_each(|side| write!(f, "{side}"))
    }
}

impl CrosstableRatings {
    fn new(table: &SectionTable, row: usize, entry: &Entry, system: System) -> Self {
        let record = entry.record(system);
        let after = || CrosstableRating {
            is_estimate: table.is_estimate(system, row),
            ..CrosstableRating::new(record.post, record.post_games)
        };
        Self {
            before: CrosstableRating::new(record.rating, record.games),
            after: table.is_rated().then(after),
        }
    }
}

impl CrosstableRating {
    fn new(rating: Option<f64>, games: Option<u32>) -> Self {
        let rating = rating.filter(|rating| rating.is_finite());
        let games = games.filter(|games| (1..ESTABLISHED).contains(games));
        Self {
            figures: rating.map(|rating| format!("{:.0}", rating.max(0.0))),
            games: games.filter(|_| rating.is_some()),
            is_estimate: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_the_same_score_has_the_same_place() {
        let scores = [4, 6, 4, 0, 4];
        let places = places(&scores);
        assert_eq!(scores.map(|halves| places[&halves]), [2, 1, 2, 5, 2]);
    }
}
