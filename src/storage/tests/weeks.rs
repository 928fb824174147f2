//! Weeks: closed, followed by the next one, opened again; what is kept stays as it is.

use super::*;
use crate::domain::{
    CampSettings, Colour, LadderProblem, Logo, NextPlayer, NextWeek, PictureKind, PublishedNames,
    WeekDetails,
};

/// Two groups, and a player in each: Ann Leewood (1) in Red at 400, Ann Vang (2) in Blue at 1000.
pub(super) fn two_groups(camp: &mut CampFile) -> [PlayerId; 2] {
    let red = add_group(camp, "Red", 400);
    let blue = add_group(camp, "Blue", 1000);
    [
        add_player(camp, "Leewood", red),
        add_player(camp, "Vang", blue),
    ]
}

pub(super) fn close(camp: &mut CampFile) {
    apply(camp, Edit::CloseWeek { on: TODAY });
}

pub(super) fn next_week(players: Vec<NextPlayer>) -> Edit {
    Edit::StartWeek(Box::new(NextWeek {
        label: String::new(),
        opened_on: date(2026, 7, 13),
        players,
    }))
}

fn label(week: WeekId, label: &str) -> Edit {
    let details = WeekDetails {
        label: label.to_owned(),
        ..WeekDetails::default()
    };
    Edit::ChangeWeek { week, details }
}

fn refusal(camp: &mut CampFile, edit: &Edit) -> Refusal {
    match camp.apply(edit, &now()) {
        Err(StorageError::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// Every row of a week, as text.
fn kept(camp: &CampFile, week: i64) -> Vec<String> {
    let tables = ["week_group", "week_player", "game"];
    let rows = |table: &str| {
        let sql = format!("SELECT * FROM {table} WHERE week_id = {week} ORDER BY 1, 2");
        let mut statement = camp.connection.prepare(&sql).expect("a statement");
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let values = (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at));
            values.collect::<Result<Vec<_>, _>>()
        });
        let rows = rows.expect("a query").collect::<Result<Vec<_>, _>>();
        rows.expect("rows")
            .into_iter()
            .map(|row| format!("{table} {row:?}"))
            .collect::<Vec<_>>()
    };
    tables.into_iter().flat_map(rows).collect()
}

#[test]
fn closing_recalculates_and_then_nothing_changes_any_more() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let data = camp.load().expect("a camp");
    assert_eq!(data.week.closed_on, Some(TODAY));
    // 16 for the win, and 15 for 600 points of difference.
    assert_eq!(data.player(red).expect("Leewood").ratings.weekly, 431);
    assert_eq!(data.player(blue).expect("Vang").ratings.weekly, 969);

    let edits = [
        Edit::add_game(new_game(red, blue)),
        Edit::DeleteGame(data.games[0].id),
        Edit::DeletePlayer(red),
        Edit::FillBlankStarts,
        Edit::CloseWeek { on: TODAY },
        Edit::Together {
            name: "Both".to_owned(),
            edits: vec![
                Edit::RenameCamp("Other".to_owned()),
                Edit::add_game(new_game(red, blue)),
            ],
        },
    ];
    for edit in edits {
        let refusal = refusal(&mut camp, &edit);
        assert_eq!(
            refusal,
            Refusal::WeekClosed("Week 1".to_owned()),
            "{edit:?}"
        );
    }
    assert_eq!(camp.load().expect("a camp"), data);
    // The camp itself can still be renamed.
    apply(&mut camp, Edit::RenameCamp("Summer camp".to_owned()));
}

#[test]
fn a_week_that_cannot_be_recalculated_is_not_closed() {
    let mut camp = in_memory();
    let group = apply(&mut camp, Edit::AddGroup(Group::new("Red", None)));
    let Some(Record::Group(group)) = group else {
        panic!("no group");
    };
    let player = add_player(&mut camp, "Leewood", group);
    let refusal = refusal(&mut camp, &Edit::CloseWeek { on: TODAY });
    let players = vec![player];
    assert_eq!(
        refusal,
        Refusal::NotRecalculated(vec![LadderProblem::NoInitialRating { group, players }])
    );
    assert!(!camp.load().expect("a camp").week.is_closed());
}

