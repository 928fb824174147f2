//! What a copy has done is there once two are brought together, or the preview names it.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::domain::{
    merge::{Conflict, How, RecordChange},
    with_other_numbers,
};

/// What follows from the rest: the places of games, and which weeks are open.
const COMPUTED: [&str; 3] = ["sequence", "current_week", "closed_on"];

/// What goes with what people read, and is settled without them where both have changed it.
const SETTLED: [&str; 11] = [
    "logo_kind",
    "frozen_weekly",
    "frozen_permanent",
    "left_midweek",
    "imported_number",
    "imported_result",
    "imported_as",
    "imported_row",
    "entered_at",
    "verified_at",
    "opened_on",
];

/// A copy's records, with no more than the values that are its own: those of which it isn't known that the other copy had them, too. Who has been
/// in the camp, with the numbers of each, tells of marks whose they are.
pub(super) fn own(
    state: &State,
    people: &Numbers,
    is_known: impl Fn(&Key, &str, &Cell) -> bool,
) -> State {
    let own = |key: &Key, cells: &Cells| {
        let known_by = ever_known_by(key, state, people);
        let cells = cells.iter();
        let cells = cells.filter(|(column, cell)| {
            let is_computed = COMPUTED.contains(&column.as_str()) || key.table == "us_rating";
            let mut known_by = known_by.iter();
            !is_computed && !known_by.any(|key| is_known(key, column, cell))
        });
        let cells = cells.map(|(column, cell)| (column.clone(), cell.clone()));
        cells.collect()
    };
    let records = state.iter();
    let records = records.map(|(key, cells)| (key.clone(), own(key, cells)));
    records.collect()
}

/// Two copies before they are brought together, and what was planned on either.
pub(super) struct Both<'a> {
    pub(super) sides: [State; 2],
    /// What must be there afterwards of each, with the values that are its own.
    pub(super) own: [State; 2],
    /// What both had, as far as that is known.
    pub(super) base: State,
    pub(super) plans: [&'a Plan; 2],
}

impl<'a> Both<'a> {
    /// Two copies that were the same.
    pub(super) fn since(base: State, camps: [&CampFile; 2], plans: [&'a Plan; 2]) -> Self {
        let sides = camps.map(view);
        let was = |key: &Key, column: &str, cell: &Cell| {
            base.get(key).and_then(|cells| cells.get(column)) == Some(cell)
        };
        let people = numbers(&base);
        Self {
            own: sides.each_ref().map(|side| own(side, &people, was)),
            sides,
            base,
            plans,
        }
    }

    /// Every record of either side is there afterwards with all that was done to it, or the preview here says of this very one that it isn't.
    pub(super) fn nothing_is_lost_unsaid(self, after: &State) -> Result<(), TestCaseError> {
        let lost = Lost::new(&self, after).all();
        prop_assert_eq!(lost, Vec::<String>::new());
        Ok(())
    }
}

/// By what records are known once what is one on both is one.
#[derive(Default)]
pub(super) struct Shared(BTreeMap<String, String>);

impl Shared {
    fn new(plans: [&Plan; 2]) -> Self {
        let mut shared = Self::default();
        shared.learn(plans);
        shared
    }

    /// What is made one by these plans, too.
    pub(super) fn learn(&mut self, plans: [&Plan; 2]) {
        let known_anew = plans.into_iter().flat_map(|plan| &plan.known_anew);
        let known_anew = known_anew.map(|(_, from, to)| (from.clone(), to.clone()));
        self.0.extend(known_anew);
    }

    /// Of two uids the lower one stays, each time.
    fn uid<'a>(&'a self, mut uid: &'a str) -> &'a str {
        while let Some(lower) = self.0.get(uid) {
            uid = lower;
        }
        uid
    }

    /// A uid, or words with one. What was added since both were the same is "new" in a plan.
    fn known_by(&self, known_by: &str) -> String {
        let mut words = known_by;
        while let Some(known_by) = words.strip_prefix("new ") {
            words = known_by;
        }
        let words = words.split(' ');
        let words = words.map(|word| self.uid(word));
        words.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn key(&self, key: &Key) -> Key {
        let parts = key.parts.iter().enumerate();
        let parts = parts.map(|(place, part)| {
            let is_problem = key.table == "accepted_problem" && place == 1;
            let of = |_, known_by: &str| Some(self.known_by(known_by));
            let problem = with_other_numbers(part, of).filter(|_| is_problem);
            problem.unwrap_or_else(|| self.known_by(part))
        });
        Key::new(key.table, parts)
    }

    fn keys<'a>(&self, keys: impl IntoIterator<Item = &'a Key>) -> BTreeSet<Key> {
        let keys = keys.into_iter();
        keys.map(|key| self.key(key)).collect()
    }

