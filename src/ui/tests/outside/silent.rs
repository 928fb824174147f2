//! Drives that stop answering, as of a stick that is pulled out or a network that is gone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{Driver, TODAY, act, bytes_of_large_camp, open_file, rename};
use crate::{
    app::{Action, BackupAction, Command, Page, dialogs::Dialog, settings::Settings},
    domain::{Edit, Game, GameResult, Player, PlayerId},
    storage::{BackupPlaces, BackupReason, BackupsOf, CampFile, Mode, Occasion},
};

/// Makes the drive of a file stop answering until the answer is dropped.
pub(super) struct Stuck(PathBuf);

impl Stuck {
    pub(super) fn new(camp: &Path) -> Self {
        let mark = camp.with_extension("stuck");
        fs::write(&mark, "").expect("a mark");
        Self(mark)
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

pub(super) const SILENT: &str =
    "” doesn’t answer, and Camp Ladder waits for it. Nothing is saved any more";

/// What is said of a file, whose drive is named.
fn silent(file: &Path) -> String {
    let folder = file.parent().expect("a folder");
    format!("“{}{SILENT}", folder.display())
}

/// It is noticed while nothing is typed, and forgotten when the drive answers.
#[test]
fn a_drive_that_does_not_answer_is_told_until_it_does() {
    let (_folder, path, mut program) = open_file();
    let stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(&silent(&path)));
    drop(stuck);
    program.until(|program| !program.shows_words(SILENT));
    act(&mut program, rename("Saved"));
    assert_eq!(
        program.app().session.last_done.as_deref(),
        Some("Saved: Rename the camp")
    );
}

/// Neither typing nor leaving waits for it.
#[test]
fn a_camp_whose_drive_does_not_answer_can_be_left() {
    let (folder, path, mut program) = open_file();
    let other = folder.path().join("Other.ladder");
    drop(CampFile::create(&other, "Other", TODAY).expect("a camp file"));
    let stuck = Stuck::new(&path);
    program.app().send(rename("Lost"));
    program.app().send(Command::QUIT);
    program.until(|program| program.shows_words("Close without a copy"));
    assert!(!program.app().quitting);
    program.app().dialog = None;
    program.app().send(Action::Open(other));
    program.until(|program| program.shows_words("Close without a copy"));
    program.click("Close without a copy");
    drop(stuck);
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.outside, None);
}

/// A copy is made without the keeper, which waits for the drive; nothing is lost that was typed, saved or not.
#[test]
fn what_is_typed_while_the_drive_does_not_answer_is_in_the_copy() {
    let (folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    program.go(Page::PLAYERS);
    program.send(Command::NEW_RECORD);
    program.focus_field("Last name");
    program.type_text("Cruz");
    let stuck = Stuck::new(&path);
    program.app().send(Command::SAVE_RECORD);
    program.until(|program| program.shows_words(SILENT));
    program.app().send(Command::SAVE_COPY);
    program.until(|program| matches!(program.app().dialog, Some(Dialog::SaveCopy(_))));
    let copy = folder.path().join("Copy.ladder");
    program.app().dialog = None;
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.and_then(|camp| camp.path.clone()).as_ref() == Some(&copy)
    });
    let said = "Saved a copy, and this window goes on in it: ";
    assert!(program.message().starts_with(said));
    program.settle();
    assert!(!program.shows_words("Nothing is saved any more"));
    // What was on its way is typed still.
    program.send(Command::SAVE_RECORD);
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.data.name, "Saved");
    let names = camp
        .data
        .players
        .iter()
        .map(|player| player.last_name.clone());
    assert_eq!(names.collect::<Vec<_>>(), ["Cruz"]);
    drop(program);
    drop(stuck);
    let saved = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").players.len(), 1);
}

/// Nobody knows in the first seconds why nothing happens.
#[test]
fn a_copy_that_was_asked_for_before_the_drive_is_known_not_to_answer_is_made_all_the_same() {
    let (folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    let stuck = Stuck::new(&path);
    let copy = folder.path().join("Copy.ladder");
    program.app().send(rename("On its way"));
    program.app().send(Action::SaveCopy(copy.clone()));
    program.harness.run_steps(1);
    assert!(!program.app().rescues());
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.and_then(|camp| camp.path.clone()).as_ref() == Some(&copy)
    });
    let said = "Saved a copy, and this window goes on in it: ";
    assert!(program.message().starts_with(said));
    assert_eq!(program.camp().name, "Saved");
    drop(stuck);
    program.settle();
    assert!(program.app().dialog.is_none(), "it isn't made twice");
}

