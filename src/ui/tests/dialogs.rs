//! Every question that the window asks, in the smallest window there is: its title and its buttons are in sight, and what is between them
//! comes into sight with the keyboard.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use egui::{Key, Rect, Role, Vec2, vec2};
use egui_kittest::{Node, kittest::NodeT as _};

use super::{Driver, made_room, repairing, sizes};
use crate::{
    app::{
        Action, Command,
        dialogs::{Checking, Dialog, Discarding, Loss, Offer, PathField},
        publishing::Stage,
        repairing::RepairStage,
        settings::Settings,
    },
    domain::{Edit, Field, GameResult, Patch},
    jobs::Progress,
    kit::dialog::tests::places,
};

/// 900 × 640 pixels at 200 %.
const SMALLEST: Vec2 = vec2(450.0, 320.0);
const NORMAL: Vec2 = vec2(1180.0, 760.0);

/// What is higher than this, in points, is seen in parts, and scrolls by itself.
const HIGH: f32 = 60.0;

/// What was found out about the questions.
#[derive(Default)]
struct Seen {
    wrong: Vec<String>,
    /// Where in the sources they are asked.
    asked_at: BTreeSet<(&'static str, u32)>,
}

/// The question that is on top, and what can be pressed or typed into in it, in the order of Tab.
fn dialog(driver: &Driver) -> Option<(Node<'_>, Vec<Node<'_>>)> {
    let is_dialog = |role: Role| matches!(role, Role::Dialog | Role::AlertDialog);
    let nodes = driver.harness.root().children_recursive();
    let dialog = nodes
        .filter(|node| is_dialog(node.accesskit_node().role()))
        .last()?;
    let is_control = |node: &Node<'_>| {
        let role = node.accesskit_node().role();
        sizes::CONTROLS.contains(&role)
            && !matches!(role, Role::ColumnHeader | Role::ListBoxOption)
            && !node.accesskit_node().is_disabled()
    };
    let controls = dialog.children_recursive().filter(is_control).collect();
    Some((dialog, controls))
}

/// Whether something of the question has the keyboard.
fn has_keyboard(driver: &Driver) -> bool {
    let question = dialog(driver).map(|(question, _)| question);
    question.is_some_and(|question| question.children_recursive().any(|node| node.is_focused()))
}

fn named(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// Whether a title or a control is in sight.
fn is_seen(window: Rect, rect: Rect) -> bool {
    let [x, y] = [window.x_range(), window.y_range()];
    let is_within = y.contains(rect.top()) && y.contains(rect.bottom());
    let is_seen = is_within || rect.height() > HIGH && window.intersects(rect);
    is_seen && x.contains(rect.left()) && x.contains(rect.right())
}

/// What is seen of a question before anything is pressed.
struct AtOnce {
    wrong: Vec<String>,
    controls: usize,
}

fn found_at_once(driver: &Driver) -> Result<AtOnce, &'static str> {
    let window = driver.harness.ctx.content_rect();
    let (question, controls) = dialog(driver).ok_or("no question")?;
    let title = named(&question);
    let label = question.children_recursive().find(|node| {
        let text = node.accesskit_node();
        text.role() == Role::Label && text.value().is_some_and(|text| text == title)
    });
    let mut wrong = Vec::new();
    let label = label.ok_or("no title")?.rect();
    if !is_seen(window, label) {
        wrong.push(format!("the title is at {label}"));
    }
    // The one at the foot.
    let last = controls.last().ok_or("no button")?;
    if !is_seen(window, last.rect()) {
        wrong.push(format!("{} is at {}", named(last), last.rect()));
    }
    let controls = controls.len();
    Ok(AtOnce { wrong, controls })
}

impl Seen {
    /// Looks at the question that is open, in both windows, and leaves it open.
    fn look(&mut self, driver: &mut Driver, what: &str) {
        if !has_keyboard(driver) {
            self.wrong
                .push(format!("{what}: the keyboard is elsewhere"));
        }
        for size in [SMALLEST, NORMAL] {
            driver.harness.set_size(size);
            driver.settle();
            driver.harness.run_steps(8);
            self.look_once(driver, &format!("{what}, {size}"));
        }
        self.asked_at.extend(places(&driver.harness.ctx));
    }

