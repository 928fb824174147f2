//! Camp Groups.

use std::sync::Arc;

use egui::Ui;

use super::{
    super::kit::{Column, EmptyState, Form, Icon, Table, icon_button, tokens::space},
    form_header,
    list::{List, has_words},
    number,
    players::show_lines,
    reason, record_buttons, record_panel, record_title, send_focus,
};
use crate::{
    app::{Action, App, Command, OpenCamp},
    domain::{CampData, Edit, Field, GroupId, Record},
};

/// The form.
#[derive(Debug, Default)]
pub(in crate::ui) struct GroupsForm {
    list: List,
    focus_wanted: bool,
}

impl GroupsForm {
    /// Shows the form.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        if app.camp.is_none() {
            return;
        }
        let subtitle = "From the weakest to the strongest";
        form_header(ui, app, subtitle, ["New group", "Search groups"]);
        let is_new_visit = self.list.is_new_visit(app.groups.visit());
        self.focus_wanted |= is_new_visit && app.groups.is_new();
        if app.groups.target().is_some() {
            let visit = app.groups.visit();
            record_panel(ui, visit, |ui| self.record(ui, app));
        }
        self.table(ui, app, is_new_visit);
    }

    fn table(&mut self, ui: &mut Ui, app: &mut App, is_new_visit: bool) {
        let Some(OpenCamp { data, revision, .. }) = &app.camp else {
            return;
        };
        let groups = &data.groups;
        let players = groups
            .iter()
            .map(|group| {
                let in_group = data.players.iter();
                in_group
                    .filter(|player| player.group == Some(group.id))
                    .count()
            })
            .collect::<Vec<_>>();
        let rows = self.list.rows(
            *revision,
            &app.search,
            groups.len(),
            |row, words| has_words(&groups[row].name, words),
            |_, _, _| std::cmp::Ordering::Equal,
        );
        let mut selected = app
            .groups
            .id()
            .and_then(|id| rows.iter().position(|row| groups[*row].id == id));
        let columns = [
            Column::flexible("Group", 140.0),
            Column::fixed("Initial ladder rating", 180.0).right(),
            Column::fixed("Players", 100.0).right(),
        ];
        let rating = |row: usize| {
            groups[row]
                .initial_rating
                .map_or_else(|| "none".to_owned(), number)
        };
        let row_name = |row: usize| {
            let at = rows[row];
            format!(
                "{}, initial ladder rating {}, {} players",
                groups[at].name,
                rating(at),
                players[at]
            )
        };
        let type_ahead = |row: usize| groups[rows[row]].name.clone();
        let mut empty = |ui: &mut Ui| {
            EmptyState::new(
                Icon::Groups,
                "No groups yet",
                "Add them from the weakest to the strongest, each with the rating that its campers start the week with.",
            )
            .show(ui, |_| {});
        };
        let response = Table::new("Groups", &columns, rows.len())
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| is_new_visit))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                let at = rows[row];
                match column {
                    0 => cell.strong(&groups[at].name),
                    1 if groups[at].initial_rating.is_none() => cell.weak("none yet"),
                    1 => cell.text(&rating(at)),
                    _ => cell.text(&players[at].to_string()),
                }
            });
        let groups = Arc::clone(groups);
        let record = |row: usize| Record::Group(groups[rows[row]].id);
        self.focus_wanted |= self.list.take(app, &response, selected, record);
    }

    fn record(&mut self, ui: &mut Ui, app: &mut App) {
        let why_not = app.why_not(Command::SaveRecord);
        let Some(camp) = &app.camp else { return };
        let camp = &camp.data;
        let group = app.groups.id().and_then(|id| camp.group(id));
        let title = group.map_or_else(|| "New group".to_owned(), |group| group.name.clone());
        record_title(ui, &app.groups, &title);
        let problems = app.groups.problems().to_vec();
        let draft = &mut app.groups.draft;
        let form = Form::above();

        let field = form
            .field("Name")
            .required()
            .hint("Purple")
            .problem(reason(&problems, Field::GroupName));
        send_focus(ui, &mut self.focus_wanted, field.id_in(ui));
        field.text(ui, &mut draft.name);
        ui.add_space(space::S);
        form.field("Initial ladder rating")
            .required()
            .width(120.0)
            .hint("100")
            .help("Every active player of the group starts the week with it")
            .problem(reason(&problems, Field::InitialRating))
            .number(ui, &mut draft.initial_rating);

        let pressed = record_buttons(ui, &app.groups, why_not);
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
        if let Some(command) = pressed {
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
