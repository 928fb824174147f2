//! What a repair has saved, and what not.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, types::Value};

use super::tables::{Key, KeyPart, Table};
use crate::{
    domain::{Game, Group, Player, counted, within_sentence},
    storage::value::Stored,
};

/// What a repair has saved, and what not.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Repaired {
    pub tables: Vec<RepairedTable>,
    /// What came from a backup: sentences without a full stop.
    pub filled: Vec<String>,
    /// What else is to be known.
    pub notes: Vec<RepairNote>,
    /// Whether there was a history that doesn't fit any more.
    pub history_is_left_out: bool,
}

/// A sentence without a full stop, with the records that it is about, if it names any.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RepairNote {
    text: String,
    names: Vec<String>,
}

/// How a list of names is told.
type InWords = fn(&[String]) -> String;

/// What was saved of one kind of records.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RepairedTable {
    /// "Players"
    pub title: &'static str,
    pub saved: usize,
    /// How many couldn't be read, and are as a backup has them.
    pub from_backup: usize,
    /// How many there were.
    pub of: usize,
    /// Whether there may have been more.
    pub is_about: bool,
    /// Which are missing, as far as that is known: "game 17 of week 1, Lee against Vang".
    pub missing: Vec<String>,
}

impl Repaired {
    /// Whether everything was saved, as it was.
    pub fn is_whole(&self) -> bool {
        self.notes.is_empty()
            && !self.history_is_left_out
            && self.tables.iter().all(RepairedTable::is_whole)
    }

    /// Whether nothing is missing but the history: what couldn't be read came from a backup.
    pub fn lacks_nothing(&self) -> bool {
        !self.filled.is_empty()
            && self.notes.is_empty()
            && self.tables.iter().all(RepairedTable::lacks_nothing)
    }

    /// All of it in words, a line each, with everything that is missing.
    pub fn lines(&self) -> Vec<String> {
        self.told(|names| names.join("; "))
    }

    /// The same where somebody reads it, with the first ones of long lists.
    pub fn lines_in_short(&self) -> Vec<String> {
        self.told(in_short)
    }

    fn told(&self, in_words: InWords) -> Vec<String> {
        let (told, unknown): (Vec<_>, Vec<_>) = self.tables.iter().partition(|table| table.of > 0);
        let is_any = told.iter().any(|table| table.saved + table.from_backup > 0);
        let titles = unknown.iter().map(|table| table.title.to_owned());
        let titles = in_words(&titles.collect::<Vec<_>>());
        let nothing = "nothing could be read, and nothing tells how much there was";
        let unknown = (!unknown.is_empty()).then(|| {
            if is_any {
                format!("{titles}: {nothing}")
            } else {
                format!("Of the records {nothing}")
            }
        });
        let tables = told.into_iter().map(|table| table.line(in_words));
        let tables = tables.chain(unknown);
        let notes = self.notes.iter().map(|note| note.line(in_words));
        let notes = self.filled.iter().cloned().chain(notes);
        let history = "The history is left out: what was done before can’t be undone";
        let history = self.history_is_left_out.then(|| history.to_owned());
        tables.chain(notes).chain(history).collect()
    }
}

impl From<String> for RepairNote {
    fn from(text: String) -> Self {
        let names = Vec::new();
        Self { text, names }
    }
}

impl RepairNote {
    pub(super) fn about(text: &str, names: Vec<String>) -> Self {
        let text = text.to_owned();
        Self { text, names }
    }

    fn line(&self, in_words: InWords) -> String {
        if self.names.is_empty() {
            return self.text.clone();
        }
        format!("{}: {}", self.text, in_words(&self.names))
    }
}

impl RepairedTable {
    pub fn is_whole(&self) -> bool {
        self.saved == self.of && !self.is_about
    }

    fn lacks_nothing(&self) -> bool {
        // The history is no record of the camp's.
        self.title == HISTORY || self.saved + self.from_backup == self.of && !self.is_about
    }

    /// "Games: 210 of about 213, 2 more from the backup. Missing: game 17 of week 1, Lee against Vang"
    fn line(&self, in_words: InWords) -> String {
        let Self {
            title, saved, of, ..
        } = self;
        let about = if self.is_about { "about " } else { "" };
        let missing = in_words(&self.missing);
        let missing = if missing.is_empty() {
            missing
        } else {
            format!(". Missing: {missing}")
        };
        let more = match self.from_backup {
            0 => String::new(),
            more => format!(", {more} more from the backup"),
        };
        format!("{title}: {saved} of {about}{of}{more}{missing}")
    }
}

/// A list that isn't longer than anybody reads.
fn in_short(names: &[String]) -> String {
    const MOST: usize = 12;
    let (first, others) = names.split_at(names.len().min(MOST));
    let text = first.join("; ");
    match others.len() {
        0 => text,
        count => format!("{text}; and {count} more"),
    }
}

/// What the history is called in the list.
pub(super) const HISTORY: &str = "Steps that can be undone";

