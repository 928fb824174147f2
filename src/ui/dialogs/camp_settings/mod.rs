//! The camp settings: name, papers, and how published pages name the campers, beside a paper that shows it.

mod paper;

use egui::{Color32, Context, RichText, Ui};

use self::paper::Paper;
use super::{
    super::kit::{
        self, Busy, Button, DialogAnswer, Form, Icon, UiTokens as _,
        form::problem_line,
        icon::icon_label,
        swatches,
        tokens::{space, users_color},
    },
    publish::names_text,
};
use crate::{
    app::{
        Action, App, Purpose,
        camp_settings::{CampSettingsForm, LogoField, PALETTE},
        dialogs::Dialog,
    },
    domain::{Colour, Field, PublishedNames},
};

/// Where a dialog is wider than this, in points, the paper lies beside the fields, otherwise under them.
const WIDE: f32 = 660.0;

/// Width of the paper, in points.
const PAPER: f32 = 268.0;

/// How published pages name the campers, as the choice has it.
const NAMES: [(&str, Option<PublishedNames>); 4] = {
    const fn named(names: PublishedNames) -> (&'static str, Option<PublishedNames>) {
        (names_text(names), Some(names))
    }
    [
        ("Ask when pages are first published", None),
        named(PublishedNames::Full),
        named(PublishedNames::Initial),
        named(PublishedNames::Number),
    ]
};

pub(super) fn camp_settings(
    ctx: &Context,
    app: &mut App,
    mut form: Box<CampSettingsForm>,
) -> Option<Dialog> {
    let mut wanted = None;
    let answer = kit::Dialog::new("Camp settings")
        .confirm("Save")
        .cancel("Cancel")
        .width(800.0)
        .show(ctx, |ui| {
            if ui.available_width() < WIDE {
                fields(ui, &mut form, &mut wanted);
                ui.add_space(space::L);
                Paper::new(&form).show(ui, PAPER);
                return;
            }
            ui.horizontal_top(|ui| {
                let left = ui.available_width() - PAPER - space::XL;
                ui.vertical(|ui| {
                    ui.set_width(left);
                    fields(ui, &mut form, &mut wanted);
                });
                ui.add_space(space::L);
                ui.vertical(|ui| Paper::new(&form).show(ui, PAPER));
            });
        });
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => wanted = Some(Action::SaveCampSettings),
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => return None,
    }
    if let Some(action) = wanted {
        app.send(action);
    }
    // Stays until everything is right and the logo is read.
    Some(Dialog::CampSettings(form))
}

/// Lets go of what was only held to be shown: another question is open, or none.
pub(super) fn close(ctx: &Context) {
    paper::forget_logo(ctx);
}

fn fields(ui: &mut Ui, form: &mut CampSettingsForm, wanted: &mut Option<Action>) {
    let rows = Form::above();
    let problem = form.problem(Field::CampName).filter(|_| form.was_refused);
    let name = rows
        .field("Name of the camp")
        .required()
        .help("Printed at the top of every page")
        .problem(problem.as_deref())
        .text(ui, &mut form.name);
    if name.changed() {
        form.was_refused = false;
    }
    ui.add_space(space::S);
    let problem = form.problem(Field::Footer);
    let count = form.footer_count();
    rows.field("Footer")
        .hint("e.g. Next meeting: Monday, 9 am, in the library")
        .help(
            count
                .as_deref()
                .unwrap_or("Printed at the bottom, such as the next meeting"),
        )
        .problem(problem.as_deref())
        .text(ui, &mut form.footer);
    ui.add_space(space::S);
    colour(ui, form);
    ui.add_space(space::S);
    logo(ui, &mut form.logo, wanted);
    ui.add_space(space::S);
    let mut chosen = NAMES
        .iter()
        .position(|(_, names)| *names == form.published_names);
    rows.field("Campers on published pages")
        .help("Prints always show full names")
        .choice(ui, &NAMES.map(|(text, _)| text), &mut chosen);
    if let Some((_, names)) = chosen.and_then(|at| NAMES.get(at)) {
        form.published_names = *names;
    }
}

