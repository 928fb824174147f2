//! The folder on the disk.

use std::{fs, path::Path};

use super::*;
use crate::jobs::Progress;

/// Saves without being cancelled.
fn save(folder: &Path, files: &[PublishedFile]) -> Result<Saved, FolderError> {
    let saved = super::save(folder, files, &Progress::default())?;
    Ok(saved.expect("nobody cancels"))
}

fn file(name: &str, content: &str) -> PublishedFile {
    PublishedFile {
        name: name.to_owned(),
        bytes: content.as_bytes().to_vec(),
    }
}

/// What is in a folder, by name.
fn there(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let files = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let content = fs::read_to_string(&path).unwrap_or_default();
        (name.into_owned(), content)
    });
    files.collect()
}

fn names(folder: &Path) -> Vec<String> {
    there(folder).into_keys().collect()
}

#[test]
fn a_folder_is_made_replaced_and_tidied() {
    let above = tempfile::tempdir().expect("a folder");
    let folder = above.path().join("Ladder on the web");
    let saved = save(
        &folder,
        &[file("index.html", "one"), file("week-1.html", "one")],
    );
    let saved = saved.expect("saved");
    assert_eq!((saved.written, saved.removed), (2, 0));
    assert_eq!(saved.index, folder.join("index.html"));
    fs::write(folder.join("photo.jpg"), "ours").expect("a file of somebody else");
    fs::create_dir(folder.join("pictures")).expect("a folder of somebody else");

    let saved = save(
        &folder,
        &[file("index.html", "two"), file("week-2.html", "two")],
    );
    let saved = saved.expect("saved");
    assert_eq!((saved.written, saved.removed), (2, 1));
    let there = there(&folder);
    assert_eq!(
        there.keys().collect::<Vec<_>>(),
        [
            "camp-ladder-files.txt",
            "index.html",
            "photo.jpg",
            "pictures",
            "week-2.html"
        ]
    );
    assert_eq!(
        (there["index.html"].as_str(), there["photo.jpg"].as_str()),
        ("two", "ours")
    );
    assert!(there["camp-ladder-files.txt"].ends_with("\n\nindex.html\nweek-2.html\n"));
}

/// Every file that is ever written is known as ours the next time.
#[test]
fn a_club_is_published_again_over_all_that_it_published() {
    let above = tempfile::tempdir().expect("a folder");
    let folder = above.path().join("Ladder on the web");
    let weeks = ladders::weeks_with_ladders();
    let of = |weeks: &[CampData]| {
        let choices = PublishChoices {
            names: PublishedNames::Full,
            games: true,
            ladder: None,
        };
        let sheets = sheets(weeks, &[], choices).into_iter();
        let sheets = sheets.map(|of| PublishedSheet {
            of,
            bytes: Vec::new(),
        });
        let sheets = sheets.collect::<Vec<_>>();
        pages(weeks, &[], &sheets, choices, PUBLISHED).expect("pages")
    };
    let first = save(&folder, &of(&weeks)).expect("saved");
    let again = save(&folder, &of(&weeks)).expect("saved again");
    assert_eq!((again.written, again.removed), (first.written, 0));
    // A ladder that is deleted takes its files along.
    let without = save(&folder, &of(&three_weeks())).expect("saved");
    assert_eq!(without.removed, 4 * 4);
}

#[test]
fn files_of_somebody_else_are_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("index.html"), "home").expect("a file");
    fs::write(folder.path().join("camp-ladder-files.txt"), "notes").expect("a file");
    let refused = save(
        folder.path(),
        &[file("index.html", "new"), file("week-1.csv", "new")],
    );
    assert_eq!(
        refused.expect_err("refused").to_string(),
        format!(
            "“{}” has files of the same name, which Camp Ladder didn’t write (index.html, camp-ladder-files.txt): \
             choose another folder, or move them elsewhere",
            folder.path().display()
        )
    );
    let there = there(folder.path());
    assert_eq!((there.len(), there["index.html"].as_str()), (2, "home"));
}

/// A list from elsewhere must not be a way to remove other files.
#[test]
fn a_list_is_not_believed_about_files_that_are_never_written() {
    let above = tempfile::tempdir().expect("a folder");
    let folder = above.path().join("pages");
    save(&folder, &[file("index.html", "one")]).expect("saved");
    let list = folder.join("camp-ladder-files.txt");
    let mut text = fs::read_to_string(&list).expect("a list");
    for name in [
        "../week-1.html",
        "photo.jpg",
        "week-x.html",
        "week-1.html.bak",
        "/week-2.csv",
        "week-.html",
    ] {
        text.push_str(name);
        text.push('\n');
    }
    fs::write(&list, text).expect("a list");
    for name in [
        "photo.jpg",
        "week-x.html",
        "week-1.html.bak",
        "../week-1.html",
        "week-.html",
    ] {
        fs::write(folder.join(name), "ours").expect("a file");
    }
    let saved = save(&folder, &[file("index.html", "two")]).expect("saved");
    assert_eq!(saved.removed, 0);
    assert_eq!(names(&folder).len(), 6);
    assert!(above.path().join("week-1.html").exists());
}

