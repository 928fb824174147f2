//! Shapes beyond the sample files, made from the same camp: whatever a table went through on its way, the ratings are the same.

use std::path::Path;

use camp_ladder::import::{Source, read_text};

use crate::sample;

const TABLES: [&str; 3] = ["Camp Groups", "Ladder Players", "Ladder Games"];

/// The camp's three tables, each with its header and its rows.
fn tables() -> [Vec<Vec<String>>; 3] {
    sample::files("csv").map(|file| {
        let text = sample::text(&file);
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_bytes());
        reader
            .records()
            .map(|record| {
                record
                    .expect("a sound row")
                    .iter()
                    .map(str::to_owned)
                    .collect()
            })
            .collect()
    })
}

/// The tables with every cell of a data row changed; the function sees the column's name and the cell.
fn with_cells(change: impl Fn(&str, &str) -> String) -> [Vec<Vec<String>>; 3] {
    tables().map(|table| {
        let header = table[0].clone();
        let rows = table[1..].iter().map(|row| {
            let cells = header.iter().zip(row);
            cells.map(|(name, cell)| change(name, cell)).collect()
        });
        std::iter::once(header.clone()).chain(rows).collect()
    })
}

/// Writes a table with this separator, every cell between quotation marks.
fn separated(table: &[Vec<String>], separator: u8) -> String {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator)
        .quote_style(csv::QuoteStyle::Always)
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in table {
        writer.write_record(row).expect("memory");
    }
    String::from_utf8(writer.into_inner().expect("memory")).expect("UTF-8")
}

/// "7/6/2026 0:00:00" as month, day, year.
fn day(cell: &str) -> [u32; 3] {
    let date = cell.split(' ').next().expect("a date");
    let mut numbers = date.split('/').map(|part| part.parse().expect("a number"));
    std::array::from_fn(|_| numbers.next().expect("three numbers"))
}

fn sources(
    tables: &[Vec<Vec<String>>; 3],
    write: impl Fn(&[Vec<String>]) -> Vec<u8>,
) -> Vec<Source> {
    TABLES
        .iter()
        .zip(tables)
        .map(|(name, table)| {
            read_text(&format!("{name}.txt"), &write(table)).expect("a table that can be read")
        })
        .collect()
}

#[track_caller]
fn assert_gives_the_expected_ratings(sources: &[Source]) {
    let mut file = sample::imported(sources, &sample::as_access_rated());
    assert_eq!(file.load().expect("a camp").games.len(), 320);
    sample::recalculated(&mut file);
    assert_eq!(sample::ratings(&file), sample::expected());
}

fn utf8(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF)
        .chain(text.encode_utf16())
        .flat_map(bytes)
        .collect()
}

#[test]
fn columns_separated_by_tabs() {
    let sources = sources(&tables(), |table| utf8(&separated(table, b'\t')));
    assert_gives_the_expected_ratings(&sources);
}

#[test]
fn columns_separated_by_pipes() {
    let sources = sources(&tables(), |table| utf8(&separated(table, b'|')));
    assert_gives_the_expected_ratings(&sources);
}

#[test]
fn columns_without_quotation_marks() {
    // A school's name has quotation marks in it, so that column goes.
    let plain = with_cells(|name, cell| {
        if name == "School" {
            "-".to_owned()
        } else {
            cell.to_owned()
        }
    });
    let sources = sources(&plain, |table| {
        let lines = table.iter().map(|row| row.join(";") + "\n");
        utf8(&lines.collect::<String>())
    });
    assert_gives_the_expected_ratings(&sources);
}

#[test]
fn utf_16_of_both_kinds() {
    for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        let sources = sources(&tables(), |table| utf16(&separated(table, b','), bytes));
        assert_gives_the_expected_ratings(&sources);
        let file = sample::imported(&sources, &sample::as_access_rated());
        let camp = file.load().expect("a camp");
        assert!(
            camp.players
                .iter()
                .any(|player| player.last_name == "Muñoz")
        );
    }
}

