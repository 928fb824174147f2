//! What must hold for a record before it is saved. Forms show the reasons under their fields; the camp file asks
//! again, so that nothing gets in by another way.

use jiff::civil::Date;

use super::{
    CampSettings, CustomColumnId, Described, Game, Group, ImportedGroup, Kind, Logo, MAX_CAMP_NAME,
    MAX_FOOTER, MAX_LOGO, MAX_WEEK_LABEL, PictureKind, Player, RATING_RANGE, RatingProblem, Value,
    YEARS, clean_name,
};

/// The longest notes, in characters.
pub(crate) const MAX_NOTES: usize = 4000;

/// The longest name of a tournament, in characters.
pub(crate) const MAX_TOURNAMENT: usize = 80;

/// The longest line of nicknames of a player, in characters.
pub(crate) const MAX_NICKNAME: usize = 120;

/// The longest background of a player, in characters.
pub(crate) const MAX_BACKGROUND: usize = 80;

/// A field of a form.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Field {
    CampName,
    GroupName,
    InitialRating,
    LastName,
    FirstName,
    Nickname,
    Group,
    Active,
    StartPermanent,
    Notes,
    White,
    Black,
    Result,
    Date,
    Counts,
    WeekLabel,
    FirstDay,
    LastDay,
    Footer,
    Logo,
    Joined,
    BirthDate,
    Board,
    Background,
    Tournament,
    LadderName,
    /// Who was at a meeting.
    Attendance,
    /// The name of a custom column.
    ColumnName,
    /// A custom column of players or groups.
    Custom(CustomColumnId),
}

/// Why a field can't be saved.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FieldProblem {
    pub field: Field,
    /// A sentence for people.
    pub reason: String,
}

impl FieldProblem {
    pub fn new(field: Field, reason: impl Into<String>) -> Self {
        Self {
            field,
            reason: reason.into(),
        }
    }
}

/// What is wrong with a camp's name.
pub(crate) fn check_camp_name(name: &str) -> Vec<FieldProblem> {
    let mut problems = Vec::new();
    check_name(&mut problems, Field::CampName, name, "Type the camp’s name");
    if name.chars().count() > MAX_CAMP_NAME {
        problems.push(FieldProblem::new(
            Field::CampName,
            format!("A camp’s name has {MAX_CAMP_NAME} characters at most"),
        ));
    }
    problems
}

/// What is wrong with a week's label. An empty one is none.
pub(crate) fn check_week_label(label: &str) -> Vec<FieldProblem> {
    check_line(Field::WeekLabel, label, MAX_WEEK_LABEL)
}

impl CampSettings {
    /// What is wrong with the settings, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let mut problems = check_line(Field::Footer, &self.footer, MAX_FOOTER);
        if let Some(logo) = &self.logo {
            problems.extend(logo.problem());
        }
        problems
    }
}

impl Logo {
    fn problem(&self) -> Option<FieldProblem> {
        let reason = if PictureKind::new(&self.bytes) != Some(self.kind) {
            "This is not a picture: choose a PNG, JPEG or SVG file"
        } else if self.bytes.len() > MAX_LOGO {
            "This picture is larger than 1 MB: save a smaller one, and choose that"
        } else {
            return None;
        };
        Some(FieldProblem::new(Field::Logo, reason))
    }
}

/// What is wrong with a line of text that may be empty.
pub(super) fn check_line(field: Field, line: &str, most: usize) -> Vec<FieldProblem> {
    let reason = if line.trim() != line || line.chars().any(char::is_control) {
        "This text has white space at an end, or characters that can’t be printed: delete them"
            .to_owned()
    } else if line.chars().count() > most {
        let length = line.chars().count();
        format!("This text has {length} characters, and there is room for {most}")
    } else {
        return Vec::new();
    };
    vec![FieldProblem::new(field, reason)]
}

/// What is wrong with the fields of a record, each by its kind.
fn field_problems<R: Described>(problems: &mut Vec<FieldProblem>, record: &R) {
    for spec in R::FIELDS {
        let field = spec.about.field;
        let value = (spec.get)(record);
        match (spec.about.kind, &value) {
            (Kind::Name, Value::Text(name)) => check_name(problems, field, name, "Type a name"),
            (Kind::Line { most }, Value::Text(line)) => {
                problems.extend(check_line(field, line, most));
            }
            (Kind::Notes { most }, Value::Text(notes)) => {
                check_notes(problems, field, notes, most);
            }
            (Kind::Rating, value) => check_rating(problems, field, value.rating()),
            (Kind::Number { most }, Value::Whole(number)) if !(1..=most).contains(number) => {
                problems.push(FieldProblem::new(field, super::fields::not_a_number(most)));
            }
            (Kind::Date, value) => check_year(problems, field, value.date()),
            _ => {}
        }
    }
}

impl Group {
    /// What is wrong with the group, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        if self.name.is_empty() {
            let nameless = "Type the group’s name";
            problems.push(FieldProblem::new(Field::GroupName, nameless));
        }
        field_problems(&mut problems, self);
        problems
    }
}

impl ImportedGroup {
    /// What is wrong with the group, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        Group::new(self.name.as_str(), self.initial_rating).problems()
    }
}

impl Player {
    /// What is wrong with the player, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        if self.last_name.is_empty() && self.first_name.is_empty() {
            let nameless = "Type a last name or a first name";
            problems.push(FieldProblem::new(Field::LastName, nameless));
        }
        field_problems(&mut problems, self);
        problems
    }
}

fn check_notes(problems: &mut Vec<FieldProblem>, field: Field, notes: &str, most: usize) {
    let length = notes.chars().count();
    if length > most {
        problems.push(FieldProblem::new(
            field,
            format!("These notes have {length} characters, and there is room for {most}"),
        ));
    }
    if notes
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t')
    {
        problems.push(FieldProblem::new(
            field,
            "These notes hold characters that can’t be printed: delete them and type the text again",
        ));
    }
}

pub(super) fn check_year(problems: &mut Vec<FieldProblem>, field: Field, date: Option<Date>) {
    if date.is_some_and(|date| !YEARS.contains(&date.year())) {
        problems.push(FieldProblem::new(
            field,
            "This year is not between 1900 and 2199",
        ));
    }
}

impl Game {
    /// What is wrong with the game, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        if self.white == self.black {
            let same = "The same player is on both sides: choose another one";
            problems.push(FieldProblem::new(Field::Black, same));
        }
        field_problems(&mut problems, self);
        problems
    }
}

pub(super) fn check_name(
    problems: &mut Vec<FieldProblem>,
    field: Field,
    name: &str,
    if_empty: &str,
) {
    match clean_name(name) {
        Ok(clean) if clean.is_empty() => problems.push(FieldProblem::new(field, if_empty)),
        Ok(clean) if clean != name => problems.push(FieldProblem::new(
            field,
            "This name has white space at an end or twice in a row: delete it",
        )),
        Ok(_) => {}
        Err(problem) => problems.push(FieldProblem::new(field, problem.to_string())),
    }
}

fn check_rating(problems: &mut Vec<FieldProblem>, field: Field, rating: Option<i32>) {
    if rating.is_some_and(|rating| !RATING_RANGE.contains(&rating)) {
        problems.push(FieldProblem::new(
            field,
            RatingProblem::OutOfRange.to_string(),
        ));
    }
}
