//! The board on which the players of a club write whom they challenge.

use std::collections::{BTreeSet, HashMap};

use jiff::{Span, civil::Date};
use serde::Serialize;

use super::{Ladder, keep_first, names, rows};
use crate::{
    domain::{CampData, Days, Game, LadderSystem, PlayerId},
    rating::{self, LadderStandings},
    report::{
        Choice, PrintChoices, ReportError,
        catalogue::{Filled, Kind, PrintGroup, Template},
    },
};

pub(in crate::report) const CHALLENGE_BOARD: Kind = Kind {
    word: "challenge-board",
    title: "Challenge board",
    about: "The club ladder with empty columns for challenges, and who has challenged one of the top this week.",
    group: PrintGroup::Ladders,
    choices: &[Choice::Paper, Choice::Ladder, Choice::Top],
    default_choices: PrintChoices::default,
    template: Template {
        file: "challenge-board.typ",
        text: include_str!("../templates/challenge-board.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct Board {
    /// "Thursday ladder"
    title: String,
    /// Who may challenge whom, in sentences.
    rule: Vec<String>,
    /// So many top ranks have a limit of challenges; 0 for none.
    limited: i64,
    /// How many players there are, listed or not.
    players: usize,
    /// Best first.
    rows: Vec<BoardRow>,
}

/// Players, with the rank of each.
type Challengers = BTreeSet<(i64, PlayerId)>;

#[derive(Debug, Serialize)]
struct BoardRow {
    rank: i64,
    /// "=7" where several share it.
    place: String,
    /// "de la Cruz, Ola", with the number where two have these names; `None` for a rank that nobody holds.
    name: Option<String>,
    /// Who can't challenge this player again before next Monday: "de la Cruz, Ola".
    used_up: Vec<String>,
}

fn fill(camp: &CampData, choices: &PrintChoices, printed: Date) -> Result<Filled, ReportError> {
    let ladder = Ladder::new(LadderSystem::Club, camp, choices, printed)?;
    let mut standings = ladder.computed(rating::standings)?.of_active();
    if standings.rows.is_empty() {
        return Err(ladder.nobody(&standings, choices));
    }
    let [top, per_week] =
        ["challenge-top", "challenge-per-week"].map(|name| ladder.settings.number(name));
    let limited = if per_week > 0 { top } else { 0 };
    let used_up = used_up(camp, &standings, limited, per_week, printed);
    let names = names(&standings);
    let players = standings.rows.len();
    keep_first(&mut standings, choices);
    let used_up = standings.rows.iter().map(|row| {
        let challengers = used_up.get(&row.player).into_iter().flatten();
        let names = challengers.filter_map(|(_, player)| names.get(player).cloned());
        names.collect::<Vec<_>>()
    });
    let mut used_up = used_up.collect::<Vec<_>>().into_iter();
    let (rows, _) = rows(&standings);
    let rows = rows.into_iter().map(|row| BoardRow {
        rank: row.rank,
        place: row.place,
        used_up: row
            .name
            .as_ref()
            .and_then(|_| used_up.next())
            .unwrap_or_default(),
        name: row.name,
    });
    let board = Board {
        title: ladder.title.clone(),
        rule: rule(limited, per_week),
        limited,
        players,
        rows: rows.collect(),
    };
    let what = format!("{}, challenge board", ladder.title);
    let period = ladder.period(None);
    Ok(Filled::new(what, &board)?.of(period))
}

fn rule(limited: i64, per_week: i64) -> Vec<String> {
    let mut rule = vec![
        "Whoever stands lower may challenge whoever stands higher, and who wins moves up by half the difference of the ranks, rounded up.".to_owned(),
    ];
    if limited > 0 {
        let times = match per_week {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        rule.push(format!(
            "The same player can challenge one of the top {limited} {times} a week, from Monday to Sunday."
        ));
    }
    rule
}

/// For each of the top, who has challenged it as often as a week allows, from Monday to Sunday: by rank, with the rank.
fn used_up(
    camp: &CampData,
    standings: &LadderStandings,
    limited: i64,
    per_week: i64,
    today: Date,
) -> HashMap<PlayerId, Challengers> {
    let ranks = standings.rows.iter().map(|row| (row.player, row.rank));
    let ranks = ranks.collect::<HashMap<_, _>>();
    let week = calendar_week(today);
    let others = camp.other_weeks.iter().flat_map(|other| &other.games);
    let is_of_week = |game: &&Game| {
        let is_in = |day: Date| (week.first..=week.last).contains(&day);
        game.counts && game.date.is_some_and(is_in)
    };
    let mut games = HashMap::<[PlayerId; 2], i64>::new();
    for game in camp.games.iter().chain(others).filter(is_of_week) {
        let rank = |player| ranks.get(&player).copied().unwrap_or(i64::MAX);
        let (white, black) = (rank(game.white), rank(game.black));
        // The higher one first. Who shares a rank doesn't challenge.
        let pair = match white.cmp(&black) {
            std::cmp::Ordering::Less => [game.white, game.black],
            std::cmp::Ordering::Greater => [game.black, game.white],
            std::cmp::Ordering::Equal => continue,
        };
        *games.entry(pair).or_default() += 1;
    }
    let mut used_up = HashMap::<PlayerId, Challengers>::new();
    for ([higher, lower], count) in games {
        let (Some(top), Some(rank)) = (ranks.get(&higher), ranks.get(&lower)) else {
            continue;
        };
        if *top <= limited && count >= per_week {
            used_up.entry(higher).or_default().insert((*rank, lower));
        }
    }
    used_up
}

/// From Monday to Sunday.
fn calendar_week(day: Date) -> Days {
    let monday = day.saturating_sub(Span::new().days(day.weekday().to_monday_zero_offset()));
    Days {
        first: monday,
        last: monday.saturating_add(Span::new().days(6)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::GameResult,
        report::{
            Print,
            tests::{TODAY, laid, plain_camp, run_together, texts},
        },
    };

    /// Players in the order of their numbers, as nobody has joined on a day and no game moves them.
    fn club() -> CampData {
        let mut camp = plain_camp(8);
        camp.groups = Arc::default();
        for player in Arc::make_mut(&mut camp.players) {
            player.group = None;
        }
        let game = |white, black, date| Game {
            date: Some(date),
            ..Game::new(PlayerId(white), PlayerId(black), GameResult::Draw)
        };
        let week_ago = TODAY.saturating_sub(Span::new().days(7));
        camp.games = vec![
            game(1, 6, TODAY),
            game(3, 2, TODAY),
            game(1, 4, week_ago),
            game(7, 8, TODAY),
        ]
        .into();
        camp
    }

    #[test]
    fn who_has_challenged_one_of_the_top_this_week_is_named() {
        let camp = club();
        let ladder = Ladder::new(LadderSystem::Club, &camp, &PrintChoices::default(), TODAY)
            .expect("a ladder");
        let standings = ladder.computed(rating::standings).expect("standings");
        let used_up = used_up(&camp, &standings, 5, 1, TODAY);
        let of = |id| used_up.get(&PlayerId(id)).cloned().unwrap_or_default();
        assert_eq!(
            of(1),
            Challengers::from([(6, PlayerId(6))]),
            "not 4, who played last week"
        );
        assert_eq!(of(2), Challengers::from([(3, PlayerId(3))]));
        assert_eq!(of(7), Challengers::new(), "not one of the top");
    }

    #[test]
    fn the_board_has_everybody_and_the_rule() {
        let pages = laid(Print::ChallengeBoard, &club(), &PrintChoices::default()).pages;
        let text = run_together(&texts(&pages).concat());
        for words in [
            "Last1,Mai",
            "Last8,Mai",
            "Challengedby",
            "oneofthetop5onceaweek",
            "nomoreagainstLast1,Mai:Last6,Mai.",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn the_first_three_are_three_players_whatever_their_ranks() {
        let mut camp = club();
        for player in Arc::make_mut(&mut camp.players).iter_mut().take(3).skip(1) {
            player.leave_before_the_week();
        }
        let choices = PrintChoices {
            top: std::num::NonZeroUsize::new(3),
            ..PrintChoices::default()
        };
        for print in [Print::ChallengeBoard, Print::ClubLadder] {
            let text = run_together(&texts(&laid(print, &camp, &choices).pages).concat());
            // Below the list, whoever has challenged is named.
            let list = text.split("Challenges:").next().expect("a list");
            let listed = (1..=8).filter(|id| list.contains(&format!("Last{id},Mai")));
            assert_eq!(listed.collect::<Vec<_>>(), [1, 4, 5], "{text}");
        }
    }

    #[test]
    fn a_week_is_from_monday_to_sunday() {
        let date = jiff::civil::date;
        for day in 16..=22 {
            let week = calendar_week(date(2026, 11, day));
            assert_eq!(
                (week.first, week.last),
                (date(2026, 11, 16), date(2026, 11, 22))
            );
        }
    }
}
