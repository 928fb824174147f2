//! The standings on a projector: shown, turned, typed at, and left.

mod awake;
mod ladders;
mod typing;
mod wall;

use std::sync::Arc;

use egui::{Event, Key, Modifiers, ViewportCommand, ViewportId};

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{ProjectorPage, state::Projector};
use crate::{
    app::{Action, Command, Page, View},
    domain::{CustomColumnId, Group, GroupId, Player, PlayerId, Ratings},
    ui::tests::Driver,
};

/// The sample camp on the projector: five groups on five pages.
fn on_projector() -> Driver {
    let mut driver = Driver::with_sample();
    driver.send(Command::PROJECTOR);
    driver
}

impl Driver {
    fn is_on_projector(&mut self) -> bool {
        self.app().session.in_place_of_window() == Some(Page::PROJECTOR)
    }

    fn projector(&mut self) -> &Projector {
        let page = self.app().page_mut::<ProjectorPage>();
        &page.expect("the projector is shown").projector
    }

    /// The page that is shown, from 1.
    fn page(&mut self) -> usize {
        self.projector().place() + 1
    }

    /// Lets so many seconds go by.
    fn wait(&mut self, seconds: usize) {
        // A frame of the test is a quarter of a second.
        self.harness.run_steps(4 * seconds);
    }

    /// What the window was asked to do while this was done.
    fn commands_of(&mut self, command: Command) -> Vec<ViewportCommand> {
        self.app().send(command);
        let mut commands = Vec::new();
        for _ in 0..6 {
            self.harness.run_steps(1);
            let output = &self.harness.output().viewport_output;
            commands.extend(output[&ViewportId::ROOT].commands.iter().cloned());
        }
        self.settle();
        commands
    }

    /// Puts players into the camp as if it had been opened with them.
    fn set_players(&mut self, players: Vec<Player>, groups: Vec<Group>) {
        let camp = self.app().session.camp.as_mut().expect("a camp");
        camp.data.players = Arc::new(players);
        camp.data.groups = Arc::new(groups);
        camp.data.games = Arc::new(Vec::new());
        camp.revision += 1_000_000;
        self.settle();
    }
}

fn player(id: i64, first: &str, last: &str, group: Option<GroupId>) -> Player {
    Player {
        id: PlayerId(id),
        last_name: last.to_owned(),
        first_name: first.to_owned(),
        group,
        ratings: Ratings {
            weekly: i32::try_from(2000 - id).expect("a rating"),
            permanent: 12_345,
        },
        start_permanent: Some(23_456),
        notes: "Allergic to nuts".to_owned(),
        custom: [(CustomColumnId(1), "555-0100".to_owned())]
            .into_iter()
            .collect(),
        ..Player::default()
    }
}

#[test]
fn it_takes_the_whole_window_and_gives_it_back_as_it_was() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    driver.press(Key::ArrowDown);
    let record = driver.app().record();
    let commands = driver.commands_of(Command::PROJECTOR);
    assert!(commands.contains(&ViewportCommand::Fullscreen(true)));
    assert!(driver.shows("Gold") && driver.shows_words("Gael Shah, rating"));
    for name in ["Camp", "Ladder players", "Recalc Ratings"] {
        assert!(!driver.shows(name), "{name} is not on the wall");
    }
    assert!(driver.has_keyboard("Standings on the projector"));

    driver.press(Key::Escape);
    assert!(!driver.is_on_projector());
    assert!(driver.shows("Recalc Ratings"));
    assert_eq!(driver.app().page, Page::PLAYERS);
    assert_eq!(driver.app().views.of(Page::PLAYERS), View::Datasheet);
    assert_eq!(driver.app().record(), record);
    driver.press(Key::ArrowDown);
    assert_ne!(driver.app().record(), record, "the list has the keyboard");

    driver.press_with(Modifiers::SHIFT, Key::F5);
    assert!(driver.is_on_projector());
    let commands = driver.commands_of(Command::PROJECTOR);
    assert!(!driver.is_on_projector(), "the same key leads out");
    assert!(commands.contains(&ViewportCommand::Fullscreen(false)));
}

#[test]
fn a_window_that_filled_the_screen_before_still_does() {
    let mut driver = Driver::with_sample();
    let viewports = &mut driver.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().fullscreen = Some(true);
    driver.settle();
    let commands = driver.commands_of(Command::PROJECTOR);
    assert!(!commands.contains(&ViewportCommand::Fullscreen(true)));
    let commands = driver.commands_of(Command::PROJECTOR);
    assert!(!commands.contains(&ViewportCommand::Fullscreen(false)));
}

