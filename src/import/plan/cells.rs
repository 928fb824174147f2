//! Reading the cells of a row, and the columns that are kept as they are.

use crate::{
    domain::{ExtraField, RATING_RANGE, clean_name},
    import::{
        Field, Problem, ProblemKind, Severity,
        recognise::Mapped,
        source::Row,
        values::{NotWhole, parse_whole},
    },
};

/// The columns of a row that are kept by name and value.
pub(super) fn extra(row: &Row, columns: &[(usize, String)]) -> Vec<ExtraField> {
    columns
        .iter()
        .map(|(at, name)| (name.clone(), row.cell(*at).to_owned()))
        .collect()
}

/// What the camp has, with what the file says put over it. Columns that the file lacks, or where it is blank, stay. The camp file tells names
/// of columns apart without regard to capitals.
pub(super) fn merged(present: &[ExtraField], new: Vec<ExtraField>) -> Vec<ExtraField> {
    if present.is_empty() {
        return new;
    }
    let mut merged = present.to_vec();
    for (name, value) in new {
        match merged
            .iter_mut()
            .find(|(present, _)| present.eq_ignore_ascii_case(&name))
        {
            Some(_) if value.is_empty() => {}
            Some((_, present)) => *present = value,
            None => merged.push((name, value)),
        }
    }
    merged
}

/// A rating. What can't be read is named, and blank.
pub(super) fn rating(
    table: &Mapped<'_>,
    row: &Row,
    column: usize,
    field: Field,
    problems: &mut Vec<Problem>,
) -> Option<i32> {
    let text = row.cell(column);
    let kind = match parse_whole(text) {
        Ok(None) => return None,
        Ok(Some(number)) => match i32::try_from(number) {
            Ok(rating) if RATING_RANGE.contains(&rating) => return Some(rating),
            _ => ProblemKind::OutOfRange {
                field,
                text: text.to_owned(),
            },
        },
        Err(NotWhole) => ProblemKind::NotANumber {
            field,
            text: text.to_owned(),
        },
    };
    problems.push(table.problem(row, Severity::LeftOut, kind));
    None
}

/// A name. `None` if it can't be stored, which is named.
pub(super) fn name(
    table: &Mapped<'_>,
    row: &Row,
    field: Field,
    text: &str,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    match clean_name(text) {
        Ok(name) => Some(name),
        Err(problem) => {
            let bad = ProblemKind::BadName { field, problem };
            problems.push(table.problem(row, Severity::LeftOut, bad));
            None
        }
    }
}
