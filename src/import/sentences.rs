//! The sentence for each problem: what is wrong, what becomes of it, what to do.

use std::fmt;

use super::{
    DateBasis, DateReading, Field, TableKind,
    problem::{NamedPlayer, ProblemKind},
};
use crate::domain::{MAX_NOTES, NameProblem, PlayerId, counted, sentence_case, shortened};

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
                "The table {table} is damaged and can’t be read. Use “Compact and Repair” in Access, and import again"
            ),
            Self::RowsDamaged { rows } => write!(
                f,
                "{} of this table can’t be read. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::MoreRows { rows, counted: more } => write!(
                f,
                "This table has {}, and Access counts {more}. Deleted ones may be among them: use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::ColumnDamaged { column } => write!(
                f,
                "The column {column} is damaged and can’t be read. Use “Compact and Repair” in Access, and import again"
            ),
            Self::ValuesDamaged { column, rows } => write!(
                f,
                "{column} can’t be read in {} and counts as blank there. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::UnlistedTables { tables } => unlisted(f, tables),
            Self::UnlistedRows { rows } => write!(
                f,
                "{} of a lost table can’t be read. Use “Compact and Repair” in Access, and import again",
                counted(*rows, "row")
            ),
            Self::ColumnNotText { column } => write!(
                f,
                "The column {column} holds pictures, attachments or lists, which aren’t imported"
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
                "{} can’t be read as {encoding}. Export the table again and choose “Unicode (UTF-8)”",
                counted(*letters, "letter")
            ),
            Self::NotRecognised => f.write_str(
                "This table is neither groups, players nor games: skipped. To import it, say what it is",
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
                "This table looks like {kind} too: skipped. The table {used} is used instead"
            ),
            Self::MissingColumn { kind, field } => write!(
                f,
                "{} need a {} column. Choose it, or skip the table",
                sentence_case(&kind.to_string()),
                field.title()
            ),
            Self::NoPlayers => f.write_str(
                "There are games, but no players in these files or in the camp. Import the players too",
            ),
            Self::LongRow { expected, found } => write!(
                f,
                "{} for {}: row skipped. Put quotation marks around the value with the extra separator",
                counted(*found, "value"),
                counted(*expected, "column")
            ),
            Self::ShortRow { expected, found } => write!(
                f,
                "This row has {} for {}. The missing ones count as blank",
                counted(*found, "value"),
                counted(*expected, "column")
            ),
            Self::NoNumbers { kind: TableKind::Games, is_unordered: true } => f.write_str(
                "The games have no numbers, so they are numbered by their rows, in the order in which Access stored them. Ratings depend on the order of play: please check it",
            ),
            Self::NoNumbers { kind: TableKind::Games, .. } => f.write_str(
                "The games have no numbers. A row that was imported before changes nothing. A row in the place of a game of the same day corrects it if it has the same two players, or if the rows beside it are as before. Between two such rows, a day that differs is corrected, too. All others are added",
            ),
            Self::SharedName { name, numbers } => write!(
                f,
                "Several players are called {name}, without numbers. Taken{} as {}: check this",
                if numbers.len() > 1 { " in order" } else { "" },
                listed(numbers)
            ),
            Self::NoNumbers { kind, .. } => write!(
                f,
                "The {kind} have no numbers. Those that the camp knows by name keep theirs, and the others get new ones"
            ),
            Self::DatesAssumed { reading, example, named, contrary } => {
                dates_assumed(f, *reading, example, &contrary_dates(*reading, named, *contrary))
            }
            Self::NamesSplit { example, without_comma, names } if without_comma == names => write!(
                f,
                "The names have no comma, so the first word is taken as the first name, as in “{example}”"
            ),
            Self::NamesSplit { example, without_comma, names } => write!(
                f,
                "No comma in {without_comma} of {names} names: their first word is taken as the first name, as in “{example}”"
            ),
            Self::KeptAsCorrected { groups, players, games } => write!(
                f,
                "{} since the import, and their rows say the same as then. The corrections stay",
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
                "The notes have {length} characters, and there is room for {MAX_NOTES}: the rest is skipped. Shorten them in the file or spreadsheet, or keep it elsewhere"
            ),
            Self::NotesUnprintable { code } => write!(
                f,
                "The notes have characters that can’t be printed (U+{code:04X}): these are skipped"
            ),
            Self::CannotBeKept { reason } => write!(
                f,
                "Row skipped. {reason}"
            ),
            Self::MissingNumber => f.write_str(
                "No number that can be read: row skipped. Type one in the file or spreadsheet, or leave the column out",
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
            Self::NoGroupName => f.write_str("Group without a name: skipped"),
            Self::UnknownGroup { group, players } => write!(
                f,
                "The group {group} has {}, but no table describes it. It is added without an initial ladder rating: type one in Camp groups before pressing Recalc Ratings",
                counted(*players, "player")
            ),
            Self::GroupWithoutRating { group } => write!(
                f,
                "The group {group} has no initial ladder rating. Type one in Camp groups before pressing Recalc Ratings"
            ),
            Self::NoName => f.write_str("Player without a name: skipped"),
            Self::NoGroup { player, is_active: true } => write!(
                f,
                "{player} has no group. Choose one in Ladder players before pressing Recalc Ratings"
            ),
            Self::NoGroup { player, is_active: false } => write!(f, "{player} has no group"),
            Self::NoStart { player } => write!(
                f,
                "{player} has no permanent rating for the start of the week (StWkPerm). It counts as 0 until you type one"
            ),
            Self::StartOfGroup { player, start } => write!(
                f,
                "{player} starts with the permanent rating {start}, the initial ladder rating of the group, as this list has no permanent ratings"
            ),
            Self::NoFrozenRating { player } => write!(
                f,
                "{player} is inactive, and a rating is blank. It counts as 0, as it did in Access"
            ),
            Self::ReplacesPlayer { id, present, imported } => write!(
                f,
                "Number {id} is {present} in the camp and {imported} in this file. Say whether {imported} takes the place of {present}"
            ),
            Self::NoPlayer { side } => write!(f, "{side} is blank: game skipped"),
            Self::UnknownPlayer { side, text } => write!(
                f,
                "{side} is “{}”, and no player has that name or number: game skipped",
                shortened(text, ENOUGH)
            ),
            Self::NoGroupsAtAll => f.write_str(
                "No camp groups. Camps: add groups in Camp groups. Clubs need none",
            ),
            Self::MadePlayer { text, id, name, active: true } => write!(
                f,
                "New player {name} ({id}): “{}” is not in the list",
                shortened(text, ENOUGH)
            ),
            Self::MadePlayer { text, id, name, active: false } => write!(
                f,
                "New inactive player {name} ({id}): “{}” is not in the list",
                shortened(text, ENOUGH)
            ),
            Self::AmbiguousPlayer { side, text, candidates } => write!(
                f,
                "{side} is “{}”, and that can be {}: game skipped until you say which",
                shortened(text, ENOUGH),
                any_of(candidates)
            ),
            Self::CutOffName { side, text, candidates } => write!(
                f,
                "{side} is “{}”, perhaps the cut-off name of {}: game skipped until you say who it is",
                shortened(text, ENOUGH),
                any_of(candidates)
            ),
            Self::SamePlayer { player } => write!(
                f,
                "{player} is on both sides: game skipped"
            ),
            Self::InactivePlayer { player, games } => write!(
                f,
                "{player} is inactive and has {}. The games are added, and {player} stays inactive until you tick Active in Ladder players",
                counted(*games, "new game")
            ),
            Self::ReplacesGame { number, present, imported } => write!(
                f,
                "Number {number} is {present} in the camp and {imported} in this file"
            ),
            Self::SameAsRow { first } => same_again(f, first),
            Self::SameAsGame { number } => same_again(f, &format_args!("game {number}")),
            Self::AlreadyHere { number } => write!(
                f,
                "This row was imported before, as game {number}. It is not added. If it is another game, type it in Ladder games"
            ),
            Self::UnclearResult { text, games } => write!(
                f,
                "{}. Say how such games ended, or skip them",
                have_result(*games, text)
            ),
            Self::SkippedResult { text, games } => write!(
                f,
                "{}, and you chose to skip such games",
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
                "{}, taken as “{}”. Access rated every game without “(1-0)” as a draw: {}",
                have_result(*games, text),
                meaning.words(),
                self.to_choose()
            ),
        }
    }
}

