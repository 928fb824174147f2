//! The camp file: what goes in comes out, what is refused changes nothing, and every way in which a file can be
//! wrong is told apart.

use std::{fs, path::PathBuf};

use jiff::civil::{Date, date};
use rusqlite_migration::{M, Migrations};
use tempfile::TempDir;

use super::*;
use crate::domain::{
    Edit, Game, GameResult, Group, GroupId, ImportChanges, ImportedGame, ImportedGroup,
    ImportedPlayer, NewGame, NewGroup, NewPlayer, PlayerId, Ratings, Record, SavedRatings,
};

const TODAY: Date = date(2026, 7, 6);

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn in_memory() -> CampFile {
    CampFile::in_memory("Test camp", TODAY).expect("a camp")
}

fn new_file(folder: &TempDir) -> (PathBuf, CampFile) {
    let path = folder.path().join("Camp.ladder");
    let camp = CampFile::create(&path, "Test camp", TODAY).expect("a new camp file");
    (path, camp)
}

#[expect(clippy::needless_pass_by_value, reason = "reads better at every call")]
fn apply(camp: &mut CampFile, edit: Edit) -> Option<Record> {
    camp.apply(&edit).expect("a change").added
}

fn add_group(camp: &mut CampFile, name: &str, initial_rating: i32) -> GroupId {
    let edit = Edit::AddGroup(NewGroup {
        name: name.to_owned(),
        initial_rating: Some(initial_rating),
    });
    match apply(camp, edit) {
        Some(Record::Group(id)) => id,
        other => panic!("no group was added but {other:?}"),
    }
}

fn new_player(last_name: &str, group: GroupId) -> NewPlayer {
    NewPlayer {
        last_name: last_name.to_owned(),
        first_name: "Ann".to_owned(),
        group,
        active: true,
        start_permanent: None,
        notes: String::new(),
    }
}

fn add_player(camp: &mut CampFile, last_name: &str, group: GroupId) -> PlayerId {
    match apply(camp, Edit::AddPlayer(new_player(last_name, group))) {
        Some(Record::Player(id)) => id,
        other => panic!("no player was added but {other:?}"),
    }
}

fn new_game(white: PlayerId, black: PlayerId) -> NewGame {
    NewGame {
        white,
        black,
        result: GameResult::WhiteWon,
        date: Some(TODAY),
        counts: true,
    }
}

/// A group, two players and a game between them.
fn small_camp(camp: &mut CampFile) -> (GroupId, PlayerId, PlayerId) {
    let red = add_group(camp, "Red", 400);
    let lee = add_player(camp, "Lee", red);
    let vang = add_player(camp, "Vang", red);
    apply(camp, Edit::AddGame(new_game(lee, vang)));
    (red, lee, vang)
}

fn refusal(camp: &mut CampFile, edit: &Edit) -> Refusal {
    let before = camp.load().expect("a camp");
    let error = camp.apply(edit).expect_err("a refusal");
    assert_eq!(camp.load().expect("a camp"), before, "nothing has changed");
    match error {
        StorageError::Refused(refusal) => refusal,
        other => panic!("not a refusal: {other}"),
    }
}

#[test]
fn what_is_saved_is_there_when_the_file_is_opened_again() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    let (red, lee, vang) = small_camp(&mut camp);
    let before = camp.load().expect("a camp");
    drop(camp);

    let camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    let data = camp.load().expect("a camp");
    assert_eq!(data, before);
    assert_eq!(data.name, "Test camp");
    assert_eq!((data.week.number, data.week.opened_on), (1, TODAY));
    assert_eq!(data.group(red).map(|group| group.skill_order), Some(1));
    assert_eq!(data.games[0].white, lee);
    assert_eq!(data.games[0].black, vang);
    assert_eq!(data.games[0].date, Some(TODAY));
}

#[test]
fn a_new_player_starts_at_the_initial_rating_of_the_group() {
    let mut camp = in_memory();
    let red = add_group(&mut camp, "Red", 400);
    let lee = add_player(&mut camp, "Lee", red);
    let data = camp.load().expect("a camp");
    let player = data.player(lee).expect("the player");
    assert_eq!(player.start_permanent, Some(400));
    assert_eq!(
        player.ratings,
        Ratings {
            weekly: 400,
            permanent: 400
        }
    );
}

#[test]
fn numbers_are_never_given_twice() {
    let mut camp = in_memory();
    let red = add_group(&mut camp, "Red", 400);
    let first = add_player(&mut camp, "Lee", red);
    apply(&mut camp, Edit::DeletePlayer(first));
    assert_ne!(add_player(&mut camp, "Vang", red), first);
}