/// The copy of a camp that is lost with its drive, or is too large for the memory.
#[test]
fn a_backup_is_saved_as_a_new_file_while_the_drive_of_the_camp_does_not_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, new, backups] = ["Camp.ladder", "New.ladder", "backups"].map(at);
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut program = Driver::with_settings(settings);
    act(&mut program, Action::Open(path.clone()));
    act(&mut program, rename("Saved"));
    let newest = || BackupPlaces::only(backups.clone()).find_all().backups;
    program.until(|_| !newest().is_empty());
    let backup = Box::new(newest().remove(0));
    let stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(SILENT));
    let save = BackupAction::SaveAs(backup, new.clone());
    program.app().send(save);
    let said = format!("Restored as “{}”", new.display());
    program.until(|program| program.message() == said);
    program.until(|program| program.shows_words("Close without a copy"));
    program.click("Close without a copy");
    program.settle();
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&new));
    drop(stuck);
}

/// The new file could be written, and the backup can't be read; or the other way round.
#[test]
fn the_drive_is_named_that_keeps_a_backup_from_being_saved_as_a_new_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, backups, new] = ["Camp.ladder", "disk/backups", "stick/New.ladder"].map(at);
    for folder in ["disk", "stick"] {
        fs::create_dir(at(folder)).expect("a folder");
    }
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut program = Driver::with_settings(settings);
    act(&mut program, Action::Open(path.clone()));
    act(&mut program, rename("Saved"));
    let newest = || BackupPlaces::only(backups.clone()).find_all().backups;
    program.until(|_| !newest().is_empty());
    let backup = Box::new(newest().remove(0));
    let _stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(SILENT));
    let cases = [
        (&new, "stick", ": save the file somewhere else"),
        (
            &backups,
            "disk",
            ", and the backups are there. Try again once it does",
        ),
    ];
    for (silent, folder, what_then) in cases {
        let _stuck = Stuck::new(silent);
        let save = BackupAction::SaveAs(backup.clone(), new.clone());
        program.app().send(save);
        let said = format!("“{}” doesn’t answer{what_then}", at(folder).display());
        program.until(|program| program.message() == said);
        assert!(!program.app().rescues());
    }
}

/// As a home folder of the net has both, and a stick with the program beside the camp. The backups of the copy begin once their place answers.
#[test]
fn a_copy_is_gone_on_in_though_the_backups_are_on_the_drive_that_does_not_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, copy, backups] = ["Camp.ladder", "Copy.ladder", "backups"].map(at);
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut program = Driver::with_settings(settings);
    act(&mut program, Action::Open(path.clone()));
    act(&mut program, rename("Saved"));
    let stuck = [Stuck::new(&path), Stuck::new(&backups)];
    program.until(|program| program.shows_words(SILENT));
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.and_then(|camp| camp.path.clone()).as_ref() == Some(&copy)
    });
    let said = "Saved a copy, and this window goes on in it: ";
    assert!(program.message().starts_with(said));
    act(&mut program, rename("Later"));
    let no_backup = |program: &mut Driver| {
        let camp = program.app().session.camp.as_ref();
        camp.and_then(|camp| camp.no_backup.clone())
    };
    program.until(|program| no_backup(program).is_some());
    let why = no_backup(&mut program);
    assert!(
        why.as_ref()
            .is_some_and(|why| why.ends_with("can’t be written to (its drive doesn’t answer)")),
        "{why:?}"
    );
    program.app().send(Command::BACK_UP);
    program.until(|program| program.message() == why.clone().unwrap_or_default());
    assert!(!program.shows_words("Nothing is saved any more"));
    drop(stuck);
    program.until(|program| no_backup(program).is_none());
    drop(program);
    let places = BackupPlaces::only(backups);
    let kept = places.backups(&BackupsOf::file(&copy));
    assert!(!kept.is_empty());
    let saved = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").name, "Later");
}

