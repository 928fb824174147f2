//! A new camp from an old one.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;

use super::{Driver, TODAY};
use crate::{
    app::{Action, App, Command, dialogs::Dialog, open_sample},
    domain::{
        CampData, CampSettings, Edit, Game, GameResult, Group, GroupId, NextPlayer, NextWeek,
        Player, PlayerId,
    },
    storage::{CampFile, Mode, Occasion},
};

/// An old camp in a file: the sample camp with a footer, and with everything in its second week.
struct Old {
    folder: TempDir,
    path: PathBuf,
    camp: CampData,
}

impl Old {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Old.ladder");
        let (_, sample) = open_sample(TODAY).expect("the sample camp");
        let everybody = sample.players.iter().map(|player| player.id).collect();
        let mut seed = sample.seed(&everybody);
        seed.settings.footer = "See you".to_owned();
        let mut file = CampFile::create_from(&path, "Old camp", TODAY, &seed).expect("a camp");
        let mut apply = |edit: Edit| {
            file.apply(&edit, &Occasion::now("A change"))
                .expect("a change");
        };
        apply(Edit::CloseWeek { on: TODAY });
        // Player 1 leaves, and is inactive from then on.
        apply(Edit::StartWeek(Box::new(NextWeek {
            label: String::new(),
            opened_on: TODAY,
            players: vec![NextPlayer {
                id: PlayerId(1),
                group: sample.players[0].group,
                stays: false,
            }],
        })));
        let camp = file.load().expect("a camp");
        Self { folder, path, camp }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// A window that asks who comes along from the camp in this file.
fn asked_for(path: &Path) -> Driver {
    let mut driver = Driver::new();
    driver.press_with(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::F);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&path.display().to_string());
    driver.press(Key::Enter);
    driver
}

impl Driver {
    /// Names the new camp, and its file.
    fn name_camp(&mut self, name: &str, file: &Path) {
        for (field, text) in [
            ("Name of the camp", name),
            ("File", &file.display().to_string()),
        ] {
            self.focus_field(field);
            self.press_with(Modifiers::COMMAND, Key::A);
            self.type_text(text);
        }
    }

    /// Sends the keyboard to the choice of a group; other things have its name too.
    fn focus_group(&mut self) {
        let role = egui::accesskit::Role::ComboBox;
        self.harness.get_by_role_and_label(role, "Group").focus();
        self.settle();
    }

    fn coming(&mut self) -> (usize, usize) {
        match &self.app().dialog {
            Some(Dialog::NewCampFromOld(from)) => from.old.as_ref().expect("an old camp").counts(),
            other => panic!("{other:?}"),
        }
    }
}

fn active(camp: &CampData) -> impl Iterator<Item = &Player> {
    camp.players.iter().filter(|player| player.active)
}

#[test]
fn groups_settings_and_the_ticked_players_come_along() {
    let old = Old::new();
    let before = fs::read(&old.path).expect("the file");
    let mut driver = asked_for(&old.path);
    assert!(driver.shows("39 of 40 selected"), "all who are active");
    // One is unticked, and the inactive one is ticked, by keyboard.
    let gone = active(&old.camp).next().expect("a player").clone();
    for name in [gone.listed_name(), old.camp.players[0].listed_name()] {
        driver.focus("Search players");
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text(&name);
        driver.focus("Players to copy");
        driver.press(Key::Home);
        driver.press(Key::Space);
    }
    assert!(driver.shows("39 of 40 selected"));
    let path = old.file("New.ladder");
    driver.name_camp("New camp", &path);
    driver.focus("Create");
    driver.press(Key::Enter);

    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.message(), "39 players copied from Old camp");
    let camp = driver.camp();
    assert_eq!((camp.name.as_str(), camp.week.number), ("New camp", 1));
    assert_eq!(camp.settings.footer, "See you");
    assert_eq!(camp.groups.len(), old.camp.groups.len());
    assert!(camp.games.is_empty());
    let ids = camp.players.iter().map(|player| player.id);
    let expected = old.camp.players.iter().map(|player| player.id);
    let expected = expected.filter(|id| *id != gone.id);
    assert_eq!(ids.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for player in camp.players.iter() {
        let group = player.group.and_then(|id| camp.group(id));
        let was = old.camp.player(player.id).expect("a player of old");
        assert!(player.active);
        assert_eq!(
            Some(player.ratings.weekly),
            group.and_then(|group| group.initial_rating)
        );
        assert_eq!(player.start_permanent, Some(was.ratings.permanent));
    }
    assert_eq!(fs::read(&old.path).expect("the file"), before, "as it was");
    assert_eq!(driver.app().settings.recent, [path]);
}