#[test]
fn the_size_of_the_screen_is_not_remembered_as_the_window_s() {
    let mut driver = Driver::with_sample();
    let set = |driver: &mut Driver, width: f32, is_full: bool| {
        let viewports = &mut driver.harness.input_mut().viewports;
        let viewport = viewports.entry(ViewportId::ROOT).or_default();
        let size = egui::vec2(width, 700.0);
        viewport.inner_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        viewport.fullscreen = Some(is_full);
        driver.settle();
    };
    set(&mut driver, 1100.0, false);
    driver.send(Command::PROJECTOR);
    set(&mut driver, 1920.0, false);
    set(&mut driver, 1920.0, true);
    assert_eq!(driver.app().settings.window, Some([1100.0, 700.0]));
    driver.press(Key::Escape);
    assert_eq!(driver.app().settings.window, Some([1100.0, 700.0]));
}

#[test]
fn a_maximized_window_is_remembered_with_the_size_that_it_goes_back_to() {
    let mut driver = Driver::with_sample();
    let set = |driver: &mut Driver, width: f32, [maximized, minimized, full]: [bool; 3]| {
        let viewports = &mut driver.harness.input_mut().viewports;
        let viewport = viewports.entry(ViewportId::ROOT).or_default();
        let size = egui::vec2(width, 700.0);
        viewport.inner_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        viewport.maximized = Some(maximized);
        viewport.minimized = Some(minimized);
        viewport.fullscreen = Some(full);
        driver.settle();
        let settings = &driver.app().settings;
        (settings.window, settings.maximized)
    };
    let size = Some([1100.0, 700.0]);
    assert_eq!(set(&mut driver, 1100.0, [false; 3]), (size, false));
    assert_eq!(set(&mut driver, 1366.0, [true, false, false]), (size, true));
    // In the task bar, and on the projector.
    assert_eq!(set(&mut driver, 200.0, [false, true, false]), (size, true));
    assert_eq!(set(&mut driver, 1920.0, [false, false, true]), (size, true));
    assert_eq!(set(&mut driver, 1100.0, [false; 3]), (size, false));
}

#[test]
fn what_was_being_typed_is_saved_first() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver.focus("Last name");
    driver.type_text("Quill");
    driver.send(Command::PROJECTOR);
    assert!(driver.is_on_projector());
    let mut players = driver.camp().players.as_ref().clone();
    players.retain(|player| player.last_name == "Quill");
    assert_eq!(players.len(), 1);

    // What can't be saved is put right before.
    driver.press(Key::Escape);
    driver.focus("Last name");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&"x".repeat(100));
    driver.send(Command::PROJECTOR);
    assert!(!driver.is_on_projector());
    assert!(driver.message().contains("Can’t save"));
}

#[test]
fn pages_turn_by_the_clock() {
    let mut driver = on_projector();
    driver.app().settings.projector.seconds = 5;
    driver.press(Key::Home);
    assert_eq!(driver.page(), 1);
    assert!(driver.shows("Page 1 of 5") && driver.shows("Time until the page turns"));
    driver.wait(5);
    assert_eq!(driver.page(), 2);
    assert!(driver.shows("Page 2 of 5") && !driver.shows("Gold"));
    driver.wait(20);
    assert_eq!(driver.page(), 1, "and round the end");
}

#[test]
fn pages_turn_by_keys_and_stop() {
    let mut driver = on_projector();
    for (key, page) in [
        (Key::ArrowRight, 2),
        (Key::PageDown, 3),
        (Key::ArrowDown, 4),
        (Key::End, 5),
        (Key::ArrowRight, 1),
        (Key::ArrowLeft, 5),
        (Key::PageUp, 4),
        (Key::ArrowUp, 3),
        (Key::Home, 1),
    ] {
        driver.press(key);
        assert_eq!(driver.page(), page, "{key:?}");
    }
    driver.press(Key::Space);
    assert!(driver.shows("Page 1 of 5, paused"));
    assert!(!driver.shows("Time until the page turns"));
    driver.wait(100);
    assert_eq!(driver.page(), 1);
    driver.press(Key::ArrowRight);
    assert_eq!(driver.page(), 2, "by hand it turns all the same");
    driver.press(Key::Space);
    driver.wait(13);
    assert_eq!(driver.page(), 3);
}

