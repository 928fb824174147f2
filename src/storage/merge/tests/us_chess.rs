//! Members and sections of US Chess that were changed on both copies.

use super::{lost::Both, *};
use crate::{
    domain::us_chess::{Adjusted, Adjustment, Balance, Change, MemberId, SectionHead, System},
    rating::us_chess::tests::random::Random,
    storage::{
        RateRequest,
        us_chess::tests::{
            any_changes::change_something, assert_follows_from_crosstables, events, import, save,
            unlike::spoil_by,
        },
    },
};

/// Two camps that came of the same copies, one either way; nothing where both are refused.
fn either_way(ours: &CampFile, theirs: &CampFile) -> Option<[CampFile; 2]> {
    let sides = [(ours, theirs, Prefer::Ours), (theirs, ours, Prefer::Theirs)];
    let merged = sides.map(|(camp, other, preferred)| {
        let mut camp = copy(camp);
        let read = camp.compare(other).expect("two copies");
        let merge = match read.plan(&prefer(preferred)) {
            Ok(merge) => merge,
            Err(MergeRefusal::Twice(_)) => return None,
            Err(error) => panic!("{error}"),
        };
        let edit = Edit::Merge(Box::new(merge));
        let done = camp.apply(&edit, &Occasion::now(edit.kind()));
        match done {
            Ok(_) => Some(camp),
            Err(error) => panic!("{error}"),
        }
    });
    match merged {
        [Some(one), Some(other)] => Some([one, other]),
        [None, None] => None,
        [one, other] => panic!("one way only: {} {}", one.is_some(), other.is_some()),
    }
}

/// What every member has, by the names and numbers that all copies know.
fn records(camp: &CampFile) -> Vec<(String, Balance)> {
    let members = camp.members().expect("members").into_iter();
    let mut records = members
        .map(|stored| (format!("{:?}", stored.member), stored.now))
        .collect::<Vec<_>>();
    records.sort_by(|(one, _), (other, _)| one.cmp(other));
    records
}

#[test]
fn sections_of_both_are_kept_and_what_is_out_of_date_says_so() {
    let mut ours = camp();
    let mut all = events(&mut Random::new(7), 6);
    let [third, second] = [all.split_off(4), all.split_off(2)];
    import(&mut ours, all);
    save(&mut ours, &RateRequest::All);
    let mut theirs = copy(&ours);
    import(&mut ours, third);
    save(&mut ours, &RateRequest::All);
    import(&mut theirs, second);
    save(&mut theirs, &RateRequest::All);
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(planned.conflicts, []);
    let summary = planned.summary();
    assert!(
        summary.contains(&"2 US Chess events added".to_owned()),
        "{summary:?}"
    );
    let [mut one, mut other] = either_way(&ours, &theirs).expect("a merge");
    assert_eq!(one.sections().expect("sections").len(), 12);
    assert!(
        one.sections()
            .expect("sections")
            .iter()
            .any(SectionHead::is_stale)
    );
    for camp in [&mut one, &mut other] {
        assert_follows_from_crosstables(camp);
        save(camp, &RateRequest::All);
    }
    // As if all had been imported on one copy, and rated there.
    let mut plain = camp();
    import(&mut plain, events(&mut Random::new(7), 6));
    save(&mut plain, &RateRequest::All);
    assert_eq!(records(&one), records(&plain));
    assert_eq!(records(&other), records(&plain));
}

#[test]
fn whatever_both_have_done_records_follow_from_crosstables() {
    let mut merged = 0;
    for seed in 0..24 {
        let mut random = Random::new(500 + seed);
        let mut ours = camp();
        let mut all = events(&mut random, 5);
        let [third, second] = [all.split_off(4), all.split_off(3)];
        import(&mut ours, all);
        if random.once_in(2) {
            save(&mut ours, &RateRequest::All);
        }
        let mut theirs = copy(&ours);
        for (camp, added) in [(&mut ours, third), (&mut theirs, second)] {
            if random.once_in(2) {
                import(camp, added);
            }
            for _ in 0..random.below(5) {
                if !camp.sections().expect("sections").is_empty() {
                    change_something(camp, &mut random);
                }
            }
        }
        let before = dump(&ours);
        let sides = [
            (&ours, &theirs, Prefer::Ours),
            (&theirs, &ours, Prefer::Theirs),
        ];
        let plans = sides.map(|(one, other, preferred)| {
            let read = one.compare(other).expect("two copies");
            let merge = read.plan(&prefer(preferred));
            (read.copies.base, merge.map(|merge| merge.plan))
        });
        let Some([mut one, other]) = either_way(&ours, &theirs) else {
            continue;
        };
        merged += 1;
        assert_eq!(differences(&view(&one), &view(&other)), [], "seed {seed}");
        assert_eq!(records(&one), records(&other), "seed {seed}");
        let [(base, here), (_, there)] = plans;
        let plans = [&here.expect("a plan"), &there.expect("a plan")];
        Both::since(base.unwrap_or_default(), [&ours, &theirs], plans)
            .nothing_is_lost_unsaid(&view(&one))
            .expect("nothing is lost");
        for camp in [&one, &other] {
            assert_follows_from_crosstables(camp);
            assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        }
        for next in [&theirs, &other] {
            let again = plan(&one, next, &prefer(Prefer::Ours)).plan;
            assert_eq!(again.changes, [], "seed {seed}");
        }
        let mut again = copy(&one);
        save(&mut again, &RateRequest::From(date(2001, 1, 1)));
        assert_follows_from_crosstables(&again);
        let is_brought = one
            .history()
            .expect("a history")
            .last()
            .map(|step| step.name.clone());
        if is_brought.as_deref() == Some(Edit::BRING_BACK) {
            one.move_in_history(HistoryMove::Undo).expect("undone");
        }
        assert_eq!(dump(&one), before, "seed {seed}");
    }
    assert!(merged > 12, "{merged}");
}

