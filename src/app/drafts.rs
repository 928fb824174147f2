//! Records as they are being typed: texts that may not be right yet, and what they become when they are.

use jiff::civil::Date;

use super::camp_fields::is_field_of;
use crate::domain::{
    About, CampData, CampField, Described, Edit, Field, FieldProblem, Game, GameResult, Group,
    GroupId, Kind, Patch, Player, PlayerId, Record, Value, custom_problems,
};

/// What a form edits.
pub trait Draft: Clone + Default + PartialEq {
    /// The number of a record of this form.
    type Id: Copy + Eq + Into<Record> + TryFrom<Record>;

    /// Whether the records are those of a week, so that they can't be changed in a closed one.
    const IS_OF_WEEK: bool = true;

    /// The fields of the form, in the order in which Tab goes through them.
    fn fields(&self) -> impl Iterator<Item = Field>;

    /// The record as it is saved; nothing if it has been deleted.
    fn of(camp: &CampData, id: Self::Id) -> Option<Self>;

    /// An empty record.
    fn new_record(camp: &CampData, today: Date) -> Self;

    /// The change that saves the record.
    ///
    /// # Errors
    /// What is wrong, field by field.
    fn edit(
        &self,
        camp: &CampData,
        id: Option<Self::Id>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>>;

    /// Gives it the fields that records of the camp have by now; what is typed in those that stay stays.
    fn follow_fields(&mut self, _camp: &CampData) {}

    /// Takes over what a new record has in common with the one that was typed before it.
    fn carry_over(&mut self, _before: &Self) {}

    /// Takes over one field of another record; one that the other doesn't have is emptied.
    fn copy_field(&mut self, field: Field, from: &Self);

    /// What is typed in a field that holds a text.
    fn text_mut(&mut self, field: Field) -> Option<&mut String>;

    /// Whether a field holds something else than that of another record.
    fn differs(&self, field: Field, other: &Self) -> bool {
        let mut copy = other.clone();
        copy.copy_field(field, self);
        copy != *other
    }
}

/// A player being typed.
pub type PlayerDraft = RecordDraft<Player>;

/// A group being typed.
pub type GroupDraft = RecordDraft<Group>;

/// A game being typed.
pub type GameDraft = RecordDraft<Game>;

/// What is typed or chosen in one field.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    /// A text that may not be right yet.
    Typed(String),
    Chosen(Value),
}

impl Cell {
    fn empty(kind: Kind) -> Self {
        match kind {
            Kind::YesNo => Self::Chosen(Value::YesNo(false)),
            _ => Self::new(kind, Value::Empty),
        }
    }

    fn new(kind: Kind, value: Value) -> Self {
        if kind.is_typed() {
            Self::Typed(kind.show(&value))
        } else {
            Self::Chosen(value)
        }
    }
}

/// A record being typed, field by field.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordDraft<R: Described> {
    /// In the order of the fields that records of the camp have.
    cells: Vec<(Field, Cell)>,
    /// The record that a new one is inserted before; `None` for the end. Only games are inserted.
    pub before: Option<R::Id>,
}

/// Without custom columns, as those are a camp's.
impl<R: Described> Default for RecordDraft<R> {
    fn default() -> Self {
        Self::empty(R::FIELDS.iter().map(CampField::Described))
    }
}

impl<R: Described> RecordDraft<R> {
    fn empty<'a>(fields: impl Iterator<Item = CampField<'a, R>>) -> Self {
        let about = fields.map(CampField::about);
        Self {
            cells: about
                .map(|about| (about.field, Cell::empty(about.kind)))
                .collect(),
            before: None,
        }
    }

    fn cell(&self, field: Field) -> Option<&Cell> {
        let mut cells = self.cells.iter();
        cells.find_map(|(of, cell)| (*of == field).then_some(cell))
    }

    fn cell_mut(&mut self, field: Field) -> Option<&mut Cell> {
        let mut cells = self.cells.iter_mut();
        cells.find_map(|(of, cell)| (*of == field).then_some(cell))
    }

    /// What is typed in a field; empty for one that is chosen.
    pub fn typed(&self, field: Field) -> &str {
        match self.cell(field) {
            Some(Cell::Typed(text)) => text,
            Some(Cell::Chosen(_)) | None => "",
        }
    }

    /// What is chosen in a field; empty for one that is typed.
    pub fn value(&self, field: Field) -> &Value {
        match self.cell(field) {
            Some(Cell::Chosen(value)) => value,
            Some(Cell::Typed(_)) | None => &Value::Empty,
        }
    }

    /// Chooses a value, or types what is shown of it.
    pub fn set(&mut self, field: Field, value: Value) {
        if let Some(cell) = self.cell_mut(field) {
            *cell = match R::spec(field) {
                Some(spec) => Cell::new(spec.about.kind, value),
                None => Cell::Typed(value.into_text()),
            };
        }
    }

    /// Types a text in a field that is typed.
    pub fn set_text(&mut self, field: Field, text: &str) {
        if let Some(typed) = self.text_mut(field) {
            text.clone_into(typed);
        }
    }

    /// Whether a box is ticked.
    pub fn is_yes(&self, field: Field) -> bool {
        self.value(field).is_yes()
    }

    /// The player who is chosen.
    pub fn player(&self, field: Field) -> Option<PlayerId> {
        self.value(field).reference().map(PlayerId)
    }

    /// The group that is chosen.
    pub fn group(&self, field: Field) -> Option<GroupId> {
        self.value(field).reference().map(GroupId)
    }

    /// The value of a field, or why there is none. What can't be read has a value that stands in for it, so that nothing else is said of it.
    fn read(
        cell: &Cell,
        about: &About<'_>,
        camp: &CampData,
        today: Date,
    ) -> (Value, Option<FieldProblem>) {
        let problem = |reason: String| Some(FieldProblem::new(about.field, reason));
        let value = match cell {
            Cell::Chosen(value) => value.clone(),
            Cell::Typed(text) => match about.kind.parse(text, today) {
                Ok(value) => value,
                Err(reason) => {
                    let stands_in = match about.kind {
                        Kind::Name => "?".into(),
                        _ => Value::Empty,
                    };
                    return (stands_in, problem(reason));
                }
            },
        };
        match about.if_missing {
            Some(reason) if value == Value::Empty && is_field_of(camp, about) => {
                (value, problem(reason.to_owned()))
            }
            _ => (value, None),
        }
    }
}

