//! Where the keyboard is: nothing that has just come hears a key that is held down, nothing loses the keyboard by Esc, and what has it is
//! in sight, with its whole ring.

use std::path::PathBuf;

use egui::{Event, Key, Modifiers, Rect, Role, Shape, epaint::ClippedShape};
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};

use super::Driver;
use crate::{
    app::{Action, Command, Page, dialogs::Dialog},
    domain::{Edit, Field, GameResult},
    kit::{UiTokens as _, tokens::size},
};

const CTRL_SHIFT: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

impl Driver {
    /// Presses a key, and doesn't let go of it: it is heard again and again.
    fn hold(&mut self, modifiers: Modifiers, key: Key, times: usize) {
        for _ in 0..times {
            self.harness.event(Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            });
            self.settle();
        }
    }

    fn let_go(&mut self, key: Key) {
        self.harness.event(Event::Key {
            key,
            physical_key: None,
            pressed: false,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        self.settle();
    }

    /// What has the keyboard, and what of it can be seen; nothing where nothing has it.
    fn keyboard(&self) -> Option<[Rect; 2]> {
        let ctx = &self.harness.ctx;
        let response = ctx.read_response(ctx.memory(egui::Memory::focused)?)?;
        let window = ctx.content_rect();
        Some([response.rect, response.interact_rect.intersect(window)])
    }

    #[track_caller]
    fn keyboard_is_in_sight(&self, how: &str) {
        let [all, seen] = self.keyboard().expect("something has the keyboard");
        assert!(
            seen.expand(0.6).contains_rect(all),
            "{how}: {seen} of {all}"
        );
    }

    /// Whether the ring of what has the keyboard is drawn, and all of it.
    #[track_caller]
    fn ring_is_whole(&self, how: &str) {
        let color = self.harness.ctx.tokens().focus_ring;
        let is_ring = |shape: &&ClippedShape| match &shape.shape {
            Shape::Rect(rect) => rect.stroke.color == color && rect.stroke.width == size::FOCUS,
            _ => false,
        };
        let mut rings = self.harness.output().shapes.iter().filter(is_ring);
        let ring = rings.next().expect("a ring");
        let drawn = ring.shape.visual_bounding_rect();
        assert!(
            ring.clip_rect.expand(0.1).contains_rect(drawn),
            "{how}: {drawn} in {}",
            ring.clip_rect
        );
    }
}

#[test]
fn a_key_that_is_held_down_closes_one_week_and_asks_what_comes_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.send(Command::RECALCULATE);
    driver.press_with(CTRL_SHIFT, Key::W);
    assert_eq!(driver.app().page, Page::CLOSE_WEEK);
    driver.hold(Modifiers::COMMAND, Key::Enter, 20);
    let camp = driver.camp();
    assert_eq!((camp.weeks.len(), camp.week.is_closed()), (1, true));
    assert!(driver.app().dialog.is_some(), "what comes next is asked");
    assert!(driver.app().page != Page::START_WEEK);

    driver.let_go(Key::Enter);
    driver.hold(Modifiers::NONE, Key::Enter, 20);
    assert_eq!(driver.app().page, Page::START_WEEK);
    assert_eq!(driver.camp().weeks.len(), 1, "the next one isn't started");
    driver.let_go(Key::Enter);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().weeks.len(), 2);
}

/// The key of “+” on an American keyboard, which is “=” without Shift.
fn plus(name: Key, is_pressed: bool) -> Event {
    Event::Key {
        key: name,
        physical_key: Some(Key::Equals),
        pressed: is_pressed,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    }
}

#[test]
fn ctrl_plus_is_heard_again_whichever_of_its_keys_was_let_go_first() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    for page in [Command::GO_GROUPS, Command::GO_PLAYERS] {
        driver.deal(vec![plus(Key::Plus, true)]);
        assert_eq!(driver.app().current_row(), None, "a new record");
        // Shift first.
        driver.deal(vec![plus(Key::Equals, false)]);
        driver.send(page);
        assert!(driver.app().current_row().is_some());
    }
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert_eq!(driver.app().current_row(), None, "of the numeric pad, too");
}

#[test]
fn ctrl_plus_that_is_held_down_gives_no_new_record_on_what_comes() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.deal(vec![plus(Key::Plus, true)]);
    driver.send(Command::GO_GROUPS);
    // Without Shift it means the same.
    for name in [Key::Plus, Key::Equals] {
        driver.deal(vec![plus(name, true)]);
        assert!(driver.app().current_row().is_some(), "{name:?} is held");
    }
}

