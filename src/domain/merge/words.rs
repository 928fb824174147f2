//! A merge in plain words, for a preview.

use std::collections::BTreeMap;

use super::{
    Cell, Cells, Copies, Double, Key, Plan, ReadsHere, RecordChange, Renumbered, Table,
    coming::is_listing,
    three_way::{Clash, Conflict, Difference, alike},
};
use crate::domain::{
    Described, Field, Game, GameResult, Group, Kind, Player, name_key, sentence_case, show_date,
    within_sentence,
};

/// What people call the records of a table, and the table that they are a part of: one, and how they stand in a list.
pub(super) const NAMES: [(&str, &str); 12] = [
    ("game", "game"),
    ("person", "player"),
    ("camp_group", "group"),
    ("meeting", "meeting"),
    ("ladder", "ladder"),
    ("week", "week"),
    ("extra_column", "column"),
    ("accepted_problem", "accepted problem"),
    ("us_member", "US Chess member"),
    ("us_event", "US Chess event"),
    ("us_section", "US Chess section"),
    ("us_adjustment", "US Chess correction"),
];

/// Whose games came from a time when they can't have been typed.
pub const WRONG_CLOCK: &str =
    "The clock of the other computer seems to be wrong: check the dates and the order of its games";

/// Whose copy brings nothing. It isn't the same as the camp for that.
pub const NOTHING_NEW: &str =
    "The copy has nothing new. What was undone in it, or decided against, stays as it is here";

/// What becomes of a week that is closed on one copy only, if what both have done is put together.
pub(super) const OPENED_AGAIN: &str = "Opened again, with what both have";

/// What stands where nothing does.
const BLANK: &str = "–";

/// Columns that go with another one, which says it, and those that nobody reads.
const HIDDEN: [&str; 10] = [
    "logo_kind",
    "frozen_weekly",
    "frozen_permanent",
    "left_midweek",
    "imported_number",
    "imported_result",
    "imported_as",
    "imported_row",
    "entered_at",
    "position",
];

pub(super) fn is_hidden(column: &str) -> bool {
    HIDDEN.contains(&column)
}

/// What people call a record of a table.
pub(super) fn thing(table: &str) -> &'static str {
    let thing = NAMES.iter().find(|(known, _)| *known == table);
    thing.map_or("record", |(_, thing)| thing)
}

fn titled(key: &Key, name: &str) -> String {
    match key.table {
        "camp" => "The camp".to_owned(),
        "week" | "meeting" => sentence_case(name),
        table => sentence_case(format!("{} {name}", thing(table)).trim_end()),
    }
}

/// Where records of a table stand among others.
pub(super) fn rank(table: &str) -> usize {
    let mut tables = NAMES.iter();
    let place = tables.position(|(name, _)| *name == table);
    place.unwrap_or(NAMES.len())
}

/// A field in which two copies differ, as it stands on each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SideBySide {
    pub field: String,
    pub ours: String,
    pub theirs: String,
}

impl Plan {
    /// "The same on both, and kept once: Ana Lee 1–0 Ravi Shah, 7/6/2026"
    pub fn doubles_in_words(&self) -> impl Iterator<Item = String> {
        let doubles = self.doubles.iter();
        doubles.map(|double| {
            let kept = if double.is_one {
                "kept once"
            } else {
                "both kept"
            };
            let what = match double.table {
                "game" => String::new(),
                table => format!("{} ", thing(table)),
            };
            let but = match &double.here {
                ReadsHere::Row(here) => {
                    let both = double.on_both(here);
                    return format!("The same row of both files, and {kept}: {both}");
                }
                ReadsHere::Nearly(here) => {
                    let both = double.on_both(here);
                    return format!("New players with nearly the same name, and {kept}: {both}");
                }
                ReadsHere::Same => "",
                ReadsHere::ColorsSwapped => " but for the colors",
                ReadsHere::NamesSwapped => " but for the order of the names",
            };
            format!(
                "The same on both{but}, and {kept}: {what}{}",
                double.in_words
            )
        })
    }

