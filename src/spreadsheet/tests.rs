//! Tables, and readers that see them as a spreadsheet does.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read as _},
};

use jiff::civil::date;
use zip::ZipArchive;

use super::*;

/// The texts that an XLSX file packs together, by name.
pub(crate) fn parts(xlsx: &[u8]) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(xlsx)).expect("an archive");
    let mut parts = BTreeMap::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        let mut xml = String::new();
        part.read_to_string(&mut xml).expect("XML");
        let name = part.name().expect("a name").into_owned();
        parts.insert(name, xml);
    }
    parts
}

/// The rows of a CSV file, without the mark it begins with.
pub(crate) fn csv_rows(file: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(file).expect("UTF-8");
    let text = text.strip_prefix('\u{FEFF}').expect("the mark for Excel");
    assert!(text.ends_with("\r\n"));
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        row.iter().map(ToOwned::to_owned).collect()
    });
    rows.collect()
}

/// A cell of an XLSX file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum XlsxCell {
    Empty,
    Text(String),
    /// Days are numbers, too.
    Number(f64),
}

/// The rows of the first sheet of an XLSX file, each as long as the first one.
pub(crate) fn xlsx_rows(file: &[u8]) -> Vec<Vec<XlsxCell>> {
    let parts = parts(file);
    let texts = parts.get("xl/sharedStrings.xml").map_or("", String::as_str);
    let texts = between(texts, "<si>", "</si>").map(|text| {
        let start = text.find('>').map_or(0, |at| at + 1);
        let end = text.find("</t>").unwrap_or(text.len());
        let text = text.get(start..end).unwrap_or_default();
        let signs = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&amp;", "&"),
        ];
        signs
            .iter()
            .fold(text.to_owned(), |text, (xml, sign)| text.replace(xml, sign))
    });
    let texts = texts.collect::<Vec<_>>();
    let sheet = &parts["xl/worksheets/sheet1.xml"];
    let rows = between(sheet, "<row ", "</row>").map(|row| {
        let mut cells = Vec::new();
        for cell in between(row, "<c r=\"", "</c>") {
            let letters = cell.bytes().take_while(u8::is_ascii_uppercase);
            let column = letters.fold(0, |at, letter| at * 26 + usize::from(letter - b'A') + 1);
            cells.resize(column - 1, XlsxCell::Empty);
            let value = between(cell, "<v>", "</v>").next().unwrap_or_default();
            cells.push(if cell.contains("t=\"s\"") {
                XlsxCell::Text(texts[value.parse::<usize>().expect("a place")].clone())
            } else {
                XlsxCell::Number(value.parse().expect("a number"))
            });
        }
        cells
    });
    let mut rows = rows.collect::<Vec<_>>();
    let width = rows.first().map_or(0, Vec::len);
    for row in &mut rows {
        row.resize(width, XlsxCell::Empty);
    }
    rows
}

fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(start).skip(1);
    parts.map(move |part| part.split(end).next().unwrap_or_default())
}

#[test]
fn every_text_makes_a_tab() {
    for (text, expected) in [
        ("Ladder players", "Ladder players"),
        ("Week 3: Gold/Blue [a]?", "Week 3- Gold-Blue -a--"),
        ("'quoted'", "quoted"),
        ("History", "List"),
        ("", "List"),
    ] {
        assert_eq!(tab_name(text), expected);
    }
    let sheet = |tab: String| Sheet {
        tab,
        title: String::new(),
        columns: vec![Column::text("Name")],
        rows: Vec::new(),
    };
    for text in [
        "é".repeat(40),
        "Camp’s 'own' [list]".to_owned(),
        String::new(),
    ] {
        let written = sheet(tab_name(&text)).write(Format::Xlsx, date(2026, 7, 5));
        assert!(written.is_ok(), "{text}");
    }
}

#[test]
fn days_and_times_are_written_as_the_world_writes_them() {
    let sheet = Sheet {
        tab: "Days".to_owned(),
        title: "Days".to_owned(),
        columns: vec![Column::number("Day"), Column::number("Time")],
        rows: vec![vec![
            Cell::Date(date(2026, 7, 5)),
            Cell::Time(date(2026, 7, 5).at(14, 30, 0, 0)),
        ]],
    };
    let csv = sheet.write(Format::Csv, date(2026, 7, 5)).expect("a file");
    let csv = String::from_utf8(csv).expect("UTF-8");
    assert_eq!(
        csv,
        "\u{FEFF}Day,Time\r\n2026-07-05,2026-07-05 14:30:00\r\n"
    );
    let xlsx = sheet.write(Format::Xlsx, date(2026, 7, 5)).expect("a file");
    let number = |number| XlsxCell::Number(number);
    let half_past_two = 46_208.0 + 14.5 / 24.0;
    assert_eq!(
        xlsx_rows(&xlsx)[1],
        [number(46_208.0), number(half_past_two)]
    );
    let styles = &parts(&xlsx)["xl/styles.xml"];
    for format in ["numFmtId=\"14\"", "numFmtId=\"22\""] {
        assert!(styles.contains(format), "{styles}");
    }
}

#[test]
fn gains_and_losses_are_numbers_with_their_signs() {
    let gains = ["+12", "\u{2212}3", "0", "new"].map(Cell::shown_number);
    assert_eq!(
        gains,
        [
            Cell::Change(12),
            Cell::Change(-3),
            Cell::Number(0),
            Cell::text("new")
        ]
    );
    let sheet = Sheet {
        tab: "Changes".to_owned(),
        title: "Changes".to_owned(),
        columns: vec![Column::number("Change")],
        rows: gains.map(|cell| vec![cell]).to_vec(),
    };
    let csv = sheet.write(Format::Csv, date(2026, 7, 5)).expect("a file");
    let rows = csv_rows(&csv).concat();
    assert_eq!(rows, ["Change", "12", "-3", "0", "new"]);
    let xlsx = sheet.write(Format::Xlsx, date(2026, 7, 5)).expect("a file");
    let rows = xlsx_rows(&xlsx).concat();
    assert_eq!(rows[1..3], [XlsxCell::Number(12.0), XlsxCell::Number(-3.0)]);
    let styles = &parts(&xlsx)["xl/styles.xml"];
    assert!(styles.contains("formatCode=\"+0;\u{2212}0;0\""), "{styles}");
}

#[test]
fn a_list_for_excel_can_be_filtered_by_every_column() {
    let sheet = |rows: usize| Sheet {
        tab: "List".to_owned(),
        title: "List".to_owned(),
        columns: vec![Column::text("Name"), Column::number("Rating")],
        rows: vec![vec![Cell::text("Ola"), Cell::Number(1000)]; rows],
    };
    let page = |rows| {
        let xlsx = sheet(rows).write(Format::Xlsx, date(2026, 7, 5));
        parts(&xlsx.expect("a file"))["xl/worksheets/sheet1.xml"].clone()
    };
    assert!(
        page(3).contains("<autoFilter ref=\"A1:B4\"/>"),
        "{}",
        page(3)
    );
    assert!(!page(0).contains("autoFilter"), "nothing to filter");
}
