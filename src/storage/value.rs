//! The described fields of a record as the camp file has them. Here a [`Value`] becomes one of SQLite's and back, and statements get their
//! columns from the descriptions.

use jiff::civil::Date;
use rusqlite::{
    CachedStatement, Connection, Error, Row, Statement, ToSql,
    types::{Type, Value as Sql, ValueRef},
};

use crate::domain::{About, Described, FieldScope, FieldSpec, Game, Group, Kind, Player, Value};

/// A record whose described fields are columns.
pub(super) trait Stored: Described {
    /// The table with the fields of this scope.
    fn table(scope: FieldScope) -> &'static str;
}

impl Stored for Player {
    fn table(scope: FieldScope) -> &'static str {
        match scope {
            FieldScope::AllWeeks => "person",
            FieldScope::Week => "week_player",
        }
    }
}

impl Stored for Group {
    fn table(scope: FieldScope) -> &'static str {
        match scope {
            FieldScope::AllWeeks => "camp_group",
            FieldScope::Week => "week_group",
        }
    }
}

impl Stored for Game {
    fn table(_scope: FieldScope) -> &'static str {
        "game"
    }
}

/// Whether a field is true of a person, or of a group, in all weeks.
pub(super) fn is_of_person(about: &About) -> bool {
    about.scope == FieldScope::AllWeeks
}

/// Whether a field belongs to a week.
pub(super) fn is_of_week(about: &About) -> bool {
    about.scope == FieldScope::Week
}

/// All fields, of a record that has one table.
pub(super) fn every(_about: &About) -> bool {
    true
}

