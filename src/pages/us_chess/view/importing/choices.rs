//! What files leave open, and the director says.

use egui::{Label, RichText, Ui};

use crate::{
    app::page::Ctx,
    exchange::Choices,
    kit::{
        UiTokens as _,
        input::Input,
        input_check::check_box,
        page::{card, section_title},
        tokens::space,
    },
    pages::us_chess::importing::{Compared, Importing},
};

pub(super) fn choices(ui: &mut Ui, importing: &mut Importing, compared: &Compared, ctx: &Ctx<'_>) {
    let (lacks_days, has_published) = (compared.lacks_days, compared.has_published);
    let has_list = compared.plan.has_national_list;
    if !lacks_days {
        // Nothing is asked any more.
        importing.ended_problem = None;
    }
    if !lacks_days && !has_published && !has_list {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "Choices");
        ui.spacing_mut().item_spacing.y = space::XS;
        if lacks_days {
            ended(ui, importing, ctx);
        }
        let before = importing.choices();
        let mut choices = before;
        if has_published {
            let id = ui.make_persistent_id("as published");
            let text = "Keep the ratings that were published, and compute none";
            check_box(ui, id, text, &mut choices.as_published);
            help(
                ui,
                "For sections that US Chess has rated. Sections of before 2001 keep theirs in any case.",
            );
        }
        if has_list {
            let id = ui.make_persistent_id("all members");
            let text = "Add everybody of the national list";
            check_box(ui, id, text, &mut choices.all_members);
            help(
                ui,
                "Otherwise only members of this camp are updated, and all others are skipped.",
            );
        }
        if choices != before {
            importing.choose(Choices {
                ended: before.ended,
                ..choices
            });
        }
    });
}

/// The day on which sections ended that don't say so.
fn ended(ui: &mut Ui, importing: &mut Importing, ctx: &Ctx<'_>) {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Sections without a day ended on");
        let id = ui.make_persistent_id("ended on");
        let is_wrong = importing.ended_problem.is_some();
        let input = Input::new(id)
            .width(140.0)
            .hint("m/d/yyyy")
            .wrong(is_wrong)
            .show(ui, &mut importing.ended);
        if input.labelled_by(label.id).changed() {
            importing.read_ended(ctx);
        }
    });
    if let Some(problem) = &importing.ended_problem {
        let text = RichText::new(format!("{problem}.")).color(ui.tokens().danger);
        ui.add(Label::new(text).wrap());
    }
    help(
        ui,
        "Without a day a section can’t be rated. Sections that have one keep it.",
    );
}

/// A line of help below a choice.
fn help(ui: &mut Ui, text: &str) {
    let weak = ui.tokens().text_weak;
    ui.add(Label::new(RichText::new(text).color(weak)).wrap());
    ui.add_space(space::S);
}
