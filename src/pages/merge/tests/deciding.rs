//! What the preview shows, what is decided there, and what keeps it from being done or lost by a key too many.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Role, Shape, accesskit::Toggled, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{Bench, game, notes, notes_of, player};
use crate::{
    app::{Command, page::RefusedChange},
    domain::{Edit, Game, GameResult, Group, Player, PlayerId, merge::WRONG_CLOCK},
    storage::{CampFile, Mode, Occasion},
    ui::tests::Driver,
};

/// Whoever presses Enter twice at the path hasn't seen yet what would come.
#[test]
fn a_second_enter_brings_nothing_that_has_only_just_come() {
    for with in [Modifiers::NONE, Modifiers::COMMAND] {
        let mut bench = Bench::new();
        bench.change_copy([game(1, 2)]);
        let copy = bench.copy();
        let driver = &mut bench.driver;
        driver.send(Command::BRING_BACK);
        driver.focus_field("Copy of this camp");
        driver.type_text(&copy.display().to_string());
        driver.harness.key_press(Key::Enter);
        driver.until(|driver| driver.shows("Bring together") && driver.shows_words("Ready to"));
        // A moment later, by a clock that stands still meanwhile.
        let now = driver.harness.ctx.input(|input| input.time);
        driver.harness.input_mut().time = Some(now + 0.1);
        driver.press_with(with, Key::Enter);
        assert!(driver.shows_words("Ready to bring together"));
        assert_eq!(driver.camp().games.len(), 0);
        driver.harness.input_mut().time = None;
        driver.settle();
        driver.press_with(with, Key::Enter);
        driver.settle();
        assert_eq!(driver.camp().games.len(), 1);
    }
}

#[test]
fn an_arrow_chooses_the_side_that_it_leads_to() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There"), notes(2, "There, too")]);
    bench.change(notes(1, "Here"));
    bench.change(notes(2, "Here, too"));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.has_keyboard("Player Ann Leewood, here: Notes Here"));
    driver.press(Key::ArrowLeft);
    driver.settle();
    assert!(driver.shows("1 of 2 decisions still needed"));
    // Past the other side of the same one, and this side of the next.
    for _ in 0..3 {
        driver.press(Key::Tab);
    }
    assert!(driver.has_keyboard("Player Ann Vang, in the copy: Notes There, too"));
    driver.press(Key::ArrowRight);
    driver.settle();
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    assert_eq!(notes_of(driver), ["Here", "There, too", ""]);
}

/// Clicks there in one frame, as a touchpad does, or in several.
fn click_at(driver: &mut Driver, at: Pos2, is_at_once: bool) {
    driver.harness.event(Event::PointerMoved(at));
    driver.harness.step();
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    if is_at_once {
        let events = &mut driver.harness.input_mut().events;
        events.extend([true, false].map(button));
        driver.harness.step();
    } else {
        for pressed in [true, false] {
            driver.harness.event(button(pressed));
        }
    }
    driver.settle();
}

/// Whether all of this text is drawn within what its place shows of it.
fn is_whole(driver: &Driver, words: &str) -> bool {
    let mut shapes = driver.harness.output().shapes.iter();
    shapes.any(|shape| match &shape.shape {
        Shape::Text(text) if text.galley.text() == words => {
            shape.clip_rect.contains_rect(text.visual_bounding_rect())
        }
        _ => false,
    })
}

#[test]
fn the_title_of_what_is_next_to_decide_is_in_sight() {
    let mut bench = Bench::new();
    for number in 4..20 {
        bench.change(player(&format!("Young {number:02}")));
    }
    bench.copy_anew();
    bench.change_copy((1..20).map(|number| notes(number, "There")));
    for number in 1..20 {
        bench.change(notes(number, "Here"));
    }
    bench.compare();
    let driver = &mut bench.driver;
    for _ in 0..18 {
        driver.press(Key::F3);
    }
    assert!(driver.has_keyboard("Player Ann Young 19, here: Notes Here"));
    assert!(!is_whole(driver, "Player Ann Leewood"));
    // Round the end, upwards.
    driver.press(Key::F3);
    assert!(driver.has_keyboard("Player Ann Leewood, here: Notes Here"));
    assert!(is_whole(driver, "Player Ann Leewood"));
    for _ in 0..3 {
        driver.press(Key::PageDown);
    }
    assert!(!is_whole(driver, "Player Ann Vang"));
    let next = driver.harness.get_by_label("Next to decide (19)").rect();
    click_at(driver, next.center(), true);
    assert!(driver.has_keyboard("Player Ann Vang, here: Notes Here"));
    assert!(is_whole(driver, "Player Ann Vang"));
}

