//! What clubs keep besides: ladders with their settings, meetings with who was there, and their fields of players and games.

use super::{
    weeks::{close, next_week, two_groups},
    *,
};
use crate::domain::{
    Attendance, CampData, LadderId, LadderSetup, LadderSystem, Meeting, MeetingId, NewLadder,
    NewMeeting, SettingValues, Tournament,
};

const THURSDAY: Date = date(2026, 9, 3);

fn settings(of: &[(&str, &str)]) -> SettingValues {
    let of = of.iter();
    of.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn ladder(name: &str, of: &[(&str, &str)]) -> NewLadder {
    NewLadder {
        name: name.to_owned(),
        system: LadderSystem::Club,
        settings: settings(of),
    }
}

fn meeting(date: Date, marks: &[(PlayerId, Attendance)]) -> NewMeeting {
    NewMeeting {
        attendance: marks.iter().copied().collect(),
        ..NewMeeting::new(date)
    }
}

fn load(camp: &CampFile) -> CampData {
    camp.load().expect("a camp")
}

fn move_in_history(camp: &mut CampFile, to: HistoryMove) -> CampData {
    camp.move_in_history(to).expect("a step");
    load(camp)
}

/// What the newest step of the history holds: of each row its table, and what was done to it.
fn newest_rows(camp: &CampFile) -> Vec<(String, String)> {
    let sql = "SELECT table_name, what FROM history_row
               WHERE step_id = (SELECT max(id) FROM history_step) ORDER BY place";
    let mut statement = camp.connection.prepare(sql).expect("a statement");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let rows = rows.expect("a query").collect::<Result<Vec<_>, _>>();
    rows.expect("rows")
}

/// Carries out an edit, and goes back and forth over it.
fn apply_undo_redo(camp: &mut CampFile, edit: Edit) -> CampData {
    let before = load(camp);
    apply(camp, edit);
    let after = load(camp);
    assert_ne!(after, before);
    assert_eq!(move_in_history(camp, HistoryMove::Undo), before);
    assert_eq!(move_in_history(camp, HistoryMove::Redo), after);
    after
}

#[test]
fn a_ladder_is_added_changed_and_deleted_and_each_is_undone() {
    let mut camp = in_memory();
    let added = ladder("Thursday", &[("one", "1"), ("two", "2"), ("three", "3")]);
    let data = apply_undo_redo(&mut camp, Edit::AddLadder(added.clone()));
    let first = data.ladders[0].clone();
    assert_eq!(
        (&first.name, first.system),
        (&added.name, LadderSystem::Club)
    );
    assert_eq!(first.settings, added.settings);

    let changed = LadderSetup {
        settings: settings(&[("one", "1"), ("two", "22")]),
        ..first.clone()
    };
    let data = apply_undo_redo(&mut camp, Edit::ChangeLadder(changed.clone()));
    assert_eq!(data.ladders[0], changed);
    let expected = [("ladder_setting", "deleted"), ("ladder_setting", "changed")];
    let expected = expected.map(|(table, what)| (table.to_owned(), what.to_owned()));
    apply(&mut camp, Edit::ChangeLadder(first.clone()));
    apply(&mut camp, Edit::ChangeLadder(changed));
    assert_eq!(
        newest_rows(&camp),
        expected,
        "what differs and nothing else"
    );

    apply(&mut camp, Edit::AddLadder(ladder("Open", &[])));
    let data = apply_undo_redo(&mut camp, Edit::DeleteLadder(first.id));
    let names = data.ladders.iter().map(|ladder| ladder.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Open"]);
}

#[test]
fn two_ladders_have_two_names() {
    let mut camp = in_memory();
    for name in ["Thursday", "Open"] {
        apply(&mut camp, Edit::AddLadder(ladder(name, &[])));
    }
    let taken = |name: &str| Refusal::LadderNameTaken(name.to_owned());
    let add = Edit::AddLadder(ladder("thursday", &[]));
    assert_eq!(refusal(&mut camp, &add), taken("thursday"));
    let open = load(&camp).ladders[0].clone();
    let renamed = LadderSetup {
        name: "Thursday".to_owned(),
        ..open.clone()
    };
    let rename = Edit::ChangeLadder(renamed);
    assert_eq!(refusal(&mut camp, &rename), taken("Thursday"));
    // Its own name is free.
    let capitals = LadderSetup {
        name: "OPEN".to_owned(),
        ..open
    };
    apply(&mut camp, Edit::ChangeLadder(capitals));
    let gone = Edit::DeleteLadder(LadderId(99));
    assert!(matches!(refusal(&mut camp, &gone), Refusal::NoLadder(_)));
}

#[test]
fn a_meeting_is_added_changed_and_deleted_and_each_is_undone() {
    let mut camp = in_memory();
    let [lee, vang] = two_groups(&mut camp);
    let third = add_player(&mut camp, "Rao", GroupId(1));
    let marks = [(lee, Attendance::Present), (vang, Attendance::Absent)];
    let data = apply_undo_redo(&mut camp, Edit::AddMeeting(meeting(THURSDAY, &marks)));
    let first = data.meetings[0].clone();
    assert_eq!(first.date, THURSDAY);
    assert_eq!(first.attendance, marks.into());

    let changed = Meeting {
        note: "Bughouse".to_owned(),
        attendance: [(lee, Attendance::Excused), (third, Attendance::Absent)].into(),
        ..first.clone()
    };
    let data = apply_undo_redo(&mut camp, Edit::ChangeMeeting(changed.clone()));
    assert_eq!(data.meetings[0], changed);

    let one_more = Meeting {
        attendance: [
            (lee, Attendance::Excused),
            (third, Attendance::Absent),
            (vang, Attendance::Present),
        ]
        .into(),
        ..changed
    };
    apply(&mut camp, Edit::ChangeMeeting(one_more));
    let expected = ("attendance".to_owned(), "added".to_owned());
    assert_eq!(newest_rows(&camp), [expected], "one mark is one row");

    let data = apply_undo_redo(&mut camp, Edit::DeleteMeeting(first.id));
    assert_eq!(*data.meetings, []);
    let left = "SELECT count(*) FROM attendance";
    let left = camp
        .connection
        .query_row(left, [], |row| row.get::<_, i64>(0));
    assert_eq!(left.expect("a count"), 0);
}

#[test]
fn a_day_has_one_meeting() {
    let mut camp = in_memory();
    let friday = date(2026, 9, 4);
    for day in [THURSDAY, friday] {
        apply(&mut camp, Edit::AddMeeting(meeting(day, &[])));
    }
    let taken = Refusal::MeetingDayTaken("9/3/2026".to_owned());
    let add = Edit::AddMeeting(meeting(THURSDAY, &[]));
    assert_eq!(refusal(&mut camp, &add), taken);
    let moved = Meeting {
        date: THURSDAY,
        ..load(&camp).meetings[1].clone()
    };
    assert_eq!(refusal(&mut camp, &Edit::ChangeMeeting(moved)), taken);
    let gone = Edit::DeleteMeeting(MeetingId(99));
    assert_eq!(refusal(&mut camp, &gone), Refusal::NoMeeting);
    let edit = Edit::AddMeeting(meeting(date(1066, 10, 14), &[]));
    assert!(matches!(refusal(&mut camp, &edit), Refusal::Invalid(_)));
}

#[test]
fn the_attendance_of_a_deleted_player_stays() {
    let mut camp = in_memory();
    let [lee, vang] = two_groups(&mut camp);
    let marks = [(lee, Attendance::Present), (vang, Attendance::Absent)];
    apply(&mut camp, Edit::AddMeeting(meeting(THURSDAY, &marks)));
    let data = apply_undo_redo(&mut camp, Edit::DeletePlayer(vang));
    assert_eq!(data.meetings[0].attendance, marks.into());
    // It can be changed as it is, and taken away.
    let mut changed = data.meetings[0].clone();
    changed.note = "Bughouse".to_owned();
    apply(&mut camp, Edit::ChangeMeeting(changed.clone()));
    changed.attendance.remove(&vang);
    let data = apply_undo_redo(&mut camp, Edit::ChangeMeeting(changed.clone()));
    assert_eq!(*data.meetings, [changed]);
}

#[test]
fn meetings_and_ladders_belong_to_no_week() {
    let mut camp = in_memory();
    let [lee, vang] = two_groups(&mut camp);
    let marks = [(lee, Attendance::Present), (vang, Attendance::Absent)];
    apply(&mut camp, Edit::AddMeeting(meeting(THURSDAY, &marks)));
    apply(&mut camp, Edit::AddLadder(ladder("Thursday", &[])));
    let first = load(&camp);
    let is_the_same = |data: &CampData| {
        assert_eq!(data.meetings, first.meetings);
        assert_eq!(data.ladders, first.ladders);
    };
    close(&mut camp);
    is_the_same(&load(&camp));
    // Also a closed week leaves them free.
    let friday = date(2026, 9, 4);
    apply(&mut camp, Edit::AddMeeting(meeting(friday, &marks)));
    assert_eq!(
        move_in_history(&mut camp, HistoryMove::Undo).meetings,
        first.meetings
    );
    apply(&mut camp, next_week(Vec::new()));
    is_the_same(&load(&camp));
    is_the_same(&camp.load_week(first.week.id).expect("the first week"));
    close(&mut camp);
    apply(&mut camp, Edit::ReopenWeek(first.week.id));
    let reopened = load(&camp);
    assert_eq!(reopened.week.id, first.week.id);
    is_the_same(&reopened);
    apply(&mut camp, Edit::AddMeeting(meeting(friday, &marks)));
    close(&mut camp);
    let last = load(&camp);
    assert_eq!(last.week.number, 2);
    assert_eq!(last.meetings.len(), 2);
    assert_eq!(last.meetings[1].attendance, marks.into());
}

#[test]
fn what_clubs_know_of_players_is_that_of_all_weeks_and_of_games_that_of_the_game() {
    let mut camp = in_memory();
    let [lee, vang] = two_groups(&mut camp);
    let edit = Edit::AddPlayer(Player {
        joined: Some(THURSDAY),
        background: "Hmong".to_owned(),
        ..new_player("Rao", GroupId(1))
    });
    let Some(Record::Player(rao)) = apply(&mut camp, edit) else {
        panic!("no player was added");
    };
    let game = Game {
        tournament: "Fall open".to_owned().into(),
        ..new_game(lee, vang)
    };
    let first = apply_undo_redo(&mut camp, Edit::add_game(game));
    let is_kept = |data: &CampData| {
        let player = data.player(rao).expect("Rao");
        assert_eq!(player.joined, Some(THURSDAY));
        assert_eq!(player.background, "Hmong");
    };
    is_kept(&first);
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    is_kept(&load(&camp));
    let mut player = load(&camp).player(rao).expect("Rao").clone();
    player.joined = None;
    player.background.clear();
    let second = apply_undo_redo(&mut camp, Edit::put(&player));

    let is_forgotten = |data: &CampData| {
        let player = data.player(rao).expect("Rao");
        assert_eq!((player.joined, player.background.as_str()), (None, ""));
    };
    let kept = camp.load_week(first.week.id).expect("the first week");
    is_forgotten(&kept);
    assert_eq!(kept.games[0].tournament.as_str(), "Fall open");
    close(&mut camp);
    apply(&mut camp, Edit::ReopenWeek(first.week.id));
    let reopened = load(&camp);
    is_forgotten(&reopened);
    let other = Game {
        tournament: Tournament::NONE,
        ..reopened.games[0].clone()
    };
    let changed = apply_undo_redo(&mut camp, Edit::put(&other));
    assert_eq!(changed.games[0].tournament.as_str(), "");
    close(&mut camp);
    let back = load(&camp);
    assert_eq!(back.week.id, second.week.id);
    assert_eq!(back.player(rao).expect("Rao").joined, None);
}
