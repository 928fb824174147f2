//! The list of weeks, and the page on which the next one is started.

use egui::Event;
use egui_kittest::kittest::Queryable as _;
use jiff::civil::date;

use super::*;
use crate::{
    app::Page,
    pages::weeks::{ListPage, StartPage},
};

/// The sample camp, closed, with its next week to be started.
fn starting() -> Driver {
    let mut driver = Driver::with_sample();
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::START_WEEK);
    driver
}

impl Driver {
    fn counts(&mut self) -> String {
        let page = self.app().page_mut::<StartPage>();
        let starting = page.and_then(|page| page.starting.as_ref());
        starting.map_or_else(String::new, |starting| starting.counts().sentence())
    }
}

#[test]
fn suggestions_are_taken_all_at_once_or_only_those_that_are_shown() {
    let mut driver = starting();
    let all = crate::domain::promotions(&driver.camp());
    let camp = driver.camp();
    let red = camp.group(all[0].from).expect("a group");
    let of_red = all
        .iter()
        .filter(|promotion| promotion.from == red.id)
        .count();
    assert!(of_red > 0 && of_red < all.len());
    driver.click(&format!("Take all suggestions ({})", all.len()));
    assert_eq!(
        driver.counts(),
        format!("38 stay, nobody leaves, {} move up", all.len())
    );
    driver.click("Clear suggestions");
    assert_eq!(driver.counts(), "38 stay, nobody leaves, nobody moves up");

    driver.focus("Group shown");
    driver.type_text(&red.name.to_lowercase());
    driver.click(&format!("Take the suggestions shown ({of_red})"));
    let counts = driver.counts();
    let moves = if of_red == 1 {
        "1 moves up"
    } else {
        &format!("{of_red} move up")
    };
    assert_eq!(counts, format!("38 stay, nobody leaves, {moves}"));
}

#[test]
fn the_next_group_is_chosen_in_its_cell_by_a_letter() {
    let mut driver = starting();
    driver.send(Command::FIND);
    assert!(driver.has_keyboard("Search players"));
    driver.type_text("shah gael");
    driver.focus("Campers of the next week");
    driver.press(Key::End);
    driver.press(Key::ArrowLeft);
    driver.type_text("gol");
    driver.press(Key::Enter);
    assert!(driver.shows("Shah, Gael, stays, in Gold"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    let camp = driver.camp();
    let shah = camp
        .players
        .iter()
        .find(|player| player.listed_name() == "Shah, Gael");
    let shah = shah.expect("Gael Shah");
    assert_eq!(camp.group_name(shah.group), "Gold");
    let gold = camp.group(shah.group.expect("a group")).expect("Gold");
    assert_eq!(Some(shah.ratings.weekly), gold.initial_rating);
}

#[test]
fn name_and_first_day_are_typed_and_what_is_wrong_with_them_is_said() {
    let mut driver = starting();
    driver.focus_field("First day");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/1");
    assert!(driver.shows_words("the next week can’t begin before that day"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.week_number(), 1, "nothing has started");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/20/2026");
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Name of the week"));
    driver.type_text("Gold camp");
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    let week = driver.camp().week;
    assert_eq!(week.title(), "Week 2: Gold camp");
    assert_eq!(week.opened_on, date(2026, 7, 20));
}

#[test]
fn ctrl_enter_presses_nothing_else_while_the_week_cannot_be_started() {
    let mut driver = starting();
    driver.focus_field("First day");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/1");
    driver.focus("Cancel");
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.app().page, Page::START_WEEK);
    assert_eq!(driver.week_number(), 1, "nothing has started");
    let said = driver.app().notices.latest().expect("the reason");
    assert!(
        said.text
            .contains("the next week can’t begin before that day"),
        "{}",
        said.text
    );
}

#[test]
fn undo_in_the_name_takes_back_letters_and_not_the_closing() {
    let mut driver = starting();
    driver.focus_field("Name of the week");
    driver.type_text("Gold");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.is_closed());
    assert_eq!(driver.app().page, Page::START_WEEK);
    // Find leads to the search box of this page, whatever page is behind it.
    driver.press(Key::Escape);
    driver.send(Command::GO_GAMES);
    driver.send(Command::START_WEEK);
    driver.press_with(Modifiers::COMMAND, Key::F);
    assert!(driver.has_keyboard("Search players"));
    assert_eq!(driver.app().page, Page::START_WEEK);
}

#[test]
fn what_is_decided_stays_when_the_page_is_left() {
    let mut driver = starting();
    driver.press(Key::Space);
    assert_eq!(driver.counts(), "37 stay, 1 leaves, nobody moves up");
    driver.press(Key::Escape);
    assert!(!driver.app().is_led_to());
    driver.press_with(SHIFT_CTRL, Key::N);
    assert_eq!(driver.counts(), "37 stay, 1 leaves, nobody moves up");
    // Undo would take away what is decided here.
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.message().starts_with("Leave this page first (Esc)"));
    assert!(driver.is_closed());
    assert_eq!(driver.counts(), "37 stay, 1 leaves, nobody moves up");
    // Once the week is open again there is nothing to start.
    driver.press(Key::Escape);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(!driver.is_closed());
    assert!(!driver.app().is_led_to());
    driver.send(Command::START_WEEK);
    assert_eq!(driver.message(), "Close this week first");
}

