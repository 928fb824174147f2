//! Dialogs answered by the keyboard.

use std::{collections::BTreeSet, panic::Location};

use egui_kittest::{Harness, kittest::Queryable as _};

use super::*;
use crate::kit::{Form, testing};

/// File and line of each dialog that was shown.
type Places = BTreeSet<(&'static str, u32)>;

fn places_id() -> Id {
    Id::unique("where dialogs are asked")
}

pub(super) fn note_place(ctx: &Context, place: &'static Location<'static>) {
    ctx.data_mut(|data| {
        let places: &mut Places = data.get_temp_mut_or_default(places_id());
        places.insert((place.file(), place.line()));
    });
}

/// Where in the sources the dialogs are asked that were shown in this window.
pub(crate) fn places(ctx: &Context) -> BTreeSet<(&'static str, u32)> {
    ctx.data(|data| data.get_temp(places_id()).unwrap_or_default())
}

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what a test has in its dialog"
)]
struct App {
    open: bool,
    with_field: bool,
    with_choice: bool,
    choice: Option<usize>,
    is_ticked: bool,
    danger: bool,
    name: String,
    notes: String,
    answer: Option<DialogAnswer>,
}

fn show(ui: &mut Ui, app: &mut App) {
    if Button::secondary("Open").show(ui).clicked() {
        app.open = true;
    }
    if !app.open {
        return;
    }
    let dialog = Dialog::new("Rename")
        .text("Give it another name.")
        .cancel("Cancel");
    let dialog = if app.danger {
        dialog.danger("Delete")
    } else {
        dialog.confirm("Rename it")
    };
    let (with_field, with_choice) = (app.with_field, app.with_choice);
    let answer = dialog.show(ui.ctx(), |ui| {
        if with_field {
            Form::above().field("Name").text(ui, &mut app.name);
            Form::above().field("Notes").notes(ui, 2, &mut app.notes);
        }
        if with_choice {
            let form = Form::above();
            form.field("Group")
                .choice(ui, &["Rooks", "Kings"], &mut app.choice);
            form.field("Tick").check(ui, "", &mut app.is_ticked);
        }
    });
    if answer.is_some() {
        app.open = false;
        app.answer = answer;
    }
}

fn opened(app: App) -> Harness<'static, App> {
    let mut harness = testing::harness_with(app, show);
    harness.get_by_label("Open").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    harness
}

#[test]
fn escape_cancels_and_the_keyboard_comes_back() {
    let mut harness = opened(App::default());
    harness.get_by_role_and_label(Role::Dialog, "Rename");
    assert!(harness.get_by_label("Rename it").is_focused());
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().answer, Some(DialogAnswer::Cancelled));
    assert!(harness.query_by_label("Rename it").is_none());
    assert!(harness.get_by_label("Open").is_focused());
}

#[test]
fn enter_confirms_from_a_field_but_not_from_notes() {
    let mut harness = opened(App {
        with_field: true,
        ..App::default()
    });
    assert!(harness.get_by_label("Name").is_focused());
    harness.get_by_label("Notes").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().answer, None);
    assert_eq!(harness.state().notes, "\n");
    harness.get_by_label("Name").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().answer, Some(DialogAnswer::Confirmed));
}

