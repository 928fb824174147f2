//! A list of problems as it is gone through: alike ones in one line that unfolds, and at the end what is accepted.

use std::{collections::HashSet, ops::Range};

use super::{
    Action, OpenCamp,
    exporting::{ExportedColumn, ExportedList},
    weeks::READ_ONLY,
};
use crate::{
    domain::{Acceptance, Edit, LadderProblem, ProblemKind, Severity, alike, counted},
    spreadsheet::Cell,
    storage::Mode,
};

/// What is listed, or what is accepted.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Part {
    Listed,
    Accepted,
}

impl Part {
    /// All problems of it.
    pub fn of(self, camp: &OpenCamp) -> &[LadderProblem] {
        match self {
            Self::Listed => &camp.problems,
            Self::Accepted => &camp.accepted_problems,
        }
    }
}

/// What a list calls the problems of a severity.
pub(crate) const fn severity_title(severity: Severity) -> &'static str {
    match severity {
        Severity::Stops => "Must be fixed",
        Severity::Doubtful => "To check",
        Severity::Note => "Notes",
    }
}

/// What a list says of a problem that is accepted.
pub(crate) const ACCEPTED: &str = "Accepted";

/// All problems, a line each, to be written to a file: those that are folded into one line, too, and at the end what is accepted.
pub(crate) fn exported(camp: &OpenCamp) -> ExportedList {
    let columns = ["Kind", "Problem"].map(ExportedColumn::text).to_vec();
    let parts = [Part::Listed, Part::Accepted].map(|part| (part, part.of(camp).to_vec()));
    let data = camp.data.clone();
    ExportedList::new("Problems", "problem", columns, move || {
        let row = |part: Part, problem: &LadderProblem| {
            let kind = match part {
                Part::Listed => severity_title(problem.severity()),
                Part::Accepted => ACCEPTED,
            };
            let sentence = problem.sentence_to_share(&data);
            vec![Cell::text(kind), Cell::text(sentence)]
        };
        let parts = parts.iter();
        let rows = parts.flat_map(|(part, problems)| problems.iter().map(|of| row(*part, of)));
        rows.collect()
    })
}

/// A line of the list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Line {
    Title(Severity, usize),
    /// In place of titles, where all that there is is accepted.
    NothingListed,
    /// The problems at these places are alike. Where they are unfolded, each stands under this line.
    Alike {
        part: Part,
        places: Range<usize>,
        is_unfolded: bool,
    },
    Problem {
        part: Part,
        place: usize,
        /// Whether it stands under a line of alike ones.
        is_under: bool,
    },
    /// So many are accepted. Where they are unfolded, they stand under this line.
    Accepted {
        count: usize,
        is_unfolded: bool,
    },
}

impl Line {
    /// Whether it can be chosen: a title can't.
    pub fn is_choice(&self) -> bool {
        !matches!(self, Self::Title(..) | Self::NothingListed)
    }

    /// Whether it is unfolded; nothing where there is nothing to unfold.
    pub fn is_unfolded(&self) -> Option<bool> {
        match self {
            Self::Alike { is_unfolded, .. } | Self::Accepted { is_unfolded, .. } => {
                Some(*is_unfolded)
            }
            _ => None,
        }
    }

    /// The problems that it is about.
    pub fn problems<'a>(&self, camp: &'a OpenCamp) -> &'a [LadderProblem] {
        let found = match self {
            Self::Alike { part, places, .. } => part.of(camp).get(places.clone()),
            Self::Problem { part, place, .. } => part.of(camp).get(*place..=*place),
            Self::Accepted { .. } => Some(Part::Accepted.of(camp)),
            Self::Title(..) | Self::NothingListed => None,
        };
        found.unwrap_or_default()
    }

    fn is_accepted(&self) -> bool {
        match self {
            Self::Alike { part, .. } | Self::Problem { part, .. } => *part == Part::Accepted,
            Self::Accepted { .. } => true,
            Self::Title(..) | Self::NothingListed => false,
        }
    }
}

/// The lines of a list, counted and not written down where there are many.
#[derive(Debug, Default)]
pub struct Lines {
    blocks: Vec<(usize, Block)>,
    len: usize,
}

#[derive(Debug)]
enum Block {
    Line(Line),
    /// The problems at these places, a line each.
    Each(Part, Range<usize>),
}

