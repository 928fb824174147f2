//! What is said above ratings that are older than the games.

use egui::Ui;

use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    kit::{Banner, banner::BannerAnswer},
};

/// Says that the ratings are older than the games, with the button that makes them new, or that leads to what stops that. Whether it did.
pub(crate) fn recalc_needed(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
    if !ctx.camp.is_out_of_date() || ctx.is_recalculating {
        return false;
    }
    let mut detail = "Games or players have changed since the ratings were computed.".to_owned();
    let way = if ctx.camp.is_stopped() {
        detail += " Fix the problems first (F7).";
        Some(Command::PROBLEMS)
    } else {
        let may_change = ctx.why_not_change_week.is_none();
        may_change.then_some(Command::RECALCULATE)
    };
    let mut banner = Banner::warning("Recalc needed").detail(&detail);
    if let Some(way) = way {
        banner = banner.action(way.text());
    }
    if let (Some(BannerAnswer::Action(0)), Some(way)) = (banner.show(ui), way) {
        out.send(way);
    }
    true
}
