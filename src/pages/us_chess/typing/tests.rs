//! A section typed from paper, key by key.

use egui::Key;
use jiff::civil::date;

use crate::{
    app::Page,
    domain::{
        Edit,
        us_chess::{Change, Entry, Event, Import, Member, Round, Section, System},
    },
    kit::CellAt,
    pages::us_chess::{UsChessPage, typing::FIRST_ROUND},
    ui::tests::Driver,
};

const LAST: [&str; 20] = [
    "Berger", "Vang", "Larson", "Okafor", "Nguyen", "Schmidt", "Haugen", "Castillo", "Abdi",
    "Peterson", "Kowalski", "Lindgren", "Moua", "Fischer", "Rao", "Thompson", "Ivanova", "Dahl",
    "Qureshi", "Yang",
];
const FIRST: [&str; 2] = ["Anna", "Ingrid"];

/// Forty members, of twenty families of two.
fn members() -> Vec<Member> {
    let names = FIRST
        .iter()
        .flat_map(|first| LAST.iter().map(move |last| (last, first)));
    let member = |(number, (last, first)): (u32, (&&str, &&str))| Member {
        id: format!("3000{number:04}").parse().ok(),
        last_name: (*last).to_owned(),
        first_name: (*first).to_owned(),
        ..Member::default()
    };
    (1..).zip(names).map(member).collect()
}

/// What stands on the paper: five rounds of forty players, each against somebody else in each round.
fn paper() -> Vec<[String; 5]> {
    let mut rows = vec![[const { String::new() }; 5]; 40];
    for round in 0..5 {
        // One half of the players moves past the other.
        for at in 0..20 {
            let (white, black) = (at, 20 + (at + round * 3) % 20);
            let [one, other] =
                [["W", "L"], ["L", "W"], ["D", "D"]][(at * 7 + round * 5 + at * at) % 3];
            rows[white][round] = format!("{one}{}", black + 1);
            rows[black][round] = format!("{other}{}", white + 1);
        }
    }
    rows
}

/// A window with the members, and an event with a section in which nobody is entered.
fn with_empty_section() -> Driver {
    let mut driver = Driver::with_sample();
    driver.change(Edit::UsChess(Change::Import(Box::new(Import {
        source: "members.csv".to_owned(),
        members: members(),
        ..Import::default()
    }))));
    driver.change(Edit::UsChess(Change::AddEvent(Box::new(Event {
        name: "Late Open".to_owned(),
        ends: Some(date(2026, 6, 30)),
        sections: vec![Section {
            number: 1,
            name: "Open".to_owned(),
            systems: vec![System::Regular],
            ..Section::default()
        }],
        ..Event::default()
    }))));
    driver.go(Page::US_CHESS);
    driver.settle();
    driver.click("Type results");
    driver.settle();
    driver
}

fn page(driver: &mut Driver) -> &mut UsChessPage {
    driver.app().page_mut::<UsChessPage>().expect("the page")
}

/// The section as it is in the file.
fn entries(driver: &mut Driver) -> Vec<Entry> {
    let sheet = page(driver).sheet.as_ref().expect("a sheet");
    sheet.section.entries.clone()
}

fn rows(driver: &mut Driver) -> Vec<String> {
    let row = |entry: &Entry| {
        let cells = entry.rounds.iter().map(Round::to_string);
        format!(
            "{} {}: {}",
            entry.pair,
            entry.name,
            cells.collect::<Vec<_>>().join(" ")
        )
    };
    entries(driver).iter().map(row).collect()
}

fn cursor(driver: &mut Driver) -> CellAt {
    let sheet = page(driver).sheet.as_ref().expect("a sheet");
    sheet.grid.cell().expect("a cursor")
}

/// Types key by key; how many keys that were.
fn keys(driver: &mut Driver, text: &str) -> usize {
    for letter in text.chars() {
        match letter {
            '\t' => driver.press(Key::Tab),
            _ => driver.type_text(&letter.to_string()),
        }
    }
    text.chars().count()
}

