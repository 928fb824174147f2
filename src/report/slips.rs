//! Slips of paper on which two players write how their game ended, and sign: blank ones, and those of other prints.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    roster::Camper,
};
use crate::domain::CampData;

pub(super) const KIND: Kind = Kind {
    word: "result-slips",
    title: "Result slips",
    about: "Blank slips to cut, eight on a sheet: round, board, players, result and signatures, one for each game.",
    group: PrintGroup::Pairings,
    choices: &[Choice::Paper, Choice::Sheets],
    default_choices: PrintChoices::default,
    template: Template {
        file: "result-slips.typ",
        text: include_str!("templates/result-slips.typ"),
    },
    is_letterhead: false,
    fill,
};

/// A slip, with what is known of its game: the rest is written on it.
#[derive(Debug, Serialize)]
pub(super) struct Slip<'a> {
    /// The name of the list that the game is on.
    pub(super) list: &'a str,
    pub(super) round: Option<usize>,
    pub(super) board: usize,
    pub(super) white: Camper,
    pub(super) black: Camper,
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct BlankSlips {
    sheets: usize,
}

fn fill(_camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let slips = BlankSlips {
        sheets: choices.sheets.get().min(Choice::Sheets.most()),
    };
    Filled::new("result slips".to_owned(), &slips)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{
        Print,
        tests::{camp, laid, texts},
        *,
    };

    #[test]
    fn a_sheet_has_eight_blank_slips() {
        let choices = PrintChoices {
            sheets: NonZeroUsize::new(3).expect("sheets"),
            ..PrintChoices::default()
        };
        let sheets = texts(&laid(Print::ResultSlips, &camp(3), &choices).pages);
        assert_eq!(sheets.len(), 3);
        for sheet in sheets {
            for words in [
                "Round", "Board", "of White", "of Black", "1–0", "½–½", "0–1",
            ] {
                assert_eq!(sheet.matches(words).count(), 8, "{words}: {sheet}");
            }
        }
    }
}
