//! The menu of a row, wherever a row stands: at the pointer by the right mouse button, below the row by the menu key or
//! Shift+F10.

use egui::{Id, PointerButton, Pos2, Rect, Ui, vec2};

use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    kit::{MenuItem, TableResponse, menu_at},
};

/// What a menu offers for a player, wherever one is listed.
pub(crate) const OF_PLAYER: &[Command] = &[
    Command::EXPLAIN_RATING,
    Command::WEEKS_OF_PLAYER,
    Command::PRINT_PLAYER_WEEK,
];

/// The menu of the row of a table for which one was asked. Call it in every frame.
pub(crate) fn row_menu(ui: &Ui, name: &str, answer: &TableResponse, add: impl FnOnce(&mut Ui)) {
    let point = |at: Pos2| Rect::from_min_size(at, vec2(1.0, 1.0));
    let anchor = answer.menu_wanted.map(|_| {
        let by_pointer = ui.input(|input| {
            let button = PointerButton::Secondary;
            let pointer = &input.pointer;
            let is_used = pointer.button_pressed(button) || pointer.button_released(button);
            pointer.interact_pos().filter(|_| is_used)
        });
        let by_key = || {
            answer
                .cursor_rect
                .unwrap_or(point(answer.response.rect.min))
        };
        by_pointer.map_or_else(by_key, point)
    });
    menu_at(ui, Id::unique(("row menu", name)), anchor, add);
}

/// A row menu of commands: they are about the row that is selected.
pub(crate) fn row_commands(
    ui: &Ui,
    (ctx, out): (&Ctx<'_>, &mut Outbox),
    name: &str,
    answer: &TableResponse,
    commands: impl IntoIterator<Item = Command>,
) {
    row_menu(ui, name, answer, |ui| {
        for command in commands {
            command_item(ui, ctx, out, command);
        }
    });
}

/// An entry of a menu that carries out a command.
pub(crate) fn command_item(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, command: Command) {
    let keys = command.keys();
    let item = MenuItem::new(command.text())
        .shortcut(&keys)
        .refused(ctx.why_not(command));
    if item.show(ui).clicked() {
        out.send(command);
    }
}
