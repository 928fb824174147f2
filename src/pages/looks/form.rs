//! What the pages with a form and a datasheet draw alike: the list, the record beside it, and the bar at the foot.

use egui::Ui;

use super::{
    datasheet::Datasheet,
    fields::Fields,
    list::{List, ListSpec},
    navigation::NavigationBar,
    record::form_header,
};
use crate::{
    app::{
        Command, View,
        form::Form,
        page::{Ctx, Outbox},
    },
    domain::Described,
};

/// What the form of one page shows in its own way.
#[derive(Debug)]
pub(crate) struct FormSpec {
    /// The name of the button for a new record.
    pub(crate) new: &'static str,
    pub(crate) list: ListSpec,
    /// What can be done to several rows of the datasheet at once, besides deleting them.
    pub(crate) bulk: fn(&mut Ui, &Ctx<'_>, &mut Outbox),
    /// Commands in the menu of a row.
    pub(crate) of_row: &'static [Command],
}

/// What is remembered of how a form looks.
#[derive(Debug, Default)]
pub(crate) struct FormLooks {
    pub(crate) fields: Fields,
    list: List,
    navigation: NavigationBar,
    datasheet: Datasheet,
}

impl FormLooks {
    /// Draws the head, and under it the datasheet, if that is the view, or else the bar under the list and the record. Whether those are
    /// still to be drawn.
    pub(crate) fn begin<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        (spec, subtitle): (&FormSpec, &str),
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> bool {
        form_header(ui, ctx, out, subtitle, Some(spec.new));
        if ctx.view == View::Datasheet {
            self.datasheet.show(ui, form, spec, ctx, out);
            return false;
        }
        form.rows.selected.clear();
        let is_new_visit = self.list.is_new_visit(form.editor.visit());
        if is_new_visit && form.editor.is_new() {
            self.fields.want_first(&form.editor);
        }
        self.navigation.show(ui, form, ctx, out);
        true
    }

    /// Draws the list.
    pub(crate) fn list<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        spec: &FormSpec,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        if self.list.show(ui, form, spec, ctx, out) {
            self.fields.want_first(&form.editor);
        }
    }

    /// Whether something is typed in a field of text that isn't saved yet.
    pub(crate) fn is_typing(&self, view: View) -> bool {
        match view {
            View::Form => self.fields.is_typing(),
            View::Datasheet => self.datasheet.is_typing(),
            View::Entry | View::Check => false,
        }
    }
}