/// A camp can be opened though the first place of the backups is on the drive that has stopped; one of an earlier version, which is backed up before
/// it is upgraded, to look at it.
#[test]
fn another_camp_can_be_opened_though_the_backups_are_on_a_drive_that_does_not_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, other, backups] = ["Camp.ladder", "Other.ladder", "backups"].map(at);
    for path in [&path, &other] {
        drop(CampFile::create(path, "Camp", TODAY).expect("a camp file"));
    }
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let stuck = [Stuck::new(&path), Stuck::new(&backups)];
    let mut program = Driver::with_settings(settings);
    program.app().send(Action::Open(path));
    let said = format!(
        "“{}” doesn’t answer, so the camp isn’t open",
        folder.path().display()
    );
    program.until(|program| program.shows_words(&said));
    act(&mut program, Action::Open(other.clone()));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&other));

    let old = at("Old.ladder");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps");
    fs::copy(fixtures.join("schema-1.ladder"), &old).expect("an old camp");
    act(&mut program, Action::Open(old.clone()));
    assert!(program.shows_words("is brought up to this one only after a backup"));
    program.click("Open read-only");
    program.settle();
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&old));
    assert_eq!(camp.mode, Mode::ReadOnly);
    drop(stuck);
}

/// Nothing has changed in the camp, and so no backup is made that would say that there is one.
#[test]
fn backups_that_have_everything_are_known_once_their_place_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, other, backups] = ["Camp.ladder", "Other.ladder", "backups"].map(at);
    for path in [&path, &other] {
        drop(CampFile::create(path, "Camp", TODAY).expect("a camp file"));
    }
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut program = Driver::with_settings(settings);
    act(&mut program, Action::Open(other.clone()));
    act(&mut program, rename("Later"));
    act(&mut program, Command::CLOSE_CAMP.into());
    let newest = || {
        let found = BackupPlaces::only(backups.clone()).find_all().backups;
        let mut notes = found.into_iter().map(|backup| backup.note);
        notes.find(|note| note.reason == BackupReason::Closed)
    };
    program.until(|_| newest().is_some());
    let stuck = [Stuck::new(&path), Stuck::new(&backups)];
    program.app().send(Action::Open(path));
    program.until(|program| program.shows_words("answer, so the camp isn’t open"));
    act(&mut program, Action::Open(other));
    let known = |program: &mut Driver| {
        let camp = program.app().session.camp.as_ref().expect("a camp");
        (camp.no_backup.is_some(), camp.last_backup)
    };
    program.until(|program| known(program) == (true, None));
    drop(stuck);
    let made = newest().map(|note| note.made);
    program.until(|program| known(program) == (false, made));
}

/// A larger camp is copied into memory only now and then, and so a copy that is made without its drive may lack what was saved last: that is said.
#[test]
fn a_copy_of_a_larger_camp_says_until_when_it_has_everything() {
    const PLAYERS: usize = 2400;

    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
    drop(CampFile::create(&path, "Camp", TODAY).expect("a camp file"));
    let size = bytes_of_large_camp(&path, PLAYERS).len();
    assert!(size > 8 << 20, "{size}");
    let mut program = Driver::new();
    act(&mut program, Action::Open(path.clone()));
    program.until(|program| program.app().holds_image());
    act(&mut program, rename("Later"));
    assert_eq!(program.camp().name, "Later");
    let stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(SILENT));
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.and_then(|camp| camp.path.clone()).as_ref() == Some(&copy)
    });
    let said = "Saved a copy with everything up to 2:30 PM, and this window goes on in it: ";
    let message = program.message();
    assert!(message.starts_with(said), "{message}");
    assert_eq!(program.camp().name, "Camp");
    drop(program);
    drop(stuck);
    let saved = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    let saved = saved.load().expect("the camp");
    assert_eq!(
        (saved.name.as_str(), saved.players.len()),
        ("Camp", PLAYERS)
    );
}

