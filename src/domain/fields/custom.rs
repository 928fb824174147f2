//! Custom columns: what a camp knows of its players and groups besides the described fields. The old file brought them, or the director has
//! made them.

use std::fmt;

use super::{
    super::{
        CampData, CustomColumnId, FieldProblem, Game, Group, MAX_NAME, Player, RecordKind,
        check::check_line, clean_name, name_key,
    },
    About, Described, Field, FieldScope, FieldSpec, Kind, Value, Visibility,
};

/// The longest value that can be typed in a custom column, in characters. What an old file brought may be longer, and stays.
pub(crate) const MAX_CUSTOM: usize = 200;

/// The longest name of a custom column that can be typed, in characters.
pub(crate) const MAX_COLUMN_NAME: usize = 40;

/// A custom column of players or groups.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CustomColumn {
    pub id: CustomColumnId,
    /// What has it.
    pub kind: RecordKind,
    pub name: String,
    /// How many records of the file have a value in it, whatever week they are in.
    pub filled: usize,
    /// What it is remembered by: the same in every camp that has a column of this name.
    key: String,
}

impl CustomColumn {
    pub fn new(id: CustomColumnId, kind: RecordKind, name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            id,
            kind,
            filled: 0,
            // No described field begins like that.
            key: format!("custom: {}", name_key(&name)),
            name,
        }
    }

    /// What is known of it, as of any field.
    pub(crate) fn about(&self) -> About<'_> {
        let field = Field::Custom(self.id);
        About {
            scope: FieldScope::AllWeeks,
            column: "",
            key: &self.key,
            visibility: Visibility::ByName,
            width: Some(140.0),
            ..About::new(
                field,
                Kind::Line { most: MAX_CUSTOM },
                &self.name,
                &self.name,
            )
        }
    }

    /// Whether it has this name, in capitals or not, as the camp file tells names apart.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether it goes by this name, in capitals and accents or not.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        name_key(&self.name) == name_key(name)
    }
}

/// What a record has in the custom columns; a column that isn't here is empty.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CustomValues(
    /// In the order of the columns' numbers.
    Vec<(CustomColumnId, String)>,
);

impl CustomValues {
    /// Nothing in any column.
    pub const NONE: &'static Self = &Self(Vec::new());

    /// What stands in a column.
    pub fn get(&self, column: CustomColumnId) -> &str {
        let place = self.place(column).ok();
        place.map_or("", |place| &self.0[place].1)
    }

    pub fn set(&mut self, column: CustomColumnId, value: impl Into<String>) {
        let value = value.into();
        match (self.place(column), value.is_empty()) {
            (Ok(place), true) => {
                self.0.remove(place);
            }
            (Ok(place), false) => self.0[place].1 = value,
            (Err(_), true) => {}
            (Err(place), false) => self.0.insert(place, (column, value)),
        }
    }

    fn place(&self, column: CustomColumnId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&column, |(id, _)| *id)
    }

    /// The columns that hold something, each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (CustomColumnId, &str)> {
        let values = self.0.iter();
        values.map(|(column, value)| (*column, value.as_str()))
    }

    /// The columns in which it differs from others, each with the value here.
    pub(crate) fn differing<'a>(
        &'a self,
        others: &'a Self,
    ) -> impl Iterator<Item = (CustomColumnId, &'a str)> {
        let emptied = others.iter().filter(|(id, _)| self.get(*id).is_empty());
        let emptied = emptied.map(|(id, _)| (id, ""));
        let other = self.iter().filter(|(id, value)| others.get(*id) != *value);
        other.chain(emptied)
    }
}

impl FromIterator<(CustomColumnId, String)> for CustomValues {
    fn from_iter<I: IntoIterator<Item = (CustomColumnId, String)>>(values: I) -> Self {
        let mut all = Self::default();
        for (column, value) in values {
            all.set(column, value);
        }
        all
    }
}

/// What is wrong with a value that is put into a custom column. An empty one is none.
pub(crate) fn custom_problems(column: CustomColumnId, value: &str) -> Vec<FieldProblem> {
    check_line(Field::Custom(column), value, MAX_CUSTOM)
}

/// A field of the records of a camp, be it described or a custom column: what forms, lists and datasheets are made of.
pub enum CampField<'a, R: 'static> {
    Described(&'static FieldSpec<R>),
    Custom(&'a CustomColumn),
}

impl<R> Clone for CampField<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for CampField<'_, R> {}

impl<R> fmt::Debug for CampField<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.about().field.fmt(f)
    }
}

