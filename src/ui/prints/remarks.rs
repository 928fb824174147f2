//! What has to be said of sheets before they are printed.

use egui::Ui;

use crate::{
    app::{Action, App},
    report::{LaidOut, MissingLetters, Remark},
    ui::kit::{Banner, banner::BannerAnswer, tokens::space},
};

/// Says what is not on the sheets as the director wants it, above them.
pub(super) fn show(ui: &mut Ui, app: &mut App, laid: &LaidOut) {
    for remark in &laid.remarks {
        let sentence = remark.to_string();
        let banner = match remark {
            Remark::OwnTemplate(_) => {
                Banner::warning("Your own layout is not used").action("Lay out again")
            }
            Remark::Logo(_) => Banner::warning("The logo is not printed"),
        };
        if banner.detail(&sentence).show(ui) == Some(BannerAnswer::Action(0)) {
            app.send(Action::LayOutAgain);
        }
        ui.add_space(space::S);
    }
    missing_letters(ui, laid.pages.missing_letters());
}

fn missing_letters(ui: &mut Ui, missing: &[MissingLetters]) {
    /// So many are named.
    const NAMED: usize = 5;
    if missing.is_empty() {
        return;
    }
    let text = match missing.len() {
        1 => "A name can't be printed as it is".to_owned(),
        count => format!("{count} names can't be printed as they are"),
    };
    let mut lines = missing
        .iter()
        .take(NAMED)
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    if missing.len() > NAMED {
        lines.push(format!("And {} more", missing.len() - NAMED));
    }
    Banner::warning(&text).detail(&lines.join("\n")).show(ui);
    ui.add_space(space::S);
}
