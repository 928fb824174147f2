//! The check box.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, Galley, Id, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{
    button::paint_focus_ring,
    dialog,
    icon::Icon,
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

const EDGE: f32 = 18.0;

/// Height of a check box whose text has this width at most, in points.
pub fn check_box_height(ui: &Ui, text: &str, width: f32) -> f32 {
    let width = (width - EDGE - space::S).max(0.0);
    height_of(&laid_out(ui, text, width, ui.tokens().text))
}

fn laid_out(ui: &Ui, text: &str, width: f32, color: Color32) -> Arc<Galley> {
    let font = theme::regular(size::TEXT);
    ui.painter().layout(text.to_owned(), font, color, width)
}

fn height_of(text: &Galley) -> f32 {
    (text.size().y + space::S).max(size::CONTROL)
}

/// A check box with a text beside it, which may be empty when a label names it elsewhere. Where things stand under one another,
/// a long text takes several lines.
pub fn check_box(ui: &mut Ui, id: Id, text: &str, value: &mut bool) -> Response {
    let t = ui.tokens();
    let color = t.text;
    let width = if ui.layout().main_dir().is_vertical() {
        (ui.available_width() - EDGE - space::S).max(0.0)
    } else {
        f32::INFINITY
    };
    let galley = laid_out(ui, text, width, color);
    let text_width = if text.is_empty() {
        0.0
    } else {
        galley.size().x + space::S
    };
    let height = height_of(&galley);
    let (_, rect) = ui.allocate_space(vec2(EDGE + text_width, height));
    let mut response = ui.interact(rect, id, Sense::click());
    // Space ticks it.
    dialog::leave_enter(ui, id, true);
    if response.clicked() {
        *value = !*value;
        response.mark_changed();
    }
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, ui.is_enabled(), *value, text));

    if ui.is_rect_visible(rect) {
        let square = Rect::from_min_size(
            pos2(rect.left(), rect.center().y - EDGE / 2.0),
            Vec2::splat(EDGE),
        );
        let (fill, outline) = match (*value, ui.is_enabled(), response.hovered()) {
            (true, true, false) => (t.accent_fill, Stroke::NONE),
            (true, true, true) => (t.accent_fill_hover, Stroke::NONE),
            (true, false, _) => (t.text_weak, Stroke::NONE),
            (false, true, true) => (t.surface_hover, Stroke::new(1.0, t.text_weak)),
            (false, true, false) => (t.surface_raised, Stroke::new(1.0, t.border_control)),
            (false, false, _) => (t.surface_sunken, Stroke::new(1.0, t.border)),
        };
        ui.painter().rect(
            square,
            CornerRadius::same(radius::SMALL),
            fill,
            outline,
            StrokeKind::Inside,
        );
        if *value {
            Icon::Check.paint(ui.painter(), square.shrink(2.5), t.on_fill);
        }
        paint_focus_ring(ui, &response, square, radius::SMALL);
        let at = pos2(
            square.right() + space::S,
            rect.center().y - galley.size().y / 2.0,
        );
        ui.painter().galley(at, galley, color);
    }
    response
}
