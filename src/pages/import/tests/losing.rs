//! What was decided in the preview, and everything that would throw it away.

use std::{fs, path::PathBuf};

use egui::{Key, Modifiers, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;

use super::{super::ImportPage, HEADER};
use crate::{
    app::{Action, Command, Page, dialogs::Dialog, leaving::Leaving, page::Logic as _},
    domain::{Edit, Player, PlayerId, Record},
    import::Choices,
    ui::tests::Driver,
};

const ASKED: &str = "Discard what you have decided?";

/// A camp of two players, with the preview of their games.
struct Bench {
    folder: TempDir,
    driver: Driver,
}

impl Bench {
    /// Two results aren't clear.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
        for last_name in ["Lee", "Vang"] {
            driver.app().send(Action::Change(Edit::AddPlayer(Player {
                last_name: last_name.to_owned(),
                ..Player::default()
            })));
            driver.settle();
        }
        let mut bench = Self { folder, driver };
        let games = format!("{HEADER}\n1,1,2,win,\n2,2,1,?,\n");
        fs::write(bench.games(), games).expect("a file");
        bench.drop_games();
        assert!(bench.driver.shows("2 decisions needed."));
        bench
    }

    /// One of them is decided.
    fn decided() -> Self {
        let mut bench = Self::new();
        let win = bench.driver.harness.get_by_label("Result “win”");
        win.focus();
        bench.driver.settle();
        bench.driver.press(Key::ArrowDown);
        bench.driver.settle();
        assert!(bench.still_has_it());
        bench
    }

    fn still_has_it(&mut self) -> bool {
        self.driver.shows("1 decision needed.")
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("Games.csv")
    }

    fn drop_games(&mut self) {
        let files = vec![self.games()];
        send(self, Action::ImportFiles(files));
    }

    /// Another camp, beside the one that is open.
    fn other(&self) -> PathBuf {
        self.folder.path().join("Other.ladder")
    }

    fn create_other(&mut self) {
        let path = self.other();
        let name = "Another".to_owned();
        send(self, Action::Create { path, name });
    }

    fn close_window(&mut self) {
        let viewports = &mut self.driver.harness.input_mut().viewports;
        let window = viewports.entry(ViewportId::ROOT).or_default();
        window.events.push(ViewportEvent::Close);
        self.driver.settle();
    }

    fn page(&mut self) -> Option<&mut ImportPage> {
        self.driver.app().page_mut()
    }
}

fn send(bench: &mut Bench, action: impl Into<Action>) {
    bench.driver.app().send(action);
    bench.driver.settle();
}

/// A way to lose what was decided.
type Way<'a> = &'a dyn Fn(&mut Bench);

/// By keys and by the mouse.
#[test]
fn what_was_decided_is_not_thrown_away_unasked_whatever_would_do_it() {
    let mut bench = Bench::decided();
    let ctrl = |bench: &mut Bench, key| bench.driver.press_with(Modifiers::COMMAND, key);
    let ways: [(&str, Way<'_>); 14] = [
        ("close the camp", &|bench| ctrl(bench, Key::W)),
        ("quit", &|bench| ctrl(bench, Key::Q)),
        ("the cross of the window", &Bench::close_window),
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
        ("files that are dropped", &Bench::drop_games),
        ("cancel", &|bench| bench.driver.click("Cancel")),
        ("Esc", &|bench| bench.driver.press(Key::Escape)),
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

#[test]
fn whoever_discards_what_was_decided_gets_what_was_asked_for() {
    let mut bench = Bench::decided();
    bench.driver.click("Cancel");
    bench.driver.click("Discard");
    assert!(bench.page().is_none());

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

    // Files that are dropped are new ones, of which nothing is decided yet.
    let mut bench = Bench::decided();
    bench.drop_games();
    bench.driver.click("Discard");
    bench.driver.settle();
    assert!(bench.driver.shows("2 decisions needed."));
}

/// Who is meant by a name, or who may be replaced, is somebody of the camp for which it was decided.
#[test]
fn files_go_along_into_another_camp_without_what_was_decided_for_this_one() {
    let mut bench = Bench::decided();
    bench.create_other();
    bench.driver.click("Discard");
    bench.driver.settle();
    assert_eq!(bench.driver.camp().name, "Another");
    let state = &bench.page().expect("the preview").state;
    assert_eq!(state.choices(), &Choices::default());
    assert!(state.plan().is_some(), "it is compared with this camp");
}

#[test]
fn where_nothing_is_decided_nothing_is_asked() {
    let mut bench = Bench::new();
    bench.driver.press(Key::Escape);
    bench.driver.settle();
    assert!(bench.page().is_none());

    // What was decided is taken back, and the keyboard stays there.
    let mut bench = Bench::decided();
    bench.driver.harness.get_by_label("Undo “win”").focus();
    bench.driver.settle();
    bench.driver.press(Key::Space);
    bench.driver.settle();
    assert!(bench.driver.shows("2 decisions needed."));
    let choice = bench.driver.harness.get_by_label("Result “win”");
    assert!(choice.is_focused());
    send(&mut bench, Action::Back);
    assert!(bench.page().is_none());
}

/// What their columns are is known from the datasheet, and nobody has decided it.
#[test]
fn rows_that_were_pasted_are_asked_about_only_if_the_director_decided_something() {
    let mut driver = Driver::with_sample();
    let rows = "Last name\tFirst name\nQuill\tZo\n".to_owned();
    driver.app().send(Action::PasteCampers(rows.clone()));
    driver.settle();
    assert!(driver.shows("Import pasted rows"));
    driver.app().send(Action::Back);
    driver.settle();
    assert!(driver.app().page_mut::<ImportPage>().is_none());

    driver.app().send(Action::PasteCampers(rows));
    driver.settle();
    let page = driver.app().page_mut::<ImportPage>().expect("the preview");
    page.state.choose(|choices| {
        choices.headers.insert(0, false);
    });
    let loss = page.loss(Leaving::Away);
    assert!(loss.is_some_and(|loss| loss.text.contains("paste")));
    driver.app().send(Action::Back);
    driver.settle();
    let asked = &driver.app().dialog;
    assert!(matches!(asked, Some(Dialog::Discard(_))));
}
