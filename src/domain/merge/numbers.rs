//! Players who got the same number on both copies: one keeps it, the other one gets a new one, whichever copy is brought to which. Marks at
//! meetings hold the numbers of players who were deleted.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Base, Cell, Cells, Copies, Key, KnownBy, Plan, Renumbered, Said, State, three_way::Merged,
};
use crate::domain::name_key;

/// Gives every player a number that nobody else has.
pub(super) fn set(
    (copies, base): (&Copies, &Base),
    merged: &mut Merged,
    plan: &mut Plan,
    said: &mut Vec<Said>,
) {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let numbers_of = |uid: &str| [ours, theirs].map(|side| side.numbers.get(uid).copied());
    let was_there = |uid: &str| {
        let base = copies.base.as_ref();
        base.is_some_and(|base| base.contains_key(&Key::new("person", [uid])))
    };
    // One of the two has got another number since, when a third copy was brought.
    let has_two = |uid: &str| matches!(numbers_of(uid), [Some(here), Some(there)] if here != there);
    let gets_one = |uid: &str, merged: &Merged| {
        let record = merged.records.get(&Key::new("person", [uid]));
        record.is_some_and(Option::is_some) && (!was_there(uid) || has_two(uid))
    };
    let all = ours.numbers.keys().chain(theirs.numbers.keys());
    let all = all.collect::<BTreeSet<_>>();
    let (given, kept) = all
        .iter()
        .copied()
        .partition::<Vec<_>, _>(|uid| gets_one(uid, merged));
    let mut taken = BTreeMap::new();
    // Whoever goes leaves the number to others.
    let staying = kept.into_iter();
    let staying = staying.filter(|uid| merged.has(&Key::new("person", [*uid])));
    for uid in staying {
        for number in numbers_of(uid).into_iter().flatten() {
            taken.insert(number, uid.clone());
        }
    }
    // Of two numbers the one that was given last.
    for uid in given.iter().filter(|uid| was_there(uid)) {
        if let Some(number) = numbers_of(uid).into_iter().max().flatten() {
            taken.entry(number).or_insert_with(|| (*uid).clone());
        }
    }
    hold_marked((copies, base), &all, (merged, said), &mut taken);
    let mut next = ours.next_player.max(theirs.next_player);
    // Who is on both already comes first, with the number that was given last.
    let (both, one) = given
        .into_iter()
        .partition::<Vec<_>, _>(|uid| numbers_of(uid).iter().all(Option::is_some));
    for uid in both.into_iter().chain(one) {
        let [here, there] = numbers_of(uid);
        let Some(wanted) = here.max(there) else {
            continue;
        };
        let is_taken = taken.get(&wanted).is_some_and(|keeps| keeps != uid);
        let number = if is_taken {
            next += 1;
            next - 1
        } else {
            wanted
        };
        taken.insert(number, uid.clone());
        if let Some(Some(cells)) = merged.records.get_mut(&Key::new("person", [uid])) {
            cells.insert("id".to_owned(), Cell::Whole(number));
        }
        if [here, there].into_iter().flatten().any(|had| had != number) {
            keep_number_of_file(copies, (uid, number), &taken, merged);
        }
        let name = |uid: &str| {
            let name = plan.names.get(&Key::new("person", [uid]));
            name.cloned().unwrap_or_default()
        };
        // Who has the number here already got it long ago.
        let is_done = here == Some(number);
        let renumbered = [(here, true), (there, false)]
            .into_iter()
            .filter(|_| !is_done)
            .find_map(|(had, here)| {
                let from = had.filter(|had| *had != number)?;
                Some(Renumbered {
                    player: name(uid),
                    from,
                    to: number,
                    keeps: taken
                        .get(&from)
                        .map(|uid| name(uid))
                        .filter(|name| !name.is_empty()),
                    here,
                })
            });
        plan.renumbered.extend(renumbered);
    }
}