/// Three players with two rounds.
fn with_three() -> Driver {
    let mut driver = with_empty_section();
    for name in ["berg", "lars", "abdi"] {
        keys(&mut driver, name);
        // Of two of a name the list asks which; the first one is chosen.
        driver.press(Key::ArrowDown);
        driver.press(Key::Enter);
    }
    driver
}

#[test]
fn forty_players_and_five_rounds_take_at_most_six_keys_a_game() {
    let mut driver = with_empty_section();
    let mut pressed = 0;
    for member in members() {
        // Four letters of the last name and one of the first, as a list has both.
        let last = member.last_name.chars().take(4).collect::<String>();
        let first = member.first_name.chars().take(1).collect::<String>();
        pressed += keys(&mut driver, &format!("{last} {first}").to_lowercase());
        pressed += keys(&mut driver, "\t");
        let open = page(&mut driver)
            .sheet
            .as_ref()
            .and_then(|sheet| sheet.grid.editing);
        assert_eq!(open, None, "{}", member.listed_name());
    }
    let names = pressed;
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    assert_eq!(sheet.section.entries.len(), 40);
    // Tab on the empty row leads to the first result.
    pressed += keys(&mut driver, "\t");
    let paper = paper();
    while let Some(at) = {
        let sheet = page(&mut driver).sheet.as_ref().expect("a sheet");
        (sheet.section.blanks() > 0).then(|| sheet.grid.cell().expect("a cursor"))
    } {
        let written = &paper[at.row][at.column - FIRST_ROUND];
        let before = pressed;
        pressed += keys(&mut driver, &written.to_lowercase());
        if cursor(&mut driver) == at {
            pressed += keys(&mut driver, "\t");
        }
        assert!(pressed - before <= 4, "{written} at {at:?}");
    }
    let typed = rows(&mut driver);
    for ((row, member), (pair, written)) in typed.iter().zip(members()).zip((1..).zip(&paper)) {
        let name = member.listed_name();
        assert_eq!(*row, format!("{pair} {name}: {}", written.join(" ")));
    }
    let games = 100.0;
    let mean = f64::from(u32::try_from(pressed).expect("few")) / games;
    assert!(
        mean <= 6.0,
        "{mean} keys a game, {names} of {pressed} for names"
    );
    // What is on the screen is in the file, and rated as any other section.
    let sheet = page(&mut driver).sheet.as_ref().expect("a sheet");
    assert!(!sheet.is_saving());
    assert_eq!(sheet.things(), []);
    driver.press(Key::Escape);
    assert!(driver.shows("Late Open, 1 Open, Not rated"));
    let (wins, draws) = (["W", "D"])
        .map(|code| {
            paper[0]
                .iter()
                .filter(|cell| cell.starts_with(code))
                .count()
        })
        .into();
    let points = f64::from(u32::try_from(2 * wins + draws).expect("few")) / 2.0;
    assert!(driver.shows(&format!("1, Berger, Anna, {points:.1} points")));
}

