//! What the pages with a form and a datasheet draw alike: the list, the record beside it, and the bar at the foot.

use egui::{Ui, Vec2};

use super::{
    datasheet::Datasheet,
    fields::Fields,
    list::{List, ListSpec, exported_cell},
    navigation::NavigationBar,
    record::{BUTTONS_BESIDE, NARROW, form_header},
};
use crate::{
    app::{
        Command, View,
        exporting::{ExportedColumn, ExportedList},
        form::Form,
        listing::{Kind, ListColumn, columns},
        page::{Ctx, Outbox, least_room_of},
    },
    domain::Described,
    kit::tokens::space,
};

/// The least height of a form whose record stands below its list, in points: with the buttons of the record beside its title, and below its
/// fields. The first one has room in 900 × 640 pixels, also below what is said of a closed week: the record scrolls by itself there, and the page
/// around it must not.
const LEAST_BELOW: f32 = 440.0;
const LEAST_NARROW: f32 = 520.0;

/// The least height of a datasheet that has its search box below it, in points.
const LEAST_DATASHEET: f32 = 330.0;

/// The least room of a form in this view, in points: in a narrow page the record stands below the list.
pub(crate) fn least_room(view: View, width: f32) -> Vec2 {
    let height = match view {
        View::Form if width > BUTTONS_BESIDE + space::XS => LEAST_BELOW,
        View::Form => LEAST_NARROW,
        _ => LEAST_DATASHEET,
    };
    least_room_of(width < NARROW, height)
}

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

/// A column as a file has it: with this title, and of the kind that the datasheet's column has.
fn exported_column(title: &str, known: Option<&ListColumn<'_>>) -> ExportedColumn {
    let column = match known.map(|column| column.kind) {
        Some(Kind::Number | Kind::Date) => ExportedColumn::number(title),
        _ => ExportedColumn::text(title),
    };
    column.by_name(known.is_some_and(|column| column.by_name))
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

    /// What is shown, to be written to a file: the datasheet, or the list beside the record. Of a datasheet, what is private can be asked for
    /// by name whether its column is shown or not.
    pub(crate) fn exported<R: Described>(
        &self,
        form: &Form<R>,
        spec: &'static FormSpec,
        ctx: &Ctx<'_>,
    ) -> ExportedList {
        let rows = form.rows.listing.shown_rows();
        let camp = ctx.camp.data.clone();
        let (name, noun) = (ctx.page.title, R::KIND.name());
        if ctx.view == View::Datasheet {
            let arranged = self.datasheet.arranged(form, ctx).into_iter();
            let offered = arranged.filter(|(column, is_shown)| *is_shown || column.by_name);
            let offered = offered
                .map(|(column, _)| (column.what, exported_column(column.title, Some(&column))));
            let (ids, columns): (Vec<_>, Vec<_>) = offered.unzip();
            return ExportedList::new(name, noun, columns, move || {
                let list = rows.listing();
                let row = |row| {
                    ids.iter()
                        .map(|what| list.cell(&camp, row, *what))
                        .collect()
                };
                (0..list.len()).map(row).collect()
            });
        }
        let known = columns(&ctx.camp.data, R::KIND);
        let shown = (spec.list.columns)().into_iter().map(|(what, column)| {
            let known = known.iter().find(|column| column.what == what);
            (what, exported_column(column.title(), known))
        });
        let (ids, columns): (Vec<_>, Vec<_>) = shown.unzip();
        ExportedList::new(name, noun, columns, move || {
            let list = rows.listing();
            let cell = |row, what| exported_cell(&spec.list, &camp, &list, row, what);
            let row = |row| ids.iter().map(|what| cell(row, *what)).collect();
            (0..list.len()).map(row).collect()
        })
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
