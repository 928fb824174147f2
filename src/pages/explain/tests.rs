//! Explanations in the whole window, by keyboard.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{ExplainPage, state::Subject};
use crate::{
    app::{Action, Command, Page},
    domain::{Edit, PlayerId, Record, Scope, Standings, System, show_change, show_rating},
    ui::tests::Driver,
};

fn subject(driver: &mut Driver) -> Option<Subject> {
    driver.app().page_mut::<ExplainPage>()?.state.subject()
}

fn explain(driver: &mut Driver) {
    driver.press_with(Modifiers::COMMAND, Key::E);
}

#[test]
fn from_the_standings_through_a_game_to_the_opponent_and_back() {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::COMMAND, Key::Num1);
    driver.press_with(Modifiers::COMMAND, Key::Num4);
    driver.press(Key::Home);
    driver.press(Key::ArrowDown);
    let list = Standings::new(&driver.camp(), System::Weekly, Scope::Camp, false);
    let row = list.rows().nth(1).expect("a second player").clone();
    explain(&mut driver);
    assert_eq!(subject(&mut driver), Some(Subject::Player(row.id)));
    assert!(driver.has_keyboard("Games of the week"));

    // The last game leads to its own page, and that to the opponent.
    driver.press(Key::End);
    driver.press(Key::Enter);
    let Some(Subject::Game(id)) = subject(&mut driver) else {
        panic!("a game is explained");
    };
    let game = driver.camp().game(id).expect("the game").clone();
    assert!(driver.shows(&format!("Game {}", game.sequence)));
    assert!(driver.shows_words("Together: "));
    assert!(driver.has_keyboard("All games of White"));
    if game.white == row.id {
        driver.press(Key::Tab);
    }
    driver.press(Key::Enter);
    let opponent = if game.white == row.id {
        game.black
    } else {
        game.white
    };
    assert_eq!(subject(&mut driver), Some(Subject::Player(opponent)));

    // Back through the same pages, each as it was left.
    driver.press(Key::Escape);
    assert_eq!(subject(&mut driver), Some(Subject::Game(id)));
    driver.press(Key::Escape);
    assert_eq!(subject(&mut driver), Some(Subject::Player(row.id)));
    let chosen = driver
        .app()
        .page_mut::<ExplainPage>()
        .and_then(|page| page.state.selected_game());
    assert_eq!(chosen, Some(id));
    driver.press(Key::Escape);
    assert_eq!(subject(&mut driver), None);
    assert_eq!(driver.app().page, Page::STANDINGS);
    assert!(
        driver.has_keyboard("Standings"),
        "the list has the keyboard again"
    );
}

#[test]
fn the_figures_on_the_screen_are_those_of_the_standings() {
    let mut driver = Driver::with_sample();
    let camp = driver.camp();
    let list = Standings::new(&camp, System::Weekly, Scope::Camp, true);
    for row in list.rows() {
        driver
            .app()
            .send(Action::Go(Page::EXPLANATION.of(Record::Player(row.id))));
        driver.settle();
        assert!(driver.shows(&camp.full_name(row.id)));
        if row.games > 0 {
            let [start, now, change] = [
                show_rating(row.start),
                show_rating(row.rating),
                show_change(row.change),
            ];
            for words in [
                format!("The week began at {start}, "),
                format!(": {start} at the start, lowest "),
                format!(", {now} now"),
                format!("Won {}, drawn {}, lost {}: ", row.won, row.drawn, row.lost),
                format!("together {change}."),
            ] {
                assert!(driver.shows_words(&words), "player {}: {words}", row.id);
            }
            for figure in [start, now, change] {
                assert!(driver.shows(&figure), "player {}: {figure}", row.id);
            }
        }
        driver.press(Key::Escape);
    }
}

#[test]
fn a_player_and_a_game_are_explained_from_their_forms() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::NEW_RECORD);
    assert!(driver.app().why_not(Command::EXPLAIN_RATING).is_some());
    driver.press(Key::Escape);
    driver.focus("Players");
    driver.press(Key::Home);
    let player = driver.players().editor.id().expect("a player");
    explain(&mut driver);
    assert_eq!(subject(&mut driver), Some(Subject::Player(player)));
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Players"));

    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::End);
    let game = driver.games().editor.id().expect("a game");
    explain(&mut driver);
    assert_eq!(subject(&mut driver), Some(Subject::Game(game)));
    driver.click("Open game");
    assert_eq!(subject(&mut driver), None);
    assert_eq!(driver.app().page, Page::GAMES);
    assert_eq!(driver.games().editor.id(), Some(game));
    driver.press(Key::ArrowUp);
    assert_ne!(
        driver.games().editor.id(),
        Some(game),
        "the list has the keyboard"
    );
}

