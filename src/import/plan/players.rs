//! Players: matched by number, or by name where the file has no numbers.

use std::collections::{HashMap, HashSet};

use super::{
    Counts, Outcome, cells, differences,
    groups::GroupPlanner,
    namesakes::{Expected, Namesakes},
    player_row::{self, Columns, Reading},
    rows_in_shape,
};
use crate::{
    domain::{
        self, CampData, ImportedPlayer, Player, PlayerId, RowPrint, full_name, listed_name,
        name_key,
    },
    import::{
        Choices, Field, Problem, ProblemKind, Severity, Table, plan::people::placeholder_name,
        recognise::Mapped, rows::Row, values::parse_whole,
    },
};

/// Collects what becomes of the players.
pub(super) struct PlayerPlanner<'a> {
    camp: &'a CampData,
    choices: &'a Choices,
    /// The rows read so far, by number.
    seen: HashMap<PlayerId, FirstRow<'a>>,
    /// Every player who is in a file, changed or not, as the camp will have him or her.
    planned: Vec<ImportedPlayer>,
    /// Which of those change the camp.
    is_change: Vec<bool>,
    counts: Counts,
    /// What changes, in words.
    words: Vec<String>,
    /// Players whose row is the one that was imported, and who were corrected since.
    corrected: usize,
    /// For rows without a number.
    namesakes: Namesakes<'a>,
    /// The next number for a player who has none.
    next_number: i64,
    /// Whom a number of the files means, where that isn't the player who has it in the camp.
    elsewhere: HashMap<i64, PlayerId>,
    /// Players of the week whose number is somebody else's in the files.
    leaving: Vec<PlayerId>,
}

/// Who a row is.
struct Identity<'a> {
    id: PlayerId,
    /// The number in the file, where it is another one.
    number: Option<i64>,
    /// The player in the camp.
    present: Option<&'a Player>,
    /// Whether the row is the one that was imported as that player.
    is_as_imported: bool,
    /// Who has the number of the file in another week, and keeps it there.
    has_number_of: Option<&'a Player>,
}

impl<'a> PlayerPlanner<'a> {
    pub(super) fn new(camp: &'a CampData, choices: &'a Choices) -> Self {
        Self {
            camp,
            choices,
            seen: HashMap::new(),
            planned: Vec::new(),
            is_change: Vec::new(),
            counts: Counts::default(),
            words: Vec::new(),
            corrected: 0,
            namesakes: Namesakes::new(camp),
            next_number: camp.next_player.0,
            elsewhere: camp
                .players
                .iter()
                .filter_map(|player| Some((player.imported_number?, player.id)))
                .collect(),
            leaving: Vec::new(),
        }
    }

