//! The chain of the weeks: each starts with the permanent ratings that the one before ended with, for those who are there and
//! for those who aren't.

use super::{
    weeks::{close, next_week, two_groups},
    *,
};
use crate::{
    domain::{LadderProblem, NextPlayer, Player, StaleWeek},
    rating::camp_ladder,
};

fn at(weekly: i32, permanent: i32) -> Ratings {
    Ratings { weekly, permanent }
}

fn player(camp: &CampFile, id: PlayerId) -> Player {
    let data = camp.load().expect("a camp");
    data.player(id).expect("a player").clone()
}

fn set_active(camp: &mut CampFile, id: PlayerId, active: bool) {
    let mut changed = player(camp, id);
    changed.active = active;
    apply(camp, Edit::put(&changed));
}

fn problems(camp: &CampFile) -> Vec<LadderProblem> {
    camp_ladder::problems(&camp.load().expect("a camp"))
}

#[test]
fn who_was_made_inactive_after_playing_keeps_the_ratings_of_the_last_day() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    // Before the ratings are recalculated: the game counts from 1000 as before, and closing plays it.
    set_active(&mut camp, blue, false);
    assert_eq!(player(&camp, blue).frozen, None);
    close(&mut camp);
    assert_eq!(player(&camp, blue).ratings, at(969, 969));

    apply(&mut camp, next_week(Vec::new()));
    assert_eq!(player(&camp, blue).frozen, Some(at(969, 969)));
    assert_eq!(
        problems(&camp),
        [],
        "nothing is out of date on the first day"
    );
    set_active(&mut camp, blue, true);
    assert_eq!(player(&camp, blue).start_permanent, Some(969));
}

/// Three weeks: Leewood beat Vang in the first, then Vang left. Nobody plays after that.
fn three_weeks_and_who_left() -> (CampFile, PlayerId, PlayerId) {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let leaves = NextPlayer {
        id: blue,
        group: Some(GroupId(2)),
        stays: false,
    };
    apply(&mut camp, next_week(vec![leaves]));
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    (camp, red, blue)
}

/// Opens a week again, does something there, and closes it.
fn correct(camp: &mut CampFile, number: usize, edit: impl FnOnce(&CampData) -> Edit) {
    let week = camp.load().expect("a camp").weeks[number - 1].id;
    apply(camp, Edit::ReopenWeek(week));
    let edit = edit(&camp.load().expect("a camp"));
    apply(camp, edit);
    close(camp);
}

#[test]
fn a_correction_reaches_a_camper_who_left_and_then_comes_back() {
    let (mut camp, red, blue) = three_weeks_and_who_left();
    assert_eq!(player(&camp, blue).frozen, Some(at(969, 969)));
    // A draw instead: 600 points of difference are 15 steps, from the higher to the lower.
    correct(&mut camp, 1, |first| {
        let result = GameResult::Draw;
        let game = first.games[0].clone();
        Edit::put(&Game { result, ..game })
    });
    // Week 3 starts with what week 2 ends with, as it ever did; it is week 2 that is another now.
    let weeks = camp.load().expect("a camp").weeks;
    let stale = LadderProblem::StaleWeek(StaleWeek {
        week: weeks[1].clone(),
        before: weeks[0].clone(),
        players: vec!["Ann Leewood".to_owned(), "Ann Vang".to_owned()],
    });
    assert_eq!(problems(&camp), std::slice::from_ref(&stale));
    let looked_at = camp.load_week(weeks[0].id).expect("week 1");
    assert_eq!(camp_ladder::problems(&looked_at), [stale]);

    apply(&mut camp, Edit::ReopenWeek(weeks[1].id));
    let players = vec![red, blue];
    assert_eq!(problems(&camp), [LadderProblem::OtherStarts { players }]);
    apply(&mut camp, Edit::CarryStarts);
    assert_eq!(problems(&camp).len(), 1, "the ratings are to follow");
    assert_eq!(player(&camp, red).start_permanent, Some(415));
    assert_eq!(player(&camp, blue).frozen, Some(at(985, 985)));
    close(&mut camp);

    let players = vec![red, blue];
    assert_eq!(problems(&camp), [LadderProblem::OtherStarts { players }]);
    apply(&mut camp, Edit::CarryStarts);
    assert_eq!(player(&camp, blue).frozen, Some(at(985, 985)));
    close(&mut camp);
    let back = NextPlayer {
        id: blue,
        group: Some(GroupId(2)),
        stays: true,
    };
    apply(&mut camp, next_week(vec![back]));
    assert_eq!(player(&camp, red).ratings, at(400, 415));
    assert_eq!(player(&camp, blue).ratings, at(1000, 985));
    assert_eq!(problems(&camp), []);
}

#[test]
fn who_has_played_before_leaving_is_not_taken_for_somebody_left_behind() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    let saved = vec![(red, at(431, 431)), (blue, at(969, 969))];
    apply(
        &mut camp,
        Edit::SaveRatings(SavedRatings { ratings: saved }),
    );
    set_active(&mut camp, blue, false);
    assert_eq!(player(&camp, blue).permanent_at_start(), Some(1000));
    let is_of_starts = |camp: &CampFile| problems(camp).iter().any(LadderProblem::is_of_starts);
    assert!(!is_of_starts(&camp));
    apply(&mut camp, Edit::CarryStarts);
    assert_eq!(player(&camp, blue).frozen, None);
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    assert_eq!(player(&camp, blue).frozen, Some(at(969, 969)));
    assert!(!is_of_starts(&camp), "also not when the week is kept");
}
