//! Publishing a camp: asked how, under way, done.

use egui::{Context, Ui};
use strum::VariantArray as _;

use super::super::kit::{
    self, Banner, Busy, Button, DialogAnswer, Form, Icon, UiTokens as _, tokens::space,
};
use crate::{
    app::{
        Action, App, Purpose,
        dialogs::Dialog,
        publishing::{PublishDialog, Stage, WhatToPublish},
    },
    domain::{CampData, PublishedNames, counted},
    publish::Saved,
};

/// So many frames after a dialog has come the keyboard is where it begins.
const FRAMES_TO_ARRIVE: u8 = 3;

/// How published pages name the players, with an example where it says the same in a camp and in a club.
pub(in crate::ui) const fn names_text(names: PublishedNames) -> &'static str {
    match names {
        PublishedNames::Full => "Full name: Ola de la Cruz",
        PublishedNames::Initial => "First name and initial: Ola D.",
        PublishedNames::Number => "Number only, without a name",
    }
}

pub(super) fn publish(
    ctx: &Context,
    app: &mut App,
    mut dialog: Box<PublishDialog>,
) -> Option<Dialog> {
    match dialog.stage.clone() {
        Stage::Asking => ask(ctx, app, &mut dialog),
        Stage::UnderWay => under_way(ctx, app),
        Stage::Done { folder, saved } => {
            let text = done_text(&folder.display().to_string(), &saved);
            let answer = kit::Dialog::new("The camp is published")
                .text(&text)
                .confirm("Open in the browser")
                .other("Show the folder")
                .cancel("Close")
                .width(520.0)
                .show(ctx, |_| {});
            match answer {
                None => {}
                Some(DialogAnswer::Confirmed) => app.send(Action::OpenPages(folder)),
                Some(DialogAnswer::Other) => app.send(Action::ShowFolder(folder)),
                Some(DialogAnswer::Cancelled) => return None,
            }
        }
    }
    Some(Dialog::Publish(dialog))
}

fn ask(ctx: &Context, app: &mut App, dialog: &mut PublishDialog) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let outdated = camp.is_out_of_date().then(|| {
        if camp.is_stopped() {
            "Fix the problems first (F7), then press Recalc Ratings, to publish the ratings of today."
        } else {
            "Press Recalc Ratings first, to publish the ratings of today."
        }
    });
    let whats = whats(&camp.data);
    let has_sections = camp.data.us_chess_sections > 0;
    let mut browse = false;
    let answer = kit::Dialog::new("Publish the standings")
        .confirm("Publish")
        .cancel("Cancel")
        .width(560.0)
        .show(ctx, |ui| {
            let form = Form::above();
            names(ui, form, dialog);
            ui.add_space(space::M);
            if let Some(way) = outdated {
                Banner::warning("Recalc needed").detail(way).show(ui);
                ui.add_space(space::S);
            }
            browse = folder(ui, form, dialog);
            ui.add_space(space::M);
            what(ui, form, &whats, dialog);
            besides(ui, form, has_sections, dialog);
            ui.add_space(space::M);
            let about = "Web pages and lists for spreadsheets, for any web server or a stick. Never included: the permanent rating, notes and custom columns.";
            let weak = ui.tokens().text_weak;
            ui.add(egui::Label::new(egui::RichText::new(about).color(weak)).wrap());
        });
    if browse {
        app.send(Action::Browse(Purpose::PublishFolder));
    }
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => app.send(Action::Publish),
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => app.send(Action::LeavePublishing),
    }
}

/// How players are named.
fn names(ui: &mut Ui, form: Form, dialog: &mut PublishDialog) {
    let texts = PublishedNames::VARIANTS.iter().copied().map(names_text);
    let texts = texts.collect::<Vec<_>>();
    let mut variants = PublishedNames::VARIANTS.iter();
    let mut names = variants.position(|names| *names == dialog.names);
    form.field("Names")
        .help("Saved with the camp")
        .choice(ui, &texts, &mut names);
    if let Some(names) = names.and_then(|at| PublishedNames::VARIANTS.get(at)) {
        dialog.names = *names;
    }
}

