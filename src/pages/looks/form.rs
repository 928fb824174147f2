//! What the pages with a form and a datasheet draw alike: the list, the record beside it, and the bar at the foot.

use egui::Ui;

use super::{
    datasheet::{Datasheet, Own},
    fields::Fields,
    list::List,
    navigation::NavigationBar,
};
use crate::{
    app::{
        View,
        drafts::RecordDraft,
        form::Form,
        page::{Ctx, Outbox},
    },
    domain::{CampData, Described},
};

/// What is remembered of how a form looks.
#[derive(Debug, Default)]
pub(crate) struct FormLooks {
    pub(crate) fields: Fields,
    list: List,
    navigation: NavigationBar,
    datasheet: Datasheet,
    /// The view in which it was drawn last.
    view: View,
    /// Whether the record is shown anew in this frame.
    is_new_visit: bool,
}

impl FormLooks {
    /// Draws the datasheet, if that is the view, or else the bar under the list and the record. Whether those are still to be drawn.
    pub(crate) fn begin<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        own: &Own,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> bool {
        self.view = ctx.view;
        if ctx.view == View::Datasheet {
            self.datasheet.show(ui, form, own, ctx, out);
            return false;
        }
        form.rows.selected.clear();
        self.is_new_visit = self.list.is_new_visit(form.editor.visit());
        if self.is_new_visit && form.editor.is_new() {
            self.fields.want_first::<RecordDraft<R>>();
        }
        self.navigation.show(ui, form, ctx, out);
        true
    }

    /// Whether the list is scrolled to the record: it is shown anew, or stands in another row than in the frame before.
    pub(crate) fn reveals<R: Described>(&mut self, form: &Form<R>, camp: &CampData) -> bool {
        let row = form.current_row(camp);
        self.list.is_elsewhere(row) || self.is_new_visit
    }

    /// The page is drawn in this view, be it one that isn't of a form.
    pub(crate) fn shows(&mut self, view: View) {
        self.view = view;
    }

    /// Whether something is typed in a field of text that isn't saved yet.
    pub(crate) fn is_typing(&self) -> bool {
        match self.view {
            View::Form => self.fields.is_typing(),
            View::Datasheet => self.datasheet.is_typing(),
            View::Entry | View::Check => false,
        }
    }
}
