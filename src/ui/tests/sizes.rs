//! Whatever can be reached in a large window can be reached in a small one and with large type: where it stands, by scrolling, in a menu,
//! or folded into a list that drops down.

use std::collections::BTreeSet;

use egui::{Event, Key, MouseWheelSource, MouseWheelUnit, Pos2, Role, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::{
    app::settings::Theme,
    domain::{Edit, GameResult, PlayerId, Record},
    kit::testing::PaintedText,
};

/// The window of most laptops, at normal size: everything is there.
const LARGE: Vec2 = vec2(1366.0, 768.0);

/// 900 × 640 pixels, and that and 1366 × 768 at 150 and 200 %.
const SMALL: [Vec2; 5] = [
    vec2(900.0, 640.0),
    vec2(910.0, 512.0),
    vec2(683.0, 384.0),
    vec2(600.0, 427.0),
    vec2(450.0, 320.0),
];

/// What somebody can press, type into, or read a column by.
pub(super) const CONTROLS: [Role; 12] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::ComboBox,
    Role::EditableComboBox,
    Role::ListBox,
    Role::ListBoxOption,
    Role::Tab,
    Role::Slider,
    Role::ColumnHeader,
];

/// What a step of the week's strip leads to, which has no room in a low window: the page of the list, the view or the command.
const STEPS: [(&str, &str); 4] = [
    ("Week: Type games", "Ladder games"),
    ("Week: Check", "Check"),
    ("Week: Print", "Prints"),
    ("Week: Close week…", "Close week…"),
];

/// Parts of a page that have a switch in a small window.
const PARTS: [&str; 3] = ["Prints", "Choices", "Sheets"];

/// A title that is shorter where there is little room.
const SHORT: [(&str, &str); 3] = [
    ("Won–drawn–lost", "W–D–L"),
    ("Earlier weeks", "Earlier"),
    ("Later weeks", "Later"),
];

type Control = (Role, String);

impl Driver {
    fn controls(&self) -> BTreeSet<Control> {
        let of_role = |role: Role| {
            let nodes = self.harness.query_all_by_role(role);
            nodes.map(move |node| (role, node.accesskit_node().label().unwrap_or_default()))
        };
        CONTROLS.into_iter().flat_map(of_role).collect()
    }

    /// All controls, also those to which the page and its tables have to be scrolled.
    fn controls_and_scrolled(&mut self) -> BTreeSet<Control> {
        let mut found = self.controls();
        let window = self.harness.ctx.content_rect();
        // At the top of the page, where no list takes the wheel, and in the middle of what scrolls by itself.
        let beside = [window.center_top() + vec2(0.0, 90.0), window.center()];
        for down in [0.0, -160.0, -160.0, -160.0] {
            for place in beside {
                self.wheel(place, vec2(0.0, down));
            }
            let tables = self.harness.query_all_by_role(Role::Table);
            let tables = tables.chain(self.harness.query_all_by_role(Role::Grid));
            let places = tables.map(|table| table.rect().intersect(window).center());
            for place in places.collect::<Vec<_>>() {
                for by in [-200.0, -200.0, -200.0, -200.0, -200.0, 2000.0] {
                    self.wheel(place, vec2(by, 0.0));
                    found.extend(self.controls());
                }
            }
        }
        for place in beside {
            self.wheel(place, vec2(0.0, 2000.0));
        }
        found.extend(self.controls());
        found
    }

    /// Turns to a part of the page that a switch leads to. Whether there is one.
    fn turn_to(&mut self, part: &str) -> bool {
        let parts = || {
            let parts = self.harness.query_all_by_role(Role::RadioButton);
            parts.map(|node| (node.accesskit_node().label().unwrap_or_default(), node))
        };
        // Another page has a switch with one of these.
        let has_switch = parts().any(|(label, _)| label == "Choices");
        let Some((_, found)) = parts().find(|(label, _)| has_switch && label == part) else {
            return false;
        };
        found.click_accesskit();
        self.settle();
        true
    }