#[test]
fn what_is_being_typed_is_saved_and_explained_as_it_is_then() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::Home);
    let id = driver.games().editor.id().expect("a game");
    driver.focus_result();
    let key = if driver.camp().games[0].result.sign() == 0 {
        "1"
    } else {
        "5"
    };
    driver.type_text(key);
    explain(&mut driver);
    assert_eq!(subject(&mut driver), Some(Subject::Game(id)));
    let result = driver.camp().games[0].result;
    let words = if result.sign() == 0 {
        "A draw by itself"
    } else {
        "The winner"
    };
    assert!(driver.shows_words(words));

    // The standings are older than that, until they are recalculated.
    let white = driver.camp().games[0].white;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(white))));
    driver.settle();
    assert!(driver.shows_words("The standings still show"));
    driver.press(Key::F9);
    assert_eq!(subject(&mut driver), Some(Subject::Player(white)));
    assert!(!driver.shows_words("The standings still show"));
}

#[test]
fn the_permanent_rating_is_shown_only_when_asked_for() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].clone();
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player.id))));
    driver.settle();
    let permanent = "Permanent rating (internal)";
    assert!(!driver.shows(permanent));
    driver.click("Show the permanent rating too");
    assert!(driver.shows(permanent));
    driver.press(Key::Escape);
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player.id))));
    driver.settle();
    assert!(!driver.shows(permanent), "off each time it is opened");
}

#[test]
fn both_tables_are_reached_by_keyboard() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().games[0].white;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    driver.focus("Show the permanent rating too");
    driver.press(Key::Space);
    for (table, row) in [
        ("Games of the week", 1),
        ("Games of the week, permanent rating", 2),
    ] {
        driver.press(Key::Tab);
        assert!(driver.has_keyboard(table), "{table}");
        driver.press(Key::ArrowDown);
        let selected = driver
            .app()
            .page_mut::<ExplainPage>()
            .and_then(|page| page.state.row());
        assert_eq!(selected, Some(row), "both tables select the same game");
        let shown = driver.harness.get_by_label(table).rect();
        let window = driver.harness.ctx.content_rect();
        assert!(
            window.contains_rect(shown),
            "{table} is in sight: {shown:?}"
        );
    }
}

#[test]
fn a_player_without_games_is_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Red");
    driver.press(Key::Tab);
    driver.type_text("400");
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Lee");
    driver.send(Command::SAVE_RECORD);
    explain(&mut driver);
    assert!(driver.shows("No games this week"));
    assert!(driver.shows("The week began at 400, the initial ladder rating of the group Red."));
    assert!(driver.has_keyboard("Back"));

    // Forms are out of reach meanwhile.
    for command in [Command::NEW_RECORD, Command::DELETE_RECORD, Command::FIND] {
        assert!(driver.app().why_not(command).is_some(), "{command:?}");
    }
    driver.press(Key::Enter);
    assert_eq!(subject(&mut driver), None);
}

#[test]
fn what_is_deleted_is_not_explained_any_more() {
    let mut driver = Driver::with_sample();
    let game = driver.camp().games[5].clone();
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(game.white))));
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Game(game.id))));
    driver.settle();
    assert_eq!(subject(&mut driver), Some(Subject::Game(game.id)));
    driver.app().send(Action::Change(Edit::DeleteGame(game.id)));
    driver.settle();
    assert_eq!(subject(&mut driver), Some(Subject::Player(game.white)));
    driver.app().send(Action::Go(
        Page::EXPLANATION.of(Record::Player(PlayerId(-1))),
    ));
    driver.settle();
    assert_eq!(subject(&mut driver), Some(Subject::Player(game.white)));
}

