//! What several problems of one kind are called together.

use crate::import::{ProblemKind, TableKind};

/// The title above all problems of this kind. Problems with the same title are one group.
pub(super) fn heading(kind: &ProblemKind) -> String {
    match kind {
        ProblemKind::AmbiguousPlayer { text, .. } => {
            format!("“{}” can be more than one player", text.trim())
        }
        ProblemKind::CutOffName { text, .. } => {
            format!("“{}” may be a name that was cut off", text.trim())
        }
        ProblemKind::UnknownPlayer { text, .. } => {
            format!("“{}” is nobody’s name or number", text.trim())
        }
        ProblemKind::NotANumber { field, .. } => {
            format!("{field} is not a whole number, so it counts as blank")
        }
        ProblemKind::OutOfRange { field, .. } => {
            format!("{field} is too large or too small, so it counts as blank")
        }
        ProblemKind::NotYesNo { field, .. } => {
            format!("{field} is neither Yes nor No, so it counts as No")
        }
        ProblemKind::BadName { field, .. } => format!("{field} can’t be imported (row skipped)"),
        ProblemKind::NoNumbers {
            kind: TableKind::Games,
            ..
        } => "The games have no numbers".to_owned(),
        ProblemKind::NoNumbers { kind, .. } => format!("The {kind} have no numbers"),
        _ => plain(kind).to_owned(),
    }
}

fn plain(kind: &ProblemKind) -> &'static str {
    match kind {
        ProblemKind::FileCutOff => "The end of a file is missing",
        ProblemKind::CatalogDamaged { .. }
        | ProblemKind::TableDamaged { .. }
        | ProblemKind::RowsDamaged { .. }
        | ProblemKind::MoreRows { .. }
        | ProblemKind::ColumnDamaged { .. }
        | ProblemKind::ValuesDamaged { .. }
        | ProblemKind::UnlistedTables { .. }
        | ProblemKind::UnlistedRows { .. } => "Parts of an Access file are damaged",
        ProblemKind::ColumnNotText { .. } => {
            "Columns with pictures, attachments or lists aren’t imported"
        }
        ProblemKind::LinkedTable { .. } => "Tables that are only linked",
        ProblemKind::OpenInAccess => "A file is open in Access",
        ProblemKind::LostLetters { .. } => "Letters that can’t be read",
        ProblemKind::NotRecognised => "Tables that are neither groups, players nor games",
        ProblemKind::NoKnownTables { .. } => "Access files without groups, players or games",
        ProblemKind::NoTable { .. } => "Access files without players or games",
        ProblemKind::OtherTableUsed { .. } => "Tables that look like another one",
        ProblemKind::NoPlayers => "Games without players",
        ProblemKind::LongRow { .. } => "Rows with too many values (skipped)",
        ProblemKind::ShortRow { .. } => "Rows with too few values: the missing ones count as blank",
        ProblemKind::NamesSplit { .. } => "Names without a comma",
        ProblemKind::KeptAsCorrected { .. } => "Corrections made in the camp stay",
        ProblemKind::SharedName { .. } => "Players of one name in a list without numbers",
        ProblemKind::NotADate { .. } => "Games without a date, because it can’t be read",
        ProblemKind::NotesTooLong { .. } => "Notes that are too long: the rest is skipped",
        ProblemKind::NotesUnprintable { .. } => "Notes with characters that can’t be printed",
        ProblemKind::CannotBeKept { .. } => "Rows that can’t be imported (skipped)",
        ProblemKind::MissingNumber => "Rows without a number (skipped)",
        ProblemKind::DuplicateNumber { .. } => {
            "Numbers that are used twice: the first row of each is kept"
        }
        ProblemKind::DuplicateRow { .. } => "Rows that repeat another one count once",
        ProblemKind::DuplicateGroup { .. } => {
            "Groups that are described twice: the first one is kept"
        }
        ProblemKind::NoGroupName => "Groups without a name (skipped)",
        ProblemKind::UnknownGroup { .. } => "Groups that no table describes",
        ProblemKind::GroupWithoutRating { .. } => "Groups without an initial ladder rating",
        ProblemKind::NoName => "Players without a name (skipped)",
        ProblemKind::NoGroup {
            is_active: true, ..
        } => "Active players without a group: choose one before pressing Recalc Ratings",
        ProblemKind::NoGroup { .. } => "Inactive players without a group",
        ProblemKind::NoStart { .. } => {
            "Players without a permanent rating for the start of the week: it counts as 0"
        }
        ProblemKind::StartOfGroup { .. } => {
            "New players start with the rating of their group, as permanent rating, too"
        }
        ProblemKind::NoFrozenRating { .. } => {
            "Inactive players with a blank rating: it counts as 0"
        }
        ProblemKind::ReplacesPlayer { .. } => "Numbers that belong to somebody else",
        ProblemKind::NoPlayer { .. } => "Games without White or Black (skipped)",
        ProblemKind::MadePlayer { active: true, .. } => {
            "Players are added by their names in the games"
        }
        ProblemKind::MadePlayer { .. } => "Inactive players are added for unknown ones",
        ProblemKind::NoGroupsAtAll => "A club without groups",
        ProblemKind::SamePlayer { .. } => "Games of a player against himself or herself (skipped)",
        ProblemKind::InactivePlayer { .. } => "Inactive players with new games",
        ProblemKind::ReplacesGame { .. } => "Numbers that belong to other games",
        ProblemKind::SameAsRow { .. } | ProblemKind::SameAsGame { .. } => {
            "Games that are perhaps there already, and are added"
        }
        ProblemKind::AlreadyHere { .. } => "Games that are here already, and are not added",
        ProblemKind::UnclearResult { .. } => "Results that aren’t clear",
        ProblemKind::InOtherWeek { .. } => "Games of another week",
        ProblemKind::PerhapsInOtherWeek { .. } => "Games that another week may have",
        ProblemKind::SkippedResult { .. } => "Games with results that you chose to skip",
        ProblemKind::RatedAsDrawByAccess { .. } => "Results that Access rated as draws",
        ProblemKind::DatesAssumed { .. } => "The order of the dates",
        ProblemKind::MissingColumn { .. } => "Columns that are missing",
        // Those that `heading` words itself.
        ProblemKind::AmbiguousPlayer { .. }
        | ProblemKind::CutOffName { .. }
        | ProblemKind::UnknownPlayer { .. }
        | ProblemKind::NotANumber { .. }
        | ProblemKind::OutOfRange { .. }
        | ProblemKind::NotYesNo { .. }
        | ProblemKind::BadName { .. }
        | ProblemKind::NoNumbers { .. } => "Other things",
    }
}
