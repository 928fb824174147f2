//! Two copies of a camp: whatever was done on each, both come to the same camp, and nothing is lost without being said.

mod accepted;
mod again;
mod attendance;
mod both;
mod closed;
mod columns;
mod coming;
mod days;
mod imports;
mod known;
mod ladders;
mod leaving;
mod listed;
mod lost;
mod names;
mod opening;
mod orders;
mod persons;
mod refused;
mod room;
mod runs;
mod three;
mod us_chess;
mod weeks;

use std::{ops::ControlFlow, path::PathBuf};

use jiff::{SignedDuration, Timestamp, civil::date};
use proptest::prelude::*;

use self::{
    attendance::any_change,
    runs::{KINDS, cases, most_come_together},
};
use super::*;
use crate::{
    domain::{
        Edit, Field, GameResult, Group, GroupId, NewMeeting, NextWeek, Patch, Player, PlayerId,
        merge::{
            Cell, Cells, Clash, Key, MergeChoices, MergeRefusal, Prefer, State, TABLES, Table,
        },
    },
    rating::camp_ladder::{Ladder, recalculate},
    storage::{HistoryMove, Mode, Occasion, Refusal, history::tests::dump, open, tests::new_game},
};

const TODAY: jiff::civil::Date = date(2026, 7, 6);

fn camp() -> CampFile {
    CampFile::in_memory("Test camp", TODAY).expect("a camp")
}

/// A copy, as one that is taken along on a stick.
fn copy(camp: &CampFile) -> CampFile {
    let copy = open::in_memory_copy(&camp.connection).expect("a copy");
    CampFile::of_connection(copy, PathBuf::new(), Mode::Change)
}

/// A clock that two copies share: what is done later is later.
struct Clock(Timestamp);

impl Clock {
    fn new() -> Self {
        Self("2026-07-06T08:00:00Z".parse().expect("a moment"))
    }

    fn apply(&mut self, camp: &mut CampFile, edit: &Edit) -> Result<(), StorageError> {
        self.0 += SignedDuration::from_secs(7);
        let occasion = Occasion {
            at: self.0,
            ..Occasion::now(edit.kind())
        };
        camp.apply(edit, &occasion).map(|_| ())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "reads better at every call")]
fn apply(camp: &mut CampFile, edit: Edit) {
    camp.apply(&edit, &Occasion::now(edit.kind()))
        .expect("a change");
}

fn prefer(prefer: Prefer) -> MergeChoices {
    MergeChoices {
        prefer: Some(prefer),
        ..MergeChoices::default()
    }
}

fn plan(ours: &CampFile, theirs: &CampFile, choices: &MergeChoices) -> Merge {
    let read = ours.compare(theirs).expect("two copies");
    read.plan(choices).expect("a plan")
}

/// Brings a copy back, and what was planned.
fn bring(ours: &mut CampFile, theirs: &CampFile, choices: &MergeChoices) -> Plan {
    let merge = plan(ours, theirs, choices);
    let planned = merge.plan.clone();
    apply(ours, Edit::Merge(Box::new(merge)));
    planned
}

/// Everything that is the same in both copies afterwards: not the numbers that nobody sees, and not what is computed.
fn view(camp: &CampFile) -> State {
    let mut view = read::whole(camp).expect("a camp").records;
    for (key, cells) in &mut view {
        let table = Table::of(key.table).expect("a table");
        for column in table.kept {
            let is_seen = ["sequence", "number", "closed_on", "current_week"].contains(column)
                || (key.table == "person" && *column == "id");
            if !is_seen {
                cells.remove(*column);
            }
        }
    }
    view
}

/// What two camps don't have alike.
fn differences<'a>(one: &'a State, other: &'a State) -> Vec<(&'a Key, &'a Cells)> {
    let missing = |one: &'a State, other: &'a State| {
        let records = one.iter();
        records.filter(move |(key, cells)| other.get(*key) != Some(*cells))
    };
    let both = missing(one, other).chain(missing(other, one));
    both.collect()
}

fn player(last_name: &str) -> Player {
    Player {
        last_name: last_name.to_owned(),
        first_name: "Ann".to_owned(),
        group: Some(GroupId(1)),
        ..Player::default()
    }
}

/// A group, three players and two games.
fn small_camp() -> CampFile {
    let mut camp = camp();
    apply(&mut camp, Edit::AddGroup(Group::new("Red", Some(400))));
    for name in ["Leewood", "Vang", "Xiong"] {
        apply(&mut camp, Edit::AddPlayer(player(name)));
    }
    for (white, black) in [(1, 2), (2, 3)] {
        apply(
            &mut camp,
            Edit::add_game(new_game(PlayerId(white), PlayerId(black))),
        );
    }
    camp
}

