//! Draws a form that is described.

use egui::{Context, Label, RichText, Ui, vec2};
use jiff::civil::Date;

use crate::{
    app::page::{Ctx, Outbox, PageDialog},
    kit::{
        self, DialogAnswer, Form, Icon, UiTokens as _, icon::icon_label, page::section_title,
        tokens::space,
    },
    pages::us_chess::form::{FormRecord, RecordForm, Takes},
};

/// Width of a form, in points: of a few fields, and of many.
const FEW: f32 = 480.0;
const MANY: f32 = 660.0;

/// From so many fields on there are many.
const FROM: usize = 12;

/// Fields of a few letters stand beside each other, each of this width in points.
const SHORT: f32 = 204.0;

/// No choice is wider than this, in points.
const CHOICE: f32 = 300.0;

impl<R: FormRecord> PageDialog for RecordForm<R> {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let today = ctx.today();
        let title = self.record().title();
        let about = self.record().about();
        let width = if self.shown().len() < FROM { FEW } else { MANY };
        let mut dialog = kit::Dialog::new(&title);
        if let Some(about) = &about {
            dialog = dialog.text(about);
        }
        let answer = dialog
            .confirm(self.record().confirm())
            .cancel("Cancel")
            .width(width)
            .show(window, |ui| fields(ui, self, today));
        match answer {
            None => true,
            // Stays until everything is right.
            Some(DialogAnswer::Confirmed) => {
                let is_right = self.is_right();
                if is_right {
                    self.record().save(out);
                }
                !is_right
            }
            Some(DialogAnswer::Cancelled | DialogAnswer::Other) => {
                self.record().cancel(out);
                false
            }
        }
    }
}

/// Whether a field has a line of its own.
fn has_own_line<R: FormRecord>(form: &RecordForm<R>, at: usize) -> bool {
    let field = form.field(at);
    field.is_some_and(|field| field.takes == Takes::Text || !field.help.is_empty())
}

fn fields<R: FormRecord>(ui: &mut Ui, form: &mut RecordForm<R>, today: Date) {
    let mut lines = Vec::<Vec<usize>>::new();
    for at in form.shown() {
        let room = lines.last().is_some_and(|line| {
            let needed = (0..=line.len()).map(|_| SHORT + space::L).sum::<f32>() - space::L;
            let is_shared = line.last().is_some_and(|last| !has_own_line(form, *last));
            is_shared && needed <= ui.available_width()
        });
        let begins = form.field(at).is_some_and(|field| field.heading.is_some());
        match lines.last_mut() {
            Some(line) if room && !begins && !has_own_line(form, at) => line.push(at),
            _ => lines.push(vec![at]),
        }
    }
    for (place, line) in lines.into_iter().enumerate() {
        if place > 0 {
            ui.add_space(space::S);
        }
        let heading = line.first().and_then(|at| form.field(*at)?.heading);
        if let Some(heading) = heading {
            ui.add_space(space::S);
            section_title(ui, heading);
            ui.add_space(space::XS);
        }
        match line.as_slice() {
            [alone] => field_row(ui, form, *alone, today),
            several => {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = space::L;
                    for at in several {
                        ui.vertical(|ui| {
                            ui.set_width(SHORT);
                            field_row(ui, form, *at, today);
                        });
                    }
                });
            }
        }
    }
}

fn field_row<R: FormRecord>(ui: &mut Ui, form: &mut RecordForm<R>, at: usize, today: Date) {
    let wants_keyboard = form.focus.take_if(|to| *to == at).is_some();
    let Some(field) = form.field(at) else { return };
    let title = field.title.clone();
    let (takes, limit, hint) = (field.takes.clone(), field.limit, field.hint.clone());
    let (help, is_required) = (field.help, field.is_required);
    let problem = form.problem(at).map(str::to_owned);
    let mut row = Form::above()
        .field(&title)
        .hint(&hint)
        .problem(problem.as_deref());
    if !help.is_empty() {
        row = row.help(help);
    }
    if is_required {
        row = row.required();
    }
    if wants_keyboard {
        let id = row.id_in(ui);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let mut text = form.text(at).to_owned();
    let response = match &takes {
        Takes::Text => row.limit(limit).text(ui, &mut text),
        Takes::Word => row.limit(limit).width(SHORT).text(ui, &mut text),
        Takes::Number => row.limit(limit).width(SHORT).number(ui, &mut text),
        Takes::Day => row.date(ui, &mut text),
        Takes::Words(words) => {
            let mut chosen = words.iter().position(|word| *word == text);
            let response = row.width(CHOICE).choice(ui, words, &mut chosen);
            if let Some(word) = chosen.and_then(|at| words.get(at)) {
                text.clone_from(word);
            }
            response
        }
        Takes::YesNo => {
            let mut is = form.says_yes(at);
            let response = row.check(ui, "", &mut is);
            if response.changed() {
                form.put_yes(at, is, today);
            }
            note(ui, form.note(at));
            return;
        }
    };
    if response.changed() {
        form.put(at, text, today);
    }
    if response.lost_focus() {
        form.look_at(at);
    }
    note(ui, form.note(at));
}

/// What is to be known of a field, though it can stay.
fn note(ui: &mut Ui, note: Option<String>) {
    let Some(note) = note else { return };
    let t = ui.tokens();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, 0.0);
        icon_label(ui, Icon::Warning, t.warning);
        let note = RichText::new(note).small().color(t.text);
        ui.add(Label::new(note).wrap());
    });
}
