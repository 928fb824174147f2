//! What is wrong with the ladder: each with a way to the record, or to the list where there are several alike.

use egui::Ui;

use super::{
    banner::bar,
    kit::{Banner, banner::BannerAnswer},
};
use crate::{
    app::{Action, App, Command},
    domain::{LadderProblem, Severity, alike, counted},
};

/// So many kinds of problems are named above a page; the rest is a click away.
const NAMED: usize = 3;

/// What keeps Recalc Ratings from starting, above the page.
pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let stops = camp.problems_of(Severity::Stops);
    let problems = camp.problems.get(stops).unwrap_or_default();
    let mut alike = alike(problems).filter_map(|places| problems.get(places));
    let named = alike.by_ref().take(NAMED).map(|alike| {
        let way = match alike {
            [one] => one.record().map(Action::Show),
            _ => Some(Command::PROBLEMS.into()),
        };
        (LadderProblem::sentence_of_all(alike, &camp.data), way)
    });
    let named = named.collect::<Vec<_>>();
    let more = alike.map(<[_]>::len).sum::<usize>();
    for (sentence, way) in named {
        let mut banner = Banner::error(&sentence);
        if way.is_some() {
            banner = banner.action("Show");
        }
        if let (Some(BannerAnswer::Action(_)), Some(way)) = (bar(ui, app, banner), way) {
            app.send(way);
        }
    }
    if more > 0 {
        let more = counted(more, "more problem");
        let banner = Banner::error(&more).action("Show all");
        if bar(ui, app, banner).is_some() {
            app.send(Command::PROBLEMS);
        }
    }
}
