//! What a run has said is saved.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::{director, event, member, rating};
use crate::{
    domain::us_chess::{Balance, EventKey, MemberKey, RatingsToSave},
    storage::StorageError,
};

/// Saves what sections are rated with, and what their members have by it.
pub(super) fn save_ratings(
    connection: &Connection,
    save: &RatingsToSave,
) -> Result<(), StorageError> {
    let directors = director::before(connection, counted_otherwise(connection, save)?)?;
    // In the order of the table: in that of their days, rows would be squeezed in between others, and pages split for them.
    let mut rated = save.rated.iter().collect::<Vec<_>>();
    rated.sort_by_key(|(key, _)| *key);
    for (key, ratings) in rated {
        rating::save(connection, *key, ratings)?;
    }
    for (key, system) in &save.dropped {
        rating::drop_in(connection, *key, *system)?;
    }
    for key in &save.unrated {
        rating::delete(connection, *key)?;
    }
    for key in &save.stale {
        rating::mark_stale(connection, *key)?;
    }
    save_balances(connection, &save.balances)?;
    director::settle_changed(connection, &directors)
}

/// The events that may count for their directors from now on, or not any more: those of which nothing was rated, or something won't be.
/// Where nobody directed an event, it counts for nobody.
fn counted_otherwise(
    connection: &Connection,
    save: &RatingsToSave,
) -> Result<BTreeSet<EventKey>, StorageError> {
    let mut events = BTreeSet::new();
    for (key, _) in &save.rated {
        if let Some(event) = event::directed_event_of(connection, *key)?
            && !events.contains(&event)
            && !director::is_rated(connection, event)?
        {
            events.insert(event);
        }
    }
    for key in &save.unrated {
        events.extend(event::directed_event_of(connection, *key)?);
    }
    Ok(events)
}

/// Saves what members have now.
pub(super) fn save_balances(
    connection: &Connection,
    balances: &[(MemberKey, Balance)],
) -> Result<(), StorageError> {
    for (key, balance) in balances {
        member::save_balance(connection, *key, member::Which::Now, balance)?;
    }
    Ok(())
}
