//! What is shown of a member: sections, opponents, chart, and the peak in a period.

use super::*;

/// The window at the members of a rated camp.
fn at_members() -> Driver {
    let mut driver = rated();
    driver.click("Members");
    driver.settle();
    driver
}

#[test]
fn a_section_of_the_history_leads_to_its_crosstable_and_back() {
    let mut driver = at_members();
    driver.focus("Sections of this member");
    driver.press(Key::Enter);
    assert!(driver.shows("1, Berger, Anna, 1.0 points, Regular 1500 to 1521"));
    driver.press(Key::Escape);
    assert!(driver.shows("Sections of this member"));
}

#[test]
fn a_member_has_opponents_and_a_chart() {
    let mut driver = at_members();
    driver.click("Opponents");
    // The loser falls by what the winner gains: both had 1500, and are met as 1500 ± 22.77.
    assert!(driver.shows("Round 1, W2, Vang, Bo, 1500, 1479"));
    driver.click("Chart");
    assert!(driver.shows("Chart of the rating after each section. Regular, 6/30/2026 1521"));
}

#[test]
fn a_peak_is_that_of_the_period_that_is_typed() {
    let mut driver = at_members();
    assert!(driver.shows("Peak Regular 1521 after Late Open, 5 Reserve, 6/30/2026"));
    driver.focus_field("Peak from");
    driver.type_text("7/1/2026");
    driver.press(Key::Tab);
    driver.settle();
    assert!(!driver.shows_words("Peak Regular"));
    driver.focus_field("Peak from");
    driver.type_text("6/1/2026");
    driver.press(Key::Tab);
    driver.type_text("5/1/2026");
    driver.press(Key::Tab);
    assert!(driver.shows("This day is before the other one"));
    driver.focus_field("Peak to");
    driver.type_text("6/30/2026");
    driver.press(Key::Tab);
    driver.settle();
    assert!(driver.shows_words("Peak Regular 1521 after Late Open"));
}

#[test]
fn nothing_is_chosen_that_the_search_hides() {
    let mut driver = at_members();
    let search = |driver: &mut Driver, text: &str| {
        let page = driver.app().page_mut::<UsChessPage>().expect("the page");
        text.clone_into(&mut page.search);
        driver.settle();
        let page = driver.app().page_mut::<UsChessPage>().expect("the page");
        (page.members.chosen, page.sections.chosen.is_some())
    };
    let (anna, _) = search(&mut driver, "berger");
    let (bo, _) = search(&mut driver, "vang");
    assert!(anna.is_some() && bo.is_some());
    assert_ne!(anna, bo);
    assert_eq!(search(&mut driver, "nobody").0, None);
    driver.click("Sections");
    assert!(search(&mut driver, "late").1);
    assert!(!search(&mut driver, "nobody").1);
}
