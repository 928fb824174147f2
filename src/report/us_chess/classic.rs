//! The classic text crosstable on paper, to the column.

use jiff::civil::Date;
use serde::Serialize;

use super::super::{
    LaidOut, OwnTemplates, Paper, ReportError,
    catalogue::{Filled, Template},
    typeset,
};
use crate::domain::CampData;

pub(in crate::report) const TEMPLATE: Template = Template {
    file: "us_chess_text_crosstable.typ",
    text: include_str!("../templates/us_chess_text_crosstable.typ"),
};

/// The file name of the template: what a director's own one is called.
pub const CLASSIC_TEMPLATE: &str = TEMPLATE.file;

/// The lines of a text crosstable. Between lines of dashes stand the head, and then the players.
#[derive(Debug, Default, Eq, PartialEq, Serialize)]
struct Sheets<'a> {
    /// What stands above the table.
    titles: Vec<&'a str>,
    /// With both of its lines of dashes.
    head: Vec<&'a str>,
    /// The lines of a player each, with the line of dashes below them.
    players: Vec<Vec<&'a str>>,
    /// Letters of the longest line of the table.
    width: usize,
}

impl<'a> Sheets<'a> {
    fn new(text: &'a str) -> Self {
        let mut sheets = Self::default();
        let mut dashes = 0;
        for line in text.lines().map(str::trim_end) {
            let ends = line.len() > 1 && line.bytes().all(|byte| byte == b'-');
            if dashes == 0 && !ends {
                sheets.titles.extend((!line.is_empty()).then_some(line));
                continue;
            }
            sheets.width = sheets.width.max(line.chars().count());
            if dashes < 2 {
                sheets.head.push(line);
                if ends && dashes == 1 {
                    sheets.players.push(Vec::new());
                }
            } else if let Some(player) = sheets.players.last_mut() {
                player.push(line);
                if ends {
                    sheets.players.push(Vec::new());
                }
            }
            dashes += usize::from(ends);
        }
        sheets.players.retain(|player| !player.is_empty());
        sheets
    }
}

/// On a page on its side there is room for so many letters of legible type.
const MOST_LETTERS: usize = 176;

/// Whether all lines of a text crosstable have room on paper.
#[must_use]
pub fn has_room_for_text_crosstable(text: &str) -> bool {
    let mut lines = text.lines();
    lines.all(|line| line.chars().count() <= MOST_LETTERS)
}

/// Lays a text crosstable out on paper, letter by letter as it stands, in the largest type that has room for its lines: on pages on their
/// sides where there are many rounds. `printed` is the date that its sheets say.
///
/// It has members' numbers, as the text has. Takes as long as any print: not for the thread that draws a window.
///
/// # Errors
/// [`ReportError::TooManyRounds`], or the typesetter's own.
pub fn lay_out_text_crosstable(
    text: &str,
    title: String,
    (camp, paper): (&CampData, Paper),
    printed: Date,
    own: &OwnTemplates,
) -> Result<LaidOut, ReportError> {
    if !has_room_for_text_crosstable(text) {
        return Err(ReportError::TooManyRounds);
    }
    let filled = Filled::new(String::new(), &Sheets::new(text))?;
    typeset(
        TEMPLATE,
        super::head(title),
        filled,
        camp,
        paper,
        printed,
        own,
    )
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::{
        super::super::tests::{TODAY, assert_accessible, assert_within_margins, camp, texts},
        *,
    };

    const DASHES: &str = "-----------------------------------------------------";

    /// Players of two lines each, in so many rounds.
    fn text(players: usize, rounds: usize) -> String {
        let dashes = format!("{DASHES}{}", "-".repeat(6 * rounds));
        let cells = "W   1|".repeat(rounds);
        let players = (1..=players).map(|player| {
            format!(
                "{player:5} | LAST{player}, MAI                      |1.0  |{cells}\n   MN | 3000{player:04} / R: 1500   ->1516     |\n{dashes}\n"
            )
        });
        let head = format!(
            "Fall Open, section 1\nOpen\n{dashes}\n Pair | Player Name\n Num  | USCF ID\n{dashes}\n"
        );
        iter::once(head).chain(players).collect()
    }

    fn laid(players: usize, rounds: usize, paper: Paper) -> LaidOut {
        let text = text(players, rounds);
        lay_out_text_crosstable(
            &text,
            "Open".to_owned(),
            (&camp(0), paper),
            TODAY,
            &OwnTemplates::default(),
        )
        .expect("sheets")
    }

    #[test]
    fn head_and_players_are_told_apart() {
        let text = text(2, 1);
        let sheets = Sheets::new(&text);
        assert_eq!(sheets.titles, ["Fall Open, section 1", "Open"]);
        assert_eq!(sheets.head.len(), 4);
        assert_eq!(sheets.players.len(), 2);
        assert!(sheets.players.iter().all(|player| player.len() == 3));
        assert_eq!(sheets.width, DASHES.len() + 6);
    }

    #[test]
    fn the_head_stands_on_each_sheet_and_no_player_is_torn() {
        let laid = laid(64, 5, Paper::Letter);
        let sheets = texts(&laid.pages);
        assert!(sheets.len() > 1);
        assert_accessible(&laid.pages, "the classic layout");
        let mut told = 0;
        for sheet in &sheets {
            assert!(sheet.contains("USCF ID"), "{sheet}");
            let of_players = |what: &str| sheet.matches(what).count();
            assert_eq!(of_players(", MAI"), of_players("/ R: 1500"));
            told += of_players(", MAI");
        }
        assert_eq!(told, 64);
    }

    #[test]
    fn many_rounds_lie_on_their_sides_within_the_margins() {
        for (rounds, is_wide) in [(5, false), (9, false), (17, true)] {
            for paper in [Paper::Letter, Paper::A4] {
                let laid = laid(6, rounds, paper);
                assert_within_margins(&laid.pages, 0, 50);
                let size = laid.pages.size(0).expect("a sheet");
                assert_eq!(size.width > size.height, is_wide, "{rounds} rounds");
            }
        }
    }
}
