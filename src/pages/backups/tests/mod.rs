//! The backups in the window: made, listed, looked into, put back.

mod failing;
mod looked_into;
mod of_copies;
mod second_place;
mod without_camp;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jiff::{Timestamp, Zoned, civil::date};
use tempfile::TempDir;

use super::{BackupsPage, alike::ToldApart};
use crate::{
    app::{
        Action, BackupAction, Command, Pane, PutBack,
        dialogs::{Dialog, PathField},
        settings::Settings,
    },
    domain::Edit,
    storage::{BackupPlaces, BackupReason, CampFile, Hang, MadeOf, Mode, SecondPlace, Since},
    ui::tests::{Driver, now},
};

/// The names of what a folder has of backups, without what is remembered of other places.
fn backup_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let names = files.map(|file| PathBuf::from(file.expect("a file").file_name()));
    let is_list = |name: &PathBuf| name.extension().is_some_and(|ending| ending == "list");
    let mut names = names.filter(|name| !is_list(name)).collect::<Vec<_>>();
    names.sort();
    names
}

fn page(driver: &mut Driver) -> &mut BackupsPage {
    driver.app().page_mut().expect("the page")
}

struct Bench {
    folder: TempDir,
    driver: Driver,
}

impl Bench {
    /// A camp that was renamed after its first backup.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::in_folder(folder, None)
    }

    fn in_folder(folder: TempDir, second: Option<PathBuf>) -> Self {
        let mut settings = Settings::default();
        settings.keep_backups_in(folder.path().join("backups"));
        settings.second_backups = second;
        let mut driver = Driver::with_settings(settings);
        driver.app().send(Action::Create {
            path: folder.path().join("Camp.ladder"),
            name: "Test camp".to_owned(),
        });
        driver.settle();
        let mut bench = Self { folder, driver };
        bench.rename("First");
        bench.back_up();
        bench
    }

    fn reopen(&mut self) {
        self.driver.send(Command::CLOSE_CAMP);
        self.driver.settle();
        let camp = self.camp();
        self.driver.app().send(Action::Open(camp));
        self.driver.settle();
    }

    fn rename(&mut self, name: &str) {
        let edit = Edit::RenameCamp(name.to_owned());
        self.driver.app().send(Action::Change(edit));
        self.driver.settle();
    }

    fn back_up(&mut self) {
        let places = self.driver.app().settings.backup_places();
        let first = places.expect("places for backups").first();
        // The camp may just be backed up for another reason, too.
        let asked = || {
            let found = first.find_all().backups.into_iter();
            let asked = found.filter(|backup| backup.note.reason == BackupReason::Asked);
            asked.map(|backup| backup.note.made).max()
        };
        let before = asked();
        self.driver.send(Command::BACK_UP);
        self.driver.until(|driver| {
            let camp = driver.app().session.camp.as_ref().expect("a camp");
            let made = asked();
            made > before && camp.last_backup >= made
        });
    }

    /// This year's camp comes where last year's was, and is open.
    fn is_followed_by_another_camp(&mut self) {
        let file = self.camp();
        self.driver.send(Command::CLOSE_CAMP);
        self.driver.settle();
        fs::rename(&file, file.with_file_name("Last year.ladder")).expect("renamed");
        self.driver.app().send(Action::Create {
            path: file,
            name: "This year".to_owned(),
        });
        self.driver.settle();
        self.rename("Mine");
        self.back_up();
    }

    fn camp(&self) -> PathBuf {
        self.folder.path().join("Camp.ladder")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path())
            .expect("the folder")
            .flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names = names
            .filter(|name| name.ends_with(".ladder"))
            .collect::<Vec<_>>();
        names.sort();
        names
    }
}

