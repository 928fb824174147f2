//! The spreadsheets, as a spreadsheet reads them.

use super::*;
use crate::spreadsheet;

/// The rows of a CSV file, without the mark it begins with.
pub(super) fn csv_rows(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<Vec<String>> {
    spreadsheet::tests::csv_rows(&files[name])
}

#[test]
fn a_week_is_a_table_of_names_and_numbers() {
    let files = published(&three_weeks(), PublishedNames::Initial);
    assert_eq!(
        csv_rows(&files, "week-1.csv"),
        [
            [
                "Rank",
                "Name",
                "Group",
                "Rank in group",
                "Rating",
                "Change",
                "Won",
                "Drawn",
                "Lost",
                "Games"
            ],
            ["1", "Ola D.", "Gold", "1", "1432", "32", "2", "0", "0", "2"],
            [
                "2", "Mai X.", "Gold", "2", "1384", "-16", "0", "0", "2", "2"
            ],
            [
                "3",
                "Ana R. (5)",
                "Blue",
                "1",
                "1200",
                "0",
                "0",
                "0",
                "0",
                "0"
            ],
            [
                "4", "Bo V.", "Purple", "1", "1031", "31", "1", "1", "0", "2"
            ],
            [
                "5",
                "Ana R. (4)",
                "Purple",
                "2",
                "984",
                "-16",
                "0",
                "1",
                "1",
                "2"
            ],
        ]
    );
}

#[test]
fn places_gained_are_a_number_from_the_second_week_on() {
    let files = published(&three_weeks(), PublishedNames::Full);
    let rows = csv_rows(&files, "week-2.csv");
    let moved = rows.iter().map(|row| [row[1].as_str(), row[10].as_str()]);
    assert_eq!(
        moved.collect::<Vec<_>>(),
        [
            ["Name", "Places gained"],
            ["Mai Xiong", "1"],
            ["Ola de la Cruz", "-1"],
            ["Ana Rossi", "0"],
            ["Bo Vang", "1"],
            ["Zoe Åkesson", "new"],
            ["Ana Ruiz", "0"],
        ]
    );
}

#[test]
fn the_season_has_a_rank_and_a_rating_for_each_week() {
    let files = published(&three_weeks(), PublishedNames::Number);
    let rows = csv_rows(&files, "season.csv");
    assert_eq!(
        rows[0],
        [
            "Name",
            "Group",
            "Week 1 rank",
            "Week 1 rating",
            "Week 2 rank",
            "Week 2 rating",
            "Week 3 rank",
            "Week 3 rating"
        ]
    );
    assert_eq!(
        rows[1],
        ["Camper 1", "Gold", "1", "1432", "2", "1384", "", ""]
    );
    assert_eq!(
        rows[6],
        ["Camper 6", "Purple", "", "", "5", "1000", "4", "1000"]
    );
    assert_eq!(rows.len(), 7);
}

/// Names that a spreadsheet would compute.
const FORMULAS: [&str; 8] = [
    "=HYPERLINK(\"evil\")",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
];

fn weeks_of_formulas() -> Vec<CampData> {
    let players = (1..).zip(FORMULAS);
    let players = players.map(|(id, first)| player(id, first, "=1", None, 1000));
    let mut first = week(1, players.collect());
    Arc::make_mut(&mut first.groups)[0].name = "=Purple".to_owned();
    Arc::make_mut(&mut first.players)[0].group = Some(GroupId(1));
    let players = first.players.to_vec();
    let second = after(&first, players);
    vec![played(first), played(second)]
}

#[test]
fn no_cell_of_a_csv_file_begins_as_a_formula() {
    let files = published(&weeks_of_formulas(), PublishedNames::Full);
    let mut names = 0;
    for file in ["week-1.csv", "week-2.csv", "season.csv"] {
        for cell in csv_rows(&files, file).concat() {
            let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
            assert!(!begins || cell.parse::<i32>().is_ok(), "{cell} in {file}");
            let name = cell
                .strip_prefix('\'')
                .and_then(|cell| cell.strip_suffix(" =1"));
            names += usize::from(name.is_some_and(|name| FORMULAS.contains(&name)));
        }
        assert!(text(&files, file).contains("'=Purple"));
    }
    assert_eq!(names, 3 * FORMULAS.len(), "the names are there, as texts");
}

#[test]
fn an_xlsx_file_has_texts_and_numbers_and_no_formula() {
    let files = published(&weeks_of_formulas(), PublishedNames::Full);
    for file in ["week-1.xlsx", "season.xlsx"] {
        let parts = parts(&files[file]);
        let sheet = &parts["xl/worksheets/sheet1.xml"];
        assert!(!sheet.contains("<f>") && !sheet.contains("<f "), "{sheet}");
        let texts = &parts["xl/sharedStrings.xml"];
        for formula in FORMULAS {
            let escaped = formula.replace('"', "&quot;");
            let is_there = [formula, &escaped]
                .iter()
                .any(|name| texts.contains(&format!(">{name} =1<")));
            assert!(is_there, "{formula} in {texts}");
        }
        assert!(
            parts["xl/styles.xml"].contains("quotePrefix=\"1\""),
            "as if an apostrophe was typed"
        );
    }
    let files = published(&three_weeks(), PublishedNames::Initial);
    let sheet = &parts(&files["week-1.xlsx"])["xl/worksheets/sheet1.xml"];
    for cell in ["<c r=\"E2\"><v>1432</v></c>", "><v>-16</v></c>"] {
        assert!(sheet.contains(cell), "{cell} in {sheet}");
    }
}

#[test]
fn an_xlsx_file_says_what_it_is_and_not_who_made_it() {
    let files = published(&three_weeks(), PublishedNames::Initial);
    for (file, title, tab) in [
        (
            "week-2.xlsx",
            "Week 2: Gold camp – School Chess Camp",
            "Week 2",
        ),
        ("season.xlsx", "Season – School Chess Camp", "Season"),
    ] {
        let parts = parts(&files[file]);
        let core = &parts["docProps/core.xml"];
        assert!(
            core.contains(&format!("<dc:title>{title}</dc:title>")),
            "{core}"
        );
        assert!(core.contains("<dc:creator></dc:creator>"), "{core}");
        assert_eq!(core.matches(">2026-11-20T00:00:00Z<").count(), 2, "{core}");
        assert!(parts["docProps/app.xml"].contains("<Company></Company>"));
        assert!(parts["xl/workbook.xml"].contains(&format!("<sheet name=\"{tab}\"")));
        let mut archive = ZipArchive::new(Cursor::new(&files[file])).expect("an archive");
        for at in 0..archive.len() {
            let written = archive.by_index(at).expect("a part").last_modified();
            assert_eq!(written.map(|day| day.year()), Some(1980), "no clock");
        }
    }
}
