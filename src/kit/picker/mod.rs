//! Picks one of many records by typing: "an be" finds Berger, Anna.

mod matching;
#[cfg(test)]
mod tests;

use egui::{Id, Key, Modifiers, Response, Ui};

pub use self::matching::search_words;
use self::matching::{Match, Typed};
use super::{
    input::{Input, select_all},
    popup_list::{PopupList, Row, VISIBLE_ROWS, step, take_presses},
};

/// One record that can be picked.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PickerItem {
    /// What the caller knows it by.
    pub key: i64,
    /// What is shown when it is chosen.
    pub text: String,
    /// What tells it apart from others of the same text: group, rating, number.
    pub detail: String,
    /// The words it is found by, already folded as [`Picker::fold`] folds what is typed, and parted by
    /// [`search_words`]; the first one counts most.
    pub search: String,
    /// Seldom meant: comes after all others, unless its number is typed in full.
    pub seldom: bool,
}

/// What a picker holds between frames; lives with the caller's record.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PickerState {
    /// The record that is chosen.
    pub chosen: Option<i64>,
    /// What stands in the box.
    pub text: String,
}

impl PickerState {
    /// A picker that starts with this record.
    pub fn new(item: &PickerItem) -> Self {
        Self {
            chosen: Some(item.key),
            text: item.text.clone(),
        }
    }

    /// Something is typed that is no record: to be said under the field when it is left.
    pub fn unresolved(&self) -> bool {
        self.chosen.is_none() && !self.text.trim().is_empty()
    }

    /// Empties the box.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// What happened in a picker.
#[derive(Debug)]
pub struct PickerResponse {
    /// The box.
    pub response: Response,
    /// Another record is chosen, or none any more.
    pub changed: bool,
    /// A record was taken by Enter, Tab or a click just now.
    pub accepted: Option<i64>,
}

impl PickerResponse {
    pub(super) fn new(response: Response) -> Self {
        Self {
            response,
            changed: false,
            accepted: None,
        }
    }
}

/// A box with a list that narrows while one types.
#[derive(Debug)]
#[must_use = "a picker does nothing until it is shown"]
pub struct Picker<'a> {
    items: &'a [PickerItem],
    fold: fn(&str) -> String,
    nothing: &'a str,
    opens_upwards: bool,
}

#[derive(Clone, Default)]
struct Memory {
    open: bool,
    highlighted: Option<usize>,
    /// Where the list stood, to tell a click into it from a click elsewhere.
    list: Option<egui::Rect>,
}

/// Makes a picker that is shown next under this id a new one: with its list closed.
pub(super) fn forget(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.remove_temp::<Memory>(id));
}

#[derive(Default)]
struct Keys {
    steps: isize,
    accept: bool,
}

impl<'a> Picker<'a> {
    /// A picker over these records, in the order in which equally good matches are to stand.
    pub fn new(items: &'a [PickerItem]) -> Self {
        Self {
            items,
            fold: str::to_lowercase,
            nothing: "No match",
            opens_upwards: true,
        }
    }

    /// How what is typed is made comparable with [`PickerItem::search`]: case, accents.
    pub fn fold(mut self, fold: fn(&str) -> String) -> Self {
        self.fold = fold;
        self
    }

    /// What the list says when nothing matches.
    pub fn nothing(mut self, text: &'a str) -> Self {
        self.nothing = text;
        self
    }

    /// Whether the arrow up opens the list, as the arrow down does. It does unless told that it leads elsewhere.
    pub fn opens_upwards(mut self, opens: bool) -> Self {
        self.opens_upwards = opens;
        self
    }

