//! Two laptops over many days: each brings the other one's copy now and then.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    lost::{Both, Numbers, Shared, ever_known_by, is_read, own},
    *,
};

/// Every value that a column of a record ever had.
type Values = BTreeMap<String, BTreeSet<Cell>>;

type Ever = BTreeMap<Key, Values>;

/// A copy, and every record and every value that it ever had or got.
struct Known {
    camp: CampFile,
    ever: Ever,
}

impl Known {
    fn again(&self) -> Self {
        Self {
            camp: copy(&self.camp),
            ever: self.ever.clone(),
        }
    }

    fn look(&mut self) {
        for (key, cells) in view(&self.camp) {
            let values = self.ever.entry(key).or_default();
            for (column, cell) in cells {
                values.entry(column).or_default().insert(cell);
            }
        }
    }

    fn get(&mut self, other: &Self) {
        learn(&mut self.ever, &other.ever, Key::clone);
    }

    /// Every value that it ever had, by what records are known now.
    fn had(&self, made_one: &Shared) -> Ever {
        let mut had = Ever::new();
        learn(&mut had, &self.ever, |key| made_one.key(key));
        had
    }

    /// Everybody who ever was in the camp, with every number that he or she had.
    fn numbers(&self) -> Numbers {
        let players = self.ever.iter().filter(|(key, _)| key.table == "person");
        let numbers = players.flat_map(|(key, values)| {
            let ids = values.get("id").into_iter().flatten();
            ids.map(|id| (id.clone(), key.uid().to_owned()))
        });
        numbers.collect()
    }

    /// What the other copy never had.
    fn own(&self, other: &Ever, made_one: &Shared) -> State {
        own(&view(&self.camp), &self.numbers(), |key, column, cell| {
            let Some(values) = other.get(&made_one.key(key)) else {
                return false;
            };
            // What it names may be known by another uid since.
            let is_link = Table::of(key.table).is_some_and(|it| it.link(column).is_some());
            let had = values.get(column);
            is_link || had.is_some_and(|values| values.contains(cell))
        })
    }
}

fn learn(ever: &mut Ever, other: &Ever, known_by: impl Fn(&Key) -> Key) {
    for (key, cells) in other {
        let values = ever.entry(known_by(key)).or_default();
        for (column, cells) in cells {
            let values = values.entry(column.clone()).or_default();
            values.extend(cells.iter().cloned());
        }
    }
}

/// A run of many days.
struct Course {
    clock: Clock,
    /// What was made one at any time.
    made_one: Shared,
}

fn are_the_same(one: &Known, other: &Known) -> Result<(), TestCaseError> {
    let (one, other) = (view(&one.camp), view(&other.camp));
    prop_assert_eq!(differences(&one, &other), []);
    Ok(())
}

/// Brings the second copy to the first one, and looks at what came of it. Nothing if they can't be brought together.
fn bring_to(
    course: &mut Course,
    ours: &mut Known,
    theirs: &Known,
    (prefers, makes_one): (Prefer, bool),
) -> Result<Option<Plan>, TestCaseError> {
    let read = ours.camp.compare(&theirs.camp).expect("two copies");
    let Ok(merge) = read.plan(&persons::decided(&read, prefers, makes_one)) else {
        return Ok(None);
    };
    let before = ours.again();
    let sides = [&ours.camp, &theirs.camp].map(view);
    let there = theirs.camp.compare(&ours.camp).expect("two copies");
    let there = there.plan(&persons::decided(&there, prefers.other(), makes_one));
    let there = there.map(|merge| merge.plan);
    let planned = merge.plan.clone();
    let result = course
        .clock
        .apply(&mut ours.camp, &Edit::Merge(Box::new(merge)));
    prop_assert!(result.is_ok(), "{result:?}");
    prop_assert_eq!(ours.camp.damage().expect("a look"), Vec::<String>::new());
    closed::other_sheets_are_said(&before.camp, &ours.camp, &planned)?;
    let again = ours.camp.compare(&theirs.camp).expect("two copies");
    let again = again.plan(&MergeChoices::default());
    prop_assert!(again.is_ok(), "{again:?}");
    let again = again.expect("a plan").plan;
    prop_assert_eq!(again.changes, []);
    prop_assert_eq!(again.conflicts, []);
    let plans = [&planned, there.as_ref().unwrap_or(&planned)];
    course.made_one.learn(plans);
    let made_one = &course.made_one;
    let had = [before.had(made_one), theirs.had(made_one)];
    let mut own = [before.own(&had[1], made_one), theirs.own(&had[0], made_one)];
    // What was deleted here stays so, unless the copy has changed it.
    let people = theirs.numbers();
    own[1].retain(|key, cells| {
        let had_here = |key: &Key| had[0].contains_key(&made_one.key(key));
        is_read(cells) || !ever_known_by(key, &sides[1], &people).iter().any(had_here)
    });
    Both {
        sides,
        own,
        base: State::new(),
        plans,
    }
    .nothing_is_lost_unsaid(&view(&ours.camp))?;
    ours.get(theirs);
    ours.look();
    Ok(Some(planned))
}

