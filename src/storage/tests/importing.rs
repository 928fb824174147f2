//! What an import plans, saved.

use std::sync::Arc;

use super::*;
use crate::domain::{ImportedFrom, ImportedTexts};

fn imported_game(number: i64, white: i64, black: i64) -> ImportedGame {
    let game = Game {
        date: Some(TODAY),
        ..Game::new(PlayerId(white), PlayerId(black), GameResult::WhiteWon)
    };
    ImportedGame {
        game,
        from: ImportedFrom {
            number,
            row: RowPrint(number),
            texts: Arc::new(ImportedTexts {
                result: "(1-0)".into(),
                taken_for: GameResult::WhiteWon,
                extra: [("Board".to_owned(), number.to_string())].into(),
            }),
        },
    }
}

fn imported_player(id: i64) -> ImportedPlayer {
    ImportedPlayer {
        player: Player {
            id: PlayerId(id),
            last_name: format!("Last{id}"),
            first_name: "First".to_owned(),
            active: id != 7,
            start_permanent: Some(505),
            imported_row: Some(RowPrint(-id)),
            ..Player::default()
        },
        extra: vec![
            ("School".to_owned(), "Lincoln, North".to_owned()),
            ("Grade".to_owned(), id.to_string()),
        ],
        group: Some("red".to_owned()),
        ratings: Some(Ratings {
            weekly: 500,
            permanent: 510,
        }),
    }
}

fn import(games: &[i64]) -> Edit {
    Edit::Import(Box::new(ImportChanges {
        source: "a test".to_owned(),
        groups: vec![ImportedGroup {
            initial_rating: Some(400),
            extra: vec![("Instructor".to_owned(), "Pat".to_owned())],
            row: Some(RowPrint(i64::MIN)),
            ..ImportedGroup::new("Red")
        }],
        players: vec![imported_player(5), imported_player(7)],
        new_games: games
            .iter()
            .map(|number| imported_game(*number, 5, 7))
            .collect(),
        ..ImportChanges::default()
    }))
}

#[test]
fn the_history_says_how_much_was_imported() {
    let camp = in_memory().load().expect("a camp");
    let name = |games: &[i64]| import(games).name(&camp);
    assert_eq!(name(&[]), "Import a test");
    assert_eq!(name(&[3]), "Import a test (1 game added)");
    let pasted = ImportChanges {
        source: "what you pasted".to_owned(),
        ..ImportChanges::default()
    };
    let pasted = Edit::Import(Box::new(pasted));
    assert_eq!(pasted.name(&camp), "Import what you pasted");
}

#[test]
fn an_import_keeps_numbers_and_further_columns() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[1, 2]));
    let data = camp.load().expect("a camp");
    let said = |kind: RecordKind, values: &CustomValues| {
        let columns = data.columns_of(kind);
        let said = columns.map(|column| (column.name.clone(), values.get(column.id).to_owned()));
        said.collect::<Vec<_>>()
    };
    assert_eq!(
        said(RecordKind::Group, &data.groups[0].custom),
        [("Instructor".to_owned(), "Pat".to_owned())]
    );
    let player = data.player(PlayerId(7)).expect("player 7");
    assert_eq!(
        said(RecordKind::Player, &player.custom),
        imported_player(7).extra
    );
    assert_eq!(player.frozen, imported_player(7).ratings);
    assert_eq!(
        data.player(PlayerId(5)).and_then(|player| player.frozen),
        None
    );
    let imported = data.games[1].imported.as_ref().expect("an imported game");
    assert_eq!(
        imported.texts.extra,
        imported_game(2, 5, 7).from.texts.extra
    );
    assert_eq!(&*imported.texts.result, "(1-0)");
    assert_eq!(imported.texts.taken_for, GameResult::WhiteWon);
    assert_eq!(imported.row, RowPrint(2));
    assert_eq!(player.imported_row, Some(RowPrint(-7)));
    assert_eq!(data.groups[0].imported_row, Some(RowPrint(i64::MIN)));
    let next = add_player(&mut camp, "Lee", data.groups[0].id);
    assert_eq!(next, PlayerId(8), "numbers go on after the imported ones");
}

#[test]
fn a_group_of_an_import_is_found_whatever_its_capitals() {
    let mut camp = in_memory();
    add_group(&mut camp, "Grün", 400);
    let edit = Edit::Import(Box::new(ImportChanges {
        groups: vec![ImportedGroup {
            initial_rating: Some(450),
            ..ImportedGroup::new("GRÜN")
        }],
        players: vec![ImportedPlayer {
            group: Some("grün".to_owned()),
            ..imported_player(5)
        }],
        ..ImportChanges::default()
    }));
    apply(&mut camp, edit);
    let data = camp.load().expect("a camp");
    assert_eq!(data.groups.len(), 1);
    assert_eq!(data.groups[0].initial_rating, Some(450));
    assert_eq!(data.players[0].group, Some(data.groups[0].id));
}

#[test]
fn late_games_of_an_import_come_where_they_were_played() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[2, 5]));
    apply(
        &mut camp,
        Edit::add_game(new_game(PlayerId(7), PlayerId(5))),
    );
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
fn further_games_come_behind_those_that_were_typed() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[2, 5]));
    let typed = Edit::add_game(new_game(PlayerId(7), PlayerId(5)));
    apply(&mut camp, typed);
    let Edit::Import(mut changes) = import(&[7, 6, 1]) else {
        panic!("not an import")
    };
    changes.further_from = Some(6);
    apply(&mut camp, Edit::Import(changes));
    let data = camp.load().expect("a camp");
    let numbers = data.games.iter();
    let numbers = numbers.map(|game| game.imported.as_ref().map(|from| from.number));
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [Some(1), Some(2), Some(5), None, Some(6), Some(7)]
    );
}

#[test]
fn a_changed_game_of_an_import_keeps_its_place() {
    let mut camp = in_memory();
    apply(&mut camp, import(&[1, 2]));
    let first = camp.load().expect("a camp").games[0].clone();
    let mut changed = imported_game(1, 7, 5);
    changed.game.result = GameResult::Draw;
    Arc::make_mut(&mut changed.from.texts).taken_for = GameResult::Draw;
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
    let imported = game.imported.clone().expect("an imported game");
    assert_eq!(imported.texts.taken_for, GameResult::Draw);
    // A correction leaves what was imported as it was.
    let corrected = Game {
        result: GameResult::BlackWon,
        ..game
    };
    apply(&mut camp, Edit::put(&corrected));
    let mut player = camp.load().expect("a camp").players[0].clone();
    player.first_name = "Annika".to_owned();
    let row = player.imported_row;
    apply(&mut camp, Edit::put(&player));
    let group = Group {
        initial_rating: Some(1),
        ..camp.load().expect("a camp").groups[0].clone()
    };
    apply(&mut camp, Edit::put(&group));
    let data = camp.load().expect("a camp");
    assert_eq!(data.games[0].imported.as_ref(), Some(&imported));
    assert_eq!(data.players[0].imported_row, row);
    assert_eq!(data.groups[0].imported_row, Some(RowPrint(i64::MIN)));
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
        "week_group",
        "person",
        "week_player",
        "week",
        "game",
        "person_extra",
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
    let error = camp.apply(&import(&games), &now()).expect_err("no room");
    assert!(matches!(error, StorageError::DiskFull), "{error}");
    assert_eq!(dump(&camp), before);
}
