//! What stands between the title of a dialog and its buttons, and scrolls where there is less room.

use egui::{Frame, Id, Margin, ScrollArea, Ui, UiBuilder, style::ScrollAnimation, vec2};

use super::{LEAST_BODY, Memory};
use crate::kit::{
    scrolling::{following_keyboard, scrolled_by_keys},
    tokens::space,
};

/// How high a list in the body of a dialog is, in points: as high as is wanted, and less where it would be higher than the body, of which `beside`
/// points are for what is above and below the list.
pub fn height_of_list(ui: &Ui, wanted: f32, beside: f32) -> f32 {
    let room: Option<f32> = ui.data(|data| data.get_temp(Id::unique(ROOM)));
    let room = room.unwrap_or(f32::INFINITY) - beside;
    wanted.min(room.max(LEAST_BODY))
}

/// What the room of the body is remembered by while that is drawn.
const ROOM: &str = "room of the body of a dialog";

/// Draws the body in so much room, in points, and scrolls it if it is higher.
pub(super) fn scrolling_body(ui: &mut Ui, memory: &Memory, room: f32, body: impl FnOnce(&mut Ui)) {
    ui.data_mut(|data| data.insert_temp(Id::unique(ROOM), room));
    let by = if memory.is_at_buttons && memory.is_top {
        scrolled_by_keys(ui, room)
    } else {
        0.0
    };
    // What scrolls is cut off at its edges, and the ring around a button at one of them must not be. At the right one the
    // scroll bar lies in the margin of the dialog.
    let ring = f32::from(RING);
    let rect = ui.available_rect_before_wrap();
    let wider = rect.expand(ring).with_max_x(rect.right() + space::M);
    let height = room + 2.0 * ring;
    let mut child = ui.new_child(UiBuilder::new().max_rect(wider));
    let mut area = ScrollArea::vertical();
    if memory.age == 0 {
        // Wherever it was left the last time.
        area = area.vertical_scroll_offset(0.0);
    }
    area.max_height(height)
        // The whole room at once, wherever the dialog stands until it is measured.
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(&mut child, |ui| {
            if by != 0.0 {
                ui.scroll_with_delta_animation(vec2(0.0, by), ScrollAnimation::none());
            }
            let margin = Margin {
                right: 0,
                ..Margin::same(RING)
            };
            let framed = |ui: &mut Ui| {
                Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.set_width(ui.available_width() - space::M);
                    body(ui);
                });
            };
            if memory.is_grown {
                following_keyboard(ui, framed);
            } else {
                // What is out of sight now may not be when the dialog is as high as it will be.
                framed(ui);
            }
        });
    let shown = child.min_rect().shrink2(vec2(0.0, ring));
    if shown.height() <= 0.0 {
        return;
    }
    ui.advance_cursor_after_rect(shown.with_min_x(rect.left()).with_max_x(rect.right()));
}

/// Room for the ring of a focused button, in points.
const RING: i8 = 4;
