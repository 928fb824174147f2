//! The page of standings, by what it says and by the keyboard.

use std::{sync::Arc, thread, time::Duration};

use egui::{Key, Role, Theme};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};

use super::*;
use crate::{
    app::{Action, App, settings::Settings},
    pages,
    ui::{kit::testing, tests::now},
};

/// Waits for everything that is under way, and draws what came of it.
fn settle(harness: &mut Harness<'_, App>) {
    loop {
        harness.state_mut().logic();
        harness.step();
        if !harness.state().is_busy() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    harness.run();
}

fn harness(command: Option<Command>) -> Harness<'static, App> {
    let app = App::new(Settings::default(), Arc::new(|| ()), now, pages::ALL).expect("a thread");
    let mut harness = testing::builder(Theme::Light)
        .with_size(vec2(1000.0, 700.0))
        .build_ui_state(
            |ui, app: &mut App| {
                app.logic();
                app.with_shown(|page, ctx, out| page.view(ui, ctx, out));
            },
            app,
        );
    if let Some(command) = command {
        harness.state_mut().send(command);
    }
    settle(&mut harness);
    harness
}

fn page<'a>(harness: &'a mut Harness<'_, App>) -> &'a mut StandingsPage {
    harness.state_mut().page_mut().expect("the page")
}

fn sample() -> Harness<'static, App> {
    harness(Some(Command::OPEN_SAMPLE))
}

fn first_row(harness: &Harness<'_, App>) -> String {
    let camp = harness.state().session.camp.as_ref().expect("a camp");
    let list = crate::domain::Standings::new(&camp.data, System::Weekly, Scope::Camp, false);
    let row = list.rows().next().expect("a row");
    format!("1, {}, {}", row.last_name, row.first_name)
}

#[test]
fn the_list_begins_with_the_first_of_the_camp() {
    let harness = sample();
    let first = first_row(&harness);
    harness.get_by_role_and_label(Role::Heading, "Standings");
    let row = harness.get_by(|node| {
        node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(&first))
    });
    let said = row.accesskit_node().label().unwrap_or_default();
    assert!(said.contains("rating"), "{said}");
    assert!(said.contains("won"), "{said}");
}

#[test]
fn each_group_has_its_own_list() {
    let mut harness = sample();
    harness
        .get_by_role_and_label(Role::ComboBox, "Players")
        .focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    settle(&mut harness);
    assert_eq!(page(&mut harness).scope, Scope::ByGroup);
    harness.get_by_role_and_label(Role::Table, "Standings, Gold");
    harness.get_by_label("Gold");
}

#[test]
fn the_keyboard_reaches_the_lists_out_of_sight() {
    let mut harness = sample();
    page(&mut harness).scope = Scope::ByGroup;
    settle(&mut harness);
    let is_seen = |harness: &Harness<'_, App>| {
        let purple = harness.get_by_role_and_label(Role::Table, "Standings, Purple");
        purple.rect().top() < 600.0
    };
    assert!(!is_seen(&harness), "the last group is below the window");
    harness
        .get_by_role_and_label(Role::Table, "Standings, Gold")
        .focus();
    harness.run();
    for _ in 0..4 {
        harness.key_press(Key::Tab);
        harness.run();
    }
    assert!(is_seen(&harness), "it has come into view");
    let purple = harness.get_by_role_and_label(Role::Table, "Standings, Purple");
    assert!(purple.is_focused());
}

