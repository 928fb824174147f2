//! Changes of all selected rows of a datasheet, each as one step that can be undone.

use std::collections::HashSet;

use super::super::{Action, App, Command, afterwards::Afterwards, dialogs::Dialog, form::Bulk};
use crate::{
    app::listing::Listing,
    domain::{CampData, Edit, Game, Player, Record, counted},
};

impl App {
    /// How many rows of the datasheet are selected.
    pub fn selected(&self) -> usize {
        self.selected_records().len()
    }

    /// The records that are selected in the datasheet that is shown.
    pub(super) fn selected_records(&self) -> &[Record] {
        self.rows().map_or(&[], |rows| rows.selected.records())
    }

    pub(super) fn bulk(&mut self, bulk: Bulk) {
        if let Some(reason) = self.why_not(Command::SAVE_RECORD).map(str::to_owned) {
            return self.notices.note(reason);
        }
        if !self.is_typed_saved_before(Action::Bulk(bulk)) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        // Of what was selected, something may be gone by now.
        let there = |record: &Record| is_there(&camp.data, *record);
        let records = self.selected_records().iter().copied().filter(there);
        let records = records.collect::<Vec<_>>();
        if records.is_empty() {
            return self.notices.note("Select rows first");
        }
        let Some(kind) = self.listing().map(Listing::kind) else {
            return;
        };
        let what = counted(records.len(), kind.name());
        if matches!(bulk, Bulk::Delete | Bulk::DeleteNow)
            && let Some(reason) = why_they_stay(&camp.data, &records)
        {
            return self.notices.note(reason);
        }
        let (name, said, edits) = match bulk {
            Bulk::Delete => {
                self.dialog = Some(Dialog::DeleteSeveral { what });
                return;
            }
            Bulk::DeleteNow => (
                format!("Delete {what}"),
                format!("{what} deleted"),
                records.iter().map(|record| Edit::delete(*record)).collect(),
            ),
            Bulk::MoveTo(group) => {
                let name = camp.data.group_name(Some(group));
                let edits = players(&camp.data, &records, |player| {
                    let moves = player.group != Some(group);
                    player.group = Some(group);
                    moves
                });
                (
                    format!("Move {what} to {name}"),
                    format!("{what} moved to {name}"),
                    edits,
                )
            }
            Bulk::SetActive(active) => {
                let edits = players(&camp.data, &records, |player| {
                    let changes = player.active != active;
                    player.set_active(active);
                    changes
                });
                let state = if active { "active" } else { "inactive" };
                (
                    format!("Make {what} {state}"),
                    format!("{what} made {state}"),
                    edits,
                )
            }
            Bulk::SetCounts(counts) => {
                let edits = games(&camp.data, &records, counts);
                let (state, are) = if counts {
                    ("count", "count now")
                } else {
                    ("fun games", "are fun games now")
                };
                (
                    format!("Make {what} {state}"),
                    format!("{what} {are}"),
                    edits,
                )
            }
        };
        if edits.is_empty() {
            return self.notices.note("Nothing to change");
        }
        self.dialog = None;
        if let Some(rows) = self.rows_mut() {
            rows.selected.clear();
        }
        let ticket = self.keeper.apply(Edit::Together { name, edits });
        self.afterwards(ticket, Afterwards::SayUndoable(said));
    }
}

fn is_there(camp: &CampData, record: Record) -> bool {
    match record {
        Record::Player(id) => camp.player(id).is_some(),
        Record::Group(id) => camp.groups.iter().any(|group| group.id == id),
        Record::Game(id) => camp.game(id).is_some(),
        Record::Meeting(id) => camp.meeting(id).is_some(),
    }
}

/// The players of these records, changed; those that stay as they are have no part in it.
fn players(camp: &CampData, records: &[Record], change: impl Fn(&mut Player) -> bool) -> Vec<Edit> {
    let changed = |record: &Record| {
        let Record::Player(id) = record else {
            return None;
        };
        let mut player = camp.player(*id)?.clone();
        change(&mut player).then_some(Edit::ChangePlayer(player))
    };
    records.iter().filter_map(changed).collect()
}

/// The games of these records that counted otherwise, changed.
fn games(camp: &CampData, records: &[Record], counts: bool) -> Vec<Edit> {
    let wanted = records.iter().copied().collect::<HashSet<_>>();
    let is_wanted = |game: &&Game| game.counts != counts && wanted.contains(&Record::Game(game.id));
    let changed = |game: &Game| {
        Edit::ChangeGame(Game {
            counts,
            ..game.clone()
        })
    };
    camp.games.iter().filter(is_wanted).map(changed).collect()
}

/// Why not all of the records can be deleted.
fn why_they_stay(camp: &CampData, records: &[Record]) -> Option<String> {
    let busy = match records.first()? {
        Record::Player(_) => {
            let players = camp.games.iter().flat_map(|game| [game.white, game.black]);
            players.map(Record::Player).collect::<HashSet<_>>()
        }
        Record::Group(_) => {
            let groups = camp.players.iter().filter_map(|player| player.group);
            groups.map(Record::Group).collect()
        }
        Record::Game(_) | Record::Meeting(_) => return None,
    };
    let stay = records.iter().filter(|record| busy.contains(record));
    let count = stay.clone().count();
    let name = match *stay.clone().next()? {
        Record::Player(id) => camp.full_name(id),
        Record::Group(id) => camp.group_name(Some(id)).to_owned(),
        Record::Game(_) | Record::Meeting(_) => return None,
    };
    let who = match count {
        1 => name,
        2 => format!("{name} and another one"),
        _ => format!("{name} and {} others", count - 1),
    };
    let (have, instead) = match records.first()? {
        Record::Player(_) => (
            "played this week and can't be deleted",
            "make them inactive instead",
        ),
        _ => (
            "players and can't be deleted",
            "move the players to another group first",
        ),
    };
    let have_or_has = if count == 1 { "has" } else { "have" };
    Some(format!("{who} {have_or_has} {have}: {instead}"))
}