/// The first Enter leads into the box for what is typed, the second one is heard too soon.
#[test]
fn a_second_enter_does_not_answer_what_has_only_just_come() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    let player = driver.camp().players[0].id;
    driver.app().dialog = Some(Dialog::DeactivateInstead {
        player,
        reason: "Played".to_owned(),
    });
    driver.harness.step();
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_some(), "nobody can have read it");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert!(!driver.camp().players[0].active);
}

/// All of it within less than half a second, by a clock that stands still in between.
#[test]
fn an_enter_is_heard_soon_after_another_if_something_else_was_pressed_in_between() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_STANDINGS);
    driver.press(Key::ArrowDown);
    let now = driver.harness.ctx.input(|input| input.time) + 1.0;
    let at = |driver: &mut Driver, later: f64, with: Modifiers, key: Key| {
        driver.harness.input_mut().time = Some(now + later);
        driver.press_with(with, key);
        driver.app().page
    };
    let enter = |driver: &mut Driver, later| at(driver, later, Modifiers::NONE, Key::Enter);
    assert_eq!(enter(&mut driver, 0.0), Page::PLAYERS);
    let standings = at(&mut driver, 0.1, Modifiers::COMMAND, Key::Num4);
    assert_eq!(standings, Page::STANDINGS);
    assert_eq!(enter(&mut driver, 0.2), Page::PLAYERS);
}

#[test]
fn esc_that_is_held_down_leaves_a_box_and_takes_back_nothing_below_it() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus_field("Last name");
    driver.type_text("Quill");
    driver.press(Key::F7);
    driver.hold(Modifiers::NONE, Key::Escape, 10);
    assert!(driver.app().dialog.is_none());
    let typed = |driver: &mut Driver| {
        let draft = &driver.players().editor.draft;
        draft.typed(Field::LastName).to_owned()
    };
    assert_eq!(typed(&mut driver), "Quill");
    driver.let_go(Key::Escape);
    driver.focus_field("Last name");
    driver.press(Key::Escape);
    assert_ne!(typed(&mut driver), "Quill");
}

#[test]
fn what_scrolls_goes_on_under_a_key_that_is_held_down() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.hold(Modifiers::NONE, Key::ArrowDown, 2);
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::FIRST_RECORD);
    driver.focus("Players");
    driver.hold(Modifiers::NONE, Key::ArrowDown, 5);
    assert_eq!(driver.app().current_row(), Some(5));
    driver.hold(Modifiers::COMMAND, Key::PageDown, 3);
    assert_eq!(driver.app().current_row(), Some(8));
}

#[test]
fn esc_leaves_the_keyboard_in_the_list() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::FIRST_RECORD);
    driver.focus("Players");
    for _ in 0..3 {
        driver.press(Key::Escape);
        assert!(driver.keyboard().is_some());
    }
    driver.press(Key::ArrowDown);
    assert_eq!(driver.app().current_row(), Some(1));

    driver.send(Command::FIND);
    assert!(driver.has_keyboard("Search players"));
    driver.press(Key::Escape);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.app().current_row(), Some(2), "out of the search box");

    driver.focus("Next record");
    driver.press(Key::Escape);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.app().current_row(), Some(3), "off a button");
}

#[test]
fn the_first_screen_follows_the_keyboard_in_the_smallest_window() {
    let mut driver = Driver::with_size(450.0, 320.0);
    driver.settle();
    assert!(driver.has_keyboard("Import from Access…"));
    driver.keyboard_is_in_sight("where it begins");
    let camps = ["One", "Two", "Three"];
    let camps = camps.map(|name| PathBuf::from(format!("/camps/{name}.ladder")));
    driver.app().settings.recent = camps.to_vec();
    driver.settle();
    driver.focus("One");
    driver.keyboard_is_in_sight("the first camp");
    for step in 1..8 {
        driver.press(Key::Tab);
        driver.keyboard_is_in_sight(&format!("after {step} steps"));
    }
    assert!(driver.has_keyboard("Open the sample camp"));
}

