//! Short messages about what has happened.

use std::{collections::VecDeque, time::Instant};

/// How a message is meant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tone {
    Done,
    Note,
    Problem,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Tells messages of the same text apart.
    pub number: u64,
    pub tone: Tone,
    pub text: String,
    pub since: Instant,
}

/// So many messages are kept on the screen.
const SHOWN: usize = 4;

/// The messages on the screen, the latest last.
#[derive(Debug, Default)]
pub struct Notices {
    shown: VecDeque<Notice>,
    last_number: u64,
}

impl Notices {
    pub fn done(&mut self, text: impl Into<String>) {
        self.push(Tone::Done, text.into());
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Tone::Note, text.into());
    }

    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(Tone::Problem, text.into());
    }

    fn push(&mut self, tone: Tone, text: String) {
        // Said twice in a row is said once, and anew.
        self.shown.retain(|notice| notice.text != text);
        self.last_number += 1;
        self.shown.push_back(Notice {
            number: self.last_number,
            tone,
            text,
            since: Instant::now(),
        });
        while self.shown.len() > SHOWN {
            self.shown.pop_front();
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Notice> {
        self.shown.iter()
    }

    /// The latest message.
    pub fn latest(&self) -> Option<&Notice> {
        self.shown.back()
    }

    pub fn close(&mut self, number: u64) {
        self.shown.retain(|notice| notice.number != number);
    }
}
