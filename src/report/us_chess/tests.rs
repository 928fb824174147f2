//! Laying out is slow without optimisation: each test asks one crosstable many questions.

use jiff::civil::date;

use super::{
    super::{
        Pages,
        tests::{TODAY, assert_accessible, assert_within_margins, camp, run_together, texts},
    },
    *,
};
use crate::domain::us_chess::{
    Entry, Event, Posted, Record, Round, Section, SectionRating, System,
};

const EVENT: &str = "Late Summer Open";

/// Names that break sheets: the first players of a [`table`] have them.
const STRANGE: [&str; 5] = [
    "Þórðardóttir-Łękawska, Guðrún Ósk",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW, MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    "#*_$@<>[]{}\\ \"a\", #emph[x]",
    "ДВОРЕЦКИЙ, МАРК",
    "Παπαδόπουλος, Ἰωάννης",
];

fn cell(text: &str) -> Round {
    text.parse().expect(text)
}

/// What the player at a place has in a round: half of them have White against the next one, and some rest.
fn round(place: usize, round: usize, players: usize) -> Round {
    let side = |is_white| if is_white { 'w' } else { 'b' };
    let (opponent, is_white) = if (place + round).is_multiple_of(2) {
        ((place + 1) % players, true)
    } else {
        ((place + players - 1) % players, false)
    };
    let result = match (place * 7 + round * 3) % 23 {
        0 => return cell("H"),
        1 => return cell("B"),
        2 => return cell("U"),
        3 => return cell("X"),
        number if number < 11 => 'W',
        number if number < 19 => 'L',
        _ => 'D',
    };
    cell(&format!("{result}{}{}", opponent + 1, side(is_white)))
}

fn record(place: usize) -> Record {
    let number = u32::try_from(place).expect("few");
    let games = place.is_multiple_of(5).then_some(4 + number % 20);
    Record {
        rating: (place % 11 != 10).then_some(2400.4 - f64::from(number)),
        games,
        post: Some(2409.5 - f64::from(number)),
        post_games: games.map(|games| games + 5),
        ..Record::default()
    }
}

/// A section of so many players and rounds, rated in both systems, with all that is known of anybody.
fn table(players: usize, rounds: usize) -> SectionTable {
    let entry = |place: usize| Entry {
        pair: u16::try_from(place + 1).expect("few"),
        id: Some(format!("3{place:07}").parse().expect("a number")),
        name: STRANGE
            .get(place)
            .map_or_else(|| format!("LAST{place}, MAI"), |name| (*name).to_owned()),
        state: (place % 3 != 2).then(|| "MN".to_owned()),
        birth: Some(date(2011, 7, 19)),
        rounds: (0..rounds)
            .map(|number| round(place, number, players))
            .collect(),
        regular: record(place),
        quick: record(place + 3),
        ..Entry::default()
    };
    SectionTable {
        event: Event {
            id: Some("202608300103".to_owned()),
            name: EVENT.to_owned(),
            begins: Some(date(2026, 8, 29)),
            ends: Some(date(2026, 8, 30)),
            chief_td: "99999991".parse().ok(),
            assistant_td: "99999992".parse().ok(),
            city: Some("Saint Paul".to_owned()),
            state: Some("MN".to_owned()),
            zip: Some("55101".to_owned()),
            ..Event::default()
        },
        section: Section {
            number: 5,
            name: "Reserve".to_owned(),
            time_controls: vec!["40/90".to_owned(), "SD/30;d5".to_owned()],
            systems: vec![System::Regular, System::Quick],
            entries: (0..players).map(entry).collect(),
            ..Section::default()
        },
        ratings: Vec::new(),
    }
}

/// The same, rated in one system only.
fn regular(table: SectionTable) -> SectionTable {
    let section = Section {
        systems: vec![System::Regular],
        ..table.section
    };
    SectionTable { section, ..table }
}

fn print(table: &SectionTable, choices: SectionChoices) -> Pages {
    let own = OwnTemplates::default();
    let laid = lay_out_section(table, choices, &camp(0), TODAY, &own).expect("pages");
    assert_eq!(laid.remarks, []);
    laid.pages
}

fn on(paper: Paper) -> SectionChoices {
    SectionChoices {
        paper,
        ..SectionChoices::default()
    }
}

fn is_on_its_side(pages: &Pages) -> bool {
    let size = pages.size(0).expect("a page");
    size.width > size.height
}

/// Nothing stands on anything else, and nothing in a margin.
fn assert_nothing_overlaps(pages: &Pages, what: &str) {
    for page in 0..pages.count() {
        assert_within_margins(pages, page, 50);
        let ink = pages.ink(page);
        for (place, one) in ink.iter().enumerate() {
            for other in &ink[place + 1..] {
                let by =
                    |low: usize, high: usize| one[high].min(other[high]) - one[low].max(other[low]);
                assert!(
                    by(0, 2) < 0.3 || by(1, 3) < 0.3,
                    "{what}, page {page}: {one:?} and {other:?}"
                );
            }
        }
    }
}

/// Everybody is there with rounds and score, every page says what it is and has the heads of all columns, and nothing else is told.
fn assert_whole(table: &SectionTable, pages: &Pages, what: &str) {
    let texts = texts(pages);
    for (page, text) in texts.iter().enumerate() {
        let number = format!("Page {} of {}", page + 1, texts.len());
        for words in [EVENT, "Section 5: Reserve", "Place\tPair\tName", &number] {
            assert!(
                text.contains(words),
                "{what}: no {words:?} on page {page}:\n{text}"
            );
        }
    }
    let all = run_together(&texts.concat());
    for entry in &table.section.entries {
        let rounds = entry
            .rounds
            .iter()
            .map(|round| round.without_side().to_string());
        let score = f64::from(entry.halves()) / 2.0;
        let row = format!(
            "{}{}",
            rounds.collect::<String>(),
            format_args!("{score:.1}")
        );
        for words in [run_together(&entry.name), row] {
            assert!(all.contains(&words), "{what}: {words}");
        }
    }
    for private in ["30000", "99999991", "55101", "2011"] {
        assert!(!all.contains(private), "{what}: {private}");
    }
}