#[test]
fn a_backup_is_listed_with_what_was_done_since_and_put_back() {
    let mut bench = Bench::new();
    bench.rename("Second");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.shows("Backups"));
    let page = page(driver);
    let listed = page.row(0).expect("a backup");
    let renamed = vec!["Rename the camp".to_owned()];
    assert_eq!(listed.since, Since::Changes(renamed));
    // By keys alone: the list has the keyboard, and Enter asks. As a change would be missing, another Enter is no answer.
    driver.press(Key::Enter);
    assert!(driver.shows("Restore this backup?"));
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().name, "Second");
    driver.press(Key::Enter);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().name, "First");
    assert!(
        driver.message().starts_with("Restored. The file"),
        "{}",
        driver.message()
    );
    let names = bench.names();
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(names.last().map(String::as_str), Some("Camp.ladder"));
    // What was moved aside is the camp as it was, and the message leads back to it.
    bench.driver.click("Open that file");
    bench.driver.settle();
    assert_eq!(bench.driver.camp().name, "Second");
    let camp = bench.driver.app().session.camp.as_ref().expect("a camp");
    let aside = bench.folder.path().join(&names[0]);
    assert_eq!(camp.path, Some(aside));
}

#[test]
fn the_newest_backup_is_in_sight_in_the_smallest_window() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.send(Command::RESTORE);
    driver.settle();
    let row = driver.harness.get_by_label_contains("You asked for it");
    let window = driver.harness.ctx.content_rect();
    assert!(window.contains(row.rect().center()), "{}", row.rect());
}

#[test]
fn all_columns_have_room_in_a_small_window_also_beside_a_scroll_bar() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.harness.set_size(egui::vec2(900.0 - 13.0, 640.0));
    driver.send(Command::RESTORE);
    driver.settle();
    let of = |label: &str| driver.harness.get_by_label(label).rect();
    let table = driver
        .harness
        .get_by_role_and_label(egui::Role::Table, "Backups");
    let table = table.rect();
    for title in ["Made", "Why", "Games", "Players", "Since then", "Size"] {
        assert!(
            table.contains_rect(of(title)),
            "{title}: {} in {table}",
            of(title)
        );
    }
}

#[test]
fn a_backup_is_looked_into_and_saved_as_a_new_file() {
    let mut bench = Bench::new();
    bench.rename("Second");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    let page = page(driver);
    let backup = page.row(0).expect("a backup").backup.clone();
    driver.click("Open read-only");
    driver.settle();
    assert_eq!(driver.camp().name, "First");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.mode, Mode::ReadOnly);
    let looked_into = camp.path.clone().expect("a file");
    assert!(looked_into.exists());
    assert_eq!(driver.app().settings.recent.len(), 1, "it isn't remembered");
    // It is said what it is, and what can be done with it.
    assert!(driver.shows_words("read-only. Nothing you do here is kept"));
    driver.click("Save as new file…");
    assert!(matches!(driver.app().dialog, Some(Dialog::RestoreAs(..))));
    driver.press(Key::Escape);
    driver.until(|driver| {
        driver.press(Key::F6);
        driver.app().pane == Pane::Bar(0)
    });
    assert!(driver.has_keyboard("Save as new file…"));
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Restore…"));
    driver.click("Restore…");
    assert!(driver.shows("Restore this backup?"));
    driver.press(Key::Escape);
    // From there it is restored into the place of the camp, and not into its own, which goes when it is closed.
    bench.driver.send(Command::RESTORE);
    bench.driver.settle();
    bench.driver.press(Key::Enter);
    bench.driver.click("Restore");
    bench.driver.settle();
    let place = bench.camp();
    let camp = bench.driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path, Some(place));
    assert_eq!(camp.mode, Mode::Change);
    let path = bench.camp().with_file_name("Then.ladder");
    let driver = &mut bench.driver;
    let save = BackupAction::SaveAs(Box::new(backup), path.clone());
    driver.app().send(save);
    driver.settle();
    driver.settle();
    assert_eq!(driver.camp().name, "First");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&path));
    assert!(!looked_into.exists(), "it went when it was closed");
}

