//! Sections of US Chess, as they are published.

use strum::VariantArray as _;

use super::{
    pages::{all, parsed, words},
    secrets::assert_nowhere,
    sheets::csv_rows,
    *,
};
use crate::domain::us_chess::{Entry, Event, Posted, Record, Section, SectionRating, System};

fn entry(pair: u16, name: &str, rounds: &str, before: Option<f64>, games: Option<u32>) -> Entry {
    let rounds = rounds.split_whitespace();
    Entry {
        pair,
        id: Some(format!("3111222{pair}").parse().expect("a number")),
        name: name.to_owned(),
        state: Some("ZZ".to_owned()),
        birth: Some(date(1987, 11, 23)),
        rounds: rounds.map(|cell| cell.parse().expect("a cell")).collect(),
        regular: Record {
            rating: before,
            games,
            ..Record::default()
        },
        ..Entry::default()
    }
}

/// A section that ended on this day, of four players who were rated in it, one with a first rating that is no more than an estimate.
fn rated(ends: Date) -> SectionTable {
    let posted = |pre, pre_games, post: f64, games, is_estimate| Posted {
        pre,
        pre_games,
        // Nobody's rating.
        before_floors: Some(2777.7),
        post: Some(post),
        games,
        floor: None,
        is_estimate,
    };
    let ratings = vec![SectionRating {
        system: System::Regular,
        rows: vec![
            posted(Some(1500.4), None, 1531.6, None, false),
            posted(Some(1400.0), Some(9), 1389.2, Some(12), false),
            posted(None, None, 1100.4, Some(2), true),
            posted(Some(1200.0), None, 1185.0, None, false),
        ],
        is_stale: false,
    }];
    let section = Section {
        number: 5,
        name: "Reserve".to_owned(),
        ends: Some(ends),
        systems: vec![System::Regular],
        time_controls: vec!["G/60;d5".to_owned()],
        entries: vec![
            entry(1, "DE LA CRUZ, OLA", "W2w W3b", Some(1500.4), None),
            entry(2, "Xiong, Mai", "L1b H", Some(1400.0), Some(9)),
            entry(3, "Xie, Mai", "D4w L1w", None, None),
            entry(4, "Vang, Bo", "D3b X", Some(1200.0), None),
        ],
        ..Section::default()
    };
    SectionTable {
        event: Event {
            id: Some("202608300103".to_owned()),
            name: "Late Summer Open".to_owned(),
            chief_td: "99999991".parse().ok(),
            assistant_td: "99999992".parse().ok(),
            affiliate: Some("A7777777".to_owned()),
            city: Some("Saint Paul".to_owned()),
            state: Some("MN".to_owned()),
            zip: Some("55101".to_owned()),
            ..Event::default()
        },
        section: section.with_ratings(&ratings),
        ratings,
    }
}

/// Typed as far as the first results, of two players who have the same number by mistake, and an opponent who isn't there yet.
fn half_typed() -> SectionTable {
    SectionTable {
        event: Event::default(),
        section: Section {
            number: 1,
            systems: vec![System::Regular],
            entries: vec![
                entry(1, "Xiong, Mai", "W7 -", Some(1400.0), Some(9)),
                entry(2, "", "", None, None),
                entry(2, "Vang, Bo", "-", Some(1200.0), None),
            ],
            ..Section::default()
        },
        ratings: Vec::new(),
    }
}

pub(super) fn sections() -> Vec<(SectionKey, SectionTable)> {
    vec![
        (SectionKey(31), half_typed()),
        (SectionKey(12), rated(date(2026, 8, 29))),
        (SectionKey(9), rated(date(2026, 9, 6))),
    ]
}

pub(super) fn folder(names: PublishedNames) -> BTreeMap<String, Vec<u8>> {
    published_with(&three_weeks(), &sections(), names)
}

/// The cells of each row of the crosstable.
fn rows(page: &scraper::Html) -> Vec<String> {
    let rows = all(page, ".crosstable tbody tr");
    let cells = scraper::Selector::parse("th, td").expect("a selector");
    let row = |row: &scraper::ElementRef<'_>| {
        let cells = row.select(&cells).map(|cell| words(&cell));
        cells.collect::<Vec<_>>().join(" | ")
    };
    rows.iter().map(row).collect()
}