#[test]
fn a_ring_at_the_edge_of_a_page_that_scrolls_is_drawn_whole() {
    let mut driver = Driver::with_sample();
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.send(Command::GO_US_CHESS);
    driver.focus("Import…");
    driver.ring_is_whole("at the top");

    driver.send(Command::CLOSE_CAMP);
    let folder = tempfile::tempdir().expect("a folder");
    driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.settle();
    driver.send(Command::BRING_BACK);
    assert!(driver.has_keyboard("Browse for the copy…"));
    driver.keyboard_is_in_sight("where it begins");
    driver.ring_is_whole("where it begins");
    driver.focus("Back");
    driver.ring_is_whole("Back");
}

#[test]
fn the_keyboard_reaches_what_cannot_be_chosen_at_the_end_of_a_menu() {
    let mut driver = Driver::with_sample();
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.send(Command::GO_US_CHESS);
    driver.press_with(Modifiers::ALT, Key::U);
    driver.press(Key::End);
    driver.keyboard_is_in_sight("the last entry");
    let entries = driver.harness.query_all_by_role(Role::MenuItem);
    let last = entries.last().expect("an entry");
    assert!(last.is_focused(), "{last:?}");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none(), "it can't be chosen");
    driver.press(Key::ArrowDown);
    driver.keyboard_is_in_sight("the first entry");
}

#[test]
fn enter_and_space_open_the_menu_whose_title_has_the_keyboard() {
    for key in [Key::Enter, Key::Space] {
        for mut driver in [Driver::new(), Driver::with_sample()] {
            driver.press(Key::F10);
            driver.press(key);
            assert!(driver.has_keyboard("New camp…"), "{key:?}");
            driver.press(Key::Escape);
            assert!(driver.has_keyboard("Camp"), "{key:?}");
        }
    }
}

#[test]
fn the_title_of_a_menu_has_a_ring() {
    let mut driver = Driver::with_sample();
    driver.press(Key::F10);
    assert!(driver.has_keyboard("Camp"));
    driver.ring_is_whole("Camp");
}

/// The controls beside the title of the page, in the order in which Tab and a screen reader go through them: their names, and where they begin.
fn beside_title(driver: &Driver) -> Vec<(String, f32)> {
    let headings = driver.harness.query_all_by_role(Role::Heading);
    let title = headings.map(|node| node.rect()).next();
    let title = title.expect("the title of a page");
    let of_role =
        By::new().predicate(|node| [Role::Button, Role::RadioButton].contains(&node.role()));
    let controls = driver.harness.query_all(of_role);
    let beside = controls.filter(|node| {
        let place = node.rect();
        place.y_range().contains(title.center().y) && place.left() >= title.left()
    });
    let named = beside.map(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        (name, node.rect().left())
    });
    named.collect()
}

#[test]
fn tab_goes_through_the_buttons_beside_a_title_as_one_reads() {
    let mut seen = 0;
    for width in [1366.0, 900.0] {
        let mut driver = Driver::with_size(width, 768.0);
        driver.send(Command::OPEN_SAMPLE);
        let mut look = |driver: &mut Driver, page: String| {
            let buttons = beside_title(driver);
            seen += buttons.len();
            let order = buttons.iter().map(|(_, left)| *left);
            assert!(order.is_sorted(), "{page} at {width}: {buttons:?}");
            if let Some((last, left)) = buttons.last() {
                assert!(*left < width - 40.0, "{page} at {width}: {last}");
            }
        };
        super::sizes::each_view(&mut driver, &mut look);
        for command in [Command::WEEKS, Command::CLOSE_WEEK, Command::EXPLAIN_RATING] {
            driver.send(command);
            look(&mut driver, command.text().to_owned());
            driver.press(Key::Escape);
        }
    }
    assert!(seen > 40, "{seen}");
    let mut driver = Driver::with_sample();
    driver.go(Page::STANDINGS);
    driver.focus("Save as PDF…");
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Print…"));
}

