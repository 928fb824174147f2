//! A quotation mark where none belongs: it opens a cell that goes on to the next one, and the rows in between are gone.

use strum::VariantArray;

use super::{text as text_of, *};
use crate::import::ReadFailure;

const ROWS: usize = 50;

/// A table as a program writes it.
#[derive(Clone, Copy, Debug)]
struct Shape {
    delimiter: char,
    has_header: bool,
    /// Access writes texts between quotation marks, and numbers without.
    quotes_texts: bool,
}

impl Shape {
    fn all() -> impl Iterator<Item = Self> {
        [',', ';', '\t'].into_iter().flat_map(|delimiter| {
            [(true, true), (true, false), (false, true), (false, false)].map(
                |(has_header, quotes_texts)| Self {
                    delimiter,
                    has_header,
                    quotes_texts,
                },
            )
        })
    }

    fn cell(self, text: &str) -> String {
        let is_text = !text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'/');
        if is_text && self.quotes_texts && !text.is_empty() {
            format!("\"{text}\"")
        } else {
            text.to_owned()
        }
    }

    fn lines(self, header: &[&str], rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
        let header = header.iter().map(|name| self.cell(name)).collect();
        let rows = rows
            .into_iter()
            .map(|row| row.iter().map(|cell| self.cell(cell)).collect());
        self.has_header
            .then_some(header)
            .into_iter()
            .chain(rows)
            .collect()
    }

    fn text(self, lines: &[Vec<String>]) -> String {
        let delimiter = self.delimiter.to_string();
        lines
            .iter()
            .map(|cells| cells.join(&delimiter) + "\r\n")
            .collect()
    }

    /// Names as children have them, each of her own.
    fn players(self) -> Vec<Vec<String>> {
        let name = |at: usize| {
            let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).expect("few"));
            format!("{}{}", letter(at / 26), letter(at))
        };
        let rows = (1..=ROWS).map(|at| {
            let group = if at % 2 == 0 { "Gold" } else { "Blue" };
            [
                at.to_string(),
                format!("Last{}", name(at)),
                format!("First{}", name(at)),
                group.to_owned(),
                (1000 + at).to_string(),
                (1000 + at).to_string(),
            ]
            .to_vec()
        });
        let header = [
            "ID",
            "Last Name",
            "First Name",
            "Group",
            "Rating",
            "StWkPerm",
        ];
        self.lines(&header, rows.collect())
    }

    fn games(self) -> Vec<Vec<String>> {
        let rows = (1..=ROWS).map(|at| {
            [
                at.to_string(),
                (at % 9 + 1).to_string(),
                (at % 9 + 10).to_string(),
                "(1-0)".to_owned(),
                format!("7/{}/2026", at % 9 + 13),
            ]
            .to_vec()
        });
        let header = ["ID", "White", "Black", "Result", "Date"];
        self.lines(&header, rows.collect())
    }
}

/// Where a mark may slip in.
#[derive(Clone, Copy, Debug, VariantArray)]
enum Slip {
    Start,
    Middle,
    End,
}

impl Slip {
    fn into(self, cell: &str) -> String {
        let at = match self {
            Self::Start => 0,
            Self::Middle => cell.len() / 2,
            Self::End => cell.len(),
        };
        format!("{}\"{}", &cell[..at], &cell[at..])
    }
}

/// What came of a file: nobody is told that it is fine while rows are missing.
fn check(shape: Shape, lines: &[Vec<String>], is_players: bool, what: &dyn Fn() -> String) {
    let Ok(source) = read_text("Table.csv", shape.text(lines).as_bytes()) else {
        return;
    };
    let header = usize::from(shape.has_header);
    assert_eq!(source.tables[0].rows.len(), ROWS + header, "{}", what());
    // What becomes of rows that are all there is seen well enough in a few places.
    if !what().contains("of 2") {
        return;
    }
    let sources = if is_players {
        vec![source]
    } else {
        let shape = Shape {
            delimiter: ',',
            has_header: true,
            quotes_texts: false,
        };
        let players = text_of("Ladder Players.csv", &shape.text(&shape.players()));
        vec![players, source]
    };
    let plan = plan(&sources, &empty_camp());
    if !plan.is_ready() {
        return;
    }
    let counts = if is_players { plan.players } else { plan.games };
    assert_eq!(counts.total(), ROWS, "{}", what());
    let named = |problem: &&Problem| problem.severity == Severity::LeftOut;
    let named = plan.problems.iter().filter(named).count();
    assert!(counts.left_out <= named, "{}: {:?}", what(), plan.problems);
}

