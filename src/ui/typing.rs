//! Fast fingers: keys that mean something else than letters get a frame of their own.
//!
//! egui hands all keys since the last frame to every widget at once. Whoever types "Lee", Tab, "Ann" within one frame
//! (a slow laptop, a busy moment) would find letters in the wrong field, and Ctrl+S would save a record before its last
//! letter is in it. So keys are dealt out in the order in which they were pressed: letters together, any other key alone,
//! and then an empty turn in which the cursor gets where the key sent it. None is lost, none is early, and none is held for ever: what waited for
//! a record that doesn't get to its file isn't carried out later, when nobody thinks of it any more.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use egui::{Event, Key, Modifiers};

use super::kit::held_keys::is_function_key;

/// No key waits longer than this for a record to get to its file. A drive that doesn't answer is known before.
const LONGEST: Duration = Duration::from_secs(8);

/// Keys that wait for their turn.
#[derive(Debug, Default)]
pub(super) struct Typing {
    waiting: VecDeque<Event>,
    /// Whether all of them waited in the turn before.
    is_holding: bool,
    /// Since when a record is on its way.
    on_its_way: Option<Instant>,
    down: Down,
    /// The turn before sent the cursor somewhere.
    settling: bool,
}

impl Typing {
    /// Leaves in `events` what is to be handled now. Returns whether any keys are waiting.
    pub(super) fn deal(&mut self, events: &mut Vec<Event>, pace: Pace) -> bool {
        let mut now = Vec::with_capacity(events.len());
        for mut event in events.drain(..) {
            self.down.rename(&mut event);
            if event == Event::WindowFocused(false) {
                // Another window is told when they are let go.
                self.waiting.extend(self.down.let_go());
            }
            if is_typed(&event) {
                self.waiting.push_back(event);
            } else {
                now.push(event);
            }
        }
        if pace == Pace::Commands {
            self.waiting.retain(|event| !is_text(event));
        }
        self.is_holding = pace == Pace::Hold;
        let settling = std::mem::take(&mut self.settling);
        if pace != Pace::Hold && !settling {
            let is_first_alone = self.waiting.front().is_some_and(is_alone);
            if is_first_alone {
                now.extend(self.waiting.pop_front());
                self.settling = true;
            } else {
                while let Some(event) = self.waiting.pop_front_if(|event| !is_alone(event)) {
                    let is_text = matches!(event, Event::Text(_) | Event::Paste(_));
                    now.push(event);
                    if is_text && pace == Pace::LetterByLetter {
                        break;
                    }
                }
            }
        }
        *events = now;
        !self.waiting.is_empty()
    }

    /// Whether a record that is on its way has been for longer than keys wait for it.
    pub(super) fn waits_long(&mut self, is_on_its_way: bool, now: Instant) -> bool {
        if !is_on_its_way {
            self.on_its_way = None;
            return false;
        }
        let since = *self.on_its_way.get_or_insert(now);
        now.duration_since(since) > LONGEST
    }

    /// Keys are held no longer, though what they waited for hasn't come: those that were are thrown away.
    pub(super) fn give_up_holding(&mut self) {
        if std::mem::take(&mut self.is_holding) {
            self.waiting.retain(is_release);
        }
    }

    /// Throws away what waits, and what of `events` was typed: it was meant for something that has not come about.
    pub(super) fn throw_away(&mut self, events: &mut Vec<Event>) {
        // A key that was held down is let go all the same.
        self.waiting.retain(is_release);
        events.retain(|event| is_release(event) || !is_typed(event));
    }
}

/// The keys that are down: where each is on the keyboard, and what it was called when it was pressed.
///
/// It keeps that name until it is let go. If Shift is let go first, “+” goes on as “=”: egui goes by the names, and would take “+” for held
/// for ever, the next “+” for a repeated one, and “=” for one that is pressed anew.
#[derive(Debug, Default)]
struct Down(BTreeMap<Key, Key>);

impl Down {
    /// Gives a key the name under which it was pressed.
    fn rename(&mut self, event: &mut Event) {
        let Event::Key {
            key,
            physical_key,
            pressed,
            ..
        } = event
        else {
            return;
        };
        let place = physical_key.unwrap_or(*key);
        if *pressed {
            *key = *self.0.entry(place).or_insert(*key);
        } else if let Some(name) = self.0.remove(&place) {
            *key = name;
        }
    }

    /// Lets go of all keys.
    fn let_go(&mut self) -> impl Iterator<Item = Event> {
        std::mem::take(&mut self.0).into_values().map(let_go)
    }
}

