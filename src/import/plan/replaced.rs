//! Rows with the number of another game, as in a list that counts its own games.

use super::row_numbers::ListRow;
use crate::{
    domain::{Game, PlayerId, show_date},
    import::ProblemKind,
};

/// What there is to ask of a row with the number of this game: whether it takes its place, where the day is another one, and so is a player.
/// A game of which less is corrected in its file stays that game.
pub(super) fn question(
    game: &Game,
    row: ListRow,
    name: impl Fn(PlayerId) -> String,
) -> Option<ProblemKind> {
    let before = game.date?;
    let day = row.date.filter(|day| *day != before)?;
    if row.is_of_pair(game) {
        return None;
    }
    let named = |[white, black]: [PlayerId; 2], day| {
        let [white, black] = [white, black].map(&name);
        format!("{white} against {black} on {}", show_date(day))
    };
    Some(ProblemKind::ReplacesGame {
        number: row.number,
        present: named([game.white, game.black], before),
        imported: named(row.players, day),
    })
}