const OTHER_ORDER: &str = "Choose another order if that is wrong";

impl ProblemKind {
    /// The end of its sentence that says what to choose, where the command line has an option for that.
    #[must_use]
    pub const fn to_choose(&self) -> &'static str {
        match self {
            Self::RatedAsDrawByAccess { .. } => "choose Draw to rate as Access did",
            Self::DatesAssumed { .. } => OTHER_ORDER,
            _ => "",
        }
    }
}

fn same_again(f: &mut fmt::Formatter<'_>, first: &dyn fmt::Display) -> fmt::Result {
    write!(
        f,
        "The same as {first}: same day, same colors, same result. It is added as another game. Delete it if it was typed twice"
    )
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
            "a game with this number",
            "it as a new one",
        ),
        _ => (
            format!("{games} games may be"),
            "games with these numbers",
            "them as new ones",
        ),
    };
    let done = if added {
        "You chose to add"
    } else {
        "Skipped: choose to add"
    };
    let where_to = if added {
        String::new()
    } else {
        format!(" if that is wrong, or reopen week {week} to correct it there")
    };
    write!(
        f,
        "{may_be} in week {week} already, which has {it_has}, and the dates don’t tell them apart. {done} {them}{where_to}"
    )
}

fn dates_assumed(
    f: &mut fmt::Formatter<'_>,
    reading: DateReading,
    example: &str,
    contrary: &str,
) -> fmt::Result {
    let why = match reading.basis {
        DateBasis::DaysTogether => "so that the games lie close together",
        DateBasis::NearWeek => "so that the games lie near the others of the week",
        DateBasis::FewContradict => "as most of them fit best so",
        DateBasis::FewDecide => "though they lie far apart so",
        DateBasis::Dots => "as usual with dots",
        DateBasis::Assumed if !contrary.is_empty() => {
            "as in America, though not all can be read so"
        }
        _ => "as in America",
    };
    let order = reading.order;
    match reading.parse(example) {
        Ok(Some(day)) => write!(
            f,
            "Dates are read as {order}, {why}: “{example}” is {}. {contrary}{OTHER_ORDER}",
            day.strftime("%B %-d, %Y")
        ),
        _ => write!(
            f,
            "Dates are read as {order}, {why}. {contrary}{OTHER_ORDER}"
        ),
    }
}

