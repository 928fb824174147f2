//! A field of a record in its form: what it is edited with follows from its kind.

use egui::Ui;

use super::{
    fields::{Fields, Kind as Keyboard},
    record::{check_id, check_line, reason},
};
use crate::{
    app::drafts::{Draft as _, RecordDraft},
    domain::{About, CampData, Camps, Described, FieldProblem, Kind, Value},
    kit::{self, Form},
};

/// The width of a rating, in points.
const RATING: f32 = 120.0;

/// A field, and what its box shows besides its value.
pub(crate) struct FieldBox<'a> {
    pub(crate) about: About<'a>,
    pub(crate) hint: &'a str,
    pub(crate) problems: &'a [FieldProblem],
    /// What a line of text is completed from.
    pub(crate) known: Option<&'a [String]>,
}

impl<'a> FieldBox<'a> {
    pub(crate) fn new(about: &About<'a>, problems: &'a [FieldProblem]) -> Self {
        Self {
            about: *about,
            hint: about.hint,
            problems,
            known: None,
        }
    }

    /// The box with its title, hint, help and problem.
    pub(crate) fn field(&self) -> kit::Field<'a> {
        let about = self.about;
        let problem = reason(self.problems, about.field);
        let mut field = Form::above().field(about.title).problem(problem);
        if !self.hint.is_empty() {
            field = field.hint(self.hint);
        }
        if !about.help.is_empty() {
            field = field.help(about.help);
        }
        // A club may do without groups.
        if about.if_missing.is_some() && matches!(about.camps, Camps::Every) {
            field = field.required();
        }
        field
    }

    /// Shows the box of a field that is typed, ticked, or chosen from few values or from the groups.
    pub(crate) fn show<R: Described>(
        &self,
        ui: &mut Ui,
        camp: &CampData,
        draft: &mut RecordDraft<R>,
        fields: &mut Fields,
    ) {
        let about = self.about;
        let which = about.field;
        let field = self.field();
        match about.kind {
            Kind::Group => {
                let names = camp.groups.iter().map(|group| group.name.as_str());
                let names = names.collect::<Vec<_>>();
                let group = draft.group(which);
                let mut chosen = camp.groups.iter().position(|it| Some(it.id) == group);
                fields.add(ui, (which, field.id_in(ui)), Keyboard::Choice, "");
                field.choice(ui, &names, &mut chosen);
                if let Some(group) = chosen.and_then(|at| camp.groups.get(at)) {
                    draft.set(which, Value::Reference(group.id.0));
                }
            }
            Kind::OneOf(choices) => {
                let words = choices.iter().map(|choice| choice.words);
                let words = words.collect::<Vec<_>>();
                let mut chosen = draft.value(which).place();
                fields.add(ui, (which, field.id_in(ui)), Keyboard::Choice, "");
                field.choice(ui, &words, &mut chosen);
                if let Some(place) = chosen.and_then(|at| u8::try_from(at).ok()) {
                    draft.set(which, Value::OneOf(place));
                }
            }
            Kind::YesNo => {
                let id = check_id(ui, about.title);
                fields.add(ui, (which, id), Keyboard::Check, "");
                let mut is_yes = draft.is_yes(which);
                check_line(ui, about.title, about.help, &mut is_yes);
                draft.set(which, Value::YesNo(is_yes));
            }
            kind => {
                let Some(text) = draft.text_mut(which) else {
                    return;
                };
                let at = (which, field.id_in(ui));
                fields.add(ui, at, Keyboard::Text, text);
                match (kind, self.known) {
                    (_, Some(known)) => field.completed(ui, text, known),
                    (Kind::Rating | Kind::Number { .. }, _) => field.width(RATING).number(ui, text),
                    (Kind::Date, _) => field.date(ui, text),
                    (Kind::Notes { .. }, _) => field.enter_goes_on().notes(ui, 3, text),
                    _ => field.text(ui, text),
                };
            }
        }
    }
}
