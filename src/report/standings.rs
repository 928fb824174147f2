//! The standings of a week on paper.

use jiff::civil::Date;
use serde::Serialize;

use super::{Pages, Paper, Report, ReportError, Sheet, Template, typeset};
use crate::domain::{self, Standings, System};

/// How standings are printed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StandingsOptions {
    pub paper: Paper,
    /// The date that the sheet says it was printed on.
    pub printed: Date,
    /// Whether each list starts on a new page. That is the default, as the lists of groups hang in the rooms of the
    /// groups, and whoever pins them up should need no scissors. Otherwise the lists follow one another, to save paper
    /// or to hang in one place; a list that fits on a page still stays on one.
    pub page_per_group: bool,
}

impl StandingsOptions {
    /// A new page for each list.
    pub const fn new(paper: Paper, printed: Date) -> Self {
        Self {
            paper,
            printed,
            page_per_group: true,
        }
    }
}

/// Lays the standings out on paper. Without players it is a page that says so.
///
/// Takes tens of milliseconds for a camp and longer the first time: not for the thread that draws a window.
///
/// # Errors
/// [`ReportError::PermanentRating`] for standings by the permanent rating, which is never printed. Otherwise only a
/// mistake in the template.
pub fn standings(standings: &Standings, options: StandingsOptions) -> Result<Pages, ReportError> {
    let sheet = Sheet {
        camp: &standings.camp,
        paper: options.paper,
        printed: options.printed,
    };
    typeset(sheet, &WeeklyStandings::new(standings, options)?)
}

/// What the template reads. It has no place for a permanent rating, and [`WeeklyStandings::new`] is the only way to
/// make one.
#[derive(Debug, Serialize)]
struct WeeklyStandings<'a> {
    /// "Week 3: Gold camp"
    week: &'a str,
    new_page_per_list: bool,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    /// The group's name, or "Whole camp".
    title: &'a str,
    is_group: bool,
    /// Whether the group of each player is shown: not under the group's own name, nor where nobody has one.
    grouped: bool,
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
}

impl<'a> WeeklyStandings<'a> {
    fn new(standings: &'a Standings, options: StandingsOptions) -> Result<Self, ReportError> {
        match standings.system {
            System::Weekly => (),
            System::Permanent => return Err(ReportError::PermanentRating),
        }
        Ok(Self {
            week: &standings.week,
            new_page_per_list: options.page_per_group,
            lists: standings.sections.iter().map(List::new).collect(),
        })
    }
}

impl<'a> List<'a> {
    fn new(section: &'a domain::Section) -> Self {
        let rows = section.rows.iter().map(Row::new).collect::<Vec<_>>();
        Self {
            is_group: section.group.is_some(),
            title: section.group.as_deref().unwrap_or("Whole camp"),
            grouped: section.group.is_none() && rows.iter().any(|row| !row.group.is_empty()),
            rows,
        }
    }
}

impl<'a> Row<'a> {
    fn new(row: &'a domain::StandingsRow) -> Self {
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
        }
    }
}

impl Report for WeeklyStandings<'_> {
    const TEMPLATE: Template = Template {
        file: "standings.typ",
        text: include_str!("templates/standings.typ"),
    };

    fn title(&self) -> String {
        let what = match self.lists.as_slice() {
            [list] if list.is_group => format!("standings, {}", list.title),
            [_] => "standings".to_owned(),
            _ => "standings by group".to_owned(),
        };
        format!("{} – {what}", self.week)
    }
}

#[cfg(test)]
mod tests;
