//! Members, events and sections that are typed in forms.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::{
    domain::us_chess::{Section, SectionHead, System},
    pages::us_chess::logic::Overview,
    storage::StoredMember,
};

fn page(driver: &mut Driver) -> &mut UsChessPage {
    driver.app().page_mut::<UsChessPage>().expect("the page")
}

fn overview(driver: &mut Driver) -> &Overview {
    page(driver).all().expect("sections and members")
}

fn members(driver: &mut Driver) -> Vec<StoredMember> {
    overview(driver).members.clone()
}

fn sections(driver: &mut Driver) -> Vec<SectionHead> {
    overview(driver).sections.clone()
}

/// The section that is shown, as it is in the file.
fn shown(driver: &mut Driver) -> Section {
    let head = page(driver)
        .sections
        .shown()
        .expect("a section")
        .head
        .clone();
    head.section
}

fn why_not(driver: &mut Driver, command: Command) -> String {
    let why = driver.app().why_not(command);
    why.unwrap_or_default().to_owned()
}

pub(super) fn fill(driver: &mut Driver, field: &str, text: &str) {
    driver.focus_field(field);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(text);
}

/// Chooses an option of a list that drops down, by its first letters.
pub(super) fn choose(driver: &mut Driver, field: &str, text: &str) {
    driver.focus_choice(field);
    driver.type_text(text);
}

/// What stands in a field.
fn value(driver: &Driver, role: Role, field: &str) -> String {
    let node = driver.harness.get_by_role_and_label(role, field);
    egui_kittest::kittest::NodeT::accesskit_node(&node)
        .value()
        .unwrap_or_default()
}

/// The page with a member, who was typed by keys alone.
fn with_member() -> Driver {
    let mut driver = at_page();
    driver.send(Command::NEW_MEMBER);
    driver.type_text("Shah");
    driver.press(Key::Tab);
    driver.type_text("Gael");
    driver.press(Key::Tab);
    driver.type_text("30000009");
    driver.press(Key::Enter);
    driver
}

