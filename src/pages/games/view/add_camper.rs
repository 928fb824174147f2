//! Adds a camper whose name was typed for a game.

use egui::{Context, Ui};
use jiff::civil::Date;

use crate::{
    app::{
        drafts::{Draft as _, PlayerDraft},
        page::{Ctx, Outbox, PageDialog},
    },
    domain::{CampData, Field, FieldProblem, Value, clean_name},
    kit::{self, DialogAnswer, Form, tokens::space},
    pages::looks::record::reason,
};

/// The question for the names and the group of a new camper.
#[derive(Debug)]
pub(in crate::pages::games) struct AddCamper {
    draft: PlayerDraft,
    problems: Vec<FieldProblem>,
    /// Whether the keyboard is to go to the first field that keeps it from being added.
    to_problem: bool,
}

impl AddCamper {
    /// Of a name as it is typed for a game: "kim lee", "lee, kim" or "kimmy".
    pub(in crate::pages::games) fn new(typed: &str, camp: &CampData, today: Date) -> Self {
        let mut draft = PlayerDraft::new_record(camp, today);
        let (first, last) = names(typed);
        draft.set_text(Field::FirstName, &first);
        draft.set_text(Field::LastName, &last);
        // Campers are typed by group, but this one may be of any.
        if camp.groups.len() > 1 {
            draft.set(Field::Group, Value::Empty);
        }
        Self {
            draft,
            problems: Vec::new(),
            to_problem: false,
        }
    }

    fn fields(&mut self, ui: &mut Ui, camp: &CampData) {
        for (field, title) in [
            (Field::FirstName, "First name"),
            (Field::LastName, "Last name"),
        ] {
            let Some(text) = self.draft.text_mut(field) else {
                continue;
            };
            let shown = Form::above().field(title);
            lead_to_problem(ui, &shown, field, &self.problems, &mut self.to_problem);
            if shown
                .problem(reason(&self.problems, field))
                .text(ui, text)
                .changed()
            {
                self.problems.clear();
            }
            ui.add_space(space::S);
        }
        if camp.groups.is_empty() {
            return;
        }
        let names = camp.groups.iter().map(|group| group.name.as_str());
        let names = names.collect::<Vec<_>>();
        let now = self.draft.group(Field::Group);
        let mut chosen = camp.groups.iter().position(|group| Some(group.id) == now);
        let before = chosen;
        let shown = Form::above().field("Group").hint("Choose a group");
        let to_problem = &mut self.to_problem;
        lead_to_problem(ui, &shown, Field::Group, &self.problems, to_problem);
        shown
            .problem(reason(&self.problems, Field::Group))
            .choice(ui, &names, &mut chosen);
        if chosen != before {
            let group = chosen.and_then(|at| camp.groups.get(at));
            let group = group.map_or(Value::Empty, |group| Value::Reference(group.id.0));
            self.draft.set(Field::Group, group);
            self.problems.clear();
        }
    }
}

impl PageDialog for AddCamper {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let camp = &ctx.camp.data;
        let answer = kit::Dialog::new("Add a camper")
            .text("The game stays as it is typed, with the new camper in it.")
            .confirm("Add")
            .cancel("Cancel")
            .show(window, |ui| self.fields(ui, camp));
        match answer {
            None => true,
            Some(DialogAnswer::Confirmed) => match self.draft.edit(camp, None, ctx.today()) {
                Ok(edit) => {
                    let first = self.draft.typed(Field::FirstName);
                    let last = self.draft.typed(Field::LastName);
                    let name = format!("{} {}", first.trim(), last.trim());
                    out.apply_and_mention(edit, format!("{} added", name.trim()));
                    false
                }
                Err(problems) => {
                    self.problems = problems;
                    self.to_problem = true;
                    window.request_repaint();
                    true
                }
            },
            Some(DialogAnswer::Cancelled | DialogAnswer::Other) => false,
        }
    }
}

/// Sends the keyboard to the field if it is the one that it is to go to.
fn lead_to_problem(
    ui: &Ui,
    shown: &kit::Field<'_>,
    field: Field,
    problems: &[FieldProblem],
    is_sent: &mut bool,
) {
    if *is_sent && reason(problems, field).is_some() {
        *is_sent = false;
        ui.memory_mut(|memory| memory.request_focus(shown.id_in(ui)));
    }
}

/// First and last name, with capitals where none were typed.
fn names(typed: &str) -> (String, String) {
    let typed = clean_name(typed).unwrap_or_default();
    let (first, last) = match typed.split_once(',') {
        Some((last, first)) => (first.trim(), last.trim()),
        None => typed.rsplit_once(' ').unwrap_or((typed.as_str(), "")),
    };
    let is_small = typed.chars().all(|letter| !letter.is_uppercase());
    let capital = |name: &str| {
        let words = name.split(' ').map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |letter| {
                letter.to_uppercase().chain(letters).collect()
            })
        });
        words.collect::<Vec<_>>().join(" ")
    };
    if is_small {
        (capital(first), capital(last))
    } else {
        (first.to_owned(), last.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_name_is_parted_into_first_and_last() {
        for (typed, first, last) in [
            ("kimmy", "Kimmy", ""),
            ("kim lee", "Kim", "Lee"),
            ("lee, kim", "Kim", "Lee"),
            ("mary ann  o'brien", "Mary Ann", "O'brien"),
            ("Ola de la Cruz", "Ola de la", "Cruz"),
            ("élodie", "Élodie", ""),
        ] {
            assert_eq!(names(typed), (first.to_owned(), last.to_owned()), "{typed}");
        }
    }
}