    fn look_once(&mut self, driver: &mut Driver, what: &str) {
        let found = match found_at_once(driver) {
            Ok(found) => found,
            Err(wrong) => {
                self.wrong.push(format!("{what}: {wrong}"));
                return;
            }
        };
        let wrong = found.wrong.into_iter();
        self.wrong
            .extend(wrong.map(|wrong| format!("{what}: {wrong}")));
        for at in 0..found.controls {
            if let Some((_, controls)) = dialog(driver)
                && let Some(control) = controls.get(at)
            {
                control.focus();
            }
            driver.harness.run_steps(6);
            let window = driver.harness.ctx.content_rect();
            let Some((_, controls)) = dialog(driver) else {
                continue;
            };
            let foot = controls.last().map(|last| last.rect().top());
            if let Some(control) = controls.get(at) {
                let rect = control.rect();
                let is_under_buttons =
                    foot.is_some_and(|foot| rect.top() < foot && rect.bottom() > foot + 1.0);
                if !is_seen(window, rect) || is_under_buttons && rect.height() <= HIGH {
                    let name = named(control);
                    self.wrong.push(format!("{what}: {name} is at {rect}"));
                }
            }
        }
    }

    /// Puts a question on the screen, and looks at it.
    fn ask(&mut self, driver: &mut Driver, what: &str, asked: Dialog) {
        driver.harness.set_size(SMALLEST);
        driver.app().dialog = Some(asked);
        driver.settle();
        self.look(driver, what);
        driver.app().dialog = None;
        driver.settle();
    }

    /// Gives a command that asks something, and looks at that.
    fn send(&mut self, driver: &mut Driver, command: Command) {
        driver.harness.set_size(SMALLEST);
        driver.send(command);
        driver.harness.run_steps(2);
        self.look(driver, command.text());
    }
}

/// The camp of 53 players.
fn sample() -> Driver {
    let mut driver = Driver::with_size(NORMAL.x, NORMAL.y);
    driver.send(Command::OPEN_SAMPLE);
    driver
}

fn leave(driver: &mut Driver) {
    driver.app().dialog = None;
    driver.settle();
}

const LONG: &str =
    "A very long name of a chess camp at the lake in the summer of 2026, with an evening course";

fn of_files(seen: &mut Seen) {
    let mut driver = Driver::with_size(NORMAL.x, NORMAL.y);
    for command in [
        Command::NEW_CAMP,
        Command::OPEN_CAMP,
        Command::REPAIR,
        Command::NEW_CAMP_FROM_OLD,
        Command::ABOUT,
    ] {
        seen.send(&mut driver, command);
        leave(&mut driver);
    }
    let path = PathBuf::from(format!("{LONG}/{LONG}.ladder"));
    let reason = format!("“{}” is damaged: page 12 can’t be read", path.display());
    let offers = [Offer::Look, Offer::Import, Offer::Another, Offer::Again];
    for offer in offers.map(Some).into_iter().chain([None]) {
        for can_repair in [false, true] {
            let (path, reason, offer) = (path.clone(), reason.clone(), offer.clone());
            let asked = Dialog::CannotOpen {
                path,
                reason,
                offer,
                can_repair,
            };
            seen.ask(&mut driver, "The camp was not opened", asked);
        }
    }
    seen.ask(&mut driver, "Started again", Dialog::Stopped);
    let refused = PathField::refused(&path, reason);
    seen.ask(&mut driver, "Second place", Dialog::SecondBackups(refused));
    for (can_be_made, what) in [
        (true, "Second place that isn’t there"),
        (false, "Second place whose drive isn’t there"),
    ] {
        let place = path.clone();
        let asked = Dialog::MissingSecondBackups { place, can_be_made };
        seen.ask(&mut driver, what, asked);
    }
}

fn of_a_camp_that_made_room(seen: &mut Seen) {
    let (_folder, path) = repairing::camp();
    made_room::move_aside(&path, 2026);
    let mut driver = Driver::with_size(NORMAL.x, NORMAL.y);
    driver.app().send(Action::Open(path));
    driver.settle();
    seen.look(&mut driver, "A camp that made room");
}

