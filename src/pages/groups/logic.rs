//! The form of groups.

use crate::{
    app::{
        form::{AnyForm, Form},
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
    fn chosen(&self) -> Result<Record, &'static str> {
        Err("Choose a player or a game first")
    }

    fn form(&self) -> Option<&dyn AnyForm> {
        Some(&self.form)
    }

    fn form_mut(&mut self) -> Option<&mut dyn AnyForm> {
        Some(&mut self.form)
    }
}
