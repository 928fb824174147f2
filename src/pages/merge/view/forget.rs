//! The question before what was decided is thrown away.

use egui::Context;

use crate::{
    app::{
        Action, Page,
        page::{Ctx, Outbox, PageDialog},
    },
    kit::{Dialog, DialogAnswer},
};

/// What is left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Leaving {
    Page,
    /// For another copy.
    Copy,
}

/// Asks before what was decided is forgotten.
#[derive(Debug)]
pub(super) struct ForgetDecisions(pub(super) Leaving);

impl PageDialog for ForgetDecisions {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let answer = Dialog::new("Discard what you have decided?")
            .text("Nothing has been brought back yet. If you compare the copy again later, you decide anew.")
            .danger("Discard")
            .cancel("Go back")
            .show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            out.send(Action::Back);
            if self.0 == Leaving::Copy {
                out.send(Action::Go(Page::MERGE.into()));
            }
        }
        answer.is_none()
    }
}
