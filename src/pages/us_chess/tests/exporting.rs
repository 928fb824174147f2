//! An event is written into files.

use super::{
    forms::{choose, fill},
    *,
};

#[test]
fn an_event_is_written_into_a_folder() {
    let mut driver = rated();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late open");
    driver.send(Command::EXPORT_EVENT);
    driver.settle();
    // What an upload would be sent back for.
    assert!(driver.shows_words("There is no affiliate"));
    assert!(!driver.shows("Birth dates"));
    fill(&mut driver, "Folder", "late open");
    driver.click("Export");
    assert!(driver.shows_words("Type the whole path of a folder"));
    fill(&mut driver, "Folder", &path.display().to_string());
    driver.click("Export");
    driver.until(|driver| !driver.shows("Folder"));
    assert!(driver.message().starts_with("3 files saved in "));
    for name in ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"] {
        assert!(path.join(name).is_file(), "{name}");
    }
    driver.send(Command::EXPORT_EVENT);
    driver.settle();
    choose(&mut driver, "Format", "J");
    assert!(driver.shows("Birth dates"));
    assert!(!driver.shows_words("There is no affiliate"));
    fill(&mut driver, "Folder", &path.display().to_string());
    driver.click("Export");
    driver.until(|driver| !driver.shows("Folder"));
    let written = fs::read_to_string(path.join("202608300103.json")).expect("a file");
    assert!(written.contains("\"post\": 1521"), "{written}");
}