impl<'a, R> CampField<'a, R> {
    pub fn about(self) -> About<'a> {
        match self {
            Self::Described(spec) => spec.about,
            Self::Custom(column) => column.about(),
        }
    }

    pub fn field(self) -> Field {
        self.about().field
    }
}

impl<R: Described> CampField<'_, R> {
    /// Its value in a record.
    pub fn get(self, record: &R) -> Value {
        match self {
            Self::Described(spec) => (spec.get)(record),
            Self::Custom(column) => record.custom().get(column.id).into(),
        }
    }

    /// Puts a value into a record, and lets follow what follows from it.
    pub fn set(self, record: &mut R, value: Value) {
        match self {
            Self::Described(spec) => (spec.set)(record, value),
            Self::Custom(column) => record.set_custom(column.id, value.into_text()),
        }
    }

    /// Whether two records have the same in this field.
    pub fn is_same(self, one: &R, other: &R) -> bool {
        self.get(one) == self.get(other)
    }

    /// Its value in a record, as a text; empty for a reference, which a camp has to name.
    pub fn text(self, record: &R) -> String {
        self.about().kind.show(&self.get(record))
    }
}

impl CampData {
    /// The fields of records of this camp, in the order in which a form and a datasheet have them.
    pub fn fields_of<R: Described>(&self) -> impl Iterator<Item = CampField<'_, R>> + Clone {
        let custom = self.columns_of(R::KIND).map(CampField::Custom);
        R::FIELDS.iter().map(CampField::Described).chain(custom)
    }

    /// A field of its records; `None` if they have no such field.
    pub fn field_of<R: Described>(&self, field: Field) -> Option<CampField<'_, R>> {
        let mut fields = self.fields_of::<R>();
        fields.find(|of_camp| of_camp.field() == field)
    }

    /// What is known of a field of a player, group or game; `None` for what none of them has.
    pub fn about(&self, field: Field) -> Option<About<'_>> {
        fn of<R: Described>(camp: &CampData, field: Field) -> Option<About<'_>> {
            camp.field_of::<R>(field).map(CampField::about)
        }
        of::<Player>(self, field)
            .or_else(|| of::<Group>(self, field))
            .or_else(|| of::<Game>(self, field))
    }

    /// The custom columns of a kind of records, in the order in which they came.
    pub fn columns_of(&self, kind: RecordKind) -> impl Iterator<Item = &CustomColumn> + Clone {
        self.columns
            .iter()
            .filter(move |column| column.kind == kind)
    }

    /// The custom column of players that is called so.
    pub fn player_column(&self, name: &str) -> Option<&CustomColumn> {
        let mut columns = self.columns_of(RecordKind::Player);
        columns.find(|column| column.is_called(name))
    }
}

/// What is wrong with the name of a custom column, beside these columns: of a new one, or of the one with this number.
pub(crate) fn check_column_name(
    columns: &[CustomColumn],
    kind: RecordKind,
    name: &str,
    id: Option<CustomColumnId>,
) -> Vec<FieldProblem> {
    fn names_of<R: Described>(name: &str) -> bool {
        let key = name_key(name);
        let letters = key.chars().filter(|letter| letter.is_alphanumeric());
        let letters = letters.collect::<String>();
        let mut fields = R::FIELDS.iter().map(|spec| &spec.about);
        fields.any(|about| {
            let titles = [about.title, about.short_title, about.old_name];
            titles.iter().any(|title| name_key(title) == key)
                || about.names_in_old_files.contains(&letters.as_str())
        })
    }
    let length = name.chars().count();
    let is_field = match kind {
        RecordKind::Player => names_of::<Player>(name),
        RecordKind::Group => names_of::<Group>(name),
        RecordKind::Game => names_of::<Game>(name),
    };
    let others = columns.iter();
    let mut others = others.filter(|other| other.kind == kind && Some(other.id) != id);
    let reason = match clean_name(name) {
        Err(problem) if length <= MAX_NAME => problem.to_string(),
        Ok(clean) if clean.is_empty() => "Type a name for the column".to_owned(),
        Ok(clean) if clean != name => {
            "This name has white space at an end or twice in a row: delete it".to_owned()
        }
        _ if length > MAX_COLUMN_NAME => {
            format!("This name has {length} characters, and there is room for {MAX_COLUMN_NAME}")
        }
        _ if others.any(|other| other.is_called(name)) => {
            "There is already a column of this name".to_owned()
        }
        _ if is_field => format!(
            "“{name}” is a field that every {} has. Choose another name",
            kind.name()
        ),
        _ => return Vec::new(),
    };
    vec![FieldProblem::new(Field::ColumnName, reason)]
}
