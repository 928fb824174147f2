//! Camps with every page overwritten in turn, cut at every page, and with single bits flipped: whatever lies on pages that are whole is saved.

mod from_backup;
mod history_left_out;
mod overwritten;
mod told;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use jiff::civil::date;
use rusqlite::types::Value;
use tempfile::TempDir;

use super::{pages::PageNumber, tables::Key, *};
use crate::{
    domain::{Edit, Game, GameResult, NextWeek},
    storage::Occasion,
};

const TODAY: Date = date(2026, 7, 20);
const PAGE: usize = 4096;

fn fixture(version: u32) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("tests/fixtures/camps/schema-{version}.ladder");
    fs::read(root.join(name)).expect("a camp")
}

/// A camp with two weeks, a ladder, meetings, a section of US Chess, and pages that are free.
fn camp(folder: &TempDir) -> Vec<u8> {
    let path = folder.path().join("Camp.ladder");
    fs::write(&path, fixture(schema::newest())).expect("a camp");
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let apply = |camp: &mut CampFile, edit: Edit| {
        camp.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    };
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    let next = NextWeek {
        label: "Gold camp".to_owned(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(&mut camp, Edit::StartWeek(Box::new(next)));
    let players = camp.load().expect("a camp").players;
    for number in 0..60 {
        let [white, black] = [number, number + 1].map(|at| players[at % players.len()].id);
        let game = Game::new(white, black, GameResult::Draw);
        apply(&mut camp, Edit::add_game(game));
    }
    drop(camp);
    let other = Connection::open(&path).expect("a database");
    other
        .execute_batch(
            "INSERT INTO ladder (uid, name, system) VALUES (printf('%036d', 1), 'Club', 'club'), (printf('%036d', 2), 'Race', 'race-code');
             INSERT INTO ladder_setting VALUES (1, 'challenge-top', '7');
             INSERT INTO meeting (uid, held_on, note) VALUES (printf('%036d', 3), '2026-07-06', 'Rain'), (printf('%036d', 4), '2026-07-07', '');
             INSERT INTO attendance SELECT 1, id, 'present' FROM person WHERE id < 30;
             INSERT INTO extra_column (id, kind, name, uid) VALUES (8, 'game', 'Opening', 'opening'), (9, 'group', 'Room', 'room');
             INSERT INTO game_extra SELECT id, 8, 'Italian' FROM game WHERE week_id = 2 AND id % 3 = 0;
             INSERT INTO group_extra SELECT id, 9, 'B' || id FROM camp_group;
             UPDATE person SET notes = printf('%.3900c', 'n') WHERE id = 7;
             UPDATE person SET notes = printf('%.900c', 'a'); UPDATE person SET notes = '' WHERE id % 7 <> 0;
             DELETE FROM history_row WHERE step_id < 3; DELETE FROM history_step WHERE id < 3;",
        )
        .expect("more of everything");
    drop(other);
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    drop(camp);
    fs::read(&path).expect("the file")
}

/// A row that a camp has, and the pages on which it lies.
struct Row {
    table: String,
    key: Vec<Value>,
    values: Vec<Value>,
    pages: BTreeSet<PageNumber>,
}

/// What is read of a file that isn't damaged.
fn gathered<'a>(pages: &Pages<'a>) -> Gathered<'a> {
    let listed = gather::schema(pages);
    let tables = Table::all(schema::newest()).expect("tables");
    let mut watch = Watch {
        progress: &mut |_, _| ControlFlow::Continue(()),
        pages: 1,
        rows: 1,
        rows_filled: 0,
    };
    let gathered = gather::gather(pages, &listed, tables, &mut |_, _, _| false, &mut watch);
    gathered.expect("a camp")
}

