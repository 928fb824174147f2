//! Which of the states that two copies went through both have: the one in which they parted, and what either has got of the other one since.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::storage::{
    CampFile, StorageError,
    history::{self, PastState},
};

/// What a copy went through, and what it has of others.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The oldest one first, and the present one last. None where the history can't be read.
    states: Vec<PastState>,
    /// States of other copies, each with the step since which it is here.
    copies: BTreeMap<String, i64>,
    /// Every state of another copy that ever came here, with the step by which it did, the first one first.
    got: Vec<(String, i64)>,
}

/// The states of a copy that count when it is compared with another one, each by the last step that was done in it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Marks {
    /// In which the two copies were the same.
    pub(super) parted: Option<i64>,
    /// The last one that the other copy has got since.
    pub(super) brought: Option<i64>,
    /// Right after it had got that of the other one.
    pub(super) after: Option<i64>,
    /// Right after it had got the same of a third copy as the other one, last.
    pub(super) third: Option<i64>,
}

/// A state of a copy that another one has.
struct Known {
    /// The last step that was done in it, of the copy's own.
    step: i64,
    /// Since which step of its own the other one has it.
    since: i64,
}

impl Line {
    pub(super) fn of(camp: &CampFile) -> Result<Self, StorageError> {
        if camp.lost_history.is_some() {
            return Ok(Self::default());
        }
        Ok(Self {
            states: history::states(&camp.connection)?,
            copies: history::copies(&camp.connection)?,
            got: history::got(&camp.connection)?,
        })
    }

    /// Whether its history can be read.
    pub(super) fn is_known(&self) -> bool {
        !self.states.is_empty()
    }

    fn step_of(&self, state: &str) -> Option<i64> {
        let mut states = self.states.iter();
        states.find(|it| it.name == state).map(|it| it.step)
    }

    /// The last state after a step that another copy has got.
    fn last_known_to(&self, other: &Self, after: Option<i64>) -> Option<Known> {
        let mut states = self.states.iter().rev();
        let last = states.find_map(|state| {
            let since = *other.copies.get(&state.name)?;
            Some(Known {
                step: state.step,
                since,
            })
        });
        last.filter(|known| after.is_none_or(|after| known.step > after))
    }

    /// The step from which another copy has gone on by itself: what it has of a third one may be older.
    pub(super) fn parted_from(&self, other: &Self) -> Option<i64> {
        let mut copies = other.copies.keys();
        let lines = [self, other];
        let is_of_two = |state: &String| lines.iter().any(|line| line.step_of(state).is_some());
        let [here, _] = marks(self, other);
        here.parted.filter(|_| copies.all(is_of_two))
    }

    /// The states of other copies that are in this one once another one was brought here. Not the last one of a line alone: that may be undone
    /// there, or a third copy may have parted from an earlier one.
    pub(super) fn copies_with(&self, other: &Self) -> BTreeSet<String> {
        let own: HashSet<&String> = self.states.iter().map(|state| &state.name).collect();
        let went_through = other.states.iter().map(|state| &state.name);
        let copies = self.copies.keys().chain(other.copies.keys());
        let elsewhere = copies.chain(went_through);
        elsewhere
            .filter(|state| !own.contains(state))
            .cloned()
            .collect()
    }
}

/// What counts of two copies. Of two states of which one has all of the other one, that one counts alone.
pub(super) fn marks(ours: &Line, theirs: &Line) -> [Marks; 2] {
    let mut both = ours.states.iter().rev();
    let parted = both.find_map(|state| Some([state.step, theirs.step_of(&state.name)?]));
    let mut marks = match parted {
        Some(steps) => steps.map(Some),
        None => [None; 2],
    }
    .map(|parted| Marks {
        parted,
        ..Marks::default()
    });
    let mut known = [
        ours.last_known_to(theirs, marks[0].parted),
        theirs.last_known_to(ours, marks[1].parted),
    ];
    if let [Some(here), Some(there)] = &known {
        let has_theirs = there.since <= here.step;
        let has_ours = here.since <= there.step;
        match (has_theirs, has_ours) {
            (true, false) => known[1] = None,
            (false, true) => known[0] = None,
            _ => {}
        }
    }
    for (at, known) in known.into_iter().enumerate() {
        if let Some(known) = known {
            marks[at].brought = Some(known.step);
            marks[1 - at].after = Some(known.since);
        }
    }
    if let Some(thirds) = third(ours, theirs, marks) {
        for (marks, third) in marks.iter_mut().zip(thirds) {
            marks.third = Some(third);
        }
    }
    marks
}

/// The last step of each right after both had got the same of a third copy: the last time that says more than what they have of each other.
fn third(ours: &Line, theirs: &Line, [here, there]: [Marks; 2]) -> Option<[i64; 2]> {
    let parted = [here.parted?, there.parted?];
    let copies = ours.copies.iter();
    let both =
        copies.filter_map(|(state, since)| Some((state, [*since, *theirs.copies.get(state)?])));
    let is_later = |(_, [mine, other]): &(&String, [i64; 2])| {
        let later = [(mine, here.brought), (other, there.brought)];
        let later = later.map(|(step, brought)| brought.map(|brought| *step > brought));
        *mine > parted[0]
            && *other > parted[1]
            && match later {
                [None, None] => true,
                [Some(is_later), None] | [None, Some(is_later)] => is_later,
                [Some(one), Some(two)] => one && two,
            }
    };
    // The same one whichever copy is brought to which.
    let last = both.filter(is_later);
    let last = last.max_by_key(|(state, [mine, other])| (mine + other, *state));
    last.map(|(_, steps)| steps)
}

/// Each time that one of two copies got the other one since they parted: the last step of each by then.
pub(super) fn met(ours: &Line, theirs: &Line, [here, there]: [Marks; 2]) -> Vec<[i64; 2]> {
    let (Some(here), Some(there)) = (here.parted, there.parted) else {
        return Vec::new();
    };
    let got = ours.got.iter();
    let got = got.filter_map(|(state, since)| Some([*since, theirs.step_of(state)?]));
    let given = theirs.got.iter();
    let given = given.filter_map(|(state, since)| Some([ours.step_of(state)?, *since]));
    // Of each time it came with all states before it.
    let mut times = BTreeMap::new();
    for [mine, other] in got {
        let last = times.entry((0, mine)).or_insert([mine, other]);
        last[1] = last[1].max(other);
    }
    for [mine, other] in given {
        let last = times.entry((1, other)).or_insert([mine, other]);
        last[0] = last[0].max(mine);
    }
    times
        .into_values()
        .filter(|[mine, other]| *mine > here && *other > there)
        .collect()
}