#[test]
fn plus_and_minus_change_the_time_of_a_page() {
    let mut driver = on_projector();
    assert_eq!(driver.app().settings.projector.seconds, 12);
    driver.type_text("+");
    assert_eq!(driver.app().settings.projector.seconds, 15);
    for _ in 0..20 {
        driver.type_text("+");
    }
    assert_eq!(driver.app().settings.projector.seconds, 60, "and no longer");
    for _ in 0..20 {
        driver.type_text("-");
    }
    assert_eq!(driver.app().settings.projector.seconds, 5, "and no shorter");
    driver.type_text("+−");
    assert_eq!(driver.app().settings.projector.seconds, 5);
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let mut driver = on_projector();
    // The controls have gone by then.
    driver.wait(5);
    let delay = |driver: &Driver| {
        driver.harness.output().viewport_output[&ViewportId::ROOT]
            .repaint_delay
            .as_secs_f32()
    };
    let next = delay(&driver);
    assert!((0.2..=1.0).contains(&next), "the next second: {next}");
    driver.press(Key::Space);
    driver.wait(2);
    assert!(delay(&driver) > 3600.0, "a page that stands still");
}

#[test]
fn controls_come_by_pointer_and_by_tab_and_go_away() {
    let mut driver = on_projector();
    assert!(driver.shows("Pause"), "at first, to be known of");
    driver.wait(5);
    assert!(!driver.shows("Pause"));
    driver.harness.hover_at(egui::pos2(300.0, 200.0));
    driver.settle();
    assert!(driver.shows("Pause"));
    driver.click("Pause");
    assert!(driver.shows("Resume"));
    driver.click("Next page");
    assert_eq!(driver.page(), 2);
    driver.wait(10);
    driver.press(Key::Escape);
    driver.send(Command::PROJECTOR);
    driver.press(Key::Space);
    driver.wait(5);

    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Resume"));
    driver.wait(10);
    assert!(driver.shows("Close"), "as long as the keyboard is there");
    for _ in 0..4 {
        driver.press(Key::Tab);
    }
    assert!(driver.has_keyboard("Lists"));
    driver.press(Key::F4);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Lists"), "Esc closes the list first");
    driver.press(Key::ArrowDown);
    assert!(!driver.app().settings.projector.by_group);
    assert!(driver.shows("Whole camp"));
    driver.press(Key::Tab);
    driver.press(Key::ArrowDown);
    assert!(driver.shows_words("Gael S., rating"));
    driver.press(Key::Tab);
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Type games"));
    driver.press(Key::Escape);
    assert!(!driver.is_on_projector());
}

#[test]
fn commands_that_are_not_for_the_wall_are_refused_with_a_reason() {
    let mut driver = on_projector();
    let camp = driver.camp();
    for command in driver.app().commands().to_vec().iter().copied() {
        let leads_out = [
            Command::PROJECTOR,
            Command::CLOSE_CAMP,
            Command::QUIT,
            Command::CORRECT_LAST_GAME,
        ];
        if leads_out.contains(&command) || driver.app().why_not(command).is_none() {
            continue;
        }
        driver.send(command);
        assert!(driver.is_on_projector(), "{command:?}");
        assert!(driver.app().dialog.is_none(), "{command:?}");
    }
    assert_eq!(driver.camp(), camp);
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert_eq!(driver.message(), "Close the projector first (Esc)");
    assert_eq!(driver.camp(), camp);
}

#[test]
fn import_and_history_come_first() {
    let mut driver = Driver::new();
    driver.app().send(Command::PROJECTOR);
    driver.settle();
    assert_eq!(driver.message(), "Open a camp first");
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::HISTORY);
    driver.send(Command::PROJECTOR);
    assert_eq!(driver.message(), "Close History first (Esc)");
    driver.press(Key::Escape);
    driver.send(Command::PROJECTOR);
    assert!(driver.is_on_projector());

    // Files that are dropped on the wall are to be looked at.
    let file = tempfile::Builder::new().suffix(".csv").tempfile();
    let file = file.expect("a file");
    let dropped = vec![file.path().to_owned()];
    driver.app().send(Action::ImportFiles(dropped));
    driver.settle();
    assert!(!driver.is_on_projector());
    driver.send(Command::PROJECTOR);
    assert_eq!(driver.message(), "Finish or cancel the import first");
}

#[test]
fn a_reader_hears_the_list() {
    let mut driver = on_projector();
    assert!(driver.shows("1, Gael Shah, rating 1356, up 56"));
    assert!(driver.shows("7, Mina Nakamura, rating 1233, down 67"));
    assert!(driver.shows("Sample camp, Week 1"));
    driver.harness.event(Event::PointerGone);
    driver.settle();
    let role = egui::accesskit::Role::Heading;
    let heading = driver.harness.get_by_role(role);
    assert_eq!(heading.accesskit_node().label().as_deref(), Some("Gold"));
}
