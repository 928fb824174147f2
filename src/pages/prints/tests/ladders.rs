//! The prints of ladders: which one is chosen.

use std::sync::Arc;

use egui::Key;

use super::*;
use crate::app::printing::PrintJob;
use crate::{
    app::Wake,
    domain::{Edit, LadderSystem, NewLadder, SettingValues},
    storage::{CampFile, Mode, Occasion},
};

/// The page of prints of a camp that keeps two leagues and a club ladder.
fn camp_with_ladders() -> (Driver, TempDir) {
    let (mut driver, folder) = camp_in_a_file();
    driver.send(Command::CLOSE_CAMP);
    let path = folder.path().join("Camp.ladder");
    let mut file = CampFile::open(&path, Mode::Change).expect("a camp file");
    for (name, system) in [
        ("Friday league", LadderSystem::RaceCode),
        ("Monday league", LadderSystem::RaceCode),
        ("Thursday ladder", LadderSystem::Club),
    ] {
        let ladder = NewLadder {
            name: name.to_owned(),
            system,
            settings: SettingValues::new(),
        };
        file.apply(&Edit::AddLadder(ladder), &Occasion::now("A change"))
            .expect("a ladder");
    }
    drop(file);
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.send(Command::GO_PRINTS);
    (driver, folder)
}

#[test]
fn a_print_offers_the_ladders_of_its_kind_by_name() {
    let (mut driver, _folder) = camp_with_ladders();
    driver.show_print(Print::RaceCode);
    assert!(
        driver.first_page().contains("Friday league"),
        "the first one"
    );
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Ladder"));
    driver.press(Key::End);
    assert_eq!(driver.chosen().ladder.as_deref(), Some("Monday league"));
    assert!(driver.first_page().contains("Monday league"));
    let job = driver.app().print_job();
    let camp = driver
        .app()
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data
        .clone();
    assert_eq!(
        job.title(&camp),
        format!("{}, Monday league", camp.name),
        "what the PDF is called"
    );
    driver.show_print(Print::ClubLadder);
    assert!(driver.first_page().contains("Thursday ladder"));
    // The camp keeps none of these: it is the one that everybody knows.
    driver.show_print(Print::GameCourier);
    assert!(driver.first_page().contains("Game Courier ratings"));
    let job = driver.app().print_job();
    assert!(matches!(job, PrintJob::One(request) if request.choices.ladder.is_none()));
}

#[test]
fn the_games_of_a_league_are_listed_where_their_box_is_ticked() {
    let (mut driver, _folder) = camp_with_ladders();
    driver.show_print(Print::RaceCode);
    let before = driver.page_count();
    driver.focus("What each game was worth");
    driver.press(Key::Space);
    assert!(driver.chosen().game_data);
    assert_ne!(driver.page_count(), before);
    assert!(
        !driver.chosen().personal.background,
        "never unless it is ticked"
    );
}

/// Another camp has other ladders.
#[test]
fn a_ladder_that_a_camp_does_not_have_is_not_asked_of_it() {
    let mut driver = sample();
    driver.show_print(Print::ClubLadder);
    let mut choices = driver.chosen();
    choices.ladder = Some("Thursday ladder".to_owned());
    driver
        .app()
        .send(Action::Choose(Print::ClubLadder, choices));
    driver.settle();
    assert!(driver.first_page().contains("Club ladder"));
    assert_eq!(
        driver.chosen().ladder.as_deref(),
        Some("Thursday ladder"),
        "another camp has it"
    );
}

#[test]
fn a_ladder_is_seen_as_it_prints_and_printed_from_its_page() {
    let (mut driver, _folder) = camp_with_ladders();
    driver.send(Command::GO_STANDINGS);
    let ladder = driver
        .camp()
        .ladder_called("Thursday ladder")
        .expect("a ladder")
        .id;
    driver.standings().ladders.choose(Some(ladder));
    driver.settle();
    let printed = |driver: &mut Driver| {
        let PrintJob::One(request) = driver.app().print_job() else {
            return None;
        };
        let ladder = request.choices.ladder.unwrap_or_default();
        Some((request.print, ladder))
    };
    let previewed = |driver: &mut Driver| {
        let layout = driver.standings().sheets.layout()?;
        layout.print()
    };
    let thursday = Some((Print::ClubLadder, "Thursday ladder".to_owned()));
    assert_eq!(printed(&mut driver), thursday);
    assert!(previewed(&mut driver).is_none(), "the list is shown");
    driver.standings().preview = true;
    driver.settle();
    assert_eq!(previewed(&mut driver), Some(Print::ClubLadder));
    let wake: Wake = Arc::new(|| ());
    let sheet = driver.standings().sheets.picture(0, 1.0, &wake);
    assert!(sheet.is_some(), "its first sheet is laid out");
    // Another page prints what Standings shows; the page of prints what is chosen there.
    driver.send(Command::GO_PLAYERS);
    assert_eq!(printed(&mut driver), thursday);
    driver.send(Command::GO_PRINTS);
    assert_eq!(driver.app().print_job().print(), Some(Print::Standings));
    driver.send(Command::GO_STANDINGS);
    driver.standings().ladders.choose(None);
    driver.settle();
    assert_eq!(driver.app().print_job().print(), Some(Print::Standings));
}
