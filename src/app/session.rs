//! What belongs to the open camp.

use std::{
    any::Any,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    Action, OpenCamp,
    afterwards::Afterwards,
    awake::Awake,
    closing::Closing,
    keeper::{GivenUp, Ticket},
    page::{AnyPage, Pasting},
    route::{OpenPage, WayBack},
    whole_window::WholeWindow,
};
use crate::{
    app::rating_changes::RatingChanges,
    jobs::Job,
    rating::camp_ladder::{NoAnswer, Recalculation},
    storage::StepId,
};

/// All that belongs to the camp that is open, and goes with it: what is shown, what is typed, and what is under way. Closing a camp is
/// putting a new session in the place of this one.
#[derive(Debug, Default)]
pub struct Session {
    /// Another number for each session.
    pub number: u64,
    pub camp: Option<OpenCamp>,
    /// The pages of the list, and those that are led to.
    pub(super) pages: Vec<OpenPage>,
    /// What stands over the page; the last one is shown.
    pub(super) over: Vec<OpenPage>,
    /// Where the director came from, if a page was led to.
    pub(super) way_back: Vec<WayBack>,
    pub(super) whole_window: Option<WholeWindow>,
    /// Keeps the screen on, where what is shown wants it.
    pub(super) awake: Option<Awake>,
    pub pasting: Pasting,
    /// What was saved, undone or redone last, in words.
    pub last_done: Option<String>,
    /// Whether something is being undone or redone.
    pub(super) moves_in_history: bool,
    pub(super) recalc: Option<Recalc>,
    /// What waits until a form's record is saved; dropped if the record is refused.
    pub(super) after_saving: Option<Action>,
    /// The step that is undone as soon as the current week is shown again.
    pub(super) undo_when_looked: Option<StepId>,
    /// What closes the camp, as soon as it is known whether its file is still the one that was opened.
    pub(super) closing: Option<Closing>,
    /// The copy that the keeper was asked for, until it says what came of it.
    pub(super) copying: Option<(PathBuf, GivenUp)>,
    /// What happens once changes that were asked for are in the file.
    pub(super) awaited: Vec<(Ticket, Afterwards)>,
    pub(super) saving_ratings: Option<SavingRatings>,
    /// The revision at which sections of US Chess were asked for that are to be checked, and by which question.
    pub(super) sections_asked: Option<(u64, Ticket)>,
    /// By which question the file was asked what doesn't follow from the records.
    pub(super) mending: Option<Ticket>,
    /// The ratings that the last change has moved, until that is said.
    pub(super) moved_ratings: Option<Arc<RatingChanges>>,
}

impl Session {
    /// A page of the list, to be read.
    pub(crate) fn page<P: AnyPage>(&self) -> Option<&P> {
        self.pages.iter().find_map(|open| {
            let page: &dyn Any = &*open.page;
            page.downcast_ref()
        })
    }
}

/// A recalculation under way.
#[derive(Debug)]
pub(super) struct Recalc {
    pub job: Job<Result<Recalculation, NoAnswer>>,
    /// The revision of the camp that it started from.
    pub revision: u64,
    /// The step that it follows by itself; `None`: the director asked for it.
    pub follows: Option<StepId>,
}

/// A saved recalculation, on its way to the file.
#[derive(Debug)]
pub(super) struct SavingRatings {
    pub ticket: Ticket,
    /// What to say when they are saved; nothing of ratings that only follow a change.
    pub sentence: Option<String>,
    /// The step that they follow.
    pub follows: Option<StepId>,
}

/// A number that was never given before: of two sessions, too, no two visits to a record, nor two layouts, have the same.
pub(crate) fn serial() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
