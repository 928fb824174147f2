//! The screen stays on exactly while the standings are on the projector.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use egui::Key;

use crate::{
    app::Command,
    ui::tests::{Driver, PATIENCE},
};

/// How many hold the screen of a test.
#[derive(Clone, Default)]
struct Screen(Arc<AtomicUsize>);

struct Holds(Screen);

impl Drop for Holds {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Screen {
    /// The sample camp in a program that holds this screen.
    fn driver(&self) -> Driver {
        let mut driver = Driver::with_sample();
        let screen = self.clone();
        driver.app().keep_awake = Arc::new(move |_| {
            screen.0.fetch_add(1, Ordering::SeqCst);
            Ok(Box::new(Holds(screen.clone())))
        });
        driver
    }

    /// Waits until so many hold it: a thread of its own does.
    #[track_caller]
    fn is_held_by(&self, count: usize) {
        let start = Instant::now();
        while self.0.load(Ordering::SeqCst) != count {
            assert!(start.elapsed() < PATIENCE, "not held by {count}");
            std::thread::yield_now();
        }
    }
}

#[test]
fn the_screen_is_held_exactly_while_the_projector_is_shown() {
    let screen = Screen::default();
    let mut driver = screen.driver();
    driver.wait(3);
    screen.is_held_by(0);
    driver.send(Command::PROJECTOR);
    screen.is_held_by(1);
    driver.wait(100);
    screen.is_held_by(1);
    driver.press(Key::Escape);
    screen.is_held_by(0);

    driver.send(Command::PROJECTOR);
    screen.is_held_by(1);
    driver.send(Command::PROJECTOR);
    screen.is_held_by(0);

    driver.send(Command::PROJECTOR);
    screen.is_held_by(1);
    driver.send(Command::CLOSE_CAMP);
    assert!(driver.app().session.camp.is_none());
    screen.is_held_by(0);

    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::PROJECTOR);
    screen.is_held_by(1);
    driver.send(Command::QUIT);
    assert!(driver.app().quitting);
    drop(driver);
    screen.is_held_by(0);
}

#[test]
fn a_screen_that_cannot_be_held_is_said_quietly_and_once() {
    let mut driver = Driver::with_sample();
    driver.app().keep_awake = Arc::new(|_| Err("nobody listens".to_owned()));
    driver.send(Command::PROJECTOR);
    let start = Instant::now();
    while driver.message().is_empty() {
        assert!(start.elapsed() < PATIENCE, "nothing is said");
        driver.wait(1);
    }
    assert!(driver.message().contains("may turn its screen off"));
    assert!(driver.app().dialog.is_none() && driver.is_on_projector());
    // It goes away by itself.
    driver.wait(30);
    assert!(!driver.shows_words("may turn its screen off"));
}