#[test]
fn the_next_week_starts_from_the_permanent_ratings_without_games() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    let third = add_player(&mut camp, "Rao", GroupId(1));
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    assert_eq!(
        refusal(&mut camp, &next_week(Vec::new())),
        Refusal::WeekOpen("Week 1".to_owned())
    );
    close(&mut camp);
    let first = camp.load().expect("a camp");
    // Leewood moves up to Blue, Rao leaves, Vang stays without a word.
    let decided = vec![
        NextPlayer {
            id: red,
            group: Some(GroupId(2)),
            stays: true,
        },
        NextPlayer {
            id: third,
            group: Some(GroupId(1)),
            stays: false,
        },
    ];
    apply(&mut camp, next_week(decided));

    let second = camp.load().expect("a camp");
    assert_eq!(second.week.number, 2);
    assert_eq!(second.week.opened_on, date(2026, 7, 13));
    assert!(!second.week.is_closed());
    assert_eq!(second.weeks.len(), 2);
    assert_eq!(second.games.len(), 0);
    let player = |id| second.player(id).expect("a player");
    assert_eq!(player(red).start_permanent, Some(431));
    assert_eq!(
        player(red).ratings,
        Ratings {
            weekly: 1000,
            permanent: 431
        }
    );
    assert_eq!(player(blue).start_permanent, Some(969));
    assert_eq!(
        player(blue).ratings,
        Ratings {
            weekly: 1000,
            permanent: 969
        }
    );
    assert!(!player(third).active);
    assert_eq!(
        player(third).frozen,
        Some(Ratings {
            weekly: 400,
            permanent: 400
        })
    );
    let before = second.before.as_deref().expect("a week before");
    assert_eq!(before.week, first.week);
    assert_eq!(before.players, *first.players);
    assert_eq!(before.groups, *first.groups);

    // The first week is kept as it was.
    let kept = camp.load_week(first.week.id).expect("the first week");
    assert_eq!(kept.games, first.games);
    assert_eq!(kept.players, first.players);
    assert_eq!(kept.groups, first.groups);
    assert_eq!(kept.before, None);

    // Undone, the camp is where it was, and done again, where it is.
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(camp.load().expect("a camp"), first);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(camp.load().expect("a camp"), second);
}

#[test]
fn a_group_that_is_gone_is_named_and_the_week_is_not_started() {
    let mut camp = in_memory();
    let [red, _] = two_groups(&mut camp);
    close(&mut camp);
    let moves = NextPlayer {
        id: red,
        group: Some(GroupId(9)),
        stays: true,
    };
    let gone = Refusal::Gone(Record::Group(GroupId(9)));
    assert_eq!(refusal(&mut camp, &next_week(vec![moves])), gone);
    assert_eq!(camp.load().expect("a camp").weeks.len(), 1);
}

#[test]
fn an_older_week_is_corrected_and_the_others_stay_as_they_are() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let first = camp.load().expect("a camp").week.id;
    apply(&mut camp, next_week(Vec::new()));
    let second = camp.load().expect("a camp").week.id;
    // What the second week does with players and groups is nothing to the first.
    apply(&mut camp, Edit::add_game(new_game(blue, red)));
    let gold = add_group(&mut camp, "Gold", 1300);
    let late = add_player(&mut camp, "Late", gold);
    close(&mut camp);
    apply(&mut camp, next_week(Vec::new()));
    apply(&mut camp, Edit::add_game(new_game(late, blue)));
    let third = camp.load().expect("a camp");
    let second_kept = kept(&camp, second.0);
    assert!(!second_kept.is_empty());

    apply(&mut camp, Edit::ReopenWeek(first));
    let open = camp.load().expect("a camp");
    assert_eq!(open.week.number, 1);
    assert!(!open.week.is_closed());
    assert_eq!(open.players.len(), 2, "who came later isn't there");
    assert_eq!(open.groups.len(), 2);
    assert_eq!(
        refusal(&mut camp, &Edit::ReopenWeek(second)),
        Refusal::WeekOpen("Week 1".to_owned()),
        "one at a time"
    );
    // White lost: 600 points below, that costs nearly nothing.
    let mut game = open.games[0].clone();
    game.result = GameResult::BlackWon;
    apply(&mut camp, Edit::put(&game));
    close(&mut camp);

    let back = camp.load().expect("a camp");
    assert_eq!(
        back.week, third.week,
        "the last week is the current one again"
    );
    assert_eq!(back.players, third.players);
    assert_eq!(back.games, third.games);
    assert_eq!(
        kept(&camp, second.0),
        second_kept,
        "not a byte of week 2 has changed"
    );
    let corrected = camp.load_week(first).expect("week 1");
    assert_eq!(corrected.player(red).expect("Leewood").ratings.weekly, 399);
    assert_eq!(corrected.player(blue).expect("Vang").ratings.weekly, 1001);

    // Numbers are never given twice, wherever the camp has been in between.
    let new = add_player(&mut camp, "New", gold);
    assert_eq!(new.0, late.0 + 1);
}

