//! What the strip holds: its title, and the buttons of a correction.

use egui::{Align, Layout, Ui};

use crate::{
    domain::GameResult,
    kit::{Button, Icon, UiTokens as _, icon::icon_label, page::section_title, tokens::space},
    pages::games::entry::{EntryAction, Holds},
};

/// Below this width, in points, the buttons of a correction stand below its title.
const BESIDE_BUTTONS: f32 = 440.0;

/// What the strip holds, and how to get out of it.
pub(super) fn show(
    ui: &mut Ui,
    holds: Holds,
    wanted: &mut Vec<EntryAction>,
    result: Option<GameResult>,
) {
    let t = ui.tokens();
    let (title, help) = match holds {
        Holds::New => ("New game".to_owned(), ""),
        Holds::Inserted(before) => (
            format!("New game, played before game {before}"),
            "Esc adds games at the end again",
        ),
        Holds::Correction(number) => (
            format!("Correcting game {number}"),
            "The key of the result saves it. Esc cancels",
        ),
        Holds::TakenBack(number) => (
            format!("Correcting game {number}"),
            "The key of the result saves it again. Esc leaves it out",
        ),
    };
    let words = |ui: &mut Ui| {
        if holds != Holds::New {
            let icon = match holds {
                Holds::TakenBack(_) => Icon::Undo,
                Holds::Inserted(_) => Icon::Add,
                _ => Icon::Edit,
            };
            icon_label(ui, icon, t.accent);
        }
        section_title(ui, &title);
        if !help.is_empty() {
            ui.add(egui::Label::new(egui::RichText::new(help).color(t.text_weak)).truncate());
        }
    };
    let has_buttons = holds != Holds::New || result.is_some();
    let is_beside = ui.available_width() >= BESIDE_BUTTONS;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let right_to_left = Layout::right_to_left(Align::Center);
        ui.horizontal(|ui| {
            if !has_buttons || !is_beside {
                words(ui);
                return;
            }
            // The words get what the buttons leave.
            ui.with_layout(right_to_left, |ui| {
                for button in BUTTONS.iter().rev() {
                    button(ui, holds, wanted, result);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), words);
            });
        });
        if has_buttons && !is_beside {
            ui.horizontal(|ui| {
                for button in &BUTTONS {
                    button(ui, holds, wanted, result);
                }
            });
        }
    });
    ui.add_space(space::S);
}

/// Shows a button for what the strip holds, if it has that one, and notes what is wanted.
type ShowButton = fn(&mut Ui, Holds, &mut Vec<EntryAction>, Option<GameResult>);

const BUTTONS: [ShowButton; 3] = [
    |ui, _, wanted, result| {
        let refused = result.is_none().then_some("Choose the result first");
        let save = Button::primary("Save").small().refused(refused).show(ui);
        if let (true, Some(result)) = (save.clicked(), result) {
            wanted.push(EntryAction::Result(result));
        }
    },
    |ui, holds, wanted, _| {
        let cancel = Button::secondary("Cancel").small().shortcut("Esc");
        if holds != Holds::New && cancel.show(ui).clicked() {
            wanted.push(EntryAction::Leave);
        }
    },
    |ui, holds, wanted, _| {
        let delete = Button::danger("Delete").small().icon(Icon::Delete);
        if matches!(holds, Holds::Correction(_)) && delete.show(ui).clicked() {
            wanted.push(EntryAction::DeleteThis);
        }
    },
];
