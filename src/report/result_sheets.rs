//! The sheets at the front of the room, on which the children write down their games.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::{RosterList, rosters_or_none},
};
use crate::domain::CampData;

pub(super) const KIND: Kind = Kind {
    word: "result-sheets",
    title: "Blank result sheets",
    about: "Numbered lines for games, with the players’ numbers at hand: for the front of the room.",
    group: PrintGroup::Sheets,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::FirstLine,
        Choice::Sheets,
        Choice::Columns,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "result-sheets.typ",
        text: include_str!("templates/result-sheets.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct ResultSheets<'a> {
    /// The number of the first line of each list.
    first_line: i64,
    /// How many sheets of lines each list gets.
    sheets: usize,
    lists: Vec<RosterList<'a>>,
}

/// Without players the lines are there all the same.
fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let typed = camp.games.last().map_or(0, |last| last.sequence);
    let first_line = match choices.first_line {
        Some(first) => i64::try_from(first.get()).unwrap_or(i64::MAX),
        None => typed + 1,
    };
    let rosters = rosters_or_none(camp, choices)?;
    let columns = Columns::chosen(camp, choices)?;
    let sheet = ResultSheets {
        first_line,
        sheets: choices.sheets.get().min(Choice::Sheets.most()),
        lists: rosters
            .iter()
            .map(|roster| roster.list(camp, &columns))
            .collect(),
    };
    Filled::new(choices.scope.titled("result sheets", camp), &sheet)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{
        Print, PrintScope,
        tests::{camp, laid, plain_camp, texts},
        *,
    };

    fn text(choices: &PrintChoices) -> Vec<String> {
        texts(&laid(Print::ResultSheets, &camp(12), choices).pages)
    }

    #[test]
    fn the_lines_go_on_after_the_games_that_are_typed() {
        let games = camp(12).games.len();
        let usual = text(&PrintChoices::default()).concat();
        let has =
            |text: &str, line: usize| text.lines().any(|words| words.trim() == line.to_string());
        assert!(has(&usual, games + 1) && has(&usual, games + 2), "{usual}");
        let chosen = PrintChoices {
            first_line: NonZeroUsize::new(201),
            ..PrintChoices::default()
        };
        let chosen = text(&chosen).concat();
        assert!(has(&chosen, 201) && !has(&chosen, 200), "{chosen}");
    }

    #[test]
    fn the_lines_of_further_sheets_go_on() {
        let choices = PrintChoices {
            first_line: NonZeroUsize::new(501),
            sheets: NonZeroUsize::new(3).expect("sheets"),
            ..PrintChoices::default()
        };
        let sheets = text(&choices);
        assert_eq!(sheets.len(), 3);
        let numbers = |text: &str| {
            let numbers = text
                .lines()
                .filter_map(|words| words.trim().parse::<usize>().ok());
            numbers.filter(|number| *number > 500).collect::<Vec<_>>()
        };
        let lines = sheets
            .iter()
            .flat_map(|text| numbers(text))
            .collect::<Vec<_>>();
        let count = lines.len();
        assert_eq!(lines, (501..501 + count).collect::<Vec<_>>());
        assert!(
            count >= 60,
            "children write large, but not that large: {count}"
        );
    }

    #[test]
    fn the_lines_of_one_group_go_on_where_those_of_the_other_end() {
        let choices = PrintChoices {
            first_line: NonZeroUsize::new(501),
            scope: PrintScope::ByGroup,
            ..PrintChoices::default()
        };
        let numbers = text(&choices).concat();
        let numbers = numbers
            .lines()
            .filter_map(|words| words.trim().parse::<usize>().ok());
        let lines = numbers.filter(|number| *number > 500).collect::<Vec<_>>();
        let count = lines.len();
        assert_eq!(lines, (501..501 + count).collect::<Vec<_>>());
    }

    #[test]
    fn a_list_of_everybody_has_the_group_beside_each_name() {
        let camp_list = text(&PrintChoices::default()).concat();
        assert!(
            camp_list.contains("O’Neill-D'Arcy, Zoë · Red"),
            "{camp_list}"
        );
        let choices = PrintChoices {
            scope: PrintScope::Group("Red".to_owned()),
            ..PrintChoices::default()
        };
        let of_group = text(&choices).concat();
        assert!(!of_group.contains("Zoë · "), "{of_group}");
    }

    #[test]
    fn names_on_the_back_take_no_page_more_for_a_few_of_them() {
        for players in [150, 190, 330] {
            let laid = laid(
                Print::ResultSheets,
                &plain_camp(players),
                &PrintChoices::default(),
            );
            let last = laid.pages.count() - 1;
            let columns = laid.pages.ink(last).into_iter();
            let is_alone = last > 1 && columns.filter(|ink| ink[3] < 730.0).count() < 40;
            assert!(!is_alone, "{players}: {:?}", laid.pages.text(last));
        }
    }
}