#[test]
fn players_are_ticked_by_group_and_several_at_once() {
    let old = Old::new();
    let mut driver = asked_for(&old.path);
    let all = driver.coming();
    assert_eq!(all, (40, 39));
    let strongest = old.camp.groups.last().expect("a group");
    let in_group = active(&old.camp)
        .filter(|player| player.group == Some(strongest.id))
        .count();
    driver.focus_group();
    driver.press(Key::ArrowDown);
    driver.click("Untick all shown");
    assert_eq!(driver.coming(), (40, 39 - in_group));
    driver.focus("Players to copy");
    driver.press(Key::Home);
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    driver.press(Key::Space);
    assert_eq!(
        driver.coming(),
        (40, 41 - in_group),
        "both that are selected"
    );
    driver.focus_group();
    driver.press(Key::Home);
    driver.click("Untick all shown");
    assert_eq!(driver.coming(), (40, 0));
    driver.click("Tick all shown");
    assert_eq!(driver.coming(), (40, 40));
}

/// The file of the open camp is not opened a second time: closing it again would give up the lock on it.
#[test]
fn the_open_camp_keeps_its_lock() {
    let old = Old::new();
    for by_path in [false, true] {
        let mut driver = Driver::new();
        driver.app().send(Action::Open(old.path.clone()));
        driver.settle();
        driver.send(Command::NEW_CAMP_FROM_OLD);
        assert_eq!(driver.coming(), (40, 39), "the open one is taken at once");
        if by_path {
            driver.click("Another old camp…");
            driver
                .app()
                .send(Action::ReadOldCamp(Some(old.path.clone())));
            driver.settle();
            assert_eq!(driver.coming(), (40, 39));
        }
        let probe = CampFile::open(&old.path, Mode::ReadOnly);
        assert!(
            matches!(probe, Err(crate::storage::OpenError::InUse { .. })),
            "nobody else gets in"
        );
        driver.press(Key::Escape);
        assert_eq!(driver.camp().name, "Old camp");
    }
}

#[test]
fn what_was_just_typed_comes_along() {
    let old = Old::new();
    let mut driver = Driver::new();
    driver.app().send(Action::Open(old.path.clone()));
    driver.settle();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Zzyzx");
    driver.focus_group();
    driver.press(Key::ArrowDown);
    driver.send(Command::NEW_CAMP_FROM_OLD);
    assert_eq!(driver.coming(), (41, 40));
    let path = old.file("New.ladder");
    driver.name_camp("New camp", &path);
    driver.focus("Create");
    driver.press(Key::Enter);
    let camp = driver.camp();
    assert_eq!(camp.name, "New camp");
    assert!(
        camp.players
            .iter()
            .any(|player| player.last_name == "Zzyzx")
    );
    // The old one is free again, and can be opened.
    let reopened = CampFile::open(&old.path, Mode::Change).expect("the old camp");
    assert_eq!(reopened.load().expect("a camp").players.len(), 41);
}

/// Two campers at 400 and a game that Ann won, typed since the ratings were recalculated.
fn out_of_date(path: &Path) -> CampFile {
    let mut file = CampFile::create(path, "Old camp", TODAY).expect("a camp");
    let mut apply = |edit: Edit| {
        file.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    };
    apply(Edit::AddGroup(Group::new("Red", Some(400))));
    for name in ["Ann", "Bo"] {
        apply(Edit::AddPlayer(Player {
            last_name: "Lee".to_owned(),
            first_name: name.to_owned(),
            group: Some(GroupId(1)),
            ..Player::default()
        }));
    }
    apply(Edit::add_game(Game::new(
        PlayerId(1),
        PlayerId(2),
        GameResult::WhiteWon,
    )));
    file
}

#[test]
fn games_since_the_last_recalculation_count_for_the_new_camp() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Old.ladder");
    drop(out_of_date(&path));
    let mut driver = asked_for(&path);
    assert!(!driver.shows_words("can’t be recalculated"));
    driver.name_camp("New camp", &folder.path().join("New.ladder"));
    driver.focus("Create");
    driver.press(Key::Enter);
    let camp = driver.camp();
    assert_eq!(camp.name, "New camp");
    let starts = camp.players.iter().map(|player| player.start_permanent);
    assert_eq!(starts.collect::<Vec<_>>(), [Some(416), Some(384)]);
}

#[test]
fn an_old_camp_whose_ratings_cannot_be_computed_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Old.ladder");
    let mut file = out_of_date(&path);
    let red = file.load().expect("a camp").groups[0].clone();
    let unrated = Edit::put(&Group {
        initial_rating: None,
        ..red
    });
    file.apply(&unrated, &Occasion::now("A change"))
        .expect("a change");
    drop(file);
    let driver = asked_for(&path);
    assert!(driver.shows_words("can’t be recalculated"));
}

/// An older week that is opened again has not the campers of today.
#[test]
fn the_last_week_says_who_can_come() {
    let old = Old::new();
    let mut file = CampFile::open(&old.path, Mode::Change).expect("the old camp");
    let first = old.camp.weeks[0].id;
    let edits = [Edit::CloseWeek { on: TODAY }, Edit::ReopenWeek(first)];
    for edit in edits {
        file.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    }
    assert_eq!(file.load().expect("a camp").week.number, 1);
    drop(file);
    let mut driver = asked_for(&old.path);
    assert_eq!(driver.coming(), (40, 39), "of week 2");
    driver.press(Key::Escape);
    driver.app().send(Action::Open(old.path.clone()));
    driver.settle();
    driver.send(Command::NEW_CAMP_FROM_OLD);
    assert_eq!(driver.coming(), (40, 39), "of week 2, of the open camp too");
}

