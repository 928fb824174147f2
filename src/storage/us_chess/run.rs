//! Sections rated one after the other, the oldest first, from what the camp file holds. Nothing is saved here.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use rusqlite::Connection;
use thiserror::Error;

use super::{director, event, member, rating};
use crate::{
    domain::us_chess::{
        Adjusted, Adjustment, Balance, Entry, MemberKey, RatingsToSave, Section, SectionHead,
        SectionKey, SectionOrder, SectionRating,
    },
    rating::us_chess::{Books, MemberBooks, NotPosted},
    storage::StorageError,
};

/// What is to be rated, or not to be rated any more.
#[derive(Clone, Debug, PartialEq)]
pub enum RateRequest {
    /// These, whether they are rated or not.
    Sections {
        sections: Vec<SectionKey>,
        /// Also where an earlier section of a member isn't rated.
        out_of_order: bool,
    },
    /// All that wait: those that aren't rated, and those whose ratings are stale, with all that follow from them.
    All,
    /// All that end on a day or later, with all that follow from them.
    From(Date),
    /// These are not to be rated any more.
    Unrate(Vec<SectionKey>),
}

impl RateRequest {
    /// The sections that are named.
    fn named(&self) -> &[SectionKey] {
        match self {
            Self::Sections { sections, .. } | Self::Unrate(sections) => sections,
            Self::All | Self::From(_) => &[],
        }
    }

    /// Whether what was computed from a rating that changes is rated again.
    const fn follows(&self) -> bool {
        matches!(self, Self::All | Self::From(_))
    }
}

/// Why a section isn't rated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum WhyNot {
    #[error("{0}")]
    NotPosted(#[from] NotPosted),
    #[error(
        "{member} is in section {earlier}, which comes before it and isn't rated, or is out of date. Rate that one first"
    )]
    Waits { member: String, earlier: String },
}

/// A section that isn't rated, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    pub head: SectionHead,
    pub why: WhyNot,
}

/// A member whose record would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub member: MemberKey,
    pub before: Balance,
    pub after: Balance,
}

/// What rating sections would change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRun {
    pub save: RatingsToSave,
    pub refused: Vec<Refused>,
    /// What is to be known of sections that are rated all the same.
    pub notes: Vec<String>,
    /// Blitz sections, which are kept and not rated.
    pub blitz: usize,
    /// By key.
    pub moved: Vec<Moved>,
}

/// Of so many named sections, those that have to do with them are looked up one by one.
const LOOKED_UP: usize = 32;

/// Goes through all sections from the first one that is wanted.
pub(super) fn run(
    connection: &Connection,
    request: &RateRequest,
) -> Result<RatingRun, StorageError> {
    let named = request.named();
    let heads = if request.follows() || named.len() > LOOKED_UP {
        event::heads(connection, false)?
    } else {
        // Where nothing is rated that isn't named, other members' sections have no part in it.
        event::heads_of_players_of(connection, named)?
    };
    let mut walk = Walk::new(connection, request, &heads);
    for (place, head) in heads.iter().enumerate() {
        walk.come_to(place, head)?;
    }
    walk.finish()
}

struct Walk<'a> {
    connection: &'a Connection,
    request: &'a RateRequest,
    named: HashSet<SectionKey>,
    heads: &'a [SectionHead],
    /// The place of the last section of each event.
    last_of_event: HashMap<&'a str, usize>,
    /// The place after the last section that is rated: from there on balances are those that are kept.
    rated_until: usize,
    /// What was rated before that place, of events that go on after it; nothing until somebody asks.
    going_on: Option<Vec<Kept>>,
    begun: bool,
    books: Books,
    /// Members who have another rating than what came later was computed from.
    moved: HashSet<MemberKey>,
    /// Members who are in a section that isn't rated, and which.
    waiting: HashMap<MemberKey, String>,
    answer: RatingRun,
}

