//! What a merge knows of the tables of a camp file: what a record is known by, what it names, and what belongs together.

use super::{Cell, Cells, Key};
use crate::domain::Numbered;

/// How a record is known in every copy of the camp.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum KnownBy {
    /// The column `uid`; the number of a record is each copy's own.
    Uid,
    /// These columns, which may name other records.
    Columns(&'static [&'static str]),
    /// These columns put together, as both copies had them; the number of a record is each copy's own.
    Words(&'static [&'static str]),
}

/// A table of the camp file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub name: &'static str,
    pub known_by: KnownBy,
    /// Columns that name a record of another table.
    pub links: &'static [(&'static str, &'static str)],
    /// Columns that aren't merged value by value: what is computed, and what is each copy's own.
    pub kept: &'static [&'static str],
    /// Columns that are one thing.
    together: &'static [&'static [&'static str]],
    /// The record that it is a part of: the place in its key, and the table.
    part_of: Option<(usize, &'static str)>,
    /// Whether it belongs to a week, and stays as it is once that is closed.
    pub is_of_week: bool,
}

const fn by_uid(name: &'static str) -> Table {
    Table {
        name,
        known_by: KnownBy::Uid,
        links: &[],
        kept: &["id"],
        together: &[],
        part_of: None,
        is_of_week: false,
    }
}

const fn by_columns(
    name: &'static str,
    key: &'static [&'static str],
    links: &'static [(&'static str, &'static str)],
) -> Table {
    Table {
        known_by: KnownBy::Columns(key),
        links,
        kept: &[],
        ..by_uid(name)
    }
}

const fn by_words(
    name: &'static str,
    words: &'static [&'static str],
    links: &'static [(&'static str, &'static str)],
) -> Table {
    Table {
        known_by: KnownBy::Words(words),
        links,
        ..by_uid(name)
    }
}

const fn part(table: Table, place: usize, of: &'static str) -> Table {
    Table {
        part_of: Some((place, of)),
        ..table
    }
}

const fn of_week(table: Table) -> Table {
    Table {
        is_of_week: true,
        ..table
    }
}

/// All tables with records, each after those that it names.
pub(crate) const TABLES: [Table; 24] = [
    Table {
        kept: &["id", "number", "first_day", "closed_on", "digest"],
        together: &[&["set_first_day", "set_last_day"]],
        ..by_uid("week")
    },
    Table {
        kept: &["uid", "current_week"],
        together: &[&["logo", "logo_kind"]],
        ..by_columns("camp", &["id"], &[("current_week", "week")])
    },
    by_uid("extra_column"),
    by_uid("camp_group"),
    part(
        by_columns(
            "group_extra",
            &["group_id", "column_id"],
            &[("group_id", "camp_group"), ("column_id", "extra_column")],
        ),
        0,
        "camp_group",
    ),
    of_week(part(
        by_columns(
            "week_group",
            &["week_id", "group_id"],
            &[("week_id", "week"), ("group_id", "camp_group")],
        ),
        1,
        "camp_group",
    )),
    by_uid("person"),
    part(
        by_columns(
            "person_extra",
            &["person_id", "column_id"],
            &[("person_id", "person"), ("column_id", "extra_column")],
        ),
        0,
        "person",
    ),
    of_week(part(
        Table {
            kept: &["weekly_rating", "permanent_rating"],
            together: &[&[
                "active",
                "frozen_weekly",
                "frozen_permanent",
                "left_midweek",
            ]],
            ..by_columns(
                "week_player",
                &["week_id", "person_id"],
                &[
                    ("week_id", "week"),
                    ("person_id", "person"),
                    ("group_id", "camp_group"),
                ],
            )
        },
        1,
        "person",
    )),
    of_week(Table {
        links: &[
            ("week_id", "week"),
            ("white_id", "person"),
            ("black_id", "person"),
        ],
        kept: &["id", "sequence"],
        together: &[
            // Who won follows from all three.
            &["white_id", "black_id", "result"],
            &[
                "imported_number",
                "imported_result",
                "imported_as",
                "imported_row",
            ],
        ],
        ..by_uid("game")
    }),
    of_week(part(
        by_columns(
            "game_extra",
            &["game_id", "column_id"],
            &[("game_id", "game"), ("column_id", "extra_column")],
        ),
        0,
        "game",
    )),
    by_uid("ladder"),
    part(
        by_columns(
            "ladder_setting",
            &["ladder_id", "name"],
            &[("ladder_id", "ladder")],
        ),
        0,
        "ladder",
    ),
    by_uid("meeting"),
    part(
        by_columns(
            "attendance",
            &["meeting_id", "person_id"],
            &[("meeting_id", "meeting"), ("person_id", "person")],
        ),
        0,
        "meeting",
    ),
    Table {
        links: &[("person_id", "person")],
        ..by_uid("us_member")
    },
    part(
        by_columns(
            "us_account",
            &["member_id", "balance", "system"],
            &[("member_id", "us_member")],
        ),
        0,
        "us_member",
    ),
    part(
        by_columns(
            "us_director",
            &["member_id", "balance", "role", "category"],
            &[("member_id", "us_member")],
        ),
        0,
        "us_member",
    ),
    by_words(
        "us_adjustment",
        &["member_id", "adjusted_on", "what", "value", "reason"],
        &[("member_id", "us_member")],
    ),
    by_uid("us_event"),
    by_words(
        "us_section",
        &["event_id", "number"],
        &[("event_id", "us_event")],
    ),
    part(
        by_columns(
            "us_entry",
            &["section_id", "place"],
            &[("section_id", "us_section"), ("member_id", "us_member")],
        ),
        0,
        "us_section",
    ),
    part(
        by_columns(
            "us_rating",
            &["section_id", "system"],
            &[("section_id", "us_section")],
        ),
        0,
        "us_section",
    ),
    // It may name games, players and sections.
    by_columns(
        "accepted_problem",
        &["week_id", "problem"],
        &[("week_id", "week")],
    ),
];

