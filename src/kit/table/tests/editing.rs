//! A datasheet: editing its cells.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::{super::*, driver::*};

#[test]
fn typing_replaces_the_cell_and_no_letter_is_lost() {
    let mut harness = sheet(3);
    plain(&mut harness, &[Key::ArrowRight]);
    // All within one frame, as on a slow machine.
    let letters = ["A", "d", "a"].map(|letter| Event::Text(letter.to_owned()));
    let typed = letters.into_iter().chain([pressed(Key::Tab)]);
    harness.input_mut().events.extend(typed);
    harness.run();
    let sheet = harness.state();
    assert_eq!(sheet.started, Some(EditStart::Typed("A".to_owned())));
    assert_eq!(sheet.names[0], "Ada");
    assert_eq!(sheet.ended, [EndedBy::Next]);
    assert_eq!(at(&harness), (0, ACTIVE));
    // And one by one.
    plain(&mut harness, &[Key::ArrowLeft]);
    type_text(&mut harness, "Bo Li");
    plain(&mut harness, &[Key::Enter]);
    assert_eq!(harness.state().names[0], "Bo Li");
    assert!(harness.state().state.editing.is_none());
    plain(&mut harness, &[Key::ArrowDown]);
    assert_eq!(
        at(&harness),
        (1, ACTIVE),
        "the keyboard is back in the table"
    );
}

#[test]
fn f2_edits_what_stands_there_and_escape_gives_up() {
    let mut harness = sheet(3);
    plain(&mut harness, &[Key::ArrowRight, Key::F2]);
    assert_eq!(harness.state().draft, "Player 0");
    plain(&mut harness, &[Key::End]);
    type_text(&mut harness, "x");
    assert_eq!(harness.state().draft, "Player 0x");
    plain(&mut harness, &[Key::Escape]);
    assert_eq!(harness.state().ended, [EndedBy::Escape]);
    assert_eq!(harness.state().names[0], "Player 0");
    assert_eq!(at(&harness), (0, NAME), "Esc stays in the cell");
    plain(&mut harness, &[Key::F2]);
    type_text(&mut harness, "new");
    assert_eq!(harness.state().draft, "new", "all of it was selected");
    plain(&mut harness, &[Key::ArrowDown]);
    assert_eq!(harness.state().names[0], "new");
    assert_eq!(at(&harness), (1, NAME));
}

#[test]
fn escape_and_tab_right_after_the_editor_has_come_do_not_lose_the_keyboard() {
    for key in [Key::Escape, Key::Tab] {
        let mut harness = sheet(3);
        plain(&mut harness, &[Key::ArrowRight]);
        harness.key_press(Key::F2);
        harness.step();
        harness.step();
        harness.key_press(key);
        harness.run();
        assert_eq!(harness.state().ended.len(), 1, "{key:?}");
        plain(&mut harness, &[Key::ArrowDown]);
        assert_eq!(at(&harness).0, 1, "{key:?}");
    }
}

#[test]
fn a_refused_value_keeps_the_cell_open() {
    let mut harness = sheet(3);
    harness.state_mut().refuses = true;
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "bad");
    plain(&mut harness, &[Key::Tab]);
    type_text(&mut harness, "der");
    assert!(harness.state().state.editing.is_some());
    assert_eq!(harness.state().ended, [EndedBy::Next]);
    assert_eq!(harness.state().draft, "badder", "it goes on where it was");
    harness.state_mut().refuses = false;
    plain(&mut harness, &[Key::Tab]);
    assert_eq!(at(&harness), (0, ACTIVE));
}

#[test]
fn a_click_elsewhere_ends_editing_and_goes_there() {
    let mut harness = sheet(5);
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "Cy");
    harness.get_by_label("Rating 1003").click();
    harness.run();
    let there = CellAt {
        row: 3,
        column: RATING,
    };
    assert_eq!(harness.state().ended, [EndedBy::Click(there)]);
    assert_eq!(harness.state().names[0], "Cy");
    assert_eq!(at(&harness), (3, RATING));
    plain(&mut harness, &[Key::ArrowLeft, Key::ArrowLeft]);
    type_text(&mut harness, "Di");
    harness.get_by_label("After").focus();
    harness.run();
    assert_eq!(harness.state().ended.last(), Some(&EndedBy::Elsewhere));
    assert_eq!(harness.state().names[3], "Di");
    assert!(harness.get_by_label("After").is_focused());
}

#[test]
fn a_read_only_cell_swallows_its_letters() {
    let mut harness = sheet(3);
    type_text(&mut harness, "x");
    assert!(harness.state().started.is_some() && harness.state().state.editing.is_none());
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "y");
    assert_eq!(harness.state().draft, "y");
}

#[test]
fn the_cell_that_is_edited_lives_on_out_of_view() {
    let mut harness = sheet(1000);
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "Eve");
    wheel(&mut harness, -9000.0);
    assert!(harness.state().visible.start > 100);
    assert!(harness.state().state.editing.is_some());
    type_text(&mut harness, "lyn");
    assert_eq!(
        harness.state().visible.start,
        0,
        "the next key brings it back"
    );
    plain(&mut harness, &[Key::Enter]);
    assert_eq!(harness.state().names[0], "Evelyn");
}

#[test]
fn a_new_record_is_typed_in_the_last_row() {
    let mut harness = sheet(2);
    press(&mut harness, &[(Modifiers::COMMAND, Key::End)]);
    plain(&mut harness, &[Key::Tab, Key::Tab]);
    assert_eq!(at(&harness), (2, NAME));
    type_text(&mut harness, "Flo");
    harness.get_by_role_and_label(Role::RowHeader, "Not saved yet");
    plain(&mut harness, &[Key::Tab]);
    assert_eq!(harness.state().rows, 3);
    assert_eq!(harness.state().names[2], "Flo");
    assert_eq!(at(&harness), (2, ACTIVE));
}
