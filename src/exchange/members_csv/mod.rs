//! The members' list as CSV, in and out: a row a member, its columns known by their titles.
//!
//! ```text
//! ID,Last name,First name,State,Birth date,Expires,Regular,Regular N,Regular games,…
//! 30000001,Berger,Anna,MN,2010-04-01,2026-12-31,1641.5,17,12,…
//! ```

use std::collections::{BTreeMap, HashMap};

use csv::StringRecord;
use jiff::civil::Date;

use super::{
    Problem,
    columns::{Mapping, Table, TableRead, TakenFor, Titles},
};
use crate::{
    domain::{
        clean_name, counted, shortened,
        us_chess::{
            Account, Balance, Member, MemberId, System,
            cells::{self, CellProblem, RATINGS},
        },
    },
    spreadsheet::{MARK, begins_formula, harmless},
};

/// A column of the list.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Column {
    Id,
    LastName,
    FirstName,
    State,
    Birth,
    Expires,
    Account(System, Part),
    Fide,
    Cfc,
    FloorAllowed,
}

/// What the list tells of a member in a system.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Part {
    Rating,
    /// N, the number of games that the rating goes by.
    N,
    /// The number of games played.
    Played,
    Floor,
    Peak,
}

/// All columns, in the order in which they are written, with their titles.
static COLUMNS: [(Column, &str); 19] = [
    (Column::Id, "ID"),
    (Column::LastName, "Last name"),
    (Column::FirstName, "First name"),
    (Column::State, "State"),
    (Column::Birth, "Birth date"),
    (Column::Expires, "Expires"),
    (Column::Account(System::Regular, Part::Rating), "Regular"),
    (Column::Account(System::Regular, Part::N), "Regular N"),
    (
        Column::Account(System::Regular, Part::Played),
        "Regular games",
    ),
    (
        Column::Account(System::Regular, Part::Floor),
        "Regular floor",
    ),
    (Column::Account(System::Regular, Part::Peak), "Regular peak"),
    (Column::Account(System::Quick, Part::Rating), "Quick"),
    (Column::Account(System::Quick, Part::N), "Quick N"),
    (Column::Account(System::Quick, Part::Played), "Quick games"),
    (Column::Account(System::Quick, Part::Floor), "Quick floor"),
    (Column::Account(System::Quick, Part::Peak), "Quick peak"),
    (Column::Fide, "FIDE"),
    (Column::Cfc, "CFC"),
    (Column::FloorAllowed, "Floor 2200 allowed"),
];

impl Column {
    /// The column of a title, whose capitals and blanks don't matter.
    fn of_title(title: &str) -> Option<Self> {
        let letters = |text: &str| {
            let letters = text.chars().filter(|c| !c.is_whitespace());
            letters.flat_map(char::to_lowercase).collect::<String>()
        };
        let wanted = letters(title);
        let mut columns = COLUMNS.iter();
        let found = columns.find(|(_, title)| letters(title) == wanted);
        found.map(|(column, _)| *column)
    }

    fn title(self) -> &'static str {
        let mut columns = COLUMNS.iter();
        let found = columns.find(|(column, _)| *column == self);
        found.map_or("", |(_, title)| title)
    }
}

/// Reads a list: members with the lines on which they stand, counted from 1. Its columns are those of their titles, unless `mapping` says
/// otherwise; one whose title isn't known is left out. What the list tells of both systems is the opening balance, whose day isn't known.
/// An empty N with a rating stands for somebody long established; of somebody who is rated or has played, wins, draws and events aren't
/// known. Everything that can't be read is a problem, with its line.
#[must_use]
pub fn read(text: &str, mapping: &Mapping, today: Date) -> TableRead<Vec<(usize, Member)>> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut lines = LineCount::new(text);
    let mut header = None;
    let mut list = List::default();
    for record in reader.into_records() {
        let record = match record {
            Ok(record) => record,
            Err(fault) => {
                list.problems.push(Problem::at_line(lines.line, fault));
                break;
            }
        };
        let line = record
            .position()
            .map_or(lines.line, |position| lines.up_to(position.byte()));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        match &header {
            None => header = Some(list.header(line, &record, mapping)),
            Some(header) => list.row(line, header, &record, today),
        }
    }
    if header.is_none() {
        let what = "There is no header in this file: its first line names the columns, such as “ID,Last name,First name”";
        list.problems.push(Problem::at_line(1, what));
    }
    TableRead {
        value: list.members,
        table: list.table,
        problems: list.problems,
        notes: list.notes,
    }
}

