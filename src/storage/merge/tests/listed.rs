//! The ratings of weeks that were put together or chosen, and of campers who were put on the list of one.

use super::{
    weeks::{close, start},
    *,
};
use crate::{
    domain::{LadderProblem, Ratings, SavedRatings, Value, Week},
    rating::camp_ladder,
    storage::{week, week_ladder},
};

const NORA: PlayerId = PlayerId(4);

fn recalculated(camp: &CampFile, week: &Week) -> Option<(usize, SavedRatings)> {
    let ladder = week_ladder(&camp.connection, week.id).expect("a ladder");
    let answer = recalculate(&ladder, |_, _| ControlFlow::Continue(()));
    // What keeps the week from being recalculated keeps its ratings.
    answer.ok().map(|answer| (answer.changed, answer.saved))
}

/// What is stored of weeks is what their games give.
pub(super) fn ratings_are_those_of_the_games(
    camp: &CampFile,
    which: impl Fn(&Week) -> bool,
) -> Result<(), TestCaseError> {
    let mut weeks = week::all(&camp.connection).expect("weeks");
    weeks.retain(which);
    for week in weeks {
        if let Some((changed, _)) = recalculated(camp, &week) {
            prop_assert_eq!(changed, 0, "{}", week.title());
        }
    }
    Ok(())
}

pub(super) fn recalc(camp: &mut CampFile) {
    let week = camp.load().expect("a camp").week;
    let (_, saved) = recalculated(camp, &week).expect("ratings");
    apply(camp, Edit::SaveRatings(saved));
}

fn problems(camp: &CampFile) -> Vec<LadderProblem> {
    camp_ladder::problems(&camp.load().expect("a camp"))
}

/// Two groups, of which one has nobody yet; a copy of that in which week 1 is closed; and one in which Nora came into that group and has played,
/// and left perhaps.
fn with_nora(start_permanent: Option<i32>, leaves: bool) -> (CampFile, CampFile) {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddGroup(Group::new("Blue", Some(1000))));
    let mut theirs = copy(&ours);
    close(&mut theirs);
    let blue = ours.load().expect("a camp").groups[1].id;
    let added = Player {
        group: Some(blue),
        ..player("Newman")
    };
    apply(&mut ours, Edit::AddPlayer(added));
    let nora = ours.load().expect("a camp").player(NORA).cloned();
    let mut nora = nora.expect("Nora");
    nora.start_permanent = start_permanent;
    apply(&mut ours, Edit::put(&nora));
    apply(&mut ours, Edit::add_game(new_game(NORA, PlayerId(1))));
    recalc(&mut ours);
    if leaves {
        let left = Patch::new(NORA, Field::Active, Value::YesNo(false));
        apply(&mut ours, Edit::ChangePlayer(left));
    }
    (ours, theirs)
}

/// Her games are left out, as the week stays closed.
#[test]
fn who_is_put_on_the_list_of_a_closed_week_has_the_ratings_of_its_start() {
    for (start_permanent, leaves) in [
        (Some(600), false),
        (Some(600), true),
        (None, false),
        (None, true),
    ] {
        let (ours, theirs) = with_nora(start_permanent, leaves);
        // A blank one is that of the group, as that of any camper who is added.
        let expected = Ratings {
            weekly: 1000,
            permanent: start_permanent.unwrap_or(1000),
        };
        let said = "Ann Newman had no permanent rating for the start of week 1, and starts it with the initial rating of group Blue";
        for (one, other, taken) in [
            (&ours, &theirs, Prefer::Theirs),
            (&theirs, &ours, Prefer::Ours),
        ] {
            let mut here = copy(one);
            let planned = bring(&mut here, other, &prefer(taken));
            let is_said = planned.weeks.iter().any(|it| it == said);
            assert_eq!(is_said, start_permanent.is_none(), "{:?}", planned.weeks);
            let data = here.load().expect("a camp");
            assert!(data.week.is_closed());
            let nora = data.player(NORA).expect("Nora");
            assert_eq!(nora.ratings, expected);
            assert_eq!(nora.start_permanent, Some(expected.permanent));
            let (changed, _) = recalculated(&here, &data.week).expect("ratings");
            assert_eq!(changed, 0);
            assert_eq!(here.damage().expect("a look"), Vec::<String>::new());
            assert_eq!(problems(&here), problems(&theirs));
            // Nor is there anything to mend.
            assert_eq!(here.mending().expect("a look").edit(), None);
            start(&mut here);
            let data = here.load().expect("a camp");
            let nora = data.player(NORA).expect("Nora");
            assert_eq!(nora.ratings, expected);
            assert_eq!(nora.start_permanent, Some(expected.permanent));
            assert_eq!(nora.frozen, leaves.then_some(expected));
            // As she was before, and what came of it comes again.
            for _ in 0..2 {
                here.move_in_history(HistoryMove::Undo).expect("undone");
            }
            assert_eq!(dump(&here), dump(one));
        }
        both_ways(&ours, &theirs);
        both_ways(&theirs, &ours);
    }
}

