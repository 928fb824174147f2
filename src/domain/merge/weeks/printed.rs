//! The standings of closed weeks, as they are printed here and as they would be printed afterwards.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use super::SIDES;
use crate::domain::{
    CampData, Group, GroupId, OtherWeek, PlayerId, Scope, Section, Standings, System, WeekBefore,
    merge::{Cell, Cells, Copies, Key, Prefer, namesakes::Campers, three_way::Merged},
};

/// In what the standings of a week are others afterwards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Differ {
    Rows,
    /// Only in how somebody has moved since the week before.
    Moves,
}

/// What is printed of the weeks of two copies, and what becomes of it.
pub(in crate::domain::merge) struct Printed<'a> {
    copies: &'a Copies,
    merged: &'a Merged,
    campers: &'a Campers<'a>,
    /// The closed weeks that are afterwards as in the other copy.
    taken: &'a BTreeSet<String>,
}

impl<'a> Printed<'a> {
    pub(in crate::domain::merge) const fn new(
        copies: &'a Copies,
        merged: &'a Merged,
        campers: &'a Campers<'a>,
        taken: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            copies,
            merged,
            campers,
            taken,
        }
    }

    pub(super) fn is_taken(&self, week: &Key) -> bool {
        self.taken.contains(week.uid())
    }

    /// In what the standings of a week that is closed here are others afterwards. The standings themselves are asked: whatever is on the
    /// sheet counts, and nothing else. Whom the merge puts on its list isn’t on it yet.
    pub(super) fn differ(&self, week: &Key, listed: &BTreeSet<Key>) -> Option<Differ> {
        let mut listed = listed.iter().filter(|row| row.uid() == week.uid());
        let is_active = |row| self.merged(row)?.get("active");
        if listed.any(|row| is_active(row) == Some(&Cell::Whole(1))) {
            return Some(Differ::Rows);
        }
        let here = self.weeks(Prefer::Ours);
        let at = here.iter().position(|(key, _)| *key == week)?;
        let (_, now) = here.get(at)?;
        let before = at.checked_sub(1).and_then(|at| here.get(at));
        let mut is = on_paper(now, before.map(|(_, before)| *before));
        let before = before.and_then(|(key, _)| self.afterwards(key));
        let mut becomes = on_paper(&self.afterwards(week)?, before.as_ref());
        if is == becomes {
            return None;
        }
        for row in is
            .iter_mut()
            .chain(&mut becomes)
            .flat_map(|section| &mut section.rows)
        {
            row.moved = None;
        }
        Some(if is == becomes {
            Differ::Moves
        } else {
            Differ::Rows
        })
    }

    /// The weeks of a copy, the first one first.
    fn weeks(&self, prefer: Prefer) -> Vec<(&'a Key, &'a OtherWeek)> {
        let side = self.copies.side(prefer);
        let records = side.records.iter().filter(|(key, _)| key.table == "week");
        let known = records
            .filter_map(|(key, cells)| Some((cells.get("number")?, key)))
            .collect::<BTreeMap<_, _>>();
        let weeks = side.printed.iter();
        let weeks = weeks.filter_map(|week| {
            let key = known.get(&Cell::Whole(week.week.number))?;
            Some((*key, week))
        });
        weeks.collect()
    }

    /// A week with what everybody in it is called afterwards. One that is opened again is as it is here.
    fn afterwards(&self, week: &Key) -> Option<OtherWeek> {
        let prefer = if self.is_taken(week) {
            Prefer::Theirs
        } else {
            Prefer::Ours
        };
        let mut weeks = self.weeks(prefer).into_iter();
        let mut becomes = weeks.find(|(key, _)| *key == week)?.1.clone();
        let groups = becomes.groups.iter();
        let groups = groups.map(|group| (group.id, self.group(week, group, prefer)));
        let groups = groups.collect::<HashMap<_, _>>();
        for group in &mut becomes.groups {
            if let Some((id, name)) = groups.get(&group.id) {
                group.id = *id;
                group.name.clone_from(name);
            }
        }
        for player in &mut becomes.players {
            let group = player.group.and_then(|group| groups.get(&group));
            player.group = group.map(|(id, _)| *id).or(player.group);
            let names = [
                ("first_name", &mut player.first_name),
                ("last_name", &mut player.last_name),
            ];
            for (column, name) in names {
                if let Some(now) = self
                    .of_camper(player.id, column, prefer)
                    .and_then(Cell::text)
                {
                    now.clone_into(name);
                }
            }
            player.id = self.number(player.id, prefer);
        }
        for game in &mut becomes.games {
            game.white = self.number(game.white, prefer);
            game.black = self.number(game.black, prefer);
        }
        Some(becomes)
    }

    /// A number by which both copies know a group, and its name.
    fn group(&self, week: &Key, group: &Group, prefer: Prefer) -> (GroupId, String) {
        let groups = |prefer: Prefer| self.copies.side(prefer).groups.iter();
        let names = &self.copies.side(prefer).names;
        let mut of_week = groups(prefer).filter(|(of, _)| of == week.uid());
        let known = of_week.find_map(|(_, uid)| {
            let key = Key::new("camp_group", [uid]);
            (names.get(&key) == Some(&group.name)).then_some(key)
        });
        let Some(key) = known else {
            return (group.id, group.name.clone());
        };
        let uids = SIDES.into_iter().flat_map(groups).map(|(_, uid)| uid);
        let uids = uids.collect::<BTreeSet<_>>();
        let id = (0..).zip(uids).find(|(_, uid)| *uid == key.uid());
        let name = self
            .merged(&key)
            .and_then(|cells| cells.get("name")?.text());
        let name = name.unwrap_or(&group.name).to_owned();
        (id.map_or(group.id, |(id, _)| GroupId(id)), name)
    }

    fn number(&self, id: PlayerId, prefer: Prefer) -> PlayerId {
        match self.of_camper(id, "id", prefer) {
            Some(Cell::Whole(number)) => PlayerId(*number),
            _ => id,
        }
    }

    /// A value that a camper of a copy has afterwards, if either copy has touched the camper.
    fn of_camper(&self, id: PlayerId, column: &str, prefer: Prefer) -> Option<&'a Cell> {
        let uid = self.campers.known_by(id.0, prefer)?;
        self.merged(&Key::new("person", [uid]))?.get(column)
    }

    fn merged(&self, key: &Key) -> Option<&'a Cells> {
        self.merged.records.get(key)?.as_ref()
    }
}

/// The lists that may be on a sheet: of the whole camp and of each group. The inactive are on it only where somebody asks for them.
fn on_paper(week: &OtherWeek, before: Option<&OtherWeek>) -> Vec<Section> {
    let OtherWeek {
        week,
        groups,
        players,
        games,
    } = week.clone();
    let before = before.cloned().map(|before| WeekBefore {
        week: before.week,
        groups: before.groups,
        players: before.players,
    });
    let camp = CampData {
        before: before.map(Arc::new),
        groups: groups.into(),
        players: players.into(),
        games: games.into(),
        ..CampData::new("", week)
    };
    let mut lists = Vec::new();
    for scope in [Scope::Camp, Scope::ByGroup] {
        lists.extend(Standings::new(&camp, System::Weekly, scope, false).sections);
    }
    for row in lists.iter_mut().flat_map(|list| &mut list.rows) {
        // A number is on the sheet where it tells two of one name apart.
        if !row.shares_name {
            row.id = PlayerId(0);
        }
    }
    lists
}
