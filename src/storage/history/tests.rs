//! Undo and redo: whatever was done, undoing all gives the camp as it was, to the last value of the last table.

use std::sync::Arc;

use jiff::civil::date;
use proptest::prelude::*;
use rusqlite::types::Value;
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{
        CampSettings, Colour, Edit, Field, Game, GameId, GameResult, Group, GroupId, ImportChanges,
        ImportedFrom, ImportedGame, ImportedGroup, ImportedPlayer, ImportedTexts, Logo, NextPlayer,
        NextWeek, Patch, PictureKind, Player, PlayerId, PublishedNames, Ratings, RecordKind,
        RowPrint, SavedRatings,
    },
    storage::{Mode, Occasion, Refusal, StorageError, tests::new_game},
};

const TODAY: jiff::civil::Date = date(2026, 7, 6);

fn camp() -> CampFile {
    CampFile::in_memory("Test camp", TODAY).expect("a camp")
}

/// Every value of every table but those of the history itself. The greatest number ever given is not in it, as numbers are
/// never given twice: undoing doesn't give them back.
pub(in crate::storage) fn dump(camp: &CampFile) -> Vec<(String, Vec<Vec<Value>>)> {
    let table = |name: &&str| {
        let columns = Columns::new(&camp.connection, name).expect("columns");
        let key = columns.key_of("");
        let sql = format!("SELECT * FROM main.{name} ORDER BY {key}");
        let mut statement = camp.connection.prepare(&sql).expect("a statement");
        let columns = statement.column_count();
        let rows = statement
            .query_map([], |row| (0..columns).map(|at| row.get(at)).collect())
            .expect("a query")
            .collect::<Result<Vec<Vec<Value>>, _>>()
            .expect("rows");
        ((*name).to_owned(), rows)
    };
    record::TABLES
        .iter()
        .map(|known| table(&known.name))
        .collect()
}

fn apply(camp: &mut CampFile, edit: &Edit, ratings_follow: bool) -> Result<(), StorageError> {
    let occasion = Occasion {
        ratings_follow,
        ..Occasion::now(edit.kind())
    };
    camp.apply(edit, &occasion).map(|_| ())
}

fn undo(camp: &mut CampFile) -> Vec<String> {
    camp.move_in_history(HistoryMove::Undo)
        .expect("undone")
        .undone
}

fn redo(camp: &mut CampFile) -> Vec<String> {
    camp.move_in_history(HistoryMove::Redo)
        .expect("redone")
        .redone
}

#[test]
fn every_table_is_in_the_history() {
    let camp = camp();
    let tables = camp
        .connection
        .prepare(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'",
        )
        .expect("a statement")
        .query_map([], |row| row.get::<_, String>(0))
        .expect("a query")
        .collect::<Result<Vec<_>, _>>()
        .expect("names");
    let forgotten = tables
        .iter()
        // What was done is never undone itself, and neither is the stamp of each change.
        .filter(|table| !has_table(table) && *table != "save_stamp")
        .filter(|table| !record::TABLES.iter().any(|known| known.name == *table))
        .collect::<Vec<_>>();
    assert_eq!(forgotten, Vec::<&String>::new());
}

#[test]
fn a_change_is_undone_and_redone_by_name() {
    let mut camp = camp();
    let first = dump(&camp);
    let edit = Edit::RenameCamp("Summer camp".to_owned());
    apply(&mut camp, &edit, false).expect("a change");
    let last = dump(&camp);
    assert_ne!(first, last);
    assert_eq!(
        camp.next_steps().expect("steps").undo.as_deref(),
        Some("Rename the camp")
    );
    assert_eq!(undo(&mut camp), ["Rename the camp"]);
    assert_eq!(dump(&camp), first);
    assert_eq!(undo(&mut camp), Vec::<String>::new(), "nothing is left");
    assert_eq!(redo(&mut camp), ["Rename the camp"]);
    assert_eq!(dump(&camp), last);
    assert_eq!(redo(&mut camp), Vec::<String>::new());
}

#[test]
fn a_refused_change_is_no_step() {
    let mut camp = camp();
    let error = apply(&mut camp, &Edit::RenameCamp(String::new()), false);
    assert!(error.is_err());
    assert_eq!(camp.history().expect("a history"), []);
    // Nor is one that changes nothing.
    apply(&mut camp, &Edit::FillBlankStarts, true).expect("a change");
    assert_eq!(camp.history().expect("a history"), []);
}

