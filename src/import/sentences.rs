//! The sentence for each problem: what is wrong, what becomes of it, what to do.

use std::fmt;

use super::{
    DateBasis, DateReading, Field, TableKind,
    problem::{NamedPlayer, ProblemKind},
};
use crate::domain::{MAX_NOTES, NameProblem, PlayerId, counted, shortened};

/// So many letters of a text are told: enough to know it again.
const ENOUGH: usize = 41;

impl fmt::Display for ProblemKind {
    #[expect(clippy::too_many_lines, reason = "a list of sentences is read as one")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileCutOff => f.write_str(
                "The end of this Access file is missing. Check what was read, or take a complete copy of the file",
            ),
            Self::CatalogDamaged { rows } => write!(
                f,
                "The list of tables is damaged in {}, so a table may be missing. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "place")
            ),
            Self::TableDamaged { table } => write!(
                f,
                "The table {table} is damaged and can't be read. Use “Compact and Repair” in Access, and import again"
            ),
            Self::RowsDamaged { rows } => write!(
                f,
                "{} of this table can't be read. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::MoreRows { rows, counted: more } => write!(
                f,
                "This table has {}, and Access counts {more}. Deleted ones may be among them: use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::ColumnDamaged { column } => write!(
                f,
                "The column {column} is damaged and can't be read. Use “Compact and Repair” in Access, and import again"
            ),
            Self::ValuesDamaged { column, rows } => write!(
                f,
                "{column} can't be read in {} and counts as blank there. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::UnlistedTables { tables } => unlisted(f, tables),
            Self::UnlistedRows { rows } => write!(
                f,
                "{} of a lost table can't be read. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::ColumnNotText { column } => write!(
                f,
                "The column {column} holds pictures, attachments or lists, which aren't imported"
            ),
            Self::LinkedTable { table, file } => match file {
                Some(file) => write!(
                    f,
                    "The table {table} is only linked here. Its rows are in {file}, so import that file"
                ),
                None => write!(
                    f,
                    "The table {table} is only linked here. Import the file that holds its rows; its name often ends in “_be”"
                ),
            },
            Self::OpenInAccess => f.write_str(
                "This file is open in Access, so the last changes may not be in it yet. Close it there first to be sure",
            ),
            Self::LostLetters { count: letters, encoding } => write!(
                f,
                "{} can't be read as {encoding}. Export the table again and choose “Unicode (UTF-8)”",
                counted(*letters, "letter")
            ),
            Self::NotRecognised => f.write_str(
                "This table is neither groups, players nor games, so it is left out. Say what it is if it should be imported",
            ),
            Self::NoKnownTables { tables } => write!(
                f,
                "None of the tables in this file ({}) is known as groups, players or games. Say what they are, or choose another file",
                tables.join(", ")
            ),
            Self::NoTable { kind, others } if others.is_empty() => {
                write!(f, "This file has no table of {kind}")
            }
            Self::NoTable { kind, others } => write!(
                f,
                "No table in this file is known as {kind}. If it is one of these, say so: {}",
                others.join(", ")
            ),
            Self::OtherTableUsed { kind, used } => write!(
                f,
                "This table looks like {kind} too. The table {used} is taken instead, and this one is left out"
            ),
            Self::MissingColumn { kind, field } => write!(
                f,
                "No column is {field}, which {kind} need. Say which column it is, or leave the table out"
            ),
            Self::NoPlayers => f.write_str(
                "There are games, but no players in these files or in the camp. Import the players too",
            ),
            Self::LongRow { expected, found } => write!(
                f,
                "This row has {found} values for {expected} columns, so it can't be said which belongs where. It is left out: put quotation marks around the value with the extra separator"
            ),
            Self::ShortRow { expected, found } => write!(
                f,
                "This row has {found} values for {expected} columns. The missing ones count as blank"
            ),
            Self::NoNumbers { kind: TableKind::Games, is_unordered: true } => f.write_str(
                "The games have no numbers, so they are numbered by their rows, in the order in which Access stored them. Ratings depend on the order of play: please check it",
            ),
            Self::NoNumbers { kind: TableKind::Games, .. } => f.write_str(
                "The games have no numbers, so they are numbered by their rows. Another list without numbers would take their places",
            ),
            Self::SharedName { name, numbers } => write!(
                f,
                "More than one player is called {name}, and these rows have no numbers. In their order they are taken for {}: please check that",
                listed(numbers)
            ),
            Self::NoNumbers { kind, .. } => write!(
                f,
                "The {kind} have no numbers. Those that the camp knows by name keep theirs, and the others get new ones"
            ),
            Self::DatesAssumed { reading, example } => dates_assumed(f, *reading, example),
            Self::NamesSplit { example } => write!(
                f,
                "The names have no comma, so the first word is taken as the first name, as in “{example}”"
            ),
            Self::KeptAsCorrected { groups, players, games } => write!(
                f,
                "{} since the import, and the old file says the same as then. The corrections stay",
                corrected([(*groups, "group"), (*players, "player"), (*games, "game")])
            ),
            Self::NotANumber { field, text } => write!(
                f,
                "“{}” is not a whole number, so {field} counts as blank",
                shortened(text, ENOUGH)
            ),
            Self::OutOfRange { field, text, range } => write!(
                f,
                "{} is outside of {} to {}, so {field} counts as blank",
                shortened(text, ENOUGH),
                signed(*range.start()),
                range.end()
            ),
            Self::NotYesNo { field, text } => write!(
                f,
                "“{}” is neither Yes nor No, so {field} counts as No",
                shortened(text, ENOUGH)
            ),
            Self::NotADate { text } => write!(
                f,
                "“{}” is not a date here, so the game has none",
                shortened(text, ENOUGH)
            ),
            Self::BadName { field, problem } => bad_name(f, *field, problem),
            Self::NotesTooLong { length } => write!(
                f,
                "The notes have {length} characters, and there is room for {MAX_NOTES}. The rest is left out: shorten them in the old file, or keep it elsewhere"
            ),
            Self::NotesUnprintable { code } => write!(
                f,
                "The notes have characters that can't be printed (U+{code:04X}), which are left out"
            ),
            Self::CannotBeKept { reason } => write!(
                f,
                "This row can't be kept as it is, so it is left out. {reason}"
            ),
            Self::MissingNumber => f.write_str(
                "This row has no number that can be read, so it is left out. Type one in the old file, and import again",
            ),
            Self::DuplicateNumber { number, first } => write!(
                f,
                "The number {number} is already used in {first}, with other values. The first one is kept"
            ),
            Self::DuplicateRow { number, first } => write!(
                f,
                "The number {number} repeats {first} word for word, and counts once"
            ),
            Self::DuplicateGroup { group, first } => write!(
                f,
                "The group {group} is already described in {first}. The first one is kept"
            ),
            Self::NoGroupName => f.write_str("This group has no name, so it is left out"),
            Self::UnknownGroup { group, players } => write!(
                f,
                "The group {group} has {}, but no table describes it. It is added without an initial ladder rating: type one in Camp groups before pressing Recalc Ratings",
                counted(*players, "player")
            ),
            Self::GroupWithoutRating { group } => write!(
                f,
                "The group {group} has no initial ladder rating. Type one in Camp groups before pressing Recalc Ratings"
            ),
            Self::NoName => f.write_str("This player has no name, so the row is left out"),
            Self::NoGroup { player, is_active: true } => write!(
                f,
                "{player} has no group. Choose one in Ladder players before pressing Recalc Ratings"
            ),
            Self::NoGroup { player, is_active: false } => write!(f, "{player} has no group"),
            Self::NoStart { player } => write!(
                f,
                "{player} has no permanent rating for the start of the week (StWkPerm). It counts as 0 until you type one"
            ),
            Self::NoFrozenRating { player } => write!(
                f,
                "{player} is inactive, and a rating is blank. It counts as 0, as it did in Access"
            ),
            Self::ReplacesPlayer { id, present, imported } => write!(
                f,
                "Number {id} is {present} in the camp and {imported} in this file. Say whether {imported} takes the place of {present}"
            ),
            Self::NoPlayer { side } => write!(f, "{side} is blank, so the game is left out"),
            Self::UnknownPlayer { side, text } => write!(
                f,
                "{side} is “{}”, and no player has that name or number. The game is left out",
                shortened(text, ENOUGH)
            ),
            Self::NoGroupsAtAll => f.write_str(
                "There are no camp groups. A club's ladders need none; for weekly ratings add groups in Camp groups",
            ),
            Self::MadePlayer { text, id, name, active: true } => write!(
                f,
                "Nobody is known as “{}”, so the player {name} ({id}) is added",
                shortened(text, ENOUGH)
            ),
            Self::MadePlayer { text, id, name, active: false } => write!(
                f,
                "Nobody is known as “{}”, so the inactive player {name} ({id}) is added for the games",
                shortened(text, ENOUGH)
            ),
            Self::AmbiguousPlayer { side, text, candidates } => write!(
                f,
                "{side} is “{}”, and that can be {}. The game is left out until you say which",
                shortened(text, ENOUGH),
                any_of(candidates)
            ),
            Self::CutOffName { side, text, candidates } => write!(
                f,
                "{side} is “{}”, perhaps the cut-off name of {}. The game is left out until you say who it is",
                shortened(text, ENOUGH),
                any_of(candidates)
            ),
            Self::SamePlayer { player } => write!(
                f,
                "{player} is on both sides, so the game is left out"
            ),
            Self::UnclearResult { text, games } => write!(
                f,
                "{}. Say how such games ended, or leave them out",
                have_result(*games, text)
            ),
            Self::SkippedResult { text, games } => write!(
                f,
                "{}, and you chose to leave out such games",
                have_result(*games, text)
            ),
            Self::InOtherWeek { week, games: 1 } => write!(
                f,
                "This game is in week {week} already: same number, players, result and day"
            ),
            Self::InOtherWeek { week, games } => write!(
                f,
                "{games} games are in week {week} already: same number, players, result and day"
            ),
            Self::PerhapsInOtherWeek { week, games, added } => {
                perhaps_in_other_week(f, *week, *games, *added)
            }
            Self::RatedAsDrawByAccess { text, meaning, games } => write!(
                f,
                "{}, taken as “{}”. Access rated every game without “(1-0)” as a draw: choose Draw to rate as Access did",
                have_result(*games, text),
                meaning.words()
            ),
        }
    }
}

