//! Publishing a camp: asked how, under way, done.

use egui::{Context, Ui};
use strum::VariantArray as _;

use super::super::kit::{self, Banner, Busy, Button, DialogAnswer, Form, Icon, tokens::space};
use crate::{
    app::{
        Action, App, Purpose,
        dialogs::Dialog,
        publishing::{PublishDialog, Stage},
    },
    domain::{PublishedNames, counted},
    publish::Saved,
};

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
    let (is_outdated, week) = (camp.is_out_of_date(), camp.data.week.name());
    let has_sections = camp.data.us_chess_sections > 0;
    let mut browse = false;
    let answer = kit::Dialog::new("Publish the standings")
        .text("Web pages and lists for spreadsheets, in a folder that can be put on any web server or a stick. Never included: the permanent rating, notes and custom columns.")
        .confirm("Publish")
        .cancel("Cancel")
        .width(560.0)
        .scrolling()
        .show(ctx, |ui| {
            if is_outdated {
                Banner::warning("Recalc needed")
                    .detail("Press Recalc Ratings first, to publish the ratings of today.")
                    .show(ui);
                ui.add_space(space::S);
            }
            browse = folder(ui, dialog);
            ui.add_space(space::M);
            let form = Form::above();
            let texts = PublishedNames::VARIANTS.iter().copied().map(names_text);
            let texts = texts.collect::<Vec<_>>();
            let mut names = PublishedNames::VARIANTS.iter().position(|names| *names == dialog.names);
            form.field("Names")
                .help("Saved with the camp")
                .choice(ui, &texts, &mut names);
            if let Some(names) = names.and_then(|at| PublishedNames::VARIANTS.get(at)) {
                dialog.names = *names;
            }
            ui.add_space(space::M);
            let only = format!("{week} only");
            let mut weeks = Some(usize::from(!dialog.all_weeks));
            form.field("Weeks")
                .choice(ui, &["All weeks", only.as_str()], &mut weeks);
            dialog.all_weeks = weeks != Some(1);
            ui.add_space(space::M);
            form.field("Games")
                .help("Crosstables, lists of games, and the games on each player’s page. Without them a visitor sees ranks, ratings and scores")
                .check(ui, "Who played whom, and how it ended", &mut dialog.besides.games);
            // Paper has full names: no sheet says more of anybody than the pages do.
            if dialog.names == PublishedNames::Full {
                ui.add_space(space::M);
                form.field("Sheets")
                    .check(ui, "The printed standings, too, as PDF", &mut dialog.besides.pdfs);
            }
            if has_sections {
                ui.add_space(space::M);
                form.field("Crosstables")
                    .help("By number, players have their pairing numbers. Never included: US Chess IDs, birth dates and colors.")
                    .check(ui, "A page for each section of US Chess", &mut dialog.besides.crosstables);
            }
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

/// Where the pages go; whether it is to be browsed for.
fn folder(ui: &mut Ui, dialog: &mut PublishDialog) -> bool {
    let typed = Form::above()
        .field("Folder")
        .help("What was published there before is replaced; other files are left alone")
        .problem(dialog.folder.problem.as_deref())
        .text(ui, &mut dialog.folder.path);
    if typed.changed() {
        dialog.folder.problem = None;
    }
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
