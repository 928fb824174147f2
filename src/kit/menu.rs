//! Entries of menus: the menu bar, the "More" button, the menu of a row.

use egui::{
    Event, Id, InputState, Key, Modifiers, Popup, Pos2, Rect, Response, Role, ScrollArea, Sense,
    SetOpenCommand, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    button::paint_focus_ring,
    icon::{Icon, leading_rect},
    input::elided,
    scrolling::following_keyboard,
    theme,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, size, space},
};

/// The height of an entry, in points.
pub const HEIGHT: f32 = 28.0;
/// Room for an icon or a check mark; kept free on entries without one, so that the texts stand under each other.
const TEXT_LEFT: f32 = 36.0;
/// What is undone can have the name of a file or of a person in it: a longer text is cut, in points.
const WIDEST_TEXT: f32 = 420.0;

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
    pub fn checked(mut self, checked: impl Into<Option<bool>>) -> Self {
        self.checked = checked.into();
        self
    }

    /// Some reason: the entry cannot be chosen now, and says why under the pointer.
    pub fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refused = reason;
        self
    }

    /// Shows the entry; a click closes the menu. One that is refused can't be clicked, and the keyboard goes over it all the same: so it is
    /// seen in a menu that scrolls, and a screen reader says why.
    pub fn show(self, ui: &mut Ui) -> Response {
        if let Some(reason) = self.refused {
            let response = ui.scope(|ui| {
                ui.multiply_opacity(ui.visuals().disabled_alpha());
                self.draw(ui, Sense::FOCUSABLE)
            });
            let response = response.inner;
            self.join(ui, &response);
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_disabled();
                node.set_description(reason);
            });
            if keys_lead(ui) {
                return response;
            }
            return response.tip(reason);
        }
        let response = self.draw(ui, Sense::click());
        self.join(ui, &response);
        if response.clicked() {
            // What gets the keyboard back in this frame isn't to hear the same key.
            for key in [Key::Enter, Key::Space] {
                ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
            }
            ui.close();
        }
        if ui.data_mut(|data| data.remove_temp(first_entry())) == Some(true) {
            response.request_focus();
        }
        response
    }

    /// Joins the entries of its menu, that letters lead through.
    fn join(&self, ui: &Ui, response: &Response) {
        let entry = Entry {
            id: response.id,
            rect: response.rect,
            text: self.text.to_lowercase(),
            can_be_chosen: self.refused.is_none(),
        };
        ui.data_mut(|data| {
            let entries: &mut Vec<Entry> = data.get_temp_mut_or_default(entries_id());
            entries.push(entry);
        });
    }

    fn draw(&self, ui: &mut Ui, sense: Sense) -> Response {
        let t = ui.tokens();
        let painter = ui.painter();
        let text = elided(
            ui,
            self.text,
            theme::regular(size::TEXT),
            t.text,
            WIDEST_TEXT,
        );
        let keys = self.shortcut.unwrap_or_default().to_owned();
        let keys = painter.layout_no_wrap(keys, theme::regular(size::TEXT_SMALL), t.text_weak);
        let needed = TEXT_LEFT + text.size().x + space::XL + keys.size().x + space::M;
        // At least: the layout of a menu widens every entry to the widest one.
        let (rect, response) = ui.allocate_at_least(vec2(needed.max(180.0), HEIGHT), sense);
        response.widget_info(|| {
            let role = if self.checked.is_some() {
                Role::MenuItemCheckBox
            } else {
                Role::MenuItem
            };
            let is_enabled = self.refused.is_none() && ui.is_enabled();
            let mut info = WidgetInfo::labeled(role, is_enabled, self.text);
            info.selected = self.checked;
            info
        });

        if ui.is_rect_visible(rect) {
            let is_hovered = self.refused.is_none() && response.hovered();
            if is_hovered || response.has_focus() {
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

/// Whether an entry has the keyboard, and the pointer has rested since: the tip of what happens to lie under it would cover entries.
fn keys_lead(ui: &Ui) -> bool {
    let id = Id::unique("keyboard in a menu");
    let (entry, at) = (
        ui.memory(egui::Memory::focused),
        ui.input(|input| input.pointer.latest_pos()),
    );
    let pass = ui.ctx().cumulative_pass_nr();
    let before: Option<Led> = ui.data(|data| data.get_temp(id));
    let before = before.filter(|led| led.entry == entry && pass <= led.pass + 1);
    let came_at = before.map_or(at, |led| led.at);
    let led = Led {
        entry,
        at: came_at,
        pass,
    };
    ui.data_mut(|data| data.insert_temp(id, led));
    entry.is_some() && came_at == at
}

/// Where the pointer was when the keyboard came to an entry.
#[derive(Clone, Copy)]
struct Led {
    entry: Option<Id>,
    at: Option<Pos2>,
    /// When that was looked at last.
    pass: u64,
}

/// The menu that opens below a button when it is pressed.
pub fn menu_below(button: &Response, add: impl FnOnce(&mut Ui)) {
    Popup::menu(button).show(|ui| entries(ui, Some(button.id), add));
}

fn entries(ui: &mut Ui, title: Option<Id>, add: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let room = ui.ctx().content_rect().height() - space::XL;
    scrolling_entries(ui, room, title, add);
}

/// Entries of a menu in so much room, in points: where that is too low for all of them they scroll, and follow the keyboard. Letters lead from
/// one to the next while it is at them, or at what has opened them, their `title`.
pub fn scrolling_entries<R>(
    ui: &mut Ui,
    room: f32,
    title: Option<Id>,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let mut area = ScrollArea::vertical()
        .max_height(room)
        // Without it, no popup is higher than 400 points when it opens.
        .min_scrolled_height(room);
    let layer = ui.layer_id();
    if !ui.memory(|memory| memory.areas().visible_last_frame(&layer)) {
        // It opens at its beginning, wherever it was scrolled to when it closed.
        area = area.vertical_scroll_offset(0.0);
    }
    let add = |ui: &mut Ui| {
        ui.data_mut(|data| data.remove_temp::<Vec<Entry>>(entries_id()));
        let added = add(ui);
        let entries = ui.data_mut(|data| data.remove_temp::<Vec<Entry>>(entries_id()));
        go_to_letter(ui, title, &entries.unwrap_or_default());
        added
    };
    area.show(ui, |ui| following_keyboard(ui, add)).inner
}

/// An entry of the menu that is drawn.
#[derive(Clone, Debug)]
struct Entry {
    id: Id,
    rect: Rect,
    /// In small letters.
    text: String,
    can_be_chosen: bool,
}

fn entries_id() -> Id {
    Id::unique("entries of the menu that is drawn")
}

/// A letter leads to the next entry that begins with it.
fn go_to_letter(ui: &Ui, title: Option<Id>, entries: &[Entry]) {
    let Some(focused) = ui.memory(egui::Memory::focused) else {
        return;
    };
    let now = entries.iter().position(|entry| entry.id == focused);
    if now.is_none() && title != Some(focused) {
        return;
    }
    let typed = ui.input_mut(|input| {
        let (at, letter) = typed_letter(input)?;
        input.events.remove(at);
        Some(letter)
    });
    let Some(letter) = typed else { return };
    let (until_now, after) = entries.split_at(now.map_or(0, |now| now + 1));
    let mut in_turn = after.iter().chain(until_now);
    if let Some(entry) =
        in_turn.find(|entry| entry.can_be_chosen && entry.text.starts_with(&letter))
    {
        ui.memory_mut(|memory| memory.request_focus(entry.id));
        ui.scroll_to_rect(entry.rect, None);
    }
}

/// The first letter that was typed, small, and its place among the events. One that is typed with Alt leads into a menu.
pub fn typed_letter(input: &InputState) -> Option<(usize, String)> {
    let mut events = input.events.iter().enumerate();
    events.find_map(|(at, event)| match event {
        Event::Text(text) if !input.modifiers.alt && text.chars().all(char::is_alphanumeric) => {
            Some((at, text.to_lowercase()))
        }
        _ => None,
    })
}

/// The menu of what is no button: a row, the title of a column. It opens below `anchor` in the frame in which that is
/// given, with the keyboard on its first entry, and gives the keyboard back when it closes. Call it in every frame.
pub fn menu_at(ui: &Ui, id: Id, anchor: Option<Rect>, add: impl FnOnce(&mut Ui)) {
    let mut opened: Opened = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if let Some(anchor) = anchor {
        opened = Opened {
            anchor: Some(anchor),
            keyboard: ui.memory(egui::Memory::focused),
        };
        ui.data_mut(|data| data.insert_temp(first_entry(), true));
    }
    let Some(below) = opened.anchor else { return };
    let menu = Popup::new(id, ui.ctx().clone(), below, ui.layer_id())
        .kind(egui::PopupKind::Menu)
        .layout(egui::Layout::top_down_justified(egui::Align::Min))
        .style(egui::containers::menu::menu_style)
        .gap(0.0)
        .open_memory(anchor.map(|_| SetOpenCommand::Bool(true)));
    let shown = menu.show(|ui| entries(ui, None, add));
    if shown.is_none() || !Popup::is_id_open(ui.ctx(), id) {
        opened.anchor = None;
        // It has closed the menu, and leads nowhere else.
        ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if let Some(keyboard) = opened.keyboard.take() {
            ui.memory_mut(|memory| memory.request_focus(keyboard));
        }
    }
    ui.data_mut(|data| data.insert_temp(id, opened));
}

/// An open menu: where it belongs, and what had the keyboard before.
#[derive(Clone, Copy, Default)]
struct Opened {
    anchor: Option<Rect>,
    keyboard: Option<Id>,
}

/// Where a menu that has just opened leaves word for its first entry.
fn first_entry() -> Id {
    Id::unique("first entry of a menu")
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::{icon_button, testing};

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

    #[test]
    fn a_long_text_is_cut_and_said_whole() {
        let long = format!("Undo: import {}", "x".repeat(1000));
        let mut harness = testing::harness(|ui| {
            MenuItem::new(&long).show(ui);
        });
        harness.run();
        let entry = harness.get_by_role_and_label(Role::MenuItem, &long);
        assert!(entry.rect().width() < 520.0);
    }

    #[test]
    fn in_a_low_window_a_long_menu_scrolls_and_follows_the_keyboard() {
        let mut harness = testing::harness_with(false, |ui, is_open: &mut bool| {
            let before = icon_button(ui, Icon::More, "Row");
            let anchor = (!std::mem::replace(is_open, true)).then_some(before.rect);
            menu_at(ui, Id::unique("long menu"), anchor, |ui| {
                for number in 1..=60 {
                    MenuItem::new(&format!("Entry {number}")).show(ui);
                }
            });
        });
        let room = harness.ctx.content_rect();
        for _ in 1..60 {
            harness.key_press(Key::Tab);
            harness.run();
        }
        let last = harness.get_by_label("Entry 60");
        assert!(last.is_focused());
        assert!(room.contains_rect(last.rect()), "{:?}", last.rect());
    }

    #[test]
    fn a_resting_pointer_shows_no_tip_while_keys_lead() {
        let mut harness = testing::harness(|ui| {
            MenuItem::new("Open").show(ui);
            MenuItem::new("Move up")
                .refused(Some("Choose a game"))
                .show(ui);
            MenuItem::new("Close").show(ui);
        });
        harness.run();
        let refused = harness.get_by_label("Move up").rect();
        harness.hover_at(refused.center());
        harness.run();
        assert!(harness.query_by_label("Choose a game").is_some());
        harness.get_by_label("Open").focus();
        harness.run();
        assert!(harness.query_by_label("Choose a game").is_none());
        harness.hover_at(refused.center() + vec2(20.0, 0.0));
        harness.run();
        assert!(harness.query_by_label("Choose a game").is_some());
    }

    #[test]
    fn letters_lead_to_the_next_entry_that_begins_with_them() {
        let mut harness = testing::harness(|ui| {
            let more = icon_button(ui, Icon::More, "More");
            menu_below(&more, |ui| {
                for text in ["Print…", "Copy", "Paste", "Close week"] {
                    let refused = (text == "Copy").then_some("Nothing is selected");
                    MenuItem::new(text).refused(refused).show(ui);
                }
            });
        });
        let type_letter = |harness: &mut egui_kittest::Harness<'_>, letter: &str| {
            harness.event(Event::Text(letter.to_owned()));
            harness.run();
        };
        harness.get_by_label("More").focus();
        harness.run();
        type_letter(&mut harness, "p");
        harness.key_press(Key::Enter);
        harness.run();
        for (letter, entry) in [
            ("p", "Print…"),
            ("P", "Paste"),
            ("p", "Print…"),
            ("c", "Close week"),
            ("x", "Close week"),
        ] {
            type_letter(&mut harness, letter);
            assert!(harness.get_by_label(entry).is_focused(), "{letter}");
        }
    }

    #[test]
    fn a_menu_without_a_button_takes_the_keyboard_and_gives_it_back() {
        let mut harness = testing::harness_with((false, 0), |ui, state: &mut (bool, u32)| {
            let before = icon_button(ui, Icon::More, "Row");
            let anchor = std::mem::take(&mut state.0).then_some(before.rect);
            menu_at(ui, Id::unique("row menu"), anchor, |ui| {
                MenuItem::new("Open").refused(Some("Locked")).show(ui);
                if MenuItem::new("Delete").show(ui).clicked() {
                    state.1 += 1;
                }
                MenuItem::new("Copy").show(ui);
            });
        });
        harness.get_by_label("Row").focus();
        harness.run();
        for round in 1..=2 {
            harness.state_mut().0 = true;
            harness.run();
            assert!(harness.get_by_label("Delete").is_focused());
            harness.key_press(Key::Enter);
            harness.run();
            assert_eq!(harness.state().1, round);
            assert!(harness.query_by_label("Copy").is_none(), "it has closed");
            assert!(harness.get_by_label("Row").is_focused());
        }
        harness.state_mut().0 = true;
        harness.run();
        harness.key_press(Key::Escape);
        harness.run();
        assert!(harness.query_by_label("Copy").is_none());
        assert!(harness.get_by_label("Row").is_focused());
    }
}