/// "Line 7: “13/7/2026” doesn’t fit and counts as blank. ", and nothing where no date contradicts the others.
fn contrary_dates(reading: DateReading, named: &[(u64, String)], contrary: usize) -> String {
    if named.is_empty() {
        return String::new();
    }
    let mut dates = named
        .iter()
        .map(|(line, text)| format!("line {line}: “{}”", shortened(text, ENOUGH)))
        .collect::<Vec<_>>();
    if contrary > named.len() {
        dates.push(format!("{} more", contrary - named.len()));
    }
    let dates = sentence_case(&dates.join(", "));
    let said = match (reading.basis, contrary) {
        (DateBasis::FewDecide, _) => "can be read only so",
        (_, 1) => "doesn’t fit and counts as blank",
        _ => "don’t fit and count as blank",
    };
    format!("{dates} {said}. ")
}

fn bad_name(f: &mut fmt::Formatter<'_>, field: Field, problem: &NameProblem) -> fmt::Result {
    match problem {
        NameProblem::TooLong { length } => write!(
            f,
            "{field} has {length} characters, more than there is room for: row skipped. Shorten it in the file or spreadsheet"
        ),
        NameProblem::Unprintable { code } => write!(
            f,
            "{field} has a character that can’t be printed (U+{code:04X}): row skipped. Type the name again in the file or spreadsheet"
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
