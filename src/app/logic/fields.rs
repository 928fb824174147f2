//! What keys and menus do to the field that has, or had last, the keyboard.

use super::super::{
    App, FocusTarget,
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    dialogs::Dialog,
};
use crate::domain::{Field, Kind, about, show_date};
commands! {
    UNDO_FIELD = Entry::new("Undo changes to this field", Group::UndoTyping, 0, App::undo_field)
        .needs(Needs::Field);
    /// The value of the same field in the record before.
    COPY_FROM_PREVIOUS = Entry::new("Copy from record above", Group::Values, 0, App::copy_from_previous)
        .keys(&[
            Shortcut::command(Key::Quote),
            Shortcut::with_shift(Key::Quote),
        ])
        .needs(Needs::Field)
        .changes_week()
        .why_not(|app| app.page.why_no_list.or_else(|| app.why_no_field()));
    INSERT_TODAY = Entry::new("Today’s date", Group::Values, 1, App::insert_today)
        .keys(&[Shortcut::command(Key::Semicolon)])
        .needs(Needs::Field)
        .changes_week()
        .without_window(WithoutWindow::WithStrip)
        .why_not(App::why_no_date);
    DEFAULT_VALUE = Entry::new("Default value", Group::Values, 2, App::default_value)
        .needs(Needs::Field)
        .changes_week()
        .why_not(|app| app.page.why_no_list.or_else(|| app.why_no_field()));
    /// A large box for the text of a field.
    ZOOM = Entry::new("Zoom box…", Group::Values, 3, App::zoom)
        .keys(&[Shortcut::shift(Key::F2)])
        .needs(Needs::Field)
        .why_not(App::why_no_text);
}

impl App {
    fn why_no_field(&self) -> Option<&str> {
        if !self.record_is_shown() {
            return Some("Choose a record first");
        }
        self.field.is_none().then_some("Go to a field first")
    }

    pub(super) fn why_no_date(&self) -> Option<&str> {
        let is_other = !self.field.is_some_and(is_date);
        self.why_no_field()
            .or(is_other.then_some("Go to a field for a date first"))
    }

    pub(super) fn why_no_text(&self) -> Option<&str> {
        let is_none = self
            .field
            .and_then(|field| self.title_of_text(field))
            .is_none();
        self.why_no_field()
            .or(is_none.then_some("This field holds no text"))
    }

    /// Takes back what was typed in the field; where nothing was, in the whole record; an empty new record goes away.
    pub(super) fn undo_field(&mut self) {
        let field = self.field;
        let Some(editor) = self.editor_mut() else {
            return;
        };
        if field.is_some_and(|field| editor.undo_field(field)) {
            return;
        }
        let was_new = self.is_new_record();
        if self.undo_last() {
            return;
        }
        self.undo_record();
        if was_new && !self.is_new_record() {
            self.focus_next = Some(FocusTarget::List);
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
        if let Some((camp, editor)) = self.session.editor_in_camp(self.page) {
            editor.take_field_of(field, before, camp);
        }
        self.focus_next = Some(FocusTarget::Field(field));
    }

    pub(super) fn default_value(&mut self) {
        let Some(field) = self.field else { return };
        let today = self.today();
        if let Some((camp, editor)) = self.session.editor_in_camp(self.page) {
            editor.take_default(field, camp, today);
        }
        self.focus_next = Some(FocusTarget::Field(field));
    }

    pub(super) fn insert_today(&mut self) {
        let today = show_date(self.today());
        self.set_text(today);
    }

    pub(super) fn set_text(&mut self, text: String) {
        let Some(field) = self.field else { return };
        if let Some(editor) = self.editor_mut() {
            editor.set_text(field, text);
        }
        self.focus_next = Some(FocusTarget::Field(field));
    }

    pub(super) fn zoom(&mut self) {
        let Some(field) = self.field else { return };
        let text = self.editor_mut().and_then(|editor| editor.text(field));
        if let (Some(title), Some(text)) = (self.title_of_text(field), text) {
            let title = title.to_owned();
            self.dialog = Some(Dialog::Zoom { title, text });
        }
    }

    /// The name of a field that holds a text.
    fn title_of_text(&self, field: Field) -> Option<&str> {
        let camp = self.session.camp.as_ref()?;
        let about = camp.data.about(field);
        let about = about.filter(|about| about.kind.is_typed())?;
        Some(about.title)
    }
}

fn is_date(field: Field) -> bool {
    about(field).is_some_and(|about| about.kind == Kind::Date)
}
