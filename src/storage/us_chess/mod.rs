//! Members, events and sections of US Chess in the camp file.
//!
//! Crosstables and what they were rated with are the record. [`run`] goes through sections in their order, with the accounts that the
//! members had then, and says what is to be saved; a [`Change`] saves it.

mod accounts;
mod column;
mod crosstable;
mod director;
mod event;
mod head;
mod member;
mod merged;
mod played;
mod rating;
mod readable;
mod reports;
mod run;
mod saving;
mod to_check;
mod unlike;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use rusqlite::Connection;
use thiserror::Error;

pub use self::{
    director::DirectedEvent,
    member::StoredMember,
    played::PlayedSection,
    reports::{Invitation, Invited, Peak, Recomputed, TitleCredit, WhichRecords},
    run::{Moved, RateRequest, RatingRun, Refused, WhyNot},
    to_check::CheckedSection,
    unlike::UnlikeCrosstable,
};
pub(in crate::storage) use self::{
    member::adjustments_in_words,
    merged::{DoneInCopy, mark_out_of_date, settle as settle_merged, unlike},
    readable::is_readable,
    unlike::{Later, unlike_crosstables},
};
use super::{CampFile, Refusal, StorageError};
use crate::domain::us_chess::{
    Adjusted, Adjustment, Balance, Change, Entry, Event, EventKey, Import, Known, Member, MemberId,
    MemberKey, Section, SectionHead, SectionKey, SectionRating,
};

/// Why a change of members, events or sections was refused.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum UsChessRefusal {
    #[error("{0}")]
    Invalid(String),
    #[error("There is already a member {0}. Open that one, or correct the number")]
    MemberTaken(MemberId),
    #[error("This member has been deleted meanwhile")]
    NoMember,
    #[error(
        "This member is in sections, and crosstables are kept. Only somebody who is in none can be deleted"
    )]
    MemberInSections,
    #[error("This camper is linked to another member. Take that link away first")]
    CamperTaken,
    #[error("There is already an event {0}. Open that one, or correct the number")]
    EventTaken(String),
    #[error("This event has been deleted meanwhile")]
    NoEvent,
    #[error("The event has a section {0} already. Choose another number")]
    SectionTaken(u16),
    #[error("This section has been deleted meanwhile")]
    NoSection,
    #[error("Section {0} is rated. Unrate it first")]
    SectionRated(String),
}

/// Refuses what can't be kept, with the first reason.
fn refuse_if_faulty(faults: Vec<String>) -> Result<(), StorageError> {
    match faults.into_iter().next() {
        Some(fault) => Err(UsChessRefusal::Invalid(fault).into()),
        None => Ok(()),
    }
}

impl From<UsChessRefusal> for StorageError {
    fn from(refusal: UsChessRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl CampFile {
    /// All members, by names.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn members(&self) -> Result<Vec<StoredMember>, StorageError> {
        Ok(member::all(&self.connection)?)
    }

    /// The member of a number, if there is one.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn member(&self, id: MemberId) -> Result<Option<StoredMember>, StorageError> {
        let Some(key) = member::by_id(&self.connection, id)? else {
            return Ok(None);
        };
        Ok(member::one(&self.connection, key)?)
    }

