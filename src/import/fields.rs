//! What tables and columns can be, and the names they go by.

use std::{fmt, sync::LazyLock};

use strum::VariantArray;

use crate::domain::{self, About, Described, Game, Group, Kind, Player, about};

/// What a table holds, in the order a list offers them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum TableKind {
    Groups,
    Players,
    Games,
    /// Not imported.
    LeftOut,
}

impl TableKind {
    /// The columns that the old program's table has, and those that clubs have besides, in the order of a list that offers them.
    #[must_use]
    pub fn fields(self) -> &'static [Field] {
        static GROUPS: LazyLock<Vec<Field>> = LazyLock::new(|| Field::all_of::<Group>(&[]));
        static PLAYERS: LazyLock<Vec<Field>> = LazyLock::new(|| {
            Field::all_of::<Player>(&[
                (None, Field::Id),
                (Some(Field::Is(domain::Field::FirstName)), Field::FullName),
                (Some(Field::Is(domain::Field::Active)), Field::Rating),
                (
                    Some(Field::Is(domain::Field::Active)),
                    Field::PermanentRating,
                ),
            ])
        });
        static GAMES: LazyLock<Vec<Field>> =
            LazyLock::new(|| Field::all_of::<Game>(&[(None, Field::Id)]));
        match self {
            Self::Groups => &GROUPS,
            Self::Players => &PLAYERS,
            Self::Games => &GAMES,
            Self::LeftOut => &[],
        }
    }

    /// The kind that a table's or a file's name tells.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let name = letters(name);
        let contains = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if contains(&["game", "result", "partien"]) {
            Some(Self::Games)
        } else if contains(&["group"]) {
            Some(Self::Groups)
        } else if contains(&["player", "camper", "student", "kids"]) {
            Some(Self::Players)
        } else {
            None
        }
    }

    /// The kind of the table that the old program calls by this name.
    pub(super) fn of_name_in_access(name: &str) -> Option<Self> {
        [Self::Groups, Self::Players, Self::Games]
            .into_iter()
            .find(|kind| name.eq_ignore_ascii_case(kind.name_in_access()))
    }

    /// What the old program calls this table.
    pub(super) const fn name_in_access(self) -> &'static str {
        match self {
            Self::Groups => "Camp Groups",
            Self::Players => "Ladder Players",
            Self::Games => "Ladder Games",
            Self::LeftOut => "",
        }
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Groups => "groups",
            Self::Players => "players",
            Self::Games => "games",
            Self::LeftOut => "nothing",
        })
    }
}

/// What a column is taken for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Field {
    /// The number of a player or of a game.
    Id,
    /// A field of a record.
    Is(domain::Field),
    /// Both names in one: "Lee, Ann", or "Ann Lee".
    FullName,
    Rating,
    PermanentRating,
    /// Kept by name and value.
    Extra,
    /// Not imported.
    Ignored,
}

impl Field {
    /// The field that a column's name tells, in a table of this kind.
    pub(super) fn of_name(kind: TableKind, name: &str) -> Option<Self> {
        let name = letters(name);
        kind.fields()
            .iter()
            .copied()
            .find(|field| field.names(kind).contains(&name.as_str()))
    }

    /// The fields of a record that old files have, with what else such a file has behind some of them.
    fn all_of<R: Described>(besides: &[(Option<Self>, Self)]) -> Vec<Self> {
        let behind = |field: Option<Self>| {
            let there = besides.iter().filter(move |(before, _)| *before == field);
            there.map(|(_, field)| *field)
        };
        let mut fields = behind(None).collect::<Vec<_>>();
        for spec in R::FIELDS {
            if let Some(field) = Self::new(spec.about.field) {
                fields.push(field);
                fields.extend(behind(Some(field)));
            }
        }
        fields
    }

    /// What a column of this field is; `None` for a field that isn't imported.
    #[must_use]
    pub fn new(field: domain::Field) -> Option<Self> {
        let about = about(field).filter(|about| about.is_imported())?;
        Some(Self::Is(about.field))
    }

    /// The field of a record that it is.
    pub(super) fn about(self) -> Option<&'static About<'static>> {
        match self {
            Self::Is(field) => about(field),
            Self::Id
            | Self::FullName
            | Self::Rating
            | Self::PermanentRating
            | Self::Extra
            | Self::Ignored => None,
        }
    }

