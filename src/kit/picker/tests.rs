//! The picker driven by the keyboard.

use egui_kittest::{Harness, kittest::Queryable as _};

use super::*;
use crate::kit::{Form, testing};

fn items() -> Vec<PickerItem> {
    [
        (12, "Berger, Anna", "Kings · 1034"),
        (7, "Anderson, Bert", "Pawns · 512"),
        (33, "Bergström, Åke", "Kings · 990"),
        (41, "Zhou, Annabel", "Rooks · 1100"),
    ]
    .into_iter()
    .map(|(key, text, detail)| PickerItem {
        key,
        text: text.to_owned(),
        detail: detail.to_owned(),
        search: format!(
            "{} {key}",
            search_words(&text.to_lowercase().replace('å', "a").replace('ö', "o"))
        ),
        seldom: false,
    })
    .collect()
}

struct App {
    items: Vec<PickerItem>,
    state: PickerState,
    accepted: Option<i64>,
    stopped: bool,
    adds: bool,
    after: String,
}

fn harness() -> Harness<'static, App> {
    let app = App {
        items: items(),
        state: PickerState::default(),
        accepted: None,
        stopped: false,
        adds: false,
        after: String::new(),
    };
    testing::harness_with(app, |ui, app: &mut App| {
        let picker = Picker::new(&app.items)
            .offers_new(|typed| format!("Add “{typed}”"))
            .keeps_enter();
        let answer = Form::beside()
            .field("White")
            .picker(ui, &picker, &mut app.state);
        app.stopped |= answer.stopped;
        app.adds |= answer.adds;
        app.accepted = answer.accepted.or(app.accepted);
        Form::beside().field("After").text(ui, &mut app.after);
    })
}

/// The box: its list has the same name.
fn white<'h>(harness: &'h Harness<'static, App>) -> egui_kittest::Node<'h> {
    harness.get_by_role_and_label(egui::accesskit::Role::EditableComboBox, "White")
}

fn found(typed: &str) -> Vec<i64> {
    let items = items();
    let state = PickerState {
        chosen: None,
        text: typed.to_owned(),
    };
    let picker = Picker::new(&items);
    picker
        .found(&state)
        .items
        .into_iter()
        .map(|index| items[index].key)
        .collect()
}

#[test]
fn finds_by_the_beginning_of_any_word_best_first() {
    assert_eq!(found("ber"), [12, 33, 7]);
    assert_eq!(found("anna be"), [12]);
    assert_eq!(found("Berger, a"), [12]);
    assert_eq!(
        found("anna"),
        [12, 41],
        "the whole word before its beginning"
    );
    assert_eq!(found("41"), [41]);
    assert_eq!(found("bergstrom"), [33]);
    assert_eq!(found("xyz"), [0_i64; 0]);
    assert_eq!(found("burger"), [12], "misspelled");
}

#[test]
fn those_whom_a_misspelled_name_may_mean_come_first_and_none_is_taken_unasked() {
    let items = items();
    let found = |stands_for: &str, typed: &str| {
        let picker = Picker::new(&items).stands_for(stands_for);
        let state = PickerState {
            chosen: None,
            text: typed.to_owned(),
        };
        let found = picker.found(&state);
        let keys = found.items.iter().map(|at| items[*at].key);
        (keys.collect::<Vec<_>>(), found.is_clear)
    };
    assert_eq!(found("Bert Andersen", ""), (vec![7, 12, 33, 41], false));
    assert_eq!(found("Zhuo, Annabel", ""), (vec![41, 12, 7, 33], false));
    let all = vec![12, 7, 33, 41];
    for nobody in ["Nobody", "4", ""] {
        assert_eq!(found(nobody, ""), (all.clone(), true), "{nobody}");
    }
    // What is typed is meant.
    assert_eq!(found("Bert Andersen", "zhou"), (vec![41], true));
}

#[test]
fn what_is_seldom_meant_comes_last_unless_its_number_is_typed() {
    let mut items = items();
    items[0].seldom = true;
    let found = |typed: &str| {
        let state = PickerState {
            chosen: None,
            text: typed.to_owned(),
        };
        Picker::new(&items)
            .found(&state)
            .items
            .into_iter()
            .map(|index| items[index].key)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("anna"), [41, 12]);
    assert_eq!(found("ab"), [7, 33, 12], "the one in the background last");
    assert_eq!(found("12"), [12]);
}