    /// What the camp has already, to compare files with.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn known(&self) -> Result<Known, StorageError> {
        let mut known = Known::default();
        for stored in member::all(&self.connection)? {
            match stored.member.id {
                Some(id) => drop(known.members.insert(id, (stored.member, stored.now))),
                None => known.pending.push((stored.key, stored.member)),
            }
        }
        let events = event::all(&self.connection)?;
        let events = events.into_iter().collect::<HashMap<_, _>>();
        for head in head::heads(&self.connection, false)? {
            if let Some(event) = events.get(&head.event) {
                known.sections.insert(event, head.section.number);
            }
        }
        Ok(known)
    }

    /// The adjustments of a member, the oldest first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn adjustments(&self, member: MemberKey) -> Result<Vec<Adjustment>, StorageError> {
        Ok(member::adjustments(&self.connection, member)?)
    }

    /// All events without their sections, the oldest first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn events(&self) -> Result<Vec<(EventKey, Event)>, StorageError> {
        Ok(event::all(&self.connection)?)
    }

    /// The event of an id; failing that, the one of this number in the camp file.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn event_called(&self, called: &str) -> Result<Option<EventKey>, StorageError> {
        Ok(event::called(&self.connection, called)?)
    }

    /// An event without its sections; nothing where there is no such event.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn event_head(&self, key: EventKey) -> Result<Option<Event>, StorageError> {
        Ok(event::one(&self.connection, key)?)
    }

    /// An event with its sections as they were entered; nothing where there is no such event.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn event(&self, key: EventKey) -> Result<Option<Event>, StorageError> {
        Ok(event_with_sections(&self.connection, key)?)
    }

    /// All sections in the order in which they are rated; those of no day come first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn sections(&self) -> Result<Vec<SectionHead>, StorageError> {
        Ok(head::heads(&self.connection, true)?)
    }

    /// The sections of an event, by number.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn sections_of_event(&self, event: EventKey) -> Result<Vec<SectionHead>, StorageError> {
        Ok(head::heads_of_event(&self.connection, event)?)
    }

    /// The sections in which a member is entered, in the order in which they are rated.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn sections_of_member(&self, member: MemberKey) -> Result<Vec<SectionHead>, StorageError> {
        Ok(head::heads_of_member(&self.connection, member)?)
    }

    /// A section as it was entered; nothing where there is no such section.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section(&self, key: SectionKey) -> Result<Option<Section>, StorageError> {
        Ok(event::section(&self.connection, key)?)
    }

    /// What a section was rated with, in each system in which it was.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn ratings_of(&self, key: SectionKey) -> Result<Vec<SectionRating>, StorageError> {
        Ok(rating::of_section(&self.connection, key)?)
    }

    /// A section as it begins: every entry has the records that its member has before it. Nothing where there is no such section.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section_as_it_begins(&self, key: SectionKey) -> Result<Option<Section>, StorageError> {
        accounts::section_as_it_begins(&self.connection, key)
    }

    /// What rating sections, or taking their ratings away, would change. Nothing is saved.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn rating_run(&self, request: &RateRequest) -> Result<RatingRun, StorageError> {
        run::run(&self.connection, request)
    }

    /// What a member has by the crosstables alone, with the opening balance and all adjustments.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn balance_by_crosstables(&self, member: MemberKey) -> Result<Balance, StorageError> {
        accounts::balance_by_crosstables(&self.connection, member)
    }
}

fn event_with_sections(connection: &Connection, key: EventKey) -> rusqlite::Result<Option<Event>> {
    let Some(mut event) = event::one(connection, key)? else {
        return Ok(None);
    };
    for head in head::heads_of_event(connection, key)? {
        event.sections.extend(event::section(connection, head.key)?);
    }
    Ok(Some(event))
}

