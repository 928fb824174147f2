//! The times at which both copies had something of each other, or of a third one, and what each of them knew of by then.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use crate::domain::merge::{Cells, Copies, Key, Met, Prefer, State, Told};

/// Records of a state.
pub(super) type Records<'a> = Vec<(&'a Key, &'a Cells)>;

pub(super) fn records(state: &State) -> Records<'_> {
    state.iter().collect()
}

fn told_of(told: &Told) -> Records<'_> {
    let records = told.iter();
    records.map(|(key, cells)| (&**key, &**cells)).collect()
}

/// What came to one copy with a third one, beside all that the other one had before it got the same: of what it never had, it had made one with
/// something of its own.
/// Of `telling` tables all that there was is there, as it tells others apart.
fn of_third<'a>(
    met: &'a Met,
    [here, there]: &[BTreeSet<Arc<Key>>; 2],
    telling: &[&str],
) -> [[Records<'a>; 2]; 2] {
    let part = |told: &'a Told, came: &BTreeSet<Arc<Key>>, comes: bool| {
        let records = told
            .iter()
            .filter(|(key, _)| telling.contains(&key.table) || came.contains(*key) == comes);
        records.map(|(key, cells)| (&**key, &**cells)).collect()
    };
    [true, false].map(|comes| {
        [
            part(&met.here, here, comes),
            part(&met.there, there, !comes),
        ]
    })
}

/// What tells campers from each other.
pub(super) const TELLING_CAMPERS: [&str; 2] = ["week_player", "us_member"];

/// A time at which one copy got the other one, or both a third one.
pub(super) struct Time<'a> {
    /// The later, the greater.
    pub(super) age: i64,
    /// The copy that got the other one, where nothing more is known of the time than both states.
    got: Option<Prefer>,
    pub(super) states: [Records<'a>; 2],
}

impl Time<'_> {
    /// Whether one of the two got the other one then, and nothing of a third one.
    pub(super) fn is_of_the_two(&self, copies: &Copies) -> bool {
        self.got.is_some_and(|got| !copies.side(got).after_third)
    }

    /// Whether a record here and one of the other copy can have been made one then: the copy that got the other one has known it by the lower uid
    /// since. Of what got another one later nothing is known.
    pub(super) fn may_be_one(
        &self,
        copies: &Copies,
        table: &str,
        [here, there]: [&str; 2],
    ) -> bool {
        let is_lower = match self.got {
            Some(Prefer::Ours) => here < there,
            Some(Prefer::Theirs) => there < here,
            None => true,
        };
        let is_known_anew = || {
            let sides = [&copies.ours, &copies.theirs].into_iter();
            let mut known = sides.flat_map(|side| &side.formerly);
            known.any(|((of, _), uid)| *of == table && (uid == here || uid == there))
        };
        is_lower || is_known_anew()
    }
}

/// All such times. What each knows of the other one without saying when comes last.
pub(super) fn times<'a>(copies: &'a Copies, telling: &[&str]) -> Vec<Time<'a>> {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let met = copies.met.iter().flat_map(|met| {
        let states = match &met.came {
            Some(came) => of_third(met, came, telling).to_vec(),
            None => vec![[told_of(&met.here), told_of(&met.there)]],
        };
        states.into_iter().map(|states| Time {
            age: met.age,
            got: None,
            states,
        })
    });
    let then = [
        (Prefer::Ours, &ours.after, &theirs.brought),
        (Prefer::Theirs, &ours.brought, &theirs.after),
    ];
    let then = then.into_iter().filter_map(|(got, here, there)| {
        let states = [here.as_ref()?, there.as_ref()?];
        Some(Time {
            age: i64::MAX,
            got: Some(got),
            states: states.map(records),
        })
    });
    met.chain(then).collect()
}

/// The uids of a table that a copy ever had, as far as anybody knows.
pub(super) fn ever<'a>(copies: &'a Copies, prefer: Prefer, table: &str) -> HashSet<&'a str> {
    let states = copies.side(prefer).states().chain(&copies.base);
    let met = copies.met.iter().flat_map(|met| match prefer {
        Prefer::Ours => met.here.keys(),
        Prefer::Theirs => met.there.keys(),
    });
    let keys = states.flat_map(State::keys).chain(met.map(|key| &**key));
    let keys = keys.filter(|key| key.table == table);
    keys.map(Key::uid).collect()
}

/// As [`ever`], and all that it got of the other copy, whatever it has left out.
pub(super) fn ever_or_got<'a>(copies: &'a Copies, prefer: Prefer, table: &str) -> HashSet<&'a str> {
    let got = copies.side(prefer.other()).brought.iter();
    let got = got.flat_map(State::keys).filter(|key| key.table == table);
    let ever = ever(copies, prefer, table).into_iter();
    ever.chain(got.map(Key::uid)).collect()
}
