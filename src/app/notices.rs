//! Short messages about what has happened.

use std::collections::VecDeque;

use crate::storage::StepId;

/// How a message is meant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tone {
    Done,
    Note,
    /// Stays on the screen until it is closed.
    Problem,
}

/// A message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notice {
    pub tone: Tone,
    pub text: String,
    /// The step of the history that a button takes back.
    pub undoes: Option<StepId>,
}

/// Messages on their way to the screen.
#[derive(Debug, Default)]
pub struct Notices {
    waiting: VecDeque<Notice>,
    latest: Option<Notice>,
}

impl Notices {
    pub fn done(&mut self, text: impl Into<String>) {
        self.push(Tone::Done, text.into(), None);
    }

    /// It is done, and a button takes this step back.
    pub fn undoable(&mut self, text: impl Into<String>, step: Option<StepId>) {
        self.push(Tone::Done, text.into(), step);
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Tone::Note, text.into(), None);
    }

    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(Tone::Problem, text.into(), None);
    }

    fn push(&mut self, tone: Tone, text: String, undoes: Option<StepId>) {
        let notice = Notice { tone, text, undoes };
        self.latest = Some(notice.clone());
        self.waiting.push_back(notice);
    }

    /// The next message to be shown.
    pub fn take(&mut self) -> Option<Notice> {
        self.waiting.pop_front()
    }

    /// The latest message, shown or not.
    pub fn latest(&self) -> Option<&Notice> {
        self.latest.as_ref()
    }
}
