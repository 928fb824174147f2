//! A drop-down choice that the keyboard masters: arrows, type-ahead, F4 and Alt+Down, Enter, Esc.

use egui::{EventFilter, Id, Key, Modifiers, Response, Sense, Shape, Ui, WidgetInfo, pos2, vec2};

use super::{
    dialog,
    icon::Icon,
    input::{BoxLook, elided},
    popup_list::{PopupList, Row, VISIBLE_ROWS, step, take_presses},
    theme,
    tokens::{UiTokens as _, size},
};

/// One of a few named values. The mouse wheel never changes it.
#[derive(Debug)]
#[must_use = "a choice does nothing until it is shown"]
pub struct Choice<'a, T> {
    options: &'a [T],
    width: f32,
    nothing: &'a str,
    wrong: bool,
    letters: &'a [(&'a str, usize)],
}

#[derive(Clone, Default)]
struct State {
    open: bool,
    highlighted: Option<usize>,
    /// Letters typed in quick succession, and when the last one came.
    typed: String,
    typed_at: f64,
}

/// Room beside the text in the box, with the angle at its end, in points.
pub const ROOM: f32 = 42.0;

/// Whether the list of the choice with this id is open.
pub fn is_open(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp::<State>(id))
        .is_some_and(|state| state.open)
}

/// Makes a choice that is shown next under this id a new one: closed, and with nothing typed.
pub(super) fn forget(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.remove_temp::<State>(id));
}

/// Letters typed within this time belong together, in seconds. Windows uses the same.
pub(super) const TYPE_AHEAD_SECONDS: f64 = 1.0;

impl<'a, T: AsRef<str>> Choice<'a, T> {
    /// A choice among these, as wide as there is room.
    pub fn new(options: &'a [T]) -> Self {
        Self {
            options,
            width: f32::INFINITY,
            nothing: "",
            wrong: false,
            letters: &[],
        }
    }

