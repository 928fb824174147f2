//! Accepted problems name games, players, weeks and sections: of those that come, only what is known here is brought.

use super::{Copies, Key, Side, from_problem, numbered, three_way::Merged};
use crate::domain::with_other_numbers;

/// Leaves accepted problems as they are here that name what isn't here in the end: such a problem is listed nowhere, and nothing is lost by
/// that.
pub(super) fn leave_unknown(copies: &Copies, merged: &mut Merged) {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let problems = merged.records.keys();
    let problems = problems.filter(|key| key.table == "accepted_problem");
    let unknown = problems.filter(|key| {
        let comes = !ours.records.contains_key(key);
        let is_known = |named: &Key| match merged.records.get(named) {
            Some(after) if comes => after.is_some(),
            // One that a closed week leaves out is in neither.
            None if comes => theirs.is_there(named) && ours.is_there(named),
            // What goes may name what goes, too.
            _ => ours.is_there(named),
        };
        !names_only(key, is_known)
    });
    for key in unknown.cloned().collect::<Vec<_>>() {
        let record = ours.records.get(&key).cloned();
        merged.records.insert(key, record);
    }
}

/// Whether an accepted problem names nothing but what is known.
fn names_only(problem: &Key, is_known: impl Fn(&Key) -> bool) -> bool {
    let problem = problem.parts.get(1).map_or("", String::as_str);
    let known = with_other_numbers(problem, |of, known_by| {
        let named = Key::new(numbered(of), [from_problem(known_by)]);
        is_known(&named).then(|| known_by.to_owned())
    });
    known.is_some()
}

impl Side {
    /// Whether the copy has what an accepted problem names.
    fn is_there(&self, named: &Key) -> bool {
        let is_game = named.table == "game" && self.games.contains(named.uid());
        is_game || self.names.contains_key(named)
    }
}