/// What separates the cells: what the first line has most of. Excel writes semicolons in many countries.
fn delimiter(text: &str) -> u8 {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let count = |delimiter: &u8| first.bytes().filter(|byte| byte == delimiter).count();
    // The last of equals is taken, which is the comma.
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(count)
        .unwrap_or(b',')
}

/// Counts the lines of a text.
struct LineCount<'a> {
    text: &'a str,
    /// What was counted so far, in bytes.
    counted: usize,
    line: usize,
}

impl<'a> LineCount<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            counted: 0,
            line: 1,
        }
    }

    /// The line of a record that begins at a byte, behind which blank lines may stand. No byte is before the one of the call before.
    fn up_to(&mut self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        let rest = self.text.get(byte..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let passed = self.text.get(self.counted..byte.saturating_add(blank));
        let passed = passed.unwrap_or_default().as_bytes();
        let after = passed.iter().skip(1).map(Some).chain([None]);
        let ends = passed.iter().zip(after);
        let ends = ends.filter(|(byte, after)| match byte {
            b'\n' => true,
            b'\r' => *after != Some(&b'\n'),
            _ => false,
        });
        self.line += ends.count();
        self.counted += passed.len();
        self.line
    }
}

/// Where the columns stand in a row.
struct Header {
    places: BTreeMap<Column, usize>,
    /// The places of columns without a title, of which nobody says what they are.
    untitled: Vec<usize>,
    cells: usize,
}

/// What was read so far.
#[derive(Default)]
struct List {
    members: Vec<(usize, Member)>,
    /// The lines of members' numbers.
    ids: HashMap<MemberId, usize>,
    table: Table,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
}

impl List {
    fn header(&mut self, line: usize, record: &StringRecord, mapping: &Mapping) -> Header {
        let texts = record.iter().map(|title| title.trim().to_owned());
        let texts = texts.collect::<Vec<_>>();
        let titles = Titles::new(&texts, mapping, Column::of_title);
        let known = || COLUMNS.iter().map(|(_, title)| *title);
        let is_whole = titles.has(Column::LastName);
        for title in &titles.unknown {
            let title = shortened(title, 40);
            if is_whole {
                let what = format!("“{title}” is left out: it is no column of the members’ list");
                self.notes.push(Problem::at_line(line, what));
            } else {
                let known = known().collect::<Vec<_>>().join(", ");
                let what =
                    format!("“{title}” is no column of the members’ list. There are: {known}");
                self.problems.push(Problem::at_line(line, what));
            }
        }
        for column in &titles.twice {
            let what = format!("“{}” names two columns: delete one", column.title());
            self.problems.push(Problem::at_line(line, what));
        }
        if !is_whole {
            let title = Column::LastName.title();
            let what = format!(
                "There is no column “{title}”: the first line of the file names the columns"
            );
            self.problems.push(Problem::at_line(line, what));
            self.table.missing.push(title.to_owned());
        }
        self.table.titles = known().map(str::to_owned).collect();
        self.table.columns = titles.columns(&texts, mapping, Column::of_title, |column| {
            column.title().to_owned()
        });
        let taken = titles.taken.iter().enumerate();
        let untitled = taken.clone();
        Header {
            places: taken
                .filter_map(|(place, taken)| match taken {
                    TakenFor::Known(column) => Some((*column, place)),
                    TakenFor::LeftOut | TakenFor::Blank => None,
                })
                .collect(),
            untitled: untitled
                .filter(|(_, taken)| **taken == TakenFor::Blank)
                .map(|(place, _)| place)
                .collect(),
            cells: record.len(),
        }
    }