#[test]
fn a_week_after_a_corrected_one_can_take_its_permanent_ratings_over() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let first = camp.load().expect("a camp").week.id;
    apply(&mut camp, next_week(Vec::new()));
    let problems = |camp: &CampFile| {
        let data = camp.load().expect("a camp");
        crate::domain::doubts(&data)
    };
    assert_eq!(problems(&camp), []);
    apply(&mut camp, Edit::ReopenWeek(first));
    let game = camp.load().expect("a camp").games[0].id;
    apply(&mut camp, Edit::DeleteGame(game));
    close(&mut camp);
    let players = vec![red, blue];
    assert_eq!(problems(&camp), [LadderProblem::OtherStarts { players }]);
    apply(&mut camp, Edit::CarryStarts);
    assert_eq!(problems(&camp), []);
    let starts = camp
        .load()
        .expect("a camp")
        .players
        .iter()
        .map(|player| player.start_permanent)
        .collect::<Vec<_>>();
    assert_eq!(starts, [Some(400), Some(1000)]);
}

#[test]
fn the_current_week_is_reopened_where_it_lies() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    close(&mut camp);
    let week = camp.load().expect("a camp").week.id;
    apply(&mut camp, Edit::ReopenWeek(week));
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    assert_eq!(
        refusal(&mut camp, &Edit::ReopenWeek(week)),
        Refusal::WeekOpen("Week 1".to_owned())
    );
    assert_eq!(
        refusal(&mut camp, &Edit::ReopenWeek(WeekId(99))),
        Refusal::NoWeek(99)
    );
}

#[test]
fn who_is_added_to_a_week_that_was_opened_again_is_in_the_week_that_waits() {
    let mut camp = in_memory();
    let [red, _] = two_groups(&mut camp);
    let group = camp.load().expect("a camp").groups[0].id;
    close(&mut camp);
    let first = camp.load().expect("a camp").week.id;
    apply(&mut camp, next_week(Vec::new()));
    // Whoever was taken off the list of the next week stays so.
    apply(&mut camp, Edit::DeletePlayer(red));
    apply(&mut camp, Edit::ReopenWeek(first));
    let late = add_player(&mut camp, "Haug", group);
    let green = add_group(&mut camp, "Green", 300);
    let other = add_player(&mut camp, "Yu", green);
    apply(&mut camp, Edit::add_game(new_game(red, late)));
    close(&mut camp);
    let data = camp.load().expect("a camp");
    assert_eq!((data.week.number, data.week.is_closed()), (2, false));
    let listed = data.players.iter();
    let listed = listed.map(|player| (player.id, player.group, player.active));
    assert_eq!(
        listed.collect::<Vec<_>>()[1..],
        // The next week doesn't have the group.
        [(late, Some(group), true), (other, None, true)]
    );
    assert_eq!(data.players.len(), 3);
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    // One step: undone, they are on no list.
    for _ in 0..5 {
        camp.move_in_history(HistoryMove::Undo).expect("undone");
    }
    let of_late = "SELECT count(*) FROM week_player WHERE person_id >= ?1";
    let left = camp
        .connection
        .query_row(of_late, [late.0], |row| row.get::<_, i64>(0));
    assert_eq!(left.expect("a count"), 0);
}

#[test]
fn a_label_that_is_too_long_is_refused() {
    let mut camp = in_memory();
    let week = camp.load().expect("a camp").week.id;
    apply(&mut camp, label(week, "Gold camp"));
    assert_eq!(
        camp.load().expect("a camp").week.title(),
        "Week 1: Gold camp"
    );
    let too_long = refusal(&mut camp, &label(week, &"x".repeat(41)));
    assert_eq!(
        too_long.to_string(),
        "This text has 41 characters, and there is room for 40"
    );
    let nowhere = refusal(&mut camp, &label(WeekId(7), "Gold camp"));
    assert_eq!(nowhere, Refusal::NoWeek(7));
}

