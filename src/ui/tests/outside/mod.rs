//! Files that others change while they are open, and copies that keep what the window holds.

mod copies;
mod keys;
mod silent;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use egui_kittest::kittest::Queryable as _;

use super::{Driver, TODAY};
use crate::{
    app::{Action, Command, dialogs::Dialog},
    domain::Edit,
    storage::{CampFile, Mode, Occasion, OutsideChange},
};

/// A camp that is open, and where it is.
fn open_file() -> (tempfile::TempDir, PathBuf, Driver) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let mut program = Driver::new();
    act(&mut program, Action::Open(path.clone()));
    assert!(program.app().session.camp.is_some());
    (folder, path, program)
}

fn act(program: &mut Driver, action: Action) {
    program.app().send(action);
    program.settle();
}

fn rename(name: &str) -> Action {
    Action::Change(Edit::RenameCamp(name.to_owned()))
}

fn copy_asked_for(program: &mut Driver) -> PathBuf {
    match &program.app().dialog {
        Some(Dialog::SaveCopy(field)) => field.typed().expect("a path"),
        other => panic!("no question for a path but {other:?}"),
    }
}

/// Nobody has to change anything for it to be seen, nor when the file is back in its place.
#[cfg(unix)]
#[test]
fn a_file_that_is_gone_is_noticed_while_nothing_is_typed() {
    let (_folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    let aside = path.with_extension("aside");
    let words = "The camp file was deleted, moved or renamed";
    for (from, to, is_told) in [(&path, &aside, true), (&aside, &path, false)] {
        fs::rename(from, to).expect("moved");
        let begun = Instant::now();
        while program.shows_words(words) != is_told {
            assert!(begun.elapsed() < Duration::from_secs(30), "{is_told}");
            thread::sleep(Duration::from_millis(100));
            program.settle();
        }
    }
}

/// The whole way: a file is deleted, nothing is called saved, closing asks, the copy holds everything and is worked in.
#[cfg(unix)]
#[test]
fn what_is_typed_after_the_file_was_deleted_is_not_lost() {
    let (_folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    fs::remove_file(&path).expect("gone");
    act(&mut program, rename("Not saved"));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.outside, Some(OutsideChange::Gone));
    assert_eq!(camp.data.name, "Saved");
    assert_eq!(program.app().session.last_done, None);
    // Also in the smallest window it stands there whole, before when the last backup was made.
    program.harness.set_size(egui::vec2(450.0, 320.0));
    program.settle();
    let in_bar = program.harness.get_by_label("Not saved").rect();
    assert!(in_bar.width() > 70.0, "{in_bar}");
    assert!(program.shows_words(
        "The camp file was deleted, moved or renamed while it was open here. Nothing is saved any more"
    ));

    program.send(Command::QUIT);
    assert!(!program.app().quitting);
    assert!(matches!(
        program.app().dialog,
        Some(Dialog::CloseUnsaved(_))
    ));
    program.click("Save a copy first…");
    let copy = copy_asked_for(&mut program);
    let name = copy
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    assert!(name.starts_with("Camp (rescued 2"), "{name}");
    program.click("Save the copy");
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!((camp.outside, camp.path.as_ref()), (None, Some(&copy)));
    act(&mut program, rename("Saved in the copy"));
    assert_eq!(
        program.app().session.last_done.as_deref(),
        Some("Saved: Rename the camp")
    );
    program.send(Command::QUIT);
    assert!(program.app().quitting);
    drop(program);
    let saved = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").name, "Saved in the copy");
    assert!(!path.exists());
}

/// A file that was away for a while is the camp's again.
#[cfg(unix)]
#[test]
fn what_is_typed_after_the_file_is_back_is_saved() {
    let (folder, path, mut program) = open_file();
    let aside = folder.path().join("Aside.ladder");
    fs::rename(&path, &aside).expect("moved");
    act(&mut program, rename("Not saved"));
    assert!(program.shows_words("Save a copy of what this window holds"));
    fs::rename(&aside, &path).expect("moved back");
    act(&mut program, rename("Saved"));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!((camp.outside, camp.data.name.as_str()), (None, "Saved"));
    assert!(!program.shows_words("Save a copy of what this window holds"));
}

/// Where no copy can be written, the question stays, with what was typed.
#[test]
fn a_copy_that_cannot_be_written_is_asked_about_again() {
    let (folder, _, mut program) = open_file();
    let nowhere = folder.path().join("No folder").join("Copy.ladder");
    act(&mut program, Action::SaveCopy(nowhere.clone()));
    assert_eq!(copy_asked_for(&mut program), nowhere);
    assert!(program.shows_words("No folder"));
}

/// Nothing was changed since, and still closing says that the file is gone.
#[cfg(unix)]
#[test]
fn closing_says_what_happened_to_the_file() {
    for command in [Command::QUIT, Command::CLOSE_CAMP, Command::OPEN_SAMPLE] {
        let (_folder, path, mut program) = open_file();
        fs::write(&path, "Dear parents,").expect("overwritten");
        program.send(command);
        assert!(!program.app().quitting && program.app().session.camp.is_some());
        assert!(matches!(
            program.app().dialog,
            Some(Dialog::CloseUnsaved(_))
        ));
        program.click("Go back");
        assert!(program.app().session.camp.is_some());
        program.send(command);
        program.click("Close without a copy");
        let app = program.app();
        let is_sample = app
            .session
            .camp
            .as_ref()
            .is_some_and(|camp| camp.path.is_none());
        assert_eq!(app.quitting, command == Command::QUIT);
        assert_eq!(is_sample, command == Command::OPEN_SAMPLE);
        let is_closed = app.session.camp.is_none();
        assert!(is_closed || command != Command::CLOSE_CAMP);
        assert_eq!(fs::read(&path).expect("the file"), b"Dear parents,");
    }
}

/// A game that is half typed stays in the strip, and is saved in the copy.
#[cfg(unix)]
#[test]
fn what_was_refused_is_saved_in_the_copy() {
    let (_folder, path, mut program) = open_file();
    fs::rename(&path, path.with_extension("moved")).expect("moved");
    program.send(Command::GO_GROUPS);
    program.send(Command::NEW_RECORD);
    program.type_text("Red");
    program.press(egui::Key::Tab);
    program.type_text("400");
    program.send(Command::SAVE_RECORD);
    assert!(program.groups().editor.is_changed(), "it is still there");
    program.send(Command::SAVE_COPY);
    program.click("Save the copy");
    program.send(Command::SAVE_RECORD);
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.data.groups.len(), 1);
}

