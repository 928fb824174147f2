//! The way of a week, as a thin strip: type, check, print, close. It shows how far the week is, and leads to each step.

use egui::{Ui, vec2};

use crate::{
    app::{
        Action, Command, View,
        page::{Ctx, Outbox, Page},
    },
    domain::CampData,
    kit::{Button, Icon, UiTokens as _, icon::icon_label, tokens::space},
};

/// A page lower than this, in points, has no room for it.
const LOW: f32 = 560.0;

/// A step of the way.
struct Step {
    title: String,
    is_done: bool,
    wanted: Action,
    /// Why it can't be gone to now.
    refused: Option<String>,
}

/// The steps of the week that is shown, in their order.
fn steps(camp: &CampData, ctx: &Ctx<'_>) -> [Step; 4] {
    let games = camp.games.len();
    let checked = camp.games.iter().filter(|game| game.verified.is_some());
    let checked = checked.count();
    let is_closed = camp.week.is_closed();
    let of = |command: Command| ctx.why_not(command).map(str::to_owned);
    let last = if is_closed {
        Command::START_WEEK
    } else {
        Command::CLOSE_WEEK
    };
    [
        Step {
            title: match games {
                0 => "Type games".to_owned(),
                _ => format!("Type games ({games})"),
            },
            is_done: games > 0,
            wanted: Action::Go(Page::GAMES.in_view(View::Entry, None)),
            refused: None,
        },
        Step {
            title: match checked {
                0 => "Check".to_owned(),
                _ => format!("Check ({checked} of {games})"),
            },
            is_done: games > 0 && checked == games,
            wanted: Action::Go(Page::GAMES.in_view(View::Check, None)),
            refused: None,
        },
        Step {
            title: "Print".to_owned(),
            is_done: false,
            wanted: Action::Go(Page::PRINTS.into()),
            refused: None,
        },
        Step {
            title: last.text().to_owned(),
            is_done: false,
            wanted: last.into(),
            refused: of(last),
        },
    ]
}

/// Shows the strip.
pub(crate) fn week_path(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    if ui.available_height() < LOW {
        return;
    }
    let camp = &ctx.camp.data;
    if camp.groups.is_empty() && camp.games.is_empty() && camp.players.is_empty() {
        return;
    }
    let t = ui.tokens();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, 0.0);
        for (at, step) in steps(camp, ctx).into_iter().enumerate() {
            if at > 0 {
                icon_label(ui, Icon::ChevronRight, t.text_weak);
            }
            if step.is_done {
                icon_label(ui, Icon::Check, t.success);
            }
            let button = Button::quiet(&step.title).small();
            let button = button.refused(step.refused.as_deref()).show(ui);
            let button = button.accessible_name(format!("Week: {}", step.title));
            if button.clicked() {
                out.send(step.wanted);
            }
        }
    });
    ui.add_space(space::XS);
}
