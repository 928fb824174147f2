//! What tables and columns can be, and the names they go by.

use std::fmt;

/// What a table holds.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TableKind {
    Groups,
    Players,
    Games,
    /// Not imported.
    LeftOut,
}

impl TableKind {
    /// All four, in the order a list offers them.
    pub const ALL: [Self; 4] = [Self::Groups, Self::Players, Self::Games, Self::LeftOut];

    /// The columns that the old program's table has, and those that clubs have besides, in the order of a list that offers them.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::Groups => &[Field::Group, Field::InitialRating],
            Self::Players => &[
                Field::Id,
                Field::LastName,
                Field::FirstName,
                Field::FullName,
                Field::Group,
                Field::Active,
                Field::Rating,
                Field::PermanentRating,
                Field::StartPermanent,
                Field::Joined,
                Field::Notes,
            ],
            Self::Games => &[
                Field::Id,
                Field::White,
                Field::Black,
                Field::Result,
                Field::Date,
                Field::Tournament,
            ],
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
    /// A player's group, or the name of a group.
    Group,
    InitialRating,
    LastName,
    FirstName,
    /// Both names in one: "Lee, Ann", or "Ann Lee".
    FullName,
    Active,
    Rating,
    PermanentRating,
    StartPermanent,
    /// When a player joined the club.
    Joined,
    Notes,
    White,
    Black,
    Result,
    Date,
    Tournament,
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

    /// The names it goes by, in small letters and without blanks.
    #[expect(clippy::too_many_lines, reason = "a list of names is read as one")]
    const fn names(self, kind: TableKind) -> &'static [&'static str] {
        match self {
            Self::Id if matches!(kind, TableKind::Players) => &[
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
            Self::Group if matches!(kind, TableKind::Groups) => &[
                "group",
                "groupname",
                "campgroup",
                "color",
                "colour",
                "gruppe",
                "name",
            ],
            Self::Group => &[
                "group",
                "groupname",
                "campgroup",
                "color",
                "colour",
                "gruppe",
            ],
            Self::InitialRating => &[
                "initialladderrating",
                "initialrating",
                "startrating",
                "startingrating",
                "rating",
                "defaultrating",
                "initial",
            ],
            Self::LastName => &[
                "lastname",
                "last",
                "surname",
                "familyname",
                "lname",
                "nachname",
                "apellido",
                "nom",
            ],
            Self::FirstName => &[
                "firstname",
                "first",
                "givenname",
                "forename",
                "fname",
                "vorname",
                "nombre",
                "prénom",
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
            Self::Active => &["active", "isactive", "aktiv", "present"],
            Self::Rating => &[
                "rating",
                "weeklyrating",
                "ladderrating",
                "weekrating",
                "currentrating",
            ],
            Self::PermanentRating => &["permanentrating", "permrating", "permanent", "perm"],
            Self::StartPermanent => &[
                "stwkperm",
                "startweekperm",
                "startofweekpermanent",
                "startofweekpermanentrating",
                "startweekpermanent",
                "startpermanent",
                "startperm",
                "weekstartpermanent",
            ],
            Self::Joined => &[
                "joined",
                "joinedon",
                "datejoined",
                "joindate",
                "joiningdate",
                "membersince",
            ],
            Self::Notes => &["notes", "note", "comments", "comment", "remarks", "memo"],
            Self::White => &[
                "white",
                "whiteid",
                "whiteplayer",
                "whiteplayerid",
                "weiß",
                "weiss",
            ],
            Self::Black => &[
                "black",
                "blackid",
                "blackplayer",
                "blackplayerid",
                "schwarz",
            ],
            Self::Result => &[
                "result",
                "outcome",
                "score",
                "ergebnis",
                "resultat",
                "resultado",
            ],
            Self::Date => &[
                "date",
                "gamedate",
                "dateplayed",
                "playedon",
                "played",
                "day",
                "datum",
                "fecha",
            ],
            Self::Tournament => &["tournament", "event", "turnier", "torneo", "tournoi"],
            Self::Extra | Self::Ignored => &[],
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Id => "Number",
            Self::Group => "Group",
            Self::InitialRating => "Initial Ladder Rating",
            Self::LastName => "Last Name",
            Self::FirstName => "First Name",
            Self::FullName => "Name",
            Self::Active => "Active",
            Self::Rating => "Rating",
            Self::PermanentRating => "Permanent Rating",
            Self::StartPermanent => "StWkPerm",
            Self::Joined => "Joined",
            Self::Notes => "Notes",
            Self::White => "White",
            Self::Black => "Black",
            Self::Result => "Result",
            Self::Date => "Date",
            Self::Tournament => "Tournament",
            Self::Extra => "Kept as it is",
            Self::Ignored => "Left out",
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
            (TableKind::Players, "Last_Name", Field::LastName),
            (TableKind::Players, "SURNAME", Field::LastName),
            (TableKind::Players, "Perm Rating", Field::PermanentRating),
            (TableKind::Players, "stwkperm", Field::StartPermanent),
            (TableKind::Players, "Rating", Field::Rating),
            (TableKind::Players, "Comments", Field::Notes),
            (
                TableKind::Groups,
                "Initial Ladder Rating",
                Field::InitialRating,
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
    fn names_of_columns_are_as_they_are_described() {
        fn compare<R: crate::domain::Described>(kind: TableKind) {
            for spec in R::FIELDS {
                let Some(first) = spec.names_in_old_files.first() else {
                    let mut fields = kind.fields().iter();
                    assert!(fields.all(|field| field.to_string() != spec.old_name));
                    continue;
                };
                let field = Field::of_name(kind, first).expect(first);
                assert_eq!(field.names(kind), spec.names_in_old_files);
                assert_eq!(field.to_string(), spec.old_name);
            }
        }
        compare::<crate::domain::Player>(TableKind::Players);
        compare::<crate::domain::Group>(TableKind::Groups);
        compare::<crate::domain::Game>(TableKind::Games);
    }
}
