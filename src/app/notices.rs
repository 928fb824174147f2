//! Short messages about what has happened.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::rating_changes::RatingChanges;
use crate::storage::{LostHistory, NextSteps, StepId};

/// How a message is meant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tone {
    Done,
    /// What was undone or redone last.
    History,
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
    /// The ratings that a button shows.
    pub sees: Option<Arc<RatingChanges>>,
    /// The camp that a button opens.
    pub opens: Option<PathBuf>,
}

/// Messages on their way to the screen.
#[derive(Debug, Default)]
pub struct Notices {
    waiting: VecDeque<Notice>,
    latest: Option<Notice>,
    withdrawn: Vec<String>,
    /// What goes with the camp that is open: all that was said while it was.
    of_camp: BTreeSet<String>,
    /// What was said of the latest copy.
    copied: Option<String>,
    /// What was said of camps that were not backed up when they were closed.
    not_backed_up: BTreeMap<PathBuf, String>,
    /// Whether messages stand below the page, as the window says.
    pub are_at_foot: bool,
}

impl Notices {
    pub fn done(&mut self, text: impl Into<String>) {
        self.push(Tone::Done, text.into());
    }

    /// It is undone, or done again.
    pub fn of_history(&mut self, text: impl Into<String>) {
        self.push(Tone::History, text.into());
    }

    /// It is done, a button takes this step back, and another one shows the ratings that it has moved.
    pub fn undoable(
        &mut self,
        text: impl Into<String>,
        step: Option<StepId>,
        sees: Option<Arc<RatingChanges>>,
    ) {
        self.say(Notice {
            tone: Tone::Done,
            text: text.into(),
            undoes: step,
            sees,
            opens: None,
        });
    }

    /// It is done, and a button opens this camp.
    pub fn opens(&mut self, text: impl Into<String>, camp: PathBuf) {
        self.say(Notice {
            tone: Tone::Done,
            text: text.into(),
            undoes: None,
            sees: None,
            opens: Some(camp),
        });
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Tone::Note, text.into());
    }

    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(Tone::Problem, text.into());
    }

    /// That a camp was not backed up when it was closed, until [it is](Self::backed_up).
    pub(super) fn not_backed_up(&mut self, camp: &Path, text: String) {
        self.problem_beyond_camp(text.clone());
        self.not_backed_up.insert(camp.to_owned(), text);
    }

    pub(super) fn backed_up(&mut self, camp: &Path) {
        if let Some(text) = self.not_backed_up.remove(camp) {
            self.withdraw(text);
        }
    }

    /// That a copy was saved, in place of what was said of the one before.
    pub(super) fn copied(&mut self, text: String) {
        if let Some(before) = self.copied.replace(text.clone()) {
            self.withdraw(before);
        }
        self.push(Tone::Done, text);
    }

    /// A problem that is one also once the camp is closed.
    pub(super) fn problem_beyond_camp(&mut self, text: impl Into<String>) {
        self.problem(text);
        self.latest_outlasts_camp();
    }

    /// The latest message tells of more than the camp that is open: it stays when that is closed.
    pub(super) fn latest_outlasts_camp(&mut self) {
        if let Some(latest) = &self.latest {
            self.of_camp.remove(&latest.text);
        }
    }

    /// What was said goes with the camp. Where none `was_open`, it was about the program, and stays.
    pub(super) fn camp_is_left(&mut self, was_open: bool) {
        let said = std::mem::take(&mut self.of_camp);
        if was_open {
            for text in said {
                self.withdraw(text);
            }
        }
    }

    fn push(&mut self, tone: Tone, text: String) {
        self.say(Notice {
            tone,
            text,
            undoes: None,
            sees: None,
            opens: None,
        });
    }

    fn say(&mut self, notice: Notice) {
        self.of_camp.insert(notice.text.clone());
        self.latest = Some(notice.clone());
        self.waiting.push_back(notice);
    }

    /// A message that says this isn't true any more, and goes.
    pub fn withdraw(&mut self, text: String) {
        self.waiting.retain(|notice| notice.text != text);
        self.withdrawn.push(text);
    }

    /// There was this history that can't be read, and another one has begun.
    pub(super) fn history_begins(&mut self, lost: Option<LostHistory>, now: &NextSteps) {
        if let Some(lost) = lost.filter(|_| now.lost.is_none()) {
            self.withdraw(lost.to_string());
        }
    }

    /// What messages that are shown say, and isn't true any more.
    pub fn take_withdrawn(&mut self) -> Vec<String> {
        std::mem::take(&mut self.withdrawn)
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