impl Lines {
    fn new(camp: &OpenCamp, list: &ProblemList) -> Self {
        let mut lines = Self::default();
        let listed = Part::Listed.of(camp);
        let mut title = None;
        for places in alike(listed) {
            let severity = listed.get(places.start).map(LadderProblem::severity);
            if let Some(severity) = severity.filter(|_| severity != title) {
                title = Some(severity);
                let count = camp.problems_of(severity).len();
                lines.push(Line::Title(severity, count));
            }
            lines.push_alike(camp, list, Part::Listed, places);
        }
        let accepted = Part::Accepted.of(camp);
        if accepted.is_empty() {
            return lines;
        }
        if listed.is_empty() {
            lines.push(Line::NothingListed);
        }
        let is_unfolded = list.shows_accepted;
        lines.push(Line::Accepted {
            count: accepted.len(),
            is_unfolded,
        });
        if is_unfolded {
            for places in alike(accepted) {
                lines.push_alike(camp, list, Part::Accepted, places);
            }
        }
        lines
    }

    fn push(&mut self, line: Line) {
        self.blocks.push((self.len, Block::Line(line)));
        self.len += 1;
    }

    fn push_alike(
        &mut self,
        camp: &OpenCamp,
        list: &ProblemList,
        part: Part,
        places: Range<usize>,
    ) {
        if places.len() == 1 {
            self.push(Line::Problem {
                part,
                place: places.start,
                is_under: false,
            });
            return;
        }
        let kind = part.of(camp).get(places.start).map(LadderProblem::kind);
        let is_unfolded = kind.is_some_and(|kind| list.unfolded.contains(&(part, kind)));
        self.push(Line::Alike {
            part,
            places: places.clone(),
            is_unfolded,
        });
        if is_unfolded {
            self.blocks
                .push((self.len, Block::Each(part, places.clone())));
            self.len += places.len();
        }
    }

    pub fn count(&self) -> usize {
        self.len
    }

    /// How many are folded away.
    fn folded(&self) -> usize {
        let folded = self.blocks.iter().map(|(_, block)| match block {
            Block::Line(Line::Alike {
                places,
                is_unfolded: false,
                ..
            }) => places.len(),
            Block::Line(Line::Accepted {
                count,
                is_unfolded: false,
            }) => *count,
            Block::Line(_) | Block::Each(..) => 0,
        });
        folded.sum()
    }

    pub fn get(&self, row: usize) -> Option<Line> {
        if row >= self.len {
            return None;
        }
        let next = self.blocks.partition_point(|(first, _)| *first <= row);
        let (first, block) = self.blocks.get(next.checked_sub(1)?)?;
        Some(match block {
            Block::Line(line) => line.clone(),
            Block::Each(part, places) => Line::Problem {
                part: *part,
                place: places.start + (row - first),
                is_under: true,
            },
        })
    }

    fn is_choice(&self, row: usize) -> bool {
        self.get(row).is_some_and(|line| line.is_choice())
    }

    /// The row of the line that this one stands under.
    fn row_above(&self, row: usize) -> Option<usize> {
        let line = self.get(row)?;
        let is_parent = |above: &Line| match (&line, above) {
            (Line::Problem { is_under: true, .. }, Line::Alike { .. }) => true,
            (Line::Problem { is_under: true, .. } | Line::Accepted { .. }, _) => false,
            (line, Line::Accepted { .. }) => line.is_accepted(),
            _ => false,
        };
        let blocks = self.blocks.iter().rev();
        let mut before = blocks.skip_while(|(first, _)| *first >= row);
        before.find_map(|(first, block)| match block {
            Block::Line(above) if is_parent(above) => Some(*first),
            _ => None,
        })
    }

    /// The first row after a line and all that stands under it.
    fn row_after(&self, row: usize) -> usize {
        let under = match self.get(row) {
            Some(Line::Alike {
                places,
                is_unfolded: true,
                ..
            }) => places.len(),
            Some(Line::Accepted { .. }) => self.len - row - 1,
            _ => 0,
        };
        row + under + 1
    }

