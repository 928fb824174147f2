//! What a damaged camp has lost comes from its newest backup.

use super::{
    overwritten::{BLACK_WON, half_a_game},
    *,
};
use crate::{
    domain::PlayerId,
    storage::{
        BackupReason, Hang,
        repair::{
            from_backup::{doubtful, take},
            tables::KeyPart,
        },
    },
};

struct Backed {
    folder: TempDir,
    places: BackupPlaces,
}

impl Backed {
    /// A camp of this version with a backup.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let backed = Self { folder, places };
        fs::write(backed.camp(), fixture(schema::newest())).expect("a camp");
        backed.back_up();
        backed
    }

    fn camp(&self) -> PathBuf {
        self.folder.path().join("Camp.ladder")
    }

    /// Where it lies on a stick.
    fn stick(&self) -> PathBuf {
        let folder = self.folder.path().join("stick");
        fs::create_dir(&folder).expect("a folder");
        folder.join("stick.ladder")
    }

    fn back_up(&self) {
        let camp = CampFile::open(&self.camp(), Mode::ReadOnly).expect("a camp");
        let snapshot = camp.snapshot(&self.places, BackupReason::Asked);
        snapshot.expect("a copy").keep().expect("a backup");
    }

    /// When the newest backup was made.
    fn made(&self) -> String {
        let newest = self.places.find_all().backups.swap_remove(0);
        let made = newest.note.made.to_zoned(jiff::tz::TimeZone::system());
        crate::domain::show_moment(&made)
    }

    fn change(&self, edits: impl IntoIterator<Item = Edit>) {
        let mut camp = CampFile::open(&self.camp(), Mode::Change).expect("a camp");
        for edit in edits {
            let occasion = Occasion::now("A change");
            camp.apply(&edit, &occasion).expect("a change");
        }
    }

    /// Zeros every page on which a row of the table lies, and nothing else of the file.
    fn wipe(&self, table: &str) {
        let mut bytes = fs::read(self.camp()).expect("the file");
        let rows = rows(&bytes).into_iter();
        let wiped = rows.filter(|row| row.table == table);
        let wiped = wiped.flat_map(|row| row.pages).collect::<BTreeSet<_>>();
        assert!(!wiped.is_empty());
        for page in wiped {
            let page = usize::try_from(page).expect("a small file");
            bytes[(page - 1) * PAGE..page * PAGE].fill(0);
        }
        fs::write(self.camp(), bytes).expect("a file");
    }

    /// Another program changes the camp.
    fn execute(&self, sql: &str) {
        let camp = Connection::open(self.camp()).expect("a camp");
        camp.execute_batch(sql).expect("a change");
    }

    /// Zeros the first page of each table and index that is meant.
    fn wipe_roots(&self, are_meant: &str) {
        let camp = Connection::open(self.camp()).expect("a camp");
        let sql = format!("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 AND {are_meant}");
        let mut pages = camp.prepare(&sql).expect("a statement");
        let pages = pages.query_map([], |row| row.get::<_, u32>(0));
        let pages = pages.expect("a query").collect::<Result<Vec<_>, _>>();
        let mut bytes = fs::read(self.camp()).expect("the file");
        for page in pages.expect("pages") {
            let page = usize::try_from(page).expect("a small file");
            bytes[(page - 1) * PAGE..page * PAGE].fill(0);
        }
        fs::write(self.camp(), bytes).expect("a file");
    }

    fn repaired(&self) -> (CampFile, Repaired) {
        let place = self.folder.path().join("New.ladder");
        let repaired = repair(&self.camp(), &place, Some(&self.places), &mut go_on);
        let repaired = repaired.expect("repaired").expect("to the end");
        let camp = CampFile::open(&place, Mode::Change).expect("the new camp");
        (camp, repaired)
    }
}

