//! Places won and lost since the week before, in the list of the standings.

use super::*;
use crate::domain::GameResult;

#[test]
fn the_list_tells_who_has_won_and_lost_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.send(Command::GO_STANDINGS);
    assert!(!driver.shows("Moved"), "there is no week before");

    driver.next_week();
    driver.add_game(2, 1, GameResult::WhiteWon);
    driver.send(Command::GO_STANDINGS);
    assert!(driver.shows("Moved"));
    assert!(driver.shows_words("1, Rao, Cy, the same place as last week"));
    assert!(driver.shows_words("2, Vang, Bo, up 1 place, Red, rating 416"));
    assert!(driver.shows_words("3, Lee, Ann, down 1 place, Red, rating 384"));
}