fn unlisted(f: &mut fmt::Formatter<'_>, tables: &[String]) -> fmt::Result {
    /// So many are named.
    const NAMED: usize = 6;
    let mut names = tables.iter().take(NAMED).cloned().collect::<Vec<_>>();
    if tables.len() > NAMED {
        names.push(format!("{} more", tables.len() - NAMED));
    }
    let (verb, are) = match tables.len() {
        1 => ("has", "is"),
        _ => ("have", "are"),
    };
    write!(
        f,
        "{} {verb} lost the name and {are} here as {}. Use “Compact and Repair” in Access, and import again",
        counted(tables.len(), "table"),
        names.join(", ")
    )
}

fn perhaps_in_other_week(
    f: &mut fmt::Formatter<'_>,
    week: i64,
    games: usize,
    added: bool,
) -> fmt::Result {
    let (may_be, it_has, them) = match games {
        1 => (
            "This game may be".to_owned(),
            "a game of the same number",
            "it as a new one",
        ),
        _ => (
            format!("{games} games may be"),
            "games of the same numbers",
            "them as new ones",
        ),
    };
    let done = if added {
        "You chose to add"
    } else {
        "Left out: choose to add"
    };
    let where_to = if added {
        String::new()
    } else {
        format!(" if that is wrong, or reopen week {week} to correct it there")
    };
    write!(
        f,
        "{may_be} in week {week} already, which has {it_has}, and no day tells them apart. {done} {them}{where_to}"
    )
}

