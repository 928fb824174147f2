//! The readers: each reads an input in every way in which the program would, and says what came of it.

use std::{fs, ops::ControlFlow, path::Path};

use camp_ladder::{
    app::settings::Settings,
    domain::{Edit, us_chess::Known},
    exchange::{self, FileKind, HowToRead, OpenFile},
    import::{self, Choices, Plan, RuleCheck, Source},
    jobs::Progress,
    report::{OwnTemplates, Print, lay_out, read_logo},
    storage::{CampFile, Mode, Occasion, RestoreSource, StorageError, can_be_repaired},
};
use rusqlite::{Connection, types::Value};

use crate::bench::{Bench, TODAY};

pub(crate) fn text_table(bench: &mut Bench, input: &[u8]) -> String {
    match import::read_text("Players.csv", input) {
        Ok(source) => planned(bench, source),
        Err(failure) => failure.to_string(),
    }
}

pub(crate) fn access_file(bench: &mut Bench, input: &[u8]) -> String {
    let path = bench.file("camp.accdb", input);
    match import::read(&path, &Progress::default()) {
        Ok(source) => planned(bench, source),
        Err(failure) => failure.to_string(),
    }
}

/// Compares tables with a camp as an import does.
fn planned(bench: &Bench, source: Source) -> String {
    let damaged = Choices {
        accept_damage: true,
        ..Choices::default()
    };
    let mut said = String::new();
    let sources = [source];
    for camp in [bench.empty(), bench.camp()] {
        let plan = Plan::new(&sources, camp, &damaged);
        for problem in &plan.problems {
            said.push_str(&problem.sentence());
            said.push('\n');
        }
    }
    said
}

pub(crate) fn visual_basic(_: &mut Bench, input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let check = RuleCheck::of_modules([&*text].into_iter());
    check.sentence().unwrap_or_default()
}

pub(crate) fn us_chess_crosstable(bench: &mut Bench, input: &[u8]) -> String {
    let text = bench.file("event.txt", input);
    us_chess(&text, Some(FileKind::TextCrosstable))
}

pub(crate) fn us_chess_json(bench: &mut Bench, input: &[u8]) -> String {
    us_chess(&bench.file("event.json", input), Some(FileKind::Json))
}

pub(crate) fn entries_csv(bench: &mut Bench, input: &[u8]) -> String {
    us_chess(&bench.file("event.csv", input), Some(FileKind::EntriesCsv))
}

pub(crate) fn members_csv(bench: &mut Bench, input: &[u8]) -> String {
    us_chess(
        &bench.file("members.csv", input),
        Some(FileKind::MembersCsv),
    )
}

pub(crate) fn national_list(bench: &mut Bench, input: &[u8]) -> String {
    us_chess(&bench.file("list.txt", input), Some(FileKind::NationalList))
}

pub(crate) fn trf(bench: &mut Bench, input: &[u8]) -> String {
    us_chess(&bench.file("event.trf", input), Some(FileKind::Trf))
}

/// The three files of an event, each with its length in front of it.
pub(crate) fn dbf(bench: &mut Bench, input: &[u8]) -> String {
    let path = bench.path("THEXPORT.DBF");
    let mut rest = input;
    for name in ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"] {
        let file = part(&mut rest);
        fs::write(path.with_file_name(name), file).expect("a file");
    }
    us_chess(&path, None)
}

/// The bytes up to the length that stands in front of them, in four bytes of which the lowest is first.
fn part<'i>(input: &mut &'i [u8]) -> &'i [u8] {
    let (length, rest) = input.split_at(input.len().min(4));
    let mut bytes = [0; 4];
    bytes[..length.len()].copy_from_slice(length);
    let length = usize::try_from(u32::from_le_bytes(bytes)).unwrap_or(usize::MAX);
    let (part, rest) = rest.split_at(rest.len().min(length));
    *input = rest;
    part
}

