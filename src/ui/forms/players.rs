//! Ladder Players.

use std::sync::Arc;

use egui::Ui;

use super::{
    super::kit::{
        Button, Column, EmptyState, Form, Icon, Table, UiTokens as _, page::section_title,
        tokens::space,
    },
    check_line, form_header,
    list::{List, has_words},
    number, reason, record_buttons, record_panel, record_title, send_focus,
};
use crate::{
    app::{App, Command, OpenCamp, Page},
    domain::{CampData, Field, Player, PlayerId, Record, name_key},
};

/// The form.
#[derive(Debug, Default)]
pub(in crate::ui) struct PlayersForm {
    list: List,
    focus_wanted: bool,
    /// The games won, drawn and lost of the player who is shown, at a revision of the camp.
    tally: Option<((u64, PlayerId), [usize; 3])>,
}

impl PlayersForm {
    /// Shows the form.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(camp) = &app.camp else { return };
        let subtitle = count(&camp.data);
        let camp_is_new = camp.data.groups.is_empty();
        form_header(ui, app, &subtitle, ["New player", "Search players"]);
        let is_new_visit = self.list.is_new_visit(app.players.visit());
        self.focus_wanted |= is_new_visit && app.players.is_new();
        if app.players.target().is_some() {
            let visit = app.players.visit();
            record_panel(ui, visit, |ui| self.record(ui, app));
        }
        if camp_is_new && app.players.target().is_none() {
            EmptyState::new(
                Icon::Groups,
                "First, the groups",
                "Every camper is in a group, and the group says at which rating the week begins. Import them from Access, or add them in Camp groups.",
            )
            .show(ui, |ui| {
                if Button::primary("Go to Camp groups").show(ui).clicked() {
                    app.send(Command::Go(Page::Groups));
                }
                if Button::secondary(Command::Import.text()).icon(Icon::Import).show(ui).clicked() {
                    app.send(Command::Import);
                }
            });
            return;
        }
        self.table(ui, app, is_new_visit);
    }

    fn table(&mut self, ui: &mut Ui, app: &mut App, is_new_visit: bool) {
        let Some(OpenCamp { data, revision, .. }) = &app.camp else {
            return;
        };
        let players = &data.players;
        let rows = self.list.rows(
            *revision,
            &app.search,
            players.len(),
            |row, words| {
                let player = &players[row];
                let text = format!(
                    "{} {} {} {}",
                    player.last_name,
                    player.first_name,
                    player.id,
                    data.group_name(player.group)
                );
                has_words(&text, words)
            },
            |column, a, b| compare(data, column, &players[a], &players[b]),
        );
        let mut selected = app
            .players
            .id()
            .and_then(|id| rows.iter().position(|row| players[*row].id == id));
        let columns = [
            Column::fixed("No.", 64.0).right().sortable(),
            Column::flexible("Name", 140.0).sortable(),
            Column::fixed("Group", 100.0).sortable(),
            Column::fixed("Rating", 84.0).right().sortable(),
            Column::fixed("State", 96.0).sortable(),
        ];
        let row_name = |row: usize| {
            let player = &players[rows[row]];
            format!(
                "{}, number {}, {}, rating {}{}",
                player.listed_name(),
                player.id,
                data.group_name(player.group),
                player.ratings.weekly,
                if player.active { "" } else { ", inactive" }
            )
        };
        let type_ahead = |row: usize| players[rows[row]].listed_name();
        let searching = !app.search.is_empty();
        let mut empty = |ui: &mut Ui| {
            let (title, text) = if searching {
                (
                    "Nobody found",
                    "Type fewer letters, or empty the search box.",
                )
            } else {
                (
                    "No players yet",
                    "Add the campers one by one with New player, or import them from Access.",
                )
            };
            EmptyState::new(Icon::Players, title, text).show(ui, |_| {});
        };
        let response = Table::new("Players", &columns, rows.len())
            .sort(self.list.sort)
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| is_new_visit))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                let player = &players[rows[row]];
                match column {
                    0 => cell.weak(&player.id.to_string()),
                    1 => cell.strong(&player.listed_name()),
                    2 => cell.text(data.group_name(player.group)),
                    3 => cell.text(&number(player.ratings.weekly)),
                    _ if !player.active => cell.weak("Inactive"),
                    _ => cell.text("Active"),
                }
            });
        let players = Arc::clone(players);
        let record = |row: usize| Record::Player(players[rows[row]].id);
        self.focus_wanted |= self.list.take(app, &response, selected, record);
    }

    fn record(&mut self, ui: &mut Ui, app: &mut App) {
        let why_not = app.why_not(Command::SaveRecord);
        let Some(camp) = &app.camp else { return };
        let camp = &camp.data;
        let player = app.players.id().and_then(|id| camp.player(id));
        let title = player.map_or_else(|| "New player".to_owned(), Player::full_name);
        record_title(ui, &app.players, &title);
        let problems = app.players.problems().to_vec();
        let draft = &mut app.players.draft;
        let form = Form::above();

        let field = form
            .field("Last name")
            .problem(reason(&problems, Field::LastName));
        send_focus(ui, &mut self.focus_wanted, field.id_in(ui));
        field.text(ui, &mut draft.last_name);
        ui.add_space(space::S);
        form.field("First name")
            .problem(reason(&problems, Field::FirstName))
            .text(ui, &mut draft.first_name);
        ui.add_space(space::S);
        let names = camp
            .groups
            .iter()
            .map(|group| group.name.as_str())
            .collect::<Vec<_>>();
        let mut chosen = draft
            .group
            .and_then(|id| camp.groups.iter().position(|group| group.id == id));
        form.field("Group")
            .hint("Choose a group")
            .problem(reason(&problems, Field::Group))
            .choice(ui, &names, &mut chosen);
        draft.group = chosen
            .and_then(|at| camp.groups.get(at))
            .map(|group| group.id)
            .or(draft.group);
        ui.add_space(space::S);
        check_line(
            ui,
            "Active",
            "An inactive player keeps all games, and is left out of the standings",
            &mut draft.active,
        );
        ui.add_space(space::S);
        form.field("Permanent rating at the start of the week")
            .width(120.0)
            .hint(if player.is_none() {
                "as the group"
            } else {
                "0"
            })
            .problem(reason(&problems, Field::StartPermanent))
            .number(ui, &mut draft.start_permanent);
        ui.add_space(space::S);
        form.field("Notes")
            .problem(reason(&problems, Field::Notes))
            .notes(ui, 3, &mut draft.notes);

        let pressed = record_buttons(ui, &app.players, why_not);
        if let Some(player) = player {
            let shown = (app.camp.as_ref().map_or(0, |camp| camp.revision), player.id);
            if self.tally.is_none_or(|(tallied, _)| tallied != shown) {
                self.tally = Some((shown, camp.tally(player.id)));
            }
            let tally = self.tally.map_or([0; 3], |(_, tally)| tally);
            facts(ui, player, tally);
        }
        if let Some(command) = pressed {
            app.send(command);
        }
    }
}

