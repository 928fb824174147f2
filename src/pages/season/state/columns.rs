//! What the list of the season shows of each week, and what it is sorted by.

/// What the page shows of the weeks.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum SeasonView {
    #[default]
    AllWeeks,
    /// Two weeks, and what is between them.
    Compared,
}

/// Which figures of each week are shown side by side.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Figures {
    #[default]
    Standings,
    Ranks,
    Ratings,
    Games,
    All,
}

impl Figures {
    /// As the choice has them.
    pub(crate) const ALL: [(&str, Self); 5] = [
        ("Standings", Self::Standings),
        ("Ranks", Self::Ranks),
        ("Ratings", Self::Ratings),
        ("Games", Self::Games),
        ("Everything", Self::All),
    ];

    /// The figures, from left to right.
    pub(crate) const fn figures(self) -> &'static [Figure] {
        match self {
            Self::Standings => &[
                Figure::Rating,
                Figure::Rank,
                Figure::GroupRank,
                Figure::Moved,
            ],
            Self::Ranks => &[Figure::Rank, Figure::Moved],
            Self::Ratings => &[Figure::Rating, Figure::Change],
            Self::Games => &[Figure::Games],
            Self::All => &[
                Figure::Rating,
                Figure::Change,
                Figure::Rank,
                Figure::GroupRank,
                Figure::Moved,
                Figure::Games,
            ],
        }
    }
}

/// A figure of a player's week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Figure {
    Rating,
    /// Of the rating, since the start of the week.
    Change,
    /// In the whole camp.
    Rank,
    GroupRank,
    /// Places gained since the week before.
    Moved,
    Games,
}

impl Figure {
    /// Those of each week that is compared with another one.
    pub(crate) const COMPARED: [Self; 2] = [Self::Rating, Self::Rank];

    /// The title of its column.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Rating => "Rating",
            Self::Change => "Change",
            Self::Rank => "Rank",
            Self::GroupRank => "In group",
            Self::Moved => "Moved",
            Self::Games => "Games",
        }
    }
}

/// A column of the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum SeasonColumn {
    Name,
    /// The group of the latest week in which the player was there.
    Group,
    /// Of the two weeks that are compared: the group of both, and who joined or left.
    GroupChange,
    /// A figure of the week at this place.
    Week(usize, Figure),
    /// Of the two weeks that are compared: what was gained from the first to the second.
    Difference(Figure),
}

impl SeasonColumn {
    /// Whether the greatest value is the first that one looks for.
    const fn begins_with_greatest(self) -> bool {
        match self {
            Self::Name
            | Self::Group
            | Self::GroupChange
            | Self::Week(_, Figure::Rank | Figure::GroupRank) => false,
            Self::Week(..) | Self::Difference(_) => true,
        }
    }
}

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct SeasonSort {
    pub column: SeasonColumn,
    /// Greatest first. Players without a value always come last.
    pub descending: bool,
}

impl SeasonSort {
    /// A column, best first.
    pub(crate) const fn by(column: SeasonColumn) -> Self {
        Self {
            column,
            descending: column.begins_with_greatest(),
        }
    }

    /// What choosing a column makes of this: that column, and the other way round the second time.
    #[must_use]
    pub(crate) fn chosen(self, column: SeasonColumn) -> Self {
        if self.column == column {
            self.reversed()
        } else {
            Self::by(column)
        }
    }

    #[must_use]
    pub(crate) const fn reversed(self) -> Self {
        Self {
            descending: !self.descending,
            ..self
        }
    }
}
