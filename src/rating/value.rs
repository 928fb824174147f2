//! What stands in a line of a ladder.

use std::fmt;

use num_bigint::BigUint;

use crate::domain::show_rating;

/// A number of half points, exact however large: values of a Race Code league grow like a population.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Halves(pub BigUint);

impl Halves {
    /// The nearest number that a chart can draw, in points.
    #[must_use]
    pub fn approximate(&self) -> f64 {
        self.to_string()
            .parse::<f64>()
            .unwrap_or(f64::MAX)
            .min(f64::MAX)
    }
}

impl fmt::Display for Halves {
    /// "4", "1.5"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.bit(0) { ".5" } else { "" };
        f.pad(&format!("{}{half}", &self.0 >> 1_u8))
    }
}

/// One value of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing to say: no games, no percentage.
    Blank,
    /// A rank or a count.
    Whole(i64),
    /// Computed to the last bit, shown to a hundredth: 56.25.
    Percent(f64),
    /// Computed to the last bit, shown cut to a whole number.
    Rating(f64),
    Halves(Halves),
    Text(String),
}

impl Value {
    /// As a list shows it.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Blank => "–".to_owned(),
            Self::Whole(number) => {
                i32::try_from(*number).map_or_else(|_| number.to_string(), show_rating)
            }
            Self::Percent(percent) => format!("{percent:.1}%"),
            Self::Rating(rating) => cut(*rating),
            Self::Halves(halves) => halves.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    /// As a spreadsheet or a program reads it: a number with all its digits, an empty text for nothing.
    #[must_use]
    pub fn exact(&self) -> String {
        match self {
            Self::Blank => String::new(),
            Self::Whole(number) => number.to_string(),
            Self::Percent(number) | Self::Rating(number) => number.to_string(),
            Self::Halves(halves) => halves.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    /// Whether it is a number, which stands at the right of its column.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        !matches!(self, Self::Text(_))
    }

    /// The nearest number that a chart can draw; nothing for a text.
    #[must_use]
    pub fn approximate(&self) -> Option<f64> {
        match self {
            Self::Blank | Self::Text(_) => None,
            #[expect(clippy::cast_precision_loss, reason = "a height in a chart")]
            Self::Whole(number) => Some(*number as f64),
            Self::Percent(number) | Self::Rating(number) => Some(*number),
            Self::Halves(halves) => Some(halves.approximate()),
        }
    }
}

/// "37.5", "50", "33.33": at most two digits after the point, rounded.
pub(super) fn trimmed(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// "1518" of 1518.18: Game Courier's pages cut ratings to whole numbers.
pub(super) fn cut(rating: f64) -> String {
    cut_to(rating, 0)
}

/// "1518.1" of 1518.18: cut to so many digits after the point, six at most.
pub(crate) fn cut_to(rating: f64, decimals: usize) -> String {
    // The last bits of a sum of two passes must not make 1518 of 1519.
    let steadied = (rating * 1e6).round() / 1e6;
    let part = (0..decimals).fold(1.0, |part, _| part * 10.0);
    format!("{:.decimals$}", (steadied * part).trunc() / part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_shown_with_a_point() {
        let shown = |halves: u32| Halves(halves.into()).to_string();
        assert_eq!(
            [shown(0), shown(1), shown(3), shown(8)],
            ["0", "0.5", "1.5", "4"]
        );
        let many = Halves((BigUint::from(1_u8) << 100_u8) + 1_u8);
        assert_eq!(many.to_string(), "633825300114114700748351602688.5");
        assert!((many.approximate() / 6.338_253e29 - 1.0).abs() < 1e-6);
        assert_eq!(Halves(BigUint::from(4_u32)).to_string(), "2");
    }

    #[test]
    fn ratings_are_cut_and_percentages_rounded() {
        let shown = |value: Value| value.shown();
        assert_eq!(shown(Value::Rating(1518.99)), "1518");
        assert_eq!(shown(Value::Rating(1500.0 - 1e-10)), "1500");
        assert_eq!(cut_to(1518.99, 1), "1518.9");
        assert_eq!(cut_to(-0.26, 1), "-0.2");
        assert_eq!(shown(Value::Percent(37.5)), "37.5%");
        assert_eq!(shown(Value::Percent(100.0 / 3.0)), "33.3%");
        assert_eq!(shown(Value::Percent(100.0)), "100.0%");
        assert_eq!(shown(Value::Blank), "–");
        assert_eq!(Value::Blank.exact(), "");
        assert_eq!(Value::Rating(1518.25).exact(), "1518.25");
    }
}
