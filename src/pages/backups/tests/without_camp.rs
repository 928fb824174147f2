//! Those of all camps, where none is open.

use super::*;
use crate::kit::testing::painted_texts;

#[test]
fn without_a_camp_the_backups_of_all_camps_are_listed() {
    let mut bench = Bench::new();
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    fs::remove_file(bench.camp()).expect("a lost camp");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.shows("Of all camps, newest first"));
    driver.press(Key::Enter);
    driver.click("Restore");
    driver.settle();
    assert_eq!(driver.camp().name, "First");
    assert!(
        driver
            .message()
            .starts_with("Restored from the backup made")
    );
    assert!(bench.camp().exists());
}

#[test]
fn without_a_camp_the_list_says_what_was_done_since_where_the_file_is_there() {
    let mut bench = Bench::new();
    bench.rename("Second");
    let file = bench.camp();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.send(Command::RESTORE);
    driver.settle();
    let page = page(driver);
    // The first one was made before the camp was renamed at all.
    let since = (0..page.rows()).map(|row| match &page.row(row).expect("a backup").since {
        Since::Changes(since) => since.len(),
        other => panic!("{other:?}"),
    });
    let since = since.collect::<Vec<_>>();
    // The one that is made at closing may come after the list.
    assert!(since.ends_with(&[1, 2]), "{since:?}");
    driver.press(Key::End);
    let path = file.display();
    assert!(driver.shows_words(&format!("(“{path}”)")), "{path}");
}

#[test]
fn f6_goes_round_without_a_camp() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.send(Command::RESTORE);
    driver.app().notices.problem("The stick isn’t there");
    driver.settle();
    for _ in 0..2 {
        assert!(driver.has_keyboard("Backups"));
        driver.press(Key::F6);
        assert!(driver.has_keyboard("Close message"));
        driver.press(Key::F6);
    }
}

/// A laptop of 1366 × 768 at 150 %.
#[test]
fn in_a_small_window_it_can_be_read_which_camp_and_file_each_backup_is_of() {
    let mut bench = Bench::new();
    let name = "Riverside Chess Club, summer camp in the first week of July";
    bench.rename(name);
    bench.back_up();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.harness.set_size(egui::vec2(911.0, 512.0));
    driver.send(Command::RESTORE);
    driver.settle();
    let painted = painted_texts(driver.harness.output()).into_iter();
    let painted = painted.filter(|it| !it.is_cut).map(|it| it.text);
    let painted = painted.collect::<Vec<_>>();
    let parts = painted.iter().filter_map(|text| text.split_once('…'));
    let mut ends = parts.filter(|(begin, end)| name.starts_with(begin) && name.ends_with(end));
    let (begin, end) = ends.next().expect("the camp");
    assert!(begin.len() + end.len() >= 28, "{begin}…{end}");
    assert!(
        painted.iter().any(|text| text == "Camp.ladder"),
        "{painted:?}"
    );
}

/// It went from the buttons to the foot of the page, and from there to the list.
#[test]
fn tab_goes_through_the_page_as_it_is_read() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.has_keyboard("Backups"));
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Choose second place…"));
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert!(driver.has_keyboard("Backups"));
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert!(driver.has_keyboard("Restore…"));
}
