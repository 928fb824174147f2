//! Messages that come, and go or stay.

use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::kit::{Dialog, testing};

#[test]
fn success_leaves_and_an_error_stays_until_closed() {
    let mut toasts = Toasts::default();
    toasts.success("Saved");
    toasts.error(
        "The file could not be written",
        Some("os error 28".to_owned()),
    );
    let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
        toasts.show_at_foot(ui, false);
        let over = Over {
            beside: Some(WIDTH),
            with_foot: false,
        };
        toasts.show(ui.ctx(), over);
    });
    harness.run_ok();
    harness.get_by_role_and_label(Role::Status, "Saved");
    harness.get_by_role_and_label(Role::Alert, "The file could not be written");
    harness.run_steps(30);
    assert!(
        harness
            .query_by_role_and_label(Role::Status, "Saved")
            .is_none()
    );
    harness.get_by_label("Show details").click();
    harness.run_steps(3);
    harness.get_by_label("os error 28");
    harness.get_by_label("Close message").click();
    harness.run_steps(3);
    assert!(harness.state().is_empty());
}

#[test]
fn what_stays_is_as_high_as_it_needs() {
    let mut toasts = Toasts::default();
    let text = "The file that was there is beside it. ".repeat(8);
    toasts.opening(text, PathBuf::from("Camp.ladder"));
    let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
        ui.set_width(400.0);
        egui::Panel::bottom("messages").show(ui, |ui| toasts.show_at_foot(ui, false));
    });
    harness.set_size(vec2(400.0, 800.0));
    harness.run_ok();
    let button = harness.get_by_label("Open that file").rect();
    let window = harness.ctx.content_rect();
    assert!(window.contains_rect(button), "{button} in {window}");
}

#[test]
fn the_newest_and_its_button_are_in_sight_where_there_is_room_for_one() {
    let mut toasts = Toasts::default();
    toasts.error("The stick isn’t there. ".repeat(6), None);
    let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
        ui.set_width(400.0);
        egui::Panel::bottom("messages").show(ui, |ui| toasts.show_at_foot(ui, false));
    });
    harness.set_size(vec2(400.0, 320.0));
    harness.run_ok();
    let text = "The file that was there is beside it. ".repeat(6);
    let toasts = harness.state_mut();
    toasts.opening(text.clone(), PathBuf::from("Camp.ladder"));
    harness.run_ok();
    let window = harness.ctx.content_rect();
    for name in ["Open that file", "Close message"] {
        let mut named = harness.query_all_by_label(name);
        let is_seen = named.any(|button| window.contains_rect(button.rect()));
        assert!(is_seen, "{name}");
    }
    let newest = harness.get_by_role_and_label(Role::Status, &text).rect();
    assert!(newest.top() >= window.height() * (1.0 - MOST_OF_WINDOW) - 20.0);
    assert!(newest.top() < window.bottom() - 40.0, "{newest}");
}

#[test]
fn keys_scroll_what_has_no_room_while_it_has_the_keyboard() {
    let mut toasts = Toasts::default();
    let text = "The file that was there is beside it. ".repeat(20);
    toasts.opening(text.clone(), PathBuf::from("Camp.ladder"));
    let mut harness = testing::harness_with((toasts, false), |ui, (toasts, is_led_to)| {
        let takes_keyboard = std::mem::take(is_led_to);
        ui.set_width(400.0);
        egui::Panel::bottom("messages").show(ui, |ui| toasts.show_at_foot(ui, takes_keyboard));
    });
    harness.set_size(vec2(400.0, 320.0));
    harness.run_ok();
    harness.state_mut().1 = true;
    harness.run_ok();
    let top = |harness: &egui_kittest::Harness<'_, (Toasts, bool)>| {
        let message = harness.get_by_role_and_label(Role::Status, &text);
        message.rect().top()
    };
    let at_first = top(&harness);
    for (key, back) in [
        (Key::ArrowDown, Key::ArrowUp),
        (Key::PageDown, Key::PageUp),
        (Key::End, Key::Home),
    ] {
        harness.key_press(key);
        harness.run_ok();
        assert!(top(&harness) < at_first, "{key:?}");
        assert!(harness.state().0.foot_has_keyboard(), "{key:?}");
        harness.key_press(back);
        harness.run_ok();
        assert!((top(&harness) - at_first).abs() < 1.0, "{back:?}");
    }
}

