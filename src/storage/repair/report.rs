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
        !self.filled.is_empty() && !self.lacks_records()
    }

    /// Whether a record or a part of one is missing: the history is none.
    pub(super) fn lacks_records(&self) -> bool {
        !self.notes.is_empty() || !self.tables.iter().all(RepairedTable::lacks_nothing)
    }

    /// All of it in words, a line each, with everything that is missing. That comes first.
    pub fn lines(&self) -> Vec<String> {
        self.told(usize::MAX)
    }

    /// The same where somebody reads it: many games by week, and the first ones of long lists.
    pub fn lines_in_short(&self) -> Vec<String> {
        const MOST: usize = 12;
        self.told(MOST)
    }

    /// With so many lines of each list at most.
    fn told(&self, most: usize) -> Vec<String> {
        let (told, unknown): (Vec<_>, Vec<_>) = self.tables.iter().partition(|table| table.of > 0);
        let is_any = told.iter().any(|table| table.saved + table.from_backup > 0);
        let (there, missing): (Vec<_>, Vec<_>) =
            told.into_iter().partition(|table| table.lacks_nothing());
        let (of_all, others): (Vec<_>, Vec<_>) = unknown
            .into_iter()
            .partition(|table| table.is_of_every_camp());
        let lacks_columns = missing.iter().any(|it| it.holds_table("extra_column"));
        let (of_columns, others): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|table| lacks_columns && table.has_values_of_columns());
        let titles = |tables: &[&RepairedTable]| {
            let titles = tables.iter().map(|table| table.title);
            titles.collect::<Vec<_>>().join("; ")
        };
        let nothing = "nothing could be read, and nothing tells how much there was";
        let mut lines = Vec::new();
        for table in missing {
            lines.extend(table.lines(most));
        }
        if !is_any {
            lines.push(format!("Of the records {nothing}"));
        } else if !of_all.is_empty() {
            lines.push(format!("{}: {nothing}", titles(&of_all)));
        }
        if is_any && !of_columns.is_empty() {
            lines.push(format!(
                "With the missing columns went the values in them, and nothing tells how many there were: {}",
                titles(&of_columns)
            ));
        }
        lines.extend(self.filled.iter().cloned());
        for note in &self.notes {
            lines.extend(listed(&note.text, &note.names, most));
        }
        if self.history_is_left_out {
            let left_out = "The history is left out: what was done before can’t be undone";
            lines.push(left_out.to_owned());
        }
        for table in there {
            lines.extend(table.lines(most));
        }
        if is_any && !others.is_empty() {
            lines.push(format!(
                "Nothing was found of these, and perhaps there was nothing: {}",
                titles(&others)
            ));
        }
        lines
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
}

impl RepairedTable {
    pub fn is_whole(&self) -> bool {
        self.saved == self.of && !self.is_about
    }

    fn lacks_nothing(&self) -> bool {
        // The history is no record of the camp's.
        self.title == HISTORY || self.saved + self.from_backup == self.of && !self.is_about
    }

    /// Whether there is no camp without any.
    fn is_of_every_camp(&self) -> bool {
        const SOME: [&str; 7] = [
            "camp",
            "week",
            "camp_group",
            "week_group",
            "person",
            "week_player",
            "game",
        ];
        SOME.iter().any(|table| self.holds_table(table))
    }

    fn has_values_of_columns(&self) -> bool {
        VALUES_OF_COLUMNS
            .iter()
            .any(|table| self.holds_table(table))
    }

    fn holds_table(&self, table: &str) -> bool {
        title(table).is_some_and(|(_, title)| title == self.title)
    }

    /// "Games: 212 of about 213, 2 of them from the backup. Missing: game 17 of week 1, Lee against Vang"
    fn lines(&self, most: usize) -> Vec<String> {
        let Self { title, of, .. } = self;
        let about = if self.is_about { "about " } else { "" };
        let backup = match (self.saved, self.from_backup) {
            (_, 0) => String::new(),
            (0, 1) => ", from the backup".to_owned(),
            (0, _) => ", all from the backup".to_owned(),
            (_, some) => format!(", {some} of them from the backup"),
        };
        let there = self.saved + self.from_backup;
        let missing = if self.missing.is_empty() {
            ""
        } else {
            ". Missing"
        };
        let head = format!("{title}: {there} of {about}{of}{backup}{missing}");
        listed(&head, &self.missing, most)
    }
}

/// A list under its head: beside it if it is one thing, and a line for each otherwise. So many of them at most.
fn listed(head: &str, names: &[String], most: usize) -> Vec<String> {
    let names = if most == usize::MAX {
        in_runs(names)
    } else {
        in_runs(&by_week(names))
    };
    match names.as_slice() {
        [] => vec![head.to_owned()],
        [one] => vec![format!("{head}: {one}")],
        _ => {
            let others = names.len().saturating_sub(most);
            let mut lines = vec![format!("{head}:")];
            lines.extend(names.iter().take(most).map(|name| format!("    {name}")));
            if others > 0 {
                lines.push(format!("    and {others} more"));
            }
            lines
        }
    }
}