/// Ten thousand records within a tenth of a frame; a program that is not optimised gets more time.
#[test]
fn ten_thousand_records_are_matched_between_two_keys() {
    let items = (0..10_000)
        .map(|key| PickerItem {
            key,
            text: format!("Family{key}, Given{key}"),
            detail: String::new(),
            search: format!("family{key} given{key} {key}"),
            seldom: key % 10 == 0,
        })
        .collect::<Vec<_>>();
    let picker = Picker::new(&items);
    for (typed, count) in [
        ("f", 10_000),
        ("gf", 10_000),
        ("family12 g", 111),
        ("9999", 1),
    ] {
        let state = PickerState {
            chosen: None,
            text: typed.to_owned(),
        };
        let quickest = (0..5)
            .map(|_| {
                let start = std::time::Instant::now();
                assert_eq!(picker.found(&state).items.len(), count, "{typed}");
                start.elapsed()
            })
            .min();
        let most = if cfg!(debug_assertions) {
            100_000
        } else {
            2_000
        };
        assert!(
            quickest < Some(std::time::Duration::from_micros(most)),
            "{quickest:?}"
        );
    }
}

#[test]
fn typing_and_enter_choose_and_move_on() {
    let mut harness = harness();
    harness.get_by_label("White").focus();
    harness.run();
    harness.get_by_label("White").type_text("ber");
    harness.run();
    harness.get_by_label("Bergström, Åke");
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(33));
    assert_eq!(harness.state().accepted, Some(33));
    assert_eq!(harness.state().state.text, "Bergström, Åke");
    assert!(harness.get_by_label("After").is_focused());
    assert!(
        harness.query_by_label("Berger, Anna").is_none(),
        "the list is closed"
    );
}

#[test]
fn tab_takes_the_best_match() {
    let mut harness = harness();
    harness.get_by_label("White").focus();
    harness.run();
    harness.get_by_label("White").type_text("zh");
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(41));
    assert!(harness.get_by_label("After").is_focused());
}

#[test]
fn a_pointer_that_rests_over_the_list_does_not_keep_tab_from_taking() {
    let mut harness = harness();
    let white = harness.get_by_label("White");
    white.focus();
    let below = white.rect().center_bottom() + egui::vec2(0.0, 20.0);
    harness.run();
    harness.get_by_label("White").type_text("zh");
    harness.event(egui::Event::PointerMoved(below));
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(41));
}

#[test]
fn escape_brings_back_what_was_chosen() {
    let mut harness = harness();
    harness.state_mut().state = PickerState::new(&items()[0]);
    harness.get_by_label("White").focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.get_by_label("Zhou, Annabel");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(12));
    assert!(harness.query_by_label("Zhou, Annabel").is_none());
    assert!(harness.get_by_label("White").is_focused());
}

#[test]
fn says_when_nothing_matches_and_keeps_what_was_typed() {
    let mut harness = harness();
    harness.get_by_label("White").focus();
    harness.run();
    harness.get_by_label("White").type_text("xyz");
    harness.run();
    harness.get_by_label("Add “xyz”");
    harness.key_press(Key::Tab);
    harness.run();
    assert!(white(&harness).is_focused());
    assert!(harness.state().state.unresolved());
    assert_eq!(harness.state().state.text, "xyz");
}