#[test]
fn a_player_with_games_is_not_deleted() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let refused = refusal(&mut camp, &Edit::DeletePlayer(lee));
    assert!(
        refused.to_string().contains("Make the player inactive"),
        "{refused}"
    );
}

#[test]
fn a_group_with_players_is_not_deleted() {
    let mut camp = in_memory();
    let (red, ..) = small_camp(&mut camp);
    let refused = refusal(&mut camp, &Edit::DeleteGroup(red));
    let expected = Refusal::GroupHasPlayers {
        name: "Red".to_owned(),
        players: "2 players".to_owned(),
    };
    assert_eq!(refused, expected);
}

#[test]
fn two_groups_of_one_name_are_refused_whatever_their_capitals() {
    let mut camp = in_memory();
    small_camp(&mut camp);
    let edit = Edit::AddGroup(NewGroup {
        name: "RED".to_owned(),
        initial_rating: Some(1),
    });
    assert_eq!(
        refusal(&mut camp, &edit),
        Refusal::GroupNameTaken("RED".to_owned())
    );
}

#[test]
fn bad_records_are_refused_with_the_field_named() {
    let mut camp = in_memory();
    let (red, lee, _) = small_camp(&mut camp);
    let long = Edit::AddPlayer(new_player(&"x".repeat(1000), red));
    assert!(
        refusal(&mut camp, &long)
            .to_string()
            .contains("1000 characters")
    );
    let nameless = Edit::AddPlayer(NewPlayer {
        first_name: String::new(),
        ..new_player("", red)
    });
    assert!(matches!(refusal(&mut camp, &nameless), Refusal::Invalid(_)));
    let against_oneself = Edit::AddGame(new_game(lee, lee));
    assert!(
        refusal(&mut camp, &against_oneself)
            .to_string()
            .contains("both sides")
    );
    let unrated = Edit::AddGroup(NewGroup {
        name: "Gold".to_owned(),
        initial_rating: Some(40_000),
    });
    assert!(matches!(refusal(&mut camp, &unrated), Refusal::Invalid(_)));
}

/// The old program counted a player who isn't there as an opponent rated 0.
#[test]
fn a_game_against_nobody_cannot_be_stored() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let edit = Edit::AddGame(new_game(lee, PlayerId(77)));
    assert_eq!(refusal(&mut camp, &edit), Refusal::UnknownPlayer(77));
}

#[test]
fn records_change_and_disappear() {
    let mut camp = in_memory();
    let (red, lee, vang) = small_camp(&mut camp);
    let gold = add_group(&mut camp, "Gold", 1300);
    let before = camp.load().expect("a camp");

    let mut player = before.player(lee).expect("the player").clone();
    player.group = Some(gold);
    player.notes = "Plays the\nSicilian".to_owned();
    player.set_active(false);
    apply(&mut camp, Edit::ChangePlayer(player.clone()));
    let game = Game {
        result: GameResult::BlackWon,
        white: vang,
        black: lee,
        counts: false,
        date: None,
        ..before.games[0].clone()
    };
    apply(&mut camp, Edit::ChangeGame(game.clone()));
    let group = Group {
        name: "Crimson".to_owned(),
        initial_rating: Some(450),
        ..before.group(red).expect("the group").clone()
    };
    apply(&mut camp, Edit::ChangeGroup(group.clone()));
    apply(&mut camp, Edit::OrderGroups(vec![gold, red]));
    apply(&mut camp, Edit::RenameCamp("Winter camp".to_owned()));

    let after = camp.load().expect("a camp");
    assert_eq!(after.player(lee), Some(&player));
    assert_eq!(after.games[0], game);
    assert_eq!(after.groups[0].name, "Gold");
    assert_eq!(after.groups[1].name, "Crimson");
    assert_eq!(after.groups[1].initial_rating, Some(450));
    assert_eq!(after.name, "Winter camp");

    apply(&mut camp, Edit::DeleteGame(game.id));
    apply(&mut camp, Edit::DeletePlayer(lee));
    apply(&mut camp, Edit::DeleteGroup(gold));
    let last = camp.load().expect("a camp");
    assert_eq!(
        (last.games.len(), last.players.len(), last.groups.len()),
        (0, 1, 1)
    );
    assert_eq!(
        refusal(&mut camp, &Edit::DeleteGame(game.id)),
        Refusal::Gone(Record::Game(game.id))
    );
}

