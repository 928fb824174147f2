//! What a closed week was, in one number: a week that was closed is kept as it is, and so a week with another digest was changed by
//! something else than Camp Ladder.

use std::fmt::{Display, Write as _};

use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

use crate::{
    domain::{Field, FieldScope, FieldSpec, Game, Group, Player, Value, Week, WeekId},
    storage::{
        game, group, player,
        value::{Stored, is_of_week},
        week,
    },
};

/// A closed week that isn't what it was when it was closed.
pub(in crate::storage) fn changed_weeks(connection: &Connection) -> rusqlite::Result<Vec<Week>> {
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

/// Writes down what a closed week is from now on.
pub(in crate::storage) fn renew(connection: &Connection, week: &Week) -> rusqlite::Result<()> {
    let digest = of_week(connection, week)?;
    connection
        .prepare_cached("UPDATE main.week SET digest = ?1 WHERE id = ?2")?
        .execute(params![digest, week.id.0])?;
    Ok(())
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
    let fields = fields(connection)?;
    for group in group::all(connection, week.id)? {
        sum.group(&group, &fields);
    }
    let fields = self::fields(connection)?;
    for player in player::bare(connection, week.id)? {
        sum.player(&player, &fields);
    }
    let fields = self::fields(connection)?;
    for game in game::of_week(connection, week.id)? {
        sum.game(&game, &fields);
    }
    Ok(sum.finish())
}

/// Fields of a record.
type Fields<R> = Vec<&'static FieldSpec<R>>;

/// The fields of a record that belong to the week, in the order of their columns: that stays when a form gets another one.
fn fields<R: Stored>(connection: &Connection) -> rusqlite::Result<Fields<R>> {
    let table = R::table(FieldScope::Week);
    let statement = connection.prepare_cached(&format!("SELECT * FROM main.{table}"))?;
    let fields = R::FIELDS.iter().filter(|spec| is_of_week(&spec.about));
    let place = |spec: &'static FieldSpec<R>| {
        let place = statement.column_index(spec.about.column)?;
        Ok((place, spec))
    };
    let mut fields = fields.map(place).collect::<rusqlite::Result<Vec<_>>>()?;
    fields.sort_unstable_by_key(|(place, _)| *place);
    Ok(fields.into_iter().map(|(_, spec)| spec).collect())
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

    fn field<R>(&mut self, spec: &FieldSpec<R>, record: &R) {
        let about = &spec.about;
        let value = (spec.get)(record);
        if about.since_schema > 1 {
            // Of a week that was closed before there was such a field, the number stays what it was.
            if value == Value::Empty {
                return;
            }
            self.add(about.column);
        }
        match value {
            Value::Empty if about.kind.most().is_some() => self.add(""),
            Value::Empty => self.maybe(None::<&str>),
            Value::Text(text) => self.add(text),
            Value::Whole(number) | Value::Reference(number) => self.add(number),
            Value::Date(day) => self.add(day),
            Value::YesNo(yes) => self.add(yes),
            Value::OneOf(_) => self.maybe(about.kind.choice(&value).map(|choice| choice.stored)),
        }
    }

    fn group(&mut self, group: &Group, fields: &Fields<Group>) {
        self.add("group");
        self.add(group.id.0);
        for spec in fields {
            self.field(spec, group);
        }
        self.add(group.skill_order);
        self.maybe(group.imported_row.map(|row| row.0));
    }

    fn player(&mut self, player: &Player, fields: &Fields<Player>) {
        self.add("player");
        self.add(player.id.0);
        for spec in fields {
            self.field(spec, player);
            if spec.about.field == Field::Active {
                self.add(player.ratings.weekly);
                self.add(player.ratings.permanent);
            }
        }
        self.maybe(player.frozen.map(|frozen| frozen.weekly));
        self.maybe(player.frozen.map(|frozen| frozen.permanent));
        self.maybe(player.imported_number);
        self.maybe(player.imported_row.map(|row| row.0));
    }

    fn game(&mut self, game: &Game, fields: &Fields<Game>) {
        self.add("game");
        self.add(game.id.0);
        self.add(game.sequence);
        for spec in fields {
            self.field(spec, game);
        }
        self.maybe(game.entered);
        self.maybe(game.verified);
        if let Some(imported) = &game.imported {
            self.add(imported.number);
            self.add(&imported.texts.result);
            self.add(imported.texts.taken_for.sign());
            self.add(imported.row.0);
            self.extra(&imported.texts.extra);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;
    use crate::{
        domain::{
            GameId, GameResult, GroupId, ImportedFrom, ImportedTexts, PlayerId, Ratings, RowPrint,
        },
        storage::schema,
    };

    /// Camp files hold such numbers: made in another way, every closed week would be called a changed one.
    #[test]
    fn weeks_are_summed_up_as_ever() {
        let ratings = |weekly, permanent| Ratings { weekly, permanent };
        let connection = schema::empty(schema::newest()).expect("a schema");
        let mut sum = Sum(Sha256::new());
        let groups = fields(&connection).expect("fields");
        let players = fields(&connection).expect("fields");
        let games = fields(&connection).expect("fields");
        sum.group(
            &Group {
                id: GroupId(3),
                initial_rating: Some(400),
                imported_row: Some(RowPrint(-17)),
                ..Group::default()
            },
            &groups,
        );
        sum.group(&Group::default(), &groups);
        sum.player(
            &Player {
                last_name: "Lee".to_owned(),
                group: Some(GroupId(3)),
                ratings: ratings(410, 1205),
                start_permanent: Some(1200),
                joined: Some(date(2026, 7, 3)),
                ..Player::default()
            },
            &players,
        );
        sum.player(
            &Player {
                id: PlayerId(2),
                active: false,
                ratings: ratings(3, -4),
                frozen: Some(ratings(5, -6)),
                imported_number: Some(7),
                imported_row: Some(RowPrint(8)),
                ..Player::default()
            },
            &players,
        );
        sum.game(
            &Game {
                date: Some(date(2026, 7, 9)),
                counts: false,
                tournament: "Fall open".to_owned().into(),
                entered: "2026-07-09T10:00:00Z"
                    .parse()
                    .ok()
                    .and_then(|at: jiff::Timestamp| at.try_into().ok()),
                ..Game::new(PlayerId(1), PlayerId(2), GameResult::BlackWon)
            },
            &games,
        );
        sum.game(
            &Game {
                id: GameId(9),
                sequence: 2,
                imported: Some(ImportedFrom {
                    number: 17,
                    row: RowPrint(4),
                    texts: Arc::new(ImportedTexts {
                        result: "remis".into(),
                        taken_for: GameResult::Draw,
                        extra: [("Board".to_owned(), "3".to_owned())].into(),
                    }),
                }),
                ..Game::new(PlayerId(2), PlayerId(1), GameResult::WhiteWon)
            },
            &games,
        );
        assert_eq!(
            sum.finish(),
            "05e25aac241026764934d7b70edbc859f451566229bcea987d350cbe024a2e87"
        );
    }
}
