//! What is wrong with the ladder: each with a way to the record.

use egui::Ui;

use super::kit::{Banner, banner::BannerAnswer, tokens::space};
use crate::{
    app::{Action, App, Command},
    domain::{Severity, counted},
};

/// So many problems are named above a page; the rest is a click away.
const NAMED: usize = 3;

/// What keeps Recalc Ratings from starting, above the page.
pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let stops = camp.problems_of(Severity::Stops);
    let problems = camp.problems.get(stops.clone()).unwrap_or_default();
    let named = problems.iter().take(NAMED);
    let named = named
        .map(|problem| (problem.sentence(&camp.data), problem.record()))
        .collect::<Vec<_>>();
    for (sentence, record) in &named {
        let mut banner = Banner::error(sentence);
        if record.is_some() {
            banner = banner.action("Show");
        }
        if let (Some(BannerAnswer::Action(_)), Some(record)) = (banner.show(ui), record) {
            app.send(Action::Show(*record));
        }
        ui.add_space(space::S);
    }
    if stops.len() > NAMED {
        let more = counted(stops.len() - NAMED, "more problem");
        let more = format!("{more} like these");
        if Banner::error(&more).action("Show all").show(ui).is_some() {
            app.send(Command::PROBLEMS);
        }
        ui.add_space(space::S);
    }
}
