//! The plan of an import: what it would do to a camp, and everything that the director should see before.

mod cells;
mod dates;
mod differences;
mod further;
mod game_columns;
mod games;
mod groups;
mod inactive;
mod namesakes;
mod numbers;
mod other_weeks;
mod people;
mod player_row;
mod players;
mod print;
mod repeated;
mod replaced;
mod row_numbers;

use self::{
    games::GamePlanner, groups::GroupPlanner, inactive::Inactive, people::People,
    players::PlayerPlanner,
};
use super::{
    Choices, Field, Meaning, Place, Problem, ProblemKind, RuleCheck, Severity, Source, TableKind,
    TableView,
    recognise::{Mapped, missing_fields, recognise},
    rows::Row,
    values::WIN_IN_ACCESS,
};
use crate::domain::{CampData, CustomColumn, ImportChanges, ImportedGame, RecordKind};

/// What an import would do. Making one is quick, so it is made anew whenever the director changes a choice.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every table of every file, in their order, and what its columns were taken for.
    pub tables: Vec<TableView>,
    pub groups: Counts,
    pub players: Counts,
    pub games: Counts,
    /// New games without a date, where others have one.
    pub undated: usize,
    /// What changes in records that the camp has, each in a line: "Game 17: result Draw becomes White won".
    pub changes_in_words: Vec<String>,
    /// Every different result text in the games and what it is taken for, the most frequent first.
    pub results: Vec<ResultUse>,
    /// The gravest first, otherwise in the order of the files.
    pub problems: Vec<Problem>,
    /// What the program code in each Access file computes with.
    pub rules: Vec<(String, RuleCheck)>,
    /// To be applied only if [`Self::is_ready`].
    pub changes: ImportChanges,
}

/// How many records of a kind an import concerns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    /// Rows of the files that don't come into the camp; why is in [`Plan::problems`].
    pub left_out: usize,
}

impl Counts {
    /// All rows that were read.
    #[must_use]
    pub const fn total(self) -> usize {
        self.added + self.changed + self.unchanged + self.left_out
    }
}

/// What of files a camp has that has nothing to gain from them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InCamp {
    All,
    /// Everything but what can't be imported.
    AllThatCanBe,
    /// All of it was left out.
    Nothing,
}

/// What becomes of the records of a kind.
struct Outcome<T> {
    changes: Vec<T>,
    counts: Counts,
    words: Vec<String>,
    /// Records that stay as they were corrected in the camp.
    corrected: usize,
}

/// A result text of the old file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ResultUse {
    pub text: String,
    pub games: usize,
    /// `None` if it isn't clear, and the director must say.
    pub meaning: Option<Meaning>,
    /// Whether the director said so.
    pub is_chosen: bool,
    /// The first game with it.
    pub first: Place,
}

impl ResultUse {
    /// What there is to say about it.
    fn problem(&self) -> Option<Problem> {
        let text = self.text.clone();
        let games = self.games;
        let (severity, kind) = match self.meaning {
            None => (Severity::Decide, ProblemKind::UnclearResult { text, games }),
            Some(Meaning::Skip) => (
                Severity::LeftOut,
                ProblemKind::SkippedResult { text, games },
            ),
            Some(meaning @ (Meaning::White | Meaning::Black))
                if !self.is_chosen && text != WIN_IN_ACCESS =>
            {
                let rated = ProblemKind::RatedAsDrawByAccess {
                    text,
                    meaning,
                    games,
                };
                (Severity::Note, rated)
            }
            Some(_) => return None,
        };
        Some(Problem::new(self.first.clone(), severity, kind))
    }
}

