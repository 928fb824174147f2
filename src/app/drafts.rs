//! Records as they are being typed: texts that may not be right yet, and what they become when they are.

use jiff::civil::Date;

use super::camp_fields::is_field_of;
use crate::domain::{
    CampData, Described, Edit, Field, FieldProblem, FieldSpec, Game, GameResult, Group, GroupId,
    Kind, Patch, Player, PlayerId, Record, Value,
};

/// What a form edits.
pub trait Draft: Clone + Default + PartialEq {
    /// The number of a record of this form.
    type Id: Copy + Eq + Into<Record> + TryFrom<Record>;

    /// Whether the records are those of a week, so that they can't be changed in a closed one.
    const IS_OF_WEEK: bool = true;

    /// The fields of the form, in the order in which Tab goes through them.
    fn fields() -> impl DoubleEndedIterator<Item = Field>;

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

    /// Takes over what a new record has in common with the one that was typed before it.
    fn carry_over(&mut self, _before: &Self) {}

    /// Takes over one field of another record.
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
    /// In the order of the record's fields.
    cells: Vec<Cell>,
    /// The record that a new one is inserted before; `None` for the end. Only games are inserted.
    pub before: Option<R::Id>,
}

impl<R: Described> Default for RecordDraft<R> {
    fn default() -> Self {
        let fields = R::FIELDS.iter();
        Self {
            cells: fields.map(|spec| Cell::empty(spec.about.kind)).collect(),
            before: None,
        }
    }
}

impl<R: Described> RecordDraft<R> {
    fn cell(&self, field: Field) -> Option<&Cell> {
        self.cells.get(place::<R>(field)?)
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
        let place = place::<R>(field);
        let spec = place.and_then(|place| R::FIELDS.get(place));
        let cell = place.and_then(|place| self.cells.get_mut(place));
        if let Some((spec, cell)) = spec.zip(cell) {
            *cell = Cell::new(spec.about.kind, value);
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
    fn read(&self, place: usize, camp: &CampData, today: Date) -> (Value, Option<FieldProblem>) {
        let about = &R::FIELDS[place].about;
        let problem = |reason: String| Some(FieldProblem::new(about.field, reason));
        let value = match &self.cells[place] {
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

/// The place of a field among those of its record.
fn place<R: Described>(field: Field) -> Option<usize> {
    let mut fields = R::FIELDS.iter();
    fields.position(|spec| spec.about.field == field)
}

impl<R: Described> Draft for RecordDraft<R> {
    type Id = R::Id;

    fn fields() -> impl DoubleEndedIterator<Item = Field> {
        R::FIELDS.iter().map(|spec| spec.about.field)
    }

    fn of(camp: &CampData, id: R::Id) -> Option<Self> {
        let record = R::find(camp, id)?;
        let cell = |spec: &FieldSpec<R>| Cell::new(spec.about.kind, (spec.get)(record));
        Some(Self {
            cells: R::FIELDS.iter().map(cell).collect(),
            before: None,
        })
    }

    fn new_record(camp: &CampData, today: Date) -> Self {
        let mut draft = Self::default();
        for spec in R::FIELDS {
            let value = (spec.about.at_first)(camp, today);
            if value != Value::Empty && is_field_of(camp, &spec.about) {
                draft.set(spec.about.field, value);
            }
        }
        draft
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
            let first = Self::fields().next().into_iter();
            return Err(first.map(gone).collect());
        }
        let present = present.flatten();
        let mut record = present.cloned().unwrap_or_else(R::blank);
        let mut problems = Vec::new();
        let mut is_whole = true;
        for (place, spec) in R::FIELDS.iter().enumerate() {
            let (value, problem) = self.read(place, camp, today);
            // A game without its players or its result is none that could be looked at.
            is_whole &=
                problem.is_none() || !matches!(spec.about.kind, Kind::Player | Kind::OneOf(_));
            problems.extend(problem);
            (spec.set)(&mut record, value);
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
        if let Some(place) = place::<R>(field) {
            self.cells[place].clone_from(&from.cells[place]);
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match self.cells.get_mut(place::<R>(field)?)? {
            Cell::Typed(text) => Some(text),
            Cell::Chosen(_) => None,
        }
    }

    fn differs(&self, field: Field, other: &Self) -> bool {
        self.cell(field) != other.cell(field)
    }
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
