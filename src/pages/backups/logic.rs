//! Which backups there are, and what was done since each.

use std::{collections::HashMap, mem, path::PathBuf};

use jiff::Timestamp;

use super::alike::ToldApart;
use crate::{
    app::{
        BackupAction,
        page::{Answer, Ctx, Logic, Outbox, Ticket},
    },
    jobs::{Job, Look},
    storage::{
        Backup, BackupPlaces, BackupsOf, CampFile, FileHistory, MadeOf, SecondPlace, Since,
        history_of,
    },
};

/// A backup with what is different now.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) backup: Backup,
    pub(super) since: Since,
    /// Of all camps, each counts as made of its file.
    pub(super) made_of: MadeOf,
}

/// What is known of the open camp, and the backups that the first place has of it.
struct OfCamp {
    of: BackupsOf,
    /// `None` if it can't be read.
    history: Option<FileHistory>,
    first: Vec<Listed>,
}

/// For what the backups were asked for. Where something of it is another, they are read again.
#[derive(Debug, Eq, PartialEq)]
struct Asked {
    revision: u64,
    last_backup: Option<Timestamp>,
    /// Where no camp is open, the file that could not be.
    not_opened: Option<PathBuf>,
    second: Option<PathBuf>,
    /// What was heard of the second place last.
    heard: Result<SecondPlace, String>,
}

/// The backups, the newest first; those of copies of the camp after its own, and those of other camps at the end.
#[derive(Debug, Default)]
pub struct BackupsPage {
    /// `None` until they have been read.
    pub(super) list: Option<Vec<Listed>>,
    asked: Option<Asked>,
    ticket: Option<Ticket>,
    /// Looks into the second place, too; where no camp is open, into the first one before, and then into the files of which they were made.
    job: Option<Job<(Vec<Listed>, Option<SecondPlace>)>>,
    /// Whether it looks into those files.
    reads_histories: bool,
    /// Whether the list has what the second place has; `None` until it has answered.
    pub(super) second: Option<SecondPlace>,
    pub(super) selected: Option<usize>,
    /// What tells those of the list apart.
    pub(super) told_apart: ToldApart,
    /// Whether the list has the keyboard, or had it.
    pub(super) has_list: bool,
}

impl Logic for BackupsPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let not_opened = ctx.not_opened.clone().filter(|_| !ctx.has_camp);
        let now = Asked {
            revision: ctx.camp.revision,
            last_backup: ctx.camp.last_backup,
            not_opened,
            second: ctx.settings.second_backups.clone(),
            heard: ctx.camp.second.clone(),
        };
        if self.asked.as_ref() != Some(&now) {
            self.asked = Some(now);
            self.read(ctx, out);
        }
        let Some(job) = &self.job else { return };
        match job.look() {
            Look::Busy => {}
            Look::Done((list, second)) => {
                self.job = None;
                self.second = second;
                self.take(list);
                if let (None, Some(places)) = (second, ctx.settings.backup_places()) {
                    self.start(ctx, move || {
                        let found = places.find_all();
                        (of_all(found.backups), Some(found.second))
                    });
                } else if !ctx.has_camp && !mem::replace(&mut self.reads_histories, true) {
                    let list = self.list.clone().unwrap_or_default();
                    self.start(ctx, move || (with_histories(list), second));
                }
            }
            Look::Broken => {
                self.job = None;
                self.second = Some(SecondPlace::NoAnswer);
                if self.list.is_none() {
                    self.take(Vec::new());
                }
            }
        }
    }

    fn forget_questions(&mut self) {
        if self.ticket.take().is_some() && self.list.is_none() {
            self.take(Vec::new());
        }
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        if let Answer::Read(read) = answer
            && let Some(ticket) = self.ticket
            && let Some(found) = read.of::<Option<OfCamp>>(ticket)
        {
            self.ticket = None;
            let Some(OfCamp { of, history, first }) = found.as_ref() else {
                return self.take(Vec::new());
            };
            self.take(first.clone());
            let Some(places) = ctx.settings.backup_places() else {
                return;
            };
            if places.second.is_none() {
                self.second = Some(SecondPlace::Done);
                return;
            }
            let (of, history) = (of.clone(), history.clone());
            self.start(ctx, move || {
                let found = places.find(&of);
                let list = listed(found.backups, &of, history.as_ref());
                (list, Some(found.second))
            });
        }
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }
}

impl BackupsPage {
    fn read(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.job = None;
        self.reads_histories = false;
        self.second = None;
        let Some(places) = ctx.settings.backup_places() else {
            return self.take(Vec::new());
        };
        // What doesn't answer must not hold up the list of what does.
        if ctx.has_camp && ctx.camp.path.is_some() {
            let first = places.first();
            self.ticket = Some(out.read(move |file| of_camp(file, &first)));
            return;
        }
        let none = places.second.is_none().then_some(SecondPlace::Done);
        self.start(ctx, move || {
            (of_all(places.first().find_all().backups), none)
        });
    }