#[test]
fn reload_reads_only_what_changed() {
    let mut camp = in_memory();
    small_camp(&mut camp);
    let before = camp.load().expect("a camp");
    let applied = camp
        .apply(&Edit::RenameCamp("Other".to_owned()))
        .expect("a change");
    let after = camp.reload(&before, applied.changed).expect("a camp");
    assert_eq!(after.name, "Other");
    assert!(std::sync::Arc::ptr_eq(&before.games, &after.games));
    assert_eq!(after, camp.load().expect("a camp"));
}

#[test]
fn blank_starts_are_filled_from_the_group() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let mut player = camp
        .load()
        .expect("a camp")
        .player(lee)
        .expect("Lee")
        .clone();
    player.start_permanent = None;
    apply(&mut camp, Edit::ChangePlayer(player));
    apply(&mut camp, Edit::FillBlankStarts);
    let data = camp.load().expect("a camp");
    assert_eq!(
        data.player(lee).and_then(|player| player.start_permanent),
        Some(400)
    );
}

#[test]
fn ratings_are_saved_for_all_players_or_not_at_all() {
    let mut camp = in_memory();
    let (red, lee, vang) = small_camp(&mut camp);
    let now = Ratings {
        weekly: 416,
        permanent: 417,
    };
    let both = SavedRatings {
        ratings: vec![(lee, now), (vang, now)],
    };
    apply(&mut camp, Edit::SaveRatings(both.clone()));
    let data = camp.load().expect("a camp");
    assert!(data.players.iter().all(|player| player.ratings == now));

    add_player(&mut camp, "Xiong", red);
    assert_eq!(
        refusal(&mut camp, &Edit::SaveRatings(both)),
        Refusal::Outdated
    );
}

fn imported_game(number: i64, white: i64, black: i64) -> ImportedGame {
    ImportedGame {
        number,
        white: PlayerId(white),
        black: PlayerId(black),
        result: GameResult::WhiteWon,
        result_text: "(1-0)".to_owned(),
        date: Some(TODAY),
        extra: vec![("Board".to_owned(), number.to_string())],
    }
}

fn imported_player(id: i64) -> ImportedPlayer {
    ImportedPlayer {
        id: PlayerId(id),
        last_name: format!("Last{id}"),
        first_name: "First".to_owned(),
        group: Some("red".to_owned()),
        active: id != 7,
        ratings: Some(Ratings {
            weekly: 500,
            permanent: 510,
        }),
        start_permanent: Some(505),
        notes: None,
        extra: vec![
            ("School".to_owned(), "Lincoln, North".to_owned()),
            ("Grade".to_owned(), id.to_string()),
        ],
    }
}

fn import(games: &[i64]) -> Edit {
    Edit::Import(Box::new(ImportChanges {
        source: "a test".to_owned(),
        groups: vec![ImportedGroup {
            name: "Red".to_owned(),
            initial_rating: Some(400),
            extra: vec![("Instructor".to_owned(), "Pat".to_owned())],
        }],
        players: vec![imported_player(5), imported_player(7)],
        new_games: games
            .iter()
            .map(|number| imported_game(*number, 5, 7))
            .collect(),
        changed_games: Vec::new(),
    }))
}

#[test]
fn an_import_keeps_numbers_and_further_columns() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[1, 2]));
    let data = camp.load().expect("a camp");
    assert_eq!(
        data.groups[0].extra,
        [("Instructor".to_owned(), "Pat".to_owned())]
    );
    let player = data.player(PlayerId(7)).expect("player 7");
    assert_eq!(player.extra, imported_player(7).extra);
    assert_eq!(player.frozen, imported_player(7).ratings);
    assert_eq!(
        data.player(PlayerId(5)).and_then(|player| player.frozen),
        None
    );
    let imported = data.games[1].imported.as_ref().expect("an imported game");
    assert_eq!(imported.extra, imported_game(2, 5, 7).extra);
    assert_eq!(imported.result_text, "(1-0)");
    let next = add_player(&mut camp, "Lee", data.groups[0].id);
    assert_eq!(next, PlayerId(8), "numbers go on after the imported ones");
}

#[test]
fn late_games_of_an_import_come_where_they_were_played() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[2, 5]));
    apply(&mut camp, Edit::AddGame(new_game(PlayerId(7), PlayerId(5))));
    apply(&mut camp, import(&[9, 1, 3]));
    let data = camp.load().expect("a camp");
    let order = data
        .games
        .iter()
        .map(|game| {
            (
                game.sequence,
                game.imported.as_ref().map(|from| from.number),
            )
        })
        .collect::<Vec<_>>();
    // 9 follows 5 in the old file, and so it comes before the game that was typed after the import.
    let expected = [Some(1), Some(2), Some(3), Some(5), Some(9), None];
    assert_eq!(
        order,
        (1..).zip(expected).collect::<Vec<_>>(),
        "the order of play"
    );
}

