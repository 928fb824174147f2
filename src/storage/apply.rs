//! The one way in which a camp file changes: a named edit, in one transaction, whole or not at all.

use std::ops::ControlFlow;

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior};

use super::{
    BackupReason, CampFile, OutsideChange, Refusal, StepId, StorageError, accepted, chain, extra,
    game, group, history, import, ladder, meeting, merge, player, real_clock,
    safety::{connection, journal},
    seal, settings, us_chess, week, week_ladder,
};
use crate::{
    domain::{Edit, Record, WeekId, check_camp_name, keeps_ratings, within_years},
    rating::camp_ladder::{self, NoAnswer},
};

/// In a week with more games the ratings don't follow in the transaction of a change, as the next change would have to wait
/// for them: they are a matter of some milliseconds up to here.
pub(crate) const GAMES_FOLLOWED_AT_ONCE: usize = 20_000;

/// Which tables a change touched, so that only those are read anew.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one flag a table, each set on its own"
)]
pub struct Changed {
    pub camp: bool,
    pub groups: bool,
    pub players: bool,
    pub games: bool,
    /// Further ladders and meetings.
    pub club: bool,
    /// Weeks other than the current one.
    pub weeks: bool,
    /// What is called right among the problems of a week.
    pub accepted: bool,
    /// Members, events and sections of US Chess.
    pub us_chess: bool,
}

impl Changed {
    fn new(edit: &Edit) -> Self {
        let mut changed = Self::default();
        match edit {
            Edit::RenameCamp(_) | Edit::ChangeSettings(_) => changed.camp = true,
            Edit::ChangeWeek { .. } => {
                changed.camp = true;
                changed.weeks = true;
            }
            // What a camp knows of its columns is always read anew.
            Edit::AddColumn { .. } | Edit::RenameColumn { .. } => {}
            Edit::DeleteColumn(_) => {
                changed.groups = true;
                changed.players = true;
                changed.add(Self::other_weeks());
            }
            // Another week may be the current one afterwards.
            Edit::CloseWeek { .. } | Edit::ReopenWeek(_) | Edit::StartWeek(_) => {
                changed = Self::all();
            }
            Edit::AddLadder(_)
            | Edit::ChangeLadder(_)
            | Edit::DeleteLadder(_)
            | Edit::AddMeeting(_)
            | Edit::ChangeMeeting(_)
            | Edit::DeleteMeeting(_) => changed.club = true,
            Edit::AcceptProblems(_) => changed.accepted = true,
            Edit::UsChess(_) => changed.us_chess = true,
            Edit::AddGroup(_) | Edit::DeleteGroup(_) | Edit::OrderGroups(_) => {
                changed.groups = true;
            }
            // Names are those of all weeks.
            Edit::ChangeGroup(_) => {
                changed.groups = true;
                changed.add(Self::other_weeks());
            }
            Edit::ChangePlayer(_) => {
                changed.players = true;
                changed.add(Self::other_weeks());
            }
            Edit::AddPlayer(_)
            | Edit::DeletePlayer(_)
            | Edit::FillBlankStarts
            | Edit::CarryStarts
            | Edit::SaveRatings(_) => changed.players = true,
            Edit::AddGame { .. }
            | Edit::ChangeGame(_)
            | Edit::DeleteGame(_)
            | Edit::MoveGame { .. }
            | Edit::VerifyGame { .. } => changed.games = true,
            Edit::Import(import) => {
                changed.groups = !import.groups.is_empty();
                changed.players = !import.players.is_empty();
                changed.games = !(import.new_games.is_empty() && import.changed_games.is_empty());
                if changed.groups || changed.players {
                    changed.add(Self::other_weeks());
                }
            }
            Edit::Merge(_) => changed = Self::all(),
            Edit::Together { edits, .. } => {
                for edit in edits {
                    changed.add(Self::new(edit));
                }
            }
        }
        changed
    }

    const fn all() -> Self {
        Self {
            camp: true,
            groups: true,
            players: true,
            games: true,
            club: true,
            weeks: true,
            accepted: true,
            us_chess: true,
        }
    }

