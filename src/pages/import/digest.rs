//! What a plan says, put in order for the eye: worked out once for each plan.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use jiff::civil::Date;

use super::{headings::heading, state::Import};
use crate::{
    domain::{CampData, Player, PlayerId},
    import::{
        Choices, Field, Place, Plan, Problem, ProblemKind, ResultUse, Severity, TableKind,
        TableView,
    },
    kit::PickerItem,
    pages::looks::players_to_choose_in,
};

/// A name or number in the games that doesn't say who is meant.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) text: String,
    /// What the choices know the name by.
    pub(super) key: String,
    /// The rows of games with this name.
    pub(super) games: usize,
    pub(super) why: Why,
    /// Who may be meant; nobody where it may be anybody.
    pub(super) candidates: Vec<Candidate>,
}

/// Why it is to be said who is meant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Why {
    /// Several have this name.
    Several,
    /// The name may be cut off.
    CutOff,
    /// Nobody has this name or number.
    Nobody,
}

/// Somebody who may be meant.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) id: PlayerId,
    /// "Ann Lee, number 17, Blue, rating 1031"
    pub(super) words: String,
}

/// A player of the camp whose number a file gives to somebody else.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    pub(super) id: PlayerId,
    pub(super) present: String,
    pub(super) imported: String,
}

/// A column that a table needs and that nothing was taken for by itself.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    /// The table's place in the plan.
    pub(super) table: usize,
    pub(super) kind: TableKind,
    pub(super) field: Field,
    pub(super) sentence: String,
    /// Whether the table still waits for it.
    pub(super) is_open: bool,
}

/// Problems of one kind.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) severity: Severity,
    pub(super) title: String,
    pub(super) lines: Vec<Line>,
    /// Whether the problems are rows of tables, and not files or tables as a whole.
    pub(super) is_of_rows: bool,
    /// Whether every line says the same, so that the places are enough.
    pub(super) is_one_sentence: bool,
    /// Whether the lines are shown until somebody folds them: they are few, and it is by them that records are told apart.
    pub(super) starts_open: bool,
}

/// So many lines have room.
const FEW: usize = 6;

/// One problem.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) place: String,
    pub(super) text: String,
}

/// What the preview shows of a plan.
#[derive(Debug, Default)]
pub(super) struct Digest {
    import: u64,
    planned: u64,
    pub(super) asked: Vec<Asked>,
    /// Everybody who will be in the camp, where it is to be said who is meant by a name that nobody has.
    pub(super) everybody: Vec<PickerItem>,
    /// The result texts of the games, in the order in which they came.
    pub(super) results: Vec<ResultUse>,
    pub(super) replaced: Vec<Replaced>,
    /// How many games have numbers that belong to other games of the week.
    pub(super) replaced_games: usize,
    /// The places of their tables in the plan.
    pub(super) replacing: BTreeSet<usize>,
    /// There are games, and nobody at all is known.
    pub(super) knows_nobody: bool,
    /// Games that other weeks may have.
    pub(super) perhaps_elsewhere: usize,
    /// The results that Access rated as draws and that are something else here.
    pub(super) not_draws: Vec<String>,
    pub(super) not_draw_games: usize,
    /// The columns that were missing.
    pub(super) missing: Vec<Missing>,
    /// Whether something of the files is lost.
    pub(super) is_damaged: bool,
    /// How the dates of each table are read whose order was assumed, and whether dates contradict it.
    pub(super) dates: Vec<(String, bool)>,
    /// The first and the last day of the games.
    pub(super) days: Option<(Date, Date)>,
    pub(super) groups: Vec<Group>,
    pub(super) waiting: usize,
}

impl Digest {
    /// Brings the digest up to the plan. What was asked stays while it is answered, so that the answer can be changed.
    /// Tells whether it is another import than before.
    pub(super) fn follow(&mut self, import: &Import, camp: Option<&CampData>) -> bool {
        let Some(plan) = import.plan() else {
            return false;
        };
        let is_other = self.import != import.number();
        if !is_other && self.planned == import.planned() {
            return false;
        }
        let before = if is_other {
            Self::default()
        } else {
            std::mem::take(self)
        };
        *self = Self {
            import: import.number(),
            planned: import.planned(),
            is_damaged: plan.problems.iter().any(|problem| problem.kind.is_damage()),
            waiting: decisions(plan),
            days: days(plan),
            ..Self::default()
        };
        let mut known = HashMap::new();
        for problem in &plan.problems {
            self.take(problem, plan, camp, &mut known);
        }
        self.groups = groups(plan);
        self.results.clone_from(&plan.results);
        self.keep_answered(before, plan, import.choices());
        if self.asks_for_anybody() {
            self.everybody = everybody(plan, camp);
        }
        is_other
    }

