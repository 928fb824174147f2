//! The backups that a director deletes as they have what was deleted from the camp: all of it with the history, or those that stayed when that was
//! cleared.
//!
//! Which these are, nothing remembers: what was meant to be done may be meant no more. It follows from what each backup holds, and from which was
//! made before which.

use jiff::Timestamp;

use super::{
    Backup, BackupError, BackupNote, BackupPlaces, BackupsOf, deleting, following::sound,
    halves::remove_halves, places::folder_of_camp,
};
use crate::storage::Cleared;

impl BackupPlaces {
    /// The backups of a camp in the first place: what [`Self::delete`] deletes, wherever the camp's files lay, and nothing of other camps.
    pub fn deletable(&self, of: &BackupsOf) -> Vec<Backup> {
        let mut found = self.first().find_all().backups;
        found.retain(|backup| of.is_of_camp(&backup.note));
        found
    }

    /// Those of them that were made before the history was cleared, and that [`Self::delete_from_before`] deletes. None where nothing tells that,
    /// nor where no good one was made of the file since: they are the last.
    ///
    /// Takes the time of reading one.
    pub fn stayed_from_before(&self, of: &BackupsOf, cleared: &Cleared) -> Vec<Backup> {
        let mut found = self.deletable(of);
        let has_good = found.iter().any(|it| {
            of.is_of_file(it) && cleared.begins(&it.note) && sound(&it.path, &it.note).is_some()
        });
        if !has_good {
            return Vec::new();
        }
        let notes = |is_meant: &dyn Fn(&Backup) -> bool| {
            let meant = found.iter().filter(|it| is_meant(it));
            meant.map(|it| it.note.clone()).collect::<Vec<_>>()
        };
        let since = notes(&|it| cleared.begins(&it.note));
        let is_before_all = |note: &BackupNote| since.iter().all(|it| note.is_before(it));
        // Of the file itself, which may have lain elsewhere before; a copy of it may go on as it was.
        let own =
            notes(&|it| of.is_of_file(it) && cleared.forgets(&it.note) && is_before_all(&it.note));
        found.retain(|Backup { note, .. }| {
            let is_early = own.iter().any(|it| note == it || note.is_before(it));
            is_early && is_before_all(note)
        });
        found
    }

    /// Deletes the backups of a camp in the first place, and says how many there were. What the second one has by `now`, and any that was it
    /// before, goes when that [follows](Self::follow) or is [asked](Self::delete_elsewhere).
    ///
    /// # Errors
    /// The disk refuses; some may be left then.
    pub fn delete(&self, of: &BackupsOf, now: Timestamp) -> Result<usize, BackupError> {
        let found = self.deletable(of);
        let made = found.iter().map(|backup| backup.note.made);
        let ahead = made.filter(|made| *made > now).collect::<Vec<_>>();
        self.delete_these(of, &found, Some(now), &ahead)
    }

    /// The same of those that are [from before](Self::stayed_from_before) the history was cleared, wherever they are.
    ///
    /// # Errors
    /// As of [`Self::delete`].
    pub fn delete_from_before(
        &self,
        of: &BackupsOf,
        cleared: &Cleared,
    ) -> Result<usize, BackupError> {
        let found = self.stayed_from_before(of, cleared);
        let made = found.iter().map(|backup| backup.note.made);
        let made = made.collect::<Vec<_>>();
        if made.is_empty() {
            return Ok(0);
        }
        self.delete_these(of, &found, None, &made)
    }

    fn delete_these(
        &self,
        of: &BackupsOf,
        found: &[Backup],
        until: Option<Timestamp>,
        ahead: &[Timestamp],
    ) -> Result<usize, BackupError> {
        // Before anything is gone, so that nothing is left there whatever comes between.
        if let Some(uid) = of.uid() {
            let second = self.second.as_deref();
            deleting::remember(&self.of_camp(uid)?, second, of, until, ahead)?;
        }
        for backup in found {
            backup.delete()?;
        }
        if let Some(uid) = of.uid() {
            remove_halves(&folder_of_camp(&self.folder, uid), |_| true)?;
        }
        Ok(found.len())
    }
}

impl Cleared {
    /// Whether the history of a backup begins here, too: it was made since.
    fn begins(&self, note: &BackupNote) -> bool {
        note.start.as_ref() == Some(&self.state)
    }

    /// Whether a backup has nothing but what was forgotten here. One with later steps may be of a state to which the camp was taken back since, or
    /// of a copy that lay in its place.
    fn forgets(&self, note: &BackupNote) -> bool {
        match &note.start {
            Some(start) => *start != self.state && note.last_step_at.is_none_or(|at| at <= self.at),
            None => (note.last_step, note.last_step_at) == (Some(self.step), Some(self.at)),
        }
    }
}