/// What was done before, and the work of many days: on which copy, of which kind and to which records.
type Days = (Vec<(u8, usize, usize)>, Vec<(usize, u8, usize, usize)>);

/// Each clears its history now and then, too. Says whether they can be brought together in the end.
fn come_to_the_same((before, work): Days) -> Result<bool, TestCaseError> {
    let mut course = Course {
        clock: Clock::new(),
        made_one: Shared::default(),
    };
    let mut start = Known {
        camp: small_camp(),
        ever: Ever::new(),
    };
    for (kind, a, b) in before {
        // It comes back when the next change is undone.
        start.look();
        let edit = any_change(&start.camp, kind, a, b);
        let _ = course.clock.apply(&mut start.camp, &edit);
    }
    start.look();
    let mut copies = [&start, &start].map(Known::again);
    let makes_one = work.len().is_multiple_of(2);
    for (which, kind, a, b) in work {
        let [one, other] = &mut copies;
        let (ours, theirs) = match which {
            0 => (one, other),
            _ => (other, one),
        };
        match kind.checked_sub(KINDS) {
            None => {
                let edit = any_change(&ours.camp, kind, a, b);
                let _ = course.clock.apply(&mut ours.camp, &edit);
            }
            Some(0 | 1) => {
                let undo = ours.camp.move_in_history(HistoryMove::Undo);
                undo.expect("undone");
            }
            Some(2 | 3) => {
                ours.camp.forget_history().expect("forgotten");
            }
            Some(4) => {
                let camps = [&mut ours.camp, &mut theirs.camp];
                both::types_the_same_on_both(&mut course.clock, camps, a, b);
                theirs.look();
            }
            Some(_) => {
                let prefers = match a % 2 {
                    0 => Prefer::Ours,
                    _ => Prefer::Theirs,
                };
                // Who has nearly the same name is one now and then.
                bring_to(&mut course, ours, theirs, (prefers, b % 2 == 0))?;
            }
        }
        ours.look();
    }
    let [mut here, mut there] = copies;
    // Either way round.
    let [mut one, mut other] = [&here, &there].map(Known::again);
    let planned = bring_to(&mut course, &mut one, &there, (Prefer::Ours, makes_one))?;
    let others = bring_to(&mut course, &mut other, &here, (Prefer::Theirs, makes_one))?;
    prop_assert_eq!(planned.is_some(), others.is_some());
    if planned.is_none() {
        return Ok(false);
    }
    are_the_same(&one, &other)?;
    // One after the other.
    bring_to(&mut course, &mut here, &there, (Prefer::Ours, makes_one))?;
    let back = bring_to(&mut course, &mut there, &here, (Prefer::Ours, makes_one))?;
    prop_assert_eq!(back.map(|it| it.conflicts), Some(Vec::new()));
    are_the_same(&here, &there)?;
    let again = plan(&here.camp, &there.camp, &MergeChoices::default()).plan;
    prop_assert!(again.is_empty(), "{:?}", again);
    Ok(true)
}

#[test]
fn copies_come_to_the_same_camp_however_often_they_are_brought() {
    use proptest::collection::vec;
    let before = vec((0..KINDS, 0_usize..40, 0_usize..40), 0..15);
    let work = (0_usize..2, 0..KINDS + 12, 0_usize..40, 0_usize..40);
    let days = (before, vec(work, 0..50));
    most_come_together(cases(32, file!()), &days, come_to_the_same);
}
