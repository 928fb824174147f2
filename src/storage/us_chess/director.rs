//! What directors have done, by the events that are kept.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{column::day, event, event_with_sections, head, member};
use crate::{
    domain::us_chess::{
        Adjusted, Adjustment, Balance, Credit, EventKey, MemberId, MemberKey, Section, SectionKind,
    },
    rating::us_chess::directors::{credits, event_players},
    storage::{CampFile, StorageError},
};

/// An event that somebody directed, and that has a rated section.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectedEvent {
    pub event: EventKey,
    /// The event's id, or else its number in the camp file.
    pub called: String,
    pub name: String,
    /// The last day of its sections.
    pub day: Date,
    pub credit: Credit,
    pub players: usize,
    /// The most rounds of a section.
    pub rounds: usize,
    /// The kinds of its sections, each once.
    pub kinds: Vec<SectionKind>,
    /// Whether it gives a credit: of events of one day only the best one does.
    pub is_credited: bool,
}

impl CampFile {
    /// The events that a member directed, or helped to, and that are rated, the oldest first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn directed_events(&self, id: MemberId) -> Result<Vec<DirectedEvent>, StorageError> {
        directed_events(&self.connection, id)
    }
}

fn directed_events(
    connection: &Connection,
    id: MemberId,
) -> Result<Vec<DirectedEvent>, StorageError> {
    let mut directed = Vec::new();
    for (key, day) in directed_by(connection, id)? {
        let heads = head::heads_of_event(connection, key)?;
        let Some(event) = event_with_sections(connection, key)? else {
            continue;
        };
        let own = credits(&event)
            .into_iter()
            .find(|(director, _)| *director == id);
        let Some((_, credit)) = own else { continue };
        let kinds = event.sections.iter().map(|section| section.kind);
        directed.push(DirectedEvent {
            event: key,
            called: heads
                .first()
                .map_or_else(String::new, |head| head.event_called.clone()),
            day,
            credit,
            players: event_players(&event),
            rounds: event
                .sections
                .iter()
                .map(Section::rounds)
                .max()
                .unwrap_or(0),
            kinds: kinds.collect::<BTreeSet<_>>().into_iter().collect(),
            name: event.name,
            is_credited: false,
        });
    }
    // Of events of one day, the best credit comes first.
    directed.sort_by_key(|event| (event.day, event.credit));
    let mut last = None;
    for event in &mut directed {
        event.is_credited = last.replace(event.day) != Some(event.day);
    }
    Ok(directed)
}

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
    let directed = match stored.member.id {
        Some(id) => directed_events(connection, id)?,
        None => Vec::new(),
    };
    let new = directed.into_iter().filter(|event| {
        let is_held = holds_already(&stored.member.opening, event.day);
        event.is_credited && !is_held
    });
    for event in new {
        while let Some(adjustment) = adjustments.next_if(|it| it.on <= event.day) {
            adjust(&mut earned, &adjustment);
        }
        let times = earned.entry(event.credit).or_insert(0);
        *times = times.saturating_add(1);
    }
    for adjustment in adjustments {
        adjust(&mut earned, &adjustment);
    }
    Ok(earned)
}

/// Whether the opening balance tells the credits of this day already. One that tells none was made of a crosstable, and not of old files.
fn holds_already(opening: &Balance, day: Date) -> bool {
    !opening.director.is_empty() && opening.on.is_some_and(|on| day < on)
}

