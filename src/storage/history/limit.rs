//! How much of the history is kept: what is older, or more, goes from its beginning.

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};
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

/// Bytes of a row beside what it was before.
const ROW: u64 = 40;

impl CampFile {
    /// Keeps no more of the history than this, from the first change on.
    pub fn limit_history(&mut self, limit: HistoryLimit) {
        self.history_limit = Some(limit);
    }

    /// That changes have left the history, as it is limited, in a sentence, once.
    pub fn take_thinned(&mut self) -> Option<String> {
        let limit = self.history_limit?;
        self.thinned.take().map(|count| limit.thinned(count))
    }

    /// Thins the history as far as it is beyond its limit.
    pub(in crate::storage) fn thin_history(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let Some(limit) = self.history_limit else {
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
        self.thinned = (gone > 0).then_some(gone);
        Ok(())
    }
}

/// The newest step that is beyond the limit.
fn last_to_go(
    connection: &Connection,
    limit: HistoryLimit,
    now: Timestamp,
) -> rusqlite::Result<Option<i64>> {
    let oldest = now.to_zoned(TimeZone::UTC);
    let oldest = oldest.checked_sub(i64::from(limit.years).years());
    let too_old = match oldest {
        // As far as all are: a clock that was wrong for a day must not take the steps before that day along.
        Ok(oldest) => connection.query_row(
            "SELECT max(id) FROM main.history_step
             WHERE id < (SELECT coalesce(min(id), 9223372036854775807) FROM main.history_step WHERE done_at >= ?1)",
            [oldest.timestamp().to_string()],
            |row| row.get::<_, Option<i64>>(0),
        )?,
        // Calendars begin later than that.
        Err(_) => None,
    };
    Ok(too_old.max(too_much(connection, limit)?))
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
        storage::{CampFile, HistoryMove, Occasion},
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
}
