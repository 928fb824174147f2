//! A camp whose history alone is broken opens; the history goes with the first change, and nothing else.

use rusqlite::types::Value as Stored;

use super::*;

/// Every value of every table that holds records. The stamp of the last change is in it only where `stamped`.
fn records(connection: &Connection, stamped: bool) -> Vec<(String, Vec<Vec<Stored>>)> {
    let names = connection
        .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
        .expect("a statement")
        .query_map([], |row| row.get(0))
        .expect("a query")
        .collect::<Result<Vec<String>, _>>()
        .expect("names");
    let names = names
        .into_iter()
        .filter(|name| !history::has_table(name) && (stamped || name != "save_stamp"));
    let table = |name: String| {
        let sql = format!("SELECT * FROM main.{name} ORDER BY 1, 2");
        let mut statement = connection.prepare(&sql).expect("a statement");
        let columns = statement.column_count();
        let rows = statement
            .query_map([], |row| (0..columns).map(|at| row.get(at)).collect())
            .expect("a query")
            .collect::<Result<_, _>>()
            .expect("rows");
        (name, rows)
    };
    names.map(table).collect()
}

/// A camp with some games, a long history, and pages that are free again.
fn lived_in(path: &Path) {
    let mut camp = CampFile::create(path, "Test camp", TODAY).expect("a camp");
    let (red, lee, vang) = small_camp(&mut camp);
    for number in 0..60 {
        let game = apply(&mut camp, Edit::add_game(new_game(lee, vang)));
        let Some(Record::Game(game)) = game else {
            panic!("no game")
        };
        if number % 4 == 0 {
            apply(&mut camp, Edit::DeleteGame(game));
        }
        let notes = format!("{number} ").repeat(40);
        let change = Patch::new(lee, Field::Notes, notes.as_str());
        apply(&mut camp, Edit::ChangePlayer(change));
    }
    let long = (0..20).map(|_| {
        let mut player = new_player("Gone", red);
        player.notes = "Notes. ".repeat(300);
        Edit::AddPlayer(player)
    });
    let edit = Edit::Together {
        name: "Players".to_owned(),
        edits: long.collect(),
    };
    apply(&mut camp, edit);
    let players = camp.load().expect("the camp").players.to_vec();
    for player in players.iter().filter(|player| player.last_name == "Gone") {
        apply(&mut camp, Edit::DeletePlayer(player.id));
    }
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    drop(camp);
    let other = Connection::open(path).expect("a database");
    other
        .execute_batch(
            "DELETE FROM history_row WHERE step_id < 60; DELETE FROM history_step WHERE id < 60",
        )
        .expect("pages that are free");
}

/// Overwrites a page.
type Overwrite = fn(&mut [u8]);

/// What a page is that was overwritten.
const OVERWRITTEN: [(&str, Overwrite); 2] = [
    ("zeros", |page| page.fill(0)),
    ("junk", |page| {
        for (at, byte) in page.iter_mut().enumerate() {
            *byte = u8::try_from(at * 167 % 251).unwrap_or_default();
        }
    }),
];

