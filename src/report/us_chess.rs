//! The crosstable of a section of a US Chess event on paper.
//!
//! It is no [`Print`](super::Print): those are made of a week of a camp, and a section isn't in one. So it brings what it is made of, and
//! has choices of its own; paper, letterhead, templates and pages are those of all prints.

mod words;

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    LaidOut, OwnTemplates, Paper, ReportError,
    catalogue::{Filled, Template},
    typeset,
};
use crate::domain::{
    CampData,
    us_chess::{Entry, Event, Round, Section, SectionRating, Side, System},
};

pub(super) const TEMPLATE: Template = Template {
    file: "us_chess_crosstable.typ",
    text: include_str!("templates/us_chess_crosstable.typ"),
};

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

/// How a crosstable is printed. Birth dates never are.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct SectionChoices {
    pub paper: Paper,
    pub order: RowOrder,
    /// Whether it says who had White.
    pub colors: bool,
    /// Whether members' numbers are shown, those of directors too. Asked for each time anew.
    pub ids: bool,
}

impl SectionTable {
    /// The file name of the template: what a director's own one is called.
    pub const TEMPLATE: &str = TEMPLATE.file;

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
    fn rows(&self, order: RowOrder) -> Vec<usize> {
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

/// Lays the crosstable of a section out on paper, with the letterhead of the camp that keeps it. `printed` is the date that its sheets say.
///
/// Takes as long as any print: not for the thread that draws a window.
///
/// # Errors
/// The typesetter's own.
pub fn lay_out_section(
    table: &SectionTable,
    choices: SectionChoices,
    camp: &CampData,
    printed: Date,
    own: &OwnTemplates,
) -> Result<LaidOut, ReportError> {
    let filled = Filled::new(table.title(), &Crosstable::new(table, choices))?;
    typeset(TEMPLATE, filled, camp, choices.paper, printed, own)
}

/// What the template reads. It has no place for a birth date.
#[derive(Debug, Serialize)]
struct Crosstable<'a> {
    event: String,
    /// "Section 5: Reserve"
    section: String,
    /// "August 29–30, 2026 · Saint Paul, MN"; may be empty.
    when_and_where: String,
    /// "Swiss system", "G/25;d5": what else is known of it.
    facts: Vec<String>,
    /// A sentence on what must be known of the ratings.
    note: Option<&'static str>,
    /// The most rounds that somebody has.
    rounds: usize,
    /// "Regular", "Quick": what heads the columns of ratings.
    systems: Vec<&'static str>,
    /// Whether there are ratings after the section.
    is_rated: bool,
    has_states: bool,
    has_ids: bool,
    rows: Vec<Row<'a>>,
    /// The signs in the table with their meaning, in the order in which they are told.
    key: Vec<(&'static str, &'static str)>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    /// Who has the same score has the same place.
    place: usize,
    pair: u16,
    name: &'a str,
    state: &'a str,
    /// Nothing unless it is asked for, and while a membership is pending.
    id: Option<String>,
    rounds: Vec<Cell>,
    /// "4.5"
    score: String,
    /// One for each of the systems.
    ratings: Vec<Ratings>,
}

/// What a player had in a round.
#[derive(Debug, Serialize)]
struct Cell {
    code: char,
    opponent: Option<u16>,
    /// 'w' or 'b', if it is asked for.
    side: Option<char>,
}

#[derive(Debug, Serialize)]
struct Ratings {
    before: Rating,
    /// Nothing where the section isn't rated. Whoever stays unrated has no rating in it.
    after: Option<Rating>,
}

#[derive(Debug, Serialize)]
struct Rating {
    /// "1641"; nothing for the unrated.
    figures: Option<String>,
    /// Of a provisional rating.
    games: Option<u32>,
    is_estimate: bool,
}

impl<'a> Crosstable<'a> {
    fn new(table: &'a SectionTable, choices: SectionChoices) -> Self {
        let SectionTable { event, section, .. } = table;
        let systems = [System::Regular, System::Quick];
        let systems = systems.into_iter().filter(|one| section.is_rated_in(*one));
        let systems = systems.collect::<Vec<_>>();
        let halves = section.halves();
        let places = places(&halves);
        let rows = table.rows(choices.order).into_iter().filter_map(|row| {
            let entry = section.entries.get(row)?;
            let halves = halves.get(row).copied().unwrap_or_default();
            let place = places.get(&halves).copied().unwrap_or_default();
            let ratings = systems.iter();
            let ratings = ratings.map(|system| Ratings::new(table, row, entry, *system));
            Some(Row::new(entry, place, halves, choices).rated(ratings.collect()))
        });
        let rows = rows.collect::<Vec<_>>();
        Self {
            event: table.event_title(),
            section: words::section(section),
            when_and_where: words::when_and_where(event, section),
            facts: words::facts(event, section, choices.ids),
            note: words::note(table),
            rounds: section.rounds(),
            systems: systems.iter().map(|system| system.title()).collect(),
            is_rated: table.is_rated(),
            has_states: rows.iter().any(|row| !row.state.is_empty()),
            has_ids: choices.ids,
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

impl<'a> Row<'a> {
    fn new(entry: &'a Entry, place: usize, halves: u32, choices: SectionChoices) -> Self {
        let cell = |round: &Round| Cell::new(*round, choices.colors);
        Self {
            place,
            pair: entry.pair,
            name: &entry.name,
            state: entry.state.as_deref().unwrap_or_default(),
            id: entry.id.filter(|_| choices.ids).map(|id| id.to_string()),
            rounds: entry.rounds.iter().map(cell).collect(),
            score: format!("{:.1}", f64::from(halves) / 2.0),
            ratings: Vec::new(),
        }
    }

    fn rated(self, ratings: Vec<Ratings>) -> Self {
        Self { ratings, ..self }
    }
}

impl Cell {
    fn new(round: Round, colors: bool) -> Self {
        Self {
            code: round.code().letter(),
            opponent: round.opponent(),
            side: round.side().filter(|_| colors).map(Side::letter),
        }
    }
}

impl Ratings {
    fn new(table: &SectionTable, row: usize, entry: &Entry, system: System) -> Self {
        let record = entry.record(system);
        let after = || Rating {
            is_estimate: table.is_estimate(system, row),
            ..Rating::new(record.post, record.post_games)
        };
        Self {
            before: Rating::new(record.rating, record.games),
            after: table.is_rated().then(after),
        }
    }
}

impl Rating {
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
mod tests;