impl Table {
    /// The table of this name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// Whether its records are those of US Chess.
    pub(crate) fn is_us_chess(&self) -> bool {
        self.name.starts_with("us_")
    }

    /// The columns by which a record is known that has neither a uid nor anything else that every copy knows it by.
    pub(crate) const fn words(&self) -> Option<&'static [&'static str]> {
        match self.known_by {
            KnownBy::Words(words) => Some(words),
            KnownBy::Uid | KnownBy::Columns(_) => None,
        }
    }

    /// The table that a column names a record of.
    pub(crate) fn link(&self, column: &str) -> Option<&'static str> {
        let mut links = self.links.iter();
        links.find(|(name, _)| *name == column).map(|(_, of)| *of)
    }

    /// The columns of some records that are merged, those that are one thing together.
    pub(super) fn units<'a>(&self, records: &[&'a Cells]) -> Vec<Vec<&'a str>> {
        let mut units = Vec::<Vec<&str>>::new();
        let mut columns = records
            .iter()
            .flat_map(|cells| cells.keys().map(String::as_str))
            .filter(|column| !self.kept.contains(column))
            .collect::<Vec<_>>();
        columns.sort_unstable();
        columns.dedup();
        for together in self.together {
            let (unit, rest) = columns.iter().partition(|it| together.contains(it));
            units.push(unit);
            columns = rest;
        }
        units.extend(columns.into_iter().map(|column| vec![column]));
        units.retain(|unit| !unit.is_empty());
        units
    }
}

/// The table that a number in an accepted problem is of.
pub(crate) const fn numbered(of: Numbered) -> &'static str {
    match of {
        Numbered::Game => "game",
        Numbered::Player => "person",
        Numbered::Week => "week",
        Numbered::Section => "us_section",
    }
}

/// What a record is known by, as it stands in an accepted problem: no text of several words is one of several fields.
pub(crate) fn in_problem(known_by: &str) -> String {
    known_by.replace(' ', "/")
}

/// What a record is known by that an accepted problem names.
pub(crate) fn from_problem(known_by: &str) -> String {
    known_by.replace('/', " ")
}

impl Key {
    /// Whether it follows from others: what members of US Chess have now.
    pub(crate) fn is_computed(&self) -> bool {
        let is_balance = ["us_account", "us_director"].contains(&self.table);
        is_balance && self.parts.get(1).is_some_and(|balance| balance == "now")
    }

    pub(super) fn table(&self) -> Option<&'static Table> {
        Table::of(self.table)
    }

    /// The record that this one is a part of, or itself.
    pub(crate) fn whole(&self) -> Self {
        let part_of = self.table().and_then(|table| table.part_of);
        let whole = part_of.and_then(|(place, of)| Some((of, self.parts.get(place)?)));
        whole.map_or_else(|| self.clone(), |(of, uid)| Self::new(of, [uid]))
    }

    /// The records without which this one can't be.
    pub(super) fn needs(&self, cells: &Cells) -> Vec<Self> {
        let Some(table) = self.table() else {
            return Vec::new();
        };
        let mut needed = Vec::new();
        let linked = |column: &str| match cells.get(column) {
            Some(Cell::Text(uid)) => Some(uid.clone()),
            _ => None,
        };
        if let KnownBy::Columns(key) = table.known_by {
            for (column, uid) in key.iter().zip(&self.parts) {
                if let Some(of) = table.link(column) {
                    needed.push(Self::new(of, [uid]));
                }
            }
        }
        for (column, of) in table.links {
            needed.extend(linked(column).map(|uid| Self::new(of, [uid])));
        }
        match table.name {
            "game" => {
                let week = linked("week_id").unwrap_or_default();
                let players = ["white_id", "black_id"].into_iter().filter_map(linked);
                needed.extend(players.map(|uid| Self::new("week_player", [&week, &uid])));
            }
            "week_player" => {
                let week = self.parts.first().cloned().unwrap_or_default();
                let group = linked("group_id");
                needed.extend(group.map(|uid| Self::new("week_group", [&week, &uid])));
            }
            _ => {}
        }
        needed
    }
}