/// Many games of known players in a line for each week: who played them, the whole list has.
fn by_week(names: &[String]) -> Vec<String> {
    const FEW: usize = 5;
    if names.iter().filter_map(|name| game_of_two(name)).count() <= FEW {
        return names.to_vec();
    }
    // "game 17 of week 1, Lee against Vang", and the numbers of all that are of that week.
    let mut lines = Vec::<(&String, &str, Vec<u64>)>::new();
    for name in names {
        let Some((number, of)) = game_of_two(name) else {
            lines.push((name, "", Vec::new()));
            continue;
        };
        let known = lines
            .iter_mut()
            .find(|(_, its, numbers)| *its == of && !numbers.is_empty());
        match known {
            Some((.., numbers)) => numbers.push(number),
            None => lines.push((name, of, vec![number])),
        }
    }
    let line = |(name, of, mut numbers): (&String, &str, Vec<u64>)| {
        numbers.sort_unstable();
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return name.clone();
        };
        let count = numbers.len();
        let runs_on = usize::try_from(last - first).is_ok_and(|steps| steps + 1 == count);
        match count {
            1 => name.clone(),
            2 => format!("games {first} and {last}{of}"),
            _ if runs_on => format!("games {first} to {last}{of}"),
            _ => format!("{count} games{of}, between {first} and {last}"),
        }
    };
    lines.into_iter().map(line).collect()
}

/// The number and the week of a game whose players are known: 17 and " of week 1".
fn game_of_two(name: &str) -> Option<(u64, &str)> {
    let (game, _) = name.split_once(", ")?;
    let (word, number, of) = numbered(game)?;
    (word == "game").then_some((number, of))
}

/// Where numbers run on, one name for all: "games 1 to 197 of week 1".
fn in_runs(names: &[String]) -> Vec<String> {
    let runs = names.chunk_by(|one, next| match (numbered(one), numbered(next)) {
        (Some((word, number, of)), Some((its_word, its_number, its_of))) => {
            word == its_word && of == its_of && number.checked_add(1) == Some(its_number)
        }
        _ => false,
    });
    let name = |run: &[String]| {
        let first = run.first().and_then(|name| numbered(name));
        let last = run.last().and_then(|name| numbered(name));
        match (first, last) {
            (Some((word, from, of)), Some((_, to, _))) if run.len() > 1 => {
                let and = if run.len() == 2 { "and" } else { "to" };
                format!("{word}s {from} {and} {to}{of}")
            }
            _ => run.concat(),
        }
    };
    runs.map(name).collect()
}

/// The parts of a name that says nothing but a number: "game", 17, " of week 1".
fn numbered(name: &str) -> Option<(&str, u64, &str)> {
    let (word, rest) = name.split_once(' ')?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit());
    let (number, of) = rest.split_at(end.unwrap_or(rest.len()));
    let week = of.strip_prefix(" of week ");
    let is_plain = of.is_empty() || week.is_some_and(|week| week.parse::<u64>().is_ok());
    let is_record = TITLES.iter().any(|(.., of)| *of == word);
    (is_plain && is_record).then_some((word, number.parse().ok()?, of))
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
    ("group_extra", "Values of custom columns of groups", "value"),
    (
        "person_extra",
        "Values of custom columns of players",
        "value",
    ),
    ("game_extra", "Values of custom columns of games", "value"),
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

/// The tables of which each row is what one record has in one custom column.
const VALUES_OF_COLUMNS: [&str; 3] = ["group_extra", "person_extra", "game_extra"];

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
    let custom_column = |id: i64| {
        let sql = "SELECT name FROM extra_column WHERE id = ?1";
        let name = connection.query_row(sql, [id], |row| row.get::<_, String>(0));
        name.map_or_else(|_| format!("column {id}"), |name| format!("“{name}”"))
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
        (of, Key::Columns(parts)) if VALUES_OF_COLUMNS.contains(&of) => match parts.as_slice() {
            [KeyPart::Number(id), KeyPart::Number(which)] => {
                let record = match of {
                    "group_extra" => group(*id),
                    "person_extra" => person(*id),
                    _ => format!("game {id}"),
                };
                format!("{} of {record}", custom_column(*which))
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

/// "12 games", "84 values of custom columns of players"
pub(super) fn so_many(table: &str, count: usize) -> String {
    let words = TITLES.iter().find(|(name, ..)| *name == table);
    let (title, word) = words.map_or((table, table), |(_, title, word)| (*title, *word));
    if let Some(of) = title.strip_prefix("Values ") {
        return format!("{} {of}", counted(count, word));
    }
    let mut thing = word.to_owned();
    if count != 1 {
        for between in [" and ", " of "] {
            thing = thing.replace(between, &format!("s{between}"));
        }
    }
    let counted = counted(count, &thing);
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
    title.map_or_else(
        || match (table, column) {
            ("meeting", "held_on") | ("us_adjustment", "adjusted_on") => "day".to_owned(),
            ("us_event" | "us_section", "begins") => "first day".to_owned(),
            ("us_event" | "us_section", "ends") => "last day".to_owned(),
            ("us_rating", "posted") => "ratings".to_owned(),
            ("game", "entered_at") => "time of entry".to_owned(),
            ("game", "verified_at") => "time of the check".to_owned(),
            (_, "uid") => "inner number".to_owned(),
            (_, "imported_number") => "number in the old file".to_owned(),
            (_, "imported_row" | "imported_result" | "imported_as") => {
                "row in the old file".to_owned()
            }
            _ => column.replace('_', " "),
        },
        within_sentence,
    )
}
