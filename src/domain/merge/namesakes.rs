//! Campers of one name, told apart by their numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Cell, Cells, Copies, Key, Plan, Prefer, ReadsHere, Side, State, three_way::Merged, words,
};
use crate::domain::name_key;

/// By what each copy knows its campers, by their numbers: those stay when two are made one.
pub(super) struct Campers<'a> {
    read: &'a Copies,
    by_number: [BTreeMap<i64, String>; 2],
}

impl<'a> Campers<'a> {
    /// The copies as they were `read`, and with all that is one known by one uid.
    pub(super) fn new(read: &'a Copies, united: &Copies) -> Self {
        let by_number = |side: &Side| {
            let numbers = side.numbers.iter();
            numbers
                .map(|(uid, number)| (*number, uid.clone()))
                .collect()
        };
        Self {
            read,
            by_number: [&united.ours, &united.theirs].map(by_number),
        }
    }

    /// What both copies know a camper by who has this number in one of them.
    pub(super) fn known_by(&self, number: i64, of: Prefer) -> Option<&str> {
        let [here, there] = &self.by_number;
        let campers = match of {
            Prefer::Ours => here,
            Prefer::Theirs => there,
        };
        campers.get(&number).map(String::as_str)
    }

    /// A game of either copy as it reads there, with what both know its players by now.
    fn game(&self, prefer: Prefer, uid: &str) -> Option<Cells> {
        let side = self.read.side(prefer);
        let game = side.records.get(&Key::new("game", [uid]))?;
        let mut game = game.clone();
        for column in ["white_id", "black_id"] {
            if let Some(Cell::Text(uid)) = game.get_mut(column)
                && let Some(number) = side.numbers.get(uid)
                && let Some(now) = self.known_by(*number, prefer)
            {
                now.clone_into(uid);
            }
        }
        Some(game)
    }
}

impl Plan {
    /// Campers of one name have the number with it that they have when this is carried out, as where games are typed: "Ola de la Cruz (1)".
    pub(super) fn tell_campers_apart(&mut self, copies: &Copies, merged: &Merged) {
        let number = |key: &Key| {
            let cells = merged.records.get(key).and_then(Option::as_ref);
            let number = match cells.and_then(|cells| cells.get("id")) {
                Some(Cell::Whole(number)) => Some(number),
                _ => None,
            };
            let mut sides = [&copies.ours, &copies.theirs].into_iter();
            number.or_else(|| sides.find_map(|side| side.numbers.get(key.uid())))
        };
        let titles = &self.titles;
        let untitled = self.names.iter();
        let untitled = untitled.filter(|(key, _)| !titles.contains_key(key));
        // Whatever else is decided.
        let of_titles = of_one_name(titles.iter().chain(untitled));
        let of_names = of_one_name(&self.names);
        for (keys, names) in [(of_titles, &mut self.titles), (of_names, &mut self.names)] {
            for key in keys {
                if let (Some(number), Some(name)) = (number(&key), names.get_mut(&key)) {
                    *name = format!("{name} ({number})");
                }
            }
        }
    }

    /// What people call games: their players, their result and their day.
    pub(super) fn name_games(&mut self, games: &State, campers: &Campers<'_>) {
        for (key, cells) in games {
            let name = words::game(cells, &[&self.names]);
            self.names.insert(key.clone(), name);
        }
        let mut doubles = std::mem::take(&mut self.doubles);
        for double in doubles.iter_mut().filter(|it| it.table == "game") {
            let said = |game: Cells| words::game(&game, &[&self.names]);
            if let ReadsHere::Row(_) = double.here
                && let Some(ours) = campers.game(Prefer::Ours, &double.ours).map(said)
            {
                double.here = ReadsHere::Row(ours);
            }
            if let Some(theirs) = campers.game(Prefer::Theirs, &double.theirs).map(said) {
                double.in_words = theirs;
            }
        }
        self.doubles = doubles;
    }
}

/// Campers who are called as another one.
fn of_one_name<'a>(names: impl IntoIterator<Item = (&'a Key, &'a String)>) -> BTreeSet<Key> {
    let mut sharers = BTreeMap::<String, Vec<&Key>>::new();
    // Who was deleted has the name by uid, and by number for marks at meetings.
    let people = names.into_iter();
    let people = people.filter(|(key, _)| key.table == "person" && !key.uid().starts_with('#'));
    for (key, name) in people {
        sharers.entry(name_key(name)).or_default().push(key);
    }
    let shared = sharers.into_values().filter(|keys| keys.len() > 1);
    shared.flatten().cloned().collect()
}
