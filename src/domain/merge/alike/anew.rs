//! Records that are known by another uid from now on, all at once: both copies may have imported thousands of the same games.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use crate::domain::{
    Numbered,
    merge::{
        Cell, Cells, Copies, Key, KnownBy, Plan, Prefer, Side, State, TABLES, Table, Told,
        from_problem, in_problem, numbered,
    },
    with_other_numbers,
};

/// What becomes one, until all of it is found: by what each copy knows it from now on.
#[derive(Debug, Default)]
pub(super) struct Anew {
    pub(super) ours: Uids,
    pub(super) theirs: Uids,
}

impl Anew {
    /// Makes one of a record here and one of the other copy.
    pub(super) fn unite(
        &mut self,
        table: &'static str,
        [here, there]: [&str; 2],
        copies: &Copies,
        plan: &mut Plan,
    ) {
        // With the copy as it is now here, it is known from then on. Of what is gone there nothing has to be known.
        if copies
            .theirs
            .records
            .contains_key(&Key::new(table, [there]))
        {
            plan.is_to_remember |= !copies.is_brought;
        }
        if here <= there {
            self.theirs.know(table, there, here);
            return;
        }
        self.ours.know(table, here, there);
        // What was deleted here isn't known by anything any more.
        if copies.ours.records.contains_key(&Key::new(table, [here])) {
            let known = (table, here.to_owned(), there.to_owned());
            plan.known_anew.push(known);
        }
    }

    pub(super) const fn of(&self, prefer: Prefer) -> &Uids {
        match prefer {
            Prefer::Ours => &self.ours,
            Prefer::Theirs => &self.theirs,
        }
    }

    /// Has both copies know everything so, and have known it so ever: one of both had it when they parted.
    pub(super) fn settle_ever(&self, copies: &mut Copies) {
        for uids in [&self.ours, &self.theirs] {
            uids.set_ever(copies);
        }
    }

    /// Has both copies know everything so.
    pub(super) fn settle(&self, copies: &mut Copies) {
        copies.ours.know_anew(&self.ours);
        copies.theirs.know_anew(&self.theirs);
    }
}

/// What a copy knows by another uid since it was made one with that of a third copy, both know by that, and did so ever: it stays what the other copy
/// has by the uid of before, and one with what it was made one with before.
pub(super) fn follow(copies: &mut Copies, plan: &mut Plan) {
    let uids = last_known(copies);
    for (table, known) in &uids.0 {
        let here = known.iter().filter(|(from, _)| {
            let key = Key::new(table, [*from]);
            copies.ours.records.contains_key(&key)
        });
        let anew = here.map(|(from, to)| (*table, from.clone(), to.clone()));
        plan.known_anew.extend(anew);
    }
    uids.set_ever(copies);
}

/// The lowest of the uids by which either copy has known something. Not of what any state has both of: that was kept apart.
fn last_known(copies: &Copies) -> Uids {
    let sides = [&copies.ours, &copies.theirs];
    let next = |table: &'static str, uid: &str| {
        let known = sides
            .into_iter()
            .filter_map(|side| side.formerly.get(&(table, uid.to_owned())));
        known.min().filter(|next| next.as_str() < uid)
    };
    let states = || sides.into_iter().flat_map(Side::states).chain(&copies.base);
    let mut uids = Uids::default();
    for ((table, from), now) in sides.into_iter().flat_map(|side| &side.formerly) {
        let mut last = from;
        while let Some(next) = next(table, last) {
            last = next;
        }
        for known in [from, now].into_iter().filter(|known| *known != last) {
            let both = [known, last].map(|uid| Key::new(table, [uid]));
            let are_apart = |state: &State| both.iter().all(|key| state.contains_key(key));
            if !states().any(are_apart) {
                uids.know(table, known, last);
            }
        }
    }
    uids
}

