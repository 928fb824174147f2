//! Games that were imported on both copies.

use super::*;
use crate::domain::{Game, ImportChanges, ImportedGame, RowPrint};

fn import(camp: &mut CampFile, games: &[(i64, i64, i64)]) {
    let games = games.iter().map(|(row, white, black)| ImportedGame {
        result_text: "(1-0)".to_owned(),
        row: RowPrint(*row),
        ..ImportedGame::new(
            4,
            Game::new(PlayerId(*white), PlayerId(*black), GameResult::WhiteWon),
        )
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