#[test]
fn what_is_done_after_an_undo_ends_what_could_be_redone() {
    let mut camp = camp();
    for name in ["A", "B"] {
        apply(&mut camp, &Edit::RenameCamp(name.to_owned()), false).expect("a change");
    }
    undo(&mut camp);
    apply(&mut camp, &Edit::RenameCamp("C".to_owned()), false).expect("a change");
    assert_eq!(camp.next_steps().expect("steps").redo, None);
    assert_eq!(camp.history().expect("a history").len(), 2);
    undo(&mut camp);
    assert_eq!(camp.load().expect("a camp").name, "A");
}

#[test]
fn any_point_of_the_history_can_be_gone_to() {
    let mut camp = camp();
    let names = ["A", "B", "C", "D"];
    for name in names {
        apply(&mut camp, &Edit::RenameCamp(name.to_owned()), false).expect("a change");
    }
    let steps = camp.history().expect("a history");
    let mut go = |step: Option<usize>| {
        let to = HistoryMove::To(step.map(|at| steps[at].id));
        camp.move_in_history(to).expect("moved");
        camp.load().expect("a camp").name
    };
    assert_eq!(go(Some(1)), "B");
    assert_eq!(go(Some(3)), "D");
    assert_eq!(go(None), "Test camp");
    assert_eq!(go(Some(0)), "A");
    assert_eq!(go(Some(0)), "A", "it is there already");
}

#[test]
fn ratings_that_follow_are_undone_with_the_change() {
    let mut camp = camp();
    let (red, lee, vang) = small_camp(&mut camp);
    let before = dump(&camp);
    apply(&mut camp, &Edit::add_game(new_game(lee, vang)), true).expect("a change");
    let ratings = |camp: &CampFile| {
        let camp = camp.load().expect("a camp");
        [lee, vang].map(|id| camp.player(id).expect("a player").ratings.weekly)
    };
    assert_eq!(ratings(&camp), [416, 384]);
    undo(&mut camp);
    assert_eq!(dump(&camp), before);
    redo(&mut camp);
    assert_eq!(ratings(&camp), [416, 384]);

    // A group without initial rating keeps ratings from following, and nothing else from being saved.
    let mut group = camp
        .load()
        .expect("a camp")
        .group(red)
        .expect("Red")
        .clone();
    group.initial_rating = None;
    apply(&mut camp, &Edit::put(&group), true).expect("a change");
    apply(&mut camp, &Edit::add_game(new_game(lee, vang)), true).expect("a change");
    assert_eq!(ratings(&camp), [416, 384]);
    assert_eq!(camp.load().expect("a camp").games.len(), 2);
}

#[test]
fn what_joins_the_last_change_is_undone_with_it() {
    let mut camp = camp();
    let (_, lee, vang) = small_camp(&mut camp);
    let before = dump(&camp);
    apply(&mut camp, &Edit::add_game(new_game(lee, vang)), false).expect("a change");
    let ratings = [(lee, 416), (vang, 384)].map(|(id, weekly)| {
        let permanent = weekly;
        (id, Ratings { weekly, permanent })
    });
    let saved = Edit::SaveRatings(SavedRatings {
        ratings: ratings.to_vec(),
    });
    let joins = Occasion {
        joins: camp.next_steps().expect("steps").last,
        ..Occasion::now(saved.kind())
    };
    camp.apply(&saved, &joins).expect("a change");
    assert_eq!(undo(&mut camp), ["Add game"]);
    assert_eq!(dump(&camp), before);

    // What belongs to a step that isn't the last one any more comes too late.
    redo(&mut camp);
    apply(&mut camp, &Edit::RenameCamp("Other".to_owned()), false).expect("a change");
    let error = camp.apply(&saved, &joins).expect_err("too late");
    assert!(matches!(error, StorageError::Refused(Refusal::Outdated)));
}

#[test]
fn a_change_of_nothing_but_capitals_is_undone_too() {
    let mut camp = camp();
    small_camp(&mut camp);
    let before = dump(&camp);
    let mut group = camp.load().expect("a camp").groups[0].clone();
    group.name = "RED".to_owned();
    apply(&mut camp, &Edit::put(&group), false).expect("a change");
    assert_ne!(dump(&camp), before);
    assert_eq!(undo(&mut camp), ["Change group"]);
    assert_eq!(dump(&camp), before);
}

