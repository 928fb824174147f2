//! A damaged camp file is opened, and repaired into a new one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::Key;
use egui_kittest::kittest::Queryable as _;

use super::{Driver, TODAY};
use crate::{
    app::{Action, Command, dialogs::Dialog, settings::Settings},
    domain::{Edit, Game, GameResult, Group, GroupId, Player, PlayerId},
    storage::{BackupPlaces, BackupReason, CampFile, Mode, Occasion, OpenError},
};

const PAGE: usize = 4096;

/// A camp with some games, in a folder.
pub(super) fn camp() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut camp = CampFile::create(&path, "Camp", TODAY).expect("a camp file");
    let mut edits = vec![Edit::AddGroup(Group::new("Red", Some(400)))];
    edits.extend((0..40).map(|number| {
        Edit::AddPlayer(Player {
            last_name: format!("Novak {number}"),
            first_name: "Petra".to_owned(),
            group: Some(GroupId(1)),
            ..Player::default()
        })
    }));
    edits.extend((1..40).map(|number| {
        let [white, black] = [number, number + 1].map(PlayerId);
        Edit::add_game(Game::new(white, black, GameResult::Draw))
    }));
    let edit = Edit::Together {
        name: "Everything".to_owned(),
        edits,
    };
    camp.apply(&edit, &Occasion::now("Everything"))
        .expect("a change");
    (folder, path)
}

/// Overwrites a page so that the file isn't opened any more: one on which rows of games are.
pub(super) fn damage(path: &PathBuf) -> Vec<u8> {
    damage_where(path, |_| true)
}

/// The same of a page that is meant.
fn damage_where(path: &PathBuf, is_meant: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let sound = fs::read(path).expect("the file");
    for page in (1..sound.len() / PAGE).rev() {
        if !is_meant(&sound[page * PAGE..(page + 1) * PAGE]) {
            continue;
        }
        let mut damaged = sound.clone();
        damaged[page * PAGE..(page + 1) * PAGE].fill(0);
        fs::write(path, &damaged).expect("a file");
        if let Err(OpenError::Damaged { .. }) = CampFile::open(path, Mode::ReadOnly) {
            return damaged;
        }
    }
    panic!("no page that matters")
}

/// A name without a folder went where the program happened to run, and nothing said so.
#[test]
fn a_new_file_without_a_folder_lies_beside_the_damaged_one() {
    let (folder, path) = camp();
    damage(&path);
    let mut driver = Driver::new();
    driver.send(Command::REPAIR);
    driver.focus("Damaged camp file");
    driver.type_text(&path.display().to_string());
    match &mut driver.app().dialog {
        Some(Dialog::Repair(dialog)) => dialog.new.path = "Mine".to_owned(),
        other => panic!("no question but {other:?}"),
    }
    driver.settle();
    driver.click("Repair");
    let place = folder.path().join("Mine.ladder");
    assert!(place.exists());
    assert!(driver.shows_words(&place.display().to_string()));
    driver.click("Copy");
    assert!(driver.shows("Copied"));
}

fn new_file(driver: &mut Driver) -> PathBuf {
    match &driver.app().dialog {
        Some(Dialog::Repair(dialog)) => dialog.new.typed().expect("a path"),
        other => panic!("no question but {other:?}"),
    }
}

#[test]
fn a_damaged_camp_is_repaired_where_it_was_opened() {
    let (_folder, path) = camp();
    let damaged = damage(&path);
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("is damaged"));
    assert!(driver.app().session.camp.is_none());
    driver.click("Repair into a new file…");
    driver.click("Cancel");
    assert!(driver.shows("The camp was not opened"), "the way back");
    driver.click("Repair into a new file…");
    let new = new_file(&mut driver);
    let name = new.file_name().expect("a name").to_string_lossy();
    assert!(name.starts_with("Camp (repaired 2"), "{name}");
    driver.click("Repair");
    assert!(driver.shows_words("Games: "));
    assert!(driver.shows_words("Players: 40 of 40") || driver.shows_words("Games: 39 of 39"));
    driver.click("Open the repaired camp");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&new));
    assert!(!camp.data.players.is_empty());
    assert_eq!(fs::read(&path).expect("the file"), damaged, "as it was");
}