impl GameDraft {
    /// The result that is chosen.
    pub fn result(&self) -> Option<GameResult> {
        self.value(Field::Result).result()
    }

    /// An empty game of the same sheet: games are typed a day's sheet at a time.
    pub fn of_sheet(sheet: &Self) -> Self {
        let mut draft = Self::default();
        draft.set(Field::Counts, Value::YesNo(true));
        draft.carry_over(sheet);
        draft
    }
}

impl<R: Described> Draft for RecordDraft<R> {
    type Id = R::Id;

    fn fields(&self) -> impl Iterator<Item = Field> {
        self.cells.iter().map(|(field, _)| *field)
    }

    fn of(camp: &CampData, id: R::Id) -> Option<Self> {
        let record = R::find(camp, id)?;
        let cell = |field: CampField<'_, R>| (field.field(), saved(field, record));
        Some(Self {
            cells: camp.fields_of().map(cell).collect(),
            before: None,
        })
    }

    fn new_record(camp: &CampData, today: Date) -> Self {
        let mut draft = Self::empty(camp.fields_of());
        for about in camp.fields_of::<R>().map(CampField::about) {
            let value = (about.at_first)(camp, today);
            if value != Value::Empty && is_field_of(camp, &about) {
                draft.set(about.field, value);
            }
        }
        draft
    }

    fn follow_fields(&mut self, camp: &CampData) {
        let mut followed = Self::empty(camp.fields_of());
        for (field, cell) in &mut followed.cells {
            if let Some(typed) = self.cell(*field) {
                cell.clone_from(typed);
            }
        }
        self.cells = followed.cells;
    }

    /// Those of a forgotten sheet are inserted before the same game.
    fn carry_over(&mut self, last: &Self) {
        for spec in R::FIELDS.iter().filter(|spec| spec.about.carries_over) {
            self.copy_field(spec.about.field, last);
        }
        self.before = last.before;
    }

    fn edit(
        &self,
        camp: &CampData,
        id: Option<R::Id>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>> {
        let present = id.map(|id| R::find(camp, id));
        if present == Some(None) {
            let first = self.fields().next().into_iter();
            return Err(first.map(gone).collect());
        }
        let present = present.flatten();
        let mut record = present.cloned().unwrap_or_else(R::blank);
        let mut problems = Vec::new();
        let mut is_whole = true;
        for field in camp.fields_of::<R>() {
            let about = field.about();
            let Some(cell) = self.cell(about.field) else {
                continue;
            };
            let (value, problem) = Self::read(cell, &about, camp, today);
            // A game without its players or its result is none that could be looked at.
            is_whole &= problem.is_none() || !matches!(about.kind, Kind::Player | Kind::OneOf(_));
            problems.extend(problem);
            // What an old file brought stays letter by letter, unless something is typed over it.
            if present.is_none_or(|present| saved(field, present) != *cell) {
                if let CampField::Custom(column) = field {
                    problems.extend(custom_problems(column.id, &value.clone().into_text()));
                }
                field.set(&mut record, value);
            }
        }
        if !is_whole {
            return Err(problems);
        }
        add_problems(&mut problems, record.problems_in(camp, id));
        finish(
            problems,
            match present {
                None => record.add(self.before),
                Some(present) => R::change(Patch::between(present, &record)),
            },
        )
    }

    fn copy_field(&mut self, field: Field, from: &Self) {
        match from.cell(field).cloned() {
            Some(copied) => {
                if let Some(cell) = self.cell_mut(field) {
                    *cell = copied;
                }
            }
            None => self.set(field, Value::Empty),
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match self.cell_mut(field)? {
            Cell::Typed(text) => Some(text),
            Cell::Chosen(_) => None,
        }
    }

    fn differs(&self, field: Field, other: &Self) -> bool {
        self.cell(field) != other.cell(field)
    }
}

/// What stands in a field of a record that is saved.
fn saved<R: Described>(field: CampField<'_, R>, record: &R) -> Cell {
    Cell::new(field.about().kind, field.get(record))
}

pub(crate) fn gone(field: Field) -> FieldProblem {
    FieldProblem::new(field, "This record has been deleted meanwhile")
}

/// Adds what the record itself says is wrong, one reason a field.
pub(crate) fn add_problems(problems: &mut Vec<FieldProblem>, more: Vec<FieldProblem>) {
    for problem in more {
        if problems.iter().all(|known| known.field != problem.field) {
            problems.push(problem);
        }
    }
}

pub(crate) fn finish(problems: Vec<FieldProblem>, edit: Edit) -> Result<Edit, Vec<FieldProblem>> {
    if problems.is_empty() {
        Ok(edit)
    } else {
        Err(problems)
    }
}