    /// Scrolls the page down until a row with these words is there.
    fn scroll_to<'a>(&'a mut self, words: &'a str) -> egui_kittest::Node<'a> {
        let beside = self.harness.ctx.content_rect().center_top() + vec2(0.0, 90.0);
        for _ in 0..10 {
            if !self.shows_words(words) {
                self.wheel(beside, vec2(0.0, -80.0));
            }
        }
        self.harness.get_by_label_contains(words)
    }

    pub(super) fn wheel(&mut self, place: Pos2, delta: Vec2) {
        self.harness.hover_at(place);
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta,
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: MouseWheelSource::Wheel,
        });
        self.harness.run_steps(8);
    }

    /// The options of a list that drops down.
    fn options(&mut self, label: &str) -> BTreeSet<Control> {
        self.focus_choice(label);
        self.press_with(Modifiers::ALT, Key::ArrowDown);
        let mut found = self.controls();
        // The longest list has four pages in the smallest window.
        for key in [Key::PageDown, Key::PageDown, Key::PageDown, Key::End] {
            self.press(key);
            found.extend(self.controls());
        }
        self.press(Key::Escape);
        found
    }

    /// The controls that stay out of sight even when the keyboard goes to them.
    fn out_of_sight(&mut self) -> Vec<Control> {
        let window = self.harness.ctx.content_rect();
        let rect = |driver: &Self, (role, label): &Control| {
            let nodes = driver.harness.query_all_by_role(*role);
            let mut named =
                nodes.filter(|node| node.accesskit_node().label().unwrap_or_default() == *label);
            named.next().map(|node| node.rect())
        };
        let mut lost = Vec::new();
        for control in self.controls() {
            // The rows of lists and the heads of tables come into sight with these.
            if matches!(control.0, Role::ColumnHeader | Role::ListBoxOption)
                || control.1.starts_with("Menu of ")
            {
                continue;
            }
            // Of a list a part is seen, and its rows come into sight with the keys.
            let is_list = control.0 == Role::ListBox;
            let is_seen = |rect: Option<egui::Rect>| {
                let is_in = |rect: egui::Rect| window.expand(1.0).contains(rect.center());
                rect.is_some_and(|rect| is_in(rect) || is_list && window.intersects(rect))
            };
            if is_seen(rect(self, &control)) {
                continue;
            }
            let mut nodes = self.harness.query_all_by_role(control.0);
            let node =
                nodes.find(|node| node.accesskit_node().label().unwrap_or_default() == control.1);
            // What can't be pressed now doesn't take the keyboard.
            let takes_it = node.filter(|node| !node.accesskit_node().is_disabled());
            let Some(node) = takes_it else { continue };
            node.focus();
            drop(nodes);
            self.settle();
            self.harness.run_steps(8);
            if !is_seen(rect(self, &control)) {
                lost.push(control);
            }
        }
        lost
    }
}

/// Every page of the list in each of its views.
pub(super) fn each_view(driver: &mut Driver, look: &mut dyn FnMut(&mut Driver, String)) {
    for page in driver.pages() {
        driver.go(page);
        if page.views.is_empty() {
            look(driver, page.title.to_owned());
        }
        for view in page.views {
            driver.send(view.command());
            look(driver, format!("{}, {}", page.title, view.title()));
        }
    }
}

/// Whether a control of the large window can be reached in this one, which has these.
fn is_reached(driver: &mut Driver, there: &BTreeSet<Control>, (role, label): &Control) -> bool {
    let has = |label: &str| there.iter().any(|(_, other)| other == label);
    let name = label.trim_start_matches("Menu of ");
    if there.contains(&(*role, label.clone()))
        || SHORT
            .iter()
            .any(|(long, short)| *long == name && has(short))
    {
        return true;
    }
    let commands = driver.app().commands().to_vec();
    let has_command = |text: &str| commands.iter().any(|command| command.text() == text);
    if has_command(label) {
        return true;
    }
    if let Some((_, leads_to)) = STEPS.iter().find(|(step, _)| label.starts_with(step)) {
        return has(leads_to) || has_command(leads_to);
    }
    match role {
        Role::ListBox => there.contains(&(Role::ComboBox, label.clone())),
        Role::ListBoxOption => {
            let lists = there.iter().filter(|(role, _)| *role == Role::ComboBox);
            let lists = lists.map(|(_, list)| list.clone()).collect::<Vec<_>>();
            let option = (*role, label.clone());
            lists
                .iter()
                .any(|list| driver.options(list).contains(&option))
        }
        _ => false,
    }
}