#[test]
fn what_changes_nothing_leaves_what_can_be_redone() {
    let mut camp = camp();
    for name in ["A", "B"] {
        apply(&mut camp, &Edit::RenameCamp(name.to_owned()), false).expect("a change");
    }
    undo(&mut camp);
    apply(&mut camp, &Edit::RenameCamp("A".to_owned()), false).expect("no change");
    assert!(apply(&mut camp, &Edit::RenameCamp(String::new()), false).is_err());
    assert_eq!(redo(&mut camp).len(), 1);
    assert_eq!(camp.load().expect("a camp").name, "B");
}

#[test]
fn a_large_import_is_undone_in_a_moment() {
    let mut camp = camp();
    let players = (1..=3_000).map(|id| ImportedPlayer {
        player: Player {
            id: PlayerId(id),
            last_name: format!("Player {id}"),
            imported_row: Some(RowPrint(id)),
            ..Player::default()
        },
        extra: vec![("Grade".to_owned(), "5".to_owned())],
        ..ImportedPlayer::default()
    });
    let import = ImportChanges {
        source: "Ladder Players.csv".to_owned(),
        players: players.collect(),
        ..ImportChanges::default()
    };
    let before = dump(&camp);
    apply(&mut camp, &Edit::Import(Box::new(import)), false).expect("an import");
    let started = std::time::Instant::now();
    undo(&mut camp);
    let took = started.elapsed();
    assert_eq!(dump(&camp), before);
    // Without the index of the key it takes a hundred times as long as with it.
    assert!(took.as_secs() < 5, "{took:?}");
}

#[test]
fn the_history_is_forgotten_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
    let (_, lee, _) = small_camp(&mut camp);
    apply(&mut camp, &Edit::DeletePlayer(lee), false).expect("a change");
    let text = |camp: CampFile| {
        drop(camp);
        String::from_utf8_lossy(&std::fs::read(&path).expect("the file")).into_owned()
    };
    assert!(text(camp).contains("Leewood"), "it can still be undone");
    let mut camp = CampFile::open(&path, Mode::Change).expect("the file");
    let before = dump(&camp);
    assert!(camp.forget_history().expect("forgotten"));
    assert_eq!(camp.history().expect("a history"), []);
    assert_eq!(dump(&camp), before);
    assert!(!text(camp).contains("Leewood"), "no trace is left");
}

#[test]
fn a_history_that_does_not_fit_the_camp_changes_nothing() {
    let statements = [
        "UPDATE history_row SET table_name = 'sqlite_schema'",
        "UPDATE history_row SET record = 999",
        "UPDATE history_row SET before = '{\"name = 1; --\":1}' WHERE what <> 'added'",
        "UPDATE history_row SET before = 'nonsense' WHERE what <> 'added'",
    ];
    for statement in statements {
        let mut camp = camp();
        apply(&mut camp, &Edit::RenameCamp("Other".to_owned()), false).expect("a change");
        camp.connection
            .execute_batch(statement)
            .expect("a bad history");
        let before = dump(&camp);
        let error = camp
            .move_in_history(HistoryMove::Undo)
            .expect_err("a refusal");
        assert!(
            matches!(error, StorageError::Damaged(_)),
            "{statement}: {error}"
        );
        assert_eq!(dump(&camp), before, "{statement}");
    }
}

fn small_camp(camp: &mut CampFile) -> (GroupId, PlayerId, PlayerId) {
    let group = Group::new("Red", Some(400));
    apply(camp, &Edit::AddGroup(group), false).expect("a group");
    for name in ["Leewood", "Vang"] {
        apply(camp, &Edit::AddPlayer(new_player(name)), false).expect("a player");
    }
    (GroupId(1), PlayerId(1), PlayerId(2))
}

fn new_player(last_name: &str) -> Player {
    Player {
        last_name: last_name.to_owned(),
        first_name: "Ann".to_owned(),
        group: Some(GroupId(1)),
        notes: "Said \"hello\"\n☃".to_owned(),
        ..Player::default()
    }
}

