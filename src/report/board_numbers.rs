//! Numbers to stand or to lie at the boards.

use std::num::NonZeroUsize;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    next_games::count_there,
};
use crate::domain::CampData;

pub(super) const KIND: Kind = Kind {
    word: "board-numbers",
    title: "Board numbers",
    about: "A large number for each board, to cut: two on a sheet to fold as tents, or four to lie flat.",
    group: PrintGroup::Pairings,
    choices: &[
        Choice::Paper,
        Choice::FirstBoard,
        Choice::Boards,
        Choice::Tents,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "board-numbers.typ",
        text: include_str!("templates/board-numbers.typ"),
    },
    is_letterhead: false,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct BoardNumbers {
    first: usize,
    /// How many there are.
    boards: usize,
    /// Whether they are folded, to be read from both sides.
    tents: bool,
}

fn fill(camp: &CampData, choices: &PrintChoices, printed: Date) -> Result<Filled, ReportError> {
    // An odd one out has nobody to play, and a camp that nobody is in yet shows what a number looks like.
    let for_all = || (count_there(camp, printed) / 2).max(1);
    let boards = choices.boards.map_or_else(for_all, NonZeroUsize::get);
    let numbers = BoardNumbers {
        first: choices.first_board.get(),
        boards: boards.min(Choice::Boards.most()),
        tents: choices.tents,
    };
    Filled::new("board numbers".to_owned(), &numbers)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{
        Print,
        tests::{TODAY, camp, laid, texts},
        *,
    };
    use crate::domain::{Attendance, Meeting, MeetingId};

    fn numbers(tents: bool) -> Vec<Vec<usize>> {
        let choices = PrintChoices {
            first_board: NonZeroUsize::new(98).expect("a number"),
            boards: NonZeroUsize::new(5),
            tents,
            ..PrintChoices::default()
        };
        numbers_as(&camp(3), &choices)
    }

    fn numbers_as(camp: &CampData, choices: &PrintChoices) -> Vec<Vec<usize>> {
        let sheets = texts(&laid(Print::BoardNumbers, camp, choices).pages);
        let numbers = sheets.iter().map(|text| {
            let numbers = text.lines().filter_map(|line| line.trim().parse().ok());
            numbers.collect()
        });
        numbers.collect()
    }

    #[test]
    fn there_is_a_board_for_every_two_players_who_are_there() {
        let choices = PrintChoices {
            tents: false,
            ..PrintChoices::default()
        };
        let count = |camp: &CampData| numbers_as(camp, &choices).concat().len();
        let mut camp = camp(11);
        let active = camp.players.iter().filter(|player| player.active).count();
        assert_eq!(count(&camp), active / 2);
        let marks = camp.players.iter().filter(|player| player.active);
        let marks = marks.take(5).map(|it| (it.id, Attendance::Present));
        let meeting = Meeting {
            date: TODAY,
            attendance: marks.collect(),
            id: MeetingId(1),
            note: String::new(),
        };
        camp.meetings = vec![meeting].into();
        assert_eq!(count(&camp), 2, "of five who are there today");
        camp.players = Vec::new().into();
        assert_eq!(count(&camp), 1);
    }

    #[test]
    fn each_board_of_the_range_has_its_number() {
        assert_eq!(numbers(false), [vec![98, 99, 100, 101], vec![102]]);
        let tents = numbers(true);
        assert_eq!(
            tents,
            [
                vec![98, 98, 99, 99],
                vec![100, 100, 101, 101],
                vec![102, 102]
            ]
        );
    }
}
