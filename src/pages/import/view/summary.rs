//! What the import would do, at a glance.

use egui::{
    Align, Frame, Label, Layout, Margin, RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2,
};

use crate::{
    domain::counted,
    import::{Counts, Plan, RuleCheck},
    kit::{
        Icon, Tone, UiTokens as _,
        icon::icon_label,
        theme,
        tokens::{radius, size, space},
    },
};

/// The least width of a tile, in points. Where there is no room for three, each kind has a line.
const NARROWEST: f32 = 132.0;

/// The three kinds of records side by side, and what is to be said about the rules of the old file.
pub(super) fn summary(ui: &mut Ui, plan: &Plan, waiting: usize) {
    let gap = space::M;
    let width = (ui.available_width() - 2.0 * gap) / 3.0;
    let kinds = [
        (Icon::Groups, "group", "groups", plan.groups),
        (Icon::Players, "player", "players", plan.players),
        (Icon::Games, "game", "games", plan.games),
    ];
    if width < NARROWEST {
        for (icon, one, more, counts) in kinds {
            let name = if counts.total() == 1 { one } else { more };
            ui.horizontal(|ui| {
                icon_label(ui, icon, ui.tokens().text_weak);
                ui.add(Label::new(in_words(name, counts, false)).wrap());
            });
        }
    } else {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (icon, one, more, counts) in kinds {
                tile(ui, width, icon, one, more, counts);
            }
        });
    }
    let to_know = to_know(plan);
    match waiting {
        0 if plan.brings_nothing() => {}
        0 => match plan.left_out() {
            0 if to_know.is_empty() => line(ui, Tone::Success, "Ready to import."),
            0 => {}
            1 => line(ui, Tone::Warning, "1 row skipped. See the reason below."),
            more => {
                let text = format!("{more} rows skipped. See the reasons below.");
                line(ui, Tone::Warning, &text);
            }
        },
        _ => {
            let text = format!("{} needed.", counted(waiting, "decision"));
            line(ui, Tone::Warning, &text);
        }
    }
    for text in &to_know {
        line(ui, Tone::Warning, text);
    }
    for (file, check) in &plan.rules {
        rules(ui, file, check, plan.rules.len() > 1);
    }
}

/// What is to be known before all of it is imported, though nothing waits: the notes may be out of sight.
fn to_know(plan: &Plan) -> Vec<String> {
    let shared = match plan.shared_names() {
        0 => None,
        1 => Some("1 name is that of several players. See the note below.".to_owned()),
        more => Some(format!(
            "{more} names are those of several players. See the notes below."
        )),
    };
    let repeated = match plan.repeated() {
        0 => None,
        1 => Some("1 row is the same as another game. See the note below.".to_owned()),
        more => Some(format!(
            "{more} rows are the same as other games. See the notes below."
        )),
    };
    let here = match plan.already_here() {
        0 => None,
        1 => Some("1 row is a game that is here already. See the note below.".to_owned()),
        more => Some(format!(
            "{more} rows are games that are here already. See the notes below."
        )),
    };
    let inactive = match plan.inactive() {
        0 => None,
        1 => Some("1 inactive player has new games. See the note below.".to_owned()),
        more => Some(format!(
            "{more} inactive players have new games. See the notes below."
        )),
    };
    let dates = match plan.contrary_dates() {
        0 => None,
        1 => Some("1 date contradicts the others. See “Dates” below.".to_owned()),
        more => Some(format!(
            "{more} dates contradict the others. See “Dates” below."
        )),
    };
    // Where nothing is new, that is said above.
    let here = here.filter(|_| !plan.brings_nothing());
    let notes = [dates, shared, repeated, here, inactive];
    notes.into_iter().flatten().collect()
}

fn tile(ui: &mut Ui, width: f32, icon: Icon, one: &str, more: &str, counts: Counts) {
    let t = ui.tokens();
    let total = counts.total();
    let name = if total == 1 { one } else { more };
    let frame = Frame::new()
        .fill(t.surface_raised)
        .stroke(Stroke::new(1.0, t.border))
        .corner_radius(radius::CARD)
        .inner_margin(Margin::symmetric(16, 14));
    let shown = ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(width - 34.0);
            ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
            ui.spacing_mut().interact_size.y = 20.0;
            ui.horizontal(|ui| {
                ui.set_min_height(28.0);
                icon_label(ui, icon, t.text_weak);
                let number = RichText::new(total.to_string())
                    .font(theme::medium(size::TEXT_HEADING))
                    .color(t.text_strong);
                ui.label(number);
                ui.label(RichText::new(name).color(t.text_weak));
            });
            ui.add_space(2.0);
            part(ui, Some((Icon::Add, Tone::Success)), counts.added, "new");
            part(
                ui,
                Some((Icon::Edit, Tone::Info)),
                counts.changed,
                "changed",
            );
            part(ui, None, counts.unchanged, "unchanged");
            part(
                ui,
                Some((Icon::Warning, Tone::Warning)),
                counts.left_out,
                "skipped",
            );
        })
    });
    let words = in_words(name, counts, true);
    let id = ui.make_persistent_id(("summary", more));
    let response = ui.interact(shown.response.rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &words));
}

/// "48 players: 45 new, 2 changed, 1 skipped", with what there is none of if `all` is to be said.
fn in_words(name: &str, counts: Counts, all: bool) -> String {
    let parts = [
        (counts.added, "new"),
        (counts.changed, "changed"),
        (counts.unchanged, "unchanged"),
        (counts.left_out, "skipped"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| all || *count > 0);
    let parts = parts.map(|(count, what)| format!("{count} {what}"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let total = format!("{} {name}", counts.total());
    if parts.is_empty() {
        total
    } else {
        format!("{total}: {parts}")
    }
}

/// One line of a tile. What there is none of is there, but quiet, so that the tiles are read alike.
fn part(ui: &mut Ui, mark: Option<(Icon, Tone)>, number: usize, what: &str) {
    let t = ui.tokens();
    let (color, font) = if number == 0 {
        (t.text_weak, theme::regular(size::TEXT))
    } else {
        (t.text_strong, theme::medium(size::TEXT))
    };
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        match mark {
            Some((icon, tone)) if number > 0 => {
                icon_label(ui, icon, t.tone(tone));
            }
            _ => ui.add_space(size::ICON + ui.spacing().item_spacing.x),
        }
        ui.label(RichText::new(number.to_string()).font(font).color(color));
        ui.label(RichText::new(what).color(if number == 0 { t.text_weak } else { t.text }));
    });
}

/// Whether the old program computes with the same numbers.
fn rules(ui: &mut Ui, file: &str, check: &RuleCheck, names_file: bool) {
    let Some(sentence) = check.sentence() else {
        return;
    };
    let tone = match check {
        RuleCheck::NoCode => return,
        RuleCheck::Standard => Tone::Success,
        RuleCheck::Differs(_) | RuleCheck::Unreadable => Tone::Warning,
    };
    if names_file {
        line(ui, tone, &format!("{file}: {sentence}."));
    } else {
        line(ui, tone, &format!("{sentence}."));
    }
}

/// A sentence about all of it.
fn line(ui: &mut Ui, tone: Tone, text: &str) {
    let t = ui.tokens();
    let icon = if tone == Tone::Success {
        Icon::Check
    } else {
        Icon::Warning
    };
    ui.horizontal_top(|ui| {
        icon_label(ui, icon, t.tone(tone));
        ui.add(Label::new(RichText::new(text).color(t.text)).wrap());
    });
}