#[test]
fn a_name_is_taken_unasked_only_if_it_is_clear_whose_it_is() {
    let item = |key: i64, text: &str, seldom| PickerItem {
        key,
        text: text.to_owned(),
        detail: String::new(),
        search: format!("{} {key}", search_words(&text.to_lowercase())),
        seldom,
    };
    let items = [
        item(1, "Jones, Ann", false),
        item(2, "Smith, John", false),
        item(3, "Lee, Anna", false),
        item(4, "Christensen, Kim", false),
        item(5, "Berg, Christopher", false),
        item(6, "Park, Lee", false),
        item(7, "Smith, Kim", true),
        item(81, "Obrien, Ola", false),
        item(82, "Vang, Ola", true),
        item(83, "Meyer, Katelyn", false),
        item(84, "Patel, Mia", false),
        item(85, "Patel, Noah", false),
    ];
    let taken = |typed: &str| {
        let state = PickerState {
            chosen: None,
            text: typed.to_owned(),
        };
        let found = Picker::new(&items).found(&state);
        let first = found.items.first().filter(|_| found.is_clear);
        first.map(|place| items[*place].key)
    };
    for (typed, key) in [
        ("jo", Some(1)),
        ("jone", Some(1)),
        ("jones", Some(1)),
        ("jon", None),
        ("john", Some(2)),
        ("ann", Some(1)),
        ("anna", Some(3)),
        ("chris", None),
        ("ch", Some(4)),
        ("christo", Some(5)),
        ("chris b", Some(5)),
        ("lee", None),
        ("lee a", Some(3)),
        ("kim", None),
        ("smith", None),
        ("ola", None),
        ("ob", Some(81)),
        ("o'brien", Some(81)),
        ("8", None),
        ("81", Some(81)),
        ("kat", Some(83)),
        ("kate", Some(83)),
        ("katel", Some(83)),
        ("kately", Some(83)),
        ("katelyn", Some(83)),
        ("patel", None),
        ("batel", None),
        ("smth", None),
        ("nobody", None),
    ] {
        assert_eq!(taken(typed), key, "{typed}");
    }
}

#[test]
fn tab_and_enter_stay_where_nobody_or_several_can_be_meant() {
    let mut harness = harness();
    white(&harness).focus();
    harness.run();
    for key in [Key::Tab, Key::Enter, Key::Tab] {
        white(&harness).type_text("ber");
        harness.run();
        harness.get_by_label("Bergström, Åke");
        harness.key_press(key);
        harness.run();
        assert!(white(&harness).is_focused());
        assert_eq!(harness.state().state.chosen, None);
        assert!(harness.state().stopped);
        harness.get_by_label("Berger, Anna");
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::Tab);
        harness.run();
        assert_eq!(harness.state().state.chosen, Some(12));
        assert!(harness.get_by_label("After").is_focused());
        harness.state_mut().state.clear();
        harness.state_mut().stopped = false;
        white(&harness).focus();
        harness.run();
    }
    // Backwards one may go.
    white(&harness).type_text("ber");
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
    harness.run();
    assert!(!white(&harness).is_focused());
}

#[test]
fn what_is_typed_can_become_a_new_record() {
    let mut harness = harness();
    for by_key in [true, false] {
        harness.state_mut().state.clear();
        harness.state_mut().adds = false;
        harness.get_by_label("White").focus();
        harness.run();
        harness.get_by_label("White").type_text("kimmy");
        harness.run();
        if by_key {
            harness.key_press(Key::ArrowDown);
            harness.run();
            harness.key_press(Key::Enter);
        } else {
            harness.get_by_label("Add “kimmy”").click();
        }
        harness.run();
        assert!(harness.state().adds);
    }
}

#[test]
fn a_click_in_the_list_chooses() {
    let mut harness = harness();
    harness.get_by_label("White").focus();
    harness.run();
    harness.key_press(Key::F4);
    harness.run();
    harness.get_by_label("Anderson, Bert").click();
    harness.run();
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(7));
    assert_eq!(harness.state().accepted, Some(7));
}

#[test]
fn the_list_says_why_the_keyboard_stays() {
    let mut harness = harness();
    white(&harness).focus();
    harness.run();
    let labels = |harness: &Harness<'static, App>| {
        [NEAR, SEVERAL, "No match"].map(|text| harness.query_by_label(text).is_some())
    };
    for (typed, before, after) in [
        ("ber", [false; 3], [false, true, false]),
        ("quimby", [false, false, true], [false, false, true]),
        ("bregstrom", [true, false, false], [true, false, false]),
    ] {
        white(&harness).type_text(typed);
        harness.run();
        assert_eq!(labels(&harness), before, "{typed}");
        harness.key_press(Key::Tab);
        harness.run();
        assert_eq!(labels(&harness), after, "{typed}");
        assert!(harness.state().stopped);
        harness.state_mut().state.clear();
        harness.key_press(Key::Escape);
        harness.run();
    }
}

