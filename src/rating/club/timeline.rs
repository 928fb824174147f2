//! What happens between the games of a club ladder, and when.

use jiff::civil::Date;

use super::Field;
use crate::{domain::PlayerId, rating::Reset};

/// Something that moves ranks and is no game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Event {
    /// A player joins at the next free rank.
    Join(u32),
    /// The ranks are dealt anew.
    Reset(Reset),
    /// A place in [`Field::missed`].
    Missed(usize),
}

impl Event {
    /// What comes first of things on the same day: whoever joins on the day of a reset joins after the deal, and a meeting is over
    /// when the games of its day are.
    const fn order(&self) -> u8 {
        match self {
            Self::Reset(_) => 0,
            Self::Join(_) => 1,
            Self::Missed(_) => 2,
        }
    }
}

/// Every event with the game that it comes before.
#[derive(Debug)]
pub(super) struct Timeline {
    /// By place in the list of games; what comes after the last game has the number of games.
    events: Vec<(usize, Event)>,
}

impl Timeline {
    pub(super) fn new(field: &Field) -> Self {
        let resets = &field.resets;
        let everybody = (0_u32..).zip(&field.entrants);
        let has_days = field
            .entrants
            .iter()
            .any(|entrant| entrant.joined.is_some());
        if resets.is_empty() && field.missed.is_empty() && !has_days {
            let events = everybody.map(|(player, _)| (0, Event::Join(player)));
            return Self {
                events: events.collect(),
            };
        }
        // Games are taken in order of play, which may not be that of their days: something of a day comes before the first game that is
        // known to be later. A game without a date says nothing of that.
        let mut latest = Date::MIN;
        let latest = field.details.iter().map(|detail| {
            latest = latest.max(detail.date.unwrap_or(Date::MIN));
            latest
        });
        let latest = latest.collect::<Vec<_>>();
        let on = |day: Date| latest.partition_point(|latest| *latest < day);
        let after = |day: Date| latest.partition_point(|latest| *latest <= day);
        let mut first_bouts = vec![field.bouts.len(); field.entrants.len()];
        for (at, bout) in field.bouts.iter().enumerate().rev() {
            first_bouts[bout.white as usize] = at;
            first_bouts[bout.black as usize] = at;
        }
        let mut events = Vec::new();
        for (player, entrant) in everybody {
            let day = entrant.joined.unwrap_or(Date::MIN);
            // Who has played is there, whatever day is written down.
            let at = on(day).min(first_bouts[player as usize]);
            events.push((at, day, Event::Join(player)));
        }
        for reset in resets {
            events.push((on(reset.day), reset.day, Event::Reset(*reset)));
        }
        for (at, missed) in field.missed.iter().enumerate() {
            events.push((after(missed.day), missed.day, Event::Missed(at)));
        }
        // Stable: players who join on one day come in the order of their numbers.
        events.sort_by_key(|(at, day, event)| (*at, *day, event.order()));
        Self {
            events: events
                .into_iter()
                .map(|(at, _, event)| (at, event))
                .collect(),
        }
    }

    /// The events that come before the game at this place, from the `next` on, which moves behind them.
    pub(super) fn before(&self, at: usize, next: &mut usize) -> impl Iterator<Item = &Event> {
        let from = *next;
        let count = self.events[from..]
            .iter()
            .take_while(|(place, _)| *place <= at);
        *next = from + count.count();
        self.events[from..*next].iter().map(|(_, event)| event)
    }

    /// The place of the game that the `next` event comes before.
    pub(super) fn next_at(&self, next: usize) -> usize {
        self.events.get(next).map_or(usize::MAX, |(at, _)| *at)
    }
}

/// The ranks of a reset, 1 to the last, in the order of `players`: they follow from the seed and the players' numbers alone. The same in
/// every version of the program, as seeds are kept. Each player draws a lot of his or her own, the number that `SplitMix64` (Steele, Lea
/// and Flood 2014) makes of the seed and the player's number, and the smallest one is the first: so who joins or leaves later changes
/// nobody's place before anybody else.
#[must_use]
pub(crate) fn deal(seed: u64, players: &[PlayerId]) -> Vec<usize> {
    let lot = |id: PlayerId| mixed(mixed(seed) ^ id.0.cast_unsigned());
    let mut order = (0..players.len()).collect::<Vec<_>>();
    order.sort_unstable_by_key(|place| (lot(players[*place]), players[*place]));
    let mut ranks = vec![0; players.len()];
    for (rank, place) in (1..).zip(order) {
        ranks[place] = rank;
    }
    ranks
}

/// The first number of the generator from this state.
const fn mixed(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published first number from seed 1234567, which a lot must never leave: kept seeds depend on it.
    #[test]
    fn lots_are_drawn_by_the_published_generator() {
        assert_eq!(mixed(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn a_deal_can_be_shown_again_and_others_leave_it_as_it_is() {
        let everybody = (1..=40).map(PlayerId).collect::<Vec<_>>();
        let dealt = deal(2026, &everybody);
        assert_eq!(dealt, deal(2026, &everybody));
        assert_ne!(dealt, deal(2027, &everybody));
        let mut sorted = dealt.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=40).collect::<Vec<_>>());
        // Without the last ten, and the first: the others stand in the same order.
        let fewer = deal(2026, &everybody[1..30]);
        for one in 0..29 {
            for other in 0..29 {
                let before = dealt[one + 1] < dealt[other + 1];
                assert_eq!(before, fewer[one] < fewer[other]);
            }
        }
        assert_eq!(deal(1, &[]), Vec::<usize>::new());
    }
}
