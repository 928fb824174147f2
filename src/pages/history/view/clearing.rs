//! What is asked before the history is cleared, and what else has what was deleted.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use egui::{Context, Id, Label, RichText, Ui};

use super::super::logic::ItsHistory;
use crate::{
    app::{
        Action,
        page::{Ctx, Outbox, PageDialog},
    },
    domain::counted,
    jobs::{Job, Look},
    kit::{self, DialogAnswer, UiTokens as _, input_check::check_box},
    storage::{Backup, BackupPlaces, BackupsOf, moved_aside_beside},
};

/// So many copies of the camp are named of which backups are deleted.
const COPIES: usize = 3;

/// Asks before the history is forgotten for good.
#[derive(Debug)]
pub(super) struct ForgetHistory {
    with_backups: bool,
    /// Looks for what else has what was deleted.
    looking: Option<Job<Elsewhere>>,
    found: Elsewhere,
}

/// What else has what was deleted.
#[derive(Debug, Default)]
struct Elsewhere {
    /// Files beside the camp that were moved aside.
    moved_aside: Vec<String>,
    /// How many backups this computer has of the camp and its copies.
    backups: usize,
    /// The copies, each with whether its file is gone.
    copies: Vec<(PathBuf, bool)>,
}

impl Elsewhere {
    fn of(camp: &Path, of: &BackupsOf, backups: Vec<Backup>) -> Self {
        let count = backups.len();
        let others = backups.into_iter().filter(|it| !of.is_of_file(it));
        let copies = others.map(|it| it.note.file).collect::<BTreeSet<_>>();
        Self {
            moved_aside: moved_aside_beside(camp),
            backups: count,
            copies: copies
                .into_iter()
                .map(|file| {
                    let is_gone = !file.exists();
                    (file, is_gone)
                })
                .collect(),
        }
    }

    /// Looks for that, and for these backups, by a job: the places may take their time.
    fn look(
        ctx: &Ctx<'_>,
        its: Option<Arc<ItsHistory>>,
        backups: impl FnOnce(&BackupPlaces, &ItsHistory) -> Vec<Backup> + Send + 'static,
    ) -> Option<Job<Self>> {
        let wake = ctx.wake.clone();
        let camp = ctx.camp.path.clone()?;
        let places = ctx.settings.backup_places();
        let look = move |_: &_| {
            let Some(its) = its else {
                return Self::of(&camp, &BackupsOf::place(&camp), Vec::new());
            };
            let backups = places.map(|places| backups(&places, &its));
            Self::of(&camp, &its.of, backups.unwrap_or_default())
        };
        Job::start("backups and files beside the camp", move || wake(), look).ok()
    }

    /// "36 backups on this computer, also those of “Copy.ladder”, which isn’t there any more."
    fn backups_in_words(&self) -> String {
        let mut text = format!("{} on this computer", counted(self.backups, "backup"));
        // Those of which nothing else is left come first.
        let gone = self.copies.iter().filter(|(_, is_gone)| *is_gone);
        let there = self.copies.iter().filter(|(_, is_gone)| !*is_gone);
        let copies = gone.chain(there).collect::<Vec<_>>();
        let (named, others) = copies.split_at(copies.len().min(COPIES));
        for (at, (file, is_gone)) in named.iter().enumerate() {
            let also = if at == 0 { ", also those of" } else { "," };
            let gone = if *is_gone {
                " (not there any more)"
            } else {
                ""
            };
            let name = file.file_name().unwrap_or_default().display();
            let _ = write!(text, "{also} “{name}”{gone}");
        }
        if !others.is_empty() {
            let others = counted(others.len(), "other file");
            let _ = write!(text, " and {others}");
        }
        text + ". They would be deleted in every second place that you have used, too."
    }