/// A new camper of both, whose notes differ.
fn noted(text: &str) -> Edit {
    Edit::AddPlayer(Player {
        last_name: "Yu".to_owned(),
        first_name: "Ann".to_owned(),
        notes: text.to_owned(),
        ..Player::default()
    })
}

/// Whoever unticks a camper has nothing to decide about her any more.
#[test]
fn a_tick_stays_where_it_is_when_a_decision_above_it_goes() {
    let mut bench = Bench::new();
    for number in 4..12 {
        bench.change(player(&format!("Young {number:02}")));
    }
    bench.copy_anew();
    bench.change_copy((1..12).map(|number| notes(number, "There")));
    bench.change_copy([noted("There"), game(12, 1)]);
    for number in 1..12 {
        bench.change(notes(number, "Here"));
    }
    bench.change(noted("Here"));
    bench.change(game(12, 1));
    bench.compare();
    let driver = &mut bench.driver;
    let tick = "Ann Yu, number 12: one player";
    let place = |driver: &Driver| {
        let node = driver.harness.query_by_label(tick);
        node.map(|node| node.rect())
    };
    let bottom = driver.harness.ctx.content_rect().bottom();
    let in_sight = |driver: &Driver| place(driver).is_some_and(|it| it.bottom() < bottom - 80.0);
    for _ in 0..12 {
        if !in_sight(driver) {
            driver.press(Key::PageDown);
        }
    }
    assert!(driver.shows("12 decisions needed") && in_sight(driver));
    let before = place(driver).expect("the tick");
    driver.click(tick);
    driver.settle();
    assert!(driver.shows("11 decisions needed"));
    let after = place(driver).expect("the tick");
    assert!((after.top() - before.top()).abs() < 1.0, "{after:?}");
}

/// Where there is no room to scroll, another tick comes under the pointer.
#[test]
fn the_second_half_of_a_double_click_ticks_nothing_else() {
    let mut bench = Bench::new();
    let games = [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)];
    let games = || games.map(|(white, black)| game(white, black));
    // Of two decisions one stays: the list moves by a few ticks.
    let there = [notes(1, "There"), noted("There")];
    bench.change_copy(there.into_iter().chain(games()));
    bench.change(notes(1, "Here"));
    bench.change(noted("Here"));
    for game in games() {
        bench.change(game);
    }
    bench.driver.harness.set_size(vec2(1100.0, 1000.0));
    bench.compare();
    let driver = &mut bench.driver;
    let unticked = |driver: &Driver| {
        let ticks = driver.harness.query_all_by_role(Role::CheckBox);
        let toggled = ticks.map(|tick| tick.accesskit_node().toggled());
        toggled.filter(|it| *it == Some(Toggled::False)).count()
    };
    let tick = driver.harness.get_by_label("Ann Yu, number 4: one player");
    let at = tick.rect().left_center() + vec2(8.0, 0.0);
    assert_eq!(unticked(driver), 0);
    let now = driver.harness.ctx.input(|input| input.time);
    driver.harness.input_mut().time = Some(now + 1.0);
    click_at(driver, at, false);
    assert_eq!(unticked(driver), 1);
    driver.harness.input_mut().time = Some(now + 1.3);
    click_at(driver, at, false);
    assert_eq!(unticked(driver), 1);
    // Later it is meant for what is there now.
    driver.harness.input_mut().time = Some(now + 2.0);
    click_at(driver, at, false);
    assert_eq!(unticked(driver), 2);
}

