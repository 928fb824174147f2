//! Two or three views of one thing, side by side in one frame.

use egui::{
    CornerRadius, EventFilter, Key, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use super::{
    input::elided,
    theme,
    tokens::{UiTokens as _, radius, size},
};

/// Shows the choices side by side; tells which one was chosen now. Arrows go from one to the next.
pub fn segmented(ui: &mut Ui, name: &str, texts: &[&str], chosen: usize) -> Option<usize> {
    let t = ui.tokens();
    let id = ui.make_persistent_id(("segmented", name));
    let layout =
        |text: &str, font, color| ui.painter().layout_no_wrap(text.to_owned(), font, color);
    // As wide as the widest is when it is chosen, so that nothing moves, as far as there is room.
    let widest = texts
        .iter()
        .map(|text| layout(text, theme::medium(size::TEXT), t.text).size().x)
        .fold(0.0, f32::max);
    let count = texts.iter().fold(0.0, |count, _| count + 1.0);
    let width = (widest + 32.0).ceil().min(ui.available_width() / count);
    let layout = |text: &str, font, color| elided(ui, text, font, color, width - 8.0);
    let galleys = texts
        .iter()
        .zip(0..)
        .map(|(text, at)| {
            if at == chosen {
                layout(text, theme::medium(size::TEXT), t.text_strong)
            } else {
                layout(text, theme::regular(size::TEXT), t.text_weak)
            }
        })
        .collect::<Vec<_>>();
    let (_, rect) = ui.allocate_space(vec2(width * count, size::CONTROL));
    ui.painter().rect(
        rect,
        CornerRadius::same(radius::CONTROL),
        t.surface_hover,
        Stroke::new(1.0, t.border),
        StrokeKind::Inside,
    );

    let mut now = None;
    let mut left = rect.left();
    for (at, (text, galley)) in texts.iter().zip(galleys).enumerate() {
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(width, size::CONTROL));
        left += width;
        let part_id = id.with(at);
        let response = ui.interact(part, part_id, Sense::click());
        let is_chosen = at == chosen;
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, *text)
        });
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(part_id, filter));
        if response.clicked() {
            now = Some(at);
        }
        if response.has_focus() {
            let (back, on) = ui.input(|input| {
                (
                    input.key_pressed(Key::ArrowLeft),
                    input.key_pressed(Key::ArrowRight),
                )
            });
            let to = match (back, on) {
                (true, false) => at.checked_sub(1),
                (false, true) => Some(at + 1).filter(|to| *to < texts.len()),
                _ => None,
            };
            if let Some(to) = to {
                ui.memory_mut(|memory| memory.request_focus(id.with(to)));
                now = Some(to);
            }
        }
        let inner = part.shrink(3.0);
        let corner = CornerRadius::same(radius::SMALL);
        if is_chosen {
            let outline = Stroke::new(1.0, t.border_control);
            ui.painter()
                .rect(inner, corner, t.surface_raised, outline, StrokeKind::Inside);
        } else if response.hovered() {
            ui.painter().rect_filled(inner, corner, t.surface_pressed);
        }
        if response.has_focus() {
            let ring = Stroke::new(size::FOCUS, t.focus_ring);
            ui.painter()
                .rect_stroke(inner, corner, ring, StrokeKind::Middle);
        }
        let place = part.center() - galley.size() / 2.0;
        ui.painter().galley(place, galley, t.text);
    }
    now.filter(|at| *at != chosen)
}
