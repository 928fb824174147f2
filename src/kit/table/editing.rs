//! The editing of one cell: the table keeps the editor alive, says when it is to end, and knows nothing of values.

use std::fmt;

use egui::{
    Align, Event, EventFilter, FocusDirection, Id, Key, Rect, Response, TextEdit, Ui, UiBuilder,
    vec2,
};

use super::{
    CellAt, EditStart, EndedBy, Table, TableResponse, TableState,
    keys::{is_plain, is_typed},
};
use crate::kit::{
    choice::{self, Choice},
    input::{self, Input},
    picker::{self, Picker, PickerResponse, PickerState},
};

/// The place of an editor in a cell: [`Self::text`], [`Self::picker`], [`Self::choice`], or any widget that takes the keyboard
/// under [`Self::id`].
pub struct EditCell<'u> {
    /// Where to show the editor; it has the size of the cell, and overlaps it by a point above and below.
    pub ui: &'u mut Ui,
    /// The id that the editor must have: the table sends the keyboard there.
    pub id: Id,
    /// The cell.
    pub at: CellAt,
    /// Its accessible name: the title of the column.
    pub name: &'u str,
    /// Whether this is the first frame of the editing.
    pub is_new: bool,
    align: Align,
}

impl fmt::Debug for EditCell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditCell")
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl EditCell<'_> {
    /// A box for text, aligned as the column is; `wrong` outlines it as refused.
    pub fn text(&mut self, text: &mut String, wrong: bool) -> Response {
        let mut input = Input::new(self.id).wrong(wrong).keeps_escape(true);
        if self.align == Align::Max {
            input = input.right_aligned();
        }
        input.show(self.ui, text).accessible_name(self.name)
    }

    /// A record of many, found by typing. Enter on a record moves on unless the picker is told otherwise.
    pub fn picker(
        &mut self,
        picker: &Picker<'_>,
        wrong: bool,
        state: &mut PickerState,
    ) -> PickerResponse {
        let mut answer = picker.show(self.ui, self.id, self.name, "", f32::INFINITY, wrong, state);
        answer.response = answer.response.accessible_name(self.name);
        answer
    }

    /// One of a few named values.
    pub fn choice<T: AsRef<str>>(
        &mut self,
        choice: Choice<'_, T>,
        chosen: &mut Option<usize>,
    ) -> Response {
        choice
            .show(self.ui, self.id, self.name, chosen)
            .accessible_name(self.name)
    }
}

/// The editing of this frame.
pub(super) struct Editing {
    pub(super) at: CellAt,
    pub(super) id: Id,
    is_new: bool,
    had_keyboard: bool,
    ending: Option<(Key, EndedBy)>,
}

pub(super) fn editor_id(table: Id) -> Id {
    table.with("editor")
}

/// Puts keys back that the frame before has kept.
pub(super) fn replay_held(ui: &Ui, state: &mut TableState) {
    let mut held = std::mem::take(&mut state.session.held);
    if std::mem::take(&mut state.session.wanted) && state.editing.is_none() {
        // Letters that were to begin an editing that the caller didn't allow lead nowhere.
        let letters = held
            .iter()
            .take_while(|event| matches!(event, Event::Text(_)));
        held.drain(..letters.count());
    }
    if !held.is_empty() {
        ui.input_mut(|input| {
            held.append(&mut input.events);
            input.events = held;
        });
    }
}

