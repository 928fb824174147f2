//! A round robin for a group: rounds and boards, and a table for the results.

use std::cmp::Reverse;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, Remark, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    roster::{Entrant, Roster, rosters},
    slips::Slip,
};
use crate::domain::{CampData, Player, RoundRobinRound, counted, round_robin};

pub(super) const KIND: Kind = Kind {
    word: "round-robin",
    title: "Round-robin schedule",
    about: "Everybody of a group meets everybody once: the rounds by board, and a table for the results.",
    group: PrintGroup::Pairings,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::ByName,
        Choice::Ratings,
        Choice::Slips,
    ],
    default_choices: || PrintChoices {
        scope: PrintScope::ByGroup,
        ..PrintChoices::default()
    },
    template: Template {
        file: "round-robin.typ",
        text: include_str!("templates/round-robin.typ"),
    },
    is_letterhead: true,
    fill,
};

/// So few have nothing to schedule, and so many don't meet within a week.
const SIZES: std::ops::RangeInclusive<usize> = 3..=16;

/// What the template reads.
#[derive(Debug, Serialize)]
struct Schedule<'a> {
    ratings: bool,
    lists: Vec<List<'a>>,
    /// Empty where they aren't asked for.
    slips: Vec<Slip<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// "12 players, 11 rounds"
    size: String,
    /// In the order of their pairing numbers, which are from 1 on.
    players: Vec<Entrant>,
    rounds: Vec<Round>,
}

/// By pairing numbers.
#[derive(Debug, Serialize)]
struct Round {
    games: Vec<[usize; 2]>,
    bye: Option<usize>,
}

impl From<RoundRobinRound> for Round {
    fn from(round: RoundRobinRound) -> Self {
        let games = round.games.into_iter();
        Self {
            games: games.map(|game| game.map(|place| place + 1)).collect(),
            bye: round.bye.map(|place| place + 1),
        }
    }
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let rosters = rosters(camp, choices)?;
    let (fitting, others): (Vec<_>, Vec<_>) = rosters
        .iter()
        .partition(|roster| SIZES.contains(&roster.players.len()));
    let (least, most) = (SIZES.start(), SIZES.end());
    if fitting.is_empty() {
        let why = match others.as_slice() {
            [only] => format!("here are {}", only.players.len()),
            _ => "no group has as many".to_owned(),
        };
        return Err(ReportError::NothingToShow(format!(
            "A round robin is for {least} to {most} players, and {why}. Print “Next games” instead"
        )));
    }
    let left_out = others.iter().map(|roster| {
        let (title, players) = (roster.title, counted(roster.players.len(), "player"));
        let reason = format!(
            "{title}: {players}, and a round robin is for {least} to {most}. Print “Next games” for them"
        );
        Remark::GroupLeftOut(reason)
    });
    let lists = fitting
        .iter()
        .map(|roster| List::new(camp, roster, choices.by_name));
    let lists = lists.collect::<Vec<_>>();
    let slips = lists.iter().filter(|_| choices.slips).flat_map(List::slips);
    let slips = slips.collect();
    let schedule = Schedule {
        ratings: choices.ratings,
        slips,
        lists,
    };
    let filled = Filled::new(choices.scope.titled("round robin", camp), &schedule)?;
    Ok(filled.remarked(left_out.collect()))
}

impl<'a> List<'a> {
    fn new(camp: &CampData, roster: &Roster<'a>, by_name: bool) -> Self {
        let mut players = roster.players.clone();
        if !by_name {
            // Stable: equal ratings stay by name.
            players.sort_by_key(|player| Reverse(player.ratings.weekly));
        }
        let count = players.len();
        let rounds = round_robin(count);
        let namesakes = camp.namesakes();
        let entrant = |player: &&Player| Entrant {
            number: player.id,
            name: player.listed_among(&namesakes),
            rating: player.ratings.weekly,
        };
        let size = [counted(count, "player"), counted(rounds.len(), "round")];
        Self {
            title: roster.title,
            size: size.join(", "),
            players: players.iter().map(entrant).collect(),
            rounds: rounds.into_iter().map(Round::from).collect(),
        }
    }

    fn slips(&self) -> impl Iterator<Item = Slip<'a>> {
        let rounds = self.rounds.iter().zip(1..);
        rounds.flat_map(move |(round, number)| {
            let games = round.games.iter().zip(1..);
            games.map(move |([white, black], board)| Slip {
                list: self.title,
                round: Some(number),
                board,
                white: self.players[white - 1].camper(),
                black: self.players[black - 1].camper(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Print,
            tests::{camp, laid, plain_camp, refused, run_together, texts},
        },
        *,
    };

    fn text(camp: &CampData, choices: &PrintChoices) -> Vec<String> {
        let pages = laid(Print::RoundRobin, camp, choices).pages;
        texts(&pages)
            .iter()
            .map(|text| run_together(text))
            .collect()
    }

    fn whole_camp() -> PrintChoices {
        PrintChoices {
            scope: PrintScope::Camp,
            ..PrintChoices::default()
        }
    }

    #[test]
    fn every_size_of_a_group_has_its_rounds_on_one_page() {
        for players in SIZES {
            let sheets = text(&camp(players), &whole_camp());
            assert_eq!(sheets.len(), 1, "{players} players");
            let rounds = players.next_multiple_of(2) - 1;
            let size = format!("{players}players,{rounds}rounds");
            assert!(sheets[0].contains(&size), "{}", sheets[0]);
            let byes = sheets[0].contains("Bye");
            assert_eq!(byes, players % 2 == 1, "{players}: {}", sheets[0]);
        }
    }

    #[test]
    fn a_group_of_another_size_says_so() {
        for players in [1, 2, 17] {
            assert_eq!(
                refused(Print::RoundRobin, &plain_camp(players), &whole_camp()),
                format!(
                    "A round robin is for 3 to 16 players, and here are {players}. Print “Next games” instead"
                )
            );
        }
        let small = refused(
            Print::RoundRobin,
            &plain_camp(8),
            &Print::RoundRobin.default_choices(),
        );
        assert!(small.contains("and no group has as many"), "{small}");
        let by_group = laid(
            Print::RoundRobin,
            &plain_camp(20),
            &Print::RoundRobin.default_choices(),
        );
        assert_eq!(by_group.pages.count(), 4, "each group on a page");
        assert_eq!(
            by_group.remarks,
            [Remark::GroupLeftOut(
                "Without a group: 1 player, and a round robin is for 3 to 16. Print “Next games” for them"
                    .to_owned()
            )]
        );
    }

    #[test]
    fn numbers_go_by_rank_or_by_name() {
        let first = |by_name| {
            let camp = plain_camp(12);
            let choices = PrintChoices {
                by_name,
                ..whole_camp()
            };
            let rosters = rosters(&camp, &choices).expect("rosters");
            let list = List::new(&camp, &rosters[0], by_name);
            list.players
                .iter()
                .take(3)
                .map(|player| player.name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(first(false), ["Last1, Mai", "Last2, Mai", "Last3, Mai"]);
        assert_eq!(first(true), ["Last1, Mai", "Last10, Mai", "Last11, Mai"]);
    }

    #[test]
    fn there_is_a_slip_for_each_game_where_they_are_asked_for() {
        let choices = PrintChoices {
            slips: true,
            ..whole_camp()
        };
        let sheets = text(&plain_camp(5), &choices);
        assert_eq!(sheets.len(), 1 + 2, "ten games, eight on a sheet");
        let slips = sheets[1..].concat();
        for id in 1..=5 {
            assert_eq!(slips.matches(&format!("Last{id},Mai")).count(), 4, "{id}");
        }
    }
}
