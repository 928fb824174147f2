//! What scrolls, and follows the keyboard.

use std::time::Duration;

use egui::{
    AsIdSalt, Context, Event, Id, Key, Memory, Modifiers, Rect, Response, ScrollArea, Ui,
    scroll_area, style::ScrollAnimation, vec2,
};

use super::{table, tokens::space};

/// Draws the inside of a scroll area, and scrolls to whatever control in it the keyboard goes to.
pub fn following_keyboard<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.make_persistent_id("follows the keyboard");
    let inner = body(ui);
    let focused = ui.memory(Memory::focused);
    let seen: Option<Id> = ui.data(|data| data.get_temp(id)).flatten();
    if focused != seen {
        ui.data_mut(|data| data.insert_temp(id, focused));
        if focused.is_none() || focused != coming_back(ui) {
            bring_into_sight(ui, focused);
        }
    }
    inner
}

/// Whatever scrolls stands at its beginning again, also what isn't shown now.
pub fn begin_at_top(ctx: &Context) {
    ctx.data_mut(|data| {
        data.remove_by_type::<scroll_area::State>();
        data.remove_by_type::<table::Scroll>();
    });
}

/// In the next frame the keyboard comes back to a control that had it, or it comes to one at the beginning of a page: whatever is clicked
/// meanwhile stays where it is, and nothing is scrolled.
pub fn comes_back(ctx: &Context, control: Id) {
    let at = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(BACK), (control, at)));
}

fn coming_back(ui: &Ui) -> Option<Id> {
    let (control, at): (Id, u64) = ui.data(|data| data.get_temp(Id::unique(BACK)))?;
    (ui.ctx().cumulative_pass_nr() <= at + 1).then_some(control)
}

const BACK: &str = "control that the keyboard comes back to";

/// So long what scrolls inside of a page takes to bring a control into sight, in seconds.
const INSIDE: f64 = 0.4;

/// What is remembered of the keyboard in what scrolls.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The control that had it.
    seen: Option<Id>,
    /// When it has to be in sight, in the time of egui.
    until: Option<f64>,
    /// The frame in which it was looked at last.
    drawn_at: u64,
    /// When it came onto the screen.
    since: f64,
    /// Whether the keyboard has been in here since.
    has_arrived: bool,
}

/// As [`following_keyboard`], around what scrolls and follows the keyboard by itself: only what that can't bring into sight. What has
/// just come onto the screen stands at its beginning, whatever has the keyboard, until a key is pressed; `what` tells it apart.
pub fn following_keyboard_around<R>(
    ui: &mut Ui,
    what: impl AsIdSalt,
    body: impl FnOnce(&mut Ui) -> R,
) -> R {
    let id = ui.make_persistent_id(("follows the keyboard around", what));
    // Whatever takes a key takes it out of the input, too.
    let (now, is_typed) = ui.input(|input| {
        let is_typed = |event: &Event| match event {
            Event::Key { key, pressed, .. } => *pressed && !is_held_with_others(*key),
            Event::Text(_) => true,
            _ => false,
        };
        (input.time, input.events.iter().any(is_typed))
    });
    let inner = body(ui);
    let focused = ui.memory(Memory::focused);
    let before: Around = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let drawn_at = ui.ctx().cumulative_pass_nr();
    let is_new = drawn_at > before.drawn_at + 1;
    let since = if is_new { now } else { before.since };
    // The keyboard comes a while after a page, when its record or its list is there.
    let has_come = before.has_arrived && !is_new && now - since >= INSIDE;
    let until = match before.until {
        _ if is_new => None,
        _ if is_typed || has_come && focused != before.seen => Some(now + INSIDE),
        until => until,
    };
    // In the first frame the keyboard may still be with a control of the page before.
    let has_arrived = !is_new && (before.has_arrived || is_in(ui, focused));
    let left = until.map(|until| until - now);
    let is_over = left.is_some_and(|left| left <= 0.0);
    let remembered = Around {
        seen: focused,
        until: until.filter(|_| !is_over),
        drawn_at,
        since,
        has_arrived,
    };
    ui.data_mut(|data| data.insert_temp(id, remembered));
    if is_over {
        bring_into_sight(ui, focused);
    } else if let Some(left) = left {
        let wait = Duration::try_from_secs_f64(left).unwrap_or_default();
        ui.ctx().request_repaint_after(wait);
    }
    inner
}

