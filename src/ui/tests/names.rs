//! Names that are longer than there is room for.

use egui::{Key, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::{
    domain::{Edit, LadderProblem, PlayerId, Record},
    kit::testing::painted_texts,
};

/// As long as two names of people who have been at camps.
const NAMES: [[&str; 2]; 2] = [
    ["Papadimitriou-Konstantinopoulos", "Alexandros"],
    [
        "Wolfeschlegelsteinhausenbergerdorff-Montmorency de la Rochefoucauld",
        "Maximiliana Anastasia Josephine",
    ],
];

impl Driver {
    /// Where the widest thing of this name is drawn.
    fn place_of(&self, label: &str) -> Rect {
        let named = self.harness.query_all_by_label(label);
        let places = named.map(|node| node.rect());
        let widest = places.max_by(|one, other| one.width().total_cmp(&other.width()));
        widest.unwrap_or_else(|| panic!("{label} is not there"))
    }
}

/// 1366 × 768 at normal size, at 150 and at 200 %, and smaller ones.
#[test]
fn a_long_name_leaves_room_for_the_record_and_its_buttons() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_PLAYERS);
    for [last_name, first_name] in NAMES {
        let mut player = driver.camp().players[0].clone();
        player.last_name = last_name.to_owned();
        player.first_name = first_name.to_owned();
        let name = player.full_name();
        driver.change(Edit::put(&player));
        for (width, height) in [
            (1366.0, 768.0),
            (911.0, 512.0),
            (683.0, 384.0),
            (600.0, 427.0),
            (450.0, 320.0),
        ] {
            driver.harness.set_size(vec2(width, height));
            driver.app().send(Action::Show(Record::Player(PlayerId(1))));
            driver.settle();
            for is_changed in [false, true] {
                if is_changed {
                    driver.focus_field("First name");
                    driver.press(Key::End);
                    driver.type_text("x");
                }
                let what = format!("{width} × {height}, {is_changed}: {name}");
                let title = driver.place_of(&name);
                let window = driver.harness.ctx.content_rect();
                assert!(title.width() > 40.0, "{what}: {title}");
                assert!(title.right() <= window.right(), "{what}: {title}");
                for button in ["Save", "Undo", "Delete"] {
                    let button = driver.place_of(button);
                    assert!(!button.intersects(title), "{what}: {button} and {title}");
                    assert!(button.right() <= window.right(), "{what}: {button}");
                }
                let list = driver
                    .harness
                    .get_by_role_and_label(egui::Role::Table, "Players");
                let field = driver
                    .harness
                    .get_by_role_and_label(egui::Role::TextInput, "Last name");
                let (list, field) = (list.rect(), field.rect());
                assert!(!field.intersects(list), "{what}: {field} and {list}");
                assert!(field.right() <= window.right(), "{what}: {field}");
                assert_eq!(driver.shows("Not saved yet"), is_changed, "{what}");
            }
            let texts = painted_texts(driver.harness.output());
            let title = texts.iter().find(|painted| painted.text == name);
            let is_cut = title.is_some_and(|title| title.is_cut);
            assert!(is_cut || width > 683.0 || last_name.len() < 40, "{width}");
            driver.send(Command::UNDO_RECORD);
        }
    }
}

#[test]
fn a_problem_that_is_cut_is_whole_under_the_pointer() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    let [_, [last_name, first_name]] = NAMES;
    for at in [0, 1] {
        let mut player = driver.camp().players[at].clone();
        player.last_name = last_name.to_owned();
        player.first_name = first_name.to_owned();
        driver.change(Edit::put(&player));
    }
    driver.harness.set_size(vec2(450.0, 320.0));
    driver.press(Key::F7);
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let sentences = camp
        .problems
        .iter()
        .map(|problem| LadderProblem::sentence_of_all(std::slice::from_ref(problem), &camp.data));
    let sentences = sentences.collect::<Vec<_>>();
    let mut sentences = sentences.iter();
    let whole = sentences.find(|sentence| sentence.contains(last_name));
    let whole = whole.expect("namesakes are a note").clone();
    assert!(!driver.shows(&whole));
    let line = driver.harness.get_by_label_contains(&whole);
    assert_eq!(
        line.accesskit_node().role(),
        egui::Role::ListBoxOption,
        "its whole text is its name"
    );
    line.hover();
    driver.harness.run_steps(60);
    assert!(driver.shows(&whole));
}

/// A window of 900 × 640 at 150 %: its end, which says what to do, was cut.
#[test]
fn problems_are_whole_in_a_small_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    for number in [1, 2] {
        let mut player = driver.camp().players[number - 1].clone();
        player.last_name = "de la Cruz y Fernández".to_owned();
        driver.change(Edit::put(&player));
    }
    for _ in 0..2 {
        driver.add_game(1, 2, crate::domain::GameResult::WhiteWon);
    }
    driver.harness.set_size(vec2(600.0, 427.0));
    driver.press(Key::F7);
    let texts = painted_texts(driver.harness.output());
    let doubles = texts.iter().find(|it| it.text.contains("is the same as"));
    let doubles = doubles.expect("the game was typed twice");
    assert!(
        doubles.text.chars().count() > 130 && !doubles.is_cut,
        "{doubles:?}"
    );
}
