//! What the preview shows, what is decided there, and what keeps it from being done or lost by a key too many.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;

use super::{Bench, game, notes, player};
use crate::{
    app::Command,
    domain::{
        Edit, Player,
        merge::{Double, WRONG_CLOCK},
    },
    storage::{CampFile, Mode, Occasion},
};

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
    bench.change(game(4, 2));
    for number in changed {
        bench.change(notes(number, "Here"));
    }
    bench.compare();
    let page = bench.page().expect("the page");
    let planned = page.bringing.as_ref().and_then(|it| it.planned());
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
    let doubles = planned.doubles().iter().map(Double::as_one);
    assert_eq!(
        doubles.collect::<Vec<_>>(),
        ["Ann Leewood (4) 1–0 Ann Vang: one game"]
    );
}

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
