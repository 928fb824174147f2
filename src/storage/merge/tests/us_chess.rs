//! Members and sections of US Chess that were changed on both copies.

use super::{lost::Both, *};
use crate::{
    domain::us_chess::{Balance, SectionHead},
    rating::us_chess::tests::random::Random,
    storage::{
        RateRequest,
        us_chess::tests::{
            any_changes::change_something, assert_follows_from_crosstables, events, import, save,
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
