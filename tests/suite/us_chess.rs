//! Sections of US Chess on the command line.

use std::fs;

use camp_ladder::{
    app,
    domain::us_chess::SectionTable,
    exchange::text_crosstable,
    report::{self, OwnTemplates, Paper, SectionChoices},
};

use crate::{program::Desk, sample};

/// Two players and a game that has moved nothing, which no rules do.
const TABLE: &str = "\
---------------------------------------------------
 Pair | Player Name                     |Total|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |
---------------------------------------------------
    1 | BERGER, ANNA                    |1.0  |W   2|
   MN | 90000001 / R: 1503   ->1503     |     |W    |
---------------------------------------------------
    2 | VANG, BO                        |0.0  |L   1|
   MN | 90000002 / R: 1503   ->1503     |     |B    |
---------------------------------------------------
";

fn desk(table: &str) -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("table.txt"), table).expect("a file");
    desk
}

fn check(desk: &Desk, more: &[&str]) -> crate::program::Ran {
    let order = ["us-chess", "check", "table.txt"];
    desk.run(order.iter().chain(more))
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn a_published_section_of_64_is_rated_as_it_was() {
    let table = sample::text(&sample::root().join("../shared/data/us-chess-crosstable-64.txt"));
    let desk = desk(&table);
    let ran = check(&desk, &["--rules", "2015", "--format", "json"]).succeeded();
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let summary = &told["summary"];
    // The figures that the published ratings give to any right reading of the formula: 62 within 1, 51 exact, two floors.
    for (name, count) in [
        ("rows", 64),
        ("compared", 64),
        ("exact", 51),
        ("within_one", 62),
        ("explained_by_floors", 2),
        ("unexplained", 0),
    ] {
        assert_eq!(summary[name], count, "{name}");
    }
    let rows = told["rows"].as_array().expect("rows");
    let floors = rows.iter().filter(|row| !row["floor"].is_null());
    let floors = floors.map(|row| (row["pair"].as_i64(), row["floor"].as_f64()));
    assert!(floors.eq([(Some(18), Some(1600.0)), (Some(54), Some(1200.0))]));

    // By another bonus they aren't what was published.
    let other = check(&desk, &["--rules", "2017"]);
    assert_eq!(other.code, Some(1), "{}", other.err);
    assert!(other.err.contains("ratings differ from the published ones"));
}

#[test]
fn a_rating_that_differs_is_told_and_is_a_failure() {
    let ran = check(&desk(TABLE), &["--rules", "2015"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("2 ratings differ from the published ones"),
        "{}",
        ran.err
    );
    assert_eq!(ran.out.matches("differs").count(), 2, "{}", ran.out);
}

#[test]
fn what_cannot_be_checked_says_why_and_where() {
    check(&desk(TABLE), &[]).refused("such as --rules 2015");
    for (table, sentence) in [
        (String::new(), "This file is empty"),
        ("\0\0\0\0".to_owned(), "This is not a text"),
        (
            "Dear director".to_owned(),
            "table.txt: This is no file of US Chess that can be read",
        ),
        (
            TABLE.replace("90000002", "9000002 "),
            "table.txt, line 9: A member’s number has eight digits",
        ),
        (
            TABLE.replace("|0.0  |L   1|", "|0.5  |D   1|"),
            "table.txt, line 5: Pair 1, round 1",
        ),
        (
            TABLE.replace("|1.0  |W   2|", "|1.0  |W   1|"),
            "a game against oneself",
        ),
    ] {
        check(&desk(&table), &["--rules", "2015"]).refused(sentence);
    }
    Desk::new()
        .run(["us-chess", "check", "nowhere.txt", "--rules", "2015"])
        .refused("nowhere.txt");
}

/// A section that its camp has the ratings of, with numbers that are nobody's.
const SECTION: &str = r#"{"event": {"id": "202608300103", "name": "Late Summer Open", "begins": "2026-08-30", "ends": "2026-08-30",
  "chief_td": "90000009", "city": "Saint Paul", "state": "MN"},
 "sections": [{"number": 5, "name": "Reserve", "type": "swiss", "time_controls": ["G/60;d5"], "systems": ["regular"],
  "players": [
   {"pair": 1, "id": "90000001", "name": "Berger, Anna", "state": "MN", "rounds": ["W2w"], "regular": {"rating": 1503, "games": 40, "post": 1519}},
   {"pair": 2, "id": "90000002", "name": "Vang, Bo", "state": "MN", "rounds": ["L1b"], "regular": {"rating": 1503, "games": 40, "post": 1487}}]}]}"#;

#[test]
fn a_crosstable_is_saved_as_a_pdf() {
    let desk = Desk::new();
    fs::write(desk.path("section.json"), SECTION).expect("a file");
    desk.run(["us-chess", "Camp.ladder", "import", "section.json"])
        .succeeded();
    let crosstable = |more: &[&str]| {
        let order = ["us-chess", "Camp.ladder", "crosstable", "202608300103:5"];
        desk.run(order.iter().chain(more))
    };
    let pdf = ["--format", "pdf", "--out", "sheets.pdf"];
    crosstable(&pdf)
        .succeeded()
        .says("Saved “sheets.pdf”, 1 page");
    let saved = || fs::read(desk.path("sheets.pdf")).expect("a PDF");
    let letter = saved();
    assert!(letter.starts_with(b"%PDF-"));
    crosstable(
        &[
            &pdf[..],
            &["--paper", "a4", "--ids", "--colors", "--entered"],
        ]
        .concat(),
    )
    .succeeded();
    assert_ne!(saved(), letter);

    let nowhere = crosstable(&["--format", "pdf"]);
    assert_eq!(nowhere.code, Some(2), "{}", nowhere.err);
    for choice in [&["--ids"][..], &["--paper", "a4"]] {
        crosstable(choice).refused("is for a PDF: --format pdf --out FILE.pdf");
    }
    // A template of the director's own, as for every print.
    fs::create_dir(desk.path("Templates")).expect("a folder");
    fs::write(desk.path("Templates/us_chess_crosstable.typ"), "#nothing").expect("a template");
    crosstable(&pdf)
        .succeeded()
        .says("The template us_chess_crosstable.typ has a mistake in line 1");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn the_published_section_of_64_is_whole_on_paper() {
    let text = sample::text(&sample::root().join("../shared/data/us-chess-crosstable-64.txt"));
    let mut sections = text_crosstable::read(&text).expect("a crosstable");
    let table = SectionTable {
        section: sections.remove(0).section,
        ..SectionTable::default()
    };
    let (_, camp) = app::open_sample(sample::TODAY).expect("the sample camp");
    for paper in [Paper::Letter, Paper::A4] {
        let choices = SectionChoices {
            paper,
            ..SectionChoices::default()
        };
        let own = OwnTemplates::default();
        let laid = report::lay_out_section(&table, choices, &camp, sample::TODAY, &own);
        let pages = laid.expect("pages").pages;
        assert_eq!(pages.count(), 2);
        let text = (0..pages.count()).filter_map(|page| pages.text(page));
        // Where each piece of a cell begins is a matter of looks.
        let text = text.collect::<String>().replace(['\t', '\n', ' '], "");
        for row in [
            "11PLAYER01ONW39W21W18W14W7D12D46.017941817",
            "68PLAYER08MIW3W32L14L9W47W28W195.01641P171657P24",
        ] {
            assert!(text.contains(row), "{row} in {text}");
        }
        for entry in &table.section.entries {
            let name = entry.name.replace(' ', "");
            assert!(text.contains(&name), "{name}");
        }
        assert!(!text.contains("9000"), "no member's number");
    }
}