impl Editing {
    /// Takes note of the keys that end editing, before the editor sees the others.
    pub(super) fn begin(ui: &Ui, table: Id, at: CellAt, state: &mut TableState) -> Self {
        let id = editor_id(table);
        let is_new = !std::mem::replace(&mut state.session.begun, true);
        let focused = ui.memory(egui::Memory::focused);
        if is_new {
            // The cell before may have been edited with something else.
            TextEdit::store_state(ui.ctx(), id, egui::text_edit::TextEditState::default());
            choice::forget(ui, id);
            picker::forget(ui, id);
            input::keep_cursor_on_arrival(ui, id, state.session.typed);
        }
        let escaped = focused.is_none()
            && ui.memory(|memory| memory.had_focus_last_frame(id))
            && ui.input(|input| input.key_pressed(Key::Escape));
        let is_here = is_new || escaped || focused == Some(id) || focused == Some(table);
        let mut editing = Self {
            at,
            id,
            is_new,
            had_keyboard: is_here || ui.memory(|memory| memory.had_focus_last_frame(id)),
            ending: None,
        };
        if !is_here {
            return editing;
        }
        if focused != Some(id) {
            if !is_new {
                // What was refused is there to be mended, not to be replaced by the next letter.
                input::keep_cursor_on_arrival(ui, id, true);
            }
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        editing.find_ending(ui, state);
        // egui has read the same keys as a wish to leave; until the editor has had the keyboard for a frame, nothing
        // else keeps them from being one.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        if matches!(editing.ending, Some((Key::Tab, _))) {
            // A picker takes its best match when it is left.
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
        editing
    }

    /// Finds the key that ends editing. What comes behind it waits for the next frame; what comes before it too has a
    /// frame of its own, in which the editor still has the keyboard.
    fn find_ending(&mut self, ui: &Ui, state: &mut TableState) {
        ui.input_mut(|input| {
            state.reveal |= input.events.iter().any(is_typed);
            let ends = |event: &Event| ending(event).is_some();
            let Some(at) = input.events.iter().position(ends) else {
                return;
            };
            let waits_from = if input.events[..at].iter().any(is_typed) {
                at
            } else {
                self.ending = ending(&input.events[at]);
                at + 1
            };
            let behind = input.events.split_off(waits_from);
            let (later, other): (Vec<_>, Vec<_>) = behind.into_iter().partition(is_typed);
            state.session.held.extend(later);
            input.events.extend(other);
        });
    }

    /// Shows the editor over its cell, and tells whether editing shall end. Scrolling by a bar doesn't end it.
    pub(super) fn show(
        self,
        ui: &mut Ui,
        table: &Table<'_>,
        (rect, clip, scrolls): (Rect, Rect, bool),
        answer: &mut TableResponse,
        editor: &mut dyn FnMut(&mut EditCell<'_>),
    ) {
        let Some(column) = table.columns.get(self.at.column) else {
            return;
        };
        let builder = UiBuilder::new()
            .id_salt("cell editor")
            .max_rect(rect.expand2(vec2(0.0, 1.0)));
        let mut child = ui.new_child(builder);
        child.shrink_clip_rect(clip);
        editor(&mut EditCell {
            ui: &mut child,
            id: self.id,
            at: self.at,
            name: &column.title,
            is_new: self.is_new,
            align: column.align,
        });
        let keeps = EventFilter {
            tab: true,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.id, keeps));
        if let Some(by) = self.ended(ui, answer, scrolls) {
            answer.edit_ended = Some((self.at, by));
            if by != EndedBy::Elsewhere {
                answer.response.request_focus();
                ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            }
            ui.request_repaint();
        }
    }

    fn ended(&self, ui: &Ui, answer: &TableResponse, scrolls: bool) -> Option<EndedBy> {
        let focused = ui.memory(egui::Memory::focused);
        let here = focused == Some(self.id);
        if let Some((key, by)) = self.ending {
            let unused = take_key(ui, key);
            // An editor that has used Enter for itself, and gone, has ended too.
            return (unused || !here).then_some(by);
        }
        if let Some((_, by)) = answer.edit_ended {
            return Some(by);
        }
        if here || !self.had_keyboard {
            return None;
        }
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let layer = pointer.and_then(|pointer| ui.ctx().layer_id_at(pointer));
        let in_popup = focused.is_none() && layer.is_some_and(|layer| layer != ui.layer_id());
        if in_popup || scrolls || focused == Some(answer.response.id) {
            ui.memory_mut(|memory| memory.request_focus(self.id));
            return None;
        }
        Some(EndedBy::Elsewhere)
    }
}

/// What the key does to an editor, if it ends editing.
fn ending(event: &Event) -> Option<(Key, EndedBy)> {
    let Event::Key {
        key,
        pressed: true,
        modifiers,
        ..
    } = event
    else {
        return None;
    };
    let by = match key {
        _ if !is_plain(*modifiers) => return None,
        Key::Tab if modifiers.shift => EndedBy::Previous,
        Key::Tab => EndedBy::Next,
        _ if modifiers.shift => return None,
        Key::Enter => EndedBy::Next,
        Key::ArrowDown => EndedBy::Down,
        Key::ArrowUp => EndedBy::Up,
        Key::Escape => EndedBy::Escape,
        _ => return None,
    };
    Some((*key, by))
}

/// Takes the press of the key out of the input; whether nobody had.
fn take_key(ui: &Ui, wanted: Key) -> bool {
    ui.input_mut(|input| {
        let at = input.events.iter().position(
            |event| matches!(event, Event::Key { key, pressed: true, .. } if *key == wanted),
        );
        at.map(|at| input.events.remove(at)).is_some()
    })
}

/// Keeps for the next frame what the editor will need to know.
pub(super) fn remember_start(state: &mut TableState, answer: &TableResponse) {
    if let Some((_, start)) = &answer.edit_wanted {
        state.session.wanted = true;
        state.session.typed = matches!(start, EditStart::Typed(_));
        if *start == EditStart::List {
            state.session.held.insert(0, open_list());
        }
    }
}

/// The key that opens the list of a picker or a choice.
fn open_list() -> Event {
    Event::Key {
        key: Key::F4,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    }
}
