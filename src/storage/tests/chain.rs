//! The chain of the weeks: each starts with the permanent ratings that the one before ended with, for those who are there and
//! for those who aren't.

use super::{
    weeks::{close, next_week, two_groups},
    *,
};
use crate::{
    domain::{LadderProblem, Player},
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
    apply(camp, Edit::ChangePlayer(changed));
}

fn problems(camp: &CampFile) -> Vec<LadderProblem> {
    camp_ladder::problems(&camp.load().expect("a camp"))
}

#[test]
fn who_was_made_inactive_after_playing_keeps_the_ratings_of_the_last_day() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::AddGame(new_game(red, blue)));
    // Before the ratings are recalculated: the game counts from 1000, and closing plays it.
    set_active(&mut camp, blue, false);
    assert_eq!(player(&camp, blue).frozen, Some(at(1000, 1000)));
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
