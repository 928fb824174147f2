//! Something that was asked of the camp file, and is asked again when the camp is another or something else is wanted.

use std::sync::Arc;

use crate::{
    app::{
        page::{Ctx, Outbox, Ticket},
        reading::WasRead,
    },
    storage::{CampFile, StorageError},
};

/// What is read, or why it can't be.
pub(super) type Answered<T> = Result<T, String>;

/// The last answer, and the question that is on its way.
#[derive(Debug)]
pub(super) struct Asked<Q, T> {
    /// The question, and the revision of the camp at which it was asked.
    on_its_way: Option<(Q, u64, Ticket)>,
    /// The same of the last answer.
    latest: Option<(Q, u64, Arc<Answered<T>>)>,
}

impl<Q, T> Default for Asked<Q, T> {
    fn default() -> Self {
        Self {
            on_its_way: None,
            latest: None,
        }
    }
}

impl<Q: Clone + PartialEq, T: Send + Sync + 'static> Asked<Q, T> {
    /// Has it read, unless it was for this camp already.
    pub(super) fn want(
        &mut self,
        question: Q,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        read: impl FnOnce(&CampFile) -> Result<T, StorageError> + Send + 'static,
    ) {
        let revision = ctx.camp.revision;
        let is_asked = self
            .on_its_way
            .as_ref()
            .is_some_and(|(asked, at, _)| *asked == question && *at == revision);
        if !is_asked {
            let read = move |file: &CampFile| read(file).map_err(|error| error.to_string());
            self.on_its_way = Some((question, revision, out.read(read)));
        }
    }

    /// Takes the answer, if it is to the last question. Whether it was.
    pub(super) fn take(&mut self, read: &WasRead) -> bool {
        if let Some((question, revision, ticket)) = &self.on_its_way
            && let Some(answer) = read.of::<Answered<T>>(*ticket)
        {
            self.latest = Some((question.clone(), *revision, answer));
            return true;
        }
        false
    }

    /// The last answer, and to what.
    pub(super) fn latest(&self) -> Option<(&Q, &Answered<T>)> {
        let (question, _, answer) = self.latest.as_ref()?;
        Some((question, answer))
    }

    /// The last answer, if nothing has changed since it was asked for.
    pub(super) fn answer_at(&self, revision: u64) -> Option<&Answered<T>> {
        let (_, at, answer) = self.latest.as_ref()?;
        (*at == revision).then_some(answer)
    }

    /// The last answer, whatever it is to.
    pub(super) fn answer(&self) -> Option<&Answered<T>> {
        Some(self.latest()?.1)
    }

    /// The last answer, to be used elsewhere.
    pub(super) fn shared(&self) -> Option<Arc<Answered<T>>> {
        let (_, _, answer) = self.latest.as_ref()?;
        Some(Arc::clone(answer))
    }

    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
