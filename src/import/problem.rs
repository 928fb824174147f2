//! What the director is told about an import: where, how bad, and what to do.

use std::ops::RangeInclusive;

use std::fmt;

use super::{DateReading, Field, Meaning, TableKind};
use crate::domain::{NameProblem, PlayerId};

/// How much a problem matters. The gravest comes first in a list.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Severity {
    /// The import waits until the director has decided this.
    Decide,
    /// Something of the file will not be in the camp.
    LeftOut,
    /// Everything is imported, but this should be known.
    Note,
}

/// Where in the files something is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Place {
    /// The file's name, without its folder.
    pub file: String,
    /// The table, in an Access file.
    pub table: Option<String>,
    /// The line of a text file, or the row of an Access table in the order of its numbers; both from 1.
    pub line: Option<u64>,
}

impl Place {
    /// A file as a whole.
    #[must_use]
    pub fn file(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            table: None,
            line: None,
        }
    }
}

impl fmt::Display for Place {
    /// "Ladder Games.csv, line 12", "camp.accdb, Ladder Games, row 12"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(table) = &self.table {
            write!(f, ", {table}")?;
        }
        match self.line {
            Some(row) if self.table.is_some() => write!(f, ", row {row}"),
            Some(line) => write!(f, ", line {line}"),
            None => Ok(()),
        }
    }
}

/// One thing that the director should know, or decide, about an import.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    pub place: Place,
    pub severity: Severity,
    pub kind: ProblemKind,
}

impl Problem {
    pub(super) const fn new(place: Place, severity: Severity, kind: ProblemKind) -> Self {
        Self {
            place,
            severity,
            kind,
        }
    }

    /// What it is and what to do, with the place in front: "Ladder Games.csv, line 12: …"
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{}: {}", self.place, self.kind)
    }
}

/// A side of the board.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Side {
    White,
    Black,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A player as a problem names him or her: the number and "Ann Lee".
pub(super) type NamedPlayer = (PlayerId, String);

