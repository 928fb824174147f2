//! The one way in which a camp file changes: a named edit, in one transaction, whole or not at all.

use rusqlite::TransactionBehavior;

use super::{CampFile, Mode, StorageError, game, group, import, player, week};
use crate::domain::{Edit, Record, check_camp_name};

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
}

/// A change that was saved.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Applied {
    pub changed: Changed,
    /// The record that was added, if one was.
    pub added: Option<Record>,
}

impl CampFile {
    /// Makes a change and commits it.
    ///
    /// # Errors
    /// The change is refused with a reason, or the disk fails. Then the file is as it was.
    pub fn apply(&mut self, edit: &Edit) -> Result<Applied, StorageError> {
        if self.mode == Mode::Look {
            return Err(StorageError::ReadOnly);
        }
        self.carry_out(edit).map_err(StorageError::while_saving)
    }

    fn carry_out(&mut self, edit: &Edit) -> Result<Applied, StorageError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut changed = Changed::default();
        let mut added = None;
        match edit {
            Edit::RenameCamp(name) => {
                group::refuse_if_invalid(check_camp_name(name))?;
                transaction.execute("UPDATE camp SET name = ?1", [name])?;
                changed.camp = true;
            }
            Edit::AddGroup(group) => {
                added = Some(Record::Group(group::add(&transaction, group)?));
                changed.groups = true;
            }
            Edit::ChangeGroup(group) => {
                group::change(&transaction, group)?;
                changed.groups = true;
            }
            Edit::DeleteGroup(id) => {
                group::delete(&transaction, *id)?;
                changed.groups = true;
            }
            Edit::OrderGroups(groups) => {
                group::order(&transaction, groups)?;
                changed.groups = true;
            }
            Edit::AddPlayer(player) => {
                added = Some(Record::Player(player::add(&transaction, player)?));
                changed.players = true;
            }
            Edit::ChangePlayer(player) => {
                player::change(&transaction, player)?;
                changed.players = true;
            }
            Edit::DeletePlayer(id) => {
                player::delete(&transaction, *id)?;
                changed.players = true;
            }
            Edit::FillBlankStarts => {
                player::fill_blank_starts(&transaction)?;
                changed.players = true;
            }
            Edit::AddGame(game) => {
                let week = week::open_week(&transaction)?;
                added = Some(Record::Game(game::add(&transaction, week.id, game)?));
                changed.games = true;
            }
            Edit::ChangeGame(game) => {
                game::change(&transaction, game)?;
                changed.games = true;
            }
            Edit::DeleteGame(id) => {
                game::delete(&transaction, *id)?;
                changed.games = true;
            }
            Edit::SaveRatings(saved) => {
                player::save_ratings(&transaction, saved)?;
                changed.players = true;
            }
            Edit::Import(import) => {
                let week = week::open_week(&transaction)?;
                import::carry_out(&transaction, week.id, import)?;
                changed = Changed {
                    camp: false,
                    groups: !import.groups.is_empty(),
                    players: !import.players.is_empty(),
                    games: !(import.new_games.is_empty() && import.changed_games.is_empty()),
                };
            }
        }
        transaction.commit()?;
        Ok(Applied { changed, added })
    }
}
