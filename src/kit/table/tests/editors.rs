//! A datasheet whose cells are edited with pickers and choices.

use egui::{Event, Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable as _};

use super::{super::*, driver::pressed};
use crate::kit::{Choice, Picker, PickerItem, PickerState, testing};

const RESULTS: [&str; 3] = ["1-0", "0-1", "Draw"];
const PLAYER: usize = 0;
const RESULT: usize = 1;

struct Games {
    state: TableState,
    players: Vec<PickerItem>,
    stored: Vec<(Option<i64>, Option<usize>)>,
    player: PickerState,
    result: Option<usize>,
    ended: Vec<EndedBy>,
}

fn games() -> Harness<'static, Games> {
    let players = ["Abbott, Ann", "Berger, Bo", "Berger, Ike"];
    let item = |(key, name): (i64, &str)| PickerItem {
        key,
        text: name.to_owned(),
        detail: String::new(),
        search: name.to_lowercase(),
        seldom: false,
    };
    let games = Games {
        state: TableState::default(),
        players: (1..).zip(players).map(item).collect(),
        stored: vec![(None, None); 3],
        player: PickerState::default(),
        result: None,
        ended: Vec::new(),
    };
    let builder = testing::builder(egui::Theme::Light).with_max_steps(30);
    let mut harness = builder.build_ui_state(show, games);
    harness.get_by_label("Games").focus();
    harness.run();
    harness
}

fn show(ui: &mut Ui, games: &mut Games) {
    let columns = [
        Column::flexible("White", 200.0).with_list(),
        Column::fixed("Result", 120.0).with_list(),
    ];
    let Games {
        state,
        players,
        stored,
        player,
        result,
        ended,
    } = games;
    let answer = Table::new("Games", &columns, stored.len())
        .cells()
        .show_state(
            ui,
            state,
            |cell, row, column| {
                let (white, result) = stored[row];
                let name = white.and_then(|key| players.iter().find(|item| item.key == key));
                match column {
                    PLAYER => cell.text(name.map_or("", |item| &item.text)),
                    _ => cell.text(result.map_or("", |result| RESULTS[result])),
                }
            },
            |edit| match edit.at.column {
                PLAYER => {
                    edit.picker(&Picker::new(players), false, player);
                }
                _ => {
                    edit.choice(Choice::new(&RESULTS), result);
                }
            },
        );
    if let Some((at, start)) = answer.edit_wanted {
        let (white, was) = stored[at.row];
        let chosen = players.iter().find(|item| Some(item.key) == white);
        let typed = matches!(start, EditStart::Typed(_));
        *player = chosen
            .filter(|_| !typed)
            .map_or_else(PickerState::default, PickerState::new);
        *result = was;
        state.editing = Some(at);
    }
    if let Some((at, by)) = answer.edit_ended {
        match at.column {
            _ if by == EndedBy::Escape => {}
            PLAYER => stored[at.row].0 = player.chosen,
            _ => stored[at.row].1 = *result,
        }
        ended.push(by);
        state.leave(by);
    }
}

fn press(harness: &mut Harness<'_, Games>, keys: &[Key]) {
    for key in keys {
        harness.key_press(*key);
        harness.run();
    }
}

fn type_text(harness: &mut Harness<'_, Games>, text: &str) {
    for letter in text.chars() {
        harness.event(Event::Text(letter.to_string()));
        harness.run();
    }
}

#[test]
fn letters_find_a_record_and_tab_takes_the_best_match() {
    for key in [Key::Tab, Key::Enter] {
        let mut harness = games();
        type_text(&mut harness, "ber i");
        assert_eq!(harness.state().player.text, "ber i");
        press(&mut harness, &[key]);
        assert_eq!(harness.state().stored[0].0, Some(3), "{key:?}");
        assert_eq!(
            harness.state().state.cell(),
            Some(CellAt {
                row: 0,
                column: RESULT
            })
        );
        // And straight on with the next cell.
        type_text(&mut harness, "d");
        press(&mut harness, &[key]);
        assert_eq!(harness.state().stored[0].1, Some(2), "{key:?}");
        assert_eq!(
            harness.state().state.cell(),
            Some(CellAt {
                row: 1,
                column: PLAYER
            })
        );
        assert_eq!(harness.state().ended, [EndedBy::Next; 2]);
    }
}

#[test]
fn a_whole_game_typed_within_one_frame_is_not_lost() {
    let mut harness = games();
    let tab = pressed(Key::Tab);
    let text = |letter: &str| Event::Text(letter.to_owned());
    let typed = [text("a"), text("b"), tab.clone(), text("0"), tab, text("b")];
    harness.input_mut().events.extend(typed);
    harness.run();
    assert_eq!(harness.state().stored[0], (Some(1), Some(1)));
    assert_eq!(harness.state().player.text, "b");
    assert_eq!(
        harness.state().state.editing,
        Some(CellAt {
            row: 1,
            column: PLAYER
        })
    );
}

#[test]
fn f4_and_alt_down_open_the_list_and_its_keys_are_its_own() {
    for alt in [false, true] {
        let mut harness = games();
        press(&mut harness, &[Key::Tab]);
        if alt {
            harness.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
        } else {
            harness.key_press(Key::F4);
        }
        harness.run();
        harness.get_by_label("Draw");
        press(&mut harness, &[Key::ArrowDown, Key::ArrowDown]);
        assert_eq!(harness.state().ended, [], "arrows move in the open list");
        press(&mut harness, &[Key::Escape]);
        assert!(harness.query_by_label("Draw").is_none());
        assert_eq!(harness.state().ended, [], "the first Esc closes the list");
        press(&mut harness, &[Key::Escape]);
        assert_eq!(harness.state().ended, [EndedBy::Escape]);
        press(&mut harness, &[Key::F4]);
        press(&mut harness, &[Key::ArrowDown, Key::Tab]);
        assert_eq!(
            harness.state().stored[0].1,
            Some(0),
            "Tab takes what is highlighted"
        );
        press(&mut harness, &[Key::F2]);
        assert!(
            harness.query_by_label("Draw").is_none(),
            "a new editor begins closed"
        );
    }
}

#[test]
fn a_click_into_the_list_does_not_end_editing() {
    let mut harness = games();
    press(&mut harness, &[Key::F4]);
    harness.get_by_label("Berger, Bo").click();
    harness.run();
    assert_eq!(harness.state().ended, []);
    assert_eq!(harness.state().player.chosen, Some(2));
    press(&mut harness, &[Key::Tab]);
    assert_eq!(harness.state().stored[0].0, Some(2));
}