#[test]
fn one_stray_mark_never_swallows_rows_unseen() {
    for shape in Shape::all() {
        for (is_players, lines) in [(true, shape.players()), (false, shape.games())] {
            for (row, cells) in lines.iter().enumerate() {
                for column in 0..cells.len() {
                    for slip in Slip::VARIANTS.iter().copied() {
                        let mut lines = lines.clone();
                        let cell = &mut lines[row][column];
                        *cell = slip.into(cell);
                        let what = || format!("{shape:?}, {slip:?} of {row}, {column}");
                        check(shape, &lines, is_players, &what);
                    }
                }
            }
        }
    }
}

/// The second one closes what the first one opens.
#[test]
fn two_stray_marks_never_swallow_rows_unseen() {
    for shape in Shape::all().filter(|shape| shape.delimiter != ';') {
        for (is_players, lines) in [(true, shape.players()), (false, shape.games())] {
            let rows = lines.iter().enumerate();
            for (row, cells) in rows.filter(|(row, _)| [0, 1, 20].contains(row)) {
                for column in 0..cells.len() {
                    for (slip, other_slip) in [
                        (Slip::Start, Slip::End),
                        (Slip::Start, Slip::Middle),
                        (Slip::Start, Slip::Start),
                        (Slip::End, Slip::End),
                        (Slip::End, Slip::Start),
                    ] {
                        for later in [1, 3] {
                            let Some(other) = lines.get(row + later) else {
                                continue;
                            };
                            for other_column in 0..other.len() {
                                let mut lines = lines.clone();
                                let cell = &mut lines[row][column];
                                *cell = slip.into(cell);
                                let cell = &mut lines[row + later][other_column];
                                *cell = other_slip.into(cell);
                                let what = || {
                                    format!(
                                        "{shape:?}, {slip:?} of {row}, {column} and {other_slip:?} of +{later}, {other_column}"
                                    )
                                };
                                check(shape, &lines, is_players, &what);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn failure(text: &str) -> ReadFailure {
    read_text("Table.csv", text.as_bytes()).expect_err("a stray mark")
}

#[test]
fn the_line_is_named() {
    let shape = Shape {
        delimiter: ',',
        has_header: true,
        quotes_texts: false,
    };
    let mut lines = shape.players();
    lines[10][1].insert(0, '"');
    lines[35][1].push('"');
    assert_eq!(
        failure(&shape.text(&lines)).to_string(),
        "Line 11 opens a quotation mark that is closed in line 36, and the lines in between look like rows of their own. \
         Correct line 11 or 36, or export the table from Access again"
    );
    lines[35][1] = "\"Lee".to_owned();
    assert_eq!(
        failure(&shape.text(&lines)).to_string(),
        "A quotation mark is out of place between lines 11 and 36. Correct these lines, or export the table from Access again"
    );
    let one = "1,\"Ann \"Annie\" Lee\",Gold\n2,\"Bo Kim\",Gold\n";
    assert_eq!(
        failure(one).to_string(),
        "A quotation mark is out of place in line 1. Correct this line, or export the table from Access again"
    );
    // The last row has no line after it that it could swallow.
    lines[35][1] = "Lee".to_owned();
    lines[10][1].remove(0);
    lines[ROWS][1].insert(0, '"');
    assert!(matches!(
        failure(&shape.text(&lines)),
        ReadFailure::OpenQuote { line: 51 }
    ));
}

/// Nobody is asked about notes, however many lines and commas they have.
#[test]
fn notes_of_several_lines_are_notes() {
    const NOTE: &str = "Allergic to nuts, eggs, milk.\r\nPick-up: Mom (Tue, Thu), Dad\r\n\r\n12 years, 7th grade, knows 3 openings";
    for shape in Shape::all() {
        let lines = shape.players();
        for at in [0, 2, 4, 6] {
            let mut lines = lines.clone();
            for (row, cells) in lines.iter_mut().enumerate() {
                let note = match row {
                    0 if shape.has_header => "\"Notes\"".to_owned(),
                    7 | 8 | 30 | 49 => format!("\"{NOTE}\""),
                    9 => "\"She said \"\"hi, all\"\"\r\n\"\"and\"\" left\"".to_owned(),
                    // Many lines, each with what could be values.
                    10 => format!("\"{}\"", "Mon 9, 10, 11 and 12\r\n".repeat(40)),
                    _ => "\"Plays well\"".to_owned(),
                };
                cells.insert(at, note);
            }
            let source = read_text("Ladder Players.csv", shape.text(&lines).as_bytes());
            let source = source.unwrap_or_else(|failure| panic!("{shape:?}, {at}: {failure}"));
            let rows = source.tables[0].rows.len();
            assert_eq!(
                rows,
                ROWS + usize::from(shape.has_header),
                "{shape:?}, {at}"
            );
        }
    }
}