    /// What other weeks show, and what the current one shows of them.
    pub(super) const fn other_weeks() -> Self {
        Self {
            camp: true,
            groups: false,
            players: false,
            games: false,
            club: false,
            weeks: true,
            accepted: false,
            us_chess: false,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.camp |= other.camp;
        self.groups |= other.groups;
        self.players |= other.players;
        self.games |= other.games;
        self.club |= other.club;
        self.weeks |= other.weeks;
        self.accepted |= other.accepted;
        self.us_chess |= other.us_chess;
    }
}

/// How a change goes into the history, and what follows from it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Occasion {
    /// What is done, in the words of a menu.
    pub name: String,
    pub at: Timestamp,
    /// Whether the ratings follow in the same transaction, as if Recalc Ratings had been pressed.
    pub ratings_follow: bool,
    /// The step that the change belongs to, and is undone with. It must be the last one that is done.
    pub joins: Option<StepId>,
}

impl Occasion {
    /// A change of its own, made now, that leaves the ratings to the button.
    pub fn now(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            at: within_years(real_clock()).timestamp(),
            ratings_follow: false,
            joins: None,
        }
    }
}

/// A change that was saved.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Applied {
    pub changed: Changed,
    /// The record that was added, if one was.
    pub added: Option<Record>,
    /// The ratings were to follow, but the week is too long for that to be done in passing.
    pub ratings_wait: bool,
    /// What somebody else did to the file meanwhile: the change is made in what the program holds, and can't be called saved.
    pub outside: Option<OutsideChange>,
}

impl CampFile {
    /// Makes a change and commits it, with what brings it back.
    ///
    /// # Errors
    /// The change is refused with a reason, or the disk fails. Then the file is as it was.
    pub fn apply(&mut self, edit: &Edit, occasion: &Occasion) -> Result<Applied, StorageError> {
        self.refuse_unless_ours_and_thin()?;
        self.back_up_before(edit);
        if BackupReason::before(edit).is_some() {
            connection::begin_to_write(&self.connection)?;
        }
        let mut applied = self
            .carry_out(edit, occasion)
            .map_err(StorageError::while_saving)?;
        applied.outside = self.committed();
        Ok(applied)
    }

    fn carry_out(&mut self, edit: &Edit, occasion: &Occasion) -> Result<Applied, StorageError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let step = match occasion.joins {
            Some(step) if history::last_done(&transaction)?.is_some_and(|last| last.id == step) => {
                step
            }
            Some(_) => return Err(Refusal::Outdated.into()),
            None => history::begin_step(&transaction, &occasion.name, occasion.at)?,
        };
        journal::stamp(&transaction)?;
        history::begin_recording(&transaction, Some(step))?;
        if edit.changes_week() {
            week::open(&transaction)?;
        }
        let mut applied = Applied {
            changed: Changed::new(edit),
            added: carry_out(&transaction, edit, occasion.at)?,
            ratings_wait: false,
            outside: None,
        };
        if occasion.ratings_follow && edit.moves_ratings() {
            let week = week::current(&transaction)?;
            let games = game::last_sequence(&transaction, week.id)?;
            if usize::try_from(games).is_ok_and(|games| games <= GAMES_FOLLOWED_AT_ONCE) {
                applied.changed.players |= follow(&transaction, week.id)?;
            } else {
                applied.ratings_wait = true;
            }
        }
        if occasion.joins.is_none() {
            history::keep_step(&transaction, step)?;
        }
        history::begin_recording(&transaction, None)?;
        transaction.commit().map_err(StorageError::of_commit)?;
        Ok(applied)
    }
}

