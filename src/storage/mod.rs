//! The only place that knows SQLite: opening, migrating, reading and changing a camp file.

mod accepted;
mod apply;
mod backup;
mod chain;
mod clock;
mod error;
mod extra;
mod game;
mod group;
mod history;
mod holder;
mod import;
mod ladder;
mod meeting;
mod mending;
mod merge;
mod open;
mod player;
mod repair;
mod safety;
mod schema;
mod seal;
mod settings;
mod uid;
mod us_chess;
mod value;
mod week;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rusqlite::Connection;

#[cfg(test)]
pub(crate) use self::backup::Hang;
pub use self::{
    apply::Occasion,
    backup::{
        Backup, BackupCounts, BackupError, BackupNote, BackupPlaces, BackupReason, Backups,
        BackupsOf, Behind, CameToNothing, FileHistory, Found, HeldCamp, MadeOf, MadeRoom, Newest,
        NewestGood, OwnBackups, RestoreSource, SecondPlace, Since, Snapshot, Unpacked,
        changes_since, lies_where_made, moved_aside_beside,
    },
    clock::real_clock,
    error::{Refusal, StorageError},
    history::{HistoryLimit, HistoryMove},
    mending::Mending,
    merge::ReadCopies,
    open::Mode,
    repair::{OnProgress, RepairNote, Repaired, RepairedTable, can_be_repaired, repair},
    us_chess::{
        CheckedSection, DirectedEvent, Invitation, Invited, Moved, Peak, PlayedSection,
        RateRequest, RatingRun, Recomputed, Refused, StoredMember, TitleCredit, UnlikeCrosstable,
        UsChessRefusal, WhichRecords, WhyNot,
    },
};
pub(crate) use self::{
    apply::{Applied, Changed, GAMES_FOLLOWED_AT_ONCE},
    error::OpenError,
    history::{HistoryMoved, NextSteps, Step, StepId},
    holder::Holder,
    safety::copy::TakenCopy,
    safety::image::{CampImage, ImagePace},
    safety::journal::MovedAside,
    safety::new_file::{NewCampFile, camp_name},
    safety::outside::{OutsideChange, is_same_file},
    safety::rebuild::LostHistory,
    week::WeekSummary,
};
use self::{
    history::Thinning,
    holder::HolderNote,
    safety::{check::Damage, outside::FileStamp},
};
pub(crate) use crate::files::path_text;
use crate::{
    domain::{CampData, Week, WeekId},
    files::WorkFolder,
    rating::camp_ladder::{Ladder, LadderBuilder},
};

/// An open camp file: the one connection to it, held exclusively until it is dropped.
#[derive(Debug)]
pub struct CampFile {
    // Dropped before the note, so that whoever sees the note gone can open the file.
    connection: Connection,
    note: Option<HolderNote>,
    path: PathBuf,
    /// Another number for each time that a file was opened.
    opening: u64,
    mode: Mode,
    /// What the file was when it was last saved; `None` for a camp in memory, and for one that is only looked at.
    stamp: Option<FileStamp>,
    /// Whether the whole file was looked through.
    is_checked: bool,
    /// Whether that takes no time that anybody notices.
    is_small: bool,
    moved_aside: Option<MovedAside>,
    /// What is broken beside the records. It goes before the first change.
    beside: Damage,
    /// Until then there is no history; afterwards it begins anew.
    lost_history: Option<LostHistory>,
    /// What is broken in a file of an older version, and isn't in what is looked at of it.
    left_out: Vec<String>,
    /// Whether a change was made since the file was opened.
    has_begun: bool,
    /// What makes backups of it, where that is wanted.
    backups: Option<Backups>,
    thinning: Thinning,
    /// The folder that the file lies in, where it goes with the camp.
    work: Option<WorkFolder>,
}

impl CampFile {
    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file can be changed.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Everything that the current week consists of: the one that is worked on, or was last.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn load(&self) -> Result<CampData, StorageError> {
        let current = week::current(&self.connection).map_err(|error| self.naming(error.into()))?;
        let camp = self.load_alone(current)?;
        self.among_others(camp)
    }

    /// Everything that a week of the camp consists of.
    ///
    /// # Errors
    /// There is no such week, the file is damaged, or the disk fails.
    pub fn load_week(&self, id: WeekId) -> Result<CampData, StorageError> {
        let camp = self.load_week_alone(id)?;
        self.among_others(camp)
    }

    /// The same without [`CampData::other_weeks`]: where all weeks are read, each would bring all others along.
    ///
    /// # Errors
    /// As of [`Self::load_week`].
    pub fn load_week_alone(&self, id: WeekId) -> Result<CampData, StorageError> {
        self.load_alone(week::by_id(&self.connection, id)?)
    }

