//! The standings of a ladder on paper: what the prints of all kinds of ladders share. Each is told in `kinds.rs`, with a template
//! of its own.

mod challenge_board;
mod kinds;

use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
};

use jiff::civil::Date;
use serde::Serialize;

pub(super) use self::challenge_board::CHALLENGE_BOARD;
pub(super) use self::kinds::{CAMP_LADDER, CLUB_LADDER, GAME_COURIER, RACE_CODE};
use super::{
    Print, PrintChoices, ReportError,
    catalogue::{Filled, Period},
};
use crate::{
    domain::{CampData, Days, LadderSetup, LadderSystem, PlayerId, Week, grouped, long_date},
    rating::{
        self, GameData, Halves, LadderRow, LadderStandings, NoStandings, OnProgress, RankLine,
        Settings, Value, cut_to,
    },
};

/// Values of more digits than this have no room in a column, and are shortened.
const MOST_DIGITS: usize = 12;

/// So many digits of a shortened value are told.
const TOLD_DIGITS: usize = 5;

/// The ladder that a print is about: the one that is chosen, or else the camp's first one of the print's system. `None` if the
/// camp has none, or the print is about no ladder.
///
/// # Errors
/// A ladder that the camp doesn't have, or that is of another system.
pub(crate) fn chosen_ladder<'a>(
    print: Print,
    camp: &'a CampData,
    choices: &PrintChoices,
) -> Result<Option<&'a LadderSetup>, ReportError> {
    let Some(system) = print.ladder_system() else {
        return Ok(None);
    };
    let Some(name) = &choices.ladder else {
        let mut ladders = camp.ladders.iter();
        return Ok(ladders.find(|ladder| ladder.system == system));
    };
    let ladder = camp
        .ladder_called(name)
        .ok_or_else(|| ReportError::NoLadder(name.clone()))?;
    if ladder.system != system {
        return Err(ReportError::OtherLadder {
            ladder: ladder.name.clone(),
            print: Print::of_ladder(ladder.system),
        });
    }
    Ok(Some(ladder))
}

/// A ladder with everything that its standings follow from.
struct Ladder<'a> {
    camp: &'a CampData,
    /// The ladder's name, or what its kind is called.
    title: String,
    settings: Settings,
    printed: Date,
}

impl<'a> Ladder<'a> {
    fn new(
        system: LadderSystem,
        camp: &'a CampData,
        choices: &PrintChoices,
        printed: Date,
    ) -> Result<Self, ReportError> {
        let kind = rating::kind(system);
        let ladder = chosen_ladder(Print::of_ladder(system), camp, choices)?;
        let settings = ladder.map_or_else(|| Ok(Settings::default_for(kind)), Settings::of);
        let title = ladder.map_or(kind.title, |ladder| &ladder.name).to_owned();
        match settings {
            Ok(settings) => Ok(Self {
                camp,
                title,
                settings,
                printed,
            }),
            Err(problem) => Err(ReportError::Ladder {
                ladder: title,
                reason: problem.to_string(),
            }),
        }
    }