    fn cells(&self, key: &Key, cells: &Cells) -> Cells {
        let links = Table::of(key.table).map_or(&[][..], |table| table.links);
        let cells = cells.iter().map(|(column, cell)| {
            let is_link = links.iter().any(|(name, _)| name == column);
            let cell = match cell {
                Cell::Text(known_by) if is_link => Cell::Text(self.known_by(known_by)),
                cell => cell.clone(),
            };
            (column.clone(), cell)
        });
        cells.collect()
    }

    fn state(&self, state: &State) -> State {
        let records = state.iter();
        let records = records.map(|(key, cells)| (self.key(key), self.cells(key, cells)));
        records.collect()
    }
}

/// What is decided of a record, as it is known afterwards.
struct Decided {
    key: Key,
    clash: Clash,
    /// What goes with it, and what is as on the other copy.
    with: BTreeSet<Key>,
    /// What stays without it.
    without: BTreeSet<Key>,
}

impl Decided {
    fn new(conflict: &Conflict, shared: &Shared) -> Self {
        Self {
            key: shared.key(&conflict.key),
            clash: conflict.clash.clone(),
            with: shared.keys(conflict.with.iter().chain(&conflict.replaced)),
            without: shared.keys(&conflict.without),
        }
    }

    /// Whether a record may be there or not, by what is decided.
    fn is_of_record(&self, key: &Key, shared: &Shared) -> bool {
        let is_it = |it: &Key| {
            let it = shared.key(it);
            it == *key || it == key.whole()
        };
        let is_clash = match &self.clash {
            Clash::Deleted { .. } => is_it(&self.key),
            Clash::Fields(differences) => differences.iter().any(|it| {
                let on_one = it.ours.is_some() != it.theirs.is_some();
                on_one && is_it(&it.key)
            }),
            Clash::Week { left_out, .. } => left_out.iter().flatten().any(is_it),
            Clash::Order => false,
        };
        // A mark at a meeting of somebody who is deleted goes with her; the meeting stays.
        let names_it = || key.parts.iter().any(|part| part == self.key.uid());
        let is_part_of_staying = || self.without.contains(&key.whole()) && names_it();
        is_clash || self.with.iter().any(is_it) || is_part_of_staying()
    }

    /// Whether a value may be another one, by what is decided.
    fn is_of_cell(&self, key: &Key, column: &str, shared: &Shared) -> bool {
        let differ = match &self.clash {
            Clash::Fields(differences) => &differences[..],
            Clash::Week { differ, .. } => &differ[..],
            Clash::Order | Clash::Deleted { .. } => &[],
        };
        let is_link = Table::of(key.table).is_some_and(|it| it.link(column).is_some());
        let is_of_week = self.key.table == "closing" && SETTLED.contains(&column);
        let mut differ = differ.iter();
        differ.any(|it| shared.key(&it.key) == *key && it.columns.iter().any(|it| it == column))
            || self.is_of_record(key, shared)
            || is_link && self.without.contains(&key.whole())
            || is_of_week && self.is_in_week(key)
    }

    fn is_in_week(&self, key: &Key) -> bool {
        // Which week a game is of is one of its cells.
        key.table.starts_with("game") || key.uid() == self.key.uid()
    }
}

struct Lost<'a> {
    both: &'a Both<'a>,
    after: &'a State,
    shared: Shared,
    /// As they are known afterwards.
    sides: [State; 2],
    base: State,
    decided: Vec<Decided>,
    /// What each preview says that is deleted.
    deleted: [BTreeSet<Key>; 2],
    /// Of all players afterwards.
    numbers: Numbers,
}

impl<'a> Lost<'a> {
    fn new(both: &'a Both<'a>, after: &'a State) -> Self {
        let shared = Shared::new(both.plans);
        let [here, _] = both.plans;
        let decided = here.conflicts.iter();
        Self {
            sides: both.sides.each_ref().map(|side| shared.state(side)),
            base: shared.state(&both.base),
            decided: decided.map(|it| Decided::new(it, &shared)).collect(),
            deleted: both.plans.map(|plan| shared.keys(&deleted(plan))),
            numbers: numbers(after),
            shared,
            both,
            after,
        }
    }

