//! Reading the cells of a row, and the columns that are kept as they are.

use std::ops::RangeInclusive;

use jiff::civil::Date;

use crate::{
    domain::{ExtraField, FieldProblem, MAX_NOTES, RATING_RANGE, clean_name},
    import::{
        Field, Problem, ProblemKind, Severity,
        recognise::Mapped,
        rows::Row,
        values::{DateReading, NotWhole, parse_whole, parse_yes_no},
    },
};

/// The columns of a row that are kept by name and value.
pub(super) fn extra(row: Row<'_>, columns: &[(usize, String)]) -> Vec<ExtraField> {
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

/// Yes or no. What can't be read is named, and nothing.
pub(super) fn yes_no(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    field: Field,
    problems: &mut Vec<Problem>,
) -> Option<bool> {
    let text = row.cell(column);
    let yes_no = parse_yes_no(text);
    if yes_no.is_none() {
        let text = text.to_owned();
        let not_yes_no = ProblemKind::NotYesNo { field, text };
        problems.push(table.problem(row, Severity::LeftOut, not_yes_no));
    }
    yes_no
}

/// A rating. What can't be read is named, and blank.
pub(super) fn rating(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    field: Field,
    problems: &mut Vec<Problem>,
) -> Option<i32> {
    let range = i64::from(*RATING_RANGE.start())..=i64::from(*RATING_RANGE.end());
    let rating = whole(table, row, column, field, range, problems)?;
    i32::try_from(rating).ok()
}

/// A whole number within a range. What can't be read is named, and blank.
pub(super) fn whole(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    field: Field,
    range: RangeInclusive<i64>,
    problems: &mut Vec<Problem>,
) -> Option<i64> {
    let text = row.cell(column).to_owned();
    let kind = match parse_whole(&text) {
        Ok(None) => return None,
        Ok(Some(number)) if range.contains(&number) => return Some(number),
        Ok(Some(_)) => ProblemKind::OutOfRange { field, text, range },
        Err(NotWhole) => ProblemKind::NotANumber { field, text },
    };
    problems.push(table.problem(row, Severity::LeftOut, kind));
    None
}

/// A date. What can't be read is named, and blank.
pub(super) fn date(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    reading: DateReading,
    problems: &mut Vec<Problem>,
) -> Option<Date> {
    let text = row.cell(column);
    reading.parse(text).unwrap_or_else(|_| {
        let text = text.to_owned();
        let not_a_date = ProblemKind::NotADate { text };
        problems.push(table.problem(row, Severity::LeftOut, not_a_date));
        None
    })
}

/// Notes as the camp keeps them: each line ends with a line feed, whatever Access or a text file wrote. What there is no
/// room for, and characters that can't be printed, are named and left out; the rest stays.
pub(super) fn notes(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    problems: &mut Vec<Problem>,
) -> String {
    let lines = with_line_feeds(row.cell(column));
    let is_bad = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    let mut named = |kind| problems.push(table.problem(row, Severity::LeftOut, kind));
    if let Some(bad) = lines.chars().find(is_bad) {
        let code = u32::from(bad);
        named(ProblemKind::NotesUnprintable { code });
    }
    let printable = lines.chars().filter(|c| !is_bad(c)).collect::<String>();
    let whole = printable.trim();
    let length = whole.chars().count();
    if length <= MAX_NOTES {
        return whole.to_owned();
    }
    named(ProblemKind::NotesTooLong { length });
    let kept = whole.chars().take(MAX_NOTES).collect::<String>();
    kept.trim_end().to_owned()
}

/// A text of several lines as the camp keeps it.
pub(super) fn with_line_feeds(text: &str) -> String {
    // What Access, Word and others break lines and pages with.
    text.replace("\r\n", "\n")
        .replace(['\r', '\u{B}', '\u{C}', '\u{85}'], "\n")
}

/// A number as a print has it: the same, however it is written.
pub(super) fn plain_number(text: &str) -> String {
    match parse_whole(text) {
        Ok(Some(number)) => number.to_string(),
        _ => text.trim().to_owned(),
    }
}

/// Names what the camp file would refuse of a row, so that one row never stops a whole import. Tells whether it would.
pub(super) fn is_refused(
    table: &Mapped<'_>,
    row: Row<'_>,
    found: Vec<FieldProblem>,
    problems: &mut Vec<Problem>,
) -> bool {
    let Some(first) = found.into_iter().next() else {
        return false;
    };
    let reason = first.reason;
    problems.push(table.problem(row, Severity::LeftOut, ProblemKind::CannotBeKept { reason }));
    true
}

/// A name. `None` if it can't be stored, which is named.
pub(super) fn name(
    table: &Mapped<'_>,
    row: Row<'_>,
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