/// Columns of a table, from which a statement is made.
#[derive(Debug)]
pub(super) struct Columns(Vec<&'static str>);

impl Columns {
    /// The described fields for which `is_one` holds.
    pub(super) fn new<R: Stored>(is_one: impl Fn(&About<'static>) -> bool) -> Self {
        let about = R::FIELDS.iter().map(|spec| &spec.about);
        let columns = about.filter(|about| is_one(about)).map(|it| it.column);
        Self(columns.collect())
    }

    pub(super) fn and(mut self, more: &[&'static str]) -> Self {
        self.0.extend(more);
        self
    }

    pub(super) fn insert_into(&self, table: &str) -> String {
        let given = self.each(|column| format!(":{column}"));
        format!("INSERT INTO {table} ({}) VALUES ({given})", self.listed())
    }

    /// `last_name, first_name`
    pub(super) fn listed(&self) -> String {
        self.0.join(", ")
    }

    /// `last_name = :last_name, first_name = :first_name`
    pub(super) fn set(&self) -> String {
        self.each(|column| format!("{column} = :{column}"))
    }

    fn each(&self, text: impl Fn(&str) -> String) -> String {
        let texts = self.0.iter().map(|column| text(column));
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// What a statement is given, each value by the name of its column.
#[derive(Debug, Default)]
pub(super) struct Given(Vec<(String, Sql)>);

impl Given {
    /// The described fields for which `is_one` holds.
    pub(super) fn new<R: Stored>(record: &R, is_one: impl Fn(&About<'static>) -> bool) -> Self {
        let fields = R::FIELDS.iter().filter(|spec| is_one(&spec.about));
        fields.fold(Self::default(), |given, spec| {
            let value = to_sql(spec.about.kind, (spec.get)(record));
            given.and(spec.about.column, value)
        })
    }

    pub(super) fn and(mut self, column: &str, value: impl Into<Sql>) -> Self {
        self.0.push((format!(":{column}"), value.into()));
        self
    }

    /// Carries out a statement. How many rows it touched.
    pub(super) fn execute(&self, mut statement: CachedStatement<'_>) -> rusqlite::Result<usize> {
        let values = self.0.iter();
        let values = values.map(|(name, value)| (name.as_str(), value as &dyn ToSql));
        statement.execute(values.collect::<Vec<_>>().as_slice())
    }
}

/// Some columns of one row, to be changed.
#[derive(Debug)]
pub(super) struct Changed {
    columns: Columns,
    given: Given,
    key: Vec<String>,
}

impl Changed {
    /// The described fields for which `is_one` holds, as the record has them.
    pub(super) fn new<R: Stored>(record: &R, is_one: impl Fn(&About<'static>) -> bool) -> Self {
        Self {
            columns: Columns::new::<R>(&is_one),
            given: Given::new(record, is_one),
            key: Vec::new(),
        }
    }

    /// The row has this value in a column.
    pub(super) fn of(mut self, column: &str, value: impl Into<Sql>) -> Self {
        self.given = self.given.and(column, value);
        self.key.push(format!("{column} = :{column}"));
        self
    }

    /// Changes the row, together with what follows from that; nothing if no column is to be changed.
    pub(super) fn update(
        self,
        connection: &Connection,
        table: &str,
        follows: &str,
    ) -> rusqlite::Result<()> {
        if self.columns.0.is_empty() {
            return Ok(());
        }
        let (set, key) = (self.columns.set(), self.key.join(" AND "));
        let update = format!("UPDATE {table} SET {set}{follows} WHERE {key}");
        self.given.execute(connection.prepare_cached(&update)?)?;
        Ok(())
    }
}

/// Where the described fields of a record stand in the rows of a statement: looked up once, as there may be a million of them.
pub(super) struct Places<R>(Vec<Place<R>>);

type Place<R> = (usize, Kind, fn(&mut R, Value));

impl<R: Stored> Places<R> {
    pub(super) fn new(statement: &Statement<'_>) -> rusqlite::Result<Self> {
        let at = |spec: &'static FieldSpec<R>| {
            let place = statement.column_index(spec.about.column)?;
            Ok((place, spec.about.kind, spec.set))
        };
        R::FIELDS.iter().map(at).collect::<Result<_, _>>().map(Self)
    }

    /// Puts the values of a row into a record that is blank.
    pub(super) fn fill(&self, row: &Row<'_>, record: &mut R) -> rusqlite::Result<()> {
        for &(place, kind, set) in &self.0 {
            let stored = row.get_ref(place)?;
            if !matches!(stored, ValueRef::Null | ValueRef::Text([])) {
                set(record, from_sql(kind, stored, place)?);
            }
        }
        Ok(())
    }
}

fn to_sql(kind: Kind, value: Value) -> Sql {
    match value {
        Value::Empty if kind.most().is_some() => Sql::Text(String::new()),
        Value::Empty => Sql::Null,
        Value::Text(text) => Sql::Text(text),
        Value::Whole(number) | Value::Reference(number) => Sql::Integer(number),
        Value::Date(day) => Sql::Text(day.to_string()),
        Value::YesNo(yes) => Sql::Integer(yes.into()),
        Value::OneOf(_) => kind
            .choice(&value)
            .map_or(Sql::Null, |choice| Sql::Integer(choice.stored.into())),
    }
}

/// `place` is the column's, for what is said of a value that can't be.
#[inline]
fn from_sql(kind: Kind, stored: ValueRef<'_>, place: usize) -> rusqlite::Result<Value> {
    Ok(match kind {
        Kind::Name | Kind::Line { .. } | Kind::Notes { .. } => stored.as_str()?.into(),
        Kind::Rating => {
            let number = stored.as_i64()?;
            let rating = i32::try_from(number);
            let rating = rating.map_err(|_| Error::IntegralValueOutOfRange(place, number))?;
            Value::Whole(rating.into())
        }
        Kind::Number { .. } => Value::Whole(stored.as_i64()?),
        Kind::Date => date(stored, place)?.into(),
        Kind::YesNo => Value::YesNo(stored.as_i64()? != 0),
        Kind::OneOf(_) => {
            let number = stored.as_i64()?;
            kind.stored(number).ok_or_else(|| {
                let unknown = format!("{number} is none of the values of this column");
                Error::FromSqlConversionFailure(place, Type::Integer, unknown.into())
            })?
        }
        Kind::Group | Kind::Player => Value::Reference(stored.as_i64()?),
    })
}

/// A date as the camp file stores it, "2026-07-06".
pub(super) fn date(stored: ValueRef<'_>, place: usize) -> rusqlite::Result<Option<Date>> {
    let Some(text) = stored.as_str_or_null()? else {
        return Ok(None);
    };
    text.parse().map(Some).map_err(|error: jiff::Error| {
        Error::FromSqlConversionFailure(place, Type::Text, Box::new(error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::schema;

    /// The columns of a table in a schema of this version.
    fn columns(table: &str, version: u32) -> Vec<String> {
        let connection = schema::empty(version).expect("a schema");
        let mut statement = connection
            .prepare("SELECT name FROM pragma_table_info(?1)")
            .expect("a statement");
        let names = statement.query_map([table], |row| row.get(0));
        let names = names.expect("a query").collect::<Result<_, _>>();
        names.expect("names")
    }

    fn hold<R: Stored>() {
        for spec in R::FIELDS {
            let About {
                scope,
                column,
                since_schema: since,
                ..
            } = spec.about;
            let table = R::table(scope);
            for version in since - 1..=schema::newest() {
                let has = columns(table, version).iter().any(|name| name == column);
                assert_eq!(has, version >= since, "{table}.{column} in {version}");
            }
        }
    }

    #[test]
    fn every_field_is_stored_since_the_schema_that_it_names() {
        hold::<Player>();
        hold::<Group>();
        hold::<Game>();
    }
}
