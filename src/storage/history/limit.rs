//! How much of the history is kept: what is older, or more, goes from its beginning.

use std::iter;

use jiff::{SignedDuration, Timestamp, ToSpan as _, tz::TimeZone};
use rusqlite::{Connection, TransactionBehavior};
use serde::{Deserialize, Serialize};

use super::past;
use crate::{
    domain::counted,
    storage::{CampFile, StorageError, safety::journal},
};

/// How much of the history of a camp is kept.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct HistoryLimit {
    /// Millions of bytes of what was written down to take changes back.
    pub megabytes: u32,
    pub years: u32,
}

impl HistoryLimit {
    pub const MOST_MEGABYTES: u32 = 1000;
    pub const MOST_YEARS: u32 = 50;

    /// That changes have left the history, in a sentence.
    pub fn thinned(self, count: usize) -> String {
        format!(
            "The oldest {} left the history, which has at most {} MB and {}",
            counted(count, "change"),
            self.megabytes,
            counted(self.years, "year")
        )
    }
}

impl Default for HistoryLimit {
    fn default() -> Self {
        Self {
            megabytes: 25,
            years: 3,
        }
    }
}

/// How the history of an open camp is kept within its limit.
#[derive(Debug)]
pub(in crate::storage) struct Thinning {
    limit: Option<HistoryLimit>,
    /// Whether it is thinned before the next change.
    pub(in crate::storage) is_due: bool,
    /// How many changes have left it, until that is said.
    gone: Option<usize>,
}

impl Default for Thinning {
    fn default() -> Self {
        Self {
            limit: None,
            is_due: true,
            gone: None,
        }
    }
}

/// Bytes of a row beside what it was before.
const ROW: u64 = 40;

/// A camp rests from one summer to the next. Whoever works on it later than that has a clock that is wrong, as likely as not.
const LONGEST_REST: SignedDuration = SignedDuration::from_hours(400 * 24);

/// A clock that is wrong is set right sooner than that.
const SHORTEST_PROOF: SignedDuration = SignedDuration::from_hours(30 * 24);

impl CampFile {
    /// Keeps no more of the history than this, from the first change on: it is thinned then, and when a backup was made while the camp is
    /// worked on.
    pub fn limit_history(&mut self, limit: HistoryLimit) {
        self.thinning.limit = Some(limit);
    }

    /// That changes have left the history, as it is limited, in a sentence, once.
    pub fn take_thinned(&mut self) -> Option<String> {
        let limit = self.thinning.limit?;
        self.thinning.gone.take().map(|count| limit.thinned(count))
    }

    /// Thins the history as far as it is beyond its limit.
    pub(in crate::storage) fn thin_history(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let Some(limit) = self.thinning.limit else {
            return Ok(());
        };
        let Some(last) = last_to_go(&self.connection, limit, now)? else {
            return Ok(());
        };
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        journal::stamp(&transaction)?;
        past::begin_after(&transaction, last)?;
        // The rows of a step go with it.
        let gone = transaction.execute("DELETE FROM history_step WHERE id <= ?1", [last])?;
        transaction.commit().map_err(StorageError::of_commit)?;
        tracing::info!("{gone} steps have left the history");
        self.thinning.gone = (gone > 0).then_some(gone);
        Ok(())
    }
}

/// The newest step that is beyond the limit.
fn last_to_go(
    connection: &Connection,
    limit: HistoryLimit,
    now: Timestamp,
) -> rusqlite::Result<Option<i64>> {
    let today = today(&times(connection)?, now).to_zoned(TimeZone::UTC);
    let too_old = match today.checked_sub(i64::from(limit.years).years()) {
        // As far as all are: a clock that was wrong for a day must not take the steps before that day along. The last change can be taken
        // back, however old it is.
        Ok(oldest) => connection.query_row(
            "SELECT max(id) FROM main.history_step
             WHERE id < (SELECT min(id) FROM main.history_step
                 WHERE done_at >= ?1 OR id = (SELECT max(id) FROM main.history_step))",
            [oldest.timestamp().to_string()],
            |row| row.get::<_, Option<i64>>(0),
        )?,
        // Calendars begin later than that.
        Err(_) => None,
    };
    Ok(too_old.max(too_much(connection, limit)?))
}

