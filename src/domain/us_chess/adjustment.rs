//! Corrections of a member's record by hand.

use std::fmt;

use jiff::civil::Date;

use super::{Category, Credit, Role, System, cells};
use crate::domain::YEARS;

/// The most letters of the reason for an adjustment.
pub const MAX_REASON: usize = 1000;

/// A correction of a record by hand. It holds for sections that end on its day or later.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjustment {
    pub on: Date,
    pub what: Adjusted,
    /// What the field is from then on; nothing empties it.
    pub value: Option<f64>,
    pub reason: String,
}

/// A field of a record that can be adjusted by hand.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Adjusted {
    Rating(System),
    /// N.
    Games(System),
    Played(System),
    Floor(System),
    Peak(System),
    /// The register of the class with this lower bound.
    Title(System, u16),
    /// Whether the floor of a life master holds: 1, or 0 for somebody who doesn't want it.
    Floor2200Allowed,
    Director(Credit),
}

impl Adjustment {
    /// The value as a count: the nearest number that one can be.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what a u32 can't hold becomes the nearest that it can"
    )]
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        self.value.map(|value| value.round() as u32)
    }

    /// Whether it allows what it is about.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.count() != Some(0)
    }

    /// The value in words: "1500", "yes", "none".
    #[must_use]
    pub fn value_in_words(&self) -> String {
        match (self.what, self.value) {
            (Adjusted::Floor2200Allowed, _) if self.allows() => "yes".to_owned(),
            (Adjusted::Floor2200Allowed, _) => "no".to_owned(),
            (_, None) => "none".to_owned(),
            (_, Some(value)) => value.to_string(),
        }
    }

    /// The field that can't be kept as it is, and why.
    #[must_use]
    pub fn fault(&self) -> Option<(AdjustmentField, String)> {
        let reason = self.reason.trim();
        if !YEARS.contains(&self.on.year()) {
            let what = format!("The day is in the year {}. Correct it", self.on.year());
            return Some((AdjustmentField::Day, what));
        }
        if reason.is_empty() {
            let what = "An adjustment has a reason. Type why the record is adjusted";
            return Some((AdjustmentField::Reason, what.to_owned()));
        }
        if reason.chars().count() > MAX_REASON {
            let what = format!("There is room for {MAX_REASON} letters. Shorten the reason");
            return Some((AdjustmentField::Reason, what));
        }
        // What is no value of its kind can't be read back from its text either.
        let text = self.value.map(|value| value.to_string());
        let fault = match (text, self.what) {
            (None, Adjusted::Floor2200Allowed) => {
                Some("Say whether the 2200 floor is allowed".to_owned())
            }
            (None, _) => None,
            (Some(text), Adjusted::Floor2200Allowed) => {
                let fault = cells::yes_or_no(&text).err();
                fault.map(|fault| fault.to_string())
            }
            (Some(text), what) if what.is_rating() => cells::rating(&text, cells::RATINGS)
                .err()
                .map(|fault| fault.to_string()),
            (Some(text), _) => cells::count(&text).err().map(|fault| fault.to_string()),
        };
        fault.map(|fault| (AdjustmentField::Value, fault))
    }
}

/// What is typed of an adjustment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AdjustmentField {
    Day,
    Value,
    Reason,
}

impl fmt::Display for Adjusted {
    /// "Regular rating", "Regular title register 2200", "Chief director, category C"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (system, what) = match self {
            Self::Rating(system) => (system, "rating"),
            Self::Games(system) => (system, "N"),
            Self::Played(system) => (system, "games"),
            Self::Floor(system) => (system, "floor"),
            Self::Peak(system) => (system, "peak"),
            Self::Title(system, class) => {
                return write!(f, "{} title register {class}", system.title());
            }
            Self::Floor2200Allowed => return f.write_str("2200 floor allowed"),
            Self::Director(credit) => return credit.fmt(f),
        };
        write!(f, "{} {what}", system.title())
    }
}

impl Adjusted {
    /// Whether its value is a rating, and not a number of games or credits.
    #[must_use]
    pub const fn is_rating(self) -> bool {
        matches!(self, Self::Rating(_) | Self::Floor(_) | Self::Peak(_))
    }

