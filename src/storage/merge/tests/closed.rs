//! A week that both copies have closed with other games.

use super::{
    weeks::{close, play, start, week},
    *,
};

/// In both, another game of the week was typed, and one of the next week.
fn closed_otherwise() -> (CampFile, CampFile) {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, white) in [(&mut ours, 3), (&mut theirs, 2)] {
        play(camp, white, 1);
        close(camp);
        start(camp);
        play(camp, white, 1);
    }
    (ours, theirs)
}

fn of_week(plan: &Plan) -> &crate::domain::merge::Conflict {
    let mut conflicts = plan.conflicts.iter();
    let found = conflicts.find(|it| matches!(it.clash, Clash::Week { .. }));
    found.expect("a week to decide")
}

fn reopen(camp: &mut CampFile) {
    let first = camp.load().expect("a camp").weeks[0].id;
    apply(camp, Edit::ReopenWeek(first));
}

#[test]
fn how_many_games_are_left_out_is_said_and_how_to_keep_them() {
    let (ours, theirs) = closed_otherwise();
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let way = open.way_to_keep_both(of_week(&open));
    let said = "To keep what both have typed in it, reopen week 1 here first. Then bring the copy back, and choose “Opened again, with what both have”";
    assert_eq!(way.as_deref(), Some(said));
    assert_eq!(open.left_out(of_week(&open)), None);
    for (taken, said) in [
        (Prefer::Ours, "1 game that only the copy has"),
        (Prefer::Theirs, "1 game that only this camp had"),
    ] {
        let decided = plan(&ours, &theirs, &prefer(taken)).plan;
        let left_out = decided.left_out(of_week(&decided));
        assert_eq!(left_out, Some(format!("Left out of week 1: {said}")));
    }
}

/// Whichever copy it is reopened in.
#[test]
fn a_week_that_is_reopened_first_has_the_games_of_both() {
    for is_here in [true, false] {
        let (mut ours, mut theirs) = closed_otherwise();
        reopen(if is_here { &mut ours } else { &mut theirs });
        let taken = if is_here {
            Prefer::Ours
        } else {
            Prefer::Theirs
        };
        let planned = bring(&mut ours, &theirs, &prefer(taken));
        let conflict = of_week(&planned);
        let first = planned.side_by_side(conflict).remove(0);
        let chosen = if is_here { first.ours } else { first.theirs };
        assert_eq!(chosen, "Opened again, with what both have");
        assert_eq!(planned.left_out(conflict), None);
        assert_eq!(planned.way_to_keep_both(conflict), None);
        assert_eq!(week(&ours), (1, false, 4));
        close(&mut ours);
        assert_eq!(week(&ours), (2, false, 2));
    }
}