/// The pages for 6, 64 and 300 players of seven rounds were counted when they were looked at: some 50 rows have room on an upright page.
#[test]
fn few_and_many_are_whole_on_both_papers() {
    for (paper, counts) in [(Paper::Letter, [1, 2, 6]), (Paper::A4, [1, 2, 6])] {
        for (players, count) in [6, 64, 300].into_iter().zip(counts) {
            let what = format!("{players} players, {}", paper.name());
            let table = table(players, 7);
            let pages = print(&table, on(paper));
            assert_whole(&table, &pages, &what);
            assert_nothing_overlaps(&pages, &what);
            assert_accessible(&pages, &what);
            assert!(!is_on_its_side(&pages), "{what}");
            assert_eq!(pages.count(), count, "{what}");
        }
    }
}

#[test]
fn twelve_rounds_stand_on_an_upright_page_and_more_on_its_side() {
    for (rounds, on_side) in [(12, false), (16, true)] {
        for paper in [Paper::Letter, Paper::A4] {
            let what = format!("{rounds} rounds, {}", paper.name());
            let table = regular(table(64, rounds));
            let pages = print(&table, on(paper));
            assert_whole(&table, &pages, &what);
            assert_nothing_overlaps(&pages, &what);
            assert_eq!(is_on_its_side(&pages), on_side, "{what}");
        }
    }
}

#[test]
fn very_many_rounds_go_over_several_sheets_of_equal_rows() {
    let table = table(30, 60);
    let pages = print(&table, on(Paper::Letter));
    assert_nothing_overlaps(&pages, "60 rounds");
    assert_accessible(&pages, "60 rounds");
    let texts = texts(&pages);
    let across = texts.iter().filter(|text| text.contains("across"));
    let across = across.collect::<Vec<_>>();
    assert_eq!(across.len(), 3, "{}", texts.join("\n"));
    for (text, rounds) in across.iter().zip(["1–22", "23–44", "45–60"]) {
        assert!(text.contains(&format!("rounds {rounds}, sheet ")), "{text}");
        assert!(text.contains("LAST6, MAI"), "{text}");
    }
    assert!(!across[0].contains("Score") && across[2].contains("Score\tRegular\tQuick"));
}

#[test]
fn members_numbers_and_colors_are_there_when_they_are_asked_for() {
    let table = table(12, 5);
    let asked = SectionChoices {
        colors: true,
        ids: true,
        order: RowOrder::AsEntered,
        ..on(Paper::A4)
    };
    let pages = print(&table, asked);
    assert_nothing_overlaps(&pages, "all of it");
    let all = run_together(&texts(&pages).concat());
    for entry in &table.section.entries {
        let id = entry.id.expect("a number").to_string();
        let rounds = entry.rounds.iter().map(ToString::to_string);
        for words in [id, rounds.collect::<String>()] {
            assert!(all.contains(&words), "{words}");
        }
    }
    for words in [
        "chiefdirector99999991",
        "assistantdirector99999992",
        "wWhite,bBlack",
    ] {
        assert!(all.contains(words), "{words} in {all}");
    }
    assert!(!all.contains("2011") && !all.contains("55101"));
}

#[test]
fn ratings_say_what_they_are() {
    let mut table = regular(table(6, 3));
    for entry in &mut table.section.entries {
        entry.regular.post = None;
    }
    let text = print(&table, on(Paper::Letter)).text(0).expect("a page");
    assert!(text.contains("This section isn’t rated yet."), "{text}");
    assert!(
        text.contains("2400P4") && text.contains("P17 provisional"),
        "{text}"
    );

    let posted = |place: usize| Posted {
        pre: (place > 0).then_some(1499.6),
        post: (place > 1).then_some(1510.4),
        is_estimate: place == 2,
        ..Posted::default()
    };
    let rating = SectionRating {
        system: System::Regular,
        rows: (0..6).map(posted).collect(),
        is_stale: true,
    };
    table.section = table.section.with_ratings(std::slice::from_ref(&rating));
    table.ratings = vec![rating];
    let choices = SectionChoices {
        order: RowOrder::AsEntered,
        ..on(Paper::Letter)
    };
    let text = print(&table, choices).text(0).expect("a page");
    for words in [
        "unr.\tunr.",
        "1500\tunr.",
        "1500\t≈1510",
        "1500\t1510",
        "out of date",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn a_section_without_ratings_players_or_anything_else_is_a_page() {
    let mut kept = regular(table(6, 3));
    kept.section.systems.clear();
    kept.section.is_blitz = true;
    let text = print(&kept, on(Paper::Letter)).text(0).expect("a page");
    assert!(
        text.contains("blitz") && !text.contains("Regular"),
        "{text}"
    );

    let pages = print(&SectionTable::default(), on(Paper::A4));
    assert_eq!(pages.count(), 1);
    let text = pages.text(0).expect("a page");
    assert!(
        text.contains("Nobody is entered in this section yet."),
        "{text}"
    );
    let one = print(&table(1, 1), on(Paper::A4));
    assert_eq!(one.count(), 1);
}

#[test]
fn letters_that_the_font_lacks_are_told() {
    let mut table = table(6, 3);
    table.section.entries[5].name = "李, 小龙".to_owned();
    let pages = print(&table, on(Paper::Letter));
    assert_eq!(pages.missing_letters().len(), 1);
}
