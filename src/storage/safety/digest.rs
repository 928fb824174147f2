//! What a closed week was, in one number: a week that was closed is kept as it is, and so a week with another digest was changed by
//! something else than Camp Ladder.

use std::fmt::{Display, Write as _};

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use crate::{
    domain::{Game, Group, Player, Week, WeekId},
    storage::{game, group, player, week},
};

/// A closed week that isn't what it was when it was closed.
pub(super) fn changed_weeks(connection: &Connection) -> rusqlite::Result<Vec<Week>> {
    let kept = connection
        .prepare("SELECT id, digest FROM main.week WHERE digest IS NOT NULL AND closed_on IS NOT NULL ORDER BY number")?
        .query_map([], |row| Ok((WeekId(row.get(0)?), row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(WeekId, String)>>>()?;
    let mut changed = Vec::new();
    for (id, digest) in kept {
        let week = week::row_of(connection, id)?;
        if of_week(connection, &week)? != digest {
            changed.push(week);
        }
    }
    Ok(changed)
}

/// Everything that belongs to the week but its label, which may be changed later, as may names and whatever else is true of a person or a group
/// in all weeks. 64 hexadecimal digits.
pub(in crate::storage) fn of_week(
    connection: &Connection,
    week: &Week,
) -> rusqlite::Result<String> {
    let mut sum = Sum(Sha256::new());
    sum.add(week.number);
    sum.add(week.opened_on);
    sum.maybe(week.closed_on);
    for group in group::all(connection, week.id)? {
        sum.group(&group);
    }
    for player in player::bare(connection, week.id)? {
        sum.player(&player);
    }
    for game in game::of_week(connection, week.id)? {
        sum.game(&game);
    }
    Ok(sum.finish())
}

struct Sum(Sha256);

impl Sum {
    /// With its length before it, so that no two lists of values look the same.
    fn add(&mut self, value: impl Display) {
        let text = value.to_string();
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    fn maybe(&mut self, value: Option<impl Display>) {
        match value {
            Some(value) => self.add(value),
            None => self.0.update(u64::MAX.to_le_bytes()),
        }
    }

    fn extra(&mut self, extra: &[(String, String)]) {
        self.add(extra.len());
        for (name, value) in extra {
            self.add(name);
            self.add(value);
        }
    }

    fn group(&mut self, group: &Group) {
        self.add("group");
        self.add(group.id.0);
        self.maybe(group.initial_rating);
        self.add(group.skill_order);
        self.maybe(group.imported_row.map(|row| row.0));
    }

    fn player(&mut self, player: &Player) {
        self.add("player");
        self.add(player.id.0);
        self.maybe(player.group.map(|group| group.0));
        self.add(player.active);
        self.add(player.ratings.weekly);
        self.add(player.ratings.permanent);
        self.maybe(player.start_permanent);
        self.maybe(player.frozen.map(|frozen| frozen.weekly));
        self.maybe(player.frozen.map(|frozen| frozen.permanent));
        self.maybe(player.imported_number);
        self.maybe(player.imported_row.map(|row| row.0));
    }

    fn game(&mut self, game: &Game) {
        self.add("game");
        self.add(game.id.0);
        self.add(game.sequence);
        self.add(game.white.0);
        self.add(game.black.0);
        self.add(game.result.sign());
        self.maybe(game.date);
        self.add(game.counts);
        self.add(&game.tournament);
        self.maybe(game.entered);
        self.maybe(game.verified);
        if let Some(imported) = &game.imported {
            self.add(imported.number);
            self.add(&imported.result_text);
            self.add(imported.result.sign());
            self.add(imported.row.0);
            self.extra(&imported.extra);
        }
    }

    fn finish(self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.0.finalize() {
            // Writing to a text can't fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}
