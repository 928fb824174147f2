//! The weeks of a camp side by side.

use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, Period, PrintGroup, Template},
};
use crate::domain::{
    CampData, Days, GroupId, OtherWeek, Scope, Season, SeasonLine, SeasonWeek, Week, show_rating,
    shown_rank,
};

pub(super) const KIND: Kind = Kind {
    word: "season",
    title: "Weeks side by side",
    about: "Everybody by name with the rating or the rank of each week, and what was gained in all of them.",
    group: PrintGroup::Results,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Ratings,
        Choice::NewPages,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "season.typ",
        text: include_str!("templates/season.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct SeasonSheet<'a> {
    new_page_per_list: bool,
    /// Whether each week has the rating; otherwise it has the rank.
    ratings: bool,
    /// "Week 1", the first one first.
    weeks: Vec<String>,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// Whether each row has a group.
    grouped: bool,
    /// By name.
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    /// "de la Cruz, Ola", with the number where two have these names.
    name: String,
    /// Of the last week that the player was there; may be empty.
    group: &'a str,
    /// A rating or a rank for each week, "=7" where several share it; `None` where the player wasn't there.
    weeks: Vec<Option<String>>,
    /// The points gained in all weeks together.
    change: i32,
    won: usize,
    drawn: usize,
    lost: usize,
    games: usize,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let mut weeks = all_weeks(camp);
    weeks.retain(CampData::has_counted_games);
    if weeks.is_empty() {
        return Err(ReportError::no_counted_games());
    }
    let season = Season::new(&weeks);
    let list = |title, keep: &dyn Fn(Option<GroupId>) -> bool| {
        let lines = season.lines.iter().filter(|line| keep(last_group(line)));
        List::new(title, scope, lines, choices.ratings)
    };
    let group = |group| list(camp.group_name(Some(group)), &|of| of == Some(group));
    let everybody = || list(camp.everybody(), &|_| true);
    let lists = match scope {
        Scope::Camp => vec![everybody()],
        Scope::Group(id) => vec![group(id)],
        Scope::ByGroup => {
            let groups = camp.groups.iter().rev().map(|of| group(of.id));
            // Also who was in a group that this week doesn't have any more.
            let is_there = |of: Option<GroupId>| of.is_some_and(|of| camp.group(of).is_some());
            let others = list("Without a group", &|of| !is_there(of));
            let mut lists = groups.chain([others]).collect::<Vec<_>>();
            lists.retain(|list| !list.rows.is_empty());
            if lists.is_empty() {
                lists.push(everybody());
            }
            lists
        }
    };
    if lists.iter().all(|list| list.rows.is_empty()) {
        return Err(ReportError::no_players(choices));
    }
    let sheet = SeasonSheet {
        new_page_per_list: choices.new_pages,
        ratings: choices.ratings,
        weeks: season.weeks.iter().map(Week::name).collect(),
        lists,
    };
    let what = choices.scope.titled("weeks side by side", camp);
    let filled = Filled::new(what, &sheet)?;
    Ok(match period(&weeks) {
        Some(period) => filled.of(period),
        None => filled,
    })
}

/// The weeks of the camp, the first one first.
fn all_weeks(camp: &CampData) -> Vec<CampData> {
    let other = |other: &OtherWeek| CampData {
        groups: Arc::new(other.groups.clone()),
        players: Arc::new(other.players.clone()),
        games: Arc::new(other.games.clone()),
        ..CampData::new(camp.name.clone(), other.week.clone())
    };
    let mut weeks = camp.other_weeks.iter().map(other).collect::<Vec<_>>();
    weeks.push(camp.clone());
    weeks.sort_by_key(|camp| camp.week.number);
    weeks
}

/// What the weeks are called together; one alone is what it is.
fn period(weeks: &[CampData]) -> Option<Period> {
    let ([first, .., last], days) = (weeks, weeks.iter().map(CampData::week_days)) else {
        return None;
    };
    let days = days.flat_map(|days| [days.first, days.last]);
    Some(Period {
        weeks: format!("Weeks {}–{}", first.week.number, last.week.number),
        days: Days::of(days)?,
    })
}

fn last_week(line: &SeasonLine) -> Option<&SeasonWeek> {
    line.weeks.iter().rev().flatten().next()
}

fn last_group(line: &SeasonLine) -> Option<GroupId> {
    last_week(line).and_then(|week| week.group_id)
}

impl<'a> List<'a> {
    fn new(
        title: &'a str,
        scope: Scope,
        lines: impl Iterator<Item = &'a SeasonLine>,
        ratings: bool,
    ) -> Self {
        let rows = lines.map(|line| Row::new(line, scope, ratings));
        let rows = rows.collect::<Vec<_>>();
        Self {
            title,
            grouped: scope == Scope::Camp && rows.iter().any(|row| !row.group.is_empty()),
            rows,
        }
    }
}

impl<'a> Row<'a> {
    fn new(line: &'a SeasonLine, scope: Scope, ratings: bool) -> Self {
        let figure = |week: &SeasonWeek| match (scope, week.group_rank) {
            _ if ratings => show_rating(week.rating),
            (Scope::ByGroup | Scope::Group(_), Some(rank)) => {
                shown_rank(rank, week.shares_group_rank)
            }
            _ => shown_rank(week.rank, week.shares_rank),
        };
        let there = || line.weeks.iter().flatten();
        Self {
            name: line.listed_name(),
            group: line.last_group(),
            weeks: line
                .weeks
                .iter()
                .map(|week| week.as_ref().map(figure))
                .collect(),
            change: there().map(|week| week.change).sum(),
            won: there().map(|week| week.won).sum(),
            drawn: there().map(|week| week.drawn).sum(),
            lost: there().map(|week| week.lost).sum(),
            games: there().map(|week| week.games).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Print, PrintScope,
            tests::{laid, plain_camp, refused, run_together, texts},
        },
        *,
    };
    use crate::domain::WeekId;

    /// A camp in its third week, and a first one with other ratings, in which player 1 wasn't there.
    fn two_weeks() -> CampData {
        let camp = plain_camp(8);
        let mut players = camp.players.to_vec();
        players.remove(0);
        for player in &mut players {
            player.ratings.weekly += 1000;
        }
        let week = Week {
            id: WeekId(1),
            number: 1,
            ..camp.week.clone()
        };
        let other = OtherWeek {
            week,
            groups: camp.groups.to_vec(),
            players,
            games: camp.games.to_vec(),
        };
        CampData {
            other_weeks: Arc::new(vec![other]),
            ..camp
        }
    }

    /// What stands behind a name: group and weeks first.
    fn row(choices: &PrintChoices, name: &str) -> String {
        let text = texts(&laid(Print::Season, &two_weeks(), choices).pages).concat();
        assert!(run_together(&text).contains("Weeks1–3"), "{text}");
        let mut rows = text.lines().filter_map(|line| line.strip_prefix(name));
        let behind = rows.next().expect(name);
        behind.replace('\t', " ").trim().to_owned()
    }

    #[test]
    fn a_week_without_games_is_no_column() {
        let mut camp = two_weeks();
        let mut others = camp.other_weeks.to_vec();
        others[0].games.clear();
        camp.other_weeks = Arc::new(others);
        let choices = PrintChoices::default();
        let text = texts(&laid(Print::Season, &camp, &choices).pages).concat();
        assert!(
            !text.contains("Week 1") && text.contains("Week 3"),
            "{text}"
        );
        camp.games = Vec::new().into();
        let reason = refused(Print::Season, &camp, &choices);
        assert!(reason.starts_with("No game that counts"), "{reason}");
    }

    #[test]
    fn each_week_has_its_rating_or_its_rank() {
        let ratings = |name| row(&PrintChoices::default(), name);
        assert!(ratings("Last2, Mai").starts_with("Red 2399 1399 "));
        assert!(ratings("Last1, Mai").starts_with("Purple – 1400 "));
        let mut camp = two_weeks();
        let mut groups = camp.groups.to_vec();
        groups[1].name = "Tuesday afternoon B".to_owned();
        camp.groups = groups.into();
        let text = texts(&laid(Print::Season, &camp, &PrintChoices::default()).pages).concat();
        assert!(
            text.replace('\t', " ")
                .contains("Last2, Mai Tuesday afternoon B 2399 "),
            "on one line, as there is room: {text}"
        );
        let ranks = PrintChoices {
            ratings: false,
            scope: PrintScope::Group("Red".to_owned()),
            ..PrintChoices::default()
        };
        // Players 2 and 6 are in that group.
        assert!(row(&ranks, "Last6, Mai").starts_with("2 2 "));
        let mut camp = two_weeks();
        let mut players = camp.players.to_vec();
        players[5].ratings = players[1].ratings;
        camp.players = players.into();
        let text = texts(&laid(Print::Season, &camp, &ranks).pages).concat();
        assert!(
            text.replace('\t', " ").contains("Last6, Mai 2 =1 "),
            "{text}"
        );
    }
}
