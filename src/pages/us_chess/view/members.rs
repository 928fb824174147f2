//! The list of members.

use egui::{Key, Modifiers, Ui, vec2};
use strum::VariantArray as _;

use super::{NOTHING_FOUND, UPPER, as_many_as_fit, crosstable::estimated, take_keyboard};
use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    domain::{
        show_date,
        us_chess::{Account, System},
    },
    kit::{Button, Column, Table, page::name_title, tokens::space},
    pages::{
        looks::{record::command_button, row_menu::row_commands},
        us_chess::{UsChessPage, commands::OF_MEMBER},
    },
    storage::StoredMember,
};

/// "1643", "≈1643P17", "unrated"
fn rating(account: &Account) -> String {
    estimated(account.is_estimate, account.rating, account.games)
}

fn peak(account: &Account) -> String {
    account
        .peak
        .map_or_else(String::new, |peak| format!("{peak:.0}"))
}

pub(super) fn columns() -> [Column<'static>; 7] {
    [
        Column::flexible("Name", 150.0),
        Column::fixed("State", 60.0),
        Column::fixed("Rating", 104.0).under("Regular").right(),
        Column::fixed("Peak", 64.0).under("Regular").right(),
        Column::fixed("Rating", 104.0).under("Quick").right(),
        Column::fixed("Peak", 64.0).under("Quick").right(),
        Column::fixed("Expires", 108.0),
    ]
}

pub(super) fn text(stored: &StoredMember, column: usize) -> String {
    let (regular, quick) = (&stored.now.regular, &stored.now.quick);
    match column {
        0 => stored.member.listed_name(),
        1 => stored.member.state.clone().unwrap_or_default(),
        2 => rating(regular),
        3 => peak(regular),
        4 => rating(quick),
        5 => peak(quick),
        _ => stored.member.expires.map(show_date).unwrap_or_default(),
    }
}

/// A row for who can't see it: the name, and which ratings are estimates.
fn spoken(stored: &StoredMember) -> String {
    let mut parts = vec![stored.member.listed_name()];
    for system in System::VARIANTS {
        let account = stored.now.account(*system);
        if account.is_estimate {
            let title = system.title();
            parts.push(format!("{title} rating {}, an estimate", rating(account)));
        }
    }
    parts.join(", ")
}

impl UsChessPage {
    pub(super) fn member_list(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(all) = self.all() else { return };
        let shown = all.members.iter();
        let shown = shown.filter(|stored| self.is_found(&[&stored.member.listed_name()]));
        let shown = shown.collect::<Vec<&StoredMember>>();
        let columns = columns();
        let row_name = |row: usize| {
            let stored = shown.get(row);
            stored.map_or_else(String::new, |stored| spoken(stored))
        };
        let mut selected = shown
            .iter()
            .position(|stored| Some(stored.key) == self.members.chosen);
        let mut nothing = |ui: &mut Ui| {
            ui.label(NOTHING_FOUND);
        };
        let table = Table::new("Members", &columns, shown.len())
            .row_name(&row_name)
            .empty(&mut nothing);
        take_keyboard(ui, table.id_in(ui), UPPER, out);
        let has_keyboard = ui.memory(|memory| memory.has_focus(table.id_in(ui)));
        let answer = table.show(ui, &mut selected, |cell, row, column| {
            let Some(stored) = shown.get(row) else { return };
            let text = text(stored, column);
            match column {
                0 => cell.strong(&text),
                3 | 5 | 6 => cell.weak(&text),
                _ => cell.text(&text),
            }
        });
        let first = shown.first().map(|stored| stored.key);
        let chosen = selected
            .and_then(|row| shown.get(row))
            .map(|stored| stored.key);
        // What the search hides isn't acted upon; a member who is new may not have been read yet.
        let is_hidden = all
            .members
            .iter()
            .any(|stored| Some(stored.key) == self.members.chosen)
            && chosen.is_none();
        let kept = self.members.chosen.filter(|_| !is_hidden);
        self.members.chosen = chosen.or(kept).or(first);
        let f2 = has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2));
        if f2 || answer.activated.is_some() {
            out.send(Command::EDIT_MEMBER);
        }
        row_commands(
            ui,
            (ctx, out),
            "members",
            &answer,
            OF_MEMBER.iter().copied(),
        );
    }

    /// What can be done with the record of the member, and which camper it is.
    pub(super) fn member_record(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(stored) = self.all().and_then(|all| {
            let mut members = all.members.iter();
            members.find(|stored| Some(stored.key) == self.members.chosen)
        }) else {
            return;
        };
        let width = ui.available_width();
        name_title(ui, &stored.member.listed_name(), width);
        if let Some(linked) = stored.camper {
            let players = &ctx.camp.data.players;
            let player = players.iter().find(|player| player.id == linked);
            let camper = player.map_or_else(
                || "Linked to a camper of another week".to_owned(),
                |player| format!("Camper: {}", player.full_name()),
            );
            ui.label(camper);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::M, space::S);
            for command in as_many_as_fit(ui, OF_MEMBER) {
                command_button(ui, ctx, out, Button::secondary(command.text()), *command);
            }
        });
        ui.add_space(space::S);
    }
}
