//! What is done in a cell: edited, ticked, emptied, pasted into.

use egui::Ui;

use super::{
    Datasheet, can_type,
    cells::{Fit, is_person, paste, toggle},
    columns, is_current, menus,
};
use crate::{
    app::{
        Command,
        drafts::{Draft as _, RecordDraft},
        form::Form,
        listing::ListColumn,
        page::{Ctx, Outbox},
    },
    domain::{Described, Field, FieldProblem, shortened},
    kit::{CellAt, Column, EditStart, EndedBy, TableResponse},
    pages::looks::list::paste_rows,
};

/// So many letters of a pasted text stand in a message.
const ENOUGH: usize = 31;

impl Datasheet {
    /// The box in a cell was ticked, or its tick taken away.
    pub(super) fn toggle<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        listed: &[ListColumn<'_>],
        at: CellAt,
    ) {
        let field = listed.get(at.column).and_then(|column| column.field);
        let Some(field) = field.filter(|_| can_type(ctx)) else {
            return;
        };
        if is_current(form, ctx, at.row) {
            toggle(&mut form.editor.draft, field);
        } else {
            let record = form.rows.listing.record(&ctx.camp.data, at.row);
            self.ticked = Some((record, field));
        }
    }

    /// Begins to edit a cell, if it can be edited.
    pub(super) fn edit<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        at: CellAt,
        start: &EditStart,
    ) {
        let columns = form.rows.listing.columns(&ctx.camp.data);
        let Some(field) = columns.get(at.column).and_then(|column| column.field) else {
            return out
                .notices
                .note("This column is calculated and can’t be typed");
        };
        if let Some(reason) = &ctx.why_not_change_week {
            return out.notices.note(reason.clone());
        }
        if columns::is_check(&columns[at.column]) || !is_current(form, ctx, at.row) {
            return;
        }
        let is_typed = matches!(start, EditStart::Typed(_));
        if is_typed && let Some(text) = form.editor.draft.text_mut(field) {
            text.clear();
        }
        self.refused = None;
        if is_person::<R>(field) {
            let person = form.editor.draft.player(field);
            self.editor.begin_person(person.filter(|_| !is_typed));
        } else {
            self.editor.begin_value();
        }
        self.state.editing = Some(at);
    }

    /// The editing of a cell ends, unless what is typed in it can't stay.
    pub(super) fn leave<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        columns: &[Column<'_>],
        at: CellAt,
        by: EndedBy,
    ) {
        let listed = form.rows.listing.columns(&ctx.camp.data);
        let Some(field) = listed.get(at.column).and_then(|column| column.field) else {
            return self.state.leave(by);
        };
        self.refused = None;
        if by == EndedBy::Escape {
            form.editor.undo_field(field);
            return self.state.leave(by);
        }
        if let Some(reason) = self.why_it_cannot_stay(form, ctx, field) {
            self.refused = Some((field, reason));
            return;
        }
        let rows = form.rows.listing.len();
        let shown = self.state.layout.shown(columns);
        let is_last = at.row == rows && shown.last() == Some(&at.column);
        if is_last && by == EndedBy::Next {
            self.state.leave(EndedBy::Elsewhere);
            self.begin_next(out, &listed, &shown);
        } else {
            self.state.leave(by);
        }
    }

    /// Why what is typed in a cell is no value at all. An empty cell may stay until the row is left.
    fn why_it_cannot_stay<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        field: Field,
    ) -> Option<String> {
        if is_person::<R>(field) && self.editor.player.unresolved() {
            return Some("No player of this name or number".to_owned());
        }
        let is_blank = form
            .editor
            .draft
            .text_mut(field)
            .is_none_or(|text| text.trim().is_empty());
        if is_blank {
            return None;
        }
        let problems = problems_of(form, ctx);
        let problem = problems.into_iter().find(|problem| problem.field == field);
        problem.map(|problem| problem.reason)
    }

    /// Empties the cell, or deletes the selected rows.
    pub(super) fn delete<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        listed: &[ListColumn<'_>],
        whole_rows: bool,
    ) {
        if whole_rows {
            return out.send(Command::DELETE_RECORD);
        }
        let field = listed
            .get(self.state.column)
            .and_then(|column| column.field);
        if let (Some(field), true) = (field, can_type(ctx))
            && self.state.row.is_some_and(|row| is_current(form, ctx, row))
            && !columns::is_check(&listed[self.state.column])
        {
            form.editor.take_field(field, &RecordDraft::default());
        }
    }

    /// One cell goes into the cell under the cursor, several are imported.
    pub(super) fn paste<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        listed: &[ListColumn<'_>],
        text: &str,
    ) {
        if paste_rows(text, out) {
            return;
        }
        let cell = text.trim();
        let Some(at) = self.state.cell() else { return };
        let field = listed.get(at.column).and_then(|column| column.field);
        let holds_text = field.is_some_and(|field| form.editor.draft.text_mut(field).is_some());
        if field.is_none() || holds_text || !can_type(ctx) {
            self.edit(form, ctx, out, at, &EditStart::Content);
        }
        let (Some(field), true) = (field, can_type(ctx) && is_current(form, ctx, at.row)) else {
            return;
        };
        match paste(&mut form.editor.draft, field, cell, &mut self.editor) {
            Fit::Taken => {}
            Fit::NoValue => {
                let reason = format!(
                    "“{}” isn’t valid here. Choose one from the list",
                    shortened(cell.trim(), ENOUGH)
                );
                out.notices.note(reason);
            }
            Fit::Several => out.notices.note(format!(
                "Several players are called “{}”: add the number, as in “Lee, Ann (12)”",
                shortened(cell.trim(), ENOUGH)
            )),
        }
    }

    /// The reason why the cell under the cursor can't stay as it is, below it.
    pub(super) fn reason<R: Described>(
        &self,
        ui: &Ui,
        form: &Form<R>,
        ctx: &Ctx<'_>,
        listed: &[ListColumn<'_>],
        answer: &TableResponse,
    ) {
        let field = listed
            .get(self.state.column)
            .and_then(|column| column.field);
        let Some((field, below)) = field.zip(answer.cursor_rect) else {
            return;
        };
        let is_current = self.state.row.is_some_and(|row| is_current(form, ctx, row));
        let refused = self.refused.as_ref().filter(|(of, _)| *of == field);
        let reason = refused.map(|(_, reason)| reason.as_str());
        let reason = reason.or_else(|| form.editor.problem(field).filter(|_| is_current));
        if let Some(reason) = reason {
            menus::reason_below(ui, below, reason);
        }
    }
}

/// What is wrong with the row as it is typed now.
fn problems_of<R: Described>(form: &Form<R>, ctx: &Ctx<'_>) -> Vec<FieldProblem> {
    let editor = &form.editor;
    let edit = editor.draft.edit(&ctx.camp.data, editor.id(), ctx.today());
    edit.err().unwrap_or_default()
}
