//! What is wrong with the ladder: each with a way to the record.

use egui::{ScrollArea, Ui};

use super::kit::{
    Banner, Button, Icon, UiTokens as _, banner::BannerAnswer, icon::icon_label, tokens::space,
};
use crate::{
    app::{Action, App},
    domain::{Edit, LadderProblem, Severity},
};

/// So many problems are named above a page; the rest is a click away.
const NAMED: usize = 3;

/// What keeps Recalc Ratings from starting, above the page.
pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.camp else { return };
    let stops = camp
        .problems
        .iter()
        .filter(|problem| problem.severity() == Severity::Stops)
        .map(|problem| (problem.sentence(&camp.data), problem.record()))
        .collect::<Vec<_>>();
    for (sentence, record) in stops.iter().take(NAMED) {
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
        let more = format!("{} more problems like these", stops.len() - NAMED);
        if Banner::error(&more).action("Show all").show(ui).is_some() {
            app.dialog = Some(crate::app::dialogs::Dialog::Problems);
        }
        ui.add_space(space::S);
    }
}

/// All problems, in a question box.
pub(super) fn list(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.camp else { return };
    let t = ui.tokens();
    let problems = camp
        .problems
        .iter()
        .map(|problem| (problem.clone(), problem.sentence(&camp.data)))
        .collect::<Vec<_>>();
    if problems.is_empty() {
        ui.label("Nothing is wrong or doubtful.");
        return;
    }
    let mut action = None;
    let area = ScrollArea::vertical().max_height(360.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (number, (problem, sentence)) in problems.iter().enumerate() {
            if number > 0 {
                ui.separator();
            }
            ui.push_id(number, |ui| {
                ui.horizontal_top(|ui| {
                    match problem.severity() {
                        Severity::Stops => icon_label(ui, Icon::Error, t.danger),
                        Severity::Doubtful => icon_label(ui, Icon::Warning, t.warning),
                    }
                    ui.vertical(|ui| {
                        ui.label(sentence);
                        ui.horizontal(|ui| {
                            if let Some(record) = problem.record()
                                && Button::secondary("Show").small().show(ui).clicked()
                            {
                                action = Some(Action::Show(record));
                            }
                            if matches!(problem, LadderProblem::BlankStart { .. })
                                && Button::secondary(
                                    "Use the initial rating of the group for all blank ones",
                                )
                                .small()
                                .show(ui)
                                .clicked()
                            {
                                action = Some(Action::Change(Edit::FillBlankStarts));
                            }
                        });
                    });
                });
            });
        }
    });
    if let Some(action) = action {
        app.send(action);
    }
}