#[test]
fn the_list_is_as_wide_as_its_rows() {
    let mut items = items();
    items[1].detail = "Pawns and Knights · 512".to_owned();
    let state = (items, PickerState::default());
    let mut harness = testing::harness_with(state, |ui, (items, state): &mut (Vec<_>, _)| {
        let field = Form::beside().field("White").width(120.0);
        field.picker(ui, &Picker::new(items), state);
    });
    let role = egui::accesskit::Role::EditableComboBox;
    let field = harness.get_by_role_and_label(role, "White");
    let width = field.rect().width();
    field.focus();
    harness.run();
    harness
        .get_by_role_and_label(role, "White")
        .type_text("and");
    harness.run();
    let row = harness.get_by_role_and_label(egui::accesskit::Role::ListBoxOption, "Anderson, Bert");
    assert!(
        row.rect().width() > width.max(250.0),
        "{:?} {width}",
        row.rect()
    );
}

#[test]
fn a_number_is_taken_when_the_box_is_left_and_a_click_opens_the_list_again() {
    let mut harness = harness();
    harness.state_mut().items[3].search = "zhou annabel 77".to_owned();
    white(&harness).focus();
    harness.run();
    // 7 is Anderson's, and 77 begins with it.
    white(&harness).type_text("7");
    harness.run();
    harness.get_by_label("After").focus();
    harness.run();
    assert_eq!(harness.state().state.chosen, Some(7));

    harness.state_mut().state.clear();
    white(&harness).click();
    harness.run();
    white(&harness).type_text("ber");
    harness.run();
    harness.get_by_label("After").focus();
    harness.run();
    assert!(harness.state().state.unresolved());
    let option = egui::accesskit::Role::ListBoxOption;
    let row = |harness: &Harness<'static, App>| {
        harness
            .query_by_role_and_label(option, "Berger, Anna")
            .is_some()
    };
    assert!(!row(&harness));
    white(&harness).click();
    harness.run();
    assert!(row(&harness), "what led to nothing is chosen from the list");
}

#[test]
fn enter_below_a_closed_list_does_as_in_the_open_one() {
    let mut harness = harness();
    let option = egui::accesskit::Role::ListBoxOption;
    for (typed, chosen) in [("ber", None), ("zh", Some(41))] {
        harness.state_mut().state.clear();
        harness.state_mut().stopped = false;
        white(&harness).focus();
        harness.run();
        white(&harness).type_text(typed);
        harness.run();
        harness.key_press(Key::F4);
        harness.run();
        assert!(harness.query_all_by_role(option).next().is_none());
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state().state.chosen, chosen, "{typed}");
        assert_eq!(harness.state().stopped, chosen.is_none());
        assert_eq!(white(&harness).is_focused(), chosen.is_none());
        let after = harness.get_by_label("After");
        assert_eq!(after.is_focused(), chosen.is_some());
    }
}

#[test]
fn a_list_closes_when_its_caller_puts_something_else_into_the_box() {
    let mut harness = harness();
    white(&harness).focus();
    harness.run();
    white(&harness).type_text("ber");
    harness.run();
    harness.get_by_label("Berger, Anna");
    harness.state_mut().state.clear();
    harness.run();
    assert!(harness.query_by_label("Berger, Anna").is_none());
    assert!(white(&harness).is_focused());
}

#[test]
fn enter_in_the_last_box_takes_what_is_meant_and_stays() {
    let state = (items(), PickerState::default());
    let mut harness = testing::harness_with(state, |ui, (items, state)| {
        Form::beside()
            .field("White")
            .picker(ui, &Picker::new(items), state);
    });
    let role = egui::accesskit::Role::EditableComboBox;
    harness.get_by_role_and_label(role, "White").focus();
    harness.run();
    harness.event(egui::Event::Text("zhou".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().1.chosen, Some(41));
    assert!(harness.get_by_role_and_label(role, "White").is_focused());
}
