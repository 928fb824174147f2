//! The only place that knows SQLite: opening, migrating, reading and changing a camp file.

mod apply;
mod check;
mod error;
mod extra;
mod game;
mod group;
mod history;
mod holder;
mod import;
mod open;
mod player;
mod schema;
mod week;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use self::holder::HolderNote;
pub use self::{
    apply::{Applied, Changed, GAMES_FOLLOWED_AT_ONCE, Occasion},
    error::{OpenError, Refusal, StorageError},
    history::{NextSteps, Step, StepId, Turn, Turned},
    holder::Holder,
    open::Mode,
};
use crate::{
    domain::CampData,
    rating::camp_ladder::{Ladder, LadderBuilder},
};

/// An open camp file: the one connection to it, held exclusively until it is dropped.
#[derive(Debug)]
pub struct CampFile {
    // Dropped before the note, so that whoever sees the note gone can open the file.
    connection: Connection,
    _note: Option<HolderNote>,
    path: PathBuf,
    mode: Mode,
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

    /// Everything that the open week consists of.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn load(&self) -> Result<CampData, StorageError> {
        let week = week::open_week(&self.connection)?;
        Ok(CampData {
            name: self.camp_name()?,
            settings: std::sync::Arc::default(),
            weeks: vec![week.clone()].into(),
            before: None,
            groups: group::all(&self.connection)?.into(),
            players: player::all(&self.connection)?.into(),
            next_player: player::next_number(&self.connection)?,
            games: game::of_week(&self.connection, week.id)?.into(),
            week,
        })
    }

    /// What has changed since `before` was loaded, read anew; the rest is taken over.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn reload(&self, before: &CampData, changed: Changed) -> Result<CampData, StorageError> {
        let mut camp = before.clone();
        if changed.camp {
            camp.name = self.camp_name()?;
            camp.week = week::open_week(&self.connection)?;
        }
        if changed.groups {
            camp.groups = group::all(&self.connection)?.into();
        }
        if changed.players {
            camp.players = player::all(&self.connection)?.into();
            camp.next_player = player::next_number(&self.connection)?;
        }
        if changed.games {
            camp.games = game::of_week(&self.connection, camp.week.id)?.into();
        }
        Ok(camp)
    }

    /// The open week as a recalculation wants it, without reading what it doesn't need: a million games are a
    /// matter of a fraction of a second.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn ladder(&self) -> Result<Ladder, StorageError> {
        Ok(ladder(&self.connection)?)
    }

    fn camp_name(&self) -> Result<String, StorageError> {
        Ok(self
            .connection
            .query_row("SELECT name FROM camp", [], |row| row.get(0))?)
    }
}

fn ladder(connection: &Connection) -> rusqlite::Result<Ladder> {
    let week = week::open_week(connection)?;
    let groups = group::all(connection)?;
    let players = player::bare(connection)?;
    let mut builder = LadderBuilder::new(&groups, &players);
    game::replay_into(connection, week.id, &mut builder)?;
    Ok(builder.finish())
}

#[cfg(test)]
mod tests;
