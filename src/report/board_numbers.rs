//! Numbers to stand or to lie at the boards.

use std::num::NonZeroUsize;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
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

/// Where nobody is there yet.
const USUAL_BOARDS: usize = 12;

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let players = camp.players.iter().filter(|player| player.active).count();
    let needed = match players {
        0 => USUAL_BOARDS,
        players => players.div_ceil(2),
    };
    let boards = choices.boards.map_or(needed, NonZeroUsize::get);
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
        tests::{camp, laid, texts},
        *,
    };

    fn numbers(tents: bool) -> Vec<Vec<usize>> {
        let choices = PrintChoices {
            first_board: NonZeroUsize::new(98).expect("a number"),
            boards: NonZeroUsize::new(5),
            tents,
            ..PrintChoices::default()
        };
        let sheets = texts(&laid(Print::BoardNumbers, &camp(3), &choices).pages);
        let numbers = sheets.iter().map(|text| {
            let numbers = text.lines().filter_map(|line| line.trim().parse().ok());
            numbers.collect()
        });
        numbers.collect()
    }

    #[test]
    fn each_board_of_the_range_has_its_number() {
        let usual = PrintChoices::default();
        let sheets = laid(Print::BoardNumbers, &camp(17), &usual).pages;
        assert_eq!(sheets.count(), 5, "nine boards for seventeen players");
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
