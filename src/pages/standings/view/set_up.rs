//! How a ladder is set up: its name, its system with the settings of that, and which games it takes.

use egui::{Context, Label, RichText, Ui};
use strum::VariantArray as _;

use crate::{
    app::page::{Ctx, Outbox, PageDialog},
    domain::{Edit, LadderSystem, MAX_LADDER_NAME, show_date},
    kit::{
        self, Button, DialogAnswer, Form, Icon, UiTokens as _, page::section_title, tokens::space,
    },
    pages::standings::{set_up::LadderForm, show_added},
    rating::{self, FILTERS, START, Setting, Takes},
};

/// Where a dialog is wider than this, in points, the filters stand beside the system.
const WIDE: f32 = 600.0;

/// Width of the dialog, in points: of what a new ladder needs, and of everything.
const FEW: f32 = 480.0;
const ALL: f32 = 820.0;

/// Width of a field for a number, in points.
const NUMBER: f32 = 120.0;

impl PageDialog for LadderForm {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let answer = ask(window, self);
        match answer {
            None => true,
            // Stays until everything is right.
            Some(DialogAnswer::Confirmed) => !save(self, ctx, out),
            Some(DialogAnswer::Cancelled | DialogAnswer::Other) => false,
        }
    }
}

/// Saves the ladder. Whether it can be saved; what is wrong is said in the form.
fn save(form: &mut LadderForm, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
    let edit = form.edit(&ctx.camp.data);
    match edit {
        Ok(Some(edit @ Edit::AddLadder(_))) => {
            out.apply_then(edit, show_added);
        }
        Ok(Some(edit)) => {
            out.apply(edit);
        }
        Ok(None) => {}
        Err(()) => {
            // What is wrong may be out of sight.
            form.shows_all = true;
            return false;
        }
    }
    true
}

fn ask(window: &Context, form: &mut LadderForm) -> Option<DialogAnswer> {
    let is_new = form.id.is_none();
    let (title, confirm) = if is_new {
        ("New ladder", "Add the ladder")
    } else {
        ("Set up ladder", "Save")
    };
    kit::Dialog::new(title)
        .confirm(confirm)
        .cancel("Cancel")
        .width(if form.shows_all { ALL } else { FEW })
        .show(window, |ui| {
            if !form.shows_all {
                return few(ui, form);
            }
            if ui.available_width() < WIDE {
                system(ui, form);
                ui.add_space(space::L);
                filters(ui, form);
                return;
            }
            ui.horizontal_top(|ui| {
                let width = (ui.available_width() - space::XL) / 2.0;
                for (at, part) in [system, filters].into_iter().enumerate() {
                    if at > 0 {
                        ui.add_space(space::M);
                    }
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        part(ui, form);
                    });
                }
            });
        })
}

/// What a new ladder needs: the rest is as usual until somebody looks.
fn few(ui: &mut Ui, form: &mut LadderForm) {
    name_and_system(ui, form);
    ui.add_space(space::S);
    field(ui, form, &START);
    ui.add_space(space::S);
    if Button::quiet("More settings").show(ui).clicked() {
        form.shows_all = true;
        ui.ctx().request_repaint();
    }
}

/// Name, system, and what can be chosen of the system.
fn system(ui: &mut Ui, form: &mut LadderForm) {
    name_and_system(ui, form);
    for setting in form.kind().settings {
        ui.add_space(space::S);
        field(ui, form, setting);
    }
}

fn name_and_system(ui: &mut Ui, form: &mut LadderForm) {
    let rows = Form::above();
    let problem = form.name_problem().map(str::to_owned);
    let name = rows
        .field("Name")
        .required()
        .limit(MAX_LADDER_NAME)
        .problem(problem.as_deref())
        .text(ui, &mut form.name);
    if name.changed() {
        form.name_typed();
    }
    ui.add_space(space::S);
    let systems = LadderSystem::VARIANTS;
    let titles = systems.iter().map(|system| rating::kind(*system).title);
    let titles = titles.collect::<Vec<_>>();
    let mut chosen = systems
        .iter()
        .position(|system| *system == form.kind().system);
    let system = rows
        .field("System")
        .help(form.kind().about)
        .choice(ui, &titles, &mut chosen);
    if system.changed()
        && let Some(system) = chosen.and_then(|at| systems.get(at))
    {
        form.choose(*system);
    }
}

/// Which games the ladder takes.
fn filters(ui: &mut Ui, form: &mut LadderForm) {
    section_title(ui, "Which games");
    let about = "All games of all weeks, unless something is chosen here.";
    let about = RichText::new(about).color(ui.tokens().text_weak);
    ui.add(Label::new(about).wrap());
    for setting in FILTERS {
        ui.add_space(space::S);
        field(ui, form, setting);
    }
}

/// A setting, drawn by what it takes.
fn field(ui: &mut Ui, form: &mut LadderForm, setting: &'static Setting) {
    let problem = form.problem(setting).map(str::to_owned);
    let row = Form::above()
        .field(setting.title)
        .help(setting.about)
        .problem(problem.as_deref());
    let mut typed = form.value(setting).to_owned();
    let response = match &setting.takes {
        Takes::Resets => return resets(ui, form, setting),
        Takes::Number(_) => row.width(NUMBER).number(ui, &mut typed),
        Takes::Day => row.hint("e.g. 9/1/2026").date(ui, &mut typed),
        Takes::Weeks => row.width(NUMBER).hint("e.g. 2-4").text(ui, &mut typed),
        // Words or names, to choose from.
        _ => {
            let offered = form.offered(setting);
            let mut chosen = form.offered_at(setting, &offered);
            let titles = offered.iter().map(|offered| offered.title.as_str());
            let titles = titles.collect::<Vec<_>>();
            let response = row.choice(ui, &titles, &mut chosen);
            if let Some(offered) = chosen.and_then(|at| offered.get(at)) {
                offered.value.clone_into(&mut typed);
            }
            response
        }
    };
    if response.changed() {
        form.set(setting, typed);
    }
    if response.lost_focus() {
        form.look_through(setting);
    }
}

/// The days on which the ranks were dealt anew, each with a way to take it back.
fn resets(ui: &mut Ui, form: &mut LadderForm, setting: &Setting) {
    let t = ui.tokens();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        ui.label(RichText::new(setting.title).color(t.text_weak));
        let mut removed = None;
        for (at, reset) in form.resets.iter().enumerate() {
            let day = show_date(reset.day);
            ui.push_id((reset.day, reset.seed), |ui| {
                ui.horizontal(|ui| {
                    ui.label(format!("{day}, seed {}", reset.seed));
                    let remove = Button::quiet("Remove").icon(Icon::Delete).small().show(ui);
                    let remove = remove.accessible_name(format!("Remove the reset of {day}"));
                    if remove.clicked() {
                        removed = Some(at);
                    }
                });
            });
        }
        if let Some(at) = removed {
            form.remove_reset(at);
        }
        let deal = Button::secondary("Reset the ranks today");
        if deal.icon(Icon::Recalc).show(ui).clicked() {
            form.reset_today();
        }
        ui.add(Label::new(RichText::new(setting.about).small().weak()).wrap());
    });
}
