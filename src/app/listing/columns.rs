//! The columns of the three forms' lists and datasheets, and what kind of value stands in each.

use crate::domain::{
    self, About, CampData, CampField, Described, Field, Game, Group, Player, RecordKind, Visibility,
};

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
pub struct ListColumn<'a> {
    pub what: ColumnId,
    /// What the settings remember it by.
    pub key: &'a str,
    pub title: &'a str,
    pub kind: Kind,
    /// The field of the form that edits it; `None` for what follows from other things.
    pub field: Option<Field>,
    /// Whether a datasheet shows it unless the director says otherwise.
    pub shown: bool,
    /// Whether it is for internal comparison only: shown as long as somebody looks at it, and copied with no row.
    pub internal: bool,
    /// Whether it is written to a file only where the director asks for it by name.
    pub by_name: bool,
}

impl<'a> ListColumn<'a> {
    const fn new(what: ColumnId, key: &'a str, title: &'a str, kind: Kind) -> Self {
        Self {
            what,
            key,
            title,
            kind,
            field: None,
            shown: true,
            internal: false,
            by_name: false,
        }
    }

    /// The column of a field; none of what is personal.
    fn of(about: &About<'a>) -> Option<Self> {
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
            by_name: about.visibility != Visibility::Ordinary,
            shown: about.is_shown,
            ..Self::new(
                ColumnId::Field(about.field),
                about.key,
                about.short_title,
                kind,
            )
        };
        match about.visibility {
            Visibility::Ordinary | Visibility::ByName => Some(column),
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
            by_name: true,
            ..self.hidden()
        }
    }
}

/// Columns of what follows from other things, each behind the column of a field; `None` puts one first.
type Further = &'static [(Option<Field>, ListColumn<'static>)];

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

fn of_fields<'a, R: Described>(
    fields: impl Iterator<Item = CampField<'a, R>>,
    further: Further,
) -> Vec<ListColumn<'a>> {
    let behind = |field: Option<Field>| {
        let there = further.iter().filter(move |(before, _)| *before == field);
        there.map(|(_, column)| *column)
    };
    let mut columns = behind(None).collect::<Vec<_>>();
    for about in fields.map(CampField::about) {
        columns.extend(ListColumn::of(&about));
        columns.extend(behind(Some(about.field)));
    }
    columns
}

/// All columns of a form's datasheet in this camp, in the order that they have unless the director gives them another.
pub fn columns(camp: &CampData, kind: RecordKind) -> Vec<ListColumn<'_>> {
    match kind {
        RecordKind::Player => of_fields(camp.fields_of::<Player>(), OF_PLAYERS),
        RecordKind::Group => of_fields(camp.fields_of::<Group>(), OF_GROUPS),
        RecordKind::Game => of_fields(camp.fields_of::<Game>(), OF_GAMES),
    }
}

/// Those that every camp has.
pub fn columns_of_every_camp(kind: RecordKind) -> Vec<ListColumn<'static>> {
    fn of<R: Described>(further: Further) -> Vec<ListColumn<'static>> {
        of_fields(R::FIELDS.iter().map(CampField::Described), further)
    }
    match kind {
        RecordKind::Player => of::<Player>(OF_PLAYERS),
        RecordKind::Group => of::<Group>(OF_GROUPS),
        RecordKind::Game => of::<Game>(OF_GAMES),
    }
}

/// The place of the column in which a field of a form is edited.
pub fn column_of(columns: &[ListColumn<'_>], field: Field) -> Option<usize> {
    columns
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
            let columns = columns_of_every_camp(kind);
            let keys = columns.iter().map(|column| column.key);
            assert_eq!(keys.collect::<HashSet<_>>().len(), columns.len());
        }
    }

    #[test]
    fn the_internal_ratings_are_hidden_unless_somebody_asks_for_them() {
        for what in [
            ColumnId::PermanentRating,
            ColumnId::Field(Field::StartPermanent),
        ] {
            let mut columns = columns_of_every_camp(RecordKind::Player).into_iter();
            let column = columns.find(|column| column.what == what);
            assert!(column.is_some_and(|column| column.internal && !column.shown));
        }
    }
}