/// With more decisions than there is room for.
#[test]
fn what_is_still_to_be_decided_is_counted_in_sight_and_found_by_a_key() {
    let mut bench = Bench::new();
    for number in 4..20 {
        bench.change(player(&format!("Young {number:02}")));
    }
    bench.copy_anew();
    bench.change_copy((1..20).map(|number| notes(number, "There")));
    for number in 1..20 {
        bench.change(notes(number, "Here"));
    }
    bench.compare();
    let driver = &mut bench.driver;
    let here = |name: &str| format!("Player Ann {name}, here: Notes Here");
    let top = |driver: &Driver, name: &str| driver.harness.get_by_label(&here(name)).rect().top();
    let before = top(driver, "Leewood");
    driver.press(Key::PageDown);
    assert!(top(driver, "Leewood") < before - 100.0);
    driver.press(Key::PageUp);
    assert!((top(driver, "Leewood") - before).abs() < 1.0);
    assert!(driver.shows("Next to decide (19)"));
    for name in ["Vang", "Xiong", "Young 04"] {
        driver.press(Key::F3);
        assert!(driver.has_keyboard(&here(name)), "{name}");
    }
    driver.press(Key::ArrowLeft);
    driver.settle();
    let window = driver.harness.ctx.content_rect();
    let button = driver.harness.get_by_label("Next to decide (18)").rect();
    assert!(window.contains_rect(button));
    // Round the end, past what is decided.
    for _ in 0..18 {
        driver.press(Key::F3);
    }
    assert!(driver.has_keyboard(&here("Xiong")));
    driver.press(Key::F3);
    assert!(driver.has_keyboard(&here("Young 05")));
    while driver.harness.get_by_label("All as here").rect().top() < button.bottom() {
        driver.press(Key::PageUp);
    }
    driver.click("All as here");
    driver.settle();
    assert!(!driver.shows_words("Next to decide"));
}

#[test]
fn what_was_decided_is_not_thrown_away_unasked() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There"), notes(2, "There, too")]);
    bench.change(notes(1, "Here"));
    bench.change(notes(2, "Here, too"));
    bench.compare();
    let driver = &mut bench.driver;
    driver.press(Key::ArrowRight);
    driver.settle();
    let asked = "Discard what you have decided?";
    driver.press(Key::Escape);
    assert!(driver.shows(asked));
    // The keyboard begins where nothing is lost.
    driver.press(Key::Enter);
    assert!(!driver.shows(asked));
    for button in ["Cancel", "Another copy…"] {
        driver.click(button);
        assert!(driver.shows(asked), "{button}");
        driver.press(Key::Escape);
        assert!(driver.shows("1 of 2 decisions still needed"), "{button}");
    }
    driver.click("Another copy…");
    driver.click("Discard");
    assert!(driver.shows("Copy of this camp"));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows("2 decisions needed"));
    // Nothing is decided.
    driver.press(Key::Escape);
    driver.settle();
    assert!(bench.page().is_none());
}

#[test]
fn campers_of_one_name_are_told_apart_by_their_numbers() {
    let mut bench = Bench::new();
    let zoe = Player {
        last_name: "Adams".to_owned(),
        first_name: "Zoe".to_owned(),
        ..Player::default()
    };
    for camper in [player("Leewood"), Edit::AddPlayer(zoe)] {
        bench.change(camper);
    }
    bench.copy_anew();
    let changed = [1, 4, 5];
    bench.change_copy(changed.map(|number| notes(number, "There")));
    bench.change_copy([game(4, 2)]);
    for number in changed {
        bench.change(notes(number, "Here"));
    }
    bench.compare();
    let page = bench.page().expect("the page");
    let planned = page
        .bringing
        .as_ref()
        .and_then(super::super::state::Bringing::planned);
    let planned = planned.expect("a plan");
    let titles = planned.decisions.iter().map(|it| it.title.as_str());
    // As the camp lists them: by last name.
    assert_eq!(
        titles.collect::<Vec<_>>(),
        [
            "Player Zoe Adams",
            "Player Ann Leewood (1)",
            "Player Ann Leewood (4)"
        ]
    );
    let coming = planned.coming.iter().map(|it| it.record.as_str());
    assert_eq!(
        coming.collect::<Vec<_>>(),
        ["Game Ann Leewood (4) 1–0 Ann Vang"]
    );
}

/// What is in the wrong order has the wrong dates, too: that is a warning, and no note.
#[test]
fn a_clock_that_seems_wrong_is_warned_of() {
    let mut bench = Bench::new();
    let mut copy = CampFile::open(&bench.copy(), Mode::Change).expect("the copy");
    let occasion = Occasion {
        at: "2100-07-06T08:00:00Z".parse().expect("a moment"),
        ..Occasion::now("A game")
    };
    copy.apply(&game(1, 2), &occasion).expect("a game");
    drop(copy);
    bench.compare();
    let harness = &bench.driver.harness;
    harness.get_by_role_and_label(Role::Alert, WRONG_CLOCK);
    assert!(WRONG_CLOCK.contains("check the dates"));
}

