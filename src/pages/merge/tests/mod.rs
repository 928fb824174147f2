//! A copy that is brought back in the window, by names and keys.

mod deciding;
mod losing;
mod told;
mod typed;

use std::{fs, path::PathBuf};

use egui::{Key, Modifiers, Role, accesskit::Toggled};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use jiff::{SignedDuration, Timestamp, civil::date};
use tempfile::TempDir;

use super::MergePage;
use crate::{
    app::{Action, Command, Purpose, page::Logic as _},
    domain::{Edit, Field, Game, GameResult, Group, Patch, Player, PlayerId},
    storage::{CampFile, Mode, Occasion},
    ui::tests::Driver,
};

/// A camp of three players that is open, and a copy of it.
struct Bench {
    folder: TempDir,
    driver: Driver,
}

fn player(last_name: &str) -> Edit {
    Edit::AddPlayer(Player {
        last_name: last_name.to_owned(),
        first_name: "Ann".to_owned(),
        ..Player::default()
    })
}

fn game(white: i64, black: i64) -> Edit {
    Edit::add_game(Game::new(
        PlayerId(white),
        PlayerId(black),
        GameResult::WhiteWon,
    ))
}

fn notes(player: i64, text: &str) -> Edit {
    Edit::ChangePlayer(Patch::new(PlayerId(player), Field::Notes, text))
}

fn notes_of(driver: &mut Driver) -> Vec<String> {
    let camp = driver.camp();
    camp.players.iter().map(|it| it.notes.clone()).collect()
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
        let mut bench = Self { folder, driver };
        for name in ["Leewood", "Vang", "Xiong"] {
            bench.change(player(name));
        }
        let copy = bench.copy();
        bench.driver.app().send(Action::SaveCopy(copy));
        bench.driver.settle();
        bench
    }

    fn copy(&self) -> PathBuf {
        self.folder.path().join("Copy.ladder")
    }

    /// Changes the camp that is open.
    fn change(&mut self, edit: Edit) {
        self.driver.app().send(Action::Change(edit));
        self.driver.settle();
    }

    /// Changes the copy, as on another laptop.
    fn change_copy(&self, edits: impl IntoIterator<Item = Edit>) {
        let mut copy = CampFile::open(&self.copy(), Mode::Change).expect("the copy");
        for edit in edits {
            copy.apply(&edit, &Occasion::now(edit.kind()))
                .expect("a change");
        }
    }

    /// Makes the copy of the camp as it is now.
    fn copy_anew(&mut self) {
        let copy = self.copy();
        fs::remove_file(&copy).expect("gone");
        self.driver.app().send(Action::SaveCopy(copy));
        self.driver.settle();
    }

    /// Goes to the page, and chooses the copy there.
    fn compare(&mut self) {
        self.driver.send(Command::BRING_BACK);
        self.driver.settle();
        let copy = self.copy();
        self.driver.app().send(Action::ImportFiles(vec![copy]));
        self.driver.settle();
    }

    fn page(&mut self) -> Option<&mut MergePage> {
        self.driver.app().page_mut::<MergePage>()
    }
}

#[test]
fn a_copy_is_brought_back_by_keys_and_undone() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2), player("Yu")]);
    bench.change(player("Zhao"));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows("New numbers"));
    assert!(driver.shows_words("1 game added, 1 player added"));
    assert!(driver.shows_words("Ready to bring together"));
    // The button has the keyboard.
    driver.press(Key::Enter);
    driver.settle();
    let message = driver.message();
    assert!(message.starts_with("Copy brought back: 1 game added"));
    // One of the two keeps number 4.
    let camp = driver.camp();
    let fifth = camp.players.iter().find(|player| player.id == PlayerId(5));
    let last_name = &fifth.expect("player 5").last_name;
    let said = format!(". Ann {last_name} is number 5 now");
    assert!(driver.message().contains(&said), "{}", driver.message());
    assert_eq!(
        (driver.camp().games.len(), driver.camp().players.len()),
        (1, 5)
    );
    assert!(driver.app().page_mut::<MergePage>().is_none());
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.settle();
    assert_eq!(
        (driver.camp().games.len(), driver.camp().players.len()),
        (0, 4)
    );
    // Again, as it was undone; and then there is nothing more to bring.
    bench.compare();
    bench.driver.press_with(Modifiers::COMMAND, Key::Enter);
    bench.driver.settle();
    assert_eq!(bench.driver.camp().players.len(), 5);
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows_words("The copy has nothing new."));
    assert!(driver.has_keyboard("Back") && !driver.shows("Bring together"));
    driver.press(Key::Enter);
    driver.settle();
    driver.press(Key::Escape);
    assert!(driver.app().page_mut::<MergePage>().is_none());
}