#[test]
fn a_changed_game_of_an_import_keeps_its_place() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[1, 2]));
    let first = camp.load().expect("a camp").games[0].clone();
    let mut changed = imported_game(1, 7, 5);
    changed.result = GameResult::Draw;
    let edit = Edit::Import(Box::new(ImportChanges {
        changed_games: vec![(first.id, changed)],
        ..ImportChanges::default()
    }));
    apply(&mut camp, edit);
    let game = camp.load().expect("a camp").games[0].clone();
    assert_eq!(
        (game.id, game.white, game.result),
        (first.id, PlayerId(7), GameResult::Draw)
    );
}

#[test]
fn an_import_that_fails_at_its_last_game_leaves_nothing() {
    let mut camp = in_memory();
    let Edit::Import(mut changes) = import(&[1, 2]) else {
        panic!("not an import")
    };
    changes.new_games.push(imported_game(3, 5, 99));
    let edit = Edit::Import(changes);
    assert_eq!(refusal(&mut camp, &edit), Refusal::UnknownPlayer(99));
    assert_eq!(camp.load().expect("a camp").players.len(), 0);
}

/// Every row of every table, as text.
fn dump(camp: &CampFile) -> Vec<String> {
    let mut lines = Vec::new();
    for table in [
        "camp",
        "camp_group",
        "player",
        "week",
        "game",
        "player_extra",
    ] {
        let mut statement = camp
            .connection
            .prepare(&format!("SELECT * FROM {table}"))
            .expect("a table");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let values = (0..columns).map(|at| format!("{:?}", row.get_ref(at).expect("a value")));
            lines.push(format!("{table}: {}", values.collect::<Vec<_>>().join(" ")));
        }
    }
    lines
}

#[test]
fn a_full_disk_is_said_and_nothing_is_half_saved() {
    let folder = folder();
    let (_, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    let pages = camp
        .connection
        .pragma_query_value(None, "page_count", |row| row.get::<_, i64>(0))
        .expect("a number of pages");
    camp.connection
        .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
        .expect("a limit");
    let before = dump(&camp);
    let games = (1..2000).collect::<Vec<_>>();
    let error = camp.apply(&import(&games)).expect_err("no room");
    assert!(matches!(error, StorageError::DiskFull), "{error}");
    assert_eq!(dump(&camp), before);
}

#[test]
fn a_file_that_is_not_there() {
    let folder = folder();
    let error = CampFile::open(&folder.path().join("No.ladder"), Mode::Change).expect_err("none");
    assert!(matches!(error, OpenError::NotThere(_)), "{error}");
}

#[test]
fn a_folder_is_no_camp_file() {
    let folder = folder();
    let error = CampFile::open(folder.path(), Mode::Change).expect_err("a folder");
    assert!(matches!(error, OpenError::Folder(_)), "{error}");
}

#[test]
fn other_files_are_not_camp_files() {
    let folder = folder();
    let path = folder.path().join("Other.ladder");
    let error = |content: &[u8]| {
        fs::write(&path, content).expect("a file");
        let error = CampFile::open(&path, Mode::Change).expect_err("not a camp file");
        assert!(matches!(error, OpenError::NotACamp { .. }), "{error}");
        assert_eq!(
            fs::read(&path).expect("the file"),
            content,
            "nothing has changed"
        );
        error.to_string()
    };
    assert!(error(b"").contains("it is empty"));
    error(b"Dear parents,");
    assert!(error(b"\0\x01\0\0Standard Jet DB\0").contains("Import from Access"));

    fs::remove_file(&path).expect("gone");
    let other = Connection::open(&path).expect("a database");
    other
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .expect("a table");
    drop(other);
    let error = CampFile::open(&path, Mode::Change).expect_err("not a camp file");
    assert!(
        error.to_string().contains("belongs to another program"),
        "{error}"
    );
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    camp.connection
        .pragma_update(None, "user_version", 999)
        .expect("a version");
    drop(camp);
    let before = fs::read(&path).expect("the file");
    let error = CampFile::open(&path, Mode::Change).expect_err("newer");
    assert!(matches!(error, OpenError::Newer(_)), "{error}");
    assert_eq!(fs::read(&path).expect("the file"), before);
}

#[test]
fn a_file_that_is_open_says_by_whom() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    let error = CampFile::open(&path, Mode::Change).expect_err("in use");
    let OpenError::InUse {
        holder: Some(holder),
        ..
    } = &error
    else {
        panic!("{error}")
    };
    assert!(!holder.user.is_empty() && !holder.computer.is_empty());
    assert!(error.to_string().contains(&holder.user), "{error}");
    let looking = CampFile::open(&path, Mode::Look).expect_err("in use");
    assert!(matches!(looking, OpenError::InUse { .. }), "{looking}");
    drop(camp);
    CampFile::open(&path, Mode::Change).expect("free again");
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "no note and no journal stay behind");
}

