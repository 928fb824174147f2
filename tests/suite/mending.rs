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
    let sentence = "Mended: Week 1: ratings of 3 players were computed anew";
    assert!(mended.err.contains(sentence), "{}", mended.err);
    assert!(!mended.err.contains("--mend"), "{}", mended.err);
    assert!(dump(&desk.camp()) == sound, "as it was");
    let camp = CampFile::open(&desk.camp(), Mode::ReadOnly).expect("the camp");
    let undo = camp.next_steps().expect("steps").undo;
    assert_eq!(undo.as_deref(), Some("Check and mend"));
    drop(camp);
    let again = desk.run(["check", "Camp.ladder", "--mend"]);
    assert!(!again.err.contains("Mended"), "{}", again.err);
}

/// What is left of the games of a week that a repair couldn't save as a whole would give other ratings than those that were posted.
#[test]
fn a_closed_week_that_lacks_a_part_keeps_its_ratings() {
    let desk = Desk::with_sample();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    let other = Connection::open(desk.camp()).expect("the camp");
    other
        .execute_batch(
            "UPDATE week SET digest = NULL; DELETE FROM game WHERE id % 3 = 0; DELETE FROM history_step",
        )
        .expect("a change");
    drop(other);
    let posted = dump(&desk.camp());
    for order in [
        &["check", "Camp.ladder"][..],
        &["check", "Camp.ladder", "--mend"],
    ] {
        let checked = desk.run(order.iter().copied());
        assert_eq!(checked.code, Some(1));
        let sentence = "Week 1 isn’t what it was when it was closed";
        assert!(checked.out.contains(sentence), "{}", checked.out);
        assert!(!checked.out.contains("out of date"), "{}", checked.out);
        assert!(!checked.err.contains("Mended"), "{}", checked.err);
        assert!(
            !checked.err.contains("check \"Camp.ladder\" --mend"),
            "{}",
            checked.err
        );
    }
    assert!(dump(&desk.camp()) == posted, "as it was");
}
