//! *Check and mend*: what is stored is compared with what it follows from.

use egui::Key;

use super::{Driver, TODAY};
use crate::{
    app::{
        Action, Command,
        dialogs::{Checking, Dialog},
    },
    domain::{Edit, Group, GroupId, Player},
    storage::{CampFile, Mode, Occasion},
};

#[test]
fn a_check_that_takes_long_is_seen_and_can_be_cancelled() {
    let mut driver = Driver::with_sample();
    let checking = Checking::default();
    checking.progress.report(1, 4);
    driver.app().dialog = Some(Dialog::Checking(checking.clone()));
    driver.harness.step();
    assert!(!driver.shows("Check and mend"), "it may be over at once");
    driver.harness.run_steps(60);
    assert!(driver.shows("Check and mend"));
    assert!(!checking.progress.is_cancelled());
    driver.press(Key::Escape);
    assert!(checking.progress.is_cancelled());
    assert!(driver.app().dialog.is_none());
}

#[test]
fn what_differs_is_mended_and_undone_as_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut camp = CampFile::create(&path, "Camp", TODAY).expect("a camp file");
    let player = Player {
        last_name: "Novak".to_owned(),
        group: Some(GroupId(1)),
        ..Player::default()
    };
    for edit in [
        Edit::AddGroup(Group::new("Red", Some(400))),
        Edit::AddPlayer(player),
    ] {
        camp.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    }
    drop(camp);
    crate::storage::spoil(&path, "UPDATE week_player SET weekly_rating = 7");

    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert_eq!(driver.camp().players[0].ratings.weekly, 7);
    driver.send(Command::MEND);
    driver.settle();
    assert!(driver.shows_words("Mended. Week 1: ratings of 1 player were computed anew"));
    assert_eq!(driver.camp().players[0].ratings.weekly, 400);
    driver.send(Command::UNDO);
    driver.settle();
    assert_eq!(driver.camp().players[0].ratings.weekly, 7);
    driver.send(Command::REDO);
    driver.settle();
    driver.send(Command::MEND);
    driver.settle();
    assert!(driver.shows_words("follow from what was entered"));
    drop(driver);
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("the camp");
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
}
