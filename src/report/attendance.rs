//! The sheet on which a leader ticks who is there.

use jiff::ToSpan as _;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, Template},
    roster::{Roster, RosterList, rosters},
};
use crate::domain::CampData;

pub(super) const KIND: Kind = Kind {
    word: "attendance",
    title: "Attendance sheet",
    about: "The campers with a box for each day of the week: for whoever counts heads.",
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Days,
        Choice::Inactive,
        Choice::NewPages,
    ],
    usual: PrintChoices::default,
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
fn fill(camp: &CampData, choices: &PrintChoices) -> Result<Filled, ReportError> {
    let rosters = rosters(camp, choices)?;
    let days = choices.days.get().min(Choice::Days.most());
    let first = camp.week.opened_on;
    let sheet = Attendance {
        new_page_per_list: choices.new_pages,
        days: (0..days)
            .zip(0_i64..)
            // The calendar ends in the year 9999.
            .filter_map(|(_, after)| first.checked_add(after.days()).ok())
            .map(|day| Day {
                name: day.strftime("%a").to_string(),
                date: day.strftime("%b %-d").to_string(),
            })
            .collect(),
        lists: rosters.iter().map(Roster::list).collect(),
    };
    Filled::new(format!("{} – attendance", camp.week.title()), &sheet)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{
        Print,
        tests::{camp, laid, texts},
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
        let most = text(30);
        assert!(
            most.contains("Nov 22") && !most.contains("Nov 23"),
            "{most}"
        );
    }
}
