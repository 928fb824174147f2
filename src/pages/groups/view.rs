//! How the groups look.

use egui::{Context, Ui, Vec2};

use super::GroupsPage;
use crate::{
    app::{
        Action, Command, View,
        listing::ColumnId,
        page::{Ctx, Outbox, PageView},
    },
    domain::{CampData, Edit, Field, Group, GroupId},
    kit::{Column, Icon, form::changeable, icon_button, tokens::space},
    pages::looks::{
        field_box::FieldBox,
        form::{FormSpec, least_room},
        list::{ListSpec, Tone},
        record::{record_frame, record_panel},
    },
};

/// How the form of groups looks.
pub(super) static FORM: FormSpec = FormSpec {
    new: "New group",
    list: ListSpec {
        name: "Groups",
        icon: Icon::Groups,
        columns: || {
            let rating = Column::fixed("Initial ladder rating", 180.0).right();
            vec![
                (NAME, Column::flexible("Group", 140.0).sortable()),
                (RATING, rating.sortable()),
                (
                    ColumnId::PlayersInGroup,
                    Column::fixed("Players", 100.0).right().sortable(),
                ),
            ]
        },
        type_ahead: NAME,
        row_name: |camp, list, row| {
            let [name, rating, players] =
                [NAME, RATING, ColumnId::PlayersInGroup].map(|what| list.text(camp, row, what));
            let rating = if rating.is_empty() {
                NO_RATING
            } else {
                &rating
            };
            let players = match players.as_str() {
                "1" => "1 player".to_owned(),
                count => format!("{count} players"),
            };
            format!("{name}, initial ladder rating {rating}, {players}")
        },
        text: |camp, list, row, what| {
            let is_missing = what == RATING && list.text(camp, row, what).is_empty();
            is_missing.then(|| NO_RATING.to_owned())
        },
        tone: |camp, list, row, what| match what {
            NAME => Tone::Strong,
            RATING if list.text(camp, row, what).is_empty() => Tone::Weak,
            _ => Tone::Plain,
        },
        nothing_found: "No group found",
        none_yet: [
            "No groups yet",
            "Add them from the weakest to the strongest, each with the rating that its campers start the week with.",
        ],
    },
    bulk: |_, _, _| (),
    of_row: &[],
};

const NAME: ColumnId = ColumnId::Field(Field::GroupName);
const RATING: ColumnId = ColumnId::Field(Field::InitialRating);

/// What stands in place of an initial rating that was never given.
const NO_RATING: &str = "none yet";

impl PageView for GroupsPage {
    fn least_room(&self, view: View, width: f32) -> Vec2 {
        least_room(view, width)
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let subtitle = "From the weakest to the strongest";
        if !self
            .looks
            .begin(ui, &mut self.form, (&FORM, subtitle), ctx, out)
        {
            return;
        }
        if self.form.editor.target().is_some() {
            record_panel(ui, |ui| self.record(ui, ctx, out));
        }
        self.looks.list(ui, &mut self.form, &FORM, ctx, out);
    }

    fn is_typing(&self, _: &Context, view: View) -> bool {
        self.looks.is_typing(view)
    }
}

impl GroupsPage {
    fn record(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let (form, fields) = (&mut self.form, &mut self.looks.fields);
        let group = form.editor.id().and_then(|id| camp.group(id));
        let title = group.map_or_else(|| "New group".to_owned(), |group| group.name.clone());
        let why_not = ctx.why_not(Command::SAVE_RECORD);
        let mut moved = None;
        let pressed = record_frame(ui, &mut form.editor, (&title, ctx), |ui, editor| {
            let problems = editor.problems().to_vec();
            fields.begin(&mut out.focus_next, editor, ctx.camp.fields);
            let draft = &mut editor.draft;
            let can_change = ctx.why_not_change_week.is_none();
            changeable(ui, can_change, |ui| {
                for (at, field) in camp.fields_of::<Group>().enumerate() {
                    if at > 0 {
                        ui.add_space(space::S);
                    }
                    FieldBox::new(&field.about(), &problems).show(ui, camp, draft, fields);
                }
            });
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
            }
        });
        if let Some(order) = moved {
            out.send(Action::Change(Edit::OrderGroups(order)));
        }
        let escaped = fields.end(ui, out, &form.editor);
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
