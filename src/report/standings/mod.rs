//! The standings of a week on paper.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
};
use crate::domain::{CampData, Moved, PlayerId, Section, Standings, StandingsRow, System};

pub(super) const KIND: Kind = Kind {
    word: "standings",
    title: "Weekly standings",
    about: "Who stands where, with rating, change and score: to hang on a wall or to hand out.",
    group: PrintGroup::Results,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Top,
        Choice::Arrows,
        Choice::Ratings,
        Choice::Inactive,
        Choice::NewPages,
        Choice::Columns,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "standings.typ",
        text: include_str!("../templates/standings.typ"),
    },
    is_letterhead: true,
    fill,
};

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let standings = Standings::new(camp, System::Weekly, scope, choices.inactive);
    if standings.rows().next().is_none() {
        return Err(ReportError::no_players(choices));
    }
    let columns = Columns::chosen(camp, choices)?;
    let mut lists = WeeklyStandings::new(camp, &standings, choices);
    lists.add(&columns, camp);
    Filled::new(choices.scope.titled("standings", camp), &lists)
}

/// "Week 2": the week that places are compared with, if they are to be and there is one.
pub(super) fn since(camp: &CampData, choices: &PrintChoices) -> Option<String> {
    let before = camp.compared_week().filter(|_| choices.arrows)?;
    Some(before.week.name())
}

/// The group's name, or what a list of everybody is called.
pub(super) fn list_title<'a>(section: &'a Section, camp: &CampData) -> &'a str {
    section.group.as_deref().unwrap_or(camp.everybody())
}

/// What the template reads. It has no place for a permanent rating.
#[derive(Debug, Serialize)]
struct WeeklyStandings<'a> {
    new_page_per_list: bool,
    /// Whether there are columns of the weekly rating and its change.
    ratings: bool,
    /// "Week 2": the week that places are compared with. `None` if they are not.
    since: Option<String>,
    /// What heads the custom columns that are asked for.
    columns: Vec<&'a str>,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    /// The group's name, or "Whole camp".
    title: &'a str,
    /// Whether the group of each player is shown: not under the group's own name, nor where nobody has one.
    grouped: bool,
    /// How many players there are, listed or not.
    players: usize,
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    #[serde(skip)]
    id: PlayerId,
    rank: usize,
    /// "=7" where several share it.
    place: String,
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
    /// In each of the custom columns that are asked for.
    further: Vec<String>,
}

impl<'a> WeeklyStandings<'a> {
    /// Shows custom columns too.
    fn add(&mut self, columns: &Columns<'a>, camp: &CampData) {
        self.columns = columns.titles();
        let rows = self.lists.iter_mut().flat_map(|list| &mut list.rows);
        for row in rows {
            let player = camp.player(row.id);
            row.further = player.map(|player| columns.of(player)).unwrap_or_default();
        }
    }

    fn new(camp: &CampData, standings: &'a Standings, choices: &PrintChoices) -> Self {
        let sections = standings.sections.iter();
        Self {
            new_page_per_list: choices.new_pages,
            ratings: choices.ratings,
            since: since(camp, choices),
            columns: Vec::new(),
            lists: sections
                .map(|section| List::new(camp, section, choices))
                .collect(),
        }
    }
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, choices: &PrintChoices) -> Self {
        let rows = first_of(section, choices).map(Row::new);
        let rows = rows.collect::<Vec<_>>();
        Self {
            title: list_title(section, camp),
            grouped: section.group.is_none() && rows.iter().any(|row| !row.group.is_empty()),
            players: section.rows.len(),
            rows,
        }
    }
}

/// Who is listed where only the first may be.
pub(super) fn first_of<'a>(
    section: &'a Section,
    choices: &PrintChoices,
) -> impl Iterator<Item = &'a StandingsRow> {
    let last = choices.last_rank(section.rows.iter().map(|row| row.rank));
    let rows = section.rows.iter();
    rows.take_while(move |row| last.is_none_or(|last| row.rank <= last))
}

impl<'a> Row<'a> {
    fn new(row: &'a StandingsRow) -> Self {
        Self {
            id: row.id,
            rank: row.rank,
            place: row.shown_rank(),
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
            further: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
