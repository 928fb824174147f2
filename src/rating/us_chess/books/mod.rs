//! Members' accounts while sections are rated one after the other.
//!
//! Sections come in their order. Each begins with what the accounts hold then, and what comes of it goes into them by [`mod@credit`]; a section
//! that was rated before and stays as it is goes into them the same way. So an account follows from an opening balance, adjustments and
//! crosstables alone, and is computed anew by the code that rates.

mod credit;

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use strum::VariantArray as _;
use thiserror::Error;

use self::credit::{Part, TookPart, credit};
use super::{
    NotRated,
    rules::{MatchRules, Rules},
    section::{MatchBreach, rate_alone},
    systems,
};
use crate::domain::us_chess::{
    Account, Adjusted, Adjustment, Balance, MemberKey, Posted, Section, SectionKind, SectionOrder,
    SectionRating, System,
};

/// What rating a section asks of a member, and changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemberBooks {
    pub birth: Option<Date>,
    pub fide: Option<u16>,
    pub cfc: Option<u16>,
    pub floor_2200_allowed: bool,
    /// The day of the opening balance, in which everything before it is.
    pub opened_on: Option<Date>,
    pub balance: Balance,
    /// Those that don't hold yet, the latest first.
    pub adjustments: Vec<Adjustment>,
}

/// What a section was rated with, and in what it isn't a match as the rules want it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posting {
    pub ratings: Vec<SectionRating>,
    pub breaches: Vec<MatchBreach>,
}

/// Why a section isn't rated, and what to do.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NotPosted {
    #[error("It isn’t known when the section ended. Type the day on which it ended")]
    NoDay,
    #[error("Blitz games are kept and not rated. Only Regular and Quick are rated")]
    Blitz,
    #[error("No rating system is named. Mark the section as Regular, Quick or both")]
    NoSystem,
    #[error(
        "Sections of before 2001 keep the ratings that were published with them. Mark the section as published"
    )]
    BeforeRules,
    #[error("Pair {0} has no published rating. Type it, or have the section rated")]
    NotPublished(u16),
    #[error(
        "Pair {pair} has an opening balance of {on}, in which this section is already. Mark the section as published, or correct the opening balance"
    )]
    BeforeOpening { pair: u16, on: Date },
    #[error("{0}")]
    NotRated(#[from] NotRated),
}

impl MemberBooks {
    /// Has adjustments hold that were made for this day or one before.
    pub fn adjust_until(&mut self, day: Date) {
        while let Some(adjustment) = self.adjustments.pop_if(|next| next.on <= day) {
            self.adjust(&adjustment);
        }
    }

    /// Puts the value of an adjustment into the record. What is no count becomes the nearest one.
    fn adjust(&mut self, adjustment: &Adjustment) {
        let value = adjustment.value;
        let count = adjustment.count();
        let balance = &mut self.balance;
        match adjustment.what {
            Adjusted::Rating(system) => {
                let account = balance.account_mut(system);
                account.rating = value;
                account.is_estimate = false;
                // Of whom nothing was known before, the rating is long established until N is adjusted, too.
                if value.is_some() && account.games == Some(0) {
                    account.games = None;
                }
            }
            Adjusted::Games(system) => balance.account_mut(system).games = count,
            Adjusted::Played(system) => balance.account_mut(system).played = count.unwrap_or(0),
            Adjusted::Floor(system) => balance.account_mut(system).floor = value,
            Adjusted::Peak(system) => balance.account_mut(system).peak = value,
            Adjusted::Title(system, class) => {
                let titles = &mut balance.account_mut(system).titles;
                match count.filter(|count| *count > 0) {
                    Some(count) => titles.insert(class, count),
                    None => titles.remove(&class),
                };
            }
            Adjusted::Floor2200Allowed => self.floor_2200_allowed = adjustment.allows(),
            // What directors have follows from events, and not from sections one by one.
            Adjusted::Director(_) => {}
        }
    }
}

/// The accounts of the members that sections have asked for so far.
#[derive(Clone, Debug, Default)]
pub struct Books {
    members: HashMap<MemberKey, MemberBooks>,
    /// By event, the rated games of these members in its sections so far: personal floors count events, and not sections.
    events: HashMap<String, GamesInEvent>,
}

/// The rated games of members in the sections of an event.
type GamesInEvent = BTreeMap<(MemberKey, System), u32>;

impl Books {
    #[must_use]
    pub fn get(&self, member: MemberKey) -> Option<&MemberBooks> {
        self.members.get(&member)
    }

    /// Takes a member in, as he or she is before the next section.
    pub fn insert(&mut self, member: MemberKey, books: MemberBooks) {
        self.members.insert(member, books);
    }

