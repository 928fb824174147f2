//! Persons and groups are those of all weeks, what belongs to a week is that week's, and a week that isn't worked on is sealed.

use super::*;
use crate::domain::NextWeek;

/// A camp with a closed first week and an open second one, of which the first has a game.
fn two_weeks() -> (CampFile, WeekId, [PlayerId; 2]) {
    let mut camp = in_memory();
    let (_, lee, vang) = small_camp(&mut camp);
    let first = camp.load().expect("a camp").week.id;
    next_week(&mut camp);
    (camp, first, [lee, vang])
}

fn next_week(camp: &mut CampFile) {
    apply(camp, Edit::CloseWeek { on: TODAY });
    apply(camp, next());
}

fn next() -> Edit {
    Edit::StartWeek(Box::new(NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    }))
}

fn numbers(camp: &CampFile, sql: &str) -> Vec<i64> {
    let mut statement = camp.connection.prepare(sql).expect("a statement");
    let numbers = statement.query_map([], |row| row.get(0)).expect("a query");
    numbers.collect::<Result<_, _>>().expect("numbers")
}

#[test]
fn a_corrected_name_shows_in_all_weeks_and_its_ratings_stay() {
    let (mut camp, first, [lee, _]) = two_weeks();
    let before = camp.load_week(first).expect("the first week");
    let loaded = camp.load().expect("a camp");
    let mut player = loaded.player(lee).expect("Lee").clone();
    player.last_name = "Leigh".to_owned();
    player.notes = "Left-handed".to_owned();
    let changed = camp
        .apply(&Edit::put(&player), &now())
        .expect("a change")
        .changed;
    let mut group = loaded.groups[0].clone();
    group.name = "Ruby".to_owned();
    group.initial_rating = Some(450);
    apply(&mut camp, Edit::put(&group));

    let after = camp.load_week(first).expect("the first week");
    let player = after.player(lee).expect("Lee");
    assert_eq!(player.last_name, "Leigh");
    assert_eq!(player.notes, "Left-handed");
    assert_eq!(player.ratings, before.player(lee).expect("Lee").ratings);
    assert_eq!(after.groups[0].name, "Ruby");
    assert_eq!(
        after.groups[0].initial_rating,
        Some(400),
        "that is the week's own"
    );
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    // What is held of the other weeks and of the week before follows.
    let reloaded = camp.reload(&loaded, changed).expect("a camp");
    let name = |players: &[Player]| players[0].last_name.clone();
    assert_eq!(name(&reloaded.other_weeks[0].players), "Leigh");
    let week_before = reloaded.before.as_ref().expect("a week before");
    assert_eq!(name(&week_before.players), "Leigh");

    camp.move_in_history(HistoryMove::To(None)).expect("undone");
    let last = camp
        .history()
        .expect("a history")
        .last()
        .map(|step| step.id);
    camp.move_in_history(HistoryMove::To(last)).expect("redone");
    assert_eq!(camp.load_week(first).expect("the first week"), after);
}

/// A list that knew only the name erased in all weeks what was typed of a camper who wasn't in the last one.
#[test]
fn a_camper_whom_an_import_brings_back_is_as_the_other_weeks_know() {
    let (mut camp, first, [lee, _]) = two_weeks();
    let loaded = camp.load().expect("a camp");
    let mut player = loaded.player(lee).expect("Lee").clone();
    player.notes = "Left-handed".to_owned();
    player.nickname = "Lefty".to_owned();
    player.start_permanent = Some(777);
    apply(&mut camp, Edit::put(&player));
    apply(&mut camp, Edit::DeletePlayer(lee));
    let back = ImportedPlayer {
        player: Player {
            id: lee,
            last_name: "Leigh".to_owned(),
            first_name: player.first_name.clone(),
            active: true,
            ..Player::default()
        },
        ..ImportedPlayer::default()
    };
    let import = ImportChanges {
        players: vec![back],
        ..ImportChanges::default()
    };
    apply(&mut camp, Edit::Import(Box::new(import)));
    let loaded = camp.load().expect("a camp");
    let back = loaded.player(lee).expect("Lee");
    let known = [&back.last_name, &back.notes, &back.nickname];
    assert_eq!(known, ["Leigh", "Left-handed", "Lefty"]);
    assert_eq!((back.group, back.start_permanent), (None, None));
    let before = camp.load_week(first).expect("the first week");
    assert_eq!(before.player(lee).expect("Lee").notes, "Left-handed");
}

