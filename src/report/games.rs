//! The games of a week as they were typed, to be compared with the paper.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    roster::Camper,
};
use crate::domain::{CampData, Game};

pub(super) const KIND: Kind = Kind {
    word: "games",
    title: "Game list",
    about: "Every game as it was typed, in order, with a box to tick: to be compared with the result sheets.",
    group: PrintGroup::Results,
    choices: &[Choice::Paper],
    default_choices: PrintChoices::default,
    template: Template {
        file: "games.typ",
        text: include_str!("templates/games.typ"),
    },
    is_letterhead: true,
    fill,
};

fn fill(camp: &CampData, _choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    if camp.games.is_empty() {
        return Err(ReportError::no_games());
    }
    let list = GameList {
        games: camp.games.iter().map(|game| Row::new(camp, game)).collect(),
    };
    Filled::new("games".to_owned(), &list).map(Filled::without_ratings)
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct GameList {
    /// In order of play.
    games: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// As in the window and on the result sheets: a game that was deleted leaves a gap.
    number: i64,
    white: Camper,
    black: Camper,
    /// "1–0"
    score: &'static str,
    /// 1 if White won, 0 for a draw, −1 if Black won.
    sign: i32,
    /// "Friday, November 20"
    date: Option<String>,
    counts: bool,
    /// Whether the game was compared with the paper already.
    checked: bool,
}

impl Row {
    fn new(camp: &CampData, game: &Game) -> Self {
        let camper = |number| Camper::new(number, camp.listed_name(number));
        Self {
            number: game.sequence,
            white: camper(game.white),
            black: camper(game.black),
            score: game.result.score(),
            sign: game.result.sign(),
            date: game
                .date
                .map(|date| date.strftime("%A, %B %-d").to_string()),
            counts: game.counts,
            checked: game.verified.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use crate::report::{
        Print,
        tests::{
            assert_sheets, assert_within_margins, camp, laid, plain_camp, run_together, texts,
        },
    };

    #[test]
    fn every_game_is_there_in_order_with_its_result() {
        let mut camp = camp(40);
        let mut games = camp.games.to_vec();
        games[0].verified = Timestamp::UNIX_EPOCH.try_into().ok();
        games[3].date = None;
        games[4].date = None;
        // As in the window, the others keep their numbers.
        games.remove(2);
        camp.games = games.into();
        let pages = laid(Print::Games, &camp, &Print::Games.default_choices()).pages;
        assert_sheets(&pages);
        let texts = texts(&pages);
        let text = run_together(&texts.concat());
        let mut from = 0;
        for game in camp.games.iter() {
            let name = |player| format!("{player} {}", camp.listed_name(player));
            let score = match (game.result.score(), game.counts) {
                (score, true) => score.to_owned(),
                (score, false) => format!("({score})"),
            };
            let number = game.sequence;
            let line = format!("{number}{}{score}{}", name(game.white), name(game.black));
            let line = run_together(&line);
            let found = text[from..].find(&line);
            from += found.unwrap_or_else(|| panic!("{line} after {from}"));
        }
        for words in [
            "Games as typed, White first\t199 games",
            "Tuesday, November 17\n",
            "Without a date\n",
            "; 1 checked before",
        ] {
            assert!(texts[0].contains(words), "no {words:?}: {}", texts[0]);
        }
        for page in 0..pages.count() {
            assert_within_margins(&pages, page, 50);
        }
    }

    #[test]
    fn the_totals_of_the_pages_are_those_of_the_week() {
        let camp = camp(60);
        let pages = laid(Print::Games, &camp, &Print::Games.default_choices()).pages;
        let mut sums = [0; 4];
        for text in texts(&pages) {
            let totals = text.lines().find(|line| {
                line.starts_with("Games 1 to ")
                    || line.contains(" to ") && line.contains("White won")
            });
            let totals = totals.expect("totals");
            let numbers = totals
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse::<usize>().ok())
                .collect::<Vec<_>>();
            let [from, to, won, drawn, lost, ..] = numbers[..] else {
                panic!("{totals}")
            };
            assert_eq!(from, sums[3] + 1, "the pages follow one another");
            assert_eq!(won + drawn + lost, to + 1 - from);
            sums = [sums[0] + won, sums[1] + drawn, sums[2] + lost, to];
        }
        let of = |sign| {
            camp.games
                .iter()
                .filter(|game| game.result.sign() == sign)
                .count()
        };
        assert_eq!(sums, [of(1), of(0), of(-1), camp.games.len()]);
    }

    #[test]
    fn few_games_stand_in_one_column() {
        let text = laid(
            Print::Games,
            &plain_camp(5),
            &Print::Games.default_choices(),
        )
        .pages
        .text(0);
        let text = text.expect("a page");
        assert_eq!(text.matches("Tuesday, November 17").count(), 1, "{text}");
    }

    #[test]
    fn the_columns_of_the_last_page_are_of_one_length() {
        for players in [16, 27, 60] {
            let camp = plain_camp(players);
            let pages = laid(Print::Games, &camp, &Print::Games.default_choices()).pages;
            let last = pages.count() - 1;
            let size = pages.size(last).expect("a page");
            let middle = f64::from(size.width) / 2.0;
            // The totals are wider, but for their first word, which is 50 points lower than the games.
            let games = pages.ink(last).into_iter();
            let games = games.filter(|ink| ink[2] - ink[0] < middle / 2.0);
            let ends = games.fold([0.0_f64; 2], |mut ends, [left, _, _, bottom]| {
                if bottom < 720.0 {
                    let half = usize::from(left > middle);
                    ends[half] = ends[half].max(bottom);
                }
                ends
            });
            assert!((ends[0] - ends[1]).abs() < 70.0, "{players}: {ends:?}");
        }
    }
}