    /// The row of what was chosen, or of the line that it is folded into.
    fn row_of(&self, camp: &OpenCamp, chosen: &Chosen) -> Option<usize> {
        let is_it = |part: Part, place: usize| {
            let problem = part.of(camp).get(place);
            match chosen {
                Chosen::Problem(of, wanted) => part == *of && problem == Some(wanted),
                Chosen::Alike(of, kind) => {
                    part == *of && problem.is_some_and(|problem| problem.kind() == *kind)
                }
                Chosen::Accepted => false,
            }
        };
        let is_one = matches!(chosen, Chosen::Problem(..));
        self.blocks.iter().find_map(|(first, block)| match block {
            Block::Line(Line::Accepted { .. }) => {
                matches!(chosen, Chosen::Accepted).then_some(*first)
            }
            Block::Line(Line::Problem { part, place, .. }) => {
                is_it(*part, *place).then_some(*first)
            }
            Block::Line(Line::Alike {
                part,
                places,
                is_unfolded,
            }) => {
                let mut places = places.clone();
                // Unfolded, the one that is wanted stands further down.
                let is_here = !(is_one && *is_unfolded) && places.any(|place| is_it(*part, place));
                is_here.then_some(*first)
            }
            Block::Each(part, places) => {
                let at = places.clone().position(|place| is_it(*part, place));
                at.filter(|_| is_one).map(|at| first + at)
            }
            Block::Line(_) => None,
        })
    }
}

/// What a chosen line is about, so that it is found again when others come and go.
#[derive(Clone, Debug, PartialEq)]
enum Chosen {
    Problem(Part, LadderProblem),
    Alike(Part, ProblemKind),
    Accepted,
}

impl Chosen {
    fn new(camp: &OpenCamp, line: &Line) -> Option<Self> {
        let first = line.problems(camp).first();
        match line {
            Line::Problem { part, .. } => Some(Self::Problem(*part, first?.clone())),
            Line::Alike { part, .. } => Some(Self::Alike(*part, first?.kind())),
            Line::Accepted { .. } => Some(Self::Accepted),
            Line::Title(..) | Line::NothingListed => None,
        }
    }
}

/// What is unfolded and chosen in a list of problems.
#[derive(Clone, Debug, Default)]
pub struct ProblemList {
    unfolded: HashSet<(Part, ProblemKind)>,
    shows_accepted: bool,
    row: usize,
    chosen: Option<Chosen>,
    /// What is chosen once the chosen line has gone to the other part.
    next: Option<Chosen>,
    /// The camp as it was looked at last.
    revision: Option<u64>,
    most_lines: usize,
}

impl ProblemList {
    /// The lines as the camp is now. The chosen one stays so wherever it has gone; where it is gone altogether, the one that has its
    /// place is.
    pub fn lines(&mut self, camp: &OpenCamp) -> Lines {
        let lines = Lines::new(camp, self);
        if self.revision != Some(camp.revision) {
            self.revision = Some(camp.revision);
            let next = self.next.take();
            let wanted = next.as_ref().or(self.chosen.as_ref());
            let found = wanted.and_then(|wanted| lines.row_of(camp, wanted));
            self.choose(found.unwrap_or(self.row), camp);
        } else if !lines.is_choice(self.row) {
            self.choose(self.row, camp);
        }
        let everything = lines.count() + lines.folded();
        self.most_lines = self.most_lines.max(everything);
        lines
    }

    /// Others may be listed now, though the camp has not changed: the chosen line is looked for again.
    pub(super) fn look_again(&mut self) {
        self.revision = None;
    }

    /// For how many lines there is to be room: for all that can be unfolded, and for those that were there before, so that nothing moves
    /// under the pointer.
    pub fn most_lines(&self) -> usize {
        self.most_lines
    }

    /// The row of the chosen line.
    pub fn row(&self) -> usize {
        self.row
    }

    pub fn line(&self, camp: &OpenCamp) -> Option<Line> {
        let line = Lines::new(camp, self).get(self.row)?;
        line.is_choice().then_some(line)
    }

    /// Chooses the line of a row, or the nearest one that can be chosen.
    pub fn choose(&mut self, row: usize, camp: &OpenCamp) {
        let lines = Lines::new(camp, self);
        let mut after = row..lines.count();
        let mut before = (0..row.min(lines.count())).rev();
        let found = after.find(|row| lines.is_choice(*row));
        let found = found.or_else(|| before.find(|row| lines.is_choice(*row)));
        self.row = found.unwrap_or(0);
        let line = lines.get(self.row);
        self.chosen = line.and_then(|line| Chosen::new(camp, &line));
        self.next = None;
    }