fn let_go(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// How fast keys are dealt out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Pace {
    /// As many letters at once as there are.
    Letters,
    /// The keyboard is where a single letter does something, or leads on in a menu.
    LetterByLetter,
    /// A record is on its way to the file, and the next one not yet on the screen: keys wait.
    Hold,
    /// As [`Self::Hold`], and nobody knows for how long: keys that lead elsewhere are heard, and nothing can be typed.
    Commands,
}

/// Keys and letters; everything else (the pointer, the focus of the window) doesn't wait. A key is let go in its turn too: a
/// press that came after that would be taken for one of a key that is held down.
fn is_typed(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
    )
}

/// Whether it types, deletes, or ticks. A key alone types nothing.
fn is_text(event: &Event) -> bool {
    match event {
        Event::Text(_) | Event::Cut | Event::Paste(_) => true,
        Event::Key {
            key, pressed: true, ..
        } => matches!(key, Key::Backspace | Key::Delete | Key::Space),
        _ => false,
    }
}

fn is_release(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: false, .. })
}

/// Whether a key can do something else than change the text at the cursor.
fn is_alone(event: &Event) -> bool {
    match event {
        Event::Key {
            key,
            modifiers,
            pressed: true,
            ..
        } => {
            modifiers.ctrl
                || modifiers.command
                || modifiers.alt
                || matches!(
                    key,
                    Key::Tab
                        | Key::Enter
                        | Key::Escape
                        | Key::Space
                        | Key::ArrowUp
                        | Key::ArrowDown
                        | Key::PageUp
                        | Key::PageDown
                )
                || is_function_key(*key)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: Key, modifiers: Modifiers) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    /// Every turn until nothing waits.
    fn turns(typing: &mut Typing, mut events: Vec<Event>) -> Vec<Vec<Event>> {
        let mut turns = Vec::new();
        loop {
            let more = typing.deal(&mut events, Pace::Letters);
            turns.push(std::mem::take(&mut events));
            if !more {
                return turns;
            }
        }
    }

    #[test]
    fn letters_stay_together_and_other_keys_stand_alone() {
        let tab = key(Key::Tab, Modifiers::NONE);
        let save = key(Key::S, Modifiers::COMMAND);
        let typed = vec![
            text("L"),
            text("ee"),
            tab.clone(),
            text("Ann"),
            save.clone(),
        ];
        let turns = turns(&mut Typing::default(), typed);
        assert_eq!(
            turns,
            [
                vec![text("L"), text("ee")],
                vec![tab],
                vec![],
                vec![text("Ann")],
                vec![save],
            ]
        );
    }

    #[test]
    fn keys_wait_while_a_record_is_being_saved() {
        let mut typing = Typing::default();
        let mut events = vec![text("a"), Event::PointerGone];
        assert!(typing.deal(&mut events, Pace::Hold));
        assert_eq!(events, [Event::PointerGone], "the pointer doesn't wait");
        let mut events = vec![text("b")];
        assert!(!typing.deal(&mut events, Pace::Letters));
        assert_eq!(events, [text("a"), text("b")], "in order, none lost");
    }

    #[test]
    fn a_key_is_let_go_after_it_was_pressed() {
        let stroke = [
            key(Key::Num0, Modifiers::NONE),
            text("0"),
            let_go(Key::Num0),
        ];
        let mut typing = Typing::default();
        let mut events = stroke.to_vec();
        typing.deal(&mut events, Pace::Hold);
        assert_eq!(events, [], "all of it waits");
        events = stroke.to_vec();
        typing.deal(&mut events, Pace::Letters);
        assert_eq!(events, [stroke.clone(), stroke].concat());
    }

    /// A key at this place of the keyboard, under this name.
    fn at(place: Key, name: Key, is_pressed: bool) -> Event {
        Event::Key {
            key: name,
            physical_key: Some(place),
            pressed: is_pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn a_key_is_let_go_under_the_name_under_which_it_was_pressed() {
        let names = [
            (Key::Equals, Key::Plus, Key::Equals),
            (Key::Slash, Key::Slash, Key::Questionmark),
            (Key::Semicolon, Key::Colon, Key::Semicolon),
        ];
        for (place, name, later) in names {
            let mut typing = Typing::default();
            let mut events = vec![
                at(place, name, true),
                at(place, later, false),
                at(place, later, true),
                at(place, name, false),
            ];
            typing.deal(&mut events, Pace::Letters);
            let expected = [(name, true), (name, false), (later, true), (later, false)];
            assert_eq!(
                events,
                expected.map(|(name, is_pressed)| at(place, name, is_pressed))
            );
        }
    }

    #[test]
    fn a_key_that_is_held_keeps_its_name_when_shift_is_let_go() {
        let plus = at(Key::Equals, Key::Plus, true);
        let mut events = vec![plus.clone(), at(Key::Equals, Key::Equals, true)];
        Typing::default().deal(&mut events, Pace::Letters);
        assert_eq!(events, [plus.clone(), plus]);
    }

    #[test]
    fn a_window_that_loses_the_keyboard_lets_go_of_all_keys_also_of_those_that_wait() {
        let mut typing = Typing::default();
        let plus = at(Key::Equals, Key::Plus, true);
        let mut events = vec![plus.clone(), Event::WindowFocused(false)];
        typing.deal(&mut events, Pace::Hold);
        assert_eq!(events, [Event::WindowFocused(false)]);
        events.clear();
        typing.deal(&mut events, Pace::Letters);
        assert_eq!(events, [plus, let_go(Key::Plus)]);
    }

    #[test]
    fn what_waits_is_thrown_away_but_keys_are_let_go() {
        let mut typing = Typing::default();
        let mut events = vec![
            key(Key::Enter, Modifiers::NONE),
            let_go(Key::Enter),
            text("5"),
        ];
        typing.deal(&mut events, Pace::Hold);
        events = vec![text("0"), Event::PointerGone];
        typing.throw_away(&mut events);
        assert_eq!(events, [Event::PointerGone]);
        events.clear();
        assert!(!typing.deal(&mut events, Pace::Letters));
        assert_eq!(events, [let_go(Key::Enter)]);
    }

    #[test]
    fn a_letter_that_saves_is_dealt_alone() {
        let mut typing = Typing::default();
        let mut events = vec![key(Key::Num1, Modifiers::NONE), text("1"), text("a")];
        assert!(typing.deal(&mut events, Pace::LetterByLetter));
        assert_eq!(events, [key(Key::Num1, Modifiers::NONE), text("1")]);
        let mut events = Vec::new();
        assert!(
            typing.deal(&mut events, Pace::Hold),
            "the game is being saved"
        );
        assert_eq!(events, []);
        assert!(!typing.deal(&mut events, Pace::Letters));
        assert_eq!(events, [text("a")], "for the next game");
    }

    #[test]
    fn what_waited_for_a_record_that_does_not_arrive_is_thrown_away_once() {
        let mut typing = Typing::default();
        let mut events = vec![key(Key::Enter, Modifiers::NONE), let_go(Key::Enter)];
        typing.deal(&mut events, Pace::Hold);
        typing.give_up_holding();
        events = vec![text("a"), key(Key::F12, Modifiers::NONE), text("b")];
        assert!(typing.deal(&mut events, Pace::Letters));
        assert_eq!(events, [let_go(Key::Enter), text("a")]);
        typing.give_up_holding();
        let mut turns = turns(&mut typing, Vec::new());
        turns.retain(|turn| !turn.is_empty());
        let rest = [key(Key::F12, Modifiers::NONE), text("b")];
        assert_eq!(turns.concat(), rest, "what is typed since isn't");
    }

    #[test]
    fn while_nobody_knows_when_a_record_arrives_keys_lead_elsewhere_and_nothing_is_typed() {
        let quit = key(Key::Q, Modifiers::COMMAND);
        let mut events = vec![
            text("a"),
            Event::Paste("b".to_owned()),
            key(Key::Delete, Modifiers::NONE),
            quit.clone(),
        ];
        assert!(!Typing::default().deal(&mut events, Pace::Commands));
        assert_eq!(events, [quit]);
    }

    #[test]
    fn no_key_waits_longer_than_a_few_seconds() {
        let mut typing = Typing::default();
        let begun = Instant::now();
        assert!(!typing.waits_long(true, begun));
        assert!(!typing.waits_long(true, begun + LONGEST));
        let later = begun + LONGEST + Duration::from_millis(1);
        assert!(typing.waits_long(true, later));
        assert!(!typing.waits_long(false, later), "it has arrived");
        assert!(!typing.waits_long(true, later), "another one");
    }

    #[test]
    fn what_was_typed_for_the_next_record_is_dropped_when_this_one_is_refused() {
        let mut typing = Typing::default();
        assert!(typing.deal(&mut vec![text("a")], Pace::Hold));
        let mut events = Vec::new();
        typing.throw_away(&mut events);
        assert!(!typing.deal(&mut events, Pace::Letters));
        assert_eq!(events, []);
    }
}
