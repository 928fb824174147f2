//! The columns of the three forms' lists and datasheets, and what kind of value stands in each.

use std::sync::LazyLock;

use crate::domain::{self, About, Described, Field, Game, Group, Player, RecordKind, Visibility};

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
pub enum ColumnId {
    /// The field of a record.
    Field(Field),
    /// Camper number.
    PlayerNumber,
    /// "de la Cruz, Ola"
    ListedName,
    WeeklyRating,
    Won,
    Drawn,
    Lost,
    /// For internal comparison only.
    PermanentRating,
    PlayersInGroup,
    /// The mean weekly rating of the group's active players.
    AverageRating,
    /// The place in the order of play.
    Sequence,
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
    pub what: ColumnId,
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
    const fn new(what: ColumnId, key: &'static str, title: &'static str, kind: Kind) -> Self {
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

    /// The column of a field; none of what is personal.
    fn of(about: &About) -> Option<Self> {
        let kind = match about.kind {
            domain::Kind::Name | domain::Kind::Line { .. } | domain::Kind::Notes { .. } => {
                Kind::Text
            }
            domain::Kind::Rating | domain::Kind::Number { .. } => Kind::Number,
            domain::Kind::Date => Kind::Date,
            domain::Kind::YesNo => Kind::YesNo,
            domain::Kind::OneOf(_) | domain::Kind::Group | domain::Kind::Player => Kind::Choice,
        };
        let column = Self {
            field: Some(about.field),
            shown: about.is_shown,
            ..Self::new(
                ColumnId::Field(about.field),
                about.key,
                about.short_title,
                kind,
            )
        };
        match about.visibility {
            Visibility::Ordinary => Some(column),
            Visibility::OnRequest => Some(column.internal()),
            Visibility::FormOnly => None,
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

/// Columns of what follows from other things, each behind the column of a field; `None` puts one first.
type Further = &'static [(Option<Field>, ListColumn)];

const OF_PLAYERS: Further = &[
    (
        None,
        ListColumn::new(ColumnId::PlayerNumber, "number", "No.", Kind::Number),
    ),
    (
        Some(Field::Active),
        ListColumn::new(ColumnId::WeeklyRating, "rating", "Rating", Kind::Number),
    ),
    (
        Some(Field::Active),
        ListColumn::new(ColumnId::Won, "won", "Won", Kind::Number),
    ),
    (
        Some(Field::Active),
        ListColumn::new(ColumnId::Drawn, "drawn", "Drawn", Kind::Number),
    ),
    (
        Some(Field::Active),
        ListColumn::new(ColumnId::Lost, "lost", "Lost", Kind::Number),
    ),
    (
        Some(Field::StartPermanent),
        ListColumn::new(
            ColumnId::PermanentRating,
            "permanent",
            "Permanent (internal)",
            Kind::Number,
        )
        .internal(),
    ),
];

const OF_GROUPS: Further = &[
    (
        Some(Field::InitialRating),
        ListColumn::new(ColumnId::PlayersInGroup, "players", "Players", Kind::Number),
    ),
    (
        Some(Field::InitialRating),
        ListColumn::new(
            ColumnId::AverageRating,
            "average",
            "Average rating",
            Kind::Number,
        ),
    ),
];

const OF_GAMES: Further = &[
    (
        None,
        ListColumn::new(ColumnId::Sequence, "game", "Game", Kind::Number),
    ),
    (
        Some(Field::Counts),
        ListColumn::new(ColumnId::Verified, "verified", "Checked", Kind::YesNo).hidden(),
    ),
    (
        Some(Field::Counts),
        ListColumn::new(ColumnId::Entered, "entered", "Typed", Kind::Date).hidden(),
    ),
    (
        Some(Field::Counts),
        ListColumn::new(
            ColumnId::ImportedNumber,
            "imported number",
            "Number in the old file",
            Kind::Number,
        )
        .hidden(),
    ),
];

fn of_record<R: Described>(further: Further) -> Vec<ListColumn> {
    let behind = |field: Option<Field>| {
        let there = further.iter().filter(move |(before, _)| *before == field);
        there.map(|(_, column)| *column)
    };
    let mut columns = behind(None).collect::<Vec<_>>();
    for spec in R::FIELDS {
        columns.extend(ListColumn::of(&spec.about));
        columns.extend(behind(Some(spec.about.field)));
    }
    columns
}

static PLAYERS: LazyLock<Vec<ListColumn>> = LazyLock::new(|| of_record::<Player>(OF_PLAYERS));
static GROUPS: LazyLock<Vec<ListColumn>> = LazyLock::new(|| of_record::<Group>(OF_GROUPS));
static GAMES: LazyLock<Vec<ListColumn>> = LazyLock::new(|| of_record::<Game>(OF_GAMES));

/// All columns of a form's datasheet, in the order that they have unless the director gives them another.
pub fn columns(kind: RecordKind) -> &'static [ListColumn] {
    match kind {
        RecordKind::Player => &PLAYERS,
        RecordKind::Group => &GROUPS,
        RecordKind::Game => &GAMES,
    }
}

/// The column that a field of a form is edited in.
pub fn column_of(kind: RecordKind, field: Field) -> Option<usize> {
    columns(kind)
        .iter()
        .position(|column| column.field == Some(field))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn every_column_is_remembered_by_a_key_of_its_own() {
        for kind in RecordKind::VARIANTS.iter().copied() {
            let keys = columns(kind).iter().map(|column| column.key);
            assert_eq!(keys.collect::<HashSet<_>>().len(), columns(kind).len());
        }
    }

    #[test]
    fn the_internal_ratings_are_hidden_unless_somebody_asks_for_them() {
        for what in [
            ColumnId::PermanentRating,
            ColumnId::Field(Field::StartPermanent),
        ] {
            let mut columns = PLAYERS.iter();
            let column = columns.find(|column| column.what == what);
            assert!(column.is_some_and(|column| column.internal && !column.shown));
        }
    }
}