impl<'a> Walk<'a> {
    fn new(connection: &'a Connection, request: &'a RateRequest, heads: &'a [SectionHead]) -> Self {
        let last_rated = heads.iter().rposition(SectionHead::is_rated);
        Self {
            connection,
            request,
            named: request.named().iter().copied().collect(),
            heads,
            last_of_event: last_of_event(heads),
            going_on: None,
            rated_until: last_rated.map_or(0, |place| place + 1),
            begun: false,
            books: Books::default(),
            moved: HashSet::new(),
            waiting: HashMap::new(),
            answer: RatingRun::default(),
        }
    }

    fn wants(&self, head: &SectionHead) -> bool {
        match self.request {
            RateRequest::Sections { .. } | RateRequest::Unrate(_) => self.named.contains(&head.key),
            RateRequest::All => head.waits(),
            RateRequest::From(day) => {
                !head.section.is_blitz && head.section.ends.is_some_and(|ends| ends >= *day)
            }
        }
    }

    fn come_to(&mut self, place: usize, head: &SectionHead) -> Result<(), StorageError> {
        self.go_through(place, head)?;
        if self.last_of_event.get(&*head.event_called) == Some(&place) {
            self.books.close_event(&head.event_called);
        }
        Ok(())
    }

    /// Rates a section, takes its ratings away, or has it count as it was rated.
    fn go_through(&mut self, place: usize, head: &SectionHead) -> Result<(), StorageError> {
        let is_wanted = self.wants(head);
        if is_wanted && !self.begun && self.request.follows() && place < self.rated_until {
            // Everybody at once: member by member, sections would be read again for each of them.
            self.books = books_of_all(self.connection, self.heads, place)?;
        }
        self.begun |= is_wanted;
        let is_run = self.request.follows();
        self.answer.blitz += usize::from(is_run && head.section.is_blitz && !head.is_rated());
        let Some(order) = head.order() else {
            match self.request {
                // No record has it.
                RateRequest::Unrate(_) if is_wanted && head.is_rated() => {
                    self.answer.save.unrated.push(head.key);
                }
                RateRequest::Unrate(_) => {}
                _ if is_wanted => self.refuse(head, NotPosted::NoDay.into()),
                _ => {}
            }
            return Ok(());
        };
        if !head.is_rated() && !is_wanted {
            return self.leave_waiting(head);
        }
        if !self.begun {
            return Ok(());
        }
        let entries = event::entries(self.connection, head.key)?;
        if matches!(self.request, RateRequest::Unrate(_)) && is_wanted {
            return self.unrate(place, head, &order, &entries);
        }
        let is_touched = head.is_rated() && members(&entries).any(|key| self.moved.contains(&key));
        let section = Section {
            entries,
            ..head.section.clone()
        };
        if is_wanted || is_touched && self.request.follows() {
            return self.rate(place, head, &order, section);
        }
        if is_touched && !head.is_stale() {
            self.answer.save.stale.push(head.key);
        }
        // Nobody has asked for the others: they are read when somebody does.
        let is_asked_for = |key: MemberKey| self.books.get(key).is_some();
        if members(&section.entries).any(is_asked_for) {
            let ratings = rating::of_section(self.connection, head.key)?;
            self.books.post(&section, &order, &ratings);
        }
        Ok(())
    }

    /// Remembers who is in a section that isn't rated, though it could be.
    fn leave_waiting(&mut self, head: &SectionHead) -> Result<(), StorageError> {
        let asks = matches!(
            self.request,
            RateRequest::Sections {
                out_of_order: false,
                ..
            } | RateRequest::From(_)
        );
        if asks && head.waits() && !head.section.systems.is_empty() {
            let entries = event::entries(self.connection, head.key)?;
            self.wait_for(head, &entries);
        }
        Ok(())
    }

    fn wait_for(&mut self, head: &SectionHead, entries: &[Entry]) {
        for key in members(entries) {
            self.waiting.entry(key).or_insert_with(|| head.called());
        }
    }

    fn refuse(&mut self, head: &SectionHead, why: WhyNot) {
        self.answer.refused.push(Refused {
            head: head.clone(),
            why,
        });
    }