impl Plan {
    /// Compares what was read with what the camp holds.
    ///
    /// Importing the same files again gives a plan without changes, also after a recalculation, as an active player's two
    /// ratings follow from the games and are not compared; and also after corrections in the camp, which stay until the
    /// file's row says something else than before. A blank in a file never erases what the camp has.
    #[must_use]
    pub fn new(sources: &[Source], camp: &CampData, choices: &Choices) -> Self {
        let (mapped, unclear) = recognise(sources, choices, dates::of_open_week(camp));
        let mut problems = sources
            .iter()
            .flat_map(|source| source.problems.iter().cloned())
            .map(|problem| ask_of_damage(problem, choices))
            .chain(unclear)
            .collect::<Vec<_>>();
        let of_kind = |kind| {
            mapped
                .iter()
                .filter(move |table| table.view.kind == kind && missing_fields(table).is_empty())
        };

        let mut groups = GroupPlanner::new(camp);
        for table in of_kind(TableKind::Groups) {
            groups.read(table, &mut problems);
        }
        let mut players = PlayerPlanner::new(camp, choices);
        let of_players = of_kind(TableKind::Players).collect::<Vec<_>>();
        players.read_all(&of_players, &mut groups, &mut problems);
        let numbers = (players.next_number(), players.elsewhere());
        let people = People::new(camp, players.planned(), numbers, choices);
        let inactive = Inactive::new(camp, players.planned());
        let mut games = GamePlanner::new(camp, choices, people, inactive);
        let mut lists = Vec::new();
        for table in numbered_first(of_kind(TableKind::Games)) {
            lists.extend(games.read(table, &mut problems).map(|list| (table, list)));
        }
        for (table, list) in lists {
            games.plan_list(table, list, &mut problems);
        }

        let games = games.finish(&mut problems);
        let leaving = players.leaving();
        let mut players = players.finish(&mut problems);
        players.counts.added += games.made_players.len();
        players.changes.extend(games.made_players);
        let groups = groups.finish(&mut problems);
        let source = source_names(sources);
        if camp.groups.is_empty() && groups.changes.is_empty() && !players.changes.is_empty() {
            say_of_no_groups(&mut problems, &source);
        }
        if groups.corrected + players.corrected + games.corrected > 0 {
            let kept = ProblemKind::KeptAsCorrected {
                groups: groups.corrected,
                players: players.corrected,
                games: games.corrected,
            };
            problems.push(Problem::new(Place::file(&source), Severity::Note, kept));
        }
        problems.sort_by_key(|problem| problem.severity);
        Self {
            tables: mapped.into_iter().map(|table| table.view).collect(),
            groups: groups.counts,
            players: players.counts,
            games: games.counts,
            undated: undated(&games.new, camp),
            changes_in_words: [groups.words, players.words, games.words].concat(),
            results: games.results,
            problems,
            rules: sources
                .iter()
                .map(|source| (source.file.clone(), source.rules.clone()))
                .collect(),
            changes: ImportChanges {
                source,
                groups: groups.changes,
                players: players.changes,
                leaving,
                new_games: games.new,
                further_from: games.further_from,
                changed_games: games.changed,
            },
        }
    }

    /// Whether the camp has everything already that these files bring. What remains of [`Self::changes`] then only
    /// remembers their rows, so that later corrections in the camp stay.
    #[must_use]
    pub const fn brings_nothing(&self) -> bool {
        self.groups.added + self.players.added + self.games.added == 0
            && self.groups.changed + self.players.changed + self.games.changed == 0
    }

    /// What of these files the camp has, where they [bring nothing](Self::brings_nothing): games of its other weeks, too, which are left out.
    pub fn in_camp(&self) -> InCamp {
        let elsewhere = self.in_other_weeks();
        let counts = [self.groups, self.players, self.games];
        let kept = counts.iter().map(|it| it.unchanged).sum::<usize>() + elsewhere;
        match (kept, self.left_out().saturating_sub(elsewhere)) {
            (0, _) => InCamp::Nothing,
            (_, 0) => InCamp::All,
            _ => InCamp::AllThatCanBe,
        }
    }

    /// Whether nothing waits for a decision.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.waiting().next().is_none()
    }

    /// What the problems amount to, each by its kind.
    fn sum(&self, of: impl Fn(&ProblemKind) -> usize) -> usize {
        self.problems.iter().map(|problem| of(&problem.kind)).sum()
    }

    fn count(&self, is_it: impl Fn(&ProblemKind) -> bool) -> usize {
        self.sum(|kind| usize::from(is_it(kind)))
    }

    /// How many games of the files other weeks of the camp have.
    fn in_other_weeks(&self) -> usize {
        self.sum(|kind| match kind {
            ProblemKind::InOtherWeek { games, .. } => *games,
            _ => 0,
        })
    }

    /// How many rows say what the camp doesn't have afterwards.
    pub fn skipped(&self) -> usize {
        let said_twice = self.count(|kind| matches!(kind, ProblemKind::DuplicateRow { .. }));
        let there = self.in_other_weeks() + said_twice;
        self.left_out().saturating_sub(there)
    }

    /// How many rows of the files don't come into the camp.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.groups.left_out + self.players.left_out + self.games.left_out
    }

    /// How many rows say what another one, or a game of the camp, says.
    pub fn repeated(&self) -> usize {
        self.count(|kind| {
            matches!(
                kind,
                ProblemKind::SameAsRow { .. } | ProblemKind::SameAsGame { .. }
            )
        })
    }

    /// How many names in rows without a number are those of several players, or stand there twice.
    pub fn shared_names(&self) -> usize {
        self.count(|kind| matches!(kind, ProblemKind::SharedName { .. }))
    }

    /// How many pasted rows are games that are here already.
    pub fn already_here(&self) -> usize {
        self.count(|kind| matches!(kind, ProblemKind::AlreadyHere { .. }))
    }

    /// How many dates can't be read in the order in which all are read.
    pub fn contrary_dates(&self) -> usize {
        self.sum(|kind| match kind {
            ProblemKind::DatesAssumed { contrary, .. } => *contrary,
            _ => 0,
        })
    }

    /// How many inactive players have new games.
    pub fn inactive(&self) -> usize {
        self.count(|kind| matches!(kind, ProblemKind::InactivePlayer { .. }))
    }

    /// What the director must decide before the import can go on.
    pub fn waiting(&self) -> impl Iterator<Item = &Problem> {
        self.problems
            .iter()
            .filter(|problem| problem.severity == Severity::Decide)
    }
}

