//! Ladder Players.

use egui::Ui;

use super::{
    super::kit::{
        Button, Column, EmptyState, Icon, Table, UiTokens as _, page::section_title, tokens::space,
    },
    command_button,
    datasheet::Datasheet,
    field_box::FieldBox,
    fields::Fields,
    form_header, is_typing,
    list::{List, sort_mark},
    navigation::NavigationBar,
    number, record_buttons, record_panel, record_title,
};
use crate::{
    app::{
        App, ClubFields, Command, KeyboardTo, OpenCamp, View, drafts::PlayerDraft, listing::What,
    },
    domain::{CampData, Described as _, Field, FieldProblem, Player},
};

/// The columns of the list beside the record.
const COLUMNS: [What; 5] = [
    What::PlayerNumber,
    What::ListedName,
    What::Field(Field::Group),
    What::WeeklyRating,
    What::Field(Field::Active),
];

/// The form.
#[derive(Debug, Default)]
pub(in crate::ui) struct PlayersForm {
    list: List,
    fields: Fields,
    navigation: NavigationBar,
    datasheet: Datasheet,
}

impl PlayersForm {
    /// Shows the form.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(camp) = &app.session.camp else {
            return;
        };
        let subtitle = count(&camp.data);
        let camp_is_new = camp.data.groups.is_empty() && camp.data.players.is_empty();
        form_header(ui, app, &subtitle, Some("New player"));
        if app.views.of(app.page) == View::Datasheet {
            return self.datasheet.show::<PlayerDraft>(ui, app);
        }
        app.session.selection.clear();
        let is_new_visit = self.list.is_new_visit(app.session.players.visit());
        if is_new_visit && app.session.players.is_new() {
            self.fields.want_first::<PlayerDraft>();
        }
        self.navigation.show(ui, app);
        if app.session.players.target().is_some() {
            let visit = app.session.players.visit();
            record_panel(ui, visit, |ui| self.record(ui, app));
        }
        if camp_is_new && app.session.players.target().is_none() {
            // There is no list that the keyboard could go to.
            app.keyboard_to.take_if(|to| *to == KeyboardTo::List);
            EmptyState::new(
                Icon::Groups,
                "First, the groups",
                "Every camper is in a group, and the group says at which rating the week begins. Import them from Access, or add them in Camp groups. A club may do without: then add the players.",
            )
            .show(ui, |ui| {
                if Button::primary("Go to Camp groups").show(ui).clicked() {
                    app.send(Command::GO_GROUPS);
                }
                if Button::secondary(Command::IMPORT.text()).icon(Icon::Import).show(ui).clicked() {
                    app.send(Command::IMPORT);
                }
            });
            return;
        }
        let reveals = self.list.is_elsewhere(app.current_row()) || is_new_visit;
        self.table(ui, app, reveals);
    }

    fn table(&mut self, ui: &mut Ui, app: &mut App, reveals: bool) {
        let Some(OpenCamp { data, .. }) = &app.session.camp else {
            return;
        };
        let list = &app.lists.players;
        let player = |row: usize| list.place(row).and_then(|place| data.players.get(place));
        let mut selected = app.current_row();
        let columns = [
            Column::fixed("No.", 64.0).right().sortable(),
            Column::flexible("Name", 140.0).sortable(),
            Column::fixed("Group", 100.0).sortable(),
            Column::fixed("Rating", 84.0).right().sortable(),
            Column::fixed("State", 96.0).sortable(),
        ];
        let row_name = |row: usize| {
            player(row).map_or_else(String::new, |player| {
                format!(
                    "{}, number {}, {}, rating {}{}",
                    player.listed_name(),
                    player.id,
                    data.group_name(player.group),
                    player.ratings.weekly,
                    if player.active { "" } else { ", inactive" }
                )
            })
        };
        let type_ahead = |row: usize| player(row).map_or_else(String::new, Player::listed_name);
        let searching = list.is_filtered();
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
        let response = Table::new("Players", &columns, list.len())
            .sort(sort_mark(app, &COLUMNS))
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| reveals))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                let Some(player) = player(row) else { return };
                match column {
                    0 => cell.weak(&player.id.to_string()),
                    1 => cell.strong(&player.listed_name()),
                    2 => cell.text(data.group_name(player.group)),
                    3 => cell.text(&number(player.ratings.weekly)),
                    _ if !player.active => cell.weak("Inactive"),
                    _ => cell.text("Active"),
                }
            });
        if List::take(ui, app, &COLUMNS, &response, selected) {
            self.fields.want_first::<PlayerDraft>();
        }
    }

    /// Whether something is typed in a field of text that isn't saved yet, in this view.
    pub(in crate::ui) fn is_typing(&self, view: View) -> bool {
        is_typing(view, &self.fields, &self.datasheet)
    }

    fn record(&mut self, ui: &mut Ui, app: &mut App) {
        let why_not = app.why_not(Command::SAVE_RECORD).map(str::to_owned);
        let can_change = app.why_not_change_week().is_none();
        let Some(OpenCamp {
            data: camp,
            fields: of_camp,
            ..
        }) = &app.session.camp
        else {
            return;
        };
        let player = app.session.players.id().and_then(|id| camp.player(id));
        let title = player.map_or_else(|| "New player".to_owned(), Player::full_name);
        record_title(ui, &app.session.players, &title);
        let problems = app.session.players.problems().to_vec();
        let fields = &mut self.fields;
        fields.of_camp(*of_camp);
        fields.begin(&mut app.keyboard_to, &app.session.players);
        let draft = &mut app.session.players.draft;
        ui.add_enabled_ui(can_change, |ui| {
            player_fields(
                ui,
                (camp, *of_camp),
                draft,
                &problems,
                fields,
                player.is_none(),
            );
        });

        let pressed = record_buttons(ui, &app.session.players, why_not.as_deref());
        let camp = app.session.camp.as_ref().map(|camp| &camp.data);
        let shown = app.session.players.id().and_then(|id| camp?.player(id));
        if let (Some(camp), Some(player)) = (camp, shown) {
            facts(ui, player, app.lists.players.tally(camp, player.id));
            ui.add_space(space::M);
            let print = Button::secondary(Command::PRINT_PLAYER_WEEK.text())
                .icon(Icon::Print)
                .small();
            command_button(ui, app, print, Command::PRINT_PLAYER_WEEK);
        }
        let focused = self.fields.focused();
        let is_changed = focused.is_some_and(|field| app.session.players.is_field_changed(field));
        let escaped = app.wish(|out| self.fields.end(ui, out, is_changed));
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            app.send(command);
        }
    }
}

/// The fields of a player, in the order of Tab.
fn player_fields(
    ui: &mut Ui,
    (camp, of_camp): (&CampData, ClubFields),
    draft: &mut PlayerDraft,
    problems: &[FieldProblem],
    fields: &mut Fields,
    is_new: bool,
) {
    let about = Player::FIELDS.iter().map(|spec| &spec.about);
    let mut about = about.filter(|about| of_camp.has(about.field)).peekable();
    while let Some(this) = about.next() {
        let hint = match this.field {
            Field::StartPermanent if is_new => "as the group",
            Field::StartPermanent => "0",
            _ => this.hint,
        };
        let this = FieldBox {
            hint,
            ..FieldBox::new(this, problems)
        };
        this.show(ui, camp, draft, fields);
        if about.peek().is_some() {
            ui.add_space(space::S);
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