/// A few colours by name, and a field for any other one.
fn colour(ui: &mut Ui, form: &mut CampSettingsForm) {
    let typed = form.typed_colour();
    let colors = PALETTE.map(|(name, colour)| (name, shown(colour.unwrap_or(Colour::BLACK))));
    let chosen = PALETTE.iter().position(|(_, colour)| typed == Ok(*colour));
    let weak = ui.tokens().text_weak;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let name = "Color of headings and lines";
        let label = RichText::new(name).color(weak);
        ui.label(label);
        if let Some((_, colour)) =
            swatches(ui, name, &colors, chosen).and_then(|at| PALETTE.get(at))
        {
            form.colour = colour.map_or_else(String::new, |colour| colour.to_string());
        }
    });
    ui.add_space(space::XS);
    ui.horizontal_top(|ui| {
        let field = ui.vertical(|ui| {
            ui.set_width(168.0);
            Form::above()
                .field("Exact color")
                .width(168.0)
                .hint("e.g. #000000")
                .text(ui, &mut form.colour)
        });
        let field = field.inner;
        if field.changed() {
            form.was_refused = false;
        }
        ui.vertical(|ui| {
            // Beside the box, and not beside its label.
            ui.add_space(28.0);
            match typed {
                // While it is being typed it is no colour yet.
                Err(problem) if form.was_refused || !field.has_focus() => problem_line(ui, problem),
                _ => said_of(ui, typed.ok().flatten(), chosen),
            }
        });
    });
}

/// The name of a colour, and what becomes of one that is too light.
fn said_of(ui: &mut Ui, colour: Option<Colour>, chosen: Option<usize>) {
    let t = ui.tokens();
    let prints_as = colour
        .map(|colour| (colour, colour.legible_on_white()))
        .filter(|(colour, prints_as)| colour != prints_as)
        .map(|(_, prints_as)| prints_as);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let words = if let Some(prints_as) = prints_as {
            icon_label(ui, Icon::Info, t.info);
            format!("Too light to be read on white paper: prints darker, as {prints_as}")
        } else {
            let name = chosen.and_then(|at| PALETTE.get(at)).map(|(name, _)| *name);
            name.unwrap_or_default().to_owned()
        };
        ui.add(egui::Label::new(RichText::new(words).color(t.text_weak)).wrap());
    });
}

fn shown(colour: Colour) -> Color32 {
    users_color(colour.legible_on_white().0)
}

/// The file of the logo: typed, browsed for or dropped on the window.
fn logo(ui: &mut Ui, logo: &mut LogoField, wanted: &mut Option<Action>) {
    let help = if logo.is_there() {
        "Choose another picture to replace it: PNG, JPEG or SVG, up to 1 MB"
    } else {
        "A picture to the left of the name: PNG, JPEG or SVG, up to 1 MB. You can drop it here"
    };
    let problem = logo.problem.clone();
    let file = Form::above()
        .field("Logo")
        .hint(if logo.is_there() {
            "The camp has a logo"
        } else {
            "No logo"
        })
        .help(help)
        .problem(problem.as_deref())
        .text(ui, &mut logo.path);
    if file.changed() {
        logo.problem = None;
    }
    if file.lost_focus()
        && let Some(path) = logo.unread()
    {
        *wanted = Some(Action::ReadLogo(path));
    }
    ui.horizontal(|ui| {
        let browse = Button::secondary("Browse…").icon(Icon::Open);
        if browse.show(ui).clicked() {
            *wanted = Some(Action::Browse(Purpose::Logo));
        }
        let nothing = (!logo.is_there() && logo.path.is_empty()).then_some("There is no logo");
        let remove = Button::quiet("Remove logo").refused(nothing);
        if remove.show(ui).clicked() {
            *wanted = Some(Action::RemoveLogo);
        }
        if logo.is_busy() {
            Busy::new("Reading the picture").show(ui);
        }
    });
}
