//! A line that opens to show more.

use egui::{
    Align, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::kit::{
    Icon, UiTokens as _, theme,
    tokens::{radius, size, space},
};

/// Height of the line, in points.
pub(crate) const LINE: f32 = 34.0;

/// Where its title begins, and what it shows when it is open, in points.
pub(crate) const INDENT: f32 = 30.0;

/// A line that opens.
#[derive(Debug)]
pub(crate) struct Disclosure<'a> {
    pub(crate) id: Id,
    /// What it is called.
    pub(crate) title: &'a str,
    /// Weakly behind the title.
    pub(crate) detail: &'a str,
    /// At the right end.
    pub(crate) count: &'a str,
    /// Whether it is open until somebody closes it.
    pub(crate) starts_open: bool,
    /// A line of a list, without the weight of a title.
    pub(crate) is_plain: bool,
    /// Keeps this much free at the right end.
    pub(crate) room_right: f32,
}

impl Disclosure<'_> {
    /// Shows the line; tells whether it is open.
    pub(crate) fn show(&self, ui: &mut Ui) -> bool {
        let t = ui.tokens();
        let known: Option<bool> = ui.data(|data| data.get_temp(self.id));
        let mut open = known.unwrap_or(self.starts_open);
        let width = (ui.available_width() - self.room_right).max(80.0);
        let (_, rect) = ui.allocate_space(vec2(width, LINE));
        let response = ui.interact(rect, self.id, Sense::click());
        if response.clicked() {
            open = !open;
            ui.data_mut(|data| data.insert_temp(self.id, open));
        }
        let name = [self.title, self.detail, self.count]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        ui.ctx()
            .accesskit_node_builder(self.id, |node| node.set_expanded(open));
        if !ui.is_rect_visible(rect) {
            return open;
        }
        if response.hovered() {
            ui.painter()
                .rect_filled(rect, radius::CONTROL, t.surface_hover);
        }
        if response.has_focus() {
            let ring = Stroke::new(size::FOCUS, t.focus_ring);
            ui.painter()
                .rect_stroke(rect, radius::CONTROL, ring, StrokeKind::Inside);
        }
        let chevron = if open {
            Icon::ChevronDown
        } else {
            Icon::ChevronRight
        };
        let at =
            Rect::from_center_size(pos2(rect.left() + 12.0, rect.center().y), vec2(12.0, 12.0));
        chevron.paint(ui.painter(), at, t.text_weak);
        let inside = Rect::from_min_max(
            pos2(rect.left() + INDENT, rect.top()),
            pos2(rect.right() - space::S, rect.bottom()),
        );
        let layout = egui::Layout::right_to_left(Align::Center);
        let mut line = ui.new_child(UiBuilder::new().max_rect(inside).layout(layout));
        line.spacing_mut().item_spacing.x = space::S;
        paint_text(
            &mut line,
            self.count,
            theme::regular(size::TEXT),
            t.text_weak,
        );
        line.with_layout(egui::Layout::left_to_right(Align::Center), |line| {
            if self.is_plain {
                paint_text(line, self.title, theme::regular(size::TEXT), t.text);
            } else {
                paint_text(line, self.title, theme::medium(size::TEXT), t.text_strong);
            }
            paint_text(line, self.detail, theme::regular(size::TEXT), t.text_weak);
        });
        open
    }
}

/// Text that a screen reader need not hear again: the line's name has it.
fn paint_text(ui: &mut Ui, text: &str, font: egui::FontId, color: egui::Color32) {
    if text.is_empty() {
        return;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(ui.available_width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let (_, rect) = ui.allocate_space(galley.size());
    ui.painter().galley(rect.min, galley, color);
}

/// Lines of one height, of which only those that are seen are drawn, and those that Tab leads to from there and from whatever stands around
/// them: the next ones, and the ends.
pub(crate) fn lines(ui: &mut Ui, count: usize, height: f32, mut draw: impl FnMut(&mut Ui, usize)) {
    let clip = ui.clip_rect();
    let start = ui.cursor().min;
    let mut top = start.y;
    let mut skipped = 0.0;
    for line in 0..count {
        let bottom = top + height;
        let is_far = bottom < clip.top() - height || top > clip.bottom() + height;
        let is_end = line == 0 || line + 1 == count;
        if is_far && !is_end {
            skipped += height;
        } else {
            if skipped > 0.0 {
                ui.add_space(skipped);
                skipped = 0.0;
            }
            let rect = Rect::from_min_size(pos2(start.x, top), vec2(ui.available_width(), height));
            let layout = egui::Layout::left_to_right(Align::Center);
            let mut child = ui.new_child(
                UiBuilder::new()
                    .id_salt(("line", line))
                    .max_rect(rect)
                    .layout(layout),
            );
            draw(&mut child, line);
            skipped += height;
        }
        top = bottom;
    }
    ui.add_space(skipped);
}

#[cfg(test)]
mod tests {
    use egui::{Key, Modifiers, ScrollArea};
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::{input_check::check_box, scrolling::following_keyboard, testing};

    /// Lines that are out of sight were passed over.
    #[test]
    fn tab_leads_to_every_line_in_sight_or_not() {
        let window = vec2(200.0, 160.0);
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(window)
            .build_ui(|ui| {
                ScrollArea::vertical().show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        let _ = ui.button("Before");
                        ui.add_space(300.0);
                        lines(ui, 20, LINE, |ui, at| {
                            let id = ui.make_persistent_id(("tick", at));
                            check_box(ui, id, &format!("Line {at}"), &mut false);
                        });
                        ui.add_space(300.0);
                        let id = ui.make_persistent_id("behind");
                        check_box(ui, id, "Behind", &mut false);
                    });
                });
            });
        let names = (0..20).map(|at| format!("Line {at}"));
        let names = [vec!["Before".to_owned()], names.collect()].concat();
        let room = Rect::from_min_size(egui::Pos2::ZERO, window);
        let backwards = names.iter().rev();
        let all = names.iter().map(String::as_str).chain(["Behind"]);
        let forwards = all.map(|name| (Modifiers::NONE, name));
        let backwards = backwards.map(|name| (Modifiers::SHIFT, name.as_str()));
        for (with, name) in forwards.chain(backwards) {
            harness.key_press_modifiers(with, Key::Tab);
            harness.run();
            let control = harness.get_by_label(name);
            assert!(control.is_focused(), "{name}");
            assert!(room.contains_rect(control.rect()), "{name}");
        }
    }
}
