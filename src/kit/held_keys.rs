//! A key that is held down while something comes onto the screen does nothing there until it has been let go.
//!
//! The system repeats a key that is held. Without this, one long Enter would answer a question, press the button of what comes next, and
//! answer that, too. What is only moved or typed by a key goes on: arrows, Tab, letters.

use std::collections::BTreeSet;

use egui::{Context, Event, Id, Key, Modifiers};

/// Keys that were down when what is shown now came.
#[derive(Clone, Debug, Default)]
struct Held(BTreeSet<Key>);

impl Held {
    fn id() -> Id {
        Id::unique("keys held down since before")
    }

    /// Whether an event is for what is shown, at its turn among those of a frame.
    fn lets_through(&mut self, event: &Event) -> bool {
        match event {
            Event::Key {
                key,
                pressed,
                repeat,
                modifiers,
                ..
            } => {
                if !(*pressed && *repeat) {
                    self.0.remove(key);
                }
                !self.0.contains(key) || goes_on(*key, *modifiers)
            }
            // What the key of a button writes into a field.
            Event::Text(text) => text != " " || !self.0.contains(&Key::Space),
            _ => true,
        }
    }
}

/// Whether a key that is held moves or types, and does nothing else.
fn goes_on(key: Key, modifiers: Modifiers) -> bool {
    match key {
        Key::Enter | Key::Space | Key::Escape => false,
        Key::ArrowUp
        | Key::ArrowDown
        | Key::ArrowLeft
        | Key::ArrowRight
        | Key::PageUp
        | Key::PageDown
        | Key::Home
        | Key::End
        | Key::Tab
        | Key::Backspace => true,
        _ => !(modifiers.ctrl || modifiers.command || modifiers.alt || is_function_key(key)),
    }
}

/// Whether the key is one of F1 to F35.
pub fn is_function_key(key: Key) -> bool {
    let name = key.name();
    name.len() > 1 && name.starts_with('F') && name[1..].bytes().all(|b| b.is_ascii_digit())
}

/// Something else has come onto the screen: the keys that are down now aren't meant for it.
pub fn something_has_come(ctx: &Context) {
    let down = ctx.input(|input| input.keys_down.clone());
    ctx.data_mut(|data| {
        let held: &mut Held = data.get_temp_mut_or_default(Held::id());
        held.0.extend(down);
    });
}

/// Takes out of the input what isn't meant for what is shown.
pub fn keep_back(ctx: &Context) {
    let Some(mut held) = ctx.data(|data| data.get_temp::<Held>(Held::id())) else {
        return;
    };
    if held.0.is_empty() {
        return;
    }
    ctx.input_mut(|input| {
        input.events.retain(|event| held.lets_through(event));
        // The window may have lost the keyboard before the key was let go.
        held.0.retain(|key| input.keys_down.contains(key));
    });
    ctx.data_mut(|data| data.insert_temp(Held::id(), held));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: Key, modifiers: Modifiers, repeat: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat,
            modifiers,
        }
    }

    #[test]
    fn what_is_held_moves_and_types_and_does_nothing_else() {
        let keys = [Key::Enter, Key::Tab, Key::ArrowDown, Key::Z, Key::F7];
        let mut held = Held(keys.into());
        let mut passes = |key, modifiers| held.lets_through(&pressed(key, modifiers, true));
        assert!(!passes(Key::Enter, Modifiers::NONE));
        assert!(!passes(Key::Enter, Modifiers::COMMAND));
        assert!(!passes(Key::F7, Modifiers::NONE));
        assert!(!passes(Key::Z, Modifiers::COMMAND));
        assert!(passes(Key::Z, Modifiers::NONE));
        assert!(passes(Key::Tab, Modifiers::NONE));
        assert!(passes(Key::ArrowDown, Modifiers::NONE));
        assert!(passes(Key::Space, Modifiers::NONE), "it wasn't down");
    }

    #[test]
    fn a_key_that_is_pressed_anew_is_heard() {
        let mut held = Held([Key::Enter].into());
        assert!(!held.lets_through(&pressed(Key::Enter, Modifiers::NONE, true)));
        assert!(held.lets_through(&pressed(Key::Enter, Modifiers::NONE, false)));
        assert!(held.lets_through(&pressed(Key::Enter, Modifiers::NONE, true)));
    }

    #[test]
    fn function_keys_are_told_from_letters() {
        assert!(is_function_key(Key::F9) && is_function_key(Key::F12));
        assert!(!is_function_key(Key::F));
    }
}