/// What was found. `Display` gives the sentence without the place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProblemKind {
    // About files.
    /// The file's length is not a whole number of pages.
    FileCutOff,
    /// Rows of the list of tables can't be read.
    CatalogDamaged {
        rows: usize,
    },
    TableDamaged {
        table: String,
    },
    RowsDamaged {
        rows: usize,
    },
    /// A table has more rows than its definition counts.
    MoreRows {
        rows: usize,
        counted: usize,
    },
    /// A column of a kind that there isn't.
    ColumnDamaged {
        column: String,
    },
    /// Values of a column can't be read, in so many rows.
    ValuesDamaged {
        column: String,
        rows: usize,
    },
    /// Tables that the list of tables doesn't have, by the names that they got instead of theirs.
    UnlistedTables {
        tables: Vec<String>,
    },
    /// Rows of tables that are nowhere described.
    UnlistedRows {
        rows: usize,
    },
    /// Attachments, pictures, lists of values.
    ColumnNotText {
        column: String,
    },
    LinkedTable {
        table: String,
        file: Option<String>,
    },
    OpenInAccess,
    LostLetters {
        count: usize,
        encoding: String,
    },

    // About tables.
    NotRecognised,
    /// An Access file with other tables only.
    NoKnownTables {
        tables: Vec<String>,
    },
    /// An Access file, and nothing else that is imported, has no table of this kind.
    NoTable {
        kind: TableKind,
        /// The tables of the file that aren't known as anything.
        others: Vec<String>,
    },
    /// Two tables of one Access file look alike; `used` is the one that is taken.
    OtherTableUsed {
        kind: TableKind,
        used: String,
    },
    MissingColumn {
        kind: TableKind,
        field: Field,
    },
    /// Games, but no players in the files or in the camp.
    NoPlayers,
    LongRow {
        expected: usize,
        found: usize,
    },
    ShortRow {
        expected: usize,
        found: usize,
    },
    /// The rows of this table have no numbers, and get their own.
    NoNumbers {
        kind: TableKind,
        /// They come as Access stored them: nothing tells the order in which they were typed.
        is_unordered: bool,
    },
    /// Rows of a table without numbers that may be one child or another, or one child twice. Place: the first of them.
    SharedName {
        name: String,
        /// The numbers that the rows got, in their order.
        numbers: Vec<PlayerId>,
    },
    /// The order of dates was assumed; `example` is the first date.
    DatesAssumed {
        reading: DateReading,
        example: String,
        /// The first of those that contradict the others, each with its line.
        named: Vec<(u64, String)>,
        /// How many do.
        contrary: usize,
    },
    /// Names in one column, so many of them without a comma.
    NamesSplit {
        example: String,
        without_comma: usize,
        names: usize,
    },

    /// Records that were corrected in the camp, and whose rows are as they were when they were imported.
    KeptAsCorrected {
        groups: usize,
        players: usize,
        games: usize,
    },

    // About values.
    NotANumber {
        field: Field,
        text: String,
    },
    OutOfRange {
        field: Field,
        text: String,
        range: RangeInclusive<i64>,
    },
    NotYesNo {
        field: Field,
        text: String,
    },
    NotADate {
        text: String,
    },
    BadName {
        field: Field,
        problem: NameProblem,
    },
    /// The notes have more characters than there is room for, and are cut.
    NotesTooLong {
        length: usize,
    },
    /// The notes have characters that can't be printed, which are left out.
    NotesUnprintable {
        code: u32,
    },
    /// The camp file would refuse what the row makes of a record.
    CannotBeKept {
        reason: String,
    },
    MissingNumber,
    DuplicateNumber {
        number: i64,
        first: Place,
    },
    DuplicateRow {
        number: i64,
        first: Place,
    },
    DuplicateGroup {
        group: String,
        first: Place,
    },

    // About groups.
    NoGroupName,
    /// Players are in this group, but no table describes it. Place: the first of them.
    UnknownGroup {
        group: String,
        players: usize,
    },
    GroupWithoutRating {
        group: String,
    },

    // About players.
    NoName,
    NoGroup {
        player: String,
        is_active: bool,
    },
    NoStart {
        player: String,
    },
    /// Taken from the group, as the list has no permanent ratings.
    StartOfGroup {
        player: String,
        start: i32,
    },
    NoFrozenRating {
        player: String,
    },
    /// The camp knows the number as somebody else.
    ReplacesPlayer {
        id: PlayerId,
        present: String,
        imported: String,
    },

    // About games.
    NoPlayer {
        side: Side,
    },
    UnknownPlayer {
        side: Side,
        text: String,
    },
    /// An unknown player was made one, as the director said or as nobody was known at all.
    MadePlayer {
        text: String,
        id: PlayerId,
        name: String,
        active: bool,
    },
    /// Neither the files nor the camp have groups. Place: the files.
    NoGroupsAtAll,
    AmbiguousPlayer {
        side: Side,
        text: String,
        candidates: Vec<NamedPlayer>,
    },
    CutOffName {
        side: Side,
        text: String,
        candidates: Vec<NamedPlayer>,
    },
    SamePlayer {
        player: String,
    },
    /// An inactive player of the camp has new games, and stays inactive. Place: the first of them.
    InactivePlayer {
        player: String,
        games: usize,
    },
    /// The week knows the number as another game.
    ReplacesGame {
        number: i64,
        /// "Ann Lee against Bo Vang on 7/13/2026"
        present: String,
        imported: String,
    },
    /// A row that is pasted says what another one does, and both are added.
    SameAsRow {
        first: Place,
    },
    /// A row says what a game of the camp does, by its number in the order of play, and is added. Of a file: one that was typed.
    SameAsGame {
        number: i64,
    },
    /// A row that is pasted says what an imported game of the camp does, by its number in the order of play, and isn't added.
    AlreadyHere {
        number: i64,
    },
    UnclearResult {
        text: String,
        games: usize,
    },
    SkippedResult {
        text: String,
        games: usize,
    },
    /// Place: the first of the games.
    InOtherWeek {
        week: i64,
        games: usize,
    },
    /// Another week has games of these numbers, and they may be these. Place: the first of the games.
    PerhapsInOtherWeek {
        week: i64,
        games: usize,
        /// The director said that they are games of this week.
        added: bool,
    },
    /// Access counted only `(1-0)` as a win. Place: the first of the games.
    RatedAsDrawByAccess {
        text: String,
        meaning: Meaning,
        games: usize,
    },
}

impl ProblemKind {
    /// Whether something of the file is lost that was in it once. The import waits until the director accepts that.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::FileCutOff
                | Self::CatalogDamaged { .. }
                | Self::TableDamaged { .. }
                | Self::RowsDamaged { .. }
                | Self::MoreRows { .. }
                | Self::ColumnDamaged { .. }
                | Self::ValuesDamaged { .. }
                | Self::UnlistedTables { .. }
                | Self::UnlistedRows { .. }
        )
    }
}