/// Whoever restored the wrong one isn't told that there is nothing to have back.
#[test]
fn a_backup_that_is_newer_than_the_restored_camp_has_more() {
    let mut bench = Bench::new();
    bench.rename("Second");
    bench.back_up();
    bench.rename("Third");
    let since = |bench: &mut Bench| {
        bench.driver.send(Command::RESTORE);
        bench.driver.settle();
        let page = page(&mut bench.driver);
        let rows = (0..page.rows()).map(|row| page.row(row).expect("a backup").clone());
        let asked = rows.filter(|listed| listed.backup.note.reason == BackupReason::Asked);
        asked.map(|listed| listed.since).collect::<Vec<_>>()
    };
    let renamed = |times| Since::Changes(vec!["Rename the camp".to_owned(); times]);
    assert_eq!(since(&mut bench), [renamed(1), renamed(2)]);
    // One that was made for another reason may stand between them.
    bench.driver.until(|driver| {
        driver.press(Key::ArrowDown);
        page(driver).chosen().map(|chosen| &chosen.since) == Some(&renamed(2))
    });
    bench.driver.press(Key::Enter);
    bench.driver.click("Restore");
    bench.driver.settle();
    assert_eq!(bench.driver.camp().name, "First");
    assert_eq!(since(&mut bench), [Since::HasMore, renamed(0)]);
    assert!(bench.driver.shows_words("Has more"));
    let driver = &mut bench.driver;
    let page = page(driver);
    let mut rows = (0..page.rows()).filter_map(|row| page.row(row));
    page.selected = rows.position(|listed| listed.since == Since::HasMore);
    driver.press(Key::Enter);
    // Nothing was: the older one was just restored.
    assert!(driver.shows_words("may lack what was changed since"));
}

#[test]
fn the_newest_backup_of_the_file_that_was_not_opened_is_chosen() {
    let mut bench = Bench::new();
    let other = bench.folder.path().join("Other.ladder");
    let driver = &mut bench.driver;
    driver.app().send(Action::Create {
        path: other.clone(),
        name: "Other camp".to_owned(),
    });
    driver.settle();
    bench.rename("Other");
    bench.back_up();
    let file = bench.camp();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    fs::remove_file(&file).expect("a lost camp");
    driver.app().send(Action::Open(file.clone()));
    driver.settle();
    assert!(driver.shows("Open camp…"), "it may lie elsewhere");
    assert!(
        driver.app().settings.recent.contains(&file),
        "it can be restored another time, too"
    );
    driver.click("Other backups…");
    driver.settle();
    let page = page(driver);
    let newest = page.row(0).expect("a backup");
    assert_eq!(newest.backup.note.file, other);
    let chosen = page.chosen().expect("a backup");
    assert_eq!(chosen.backup.note.file, file);
}

#[test]
fn another_camp_in_the_place_of_the_file_has_another_history() {
    let mut bench = Bench::new();
    let file = bench.camp();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    fs::remove_file(&file).expect("a lost camp");
    drop(CampFile::create(&file, "Another", date(2026, 7, 6)).expect("a camp"));
    driver.send(Command::RESTORE);
    driver.settle();
    let page = page(driver);
    assert_eq!(page.row(0).expect("a backup").since, Since::OtherCamp);
    driver.press(Key::Enter);
    let words = "Another camp is in this place now. It is moved aside";
    assert!(driver.shows_words(words));
    driver.press(Key::Enter);
    driver.settle();
    assert!(
        driver.app().session.camp.is_none(),
        "the keyboard is on Cancel"
    );
}

