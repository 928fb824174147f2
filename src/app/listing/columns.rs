//! The columns of the three forms' lists and datasheets, and what kind of value stands in each.

use crate::{app::Page, domain::Field};

/// The kind of the values in a column: how they are aligned, compared and edited.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    Text,
    Number,
    /// One of few, or of many records.
    Choice,
    Date,
    YesNo,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum What {
    /// Camper number.
    PlayerNumber,
    /// "de la Cruz, Ola"
    ListedName,
    LastName,
    FirstName,
    Group,
    Active,
    WeeklyRating,
    Won,
    Drawn,
    Lost,
    StartPermanent,
    /// For internal comparison only.
    PermanentRating,
    /// When the player joined the club.
    Joined,
    Notes,
    GroupName,
    InitialRating,
    PlayersInGroup,
    /// The mean weekly rating of the group's active players.
    AverageRating,
    /// The place in the order of play.
    Sequence,
    White,
    Black,
    Result,
    Date,
    Tournament,
    Counts,
    /// When the game was typed.
    Entered,
    /// Whether the game was compared with the paper.
    Verified,
    /// The game's number in the old file.
    ImportedNumber,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct ListColumn {
    pub what: What,
    /// What the settings remember it by.
    pub key: &'static str,
    pub title: &'static str,
    pub kind: Kind,
    /// The field of the form that edits it; `None` for what follows from other things.
    pub field: Option<Field>,
    /// Whether a datasheet shows it unless the director says otherwise.
    pub shown: bool,
    /// Whether it is for internal comparison only: shown as long as somebody looks at it, and copied with no row.
    pub internal: bool,
}

impl ListColumn {
    const fn new(what: What, key: &'static str, title: &'static str, kind: Kind) -> Self {
        Self {
            what,
            key,
            title,
            kind,
            field: None,
            shown: true,
            internal: false,
        }
    }

    const fn edits(self, field: Field) -> Self {
        Self {
            field: Some(field),
            ..self
        }
    }

    const fn hidden(self) -> Self {
        Self {
            shown: false,
            ..self
        }
    }

    const fn internal(self) -> Self {
        Self {
            internal: true,
            ..self.hidden()
        }
    }
}

const PLAYERS: &[ListColumn] = &[
    ListColumn::new(What::PlayerNumber, "number", "No.", Kind::Number),
    ListColumn::new(What::LastName, "last name", "Last name", Kind::Text).edits(Field::LastName),
    ListColumn::new(What::FirstName, "first name", "First name", Kind::Text)
        .edits(Field::FirstName),
    ListColumn::new(What::Group, "group", "Group", Kind::Choice).edits(Field::Group),
    ListColumn::new(What::Active, "active", "Active", Kind::YesNo).edits(Field::Active),
    ListColumn::new(What::WeeklyRating, "rating", "Rating", Kind::Number),
    ListColumn::new(What::Won, "won", "Won", Kind::Number),
    ListColumn::new(What::Drawn, "drawn", "Drawn", Kind::Number),
    ListColumn::new(What::Lost, "lost", "Lost", Kind::Number),
    ListColumn::new(
        What::StartPermanent,
        "start permanent",
        "Permanent at start of week",
        Kind::Number,
    )
    .edits(Field::StartPermanent)
    .internal(),
    ListColumn::new(
        What::PermanentRating,
        "permanent",
        "Permanent (internal)",
        Kind::Number,
    )
    .internal(),
    ListColumn::new(What::Joined, "joined", "Joined", Kind::Date).edits(Field::Joined),
    ListColumn::new(What::Notes, "notes", "Notes", Kind::Text)
        .edits(Field::Notes)
        .hidden(),
];

const GROUPS: &[ListColumn] = &[
    ListColumn::new(What::GroupName, "name", "Group", Kind::Text).edits(Field::GroupName),
    ListColumn::new(
        What::InitialRating,
        "initial rating",
        "Initial ladder rating",
        Kind::Number,
    )
    .edits(Field::InitialRating),
    ListColumn::new(What::PlayersInGroup, "players", "Players", Kind::Number),
    ListColumn::new(
        What::AverageRating,
        "average",
        "Average rating",
        Kind::Number,
    ),
];

const GAMES: &[ListColumn] = &[
    ListColumn::new(What::Sequence, "game", "Game", Kind::Number),
    ListColumn::new(What::White, "white", "White", Kind::Choice).edits(Field::White),
    ListColumn::new(What::Black, "black", "Black", Kind::Choice).edits(Field::Black),
    ListColumn::new(What::Result, "result", "Result", Kind::Choice).edits(Field::Result),
    ListColumn::new(What::Date, "date", "Date", Kind::Date).edits(Field::Date),
    ListColumn::new(What::Tournament, "tournament", "Tournament", Kind::Text)
        .edits(Field::Tournament),
    ListColumn::new(What::Counts, "counts", "Counts", Kind::YesNo).edits(Field::Counts),
    ListColumn::new(What::Verified, "verified", "Checked", Kind::YesNo).hidden(),
    ListColumn::new(What::Entered, "entered", "Typed", Kind::Date).hidden(),
    ListColumn::new(
        What::ImportedNumber,
        "imported number",
        "Number in the old file",
        Kind::Number,
    )
    .hidden(),
];

/// All columns of a form's datasheet, in the order that they have unless the director gives them another.
pub const fn columns(page: Page) -> &'static [ListColumn] {
    match page {
        Page::Players => PLAYERS,
        Page::Groups => GROUPS,
        Page::Games => GAMES,
        Page::Standings | Page::Season | Page::Prints | Page::Meetings => &[],
    }
}

