//! What makes a camp of rows that were saved: records that others name and that are gone are stood in for by their number, weeks are in
//! order, and closed weeks are known by what they are now.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, params, params_from_iter, types::Value};

use super::{
    report::{RepairNote, so_many},
    tables::{Key, KeyPart, Link, Table},
    us_chess,
};
use crate::{
    domain::{stand_in_name, within_sentence},
    storage::{
        StorageError, history,
        safety::{check, connection::quoted, digest},
        settings,
        uid::uid,
        week,
    },
};

/// What indexes know of records that are gone, by table, key and column.
pub(super) type Missing = BTreeMap<String, BTreeMap<Key, BTreeMap<String, Value>>>;

/// What was done so that the rows are a camp.
#[derive(Debug, Default)]
pub(super) struct Completed {
    /// Records of which only the number is known, by table.
    pub(super) stand_ins: BTreeMap<String, BTreeSet<Key>>,
    /// Records that were left out, by table: how many.
    pub(super) left_out: BTreeMap<String, usize>,
    pub(super) notes: Vec<String>,
}

/// Makes a camp of the rows. `name` is what it is called if that isn't known.
pub(super) fn complete(
    connection: &Connection,
    tables: &[Table],
    missing: &Missing,
    name: &str,
    today: Date,
) -> Result<Completed, StorageError> {
    let mut work = Work {
        connection,
        missing,
        today,
        done: Completed::default(),
    };
    work.cut_what_is_too_long()?;
    work.stand_in_for_weeks()?;
    work.stand_in_for_players()?;
    work.mend_links(tables)?;
    let taken_away = us_chess::close_up(connection)?;
    work.left_out("us_rating", taken_away);
    work.mend_camp(name)?;
    work.mend_weeks()?;
    work.mend_names_of_groups()?;
    work.mend_settings()?;
    work.forget_digests()?;
    Ok(work.done)
}

struct Work<'a> {
    connection: &'a Connection,
    missing: &'a Missing,
    today: Date,
    done: Completed,
}

