//! Which member is shown, with the sections that he or she played in.

use super::asked::Asked;
use crate::{
    app::{
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::{
        name_key,
        us_chess::{MemberKey, Section, SectionHead},
    },
    kit::{PickerItem, picker::search_words},
    storage::{CampFile, StorageError, StoredMember},
};

/// A row of a member's history.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) head: SectionHead,
    pub(super) section: Section,
    /// The place of the member's entry in it.
    pub(super) row: usize,
    /// The points of the entry, in halves.
    pub(super) halves: u32,
}

/// The list of members, and the history of the chosen one.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) chosen: Option<MemberKey>,
    pub(super) history: Asked<MemberKey, Vec<Played>>,
}

impl Members {
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(member) = self.chosen {
            self.history
                .want(member, ctx, out, move |file| history(file, member));
        }
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.history.take(read);
    }
}

/// The sections of a member, the latest first.
fn history(file: &CampFile, member: MemberKey) -> Result<Vec<Played>, StorageError> {
    let mut rows = Vec::new();
    for (head, section) in file.played_by(member)?.into_iter().rev() {
        let row = section
            .entries
            .iter()
            .position(|entry| entry.member == Some(member));
        if let Some(row) = row {
            let halves = section.halves().get(row).copied().unwrap_or_default();
            rows.push(Played {
                head,
                section,
                row,
                halves,
            });
        }
    }
    Ok(rows)
}

/// The members to choose from, by name.
pub(super) fn members_to_choose(members: &[StoredMember]) -> Vec<PickerItem> {
    let item = |stored: &StoredMember| {
        let name = stored.member.listed_name();
        let rating = |rating: Option<f64>| {
            rating.map_or_else(|| "unrated".to_owned(), |rating| format!("{rating:.0}"))
        };
        let state = stored.member.state.as_deref().unwrap_or_default();
        let known = [state, &rating(stored.now.regular.rating)];
        let known = known.into_iter().filter(|text| !text.is_empty());
        // A number finds its member, and isn't shown.
        let id = stored.member.id.map(|id| id.to_string());
        let search = format!("{} {}", name_key(&name), id.unwrap_or_default());
        PickerItem {
            key: stored.key.0,
            text: name,
            detail: known.collect::<Vec<_>>().join(", "),
            search: search_words(&search),
            seldom: false,
        }
    };
    members.iter().map(item).collect()
}