/// The long one is as wide as there is room, and leaves by itself.
#[test]
fn a_long_message_stands_at_the_foot_for_a_while() {
    let long = "Imported 1 player and 3 games. Ratings are as before until you change a game or press Recalc Ratings (F9)";
    let mut toasts = Toasts::default();
    toasts.undoable(long, false);
    toasts.success("Sent to printer");
    let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
        egui::Panel::bottom("messages").show(ui, |ui| toasts.show_at_foot(ui, false));
        let over = Over {
            beside: Some(200.0),
            with_foot: false,
        };
        toasts.show(ui.ctx(), over);
    });
    harness.run_steps(3);
    let width = |harness: &egui_kittest::Harness<'_, Toasts>, text: &str| {
        let message = harness.query_by_role_and_label(Role::Status, text);
        message.map(|message| message.rect().width())
    };
    assert!(width(&harness, "Sent to printer").is_some_and(|width| width < 220.0));
    assert!(width(&harness, long).is_some_and(|width| width > 500.0));
    // Four steps are a second.
    harness.run_steps(22);
    assert_eq!(width(&harness, "Sent to printer"), None);
    assert!(width(&harness, long).is_some(), "it takes longer to read");
    harness.run_steps(28);
    assert_eq!(width(&harness, long), None);
}

#[test]
fn what_was_undone_or_redone_last_stands_alone() {
    let mut toasts = Toasts::default();
    toasts.success("Sent to printer");
    toasts.of_history("Undone: add game 17");
    toasts.of_history("Redone: add game 17");
    let texts = toasts.messages.iter().map(|toast| toast.text.as_str());
    let texts = texts.collect::<Vec<_>>();
    assert_eq!(texts, ["Sent to printer", "Redone: add game 17"]);
}

#[test]
fn the_keyboard_goes_back_to_where_it_was_once_a_message_is_closed() {
    let mut toasts = Toasts::default();
    toasts.error("The file could not be written", None);
    let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
        Button::secondary("Work").show(ui);
        toasts.show_at_foot(ui, false);
        let over = Over {
            beside: None,
            with_foot: false,
        };
        toasts.show(ui.ctx(), over);
    });
    harness.run_ok();
    harness.get_by_label("Work").focus();
    harness.run_steps(3);
    harness.get_by_label("Close message").click();
    harness.run_steps(3);
    assert!(harness.state().is_empty());
    assert!(harness.get_by_label("Work").is_focused());
}

/// Beside a dialog, or below it, nobody reads them in their time.
#[test]
fn messages_lie_below_a_question_and_wait_for_its_answer() {
    let mut toasts = Toasts::default();
    for text in ["Sent to printer", "12 records changed", "Published"] {
        toasts.success(text);
    }
    let mut harness = testing::harness_with(
        (toasts, true),
        |ui, (toasts, is_asked): &mut (Toasts, bool)| {
            if *is_asked {
                let dialog = Dialog::new("Sure?").cancel("No").width(700.0);
                dialog.show(ui.ctx(), |_| ());
            }
            let over = Over {
                beside: None,
                with_foot: false,
            };
            toasts.show(ui.ctx(), over);
        },
    );
    // Four steps are a second.
    harness.run_steps(60);
    harness.get_by_role_and_label(Role::Status, "Published");
    let ids = [Id::unique("kit toasts"), Id::unique(("dialog", "Sure?"))];
    let shown = harness.ctx.memory(|memory| {
        let layers = memory.layer_ids().map(|layer| (layer, layer.id));
        let layers = layers.filter(|(layer, _)| memory.areas().is_visible(layer));
        let of_both = layers.filter(|(_, id)| ids.contains(id));
        of_both.map(|(_, id)| id).collect::<Vec<_>>()
    });
    assert_eq!(shown, ids, "the last one is the top one");
    harness.state_mut().1 = false;
    harness.run_steps(8);
    assert!(!harness.state().0.is_empty());
    harness.run_steps(20);
    assert!(harness.state().0.is_empty());
}