    /// What follows from the ladder's games. Sheets are laid out to the end: nobody stops it.
    fn computed<T>(
        &self,
        compute: fn(&CampData, &Settings, Date, OnProgress<'_>) -> Result<T, NoStandings>,
    ) -> Result<T, ReportError> {
        let on_progress = &mut |_, _| ControlFlow::Continue(());
        compute(self.camp, &self.settings, self.printed, on_progress).map_err(|reason| {
            ReportError::Ladder {
                ladder: self.title.clone(),
                reason: reason.to_string(),
            }
        })
    }

    /// Why nobody is on it.
    fn nobody(&self, standings: &LadderStandings, choices: &PrintChoices) -> ReportError {
        ReportError::NothingToShow(match standings.notes.first() {
            Some(note) => note.clone(),
            None if self.settings.filters_in_words().is_some() => {
                format!(
                    "Nobody passes the filters of the ladder “{}”. Change its settings",
                    self.title
                )
            }
            None => return ReportError::no_players(choices),
        })
    }

    /// The weeks that games may be taken from, and the days of those that were, or else of the week that is shown.
    fn period(&self, days: Option<Days>) -> Period {
        let others = self.camp.other_weeks.iter().map(|other| &other.week);
        let chosen = self.settings.weeks();
        let is_chosen = |week: &&Week| {
            chosen
                .as_ref()
                .is_none_or(|weeks| weeks.contains(&week.number))
        };
        let weeks = others.chain([&self.camp.week]).filter(is_chosen);
        let weeks = weeks.collect::<Vec<_>>();
        let first = weeks.iter().map(|week| week.number).min();
        let last = weeks.iter().map(|week| week.number).max();
        let weeks = match (weeks.as_slice(), first, last) {
            ([only], ..) => only.title(),
            (_, Some(first), Some(last)) => format!("Weeks {first}–{last}"),
            _ => self.camp.week.title(),
        };
        let days = days.unwrap_or_else(|| self.camp.week_days());
        Period { weeks, days }
    }
}

/// What the templates read. It has no place for a permanent rating, and for a personal column only where that was asked for.
#[derive(Debug, Serialize)]
struct LadderSheet {
    /// "Thursday ladder"
    title: String,
    /// "Club ladder"
    kind: &'static str,
    /// "Games from September 1, 2026 on, group Knights"; `None` where there are no filters.
    filters: Option<String>,
    /// The rule in sentences.
    rule: Vec<String>,
    /// What must be said of the standings, in sentences.
    notes: Vec<String>,
    /// How many players there are, listed or not.
    players: usize,
    /// How many of them are listed.
    listed: usize,
    /// How many games were taken.
    games: usize,
    in_two_parts: bool,
    /// Whether the group of each player is shown: not under the group's own name, nor where nobody has one.
    grouped: bool,
    /// Whether there is a column of the players' background.
    background: bool,
    /// "54.5%": of the ratings, of the first pass and of the second.
    accuracy: Option<[String; 3]>,
    /// Best first.
    rows: Vec<Row>,
    /// In order of play; `None` where they aren't asked for.
    game_data: Option<Vec<GameRow>>,
}

/// A line of the standings.
#[derive(Debug, Serialize)]
struct Row {
    rank: i64,
    /// "=7" where several share it.
    place: String,
    /// "de la Cruz, Ola", with the number where two have these names; `None` for a rank that nobody holds.
    name: Option<String>,
    /// Empty for a player without a group.
    group: String,
    active: bool,
    /// As they are shown, by the key of their column.
    values: BTreeMap<&'static str, String>,
}

/// A game, and what it was worth. White comes first.
#[derive(Debug, Serialize)]
struct GameRow {
    /// "7"; "2 / 7" where there are several weeks.
    place: String,
    /// "September 3, 2026", or a dash.
    date: String,
    players: [String; 2],
    /// "Win", "Draw" or "Loss"
    outcomes: [&'static str; 2],
    earned: [String; 2],
}

/// Gathers a ladder's standings. `choices` says what a template may see.
fn fill(
    system: LadderSystem,
    camp: &CampData,
    choices: &PrintChoices,
    printed: Date,
) -> Result<Filled, ReportError> {
    let ladder = Ladder::new(system, camp, choices, printed)?;
    let standings = ladder.computed(rating::standings)?;
    let mut rows = standings.rows.iter();
    if !rows.any(|row| row.active || choices.inactive) {
        return Err(ladder.nobody(&standings, choices));
    }
    let games = choices.game_data && ladder.settings.kind().has_game_data();
    let games = games
        .then(|| ladder.computed(rating::game_data))
        .transpose()?;
    let game_data = games.map(|games| game_rows(&games, &names(&standings)));
    let period = ladder.period(standings.days);
    let sheet = LadderSheet::new(&ladder, standings, choices, game_data);
    Ok(Filled::new(ladder.title, &sheet)?.of(period))
}

impl LadderSheet {
    fn new(
        ladder: &Ladder<'_>,
        mut standings: LadderStandings,
        choices: &PrintChoices,
        game_data: Option<Vec<GameRow>>,
    ) -> Self {
        if !choices.inactive {
            standings = standings.of_active();
        }
        if !choices.personal.background {
            standings = standings.without_personal();
        }
        let background = standings.columns.iter().any(|column| column.personal);
        let players = standings.rows.len();
        keep_first(&mut standings, choices);
        let kind = ladder.settings.kind();
        let has_groups = standings.rows.iter().any(|row| !row.group.is_empty());
        let mut notes = std::mem::take(&mut standings.notes);
        for note in &mut notes {
            end_sentence(note);
        }
        let (rows, is_shortened) = rows(&standings);
        let earned = game_data.iter().flatten().flat_map(|game| &game.earned);
        if is_shortened || earned.into_iter().any(|earned| earned.contains('e')) {
            notes.push(format!(
                "Values of more than {MOST_DIGITS} digits are shortened to a power of ten. The program shows all digits."
            ));
        }
        Self {
            title: ladder.title.clone(),
            kind: kind.title,
            filters: ladder.settings.filters_in_words(),
            rule: ladder.settings.rule(),
            notes,
            players,
            listed: standings.rows.len(),
            games: standings.games,
            in_two_parts: standings.in_two_parts,
            grouped: has_groups && ladder.settings.get("group").is_empty() && !background,
            background,
            accuracy: standings
                .accuracy
                .map(|accuracy| accuracy.map(|percent| Value::Percent(percent).shown())),
            rows,
            game_data,
        }
    }
}

/// Leaves out who isn't among the first that are asked for, and the empty ranks below them.
fn keep_first(standings: &mut LadderStandings, choices: &PrintChoices) {
    let ranks = standings.rows.iter().map(|row| row.rank);
    if let Some(last) = choices.last_rank(ranks) {
        standings.rows.retain(|row| row.rank <= last);
        standings.empty_ranks.retain(|rank| *rank <= last);
    }
}

fn end_sentence(sentence: &mut String) {
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
}

/// Everybody's line, and between them those of the ranks that nobody holds; and whether a value in them is shortened.
fn rows(standings: &LadderStandings) -> (Vec<Row>, bool) {
    let mut is_shortened = false;
    let decimals = telling_decimals(standings);
    let mut values_of = |row: &LadderRow| {
        let columns = standings.columns.iter().zip(&row.values);
        let values = columns.enumerate().map(|(place, (column, value))| {
            let shown = match value {
                Value::Rating(rating) if place == 0 => cut_to(*rating, decimals),
                Value::Halves(halves) => shown_halves(halves),
                Value::Whole(number) => grouped(number),
                other => other.shown(),
            };
            is_shortened |= is_shortened_value(&shown);
            (column.key, shown)
        });
        values.collect::<BTreeMap<_, _>>()
    };
    let lines = standings.lines().into_iter();
    let rows = lines.map(|RankLine { rank, shown, row }| Row {
        rank,
        place: shown,
        name: row.map(LadderRow::listed_name),
        group: row.map_or_else(String::new, |row| row.group.clone()),
        active: row.is_none_or(|row| row.active),
        values: row.map(&mut values_of).unwrap_or_default(),
    });
    (rows.collect(), is_shortened)
}

/// How a list names everybody on the ladder.
fn names(standings: &LadderStandings) -> HashMap<PlayerId, String> {
    let rows = standings.rows.iter();
    rows.map(|row| (row.player, row.listed_name())).collect()
}

fn game_rows(games: &[GameData], names: &HashMap<PlayerId, String>) -> Vec<GameRow> {
    let first_week = games.first().map(|game| game.week);
    let is_one_week = games.iter().all(|game| Some(game.week) == first_week);
    let name = |player: PlayerId| names.get(&player).cloned();
    let rows = games.iter().map(|game| GameRow {
        place: if is_one_week {
            game.sequence.to_string()
        } else {
            format!("{} / {}", game.week, game.sequence)
        },
        date: game.date.map_or_else(|| "–".to_owned(), long_date),
        players: game.players.map(|player| name(player).unwrap_or_default()),
        outcomes: game.outcomes(),
        earned: game.earned.each_ref().map(shown_halves),
    });
    rows.collect()
}

/// How many decimals the ratings that a list is ordered by need, for nobody to stand below somebody of the same figure without sharing the
/// rank: two at most.
fn telling_decimals(standings: &LadderStandings) -> usize {
    let rating = |row: &LadderRow| match row.values.first() {
        Some(Value::Rating(rating)) => Some(*rating),
        _ => None,
    };
    let pairs = standings.rows.windows(2);
    let apart = pairs.filter(|pair| pair[0].rank != pair[1].rank);
    let apart = apart.filter_map(|pair| rating(&pair[0]).zip(rating(&pair[1])));
    let apart = apart.collect::<Vec<_>>();
    let tells = |decimals: usize| {
        let mut pairs = apart.iter();
        pairs.all(|(above, below)| cut_to(*above, decimals) != cut_to(*below, decimals))
    };
    (0..2).find(|decimals| tells(*decimals)).unwrap_or(2)
}

fn is_shortened_value(shown: &str) -> bool {
    shown.starts_with(|c: char| c.is_ascii_digit()) && shown.contains('e')
}

/// "1.5", and "6.3382e29" of a number that no column has room for, cut and not rounded.
fn shown_halves(halves: &Halves) -> String {
    let text = halves.to_string();
    let digits = text.split('.').next().unwrap_or_default();
    match (digits.get(..1), digits.get(1..TOLD_DIGITS)) {
        (Some(first), Some(further)) if digits.len() > MOST_DIGITS => {
            format!("{first}.{further}e{}", digits.len() - 1)
        }
        _ => match text.split_once('.') {
            Some((whole, half)) => format!("{}.{half}", grouped(whole)),
            None => grouped(text),
        },
    }
}

#[cfg(test)]
mod tests;