    fn row(&mut self, line: usize, header: &Header, record: &StringRecord, today: Date) {
        let cells = record.iter().map(|cell| unguarded(cell.trim()));
        self.table.show(line, cells);
        if record.len() != header.cells {
            let cells = counted(record.len(), "cell");
            let what = format!(
                "This row has {cells}, the first line has {}: look for a comma or a quotation mark too many or too few",
                header.cells
            );
            self.problems.push(Problem::at_line(line, what));
            return;
        }
        for cell in header
            .untitled
            .iter()
            .filter_map(|place| record.get(*place))
        {
            if !cell.trim().is_empty() {
                let cell = shortened(cell.trim(), 20);
                let what = format!("“{cell}” stands in a column without a title: give it one");
                self.problems.push(Problem::at_line(line, what));
            }
        }
        let mut row = Row {
            line,
            header,
            record,
            problems: &mut self.problems,
        };
        let member = row.member(today);
        if let Some(id) = member.id
            && let Some(first) = self.ids.insert(id, line)
        {
            self.ids.insert(id, first);
            let what = format!(
                "This number is another member’s too, in line {first}: correct one of them, or delete the row"
            );
            let problem = Problem::at_line(line, what);
            self.problems.push(problem.at(Column::Id.title()));
        }
        self.members.push((line, member));
    }
}

/// A row that is read.
struct Row<'a> {
    line: usize,
    header: &'a Header,
    record: &'a StringRecord,
    problems: &'a mut Vec<Problem>,
}

impl Row<'_> {
    fn member(&mut self, today: Date) -> Member {
        let birth = |text: &str| cells::past_date(text, today);
        let allowed = self.value(Column::FloorAllowed, cells::yes_or_no);
        let member = Member {
            id: self
                .value(Column::Id, |text| Ok(MemberId::read(text)?))
                .flatten(),
            last_name: self.value(Column::LastName, text).unwrap_or_default(),
            first_name: self.value(Column::FirstName, text).unwrap_or_default(),
            state: self.value(Column::State, text),
            birth: self.value(Column::Birth, birth),
            expires: self.value(Column::Expires, cells::date),
            fide: self.value(Column::Fide, |text| cells::whole_rating(text, RATINGS)),
            cfc: self.value(Column::Cfc, |text| cells::whole_rating(text, RATINGS)),
            floor_2200_allowed: allowed.unwrap_or(true),
            opening: Balance {
                regular: self.account(System::Regular),
                quick: self.account(System::Quick),
                ..Balance::default()
            },
        };
        let has_names = self.header.places.contains_key(&Column::LastName);
        if has_names && self.is_empty(Column::LastName) && self.is_empty(Column::FirstName) {
            let what = "This row has no name: write one, or delete the row";
            self.problems.push(Problem::at_line(self.line, what));
        }
        member
    }

    fn account(&mut self, system: System) -> Account {
        let column = |part| Column::Account(system, part);
        let rating = self.value(column(Part::Rating), |text| cells::rating(text, RATINGS));
        let n = self.value(column(Part::N), cells::count);
        let played = self.value(column(Part::Played), cells::count);
        let played = played.unwrap_or_default();
        // Of somebody who has played, nobody knows how often he or she has won.
        let won = (rating.is_none() && played == 0).then_some(0);
        Account {
            rating,
            games: n.or(rating.is_none().then_some(0)),
            played,
            floor: self.value(column(Part::Floor), |text| cells::rating(text, RATINGS)),
            peak: self.value(column(Part::Peak), |text| cells::rating(text, RATINGS)),
            wins: won,
            draws: won,
            events: won,
            ..Account::default()
        }
    }

    fn cell(&self, column: Column) -> &str {
        let place = self.header.places.get(&column);
        let cell = place.and_then(|place| self.record.get(*place));
        cell.unwrap_or_default().trim()
    }

    fn is_empty(&self, column: Column) -> bool {
        self.cell(column).is_empty()
    }

    /// What a cell says; nothing of an empty one, of one that can't be read, and of a column that isn't there.
    fn value<T>(
        &mut self,
        column: Column,
        read: impl FnOnce(&str) -> Result<T, CellProblem>,
    ) -> Option<T> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return None;
        }
        match read(cell) {
            Ok(value) => Some(value),
            Err(fault) => {
                let problem = Problem::at_line(self.line, fault);
                self.problems.push(problem.at(column.title()));
                None
            }
        }
    }
}

