//! What a table without column names is, told by the look of its values.

use std::collections::HashSet;

use super::{
    Field, TableKind,
    rows::RowsFrom,
    values::{looks_like_date, parse_result, parse_whole, parse_yes_no},
};
use crate::domain;

/// How many rows are looked at.
const LOOKED_AT: usize = 500;

/// What the values of each column look like.
#[derive(Debug)]
pub(super) struct Profile {
    columns: Vec<Look>,
}

/// What the values of one column look like, the blank ones aside.
#[derive(Debug, Default)]
struct Look {
    filled: usize,
    numbers: usize,
    distinct: HashSet<String>,
    yes_no: usize,
    results: usize,
    dates: usize,
}

impl Look {
    fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.filled += 1;
        self.numbers += usize::from(parse_whole(text).is_ok());
        self.yes_no += usize::from(parse_yes_no(text).is_some());
        self.results += usize::from(parse_result(text).is_some());
        self.dates += usize::from(looks_like_date(text));
        self.distinct.insert(text.to_lowercase());
    }

    /// Nearly all values: a single typing error doesn't change what a column is.
    const fn is_nearly_all(&self, count: usize) -> bool {
        self.filled > 0 && count * 10 >= self.filled * 9
    }

    const fn is_numbers(&self) -> bool {
        self.is_nearly_all(self.numbers)
    }

    fn is_ids(&self) -> bool {
        self.is_numbers() && self.is_nearly_all(self.distinct.len())
    }

    const fn is_dates(&self) -> bool {
        self.is_nearly_all(self.dates)
    }

    fn is_yes_no(&self) -> bool {
        self.is_nearly_all(self.yes_no) && self.distinct.len() <= 2
    }

    /// Unclear results are asked about one by one, so half of them is enough to know the column.
    const fn is_results(&self) -> bool {
        self.filled > 0 && self.results * 2 >= self.filled && !self.is_dates()
    }

    const fn is_text(&self) -> bool {
        self.filled > 0 && self.numbers == 0 && !self.is_dates()
    }
}

impl Profile {
    pub(super) fn new(rows: RowsFrom<'_>, width: usize) -> Self {
        let mut columns = Vec::new();
        columns.resize_with(width, Look::default);
        for row in rows.iter().take(LOOKED_AT) {
            for (column, look) in columns.iter_mut().enumerate() {
                look.add(row.cell(column).trim());
            }
        }
        Self { columns }
    }

    /// What the table is, if it looks like one of the old program's.
    pub(super) fn kind(&self) -> Option<TableKind> {
        let look = |column: usize| self.columns.get(column);
        let is = |column: usize, test: fn(&Look) -> bool| look(column).is_some_and(test);
        let starts_as_players = is(0, Look::is_ids) && is(1, Look::is_text) && is(2, Look::is_text);
        // Groups may be called White and Black, which are results too.
        if starts_as_players && is(3, Look::is_text) && is(4, Look::is_yes_no) {
            Some(TableKind::Players)
        } else if self.result_column().is_some() {
            Some(TableKind::Games)
        } else if self.columns.len() == 2 && is(0, Look::is_text) && is(1, Look::is_numbers) {
            Some(TableKind::Groups)
        } else if starts_as_players {
            Some(TableKind::Players)
        } else {
            None
        }
    }

    /// The column of results, with a column for either player before it.
    fn result_column(&self) -> Option<usize> {
        let is_player = |look: &Look| look.is_numbers() || look.is_text();
        (2..self.columns.len()).find(|at| {
            self.columns[*at].is_results()
                && !self.columns[*at].is_yes_no()
                && is_player(&self.columns[at - 1])
                && is_player(&self.columns[at - 2])
        })
    }

    /// What each column is, in a table of this kind.
    pub(super) fn fields(&self, kind: TableKind) -> Vec<Field> {
        let mut fields = vec![Field::Extra; self.columns.len()];
        match kind {
            TableKind::Groups => self.groups(&mut fields),
            TableKind::Players => self.players(&mut fields),
            TableKind::Games => self.games(&mut fields),
            TableKind::LeftOut => fields.fill(Field::Ignored),
        }
        fields
    }

    fn groups(&self, fields: &mut [Field]) {
        let name = self.columns.iter().position(Look::is_text);
        if let Some(name) = name {
            fields[name] = Field::Is(domain::Field::GroupName);
            let rating = (name + 1..fields.len()).find(|at| self.columns[*at].is_numbers());
            if let Some(rating) = rating {
                fields[rating] = Field::Is(domain::Field::InitialRating);
            }
        }
    }

    /// Number, last name, first name, group, active, then up to three ratings: the order of the old program's table. A column that is alone is
    /// a list of names.
    fn players(&self, fields: &mut [Field]) {
        if let ([only], [field]) = (self.columns.as_slice(), &mut *fields)
            && only.is_text()
        {
            *field = Field::FullName;
            return;
        }
        let mut columns = (0..fields.len()).peekable();
        let mut take = |field: Field, test: fn(&Look) -> bool| {
            if let Some(at) = columns.next_if(|at| test(&self.columns[*at])) {
                fields[at] = field;
            }
        };
        take(Field::Id, Look::is_ids);
        take(Field::Is(domain::Field::LastName), Look::is_text);
        take(Field::Is(domain::Field::FirstName), Look::is_text);
        take(Field::Is(domain::Field::Group), Look::is_text);
        take(Field::Is(domain::Field::Active), Look::is_yes_no);
        take(Field::Rating, Look::is_numbers);
        take(Field::PermanentRating, Look::is_numbers);
        take(Field::Is(domain::Field::StartPermanent), Look::is_numbers);
    }

    /// A number if there is one, White, Black, the result; a date anywhere behind.
    fn games(&self, fields: &mut [Field]) {
        // Without a single clear result, the order of the old program's table is what remains.
        let result = self.result_column().unwrap_or(3);
        if result < 2 || result >= fields.len() {
            return;
        }
        fields[result - 2] = Field::Is(domain::Field::White);
        fields[result - 1] = Field::Is(domain::Field::Black);
        fields[result] = Field::Is(domain::Field::Result);
        if result > 2 && self.columns[result - 3].is_ids() {
            fields[result - 3] = Field::Id;
        }
        let date = (result + 1..fields.len()).find(|at| self.columns[*at].is_dates());
        if let Some(date) = date {
            fields[date] = Field::Is(domain::Field::Date);
        }
    }
}
