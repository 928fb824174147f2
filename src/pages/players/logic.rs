//! The form of players.

use super::view::FORM;
use crate::{
    app::{
        Command,
        exporting::ExportedList,
        form::{AnyForm, Form},
        page::{Ctx, Handler, Logic},
    },
    domain::{Player, Record, RecordKind},
    pages::looks::{columns::ColumnsDialog, form::FormLooks},
};

/// The page of players.
#[derive(Debug, Default)]
pub struct PlayersPage {
    pub form: Form<Player>,
    pub(super) looks: FormLooks,
}

const HANDLERS: [Handler<PlayersPage>; 1] = [Handler::new(Command::COLUMNS, |_, _, out| {
    out.ask(ColumnsDialog::new(RecordKind::Player));
})];

impl Logic for PlayersPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        &[&HANDLERS]
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        self.form.record().ok_or("Choose a player first")
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