    fn all(&self) -> Vec<String> {
        let mut lost = self.kept_unsaid();
        for (at, own) in self.both.own.iter().enumerate() {
            for (of_side, cells) in own {
                let key = self.shared.key(of_side);
                // What US Chess has computed goes with the crosstable.
                if key.table == "us_rating" {
                    continue;
                }
                let cells = self.shared.cells(of_side, cells);
                let marked = || {
                    let mut marks = by_uids(of_side, &self.numbers);
                    marks.find_map(|mark| self.after.get(&mark))
                };
                let Some(now) = self.after.get(&key).or_else(marked) else {
                    if !self.is_said(at, of_side, &cells) {
                        lost.push(format!("{} of side {at}: {key:?} {cells:?}", key.table));
                    }
                    continue;
                };
                for (column, cell) in &cells {
                    let now = now.get(column);
                    if !is_the_same(now, cell) && !self.may_be(at, &key, (column, cell), now) {
                        lost.push(format!(
                            "{} {column} of side {at}: {cell:?} is {now:?} of {key:?}",
                            key.table
                        ));
                    }
                }
            }
        }
        lost
    }

    /// What one copy has deleted, the other one has, and nobody says that it stays.
    fn kept_unsaid(&self) -> Vec<String> {
        let deleted = self.base.keys().filter(|key| {
            let sides = self.sides.each_ref().map(|side| side.contains_key(key));
            let is_whole = key.whole() == **key && key.table != "accepted_problem";
            is_whole && sides.contains(&false) && self.after.contains_key(key)
        });
        let unsaid = deleted.filter(|key| {
            let mut decided = self.decided.iter();
            !decided.any(|it| it.is_of_record(key, &self.shared))
        });
        unsaid.map(|key| format!("{key:?} stays")).collect()
    }

    /// Whether it is said of a record that isn't there any more. Nothing that was done to one goes without being decided.
    fn is_said(&self, at: usize, of_side: &Key, own: &Cells) -> bool {
        let key = self.shared.key(of_side);
        let by_number = self.shared.key(&by_number(of_side, &self.both.sides[at]));
        let mut decided = self.decided.iter();
        if self.after.contains_key(&by_number)
            || decided.any(|it| it.is_of_record(&key, &self.shared))
            || self.is_opening_of_both(&key)
        {
            return true;
        }
        if is_read(own) {
            return false;
        }
        let column = column_of(&key);
        let is_deleted = |at: usize| {
            let deleted = &self.deleted[at];
            let is_it = |key: &Key| deleted.contains(key);
            is_it(&key) || is_it(&key.whole()) || column.as_ref().is_some_and(is_it)
        };
        // Here it was deleted, and there it comes as that.
        is_deleted(0) || at == 1 && self.base.contains_key(&key) && is_deleted(1)
    }

    /// Whether a value may be another one than it was on a copy that has changed it.
    fn may_be(
        &self,
        at: usize,
        key: &Key,
        (column, cell): (&str, &Cell),
        now: Option<&Cell>,
    ) -> bool {
        let mut decided = self.decided.iter();
        if decided.any(|it| it.is_of_cell(key, column, &self.shared)) {
            return true;
        }
        let before = self.base.get(key);
        let other = self.sides[1 - at].get(key);
        let is_on_both = before.is_none() && other.is_some();
        let is_changed =
            other.is_some() && other.map(|it| it.get(column)) != before.map(|it| it.get(column));
        let is_others = is_changed && other.and_then(|it| it.get(column)) == now;
        let is_verified = || {
            let compared = ["white_id", "black_id", "result"];
            let mut compared = compared.iter();
            let of = |state: &State, column: &str| state.get(key)?.get(column).cloned();
            compared.all(|column| of(&self.sides[at], column) == of(self.after, column))
        };
        match (key.table, column) {
            ("person", "id") => {
                let mut renumbered = self.both.plans.into_iter().flat_map(|it| &it.renumbered);
                renumbered.any(|it| Cell::Whole(it.from) == *cell)
            }
            ("week_group", "skill_order") => self.has_new_group(key.uid()),
            // Of two columns that are one, the first.
            ("extra_column", "position") => other.and_then(|it| it.get(column)) == now,
            ("game", "verified_at") if !is_verified() => true,
            // Of two files without numbers.
            ("game", "imported_number" | "imported_result" | "imported_as" | "imported_row")
                if now == Some(&Cell::Empty) =>
            {
                true
            }
            // That of the file, by which the camper was known until he or she got another one.
            ("week_player", "imported_number") if *cell == Cell::Empty => {
                let camper = Key::new("person", key.parts.get(1).map(String::as_str));
                let is_now = |state: &State| state.get(&camper).and_then(|it| it.get("id")) == now;
                is_others || !is_now(self.after) && self.sides.iter().any(is_now)
            }
            // Once it is the same on both, and the week before is another one on one.
            ("week_player", "start_permanent") if is_on_both => is_others,
            _ if self.is_opening_of_both(key) => true,
            _ if SETTLED.contains(&column) => is_others,
            // Where one was left blank.
            _ => is_on_both && is_others && is_blank(Some(cell)),
        }
    }