/// When the steps were done, by the clocks of their days, the first one first.
fn times(connection: &Connection) -> rusqlite::Result<Vec<Timestamp>> {
    let mut times = Vec::new();
    let mut statement = connection.prepare("SELECT done_at FROM main.history_step ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let at = row.get_ref(0)?.as_str().ok();
        times.extend(at.and_then(|at| at.parse::<Timestamp>().ok()));
    }
    Ok(times)
}

/// The day from which years are counted. A clock that is set years ahead would take away all that can be undone; so where it, or the next
/// step, is further from what was done before than a camp rests, the years begin there only when so much time has passed by that clock as
/// nobody works with a wrong one. Until then they are counted from the newest step before.
fn today(steps: &[Timestamp], now: Timestamp) -> Timestamp {
    let mut times = steps.iter().copied().chain(iter::once(now));
    let Some(mut today) = times.next() else {
        return now;
    };
    let mut ahead_since = None::<Timestamp>;
    for at in times {
        let is_proven = |since| at.duration_since(since) >= SHORTEST_PROOF;
        if at.duration_since(today) <= LONGEST_REST || ahead_since.is_some_and(is_proven) {
            today = today.max(at);
            ahead_since = None;
        } else {
            ahead_since = Some(ahead_since.map_or(at, |since| since.min(at)));
        }
    }
    today
}