    /// Shows the box. Inside a form use [`Field::picker`](super::Field::picker), which also names it.
    #[expect(
        clippy::too_many_arguments,
        reason = "called by the form row and the entry strip only"
    )]
    pub fn show(
        &self,
        ui: &mut Ui,
        id: Id,
        name: &str,
        hint: &str,
        width: f32,
        wrong: bool,
        state: &mut PickerState,
    ) -> PickerResponse {
        let before = state.chosen;
        let mut memory: Memory = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let keys = if ui.memory(|m| m.has_focus(id)) {
            self.keys(ui, &mut memory, state)
        } else {
            Keys::default()
        };

        let input = Input::new(id)
            .hint(hint)
            .width(width)
            .wrong(wrong)
            .keeps_escape(memory.open);
        let response = input.show(ui, &mut state.text);
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(egui::Role::EditableComboBox);
            node.set_expanded(memory.open);
        });
        if response.changed() {
            state.chosen = None;
            memory.open = !state.text.trim().is_empty();
            memory.highlighted = None;
        }

        let matches = if memory.open || response.lost_focus() {
            self.matches(state)
        } else {
            Vec::new()
        };
        if memory.open {
            let start = memory
                .highlighted
                .or_else(|| self.place_of_chosen(&matches, state));
            memory.highlighted = step(start, keys.steps, matches.len());
        }

        let mut accepted = self.accept(ui, &response, &mut memory, &keys, &matches, state);
        if memory.open {
            accepted = accepted.or(self.list(ui, &response, name, &mut memory, &matches, state));
        }
        ui.data_mut(|data| data.insert_temp(id, memory));
        let mut response = response;
        let changed = state.chosen != before;
        if changed {
            response.mark_changed();
        }
        PickerResponse {
            response,
            changed,
            accepted,
        }
    }

    fn keys(&self, ui: &Ui, memory: &mut Memory, state: &mut PickerState) -> Keys {
        let mut keys = Keys::default();
        let alt_down = ui.input_mut(|i| i.consume_key(Modifiers::ALT, Key::ArrowDown));
        let toggles = alt_down || take_presses(ui, Key::F4) > 0;
        if !memory.open {
            let down = take_presses(ui, Key::ArrowDown) > 0;
            let up = self.opens_upwards && take_presses(ui, Key::ArrowUp) > 0;
            memory.open = toggles || down || up;
            memory.highlighted = None;
            return keys;
        }
        if toggles || take_presses(ui, Key::Escape) > 0 {
            // What was chosen comes back; what was typed and led to nothing stays, to be corrected.
            memory.open = false;
            if let Some(item) = self.item(state.chosen) {
                state.text.clone_from(&item.text);
            }
            return keys;
        }
        let page = isize::try_from(VISIBLE_ROWS).unwrap_or(1);
        keys.steps = take_presses(ui, Key::ArrowDown) - take_presses(ui, Key::ArrowUp)
            + page * (take_presses(ui, Key::PageDown) - take_presses(ui, Key::PageUp));
        keys.accept = take_presses(ui, Key::Enter) > 0;
        keys
    }

    /// Takes a record when Enter or Tab says so, or when the box is left and only one can be meant.
    fn accept(
        &self,
        ui: &Ui,
        response: &Response,
        memory: &mut Memory,
        keys: &Keys,
        matches: &[usize],
        state: &mut PickerState,
    ) -> Option<i64> {
        let highlighted = memory.highlighted.and_then(|row| matches.get(row)).copied();
        // A pointer that rests over the list doesn't mean it when a key was pressed.
        let tab = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Tab));
        let left = tab || (response.lost_focus() && !Self::pointer_in_list(ui, memory));
        let taken = if memory.open && (keys.accept || tab) {
            highlighted
        } else if left && state.unresolved() && matches.len() == 1 {
            matches.first().copied()
        } else {
            None
        };
        if keys.accept && taken.is_some() {
            // Without a focus, the next widget that wants one gets it.
            response.surrender_focus();
            ui.memory_mut(|m| m.move_focus(egui::FocusDirection::Next));
        }
        if left || keys.accept {
            memory.open = false;
        }
        let item = &self.items[taken?];
        *state = PickerState::new(item);
        if response.has_focus() {
            select_all(ui, response.id, &state.text);
        }
        Some(item.key)
    }

    fn list(
        &self,
        ui: &Ui,
        response: &Response,
        name: &str,
        memory: &mut Memory,
        matches: &[usize],
        state: &mut PickerState,
    ) -> Option<i64> {
        let list = PopupList {
            wants: 0.0,
            field: response,
            name,
            rows: matches.len(),
            highlighted: memory.highlighted,
            reveal: !ui
                .input(|i| i.pointer.is_moving() || i.smooth_scroll_delta() != egui::Vec2::ZERO),
            nothing: self.nothing,
        };
        let row = |row: usize| {
            let item = &self.items[matches[row]];
            Row {
                text: &item.text,
                detail: &item.detail,
            }
        };
        let answer = list.show(ui, row);
        memory.list = answer.rect;
        if ui.input(|i| i.pointer.is_moving()) && answer.hovered.is_some() {
            memory.highlighted = answer.hovered;
        }
        if let Some(row) = answer.clicked {
            let item = &self.items[matches[row]];
            *state = PickerState::new(item);
            memory.open = false;
            response.request_focus();
            select_all(ui, response.id, &state.text);
            return Some(item.key);
        }
        if !response.has_focus() && !Self::pointer_in_list(ui, memory) {
            memory.open = false;
        }
        None
    }

    fn pointer_in_list(ui: &Ui, memory: &Memory) -> bool {
        let pointer = ui.input(|i| i.pointer.interact_pos());
        memory.open
            && pointer
                .zip(memory.list)
                .is_some_and(|(at, list)| list.contains(at))
    }

    fn item(&self, key: Option<i64>) -> Option<&PickerItem> {
        let key = key?;
        self.items.iter().find(|item| item.key == key)
    }

    fn place_of_chosen(&self, matches: &[usize], state: &PickerState) -> Option<usize> {
        let chosen = state.chosen?;
        matches
            .iter()
            .position(|&index| self.items[index].key == chosen)
    }

    /// The records that what is typed may mean, best first; all of them while nothing new is typed. Equally good ones
    /// stand in the order of the records.
    fn matches(&self, state: &PickerState) -> Vec<usize> {
        let text = search_words(&(self.fold)(&state.text));
        let typed = Typed::new(&text);
        if typed.is_empty() || state.chosen.is_some() {
            return (0..self.items.len()).collect();
        }
        let mut found: Vec<(bool, Match, usize)> = self
            .items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| {
                let how = typed.find_in(&item.search)?;
                Some((item.seldom, how, index))
            })
            .collect();
        found.sort_unstable_by_key(|(seldom, how, index)| {
            (*how != Match::Number, *seldom, *how, *index)
        });
        found.into_iter().map(|(_, _, index)| index).collect()
    }
}