#[test]
fn what_is_missing_comes_from_the_backup_unless_the_director_does_without() {
    for without in [false, true] {
        let (folder, path) = camp();
        let places = BackupPlaces::only(folder.path().join("backups"));
        let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
        let snapshot = camp.snapshot(&places, BackupReason::Asked);
        snapshot.expect("a copy").keep().expect("a backup");
        drop(camp);
        let mut damaged = fs::read(&path).expect("the file");
        let name = b"Novak 17";
        let at = damaged.windows(name.len()).position(|words| words == name);
        let page = at.expect("a player") / PAGE * PAGE;
        damaged[page..page + PAGE].fill(0);
        fs::write(&path, damaged).expect("a file");
        let mut driver = Driver::new();
        driver.app().settings.keep_backups_in(places.folder);
        driver.send(Command::REPAIR);
        driver.focus("Damaged camp file");
        driver.type_text(&path.display().to_string());
        if without {
            driver.click("From the newest backup");
        }
        driver.press(Key::Enter);
        assert_eq!(driver.shows_words("from the backup"), !without);
        assert_eq!(driver.shows_words("The camp is repaired"), !without);
    }
}

/// The newest backup has rotted: the one before it is offered, and it is said what it lacks.
#[test]
fn a_backup_is_read_before_it_is_offered_for_a_damaged_camp() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let back_up = |camp: &CampFile| {
        let snapshot = camp.snapshot(&places, BackupReason::Asked);
        snapshot.expect("a copy").keep().expect("a backup")
    };
    back_up(&camp);
    let rename = |camp: &mut CampFile, name: &str| {
        let edit = Edit::RenameCamp(name.to_owned());
        camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
    };
    rename(&mut camp, "One");
    let newest = back_up(&camp);
    rename(&mut camp, "Two");
    drop(camp);
    let mut bytes = fs::read(&newest.path).expect("the backup");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&newest.path, bytes).expect("a rotten backup");
    damage(&path);
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of"));
    assert!(driver.shows_words("The file tells of 2 changes after it"));
    assert!(driver.shows("Repair into a new file…") && driver.shows("Other backups…"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(
        driver.message().starts_with("Restored."),
        "{}",
        driver.message()
    );
    let name = driver.camp().name.clone();
    assert!(name != "One" && name != "Two", "{name}");
}

/// A stick in a drawer has the only backup: it was said that there is none, and what was missing stayed so.
#[test]
fn a_second_place_that_is_away_is_named_where_a_damaged_camp_is_not_opened() {
    let (folder, path) = camp();
    let [stick, drawer] = ["stick", "drawer"].map(|name| folder.path().join(name));
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
    let snapshot = camp.snapshot(&BackupPlaces::only(drawer.clone()), BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let name = b"Novak 17";
    damage_where(&path, |page| {
        page.windows(name.len()).any(|words| words == name)
    });
    let mut settings = Settings::default();
    settings.keep_backups_in(folder.path().join("backups"));
    settings.second_backups = Some(stick.clone());
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    let away = format!(
        "The second place of the backups, “{}”, isn’t there now: ",
        stick.display()
    );
    let not_checked = format!("{away}its backups could not be checked");
    assert!(driver.shows_words(&not_checked));
    driver.click("Other backups…");
    driver.settle();
    assert!(!driver.shows_words(&not_checked));
    driver.press(Key::Escape);
    assert!(driver.shows_words(&not_checked));
    assert!(driver.has_keyboard("Repair into a new file…"));
    driver.press(Key::Enter);
    driver.settle();
    driver.press(Key::Enter);
    assert!(driver.shows_words("Not everything could be saved"));
    assert!(driver.shows_words(&format!("{away}nothing was taken from it")));
    driver.press(Key::Escape);
    fs::rename(&drawer, &stick).expect("plugged in");
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of"));
    assert!(!driver.shows_words(&away));
}

/// Esc led to the welcome page, and the camp was to be opened once more.
#[test]
fn the_way_back_from_other_backups_leads_to_the_question_again() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    let asks = |driver: &Driver| driver.shows_words("There is a good backup of");
    for is_gone in [false, true] {
        if is_gone {
            fs::remove_file(&path).expect("a lost camp");
        } else {
            damage(&path);
        }
        driver.app().send(Action::Open(path.clone()));
        driver.settle();
        for back in ["Esc", "Back"] {
            driver.click("Other backups…");
            driver.settle();
            assert!(driver.shows("Save as new file…") && !asks(&driver));
            if back == "Esc" {
                driver.press(Key::Escape);
            } else {
                driver.click(back);
            }
            assert!(asks(&driver), "{back}");
            assert!(!driver.shows("Save as new file…"), "{back}");
        }
        driver.press(Key::Escape);
        assert!(!asks(&driver) && driver.app().dialog.is_none());
    }
    // Whoever goes elsewhere from there isn't asked any more.
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.click("Other backups…");
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::RESTORE);
    driver.settle();
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
}

