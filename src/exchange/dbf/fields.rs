//! The three files of a report in format 2C, and their fields.

use std::fmt;

/// One of the three files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum File {
    Events,
    Sections,
    Entries,
}

/// A field's name, and its length in bytes. Its type is C, characters.
pub(super) type Field = (&'static str, u8);

/// The highest number that two digits hold: of a section, of sections, and of rounds.
pub(super) const MOST: usize = 99;

/// The length of the field of a round.
pub(super) const ROUND_LENGTH: u8 = 7;

/// What the field of a round begins with; two digits follow.
pub(super) const ROUND: &str = "D_RND";

const EVENTS: [Field; 16] = [
    ("H_FORMAT", 5),
    ("H_PROGRAM", 10),
    ("H_EVENT_ID", 12),
    ("H_NAME", 35),
    ("H_TOT_SECT", 2),
    ("H_BEG_DATE", 8),
    ("H_END_DATE", 8),
    ("H_AFF_ID", 8),
    ("H_CITY", 21),
    ("H_STATE", 2),
    ("H_ZIPCODE", 10),
    ("H_COUNTRY", 21),
    ("H_SENDCROS", 1),
    ("H_CTD_ID", 8),
    ("H_ATD_ID", 8),
    ("H_OTHER_TD", 255),
];

const SECTIONS: [Field; 16] = [
    ("S_EVENT_ID", 12),
    ("S_SEC_NUM", 2),
    ("S_SEC_NAME", 30),
    ("S_R_SYSTEM", 1),
    ("S_TIMECTL", 40),
    ("S_CTD_ID", 8),
    ("S_ATD_ID", 8),
    ("S_TRN_TYPE", 1),
    ("S_TOT_RNDS", 2),
    ("S_LST_PAIR", 4),
    ("S_BEG_DATE", 8),
    ("S_END_DATE", 8),
    ("S_SCH_LVL", 1),
    ("S_GR_PRIX", 1),
    ("S_GP_PTS", 3),
    ("S_FIDE", 1),
];

const ENTRIES: [Field; 7] = [
    ("D_EVENT_ID", 12),
    ("D_SEC_NUM", 2),
    ("D_PAIR_NUM", 4),
    ("D_MEM_ID", 8),
    ("D_NAME", 30),
    ("D_STATE", 2),
    ("D_RATING", 4),
];

impl File {
    /// The fields in their order, those of rounds excepted, which follow.
    pub(super) const fn fields(self) -> &'static [Field] {
        match self {
            Self::Events => &EVENTS,
            Self::Sections => &SECTIONS,
            Self::Entries => &ENTRIES,
        }
    }

    /// The fields without which a file can't be read.
    pub(super) const fn needed(self) -> &'static [&'static str] {
        match self {
            Self::Events => &["H_NAME"],
            Self::Sections => &["S_SEC_NUM", "S_R_SYSTEM"],
            Self::Entries => &["D_SEC_NUM", "D_PAIR_NUM", "D_MEM_ID", "D_NAME", "D_RND01"],
        }
    }

    /// "THEXPORT.DBF record 2, `H_NAME`"
    pub(super) fn place(self, record: usize, field: &str) -> String {
        format!("{self} record {record}, {field}")
    }
}

impl fmt::Display for File {
    /// "THEXPORT.DBF"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Events => "THEXPORT.DBF",
            Self::Sections => "TSEXPORT.DBF",
            Self::Entries => "TDEXPORT.DBF",
        })
    }
}

/// The length of a field.
pub(super) fn length(file: File, field: &str) -> usize {
    let found = file.fields().iter().find(|(name, _)| *name == field);
    found.map_or(0, |(_, length)| usize::from(*length))
}

/// The field of a round, which is counted from 1: "`D_RND01`".
pub(super) fn round_field(round: usize) -> String {
    format!("{ROUND}{round:02}")
}
