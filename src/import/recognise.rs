//! Which table is which, and what its columns are: by their names, else by their shape.

use super::{
    Choices, DateReading, Field, Format, Place, Problem, ProblemKind, Severity, Source, Table,
    TableKind,
    rows::{Row, RowsFrom},
    shape::Profile,
    values::{looks_like_date, parse_result, parse_whole},
};
use crate::domain::{self, Days};

/// How many values of a column the preview shows.
const SAMPLES: usize = 5;

/// What a table and its columns were taken for: a line of the preview.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableView {
    pub file: String,
    /// The table's name; for a text file its name without the extension.
    pub name: String,
    pub format: Format,
    pub kind: TableKind,
    /// Whether the first row was taken for the names of the columns, where that is a question.
    pub header: HeaderIs,
    pub columns: Vec<ColumnView>,
    /// How many rows of data there are.
    pub rows: usize,
    /// How the dates are read, if the table has any.
    pub dates: Option<DateReading>,
}

/// A column of a [`TableView`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ColumnView {
    /// "Column 9" where the file names no columns.
    pub name: String,
    pub field: Field,
    /// The first different values that aren't blank.
    pub samples: Vec<String>,
}

/// Where the names of the columns come from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum HeaderIs {
    /// The file says so itself.
    Certain,
    /// The first row looks like names, or the director said so.
    FirstRow,
    /// Nothing names the columns.
    Missing,
}

/// A table of which the kind and the columns are known.
#[derive(Debug)]
pub(super) struct Mapped<'a> {
    pub(super) table: &'a Table,
    pub(super) view: TableView,
    /// The rows of data.
    pub(super) rows: RowsFrom<'a>,
}

impl Mapped<'_> {
    /// The column that is this field.
    pub(super) fn column(&self, field: Field) -> Option<usize> {
        self.view
            .columns
            .iter()
            .position(|column| column.field == field)
    }

    pub(super) fn problem(&self, row: Row<'_>, severity: Severity, kind: ProblemKind) -> Problem {
        Problem::new(self.table.place_of(row), severity, kind)
    }

    pub(super) fn table_problem(&self, severity: Severity, kind: ProblemKind) -> Problem {
        Problem::new(self.table.place(), severity, kind)
    }

    /// That no column numbers its rows.
    pub(super) fn without_numbers(&self) -> Problem {
        let kind = ProblemKind::NoNumbers {
            kind: self.view.kind,
            is_unordered: self.table.is_unordered,
        };
        self.table_problem(Severity::Note, kind)
    }

    /// Whether a value may be longer than what the file has of it.
    pub(super) fn may_be_cut_off(&self, column: usize, text: &str) -> bool {
        self.table
            .widths
            .as_ref()
            .and_then(|widths| widths.get(column))
            .is_some_and(|width| text.chars().count() >= *width)
    }
}

/// Recognises all tables of the sources, in their order. `week` is when the games of the open week were played, where that is known. The second part tells what is not clear.
pub(super) fn recognise<'a>(
    sources: &'a [Source],
    choices: &Choices,
    week: Option<Days>,
) -> (Vec<Mapped<'a>>, Vec<Problem>) {
    let mut mapped = Vec::new();
    let mut problems = Vec::new();
    for source in sources {
        let first = mapped.len();
        for table in &source.tables {
            mapped.push(map(table, mapped.len(), choices, week));
        }
        let chosen = |at: usize| choices.kinds.contains_key(&(first + at));
        leave_out_lookalikes(&mut mapped[first..], chosen, &mut problems);
    }
    for source in sources {
        let mut tables = mapped
            .iter()
            .filter(|table| table.table.file == source.file);
        let is_nothing_known = tables.all(|table| table.view.kind == TableKind::LeftOut);
        let is_access = |table: &Table| matches!(table.format, Format::Access { .. });
        if is_nothing_known && source.tables.first().is_some_and(is_access) {
            problems.push(Problem::new(
                Place::file(&source.file),
                Severity::LeftOut,
                ProblemKind::NoKnownTables {
                    tables: source
                        .tables
                        .iter()
                        .map(|table| table.name.clone())
                        .collect(),
                },
            ));
        } else {
            problems.extend(missing_tables(source, &mapped));
        }
    }
    for (table, at) in mapped.iter().zip(0..) {
        let is_said = choices.kinds.contains_key(&at);
        let is_text = !matches!(table.table.format, Format::Access { .. });
        // An Access file has many tables that are none of our business; a text file was chosen by itself.
        if table.view.kind == TableKind::LeftOut && !is_said && is_text {
            problems.push(table.table_problem(Severity::LeftOut, ProblemKind::NotRecognised));
        }
        let kind = table.view.kind;
        for field in missing_fields(table) {
            let missing = ProblemKind::MissingColumn { kind, field };
            problems.push(table.table_problem(Severity::Decide, missing));
        }
    }
    (mapped, problems)
}