#[test]
fn enter_confirms_from_a_closed_choice_and_a_check_box_which_space_and_arrows_change() {
    for (role, label) in [(Role::ComboBox, "Group"), (Role::CheckBox, "Tick")] {
        let mut harness = opened(App {
            with_choice: true,
            ..App::default()
        });
        harness.get_by_role_and_label(role, label).focus();
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let app = harness.state();
        assert_eq!(app.answer, Some(DialogAnswer::Confirmed), "{label}");
        assert!(!app.is_ticked && app.choice.is_none(), "{label}");
    }
    let mut harness = opened(App {
        with_choice: true,
        ..App::default()
    });
    harness
        .get_by_role_and_label(Role::ComboBox, "Group")
        .focus();
    harness.run();
    for key in [Key::Space, Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(
        harness.state().choice,
        Some(1),
        "of an open list Enter chooses"
    );
    assert_eq!(harness.state().answer, None);
    harness
        .get_by_role_and_label(Role::CheckBox, "Tick")
        .focus();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    assert!(harness.state().is_ticked);
}

#[test]
fn a_dangerous_question_starts_on_cancel_and_tab_stays_inside() {
    let mut harness = opened(App {
        danger: true,
        ..App::default()
    });
    assert!(harness.get_by_label("Cancel").is_focused());
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Delete").is_focused());
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert!(!harness.get_by_label("Open").is_focused());
}

#[test]
fn tab_goes_from_the_last_field_to_the_button_that_confirms() {
    let mut harness = opened(App {
        with_field: true,
        ..App::default()
    });
    harness
        .get_by_role_and_label(Role::MultilineTextInput, "Notes")
        .focus();
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Rename it").is_focused());
    let [confirm, cancel] = ["Rename it", "Cancel"].map(|label| harness.get_by_label(label).rect());
    assert!(confirm.right() < cancel.left());
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Cancel").is_focused());
}

#[test]
fn enter_beside_the_buttons_confirms_nothing_dangerous() {
    for (danger, answer) in [(true, None), (false, Some(DialogAnswer::Confirmed))] {
        let mut harness = opened(App {
            danger,
            with_choice: true,
            ..App::default()
        });
        harness
            .get_by_role_and_label(Role::CheckBox, "Tick")
            .focus();
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state().answer, answer);
    }
}

#[test]
fn enter_confirms() {
    let mut harness = opened(App::default());
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().answer, Some(DialogAnswer::Confirmed));
}

fn click_at<State>(harness: &mut Harness<'_, State>, at: Pos2) {
    harness.drag_at(at);
    harness.run_steps(2);
    harness.drop_at(at);
    harness.run_steps(4);
}

#[test]
fn a_click_beside_everything_leaves_the_keyboard_where_it_is() {
    for (danger, button, answer) in [
        (true, "Cancel", DialogAnswer::Cancelled),
        (false, "Rename it", DialogAnswer::Confirmed),
    ] {
        let mut harness = opened(App {
            danger,
            with_choice: true,
            ..App::default()
        });
        harness.get_by_label(button).focus();
        harness.run();
        let title = harness.get_by_role_and_label(Role::Label, "Rename").rect();
        for at in [Pos2::new(4.0, 4.0), title.center()] {
            click_at(&mut harness, at);
            assert!(harness.get_by_label(button).is_focused(), "{at}");
        }
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state().answer, Some(answer));
        assert!(harness.get_by_label("Open").is_focused());
    }
}

#[test]
fn a_click_in_what_was_scrolled_along_leaves_it_there() {
    let mut harness = testing::harness_with(String::new(), |ui, typed: &mut String| {
        let dialog = Dialog::new("Report").confirm("Open");
        dialog.show(ui.ctx(), |ui| {
            Form::above().field("Name").text(ui, typed);
            for number in 1..=60 {
                ui.label(format!("Line {number}"));
            }
        });
    });
    harness.run_steps(6);
    let line = |harness: &Harness<'_, String>| harness.get_by_label("Line 15").rect();
    let begin = line(&harness).top();
    harness.hover_at(harness.get_by_label("Line 5").rect().center());
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -200.0),
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
    });
    harness.run_steps(12);
    let scrolled = line(&harness);
    assert!(scrolled.top() < begin - 100.0);
    click_at(&mut harness, scrolled.center());
    let name = harness.get_by_role_and_label(Role::TextInput, "Name");
    assert!(name.is_focused());
    assert!((line(&harness).top() - scrolled.top()).abs() < 1.0);
}

