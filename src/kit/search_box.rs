//! A box that narrows what is shown.

use egui::{Id, Key, Modifiers, Rect, Response, Role, Ui, UiBuilder, Vec2, pos2};

use super::{
    icon::{Icon, small_icon_button},
    input::Input,
    tokens::size,
};

/// A search box: its hint is its name, Esc empties it, a cross does too.
#[derive(Clone, Debug)]
#[must_use = "a search box does nothing until it is shown"]
pub struct SearchBox<'a> {
    name: &'a str,
    width: f32,
    id: Option<Id>,
}

impl<'a> SearchBox<'a> {
    /// A search box named by what it searches: "Search players".
    pub fn new(name: &'a str) -> Self {
        Self {
            name,
            width: 220.0,
            id: None,
        }
    }

    /// Width in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// A known id, so that a key can bring the keyboard here.
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Shows the box; the response says `changed` whenever another text stands in it.
    pub fn show(self, ui: &mut Ui, text: &mut String) -> Response {
        let id = self
            .id
            .unwrap_or_else(|| ui.make_persistent_id(("search", self.name)));
        // The first Esc empties the box, the second one leaves it.
        let emptied = !text.is_empty()
            && ui.memory(|memory| memory.has_focus(id))
            && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
        if emptied {
            text.clear();
        }
        let input = Input::new(id)
            .hint(self.name)
            .icon(Icon::Search)
            .room_right(20)
            .width(self.width)
            .keeps_escape(!text.is_empty());
        let mut response = input.show(ui, text).accessible_name(self.name);
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_role(Role::SearchInput));
        if emptied {
            response.mark_changed();
        }
        if !text.is_empty() && self.cross(ui, response.rect) {
            text.clear();
            response.request_focus();
            response.mark_changed();
        }
        response
    }

    fn cross(&self, ui: &mut Ui, over: Rect) -> bool {
        let center = pos2(over.right() - size::CONTROL / 2.0, over.center().y);
        let rect = Rect::from_center_size(center, Vec2::splat(size::CONTROL_SMALL));
        let mut child = ui.new_child(
            UiBuilder::new()
                .max_rect(rect)
                .id_salt(("cross", self.name)),
        );
        small_icon_button(&mut child, Icon::Close, "Clear search").clicked()
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    #[test]
    fn escape_and_the_cross_empty_it() {
        let mut harness = testing::harness_with(String::new(), |ui, text: &mut String| {
            SearchBox::new("Search players").show(ui, text);
        });
        harness.get_by_label("Search players").focus();
        harness.run();
        harness.get_by_label("Search players").type_text("anna");
        harness.run();
        assert_eq!(harness.state(), "anna");
        harness.key_press(Key::Escape);
        harness.run();
        assert_eq!(harness.state(), "");
        assert!(harness.get_by_label("Search players").is_focused());
        harness.get_by_label("Search players").type_text("b");
        harness.run();
        harness.get_by_label("Clear search").click();
        harness.run();
        assert_eq!(harness.state(), "");
    }
}
