//! What stands on the wall.

use std::collections::HashMap;

use crate::{
    app::settings::ProjectorSettings,
    domain::{
        CampData, Colour, Moved, PlayerId, PublicNames, Scope, Section, Standings, StandingsRow,
        System,
    },
};

/// The lists of a camp as everybody in the room may read them: of a player the public name and the weekly rating, and nothing
/// else.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Board {
    pub camp: String,
    /// "Week 3: Gold camp"
    pub week: String,
    /// As on the camp's papers; may be empty.
    pub footer: String,
    pub colour: Option<Colour>,
    /// Best group first; groups without players are left out.
    pub lists: Vec<BoardList>,
}

/// A list on the wall.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BoardList {
    /// The name of the group, or "Whole camp".
    pub title: String,
    /// Best first.
    pub lines: Vec<BoardLine>,
}

/// A line on the wall.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BoardLine {
    pub id: PlayerId,
    /// 1 is best; equal ratings share a rank (1, 2, 2, 4).
    pub rank: usize,
    pub name: String,
    /// The weekly rating.
    pub rating: i32,
    /// Since the start of the week.
    pub change: i32,
    /// Since the same list of the week before; `None` where there is no week before.
    pub moved: Option<Moved>,
}

impl Board {
    /// The board of the active players, with the ratings as they are saved.
    pub(super) fn new(camp: &CampData, settings: ProjectorSettings) -> Self {
        let scope = if settings.by_group && !camp.groups.is_empty() {
            Scope::ByGroup
        } else {
            Scope::Camp
        };
        let standings = Standings::new(camp, System::Weekly, scope, false);
        let names = PublicNames::new(camp.players.iter(), settings.names);
        let line = |row: &StandingsRow| BoardLine {
            id: row.id,
            rank: row.rank,
            name: names.of(row.id),
            rating: row.rating,
            change: row.change,
            moved: row.moved,
        };
        let list = |section: &Section| BoardList {
            title: section
                .group
                .clone()
                .unwrap_or_else(|| "Whole camp".to_owned()),
            lines: section.rows.iter().map(line).collect(),
        };
        let sections = standings.sections.iter();
        Self {
            camp: standings.camp,
            week: standings.week,
            footer: camp.settings.footer.clone(),
            colour: camp.settings.colour,
            lists: sections
                .filter(|section| !section.rows.is_empty())
                .map(list)
                .collect(),
        }
    }

    /// What each rating has moved by since `before`; players who were not on that board haven't moved.
    pub(super) fn moved_since(&self, before: &Self) -> HashMap<PlayerId, i32> {
        let ratings = before
            .lines()
            .map(|line| (line.id, line.rating))
            .collect::<HashMap<_, _>>();
        self.lines()
            .filter_map(|line| {
                let moved = line.rating - ratings.get(&line.id)?;
                (moved != 0).then_some((line.id, moved))
            })
            .collect()
    }

    fn lines(&self) -> impl Iterator<Item = &BoardLine> {
        self.lists.iter().flat_map(|list| &list.lines)
    }
}
