//! Members as they are before a section, and what they have by the crosstables alone.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use rusqlite::Connection;

use super::{
    director, event, head,
    member::{self, Which},
    rating,
};
use crate::{
    domain::us_chess::{
        Adjusted, Adjustment, Balance, Entry, MemberKey, Section, SectionHead, SectionKey,
        SectionOrder, SectionRating,
    },
    rating::us_chess::{Books, MemberBooks},
    storage::StorageError,
};

pub(super) fn members(entries: &[Entry]) -> impl Iterator<Item = MemberKey> {
    entries.iter().filter_map(|entry| entry.member)
}

/// The place of the last section of each event.
pub(super) fn last_of_event(heads: &[SectionHead]) -> HashMap<&str, usize> {
    let events = heads.iter().map(|head| &*head.event_called);
    events.zip(0..).collect()
}

/// A section as it was rated, with what rating asks for of its entries.
pub(super) struct Kept {
    pub(super) order: SectionOrder,
    pub(super) section: Section,
    pub(super) ratings: Vec<SectionRating>,
}

/// A section as it was rated; nothing for one of no day.
pub(super) fn kept(
    connection: &Connection,
    head: &SectionHead,
) -> Result<Option<Kept>, StorageError> {
    let Some(order) = head.order() else {
        return Ok(None);
    };
    Ok(Some(Kept {
        order,
        section: Section {
            entries: event::entries_to_rate(connection, head.key)?,
            ..head.section.clone()
        },
        ratings: rating::of_section(connection, head.key)?,
    }))
}

/// Members as they are before a place among the sections, by what was rated before it. Sections that several of them are in are read once.
pub(super) fn books_before(
    connection: &Connection,
    keys: &[MemberKey],
    before: &SectionOrder,
) -> Result<Books, StorageError> {
    let mut books = Books::default();
    let mut earlier = BTreeMap::new();
    for key in keys {
        let Some(stored) = member::without_balances(connection, *key)? else {
            continue;
        };
        let adjustments = member::adjustments(connection, *key)?;
        let opening = Balance {
            on: stored.member.opening.on,
            ..member::balance(connection, *key, Which::Opening)?
        };
        books.insert(*key, books_of(&stored, opening, adjustments));
        for head in head::heads_of_member(connection, *key)? {
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
pub(super) fn books_now(
    connection: &Connection,
    keys: &[MemberKey],
    before: &SectionOrder,
    going_on: &[Kept],
) -> Result<Books, StorageError> {
    let mut books = Books::default();
    let mut now = Vec::new();
    let mut adjusted_later = Vec::new();
    for key in keys {
        let Some(stored) = member::without_balances(connection, *key)? else {
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
        let balance = member::balance(connection, *key, Which::Now)?;
        let member = books_of(&stored, balance, decisions);
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
pub(super) fn books_of_all(
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
    let heads = head::heads(connection, false)?;
    let books = books_of_all(connection, &heads, heads.len())?;
    balances_of(connection, books)
}

/// What all members have once the last section is in the accounts, by key.
pub(super) fn balances_of(
    connection: &Connection,
    books: Books,
) -> Result<Vec<(MemberKey, Balance)>, StorageError> {
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
        head::head(connection, key)?.zip(event::section(connection, key)?)
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
    let heads = head::heads_of_players_of(connection, &[key])?;
    let mut later = heads.iter().rev().take_while(|other| other.key != key);
    let mut books = if head.is_rated() || later.any(SectionHead::is_rated) {
        books_before(connection, &keys, &order)?
    } else {
        books_now(connection, &keys, &order, &[])?
    };
    books.enter(&mut section, order.ends);
    Ok(Some(section))
}
