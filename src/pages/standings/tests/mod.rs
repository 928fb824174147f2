//! The page in the whole window: what Esc leads back to, what F6 finds, and what is printed.

mod copying;
mod ladders;

use egui::Key;

use super::StandingsPage;
use crate::{
    app::{Command, Page, Pane, View, page::Logic as _},
    domain::{Edit, LadderSystem, Player, PlayerId, System},
    ui::tests::Driver,
};

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
    assert_eq!(driver.app().current_player(), Some(PlayerId(3)));
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

#[test]
fn sheets_that_would_show_nothing_say_so_where_they_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.change(Edit::AddPlayer(Player {
        last_name: "Lee".to_owned(),
        active: false,
        ..Player::default()
    }));
    driver.send(Command::GO_STANDINGS);
    driver.standings().preview = true;
    driver.settle();
    let reason = "There are no active players yet. Add players first";
    assert!(driver.shows(reason));
    for command in [Command::PRINT, Command::SAVE_PDF] {
        assert_eq!(driver.app().why_not(command), Some(reason));
    }
    driver.standings().include_inactive = true;
    driver.settle();
    assert_eq!(driver.app().why_not(Command::PRINT), None);
}