#[test]
fn a_result_fills_the_opponents_cell_and_undo_takes_both_away() {
    let mut driver = with_three();
    assert_eq!(
        rows(&mut driver),
        [
            "1 Berger, Anna: - - - - -",
            "2 Larson, Anna: - - - - -",
            "3 Abdi, Anna: - - - - -"
        ]
    );
    keys(&mut driver, "\tw3");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W3 - - - -");
    assert_eq!(rows(&mut driver)[2], "3 Abdi, Anna: L1 - - - -");
    // A number alone has the same result.
    keys(&mut driver, "2");
    assert_eq!(rows(&mut driver)[1], "2 Larson, Anna: - L1 - - -");
    driver.press_with(egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W3 - - - -");
    assert_eq!(rows(&mut driver)[1], "2 Larson, Anna: - - - - -");
}

#[test]
fn what_is_typed_right_after_undo_goes_by_what_was_undone() {
    let mut driver = with_three();
    keys(&mut driver, "\tw3");
    assert_eq!(rows(&mut driver)[2], "3 Abdi, Anna: L1 - - - -");
    // The cursor is in the second round.
    driver.type_at_once(Some((egui::Modifiers::COMMAND, Key::Z)), "d2");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: - D2 - - -");
    assert_eq!(rows(&mut driver)[2], "3 Abdi, Anna: - - - - -");
}

#[test]
fn tab_behind_a_cell_that_has_kept_itself_skips_nothing() {
    let mut driver = with_three();
    keys(&mut driver, "\tw3");
    let second = cursor(&mut driver);
    assert_eq!((second.row, second.column), (0, FIRST_ROUND + 1));
    driver.press(Key::Tab);
    assert_eq!(cursor(&mut driver), second);
    // Once: whoever wants to leave the cell blank presses it again.
    driver.press(Key::Tab);
    assert_eq!(cursor(&mut driver).column, FIRST_ROUND + 2);
    // Back to what was just typed leads Shift+Tab.
    keys(&mut driver, "b");
    driver.press_with(egui::Modifiers::SHIFT, Key::Tab);
    assert_eq!(cursor(&mut driver).column, FIRST_ROUND + 2);
}

#[test]
fn results_that_are_typed_within_one_frame_go_into_a_cell_each() {
    let mut driver = with_three();
    keys(&mut driver, "\t");
    driver.type_at_once(None, "w3d2bw");
    keys(&mut driver, "2\t");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W3 D2 B W2 -");
}

#[test]
fn a_section_that_was_just_made_has_the_keyboard() {
    let mut driver = Driver::with_sample();
    driver.change(Edit::UsChess(Change::Import(Box::new(Import {
        members: members(),
        ..Import::default()
    }))));
    driver.go(Page::US_CHESS);
    driver.click("New event…");
    driver.type_text("Late Open");
    driver.focus_field("Rounds");
    driver.type_text("3");
    driver.press(Key::Enter);
    driver.settle();
    keys(&mut driver, "berger i\t");
    assert_eq!(rows(&mut driver), ["1 Berger, Ingrid: - - -"]);
    // F6 leads away, and back.
    driver.press(Key::F6);
    driver.press_with(egui::Modifiers::SHIFT, Key::F6);
    keys(&mut driver, "abdi i\t");
    assert_eq!(rows(&mut driver).len(), 2);
}

#[test]
fn a_player_is_taken_out_by_row() {
    let mut driver = with_three();
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    sheet.grid.go_to(CellAt {
        row: 1,
        column: FIRST_ROUND,
    });
    driver.settle();
    driver.press_with(egui::Modifiers::SHIFT, Key::Space);
    driver.press(Key::Delete);
    let names = entries(&mut driver).into_iter().map(|entry| entry.name);
    assert_eq!(names.collect::<Vec<_>>(), ["Berger, Anna", "Abdi, Anna"]);
    assert_eq!(driver.message(), "1 player taken out of the section");
}

#[test]
fn a_correction_says_whose_cell_is_empty_now() {
    let mut driver = with_three();
    keys(&mut driver, "\tw3");
    let first = CellAt {
        row: 0,
        column: FIRST_ROUND,
    };
    let go_to_first = |driver: &mut Driver| {
        let sheet = page(driver).sheet.as_mut().expect("a sheet");
        sheet.grid.go_to(first);
        driver.settle();
    };
    go_to_first(&mut driver);
    keys(&mut driver, "w2");
    assert!(
        driver.shows_words("Win against 2 Larson, Anna. The cell of 3 Abdi, Anna is empty now")
    );
    // The same opponent with another result: nobody's cell is empty.
    go_to_first(&mut driver);
    keys(&mut driver, "d2");
    assert!(!driver.shows_words("is empty now"));
    go_to_first(&mut driver);
    driver.press(Key::Delete);
    assert!(driver.shows_words("The cell of 2 Larson, Anna is empty now"));
    assert_eq!(rows(&mut driver)[1], "2 Larson, Anna: - - - - -");
}

#[test]
fn letters_of_a_name_find_the_opponent() {
    let mut driver = with_three();
    keys(&mut driver, "\tdlar\t");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: D2 - - - -");
    // Oneself is no opponent, and the cell stays open with the reason.
    keys(&mut driver, "wberg\t");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: D2 - - - -");
    driver.press(Key::Escape);
    keys(&mut driver, "b");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: D2 B - - -");
}

#[test]
fn a_contradiction_is_marked_with_a_way_there() {
    let mut driver = with_three();
    keys(&mut driver, "\tw3");
    // The second player says that he had the third one, who had the first.
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    sheet.grid.go_to(CellAt {
        row: 1,
        column: FIRST_ROUND,
    });
    driver.settle();
    keys(&mut driver, "w3");
    assert!(driver.shows("Pair 2, round 1: 3 has L1 in this round"));
    assert_eq!(rows(&mut driver)[2], "3 Abdi, Anna: L1 - - - -");
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    sheet.grid.go_to(CellAt {
        row: 0,
        column: FIRST_ROUND + 4,
    });
    driver.settle();
    driver.click("Pair 2, round 1: 3 has L1 in this round");
    assert_eq!(
        cursor(&mut driver),
        CellAt {
            row: 1,
            column: FIRST_ROUND
        }
    );
    driver.press(Key::Delete);
    assert!(!driver.shows_words("to check"));
}

#[test]
fn what_is_no_result_stays_open_with_the_reason() {
    let mut driver = with_three();
    keys(&mut driver, "\tz\t");
    assert!(driver.shows_words("“z” is no result"));
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: - - - - -");
    driver.press(Key::Backspace);
    keys(&mut driver, "w3");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W3 - - - -");
}

#[test]
fn rounds_are_added_and_rounds_with_results_stay() {
    let mut driver = with_three();
    keys(&mut driver, "\tw3");
    driver.focus_field("Rounds");
    driver.type_text("2");
    driver.press(Key::Tab);
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W3 -");
}

#[test]
fn somebody_new_is_entered_by_name() {
    let mut driver = with_three();
    keys(&mut driver, "Zimmer, Ada");
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    let entries = entries(&mut driver);
    let last = entries.last().expect("an entry");
    assert_eq!((last.pair, last.name.as_str()), (4, "Zimmer, Ada"));
    assert_eq!(last.id, None);
    // She is a member from now on, whose membership is pending, and stays one while the section is typed on.
    let member = last.member.expect("a member");
    keys(&mut driver, "\tw4");
    let sheet = page(&mut driver).sheet.as_ref().expect("a sheet");
    assert_eq!(sheet.section.entries[3].member, Some(member));
    let all = page(&mut driver).all().expect("all");
    let named = all.members.iter().find(|stored| stored.key == member);
    assert_eq!(named.expect("Ada").member.listed_name(), "Zimmer, Ada");
}

#[test]
fn results_are_pasted_whole_or_not_at_all() {
    let mut driver = with_three();
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    let first = CellAt {
        row: 0,
        column: FIRST_ROUND,
    };
    sheet.grid.go_to(first);
    driver.settle();
    let paste = |driver: &mut Driver, text: &str| {
        driver.harness.event(egui::Event::Paste(text.to_owned()));
        driver.settle();
    };
    paste(&mut driver, "W2\tB\nL1\tnonsense");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: - - - - -");
    paste(&mut driver, "W2\tB\nL1\tW3");
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: W2 B - - -");
    assert_eq!(rows(&mut driver)[1], "2 Larson, Anna: L1 W3 - - -");
    assert_eq!(rows(&mut driver)[2], "3 Abdi, Anna: - L2 - - -");
    driver.press_with(egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(rows(&mut driver)[1], "2 Larson, Anna: - - - - -");
}

#[test]
fn delete_on_the_score_changes_nothing() {
    let mut driver = with_three();
    let sheet = page(&mut driver).sheet.as_mut().expect("a sheet");
    sheet.grid.go_to(CellAt {
        row: 0,
        column: FIRST_ROUND + 5,
    });
    driver.settle();
    driver.press(Key::Delete);
    assert_eq!(rows(&mut driver)[0], "1 Berger, Anna: - - - - -");
}
