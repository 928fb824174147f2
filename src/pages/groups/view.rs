//! How the groups look.

use egui::{Context, Ui};

use super::GroupsPage;
use crate::{
    app::{
        Action, Command,
        drafts::GroupDraft,
        listing::ColumnId,
        page::{Ctx, Outbox, PageView},
    },
    domain::{CampData, Described as _, Edit, Field, Group, GroupId},
    kit::{Column, EmptyState, Icon, Table, icon_button, tokens::space},
    pages::looks::{
        datasheet::Own,
        field_box::FieldBox,
        list::{List, sort_mark},
        record::{form_header, record_buttons, record_panel, record_title, show_lines},
    },
};

/// The columns of the list beside the record.
const COLUMNS: [ColumnId; 3] = [
    ColumnId::Field(Field::GroupName),
    ColumnId::Field(Field::InitialRating),
    ColumnId::PlayersInGroup,
];

/// The datasheet of groups has nothing besides.
static OWN: Own = Own {
    bulk: |_, _, _| (),
    of_row: &[],
};

impl PageView for GroupsPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let subtitle = "From the weakest to the strongest";
        form_header(ui, ctx, out, subtitle, Some("New group"));
        if !self.looks.begin(ui, &mut self.form, &OWN, ctx, out) {
            return;
        }
        if self.form.editor.target().is_some() {
            let visit = self.form.editor.visit();
            record_panel(ui, visit, |ui| self.record(ui, ctx, out));
        }
        let reveals = self.looks.reveals(&self.form, &ctx.camp.data);
        self.table(ui, ctx, out, reveals);
    }

    fn is_typing(&self, _: &Context) -> bool {
        self.looks.is_typing()
    }
}

impl GroupsPage {
    fn table(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, reveals: bool) {
        let data = &ctx.camp.data;
        let list = &self.form.rows.listing;
        let text = |row: usize, column: usize| list.text(data, row, COLUMNS[column]);
        let mut selected = self.form.current_row(data);
        let columns = [
            Column::flexible("Group", 140.0).sortable(),
            Column::fixed("Initial ladder rating", 180.0)
                .right()
                .sortable(),
            Column::fixed("Players", 100.0).right().sortable(),
        ];
        let rating = |row: usize| {
            let rating = text(row, 1);
            if rating.is_empty() {
                "none yet".to_owned()
            } else {
                rating
            }
        };
        let row_name = |row: usize| {
            let (name, players) = (text(row, 0), text(row, 2));
            let rating = rating(row);
            format!("{name}, initial ladder rating {rating}, {players} players")
        };
        let type_ahead = |row: usize| text(row, 0);
        let searching = list.is_filtered();
        let mut empty = |ui: &mut Ui| {
            let (title, text) = if searching {
                (
                    "No group found",
                    "Type fewer letters, or empty the search box.",
                )
            } else {
                (
                    "No groups yet",
                    "Add them from the weakest to the strongest, each with the rating that its campers start the week with.",
                )
            };
            EmptyState::new(Icon::Groups, title, text).show(ui, |_| {});
        };
        let response = Table::new("Groups", &columns, list.len())
            .sort(sort_mark(list, &COLUMNS))
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| reveals))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| match column {
                0 => cell.strong(&text(row, 0)),
                1 if text(row, 1).is_empty() => cell.weak("none yet"),
                _ => cell.text(&text(row, column)),
            });
        if List::take(ui, &mut self.form, out, &COLUMNS, &response, selected) {
            self.looks.fields.want_first::<GroupDraft>();
        }
    }

    fn record(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let (form, fields) = (&mut self.form, &mut self.looks.fields);
        let group = form.editor.id().and_then(|id| camp.group(id));
        let title = group.map_or_else(|| "New group".to_owned(), |group| group.name.clone());
        record_title(ui, &form.editor, &title);
        let problems = form.editor.problems().to_vec();
        fields.begin(&mut out.keyboard_to, &form.editor);
        let draft = &mut form.editor.draft;
        let can_change = ctx.why_not_change_week.is_none();
        ui.add_enabled_ui(can_change, |ui| {
            for (at, spec) in Group::FIELDS.iter().enumerate() {
                if at > 0 {
                    ui.add_space(space::S);
                }
                FieldBox::new(&spec.about, &problems).show(ui, camp, draft, fields);
            }
        });

        let why_not = ctx.why_not(Command::SAVE_RECORD);
        let pressed = record_buttons(ui, &form.editor, why_not);
        let mut moved = None;
        if let Some(group) = group {
            ui.add_space(space::L);
            ui.horizontal(|ui| {
                ui.label("Order of skill");
                for (step, icon, name) in [
                    (-1, Icon::ChevronUp, "Move this group towards the weakest"),
                    (
                        1,
                        Icon::ChevronDown,
                        "Move this group towards the strongest",
                    ),
                ] {
                    let order = moved_group(camp, group.id, step);
                    let is_possible = order.is_some() && why_not.is_none();
                    let pressed = ui
                        .add_enabled_ui(is_possible, |ui| icon_button(ui, icon, name).clicked())
                        .inner;
                    if pressed {
                        moved = order;
                    }
                }
            });
            if !group.extra.is_empty() {
                ui.add_space(space::M);
                let extra = group.extra.iter();
                show_lines(
                    ui,
                    "extra",
                    extra.map(|(name, value)| (name.as_str(), value.as_str())),
                );
            }
        }
        if let Some(order) = moved {
            out.send(Action::Change(Edit::OrderGroups(order)));
        }
        let focused = fields.focused();
        let is_changed = focused.is_some_and(|field| form.editor.is_field_changed(field));
        let escaped = fields.end(ui, out, is_changed);
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            out.send(command);
        }
    }
}

/// The groups with this one moved a place; nothing at the end of the list.
fn moved_group(camp: &CampData, id: GroupId, step: isize) -> Option<Vec<GroupId>> {
    let mut order = camp.groups.iter().map(|group| group.id).collect::<Vec<_>>();
    let at = order.iter().position(|group| *group == id)?;
    let to = at.checked_add_signed(step).filter(|to| *to < order.len())?;
    order.swap(at, to);
    Some(order)
}