    /// Who has another number afterwards: "Ana Lee is number 63 now, Ravi Shah number 64, and 3 more"
    pub fn new_numbers(&self) -> Option<String> {
        let (first, others) = self.renumbered.split_first()?;
        let mut said = vec![format!("{} is number {} now", first.player, first.to)];
        let mut others = others.iter();
        let second = others.next();
        said.extend(second.map(|it| format!("{} number {}", it.player, it.to)));
        let more = others.len();
        said.extend((more > 0).then(|| format!("and {more} more")));
        Some(said.join(", "))
    }

    /// What a conflict is about: "Player Ana Lee"
    pub fn title(&self, conflict: &Conflict) -> String {
        let week = Key::new("week", [conflict.key.uid()]);
        match &conflict.clash {
            Clash::Order => format!("The order of the games of {}", self.name(&week)),
            Clash::Week { .. } => self.title_of(&week),
            Clash::Fields(_) | Clash::Deleted { .. } => {
                let key = &conflict.key;
                let title = self.titles.get(key).cloned();
                titled(key, &title.unwrap_or_else(|| self.name(key)))
            }
        }
    }

    /// What a conflict comes by in a list: its kind, and a camper as the camp lists them, by last name.
    pub(super) fn place_of(&self, conflict: &Conflict, copies: &Copies) -> (usize, String, String) {
        let key = &conflict.key;
        let sides = [&copies.ours, &copies.theirs];
        let cells = sides.into_iter().find_map(|side| side.records.get(key));
        let text = |column: &str| match cells.and_then(|cells| cells.get(column)) {
            Some(Cell::Text(text)) => name_key(text),
            _ => String::new(),
        };
        let listed = match key.table {
            "person" => format!("{}, {}", text("last_name"), text("first_name")),
            _ => String::new(),
        };
        (rank(key.table), listed, self.title(conflict))
    }

    /// "Player Ana Lee"
    pub(super) fn title_of(&self, key: &Key) -> String {
        titled(key, &self.name(key))
    }

    /// What stands on each of the two copies.
    pub fn side_by_side(&self, conflict: &Conflict) -> Vec<SideBySide> {
        let row = |field: &str, ours: &str, theirs: &str| SideBySide {
            field: field.to_owned(),
            ours: ours.to_owned(),
            theirs: theirs.to_owned(),
        };
        match &conflict.clash {
            Clash::Order => vec![row("Order", "As it is here", "As in the copy")],
            Clash::Week {
                closed,
                left_out,
                staying,
                differ,
                is_ordered_anew,
            } => {
                let said = match closed {
                    [true, true] => ["Closed as it is here", "Closed as in the copy"],
                    [true, false] => ["Stays closed", OPENED_AGAIN],
                    _ => [OPENED_AGAIN, "Stays closed"],
                };
                let mut rows = vec![row("Week", said[0], said[1])];
                for (at, keys) in left_out.iter().enumerate() {
                    rows.extend(keys.iter().map(|key| {
                        let thing = sentence_case(thing(key.table));
                        let name = self.name(key);
                        let stays = format!("{name}: stays");
                        let goes = if staying.contains(key) {
                            format!("{name}: stays, without games")
                        } else {
                            format!("{name}: left out")
                        };
                        match at {
                            0 => row(&thing, &stays, &goes),
                            _ => row(&thing, &goes, &stays),
                        }
                    }));
                }
                rows.extend(differ.iter().flat_map(|it| self.rows_of_other(it)));
                if *is_ordered_anew {
                    rows.push(row("Order of the games", "As it is here", "As in the copy"));
                }
                rows
            }
            Clash::Deleted { here } => {
                let sides = |field: &str, goes: &str, stays: &str| {
                    if *here {
                        row(field, goes, stays)
                    } else {
                        row(field, stays, goes)
                    }
                };
                let mut rows = vec![sides("Record", "Deleted", &self.stays(conflict))];
                let of = thing(conflict.key.table);
                let without = format!("{of} {}", self.name(&conflict.key));
                let with = conflict.with.iter().map(|key| (key, "left out".to_owned()));
                let stay = conflict.without.iter();
                let stay = stay.map(|key| (key, format!("stays, without {without}")));
                rows.extend(with.chain(stay).map(|(key, becomes)| {
                    let name = match key.table {
                        "meeting" => self.title_of(key),
                        _ => self.name(key),
                    };
                    sides(
                        &sentence_case(thing(key.table)),
                        &format!("{name}: {becomes}"),
                        &format!("{name}: stays"),
                    )
                }));
                rows.extend(self.rows_of_replaced(conflict, *here));
                rows
            }
            Clash::Fields(differences) => {
                let rows = differences.iter();
                rows.flat_map(|it| self.rows_in(&conflict.key, it))
                    .collect()
            }
        }
    }

