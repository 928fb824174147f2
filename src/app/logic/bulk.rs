//! Changes of all selected rows of a datasheet, each as one step that can be undone.

use std::collections::HashSet;

use super::super::{Action, App, Command, afterwards::Afterwards, dialogs::Dialog, form::Bulk};
use crate::{
    app::{OpenCamp, listing::Listing},
    domain::{CampData, Described, Edit, Field, Game, Patch, Player, Record, Value, counted},
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
        let Some(OpenCamp { data: camp, .. }) = &self.session.camp else {
            return;
        };
        // Of what was selected, something may be gone by now.
        let there = |record: &Record| is_there(camp, *record);
        let records = self.selected_records().iter().copied().filter(there);
        let records = records.collect::<Vec<_>>();
        if records.is_empty() {
            return self.notices.note("Select rows first");
        }
        let Some(kind) = self.listing().map(Listing::kind) else {
            return;
        };
        let counted = |edits: &[Edit]| counted(edits.len(), kind.name());
        if matches!(bulk, Bulk::Delete | Bulk::DeleteNow)
            && let Some(reason) = why_they_stay(camp, &records)
        {
            return self.notices.note(reason);
        }
        let (name, said, edits) = match bulk {
            Bulk::Delete | Bulk::DeleteNow => {
                let edits = records.iter().map(|record| Edit::delete(*record));
                let edits = edits.collect::<Vec<_>>();
                let what = counted(&edits);
                if bulk == Bulk::Delete {
                    self.dialog = Some(Dialog::DeleteSeveral { what });
                    return;
                }
                (format!("Delete {what}"), format!("{what} deleted"), edits)
            }
            Bulk::MoveTo(group) => {
                let edits =
                    changes::<Player>(camp, &records, Field::Group, &Value::Reference(group.0));
                let (what, name) = (counted(&edits), camp.group_name(Some(group)));
                (
                    format!("Move {what} to {name}"),
                    format!("{what} moved to {name}"),
                    edits,
                )
            }
            Bulk::SetActive(active) => {
                let edits = changes::<Player>(camp, &records, Field::Active, &Value::YesNo(active));
                let state = if active { "active" } else { "inactive" };
                let what = counted(&edits);
                (
                    format!("Make {what} {state}"),
                    format!("{what} made {state}"),
                    edits,
                )
            }
            Bulk::SetCounts(counts) => {
                let edits = changes::<Game>(camp, &records, Field::Counts, &Value::YesNo(counts));
                let what = counted(&edits);
                let (state, now) = match (counts, edits.len()) {
                    (true, 1) => ("rated", "is rated now"),
                    (true, _) => ("rated", "are rated now"),
                    (false, 1) => ("a fun game", "is a fun game now"),
                    (false, _) => ("fun games", "are fun games now"),
                };
                (
                    format!("Make {what} {state}"),
                    format!("{what} {now}"),
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

/// The changes of a field of these records; those that have the value already have no part in it.
fn changes<R: Described>(
    camp: &CampData,
    records: &[Record],
    field: Field,
    value: &Value,
) -> Vec<Edit> {
    let spec = camp.field_of::<R>(field);
    let change = |record: &Record| {
        let id = R::Id::try_from(*record).ok()?;
        let is_other = spec?.get(R::find(camp, id)?) != *value;
        is_other.then(|| R::change(Patch::new(id, field, value.clone())))
    };
    records.iter().filter_map(change).collect()
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
            "played this week and can’t be deleted",
            "make them inactive instead",
        ),
        _ => (
            "players and can’t be deleted",
            "move the players to another group first",
        ),
    };
    let have_or_has = if count == 1 { "has" } else { "have" };
    Some(format!("{who} {have_or_has} {have}: {instead}"))
}