/// What the records of each table are called: many of them, and one. In the order in which they are told.
const TITLES: [(&str, &str, &str); 25] = [
    ("camp", "Name and settings of the camp", "name and settings"),
    ("week", "Weeks", "week"),
    ("camp_group", "Groups", "group"),
    ("week_group", "Groups in the weeks", "group"),
    ("person", "Players", "player"),
    ("week_player", "Players in the weeks", "player"),
    ("game", "Games", "game"),
    ("extra_column", "Custom columns", "column"),
    (
        "group_extra",
        "Custom columns of groups",
        "group and column",
    ),
    (
        "person_extra",
        "Custom columns of players",
        "player and column",
    ),
    ("game_extra", "Custom columns of games", "game and column"),
    ("ladder", "Ladders", "ladder"),
    ("ladder_setting", "Settings of ladders", "setting of ladder"),
    ("meeting", "Meetings", "meeting"),
    ("attendance", "Attendance at meetings", "meeting and player"),
    ("accepted_problem", "Accepted problems", "problem of week"),
    ("us_member", "Members of US Chess", "member"),
    ("us_account", "Records of members", "member"),
    ("us_director", "Credits of directors", "member"),
    ("us_adjustment", "Adjustments", "adjustment"),
    ("us_event", "Events of US Chess", "event"),
    ("us_section", "Sections of US Chess", "section"),
    ("us_entry", "Rows of crosstables", "section and row"),
    ("us_rating", "Ratings of sections", "section"),
    ("history_step", HISTORY, "step"),
];

/// What the records of a table are called, and where that stands in the list; nothing of a table that is no director's business.
pub(super) fn title(table: &str) -> Option<(usize, &'static str)> {
    let place = TITLES.iter().position(|(name, ..)| *name == table)?;
    Some((place, TITLES[place].1))
}

/// The table of the records that are called so.
#[cfg(test)]
pub(super) fn table(title: &str) -> &'static str {
    let found = TITLES.iter().find(|(_, known, _)| *known == title);
    found.map_or("", |(table, ..)| table)
}

/// "game 17 of week 1, Lee against Vang"; `known` is what is known of its columns.
pub(super) fn name(
    connection: &Connection,
    table: &Table,
    key: &Key,
    known: &BTreeMap<usize, Value>,
) -> String {
    let word = TITLES.iter().find(|(name, ..)| *name == table.name);
    let word = word.map_or(table.name.as_str(), |(_, _, word)| word);
    let of = |column: &str| table.column(column).and_then(|at| known.get(&at));
    let number = |column: &str| match of(column) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    let person = |id: i64| {
        let sql = "SELECT trim(first_name || ' ' || last_name) FROM person WHERE id = ?1";
        let name = connection.query_row(sql, [id], |row| row.get::<_, String>(0));
        let name = name.optional().ok().flatten();
        name.unwrap_or_else(|| format!("player {id}"))
    };
    let week = |id: i64| {
        let sql = "SELECT number FROM week WHERE id = ?1";
        let found = connection.query_row(sql, [id], |row| row.get::<_, i64>(0));
        found.unwrap_or(id)
    };
    let group = |id: i64| {
        let sql = "SELECT name FROM camp_group WHERE id = ?1";
        let name = connection.query_row(sql, [id], |row| row.get::<_, String>(0));
        name.unwrap_or_else(|_| format!("group {id}"))
    };
    let texts = |columns: &[&str]| {
        let texts = columns.iter().filter_map(|column| match of(column) {
            Some(Value::Text(text)) if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    let mut name = match (table.name.as_str(), key) {
        ("week", Key::Row(id)) => format!("week {}", number("number").unwrap_or(*id)),
        ("camp", _) => word.to_owned(),
        (_, Key::Row(id)) => format!("{word} {id}"),
        ("week_player", Key::Columns(parts)) => match parts.as_slice() {
            [KeyPart::Number(of), KeyPart::Number(who)] => {
                format!("{} in week {}", person(*who), week(*of))
            }
            _ => word.to_owned(),
        },
        ("week_group", Key::Columns(parts)) => match parts.as_slice() {
            [KeyPart::Number(of), KeyPart::Number(which)] => {
                format!("{} in week {}", group(*which), week(*of))
            }
            _ => word.to_owned(),
        },
        (_, Key::Columns(parts)) => {
            let parts = parts.iter().map(|part| match part {
                KeyPart::Number(number) => number.to_string(),
                KeyPart::Text(text) => text.clone(),
            });
            format!("{word} {}", parts.collect::<Vec<_>>().join(", "))
        }
    };
    if table.name == "game" {
        if let Some(of) = number("week_id") {
            name = format!("{name} of week {}", week(of));
        }
        if let (Some(white), Some(black)) = (number("white_id"), number("black_id")) {
            name = format!("{name}, {} against {}", person(white), person(black));
        }
    }
    let said = match texts(&["first_name", "last_name"]) {
        names if names.is_empty() => texts(&["name"]),
        names => names,
    };
    if !said.is_empty() {
        name = format!("{name} ({said})");
    }
    name
}

/// "12 games"
pub(super) fn so_many(table: &str, count: usize) -> String {
    let word = TITLES.iter().find(|(name, ..)| *name == table);
    let counted = counted(count, word.map_or(table, |(_, _, word)| word));
    match table {
        "week_group" | "week_player" => format!("{counted} in weeks"),
        _ => counted,
    }
}

/// What a column is called where people type it.
pub(super) fn column_title(table: &Table, column: &str) -> String {
    fn of<R: Stored>(table: &str, column: &str) -> Option<&'static str> {
        let about = R::FIELDS.iter().map(|spec| &spec.about);
        let mut about = about.filter(|it| R::table(it.scope) == table && it.column == column);
        about.next().map(|it| it.title)
    }
    let table = table.name.as_str();
    let title = of::<Player>(table, column)
        .or_else(|| of::<Group>(table, column))
        .or_else(|| of::<Game>(table, column));
    title.map_or_else(|| column.replace('_', " "), within_sentence)
}