fn dates_assumed(f: &mut fmt::Formatter<'_>, reading: DateReading, example: &str) -> fmt::Result {
    let why = match reading.basis {
        DateBasis::DaysTogether => "so that the games lie close together",
        DateBasis::Dots => "as usual with dots",
        _ => "as in America",
    };
    let order = reading.order;
    match reading.parse(example) {
        Ok(Some(day)) => write!(
            f,
            "Dates are read as {order}, {why}: “{example}” is {}. Choose another order if that is wrong",
            day.strftime("%B %-d, %Y")
        ),
        _ => write!(
            f,
            "Dates are read as {order}, {why}. Choose another order if that is wrong"
        ),
    }
}

fn bad_name(f: &mut fmt::Formatter<'_>, field: Field, problem: &NameProblem) -> fmt::Result {
    match problem {
        NameProblem::TooLong { length } => write!(
            f,
            "{field} has {length} characters, more than there is room for, so the row is left out. Shorten it in the old file"
        ),
        NameProblem::Unprintable { code } => write!(
            f,
            "{field} has a character that can't be printed (U+{code:04X}), so the row is left out. Type the name again in the old file"
        ),
    }
}

/// "1 game has the result “win”", "2 games have no result"
fn have_result(games: usize, text: &str) -> String {
    let verb = if games == 1 { "has" } else { "have" };
    let games = counted(games, "game");
    if text.is_empty() {
        format!("{games} {verb} no result")
    } else {
        format!("{games} {verb} the result “{}”", shortened(text, ENOUGH))
    }
}

/// "1 player and 2 games were corrected in the camp"
fn corrected(kinds: [(usize, &str); 3]) -> String {
    let named = kinds
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, thing)| counted(number, thing))
        .collect::<Vec<_>>();
    let verb = match named.as_slice() {
        [only] if only.starts_with("1 ") => "was",
        _ => "were",
    };
    let records = match named.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    };
    format!("{records} {verb} corrected in the camp")
}

/// "number 3", "numbers 3, 17 and 20"
fn listed(numbers: &[PlayerId]) -> String {
    let all = numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
    match all.split_last() {
        Some((last, [])) => format!("number {last}"),
        Some((last, others)) => format!("numbers {} and {last}", others.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// "Ann Lee (3) or Ann Lee (17)"
fn any_of(candidates: &[NamedPlayer]) -> String {
    const SHOWN: usize = 3;
    let mut names = candidates
        .iter()
        .take(SHOWN)
        .map(|(id, name)| format!("{name} ({id})"))
        .collect::<Vec<_>>();
    if candidates.len() > SHOWN {
        names.push(format!("{} more", candidates.len() - SHOWN));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// With a minus sign as it is printed: "−32768".
fn signed(number: i64) -> String {
    number.to_string().replace('-', "−")
}
