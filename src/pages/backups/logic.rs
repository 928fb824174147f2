//! Which backups there are, and what was done since each.

use std::{collections::HashMap, mem, path::PathBuf, sync::Arc};

use jiff::Timestamp;

use super::alike::ToldApart;
use crate::{
    app::{
        BackupAction, ItsBackups, ListedBackup,
        dialogs::NotOpenedFile,
        page::{Answer, Ctx, Logic, Outbox, Ticket},
    },
    jobs::{Job, Look, Progress, broken},
    storage::{
        Backup, BackupPlaces, BackupsOf, CampFile, MadeOf, SecondPlace, Since, lies_where_made,
    },
};

/// For what the backups were asked for. Where something of it is another, they are read again.
#[derive(Debug, PartialEq)]
struct Asked {
    revision: u64,
    last_backup: Option<Timestamp>,
    /// The file that could not be opened, if it is about that one.
    not_opened: Option<NotOpenedFile>,
    second: Option<PathBuf>,
    /// What was heard of the second place last.
    heard: Result<SecondPlace, String>,
}

/// The backups, the newest first; those of other files of the camp after those of its own, and those of other camps at the end.
#[derive(Debug, Default)]
pub struct BackupsPage {
    /// `None` until they have been read.
    pub(super) list: Option<Vec<ListedBackup>>,
    /// Since when they have been waited for in the window.
    pub(super) waits_since: Option<f64>,
    asked: Option<Asked>,
    pub(super) ticket: Option<Ticket>,
    /// The open camp, as it was when they were asked for.
    camp: Option<Arc<ItsBackups>>,
    /// Why some may be missing in the list: the first place can't be read, or looking failed.
    pub(super) unread: Option<String>,
    /// Looks into the first place, and then into the second one, too; where no camp is open, at last into the files of which they were made.
    pub(super) job: Option<Job<Read>>,
    /// Whether it looks into those files.
    reads_histories: bool,
    /// Whether the list has what the second place has; `None` until it has answered, and where looking failed.
    pub(super) second: Option<SecondPlace>,
    pub(super) selected: Option<usize>,
    /// What tells those of the list apart.
    pub(super) told_apart: ToldApart,
    /// Whether the list has the keyboard, or had it.
    pub(super) has_list: bool,
}

/// What a look into the places has found.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) list: Vec<ListedBackup>,
    /// `None` where the second place wasn't asked.
    pub(super) second: Option<SecondPlace>,
    pub(super) unread: Option<String>,
}

impl Logic for BackupsPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let now = Asked {
            revision: ctx.camp.revision,
            last_backup: ctx.camp.last_backup,
            not_opened: ctx.not_opened.clone(),
            second: ctx.settings.second_backups.clone(),
            heard: ctx.camp.second.clone(),
        };
        if self.asked.as_ref() != Some(&now) {
            let before = self.asked.as_ref();
            if before.is_some_and(|before| before.not_opened != now.not_opened) {
                // Those of another camp.
                self.list = None;
                self.selected = None;
            }
            self.asked = Some(now);
            self.read(ctx, out);
        }
        let Some(job) = &self.job else { return };
        match job.look() {
            Look::Busy => {}
            Look::Done(read) => {
                self.job = None;
                self.second = read.second;
                self.unread.clone_from(&read.unread);
                self.take(read.list);
                if let (None, Some(places)) = (read.second, ctx.settings.backup_places()) {
                    let camp = self.listed_for(ctx);
                    self.start(ctx, move |_| find(&places, camp.as_deref()));
                } else if !is_of_camp(ctx) && !mem::replace(&mut self.reads_histories, true) {
                    let list = self.list.clone().unwrap_or_default();
                    self.start(ctx, move |progress| Read {
                        list: with_histories(list, progress),
                        ..read
                    });
                }
            }
            Look::Broken => {
                self.job = None;
                self.could_not_look();
            }
        }
    }

    fn forget_questions(&mut self) {
        if self.ticket.take().is_some() {
            // It is asked again.
            self.asked = None;
        }
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        if let Answer::Read(read) = answer
            && let Some(ticket) = self.ticket
            && let Some(camp) = read.of::<ItsBackups>(ticket)
        {
            self.ticket = None;
            self.camp = Some(camp);
            if let Some(places) = ctx.settings.backup_places() {
                self.look_into_first(ctx, places);
            }
        }
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }
}

