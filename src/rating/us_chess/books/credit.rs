//! What a section does to a member's account.
//!
//! Source: the seed, "Actual rating process": titles, the rating before floors, the floor by the peak, that of a life master, the higher of
//! the old and the new floor, the final rating, and then all other fields.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::{
    domain::us_chess::{Account, Entry, History, LAST_EVENTS, Posted, System},
    rating::us_chess::{
        floors::{absolute_floor, peak_floor, title_floor},
        rules::Rules,
        titles,
    },
};

/// From so many rated games on an event counts for the personal floor, all its sections together.
const GAMES_OF_AN_EVENT: u32 = 3;

/// So long matches are remembered, in days.
const MATCHES_REMEMBERED: i32 = 3 * 365;

/// The games of a member in a section that are rated.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Part {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Part {
    /// Those of the entries of a member.
    pub(super) fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut part = Self::default();
        let cells = entries.flat_map(|entry| &entry.rounds);
        for cell in cells.filter(|cell| cell.game().is_some()) {
            match cell.code().halves() {
                2 => part.wins += 1,
                1 => part.draws += 1,
                _ => part.losses += 1,
            }
        }
        part
    }

    const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    const fn history(self) -> History {
        match self {
            Self {
                draws: 0,
                losses: 0,
                ..
            } => History::Wins,
            Self {
                wins: 0, draws: 0, ..
            } => History::Losses,
            _ => History::Mixed,
        }
    }
}

/// How a member took part in a section.
#[derive(Debug)]
pub(super) struct TookPart<'a> {
    pub system: System,
    pub rules: &'a Rules,
    pub ends: Date,
    /// As lists of last events name the section: "202608300103:5".
    pub called: &'a str,
    pub is_match: bool,
    /// Whether the rating stays what it is, whatever floor there is.
    pub is_kept: bool,
    pub part: Part,
    /// The rated games in the sections of the event that came before, to which those of this one are added.
    pub earlier_games: &'a mut u32,
    pub floor_2200_allowed: bool,
}

/// Enters what somebody was rated with into an account. Returns it with the floor that held, and the rating that follows from it.
pub(super) fn credit(account: &mut Account, took: &mut TookPart<'_>, posted: &Posted) -> Posted {
    let mut posted = posted.clone();
    let games = took.part.games();
    let is_told = games > 0 || took.is_kept && posted.post != posted.pre;
    let Some((before_floors, post)) = posted.before_floors.zip(posted.post).filter(|_| is_told)
    else {
        return posted;
    };
    let is_established = took.rules.is_established(posted.games);
    if took.rules.title_floor.systems.contains(&took.system) {
        let credited = titles::credited(before_floors, is_established, games);
        add_to_registers(&mut account.titles, credited);
    }
    let in_event = took.earlier_games.saturating_add(games);
    let counts_now = *took.earlier_games < GAMES_OF_AN_EVENT && in_event >= GAMES_OF_AN_EVENT;
    *took.earlier_games = in_event;
    for (count, more) in [
        (&mut account.wins, took.part.wins),
        (&mut account.draws, took.part.draws),
        (&mut account.events, u32::from(counts_now)),
    ] {
        *count = count.map(|count| count.saturating_add(more));
    }
    let floor = floor(account, took, &posted, before_floors, is_established);
    let post = if took.is_kept {
        post
    } else {
        before_floors.max(floor)
    };
    posted.floor = Some(floor.min(post));
    posted.post = Some(post);

    let was_rated = account.rating.or(posted.pre);
    account.history = match (was_rated, account.history) {
        (None, _) => Some(took.part.history()),
        (Some(_), Some(before)) if before == took.part.history() => Some(before),
        (Some(_), Some(_)) => Some(History::Mixed),
        (Some(_), None) => None,
    };
    let peaks = [
        account.peak,
        posted
            .pre
            .filter(|_| took.rules.is_established(posted.pre_games)),
        Some(post).filter(|_| is_established),
    ];
    account.peak = peaks.into_iter().flatten().reduce(f64::max);
    account.floor = Some(floor);
    account.previous = was_rated;
    account.rating = Some(post);
    // By then it has become what the games made of it.
    account.is_estimate = posted.is_estimate && !is_established;
    account.games = posted.games;
    account.played = account.played.saturating_add(games);
    account.last_events.truncate(LAST_EVENTS - 1);
    account.last_events.insert(0, took.called.to_owned());
    let day = took.ends;
    let is_recent = |on: Date| (day - on).get_days() < MATCHES_REMEMBERED;
    account.by_matches.retain(|(on, _)| is_recent(*on));
    if let Some(pre) = posted.pre.filter(|_| took.is_match) {
        account.by_matches.push((day, post - pre));
    }
    posted
}

/// Adds games to the registers of classes, which come from the highest on. Most registers are there: they are gone through once.
fn add_to_registers(
    registers: &mut BTreeMap<u16, u32>,
    credited: impl Iterator<Item = (u16, u32)>,
) {
    let mut new = Vec::new();
    let mut known = registers.iter_mut().rev().peekable();
    for (class, games) in credited {
        while known.next_if(|(of, _)| **of > class).is_some() {}
        match known.next_if(|(of, _)| **of == class) {
            Some((_, register)) => *register = register.saturating_add(games),
            None => new.push((class, games)),
        }
    }
    registers.extend(new);
}

/// The higher of the floor that the member has, and the one that the section gives.
fn floor(
    account: &Account,
    took: &TookPart<'_>,
    posted: &Posted,
    before_floors: f64,
    is_established: bool,
) -> f64 {
    let rules = took.rules;
    let known = |count: Option<u32>| count.unwrap_or(0);
    let personal = absolute_floor(
        rules,
        known(account.wins),
        known(account.draws),
        known(account.events),
    );
    let peaks = [
        account.peak,
        posted
            .pre
            .filter(|_| rules.is_established(posted.pre_games)),
        Some(before_floors),
    ];
    let peak = peaks.into_iter().flatten().reduce(f64::max);
    let of_peak = peak
        .filter(|_| is_established)
        .and_then(|peak| peak_floor(rules, took.system, peak));
    let class = titles::LIFE_MASTER;
    let register = account.titles.get(&class).copied().unwrap_or(0);
    let of_title = title_floor(rules, took.system, register, took.floor_2200_allowed);
    let floors = [account.floor, of_peak, of_title];
    floors.into_iter().flatten().fold(personal, f64::max)
}
