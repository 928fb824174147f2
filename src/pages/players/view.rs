//! How the players look.

use egui::{Context, Ui, Vec2};

use super::PlayersPage;
use crate::{
    app::{
        Action, CampFields, Command, View,
        drafts::PlayerDraft,
        form::Bulk,
        listing::{ColumnId, Listing},
        page::{Ctx, Outbox, PageView},
    },
    domain::{CampData, CampField, Field, FieldProblem, Player, counted, show_rating as number},
    kit::{
        Button, Column, EmptyState, Icon, MenuItem, form::changeable, menu_below,
        page::section_title, tokens::space,
    },
    pages::looks::{
        datasheet::bulk_button,
        field_box::FieldBox,
        fields::Fields,
        form::{FormSpec, least_room},
        list::{ListSpec, Tone},
        record::{command_button, record_frame, record_panel, show_lines},
        row_menu::OF_PLAYER,
    },
};

/// How the form of players looks.
pub(super) static FORM: FormSpec = FormSpec {
    new: "New player",
    list: ListSpec {
        name: "Players",
        icon: Icon::Players,
        columns: || {
            vec![
                (
                    ColumnId::PlayerNumber,
                    Column::fixed("No.", 64.0).right().sortable(),
                ),
                (
                    ColumnId::ListedName,
                    Column::flexible("Name", 140.0).sortable(),
                ),
                (
                    ColumnId::Field(Field::Group),
                    Column::fixed("Group", 100.0).sortable(),
                ),
                (
                    ColumnId::WeeklyRating,
                    Column::fixed("Rating", 84.0).right().sortable(),
                ),
                (
                    ColumnId::Field(Field::Active),
                    Column::fixed("State", 96.0).sortable(),
                ),
            ]
        },
        type_ahead: ColumnId::ListedName,
        row_name: |camp, list, row| {
            player(camp, list, row).map_or_else(String::new, |player| {
                format!(
                    "{}, number {}, {}, rating {}{}",
                    player.listed_name(),
                    player.id,
                    camp.group_name(player.group),
                    player.ratings.weekly,
                    if player.active { "" } else { ", inactive" }
                )
            })
        },
        text: |camp, list, row, what| {
            let state = what == ColumnId::Field(Field::Active);
            let player = player(camp, list, row).filter(|_| state)?;
            Some(if player.active { "Active" } else { "Inactive" }.to_owned())
        },
        tone: |camp, list, row, what| match what {
            ColumnId::PlayerNumber => Tone::Weak,
            ColumnId::ListedName => Tone::Strong,
            ColumnId::Field(Field::Active)
                if player(camp, list, row).is_some_and(|player| !player.active) =>
            {
                Tone::Weak
            }
            _ => Tone::Plain,
        },
        nothing_found: "Nobody found",
        none_yet: [
            "No players yet",
            "Add the campers one by one with New player, or import them from Access.",
        ],
    },
    bulk: |ui, ctx, out| {
        let to_group = Button::secondary("Move to group")
            .icon(Icon::Groups)
            .small();
        let to_group = to_group.show(ui);
        menu_below(&to_group, |ui| {
            for group in ctx.camp.data.groups.iter() {
                if MenuItem::new(&group.name).show(ui).clicked() {
                    out.send(Action::Bulk(Bulk::MoveTo(group.id)));
                }
            }
        });
        bulk_button(ui, out, "Make active", Bulk::SetActive(true));
        bulk_button(ui, out, "Make inactive", Bulk::SetActive(false));
    },
    of_row: OF_PLAYER,
};

fn player<'a>(camp: &'a CampData, list: &Listing, row: usize) -> Option<&'a Player> {
    camp.players.get(list.place(row)?)
}