fn us_chess(path: &Path, kind: Option<FileKind>) -> String {
    let open = match OpenFile::new(path) {
        Ok(open) => open,
        Err(fault) => return fault.to_string(),
    };
    let how = HowToRead {
        kind,
        ..HowToRead::default()
    };
    let understood = open.read(&how, TODAY);
    let plan = exchange::Plan::new(
        &[&understood.read],
        &Known::default(),
        exchange::Choices::default(),
    );
    let mut said = plan.in_words();
    let notes = understood.read.notes.iter().chain(&understood.problems);
    for note in notes {
        said.push('\n');
        said.push_str(&note.to_string());
    }
    said
}

pub(crate) fn camp_file(bench: &mut Bench, input: &[u8]) -> String {
    let path = bench.file("Camp.ladder", input);
    opened(&path, true)
}

/// Opens a camp in every way and reads all of it; changes it, too.
fn opened(path: &Path, is_changed: bool) -> String {
    let mut said = String::new();
    match CampFile::open_to_check(path) {
        Ok(camp) => match camp.damage() {
            Ok(damage) => said.push_str(&damage.join("\n")),
            Err(error) => said.push_str(&error.to_string()),
        },
        Err(error) => said.push_str(&error.to_string()),
    }
    said.push('\n');
    match CampFile::open(path, Mode::Change).map(|file| read(file, is_changed)) {
        Ok(Ok(())) => said.push_str("opened"),
        Ok(Err(error)) => said.push_str(&error.to_string()),
        Err(error) => said.push_str(&error.to_string()),
    }
    said
}

fn read(mut file: CampFile, is_changed: bool) -> Result<(), StorageError> {
    file.load()?;
    for week in file.week_summaries()? {
        file.load_week(week.week.id)?;
    }
    file.ladder()?;
    if !is_changed {
        return Ok(());
    }
    let rename = Edit::RenameCamp("Another camp".to_owned());
    file.apply(&rename, &Occasion::now("A change"))?;
    file.load()?;
    Ok(())
}

/// Each twelve bytes of the input change a value of a camp: in which table, row and column, and to what. The file is whole, and what it
/// holds is nothing that the program would have written.
pub(crate) fn camp_values(bench: &mut Bench, input: &[u8]) -> String {
    let path = bench.file("Camp.ladder", bench.camp_file());
    spoil(&path, input).expect("a camp of ours");
    // A change takes as long as all else together, and less depends on what is in the file.
    let is_changed = input
        .iter()
        .fold(0, |sum: u8, byte| sum.wrapping_add(*byte))
        % 4
        == 0;
    opened(&path, is_changed)
}

fn spoil(path: &Path, input: &[u8]) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;",
    )?;
    let tables = texts(
        &connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )?;
    for order in input.chunks_exact(12).take(16) {
        let table = &tables[usize::from(order[0]) % tables.len()];
        let columns = texts(
            &connection,
            &format!("SELECT name FROM pragma_table_info('{table}')"),
        )?;
        let column = &columns[usize::from(order[1]) % columns.len()];
        let mut number = [0; 8];
        number.copy_from_slice(&order[4..]);
        let whole = i64::from_le_bytes(number);
        let value = match order[3] % 8 {
            0 => Value::Null,
            1 => Value::Integer(whole),
            2 => Value::Integer(whole >> 32),
            3 => Value::Integer(whole >> 56),
            4 => Value::Real(f64::from_le_bytes(number)),
            5 => Value::Text(String::from_utf8_lossy(&number).into_owned()),
            6 => Value::Text(String::from_utf8_lossy(&number).repeat(2000)),
            _ => Value::Blob(number.into()),
        };
        // What a table doesn't take, as a text in a column of numbers, can't be in a file either.
        let _ = connection.execute(
            &format!(
                "UPDATE \"{table}\" SET \"{column}\" = ?1
                 WHERE rowid = (SELECT rowid FROM \"{table}\" LIMIT 1 OFFSET ?2)"
            ),
            (value, order[2] % 32),
        );
    }
    Ok(())
}