#[test]
fn another_page_closes_the_explanation() {
    let mut driver = Driver::with_sample();
    let camp = driver.camp();
    let player = camp.players[0].id;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    driver.send(Command::GO_PLAYERS);
    assert_eq!(subject(&mut driver), None);
    assert_eq!(driver.app().page, Page::PLAYERS);
    driver.press(Key::ArrowDown);
    assert!(
        driver.players().editor.id().is_some(),
        "the list has the keyboard"
    );

    driver.send(Command::GO_STANDINGS);
    driver.press(Key::Home);
    explain(&mut driver);
    driver.send(Command::GO_STANDINGS);
    assert_eq!(subject(&mut driver), None, "also the page that it is");
    driver.press(Key::ArrowDown);
    let selected = driver.standings().selected.expect("a line");
    let list = Standings::new(&camp, System::Weekly, Scope::Camp, false);
    assert_eq!(list.rows().nth(1).map(|row| row.id), Some(selected));
}

#[test]
fn the_chart_is_told_in_words() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    let charts = driver.harness.query_all_by_role(Role::Image);
    let words = charts
        .filter_map(|chart| chart.accesskit_node().label())
        .collect::<Vec<_>>();
    assert_eq!(words.len(), 1);
    assert!(words[0].contains("at the start, lowest"), "{words:?}");
}

#[test]
fn the_menu_explains_and_the_list_gets_the_keyboard_back() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::Home);
    driver.click("Ratings");
    let item = driver.harness.get_by_label_contains("Explain rating");
    item.click();
    driver.settle();
    let first = driver.camp().games[0].id;
    assert_eq!(subject(&mut driver), Some(Subject::Game(first)));
    driver.press(Key::Escape);
    assert_eq!(subject(&mut driver), None);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.games().editor.id(), Some(driver.camp().games[1].id));
}

#[test]
fn esc_closes_a_question_before_the_explanation() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    driver.press(Key::F7);
    assert!(driver.app().dialog.is_some());
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
    assert_eq!(subject(&mut driver), Some(Subject::Player(player)));
    driver.press(Key::Escape);
    assert_eq!(subject(&mut driver), None);
}

/// The wheel scrolls and never changes anything.
#[test]
fn the_wheel_over_the_chart_changes_nothing() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    let words = |driver: &Driver| {
        let chart = driver.harness.get_by_role(Role::Image);
        (chart.accesskit_node().label(), chart.rect())
    };
    let before = words(&driver);
    driver.harness.hover_at(before.1.center());
    driver.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, -5.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    driver.settle();
    let row = driver
        .app()
        .page_mut::<ExplainPage>()
        .and_then(|page| page.state.row());
    assert_eq!((words(&driver), row), (before, Some(0)));
}

#[test]
fn every_size_of_window_shows_it() {
    for (width, height) in [(600.0, 427.0), (900.0, 640.0), (1400.0, 900.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        let camp = driver.camp();
        let game = camp.games[30].clone();
        driver
            .app()
            .send(Action::Go(Page::EXPLANATION.of(Record::Player(game.white))));
        driver.settle();
        driver.press(Key::End);
        driver
            .app()
            .send(Action::Go(Page::EXPLANATION.of(Record::Game(game.id))));
        driver.settle();
        let window = driver.harness.ctx.content_rect();
        for label in ["Back", "Open game"] {
            let shown = driver.harness.get_by_label(label).rect();
            assert!(
                window.contains_rect(shown),
                "{label} at {width} by {height}"
            );
        }
        assert!(driver.shows_words("Together: "));
    }
}

#[test]
fn a_page_that_scrolls_is_opened_at_its_top() {
    let mut driver = Driver::with_size(900.0, 640.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::RATINGS_FOLLOW);
    let game = driver.camp().games[0].clone();
    driver.app().send(Action::Change(Edit::DeleteGame(game.id)));
    driver.settle();
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(game.black))));
    driver.settle();
    let top = |driver: &Driver| driver.harness.get_by_label("Start").rect().top();
    let switch = driver.harness.get_by_label("Show the permanent rating too");
    let below_switch = switch.rect().bottom();
    assert!(driver.shows_words("The standings still show"));
    let at_first = top(&driver);
    assert!(at_first > below_switch + 30.0, "the banner is in sight");
    driver.press(Key::ArrowDown);
    assert!(top(&driver) < at_first, "the page follows the keys");
}

#[test]
fn the_history_takes_the_page() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(player))));
    driver.settle();
    driver.send(Command::HISTORY);
    assert_eq!(subject(&mut driver), None);
    assert!(driver.app().why_not(Command::EXPLAIN_RATING).is_some());
}
