//! The tables `us_event`, `us_section` and `us_entry`.

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, Row, named_params, params};

use super::{
    UsChessRefusal,
    column::{day, parsed, read, read_record, read_rounds, record_text, rounds_text, text, word},
    head, member, refuse_if_faulty,
};
use crate::{
    domain::us_chess::{
        Account, Balance, Entry, Event, EventKey, Member, MemberId, MemberKey, Record, Section,
        SectionKey, SectionKind, System, names_of,
    },
    storage::{StorageError, uid::uid},
};

/// An event without its sections.
pub(super) fn one(connection: &Connection, key: EventKey) -> rusqlite::Result<Option<Event>> {
    connection
        .prepare_cached("SELECT * FROM us_event WHERE id = ?1")?
        .query_row([key.0], read_event)
        .optional()
}

/// The event of this id; failing that, the one of this number in the camp file.
pub(super) fn called(connection: &Connection, called: &str) -> rusqlite::Result<Option<EventKey>> {
    connection
        .prepare_cached(
            "SELECT id FROM us_event WHERE event_id = ?1 OR event_id IS NULL AND id = ?2 ORDER BY event_id IS NULL",
        )?
        .query_row(params![called, called.parse::<i64>().ok()], |row| {
            row.get(0).map(EventKey)
        })
        .optional()
}

/// The same event as this one: of its id, or else, where one of both has none, of its name, if it has one, and last day.
pub(super) fn same(connection: &Connection, event: &Event) -> rusqlite::Result<Option<EventKey>> {
    let key = |row: &Row<'_>| row.get(0).map(EventKey);
    let by_id = connection
        .prepare_cached("SELECT id FROM us_event WHERE event_id = ?1")?
        .query_row([&event.id], key)
        .optional()?;
    if by_id.is_some() {
        return Ok(by_id);
    }
    connection
        .prepare_cached(
            "SELECT id FROM us_event WHERE (?1 IS NULL OR event_id IS NULL) AND name = ?2 AND name <> '' AND ends IS ?3
             ORDER BY event_id IS NOT NULL, id",
        )?
        .query_row(params![event.id, event.name, text(event.ends)], key)
        .optional()
}

/// All events without their sections, the oldest first.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<(EventKey, Event)>> {
    connection
        .prepare_cached(
            "SELECT * FROM us_event ORDER BY ends, coalesce(event_id, CAST(id AS TEXT))",
        )?
        .query_map([], |row| Ok((EventKey(row.get("id")?), read_event(row)?)))?
        .collect()
}

/// The event that a section belongs to.
pub(super) fn event_of(
    connection: &Connection,
    section: SectionKey,
) -> rusqlite::Result<Option<EventKey>> {
    connection
        .prepare_cached("SELECT event_id FROM us_section WHERE id = ?1")?
        .query_row([section.0], |row| row.get(0).map(EventKey))
        .optional()
}

/// Those who directed an event, or helped to.
pub(super) fn directors(connection: &Connection, key: EventKey) -> rusqlite::Result<Vec<MemberId>> {
    let directors = connection
        .prepare_cached("SELECT chief_td, assistant_td FROM us_event WHERE id = ?1")?
        .query_row([key.0], |row| Ok([parsed(row, 0)?, parsed(row, 1)?]))
        .optional()?;
    Ok(directors.into_iter().flatten().flatten().collect())
}

/// The event that a section belongs to, if somebody directed it.
pub(super) fn directed_event_of(
    connection: &Connection,
    section: SectionKey,
) -> rusqlite::Result<Option<EventKey>> {
    connection
        .prepare_cached(
            "SELECT us_event.id FROM us_section JOIN us_event ON us_event.id = us_section.event_id
             WHERE us_section.id = ?1 AND coalesce(us_event.chief_td, us_event.assistant_td) IS NOT NULL",
        )?
        .query_row([section.0], |row| row.get(0).map(EventKey))
        .optional()
}

fn read_event(row: &Row<'_>) -> rusqlite::Result<Event> {
    Ok(Event {
        id: row.get("event_id")?,
        name: row.get("name")?,
        begins: day(row, "begins")?,
        ends: day(row, "ends")?,
        chief_td: parsed(row, "chief_td")?,
        assistant_td: parsed(row, "assistant_td")?,
        affiliate: row.get("affiliate")?,
        city: row.get("city")?,
        state: row.get("state")?,
        zip: row.get("zip")?,
        sections: Vec::new(),
    })
}

