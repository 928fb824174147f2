//! What was decided in the preview, and everything that would throw it away.

use egui::{Key, Modifiers, Role, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;

use super::{Bench, game, notes, player};
use crate::{
    app::{Action, Command, Page, dialogs::Dialog},
    domain::{PlayerId, Record},
    ui::tests::Driver,
};

const ASKED: &str = "Discard what you have decided?";

impl Bench {
    /// Two decisions, of which one is made.
    fn decided() -> Self {
        let mut bench = Self::new();
        bench.change_copy([notes(1, "There"), notes(2, "There, too")]);
        bench.change(notes(1, "Here"));
        bench.change(notes(2, "Here, too"));
        bench.compare();
        bench.driver.press(Key::ArrowRight);
        bench.driver.settle();
        assert!(bench.still_has_it());
        bench
    }

    fn still_has_it(&mut self) -> bool {
        self.driver.shows("1 of 2 decisions still needed")
    }

    /// Another camp, beside the one that is open.
    fn other(&self) -> std::path::PathBuf {
        self.folder.path().join("Other.ladder")
    }

    fn create_other(&mut self) {
        let path = self.other();
        let name = "Another".to_owned();
        self.driver.app().send(Action::Create { path, name });
        self.driver.settle();
    }

    fn drop_files(&mut self, count: usize) {
        let files = vec![self.copy(); count];
        self.driver.app().send(Action::ImportFiles(files));
        self.driver.settle();
    }
}

fn close_window(driver: &mut Driver) {
    let viewports = &mut driver.harness.input_mut().viewports;
    let window = viewports.entry(ViewportId::ROOT).or_default();
    window.events.push(ViewportEvent::Close);
    driver.settle();
}

fn send(bench: &mut Bench, action: impl Into<Action>) {
    bench.driver.app().send(action);
    bench.driver.settle();
}

/// A way to lose what was decided.
type Way<'a> = &'a dyn Fn(&mut Bench);

#[test]
fn going_back_from_the_question_leads_to_the_card_that_had_the_keyboard() {
    let mut bench = Bench::decided();
    let place = |bench: &Bench| {
        let mut sides = bench.driver.harness.query_all_by_role(Role::RadioButton);
        sides.position(|side| side.is_focused())
    };
    let before = place(&bench);
    assert!(before.is_some());
    bench.driver.press(Key::Escape);
    assert!(bench.driver.shows(ASKED));
    bench.driver.press(Key::Enter);
    assert!(!bench.driver.shows(ASKED));
    assert_eq!(place(&bench), before);
}

/// By keys and by the mouse.
#[test]
fn what_was_decided_is_not_thrown_away_unasked_whatever_would_do_it() {
    let mut bench = Bench::decided();
    let ctrl = |bench: &mut Bench, key| bench.driver.press_with(Modifiers::COMMAND, key);
    bench.change(game(1, 2));
    let ways: [(&str, Way<'_>); 14] = [
        ("close the camp", &|bench| ctrl(bench, Key::W)),
        ("quit", &|bench| ctrl(bench, Key::Q)),
        ("the cross of the window", &|bench| {
            close_window(&mut bench.driver);
        }),
        ("the sample camp", &|bench| {
            bench.driver.send(Command::OPEN_SAMPLE);
        }),
        ("open", &|bench| {
            let other = bench.other();
            send(bench, Action::Open(other));
        }),
        ("create", &Bench::create_other),
        ("a page, by its key", &|bench| ctrl(bench, Key::Num2)),
        ("a page", &|bench| {
            send(bench, Action::Go(Page::GAMES.into()));
        }),
        ("a record", &|bench| {
            send(bench, Action::Show(Record::Player(PlayerId(1))));
        }),
        ("rows that are pasted", &|bench| {
            send(bench, Action::PasteCampers("Yu\tAnn".to_owned()));
        }),
        ("print", &|bench| ctrl(bench, Key::P)),
        ("a PDF", &|bench| bench.driver.send(Command::SAVE_PDF)),
        ("a copy that is dropped", &|bench| bench.drop_files(1)),
        ("back", &|bench| send(bench, Action::Back)),
    ];
    for (what, way) in ways {
        way(&mut bench);
        assert!(bench.driver.shows(ASKED), "{what}");
        // The keyboard begins where nothing is lost.
        bench.driver.press(Key::Enter);
        assert!(!bench.driver.shows(ASKED), "{what}");
        assert!(bench.still_has_it(), "{what}");
        assert!(!bench.driver.app().quitting, "{what}");
    }
}

/// The window is closed in two steps, as any is whose camp has a file.
#[test]
fn whoever_discards_what_was_decided_gets_what_was_asked_for() {
    let mut bench = Bench::decided();
    close_window(&mut bench.driver);
    close_window(&mut bench.driver);
    bench.driver.click("Discard");
    assert!(bench.driver.app().quitting);

    let mut bench = Bench::decided();
    bench.driver.press_with(Modifiers::COMMAND, Key::W);
    bench.driver.click("Discard");
    assert!(bench.driver.app().session.camp.is_none());

    let mut bench = Bench::decided();
    send(&mut bench, Action::Show(Record::Player(PlayerId(2))));
    bench.driver.click("Discard");
    let app = bench.driver.app();
    assert_eq!(app.record(), Some(Record::Player(PlayerId(2))));
    assert!(bench.page().is_none());
}

/// What is typed into a question stays there behind the one that comes before it.
#[test]
fn a_new_camp_is_still_asked_for_when_the_decisions_are_not_discarded() {
    let mut bench = Bench::decided();
    bench.driver.send(Command::NEW_CAMP);
    for answer in ["Go back", "Discard"] {
        bench.create_other();
        assert!(bench.driver.shows(ASKED), "{answer}");
        let other = bench.other();
        assert!(!other.exists());
        if answer == "Go back" {
            bench.driver.click(answer);
            let dialog = &bench.driver.app().dialog;
            assert!(matches!(dialog, Some(Dialog::NewCamp(_))));
        }
    }
    bench.driver.click("Discard");
    assert_eq!(bench.driver.camp().name, "Another");
    assert!(bench.driver.app().dialog.is_none());
}

#[test]
fn a_copy_that_is_dropped_is_compared_once_the_decisions_are_discarded() {
    let mut bench = Bench::decided();
    bench.change_copy([player("Yu")]);
    bench.drop_files(1);
    bench.driver.click("Discard");
    bench.driver.settle();
    assert!(bench.driver.shows("2 decisions needed"));
    assert!(bench.driver.shows_words("1 player added"));
    // Nothing is decided of this one: it gives way.
    bench.drop_files(2);
    assert!(bench.driver.shows_words("Bring back one copy at a time"));
    assert!(bench.driver.has_keyboard("Copy of this camp"));
}

/// Whether something is decided or not.
#[test]
fn another_copy_is_chosen_where_the_path_of_this_one_stands() {
    let mut bench = Bench::decided();
    let copy = bench.copy().display().to_string();
    bench.driver.click("Another copy…");
    bench.driver.click("Discard");
    bench.driver.settle();
    assert_eq!(bench.page().expect("the page").file.path, copy);
    assert!(bench.driver.has_keyboard("Browse for the copy…"));
    bench.driver.click("Compare");
    bench.driver.settle();
    bench.driver.click("Another copy…");
    bench.driver.settle();
    assert_eq!(bench.page().expect("the page").file.path, copy);
    assert!(bench.driver.has_keyboard("Browse for the copy…"));
}
