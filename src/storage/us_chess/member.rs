//! The tables `us_member`, `us_account`, `us_director` and `us_adjustment`.

use std::collections::{BTreeMap, VecDeque};

use rusqlite::{CachedStatement, Connection, OptionalExtension as _, Row, named_params, params};
use strum::VariantArray as _;

use super::{
    UsChessRefusal,
    column::{day, pairs, parsed, read, read_pairs, text, word},
    refuse_if_faulty,
};
use crate::{
    domain::{
        PlayerId,
        us_chess::{
            Account, Adjusted, Adjustment, Balance, Category, Credit, History, Member, MemberId,
            MemberKey, Role, System,
        },
    },
    storage::{StorageError, uid::uid},
};

/// Which of a member's balances.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Which {
    Opening,
    Now,
}

impl Which {
    const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Now => "now",
        }
    }
}

/// A member of the camp file.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMember {
    pub key: MemberKey,
    pub member: Member,
    pub now: Balance,
    pub camper: Option<PlayerId>,
}

/// The members of a number, of a name, or all: by names.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<StoredMember>> {
    let members = connection
        .prepare_cached(&format!("{MEMBERS} ORDER BY last_name, first_name, id"))?
        .query_map([], read_member)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let complete = members
        .into_iter()
        .map(|member| complete(connection, member));
    complete.collect()
}

pub(super) fn one(
    connection: &Connection,
    key: MemberKey,
) -> rusqlite::Result<Option<StoredMember>> {
    let member = without_balances(connection, key)?;
    member
        .map(|member| complete(connection, member))
        .transpose()
}

/// A member without any balance, of whom it is known only of which day the opening one is.
pub(super) fn without_balances(
    connection: &Connection,
    key: MemberKey,
) -> rusqlite::Result<Option<StoredMember>> {
    connection
        .prepare_cached(&format!("{MEMBERS} WHERE id = ?1"))?
        .query_row([key.0], read_member)
        .optional()
}

/// The number of a member.
pub(super) fn id_of(connection: &Connection, key: MemberKey) -> rusqlite::Result<Option<MemberId>> {
    connection
        .prepare_cached("SELECT member_id FROM us_member WHERE id = ?1")?
        .query_row([key.0], |row| parsed(row, "member_id"))
        .optional()
        .map(Option::flatten)
}

/// The member of a number.
pub(super) fn by_id(connection: &Connection, id: MemberId) -> rusqlite::Result<Option<MemberKey>> {
    connection
        .prepare_cached("SELECT id FROM us_member WHERE member_id = ?1")?
        .query_row([id.to_string()], |row| row.get(0).map(MemberKey))
        .optional()
}

/// By place, as [`read_member`] reads them: columns are found by name too slowly for rows that are read by the million.
const MEMBERS: &str = "SELECT id, member_id, last_name, first_name, state, birth_date, expires_on, fide, cfc, floor_2200_allowed, opened_on,
     person_id FROM us_member";

fn read_member(row: &Row<'_>) -> rusqlite::Result<StoredMember> {
    Ok(StoredMember {
        key: MemberKey(row.get(0)?),
        member: Member {
            id: parsed(row, 1)?,
            last_name: row.get(2)?,
            first_name: row.get(3)?,
            state: row.get(4)?,
            birth: day(row, 5)?,
            expires: day(row, 6)?,
            fide: row.get(7)?,
            cfc: row.get(8)?,
            floor_2200_allowed: row.get(9)?,
            opening: Balance {
                on: day(row, 10)?,
                ..Balance::default()
            },
        },
        now: Balance::default(),
        camper: row.get::<_, Option<i64>>(11)?.map(PlayerId),
    })
}

fn complete(connection: &Connection, mut stored: StoredMember) -> rusqlite::Result<StoredMember> {
    let opening = balance(connection, stored.key, Which::Opening)?;
    stored.member.opening = Balance {
        on: stored.member.opening.on,
        ..opening
    };
    stored.now = balance(connection, stored.key, Which::Now)?;
    Ok(stored)
}

