//! Short messages about what has happened.

use std::collections::VecDeque;

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
    /// Whether Undo takes back what is done.
    pub can_undo: bool,
}

/// Messages on their way to the screen.
#[derive(Debug, Default)]
pub struct Notices {
    waiting: VecDeque<Notice>,
    latest: Option<Notice>,
}

impl Notices {
    pub fn done(&mut self, text: impl Into<String>) {
        self.push(Tone::Done, text.into());
    }

    /// It is done, and Undo takes it back.
    pub fn undoable(&mut self, text: impl Into<String>) {
        self.push(Tone::Done, text.into());
        for notice in self.waiting.back_mut().into_iter().chain(&mut self.latest) {
            notice.can_undo = true;
        }
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Tone::Note, text.into());
    }

    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(Tone::Problem, text.into());
    }

    fn push(&mut self, tone: Tone, text: String) {
        let notice = Notice {
            tone,
            text,
            can_undo: false,
        };
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