    /// Some of the members alone, with what was played in an event so far.
    #[must_use]
    pub fn of(&self, members: impl Iterator<Item = MemberKey>, event: &str) -> Self {
        let known = |member| Some((member, self.members.get(&member)?.clone()));
        let games = self.events.get(event);
        let games = games.map(|games| (event.to_owned(), games.clone()));
        Self {
            members: members.filter_map(known).collect(),
            events: games.into_iter().collect(),
        }
    }

    /// Takes in whom other books have, with what they played in the events that go on.
    pub fn take_in(&mut self, others: Self, goes_on: impl Fn(&str) -> bool) {
        self.members.extend(others.members);
        for (event, games) in others.events {
            if goes_on(&event) {
                self.events.entry(event).or_default().extend(games);
            }
        }
    }

    /// Forgets who played how often in an event of which no further section comes.
    pub fn close_event(&mut self, event: &str) {
        self.events.remove(event);
    }

    /// All members that were taken in, with those adjustments that no section has come to.
    pub fn into_members(self) -> impl Iterator<Item = (MemberKey, Balance)> {
        self.members.into_iter().map(|(member, mut books)| {
            books.adjust_until(Date::MAX);
            (member, books.balance)
        })
    }

    /// Rates a section in its systems from what the accounts hold, and posts what comes of it. Its entries get the records with which they
    /// begin.
    ///
    /// # Errors
    /// The section can't be rated. Then no account is changed.
    pub fn rate(
        &mut self,
        section: &mut Section,
        order: &SectionOrder,
    ) -> Result<Posting, NotPosted> {
        if section.is_blitz || is_blitz_by_its_controls(section, order.ends) {
            return Err(NotPosted::Blitz);
        }
        if section.systems.is_empty() {
            return Err(NotPosted::NoSystem);
        }
        section.ends = Some(order.ends);
        let mut posting = if section.as_published {
            Posting {
                ratings: published(section)?,
                breaches: Vec::new(),
            }
        } else {
            let rules = Rules::on(order.ends).ok_or(NotPosted::BeforeRules)?;
            self.refuse_before_opening(section, order.ends)?;
            self.enter(section, order.ends);
            computed(section, &rules)?
        };
        self.enter_into_accounts(section, order, &mut posting.ratings, section.as_published);
        Ok(posting)
    }

    /// What an opening balance holds already isn't rated once more.
    fn refuse_before_opening(&self, section: &Section, day: Date) -> Result<(), NotPosted> {
        let opened = |member: MemberKey| self.members.get(&member)?.opened_on;
        let early = section.entries.iter().find_map(|entry| {
            let on = opened(entry.member?).filter(|on| day < *on)?;
            Some(NotPosted::BeforeOpening {
                pair: entry.pair,
                on,
            })
        });
        early.map_or(Ok(()), Err)
    }

    /// Gives each entry the records with which its member begins a section that ends on this day.
    pub fn enter(&mut self, section: &mut Section, day: Date) {
        let rules = Rules::for_day(day);
        let is_match = section.kind == SectionKind::Match;
        for entry in &mut section.entries {
            let Some(books) = entry.member.and_then(|key| self.members.get_mut(&key)) else {
                continue;
            };
            books.adjust_until(day);
            entry.birth = books.birth.or(entry.birth);
            // What the section was entered with is of its day, and what the member has now may be of a later one.
            entry.fide = entry.fide.or(books.fide);
            entry.cfc = entry.cfc.or(books.cfc);
            for system in System::VARIANTS {
                let account = books.balance.account(*system);
                let mut record = account.record();
                if is_match {
                    record.match_room = Some(match_room(&rules.matches, account, day));
                }
                let given = entry.record_mut(*system);
                record.initial = given.initial;
                record.initial_games = given.initial_games;
                record.post = given.post;
                record.post_games = given.post_games;
                *given = record;
            }
        }
    }

    /// Enters what a section was rated with into the accounts of those who are taken in. The ratings themselves stay what they are.
    pub fn post(&mut self, section: &Section, order: &SectionOrder, ratings: &[SectionRating]) {
        self.enter_into_accounts(section, order, &mut ratings.to_vec(), true);
    }

