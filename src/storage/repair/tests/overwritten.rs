//! Rows of which a part was overwritten with zeros, as by a disk that has lost a sector.

use super::*;

const SECTOR: usize = 512;

fn root_of(sound: &[u8], name: &str) -> usize {
    let (_folder, path, _) = on_disk(sound);
    let camp = Connection::open(path).expect("a camp");
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root = camp.query_row(sql, [name], |row| row.get::<_, u32>(0));
    usize::try_from(root.expect("a root")).expect("a small file")
}

/// Of these results a number is left of which zeros make another one: a draw.
pub(super) const BLACK_WON: &str = "UPDATE game SET result = -1, imported_as = -1";

/// A game that Black has won, and the file without what stands behind its result, and without some games on the same page.
pub(super) fn half_a_game(sound: &[u8]) -> (Row, Vec<u8>) {
    let rows = rows(sound).into_iter();
    let mut won = rows.filter(|row| row.table == "game" && row.values[6] == Value::Integer(-1));
    let game = won.nth(30).expect("a game");
    let Value::Integer(id) = game.key[0] else {
        panic!("{:?}", game.key);
    };
    let pages = Pages::new(sound);
    let gathered = gathered(&pages);
    let games = gathered.tables.iter().find(|of| of.table.name == "game");
    let row = &games.expect("games").rows[&Key::Row(id)].bytes;
    let start = row.as_ptr().addr() - sound.as_ptr().addr();
    let day = row.windows(5).position(|bytes| bytes == b"2026-");
    let day = start + day.expect("a day");
    let end = (day + SECTOR).min(day.next_multiple_of(PAGE));
    let mut damaged = sound.to_vec();
    damaged[day..end].fill(0);
    (game, damaged)
}

/// Its number became 0, nothing said so, and the next import brought the game a second time.
#[test]
fn half_a_game_keeps_its_number_in_the_old_file() {
    let (_folder, path, _) = on_disk(&fixture(schema::newest()));
    let camp = Connection::open(&path).expect("a camp");
    camp.execute_batch(BLACK_WON).expect("other results");
    drop(camp);
    let sound = fs::read(&path).expect("the file");
    let tables = Table::all(schema::newest()).expect("tables");
    let table = tables.iter().find(|table| table.name == "game");
    let at = |column: &str| table.and_then(|table| table.column(column));
    let (game, mut damaged) = half_a_game(&sound);
    let check = |damaged: &[u8], changed: &[(&str, Value)], said: &str| {
        let (dump, repaired) = saved(damaged, said);
        let lines = repaired.lines();
        let mut expected = game.values.clone();
        for (column, value) in changed {
            expected[at(column).expect("a column")] = value.clone();
        }
        assert_eq!(dump["game"][&shown(&game.key)], expected, "{lines:#?}");
        let Value::Integer(id) = game.key[0] else {
            panic!("{:?}", game.key);
        };
        let told = format!("Not all could be read of game {id}: date, {said}");
        assert!(lines.contains(&told), "{told}: {lines:#?}");
    };
    let changed = [
        ("played_on", Value::Null),
        ("imported_result", Value::Text(String::new())),
        // As if the row had been changed since.
        ("imported_row", Value::Integer(0)),
    ];
    check(&damaged, &changed, "row in the old file");
    let index = root_of(&sound, "game_by_imported_number");
    damaged[(index - 1) * PAGE..index * PAGE].fill(0);
    let columns = [
        "played_on",
        "imported_number",
        "imported_result",
        "imported_as",
        "imported_row",
    ];
    let changed = columns.map(|column| (column, Value::Null));
    let said = "number in the old file, row in the old file";
    check(&damaged, &changed, said);
}

/// There were 320 games, and 321 with a game 0 were told.
#[test]
fn zeros_are_no_record() {
    let sound = fixture(schema::newest());
    let rows = rows(&sound);
    for (table, title) in [
        ("person", "Players"),
        ("week_player", "Players in the weeks"),
        ("game", "Games"),
    ] {
        let of_table = rows.iter().filter(|row| row.table == table);
        let count = of_table.clone().count();
        let pages = of_table.flat_map(|row| row.pages.iter().copied());
        for page in pages.collect::<BTreeSet<_>>() {
            let page = usize::try_from(page).expect("a small file");
            for at in ((page - 1) * PAGE..page * PAGE).step_by(SECTOR) {
                let mut damaged = sound.clone();
                damaged[at..at + SECTOR].fill(0);
                let word = format!("{table} at {at}");
                let (dump, repaired) = saved(&damaged, &word);
                let lines = repaired.lines();
                let of = repaired.tables.iter().find(|of| of.title == title);
                let of = of.expect("the table");
                assert_eq!((of.of, of.is_about), (count, false), "{word}: {lines:#?}");
                assert_eq!(of.saved + of.missing.len(), count, "{word}: {lines:#?}");
                let is_none = |line: &String| line.contains("game 0") || line.contains("player 0");
                assert!(!lines.iter().any(is_none), "{word}: {lines:#?}");
                // Who lost the ratings of a week is in it all the same.
                assert_eq!(dump["week_player"].len(), 48, "{word}: {lines:#?}");
            }
        }
    }
    // Neither are zeros in what knows the records.
    let index = root_of(&sound, "sqlite_autoindex_person_1");
    let page = rows.iter().find(|row| row.table == "person");
    let page = page.and_then(|row| row.pages.first()).expect("a page");
    let page = usize::try_from(*page).expect("a small file");
    let mut damaged = sound.clone();
    damaged[(page - 1) * PAGE..page * PAGE].fill(0);
    damaged[index * PAGE - 2 * SECTOR..index * PAGE - SECTOR].fill(0);
    let (_, repaired) = saved(&damaged, "an index");
    let lines = repaired.lines();
    let players = repaired.tables.iter().find(|of| of.title == "Players");
    let players = players.expect("players");
    assert!(players.is_about && players.of < 48, "{lines:#?}");
    assert!(
        !lines.iter().any(|line| line.contains("player 0")),
        "{lines:#?}"
    );
}
