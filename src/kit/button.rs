//! Buttons: primary, secondary, quiet and danger.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, Event, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Widget,
    WidgetInfo, pos2, vec2,
};

use super::{
    icon::{Icon, leading_rect},
    input::elided_in_the_middle,
    theme,
    tip::Tip as _,
    tokens::{Tokens, UiTokens as _, radius, size, space},
};

/// A button with a text, and optionally an icon, a key hint and a reason why it cannot be pressed now.
#[derive(Clone, Debug)]
#[must_use = "a button does nothing until it is shown"]
pub struct Button<'a> {
    text: &'a str,
    look: Look,
    icon: Option<Icon>,
    shortcut: Option<&'a str>,
    refused: Option<&'a str>,
    height: f32,
    min_width: f32,
    max_width: f32,
    /// Whether it is the first one of a row, and no frame tells how much room there is before its text.
    is_flush: bool,
}

/// An icon and the room behind it, in points.
const ICON_WIDTH: f32 = size::ICON + 6.0;

/// The texts of a button, their width without and with the padding, and the padding before and behind them, in points.
struct ButtonLayout {
    text: Arc<Galley>,
    is_cut: bool,
    keys: Option<Arc<Galley>>,
    content: f32,
    width: f32,
    before: f32,
    behind: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    Primary,
    Secondary,
    Quiet,
    Danger,
}

impl<'a> Button<'a> {
    /// The one thing one came here to do. At most one on a page.
    pub fn primary(text: &'a str) -> Self {
        Self::new(text, Look::Primary)
    }

    /// What else can be done.
    pub fn secondary(text: &'a str) -> Self {
        Self::new(text, Look::Secondary)
    }

    /// Without a frame: in tool bars, banners and messages.
    pub fn quiet(text: &'a str) -> Self {
        Self::new(text, Look::Quiet)
    }

    /// Takes something away.
    pub fn danger(text: &'a str) -> Self {
        Self::new(text, Look::Danger)
    }

    fn new(text: &'a str, look: Look) -> Self {
        Self {
            text,
            look,
            icon: None,
            shortcut: None,
            refused: None,
            height: size::CONTROL,
            min_width: 0.0,
            max_width: f32::INFINITY,
            is_flush: false,
        }
    }

    /// An icon before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// The key that does the same, shown weakly behind the text: "Ctrl+N".
    pub fn shortcut(mut self, keys: &'a str) -> Self {
        self.shortcut = Some(keys);
        self
    }