/// This year's camp under the name that last year's had.
#[test]
fn the_backups_of_another_camp_in_the_same_place_are_listed_as_such() {
    let mut bench = Bench::new();
    bench.rename("Last year");
    bench.back_up();
    bench.is_followed_by_another_camp();
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    let page = page(driver);
    let chosen = page.chosen().expect("a backup");
    assert_eq!(chosen.made_of, MadeOf::File);
    let rows = (0..page.rows()).map(|row| page.row(row).expect("a backup").clone());
    let others = rows.skip_while(|listed| listed.made_of == MadeOf::File);
    let others = others.collect::<Vec<_>>();
    assert!(!others.is_empty());
    for other in others {
        assert_eq!(other.made_of, MadeOf::OtherCamp);
        assert_eq!(other.since, Since::Unknown);
    }
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert!(driver.shows_words("It is another camp than the one that you have open"));
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().name, "Mine", "the keyboard is on Cancel");
}

#[test]
fn a_camp_without_backups_says_when_they_are_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::default();
    settings.keep_backups_in(folder.path().join("backups"));
    let mut driver = Driver::with_settings(settings);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.shows("There is no backup yet"));
    driver.press(Key::Escape);
    assert!(driver.app().page_mut::<BackupsPage>().is_none());
}

/// On another computer, or after a year.
#[test]
fn a_backup_whose_folder_is_gone_is_saved_somewhere_else() {
    let mut bench = Bench::new();
    let backups = BackupPlaces::only(bench.folder.path().join("backups"));
    let mut backup = backups.find_all().backups.swap_remove(0);
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    let gone = bench.folder.path().join("Summer 2026");
    backup.note.file = gone.join("Camp.ladder");
    let place = backup.note.file.clone();
    let put_back = BackupAction::PutBack(PutBack::Backup(Box::new(backup.clone())), place);
    bench.driver.app().send(put_back);
    bench.driver.settle();
    let message = bench.driver.message();
    let said = format!("The folder “{}” doesn’t exist. ", gone.display());
    assert_eq!(message, said + "Choose “Save as new file…” instead");
    assert!(!gone.exists());
    let ask = BackupAction::AskWhereToSave(Box::new(backup));
    bench.driver.app().send(ask);
    bench.driver.settle();
    let Some(Dialog::RestoreAs(_, field)) = &bench.driver.app().dialog else {
        panic!("no question");
    };
    let proposed = field.typed().expect("a path");
    let folder = proposed.parent().expect("a folder");
    assert!(folder.is_dir(), "{folder:?}");
}

/// The real clock dates backups, and another one says what day it is in the window.
#[test]
fn the_status_bar_says_when_the_last_backup_was_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut settings = Settings::default();
    settings.keep_backups_in(folder.path().join("backups"));
    let mut driver = Driver::with_settings(settings);
    let name = "Test camp".to_owned();
    driver.app().send(Action::Create { path, name });
    driver.settle();
    assert!(!driver.shows_words("Backup "), "there is none");
    let mut bench = Bench { folder, driver };
    bench.back_up();
    bench.driver.settle();
    let places = BackupPlaces::only(bench.folder.path().join("backups"));
    let told = |made: Timestamp| {
        let at = made.to_zoned(now().time_zone().clone());
        if at.date() == now().date() {
            at.strftime("Backup %-I:%M %p").to_string()
        } else {
            at.strftime("Backup %-m/%-d/%Y").to_string()
        }
    };
    let newest = |places: &BackupPlaces| places.find_all().backups.swap_remove(0);
    let made = newest(&places).note.made;
    assert!(bench.driver.shows(&told(made)), "{}", told(made));
    // As if it had been made days ago, and found when the camp is opened.
    bench.driver.send(Command::CLOSE_CAMP);
    for (made, words) in [
        ("2026-07-04T15:00:00Z", "Backup 7/4/2026"),
        ("2026-07-10T18:05:00Z", "Backup 1:05 PM"),
    ] {
        let backup = newest(&places);
        let note = backup.path.with_extension("").with_extension("json");
        let mut text = fs::read_to_string(&note).expect("the note");
        text = text.replace(&backup.note.made.to_string(), made);
        fs::write(&note, text).expect("another time");
        bench.reopen();
        assert!(bench.driver.shows(words), "{words}");
        bench.driver.send(Command::CLOSE_CAMP);
    }
}