const ASKED: &str = "Discard what you have decided?";

/// Looking at other pages loses nothing; closing the camp does, wherever the director is by then.
#[test]
fn what_is_decided_is_not_thrown_away_unasked_with_the_camp() {
    let mut driver = starting();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Other.ladder");
    driver.press(Key::Space);
    for looks in [Command::GO_GAMES, Command::WEEKS, Command::PRINT] {
        driver.send(looks);
        assert!(!driver.shows(ASKED), "{looks:?}");
        driver.press(Key::Escape);
    }
    let name = "Another".to_owned();
    let ways = [
        Command::CLOSE_CAMP.into(),
        Command::QUIT.into(),
        Command::OPEN_SAMPLE.into(),
        Action::Open(path.clone()),
        Action::Create { path, name },
    ];
    for from in [Command::GO_GAMES, Command::START_WEEK] {
        driver.send(from);
        for way in &ways {
            driver.app().send(way.clone());
            driver.settle();
            assert!(driver.shows(ASKED), "{way:?}");
            // The keyboard begins where nothing is lost.
            driver.press(Key::Enter);
            assert!(!driver.shows(ASKED), "{way:?}");
            assert_eq!(driver.counts(), "37 stay, 1 leaves, nobody moves up");
        }
    }
    driver.send(Command::CLOSE_CAMP);
    driver.click("Discard");
    assert!(driver.app().session.camp.is_none());
}

#[test]
fn nothing_is_asked_where_nothing_is_decided_or_the_week_has_begun() {
    let mut driver = starting();
    let asks = |driver: &mut Driver| {
        driver.send(Command::QUIT);
        let asks = driver.shows(ASKED);
        if asks {
            driver.press(Key::Enter);
        }
        driver.app().quitting = false;
        asks
    };
    assert!(!asks(&mut driver));
    let page = driver.app().page_mut::<StartPage>();
    let suggested = page.and_then(|page| Some(page.starting.as_ref()?.first_day.clone()));
    let suggested = suggested.expect("a first day");
    for (field, other, before) in [
        ("Name of the week", "Gold camp", ""),
        ("First day", "7/20/2026", suggested.as_str()),
    ] {
        for (typed, is_asked) in [(other, true), (before, false)] {
            driver.focus_field(field);
            driver.press_with(Modifiers::COMMAND, Key::A);
            driver.press(Key::Backspace);
            driver.type_text(typed);
            assert_eq!(asks(&mut driver), is_asked, "{field} {typed}");
        }
    }
    driver.focus("Campers of the next week");
    driver.press(Key::Space);
    assert!(asks(&mut driver));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    assert_eq!(driver.week_number(), 2);
    assert!(!asks(&mut driver));
}

