//! `camp-ladder us-chess CAMP games`: every rated game with what its rating was computed from.

use std::collections::HashMap;

use serde::Serialize;

use super::find_section;
use crate::{
    cli::{
        Failure,
        arguments::{GamesFormat, SectionName},
        csv_text::csv_text,
        plain_text, put,
    },
    domain::us_chess::{Entry, System},
    rating::us_chess::{Computed, Explanation, Formula, PlayedGame, Row},
    storage::CampFile,
};

/// A game from the side of one of its players.
#[derive(Debug, Serialize)]
struct Game {
    system: &'static str,
    pair: u16,
    id: Option<String>,
    name: String,
    round: usize,
    opponent_pair: u16,
    opponent_id: Option<String>,
    opponent_name: String,
    score: f64,
    expected: f64,
    /// Nothing by the special formula, which has none.
    k: Option<f64>,
    /// What the player gets for all games of the section together.
    bonus: Option<f64>,
    pre: Option<f64>,
    pre_games: Option<u32>,
    /// Where the computation begins: the rating before, or a first one, and where that comes from.
    start: f64,
    start_games: Option<u32>,
    first_rating_by: Option<&'static str>,
    effective_games: f64,
    post_unfloored: f64,
    post: Option<f64>,
    /// The rating of the opponent before the section, as which he or she was met, and after it.
    opponent_pre: Option<f64>,
    opponent_met_as: f64,
    opponent_post: Option<f64>,
    formula: &'static str,
    estimate: bool,
}

const TITLES: [&str; 25] = [
    "System",
    "Pair",
    "ID",
    "Name",
    "Round",
    "Opponent",
    "Opponent ID",
    "Opponent name",
    "Score",
    "Expected",
    "K",
    "Bonus",
    "Before",
    "N before",
    "Begins with",
    "Counts for",
    "First rating by",
    "Effective games",
    "Before floors",
    "After",
    "Opponent before",
    "Opponent met as",
    "Opponent after",
    "Formula",
    "Estimate",
];

impl Game {
    fn new(
        system: System,
        (row, computed): (&Row, &Computed),
        game: &PlayedGame,
        entries: &HashMap<u16, &Entry>,
        rows: &HashMap<u16, &Row>,
    ) -> Self {
        let id = |pair| entries.get(&pair).and_then(|entry: &&Entry| entry.id);
        let name = |pair| entries.get(&pair).map(|entry: &&Entry| entry.name.clone());
        let opponent = rows.get(&game.opponent);
        let (k, bonus, formula) = match computed.formula {
            Formula::Standard(standard) => (Some(standard.k), Some(standard.bonus), "standard"),
            Formula::Special(_) => (None, None, "special"),
        };
        Self {
            system: system.word(),
            pair: row.pair,
            id: id(row.pair).map(|id| id.to_string()),
            name: name(row.pair).unwrap_or_default(),
            round: game.round + 1,
            opponent_pair: game.opponent,
            opponent_id: id(game.opponent).map(|id| id.to_string()),
            opponent_name: name(game.opponent).unwrap_or_default(),
            score: f64::from(game.halves) / 2.0,
            expected: game.expected,
            k,
            bonus,
            pre: row.pre,
            pre_games: row.pre_games,
            start: computed.start,
            start_games: computed.start_games,
            first_rating_by: computed.first.map(|first| first.basis.words()),
            effective_games: computed.effective_games,
            post_unfloored: computed.before_floors,
            post: row.post(),
            opponent_pre: opponent.and_then(|row| row.pre),
            opponent_met_as: game.strength,
            opponent_post: opponent.and_then(|row| row.post()),
            formula,
            estimate: computed.is_estimate,
        }
    }

    fn cells(&self) -> [String; 25] {
        let or_none =
            |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        [
            self.system.to_owned(),
            self.pair.to_string(),
            self.id.clone().unwrap_or_default(),
            crate::spreadsheet::harmless(&self.name),
            self.round.to_string(),
            self.opponent_pair.to_string(),
            self.opponent_id.clone().unwrap_or_default(),
            crate::spreadsheet::harmless(&self.opponent_name),
            self.score.to_string(),
            self.expected.to_string(),
            or_none(self.k),
            or_none(self.bonus),
            or_none(self.pre),
            self.pre_games
                .map_or_else(String::new, |games| games.to_string()),
            self.start.to_string(),
            self.start_games
                .map_or_else(String::new, |games| games.to_string()),
            self.first_rating_by.unwrap_or_default().to_owned(),
            self.effective_games.to_string(),
            self.post_unfloored.to_string(),
            or_none(self.post),
            or_none(self.opponent_pre),
            self.opponent_met_as.to_string(),
            or_none(self.opponent_post),
            self.formula.to_owned(),
            if self.estimate { "yes" } else { "no" }.to_owned(),
        ]
    }
}

pub(super) fn run(
    file: &CampFile,
    name: &SectionName,
    system: Option<&str>,
    format: GamesFormat,
) -> Result<(), Failure> {
    let head = find_section(file, name)?;
    let section = file.section_as_it_begins(head.key)?.unwrap_or_default();
    let systems = match system.and_then(System::of_word) {
        Some(system) => vec![system],
        None => section.systems.clone(),
    };
    let entries = section.entries.iter().map(|entry| (entry.pair, entry));
    let entries = entries.collect::<HashMap<_, _>>();
    let mut games = Vec::new();
    for system in systems {
        let explanation = Explanation::new(&section, system)
            .map_err(|why| Failure::Refused(format!("Section {name}: {why}")))?;
        let rows = explanation.rated.rows.iter().map(|row| (row.pair, row));
        let rows = rows.collect::<HashMap<_, _>>();
        for row in &explanation.rated.rows {
            let Some(computed) = &row.computed else {
                continue;
            };
            let own = computed.by_round().into_iter();
            let own = own.filter(|game| game.pair == row.pair);
            games.extend(own.map(|game| Game::new(system, (row, computed), game, &entries, &rows)));
        }
    }
    match format {
        GamesFormat::Csv => put(&csv_text(|writer| {
            writer.write_record(TITLES)?;
            games
                .iter()
                .try_for_each(|game| writer.write_record(game.cells()))
        })?),
        GamesFormat::Json => put(&plain_text::json(&games)?),
    }
}
