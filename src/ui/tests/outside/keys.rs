//! Keys while a drive doesn't answer: none is carried out later by itself, and the keyboard is where it was.

use std::path::Path;

use egui::{Event, Key, Modifiers, RawInput};

use super::{
    Driver, act, open_file,
    silent::{SILENT, Stuck},
};
use crate::{
    app::{Action, Command, dialogs::Dialog},
    domain::{Edit, Field, Player},
    ui::tests::key_event,
};

/// A game typed up to its result, in a camp whose drive doesn't answer since.
fn half_typed(path: &Path, program: &mut Driver) -> Stuck {
    for last_name in ["Shah", "Rao"] {
        let player = Edit::AddPlayer(Player {
            last_name: last_name.to_owned(),
            first_name: "Ann".to_owned(),
            ..Player::default()
        });
        act(program, Action::Change(player));
    }
    program.send(Command::GO_GAMES);
    for name in ["shah", "rao"] {
        program.type_text(name);
        program.press(Key::Tab);
    }
    assert!(has_both_players(program) && program.entry().takes_single_keys);
    Stuck::new(path)
}

fn has_both_players(program: &mut Driver) -> bool {
    let draft = &program.entry().strip.draft;
    let sides = [Field::White, Field::Black];
    sides.into_iter().all(|side| draft.player(side).is_some())
}

fn text(text: &str) -> Event {
    Event::Text(text.to_owned())
}

fn ctrl(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    }
}

/// One frame, in which this is typed. What of it, and of what waited, is handled now.
fn typed(program: &mut Driver, events: Vec<Event>) -> Vec<Event> {
    let ctx = program.harness.ctx.clone();
    let mut input = RawInput {
        events,
        ..RawInput::default()
    };
    eframe::App::raw_input_hook(program.harness.state_mut(), &ctx, &mut input);
    for event in &input.events {
        program.harness.event(event.clone());
    }
    program.harness.step();
    input.events
}

/// A key, and the frames until it has been let go.
fn press(program: &mut Driver, key: Key) {
    let released = Event::Key {
        key,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    typed(program, vec![key_event(key), released]);
    for _ in 0..3 {
        typed(program, Vec::new());
    }
}

fn is_asked_where_to_copy(program: &mut Driver) -> bool {
    matches!(program.app().dialog, Some(Dialog::SaveCopy(_)))
}

#[test]
fn keys_typed_while_a_game_does_not_get_to_its_drive_are_not_carried_out_later() {
    let (_folder, path, mut program) = open_file();
    let stuck = half_typed(&path, &mut program);
    assert_eq!(typed(&mut program, vec![text("1")]), [text("1")]);
    assert!(program.app().advances_after_save());
    let ahead = vec![text("lee"), ctrl(Key::Q)];
    assert_eq!(typed(&mut program, ahead), [], "for the next game");
    program.until(|program| program.shows_words(SILENT));
    for _ in 0..4 {
        assert_eq!(typed(&mut program, Vec::new()), [], "thrown away");
    }
    assert!(program.app().dialog.is_none() && !program.app().quitting);

    // The game stays as it is, and what leads elsewhere is heard.
    assert_eq!(typed(&mut program, vec![text("x")]), []);
    press(&mut program, Key::Escape);
    assert!(has_both_players(&mut program));
    press(&mut program, Key::F12);
    program.until(is_asked_where_to_copy);
    assert_eq!(typed(&mut program, vec![text("z")]), [text("z")]);
    press(&mut program, Key::Escape);
    assert!(program.app().dialog.is_none());

    drop(stuck);
    program.settle();
    assert_eq!(program.camp().games.len(), 1);
    assert!(!has_both_players(&mut program), "the next game");
    for _ in 0..4 {
        assert_eq!(typed(&mut program, Vec::new()), []);
    }
    assert!(program.app().dialog.is_none() && !program.app().quitting);
}

#[test]
fn the_keyboard_comes_back_after_a_question_that_led_to_another_one() {
    let (_folder, path, mut program) = open_file();
    program.send(Command::GO_GAMES);
    assert!(program.has_keyboard("White"));
    let stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(SILENT));
    program.app().send(Command::QUIT);
    program.until(|program| program.shows_words("Close without a copy"));
    program.harness.run_steps(3);
    program.harness.key_press(Key::Enter);
    program.until(is_asked_where_to_copy);
    program.harness.run_steps(3);
    program.harness.key_press(Key::Escape);
    program.harness.run_steps(6);
    assert!(program.app().dialog.is_none());
    assert!(program.has_keyboard("White"));
    drop(stuck);
}