    /// What lies beside the camp and has what was deleted, as a paragraph of its own; nothing where there is none.
    fn moved_aside_in_words(&self) -> String {
        let [first, others @ ..] = self.moved_aside.as_slice() else {
            return String::new();
        };
        let more = if others.is_empty() {
            String::new()
        } else {
            format!(" and {}", counted(others.len(), "other file"))
        };
        format!(
            "\n\nBeside the camp lies what was moved aside, before a backup was restored or after a change was cut off: “{first}”{more}. What was deleted is in there, too, and stays until you delete it yourself."
        )
    }
}

fn weak(ui: &mut Ui, words: String) {
    let words = RichText::new(words).color(ui.tokens().text_weak);
    ui.add(Label::new(words).wrap());
}

impl ForgetHistory {
    pub(super) fn new(ctx: &Ctx<'_>, its: Option<Arc<ItsHistory>>) -> Self {
        Self {
            with_backups: false,
            looking: Elsewhere::look(ctx, its, |places, its| places.deletable(&its.of)),
            found: Elsewhere::default(),
        }
    }

    fn text(&self) -> String {
        let text = "The camp stays as it is now. What was changed and deleted can’t be brought back afterwards, and leaves no trace in the file: do this before you give the file to somebody else.";
        text.to_owned() + &self.found.moved_aside_in_words()
    }
}

impl PageDialog for ForgetHistory {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        if let Some(Look::Done(found)) = self.looking.as_ref().map(Job::look) {
            self.looking = None;
            self.found = found;
        }
        // Perhaps only those from before its file was renamed.
        let has_backups = ctx.camp.last_backup.is_some() || self.found.backups > 0;
        let text = self.text();
        let answer = kit::Dialog::new("Clear the history?")
            .text(&text)
            .danger("Clear history")
            .cancel("Cancel")
            .width(520.0)
            // Space is the tick’s, and what it ticks can’t be undone.
            .begins_at_buttons()
            .show(window, |ui| {
                if has_backups {
                    let id = Id::unique("backups too");
                    let text = "Delete the backups of this camp, too: they have what was deleted";
                    check_box(ui, id, text, &mut self.with_backups);
                    if self.found.backups > 0 {
                        weak(ui, self.found.backups_in_words());
                    }
                }
            });
        if answer == Some(DialogAnswer::Confirmed) {
            let with_backups = self.with_backups;
            out.send(Action::ForgetHistory { with_backups });
        }
        answer.is_none()
    }
}

/// Asks before the backups are deleted that were made before the history was cleared.
#[derive(Debug)]
pub(super) struct DeleteFromBefore {
    looking: Option<Job<Elsewhere>>,
    found: Elsewhere,
}

impl DeleteFromBefore {
    /// So many were there just now.
    pub(super) fn new(ctx: &Ctx<'_>, its: Option<Arc<ItsHistory>>, backups: usize) -> Self {
        Self {
            looking: Elsewhere::look(ctx, its, ItsHistory::from_before),
            found: Elsewhere {
                backups,
                ..Elsewhere::default()
            },
        }
    }

    fn text(&self) -> String {
        let [there, have] = if self.found.backups == 1 {
            ["is", "has"]
        } else {
            ["are", "have"]
        };
        let backups = counted(self.found.backups, "backup");
        format!(
            "The history is cleared already. {backups} from before {there} still there, and {have} what was deleted. The camp stays as it is now, and so do the backups that were made since.{}",
            self.found.moved_aside_in_words()
        )
    }
}

impl PageDialog for DeleteFromBefore {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        if let Some(Look::Done(found)) = self.looking.as_ref().map(Job::look) {
            self.looking = None;
            self.found = found;
        }
        let text = self.text();
        let none = (self.found.backups == 0).then_some("There are none any more");
        let answer = kit::Dialog::new("Delete the backups from before?")
            .text(&text)
            .danger("Delete backups")
            .refused(none)
            .cancel("Cancel")
            .width(520.0)
            .show(window, |ui| weak(ui, self.found.backups_in_words()));
        if answer == Some(DialogAnswer::Confirmed) {
            out.send(Action::DeleteFromBefore);
        }
        answer.is_none()
    }
}
