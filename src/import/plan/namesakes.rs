//! Who is meant by the rows of players without a number: found by the row itself, or by name.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use integer_blossom::max_weight_matching;

use crate::{
    domain::{CampData, Player, PlayerId, RowPrint, full_name, listed_name, name_key},
    import::{Place, Problem, ProblemKind, Severity},
};

/// So many rows and campers of one name are told apart at once. More would take too long, by the cube of their number, and are taken in
/// their order.
const MOST_AT_ONCE: usize = 64;

/// A row that would change more in a player fits no worse for it.
const MOST_CHANGES: usize = 100;

/// The players of the camp whom such rows may be.
pub(super) struct Namesakes<'a> {
    /// The camp's players by name. Once it is decided whom the rows mean, those whom no row says that was imported as them.
    by_name: HashMap<String, Vec<&'a Player>>,
    /// The same by the row that was imported as the player.
    by_row: HashMap<RowPrint, VecDeque<&'a Player>>,
    /// Whom the rows mean that were imported as a player, and those that were found by name: rows that say the same, in any order.
    of_rows: HashMap<RowPrint, VecDeque<PlayerId>>,
    of_names: HashMap<RowPrint, VecDeque<PlayerId>>,
    /// What the rows say that came.
    came: HashSet<RowPrint>,
    /// The rows that came and were found by name, or are new.
    named: BTreeMap<String, Named>,
}

/// A row that is to come.
pub(super) struct Expected<R> {
    /// "Lee, Ann"
    pub(super) listed: String,
    pub(super) print: RowPrint,
    pub(super) row: R,
}

/// Rows without a number that have one name.
struct Named {
    name: String,
    first: Place,
    /// How many players of the camp have this name.
    present: usize,
    /// The numbers that the rows got, in their order.
    numbers: Vec<PlayerId>,
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
        let mut by_name = HashMap::<_, Vec<_>>::new();
        let mut by_row = HashMap::<_, VecDeque<_>>::new();
        for player in camp.players.iter() {
            if let Some(row) = player.imported_row {
                by_row.entry(row).or_default().push_back(player);
            }
            let key = name_key(&player.listed_name());
            by_name.entry(key).or_default().push(player);
        }
        Self {
            by_name,
            by_row,
            of_rows: HashMap::new(),
            of_names: HashMap::new(),
            came: HashSet::new(),
            named: BTreeMap::new(),
        }
    }

    /// Decides whom all rows mean before the first of them comes, so that none takes a player whom a later one says. A row that was imported
    /// as a player is that one. `changes` counts what another one would change in a player.
    pub(super) fn decide<R>(
        &mut self,
        rows: impl Iterator<Item = Expected<R>>,
        is_seen: impl Fn(PlayerId) -> bool,
        mut changes: impl FnMut(&R, &'a Player) -> usize,
    ) {
        let mut by_name = HashMap::<_, Vec<_>>::new();
        for row in rows {
            if let Some(id) = self.imported_as(row.print, &is_seen) {
                self.of_rows.entry(row.print).or_default().push_back(id);
                continue;
            }
            let key = name_key(&row.listed);
            if self.by_name.contains_key(&key) {
                by_name.entry(key).or_default().push(row);
            }
        }
        for (key, rows) in by_name {
            let players = self.by_name.get(&key).map_or(&[][..], Vec::as_slice);
            for (row, player) in matched(&rows, players, &mut changes) {
                let ids = self.of_names.entry(row.print).or_default();
                ids.push_back(player.id);
            }
        }
    }

    /// The player that this very row was imported as, whatever the name is by now.
    fn imported_as(
        &mut self,
        print: RowPrint,
        is_seen: impl Fn(PlayerId) -> bool,
    ) -> Option<PlayerId> {
        let known = self.by_row.get_mut(&print)?;
        let found = std::iter::from_fn(|| known.pop_front()).find(|found| !is_seen(found.id))?;
        let name = name_key(&found.listed_name());
        if let Some(others) = self.by_name.get_mut(&name) {
            others.retain(|other| other.id != found.id);
        }
        Some(found.id)
    }

    /// The player who a row is; where the camp has nobody for it, `new` gives a number.
    pub(super) fn take(
        &mut self,
        place: Place,
        print: RowPrint,
        (last_name, first_name): (&str, &str),
        new: impl FnOnce() -> PlayerId,
    ) -> PlayerId {
        let is_repeated = !self.came.insert(print);
        let mut imported = self.of_rows.get_mut(&print);
        if let Some(id) = imported.as_mut().and_then(|ids| ids.pop_front()) {
            return id;
        }
        let mut by_name = self.of_names.get_mut(&print);
        let found = by_name.as_mut().and_then(|ids| ids.pop_front());
        let id = found.unwrap_or_else(new);
        let key = name_key(&listed_name(last_name, first_name));
        let present = self.by_name.get(&key).map_or(0, Vec::len);
        let named = self.named.entry(key).or_insert_with(|| Named {
            name: full_name(first_name, last_name),
            first: place,
            present,
            numbers: Vec::new(),
            is_repeated: false,
        });
        named.numbers.push(id);
        named.is_repeated |= is_repeated;
        id
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

/// Which row is which of the players who have its name, so that of all of them as few as possible are written otherwise, then as few as possible change, and
/// in as little as possible; then, where the rows are of fewer players, the active ones; then in their order.
fn matched<'r, 'a, R>(
    rows: &'r [Expected<R>],
    players: &[&'a Player],
    mut changes: impl FnMut(&R, &'a Player) -> usize,
) -> Vec<(&'r Expected<R>, &'a Player)> {
    let count = rows.len() + players.len();
    let is_clear = rows.len() == 1 && players.len() == 1;
    if is_clear || count > MOST_AT_ONCE {
        return rows.iter().zip(players.iter().copied()).collect();
    }
    let are_fewer = rows.len() < players.len();
    // A pair of no row and a player has no weight, and is none.
    let mut weights = vec![0; count * count];
    for (at, row) in rows.iter().enumerate() {
        for (with, player) in players.iter().enumerate() {
            let changes = changes(&row.row, player).min(MOST_CHANGES);
            let ranks = [
                usize::from(player.listed_name() != row.listed),
                usize::from(changes > 0),
                changes,
                usize::from(are_fewer && !player.active),
                at.abs_diff(with).pow(2),
            ];
            weights[at * count + rows.len() + with] = weight(ranks);
        }
    }
    let mates = max_weight_matching(&weights, count);
    let pairs = rows.iter().zip(mates).filter_map(|(row, mate)| {
        let player = players.get(mate?.checked_sub(rows.len())?)?;
        Some((row, *player))
    });
    pairs.collect()
}

/// The weight of a pair: the more, the lower its ranks are. What each rank comes to in all pairs counts less than 1 of the rank before it.
fn weight(ranks: [usize; 5]) -> i64 {
    const EACH: [i64; 5] = [1 << 42, 1 << 36, 1 << 24, 1 << 18, 1];
    let ranks = ranks.map(|rank| i64::try_from(rank).unwrap_or_default());
    let cost = ranks.iter().zip(EACH).map(|(rank, each)| rank * each);
    (1 << 43) - cost.sum::<i64>()
}