/// Three long buttons of a dialog in a window of 900 × 640 that is zoomed to 200 %.
#[test]
fn buttons_that_have_no_room_beside_each_other_take_two_rows() {
    let ask = |ui: &mut Ui| {
        Dialog::new("The camp is not saved")
            .confirm("Save a copy first…")
            .other("Close without a copy")
            .cancel("Go back")
            .width(560.0)
            .show(ui.ctx(), |_| {});
    };
    for (width, rows) in [(450.0, 2), (900.0, 1)] {
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(width, 320.0))
            .build_ui(ask);
        harness.run();
        let [other, confirm, cancel] = ["Close without a copy", "Save a copy first…", "Go back"]
            .map(|label| harness.get_by_label(label).rect());
        assert!(!other.intersects(confirm), "{other} {confirm}");
        assert!(!confirm.intersects(cancel), "{confirm} {cancel}");
        assert!(
            other.left() >= 0.0 && cancel.right() <= width,
            "{other} {cancel}"
        );
        assert_eq!(other.top() < confirm.top(), rows == 2, "{other} {confirm}");
    }
}

/// A dialog with a line that comes and goes.
fn changing(ui: &mut Ui, lines: &mut usize) {
    let count = *lines;
    Dialog::new("Save")
        .confirm("Save it")
        .cancel("Cancel")
        .show(ui.ctx(), |ui| {
            ui.label("First line");
            for line in 1..count {
                ui.label(format!("Line {line}"));
            }
        });
}

#[test]
fn nothing_moves_from_under_the_pointer_when_a_dialog_grows() {
    let mut harness = testing::harness_with(1, changing);
    harness.run();
    let top = |harness: &Harness<'_, usize>, label: &str| harness.get_by_label(label).rect().top();
    let [line, button] = ["First line", "Save it"].map(|label| top(&harness, label));
    let near = |a: f32, b: f32| (a - b).abs() < 1.0;

    // The pointer is on the button that is pressed: it stays there, whatever appears above it.
    harness.get_by_label("Save it").hover();
    harness.run();
    *harness.state_mut() = 4;
    harness.run();
    assert!(near(top(&harness, "Save it"), button));
    let higher = top(&harness, "First line");
    assert!(higher < line - 20.0);
    // What goes leaves its room.
    *harness.state_mut() = 2;
    harness.run();
    assert!(near(top(&harness, "Save it"), button));
    assert!(near(top(&harness, "First line"), higher));

    // The pointer is on what unfolds: that stays, and the buttons give way.
    harness.get_by_label("First line").hover();
    harness.run();
    *harness.state_mut() = 7;
    harness.run();
    assert!(near(top(&harness, "First line"), higher));
    assert!(top(&harness, "Save it") > button + 20.0);
}

#[test]
fn a_dialog_that_grows_stays_in_the_window() {
    let mut harness = testing::harness_with(1, changing);
    harness.run();
    harness.get_by_label("First line").hover();
    *harness.state_mut() = 16;
    harness.run();
    let window = harness.ctx.content_rect();
    for label in ["First line", "Save it"] {
        let rect = harness.get_by_label(label).rect();
        assert!(window.contains_rect(rect), "{label}: {rect:?}");
    }
}

/// A report has nothing that takes the keyboard: the keys scroll it, as they do a page.
#[test]
fn keys_scroll_a_report_while_a_button_has_the_keyboard() {
    let mut harness = testing::harness(|ui| {
        let dialog = Dialog::new("Report").confirm("Open").cancel("Close");
        dialog.show(ui.ctx(), |ui| {
            for number in 1..=60 {
                ui.label(format!("Line {number}"));
            }
        });
    });
    harness.run_steps(6);
    let top = |harness: &Harness<'_>| harness.get_by_label("Line 1").rect().top();
    assert!(harness.get_by_label("Open").is_focused());
    let begin = top(&harness);
    let mut press = |key| {
        harness.key_press(key);
        harness.run_steps(3);
        assert!(harness.get_by_label("Open").is_focused(), "{key:?}");
        top(&harness)
    };
    let page = press(Key::PageDown);
    assert!(page < begin - 100.0, "{begin} {page}");
    assert!(press(Key::ArrowDown) < page);
    let end = press(Key::End);
    assert!(end < page - 100.0, "{end}");
    assert!(press(Key::PageUp) > end);
    assert!((press(Key::Home) - begin).abs() < 1.0);
}