#[test]
fn what_is_gone_is_as_the_backup_has_it() {
    let backed = Backed::new();
    let before = CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
    let before = before.load().expect("a camp");
    for table in [
        "game",
        "person",
        "week_player",
        "camp",
        "camp_group",
        "week",
    ] {
        let backed = Backed::new();
        backed.wipe(table);
        let (camp, repaired) = backed.repaired();
        let lines = repaired.lines();
        assert!(!repaired.is_whole(), "{table}: {lines:#?}");
        let after = camp.load().expect("a camp");
        assert_eq!(after, before, "{table}: {lines:#?}");
        let is_said = lines
            .iter()
            .any(|line| line.contains(" of ") && line.contains("from the backup"));
        assert!(is_said, "{table}: {lines:#?}");
        assert!(
            lines.iter().any(|line| line.contains("is as it was on")),
            "{table}: {lines:#?}"
        );
        assert!(repaired.history_is_left_out, "{table}");
    }
}

/// What was changed or added since the backup is told where it can't be read any more, and kept where it can.
#[test]
fn what_is_newer_than_the_backup_stays_or_is_missing() {
    let backed = Backed::new();
    let game = Game::new(PlayerId(1), PlayerId(2), GameResult::Draw);
    backed.change([
        Edit::RenameCamp("Another name".to_owned()),
        Edit::add_game(game),
    ]);
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    let lines = repaired.lines();
    let after = camp.load().expect("a camp");
    assert_eq!(after.name, "Another name");
    assert_eq!(after.games.len(), 320, "{lines:#?}");
    assert!(!repaired.lacks_nothing());
    let games = repaired.tables.iter().find(|of| of.title == "Games");
    let games = games.expect("games");
    assert_eq!((games.of, games.missing.len()), (321, 1), "{lines:#?}");
    assert_eq!(games.saved + games.from_backup, 320, "{lines:#?}");
}

