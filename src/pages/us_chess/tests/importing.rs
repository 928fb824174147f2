//! The preview of an import: by keyboard and by mouse, with what is wrong, and with what would come of it.

use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::{domain::us_chess::SectionHead, pages::us_chess::importing::Importing};

/// A list whose titles aren't all known: nothing is called “Last name”.
const MEMBERS: &str = "ID,Surname,First name,State,Birth date,Club\n\
    30000001,Berger,Anna,MN,4/1/2012,Rooks\n\
    30000002,Vang,Bo,WI,5/2/2013,Knights\n";

fn members(driver: &mut Driver) -> Vec<String> {
    driver.click("Cancel");
    driver.click("Members");
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let all = page.all().expect("read");
    let names = all.members.iter();
    names.map(|stored| stored.member.listed_name()).collect()
}

/// Whether something with these words has the keyboard: of a list, the chosen row.
fn has_keyboard_at(driver: &Driver, words: &str) -> bool {
    let mut nodes = driver.harness.query_all_by_label_contains(words);
    nodes.any(|node| node.is_focused())
}

#[test]
fn enter_imports_a_file_that_is_right() {
    let mut driver = with_file("event.json", EVENT);
    assert!(driver.has_keyboard("Import"));
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().us_chess_sections, 1);
    assert!(!is_importing(&mut driver));
    assert!(driver.shows("Late Open, 5 Reserve, Not rated"));
}

#[test]
fn sections_are_shown_with_their_rows() {
    let driver = with_file("event.json", EVENT);
    assert!(driver.shows("Late Open, 5 Reserve, 2 players, 1 round, New"));
    assert!(driver.shows("Rows of 5 Reserve"));
    assert!(driver.shows("1, Berger, Anna, 1.0 points"));
    assert!(driver.shows("Berger, Anna, New"));
    // No member's number is on the screen.
    assert!(!driver.shows_words("30000001"));
}

#[test]
fn what_stops_the_import_has_the_keyboard_and_is_told_in_full() {
    let broken = EVENT.replace("\"L1b\"", "\"D1b\"");
    let mut driver = with_file("event.json", &broken);
    assert!(has_keyboard_at(&driver, "Stops: event.json, line"));
    assert!(driver.shows_words("2 problems stop the import."));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert!(is_importing(&mut driver));
    assert_eq!(driver.camp().us_chess_sections, 0);
    driver.press(Key::Escape);
    assert!(!is_importing(&mut driver));
}

#[test]
fn one_file_of_several_is_left_out() {
    let broken = EVENT
        .replace("\"L1b\"", "\"D1b\"")
        .replace("\"number\": 5", "\"number\": 6");
    let mut driver = at_page();
    give(&mut driver, &[("good.json", EVENT), ("bad.json", &broken)]);
    assert!(!driver.has_keyboard("Import"));
    driver.focus("Leave bad.json out");
    driver.press(Key::Space);
    assert!(driver.shows_words("2 new members, 1 section. Ready to import."));
    assert!(driver.has_keyboard("Import"));
    // By its tick it is taken again, and left out again.
    driver.click("Import bad.json");
    assert!(driver.shows_words("2 problems stop the import."));
    driver.click("Import bad.json");
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().us_chess_sections, 1);
}

#[test]
fn without_a_ticked_file_nothing_is_said_of_the_camp() {
    let mut driver = with_file("event.json", EVENT);
    driver.click("Import event.json");
    assert!(driver.shows_words("No file is ticked."));
    assert!(!driver.shows_words("has all of it"));
}

#[test]
fn further_files_come_to_those_that_are_shown() {
    let mut driver = with_file("event.json", EVENT);
    let second = EVENT.replace("\"number\": 5", "\"number\": 6");
    give(&mut driver, &[("second.json", &second)]);
    assert!(driver.shows_words("2 new members, 2 sections."));
    assert!(driver.has_keyboard("Import"));
    // The same section once more is refused.
    give(&mut driver, &[("again.json", EVENT)]);
    assert!(driver.shows_words("is in another of these files"));
}