#[test]
fn who_is_deleted_leaves_the_week_and_the_file_only_when_no_week_is_left() {
    let (mut camp, first, [lee, _]) = two_weeks();
    let red = camp.load().expect("a camp").groups[0].id;
    let new = add_player(&mut camp, "New", red);
    let persons = |camp: &CampFile| numbers(camp, "SELECT id FROM person ORDER BY id");
    apply(&mut camp, Edit::DeletePlayer(lee));
    apply(&mut camp, Edit::DeletePlayer(new));
    assert_eq!(persons(&camp), [1, 2]);
    assert_eq!(camp.load().expect("a camp").players.len(), 1);
    assert_eq!(camp.load_week(first).expect("a week").players.len(), 2);
    let uids = |camp: &CampFile| {
        let mut statement = camp
            .connection
            .prepare("SELECT uid FROM person ORDER BY id")
            .expect("a statement");
        let uids = statement.query_map([], |row| row.get::<_, String>(0));
        uids.expect("a query")
            .collect::<Result<Vec<_>, _>>()
            .expect("texts")
    };
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(persons(&camp), [1, 2, 3]);
    let [one, two, three] = uids(&camp).try_into().expect("three");
    assert!(one != two && two != three && one != three);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(uids(&camp), [one, two, three], "the same person comes back");
}

#[test]
fn a_group_that_comes_back_is_the_one_of_the_week_that_has_it() {
    let (mut camp, first, [lee, vang]) = two_weeks();
    let blue = add_group(&mut camp, "Blue", 1000);
    for id in [lee, vang] {
        let mut player = camp
            .load()
            .expect("a camp")
            .player(id)
            .expect("one")
            .clone();
        player.group = Some(blue);
        apply(&mut camp, Edit::put(&player));
    }
    let red = camp.load_week(first).expect("a week").groups[0].id;
    apply(&mut camp, Edit::DeleteGroup(red));
    assert_eq!(camp.load().expect("a camp").groups.len(), 1);
    assert_eq!(camp.load_week(first).expect("a week").groups.len(), 1);
    assert_eq!(add_group(&mut camp, "RED", 500), red);
    let taken = Edit::AddGroup(Group::new("red", Some(1)));
    assert_eq!(
        refusal(&mut camp, &taken),
        Refusal::GroupNameTaken("red".to_owned())
    );
    // Somebody of another week has the old initial rating there.
    let there = camp.load_week(first).expect("a week");
    assert_eq!(there.groups[0].initial_rating, Some(400));
    // One that no week has is gone.
    let gold = add_group(&mut camp, "Gold", 1);
    apply(&mut camp, Edit::DeleteGroup(gold));
    assert_eq!(
        numbers(&camp, "SELECT id FROM camp_group ORDER BY id"),
        [1, 2]
    );
}

#[test]
fn what_belongs_to_another_week_can_not_be_written_whoever_tries() {
    let (mut camp, first, _) = two_weeks();
    apply(
        &mut camp,
        Edit::add_game(new_game(PlayerId(2), PlayerId(1))),
    );
    let statements = |week: i64| {
        [
            format!("UPDATE week_player SET weekly_rating = 1 WHERE week_id = {week}"),
            format!("UPDATE week_group SET initial_rating = 1 WHERE week_id = {week}"),
            format!("UPDATE game SET result = 0 WHERE week_id = {week}"),
            format!("UPDATE game SET week_id = 3 - week_id, sequence = 9 WHERE week_id = {week}"),
            format!("DELETE FROM game WHERE week_id = {week}"),
            format!("DELETE FROM week_player WHERE week_id = {week}"),
            format!(
                "INSERT INTO game (week_id, sequence, white_id, black_id, result) VALUES ({week}, 7, 1, 2, 1)"
            ),
            format!(
                "INSERT INTO week_group (week_id, group_id, skill_order) VALUES ({week}, 9, 1)"
            ),
        ]
    };
    let before = camp.load_week(first).expect("the first week");
    for sql in statements(first.0) {
        let error = camp.connection.execute(&sql, []).expect_err(&sql);
        assert!(error.to_string().contains(seal::REFUSED), "{sql}: {error}");
    }
    assert_eq!(camp.load_week(first).expect("the first week"), before);
    // The open current week is open; and once it is closed, it isn't.
    let now = camp.load().expect("a camp").week.id;
    for sql in &statements(now.0)[..3] {
        camp.connection.execute(sql, []).expect(sql);
    }
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    for sql in statements(now.0) {
        let error = camp.connection.execute(&sql, []).expect_err(&sql);
        assert!(error.to_string().contains(seal::REFUSED), "{sql}: {error}");
    }
    // A week that waits while an older one is corrected is sealed too.
    apply(&mut camp, next());
    apply(
        &mut camp,
        Edit::add_game(new_game(PlayerId(1), PlayerId(2))),
    );
    let third = camp.load().expect("a camp").week.id;
    apply(&mut camp, Edit::ReopenWeek(first));
    for week in [now, third] {
        for sql in statements(week.0) {
            let error = camp.connection.execute(&sql, []).expect_err(&sql);
            assert!(error.to_string().contains(seal::REFUSED), "{sql}: {error}");
        }
    }
    // Undo goes through all of it, and puts the seals on again.
    camp.move_in_history(HistoryMove::To(None)).expect("undone");
    let last = camp
        .history()
        .expect("a history")
        .last()
        .map(|step| step.id);
    camp.move_in_history(HistoryMove::To(last)).expect("redone");
    for sql in statements(now.0) {
        camp.connection.execute(&sql, []).expect_err(&sql);
    }
}
