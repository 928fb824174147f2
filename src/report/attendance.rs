//! The sheets on which a leader ticks who is there, and on which whoever fetches a player signs.

use std::num::NonZeroUsize;

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::{RosterList, rosters},
};
use crate::domain::{CampData, Player, Scope, show_rating};

pub(super) const ATTENDANCE: Kind = Kind {
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
    template: TEMPLATE,
    is_letterhead: true,
    fill: |camp, choices, _printed| fill(camp, choices, Design::Attendance),
};

pub(super) const ROSTER: Kind = Kind {
    word: "roster",
    title: "Roster to sign out",
    about: "The players with the columns that you choose, and a box to sign in: for one day or for each day of the week.",
    group: PrintGroup::Sheets,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Days,
        Choice::Ratings,
        Choice::Inactive,
        Choice::Columns,
        Choice::NewPages,
    ],
    default_choices: || PrintChoices {
        scope: PrintScope::ByGroup,
        days: NonZeroUsize::MIN,
        ratings: false,
        ..PrintChoices::default()
    },
    template: TEMPLATE,
    is_letterhead: true,
    fill: |camp, choices, _printed| fill(camp, choices, Design::Roster),
};

const TEMPLATE: Template = Template {
    file: "attendance.typ",
    text: include_str!("templates/attendance.typ"),
};

/// What is written beside the names.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Design {
    /// A tick for each day, and how many were there.
    Attendance,
    /// A signature, for each day where there are several.
    Roster,
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct Attendance<'a> {
    design: Design,
    new_page_per_list: bool,
    /// What heads the columns behind the names.
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
fn fill(camp: &CampData, choices: &PrintChoices, design: Design) -> Result<Filled, ReportError> {
    let rosters = rosters(camp, choices)?;
    let custom = Columns::chosen(camp, choices)?;
    let is_roster = design == Design::Roster;
    let is_of_camp = choices.scope.in_camp(camp)? == Scope::Camp;
    let has_groups = is_roster && is_of_camp && !camp.is_club();
    let has_ratings = is_roster && choices.ratings;
    let before = |player: &Player| {
        let group = has_groups.then(|| camp.group_name(player.group).to_owned());
        let rating = has_ratings.then(|| show_rating(player.ratings.weekly));
        group.into_iter().chain(rating)
    };
    let lists = rosters.iter().map(|roster| {
        let mut list = roster.list(&custom);
        for (camper, player) in list.campers.iter_mut().zip(&roster.players) {
            camper.further.splice(..0, before(player));
        }
        list
    });
    let titles = [(has_groups, "Group"), (has_ratings, "Rating")];
    let titles = titles.into_iter().filter(|(is_there, _)| *is_there);
    let count = choices.days.get().min(Choice::Days.most());
    let days = days(camp, count).map(|day| Day {
        name: day.strftime("%a").to_string(),
        date: day.strftime("%b %-d").to_string(),
    });
    let sheet = Attendance {
        design,
        columns: titles
            .map(|(_, title)| title)
            .chain(custom.titles())
            .collect(),
        new_page_per_list: choices.new_pages,
        days: days.collect(),
        lists: lists.collect(),
    };
    let what = match design {
        Design::Attendance => "attendance",
        Design::Roster => "roster",
    };
    Filled::new(choices.scope.titled(what, camp), &sheet)
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
    use super::{
        super::{
            Print,
            tests::{camp, laid, plain_camp, texts},
        },
        *,
    };

    #[test]
    fn a_roster_has_a_box_to_sign_for_each_day_that_is_chosen() {
        let text = |choices: &PrintChoices| {
            texts(&laid(Print::Roster, &plain_camp(12), choices).pages).concat()
        };
        let default = Print::Roster.default_choices();
        let one_day = text(&default);
        assert!(
            one_day.contains("Signed out by") && one_day.contains("Time"),
            "{one_day}"
        );
        assert!(
            !one_day.contains("Present") && !one_day.contains("Rating"),
            "{one_day}"
        );
        let whole_camp = text(&PrintChoices {
            scope: PrintScope::Camp,
            days: NonZeroUsize::new(3).expect("days"),
            ratings: true,
            ..default
        });
        for words in ["Group", "Gold", "Rating", "1400", "Mon", "Nov 18"] {
            assert!(whole_camp.contains(words), "{words}: {whole_camp}");
        }
        assert!(!whole_camp.contains("Nov 19"), "{whole_camp}");
    }

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
