//! The sheets on which a leader ticks who is there, and on which whoever fetches a player signs.

use std::{collections::HashSet, num::NonZeroUsize};

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::{RosterList, rosters},
};
use crate::domain::{CampData, Days, Player, Scope, show_rating};

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
        Choice::NewPages,
        Choice::Columns,
    ],
    // Each group's leader gets one.
    default_choices: || PrintChoices {
        new_pages: true,
        ..PrintChoices::default()
    },
    template: TEMPLATE,
    is_letterhead: true,
    fill: |camp, choices, _printed| fill(camp, choices, Design::Attendance),
};

pub(super) const ROSTER: Kind = Kind {
    word: "roster",
    title: "Roster to sign out",
    about: "The players with the columns that you choose, and a box to sign, for one day or for each day of the week.",
    group: PrintGroup::Sheets,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Days,
        Choice::SignIn,
        Choice::Ratings,
        Choice::Inactive,
        Choice::NewPages,
        Choice::Columns,
    ],
    default_choices: || PrintChoices {
        scope: PrintScope::ByGroup,
        days: Some(NonZeroUsize::MIN),
        new_pages: true,
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
    /// Whether a roster has a box to sign in, too.
    sign_in: bool,
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
        let mut list = roster.list(camp, &custom);
        for (camper, player) in list.campers.iter_mut().zip(&roster.players) {
            camper.further.splice(..0, before(player));
        }
        list
    });
    let titles = [(has_groups, "Group"), (has_ratings, "Rating")];
    let titles = titles.into_iter().filter(|(is_there, _)| *is_there);
    let days = days(camp, choices.days.map(NonZeroUsize::get));
    let days = days.into_iter().map(|day| Day {
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
        sign_in: choices.sign_in,
        days: days.collect(),
        lists: lists.collect(),
    };
    let what = match design {
        Design::Attendance => "attendance",
        Design::Roster => "roster",
    };
    Filled::new(choices.scope.titled(what, camp), &sheet)
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
        let both_ways = |days| {
            text(&PrintChoices {
                sign_in: true,
                days: NonZeroUsize::new(days),
                ..default.clone()
            })
        };
        assert!(both_ways(1).contains("Signed in by"), "{}", both_ways(1));
        let four = both_ways(4);
        assert!(
            four.matches("Mon in").count() == 4 && four.contains("Thu out"),
            "{four}"
        );
        let whole_camp = text(&PrintChoices {
            scope: PrintScope::Camp,
            days: NonZeroUsize::new(3),
            ratings: true,
            ..default
        });
        for words in ["Group", "Gold", "Rating", "1400", "Mon", "Nov 18"] {
            assert!(whole_camp.contains(words), "{words}: {whole_camp}");
        }
        assert!(!whole_camp.contains("Nov 19"), "{whole_camp}");
    }

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
