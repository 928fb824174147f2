//! Which copy is brought back, and what becomes of it.

use std::path::{Path, PathBuf};

use super::{state::Bringing, view::Looks};
use crate::{
    app::{
        Command, Purpose,
        dialogs::{Loss, PathField},
        leaving::Leaving,
        page::{Answer, Ctx, Handler, Logic, Outbox, RefusedChange, SavedChange},
    },
    domain::Edit,
};

/// The preview of a merge, or the question which copy it is to be.
#[derive(Debug, Default)]
pub struct MergePage {
    /// The copy as its path is typed.
    pub(super) file: PathField,
    /// The copy that is compared with the camp; none while it is asked for.
    pub(super) bringing: Option<Bringing>,
    pub(super) looks: Looks,
}

impl MergePage {
    /// Compares the copy of this path with the camp.
    pub(super) fn begin(&mut self, path: &Path, ctx: &Ctx<'_>) {
        self.file = PathField::new(path);
        self.looks.begin_again();
        self.bringing = Some(Bringing::new(path.to_owned(), ctx));
    }

    /// Compares the copy that is typed, if it is one.
    pub(super) fn begin_as_typed(&mut self, ctx: &Ctx<'_>) {
        if let Some(path) = self.file.typed_camp(PathField::BLANK) {
            self.begin(&path, ctx);
        }
    }

    fn bring(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(bringing) = &mut self.bringing else {
            return;
        };
        if let Some(merge) = bringing.ready(ctx) {
            let edit = Edit::Merge(Box::new(merge));
            bringing.begin_saving(out.apply_at(edit, ctx.camp.revision));
        }
    }

    fn why_not(&self, ctx: &Ctx<'_>) -> Option<&'static str> {
        let chosen = self.bringing.as_ref();
        chosen.map_or(Some("Choose the copy first"), |it| it.why_not(ctx))
    }
}

impl Logic for MergePage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const BRING: Handler<MergePage> =
            Handler::new(Command::SAVE_IMPORT, MergePage::bring).why_not(MergePage::why_not);
        &[&[BRING]]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(bringing) = &mut self.bringing {
            bringing.follow(ctx, out);
        }
    }

    fn forget_questions(&mut self) {
        if let Some(bringing) = &mut self.bringing {
            bringing.forget_questions();
        }
    }

    fn answered(&mut self, _ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        if let (Answer::Read(read), Some(bringing)) = (answer, &mut self.bringing) {
            bringing.answered(read);
        }
    }

    fn take_files(&mut self, files: &[PathBuf], ctx: &Ctx<'_>) -> bool {
        if self.is_saving() {
            return false;
        }
        if let [copy] = files {
            self.begin(copy, ctx);
        } else {
            self.discard();
            self.file.problem = Some("Bring back one copy at a time".to_owned());
            self.looks.go_to_path();
        }
        true
    }

    fn say_of_path(&mut self, purpose: Purpose, why: &str) -> bool {
        let is_asked = purpose == Purpose::CopyOfCamp && self.bringing.is_none();
        if is_asked {
            self.file.problem = Some(why.to_owned());
            self.looks.go_to_path();
        }
        is_asked
    }

    fn saved(&mut self, _ctx: &Ctx<'_>, saved: SavedChange, out: &mut Outbox) {
        if let Some(bringing) = &mut self.bringing
            && bringing.was_saved(saved.ticket)
        {
            out.undoable = Some(bringing.saved_sentence());
        }
    }

    fn refused(&mut self, refused: RefusedChange<'_>, _out: &mut Outbox) -> bool {
        let bringing = self.bringing.as_mut();
        bringing.is_some_and(|bringing| bringing.was_refused(refused))
    }

    fn is_over(&self) -> bool {
        self.bringing.as_ref().is_some_and(Bringing::is_saved)
    }

    fn is_busy(&self) -> bool {
        self.bringing.as_ref().is_some_and(Bringing::is_busy)
    }

    fn is_saving(&self) -> bool {
        self.bringing.as_ref().is_some_and(Bringing::is_saving)
    }

    fn comes_first(&self) -> bool {
        self.bringing.is_some()
    }

    fn loss(&self, _leaving: Leaving) -> Option<Loss> {
        let bringing = self.bringing.as_ref();
        bringing.is_some_and(Bringing::has_decided).then_some(Loss::of_decisions(
            "Nothing has been brought back yet. If you compare the copy again later, you decide anew.",
        ))
    }

    /// Goes back to the question which copy it is to be. What is under way isn't waited for.
    fn discard(&mut self) {
        self.bringing = None;
        self.looks.begin_again();
    }
}