/// The kinds of tables that an Access file should have and that nothing else has either.
fn missing_tables(source: &Source, mapped: &[Mapped<'_>]) -> Vec<Problem> {
    let is_access = |table: &Table| matches!(table.format, Format::Access { .. });
    if !source.tables.iter().any(is_access) {
        return Vec::new();
    }
    let is_linked = |kind| {
        source.problems.iter().any(|problem| {
            matches!(&problem.kind, ProblemKind::LinkedTable { table, .. }
                if TableKind::of_name(table) == Some(kind))
        })
    };
    let others = mapped
        .iter()
        .filter(|table| table.table.file == source.file)
        .filter(|table| table.view.kind == TableKind::LeftOut && !table.rows.is_empty())
        .map(|table| table.view.name.clone())
        .collect::<Vec<_>>();
    let severity = if others.is_empty() {
        Severity::Note
    } else {
        Severity::LeftOut
    };
    [TableKind::Players, TableKind::Games]
        .into_iter()
        .filter(|kind| !mapped.iter().any(|table| table.view.kind == *kind) && !is_linked(*kind))
        .map(|kind| {
            let others = others.clone();
            let no_table = ProblemKind::NoTable { kind, others };
            Problem::new(Place::file(&source.file), severity, no_table)
        })
        .collect()
}

/// The fields that a table can't do without.
pub(super) fn missing_fields(table: &Mapped<'_>) -> Vec<Field> {
    let has = |field| table.column(field).is_some();
    let needed: &[Field] = match table.view.kind {
        TableKind::Groups => &[Field::Is(domain::Field::GroupName)],
        TableKind::Players if has(Field::FullName) || has(Field::Is(domain::Field::FirstName)) => {
            &[]
        }
        TableKind::Players => &[Field::Is(domain::Field::LastName)],
        TableKind::Games => &[
            Field::Is(domain::Field::White),
            Field::Is(domain::Field::Black),
            Field::Is(domain::Field::Result),
        ],
        TableKind::LeftOut => &[],
    };
    needed
        .iter()
        .copied()
        .filter(|field| !has(*field))
        .collect()
}

/// An Access file often holds a copy or an archive of a table. The one with the old program's name is meant, or else
/// the one with the most rows.
fn leave_out_lookalikes(
    tables: &mut [Mapped<'_>],
    is_chosen: impl Fn(usize) -> bool,
    problems: &mut Vec<Problem>,
) {
    for kind in [TableKind::Groups, TableKind::Players, TableKind::Games] {
        let alike = (0..tables.len())
            .filter(|at| tables[*at].view.kind == kind)
            .collect::<Vec<_>>();
        let best = alike.iter().copied().max_by_key(|at| {
            let table = &tables[*at];
            let has_name = table.view.name.eq_ignore_ascii_case(kind.name_in_access());
            (
                is_chosen(*at),
                has_name,
                missing_fields(table).is_empty(),
                table.rows.len(),
            )
        });
        let Some(best) = best else { continue };
        let used = tables[best].view.name.clone();
        for at in alike {
            if at == best || is_chosen(at) {
                continue;
            }
            tables[at].view.kind = TableKind::LeftOut;
            for column in &mut tables[at].view.columns {
                column.field = Field::Ignored;
            }
            let used = used.clone();
            let other = ProblemKind::OtherTableUsed { kind, used };
            problems.push(tables[at].table_problem(Severity::Note, other));
        }
    }
}

fn map<'a>(table: &'a Table, at: usize, choices: &Choices, week: Option<Days>) -> Mapped<'a> {
    let (header, names, rows) = split_header(table, choices.headers.get(&at).copied());
    let chosen_kind = choices.kinds.get(&at).copied();
    let width = rows.iter().map(Row::len).max().unwrap_or(0);
    let profile = Profile::new(rows, width.max(names.len()));
    let kind = chosen_kind
        .or_else(|| kind_by_columns(&names))
        .or_else(|| kind_by_shape(table, header, &profile))
        .unwrap_or(TableKind::LeftOut);
    let mut fields = if header == HeaderIs::Missing {
        profile.fields(kind)
    } else {
        fields_by_names(kind, &names)
    };
    choose_columns(&mut fields, at, choices);
    let columns = names
        .iter()
        .zip(&fields)
        .enumerate()
        .map(|(column, (name, field))| ColumnView {
            name: name.clone(),
            field: *field,
            samples: samples(rows, column),
        })
        .collect();
    let view = TableView {
        file: table.file.clone(),
        name: table.name.clone(),
        format: table.format,
        kind,
        header,
        columns,
        rows: rows.len(),
        dates: None,
    };
    let mut mapped = Mapped { table, view, rows };
    let columns = mapped.view.columns.iter().enumerate();
    let dates = columns.filter(|(_, column)| column.field.is_date());
    let dates = dates.map(|(at, _)| at).collect::<Vec<_>>();
    // A day that can't be a month tells it for all dates of the table.
    mapped.view.dates = (!dates.is_empty()).then(|| {
        let cells = |at: usize| rows.iter().map(move |row| row.cell(at));
        let texts = dates.into_iter().flat_map(cells);
        DateReading::of_columns(texts, choices.date_order, week)
    });
    mapped
}

