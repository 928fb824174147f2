//! What is stored and follows from the records is compared with what follows from them, and mended where that can be computed.

use std::ops::ControlFlow;

use super::{
    CampFile, Recomputed, StorageError, UnlikeCrosstable, WhichRecords, accepted, history,
    safety::digest,
    us_chess::{Later, unlike_crosstables},
    week,
};
use crate::{
    domain::{
        Edit, LadderProblem, SavedRatings, Week, counted, keeps_ratings, us_chess::Change,
        within_sentence,
    },
    rating::camp_ladder::{self, recalculate},
};

/// What isn't as it follows from the records.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    open_week: Option<OpenWeek>,
    /// The closed weeks whose ratings their games don't give, and of how many players.
    pub closed_weeks: Vec<(Week, usize)>,
    /// Closed weeks that aren't what they were: a damaged file has lost part of them, or something else than Camp Ladder has changed them.
    /// Their ratings are never computed anew.
    not_as_closed: Vec<Week>,
    /// The week that has to be closed before a closed one can be opened.
    closes_first: Option<Week>,
    /// The members whose records the crosstables don't give. Of those whose ratings in a section may be wrong, nobody knows.
    pub members: Vec<Recomputed>,
    /// The sections of US Chess whose ratings their crosstables don't give.
    pub sections: Vec<UnlikeCrosstable>,
    /// What is wrong with the history: a sentence without a full stop.
    pub history: Option<String>,
}

/// The open week, and its ratings as a recalculation gives them.
#[derive(Clone, Debug)]
struct OpenWeek {
    week: Week,
    changed: usize,
    saved: SavedRatings,
}

impl Mending {
    /// Whether there is nothing to mend that Recalc Ratings doesn't.
    pub fn is_recalculation(&self) -> bool {
        self.members.is_empty() && self.weeks_to_mend().is_empty()
    }

    fn weeks_to_mend(&self) -> &[(Week, usize)] {
        match self.closes_first {
            None => &self.closed_weeks,
            Some(_) => &[],
        }
    }

    /// What is mended: sentences without a full stop.
    pub fn mended(&self) -> Vec<String> {
        let computed_anew = |week: &Week, players: usize| {
            let players = counted(players, "player");
            format!("{}: ratings of {players} were computed anew", week.title())
        };
        let open = self.open_week.iter();
        let open = open.map(|open| computed_anew(&open.week, open.changed));
        let closed = self.weeks_to_mend().iter();
        let closed = closed.map(|(week, players)| computed_anew(week, *players));
        let members = self.members.iter().map(Recomputed::mended);
        open.chain(closed).chain(members).collect()
    }

    /// What isn't, and what to do: sentences without a full stop.
    pub fn left(&self) -> Vec<String> {
        let closed = self.closes_first.iter().flat_map(|_| &self.closed_weeks);
        let weeks = closed.map(|(week, players)| self.unlike_games(week, *players, ""));
        let lost = self.not_as_closed.iter().map(Week::not_as_closed);
        let sections = self.sections.iter().map(UnlikeCrosstable::sentence);
        let records = lost.chain(weeks).chain(sections);
        records.chain(self.history.clone()).collect()
    }

    /// "Week 2: ratings of 3 players don’t follow from its games. Close week 1 first", of one of the closed weeks; where none has to be closed
    /// first, `what_mends` says what to do. Without a full stop.
    pub fn unlike_games(&self, week: &Week, players: usize, what_mends: &str) -> String {
        let what_to_do = self.closes_first.as_ref().map_or_else(
            || what_mends.to_owned(),
            |first| format!("Close {} first", within_sentence(&first.name())),
        );
        let (title, players) = (week.title(), counted(players, "player"));
        format!("{title}: ratings of {players} don’t follow from its games. {what_to_do}")
    }

