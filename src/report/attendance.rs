//! The sheets on which a leader ticks who is there, and on which whoever fetches a player signs.

use std::{collections::HashSet, num::NonZeroUsize};

use jiff::{
    ToSpan as _,
    civil::{Date, Weekday},
};
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, Period, PrintGroup, Template},
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
    // One day that is signed for has no date: it may be any of the week.
    let dated = Days::of(days.iter().copied()).filter(|_| !is_roster || days.len() > 1);
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
    let filled = Filled::new(choices.scope.titled(what, camp), &sheet)?;
    Ok(match dated {
        Some(days) => filled.of(Period {
            weeks: camp.week.title(),
            days,
        }),
        None => filled,
    })
}

/// The days with boxes: those of the week, or as many as are asked for, from its first one on. A week is as the director has set it. An end
/// that isn't set follows from the games: who began on a Thursday counts heads from Monday on, and who got as far as Tuesday, until Friday.
/// Saturdays and Sundays are left out, unless the week is set to begin or end on one, or somebody played then.
fn days(camp: &CampData, count: Option<usize>) -> Vec<Date> {
    let set = camp.week.set_days;
    let played = camp.games.iter().filter_map(|game| game.date);
    let played = played.collect::<HashSet<_>>();
    let Days { first, last } = camp.week_days();
    let first = match set {
        [Some(first), _] => first,
        _ if is_on_weekend(first) && played.contains(&first) => first,
        [None, last] => {
            let monday = monday_of_work(first);
            last.map_or(monday, |last| monday.min(last))
        }
    };
    let last = set[1].unwrap_or_else(|| friday_from(last.max(first)));
    let has_weekends = set.into_iter().flatten().any(is_on_weekend);
    let is_counted = |day: &Date| has_weekends || !is_on_weekend(*day) || played.contains(day);
    let days = first.series(1.day()).filter(is_counted);
    let most = count.unwrap_or(usize::MAX).min(Choice::Days.most());
    days.take_while(|day| count.is_some() || *day <= last)
        .take(most)
        .collect()
}

fn is_on_weekend(day: Date) -> bool {
    matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// The Monday of the days on which people work: on a weekend, the next one.
fn monday_of_work(day: Date) -> Date {
    let since_monday = i64::from(day.weekday().to_monday_zero_offset());
    let away = if is_on_weekend(day) { 7 } else { 0 };
    day.saturating_add((away - since_monday).days())
}

/// The Friday until which a week goes on that has got to this day; a Saturday after it is its end.
fn friday_from(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => day,
        weekday => day.saturating_add(i64::from(weekday.until(Weekday::Friday)).days()),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{
        super::{
            Print,
            tests::{camp, laid, plain_camp, run_together, texts},
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
            seven.contains("Nov 24") && !seven.contains("Sat") && !seven.contains("Nov 25"),
            "{seven}"
        );
        // Days that have no room on one sheet go on on another one, with all the names again.
        let thirty = text(&camp, Some(30));
        assert!(
            thirty.contains("Nov 16") && thirty.contains("Dec 25"),
            "{thirty}"
        );
        assert_eq!(thirty.matches("Present").count(), 2, "{thirty}");
        // The head says the days that have boxes.
        let said = |text: &str, days: &str| run_together(text).contains(&run_together(days));
        assert!(said(&five, "November 16–20, 2026"), "{five}");
        assert!(said(&thirty, "November 16–December 25, 2026"), "{thirty}");
    }

    #[test]
    fn a_second_page_has_a_fair_share_of_the_rows() {
        let mut camp = plain_camp(40);
        let mut players = camp.players.to_vec();
        for player in &mut players {
            player.group = None;
        }
        camp.players = players.into();
        let choices = Print::Attendance.default_choices();
        let sheets = texts(&laid(Print::Attendance, &camp, &choices).pages);
        let names = sheets.iter().map(|text| text.matches("Mai").count());
        let names = names.collect::<Vec<_>>();
        assert_eq!(names.iter().sum::<usize>(), 40);
        assert!(names.len() == 2 && names[1] >= 12, "{names:?}");
        assert!(sheets[1].contains("Present") && !sheets[0].contains("Present"));
    }

    /// A week with games on these days of July 2026, which begins on a Wednesday, and set to these; opened on Saturday, July 4.
    fn july_week(played: &[i8], set: [Option<i8>; 2]) -> CampData {
        let mut camp = camp(12);
        let mut games = camp.games.to_vec();
        for game in &mut games {
            game.date = None;
        }
        for (game, day) in games.iter_mut().zip(played) {
            game.date = Some(date(2026, 7, *day));
        }
        camp.games = games.into();
        camp.week.opened_on = date(2026, 7, 4);
        camp.week.set_days = set.map(|day| day.map(|day| date(2026, 7, day)));
        camp
    }

    #[test]
    fn days_are_those_of_one_week_without_weekends_that_nobody_plays_on() {
        let monday_to_friday = vec![6, 7, 8, 9, 10];
        for (played, set, expected) in [
            (&[][..], [None, None], monday_to_friday.clone()),
            // Whenever the games began.
            (&[9, 10], [None, None], monday_to_friday.clone()),
            (&[7], [None, None], monday_to_friday.clone()),
            (&[9], [Some(6), None], monday_to_friday.clone()),
            (&[9], [None, Some(9)], vec![6, 7, 8, 9]),
            (&[9], [Some(9), None], vec![9, 10]),
            (
                &[10, 13],
                [None, None],
                vec![6, 7, 8, 9, 10, 13, 14, 15, 16, 17],
            ),
            (
                &[8],
                [Some(6), Some(17)],
                vec![6, 7, 8, 9, 10, 13, 14, 15, 16, 17],
            ),
            // Whoever played on a Sunday was there.
            (
                &[8, 12],
                [None, None],
                vec![6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17],
            ),
            (&[8, 11], [None, None], vec![6, 7, 8, 9, 10, 11]),
            (&[5, 6], [None, None], vec![5, 6, 7, 8, 9, 10]),
            // A camp of one weekend, and one from Sunday to Saturday.
            (&[11], [Some(11), Some(12)], vec![11, 12]),
            (&[], [None, Some(5)], vec![5]),
            (&[6], [Some(5), Some(11)], vec![5, 6, 7, 8, 9, 10, 11]),
        ] {
            let camp = july_week(played, set);
            let found = days(&camp, None);
            let found = found.iter().map(|day| day.day()).collect::<Vec<_>>();
            assert_eq!(found, expected, "games on {played:?}, set to {set:?}");
        }
    }

    #[test]
    fn as_many_days_as_are_asked_for_follow_the_rule_of_those_of_the_week() {
        let of = |set, count| {
            let days = days(&july_week(&[9, 10], set), Some(count));
            days.iter().map(|day| day.day()).collect::<Vec<_>>()
        };
        assert_eq!(of([None; 2], 2), [6, 7]);
        assert_eq!(of([None; 2], 7), [6, 7, 8, 9, 10, 13, 14]);
        assert_eq!(of([Some(5), Some(11)], 8), [5, 6, 7, 8, 9, 10, 11, 12]);
    }

    #[test]
    fn a_long_name_gets_room_before_the_notes() {
        let mut camp = plain_camp(12);
        let mut players = camp.players.to_vec();
        "Papadopoulos".clone_into(&mut players[3].last_name);
        "Mary-Catherine".clone_into(&mut players[3].first_name);
        camp.players = players.into();
        let choices = Print::Attendance.default_choices();
        let text = texts(&laid(Print::Attendance, &camp, &choices).pages).concat();
        assert!(text.contains("Papadopoulos, Mary-Catherine"), "{text}");
    }
}