    /// A member whom both have added is opened by the first section.
    fn is_opening_of_both(&self, key: &Key) -> bool {
        let member = key.whole();
        let is_on_both = self.sides.iter().all(|side| side.contains_key(&member));
        let is_opening = ["us_account", "us_director"].contains(&key.table);
        is_opening && is_on_both && !self.base.contains_key(&member)
    }

    /// Whether a group was added to a week: those behind it are moved on.
    fn has_new_group(&self, week: &str) -> bool {
        let is_new = |key: &Key| {
            key.table == "week_group" && key.uid() == week && !self.base.contains_key(key)
        };
        let mut groups = self.sides.iter().flat_map(State::keys);
        groups.any(is_new)
    }
}

fn is_blank(cell: Option<&Cell>) -> bool {
    match cell {
        None | Some(Cell::Empty) => true,
        Some(Cell::Text(text)) => text.is_empty(),
        Some(Cell::Whole(_)) => false,
    }
}

fn is_the_same(now: Option<&Cell>, cell: &Cell) -> bool {
    now == Some(cell) || is_blank(now) && is_blank(Some(cell))
}

/// The column that a further value is of.
fn column_of(key: &Key) -> Option<Key> {
    let is_value = ["group_extra", "person_extra", "game_extra"].contains(&key.table);
    let column = key.parts.get(1).filter(|_| is_value)?;
    Some(Key::new("extra_column", [column]))
}

/// What a preview says that is deleted. A part that goes is told among what is different in the whole.
fn deleted(plan: &Plan) -> BTreeSet<Key> {
    let coming = plan.coming();
    let deleted = coming.iter().filter(|it| it.how == How::Deleted);
    let deleted = deleted.map(|it| it.key.clone());
    let told = coming.iter().map(|it| &it.key).collect::<BTreeSet<_>>();
    let parts = plan.changes.iter().filter(|(key, change)| {
        matches!(change, RecordChange::Deleted(_)) && told.contains(&key.whole())
    });
    deleted.chain(parts.map(|(key, _)| key.clone())).collect()
}

/// A mark at a meeting, as it is known once whom it is of is deleted: by the number.
fn by_number(mark: &Key, side: &State) -> Key {
    let player = mark.parts.last().filter(|_| mark.table == "attendance");
    let player = player.and_then(|player| side.get(&Key::new("person", [player])));
    match player.and_then(|player| player.get("id")) {
        Some(Cell::Whole(number)) => Key::new(mark.table, [mark.uid(), &format!("#{number}")]),
        _ => mark.clone(),
    }
}

/// The numbers of players, and who has them.
pub(super) type Numbers = BTreeSet<(Cell, String)>;

fn numbers(state: &State) -> Numbers {
    let players = state.iter().filter(|(key, _)| key.table == "person");
    let numbers =
        players.filter_map(|(key, cells)| Some((cells.get("id")?.clone(), key.uid().to_owned())));
    numbers.collect()
}

/// A mark of somebody who was deleted on a copy, as it is known where he or she is: of each who has the number.
fn by_uids(mark: &Key, numbers: &Numbers) -> impl Iterator<Item = Key> {
    let number = mark.parts.last().filter(|_| mark.table == "attendance");
    let number = number.and_then(|player| player.strip_prefix('#')?.parse().ok());
    let number = number.map(Cell::Whole);
    let players = numbers.iter();
    let players = players.filter(move |(of, _)| Some(of) == number.as_ref());
    players.map(|(_, player)| Key::new(mark.table, [mark.uid(), player]))
}

/// By what a record may be known where nobody was deleted, too: a mark by whoever of those who have gone had the number.
pub(super) fn ever_known_by(key: &Key, state: &State, people: &Numbers) -> Vec<Key> {
    let is_gone = |mark: &Key| {
        let player = mark.parts.last();
        player.is_some_and(|player| !state.contains_key(&Key::new("person", [player])))
    };
    let marks = by_uids(key, people).filter(is_gone);
    marks.chain([key.clone()]).collect()
}

/// Whether any of a record's values is one that people read.
pub(super) fn is_read(cells: &Cells) -> bool {
    let mut columns = cells.keys();
    columns.any(|column| !SETTLED.contains(&column.as_str()))
}