/// The folder is uploaded as it is.
#[test]
fn nothing_is_published_beside_a_camp() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["Camp.ladder", "old.MDB"] {
        let path = folder.path().join(name);
        fs::write(&path, "").expect("a file");
        let refused = save(folder.path(), &[file("index.html", "new")]);
        assert!(
            matches!(refused, Err(FolderError::IsPrivate(private)) if private == path),
            "{name}"
        );
        fs::remove_file(path).expect("a file");
    }
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn a_place_that_is_no_folder_is_said() {
    let above = tempfile::tempdir().expect("a folder");
    let files = [file("index.html", "new")];
    let missing = above.path().join("missing");
    let refused = save(&missing.join("pages"), &files).expect_err("refused");
    assert_eq!(
        refused.to_string(),
        format!(
            "The folder “{}” doesn’t exist. Choose another one",
            missing.display()
        )
    );
    let in_the_way = above.path().join("file");
    fs::write(&in_the_way, "").expect("a file");
    let refused = save(&in_the_way, &files);
    assert!(
        matches!(refused, Err(FolderError::IsFile(_))),
        "{refused:?}"
    );
    let refused = save(&in_the_way.join("pages"), &files);
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(names(above.path()), ["file"]);
    assert!(matches!(open(above.path()), Err(FolderError::Gone(_))));
}

/// A folder where a file should be can't be replaced by one: the disk refuses in the middle.
#[test]
fn what_the_disk_refuses_halfway_leaves_the_folder_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["index.html", "week-1.html", "week-2.html"].map(|name| file(name, "one"));
    save(folder.path(), &files).expect("saved");
    let blocked = folder.path().join("week-1.html");
    fs::remove_file(&blocked).expect("a file");
    fs::create_dir(&blocked).expect("a folder");
    let before = there(folder.path());

    let names = ["index.html", "week-1.html", "week-2.html", "week-3.html"];
    let refused = save(folder.path(), &names.map(|name| file(name, "two")));
    assert!(matches!(refused, Err(FolderError::Save(_))), "{refused:?}");
    assert_eq!(
        there(folder.path()),
        before,
        "and nothing is left beside it"
    );
}

#[test]
fn a_new_folder_that_is_not_filled_is_not_left_behind() {
    let above = tempfile::tempdir().expect("a folder");
    let folder = above.path().join("pages");
    // Longer than any file system allows.
    let refused = save(&folder, &[file(&"x".repeat(300), "")]);
    assert!(refused.is_err(), "{refused:?}");
    assert!(!folder.exists());
}

#[test]
fn what_is_cancelled_in_time_replaces_nothing() {
    let above = tempfile::tempdir().expect("a folder");
    let folder = above.path().join("pages");
    let cancelled = Progress::default();
    cancelled.cancel();
    let pages = [file("index.html", "new")];
    let nothing = super::save(&folder, &pages, &cancelled).expect("a disk");
    assert_eq!(nothing, None);
    assert!(!folder.exists());

    save(&folder, &[file("index.html", "old")]).expect("a disk");
    let before = there(&folder);
    let nothing = super::save(&folder, &pages, &cancelled).expect("a disk");
    assert_eq!(nothing, None);
    assert_eq!(there(&folder), before);
}

#[test]
fn what_a_killed_program_left_half_written_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let now = std::time::SystemTime::now();
    for (name, minutes) in [
        (".camp-ladder-old.tmp", 90),
        (".camp-ladder-now.tmp", 1),
        (".camp-ladder-old.html", 90),
        ("old.tmp", 90),
    ] {
        let left = fs::File::create(folder.path().join(name)).expect("a file");
        let age = std::time::Duration::from_mins(minutes);
        left.set_modified(now - age)
            .expect("a file system with times");
    }
    save(folder.path(), &[file("index.html", "")]).expect("a disk");
    assert_eq!(
        names(folder.path()),
        [
            ".camp-ladder-now.tmp",
            ".camp-ladder-old.html",
            "camp-ladder-files.txt",
            "index.html",
            "old.tmp"
        ]
    );
}

/// What a publishing has in its hands: a folder of pages in the folder that they are for, with the file that it locks.
fn half_published(folder: &Path) -> std::path::PathBuf {
    let work = crate::files::WorkFolder::new(folder).expect("a disk");
    let page = crate::files::NewFile::write_in(&work, &folder.join("index.html"), b"half");
    std::mem::forget(page.expect("a disk"));
    // As a program leaves it that is ended by force: nothing is removed, and the system takes the lock.
    work.keep()
}

#[test]
fn a_killed_publishing_leaves_nothing_after_the_next_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let left = half_published(folder.path());
    assert_eq!(fs::read_dir(&left).expect("a folder").count(), 2);
    save(folder.path(), &[file("index.html", "")]).expect("a disk");
    assert_eq!(
        names(folder.path()),
        ["camp-ladder-files.txt", "index.html"]
    );
}

/// Another program that publishes here, too, keeps what it has written so far.
#[test]
fn a_publishing_that_is_going_on_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = crate::files::WorkFolder::new(folder.path()).expect("a disk");
    let place = folder.path().join("week-9.html");
    let page = crate::files::NewFile::write_in(&work, &place, b"other").expect("a disk");
    save(folder.path(), &[file("index.html", "")]).expect("a disk");
    page.put().expect("it is still there");
    drop(work);
    assert_eq!(
        names(folder.path()),
        ["camp-ladder-files.txt", "index.html", "week-9.html"]
    );
}

#[test]
fn one_week_is_not_published_over_all_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let week = |number| file(&format!("week-{number}.html"), "");
    let all = [file("index.html", ""), week(1), week(2)];
    let one = [file("index.html", ""), week(1)];
    refuse_other_weeks(folder.path(), &one).expect("nothing is there");
    save(folder.path(), &all).expect("a disk");
    let refused = refuse_other_weeks(folder.path(), &one).expect_err("week 2 is there");
    assert!(
        refused
            .to_string()
            .contains("would be removed: publish all weeks"),
        "{refused}"
    );
    refuse_other_weeks(folder.path(), &all).expect("all are replaced");
}