/// By what records of a copy are known from now on: the uid before and after, by table.
#[derive(Debug, Default)]
pub(super) struct Uids(BTreeMap<&'static str, HashMap<String, String>>);

impl Uids {
    pub(super) fn know(&mut self, table: &'static str, from: &str, to: &str) {
        let uids = self.0.entry(table).or_default();
        uids.insert(from.to_owned(), to.to_owned());
    }

    fn of(&self, table: &str, uid: &str) -> Option<&str> {
        self.0.get(table)?.get(uid).map(String::as_str)
    }

    /// Tables whose records are among the words by which those of another table are known.
    fn in_words(&self, of: &str) -> impl Iterator<Item = &'static str> {
        let about = Table::of(of);
        let words = about.and_then(Table::words).unwrap_or_default().iter();
        let tables = words.filter_map(move |word| about?.link(word));
        tables.filter(|table| self.0.contains_key(table))
    }

    fn may_name(&self, of: &str) -> bool {
        self.0.contains_key(of) || self.in_words(of).next().is_some()
    }

    /// The tables whose records are known by another uid, or name one that is.
    fn touched(&self) -> Vec<&'static str> {
        let mut in_problems = Numbered::ALL.into_iter().map(numbered);
        let is_in_problems = in_problems.any(|of| self.may_name(of));
        let is_touched = |table: &&Table| {
            let mut links = table.links.iter();
            self.may_name(table.name)
                || links.any(|(_, of)| self.may_name(of))
                || (table.name == "accepted_problem" && is_in_problems)
        };
        let tables = TABLES.iter().filter(is_touched);
        tables.map(|table| table.name).collect()
    }

    /// What names a record of the table `of`, if that is known by another uid, or by words with one.
    fn link(&self, of: &str, link: &str) -> Option<String> {
        if let Some(to) = self.of(of, link) {
            return Some(to.to_owned());
        }
        self.in_words(of).next()?;
        let words = link.split(' ');
        let words = words.map(|word| {
            let mut tables = self.in_words(of);
            tables
                .find_map(|table| self.of(table, word))
                .unwrap_or(word)
        });
        let words = words.collect::<Vec<_>>().join(" ");
        (words != link).then_some(words)
    }

    /// An accepted problem, if it names what is known by another uid.
    fn problem(&self, problem: &str) -> Option<String> {
        let anew = with_other_numbers(problem, |of, known_by| {
            let known_by = from_problem(known_by);
            let anew = self.link(numbered(of), &known_by).unwrap_or(known_by);
            Some(in_problem(&anew))
        })?;
        (anew != problem).then_some(anew)
    }

    fn key(&self, key: &Key) -> Option<Key> {
        let about = Table::of(key.table)?;
        let part = |(place, part): (usize, &String)| {
            let of = match about.known_by {
                KnownBy::Columns(columns) if columns.get(place) == Some(&"problem") => {
                    return self.problem(part);
                }
                KnownBy::Columns(columns) => about.link(columns.get(place)?),
                KnownBy::Uid | KnownBy::Words(_) => Some(about.name),
            };
            self.link(of?, part)
        };
        let anew = key.parts.iter().enumerate().map(part).collect::<Vec<_>>();
        if anew.iter().all(Option::is_none) {
            return None;
        }
        let parts = key.parts.iter().zip(anew);
        let parts = parts.map(|(before, after)| after.unwrap_or_else(|| before.clone()));
        Some(Key::new(key.table, parts))
    }

    pub(super) fn set_links(&self, table: &str, cells: &mut Cells) {
        let links = Table::of(table).map_or(&[][..], |about| about.links);
        for (column, of) in links {
            if let Some(Cell::Text(uid)) = cells.get_mut(*column)
                && let Some(to) = self.link(of, uid)
            {
                *uid = to;
            }
        }
    }

    fn set_in(&self, records: &mut State, touched: &[&str]) {
        for (key, cells) in records.iter_mut() {
            if touched.contains(&key.table) {
                self.set_links(key.table, cells);
            }
        }
        self.set_keys(records, touched);
    }

    /// In both copies, and in all that is known of what they were.
    fn set_ever(&self, copies: &mut Copies) {
        let touched = self.touched();
        if touched.is_empty() {
            return;
        }
        for side in [&mut copies.ours, &mut copies.theirs] {
            side.know_anew(self);
        }
        if let Some(base) = &mut copies.base {
            self.set_in(base, &touched);
        }
        for met in &mut copies.met {
            for told in [&mut met.here, &mut met.there] {
                self.set_told(told, &touched);
            }
            for came in met.came.iter_mut().flatten() {
                let keys = std::mem::take(came).into_iter();
                let keys = keys.map(|key| self.key(&key).map_or(key, Arc::new));
                *came = keys.collect();
            }
        }
    }

    fn set_told(&self, told: &mut Told, touched: &[&str]) {
        let records = std::mem::take(told).into_iter();
        let records = records.map(|(key, cells)| {
            if !touched.contains(&key.table) {
                return (key, cells);
            }
            let mut anew = Cells::clone(&cells);
            self.set_links(key.table, &mut anew);
            let cells = if anew == *cells {
                cells
            } else {
                Arc::new(anew)
            };
            (self.key(&key).map_or(key, Arc::new), cells)
        });
        *told = records.collect();
    }

    fn set_keys<T>(&self, known: &mut BTreeMap<Key, T>, touched: &[&str]) {
        let keys = known.keys().filter(|key| touched.contains(&key.table));
        let keys = keys.filter_map(|key| Some((key.clone(), self.key(key)?)));
        // All go before one comes.
        let anew = keys
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|(before, after)| Some((after, known.remove(&before)?)));
        let anew = anew.collect::<Vec<_>>();
        known.extend(anew);
    }

    fn set(&self, table: &str, uid: &mut String) {
        if let Some(to) = self.of(table, uid) {
            to.clone_into(uid);
        }
    }
}