/// A copy that was worked in later has newer backups; what was asked for is this file.
#[test]
fn the_newest_of_the_file_itself_is_chosen_before_newer_ones_of_a_copy() {
    let mut bench = Bench::new();
    bench.rename("Second");
    let copy = bench.folder.path().join("copies").join("Copy.ladder");
    fs::create_dir(copy.parent().expect("a folder")).expect("a folder");
    let save = Action::SaveCopy(copy.clone());
    bench.driver.app().send(save);
    bench.driver.settle();
    bench.driver.app().send(Action::Open(copy));
    bench.driver.settle();
    bench.rename("In the copy");
    bench.back_up();
    let camp = bench.camp();
    bench.driver.app().send(Action::Open(camp.clone()));
    bench.driver.settle();
    bench.driver.send(Command::RESTORE);
    bench.driver.settle();
    let page = page(&mut bench.driver);
    assert!(page.has(MadeOf::Copy));
    let chosen = page.chosen().expect("a backup");
    assert_eq!(chosen.made_of, MadeOf::File, "{chosen:?}");
    assert_eq!(page.selected, Some(0));
}

/// A copy keeps its name on a stick, and several backups are made in a minute.
#[test]
fn backups_that_would_read_the_same_are_told_apart() {
    let mut bench = Bench::new();
    let copy = bench.folder.path().join("stick").join("Camp.ladder");
    fs::create_dir(copy.parent().expect("a folder")).expect("a folder");
    bench.driver.app().send(Action::SaveCopy(copy.clone()));
    bench.driver.settle();
    bench.driver.app().send(Action::Open(copy.clone()));
    bench.driver.settle();
    bench.rename("In the copy");
    bench.back_up();
    let camp = bench.camp();
    bench.driver.app().send(Action::Open(camp.clone()));
    bench.driver.settle();
    bench.driver.send(Command::RESTORE);
    bench.driver.settle();
    let page = page(&mut bench.driver);
    let told = |file: &Path| page.told_apart.file(file);
    let on_stick = Path::new("stick").join("Camp.ladder");
    assert_eq!(told(&copy), on_stick.display().to_string());
    assert_ne!(told(&camp), "Camp.ladder");
    let one = page.row(0).expect("a backup").backup.clone();
    let at = |time: &str| {
        let mut other = one.clone();
        other.note.made = time.parse().expect("a moment");
        other
    };
    let made = [
        "2026-07-06T14:30:05Z",
        "2026-07-06T14:30:40Z",
        "2026-07-06T14:31:00Z",
    ]
    .map(at);
    let told_apart = ToldApart::new(made.iter());
    let now = "2026-07-06T18:00Z[UTC]".parse::<Zoned>().expect("a moment");
    let moments = made.each_ref().map(|made| told_apart.moment(made, &now));
    assert_eq!(moments, ["2:30:05 PM", "2:30:40 PM", "2:31 PM"]);
    bench.driver.press(Key::End);
    bench.driver.press(Key::Enter);
    let whole = format!("becomes what its copy “{}” was", copy.display());
    assert!(bench.driver.shows_words(&whole), "{whole}");
    // In a small window the columns that tell most are whole.
    bench.driver.press(Key::Escape);
    bench.driver.harness.set_size(egui::vec2(900.0, 640.0));
    bench.driver.settle();
    let of = |title: &str| {
        bench
            .driver
            .harness
            .query_by_label(title)
            .map(|it| it.rect())
    };
    let table = bench
        .driver
        .harness
        .get_by_role_and_label(egui::Role::Table, "Backups");
    let file = of("File").expect("a column");
    assert!(table.rect().contains_rect(file), "{file}");
    assert_eq!(of("Size"), None, "it tells least");
}