/// Days of the file in order of play, to compare dates that were written otherwise.
fn days(sources: &[Source]) -> Vec<Option<String>> {
    let file = sample::imported(sources, &sample::as_access_rated());
    let camp = file.load().expect("a camp");
    camp.games
        .iter()
        .map(|game| game.date.map(|date| date.to_string()))
        .collect()
}

fn days_of_sample(later: u32) -> Vec<Option<String>> {
    sample::records(&sample::files("csv")[2])
        .iter()
        .map(|row| {
            let [month, day, year] = day(&row[4]);
            Some(format!("{year:04}-{month:02}-{:02}", day + later))
        })
        .collect()
}

#[test]
fn iso_dates_with_and_without_time() {
    for time in ["", " 00:00:00", "T00:00:00"] {
        let tables = with_cells(|name, cell| {
            if name != "Date" {
                return cell.to_owned();
            }
            let [month, day, year] = day(cell);
            format!("{year:04}-{month:02}-{day:02}{time}")
        });
        let sources = sources(&tables, |table| utf8(&separated(table, b',')));
        assert_gives_the_expected_ratings(&sources);
        assert_eq!(days(&sources), days_of_sample(0), "{time}");
    }
}

/// The sample's week a week later: the 13th to the 17th of July, which only a day can be.
#[test]
fn day_first_with_slashes_where_a_day_says_so() {
    let tables = with_cells(|name, cell| {
        if name != "Date" {
            return cell.to_owned();
        }
        let [month, day, year] = day(cell);
        format!("{}/{month}/{year}", day + 7)
    });
    let sources = sources(&tables, |table| utf8(&separated(table, b',')));
    assert_gives_the_expected_ratings(&sources);
    assert_eq!(days(&sources), days_of_sample(7));
}

#[test]
fn ratings_as_amounts_of_money() {
    let tables = with_cells(|name, cell| {
        let is_rating = name.contains("Rating") || name == "StWkPerm";
        let Ok(number) = cell.parse::<u32>() else {
            return cell.to_owned();
        };
        match (is_rating, number / 1000, number % 1000) {
            (false, _, _) => cell.to_owned(),
            (true, 0, rest) => format!("${rest}.00"),
            (true, thousands, rest) => format!("${thousands},{rest:03}.00"),
        }
    });
    let written = separated(&tables[1], b',');
    assert!(written.contains("\"$1,031.00\""), "{written}");
    let sources = sources(&tables, |table| utf8(&separated(table, b',')));
    assert_gives_the_expected_ratings(&sources);
}

#[test]
fn yes_and_no_in_other_words() {
    for [yes, no] in [
        ["-1", "0"],
        ["Yes", "No"],
        ["TRUE", "FALSE"],
        ["Ja", "Nein"],
        ["Vrai", "Faux"],
    ] {
        let tables = with_cells(|name, cell| match (name, cell) {
            ("Active", "1") => yes.to_owned(),
            ("Active", "0") => no.to_owned(),
            _ => cell.to_owned(),
        });
        let sources = sources(&tables, |table| utf8(&separated(table, b',')));
        assert_gives_the_expected_ratings(&sources);
    }
}

/// A file's name says nothing where its columns do.
#[test]
fn files_of_any_name_in_any_order() {
    let tables = tables();
    let mut sources = Vec::new();
    for (table, name) in tables.iter().zip(["a.txt", "b.csv", "export 3"]) {
        sources.push(read_text(name, separated(table, b',').as_bytes()).expect("a table"));
    }
    sources.reverse();
    assert_gives_the_expected_ratings(&sources);
}

#[test]
fn every_shape_is_read_from_disk_too() {
    for shape in sample::NUMBERED_SHAPES {
        let sources = sample::files(shape).map(|file| {
            let progress = camp_ladder::jobs::Progress::default();
            let source = camp_ladder::import::read(&file, &progress).expect("a sample file");
            assert_eq!(
                Some(source.file.as_str()),
                file.file_name().and_then(|name| Path::new(name).to_str())
            );
            source
        });
        assert_gives_the_expected_ratings(&sources);
    }
}