/// A way through a window that shows one thing after the other, each by a name.
type Walk = fn(&mut Driver, &mut dyn FnMut(&mut Driver, String));

/// Whatever is reached on a walk through a large window is reached on one through a small one. How much that is.
fn assert_all_is_reached(walk: Walk) -> usize {
    let mut large = Vec::new();
    let mut driver = Driver::with_size(LARGE.x, LARGE.y);
    walk(&mut driver, &mut |driver, view| {
        large.push((view, driver.controls()));
    });
    let mut missing = Vec::new();
    // A theme has other colors, and everything in the same place.
    let themes = [Theme::Dark, Theme::Light].into_iter().cycle();
    for (size, theme) in SMALL.into_iter().zip(themes) {
        let mut driver = Driver::with_size(size.x, size.y);
        driver.app().settings.theme = theme;
        let mut views = large.iter();
        walk(&mut driver, &mut |driver, view| {
            let (of, wanted) = views.next().expect("as many views");
            assert_eq!(*of, view);
            let mut found = driver.controls();
            if wanted.difference(&found).next().is_some() {
                found = driver.controls_and_scrolled();
            }
            let mut lost = driver.out_of_sight();
            for part in PARTS {
                if driver.turn_to(part) {
                    found.extend(driver.controls_and_scrolled());
                    lost.extend(driver.out_of_sight());
                }
            }
            for control in wanted {
                if !is_reached(driver, &found, control) {
                    missing.push(format!("{size} {theme:?} {view}: no {control:?}"));
                }
            }
            for control in lost {
                missing.push(format!(
                    "{size} {theme:?} {view}: out of sight is {control:?}"
                ));
            }
        });
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    large.iter().map(|(_, controls)| controls.len()).sum()
}

#[test]
fn whatever_is_reached_in_a_large_window_is_reached_in_a_small_one() {
    let reached = assert_all_is_reached(|driver, look| {
        driver.send(Command::OPEN_SAMPLE);
        each_view(driver, look);
    });
    assert!(reached > 150);
}

/// Two players of two rounds, with what is to be checked: they have met twice.
const SECTION: &str = r#"{"event": {"name": "Late Open", "ends": "2026-06-30"}, "sections": [
    {"number": 1, "name": "Open", "systems": ["regular", "quick"], "time_controls": ["G/45;d5"], "players": [
        {"pair": 1, "id": "30000001", "name": "Berger, Anna", "state": "MN", "rounds": ["W2", "W2", "W2", "H", "U"], "regular": {"rating": 1500}},
        {"pair": 2, "id": "30000002", "name": "Vang, Bo", "state": "WI", "rounds": ["L1", "L1", "L1", "B", "U"], "regular": {"rating": 1400}}]}]}"#;

impl Driver {
    pub(super) fn import_a_section(&mut self) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("event.json");
        std::fs::write(&file, SECTION).expect("a file");
        self.go(Page::US_CHESS);
        self.app().send(Action::ImportFiles(vec![file]));
        for _ in 0..4 {
            self.settle();
        }
        self.click("Import");
        self.settle();
    }
}

#[test]
fn whatever_is_reached_of_sections_of_us_chess_is_reached_in_a_small_window() {
    let reached = assert_all_is_reached(|driver, look| {
        driver.send(Command::OPEN_SAMPLE);
        driver.import_a_section();
        driver.send(Command::RATE_ALL);
        driver.click("Save ratings");
        driver.settle();
        for list in ["Members", "Reports", "To check", "Sections"] {
            let chosen = driver
                .harness
                .get_by_role_and_label(Role::RadioButton, list);
            chosen.click_accesskit();
            driver.settle();
            look(driver, list.to_owned());
        }
        driver.send(Command::TYPE_RESULTS);
        look(driver, "The sheet".to_owned());
        driver.press(Key::Escape);
        driver
            .scroll_to("1, Berger, Anna, 3.5 points")
            .click_accesskit();
        driver.settle();
        driver.send(Command::EXPLAIN_RATING);
        look(driver, "An explanation".to_owned());
    });
    assert!(reached > 80, "{reached}");
}

