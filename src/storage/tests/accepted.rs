//! What the director has called right: kept, undone, and listed again once a fact has changed.

use std::collections::HashSet;

use super::{
    weeks::{close, next_week},
    *,
};
use crate::{
    domain::{Acceptance, LadderProblem, WeekId},
    rating::camp_ladder,
};

fn listed(camp: &CampFile) -> Vec<LadderProblem> {
    camp_ladder::problems(&camp.load().expect("a camp"))
}

fn accepted(camp: &CampFile) -> Vec<LadderProblem> {
    camp_ladder::all_problems(&camp.load().expect("a camp")).accepted
}

/// Accepts these problems of the current week, or lists them again.
fn acceptance(camp: &CampFile, problems: &[LadderProblem], accepted: bool) -> Edit {
    let data = camp.load().expect("a camp");
    let keys = problems.iter().filter_map(|problem| problem.key(&data));
    Edit::AcceptProblems(Acceptance {
        week: data.week.id,
        keys: keys.collect(),
        accepted,
        what: LadderProblem::in_words(problems),
    })
}

/// A camp whose two players have one name, and no start ratings.
fn doubtful(camp: &mut CampFile) -> (PlayerId, PlayerId) {
    let red = add_group(camp, "Red", 400);
    let [one, other] = [(); 2].map(|()| {
        let id = add_player(camp, "Lee", red);
        let data = camp.load().expect("a camp");
        let player = Player {
            start_permanent: None,
            ..data.player(id).expect("the player").clone()
        };
        apply(camp, Edit::put(&player));
        id
    });
    let recalculate = camp_ladder::recalculate(&camp.ladder().expect("a ladder"), |_, _| {
        std::ops::ControlFlow::Continue(())
    });
    let saved = recalculate.expect("ratings").saved;
    apply(camp, Edit::SaveRatings(saved));
    (one, other)
}

#[test]
fn what_is_accepted_stays_so_in_the_file_until_a_fact_changes() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    let (one, other) = doubtful(&mut camp);
    let blank = [one, other].map(|player| LadderProblem::BlankStart { player });
    let shared = LadderProblem::SharedName {
        players: vec![one, other],
    };
    let all = [&blank[..], std::slice::from_ref(&shared)].concat();
    assert_eq!(listed(&camp), all);

    let edit = acceptance(&camp, &blank, true);
    let data = camp.load().expect("a camp");
    assert_eq!(edit.name(&data), "Accept 2 blank start ratings");
    let applied = camp.apply(&edit, &now()).expect("accepted");
    let only = Changed {
        accepted: true,
        ..Changed::default()
    };
    assert_eq!(applied.changed, only, "nothing else is read anew");
    let reloaded = camp.reload(&data, applied.changed).expect("a camp");
    assert_eq!(reloaded, camp.load().expect("a camp"));
    assert_eq!(reloaded.accepted.len(), 2);
    assert_eq!(listed(&camp), std::slice::from_ref(&shared));
    drop(camp);

    let mut camp = CampFile::open(&path, Mode::Change).expect("a sound file");
    assert_eq!(listed(&camp), std::slice::from_ref(&shared));
    let moved = camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(moved.changed, only);
    assert_eq!(listed(&camp), all);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(accepted(&camp), blank);

    // Another name: another problem.
    let data = camp.load().expect("a camp");
    let mut player = data.player(other).expect("the player").clone();
    player.first_name = "Bo".to_owned();
    apply(&mut camp, Edit::put(&player));
    assert_eq!(listed(&camp), blank[1..]);
    assert_eq!(accepted(&camp), blank[..1]);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(accepted(&camp), blank, "as it was accepted");

    let edit = acceptance(&camp, &blank[..1], false);
    let data = camp.load().expect("a camp");
    assert_eq!(edit.name(&data), "List 1 blank start rating again");
    apply(&mut camp, edit);
    assert_eq!(accepted(&camp), blank[1..]);
}

#[test]
fn one_game_more_lists_an_inactive_camper_again() {
    let mut camp = in_memory();
    let (_, lee, vang) = small_camp(&mut camp);
    camp.connection
        .execute(
            "UPDATE week_player SET active = 0, frozen_weekly = 400, frozen_permanent = 400 WHERE person_id = ?1",
            [vang.0],
        )
        .expect("inactive before the week");
    let inactive = |camp: &CampFile| {
        let mut problems = listed(camp).into_iter();
        problems.find(|problem| matches!(problem, LadderProblem::InactiveWithGames { .. }))
    };
    let found = inactive(&camp).expect("a problem");
    let edit = acceptance(&camp, &[found], true);
    apply(&mut camp, edit);
    assert_eq!(inactive(&camp), None);
    let mut fun = new_game(lee, vang);
    fun.counts = false;
    apply(&mut camp, Edit::add_game(fun));
    assert_eq!(inactive(&camp), None, "a fun game moves nothing");
    apply(&mut camp, Edit::add_game(new_game(vang, lee)));
    assert!(inactive(&camp).is_some());
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(inactive(&camp), None);
}

#[test]
fn what_is_accepted_is_no_part_of_a_closed_week() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    doubtful(&mut camp);
    close(&mut camp);
    let edit = acceptance(&camp, &listed(&camp), true);
    apply(&mut camp, edit);
    assert_eq!(listed(&camp), []);
    assert_eq!(accepted(&camp).len(), 3);
    assert_eq!(camp.damage().expect("looked through"), Vec::<String>::new());
    drop(camp);
    let camp = CampFile::open(&path, Mode::Change).expect("a sound file");
    assert_eq!(accepted(&camp).len(), 3);
}

#[test]
fn the_next_week_takes_over_what_is_true_of_it_too() {
    let mut camp = in_memory();
    let (one, other) = doubtful(&mut camp);
    let edit = acceptance(&camp, &listed(&camp), true);
    apply(&mut camp, edit);
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    let shared = LadderProblem::SharedName {
        players: vec![one, other],
    };
    assert_eq!(accepted(&camp), std::slice::from_ref(&shared));
    let data = camp.load().expect("a camp");
    let known_as = HashSet::from([shared.key(&data).expect("it can be accepted")]);
    assert_eq!(*data.accepted, known_as);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(accepted(&camp).len(), 3, "the first week again");
}

#[test]
fn accepting_again_is_no_step_and_of_no_week_it_is_refused() {
    let mut camp = in_memory();
    doubtful(&mut camp);
    let edit = acceptance(&camp, &listed(&camp), true);
    apply(&mut camp, edit.clone());
    let steps = camp.history().expect("a history");
    apply(&mut camp, edit);
    assert_eq!(camp.history().expect("a history"), steps);
    let nowhere = Edit::AcceptProblems(Acceptance {
        week: WeekId(17),
        keys: vec!["no-groups".to_owned()],
        accepted: true,
        what: "a camp without groups".to_owned(),
    });
    assert!(matches!(refusal(&mut camp, &nowhere), Refusal::NoWeek(17)));
    // What a week has accepted goes with it, and nothing else of it is asked for.
    camp.connection
        .execute("DELETE FROM accepted_problem", [])
        .expect("deleted");
    assert_eq!(listed(&camp).len(), 3);
}
