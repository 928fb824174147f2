//! The keyboard of a table that is not being edited.

use egui::{Event, Key, Modifiers, Ui};

use super::{
    CellAt, EditStart, Table, TableResponse, TableState,
    column::Editor,
    steps::{Paths, Step},
};
use crate::kit::choice::{TYPE_AHEAD_SECONDS, find_ahead};

/// What a key means to a table.
enum Press {
    Go(Step, bool),
    Activate,
    Delete,
    RowMenu,
    ColumnMenu,
    Edit(EditStart),
    Toggle,
    SelectAll,
    SelectRow,
    GatherRow,
    SelectNothing,
    Copy,
    Cut,
    Paste(String),
    Letters(String),
}

#[derive(Clone, Debug, Default)]
struct Typed {
    text: String,
    at: f64,
}

/// Letters, keys and the clipboard: what comes from the keyboard.
pub(super) fn is_typed(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { pressed: true, .. }
            | Event::Text(_)
            | Event::Copy
            | Event::Cut
            | Event::Paste(_)
    )
}

/// Whether the key was pressed alone, Shift aside.
pub(super) fn is_plain(modifiers: Modifiers) -> bool {
    !modifiers.ctrl && !modifiers.command && !modifiers.alt
}

impl Table<'_> {
    /// Carries out the keys of this frame in their order. Those that follow one that begins editing are kept for the
    /// editor; those that mean nothing to a table stay for others.
    pub(super) fn take_keys(
        &self,
        ui: &Ui,
        state: &mut TableState,
        paths: &Paths,
        answer: &mut TableResponse,
    ) {
        let events = ui.input_mut(|input| std::mem::take(&mut input.events));
        let mut left = Vec::with_capacity(events.len());
        for event in events {
            if answer.edit_wanted.is_some() && is_typed(&event) {
                state.session.held.push(event);
            } else if let Some(press) = self.meaning(&event, state) {
                if matches!(press, Press::Edit(EditStart::Typed(_))) {
                    state.session.held.push(event);
                }
                self.carry_out(ui, press, state, paths, answer);
            } else {
                left.push(event);
            }
        }
        ui.input_mut(|input| input.events = left);
    }

    fn meaning(&self, event: &Event, state: &TableState) -> Option<Press> {
        match event {
            // One that is held would delete one row after another.
            Event::Key {
                key: Key::Delete,
                repeat: true,
                ..
            } => None,
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => self
                .movement(*key, *modifiers)
                .or_else(|| self.command(*key, *modifiers, state)),
            Event::Text(text) if self.cells => {
                // A space is no content to begin with; it comes along with Shift+Space too.
                let begins = !text.trim().is_empty() && self.editor(state) != Some(Editor::Check);
                begins.then(|| Press::Edit(EditStart::Typed(text.clone())))
            }
            Event::Text(text) => self.type_ahead.map(|_| Press::Letters(text.clone())),
            Event::Copy => Some(Press::Copy),
            Event::Cut => Some(Press::Cut),
            Event::Paste(text) => Some(Press::Paste(text.clone())),
            _ => None,
        }
    }

    fn movement(&self, key: Key, modifiers: Modifiers) -> Option<Press> {
        let plain = is_plain(modifiers);
        let ctrl = modifiers.command && !modifiers.alt;
        let extend = modifiers.shift && self.multiple;
        let go = |step| Some(Press::Go(step, extend));
        match key {
            Key::ArrowUp if plain => go(Step::Up),
            Key::ArrowDown if plain => go(Step::Down),
            Key::PageUp if plain => go(Step::PageUp),
            Key::PageDown if plain => go(Step::PageDown),
            Key::Home if ctrl || (plain && !self.cells) => go(Step::First),
            Key::End if ctrl || (plain && !self.cells) => go(Step::Last),
            _ if !self.cells => None,
            Key::ArrowUp if ctrl => go(Step::ColumnTop),
            Key::ArrowDown if ctrl => go(Step::ColumnBottom),
            Key::ArrowLeft if plain => Some(Press::Go(Step::Left, false)),
            Key::ArrowRight if plain => Some(Press::Go(Step::Right, false)),
            Key::Home if plain => Some(Press::Go(Step::RowStart, false)),
            Key::End if plain => Some(Press::Go(Step::RowEnd, false)),
            Key::Tab if plain && modifiers.shift => Some(Press::Go(Step::Previous, false)),
            Key::Tab if plain => Some(Press::Go(Step::Next, false)),
            // Shift+Enter saves the record: that is the caller's.
            Key::Enter if plain && !modifiers.shift => Some(Press::Go(Step::Next, false)),
            _ => None,
        }
    }

    fn command(&self, key: Key, modifiers: Modifiers, state: &TableState) -> Option<Press> {
        let plain = is_plain(modifiers);
        let ctrl = modifiers.command && !modifiers.alt;
        let bare = plain && !modifiers.shift;
        let editor = self.editor(state);
        match key {
            Key::Enter if bare => Some(Press::Activate),
            Key::Delete if bare => Some(Press::Delete),
            Key::F10 if plain && modifiers.shift => Some(Press::RowMenu),
            Key::A if ctrl && self.multiple => Some(Press::SelectAll),
            Key::Space if ctrl && self.multiple => Some(Press::GatherRow),
            Key::Space if plain && modifiers.shift && self.multiple => Some(Press::SelectRow),
            Key::Escape if self.multiple && self.cells && !state.selection.is_empty() => {
                Some(Press::SelectNothing)
            }
            Key::Space if bare && !self.cells && self.check_column().is_some() => {
                Some(Press::Toggle)
            }
            _ if !self.cells => None,
            Key::Space if bare && editor == Some(Editor::Check) => Some(Press::Toggle),
            Key::F2 if bare => Some(Press::Edit(EditStart::Content)),
            Key::F4 if bare && editor == Some(Editor::List) => Some(Press::Edit(EditStart::List)),
            Key::ArrowDown if modifiers.alt && editor == Some(Editor::List) => {
                Some(Press::Edit(EditStart::List))
            }
            // Alt+Down opens the list of a cell that has one, so every column has a key of its own for the menu too.
            Key::ArrowUp | Key::ArrowDown if modifiers.alt && self.column_menus => {
                Some(Press::ColumnMenu)
            }
            _ => None,
        }
    }

    /// The column of check boxes of a list.
    fn check_column(&self) -> Option<usize> {
        let mut columns = self.columns.iter();
        columns.position(|column| column.editor == Editor::Check)
    }

    /// What the current cell is edited with.
    fn editor(&self, state: &TableState) -> Option<Editor> {
        self.columns.get(state.column).map(|column| column.editor)
    }

    fn carry_out(
        &self,
        ui: &Ui,
        press: Press,
        state: &mut TableState,
        paths: &Paths,
        answer: &mut TableResponse,
    ) {
        let row = state.row;
        let record = row.filter(|row| *row < self.rows);
        match press {
            Press::Go(step, extend) => self.go(state, step, extend, paths),
            Press::Activate => answer.activated = row,
            Press::Delete => answer.delete_pressed = row.is_some(),
            Press::RowMenu => answer.menu_wanted = row,
            Press::ColumnMenu => {
                answer.column_menu_wanted = Some((state.column, egui::Rect::NOTHING));
            }
            Press::Edit(start) => {
                answer.edit_wanted = state.cell().map(|at| (at, start));
                state.reveal = true;
            }
            Press::Toggle if self.cells => answer.toggled = state.cell(),
            Press::Toggle => {
                let cell = row.zip(self.check_column());
                answer.toggled = cell.map(|(row, column)| CellAt { row, column });
            }
            Press::SelectAll => state.selection.select_all(self.rows),
            Press::SelectRow => {
                if let Some(row) = record {
                    state.selection.select_only(row);
                }
            }
            Press::GatherRow => {
                if let Some(row) = record {
                    state.selection.gather(row);
                }
            }
            Press::SelectNothing => state.selection.clear(),
            Press::Copy => answer.copy_wanted = true,
            Press::Cut => answer.cut_wanted = true,
            Press::Paste(text) => answer.pasted = Some(text),
            Press::Letters(letters) => self.look_ahead(ui, &letters, state, answer),
        }
    }

    /// Goes to the next row that begins with what has been typed lately.
    fn look_ahead(&self, ui: &Ui, letters: &str, state: &mut TableState, answer: &TableResponse) {
        let Some(text) = self.type_ahead else { return };
        let id = answer.response.id.with("typed");
        let mut typed: Typed = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let now = ui.input(|input| input.time);
        if now - typed.at > TYPE_AHEAD_SECONDS {
            typed.text.clear();
        }
        if typed.text.is_empty() && letters.trim().is_empty() {
            return;
        }
        typed.text.push_str(letters);
        typed.at = now;
        if let Some(row) = find_ahead(self.rows, state.row, &typed.text, text) {
            state.row = Some(row);
            state.reveal = true;
            if self.multiple {
                state.selection.select_only(row);
            }
        }
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}
