//! Who is meant by the rows of players without a number: found by the row itself, or by name.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::{
    domain::{CampData, Player, PlayerId, RowPrint, full_name, listed_name, name_key},
    import::{Place, Problem, ProblemKind, Severity},
};

/// The players of the camp whom such rows may be.
pub(super) struct Namesakes<'a> {
    camp: &'a CampData,
    /// The numbers of the camp's players by name. Each row takes one.
    by_name: HashMap<String, VecDeque<PlayerId>>,
    /// The same by the row that was imported as the player.
    by_row: HashMap<RowPrint, VecDeque<PlayerId>>,
    /// How the rows that are still to come write each name.
    to_come: HashMap<String, Vec<String>>,
    /// The rows that came, by name.
    named: BTreeMap<String, Named>,
}

/// Rows without a number that have one name.
struct Named {
    name: String,
    first: Place,
    /// How many players of the camp have this name.
    present: usize,
    /// The numbers that the rows got, in their order.
    numbers: Vec<PlayerId>,
    /// What the rows say.
    rows: Vec<RowPrint>,
    /// Whether two say the same, so that nothing tells them apart.
    is_repeated: bool,
}

impl Named {
    /// Whether a row may be one child of the camp or another, or stands there twice by mistake.
    fn is_doubtful(&self) -> bool {
        self.is_repeated || self.present > 0 && self.present.max(self.numbers.len()) > 1
    }
}

impl<'a> Namesakes<'a> {
    pub(super) fn new(camp: &'a CampData) -> Self {
        let mut by_name = HashMap::<_, VecDeque<_>>::new();
        let mut by_row = HashMap::<_, VecDeque<_>>::new();
        for player in camp.players.iter() {
            if let Some(row) = player.imported_row {
                by_row.entry(row).or_default().push_back(player.id);
            }
            let key = name_key(&player.listed_name());
            by_name.entry(key).or_default().push_back(player.id);
        }
        Self {
            camp,
            by_name,
            by_row,
            to_come: HashMap::new(),
            named: BTreeMap::new(),
        }
    }

    /// Notes how a row that is to come writes its name.
    pub(super) fn expect(&mut self, (last_name, first_name): (&str, &str)) {
        let listed = listed_name(last_name, first_name);
        let rows = self.to_come.entry(name_key(&listed)).or_default();
        rows.push(listed);
    }

    /// A row that was expected has come.
    pub(super) fn has_come(&mut self, (last_name, first_name): (&str, &str)) {
        let listed = listed_name(last_name, first_name);
        if let Some(rows) = self.to_come.get_mut(&name_key(&listed))
            && let Some(at) = rows.iter().position(|row| *row == listed)
        {
            rows.swap_remove(at);
        }
    }

    /// The player that this very row was imported as, whatever the name is by now.
    pub(super) fn of_row(
        &mut self,
        print: RowPrint,
        is_seen: impl Fn(PlayerId) -> bool,
    ) -> Option<PlayerId> {
        let known = self.by_row.get_mut(&print)?;
        let id = std::iter::from_fn(|| known.pop_front()).find(|id| !is_seen(*id))?;
        let name = self.camp.player(id);
        let name = name.map(|player| name_key(&player.listed_name()));
        if let Some(others) = name.and_then(|name| self.by_name.get_mut(&name)) {
            others.retain(|other| *other != id);
        }
        Some(id)
    }

    /// The player of this name; where nobody of the camp is left who has it, `new` gives a number.
    pub(super) fn of_name(
        &mut self,
        place: Place,
        print: RowPrint,
        (last_name, first_name): (&str, &str),
        new: impl FnOnce() -> PlayerId,
    ) -> PlayerId {
        let listed = listed_name(last_name, first_name);
        let key = name_key(&listed);
        let present = self.by_name.get(&key).map_or(0, VecDeque::len);
        let id = self.take(&key, &listed).unwrap_or_else(new);
        let named = self.named.entry(key).or_insert_with(|| Named {
            name: full_name(first_name, last_name),
            first: place,
            present,
            numbers: Vec::new(),
            rows: Vec::new(),
            is_repeated: false,
        });
        named.numbers.push(id);
        named.is_repeated |= named.rows.contains(&print);
        named.rows.push(print);
        id
    }

    /// Takes one of those who have a name: who is written so letter for letter, and isn't written as a later row is; of several the active
    /// one, where the rows are of fewer players; then the first one.
    fn take(&mut self, key: &str, listed: &str) -> Option<PlayerId> {
        let known = self.by_name.get_mut(key)?;
        let to_come = self.to_come.get(key).map_or(&[][..], Vec::as_slice);
        let are_fewer = to_come.len() + 1 < known.len();
        let rank = |at: &usize| {
            let player = known.get(*at).and_then(|id| self.camp.player(*id));
            let written = player.map(Player::listed_name);
            let is_written_so = written.as_deref() == Some(listed);
            let is_anothers = written.is_some_and(|written| to_come.contains(&written));
            let is_active = player.is_some_and(|player| player.active);
            (
                !is_written_so,
                !is_written_so && is_anothers,
                are_fewer && !is_active,
            )
        };
        let at = (0..known.len()).min_by_key(rank)?;
        known.remove(at)
    }

    /// What there is to say of names that several have.
    pub(super) fn problems(self) -> impl Iterator<Item = Problem> {
        let doubtful = self.named.into_values().filter(Named::is_doubtful);
        doubtful.map(|named| {
            let shared = ProblemKind::SharedName {
                name: named.name,
                numbers: named.numbers,
            };
            Problem::new(named.first, Severity::Note, shared)
        })
    }
}