impl BackupsPage {
    fn read(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.stop();
        self.ticket = None;
        self.reads_histories = false;
        self.second = None;
        self.unread = None;
        let Some(places) = ctx.settings.backup_places() else {
            self.second = Some(SecondPlace::Done);
            return self.take(Vec::new());
        };
        let is_in_file = is_of_camp(ctx) && ctx.camp.path.is_some();
        if is_in_file && camp_of_looked_into(ctx).is_none() {
            self.ticket = Some(out.read(of_camp));
            return;
        }
        self.look_into_first(ctx, places);
    }

    /// Nobody waits for the job any more: a camp was opened, for one, whose file it would read next.
    fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.progress.cancel();
        }
    }

    /// The camp whose backups are listed; of all where it is in no file.
    fn listed_for(&self, ctx: &Ctx<'_>) -> Option<Arc<ItsBackups>> {
        let is_in_file = is_of_camp(ctx) && ctx.camp.path.is_some();
        let open = || self.camp.clone().filter(|_| is_in_file);
        camp_of_looked_into(ctx).or_else(open)
    }

    /// A second place that doesn't answer must not hold up the list of what the first one has.
    fn look_into_first(&mut self, ctx: &Ctx<'_>, places: BackupPlaces) {
        let none = places.second.is_none().then_some(SecondPlace::Done);
        let camp = self.listed_for(ctx);
        self.start(ctx, move |_| Read {
            second: none,
            ..find(&places.first(), camp.as_deref())
        });
    }

    fn start(&mut self, ctx: &Ctx<'_>, work: impl FnOnce(&Progress) -> Read + Send + 'static) {
        let wake = ctx.wake.clone();
        match Job::start("list of backups", move || wake(), work) {
            Ok(job) => self.job = Some(job),
            Err(error) => {
                tracing::error!("no list of backups: {error}");
                self.could_not_look();
            }
        }
    }

    /// That nobody could look is no list without backups. Where both places were read, only what was done since is missing.
    fn could_not_look(&mut self) {
        if self.second.is_none() {
            self.unread = Some(broken(if self.rows() > 0 {
                "Not all backups could be listed"
            } else {
                "The backups could not be listed"
            }));
        }
    }

    /// Has the places looked into once more.
    pub(super) fn look_again(&mut self) {
        self.asked = None;
    }

    pub(super) fn is_reading(&self) -> bool {
        self.job.is_some() || self.ticket.is_some()
    }

    fn take(&mut self, list: Vec<ListedBackup>) {
        let chosen = self.chosen().map(|listed| listed.backup.path.clone());
        let again = list
            .iter()
            .position(|listed| Some(&listed.backup.path) == chosen.as_ref());
        // What nobody has chosen gives way to what is wanted, which may come from the second place.
        let is_wanted = self.not_opened().is_some() && self.selected == self.first_choice();
        self.told_apart = ToldApart::new(list.iter().map(|listed| &listed.backup));
        self.list = Some(list);
        self.waits_since = None;
        self.selected = again.filter(|_| !is_wanted).or(self.first_choice());
    }

    /// The file that could not be opened, if it is about that one.
    fn not_opened(&self) -> Option<&NotOpenedFile> {
        self.asked.as_ref()?.not_opened.as_ref()
    }

    /// The backup that was offered for the file that could not be opened; where none was, the newest one of it. Otherwise the newest one of the
    /// file that is open, or of all.
    pub(super) fn first_choice(&self) -> Option<usize> {
        let list = self.list.as_ref()?;
        let of_wanted = self.not_opened().and_then(|wanted| {
            let is_offered = |it: &ListedBackup| Some(&it.backup.path) == wanted.offered.as_ref();
            let is_of_it = |it: &ListedBackup| wanted.of.is_of_camp(&it.backup.note);
            let offered = list.iter().position(is_offered);
            offered.or_else(|| list.iter().position(is_of_it))
        });
        // A copy’s is one that somebody has chosen.
        let of_file = || list.iter().position(|it| it.made_of == MadeOf::File);
        of_wanted.or_else(of_file)
    }

    /// The backup that is chosen in the list.
    pub(super) fn chosen(&self) -> Option<&ListedBackup> {
        self.list.as_ref()?.get(self.selected?)
    }

    pub(super) fn rows(&self) -> usize {
        self.list.as_ref().map_or(0, Vec::len)
    }

    /// Whether some were made of other files than the one that is open: of copies of the camp, of it before it was moved, or of other camps.
    pub(super) fn has_others(&self, ctx: &Ctx<'_>) -> bool {
        let camp = self.listed_for(ctx);
        let is_of_file = |it: &ListedBackup| {
            let camp = camp.as_ref();
            camp.is_some_and(|camp| camp.of.is_of_file(&it.backup))
        };
        let mut listed = self.list.iter().flatten();
        listed.any(|it| !is_of_file(it))
    }

    pub(super) fn has(&self, made_of: MadeOf) -> bool {
        let mut listed = self.list.iter().flatten();
        listed.any(|listed| listed.made_of == made_of)
    }

    pub(super) fn row(&self, row: usize) -> Option<&ListedBackup> {
        self.list.as_ref()?.get(row)
    }

    /// Looks into the backup that is chosen.
    pub(super) fn look(&self, ctx: &Ctx<'_>) -> Option<BackupAction> {
        let listed = Box::new(self.chosen()?.clone());
        let camp = self.camp.clone().filter(|_| is_of_camp(ctx));
        Some(BackupAction::LookInto(listed, camp))
    }
}

