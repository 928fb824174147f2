//! The columns of the list of games to check: names are whole as far as there is room.

use crate::kit::{Column, table::WIDEST_NAME};

/// A name that is cut has so much room at least, in points.
const LEAST_NAME: f32 = 72.0;

/// A column of the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Of {
    Game,
    Date,
    White,
    Result,
    Black,
    /// The same as the last one, to be seen at once.
    Mark,
    Checked,
}

impl Of {
    /// From left to right.
    const ALL: [Self; 7] = [
        Self::Game,
        Self::Date,
        Self::White,
        Self::Result,
        Self::Black,
        Self::Mark,
        Self::Checked,
    ];

    /// The same where not all have room. What is behind the edge then is told by the mark, and by the card of the current game.
    const NARROW: [Self; 7] = [
        Self::Game,
        Self::White,
        Self::Result,
        Self::Black,
        Self::Mark,
        Self::Checked,
        Self::Date,
    ];

    /// So many of them are always in sight.
    const IN_SIGHT: usize = 5;

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Date => "Date",
            Self::White => "White",
            Self::Result => "Result",
            Self::Black => "Black",
            Self::Mark => "",
            Self::Checked => "Checked",
        }
    }

    /// In points; names have as much as they need where there is room.
    const fn width(self) -> f32 {
        match self {
            Self::Game => 64.0,
            Self::Date => 104.0,
            Self::White | Self::Black | Self::Checked => 108.0,
            Self::Result => 84.0,
            Self::Mark => 36.0,
        }
    }

    pub(super) fn column(self, names: f32) -> Column<'static> {
        let (title, width) = (self.title(), self.width());
        match self {
            Self::Game | Self::Date => Column::fixed(title, width).right(),
            Self::White | Self::Black => Column::flexible(title, names),
            Self::Result | Self::Mark => Column::fixed(title, width).centered(),
            Self::Checked => Column::fixed(title, width),
        }
    }

    /// The columns in so many points, and what a name has of these where the longest one needs so many.
    pub(super) fn fitted(room: f32, names: f32) -> ([Self; 7], f32) {
        let names = names.clamp(Self::White.width(), WIDEST_NAME);
        let beside_names = |columns: &[Self]| {
            let others = columns
                .iter()
                .filter(|of| !matches!(of, Self::White | Self::Black));
            room - others.map(|of| of.width()).sum::<f32>()
        };
        if beside_names(&Self::ALL) >= 2.0 * names {
            return (Self::ALL, names);
        }
        let left = (Self::IN_SIGHT..Self::NARROW.len()).rev();
        let mut left = left.map(|count| beside_names(&Self::NARROW[..count]));
        let left = left.find(|left| *left >= 2.0 * names);
        let left = left.unwrap_or(beside_names(&Self::NARROW[..Self::IN_SIGHT]));
        (Self::NARROW, (left / 2.0).floor().max(LEAST_NAME))
    }
}
