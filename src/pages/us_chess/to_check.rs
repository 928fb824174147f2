//! What is to be checked in sections, and in the one that is shown.

use std::sync::Arc;

use super::asked::Asked;
use crate::{
    app::{
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::us_chess::SectionHead,
    storage::{CampFile, CheckedSection, StorageError},
};

/// Something to check in a section.
#[derive(Debug)]
pub(super) struct FoundInSection {
    pub(super) head: Arc<SectionHead>,
    pub(super) sentence: String,
}

/// What is to be checked in all sections.
#[derive(Debug, Default)]
pub(super) struct SectionsToCheck {
    /// By the revision at which sections changed last.
    checked: Asked<u64, Vec<FoundInSection>>,
    asked: Option<u64>,
    /// The chosen row of the list.
    pub(super) row: Option<usize>,
}

impl SectionsToCheck {
    /// Has all sections looked at, unless none has changed since.
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let revision = ctx.camp.us_chess_revision;
        if self.asked != Some(revision) {
            self.asked = Some(revision);
            self.checked.want(revision, ctx, out, read);
        }
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.checked.take(read);
    }

    /// All of them, once they are read, or why they can't be.
    pub(super) fn all(&self) -> Option<Result<&[FoundInSection], &str>> {
        let answer = self.checked.answer()?;
        Some(answer.as_deref().map_err(String::as_str))
    }
}

/// Everything that is found, the latest section first. What waits to be rated, or never is, says nothing besides its state.
fn read(file: &CampFile) -> Result<Vec<FoundInSection>, StorageError> {
    let mut rows = Vec::new();
    for CheckedSection { head, found } in file.sections_to_check()?.into_iter().rev() {
        let head = Arc::new(head);
        let things = found.into_iter().filter(|found| !found.what.is_state());
        rows.extend(things.map(|found| FoundInSection {
            head: Arc::clone(&head),
            sentence: found.sentence,
        }));
    }
    Ok(rows)
}
