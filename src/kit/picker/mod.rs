//! Picks one of many records by typing: "an be" finds Berger, Anna.

mod matching;
#[cfg(test)]
mod tests;

use egui::{Id, Key, Modifiers, Response, Ui};

pub use self::matching::search_words;
use self::matching::{Candidate, Match, Typed, is_clear};
use super::{
    input::{Input, select_all},
    popup_list::{Head, PopupList, Row, VISIBLE_ROWS, row_width, step, take_presses},
};

/// What a list says where nothing that can be picked is exactly what is typed.
const NEAR: &str = "No exact match. Arrow Down chooses one of these";
/// What it says where Tab or Enter can't tell which record is meant.
const SEVERAL: &str = "Several match. Arrow Down chooses one, or type more";

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
    /// Tab or Enter would have left a name that can mean nobody, or several: the box keeps the keyboard, and attention is to be drawn to it.
    pub stopped: bool,
    /// What is typed is to become a new record.
    pub adds: bool,
}

impl PickerResponse {
    pub(super) fn new(response: Response) -> Self {
        Self {
            response,
            changed: false,
            accepted: None,
            stopped: false,
            adds: false,
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
    offers_new: Option<fn(&str) -> String>,
    escape_goes_on: bool,
    keeps_enter: bool,
    stands_for: &'a str,
}

#[derive(Clone, Default)]
struct Memory {
    open: bool,
    highlighted: Option<usize>,
    /// Tab or Enter was kept from leaving what is typed.
    stopped: bool,
    /// Where the list stood, to tell a click into it from a click elsewhere.
    list: Option<egui::Rect>,
    /// What stood in the box: another text that its caller puts there has no list yet.
    text: String,
    /// The pass in which Enter has taken what was meant, and led on to what comes after the box.
    went_on_at: Option<u64>,
}

/// Whether the list of the picker with this id is open.
pub fn is_open(ui: &Ui, id: Id) -> bool {
    let memory = ui.data(|data| data.get_temp::<Memory>(id));
    memory.is_some_and(|memory| memory.open)
}

/// Makes a picker that is shown next under this id a new one: with its list closed.
pub(super) fn forget(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.remove_temp::<Memory>(id));
}

#[derive(Default)]
struct Keys {
    steps: isize,
    accept: bool,
    /// Tab was pressed, and the box keeps the keyboard.
    stopped: bool,
}

/// The records that what is typed may mean, best first.
#[derive(Default)]
struct Found {
    /// By their places among all.
    items: Vec<usize>,
    /// Whether the first one is meant beyond doubt, so that it is taken unasked.
    is_clear: bool,
    /// Whether none of them is what is typed, letter by letter.
    are_near: bool,
}

impl<'a> Picker<'a> {
    /// A picker over these records, in the order in which equally good matches are to stand.
    pub fn new(items: &'a [PickerItem]) -> Self {
        Self {
            items,
            fold: str::to_lowercase,
            nothing: "No match",
            opens_upwards: true,
            offers_new: None,
            escape_goes_on: false,
            keeps_enter: false,
            stands_for: "",
        }
    }

    /// The record is to stand for this text, a misspelled name. A click opens the list, and while nothing is typed it begins with those whom
    /// the text may mean.
    pub fn stands_for(mut self, text: &'a str) -> Self {
        self.stands_for = text;
        self
    }

    /// Offers to make a new record of what is typed, in these words.
    pub fn offers_new(mut self, words: fn(&str) -> String) -> Self {
        self.offers_new = Some(words);
        self
    }

    /// Esc in a list that has led to nothing is also the caller's, who clears more than the box.
    pub fn escape_goes_on(mut self) -> Self {
        self.escape_goes_on = true;
        self
    }

