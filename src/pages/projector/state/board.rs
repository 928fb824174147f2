//! What stands on the wall.

use std::collections::HashMap;

use crate::{
    app::settings::ProjectorSettings,
    domain::{
        CampData, Colour, LadderSetup, Moved, PlayerId, PublicNames, Scope, Section, Standings,
        StandingsRow, System, show_rating,
    },
    rating::{self, LadderRow, LadderStandings, Value},
};

/// The lists of a camp as everybody in the room may read them: of a player the public name and the weekly rating, or the figure of the
/// ladder that is shown, and nothing else.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Board {
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
pub(crate) struct BoardList {
    /// The name of the group, "Whole camp", or the name of the ladder.
    pub title: String,
    /// What the figure is called: "Rating". Nothing where the rank is all there is.
    pub figure: Option<&'static str>,
    /// Best first.
    pub lines: Vec<BoardLine>,
}

impl BoardList {
    /// Whether it is told what the figures have changed by.
    pub(crate) fn has_changes(&self) -> bool {
        self.lines.iter().any(|line| line.change.is_some())
    }
}

/// A line on the wall.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct BoardLine {
    pub id: PlayerId,
    /// 1 is best; equal ratings share a rank (1, 2, 2, 4).
    pub rank: i64,
    pub name: String,
    /// The weekly rating, or what the ladder goes by; empty where that is the rank.
    pub figure: String,
    /// Of the weekly rating since the start of the week.
    pub change: Option<i32>,
    /// Since the same list of the week before; `None` where there is no week before.
    pub moved: Option<Moved>,
    /// What is news when it is another one: the weekly rating, or how far above the last place of all; the greater the better.
    pub(super) standing: i32,
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
        let names = PublicNames::new(camp, camp.players.iter(), settings.names);
        let line = |row: &StandingsRow| BoardLine {
            id: row.id,
            rank: i64::try_from(row.rank).unwrap_or(i64::MAX),
            name: names.of(row.id),
            figure: show_rating(row.rating),
            change: Some(row.change),
            moved: row.moved,
            standing: row.rating,
        };
        let list = |section: &Section| BoardList {
            title: section
                .group
                .clone()
                .unwrap_or_else(|| "Whole camp".to_owned()),
            figure: Some("Rating"),
            lines: section.rows.iter().map(line).collect(),
        };
        Self::with(camp, standings.sections.iter().map(list))
    }

    /// The board of these lists; those without players are left out.
    fn with(camp: &CampData, lists: impl IntoIterator<Item = BoardList>) -> Self {
        let lists = lists.into_iter().filter(|list| !list.lines.is_empty());
        Self {
            camp: camp.name.clone(),
            week: camp.week.title(),
            footer: camp.settings.footer.clone(),
            colour: camp.settings.colour,
            lists: lists.collect(),
        }
    }

    /// The board of the active players on a ladder.
    pub(super) fn of_ladder(
        camp: &CampData,
        settings: ProjectorSettings,
        ladder: &LadderSetup,
        standings: Option<&LadderStandings>,
    ) -> Self {
        let figure = rating::kind(ladder.system).figure;
        let names = PublicNames::new(camp, camp.players.iter(), settings.names);
        let columns = standings.map_or(&[][..], |standings| &standings.columns);
        let at = columns
            .iter()
            .position(|column| column.title == figure && column.listed && !column.personal);
        let line = |row: &LadderRow| BoardLine {
            id: row.player,
            rank: row.rank,
            name: names.of(row.player),
            figure: at
                .and_then(|at| row.values.get(at))
                .map_or_else(String::new, Value::shown),
            change: None,
            moved: None,
            standing: i32::try_from(-row.rank).unwrap_or(i32::MIN),
        };
        let rows = standings.map_or(&[][..], |standings| &standings.rows);
        let lines = rows.iter().map(line).collect::<Vec<_>>();
        let list = BoardList {
            title: ladder.name.clone(),
            figure: at.map(|_| figure),
            lines,
        };
        Self::with(camp, [list])
    }

    /// What each rating has moved by since `before`, or each player in places; players who were not on that board haven't moved.
    pub(super) fn moved_since(&self, before: &Self) -> HashMap<PlayerId, i32> {
        let before = before
            .lines()
            .map(|line| (line.id, line.standing))
            .collect::<HashMap<_, _>>();
        self.lines()
            .filter_map(|line| {
                let moved = line.standing - before.get(&line.id)?;
                (moved != 0).then_some((line.id, moved))
            })
            .collect()
    }

    fn lines(&self) -> impl Iterator<Item = &BoardLine> {
        self.lists.iter().flat_map(|list| &list.lines)
    }
}