/// Everything that a sound camp has.
fn rows(bytes: &[u8]) -> Vec<Row> {
    let pages = Pages::new(bytes);
    let free = pages.free().into_iter().collect::<BTreeSet<_>>();
    let mut places = BTreeMap::<(Option<i64>, Vec<u8>), BTreeSet<PageNumber>>::new();
    for number in (1..=pages.count()).filter(|number| !free.contains(number)) {
        for cell in pages.page(number).into_iter().flat_map(|page| page.cells) {
            let Some(payload) = cell.payload else {
                continue;
            };
            let place = places
                .entry((cell.rowid, payload.bytes.into_owned()))
                .or_default();
            place.insert(number);
            place.extend(payload.overflow);
        }
    }
    let gathered = gathered(&pages);
    let mut rows = Vec::new();
    let camp = salvage(bytes, "Camp", TODAY, None, &mut |_, _| {
        ControlFlow::Continue(())
    });
    let saved = dump(&camp.expect("a camp").camp.connection);
    for of in gathered.tables {
        assert!(!of.is_about && of.missing.is_empty(), "{}", of.table.name);
        if of.table.is_of_file() || history::has_table(&of.table.name) {
            continue;
        }
        for (key, payload) in of.rows {
            let rowid = match key {
                Key::Row(rowid) => Some(rowid),
                Key::Columns(_) => None,
            };
            let key = key.values();
            let place = (rowid, payload.bytes.into_owned());
            rows.push(Row {
                values: saved[&of.table.name][&shown(&key)].clone(),
                table: of.table.name.clone(),
                key,
                pages: places[&place].clone(),
            });
        }
    }
    assert!(rows.len() > 700, "{}", rows.len());
    rows
}

fn shown(key: &[Value]) -> String {
    format!("{key:?}")
}

type Dump = BTreeMap<String, BTreeMap<String, Vec<Value>>>;

/// Every row by table and key. What a closed week is known by isn't in it.
fn dump(connection: &Connection) -> Dump {
    let tables = Table::in_file(connection).expect("tables").into_iter();
    let table = |table: Table| {
        let mut statement = connection
            .prepare(&format!("SELECT * FROM main.{}", table.name))
            .expect("a statement");
        let columns = statement.column_count();
        let rows = statement
            .query_map([], |row| {
                (0..columns)
                    .map(|at| row.get(at))
                    .collect::<Result<Vec<Value>, _>>()
            })
            .expect("a query");
        let rows = rows.map(|row| {
            let mut row = row.expect("a row");
            let key = shown(&row[..table.key.max(1)]);
            if let Some(digest) = table.column("digest") {
                row[digest] = Value::Null;
            }
            (key, row)
        });
        (table.name.clone(), rows.collect())
    };
    tables.map(table).collect()
}

fn saved(bytes: &[u8], word: &str) -> (Dump, Repaired) {
    let salvaged = salvage(bytes, "Camp", TODAY, None, &mut |_, _| {
        ControlFlow::Continue(())
    });
    let salvaged = salvaged.unwrap_or_else(|stop| panic!("{word}: {stop:?}"));
    (dump(&salvaged.camp.connection), salvaged.repaired)
}

/// Whether a row can only be saved together with another one, which isn't there: what it belongs to can't be known by its number.
fn hangs_on_another(row: &Row, of: &Dump) -> bool {
    let parent = match row.table.as_str() {
        "attendance" => "meeting",
        "ladder_setting" => "ladder",
        "game_extra" => "game",
        _ => return false,
    };
    !of[parent].contains_key(&shown(&row.key[..1]))
}