impl PageView for PlayersPage {
    fn least_room(&self, view: View, width: f32) -> Vec2 {
        least_room(view, width)
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let subtitle = count(camp);
        if !self
            .looks
            .begin(ui, &mut self.form, (&FORM, &subtitle), ctx, out)
        {
            return;
        }
        if self.form.editor.target().is_some() {
            record_panel(ui, |ui| self.record(ui, ctx, out));
        }
        let camp_is_new = camp.groups.is_empty() && camp.players.is_empty();
        if camp_is_new && self.form.editor.target().is_none() {
            return first_steps(ui, out);
        }
        self.looks.list(ui, &mut self.form, &FORM, ctx, out);
    }

    fn is_typing(&self, _: &Context, view: View) -> bool {
        self.looks.is_typing(view)
    }
}

/// What comes before the first player.
fn first_steps(ui: &mut Ui, out: &mut Outbox) {
    EmptyState::new(
        Icon::Groups,
        "First, the groups",
        "Every camper is in a group, and the group says at which rating the week begins. Import them from Access, or add them in Camp groups. A club may do without: then add the players.",
    )
    .show(ui, |ui| {
        if Button::primary("Go to Camp groups").show(ui).clicked() {
            out.send(Command::GO_GROUPS);
        }
        let import = Button::secondary(Command::IMPORT.text()).icon(Icon::Import);
        if import.show(ui).clicked() {
            out.send(Command::IMPORT);
        }
    });
}

impl PlayersPage {
    fn record(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let (camp, of_camp) = (&ctx.camp.data, ctx.camp.fields);
        let (form, fields) = (&mut self.form, &mut self.looks.fields);
        let player = form.editor.id().and_then(|id| camp.player(id));
        let title = player.map_or_else(|| "New player".to_owned(), Player::full_name);
        let (listing, editor) = (&form.rows.listing, &mut form.editor);
        let pressed = record_frame(ui, editor, (&title, ctx), |ui, editor| {
            let problems = editor.problems().to_vec();
            fields.begin(&mut out.focus_next, editor, of_camp);
            let draft = &mut editor.draft;
            let can_change = ctx.why_not_change_week.is_none();
            changeable(ui, can_change, |ui| {
                let is_new = player.is_none();
                player_fields(ui, (camp, of_camp), draft, &problems, fields, is_new);
            });
            if let Some(player) = player {
                facts(ui, player, listing.tally(camp, player.id));
                ui.add_space(space::M);
                let print = Button::secondary(Command::PRINT_PLAYER_WEEK.text())
                    .icon(Icon::Print)
                    .small();
                command_button(ui, ctx, out, print, Command::PRINT_PLAYER_WEEK);
            }
        });
        let escaped = fields.end(ui, out, &form.editor);
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            out.send(command);
        }
    }
}

/// The fields of a player, in the order of Tab.
fn player_fields(
    ui: &mut Ui,
    (camp, of_camp): (&CampData, CampFields),
    draft: &mut PlayerDraft,
    problems: &[FieldProblem],
    fields: &mut Fields,
    is_new: bool,
) {
    let about = camp.fields_of::<Player>().map(CampField::about);
    let mut about = about.filter(|about| of_camp.has(about.field)).peekable();
    while let Some(this) = about.next() {
        let hint = match this.field {
            Field::StartPermanent if is_new => "as the group",
            Field::StartPermanent => "0",
            _ => this.hint,
        };
        let this = FieldBox {
            hint,
            ..FieldBox::new(&this, problems)
        };
        this.show(ui, camp, draft, fields);
        if about.peek().is_some() {
            ui.add_space(space::S);
        }
    }
}

/// What follows from games, to read only.
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
        lines.push((
            "Weekly rating at the start (inactive)",
            number(frozen.weekly),
        ));
    }
    show_lines(
        ui,
        lines.iter().map(|(name, value)| (*name, value.as_str())),
    );
}

/// "40 players, 2 of them inactive"
fn count(camp: &CampData) -> String {
    let players = counted(camp.players.len(), "player");
    let inactive = camp.players.iter().filter(|player| !player.active);
    match inactive.count() {
        0 => players,
        inactive => format!("{players}, {inactive} of them inactive"),
    }
}
