//! The camp file: what goes in comes out, what is refused changes nothing, and every way in which a file can be
//! wrong is told apart.

mod accepted;
mod chain;
mod checking;
mod clock;
mod clubs;
mod columns;
mod hostile;
mod importing;
mod left_journals;
mod lost_history;
mod new_files;
mod opening;
mod outside;
mod persons;
mod strange_values;
mod weeks;

pub(crate) use self::hostile::spoil;

use std::{fs, path::PathBuf};

use jiff::civil::{Date, date};
use tempfile::TempDir;

use super::*;
use crate::domain::{
    CustomValues, Edit, Field, Game, GameResult, Group, GroupId, ImportChanges, ImportedGame,
    ImportedGroup, ImportedPlayer, Patch, Player, PlayerId, Ratings, Record, RecordKind, RowPrint,
    SavedRatings, Value,
};

const TODAY: Date = date(2026, 7, 6);

fn now() -> Occasion {
    Occasion::now("A change")
}

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
    camp.apply(&edit, &now()).expect("a change").added
}

fn add_group(camp: &mut CampFile, name: &str, initial_rating: i32) -> GroupId {
    let edit = Edit::AddGroup(Group::new(name, Some(initial_rating)));
    match apply(camp, edit) {
        Some(Record::Group(id)) => id,
        other => panic!("no group was added but {other:?}"),
    }
}

fn new_player(last_name: &str, group: GroupId) -> Player {
    Player {
        last_name: last_name.to_owned(),
        first_name: "Ann".to_owned(),
        group: Some(group),
        ..Player::default()
    }
}

fn add_player(camp: &mut CampFile, last_name: &str, group: GroupId) -> PlayerId {
    match apply(camp, Edit::AddPlayer(new_player(last_name, group))) {
        Some(Record::Player(id)) => id,
        other => panic!("no player was added but {other:?}"),
    }
}

pub(in crate::storage) fn new_game(white: PlayerId, black: PlayerId) -> Game {
    Game {
        date: Some(TODAY),
        ..Game::new(white, black, GameResult::WhiteWon)
    }
}

/// A group, two players and a game between them.
fn small_camp(camp: &mut CampFile) -> (GroupId, PlayerId, PlayerId) {
    let red = add_group(camp, "Red", 400);
    let lee = add_player(camp, "Lee", red);
    let vang = add_player(camp, "Vang", red);
    apply(camp, Edit::add_game(new_game(lee, vang)));
    (red, lee, vang)
}

fn refusal(camp: &mut CampFile, edit: &Edit) -> Refusal {
    let before = camp.load().expect("a camp");
    let error = camp.apply(edit, &now()).expect_err("a refusal");
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
    let loaded = camp.load().expect("a camp");
    let applied = camp
        .apply(&Edit::DeletePlayer(first), &now())
        .expect("a change");
    let after = camp.reload(&loaded, applied.changed).expect("a camp");
    assert_eq!(after.next_player, PlayerId(first.0 + 1));
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
    let edit = Edit::AddGroup(Group::new("RED", Some(1)));
    assert_eq!(
        refusal(&mut camp, &edit),
        Refusal::GroupNameTaken("RED".to_owned())
    );
    let green = add_group(&mut camp, "Grün", 500);
    let other = add_group(&mut camp, "Gold", 600);
    let refused = Refusal::GroupNameTaken("GRÜN".to_owned());
    let edit = Edit::AddGroup(Group::new("GRÜN", Some(1)));
    assert_eq!(refusal(&mut camp, &edit), refused);
    let mut group = camp
        .load()
        .expect("a camp")
        .group(green)
        .expect("Grün")
        .clone();
    group.name = "GRÜN".to_owned();
    apply(&mut camp, Edit::put(&group));
    group.id = other;
    assert_eq!(refusal(&mut camp, &Edit::put(&group)), refused);
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
    let nameless = Edit::AddPlayer(Player {
        first_name: String::new(),
        ..new_player("", red)
    });
    assert!(matches!(refusal(&mut camp, &nameless), Refusal::Invalid(_)));
    let against_oneself = Edit::add_game(new_game(lee, lee));
    assert!(
        refusal(&mut camp, &against_oneself)
            .to_string()
            .contains("both sides")
    );
    let unrated = Edit::AddGroup(Group::new("Gold", Some(40_000)));
    assert!(matches!(refusal(&mut camp, &unrated), Refusal::Invalid(_)));
}

/// The old program counted a player who isn't there as an opponent rated 0.
#[test]
fn a_game_against_nobody_cannot_be_stored() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let edit = Edit::add_game(new_game(lee, PlayerId(77)));
    assert_eq!(refusal(&mut camp, &edit), Refusal::UnknownPlayer(77));
}