    /// `known` is where the names are that were asked before, and the last row with each.
    fn take(
        &mut self,
        problem: &Problem,
        plan: &Plan,
        camp: Option<&CampData>,
        known: &mut HashMap<String, (usize, Place)>,
    ) {
        match &problem.kind {
            ProblemKind::AmbiguousPlayer {
                text, candidates, ..
            } => self.ask((text, Why::Several, candidates), problem, plan, camp, known),
            ProblemKind::CutOffName {
                text, candidates, ..
            } => self.ask((text, Why::CutOff, candidates), problem, plan, camp, known),
            ProblemKind::UnknownPlayer { text, .. } => {
                self.ask((text, Why::Nobody, &[]), problem, plan, camp, known);
            }
            ProblemKind::ReplacesGame { .. } => {
                self.replaced_games += 1;
                let tables = tables_at(plan, &problem.place, TableKind::Games);
                self.replacing.extend(tables);
            }
            ProblemKind::NoPlayers => self.knows_nobody = true,
            ProblemKind::PerhapsInOtherWeek { games, .. } => self.perhaps_elsewhere += games,
            ProblemKind::ReplacesPlayer {
                id,
                present,
                imported,
            } => self.replaced.push(Replaced {
                id: *id,
                present: present.clone(),
                imported: imported.clone(),
            }),
            ProblemKind::RatedAsDrawByAccess { text, games, .. } => {
                self.not_draws.push(text.clone());
                self.not_draw_games += games;
            }
            ProblemKind::MissingColumn { kind, field } => {
                if let Some(table) = tables_at(plan, &problem.place, *kind).next() {
                    self.missing.push(Missing {
                        table,
                        kind: *kind,
                        field: *field,
                        sentence: format!("{}.", problem.sentence()),
                        is_open: true,
                    });
                }
            }
            ProblemKind::DatesAssumed { contrary, .. } => {
                // The lines that it names are of this file.
                let text = if *contrary > 0 {
                    problem.sentence()
                } else {
                    problem.kind.to_string()
                };
                let read = (text, *contrary > 0);
                if !self.dates.contains(&read) {
                    self.dates.push(read);
                }
            }
            _ => {}
        }
    }

    /// Asks who is meant by a text, once for all games that have it.
    fn ask(
        &mut self,
        (text, why, candidates): (&str, Why, &[(PlayerId, String)]),
        problem: &Problem,
        plan: &Plan,
        camp: Option<&CampData>,
        known: &mut HashMap<String, (usize, Place)>,
    ) {
        let key = Choices::who_key(text);
        if let Some((at, place)) = known.get_mut(&key) {
            // A game between the two is one game.
            if *place != problem.place {
                place.clone_from(&problem.place);
                self.asked[*at].games += 1;
            }
            return;
        }
        known.insert(key.clone(), (self.asked.len(), problem.place.clone()));
        let candidates = candidates.iter().map(|(id, name)| Candidate {
            id: *id,
            words: describe(*id, name, plan, camp),
        });
        self.asked.push(Asked {
            text: text.to_owned(),
            key,
            games: 1,
            why,
            candidates: candidates.collect(),
        });
    }

    /// Another number for each plan.
    pub(super) fn planned(&self) -> u64 {
        self.planned
    }

    /// Whether there are names or numbers that nobody has.
    pub(super) fn asks_for_anybody(&self) -> bool {
        self.asked.iter().any(|asked| asked.why == Why::Nobody)
    }

    fn keep_answered(&mut self, before: Self, plan: &Plan, choices: &Choices) {
        for mut missing in before.missing {
            let is_here = self
                .missing
                .iter()
                .any(|here| (here.table, here.field) == (missing.table, missing.field));
            let table = plan.tables.get(missing.table);
            if !is_here && table.is_some_and(|table| table.kind == missing.kind) {
                missing.is_open = false;
                self.missing.push(missing);
            }
        }
        self.missing.sort_by_key(|missing| missing.table);
        // Those that were there stay where they are, however many games have them now.
        let places = before.results.iter().zip(0..);
        let places = places.map(|(result, at)| (Choices::result_key(&result.text), at));
        let places = places.collect::<HashMap<_, usize>>();
        self.results.sort_by_cached_key(|result| {
            let place = places.get(&Choices::result_key(&result.text));
            place.copied().unwrap_or(usize::MAX)
        });
        for asked in before.asked {
            let is_here = self.asked.iter().any(|here| here.key == asked.key);
            if !is_here && choices.who.contains_key(&asked.key) {
                self.asked.push(asked);
            }
        }
        // In the order of the alphabet, so that a name stays where it is when it is answered.
        self.asked.sort_by(|a, b| a.key.cmp(&b.key));
        for replaced in before.replaced {
            let is_here = self.replaced.iter().any(|here| here.id == replaced.id);
            if !is_here && choices.replace_players.contains(&replaced.id) {
                self.replaced.push(replaced);
            }
        }
        self.replaced.sort_by_key(|replaced| replaced.id);
    }
}

/// Where in the plan the tables of a kind are that a problem may be of.
fn tables_at(plan: &Plan, place: &Place, kind: TableKind) -> impl Iterator<Item = usize> {
    let is_there = move |table: &TableView| {
        table.file == place.file
            && table.kind == kind
            && place.table.as_ref().is_none_or(|name| *name == table.name)
    };
    let tables = plan.tables.iter().enumerate();
    tables.filter_map(move |(at, table)| is_there(table).then_some(at))
}

