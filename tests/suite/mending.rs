//! The command `check --mend`: what is stored and doesn't follow from the records is computed anew.

use camp_ladder::storage::{CampFile, Mode};
use rusqlite::Connection;

use crate::{program::Desk, tables::dump};

/// What follows from the records and differs is told, computed anew where that is asked for, and undone as one step.
#[test]
fn what_follows_from_the_records_is_mended() {
    let desk = Desk::with_sample();
    let sound = dump(&desk.camp());
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch("UPDATE week_player SET weekly_rating = 7 WHERE person_id < 4")
        .expect("a change");
    drop(other);
    let checked = desk.run(["check", "Camp.ladder"]);
    assert_eq!(checked.code, Some(1));
    // That is what Recalc Ratings is for.
    assert!(!checked.err.contains("--mend"), "{}", checked.err);
    let mended = desk.run(["check", "Camp.ladder", "--mend"]);
    let sentence = "Mended: Week 1: ratings of 3 players don't follow from its games";
    assert!(mended.err.contains(sentence), "{}", mended.err);
    assert!(!mended.err.contains("--mend"), "{}", mended.err);
    assert!(dump(&desk.camp()) == sound, "as it was");
    let camp = CampFile::open(&desk.camp(), Mode::ReadOnly).expect("the camp");
    let undo = camp.next_steps().expect("steps").undo;
    assert_eq!(undo.as_deref(), Some("Mend what follows from the records"));
    drop(camp);
    let again = desk.run(["check", "Camp.ladder", "--mend"]);
    assert!(!again.err.contains("Mended"), "{}", again.err);
}

/// The same in a closed week, where nobody can press Recalc Ratings.
#[test]
fn a_closed_week_that_does_not_follow_from_its_games_is_closed_anew() {
    let desk = Desk::with_sample();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch(
            "UPDATE week SET digest = NULL; UPDATE week_player SET weekly_rating = 7 WHERE person_id < 4",
        )
        .expect("a change");
    drop(other);
    let hint = "camp-ladder check \"Camp.ladder\" --mend";
    let checked = desk.run(["check", "Camp.ladder"]);
    assert!(checked.err.contains(hint), "{}", checked.err);
    let mended = desk.run(["check", "Camp.ladder", "--mend"]);
    let sentence = "Mended: Week 1: ratings of 3 players don't follow from its games";
    assert!(mended.err.contains(sentence), "{}", mended.err);
    let checked = desk.run(["check", "Camp.ladder"]);
    assert!(!checked.out.contains("out of date"), "{}", checked.out);
    assert!(!checked.err.contains("--mend"), "{}", checked.err);
}