#[test]
fn the_keys_of_the_buttons_stand_in_them() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    bench.compare();
    let driver = &bench.driver;
    let shown = [("Bring together", "Ctrl+Enter"), ("Cancel", "Esc")];
    let shapes = &driver.harness.output().shapes;
    for (button, keys) in shown {
        let place = driver.harness.get_by_label(button).rect();
        let is_there = shapes.iter().any(|shape| match &shape.shape {
            Shape::Text(text) => {
                text.galley.text() == keys && place.contains(text.visual_bounding_rect().center())
            }
            _ => false,
        });
        assert!(is_there, "{keys} in {button}");
    }
}

/// Of games that read the same on both none was ticked or unticked yet: nothing of that can be decided otherwise.
#[test]
fn a_refusal_leaves_the_keyboard_where_something_can_be_done() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2), game(2, 3)]);
    bench.change(game(1, 2));
    bench.compare();
    let refuse = |bench: &mut Bench, ticket| {
        let page = bench.page().expect("the page");
        let bringing = page.bringing.as_mut().expect("a copy");
        bringing.begin_saving(ticket);
        assert!(bringing.was_refused(RefusedChange {
            ticket,
            reason: "Refused",
            problems: &[],
            is_outdated: false,
            may_pass: false,
        }));
        bench.driver.settle();
        assert!(bench.driver.shows("Nothing was brought back"));
    };
    refuse(&mut bench, 1);
    assert!(bench.driver.has_keyboard("Another copy…"));
    let tick = "Ann Leewood 1–0 Ann Vang: one game";
    bench.driver.click(tick);
    bench.driver.settle();
    assert!(!bench.driver.shows("Nothing was brought back"));
    refuse(&mut bench, 2);
    assert!(bench.driver.has_keyboard(tick));
}

#[test]
fn which_copy_it_is_stands_there_in_a_window_of_any_width() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    bench.compare();
    for width in [450.0, 690.0, 900.0, 1180.0] {
        bench.driver.harness.set_size(vec2(width, 640.0));
        bench.driver.settle();
        let name = bench.driver.harness.get_by_label("Copy.ladder").rect();
        let window = bench.driver.harness.ctx.content_rect();
        assert!(window.contains_rect(name) && name.width() > 60.0, "{width}");
    }
}

#[test]
fn a_week_that_comes_is_said_to_come() {
    let mut bench = Bench::new();
    let on = bench.driver.camp().week.opened_on;
    bench.change_copy([Edit::CloseWeek { on }]);
    bench.compare();
    let said = "To come: Week 1 is closed, as in the copy";
    assert!(bench.driver.shows_words(said));
    bench.driver.send(Command::SAVE_IMPORT);
    bench.driver.settle();
    assert_eq!(
        bench.driver.message(),
        "Copy brought back: 1 week changed. Week 1 closed"
    );
}

#[test]
fn a_game_that_ended_otherwise_on_the_copy_is_shown() {
    let mut bench = Bench::new();
    let day = bench.driver.camp().week.opened_on;
    let ended = |result| {
        let mut game = Game::new(PlayerId(3), PlayerId(1), result);
        game.date = Some(day);
        Edit::add_game(game)
    };
    bench.change(ended(GameResult::WhiteWon));
    bench.change_copy([ended(GameResult::BlackWon)]);
    bench.compare();
    assert!(bench.driver.shows("Different results"));
    let said = "Ann Xiong against Ann Leewood ended 1–0 here, and 0–1 in the copy";
    assert!(bench.driver.shows_words(said));
    bench.driver.send(Command::SAVE_IMPORT);
    bench.driver.settle();
    let said = "Copy brought back: 1 game added. Both results of Ann Xiong against Ann Leewood are here: check the sheet. ";
    let message = bench.driver.message();
    assert!(message.starts_with(said), "{message}");
}

#[test]
fn the_card_of_a_week_that_both_have_closed_says_how_to_keep_the_games_of_both() {
    let mut bench = Bench::new();
    bench.change(Edit::AddGroup(Group::new("Red", Some(400))));
    let camp = bench.driver.camp();
    for camper in camp.players.iter() {
        bench.change(Edit::put(&Player {
            group: Some(camp.groups[0].id),
            ..camper.clone()
        }));
    }
    bench.copy_anew();
    let on = camp.week.opened_on;
    bench.change_copy([game(1, 2), Edit::CloseWeek { on }]);
    for edit in [game(2, 3), Edit::CloseWeek { on }] {
        bench.change(edit);
    }
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows_words("reopen week 1 here first"));
    driver.click("All as here");
    driver.settle();
    driver.click("Bring together");
    driver.settle();
    let said = "Copy brought back: everything stays as it is here. Left out of week 1: 1 game that only the copy has";
    assert_eq!(driver.message(), said);
}

