//! The history: every change of a camp, kept in its file, so that it can be undone and redone, also after a restart.
//!
//! While a change is made, triggers write down what brings each touched record back (see [`record`]). Undoing a step
//! carries that out, the last record first, while the same triggers write down what does it again: a step can be
//! gone over either way for ever, and both ways are the same code.

mod limit;
mod past;
mod record;
mod step;
#[cfg(test)]
pub(in crate::storage) mod tests;

use jiff::Timestamp;
use rusqlite::{Connection, Row, TransactionBehavior, params, types::Type};

pub use self::limit::HistoryLimit;
pub(super) use self::{
    limit::Thinning,
    past::{PastState, begin_anew, copies, done_at, got, save_copies, states},
    record::{Columns, begin_recording, install, step_unlike_records, strange_rows},
};
use super::{
    CampFile, Changed, LostHistory, OutsideChange, Refusal, StorageError,
    safety::{connection, journal, room},
    seal,
};

/// The number of a step of the history. Later steps have greater numbers.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Deserialize, serde::Serialize,
)]
pub struct StepId(pub i64);

/// A change that was made, as the history lists it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    pub id: StepId,
    /// In the words of a menu: "Change result of game 17".
    pub name: String,
    pub at: Timestamp,
    /// Whether it was undone, and can be redone.
    pub undone: bool,
}

/// What can be undone and redone next, by name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NextSteps {
    /// The last step that is done: the one that undo takes back.
    pub last: Option<StepId>,
    pub undo: Option<String>,
    pub redo: Option<String>,
    /// Why there is nothing, though there was a history.
    pub lost: Option<LostHistory>,
}

impl NextSteps {
    /// Of a history that can't be read.
    pub fn of_lost(lost: LostHistory) -> Self {
        Self {
            lost: Some(lost),
            ..Self::default()
        }
    }

    /// Whether there is no history: one that can't be read may still have what was deleted.
    pub const fn is_empty(&self) -> bool {
        self.undo.is_none() && self.redo.is_none() && self.lost.is_none()
    }
}

/// Where to go in the history.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum HistoryMove {
    /// Takes the last step back.
    Undo,
    /// Does the step again that was undone last.
    Redo,
    /// Back or forth until this is the last step that is done; `None`: until none is.
    To(Option<StepId>),
}

/// Steps that were undone or redone.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct HistoryMoved {
    pub changed: Changed,
    /// The names of the steps, in the order in which that was done.
    pub undone: Vec<String>,
    pub redone: Vec<String>,
    /// What somebody else did to the file meanwhile: nothing of it can be called saved.
    pub outside: Option<OutsideChange>,
}

impl CampFile {
    /// Goes back or forth in the history, in one transaction. Nothing to undo or redo is no error: nothing happens.
    ///
    /// # Errors
    /// The step that is gone to isn't in the history any more; the file can't be changed, or is damaged. Then it is as it was.
    pub fn move_in_history(&mut self, to: HistoryMove) -> Result<HistoryMoved, StorageError> {
        match to {
            // The step that is gone to must not leave the history just before.
            HistoryMove::To(_) => self.refuse_unless_ours()?,
            HistoryMove::Undo | HistoryMove::Redo => self.refuse_unless_ours_and_thin()?,
        }
        connection::begin_to_write(&self.connection)?;
        let mut moved = self
            .carry_out_move(to)
            .map_err(StorageError::while_saving)?;
        moved.outside = self.committed();
        Ok(moved)
    }

    fn carry_out_move(&mut self, to: HistoryMove) -> Result<HistoryMoved, StorageError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut moved = HistoryMoved::default();
        journal::stamp(&transaction)?;
        seal::lift(&transaction, true)?;
        for step in steps_of(&transaction, to)? {
            step::undo_or_redo(&transaction, step.id, &mut moved.changed)?;
            transaction.execute(
                "UPDATE history_step SET undone = NOT undone WHERE id = ?1",
                [step.id.0],
            )?;
            if step.undone {
                moved.redone.push(step.name);
            } else {
                moved.undone.push(step.name);
            }
        }
        seal::lift(&transaction, false)?;
        transaction.commit().map_err(StorageError::of_commit)?;
        Ok(moved)
    }

    /// The whole history, the oldest step first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn history(&self) -> Result<Vec<Step>, StorageError> {
        if self.lost_history.is_some() {
            return Ok(Vec::new());
        }
        Ok(all(&self.connection)?)
    }

    /// What can be undone and redone next.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn next_steps(&self) -> Result<NextSteps, StorageError> {
        if let Some(lost) = self.lost_history {
            return Ok(NextSteps::of_lost(lost));
        }
        let last = last_done(&self.connection)?;
        Ok(NextSteps {
            last: last.as_ref().map(|step| step.id),
            undo: last.map(|step| step.name),
            redo: first_undone(&self.connection)?.map(|step| step.name),
            lost: None,
        })
    }

    /// Forgets the history for good, and with it what was deleted. The file shrinks to what the camp is now. Whether no
    /// trace is left: for that the file is written anew, for which the disk may have no room.
    ///
    /// # Errors
    /// The file can't be changed, or the disk fails.
    pub fn forget_history(&mut self) -> Result<bool, StorageError> {
        self.refuse_unless_ours()?;
        self.delete_history().map_err(StorageError::while_saving)?;
        let written_anew = room::write_anew(&self.connection);
        if let Some(outside) = self.committed() {
            return Err(outside.into());
        }
        if let Err(error) = &written_anew {
            tracing::warn!("traces of the history may be left: {error}");
        }
        Ok(written_anew.is_ok())
    }

    fn delete_history(&mut self) -> Result<(), StorageError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        journal::stamp(&transaction)?;
        past::begin_after(&transaction, i64::MAX)?;
        // The rows of a step go with it.
        transaction.execute("DELETE FROM history_step", [])?;
        transaction.commit().map_err(StorageError::of_commit)
    }
}