    /// Enters ratings into the accounts of those who are taken in, each member once. Unless they are kept as they are, they get the floors
    /// that the accounts know of.
    fn enter_into_accounts(
        &mut self,
        section: &Section,
        order: &SectionOrder,
        ratings: &mut [SectionRating],
        are_kept: bool,
    ) {
        let rules = Rules::for_day(order.ends);
        let by_games = section.by_games();
        let rows = by_games.entries.iter().enumerate();
        let rows = rows.filter_map(|(row, entry)| Some((entry.member?, row, entry)));
        let mut rows = rows.collect::<Vec<_>>();
        rows.sort_unstable_by_key(|(member, row, _)| (*member, *row));
        let event = self.events.entry(order.event.clone()).or_default();
        let called = format!("{}:{}", order.event, order.number);
        for rating in ratings {
            for rows in rows.chunk_by(|(one, ..), (other, ..)| one == other) {
                let [(member, first, _), ..] = rows else {
                    continue;
                };
                let Some(books) = self.members.get_mut(member) else {
                    continue;
                };
                if books.opened_on.is_some_and(|on| order.ends < on) {
                    continue;
                }
                let Some(posted) = rating.rows.get(*first) else {
                    continue;
                };
                books.adjust_until(order.ends);
                let mut took_part = TookPart {
                    system: rating.system,
                    rules: &rules,
                    ends: order.ends,
                    called: &called,
                    is_match: section.kind == SectionKind::Match,
                    is_kept: are_kept,
                    part: Part::of(rows.iter().map(|(.., entry)| *entry)),
                    earlier_games: event.entry((*member, rating.system)).or_insert(0),
                    floor_2200_allowed: books.floor_2200_allowed,
                };
                let account = books.balance.account_mut(rating.system);
                let posted = credit(account, &mut took_part, posted);
                for (_, row, _) in rows {
                    if let Some(row) = rating.rows.get_mut(*row) {
                        row.clone_from(&posted);
                    }
                }
            }
        }
    }
}

/// Whether the time controls say that it is one, whatever it is marked as.
fn is_blitz_by_its_controls(section: &Section, day: Date) -> bool {
    let controls = section.controls().unwrap_or_default();
    let speed = systems::allowed(&controls, day);
    !controls.is_empty() && speed.blitz && !speed.quick && !speed.regular
}

fn computed(section: &Section, rules: &Rules) -> Result<Posting, NotPosted> {
    let mut posting = Posting::default();
    for system in &section.systems {
        let rated = rate_alone(section, *system, rules)?;
        let rows = rated.rows.into_iter().map(|row| {
            let computed = row.computed.as_ref();
            Posted {
                pre: row.pre,
                pre_games: row.pre_games,
                before_floors: computed.map_or(row.pre, |computed| Some(computed.before_floors)),
                post: row.post(),
                games: row.post_games(),
                floor: computed.map(|computed| computed.floor),
                is_estimate: computed.is_some_and(|computed| computed.is_estimate),
            }
        });
        posting.ratings.push(SectionRating {
            system: *system,
            rows: rows.collect(),
            is_stale: false,
        });
        posting.breaches.extend(rated.breaches);
    }
    posting.breaches.dedup();
    Ok(posting)
}

/// The ratings that were published with a section. What nobody knows of before floors is as after them.
fn published(section: &Section) -> Result<Vec<SectionRating>, NotPosted> {
    let ratings = section.systems.iter().map(|system| {
        let rows = section.entries.iter().map(|entry| {
            let record = entry.record(*system);
            let mut rounds = entry.rounds.iter();
            let has_played = rounds.any(|cell| cell.game().is_some() || cell.code().is_double());
            if has_played && record.post.is_none() {
                return Err(NotPosted::NotPublished(entry.pair));
            }
            let post = record.post.or(record.rating);
            Ok(Posted {
                pre: record.rating,
                pre_games: record.games,
                before_floors: post,
                post,
                games: if record.post.is_some() {
                    record.post_games
                } else {
                    record.games
                },
                floor: record.floor,
                is_estimate: false,
            })
        });
        Ok(SectionRating {
            system: *system,
            rows: rows.collect::<Result<_, NotPosted>>()?,
            is_stale: false,
        })
    });
    ratings.collect()
}

/// How far a match on this day may lower and raise a rating, by what matches before did.
fn match_room(rules: &MatchRules, account: &Account, day: Date) -> (f64, f64) {
    let limits = [
        (180, rules.change_in_180_days),
        (3 * 365, rules.change_in_3_years),
    ];
    let mut room = (f64::INFINITY, f64::INFINITY);
    for (days, limit) in limits {
        let Some(limit) = limit else { continue };
        let matches = account.by_matches.iter();
        let recent = matches.filter(|(on, _)| (day - *on).get_days() < days);
        let moved = recent.map(|(_, change)| change).sum::<f64>();
        room.0 = f64::min(room.0, (limit + moved).max(0.0));
        room.1 = f64::min(room.1, (limit - moved).max(0.0));
    }
    room
}

#[cfg(test)]
mod tests;