impl Drop for BackupsPage {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whether it is about the camp that is open: not where the question about a file that could not be opened has led here.
pub(super) fn is_of_camp(ctx: &Ctx<'_>) -> bool {
    ctx.has_camp && ctx.not_opened.is_none()
}

/// The backups of all camps.
fn of_all(backups: Vec<Backup>) -> Vec<ListedBackup> {
    backups.into_iter().map(ListedBackup::of_its_camp).collect()
}

/// With what was done since in the files of which they were made, as far as these are there.
fn with_histories(mut list: Vec<ListedBackup>, progress: &Progress) -> Vec<ListedBackup> {
    let mut read = HashMap::new();
    for ListedBackup { backup, since, .. } in &mut list {
        if progress.is_cancelled() {
            break;
        }
        let note = &backup.note;
        let of = (note.file.clone(), note.uid.clone());
        let there = read.entry(of).or_insert_with(|| lies_where_made(note));
        let there = there.as_ref();
        *since = there.map_or(Since::Unknown, |there| there.since(note));
    }
    list
}

/// What the file says of the open camp. The places are asked by a job: one that hangs must not hold up whoever saves.
fn of_camp(file: &CampFile) -> ItsBackups {
    // What can't be read keeps nobody from the backups.
    let of = file.backups_of();
    ItsBackups {
        of: of.unwrap_or_else(|_| BackupsOf::place(file.path())),
        history: file.file_history().ok(),
    }
}

/// The camp whose backups are listed while one is looked into: the one that was open before, or the one of the backup.
fn camp_of_looked_into(ctx: &Ctx<'_>) -> Option<Arc<ItsBackups>> {
    let listed = ctx.camp.looked_into.as_ref().filter(|_| is_of_camp(ctx))?;
    let note = &listed.backup.note;
    let of_backup = || {
        Arc::new(ItsBackups {
            of: BackupsOf::camp_in(note),
            history: None,
        })
    };
    let before = ctx.looked_from.as_ref();
    Some(before.map_or_else(of_backup, |from| Arc::clone(&from.backups)))
}

/// The backups of the camp, or of all camps, and whether those in the second place are among them.
fn find(places: &BackupPlaces, camp: Option<&ItsBackups>) -> Read {
    let found = camp.map_or_else(|| places.find_all(), |camp| places.find(&camp.of));
    Read {
        list: match camp {
            None => of_all(found.backups),
            Some(camp) => listed(found.backups, camp),
        },
        second: Some(found.second),
        unread: found.unread.map(|error| error.to_string()),
    }
}

fn listed(backups: Vec<Backup>, camp: &ItsBackups) -> Vec<ListedBackup> {
    let listed = |backup| ListedBackup::new(backup, &camp.of, camp.history.as_ref());
    let mut list = backups.into_iter().map(listed).collect::<Vec<_>>();
    // What is chosen at first is the newest one of this file. Another one from which it goes on may be a copy in which nothing was done.
    list.sort_by_key(|listed| (listed.made_of, !camp.of.is_of_file(&listed.backup)));
    list
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::storage::{BackupReason, Snapshot};

    /// A camp was opened, and its file would be read next.
    #[test]
    fn no_more_files_are_read_once_nobody_waits_for_the_list() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let snapshot = camp.snapshot(&places, BackupReason::Asked);
        let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
        drop(camp);
        let list = vec![ListedBackup::of_its_camp(backup)];
        let since = |progress: &Progress| with_histories(list.clone(), progress).remove(0).since;
        let job = Job::start("list", || (), |_| Read::default()).expect("a thread");
        let progress = job.progress.clone();
        assert_eq!(since(&progress), Since::Changes(Vec::new()));
        let mut page = Box::<BackupsPage>::default();
        page.job = Some(job);
        drop(page);
        assert_eq!(since(&progress), Since::Unknown);
    }
}
