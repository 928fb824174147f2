//! `camp-ladder us-chess check`: ratings computed again, beside those that were published.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::{Failure, arguments::TableOrJson, plain_text, put, say};
use crate::{
    app,
    domain::{
        counted,
        us_chess::{Entry, Event, Section, System},
    },
    exchange,
    rating::us_chess::{Row, Rules, explaining_floor, rate},
    report::text::TextTable,
};

/// A printed rating may differ by so much from the computed one: it is rounded, and so is what it was computed from.
const WHOLE: f64 = 1.0;

/// The same where ratings are printed with decimals.
const DECIMAL: f64 = 0.011;

/// Rates the sections of files from the ratings that are printed in them, by the rules of a year or of the day on which each ended.
pub(super) fn run(
    files: &[PathBuf],
    rules: Option<&str>,
    format: TableOrJson,
) -> Result<(), Failure> {
    let mut checked = Checked::default();
    for file in files {
        // Not named and "auto" are the same.
        checked.add(file, rules.filter(|rules| *rules != "auto"))?;
    }
    checked.put(format)
}

/// What came of rating sections again, beside what was published.
#[derive(Debug, Default, Serialize)]
struct Checked {
    rows: Vec<CheckedRow>,
    summary: Summary,
}

/// A row of a section in a system.
#[derive(Debug, Serialize)]
struct CheckedRow {
    section: String,
    system: &'static str,
    pair: u16,
    id: Option<String>,
    pre: Option<f64>,
    pre_games: Option<u32>,
    /// Before floors.
    computed: Option<f64>,
    /// The same if the rating before is of no more games than it takes to be established, where that isn't printed and matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    computed_if_newly_established: Option<f64>,
    printed: Option<f64>,
    difference: Option<f64>,
    /// The floor that explains the difference.
    floor: Option<f64>,
    estimate: bool,
    #[serde(skip)]
    is_fault: bool,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    rows: usize,
    /// Rows with a published rating.
    compared: usize,
    /// As the published one once it is rounded.
    exact: usize,
    within_one: usize,
    explained_by_floors: usize,
    /// Rows that differ by more than rounding can.
    unexplained: usize,
}

impl Checked {
    /// Rates all sections of a file.
    fn add(&mut self, path: &Path, rules: Option<&str>) -> Result<(), Failure> {
        let read = exchange::read(path, app::today())?;
        if read.events.is_empty() {
            return Err(Failure::Refused(format!(
                "{}: This is a {}, and has no sections to check",
                read.file,
                read.kind.words()
            )));
        }
        let sections = read.events.into_iter().flat_map(sections_of);
        for section in sections {
            let named = rules.map(Rules::named);
            let dated = || section.ends.map(Rules::on);
            let rules = named.or_else(dated).flatten().ok_or_else(|| {
                Failure::Refused(format!(
                    "{}: The file doesn’t say when its sections ended. Say by which rules they were rated, such as --rules 2015",
                    path.display()
                ))
            })?;
            for system in &section.systems {
                self.rows.extend(check(path, &section, *system, &rules)?);
            }
        }
        Ok(())
    }

    /// Puts out the rows, and refuses if any differs.
    fn put(mut self, format: TableOrJson) -> Result<(), Failure> {
        let count =
            |is: &dyn Fn(&CheckedRow) -> bool| self.rows.iter().filter(|row| is(row)).count();
        let differs = |row: &CheckedRow, by: f64| {
            row.difference
                .is_some_and(|difference| difference.abs() <= by)
        };
        let is_exact = |row: &CheckedRow| {
            let both = row.computed.zip(row.printed);
            both.is_some_and(|(computed, printed)| (computed.round() - printed.round()).abs() < 0.5)
        };
        self.summary = Summary {
            rows: self.rows.len(),
            compared: count(&|row| row.difference.is_some()),
            exact: count(&is_exact),
            within_one: count(&|row| differs(row, WHOLE)),
            explained_by_floors: count(&|row| row.floor.is_some()),
            unexplained: count(&|row| row.is_fault),
        };
        match format {
            TableOrJson::Json => put(&plain_text::json(&self)?)?,
            TableOrJson::Table => put(&self.table().in_columns())?,
        }
        let Summary {
            compared,
            exact,
            within_one,
            explained_by_floors,
            unexplained,
            ..
        } = self.summary;
        say(&format!(
            "{} compared: {exact} exact, {within_one} within 1, {explained_by_floors} explained by floors",
            counted(compared, "rating")
        ));
        match unexplained {
            0 => Ok(()),
            1 => Err(Failure::Refused(
                "1 rating differs from the published one".to_owned(),
            )),
            more => Err(Failure::Refused(format!(
                "{more} ratings differ from the published ones"
            ))),
        }
    }

