//! One record in a form: what is typed, whether it differs from what is saved, and what stands in the way of saving.
//!
//! As in Access, leaving a record saves it; a record that can't be saved keeps the director in it, with the reasons
//! under the fields and never in a box to click away.

use jiff::civil::Date;

use super::{drafts::Draft, keeper::Ticket, session::serial};
use crate::domain::{CampData, Edit, Field, FieldProblem, Record};

/// The record that a form shows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Target<Id> {
    New,
    Existing(Id),
}

impl<Id: Into<Record>> Target<Id> {
    /// The same, of records of every kind.
    pub fn of_record(self) -> Target<Record> {
        match self {
            Self::New => Target::New,
            Self::Existing(id) => Target::Existing(id.into()),
        }
    }
}

/// Where to go once the record is saved.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Next<Id> {
    /// The record is saved by hand, and stays on the screen.
    Stay,
    /// The record stays on the screen; it is saved if anything was typed.
    Pause,
    /// Another page: the record stays for when the director comes back, unless it is a new one that is empty.
    Away,
    To(Target<Id>),
}

/// What the form has to do about a wish to go somewhere else.
#[derive(Debug)]
pub enum Leave {
    /// The record was as it is saved: the form has moved on.
    Done,
    /// The record must be saved first; the form moves on when it is.
    Save(Box<Edit>),
    /// The record is on its way to the file already.
    Saving,
    /// The record can't be saved as it is: the form stays, and shows the reasons.
    Stays,
}

/// A record on its way to the file.
#[derive(Clone, Debug)]
struct Saving<D: Draft> {
    ticket: Ticket,
    next: Next<D::Id>,
    /// What was sent; what is typed from now on is not in it.
    sent: D,
}

/// A form's record.
#[derive(Clone, Debug)]
pub struct Editor<D: Draft> {
    target: Option<Target<D::Id>>,
    /// What is typed.
    pub draft: D,
    saved: D,
    problems: Vec<FieldProblem>,
    /// What was typed when the problems were found.
    checked: D,
    /// A reason that belongs to no field.
    refusal: Option<String>,
    saving: Option<Saving<D>>,
    /// Goes up whenever another record is shown, so that a form knows when to put the cursor into its first field.
    visit: u64,
    /// Goes up whenever what is typed is replaced, so that a form's own boxes are filled anew.
    version: u64,
}

impl<D: Draft> Default for Editor<D> {
    fn default() -> Self {
        Self {
            target: None,
            draft: D::default(),
            saved: D::default(),
            checked: D::default(),
            problems: Vec::new(),
            refusal: None,
            saving: None,
            visit: 0,
            version: 0,
        }
    }
}

impl<D: Draft> Editor<D> {
    pub fn target(&self) -> Option<Target<D::Id>> {
        self.target
    }

    /// The number of the record, unless it is a new one.
    pub fn id(&self) -> Option<D::Id> {
        match self.target? {
            Target::New => None,
            Target::Existing(id) => Some(id),
        }
    }

    pub fn is_new(&self) -> bool {
        self.target == Some(Target::New)
    }

    /// Whether something is typed that isn't saved.
    pub fn is_changed(&self) -> bool {
        self.target.is_some() && self.draft != self.saved
    }

    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Whether another record will be shown once this one is saved.
    pub fn advances_after_save(&self) -> bool {
        self.saving
            .as_ref()
            .is_some_and(|saving| matches!(saving.next, Next::To(_)))
    }

