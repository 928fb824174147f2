use super::*;

/// Only its player is decided, and a value that it has in a column of games needs the game.
#[test]
fn a_game_goes_with_its_values_where_only_its_player_is_decided() {
    let camper = Key::new("person", ["camper"]);
    let game = Key::new("game", ["7"]);
    let text = |column: &str, uid: &str| (column.to_owned(), Cell::Text(uid.to_owned()));
    let players = [text("white_id", "camper"), text("black_id", "other")];
    let had = State::from([
        (camper.clone(), Cells::new()),
        (Key::new("week_player", ["week", "camper"]), Cells::new()),
        (Key::new("extra_column", ["game room"]), Cells::new()),
    ]);
    let mut ours = had.clone();
    let played = players.into_iter().chain([text("week_id", "week")]);
    ours.insert(game.clone(), played.collect());
    let value = Cells::from([text("value", "Library")]);
    ours.insert(Key::new("game_extra", ["7", "game room"]), value);
    let mut theirs = had.clone();
    theirs.retain(|key, _| key.whole() != camper);
    let side = |records| Side {
        records,
        ..Side::default()
    };
    let copies = Copies {
        ours: side(ours),
        theirs: side(theirs),
        base: Some(had),
        ..Copies::default()
    };
    let decided = |prefer| MergeChoices {
        each: [(camper.clone(), prefer)].into(),
        ..MergeChoices::default()
    };
    for (prefer, tables) in [
        (Prefer::Ours, &[][..]),
        (
            Prefer::Theirs,
            &["game", "game_extra", "person", "week_player"],
        ),
    ] {
        let plan = Plan::new(&copies, &decided(prefer)).expect("a plan");
        let gone = plan.changes.iter().map(|(key, _)| key.table);
        assert_eq!(gone.collect::<Vec<_>>(), tables);
    }
}
