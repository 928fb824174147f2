//! Entries of menus: the menu bar, the "More" button, the menu of a row.

use egui::{Popup, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{
    button::paint_focus_ring,
    icon::{Icon, leading_rect},
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

const HEIGHT: f32 = 30.0;
/// Room for an icon or a check mark; kept free on entries without one, so that the texts stand under each other.
const TEXT_LEFT: f32 = 36.0;

/// One entry of a menu: `ui.menu_button("File", |ui| { MenuItem::new("Print…").show(ui); })`.
#[derive(Clone, Debug)]
#[must_use = "an entry does nothing until it is shown"]
pub struct MenuItem<'a> {
    text: &'a str,
    icon: Option<Icon>,
    shortcut: Option<&'a str>,
    checked: Option<bool>,
    refused: Option<&'a str>,
}

impl<'a> MenuItem<'a> {
    /// An entry with this text; "…" at its end says that more will be asked.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            icon: None,
            shortcut: None,
            checked: None,
            refused: None,
        }
    }

    /// An icon before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// The key that does the same.
    pub fn shortcut(mut self, keys: &'a str) -> Self {
        self.shortcut = Some(keys);
        self
    }

    /// A setting that is on or off.
    pub fn checked(mut self, checked: bool) -> Self {
        self.checked = Some(checked);
        self
    }

    /// Some reason: the entry cannot be chosen now, and says why under the pointer.
    pub fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refused = reason;
        self
    }

    /// Shows the entry; a click closes the menu.
    pub fn show(self, ui: &mut Ui) -> Response {
        let reason = self.refused;
        let response = ui
            .add_enabled_ui(reason.is_none(), |ui| self.draw(ui))
            .inner;
        if response.clicked() {
            ui.close();
        }
        let Some(reason) = reason else {
            return response;
        };
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_description(reason));
        response.on_disabled_hover_text(reason)
    }

    fn draw(&self, ui: &mut Ui) -> Response {
        let t = ui.tokens();
        let painter = ui.painter();
        let text = painter.layout_no_wrap(self.text.to_owned(), theme::regular(size::TEXT), t.text);
        let keys = self.shortcut.unwrap_or_default().to_owned();
        let keys = painter.layout_no_wrap(keys, theme::regular(size::TEXT_SMALL), t.text_weak);
        let needed = TEXT_LEFT + text.size().x + space::XL + keys.size().x + space::M;
        // At least: the layout of a menu widens every entry to the widest one.
        let (rect, response) =
            ui.allocate_at_least(vec2(needed.max(180.0), HEIGHT), Sense::click());
        response.widget_info(|| {
            let role = if self.checked.is_some() {
                Role::MenuItemCheckBox
            } else {
                Role::MenuItem
            };
            let mut info = WidgetInfo::labeled(role, ui.is_enabled(), self.text);
            info.selected = self.checked;
            info
        });

        if ui.is_rect_visible(rect) {
            if response.hovered() || response.has_focus() {
                ui.painter()
                    .rect_filled(rect, radius::SMALL, t.surface_hover);
            }
            let icon = match self.checked {
                Some(true) => Some((Icon::Check, t.accent)),
                Some(false) => None,
                None => self.icon.map(|icon| (icon, t.text_weak)),
            };
            if let Some((icon, color)) = icon {
                icon.paint(ui.painter(), leading_rect(rect, 10.0), color);
            }
            let middle = |height: f32| rect.center().y - height / 2.0;
            let keys_at = pos2(
                rect.right() - space::M - keys.size().x,
                middle(keys.size().y),
            );
            ui.painter().galley(
                pos2(rect.left() + TEXT_LEFT, middle(text.size().y)),
                text,
                t.text,
            );
            ui.painter().galley(keys_at, keys, t.text_weak);
            paint_focus_ring(ui, &response, rect.shrink(2.0), radius::SMALL);
        }
        response
    }
}

/// The menu that opens below a button when it is pressed.
pub fn menu_below(button: &Response, add: impl FnOnce(&mut Ui)) {
    Popup::menu(button).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add(ui);
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::ui::kit::{icon_button, testing};

    #[test]
    fn opens_chooses_and_closes() {
        let mut harness = testing::harness_with(0, |ui, chosen: &mut u32| {
            let more = icon_button(ui, Icon::More, "More");
            menu_below(&more, |ui| {
                if MenuItem::new("Print…").icon(Icon::Print).show(ui).clicked() {
                    *chosen += 1;
                }
                MenuItem::new("Close week")
                    .refused(Some("No games"))
                    .show(ui);
            });
        });
        harness.get_by_label("More").click();
        harness.run();
        harness.get_by_label("Close week");
        harness.get_by_label("Print…").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
        assert!(harness.query_by_label("Close week").is_none());
    }
}