#[test]
fn a_damaged_file_is_told_from_a_sound_one() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    assert_eq!(camp.damage().expect("a check"), Vec::<String>::new());
    drop(camp);
    let sound = fs::read(&path).expect("the file");

    for length in [sound.len() / 2, 50, 4096] {
        fs::write(&path, &sound[..length]).expect("a cut file");
        let error = CampFile::open(&path, Mode::Change).expect_err("a cut file");
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    }
    let mut scribbled = sound.clone();
    scribbled[4096 + 8..4096 * 3].fill(0xA5);
    fs::write(&path, &scribbled).expect("a scribbled file");
    let error = CampFile::open(&path, Mode::Change).expect_err("a scribbled file");
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

#[test]
fn a_read_only_file_can_be_looked_at() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    drop(camp);
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("read-only");

    let error = CampFile::open(&path, Mode::Change).expect_err("read-only");
    assert!(matches!(error, OpenError::ReadOnly(_)), "{error}");
    let mut camp = CampFile::open(&path, Mode::Look).expect("a look");
    assert_eq!(camp.load().expect("a camp").games.len(), 1);
    let refused = camp
        .apply(&Edit::FillBlankStarts)
        .expect_err("nothing is changed");
    assert!(matches!(refused, StorageError::ReadOnly), "{refused}");
}

#[test]
fn a_new_camp_never_replaces_a_file() {
    let folder = folder();
    let path = folder.path().join("Letter.ladder");
    fs::write(&path, "Dear parents,").expect("a file");
    let error = CampFile::create(&path, "Camp", TODAY).expect_err("a file is there");
    assert!(matches!(error, OpenError::AlreadyThere(_)), "{error}");
    assert_eq!(
        fs::read_to_string(&path).expect("the file"),
        "Dear parents,"
    );

    let nowhere = folder.path().join("no folder").join("Camp.ladder");
    let error = CampFile::create(&nowhere, "Camp", TODAY).expect_err("no folder");
    assert!(matches!(error, OpenError::NoFolder(_)), "{error}");

    let nameless = folder.path().join("Nameless.ladder");
    let error = CampFile::create(&nameless, " ", TODAY).expect_err("no name");
    assert!(matches!(error, OpenError::BadName { .. }), "{error}");
    assert!(!nameless.exists());
}

#[test]
fn a_failed_upgrade_leaves_the_old_file_as_it_was() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    drop(camp);
    // The schema of today is the old one, and the file says that it is one step behind.
    let steps = Migrations::new(vec![
        M::up("SELECT 1"),
        M::up("DELETE FROM game; CREATE TABLE later (a INTEGER); SELECT no_such_function()"),
    ]);
    set_version(&path, 0);
    let before = fs::read(&path).expect("the file");
    let error = CampFile::open_with(&path, Mode::Change, &steps).expect_err("a failed upgrade");
    assert!(matches!(error, OpenError::Upgrade { .. }), "{error}");
    let after = fs::read(&path).expect("the file");
    assert!(before == after, "every byte is as it was");
}

fn set_version(path: &Path, version: u32) {
    let connection = Connection::open(path).expect("a database");
    connection
        .pragma_update(None, "user_version", version)
        .expect("a version");
}

#[test]
fn the_journal_is_rolled_back_and_writes_are_synced() {
    let folder = folder();
    let (_, camp) = new_file(&folder);
    let text = |name: &str| {
        camp.connection
            .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
            .expect("a pragma")
    };
    assert_eq!(text("journal_mode"), "delete".to_owned().into());
    assert_eq!(text("locking_mode"), "exclusive".to_owned().into());
    assert_eq!(text("synchronous"), 2.into(), "2 is FULL");
    assert_eq!(text("foreign_keys"), 1.into());
}

/// A file that another tool left in write-ahead mode becomes a single file again.
#[test]
fn a_write_ahead_log_is_folded_in() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    drop(camp);
    let tool = Connection::open(&path).expect("a database");
    tool.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        .expect("WAL");
    drop(tool);
    let camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    assert_eq!(camp.load().expect("a camp").games.len(), 1);
    drop(camp);
    let head = fs::read(&path).expect("the file");
    assert_eq!(
        head[18..20],
        [1, 1],
        "the file's head says rollback journal"
    );
}