/// A balance of a member, of no day.
pub(super) fn balance(
    connection: &Connection,
    key: MemberKey,
    which: Which,
) -> rusqlite::Result<Balance> {
    let mut balance = Balance::default();
    let mut accounts = connection.prepare_cached(
        "SELECT system, rating, games, played, history, floor, peak, wins, draws, events, previous, is_estimate, last_events, titles,
             by_matches FROM us_account WHERE member_id = ?1 AND balance = ?2",
    )?;
    let mut rows = accounts.query(params![key.0, which.word()])?;
    while let Some(row) = rows.next()? {
        if let Some(system) = word(row, 0, System::of_word)? {
            *balance.account_mut(system) = read_account(row)?;
        }
    }
    let mut credits = connection.prepare_cached(
        "SELECT role, category, credits FROM us_director WHERE member_id = ?1 AND balance = ?2",
    )?;
    let mut rows = credits.query(params![key.0, which.word()])?;
    while let Some(row) = rows.next()? {
        let role = word(row, 0, Role::of_word)?;
        let category = word(row, 1, Category::of_word)?;
        if let Some((role, category)) = role.zip(category) {
            let credit = Credit { role, category };
            balance.director.insert(credit, row.get(2)?);
        }
    }
    Ok(balance)
}

fn read_account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        rating: parsed(row, 1)?,
        games: row.get(2)?,
        played: row.get(3)?,
        history: word(row, 4, History::of_word)?,
        floor: parsed(row, 5)?,
        peak: parsed(row, 6)?,
        wins: row.get(7)?,
        draws: row.get(8)?,
        events: row.get(9)?,
        previous: parsed(row, 10)?,
        is_estimate: row.get(11)?,
        last_events: read(row, 12, |text| {
            Some(text.split_whitespace().map(str::to_owned).collect())
        })?,
        titles: read(row, 13, read_pairs::<_, _, BTreeMap<_, _>>)?,
        by_matches: read(row, 14, read_pairs)?,
    })
}

/// Writes a balance, as far as it differs from the one that is kept.
pub(super) fn save_balance(
    connection: &Connection,
    key: MemberKey,
    which: Which,
    balance: &Balance,
) -> rusqlite::Result<()> {
    let before = self::balance(connection, key, which)?;
    for system in System::VARIANTS {
        let account = balance.account(*system);
        if account != before.account(*system) {
            save_account(connection, key, which, *system, account)?;
        }
    }
    let gone = before.director.keys();
    for credit in gone.filter(|credit| !balance.director.contains_key(credit)) {
        connection
            .prepare_cached(
                "DELETE FROM us_director WHERE member_id = ?1 AND balance = ?2 AND role = ?3 AND category = ?4",
            )?
            .execute(params![key.0, which.word(), credit.role.word(), credit.category.word()])?;
    }
    for (credit, credits) in &balance.director {
        if before.director.get(credit) != Some(credits) {
            connection
                .prepare_cached(
                    "INSERT INTO us_director (member_id, balance, role, category, credits) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO UPDATE SET credits = excluded.credits",
                )?
                .execute(params![
                    key.0,
                    which.word(),
                    credit.role.word(),
                    credit.category.word(),
                    credits
                ])?;
        }
    }
    Ok(())
}

fn save_account(
    connection: &Connection,
    key: MemberKey,
    which: Which,
    system: System,
    account: &Account,
) -> rusqlite::Result<()> {
    let mut statement: CachedStatement<'_> = connection.prepare_cached(
        "INSERT INTO us_account (member_id, balance, system, rating, games, played, history, floor, peak, wins, draws, events,
             previous, is_estimate, last_events, titles, by_matches)
         VALUES (:member, :balance, :system, :rating, :games, :played, :history, :floor, :peak, :wins, :draws, :events,
             :previous, :is_estimate, :last_events, :titles, :by_matches)
         ON CONFLICT DO UPDATE SET rating = excluded.rating, games = excluded.games, played = excluded.played,
             history = excluded.history, floor = excluded.floor, peak = excluded.peak, wins = excluded.wins,
             draws = excluded.draws, events = excluded.events, previous = excluded.previous,
             is_estimate = excluded.is_estimate,
             last_events = excluded.last_events, titles = excluded.titles, by_matches = excluded.by_matches",
    )?;
    let matches = account.by_matches.iter().map(|(on, change)| (on, change));
    statement.execute(named_params! {
        ":member": key.0,
        ":balance": which.word(),
        ":system": system.word(),
        ":rating": text(account.rating),
        ":games": account.games,
        ":played": account.played,
        ":history": account.history.map(History::word),
        ":floor": text(account.floor),
        ":peak": text(account.peak),
        ":wins": account.wins,
        ":draws": account.draws,
        ":events": account.events,
        ":previous": text(account.previous),
        ":is_estimate": account.is_estimate,
        ":last_events": account.last_events.join(" "),
        ":titles": pairs(account.titles.iter()),
        ":by_matches": pairs(matches),
    })?;
    Ok(())
}