/// A name or a state, as it is stored.
fn text(cell: &str) -> Result<String, CellProblem> {
    clean_name(&unguarded(cell)).map_err(|fault| CellProblem::Text(fault.to_string()))
}

/// Writes a list: members with what they have, be it their opening balance or what follows from all crosstables. Birth dates only where
/// they are asked for. It is for spreadsheets: no cell is a formula, and [`read`] reads it the same.
#[must_use]
pub fn write<'a>(
    members: impl IntoIterator<Item = (&'a Member, &'a Balance)>,
    with_birth: bool,
) -> String {
    let columns = COLUMNS
        .iter()
        .filter(|(column, _)| with_birth || *column != Column::Birth)
        .collect::<Vec<_>>();
    let mut text = String::from(MARK);
    push_row(
        &mut text,
        columns.iter().map(|(_, title)| (*title).to_owned()),
    );
    for (member, balance) in members {
        let cells = columns.iter();
        push_row(
            &mut text,
            cells.map(|(column, _)| written(*column, member, balance)),
        );
    }
    text
}

fn push_row(text: &mut String, cells: impl Iterator<Item = String>) {
    for (place, cell) in cells.enumerate() {
        if place > 0 {
            text.push(',');
        }
        if cell.contains([',', '"', '\r', '\n', ';', '\t']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push_str("\r\n");
}

/// A cell as it is written. Ratings have all their decimals.
fn written(column: Column, member: &Member, balance: &Balance) -> String {
    let shown = |value: Option<f64>| value.map(|value| value.to_string());
    let cell = match column {
        Column::Id => member.id.map(|id| id.to_string()),
        Column::LastName => Some(guarded(&member.last_name)),
        Column::FirstName => Some(guarded(&member.first_name)),
        Column::State => member.state.as_deref().map(guarded),
        Column::Birth => member.birth.map(|day| day.to_string()),
        Column::Expires => member.expires.map(|day| day.to_string()),
        Column::Fide => member.fide.map(|rating| rating.to_string()),
        Column::Cfc => member.cfc.map(|rating| rating.to_string()),
        Column::FloorAllowed if member.floor_2200_allowed => Some("yes".to_owned()),
        Column::FloorAllowed => Some("no".to_owned()),
        Column::Account(system, part) => {
            let account = balance.account(system);
            match part {
                Part::Rating => shown(account.rating),
                Part::N => account.games.map(|games| games.to_string()),
                Part::Played => Some(account.played.to_string()),
                Part::Floor => shown(account.floor),
                Part::Peak => shown(account.peak),
            }
        }
    };
    cell.unwrap_or_default()
}

/// A text that no spreadsheet takes for a formula, and of which [`unguarded`] makes the same again: one that has an apostrophe of its own
/// before such a sign is given another one.
fn guarded(text: &str) -> String {
    let mut doubled = String::with_capacity(text.len() + 1);
    for (place, c) in text.char_indices() {
        if c == '\'' && begins_cell(text, place) && is_guard(text, place) {
            doubled.push('\'');
        }
        doubled.push(c);
    }
    harmless(&doubled)
}

/// The text without the apostrophes that [`guarded`] has put there, or a spreadsheet.
fn unguarded(text: &str) -> String {
    let chars = text.char_indices();
    let chars = chars.filter(|(place, c)| {
        let is_put = *c == '\'' && begins_cell(text, *place) && is_guard(text, *place);
        !is_put
    });
    chars.map(|(_, c)| c).collect()
}

/// Whether a spreadsheet may begin a cell at a place in a text: see [`harmless`].
fn begins_cell(text: &str, place: usize) -> bool {
    let before = text.get(..place).and_then(|text| text.chars().next_back());
    before.is_none_or(|c| matches!(c, ';' | '\t' | '\r' | '\n'))
}

/// Whether there are apostrophes from a place on, and behind them a sign with which a formula begins.
fn is_guard(text: &str, place: usize) -> bool {
    let rest = text.get(place..).unwrap_or_default();
    let sign = rest.trim_start_matches('\'').chars().next();
    sign.is_some_and(begins_formula)
}

#[cfg(test)]
mod tests;
