//! What is stored and follows from the records is compared with what follows from them, and mended where that can be computed.

use std::ops::ControlFlow;

use super::{CampFile, StorageError, WhichRecords, history, week};
use crate::{
    domain::{Edit, LadderProblem, counted, us_chess::Change},
    rating::camp_ladder::{self, recalculate},
};

/// What differs, and the change that mends it.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    /// What is mended: sentences without a full stop.
    pub mended: Vec<String>,
    /// What isn't, and what to do: sentences without a full stop.
    pub left: Vec<String>,
    edits: Vec<Edit>,
}

impl Mending {
    /// Whether there is nothing that Recalc Ratings doesn't do.
    pub fn is_recalculation(&self) -> bool {
        matches!(self.edits.as_slice(), [] | [Edit::SaveRatings(_)])
    }

    /// All that can be mended, in one step of the history; `None` if there is nothing.
    pub fn edit(&self) -> Option<Edit> {
        (!self.edits.is_empty()).then(|| Edit::Together {
            name: "Mend what follows from the records".to_owned(),
            edits: self.edits.clone(),
        })
    }
}

impl CampFile {
    /// Compares ratings with a recalculation, of all weeks, members' records with the crosstables, and the history with the records. Goes
    /// through all of the file.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn mending(&self) -> Result<Mending, StorageError> {
        let mut mending = Mending::default();
        self.compare_open_week(&mut mending)?;
        self.compare_closed_weeks(&mut mending)?;
        self.compare_members(&mut mending)?;
        mending.left.extend(self.history_unlike_records()?);
        Ok(mending)
    }

    /// What is wrong with the history, where it tells of records that aren't what it has left. A sentence without a full stop.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn history_unlike_records(&self) -> Result<Option<String>, StorageError> {
        if self.lost_history.is_some() {
            return Ok(None);
        }
        let step = history::step_unlike_records(&self.connection)?;
        Ok(step.map(|step| {
            format!(
                "The history doesn't fit the records, as “{step}” shows. Don't undo, and clear the history in the window"
            )
        }))
    }

    fn compare_open_week(&self, mending: &mut Mending) -> Result<(), StorageError> {
        let current = week::current(&self.connection)?;
        if current.is_closed() {
            return Ok(());
        }
        // What keeps it from being recalculated is among the problems.
        if let Ok(answer) = recalculate(&self.ladder()?, |_, _| ControlFlow::Continue(()))
            && answer.changed > 0
        {
            mending.mended.push(format!(
                "{}: ratings of {} don't follow from its games",
                current.title(),
                counted(answer.changed, "player")
            ));
            mending.edits.push(Edit::SaveRatings(answer.saved));
        }
        Ok(())
    }

    /// Those are opened, recalculated and closed again, as a director would.
    fn compare_closed_weeks(&self, mending: &mut Mending) -> Result<(), StorageError> {
        let current = week::current(&self.connection)?;
        let is_at_last = current.id == week::last(&self.connection)?.id;
        for week in week::all(&self.connection)? {
            let Some(closed_on) = week.closed_on else {
                continue;
            };
            let problems = camp_ladder::problems(&self.load_week_alone(week.id)?);
            let outdated = problems.iter().find_map(|problem| match problem {
                LadderProblem::RatingsOutOfDate { players } => Some(*players),
                _ => None,
            });
            let Some(players) = outdated else {
                continue;
            };
            let sentence = format!(
                "{}: ratings of {} don't follow from its games",
                week.title(),
                counted(players, "player")
            );
            if is_at_last {
                mending.mended.push(sentence);
                mending.edits.push(Edit::ReopenWeek(week.id));
                mending.edits.push(Edit::CloseWeek { on: closed_on });
            } else {
                mending
                    .left
                    .push(format!("{sentence}. Close {} first", current.name()));
            }
        }
        Ok(())
    }

    fn compare_members(&self, mending: &mut Mending) -> Result<(), StorageError> {
        let mut balances = Vec::new();
        for record in self.recomputed(&WhichRecords::All)? {
            if record.differs() {
                let fields = record.differences.iter();
                let fields = fields.map(|difference| difference.what.as_str());
                mending.mended.push(format!(
                    "The record of {} doesn't follow from the crosstables: {}",
                    record.stored.member.listed_name(),
                    fields.collect::<Vec<_>>().join(", ")
                ));
                balances.push((record.stored.key, record.computed));
            }
        }
        if !balances.is_empty() {
            let change = Change::SaveBalances(balances);
            mending.edits.push(Edit::UsChess(change));
        }
        Ok(())
    }
}