    /// What files call it: "regular rating", "regular title 2200", "director chief C".
    #[must_use]
    pub fn words(self) -> String {
        let of = |system: System, what: &str| format!("{} {what}", system.word());
        match self {
            Self::Rating(system) => of(system, "rating"),
            Self::Games(system) => of(system, "N"),
            Self::Played(system) => of(system, "games"),
            Self::Floor(system) => of(system, "floor"),
            Self::Peak(system) => of(system, "peak"),
            Self::Title(system, class) => of(system, &format!("title {class}")),
            Self::Floor2200Allowed => "2200 floor allowed".to_owned(),
            Self::Director(Credit { role, category }) => {
                format!("director {} {}", role.word(), category.word())
            }
        }
    }

    /// What these words stand for.
    #[must_use]
    pub fn of_words(words: &str) -> Option<Self> {
        let words = words.split_whitespace().collect::<Vec<_>>();
        let (system, what) = match words.as_slice() {
            ["2200", "floor", "allowed"] => return Some(Self::Floor2200Allowed),
            ["director", role, category] => {
                let (role, category) = (Role::of_word(role)?, Category::of_word(category)?);
                return Some(Self::Director(Credit { role, category }));
            }
            [system, what @ ..] => (System::of_word(system)?, what),
            [] => return None,
        };
        match what {
            ["rating"] => Some(Self::Rating(system)),
            ["N"] => Some(Self::Games(system)),
            ["games"] => Some(Self::Played(system)),
            ["floor"] => Some(Self::Floor(system)),
            ["peak"] => Some(Self::Peak(system)),
            ["title", class] => Some(Self::Title(system, class.parse().ok()?)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn adjustment(what: Adjusted, value: Option<f64>) -> Adjustment {
        Adjustment {
            on: date(2026, 7, 1),
            what,
            value,
            reason: "as the federation wrote".to_owned(),
        }
    }

    #[test]
    fn what_is_adjusted_is_known_by_its_words() {
        for (what, words, title) in [
            (
                Adjusted::Rating(System::Regular),
                "regular rating",
                "Regular rating",
            ),
            (Adjusted::Games(System::Quick), "quick N", "Quick N"),
            (
                Adjusted::Title(System::Regular, 2200),
                "regular title 2200",
                "Regular title register 2200",
            ),
            (
                Adjusted::Floor2200Allowed,
                "2200 floor allowed",
                "2200 floor allowed",
            ),
            (
                Adjusted::Director(Credit {
                    role: Role::Chief,
                    category: Category::C,
                }),
                "director chief C",
                "Chief director, category C",
            ),
        ] {
            assert_eq!(what.words(), words);
            assert_eq!(what.to_string(), title);
            assert_eq!(Adjusted::of_words(words), Some(what));
        }
        assert_eq!(Adjusted::of_words("2200 floor"), None);
    }

    #[test]
    fn a_value_is_one_of_what_is_adjusted() {
        let rating = Adjusted::Rating(System::Regular);
        let games = Adjusted::Games(System::Regular);
        for (what, value) in [
            (rating, Some(1643.76)),
            (rating, None),
            (games, Some(17.0)),
            (Adjusted::Floor2200Allowed, Some(0.0)),
            (Adjusted::Floor2200Allowed, Some(1.0)),
        ] {
            assert_eq!(adjustment(what, value).fault(), None, "{what} {value:?}");
        }
        for (what, value) in [
            (rating, Some(99.0)),
            (rating, Some(f64::NAN)),
            (games, Some(17.5)),
            (games, Some(-1.0)),
            (Adjusted::Floor2200Allowed, None),
            (Adjusted::Floor2200Allowed, Some(2.0)),
        ] {
            let fault = adjustment(what, value).fault().map(|(field, _)| field);
            assert_eq!(fault, Some(AdjustmentField::Value), "{what} {value:?}");
        }
        let mut without_reason = adjustment(rating, None);
        without_reason.reason = " ".to_owned();
        let fault = without_reason.fault().map(|(field, _)| field);
        assert_eq!(fault, Some(AdjustmentField::Reason));
    }
}