/// By what the rows take, with a tenth to spare once it is too much, so that not every day takes away a little.
fn too_much(connection: &Connection, limit: HistoryLimit) -> rusqlite::Result<Option<i64>> {
    let most = u64::from(limit.megabytes) * 1_000_000;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let size = number("page_count")? * number("page_size")?;
    if u64::try_from(size).is_ok_and(|size| size <= most) {
        return Ok(None);
    }
    let mut statement = connection.prepare(
        "SELECT step_id, coalesce(length(before), 0) FROM main.history_row ORDER BY step_id DESC",
    )?;
    let mut rows = statement.query([])?;
    let (mut kept, mut newest, mut last) = (0, None, None);
    while let Some(row) = rows.next()? {
        let step = row.get::<_, i64>(0)?;
        let newest = *newest.get_or_insert(step);
        kept += ROW + u64::try_from(row.get::<_, i64>(1)?).unwrap_or(0);
        // The last change can be taken back, however much it was.
        if last.is_none() && kept > most / 10 * 9 && step != newest {
            last = Some(step);
        }
        if kept > most && last.is_some() {
            return Ok(last);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use crate::{
        domain::Edit,
        storage::{
            BackupPlaces, BackupReason, Backups, CampFile, HistoryMove, Occasion, Refusal, Snapshot,
        },
    };

    use super::*;

    /// A camp with changes of about a thousand letters each, a day apart.
    fn camp(changes: usize) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let mut camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp");
        for number in 0..changes {
            let mut settings = (*camp.load().expect("the camp").settings).clone();
            settings.footer = format!("{number} {}", "x".repeat(80));
            let at = date(2026, 1, 1)
                .at(9, 0, 0, 0)
                .to_zoned(TimeZone::UTC)
                .expect("a moment")
                .timestamp();
            let days = i64::try_from(number).expect("a number") * 24;
            let occasion = Occasion {
                at: at + days.hours(),
                ..Occasion::now(format!("Change {number}"))
            };
            camp.apply(&Edit::ChangeSettings(Box::new(settings)), &occasion)
                .expect("a change");
        }
        (folder, path)
    }

    fn thinned(path: &std::path::Path, limit: HistoryLimit, now: &str) -> (Option<String>, usize) {
        let mut camp = CampFile::open(path, crate::storage::Mode::Change).expect("the camp");
        camp.limit_history(limit);
        camp.thin_history(now.parse().expect("a moment"))
            .expect("a thinner history");
        let left = camp.history().expect("a history").len();
        (camp.take_thinned(), left)
    }

    #[test]
    fn what_is_too_old_goes_and_the_rest_can_be_undone() {
        let (_folder, path) = camp(20);
        let limit = HistoryLimit {
            years: 1,
            ..HistoryLimit::default()
        };
        assert_eq!(thinned(&path, limit, "2026-02-01T00:00:00Z"), (None, 20));
        // The days up to January 5 are more than a year ago.
        assert_eq!(
            thinned(&path, limit, "2027-01-06T00:00:00Z"),
            (Some(limit.thinned(5)), 15)
        );
        let mut camp = CampFile::open(&path, crate::storage::Mode::Change).expect("the camp");
        assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        let moved = camp.move_in_history(HistoryMove::To(None)).expect("undone");
        assert_eq!(moved.undone.len(), 15);
        let footer = camp.load().expect("the camp").settings.footer.clone();
        assert!(footer.starts_with("4 "), "{footer}");
    }

    #[test]
    fn years_are_counted_from_a_day_that_is_believed() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
        let summers = [
            "2024-07-01T09:00:00Z",
            "2024-08-20T09:00:00Z",
            "2025-07-01T09:00:00Z",
            "2025-08-20T09:00:00Z",
        ];
        let last = "2025-08-20T09:00:00Z";
        for (then, now, expected) in [
            (&[][..], "2025-08-21T09:00:00Z", "2025-08-21T09:00:00Z"),
            // After a winter, and after a summer without a camp.
            (&[], "2026-06-28T09:00:00Z", "2026-06-28T09:00:00Z"),
            (&[], "2027-07-01T09:00:00Z", last),
            // A clock that is ahead, for a day and for some weeks, and set right again.
            (&[], "2039-07-01T09:00:00Z", last),
            (&["2039-06-10T09:00:00Z"], "2039-07-01T09:00:00Z", last),
            (
                &["2039-06-10T09:00:00Z", "2026-06-28T09:00:00Z"],
                "2026-07-01T09:00:00Z",
                "2026-07-01T09:00:00Z",
            ),
            (
                &["2039-06-10T09:00:00Z", "2026-06-28T09:00:00Z"],
                "2039-07-20T09:00:00Z",
                "2026-06-28T09:00:00Z",
            ),
            // A camp that has rested for years, and is worked on for a month.
            (
                &["2029-07-01T09:00:00Z", "2029-07-20T09:00:00Z"],
                "2029-07-31T09:00:00Z",
                "2029-07-31T09:00:00Z",
            ),
            // One that is behind.
            (&["1970-01-01T00:00:07Z"], "1970-01-01T00:00:09Z", last),
        ] {
            let steps = summers.iter().chain(then).map(|text| at(text));
            let steps = steps.collect::<Vec<_>>();
            assert_eq!(today(&steps, at(now)), at(expected), "{then:?} {now}");
        }
        let now = at(last);
        assert_eq!(today(&[], now), now);
    }

    #[test]
    fn what_is_too_much_goes_but_the_last_change_stays() {
        let (_folder, path) = camp(20);
        let limit = HistoryLimit {
            megabytes: 0,
            years: 50,
        };
        let now = "2026-02-01T00:00:00Z";
        assert_eq!(thinned(&path, limit, now), (Some(limit.thinned(19)), 1));
        assert_eq!(thinned(&path, limit, now), (None, 1));
    }

    #[test]
    fn the_first_change_of_a_day_thins_the_history() {
        let (_folder, path) = camp(3);
        let mut camp = CampFile::open(&path, crate::storage::Mode::Change).expect("the camp");
        let limit = HistoryLimit {
            megabytes: 0,
            years: 50,
        };
        camp.limit_history(limit);
        let edit = Edit::RenameCamp("Other".to_owned());
        camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
        assert_eq!(camp.take_thinned(), Some(limit.thinned(2)));
        assert_eq!(camp.history().expect("a history").len(), 2);
    }

    /// Otherwise steps would go from the middle of what can be redone.
    #[test]
    fn what_is_undone_is_redone_before_anything_leaves_the_history() {
        let (folder, path) = camp(1);
        let mut camp = CampFile::open(&path, crate::storage::Mode::Change).expect("the camp");
        let places = BackupPlaces::only(folder.path().join("backups"));
        camp.keep_backups(Backups::new(places, |_, made| {
            made.and_then(Snapshot::keep).expect("a backup");
        }));
        for name in ["One", "Two", "Three", "Four"] {
            camp.apply(&Edit::RenameCamp(name.to_owned()), &Occasion::now("Rename"))
                .expect("a name");
        }
        camp.limit_history(HistoryLimit {
            megabytes: 0,
            years: 50,
        });
        for _ in 0..3 {
            camp.move_in_history(HistoryMove::Undo).expect("undone");
        }
        assert!(camp.back_up(BackupReason::Working, &|| false));
        for name in ["Two", "Three", "Four"] {
            camp.move_in_history(HistoryMove::Redo).expect("redone");
            assert_eq!(camp.load().expect("the camp").name, name);
        }
        let steps = camp.history().expect("a history").len();
        camp.apply(
            &Edit::RenameCamp("Five".to_owned()),
            &Occasion::now("Rename"),
        )
        .expect("a name");
        assert!(camp.history().expect("a history").len() < steps);
    }

    /// The limit was just lowered, and going back is the first thing that is done.
    #[test]
    fn going_back_leads_to_the_step_that_was_chosen_or_nowhere() {
        let (_folder, path) = camp(5);
        let mut camp = CampFile::open(&path, crate::storage::Mode::Change).expect("the camp");
        camp.limit_history(HistoryLimit {
            megabytes: 0,
            years: 50,
        });
        let footer = |camp: &CampFile| camp.load().expect("the camp").settings.footer.clone();
        let steps = camp.history().expect("a history");
        let chosen = HistoryMove::To(Some(steps[1].id));
        let moved = camp.move_in_history(chosen).expect("gone back");
        assert_eq!(moved.undone.len(), 3);
        assert!(footer(&camp).starts_with("1 "), "{}", footer(&camp));
        // The first change ends what can be redone, and what is too much goes with the second one.
        for name in ["One", "Two"] {
            camp.apply(&Edit::RenameCamp(name.to_owned()), &Occasion::now("Rename"))
                .expect("a name");
        }
        let left = camp.history().expect("a history");
        assert!(left.iter().all(|step| step.id != steps[1].id), "{left:?}");
        let refused = camp.move_in_history(chosen).expect_err("it has gone");
        assert!(
            matches!(refused, StorageError::Refused(Refusal::StepGone)),
            "{refused:?}"
        );
        let after = camp.load().expect("the camp");
        assert_eq!(after.name, "Two");
        assert_eq!(camp.history().expect("a history"), left);
    }

    #[test]
    fn a_camp_that_stays_open_is_thinned_after_each_backup_of_its_work() {
        let (folder, path) = camp(3);
        let mut camp = CampFile::open(&path, crate::storage::Mode::Change).expect("the camp");
        let places = BackupPlaces::only(folder.path().join("backups"));
        camp.keep_backups(Backups::new(places, |_, made| {
            made.and_then(Snapshot::keep).expect("a backup");
        }));
        let limit = HistoryLimit {
            megabytes: 0,
            years: 50,
        };
        camp.limit_history(limit);
        let rename = |name: &str, camp: &mut CampFile| {
            camp.apply(&Edit::RenameCamp(name.to_owned()), &Occasion::now("Rename"))
                .expect("a name");
            (
                camp.take_thinned(),
                camp.history().expect("a history").len(),
            )
        };
        assert_eq!(rename("One", &mut camp), (Some(limit.thinned(2)), 2));
        assert_eq!(rename("Two", &mut camp), (None, 3));
        assert!(camp.back_up(BackupReason::Working, &|| false));
        assert_eq!(camp.take_thinned(), None, "it goes with a change");
        assert_eq!(rename("Three", &mut camp), (Some(limit.thinned(2)), 2));
    }
}
