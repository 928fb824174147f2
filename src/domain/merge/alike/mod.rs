//! What was added on both copies and is one thing: a week of the same number, a group of the same name, a meeting of the same day, a camper or a game that
//! was typed twice.
//!
//! Of the two uids the lower one stays, so that it doesn't matter which copy is brought to which.

mod anew;
mod persons;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
};

use self::anew::{Anew, follow};
use super::{
    Cell, Cells, Copies, Double, Key, MergeChoices, MergeRefusal, Met, Plan, Prefer, Side, State,
    Told, three_way::Merged,
};
use crate::domain::{group_name_key, name_key, show_date};

/// Makes one of what is one.
pub(super) fn unite(copies: &mut Copies, choices: &MergeChoices, plan: &mut Plan) {
    let tables = [
        "week",
        "camp_group",
        "ladder",
        "meeting",
        "us_member",
        "us_event",
    ];
    follow(copies, plan);
    let mut named = Anew::default();
    let times = times(copies, &[]);
    for table in tables {
        unite_named(copies, &times, table, (&mut named, plan));
    }
    unite_columns(copies, (&mut named, plan));
    named.settle(copies);
    // Games of a camper are one only if the camper is.
    let mut campers = Anew::default();
    persons::unite(copies, choices, (&mut campers, plan));
    campers.settle(copies);
    let mut games = Anew::default();
    unite_games(copies, choices, [&named, &campers], (&mut games, plan));
    games.settle(copies);
    plan.doubles.sort_by_cached_key(|double| {
        let (words, theirs) = (double.in_words.clone(), double.theirs.clone());
        (double.table == "game", words, theirs)
    });
}

/// What two records of a table can't have both. The camp file tells names of columns and ladders apart by their capitals beyond A to Z.
fn name_of(table: &str, cells: &Cells) -> Option<String> {
    let column = match table {
        "meeting" => "held_on",
        "us_member" => "member_id",
        "us_event" => "event_id",
        "week" | "us_section" => "number",
        _ => "name",
    };
    match cells.get(column) {
        Some(Cell::Text(name)) if table == "extra_column" => {
            let kind = cells.get("kind");
            let kind = kind.and_then(Cell::text).unwrap_or_default();
            Some(format!("{kind} {}", name.to_ascii_lowercase()))
        }
        Some(Cell::Whole(number)) if table == "us_section" => {
            let event = cells.get("event_id");
            let event = event.and_then(Cell::text).unwrap_or_default();
            Some(format!("{event} {number}"))
        }
        Some(Cell::Whole(number)) if table == "week" => Some(number.to_string()),
        Some(Cell::Text(name)) if table == "camp_group" => Some(group_name_key(name)),
        Some(Cell::Text(name)) => Some(name.to_ascii_lowercase()),
        _ => None,
    }
}

/// What no two records of a table are called that were added by hand, though a camp may have both: "École" and "école". The form of columns
/// takes accents, too, for nothing.
fn called(table: &str, cells: &Cells) -> Option<String> {
    let name = name_of(table, cells)?;
    Some(match table {
        "extra_column" => name_key(&name),
        _ => name.to_lowercase(),
    })
}

/// The records of a table that one copy has added, and the other one doesn't have.
fn added<'a>(
    copies: &'a Copies,
    of: &'a Side,
    other: &'a Side,
    table: &'static str,
) -> impl Iterator<Item = (&'a Key, &'a Cells)> {
    let base = copies.base.as_ref();
    let is_new = move |key: &Key| base.is_none_or(|base| !base.contains_key(key));
    only(of, other, table).filter(move |(key, _)| is_new(key))
}

/// The records of a table that the other copy doesn't have.
fn only<'a>(
    of: &'a Side,
    other: &'a Side,
    table: &'static str,
) -> impl Iterator<Item = (&'a Key, &'a Cells)> {
    let records = of.records.iter();
    records.filter(move |(key, _)| key.table == table && !other.records.contains_key(key))
}