    /// Goes so many lines down and up. Titles are no lines.
    pub fn step(&mut self, camp: &OpenCamp, down: usize, up: usize) {
        let lines = Lines::new(camp, self);
        let choices = |rows: &mut dyn Iterator<Item = usize>, count: usize| {
            let choices = rows.filter(|row| lines.is_choice(*row));
            choices.take(count).last()
        };
        let mut row = self.row;
        row = choices(&mut (row + 1..lines.count()), down).unwrap_or(row);
        row = choices(&mut (0..row).rev(), up).unwrap_or(row);
        self.choose(row, camp);
    }

    pub fn to_first(&mut self, camp: &OpenCamp) {
        self.choose(0, camp);
    }

    pub fn to_last(&mut self, camp: &OpenCamp) {
        self.choose(Lines::new(camp, self).count(), camp);
    }

    /// Unfolds the chosen line or goes to the first one under it, as in a tree.
    pub fn unfold(&mut self, camp: &OpenCamp) {
        match self.line(camp).and_then(|line| line.is_unfolded()) {
            Some(false) => self.toggle(camp),
            Some(true) => self.step(camp, 1, 0),
            None => {}
        }
    }

    /// Folds the chosen line or goes to the one that it stands under, as in a tree.
    pub fn fold(&mut self, camp: &OpenCamp) {
        let line = self.line(camp);
        if line.and_then(|line| line.is_unfolded()) == Some(true) {
            self.toggle(camp);
        } else if let Some(above) = Lines::new(camp, self).row_above(self.row) {
            self.choose(above, camp);
        }
    }

    /// Unfolds the chosen line, or folds it.
    pub fn toggle(&mut self, camp: &OpenCamp) {
        match self.line(camp) {
            Some(Line::Accepted { .. }) => self.shows_accepted = !self.shows_accepted,
            Some(line @ Line::Alike { part, .. }) => {
                if let Some(first) = line.problems(camp).first() {
                    let kind = (part, first.kind());
                    if !self.unfolded.remove(&kind) {
                        self.unfolded.insert(kind);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the chosen line is of what is accepted.
    pub fn is_accepted(&self, camp: &OpenCamp) -> bool {
        self.line(camp).is_some_and(|line| line.is_accepted())
    }

    /// Why the chosen line can't be accepted, or listed again; nothing if it can. What is accepted is about the list and not about the
    /// week, which may be closed or only looked at.
    pub fn why_not_accept(&self, camp: &OpenCamp) -> Option<&'static str> {
        if camp.mode == Mode::ReadOnly {
            return Some(READ_ONLY);
        }
        let Some(line) = self.line(camp) else {
            return Some("There is no problem");
        };
        let first = line.problems(camp).first();
        first.and_then(LadderProblem::why_not_accepted)
    }

    /// Accepts what the chosen line says, or lists it again. Afterwards the line after it is chosen.
    pub fn accept(&mut self, camp: &OpenCamp) -> Option<Action> {
        if self.why_not_accept(camp).is_some() {
            return None;
        }
        let line = self.line(camp)?;
        let problems = line.problems(camp);
        let keys = problems
            .iter()
            .filter_map(|problem| problem.key(&camp.data));
        let acceptance = Acceptance {
            week: camp.data.week.id,
            keys: keys.collect(),
            accepted: !line.is_accepted(),
            what: match line {
                Line::Accepted { count, .. } => counted(count, "problem"),
                _ => LadderProblem::in_words(problems),
            },
        };
        self.next = self.neighbour(camp, &line);
        Some(Action::Change(Edit::AcceptProblems(acceptance)))
    }

    /// What is chosen when the chosen line is gone: the one after it, or before it, that stays in the same part.
    fn neighbour(&self, camp: &OpenCamp, line: &Line) -> Option<Chosen> {
        let lines = Lines::new(camp, self);
        let stays = |row: &usize| {
            let other = lines.get(*row).filter(Line::is_choice);
            let is_title = matches!(other, Some(Line::Accepted { .. }));
            other.is_some_and(|other| other.is_accepted() == line.is_accepted()) && !is_title
        };
        let mut after = lines.row_after(self.row)..lines.count();
        let mut before = (0..self.row).rev();
        let found = after.find(stays).or_else(|| before.find(stays))?;
        Chosen::new(camp, &lines.get(found)?)
    }
}

#[cfg(test)]
mod tests;
