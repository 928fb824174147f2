//! A key that is held down while something comes onto the screen does nothing there until it has been let go.
//!
//! The system repeats a key that is held. Without this, one long Enter would answer a question, press the button of what comes next, and
//! answer that, too. What is only moved or typed by a key goes on: arrows, Tab, letters.
//!
//! Nor is a double Enter meant for what came at its first half, nor an Enter for a question that nobody can have read: it came of itself
//! just now, in the middle of something else. On a page it is a double one only if nothing else was pressed in between: whoever types fast
//! loses none.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Context, Event, Id, Key, Modifiers};

/// The keys that answer, whatever is held with them.
const ANSWERS: [Key; 2] = [Key::Enter, Key::Space];

/// A key that is pressed again this soon, in seconds, is pressed twice for one thing. Nothing is read in less, either.
const MOMENT: f64 = 0.5;

/// What comes this soon after something was pressed, in seconds, is what was asked for, and waited for.
const AT_ONCE: f64 = 0.1;

/// Keys that aren't meant for what is shown now.
#[derive(Clone, Debug, Default)]
struct Held {
    /// Those that were down when it came.
    down: BTreeSet<Key>,
    /// The one that answers, where nothing was pressed after it, and when it was, in the time of egui.
    last: Option<(Key, f64)>,
    /// When anything was pressed last.
    acted: Option<f64>,
    /// Something has come after this one, which does nothing if it is pressed once more until then, and nothing else before.
    once: Option<(Key, f64)>,
    /// Until when each of those that answer does nothing, whatever else is pressed.
    quiet: BTreeMap<Key, f64>,
}

impl Held {
    fn id() -> Id {
        Id::unique("keys held down since before")
    }

    /// Whether an event is for what is shown, at its turn among those of a frame.
    fn lets_through(&mut self, event: &Event, now: f64) -> bool {
        match event {
            Event::Key {
                key,
                pressed,
                repeat,
                modifiers,
                ..
            } => {
                if !(*pressed && *repeat) {
                    self.down.remove(key);
                }
                if *pressed && !*repeat && !self.hears(*key, now) {
                    // Nor what it repeats while it is held.
                    self.down.insert(*key);
                    return false;
                }
                !self.down.contains(key) || goes_on(*key, *modifiers)
            }
            Event::PointerButton { .. } => {
                self.acts(None, now);
                true
            }
            // What the key of a button writes into a field.
            Event::Text(text) => text != " " || !self.down.contains(&Key::Space),
            _ => true,
        }
    }

    /// This key that answers was pressed, or anything else.
    fn acts(&mut self, key: Option<Key>, now: f64) {
        self.acted = Some(now);
        self.last = key.map(|key| (key, now));
        self.once.take_if(|(once, _)| Some(*once) != key);
    }

    /// Whether a key that is pressed now does something. Whoever goes on pressing it waits as long once more.
    fn hears(&mut self, key: Key, now: f64) -> bool {
        let answers = ANSWERS.contains(&key);
        self.acts(answers.then_some(key), now);
        let once = self.once.as_mut().map(|(_, until)| until);
        let waits = once.into_iter().chain(self.quiet.get_mut(&key));
        let mut waits = waits.filter(|until| **until > now).peekable();
        let is_heard = waits.peek().is_none();
        waits.for_each(|until| *until = now + MOMENT);
        is_heard
    }

    /// Something has come while these keys are down.
    fn come(&mut self, down: BTreeSet<Key>, now: f64) {
        self.down.extend(down);
        let last = self.last.filter(|(_, at)| now - at < MOMENT);
        self.once = last.map(|(key, at)| (key, at + MOMENT)).or(self.once);
    }

