//! What is published of the further ladders that the club keeps: names as the director chose them, and nothing personal.

use std::ops::ControlFlow;

use jiff::civil::Date;

use super::names::Names;
use crate::{
    domain::{CampData, Days, LadderId, LadderSetup, PlayerId, counted},
    rating::{self, Column, LadderRow, LadderStandings, RankLine, Settings, Value},
};

/// What a ladder's files are called, without ending and with its number after it: a ladder that gets another name keeps its
/// address.
pub(super) const LADDER: &str = "ladder-";

/// What the files of a ladder are called, without ending.
pub(super) fn file_of(ladder: LadderId) -> String {
    format!("{LADDER}{ladder}")
}

/// The standings of a ladder.
#[derive(Debug)]
pub(super) struct PublishedLadder {
    /// What its files are called, without ending: "ladder-2".
    pub(super) file: String,
    /// "Thursday ladder"
    pub(super) name: String,
    /// "Club ladder"
    pub(super) kind: &'static str,
    /// What the figure that decides is called, which is a column's title or "Rank".
    figure: &'static str,
    /// "Games from September 1, 2026 on, group Knights"
    pub(super) filters: Option<String>,
    /// The days of the games that it takes; `None` where none has a day.
    pub(super) days: Option<Days>,
    /// The rule in sentences.
    pub(super) rule: Vec<String>,
    /// "54.5%": of the ratings, of the first pass and of the second.
    pub(super) accuracy: Option<[String; 3]>,
    /// What must be said of the standings, in sentences.
    pub(super) notes: Vec<String>,
    /// Whether anybody has a group.
    pub(super) shows_group: bool,
    /// Beside rank, name and group.
    pub(super) columns: Vec<Column>,
    /// Best first.
    pub(super) lines: Vec<LadderLine>,
    in_two_parts: bool,
}

#[derive(Debug)]
pub(super) struct LadderLine {
    pub(super) rank: i64,
    /// "7", or "=7" where several share it.
    pub(super) shown_rank: String,
    /// Who it is, and the name; `None` for a rank that nobody holds.
    pub(super) player: Option<(PlayerId, String)>,
    /// Empty for a player without a group.
    pub(super) group: String,
    /// A value for each of [`PublishedLadder::columns`]; none for a rank that nobody holds.
    pub(super) values: Vec<Value>,
}

/// A table of the page.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Part {
    /// "Rankings"
    pub(super) title: &'static str,
    pub(super) columns: Vec<PartColumn>,
}

/// A column of a table.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct PartColumn {
    /// Among [`PublishedLadder::columns`].
    pub(super) place: usize,
    /// "Rating"
    pub(super) title: &'static str,
    /// Whether it has the figure that decides who stands where.
    pub(super) decides: bool,
}

/// What stands in place of standings that can't be computed.
const NOT_COMPUTED: &str = "There are no standings of this ladder at the moment";

/// The ladders of a camp, by name; with `only` this one alone.
pub(super) fn ladders(
    camp: &CampData,
    only: Option<LadderId>,
    names: &Names,
    published: Date,
) -> Vec<PublishedLadder> {
    let is_wanted = |ladder: &&LadderSetup| only.is_none_or(|only| ladder.id == only);
    let ladders = camp.ladders.iter().filter(is_wanted);
    ladders
        .map(|ladder| PublishedLadder::new(camp, ladder, names, published))
        .collect()
}

impl PublishedLadder {
    /// A ladder that can't be computed is a page that says so; why is for the director, among the problems of the camp.
    fn new(camp: &CampData, ladder: &LadderSetup, names: &Names, published: Date) -> Self {
        let kind = rating::kind(ladder.system);
        let settings = Settings::of(ladder).ok();
        let filters = settings.as_ref().and_then(Settings::filters_in_words);
        let rule = settings.as_ref().map_or_else(Vec::new, Settings::rule);
        let standings = settings.and_then(|settings| computed(camp, &settings, published));
        let mut standings = standings.unwrap_or_else(|| {
            let mut none = LadderStandings::default();
            none.notes.push(NOT_COMPUTED.to_owned());
            none
        });
        let is_listed = standings.columns.iter().map(|column| column.listed);
        let is_listed = is_listed.collect::<Vec<_>>();
        let lines = lines(&standings, &is_listed, names);
        standings.columns.retain(|column| column.listed);
        let accuracy = standings.accuracy;
        Self {
            file: file_of(ladder.id),
            name: ladder.name.clone(),
            kind: kind.title,
            figure: kind.figure,
            filters,
            days: standings.days,
            rule,
            accuracy: accuracy.map(|all| all.map(|percent| Value::Percent(percent).shown())),
            notes: standings.notes,
            shows_group: lines.iter().any(|line| !line.group.is_empty()),
            columns: standings.columns,
            lines,
            in_two_parts: standings.in_two_parts,
        }
    }

    /// "Club ladder · Games from September 1, 2026 on · September 3–November 19, 2026"
    pub(super) fn facts(&self) -> String {
        let days = self.days.map(|days| days.to_string());
        let parts = [Some(self.kind.to_owned()), self.filters.clone(), days];
        let parts = parts.into_iter().flatten();
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// "12 players"
    pub(super) fn size(&self) -> String {
        let players = self.lines.iter().filter(|line| line.player.is_some());
        counted(players.count(), "player")
    }

    /// The tables that it is shown in: one, or rankings and statistics apart.
    pub(super) fn parts(&self) -> Vec<Part> {
        let columns = |is_it: &dyn Fn(&Column) -> bool| {
            let columns = self.columns.iter().enumerate();
            let columns = columns.filter(|(_, column)| is_it(column));
            let columns = columns.map(|(place, column)| PartColumn {
                place,
                title: column.title,
                decides: column.title == self.figure,
            });
            columns.collect()
        };
        if self.in_two_parts {
            vec![
                Part {
                    title: "Rankings",
                    columns: columns(&|column| !column.statistics),
                },
                Part {
                    title: "Statistics",
                    columns: columns(&|column| column.statistics),
                },
            ]
        } else {
            vec![Part {
                title: "Standings",
                columns: columns(&|_| true),
            }]
        }
    }
}

/// The standings without inactive players and without anything personal; `None` where they can't be computed. Nobody stops it.
fn computed(camp: &CampData, settings: &Settings, published: Date) -> Option<LadderStandings> {
    let on_progress = &mut |_, _| ControlFlow::Continue(());
    let standings = rating::standings(camp, settings, published, on_progress);
    Some(standings.ok()?.of_active().without_personal())
}

/// Everybody's line, and between them those of the ranks that nobody holds.
fn lines(standings: &LadderStandings, is_listed: &[bool], names: &Names) -> Vec<LadderLine> {
    let mut lines = standings.lines();
    // Who shares a rank stands in the order of the names that are shown.
    lines.sort_by_key(|line| (line.rank, line.row.map(|row| names.place(row.player))));
    let values_of = |row: &LadderRow| {
        let values = row.values.iter().zip(is_listed);
        let listed = values.filter(|(_, is_listed)| **is_listed);
        listed.map(|(value, _)| value.clone()).collect()
    };
    let lines = lines.into_iter();
    let lines = lines.map(|RankLine { rank, shown, row }| LadderLine {
        rank,
        shown_rank: shown,
        player: row.map(|row| (row.player, names.shown(row.player))),
        group: row.map_or_else(String::new, |row| row.group.clone()),
        values: row.map(values_of).unwrap_or_default(),
    });
    lines.collect()
}
