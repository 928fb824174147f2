//! Who holds which rank: shared ranks, and ranks that are always 1 to the last.

use std::hint::select_unpredictable;

/// The ranks of a ladder, by the players' places in the field.
pub(super) trait Ranks {
    /// 1 is best. Of somebody who has joined.
    fn rank(&self, player: u32) -> u32;

    /// A new player takes the next free rank, below everybody.
    fn join(&mut self, player: u32);

    /// Two have played, with these ranks before; if it `is_upset`, the winner was the lower placed.
    fn settle(&mut self, winner: u32, loser: u32, from: [u32; 2], is_upset: bool);

    /// These players, each one rank down, all at once.
    fn move_down(&mut self, absent: &[u32]);

    /// Everybody holds another rank: these players 1, 2, 3 and so on. They are all who have joined.
    fn deal(&mut self, in_order: &[u32]);

    /// Everybody's rank, by place in the field.
    fn all(&self) -> Vec<u32>;
}

/// The ranks that winner and loser go to, from those before the game, in which the winner was the lower placed.
pub(super) const fn after_upset(winner: u32, loser: u32) -> [u32; 2] {
    let up = winner.saturating_sub(loser).div_ceil(2);
    [winner - up, loser + 1]
}

/// Ranks that several players can hold, and that nobody may hold.
#[derive(Debug)]
pub(super) struct Shared {
    closes_top: bool,
    /// By place in the field; 0 for somebody who hasn't joined.
    ranks: Vec<u32>,
    /// The worst rank that somebody holds; nothing once ranks have moved since it was known.
    worst: Option<u32>,
}

impl Shared {
    pub(super) fn new(players: usize, closes_top: bool) -> Self {
        Self {
            closes_top,
            ranks: vec![0; players],
            worst: Some(0),
        }
    }

    /// When nobody holds rank 1, the best placed group moves up to it. Asked only after somebody has left rank 1, which is rare: either
    /// many hold it, and the first of them is soon found, or few, and those seldom lose.
    #[cold]
    fn close_top(&mut self) {
        if !self.closes_top || self.ranks.contains(&1) {
            return;
        }
        let held = self.ranks.iter().copied().filter(|rank| *rank > 0);
        let Some(best) = held.min() else { return };
        for rank in &mut self.ranks {
            if *rank == best {
                *rank = 1;
            }
        }
    }
}

impl Ranks for Shared {
    #[inline]
    fn rank(&self, player: u32) -> u32 {
        self.ranks[player as usize]
    }

    fn join(&mut self, player: u32) {
        let ranks = &self.ranks;
        let worst = self.worst.or_else(|| ranks.iter().copied().max());
        let next = worst.unwrap_or(0) + 1;
        self.ranks[player as usize] = next;
        self.worst = Some(next);
    }

    /// Without a branch but for the rare case at its end: whether a game is an upset can't be foretold, and a replay goes through millions.
    #[inline]
    fn settle(&mut self, winner: u32, loser: u32, from: [u32; 2], is_upset: bool) {
        let after = after_upset(from[0], from[1]);
        self.ranks[winner as usize] = select_unpredictable(is_upset, after[0], from[0]);
        self.ranks[loser as usize] = select_unpredictable(is_upset, after[1], from[1]);
        self.worst = None;
        if from[1] == 1 && is_upset {
            self.close_top();
        }
    }

    fn move_down(&mut self, absent: &[u32]) {
        for player in absent {
            self.ranks[*player as usize] += 1;
        }
        self.worst = None;
        self.close_top();
    }

    fn deal(&mut self, in_order: &[u32]) {
        for (rank, player) in (1..).zip(in_order) {
            self.ranks[*player as usize] = rank;
        }
        self.worst = None;
    }

    fn all(&self) -> Vec<u32> {
        self.ranks.clone()
    }
}

/// So many players lie in a block when it is made: about the root of a large club.
const BLOCK: usize = 128;

/// Ranks 1 to the last, each held by one player: a list in which a player's place is found, and players are moved, without going through
/// all of it. It lies in blocks.
#[derive(Debug)]
pub(super) struct Numbered {
    blocks: Vec<Vec<u32>>,
    /// How many players lie in the blocks before each.
    before: Vec<u32>,
    /// The block of each player.
    block_of: Vec<u32>,
}