    fn rate(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        mut section: Section,
    ) -> Result<(), StorageError> {
        let waits = section.entries.iter().find_map(|entry| {
            let earlier = self.waiting.get(&entry.member?)?;
            Some((entry.name.clone(), earlier.clone()))
        });
        if let Some((member, earlier)) = waits {
            self.refuse(head, WhyNot::Waits { member, earlier });
            self.wait_for(head, &section.entries);
            self.take_in(place, order, &section.entries)?;
            return self.post_kept(head, order, &section);
        }
        self.take_in(place, order, &section.entries)?;
        let ratings = match self.books.rate(&mut section, order) {
            Ok(posting) => {
                let notes = posting.breaches.iter();
                let notes = notes.map(|breach| format!("Section {}: {breach}", head.called()));
                self.answer.notes.extend(notes);
                posting.ratings
            }
            Err(why) => {
                // Blitz and sections of no system keep nobody from being rated.
                let is_kept = matches!(why, NotPosted::Blitz | NotPosted::NoSystem);
                self.refuse(head, why.into());
                return if is_kept {
                    self.post_kept(head, order, &section)
                } else {
                    self.keep(place, head, order, &section)
                };
            }
        };
        let before = if head.is_rated() {
            rating::of_section(self.connection, head.key)?
        } else {
            Vec::new()
        };
        for (row, entry) in section.entries.iter().enumerate() {
            let Some(key) = entry.member else { continue };
            let is_same = before.len() == ratings.len()
                && before.iter().zip(&ratings).all(|(before, after)| {
                    before.system == after.system && before.rows.get(row) == after.rows.get(row)
                });
            if head.is_stale() || !is_same {
                self.moved.insert(key);
            }
        }
        if before != ratings {
            self.answer.save.rated.push((head.key, ratings));
        }
        Ok(())
    }

    /// Has a section that can't be rated, or rated again, keep what it has, and its members wait.
    fn keep(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        section: &Section,
    ) -> Result<(), StorageError> {
        self.wait_for(head, &section.entries);
        if head.is_rated() {
            if !head.is_stale() {
                self.answer.save.stale.push(head.key);
            }
            self.take_in(place, order, &section.entries)?;
        }
        self.post_kept(head, order, section)
    }

    /// Has those who are taken in keep what a section was rated with.
    fn post_kept(
        &mut self,
        head: &SectionHead,
        order: &SectionOrder,
        section: &Section,
    ) -> Result<(), StorageError> {
        if head.is_rated() {
            let ratings = rating::of_section(self.connection, head.key)?;
            self.books.post(section, order, &ratings);
        }
        Ok(())
    }

    fn unrate(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        entries: &[Entry],
    ) -> Result<(), StorageError> {
        if head.is_rated() {
            self.take_in(place, order, entries)?;
            self.moved.extend(members(entries));
            self.answer.save.unrated.push(head.key);
        }
        Ok(())
    }

    /// Takes members in, as they are before a section.
    fn take_in(
        &mut self,
        place: usize,
        order: &SectionOrder,
        entries: &[Entry],
    ) -> Result<(), StorageError> {
        let mut keys = members(entries).collect::<Vec<_>>();
        keys.retain(|key| self.books.get(*key).is_none());
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            return Ok(());
        }
        let books = if place < self.rated_until {
            books_before(self.connection, &keys, order)?
        } else {
            if self.going_on.is_none() {
                self.going_on = Some(self.read_going_on()?);
            }
            let going_on = self.going_on.as_deref().unwrap_or_default();
            books_now(self.connection, &keys, order, going_on)?
        };
        let last_of_event = &self.last_of_event;
        self.books.take_in(books, |event| {
            last_of_event.get(event).is_some_and(|last| *last >= place)
        });
        Ok(())
    }

    /// The rated sections of events of which something is to be rated where nothing is rated yet.
    fn read_going_on(&self) -> Result<Vec<Kept>, StorageError> {
        let (before, after) = self.heads.split_at(self.rated_until);
        let after = after.iter().filter(|head| self.wants(head));
        let events = after.map(|head| head.event).collect::<HashSet<_>>();
        let before = before.iter();
        let going_on = before.filter(|head| head.is_rated() && events.contains(&head.event));
        let kept = going_on.map(|head| kept(self.connection, head));
        kept.filter_map(Result::transpose).collect()
    }

    fn finish(mut self) -> Result<RatingRun, StorageError> {
        let mut members = self.books.into_members().collect::<Vec<_>>();
        members.sort_by_key(|(key, _)| *key);
        for (member, after) in members {
            let before = member::balance(self.connection, member, member::Which::Now)?;
            let after = Balance {
                // Credits of directors follow from events, and not from sections one by one.
                director: before.director.clone(),
                on: None,
                ..after
            };
            if before != after {
                self.answer.save.balances.push((member, after.clone()));
                self.answer.moved.push(Moved {
                    member,
                    before,
                    after,
                });
            }
        }
        Ok(self.answer)
    }
}