#[test]
fn new_campers_are_pasted_into_the_week_that_has_begun() {
    let mut driver = starting();
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(driver.shows("Week 2 is open"));
    driver.harness.key_press(Key::Enter);
    driver.harness.run_steps(1);
    let pasted = "Last Name\tFirst Name\tGroup\nQuill\tZo\tRed\n";
    driver.harness.event(Event::Paste(pasted.to_owned()));
    driver.settle();
    assert!(driver.app().session.over() == Some(Page::IMPORT));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    let camp = driver.camp();
    let quill = camp.players.last().expect("a player");
    assert_eq!(quill.listed_name(), "Quill, Zo");
    assert_eq!((camp.week.number, camp.players.len()), (2, 41));
}

#[test]
fn the_question_about_new_campers_waits_until_something_is_copied() {
    let mut driver = starting();
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Enter);
    driver.harness.run_steps(6);
    assert!(driver.shows("Week 2 is open"));
    assert!(driver.shows_words("Nothing is copied yet"));
    assert!(driver.has_keyboard("Paste new campers"));
    // Copied meanwhile, and the same key once more.
    driver.harness.key_press(Key::Enter);
    driver.harness.run_steps(1);
    assert!(!driver.shows_words("Nothing is copied yet"));
    let pasted = "Last Name\tFirst Name\tGroup\nQuill\tZo\tRed\n";
    driver.harness.event(Event::Paste(pasted.to_owned()));
    driver.settle();
    assert!(driver.app().dialog.is_none());
    assert!(driver.app().session.over() == Some(Page::IMPORT));
}

#[test]
fn pasting_what_nobody_has_copied_says_so() {
    let mut driver = Driver::with_sample();
    driver.send(Command::PASTE_CAMPERS);
    driver.harness.run_steps(6);
    assert!(driver.message().starts_with("Nothing is copied yet"));
    assert!(driver.app().session.over().is_none());
}

#[test]
fn ten_thousand_players_are_drawn_as_they_are_needed() {
    let mut driver = starting();
    // As many as fit are drawn, and a filter or a decision doesn't draw more.
    let rows = |driver: &Driver| {
        let role = egui::accesskit::Role::Row;
        driver.harness.query_all_by_role(role).count()
    };
    let before = rows(&driver);
    assert!(before > 5 && before < 40, "{before}");
    driver.press_with(Modifiers::COMMAND, Key::End);
    assert!(rows(&driver) <= before + 1);
}

#[test]
fn the_list_of_weeks_names_and_opens_them() {
    let mut driver = starting();
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    driver.press_with(Modifiers::COMMAND, Key::Num5);
    assert!(driver.has_keyboard("Week 2, 38 active players, 0 games, open"));
    driver.press(Key::F2);
    assert!(driver.shows("Name and days of week 2"));
    driver.type_text("Second");
    driver.press(Key::Enter);
    assert!(
        driver.shows("Week 2: Second, 38 active players, 0 games, open"),
        "it follows"
    );
    driver.press(Key::ArrowDown);
    driver.press(Key::F2);
    driver.type_text("First");
    driver.press(Key::Enter);
    assert!(driver.shows("Week 1: First, 38 active players, 126 games, closed"));
    assert_eq!(driver.camp().week.title(), "Week 2: Second");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().week.title(), "Week 1: First");
    assert_eq!(driver.camp().games.len(), 126);
    driver.press_with(Modifiers::COMMAND, Key::Num5);
    assert!(driver.shows("Week 1: First, 38 active players, 126 games, closed, shown now"));
    driver.press(Key::Home);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().week.title(), "Week 2: Second");
}

#[test]
fn the_days_of_a_week_are_those_of_its_games_until_they_are_set() {
    let mut driver = Driver::with_sample();
    driver.send(Command::WEEKS);
    let listed = |driver: &mut Driver| {
        let page = driver.app().page_mut::<ListPage>();
        let weeks = page.and_then(|page| page.weeks.as_deref());
        weeks.map(|weeks| [weeks[0].days.first, weeks[0].days.last])
    };
    let played = [date(2026, 7, 6), date(2026, 7, 10)];
    assert_eq!(listed(&mut driver), Some(played));
    driver.press(Key::F2);
    driver.press(Key::Tab);
    driver.type_text("7/5/2026");
    driver.press(Key::Tab);
    driver.type_text("7/4");
    driver.press(Key::Enter);
    assert!(driver.shows("The last day is before the first one"));
    assert_eq!(driver.camp().week.set_days, [None; 2], "nothing is saved");
    driver.type_text("7/11/2026");
    driver.press(Key::Enter);
    let set = [date(2026, 7, 5), date(2026, 7, 11)];
    let days = driver.camp().week_days();
    assert_eq!([days.first, days.last], set);
    assert_eq!(listed(&mut driver), Some(set));
    driver.send(Command::UNDO);
    assert_eq!(listed(&mut driver), Some(played));
}

