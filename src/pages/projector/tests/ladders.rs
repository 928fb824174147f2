//! A ladder of the club on the projector.

use std::ops::ControlFlow;

use egui::Key;
use egui_kittest::kittest::Queryable as _;

use super::on_projector;
use crate::{
    app::{Command, Page},
    domain::{Edit, GameResult, LadderSystem, NewLadder, SettingValues},
    rating::{self, Settings},
    ui::tests::Driver,
};

fn add(driver: &mut Driver, name: &str, system: LadderSystem) {
    driver.change(Edit::AddLadder(NewLadder {
        name: name.to_owned(),
        system,
        settings: SettingValues::new(),
    }));
}

#[test]
fn the_ladder_that_the_standings_show_goes_on_the_wall() {
    for system in [
        LadderSystem::Club,
        LadderSystem::GameCourier,
        LadderSystem::RaceCode,
        LadderSystem::Camp,
    ] {
        let mut driver = Driver::with_sample();
        add(&mut driver, "Thursday", system);
        let camp = driver.camp();
        let ladder = camp.ladders[0].clone();
        driver
            .app()
            .send(crate::app::Action::Go(Page::STANDINGS.into()));
        driver.settle();
        driver.focus_choice("Ladder");
        driver.type_text("th");
        driver.settle();
        driver.send(Command::PROJECTOR);
        assert!(driver.shows("Thursday"), "{system:?}");

        // The first line says what the ladder's own standings say of their first.
        let settings = Settings::of(&ladder).expect("settings");
        let today = jiff::civil::date(2026, 7, 10);
        let standings = rating::standings(&camp, &settings, today, &mut |_, _| {
            ControlFlow::Continue(())
        });
        let standings = standings.expect("standings").of_active();
        let first = &standings.rows[0];
        let figure = rating::kind(system).figure;
        let at = standings
            .columns
            .iter()
            .position(|column| column.title == figure);
        let at = at.filter(|at| standings.columns[*at].listed);
        let name = camp.full_name(first.player);
        let said = match at {
            Some(at) => format!(
                "{}, {name}, {} {}",
                first.rank,
                figure.to_lowercase(),
                first.values[at].shown()
            ),
            None => format!("{}, {name}", first.rank),
        };
        assert!(driver.shows(&said), "{system:?}: {said}");
        assert_eq!(at.is_none(), system == LadderSystem::Club);
        driver.press(Key::Escape);
        assert!(driver.app().session.in_place_of_window().is_none());
    }
}

#[test]
fn a_ladder_is_chosen_on_the_wall_and_follows_the_games() {
    let mut driver = on_projector();
    add(&mut driver, "Thursday", LadderSystem::Camp);
    assert!(!driver.shows("Thursday"));
    driver.press(Key::Tab);
    driver.focus_choice("Lists");
    driver.type_text("th");
    driver.settle();
    assert!(driver.shows("Thursday"));
    let first = |driver: &Driver| {
        let lines = driver.harness.query_all_by_label_contains(", rating ");
        let label = lines.map(|line| {
            use egui_kittest::kittest::NodeT as _;
            line.accesskit_node().value().unwrap_or_default()
        });
        label.collect::<Vec<_>>()
    };
    let before = first(&driver);
    assert!(before.len() > 5 && before.iter().all(|line| !line.is_empty()));
    let camp = driver.camp();
    let last = camp.players.iter().rfind(|player| player.active);
    let [white, black] = [last.expect("a player").id, camp.games[0].white];
    for _ in 0..3 {
        driver.add_game(white.0, black.0, GameResult::WhiteWon);
    }
    driver.settle();
    assert_ne!(first(&driver), before, "three games more");
    // The lists of the week again.
    driver.focus_choice("Lists");
    driver.type_text("who");
    driver.settle();
    assert!(driver.shows("Whole camp") && !driver.shows("Thursday"));
}
