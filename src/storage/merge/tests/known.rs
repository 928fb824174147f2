//! What both have: after the other copy has undone its last step, of a copy of a copy, and of a third one that was brought to both.

use super::*;
use crate::domain::Attendance;

/// The players of each game, its result, and who there is.
fn told(camp: &CampFile) -> (Vec<String>, Vec<String>) {
    let data = camp.load().expect("a camp");
    let name = |id| data.player(id).map(Player::full_name).unwrap_or_default();
    let games = data.games.iter();
    let games = games.map(|game| {
        format!(
            "{} {:?} {}",
            name(game.white),
            game.result,
            name(game.black)
        )
    });
    let games = games.collect();
    let players = data.players.iter().map(Player::full_name);
    (games, players.collect())
}

/// Two games and a camper: of what comes next, one is deleted, one corrected and the camper renamed elsewhere.
fn type_some(camp: &mut CampFile) {
    apply(camp, Edit::add_game(new_game(PlayerId(1), PlayerId(3))));
    apply(camp, Edit::add_game(new_game(PlayerId(3), PlayerId(2))));
    apply(camp, Edit::AddPlayer(player("Yu")));
}

fn correct(camp: &mut CampFile) {
    let data = camp.load().expect("a camp");
    let [.., wrong, other] = &data.games[..] else {
        panic!("two games");
    };
    apply(camp, Edit::DeleteGame(wrong.id));
    let draw = Patch::new(other.id, Field::Result, GameResult::Draw);
    apply(camp, Edit::ChangeGame(draw));
    let renamed = Patch::new(PlayerId(4), Field::FirstName, "Annie");
    apply(camp, Edit::ChangePlayer(renamed));
}

/// Nothing is asked, and what was deleted or corrected on the first stays so, whichever copy is brought to which.
fn stays_corrected(ours: &CampFile, theirs: &CampFile) {
    let (games, players) = told(ours);
    let (here, there, planned) = both_ways(ours, theirs);
    assert!(planned.has_base);
    assert_eq!(planned.conflicts, []);
    for camp in [here, there] {
        assert_eq!(told(&camp), (games.clone(), players.clone()));
    }
}

#[test]
fn what_was_brought_stays_known_when_the_copy_undoes_its_last_step() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    type_some(&mut theirs);
    let last = Patch::new(PlayerId(2), Field::Notes, "Typed last");
    apply(&mut theirs, Edit::ChangePlayer(last));
    bring(&mut ours, &theirs, &MergeChoices::default());
    correct(&mut ours);
    theirs.move_in_history(HistoryMove::Undo).expect("undone");
    stays_corrected(&ours, &theirs);
    let next = Patch::new(PlayerId(1), Field::Notes, "Typed next");
    apply(&mut theirs, Edit::ChangePlayer(next));
    stays_corrected(&ours, &theirs);
}

#[test]
fn what_came_with_a_copy_of_a_copy_is_known() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    type_some(&mut theirs);
    let mut conflicted = copy(&theirs);
    let note = |camp: &mut CampFile, notes| {
        apply(
            camp,
            Edit::ChangePlayer(Patch::new(PlayerId(2), Field::Notes, notes)),
        );
    };
    note(&mut conflicted, "Typed there");
    bring(&mut ours, &conflicted, &MergeChoices::default());
    correct(&mut ours);
    let stands = Patch::new(PlayerId(1), Field::Notes, "Typed elsewhere");
    apply(&mut theirs, Edit::ChangePlayer(stands));
    stays_corrected(&ours, &theirs);
}

#[test]
fn what_both_got_of_a_third_copy_is_known() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut third = copy(&ours);
    type_some(&mut third);
    // Each has something of its own by then.
    for (camp, number) in [(&mut ours, 1), (&mut theirs, 3)] {
        apply(
            camp,
            Edit::ChangePlayer(Patch::new(PlayerId(number), Field::Notes, "Own")),
        );
        bring(camp, &third, &MergeChoices::default());
    }
    correct(&mut ours);
    stays_corrected(&ours, &theirs);
    // Who got more of it has all that the other one has.
    apply(
        &mut third,
        Edit::add_game(new_game(PlayerId(2), PlayerId(1))),
    );
    bring(&mut theirs, &third, &MergeChoices::default());
    let (here, there, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    let games = told(&ours).0.len() + 1;
    assert_eq!([here, there].map(|camp| told(&camp).0.len()), [games; 2]);
}

#[test]
fn what_both_got_of_a_third_copy_is_known_however_often_one_got_it() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut third = copy(&ours);
    type_some(&mut third);
    bring(&mut ours, &third, &MergeChoices::default());
    correct(&mut ours);
    let next = Patch::new(PlayerId(3), Field::Notes, "Typed next");
    apply(&mut third, Edit::ChangePlayer(next));
    for camp in [&mut ours, &mut theirs] {
        bring(camp, &third, &MergeChoices::default());
    }
    stays_corrected(&ours, &theirs);
}

/// Then the mark is as it was when the copies parted: not one that was deleted here.
#[test]
fn what_a_third_copy_has_deleted_can_come_again() {
    let mut ours = small_camp();
    let marked = || [(PlayerId(1), Attendance::Present)].into_iter().collect();
    apply(
        &mut ours,
        Edit::AddMeeting(NewMeeting {
            attendance: marked(),
            ..NewMeeting::new(TODAY)
        }),
    );
    let mut theirs = copy(&ours);
    let mut third = copy(&ours);
    let mark = |camp: &mut CampFile, attendance| {
        let meetings = camp.load().expect("a camp").meetings;
        let mut meeting = meetings.first().expect("a meeting").clone();
        meeting.attendance = attendance;
        apply(camp, Edit::ChangeMeeting(meeting));
    };
    mark(&mut third, [].into_iter().collect());
    for (camp, number) in [(&mut ours, 1), (&mut theirs, 3)] {
        let own = Patch::new(PlayerId(number), Field::Notes, "Own");
        apply(camp, Edit::ChangePlayer(own));
        bring(camp, &third, &MergeChoices::default());
    }
    mark(&mut theirs, marked());
    let (here, there, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    for camp in [here, there] {
        let meetings = camp.load().expect("a camp").meetings;
        assert_eq!(meetings.first().map(|it| it.attendance.len()), Some(1));
    }
}

#[test]
fn a_clock_that_is_wrong_is_told_though_something_was_undone_since() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for name in ["Stays", "Undone"] {
        apply(&mut ours, Edit::RenameCamp(name.to_owned()));
    }
    bring(&mut theirs, &ours, &MergeChoices::default());
    ours.move_in_history(HistoryMove::Undo).expect("undone");
    apply(&mut ours, Edit::RenameCamp("Typed".to_owned()));
    let edit = Edit::add_game(new_game(PlayerId(1), PlayerId(3)));
    let at = "2020-07-06T08:00:00Z".parse().expect("a moment");
    let occasion = Occasion {
        at,
        ..Occasion::now(edit.kind())
    };
    theirs.apply(&edit, &occasion).expect("a game");
    let planned = plan(&ours, &theirs, &prefer(Prefer::Ours)).plan;
    let is_told = |it: &String| it.contains("clock of the other computer seems to be wrong");
    assert!(planned.weeks.iter().any(is_told));
}
