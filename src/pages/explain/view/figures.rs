//! Figures with their names.

use egui::{Align, Color32, Label, Layout, Rect, Response, RichText, Ui, Vec2, vec2};

use crate::{
    domain::show_change,
    kit::{
        Icon, UiTokens as _, theme,
        tokens::{size, space},
    },
};

/// Edge of the arrow beside a large figure, in points.
const ARROW: f32 = 14.0;

/// A figure that one came for: its name above, large.
pub(super) fn figure(ui: &mut Ui, name: &str, value: &str) {
    named(ui, name, |ui| {
        let color = ui.tokens().text_strong;
        large(ui, value, color);
    });
}

/// A change as a large figure: sign and arrow say the same as the colour.
pub(super) fn change_figure(ui: &mut Ui, name: &str, change: i32) {
    let t = ui.tokens();
    let (icon, color) = match change {
        0 => (None, t.text_strong),
        1.. => (Some(Icon::ChevronUp), t.success),
        _ => (Some(Icon::ChevronDown), t.danger),
    };
    named(ui, name, |ui| {
        let value = large(ui, &show_change(change), color).rect;
        if let Some(icon) = icon {
            let at = value.right_center() + vec2(space::XS, -ARROW / 2.0);
            let arrow = Rect::from_min_size(at, Vec2::splat(ARROW));
            ui.expand_to_include_rect(arrow);
            icon.paint(ui.painter(), arrow, color);
        }
    });
}

fn named(ui: &mut Ui, name: &str, value: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let weak = ui.tokens().text_weak;
        ui.label(RichText::new(name).color(weak).size(size::TEXT_SMALL));
        value(ui);
    });
}

fn large(ui: &mut Ui, value: &str, color: Color32) -> Response {
    ui.label(
        RichText::new(value)
            .font(theme::medium(size::TEXT_HEADING))
            .color(color),
    )
}

/// A line of a sum: its name at the left, the figure at the right.
pub(super) fn sum_line(ui: &mut Ui, name: &str, value: &str, is_strong: bool) {
    let t = ui.tokens();
    let (font, color) = if is_strong {
        (theme::medium(size::TEXT), t.text_strong)
    } else {
        (theme::regular(size::TEXT), t.text)
    };
    let row = vec2(ui.available_width(), size::TEXT + space::S);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(value).font(font.clone()).color(color));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let name = RichText::new(name).font(font).color(color);
            ui.add(Label::new(name).truncate());
        });
    });
}
