//! Whatever was done on both copies.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::domain::{
    Value,
    merge::{How, RecordChange},
    with_other_numbers,
};

fn steps_done(camp: &CampFile) -> usize {
    let steps = camp.history().expect("a history").into_iter();
    steps.filter(|step| !step.undone).count()
}

/// A new camper arrives and plays: that is typed on both, each on its own.
pub(super) fn types_the_same_on_both(
    clock: &mut Clock,
    camps: [&mut CampFile; 2],
    a: usize,
    b: usize,
) {
    for camp in camps {
        let edit = any_change(camp, 5, 100 + a % 3, b);
        let _ = clock.apply(camp, &edit);
        let last = camp.load().expect("a camp").players.len().saturating_sub(1);
        let edit = any_change(camp, 9, last, b);
        let _ = clock.apply(camp, &edit);
    }
}

/// What a preview names that isn't there afterwards, or may not be.
fn said(plan: &Plan) -> BTreeSet<Key> {
    let mut said = BTreeSet::new();
    for conflict in &plan.conflicts {
        said.insert(conflict.key.clone());
        let needing = [&conflict.with, &conflict.without, &conflict.replaced];
        said.extend(needing.into_iter().flatten().cloned());
        match &conflict.clash {
            Clash::Week { left_out, .. } => said.extend(left_out.iter().flatten().cloned()),
            // A game of somebody who isn't in the week any more.
            Clash::Fields(differences) => {
                let on_one = differences.iter();
                let on_one = on_one.filter(|it| it.ours.is_some() != it.theirs.is_some());
                said.extend(on_one.map(|it| it.key.clone()));
            }
            Clash::Order | Clash::Deleted { .. } => {}
        }
    }
    let coming = plan.coming();
    for coming in &coming {
        if coming.how == How::Deleted {
            said.insert(coming.key.clone());
        }
    }
    // A part that goes is told among what is different in the whole.
    let told = coming.iter().map(|it| &it.key).collect::<BTreeSet<_>>();
    let gone = plan.changes.iter().filter(|(key, change)| {
        matches!(change, RecordChange::Deleted(_)) && told.contains(&key.whole())
    });
    said.extend(gone.map(|(key, _)| key.clone()));
    said
}

/// A mark at a meeting, as it is known once whom it is of is deleted: by the number.
fn by_number(mark: &Key, side: &State) -> Key {
    let player = mark.parts.last().filter(|_| mark.table == "attendance");
    let player = player.and_then(|player| side.get(&Key::new("person", [player])));
    match player.and_then(|player| player.get("id")) {
        Some(Cell::Whole(number)) => Key::new(mark.table, [mark.uid(), &format!("#{number}")]),
        _ => mark.clone(),
    }
}

/// The same the other way: a mark that was known by the number is of somebody who is there.
fn by_player(mark: &Key, after: &State) -> Option<Key> {
    let number = mark.parts.last().filter(|_| mark.table == "attendance")?;
    let number = Cell::Whole(number.strip_prefix('#')?.parse().ok()?);
    let mut persons = after.iter();
    let (person, _) =
        persons.find(|(key, cells)| key.table == "person" && cells.get("id") == Some(&number))?;
    Some(Key::new(mark.table, [mark.uid(), person.uid()]))
}

/// Every record of either side is there afterwards, or the preview here says of this very one that it isn't: what was deleted here is what a
/// preview on the other side says.
pub(super) fn nothing_is_lost_unsaid(
    sides: [&State; 2],
    base: &State,
    after: &State,
    plans: [&Plan; 2],
) -> Result<(), TestCaseError> {
    let known_anew = plans.into_iter().flat_map(|plan| &plan.known_anew);
    let known_anew = known_anew
        .map(|(_, from, to)| (from, to))
        .collect::<BTreeMap<_, _>>();
    // As it is known once what is one on both is one.
    let shared = |key: &Key| {
        let known = |uid: &String| (*known_anew.get(&uid).unwrap_or(&uid)).clone();
        let parts = key.parts.iter();
        let parts = parts.map(|part| {
            let is_problem = key.table == "accepted_problem" && Some(part) == key.parts.get(1);
            let of = |_, uid: &str| Some(known(&uid.to_owned()));
            let problem = with_other_numbers(part, of).filter(|_| is_problem);
            problem.unwrap_or_else(|| known(part))
        });
        Key::new(key.table, parts)
    };
    let says = plans.map(said);
    // Columns have no uid, and another name once they are renamed.
    let touches_columns = plans.into_iter().any(|plan| {
        let coming = plan.coming().into_iter().map(|it| it.key);
        let mut keys = coming.chain(plan.conflicts.iter().map(|it| it.key.clone()));
        keys.any(|key| key.table == "extra_column")
    });
    for (at, side) in sides.into_iter().enumerate() {
        for of_side in side.keys() {
            let key = shared(of_side);
            let is_marked = after.contains_key(&shared(&by_number(of_side, side)))
                || by_player(of_side, after).is_some_and(|mark| after.contains_key(&mark));
            let is_said = |at: usize| {
                let said: &BTreeSet<Key> = &says[at];
                said.contains(&key) || said.contains(&key.whole())
            };
            // Here it was deleted, and there it comes as that.
            let is_old = at == 1 && base.contains_key(&key) && is_said(1);
            let is_of_column = key.table.contains("extra") && touches_columns;
            prop_assert!(
                after.contains_key(&key) || is_marked || is_said(0) || is_old || is_of_column,
                "{key:?} of side {at}"
            );
        }
    }
    Ok(())
}