/// Puts the director's columns over the recognised ones. A field moves: no two columns are the same one.
fn choose_columns(fields: &mut [Field], table: usize, choices: &Choices) {
    for column in 0..fields.len() {
        let Some(chosen) = choices.columns.get(&(table, column)).copied() else {
            continue;
        };
        if !matches!(chosen, Field::Extra | Field::Ignored) {
            for field in fields.iter_mut().filter(|field| **field == chosen) {
                *field = Field::Extra;
            }
        }
        fields[column] = chosen;
    }
}

fn samples(rows: RowsFrom<'_>, column: usize) -> Vec<String> {
    let mut samples = Vec::<String>::new();
    for row in rows.iter().take(SAMPLES * 20) {
        let text = row.cell(column);
        if samples.len() < SAMPLES && !text.is_empty() && !samples.iter().any(|seen| seen == text) {
            samples.push(text.to_owned());
        }
    }
    samples
}

/// The names of the columns, made up where the file has none, and the rows below them.
fn split_header(table: &Table, chosen: Option<bool>) -> (HeaderIs, Vec<String>, RowsFrom<'_>) {
    if let Some(header) = &table.header {
        return (
            HeaderIs::Certain,
            distinct_names(header),
            table.rows.from(0),
        );
    }
    let (all, rest) = (table.rows.from(0), table.rows.from(1));
    let Some(first) = all.get(0) else {
        return (HeaderIs::Missing, Vec::new(), all);
    };
    if chosen.unwrap_or_else(|| is_header(first, rest)) {
        return (HeaderIs::FirstRow, distinct_names(&first.to_texts()), rest);
    }
    let width = typical_width(table.rows.from(0));
    let names = vec![String::new(); width];
    (HeaderIs::Missing, distinct_names(&names), all)
}

/// How many values most rows have.
fn typical_width(rows: RowsFrom<'_>) -> usize {
    let mut rows_by_width = std::collections::BTreeMap::<usize, usize>::new();
    for row in rows.iter() {
        *rows_by_width.entry(row.len()).or_default() += 1;
    }
    rows_by_width
        .into_iter()
        .max_by_key(|(width, rows)| (*rows, *width))
        .map_or(0, |(width, _)| width)
}