/// How many new games have no date, though others of them, or of the week, have one.
fn undated(new: &[ImportedGame], camp: &CampData) -> usize {
    let here = camp.games.iter().map(|game| game.date);
    let mut dates = new.iter().map(|game| game.game.date).chain(here);
    if !dates.any(|date| date.is_some()) {
        return 0;
    }
    new.iter().filter(|game| game.game.date.is_none()).count()
}

/// What a file has lost is left out only if the director says so.
fn ask_of_damage(mut problem: Problem, choices: &Choices) -> Problem {
    if problem.kind.is_damage() {
        problem.severity = if choices.accept_damage {
            Severity::LeftOut
        } else {
            Severity::Decide
        };
    }
    problem
}

/// In a club that has no groups, nobody lacks one: that is said once, and not of each player.
fn say_of_no_groups(problems: &mut Vec<Problem>, source: &str) {
    let is_of_player = |problem: &Problem| {
        matches!(
            problem.kind,
            ProblemKind::NoGroup { .. } | ProblemKind::NoStart { .. }
        )
    };
    problems.retain(|problem| !is_of_player(problem));
    let no_groups = ProblemKind::NoGroupsAtAll;
    problems.push(Problem::new(Place::file(source), Severity::Note, no_groups));
}

/// Tables with numbers come before those without, which then get numbers that are free.
fn numbered_first<'a, 'b: 'a>(tables: impl Iterator<Item = &'a Mapped<'b>>) -> Vec<&'a Mapped<'b>> {
    let mut tables = tables.collect::<Vec<_>>();
    tables.sort_by_key(|table| table.column(Field::Id).is_none());
    tables
}

/// "Ladder Players.csv and 2 more"
fn source_names(sources: &[Source]) -> String {
    match sources {
        [] => "nothing".to_owned(),
        [only] => only.file.clone(),
        [first, others @ ..] => format!("{} and {} more", first.file, others.len()),
    }
}

/// The rows that have a value for each column, and not more. Others are named; long ones are left out and counted.
fn rows_in_shape<'a>(
    table: &Mapped<'a>,
    left_out: &mut usize,
    problems: &mut Vec<Problem>,
) -> impl Iterator<Item = Row<'a>> + Clone + use<'a> {
    let expected = table.view.columns.len();
    let rows = table.rows;
    let mut places = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let found = row.len();
        let mut surplus = row.cells().skip(expected);
        if surplus.any(|cell| !cell.is_empty()) {
            let long = ProblemKind::LongRow { expected, found };
            problems.push(table.problem(row, Severity::LeftOut, long));
            *left_out += 1;
            continue;
        }
        if found < expected {
            let short = ProblemKind::ShortRow { expected, found };
            problems.push(table.problem(row, Severity::Note, short));
        }
        // Half of what a reference takes.
        places.push(u32::try_from(at).unwrap_or(u32::MAX));
    }
    places
        .into_iter()
        .filter_map(move |at| rows.get(at as usize))
}

/// The same columns by the names that the camp has for them: capitals and accents don't make another column.
fn names_in_camp(
    columns: &[(usize, String)],
    camp: &CampData,
    kind: RecordKind,
) -> Vec<(usize, String)> {
    let in_camp = |(at, name): &(usize, String)| {
        let is_anothers = |other: &CustomColumn| {
            let mut others = columns.iter().filter(|(place, _)| place != at);
            others
                .any(|(place, named)| other.is_named(named) || place < at && other.is_called(named))
        };
        let mut known = camp.columns_of(kind);
        let known = known
            .find(|column| column.is_named(name) || column.is_called(name) && !is_anothers(column));
        (*at, known.map_or(name, |column| &column.name).clone())
    };
    columns.iter().map(in_camp).collect()
}

/// The columns of a table that are kept by name and value.
fn extra_columns(table: &Mapped<'_>) -> Vec<(usize, String)> {
    table
        .view
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.field == Field::Extra)
        .map(|(at, column)| (at, column.name.clone()))
        .collect()
}
