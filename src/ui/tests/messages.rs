//! Messages at the edge of the window: reached by keys, and in nobody's way.

use std::path::PathBuf;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{Action, Command, Page, Pane, notices::Tone, printing::PrintOrder},
    domain::{Edit, Group, Player},
    report::print::{Printer, Sides},
    storage::OutsideChange,
};

const WHY: &str = "The second place isn’t there now";

/// The players of the sample camp, with the keyboard in the list.
fn players(width: f32, height: f32) -> Driver {
    let mut driver = Driver::with_size(width, height);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver
}

#[test]
fn f6_leads_to_a_message_that_stays_and_keys_close_it() {
    for key in [Key::Escape, Key::Enter] {
        let mut driver = players(1180.0, 760.0);
        driver.app().notices.problem(WHY);
        driver.settle();
        let mut panes = Vec::new();
        for _ in 0..5 {
            driver.press(Key::F6);
            panes.push(driver.app().pane);
        }
        let of_page = [Pane::Record, Pane::Navigation];
        let around = [Pane::Messages, Pane::SideBar, Pane::List];
        assert_eq!(panes, [&of_page[..], &around[..]].concat());
        for _ in 0..3 {
            driver.press(Key::F6);
        }
        assert!(driver.has_keyboard("Close message"), "{key:?}");
        driver.press(key);
        assert!(!driver.shows(WHY), "{key:?}");
        assert!(driver.has_keyboard("Record number"), "{key:?}");
        assert_eq!(driver.app().pane, Pane::Navigation, "{key:?}");
        driver.press(Key::F6);
        assert_eq!(driver.app().pane, Pane::SideBar, "it is gone");
    }
}

/// The parts that F6 goes through, from the list on and round to it.
fn panes(driver: &mut Driver) -> Vec<Pane> {
    driver.focus("Players");
    let mut panes = Vec::new();
    while panes.last() != Some(&Pane::List) && panes.len() < 12 {
        driver.press(Key::F6);
        panes.push(driver.app().pane);
    }
    panes
}

#[test]
fn f6_leads_to_the_bars_above_the_page_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.change(Edit::AddGroup(Group::new("Green", None)));
    let green = driver.camp().group_called("Green").expect("a group").id;
    driver.change(Edit::AddPlayer(Player {
        last_name: "Quill".to_owned(),
        first_name: "Zo".to_owned(),
        group: Some(green),
        ..Player::default()
    }));
    driver.send(Command::GO_PLAYERS);
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.outside = Some(OutsideChange::Gone);
    driver.settle();
    let of_page = [Pane::Record, Pane::Navigation, Pane::SideBar];
    let bars = [Pane::Bar(0), Pane::Bar(1), Pane::List];
    assert_eq!(panes(&mut driver), [of_page, bars].concat());
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert!(driver.has_keyboard("Show"), "what is wrong with the ladder");
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert!(driver.has_keyboard("Save a copy…"));
    // One that goes is no stop any more.
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.outside = None;
    driver.settle();
    assert_eq!(panes(&mut driver).last(), Some(&Pane::List));
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert!(driver.has_keyboard("Show"));
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert_eq!(driver.app().pane, Pane::SideBar);
}

#[test]
fn f6_leads_to_what_is_said_of_a_closed_week() {
    let mut driver = players(1180.0, 760.0);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    driver.send(Command::GO_PLAYERS);
    let bar = panes(&mut driver)
        .iter()
        .rposition(|pane| *pane == Pane::Bar(0));
    assert!(bar.is_some());
    driver.press_with(Modifiers::SHIFT, Key::F6);
    let next = driver.camp().week.number + 1;
    assert!(driver.has_keyboard(&format!("Start week {next}…")));
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::START_WEEK);
}

#[test]
fn esc_elsewhere_closes_no_message() {
    let mut driver = players(1180.0, 760.0);
    driver.app().notices.problem(WHY);
    driver.settle();
    driver.press(Key::Escape);
    assert!(driver.shows(WHY));
}

