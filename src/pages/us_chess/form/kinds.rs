//! What kinds of values fields have: how one is shown, and how it is read.

use jiff::civil::Date;

use super::Takes;
use crate::domain::{
    clean_name, parse_date, show_date,
    us_chess::{
        MAX_REASON, MemberId,
        cells::{self, CellProblem},
    },
};

/// How yes and no are read and written.
pub(super) const YES: &str = "yes";
pub(super) const NO: &str = "no";

/// What values of a kind are: how one is shown, and how it is read.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct Kind<T: 'static> {
    pub(super) takes: Takes,
    /// The most letters.
    pub(super) limit: usize,
    pub(super) hint: &'static str,
    pub(super) show: fn(&T) -> String,
    pub(super) read: fn(&str, Date) -> Result<T, String>,
}

/// A name of a person, which may be empty.
pub(in crate::pages::us_chess) static NAME: Kind<String> = Kind {
    takes: Takes::Text,
    limit: 80,
    hint: "",
    show: Clone::clone,
    read: |typed, _| clean_name(typed).map_err(|fault| fault.to_string()),
};

/// A text of up to 200 letters.
pub(in crate::pages::us_chess) static LONG: Kind<String> = Kind {
    takes: Takes::Text,
    limit: 200,
    hint: "",
    show: Clone::clone,
    read: |typed, _| Ok(tidy(typed)),
};

/// A reason.
pub(in crate::pages::us_chess) static REASON: Kind<String> = Kind {
    takes: Takes::Text,
    limit: MAX_REASON,
    hint: "",
    show: Clone::clone,
    read: |typed, _| Ok(tidy(typed)),
};

/// A text that may be missing, of up to 100 letters.
pub(in crate::pages::us_chess) static TEXT: Kind<Option<String>> = Kind {
    takes: Takes::Text,
    limit: 100,
    hint: "",
    show: |text| text.clone().unwrap_or_default(),
    read: |typed, _| Ok(Some(tidy(typed)).filter(|text| !text.is_empty())),
};

/// The same of up to 20 letters: a state, a ZIP code, an id.
pub(in crate::pages::us_chess) static WORD: Kind<Option<String>> = Kind {
    takes: Takes::Word,
    limit: 20,
    hint: "",
    show: |text| text.clone().unwrap_or_default(),
    read: |typed, _| Ok(Some(tidy(typed)).filter(|text| !text.is_empty())),
};

/// A member's number; nothing while a membership is pending.
pub(in crate::pages::us_chess) static MEMBER_ID: Kind<Option<MemberId>> = Kind {
    takes: Takes::Word,
    limit: 20,
    hint: "e.g. 12345678",
    show: |id| shown(id.as_ref()),
    read: |typed, _| MemberId::read(typed).map_err(|fault| fault.to_string()),
};

pub(in crate::pages::us_chess) static DAY: Kind<Option<Date>> = Kind {
    takes: Takes::Day,
    limit: 20,
    hint: "m/d/yyyy",
    show: |day| day.map(show_date).unwrap_or_default(),
    read: |typed, today| parse_date(typed, today).map_err(|fault| fault.to_string()),
};

/// A day that has been.
pub(in crate::pages::us_chess) static PAST_DAY: Kind<Option<Date>> = Kind {
    takes: Takes::Day,
    limit: 20,
    hint: "m/d/yyyy",
    show: |day| day.map(show_date).unwrap_or_default(),
    read: |typed, today| match (DAY.read)(typed, today)? {
        Some(day) if day > today => Err(CellProblem::InTheFuture(day).to_string()),
        day => Ok(day),
    },
};

/// A rating with its decimals.
pub(in crate::pages::us_chess) static RATING: Kind<Option<f64>> = number(
    "e.g. 1643.76",
    |value| shown(value.as_ref()),
    |typed, _| if_typed(typed, |text| cells::rating(text, cells::RATINGS)),
);

/// The rating of another federation.
pub(in crate::pages::us_chess) static WHOLE_RATING: Kind<Option<u16>> = number(
    "e.g. 1643",
    |value| shown(value.as_ref()),
    |typed, _| if_typed(typed, |text| cells::whole_rating(text, cells::RATINGS)),
);

/// A count that may not be known.
pub(in crate::pages::us_chess) static COUNT: Kind<Option<u32>> = number(
    "",
    |value| shown(value.as_ref()),
    |typed, _| if_typed(typed, cells::count),
);

/// A count that is 0 where nothing is typed.
pub(in crate::pages::us_chess) static TALLY: Kind<u32> = number("", u32::to_string, |typed, _| {
    Ok(if_typed(typed, cells::count)?.unwrap_or(0))
});

pub(in crate::pages::us_chess) static YES_OR_NO: Kind<bool> = Kind {
    takes: Takes::YesNo,
    limit: 3,
    hint: "",
    show: |is| if *is { YES } else { NO }.to_owned(),
    read: |typed, _| Ok(typed == YES),
};

const fn number<T>(
    hint: &'static str,
    show: fn(&T) -> String,
    read: fn(&str, Date) -> Result<T, String>,
) -> Kind<T> {
    Kind {
        takes: Takes::Number,
        limit: 20,
        hint,
        show,
        read,
    }
}

fn shown<T: ToString>(value: Option<&T>) -> String {
    value.map(T::to_string).unwrap_or_default()
}

/// What is typed, read; nothing of an empty field.
pub(in crate::pages::us_chess) fn if_typed<T>(
    typed: &str,
    read: impl Fn(&str) -> Result<T, CellProblem>,
) -> Result<Option<T>, String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    read(typed).map(Some).map_err(|fault| fault.to_string())
}

/// The text without white space at its ends, and with single blanks.
fn tidy(typed: &str) -> String {
    typed.split_whitespace().collect::<Vec<_>>().join(" ")
}
