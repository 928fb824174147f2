//! Backups of a camp: whole copies, each verified when it is made, packed, and described by a note beside it.
//!
//! They lie in folders that their owner alone can look into, one a camp. What makes them while a camp is open is its [`Backups`]: the quick
//! part is done by whoever holds the camp, the rest by whoever [finishes](Backups::new) them.

mod aside;
mod behind;
mod chosen;
mod computer;
mod deleting;
mod error;
mod following;
mod halves;
mod making;
mod note;
mod places;
mod restoring;
mod second;
mod slow_places;
#[cfg(test)]
mod tests;
mod thinning;
mod whose;

use std::{
    fmt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jiff::Timestamp;
use rusqlite::Connection;

#[cfg(test)]
pub(crate) use self::slow_places::hanging::Hang;
pub use self::{
    aside::{MadeRoom, moved_aside_beside},
    behind::Behind,
    error::BackupError,
    making::{HeldCamp, Snapshot},
    note::{BackupCounts, BackupNote, BackupReason, Since},
    places::{Backup, BackupPlaces, Found},
    restoring::{FileHistory, RestoreSource, Unpacked, changes_since, lies_where_made},
    second::SecondPlace,
    whose::{BackupsOf, MadeOf, Newest, NewestGood, OwnBackups},
};
use super::{CampFile, Mode, safety::journal};
use crate::domain::Edit;

/// What finishes a backup, or hears why there is none. It is called by the thread that holds the camp.
type Finish = Box<dyn Fn(BackupReason, Result<Snapshot, BackupError>) + Send>;

/// What hears that the last backup of a camp is begun, on the same thread.
type Begin = Box<dyn FnOnce() + Send>;

/// Whether nothing came of the backup that was taken last. Whoever finishes it says so, on a thread of his own, and it is made anew.
#[derive(Clone, Debug, Default)]
pub struct CameToNothing(Arc<AtomicBool>);

impl CameToNothing {
    pub fn say(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_said(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Another one was taken, of which that isn't known yet.
    fn begin(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What makes backups of an open camp.
pub struct Backups {
    places: BackupPlaces,
    finish: Finish,
    /// Until the camp is closed.
    begin_last: Option<Begin>,
    /// The stamp of the last change that is in a backup, if something comes of that.
    stamp: Option<i64>,
    came_to_nothing: CameToNothing,
    /// When the newest one was made that there was when the camp was opened.
    newest: Option<Timestamp>,
}

impl fmt::Debug for Backups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backups")
            .field("places", &self.places)
            .field("stamp", &self.stamp)
            .finish_non_exhaustive()
    }
}

impl Backups {
    pub fn new(
        places: BackupPlaces,
        finish: impl Fn(BackupReason, Result<Snapshot, BackupError>) + Send + 'static,
    ) -> Self {
        Self {
            places,
            finish: Box::new(finish),
            begin_last: None,
            stamp: None,
            came_to_nothing: CameToNothing::default(),
            newest: None,
        }
    }

    /// A backup of which nothing comes after it was taken is made anew.
    #[must_use]
    pub fn or_made_anew(mut self, came_to_nothing: CameToNothing) -> Self {
        self.came_to_nothing = came_to_nothing;
        self
    }

    /// Has it told that the last one is begun, before anything is done for it. Whoever finishes it hears what comes of that, too.
    #[must_use]
    pub fn last_is_told(mut self, begin: impl FnOnce() + Send + 'static) -> Self {
        self.begin_last = Some(Box::new(begin));
        self
    }

    /// Whether the last change is in a backup.
    fn has(&self, stamp: Option<i64>) -> bool {
        stamp.is_some() && stamp == self.stamp && !self.came_to_nothing.is_said()
    }

    /// Makes a backup before a file is brought up to a newer version. That there is none keeps nobody from the camp.
    pub(super) fn before_upgrade(&mut self, connection: &Connection, camp: &Path) {
        self.stamp = None;
        self.make(connection, camp, BackupReason::BeforeUpgrade, &|| false);
        // The upgrade changes the file, and stamps nothing.
        self.stamp = None;
    }

    /// Takes note of the backups that there are of this file in the first place: whoever opens a camp doesn't wait for the second one.
    fn look(&mut self, camp: &CampFile) {
        let Ok(uid) = making::uid(camp) else { return };
        let mut found = self.places.of_uid(&uid).into_iter();
        let file = whose::whole(camp.path());
        let newest = found.find(|backup| backup.note.file == file);
        self.stamp = newest.as_ref().map(|backup| backup.note.stamp);
        self.newest = newest.map(|backup| backup.note.made);
    }

    /// Returns `false` if it was given up.
    fn make(
        &mut self,
        connection: &Connection,
        camp: &Path,
        reason: BackupReason,
        give_up: &dyn Fn() -> bool,
    ) -> bool {
        let stamp = journal::last_stamp(connection).ok();
        if self.has(stamp) && reason != BackupReason::Asked {
            return true;
        }
        match Snapshot::take(connection, camp, &self.places, reason, give_up) {
            Err(BackupError::GivenUp) => return false,
            made => {
                if made.is_ok() {
                    self.stamp = stamp;
                    self.came_to_nothing.begin();
                }
                (self.finish)(reason, made);
            }
        }
        true
    }
}

impl CampFile {
    /// From now on, backups of the camp are made. One that is only looked at needs none, and one in memory has none.
    pub fn keep_backups(&mut self, mut backups: Backups) {
        if self.mode == Mode::Change && !self.path.as_os_str().is_empty() {
            backups.look(self);
            self.backups = Some(backups);
        }
    }

    /// Whether backups of the camp are made.
    pub fn keeps_backups(&self) -> bool {
        self.backups.is_some()
    }

    /// A copy of the camp as it is now, to be [kept](Snapshot::keep).
    ///
    /// # Errors
    /// The camp can't be read, or the copy not be written.
    pub fn snapshot(
        &self,
        places: &BackupPlaces,
        reason: BackupReason,
    ) -> Result<Snapshot, BackupError> {
        Snapshot::take(&self.connection, &self.path, places, reason, &|| false)
    }

    /// Makes a backup, unless nothing has changed since the last one; `false` if `give_up` said that somebody waits. Whether it could be made,
    /// whoever finishes it hears.
    pub fn back_up(&mut self, reason: BackupReason, give_up: &dyn Fn() -> bool) -> bool {
        let Some(backups) = &mut self.backups else {
            return true;
        };
        let done = backups.make(&self.connection, &self.path, reason, give_up);
        // A laptop may stay open all summer, and nothing else bounds what is written down by then.
        self.thinning.is_due |= done && reason == BackupReason::Working;
        done
    }

    /// Whether anything has changed since the last backup.
    pub fn needs_backup(&self) -> bool {
        self.backups
            .as_ref()
            .is_some_and(|backups| !backups.has(self.last_stamp()))
    }

    /// Whether nothing came of the last backup after it was taken.
    pub fn has_lost_backup(&self) -> bool {
        let backups = self.backups.as_ref();
        backups.is_some_and(|backups| backups.came_to_nothing.is_said())
    }

    /// When the newest backup was made that there was when the camp was opened.
    pub fn last_backup(&self) -> Option<Timestamp> {
        self.backups.as_ref()?.newest
    }

    /// Whether a change was made since the file was opened.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Has it [told](Backups::last_is_told), once, that the last backup is begun, if one is made as the camp is closed: by whoever closes it next,
    /// or else when it is dropped.
    pub fn begin_last_backup(&mut self) {
        if self.has_begun
            && self.needs_backup()
            && let Some(begin) = self.backups.as_mut().and_then(|it| it.begin_last.take())
        {
            begin();
        }
    }

    /// Takes note that nothing but the stamp has changed since the last backup.
    pub(super) fn is_backed_up_as_it_is(&mut self) {
        if let Some(backups) = &mut self.backups {
            backups.stamp = journal::last_stamp(&self.connection).ok();
        }
    }

    /// From now on there are no backups of what the camp was so far.
    pub fn forget_backups(&mut self) {
        if let Some(backups) = &mut self.backups {
            backups.stamp = None;
        }
    }

    /// Which backups are of this camp.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn backups_of(&self) -> Result<BackupsOf, super::StorageError> {
        Ok(BackupsOf::new(making::uid(self)?, &self.path))
    }

    /// Makes one before a change by which much becomes another.
    pub(super) fn back_up_before(&mut self, edit: &Edit) {
        if let Some(reason) = BackupReason::before(edit) {
            self.back_up(reason, &|| false);
        }
    }
}

impl Drop for CampFile {
    fn drop(&mut self) {
        if self.has_begun {
            self.begin_last_backup();
            self.give_back_room();
            self.back_up(BackupReason::Closed, &|| false);
        }
    }
}
