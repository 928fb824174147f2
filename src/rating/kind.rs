//! What every kind of ladder tells of itself, and what it answers.

use std::{fmt, ops::ControlFlow};

use jiff::civil::Date;
use thiserror::Error;

use super::{Bout, FILTERS, Field, Halves, Setting, Settings, Value};
use crate::domain::{
    CampData, Days, GameId, GameResult, LadderProblem, LadderSystem, PlayerId, listed_name,
    show_date, shown_ranks,
};

/// Hears how much of how much is done, every now and then, and may stop it.
pub(crate) type OnProgress<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Something that follows from a field and how the ladder is set up.
type Computes<T> = fn(&Field, &Settings, OnProgress<'_>) -> Result<T, NoStandings>;

/// The same about one player, by place in the field.
type Follows<T> = fn(&Field, &Settings, u32, OnProgress<'_>) -> Result<T, NoStandings>;

/// A kind of ladder, as its file tells it.
pub struct Kind {
    pub system: LadderSystem,
    /// "Club ladder"
    pub title: &'static str,
    /// As it stands in a sentence: "the club ladder".
    pub the: &'static str,
    /// A sentence for a list of kinds: how it ranks, and for whom.
    pub about: &'static str,
    /// What the figure that decides is called: "Rank", "Rating", "Value".
    pub figure: &'static str,
    /// Whether a smaller figure is the better one.
    pub smaller_is_better: bool,
    /// The rule in sentences, for whoever reads the standings, whatever the settings are.
    pub(super) rule: &'static [&'static str],
    /// What the settings make of it.
    pub(super) rule_as_set_up: fn(&Settings) -> Vec<String>,
    /// What can be chosen beside the filters.
    pub settings: &'static [Setting],
    pub(super) standings: Computes<LadderStandings>,
    pub(super) story: Follows<Story>,
    /// The figure over time, where it isn't that of the story's steps.
    pub(super) course: Option<Follows<Vec<CoursePoint>>>,
    /// What each game was worth, where the kind keeps a list of that.
    pub(super) game_data: Option<Computes<Vec<GameData>>>,
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.system == other.system
    }
}

impl Eq for Kind {}

impl Kind {
    /// Its own settings, and then the filters that every kind has.
    pub fn all_settings(&self) -> impl Iterator<Item = &'static Setting> {
        self.settings.iter().chain(FILTERS)
    }

    /// A setting or filter by name.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&'static Setting> {
        self.all_settings().find(|setting| setting.name == name)
    }

    /// Whether a figure has another course over time than that of the story's steps: [`course`].
    #[must_use]
    pub const fn has_own_course(&self) -> bool {
        self.course.is_some()
    }

    /// Whether it keeps a list of what each game was worth: [`game_data`].
    #[must_use]
    pub const fn has_game_data(&self) -> bool {
        self.game_data.is_some()
    }
}

/// What keeps ladders of the club from being computed as they are set up.
#[must_use]
pub(crate) fn problems(camp: &CampData) -> Vec<LadderProblem> {
    let ladders = camp.ladders.iter();
    let problems = ladders.filter_map(|ladder| {
        let reason = match Settings::of(ladder) {
            Ok(settings) => Field::refusal(camp, &settings)?.to_string(),
            Err(problem) => problem.to_string(),
        };
        Some(LadderProblem::LadderNotComputed {
            ladder: ladder.id,
            reason,
        })
    });
    problems.collect()
}

/// The standings of a ladder.
///
/// `today` is the day that the age of games is counted from. `on_progress` hears how many games of how many are done, and may stop it.
///
/// # Errors
/// A filter that names what the camp doesn't have, or an `on_progress` that has stopped it.
pub fn standings(
    camp: &CampData,
    settings: &Settings,
    today: Date,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    standings_of(
        &Field::gather(camp, settings, today)?,
        settings,
        on_progress,
    )
}

/// The same from a field that was gathered with these settings.
///
/// # Errors
/// An `on_progress` that has stopped it.
pub fn standings_of(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    let mut standings = (settings.kind().standings)(field, settings, on_progress)?;
    standings.notes.splice(0..0, field.notes());
    Ok(standings)
}