/// What were one when one copy got the other one stay one, whatever they are called since.
fn unite_named(
    copies: &Copies,
    times: &[Time<'_>],
    table: &'static str,
    (anew, plan): (&mut Anew, &mut Plan),
) {
    let [ours, theirs] = [Prefer::Ours, Prefer::Theirs].map(|prefer| ever(copies, prefer, table));
    let mut found = Vec::new();
    for (age, [here, there]) in times {
        let here = here.iter().copied();
        let here = here.filter(|(key, _)| key.table == table && !theirs.contains(key.uid()));
        let there = there.iter().copied();
        let there = there.filter(|(key, _)| key.table == table && !ours.contains(key.uid()));
        let pairs = of_one_name(table, here, there).into_iter();
        found.extend(pairs.map(|pair| (*age, pair)));
    }
    // The first time says it, whichever copy is brought to which.
    found.sort_by_key(|(age, [here, there])| (*age, *here.min(there), *here.max(there)));
    let now = of_one_name(
        table,
        added(copies, &copies.ours, &copies.theirs, table),
        added(copies, &copies.theirs, &copies.ours, table),
    );
    let mut known = BTreeSet::new();
    for [here, there] in found.into_iter().map(|(_, pair)| pair).chain(now) {
        if !known.contains(here) && !known.contains(there) {
            known.extend([here, there]);
            anew.unite(table, [here, there], copies, plan);
        }
    }
}

/// Records here and in the other copy that have the same name.
fn of_one_name<'a>(
    table: &str,
    here: impl Iterator<Item = (&'a Key, &'a Cells)>,
    there: impl Iterator<Item = (&'a Key, &'a Cells)>,
) -> Vec<[&'a str; 2]> {
    let mut here = here.collect::<Vec<_>>();
    let mut there = there.collect::<Vec<_>>();
    let mut pairs = Vec::new();
    for name in [name_of, called] {
        let by_name = |records: &[(&'a Key, &'a Cells)]| {
            let named = records.iter();
            let named = named.filter_map(|(key, cells)| Some((name(table, cells)?, key.uid())));
            named.collect::<BTreeMap<_, _>>()
        };
        let ours = by_name(&here);
        let found = by_name(&there).into_iter();
        let found = found.filter_map(|(name, there)| Some([*ours.get(&name)?, there]));
        let found = found.collect::<Vec<_>>();
        let mine = found.iter().map(|[here, _]| *here).collect::<HashSet<_>>();
        here.retain(|(key, _)| !mine.contains(key.uid()));
        let other = found.iter().map(|[_, there]| *there);
        let other = other.collect::<HashSet<_>>();
        there.retain(|(key, _)| !other.contains(key.uid()));
        pairs.extend(found);
    }
    pairs
}

/// A column that one copy has deleted and added again is the one that the other copy has by this name, and so is any other.
fn unite_columns(copies: &Copies, (anew, plan): (&mut Anew, &mut Plan)) {
    const TABLE: &str = "extra_column";
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let here = only(ours, theirs, TABLE);
    let there = only(theirs, ours, TABLE);
    for [here, there] in of_one_name(TABLE, here, there) {
        let was_on_both = |uid: &str| {
            let base = copies.base.as_ref();
            base.is_some_and(|base| base.contains_key(&Key::new(TABLE, [uid])))
        };
        match (was_on_both(here), was_on_both(there)) {
            (true, true) => {}
            (true, false) => anew.theirs.know(TABLE, there, here),
            (false, true) => anew.ours.know(TABLE, here, there),
            (false, false) => anew.unite(TABLE, [here, there], copies, plan),
        }
    }
}

/// What no camp has twice, and would have here.
pub(super) fn twice(
    copies: &Copies,
    merged: &Merged,
    names: &BTreeMap<Key, String>,
) -> Option<MergeRefusal> {
    const ONCE: [&str; 6] = [
        "extra_column",
        "ladder",
        "meeting",
        "us_member",
        "us_event",
        "us_section",
    ];
    if let Some(name) = name_of_two_groups([&copies.ours, &copies.theirs], merged, names) {
        return Some(MergeRefusal::SameGroupName(name.to_owned()));
    }
    let (mut known, mut campers) = (BTreeSet::new(), BTreeSet::new());
    merged.records.iter().find_map(|(key, cells)| {
        let camper = cells.as_ref()?.get("person_id").and_then(Cell::text);
        if let Some(camper) = camper.filter(|_| key.table == "us_member")
            && !campers.insert(camper)
        {
            let name = names.get(&Key::new("person", [camper]));
            let name = name.map_or("", String::as_str);
            return Some(MergeRefusal::Twice(format!("US Chess members for {name}")));
        }
        let table = ONCE.into_iter().find(|table| *table == key.table)?;
        let cells = cells.as_ref()?;
        let name = name_of(table, cells)?;
        if known.insert((table, name)) {
            return None;
        }
        let text = |column: &str| cells.get(column).and_then(Cell::text).unwrap_or_default();
        let name = names.get(key).map_or("", String::as_str);
        Some(MergeRefusal::Twice(match table {
            "extra_column" => format!("columns called “{}”", text("name")),
            "ladder" => format!("ladders called “{}”", text("name")),
            "meeting" => {
                let day = text("held_on");
                let day = day.parse().map_or_else(|_| day.to_owned(), show_date);
                format!("meetings on {day}")
            }
            "us_member" => format!("US Chess members with the number {}", text("member_id")),
            "us_event" => format!("US Chess events with the number {}", text("event_id")),
            _ => format!("US Chess sections {name}"),
        }))
    })
}