/// The drive answers while the copy is being written: the window stays in its own file, which has more by then.
#[test]
fn a_copy_that_is_ready_when_the_drive_answers_again_is_a_copy() {
    let (folder, path, mut program) = open_file();
    act(&mut program, rename("Saved"));
    let stuck = Stuck::new(&path);
    program.until(|program| program.shows_words(SILENT));
    let copy = folder.path().join("Copy.ladder");
    let copy_is_stuck = Stuck::new(&copy);
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| program.app().rescues());
    // Nobody waits for it on the window's thread, and no second one is begun.
    program
        .app()
        .send(Action::SaveCopy(folder.path().join("Second.ladder")));
    program.until(|program| program.shows_words("A copy is being saved already"));
    drop(stuck);
    program.until(|program| !program.shows_words(SILENT));
    drop(copy_is_stuck);
    program.settle();
    act(&mut program, rename("More"));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!((camp.path.as_ref(), camp.outside), (Some(&path), None));
    drop(program);
    let saved = CampFile::open(&copy, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").name, "Saved");
    drop(saved);
    let saved = CampFile::open(&path, Mode::ReadOnly).expect("the file");
    assert_eq!(saved.load().expect("the camp").name, "More");
}

/// A camp of two players that is open, and a copy of it with another name.
fn open_with_copy() -> (tempfile::TempDir, [PathBuf; 2], Driver) {
    let (folder, path, mut program) = open_file();
    for name in ["Cruz", "Diaz"] {
        let player = Player {
            last_name: name.to_owned(),
            ..Player::default()
        };
        act(&mut program, Action::Change(Edit::AddPlayer(player)));
    }
    let copy = folder.path().join("Copy.ladder");
    act(&mut program, Action::SaveCopy(copy.clone()));
    let mut there = CampFile::open(&copy, Mode::Change).expect("the copy");
    let rename = Edit::RenameCamp("There".to_owned());
    let occasion = Occasion::now("Rename the camp");
    there.apply(&rename, &occasion).expect("a change");
    program.send(Command::BRING_BACK);
    (folder, [path, copy], program)
}

/// Nothing of a copy is read any more once it was looked through, and so a stick that stops by then holds up nothing.
#[test]
fn a_copy_whose_drive_stops_before_it_is_compared_holds_nothing_up() {
    let (_folder, [path, copy], mut program) = open_with_copy();
    let before_comparing = Stuck::new(&path);
    program.app().send(Action::ImportFiles(vec![copy.clone()]));
    program.until(|program| program.shows_words("Comparing both"));
    let copy_is_stuck = Stuck::new(&copy);
    // Whoever read it now would find nothing.
    let emptied = fs::File::options().write(true).open(&copy);
    let emptied = emptied.and_then(|file| file.set_len(0));
    emptied.expect("no pages");
    drop(before_comparing);
    program.until(|program| program.shows_words("Ready to bring together"));
    let game = Game::new(PlayerId(1), PlayerId(2), GameResult::Draw);
    program.app().send(Action::Change(Edit::add_game(game)));
    program.until(|program| {
        let done = program.app().session.last_done.as_ref();
        done.is_some_and(|done| done.starts_with("Saved: Add game"))
    });
    act(&mut program, Action::Back);
    program.send(Command::QUIT);
    assert!(program.app().quitting);
    drop(program);
    drop(copy_is_stuck);
    let saved = CampFile::open(&path, Mode::ReadOnly).expect("the file");
    assert_eq!(saved.load().expect("the camp").games.len(), 1);
}

/// To read a large one takes long on a drive that answers, too.
#[test]
fn the_drive_is_named_that_keeps_a_copy_from_being_brought_back() {
    let (folder, [_, copy], mut program) = open_with_copy();
    let stuck = Stuck::new(&copy);
    program.app().send(Action::ImportFiles(vec![copy.clone()]));
    program.until(|program| program.shows_words("Reading the copy"));
    let said = format!(
        "“{}” doesn’t answer. The copy is read as soon as it does",
        folder.path().display()
    );
    program.until(|program| program.shows_words(&said));
    drop(stuck);
    program.until(|program| program.shows_words("Ready to bring together"));
}

/// What the keeper that was left had to compare is compared with the camp in the copy that the window goes on in.
#[test]
fn a_copy_that_was_being_compared_is_compared_after_a_rescue() {
    let (folder, [path, copy], mut program) = open_with_copy();
    let stuck = Stuck::new(&path);
    program.app().send(Action::ImportFiles(vec![copy]));
    program.until(|program| program.shows_words(SILENT));
    assert!(program.shows_words("Comparing both"));
    let rescued = folder.path().join("Rescued.ladder");
    program.app().send(Action::SaveCopy(rescued.clone()));
    program.until(|program| program.shows_words("Ready to bring together"));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&rescued));
    drop(program);
    drop(stuck);
}