/// Has a day have the credit of an event, if that is better than the one it has.
fn take_best(
    connection: &Connection,
    director: MemberId,
    (key, day): (EventKey, Date),
    days: &mut BTreeMap<Date, Credit>,
) -> Result<(), StorageError> {
    let Some(event) = event_with_sections(connection, key)? else {
        return Ok(());
    };
    let credits = credits(&event).into_iter();
    for (_, credit) in credits.filter(|(of, _)| *of == director) {
        let best = days.entry(day).or_insert(credit);
        *best = credit.min(*best);
    }
    Ok(())
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

/// Of so many days, events are looked for day by day.
const FEW_DAYS: usize = 8;

/// What directors had on the days of some events, before these are changed: the rest of their credits stays.
#[derive(Debug)]
pub(super) struct Before {
    events: BTreeSet<EventKey>,
    best: BTreeMap<(MemberId, Date), Credit>,
}

/// Looks at events that are about to be changed.
pub(super) fn before(
    connection: &Connection,
    events: impl IntoIterator<Item = EventKey>,
) -> Result<Before, StorageError> {
    let events = events.into_iter().collect::<BTreeSet<_>>();
    let mut best = BTreeMap::new();
    for (director, days) in days_of(connection, &events)? {
        let of_days = best_of_days(connection, director, &days, |_| true)?;
        best.extend(of_days.into_iter().map(|(day, it)| ((director, day), it)));
    }
    Ok(Before { events, best })
}

/// The days on which events count for their directors, of whom only members have a record.
fn days_of(
    connection: &Connection,
    events: &BTreeSet<EventKey>,
) -> Result<BTreeMap<MemberId, BTreeSet<Date>>, StorageError> {
    let mut days = BTreeMap::<_, BTreeSet<_>>::new();
    for key in events {
        let mut directors = Vec::new();
        for director in event::directors(connection, *key)? {
            if member::by_id(connection, director)?.is_some() {
                directors.push(director);
            }
        }
        if directors.is_empty() {
            continue;
        }
        if let Some(day) = counts_on(connection, *key)? {
            for director in directors {
                days.entry(director).or_default().insert(day);
            }
        }
    }
    Ok(days)
}

/// The best credit of a director on each of these days, by those events that are wanted.
fn best_of_days(
    connection: &Connection,
    director: MemberId,
    days: &BTreeSet<Date>,
    is_wanted: impl Fn(EventKey) -> bool,
) -> Result<BTreeMap<Date, Credit>, StorageError> {
    let mut events = BTreeSet::new();
    if days.len() > FEW_DAYS {
        let directed = directed_by(connection, director)?;
        events.extend(directed.into_iter().filter(|(_, day)| days.contains(day)));
    } else {
        for day in days {
            for key in directed_on(connection, director, *day)? {
                let counts = counts_on(connection, key)?;
                events.extend(counts.filter(|on| on == day).map(|day| (key, day)));
            }
        }
    }
    let mut best = BTreeMap::new();
    for (key, day) in events {
        if is_wanted(key) {
            take_best(connection, director, (key, day), &mut best)?;
        }
    }
    Ok(best)
}

/// Makes the credits of directors what follows from events that were changed since.
pub(super) fn settle_changed(connection: &Connection, before: &Before) -> Result<(), StorageError> {
    let mut days = days_of(connection, &before.events)?;
    for (director, day) in before.best.keys() {
        days.entry(*director).or_default().insert(*day);
    }
    for (director, days) in days {
        let Some(key) = member::by_id(connection, director)? else {
            continue;
        };
        let is_other = |event| !before.events.contains(&event);
        let now = best_of_days(connection, director, &days, |_| true)?;
        let mut changes = Vec::new();
        // By events that weren't changed, a day had what it would have now.
        let unseen = days.iter().copied();
        let unseen = unseen.filter(|day| !before.best.contains_key(&(director, *day)));
        let others = best_of_days(connection, director, &unseen.collect(), is_other)?;
        for day in days {
            let had = before.best.get(&(director, day)).or(others.get(&day));
            let had = had.copied();
            let has = now.get(&day).copied();
            if had != has {
                changes.push((day, had, has));
            }
        }
        change_credits(connection, key, &changes)?;
    }
    Ok(())
}

/// Takes the credits of days away, and gives others for them. What was adjusted after a day no credit of that day has a part in.
fn change_credits(
    connection: &Connection,
    key: MemberKey,
    changes: &[(Date, Option<Credit>, Option<Credit>)],
) -> Result<(), StorageError> {
    if changes.is_empty() {
        return Ok(());
    }
    let adjustments = member::adjustments(connection, key)?;
    let counts = |day: Date, credit: Credit| {
        let mut later = adjustments.iter().filter(|it| it.on > day);
        !later.any(|it| it.what == Adjusted::Director(credit))
    };
    let Some(stored) = member::one(connection, key)? else {
        return Ok(());
    };
    let opening = stored.member.opening;
    let mut now = stored.now;
    let new = changes
        .iter()
        .filter(|(day, ..)| !holds_already(&opening, *day));
    for (day, had, has) in new {
        if let Some(credit) = had.filter(|credit| counts(*day, *credit)) {
            let times = now.director.remove(&credit).unwrap_or(0);
            if times > 1 {
                now.director.insert(credit, times - 1);
            }
        }
        if let Some(credit) = has.filter(|credit| counts(*day, *credit)) {
            let times = now.director.entry(credit).or_insert(0);
            *times = times.saturating_add(1);
        }
    }
    member::save_balance(connection, key, member::Which::Now, &now)?;
    Ok(())
}

/// Those of these numbers that no member has.
pub(super) fn unknown(
    connection: &Connection,
    ids: impl IntoIterator<Item = MemberId>,
) -> Result<BTreeSet<MemberId>, StorageError> {
    let mut unknown = BTreeSet::new();
    for id in ids.into_iter().collect::<BTreeSet<_>>() {
        if member::by_id(connection, id)?.is_none() {
            unknown.insert(id);
        }
    }
    Ok(unknown)
}

/// Makes the credits of members what follows from all events: of those who have just become members, and so had none.
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

/// The last day of the sections of `us_event`, if one of them is rated.
const COUNTS_ON: &str = "(SELECT max(coalesce(us_section.ends, us_event.ends)) FROM us_section WHERE us_section.event_id = us_event.id
     AND EXISTS (SELECT 1 FROM us_section AS other JOIN us_rating ON us_rating.section_id = other.id
         WHERE other.event_id = us_event.id))";