#[test]
fn what_was_said_of_a_camp_goes_with_it_and_the_rest_stays() {
    const OF_PROGRAM: &str = "The clock of this computer is wrong";
    let mut driver = Driver::with_size(1366.0, 768.0);
    driver.app().notices.problem(OF_PROGRAM);
    driver.settle();
    for leaves in [Command::CLOSE_CAMP, Command::OPEN_SAMPLE] {
        driver.send(Command::OPEN_SAMPLE);
        let gone = PathBuf::from("Before.ladder");
        driver.app().notices.opens("Restored", gone);
        driver.app().notices.of_history("Redone: add game 2");
        driver.harness.run_steps(2);
        assert!(driver.shows("Restored") && driver.shows("Redone: add game 2"));
        driver.send(leaves);
        driver.settle();
        assert!(!driver.shows("Restored"), "{leaves:?}");
        assert!(!driver.shows("Redone: add game 2"), "{leaves:?}");
        assert!(driver.shows(OF_PROGRAM), "{leaves:?}");
    }
}

#[test]
#[cfg(unix)]
fn that_sheets_were_not_printed_is_still_said_after_the_camp_was_closed() {
    let mut driver = players(1180.0, 760.0);
    driver.go(Page::PRINTS);
    let order = PrintOrder {
        copies: 1,
        sides: Sides::default(),
        pages: None,
    };
    driver.app().send(Action::PrintOn {
        printer: Printer {
            name: "no printer of this name".to_owned(),
            is_default: false,
        },
        order,
        spoiled_too: true,
    });
    driver.settle();
    let is_problem = |driver: &mut Driver| {
        let latest = driver.app().notices.latest();
        latest.is_some_and(|latest| latest.tone == Tone::Problem)
    };
    driver.until(is_problem);
    let said = driver.message();
    assert!(driver.shows_words(&said));
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    assert!(driver.app().session.camp.is_none());
    assert!(driver.shows_words(&said), "{said}");
}

#[test]
fn what_is_said_of_a_copy_takes_the_place_of_what_was_said_of_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    let [first, second] = ["First", "Second"].map(|name| {
        let copy = folder.path().join(name).with_extension("ladder");
        driver.app().send(Action::SaveCopy(copy.clone()));
        driver.settle();
        format!("Saved a copy: “{}”", copy.display())
    });
    assert!(driver.shows(&second) && !driver.shows(&first));
}

#[test]
fn messages_beside_the_page_cover_no_page_of_the_list() {
    for (width, height) in [(1366.0, 768.0), (900.0, 640.0), (911.0, 512.0)] {
        let mut driver = players(width, height);
        driver.send(Command::RECALCULATE);
        for text in [
            "Sent to printer",
            "Restored from the backup made 7/10/2026 2:30 PM",
            "Merged: 12 players and 140 games are new, and 4 records differ",
        ] {
            driver.app().notices.done(text);
        }
        driver.harness.run_steps(4);
        // Under the pointer it is being read.
        let message = |driver: &Driver| {
            let messages = driver.harness.query_all_by_role(Role::Status);
            let tops = messages.map(|message| message.rect());
            tops.min_by(|one, other| one.top().total_cmp(&other.top()))
        };
        let place = message(&driver).expect("a message").center();
        driver.harness.hover_at(place);
        let weeks = driver.harness.get_by_role_and_label(Role::Tab, "Weeks");
        weeks.focus();
        driver.harness.run_steps(6);
        let top = message(&driver).expect("a message").top();
        let weeks = driver.harness.get_by_role_and_label(Role::Tab, "Weeks");
        assert!(weeks.is_focused());
        let bottom = weeks.rect().bottom();
        assert!(bottom <= top, "{width} × {height}: {bottom} {top}");
    }
}

/// Beside the scroll bar that messages bring, a page that was just wide enough has its record below its list.
#[test]
fn a_page_keeps_its_least_room_above_messages() {
    let mut driver = players(911.0, 512.0);
    for place in ["first", "second"] {
        let why = format!("The {place} place isn’t there now. ");
        driver.app().notices.problem(why.repeat(6));
    }
    driver.settle();
    driver.harness.run_steps(6);
    let list = driver
        .harness
        .get_by_role_and_label(Role::Table, "Players")
        .rect();
    let field = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "Last name")
        .rect();
    let bar = driver.harness.get_by_label("Record number").rect();
    assert!(
        field.is_positive() && field.top() > list.bottom(),
        "{field}"
    );
    assert!(bar.top() > field.bottom(), "{bar} {field}");
}