/// What the damaged one has done is in the backup, whose history doesn't tell.
#[test]
fn a_backup_of_another_file_is_no_usual_choice_for_a_damaged_camp() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let copy = folder.path().join("Copy.ladder");
    fs::copy(&path, &copy).expect("a copy");
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    camp.forget_history().expect("no history");
    let edit = Edit::RenameCamp("Later".to_owned());
    camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let damaged = damage(&copy);
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(copy.clone()));
    driver.settle();
    assert!(driver.shows_words("It was made of"));
    assert!(driver.shows_words("It can’t be told what was changed since"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    assert!(fs::read(&copy).expect("the file") == damaged);
}

#[test]
fn a_damaged_camp_is_found_again_among_the_recent_ones() {
    let (_folder, path) = camp();
    damage(&path);
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    driver.click("Close");
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.app().settings.recent, [path]);
    assert!(driver.shows("Recent camps"));
}

/// The one from before it was restored is opened from the message about that.
#[test]
fn a_damaged_file_that_never_opened_does_not_come_before_the_recent_camps() {
    let (folder, path) = camp();
    let [aside, other] = ["Aside.ladder", "Other.ladder"].map(|name| folder.path().join(name));
    fs::copy(&path, &aside).expect("a copy");
    fs::copy(&path, &other).expect("a copy");
    damage(&aside);
    damage(&other);
    let mut driver = Driver::new();
    driver.app().settings.recent = vec![path.clone(), other.clone()];
    let not_opened = |driver: &mut Driver, path: &Path| {
        driver.app().send(Action::Open(path.to_owned()));
        driver.settle();
        driver.click("Close");
        driver.app().settings.recent.clone()
    };
    let recent = not_opened(&mut driver, &aside);
    assert_eq!(recent, [path.clone(), other.clone(), aside.clone()]);
    for again in [&aside, &other] {
        let recent = not_opened(&mut driver, again);
        assert_eq!(recent, [path.clone(), other.clone(), aside.clone()]);
    }
}

/// Last year's camp lay where this year's was copied to, and arrived damaged.
#[test]
fn the_backup_of_another_camp_is_not_offered_unless_nothing_tells_which_camp_it_is() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let edit = Edit::RenameCamp("Last year".to_owned());
    camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let (_other, this_year) = self::camp();
    damage(&this_year);
    fs::copy(&this_year, &path).expect("a copy");
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("is damaged"));
    assert!(!driver.shows_words("good backup"));
    driver.press(Key::Escape);

    let nothing = vec![0xa5; 2 * PAGE];
    fs::write(&path, &nothing).expect("a file of which nothing can be read");
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp “Last year”"));
    assert!(driver.shows_words("Nothing in this file says which camp it is"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    assert!(fs::read(&path).expect("the file") == nothing);

    // Of a file that is gone the place is all that is asked for.
    fs::remove_file(&path).expect("gone");
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp “Last year”"));
    assert!(!driver.shows_words("Nothing in this file says"));
    assert!(driver.shows_words("It can’t be told what was changed since"));
    assert!(driver.has_keyboard("Close"), "it is perhaps only moved");
    driver.click("Restore that backup");
    driver.settle();
    assert_eq!(driver.camp().name, "Last year");
}

/// The stick is pulled out.
#[test]
fn nothing_is_put_back_in_a_folder_that_is_gone() {
    let (folder, path) = camp();
    let stick = folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let there = stick.join("Camp.ladder");
    fs::rename(&path, &there).expect("on the stick");
    let places = BackupPlaces::only(folder.path().join("backups"));
    let camp = CampFile::open(&there, Mode::Change).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    fs::rename(&stick, folder.path().join("pulled out")).expect("gone");
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(there));
    driver.settle();
    assert!(driver.shows_words("The folder of the camp isn’t there now"));
    assert!(!driver.shows("Restore that backup"));
    driver.click("Other backups…");
    driver.settle();
    assert!(driver.shows("Save as new file…"));
}

/// Computers of a school have their camps in places of the same name, and one second place.
#[test]
fn a_backup_of_another_computer_is_no_usual_choice_where_nothing_tells_which_camp_is_gone() {
    let (folder, path) = camp();
    let stick = folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let mut places = BackupPlaces::only(folder.path().join("other computer"));
    places.second = Some(stick.clone());
    let camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    let backup = snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let followed = places.follow(&backup.note.uid, backup.note.made);
    followed.expect("on the stick");
    fs::remove_file(&path).expect("gone");
    let mut settings = Settings::default();
    settings.keep_backups_in(folder.path().join("this computer"));
    settings.second_backups = Some(stick);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("on another computer"));
    assert!(driver.shows_words("It may be of another camp than the one that was here"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    assert!(!path.exists());
}

/// The newer one is of a copy that went its own way. It is named, and the list begins at the one that was offered.
#[test]
fn a_newer_backup_of_another_file_is_told() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let stick = folder.path().join("Stick.ladder");
    fs::copy(&path, &stick).expect("a copy");
    for (path, name) in [(&path, "At home"), (&stick, "On the stick")] {
        let mut camp = CampFile::open(path, Mode::Change).expect("a camp");
        let edit = Edit::RenameCamp(name.to_owned());
        camp.apply(&edit, &Occasion::now("Rename")).expect("a name");
        let snapshot = camp.snapshot(&places, BackupReason::Asked);
        snapshot.expect("a copy").keep().expect("a backup");
    }
    damage(&path);
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp “At home”"));
    assert!(driver.shows_words(&format!(
        "Another file of this camp, “{}”, has a newer one",
        stick.display()
    )));
    assert!(driver.shows_words("which may lack something of this file"));
    driver.click("Other backups…");
    driver.settle();
    driver.press(Key::Enter);
    assert!(driver.shows("Restore this backup?"));
    assert!(driver.shows_words("The camp “At home” in"));
}

