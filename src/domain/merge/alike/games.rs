//! A game that was typed or imported on both copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{
    Anew,
    times::{Records, TELLING_CAMPERS, ever, ever_or_got, times},
};
use crate::domain::merge::{
    Cell, Cells, Copies, Double, Key, MergeChoices, Plan, Prefer, ReadsHere, Side, words,
};

fn is_imported(game: &Cells) -> bool {
    matches!(game.get("imported_number"), Some(Cell::Whole(_)))
}

/// Whether two imported games of one number are the same row of a file: as it was imported, or with the same players.
fn is_one_row(one: &Cells, other: &Cells) -> bool {
    let same = |columns: &[&str]| {
        let mut columns = columns.iter();
        columns.all(|column| one.get(*column) == other.get(*column))
    };
    same(&["imported_row"]) || same(&["white_id", "black_id"])
}

/// What two games have alike that are one; `None` where a game has nothing of the kind.
type GamePrint = fn(&Cells) -> Option<Vec<Option<Cell>>>;

/// By what a game here and one of the other copy are known as one, the surest first.
const PRINTS: [[GamePrint; 2]; 4] = [
    [row_of_file; 2],
    [as_it_came; 2],
    [as_played; 2],
    [as_played, with_colors_swapped],
];

/// No week has two games of the same number in the old file.
fn row_of_file(game: &Cells) -> Option<Vec<Option<Cell>>> {
    let columns = ["week_id", "imported_number"];
    is_imported(game).then(|| columns.map(|column| game.get(column).cloned()).to_vec())
}

/// A game that was typed is rather one that was typed, too.
fn as_it_came(game: &Cells) -> Option<Vec<Option<Cell>>> {
    let mut print = as_played(game)?;
    print.push(Some(Cell::Whole(is_imported(game).into())));
    Some(print)
}

/// The same pair with the same colors, result and day.
#[expect(clippy::unnecessary_wraps, reason = "one of the prints")]
fn as_played(game: &Cells) -> Option<Vec<Option<Cell>>> {
    let columns = ["week_id", "white_id", "black_id", "result", "played_on"];
    Some(columns.map(|column| game.get(column).cloned()).to_vec())
}

/// The same game as the other player sees it. It is rather another one.
fn with_colors_swapped(game: &Cells) -> Option<Vec<Option<Cell>>> {
    let Some(Cell::Whole(sign)) = game.get("result") else {
        return None;
    };
    let mut swapped = game.clone();
    for (column, other) in [("white_id", "black_id"), ("black_id", "white_id")] {
        let player = game.get(other).cloned().unwrap_or(Cell::Empty);
        swapped.insert(column.to_owned(), player);
    }
    swapped.insert("result".to_owned(), Cell::Whole(-sign));
    as_played(&swapped)
}

/// A game that only one copy has: when it was typed, and its uid.
type Added = (Option<Cell>, String);

/// Games by what they are known by.
type ByPrint = BTreeMap<Vec<Option<Cell>>, Vec<Added>>;

fn by_print<'a>(
    games: impl IntoIterator<Item = (&'a Key, &'a Cells)>,
    print: GamePrint,
    known: &BTreeSet<String>,
) -> ByPrint {
    let mut found = ByPrint::new();
    for (key, cells) in games {
        if let Some(print) = print(cells).filter(|_| !known.contains(key.uid())) {
            let typed = cells.get("entered_at").cloned();
            let games = found.entry(print).or_default();
            games.push((typed, key.uid().to_owned()));
        }
    }
    found
}

/// A game here and one of the other copy that are known by the same, in the order in which they were typed.
fn pairs_of(mut here: ByPrint, there: ByPrint) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (print, mut theirs) in there {
        let mut ours = here.remove(&print).unwrap_or_default();
        theirs.sort();
        ours.sort();
        let both = ours.into_iter().zip(theirs);
        pairs.extend(both.map(|((_, here), (_, there))| (here, there)));
    }
    pairs
}

/// The games that a copy has added and the other one never had: one that was deleted there is none that was typed there.
fn new_games<'a>(of: &'a Side, known_to_other: &HashSet<&str>) -> Records<'a> {
    let games = of.records.iter().filter(|(key, _)| key.table == "game");
    games
        .filter(|(key, _)| !known_to_other.contains(key.uid()))
        .collect()
}

