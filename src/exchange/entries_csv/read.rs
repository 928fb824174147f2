//! Rows ─▶ events.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use jiff::civil::Date;

use super::{
    Fault, Row,
    column::{Column, Scope},
    guard::unguard,
};
use crate::{
    domain::us_chess::{Code, Entry, Event, MemberId, Record, Round, Section, System, cells},
    exchange::{
        Problem, check,
        columns::{Mapping, Table as Shown, TableRead, TakenFor, Titles},
    },
};

/// What one can't do without.
const NEEDED: [Column; 3] = [Column::Pair, Column::Name, Column::Round(1)];

/// The section of rows that name none.
const ONLY_SECTION: u16 = 1;

/// Reads the events of a table, in the order in which they are named first. The first row that isn't blank has the titles of the
/// columns, which are what their titles say unless `mapping` says otherwise; one whose title isn't known is left out. `today` tells which
/// dates are in the future.
///
/// Problems are everything that isn't as a table of entries has it, in the order of the lines: columns that are missing or there twice,
/// values that are none, rows that tell differently of the same event or section, and what contradicts itself so that a section can't be
/// rated.
#[must_use]
pub fn read(rows: &[Row], mapping: &Mapping, today: Date) -> TableRead<Vec<Event>> {
    let mut rows = rows
        .iter()
        .filter(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    let mut reader = Reader {
        today,
        shown: Shown::default(),
        problems: Vec::new(),
        notes: Vec::new(),
        has_lost_rows: false,
    };
    let Some(header) = rows.next() else {
        reader.problems.push(Problem::new(Fault::Empty));
        return reader.end(Vec::new());
    };
    let columns = reader.columns(header, mapping);
    let mut table = Table::default();
    for row in rows {
        let cells = row.cells.iter().map(|cell| unguard(cell).trim().to_owned());
        reader.shown.show(row.line, cells);
        if reader.shown.missing.is_empty() {
            let cells = reader.cells(&columns, row);
            reader.add(&mut table, row.line, cells);
        }
    }
    let events = table.events.into_iter().map(|event| reader.event(event));
    let events = events.collect::<Vec<_>>();
    reader.problems.sort_by_key(|problem| problem.line);
    reader.end(events)
}

/// A cell that isn't blank, as it is shown.
#[derive(Debug)]
struct Cell {
    line: usize,
    text: String,
}

type Cells = BTreeMap<Column, Cell>;

/// Rows by their events and sections.
#[derive(Debug, Default)]
struct Table {
    events: Vec<EventRows>,
    /// The places of the events, by their ids, and by their names where they have none.
    places: BTreeMap<(String, String), usize>,
}

/// The rows of an event, and what they say of it.
#[derive(Debug, Default)]
struct EventRows {
    said: Cells,
    sections: Vec<SectionRows>,
    /// The places of the sections, by their numbers.
    places: BTreeMap<u16, usize>,
}

/// The rows of a section, and what they say of it.
#[derive(Debug, Default)]
struct SectionRows {
    number: u16,
    said: Cells,
    entries: Vec<Entry>,
    lines: Vec<usize>,
    /// The places of the rows of which the pairing number or a round couldn't be read.
    unread: BTreeSet<usize>,
}

/// Reads cells, and collects what is wrong.
struct Reader {
    today: Date,
    shown: Shown,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
    /// Whether it isn't known of a row to which section it belongs. Whoever is missing there would be missed by the opponents.
    has_lost_rows: bool,
}

impl Reader {
    fn end(self, events: Vec<Event>) -> TableRead<Vec<Event>> {
        TableRead {
            value: events,
            table: self.shown,
            problems: self.problems,
            notes: self.notes,
        }
    }

    /// The columns of a header.
    fn columns(&mut self, header: &Row, mapping: &Mapping) -> Vec<TakenFor<Column>> {
        let texts = header.cells.iter();
        let texts = texts.map(|title| unguard(title).trim().to_owned());
        let texts = texts.collect::<Vec<_>>();
        let titles = Titles::new(&texts, mapping, Column::of_title);
        let known = titles.known().collect::<BTreeSet<_>>();
        let mut missing = NEEDED.to_vec();
        missing.retain(|column| !known.contains(column));
        let mut last = 0;
        for round in rounds_of(known.iter()) {
            if last > 0 && round > last + 1 {
                missing.push(Column::Round(last + 1));
            }
            last = round;
        }
        let needed = missing.iter().any(|column| NEEDED.contains(column));
        let problem = |fault| Problem::new(fault).in_line(header.line);
        for title in &titles.unknown {
            let title = check::excerpt(title);
            if needed {
                self.problems.push(problem(Fault::Unknown(title)));
            } else {
                self.notes.push(problem(Fault::LeftOut(title)));
            }
        }
        let twice = titles.twice.iter();
        let twice = twice.map(|column| problem(Fault::Twice(column.title())));
        self.problems.extend(twice);
        let absent = missing.iter();
        let absent = absent.map(|column| problem(Fault::Missing(column.title())));
        self.problems.extend(absent);
        let name = Column::title;
        self.shown.columns = titles.columns(&texts, mapping, Column::of_title, name);
        self.shown.missing = missing.into_iter().map(name).collect();
        // As many rounds as there are columns for.
        let unused = titles.taken.len() - known.len();
        let rounds = (1..=last + unused.max(1)).map(Column::Round);
        let all = Column::before_rounds().into_iter().chain(rounds);
        self.shown.titles = all.map(name).collect();
        titles.taken
    }

    /// What a row says.
    fn cells(&mut self, columns: &[TakenFor<Column>], row: &Row) -> Cells {
        let mut cells = Cells::new();
        for (place, cell) in row.cells.iter().enumerate() {
            let text = unguard(cell).trim().to_owned();
            if text.is_empty() {
                continue;
            }
            match columns.get(place) {
                Some(TakenFor::Known(column)) => {
                    let line = row.line;
                    cells.insert(*column, Cell { line, text });
                }
                Some(TakenFor::LeftOut) => {}
                Some(TakenFor::Blank) | None => {
                    let fault = Fault::Untitled(check::excerpt(&text));
                    self.problems.push(Problem::new(fault).in_line(row.line));
                }
            }
        }
        cells
    }

    /// Adds a row to its section.
    fn add(&mut self, table: &mut Table, line: usize, mut cells: Cells) {
        let number = if cells.contains_key(&Column::Section) {
            self.value(&cells, Column::Section, check::section_number)
        } else {
            Some(ONLY_SECTION)
        };
        let (entry, is_whole) = self.entry(&cells);
        let Some(number) = number else {
            self.has_lost_rows = true;
            return;
        };
        // 5 and 05 are the same.
        cells.remove(&Column::Section);
        let event = at_key(&mut table.events, &mut table.places, event_key(&cells));
        let section = at_key(&mut event.sections, &mut event.places, number);
        section.number = number;
        self.note(&mut event.said, &mut cells, Scope::Event);
        self.note(&mut section.said, &mut cells, Scope::Section);
        if !is_whole {
            section.unread.insert(section.entries.len());
        }
        section.entries.push(entry);
        section.lines.push(line);
    }

    /// Keeps what a row says of its event or section, which must be what those before have said.
    fn note(&mut self, said: &mut Cells, cells: &mut Cells, scope: Scope) {
        let told = cells.extract_if(.., |column, _| column.scope() == scope);
        for (column, cell) in told {
            match said.get(&column) {
                Some(before) if before.text == cell.text => {}
                Some(before) => {
                    let fault = Fault::Differs {
                        here: check::excerpt(&cell.text),
                        before: check::excerpt(&before.text),
                        line: before.line,
                    };
                    self.problem(column, cell.line, fault);
                }
                None => {
                    said.insert(column, cell);
                }
            }
        }
    }

    /// The entry of a row, and whether its pairing number and rounds could be read.
    fn entry(&mut self, cells: &Cells) -> (Entry, bool) {
        let pair = self.value(cells, Column::Pair, check::pair);
        if !cells.contains_key(&Column::Pair) {
            let line = cells.values().next().map_or(1, |cell| cell.line);
            self.problem(Column::Pair, line, check::Fault::Pair(String::new()));
        }
        let rounds = self.rounds(cells);
        let is_whole = pair.is_some() && rounds.is_some();
        let today = self.today;
        let entry = Entry {
            pair: pair.unwrap_or_default(),
            member: None,
            id: self.value(cells, Column::Id, MemberId::read).flatten(),
            name: text(cells, Column::Name).unwrap_or_default(),
            state: text(cells, Column::State),
            birth: self.value(cells, Column::Birth, |text| cells::past_date(text, today)),
            fide: self.value(cells, Column::Fide, cells::entered_whole),
            cfc: self.value(cells, Column::Cfc, cells::entered_whole),
            rounds: rounds.unwrap_or_default(),
            regular: self.record(cells, System::Regular),
            quick: self.record(cells, System::Quick),
        };
        (entry, is_whole)
    }

    /// The cells up to the last one that isn't blank; nothing where one couldn't be read.
    fn rounds(&mut self, cells: &Cells) -> Option<Vec<Round>> {
        let last = rounds_of(cells.keys()).max().unwrap_or(0);
        let rounds = (1..=last).map(|round| {
            let column = Column::Round(round);
            if cells.contains_key(&column) {
                self.value(cells, column, str::parse)
            } else {
                Round::new(Code::Unplayed, None, None).ok()
            }
        });
        // All are read before one that couldn't be read ends it.
        let rounds = rounds.collect::<Vec<_>>();
        rounds.into_iter().collect()
    }

    fn record(&mut self, cells: &Cells, system: System) -> Record {
        let rating = self.value(cells, Column::Rating(system), cells::entered);
        let games = self.value(cells, Column::Games(system), cells::count);
        let unsaid = match rating {
            Some(_) => None,
            None => Record::default().games,
        };
        Record {
            rating,
            games: games.or(unsaid),
            post: self.value(cells, Column::Post(system), cells::entered),
            post_games: self.value(cells, Column::PostGames(system), cells::count),
            ..Record::default()
        }
    }

    fn event(&mut self, rows: EventRows) -> Event {
        let today = self.today;
        let said = &rows.said;
        Event {
            id: text(said, Column::EventId),
            name: text(said, Column::Event).unwrap_or_default(),
            begins: self.value(said, Column::Begins, |text| cells::past_date(text, today)),
            ends: self.value(said, Column::Ends, |text| cells::past_date(text, today)),
            sections: rows
                .sections
                .into_iter()
                .map(|rows| self.section(rows))
                .collect(),
            ..Event::default()
        }
    }

    fn section(&mut self, rows: SectionRows) -> Section {
        let today = self.today;
        let said = &rows.said;
        let kind = self.value(said, Column::Type, check::kind);
        let mut section = Section {
            number: rows.number,
            name: text(said, Column::SectionName).unwrap_or_default(),
            kind: kind.unwrap_or_default(),
            begins: self.value(said, Column::SectionBegins, |text| {
                cells::past_date(text, today)
            }),
            ends: self.value(said, Column::SectionEnds, |text| {
                cells::past_date(text, today)
            }),
            half_k: self.yes_or_no(said, Column::HalfK),
            as_published: self.yes_or_no(said, Column::AsPublished),
            entries: rows.entries,
            ..Section::default()
        };
        self.value(said, Column::Systems, |text| {
            list(text).try_for_each(|word| check::add_system(&mut section, word))
        });
        let controls = self.value(said, Column::TimeControls, |text| {
            let controls = list(text).map(str::to_owned).collect::<Vec<_>>();
            check::time_controls(controls.len()).map(|()| controls)
        });
        section.time_controls = controls.unwrap_or_default();
        if let Err(fault) = check::entries(section.entries.len()) {
            let line = rows.lines.first().copied().unwrap_or(1);
            self.problem(Column::Section, line, fault);
        } else if !self.has_lost_rows {
            self.contradictions(&section, &rows.lines, &rows.unread);
        }
        section
    }

    fn contradictions(&mut self, section: &Section, lines: &[usize], unread: &BTreeSet<usize>) {
        for problem in check::contradictions(section, unread) {
            let column = problem
                .round
                .map_or(Column::Pair, |at| Column::Round(at + 1));
            let line = lines.get(problem.row).copied().unwrap_or(1);
            self.problem(column, line, check::Fault::Contradiction(problem));
        }
    }

    fn yes_or_no(&mut self, cells: &Cells, column: Column) -> bool {
        let read = self.value(cells, column, |text| {
            match text.to_ascii_lowercase().as_str() {
                "yes" | "y" | "true" | "1" => Ok(true),
                "no" | "n" | "false" | "0" => Ok(false),
                _ => Err(Fault::YesOrNo(check::excerpt(text))),
            }
        });
        read.unwrap_or_default()
    }

    /// What a cell stands for; nothing where it is blank.
    fn value<T, E: Display>(
        &mut self,
        cells: &Cells,
        column: Column,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let cell = cells.get(&column)?;
        read(&cell.text)
            .map_err(|fault| self.problem(column, cell.line, fault))
            .ok()
    }

    fn problem(&mut self, column: Column, line: usize, fault: impl Display) {
        let problem = Problem::new(fault).in_line(line).at(column.title());
        self.problems.push(problem);
    }
}

/// What belongs to a key: a new one behind all others, if the key is new.
fn at_key<'a, K: Ord, T: Default>(
    all: &'a mut Vec<T>,
    places: &mut BTreeMap<K, usize>,
    key: K,
) -> &'a mut T {
    let at = *places.entry(key).or_insert(all.len());
    if at == all.len() {
        all.push(T::default());
    }
    &mut all[at]
}

/// What an event is known by: its id, or its name where it has none.
fn event_key(cells: &Cells) -> (String, String) {
    match text(cells, Column::EventId) {
        Some(id) => (id, String::new()),
        None => (
            String::new(),
            text(cells, Column::Event).unwrap_or_default(),
        ),
    }
}

fn text(cells: &Cells, column: Column) -> Option<String> {
    cells.get(&column).map(|cell| cell.text.clone())
}

/// The rounds among some columns.
fn rounds_of<'a>(columns: impl Iterator<Item = &'a Column>) -> impl Iterator<Item = usize> {
    columns.filter_map(|column| match column {
        Column::Round(round) => Some(*round),
        _ => None,
    })
}

/// The parts of a text with commas between them.
fn list(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(',').map(str::trim);
    parts.filter(|part| !part.is_empty())
}
