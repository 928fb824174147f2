//! Standings as text: in columns that line up, or as rows that a spreadsheet takes.

use unicode_width::UnicodeWidthStr as _;

use crate::{
    domain::{self, Standings, StandingsRow, System, is_unprintable},
    rating::{LadderRow, LadderStandings},
};

/// A list with titles, every cell a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct TextTable {
    pub(crate) titles: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The columns that stand at their left; all others stand at their right.
    left: Vec<usize>,
}

impl TextTable {
    /// A list whose columns of these places stand at their left.
    pub(crate) const fn new(
        titles: Vec<&'static str>,
        rows: Vec<Vec<String>>,
        left: Vec<usize>,
    ) -> Self {
        Self { titles, rows, left }
    }

    /// The standings of a week.
    pub(crate) fn of_week(standings: &Standings) -> Self {
        // Whoever finds such a list on a table must see that it isn't the posted one.
        let rating = match standings.system {
            System::Weekly => "Rating",
            System::Permanent => "Permanent",
        };
        let titles = [
            "Rank", "No.", "Name", "Group", rating, "Change", "Won", "Drawn", "Lost", "Games",
        ];
        Self {
            titles: titles.to_vec(),
            rows: standings.rows().map(cells_of_week).collect(),
            left: vec![2, 3],
        }
    }

    /// The standings of a ladder with these of its columns, by their places, and a line for every empty rank that is shown.
    pub(crate) fn of_ladder(standings: &LadderStandings, columns: &[usize]) -> Self {
        let has_groups = standings.rows.iter().any(|row| !row.group.is_empty());
        let mut titles = vec!["Rank", "No.", "Name"];
        titles.extend(has_groups.then_some("Group"));
        let chosen = columns.iter().map(|place| standings.columns[*place].title);
        titles.extend(chosen);
        let mut rows = standings
            .rows
            .iter()
            .map(|row| (row.rank, cells_of_ladder(row, columns, has_groups)))
            .chain(standings.empty_ranks.iter().map(|rank| {
                let mut cells = vec![String::new(); titles.len()];
                cells[0] = rank.to_string();
                "–".clone_into(&mut cells[2]);
                (*rank, cells)
            }))
            .collect::<Vec<_>>();
        rows.sort_by_key(|(rank, _)| *rank);
        Self {
            titles,
            rows: rows.into_iter().map(|(_, cells)| cells).collect(),
            left: if has_groups { vec![2, 3] } else { vec![2] },
        }
    }

    /// Columns that line up, whatever letters the names have, with a rule under the titles.
    pub(crate) fn in_columns(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| in_one_line(cell)));
        let rows = rows.map(Iterator::collect).collect::<Vec<Vec<_>>>();
        let widths = (0..self.titles.len()).map(|column| {
            let cells = rows.iter().map(|row| row[column].width());
            cells
                .chain([self.titles[column].width()])
                .max()
                .unwrap_or(0)
        });
        let widths = widths.collect::<Vec<_>>();
        let titles = self.titles.iter().map(|&title| title.to_owned());
        let rule = widths.iter().map(|width| "-".repeat(*width));
        let head = [titles.collect(), rule.collect::<Vec<_>>()];
        let mut text = String::new();
        for row in head.iter().chain(&rows) {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if column > 0 {
                    line.push_str("  ");
                }
                let space = " ".repeat(width - cell.width());
                if self.left.contains(&column) {
                    line.push_str(cell);
                    line.push_str(&space);
                } else {
                    line.push_str(&space);
                    line.push_str(cell);
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Rows that a spreadsheet takes when they are pasted: numbers as they are, every other cell as `harmless` makes it.
    pub(crate) fn in_rows(&self, harmless: fn(&str) -> String) -> String {
        let cell = |cell: &String| {
            let is_number = cell.parse::<f64>().is_ok();
            let cell = in_one_line(cell);
            if is_number { cell } else { harmless(&cell) }
        };
        let mut text = self.titles.join("\t");
        for row in &self.rows {
            text.push('\n');
            let cells = row.iter().map(cell);
            text.push_str(&cells.collect::<Vec<_>>().join("\t"));
        }
        text.push('\n');
        text
    }
}

/// The columns of a ladder that are listed, by their places.
pub(crate) fn listed_columns(
    standings: &LadderStandings,
    is_wanted: impl Fn(&crate::rating::Column) -> bool,
) -> Vec<usize> {
    let columns = standings.columns.iter().enumerate();
    let wanted = columns.filter(|(_, column)| column.listed && is_wanted(column));
    wanted.map(|(place, _)| place).collect()
}

fn cells_of_week(row: &StandingsRow) -> Vec<String> {
    let change = match row.change {
        0 => "0".to_owned(),
        change => format!("{change:+}"),
    };
    vec![
        row.rank.to_string(),
        row.id.to_string(),
        listed_name(&row.last_name, &row.first_name, row.active),
        row.group.clone(),
        row.rating.to_string(),
        change,
        row.won.to_string(),
        row.drawn.to_string(),
        row.lost.to_string(),
        row.games.to_string(),
    ]
}

fn cells_of_ladder(row: &LadderRow, columns: &[usize], has_groups: bool) -> Vec<String> {
    let mut cells = vec![
        row.rank.to_string(),
        row.player.to_string(),
        listed_name(&row.last_name, &row.first_name, row.active),
    ];
    cells.extend(has_groups.then(|| row.group.clone()));
    cells.extend(columns.iter().map(|place| row.values[*place].shown()));
    cells
}

/// "de la Cruz, Ola (inactive)"
fn listed_name(last: &str, first: &str, active: bool) -> String {
    let mut name = domain::listed_name(last, first);
    if !active {
        name.push_str(" (inactive)");
    }
    name
}

/// The text of a cell, which neither ends the row nor moves those beside it.
fn in_one_line(text: &str) -> String {
    let in_its_place = char::REPLACEMENT_CHARACTER;
    text.replace(is_unprintable, in_its_place.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        TextTable {
            titles: vec!["Rank", "Name", "Rating"],
            rows: vec![
                row(["1", "Nguyễn, Ann", "+12"]),
                row(["10", "=Lee\u{1b}\t,\nBo", "98"]),
            ],
            left: vec![1],
        }
    }

    #[test]
    fn columns_line_up_and_no_name_ends_a_row() {
        assert_eq!(
            table().in_columns(),
            "Rank  Name         Rating\n\
             ----  -----------  ------\n\
             \u{20}  1  Nguyễn, Ann     +12\n\
             \u{20} 10  =Lee\u{fffd}\u{fffd},\u{fffd}Bo       98\n"
        );
    }

    #[test]
    fn a_spreadsheet_gets_a_row_for_each_line_and_no_formula() {
        let harmless = |cell: &str| format!("'{cell}");
        assert_eq!(
            table().in_rows(harmless),
            "Rank\tName\tRating\n1\t'Nguyễn, Ann\t+12\n10\t'=Lee\u{fffd}\u{fffd},\u{fffd}Bo\t98\n"
        );
    }
}