/// The camp was on a stick for some days, and its backups of these days name another place.
#[test]
fn what_is_gone_comes_from_the_newest_backup_wherever_the_camp_was_then() {
    let backed = Backed::new();
    let stick = backed.stick();
    let home = backed.camp();
    fs::rename(&home, &stick).expect("moved");
    let mut camp = CampFile::open(&stick, Mode::Change).expect("a camp");
    let game = Game::new(PlayerId(1), PlayerId(2), GameResult::Draw);
    let added = camp.apply(&Edit::add_game(game), &Occasion::now("A change"));
    added.expect("a game");
    let snapshot = camp.snapshot(&backed.places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    fs::copy(&stick, &home).expect("brought back");
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    let games = camp.load().expect("a camp").games.len();
    let lines = repaired.lines();
    assert_eq!(games, 321, "{lines:#?}");
    // It is said of which file the backup was made.
    let of_file = format!(" in “{}”: what was changed since is lost", stick.display());
    assert!(
        lines.iter().any(|line| line.contains(&of_file)),
        "{lines:#?}"
    );
    // What was done at home meanwhile isn't in what was done on the stick.
    let backed = Backed::new();
    let stick = backed.stick();
    fs::copy(backed.camp(), &stick).expect("a copy");
    backed.change([Edit::RenameCamp("At home".to_owned())]);
    backed.back_up();
    let mut camp = CampFile::open(&stick, Mode::Change).expect("a camp");
    let edit = Edit::RenameCamp("On the stick".to_owned());
    camp.apply(&edit, &Occasion::now("A change"))
        .expect("a name");
    let snapshot = camp.snapshot(&backed.places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    backed.wipe("game");
    let (_, repaired) = backed.repaired();
    let lines = repaired.lines();
    let newer = lines
        .iter()
        .find(|line| line.contains("nothing was taken from it"));
    let newer = newer.expect("a word about the newer one");
    assert!(newer.contains("stick.ladder"), "{newer}");
}

/// What the director has deleted since doesn't come back where something tells that it was there no more.
#[test]
fn what_was_deleted_since_stays_deleted() {
    let backed = Backed::new();
    let camp = CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
    let deleted = camp.load().expect("a camp").games[7].id;
    drop(camp);
    backed.change([Edit::DeleteGame(deleted)]);
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    let after = camp.load().expect("a camp");
    assert_eq!(after.games.len(), 319, "{:#?}", repaired.lines());
    assert!(after.games.iter().all(|game| game.id != deleted));
    assert!(repaired.lacks_nothing(), "{:#?}", repaired.lines());
}

/// A stick in a drawer: it was said that no backup has what is missing.
#[test]
fn a_second_place_that_could_not_be_looked_into_is_told() {
    let mut backed = Backed::new();
    let [stick, new] = ["E", "New.ladder"].map(|name| backed.folder.path().join(name));
    let only = backed.places.folder.clone();
    backed.places = BackupPlaces {
        second: Some(stick.clone()),
        ..BackupPlaces::only(backed.folder.path().join("backups here"))
    };
    backed.wipe("game");
    let repaired = |why: &str| {
        let (_, repaired) = backed.repaired();
        fs::remove_file(&new).expect("the new camp");
        let lines = repaired.lines();
        let place = stick.display();
        let told =
            format!("The second place of the backups, “{place}”, {why}: nothing was taken from it");
        let is_told = lines.iter().any(|line| line.starts_with(&told));
        let is_none = lines
            .iter()
            .any(|line| line.starts_with("No backup of this camp"));
        (repaired.lacks_nothing(), is_told, is_none)
    };
    assert_eq!(repaired("isn’t there now"), (false, true, false));
    fs::rename(only, &stick).expect("plugged in");
    assert_eq!(repaired("isn’t there now"), (true, false, false));
    let hang = Hang::new(&stick);
    assert_eq!(repaired("doesn’t answer"), (false, true, false));
    drop(hang);
}

/// Another computer may have put a newer one there.
#[test]
fn a_second_place_that_is_away_is_told_though_a_backup_fills_in() {
    let mut backed = Backed::new();
    backed.places.second = Some(backed.folder.path().join("E"));
    backed.wipe("game");
    let (_, repaired) = backed.repaired();
    assert!(repaired.lacks_nothing(), "{:#?}", repaired.lines());
    let mut filled = repaired.filled.iter();
    assert!(filled.any(|line| line.contains("isn’t there now: nothing was taken from it")));
}

/// A game was put before the others, and none of them was taken: the index knew them by another place.
#[test]
fn a_game_is_the_same_in_another_place() {
    let backed = Backed::new();
    let games = |camp: &CampFile| camp.load().expect("a camp").games;
    let camp = || CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
    let [first, moved] = [0, 300].map(|at| games(&camp())[at].id);
    let game = Game::new(PlayerId(1), PlayerId(2), GameResult::Draw);
    let insert = Edit::AddGame {
        game,
        before: Some(first),
    };
    let to_front = Edit::MoveGame {
        game: moved,
        before: Some(first),
    };
    backed.change([insert, to_front]);
    let before = games(&camp());
    assert_eq!([before[1].id, before[2].id], [moved, first]);
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    let lines = repaired.lines();
    // The first one is newer than the backup.
    assert_eq!(games(&camp)[..], before[1..], "{lines:#?}");
    let said = "Games: 320 of 321, all from the backup. Missing: ";
    assert!(
        lines.iter().any(|line| line.starts_with(said)),
        "{lines:#?}"
    );
}

#[test]
fn what_was_changed_since_is_not_taken_and_not_said_to_be_in_no_backup() {
    let backed = Backed::new();
    backed.execute("UPDATE game SET white_id = black_id, black_id = white_id");
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    assert!(camp.load().expect("a camp").games.is_empty());
    let lines = repaired.lines();
    let told = |word: &str| lines.iter().any(|line| line.contains(word));
    let made = backed.made();
    let not_taken =
        format!("Changed since the backup of {made}, and so not taken from it: 320 games");
    assert!(told(&not_taken), "{lines:#?}");
    assert!(!told("No backup") && !told("has nothing"), "{lines:#?}");
    // The history is no record, and never comes from a backup.
    let backed = Backed::new();
    backed.wipe_roots("tbl_name LIKE 'history_%'");
    let (_, repaired) = backed.repaired();
    assert!(!repaired.is_whole() && repaired.filled.is_empty());
    let lines = repaired.lines();
    assert!(
        !lines.iter().any(|line| line.contains("No backup")),
        "{lines:#?}"
    );
}

/// It was said of all backups, though the newest good one alone is looked into.
#[test]
fn which_backup_has_nothing_of_what_is_missing_is_told() {
    let backed = Backed::new();
    let sound = fs::read(backed.camp()).expect("the file");
    let camp = CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
    let games = camp.load().expect("a camp").games;
    drop(camp);
    let edits = games.iter().map(|game| Edit::DeleteGame(game.id));
    backed.change([Edit::Together {
        name: "Delete all".to_owned(),
        edits: edits.collect(),
    }]);
    backed.back_up();
    fs::write(backed.camp(), sound).expect("as before");
    backed.wipe("game");
    let (_, repaired) = backed.repaired();
    let lines = repaired.lines();
    let told = format!(
        "The backup of {} has nothing of what is missing",
        backed.made()
    );
    assert!(lines.contains(&told), "{lines:#?}");
    assert!(
        !lines.iter().any(|line| line.starts_with("No backup")),
        "{lines:#?}"
    );
}

/// A value that came from the backup was called lost, with one beside it that can't stand there any more.
#[test]
fn each_value_that_comes_from_the_backup_is_told_as_such() {
    let camp_with = |ladders: &[(u8, &str, &str)]| {
        let camp = schema::empty(schema::newest()).expect("an empty camp");
        for (id, name, system) in ladders {
            let ladder = "INSERT INTO ladder (id, uid, name, system) VALUES (?1, printf('%036d', ?1), ?2, ?3)";
            camp.execute(ladder, (id, name, system)).expect("a ladder");
        }
        camp
    };
    let camp = camp_with(&[(1, "Unnamed", "club"), (2, "Fast", "club")]);
    let backup = camp_with(&[(1, "Fast", "game-courier")]);
    let tables = Table::all(schema::newest()).expect("the tables");
    let unread = ["name", "system"].map(str::to_owned).to_vec();
    let lost = Lost {
        columns: BTreeMap::from([(Key::Row(1), unread)]),
        ..Lost::default()
    };
    let lost = BTreeMap::from([("ladder".to_owned(), lost)]);
    let taken = take(&camp, &backup, &tables, &lost).expect("taken");
    let columns = &taken["ladder"].columns;
    assert_eq!(
        *columns,
        BTreeMap::from([(Key::Row(1), vec!["system".to_owned()])])
    );
}

#[test]
fn half_a_game_is_as_the_backup_has_it_and_where_it_stands_now() {
    let backed = Backed::new();
    backed.execute(BLACK_WON);
    backed.back_up();
    let camp = || CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
    let first = camp().load().expect("a camp").games[0].id;
    backed.change([Edit::AddGame {
        game: Game::new(PlayerId(1), PlayerId(2), GameResult::Draw),
        before: Some(first),
    }]);
    let before = camp().load().expect("a camp");
    let sound = fs::read(backed.camp()).expect("the file");
    let (game, damaged) = half_a_game(&sound);
    fs::write(backed.camp(), damaged).expect("a file");
    let (camp, repaired) = backed.repaired();
    let lines = repaired.lines();
    assert_eq!(camp.load().expect("a camp"), before, "{lines:#?}");
    let [Value::Integer(id)] = game.key[..] else {
        panic!("{:?}", game.key);
    };
    let told = format!("As the backup has it, of game {id}: date, row in the old file");
    assert!(lines.contains(&told), "{lines:#?}");
    assert!(repaired.lacks_nothing(), "{lines:#?}");
}

/// Came back as “Player 40 (name lost)”, as games and custom values of the backup named a camper whom the list of campers had no more.
#[test]
fn nobody_who_was_deleted_comes_back_without_a_name() {
    for wiped in ["game", "person_extra", "us_member"] {
        let backed = Backed::new();
        let camp = || CampFile::open(&backed.camp(), Mode::ReadOnly).expect("a camp");
        let before = camp().load().expect("a camp");
        let deleted = before.games[7].white;
        let number = deleted.0;
        backed.execute(&format!(
            "UPDATE OR IGNORE us_member SET person_id = {number} WHERE id = (SELECT min(id) FROM us_member);
             INSERT OR IGNORE INTO person_extra SELECT {number}, id, '5' FROM extra_column WHERE kind = 'person'"
        ));
        backed.back_up();
        let games = before.games.iter();
        let theirs = games.filter(|game| [game.white, game.black].contains(&deleted));
        let deletions = theirs.map(|game| Edit::DeleteGame(game.id));
        backed.change(deletions.chain([Edit::DeletePlayer(deleted)]));
        let before = camp();
        let members = |camp: &CampFile| {
            let sql = "SELECT count(*), count(person_id) FROM us_member";
            let counts = camp
                .connection
                .query_row(sql, [], |row| <(u32, u32)>::try_from(row));
            counts.expect("members")
        };
        let (there, linked) = members(&before);
        assert!(there > 0);
        let before = before.load().expect("a camp");
        assert_eq!(before.players.len(), 47);
        backed.wipe(wiped);
        let indexes = format!("type = 'index' AND tbl_name = '{wiped}'");
        backed.wipe_roots(&indexes);
        let (camp, repaired) = backed.repaired();
        let lines = repaired.lines();
        let after = camp.load().expect("a camp");
        assert_eq!(after.players, before.players, "{wiped}: {lines:#?}");
        assert_eq!(members(&camp), (there, linked), "{wiped}: {lines:#?}");
        let ids = |games: &[Game]| games.iter().map(|game| game.id).collect::<Vec<_>>();
        assert_eq!(ids(&after.games), ids(&before.games), "{wiped}: {lines:#?}");
        let nameless = "Only the number is known";
        assert!(
            !lines.iter().any(|line| line.starts_with(nameless)),
            "{wiped}: {lines:#?}"
        );
    }
}

#[test]
fn another_camps_backup_is_not_taken() {
    let backed = Backed::new();
    let other = Backed::new();
    let camp = Connection::open(other.camp()).expect("a camp");
    camp.execute_batch(
        "UPDATE camp SET uid = printf('%036d', 1); UPDATE week SET uid = printf('%036d', id);
         UPDATE person SET uid = printf('%036d', id);",
    )
    .expect("another camp");
    drop(camp);
    fs::remove_dir_all(&backed.places.folder).expect("no backups");
    fs::copy(backed.camp(), backed.folder.path().join("Kept")).expect("a copy");
    fs::copy(other.camp(), backed.camp()).expect("another camp");
    backed.back_up();
    fs::rename(backed.folder.path().join("Kept"), backed.camp()).expect("the first camp");
    backed.wipe("game");
    let (camp, repaired) = backed.repaired();
    assert!(camp.load().expect("a camp").games.len() < 320);
    let none = "No backup of this camp has anything of what is missing";
    assert!(repaired.lines().iter().any(|line| line == none));
}

/// Nothing is said of backups that nobody could look into.
#[test]
fn backups_that_can_not_be_read_are_not_said_to_have_nothing() {
    let mut backed = Backed::new();
    let stick = backed.folder.path().join("stick");
    fs::rename(&backed.places.folder, &stick).expect("moved");
    fs::write(&backed.places.folder, "in the way").expect("a file");
    backed.places.second = Some(stick);
    backed.wipe("game");
    let (_, repaired) = backed.repaired();
    let lines = repaired.lines();
    let why = "Nothing comes from a backup, as none could be read: ";
    assert!(lines.iter().any(|line| line.starts_with(why)), "{lines:#?}");
    assert!(
        !lines.iter().any(|line| line.contains("has anything of")),
        "{lines:#?}"
    );
}

/// All campers were read, and were called doubtful all the same.
#[test]
fn what_is_certain_is_not_called_doubtful() {
    let camp = Connection::open_in_memory().expect("a database");
    let tables = "CREATE TABLE week_player (week_id INTEGER, person_id INTEGER);
        INSERT INTO week_player VALUES (1, 1), (1, 2), (2, 2), (1, 3);";
    camp.execute_batch(tables).expect("rows");
    let in_week = |person| Key::Columns(vec![KeyPart::Number(1), KeyPart::Number(person)]);
    let of = |table: &str, keys: &[Key]| {
        let taken = Taken {
            doubtful: keys.iter().cloned().collect(),
            ..Taken::default()
        };
        (table.to_owned(), taken)
    };
    let read = BTreeMap::from([of("week_player", &[in_week(1)])]);
    assert!(doubtful(&camp, &read).is_empty());
    let not_read = BTreeMap::from([
        of("person", &[Key::Row(3)]),
        of("week_player", &[in_week(1), in_week(2), in_week(3)]),
    ]);
    let told = doubtful(&camp, &not_read);
    assert_eq!(told, ["1 player", "1 player in weeks"]);
}