/// Adds a member, who has the opening balance for now.
pub(super) fn add(connection: &Connection, member: &Member) -> Result<MemberKey, StorageError> {
    refuse_if_faulty(member.faults())?;
    refuse_if_taken(connection, member.id, None)?;
    connection
        .prepare_cached(
            "INSERT INTO us_member (uid, member_id, last_name, first_name, state, birth_date, expires_on, fide, cfc,
                 floor_2200_allowed, opened_on)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            uid(),
            text(member.id),
            member.last_name,
            member.first_name,
            member.state,
            text(member.birth),
            text(member.expires),
            member.fide,
            member.cfc,
            member.floor_2200_allowed,
            text(member.opening.on),
        ])?;
    let key = MemberKey(connection.last_insert_rowid());
    for which in [Which::Opening, Which::Now] {
        save_balance(connection, key, which, &member.opening)?;
    }
    Ok(key)
}

/// Saves everything but the opening balance.
pub(super) fn change(
    connection: &Connection,
    key: MemberKey,
    member: &Member,
) -> Result<(), StorageError> {
    refuse_if_faulty(member.faults())?;
    refuse_if_taken(connection, member.id, Some(key))?;
    let changed = connection
        .prepare_cached(
            "UPDATE us_member SET member_id = ?2, last_name = ?3, first_name = ?4, state = ?5, birth_date = ?6,
                 expires_on = ?7, fide = ?8, cfc = ?9, floor_2200_allowed = ?10 WHERE id = ?1",
        )?
        .execute(params![
            key.0,
            text(member.id),
            member.last_name,
            member.first_name,
            member.state,
            text(member.birth),
            text(member.expires),
            member.fide,
            member.cfc,
            member.floor_2200_allowed,
        ])?;
    refuse_if_gone(changed)
}

/// Saves the opening balance.
pub(super) fn change_opening(
    connection: &Connection,
    key: MemberKey,
    opening: &Balance,
) -> Result<(), StorageError> {
    let changed = connection
        .prepare_cached("UPDATE us_member SET opened_on = ?2 WHERE id = ?1")?
        .execute(params![key.0, text(opening.on)])?;
    refuse_if_gone(changed)?;
    Ok(save_balance(connection, key, Which::Opening, opening)?)
}

/// Deletes somebody who is in no section.
pub(super) fn delete(connection: &Connection, key: MemberKey) -> Result<(), StorageError> {
    let is_entered = connection
        .prepare_cached("SELECT 1 FROM us_entry WHERE member_id = ?1")?
        .exists([key.0])?;
    if is_entered {
        return Err(UsChessRefusal::MemberInSections.into());
    }
    let deleted = connection
        .prepare_cached("DELETE FROM us_member WHERE id = ?1")?
        .execute([key.0])?;
    refuse_if_gone(deleted)
}

/// Says which camper a member is.
pub(super) fn link(
    connection: &Connection,
    key: MemberKey,
    camper: Option<PlayerId>,
) -> Result<(), StorageError> {
    let camper = camper.map(|camper| camper.0);
    let is_taken = connection
        .prepare_cached("SELECT 1 FROM us_member WHERE person_id = ?1 AND id <> ?2")?
        .exists(params![camper, key.0])?;
    if is_taken {
        return Err(UsChessRefusal::CamperTaken.into());
    }
    let changed = connection
        .prepare_cached("UPDATE us_member SET person_id = ?2 WHERE id = ?1")?
        .execute(params![key.0, camper])?;
    refuse_if_gone(changed)
}

