//! Camp Groups.

use egui::Ui;

use super::{
    super::kit::{Column, EmptyState, Icon, Table, icon_button, tokens::space},
    datasheet::Datasheet,
    field_box::FieldBox,
    fields::Fields,
    form_header, is_typing,
    list::{List, sort_mark},
    navigation::NavigationBar,
    players::show_lines,
    record_buttons, record_panel, record_title,
};
use crate::{
    app::{Action, App, Command, OpenCamp, View, drafts::GroupDraft, listing::What},
    domain::{CampData, Described as _, Edit, Field, Group, GroupId},
};

/// The columns of the list beside the record.
const COLUMNS: [What; 3] = [
    What::Field(Field::GroupName),
    What::Field(Field::InitialRating),
    What::PlayersInGroup,
];

/// The form.
#[derive(Debug, Default)]
pub(in crate::ui) struct GroupsForm {
    list: List,
    fields: Fields,
    navigation: NavigationBar,
    datasheet: Datasheet,
}

impl GroupsForm {
    /// Shows the form.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        if app.session.camp.is_none() {
            return;
        }
        let subtitle = "From the weakest to the strongest";
        form_header(ui, app, subtitle, Some("New group"));
        if app.views.of(app.page) == View::Datasheet {
            return self.datasheet.show::<GroupDraft>(ui, app);
        }
        app.session.selection.clear();
        let is_new_visit = self.list.is_new_visit(app.session.groups.visit());
        if is_new_visit && app.session.groups.is_new() {
            self.fields.want_first::<GroupDraft>();
        }
        self.navigation.show(ui, app);
        if app.session.groups.target().is_some() {
            let visit = app.session.groups.visit();
            record_panel(ui, visit, |ui| self.record(ui, app));
        }
        let reveals = self.list.is_elsewhere(app.current_row()) || is_new_visit;
        self.table(ui, app, reveals);
    }

    fn table(&mut self, ui: &mut Ui, app: &mut App, reveals: bool) {
        let Some(OpenCamp { data, .. }) = &app.session.camp else {
            return;
        };
        let list = &app.lists.groups;
        let text = |row: usize, column: usize| list.text(data, row, COLUMNS[column]);
        let mut selected = app.current_row();
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
            .sort(sort_mark(app, &COLUMNS))
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| reveals))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| match column {
                0 => cell.strong(&text(row, 0)),
                1 if text(row, 1).is_empty() => cell.weak("none yet"),
                _ => cell.text(&text(row, column)),
            });
        if List::take(ui, app, &COLUMNS, &response, selected) {
            self.fields.want_first::<GroupDraft>();
        }
    }

    /// Whether something is typed in a field of text that isn't saved yet, in this view.
    pub(in crate::ui) fn is_typing(&self, view: View) -> bool {
        is_typing(view, &self.fields, &self.datasheet)
    }

    fn record(&mut self, ui: &mut Ui, app: &mut App) {
        let why_not = app.why_not(Command::SAVE_RECORD).map(str::to_owned);
        let can_change = app.why_not_change_week().is_none();
        let Some(OpenCamp { data: camp, .. }) = &app.session.camp else {
            return;
        };
        let group = app.session.groups.id().and_then(|id| camp.group(id));
        let title = group.map_or_else(|| "New group".to_owned(), |group| group.name.clone());
        record_title(ui, &app.session.groups, &title);
        let problems = app.session.groups.problems().to_vec();
        let fields = &mut self.fields;
        fields.begin(&mut app.keyboard_to, &app.session.groups);
        let draft = &mut app.session.groups.draft;
        ui.add_enabled_ui(can_change, |ui| {
            for (at, spec) in Group::FIELDS.iter().enumerate() {
                if at > 0 {
                    ui.add_space(space::S);
                }
                FieldBox::new(&spec.about, &problems).show(ui, camp, draft, fields);
            }
        });

        let pressed = record_buttons(ui, &app.session.groups, why_not.as_deref());
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
            app.send(Action::Change(Edit::OrderGroups(order)));
        }
        let focused = self.fields.focused();
        let is_changed = focused.is_some_and(|field| app.session.groups.is_field_changed(field));
        let escaped = app.wish(|out| self.fields.end(ui, out, is_changed));
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            app.send(command);
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
