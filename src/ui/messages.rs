//! What the program says in short messages, and what is pressed in them.

use super::{Window, kit::toast::ToastAnswer};
use crate::app::{Action, FocusTarget, dialogs::Dialog, notices::Tone};

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
                (Tone::Note, _) => self.toasts.info(notice.text),
                (Tone::Problem, _) => self.toasts.error(notice.text, None),
            }
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
