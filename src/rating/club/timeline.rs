//! What happens between the games of a club ladder, and when.

use jiff::civil::Date;

use super::{Field, Settings};
use crate::rating::Reset;

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
    pub(super) fn of(field: &Field, settings: &Settings) -> Self {
        let resets = settings.resets();
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
        // known to be later.
        let mut latest = Date::MIN;
        let latest = field.details.iter().map(|detail| {
            latest = latest.max(detail.day);
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
            events.push((on(reset.day), reset.day, Event::Reset(reset)));
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

/// Ranks from 1 to `count` in an order that follows from the seed alone: the deal of a reset. The same in every version of the program, as
/// seeds are kept: the shuffle of Fisher and Yates from the last place down, with numbers by `SplitMix64` (Steele, Lea and Flood 2014) of
/// which those are passed over that would favor a place.
#[must_use]
pub fn deal(seed: u64, count: usize) -> Vec<usize> {
    let mut state = seed;
    let mut number = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    let mut below = |limit: u64| {
        loop {
            let number = number();
            let remainder = number % limit;
            // The last, incomplete run of remainders would favor the smaller ones.
            if number - remainder <= u64::MAX - (limit - 1) {
                return remainder;
            }
        }
    };
    let mut ranks = (1..=count).collect::<Vec<_>>();
    for last in (1..count).rev() {
        let other = below(last as u64 + 1);
        ranks.swap(last, usize::try_from(other).unwrap_or(last));
    }
    ranks
}