/// Games that only one copy ever had, as they were at a time.
type Then<'a> = BTreeMap<&'a str, (&'a Key, Cells)>;

/// Games that were one when one copy got the other one are one, whatever was corrected or deleted since. Who and what they name is known
/// `anew`.
fn games_that_were_one(
    copies: &Copies,
    known_to: &[HashSet<&str>; 2],
    anew: [&Anew; 2],
) -> Vec<(String, String)> {
    let [ours, theirs] = known_to;
    let mut known = HashSet::new();
    let mut pairs = Vec::new();
    let mut by_age = BTreeMap::<_, Vec<_>>::new();
    for time in times(copies, &TELLING_CAMPERS) {
        by_age.entry(time.age).or_default().push(time);
    }
    // The first time says it, whichever copy is brought to which.
    for times in by_age.into_values() {
        let mut found = BTreeSet::new();
        for mut time in times {
            let [here, there] = std::mem::take(&mut time.states);
            let there = then_only((there, Prefer::Theirs), anew, [ours, &known]);
            if !there.is_empty() {
                let here = then_only((here, Prefer::Ours), anew, [theirs, &known]);
                let mut alike = alike_then(&here, &there);
                alike.retain(|(.., here, there)| time.may_be_one(copies, "game", [here, there]));
                found.extend(alike);
            }
        }
        for (.., here, there) in found {
            if !known.contains(here) && !known.contains(there) {
                known.extend([here, there]);
                pairs.push((here.to_owned(), there.to_owned()));
            }
        }
    }
    pairs
}

/// The games of a state that only this copy ever had, and that aren't known to be one with another one.
fn then_only<'a>(
    (state, prefer): (Records<'a>, Prefer),
    anew: [&Anew; 2],
    known: [&HashSet<&str>; 2],
) -> Then<'a> {
    let games = state.into_iter().filter(|(key, _)| {
        let is_known = known.iter().any(|known| known.contains(key.uid()));
        key.table == "game" && !is_known
    });
    let games = games.map(|(key, cells)| {
        let mut cells = cells.clone();
        for anew in anew {
            anew.of(prefer).set_links("game", &mut cells);
        }
        (key.uid(), (key, cells))
    });
    games.collect()
}

/// A game here and one of the other copy: the rank of what they have alike, and both in an order that is the same whichever copy is brought to
/// which, before them.
type Found<'a> = (usize, [&'a str; 2], &'a str, &'a str);

fn of_then<'a>(games: &'a Then<'_>) -> impl Iterator<Item = (&'a Key, &'a Cells)> {
    games.values().map(|(key, cells)| (*key, cells))
}

/// Which games were one at a time.
fn alike_then<'a>(here: &Then<'a>, there: &Then<'a>) -> Vec<Found<'a>> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for (rank, [print_here, print_there]) in PRINTS.into_iter().enumerate() {
        let pairs = pairs_of(
            by_print(of_then(here), print_here, &known),
            by_print(of_then(there), print_there, &known),
        );
        for (one, other) in pairs {
            let is_one = |((_, ours), (_, theirs)): (&(&Key, Cells), &(&Key, Cells))| {
                row_of_file(ours).is_none_or(|row| row_of_file(theirs) != Some(row))
                    || is_one_row(ours, theirs)
            };
            let both = here.get(&*one).zip(there.get(&*other));
            if let Some(both) = both.filter(|both| is_one(*both)) {
                let (one, other) = (both.0.0.uid(), both.1.0.uid());
                known.extend([one, other].map(str::to_owned));
                let mut uids = [one, other];
                uids.sort_unstable();
                found.push((rank, uids, one, other));
            }
        }
    }
    found
}

pub(super) fn unite(
    copies: &Copies,
    choices: &MergeChoices,
    before: [&Anew; 2],
    (anew, plan): (&mut Anew, &mut Plan),
) {
    let known_to = [Prefer::Ours, Prefer::Theirs].map(|prefer| ever(copies, prefer, "game"));
    let mut known = BTreeSet::new();
    for (mine, other) in games_that_were_one(copies, &known_to, before) {
        known.extend([mine.clone(), other.clone()]);
        anew.unite("game", [&mine, &other], copies, plan);
    }
    let [ours, theirs] =
        [Prefer::Ours, Prefer::Theirs].map(|prefer| ever_or_got(copies, prefer, "game"));
    let only_here = new_games(&copies.ours, &theirs);
    let added_there = new_games(&copies.theirs, &ours);
    for [print_here, print_there] in PRINTS {
        let here = by_print(only_here.iter().copied(), print_here, &known);
        let there = by_print(added_there.iter().copied(), print_there, &known);
        for (here, there) in pairs_of(here, there) {
            let game = |side: &Side, uid: &String| {
                let game = side.records.get(&Key::new("game", [uid]));
                game.cloned().unwrap_or_default()
            };
            let (ours, theirs) = (game(&copies.ours, &here), game(&copies.theirs, &there));
            let is_number = row_of_file(&ours).is_some_and(|row| row_of_file(&theirs) == Some(row));
            let is_row = is_number && ours.get("imported_row") == theirs.get("imported_row");
            let is_likely = ["white_id", "black_id"]
                .iter()
                .all(|column| ours.get(*column) == theirs.get(*column));
            // Files that had no numbers got them when they were imported.
            if is_number && !is_one_row(&ours, &theirs) {
                continue;
            }
            let is_one = is_row || choices.is_one(&there, is_likely);
            if !is_row {
                let names = [&copies.ours.names, &copies.theirs.names];
                let in_words = words::game(&theirs, &names);
                let reads_here = words::game(&ours, &names);
                plan.doubles.push(Double {
                    table: "game",
                    here: if is_number && reads_here != in_words {
                        ReadsHere::Row(reads_here)
                    } else if is_likely {
                        ReadsHere::Same
                    } else {
                        ReadsHere::ColorsSwapped
                    },
                    in_words,
                    ours: here.clone(),
                    theirs: there.clone(),
                    is_one,
                });
            }
            known.extend([here.clone(), there.clone()]);
            if is_one {
                anew.unite("game", [&here, &there], copies, plan);
            }
        }
    }
}