/// How many things wait. All damage is accepted at once, and all games with the numbers of others are decided at once.
fn decisions(plan: &Plan) -> usize {
    let of_games = |problem: &&Problem| matches!(problem.kind, ProblemKind::ReplacesGame { .. });
    let of_damage = |problem: &&Problem| problem.kind.is_damage();
    let others = plan.waiting();
    let others = others.filter(|problem| !of_games(problem) && !of_damage(problem));
    let at_once = [
        plan.waiting().any(|problem| of_games(&problem)),
        plan.waiting().any(|problem| of_damage(&problem)),
    ];
    others.count() + at_once.into_iter().map(usize::from).sum::<usize>()
}

fn days(plan: &Plan) -> Option<(Date, Date)> {
    let other = plan.changes.changed_games.iter().map(|(_, game)| game);
    let days = plan
        .changes
        .new_games
        .iter()
        .chain(other)
        .filter_map(|game| game.game.date)
        .collect::<BTreeSet<_>>();
    Some((*days.first()?, *days.last()?))
}

/// Everybody who will be in the camp, but for those who are added as nobody is known by their names.
fn everybody(plan: &Plan, camp: Option<&CampData>) -> Vec<PickerItem> {
    let Some(mut after) = camp.cloned() else {
        return Vec::new();
    };
    let made = plan
        .problems
        .iter()
        .filter_map(|problem| match problem.kind {
            ProblemKind::MadePlayer { id, .. } => Some(id),
            _ => None,
        });
    let made = made.collect::<HashSet<_>>();
    let imported = plan.changes.players.iter();
    let imported = imported.filter(|imported| !made.contains(&imported.player.id));
    let players = Arc::make_mut(&mut after.players);
    let mut groups = HashMap::new();
    for imported in imported {
        let id = imported.player.id;
        match players.binary_search_by_key(&id, |player| player.id) {
            Ok(at) => players[at] = imported.over(&players[at]),
            Err(at) => {
                let ratings = imported.ratings.unwrap_or_default();
                let player = imported.player.clone();
                players.insert(at, Player { ratings, ..player });
            }
        }
        if let Some(group) = &imported.group {
            groups.insert(id, group.as_str());
        }
    }
    players_to_choose_in(&after, |player| {
        let said = groups.get(&player.id).copied();
        said.unwrap_or_else(|| after.group_name(player.group))
    })
}

/// What tells two children of one name apart.
fn describe(id: PlayerId, name: &str, plan: &Plan, camp: Option<&CampData>) -> String {
    let mut words = format!("{name}, number {id}");
    let mut imported = plan.changes.players.iter();
    let imported = imported.find(|imported| imported.player.id == id);
    let present = camp.and_then(|camp| camp.player(id).map(|player| (camp, player)));
    let group = imported
        .and_then(|player| player.group.clone())
        .or_else(|| present.map(|(camp, player)| camp.group_name(player.group).to_owned()));
    if let Some(group) = group.filter(|group| !group.is_empty()) {
        words.push_str(", ");
        words.push_str(&group);
    }
    let ratings = imported
        .and_then(|player| player.ratings)
        .or_else(|| present.map(|(_, player)| player.ratings));
    if let Some(ratings) = ratings {
        words.push_str(", rating ");
        words.push_str(&ratings.weekly.to_string());
    }
    words
}

/// The problems by severity and kind, in the order of the plan. What is decided elsewhere on the page is not repeated.
fn groups(plan: &Plan) -> Vec<Group> {
    let mut groups = Vec::<Group>::new();
    let mut known = HashMap::new();
    for problem in &plan.problems {
        if matches!(
            problem.kind,
            ProblemKind::UnclearResult { .. }
                | ProblemKind::RatedAsDrawByAccess { .. }
                | ProblemKind::ReplacesPlayer { .. }
                | ProblemKind::MissingColumn { .. }
                | ProblemKind::DatesAssumed { .. }
        ) {
            continue;
        }
        let title = heading(&problem.kind);
        let line = Line {
            place: problem.place.to_string(),
            text: problem.kind.to_string(),
        };
        let at = *known
            .entry((problem.severity, title.clone()))
            .or_insert_with(|| {
                groups.push(Group {
                    severity: problem.severity,
                    title,
                    lines: Vec::new(),
                    is_of_rows: problem.place.line.is_some(),
                    is_one_sentence: false,
                    starts_open: matches!(
                        problem.kind,
                        ProblemKind::SharedName { .. } | ProblemKind::AlreadyHere { .. }
                    ),
                });
                groups.len() - 1
            });
        groups[at].lines.push(line);
    }
    for group in &mut groups {
        let Some(first) = group.lines.first() else {
            continue;
        };
        group.starts_open &= group.lines.len() <= FEW;
        group.is_one_sentence = group.lines.iter().all(|line| line.text == first.text);
        if group.is_one_sentence && !group.title.starts_with('“') {
            group.title.clone_from(&first.text);
        }
    }
    groups
}