    /// Enter takes what is typed, or stays with it, also while the list is closed.
    pub fn keeps_enter(mut self) -> Self {
        self.keeps_enter = true;
        self
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
        let memory: Option<Memory> = ui.data(|data| data.get_temp(id));
        let memory = memory.filter(|memory| memory.text == state.text);
        let mut memory = memory.unwrap_or_default();
        // Where nothing comes after it, the keyboard stays.
        let now = ui.ctx().cumulative_pass_nr();
        let went_on = memory.went_on_at.take().is_some_and(|at| now <= at + 1);
        if went_on && ui.memory(|m| m.focused().is_none()) {
            ui.memory_mut(|m| m.request_focus(id));
        }
        let keys = if ui.memory(|m| m.has_focus(id)) {
            let mut keys = self.keys(ui, &mut memory, state);
            keys.stopped = self.stops_tab(ui, &mut memory, state);
            keys
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
            memory.stopped = false;
        }

        // What led to nothing is chosen from the list that it led to.
        let stands_for = !self.stands_for.is_empty() && state.chosen.is_none();
        memory.open |= response.clicked() && (state.unresolved() || stands_for);
        let found = if memory.open || response.lost_focus() {
            self.found(state)
        } else {
            Found::default()
        };
        let matches = &found.items;
        let new = self.words_for_new(state);
        if memory.open {
            let start = memory
                .highlighted
                .or_else(|| self.place_of_chosen(matches, state));
            let rows = matches.len() + usize::from(new.is_some());
            let is_asked = start.is_some() || keys.steps != 0 || found.is_clear;
            memory.highlighted = step(start, keys.steps, rows).filter(|_| is_asked);
        }

        let is_new_marked = new.is_some() && memory.highlighted == Some(matches.len());
        let (mut accepted, mut adds, mut stopped) = (None, false, keys.stopped);
        if memory.open && keys.accept && is_new_marked {
            (adds, memory.open) = (true, false);
        } else if memory.open && keys.accept && memory.highlighted.is_none() {
            stopped = true;
        } else {
            accepted = self.accept(ui, &response, &mut memory, &keys, &found, state);
        }
        memory.stopped |= stopped;
        if memory.open {
            let answer = self.list(
                ui,
                &response,
                name,
                &mut memory,
                (&found, new.as_deref()),
                state,
            );
            accepted = accepted.or(answer.0);
            adds |= answer.1;
        }
        memory.text.clone_from(&state.text);
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
            stopped,
            adds,
        }
    }