/// How a player came to stand where he or she stands: from the first step to the last.
///
/// # Errors
/// As of [`standings`], and somebody who isn't on the ladder.
pub(crate) fn story(
    camp: &CampData,
    settings: &Settings,
    today: Date,
    player: PlayerId,
    on_progress: OnProgress<'_>,
) -> Result<Story, NoStandings> {
    let field = Field::gather(camp, settings, today)?;
    let place = field.place(player).ok_or(NoStandings::NotOnLadder)?;
    (settings.kind().story)(&field, settings, place, on_progress)
}

/// A player's figure over time, for a chart; nothing of a kind for which that is [`Story::course`].
///
/// # Errors
/// As of [`story`].
pub(crate) fn course(
    camp: &CampData,
    settings: &Settings,
    today: Date,
    player: PlayerId,
    on_progress: OnProgress<'_>,
) -> Result<Vec<CoursePoint>, NoStandings> {
    let Some(course) = settings.kind().course else {
        return Ok(Vec::new());
    };
    let field = Field::gather(camp, settings, today)?;
    let place = field.place(player).ok_or(NoStandings::NotOnLadder)?;
    course(&field, settings, place, on_progress)
}

/// What each game was worth, in order of play; nothing of a kind that keeps no such list.
///
/// # Errors
/// As of [`standings`].
pub(crate) fn game_data(
    camp: &CampData,
    settings: &Settings,
    today: Date,
    on_progress: OnProgress<'_>,
) -> Result<Vec<GameData>, NoStandings> {
    match settings.kind().game_data {
        Some(game_data) => game_data(
            &Field::gather(camp, settings, today)?,
            settings,
            on_progress,
        ),
        None => Ok(Vec::new()),
    }
}

/// Why there are no standings.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum NoStandings {
    #[error("There is no group “{0}” in this camp. Choose another one for the ladder")]
    NoGroup(String),
    #[error("No game belongs to a tournament called “{0}”. Choose another one for the ladder")]
    NoTournament(String),
    #[error("The camp has no week {0}. Choose other weeks for the ladder")]
    NoWeek(String),
    #[error("This player is not on the ladder. Check its filters")]
    NotOnLadder,
    #[error("The standings were not computed to the end")]
    Cancelled,
}

/// A column of a ladder's standings, beside rank and name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Column {
    /// What JSON and CSV call it: "percent".
    pub key: &'static str,
    /// What a list calls it: "Percent".
    pub title: &'static str,
    /// Whether lists show it: `value` of a club ladder is the rank, which they show anyway.
    pub listed: bool,
    /// Whether it is of the second part of a display in two parts: the statistics.
    pub statistics: bool,
    /// Whether it tells something personal: never on paper, in an export or on the web unless it is asked for by name.
    pub personal: bool,
}

impl Column {
    /// A column that lists show.
    pub(super) const fn new(key: &'static str, title: &'static str) -> Self {
        Self {
            key,
            title,
            listed: true,
            statistics: false,
            personal: false,
        }
    }

    pub(super) const fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }

    pub(super) const fn of_statistics(mut self) -> Self {
        self.statistics = true;
        self
    }

    pub(super) const fn personal(mut self) -> Self {
        self.personal = true;
        self
    }
}

/// A line of a ladder's standings.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderRow {
    /// 1 is best. Equal players share a rank.
    pub rank: i64,
    pub player: PlayerId,
    /// Who has the same one shares a rank, whoever is left out of the list.
    pub(super) tier: usize,
    /// The place in the order of names.
    pub(super) by_name: u32,
    pub last_name: String,
    pub first_name: String,
    /// Empty for a player without a group.
    pub group: String,
    pub active: bool,
    /// Whether somebody else has the same names, so that they are told apart by their numbers.
    pub shares_name: bool,
    /// A value for each of [`LadderStandings::columns`].
    pub values: Vec<Value>,
}

impl LadderRow {
    /// "de la Cruz, Ola", with the number where two have these names: "de la Cruz, Ola (11)".
    #[must_use]
    pub fn listed_name(&self) -> String {
        let name = listed_name(&self.last_name, &self.first_name);
        if self.shares_name {
            format!("{name} ({})", self.player)
        } else {
            name
        }
    }
}

/// A line of a list of standings.
#[derive(Clone, Debug)]
pub struct RankLine<'a> {
    pub rank: i64,
    /// "7", or "=7" where several share it.
    pub shown: String,
    /// `None` for a rank that nobody holds.
    pub row: Option<&'a LadderRow>,
}

