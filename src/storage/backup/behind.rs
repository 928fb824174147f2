//! A second place that stays away: nobody sees that a stick is lost, as nothing waits for it.

use jiff::{SignedDuration, Timestamp};

use super::{BackupPlaces, deleting};

/// A stick may stay in a drawer for so long.
const PATIENCE: SignedDuration = SignedDuration::from_hours(3 * 24);

/// That the second place lacks backups of a camp which the first one has had for days.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Behind {
    /// When it last had all backups, if it ever had.
    pub since: Option<Timestamp>,
}

impl BackupPlaces {
    /// Whether the second place has stayed away while a backup of a camp waited for it. A camp that rests has none that does.
    pub fn second_behind(&self, uid: &str, now: Timestamp) -> Option<Behind> {
        let second = self.second.as_ref()?;
        let folder = self.of_camp(uid).ok()?;
        let since = deleting::last_there(&folder, second);
        let has_waited = |made: Timestamp| now.duration_since(made) > PATIENCE;
        if since.is_some_and(|since| !has_waited(since)) {
            return None;
        }
        let made = self.of_uid(uid).into_iter().map(|backup| backup.note.made);
        let mut lacking = made.filter(|made| since.is_none_or(|since| *made > since));
        lacking.any(has_waited).then_some(Behind { since })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::civil::date;

    use super::*;
    use crate::storage::{BackupReason, CampFile, SecondPlace, real_clock};

    #[test]
    fn a_second_place_is_behind_when_a_backup_has_waited_for_days() {
        let folder = tempfile::tempdir().expect("a folder");
        let stick = folder.path().join("stick");
        let mut places = BackupPlaces::only(folder.path().join("backups"));
        places.second = Some(stick.clone());
        let path = folder.path().join("Camp.ladder");
        let camp = CampFile::create(&path, "Test camp", date(2026, 7, 6)).expect("a camp");
        let now = real_clock().timestamp();
        let after = |days: i64| now + SignedDuration::from_hours(24 * days);
        let back_up = |made: Timestamp| {
            let snapshot = camp.snapshot(&places, BackupReason::Asked);
            let kept = snapshot.expect("a copy").made_at(made).keep();
            kept.expect("a backup").note.uid
        };
        let uid = back_up(now);
        let behind = |days: i64| places.second_behind(&uid, after(days));
        assert_eq!(behind(2), None);
        assert_eq!(
            behind(4),
            Some(Behind { since: None }),
            "it never was there"
        );

        fs::create_dir(&stick).expect("a stick");
        let followed = places.follow(&uid, now).expect("no error");
        assert_eq!(followed, SecondPlace::Done);
        fs::remove_dir_all(&stick).expect("lost");
        assert_eq!(behind(300), None, "a camp that rests has no newer backup");
        back_up(after(10));
        assert_eq!(behind(12), None);
        let since = behind(14).expect("it is behind").since.expect("a moment");
        assert!(since.duration_since(now) < SignedDuration::from_mins(10));
    }
}