/// What follows from games and old files, to read only.
fn facts(ui: &mut Ui, player: &Player, tally: [usize; 3]) {
    ui.add_space(space::L);
    section_title(ui, "This week");
    ui.add_space(space::XS);
    let [won, drawn, lost] = tally;
    let mut lines = vec![
        ("Camper number", player.id.to_string()),
        ("Weekly rating", number(player.ratings.weekly)),
        (
            "Permanent rating (internal)",
            number(player.ratings.permanent),
        ),
    ];
    lines.push(("Won–drawn–lost", format!("{won}–{drawn}–{lost}")));
    if let Some(frozen) = player.frozen {
        lines.push(("Weekly rating when made inactive", number(frozen.weekly)));
    }
    show_lines(
        ui,
        "facts",
        lines.iter().map(|(name, value)| (*name, value.as_str())),
    );
    if !player.extra.is_empty() {
        ui.add_space(space::M);
        section_title(ui, "From the old file");
        ui.add_space(space::XS);
        let extra = player.extra.iter();
        show_lines(
            ui,
            "extra",
            extra.map(|(name, value)| (name.as_str(), value.as_str())),
        );
    }
}

pub(super) fn show_lines<'a>(
    ui: &mut Ui,
    id: &str,
    lines: impl Iterator<Item = (&'a str, &'a str)>,
) {
    let weak = ui.tokens().text_weak;
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([space::M, space::XS])
        .show(ui, |ui| {
            for (name, value) in lines {
                ui.label(egui::RichText::new(name).color(weak));
                ui.label(value);
                ui.end_row();
            }
        });
}

fn compare(camp: &CampData, column: usize, a: &Player, b: &Player) -> std::cmp::Ordering {
    let by_name = || a.sort_key().cmp(&b.sort_key());
    match column {
        0 => a.id.cmp(&b.id),
        1 => by_name(),
        2 => {
            let order = |player: &Player| {
                player
                    .group
                    .and_then(|id| camp.group(id))
                    .map(|group| (group.skill_order, name_key(&group.name)))
            };
            order(a).cmp(&order(b)).then_with(by_name)
        }
        3 => a.ratings.weekly.cmp(&b.ratings.weekly).then_with(by_name),
        _ => b.active.cmp(&a.active).then_with(by_name),
    }
}

/// "40 players, 2 of them inactive"
fn count(camp: &CampData) -> String {
    let all = camp.players.len();
    let inactive = camp.players.iter().filter(|player| !player.active).count();
    let players = if all == 1 {
        "1 player".to_owned()
    } else {
        format!("{all} players")
    };
    match inactive {
        0 => players,
        1 => format!("{players}, 1 of them inactive"),
        _ => format!("{players}, {inactive} of them inactive"),
    }
}