    /// Single letters that choose an option at once, whatever it begins with.
    pub fn letters(mut self, letters: &'a [(&'a str, usize)]) -> Self {
        self.letters = letters;
        self
    }

    /// Width in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// What to show while nothing is chosen.
    pub fn placeholder(mut self, text: &'a str) -> Self {
        self.nothing = text;
        self
    }

    /// Outlines the box as wrong.
    pub fn wrong(mut self, wrong: bool) -> Self {
        self.wrong = wrong;
        self
    }

    /// Shows the choice; the caller names it. The response says `changed` when another value was chosen.
    pub fn show(self, ui: &mut Ui, id: Id, name: &str, chosen: &mut Option<usize>) -> Response {
        let before = *chosen;
        let mut state: State = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let mut reveal = false;
        if ui.memory(|memory| memory.has_focus(id)) {
            reveal = self.keys(ui, &mut state, chosen);
        }

        let width = self.width.min(ui.available_width());
        let (_, rect) = ui.allocate_space(vec2(width, size::CONTROL));
        let mut response = ui.interact(rect, id, Sense::click());
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            tab: false,
            escape: state.open,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        // egui makes a click of Space and Enter, too.
        if response.clicked() {
            response.request_focus();
            state.open = !state.open;
            state.highlighted = *chosen;
            reveal = state.open;
        }
        self.paint(ui, &response, *chosen, state.open);

        if state.open {
            let list = PopupList {
                field: &response,
                name,
                rows: self.options.len(),
                highlighted: state.highlighted,
                reveal,
                wants: self.widest(ui) + ROOM,
                head: None,
            };
            let row = |index: usize| Row {
                text: self.options[index].as_ref(),
                detail: "",
            };
            let answer = list.show(ui, row);
            if ui.input(|i| i.pointer.is_moving()) && answer.hovered.is_some() {
                state.highlighted = answer.hovered;
            }
            if answer.clicked.is_some() {
                *chosen = answer.clicked;
                state.open = false;
                response.request_focus();
            } else if Self::leaves(ui, &response, answer.rect) {
                // Tab takes what is highlighted, as in Access; a click elsewhere leaves the value.
                if ui.input(|i| i.key_pressed(Key::Tab)) && state.highlighted.is_some() {
                    *chosen = state.highlighted;
                }
                state.open = false;
            }
        }

        if *chosen != before {
            response.mark_changed();
        }
        let value = chosen
            .and_then(|index| self.options.get(index))
            .map_or("", AsRef::as_ref);
        response.widget_info(|| {
            let mut info = WidgetInfo::new(egui::Role::ComboBox);
            info.enabled = ui.is_enabled();
            info.current_text_value = Some(value.to_owned());
            info
        });
        let open = state.open;
        dialog::leave_enter(ui, id, !open);
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_expanded(open));
        ui.data_mut(|data| data.insert_temp(id, state));
        response
    }

    /// The width of the longest option, in points.
    pub fn widest(&self, ui: &Ui) -> f32 {
        let color = ui.tokens().text;
        let options = self.options.iter().map(|option| option.as_ref().to_owned());
        options
            .map(|text| {
                let galley = ui
                    .painter()
                    .layout_no_wrap(text, theme::regular(size::TEXT), color);
                galley.size().x
            })
            .fold(0.0, f32::max)
    }

    /// Whether the keyboard or the pointer has gone elsewhere.
    fn leaves(ui: &Ui, response: &Response, list: Option<egui::Rect>) -> bool {
        let over_list = ui
            .input(|i| i.pointer.interact_pos())
            .zip(list)
            .is_some_and(|(pointer, list)| list.contains(pointer));
        !response.has_focus() && !over_list
    }

    /// Handles the keys while the choice has the keyboard; tells whether the highlight moved.
    fn keys(&self, ui: &Ui, state: &mut State, chosen: &mut Option<usize>) -> bool {
        let alt_arrow = ui.input_mut(|i| {
            i.consume_key(Modifiers::ALT, Key::ArrowDown)
                || i.consume_key(Modifiers::ALT, Key::ArrowUp)
        });
        if alt_arrow || take_presses(ui, Key::F4) > 0 {
            state.open = !state.open;
            state.highlighted = *chosen;
            return true;
        }
        if state.open && take_presses(ui, Key::Escape) > 0 {
            state.open = false;
        }
        if state.open && take_presses(ui, Key::Enter) > 0 {
            *chosen = state.highlighted.or(*chosen);
            state.open = false;
        }

        let len = self.options.len();
        let at = if state.open {
            state.highlighted
        } else {
            *chosen
        };
        let arrows = take_presses(ui, Key::ArrowDown) - take_presses(ui, Key::ArrowUp);
        let mut to = if arrows == 0 {
            at
        } else {
            step(at, arrows, len)
        };
        let pages = if state.open {
            take_presses(ui, Key::PageDown) - take_presses(ui, Key::PageUp)
        } else {
            0
        };
        if pages != 0 {
            let page = isize::try_from(VISIBLE_ROWS).unwrap_or(1);
            to = step(to, pages.saturating_mul(page), len);
        }
        if take_presses(ui, Key::Home) > 0 {
            to = step(None, 1, len);
        }
        if take_presses(ui, Key::End) > 0 {
            to = step(None, -1, len);
        }
        if let Some(found) = self.type_ahead(ui, state, to) {
            to = Some(found);
        }
        let moved = to != at;
        if state.open {
            state.highlighted = to;
        } else {
            *chosen = to;
        }
        moved
    }

    /// The option that the typed letters lead to.
    fn type_ahead(&self, ui: &Ui, state: &mut State, at: Option<usize>) -> Option<usize> {
        let typed = take_text(ui, !state.typed.is_empty());
        if typed.is_empty() {
            return None;
        }
        let is_letter = |(letter, _): &&(&str, usize)| letter.eq_ignore_ascii_case(typed.trim());
        if let Some((_, index)) = self.letters.iter().find(is_letter) {
            return Some(*index);
        }
        let now = ui.input(|i| i.time);
        if now - state.typed_at > TYPE_AHEAD_SECONDS {
            state.typed.clear();
        }
        state.typed_at = now;
        state.typed.push_str(&typed);
        find_ahead(self.options.len(), at, &state.typed, |index| {
            self.options[index].as_ref().to_owned()
        })
    }

    fn paint(&self, ui: &Ui, response: &Response, chosen: Option<usize>, open: bool) {
        let rect = response.rect;
        if !ui.is_rect_visible(rect) {
            return;
        }
        let t = ui.tokens();
        let look = BoxLook {
            wrong: self.wrong,
            focused: response.has_focus() || open,
            hovered: response.hovered(),
            enabled: ui.is_enabled(),
        };
        ui.painter().add(Shape::Rect(look.shape(ui, rect)));
        let (text, color) = match chosen.and_then(|index| self.options.get(index)) {
            Some(option) => (option.as_ref(), t.text),
            None => (self.nothing, t.text_weak),
        };
        let text = elided(
            ui,
            text,
            theme::regular(size::TEXT),
            color,
            rect.width() - ROOM,
        );
        let at = pos2(rect.left() + 10.0, rect.center().y - text.size().y / 2.0);
        ui.painter().galley(at, text, color);
        let arrow = super::icon::leading_rect(rect, rect.width() - 26.0).shrink(1.0);
        Icon::ChevronDown.paint(ui.painter(), arrow, t.text_weak);
    }
}