/// The events that somebody directed, or helped to, of which a section is rated; each with its last day.
fn directed_by(connection: &Connection, id: MemberId) -> rusqlite::Result<Vec<(EventKey, Date)>> {
    let mut events = Vec::new();
    for director in ["chief_td", "assistant_td"] {
        let mut directed = connection.prepare_cached(&format!(
            "SELECT id, {COUNTS_ON} AS day FROM us_event WHERE {director} = ?1"
        ))?;
        let mut rows = directed.query([id.to_string()])?;
        while let Some(row) = rows.next()? {
            let key = EventKey(row.get("id")?);
            events.extend(day(row, "day")?.map(|day| (key, day)));
        }
    }
    events.sort_unstable();
    events.dedup();
    Ok(events)
}

/// Those of them that may count on this day: a section of theirs ends on it.
fn directed_on(
    connection: &Connection,
    id: MemberId,
    day: Date,
) -> rusqlite::Result<BTreeSet<EventKey>> {
    let mut events = BTreeSet::new();
    for director in ["chief_td", "assistant_td"] {
        let mut directed = connection.prepare_cached(&format!(
            "SELECT id FROM us_event WHERE {director} = ?1 AND (ends = ?2
                 OR EXISTS (SELECT 1 FROM us_section WHERE us_section.event_id = us_event.id AND us_section.ends = ?2))"
        ))?;
        let mut rows = directed.query(params![id.to_string(), day.to_string()])?;
        while let Some(row) = rows.next()? {
            events.insert(EventKey(row.get(0)?));
        }
    }
    Ok(events)
}

/// The last day of an event of which a section is rated.
fn counts_on(connection: &Connection, key: EventKey) -> rusqlite::Result<Option<Date>> {
    let day = connection
        .prepare_cached(&format!(
            "SELECT {COUNTS_ON} AS day FROM us_event WHERE id = ?1"
        ))?
        .query_row([key.0], |row| day(row, "day"))
        .optional()?;
    Ok(day.flatten())
}

/// Whether a section of an event is rated.
pub(super) fn is_rated(connection: &Connection, key: EventKey) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT 1 FROM us_section JOIN us_rating ON us_rating.section_id = us_section.id WHERE us_section.event_id = ?1",
        )?
        .exists([key.0])
}