pub(super) fn read_section(row: &Row<'_>) -> rusqlite::Result<Section> {
    let mut systems = Vec::new();
    for (system, column) in [(System::Regular, 7), (System::Quick, 8)] {
        if row.get::<_, bool>(column)? {
            systems.push(system);
        }
    }
    Ok(Section {
        number: row.get(0)?,
        name: row.get(1)?,
        kind: word(row, 2, SectionKind::of_word)?.unwrap_or_default(),
        begins: day(row, 3)?,
        ends: day(row, 4)?,
        half_k: row.get(5)?,
        time_controls: read(row, 6, |text| {
            Some(text.lines().map(str::to_owned).collect())
        })?,
        systems,
        is_blitz: row.get(9)?,
        as_published: row.get(10)?,
        entries: Vec::new(),
    })
}

/// A section with its entries, as it was entered.
pub(super) fn section(
    connection: &Connection,
    key: SectionKey,
) -> rusqlite::Result<Option<Section>> {
    let section = connection
        .prepare_cached(
            "SELECT number, name, kind, begins, ends, half_k, time_controls, is_regular, is_quick, is_blitz, as_published
             FROM us_section WHERE id = ?1",
        )?
        .query_row([key.0], read_section)
        .optional()?;
    let Some(mut section) = section else {
        return Ok(None);
    };
    section.entries = entries(connection, key)?;
    Ok(Some(section))
}

/// The entries of a section in their order.
pub(super) fn entries(connection: &Connection, key: SectionKey) -> rusqlite::Result<Vec<Entry>> {
    connection
        .prepare_cached(
            "SELECT us_entry.pair, us_entry.member_id, us_member.member_id, us_entry.name, us_entry.state, us_entry.birth_date,
                 us_entry.fide, us_entry.cfc, us_entry.rounds, us_entry.regular, us_entry.quick
             FROM us_entry LEFT JOIN us_member ON us_member.id = us_entry.member_id
             WHERE section_id = ?1 ORDER BY place",
        )?
        .query_map([key.0], read_entry)?
        .collect()
}

/// The same as rating asks for them: without names, states and numbers, as it knows members by their keys.
pub(super) fn entries_to_rate(
    connection: &Connection,
    key: SectionKey,
) -> rusqlite::Result<Vec<Entry>> {
    connection
        .prepare_cached(
            "SELECT pair, member_id, NULL, '', NULL, birth_date, fide, cfc, rounds, regular, quick
             FROM us_entry WHERE section_id = ?1 ORDER BY place",
        )?
        .query_map([key.0], read_entry)?
        .collect()
}

/// The name of an entry, by its place in the section.
pub(super) fn name_of(
    connection: &Connection,
    key: SectionKey,
    place: usize,
) -> rusqlite::Result<String> {
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "SELECT name FROM us_entry WHERE section_id = ?1 ORDER BY place LIMIT 1 OFFSET ?2",
        )?
        .query_row([key.0, place], |row| row.get(0))
}

/// By place: columns are found by name too slowly for rows that are read by the million.
fn read_entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        pair: row.get(0)?,
        member: row.get::<_, Option<i64>>(1)?.map(MemberKey),
        id: parsed(row, 2)?,
        name: row.get(3)?,
        state: row.get(4)?,
        birth: day(row, 5)?,
        fide: row.get(6)?,
        cfc: row.get(7)?,
        rounds: read(row, 8, read_rounds)?,
        regular: given(row, 9)?,
        quick: given(row, 10)?,
    })
}

/// What a file said of somebody's ratings.
pub(super) fn given(row: &Row<'_>, column: usize) -> rusqlite::Result<Record> {
    let record = word(row, column, read_record)?;
    Ok(record.unwrap_or_default())
}

/// Adds an event with its sections.
pub(super) fn add(connection: &Connection, event: &Event) -> Result<EventKey, StorageError> {
    refuse_if_faulty(event.faults())?;
    refuse_if_taken(connection, event, None)?;
    connection
        .prepare_cached(
            "INSERT INTO us_event (uid, event_id, name, begins, ends, chief_td, assistant_td, affiliate, city, state, zip)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            uid(),
            event.id,
            event.name,
            text(event.begins),
            text(event.ends),
            text(event.chief_td),
            text(event.assistant_td),
            event.affiliate,
            event.city,
            event.state,
            event.zip,
        ])?;
    let key = EventKey(connection.last_insert_rowid());
    for section in &event.sections {
        add_section(connection, key, section)?;
    }
    Ok(key)
}

