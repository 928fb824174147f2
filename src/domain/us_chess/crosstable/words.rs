//! What stands above and below a crosstable.

use jiff::civil::Date;

use super::{CrosstableCell, CrosstableRating, CrosstableRow, SectionTable};
use crate::domain::us_chess::{Event, Section, SectionKind, System};

/// "Section 5: Reserve"
pub(super) fn section(section: &Section) -> String {
    match section.name.trim() {
        "" => format!("Section {}", section.number),
        name => format!("Section {}: {name}", section.number),
    }
}

/// "August 29–30, 2026 · Saint Paul, MN"
pub(super) fn when_and_where(event: &Event, section: &Section) -> String {
    let ends = event.ends_of(section);
    let days = days(section.begins.or(event.begins), ends);
    let place = [&event.city, &event.state];
    let place = place.into_iter().flatten().map(String::as_str);
    let place = in_one(place, ", ");
    in_one([days.as_str(), place.as_str()].into_iter(), " · ")
}

fn in_one<'a>(texts: impl Iterator<Item = &'a str>, between: &str) -> String {
    let texts = texts.map(str::trim).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(between)
}

/// "August 30, 2026", "August 29–30, 2026", "August 30 – September 1, 2026"
fn days(begins: Option<Date>, ends: Option<Date>) -> String {
    let whole = |day: Date| day.strftime("%B %-d, %Y").to_string();
    match (begins, ends) {
        (None, None) => String::new(),
        (Some(day), None) | (None, Some(day)) => whole(day),
        (Some(begins), Some(ends)) if begins == ends => whole(ends),
        (Some(begins), Some(ends)) if begins.year() != ends.year() => {
            format!("{} – {}", whole(begins), whole(ends))
        }
        (Some(begins), Some(ends)) if begins.month() != ends.month() => {
            format!("{} – {}", begins.strftime("%B %-d"), whole(ends))
        }
        (Some(begins), Some(ends)) => {
            let first = begins.strftime("%B %-d");
            format!("{first}–{}", ends.strftime("%-d, %Y"))
        }
    }
}

/// What is known of a section besides its days: who met whom, what it is rated as, its time controls, and by whom it was directed if
/// members' numbers are asked for.
pub(super) fn facts(event: &Event, section: &Section, ids: bool) -> Vec<String> {
    let kind = match section.kind {
        SectionKind::Swiss => "Swiss system",
        other => other.title(),
    };
    let mut facts = vec![kind.to_owned(), rated_as(section).to_owned()];
    if section.half_k {
        facts.push("half K".to_owned());
    }
    if !section.time_controls.is_empty() {
        facts.push(section.time_controls.join(", "));
    }
    let id = event.id.as_ref().filter(|_| !event.name.trim().is_empty());
    facts.extend(id.map(|id| format!("event {id}")));
    let directors = [
        ("chief director", event.chief_td),
        ("assistant director", event.assistant_td),
    ];
    let directors = directors.into_iter().filter(|_| ids);
    facts.extend(directors.filter_map(|(role, id)| Some(format!("{role} {}", id?))));
    facts
}

fn rated_as(section: &Section) -> &'static str {
    let is_rated_in = |system| section.is_rated_in(system);
    match (is_rated_in(System::Regular), is_rated_in(System::Quick)) {
        (true, true) => "rated Regular and Quick",
        (true, false) => "rated Regular",
        (false, true) => "rated Quick",
        (false, false) if section.is_blitz => "blitz",
        (false, false) => "not rated",
    }
}

/// What must be known of the ratings.
pub(super) fn note(table: &SectionTable) -> Option<&'static str> {
    if table.is_stale() {
        return Some(
            "These ratings are out of date: something that they were computed from has changed since.",
        );
    }
    let waits = !table.section.systems.is_empty() && !table.is_rated();
    waits.then_some("This section isn’t rated yet. The ratings are those before it.")
}

/// What each code means, in the order in which it is told. That of a win says besides what the number behind it is.
const CODES: [(char, &str, &str); 11] = [
    ('W', WON, "won"),
    ('L', "L", "lost"),
    ('D', "D", "drawn"),
    ('B', "B", "full-point bye"),
    ('H', "H", "half-point bye"),
    ('U', "U", "not played"),
    ('X', "X", "won by forfeit"),
    ('F', "F", "lost by forfeit"),
    (
        '$',
        "$",
        "two games won in the round, where W is one won and one lost",
    ),
    (
        '#',
        "#",
        "a game won and one drawn in the round, where D is one drawn and one lost",
    ),
    (
        '%',
        "%",
        "two games drawn in the round, where W is one won and one lost",
    ),
];

const WON: &str = "W12";

/// The signs of results, and of sides if they are there, with their meaning. `won` is that of W12.
pub(crate) fn key_of_games(
    has_code: impl Fn(char) -> bool,
    has_sides: bool,
    won: &'static str,
) -> Vec<(&'static str, &'static str)> {
    let codes = CODES.into_iter().filter(|(code, ..)| has_code(*code));
    let sides = [("w", "White"), ("b", "Black")];
    let sides = sides.into_iter().filter(|_| has_sides);
    codes
        .map(|(_, sign, meaning)| (sign, if sign == WON { won } else { meaning }))
        .chain(sides)
        .collect()
}

/// The signs that stand in these rows, with their meaning.
pub(super) fn key(rows: &[CrosstableRow<'_>]) -> Vec<(&'static str, &'static str)> {
    let has_cell =
        |is: &dyn Fn(&CrosstableCell) -> bool| rows.iter().any(|row| row.rounds.iter().any(is));
    let ratings = || rows.iter().flat_map(|row| &row.ratings);
    let ratings = || ratings().flat_map(|ratings| [Some(&ratings.before), ratings.after.as_ref()]);
    let has_rating = |is: &dyn Fn(&CrosstableRating) -> bool| ratings().flatten().any(is);
    let has_sides = has_cell(&|cell| cell.side.is_some());
    let has_code = |code| has_cell(&|cell| cell.code == code);
    let mut key = key_of_games(has_code, has_sides, "won against pairing number 12");
    if has_rating(&|rating| rating.games.is_some()) {
        key.push(("P17", "provisional, of 17 games"));
    }
    if has_rating(&|rating| rating.figures.is_none()) {
        key.push(("unr.", "unrated"));
    }
    if has_rating(&|rating| rating.is_estimate) {
        key.push(("≈", "an estimate"));
    }
    key
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_told_without_saying_anything_twice() {
        let (begins, ends) = (date(2026, 8, 29), date(2026, 8, 30));
        for (begins, ends, told) in [
            (None, None, ""),
            (None, Some(ends), "August 30, 2026"),
            (Some(ends), Some(ends), "August 30, 2026"),
            (Some(begins), Some(ends), "August 29–30, 2026"),
            (
                Some(begins),
                Some(date(2026, 9, 1)),
                "August 29 – September 1, 2026",
            ),
            (
                Some(date(2025, 12, 30)),
                Some(date(2026, 1, 2)),
                "December 30, 2025 – January 2, 2026",
            ),
        ] {
            assert_eq!(days(begins, ends), told);
        }
    }
}