    /// "Stays, with result ½–½ instead of 0–1"
    fn stays(&self, conflict: &Conflict) -> String {
        let changed = conflict.changed.iter();
        let changed = changed.flat_map(|(key, change)| self.as_changed(key, change));
        let mut stays = vec!["Stays".to_owned()];
        stays.extend(changed);
        let mut needing = [&conflict.with, &conflict.without, &conflict.replaced].into_iter();
        if stays.len() == 1 && needing.all(Vec::is_empty) {
            stays.push("as it was changed".to_owned());
        }
        stays.join(", ")
    }

    /// How a record stays that was changed, or a part of it: "with result ½–½ instead of 0–1", "in week 2"
    pub(super) fn as_changed(&self, key: &Key, change: &RecordChange) -> Vec<String> {
        let is_of_week = is_listing(key);
        let week = || self.name(&Key::new("week", [key.uid()]));
        match change {
            RecordChange::Added(_) if is_of_week => return vec![format!("in {}", week())],
            RecordChange::Deleted(_) if is_of_week => {
                return vec![format!("no longer in {}", week())];
            }
            _ => {}
        }
        // Names stay as they are written.
        let is_named = key.table == "attendance" || key.table.ends_with("_extra");
        let in_words = |[field, before, after]: [String; 3]| {
            let is_short = field.chars().nth(1).is_some_and(char::is_uppercase);
            let field = if is_named || is_short {
                field
            } else {
                within_sentence(&field)
            };
            if before == BLANK {
                format!("with {field} {after}")
            } else {
                format!("with {field} {after} instead of {before}")
            }
        };
        let told = self.told(key, change).into_iter();
        let told = told.filter(|[_, before, after]| before != after);
        told.map(in_words).collect()
    }