fn refuse_if_gone(touched: usize) -> Result<(), StorageError> {
    match touched {
        0 => Err(UsChessRefusal::NoMember.into()),
        _ => Ok(()),
    }
}

fn refuse_if_taken(
    connection: &Connection,
    id: Option<MemberId>,
    owner: Option<MemberKey>,
) -> Result<(), StorageError> {
    let Some(id) = id else { return Ok(()) };
    match by_id(connection, id)? {
        Some(other) if Some(other) != owner => Err(UsChessRefusal::MemberTaken(id).into()),
        _ => Ok(()),
    }
}

/// The adjustments of a member, the oldest first.
pub(super) fn adjustments(
    connection: &Connection,
    key: MemberKey,
) -> rusqlite::Result<Vec<Adjustment>> {
    let adjustments = stored_adjustments(connection, key)?.into_iter();
    Ok(adjustments.map(|(_, adjustment)| adjustment).collect())
}

/// The adjustments of a member, each with its row.
fn stored_adjustments(
    connection: &Connection,
    key: MemberKey,
) -> rusqlite::Result<VecDeque<(i64, Adjustment)>> {
    connection
        .prepare_cached(
            "SELECT adjusted_on, what, value, reason, id FROM us_adjustment WHERE member_id = ?1 ORDER BY adjusted_on, id",
        )?
        .query_map([key.0], |row| Ok((row.get(4)?, read_adjustment(row)?)))?
        .collect()
}

fn read_adjustment(row: &Row<'_>) -> rusqlite::Result<Adjustment> {
    Ok(Adjustment {
        on: read(row, 0, |text| text.parse().ok())?,
        what: read(row, 1, Adjusted::of_words)?,
        value: parsed(row, 2)?,
        reason: row.get(3)?,
    })
}

/// What people call adjustments, each with its row: "Ann Berger, Regular rating 1500". One that can't be read has no name.
pub(in crate::storage) fn adjustments_in_words(
    connection: &Connection,
) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut statement = connection.prepare_cached(
        "SELECT adjusted_on, what, value, reason, us_adjustment.id, trim(first_name || ' ' || last_name)
         FROM us_adjustment JOIN us_member ON us_member.id = us_adjustment.member_id",
    )?;
    let mut rows = statement.query([])?;
    let mut named = Vec::new();
    while let Some(row) = rows.next()? {
        if let Ok(adjustment) = read_adjustment(row) {
            let member = row.get::<_, String>(5)?;
            let value = adjustment.value_in_words();
            named.push((
                row.get(4)?,
                format!("{member}, {} {value}", adjustment.what),
            ));
        }
    }
    Ok(named)
}

/// Makes the adjustments of a member what they are here. Those that stay keep their rows: by these another copy of the camp knows them.
pub(super) fn adjust(
    connection: &Connection,
    key: MemberKey,
    adjustments: &[Adjustment],
) -> Result<(), StorageError> {
    let mut present = stored_adjustments(connection, key)?;
    let mut wanted = adjustments.iter().collect::<Vec<_>>();
    wanted.sort_by_key(|adjustment| adjustment.on);
    let (mut gone, mut added) = (Vec::new(), Vec::<&Adjustment>::new());
    for adjustment in wanted {
        // Of one day the last one holds, and a new row is the last one.
        let is_behind_new = added.last().is_some_and(|last| last.on == adjustment.on);
        let place = present.iter().position(|(_, it)| it == adjustment);
        match place.filter(|_| !is_behind_new) {
            Some(place) => {
                gone.extend(present.drain(..place));
                present.pop_front();
            }
            None => added.push(adjustment),
        }
    }
    gone.extend(present);
    for (row, _) in gone {
        connection
            .prepare_cached("DELETE FROM us_adjustment WHERE id = ?1")?
            .execute([row])?;
    }
    for adjustment in added {
        connection
            .prepare_cached(
                "INSERT INTO us_adjustment (member_id, adjusted_on, what, value, reason) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                key.0,
                adjustment.on.to_string(),
                adjustment.what.words(),
                text(adjustment.value),
                adjustment.reason
            ])?;
    }
    Ok(())
}