/// Makes a change. Returns the record that was added, if one was.
fn carry_out(
    connection: &Connection,
    edit: &Edit,
    at: Timestamp,
) -> Result<Option<Record>, StorageError> {
    let week = week::current(connection)?.id;
    match edit {
        Edit::RenameCamp(name) => {
            group::refuse_if_invalid(check_camp_name(name))?;
            connection.execute("UPDATE camp SET name = ?1", [name])?;
        }
        Edit::ChangeSettings(changed) => settings::save(connection, changed)?,
        Edit::CloseWeek { on } => {
            recalculate(connection, week)?;
            week::close(connection, *on)?;
        }
        Edit::ReopenWeek(id) => week::reopen(connection, *id)?,
        Edit::StartWeek(next) => week::start_next(connection, next)?,
        Edit::ChangeWeek { week, details } => week::change(connection, *week, details)?,
        Edit::AddColumn { kind, name } => extra::add_column(connection, *kind, name)?,
        Edit::RenameColumn { column, name } => extra::rename_column(connection, *column, name)?,
        Edit::DeleteColumn(column) => extra::delete_column(connection, *column)?,
        Edit::AddGroup(group) => {
            return Ok(Some(Record::Group(group::add(connection, week, group)?)));
        }
        Edit::ChangeGroup(group) => group::change(connection, week, group)?,
        Edit::DeleteGroup(id) => group::delete(connection, week, *id)?,
        Edit::OrderGroups(groups) => group::order(connection, week, groups)?,
        Edit::AddPlayer(player) => {
            return Ok(Some(Record::Player(player::add(connection, week, player)?)));
        }
        Edit::ChangePlayer(player) => player::change(connection, week, player)?,
        Edit::DeletePlayer(id) => player::delete(connection, week, *id)?,
        Edit::FillBlankStarts => {
            player::fill_blank_starts(connection, week)?;
        }
        Edit::CarryStarts => {
            let week = week::current(connection)?;
            if let Some(before) = week::before(connection, &week)? {
                chain::carry_starts(connection, week.id, &before.players)?;
            }
        }
        Edit::AddGame { game, before } => {
            let added = game::add(connection, week, game, *before, at)?;
            return Ok(Some(Record::Game(added)));
        }
        Edit::ChangeGame(game) => game::change(connection, week, game)?,
        Edit::DeleteGame(id) => game::delete(connection, week, *id)?,
        Edit::MoveGame { game, before } => game::move_before(connection, week, *game, *before)?,
        Edit::VerifyGame { game, verified } => {
            game::verify(connection, week, *game, verified.then_some(at))?;
        }
        Edit::SaveRatings(saved) => player::save_ratings(connection, week, saved)?,
        Edit::AcceptProblems(acceptance) => accepted::save(connection, acceptance)?,
        Edit::AddLadder(added) => ladder::add(connection, added)?,
        Edit::ChangeLadder(changed) => ladder::change(connection, changed)?,
        Edit::DeleteLadder(id) => ladder::delete(connection, *id)?,
        Edit::AddMeeting(added) => {
            return meeting::add(connection, added).map(|id| Some(id.into()));
        }
        Edit::ChangeMeeting(changed) => meeting::change(connection, changed)?,
        Edit::DeleteMeeting(id) => meeting::delete(connection, *id)?,
        Edit::Import(import) => {
            import::carry_out(connection, week, import)?;
        }
        Edit::UsChess(change) => us_chess::carry_out(connection, change)?,
        Edit::Merge(merge) => {
            merge::carry_out(connection, merge)?;
            if !merge.plan.changes_nothing() {
                merge::rate_listed(connection, &merge.plan.listed)?;
                follow_in_open_weeks(connection)?;
            }
        }
        Edit::Together { edits, .. } => {
            for edit in edits {
                carry_out(connection, edit, at)?;
            }
        }
    }
    Ok(None)
}

/// Recalculates, and saves the ratings that are others now; whether any are. What keeps Recalc Ratings from starting keeps the
/// ratings as they are: the change itself is saved all the same, and the list of problems says the rest. So does what a week has lost.
fn follow(connection: &Connection, week: WeekId) -> Result<bool, StorageError> {
    if keeps_ratings(&accepted::of_week(connection, week)?, week) {
        return Ok(false);
    }
    match recalculate(connection, week) {
        Err(StorageError::Refused(Refusal::NotRecalculated(_))) => Ok(false),
        answer => answer,
    }
}

/// After a merge the ratings are those of the games of both, also of a week that waits until an older one is closed again: its standings are
/// printed, too.
fn follow_in_open_weeks(connection: &Connection) -> Result<(), StorageError> {
    seal::lift(connection, true)?;
    for week in week::all(connection)? {
        if !week.is_closed() {
            follow(connection, week.id)?;
        }
    }
    Ok(seal::lift(connection, false)?)
}

/// Recalculates, and saves the ratings that are others now; whether any are.
fn recalculate(connection: &Connection, week: WeekId) -> Result<bool, StorageError> {
    let ladder = week_ladder(connection, week)?;
    match camp_ladder::recalculate(&ladder, |_, _| ControlFlow::Continue(())) {
        Ok(answer) if answer.changed > 0 => {
            player::save_ratings(connection, week, &answer.saved)?;
            Ok(true)
        }
        Ok(_) | Err(NoAnswer::Cancelled) => Ok(false),
        Err(NoAnswer::Problems(problems)) => Err(Refusal::NotRecalculated(problems).into()),
    }
}