const UNSAVED: &str = "Nothing is saved any more";

/// The strip and a message say it for as long as it is so, also where the file is back before anybody has looked.
#[cfg(unix)]
#[test]
fn nothing_is_called_unsaved_once_the_file_is_back() {
    let (_folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    program.send(Command::GO_GROUPS);
    program.send(Command::NEW_RECORD);
    program.type_text("Red");
    program.press(egui::Key::Tab);
    program.type_text("400");
    let aside = path.with_extension("aside");
    fs::rename(&path, &aside).expect("moved");
    program.send(Command::SAVE_RECORD);
    act(&mut program, rename("Not saved"));
    assert!(program.shows_words(UNSAVED));
    fs::rename(&aside, &path).expect("moved back");
    let begun = Instant::now();
    while program
        .app()
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .outside
        .is_some()
    {
        assert!(begun.elapsed() < Duration::from_secs(30), "it isn't told");
        thread::sleep(Duration::from_millis(100));
        program.settle();
    }
    program.settle();
    assert!(!program.shows_words(UNSAVED));
    program.send(Command::SAVE_RECORD);
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.data.groups.len(), 1);
}

/// The strip says that its game wasn't saved, and no longer when it can be.
#[cfg(unix)]
#[test]
fn a_refused_game_isnt_called_unsaved_in_the_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut program = Driver::new();
    program.send(Command::OPEN_SAMPLE);
    act(&mut program, Action::SaveCopy(path.clone()));
    act(&mut program, Action::Open(path.clone()));
    fs::rename(&path, path.with_extension("moved")).expect("moved");
    program.send(Command::GO_GAMES);
    let games = |program: &mut Driver| {
        let camp = program.app().session.camp.as_ref().expect("a camp");
        camp.data.games.len()
    };
    let before = games(&mut program);
    for text in ["10", "11"] {
        program.type_text(text);
        program.press(egui::Key::Tab);
    }
    program.type_text("1");
    assert_eq!(games(&mut program), before);
    assert!(program.shows_words(UNSAVED));
    program.send(Command::SAVE_COPY);
    program.click("Save the copy");
    assert!(!program.shows_words(UNSAVED));
    program.send(Command::SAVE_RECORD);
    assert_eq!(games(&mut program), before + 1);
}

/// In a small window the page scrolls while the bar is above it, and what has the keyboard is the same.
#[cfg(unix)]
#[test]
fn the_keyboard_stays_where_games_are_typed_while_the_bar_comes_and_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut program = Driver::with_size(900.0, 640.0);
    program.send(Command::OPEN_SAMPLE);
    act(&mut program, Action::SaveCopy(path.clone()));
    act(&mut program, Action::Open(path.clone()));
    program.send(Command::GO_GAMES);
    let white = "White";
    assert!(program.has_keyboard(white));
    fs::rename(&path, path.with_extension("moved")).expect("moved");
    program.until(|program| program.shows_words(UNSAVED));
    program.settle();
    assert!(program.has_keyboard(white), "the bar has come");
    for text in ["10", "11"] {
        program.type_text(text);
        program.press(egui::Key::Tab);
    }
    program.type_text("1");
    assert!(program.entry().is_changed(), "it waits for another file");
    program.send(Command::SAVE_COPY);
    assert!(program.shows_words("What you are typing isn’t in it until you save it there"));
    program.click("Save the copy");
    assert!(!program.shows_words(UNSAVED));
    program.send(Command::SAVE_RECORD);
    assert!(program.has_keyboard(white), "the bar has gone");
}