    /// Keeps Tab from leaving a name that can mean nobody, or several.
    fn stops_tab(&self, ui: &Ui, memory: &mut Memory, state: &PickerState) -> bool {
        let tab = ui.input(|i| i.key_pressed(Key::Tab) && !i.modifiers.shift);
        let is_marked = memory.open && memory.highlighted.is_some();
        if !tab || !state.unresolved() || is_marked || self.found(state).is_clear {
            return false;
        }
        ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab));
        // egui has read its own wish to go on from the same key.
        ui.memory_mut(|m| m.move_focus(egui::FocusDirection::None));
        memory.open = true;
        true
    }

    /// The last line of the list, if what is typed can become a new record.
    fn words_for_new(&self, state: &PickerState) -> Option<String> {
        let words = self.offers_new.filter(|_| state.unresolved())?;
        let is_name = state.text.chars().any(char::is_alphabetic);
        is_name.then(|| words(state.text.trim()))
    }

    fn keys(&self, ui: &Ui, memory: &mut Memory, state: &mut PickerState) -> Keys {
        let mut keys = Keys::default();
        let alt_down = ui.input_mut(|i| i.consume_key(Modifiers::ALT, Key::ArrowDown));
        let toggles = alt_down || take_presses(ui, Key::F4) > 0;
        if !memory.open {
            let down = take_presses(ui, Key::ArrowDown) > 0;
            let up = self.opens_upwards && take_presses(ui, Key::ArrowUp) > 0;
            let keeps_enter = self.keeps_enter && state.unresolved();
            keys.accept = keeps_enter && take_presses(ui, Key::Enter) > 0;
            memory.open = toggles || down || up || keys.accept;
            memory.highlighted = None;
            return keys;
        }
        let goes_on = self.escape_goes_on && state.unresolved();
        if goes_on && ui.input(|i| i.key_pressed(Key::Escape)) {
            memory.open = false;
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
        found: &Found,
        state: &mut PickerState,
    ) -> Option<i64> {
        let matches = &found.items;
        let highlighted = memory.highlighted.and_then(|row| matches.get(row)).copied();
        // A pointer that rests over the list doesn't mean it when a key was pressed.
        let tab = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Tab));
        let left = tab || (response.lost_focus() && !Self::pointer_in_list(ui, memory));
        let taken = if memory.open && (keys.accept || tab) {
            highlighted
        } else if left && state.unresolved() && found.is_clear {
            matches.first().copied()
        } else {
            None
        };
        if keys.accept && taken.is_some() {
            // Without a focus, the next widget that wants one gets it.
            response.surrender_focus();
            ui.memory_mut(|m| m.move_focus(egui::FocusDirection::Next));
            memory.went_on_at = Some(ui.ctx().cumulative_pass_nr());
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
        (found, new): (&Found, Option<&str>),
        state: &mut PickerState,
    ) -> (Option<i64>, bool) {
        let matches = &found.items;
        let row = |row: usize| {
            let item = matches.get(row).and_then(|place| self.items.get(*place));
            item.map_or_else(
                || Row {
                    text: new.unwrap_or_default(),
                    detail: "",
                },
                |item| Row {
                    text: &item.text,
                    detail: &item.detail,
                },
            )
        };
        let rows = matches.len() + usize::from(new.is_some());
        let seen = (0..rows.min(VISIBLE_ROWS)).chain(rows.checked_sub(1));
        let wants = seen.map(|at| row_width(ui, &row(at))).fold(0.0, f32::max);
        let said = match memory.stopped {
            _ if matches.is_empty() => Some(self.nothing),
            _ if found.are_near => Some(NEAR),
            true => Some(SEVERAL),
            false => None,
        };
        let list = PopupList {
            wants,
            field: response,
            name,
            rows,
            highlighted: memory.highlighted,
            reveal: !ui
                .input(|i| i.pointer.is_moving() || i.smooth_scroll_delta() != egui::Vec2::ZERO),
            head: said.map(|text| Head {
                text,
                stops: memory.stopped,
            }),
        };
        let answer = list.show(ui, row);
        memory.list = answer.rect;
        if ui.input(|i| i.pointer.is_moving()) && answer.hovered.is_some() {
            memory.highlighted = answer.hovered;
        }
        if let Some(row) = answer.clicked {
            let Some(item) = matches.get(row).and_then(|place| self.items.get(*place)) else {
                memory.open = false;
                return (None, true);
            };
            *state = PickerState::new(item);
            memory.open = false;
            response.request_focus();
            select_all(ui, response.id, &state.text);
            return (Some(item.key), false);
        }
        if !response.has_focus() && !Self::pointer_in_list(ui, memory) {
            memory.open = false;
        }
        (None, false)
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
    /// stand in the order of the records. Where nothing matches, those that it may be a misspelling of.
    fn found(&self, state: &PickerState) -> Found {
        let text = search_words(&(self.fold)(&state.text));
        let typed = Typed::new(&text);
        if typed.is_empty() || state.chosen.is_some() {
            let near = match state.chosen {
                Some(_) => Vec::new(),
                None => self.near_what_it_stands_for(),
            };
            let others = (0..self.items.len()).filter(|place| !near.contains(place));
            return Found {
                items: near.iter().copied().chain(others).collect(),
                // Nobody is taken for another one unasked.
                is_clear: near.is_empty(),
                are_near: !near.is_empty(),
            };
        }
        let mut found = self.matching(|search| typed.find_in(search));
        let is_clear = is_clear(&typed, &found);
        // A name that is typed whole is nobody else's misspelled, and one that is begun nobody's with another first letter.
        let first = found.first().map(|first| first.how);
        let is_certain = typed.is_little() || first.is_some_and(Match::is_whole);
        let is_begun = first.is_some_and(Match::is_begun);
        if is_certain || (!is_clear && !found.is_empty()) {
            return Found {
                items: found.iter().map(|candidate| candidate.place).collect(),
                is_clear,
                are_near: false,
            };
        }
        let are_near = found.is_empty();
        let mut near = self.matching(|search| typed.find_misspelled_in(search));
        near.retain(|other| {
            let is_like = !is_begun || typed.begins_as(&self.items[other.place].search);
            is_like && found.iter().all(|one| one.place != other.place)
        });
        let is_misspelled = |near: &Candidate| near.how < Match::Misspelled(3);
        let is_clear = is_clear && !near.iter().any(is_misspelled);
        if is_clear {
            near.clear();
        }
        found.append(&mut near);
        Found {
            items: found.iter().map(|candidate| candidate.place).collect(),
            is_clear,
            are_near,
        }
    }

    /// The records that the text may mean for which one is to stand, best first.
    fn near_what_it_stands_for(&self) -> Vec<usize> {
        let text = search_words(&(self.fold)(self.stands_for));
        let typed = Typed::new(&text);
        // A wrong number is near to no other one.
        if typed.is_empty() || typed.is_number() {
            return Vec::new();
        }
        let find = |search: &str| {
            let found = typed.find_in(search);
            found.or_else(|| typed.find_misspelled_in(search))
        };
        let near = self.matching(find).into_iter();
        near.map(|candidate| candidate.place).collect()
    }

    /// The records for which there is a match, best first.
    fn matching(&self, find: impl Fn(&str) -> Option<Match>) -> Vec<Candidate> {
        let candidates = self.items.iter().enumerate().filter_map(|(place, item)| {
            Some(Candidate {
                seldom: item.seldom,
                how: find(&item.search)?,
                place,
            })
        });
        let mut found = candidates.collect::<Vec<_>>();
        found.sort_unstable_by_key(|candidate| {
            let Candidate { seldom, how, place } = *candidate;
            (how != Match::Number, seldom, how, place)
        });
        found
    }
}
