//! Reports over all members, shown, saved and exported.

use strum::VariantArray as _;

use super::*;
use crate::{
    app::dialogs::Dialog,
    domain::{
        Edit,
        us_chess::{Account, Balance, Category, Change, Credit, Member, Role},
    },
    pages::us_chess::reports::Kind,
    spreadsheet::{Format, tests::csv_rows},
};

/// Two long established players, and what was published of them: 2201 and 2190.
const PUBLISHED: &str = r#"{"event": {"id": "202606280103", "name": "Masters", "ends": "2026-06-28", "chief_td": "30000009"}, "sections": [
    {"number": 1, "name": "Open", "systems": ["regular"], "players": [
        {"pair": 1, "id": "30000001", "name": "Berger, Anna", "rounds": ["W2", "D2", "D2"], "regular": {"rating": 2190, "post": 2201}},
        {"pair": 2, "id": "30000002", "name": "Vang, Bo", "rounds": ["L1", "D1", "D1"], "regular": {"rating": 2200, "post": 2190}}]}]}"#;

/// The window at a report, in a camp with the published section and two further members: Cy Moua holds the title of 2200 and declines its
/// floor, Di Lor is a director with credits from before.
fn at_report(kind: Kind) -> Driver {
    let mut driver = with_file("event.json", PUBLISHED);
    driver.click("Keep the ratings that were published, and compute none");
    driver.click("Import");
    driver.settle();
    driver.click("Rate all…");
    driver.settle();
    driver.click("Save ratings");
    driver.settle();
    let member = |last: &str, first: &str| Member {
        last_name: last.to_owned(),
        first_name: first.to_owned(),
        ..Member::default()
    };
    let account = Account {
        rating: Some(2150.0),
        games: None,
        floor: Some(2100.0),
        peak: Some(2290.4),
        titles: [(2200, 310), (2000, 400)].into(),
        ..Account::default()
    };
    let holder = Member {
        floor_2200_allowed: false,
        opening: Balance {
            regular: account,
            ..Balance::default()
        },
        ..member("Moua", "Cy")
    };
    let credit = |role, category| Credit { role, category };
    let director = Member {
        id: Some("30000009".parse().expect("a number")),
        opening: Balance {
            director: [
                (credit(Role::Chief, Category::D), 1),
                (credit(Role::Assistant, Category::D), 1),
            ]
            .into(),
            ..Balance::default()
        },
        ..member("Lor", "Di")
    };
    for member in [holder, director] {
        driver.change(Edit::UsChess(Change::AddMember(Box::new(member))));
    }
    driver.click("Reports");
    driver.settle();
    choose(&mut driver, kind);
    driver
}

/// Chooses a report by its list.
fn choose(driver: &mut Driver, kind: Kind) {
    driver.focus_choice("Report");
    for _ in Kind::VARIANTS {
        driver.press(Key::ArrowUp);
    }
    let down = Kind::VARIANTS.iter().position(|other| *other == kind);
    for _ in 0..down.expect("a report") {
        driver.press(Key::ArrowDown);
    }
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert_eq!(page.reports.kind, kind);
}

/// The list at this place among those that can be exported, with these private columns.
fn exported(driver: &mut Driver, list: usize, by_name: &[&str]) -> (String, Vec<Vec<String>>) {
    let folder = tempfile::tempdir().expect("a folder");
    driver.send(Command::EXPORT_LIST);
    let Some(Dialog::Export(dialog)) = &mut driver.app().dialog else {
        panic!("no question");
    };
    dialog.choose(list);
    dialog.set_format(Format::Csv);
    let name = dialog.lists().0[list].to_owned();
    for (title, is_asked_for) in dialog.columns_by_name() {
        *is_asked_for = by_name.contains(&title.as_str());
    }
    let path = folder.path().join("list.csv");
    driver.app().send(Action::ExportList {
        path: path.clone(),
        replace: true,
    });
    driver.settle();
    let file = fs::read(path).expect("a file");
    (name, csv_rows(&file))
}

#[test]
fn titles_tell_which_events_were_credited_by_which_rating() {
    let mut driver = at_report(Kind::Titles);
    // Three games each, at 2201 and 2190: the class of 2200 is that of the first alone.
    assert!(driver.shows("Berger, Anna, 1, Master (2200), 3"));
    assert!(driver.shows("Moua, Cy, 0, Master (2200), 310, Master (2200)"));
    assert!(driver.shows("Vang, Bo, 1, Expert (2000), 0"));
    assert!(driver.shows("6/28/2026, Masters, 1 Open, 3, 2201.00, Master (2200) and below"));
    driver.focus("Titles");
    driver.press(Key::End);
    driver.settle();
    assert!(driver.shows("6/28/2026, Masters, 1 Open, 3, 2190.00, Expert (2000) and below"));
    driver.click("Registers");
    driver.settle();
    assert!(driver.shows("Expert, 2000, 0, 3, 3, number of games not known, no"));
    assert!(driver.shows("Master, 2200, 0, 0, 0, 300, no"));
    // From a member to the list of members, and back.
    driver.focus("Titles");
    driver.press(Key::Enter);
    assert!(driver.shows("Sections of this member"));
    driver.press(Key::Escape);
    assert!(driver.shows("Titles"));
}

#[test]
fn holders_are_listed_even_if_they_decline_the_floor() {
    let driver = at_report(Kind::Holders);
    assert!(driver.shows("Moua, Cy, 310, declined, no"));
    assert!(!driver.shows_words("Berger"));
}

