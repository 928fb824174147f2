//! The questions about a member's record: adjustments, the camper who it is, and what goes when something is deleted.

use egui::{Context, Label, RichText, Ui};

use crate::{
    app::page::{Ctx, Outbox, PageDialog},
    domain::{name_key, show_date, us_chess::Adjustment},
    kit::{self, Button, DialogAnswer, Form, Icon, Picker, UiTokens as _, tokens::space},
    pages::us_chess::forms::{Adjustments, Deleting, LinkForm},
};

/// What is to be done with an adjustment of the list.
#[derive(Clone, Copy)]
enum Wish {
    Add,
    Change(usize),
    Remove(usize),
}

/// Asks what becomes of adjustments that aren't saved; whether the list is shown on.
fn leave(adjustments: &mut Adjustments, window: &Context, out: &mut Outbox) -> bool {
    let title = format!("Save the adjustments of {}?", adjustments.name);
    let answer = kit::Dialog::new(&title)
        .text("What you added, changed or removed isn’t saved yet.")
        .confirm("Save")
        .other("Don’t save")
        .cancel("Cancel")
        .show(window, |_| ());
    match answer {
        None => true,
        Some(DialogAnswer::Confirmed) => {
            adjustments.save(out);
            false
        }
        Some(DialogAnswer::Other) => false,
        Some(DialogAnswer::Cancelled) => {
            adjustments.is_leaving = false;
            true
        }
    }
}

impl PageDialog for Adjustments {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        if self.is_leaving {
            return leave(self, window, out);
        }
        let title = format!("Adjustments of {}", self.name);
        let mut wish = None;
        let dialog = kit::Dialog::new(&title)
            .text("Values that are set by hand, each from its day on. Everything else follows from crosstables.")
            .width(560.0);
        let dialog = if self.is_changed {
            dialog.confirm("Save").cancel("Cancel")
        } else {
            dialog.cancel("Close")
        };
        let answer = dialog.show(window, |ui| wish = list(ui, &self.list));
        match wish {
            None => {}
            Some(Wish::Remove(at)) => self.remove(at),
            Some(Wish::Add) => {
                out.ask(self.edit(None, ctx.today()));
                return false;
            }
            Some(Wish::Change(at)) => {
                out.ask(self.edit(Some(at), ctx.today()));
                return false;
            }
        }
        match answer {
            None => true,
            Some(DialogAnswer::Confirmed) => {
                self.save(out);
                false
            }
            Some(_) => {
                self.is_leaving = self.is_changed;
                self.is_leaving
            }
        }
    }
}

/// All adjustments, the oldest first, each with what can be done with it.
fn list(ui: &mut Ui, adjustments: &[Adjustment]) -> Option<Wish> {
    let mut wish = None;
    let t = ui.tokens();
    if adjustments.is_empty() {
        ui.label("Nothing is adjusted.");
    }
    for (at, adjustment) in adjustments.iter().enumerate() {
        let day = show_date(adjustment.on);
        let what = format!(
            "{day}: {}, {}",
            adjustment.what,
            adjustment.value_in_words()
        );
        ui.push_id(at, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(&what);
                let change = Button::quiet("Change…").icon(Icon::Edit).small().show(ui);
                let change = change.accessible_name(format!("Change {what}"));
                if change.clicked() {
                    wish = Some(Wish::Change(at));
                }
                let remove = Button::quiet("Remove").icon(Icon::Delete).small().show(ui);
                let remove = remove.accessible_name(format!("Remove {what}"));
                if remove.clicked() {
                    wish = Some(Wish::Remove(at));
                }
            });
            let reason = RichText::new(&adjustment.reason).small().color(t.text_weak);
            ui.add(Label::new(reason).wrap());
        });
        ui.add_space(space::XS);
    }
    if Button::secondary("Add an adjustment…")
        .icon(Icon::Add)
        .show(ui)
        .clicked()
    {
        wish = Some(Wish::Add);
    }
    wish
}

impl PageDialog for LinkForm {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        self.look_for(&ctx.camp.data);
        let title = format!("Which camper is {}?", self.name);
        let mut dialog = kit::Dialog::new(&title)
            .text("The member stays who he or she is. The link says that both are one person.")
            .confirm("Link")
            .cancel("Cancel");
        if self.linked.is_some() {
            dialog = dialog.other("Take the link away");
        }
        let answer = dialog.show(window, |ui| {
            let field = Form::above()
                .field("Camper")
                .hint("Type a name or a number")
                .problem(self.problem);
            let picker = Picker::new(&self.items).fold(name_key);
            let answer = field.picker(ui, &picker, &mut self.picker);
            if answer.changed {
                self.problem = None;
            }
        });
        match answer {
            None => true,
            Some(DialogAnswer::Confirmed) => !self.save(out),
            Some(DialogAnswer::Other) => {
                self.link(None, out);
                false
            }
            Some(DialogAnswer::Cancelled) => false,
        }
    }
}

impl PageDialog for Deleting {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let text = format!("{} Ctrl+Z brings it back.", self.text);
        let answer = kit::Dialog::new(&self.title)
            .text(&text)
            .danger("Delete")
            .cancel("Cancel")
            .show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            out.apply_and_say(self.edit.clone(), self.said.clone());
        }
        answer.is_none()
    }
}
