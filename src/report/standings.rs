//! The standings of a week on paper.

use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, Template},
};
use crate::domain::{CampData, Moved, Section, Standings, StandingsRow, System};

pub(super) const KIND: Kind = Kind {
    word: "standings",
    title: "Weekly standings",
    about: "Who stands where, with rating, change and score: to hang on a wall or to hand out.",
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Top,
        Choice::Arrows,
        Choice::Ratings,
        Choice::Inactive,
        Choice::NewPages,
    ],
    usual: PrintChoices::default,
    template: Template {
        file: "standings.typ",
        text: include_str!("templates/standings.typ"),
    },
    is_letterhead: true,
    fill,
};

/// Without players it is a page that says so.
fn fill(camp: &CampData, choices: &PrintChoices) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let standings = Standings::new(camp, System::Weekly, scope, choices.inactive);
    let since = since(camp, choices);
    WeeklyStandings::new(&standings, choices, since).filled(&standings.week)
}

/// "Week 2": the week that places are compared with, if they are to be and there is one.
pub(super) fn since(camp: &CampData, choices: &PrintChoices) -> Option<String> {
    let before = camp.before.as_ref().filter(|_| choices.arrows)?;
    Some(before.week.name())
}

/// What the template reads. It has no place for a permanent rating.
#[derive(Debug, Serialize)]
struct WeeklyStandings<'a> {
    new_page_per_list: bool,
    /// Whether there are columns of the weekly rating and its change.
    ratings: bool,
    /// "Week 2": the week that places are compared with. `None` if they are not.
    since: Option<String>,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    /// The group's name, or "Whole camp".
    title: &'a str,
    is_group: bool,
    /// Whether the group of each player is shown: not under the group's own name, nor where nobody has one.
    grouped: bool,
    /// How many players there are, listed or not.
    players: usize,
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    rank: usize,
    /// "de la Cruz, Ola", with the number where two children have these names.
    name: String,
    /// Empty for a player without a group.
    group: &'a str,
    /// The weekly rating.
    rating: i32,
    /// Since the start of the week.
    change: i32,
    won: usize,
    drawn: usize,
    lost: usize,
    games: usize,
    active: bool,
    /// Since that week.
    moved: Option<Moved>,
}

impl<'a> WeeklyStandings<'a> {
    fn new(standings: &'a Standings, choices: &PrintChoices, since: Option<String>) -> Self {
        let sections = standings.sections.iter();
        Self {
            new_page_per_list: choices.new_pages,
            ratings: choices.ratings,
            since,
            lists: sections
                .map(|section| List::new(section, choices))
                .collect(),
        }
    }

    fn filled(&self, week: &str) -> Result<Filled, ReportError> {
        let what = match self.lists.as_slice() {
            [list] if list.is_group => format!("standings, {}", list.title),
            [_] => "standings".to_owned(),
            _ => "standings by group".to_owned(),
        };
        Filled::new(format!("{week} – {what}"), self)
    }
}

impl<'a> List<'a> {
    fn new(section: &'a Section, choices: &PrintChoices) -> Self {
        let rows = section
            .rows
            .iter()
            .filter(|row| choices.is_among_first(row.rank))
            .map(Row::new)
            .collect::<Vec<_>>();
        Self {
            is_group: section.group.is_some(),
            title: section.group.as_deref().unwrap_or("Whole camp"),
            grouped: section.group.is_none() && rows.iter().any(|row| !row.group.is_empty()),
            players: section.rows.len(),
            rows,
        }
    }
}

impl<'a> Row<'a> {
    fn new(row: &'a StandingsRow) -> Self {
        Self {
            rank: row.rank,
            name: row.listed_name(),
            group: &row.group,
            rating: row.rating,
            change: row.change,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            games: row.games,
            active: row.active,
            moved: row.moved,
        }
    }
}

#[cfg(test)]
mod tests;
