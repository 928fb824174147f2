//! Games that were imported on both copies.

use std::sync::Arc;

use super::*;
use crate::domain::{Game, ImportChanges, ImportedFrom, ImportedGame, ImportedTexts, RowPrint};

fn import(camp: &mut CampFile, games: &[(i64, i64, i64)]) {
    import_from(camp, 4, games);
}

/// Imports games whose numbers in the old file begin with `first`.
fn import_from(camp: &mut CampFile, first: i64, games: &[(i64, i64, i64)]) {
    let games = (first..).zip(games);
    let games = games.map(|(number, (row, white, black))| {
        let game = Game::new(PlayerId(*white), PlayerId(*black), GameResult::WhiteWon);
        (number, *row, game)
    });
    import_games(camp, games.collect());
}

/// Imports games, each with its number in the old file and what its row said.
fn import_games(camp: &mut CampFile, games: Vec<(i64, i64, Game)>) {
    let games = games.into_iter();
    let games = games.map(|(number, row, game)| ImportedGame {
        from: ImportedFrom {
            number,
            row: RowPrint(row),
            texts: Arc::new(ImportedTexts {
                result: game.result.score().into(),
                taken_for: game.result,
                extra: Box::default(),
            }),
        },
        game,
    });
    let changes = ImportChanges {
        source: "Some files".to_owned(),
        new_games: games.collect(),
        ..ImportChanges::default()
    };
    apply(camp, Edit::Import(Box::new(changes)));
}

#[test]
fn rows_of_two_files_that_got_one_number_are_two_games() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    import(&mut ours, &[(77, 1, 3)]);
    import(&mut theirs, &[(88, 3, 2)]);
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    assert_eq!(here.load().expect("a camp").games.len(), 4);
}

#[test]
fn a_row_of_one_file_is_one_game() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for camp in [&mut ours, &mut theirs] {
        import(camp, &[(77, 1, 3)]);
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(
        (planned.conflicts, planned.doubles),
        (Vec::new(), Vec::new())
    );
    assert_eq!(here.load().expect("a camp").games.len(), 3);
}

#[test]
fn a_game_that_was_imported_by_two_numbers_is_offered_as_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    import_from(&mut ours, 4, &[(77, 1, 3), (78, 3, 2)]);
    import_from(&mut theirs, 20, &[(88, 3, 2), (89, 1, 3), (90, 2, 1)]);
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    let doubles = planned.doubles.iter();
    assert_eq!(
        doubles.map(|it| it.in_words.as_str()).collect::<Vec<_>>(),
        ["Ann Leewood 1–0 Ann Xiong", "Ann Xiong 1–0 Ann Vang"]
    );
    assert_eq!(here.load().expect("a camp").games.len(), 5);
    let otherwise = MergeChoices {
        otherwise: planned.doubles.iter().map(|it| it.theirs.clone()).collect(),
        ..MergeChoices::default()
    };
    bring(&mut ours, &theirs, &otherwise);
    assert_eq!(ours.load().expect("a camp").games.len(), 7);
}

#[test]
fn a_game_that_was_typed_on_one_and_imported_on_the_other_is_offered_as_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    import(&mut ours, &[(77, 1, 3)]);
    let typed = Game {
        date: None,
        ..new_game(PlayerId(1), PlayerId(3))
    };
    for _ in 0..2 {
        apply(&mut theirs, Edit::add_game(typed.clone()));
    }
    apply(&mut ours, Edit::add_game(typed));
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.doubles.len(), 2);
    assert_eq!(here.load().expect("a camp").games.len(), 4);
}

/// Monday's list here and Tuesday's in the copy, neither with numbers: the same two played in both, in the same row.
#[test]
fn rows_of_one_number_with_the_same_players_are_offered_as_one_and_may_be_two() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    import(&mut ours, &[(77, 1, 3)]);
    import(&mut theirs, &[(88, 1, 3)]);
    let (here, _, planned) = both_ways(&ours, &theirs);
    let [double] = planned.doubles.as_slice() else {
        panic!("{:?}", planned.doubles);
    };
    assert_eq!(double.in_words, "Ann Leewood 1–0 Ann Xiong");
    assert_eq!(here.load().expect("a camp").games.len(), 3);
    let keep_both = MergeChoices {
        keeps_both: true,
        ..MergeChoices::default()
    };
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let mut one = copy(one);
        bring(&mut one, other, &keep_both);
        assert_eq!(one.load().expect("a camp").games.len(), 4);
        let again = plan(&one, other, &MergeChoices::default()).plan;
        assert!(again.is_empty(), "{:?}", again.doubles);
    }
}

/// The row was corrected in one of the files, or another game was played.
#[test]
fn rows_of_one_number_with_another_result_are_not_said_to_read_the_same() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let results = [(77, GameResult::WhiteWon), (88, GameResult::BlackWon)];
    for (camp, (row, result)) in [&mut ours, &mut theirs].into_iter().zip(results) {
        let game = Game::new(PlayerId(1), PlayerId(3), result);
        import_games(camp, vec![(4, row, game)]);
    }
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let both = "here Ann Leewood 1–0 Ann Xiong, in the copy Ann Leewood 0–1 Ann Xiong";
    let said = open.doubles_in_words().collect::<Vec<_>>();
    let expected = format!("The same row of both files, and kept once: {both}");
    assert_eq!(said, [expected]);
    let expected = format!("The same row of both files, {both}: one game");
    assert_eq!(open.doubles[0].as_one(), expected);
    // Which result it is is asked.
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    let rows = open.side_by_side(conflict).into_iter();
    let rows = rows.map(|row| [row.field, row.ours, row.theirs]);
    let expected = ["Result", "1–0", "0–1"].map(str::to_owned);
    assert_eq!(rows.collect::<Vec<_>>(), [expected]);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 3);
    // Or they are two.
    let keep_both = MergeChoices {
        keeps_both: true,
        ..MergeChoices::default()
    };
    let planned = bring(&mut ours, &theirs, &keep_both);
    assert_eq!(planned.conflicts, []);
    let said = planned.doubles_in_words().collect::<Vec<_>>();
    let expected = format!("The same row of both files, and both kept: {both}");
    assert_eq!(said, [expected]);
    assert_eq!(ours.load().expect("a camp").games.len(), 4);
}