/// What both had in common is done before; after that, each change here or there, of a kind and to two records.
pub(super) fn come_to_the_same(
    before: Vec<(u8, usize, usize)>,
    after: Vec<(bool, u8, usize, usize)>,
) -> Result<(), TestCaseError> {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    for (kind, a, b) in before {
        let edit = any_change(&ours, kind, a, b);
        let _ = clock.apply(&mut ours, &edit);
    }
    let mut theirs = copy(&ours);
    for (is_here, kind, a, b) in after {
        if kind == 33 {
            types_the_same_on_both(&mut clock, [&mut ours, &mut theirs], a, b);
            continue;
        }
        let camp = if is_here { &mut ours } else { &mut theirs };
        if kind == 32 {
            camp.move_in_history(HistoryMove::Undo).expect("undone");
            continue;
        }
        let edit = match kind {
            34 => accepted::any_acceptance(camp, a, b),
            _ => any_change(camp, kind, a, b),
        };
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
    prop_assert_eq!(orders::groups(&one), orders::groups(&other));
    prop_assert_eq!(one.damage().expect("a look"), Vec::<String>::new());
    if here.plan.known_anew.is_empty() && there.plan.known_anew.is_empty() {
        weeks::are_closed_as_on_one([&view(&ours), &view(&theirs)], &this)?;
    }
    decided_one_by_one(&ours, &theirs, &here.plan)?;
    let base = read.copies.base.clone().unwrap_or_default();
    let sides = [&view(&ours), &view(&theirs)];
    nothing_is_lost_unsaid(sides, &base, &this, [&here.plan, &there.plan])?;
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

/// Every other decision is for the other copy: that ends, and gives the same camp either way round.
fn decided_one_by_one(
    ours: &CampFile,
    theirs: &CampFile,
    planned: &Plan,
) -> Result<(), TestCaseError> {
    let keys = planned.conflicts.iter().map(|it| it.key.clone());
    let others = keys.step_by(2).collect::<Vec<_>>();
    let decided = |prefers: Prefer| MergeChoices {
        each: others
            .iter()
            .map(|key| (key.clone(), prefers.other()))
            .collect(),
        ..prefer(prefers)
    };
    let sides = [(ours, theirs, Prefer::Ours), (theirs, ours, Prefer::Theirs)];
    let plans = sides.map(|(one, other, prefers)| {
        let read = one.compare(other).expect("two copies");
        read.plan(&decided(prefers))
    });
    let [here, there] = plans;
    prop_assert_eq!(here.is_ok(), there.is_ok());
    let (Ok(here), Ok(there)) = (here, there) else {
        return Ok(());
    };
    let (mut one, mut other) = (copy(ours), copy(theirs));
    for (camp, merge) in [(&mut one, here), (&mut other, there)] {
        let edit = Edit::Merge(Box::new(merge));
        let done = camp.apply(&edit, &Occasion::now(edit.kind()));
        prop_assert!(done.is_ok(), "{:?}", done);
        prop_assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    }
    let (this, that) = (view(&one), view(&other));
    prop_assert_eq!(differences(&this, &that), []);
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

/// Somebody whom another week has is taken out of this one here, and is changed and plays in the copy.
#[test]
fn a_game_of_somebody_who_left_the_week_on_one_copy_is_told() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::CloseWeek { on: TODAY });
    apply(
        &mut ours,
        Edit::StartWeek(Box::new(NextWeek {
            label: String::new(),
            opened_on: TODAY,
            players: Vec::new(),
        })),
    );
    let mut theirs = copy(&ours);
    let vang = theirs.load().expect("a camp").player(PlayerId(2)).cloned();
    let mut vang = vang.expect("Vang");
    vang.start_permanent = Some(777);
    apply(&mut theirs, Edit::put(&vang));
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(2), PlayerId(1))),
    );
    apply(&mut ours, Edit::DeletePlayer(PlayerId(2)));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(open.title(conflict), "Player Ann Vang");
    let rows = open.side_by_side(conflict);
    let game = rows.iter().filter(|row| row.field == "Game");
    let game = game.map(|row| (row.ours.as_str(), row.theirs.as_str()));
    let name = "Ann Vang 1–0 Ann Leewood, 7/6/2026";
    assert_eq!(
        game.collect::<Vec<_>>(),
        [(&*format!("{name}: left out"), &*format!("{name}: stays"))]
    );
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 0);
    let (there, ..) = both_ways(&theirs, &ours);
    assert_eq!(there.load().expect("a camp").games.len(), 1);
    // As it came up first.
    let before = vec![(19, 0, 0), (21, 0, 0), (20, 20, 0), (14, 5, 0), (5, 0, 0)];
    let after = vec![
        (false, 5, 0, 0),
        (false, 9, 17, 0),
        (true, 5, 0, 0),
        (true, 7, 32, 0),
        (false, 29, 17, 3),
    ];
    come_to_the_same(before, after).expect("one camp");
}