#[test]
fn a_closed_week_gets_another_label_and_nothing_else_of_it_changes() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let first = camp.load().expect("a camp").week.id;
    apply(&mut camp, next_week(Vec::new()));
    let rows = kept(&camp, first.0);
    apply(&mut camp, label(first, "Rain"));
    let now = camp.load().expect("a camp");
    assert_eq!(now.week.title(), "Week 2");
    let before = now.before.as_deref().expect("a week before");
    assert_eq!(before.week.title(), "Week 1: Rain");
    assert_eq!(kept(&camp, first.0), rows);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(camp.load().expect("a camp").weeks[0].title(), "Week 1");
}

#[test]
fn every_week_is_summed_up_wherever_it_lies() {
    let mut camp = in_memory();
    let [red, blue] = two_groups(&mut camp);
    apply(&mut camp, Edit::add_game(new_game(red, blue)));
    close(&mut camp);
    let leaves = NextPlayer {
        id: red,
        group: Some(GroupId(1)),
        stays: false,
    };
    apply(&mut camp, next_week(vec![leaves]));
    let sums = |camp: &CampFile| {
        let summaries = camp.week_summaries().expect("summaries").into_iter();
        let sum = |sum: WeekSummary| (sum.week.number, sum.players, sum.games);
        summaries.map(sum).collect::<Vec<_>>()
    };
    assert_eq!(sums(&camp), [(1, 2, 1), (2, 1, 0)]);
    let first = camp.load().expect("a camp").weeks[0].id;
    apply(&mut camp, Edit::ReopenWeek(first));
    assert_eq!(sums(&camp), [(1, 2, 1), (2, 1, 0)]);
    assert_eq!(camp.load().expect("a camp").week.id, first);
}

#[test]
fn settings_of_the_papers_come_out_as_they_went_in() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    let settings = CampSettings {
        footer: "Next meeting: Monday, 9 am".to_owned(),
        colour: Some(Colour([0x1a, 0x6b, 0x8f])),
        logo: Some(
            Logo {
                kind: PictureKind::Png,
                bytes: b"\x89PNG\r\n\x1a\n\0\xff".to_vec(),
            }
            .into(),
        ),
        published_names: Some(PublishedNames::Number),
    };
    apply(&mut camp, Edit::ChangeSettings(Box::new(settings.clone())));
    drop(camp);
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    assert_eq!(*camp.load().expect("a camp").settings, settings);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(
        *camp.load().expect("a camp").settings,
        CampSettings::default()
    );

    let logo = Logo {
        kind: PictureKind::Png,
        bytes: b"GIF89a".to_vec(),
    };
    let wrong = CampSettings {
        logo: Some(logo.into()),
        ..CampSettings::default()
    };
    assert_eq!(
        refusal(&mut camp, &Edit::ChangeSettings(Box::new(wrong))).to_string(),
        "This is not a picture: choose a PNG, JPEG or SVG file"
    );
}

#[test]
fn a_new_camp_goes_on_from_an_old_one() {
    let mut old = in_memory();
    let [red, blue] = two_groups(&mut old);
    apply(&mut old, Edit::add_game(new_game(red, blue)));
    close(&mut old);
    let folder = folder();
    let path = folder.path().join("Next.ladder");
    let seed = old.load().expect("a camp").seed(&[blue].into());
    let mut camp = CampFile::create_from(&path, "Next camp", TODAY, &seed).expect("a camp");
    let data = camp.load().expect("a camp");
    assert_eq!(data.name, "Next camp");
    assert_eq!(data.week.number, 1);
    assert_eq!(data.groups.len(), 2);
    assert_eq!(data.players.len(), 1);
    let vang = data.player(blue).expect("Vang keeps her number");
    assert_eq!(
        vang.ratings,
        Ratings {
            weekly: 1000,
            permanent: 969
        }
    );
    assert_eq!(vang.start_permanent, Some(969));
    assert_eq!(
        camp.history().expect("a history"),
        [],
        "there is nothing to undo"
    );
    assert_eq!(add_player(&mut camp, "New", GroupId(1)).0, blue.0 + 1);
}
