//! What is told of a copy before and after.

use super::*;
use crate::domain::{NextWeek, WeekId};

#[test]
fn a_closed_week_to_which_games_come_is_told_and_the_history_names_the_copy() {
    let mut bench = Bench::new();
    let on = bench.driver.camp().week.opened_on;
    let next = NextWeek {
        label: String::new(),
        opened_on: on,
        players: Vec::new(),
    };
    bench.change(Edit::CloseWeek { on });
    bench.change(Edit::StartWeek(Box::new(next)));
    bench.copy_anew();
    let closed_again = [
        Edit::ReopenWeek(WeekId(1)),
        game(2, 1),
        Edit::CloseWeek { on },
    ];
    bench.change_copy(closed_again);
    bench.compare();
    let driver = &mut bench.driver;
    let said =
        "Week 1 was opened and closed again in the copy (1 game added): print its standings again";
    assert!(driver.shows_words(said));
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let message = driver.message();
    assert!(message.contains(&format!(". {said}")), "{message}");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let undo = camp.next_steps.undo.as_deref();
    assert_eq!(undo, Some("Bring back Copy.ladder (1 game added)"));
}