/// Compares what was saved with what there was. How many rows are lost.
fn compare(rows: &[Row], is_lost: impl Fn(&Row) -> bool, bytes: &[u8], word: &str) -> usize {
    let (dump, repaired) = saved(bytes, word);
    let mut lost = BTreeMap::<&str, usize>::new();
    let mut entries = rows.iter().filter(|row| row.table == "us_entry");
    let has_lost_entries = entries.any(&is_lost);
    for row in rows {
        let found = dump[&row.table].get(&shown(&row.key));
        // Rows of a crosstable that has lost some close up, and so does what they were rated with.
        if ["us_entry", "us_rating"].contains(&row.table.as_str())
            && has_lost_entries
            && !is_lost(row)
        {
            continue;
        }
        if is_lost(row) || found.is_none() && hangs_on_another(row, &dump) {
            *lost.entry(row.table.as_str()).or_default() += 1;
        } else {
            assert_eq!(
                found,
                Some(&row.values),
                "{word}: {} {:?}: {:#?}",
                row.table,
                row.key,
                repaired.lines()
            );
        }
    }
    let sum = lost.values().sum::<usize>();
    for of in &repaired.tables {
        let table = report::table(of.title);
        if history::has_table(table) {
            continue;
        }
        let had = rows.iter().filter(|row| row.table == table).count();
        let gone = lost.get(table).copied().unwrap_or(0);
        assert_eq!(of.saved, had - gone, "{word}: {:#?}", repaired.lines());
        assert!(
            of.is_about || of.of == had,
            "{word}: {:#?}",
            repaired.lines()
        );
        assert!(of.missing.len() <= gone, "{word}: {:#?}", repaired.lines());
    }
    assert!(sum == 0 || !repaired.is_whole(), "{word}");
    sum
}

/// Bytes that look like nothing, and like no other page.
fn junk(page: &mut [u8], seed: usize) {
    let mut state = seed as u64 * 2_654_435_761 + 88_172_645_463_325_252;
    for byte in page {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        *byte = state.to_be_bytes()[3];
    }
}

#[test]
fn a_sound_camp_is_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let rows = rows(&sound);
    assert_eq!(compare(&rows, |_| false, &sound, "sound"), 0);
    let (dump, repaired) = saved(&sound, "sound");
    assert!(repaired.is_whole(), "{:#?}", repaired.lines());
    assert!(!dump["history_row"].is_empty());
    let games = repaired
        .lines()
        .into_iter()
        .find(|line| line.starts_with("Games"));
    assert_eq!(games.as_deref(), Some("Games: 380 of 380"));
}

/// Every other page with zeros, the rest with what looks like nothing.
#[test]
fn every_page_may_be_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let rows = rows(&sound);
    let pages = sound.len() / PAGE;
    let mut whole = 0;
    for page in 0..pages {
        let mut damaged = sound.clone();
        let bytes = &mut damaged[page * PAGE..(page + 1) * PAGE];
        let is_blank = page % 2 == 0;
        if is_blank {
            bytes.fill(0);
        } else {
            junk(bytes, page);
        }
        let number = PageNumber::try_from(page + 1).expect("a small file");
        let word = format!("page {number} of {pages}, blank: {is_blank}");
        let lost = compare(&rows, |row| row.pages.contains(&number), &damaged, &word);
        whole += usize::from(lost == 0);
    }
    assert!(whole > pages / 4 && whole < pages, "{whole} of {pages}");
}

#[test]
fn a_file_may_end_at_any_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let rows = rows(&sound);
    let pages = sound.len() / PAGE;
    for left in 1..pages {
        let is_there = |page: &PageNumber| usize::try_from(*page).is_ok_and(|page| page <= left);
        let is_lost = |row: &Row| !row.pages.iter().all(is_there);
        let word = format!("{left} of {pages} pages");
        compare(&rows, is_lost, &sound[..left * PAGE], &word);
    }
}