/// Takes the letters typed in this frame. A space counts only inside a word: alone it presses the button.
pub(super) fn take_text(ui: &Ui, inside_word: bool) -> String {
    let mut typed = String::new();
    ui.input_mut(|i| {
        i.events.retain(|event| match event {
            egui::Event::Text(text) if inside_word || !text.trim().is_empty() => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
    });
    typed
}

/// The next entry that begins with what was typed, from `at` on and round the end; the same letter again moves on.
pub(super) fn find_ahead(
    len: usize,
    at: Option<usize>,
    typed: &str,
    text: impl Fn(usize) -> String,
) -> Option<usize> {
    if len == 0 {
        return None;
    }
    let wanted = typed.to_lowercase();
    let mut letters = wanted.chars();
    let first = letters.next()?;
    let repeated = letters.clone().next().is_some() && letters.all(|letter| letter == first);
    let wanted = if repeated { first.to_string() } else { wanted };
    let moves_on = wanted.chars().count() == 1;
    let start = at.map_or(0, |at| at + usize::from(moves_on));
    (0..len)
        .map(|offset| (start + offset) % len)
        .find(|&index| text(index).to_lowercase().starts_with(&wanted))
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    const GROUPS: [&str; 4] = ["Bishops", "Knights", "Kings", "Rooks"];

    fn harness() -> egui_kittest::Harness<'static, Option<usize>> {
        testing::harness_with(None, |ui, chosen: &mut Option<usize>| {
            let id = ui.make_persistent_id("group");
            Choice::new(&GROUPS)
                .width(200.0)
                .show(ui, id, "Group", chosen)
                .accessible_name("Group");
        })
    }

    #[test]
    fn arrows_and_letters_choose_without_opening() {
        let mut harness = harness();
        harness.get_by_label("Group").focus();
        harness.run();
        harness.key_press(Key::ArrowDown);
        harness.run();
        assert_eq!(*harness.state(), Some(0));
        harness.event(egui::Event::Text("k".into()));
        harness.run();
        assert_eq!(*harness.state(), Some(1));
        harness.event(egui::Event::Text("k".into()));
        harness.run();
        assert_eq!(
            *harness.state(),
            Some(2),
            "the same letter again goes to the next one"
        );
        harness.key_press(Key::End);
        harness.run();
        assert_eq!(*harness.state(), Some(3));
    }

    #[test]
    fn f4_opens_enter_takes_escape_leaves() {
        let mut harness = harness();
        harness.get_by_label("Group").focus();
        harness.run();
        harness.key_press(Key::F4);
        harness.run();
        harness.get_by_label("Rooks");
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::ArrowDown);
        harness.run();
        assert_eq!(*harness.state(), None);
        harness.key_press(Key::Escape);
        harness.run();
        assert_eq!(*harness.state(), None);
        assert!(harness.query_by_label("Rooks").is_none());
        assert!(
            harness.get_by_label("Group").is_focused(),
            "Esc closes the list only"
        );

        harness.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
        harness.run();
        harness.key_press(Key::End);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(*harness.state(), Some(3));
        assert!(harness.get_by_label("Group").is_focused(), "Enter, too");
    }

    #[test]
    fn page_keys_go_by_pages_in_an_open_list_and_nowhere_else() {
        let mut harness = harness();
        harness.get_by_label("Group").focus();
        harness.run();
        harness.key_press(Key::PageDown);
        harness.run();
        assert_eq!(*harness.state(), None);
        for key in [Key::F4, Key::Home, Key::PageDown, Key::Enter] {
            harness.key_press(key);
            harness.run();
        }
        assert_eq!(*harness.state(), Some(3), "the last of four");
        for key in [Key::F4, Key::PageUp, Key::Enter] {
            harness.key_press(key);
            harness.run();
        }
        assert_eq!(*harness.state(), Some(0));
    }

    #[test]
    fn a_click_chooses() {
        let mut harness = harness();
        harness.get_by_label("Group").click();
        harness.run();
        harness.get_by_label("Knights").click();
        harness.run();
        assert_eq!(*harness.state(), Some(1));
        assert!(harness.query_by_label("Rooks").is_none());
        assert!(harness.get_by_label("Group").is_focused());
    }
}