    /// Sections that are as on the copy that has deleted somebody in them, if that is taken. Otherwise they are as on the other one, unless
    /// they are decided themselves.
    fn rows_of_replaced<'a>(
        &'a self,
        conflict: &'a Conflict,
        is_deleted_here: bool,
    ) -> impl Iterator<Item = SideBySide> {
        conflict.replaced.iter().map(move |key| {
            let name = self.name(key);
            let is_decided = self.conflicts.iter().any(|it| it.key == *key);
            let [ours, theirs] = match (is_decided, is_deleted_here) {
                (true, true) => ["as it is here", "stays"],
                (true, false) => ["stays", "as in the copy"],
                (false, _) => ["as it is here", "as in the copy"],
            };
            SideBySide {
                field: sentence_case(thing(key.table)),
                ours: format!("{name}: {ours}"),
                theirs: format!("{name}: {theirs}"),
            }
        })
    }

    /// In what two copies differ that is decided with a record: in a part of that, or in what needs one.
    fn rows_in(&self, decided: &Key, difference: &Difference) -> Vec<SideBySide> {
        let key = &difference.key;
        let whole = key.whole();
        let is_there = [&difference.ours, &difference.theirs].map(Option::is_some);
        let row = |field: String, sides: [String; 2]| {
            let [ours, theirs] = sides;
            vec![SideBySide {
                field,
                ours,
                theirs,
            }]
        };
        let is_of_week = is_listing(key);
        if whole == *decided {
            if !is_of_week || is_there == [true; 2] {
                return self.rows(difference);
            }
            let sides = is_there.map(|stays| {
                let becomes = if stays {
                    "Stays"
                } else {
                    "No longer in the week"
                };
                becomes.to_owned()
            });
            return row(self.title_of(&Key::new("week", [key.uid()])), sides);
        }
        if is_there == [true; 2] {
            return self.rows_of_other(difference);
        }
        let name = self.name(&whole);
        let sides = is_there.map(|stays| {
            let becomes = if stays { "stays" } else { "left out" };
            format!("{name}: {becomes}")
        });
        row(sentence_case(thing(whole.table)), sides)
    }

    /// "Player Ana Lee, Group"
    fn rows_of_other(&self, difference: &Difference) -> Vec<SideBySide> {
        let of = self.title_of(&difference.key.whole());
        let mut rows = self.rows(difference);
        for row in &mut rows {
            row.field = format!("{of}, {}", row.field);
        }
        rows
    }

    fn rows(&self, difference: &Difference) -> Vec<SideBySide> {
        let table = difference.key.table;
        let sides = [&difference.ours, &difference.theirs];
        let shown = |column: &String| {
            let [ours, theirs] = sides.map(|side| match side {
                Some(cells) => self.shown(table, column, cells.get(column)),
                None => "Not there".to_owned(),
            });
            SideBySide {
                field: self.field(&difference.key, column),
                ours,
                theirs,
            }
        };
        let columns = difference.columns.iter();
        let reads_the_same = |column: &String| match &sides {
            [Some(ours), Some(theirs)] => alike(ours.get(column), theirs.get(column)),
            _ => false,
        };
        let mut columns = columns
            .filter(|column| !is_hidden(column) && !reads_the_same(column))
            .collect::<Vec<_>>();
        columns.sort_by_key(|column| *column != "white_id");
        columns.into_iter().map(shown).collect()
    }

    /// "7/6/2026", "1–0", "Red"
    pub(super) fn shown(&self, table: &str, column: &str, cell: Option<&Cell>) -> String {
        let link = Table::of(table).and_then(|table| table.link(column));
        match (cell, link) {
            (None | Some(Cell::Empty), _) => BLANK.to_owned(),
            (Some(Cell::Text(text)), _) if text.is_empty() => BLANK.to_owned(),
            (Some(Cell::Text(uid)), Some(of)) => self.name(&Key::new(of, [uid])),
            (Some(Cell::Text(_)), None) if column == "logo" => "A picture".to_owned(),
            (Some(Cell::Text(_)), None) if column == "verified_at" => "Yes".to_owned(),
            (Some(Cell::Text(_)), None) if column == "posted" => "As it was rated there".to_owned(),
            (Some(Cell::Text(text)), None) => text.parse().map_or_else(|_| text.clone(), show_date),
            (Some(Cell::Whole(number)), _) => match (table, column) {
                ("game", "result") => GameResult::from_sign(*number)
                    .map_or_else(|| number.to_string(), |result| result.score().to_owned()),
                (_, "active" | "counts") => if *number == 0 { "No" } else { "Yes" }.to_owned(),
                _ => number.to_string(),
            },
        }
    }

    /// The title of a column.
    pub(super) fn field(&self, key: &Key, column: &str) -> String {
        let title = described::<Player>(column)
            .filter(|_| ["person", "week_player"].contains(&key.table))
            .or_else(|| described::<Game>(column).filter(|_| key.table == "game"))
            .or_else(|| described::<Group>(column).filter(|_| key.table.ends_with("group")));
        let custom = key.table.ends_with("_extra").then(|| {
            let column = key.parts.get(1).map_or("", String::as_str);
            self.name(&Key::new("extra_column", [column]))
        });
        let other = || match (key.table, column) {
            ("attendance", _) => {
                let player = key.parts.get(1).map_or("", String::as_str);
                self.name(&Key::new("person", [player]))
            }
            ("us_entry", column) => {
                let row = key.parts.get(1).and_then(|place| place.parse::<u32>().ok());
                let row = row.map_or(0, |place| place + 1);
                format!("Row {row}, {}", column.replace('_', " "))
            }
            ("us_rating", "posted") => "Rating".to_owned(),
            ("us_rating", _) => "Rating is out of date".to_owned(),
            ("ladder_setting", _) => key.parts.get(1).cloned().unwrap_or_default(),
            ("person", "id") => "Number".to_owned(),
            (_, "verified_at") => "Checked".to_owned(),
            (_, "held_on") => "Day".to_owned(),
            (_, "skill_order") => "Place in the order of groups".to_owned(),
            (_, "set_first_day") => "First day".to_owned(),
            (_, "set_last_day") => "Last day".to_owned(),
            _ => sentence_case(&column.replace('_', " ")),
        };
        title.map(str::to_owned).or(custom).unwrap_or_else(other)
    }

    pub(super) fn name(&self, key: &Key) -> String {
        let name = self.names.get(key).cloned();
        name.unwrap_or_default()
    }
}