/// The key of what is decided by this title.
fn decided_by(plan: &Plan, title: &str) -> Key {
    let mut conflicts = plan.conflicts.iter();
    let conflict = conflicts.find(|it| plan.title(it) == title);
    conflict.expect("a decision").key.clone()
}

/// Each copy has moved the same camper into the group that the other one has deleted.
#[test]
fn who_is_in_a_group_that_is_gone_on_either_copy_is_in_none() {
    let mut ours = small_camp();
    for name in ["Blue", "Green"] {
        apply(&mut ours, Edit::AddGroup(Group::new(name, Some(500))));
    }
    let mut theirs = copy(&ours);
    let groups = ours.load().expect("a camp").groups;
    let of = |name: &str| {
        let mut groups = groups.iter();
        groups.find(|it| it.name == name).expect("a group").id
    };
    let moves = [(&mut ours, "Green", "Blue"), (&mut theirs, "Blue", "Green")];
    for (camp, to, deleted) in moves {
        let to = Value::Reference(of(to).0);
        let patch = Patch::new(PlayerId(1), Field::Group, to);
        apply(camp, Edit::ChangePlayer(patch));
        apply(camp, Edit::DeleteGroup(of(deleted)));
    }
    let views = [
        (&ours, &theirs, Prefer::Ours),
        (&theirs, &ours, Prefer::Theirs),
    ]
    .map(|(one, other, prefers)| {
        let open = plan(one, other, &prefer(prefers)).plan;
        let green = decided_by(&open, "Group Green");
        let choices = MergeChoices {
            each: [(green, prefers.other())].into(),
            ..prefer(prefers)
        };
        let mut here = copy(one);
        bring(&mut here, other, &choices);
        let data = here.load().expect("a camp");
        assert_eq!((data.groups.len(), data.players.len()), (1, 3));
        assert_eq!(data.player(PlayerId(1)).expect("Leewood").group, None);
        view(&here)
    });
    assert_eq!(differences(&views[0], &views[1]), []);
}

/// A game of somebody whom the other copy has deleted.
#[test]
fn a_game_goes_where_only_its_player_is_decided() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    let mut theirs = copy(&ours);
    apply(&mut theirs, Edit::DeletePlayer(PlayerId(4)));
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(4), PlayerId(3))),
    );
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let choices = MergeChoices {
        each: [(decided_by(&open, "Player Ann Yu"), Prefer::Theirs)].into(),
        ..MergeChoices::default()
    };
    let planned = bring(&mut ours, &theirs, &choices);
    assert_eq!(planned.conflicts.len(), 1);
    let data = ours.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (3, 2));
}

#[test]
fn what_is_typed_on_both_is_one_whatever_else_is_done() {
    let typed = |is_here| (is_here, 33, 1, 1);
    let note = |is_here, player| (is_here, 6, player, 1);
    let after = vec![
        note(true, 0),
        typed(true),
        note(false, 3),
        typed(true),
        (true, 7, 3, 0),
    ];
    come_to_the_same(Vec::new(), after).expect("one camp");
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn whatever_both_have_done_they_come_to_the_same_camp(
        before in proptest::collection::vec((0_u8..32, 0_usize..40, 0_usize..40), 0..25),
        after in proptest::collection::vec((any::<bool>(), 0_u8..34, 0_usize..40, 0_usize..40), 0..25),
    ) {
        come_to_the_same(before, after)?;
    }
}