/// Something else has changed it, which is told: a merge doesn't take that for what another section has changed.
#[test]
fn a_section_that_was_unlike_its_crosstable_before_stays_so() {
    let mut ours = camp();
    let mut all = events(&mut Random::new(7), 4);
    let added = all.split_off(3);
    import(&mut ours, all);
    save(&mut ours, &RateRequest::All);
    let sections = ours.sections().expect("sections");
    let rated = sections.iter().rfind(|head| head.is_rated());
    let rated = rated.expect("a rated section").key;
    spoil_by(&ours.connection, rated);
    let mut theirs = copy(&ours);
    import(&mut theirs, added);
    let before = dump(&ours);
    bring(&mut ours, &theirs, &MergeChoices::default());
    let sections = ours.sections().expect("sections");
    assert_eq!(sections.len(), 8);
    assert!(!sections.iter().any(SectionHead::is_stale));
    let unlike = ours.sections_unlike_crosstables().expect("a look");
    let unlike = unlike.iter().map(|it| it.head.key);
    assert_eq!(unlike.collect::<Vec<_>>(), [rated]);
    ours.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(dump(&ours), before);
}

fn adjustment(on: jiff::civil::Date, value: f64) -> Adjustment {
    Adjustment {
        on,
        what: Adjusted::Rating(System::Regular),
        value: Some(value),
        reason: "A test".to_owned(),
    }
}

/// A member with a correction, and two copies on which her corrections are others.
fn adjusted(ours: &[Adjustment], theirs: &[Adjustment]) -> [CampFile; 2] {
    let mut camp = camp();
    let berger = leaving::add_berger(&mut camp);
    adjust(&mut camp, berger, &[adjustment(TODAY, 1500.0)]);
    let mut other = copy(&camp);
    adjust(&mut camp, berger, ours);
    adjust(&mut other, berger, theirs);
    [camp, other]
}

fn adjust(camp: &mut CampFile, number: MemberId, adjustments: &[Adjustment]) {
    let key = camp.member(number).expect("members").expect("Berger").key;
    apply(
        camp,
        Edit::UsChess(Change::Adjust(key, adjustments.to_vec())),
    );
}

fn adjustments(camp: &CampFile) -> Vec<Adjustment> {
    let members = camp.members().expect("members");
    camp.adjustments(members[0].key).expect("adjustments")
}

#[test]
fn a_correction_that_one_copy_deleted_is_gone_where_the_other_one_added_another() {
    let old = adjustment(TODAY, 1500.0);
    let new = adjustment(date(2026, 7, 7), 1600.0);
    let [ours, theirs] = adjusted(&[old, new.clone()], &[]);
    let (here, there, planned) = both_ways(&ours, &theirs);
    let said = planned.coming();
    let said = said.iter().map(ToString::to_string);
    assert_eq!(
        said.collect::<Vec<_>>(),
        ["Deleted: US Chess correction Anna Berger, Regular rating 1500"]
    );
    assert_eq!(adjustments(&here), std::slice::from_ref(&new));
    assert_eq!(adjustments(&there), [new]);
}

#[test]
fn a_correction_that_one_copy_changed_does_not_stand_beside_the_old_one() {
    let old = adjustment(TODAY, 1500.0);
    let before = adjustment(date(2026, 7, 5), 1400.0);
    let changed = adjustment(TODAY, 1510.0);
    let [ours, theirs] = adjusted(&[before.clone(), old], std::slice::from_ref(&changed));
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let (here, ..) = both_ways(one, other);
        assert_eq!(adjustments(&here), [before.clone(), changed.clone()]);
    }
}

#[test]
fn the_last_correction_of_a_day_holds() {
    let [first, second, third] = [1500.0, 1510.0, 1520.0].map(|value| adjustment(TODAY, value));
    let [mut camp, _] = adjusted(std::slice::from_ref(&first), &[]);
    let berger = camp.members().expect("members")[0]
        .member
        .id
        .expect("a number");
    for list in [
        vec![first.clone(), second.clone(), third.clone()],
        vec![first.clone(), third.clone(), second.clone()],
        vec![third, first, second],
    ] {
        adjust(&mut camp, berger, &list);
        assert_eq!(adjustments(&camp), list);
    }
}

#[test]
fn two_corrections_of_one_value_for_one_day_are_named_before_anything_is_done() {
    let old = adjustment(TODAY, 1500.0);
    let day = date(2026, 7, 7);
    let both = [1600.0, 1700.0].map(|value| vec![old.clone(), adjustment(day, value)]);
    let [mut ours, theirs] = adjusted(&both[0], &both[1]);
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let read = one.compare(other).expect("two copies");
        let refused = read.plan(&MergeChoices::default()).expect_err("two values");
        assert_eq!(
            refused.to_string(),
            "There would be two US Chess corrections of Anna Berger’s Regular rating for 7/7/2026. Change that of one of them, and bring the copy back again"
        );
    }
    // What has to be done first is enough.
    let berger = ours.members().expect("members")[0]
        .member
        .id
        .expect("a number");
    adjust(&mut ours, berger, &[old]);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(adjustments(&here), both[1]);
}