/// Saves everything but the sections.
pub(super) fn change(
    connection: &Connection,
    key: EventKey,
    event: &Event,
) -> Result<(), StorageError> {
    refuse_if_faulty(event.faults())?;
    refuse_if_taken(connection, event, Some(key))?;
    let changed = connection
        .prepare_cached(
            "UPDATE us_event SET event_id = ?2, name = ?3, begins = ?4, ends = ?5, chief_td = ?6, assistant_td = ?7,
                 affiliate = ?8, city = ?9, state = ?10, zip = ?11 WHERE id = ?1",
        )?
        .execute(params![
            key.0,
            event.id,
            event.name,
            text(event.begins),
            text(event.ends),
            text(event.chief_td),
            text(event.assistant_td),
            event.affiliate,
            event.city,
            event.state,
            event.zip,
        ])?;
    if changed == 0 {
        return Err(UsChessRefusal::NoEvent.into());
    }
    Ok(())
}

fn refuse_if_taken(
    connection: &Connection,
    event: &Event,
    owner: Option<EventKey>,
) -> Result<(), StorageError> {
    let Some(id) = &event.id else { return Ok(()) };
    let is_taken = connection
        .prepare_cached("SELECT 1 FROM us_event WHERE event_id = ?1 AND id IS NOT ?2")?
        .exists(params![id, owner.map(|owner| owner.0)])?;
    if is_taken {
        return Err(UsChessRefusal::EventTaken(id.clone()).into());
    }
    Ok(())
}

/// Deletes an event with its sections, none of which is rated.
pub(super) fn delete(connection: &Connection, key: EventKey) -> Result<(), StorageError> {
    for head in head::heads_of_event(connection, key)? {
        delete_section(connection, head.key)?;
    }
    let deleted = connection
        .prepare_cached("DELETE FROM us_event WHERE id = ?1")?
        .execute([key.0])?;
    if deleted == 0 {
        return Err(UsChessRefusal::NoEvent.into());
    }
    Ok(())
}

/// Adds a section with its entries. Whoever has a number and isn't known becomes a member.
pub(super) fn add_section(
    connection: &Connection,
    event: EventKey,
    section: &Section,
) -> Result<SectionKey, StorageError> {
    refuse_if_faulty(section.faults())?;
    refuse_if_number_taken(connection, event, section.number, None)?;
    connection
        .prepare_cached(
            "INSERT INTO us_section (event_id, number, name, kind, begins, ends, half_k, time_controls, is_regular, is_quick,
                 is_blitz, as_published)
             VALUES (:event, :number, :name, :kind, :begins, :ends, :half_k, :time_controls, :is_regular, :is_quick,
                 :is_blitz, :as_published)",
        )?
        .execute(named_params! {
            ":event": event.0,
            ":number": section.number,
            ":name": section.name,
            ":kind": section.kind.word(),
            ":begins": text(section.begins),
            ":ends": text(section.ends),
            ":half_k": section.half_k,
            ":time_controls": section.time_controls.join("\n"),
            ":is_regular": section.is_rated_in(System::Regular),
            ":is_quick": section.is_rated_in(System::Quick),
            ":is_blitz": section.is_blitz,
            ":as_published": section.as_published,
        })?;
    let key = SectionKey(connection.last_insert_rowid());
    save_entries(connection, key, section)?;
    Ok(key)
}