    pub fn visit(&self) -> u64 {
        self.visit
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Why a field can't be saved as it is.
    pub fn problem(&self, field: Field) -> Option<&str> {
        self.problems
            .iter()
            .find(|problem| problem.field == field)
            .map(|problem| problem.reason.as_str())
    }

    pub fn problems(&self) -> &[FieldProblem] {
        &self.problems
    }

    /// Why the record as a whole was not saved.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Shows a record, whatever was shown before.
    pub fn show(&mut self, target: Target<D::Id>, camp: &CampData, today: Date) {
        let draft = match target {
            Target::New => Some(D::new_record(camp, today)),
            Target::Existing(id) => D::of(camp, id),
        };
        self.clear();
        if let Some(draft) = draft {
            self.target = Some(target);
            self.draft = draft.clone();
            self.saved = draft;
        }
        self.visit = serial();
    }

    /// Shows a new record in which something is typed already. `blank` is how it would be if nothing were.
    pub fn show_typed(&mut self, blank: D, draft: D) {
        self.clear();
        self.target = Some(Target::New);
        self.saved = blank;
        self.draft = draft;
        self.visit = serial();
    }

    /// Shows no record.
    pub fn clear(&mut self) {
        *self = Self {
            visit: self.visit,
            version: serial(),
            ..Self::default()
        };
    }

    /// The record is gone, and what was typed in it goes with it. Whether no record is shown now.
    pub fn forget(&mut self, gone: D::Id) -> bool {
        if self.id() == Some(gone) {
            self.clear();
        }
        self.target.is_none()
    }

    /// Takes back what was typed since the record was last saved. A new record disappears.
    pub fn undo(&mut self) {
        if self.is_new() && !self.is_changed() {
            self.clear();
            return;
        }
        self.draft = self.saved.clone();
        self.version = serial();
        self.problems.clear();
        self.refusal = None;
    }

    /// Fills a new record with what it begins with.
    pub fn begin_new(&mut self, fill: impl FnOnce(&mut D)) {
        if self.is_new() {
            fill(&mut self.draft);
            self.saved = self.draft.clone();
            self.version = serial();
        }
    }

    /// Whether a field holds something that isn't saved.
    pub fn is_field_changed(&self, field: Field) -> bool {
        self.target.is_some() && self.draft.differs(field, &self.saved)
    }

    /// Takes back what was typed in one field since the record was last saved. Whether anything was.
    pub fn undo_field(&mut self, field: Field) -> bool {
        let is_changed = self.is_field_changed(field);
        if is_changed {
            let saved = self.saved.clone();
            self.take_field(field, &saved);
        }
        is_changed
    }

    /// The record as it was before anything was typed in it.
    pub fn saved_draft(&self) -> &D {
        &self.saved
    }

    /// Takes over one field of another record.
    pub fn take_field(&mut self, field: Field, from: &D) {
        self.draft.copy_field(field, from);
        self.version = serial();
    }

    /// Replaces the text of a field that holds one.
    pub fn set_text(&mut self, field: Field, text: String) {
        if let Some(typed) = self.draft.text_mut(field) {
            *typed = text;
            self.version = serial();
        }
    }

    /// The first field, in the order of Tab, that keeps the record from being saved.
    pub fn first_wrong_field(&self) -> Option<Field> {
        let mut fields = self.draft.fields();
        fields.find(|field| self.problem(*field).is_some())
    }

    /// The director wants to go on to `next`.
    pub fn leave(&mut self, next: Next<D::Id>, camp: &CampData, today: Date) -> Leave {
        if self.saving.is_some() {
            return Leave::Saving;
        }
        // A new record is only left without saving it if nothing was typed; saving it by hand asks for its fields.
        let nothing_to_save = match next {
            Next::Stay => self.target.is_none() || (!self.is_new() && !self.is_changed()),
            Next::Pause | Next::Away | Next::To(_) => !self.is_changed(),
        };
        if nothing_to_save {
            self.go(next, camp, today);
            return Leave::Done;
        }
        match self.draft.edit(camp, self.id(), today) {
            Ok(edit) => {
                self.problems.clear();
                self.refusal = None;
                Leave::Save(Box::new(edit))
            }
            Err(problems) => {
                self.problems = problems;
                self.checked = self.draft.clone();
                Leave::Stays
            }
        }
    }

    /// Looks again at the fields that are marked, once something else is typed.
    pub fn check_again(&mut self, camp: &CampData, today: Date) {
        if !self.problems.is_empty() && self.draft != self.checked {
            self.checked = self.draft.clone();
            self.problems = self
                .draft
                .edit(camp, self.id(), today)
                .err()
                .unwrap_or_default();
        }
    }

    /// The record is on its way to the file.
    pub fn begin_saving(&mut self, ticket: Ticket, next: Next<D::Id>) {
        self.saving = Some(Saving {
            ticket,
            next,
            sent: self.draft.clone(),
        });
    }

    /// The file has the record; `added` is the number of a new one. Whether the ticket was this form's.
    pub fn saved(
        &mut self,
        ticket: Ticket,
        added: Option<D::Id>,
        camp: &CampData,
        today: Date,
    ) -> bool {
        let Some(Saving { next, sent, .. }) = self.saving.take_if(|saving| saving.ticket == ticket)
        else {
            return false;
        };
        if let Some(id) = added {
            self.target = Some(Target::Existing(id));
        }
        match next {
            Next::Stay | Next::Pause | Next::Away => {
                if let Some(saved) = self.id().and_then(|id| D::of(camp, id)) {
                    // What was typed while the disk was busy stays typed.
                    self.saved = sent;
                    self.rebase(saved);
                } else {
                    self.clear();
                }
            }
            Next::To(target) => {
                self.show(target, camp, today);
                if added.is_some() {
                    self.begin_new(|draft| draft.carry_over(&sent));
                }
            }
        }
        true
    }

    /// The file refused the record. Whether the ticket was this form's.
    pub fn refused(&mut self, ticket: Ticket, problems: &[FieldProblem], reason: &str) -> bool {
        if self
            .saving
            .take_if(|saving| saving.ticket == ticket)
            .is_none()
        {
            return false;
        }
        self.problems = problems.to_vec();
        self.checked = self.draft.clone();
        self.refusal = Some(reason.to_owned());
        true
    }

    /// What kept the record from being saved is over.
    pub fn forget_refusal(&mut self) {
        self.refusal = None;
    }

    /// Something else changed the camp (a recalculation, an import, a command): the record follows, all but the fields
    /// in which something is typed.
    pub fn follow(&mut self, camp: &CampData) {
        if self.saving.is_some() {
            return;
        }
        match self.id().map(|id| D::of(camp, id)) {
            Some(Some(now)) => self.rebase(now),
            Some(None) if self.is_changed() => {}
            Some(None) => self.clear(),
            None if self.is_new() => self.follow_fields(camp),
            None => {}
        }
    }

    /// Takes the record as it is saved now. Fields in which something is typed keep that; the others would otherwise
    /// write back what they were.
    fn rebase(&mut self, now: D) {
        if now == self.saved {
            return;
        }
        let mut rebased = now.clone();
        for field in self.draft.fields() {
            if self.draft.differs(field, &self.saved) {
                rebased.copy_field(field, &self.draft);
            }
        }
        self.saved = now;
        if rebased != self.draft {
            self.draft = rebased;
            self.version = serial();
        }
    }

    /// A custom column may have come or gone while a new record is typed.
    fn follow_fields(&mut self, camp: &CampData) {
        let before = self.draft.clone();
        for draft in [&mut self.draft, &mut self.saved, &mut self.checked] {
            draft.follow_fields(camp);
        }
        if self.draft != before {
            self.version = serial();
        }
    }

    fn go(&mut self, next: Next<D::Id>, camp: &CampData, today: Date) {
        match next {
            Next::Away if self.is_new() => self.clear(),
            Next::Stay | Next::Pause | Next::Away => {}
            Next::To(target) => self.show(target, camp, today),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{
        app::{drafts::GroupDraft, open_sample},
        domain::GroupId,
    };

    const TODAY: Date = date(2026, 7, 10);

    /// A form that shows the group Purple.
    fn editor(camp: &CampData) -> Editor<GroupDraft> {
        let mut editor = Editor::default();
        editor.show(Target::Existing(GroupId(1)), camp, TODAY);
        editor
    }

    #[test]
    fn what_is_typed_while_a_record_is_being_saved_stays_typed() {
        let (_, camp) = open_sample(TODAY).expect("the sample camp");
        let mut editor = editor(&camp);
        editor.draft.set_text(Field::InitialRating, "150");
        assert!(matches!(
            editor.leave(Next::Stay, &camp, TODAY),
            Leave::Save(_)
        ));
        editor.begin_saving(1, Next::Stay);
        editor.draft.set_text(Field::GroupName, "Purple group");
        assert!(editor.saved(1, None, &camp, TODAY));
        assert_eq!(editor.draft.typed(Field::GroupName), "Purple group");
        assert!(editor.is_changed());
    }

    #[test]
    fn a_record_on_its_way_is_not_called_one_that_cannot_be_saved() {
        let (_, camp) = open_sample(TODAY).expect("the sample camp");
        let mut editor = editor(&camp);
        editor.draft.set_text(Field::InitialRating, "150");
        editor.begin_saving(1, Next::Stay);
        assert!(matches!(
            editor.leave(Next::Away, &camp, TODAY),
            Leave::Saving
        ));
        assert!(editor.refused(1, &[], "The disk is full"));
        assert_eq!(editor.refusal(), Some("The disk is full"));
        assert_eq!(
            editor.draft.typed(Field::InitialRating),
            "150",
            "nothing typed is lost"
        );
    }

    #[test]
    fn what_is_not_typed_follows_the_camp_and_is_not_written_back() {
        let (_, mut camp) = open_sample(TODAY).expect("the sample camp");
        let mut editor = editor(&camp);
        editor.draft.set_text(Field::GroupName, "Violet");
        let version = editor.version();
        let groups = std::sync::Arc::make_mut(&mut camp.groups);
        let group = groups.iter_mut().find(|group| group.id == GroupId(1));
        group.expect("the group").initial_rating = Some(777);
        editor.follow(&camp);
        assert_eq!(editor.draft.typed(Field::InitialRating), "777");
        assert_eq!(
            editor.draft.typed(Field::GroupName),
            "Violet",
            "what is typed stays"
        );
        assert!(editor.is_field_changed(Field::GroupName));
        assert!(!editor.is_field_changed(Field::InitialRating));
        assert_ne!(editor.version(), version, "the boxes are filled anew");
        editor.undo();
        assert_eq!(editor.draft.typed(Field::GroupName), "Purple");
        assert_eq!(editor.draft.typed(Field::InitialRating), "777");
    }

    #[test]
    fn undo_takes_back_what_was_typed_and_then_the_new_record() {
        let (_, camp) = open_sample(TODAY).expect("the sample camp");
        let mut editor = Editor::<GroupDraft>::default();
        editor.show(Target::New, &camp, TODAY);
        editor.draft.set_text(Field::GroupName, "Silver");
        editor.undo();
        assert!(editor.is_new() && !editor.is_changed());
        editor.undo();
        assert_eq!(editor.target(), None);
    }
}