#[test]
fn a_page_opens_at_its_beginning_and_follows_the_keys() {
    let mut driver = Driver::with_size(450.0, 320.0);
    driver.send(Command::OPEN_SAMPLE);
    // Below the title of the page.
    let views = |driver: &Driver| driver.harness.get_by_label("Datasheet").rect().top();
    driver.send(Command::GO_PLAYERS);
    driver.harness.run_steps(60);
    let opened = views(&driver);
    driver.send(Command::GO_GROUPS);
    driver.harness.run_steps(60);
    assert!((views(&driver) - opened).abs() < 1.0, "{}", views(&driver));
    assert!(opened > 60.0);
    driver.press(Key::ArrowDown);
    driver.harness.run_steps(60);
    assert!(views(&driver) < opened, "the list is in sight");
}

/// What a label or a message covers of the others: the names of both.
fn covered(driver: &Driver, these: &[Role], others: &[Role]) -> Vec<(String, String)> {
    let all = |roles: &[Role]| {
        let named = roles
            .iter()
            .flat_map(|role| driver.harness.query_all_by_role(*role));
        let named = named.map(|node| {
            let label = node.accesskit_node().label();
            let label = label.or_else(|| node.accesskit_node().value());
            (label.unwrap_or_default(), node.rect())
        });
        named.collect::<Vec<_>>()
    };
    let others = all(others);
    let covers = |one: egui::Rect, other: egui::Rect| {
        let both = one.intersect(other);
        both.width() > 1.0 && both.height() > 1.0
    };
    let mut found = Vec::new();
    for (label, rect) in all(these) {
        for (other, covered) in &others {
            if label != *other && covers(rect, *covered) {
                found.push((label.clone(), other.clone()));
            }
        }
    }
    found
}

#[test]
fn no_button_of_the_welcome_page_covers_what_it_is_for() {
    for size in SMALL.into_iter().chain([LARGE]) {
        let mut settings = Settings::default();
        for path in [
            "Documents/Camps of the Minnesota scholastic chess association/June.ladder",
            "Documents/Camps/A very long name of a chess camp at the lake in the summer of 2026.ladder",
        ] {
            settings.remember(Path::new(path));
        }
        let mut driver = Driver::of(size.x, size.y, settings);
        driver.settle();
        let covered = covered(&driver, &[Role::Button], &[Role::Label]);
        assert!(covered.is_empty(), "{size}: {covered:?}");
        let window = driver.harness.ctx.content_rect();
        for button in driver.harness.query_all_by_role(Role::Button) {
            assert!(
                button.rect().right() <= window.right(),
                "{size}: {button:?}"
            );
        }
    }
}

/// What stays until it is closed has a room of its own.
#[test]
fn an_error_covers_nothing_of_a_page() {
    for size in SMALL {
        let mut driver = Driver::with_size(size.x, size.y);
        driver.send(Command::OPEN_SAMPLE);
        let why = "This can’t be done now. Close the other window first, and try it again then";
        driver.app().notices.problem(why);
        for page in [Page::MEETINGS, Page::STANDINGS, Page::PRINTS] {
            driver.go(page);
            driver.harness.run_steps(4);
            let message = driver
                .harness
                .get_by_role_and_label(Role::Alert, why)
                .rect();
            let window = driver.harness.ctx.content_rect();
            assert!(window.contains_rect(message), "{size}: {message}");
            let heading = driver
                .harness
                .get_by_role_and_label(Role::Heading, page.title);
            assert!(!message.intersects(heading.rect()), "{size} {}", page.title);
            assert!(message.top() > window.center().y, "{size}: {message}");
        }
        driver.click("Close message");
        driver.harness.run_steps(4);
        assert!(!driver.shows(why));
    }
}

