//! The form of groups.

use super::view::FORM;
use crate::{
    app::{
        Command,
        exporting::ExportedList,
        form::{AnyForm, Form},
        page::{Ctx, Handler, Logic},
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

    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        Ok(vec![self.looks.exported(&self.form, &FORM, ctx)])
    }

    fn form(&self) -> Option<&dyn AnyForm> {
        Some(&self.form)
    }

    fn form_mut(&mut self) -> Option<&mut dyn AnyForm> {
        Some(&mut self.form)
    }
}