fn of_repairs(seen: &mut Seen) {
    let (_folder, path) = repairing::camp();
    repairing::damage(&path);
    let mut driver = Driver::with_size(NORMAL.x, NORMAL.y);
    driver.app().send(Action::Open(path));
    driver.settle();
    seen.look(&mut driver, "A damaged camp");
    driver.click("Repair into a new file…");
    driver.click("Repair");
    seen.look(&mut driver, "What a repair has saved");
    let Some(Dialog::Repair(mut under_way)) = driver.app().dialog.take() else {
        panic!("no question");
    };
    under_way.stage = RepairStage::UnderWay(Progress::default());
    seen.ask(&mut driver, "A repair under way", Dialog::Repair(under_way));
}

fn of_a_camp(seen: &mut Seen) {
    let mut driver = sample();
    for command in [
        Command::RENAME_CAMP,
        Command::CAMP_SETTINGS,
        Command::SAVE_COPY,
        Command::PROBLEMS,
        Command::SAVE_PDF,
        Command::PRINT,
        Command::IMPORT,
        Command::CHANGE_WEEK,
        Command::EXPORT_LIST,
        Command::NEW_LADDER,
    ] {
        if command == Command::EXPORT_LIST || command == Command::NEW_LADDER {
            driver.send(Command::GO_STANDINGS);
        }
        seen.send(&mut driver, command);
        leave(&mut driver);
    }
    driver.send(Command::NEW_CAMP_FROM_OLD);
    seen.look(&mut driver, "Who comes along");
    leave(&mut driver);
    let quit = || Box::new(Action::from(Command::QUIT));
    let checking = Checking {
        since: Some(-10.0),
        ..Checking::default()
    };
    for (what, asked) in [
        ("Not saved", Dialog::CloseUnsaved(quit())),
        (
            "Letters",
            Dialog::Spoiled {
                letters: vec![LONG.to_owned(); 8],
                anyway: quit(),
            },
        ),
        (
            "Layout",
            Dialog::ChangeLayout {
                folder: LONG.into(),
                template: "standings.typ",
            },
        ),
        ("Quit", Dialog::QuitAnyway),
        (
            "Decided",
            Dialog::Discard(Discarding {
                loss: Loss {
                    question: "Discard what you have decided?",
                    text: LONG,
                },
                by: Some(quit()),
                before: None,
            }),
        ),
        ("Check", Dialog::Checking(checking)),
        (
            "Zoom",
            Dialog::Zoom {
                title: "Notes".to_owned(),
                text: LONG.repeat(9),
            },
        ),
    ] {
        seen.ask(&mut driver, what, asked);
    }
    let game = driver.camp().games[0].id;
    let draw = Patch::new(game, Field::Result, GameResult::Draw);
    driver.app().send(Action::Change(Edit::ChangeGame(draw)));
    driver.settle();
    driver.click("See");
    seen.look(&mut driver, "Whose ratings have changed");
}

fn of_publishing(seen: &mut Seen) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = sample();
    seen.send(&mut driver, Command::PUBLISH);
    let Some(Dialog::Publish(asked)) = &mut driver.app().dialog else {
        panic!("no question");
    };
    asked.folder = PathField::new(&folder.path().join("pages"));
    let mut under_way = asked.clone();
    under_way.stage = Stage::UnderWay;
    driver.app().send(Action::Publish);
    driver.settle();
    seen.look(&mut driver, "Published");
    leave(&mut driver);
    seen.ask(&mut driver, "Publishing", Dialog::Publish(under_way));
}

fn of_records(seen: &mut Seen) {
    let mut driver = sample();
    driver.send(Command::GO_PLAYERS);
    seen.send(&mut driver, Command::COLUMNS);
    for button in ["Rename column Grade", "Delete column Grade"] {
        driver.click(button);
        seen.look(&mut driver, button);
        driver.press(Key::Escape);
    }
    leave(&mut driver);
    driver.send(Command::VIEW_DATASHEET);
    for command in [Command::REPLACE, Command::FILTER] {
        driver.harness.set_size(SMALLEST);
        driver.settle();
        driver.focus("Players");
        driver.press(Key::ArrowRight);
        seen.send(&mut driver, command);
        leave(&mut driver);
    }
    let player = driver.camp().players[0].id;
    let reason = format!("{LONG} has 12 games");
    let asked = Dialog::DeactivateInstead { player, reason };
    seen.ask(&mut driver, "Deactivate", asked);
    let what = "12 players".to_owned();
    seen.ask(&mut driver, "Delete", Dialog::DeleteSeveral { what });
    driver.send(Command::GO_GAMES);
    driver.type_text("zoe wu");
    driver.press(Key::Tab);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    seen.look(&mut driver, "Add a camper");
}

