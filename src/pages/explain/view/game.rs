//! A game from both sides, and the rule that applied in sentences.

use egui::{Align, Label, Layout, RichText, Ui, vec2};

use super::{Done, figures::sum_line, systems, title_of};
use crate::{
    app::{Action, page::Page},
    domain::{CampData, Record, System, show_change, show_rating},
    kit::{
        Button, UiTokens as _,
        page::{badge, card, section_title},
        theme,
        tokens::{size, space},
    },
    rating::camp_ladder::explain::{PlayedGame, Side},
};

/// A page narrower than this, in points, has one side under the other.
const NARROW: f32 = 520.0;

/// Lines are no longer than this, in points, so that name and figure belong together.
const WIDEST: f32 = 860.0;

/// Shows the game.
pub(super) fn show(
    ui: &mut Ui,
    camp: &CampData,
    game: &PlayedGame,
    permanent: bool,
    wants_keyboard: bool,
    done: &mut Done,
) {
    // The scroll bar lies over the right edge.
    ui.set_max_width((ui.available_width() - space::L).min(WIDEST));
    ui.spacing_mut().item_spacing.y = space::M;
    for system in systems(permanent) {
        if permanent {
            section_title(ui, title_of(*system));
        }
        let wants_keyboard = wants_keyboard && *system == System::Weekly;
        ui.push_id(title_of(*system), |ui| {
            rule(ui, camp, game, *system);
            sides(ui, camp, game, *system, wants_keyboard, done);
        });
    }
}

/// The rule as it applied, a sentence a step, after the two numbers that it begins with.
fn rule(ui: &mut Ui, camp: &CampData, game: &PlayedGame, system: System) {
    card(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        let working = game.working(system);
        let mut numbers = format!("White − Black: {}", show_change(working.difference));
        if game.counts {
            numbers = format!("{numbers} · step: {}", show_rating(working.step));
        }
        ui.horizontal_wrapped(|ui| {
            section_title(ui, "The rule");
            let weak = ui.tokens().text_weak;
            ui.label(RichText::new(numbers).color(weak));
        });
        for (number, sentence) in (1..).zip(game.sentences(camp, system)) {
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                let weak = ui.tokens().text_weak;
                ui.label(RichText::new(format!("{number}.")).color(weak));
                ui.add(Label::new(sentence).wrap());
            });
        }
    });
}

fn sides(
    ui: &mut Ui,
    camp: &CampData,
    game: &PlayedGame,
    system: System,
    wants_keyboard: bool,
    done: &mut Done,
) {
    let mut side_of = |ui: &mut Ui, side: Side| {
        let wants_keyboard = wants_keyboard && side == Side::White;
        one_side(ui, camp, game, system, side, wants_keyboard, done);
    };
    if ui.available_width() < NARROW {
        side_of(ui, Side::White);
        side_of(ui, Side::Black);
        return;
    }
    ui.columns_const(|[white, black]| {
        side_of(white, Side::White);
        side_of(black, Side::Black);
    });
}

fn one_side(
    ui: &mut Ui,
    camp: &CampData,
    game: &PlayedGame,
    system: System,
    side: Side,
    wants_keyboard: bool,
    done: &mut Done,
) {
    let t = ui.tokens();
    let id = game.player(side);
    let player = camp.player(id);
    let working = game.working(system).of(side);
    let (color, all_games) = match side {
        Side::White => ("White", "All games of White"),
        Side::Black => ("Black", "All games of Black"),
    };
    card(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let row = vec2(ui.available_width(), size::CONTROL_SMALL);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            let button = Button::secondary(all_games).small().show(ui);
            if wants_keyboard {
                button.request_focus();
            }
            if button.clicked() {
                done.action = Some(Action::Go(Page::EXPLANATION.of(Record::Player(id))));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                badge(ui, color, t.text, t.surface_hover);
                let group = camp.group_name(player.and_then(|player| player.group));
                let group = RichText::new(group).color(t.text_weak);
                ui.add(Label::new(group).truncate());
            });
        });
        let name = RichText::new(camp.full_name(id))
            .font(theme::medium(size::TEXT_TITLE))
            .color(t.text_strong);
        ui.add(Label::new(name).truncate());
        ui.add_space(space::XS);
        sum_line(ui, "Before the game", &show_rating(working.before), false);
        let result = match game.points_sign(side) {
            1 => "For the win",
            0 => "For the draw",
            _ => "For the loss",
        };
        sum_line(ui, result, &show_change(working.for_result), false);
        let difference = show_change(working.for_difference);
        sum_line(ui, "For the difference", &difference, false);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), space::S));
        ui.painter().hline(
            rect.x_range(),
            rect.center().y,
            egui::Stroke::new(1.0, t.border),
        );
        sum_line(ui, "After the game", &show_rating(working.after), true);
        sum_line(ui, "Change", &show_change(working.change), true);
    });
}