#[test]
fn a_dialog_begins_at_its_top_however_it_was_left() {
    let mut harness = testing::harness_with(true, |ui, open: &mut bool| {
        if *open {
            Dialog::new("Report").confirm("Open").show(ui.ctx(), |ui| {
                for number in 1..=60 {
                    ui.label(format!("Line {number}"));
                }
            });
        }
    });
    harness.run_steps(6);
    let top = |harness: &Harness<'_, bool>| harness.get_by_label("Line 1").rect().top();
    let begin = top(&harness);
    harness.key_press(Key::End);
    harness.run_steps(3);
    assert!(top(&harness) < begin - 100.0);
    *harness.state_mut() = false;
    harness.run_steps(3);
    *harness.state_mut() = true;
    harness.run_steps(6);
    assert!((top(&harness) - begin).abs() < 1.0, "{}", top(&harness));
}

/// Title, buttons and whatever has the keyboard are in sight, however much stands in a dialog, in the smallest window there is.
#[test]
fn title_and_buttons_are_in_sight_however_much_there_is_between() {
    const LONG: &str =
        "Everything of the camp is in this one file, with all of its players, groups and games. ";
    for (title, sentences, fields) in [
        ("Short".to_owned(), 1, 6),
        ("A very long name of a record ".repeat(6), 0, 3),
        ("Much to read".to_owned(), 12, 0),
        ("Much of both".to_owned(), 8, 4),
    ] {
        let text = LONG.repeat(sentences);
        let named = title.clone();
        let show = move |ui: &mut Ui, typed: &mut [String; 6]| {
            Dialog::new(&named)
                .text(&text)
                .confirm("Save it")
                .other("Take it away")
                .cancel("Cancel")
                .show(ui.ctx(), |ui| {
                    for (at, typed) in typed.iter_mut().enumerate().take(fields) {
                        Form::above()
                            .field(&format!("Field {at}"))
                            .problem(Some("Type something"))
                            .text(ui, typed);
                    }
                });
        };
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(450.0, 320.0))
            .build_ui_state(show, <[String; 6]>::default());
        harness.run_steps(12);
        let window = harness.ctx.content_rect();
        let dialog = window.shrink(LEAST_EDGE);
        let title_is_at = harness.get_by_role_and_label(Role::Label, &title).rect();
        assert!(dialog.contains_rect(title_is_at), "{title}: {title_is_at}");
        for at in 0..fields {
            let label = format!("Field {at}");
            let field = harness.get_by_role_and_label(Role::TextInput, &label);
            assert!(field.is_focused(), "{title}: {at}");
            assert!(dialog.contains_rect(field.rect()), "{title}: {at}");
            harness.key_press(Key::Tab);
            harness.run_steps(6);
        }
        for button in ["Save it", "Take it away", "Cancel"] {
            let button = harness.get_by_label(button).rect();
            assert!(dialog.contains_rect(button), "{title}: {button}");
            assert!(button.top() > title_is_at.bottom());
        }
    }
}

#[test]
fn no_edge_of_the_body_cuts_the_ring_of_a_button_off() {
    let seen = (egui::Rect::NOTHING, egui::Rect::NOTHING);
    let mut harness = testing::harness_with(seen, |ui, seen: &mut (egui::Rect, egui::Rect)| {
        let dialog = Dialog::new("Camp").confirm("Open").cancel("Close");
        dialog.show(ui.ctx(), |ui| {
            let button = Button::quiet("Others").show(ui);
            *seen = (button.rect, ui.clip_rect());
        });
    });
    harness.run_steps(6);
    let (button, seen) = *harness.state();
    let ring = button.expand(2.0 * size::FOCUS);
    assert!(seen.contains_rect(ring), "{ring} {seen}");
}