#[test]
fn a_missing_column_is_chosen_by_keyboard() {
    let mut driver = with_file("members.csv", MEMBERS);
    // Neither entries nor members for certain, as no title tells.
    assert!(driver.shows_words("no file of US Chess"));
    driver.focus_choice("What members.csv is");
    // The second kind.
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    assert!(driver.shows_words("There is no column “Last name”"));
    driver.focus_choice("Column for Last name in members.csv");
    driver.press(Key::F4);
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert!(driver.shows_words("2 new members, 0 sections. Ready to import."));
    assert!(driver.shows_words("“Club” is left out"));
    // The keyboard is where the column stands that was chosen.
    assert!(driver.has_keyboard("members.csv, column Surname"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    assert!(!is_importing(&mut driver));
    give(&mut driver, &[("event.json", EVENT)]);
    assert_eq!(members(&mut driver), ["Berger, Anna", "Vang, Bo"]);
}

#[test]
fn a_column_taken_twice_stops_and_wrong_cells_are_marked() {
    let text = "ID,Last name,First name,Nickname,Regular\n\
        30000001,Berger,Anna,Annie,1500\n\
        30000002,Vang,Bo,,abc\n";
    let mut driver = with_file("members.csv", text);
    driver.click("members.csv, CSV of members, 2 members, UTF-8");
    assert!(driver.shows("Line 3, •••, Vang, Bo, abc, wrong: Regular"));
    assert!(!driver.shows_words("30000002"));
    driver.focus("Show members’ numbers and birth dates");
    driver.press(Key::Space);
    assert!(driver.shows("Line 3, 30000002, Vang, Bo, abc, wrong: Regular"));
    driver.focus_choice("members.csv, column Nickname");
    driver.press(Key::F4);
    // From “Left out”: ID, Last name, First name.
    for _ in 0..3 {
        driver.press(Key::ArrowDown);
    }
    driver.press(Key::Enter);
    assert!(driver.shows_words("“First name” names two columns"));
    driver.focus_choice("members.csv, column First name");
    driver.press(Key::Home);
    assert!(!driver.shows_words("names two columns"));
    // Without the column there is nothing wrong any more.
    driver.focus_choice("members.csv, column Regular");
    driver.press(Key::Home);
    assert!(driver.shows_words("2 new members, 0 sections. Ready to import."));
    assert!(driver.shows("Berger, Annie, New"));
}

#[test]
fn a_column_without_a_title_is_left_out() {
    let text = "ID,Last name,First name,\n30000001,Berger,Anna,x\n";
    let mut driver = with_file("members.csv", text);
    assert!(driver.shows_words("“x” stands in a column without a title"));
    driver.click("members.csv, CSV of members, 1 member, UTF-8");
    driver.focus_choice("members.csv, column Column 4");
    driver.press(Key::Home);
    assert!(driver.shows_words("1 new member, 0 sections. Ready to import."));
}

#[test]
fn files_that_were_corrected_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = EVENT.replace("\"L1b\"", "\"D1b\"");
    let files = [("event.json", broken.as_str()), ("members.csv", MEMBERS)];
    let files = files.map(|(name, text)| file(&folder, name, text));
    let mut driver = at_page();
    driver.app().send(Action::ImportFiles(files.to_vec()));
    for _ in 0..4 {
        driver.settle();
    }
    driver.click("Import members.csv");
    assert!(driver.shows_words("2 problems stop the import."));
    file(&folder, "event.json", EVENT);
    driver.click("Read again");
    // What was said of the files stays.
    assert!(driver.shows_words("2 new members, 1 section. Ready to import."));
    assert!(driver.has_keyboard("Import"));
    fs::remove_file(folder.path().join("event.json")).expect("removed");
    driver.click("Read again");
    assert!(driver.shows_words("1 problem stops the import."));
}

#[test]
fn an_event_without_an_id_is_the_same_one_when_it_comes_back_with_one() {
    let without = EVENT.replace("\"id\": \"202608300103\", ", "");
    assert_ne!(without, EVENT);
    let mut driver = with_file("event.json", &without);
    driver.click("Import");
    driver.settle();
    give(&mut driver, &[("event.json", EVENT)]);
    assert!(driver.shows_words("section 5 of Late Open is in this camp already"));
    let other = EVENT.replace("\"number\": 5", "\"number\": 6");
    driver.press(Key::Escape);
    give(&mut driver, &[("event.json", &other)]);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let sections = &page.all().expect("read").sections;
    let called = sections.iter().map(SectionHead::called);
    assert_eq!(
        called.collect::<Vec<_>>(),
        ["202608300103:5", "202608300103:6"]
    );
}

#[test]
fn members_without_an_id_are_not_added_twice() {
    let list = "ID,Last name,First name,State,Birth date\n\
        ,Berger,Anna,MN,4/1/2012\n\
        ,Vang,Bo,WI,\n\
        ,Vang,Bo,WI,\n";
    let mut driver = with_file("members.csv", list);
    assert!(driver.shows_words("3 new members"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    give(&mut driver, &[("members.csv", list)]);
    assert!(driver.shows_words("There is nothing to import: the camp has all of it already"));
    driver.press(Key::Escape);
    // Anna’s membership is there, and her birth date says that it is she. Of Bo only the name does.
    let list = "ID,Last name,First name,State,Birth date\n\
        30000001,Berger,Anna,MN,4/1/2012\n\
        30000002,Vang,Bo,WI,\n";
    give(&mut driver, &[("members.csv", list)]);
    assert!(driver.shows_words("1 new member, 1 changed member, 0 sections"));
    assert!(driver.shows_words("This camp has a member of this name without an ID"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    driver.click("Members");
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let members = page.all().expect("read").members.iter();
    let ids = members.map(|stored| stored.member.id.map(|id| id.to_string()));
    let ids = ids.collect::<Vec<_>>();
    let id = |number: &str| Some(number.to_owned());
    assert_eq!(ids, [id("30000001"), None, None, id("30000002")]);
}

#[test]
fn changes_of_members_are_told_by_field() {
    let mut driver = imported();
    let list = "ID,Last name,First name,State,Birth date,Regular\n\
        30000001,Berger,Anna,WI,4/1/2012,1498\n\
        30000002,Vang,Bo,,,\n";
    give(&mut driver, &[("members.csv", list)]);
    assert!(driver.shows_words("0 new members, 1 changed member, 0 sections. Ready"));
    assert!(driver.shows("Berger, Anna, Changed, State: – to WI, Birth date: another"));
    // Ours are used, and that is said.
    assert!(
        driver.shows_words("Regular 1498 in the list, but 1500.00 in this camp, which is used")
    );
    driver.focus("Show members’ numbers and birth dates");
    driver.press(Key::Space);
    assert!(driver.shows_words("Birth date: – to 4/1/2012"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    give(&mut driver, &[("members.csv", list)]);
    assert!(driver.shows_words("There is nothing to import"));
}

#[test]
fn members_of_the_camp_are_rated_as_here_and_a_difference_is_a_note() {
    let mut driver = imported();
    let text = EVENT
        .replace("\"number\": 5", "\"number\": 6")
        .replace(
            "\"rounds\": [\"W2w\"], \"regular\": {\"rating\": 1500}",
            "\"rounds\": [\"W2w\"], \"regular\": {\"rating\": 1600}",
        )
        .replace("30000002", "30000009")
        .replace(
            "\"rounds\": [\"L1b\"], \"regular\": {\"rating\": 1500}",
            "\"rounds\": [\"L1b\"], \"regular\": {\"rating\": 1700}",
        );
    give(&mut driver, &[("event.json", &text)]);
    assert!(driver.shows_words("Regular 1600 before it, but 1500.00 in this camp, which is used"));
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let compared = page.importing.as_ref().and_then(Importing::compared);
    let compared = compared.expect("compared");
    let rows = compared.rows_to_come(compared.plan.sections[0]);
    let rows = rows.expect("a section").entries;
    let ratings = rows.iter().map(|entry| entry.regular.rating);
    // The first is known with 1500, the second is new.
    assert_eq!(ratings.collect::<Vec<_>>(), [Some(1500.0), Some(1700.0)]);
    // It is a note, and stops nothing.
    assert!(driver.has_keyboard("Import"));
}

#[test]
fn a_section_that_is_in_the_camp_stops_the_import() {
    let mut driver = imported();
    give(&mut driver, &[("event.json", EVENT)]);
    assert!(driver.shows_words("section 5 of Late Open is in this camp already"));
    assert!(driver.shows("Late Open, 5 Reserve, 2 players, 1 round, Already"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().us_chess_sections, 1);
}

#[test]
fn the_day_on_which_sections_ended_is_typed() {
    let text = EVENT.replace(", \"ends\": \"2026-06-30\"", "");
    let mut driver = with_file("event.json", &text);
    assert!(driver.shows_words("it isn’t known when it ended"));
    driver.focus_field("Sections without a day ended on");
    driver.type_text("2/31/2026");
    assert!(driver.shows_words("There is no such day"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().us_chess_sections, 0);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("6/30/2026");
    assert!(!driver.shows_words("it isn’t known when it ended"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let ends = page.all().expect("read").sections[0].section.ends;
    assert_eq!(ends, Some(jiff::civil::date(2026, 6, 30)));
}

#[test]
fn a_national_list_adds_everybody_only_when_that_is_chosen() {
    let list = "USCF ID\tName\tState\tRating\n\
        30000001\tBERGER, ANNA\tMN\t1641\n\
        30000003\tMOUA, CY\tWI\t1200\n";
    let mut driver = with_file("list.txt", list);
    assert!(driver.shows_words("There is nothing to import"));
    assert!(driver.shows_words("0 members of this camp updated, 2 skipped"));
    driver.focus("Add everybody of the national list");
    driver.press(Key::Space);
    assert!(driver.shows_words("2 new members, 0 sections. Ready to import."));
}

#[test]
fn published_ratings_are_kept_when_that_is_chosen() {
    let text = EVENT.replace("{\"rating\": 1500}", "{\"rating\": 1500, \"post\": 1510}");
    let mut driver = with_file("event.json", &text);
    driver.focus("Keep the ratings that were published, and compute none");
    driver.press(Key::Space);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert!(page.all().expect("read").sections[0].section.as_published);
}

#[test]
fn commands_of_the_lists_wait_for_the_import() {
    let mut driver = imported();
    give(&mut driver, &[("members.csv", MEMBERS)]);
    driver.send(Command::TYPE_RESULTS);
    driver.send(Command::NEW_EVENT);
    assert!(is_importing(&mut driver));
    assert!(driver.app().dialog.is_none());
    assert!(!driver.shows("Add the event"));
}
