//! What is published of the weeks side by side.

use super::{
    chart::RankChart,
    names::Names,
    weeks::{file_of, ordinal},
};
use crate::domain::{Days, Moved, PlayerId, Season, SeasonWeek, show_rating};

/// The weeks side by side.
#[derive(Debug)]
pub(super) struct PublishedSeason {
    /// Those in which games were played, oldest first.
    pub(super) weeks: Vec<WeekName>,
    /// From the first day of the first week to the last of the last one.
    pub(super) days: Option<Days>,
    /// Whether anybody has a group.
    pub(super) shows_group: bool,
    /// By name.
    pub(super) lines: Vec<Line>,
    /// How those got there who lead now.
    pub(super) chart: RankChart,
}

/// A week, as the season heads its column.
#[derive(Debug)]
pub(super) struct WeekName {
    /// "Week 3"
    pub(super) name: String,
    /// "Gold camp"; may be empty.
    pub(super) label: String,
    /// What its files are called, without ending.
    pub(super) file: String,
}

/// A player's season.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) id: PlayerId,
    pub(super) name: String,
    /// The group of the last week that the player was there; may be empty.
    pub(super) group: String,
    /// A place for each of [`PublishedSeason::weeks`].
    pub(super) weeks: Vec<Option<Place>>,
}

/// Where a player stood at the end of a week.
#[derive(Debug)]
pub(super) struct Place {
    /// Among everybody.
    pub(super) rank: usize,
    /// Among everybody, since the week before.
    pub(super) moved: Option<Moved>,
    pub(super) rating: i32,
}

impl PublishedSeason {
    /// `days` are those of its weeks.
    pub(super) fn new(season: &Season, days: Option<Days>, names: &Names) -> Self {
        let mut lines = season.lines.iter().collect::<Vec<_>>();
        lines.sort_by_key(|line| names.place(line.id));
        let lines = lines.into_iter().map(|line| Line {
            id: line.id,
            name: names.shown(line.id),
            group: line.last_group().to_owned(),
            weeks: line
                .weeks
                .iter()
                .map(|week| week.as_ref().map(Place::new))
                .collect(),
        });
        let lines = lines.collect::<Vec<_>>();
        let weeks = season.weeks.iter().map(|week| WeekName {
            name: week.name(),
            label: week.label.clone(),
            file: file_of(week),
        });
        let weeks = weeks.collect::<Vec<_>>();
        Self {
            chart: RankChart::new(&weeks, &lines),
            shows_group: lines.iter().any(|line| !line.group.is_empty()),
            weeks,
            days,
            lines,
        }
    }
}

impl Place {
    fn new(week: &SeasonWeek) -> Self {
        Self {
            rank: week.rank,
            moved: week.moved,
            rating: week.rating,
        }
    }

    pub(super) fn shown_rating(&self) -> String {
        show_rating(self.rating)
    }

    /// "21st"
    pub(super) fn ordinal(&self) -> String {
        ordinal(self.rank)
    }
}
