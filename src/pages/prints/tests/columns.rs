//! Custom columns on paper: ticked by name, and never remembered.

use super::*;
use crate::{
    app::printing::PrintJob,
    domain::{Edit, RecordKind},
};

/// The sample camp, which has a column School, on the page of prints; with more columns than have room on a sheet.
fn with_columns() -> Driver {
    let mut driver = sample();
    for name in ["Room", "Allergies", "Bus"] {
        let (kind, name) = (RecordKind::Player, name.to_owned());
        driver.change(Edit::AddColumn { kind, name });
    }
    driver.show_print(Print::Standings);
    driver
}

impl Driver {
    /// The columns that are chosen by their boxes.
    fn columns(&mut self) -> Vec<String> {
        match self.app().print_job() {
            PrintJob::One(request) => request.choices.personal.columns,
            other => panic!("{other:?}"),
        }
    }

    fn tick_column(&mut self, name: &str) {
        self.focus(name);
        self.press(Key::Space);
    }

    /// Whether somebody's school is on the first page.
    fn tells_schools(&mut self) -> bool {
        let camp = self.camp();
        let school = camp.player_column("School").expect("a column").id;
        let schools = camp.players.iter().map(|player| player.custom.get(school));
        let page = self.first_page();
        let mut words = schools.filter_map(|school| school.split(' ').next());
        words.any(|word| word.len() > 3 && page.contains(word))
    }
}

#[test]
fn a_column_is_printed_while_its_box_is_ticked() {
    let mut driver = with_columns();
    assert!(driver.shows("Also show") && !driver.tells_schools());
    driver.tick_column("School");
    assert!(driver.tells_schools());
    let page = driver.first_page();
    assert!(page.contains("School") && !page.contains("Room"), "{page}");
    // The next print of the list has it, too, as long as the page isn't left.
    driver.show_print(Print::Attendance);
    assert!(driver.tells_schools());
    driver.go(Page::PLAYERS);
    driver.go(Page::PRINTS);
    assert!(!driver.tells_schools(), "asked for anew");
}

#[test]
fn no_more_columns_are_ticked_than_have_room_and_a_deleted_one_is_gone() {
    let mut driver = with_columns();
    for name in ["Room", "School", "Bus"] {
        driver.tick_column(name);
    }
    assert_eq!(driver.columns(), ["Room", "School", "Bus"]);
    assert_eq!(driver.columns().len(), PrintChoices::MOST_COLUMNS);
    let further = driver.harness.get_by_label("Allergies");
    assert!(further.accesskit_node().is_disabled(), "no room for it");
    let school = driver.camp().player_column("School").expect("a column").id;
    driver.change(Edit::DeleteColumn(school));
    assert_eq!(driver.columns(), ["Room", "Bus"]);
    driver.tick_column("Room");
    assert_eq!(driver.columns(), ["Bus"]);
}