#[test]
fn what_both_have_changed_is_decided_side_by_side() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There"), notes(2, "There, too")]);
    bench.change(notes(1, "Here"));
    bench.change(notes(2, "Here, too"));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows("2 decisions needed"));
    let sides = [
        "Player Ann Leewood, here: Notes Here",
        "Player Ann Leewood, in the copy: Notes There",
    ];
    for side in sides {
        let node = driver
            .harness
            .get_by_role_and_label(Role::RadioButton, side);
        assert_eq!(node.accesskit_node().toggled(), Some(Toggled::False));
    }
    // The first one has the keyboard; nothing is brought before all is decided.
    assert!(driver.harness.get_by_label(sides[0]).is_focused());
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().players[0].notes, "Here");
    driver.press(Key::ArrowRight);
    driver.settle();
    let node = driver.harness.get_by_label(sides[1]);
    assert!(node.is_focused());
    assert_eq!(node.accesskit_node().toggled(), Some(Toggled::True));
    assert!(driver.shows("1 of 2 decisions still needed"));
    // Also where they stand below each other.
    driver.press(Key::ArrowUp);
    assert!(driver.harness.get_by_label(sides[0]).is_focused());
    driver.press(Key::ArrowUp);
    assert!(driver.harness.get_by_label(sides[0]).is_focused());
    driver.press(Key::ArrowDown);
    driver.settle();
    assert!(driver.harness.get_by_label(sides[1]).is_focused());
    driver.press(Key::Tab);
    driver.press(Key::Space);
    driver.settle();
    assert!(driver.shows("2 decisions, all made"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    assert_eq!(notes_of(driver), ["There", "Here, too", ""]);
}

#[test]
fn all_is_decided_at_once() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There"), notes(2, "There, too")]);
    bench.change(notes(1, "Here"));
    bench.change(notes(2, "Here, too"));
    bench.compare();
    let driver = &mut bench.driver;
    driver.click("All as in the copy");
    driver.settle();
    driver.click("Bring together");
    driver.settle();
    assert_eq!(notes_of(driver), ["There", "There, too", ""]);
}

