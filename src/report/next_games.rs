//! Who might play whom now: a list to hang up, and slips to cut.

use std::collections::HashMap;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    roster::{Entrant, Roster, rosters},
    slips::Slip,
};
use crate::domain::{
    Attendance, CampData, Meeting, POINTS_PER_GAME, Player, PlayerId, counted, long_date,
    next_games,
};

pub(super) const KIND: Kind = Kind {
    word: "next-games",
    title: "Next games",
    about: "A suggestion of who plays whom now: everybody who is there once, near in rating and not met lately.",
    group: PrintGroup::Pairings,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::FirstBoard,
        Choice::Ratings,
        Choice::NameList,
        Choice::Slips,
        Choice::NewPages,
    ],
    default_choices: || PrintChoices {
        scope: PrintScope::ByGroup,
        name_list: true,
        ..PrintChoices::default()
    },
    template: Template {
        file: "next-games.typ",
        text: include_str!("templates/next-games.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct NextGamesSheet<'a> {
    new_page_per_list: bool,
    ratings: bool,
    /// "June 3, 2026": the day of the meeting whose attendance says who is there; `None` where nothing is written down of today.
    meeting: Option<String>,
    /// What a game of the two in this week counts for: a number of points.
    points_per_game: i64,
    lists: Vec<List<'a>>,
    /// Empty where they aren't asked for.
    slips: Vec<Slip<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// "12 players, 6 games"
    size: String,
    games: Vec<Row>,
    /// "Ola de la Cruz", with the number where two have these names: who has nobody to play.
    bye: Option<String>,
    /// Everybody by name; empty where that isn't asked for.
    by_name: Vec<NameRow>,
}

/// A player, and where he or she plays.
#[derive(Debug, Serialize)]
struct NameRow {
    number: PlayerId,
    /// "de la Cruz, Ola", with the number where two have these names.
    name: String,
    /// `None` for who has nobody to play.
    seat: Option<Seat>,
}

#[derive(Clone, Debug, Serialize)]
struct Seat {
    board: usize,
    is_white: bool,
    /// "de la Cruz, Ola", with the number where two have these names.
    opponent: String,
}

#[derive(Debug, Serialize)]
struct Row {
    board: usize,
    white: Entrant,
    black: Entrant,
}

fn fill(camp: &CampData, choices: &PrintChoices, printed: Date) -> Result<Filled, ReportError> {
    let meeting = meeting_on(camp, printed);
    let mut rosters = rosters(camp, choices)?;
    for roster in &mut rosters {
        roster.players.retain(|player| is_there(player, meeting));
    }
    rosters.retain(|roster| !roster.players.is_empty());
    if let (Some(meeting), []) = (meeting, rosters.as_slice()) {
        return Err(ReportError::NothingToShow(format!(
            "Nobody of these players is marked as present at the meeting of {}. Mark who is there first",
            long_date(meeting.date)
        )));
    }
    let mut board = choices.first_board.get();
    let lists = rosters.iter().map(|roster| {
        let mut list = List::new(camp, roster, board);
        if choices.name_list {
            list.by_name = list.by_name(camp, roster);
        }
        board += list.games.len();
        list
    });
    let lists = lists.collect::<Vec<_>>();
    let slips = lists.iter().filter(|_| choices.slips).flat_map(List::slips);
    let slips = slips.collect();
    let sheet = NextGamesSheet {
        new_page_per_list: choices.new_pages,
        ratings: choices.ratings,
        meeting: meeting.map(|meeting| long_date(meeting.date)),
        points_per_game: POINTS_PER_GAME,
        slips,
        lists,
    };
    Filled::new(choices.scope.titled("next games", camp), &sheet)
}

/// The meeting of a day, if somebody's attendance is marked there.
fn meeting_on(camp: &CampData, day: Date) -> Option<&Meeting> {
    let mut meetings = camp.meetings.iter();
    meetings.find(|meeting| meeting.date == day && !meeting.attendance.is_empty())
}

/// How many players can play on this day.
pub(super) fn count_there(camp: &CampData, day: Date) -> usize {
    let meeting = meeting_on(camp, day);
    let active = camp.players.iter().filter(|player| player.active);
    active.filter(|player| is_there(player, meeting)).count()
}

/// Whether an active player can play today. Where somebody is marked as present at today's meeting, who is not marked isn't there.
fn is_there(player: &Player, meeting: Option<&Meeting>) -> bool {
    let Some(meeting) = meeting else {
        return true;
    };
    match meeting.attendance.get(&player.id) {
        Some(mark) => *mark == Attendance::Present,
        None => meeting.count(Attendance::Present) == 0,
    }
}

impl<'a> List<'a> {
    fn new(camp: &CampData, roster: &Roster<'a>, first_board: usize) -> Self {
        let next = next_games(camp, &roster.players);
        let seat = |player| {
            let rating = camp.player(player).map(|player| player.ratings.weekly);
            Entrant {
                number: player,
                name: camp.listed_name(player),
                rating: rating.unwrap_or_default(),
            }
        };
        let games = next.games.into_iter().zip(first_board..);
        let games = games.map(|([white, black], board)| Row {
            board,
            white: seat(white),
            black: seat(black),
        });
        let games = games.collect::<Vec<_>>();
        let namesakes = camp.namesakes();
        let bye = next.bye.and_then(|player| camp.player(player));
        Self {
            title: roster.title,
            size: format!(
                "{}, {}",
                counted(roster.players.len(), "player"),
                counted(games.len(), "game")
            ),
            games,
            bye: bye.map(|player| player.named_among(&namesakes)),
            by_name: Vec::new(),
        }
    }

    fn by_name(&self, camp: &CampData, roster: &Roster<'_>) -> Vec<NameRow> {
        // There are no numbers beside the names.
        let namesakes = camp.namesakes();
        let name = |player| {
            let player = camp.player(player);
            player.map_or_else(String::new, |player| player.listed_among(&namesakes))
        };
        let seats = self.games.iter().flat_map(|game| {
            let seat = |is_white, opponent: &Entrant| Seat {
                board: game.board,
                is_white,
                opponent: name(opponent.number),
            };
            [
                (game.white.number, seat(true, &game.black)),
                (game.black.number, seat(false, &game.white)),
            ]
        });
        let mut seats = seats.collect::<HashMap<_, _>>();
        let players = roster.players.iter();
        let rows = players.map(|player| NameRow {
            number: player.id,
            name: player.listed_among(&namesakes),
            seat: seats.remove(&player.id),
        });
        rows.collect()
    }

    fn slips(&self) -> impl Iterator<Item = Slip<'a>> {
        self.games.iter().map(|game| Slip {
            list: self.title,
            round: None,
            board: game.board,
            white: game.white.camper(),
            black: game.black.camper(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroUsize, sync::Arc};

    use super::{
        super::{
            Paper, Print,
            tests::{TODAY, laid, plain_camp, run_together, texts},
        },
        *,
    };

    fn text(camp: &CampData, choices: &PrintChoices) -> Vec<String> {
        let pages = laid(Print::NextGames, camp, choices).pages;
        texts(&pages)
            .iter()
            .map(|text| run_together(text))
            .collect()
    }

    #[test]
    fn each_group_has_boards_of_its_own_and_a_page_where_that_is_asked_for() {
        let choices = PrintChoices {
            new_pages: true,
            ..Print::NextGames.default_choices()
        };
        let sheets = text(&plain_camp(26), &choices);
        assert_eq!(sheets.len(), 5, "four groups, and two players without one");
        assert!(sheets[0].contains("6players,3games") && sheets[0].contains("Gold"));
        let from = PrintChoices {
            first_board: NonZeroUsize::new(41).expect("a board"),
            scope: PrintScope::Camp,
            name_list: false,
            ..choices
        };
        let sheet = texts(&laid(Print::NextGames, &plain_camp(26), &from).pages).concat();
        let numbers = sheet.lines().flat_map(|line| line.split('\t'));
        let boards = numbers.filter_map(|number| number.trim().parse().ok());
        let boards = boards.filter(|board| (40..60).contains(board));
        assert_eq!(
            boards.collect::<Vec<usize>>(),
            (41..=53).collect::<Vec<_>>()
        );
        assert!(sheet.contains("suggestion"));
    }

    #[test]
    fn groups_that_share_sheets_stay_whole_and_are_explained_once() {
        // Two groups have room for their lists by name below the boards.
        let mut small = plain_camp(12);
        let groups = [0, 1].map(|place| small.groups[place].id);
        for (place, player) in Arc::make_mut(&mut small.players).iter_mut().enumerate() {
            player.group = Some(groups[place % 2]);
        }
        let camps = [26, 60, 120].map(|players| (plain_camp(players), false));
        for (camp, is_small) in camps.into_iter().chain([(small, true)]) {
            for paper in [Paper::Letter, Paper::A4] {
                let choices = PrintChoices {
                    paper,
                    ..Print::NextGames.default_choices()
                };
                let sheets = text(&camp, &choices);
                let whole = sheets.concat();
                assert_eq!(whole.matches("suggestion").count(), 1, "{whole}");
                assert!(!whole.contains("continued"), "{sheets:#?}");
                assert!(sheets[0].contains("Nextgames"), "{sheets:#?}");
                assert_eq!(sheets.len() == 1, is_small, "{sheets:#?}");
                let has_both = |sheet: &String| sheet.contains("Byname") && sheet.contains("½–½");
                assert_eq!(sheets.iter().any(has_both), is_small, "{sheets:#?}");
            }
        }
    }

    #[test]
    fn a_list_by_name_has_everybody_with_board_and_opponent() {
        let choices = PrintChoices {
            scope: PrintScope::Camp,
            name_list: true,
            ..PrintChoices::default()
        };
        let mut camp = plain_camp(5);
        let rosters = rosters(&camp, &choices).expect("a list");
        let list = List::new(&camp, &rosters[0], 7);
        let rows = list.by_name(&camp, &rosters[0]);
        let names = rows.iter().map(|row| row.name.as_str());
        let expected = (1..=5).map(|id| format!("Last{id}, Mai"));
        assert!(names.eq(expected), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row.seat.is_none()).count(), 1);
        for game in &list.games {
            let seat_of = |number| {
                let row = rows.iter().find(|row| row.number == number);
                row.and_then(|row| row.seat.clone()).expect("a seat")
            };
            let (white, black) = (seat_of(game.white.number), seat_of(game.black.number));
            assert!(white.is_white && !black.is_white);
            assert_eq!((white.board, black.board), (game.board, game.board));
            assert_eq!(white.opponent, game.black.name);
            assert_eq!(black.opponent, game.white.name);
        }
        // Few players have both lists on one page.
        let sheets = text(&camp, &choices);
        assert_eq!(sheets.len(), 1);
        assert!(
            sheets[0].contains("Byname") && sheets[0].contains("nogame"),
            "{}",
            sheets[0]
        );
        // Two of one name are told apart, also as opponents.
        let sheets = text(&super::super::tests::camp(12), &choices).concat();
        let by_name = sheets.split("Byname").nth(1).expect("a list by name");
        for name in ["Chang,Beatriz(8)", "Chang,Beatriz(9)"] {
            assert_eq!(by_name.matches(name).count(), 2, "{by_name}");
        }
        camp = plain_camp(60);
        let sheets = text(&camp, &choices);
        assert!(sheets.len() > 2 && sheets.last().expect("a page").contains("Last9,Mai"));
    }

    #[test]
    fn who_has_nobody_to_play_is_named() {
        let choices = PrintChoices {
            scope: PrintScope::Camp,
            ..PrintChoices::default()
        };
        let sheet = text(&plain_camp(3), &choices).concat();
        assert!(sheet.contains("Nogame:MaiLast"), "{sheet}");
    }

    #[test]
    fn only_who_is_at_todays_meeting_plays() {
        let mut camp = plain_camp(12);
        let marks = |marks: &[(i64, Attendance)]| Meeting {
            attendance: marks
                .iter()
                .map(|(id, mark)| (PlayerId(*id), *mark))
                .collect(),
            ..Meeting::new(TODAY)
        };
        let choices = PrintChoices {
            scope: PrintScope::Camp,
            ..PrintChoices::default()
        };
        let players = |camp: &CampData| {
            let sheet = text(camp, &choices).concat();
            (1..=12)
                .filter(|id| sheet.contains(&format!("Last{id},Mai")))
                .collect::<Vec<_>>()
        };
        camp.meetings = Arc::new(vec![marks(&[
            (4, Attendance::Present),
            (9, Attendance::Present),
        ])]);
        assert_eq!(players(&camp), [4, 9], "the others aren't marked");
        camp.meetings = Arc::new(vec![marks(&[
            (4, Attendance::Absent),
            (9, Attendance::Excused),
        ])]);
        assert_eq!(players(&camp), [1, 2, 3, 5, 6, 7, 8, 10, 11, 12]);
        let mut other_day = marks(&[(4, Attendance::Present)]);
        other_day.date = TODAY.yesterday().expect("a day");
        camp.meetings = Arc::new(vec![other_day]);
        assert_eq!(players(&camp).len(), 12);
    }

    #[test]
    fn slips_follow_the_lists_where_they_are_asked_for() {
        let choices = PrintChoices {
            scope: PrintScope::Camp,
            slips: true,
            ..PrintChoices::default()
        };
        let sheets = text(&plain_camp(20), &choices);
        assert_eq!(sheets.len(), 1 + 2, "ten slips, eight on a sheet");
        let slips = sheets[1..].concat();
        for id in 1..=20 {
            assert_eq!(slips.matches(&format!("Last{id},Mai")).count(), 1, "{id}");
        }
        assert!(
            sheets[0].contains("Page1of1"),
            "slips aren't counted: {}",
            sheets[0]
        );
    }
}