#[test]
fn files_that_will_not_do_are_explained() {
    let old = Old::new();
    let letter = old.file("Letter.ladder");
    fs::write(&letter, "Dear parents,").expect("a file");
    let mut driver = asked_for(&letter);
    assert!(driver.shows_words("is not a camp file"));
    driver
        .app()
        .send(Action::ReadOldCamp(Some(old.file("None.ladder"))));
    driver.settle();
    assert!(driver.shows_words("There is no file"));

    let held = CampFile::open(&old.path, Mode::Change).expect("open elsewhere");
    driver
        .app()
        .send(Action::ReadOldCamp(Some(old.path.clone())));
    driver.settle();
    assert!(driver.shows_words("is open in another window or on another computer (by "));
    drop(held);
    driver
        .app()
        .send(Action::ReadOldCamp(Some(old.path.clone())));
    driver.settle();

    let refused = |driver: &mut Driver, name: &str, path: &Path, words: &str| {
        driver.name_camp(name, path);
        driver.focus("Create");
        driver.press(Key::Enter);
        assert!(driver.shows_words(words), "{words}");
        assert!(driver.app().session.camp.is_none());
    };
    refused(
        &mut driver,
        "New",
        &old.path,
        "This is the old camp itself, which stays as it is",
    );
    refused(&mut driver, "New", &letter, "There is already a file");
    let nowhere = old.file("no folder").join("New.ladder");
    refused(&mut driver, "New", &nowhere, "The folder “");
    refused(
        &mut driver,
        " ",
        &old.file("New.ladder"),
        "Type the camp’s name",
    );
    assert!(!old.file("New.ladder").exists());
    // And then it goes on.
    driver.name_camp("New", &old.file("New"));
    driver.focus("Create");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "New");
    assert!(old.file("New.ladder").exists());
}

#[test]
fn an_old_camp_may_be_read_only_and_of_an_older_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Old.ladder");
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-1.ladder");
    fs::copy(fixture, &path).expect("a copy");
    let before = fs::read(&path).expect("the file");
    let mut permissions = fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("read-only");
    let mut driver = asked_for(&path);
    let (all, _) = driver.coming();
    assert!(all > 10, "{all} players");
    driver.name_camp("New", &folder.path().join("New.ladder"));
    driver.focus("Create");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "New");
    assert_eq!(fs::read(&path).expect("the file"), before);
}

#[test]
fn the_sample_camp_can_be_gone_on_from() {
    let mut driver = Driver::with_sample();
    let settings: Arc<CampSettings> = driver.camp().settings;
    driver.send(Command::NEW_CAMP_FROM_OLD);
    let folder = tempfile::tempdir().expect("a folder");
    driver.name_camp("Mine", &folder.path().join("Mine.ladder"));
    driver.focus("Create");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "Mine");
    assert_eq!(driver.camp().settings, settings);
}

#[test]
fn ten_thousand_players_are_a_list_like_any_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Large.ladder");
    let (_, sample) = open_sample(TODAY).expect("the sample camp");
    let mut seed = sample.seed(&[sample.players[0].id].into());
    let one = seed.players.remove(0);
    seed.players = (1..=10_000)
        .map(|number| Player {
            id: PlayerId(number),
            last_name: format!("Camper {number:05}"),
            ..one.clone()
        })
        .collect();
    drop(CampFile::create_from(&path, "Large", TODAY, &seed).expect("a camp"));
    let mut driver = asked_for(&path);
    assert_eq!(driver.coming(), (10_000, 10_000));
    driver.focus("Players to copy");
    driver.press(Key::End);
    driver.press(Key::Space);
    assert!(driver.shows("9999 of 10000 selected"));
    let drawn = driver
        .harness
        .query_all_by_label_contains("Camper ")
        .count();
    assert!((3..60).contains(&drawn), "{drawn} rows are drawn");
}

#[test]
fn every_size_of_window_has_room_for_the_list() {
    for (width, height) in [(600.0, 427.0), (900.0, 640.0), (1180.0, 760.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::NEW_CAMP_FROM_OLD);
        let window = driver.harness.ctx.content_rect();
        driver.focus("Players to copy");
        driver.press(Key::End);
        let last = driver.harness.get_by_label("Create").rect();
        assert!(window.contains_rect(last), "{last:?}");
        assert!(driver.coming().0 == 40);
    }
}

/// Whatever waits for the file of an old camp is dropped with the question.
#[test]
fn a_question_that_was_left_is_not_answered() {
    let old = Old::new();
    let mut driver = Driver::new();
    driver.send(Command::NEW_CAMP_FROM_OLD);
    driver
        .app()
        .send(Action::ReadOldCamp(Some(old.path.clone())));
    driver.app().send(Action::CloseDialog);
    driver.settle();
    let app: &mut App = driver.app();
    assert!(app.dialog.is_none() && app.session.camp.is_none());
}