/// The column that a field of a form is edited in.
pub fn column_of(page: Page, field: Field) -> Option<usize> {
    columns(page)
        .iter()
        .position(|column| column.field == Some(field))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_column_is_remembered_by_a_key_of_its_own() {
        for page in Page::ALL {
            let keys = columns(page).iter().map(|column| column.key);
            assert_eq!(keys.collect::<HashSet<_>>().len(), columns(page).len());
        }
    }

    #[test]
    fn the_internal_ratings_are_hidden_unless_somebody_asks_for_them() {
        for what in [What::PermanentRating, What::StartPermanent] {
            let mut columns = PLAYERS.iter();
            let column = columns.find(|column| column.what == what);
            assert!(column.is_some_and(|column| column.internal && !column.shown));
        }
    }

    #[test]
    fn the_columns_of_fields_are_as_they_are_described() {
        fn compare<R: crate::domain::Described>(page: Page) {
            use crate::domain::Visibility;
            let listed = columns(page).iter().filter(|column| column.field.is_some());
            let specs = R::FIELDS.iter();
            let specs = specs.filter(|spec| spec.visibility != Visibility::Personal);
            assert_eq!(listed.clone().count(), specs.clone().count());
            for (column, spec) in listed.zip(specs) {
                assert_eq!(column.field, Some(spec.field));
                assert_eq!((column.key, column.title), (spec.key, spec.short_title));
                let internal = spec.visibility == Visibility::Internal;
                assert_eq!(
                    (column.internal, column.shown),
                    (internal, spec.is_shown && !internal)
                );
                use crate::domain::Kind as Of;
                let kind = match spec.kind {
                    Of::Name | Of::Line { .. } | Of::Notes { .. } => Kind::Text,
                    Of::Rating => Kind::Number,
                    Of::Date => Kind::Date,
                    Of::YesNo => Kind::YesNo,
                    Of::OneOf(_) | Of::Group | Of::Player => Kind::Choice,
                };
                assert_eq!(column.kind, kind);
            }
        }
        compare::<crate::domain::Player>(Page::Players);
        compare::<crate::domain::Group>(Page::Groups);
        compare::<crate::domain::Game>(Page::Games);
    }
}
