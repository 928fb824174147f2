//! The records that are being typed, whatever they are of: what the program does to each of them alike.

use jiff::civil::Date;

use super::{
    App, Page,
    drafts::Draft,
    editor::{Editor, Leave, Next, Target},
    keeper::Ticket,
    leaving::{SaveOutcome, leave},
    session::Session,
};
use crate::domain::{CampData, Field, FieldProblem, Record};

/// The open camp, and beside it the record of each form, with its page.
type InCamp<'a> = (&'a CampData, Vec<(Page, &'a mut dyn RecordEditor)>);

impl Session {
    /// The record of each form, with its page.
    pub(super) fn editors(&self) -> impl Iterator<Item = (Page, &dyn RecordEditor)> {
        let pages = self.pages.iter();
        pages.filter_map(|open| Some((open.spec.page, open.page.editor()?)))
    }

    /// The open camp, and beside it the record of each form, with its page.
    pub(super) fn editors_in_camp(&mut self) -> Option<InCamp<'_>> {
        let camp = &self.camp.as_ref()?.data;
        let pages = self.pages.iter_mut();
        let editors = pages.filter_map(|open| Some((open.spec.page, open.page.editor_mut()?)));
        Some((camp, editors.collect()))
    }

    /// The open camp, and beside it the record of the form on a page.
    pub(super) fn editor_in_camp(
        &mut self,
        page: Page,
    ) -> Option<(&CampData, &mut dyn RecordEditor)> {
        let (camp, editors) = self.editors_in_camp()?;
        let mut editors = editors.into_iter();
        let (_, editor) = editors.find(|(of, _)| *of == page)?;
        Some((camp, editor))
    }

    /// Whether a record of a form is on its way to the file.
    pub fn is_saving_record(&self) -> bool {
        self.editors().any(|(_, editor)| editor.is_saving())
    }

    /// The page with the form of a record.
    pub(super) fn page_of(&self, record: Record) -> Option<Page> {
        let mut editors = self.editors();
        editors.find_map(|(page, editor)| editor.is_for(record).then_some(page))
    }

    /// All records follow the camp, all but what is typed in them.
    pub(super) fn follow_camp(&mut self) {
        if let Some((camp, editors)) = self.editors_in_camp() {
            for (_, editor) in editors {
                editor.follow(camp);
            }
        }
    }
}

impl App {
    /// The record of the form that is shown; nothing on a page without one.
    pub(super) fn editor(&self) -> Option<&dyn RecordEditor> {
        let mut editors = self.session.editors();
        editors.find_map(|(page, editor)| (page == self.page).then_some(editor))
    }

    /// As [`Self::editor`].
    pub(super) fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        let (_, editor) = self.session.editor_in_camp(self.page)?;
        Some(editor)
    }

    /// Leaves the record of a page for another one, or for what `next` says.
    pub(super) fn leave_record(&mut self, page: Page, next: Next<Record>) -> SaveOutcome {
        let today = self.today();
        match self.session.editor_in_camp(page) {
            Some((camp, editor)) => {
                leave(editor, next, camp, today, |edit| self.keeper.apply(edit))
            }
            None => SaveOutcome::Started,
        }
    }
}

/// A record that is being typed.
pub trait RecordEditor {
    /// Whether the form has records of this kind.
    fn is_for(&self, record: Record) -> bool;

    /// Whether the records are those of a week, so that they can't be changed in a closed one.
    fn is_of_week(&self) -> bool;

    /// The record, unless it is a new one.
    fn record(&self) -> Option<Record>;

    /// Whether the form shows a record, be it a new one.
    fn shows_record(&self) -> bool;

    fn is_new(&self) -> bool;
    fn is_changed(&self) -> bool;
    fn is_saving(&self) -> bool;
    fn advances_after_save(&self) -> bool;

    /// The first field, in the order of Tab, that keeps the record from being saved.
    fn first_wrong_field(&self) -> Option<Field>;

    /// What is typed in a field that holds a text.
    fn text(&mut self, field: Field) -> Option<String>;

    fn set_text(&mut self, field: Field, text: String);

    /// Takes over one field of another record of this kind.
    fn take_field_of(&mut self, field: Field, from: Record, camp: &CampData);

    /// Puts into a field what a new record has there.
    fn take_default(&mut self, field: Field, camp: &CampData, today: Date);

    fn undo(&mut self);

    /// Takes back what was typed in one field. Whether anything was.
    fn undo_field(&mut self, field: Field) -> bool;

    fn clear(&mut self);