/// A group is called otherwise on both, here like another one is in the copy.
#[test]
fn what_is_refused_as_it_is_decided_is_decided_otherwise() {
    let mut bench = Bench::new();
    for name in ["Red", "Green"] {
        bench.change(Edit::AddGroup(Group::new(name, None)));
    }
    bench.copy_anew();
    let groups = bench.driver.camp().groups;
    let renamed = |at: usize, name: &str| {
        let mut group = groups[at].clone();
        group.name = name.to_owned();
        Edit::put(&group)
    };
    bench.change(renamed(0, "Blue"));
    bench.change(notes(1, "Here"));
    bench.change_copy([
        renamed(0, "Rose"),
        renamed(1, "Blue"),
        notes(1, "There"),
        game(1, 2),
    ]);
    bench.compare();
    let driver = &mut bench.driver;
    driver.click("All as in the copy");
    driver.settle();
    assert!(driver.shows_words("Ready to bring together"));
    let sides = [
        "Group Blue, here: Name Blue",
        "Group Blue, in the copy: Name Rose",
    ];
    driver.click(sides[0]);
    driver.settle();
    assert!(driver.shows("Nothing was brought back"));
    assert!(!driver.shows_words("Ready to bring together"));
    let chosen = driver.harness.get_by_label(sides[0]);
    assert_eq!(chosen.accesskit_node().toggled(), Some(Toggled::True));
    // What was planned before isn't brought instead.
    driver.send(Command::SAVE_IMPORT);
    assert_eq!(driver.camp().games.len(), 0);
    // By keys alone: what was decided has the keyboard, and is decided otherwise.
    assert!(driver.has_keyboard(sides[0]));
    driver.press(Key::ArrowRight);
    assert!(!driver.shows("Nothing was brought back"));
    assert!(driver.has_keyboard(sides[1]));
    // Where all was decided at once, the first decision has it.
    driver.click("All as here");
    driver.settle();
    assert!(driver.shows("Nothing was brought back"));
    assert!(driver.has_keyboard("Player Ann Leewood, here: Notes Here"));
    driver.click(sides[1]);
    driver.settle();
    driver.click("Player Ann Leewood, in the copy: Notes There");
    driver.settle();
    assert!(!driver.shows("Nothing was brought back"));
    assert!(driver.shows("2 decisions, all made"));
    driver.click("Bring together");
    driver.settle();
    assert_eq!(notes_of(driver), ["There", "", ""]);
    let groups = driver.camp().groups;
    let names = groups.iter().map(|group| group.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Rose", "Blue"]);
}

/// The disk refuses while a folder stands where the journal is to be.
#[test]
fn what_the_disk_refused_is_tried_again_by_key_and_by_button() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    let own = bench.folder.path().join("Camp.ladder");
    // A camp that was only just opened has no journal yet.
    bench.driver.app().send(Action::Open(own));
    bench.driver.settle();
    bench.compare();
    let in_the_way = bench.folder.path().join("Camp.ladder-journal");
    fs::create_dir(&in_the_way).expect("a folder");
    let driver = &mut bench.driver;
    for _ in 0..2 {
        driver.press_with(Modifiers::COMMAND, Key::Enter);
        driver.settle();
        assert!(driver.shows("Nothing was brought back"));
        assert!(driver.shows_words("could not be written"));
        assert!(driver.shows("To come: 1 game added. Ready to bring together."));
        assert!(driver.has_keyboard("Bring together"));
        assert_eq!(driver.app().why_not(Command::SAVE_IMPORT), None);
    }
    fs::remove_dir(&in_the_way).expect("gone");
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().games.len(), 1);
}

#[test]
fn what_stays_as_it_is_here_is_asked_once() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There")]);
    bench.change(notes(1, "Here"));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows("1 decision needed."));
    driver.click("All as here");
    driver.settle();
    assert!(driver.shows_words("Everything stays as it is here. Bring together"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.settle();
    let said = "Copy brought back: everything stays as it is here";
    assert!(driver.message().starts_with(said));
    assert_eq!(notes_of(driver), ["Here", "", ""]);
    bench.compare();
    // The copy isn’t the same: what was decided against is still there.
    let said =
        "The copy has nothing new. What was undone in it, or decided against, stays as it is here.";
    assert!(bench.driver.shows(said));
}

#[test]
fn a_game_that_was_typed_on_both_is_one_unless_it_is_unticked() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    bench.change(game(1, 2));
    bench.compare();
    let driver = &mut bench.driver;
    assert!(driver.shows("The same on both"));
    driver.click("Ann Leewood 1–0 Ann Vang: one game");
    driver.settle();
    driver.click("Bring together");
    driver.settle();
    assert_eq!(driver.camp().games.len(), 2);
}

#[test]
fn a_new_player_who_was_typed_on_both_is_one_unless_unticked() {
    for is_one in [true, false] {
        let mut bench = Bench::new();
        bench.change_copy([player("Yu"), game(4, 1)]);
        bench.change(player("Yu"));
        bench.change(game(4, 1));
        bench.compare();
        let driver = &mut bench.driver;
        assert!(driver.shows("Ann Yu 1–0 Ann Leewood: one game"));
        if !is_one {
            driver.click("Ann Yu, number 4: one player");
            driver.settle();
            assert!(!driver.shows("Ann Yu 1–0 Ann Leewood: one game"));
            assert!(driver.shows_words("4 is another Ann Yu’s"));
        }
        driver.click("Bring together");
        driver.settle();
        let camp = driver.camp();
        let count = if is_one { 1 } else { 2 };
        assert_eq!((camp.players.len(), camp.games.len()), (3 + count, count));
    }
}

