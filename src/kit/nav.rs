//! Entries of the side bar.

use egui::{Color32, FontId, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{
    button::paint_focus_ring,
    icon::{Icon, leading_rect},
    input::elided,
    theme,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, size, space},
};

/// An entry: icon, name, and how many there are.
#[derive(Clone, Debug)]
#[must_use = "an entry does nothing until it is shown"]
pub struct NavItem<'a> {
    icon: Icon,
    text: &'a str,
    count: Option<&'a str>,
    selected: bool,
    shortcut: Option<&'a str>,
    height: f32,
    is_icon: bool,
}

impl<'a> NavItem<'a> {
    /// An entry for a page.
    pub fn new(icon: Icon, text: &'a str) -> Self {
        Self {
            icon,
            text,
            count: None,
            selected: false,
            shortcut: None,
            height: size::NAV,
            is_icon: false,
        }
    }

    /// How many records the page has.
    pub fn count(mut self, count: &'a str) -> Self {
        self.count = Some(count);
        self
    }

    /// Whether its page is shown.
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// The key that leads there, shown under the pointer.
    pub fn shortcut(mut self, keys: &'a str) -> Self {
        self.shortcut = Some(keys);
        self
    }

    /// As low as it can be hit, where the window is low.
    pub fn low(mut self, low: bool) -> Self {
        self.height = if low { size::NAV_LOW } else { size::NAV };
        self
    }

    /// The icon alone, where the bar is narrow: its name stands under the pointer.
    pub fn icon_only(mut self, is_icon: bool) -> Self {
        self.is_icon = is_icon;
        self
    }

    /// Shows the entry over the whole width.
    pub fn show(self, ui: &mut Ui) -> Response {
        let t = ui.tokens();
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), self.height), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Tab, ui.is_enabled(), self.text));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_selected(self.selected);
            if let Some(count) = self.count {
                node.set_description(count);
            }
        });

        if ui.is_rect_visible(rect) {
            let fill = if self.selected {
                Some(t.selection)
            } else if response.is_pointer_button_down_on() {
                Some(t.surface_pressed)
            } else if response.hovered() {
                Some(t.surface_hover)
            } else {
                None
            };
            if let Some(fill) = fill {
                ui.painter().rect_filled(rect, radius::CONTROL, fill);
            }
            let (icon, text, font) = if self.selected {
                let mark = Rect::from_min_max(
                    rect.left_top() + vec2(0.0, 9.0),
                    pos2(rect.left() + 3.0, rect.bottom() - 9.0),
                );
                ui.painter().rect_filled(mark, 1.5, t.accent);
                (t.accent, t.text_strong, theme::medium(size::TEXT))
            } else {
                (t.text_weak, t.text, theme::regular(size::TEXT))
            };
            let place = if self.is_icon {
                Rect::from_center_size(rect.center(), Vec2::splat(size::ICON))
            } else {
                leading_rect(rect, space::M)
            };
            self.icon.paint(ui.painter(), place, icon);
            paint_focus_ring(ui, &response, rect.shrink(2.0), radius::CONTROL - 2);
            if !self.is_icon {
                self.words(ui, rect, font, text);
            }
        }
        match self.shortcut {
            Some(keys) => response.tip(format!("{} ({keys})", self.text)),
            None if self.is_icon => response.tip(self.text),
            None => response,
        }
    }

    /// Name and count beside the icon.
    fn words(&self, ui: &Ui, rect: Rect, font: FontId, text: Color32) {
        let t = ui.tokens();
        let count = self.count.unwrap_or_default().to_owned();
        let count =
            ui.painter()
                .layout_no_wrap(count, theme::regular(size::TEXT_SMALL), t.text_weak);
        let middle = |height: f32| rect.center().y - height / 2.0;
        let left = rect.left() + space::M + size::ICON + 10.0;
        let right = rect.right() - space::M;
        let name = elided(
            ui,
            self.text,
            font,
            text,
            right - count.size().x - space::S - left,
        );
        ui.painter()
            .galley(pos2(left, middle(name.size().y)), name, text);
        ui.painter().galley(
            pos2(right - count.size().x, middle(count.size().y)),
            count,
            t.text_weak,
        );
    }
}

/// A small title over a group of entries.
pub fn nav_title(ui: &mut Ui, text: &str) {
    let t = ui.tokens();
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.label(
            egui::RichText::new(text)
                .font(theme::medium(size::TEXT_SMALL))
                .color(t.text_weak),
        );
    });
}