#[test]
fn a_copy_of_a_camp_leaves_the_camp_open() {
    let (_folder, path, mut program) = open_file();
    program.send(Command::SAVE_COPY);
    let copy = copy_asked_for(&mut program);
    program.click("Save the copy");
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&path));
    let copied = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    assert_eq!(copied.load().expect("the camp").name, "Camp");
    // There is one now.
    act(&mut program, Action::SaveCopy(copy));
    assert!(program.shows_words("There is already a file"));
}

/// What can only be looked at is changed in a copy of one's own.
#[test]
fn a_camp_to_look_at_goes_on_in_its_copy() {
    let (folder, path, mut program) = open_file();
    program.send(Command::CLOSE_CAMP);
    act(&mut program, Action::OpenReadOnly(path));
    let own = folder.path().join("Own.ladder");
    act(&mut program, Action::SaveCopy(own.clone()));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!((camp.mode, camp.path.as_ref()), (Mode::Change, Some(&own)));
    act(&mut program, rename("Changed"));
    assert_eq!(
        program
            .app()
            .session
            .camp
            .as_ref()
            .expect("a camp")
            .data
            .name,
        "Changed"
    );
}

/// A large file is looked through while it is shown already, and nothing is written before.
#[test]
fn a_large_damaged_camp_is_closed_again_and_left_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let other = bytes_of_large_camp(&path, 800);
    let mut bytes = other;
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0);
    fs::write(&path, &bytes).expect("damaged");
    let mut program = Driver::new();
    act(&mut program, Action::Open(path.clone()));
    assert!(program.app().session.camp.is_none());
    match &program.app().dialog {
        Some(Dialog::CannotOpen { reason, .. }) => {
            assert!(reason.contains("Keep it as it is"), "{reason}");
        }
        other => panic!("no word but {other:?}"),
    }
    assert_eq!(fs::read(&path).expect("the file"), bytes);
}

/// The bytes of a camp with four thousand letters of notes of each player.
fn bytes_of_large_camp(path: &Path, players: usize) -> Vec<u8> {
    use crate::domain::{Group, Player};

    let mut file = CampFile::open(path, Mode::Change).expect("the camp");
    let group = Edit::AddGroup(Group::new("Red", Some(400)));
    file.apply(&group, &Occasion::now("A group"))
        .expect("a group");
    let group = file.load().expect("the camp").groups[0].id;
    let players = (0..players).map(|number| {
        Edit::AddPlayer(Player {
            last_name: format!("Player {number}"),
            first_name: "Ann".to_owned(),
            group: Some(group),
            notes: "Notes. ".repeat(570),
            ..Player::default()
        })
    });
    let edit = Edit::Together {
        name: "Players".to_owned(),
        edits: players.collect(),
    };
    file.apply(&edit, &Occasion::now("Players"))
        .expect("players");
    drop(file);
    fs::read(path).expect("the file")
}

/// A camp that another program changed is refused by name, and the window goes on.
#[test]
fn a_hostile_camp_is_refused_in_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Driver::new();
    let hostile = include_str!("../../../../tests/fixtures/camps/hostile.txt");
    for (number, line) in hostile
        .lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
    {
        let (sql, word) = line.split_once(" => ").expect("a deed and a word");
        let sql = sql.replace("{ESC}", "\u{1b}").replace("{BEL}", "\u{7}");
        let path = folder.path().join(format!("Camp {number}.ladder"));
        drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
        crate::storage::spoil(&path, &sql);
        let before = fs::read(&path).expect("the file");
        act(&mut program, Action::Open(path.clone()));
        assert!(program.app().session.camp.is_none(), "{sql}");
        match &program.app().dialog {
            Some(Dialog::CannotOpen { reason, .. }) => {
                assert!(reason.contains(word), "{sql}: {reason}");
            }
            other => panic!("{sql}: no word but {other:?}"),
        }
        program.press(egui::Key::Enter);
        assert_eq!(fs::read(&path).expect("the file"), before, "{sql}");
    }
}

/// A history that can't be read keeps nobody from the camp: it is said, and undo begins anew.
#[test]
fn a_camp_with_a_damaged_history_opens_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut camp = CampFile::create(&path, "Camp", TODAY).expect("a camp file");
    camp.apply(
        &Edit::RenameCamp("Summer".to_owned()),
        &Occasion::now("Rename"),
    )
    .expect("a change");
    drop(camp);
    crate::storage::spoil(&path, "UPDATE history_row SET before = 'nonsense'");
    let before = fs::read(&path).expect("the file");
    let mut program = Driver::new();
    act(&mut program, Action::Open(path.clone()));
    assert!(program.shows_words("The history of this camp is damaged"));
    program.send(Command::UNDO);
    assert_eq!(fs::read(&path).expect("the file"), before, "not by a look");
    act(&mut program, rename("Winter"));
    program.send(Command::UNDO);
    assert_eq!(program.camp().name, "Summer");
    drop(program);
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("the camp");
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
}