/// What comes back gets the number again that it had here: accepted problems here name it by that. A camper's is set already.
pub(super) fn know_returning(copies: &Copies, (here, merged): (&State, &Merged), plan: &mut Plan) {
    let had = |key: &Key| {
        let ours = &copies.ours;
        let past = [&copies.base, &ours.brought, &ours.after].into_iter();
        let mut past = past.flatten().chain(&ours.thirds);
        past.find_map(|state| match state.get(key)?.get("id") {
            Some(Cell::Whole(number)) => Some(*number),
            _ => None,
        })
    };
    for (key, after) in &merged.records {
        let is_numbered = key
            .table()
            .is_some_and(|it| !matches!(it.known_by, KnownBy::Columns(_)));
        if is_numbered && key.table != "person" && after.is_some() && !here.contains_key(key) {
            let number = had(key).map(|number| ((key.table, key.uid().to_owned()), number));
            plan.numbered.extend(number);
        }
    }
}

/// A camper of the old file who gets another number is known by that of the file when it is imported again; unless whoever keeps that number has
/// it of a file, too.
fn keep_number_of_file(
    copies: &Copies,
    (uid, number): (&str, i64),
    taken: &BTreeMap<i64, String>,
    merged: &mut Merged,
) {
    let is_blank = |cells: &Cells, column: &str| cells.get(column).is_none_or(Cell::is_blank);
    // Without a number of a file beside it, the row had the camper's own, or a list had none.
    let has_own =
        |cells: &Cells| !is_blank(cells, "imported_row") && is_blank(cells, "imported_number");
    let is_of = |key: &Key, uid: &str| {
        key.table == "week_player" && key.parts.get(1).is_some_and(|it| it == uid)
    };
    let sides = [&copies.ours, &copies.theirs];
    let is_of_file = |number: i64| {
        let keeps = taken.get(&number).filter(|keeps| *keeps != uid);
        keeps.is_some_and(|keeps| {
            let mut records = sides.iter().flat_map(|side| &side.records);
            records.any(|(key, cells)| is_of(key, keeps) && has_own(cells))
        })
    };
    let mut of_file = BTreeMap::<&Key, i64>::new();
    for side in sides {
        let had = side.numbers.get(uid).copied();
        let Some(had) = had.filter(|had| !is_of_file(*had)) else {
            continue;
        };
        for (key, cells) in &side.records {
            if is_of(key, uid) && has_own(cells) {
                let number = of_file.entry(key).or_insert(had);
                *number = had.max(*number);
            }
        }
    }
    for (key, of_file) in of_file.into_iter().filter(|(_, it)| *it != number) {
        if let Some(Some(cells)) = merged.records.get_mut(key)
            && has_own(cells)
        {
            cells.insert("imported_number".to_owned(), Cell::Whole(of_file));
        }
    }
}

/// Takes the numbers that marks at meetings name of players who are on neither copy any more: nobody else was there. Where somebody else has
/// such a number all the same, the mark is left out, and one that would come is named.
fn hold_marked(
    (copies, base): (&Copies, &Base),
    all: &BTreeSet<&String>,
    (merged, said): (&mut Merged, &mut Vec<Said>),
    taken: &mut BTreeMap<i64, String>,
) {
    let gone = [&copies.ours.gone, &copies.theirs.gone];
    for (key, mark) in &mut merged.records {
        let player = key.parts.get(1).filter(|_| key.table == "attendance");
        let player = player.filter(|player| !all.contains(player));
        let (Some(player), Some(cells)) = (player, &*mark) else {
            continue;
        };
        // Of whom no history tells, it is all that is known.
        let number = player.strip_prefix('#').and_then(|it| it.parse().ok());
        let known = gone.iter().filter_map(|gone| gone.get(player));
        let numbers = known.map(|(number, _)| *number).chain(number);
        let numbers = numbers.collect::<Vec<i64>>();
        let is_else = |number: &&i64| taken.get(*number).is_some_and(|keeps| keeps != player);
        if let Some(number) = numbers.iter().find(is_else) {
            *mark = None;
            if !copies.ours.records.contains_key(key) {
                let keeps = taken.get(number).map_or("", String::as_str);
                said.push(left_out(key, (player, keeps), *number));
            }
        } else {
            if !base.records.contains_key(key) {
                let marks = numbers.iter().filter_map(|number| {
                    let who = of_two(copies, (key, cells), *number)?;
                    Some(left_out(key, who, *number))
                });
                said.extend(marks.collect::<BTreeSet<_>>());
            }
            let numbers = numbers.into_iter();
            taken.extend(numbers.map(|number| (number, player.clone())));
        }
    }
}

