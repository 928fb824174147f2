//! The form of players.

use crate::{
    app::{
        form::{AnyForm, Form},
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
    fn chosen(&self) -> Result<Record, &'static str> {
        self.form.record().ok_or("Choose a player first")
    }

    fn form(&self) -> Option<&dyn AnyForm> {
        Some(&self.form)
    }

    fn form_mut(&mut self) -> Option<&mut dyn AnyForm> {
        Some(&mut self.form)
    }
}
