//! The form of players.

use crate::{
    app::{
        editors::RecordEditor,
        form::{Form, Rows},
        page::Logic,
    },
    domain::{Player, Record},
    pages::looks::form::FormLooks,
};

/// The page of players.
#[derive(Debug, Default)]
pub struct PlayersPage {
    pub form: Form<Player>,
    pub(super) looks: FormLooks,
}

impl Logic for PlayersPage {
    fn left(&mut self) {
        self.form.rows.search.clear();
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        self.form.record().ok_or("Choose a player first")
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
