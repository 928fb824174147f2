//! What the order of the dates goes by, and what is to be said of it.

use crate::{
    domain::{CampData, Days},
    import::{
        Problem, ProblemKind, Severity,
        recognise::Mapped,
        values::{DateBasis, DateReading},
    },
};

/// So many dates that contradict the others are named; the rest are counted.
const NAMED: usize = 3;

/// When the games of the open week are played, as far as that is known. The first week of a camp may have been opened long
/// after the games of an old file.
pub(super) fn of_open_week(camp: &CampData) -> Option<Days> {
    let week = &camp.week;
    let is_known = week.number > 1
        || week.set_days.iter().any(Option::is_some)
        || camp.games.iter().any(|game| game.date.is_some());
    is_known.then(|| camp.week_days())
}

/// In which order the dates of a table are read, unless they tell it themselves.
pub(super) fn assumed(
    table: &Mapped<'_>,
    (column, reading): (usize, DateReading),
) -> Option<Problem> {
    if !reading.is_assumed() {
        return None;
    }
    let rows = table.rows.iter().map(|row| (row.line(), row.cell(column)));
    let mut contrary = rows.clone().filter(|(_, text)| reading.is_contrary(text));
    let named = contrary.by_ref().take(NAMED);
    let named = named.map(|(line, text)| (line, text.to_owned()));
    let named = named.collect::<Vec<_>>();
    let contrary = named.len() + contrary.count();
    let is_usual = |text: &&str| !text.is_empty() && !reading.is_contrary(text);
    let example = rows.map(|(_, text)| text).find(is_usual).unwrap_or("");
    let assumed = ProblemKind::DatesAssumed {
        reading,
        example: example.to_owned(),
        named,
        contrary,
    };
    // Dates that decide are read themselves.
    let severity = if contrary == 0 || reading.basis == DateBasis::FewDecide {
        Severity::Note
    } else {
        Severity::LeftOut
    };
    Some(table.table_problem(severity, assumed))
}