    /// The record is gone. Whether it was of this kind, and none is shown now.
    fn forget_record(&mut self, gone: Record) -> bool;

    fn follow(&mut self, camp: &CampData);
    fn check_again(&mut self, camp: &CampData, today: Date);

    /// The director wants to go on to `next`.
    fn leave(&mut self, next: Next<Record>, camp: &CampData, today: Date) -> Leave;

    /// The record is on its way to the file, and goes on to `next` when it has arrived.
    fn begin_saving(&mut self, ticket: Ticket, next: Next<Record>);

    /// The file has the change of this ticket; `added` is the number of a new record. Whether the change was this one's.
    fn saved(
        &mut self,
        ticket: Ticket,
        added: Option<Record>,
        camp: &CampData,
        today: Date,
    ) -> bool;

    /// The file refused the change of this ticket. Whether that was this one's.
    fn refused(&mut self, ticket: Ticket, problems: &[FieldProblem], reason: &str) -> bool;

    /// What kept the record from being saved is over.
    fn forget_refusal(&mut self);
}

impl<D: Draft> RecordEditor for Editor<D> {
    fn is_for(&self, record: Record) -> bool {
        D::Id::try_from(record).is_ok()
    }

    fn is_of_week(&self) -> bool {
        D::IS_OF_WEEK
    }

    fn record(&self) -> Option<Record> {
        self.id().map(Into::into)
    }

    fn shows_record(&self) -> bool {
        self.target().is_some()
    }

    fn is_new(&self) -> bool {
        Self::is_new(self)
    }

    fn is_changed(&self) -> bool {
        Self::is_changed(self)
    }

    fn is_saving(&self) -> bool {
        Self::is_saving(self)
    }

    fn advances_after_save(&self) -> bool {
        Self::advances_after_save(self)
    }

    fn first_wrong_field(&self) -> Option<Field> {
        Self::first_wrong_field(self)
    }

    fn text(&mut self, field: Field) -> Option<String> {
        self.draft.text_mut(field).cloned()
    }

    fn set_text(&mut self, field: Field, text: String) {
        Self::set_text(self, field, text);
    }

    fn take_field_of(&mut self, field: Field, from: Record, camp: &CampData) {
        let from = D::Id::try_from(from).ok();
        if let Some(from) = from.and_then(|id| D::of(camp, id)) {
            self.take_field(field, &from);
        }
    }

    fn take_default(&mut self, field: Field, camp: &CampData, today: Date) {
        self.take_field(field, &D::new_record(camp, today));
    }

    fn undo(&mut self) {
        Self::undo(self);
    }

    fn undo_field(&mut self, field: Field) -> bool {
        Self::undo_field(self, field)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn forget_record(&mut self, gone: Record) -> bool {
        D::Id::try_from(gone).is_ok_and(|gone| self.forget(gone))
    }

    fn follow(&mut self, camp: &CampData) {
        Self::follow(self, camp);
    }

    fn check_again(&mut self, camp: &CampData, today: Date) {
        Self::check_again(self, camp, today);
    }

    fn leave(&mut self, next: Next<Record>, camp: &CampData, today: Date) -> Leave {
        match of_kind(next) {
            Some(next) => Self::leave(self, next, camp, today),
            None => Leave::Done,
        }
    }

    fn begin_saving(&mut self, ticket: Ticket, next: Next<Record>) {
        if let Some(next) = of_kind(next) {
            Self::begin_saving(self, ticket, next);
        }
    }

    fn saved(
        &mut self,
        ticket: Ticket,
        added: Option<Record>,
        camp: &CampData,
        today: Date,
    ) -> bool {
        let added = added.and_then(|record| D::Id::try_from(record).ok());
        Self::saved(self, ticket, added, camp, today)
    }

    fn refused(&mut self, ticket: Ticket, problems: &[FieldProblem], reason: &str) -> bool {
        Self::refused(self, ticket, problems, reason)
    }

    fn forget_refusal(&mut self) {
        Self::forget_refusal(self);
    }
}

/// Where to go, for a form with records of one kind; nothing if it leads to a record of another.
fn of_kind<Id: TryFrom<Record>>(next: Next<Record>) -> Option<Next<Id>> {
    Some(match next {
        Next::Stay => Next::Stay,
        Next::Pause => Next::Pause,
        Next::Away => Next::Away,
        Next::To(Target::New) => Next::To(Target::New),
        Next::To(Target::Existing(record)) => Next::To(Target::Existing(record.try_into().ok()?)),
    })
}