pub(crate) fn texts(connection: &Connection, statement: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(statement)?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// A camp, with its length in front of it, and what lies beside it as its journal.
pub(crate) fn journal(bench: &mut Bench, input: &[u8]) -> String {
    let mut rest = input;
    let path = bench.file("Camp.ladder", part(&mut rest));
    fs::write(path.with_file_name("Camp.ladder-journal"), rest).expect("a file");
    opened(&path, true)
}

pub(crate) fn repair(bench: &mut Bench, input: &[u8]) -> String {
    let damaged = bench.file("Camp.ladder", input);
    let place = damaged.with_file_name("New.ladder");
    let mut progress = |_, _| ControlFlow::Continue(());
    match camp_ladder::storage::repair(&damaged, &place, None, &mut progress) {
        Ok(repaired) => {
            let repaired = repaired.expect("not cancelled");
            let camp = CampFile::open(&place, Mode::Change).expect("what is repaired opens");
            assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
            camp.load().expect("a camp");
            repaired.lines().join("\n")
        }
        Err(error) => {
            let not_opened = CampFile::open(&damaged, Mode::ReadOnly).err();
            let may_be = not_opened.is_some_and(|error| can_be_repaired(&damaged, &error));
            format!("{may_be} {error}")
        }
    }
}

/// A packed camp, with its length in front of it, and the note beside it.
pub(crate) fn backup(bench: &mut Bench, input: &[u8]) -> String {
    let mut rest = input;
    let packed = bench.file("backup.ladder.gz", part(&mut rest));
    fs::write(packed.with_file_name("backup.json"), rest).expect("a file");
    match RestoreSource::file(&packed).verify() {
        Ok(()) => "sound".to_owned(),
        Err(error) => error.to_string(),
    }
}

pub(crate) fn settings(bench: &mut Bench, input: &[u8]) -> String {
    let settings = Settings::load(bench.file("settings.json", input));
    settings.save();
    String::new()
}

/// A director's own template of the standings.
pub(crate) fn template(bench: &mut Bench, input: &[u8]) -> String {
    let camp = bench.path("Camp.ladder");
    let folder = camp.with_file_name("Templates");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(Print::Standings.template()), input).expect("a file");
    laid_out(
        bench,
        &OwnTemplates::beside(&camp, Print::Standings.template()),
    )
}

/// A font that lies beside the camp file.
pub(crate) fn font(bench: &mut Bench, input: &[u8]) -> String {
    let folder = bench.path("Fonts");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("Own.ttf"), input).expect("a file");
    laid_out(bench, &OwnTemplates::default().with_fonts(&folder))
}

fn laid_out(bench: &Bench, own: &OwnTemplates) -> String {
    // Laying out takes as long as a list is, and what is read is the template or the font.
    let mut camp = bench.camp().clone();
    camp.players = camp
        .players
        .iter()
        .take(4)
        .cloned()
        .collect::<Vec<_>>()
        .into();
    camp.games = Vec::new().into();
    // A letter for which another font is looked for.
    "Camp \u{E01}".clone_into(&mut camp.name);
    let choices = Print::Standings.default_choices();
    match lay_out(Print::Standings, &camp, &choices, TODAY, own) {
        Ok(laid) => {
            laid.pages.picture(0, 0.5);
            let said = match laid.pages.pdf() {
                Ok(_) => String::new(),
                Err(error) => error.to_string(),
            };
            format!("{said}\n{}", laid.sentences().join("\n"))
        }
        Err(error) => error.to_string(),
    }
}

pub(crate) fn logo(_: &mut Bench, input: &[u8]) -> String {
    match read_logo(input.to_vec(), input.len() as u64) {
        Ok(_) => "a picture".to_owned(),
        Err(problem) => problem.to_string(),
    }
}