/// The title of a described field, by its column.
fn described<R: Described>(column: &str) -> Option<&'static str> {
    let mut fields = R::FIELDS.iter();
    let spec = fields.find(|spec| spec.about.column == column)?;
    Some(match (spec.about.field, spec.about.kind) {
        (Field::Active, Kind::YesNo) => "Active",
        _ => spec.about.title,
    })
}

/// "Ana Lee 1–0 Ravi Shah, 7/6/2026"
pub(super) fn game(cells: &Cells, names: &[&BTreeMap<Key, String>]) -> String {
    let player = |column: &str| match cells.get(column) {
        Some(Cell::Text(uid)) => {
            let key = Key::new("person", [uid]);
            let mut names = names.iter();
            let name = names.find_map(|names| names.get(&key));
            name.cloned().unwrap_or_default()
        }
        _ => String::new(),
    };
    let result = match cells.get("result") {
        Some(Cell::Whole(sign)) => GameResult::from_sign(*sign),
        _ => None,
    };
    let score = result.map_or("–", GameResult::score);
    let day = match cells.get("played_on") {
        Some(Cell::Text(day)) => day.parse().ok().map(show_date),
        _ => None,
    };
    let day = day.map_or_else(String::new, |day| format!(", {day}"));
    format!("{} {score} {}{day}", player("white_id"), player("black_id"))
}

impl Double {
    /// Whether it is offered as one. A game with the colors swapped is rather another one, and so is who has nearly the same name.
    pub fn is_likely(&self) -> bool {
        !matches!(self.here, ReadsHere::ColorsSwapped | ReadsHere::Nearly(_))
    }

    /// "Ana Lee 1–0 Ravi Shah, 7/6/2026: one game"
    pub fn as_one(&self) -> String {
        let here = match &self.here {
            ReadsHere::Row(here) => {
                let both = self.on_both(here);
                return format!("The same row of both files, {both}: one game");
            }
            ReadsHere::Nearly(here) => {
                let both = sentence_case(&self.on_both(here));
                return format!("{both}: one {}", thing(self.table));
            }
            ReadsHere::Same => "",
            ReadsHere::ColorsSwapped => ", here with the colors swapped",
            ReadsHere::NamesSwapped => ", here with the names the other way round",
        };
        format!("{}{here}: one {}", self.in_words, thing(self.table))
    }

    /// "here Ana Lee 1–0 Ravi Shah, in the copy Ana Lee 0–1 Ravi Shah"
    fn on_both(&self, here: &str) -> String {
        format!("here {here}, in the copy {}", self.in_words)
    }
}

impl std::fmt::Display for Renumbered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            player, from, to, ..
        } = self;
        let place = if self.here { "here" } else { "in the copy" };
        write!(f, "{player}, number {from} {place}, gets number {to}")?;
        match &self.keeps {
            Some(keeps) if keeps == player => write!(f, ": {from} is another {keeps}’s"),
            Some(keeps) => write!(f, ": {from} is {keeps}’s"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_have_another_number_are_named() {
        let said = |count: usize| {
            let renumbered = |(player, to): (&&str, i64)| Renumbered {
                player: (*player).to_owned(),
                from: 60,
                to,
                keeps: None,
                here: true,
            };
            let players = ["Ana Lee", "Ravi Shah", "Zoe Zimmer", "Ann Vang"];
            let renumbered = players.iter().zip(63..).map(renumbered);
            let plan = Plan {
                renumbered: renumbered.take(count).collect(),
                ..Plan::default()
            };
            plan.new_numbers()
        };
        assert_eq!(said(0), None);
        assert_eq!(said(1).as_deref(), Some("Ana Lee is number 63 now"));
        let two = "Ana Lee is number 63 now, Ravi Shah number 64";
        assert_eq!(said(2).as_deref(), Some(two));
        assert_eq!(said(4), Some(format!("{two}, and 2 more")));
    }
}