/// A bit somewhere is another one: at most the rows of its page are others than they were, and never is there none.
#[test]
fn any_bit_may_be_flipped() {
    /// No divisor of the file's length, so that all kinds of places are met.
    const STEP: usize = 8 * 16_007 + 5;
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let rows = rows(&sound);
    let in_head = (16..100).map(|byte| 8 * byte + byte % 8);
    for bit in in_head.chain((0..8 * sound.len()).step_by(STEP)) {
        let mut damaged = sound.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let word = format!("bit {bit}");
        let (dump, repaired) = saved(&damaged, &word);
        let page = PageNumber::try_from(bit / 8 / PAGE + 1).expect("a small file");
        let entries = rows.iter().filter(|row| row.table == "us_entry").count();
        let closes_up = dump["us_entry"].len() < entries;
        let others = rows.iter().filter(|row| {
            if closes_up && ["us_entry", "us_rating"].contains(&row.table.as_str()) {
                return false;
            }
            let found = dump[&row.table].get(&shown(&row.key));
            found != Some(&row.values)
                && !row.pages.contains(&page)
                && !hangs_on_another(row, &dump)
        });
        let others = others.map(|row| format!("{} {:?}", row.table, row.key));
        let others = others.collect::<Vec<_>>();
        assert!(
            others.len() <= 3,
            "{word}: {others:#?}: {:#?}",
            repaired.lines()
        );
    }
}

fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A folder with a damaged camp, and where the new one is to be.
fn on_disk(damaged: &[u8]) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Summer camp.ladder");
    fs::write(&path, damaged).expect("a file");
    let place = folder.path().join("Repaired.ladder");
    (folder, path, place)
}

#[cfg(unix)]
#[test]
fn what_nobody_else_may_read_is_repaired_for_nobody_else() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, path, place) = on_disk(&fixture(schema::newest()));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a mode");
    repair(&path, &place, None, &mut go_on).expect("repaired");
    let about = fs::metadata(&place).expect("the new file");
    assert_eq!(about.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_camp_of_any_version_is_repaired_and_brought_up_to_this_one() {
    for version in 1..=schema::newest() {
        let mut damaged = fixture(version);
        let (folder, path, place) = on_disk(&damaged);
        let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
        let repaired = repaired.expect("to the end");
        assert!(repaired.is_whole(), "{version}: {:#?}", repaired.lines());
        let sound = CampFile::open(&path, Mode::ReadOnly).expect("the camp");
        let now = CampFile::open(&place, Mode::ReadOnly).expect("the new camp");
        assert_eq!(now.load().expect("a camp"), sound.load().expect("a camp"));
        assert_eq!(
            now.history().expect("steps"),
            sound.history().expect("steps")
        );
        drop((sound, now));
        assert_eq!(fs::read(&path).expect("the file"), damaged);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);

        // The first page, with the list of all tables.
        fs::remove_file(&place).expect("gone");
        damaged[..PAGE].fill(0);
        fs::write(&path, &damaged).expect("a file");
        let refused = CampFile::open(&path, Mode::ReadOnly).expect_err("no head");
        assert!(can_be_repaired(&path, &refused));
        let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
        let lines = repaired.expect("to the end").lines();
        assert!(
            lines.iter().any(|line| line == "Games: 320 of 320"),
            "{lines:#?}"
        );
    }
}