#[test]
fn a_camp_with_a_damaged_page_beside_its_records_goes_on_without_its_history() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    lived_in(&path);
    let sound = fs::read(&path).expect("the file");
    let before = records(&Connection::open(&path).expect("the file"), true);
    let pages = sound.len() / 4096;
    let (mut opened, mut lost) = (0, 0);
    for page in 0..pages {
        for (what, overwrite) in OVERWRITTEN {
            let mut damaged = sound.clone();
            overwrite(&mut damaged[page * 4096..(page + 1) * 4096]);
            fs::write(&path, &damaged).expect("a damaged file");
            let word = format!("page {page} of {pages}: {what}");
            for mode in [Mode::ReadOnly, Mode::Change] {
                let Ok(camp) = CampFile::open(&path, mode) else {
                    continue;
                };
                let found = camp.damage().expect("a look");
                assert_eq!(
                    camp.lost_history().is_some(),
                    found
                        .iter()
                        .any(|finding| !finding.contains("reelist")
                            && !finding.contains("never used")),
                    "{word}: {found:?}"
                );
                if let Some(lost) = camp.lost_history() {
                    assert_eq!(camp.history().expect("none"), [], "{word}");
                    let steps = camp.next_steps().expect("none");
                    assert_eq!(steps, NextSteps::of_lost(lost));
                }
                assert_eq!(records(&camp.connection, true), before, "{word}");
                let copy = folder.path().join("Copy.ladder");
                camp.save_copy(&copy).expect(&word);
                let copied = CampFile::open(&copy, Mode::ReadOnly).expect(&word);
                assert_eq!(copied.damage().expect("a look"), Vec::<String>::new());
                assert_eq!(records(&copied.connection, true), before, "{word}");
                drop(copied);
                fs::remove_file(&copy).expect("gone");
                drop(camp);
                assert_eq!(fs::read(&path).expect("the file"), damaged, "{word}");
            }
            let Ok(mut camp) = CampFile::open(&path, Mode::Change) else {
                continue;
            };
            opened += 1;
            lost += usize::from(camp.lost_history().is_some());
            let had = camp.history().expect("a history").len();
            apply(&mut camp, Edit::FillBlankStarts);
            assert_eq!(
                camp.damage().expect("a look"),
                Vec::<String>::new(),
                "{word}"
            );
            assert_eq!(camp.lost_history(), None);
            assert_eq!(camp.history().expect("a history").len(), had, "{word}");
            assert_eq!(
                records(&camp.connection, false),
                before
                    .iter()
                    .filter(|(name, _)| name != "save_stamp")
                    .cloned()
                    .collect::<Vec<_>>(),
                "{word}"
            );
            apply(&mut camp, Edit::RenameCamp("Other".to_owned()));
            camp.move_in_history(HistoryMove::Undo).expect("undone");
            assert_eq!(camp.load().expect("the camp").name, "Test camp");
            drop(camp);
            CampFile::open(&path, Mode::Change).expect(&word);
        }
    }
    assert!(lost > 20, "{lost} of {}", 2 * pages);
    assert!(opened > lost, "pages in which nothing is stored, too");
    assert!(opened < 2 * pages, "{opened}");
}

/// Killed while the history is dropped: the journal belongs to the file all the same.
#[test]
fn a_history_that_was_being_dropped_is_as_it_was_after_a_kill() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    lived_in(&path);
    let other = Connection::open(&path).expect("a database");
    other
        .execute_batch("UPDATE history_row SET before = 'nonsense' WHERE what = 'changed'")
        .expect("a change");
    drop(other);
    let before = fs::read(&path).expect("the file");
    let program = Connection::open(&path).expect("the camp");
    program
        .execute_batch(
            "PRAGMA cache_size = 2; BEGIN IMMEDIATE; DELETE FROM history_row; UPDATE person SET notes = printf('%.500c', 'x');",
        )
        .expect("a change");
    let journal = fs::read(safety::journal::path_beside(&path)).expect("a journal");
    let torn = fs::read(&path).expect("the file");
    drop(program);
    assert_ne!(torn, before);
    fs::write(&path, &torn).expect("a file");
    fs::write(safety::journal::path_beside(&path), &journal).expect("a journal");
    let camp = CampFile::open(&path, Mode::Change).expect("the camp");
    assert!(camp.lost_history().is_some() && camp.moved_aside().is_none());
    drop(camp);
    assert_eq!(fs::read(&path).expect("the file"), before);
}

/// A file of an older version is brought up to this one without it, and by nothing that only looks.
#[test]
fn an_old_camp_with_a_damaged_history_opens_too() {
    let folder = folder();
    let path = folder.path().join("Old.ladder");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-2.ladder");
    fs::copy(old, &path).expect("a copy");
    let root = |name: &str| {
        let file = Connection::open(&path).expect("the file");
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        let root = file.query_row(sql, [name], |row| row.get::<_, u32>(0));
        usize::try_from(root.expect("a page")).expect("a page")
    };
    let root = root("history_row");
    let mut damaged = fs::read(&path).expect("the file");
    damaged[(root - 1) * 4096..root * 4096].fill(0);
    fs::write(&path, &damaged).expect("a damaged file");
    let looked = CampFile::open(&path, Mode::ReadOnly).expect("to look at");
    let data = looked.load().expect("the camp");
    assert!(looked.lost_history().is_some() && !data.players.is_empty());
    drop(looked);
    let checked = CampFile::open_to_check(&path).expect("to check");
    let found = checked.damage().expect("a look");
    assert!(!found.is_empty(), "what was left out is told");
    drop(checked);
    assert_eq!(fs::read(&path).expect("the file"), damaged);
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
    assert!(camp.lost_history().is_some());
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    assert_eq!(camp.load().expect("the camp"), data);
    apply(&mut camp, Edit::RenameCamp("Other".to_owned()));
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    assert_eq!(camp.history().expect("a history").len(), 1);
}
