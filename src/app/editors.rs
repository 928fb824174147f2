//! The records that are being typed, whatever they are of: what the program does to each of them alike.

use jiff::civil::Date;

use super::{
    App, Page,
    drafts::Draft,
    editor::{Editor, Next, Target},
    keeper::{Keeper, Ticket},
    logic::leaving::{SaveOutcome, leave},
    session::Session,
};
use crate::domain::{CampData, Field, FieldProblem, Record};

/// The page with the form of a record.
pub(super) const fn page_of(record: Record) -> Page {
    match record {
        Record::Player(_) => Page::PLAYERS,
        Record::Group(_) => Page::GROUPS,
        Record::Game(_) => Page::GAMES,
        Record::Meeting(_) => Page::MEETINGS,
    }
}

impl Session {
    /// The record of each form, with its page.
    pub(super) fn editors(&self) -> [(Page, &dyn RecordEditor); 4] {
        [
            (Page::PLAYERS, &self.players),
            (Page::GROUPS, &self.groups),
            (Page::GAMES, &self.games),
            (Page::MEETINGS, &self.meetings),
        ]
    }

    /// As [`Self::editors`].
    pub(super) fn editors_mut(&mut self) -> [(Page, &mut dyn RecordEditor); 4] {
        [
            (Page::PLAYERS, &mut self.players),
            (Page::GROUPS, &mut self.groups),
            (Page::GAMES, &mut self.games),
            (Page::MEETINGS, &mut self.meetings),
        ]
    }

    pub(super) fn editor_of(&mut self, page: Page) -> Option<&mut dyn RecordEditor> {
        let mut editors = self.editors_mut().into_iter();
        editors.find_map(|(of, editor)| (of == page).then_some(editor))
    }

    /// All records follow the camp, all but what is typed in them.
    pub(super) fn follow_camp(&mut self) {
        if let Some(camp) = self.camp.take() {
            for (_, editor) in self.editors_mut() {
                editor.follow(&camp.data);
            }
            self.camp = Some(camp);
        }
    }
}

impl App {
    /// The record of the form that is shown; nothing on a page without one.
    pub(super) fn editor(&self) -> Option<&dyn RecordEditor> {
        let mut editors = self.session.editors().into_iter();
        editors.find_map(|(page, editor)| (page == self.page).then_some(editor))
    }

    /// As [`Self::editor`].
    pub(super) fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        let page = self.page;
        self.session.editor_of(page)
    }

    /// Leaves the record of a page for another one, or for what `next` says.
    pub(super) fn leave_record(&mut self, page: Page, next: Next<Record>) -> SaveOutcome {
        let today = self.today();
        let Some(camp) = self.session.camp.as_ref().map(|camp| camp.data.clone()) else {
            return SaveOutcome::Saved;
        };
        match self.session.editor_of(page) {
            Some(editor) => editor.leave_for(next, &camp, today, &mut self.keeper),
            None => SaveOutcome::Saved,
        }
    }
}

/// A record that is being typed.
pub(super) trait RecordEditor {
    /// The record, unless it is a new one.
    fn record(&self) -> Option<Record>;

    /// Whether the form shows a record, be it a new one.
    fn shows_record(&self) -> bool;

    fn is_new(&self) -> bool;
    fn is_changed(&self) -> bool;
    fn is_saving(&self) -> bool;
    fn is_turning_page(&self) -> bool;

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

    /// Goes on, and saves the record first if it is changed.
    fn leave_for(
        &mut self,
        next: Next<Record>,
        camp: &CampData,
        today: Date,
        keeper: &mut Keeper,
    ) -> SaveOutcome;

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

    fn is_turning_page(&self) -> bool {
        Self::is_turning_page(self)
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

    fn leave_for(
        &mut self,
        next: Next<Record>,
        camp: &CampData,
        today: Date,
        keeper: &mut Keeper,
    ) -> SaveOutcome {
        let next = match next {
            Next::Stay => Next::Stay,
            Next::Pause => Next::Pause,
            Next::Away => Next::Away,
            Next::To(Target::New) => Next::To(Target::New),
            Next::To(Target::Existing(record)) => match D::Id::try_from(record) {
                Ok(id) => Next::To(Target::Existing(id)),
                Err(_) => return SaveOutcome::Saved,
            },
        };
        leave(self, next, camp, today, keeper)
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
