//! A camp that is opened after another one, or once more.

use super::*;
use crate::{
    domain::Edit,
    storage::{CampFile, Occasion},
};

/// A camp of one player.
fn camp_of_one(path: &Path) {
    let mut camp = CampFile::create(path, "Camp", TODAY).expect("a camp file");
    let edit = Edit::AddPlayer(Player {
        last_name: "Lee".to_owned(),
        ..Player::default()
    });
    camp.apply(&edit, &Occasion::now(edit.kind()))
        .expect("a player");
}

/// The record was scrolled to where that of the camp before had been.
#[test]
fn another_camp_begins_at_the_top_and_the_same_one_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = ["One.ladder", "Other.ladder"].map(|name| folder.path().join(name));
    camp_of_one(&one);
    camp_of_one(&other);
    let mut driver = Driver::with_size(900.0, 640.0);
    let open = |driver: &mut Driver, path: &Path| {
        driver.app().send(Action::Open(path.to_owned()));
        driver.settle();
        driver.go(Page::PLAYERS);
        let role = egui::Role::TextInput;
        let field = driver.harness.get_by_role_and_label(role, "Last name");
        field.rect()
    };
    let place = open(&mut driver, &one);
    driver.wheel(place.center(), egui::vec2(0.0, -60.0));
    let same = open(&mut driver, &one);
    assert!(same.top() < place.top() - 30.0, "{place}, then {same}");
    assert_eq!(open(&mut driver, &other), place);
}