/// Whether a table is the history's own, and no record of the camp is in it. What is known of other copies goes with it where it is lost: of
/// a camp that lacks records, nobody knows what it has.
pub(super) fn has_table(name: &str) -> bool {
    name.starts_with("history_")
}

/// The tables whose records a change can touch.
#[cfg(test)]
pub(super) fn tables() -> impl Iterator<Item = &'static str> {
    record::TABLES.iter().map(|table| table.name)
}

/// Begins a new step.
pub(super) fn begin_step(
    connection: &Connection,
    name: &str,
    at: Timestamp,
) -> rusqlite::Result<StepId> {
    connection
        .prepare_cached("INSERT INTO history_step (name, done_at) VALUES (?1, ?2)")?
        .execute(params![name, at.to_string()])?;
    Ok(StepId(connection.last_insert_rowid()))
}

/// The last step that is done.
pub(super) fn last_done(connection: &Connection) -> rusqlite::Result<Option<Step>> {
    Ok(steps(connection, "WHERE NOT undone ORDER BY id DESC LIMIT 1", &[])?.pop())
}

/// Keeps a new step, unless it touched nothing: that is no step. What was undone before it can't be redone any more.
pub(super) fn keep_step(connection: &Connection, step: StepId) -> rusqlite::Result<()> {
    let touched = connection
        .prepare_cached("SELECT 1 FROM history_row WHERE step_id = ?1")?
        .exists([step.0])?;
    let superfluous = if touched {
        "DELETE FROM history_step WHERE undone AND id <> ?1"
    } else {
        "DELETE FROM history_step WHERE id = ?1"
    };
    connection.prepare_cached(superfluous)?.execute([step.0])?;
    Ok(())
}

/// The steps that a move undoes or redoes, in the order in which that is done.
///
/// # Errors
/// The step that is gone to isn't there any more: what is left of the history would lead to another state.
fn steps_of(connection: &Connection, to: HistoryMove) -> Result<Vec<Step>, StorageError> {
    match to {
        HistoryMove::To(Some(target))
            if steps(connection, "WHERE id = ?1", &[target.0])?.is_empty() =>
        {
            Err(Refusal::StepGone.into())
        }
        HistoryMove::Undo => Ok(last_done(connection)?.into_iter().collect()),
        HistoryMove::Redo => Ok(first_undone(connection)?.into_iter().collect()),
        HistoryMove::To(target) => {
            let target = target.map_or(0, |step| step.0);
            let mut found = steps(
                connection,
                "WHERE id > ?1 AND NOT undone ORDER BY id DESC",
                &[target],
            )?;
            if found.is_empty() {
                found = steps(
                    connection,
                    "WHERE id <= ?1 AND undone ORDER BY id",
                    &[target],
                )?;
            }
            Ok(found)
        }
    }
}

pub(super) fn first_undone(connection: &Connection) -> rusqlite::Result<Option<Step>> {
    Ok(steps(connection, "WHERE undone ORDER BY id LIMIT 1", &[])?.pop())
}

/// The whole history, the oldest step first.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<Step>> {
    steps(connection, "ORDER BY id", &[])
}

fn steps(connection: &Connection, which: &str, numbers: &[i64]) -> rusqlite::Result<Vec<Step>> {
    connection
        .prepare_cached(&format!(
            "SELECT id, name, done_at, undone FROM history_step {which}"
        ))?
        .query_map(rusqlite::params_from_iter(numbers), |row| {
            Ok(Step {
                id: StepId(row.get(0)?),
                name: row.get(1)?,
                at: moment(row, 2)?.unwrap_or_default(),
                undone: row.get(3)?,
            })
        })?
        .collect()
}

/// A moment as the camp file stores it, "2026-07-06T14:03:00Z".
pub(super) fn moment(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    let Some(text) = row.get_ref(column)?.as_str_or_null()? else {
        return Ok(None);
    };
    text.parse().map(Some).map_err(|error: jiff::Error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
