//! The line at the lower edge of the window.

use egui::{
    Align, Color32, Frame, Layout, Margin, Rect, Response, Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{
    button::paint_focus_ring,
    icon::{Icon, leading_rect},
    input::elided,
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// Items from the left, and items from the right.
#[derive(Debug)]
pub struct StatusBar;

impl StatusBar {
    /// The frame for the panel that the bar is shown in.
    pub fn frame(ui: &Ui) -> Frame {
        Frame::new()
            .fill(ui.tokens().surface_sunken)
            .inner_margin(Margin::symmetric(12, 0))
    }

    /// Shows the bar; `right` begins at the right edge.
    pub fn show(ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
        ui.horizontal(|ui| {
            ui.set_min_height(size::STATUS_BAR);
            ui.spacing_mut().item_spacing.x = space::L;
            // The left gets what the right leaves over.
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                right(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), left);
            });
        });
    }
}

/// A text in the bar, with an icon if it has one. Where there is no room for all of it, it is left out, and only heard.
pub fn status_item(ui: &mut Ui, icon: Option<(Icon, Color32)>, text: &str) -> Response {
    item(ui, icon, (text, None), 1.0)
}

/// Of a text that is cut so much is seen at least, in points.
const LEAST: f32 = 40.0;

/// A text that may be long, such as the name of a file: it is cut to half of the room.
pub fn long_status_item(ui: &mut Ui, icon: Option<(Icon, Color32)>, text: &str) -> Response {
    item(ui, icon, (text, None), 0.5)
}

/// As [`status_item`], with what stands there where the text has no room.
pub fn status_item_or(
    ui: &mut Ui,
    icon: Option<(Icon, Color32)>,
    text: &str,
    short: &str,
) -> Response {
    item(ui, icon, (text, Some(short)), 1.0)
}

/// A text, or the short one, in this part of the room.
fn item(
    ui: &mut Ui,
    icon: Option<(Icon, Color32)>,
    (text, short): (&str, Option<&str>),
    part: f32,
) -> Response {
    let t = ui.tokens();
    // Painted in one piece: in the right half, which is laid out from right to left, the icon would change sides.
    let left = if icon.is_some() {
        size::ICON + 6.0
    } else {
        0.0
    };
    let room = ui.available_width() * part - left;
    let is_whole = part >= 1.0;
    let font = theme::regular(13.0);
    let needed = |text: &str| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font.clone(), t.text_weak);
        galley.size().x
    };
    let shown = short.filter(|_| needed(text) > room).unwrap_or(text);
    let least = needed(shown);
    let least = if is_whole { least } else { least.min(LEAST) };
    if least > room {
        // Without a gap of its own, and not over what stands beside.
        let id = ui.next_auto_id();
        ui.skip_ahead_auto_ids(1);
        let nowhere = Rect::from_min_size(ui.cursor().min, Vec2::ZERO);
        let response = ui.interact(nowhere, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
        return response;
    }
    let galley = elided(ui, shown, font.clone(), t.text_weak, room);
    let wanted = vec2(left + galley.size().x, size::CONTROL_SMALL);
    let (rect, response) = ui.allocate_exact_size(wanted, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
    if let Some((icon, color)) = icon {
        icon.paint(ui.painter(), leading_rect(rect, 0.0).shrink(1.0), color);
    }
    let at = pos2(rect.left() + left, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, t.text_weak);
    response
}

/// A text in the bar that leads somewhere: "3 problems".
pub fn status_button(ui: &mut Ui, icon: Icon, color: Color32, text: &str) -> Response {
    let t = ui.tokens();
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), theme::regular(13.0), t.text);
    let width = galley.size().x + size::ICON + 6.0 + 2.0 * space::S;
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, size::CONTROL_SMALL - 2.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        if response.hovered() {
            ui.painter()
                .rect_filled(rect, radius::SMALL, t.surface_pressed);
        }
        icon.paint(
            ui.painter(),
            leading_rect(rect, space::S).shrink(1.0),
            color,
        );
        let at = pos2(
            rect.left() + space::S + size::ICON + 6.0,
            rect.center().y - galley.size().y / 2.0,
        );
        ui.painter().galley(at, galley, t.text);
        paint_focus_ring(ui, &response, rect.shrink(2.0), radius::SMALL);
    }
    response
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::{super::testing, *};

    #[test]
    fn a_long_name_leaves_room_for_what_counts() {
        let name = "A very long name of a chess camp at the lake in the summer of 2026.ladder";
        let done = "Saved: Bring a copy back";
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(450.0, 60.0))
            .build_ui(|ui| {
                let icon = || Some((Icon::File, ui.tokens().text_weak));
                let (file, check) = (icon(), icon());
                StatusBar::show(
                    ui,
                    |ui| {
                        long_status_item(ui, file, name);
                        status_item_or(ui, check, done, "Saved");
                    },
                    |ui| {
                        status_button(ui, Icon::Warning, Color32::RED, "1 thing to check");
                    },
                );
            });
        harness.run();
        let [name, done, button] =
            [name, done, "1 thing to check"].map(|label| harness.get_by_label(label).rect());
        assert!(name.right() < done.left() && done.right() < button.left());
        // The short word is whole.
        assert!(done.width() > 50.0, "{done}");
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let labels = [
            "Camp at the lake.ladder",
            "Week 1, closed",
            "Backup 11/26/2026",
            "Saved: Close week 1",
        ];
        for width in [300.0, 350.0, 400.0, 450.0, 500.0, 900.0] {
            let mut harness = testing::builder(egui::Theme::Light)
                .with_size(vec2(width, 60.0))
                .build_ui(|ui| {
                    let icon = Some((Icon::Check, ui.tokens().text_weak));
                    let [file, week, backup, done] = labels;
                    StatusBar::show(
                        ui,
                        |ui| {
                            long_status_item(ui, icon, file);
                            status_item_or(ui, icon, week, "Closed");
                            status_item(ui, None, backup);
                            status_item_or(ui, icon, done, "Saved");
                        },
                        |ui| {
                            status_button(ui, Icon::Warning, Color32::RED, "1 thing to check");
                        },
                    );
                });
            harness.run();
            let button = harness.get_by_label("1 thing to check").rect();
            let items = labels.map(|label| harness.get_by_label(label).rect());
            let seen = items.into_iter().filter(|item| item.width() > 0.0);
            let seen = seen.collect::<Vec<_>>();
            assert_eq!(seen.len() == labels.len(), width > 800.0, "{width}");
            let right = seen.iter().skip(1).chain([&button]);
            for (left, right) in seen.iter().zip(right) {
                assert!(left.right() < right.left(), "{width}: {items:?}");
            }
        }
    }
}