fn members(entries: &[Entry]) -> impl Iterator<Item = MemberKey> {
    entries.iter().filter_map(|entry| entry.member)
}

/// The place of the last section of each event.
fn last_of_event(heads: &[SectionHead]) -> HashMap<&str, usize> {
    let events = heads.iter().map(|head| &*head.event_called);
    events.zip(0..).collect()
}

/// A section as it was rated.
struct Kept {
    order: SectionOrder,
    section: Section,
    ratings: Vec<SectionRating>,
}

/// A section as it was rated; nothing for one of no day.
fn kept(connection: &Connection, head: &SectionHead) -> Result<Option<Kept>, StorageError> {
    let Some(order) = head.order() else {
        return Ok(None);
    };
    Ok(Some(Kept {
        order,
        section: Section {
            entries: event::entries(connection, head.key)?,
            ..head.section.clone()
        },
        ratings: rating::of_section(connection, head.key)?,
    }))
}

/// Members as they are before a place among the sections, by what was rated before it. Sections that several of them are in are read once.
fn books_before(
    connection: &Connection,
    keys: &[MemberKey],
    before: &SectionOrder,
) -> Result<Books, StorageError> {
    let mut books = Books::default();
    let mut earlier = BTreeMap::new();
    for key in keys {
        let Some(stored) = member::one(connection, *key)? else {
            continue;
        };
        let adjustments = member::adjustments(connection, *key)?;
        let opening = stored.member.opening.clone();
        books.insert(*key, books_of(&stored, opening, adjustments));
        for head in event::heads_of_member(connection, *key)? {
            if let Some(order) = head.order().filter(|order| order < before)
                && head.is_rated()
            {
                earlier.insert((order, head.key), head);
            }
        }
    }
    for head in earlier.values() {
        if let Some(kept) = kept(connection, head)? {
            books.post(&kept.section, &kept.order, &kept.ratings);
        }
    }
    Ok(books)
}

/// Members as they are now, before a place from which on nothing is rated. Of events that go on there, what they played in these sections
/// counts on.
fn books_now(
    connection: &Connection,
    keys: &[MemberKey],
    before: &SectionOrder,
    going_on: &[Kept],
) -> Result<Books, StorageError> {
    let mut books = Books::default();
    let mut now = Vec::new();
    let mut adjusted_later = Vec::new();
    for key in keys {
        let Some(stored) = member::one(connection, *key)? else {
            continue;
        };
        let adjustments = member::adjustments(connection, *key)?;
        if adjustments.last().is_some_and(|it| it.on > before.ends) {
            adjusted_later.push(*key);
            continue;
        }
        // What members have now holds all adjustments but those of what isn't in a balance.
        let mut decisions = adjustments;
        decisions.retain(|it| it.what == Adjusted::Floor2200Allowed);
        let member = books_of(&stored, stored.now.clone(), decisions);
        books.insert(*key, member.clone());
        now.push((*key, member));
    }
    for kept in going_on {
        if members(&kept.section.entries).any(|key| books.get(key).is_some()) {
            books.post(&kept.section, &kept.order, &kept.ratings);
        }
    }
    // Only what was played in the events is to be known of these sections: the members have the rest of it already.
    for (key, member) in now {
        books.insert(key, member);
    }
    if !adjusted_later.is_empty() {
        books.take_in(books_before(connection, &adjusted_later, before)?, |_| true);
    }
    Ok(books)
}

