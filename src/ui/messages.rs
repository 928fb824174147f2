//! What the program says in short messages, and what is pressed in them.

use egui::{Panel, Ui};

use super::{
    Window,
    kit::{page, toast::ToastAnswer},
};
use crate::app::{Action, FocusTarget, Pane, dialogs::Dialog, notices::Tone};

impl Window {
    /// Shows what there is to say, and no longer what isn't true any more.
    pub(super) fn take_notices(&mut self) {
        for text in self.app.notices.take_withdrawn() {
            self.toasts.withdraw(&text);
        }
        while let Some(notice) = self.app.notices.take() {
            match (notice.tone, notice.opens) {
                (Tone::Done, Some(camp)) => self.toasts.opening(notice.text, camp),
                (Tone::Done, None) if notice.undoes.is_some() => {
                    self.toasts.undoable(notice.text, notice.sees.is_some());
                    self.sees = notice.sees;
                    self.undoes = notice.undoes.map(|step| (self.app.session.number, step));
                }
                (Tone::Done, None) => self.toasts.success(notice.text),
                (Tone::History, _) => self.toasts.of_history(notice.text),
                (Tone::Note, _) => self.toasts.info(notice.text),
                (Tone::Problem, _) => self.toasts.error(notice.text, None),
            }
        }
        let is_page_shown = self.app.session.in_place_of_window().is_none();
        self.app.notices.are_at_foot = is_page_shown && self.toasts.has_at_foot();
    }

    /// Shows those that stay until they are closed, and long ones, below the page.
    pub(super) fn messages_at_foot(&mut self, ui: &mut Ui) {
        let to_focus = &mut self.app.focus_next;
        let to_focus = to_focus.take_if(|to| *to == FocusTarget::Messages);
        if !self.toasts.has_at_foot() {
            return;
        }
        let answer = Panel::bottom("messages")
            .resizable(false)
            .frame(page::messages_frame(ui))
            .show(ui, |ui| self.toasts.show_at_foot(ui, to_focus.is_some()));
        if self.toasts.foot_has_keyboard() {
            self.app.pane = Pane::Messages;
        }
        if let Some(answer) = answer.inner {
            self.message_answered(answer);
        }
    }

    /// Does what was pressed in a message.
    pub(super) fn message_answered(&mut self, answer: ToastAnswer) {
        match answer {
            // Both buttons are of one message, which is gone.
            ToastAnswer::Undo => {
                self.sees = None;
                if let Some((_, step)) = self.undoes.take() {
                    self.app.send(Action::UndoStep(step));
                }
            }
            ToastAnswer::See => {
                self.undoes = None;
                if let Some(moved) = self.sees.take() {
                    self.app.dialog = Some(Dialog::RatingChanges(moved));
                }
            }
            // That of another message goes on.
            ToastAnswer::Open(camp) => self.app.send(Action::Open(camp)),
        }
        // The button that had it is gone.
        self.app.focus_next = Some(FocusTarget::List);
    }
}