    /// Some reason: the button cannot be pressed, and says why under the pointer and to a screen reader.
    pub fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refused = reason;
        self
    }

    /// For banners, messages and bars.
    pub fn small(mut self) -> Self {
        self.height = size::CONTROL_SMALL;
        self
    }

    /// At least this wide, in points.
    pub fn min_width(mut self, width: f32) -> Self {
        self.min_width = width;
        self
    }

    /// At most this wide, in points: a longer text is cut in its middle, as names are told apart by both their ends, and is
    /// whole under the pointer and to a screen reader.
    pub fn max_width(mut self, width: f32) -> Self {
        self.max_width = width;
        self
    }

    /// Shows the button.
    pub fn show(mut self, ui: &mut Ui) -> Response {
        let enabled = self.refused.is_none();
        let reason = self.refused;
        // The part of the window that is made for it below has what is left of the row, and wouldn't begin a new one.
        let is_first = |ui: &Ui| ui.cursor().left() <= ui.max_rect().left();
        let has_room = self.width(ui) <= ui.available_size_before_wrap().x;
        if ui.layout().main_wrap {
            if !is_first(ui) && !has_room {
                ui.end_row();
            }
            self.is_flush = self.look == Look::Quiet && is_first(ui);
        }
        let response = ui.add_enabled_ui(enabled, |ui| self.draw(ui)).inner;
        if let Some(reason) = reason {
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_description(reason));
            return response.tip_if_disabled(reason);
        }
        response
    }

    /// Its width where it is shown, in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        self.layout(ui).width
    }

    /// How far behind its left edge its text begins, in points, where it is as wide as that needs.
    pub fn text_indent(&self, ui: &Ui) -> f32 {
        self.layout(ui).before + self.icon.map_or(0.0, |_| ICON_WIDTH)
    }

    fn layout(&self, ui: &Ui) -> ButtonLayout {
        let small = self.height < size::CONTROL;
        let points = if small { 13.0 } else { size::TEXT };
        let font = match self.look {
            Look::Primary | Look::Danger => theme::medium(points),
            Look::Secondary | Look::Quiet => theme::regular(points),
        };
        let keys = self.shortcut.map(|keys| {
            ui.painter().layout_no_wrap(
                keys.to_owned(),
                theme::regular(size::TEXT_SMALL),
                Color32::PLACEHOLDER,
            )
        });

        let behind = if small { 10.0 } else { 14.0 };
        let before = if self.is_flush { 0.0 } else { behind };
        let padding = before + behind;
        // An icon alone needs no room behind it.
        let beside = if self.text.is_empty() {
            size::ICON
        } else {
            ICON_WIDTH
        };
        let icon_width = self.icon.map_or(0.0, |_| beside);
        let keys_width = keys.as_ref().map_or(0.0, |keys| keys.size().x + space::M);
        let room = self.max_width - padding - icon_width - keys_width;
        let text = elided_in_the_middle(ui, self.text, &font, room);
        let is_cut = text != self.text;
        let text = ui
            .painter()
            .layout_no_wrap(text, font, Color32::PLACEHOLDER);
        let content = icon_width + text.size().x + keys_width;
        let width = (content + padding).max(self.min_width).ceil();
        ButtonLayout {
            text,
            is_cut,
            keys,
            content,
            width,
            before,
            behind,
        }
    }

    fn draw(&self, ui: &mut Ui) -> Response {
        let t = ui.tokens();
        let ButtonLayout {
            text,
            is_cut,
            keys,
            content,
            width,
            before,
            behind,
        } = self.layout(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(width, self.height), Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), self.text));

        if ui.is_rect_visible(rect) {
            let colors = Colors::new(self.look, t, &response);
            let corner = CornerRadius::same(radius::CONTROL);
            ui.painter().rect(
                rect,
                corner,
                colors.fill,
                colors.outline,
                StrokeKind::Inside,
            );

            let mut x = rect.center().x + (before - behind - content) / 2.0;
            if let Some(icon) = self.icon {
                icon.paint(
                    ui.painter(),
                    leading_rect(rect, x - rect.left()),
                    colors.icon,
                );
                x += ICON_WIDTH;
            }
            let baseline = |height: f32| rect.center().y - height / 2.0;
            let text_width = text.size().x;
            ui.painter()
                .galley(pos2(x, baseline(text.size().y)), text, colors.text);
            if let Some(keys) = keys {
                let at = pos2(x + text_width + space::M, baseline(keys.size().y));
                ui.painter().galley(at, keys, colors.keys);
            }
            paint_focus_ring(ui, &response, rect, radius::CONTROL);
        }
        if is_cut {
            return response.tip(self.text);
        }
        response
    }
}

/// Whether a button was pressed, and not once more by what still belongs to the press before: the second half of a double click, or what a
/// key repeats that is held down. For what does something else the second time, as the next record has come.
pub fn clicked_anew(button: &Response) -> bool {
    let is_repeat = |event: &Event| {
        matches!(
            event,
            Event::Key {
                pressed: true,
                repeat: true,
                ..
            }
        )
    };
    let is_held = || button.ctx.input(|input| input.events.iter().any(is_repeat));
    button.clicked() && !button.double_clicked() && !button.triple_clicked() && !is_held()
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        self.show(ui)
    }
}

struct Colors {
    fill: Color32,
    outline: Stroke,
    text: Color32,
    icon: Color32,
    keys: Color32,
}

impl Colors {
    fn new(look: Look, t: &Tokens, response: &Response) -> Self {
        let hovered = response.hovered();
        let pressed = response.is_pointer_button_down_on();
        let filled = |rest: Color32, hover: Color32| Self {
            fill: if hovered || pressed { hover } else { rest },
            outline: Stroke::NONE,
            text: t.on_fill,
            icon: t.on_fill,
            keys: t.on_fill,
        };
        let plain = |rest: Color32, outline: Stroke, text: Color32| Self {
            fill: if pressed {
                t.surface_pressed
            } else if hovered {
                t.surface_hover
            } else {
                rest
            },
            outline,
            text: if hovered { t.text_strong } else { text },
            icon: if hovered { t.text_strong } else { t.text_weak },
            keys: t.text_weak,
        };
        match look {
            _ if !response.enabled() => Self {
                // egui fades what is disabled; without the accent it does not look like an invitation.
                fill: if look == Look::Quiet {
                    Color32::TRANSPARENT
                } else {
                    t.surface_pressed
                },
                outline: Stroke::NONE,
                text: t.text,
                icon: t.text,
                keys: t.text,
            },
            Look::Primary => filled(t.accent_fill, t.accent_fill_hover),
            Look::Danger => filled(t.danger_fill, t.danger_fill_hover),
            Look::Secondary => plain(t.surface_raised, Stroke::new(1.0, t.border_control), t.text),
            Look::Quiet => plain(Color32::TRANSPARENT, Stroke::NONE, t.text),
        }
    }
}

