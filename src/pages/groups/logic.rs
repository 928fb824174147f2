//! The form of groups.

use crate::{
    app::{
        Command,
        form::{AnyForm, Form},
        page::{Handler, Logic},
    },
    domain::{Group, Record, RecordKind},
    pages::looks::{columns::ColumnsDialog, form::FormLooks},
};

/// The page of groups.
#[derive(Debug, Default)]
pub struct GroupsPage {
    pub form: Form<Group>,
    pub(super) looks: FormLooks,
}

const HANDLERS: [Handler<GroupsPage>; 1] = [Handler::new(Command::COLUMNS, |_, _, out| {
    out.ask(ColumnsDialog::new(RecordKind::Group));
})];

impl Logic for GroupsPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        &[&HANDLERS]
    }

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
