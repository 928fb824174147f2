//! The sheet on which a leader ticks who is there.

use std::{collections::HashSet, num::NonZeroUsize};

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::{RosterList, rosters},
};
use crate::domain::{CampData, Days};

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
    // Each group's leader gets one.
    default_choices: || PrintChoices {
        new_pages: true,
        ..PrintChoices::default()
    },
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
    let sheet = Attendance {
        columns: columns.titles(),
        new_page_per_list: choices.new_pages,
        days: days(camp, choices.days.map(NonZeroUsize::get))
            .into_iter()
            .map(|day| Day {
                name: day.strftime("%a").to_string(),
                date: day.strftime("%b %-d").to_string(),
            })
            .collect(),
        lists: rosters
            .iter()
            .map(|roster| roster.list(camp, &columns))
            .collect(),
    };
    Filled::new(choices.scope.titled("attendance", camp), &sheet)
}

/// The working days of a camp's week.
const USUAL_DAYS: usize = 5;

/// So many days from the first of the week on; or those of the week, as they were set or played, five at least where nobody said when it
/// ends. Whoever counts heads from Monday to Friday does not on the days between, unless somebody played then.
fn days(camp: &CampData, count: Option<usize>) -> Vec<Date> {
    let Days { first, last } = camp.week_days();
    let [is_set, ends] = camp.week.set_days.map(|day| day.is_some());
    // A week that was put in later begins with its first game, and one that is prepared on the day it was opened.
    let first = if is_set {
        first
    } else {
        first.min(camp.week.opened_on)
    };
    let is_free = |day: &Date| day.weekday().to_monday_zero_offset() >= 5;
    let played = camp.games.iter().filter_map(|game| game.date);
    let played = played.collect::<HashSet<_>>();
    let skips_weekends = count.is_none_or(|count| count <= USUAL_DAYS) && !is_free(&first);
    let is_counted = |day: &Date| !(skips_weekends && is_free(day)) || played.contains(day);
    let days = first.series(1.day()).filter(is_counted);
    match count {
        Some(count) => days.take(count.min(Choice::Days.most())).collect(),
        None if ends => days
            .take_while(|day| *day <= last)
            .take(Choice::Days.most())
            .collect(),
        None => days
            .enumerate()
            .take_while(|(place, day)| *place < USUAL_DAYS || *day <= last)
            .take(Choice::Days.most())
            .map(|(_, day)| day)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Print,
            tests::{camp, laid, texts},
        },
        *,
    };

    fn text(camp: &CampData, days: Option<usize>) -> String {
        let choices = PrintChoices {
            days: days.and_then(NonZeroUsize::new),
            ..PrintChoices::default()
        };
        texts(&laid(Print::Attendance, camp, &choices).pages).concat()
    }

    #[test]
    fn the_days_are_those_of_the_week_or_as_many_as_are_asked_for() {
        // The camp's week is set: from Monday, the 16th, to Friday.
        let camp = camp(3);
        let five = text(&camp, None);
        for words in ["Mon", "Nov 16", "Fri", "Nov 20", "Present"] {
            assert!(five.contains(words), "{words}: {five}");
        }
        assert!(!five.contains("Sat"), "{five}");
        let seven = text(&camp, Some(7));
        assert!(
            seven.contains("Nov 22") && !seven.contains("Nov 23"),
            "{seven}"
        );
        // Days that have no room on one sheet go on on another one, with all the names again.
        let thirty = text(&camp, Some(30));
        assert!(
            thirty.contains("Nov 16") && thirty.contains("Dec 15"),
            "{thirty}"
        );
        assert_eq!(thirty.matches("Present").count(), 2, "{thirty}");
    }

    #[test]
    fn a_week_that_was_put_in_later_has_its_own_days() {
        let date = jiff::civil::date;
        let mut late = camp(12);
        late.week.set_days = [None; 2];
        let mut games = late.games.to_vec();
        for game in &mut games {
            game.date = None;
        }
        // A Thursday, long before the camp file was made.
        games[3].date = Some(date(2026, 7, 9));
        late.games = games.clone().into();
        let july = |days: &[i8]| {
            days.iter()
                .map(|day| date(2026, 7, *day))
                .collect::<Vec<_>>()
        };
        let weekdays = july(&[9, 10, 13, 14, 15]);
        assert_eq!(days(&late, None), weekdays, "without Saturday and Sunday");
        assert_eq!(days(&late, Some(5)), weekdays);
        assert_eq!(days(&late, Some(6)), july(&[9, 10, 11, 12, 13, 14]));
        // Whoever played on a Sunday was there.
        games[4].date = Some(date(2026, 7, 12));
        late.games = games.clone().into();
        assert_eq!(days(&late, None), july(&[9, 10, 12, 13, 14]));
        // A camp of one weekend.
        games[3].date = Some(date(2026, 7, 11));
        late.games = games.into();
        late.week.set_days = [Some(date(2026, 7, 11)), Some(date(2026, 7, 12))];
        assert_eq!(days(&late, None), july(&[11, 12]));
    }
}