#[test]
fn who_is_put_on_a_list_is_told_from_another_one_of_the_name() {
    let (mut ours, theirs) = with_nora(None, false);
    let renamed = Patch::new(PlayerId(1), Field::LastName, "Newman");
    apply(&mut ours, Edit::ChangePlayer(renamed));
    let planned = plan(&ours, &theirs, &prefer(Prefer::Theirs)).plan;
    let said = format!("Ann Newman ({}) had no permanent rating", NORA.0);
    let is_said = planned.weeks.iter().any(|it| it.starts_with(&said));
    assert!(is_said, "{:?}", planned.weeks);
}

/// The ratings of others in the week are those that were posted, whatever its games would give now.
#[test]
fn who_is_put_on_a_list_changes_no_ratings_of_others() {
    let (ours, mut theirs) = with_nora(Some(600), false);
    theirs
        .connection
        .execute_batch(
            "UPDATE temp.seal SET is_lifted = 1;
             UPDATE week_player SET weekly_rating = 7 WHERE person_id = 2;
             UPDATE temp.seal SET is_lifted = 0;",
        )
        .expect("a change");
    bring(&mut theirs, &ours, &prefer(Prefer::Ours));
    let data = theirs.load().expect("a camp");
    let weekly = |player| data.player(player).expect("a player").ratings.weekly;
    assert_eq!([weekly(PlayerId(2)), weekly(NORA)], [7, 1000]);
}

/// Only one copy has the last week, and didn't know her.
#[test]
fn who_is_put_on_the_list_of_the_next_week_starts_it_with_the_rating_of_the_group() {
    for start_permanent in [Some(600), None] {
        let (ours, mut theirs) = with_nora(start_permanent, false);
        start(&mut theirs);
        for is_over in [false, true] {
            if is_over {
                close(&mut theirs);
            }
            let (here, there, _) = both_ways(&theirs, &ours);
            for camp in [here, there] {
                let data = camp.load().expect("a camp");
                let nora = data.player(NORA).expect("Nora");
                let permanent = start_permanent.unwrap_or(1000);
                let expected = Ratings {
                    weekly: 1000,
                    permanent,
                };
                assert_eq!((data.week.number, nora.ratings), (2, expected));
                let (changed, _) = recalculated(&camp, &data.week).expect("ratings");
                assert_eq!(changed, 0);
            }
        }
    }
}

/// Both have gone on to week 2, each from another week 1, and have closed that, too.
#[test]
fn a_closed_week_keeps_its_start_ratings_whichever_week_before_it_is_taken() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, white) in [(&mut ours, 3), (&mut theirs, 2)] {
        for _ in 0..2 {
            let game = new_game(PlayerId(white), PlayerId(1));
            apply(camp, Edit::add_game(game));
            close(camp);
            if camp.load().expect("a camp").week.number == 1 {
                start(camp);
            }
        }
    }
    let ratings = |camp: &CampFile| {
        let players = camp.load().expect("a camp").players;
        let ratings = players.iter().map(|it| (it.start_permanent, it.ratings));
        ratings.collect::<Vec<_>>()
    };
    for (first, second) in [
        (Prefer::Ours, Prefer::Theirs),
        (Prefer::Theirs, Prefer::Ours),
    ] {
        let mut here = copy(&ours);
        let open = plan(&here, &theirs, &MergeChoices::default()).plan;
        let keys = open.conflicts.iter().map(|it| it.key.clone());
        let titles = open.conflicts.iter().map(|it| open.title(it));
        assert_eq!(titles.collect::<Vec<_>>(), ["Week 1", "Week 2"]);
        let choices = MergeChoices {
            each: keys.zip([first, second]).collect(),
            ..MergeChoices::default()
        };
        bring(&mut here, &theirs, &choices);
        let taken = match second {
            Prefer::Ours => &ours,
            Prefer::Theirs => &theirs,
        };
        assert_eq!(ratings(&here), ratings(taken));
        let week = here.load().expect("a camp").week;
        let (changed, _) = recalculated(&here, &week).expect("ratings");
        assert_eq!((week.number, changed), (2, 0));
    }
}