/// The first page holds what tells a camp from any other file.
#[test]
fn a_camp_without_its_first_page_is_known_all_the_same() {
    let (_folder, path) = camp();
    let mut damaged = fs::read(&path).expect("the file");
    damaged[..PAGE].fill(0);
    fs::write(&path, &damaged).expect("a file");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("is damaged (its first page can"));
    driver.click("Repair into a new file…");
    driver.press(Key::Enter);
    assert!(driver.shows_words("Games: 39 of 39"));
    assert!(driver.shows_words("Players: 40 of 40"));
    driver.harness.get_by_label("Copy").click();
    let mut copied = String::new();
    for _ in 0..3 {
        driver.harness.run_steps(1);
        for command in &driver.harness.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                copied.clone_from(text);
            }
        }
    }
    assert!(copied.contains("\nGames: 39 of 39\n"), "{copied}");
    assert!(
        copied.contains("Keep the damaged file as it is."),
        "{copied}"
    );
    driver.focus("Copied");
    let ring = driver.harness.get_by_label("Copied").rect().expand(2.0);
    let is_ring = |drawn: &&egui::epaint::ClippedShape| match &drawn.shape {
        egui::Shape::Rect(shape) => {
            let [from, to] = [shape.rect.min - ring.min, shape.rect.max - ring.max];
            from.length() < 1.0 && to.length() < 1.0
        }
        _ => false,
    };
    let drawn = driver.harness.output().shapes.iter().find(is_ring);
    let drawn = drawn.expect("the button has the keyboard");
    assert!(drawn.clip_rect.contains_rect(ring), "{}", drawn.clip_rect);
    driver.click("Open the repaired camp");
    assert_eq!(driver.camp().games.len(), 39);
}

#[test]
fn the_menu_leads_to_it_and_keys_do_all_of_it() {
    let (folder, path) = camp();
    let mut driver = Driver::new();
    driver.send(Command::REPAIR);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Type a path, or browse for the file"));
    driver.focus("Damaged camp file");
    driver.type_text(&path.display().to_string());
    let new = new_file(&mut driver);
    assert_eq!(new.parent(), Some(folder.path()), "beside it");
    driver.press(Key::Enter);
    assert!(driver.shows_words("Everything was saved"));
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    CampFile::open(&new, Mode::Change).expect("the new camp");

    // Where a file is, none is written; and the camp that is open isn't opened a second time.
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    for (damaged, words) in [(&path, "is open here"), (&new, "There is already a file")] {
        driver.send(Command::REPAIR);
        driver.focus("Damaged camp file");
        driver.type_text(&damaged.display().to_string());
        if let Some(Dialog::Repair(dialog)) = &mut driver.app().dialog {
            dialog.new.path = new.display().to_string();
        }
        driver.press(Key::Enter);
        assert!(driver.shows_words(words), "{words}");
        // What won't do is typed over.
        let (wrong, other) = match words {
            "is open here" => ("Damaged camp file", "New camp file"),
            _ => ("New camp file", "Damaged camp file"),
        };
        assert!(
            driver.has_keyboard(wrong) && !driver.has_keyboard(other),
            "{words}"
        );
        driver.type_text("x");
        assert!(!driver.shows_words(words), "{words}");
        assert!(driver.has_keyboard(wrong), "{words}");
        driver.press(Key::Escape);
    }
    // What only the reading finds is said of the file that is read, too.
    let letter = folder.path().join("Letter.ladder");
    fs::write(&letter, "Dear parents,").expect("a file");
    driver.send(Command::REPAIR);
    driver.focus("Damaged camp file");
    driver.type_text(&letter.display().to_string());
    driver.press(Key::Enter);
    driver.until(|driver| driver.shows_words("is not a camp file"));
    driver.settle();
    assert!(driver.has_keyboard("Damaged camp file"));
    driver.press(Key::Escape);
    assert!(driver.app().session.camp.is_some());
}
