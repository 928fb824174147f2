//! Forms filled in by their labels.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::kit::testing;

#[derive(Default)]
struct Person {
    name: String,
    rating: String,
    active: bool,
    group: Option<usize>,
    notes: String,
    date: String,
}

fn show(ui: &mut Ui, person: &mut Person) {
    let form = Form::beside();
    let problem = person.name.is_empty().then_some("A name is needed");
    form.field("Name")
        .required()
        .problem(problem)
        .text(ui, &mut person.name);
    form.field("Rating")
        .help("100 to 3000")
        .number(ui, &mut person.rating);
    form.field("Active").check(ui, "", &mut person.active);
    form.field("Group")
        .choice(ui, &["Kings", "Pawns"], &mut person.group);
    form.field("Date").date(ui, &mut person.date);
    form.field("Notes").notes(ui, 3, &mut person.notes);
    form.field("Number").read_only(ui, "17");
}

#[test]
fn fields_are_found_and_filled_by_their_labels() {
    let mut harness = testing::harness_with(Person::default(), show);
    harness.get_by_label("Name").focus();
    harness.run();
    harness.get_by_label("Name").type_text("Anna");
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert!(
        harness.get_by_label("Rating").is_focused(),
        "the reason that went away moved no id"
    );
    harness.get_by_label("Rating").type_text("1034");
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    let person = harness.state();
    assert_eq!(
        (person.name.as_str(), person.rating.as_str()),
        ("Anna", "1034")
    );
    assert_eq!((person.active, person.group), (true, Some(0)));
}

#[test]
fn the_problem_is_part_of_the_field() {
    let mut harness = testing::harness_with(Person::default(), show);
    harness.run();
    let field = harness.get_by_label("Name");
    assert_eq!(
        field.accesskit_node().description().as_deref(),
        Some("A name is needed")
    );
    assert!(field.accesskit_node().is_required());
}

#[test]
fn the_keyboard_brings_a_selected_text() {
    let person = Person {
        name: "Anna".to_owned(),
        rating: "1000".to_owned(),
        ..Person::default()
    };
    let mut harness = testing::harness_with(person, show);
    harness.get_by_label("Name").focus();
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    harness.get_by_label("Rating").type_text("12");
    harness.run();
    assert_eq!(harness.state().rating, "12");
}

/// A backup that is looked into, say: its labels were as faint as a button that can't be pressed.
#[test]
fn what_can_not_be_changed_can_be_read() {
    let mut harness = testing::harness_with("Anna".to_owned(), |ui, name: &mut String| {
        changeable(ui, false, |ui| {
            let field = Form::above().field("Name").help("As it is printed");
            field.text(ui, name);
        });
    });
    harness.run();
    let found = testing::painted_texts(harness.output());
    let back = harness.ctx.tokens().surface;
    for text in ["Name", "Anna", "As it is printed"] {
        let painted = found.iter().find(|painted| painted.text == text);
        let painted = painted.expect("a painted text");
        let contrast = testing::contrast_on(back, painted.color);
        assert!(contrast >= 4.5, "{text}: {contrast}");
    }
}
