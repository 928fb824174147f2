//! Copies to take along whose drive doesn't answer.

use std::fs;

use super::{
    Driver, TODAY, act, open_file, rename,
    silent::{SILENT, Stuck},
};
use crate::{
    app::{Action, Command},
    storage::{CampFile, Mode},
};

/// The camp lies elsewhere, and is saved as ever.
#[test]
fn a_copy_to_a_drive_that_does_not_answer_keeps_nothing_from_being_saved() {
    let (folder, path, mut program) = open_file();
    act(&mut program, rename("Then"));
    let drive = folder.path().join("stick");
    fs::create_dir(&drive).expect("a folder");
    let at = |name: &str| drive.join(name);
    let [silent, slow, cancelled] =
        ["Silent", "Slow", "Cancelled"].map(|it| at(it).with_extension("ladder"));
    let stuck = Stuck::new(&silent);
    program.app().send(Action::SaveCopy(silent.clone()));
    program.until(|program| program.shows_words("A copy is being saved"));
    program.app().send(rename("Later"));
    program.until(|program| program.camp().name == "Later");
    let said = format!(
        "“{}” doesn’t answer: save the file somewhere else",
        drive.display()
    );
    program.until(|program| program.message() == said);
    assert!(!program.app().rescues());
    assert!(!program.shows_words(SILENT));
    drop(stuck);

    // It goes on in time, and has what there was when it was asked for.
    let stuck = Stuck::new(&slow);
    program.app().send(Action::SaveCopy(slow.clone()));
    program.until(|program| program.app().rescues());
    program.app().send(rename("Last"));
    program.until(|program| program.camp().name == "Last");
    drop(stuck);
    program.settle();
    assert_eq!(
        program.message(),
        format!("Saved a copy: “{}”", slow.display())
    );
    let saved = CampFile::open(&slow, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").name, "Later");

    let stuck = Stuck::new(&cancelled);
    program.app().send(Action::SaveCopy(cancelled.clone()));
    program.until(|program| program.shows_words("A copy is being saved"));
    program.click("Cancel");
    program.until(|program| program.message() == "No copy was saved");
    drop(stuck);
    program.settle();
    drop(program);
    // Nobody waits for them any more.
    assert!(!silent.exists() && !cancelled.exists());
    let saved = CampFile::open(&path, Mode::ReadOnly).expect("the file");
    assert_eq!(saved.load().expect("the camp").name, "Last");
}

/// To choose another place for it then would save a copy of that other camp.
#[test]
fn a_copy_that_fails_when_another_camp_is_open_is_told_and_not_asked_for_anew() {
    let (folder, _, mut program) = open_file();
    let [other, copy] = ["Other", "Copy"].map(|it| folder.path().join(it).with_extension("ladder"));
    drop(CampFile::create(&other, "Other", TODAY).expect("a camp file"));
    fs::write(&copy, "Dear parents,").expect("a file");
    let stuck = Stuck::new(&copy);
    program.app().send(Action::SaveCopy(copy.clone()));
    program.until(|program| program.app().rescues());
    program.app().send(Action::Open(other.clone()));
    program.until(|program| {
        let camp = program.app().session.camp.as_ref();
        camp.is_some_and(|camp| camp.path.as_ref() == Some(&other))
    });
    drop(stuck);
    program.settle();
    assert!(program.app().dialog.is_none());
    let message = program.message();
    assert!(message.contains(&copy.display().to_string()), "{message}");
}

/// Nothing of it is to be saved, and so nothing says that nothing is.
#[test]
fn a_copy_of_a_camp_to_look_at_holds_nothing_up_and_is_gone_on_in_once_it_is_there() {
    let (folder, path, mut program) = open_file();
    program.send(Command::CLOSE_CAMP);
    act(&mut program, Action::OpenReadOnly(path));
    let drive = folder.path().join("stick");
    fs::create_dir(&drive).expect("a folder");
    let [silent, slow] = ["Silent", "Slow"].map(|it| drive.join(it).with_extension("ladder"));
    let stuck = Stuck::new(&silent);
    program.app().send(Action::SaveCopy(silent.clone()));
    program.until(|program| program.shows_words("A copy is being saved"));
    let said = format!(
        "“{}” doesn’t answer: save the file somewhere else",
        drive.display()
    );
    program.until(|program| program.message() == said);
    assert!(!program.shows_words("waits for it"));
    let mode = |program: &mut Driver| {
        let camp = program.app().session.camp.as_ref().expect("a camp");
        (camp.mode, camp.path.clone())
    };
    assert_eq!(mode(&mut program).0, Mode::ReadOnly);
    drop(stuck);

    let stuck = Stuck::new(&slow);
    program.app().send(Action::SaveCopy(slow.clone()));
    program.until(|program| program.shows_words("A copy is being saved"));
    drop(stuck);
    program.settle();
    assert_eq!(
        program.message(),
        format!(
            "Saved a copy, and this window goes on in it: “{}”",
            slow.display()
        )
    );
    assert_eq!(mode(&mut program), (Mode::Change, Some(slow.clone())));
    act(&mut program, rename("Changed"));
    drop(program);
    assert!(!silent.exists(), "nobody waited for it any more");
    let saved = CampFile::open(&slow, Mode::ReadOnly).expect("the copy");
    assert_eq!(saved.load().expect("the camp").name, "Changed");
}

/// Its own drive holds the window up, and nothing is lost by that.
#[test]
fn a_camp_to_look_at_whose_drive_does_not_answer_is_left_without_a_question() {
    let (_folder, path, mut program) = open_file();
    program.send(Command::CLOSE_CAMP);
    act(&mut program, Action::OpenReadOnly(path.clone()));
    let stuck = Stuck::new(&path);
    program.app().send(Action::ReadHistory);
    program.until(|program| program.shows_words("and Camp Ladder waits for it"));
    assert!(!program.shows_words("Nothing is saved any more"));
    assert!(!program.shows_words("Not saved"));
    program.app().send(Command::CLOSE_CAMP);
    program.until(|program| program.app().session.camp.is_none());
    assert!(program.app().dialog.is_none());
    drop(stuck);
    program.settle();
}
