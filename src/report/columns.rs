//! The custom columns of campers that a print shows: those that are asked for by name, and no other.

use super::{PrintChoices, ReportError};
use crate::domain::{CampData, CustomColumn, Player, RecordKind, shortened};

/// A value takes no more letters than these on paper, so that one that somebody wrote a story in doesn't take the page.
const MOST_LETTERS: usize = 60;

/// Custom columns, in the order in which they were asked for.
#[derive(Debug)]
pub(super) struct Columns<'a>(Vec<&'a CustomColumn>);

impl<'a> Columns<'a> {
    /// # Errors
    /// [`ReportError::NoColumn`] and [`ReportError::TooManyColumns`]
    pub(super) fn chosen(camp: &'a CampData, choices: &PrintChoices) -> Result<Self, ReportError> {
        let mut columns = Vec::<&CustomColumn>::new();
        for name in &choices.personal.columns {
            let column = camp.player_column(name).ok_or_else(|| {
                let there = camp.columns_of(RecordKind::Player);
                ReportError::NoColumn {
                    name: name.clone(),
                    there: there.map(|column| column.name.clone()).collect(),
                }
            })?;
            if !columns.iter().any(|chosen| chosen.id == column.id) {
                columns.push(column);
            }
        }
        if columns.len() > PrintChoices::MOST_COLUMNS {
            return Err(ReportError::TooManyColumns);
        }
        Ok(Self(columns))
    }

