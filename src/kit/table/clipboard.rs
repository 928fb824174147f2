//! Rows and cells as the text that spreadsheets copy and paste.

use std::fmt::Write as _;

/// Rows of cells as spreadsheets copy them: cells divided by tabs, lines by CR LF. A cell in which a tab, a line break
/// or a quote stands is put in quotes, its quotes doubled.
pub fn copied_text(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns {
            if column > 0 {
                text.push('\t');
            }
            let cell = cell(row, column);
            if cell.contains(['\t', '\n', '\r', '"']) {
                // Writing into a text doesn't fail.
                let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
            } else {
                text.push_str(&cell);
            }
        }
        text.push_str("\r\n");
    }
    text
}

/// What a spreadsheet or a text editor has copied, as rows of cells.
///
/// Cells are divided by tabs; where there is no tab, by semicolons if the first line has one, else by commas if every
/// line has one. A cell that begins with a quote reaches to the closing quote, over line breaks too, with two quotes
/// standing for one. Lines end with LF, CR LF or CR; a line break at the very end makes no row.
/// Rows can be of different lengths; no text gives no rows.
pub fn pasted_cells(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let divider = divider(text);
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut letters = text.chars().peekable();
    while letters.peek().is_some() {
        let mut cell = String::new();
        let quoted = letters.next_if_eq(&'"').is_some();
        let mut closed = !quoted;
        let mut ended_row = true;
        while let Some(letter) = letters.next() {
            match letter {
                '"' if !closed && letters.next_if_eq(&'"').is_some() => cell.push('"'),
                '"' if !closed => closed = true,
                _ if !closed => cell.push(letter),
                '\r' => {
                    let _ = letters.next_if_eq(&'\n');
                    break;
                }
                '\n' => break,
                _ if Some(letter) == divider => {
                    ended_row = false;
                    break;
                }
                _ => cell.push(letter),
            }
        }
        row.push(cell);
        if ended_row {
            rows.push(std::mem::take(&mut row));
        }
    }
    if !row.is_empty() {
        // The text ended with a divider: an empty cell stands behind it.
        row.push(String::new());
        rows.push(row);
    }
    rows
}

/// What divides the cells; a tab wins, as a comma often stands in a name.
fn divider(text: &str) -> Option<char> {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    if text.contains('\t') {
        Some('\t')
    } else if lines.clone().next().is_some_and(|line| line.contains(';')) {
        Some(';')
    } else if text.contains(',') && lines.all(|line| line.contains(',')) {
        Some(',')
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_divided_by_tabs_and_rows_by_line_breaks() {
        let text = "Ash\tAda\t1034\r\nElm\tBo\t\r\n";
        assert_eq!(
            pasted_cells(text),
            [vec!["Ash", "Ada", "1034"], vec!["Elm", "Bo", ""]]
        );
        assert_eq!(pasted_cells("a\tb\rc\td"), [["a", "b"], ["c", "d"]]);
        assert_eq!(pasted_cells("a\t"), [["a", ""]]);
        assert_eq!(pasted_cells("one"), [["one"]]);
        assert!(pasted_cells("").is_empty());
        assert_eq!(
            pasted_cells("a\n\nb"),
            [["a"], [""], ["b"]],
            "an empty row between is a row"
        );
    }

    #[test]
    fn quotes_hold_line_breaks_dividers_and_quotes() {
        let text = "\"Ash, \"\"Addie\"\"\"\t\"two\r\nlines\"\nElm\t3\" tall";
        assert_eq!(
            pasted_cells(text),
            [["Ash, \"Addie\"", "two\r\nlines"], ["Elm", "3\" tall"]]
        );
        assert_eq!(
            pasted_cells("\"never closed\tx\n"),
            [["never closed\tx\n"]],
            "nothing is lost"
        );
    }

    #[test]
    fn without_tabs_semicolons_and_commas_divide() {
        assert_eq!(
            pasted_cells("Ash;1,5\nElm;2"),
            [["Ash", "1,5"], ["Elm", "2"]]
        );
        assert_eq!(
            pasted_cells("Ash,Ada\nElm,Bo"),
            [["Ash", "Ada"], ["Elm", "Bo"]]
        );
        assert_eq!(
            pasted_cells("Came late, left early\nElm"),
            [["Came late, left early"], ["Elm"]],
            "a comma in prose divides nothing"
        );
        assert_eq!(pasted_cells("Ash, Ada\t7"), [["Ash, Ada", "7"]]);
    }

    #[test]
    fn what_is_copied_can_be_pasted() {
        let cells = [
            ["plain", "with\ttab", "two\nlines"],
            ["say \"hi\"", "", "½ ü"],
            ["\"", "=1+1", "a\r\nb"],
        ];
        let text = copied_text(3, 3, |row, column| cells[row][column].to_owned());
        assert_eq!(pasted_cells(&text), cells);
        assert!(text.starts_with("plain\t\"with\ttab\"\t\"two\nlines\"\r\n"));
    }
}