/// Draws the ring around what has the keyboard, a little outside, so that it shows on filled controls too.
pub(crate) fn paint_focus_ring(ui: &Ui, response: &Response, rect: Rect, corner: u8) {
    if response.has_focus() {
        let ring = Stroke::new(size::FOCUS, ui.tokens().focus_ring);
        let outer = CornerRadius::same(corner + 2);
        ui.painter()
            .rect_stroke(rect.expand(2.0), outer, ring, StrokeKind::Middle);
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};

    use super::*;
    use crate::kit::testing;

    #[test]
    fn pressed_by_pointer_and_by_keyboard() {
        let mut presses = 0;
        let mut harness = testing::harness(|ui| {
            if Button::primary("Save")
                .icon(Icon::Check)
                .shortcut("Ctrl+S")
                .show(ui)
                .clicked()
            {
                presses += 1;
            }
            ui.label(format!("pressed {presses}"));
        });
        harness.get_by_label("Save").click();
        harness.run();
        harness.get_by_label("pressed 1");
        harness.get_by_label("Save").focus();
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
        harness.get_by_label("pressed 2");
    }

    /// Where a text was painted, from the left, in points.
    fn painted_at<State>(harness: &egui_kittest::Harness<'_, State>, text: &str) -> f32 {
        fn find(shape: &egui::Shape, text: &str) -> Option<f32> {
            match shape {
                egui::Shape::Vec(shapes) => shapes.iter().find_map(|shape| find(shape, text)),
                egui::Shape::Text(shape) if shape.galley.text() == text => Some(shape.pos.x),
                _ => None,
            }
        }
        let mut shapes = harness.output().shapes.iter();
        let found = shapes.find_map(|clipped| find(&clipped.shape, text));
        found.expect("a painted text")
    }

    #[test]
    fn a_quiet_one_that_begins_a_row_stands_at_its_left_edge() {
        let left = std::cell::Cell::new(0.0);
        let harness = testing::harness(|ui| {
            ui.set_max_width(240.0);
            ui.horizontal_wrapped(|ui| {
                left.set(ui.max_rect().left());
                Button::primary("Bring together").show(ui);
                Button::quiet("Another copy…").show(ui);
                Button::quiet("Help").show(ui);
            });
        });
        let [first, second, third] = ["Bring together", "Another copy…", "Help"]
            .map(|label| harness.get_by_label(label).rect());
        assert!(second.top() >= first.bottom(), "it begins a row");
        assert!((painted_at(&harness, "Another copy…") - left.get()).abs() < 1.0);
        // One within the row has its room on both sides.
        assert!(third.top() < second.bottom());
        assert!((painted_at(&harness, "Help") - third.left() - 14.0).abs() < 1.0);
    }

    #[test]
    fn names_that_differ_at_their_ends_are_told_apart_where_they_are_cut() {
        let weeks = [1, 2].map(|week| format!("Camp Ladder Summer 2026 at the lake, week {week}"));
        let mut harness = testing::harness(|ui| {
            for week in &weeks {
                Button::quiet(week).max_width(200.0).show(ui);
            }
        });
        let mut painted = Vec::new();
        for clipped in &harness.output().shapes {
            if let egui::Shape::Text(shape) = &clipped.shape {
                painted.push(shape.galley.text().to_owned());
            }
        }
        for end in ["week 1", "week 2"] {
            let is_cut = |text: &String| text.starts_with("Camp") && text.contains('…');
            let cut = painted.iter().filter(|text| text.ends_with(end));
            assert!(cut.filter(|text| is_cut(text)).count() == 1, "{painted:?}");
        }
        for week in &weeks {
            let button = harness.get_by_role_and_label(egui::Role::Button, week);
            assert!(button.rect().width() <= 200.0, "{}", button.rect());
            button.hover();
            harness.run_steps(40);
            let named = harness.query_all_by_label(week).count();
            assert_eq!(named, 2, "the whole name under the pointer");
        }
    }

    #[test]
    fn says_why_it_is_refused() {
        let harness = testing::harness(|ui| {
            Button::danger("Delete").refused(Some("Has games")).show(ui);
        });
        let node = harness.get_by_label("Delete");
        assert!(node.accesskit_node().is_disabled());
        assert_eq!(
            node.accesskit_node().description().as_deref(),
            Some("Has games")
        );
    }
}