/// What a ladder answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LadderStandings {
    pub columns: Vec<Column>,
    /// Best first; who shares a rank stands by name.
    pub rows: Vec<LadderRow>,
    /// Ranks that nobody holds and that have a line all the same, rising.
    pub empty_ranks: Vec<i64>,
    /// Whether the display has two parts, rankings and statistics.
    pub in_two_parts: bool,
    /// How exact the final, first and second ratings are, in percent: for Game Courier ratings.
    pub accuracy: Option<[f64; 3]>,
    /// What must be said of the standings, in sentences.
    pub notes: Vec<String>,
    /// Whether the rank is the ladder's own figure, and not the place in the list.
    pub(super) ranks_are_own: bool,
    /// Games that were taken.
    pub games: usize,
    /// From the day of the first of them to that of the last; `None` where none has a day.
    pub days: Option<Days>,
}

impl LadderStandings {
    /// Those of the games of a field, without any rows yet.
    pub(super) fn new(field: &Field, columns: Vec<Column>) -> Self {
        Self {
            columns,
            games: field.bouts.len(),
            days: Days::of(field.details.iter().filter_map(|game| game.date)),
            ..Self::default()
        }
    }

    /// Without the inactive players. Where the rank is the place in the list, it is counted anew.
    #[must_use]
    pub fn of_active(mut self) -> Self {
        self.rows.retain(|row| row.active);
        if !self.ranks_are_own {
            rank(&mut self.rows);
        }
        self
    }

    /// Everybody's line, and between them those of the ranks that nobody holds. Who shares a rank stays by name.
    #[must_use]
    pub fn lines(&self) -> Vec<RankLine<'_>> {
        let held = self.rows.iter().map(|row| (row.rank, Some(row)));
        let empty = self.empty_ranks.iter().map(|rank| (*rank, None));
        let mut lines = held.chain(empty).collect::<Vec<_>>();
        lines.sort_by_key(|(rank, _)| *rank);
        let ranks = lines.iter().map(|(rank, _)| *rank).collect::<Vec<_>>();
        let lines = lines.into_iter().zip(shown_ranks(&ranks));
        let lines = lines.map(|((rank, row), shown)| RankLine { rank, shown, row });
        lines.collect()
    }

    /// Without the columns that tell something personal.
    #[must_use]
    pub fn without_personal(mut self) -> Self {
        let stays = self.columns.iter().map(|column| !column.personal);
        let stays = stays.collect::<Vec<_>>();
        for row in &mut self.rows {
            let mut stays = stays.iter();
            row.values.retain(|_| stays.next().copied().unwrap_or(true));
        }
        self.columns.retain(|column| !column.personal);
        self
    }

    /// A value of a row by the key of its column.
    #[must_use]
    pub fn value<'a>(&self, row: &'a LadderRow, key: &str) -> Option<&'a Value> {
        let place = self.columns.iter().position(|column| column.key == key)?;
        row.values.get(place)
    }

    /// Puts rows in order that are best first by `tier`, and gives them their ranks.
    pub(super) fn in_order(mut self, mut rows: Vec<LadderRow>) -> Self {
        rows.sort_unstable_by_key(|row| (row.tier, row.by_name));
        if !self.ranks_are_own {
            rank(&mut rows);
        }
        self.rows = rows;
        self
    }
}

/// The tier of each figure: 0 for the best, the same for equal ones. The greatest figure is the best.
pub(super) fn tiers<F: Ord>(figures: &[F]) -> Vec<usize> {
    let mut best_first = (0..figures.len()).collect::<Vec<_>>();
    best_first.sort_by(|one, other| figures[*other].cmp(&figures[*one]));
    let mut tiers = vec![0; figures.len()];
    for pair in best_first.windows(2) {
        let [better, next] = [pair[0], pair[1]];
        tiers[next] = tiers[better] + usize::from(figures[better] != figures[next]);
    }
    tiers
}

/// 1, 2, 2, 4 by tier.
fn rank(rows: &mut [LadderRow]) {
    let mut before = None;
    for (place, row) in (1..).zip(rows) {
        row.rank = match before {
            Some((tier, rank)) if tier == row.tier => rank,
            _ => place,
        };
        before = Some((row.tier, row.rank));
    }
}