/// Another camper of that name is new on both, and the copy may know her by another uid.
#[test]
fn campers_of_one_name_are_told_apart_in_what_is_the_same_on_both() {
    let mut bench = Bench::new();
    let typed = || [player("Leewood"), game(4, 1), game(1, 2)];
    bench.change_copy(typed());
    for edit in typed() {
        bench.change(edit);
    }
    bench.compare();
    let driver = &bench.driver;
    assert!(driver.shows("Ann Leewood, number 4: one player"));
    for game in [
        "Ann Leewood (4) 1–0 Ann Leewood (1)",
        "Ann Leewood (1) 1–0 Ann Vang",
    ] {
        assert!(driver.shows(&format!("{game}: one game")), "{game}");
    }
}

/// At 200 %, in a window of 1366 × 768.
#[test]
fn a_small_window_shows_the_beginning_of_the_page_first() {
    let mut bench = Bench::new();
    bench.change_copy((1..4).map(|number| notes(number, "There")));
    for number in 1..4 {
        bench.change(notes(number, "Here"));
    }
    bench.driver.harness.set_size(vec2(683.0, 384.0));
    for _ in 0..2 {
        bench.compare();
        let driver = &mut bench.driver;
        assert!(is_whole(driver, "3 decisions needed."));
        assert!(driver.has_keyboard("Next to decide (3)"));
        driver.press(Key::Enter);
        assert!(driver.has_keyboard("Player Ann Leewood, here: Notes Here"));
        driver.press(Key::F3);
        driver.press(Key::Escape);
        driver.settle();
    }
}

#[test]
fn where_nothing_in_common_is_known_records_differ_and_none_counts_as_changed_by_both() {
    let mut bench = Bench::new();
    bench.change(notes(1, "Here"));
    bench.change_copy([notes(1, "There")]);
    let mut copy = CampFile::open(&bench.copy(), Mode::Change).expect("the copy");
    copy.forget_history().expect("no history");
    drop(copy);
    bench.compare();
    let driver = &bench.driver;
    assert!(driver.shows("What the two had in common isn’t known"));
    assert!(driver.shows_words("These differ."));
    assert!(!driver.shows_words("Both have changed"));
}

#[test]
fn a_new_player_with_nearly_the_same_name_is_one_only_if_ticked() {
    for is_one in [false, true] {
        let mut bench = Bench::new();
        bench.change_copy([player("Leewoodd"), player("Ciprianni")]);
        bench.change(player("Cipriani"));
        bench.compare();
        let driver = &mut bench.driver;
        let tick = "Here Ann Cipriani, number 4, in the copy Ann Ciprianni, number 5: one player";
        let node = driver.harness.get_by_label(tick);
        assert_eq!(node.accesskit_node().toggled(), Some(Toggled::False));
        assert!(driver.shows_words("nearly the same name stay two: tick those who are one"));
        assert!(!driver.shows_words("decision needed"));
        if is_one {
            driver.click(tick);
            driver.settle();
            driver.press(Key::F3);
            driver.press(Key::ArrowLeft);
            driver.settle();
        }
        driver.click("Bring together");
        driver.settle();
        let camp = driver.camp();
        let names = camp.players.iter().map(|it| it.last_name.as_str());
        let mut names = names.collect::<Vec<_>>();
        names.sort_unstable();
        let both = ["Cipriani", "Ciprianni"];
        let expected = [
            &both[..if is_one { 1 } else { 2 }],
            &["Leewood", "Leewoodd", "Vang", "Xiong"],
        ];
        assert_eq!(names, expected.concat());
    }
}

/// What is to be decided only then wasn't decided when *All as here* was pressed.
#[test]
fn which_name_is_right_is_open_also_where_all_else_was_decided_at_once() {
    let mut bench = Bench::new();
    bench.change_copy([player("Ciprianni"), notes(1, "There")]);
    bench.change(player("Cipriani"));
    bench.change(notes(1, "Here"));
    bench.compare();
    let driver = &mut bench.driver;
    driver.click("All as here");
    driver.settle();
    assert!(!driver.shows_words("needed"));
    driver.click("Here Ann Cipriani, number 4, in the copy Ann Ciprianni, number 4: one player");
    driver.settle();
    assert!(driver.shows("1 of 2 decisions still needed"));
}