/// Which standings can be published, each as it is called.
fn whats(camp: &CampData) -> Vec<(String, WhatToPublish)> {
    let ladders = camp.ladders.iter().map(|ladder| {
        let text = format!("The ladder “{}” only", ladder.name);
        (text, WhatToPublish::Ladder(ladder.id))
    });
    let weeks = [
        ("All weeks".to_owned(), WhatToPublish::AllWeeks),
        (format!("{} only", camp.week.name()), WhatToPublish::Week),
    ];
    weeks.into_iter().chain(ladders).collect()
}

fn what(ui: &mut Ui, form: Form, whats: &[(String, WhatToPublish)], dialog: &mut PublishDialog) {
    let texts = whats.iter().map(|(text, _)| text.as_str());
    let texts = texts.collect::<Vec<_>>();
    let mut chosen = whats.iter().position(|(_, what)| *what == dialog.what);
    form.field("Standings").choice(ui, &texts, &mut chosen);
    if let Some((_, what)) = chosen.and_then(|at| whats.get(at)) {
        dialog.what = *what;
    }
}

/// What is published besides the standings.
fn besides(ui: &mut Ui, form: Form, has_sections: bool, dialog: &mut PublishDialog) {
    if !matches!(dialog.what, WhatToPublish::Ladder(_)) {
        ui.add_space(space::M);
        form.field("Games")
        .help("Crosstables, lists of games, and the games on each player’s page. Without them a visitor sees ranks, ratings and scores")
        .check(ui, "Who played whom, and how it ended", &mut dialog.besides.games);
    }
    // Paper has full names: no sheet says more of anybody than the pages do.
    if dialog.names == PublishedNames::Full {
        ui.add_space(space::M);
        form.field("Sheets").check(
            ui,
            if has_sections {
                "The printed standings and crosstables, too, as PDF"
            } else {
                "The printed standings, too, as PDF"
            },
            &mut dialog.besides.pdfs,
        );
    }
    if has_sections {
        ui.add_space(space::M);
        form.field("Crosstables")
            .help("By number, players have their pairing numbers. Never included: US Chess IDs, birth dates, states and colors.")
            .check(ui, "A page for each section of US Chess", &mut dialog.besides.crosstables);
    }
}

/// Where the pages go; whether it is to be browsed for.
fn folder(ui: &mut Ui, form: Form, dialog: &mut PublishDialog) -> bool {
    let typed = form
        .field("Folder")
        .help("What was published there before is replaced; other files are left alone")
        .problem(dialog.folder.problem.as_deref())
        .text(ui, &mut dialog.folder.path);
    if typed.changed() {
        dialog.folder.problem = None;
    }
    // What won't do is mended there; the dialog, which may have come back to say so, gives its first field the keyboard meanwhile.
    let told = typed.id.with("told");
    let frames = ui.data(|data| data.get_temp::<u8>(told)).unwrap_or(0);
    let has_problem = dialog.folder.problem.is_some();
    if has_problem && frames < FRAMES_TO_ARRIVE {
        typed.request_focus();
        ui.ctx().request_repaint();
    }
    let frames = if has_problem {
        frames.saturating_add(1)
    } else {
        0
    };
    ui.data_mut(|data| data.insert_temp(told, frames));
    ui.add_space(space::XS);
    Button::secondary("Browse…")
        .icon(Icon::Open)
        .show(ui)
        .clicked()
}

fn under_way(ctx: &Context, app: &mut App) {
    let answer = kit::Dialog::new("Publishing")
        .cancel("Cancel")
        .show(ctx, |ui| {
            Busy::new("Making the pages").show(ui);
        });
    if answer.is_some() {
        app.send(Action::LeavePublishing);
    }
}

fn done_text(folder: &str, saved: &Saved) -> String {
    let files = counted(saved.written, "file");
    let removed = match saved.removed {
        0 => String::new(),
        count => format!(" {} removed.", counted(count, "old file")),
    };
    format!("{files} saved in “{folder}”. Open index.html.{removed}")
}