#[test]
fn a_new_player_with_the_names_the_other_way_round_is_offered_as_one() {
    let mut bench = Bench::new();
    bench.change_copy([Edit::AddPlayer(Player {
        last_name: "Ann".to_owned(),
        first_name: "Yu".to_owned(),
        ..Player::default()
    })]);
    bench.change(player("Yu"));
    bench.compare();
    let driver = &mut bench.driver;
    let tick = "Yu Ann, number 4, here with the names the other way round: one player";
    assert!(driver.shows(tick));
    assert!(driver.shows_words("the other way round is kept once, too: decide which is right."));
    driver.click("All as in the copy");
    driver.settle();
    driver.click("Bring together");
    driver.settle();
    let names = driver.camp();
    let names = names.players.iter().map(Player::full_name);
    let expected = ["Ann Leewood", "Ann Vang", "Ann Xiong", "Yu Ann"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn a_game_with_the_colors_swapped_is_one_only_if_it_is_ticked() {
    for is_one in [false, true] {
        let mut bench = Bench::new();
        bench.change_copy([game(1, 2)]);
        let swapped = Game::new(PlayerId(2), PlayerId(1), GameResult::BlackWon);
        bench.change(Edit::add_game(swapped));
        bench.compare();
        let driver = &mut bench.driver;
        let tick = "Ann Leewood 1–0 Ann Vang, here with the colors swapped: one game";
        assert!(driver.shows(tick));
        if is_one {
            driver.click(tick);
            driver.settle();
            let node = driver.harness.get_by_label(tick);
            assert_eq!(node.accesskit_node().toggled(), Some(Toggled::True));
            driver.click("All as in the copy");
            driver.settle();
        }
        driver.click("Bring together");
        driver.settle();
        let camp = driver.camp();
        let mut whites = camp.games.iter().map(|game| game.white).collect::<Vec<_>>();
        whites.sort();
        let expected = [PlayerId(1), PlayerId(2)];
        assert_eq!(whites, &expected[..if is_one { 1 } else { 2 }]);
    }
}

#[test]
fn whoever_leaves_before_all_is_compared_changes_nothing() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    bench.driver.send(Command::BRING_BACK);
    bench.driver.settle();
    let copy = bench.copy();
    bench.driver.app().send(Action::ImportFiles(vec![copy]));
    bench.driver.app().send(Action::Back);
    bench.driver.settle();
    assert!(bench.page().is_none());
    assert_eq!(bench.driver.camp().games.len(), 0);
    // The copy was let go of, and can be compared again.
    bench.compare();
    assert!(
        bench
            .driver
            .shows("To come: 1 game added. Ready to bring together.")
    );
}

#[test]
fn what_changes_here_meanwhile_is_compared_anew() {
    let mut bench = Bench::new();
    bench.change_copy([notes(1, "There")]);
    bench.compare();
    bench.change(notes(1, "Here"));
    let driver = &mut bench.driver;
    driver.settle();
    assert!(driver.shows("1 decision needed"));
}

/// The first change of a day takes what is too old out of the history, which the comparison went by.
#[test]
fn a_history_that_is_thinned_by_bringing_a_copy_back_keeps_nobody_from_it() {
    let mut bench = Bench::new();
    bench.driver.send(Command::CLOSE_CAMP);
    let own = bench.folder.path().join("Camp.ladder");
    for file in [&own, &bench.copy()] {
        fs::remove_file(file).expect("gone");
    }
    // From summer to summer, as years are counted from a day that is believed.
    let apply = |camp: &mut CampFile, edit: &Edit, years_ago: i64| {
        let ago = SignedDuration::from_hours(years_ago * 365 * 24);
        let occasion = Occasion {
            at: Timestamp::now() - ago,
            ..Occasion::now("A change")
        };
        camp.apply(edit, &occasion).expect("a change");
    };
    let mut camp = CampFile::create(&own, "Old camp", date(2020, 7, 6)).expect("a camp");
    apply(&mut camp, &player("Leewood"), 6);
    drop(camp);
    fs::copy(&own, bench.copy()).expect("a copy");
    let mut camp = CampFile::open(&own, Mode::Change).expect("the camp");
    for years_ago in (0..6).rev() {
        let group = Group::new(format!("Group {years_ago}"), None);
        apply(&mut camp, &Edit::AddGroup(group), years_ago);
    }
    drop(camp);
    bench.change_copy([player("Vang")]);
    bench.driver.app().send(Action::Open(own));
    bench.driver.settle();
    bench.compare();
    assert!(bench.driver.shows_words("Ready to bring together"));
    bench.driver.press_with(Modifiers::COMMAND, Key::Enter);
    bench.driver.settle();
    assert_eq!(bench.driver.camp().players.len(), 2);
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    let own = bench.folder.path().join("Camp.ladder");
    let camp = CampFile::open(&own, Mode::ReadOnly).expect("the camp");
    let steps = camp.history().expect("a history").len();
    assert!(steps < 6, "{steps} of 8");
}

#[test]
fn a_file_that_is_no_copy_says_so_and_leads_on() {
    let mut bench = Bench::new();
    bench.change_copy([game(1, 2)]);
    let other = bench.folder.path().join("Other.ladder");
    drop(CampFile::create(&other, "Another", date(2026, 7, 6)).expect("a camp"));
    let text = bench.folder.path().join("Text.ladder");
    fs::write(&text, "Not a camp").expect("a file");
    let damaged = bench.folder.path().join("Damaged.ladder");
    let mut bytes = fs::read(bench.copy()).expect("the copy");
    bytes[8192..].fill(7);
    fs::write(&damaged, bytes).expect("a file");
    let itself = bench.folder.path().join("Camp.ladder");
    let missing = bench.folder.path().join("Missing.ladder");
    bench.driver.send(Command::BRING_BACK);
    bench.driver.settle();
    for (path, said) in [
        (other, "is another camp"),
        (text, "is not a camp file"),
        (damaged, "is damaged"),
        (itself, "is the camp itself"),
        (missing, "There is no file"),
    ] {
        bench.driver.app().send(Action::ImportFiles(vec![path]));
        bench.driver.settle();
        let page = bench.page().expect("the page");
        let reason = page.bringing.as_ref().and_then(|it| it.refusal());
        assert!(reason.is_some_and(|it| it.contains(said)), "{reason:?}");
        assert!(bench.driver.shows("Nothing was brought back"));
        assert!(bench.driver.has_keyboard("Another copy…"), "{said}");
    }
    // One that is open elsewhere is said to be.
    let held = CampFile::open(&bench.copy(), Mode::Change).expect("the copy");
    let copy = bench.copy();
    bench
        .driver
        .app()
        .send(Action::ImportFiles(vec![copy.clone()]));
    bench.driver.settle();
    let reason = bench.page().and_then(|page| {
        let bringing = page.bringing.as_ref()?;
        bringing.refusal().map(str::to_owned)
    });
    assert!(
        reason
            .as_ref()
            .is_some_and(|it| it.contains("is open in another window")),
        "{reason:?}"
    );
    drop(held);
    // The way on: another copy is chosen, its path typed.
    bench.driver.click("Another copy…");
    bench.driver.settle();
    let page = bench.page().expect("the page");
    // As it was typed when it was saved.
    page.file.path = copy.with_extension("").display().to_string();
    bench.driver.settle();
    bench.driver.click("Compare");
    bench.driver.settle();
    assert!(
        bench
            .driver
            .shows("To come: 1 game added. Ready to bring together.")
    );
}

/// Why there is nothing to browse with stands where the path is typed, and covers nothing.
#[test]
fn why_nothing_can_be_browsed_for_stands_at_the_path() {
    let mut bench = Bench::new();
    bench.driver.send(Command::BRING_BACK);
    let why = "This computer has no file dialog. Type the path instead";
    let page = bench.page().expect("the page");
    assert!(page.say_of_path(Purpose::CopyOfCamp, why));
    assert!(!page.say_of_path(Purpose::Logo, why));
    bench.driver.settle();
    assert!(bench.driver.shows_words(why));
    assert!(bench.driver.has_keyboard("Copy of this camp"));
}
