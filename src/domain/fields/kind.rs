//! What stands in a field, and how it is read and shown.

use jiff::civil::Date;

use super::super::{
    MAX_NAME, RatingProblem, clean_name, parse_date, parse_rating, show_date, show_rating,
};

/// What stands in a field of a record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Value {
    Empty,
    Text(String),
    Whole(i64),
    Date(Date),
    YesNo(bool),
    /// The place in the list of what can be chosen.
    OneOf(u8),
    /// The number of a player or of a group.
    Reference(i64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text.to_owned())
        }
    }
}

impl From<Option<i32>> for Value {
    fn from(rating: Option<i32>) -> Self {
        rating.map_or(Self::Empty, |rating| Self::Whole(rating.into()))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Empty, Self::Whole)
    }
}

impl From<Option<Date>> for Value {
    fn from(day: Option<Date>) -> Self {
        day.map_or(Self::Empty, Self::Date)
    }
}

impl Value {
    /// The text; empty for anything else.
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            _ => String::new(),
        }
    }

    /// The whole number; `None` for anything else.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// The rating; `None` for anything else.
    pub fn rating(&self) -> Option<i32> {
        match self {
            Self::Whole(number) => i32::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The day; `None` for anything else.
    pub fn date(&self) -> Option<Date> {
        match self {
            Self::Date(day) => Some(*day),
            _ => None,
        }
    }

    pub fn is_yes(&self) -> bool {
        *self == Self::YesNo(true)
    }

    /// The number of the player or group; `None` for anything else.
    pub fn reference(&self) -> Option<i64> {
        match self {
            Self::Reference(id) => Some(*id),
            _ => None,
        }
    }

    /// The place in the list of what can be chosen; `None` for anything else.
    pub fn place(&self) -> Option<usize> {
        match self {
            Self::OneOf(place) => Some((*place).into()),
            _ => None,
        }
    }
}

/// One of the values of a field that has few.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Choice {
    /// As a list shows it: "1–0".
    pub short: &'static str,
    /// In words: "White won".
    pub words: &'static str,
    /// What the camp file has for it.
    pub stored: i8,
}

/// The kind of the values of a field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A name of somebody or something, as [`clean_name`] has it.
    Name,
    /// A line of text with at most so many characters.
    Line {
        most: usize,
    },
    /// Lines of text with at most so many characters.
    Notes {
        most: usize,
    },
    Rating,
    /// A whole number from 1 to this one.
    Number {
        most: i64,
    },
    Date,
    YesNo,
    OneOf(&'static [Choice]),
    Group,
    Player,
}

impl Kind {
    /// The longest text that it takes, in characters; `None` for what isn't a text.
    pub const fn most(self) -> Option<usize> {
        match self {
            Self::Name => Some(MAX_NAME),
            Self::Line { most } | Self::Notes { most } => Some(most),
            Self::Rating
            | Self::Number { .. }
            | Self::Date
            | Self::YesNo
            | Self::OneOf(_)
            | Self::Group
            | Self::Player => None,
        }
    }

    /// Whether it is typed as a text; otherwise it is ticked or chosen.
    pub const fn is_typed(self) -> bool {
        match self {
            Self::Name
            | Self::Line { .. }
            | Self::Notes { .. }
            | Self::Rating
            | Self::Number { .. }
            | Self::Date => true,
            Self::YesNo | Self::OneOf(_) | Self::Group | Self::Player => false,
        }
    }

    /// Reads what is typed; a blank is [`Value::Empty`], as is everything of a kind that isn't typed. Spaces at the ends mean nothing. `today`
    /// completes a date without its year.
    ///
    /// # Errors
    /// Why it can't be read, as a sentence.
    pub fn parse(self, typed: &str, today: Date) -> Result<Value, String> {
        match self {
            Self::Name => match clean_name(typed) {
                Ok(name) => Ok(name.as_str().into()),
                Err(problem) => Err(problem.to_string()),
            },
            Self::Line { .. } | Self::Notes { .. } => Ok(typed.trim().into()),
            Self::Rating => match parse_rating(typed) {
                Ok(rating) => Ok(Value::Whole(rating.into())),
                Err(RatingProblem::Empty) => Ok(Value::Empty),
                Err(problem) => Err(problem.to_string()),
            },
            Self::Number { .. } if typed.trim().is_empty() => Ok(Value::Empty),
            Self::Number { most } => match typed.trim().parse() {
                Ok(number) if (1..=most).contains(&number) => Ok(Value::Whole(number)),
                _ => Err(not_a_number(most)),
            },
            Self::Date => match parse_date(typed, today) {
                Ok(day) => Ok(day.into()),
                Err(problem) => Err(problem.to_string()),
            },
            Self::YesNo | Self::OneOf(_) | Self::Group | Self::Player => Ok(Value::Empty),
        }
    }

    /// A value as a text; empty for a reference, which a camp has to name.
    pub fn show(self, value: &Value) -> String {
        match value {
            Value::Empty | Value::Reference(_) => String::new(),
            Value::Text(text) => text.clone(),
            Value::Whole(number) if matches!(self, Self::Number { .. }) => number.to_string(),
            Value::Whole(number) => {
                i32::try_from(*number).map_or_else(|_| number.to_string(), show_rating)
            }
            Value::Date(day) => show_date(*day),
            Value::YesNo(yes) => if *yes { "Yes" } else { "No" }.to_owned(),
            Value::OneOf(_) => self
                .choice(value)
                .map_or("", |choice| choice.short)
                .to_owned(),
        }
    }

    /// What is chosen, of a kind that has few values.
    pub fn choice(self, value: &Value) -> Option<Choice> {
        self.choices().get(value.place()?).copied()
    }

    /// The values of a kind that has few, in the order of a list that offers them.
    pub const fn choices(self) -> &'static [Choice] {
        match self {
            Self::OneOf(choices) => choices,
            _ => &[],
        }
    }

    /// The choice for which the camp file has this number.
    pub fn stored(self, number: i64) -> Option<Value> {
        let mut choices = self.choices().iter();
        let place = choices.position(|choice| i64::from(choice.stored) == number)?;
        u8::try_from(place).ok().map(Value::OneOf)
    }

    /// The choice that a list shows by this text, or that these words name.
    pub fn chosen(self, text: &str) -> Option<Value> {
        let mut choices = self.choices().iter();
        let place = choices.position(|choice| choice.short == text || choice.words == text)?;
        u8::try_from(place).ok().map(Value::OneOf)
    }
}

/// What is said of a number outside of 1 to `most`, and of what is none.
pub(crate) fn not_a_number(most: i64) -> String {
    format!("Type a whole number from 1 to {most}, or nothing")
}