impl Side {
    /// Its records as they are, and as they were.
    pub(super) fn states(&self) -> impl Iterator<Item = &State> {
        let past = [&self.brought, &self.after].into_iter().flatten();
        past.chain(&self.thirds).chain([&self.records])
    }

    /// Has records known by other uids, wherever they are named.
    pub(super) fn know_anew(&mut self, uids: &Uids) {
        let touched = uids.touched();
        if touched.is_empty() {
            return;
        }
        let states = [&mut self.brought, &mut self.after].into_iter().flatten();
        let states = states.chain(&mut self.thirds);
        for state in states.chain([&mut self.records]) {
            uids.set_in(state, &touched);
        }
        uids.set_keys(&mut self.names, &touched);
        for placed in self.orders.values_mut().flatten() {
            uids.set("game", &mut placed.uid);
        }
        let games = std::mem::take(&mut self.games).into_iter();
        let games = games.map(|mut game| {
            uids.set("game", &mut game);
            game
        });
        self.games = games.collect();
        let orders = std::mem::take(&mut self.orders).into_iter();
        let orders = orders.map(|(mut week, placed)| {
            uids.set("week", &mut week);
            (week, placed)
        });
        self.orders = orders.collect();
        let numbers = std::mem::take(&mut self.numbers).into_iter();
        let numbers = numbers.map(|(mut uid, number)| {
            uids.set("person", &mut uid);
            (uid, number)
        });
        self.numbers = numbers.collect();
        let groups = std::mem::take(&mut self.groups).into_iter();
        let groups = groups.map(|(mut week, mut group)| {
            uids.set("week", &mut week);
            uids.set("camp_group", &mut group);
            (week, group)
        });
        self.groups = groups.collect();
        let numbered = std::mem::take(&mut self.numbered).into_iter();
        let numbered = numbered.map(|((of, words), number)| {
            let words = uids.link(of, &words).unwrap_or(words);
            ((of, words), number)
        });
        self.numbered = numbered.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::merge::MergeChoices;

    /// The games of an import, each with its row of the old file and a uid of this copy.
    fn imported(uid: impl Fn(i64) -> i64) -> Side {
        let game = |number: i64| {
            let text = |text: String| Cell::Text(text);
            let cells = [
                ("week_id", text("week".to_owned())),
                ("white_id", text(format!("camper {}", number % 60))),
                ("black_id", text(format!("camper {}", (number + 7) % 60))),
                ("result", Cell::Whole(1)),
                ("imported_number", Cell::Whole(number)),
                ("imported_row", Cell::Whole(number)),
                ("sequence", Cell::Whole(number)),
            ];
            let cells = cells.map(|(column, cell)| (column.to_owned(), cell));
            (
                Key::new("game", [uid(number).to_string()]),
                Cells::from(cells),
            )
        };
        Side {
            records: (1..=3000).map(game).collect(),
            ..Side::default()
        }
    }

    #[test]
    fn thousands_of_games_that_were_imported_on_both_are_one() {
        let copies = Copies {
            ours: imported(|number| 20_000 + number),
            // Every other one has the lower uid.
            theirs: imported(|number| 20_000 + number + if number % 2 == 0 { 5000 } else { -5000 }),
            base: Some(State::new()),
            ..Copies::default()
        };
        let plan = Plan::new(&copies, &MergeChoices::default()).expect("a plan");
        assert_eq!((plan.changes, plan.known_anew.len()), (vec![], 1500));
    }

    #[test]
    fn what_is_known_by_words_is_known_by_those_with_the_other_uid() {
        let mut uids = Uids::default();
        uids.know("us_event", "one", "other");
        let section = |event: &str| Key::new("us_section", [format!("new {event} 3")]);
        let entry = |event: &str| {
            let [section] = section(event).parts.try_into().expect("words");
            Key::new("us_entry", [section, "0".to_owned()])
        };
        let group = Key::new("camp_group", ["one"]);
        let cells =
            |event: &str| Cells::from([("event_id".to_owned(), Cell::Text(event.to_owned()))]);
        let mut side = Side {
            records: State::from([
                (section("one"), cells("one")),
                (entry("one"), Cells::new()),
                (group.clone(), Cells::new()),
            ]),
            ..Side::default()
        };
        side.know_anew(&uids);
        let expected = State::from([
            (section("other"), cells("other")),
            (entry("other"), Cells::new()),
            (group, Cells::new()),
        ]);
        assert_eq!(side.records, expected);
    }
}