#[test]
fn a_change_of_some_fields_leaves_what_was_changed_of_others() {
    let mut camp = in_memory();
    let (red, lee, vang) = small_camp(&mut camp);
    let seen = camp.load().expect("a camp");
    let player = seen.player(lee).expect("the player");
    let game = &seen.games[0];
    // Each was made from what was seen before the others.
    for (field, value) in [
        (Field::Notes, Value::from("Plays the Sicilian")),
        (Field::FirstName, Value::from("Anna")),
        (Field::Active, Value::YesNo(false)),
    ] {
        let change = Patch::new(lee, field, value);
        apply(&mut camp, Edit::ChangePlayer(change));
    }
    let counts = Patch::new(game.id, Field::Counts, Value::YesNo(false));
    apply(&mut camp, Edit::ChangeGame(counts));
    let result = Patch::new(game.id, Field::Result, GameResult::BlackWon);
    apply(&mut camp, Edit::ChangeGame(result));
    let rating = Patch::new(red, Field::InitialRating, Some(450));
    apply(&mut camp, Edit::ChangeGroup(rating));

    let now = camp.load().expect("a camp");
    let mut wanted = player.clone();
    wanted.notes = "Plays the Sicilian".to_owned();
    wanted.first_name = "Anna".to_owned();
    wanted.set_active(false);
    assert_eq!(now.player(lee), Some(&wanted));
    assert_eq!(now.player(vang), seen.player(vang));
    let wanted = Game {
        counts: false,
        result: GameResult::BlackWon,
        ..game.clone()
    };
    assert_eq!(now.games[0], wanted);
    let wanted = Group {
        initial_rating: Some(450),
        ..seen.group(red).expect("the group").clone()
    };
    assert_eq!(now.group(red), Some(&wanted));
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
    apply(&mut camp, Edit::put(&player));
    let game = Game {
        result: GameResult::BlackWon,
        white: vang,
        black: lee,
        counts: false,
        date: None,
        ..before.games[0].clone()
    };
    apply(&mut camp, Edit::put(&game));
    let group = Group {
        name: "Crimson".to_owned(),
        initial_rating: Some(450),
        ..before.group(red).expect("the group").clone()
    };
    apply(&mut camp, Edit::put(&group));
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

/// A form may show what was there before a recalculation that has been saved since.
#[test]
fn a_form_never_undoes_a_recalculation() {
    let mut camp = in_memory();
    let (_, lee, vang) = small_camp(&mut camp);
    let form = |camp: &CampFile| {
        camp.load()
            .expect("a camp")
            .player(lee)
            .expect("Lee")
            .clone()
    };
    let recalculate = |camp: &mut CampFile, rating| {
        let now = Ratings {
            weekly: rating,
            permanent: rating + 1,
        };
        let ratings = vec![(lee, now), (vang, now)];
        apply(camp, Edit::SaveRatings(SavedRatings { ratings }));
        now
    };

    let mut old = form(&camp);
    let first = recalculate(&mut camp, 416);
    old.notes = "Left-handed".to_owned();
    apply(&mut camp, Edit::put(&old));
    assert_eq!(form(&camp).ratings, first);
    assert_eq!(form(&camp).notes, "Left-handed");

    let mut old = form(&camp);
    let second = recalculate(&mut camp, 432);
    old.set_active(false);
    apply(&mut camp, Edit::put(&old));
    assert_eq!(form(&camp).ratings, second);
    assert_eq!(form(&camp).frozen, None, "the week starts as before");

    let mut old = form(&camp);
    recalculate(&mut camp, 440);
    old.notes = String::new();
    old.frozen = Some(first);
    apply(&mut camp, Edit::put(&old));
    assert_eq!(form(&camp).frozen, None, "it is not a form's to say");

    let mut old = form(&camp);
    old.set_active(true);
    apply(&mut camp, Edit::put(&old));
    assert_eq!(form(&camp).frozen, None);
}

#[test]
fn reload_reads_only_what_changed() {
    let mut camp = in_memory();
    small_camp(&mut camp);
    let before = camp.load().expect("a camp");
    let applied = camp
        .apply(&Edit::RenameCamp("Other".to_owned()), &now())
        .expect("a change");
    let after = camp.reload(&before, applied.changed).expect("a camp");
    assert_eq!(after.name, "Other");
    assert!(Arc::ptr_eq(&before.games, &after.games));
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
    apply(&mut camp, Edit::put(&player));
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
