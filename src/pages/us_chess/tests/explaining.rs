//! How a rating came about, told in place of the lists.

use super::*;

/// The window at the explanation of the first row of the crosstable.
fn explained(mut driver: Driver) -> Driver {
    driver.focus("Crosstable");
    driver.press(Key::Home);
    driver.press(Key::Enter);
    driver
}

#[test]
fn a_rating_is_told_step_by_step_and_game_by_game() {
    let driver = explained(rated());
    // By hand from the reference, 1.4 and 1.8, with the rules of 2026: 50 / √(0.662 + 0.00000739 · 1069²) = 16.5685 games, K = 800 / 17.5685 =
    // 45.5361; the loser is met as 1500 − K / 2 = 1477.2319, so that 0.5327 is expected, and K · 0.4673 = 21.278.
    for words in [
        "1500.00, established",
        "16.57 effective games",
        "1522.77, as which the opponents met the player",
        "K is 45.54 for 1 game, the score 1.0, the expected one 0.5327",
        "K × (1.0 − 0.5327) = +21.28",
        "1521.28, established",
        "Round 1, won against Vang, Bo, rating 1500.00 before, counted as 1477.23",
        "score 1.0, expected 0.5327, difference +0.4673",
    ] {
        assert!(driver.shows_words(words), "{words}");
    }
    assert!(!driver.shows("Late Open, 5 Reserve, Rated"), "the list");
    // Numbers of members are told nowhere.
    assert!(!driver.shows_words("30000001"));
}

#[test]
fn one_goes_on_to_the_opponent_and_back_again() {
    let mut driver = explained(rated());
    // The games have the keyboard, and so does the crosstable again afterwards.
    driver.press(Key::Enter);
    assert!(driver.shows_words("Round 1, lost against Berger, Anna"));
    // The winner is met as 1500 + K / 2.
    assert!(driver.shows_words("counted as 1522.77"));
    driver.press(Key::Escape);
    assert!(driver.shows_words("Round 1, won against Vang, Bo"));
    driver.press(Key::Escape);
    assert!(driver.shows("Late Open, 5 Reserve, Rated"));
    driver.press(Key::Enter);
    assert!(driver.shows_words("Round 1, won against Vang, Bo"));
    driver.press(Key::Escape);
    driver.press_with(Modifiers::COMMAND, Key::E);
    assert!(driver.shows_words("Round 1, won against Vang, Bo"));
    driver.click("Back");
    assert!(driver.shows("Late Open, 5 Reserve, Rated"));
}

#[test]
fn what_is_not_saved_yet_is_told_as_what_it_would_be() {
    let driver = explained(imported());
    assert!(driver.shows_words("This is what rating it now would give"));
    assert!(driver.shows_words("1521.28, established"));
}

#[test]
fn a_section_as_published_computes_nothing() {
    let text = EVENT.replace("{\"rating\": 1500}", "{\"rating\": 1500, \"post\": 1510}");
    let mut driver = with_file("event.json", &text);
    driver.click("Keep the ratings that were published, and compute none");
    driver.click("Import");
    driver.settle();
    let driver = explained(driver);
    assert!(
        driver.shows_words("It keeps the ratings that were published with it. Nothing is computed")
    );
}

#[test]
fn a_floor_is_named_and_the_rating_before_it_is_not_told() {
    // Two losses to far weaker players take a 1601 with a peak of 1850 below 1600, which is two classes below the peak.
    let text = EVENT
        .replace("\"W2w\"", "\"L2w\"")
        .replace("\"L1b\"", "\"W1b\"")
        .replacen(
            "{\"rating\": 1500}",
            "{\"rating\": 1601, \"peak\": 1850}",
            1,
        );
    let mut driver = with_file("event.json", &text);
    driver.click("Import");
    driver.settle();
    driver.click("Rate all…");
    driver.settle();
    driver.click("Save ratings");
    driver.settle();
    driver.focus("Crosstable");
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Held at 1600 by the floor two classes below the highest rating"));
    assert!(driver.shows_words("1600.00, established"));
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let shown = page.sections.shown().expect("a crosstable");
    let posted = &shown.table.ratings[0].rows[0];
    let before_floors = posted.before_floors.expect("a rating");
    assert!(before_floors < 1600.0, "{before_floors}");
    assert!(!driver.shows_words(&format!("{before_floors:.2}")));
}
