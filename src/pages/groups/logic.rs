//! The form of groups.

use crate::{
    app::{
        editors::RecordEditor,
        form::{Form, Rows},
        page::Logic,
    },
    domain::{Group, Record},
    pages::looks::form::FormLooks,
};

/// The page of groups.
#[derive(Debug, Default)]
pub struct GroupsPage {
    pub form: Form<Group>,
    pub(super) looks: FormLooks,
}

impl Logic for GroupsPage {
    fn left(&mut self) {
        self.form.rows.search.clear();
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        Err("A group's rating is typed: choose a player or a game to explain")
    }

    fn editor(&self) -> Option<&dyn RecordEditor> {
        Some(&self.form.editor)
    }

    fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        Some(&mut self.form.editor)
    }

    fn rows(&self) -> Option<&Rows> {
        Some(&self.form.rows)
    }

    fn rows_mut(&mut self) -> Option<&mut Rows> {
        Some(&mut self.form.rows)
    }
}