/// With a camp open, another one on a drive that doesn't answer leaves the window as it is.
#[test]
fn the_window_goes_on_when_another_camp_can_not_be_opened() {
    let (folder, path, mut program) = open_file();
    let there = folder.path().join("stick");
    fs::create_dir(&there).expect("a folder");
    let other = there.join("Other.ladder");
    let stuck = Stuck::new(&other);
    program.app().send(Action::Open(other.clone()));
    program.until(|program| program.shows_words(&silent(&other)));
    assert!(!program.app().opening);
    let copy = folder.path().join("Copy.ladder");
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.is_some_and(|camp| camp.path.as_ref() == Some(&copy))
    });
    drop(stuck);
    program.settle();
    assert!(path.exists());
}

/// It may answer after all: by then the director works in the camp that is open.
#[test]
fn what_is_typed_while_another_camp_does_not_answer_does_not_go_into_that_one() {
    let (folder, path, mut program) = open_file();
    let there = folder.path().join("stick");
    fs::create_dir(&there).expect("a folder");
    let [other, new] = ["Other.ladder", "New.ladder"].map(|name| there.join(name));
    drop(CampFile::create(&other, "Other", TODAY).expect("a camp file"));
    let create = Action::Create {
        path: new.clone(),
        name: "New".to_owned(),
    };
    for (file, opening) in [(&other, Action::Open(other.clone())), (&new, create)] {
        let stuck = Stuck::new(file);
        program.app().send(opening);
        program.until(|program| program.shows_words(&silent(file)));
        let typed = format!("Typed instead of {}", file.display());
        program.app().send(rename(&typed));
        program.harness.run_steps(1);
        drop(stuck);
        let said = format!(
            "“{}” isn’t open, as its drive answered late. Try again",
            file.display()
        );
        program.until(|program| program.message() == said);
        program.settle();
        let camp = program.app().session.camp.as_ref().expect("a camp");
        assert_eq!(camp.path.as_ref(), Some(&path));
        assert_eq!((&camp.data.name, camp.outside), (&typed, None));
    }
    assert!(!new.exists());
    let untouched = CampFile::open(&other, Mode::ReadOnly).expect("the other camp");
    assert_eq!(untouched.load().expect("the camp").name, "Other");
    act(&mut program, Action::Open(other.clone()));
    let camp = program.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&other));
}

/// As by a shortcut on a stick.
#[cfg(unix)]
#[test]
fn what_is_typed_while_the_camp_is_opened_once_more_goes_into_it() {
    let (folder, path, mut program) = open_file();
    let there = folder.path().join("stick");
    fs::create_dir(&there).expect("a folder");
    let again = there.join("Again.ladder");
    std::os::unix::fs::symlink(&path, &again).expect("a link");
    let stuck = Stuck::new(&again);
    program.app().send(Action::Open(again.clone()));
    program.until(|program| program.shows_words(&silent(&again)));
    let session = program.app().session.number;
    program.app().send(rename("Typed"));
    program.harness.run_steps(1);
    drop(stuck);
    program.until(|program| !program.shows_words(SILENT));
    program.settle();
    assert_eq!(program.camp().name, "Typed");
    let message = program.message();
    assert!(!message.contains("isn’t open"), "{message}");
    assert_eq!(program.app().session.number, session);
}

/// Others can be opened meanwhile.
#[test]
fn a_camp_that_can_not_be_opened_as_its_drive_does_not_answer_is_given_up() {
    let (folder, path, mut program) = open_file();
    act(&mut program, Command::CLOSE_CAMP.into());
    let stuck = Stuck::new(&path);
    program.app().send(Action::Open(path.clone()));
    let said = format!(
        "“{}” doesn’t answer, so the camp isn’t open",
        folder.path().display()
    );
    program.until(|program| program.shows_words(&said));
    assert!(!program.app().opening);
    let other = folder.path().join("Other.ladder");
    drop(CampFile::create(&other, "Other", TODAY).expect("a camp file"));
    act(&mut program, Action::Open(other));
    assert!(program.app().session.camp.is_some());
    drop(stuck);
}