    fn table(&self) -> TextTable {
        let number =
            |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.2}"));
        let printed =
            |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let rows = self.rows.iter().map(|row| {
            let mut notes = Vec::new();
            if let Some(floor) = row.floor {
                notes.push(format!("floor {floor}"));
            }
            if let Some(other) = row.computed_if_newly_established {
                notes.push(format!("{other:.2} if the rating before is of few games"));
            }
            if row.estimate {
                notes.push("estimate".to_owned());
            }
            if row.is_fault {
                notes.push("differs".to_owned());
            }
            vec![
                row.section.clone(),
                row.system.to_owned(),
                row.pair.to_string(),
                row.id.clone().unwrap_or_default(),
                printed(row.pre),
                row.pre_games
                    .map_or_else(String::new, |games| games.to_string()),
                number(row.computed),
                printed(row.printed),
                number(row.difference),
                notes.join(", "),
            ]
        });
        let titles = vec![
            "Section",
            "System",
            "Pair",
            "ID",
            "Before",
            "Games",
            "Computed",
            "Printed",
            "Difference",
            "Note",
        ];
        TextTable::new(titles, rows.collect(), vec![0, 1, 9])
    }
}

/// The sections of an event, each with the day on which it ended.
fn sections_of(mut event: Event) -> Vec<Section> {
    let ends = event.ends;
    let mut sections = std::mem::take(&mut event.sections);
    for section in &mut sections {
        section.ends = section.ends.or(ends);
    }
    sections
}

/// The name of a section, or its number where the file has none.
fn called(section: &Section) -> String {
    if section.name.is_empty() {
        section.number.to_string()
    } else {
        section.name.clone()
    }
}

/// A section in a system, row by row.
fn check(
    path: &Path,
    section: &Section,
    system: System,
    rules: &Rules,
) -> Result<Vec<CheckedRow>, Failure> {
    let refused = |reason| Failure::Refused(format!("{}: {reason}", path.display()));
    let rated = rate(section, system, rules).map_err(refused)?;
    // Where ratings before are printed without a count, they are of any number of games from the first established one on.
    let is_open = |entry: &Entry| {
        let record = entry.record(system);
        let matters = record
            .rating
            .is_some_and(|rating| rules.games_matter(rating));
        record.games.is_none() && matters
    };
    let other = if section.entries.iter().any(is_open) {
        let mut other = section.clone();
        for entry in other.entries.iter_mut().filter(|entry| is_open(entry)) {
            entry.record_mut(system).games = Some(rules.established_from);
        }
        Some(rate(&other, system, rules).map_err(refused)?.rows)
    } else {
        None
    };
    let ratings = section.entries.iter().flat_map(|entry| {
        let record = entry.record(system);
        [record.rating, record.post].into_iter().flatten()
    });
    let has_decimals = ratings.into_iter().any(|rating| rating.fract() != 0.0);
    let tolerance = if has_decimals { DECIMAL } else { WHOLE };
    let rows = section.entries.iter().zip(&rated.rows).enumerate();
    let rows = rows.map(|(place, (entry, row))| {
        let before_floors = |row: &Row| {
            let computed = row.computed.as_ref();
            computed.map_or(row.pre, |computed| Some(computed.before_floors))
        };
        let computed = before_floors(row);
        let others = other
            .as_ref()
            .and_then(|rows| before_floors(rows.get(place)?));
        let others = others.filter(|others| {
            computed.is_some_and(|computed| (computed - others).abs() >= tolerance / 2.0)
        });
        let record = entry.record(system);
        let printed = record.post;
        let from = |value: Option<f64>| value.zip(printed).map(|(value, printed)| value - printed);
        // Any number of games between the two gives a rating between the two.
        let both = [computed, others].map(from);
        let least = both
            .iter()
            .flatten()
            .fold(f64::INFINITY, |least, by| least.min(*by));
        let most = both
            .iter()
            .flatten()
            .fold(f64::NEG_INFINITY, |most, by| most.max(*by));
        let differs = least <= most && (least > tolerance || most < -tolerance);
        let personal = row
            .computed
            .as_ref()
            .map(|computed| computed.personal_floor);
        let floor = differs
            .then(|| explaining_floor(rules, system, personal?, record.floor, computed?, printed?));
        let floor = floor.flatten();
        CheckedRow {
            section: called(section),
            system: system.word(),
            pair: row.pair,
            id: entry.id.map(|id| id.to_string()),
            pre: row.pre,
            pre_games: row.pre_games,
            computed,
            computed_if_newly_established: others,
            printed,
            difference: from(computed),
            floor,
            estimate: row
                .computed
                .as_ref()
                .is_some_and(|computed| computed.is_estimate),
            is_fault: differs && floor.is_none(),
        }
    });
    Ok(rows.collect())
}
