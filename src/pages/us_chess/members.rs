//! Which member is shown, with the sections that he or she played in.

use super::{asked::Asked, reports::PeriodForm};
use crate::{
    app::{
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::{
        name_key,
        us_chess::{Entry, MemberKey, SectionHead, SectionKey, System},
    },
    kit::{PickerItem, picker::search_words},
    rating::us_chess::peaks::Period,
    storage::{CampFile, Peak, StorageError, StoredMember},
};

/// What is shown of the chosen member.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Panel {
    #[default]
    Sections,
    /// Whom the member met in the chosen section.
    Opponents,
    Chart,
}

impl Panel {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("Events", Self::Sections),
        ("Opponents", Self::Opponents),
        ("Chart", Self::Chart),
    ];
}

/// A row of a member's history.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) head: SectionHead,
    /// Those of the member, and of whom he or she met.
    pub(super) entries: Vec<Entry>,
    /// The place of the member's entry among them.
    pub(super) row: usize,
    /// The points of the entry, in halves.
    pub(super) halves: u32,
}

impl Played {
    /// The member's entry.
    pub(super) fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.row)
    }

    pub(super) fn is_rated_in(&self, system: System) -> bool {
        self.head.rated.iter().any(|(rated, _)| *rated == system)
    }
}

/// The highest ratings of a member, in Regular and in Quick.
type Peaks = [Option<Peak>; 2];

/// The list of members, and the history of the chosen one.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) chosen: Option<MemberKey>,
    pub(super) history: Asked<MemberKey, Vec<Played>>,
    pub(super) panel: Panel,
    /// The section that is chosen in the history.
    pub(super) section: Option<SectionKey>,
    /// The period of the peak.
    pub(super) days: PeriodForm,
    peaks: Asked<(MemberKey, Period), Peaks>,
}

impl Members {
    /// Whether something is listed of the chosen member.
    pub(super) fn has_list(&self) -> bool {
        let read = self.history.latest();
        let is_read =
            read.is_some_and(|(member, rows)| Some(*member) == self.chosen && rows.is_ok());
        is_read && self.panel != Panel::Chart
    }

    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(member) = self.chosen {
            self.history
                .want(member, ctx, out, move |file| history(file, member));
            let period = self.days.period;
            self.peaks.want((member, period), ctx, out, move |file| {
                peaks(file, member, period)
            });
        }
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.history.take(read);
        self.peaks.take(read);
    }

    /// The peaks of a member in the period that is typed, once they are read.
    pub(super) fn peaks(&self, member: MemberKey) -> [Option<&Peak>; 2] {
        match self.peaks.latest() {
            Some(((of, period), Ok(peaks))) if (*of, *period) == (member, self.days.period) => {
                peaks.each_ref().map(Option::as_ref)
            }
            _ => [None, None],
        }
    }

    /// The place of the chosen section in the history; the latest one until one is chosen.
    pub(super) fn played(&self, rows: &[Played]) -> Option<usize> {
        let chosen = rows
            .iter()
            .position(|played| Some(played.head.key) == self.section);
        chosen.or_else(|| (!rows.is_empty()).then_some(0))
    }
}

fn peaks(file: &CampFile, member: MemberKey, period: Period) -> Result<Peaks, StorageError> {
    let peak = |system| -> Result<Option<Peak>, StorageError> {
        Ok(file.peaks(Some(member), system, period)?.remove(&member))
    };
    Ok([peak(System::Regular)?, peak(System::Quick)?])
}

/// The sections of a member, the latest first.
fn history(file: &CampFile, member: MemberKey) -> Result<Vec<Played>, StorageError> {
    let mut rows = Vec::new();
    for played in file.played_by(member)?.into_iter().rev() {
        // Who entered again has several rows.
        for (row, entry) in played.entries.iter().enumerate() {
            if entry.member == Some(member) {
                rows.push(Played {
                    head: played.head.clone(),
                    entries: played.entries.clone(),
                    row,
                    halves: played.halves(entry),
                });
            }
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