/// Whether a key does something only with another one.
fn is_held_with_others(key: Key) -> bool {
    [
        Key::ShiftLeft,
        Key::ShiftRight,
        Key::ControlLeft,
        Key::ControlRight,
        Key::AltLeft,
        Key::AltRight,
        Key::SuperLeft,
        Key::SuperRight,
    ]
    .contains(&key)
}

/// Whether a control is in here.
fn is_in(ui: &Ui, control: Option<Id>) -> bool {
    let control = control.and_then(|control| looked_up(ui, control));
    control.is_some_and(|control| {
        control.layer_id == ui.layer_id() && ui.min_rect().contains(control.rect.center())
    })
}

/// What this control has to show is a part of it, which it brings into sight by itself.
pub(super) fn shows_its_part(ui: &Ui, control: Id) {
    ui.data_mut(|data| data.insert_temp(control.with(PART), true));
}

const PART: &str = "shows its part";

/// What belongs to a control, such as its title, comes into sight with it, if there is room for both.
pub fn comes_with(ui: &Ui, control: Id, whole: Rect) {
    ui.data_mut(|data| data.insert_temp(control.with(WHOLE), whole));
}

const WHOLE: &str = "comes into sight as a whole";

/// What is known of a control. Where a button is pressed and let go in one frame, and leads the keyboard to a control, egui would take it from
/// there again for having looked.
pub fn looked_up(ui: &Ui, control: Id) -> Option<Response> {
    let focused = ui.memory(Memory::focused);
    let response = ui.ctx().read_response(control);
    if focused == Some(control) && ui.memory(Memory::focused) != focused {
        ui.memory_mut(|memory| memory.request_focus(control));
    }
    response
}

/// Scrolls to a control in here that isn't in sight.
pub fn bring_into_sight(ui: &Ui, control: Option<Id>) {
    let shows_part = |control: &Id| {
        let shows = ui.data(|data| data.get_temp(control.with(PART)));
        shows.unwrap_or(false)
    };
    let control = control.filter(|control| !shows_part(control));
    let control = control.and_then(|control| looked_up(ui, control));
    // What can be clicked outside isn't in here: a menu that lies over it, or a button below.
    let is_in_here = |control: &Response| {
        let seen = control.interact_rect;
        control.layer_id == ui.layer_id()
            && (!seen.is_positive() || ui.clip_rect().expand(1.0).contains_rect(seen))
    };
    let control = control.filter(is_in_here);
    let in_sight = |control: Response| {
        let whole = ui.data(|data| data.get_temp::<Rect>(control.id.with(WHOLE)));
        let room = ui.clip_rect().height() - 2.0 * space::L;
        whole
            .filter(|whole| whole.height() <= room)
            .unwrap_or(control.rect)
    };
    if let Some(rect) = control.map(in_sight)
        && ui.min_rect().contains(rect.center())
        && !ui.clip_rect().contains_rect(rect)
    {
        ui.scroll_to_rect(rect.expand(space::L), None);
    }
}

/// How far the keys scroll, in points, where nothing else takes them; `height` is that of what is in view.
pub fn scrolled_by_keys(ui: &Ui, height: f32) -> f32 {
    scrolled_by(ui, &steps(ui.spacing().interact_size.y)) + scrolled_by_page_keys(ui, height)
}

/// As [`scrolled_by_keys`], where a control has the arrows.
pub fn scrolled_by_page_keys(ui: &Ui, height: f32) -> f32 {
    let page = height - ui.spacing().interact_size.y;
    scrolled_by(ui, &page_steps(page))
}

/// Nothing else hears the keys that scroll.
pub fn take_scrolling_keys(ui: &Ui) {
    ui.input_mut(|input| {
        for (key, _) in steps(0.0).into_iter().chain(page_steps(0.0)) {
            input.consume_key(Modifiers::NONE, key);
        }
    });
}