fn books_of(
    stored: &member::StoredMember,
    balance: Balance,
    mut adjustments: Vec<Adjustment>,
) -> MemberBooks {
    adjustments.reverse();
    MemberBooks {
        birth: stored.member.birth,
        fide: stored.member.fide,
        cfc: stored.member.cfc,
        floor_2200_allowed: stored.member.floor_2200_allowed,
        opened_on: stored.member.opening.on,
        balance,
        adjustments,
    }
}

/// All members as they are before the section of a place among all of the camp.
fn books_of_all(
    connection: &Connection,
    heads: &[SectionHead],
    place: usize,
) -> Result<Books, StorageError> {
    let mut books = Books::default();
    for stored in member::all(connection)? {
        let adjustments = member::adjustments(connection, stored.key)?;
        let opening = stored.member.opening.clone();
        books.insert(stored.key, books_of(&stored, opening, adjustments));
    }
    let last_of_event = last_of_event(heads);
    for (at, head) in heads.iter().enumerate().take(place) {
        if head.is_rated()
            && let Some(kept) = kept(connection, head)?
        {
            books.post(&kept.section, &kept.order, &kept.ratings);
        }
        if last_of_event.get(&*head.event_called) == Some(&at) {
            books.close_event(&head.event_called);
        }
    }
    Ok(books)
}

/// What all members have by the crosstables alone, by key.
pub(super) fn all_balances_by_crosstables(
    connection: &Connection,
) -> Result<Vec<(MemberKey, Balance)>, StorageError> {
    let heads = event::heads(connection, false)?;
    let books = books_of_all(connection, &heads, heads.len())?;
    let mut balances = Vec::new();
    for (key, balance) in books.into_members() {
        if let Some(stored) = member::one(connection, key)? {
            let director = director::credits_of(connection, &stored)?;
            let on = None;
            balances.push((
                key,
                Balance {
                    on,
                    director,
                    ..balance
                },
            ));
        }
    }
    balances.sort_by_key(|(key, _)| *key);
    Ok(balances)
}

/// What a member has by the crosstables alone.
pub(super) fn balance_by_crosstables(
    connection: &Connection,
    key: MemberKey,
) -> Result<Balance, StorageError> {
    let balance = accounts_by_crosstables(connection, &[key])?.pop();
    let director = match member::one(connection, key)? {
        Some(stored) => director::credits_of(connection, &stored)?,
        None => BTreeMap::new(),
    };
    Ok(Balance {
        director,
        ..balance.map(|(_, balance)| balance).unwrap_or_default()
    })
}

/// What members have as players by the crosstables alone, without what they have as directors.
pub(super) fn accounts_by_crosstables(
    connection: &Connection,
    keys: &[MemberKey],
) -> Result<Vec<(MemberKey, Balance)>, StorageError> {
    let end = SectionOrder {
        ends: Date::MAX,
        event: String::from(char::MAX),
        number: u16::MAX,
    };
    let books = books_before(connection, keys, &end)?.into_members();
    let balances = books.map(|(key, balance)| {
        let (on, director) = (None, BTreeMap::new());
        let balance = Balance {
            on,
            director,
            ..balance
        };
        (key, balance)
    });
    Ok(balances.collect())
}

/// A section with the records with which its members begin, or began.
pub(super) fn section_as_it_begins(
    connection: &Connection,
    key: SectionKey,
) -> Result<Option<Section>, StorageError> {
    let Some((head, mut section)) =
        event::head(connection, key)?.zip(event::section(connection, key)?)
    else {
        return Ok(None);
    };
    section.begins = head.section.begins;
    section.ends = head.section.ends;
    let Some(order) = head.order().filter(|_| !section.as_published) else {
        return Ok(Some(section));
    };
    let mut keys = members(&section.entries).collect::<Vec<_>>();
    keys.sort_unstable();
    keys.dedup();
    let heads = event::heads_of_players_of(connection, &[key])?;
    let mut later = heads.iter().rev().take_while(|other| other.key != key);
    let mut books = if head.is_rated() || later.any(SectionHead::is_rated) {
        books_before(connection, &keys, &order)?
    } else {
        books_now(connection, &keys, &order, &[])?
    };
    books.enter(&mut section, order.ends);
    Ok(Some(section))
}
