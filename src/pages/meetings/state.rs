//! What the page of meetings lists: the meetings, and the players on the sheet of the one that is shown.

use std::{
    array,
    collections::{HashMap, HashSet},
};

use jiff::civil::Date;
use strum::VariantArray as _;

use super::draft::MeetingDraft;
use crate::{
    app::{
        OpenCamp,
        editor::Editor,
        listing::{found_by, has_words, words_of},
    },
    domain::{Attendance, CampData, Meeting, MeetingId, Player, PlayerId, listed_name, name_key},
};

/// A meeting in the list.
#[derive(Clone, Debug)]
pub(super) struct MeetingLine {
    pub id: MeetingId,
    pub date: Date,
    pub note: String,
    /// How many players are marked, in the order of [`Attendance::VARIANTS`].
    pub counts: [usize; Attendance::VARIANTS.len()],
}

/// Why somebody is on the sheet who isn't among the active players.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Standing {
    Active,
    Inactive,
    /// In no list of the week that is shown.
    Gone,
}

/// A player on the sheet.
#[derive(Clone, Debug)]
pub(super) struct SheetRow {
    pub id: PlayerId,
    /// "de la Cruz, Ola"
    pub name: String,
    /// The name of the group; empty for a player without one.
    pub group: String,
    pub standing: Standing,
}

impl SheetRow {
    /// What the column of groups shows: why somebody is on the sheet who isn't among the active players, or the group.
    pub(super) fn group_or_standing(&self) -> &str {
        match self.standing {
            Standing::Active => &self.group,
            Standing::Inactive => "Inactive",
            Standing::Gone => "Not listed",
        }
    }
}

/// What the rows of the sheet depend on.
#[derive(Clone, Debug, Eq, PartialEq)]
struct SheetOf {
    revision: u64,
    visit: u64,
    search: String,
}

/// What the page lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The revision of the camp that the meetings are listed of.
    listed: Option<u64>,
    lines: Vec<MeetingLine>,
    sheet_of: Option<SheetOf>,
    sheet: Vec<SheetRow>,
    /// The row of the sheet that the next mark is for.
    pub row: Option<usize>,
    /// The player in that row.
    player: Option<PlayerId>,
    /// What was marked since the meeting was shown or saved: each time, the marks before it.
    steps: Vec<Vec<(PlayerId, Option<Attendance>)>>,
}

impl Lists {
    /// All meetings, the newest one first.
    pub(super) fn lines(&self) -> &[MeetingLine] {
        &self.lines
    }

    /// The place of a meeting in the list.
    pub(super) fn place_of(&self, id: MeetingId) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }

    /// The players on the sheet whom the search finds, by name.
    pub(super) fn sheet(&self) -> &[SheetRow] {
        &self.sheet
    }

    /// Remembers the marks that these players had, before they get others.
    pub(super) fn remember(&mut self, step: Vec<(PlayerId, Option<Attendance>)>) {
        self.steps.push(step);
    }

    /// The marks before the last step, which is forgotten; the row of the player is the current one again.
    pub(super) fn take_back(&mut self) -> Option<Vec<(PlayerId, Option<Attendance>)>> {
        let step = self.steps.pop()?;
        if let [(player, _)] = step.as_slice() {
            self.row = self.sheet.iter().position(|row| row.id == *player);
        }
        Some(step)
    }

    /// The player whose row is current.
    pub(super) fn in_hand(&self) -> Option<PlayerId> {
        let row = self.row.and_then(|row| self.sheet.get(row));
        row.map(|row| row.id)
    }

    /// Works out what is listed, if anything of that has changed.
    pub(super) fn refresh(
        &mut self,
        camp: &OpenCamp,
        meeting: &Editor<MeetingDraft>,
        search: &str,
    ) {
        if !meeting.is_changed() {
            self.steps.clear();
        }
        if self.listed != Some(camp.revision) {
            self.listed = Some(camp.revision);
            self.lines = camp.data.meetings.iter().rev().map(line).collect();
        }
        let wanted = SheetOf {
            revision: camp.revision,
            visit: meeting.visit(),
            search: search.to_owned(),
        };
        if self.sheet_of.as_ref() == Some(&wanted) {
            return;
        }
        let before = self.sheet_of.as_ref();
        let is_same_meeting = before.map(|of| of.visit) == Some(wanted.visit);
        if !is_same_meeting || before.map(|of| of.revision) != Some(wanted.revision) {
            self.steps.clear();
        }
        self.player = self
            .row
            .and_then(|row| self.sheet.get(row))
            .map(|row| row.id)
            .or(self.player)
            .filter(|_| is_same_meeting);
        self.sheet = sheet(&camp.data, meeting, search);
        self.row = self
            .sheet
            .iter()
            .position(|row| Some(row.id) == self.player);
        self.sheet_of = Some(wanted);
    }
}

fn line(meeting: &Meeting) -> MeetingLine {
    MeetingLine {
        id: meeting.id,
        date: meeting.date,
        note: meeting.note.clone(),
        counts: array::from_fn(|at| meeting.count(Attendance::VARIANTS[at])),
    }
}

/// The active players, and everybody else who is marked, by name.
fn sheet(camp: &CampData, meeting: &Editor<MeetingDraft>, search: &str) -> Vec<SheetRow> {
    if meeting.target().is_none() {
        return Vec::new();
    }
    let saved = meeting.id().and_then(|id| camp.meeting(id));
    let saved = saved
        .into_iter()
        .flat_map(|meeting| meeting.attendance.keys());
    let marked = saved.copied().chain(meeting.draft.marks.players());
    let marked = marked.collect::<HashSet<_>>();
    let words = words_of(search);
    let namesakes = camp.namesakes();
    let groups = camp.groups.iter();
    let groups = groups.map(|group| (group.id, group.name.as_str()));
    let groups = groups.collect::<HashMap<_, _>>();
    let is_found = |player: &Player, group: &str| {
        has_words(&found_by(&player.all_names(), player.id, group), &words)
    };
    let players = camp.players.iter();
    let listed = players.filter(|player| player.active || marked.contains(&player.id));
    let mut rows = listed
        .filter_map(|player| {
            let group = player.group.and_then(|id| groups.get(&id).copied());
            let group = group.unwrap_or_default();
            let row = || SheetRow {
                id: player.id,
                name: player.listed_among(&namesakes),
                group: group.to_owned(),
                standing: if player.active {
                    Standing::Active
                } else {
                    Standing::Inactive
                },
            };
            is_found(player, group).then(|| (player.sort_key(), row()))
        })
        .collect::<Vec<_>>();
    let gone = marked.iter().filter(|id| camp.player(**id).is_none());
    rows.extend(gone.filter_map(|id| {
        let (last, first) = name_elsewhere(camp, *id);
        let row = SheetRow {
            id: *id,
            name: listed_name(&last, &first),
            group: String::new(),
            standing: Standing::Gone,
        };
        let is_found = has_words(&found_by(&format!("{last} {first}"), *id, ""), &words);
        is_found.then(|| ((name_key(&last), name_key(&first), *id), row))
    }));
    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Last and first name of somebody who isn't in the week that is shown: as the latest other week has them.
fn name_elsewhere(camp: &CampData, id: PlayerId) -> (String, String) {
    let found = camp.player_of_another_week(id);
    found.map_or_else(
        || (format!("Player {id}"), String::new()),
        |player| (player.last_name.clone(), player.first_name.clone()),
    )
}