/// What two groups of a week would be called, of which the copies may have touched only one.
fn name_of_two_groups<'a>(
    sides: [&'a Side; 2],
    merged: &'a Merged,
    names: &'a BTreeMap<Key, String>,
) -> Option<&'a str> {
    let groups = sides.into_iter().flat_map(|side| &side.groups);
    let mut known = BTreeSet::new();
    groups
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|(week, group)| merged.has(&Key::new("week_group", [week, group])))
        .find_map(|(week, group)| {
            let key = Key::new("camp_group", [group]);
            let touched = merged.records.get(&key).and_then(Option::as_ref);
            let name = touched.and_then(|cells| cells.get("name")?.text());
            let name = name.or_else(|| names.get(&key).map(String::as_str))?;
            let is_first = known.insert((week, group_name_key(name)));
            (!is_first).then_some(name)
        })
}

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

/// Records of a state.
type Records<'a> = Vec<(&'a Key, &'a Cells)>;

fn records(state: &State) -> Records<'_> {
    state.iter().collect()
}

fn told_of(told: &Told) -> Records<'_> {
    let records = told.iter();
    records.map(|(key, cells)| (&**key, &**cells)).collect()
}

/// What came to one copy with a third one, beside all that the other one had before it got the same: of what it never had, it had made one with
/// something of its own.
/// Of `telling` tables all that there was is there, as it tells others apart.
fn of_third<'a>(
    met: &'a Met,
    [here, there]: &[BTreeSet<Arc<Key>>; 2],
    telling: &[&str],
) -> [[Records<'a>; 2]; 2] {
    let part = |told: &'a Told, came: &BTreeSet<Arc<Key>>, comes: bool| {
        let records = told
            .iter()
            .filter(|(key, _)| telling.contains(&key.table) || came.contains(*key) == comes);
        records.map(|(key, cells)| (&**key, &**cells)).collect()
    };
    [true, false].map(|comes| {
        [
            part(&met.here, here, comes),
            part(&met.there, there, !comes),
        ]
    })
}

/// What tells campers from each other.
const TELLING_CAMPERS: [&str; 2] = ["week_player", "us_member"];

/// A time at which one copy got the other one, or both a third one: its age, the later the greater, and the state of both by then.
type Time<'a> = (i64, [Records<'a>; 2]);

/// All such times. What each knows of the other one without saying when comes last.
fn times<'a>(copies: &'a Copies, telling: &[&str]) -> Vec<Time<'a>> {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let met = copies.met.iter().flat_map(|met| {
        let states = match &met.came {
            Some(came) => of_third(met, came, telling).to_vec(),
            None => vec![[told_of(&met.here), told_of(&met.there)]],
        };
        states.into_iter().map(|states| (met.age, states))
    });
    let then = [
        (&ours.after, &theirs.brought),
        (&ours.brought, &theirs.after),
    ];
    let then = then.into_iter().filter_map(|(here, there)| {
        let states = [here.as_ref()?, there.as_ref()?];
        Some((i64::MAX, states.map(records)))
    });
    met.chain(then).collect()
}

/// The uids of a table that a copy ever had, as far as anybody knows.
fn ever<'a>(copies: &'a Copies, prefer: Prefer, table: &str) -> HashSet<&'a str> {
    let states = copies.side(prefer).states().chain(&copies.base);
    let met = copies.met.iter().flat_map(|met| match prefer {
        Prefer::Ours => met.here.keys(),
        Prefer::Theirs => met.there.keys(),
    });
    let keys = states.flat_map(State::keys).chain(met.map(|key| &**key));
    let keys = keys.filter(|key| key.table == table);
    keys.map(Key::uid).collect()
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
    for (age, states) in times(copies, &TELLING_CAMPERS) {
        by_age.entry(age).or_default().push(states);
    }
    // The first time says it, whichever copy is brought to which.
    for states in by_age.into_values() {
        let mut found = BTreeSet::new();
        for [here, there] in states {
            let there = then_only((there, Prefer::Theirs), anew, [ours, &known]);
            if !there.is_empty() {
                let here = then_only((here, Prefer::Ours), anew, [theirs, &known]);
                found.extend(alike_then(&here, &there));
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

fn unite_games(
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
    let [ours, theirs] = known_to;
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
                let in_words = super::words::game(&theirs, &names);
                let here = super::words::game(&ours, &names);
                plan.doubles.push(Double {
                    table: "game",
                    here: (is_number && here != in_words).then_some(here),
                    in_words,
                    theirs: there.clone(),
                    is_likely,
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