fn both_ways(ours: &CampFile, theirs: &CampFile) -> (CampFile, CampFile, Plan) {
    let (mut here, mut there) = (copy(ours), copy(theirs));
    let planned = bring(&mut here, theirs, &prefer(Prefer::Ours));
    bring(&mut there, ours, &prefer(Prefer::Theirs));
    assert_eq!(differences(&view(&here), &view(&there)), []);
    assert_eq!(orders::groups(&here), orders::groups(&there));
    assert_eq!(orders::columns(&here), orders::columns(&there));
    assert_eq!(here.damage().expect("a look"), Vec::<String>::new());
    for other in [theirs, &there] {
        let again = plan(&here, other, &MergeChoices::default()).plan;
        assert_eq!(
            (again.changes, again.conflicts, again.known_anew),
            (vec![], vec![], vec![])
        );
    }
    (here, there, planned)
}

#[test]
fn all_tables_are_known() {
    let mut here = TABLES.iter().map(|table| table.name).collect::<Vec<_>>();
    here.sort_unstable();
    let of_history = history::tables().filter(|table| !history::has_table(table));
    let mut of_history = of_history.collect::<Vec<_>>();
    of_history.sort_unstable();
    assert_eq!(here, of_history);
}

#[test]
fn what_both_have_added_is_kept_in_the_order_of_its_times() {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let game = |white, black| Edit::add_game(new_game(PlayerId(white), PlayerId(black)));
    clock.apply(&mut ours, &game(1, 3)).expect("a game");
    clock.apply(&mut theirs, &game(3, 1)).expect("a game");
    clock.apply(&mut ours, &game(2, 1)).expect("a game");
    clock
        .apply(&mut theirs, &Edit::AddPlayer(player("Yu")))
        .expect("a player");
    clock
        .apply(&mut ours, &Edit::AddPlayer(player("Zhao")))
        .expect("a player");
    let meeting = NewMeeting {
        note: "Rain".to_owned(),
        ..NewMeeting::new(TODAY)
    };
    clock
        .apply(&mut theirs, &Edit::AddMeeting(meeting))
        .expect("a meeting");
    let (here, _, planned) = both_ways(&ours, &theirs);
    let data = here.load().expect("a camp");
    let pairs = data.games.iter().map(|game| (game.white.0, game.black.0));
    assert_eq!(
        pairs.collect::<Vec<_>>(),
        [(1, 2), (2, 3), (1, 3), (3, 1), (2, 1)]
    );
    let numbers = data.games.iter().map(|game| game.sequence);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(data.players.len(), 5);
    assert_eq!(data.meetings.len(), 1);
    assert_eq!(planned.renumbered.len(), 1);
    let said = planned.renumbered[0].to_string();
    assert!(said.contains("gets number 5: 4 is Ann "), "{said}");
    assert!(!planned.waits());
}

#[test]
fn different_fields_merge_and_the_same_one_is_decided() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let lee = PlayerId(1);
    apply(
        &mut ours,
        Edit::ChangePlayer(Patch::new(lee, Field::Notes, "Left-handed")),
    );
    apply(
        &mut theirs,
        Edit::ChangePlayer(Patch::new(lee, Field::FirstName, "Anna")),
    );
    apply(
        &mut ours,
        Edit::ChangePlayer(Patch::new(PlayerId(2), Field::Notes, "Here")),
    );
    apply(
        &mut theirs,
        Edit::ChangePlayer(Patch::new(PlayerId(2), Field::Notes, "There")),
    );
    let open = plan(&ours, &theirs, &MergeChoices::default());
    assert!(open.plan.waits());
    let edit = Edit::Merge(Box::new(open.clone()));
    let refused = ours
        .apply(&edit, &Occasion::now("A change"))
        .expect_err("undecided");
    assert!(matches!(
        refused,
        StorageError::Refused(Refusal::MergeUndecided)
    ));
    let [conflict] = open.plan.conflicts.as_slice() else {
        panic!("{:?}", open.plan.conflicts);
    };
    assert_eq!(open.plan.title(conflict), "Player Ann Vang");
    let rows = open.plan.side_by_side(conflict);
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (
            rows[0].field.as_str(),
            rows[0].ours.as_str(),
            rows[0].theirs.as_str()
        ),
        ("Notes", "Here", "There")
    );
    let (here, ..) = both_ways(&ours, &theirs);
    let data = here.load().expect("a camp");
    let merged = data.player(lee).expect("Lee");
    assert_eq!(
        (merged.first_name.as_str(), merged.notes.as_str()),
        ("Anna", "Left-handed")
    );
    assert_eq!(data.player(PlayerId(2)).expect("Vang").notes, "Here");
}