/// Saves a section with its entries.
pub(super) fn change_section(
    connection: &Connection,
    key: SectionKey,
    section: &Section,
) -> Result<(), StorageError> {
    refuse_if_faulty(section.faults())?;
    let head = head::head(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    refuse_if_number_taken(connection, head.event, section.number, Some(key))?;
    connection
        .prepare_cached(
            "UPDATE us_section SET number = :number, name = :name, kind = :kind, begins = :begins, ends = :ends,
                 half_k = :half_k, time_controls = :time_controls, is_regular = :is_regular, is_quick = :is_quick,
                 is_blitz = :is_blitz, as_published = :as_published WHERE id = :id",
        )?
        .execute(named_params! {
            ":id": key.0,
            ":number": section.number,
            ":name": section.name,
            ":kind": section.kind.word(),
            ":begins": text(section.begins),
            ":ends": text(section.ends),
            ":half_k": section.half_k,
            ":time_controls": section.time_controls.join("\n"),
            ":is_regular": section.is_rated_in(System::Regular),
            ":is_quick": section.is_rated_in(System::Quick),
            ":is_blitz": section.is_blitz,
            ":as_published": section.as_published,
        })?;
    save_entries(connection, key, section)
}

/// Writes the entries that differ from those that are kept, so that the history holds what has changed and nothing else.
fn save_entries(
    connection: &Connection,
    key: SectionKey,
    section: &Section,
) -> Result<(), StorageError> {
    let before = entries(connection, key)?;
    let head = head::head(connection, key)?;
    let begins = head.and_then(|head| head.section.begins.or(head.section.ends));
    for (place, entry) in section.entries.iter().enumerate() {
        let mut entry = entry.clone();
        // Who has just become a member is typed on without that until it is read again.
        let kept = before.get(place);
        let kept = kept.filter(|kept| (kept.pair, &kept.name) == (entry.pair, &entry.name));
        if entry.member.is_none() && entry.id.is_none() {
            entry.member = kept.and_then(|kept| kept.member);
        }
        // A number that is corrected is another member's.
        let told = match entry.member {
            Some(member) => member::id_of(connection, member)?,
            None => None,
        };
        if let Some(id) = entry.id.filter(|id| told != Some(*id)) {
            let known = member::by_id(connection, id)?;
            entry.member = Some(match known {
                Some(known) => known,
                None => member::add(connection, &met(&entry, begins))?,
            });
        }
        if before.get(place) == Some(&entry) {
            continue;
        }
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        connection
            .prepare_cached(
                "INSERT INTO us_entry (section_id, place, pair, member_id, name, state, birth_date, fide, cfc, rounds,
                     regular, quick)
                 VALUES (:section, :place, :pair, :member, :name, :state, :birth, :fide, :cfc, :rounds, :regular, :quick)
                 ON CONFLICT DO UPDATE SET pair = excluded.pair, member_id = excluded.member_id, name = excluded.name,
                     state = excluded.state, birth_date = excluded.birth_date, fide = excluded.fide, cfc = excluded.cfc,
                     rounds = excluded.rounds, regular = excluded.regular, quick = excluded.quick",
            )?
            .execute(named_params! {
                ":section": key.0,
                ":place": place,
                ":pair": entry.pair,
                ":member": entry.member.map(|member| member.0),
                ":name": entry.name,
                ":state": entry.state,
                ":birth": text(entry.birth),
                ":fide": entry.fide,
                ":cfc": entry.cfc,
                ":rounds": rounds_text(&entry.rounds),
                ":regular": record_text(&entry.regular),
                ":quick": record_text(&entry.quick),
            })?;
    }
    let gone = i64::try_from(section.entries.len()).unwrap_or(i64::MAX);
    connection
        .prepare_cached("DELETE FROM us_entry WHERE section_id = ?1 AND place >= ?2")?
        .execute([key.0, gone])?;
    Ok(())
}

/// A section with somebody who is no member yet as its last row, and becomes one.
pub(super) fn with_player(
    connection: &Connection,
    key: SectionKey,
    entry: &Entry,
) -> Result<Section, StorageError> {
    let head = head::head(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    let mut section = section(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    let begins = head.section.begins.or(head.section.ends);
    let member = member::add(connection, &met(entry, begins))?;
    section.entries.push(Entry {
        member: Some(member),
        ..entry.clone()
    });
    Ok(section)
}

/// Somebody whom an entry is the first to tell of, with the ratings that it tells as opening balance.
fn met(entry: &Entry, on: Option<Date>) -> Member {
    let (last_name, first_name) = names_of(&entry.name);
    Member {
        id: entry.id,
        last_name,
        first_name,
        state: entry.state.clone(),
        birth: entry.birth,
        fide: entry.fide,
        cfc: entry.cfc,
        opening: Balance {
            on,
            regular: Account::of_record(&entry.regular),
            quick: Account::of_record(&entry.quick),
            ..Balance::default()
        },
        ..Member::default()
    }
}

fn refuse_if_number_taken(
    connection: &Connection,
    event: EventKey,
    number: u16,
    owner: Option<SectionKey>,
) -> Result<(), StorageError> {
    let is_taken = connection
        .prepare_cached(
            "SELECT 1 FROM us_section WHERE event_id = ?1 AND number = ?2 AND id IS NOT ?3",
        )?
        .exists(params![event.0, number, owner.map(|owner| owner.0)])?;
    if is_taken {
        return Err(UsChessRefusal::SectionTaken(number).into());
    }
    Ok(())
}

/// Deletes a section that isn't rated.
pub(super) fn delete_section(connection: &Connection, key: SectionKey) -> Result<(), StorageError> {
    let head = head::head(connection, key)?.ok_or(UsChessRefusal::NoSection)?;
    if head.is_rated() {
        return Err(UsChessRefusal::SectionRated(head.called()).into());
    }
    connection
        .prepare_cached("DELETE FROM us_section WHERE id = ?1")?
        .execute([key.0])?;
    Ok(())
}