    /// What heads them.
    pub(super) fn titles(&self) -> Vec<&'a str> {
        self.0.iter().map(|column| column.name.as_str()).collect()
    }

    /// What a player has in each of them, in one line.
    pub(super) fn of(&self, player: &Player) -> Vec<String> {
        let values = self.0.iter().map(|column| player.custom.get(column.id));
        let in_one_line = |value: &str| value.split_whitespace().collect::<Vec<_>>().join(" ");
        values
            .map(|value| shortened(&in_one_line(value), MOST_LETTERS))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroUsize, sync::Arc};

    use super::*;
    use crate::{
        domain::{CustomColumnId, Player},
        report::{
            Choice, OwnTemplates, Personal, Print, PrintScope,
            tests::{TODAY, assert_within_margins, camp, laid, plain_camp, run_together, texts},
        },
    };

    /// A camp whose players have a grade, a school with a long name, and a remark without a place to break it.
    fn with_columns(mut camp: CampData) -> CampData {
        let names = ["Phone", "Grade", "School", "Remark"];
        let columns = names
            .iter()
            .zip(1..)
            .map(|(name, id)| CustomColumn::new(CustomColumnId(id), RecordKind::Player, *name));
        camp.columns = Arc::new(columns.collect());
        let fill = |player: &mut Player| {
            player.custom.set(CustomColumnId(2), "11");
            let school = "St. Mary-of-the-Lake\nAcademy for Mathematics and Natural Sciences";
            player.custom.set(CustomColumnId(3), school);
            player.custom.set(CustomColumnId(4), "W".repeat(70));
        };
        Arc::make_mut(&mut camp.players).iter_mut().for_each(fill);
        camp
    }

    fn showing(print: Print, columns: &[&str]) -> PrintChoices {
        PrintChoices {
            personal: Personal {
                columns: columns.iter().map(|name| (*name).to_owned()).collect(),
                ..Personal::default()
            },
            ..print.default_choices()
        }
    }

    fn prints() -> impl Iterator<Item = Print> {
        let prints = Print::ALL.into_iter();
        prints.filter(|print| print.choices().contains(&Choice::Columns))
    }

    #[test]
    fn a_column_is_on_paper_where_it_is_asked_for_and_no_other() {
        assert!(prints().count() >= 5);
        let camp = with_columns(plain_camp(14));
        for print in prints() {
            let without = texts(&laid(print, &camp, &print.default_choices()).pages).concat();
            assert!(
                !without.contains("Grade") && !without.contains("Academy"),
                "{without}"
            );
            // As the director types it.
            let with = laid(print, &camp, &showing(print, &["school"]));
            let with = run_together(&texts(&with.pages).concat());
            let school = run_together("St. Mary-of-the-Lake Academy for Mathematics");
            assert!(with.contains(&school), "{}: {with}", print.word());
            assert!(
                !with.contains("neverprinted") && !with.contains("WWWW"),
                "{with}"
            );
        }
        let with = laid(
            Print::Standings,
            &camp,
            &showing(Print::Standings, &["Grade", "grade"]),
        );
        let text = texts(&with.pages).concat();
        assert_eq!(text.matches("Grade").count(), 1, "{text}");
    }

    #[test]
    fn long_values_stay_on_the_sheet_and_are_cut() {
        let camp = with_columns(camp(30));
        for print in prints() {
            let choices = showing(print, &["Grade", "School", "Remark"]);
            let laid = laid(print, &camp, &choices);
            let text = run_together(&texts(&laid.pages).concat());
            let cut = format!("{}…", "W".repeat(MOST_LETTERS - 1));
            assert!(text.contains(&cut), "{}: {text}", print.word());
            if print.is_letterhead() {
                for page in 0..laid.pages.count() {
                    assert_within_margins(&laid.pages, page, 30);
                }
            }
        }
    }

    #[test]
    fn sheets_stay_upright_where_a_short_column_has_room() {
        let camp = with_columns(plain_camp(14));
        for print in [Print::Standings, Print::Attendance] {
            let is_upright = |columns: &[&str]| {
                let pages = laid(print, &camp, &showing(print, columns)).pages;
                let size = pages.size(0).expect("a page");
                size.height > size.width
            };
            assert!(
                is_upright(&[]) && is_upright(&["Grade"]),
                "{}",
                print.word()
            );
            assert!(
                !is_upright(&["Grade", "School", "Remark"]),
                "{}",
                print.word()
            );
        }
    }

    #[test]
    fn values_stay_on_a_line_where_names_leave_them_room() {
        let mut camp = with_columns(plain_camp(14));
        let school = "Maple Grove Elementary School";
        for player in Arc::make_mut(&mut camp.players) {
            player.custom.set(CustomColumnId(3), school);
        }
        for print in [Print::Standings, Print::Attendance] {
            let pages = laid(print, &camp, &showing(print, &["Grade", "School"])).pages;
            let text = texts(&pages).concat();
            assert!(text.contains(school), "{}: {text}", print.word());
        }
    }

    #[test]
    fn days_that_leave_a_column_no_room_go_on_another_sheet() {
        let mut camp = with_columns(plain_camp(14));
        let school = "Maple Grove Elementary School";
        for player in Arc::make_mut(&mut camp.players) {
            player.custom.set(CustomColumnId(3), school);
        }
        let both_ways = |columns: &[&str]| {
            let choices = PrintChoices {
                sign_in: true,
                days: NonZeroUsize::new(5),
                scope: PrintScope::Camp,
                ..showing(Print::Roster, columns)
            };
            laid(Print::Roster, &camp, &choices).pages
        };
        assert_eq!(both_ways(&[]).count(), 1);
        let with_school = both_ways(&["School"]);
        let text = texts(&with_school).concat();
        assert_eq!(text.matches(school).count(), 2 * 14, "on one line: {text}");
        assert_eq!(with_school.count(), 2);
    }

    #[test]
    fn a_column_that_is_not_there_is_named_with_those_that_are() {
        let refused = |camp: &CampData, columns: &[&str]| {
            let choices = showing(Print::Standings, columns);
            let own = OwnTemplates::default();
            let laid = crate::report::lay_out(Print::Standings, camp, &choices, TODAY, &own);
            laid.expect_err("refused").to_string()
        };
        let camp = with_columns(plain_camp(3));
        assert_eq!(
            refused(&camp, &["Shoe size"]),
            "There is no custom column “Shoe size” of players in this camp. There are Phone, Grade, School, Remark"
        );
        assert_eq!(
            refused(&camp, &["Phone", "Grade", "School", "Remark"]),
            "At most 3 custom columns have room on a sheet. Leave some out"
        );
        let none = CampData {
            columns: Arc::default(),
            ..plain_camp(3)
        };
        assert!(refused(&none, &["Grade"]).ends_with("It has none"));
    }
}