#[test]
fn a_game_that_was_typed_on_both_is_one_unless_it_is_another() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for camp in [&mut ours, &mut theirs] {
        apply(camp, Edit::add_game(new_game(PlayerId(1), PlayerId(3))));
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 3);
    assert_eq!(planned.doubles.len(), 1);
    assert!(
        planned.doubles[0]
            .in_words
            .starts_with("Ann Leewood 1–0 Ann Xiong")
    );
    let otherwise = MergeChoices {
        otherwise: [planned.doubles[0].theirs.clone()].into(),
        ..MergeChoices::default()
    };
    bring(&mut ours, &theirs, &otherwise);
    assert_eq!(ours.load().expect("a camp").games.len(), 4);
}

#[test]
fn who_is_deleted_on_one_copy_and_plays_on_the_other_is_decided() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(PlayerId(4)));
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(4), PlayerId(3))),
    );
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(conflict.clash, Clash::Deleted { here: true });
    assert_eq!(open.title(conflict), "Player Ann Yu");
    let rows = open.side_by_side(conflict);
    let rows = rows
        .iter()
        .map(|row| (row.ours.as_str(), row.theirs.as_str()));
    let game = "Ann Yu 1–0 Ann Xiong, 7/6/2026";
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            ("Deleted", "Stays"),
            (&*format!("{game}: left out"), &*format!("{game}: stays"))
        ]
    );
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").players.len(), 3);
    let (there, ..) = both_ways(&theirs, &ours);
    let data = there.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (4, 3));
}

#[test]
fn what_was_brought_and_then_deleted_or_changed_here_is_not_brought_again() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(3), PlayerId(1))),
    );
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(3), PlayerId(2))),
    );
    bring(&mut ours, &theirs, &MergeChoices::default());
    let games = ours.load().expect("a camp").games;
    apply(&mut ours, Edit::DeleteGame(games[2].id));
    let result = Patch::new(games[3].id, Field::Result, GameResult::Draw);
    apply(&mut ours, Edit::ChangeGame(result));
    let again = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(again.changes, []);
    assert_eq!(again.conflicts, []);
}

#[test]
fn a_week_that_was_closed_on_one_copy_comes_as_it_is() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(3), PlayerId(1))),
    );
    apply(&mut theirs, Edit::CloseWeek { on: TODAY });
    apply(
        &mut theirs,
        Edit::StartWeek(Box::new(NextWeek {
            label: String::new(),
            opened_on: TODAY,
            players: Vec::new(),
        })),
    );
    apply(&mut theirs, Edit::AddPlayer(player("Yu")));
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").week.number, 2);
}

#[test]
fn another_camp_is_refused_and_a_cleared_history_leaves_what_differs_to_be_decided() {
    let mut ours = small_camp();
    assert!(matches!(
        ours.compare(&small_camp()),
        Err(StorageError::Refused(Refusal::AnotherCamp(_)))
    ));
    let mut theirs = copy(&ours);
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(3), PlayerId(1))),
    );
    apply(
        &mut theirs,
        Edit::ChangePlayer(Patch::new(PlayerId(1), Field::Notes, "There")),
    );
    apply(&mut ours, Edit::RenameCamp("Other".to_owned()));
    ours.forget_history().expect("forgotten");
    let merge = plan(&ours, &theirs, &MergeChoices::default());
    assert!(!merge.plan.has_base);
    assert_eq!(merge.plan.conflicts.len(), 2);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 3);
}

#[test]
fn the_preview_names_every_record() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    let game = new_game(PlayerId(3), PlayerId(1));
    let games = theirs.load().expect("a camp").games;
    for edit in [
        Edit::add_game(game),
        Edit::DeleteGame(games[0].id),
        Edit::ChangeGame(Patch::new(games[1].id, Field::Result, GameResult::Draw)),
        Edit::ChangePlayer(Patch::new(PlayerId(1), Field::Notes, "Left-handed")),
        Edit::AddPlayer(player("Yu")),
    ] {
        apply(&mut theirs, edit);
    }
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let said = planned
        .coming()
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    assert_eq!(
        said,
        [
            "Added: Game Ann Xiong 1–0 Ann Leewood, 7/6/2026",
            "Added: Player Ann Yu",
            "Changed: Game Ann Vang 1–0 Ann Xiong, 7/6/2026 (Result: 1–0 to ½–½)",
            "Changed: Player Ann Leewood (Notes: – to Left-handed)",
            "Deleted: Game Ann Leewood 1–0 Ann Vang, 7/6/2026",
        ]
    );
    assert_eq!(
        planned.summary(),
        [
            "1 game added",
            "1 game changed",
            "1 game deleted",
            "1 player added",
            "1 player changed"
        ]
    );
}