#[test]
fn what_is_missing_is_named_and_stood_in_for() {
    let sound = fixture(schema::newest());
    let rows = rows(&sound);
    let page_of = |table: &str| {
        let row = rows.iter().find(|row| row.table == table);
        *row.expect("a row").pages.first().expect("a page")
    };
    let without = |table: &str| {
        let page = usize::try_from(page_of(table)).expect("a small file");
        let mut damaged = sound.clone();
        damaged[(page - 1) * PAGE..page * PAGE].fill(0);
        damaged
    };
    let (_folder, path, place) = on_disk(&without("game"));
    let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
    let repaired = repaired.expect("to the end");
    let games = repaired.tables.iter().find(|of| of.title == "Games");
    let games = games.expect("games");
    assert!(games.of == 320 && games.saved < 320 && !games.is_about);
    assert_eq!(games.missing.len(), games.of - games.saved);
    let named = &games.missing[0];
    assert!(
        named.starts_with("game 1 of week 1, ") && named.contains(" against "),
        "{named}"
    );
    assert!(!repaired.is_whole());

    // Their games are there all the same, and each has the identity that it had.
    fs::remove_file(&place).expect("gone");
    fs::write(&path, without("person")).expect("a file");
    let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
    let lines = repaired.expect("to the end").lines();
    assert!(
        lines.iter().any(|line| line == "Games: 320 of 320"),
        "{lines:#?}"
    );
    let told = lines.join("\n");
    let (_, told) = told
        .split_once("Only the number is known, type the rest:")
        .unwrap_or_else(|| panic!("{lines:#?}"));
    assert!(told.trim_start().starts_with("players 1 to "), "{lines:#?}");
    let uids = |bytes: &Path| {
        let camp = Connection::open(bytes).expect("a camp");
        let mut uids = camp
            .prepare("SELECT uid FROM person ORDER BY id")
            .expect("a statement");
        let uids = uids.query_map([], |row| row.get(0)).expect("a query");
        uids.collect::<Result<Vec<String>, _>>().expect("uids")
    };
    let now = uids(&place);
    fs::write(&path, &sound).expect("a file");
    assert_eq!(now, uids(&path));
    let mut camp = CampFile::open(&place, Mode::Change).expect("the new camp");
    let camp_now = camp.load().expect("a camp");
    assert_eq!(camp_now.players.len(), 48);
    camp.apply(
        &Edit::RenameCamp("Goes on".to_owned()),
        &Occasion::now("A change"),
    )
    .expect("a change");
}

#[test]
fn nothing_is_written_where_something_is_or_over_the_damaged_file() {
    let (folder, path, place) = on_disk(&fixture(schema::newest()));
    fs::write(&place, "Dear parents,").expect("a file");
    let refused = repair(&path, &place, None, &mut go_on).expect_err("a file is there");
    assert!(matches!(refused, OpenError::AlreadyThere(_)), "{refused}");
    assert_eq!(fs::read(&place).expect("the file"), b"Dear parents,");
    let refused = repair(&path, &path, None, &mut go_on).expect_err("a file is there");
    assert!(matches!(refused, OpenError::AlreadyThere(_)), "{refused}");
    fs::remove_file(&place).expect("gone");

    let mut calls = 0;
    let cancelled = repair(&path, &place, None, &mut |done, total| {
        assert!(done <= total);
        calls += 1;
        if calls < 5 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(cancelled.expect("no error"), None);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);

    let held = CampFile::open(&path, Mode::Change).expect("the camp");
    #[cfg(windows)]
    {
        let refused = repair(&path, &place, None, &mut go_on).expect_err("open");
        assert!(matches!(refused, OpenError::InUse { .. }), "{refused}");
    }
    drop(held);
}

#[test]
fn what_is_no_camp_is_refused() {
    let recipes = tempfile::tempdir().expect("a folder");
    let recipes = recipes.path().join("Recipes.db");
    let other = Connection::open(&recipes).expect("a database");
    other
        .execute_batch("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('Soup')")
        .expect("a table");
    drop(other);
    let newer = {
        let mut newer = fixture(schema::newest());
        newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
        let (_folder, path, _) = on_disk(&newer);
        let other = Connection::open(&path).expect("a database");
        other
            .execute_batch("CREATE TABLE future (x INTEGER)")
            .expect("a table");
        drop(other);
        fs::read(&path).expect("the file")
    };
    for (bytes, words) in [
        (b"".as_slice(), "it is empty"),
        (b"Dear parents,", "is not a camp file"),
        (b"\0\x01\0\0Standard Jet DB\0", "Import from Access"),
        (&fs::read(&recipes).expect("the file"), "is not a camp file"),
        (&newer, "newer version"),
    ] {
        let (folder, path, place) = on_disk(bytes);
        let refused = repair(&path, &place, None, &mut go_on).expect_err("no camp");
        assert!(refused.to_string().contains(words), "{refused}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("Repaired.ladder");
    let refused = repair(folder.path(), &place, None, &mut go_on).expect_err("a folder");
    assert!(matches!(refused, OpenError::Folder(_)), "{refused}");
}
