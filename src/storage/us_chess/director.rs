//! What directors have done, by the events that are kept.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rusqlite::Connection;

use super::{event, event_with_sections, member};
use crate::{
    domain::us_chess::{
        Adjusted, Adjustment, Credit, EventKey, MemberId, MemberKey, SectionHead, SectionKey,
    },
    rating::us_chess::directors::credits,
    storage::StorageError,
};

/// How often a member has earned which credit: by the opening balance, by adjustments, and by the events of which a section is rated. A
/// director has one credit a day, the best one.
pub(super) fn credits_of(
    connection: &Connection,
    stored: &member::StoredMember,
) -> Result<BTreeMap<Credit, u32>, StorageError> {
    let mut earned = stored.member.opening.director.clone();
    let mut adjustments = member::adjustments(connection, stored.key)?
        .into_iter()
        .peekable();
    let by_day = match stored.member.id {
        Some(id) => by_day(connection, id)?,
        None => BTreeMap::new(),
    };
    for (day, credit) in by_day {
        while let Some(adjustment) = adjustments.next_if(|it| it.on <= day) {
            adjust(&mut earned, &adjustment);
        }
        let times = earned.entry(credit).or_insert(0);
        *times = times.saturating_add(1);
    }
    for adjustment in adjustments {
        adjust(&mut earned, &adjustment);
    }
    Ok(earned)
}

/// The best credit of each day.
fn by_day(connection: &Connection, id: MemberId) -> Result<BTreeMap<Date, Credit>, StorageError> {
    let mut days = BTreeMap::new();
    for key in event::directed_by(connection, id)? {
        let heads = event::heads_of_event(connection, key)?;
        if !heads.iter().any(SectionHead::is_rated) {
            continue;
        }
        let last = heads.iter().filter_map(|head| head.section.ends).max();
        let Some((day, event)) = last.zip(event_with_sections(connection, key)?) else {
            continue;
        };
        let own = credits(&event)
            .into_iter()
            .filter(|(director, _)| *director == id);
        for (_, credit) in own {
            let best = days.entry(day).or_insert(credit);
            *best = credit.min(*best);
        }
    }
    Ok(days)
}

fn adjust(earned: &mut BTreeMap<Credit, u32>, adjustment: &Adjustment) {
    let Adjusted::Director(credit) = adjustment.what else {
        return;
    };
    match adjustment.count().filter(|count| *count > 0) {
        Some(count) => earned.insert(credit, count),
        None => earned.remove(&credit),
    };
}

/// Who directed the events of these sections.
pub(super) fn of_sections(
    connection: &Connection,
    sections: impl IntoIterator<Item = SectionKey>,
) -> Result<BTreeSet<MemberId>, StorageError> {
    let mut events = BTreeSet::new();
    for section in sections {
        events.extend(event::event_of(connection, section)?);
    }
    of_events(connection, events)
}

/// Who directed these events.
pub(super) fn of_events(
    connection: &Connection,
    events: impl IntoIterator<Item = EventKey>,
) -> Result<BTreeSet<MemberId>, StorageError> {
    let mut directors = BTreeSet::new();
    for key in events {
        if let Some(event) = event::one(connection, key)? {
            directors.extend([event.chief_td, event.assistant_td].into_iter().flatten());
        }
    }
    Ok(directors)
}

/// Makes the credits of directors what follows from the events as they are now.
pub(super) fn settle(
    connection: &Connection,
    directors: BTreeSet<MemberId>,
) -> Result<(), StorageError> {
    for id in directors {
        let key: Option<MemberKey> = member::by_id(connection, id)?;
        key.map_or(Ok(()), |key| settle_member(connection, key))?;
    }
    Ok(())
}

/// Makes the credits of a member what follows from all events.
pub(super) fn settle_member(connection: &Connection, key: MemberKey) -> Result<(), StorageError> {
    if let Some(stored) = member::one(connection, key)? {
        let mut now = stored.now.clone();
        now.director = credits_of(connection, &stored)?;
        member::save_balance(connection, stored.key, member::Which::Now, &now)?;
    }
    Ok(())
}
