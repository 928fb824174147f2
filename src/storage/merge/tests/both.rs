//! Whatever was done on both copies.

use super::*;

fn steps_done(camp: &CampFile) -> usize {
    let steps = camp.history().expect("a history").into_iter();
    steps.filter(|step| !step.undone).count()
}

/// What both had in common is done before; after that, each change here or there, of a kind and to two records.
fn come_to_the_same(
    before: Vec<(u8, usize, usize)>,
    after: Vec<(bool, u8, usize, usize)>,
) -> Result<(), TestCaseError> {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    for (kind, a, b) in before {
        let edit = any_change(&ours, kind, a, b);
        let _ = clock.apply(&mut ours, &edit);
    }
    let common = view(&ours);
    let mut theirs = copy(&ours);
    for (is_here, kind, a, b) in after {
        let camp = if is_here { &mut ours } else { &mut theirs };
        if kind == 32 {
            camp.move_in_history(HistoryMove::Undo).expect("undone");
            continue;
        }
        let edit = any_change(camp, kind.min(29), a, b);
        let _ = clock.apply(camp, &edit);
    }
    let choices = [prefer(Prefer::Ours), prefer(Prefer::Theirs)];
    let read = ours.compare(&theirs).expect("two copies");
    let here = read.plan(&choices[0]);
    let there = theirs.compare(&ours).expect("two copies").plan(&choices[1]);
    prop_assert_eq!(here.is_ok(), there.is_ok());
    let (Ok(here), Ok(there)) = (here, there) else {
        return Ok(());
    };
    let old = dump(&ours);
    let (mut one, mut other) = (copy(&ours), copy(&theirs));
    let applied = [
        clock.apply(&mut one, &Edit::Merge(Box::new(here.clone()))),
        clock.apply(&mut other, &Edit::Merge(Box::new(there.clone()))),
    ];
    for result in applied {
        prop_assert!(result.is_ok(), "{:?}", result);
    }
    let data = one.load().expect("a camp");
    if !here.plan.changes_nothing()
        && !data.week.is_closed()
        && let Ok(again) = recalculate(&Ladder::new(&data), |_, _| ControlFlow::Continue(()))
    {
        prop_assert_eq!(again.changed, 0);
    }
    let (this, that) = (view(&one), view(&other));
    prop_assert_eq!(differences(&this, &that), [], "{:?}", here.plan.conflicts);
    prop_assert_eq!(one.damage().expect("a look"), Vec::<String>::new());
    if here.plan.known_anew.is_empty() && there.plan.known_anew.is_empty() {
        weeks::are_closed_as_on_one([&view(&ours), &view(&theirs)], &this)?;
    }
    for (key, _) in view(&ours).iter().chain(&view(&theirs)) {
        let is_lost = !view(&one).contains_key(key);
        let in_base = read
            .copies
            .base
            .as_ref()
            .is_some_and(|base| base.contains_key(key));
        let is_known = in_base
            || common.contains_key(key)
            || !here.plan.conflicts.is_empty()
            || !here.plan.doubles.is_empty()
            || here
                .plan
                .known_anew
                .iter()
                .chain(&there.plan.known_anew)
                .any(|(_, from, _)| key.parts.contains(from));
        prop_assert!(
            !is_lost || is_known || key.table == "accepted_problem"
            // Known by another name than when both had them.
            || key.table.contains("extra"),
            "{:?}",
            key
        );
    }
    // Twice is once, and what was brought together is the same from either side.
    for next in [&theirs, &other] {
        let again = one
            .compare(next)
            .expect("two copies")
            .plan(&MergeChoices::default());
        prop_assert!(again.is_ok(), "{:?}", again);
        let again = again.expect("a plan").plan;
        prop_assert_eq!(again.changes, []);
        prop_assert_eq!(again.conflicts, []);
    }
    if steps_done(&one) > steps_done(&ours) {
        one.move_in_history(HistoryMove::Undo).expect("undone");
    }
    prop_assert_eq!(dump(&one), old);
    Ok(())
}

/// An older week was opened again in one copy, and a later one in the other, which has gone on since.
#[test]
fn of_two_weeks_that_were_opened_again_one_stays_open() {
    let start_and_close = [(21, 0, 0), (19, 0, 0)];
    let mut before = vec![(19, 0, 0)];
    for _ in 0..3 {
        before.extend(start_and_close);
        let reopen = |is_here, week| (is_here, 20, week, 0);
        let weeks = before.len() / 2 + 1;
        for week in 0..weeks {
            let after = vec![
                reopen(false, weeks - 1),
                reopen(false, week),
                (true, 21, 0, 0),
                reopen(true, weeks - 1),
                (true, 21, 0, 0),
            ];
            come_to_the_same(before.clone(), after).expect("one camp");
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn whatever_both_have_done_they_come_to_the_same_camp(
        before in proptest::collection::vec((0_u8..30, 0_usize..40, 0_usize..40), 0..25),
        after in proptest::collection::vec((any::<bool>(), 0_u8..33, 0_usize..40, 0_usize..40), 0..25),
    ) {
        come_to_the_same(before, after)?;
    }
}
