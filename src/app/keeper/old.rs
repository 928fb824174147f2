//! The old camp that a new one continues.

use std::{ops::ControlFlow, path::Path};

use super::{super::paths::is_same_file, Held};
use crate::{
    domain::CampData,
    rating::camp_ladder::{self, Ladder},
    storage::{CampFile, Mode, OpenError},
};

/// The last week of an old camp.
#[derive(Debug)]
pub(in crate::app) struct OldWeek {
    /// With the ratings that its games give: those that are saved may be older.
    pub(in crate::app) camp: CampData,
    /// Whether its ratings could be computed; otherwise they are those that were saved last.
    pub(in crate::app) is_computed: bool,
}

impl OldWeek {
    fn new(camp: CampData) -> Self {
        match camp_ladder::recalculate(&Ladder::new(&camp), |_, _| ControlFlow::Continue(())) {
            Ok(answer) => Self {
                camp: camp.with_ratings(&answer.saved),
                is_computed: true,
            },
            Err(_) => Self {
                camp,
                is_computed: false,
            },
        }
    }
}

/// The last week of a camp: of the open one, or of a file, which stays as it is.
pub(super) fn read(held: Option<&Held>, path: Option<&Path>) -> Result<OldWeek, OpenError> {
    // The open file is never opened a second time: closing it again would give up the lock on it.
    let is_held = |held: &&Held| path.is_none_or(|path| is_same_file(held.file.path(), path));
    if let Some(held) = held.filter(is_held) {
        return last_week(&held.file, held.known.camp.clone()).map(OldWeek::new);
    }
    let path = path.unwrap_or_else(|| Path::new(""));
    let file = CampFile::open(path, Mode::ReadOnly)?;
    let camp = file.load();
    let camp = camp.map_err(|error| OpenError::from_loading(path, &error))?;
    last_week(&file, camp).map(OldWeek::new)
}

/// The last week of a camp, of which `camp` is the current one: an older week may have been opened again.
fn last_week(file: &CampFile, camp: CampData) -> Result<CampData, OpenError> {
    match camp.weeks.last() {
        Some(last) if last.id != camp.week.id => file
            .load_week(last.id)
            .map_err(|error| OpenError::from_loading(file.path(), &error)),
        _ => Ok(camp),
    }
}