/// A change of any kind, of whatever records there are; many of them are refused, as in life.
#[expect(clippy::too_many_lines, reason = "one arm a kind of change")]
pub(in crate::storage) fn any_change(camp: &CampFile, kind: u8, a: usize, b: usize) -> Edit {
    let data = camp.load().expect("a camp");
    let player = |at: usize| {
        let players = &data.players;
        players
            .get(at % players.len().max(1))
            .map_or(PlayerId(0), |player| player.id)
    };
    let group = |at: usize| {
        let groups = &data.groups;
        groups
            .get(at % groups.len().max(1))
            .map_or(GroupId(0), |group| group.id)
    };
    let game = |at: usize| {
        let games = &data.games;
        games
            .get(at % games.len().max(1))
            .map_or(GameId(0), |game| game.id)
    };
    let number = i64::try_from(a).expect("a small number");
    match kind {
        0 => Edit::RenameCamp(format!("Camp {a}")),
        1 => Edit::AddGroup(Group::new(
            format!("Group {a}"),
            (!b.is_multiple_of(4)).then_some(400),
        )),
        2 => match data.group(group(a)).cloned() {
            Some(mut group) => {
                // Sometimes nothing but the capitals.
                group.name = if b.is_multiple_of(3) {
                    group.name.to_uppercase()
                } else {
                    format!("Renamed {b}")
                };
                Edit::put(&group)
            }
            None => Edit::FillBlankStarts,
        },
        3 => Edit::DeleteGroup(group(a)),
        4 => Edit::OrderGroups(data.groups.iter().rev().map(|group| group.id).collect()),
        5 => Edit::AddPlayer(Player {
            group: Some(group(b)),
            ..new_player(&format!("Player {a}"))
        }),
        6 => match data.player(player(a)).cloned() {
            Some(mut player) => {
                player.notes = format!("Note {b}");
                player.start_permanent = (!b.is_multiple_of(3)).then_some(500);
                player.set_active(b.is_multiple_of(2));
                player.group = Some(group(b));
                Edit::put(&player)
            }
            None => Edit::FillBlankStarts,
        },
        7 => Edit::DeletePlayer(player(a)),
        8 => Edit::FillBlankStarts,
        9..=12 => Edit::AddGame {
            game: new_game(player(a), player(b)),
            before: b.is_multiple_of(3).then(|| game(a + b)),
        },
        13 => match data.game(game(a)).cloned() {
            Some(Game { date, .. }) if date.is_none() => Edit::DeleteGame(game(a)),
            Some(mut game) => {
                game.result = GameResult::Draw;
                game.date = None;
                game.counts = b.is_multiple_of(2);
                Edit::put(&game)
            }
            None => Edit::FillBlankStarts,
        },
        14 => Edit::DeleteGame(game(a)),
        15 => Edit::MoveGame {
            game: game(a),
            before: (!b.is_multiple_of(4)).then(|| game(b)),
        },
        16 => Edit::VerifyGame {
            game: game(a),
            verified: !b.is_multiple_of(3),
        },
        17 => Edit::SaveRatings(SavedRatings {
            ratings: data
                .players
                .iter()
                .zip(0_i32..)
                .map(|(player, at)| {
                    let weekly = 100 + at;
                    (
                        player.id,
                        Ratings {
                            weekly,
                            permanent: 7,
                        },
                    )
                })
                .collect(),
        }),
        18 => Edit::Import(Box::new(ImportChanges {
            source: "Some files".to_owned(),
            groups: vec![ImportedGroup {
                initial_rating: Some(300),
                extra: vec![("Teacher".to_owned(), format!("Ms {a}"))],
                row: Some(RowPrint(number)),
                ..ImportedGroup::new(format!("Group {b}"))
            }],
            players: [number + 1, number + 2]
                .map(|id| ImportedPlayer {
                    player: Player {
                        id: PlayerId(id),
                        last_name: format!("Imported {b}"),
                        active: b.is_multiple_of(2),
                        notes: "Old notes".to_owned(),
                        imported_row: Some(RowPrint(number)),
                        ..Player::default()
                    },
                    extra: vec![("Grade".to_owned(), format!("{b}"))],
                    group: Some(format!("Group {b}")),
                    ..ImportedPlayer::default()
                })
                .to_vec(),
            new_games: vec![ImportedGame {
                game: Game::new(
                    PlayerId(number + 1),
                    PlayerId(number + 2),
                    GameResult::BlackWon,
                ),
                from: ImportedFrom {
                    number: 1000 + number,
                    row: RowPrint(number),
                    texts: Arc::new(ImportedTexts {
                        result: "(0-1)".into(),
                        taken_for: GameResult::BlackWon,
                        extra: [("Board".to_owned(), "3".to_owned())].into(),
                    }),
                },
            }],
            ..ImportChanges::default()
        })),
        19 => Edit::CloseWeek { on: TODAY },
        20 => Edit::ReopenWeek(data.weeks[a % data.weeks.len()].id),
        21 | 22 => Edit::StartWeek(Box::new(NextWeek {
            label: format!("Label {b}"),
            opened_on: TODAY,
            players: data
                .players
                .iter()
                .take(b % 3)
                .map(|player| NextPlayer {
                    id: player.id,
                    group: Some(group(a)),
                    stays: a.is_multiple_of(2),
                })
                .collect(),
        })),
        23 => Edit::CarryStarts,
        24 => Edit::ChangeSettings(Box::new(CampSettings {
            footer: format!("Footer {a}"),
            colour: b.is_multiple_of(2).then_some(Colour([1, 2, 3])),
            logo: a.is_multiple_of(2).then(|| {
                let logo = Logo {
                    kind: PictureKind::Jpeg,
                    bytes: vec![0xff, 0xd8, 0xff, 7],
                };
                logo.into()
            }),
            published_names: Some(PublishedNames::VARIANTS[a % 3]),
        })),
        25 => Edit::AddColumn {
            kind: [RecordKind::Player, RecordKind::Group][b % 2],
            name: format!("Column {}", a % 5),
        },
        26 => match data.columns.get(a % data.columns.len().max(1)) {
            Some(column) if b.is_multiple_of(3) => Edit::DeleteColumn(column.id),
            Some(column) => Edit::RenameColumn {
                column: column.id,
                name: format!("Renamed {}", b % 5),
            },
            None => Edit::FillBlankStarts,
        },
        27 | 28 => match data.columns_of(RecordKind::Player).nth(b % 3) {
            Some(column) => {
                let field = Field::Custom(column.id);
                let value = format!("{}", b % 4).replace('0', "");
                Edit::ChangePlayer(Patch::new(player(a), field, value.as_str()))
            }
            None => Edit::FillBlankStarts,
        },
        _ => Edit::Together {
            name: "Several".to_owned(),
            edits: vec![
                Edit::RenameCamp(format!("Together {b}")),
                any_change(camp, 6, a, b),
                Edit::MoveGame {
                    game: game(a),
                    before: None,
                },
            ],
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn undoing_all_gives_the_first_camp_and_redoing_all_the_last(
        changes in proptest::collection::vec((0_u8..30, 0_usize..40, 0_usize..40, any::<bool>(), 0_u8..8), 1..60),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
        let first = dump(&camp);
        let mut states = vec![first];
        for (kind, a, b, ratings_follow, luck) in changes {
            let edit = any_change(&camp, kind, a, b);
            let before = dump(&camp);
            match apply(&mut camp, &edit, ratings_follow) {
                Ok(()) if dump(&camp) == before => {}
                Ok(()) => states.push(dump(&camp)),
                Err(_) => prop_assert_eq!(dump(&camp), before, "a refusal changes nothing"),
            }
            // Now and then something is undone in between, and what comes next begins there.
            if luck == 0 && states.len() > 1 {
                undo(&mut camp);
                states.pop();
                prop_assert_eq!(Some(&dump(&camp)), states.last());
            }
            prop_assert_eq!(camp.history_unlike_records().expect("a look"), None);
            if luck == 1 {
                drop(camp);
                camp = CampFile::open(&path, Mode::Change).expect("the camp file");
            }
        }
        let last = dump(&camp);
        let done = camp.history().expect("a history");
        let newest = done.iter().rev().find(|step| !step.undone).map(|step| step.id);
        for state in states.iter().rev().skip(1) {
            prop_assert_eq!(undo(&mut camp).len(), 1);
            prop_assert_eq!(&dump(&camp), state);
        }
        prop_assert_eq!(undo(&mut camp).len(), 0);
        drop(camp);
        let mut camp = CampFile::open(&path, Mode::Change).expect("the camp file");
        for state in states.iter().skip(1) {
            prop_assert_eq!(redo(&mut camp).len(), 1);
            prop_assert_eq!(&dump(&camp), state);
        }
        prop_assert_eq!(dump(&camp), last.clone());
        camp.move_in_history(HistoryMove::To(None)).expect("turned");
        prop_assert_eq!(Some(&dump(&camp)), states.first());
        camp.move_in_history(HistoryMove::To(newest)).expect("turned");
        prop_assert_eq!(dump(&camp), last);
        prop_assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    }
}
