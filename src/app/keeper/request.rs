//! What the keeper is asked to do.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jiff::{Timestamp, civil::Date};

use super::{Keeping, Report, Ticket, outlet::LastSaved};
use crate::{
    app::{ListedBackup, PutBack, reading::Reading},
    domain::{CampData, Edit, PlayerId, WeekId},
    storage::{Backup, HistoryMove, Mode, Refusal, StepId, TakenCopy},
};

/// A request, and what it was made for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) request: Request,
    /// The camp that the window had then, by the revision at which it was opened.
    pub(super) of: u64,
    pub(super) given_up: GivenUp,
}

/// Whether the window no longer waits for what it has asked for: it goes on in the camp before the one that is to be opened, or has a copy made
/// otherwise.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct GivenUp(Arc<AtomicBool>);

impl GivenUp {
    pub(in super::super) fn say(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the keeper is asked to do.
#[derive(Debug)]
pub(super) enum Request {
    Open(PathBuf, Mode),
    Create(PathBuf, String, Date, Option<Box<Origin>>),
    Sample(Date),
    Apply(Change),
    MoveInHistory(HistoryMove),
    History,
    /// With the backups of the camp, if they are to go, too.
    ForgetHistory {
        with_backups: bool,
    },
    /// Another week shall be shown; `None` for the current one.
    LookAt(Option<WeekId>),
    WeekList,
    Season,
    Read(Reading),
    Close,
    /// Looks through the whole file, until somebody no longer wants to know.
    CheckFile(Arc<AtomicBool>),
    /// Whether the file is still the one that was opened.
    LookOutside,
    /// Takes what is to be written into this place, if the window stays in its own file.
    TakeCopy(PathBuf, GivenUp),
    /// Writes what another keeper has taken, which doesn't wait for the drive of the copy so.
    WriteCopy(Box<TakenCopy>, PathBuf, GivenUp),
    /// Takes and writes it, and goes on in it where the file can't be saved any more.
    SaveCopy(PathBuf, GivenUp),
    /// Goes on in a copy of a camp that is only looked at, which is there.
    GoOnIn(PathBuf),
    /// Writes what another keeper has saved last into a new file, and goes on there, at this revision.
    GoOn(LastSaved, PathBuf, u64),
    /// `None`: the open camp.
    ReadOld(Option<PathBuf>),
    /// Puts it in this place, and opens it.
    PutBack(PutBack, PathBuf),
    /// Makes a new camp file of a backup.
    RestoreAs(Box<Backup>, PathBuf),
    /// Opens a backup to look at it.
    LookInto(Box<ListedBackup>),
    /// Has no answer of its own, as the next one: [`super::Report::BackedUp`] comes whenever a backup is made.
    BackUp,
    /// Gives up deleting backups in a place that is lost.
    GiveUpPlace(PathBuf),
    /// Camps are kept otherwise from now on.
    KeepOtherwise(Keeping),
}

/// The old camp that a new one goes on from, and who comes along.
#[derive(Debug)]
pub(in super::super) struct Origin {
    pub(in super::super) camp: CampData,
    pub(in super::super) chosen: HashSet<PlayerId>,
}

/// A change of the open camp.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) ticket: Ticket,
    pub(super) edit: Box<Edit>,
    pub(super) at: Timestamp,
    pub(super) ratings_follow: bool,
    /// The step of the history that the change belongs to.
    pub(super) joins: Option<StepId>,
    /// Makes the change only if the camp is still what it was at this revision.
    pub(super) only_at: Option<u64>,
}

impl Request {
    /// The backup, or the folder of backups, that it takes whether the camp is kept in them or not.
    pub(super) fn takes_backups(&self) -> bool {
        matches!(
            self,
            Self::ForgetHistory { with_backups: true }
                | Self::PutBack(PutBack::Backup(_), _)
                | Self::RestoreAs(..)
                | Self::LookInto(_)
        )
    }

    /// Whether another camp is open after it.
    pub(super) fn opens(&self) -> bool {
        matches!(
            self,
            Self::Open(..)
                | Self::Create(..)
                | Self::Sample(_)
                | Self::PutBack(..)
                | Self::LookInto(_)
        )
    }

    /// What it is answered where another camp is open than the one that it was meant for; `None` if it does no harm there.
    pub(super) fn refused_by_other(&self) -> Option<Report> {
        let refusal = Refusal::MeantForOther.into();
        Some(match self {
            Self::Apply(change) => Report::Refused(change.ticket, refusal),
            Self::MoveInHistory(_) | Self::ForgetHistory { .. } => Report::HistoryNotMoved(refusal),
            Self::LookAt(_) => Report::NotLooked(refusal),
            Self::GoOnIn(path) => Report::CopySaved {
                path: path.clone(),
                goes_on: false,
                up_to: None,
            },
            _ => return None,
        })
    }

    /// Where a copy is to lie that it is a part of making.
    pub(super) fn copy(&self) -> Option<&Path> {
        match self {
            Self::TakeCopy(path, _)
            | Self::WriteCopy(_, path, _)
            | Self::SaveCopy(path, _)
            | Self::GoOn(_, path, _) => Some(path),
            _ => None,
        }
    }

    /// The files that it takes besides the open one.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Open(path, _)
            | Self::Create(path, ..)
            | Self::SaveCopy(path, _)
            | Self::WriteCopy(_, path, _)
            | Self::GoOnIn(path)
            | Self::GoOn(_, path, _)
            | Self::PutBack(_, path)
            | Self::RestoreAs(_, path) => Some(path),
            Self::ReadOld(path) => path.as_deref(),
            _ => None,
        }
    }
}