#[test]
fn the_keyboard_stays_on_a_button_beside_which_others_give_way() {
    let mut driver = Driver::with_size(1366.0, 768.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.go(Page::STANDINGS);
    let wide = beside_title(&driver);
    driver.focus("Print…");
    driver.harness.set_size(egui::vec2(800.0, 768.0));
    driver.settle();
    assert!(beside_title(&driver).len() < wide.len(), "{wide:?}");
    assert!(driver.has_keyboard("Print…"));
}

/// The sample camp, its games in a form, after the keyboard has been in a field of players.
fn games_after_players() -> Driver {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus_field("Last name");
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver
}

#[test]
fn the_number_of_a_record_leads_into_its_fields_wherever_the_keyboard_was_before() {
    let mut driver = games_after_players();
    driver.press(Key::F5);
    driver.type_text("100");
    driver.press(Key::Enter);
    assert_eq!(driver.app().current_row(), Some(99));
    assert!(driver.keyboard().is_some() && !driver.has_keyboard("Record number"));
}

#[test]
fn f5_selects_the_number_also_while_its_box_has_the_keyboard() {
    let mut driver = games_after_players();
    driver.press(Key::F5);
    driver.type_text("10");
    driver.press(Key::F5);
    driver.type_text("7");
    driver.press(Key::Enter);
    assert_eq!(driver.app().current_row(), Some(6));
}

#[test]
fn the_box_with_the_number_follows_when_the_record_is_deleted() {
    let mut driver = games_after_players();
    driver.send(Command::LAST_RECORD);
    driver.press(Key::F5);
    driver.type_text("12");
    let games = driver.camp().games.len();
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert_eq!(driver.camp().games.len(), games - 1);
    assert!(driver.has_keyboard("Record number"));
    let number = |driver: &Driver| {
        let number = driver.harness.get_by_label("Record number");
        number.accesskit_node().value().unwrap_or_default()
    };
    let now = driver.app().current_row().expect("a record") + 1;
    assert_eq!(number(&driver), now.to_string());
    driver.type_text("9");
    driver.press(Key::Enter);
    assert_eq!(
        driver.app().current_row(),
        Some(8),
        "it replaces the number"
    );
}

/// The sample camp with ratings that don't follow a change, and the list of problems open.
fn recalc_is_needed() -> Driver {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    let last = driver.camp().games[125].id;
    driver.app().send(Action::Change(Edit::DeleteGame(last)));
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::FIRST_RECORD);
    driver.focus("Players");
    assert!(driver.shows("Recalc needed"));
    driver.press(Key::F7);
    driver.press(Key::Home);
    driver
}

#[test]
fn the_keyboard_is_in_the_list_after_the_problems_have_led_to_a_recalculation() {
    let mut driver = recalc_is_needed();
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && !driver.shows("Recalc needed"));
    driver.press(Key::ArrowDown);
    assert_eq!(driver.app().current_row(), Some(1));
}

#[test]
fn f9_recalculates_while_the_problems_are_listed() {
    let mut driver = recalc_is_needed();
    driver.press(Key::F9);
    assert!(matches!(driver.app().dialog, Some(Dialog::Problems(_))));
    driver.press(Key::Escape);
    assert!(!driver.shows("Recalc needed"));
}

#[test]
fn the_first_screen_has_the_keyboard_after_a_camp_that_was_left_by_its_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.send(Command::BRING_BACK);
    driver.press(Key::Escape);
    driver.press_with(Modifiers::COMMAND, Key::W);
    driver.settle();
    assert!(driver.app().session.camp.is_none());
    assert!(driver.keyboard().is_some());
}

#[test]
fn this_week_is_the_one_that_is_selected_in_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    driver.send(Command::WEEKS);
    driver.press_with(CTRL_SHIFT, Key::O);
    assert_eq!(driver.message(), "This week is not closed");
    driver.press(Key::ArrowDown);
    driver.press_with(CTRL_SHIFT, Key::O);
    assert!(driver.shows("Reopen week 1?"));
    driver.press(Key::Escape);
    driver.send(Command::CHANGE_WEEK);
    assert!(driver.shows("Name and days of week 1"));
    driver.press(Key::Escape);
}

#[test]
fn the_list_of_weeks_has_the_keyboard_again_after_a_question_that_was_asked_for_by_mouse() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.next_week();
    driver.send(Command::WEEKS);
    driver.press(Key::ArrowDown);
    driver.click("Reopen…");
    assert!(driver.shows("Reopen week 1?"));
    driver.click("Cancel");
    assert!(driver.has_keyboard("All weeks"));
    driver.click("Reopen…");
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("All weeks"));
}

/// Nothing had the keyboard before, or the bar with the button that had it is gone.
#[test]
fn the_list_has_the_keyboard_after_a_recalculation_in_the_problems() {
    for view in [Command::VIEW_FORM, Command::VIEW_DATASHEET] {
        let mut driver = recalc_is_needed();
        driver.press(Key::Escape);
        driver.send(view);
        driver.click("1 thing to check");
        driver.press(Key::F9);
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none());
        assert!(driver.has_keyboard("Players"), "{view:?}");
    }
}
