//! The page in the whole window: where a route to it leads, and what Esc leads back to.

mod copying;
mod ladders;

use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::StandingsPage;
use crate::{
    app::{Action, Command, Page, Pane, View, page::Logic as _},
    domain::{LadderSystem, PlayerId, Record, Scope, System},
    ui::tests::Driver,
};

/// The last player of the list.
fn last(driver: &mut Driver) -> PlayerId {
    let app = driver.app();
    let camp = app.session.camp.take().expect("a camp");
    let page = app.page_of::<StandingsPage>().expect("the page");
    let last = page.list(&camp).rows().last().expect("rows").id;
    app.session.camp = Some(camp);
    last
}

fn go_to(driver: &mut Driver, player: PlayerId) {
    let route = Page::STANDINGS.of(Record::Player(player));
    driver.app().send(Action::Go(route));
    driver.settle();
}

/// The selected row, as somebody hears it.
fn selected_row(driver: &Driver) -> Option<String> {
    let mut rows = driver.harness.query_all_by_role(Role::Row);
    let selected = rows.find(|row| row.accesskit_node().is_selected() == Some(true));
    selected?.accesskit_node().label()
}

#[test]
fn a_route_to_a_player_selects_the_line_and_brings_it_into_view() {
    let mut driver = Driver::with_sample();
    for scope in [Scope::Camp, Scope::ByGroup] {
        driver.send(Command::GO_PLAYERS);
        driver.standings().scope = scope;
        driver.standings().preview = true;
        let player = last(&mut driver);
        go_to(&mut driver, player);
        assert_eq!(driver.standings().selected, Some(player), "{scope:?}");
        assert!(!driver.standings().preview, "the list is shown");
        let name = driver.camp().listed_name(player);
        let row = selected_row(&driver).expect("the line is drawn");
        assert!(row.contains(&name), "{row}");
    }
}

#[test]
fn on_a_ladder_a_route_leads_to_the_story_and_esc_back_to_the_list() {
    let mut driver = Driver::with_sample();
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    let ladder = driver.camp().ladders[0].id;
    driver.standings().ladders.choose(Some(ladder));
    driver.settle();
    driver.send(Command::GO_PLAYERS);
    go_to(&mut driver, PlayerId(2));
    assert_eq!(driver.player_told(), Some(PlayerId(2)));
    driver.press(Key::Escape);
    assert_eq!(driver.player_told(), None);
    assert_eq!(driver.app().page, Page::STANDINGS);
    assert!(driver.shows("Inactive players too"), "the list is shown");
}

#[test]
fn a_story_ends_when_the_director_goes_to_the_standings_again() {
    let mut driver = Driver::with_sample();
    driver.add_ladder("Race", LadderSystem::RaceCode, &[]);
    let ladder = driver.camp().ladders[0].id;
    driver.standings().ladders.choose(Some(ladder));
    driver.settle();
    driver.standings().ladders.tell(PlayerId(2));
    driver.standings().ladders.tell(PlayerId(3));
    driver.settle();
    assert_eq!(driver.app().player_in_hand(), Some(PlayerId(3)));
    driver.send(Command::GO_STANDINGS);
    assert!(driver.standings().story().is_none());
}

#[test]
fn f6_finds_the_list_or_the_sheets_that_are_shown() {
    let mut page = StandingsPage::default();
    let mut panes = |preview: bool, system: System| {
        (page.preview, page.system) = (preview, system);
        let panes = page.panes(View::default()).into_iter();
        panes.map(|(pane, _)| pane).collect::<Vec<_>>()
    };
    assert_eq!(panes(false, System::Permanent), [Pane::List]);
    assert_eq!(panes(true, System::Weekly), [Pane::Sheets]);
    // There are no sheets of what is never printed.
    assert_eq!(panes(true, System::Permanent), []);
}

#[test]
fn what_is_printed_is_shown_and_not_the_internal_rating() {
    let mut driver = Driver::with_sample();
    driver.standings().system = System::Permanent;
    driver.send(Command::SAVE_PDF);
    assert_eq!(driver.standings().system, System::Weekly);
    driver.press(Key::Escape);
    // From elsewhere it leads there.
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::SAVE_PDF);
    assert_eq!(driver.app().page, Page::STANDINGS);
}
