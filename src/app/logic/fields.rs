//! What keys and menus do to the field that has, or had last, the keyboard.

use super::super::{
    App, Command, KeyboardTo, Page, dialogs::Dialog, drafts::Draft, editor::Editor,
};
use crate::domain::{CampData, Field, Kind, Record, about, show_date};

impl App {
    /// Why a command for a field can't be given now.
    pub(in crate::app) fn why_not_in_field(&self, command: Command) -> Option<&'static str> {
        let is_date_of_strip = command == Command::InsertToday && self.is_typing_games();
        if command == Command::UndoField || is_date_of_strip {
            return None;
        }
        if !self.record_is_shown() {
            return Some("Choose a record first");
        }
        match (command, self.field) {
            (_, None) => Some("Go to a field first"),
            (Command::InsertToday, Some(field)) if !is_date(field) => {
                Some("Go to a field for a date first")
            }
            (Command::Zoom, Some(field)) if title_of_text(field).is_none() => {
                Some("This field holds no text")
            }
            _ => None,
        }
    }

    /// Takes back what was typed in the field; where nothing was, in the whole record; an empty new record goes away.
    pub(super) fn undo_field(&mut self) {
        let field = self.field;
        let undone = with_editor!(
            self,
            editor => field.is_some_and(|field| editor.undo_field(field)),
            else true
        );
        if undone {
            return;
        }
        let was_new = self.is_new_record();
        self.undo_record();
        if was_new && !self.is_new_record() {
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    pub(super) fn copy_from_previous(&mut self) {
        let (Some(camp), Some(field)) = (&self.session.camp, self.field) else {
            return;
        };
        let Some(list) = self.listing() else { return };
        let before = if self.is_new_record() {
            list.len().checked_sub(1)
        } else {
            self.current_row().and_then(|row| row.checked_sub(1))
        };
        let before = before.and_then(|row| list.record(&camp.data, row));
        let Some(before) = before else {
            return self.notices.note("There is no record before this one");
        };
        match before {
            Record::Player(id) => take(&mut self.session.players, field, &camp.data, id),
            Record::Group(id) => take(&mut self.session.groups, field, &camp.data, id),
            Record::Game(id) => take(&mut self.session.games, field, &camp.data, id),
        }
        self.keyboard_to = Some(KeyboardTo::Field(field));
    }

    pub(super) fn default_value(&mut self) {
        let (Some(camp), Some(field)) = (&self.session.camp, self.field) else {
            return;
        };
        let today = self.clock.now().date();
        with_editor!(self, editor => {
            let new = new_like(editor, &camp.data, today);
            editor.take_field(field, &new);
        }, else ());
        self.keyboard_to = Some(KeyboardTo::Field(field));
    }

    pub(super) fn insert_today(&mut self) {
        let today = show_date(self.today());
        if self.is_typing_games() {
            self.session.entry.strip.draft.set_text(Field::Date, &today);
        } else {
            self.set_text(today);
        }
    }

    pub(super) fn set_text(&mut self, text: String) {
        let Some(field) = self.field else { return };
        with_editor!(self, editor => editor.set_text(field, text), else ());
        self.keyboard_to = Some(KeyboardTo::Field(field));
    }

    pub(super) fn zoom(&mut self) {
        let Some(field) = self.field else { return };
        let text = with_editor!(self, editor => editor.draft.text_mut(field).cloned(), else None);
        if let (Some(title), Some(text)) = (title_of_text(field), text) {
            self.dialog = Some(Dialog::Zoom { title, text });
        }
    }
}

/// The name of a field that holds a text.
fn title_of_text(field: Field) -> Option<&'static str> {
    let about = about(field).filter(|about| about.kind.is_typed())?;
    Some(about.title)
}

fn is_date(field: Field) -> bool {
    about(field).is_some_and(|about| about.kind == Kind::Date)
}

fn take<D: Draft>(editor: &mut Editor<D>, field: Field, camp: &CampData, from: D::Id) {
    if let Some(from) = D::of(camp, from) {
        editor.take_field(field, &from);
    }
}

/// An empty record of the kind that the editor edits.
fn new_like<D: Draft>(_: &Editor<D>, camp: &CampData, today: jiff::civil::Date) -> D {
    D::new_record(camp, today)
}