/// How many sections there are.
pub(super) fn section_count(connection: &Connection) -> rusqlite::Result<usize> {
    let count = connection.query_row("SELECT count(*) FROM us_section", [], |row| {
        row.get::<_, i64>(0)
    })?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Makes a change.
pub(super) fn carry_out(connection: &Connection, change: &Change) -> Result<(), StorageError> {
    match change {
        Change::AddMember(added) => {
            member::add(connection, added)?;
            director::settle(connection, added.id.into_iter().collect())
        }
        Change::ChangeMember(key, changed) => change_member(connection, *key, changed),
        Change::ChangeOpening(key, opening) => change_opening(connection, *key, opening),
        Change::DeleteMember(key) => member::delete(connection, *key),
        Change::Adjust(key, adjustments) => adjust(connection, *key, adjustments),
        Change::LinkCamper(key, camper) => member::link(connection, *key, *camper),
        Change::AddEvent(added) => {
            let unknown = director::unknown(connection, ids_of(&added.sections))?;
            event::add(connection, added)?;
            director::settle(connection, unknown)
        }
        Change::ChangeEvent(key, changed) => change_event(connection, *key, changed),
        Change::DeleteEvent(key) => event::delete(connection, *key),
        Change::AddSection(key, added) => {
            let before = director::before(connection, [*key])?;
            let unknown = director::unknown(connection, ids_of([&**added]))?;
            event::add_section(connection, *key, added)?;
            director::settle_changed(connection, &before)?;
            director::settle(connection, unknown)
        }
        Change::AddPlayer(key, entry) => {
            let section = event::with_player(connection, *key, entry)?;
            change_section(connection, *key, &section)
        }
        Change::ChangeSection(key, changed) => change_section(connection, *key, changed),
        Change::DeleteSection(key) => {
            let before = director::before(connection, event::event_of(connection, *key)?)?;
            event::delete_section(connection, *key)?;
            director::settle_changed(connection, &before)
        }
        Change::Import(import) => carry_out_import(connection, import),
        Change::SaveRatings(save) => saving::save_ratings(connection, save),
        Change::SaveBalances(balances) => saving::save_balances(connection, balances),
    }
}

/// Saves a member. What first ratings and floors go by makes the ratings stale that were computed from it.
fn change_member(
    connection: &Connection,
    key: MemberKey,
    changed: &Member,
) -> Result<(), StorageError> {
    let before = member::one(connection, key)?.ok_or(UsChessRefusal::NoMember)?;
    member::change(connection, key, changed)?;
    let goes_by = |member: &Member| {
        (
            member.birth,
            member.fide,
            member.cfc,
            member.floor_2200_allowed,
        )
    };
    if goes_by(&before.member) != goes_by(changed) {
        for head in head::heads_of_member(connection, key)? {
            rating::mark_stale(connection, head.key)?;
        }
        settle(connection, [key])?;
    }
    if before.member.id != changed.id {
        director::settle_member(connection, key)?;
    }
    Ok(())
}

/// Saves the opening balance of a member, has it hold, and marks the sections that were rated from another one. Directors' credits have no part
/// in ratings.
fn change_opening(
    connection: &Connection,
    key: MemberKey,
    opening: &Balance,
) -> Result<(), StorageError> {
    refuse_if_faulty(opening.faults())?;
    let stored = member::one(connection, key)?.ok_or(UsChessRefusal::NoMember)?;
    let before = stored.member.opening;
    member::change_opening(connection, key, opening)?;
    let rated_from = |balance: &Balance| Balance {
        director: BTreeMap::new(),
        ..balance.clone()
    };
    if rated_from(&before) != rated_from(opening) {
        // One of no day holds from the first section on.
        let days = before.on.zip(opening.on);
        let since = days.map(|(before, now)| before.min(now));
        mark_stale_since(connection, key, since)?;
    }
    settle(connection, [key])?;
    director::settle_member(connection, key)
}

/// Marks the sections of a member that end on a day or later; without a day, all of them.
fn mark_stale_since(
    connection: &Connection,
    key: MemberKey,
    since: Option<Date>,
) -> Result<(), StorageError> {
    for head in head::heads_of_member(connection, key)? {
        if head.section.ends >= since {
            rating::mark_stale(connection, head.key)?;
        }
    }
    Ok(())
}

/// Makes the records of members what follows from the crosstables as they are now.
fn settle(
    connection: &Connection,
    members: impl IntoIterator<Item = MemberKey>,
) -> Result<(), StorageError> {
    let members = members.into_iter().collect::<BTreeSet<_>>();
    let members = members.into_iter().collect::<Vec<_>>();
    for (key, account) in accounts::accounts_by_crosstables(connection, &members)? {
        let director = member::balance(connection, key, member::Which::Now)?.director;
        let now = Balance {
            director,
            ..account
        };
        member::save_balance(connection, key, member::Which::Now, &now)?;
    }
    Ok(())
}

/// Everybody who is entered in these sections.
fn members_of(
    connection: &Connection,
    heads: &[SectionHead],
) -> Result<BTreeSet<MemberKey>, StorageError> {
    let mut members = BTreeSet::new();
    for head in heads {
        let entries = event::entries(connection, head.key)?;
        members.extend(entries.iter().filter_map(|entry| entry.member));
    }
    Ok(members)
}

/// Saves adjustments, has them hold, and marks the sections that began without them.
fn adjust(
    connection: &Connection,
    key: MemberKey,
    adjustments: &[Adjustment],
) -> Result<(), StorageError> {
    let faults = adjustments.iter().filter_map(Adjustment::fault);
    refuse_if_faulty(faults.map(|(_, fault)| fault).collect())?;
    let before = member::adjustments(connection, key)?;
    let same = before.iter().zip(adjustments);
    let same = same.take_while(|(one, other)| one == other).count();
    // From the first one on that is another, in whichever of both lists it comes first.
    let changed = [before.as_slice(), adjustments].map(|list| {
        let others = list.iter().skip(same);
        let mut others = others.filter(|one| !matches!(one.what, Adjusted::Director(_)));
        others.next().map(|one| one.on)
    });
    member::adjust(connection, key, adjustments)?;
    if let Some(first) = changed.into_iter().flatten().min() {
        mark_stale_since(connection, key, Some(first))?;
    }
    settle(connection, [key])?;
    director::settle_member(connection, key)
}

/// Saves the head of an event. Where its days change, its sections are rated by other rules, or in another order.
fn change_event(
    connection: &Connection,
    key: EventKey,
    changed: &Event,
) -> Result<(), StorageError> {
    let before = event::one(connection, key)?.ok_or(UsChessRefusal::NoEvent)?;
    let is_moved = (before.ends, &before.id) != (changed.ends, &changed.id);
    let heads = head::heads_of_event(connection, key)?;
    if is_moved {
        for head in heads.iter().filter(|head| head.is_rated()) {
            mark_stale_from(connection, head)?;
        }
    }
    let directors = director::before(connection, [key])?;
    event::change(connection, key, changed)?;
    if is_moved {
        for head in head::heads_of_event(connection, key)? {
            if head.is_rated() {
                mark_stale_from(connection, &head)?;
            }
        }
        settle(connection, members_of(connection, &heads)?)?;
    }
    director::settle_changed(connection, &directors)
}

/// Saves a section. A rated one keeps its ratings, which are stale, as are those of later sections of its members.
fn change_section(
    connection: &Connection,
    key: SectionKey,
    changed: &Section,
) -> Result<(), StorageError> {
    let head = head::head(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    let before = event::entries(connection, key)?;
    if head.is_rated() {
        mark_stale_from(connection, &head)?;
    }
    let directors = director::before(connection, [head.event])?;
    let unknown = director::unknown(connection, ids_of([changed]))?;
    event::change_section(connection, key, changed)?;
    if !head.is_rated() {
        director::settle_changed(connection, &directors)?;
        return director::settle(connection, unknown);
    }
    let mut ratings = rating::of_section(connection, key)?;
    for rating in &mut ratings {
        let posted = changed.entries.iter().map(|entry| {
            let is_same =
                |old: &Entry| (old.pair, old.known_as()) == (entry.pair, entry.known_as());
            let place = before.iter().position(is_same);
            let posted = place.and_then(|place| rating.rows.get(place));
            posted.cloned().unwrap_or_default()
        });
        rating.rows = posted.collect();
    }
    rating::save(connection, key, &ratings)?;
    let head = head::head(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    mark_stale_from(connection, &head)?;
    let mut members = members_of(connection, std::slice::from_ref(&head))?;
    members.extend(before.iter().filter_map(|entry| entry.member));
    settle(connection, members)?;
    director::settle_changed(connection, &directors)?;
    director::settle(connection, unknown)
}

/// The members' numbers of those who are entered in sections.
fn ids_of<'a>(sections: impl IntoIterator<Item = &'a Section>) -> impl Iterator<Item = MemberId> {
    let entries = sections.into_iter().flat_map(|section| &section.entries);
    entries.filter_map(|entry| entry.id)
}

/// Marks the ratings of a section, and those of all later sections of its members.
fn mark_stale_from(connection: &Connection, head: &SectionHead) -> Result<(), StorageError> {
    rating::mark_stale(connection, head.key)?;
    let Some(order) = head.order() else {
        return Ok(());
    };
    for entry in event::entries(connection, head.key)? {
        if let Some(member) = entry.member {
            rating::mark_member_stale(connection, member, &order)?;
        }
    }
    Ok(())
}

/// Adds what a file has: members first, then sections, the oldest first, so that opening balances are of the first section of each.
fn carry_out_import(connection: &Connection, import: &Import) -> Result<(), StorageError> {
    let mut known = Vec::new();
    for imported in &import.events {
        known.extend(event::same(connection, imported)?);
    }
    let directors = director::before(connection, known)?;
    let sections = import.events.iter().flat_map(|event| &event.sections);
    let ids = import.members.iter().filter_map(|listed| listed.id);
    let unknown = director::unknown(connection, ids.chain(ids_of(sections)))?;
    for (key, listed) in &import.pending {
        change_member(connection, *key, listed)?;
    }
    for listed in &import.members {
        let known = match listed.id {
            Some(id) => member::by_id(connection, id)?,
            None => None,
        };
        match known {
            Some(key) => change_member(connection, key, listed)?,
            None => drop(member::add(connection, listed)?),
        }
    }
    let mut sections = Vec::new();
    for event in &import.events {
        let key = event_of_import(connection, event)?;
        let of_event = event.sections.iter();
        sections.extend(of_event.map(|section| (event.ends_of(section), key, section)));
    }
    sections.sort_by_key(|(ends, key, section)| (*ends, *key, section.number));
    for (_, key, section) in sections {
        event::add_section(connection, key, section)?;
    }
    director::settle_changed(connection, &directors)?;
    // A director may be among those who have just become members.
    director::settle(connection, unknown)
}

/// The event whose sections a file has. One that is there without an id gets the file's.
fn event_of_import(connection: &Connection, event: &Event) -> Result<EventKey, StorageError> {
    let Some(key) = event::same(connection, event)? else {
        let head = Event {
            sections: Vec::new(),
            ..event.clone()
        };
        return event::add(connection, &head);
    };
    let known = event::one(connection, key)?.ok_or(UsChessRefusal::NoEvent)?;
    if known.id.is_none() && event.id.is_some() {
        let id = event.id.clone();
        change_event(connection, key, &Event { id, ..known })?;
    }
    Ok(key)
}

#[cfg(test)]
pub(in crate::storage) mod tests;