    fn among_others(&self, mut camp: CampData) -> Result<CampData, StorageError> {
        camp.other_weeks = week::others(&self.connection, camp.week.id)?.into();
        Ok(camp)
    }

    /// All weeks of the camp with what they hold, the first one first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn week_summaries(&self) -> Result<Vec<WeekSummary>, StorageError> {
        Ok(week::summaries(&self.connection)?)
    }

    fn load_alone(&self, week: Week) -> Result<CampData, StorageError> {
        self.read_alone(week).map_err(|error| self.naming(error))
    }

    fn read_alone(&self, week: Week) -> Result<CampData, StorageError> {
        let connection = &self.connection;
        Ok(CampData {
            name: self.camp_name()?,
            settings: settings::read(connection)?.into(),
            columns: extra::columns(connection)?.into(),
            weeks: week::all(connection)?.into(),
            before: week::before(connection, &week)?.map(Arc::new),
            stale_weeks: chain::stale_weeks(connection, &week)?.into(),
            groups: group::all(connection, week.id)?.into(),
            players: player::all(connection, week.id)?.into(),
            next_player: player::next_number(connection)?,
            games: game::of_week(connection, week.id)?.into(),
            imported_elsewhere: game::imported_elsewhere(connection, week.id)?.into(),
            ladders: ladder::all(connection)?.into(),
            meetings: meeting::all(connection)?.into(),
            accepted: accepted::of_week(connection, week.id)?.into(),
            us_chess_sections: us_chess::section_count(connection)?,
            other_weeks: Arc::default(),
            week,
        })
    }

    /// What has changed in the current week since `before` was loaded, read anew; the rest is taken over.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn reload(&self, before: &CampData, changed: Changed) -> Result<CampData, StorageError> {
        let connection = &self.connection;
        let week = week::current(connection)?;
        if week.id != before.week.id {
            return self.load();
        }
        let mut camp = before.clone();
        // An import may have made some, and every change of a value counts in them.
        let columns = extra::columns(connection)?;
        if columns != *camp.columns {
            camp.columns = columns.into();
        }
        if changed.camp {
            camp.name = self.camp_name()?;
            camp.settings = settings::read(connection)?.into();
            camp.week = week;
            camp.weeks = week::all(connection)?.into();
            camp.imported_elsewhere = game::imported_elsewhere(connection, camp.week.id)?.into();
            camp.before = week::before(connection, &camp.week)?.map(Arc::new);
            camp.stale_weeks = chain::stale_weeks(connection, &camp.week)?.into();
        }
        if changed.weeks {
            camp.other_weeks = week::others(connection, camp.week.id)?.into();
        }
        if changed.club {
            camp.ladders = ladder::all(connection)?.into();
            camp.meetings = meeting::all(connection)?.into();
        }
        if changed.accepted {
            camp.accepted = accepted::of_week(connection, camp.week.id)?.into();
        }
        if changed.us_chess {
            camp.us_chess_sections = us_chess::section_count(connection)?;
        }
        if changed.groups {
            camp.groups = group::all(connection, before.week.id)?.into();
        }
        if changed.players {
            camp.players = player::all(connection, before.week.id)?.into();
            camp.next_player = player::next_number(connection)?;
        }
        if changed.games {
            camp.games = game::of_week(connection, before.week.id)?.into();
        }
        Ok(camp)
    }

    /// The current week as a recalculation wants it, without reading what it doesn't need: a million games are a
    /// matter of a fraction of a second.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn ladder(&self) -> Result<Ladder, StorageError> {
        let week = week::current(&self.connection)?;
        Ok(week_ladder(&self.connection, week.id)?)
    }

    /// Gives back memory that a large file has taken and nobody needs while nothing happens.
    pub fn rest(&self) {
        // Whatever keeps the file from saying how large it is will be said when something is done with it.
        let _ = safety::connection::rest(&self.connection);
    }

    fn camp_name(&self) -> Result<String, StorageError> {
        Ok(self
            .connection
            .query_row("SELECT name FROM camp", [], |row| row.get(0))?)
    }
}

fn week_ladder(connection: &Connection, week: WeekId) -> rusqlite::Result<Ladder> {
    let groups = group::all(connection, week)?;
    let players = player::bare(connection, week)?;
    let mut builder = LadderBuilder::new(&groups, &players);
    game::replay_into(connection, week, &mut builder)?;
    Ok(builder.finish())
}

#[cfg(test)]
pub(crate) use self::tests::spoil;

#[cfg(test)]
mod tests;
