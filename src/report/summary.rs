//! The week in figures, on one page: to read out on the last day.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    rated::rated,
};
use crate::{
    domain::{
        CampData, Game, GameResult, GroupId, PlayerId, counted, grouped, show_change, show_rating,
    },
    rating::camp_ladder::awards::{Award, Awards, Given},
};

pub(super) const KIND: Kind = Kind {
    word: "summary",
    title: "Summary of the week",
    about: "One page of figures: players, games and days, the winners of all groups, and what was longest and most.",
    group: PrintGroup::LastDay,
    choices: &[Choice::Paper],
    default_choices: PrintChoices::default,
    template: Template {
        file: "summary.typ",
        text: include_str!("templates/summary.typ"),
    },
    is_letterhead: true,
    fill,
};

/// More who share something are counted instead of named.
const MOST_NAMED: usize = 6;

/// What the template reads.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    /// "54" and "players", side by side.
    figures: Vec<[String; 2]>,
    /// The best of each group, or of everybody where there are none.
    winners: Vec<Honour<'a>>,
    awards: Vec<Honour<'a>>,
    /// A title and a sentence each.
    facts: Vec<[String; 2]>,
}

#[derive(Debug, Serialize)]
struct Honour<'a> {
    /// "Gold", "Most improved"
    title: &'a str,
    /// Who shares it, as they are spoken: "Ola de la Cruz"; or "shared by 30 players".
    names: Vec<String>,
    /// "1314", "+53 points", "12 games"
    figure: String,
}

fn fill(camp: &CampData, _choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let (camp, remarks) = rated(camp);
    let honours = Honours {
        camp: &camp,
        awards: Awards::new(&camp),
        namesakes: camp.namesakes(),
    };
    let counting = camp.games.iter().filter(|game| game.counts);
    let counting = counting.collect::<Vec<_>>();
    if counting.is_empty() {
        return Err(ReportError::no_counted_games());
    }
    let active = camp.players.iter().filter(|player| player.active).count();
    let groups = camp.groups.iter().rev();
    let mut winners = groups
        .filter_map(|group| honours.honour(&group.name, Award::Winner, Some(group.id)))
        .collect::<Vec<_>>();
    if camp.is_club() {
        winners.extend(honours.honour(camp.everybody(), Award::Winner, None));
    }
    let others = Award::ALL
        .into_iter()
        .filter(|award| *award != Award::Winner);
    let awards = others.filter_map(|award| honours.honour(award.title(), award, None));
    let summary = Summary {
        figures: figures(&camp, active, &counting),
        winners,
        awards: awards.collect(),
        facts: honours.facts(&counting),
    };
    Ok(Filled::new("summary".to_owned(), &summary)?.remarked(remarks))
}

/// The numbers at the head of the page; nothing of which there is none.
fn figures(camp: &CampData, active: usize, counting: &[&Game]) -> Vec<[String; 2]> {
    let days = counting.iter().filter_map(|game| game.date);
    let days = days.collect::<HashSet<_>>().len();
    let all = [
        (active, "player"),
        (camp.groups.len(), "group"),
        (counting.len(), "game"),
        (days, "day"),
        (camp.games.len() - counting.len(), "fun game"),
    ];
    let there = all.into_iter().filter(|(count, _)| *count > 0);
    let in_words = |(count, thing): (usize, &str)| {
        let plural = if count == 1 { "" } else { "s" };
        [grouped(count), format!("{thing}{plural}")]
    };
    there.map(in_words).collect()
}

struct Honours<'a> {
    camp: &'a CampData,
    awards: Awards,
    namesakes: HashSet<PlayerId>,
}

impl<'a> Honours<'a> {
    fn name(&self, player: PlayerId) -> String {
        let known = self.camp.player(player);
        known.map_or_else(String::new, |player| player.named_among(&self.namesakes))
    }