fn left_out(mark: &Key, (player, keeps): (&str, &str), number: i64) -> Said {
    let person = |uid| Key::new("person", [uid]);
    Said::MarkLeftOut {
        mark: mark.clone(),
        player: person(player),
        keeps: person(keeps),
        number,
    }
}

/// Who came and went on one copy, and who did so by the same number on the other one, where both were at one meeting: of the two only one mark
/// can be there. Whose is left out, and whose stays.
fn of_two<'a>(
    copies: &'a Copies,
    (key, mark): (&Key, &Cells),
    number: i64,
) -> Option<(&'a str, &'a str)> {
    let [ours, theirs] = [&copies.ours, &copies.theirs].map(|side| {
        let marked = side.records.get(key)?;
        let mut gone = side.gone.iter();
        let (uid, (_, name)) = gone.find(|(_, (of, _))| *of == number)?;
        Some((marked, uid.as_str(), name))
    });
    let ((marked, here, name), (_, there, other)) = (ours?, theirs?);
    if here == there || name_key(name) == name_key(other) {
        return None;
    }
    Some(if mark == marked {
        (there, here)
    } else {
        (here, there)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::merge::{Cells, MergeChoices, RecordChange, Side, State};

    /// A camper of both has another number in the copy since somebody who was deleted there has hers.
    fn with_a_mark_that_cannot_come() -> Copies {
        let meeting = Key::new("meeting", ["first"]);
        let mark = Key::new("attendance", ["first", "#4"]);
        let text = |column: &str, text: &str| (column.to_owned(), Cell::Text(text.to_owned()));
        let theirs = Side {
            records: State::from([
                (
                    meeting.clone(),
                    Cells::from([text("held_on", "2026-07-07")]),
                ),
                (mark, Cells::from([text("mark", "present")])),
            ]),
            numbers: [("zhao".to_owned(), 5)].into(),
            gone: [("yu".to_owned(), (4, "Ann Yu".to_owned()))].into(),
            names: [(meeting.clone(), "the meeting of 7/7/2026".to_owned())].into(),
            ..Side::default()
        };
        let zhao = Key::new("person", ["zhao"]);
        let ours = Side {
            numbers: [("zhao".to_owned(), 4)].into(),
            names: [(zhao, "Ann Zhao".to_owned())].into(),
            ..Side::default()
        };
        Copies {
            ours,
            theirs,
            base: Some(State::new()),
            ..Copies::default()
        }
    }

    fn planned(copies: &Copies) -> Plan {
        Plan::new(copies, &MergeChoices::default()).expect("a plan")
    }

    #[test]
    fn a_mark_that_cannot_come_is_named() {
        let mut copies = with_a_mark_that_cannot_come();
        let meeting = Key::new("meeting", ["first"]);
        let left_out =
            ["The mark of Ann Yu at the meeting of 7/7/2026 is left out: 4 is Ann Zhao’s"];
        let plan = planned(&copies);
        let [(added, RecordChange::Added(_))] = plan.changes.as_slice() else {
            panic!("{:?}", plan.changes);
        };
        assert_eq!(
            (added, &plan.weeks[..]),
            (&meeting, &left_out.map(str::to_owned)[..])
        );
        // Where that is all, it isn't said that all is here already.
        let held = copies.theirs.records.get(&meeting).cloned();
        copies.ours.records.extend(held.map(|held| (meeting, held)));
        let plan = planned(&copies);
        assert!(plan.changes_nothing() && !plan.is_empty());
        assert_eq!(plan.weeks, left_out);
        // Nor is it told again.
        copies.theirs.brought = Some(copies.theirs.records.clone());
        assert!(planned(&copies).is_empty());
    }
}
