//! What is said above ratings that are older than the games.

use egui::Ui;

use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    kit::{Banner, banner::BannerAnswer},
};

/// Says that the ratings are older than the games, with the button that makes them new. Whether it did.
pub(crate) fn recalc_needed(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
    if !ctx.camp.is_out_of_date() || ctx.is_recalculating {
        return false;
    }
    let mut banner = Banner::warning("Recalc needed")
        .detail("Games or players have changed since the ratings were computed.");
    if ctx.why_not_change_week.is_none() {
        banner = banner.action(Command::RECALCULATE.text());
    }
    if banner.show(ui) == Some(BannerAnswer::Action(0)) {
        out.send(Command::RECALCULATE);
    }
    true
}
