//! The guide: what leads through it.

use super::{keys::AboutPage, state::Reading, view::Looks};
use crate::app::{
    Command, FocusTarget,
    page::{Ctx, Handler, Logic, Outbox},
};

#[derive(Debug, Default)]
pub struct GuidePage {
    pub(super) reading: Reading,
    pub(super) looks: Looks,
}

impl GuidePage {
    /// Goes to what is said of the page that one comes from.
    pub(super) fn tell_of(&mut self, about: AboutPage) {
        self.reading.tell_of(about);
    }
}

impl Logic for GuidePage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const HANDLERS: [Handler<GuidePage>; 2] = [
            Handler::new(Command::FIND, |_, _, out| {
                out.focus_next = Some(FocusTarget::Search);
            }),
            Handler::new(Command::FIND_NEXT, |page, _, _| page.reading.next_place(1)),
        ];
        &[&HANDLERS]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        self.reading.list_keys(ctx.commands);
    }

    fn is_busy(&self) -> bool {
        self.looks.is_busy()
    }
}