#[test]
fn a_clock_that_is_wrong_is_told() {
    let ours = small_camp();
    let said = "The clock of the other computer seems to be wrong: check the dates and the order of its games";
    for (at, is_wrong) in [
        (Some("2020-07-06T08:00:00Z"), true),
        (Some("2100-07-06T08:00:00Z"), true),
        (None, false),
    ] {
        let mut theirs = copy(&ours);
        let edit = Edit::add_game(new_game(PlayerId(1), PlayerId(3)));
        let now = Occasion::now(edit.kind());
        let at = at.map_or(now.at, |at| at.parse().expect("a moment"));
        theirs
            .apply(&edit, &Occasion { at, ..now })
            .expect("a game");
        let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
        assert_eq!(planned.weeks.iter().any(|it| it == said), is_wrong, "{at}");
        // It is the other one's clock, and told of what comes.
        let planned = plan(&theirs, &ours, &MergeChoices::default()).plan;
        assert_eq!(planned.weeks, Vec::<String>::new());
    }
}

/// One is renamed here, and the other one is added there: only one of the two is touched on each.
#[test]
fn two_groups_of_one_name_are_named_before_anything_is_done() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut red = ours.load().expect("a camp").groups[0].clone();
    red.name = "Blue".to_owned();
    apply(&mut ours, Edit::put(&red));
    apply(&mut theirs, Edit::AddGroup(Group::new("blue", Some(500))));
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let refused = one.compare(other).expect("two copies");
        let refused = refused.plan(&MergeChoices::default());
        let refused = refused.expect_err("two groups").to_string();
        assert!(
            refused
                .to_lowercase()
                .starts_with("two groups would be called blue."),
            "{refused}"
        );
    }
    // What has to be done first is enough.
    red.name = "Green".to_owned();
    apply(&mut ours, Edit::put(&red));
    both_ways(&ours, &theirs);
}

#[test]
fn everything_that_goes_with_a_deletion_is_named() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(PlayerId(4)));
    for _ in 0..20 {
        let game = new_game(PlayerId(4), PlayerId(3));
        apply(&mut theirs, Edit::add_game(game));
    }
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let rows = open.side_by_side(&open.conflicts[0]);
    let games = rows.iter().filter(|row| row.field == "Game");
    assert_eq!((open.conflicts.len(), games.count()), (1, 20));
}

/// Who was in a group that is deleted stays in the camp.
#[test]
fn what_stays_without_what_is_deleted_says_so() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddGroup(Group::new("Blue", Some(500))));
    let mut theirs = copy(&ours);
    let blue = ours.load().expect("a camp").groups[1].id;
    apply(&mut ours, Edit::DeleteGroup(blue));
    let to_blue = Patch::new(
        PlayerId(1),
        Field::Group,
        crate::domain::Value::Reference(blue.0),
    );
    apply(&mut theirs, Edit::ChangePlayer(to_blue));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let rows = open.side_by_side(&open.conflicts[0]);
    let rows = rows
        .iter()
        .map(|row| (row.ours.as_str(), row.theirs.as_str()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            ("Deleted", "Stays"),
            (
                "Ann Leewood: stays, without group Blue",
                "Ann Leewood: stays"
            )
        ]
    );
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").players.len(), 3);
}

#[test]
fn it_is_one_step_that_is_undone() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut theirs, Edit::AddPlayer(player("Yu")));
    apply(&mut ours, Edit::AddPlayer(player("Zhao")));
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(4), PlayerId(1))),
    );
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(1), PlayerId(4))),
    );
    let before = dump(&ours);
    bring(&mut ours, &theirs, &MergeChoices::default());
    let after = dump(&ours);
    assert_ne!(before, after);
    ours.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(dump(&ours), before);
    ours.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(dump(&ours), after);
}

#[test]
fn two_long_days_are_brought_together_in_a_moment() {
    let mut ours = camp();
    apply(&mut ours, Edit::AddGroup(Group::new("Red", Some(400))));
    for number in 0..60 {
        apply(
            &mut ours,
            Edit::AddPlayer(player(&format!("Player {number}"))),
        );
    }
    let mut theirs = copy(&ours);
    for number in 0..300_i64 {
        for (camp, by) in [(&mut ours, 7), (&mut theirs, 11)] {
            let (white, black) = (number % 60 + 1, (number + by) % 60 + 1);
            let edit = Edit::add_game(new_game(PlayerId(white), PlayerId(black)));
            let occasion = Occasion {
                ratings_follow: true,
                ..Occasion::now("Add game")
            };
            camp.apply(&edit, &occasion).expect("a game");
        }
    }
    let started = std::time::Instant::now();
    let merge = plan(&ours, &theirs, &MergeChoices::default());
    apply(&mut ours, Edit::Merge(Box::new(merge)));
    let took = started.elapsed();
    assert_eq!(ours.load().expect("a camp").games.len(), 600);
    // Ten times what it takes in a program that is optimized.
    assert!(took.as_secs() < 1, "{took:?}");
}