fn of_histories_and_backups(seen: &mut Seen) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::default();
    settings.keep_backups_in(folder.path().join("backups"));
    let mut driver = Driver::with_settings(settings);
    let path = folder.path().join("Camp.ladder");
    let name = "Test camp".to_owned();
    driver.app().send(Action::Create { path, name });
    driver.settle();
    driver
        .app()
        .send(Action::Change(Edit::RenameCamp("First".to_owned())));
    driver.settle();
    driver.send(Command::BACK_UP);
    driver.until(|driver| driver.message() == "Backed up");
    driver.send(Command::HISTORY);
    for button in ["Clear history…", "Limit…"] {
        driver.click(button);
        seen.look(&mut driver, button);
        leave(&mut driver);
    }
    driver.send(Command::RESTORE);
    driver.settle();
    driver.press(Key::Enter);
    seen.look(&mut driver, "Restore");
    driver.press(Key::Escape);
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.with_deleted = Some(vec!["E:".into()]);
    driver.settle();
    driver.click("Stop waiting for “E:”…");
    seen.look(&mut driver, "Stop waiting");
}

fn of_weeks(seen: &mut Seen) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    seen.look(&mut driver, "A week is closed");
    leave(&mut driver);
    seen.send(&mut driver, Command::REOPEN_WEEK);
    leave(&mut driver);
    driver.send(Command::START_WEEK);
    driver.press_with(egui::Modifiers::COMMAND, Key::Enter);
    seen.look(&mut driver, "A week has begun");
}

fn of_us_chess(seen: &mut Seen) {
    let mut driver = sample();
    driver.import_a_section();
    for command in [
        Command::NEW_EVENT,
        Command::EVENT_DETAILS,
        Command::NEW_SECTION,
        Command::SECTION_DETAILS,
        Command::EXPORT_EVENT,
        Command::DELETE_SECTION,
        Command::DELETE_EVENT,
        Command::RATE_ALL,
    ] {
        seen.send(&mut driver, command);
        leave(&mut driver);
    }
    driver.click("Members");
    driver.settle();
    for command in [
        Command::NEW_MEMBER,
        Command::EDIT_MEMBER,
        Command::OPENING_BALANCE,
        Command::LINK_CAMPER,
        Command::ADJUSTMENTS,
    ] {
        seen.send(&mut driver, command);
        if command != Command::ADJUSTMENTS {
            leave(&mut driver);
        }
    }
    driver.click("Add an adjustment…");
    seen.look(&mut driver, "Add an adjustment");
    driver.focus_field("Value");
    driver.type_text("1550");
    driver.focus_field("Reason");
    driver.type_text("Asked for it");
    driver.press(Key::Enter);
    driver.press(Key::Escape);
    seen.look(&mut driver, "Save the adjustments?");
    leave(&mut driver);
    driver.send(Command::NEW_MEMBER);
    driver.type_text("Shah");
    driver.press(Key::Enter);
    seen.send(&mut driver, Command::DELETE_MEMBER);
}

/// Files and lines of the sources in which a question is asked.
fn in_sources(folder: &Path, found: &mut BTreeSet<(String, u32)>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            in_sources(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap_or_default();
        let name = path.strip_prefix(root).expect("in the root");
        // Paths of the compiler have the slashes of the system.
        let name = name.display().to_string();
        for (number, line) in (1..).zip(source.lines()) {
            if line.contains("kit::Dialog::new(") && !line.contains("contains") {
                found.insert((name.clone(), number));
            }
        }
    }
}

#[test]
fn every_question_is_whole_in_the_smallest_window() {
    let mut seen = Seen::default();
    for walk in [
        of_files,
        of_repairs,
        of_a_camp_that_made_room,
        of_a_camp,
        of_publishing,
        of_records,
        of_histories_and_backups,
        of_weeks,
        of_us_chess,
    ] {
        walk(&mut seen);
    }
    let mut left = BTreeSet::new();
    in_sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut left,
    );
    for (file, line) in seen.asked_at {
        left.remove(&(file.to_owned(), line));
    }
    let left = left
        .iter()
        .map(|(file, line)| format!("never looked at: {file}, line {line}"));
    seen.wrong.extend(left);
    assert!(seen.wrong.is_empty(), "{}", seen.wrong.join("\n"));
}
