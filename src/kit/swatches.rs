//! A few colours to choose from.

use egui::{
    Color32, EventFilter, Key, Modifiers, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{
    button::paint_focus_ring,
    icon::Icon,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, space},
};

/// Edge of a colour, in points.
const EDGE: f32 = 30.0;

/// Shows the colours by name, in as many lines as they need; tells which one was chosen now. One tab stop, in which arrows go
/// from one to the next. The chosen one has a check mark, in white: the colours are dark.
pub fn swatches(
    ui: &mut Ui,
    name: &str,
    colors: &[(&str, Color32)],
    chosen: Option<usize>,
) -> Option<usize> {
    let id = ui.make_persistent_id(("swatches", name));
    let places = places(colors.len(), ui.available_width());
    let size = places
        .iter()
        .fold(Vec2::ZERO, |size, place| size.max(place.max.to_vec2()));
    let (_, whole) = ui.allocate_space(size);
    ui.interact(whole, id, Sense::hover())
        .widget_info(|| WidgetInfo::labeled(Role::RadioGroup, ui.is_enabled(), name));
    let mut now = None;
    for (at, ((name, color), place)) in colors.iter().zip(&places).enumerate() {
        let is_chosen = chosen == Some(at);
        let is_stop = is_chosen || (chosen.is_none() && at == 0);
        let rect = place.translate(whole.min.to_vec2());
        let part = id.with(at);
        let has_focus = ui.memory(|memory| memory.has_focus(part));
        let sense = if is_stop || has_focus {
            Sense::click()
        } else {
            Sense::CLICK
        };
        let response = ui.interact(rect, part, sense);
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, *name)
        });
        if response.clicked() {
            now = Some(at);
        }
        if has_focus {
            let arrows = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(part, arrows));
            if let Some(to) = moved(ui, at, colors.len()) {
                ui.memory_mut(|memory| memory.request_focus(id.with(to)));
                now = Some(to);
            }
        }
        let t = ui.tokens();
        let outline = Stroke::new(1.0, t.border_control);
        ui.painter()
            .rect(rect, radius::CONTROL, *color, outline, StrokeKind::Inside);
        if is_chosen {
            Icon::Check.paint(ui.painter(), rect.shrink(7.0), Color32::WHITE);
        }
        paint_focus_ring(ui, &response, rect, radius::CONTROL);
        response.tip(*name);
    }
    now
}

/// Where the colours lie when there is this much width, from the corner of the first one.
fn places(count: usize, width: f32) -> Vec<Rect> {
    let step = EDGE + space::S;
    let mut corner = pos2(0.0, 0.0);
    let place = |_| {
        if corner.x > 0.0 && corner.x + EDGE > width {
            corner = pos2(0.0, corner.y + step);
        }
        let place = Rect::from_min_size(corner, vec2(EDGE, EDGE));
        corner.x += step;
        place
    };
    (0..count).map(place).collect()
}

/// Where an arrow leads to from the colour at `at`, of `count`.
fn moved(ui: &Ui, at: usize, count: usize) -> Option<usize> {
    // Taken, as the colour that the keyboard goes to is asked in this frame, too.
    let presses = |keys: [Key; 2]| {
        let presses =
            keys.map(|key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)));
        presses.into_iter().sum::<usize>()
    };
    let on = presses([Key::ArrowRight, Key::ArrowDown]);
    let back = presses([Key::ArrowLeft, Key::ArrowUp]);
    let to = (at + on).saturating_sub(back).min(count.saturating_sub(1));
    (to != at).then_some(to)
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    #[test]
    fn arrows_and_clicks_choose() {
        let colors = [
            ("Ink", Color32::BLACK),
            ("Blue", Color32::BLUE),
            ("Red", Color32::RED),
        ];
        let mut harness = testing::harness_with(None, |ui, chosen: &mut Option<usize>| {
            let now = swatches(ui, "Colour", &colors, *chosen);
            *chosen = now.or(*chosen);
        });
        harness.get_by_label("Ink").focus();
        harness.run();
        harness.key_press(Key::ArrowRight);
        harness.run();
        assert_eq!(*harness.state(), Some(1));
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::ArrowRight);
        harness.run();
        assert_eq!(*harness.state(), Some(2), "there is none behind the last");
        assert!(harness.get_by_label("Red").is_focused());
        harness.get_by_label("Ink").click();
        harness.run();
        assert_eq!(*harness.state(), Some(0));
    }

    #[test]
    fn where_it_is_narrow_there_are_more_lines() {
        let narrow = places(5, 3.0 * EDGE);
        assert!(narrow.iter().all(|place| place.right() <= 3.0 * EDGE));
        assert_eq!(narrow[2].min, pos2(0.0, EDGE + space::S));
        assert_eq!(places(2, 1.0).len(), 2, "never none in a line");
    }
}