fn steps(line: f32) -> [(Key, f32); 4] {
    let all = f32::from(u16::MAX);
    [
        (Key::ArrowDown, -line),
        (Key::ArrowUp, line),
        (Key::End, -all),
        (Key::Home, all),
    ]
}

const fn page_steps(page: f32) -> [(Key, f32); 2] {
    [(Key::PageDown, -page), (Key::PageUp, page)]
}

fn scrolled_by(ui: &Ui, steps: &[(Key, f32)]) -> f32 {
    let pressed = steps
        .iter()
        .filter(|(key, _)| ui.input(|input| input.key_pressed(*key)));
    pressed.map(|(_, by)| by).sum()
}

/// As wide as lines are read well, in points.
const WIDEST: f32 = 1040.0;

/// What stands below the buttons of a page and follows the keyboard; while `head`, one of those buttons, has it, the keys scroll.
pub fn below_head(ui: &mut Ui, id: impl AsIdSalt, head: Option<Id>, body: impl FnOnce(&mut Ui)) {
    let takes_keys = ui.memory(|memory| memory.focused() == head);
    let by = if takes_keys {
        scrolled_by_keys(ui, ui.available_height())
    } else {
        0.0
    };
    ScrollArea::vertical()
        .id_salt(id)
        .auto_shrink(false)
        .show(ui, |ui| {
            if by != 0.0 {
                ui.scroll_with_delta_animation(vec2(0.0, by), ScrollAnimation::none());
            }
            following_keyboard(ui, |ui| {
                // The scroll bar lies over the right edge.
                ui.set_max_width((ui.available_width() - space::L).min(WIDEST));
                ui.spacing_mut().item_spacing.y = space::M;
                body(ui);
                ui.add_space(space::L);
            });
        });
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::{super::testing, *};

    #[test]
    fn the_control_with_the_keyboard_is_in_sight() {
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(200.0, 120.0))
            .build_ui(|ui| {
                ScrollArea::vertical().show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        for number in 1..=12 {
                            let _ = ui.button(format!("Button {number}"));
                        }
                    });
                });
            });
        let room = Rect::from_min_size(egui::Pos2::ZERO, vec2(200.0, 120.0));
        for _ in 1..=12 {
            harness.key_press(Key::Tab);
            harness.run();
        }
        let last = harness.get_by_label("Button 12");
        assert!(last.is_focused());
        assert!(room.contains_rect(last.rect()), "{:?}", last.rect());
    }

    #[test]
    fn a_button_below_what_scrolls_scrolls_it_nowhere() {
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(200.0, 300.0))
            .build_ui(|ui| {
                ScrollArea::vertical().max_height(120.0).show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        let _ = ui.button("First line");
                        ui.allocate_space(vec2(100.0, 400.0));
                    });
                });
                let _ = ui.button("Close");
            });
        let top = |harness: &egui_kittest::Harness<'_>| harness.get_by_label("First line").rect();
        let before = top(&harness);
        harness.get_by_label("Close").focus();
        harness.run();
        assert!(harness.get_by_label("Close").is_focused());
        assert_eq!(top(&harness), before);
    }

    #[test]
    fn what_lies_over_a_page_scrolls_it_nowhere() {
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(200.0, 300.0))
            .build_ui(|ui| {
                ScrollArea::vertical().max_height(120.0).show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        for number in 1..=12 {
                            let _ = ui.button(format!("Button {number}"));
                        }
                    });
                });
                // Over where buttons of the page stand out of sight.
                let area = egui::Area::new(Id::unique("menu")).fixed_pos([10.0, 200.0]);
                area.show(ui.ctx(), |ui| ui.button("Entry"));
            });
        let top = |harness: &egui_kittest::Harness<'_>| harness.get_by_label("Button 1").rect();
        let before = top(&harness);
        harness.get_by_label("Entry").focus();
        harness.run();
        assert!(harness.get_by_label("Entry").is_focused());
        assert_eq!(top(&harness), before);
    }
}