#[test]
fn a_member_is_typed_by_keys_alone() {
    let mut driver = with_member();
    let all = members(&mut driver);
    let [stored] = all.as_slice() else {
        panic!("one member, not {}", all.len())
    };
    assert_eq!(stored.member.listed_name(), "Shah, Gael");
    assert_eq!(
        stored.member.id.map(|id| id.to_string()).as_deref(),
        Some("30000009")
    );
    assert!(stored.member.floor_2200_allowed);
    // The row has the keyboard, and F2 changes it.
    assert_eq!(page(&mut driver).lists, Lists::Members);
    driver.press(Key::F2);
    assert!(driver.shows_words("Edit Shah, Gael"));
    driver.press(Key::Tab);
    driver.type_text("Gaëlle");
    driver.press(Key::Enter);
    assert!(driver.shows("Shah, Gaëlle"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.shows("Shah, Gael"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(members(&mut driver).is_empty());
}

#[test]
fn a_field_that_is_wrong_says_why_and_gets_the_keyboard() {
    let mut driver = with_member();
    driver.send(Command::NEW_MEMBER);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Type a name"));
    assert!(driver.has_keyboard("Last name"));
    driver.type_text("Rao");
    fill(&mut driver, "US Chess ID", "3000009");
    driver.press(Key::Enter);
    assert!(driver.shows_words("A member’s number has eight digits, “3000009” has not"));
    assert!(driver.has_keyboard("US Chess ID"));
    fill(&mut driver, "US Chess ID", "30000009");
    driver.press(Key::Enter);
    assert!(driver.shows_words("There is already a member 30000009"));
    // A pending membership has no number.
    fill(&mut driver, "US Chess ID", "00000000");
    fill(&mut driver, "Birth date", "1/1/2030");
    driver.press(Key::Enter);
    assert!(driver.shows_words("1/1/2030 is in the future"));
    fill(&mut driver, "Birth date", "1/1/2015");
    driver.press(Key::Enter);
    let all = members(&mut driver);
    let rao = all.iter().find(|stored| stored.member.last_name == "Rao");
    assert_eq!(rao.expect("a second member").member.id, None);
}

#[test]
fn an_event_comes_with_its_first_section_and_the_rounds_to_type() {
    let mut driver = at_page();
    driver.send(Command::NEW_EVENT);
    driver.type_text("Fall Open");
    fill(&mut driver, "Rounds", "5");
    fill(&mut driver, "Section name", "Reserve");
    fill(&mut driver, "Time controls", "G/45;d5");
    // 45 minutes and 5 seconds are Regular and Quick by the rules of 2026, where both begin and end at 30 and 65.
    assert_eq!(
        value(&driver, Role::ComboBox, "Rated in"),
        "Regular and Quick"
    );
    driver.press(Key::Enter);
    assert_eq!(driver.camp().us_chess_sections, 1);
    // Players and results are typed next.
    let sheet = page(&mut driver).sheet.as_ref().expect("a sheet");
    assert_eq!(sheet.rounds(), 5);
    driver.press(Key::Escape);
    assert!(driver.shows("Fall Open, 1 Reserve, Not rated"));
    let head = sections(&mut driver).pop().expect("a section");
    assert_eq!(head.section.systems, [System::Regular, System::Quick]);
    assert_eq!(head.section.time_controls, ["G/45;d5"]);
    assert_eq!(head.section.ends, Some(jiff::civil::date(2026, 7, 10)));
    let of_page = &page(&mut driver).sections;
    assert_eq!(of_page.chosen, Some(head.key));
    assert_eq!(of_page.new_rounds, Some((head.key, 5)));
    // The next one has the next number, and is chosen too.
    driver.send(Command::NEW_SECTION);
    assert_eq!(value(&driver, Role::TextInput, "Section number"), "2");
    fill(&mut driver, "Section number", "1");
    fill(&mut driver, "Rounds", "4");
    driver.press(Key::Enter);
    assert!(driver.shows_words("The event has a section 1 already"));
    fill(&mut driver, "Section number", "2");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().us_chess_sections, 2);
    let chosen = page(&mut driver).sections.chosen;
    assert_ne!(chosen, Some(head.key));
    assert_eq!(
        page(&mut driver).sections.new_rounds,
        chosen.map(|key| (key, 4))
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().us_chess_sections, 0);
}

#[test]
fn systems_follow_from_time_controls_until_they_are_chosen() {
    let mut driver = imported();
    driver.send(Command::SECTION_DETAILS);
    // It came without a time control, and marked by hand.
    assert_eq!(value(&driver, Role::ComboBox, "Rated in"), "Regular");
    fill(&mut driver, "Time controls", "G/20");
    assert_eq!(value(&driver, Role::ComboBox, "Rated in"), "Regular");
    assert!(driver.shows_words("G/20 is a Quick time control"));
    choose(&mut driver, "Rated in", "Not");
    fill(&mut driver, "Time controls", "G/20 d");
    driver.press(Key::Enter);
    assert!(driver.shows_words("is no number of seconds"));
    fill(&mut driver, "Time controls", "G/20");
    assert_eq!(value(&driver, Role::ComboBox, "Rated in"), "Quick");
    fill(&mut driver, "Time controls", "40/90, G/60");
    assert_eq!(value(&driver, Role::ComboBox, "Rated in"), "Regular");
    driver.press(Key::Enter);
    let section = shown(&mut driver);
    assert_eq!(section.time_controls, ["40/90", "G/60"]);
    assert_eq!(section.systems, [System::Regular]);
    // The entries stay.
    assert!(driver.shows("1, Berger, Anna, 1.0 points"));
}

#[test]
fn half_the_k_is_asked_for_on_days_on_which_it_was_allowed() {
    let mut driver = imported();
    driver.send(Command::SECTION_DETAILS);
    assert!(!driver.shows("Half K"));
    fill(&mut driver, "Section’s last day", "2/1/2006");
    assert!(driver.shows("Half K"));
    // The rules of March 2006 know it no more.
    fill(&mut driver, "Section’s last day", "3/1/2006");
    assert!(!driver.shows("Half K"));
}

#[test]
fn an_event_is_changed_and_its_id_is_nobody_elses() {
    let mut driver = imported();
    driver.send(Command::NEW_EVENT);
    driver.type_text("Other Open");
    fill(&mut driver, "Event ID", "202608300103");
    fill(&mut driver, "Rounds", "3");
    driver.press(Key::Enter);
    assert!(driver.shows_words("There is already an event 202608300103"));
    assert!(driver.has_keyboard("Event ID"));
    driver.press(Key::Escape);
    driver.send(Command::EVENT_DETAILS);
    fill(&mut driver, "First day", "7/1/2026");
    driver.press(Key::Enter);
    assert!(driver.shows_words("It ends on 6/30/2026, which is before this day"));
    fill(&mut driver, "First day", "6/29/2026");
    fill(&mut driver, "Event name", "Later Open");
    driver.press(Key::Enter);
    assert!(driver.shows("Later Open, 5 Reserve, Not rated"));
}

#[test]
fn a_new_section_has_the_rounds_of_the_one_before_and_ends_with_the_event() {
    let mut driver = imported();
    driver.send(Command::NEW_SECTION);
    assert_eq!(value(&driver, Role::TextInput, "Rounds"), "1");
    fill(&mut driver, "Section’s last day", "7/1/2026");
    driver.press(Key::Enter);
    assert!(driver.shows_words("The event ended on 6/30/2026, before this day"));
    assert_eq!(driver.camp().us_chess_sections, 1);
}

#[test]
fn what_is_deleted_is_said_before() {
    let mut driver = rated();
    assert!(why_not(&mut driver, Command::DELETE_SECTION).contains("unrate it first"));
    assert!(why_not(&mut driver, Command::DELETE_EVENT).contains("unrate it first"));
    let mut driver = imported();
    driver.send(Command::DELETE_SECTION);
    // The only section takes its event along, which would be seen nowhere.
    assert!(driver.shows_words("Delete Late Open?"));
    assert!(driver.shows_words("1 section with 2 rows goes with it. Members stay."));
    driver.press(Key::Escape);
    assert_eq!(driver.camp().us_chess_sections, 1);
    driver.send(Command::DELETE_EVENT);
    driver.click("Delete");
    assert_eq!(driver.camp().us_chess_sections, 0);
    assert_eq!(members(&mut driver).len(), 2);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().us_chess_sections, 1);
}

#[test]
fn somebody_in_a_section_stays() {
    let mut driver = imported();
    driver.click("Members");
    driver.settle();
    assert!(why_not(&mut driver, Command::DELETE_MEMBER).contains("no section"));
    let mut driver = with_member();
    driver.send(Command::DELETE_MEMBER);
    assert!(driver.shows_words("Delete Shah, Gael?"));
    driver.click("Delete");
    assert!(members(&mut driver).is_empty());
}

#[test]
fn an_opening_balance_makes_ratings_out_of_date() {
    let mut driver = rated();
    driver.click("Members");
    driver.settle();
    driver.send(Command::OPENING_BALANCE);
    assert!(driver.shows_words("Opening balance of Berger, Anna"));
    fill(&mut driver, "Regular rating", "1600.5");
    fill(&mut driver, "Regular title register 2200", "12");
    fill(&mut driver, "Chief director, category C", "6");
    driver.press(Key::Enter);
    let opening = members(&mut driver)[0].member.opening.clone();
    assert_eq!(opening.regular.rating, Some(1600.5));
    assert_eq!(opening.regular.titles, [(2200, 12)].into());
    assert_eq!(opening.director.values().copied().collect::<Vec<_>>(), [6]);
    driver.click("Sections");
    driver.settle();
    assert!(driver.shows("Late Open, 5 Reserve, Out of date"));
}

#[test]
fn adjustments_are_added_changed_and_removed() {
    let mut driver = rated();
    driver.click("Members");
    driver.settle();
    driver.send(Command::ADJUSTMENTS);
    assert!(driver.shows_words("Nothing is adjusted."));
    driver.click("Add an adjustment…");
    choose(&mut driver, "What", "2200");
    fill(&mut driver, "Day", "6/1/2026");
    driver.press(Key::Enter);
    assert!(driver.shows_words("Type why the record is adjusted"));
    driver.type_text("Asked for it");
    driver.press(Key::Enter);
    let decision = "6/1/2026: 2200 floor allowed, no";
    assert!(driver.shows_words(decision));
    driver.click("Add an adjustment…");
    fill(&mut driver, "Value", "1550");
    fill(&mut driver, "Day", "5/1/2026");
    fill(&mut driver, "Reason", "As published");
    driver.press(Key::Enter);
    driver.click("Change 5/1/2026: Regular rating, 1550");
    fill(&mut driver, "Value", "50");
    driver.press(Key::Enter);
    assert!(driver.shows_words("ratings are from 100 to 4000"));
    fill(&mut driver, "Value", "1560");
    driver.press(Key::Enter);
    driver.click(&format!("Remove {decision}"));
    driver.click("Save");
    driver.settle();
    driver.send(Command::ADJUSTMENTS);
    assert!(driver.shows_words("5/1/2026: Regular rating, 1560"));
    assert!(!driver.shows_words(decision));
    // Esc drops no change unasked.
    let kept = "Remove 5/1/2026: Regular rating, 1560";
    driver.click(kept);
    driver.press(Key::Escape);
    assert!(driver.shows_words("isn’t saved yet"));
    driver.press(Key::Escape);
    assert!(driver.shows_words("Nothing is adjusted."));
    driver.press(Key::Escape);
    driver.click("Don’t save");
    assert!(driver.app().dialog.is_none());
    driver.send(Command::ADJUSTMENTS);
    assert!(driver.shows(kept));
    driver.press(Key::Escape);
    // It holds for the section of June, which was rated without it.
    driver.click("Sections");
    driver.settle();
    assert!(driver.shows("Late Open, 5 Reserve, Out of date"));
}

#[test]
fn a_member_is_linked_to_the_camper_of_the_same_name() {
    // The sample camp has a Gael Shah.
    let mut driver = with_member();
    driver.send(Command::LINK_CAMPER);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Camper: Gael Shah"));
    let linked = members(&mut driver)[0].camper;
    assert_eq!(linked, Some(crate::domain::PlayerId(2)));
    driver.send(Command::LINK_CAMPER);
    driver.click("Take the link away");
    assert!(!driver.shows_words("Camper: Gael Shah"));
    assert_eq!(members(&mut driver)[0].camper, None);
}

#[test]
fn commands_say_why_they_can_t_be_given() {
    let mut driver = Driver::with_sample();
    assert!(why_not(&mut driver, Command::NEW_EVENT).contains("Go to US Chess"));
    let mut driver = at_page();
    assert_eq!(why_not(&mut driver, Command::NEW_EVENT), "");
    assert_eq!(
        why_not(&mut driver, Command::NEW_SECTION),
        "Choose a section first"
    );
    assert_eq!(
        why_not(&mut driver, Command::EDIT_MEMBER),
        "Choose a member first"
    );
    let mut driver = imported();
    assert_eq!(why_not(&mut driver, Command::RATE_SECTION), "");
    assert_eq!(
        why_not(&mut driver, Command::UNRATE_SECTION),
        "This section isn’t rated"
    );
    let mut driver = rated();
    assert_eq!(
        why_not(&mut driver, Command::RATE_ALL),
        "All sections are rated"
    );
    assert_eq!(why_not(&mut driver, Command::RERATE_FROM_HERE), "");
}

#[test]
fn the_menu_is_there_with_the_page() {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::ALT, Key::U);
    assert!(!driver.shows("New event…"));
    let mut driver = at_page();
    driver.press_with(Modifiers::ALT, Key::U);
    driver.press(Key::Enter);
    assert!(driver.shows("Event name"));
}

#[test]
fn a_row_has_a_menu() {
    let mut driver = imported();
    driver.focus("Late Open, 5 Reserve, Not rated");
    driver.press_with(Modifiers::SHIFT, Key::F10);
    assert!(driver.shows("Delete event…"));
    driver.press(Key::Escape);
    driver.press(Key::F2);
    assert!(driver.shows("Section number"));
}
