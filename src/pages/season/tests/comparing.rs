//! Two weeks compared.

use egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::{
    super::state::{SeasonView, Who},
    TODAY, select, three_weeks,
};
use crate::{
    app::Command,
    domain::{Edit, NextPlayer, NextWeek, PlayerId, Season},
    ui::tests::Driver,
};

#[test]
fn two_weeks_are_compared() {
    let (mut driver, weeks) = three_weeks();
    driver.click("Two weeks");
    let season = Season::new(&weeks);
    for column in [
        "Week 2: Gold camp, Rank",
        "Week 3, so far, Rating",
        "Week 2 to week 3, Places gained",
    ] {
        assert!(driver.shows(column), "{column}");
    }
    driver
        .harness
        .get_by_role_and_label(Role::ComboBox, "From")
        .focus();
    driver.settle();
    driver.press(Key::Home);
    assert!(driver.shows("Week 1, Rank") && !driver.shows("Week 2: Gold camp, Rank"));
    let line = season
        .lines
        .iter()
        .find(|line| line.weeks.iter().all(Option::is_some))
        .expect("somebody who was always there");
    driver.season().search = line.listed_name();
    driver.settle();
    let [from, to] = [0, 2].map(|at| line.weeks[at].as_ref().expect("there"));
    let places = i32::try_from(from.rank).expect("small") - i32::try_from(to.rank).expect("small");
    let words = format!("places gained {}", crate::domain::show_change(places));
    assert!(driver.has_told(&words), "{words}: {:?}", driver.told());
    // The same week twice changes places with the other.
    driver.press(Key::End);
    assert_eq!(driver.season().compared(), Some([2, 0]));
}

#[test]
fn a_comparison_lists_who_left_and_joined() {
    let (mut driver, weeks) = three_weeks();
    driver.season().set_view(SeasonView::Compared);
    driver.season().compare([0, 1]);
    driver.settle();
    let season = Season::new(&weeks);
    let ranks = |line: &crate::domain::SeasonLine| {
        let rank = |week: usize| line.weeks[week].as_ref().map(|week| week.rank);
        Some((rank(0)?, rank(1)?))
    };
    let both = season.lines.iter().filter_map(ranks);
    let most = both.map(|(from, to)| from.saturating_sub(to)).max();
    let most = format!("{} places · Fell most: ", most.expect("somebody rose"));
    assert!(driver.shows_words("Rose most: ") && driver.shows_words(&most));

    driver
        .harness
        .get_by_role_and_label(Role::ComboBox, "Players")
        .focus();
    driver.settle();
    driver.type_text("left");
    assert_eq!(driver.season().who, Who::Left);
    let gone = season.lines.iter().find(|line| line.id == PlayerId(1));
    let gone = gone.expect("player 1");
    let words = format!("{}, Left {};", gone.listed_name(), gone.last_group());
    assert!(driver.has_told(&words), "{words}: {:?}", driver.told());
    assert_eq!(driver.season().rows(), 1);
    // The other way round he or she joined.
    driver.season().compare([1, 0]);
    driver.settle();
    assert!(driver.shows("Nobody found"));
    driver.season().who = Who::Joined;
    driver.settle();
    let words = format!("{}, Joined {};", gone.listed_name(), gone.last_group());
    assert!(driver.has_told(&words), "{words}: {:?}", driver.told());

    // A week without games says so.
    driver.begin_week("", None);
    assert_eq!(driver.season().compared(), Some([1, 0]), "as chosen");
    driver.season().compare([2, 3]);
    driver.settle();
    assert!(driver.shows_words("Week 4 has no games yet"));
}

#[test]
fn a_camper_who_moved_up_shows_both_groups() {
    let mut driver = Driver::with_sample();
    let camp = driver.camp();
    let [.., lower, upper] = &camp.groups[..] else {
        panic!("two groups");
    };
    let camper = camp
        .players
        .iter()
        .find(|player| player.active && player.group == Some(lower.id))
        .expect("a camper");
    driver.change(Edit::CloseWeek { on: TODAY });
    driver.change(Edit::StartWeek(Box::new(NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: vec![NextPlayer {
            id: camper.id,
            group: Some(upper.id),
            stays: true,
        }],
    })));
    driver.send(Command::GO_SEASON);
    select(&mut driver, camper.id);
    driver.click("Two weeks");
    driver.season().who = Who::OtherGroup;
    driver.settle();
    let words = format!("{} to {};", lower.name, upper.name);
    assert!(driver.has_told(&words), "{words}: {:?}", driver.told());
    assert_eq!(driver.season().rows(), 1);
    let week = |number: i64, group: &str| format!("Week {number}, {group}, rank ");
    assert!(driver.has_told(&week(1, &lower.name)));
    assert!(driver.has_told(&format!("Week 2, so far, {}, rank ", upper.name)));
}