    /// As [`Self::come`]: a question, or a preview.
    fn question_comes(&mut self, down: BTreeSet<Key>, now: f64) {
        self.come(down, now);
        if self.acted.is_none_or(|at| now - at > AT_ONCE) {
            self.quiet.extend(ANSWERS.map(|key| (key, now + MOMENT)));
        } else if let Some((key, until)) = self.once {
            // Nor is it read while something is typed that was meant for what was there before.
            self.quiet.insert(key, until);
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

/// What was answered stays on the screen, as where the next match is looked for: only the keys that are down now aren't meant for it anew.
pub fn something_stays(ctx: &Context) {
    change(ctx, |held, down, _| held.down.extend(down));
}

/// A box is gone from over what was there before, and what it asked with it: only the keys that are down now aren't meant for that.
pub fn a_box_has_gone(ctx: &Context) {
    change(ctx, |held, down, _| {
        held.down.extend(down);
        held.once = None;
        held.quiet.clear();
    });
}

/// Something else has come onto the screen: the keys that are down now, or were pressed just now, aren't meant for it.
pub fn something_has_come(ctx: &Context) {
    change(ctx, Held::come);
}

/// As [`something_has_come`], of what an Enter carries out. If nothing was pressed for it, it has to be read first.
pub fn question_has_come(ctx: &Context) {
    change(ctx, Held::question_comes);
}

fn change(ctx: &Context, change: impl FnOnce(&mut Held, BTreeSet<Key>, f64)) {
    let (down, now) = ctx.input(|input| (input.keys_down.iter().copied().collect(), input.time));
    ctx.data_mut(|data| {
        let held: &mut Held = data.get_temp_mut_or_default(Held::id());
        change(held, down, now);
    });
}

/// Takes out of the input what isn't meant for what is shown.
pub fn keep_back(ctx: &Context) {
    let mut held: Held = ctx.data(|data| data.get_temp(Held::id()).unwrap_or_default());
    ctx.input_mut(|input| {
        let now = input.time;
        input.events.retain(|event| held.lets_through(event, now));
        // The window may have lost the keyboard before the key was let go.
        held.down.retain(|key| input.keys_down.contains(key));
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

    fn holding(keys: &[Key]) -> Held {
        Held {
            down: keys.iter().copied().collect(),
            ..Held::default()
        }
    }

    fn enter(held: &mut Held, modifiers: Modifiers, now: f64) -> bool {
        held.lets_through(&pressed(Key::Enter, modifiers, false), now)
    }

    #[test]
    fn what_is_held_moves_and_types_and_does_nothing_else() {
        let keys = [Key::Enter, Key::Tab, Key::ArrowDown, Key::Z, Key::F7];
        let mut held = holding(&keys);
        let mut passes = |key, modifiers| held.lets_through(&pressed(key, modifiers, true), 1.0);
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
        let mut held = holding(&[Key::Enter]);
        let mut passes =
            |repeat| held.lets_through(&pressed(Key::Enter, Modifiers::NONE, repeat), 1.0);
        assert!(!passes(true));
        assert!(passes(false));
        assert!(passes(true));
    }

    #[test]
    fn the_second_half_of_a_double_enter_is_not_for_what_the_first_half_brought() {
        let mut held = Held::default();
        assert!(enter(&mut held, Modifiers::NONE, 1.0));
        held.come(BTreeSet::new(), 1.02);
        assert!(!enter(&mut held, Modifiers::NONE, 1.1));
        assert!(!enter(&mut held, Modifiers::COMMAND, 1.5), "it goes on");
        let again = pressed(Key::Enter, Modifiers::COMMAND, true);
        assert!(!held.lets_through(&again, 2.0), "while it is held");
        assert!(enter(&mut held, Modifiers::NONE, 2.0));
        assert!(enter(&mut held, Modifiers::NONE, 2.1), "nothing has come");
    }

    #[test]
    fn whoever_types_fast_loses_no_enter() {
        let others = [
            pressed(Key::A, Modifiers::NONE, false),
            pressed(Key::Num4, Modifiers::COMMAND, false),
            Event::PointerButton {
                pos: egui::Pos2::ZERO,
                button: egui::PointerButton::Primary,
                pressed: true,
                modifiers: Modifiers::NONE,
            },
        ];
        for other in others {
            // What was typed into what has come.
            let mut held = Held::default();
            assert!(enter(&mut held, Modifiers::NONE, 1.0));
            held.come(BTreeSet::new(), 1.02);
            assert!(held.lets_through(&other, 1.1));
            assert!(enter(&mut held, Modifiers::NONE, 1.2), "{other:?}");
            // And what was pressed for it.
            held.come(BTreeSet::new(), 2.0);
            assert!(enter(&mut held, Modifiers::NONE, 2.0));
            assert!(held.lets_through(&other, 2.1));
            held.question_comes(BTreeSet::new(), 2.12);
            assert!(enter(&mut held, Modifiers::NONE, 2.2), "{other:?}");
            // A question has to be read, whatever is typed on.
            held.question_comes(BTreeSet::new(), 2.22);
            assert!(held.lets_through(&other, 2.3));
            assert!(!enter(&mut held, Modifiers::NONE, 2.4), "{other:?}");
        }
    }

    #[test]
    fn what_was_asked_for_by_another_key_is_answered_at_once() {
        let mut held = Held::default();
        assert!(held.lets_through(&pressed(Key::F12, Modifiers::NONE, false), 1.0));
        held.question_comes(BTreeSet::new(), 1.02);
        assert!(enter(&mut held, Modifiers::NONE, 1.2));
    }

    #[test]
    fn a_question_that_came_of_itself_has_to_be_read_before_it_is_answered() {
        let mut held = Held::default();
        assert!(held.lets_through(&pressed(Key::A, Modifiers::NONE, false), 1.0));
        held.question_comes(BTreeSet::new(), 3.0);
        for key in [Key::Escape, Key::A] {
            assert!(held.lets_through(&pressed(key, Modifiers::NONE, false), 3.1));
        }
        assert!(!enter(&mut held, Modifiers::NONE, 3.2), "typed on unseen");
        assert!(enter(&mut held, Modifiers::NONE, 3.8));
    }

    #[test]
    fn function_keys_are_told_from_letters() {
        assert!(is_function_key(Key::F9) && is_function_key(Key::F12));
        assert!(!is_function_key(Key::F));
    }
}