#[test]
fn the_history_opens_at_its_beginning_in_the_smallest_window() {
    let sizes = SMALL.into_iter().flat_map(|size| [(size, 3), (size, 30)]);
    for (size, changes) in sizes {
        let mut driver = Driver::with_size(size.x, size.y);
        driver.send(Command::OPEN_SAMPLE);
        for number in 0..changes {
            let edit = Edit::RenameCamp(format!("Camp {number}"));
            driver.app().send(Action::Change(edit));
        }
        // A page that scrolls in a small window, too.
        driver.send(Command::GO_PLAYERS);
        driver.settle();
        // Windows tells of the keys that are held, too.
        driver.press_with(Modifiers::COMMAND, Key::ControlLeft);
        let both = Modifiers::COMMAND | Modifiers::SHIFT;
        driver.press_with(both, Key::ShiftLeft);
        driver.press_with(both, Key::H);
        driver.harness.run_steps(60);
        let window = driver.harness.ctx.content_rect();
        let seen = |label: &str| {
            let node = driver.harness.get_by_role_and_label(Role::Button, label);
            let rect = node.rect();
            assert!(window.contains_rect(rect), "{size}: {label} {rect}");
        };
        seen("Back");
        seen("Go back to this point");
        seen("Clear history…");
        let heading = driver
            .harness
            .get_by_role_and_label(Role::Heading, "History");
        assert!(window.contains_rect(heading.rect()), "{size}");
    }
}

impl Driver {
    /// By how much the wheel scrolls the page under this heading, in points.
    fn scrolls_by(&mut self, heading: &str) -> f32 {
        let top = |driver: &Self| {
            let heading = driver.harness.get_by_role_and_label(Role::Heading, heading);
            heading.rect().top()
        };
        let before = top(self);
        let beside = self.harness.ctx.content_rect().center_top() + vec2(0.0, 90.0);
        self.wheel(beside, vec2(0.0, -160.0));
        before - top(self)
    }
}

#[test]
fn no_page_scrolls_around_a_record_that_does() {
    let mut driver = Driver::with_size(900.0, 640.0);
    driver.send(Command::OPEN_SAMPLE);
    for is_closed in [false, true] {
        if is_closed {
            // What is said of that stands above the page.
            driver.app().send(Action::CloseWeek);
            driver.settle();
            driver.press(Key::Escape);
        }
        for page in [Page::PLAYERS, Page::GROUPS, Page::GAMES] {
            driver.go(page);
            driver.send(Command::VIEW_FORM);
            let by = driver.scrolls_by(page.title);
            assert!(by.abs() < 0.5, "{} {is_closed}: {by}", page.title);
        }
    }
}

/// 1440 × 828 at 150 %.
#[test]
fn where_games_are_typed_nothing_scrolls_before_the_first_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_size(960.0, 552.0);
    driver.app().send(Action::Create {
        path: folder.path().join("Camp.ladder"),
        name: "Test camp".to_owned(),
    });
    driver.settle();
    driver.go(Page::GAMES);
    driver.send(Command::VIEW_ENTRY);
    let said = driver.harness.get_by_label_contains("Players come first");
    let window = driver.harness.ctx.content_rect();
    assert!(window.contains_rect(said.rect()), "{}", said.rect());
    let by = driver.scrolls_by(Page::GAMES.title);
    assert!(by.abs() < 0.5, "{by}");
}

/// As wide as 1366 × 768 at 150 %.
#[test]
fn long_names_stand_whole_in_standings_and_in_an_explanation() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    let group = driver.camp().groups[0].id;
    driver.change(Edit::AddPlayer(Player {
        last_name: "Montgomery-Smith".to_owned(),
        first_name: "Alexandra".to_owned(),
        group: Some(group),
        ..Player::default()
    }));
    driver.add_game(4, 1, GameResult::WhiteWon);
    driver.harness.set_size(vec2(911.0, 768.0));
    let is_whole = |driver: &mut Driver| {
        driver.settle();
        driver.harness.run_steps(4);
        let painted = testing::painted_texts(driver.harness.output());
        let of_name = |it: &&PaintedText| it.text == "Montgomery-Smith, Alexandra";
        let named = painted.iter().filter(of_name).collect::<Vec<_>>();
        assert!(!named.is_empty());
        named.iter().all(|painted| !painted.is_cut)
    };
    driver.go(Page::STANDINGS);
    assert!(is_whole(&mut driver), "in the standings");
    let ann = Record::Player(PlayerId(1));
    driver.app().send(Action::Go(Page::EXPLANATION.of(ann)));
    assert!(is_whole(&mut driver), "in an explanation");
}
