//! Find and replace in one column: checked record by record like what is typed, and changed as one step.

use super::super::{
    Action, App,
    afterwards::Afterwards,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::Dialog,
    drafts::{Draft, GameDraft, GroupDraft, PlayerDraft},
    replacement::Replace,
};
use crate::{
    app::listing::Listing,
    domain::{CampData, Edit, FieldProblem, Record, replacement_name},
};
commands! {
    REPLACE = Entry::new("Find and replace…", Group::Find, 2, App::ask_what_to_replace)
        .keys(&[Shortcut::command(Key::H)])
        .needs(Needs::List)
        .changes_week();
}

/// What becomes of a record: nothing if it doesn't have what is looked for.
type Replaced = Option<Result<Edit, Vec<FieldProblem>>>;

impl App {
    pub(super) fn ask_what_to_replace(&mut self) {
        let kind = self.listing().map(Listing::kind);
        let camp = self.session.camp.as_ref();
        let replace = camp
            .zip(kind)
            .and_then(|(camp, kind)| Replace::in_field(&camp.data, kind, self.field));
        self.dialog = replace.map(Dialog::Replace);
    }

    /// Goes to the next record in the list that has what is looked for, and round the end.
    pub(super) fn find_next_match(&mut self) {
        let Some(replace) = self.replace_dialog() else {
            return;
        };
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return;
        };
        let rows = list.len();
        let start = self.current_row().map_or(0, |row| row + 1);
        let today = self.today();
        let found = (0..rows).map(|step| (start + step) % rows).find(|row| {
            let record = list.record(&camp.data, *row);
            record.is_some_and(|record| replaced(&replace, &camp.data, record, today).is_some())
        });
        let Some(row) = found else {
            return self.say_of_replacing(Ok("No matches".to_owned()));
        };
        let dialog = self.dialog.take();
        self.show_row(row);
        self.dialog = dialog;
    }

    /// Replaces in the record that is shown, and goes to the next one.
    pub(super) fn replace_one(&mut self) {
        let Some(replace) = self.replace_dialog() else {
            return;
        };
        if !self.is_typed_saved_before(Action::ReplaceOne) {
            return;
        }
        let (Some(camp), Some(record)) = (&self.session.camp, self.record()) else {
            return self.find_next_match();
        };
        match replaced(&replace, &camp.data, record, self.today()) {
            Some(Ok(edit)) => {
                self.keeper.apply(edit);
                self.find_next_match();
            }
            Some(Err(problems)) => self.say_of_replacing(Err(first(problems))),
            None => self.find_next_match(),
        }
    }

    /// Replaces in all records that are shown, as one step. If one of them can't be as it would become, none is changed.
    pub(super) fn replace_all(&mut self) {
        let Some(replace) = self.replace_dialog() else {
            return;
        };
        if !self.is_typed_saved_before(Action::ReplaceAll) {
            return;
        }
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return;
        };
        let mut edits = Vec::new();
        for row in 0..list.len() {
            let Some(record) = list.record(&camp.data, row) else {
                continue;
            };
            match replaced(&replace, &camp.data, record, self.today()) {
                Some(Ok(edit)) => edits.push(edit),
                Some(Err(problems)) => {
                    let reason = first(problems);
                    return self.say_of_replacing(Err(format!(
                        "Nothing replaced: record {} would be invalid. {reason}",
                        row + 1
                    )));
                }
                None => {}
            }
        }
        let said = match edits.len() {
            0 => return self.say_of_replacing(Ok("No matches".to_owned())),
            1 => "1 record changed".to_owned(),
            count => format!("{count} records changed"),
        };
        let name = replacement_name(&replace.find, &replace.with);
        let ticket = self.keeper.apply(Edit::Together { name, edits });
        self.afterwards(ticket, Afterwards::SayOfReplacing(said));
    }

    /// What the dialog asks for, if it asks for anything.
    fn replace_dialog(&mut self) -> Option<Replace> {
        let Some(Dialog::Replace(replace)) = &mut self.dialog else {
            return None;
        };
        replace.said = None;
        replace.problem = replace
            .find
            .is_empty()
            .then(|| "Type a text to find".to_owned());
        (!replace.find.is_empty()).then(|| replace.clone())
    }

    /// Says in the dialog what has become of replacing; after that was closed, as any other message.
    pub(super) fn say_of_replacing(&mut self, said: Result<String, String>) {
        match (&mut self.dialog, said) {
            (Some(Dialog::Replace(replace)), Ok(said)) => replace.said = Some(said),
            (Some(Dialog::Replace(replace)), Err(problem)) => replace.problem = Some(problem),
            (_, Ok(said)) => self.say_undoable(said),
            (_, Err(problem)) => self.notices.note(problem),
        }
    }
}

fn first(problems: Vec<FieldProblem>) -> String {
    let first = problems.into_iter().next();
    first.map_or_else(String::new, |problem| problem.reason)
}

fn replaced(
    replace: &Replace,
    camp: &CampData,
    record: Record,
    today: jiff::civil::Date,
) -> Replaced {
    match record {
        Record::Player(id) => of_draft::<PlayerDraft>(replace, camp, id, today),
        Record::Group(id) => of_draft::<GroupDraft>(replace, camp, id, today),
        Record::Game(id) => of_draft::<GameDraft>(replace, camp, id, today),
        Record::Meeting(_) => None,
    }
}

fn of_draft<D: Draft>(
    replace: &Replace,
    camp: &CampData,
    id: D::Id,
    today: jiff::civil::Date,
) -> Replaced {
    let mut draft = D::of(camp, id)?;
    let text = draft.text_mut(replace.field)?;
    *text = replace.apply(text)?;
    Some(draft.edit(camp, Some(id), today))
}