#[test]
fn a_long_crosstable_has_the_box_to_find_a_player_in_a_small_camp_too() {
    let boxes = |players: u16| {
        let entries = (1..=players).map(|pair| entry(pair, "Vang, Bo", "H", None, None));
        let table = SectionTable {
            section: Section {
                entries: entries.collect(),
                ..half_typed().section
            },
            ..half_typed()
        };
        let sections = [(SectionKey(1), table)];
        let files = published_with(&three_weeks(), &sections, PublishedNames::Full);
        let boxes = |page| all(&parsed(&files, page), "main[data-box]").len();
        assert_eq!(boxes("index.html"), 0);
        boxes("crosstable-1.html")
    };
    assert_eq!([boxes(8), boxes(9)], [0, 1]);
}

#[test]
fn a_rated_section_is_a_page_with_its_crosstable() {
    let files = folder(PublishedNames::Initial);
    let page = parsed(&files, "crosstable-12.html");
    let said = |what: &str| {
        let said = all(&page, what);
        said.iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(said("h1"), ["Late Summer Open"]);
    assert_eq!(said(".below"), ["August 29, 2026 · Saint Paul, MN"]);
    assert_eq!(said("caption"), ["Section 5: Reserve 4 players, 2 rounds"]);
    assert_eq!(
        said(".crosstable thead th"),
        [
            "Place",
            "Pair",
            "Name",
            "Round 1",
            "Round 2",
            "Score",
            "Regular before",
            "Regular after"
        ]
    );
    // Points by hand: two wins; a draw and a forfeit won; a half-point bye; a draw. Of the half points the higher rating is first.
    assert_eq!(
        rows(&page),
        [
            "1 | 1 | OLA D. | W2 | W3 | 2.0 | 1500 | 1532",
            "2 | 4 | Bo V. | D3 | X | 1.5 | 1200 | 1185",
            "3 | 2 | Mai X. (2) | L1 | H | 0.5 | 1400P9 | 1389P12",
            "3 | 3 | Mai X. (3) | D4 | L1 | 0.5 | unr. | ≈1100P2",
        ]
    );
    let facts = said(".facts");
    assert_eq!(
        facts[0],
        "Swiss system · rated Regular · G/60;d5 · event 202608300103"
    );
    assert!(
        facts[1].contains("W12 won against pairing number 12"),
        "{facts:?}"
    );
    assert!(facts[1].contains("≈ an estimate"), "{facts:?}");
    assert!(!facts[1].contains("White"), "{facts:?}");
}

#[test]
fn a_cell_leads_to_the_opponents_row() {
    let files = folder(PublishedNames::Full);
    let page = parsed(&files, "crosstable-12.html");
    let links = all(&page, "td.round a");
    let links = links.iter().map(|link| (words(link), link.attr("href")));
    assert_eq!(
        links.collect::<Vec<_>>(),
        [
            ("W2", "#no-2"),
            ("W3", "#no-3"),
            ("D3", "#no-3"),
            ("L1", "#no-1"),
            ("D4", "#no-4"),
            ("L1", "#no-1"),
        ]
        .map(|(cell, row)| (cell.to_owned(), Some(row)))
    );
    assert_eq!(words(&all(&page, "#no-3 th")[0]), "Mai Xie");
}

#[test]
fn a_section_that_is_being_typed_has_its_results_and_the_ratings_before() {
    let files = folder(PublishedNames::Initial);
    let page = parsed(&files, "crosstable-31.html");
    assert_eq!(
        rows(&page),
        [
            "1 | 1 | Mai X. | W7 |  | 1.0 | 1400P9",
            "2 | 2 | Player 2 |  |  | 0.0 | unr.",
            "2 | 2 | Bo V. |  |  | 0.0 | 1200",
        ]
    );
    assert_eq!(all(&page, "td.round a").len(), 0, "nobody has No. 7");
    assert_eq!(all(&page, "#no-2").len(), 1);
    let text = text(&files, "crosstable-31.html");
    assert!(text.contains("This section isn’t rated yet. The ratings are those before it."));
    let columns = &csv_rows(&files, "crosstable-31.csv")[0];
    assert!(!columns.iter().any(|title| title.contains("after")));

    let mut empty = half_typed();
    empty.section.entries.clear();
    let files = published_with(
        &three_weeks(),
        &[(SectionKey(1), empty)],
        PublishedNames::Full,
    );
    let page = parsed(&files, "crosstable-1.html");
    assert_eq!(
        words(&all(&page, ".nobody")[0]),
        "Nobody is entered in this section yet."
    );
}

#[test]
fn blitz_is_published_without_ratings() {
    let mut blitz = half_typed();
    blitz.section.systems.clear();
    blitz.section.is_blitz = true;
    let files = published_with(
        &three_weeks(),
        &[(SectionKey(1), blitz)],
        PublishedNames::Full,
    );
    let page = parsed(&files, "crosstable-1.html");
    assert_eq!(rows(&page)[0], "1 | 1 | Mai Xiong | W7 |  | 1.0");
}

#[test]
fn a_crosstable_is_a_spreadsheet_too() {
    let files = folder(PublishedNames::Number);
    let rows = csv_rows(&files, "crosstable-12.csv");
    assert_eq!(
        rows[0],
        [
            "Place",
            "Pair",
            "Name",
            "Round 1",
            "Round 2",
            "Score",
            "Regular before",
            "Regular before, provisional games",
            "Regular after",
            "Regular after, provisional games",
            "Regular estimate"
        ]
    );
    assert_eq!(
        rows[3],
        [
            "3", "2", "Player 2", "L1", "H", "0.5", "1400", "9", "1389", "12", ""
        ]
    );
    assert_eq!(
        rows[4],
        [
            "3", "3", "Player 3", "D4", "L1", "0.5", "unrated", "", "1100", "2", "yes"
        ]
    );
    assert!(files.contains_key("crosstable-12.xlsx"));
}

#[test]
fn every_page_leads_to_the_crosstables_the_newest_first() {
    let files = folder(PublishedNames::Initial);
    let hrefs = |name: &str, what: &str| {
        let page = parsed(&files, name);
        let links = all(&page, what).into_iter();
        let links = links.filter_map(|link| link.attr("href").map(ToOwned::to_owned));
        links.collect::<Vec<_>>()
    };
    let newest_first = ["crosstable-9", "crosstable-12", "crosstable-31"];
    assert_eq!(
        hrefs("index.html", "section[aria-labelledby=crosstables] a"),
        newest_first
            .map(|stem| ["html", "xlsx", "csv"].map(|ending| format!("{stem}.{ending}")))
            .concat()
    );
    let of_navigation = newest_first.map(|stem| format!("{stem}.html"));
    for name in files.keys().filter(|name| ending(name) == "html") {
        let links = hrefs(name, "nav[aria-label=Crosstables] a");
        assert_eq!(links, of_navigation, "{name}");
    }
    let page = parsed(&files, "crosstable-31.html");
    let here = all(&page, "[aria-current=page]");
    assert_eq!(
        here.iter().map(words).collect::<Vec<_>>(),
        ["Event: Section 1"]
    );
    let without = published(&three_weeks(), PublishedNames::Initial);
    assert!(!text(&without, "index.html").contains("Crosstables"));
}

#[test]
fn of_very_many_the_navigation_has_the_newest_and_the_one_that_is_shown() {
    let many = (1..=25).map(|key| {
        let ends = date(2026, 1, i8::try_from(key).expect("a day"));
        (SectionKey(key), rated(ends))
    });
    let many = many.collect::<Vec<_>>();
    let files = published_with(&three_weeks(), &many, PublishedNames::Initial);
    let links = |name: &str| {
        let page = parsed(&files, name);
        let links = all(&page, "nav[aria-label=Crosstables] a").into_iter();
        let links = links.filter_map(|link| link.attr("href").map(ToOwned::to_owned));
        links.collect::<Vec<_>>()
    };
    let newest = (21..=25).rev().map(|key| format!("crosstable-{key}.html"));
    let mut newest = newest.collect::<Vec<_>>();
    newest.push("index.html#crosstables".to_owned());
    assert_eq!(links("index.html"), newest);
    newest.insert(5, "crosstable-3.html".to_owned());
    assert_eq!(links("crosstable-3.html"), newest);
}

#[test]
fn nothing_private_is_in_any_file() {
    for names in PublishedNames::VARIANTS.iter().copied() {
        let files = folder(names);
        assert_eq!(files.len(), 13 + 6 + 9);
        assert_nowhere(
            &files,
            &[
                "3111222", "99999991", "99999992", "A7777777", "55101", "1987", "11/23", "2777",
                "2778", "ZZ", "W2w", "W3b", "L1b", "D3b", "1500.4", "1531",
            ],
        );
        assert_eq!(files, folder(names), "the same bytes again");
    }
    let last_names = ["CRUZ", "Xiong", "Xie", "Vang"];
    assert_nowhere(&folder(PublishedNames::Initial), &last_names);
    let numbers = folder(PublishedNames::Number);
    assert_nowhere(&numbers, &last_names);
    assert_nowhere(&numbers, &["OLA", "Ola", ">Mai", ",Mai", ">Bo", ",Bo"]);
    assert!(text(&folder(PublishedNames::Full), "crosstable-9.csv").contains("OLA DE LA CRUZ"));
}