#[test]
fn pages_about_weeks_give_way_to_every_other_page() {
    let mut driver = Driver::with_sample();
    for page in [Command::WEEKS, Command::CLOSE_WEEK] {
        for other in [
            Command::GO_PLAYERS,
            Command::VIEW_DATASHEET,
            Command::HISTORY,
        ] {
            driver.send(Command::GO_PLAYERS);
            driver.send(page);
            assert!(driver.app().is_led_to());
            driver.send(other);
            assert!(!driver.app().is_led_to(), "{page:?} {other:?}");
        }
        driver.send(Command::GO_PLAYERS);
        driver.send(page);
        driver.send(Command::NEW_RECORD);
        assert_eq!(
            driver.message(),
            "Close the page about the week first (Esc)"
        );
        driver.press(Key::Escape);
        driver.press(Key::ArrowDown);
        assert!(
            driver.players().editor.id().is_some(),
            "the list has the keyboard again"
        );
    }
}

#[test]
fn a_small_window_has_room_for_the_pages_about_weeks() {
    // 900 by 640 pixels at 150 %.
    let mut driver = Driver::with_size(600.0, 427.0);
    driver.send(Command::OPEN_SAMPLE);
    let is_seen = |driver: &Driver, label: &str| {
        let window = driver.harness.ctx.content_rect();
        let mut named = driver.harness.query_all_by_label(label);
        named.any(|node| window.contains_rect(node.rect()))
    };
    driver.send(Command::WEEKS);
    for label in [
        "Show week",
        "Reopen…",
        "Name and days…",
        "Back",
        "Recalc Ratings",
    ] {
        assert!(is_seen(&driver, label), "{label}");
    }
    driver.send(Command::CLOSE_WEEK);
    assert!(is_seen(&driver, "Cancel") && is_seen(&driver, "Check games"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    for label in ["Start week 2…", "Reopen week 1…"] {
        assert!(is_seen(&driver, label), "{label} in the banner");
    }
    driver.send(Command::START_WEEK);
    for label in ["Cancel", "First day", "Search players", "For all"] {
        assert!(is_seen(&driver, label), "{label}");
    }
    assert!(is_seen(&driver, "38 stay, nobody leaves, nobody moves up"));
    assert!(is_seen(&driver, "Chang, Beatriz (34), stays, in Purple"));
    driver.click("For all");
    driver.click("All leave");
    assert!(is_seen(&driver, "Nobody stays, 38 leave, nobody moves up"));
    driver.click("For all");
    driver.click("Only suggested");
    let all = crate::domain::promotions(&driver.camp()).len();
    let page = driver.app().page_mut::<StartPage>();
    let starting = page.and_then(|page| page.starting.as_ref());
    assert_eq!(starting.map(|starting| starting.rows().len()), Some(all));
}

#[test]
fn a_wrong_first_day_moves_nothing_away_from_under_the_hand() {
    // As wide as 1366 × 768 at normal size, and at 150 % with the list of pages; and the smallest window.
    let sizes = [
        (1366.0, 768.0),
        (1180.0, 768.0),
        (911.0, 768.0),
        (900.0, 640.0),
    ];
    for (width, height) in sizes {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.app().send(Action::CloseWeek);
        driver.settle();
        driver.press(Key::Enter);
        let top = |driver: &Driver| driver.harness.get_by_label("Search players").rect().top();
        let before = top(&driver);
        driver.focus_field("First day");
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text("7/1");
        let reason = driver
            .harness
            .get_by_label_contains("the next week can’t begin before that day");
        assert!(reason.rect().width() > 300.0, "{}", reason.rect());
        let moved = top(&driver) - before;
        assert!(moved.abs() <= 1.0, "{width} × {height}: {moved}");
    }
}