#[test]
fn the_lists_of_all_groups_have_the_same_titles_in_any_window() {
    let mut harness = sample();
    page(&mut harness).scope = Scope::ByGroup;
    settle(&mut harness);
    let mut seen = [false; 2];
    for width in (100_u16..200).map(|step| f32::from(step * 5)) {
        // As high as all groups: a list out of sight has no titles.
        harness.set_size(vec2(width, 4000.0));
        harness.run();
        let count = |title| harness.query_all_by_label(title).count();
        let counts = [count("W–D–L"), count("Won–drawn–lost")];
        assert!(counts.contains(&0), "{width}: {counts:?}");
        seen = [0, 1].map(|at| seen[at] || counts[at] > 1);
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn enter_leads_to_the_player() {
    let mut harness = sample();
    harness
        .get_by_role_and_label(Role::Table, "Standings")
        .focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    settle(&mut harness);
    let app = harness.state();
    assert_eq!(app.page, Page::PLAYERS);
    assert!(app.record().is_some(), "the player is shown");
}

#[test]
fn permanent_ratings_cannot_be_printed() {
    let mut harness = sample();
    assert!(
        !harness
            .get_by_label("Print…")
            .accesskit_node()
            .is_disabled()
    );
    harness
        .get_by_role_and_label(Role::ComboBox, "Rating")
        .focus();
    harness.run();
    harness.key_press(Key::End);
    settle(&mut harness);
    assert_eq!(page(&mut harness).system, System::Permanent);
    for name in ["Print…", "Save as PDF…"] {
        let button = harness.get_by_label(name);
        assert!(button.accesskit_node().is_disabled(), "{name}");
    }

    harness.get_by_label("Sheets").click();
    settle(&mut harness);
    harness.get_by_label("Permanent ratings are never printed");
    harness.get_by_label("Show the weekly rating").click();
    settle(&mut harness);
    assert_eq!(page(&mut harness).system, System::Weekly);
}

#[test]
fn the_sheets_are_shown_and_said() {
    let mut harness = sample();
    harness.get_by_label("List").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    settle(&mut harness);
    // The sheet is drawn only once it is known how large.
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Status, "Page 1 of 1");
    let sheet = harness.get_by_role_and_label(Role::Document, "Page 1 of 1");
    let text = sheet.accesskit_node().value().unwrap_or_default();
    assert!(text.contains("Sample camp"), "{text}");
    assert!(text.contains("Week 1"), "{text}");
    assert!(
        !page(&mut harness).looks.sheets.is_empty(),
        "a sheet is drawn"
    );

    harness.get_by_label("List").click();
    settle(&mut harness);
    assert!(page(&mut harness).looks.sheets.is_empty(), "and let go of");
}

#[test]
fn sheets_of_groups_are_gone_through_by_keys() {
    let mut harness = sample();
    page(&mut harness).preview = true;
    page(&mut harness).scope = Scope::ByGroup;
    harness.run_steps(1);
    settle(&mut harness);
    settle(&mut harness);
    let count = page(&mut harness)
        .sheets
        .layout()
        .and_then(|layout| layout.laid.as_ref().ok())
        .map_or(0, |laid| laid.pages.count());
    assert!(count > 1, "several sheets, and not {count}");
    harness.get_by_role_and_label(Role::Status, &format!("Page 1 of {count}"));
    harness
        .get_by_role_and_label(Role::ScrollView, "Sheets")
        .focus();
    harness.run_steps(2);
    harness.key_press(Key::PageDown);
    harness.run_steps(2);
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Status, &format!("Page 2 of {count}"));
    harness.key_press(Key::End);
    harness.run_steps(2);
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Status, &format!("Page {count} of {count}"));
    harness.key_press(Key::Home);
    harness.run_steps(2);
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Status, &format!("Page 1 of {count}"));
}

#[test]
fn a_new_camp_says_how_to_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = harness(None);
    harness.state_mut().send(Action::Create {
        path: folder.path().join("new.ladder"),
        name: "New camp".to_owned(),
    });
    settle(&mut harness);
    harness.state_mut().send(Command::GO_STANDINGS);
    settle(&mut harness);
    harness.get_by_label("No players yet");
    harness.get_by_label("Import from Access…").click();
    harness.run();
    settle(&mut harness);
    let dialog = &harness.state().dialog;
    assert!(
        matches!(dialog, Some(crate::app::dialogs::Dialog::Import(_))),
        "{dialog:?}"
    );
}

#[test]
fn nothing_is_drawn_again_while_nothing_happens() {
    let mut harness = sample();
    // `run` ends when no further frame is asked for, and fails if that never happens.
    assert!(harness.run() <= 2);
}