    /// Reads all tables. Those with numbers come first, as the others then get numbers that are free.
    pub(super) fn read_all(
        &mut self,
        tables: &[&Mapped<'a>],
        groups: &mut GroupPlanner<'_>,
        problems: &mut Vec<Problem>,
    ) {
        for table in tables {
            self.note_numbers(table);
        }
        let is_numbered = |table: &&Mapped<'_>| table.column(Field::Id).is_some();
        let (numbered, others) = tables.iter().partition::<Vec<_>, _>(|it| is_numbered(it));
        for table in numbered {
            self.read(table, groups, problems);
        }
        self.expect(&others, groups);
        for table in others {
            self.read(table, groups, problems);
        }
    }

    /// Notes the numbers of a table before any is given out.
    fn note_numbers(&mut self, table: &Mapped<'a>) {
        let Some(column) = table.column(Field::Id) else {
            return;
        };
        let numbers = table.rows.iter().map(|row| parse_whole(row.cell(column)));
        let highest = numbers
            .filter_map(Result::ok)
            .flatten()
            .filter(|number| i32::try_from(*number).is_ok())
            .max()
            .unwrap_or(0);
        self.next_number = self.next_number.max(highest.saturating_add(1));
    }

    /// Reads a table of players.
    fn read(
        &mut self,
        table: &Mapped<'a>,
        groups: &mut GroupPlanner<'_>,
        problems: &mut Vec<Problem>,
    ) {
        let columns = Columns::new(table, self.camp);
        if columns.id.is_none() && !table.rows.is_empty() {
            problems.push(table.without_numbers());
        }
        note_split_names(table, &columns, problems);
        let rows = rows_in_shape(table, &mut self.counts.left_out, problems);
        for row in rows {
            let planned = self.read_row(table, row, &columns, groups, problems);
            if planned.is_none() {
                self.counts.left_out += 1;
            }
        }
    }

    /// Decides who the rows without a number are before any of them is read, when what is wrong with them is said.
    fn expect(&mut self, tables: &[&Mapped<'a>], groups: &mut GroupPlanner<'_>) {
        let columns = tables.iter().map(|table| Columns::new(table, self.camp));
        let columns = columns.collect::<Vec<_>>();
        let rows = tables.iter().zip(&columns).flat_map(|(table, columns)| {
            let rows = rows_in_shape(table, &mut 0, &mut Vec::new());
            rows.filter_map(move |row| {
                let (last, first) = names(table, row, columns, &mut Vec::new())?;
                let extra = cells::extra(row, &columns.extra);
                let expected = Expected {
                    listed: listed_name(&last, &first),
                    print: player_row::print(row, columns, &last, &first, &extra),
                    row: (table, columns, row, full_name(&first, &last)),
                };
                (!expected.listed.is_empty()).then_some(expected)
            })
        });
        let (camp, seen) = (self.camp, &self.seen);
        let is_seen = |id| seen.contains_key(&id);
        self.namesakes
            .decide(rows, is_seen, |(table, columns, row, name), present| {
                let mut reading = Reading {
                    table,
                    row: *row,
                    columns,
                    present: Some(present),
                    // So that a group that only this row names isn't noted for a comparison.
                    is_as_imported: true,
                    is_new: false,
                    name: name.clone(),
                    problems: &mut Vec::new(),
                };
                let names = (present.last_name.as_str(), present.first_name.as_str());
                let player = reading.player(names, groups);
                let group = present.group.and_then(|id| groups.present_name(id));
                differences::of_player(camp, (present, group), &player).count()
            });
    }

    /// `None` if the row is left out, which is then among the problems.
    fn read_row(
        &mut self,
        table: &Mapped<'a>,
        row: Row<'a>,
        columns: &Columns,
        groups: &mut GroupPlanner<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<()> {
        let (last_name, first_name) = names(table, row, columns, problems)?;
        if last_name.is_empty() && first_name.is_empty() {
            problems.push(table.problem(row, Severity::LeftOut, ProblemKind::NoName));
            return None;
        }
        let extra = cells::extra(row, &columns.extra);
        let print = player_row::print(row, columns, &last_name, &first_name, &extra);
        let names = (last_name.as_str(), first_name.as_str());
        let Identity {
            id,
            number,
            present,
            is_as_imported,
            has_number_of,
        } = self.identify(table, row, (columns, names, print), problems)?;
        let mut reading = Reading {
            table,
            row,
            columns,
            present,
            is_as_imported,
            is_new: present.is_none() && self.camp.player_of_another_week(id).is_none(),
            name: full_name(&first_name, &last_name),
            problems,
        };
        let mut player = reading.player(names, groups);
        player.player.id = id;
        player.player.imported_number = number;
        player.player.imported_row = Some(print);
        if cells::is_refused(table, row, player.player.problems(), problems) {
            return None;
        }
        if let Some(other) = has_number_of {
            self.give_way(other, &player.player);
        }
        let is_change = match present {
            None => {
                self.counts.added += 1;
                true
            }
            Some(present) => {
                let group = present.group.and_then(|id| groups.present_name(id));
                let differences = differences::of_player(self.camp, (present, group), &player);
                let differs = !differences.is_empty();
                if differs && !is_as_imported {
                    let record = format!("{} ({})", present.full_name(), present.id);
                    self.words.push(differences.of(&record));
                    self.counts.changed += 1;
                } else {
                    self.counts.unchanged += 1;
                }
                self.corrected += usize::from(differs && is_as_imported);
                !is_as_imported
            }
        };
        self.planned.push(player);
        self.is_change.push(is_change);
        Some(())
    }

    /// Who the row is. `None` if it is left out, or the director has to decide first.
    fn identify(
        &mut self,
        table: &Mapped<'a>,
        row: Row<'a>,
        (columns, (last_name, first_name), print): (&Columns, (&str, &str), RowPrint),
        problems: &mut Vec<Problem>,
    ) -> Option<Identity<'a>> {
        let mut number_in_file = None;
        let mut id = if let Some(column) = columns.id {
            let number = number(table, row, column, problems)?;
            number_in_file = Some(number.0);
            self.by_number(number, (last_name, first_name))
        } else {
            let place = table.table.place_of(row);
            let next = &mut self.next_number;
            let names = (last_name, first_name);
            self.namesakes
                .take(place, print, names, || take_number(next))
        };
        if let Some(first) = self.seen.get(&id) {
            problems.push(duplicate(table, row, id.0, *first));
            return None;
        }
        self.seen.insert(id, (table.table, row));
        let present = self.camp.player(id);
        let is_as_imported = present.is_some_and(|player| player.imported_row == Some(print));
        if let Some(present) = present
            && !is_as_imported
            && self.is_somebody_else(present, last_name, first_name)
        {
            let replaces = ProblemKind::ReplacesPlayer {
                id,
                present: present.full_name(),
                imported: full_name(first_name, last_name),
            };
            problems.push(table.problem(row, Severity::Decide, replaces));
            return None;
        }
        let other = (!is_as_imported)
            .then(|| self.person_of_other_weeks(id, last_name, first_name))
            .flatten();
        if other.is_some() {
            let number = number_in_file.unwrap_or(id.0);
            if number != id.0 {
                // The row doesn't mean the camper who was imported with this number, so one whose own number that is may come.
                self.seen.remove(&id);
            }
            id = self.new_number();
            self.elsewhere.insert(number, id);
            self.seen.insert(id, (table.table, row));
        }
        let present = self.camp.player(id);
        Some(Identity {
            id,
            number: match number_in_file {
                Some(number) => (number != id.0).then_some(number),
                None => present.and_then(|player| player.imported_number),
            },
            present,
            is_as_imported,
            has_number_of: other,
        })
    }

    /// Whom a number of the file means. Whoever has it here and another one in the file is somebody else, unless the names tell otherwise.
    fn by_number(&mut self, number: PlayerId, (last_name, first_name): (&str, &str)) -> PlayerId {
        if let Some(id) = self.elsewhere.get(&number.0) {
            return *id;
        }
        let present = self.camp.player(number);
        let present = present.filter(|player| player.imported_number.is_some());
        if present.is_none_or(|player| !are_two(player, last_name, first_name)) {
            return number;
        }
        let id = self.new_number();
        self.elsewhere.insert(number.0, id);
        id
    }

    fn new_number(&mut self) -> PlayerId {
        take_number(&mut self.next_number)
    }

    /// Whether the camp knows the number as another child, and nobody said that it's fine.
    fn is_somebody_else(&self, present: &Player, last_name: &str, first_name: &str) -> bool {
        are_two(present, last_name, first_name)
            && !self.choices.replace_players.contains(&present.id)
    }

    /// Somebody else who has this number in another week, and keeps it there.
    fn person_of_other_weeks(
        &self,
        id: PlayerId,
        last_name: &str,
        first_name: &str,
    ) -> Option<&'a Player> {
        let person = self.camp.player_of_another_week(id)?;
        are_two(person, last_name, first_name).then_some(person)
    }

    /// Says that a player got a new number, as the one in the file is that of `other` in the camp, who leaves the week unless he or she has
    /// played in it.
    fn give_way(&mut self, other: &Player, player: &Player) {
        self.words.push(format!(
            "{} gets the number {}: {} is {} in another week",
            full_name(&player.first_name, &player.last_name),
            player.id,
            other.id,
            other.full_name()
        ));
        let mut games = self.camp.games.iter();
        let has_played = games.any(|game| [game.white, game.black].contains(&other.id));
        let is_here = self.camp.player(other.id).is_some() && !self.leaving.contains(&other.id);
        if is_here && !has_played {
            self.words.push(format!(
                "{} ({}) leaves the week",
                other.full_name(),
                other.id
            ));
            self.leaving.push(other.id);
        }
    }

    /// Whom a number of the files means, where that isn't the player who has it in the camp.
    pub(super) const fn elsewhere(&self) -> &HashMap<i64, PlayerId> {
        &self.elsewhere
    }

    /// Players who leave the week: none whom a row means.
    pub(super) fn leaving(&self) -> Vec<PlayerId> {
        let meant = self.planned.iter().map(|it| it.player.id);
        let meant = meant.collect::<HashSet<_>>();
        let leaving = self.leaving.iter().copied();
        leaving.filter(|id| !meant.contains(id)).collect()
    }

    /// Every player of the files, as the camp will have him or her.
    pub(super) fn planned(&self) -> &[ImportedPlayer] {
        &self.planned
    }

    /// The number for a new player that neither the camp nor a file has given.
    pub(super) const fn next_number(&self) -> i64 {
        self.next_number
    }

    pub(super) fn finish(self, problems: &mut Vec<Problem>) -> Outcome<ImportedPlayer> {
        problems.extend(self.namesakes.problems());
        let changes = self
            .planned
            .into_iter()
            .zip(self.is_change)
            .filter_map(|(player, is_change)| is_change.then_some(player))
            .collect();
        Outcome {
            changes,
            counts: self.counts,
            words: self.words,
            corrected: self.corrected,
        }
    }
}

/// Gives out the next number.
fn take_number(next: &mut i64) -> PlayerId {
    let number = *next;
    *next = number.saturating_add(1);
    PlayerId(number)
}

/// Whether these are two children: both names differ.
fn are_two(player: &Player, last_name: &str, first_name: &str) -> bool {
    name_key(&player.last_name) != name_key(last_name)
        && name_key(&player.first_name) != name_key(first_name)
        && player.last_name != placeholder_name(player.id)
}

/// A player's number: Access counts to what 32 bits hold.
fn number(
    table: &Mapped<'_>,
    row: Row<'_>,
    column: usize,
    problems: &mut Vec<Problem>,
) -> Option<PlayerId> {
    let number = parse_whole(row.cell(column)).ok().flatten();
    let id = number
        .filter(|number| i32::try_from(*number).is_ok())
        .map(PlayerId);
    if id.is_none() {
        problems.push(table.problem(row, Severity::LeftOut, ProblemKind::MissingNumber));
    }
    id
}

/// The first row of a number, and its table.
pub(super) type FirstRow<'a> = (&'a Table, Row<'a>);

/// A second row with a number that another row has.
pub(super) fn duplicate(
    table: &Mapped<'_>,
    row: Row<'_>,
    number: i64,
    (first_table, first_row): FirstRow<'_>,
) -> Problem {
    let first = first_table.place_of(first_row);
    if first_row.cells().eq(row.cells()) {
        table.problem(
            row,
            Severity::Note,
            ProblemKind::DuplicateRow { number, first },
        )
    } else {
        table.problem(
            row,
            Severity::LeftOut,
            ProblemKind::DuplicateNumber { number, first },
        )
    }
}

/// Last and first name. `None` if one can't be stored, which is then among the problems.
fn names(
    table: &Mapped<'_>,
    row: Row<'_>,
    columns: &Columns,
    problems: &mut Vec<Problem>,
) -> Option<(String, String)> {
    if columns.last_name.is_none()
        && let Some(column) = columns.full_name
    {
        let whole = cells::name(table, row, Field::FullName, row.cell(column), problems)?;
        return Some(split_name(&whole));
    }
    let mut name = |column: Option<usize>, field| {
        let text = column.map_or("", |column| row.cell(column));
        cells::name(table, row, field, text, problems)
    };
    Some((
        name(columns.last_name, Field::Is(domain::Field::LastName))?,
        name(columns.first_name, Field::Is(domain::Field::FirstName))?,
    ))
}

/// Says once for a table that names without a comma were split.
fn note_split_names(table: &Mapped<'_>, columns: &Columns, problems: &mut Vec<Problem>) {
    let Some(column) = columns.full_name.filter(|_| columns.last_name.is_none()) else {
        return;
    };
    let is_split = |text: &&str| text.contains(' ') && !text.contains(',');
    let names = table.rows.iter().map(|row| row.cell(column));
    let names = names.filter(|text| !text.trim().is_empty());
    if let Some(example) = names.clone().find(is_split) {
        let split = ProblemKind::NamesSplit {
            example: example.to_owned(),
            without_comma: names.clone().filter(|text| !text.contains(',')).count(),
            names: names.count(),
        };
        problems.push(table.table_problem(Severity::Note, split));
    }
}

/// "Lee, Ann" at the comma; "Ann van der Lee" after the first word.
pub(super) fn split_name(whole: &str) -> (String, String) {
    let (last, first) = match whole.split_once(',') {
        Some((last, first)) => (last, first),
        None => whole
            .split_once(' ')
            .map_or((whole, ""), |(first, last)| (last, first)),
    };
    (last.trim().to_owned(), first.trim().to_owned())
}