/// A row of names holds no values, and either two names that are known or a name above a column of numbers.
fn is_header(first: Row<'_>, rest: RowsFrom<'_>) -> bool {
    let is_value = |text: &str| {
        let is_number = matches!(parse_whole(text), Ok(Some(_)));
        let has_digit = text.contains(|c: char| c.is_numeric());
        is_number || looks_like_date(text) || has_digit && parse_result(text).is_some()
    };
    if first.cells().any(is_value) {
        return false;
    }
    let known = [TableKind::Groups, TableKind::Players, TableKind::Games]
        .iter()
        .map(|kind| {
            let is_known = |cell: &&str| Field::of_name(*kind, cell).is_some();
            first.cells().filter(is_known).count()
        })
        .max()
        .unwrap_or(0);
    let is_above_numbers = |column: usize| {
        let mut numbers = rest.iter().map(|row| row.cell(column)).peekable();
        numbers.peek().is_some()
            && !first.cell(column).is_empty()
            && numbers.all(|text| matches!(parse_whole(text), Ok(Some(_))))
    };
    known >= 2 || heads_list_of_names(first) || (0..first.len()).any(is_above_numbers)
}

/// Whether a row is the title of a column that is alone, and has whole names: "Name", "Camper".
pub(super) fn heads_list_of_names(first: Row<'_>) -> bool {
    let is_of_names = |title: &str| {
        let field = Field::of_name(TableKind::Players, title);
        field == Some(Field::FullName)
    };
    first.len() == 1 && is_of_names(first.cell(0))
}

/// Names without blanks and repetitions: "Column 3", "School (2)".
fn distinct_names(names: &[String]) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    names
        .iter()
        .zip(1..)
        .map(|(name, number)| {
            let name = name.trim();
            let name = if name.is_empty() {
                format!("Column {number}")
            } else {
                name.to_owned()
            };
            let mut distinct = name.clone();
            let mut copy = 2;
            while !taken.insert(distinct.to_lowercase()) {
                distinct = format!("{name} ({copy})");
                copy += 1;
            }
            distinct
        })
        .collect()
}

/// The kind whose fields the names of the columns are.
pub(super) fn kind_by_columns(names: &[String]) -> Option<TableKind> {
    let has = |kind, field| {
        names
            .iter()
            .any(|name| Field::of_name(kind, name) == Some(field))
    };
    let players = |field| has(TableKind::Players, field);
    let games = |field| has(TableKind::Games, field);
    if games(Field::Is(domain::Field::White)) && games(Field::Is(domain::Field::Black)) {
        Some(TableKind::Games)
    } else if players(Field::Is(domain::Field::LastName))
        || players(Field::Is(domain::Field::FirstName))
        || players(Field::Is(domain::Field::StartPermanent))
        || players(Field::FullName)
            && (players(Field::Is(domain::Field::Group)) || players(Field::Rating))
    {
        Some(TableKind::Players)
    } else if has(TableKind::Groups, Field::Is(domain::Field::GroupName))
        && has(TableKind::Groups, Field::Is(domain::Field::InitialRating))
    {
        Some(TableKind::Groups)
    } else {
        None
    }
}

/// The kind that the name of the table or the look of its columns tells. A table of an Access file has a header, so
/// its shape alone means nothing; but it is what the old program calls it.
fn kind_by_shape(table: &Table, header: HeaderIs, profile: &Profile) -> Option<TableKind> {
    let by_name = || TableKind::of_name(&table.name);
    match header {
        HeaderIs::Missing => profile.kind().or_else(by_name),
        HeaderIs::Certain if matches!(table.format, Format::Access { .. }) => {
            TableKind::of_name_in_access(&table.name)
        }
        HeaderIs::Certain | HeaderIs::FirstRow => by_name(),
    }
}

/// Each field goes to the first column of its name; what has no field is kept as it is.
fn fields_by_names(kind: TableKind, names: &[String]) -> Vec<Field> {
    let mut taken = Vec::new();
    names
        .iter()
        .map(|name| {
            if kind == TableKind::LeftOut {
                return Field::Ignored;
            }
            match Field::of_name(kind, name) {
                Some(field) if !taken.contains(&field) => {
                    taken.push(field);
                    field
                }
                _ => Field::Extra,
            }
        })
        .collect()
}