    /// Those who share the first place, or how many they are if that is too many; nothing where nobody has it.
    fn honour(&self, title: &'a str, award: Award, group: Option<GroupId>) -> Option<Honour<'a>> {
        let Given { places, too_many } = self.awards.given(award, group, 1);
        let first = places.iter().chain(&too_many).next()?;
        let names = match too_many.len() {
            0 => places.iter().map(|place| self.name(place.player)).collect(),
            players => vec![format!("shared by {players} players")],
        };
        let figure = match award {
            Award::Winner => show_rating(first.figure),
            Award::BiggestUpset => format!("{} points higher", show_rating(first.figure)),
            Award::MostImproved => format!("{} points", show_change(first.figure)),
            Award::MostGames => counted(first.figure, "game"),
        };
        Some(Honour {
            title,
            names,
            figure,
        })
    }

    /// Who shares something, or how many they are.
    fn names(&self, players: impl ExactSizeIterator<Item = PlayerId>) -> Vec<String> {
        if players.len() > MOST_NAMED {
            return vec![counted(players.len(), "player")];
        }
        players.map(|player| self.name(player)).collect()
    }

    fn facts(&self, counting: &[&Game]) -> Vec<[String; 2]> {
        let facts = [
            results(counting),
            busiest_day(counting),
            self.longest_run(counting),
            self.most_between(counting),
        ];
        facts.into_iter().flatten().collect()
    }

    /// Who won most games one after the other, with no other result in between.
    fn longest_run(&self, counting: &[&Game]) -> Option<[String; 2]> {
        let mut runs = HashMap::<PlayerId, (usize, usize)>::new();
        for game in counting {
            for (player, sign) in [
                (game.white, game.result.sign()),
                (game.black, -game.result.sign()),
            ] {
                let (now, longest) = runs.entry(player).or_default();
                *now = if sign > 0 { *now + 1 } else { 0 };
                *longest = (*longest).max(*now);
            }
        }
        let (most, players) =
            those_with_most(runs.into_iter().map(|(player, (_, run))| (player, run)))?;
        let names = in_words(&self.names(players.into_iter()));
        (most > 1).then(|| {
            let title = "Longest winning streak".to_owned();
            [title, format!("{names} won {most} games in a row.")]
        })
    }

    /// Which two played each other most often.
    fn most_between(&self, counting: &[&Game]) -> Option<[String; 2]> {
        let mut pairs = HashMap::<[PlayerId; 2], usize>::new();
        for game in counting {
            let pair = [game.white.min(game.black), game.white.max(game.black)];
            *pairs.entry(pair).or_default() += 1;
        }
        let (most, pairs) = those_with_most(pairs.into_iter())?;
        let [only] = pairs.as_slice() else {
            return None;
        };
        (most > 1).then(|| {
            let [one, other] = only.map(|player| self.name(player));
            let times = counted(most, "time");
            let title = "Played each other most".to_owned();
            [title, format!("{one} and {other} met {times}.")]
        })
    }
}

/// The largest number, and those that have it, in their order; nothing of nobody.
fn those_with_most<T: Ord>(counts: impl Iterator<Item = (T, usize)>) -> Option<(usize, Vec<T>)> {
    let mut by_count = BTreeMap::<Reverse<usize>, Vec<T>>::new();
    for (what, count) in counts {
        by_count.entry(Reverse(count)).or_default().push(what);
    }
    let (Reverse(most), mut those) = by_count.pop_first()?;
    those.sort_unstable();
    Some((most, those))
}

fn results(counting: &[&Game]) -> Option<[String; 2]> {
    let of = |result| counting.iter().filter(|game| game.result == result).count();
    let [white, drawn, black] =
        [GameResult::WhiteWon, GameResult::Draw, GameResult::BlackWon].map(of);
    (!counting.is_empty()).then(|| {
        let words = format!(
            "White won {}, Black won {}, and {} {} drawn.",
            grouped(white),
            grouped(black),
            grouped(drawn),
            if drawn == 1 { "was" } else { "were" }
        );
        ["Results".to_owned(), words]
    })
}

/// Nothing where the games were of one day, or several days had as many.
fn busiest_day(counting: &[&Game]) -> Option<[String; 2]> {
    let mut days = BTreeMap::<Date, usize>::new();
    for day in counting.iter().filter_map(|game| game.date) {
        *days.entry(day).or_default() += 1;
    }
    if days.len() < 2 {
        return None;
    }
    let (most, busiest) = those_with_most(days.into_iter())?;
    let [day] = busiest.as_slice() else {
        return None;
    };
    let words = format!("{}: {}.", day.strftime("%A, %B %-d"), counted(most, "game"));
    Some(["Most games in a day".to_owned(), words])
}

/// "Ann", "Ann and Bo", "Ann, Bo and Cy"
fn in_words(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Print,
            tests::{TODAY, filled, laid, plain_camp, run_together, texts},
        },
        *,
    };
    use crate::domain::Week;

    fn games(played: &[(i64, i64, GameResult, i8)]) -> Vec<Game> {
        let games = played.iter().map(|(white, black, result, day)| Game {
            date: Some(jiff::civil::date(2026, 7, *day)),
            ..Game::new(PlayerId(*white), PlayerId(*black), *result)
        });
        games.collect()
    }

    fn facts(played: &[(i64, i64, GameResult, i8)]) -> Vec<String> {
        let camp = CampData {
            games: games(played).into(),
            ..plain_camp(6)
        };
        let honours = Honours {
            awards: Awards::new(&camp),
            namesakes: camp.namesakes(),
            camp: &camp,
        };
        let counting = camp.games.iter().collect::<Vec<_>>();
        let facts = honours.facts(&counting).into_iter();
        facts
            .map(|[title, words]| format!("{title}: {words}"))
            .collect()
    }

    #[test]
    fn facts_follow_from_the_games() {
        use GameResult::{BlackWon, Draw, WhiteWon};
        assert_eq!(
            facts(&[
                (1, 2, WhiteWon, 6),
                (3, 1, BlackWon, 7),
                (1, 4, WhiteWon, 7),
                (2, 1, WhiteWon, 7),
                (5, 6, Draw, 8),
            ]),
            [
                "Results: White won 3, Black won 1, and 1 was drawn.",
                "Most games in a day: Tuesday, July 7: 3 games.",
                "Longest winning streak: Mai Last1 won 3 games in a row.",
                "Played each other most: Mai Last1 and Mai Last2 met 2 times.",
            ]
        );
        // Nothing of one day, of no streak, and of no two who met again.
        assert_eq!(
            facts(&[(1, 2, Draw, 6), (3, 4, WhiteWon, 6)]),
            ["Results: White won 1, Black won 0, and 1 was drawn."]
        );
        assert_eq!(facts(&[]), Vec::<String>::new());
    }

    #[test]
    fn a_page_tells_the_week_in_figures() {
        let camp = plain_camp(12);
        let pages = laid(Print::Summary, &camp, &PrintChoices::default()).pages;
        let text = run_together(&texts(&pages).concat());
        for words in [
            "12players",
            "4groups",
            "games",
            "Gold",
            "Mostimproved",
            "Upsetoftheweek",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn a_club_has_one_winner_and_no_groups() {
        let mut camp = plain_camp(6);
        camp.groups = Vec::new().into();
        for player in std::sync::Arc::make_mut(&mut camp.players) {
            player.group = None;
        }
        let laid = laid(Print::Summary, &camp, &PrintChoices::default());
        let text = run_together(&texts(&laid.pages).concat());
        assert!(
            text.contains("Allplayers") && !text.contains("group"),
            "{text}"
        );
        let nobody = CampData::new("Camp", Week::new(1, TODAY));
        let (counting, active) = (Vec::new(), 0);
        assert_eq!(
            figures(&nobody, active, &counting),
            Vec::<[String; 2]>::new()
        );
    }

    #[test]
    fn little_is_set_large() {
        let mut camp = plain_camp(12);
        camp.games = games(&[
            (1, 2, GameResult::WhiteWon, 6),
            (3, 4, GameResult::BlackWon, 7),
        ])
        .into();
        let pages = laid(Print::Summary, &camp, &Print::Summary.default_choices()).pages;
        assert_eq!(pages.count(), 1);
        let sizes = pages.type_sizes(0);
        let name = sizes.iter().find(|(text, _)| text.contains("Mai"));
        assert!(name.is_some_and(|(_, size)| *size > 13.5), "{name:?}");
        assert!(filled(&pages, 0) > 0.5, "{}", filled(&pages, 0));
    }
}