impl Numbered {
    pub(super) fn new(players: usize) -> Self {
        Self {
            blocks: vec![Vec::with_capacity(2 * BLOCK)],
            before: vec![0],
            block_of: vec![0; players],
        }
    }

    fn order(&self) -> Vec<u32> {
        self.blocks.concat()
    }

    fn set_order(&mut self, order: &[u32]) {
        self.blocks = order.chunks(BLOCK).map(<[u32]>::to_vec).collect();
        if self.blocks.is_empty() {
            self.blocks.push(Vec::new());
        }
        for (at, block) in (0..).zip(&self.blocks) {
            for player in block {
                self.block_of[*player as usize] = at;
            }
        }
        self.count_anew();
    }

    fn count_anew(&mut self) {
        let mut sum = 0;
        self.before.clear();
        for block in &self.blocks {
            self.before.push(sum);
            sum += u32::try_from(block.len()).unwrap_or(0);
        }
    }

    fn remove(&mut self, player: u32) {
        let block = self.block_of[player as usize] as usize;
        let players = &mut self.blocks[block];
        if let Some(place) = place_in(players, player) {
            players.remove(place);
        }
        for before in &mut self.before[block + 1..] {
            *before -= 1;
        }
    }

    /// Puts a player in who is in no block, so that so many others stand above.
    fn insert(&mut self, player: u32, above: u32) {
        let block = self.before.partition_point(|before| *before <= above) - 1;
        let place = (above - self.before[block]) as usize;
        let players = &mut self.blocks[block];
        players.insert(place.min(players.len()), player);
        self.block_of[player as usize] = u32::try_from(block).unwrap_or(0);
        for before in &mut self.before[block + 1..] {
            *before += 1;
        }
        if self.blocks[block].len() > 2 * BLOCK {
            let order = self.order();
            self.set_order(&order);
        }
    }
}

/// Looks through some at a time without a branch, which processors do at once.
fn place_in(players: &[u32], player: u32) -> Option<usize> {
    const AT_ONCE: usize = 16;
    let holds = |some: &[u32]| {
        let found = some.iter().map(|other| *other == player);
        found.fold(false, |found, is_it| found | is_it)
    };
    let part = players.chunks(AT_ONCE).position(holds)? * AT_ONCE;
    let place = players[part..].iter().position(|other| *other == player);
    place.map(|place| part + place)
}

impl Ranks for Numbered {
    fn rank(&self, player: u32) -> u32 {
        let block = self.block_of[player as usize] as usize;
        let place = place_in(&self.blocks[block], player);
        let place = place.and_then(|place| u32::try_from(place).ok());
        place.map_or(0, |place| self.before[block] + place + 1)
    }

    fn join(&mut self, player: u32) {
        let last = self.blocks.len() - 1;
        let all = self.before[last] as usize + self.blocks[last].len();
        self.insert(player, u32::try_from(all).unwrap_or(u32::MAX));
    }

    fn settle(&mut self, winner: u32, loser: u32, [from, top]: [u32; 2], is_upset: bool) {
        if !is_upset {
            return;
        }
        let [winners, losers] = after_upset(from, top);
        self.remove(winner);
        self.remove(loser);
        // Of all others, so many stand above the loser, who comes behind those of the same new rank …
        let above_loser = losers - 1 - u32::from(from == losers);
        // … and so many above the winner, who comes before them.
        let above_winner = winners - 1 - u32::from(top < winners);
        self.insert(loser, above_loser);
        self.insert(winner, above_winner + u32::from(losers < winners));
    }

    fn move_down(&mut self, absent: &[u32]) {
        let mut is_absent = vec![false; self.block_of.len()];
        for player in absent {
            is_absent[*player as usize] = true;
        }
        let mut order = (0_u32..).zip(self.order()).collect::<Vec<_>>();
        // On the same new rank, whoever was there stands first.
        order.sort_by_key(|(place, player)| {
            let is_absent = is_absent[*player as usize];
            (place + u32::from(is_absent), is_absent)
        });
        let order = order.into_iter().map(|(_, player)| player);
        self.set_order(&order.collect::<Vec<_>>());
    }

    fn deal(&mut self, in_order: &[u32]) {
        self.set_order(in_order);
    }

    fn all(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.block_of.len()];
        for (rank, player) in (1..).zip(self.order()) {
            ranks[player as usize] = rank;
        }
        ranks
    }
}