    fn start(
        &mut self,
        ctx: &Ctx<'_>,
        work: impl FnOnce() -> (Vec<Listed>, Option<SecondPlace>) + Send + 'static,
    ) {
        let wake = ctx.wake.clone();
        match Job::start("list of backups", move || wake(), move |_| work()) {
            Ok(job) => self.job = Some(job),
            Err(error) => {
                tracing::error!("no list of backups: {error}");
                self.second = Some(SecondPlace::NoAnswer);
                if self.list.is_none() {
                    self.take(Vec::new());
                }
            }
        }
    }

    fn take(&mut self, list: Vec<Listed>) {
        let chosen = self.chosen().map(|listed| listed.backup.path.clone());
        let again = list
            .iter()
            .position(|listed| Some(&listed.backup.path) == chosen.as_ref());
        // What nobody has chosen gives way to what is wanted, which may come from the second place.
        let is_wanted = self.not_opened().is_some() && self.selected == self.first_choice();
        self.told_apart = ToldApart::new(list.iter().map(|listed| &listed.backup));
        self.list = Some(list);
        self.selected = again.filter(|_| !is_wanted).or(self.first_choice());
    }

    /// Where no camp is open: the file that could not be.
    fn not_opened(&self) -> Option<&PathBuf> {
        self.asked.as_ref()?.not_opened.as_ref()
    }

    /// The newest backup, of the file that could not be opened if there is one of it.
    pub(super) fn first_choice(&self) -> Option<usize> {
        let list = self.list.as_ref()?;
        let wanted = self.not_opened();
        let of_wanted = |listed: &Listed| Some(&listed.backup.note.file) == wanted;
        let of_wanted = list.iter().position(of_wanted);
        of_wanted.or((!list.is_empty()).then_some(0))
    }

    /// The backup that is chosen in the list.
    pub(super) fn chosen(&self) -> Option<&Listed> {
        self.list.as_ref()?.get(self.selected?)
    }

    pub(super) fn rows(&self) -> usize {
        self.list.as_ref().map_or(0, Vec::len)
    }

    /// Whether some were made of copies of the camp in other places, or of other camps.
    pub(super) fn has_others(&self) -> bool {
        self.has(MadeOf::Copy) || self.has(MadeOf::OtherCamp)
    }

    pub(super) fn has(&self, made_of: MadeOf) -> bool {
        let mut listed = self.list.iter().flatten();
        listed.any(|listed| listed.made_of == made_of)
    }

    pub(super) fn row(&self, row: usize) -> Option<&Listed> {
        self.list.as_ref()?.get(row)
    }

    /// Looks into the backup that is chosen.
    pub(super) fn look(&self) -> Option<BackupAction> {
        let listed = self.chosen()?;
        Some(BackupAction::LookInto(Box::new(listed.backup.clone())))
    }
}

/// The backups of all camps.
fn of_all(backups: Vec<Backup>) -> Vec<Listed> {
    let listed = |backup| Listed {
        backup,
        since: Since::Unknown,
        made_of: MadeOf::File,
    };
    backups.into_iter().map(listed).collect()
}

/// With what was done since in the files of which they were made, as far as these are there.
fn with_histories(mut list: Vec<Listed>) -> Vec<Listed> {
    let mut read = HashMap::new();
    for Listed { backup, since, .. } in &mut list {
        let note = &backup.note;
        let of = (note.file.clone(), note.uid.clone());
        let history = read.entry(of).or_insert_with(|| history_of(note)).as_ref();
        *since = history.map_or(Since::Unknown, |history| note.since(history));
    }
    list
}

fn of_camp(file: &CampFile, first: &BackupPlaces) -> Option<OfCamp> {
    let of = file.backups_of().ok()?;
    // A history that can't be read keeps nobody from the backups.
    let history = file.file_history().ok();
    let first = listed(first.backups(&of), &of, history.as_ref());
    Some(OfCamp { of, history, first })
}

fn listed(backups: Vec<Backup>, of: &BackupsOf, history: Option<&FileHistory>) -> Vec<Listed> {
    let listed = |backup: Backup| {
        let made_of = of.made_of(&backup.note);
        // What was done in a copy or another camp, and not here, isn't in this history.
        let history = history.filter(|_| made_of == MadeOf::File);
        Listed {
            since: history.map_or(Since::Unknown, |history| backup.note.since(history)),
            backup,
            made_of,
        }
    };
    let mut list = backups.into_iter().map(listed).collect::<Vec<_>>();
    // What is chosen at first is the newest one of this file.
    list.sort_by_key(|listed| listed.made_of);
    list
}