/// What a step of a [`Story`] was.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum StepOf {
    /// A game of the player.
    Game { game: GameId, opponent: PlayerId },
    /// A game of others that moved the player, too.
    OthersGame { game: GameId },
    /// All games with an opponent at once, in one of two passes.
    Pair { opponent: PlayerId, pass: usize },
    /// A meeting that the player missed, or that others missed.
    Meeting,
    /// The ranks were dealt anew.
    Reset,
}

/// Something that happened to a player on a ladder.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub of: StepOf,
    pub date: Option<Date>,
    /// "Week 1, game 7"; empty where there is no game.
    pub place: String,
    /// "Beat Bob Lee"
    pub title: String,
    pub before: Value,
    pub after: Value,
    /// The rule in words, a sentence a step of it.
    pub sentences: Vec<String>,
}

/// How a player came to stand where he or she stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Story {
    pub player: PlayerId,
    /// Where it began, in a sentence.
    pub start: String,
    pub steps: Vec<Step>,
    /// The figure after the last step.
    pub end: Value,
    /// What it comes to, in a sentence.
    pub sum: String,
}

/// A player's figure at a moment, for a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CoursePoint {
    /// "Start", "9/3/2026", "Week 1, game 7"
    pub label: String,
    pub date: Option<Date>,
    pub value: Value,
}

impl Story {
    /// The figure over time: at its start, and after every step that has moved something or was the player's own.
    #[must_use]
    pub(crate) fn course(&self) -> Vec<CoursePoint> {
        let first = self.steps.first();
        let start = CoursePoint {
            label: "Start".to_owned(),
            date: None,
            value: first.map_or_else(|| self.end.clone(), |step| step.before.clone()),
        };
        let steps = self.steps.iter().map(|step| CoursePoint {
            label: match (step.date, step.place.as_str()) {
                (Some(date), _) => show_date(date),
                (None, "") => step.title.clone(),
                (None, place) => place.to_owned(),
            },
            date: step.date,
            value: step.after.clone(),
        });
        std::iter::once(start).chain(steps).collect()
    }
}

/// What a game was worth to its two players: a row of the league's `GameData`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct GameData {
    pub game: GameId,
    /// The number of its week, and its place there.
    pub week: i64,
    pub sequence: i64,
    pub date: Option<Date>,
    /// White and Black.
    pub players: [PlayerId; 2],
    pub result: GameResult,
    /// What each of them earned.
    pub earned: [Halves; 2],
}

impl GameData {
    /// "Win", "Draw" or "Loss" for White and for Black.
    #[must_use]
    pub(crate) const fn outcomes(&self) -> [&'static str; 2] {
        match self.result {
            GameResult::WhiteWon => ["Win", "Loss"],
            GameResult::Draw => ["Draw", "Draw"],
            GameResult::BlackWon => ["Loss", "Win"],
        }
    }
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Outcome {
    Won,
    Drew,
    Lost,
}

/// The places of White and Black, each with its place in a tally of games won, drawn and lost. Without a branch: which it is can't be
/// foretold, and a replay goes through millions.
pub(super) const fn tallied(bout: &Bout) -> [(usize, usize); 2] {
    let sign = bout.result.sign();
    [
        (bout.white as usize, (1 - sign).unsigned_abs() as usize),
        (bout.black as usize, (1 + sign).unsigned_abs() as usize),
    ]
}

impl Outcome {
    /// For a player with this sign of the result: 1, 0 or −1.
    const fn of_sign(sign: i32) -> Self {
        match sign {
            1 => Self::Won,
            0 => Self::Drew,
            _ => Self::Lost,
        }
    }

    /// The opponent of a player and how the game ended for the player; nothing if it was somebody else's.
    pub(super) const fn new(bout: &Bout, player: u32) -> Option<(u32, Self)> {
        let sign = bout.result.sign();
        if bout.white == player {
            Some((bout.black, Self::of_sign(sign)))
        } else if bout.black == player {
            Some((bout.white, Self::of_sign(-sign)))
        } else {
            None
        }
    }

    /// "Beat Bob Lee"
    pub(super) fn title(self, opponent: &str) -> String {
        match self {
            Self::Won => format!("Beat {opponent}"),
            Self::Drew => format!("Drew with {opponent}"),
            Self::Lost => format!("Lost to {opponent}"),
        }
    }
}