impl Work<'_> {
    fn note(&mut self, note: impl Into<String>) {
        self.done.notes.push(note.into());
    }

    fn stood_in(&mut self, table: &str, key: Key) {
        self.done
            .stand_ins
            .entry(table.to_owned())
            .or_default()
            .insert(key);
    }

    fn left_out(&mut self, table: &str, count: usize) {
        if count > 0 {
            *self.done.left_out.entry(table.to_owned()).or_default() += count;
        }
    }

    /// What an index knows of a column of a record that is gone.
    fn known(&self, table: &str, key: &Key, column: &str) -> Option<Value> {
        let known = self.missing.get(table)?.get(key)?.get(column)?;
        (*known != Value::Null).then(|| known.clone())
    }

    /// The identity of a record that is gone, if its index has it.
    fn uid(&self, table: &str, key: &Key) -> Value {
        match self.known(table, key, "uid") {
            Some(Value::Text(known)) if known.chars().count() == 36 => Value::Text(known),
            _ => Value::Text(uid()),
        }
    }

    fn cut_what_is_too_long(&mut self) -> Result<(), StorageError> {
        for (table, column, most) in check::longest_texts() {
            let (table, column) = (quoted(table), quoted(column));
            let cut = self.connection.execute(
                &format!("UPDATE main.{table} SET {column} = substr({column}, 1, {most}) WHERE length({column}) > {most}"),
                [],
            )?;
            if cut > 0 {
                self.note(format!("{cut} texts that were too long were cut"));
            }
        }
        for (table, column, most) in check::NUMBERS {
            let sql = format!(
                "DELETE FROM main.{0} WHERE max({1}, -({1} + 1)) > {most}",
                quoted(table),
                quoted(column)
            );
            let left_out = self.connection.execute(&sql, [])?;
            self.left_out(table, left_out);
        }
        Ok(())
    }

    /// Weeks that are gone are there again, with as much as their games tell.
    fn stand_in_for_weeks(&mut self) -> Result<(), StorageError> {
        let mut gone = self
            .connection
            .prepare(
                "SELECT week_id FROM week_group UNION SELECT week_id FROM week_player UNION SELECT week_id FROM game
                 EXCEPT SELECT id FROM week",
            )?
            .query_map([], |row| row.get::<_, i64>(0))?
            .collect::<rusqlite::Result<BTreeSet<_>>>()?;
        let known = self.missing.get("week").into_iter().flatten();
        gone.extend(known.filter_map(|(key, _)| match key {
            Key::Row(id) => Some(*id),
            Key::Columns(_) => None,
        }));
        for id in gone {
            let key = Key::Row(id);
            let number = self.known("week", &key, "number");
            let inserted = self.connection.execute(
                "INSERT OR IGNORE INTO week (id, uid, number, first_day)
                 SELECT ?1, ?2,
                     coalesce(?3, (SELECT max(number) + 1 FROM week WHERE id < ?1
                         AND number + 1 NOT IN (SELECT number FROM week)), (SELECT max(number) + 1 FROM week), 1),
                     coalesce((SELECT min(played_on) FROM game WHERE week_id = ?1),
                         (SELECT max(first_day) FROM week WHERE id < ?1), ?4)",
                params![id, self.uid("week", &key), number, self.today.to_string()],
            )?;
            if inserted > 0 {
                self.stood_in("week", key);
            }
        }
        Ok(())
    }

    /// Who was in a week, as far as indexes know it: with the rating that he or she had before.
    fn stand_in_for_players(&mut self) -> Result<(), StorageError> {
        let missing = self.missing;
        for key in missing.get("week_player").into_iter().flatten() {
            let (key, _) = key;
            self.stand_in("week_player", key, "")?;
        }
        Ok(())
    }

    /// Every record that another one names is there. Where that can't be, the other one isn't either.
    fn mend_links(&mut self, tables: &[Table]) -> Result<(), StorageError> {
        /// A record that stands in for another one names further ones, but not for ever.
        const ROUNDS: usize = 10;
        for round in 0..=ROUNDS {
            let mut is_mended = true;
            for table in tables
                .iter()
                .filter(|table| !history::has_table(&table.name))
            {
                for link in &table.links {
                    for key in self.unmet(table, link)? {
                        is_mended = false;
                        let stands =
                            round < ROUNDS && self.stand_in(&link.to, &key, &table.name)?;
                        if !stands {
                            self.leave_out(table, link, &key)?;
                        }
                    }
                }
            }
            if is_mended {
                break;
            }
        }
        Ok(())
    }

    /// The keys that a table names, and that aren't there.
    fn unmet(&self, table: &Table, link: &Link) -> Result<Vec<Key>, StorageError> {
        let columns = link.columns.iter().map(|column| quoted(column));
        let columns = columns.collect::<Vec<_>>();
        let is_there = columns
            .iter()
            .map(|column| format!("it.{column} IS NOT NULL"));
        let pairs = columns.iter().zip(&link.its_columns);
        let is_same = pairs.map(|(column, its)| format!("that.{} = it.{column}", quoted(its)));
        let sql = format!(
            "SELECT DISTINCT {} FROM main.{} AS it WHERE {} AND NOT EXISTS (SELECT 1 FROM main.{} AS that WHERE {})",
            columns.join(", "),
            quoted(&table.name),
            is_there.collect::<Vec<_>>().join(" AND "),
            quoted(&link.to),
            is_same.collect::<Vec<_>>().join(" AND "),
        );
        let mut statement = self.connection.prepare(&sql)?;
        let keys = statement.query_map([], |row| {
            let parts = (0..columns.len()).map(|at| row.get::<_, i64>(at));
            let parts = parts.collect::<rusqlite::Result<Vec<_>>>()?;
            Ok(match parts.as_slice() {
                [one] => Key::Row(*one),
                more => Key::Columns(more.iter().copied().map(KeyPart::Number).collect()),
            })
        })?;
        Ok(keys.collect::<rusqlite::Result<_>>()?)
    }

    fn leave_out(&mut self, table: &Table, link: &Link, key: &Key) -> Result<(), StorageError> {
        let columns = link
            .columns
            .iter()
            .map(|column| format!("{} = ?", quoted(column)));
        let sql = format!(
            "DELETE FROM main.{} WHERE {}",
            quoted(&table.name),
            columns.collect::<Vec<_>>().join(" AND ")
        );
        let count = self
            .connection
            .execute(&sql, params_from_iter(key.values()))?;
        self.left_out(&table.name, count);
        Ok(())
    }

    /// Puts a record in the place of one that is gone, if anything can be said of it. `from` is the table that names it.
    fn stand_in(&mut self, table: &str, key: &Key, from: &str) -> Result<bool, StorageError> {
        let known = self.uid(table, key);
        // Another record may have come to the same identity.
        let stands = self.stand_in_as(table, key, from, &known)?
            || self.stand_in_as(table, key, from, &Value::Text(uid()))?;
        if stands {
            self.stood_in(table, key.clone());
        }
        Ok(stands)
    }

    fn stand_in_as(
        &self,
        table: &str,
        key: &Key,
        from: &str,
        uid: &Value,
    ) -> Result<bool, StorageError> {
        let connection = self.connection;
        let id = match key {
            Key::Row(id) => *id,
            Key::Columns(_) => 0,
        };
        let inserted = match (table, key) {
            ("person", _) => connection.execute(
                "INSERT OR IGNORE INTO person (id, uid, last_name, first_name) VALUES (?1, ?2, ?3, '')",
                params![id, uid, stand_in_name("Player", id)],
            )?,
            ("camp_group", _) => connection.execute(
                "INSERT OR IGNORE INTO camp_group (id, uid, name) VALUES (?1, ?2, ?3)",
                params![id, uid, stand_in_name("Group", id)],
            )?,
            ("extra_column", _) => connection.execute(
                "INSERT OR IGNORE INTO extra_column (id, kind, name, uid) VALUES (?1, ?2, ?3, ?4)",
                params![
                    id,
                    from.trim_end_matches("_extra"),
                    self.known(table, key, "name")
                        .unwrap_or_else(|| Value::Text(format!("Column {id}"))),
                    uid,
                ],
            )?,
            ("week_group", Key::Columns(parts)) => connection.execute(
                "INSERT OR IGNORE INTO week_group (week_id, group_id, skill_order)
                 SELECT ?1, ?2, coalesce(max(skill_order), 0) + 1 FROM week_group WHERE week_id = ?1",
                params_from_iter(values_of(parts)),
            )?,
            ("week_player", Key::Columns(parts)) => {
                let group = self.known(table, key, "group_id").unwrap_or(Value::Null);
                connection.execute(
                    "INSERT OR IGNORE INTO week_player (week_id, person_id, group_id, active, weekly_rating, permanent_rating, start_permanent)
                     SELECT ?1, ?2, ?3, 1, coalesce(start, 0), coalesce(start, 0), start FROM (SELECT coalesce(
                         (SELECT permanent_rating FROM week_player WHERE person_id = ?2 AND week_id < ?1 ORDER BY week_id DESC LIMIT 1),
                         (SELECT initial_rating FROM week_group WHERE week_id = ?1 AND group_id = ?3)) AS start)",
                    params_from_iter(values_of(parts).into_iter().chain([group])),
                )?
            }
            ("us_member", _) => connection.execute(
                "INSERT OR IGNORE INTO us_member (id, uid, member_id, last_name, first_name) VALUES (?1, ?2, ?3, ?4, '')",
                params![
                    id,
                    uid,
                    self.known(table, key, "member_id"),
                    stand_in_name("Member", id)
                ],
            )?,
            ("us_event", _) => connection.execute(
                "INSERT OR IGNORE INTO us_event (id, uid, event_id, name) VALUES (?1, ?2, ?3, ?4)",
                params![
                    id,
                    uid,
                    self.known(table, key, "event_id"),
                    stand_in_name("Event", id)
                ],
            )?,
            ("us_section", _) => connection.execute(
                "INSERT OR IGNORE INTO us_section (id, event_id, number, name, kind, half_k, time_controls, is_regular, is_quick, is_blitz, as_published)
                 SELECT ?1, coalesce(?2, max(id) + 1, 1), coalesce(?3, 1), ?4, 'swiss', 0, '', 1, 0, 0, 1 FROM us_event",
                params![
                    id,
                    self.known(table, key, "event_id"),
                    self.known(table, key, "number"),
                    stand_in_name("Section", id)
                ],
            )?,
            // What a game, a ladder or a meeting was can't be known by its number.
            _ => 0,
        };
        Ok(inserted > 0)
    }

    fn mend_camp(&mut self, name: &str) -> Result<(), StorageError> {
        let connection = self.connection;
        let is_there = connection.prepare("SELECT 1 FROM camp")?.exists([])?;
        if !is_there {
            connection.execute(
                "INSERT INTO camp (id, uid, name) VALUES (1, ?1, ?2)",
                [uid().as_str(), name],
            )?;
            self.note(format!(
                "The camp is called “{name}” as the file is: rename it if that is wrong"
            ));
        }
        let has_weeks = connection.prepare("SELECT 1 FROM week")?.exists([])?;
        if !has_weeks {
            week::open_first(connection, self.today)?;
            self.note("There is a new first week, as none was left");
        }
        // An older week that is open is the one that is worked on.
        connection.execute(
            "UPDATE camp SET current_week = (SELECT id FROM week ORDER BY number = (SELECT max(number) FROM week)
                 OR closed_on IS NOT NULL, number DESC LIMIT 1)
             WHERE current_week IS NULL OR current_week NOT IN (SELECT id FROM week)",
            [],
        )?;
        Ok(())
    }

    /// Only the current week and the last one are open.
    fn mend_weeks(&mut self) -> Result<(), StorageError> {
        let connection = self.connection;
        let closed = connection.execute(
            "UPDATE week SET closed_on = coalesce((SELECT max(played_on) FROM game WHERE week_id = week.id), first_day), digest = NULL
             WHERE closed_on IS NULL AND id IS NOT (SELECT current_week FROM camp) AND number <> (SELECT max(number) FROM week)",
            [],
        )?;
        if closed > 0 {
            self.note(format!(
                "{} closed, as only the last one can be open",
                if closed == 1 {
                    "1 older week is".to_owned()
                } else {
                    format!("{closed} older weeks are")
                }
            ));
        }
        connection.execute(
            "UPDATE camp SET current_week = (SELECT id FROM week ORDER BY number DESC LIMIT 1)
             WHERE (SELECT closed_on FROM week WHERE id = current_week) IS NOT NULL",
            [],
        )?;
        Ok(())
    }

    /// No two groups of a week have the same name.
    fn mend_names_of_groups(&mut self) -> Result<(), StorageError> {
        let same = "SELECT b.id FROM week_group AS one JOIN camp_group AS a ON a.id = one.group_id
             JOIN week_group AS two ON two.week_id = one.week_id AND two.group_id > one.group_id
             JOIN camp_group AS b ON b.id = two.group_id AND b.name = a.name LIMIT 1";
        while let Some(id) = self
            .connection
            .query_row(same, [], |row| row.get::<_, i64>(0))
            .optional()?
        {
            let name = format!("Group {id} (same name)");
            self.connection.execute(
                "UPDATE camp_group SET name = ?2 WHERE id = ?1",
                params![id, name],
            )?;
            self.note(format!(
                "Two groups had the same name: one is called “{name}” now"
            ));
        }
        Ok(())
    }

    fn mend_settings(&mut self) -> Result<(), StorageError> {
        for (sql, what) in [
            ("", ""),
            (
                "UPDATE camp SET logo = NULL, logo_kind = NULL",
                "The logo could not be read, and is left out",
            ),
            (
                "UPDATE camp SET colour = NULL, published_names = NULL, footer = ''",
                "The settings of the camp could not be read, and begin anew",
            ),
        ] {
            if !what.is_empty() {
                self.connection.execute(sql, [])?;
                self.note(what);
            }
            if settings::read(self.connection).is_ok_and(|read| read.problems().is_empty()) {
                break;
            }
        }
        Ok(())
    }

    /// Closed weeks that aren't what they were when they were closed: their ratings must not be computed anew from what is left of their games.
    fn forget_digests(&mut self) -> Result<(), StorageError> {
        for week in digest::changed_weeks(self.connection)? {
            self.connection
                .execute("UPDATE week SET digest = NULL WHERE id = ?1", [week.id.0])?;
            self.note(format!(
                "{} isn’t what it was when it was closed, and its ratings aren’t computed anew from what is left: compare its sheets",
                week.title()
            ));
        }
        Ok(())
    }
}

fn values_of(parts: &[KeyPart]) -> Vec<Value> {
    Key::Columns(parts.to_vec()).values()
}

/// Says what stands in for records that are gone.
pub(super) fn in_words(done: &Completed, names: impl Fn(&str, &Key) -> String) -> Vec<RepairNote> {
    let said = done.stand_ins.iter().map(|(table, keys)| {
        let what = match table.as_str() {
            "person" | "camp_group" | "us_member" | "us_event" | "us_section" | "extra_column" => {
                "Only the number is known, type the rest"
            }
            "week" => "The days and the label of a week are lost",
            "week_player" => "Ratings in a week are lost; the start rating is that of the week before or of the group",
            _ => "The rating of a group in a week is lost",
        };
        let names = keys.iter().map(|key| names(table, key)).collect();
        RepairNote::about(what, names)
    });
    let left = done.left_out.iter().map(|(table, count)| {
        let so_many = within_sentence(&so_many(table, *count));
        RepairNote::from(format!(
            "{so_many} left out, as what they belong to is lost"
        ))
    });
    said.chain(left).collect()
}
