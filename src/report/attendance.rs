//! The sheet on which a leader ticks who is there.

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::{RosterList, rosters},
};
use crate::domain::CampData;

pub(super) const KIND: Kind = Kind {
    word: "attendance",
    title: "Attendance sheet",
    about: "The players with a box for each day of the week: for whoever counts heads.",
    group: PrintGroup::Sheets,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Days,
        Choice::Inactive,
        Choice::Columns,
        Choice::NewPages,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "attendance.typ",
        text: include_str!("templates/attendance.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct Attendance<'a> {
    new_page_per_list: bool,
    /// What heads the custom columns that are asked for.
    columns: Vec<&'a str>,
    days: Vec<Day>,
    lists: Vec<RosterList<'a>>,
}

#[derive(Debug, Serialize)]
struct Day {
    /// "Mon"
    name: String,
    /// "Nov 16"
    date: String,
}

/// Without players it is a page that says so.
fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let rosters = rosters(camp, choices)?;
    let columns = Columns::chosen(camp, choices)?;
    let count = choices.days.get().min(Choice::Days.most());
    let sheet = Attendance {
        columns: columns.titles(),
        new_page_per_list: choices.new_pages,
        days: days(camp, count)
            .map(|day| Day {
                name: day.strftime("%a").to_string(),
                date: day.strftime("%b %-d").to_string(),
            })
            .collect(),
        lists: rosters.iter().map(|roster| roster.list(&columns)).collect(),
    };
    Filled::new(choices.scope.titled("attendance", camp), &sheet)
}

/// So many days of the camp's week, the first one first. A week that was put in later begins with its first game. Whoever
/// counts heads from Monday to Friday does not on the days between.
fn days(camp: &CampData, count: usize) -> impl Iterator<Item = Date> {
    let played = camp.games.iter().filter_map(|game| game.date);
    let opened = camp.week.opened_on;
    let first = played.min().map_or(opened, |played| played.min(opened));
    let is_free = |day: &Date| day.weekday().to_monday_zero_offset() >= 5;
    let skips_weekends = count <= 5 && !is_free(&first);
    first
        .series(1.day())
        .filter(move |day| !(skips_weekends && is_free(day)))
        .take(count)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::{
        super::{
            Print,
            tests::{camp, laid, texts},
        },
        *,
    };

    #[test]
    fn the_days_begin_with_the_first_of_the_week() {
        let text = |days| {
            let choices = PrintChoices {
                days: NonZeroUsize::new(days).expect("days"),
                ..PrintChoices::default()
            };
            texts(&laid(Print::Attendance, &camp(3), &choices).pages).concat()
        };
        // The camp's week begins on a Monday, the 16th.
        let five = text(5);
        for words in ["Mon", "Nov 16", "Fri", "Nov 20", "Present"] {
            assert!(five.contains(words), "{words}: {five}");
        }
        assert!(!five.contains("Sat"), "{five}");
        // Seven are all days of a week.
        let most = text(30);
        assert!(
            most.contains("Nov 22") && !most.contains("Nov 23"),
            "{most}"
        );
    }

    #[test]
    fn a_week_that_was_put_in_later_has_its_own_days() {
        let date = jiff::civil::date;
        let mut late = camp(12);
        let mut games = late.games.to_vec();
        // A Thursday, long before the camp file was made.
        games[3].date = Some(date(2026, 7, 9));
        late.games = games.into();
        let five = days(&late, 5).collect::<Vec<_>>();
        let expected = [9, 10, 13, 14, 15].map(|day| date(2026, 7, day));
        assert_eq!(five, expected, "without Saturday and Sunday");
        let six = days(&late, 6).collect::<Vec<_>>();
        assert_eq!(six, [9, 10, 11, 12, 13, 14].map(|day| date(2026, 7, day)));
        // A camp of one weekend.
        let mut games = late.games.to_vec();
        games[3].date = Some(date(2026, 7, 11));
        late.games = games.into();
        let two = days(&late, 2).collect::<Vec<_>>();
        assert_eq!(two, [11, 12].map(|day| date(2026, 7, day)));
    }
}