    /// What a list calls it in which somebody chooses what a column is.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Id => "Number",
            Self::FullName => "Name",
            Self::Rating => "Rating",
            Self::PermanentRating => "Permanent rating",
            Self::Extra => "Keep as custom column",
            Self::Ignored => "Skip",
            Self::Is(field) => about(field).map_or("", |about| about.short_title),
        }
    }

    /// Whether such a column holds dates.
    pub(super) fn is_date(self) -> bool {
        let about = self.about();
        about.is_some_and(|about| about.kind == Kind::Date)
    }

    /// The names it goes by, in small letters and without blanks.
    fn names(self, kind: TableKind) -> &'static [&'static str] {
        match self {
            Self::Id if kind == TableKind::Players => &[
                "id",
                "playerid",
                "number",
                "no",
                "nr",
                "playernumber",
                "playerno",
                "camperid",
                "studentid",
                "ladderid",
            ],
            Self::Id => &[
                "id",
                "gameid",
                "number",
                "no",
                "nr",
                "gamenumber",
                "gameno",
                "game",
                "sequence",
            ],
            Self::FullName => &[
                "name",
                "fullname",
                "playername",
                "player",
                "camper",
                "student",
                "campername",
            ],
            Self::Rating => &[
                "rating",
                "weeklyrating",
                "ladderrating",
                "weekrating",
                "currentrating",
            ],
            Self::PermanentRating => &["permanentrating", "permrating", "permanent", "perm"],
            _ => self.about().map_or(&[], |about| about.names_in_old_files),
        }
    }
}

/// As the old program calls its column.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PermanentRating => "Permanent Rating",
            Self::Is(field) => about(*field).map_or("", |about| about.old_name),
            Self::Id | Self::FullName | Self::Rating | Self::Extra | Self::Ignored => self.title(),
        })
    }
}

/// A name in small letters, with nothing but letters and digits.
fn letters(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_by_many_names() {
        for (kind, name, field) in [
            (
                TableKind::Players,
                "Last_Name",
                Field::Is(domain::Field::LastName),
            ),
            (
                TableKind::Players,
                "SURNAME",
                Field::Is(domain::Field::LastName),
            ),
            (TableKind::Players, "Perm Rating", Field::PermanentRating),
            (
                TableKind::Players,
                "stwkperm",
                Field::Is(domain::Field::StartPermanent),
            ),
            (TableKind::Players, "Rating", Field::Rating),
            (
                TableKind::Players,
                "Comments",
                Field::Is(domain::Field::Notes),
            ),
            (
                TableKind::Groups,
                "Initial Ladder Rating",
                Field::Is(domain::Field::InitialRating),
            ),
            (TableKind::Games, "GameID", Field::Id),
            (TableKind::Games, "ID", Field::Id),
        ] {
            assert_eq!(Field::of_name(kind, name), Some(field), "{name}");
        }
        assert_eq!(Field::of_name(TableKind::Games, "Rated"), None);
        assert_eq!(Field::of_name(TableKind::Players, "School"), None);
    }

    #[test]
    fn tables_are_told_by_their_names() {
        assert_eq!(TableKind::of_name("Ladder Games"), Some(TableKind::Games));
        assert_eq!(
            TableKind::of_name("CAMP_GROUPS 2026"),
            Some(TableKind::Groups)
        );
        assert_eq!(TableKind::of_name("tblPlayers"), Some(TableKind::Players));
        assert_eq!(TableKind::of_name("Sheet1"), None);
    }

    #[test]
    fn what_clubs_have_besides_is_imported_too() {
        let titles = |kind: TableKind| {
            let fields = kind.fields().iter().map(|field| field.title());
            fields.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(
            titles(TableKind::Players),
            "Number, Last name, First name, Name, Group, Active, Rating, Permanent rating, Permanent at start of week, Joined, Nickname, Birth date, Notes"
        );
        assert_eq!(
            titles(TableKind::Games),
            "Number, White, Black, Result, Date, Tournament, Board"
        );
        assert_eq!(titles(TableKind::Groups), "Group, Initial ladder rating");
    }
}
