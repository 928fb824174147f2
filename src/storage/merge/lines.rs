//! Which of the states that two copies went through both have: the one in which they parted, and what either has got of the other one since.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::storage::{
    CampFile, StorageError,
    history::{self, PastState},
};

/// So many states of other copies are remembered, the last ones: a year of a busy camp.
const REMEMBERED: usize = 5000;

/// So many times at which two copies had got the same of a third one are looked at, the last ones.
const THIRDS: usize = 8;

/// What a copy went through, and what it has of others.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The oldest one first, and the present one last. None where the history can't be read.
    states: Vec<PastState>,
    /// The step of each state, by its name.
    steps: HashMap<String, i64>,
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
        let states = history::states(&camp.connection)?;
        let steps = states.iter().map(|state| (state.name.clone(), state.step));
        Ok(Self {
            steps: steps.collect(),
            states,
            copies: history::copies(&camp.connection)?,
            got: history::got(&camp.connection)?,
        })
    }

    /// Whether its history can be read.
    pub(super) fn is_known(&self) -> bool {
        !self.states.is_empty()
    }

    fn step_of(&self, state: &str) -> Option<i64> {
        self.steps.get(state).copied()
    }

    /// Whether another copy is here as it is now; so is one of which no state is known, as nothing of it can be remembered.
    pub(super) fn has(&self, other: &Self) -> bool {
        other.states.last().is_none_or(|last| {
            self.copies.contains_key(&last.name) || self.step_of(&last.name).is_some()
        })
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

    /// Whether more came with a step than states of another copy.
    pub(super) fn got_more_than(&self, other: &Self, step: i64) -> bool {
        let mut came = self.copies.iter().filter(|(_, since)| **since == step);
        came.any(|(state, _)| other.step_of(state).is_none())
    }

    /// The step from which another copy has gone on by itself: what it has of a third one may be older.
    pub(super) fn parted_from(&self, other: &Self) -> Option<i64> {
        let lines = [self, other];
        let is_of_two = |state: &str| lines.iter().any(|line| line.step_of(state).is_some());
        // What came with states of this copy, and isn't of a third one that this copy knows, was undone here since.
        let came_from_here = other.copies.iter();
        let came_from_here = came_from_here.filter(|(state, _)| self.step_of(state).is_some());
        let came_from_here: HashSet<i64> = came_from_here.map(|(_, since)| *since).collect();
        let is_undone_here = |(state, since): (&String, &i64)| {
            came_from_here.contains(since) && !self.copies.contains_key(state)
        };
        let mut copies = other.copies.iter();
        let [here, _] = marks(self, other);
        here.parted
            .filter(|_| copies.all(|known| is_of_two(known.0) || is_undone_here(known)))
    }

    /// The states of other copies that are in this one once another one was brought here. Not the last one of a line alone: that may be undone
    /// there, or a third copy may have parted from an earlier one.
    pub(super) fn copies_with(&self, other: &Self) -> BTreeSet<String> {
        let known = self.copies.iter().map(|(state, since)| (*since, state));
        // Those that come now are the last ones here.
        let with = other.copies.keys().map(|state| (i64::MAX, 0, state));
        let went_through = other.states.iter();
        let went_through = went_through.map(|state| (i64::MAX, state.step + 1, &state.name));
        let known = known.map(|(since, state)| (since, 0, state));
        let mut elsewhere: Vec<_> = known.chain(with).chain(went_through).collect();
        elsewhere.retain(|(.., state)| self.step_of(state).is_none());
        elsewhere.sort_unstable_by(|one, other| other.cmp(one));
        let states = elsewhere.into_iter().map(|(.., state)| state);
        let mut last = BTreeSet::new();
        for state in states {
            if last.len() == REMEMBERED {
                break;
            }
            last.insert(state.clone());
        }
        last
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
    marks
}

/// The last step of each right after both had got the same of a third copy, the first time first: all that says more than what they have of each
/// other.
pub(super) fn thirds(ours: &Line, theirs: &Line, [here, there]: [Marks; 2]) -> Vec<[i64; 2]> {
    let (Some(parted), Some(parted_there)) = (here.parted, there.parted) else {
        return Vec::new();
    };
    let is_later = |[mine, other]: &[i64; 2]| {
        let later = [(mine, here.brought), (other, there.brought)];
        let later = later.map(|(step, brought)| brought.map(|brought| *step > brought));
        *mine > parted
            && *other > parted_there
            && match later {
                [None, None] => true,
                [Some(is_later), None] | [None, Some(is_later)] => is_later,
                [Some(one), Some(two)] => one && two,
            }
    };
    // By a state that tells one time from another, whichever copy is brought to which.
    let mut times = BTreeMap::new();
    for (state, since) in &ours.copies {
        if let Some(there) = theirs.copies.get(state) {
            times.entry([*since, *there]).or_insert(state);
        }
    }
    let mut times: Vec<_> = times.into_iter().filter(|(it, _)| is_later(it)).collect();
    times.sort_by_key(|([mine, other], state)| (mine + other, *state));
    let last = times.len().saturating_sub(THIRDS);
    times
        .into_iter()
        .skip(last)
        .map(|(steps, _)| steps)
        .collect()
}

/// Those of these times by which each had got all that the other one got then: the third copy as it was in one and the same state.
pub(super) fn in_one_state(ours: &Line, theirs: &Line, thirds: &[[i64; 2]]) -> Vec<[i64; 2]> {
    let has = |line: &Line, state: &str, step: i64| {
        let since = line.copies.get(state).copied();
        since
            .or_else(|| line.step_of(state))
            .is_some_and(|since| since <= step)
    };
    let has_all = |(line, step): (&Line, i64), (other, got): (&Line, i64)| {
        let mut came = other.copies.iter().filter(|(_, since)| **since == got);
        came.all(|(state, _)| has(line, state, step))
    };
    let is_one = |[mine, other]: &&[i64; 2]| {
        let (here, there) = ((ours, *mine), (theirs, *other));
        has_all(here, there) && has_all(there, here)
    };
    thirds.iter().filter(is_one).copied().collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a copy goes through is remembered up to a bound: the first ones go.
    #[test]
    fn the_last_states_of_other_copies_are_remembered() {
        let state = |number: i64| format!("{number} there");
        let ours = Line {
            copies: (1..=6000).map(|number| (state(number), number)).collect(),
            ..Line::default()
        };
        let states = (7000..7010).map(|step| PastState {
            step,
            name: state(step),
        });
        let theirs = Line {
            states: states.collect(),
            ..Line::default()
        };
        let remembered = ours.copies_with(&theirs);
        assert_eq!(remembered.len(), REMEMBERED);
        let is_there = |number| remembered.contains(&state(number));
        assert!((7000..7010).all(is_there));
        assert!(is_there(6000) && is_there(1011) && !is_there(1010));
    }
}
