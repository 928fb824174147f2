//! Columns of fields that are read by their kind alone.

use super::{cells, print::Print};
use crate::{
    domain::{self, About, Described, Kind, Value, clean_name},
    import::{Field, Problem, recognise::Mapped, rows::Row, values::DateReading},
};

/// The fields that the rules of their table read, and not their kind alone.
const BY_RULES: [domain::Field; 11] = [
    domain::Field::GroupName,
    domain::Field::InitialRating,
    domain::Field::LastName,
    domain::Field::FirstName,
    domain::Field::Group,
    domain::Field::Active,
    domain::Field::StartPermanent,
    domain::Field::White,
    domain::Field::Black,
    domain::Field::Result,
    domain::Field::Date,
];

/// Those columns of a table.
pub(super) struct Further {
    columns: Vec<(&'static About<'static>, usize)>,
    dates: Option<DateReading>,
}

/// What a row says in such a column.
pub(super) type Said = (&'static About<'static>, Value);

impl Further {
    pub(super) fn new(table: &Mapped<'_>) -> Self {
        let columns = table.view.columns.iter().enumerate();
        let about = columns.filter_map(|(at, column)| Some((column.field.about()?, at)));
        let further = about.filter(|(about, _)| !BY_RULES.contains(&about.field));
        Self {
            columns: further.collect(),
            dates: table.view.dates,
        }
    }

    /// What a row says, whatever the camp has.
    pub(super) fn print(&self, row: Row<'_>, print: Print) -> Print {
        self.columns.iter().fold(print, |print, (about, at)| {
            let cell = row.cell(*at);
            let text = match about.kind {
                Kind::Name | Kind::Line { .. } => clean_name(cell).unwrap_or_default(),
                Kind::Rating | Kind::Number { .. } => cells::plain_number(cell),
                Kind::Notes { .. } => cells::with_line_feeds(cell).trim().to_owned(),
                _ => cell.trim().to_owned(),
            };
            print.field(about.key, &text)
        })
    }

    /// What a row says. What can't be read is named, and blank.
    pub(super) fn read(
        &self,
        table: &Mapped<'_>,
        row: Row<'_>,
        problems: &mut Vec<Problem>,
    ) -> Vec<Said> {
        let mut read = |about: &'static About<'static>, at: usize| {
            let field = Field::Is(about.field);
            match about.kind {
                Kind::Name | Kind::Line { .. } => {
                    let name = cells::name(table, row, field, row.cell(at), problems);
                    name.unwrap_or_default().as_str().into()
                }
                Kind::Notes { .. } => cells::notes(table, row, at, problems).as_str().into(),
                Kind::Rating => cells::rating(table, row, at, field, problems).into(),
                Kind::Number { most } => {
                    cells::whole(table, row, at, field, 1..=most, problems).into()
                }
                Kind::Date => {
                    let reading = self.dates;
                    let day = reading.and_then(|it| cells::date(table, row, at, it, problems));
                    day.into()
                }
                Kind::YesNo if row.cell(at).trim().is_empty() => Value::Empty,
                Kind::YesNo => cells::yes_no(table, row, at, field, problems)
                    .map_or(Value::Empty, Value::YesNo),
                // What is meant takes more than a cell.
                Kind::OneOf(_) | Kind::Group | Kind::Player => Value::Empty,
            }
        };
        let columns = self.columns.iter();
        columns
            .map(|(about, at)| (*about, read(about, *at)))
            .collect()
    }
}

/// Puts what a row says into a record. What is blank stays as it is.
pub(super) fn put<R: Described>(said: Vec<Said>, record: &mut R) {
    for (about, value) in said {
        if value != Value::Empty
            && let Some(spec) = R::spec(about.field)
        {
            (spec.set)(record, value);
        }
    }
}
