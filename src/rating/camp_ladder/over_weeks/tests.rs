//! The worked examples of the camp ladder, from the groups' initial ratings.

use super::*;
use crate::rating::tests::Club;

/// The ratings of both after one game from these.
fn after(white: i32, black: i32, result: crate::domain::GameResult) -> [i64; 2] {
    let mut club = Club::new(&["White", "Black"]);
    club.group("One", Some(white), &["White"]);
    club.group("Other", Some(black), &["Black"]);
    club.plays("White", "Black", result);
    let standings = club.standings(&KIND, &[]);
    ["White", "Black"].map(|name| {
        let row = standings.rows.iter().find(|row| row.first_name == name);
        match standings.value(row.expect("a row"), "rating") {
            Some(Value::Whole(rating)) => *rating,
            other => panic!("{other:?}"),
        }
    })
}

#[test]
fn the_worked_examples() {
    use crate::domain::GameResult::{BlackWon, Draw, WhiteWon};
    assert_eq!(after(1400, 1300, WhiteWon), [1412, 1288]);
    assert_eq!(after(1300, 1400, WhiteWon), [1320, 1380]);
    assert_eq!(after(1400, 1300, Draw), [1396, 1304]);
    assert_eq!(after(1800, 1300, WhiteWon), [1801, 1299]);
    assert_eq!(after(1800, 1300, BlackWon), [1769, 1331]);
    assert_eq!(after(1500, 1500, Draw), [1500, 1500]);
    assert_eq!(after(1375, 1000, Draw), [1360, 1015]);
    assert_eq!(after(1376, 1000, Draw), [1361, 1015]);
    assert_eq!(after(1374, 1000, Draw), [1360, 1014]);
}

#[test]
fn a_story_ends_where_the_standings_are_and_says_the_rule() {
    let mut club = Club::new(&["Ann", "Bo"]);
    club.beats("Ann", "Bo");
    club.draws("Bo", "Ann");
    let settings = [("start", "1200")];
    let standings = club.standings(&KIND, &settings);
    for row in &standings.rows {
        let story = club.story(&KIND, &settings, row.player);
        assert_eq!(Some(&story.end), standings.value(row, "rating"));
        assert_eq!(story.steps[0].before, Value::Whole(1200));
        assert_eq!(story.steps[0].after, story.steps[1].before);
    }
    let story = club.story(&KIND, &settings, club.id("Ann"));
    assert_eq!(
        story.steps[1].sentences,
        [
            "A draw by itself moves nothing.",
            "Rated 1216 against 1184 of Bo: a 25th of the difference, 15 at most, is −1.",
            "Together −1."
        ]
    );
    assert_eq!(story.sum, "2 games: +15 since the beginning.");
}
