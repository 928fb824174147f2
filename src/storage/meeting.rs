//! The tables `meeting` and `attendance`.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rusqlite::{Connection, params, types::Type};
use strum::VariantArray as _;

use super::{Refusal, StorageError, group::refuse_if_invalid, uid::uid, week::date};
use crate::domain::{Attendance, Meeting, MeetingId, NewMeeting, PlayerId, show_date};

/// All meetings, the first one first.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<Meeting>> {
    let mut meetings = connection
        .prepare_cached("SELECT id, held_on, note FROM meeting ORDER BY held_on")?
        .query_map([], |row| {
            let held_on = date(row, "held_on")?.ok_or_else(|| rusqlite::Error::InvalidQuery)?;
            Ok(Meeting {
                id: MeetingId(row.get(0)?),
                date: held_on,
                note: row.get(2)?,
                attendance: BTreeMap::new(),
            })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut marks = connection
        .prepare_cached("SELECT person_id, mark FROM attendance WHERE meeting_id = ?1")?;
    for meeting in &mut meetings {
        meeting.attendance = marks
            .query_map([meeting.id.0], |row| {
                let word = row.get_ref(1)?.as_str()?;
                let mark = Attendance::VARIANTS
                    .iter()
                    .copied()
                    .find(|mark| mark.word() == word);
                let mark = mark.ok_or_else(|| {
                    let unknown = format!("“{word}” is no attendance").into();
                    rusqlite::Error::FromSqlConversionFailure(1, Type::Text, unknown)
                })?;
                Ok((PlayerId(row.get(0)?), mark))
            })?
            .collect::<rusqlite::Result<_>>()?;
    }
    Ok(meetings)
}

/// Adds a meeting on a day that has none.
pub(super) fn add(
    connection: &Connection,
    meeting: &NewMeeting,
) -> Result<MeetingId, StorageError> {
    refuse_if_invalid(meeting.problems())?;
    refuse_if_taken(connection, meeting.date, None)?;
    connection
        .prepare_cached("INSERT INTO meeting (uid, held_on, note) VALUES (?1, ?2, ?3)")?
        .execute([&uid(), &meeting.date.to_string(), &meeting.note])?;
    let id = MeetingId(connection.last_insert_rowid());
    save_attendance(connection, id, &meeting.attendance)?;
    Ok(id)
}

/// Saves day, note and attendance.
pub(super) fn change(connection: &Connection, meeting: &Meeting) -> Result<(), StorageError> {
    refuse_if_invalid(meeting.problems())?;
    refuse_if_taken(connection, meeting.date, Some(meeting.id))?;
    let changed = connection
        .prepare_cached("UPDATE meeting SET held_on = ?2, note = ?3 WHERE id = ?1")?
        .execute(params![
            meeting.id.0,
            meeting.date.to_string(),
            meeting.note
        ])?;
    refuse_if_gone(changed)?;
    save_attendance(connection, meeting.id, &meeting.attendance)
}

/// Deletes a meeting with its attendance.
pub(super) fn delete(connection: &Connection, id: MeetingId) -> Result<(), StorageError> {
    connection.execute("DELETE FROM attendance WHERE meeting_id = ?1", [id.0])?;
    let deleted = connection
        .prepare_cached("DELETE FROM meeting WHERE id = ?1")?
        .execute([id.0])?;
    refuse_if_gone(deleted)
}

fn refuse_if_gone(rows: usize) -> Result<(), StorageError> {
    if rows == 0 {
        return Err(Refusal::NoMeeting.into());
    }
    Ok(())
}

fn refuse_if_taken(
    connection: &Connection,
    day: Date,
    owner: Option<MeetingId>,
) -> Result<(), StorageError> {
    let is_taken = connection
        .prepare_cached("SELECT 1 FROM meeting WHERE held_on = ?1 AND id IS NOT ?2")?
        .exists(params![day.to_string(), owner.map(|owner| owner.0)])?;
    if is_taken {
        return Err(Refusal::MeetingDayTaken(show_date(day)).into());
    }
    Ok(())
}

/// Writes what differs, so that the history holds what has changed and nothing else.
fn save_attendance(
    connection: &Connection,
    id: MeetingId,
    attendance: &BTreeMap<PlayerId, Attendance>,
) -> Result<(), StorageError> {
    let marked = connection
        .prepare_cached("SELECT person_id FROM attendance WHERE meeting_id = ?1")?
        .query_map([id.0], |row| row.get(0).map(PlayerId))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for player in marked {
        if !attendance.contains_key(&player) {
            connection
                .prepare_cached("DELETE FROM attendance WHERE meeting_id = ?1 AND person_id = ?2")?
                .execute([id.0, player.0])?;
        }
    }
    for (player, mark) in attendance {
        connection
            .prepare_cached(
                "INSERT INTO attendance (meeting_id, person_id, mark) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET mark = excluded.mark WHERE mark <> excluded.mark",
            )?
            .execute(params![id.0, player.0, mark.word()])?;
    }
    Ok(())
}