    /// All that can be mended, in one step of the history; `None` if there is nothing. Closed weeks are opened, recalculated and closed again,
    /// as a director would.
    pub fn edit(&self) -> Option<Edit> {
        let open = self.open_week.iter();
        let mut edits = open
            .map(|open| Edit::SaveRatings(open.saved.clone()))
            .collect::<Vec<_>>();
        for (week, _) in self.weeks_to_mend() {
            if let Some(on) = week.closed_on {
                edits.extend([Edit::ReopenWeek(week.id), Edit::CloseWeek { on }]);
            }
        }
        if !self.members.is_empty() {
            let balances = self.members.iter();
            let balances = balances.map(|record| (record.stored.key, record.computed.clone()));
            edits.push(Edit::UsChess(Change::SaveBalances(balances.collect())));
        }
        (!edits.is_empty()).then(|| Edit::Together {
            name: "Check and mend".to_owned(),
            edits,
        })
    }
}

impl CampFile {
    /// Compares ratings with a recalculation, of all weeks, those of sections and members' records with the crosstables, and the history with
    /// the records. Goes through all of the file.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn mending(&self) -> Result<Mending, StorageError> {
        self.unlike_records(&|_, _| (), &|| false)
    }

    /// The same, telling `reached` how many of how many steps are done; `None` once `stop` says that nobody waits for it any more.
    ///
    /// # Errors
    /// As of [`Self::mending`].
    pub fn mending_until(
        &self,
        reached: impl Fn(usize, usize),
        stop: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<Option<Mending>, StorageError> {
        self.ask_to_go_on(Some(stop.clone()))?;
        let mending = self.unlike_records(&reached, &stop);
        self.ask_to_go_on(None::<fn() -> bool>)?;
        if stop() {
            return Ok(None);
        }
        mending.map(Some)
    }

    fn unlike_records(
        &self,
        reached: &dyn Fn(usize, usize),
        stop: &dyn Fn() -> bool,
    ) -> Result<Mending, StorageError> {
        let current = week::current(&self.connection)?;
        let mut closed = week::all(&self.connection)?;
        closed.retain(Week::is_closed);
        // What closed weeks were, each of them, the open week, sections, members, history.
        let steps = closed.len() + 5;
        let mut done = 0;
        let mut next = || {
            done += 1;
            reached(done, steps);
        };
        reached(0, steps);
        let mut not_as_closed = digest::changed_weeks(&self.connection)?;
        next();
        let mut closed_weeks = Vec::new();
        for week in closed.into_iter().take_while(|_| !stop()) {
            if week.lacks_part {
                not_as_closed.push(week);
            } else if !not_as_closed.contains(&week) {
                let players = self.players_out_of_date(&week)?;
                closed_weeks.extend(players.map(|players| (week, players)));
            }
            next();
        }
        let is_at_last = current.id == week::last(&self.connection)?.id;
        let closes_first = (!is_at_last).then(|| current.clone());
        let open_week = self.open_week_to_mend(current, stop)?;
        next();
        let sections = unlike_crosstables(&self.connection, Later::AsComputed, stop)?;
        next();
        let mut members = self.recomputed(&WhichRecords::All)?;
        members.retain(|record| record.differs() && !record.is_of(&sections));
        next();
        let history = self.history_unlike_records()?;
        next();
        Ok(Mending {
            open_week,
            closed_weeks,
            not_as_closed,
            closes_first,
            members,
            sections,
            history,
        })
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
                "The history doesn’t fit the records, as “{step}” shows. Don’t undo, and clear the history in the window"
            )
        }))
    }

    fn open_week_to_mend(
        &self,
        current: Week,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<OpenWeek>, StorageError> {
        let kept = accepted::of_week(&self.connection, current.id)?;
        if current.is_closed() || keeps_ratings(&kept, current.id) {
            return Ok(None);
        }
        let go_on = |_, _| {
            if stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        // What keeps it from being recalculated is among the problems.
        let answer = recalculate(&self.ladder()?, go_on).ok();
        let answer = answer.filter(|answer| answer.changed > 0);
        Ok(answer.map(|answer| OpenWeek {
            week: current,
            changed: answer.changed,
            saved: answer.saved,
        }))
    }

    /// Of how many players its games don't give the ratings of a week; `None` if they do, or if none can be computed.
    fn players_out_of_date(&self, week: &Week) -> Result<Option<usize>, StorageError> {
        let problems = camp_ladder::problems(&self.load_week_alone(week.id)?);
        Ok(problems.iter().find_map(|problem| match problem {
            LadderProblem::RatingsOutOfDate { players } => *players,
            _ => None,
        }))
    }
}