#[test]
fn the_invitation_list_goes_by_peaks_in_a_period() {
    let mut driver = at_report(Kind::Invitations);
    // Vang was established at 2200 before the section: ever, that is the peak.
    assert!(driver.shows("1, Moua, Cy, 2290.40, before all crosstables"));
    assert!(driver.shows("2, Berger, Anna, 2201.00, 6/28/2026, Masters, 1 Open"));
    assert!(driver.shows_words("3, Vang, Bo, 2200.00"));
    driver.focus_field("From");
    driver.type_text("6/1/2026");
    driver.press(Key::Tab);
    driver.settle();
    assert!(driver.shows("1, Berger, Anna, 2201.00, 6/28/2026, Masters, 1 Open"));
    assert!(driver.shows("2, Vang, Bo, 2190.00, 6/28/2026, Masters, 1 Open"));
    assert!(!driver.shows_words("Moua"));
    driver.focus_field("Least peak");
    driver.type_text("2200");
    driver.press(Key::Tab);
    driver.settle();
    assert!(!driver.shows_words("Vang"));
    driver.focus_field("How many");
    driver.type_text("many");
    driver.press(Key::Tab);
    assert!(driver.shows("How many is a whole number, as 24"));
    // Members' numbers are in a file only where they are asked for.
    let (name, rows) = exported(&mut driver, 0, &[]);
    assert_eq!(name, "Invitations by peak");
    assert!(!rows.iter().flatten().any(|cell| cell == "30000001"));
    let (_, rows) = exported(&mut driver, 0, &["ID"]);
    assert!(rows.iter().flatten().any(|cell| cell == "30000001"));
}

#[test]
fn directors_see_their_level_and_what_gave_the_credits() {
    let mut driver = at_report(Kind::Directors);
    // The section of two players in three rounds is a credit of D; the other two are from before, and nobody knows their players.
    assert!(driver.shows_words(
        "Lor, Di, 2, 1, Club, Local: 50 players in three of these events together, of which 4 are known"
    ));
    assert!(driver.shows_words(
        "Senior, 300, no, 6 more as chief director of an event of 50 or more players"
    ));
    driver.click("Events directed");
    driver.settle();
    assert!(driver.shows("6/28/2026, Masters, Chief, 2, 3, Swiss, D: fewer, yes"));
    driver.click("Credits");
    driver.settle();
    assert!(driver.shows("Chief, D: fewer, 2"));
}

#[test]
fn records_are_computed_and_then_saved_or_not() {
    let mut driver = at_report(Kind::Recompute);
    assert!(driver.shows_words("Choose Compute"));
    driver.click("Compute");
    driver.settle();
    assert!(driver.shows("4 records computed, 0 differ."));
    let file = driver.app().page_mut::<UsChessPage>().expect("the page");
    let members = &file.all().expect("members").members;
    let spoiled = members[0].clone();
    assert_eq!(spoiled.member.listed_name(), "Berger, Anna");
    let balance = Balance {
        regular: Account {
            played: 8,
            ..spoiled.now.regular.clone()
        },
        ..spoiled.now.clone()
    };
    let spoil = Change::SaveBalances(vec![(spoiled.key, balance)]);
    driver.change(Edit::UsChess(spoil));
    driver.click("Compute");
    driver.settle();
    assert!(driver.shows("4 records computed, 1 differs."));
    assert!(driver.shows("Berger, Anna, Regular games, 8, 3"));
    driver.click("Save what differs");
    driver.settle();
    let played = |driver: &mut Driver| {
        let page = driver.app().page_mut::<UsChessPage>().expect("the page");
        page.all().expect("members").members[0].now.regular.played
    };
    assert_eq!(played(&mut driver), 3);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.settle();
    assert_eq!(played(&mut driver), 8);
}

#[test]
fn records_are_computed_for_a_range_of_numbers() {
    let mut driver = at_report(Kind::Recompute);
    driver.focus_choice("Whose");
    driver.press(Key::ArrowDown);
    driver.focus_field("First number");
    driver.type_text("30000002");
    driver.press(Key::Tab);
    driver.type_text("30000009");
    driver.click("Compute");
    driver.settle();
    assert!(driver.shows("2 records computed, 0 differ."));
}

#[test]
fn lists_are_exported_as_they_are_shown() {
    let mut driver = rated();
    let (name, rows) = exported(&mut driver, 0, &[]);
    assert_eq!(name, "Sections");
    assert_eq!(
        rows[1],
        [
            "2026-06-30",
            "Late Open",
            "5 Reserve",
            "Regular",
            "2",
            "Rated"
        ]
    );
    let (name, rows) = exported(&mut driver, 1, &[]);
    assert_eq!(name, "Crosstable of Late Open Reserve");
    assert_eq!(
        rows[1],
        ["1", "Berger, Anna", "", "W2", "1.0", "1500", "1521"]
    );
    let (_, rows) = exported(&mut driver, 1, &["ID"]);
    assert_eq!(rows[1][7], "30000001");
    driver.click("Members");
    driver.settle();
    let (name, rows) = exported(&mut driver, 0, &[]);
    assert_eq!(name, "Members");
    assert_eq!(rows[1][0], "Berger, Anna");
    assert_eq!(rows[1].len(), 7);
    let (name, rows) = exported(&mut driver, 1, &[]);
    assert_eq!(name, "Sections of Berger, Anna");
    assert_eq!(rows[1][1], "Late Open");
}
