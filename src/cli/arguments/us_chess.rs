//! What can be asked of sections of US Chess.

use std::path::PathBuf;

use clap::{
    ArgGroup, Args, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use jiff::civil::Date;
use strum::VariantArray as _;

use super::{one_of, parse_day};
use crate::{
    domain::us_chess::{MemberId, System},
    exchange::export::ExportFormat,
    rating::us_chess::Rules,
    report::Paper,
};

/// Sections of US Chess, of a camp or of files.
#[derive(Args, Debug)]
pub struct UsChess {
    /// The camp file; every command but check needs one
    #[arg(value_name = "CAMP.ladder")]
    pub camp: Option<PathBuf>,
    #[command(subcommand)]
    pub order: UsChessOrder,
}

/// What to do with sections of US Chess.
#[derive(Debug, Subcommand)]
pub enum UsChessOrder {
    /// Import members and sections: DBF, TRF16, text crosstables, CSV, JSON, the national member list
    Import {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Keep the ratings that were published with the sections, and don’t compute any
        #[arg(long)]
        as_published: bool,
        /// The day on which sections ended that don’t say so, as 2026-08-30
        #[arg(long, value_name = "DATE", value_parser = parse_day)]
        ended: Option<Date>,
        /// Make everybody of a national list a member, and not only bring those up to date whom the camp has
        #[arg(long)]
        all_members: bool,
        /// Say what would be imported, and save nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// List events and sections: days, systems, rated or not
    List {
        #[arg(long, value_enum, default_value_t)]
        format: ListFormat,
    },
    /// Rate sections, the oldest first
    Rate(Rate),
    /// Take the ratings of sections away; later sections of their members are to be rated again
    Unrate {
        #[arg(required = true, value_name = "EVENT:SECTION")]
        sections: Vec<SectionName>,
        #[command(flatten)]
        changes: RatingChanges,
    },
    /// Print the crosstable of a section
    Crosstable(Crosstable),
    /// Write all members as CSV, which can be imported again
    Members {
        /// Write birth dates
        #[arg(long)]
        birth_dates: bool,
        /// A file; if none is named, standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Show the record of a member
    Member {
        #[arg(value_name = "ID")]
        id: MemberId,
        /// The sections too: opponents, colors, results, ratings before and after
        #[arg(long)]
        history: bool,
        #[command(flatten)]
        period: PeakPeriod,
        #[arg(long, value_enum, default_value_t)]
        format: TableOrJson,
    },
    /// Write the games of a section with what their rating was computed from, to check it by hand
    Games {
        #[arg(value_name = "EVENT:SECTION")]
        section: SectionName,
        #[arg(long, value_parser = system_words())]
        system: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        format: GamesFormat,
    },
    /// Compute the records of members anew from the crosstables, and say what differs
    Recompute {
        #[command(flatten)]
        which: WhichMembers,
        /// The members’ IDs too, of all members
        #[arg(long = "ids")]
        with_ids: bool,
        /// Save what differs
        #[arg(long)]
        save: bool,
    },
    /// Show the credits of directors, and which level they have the experience for
    Directors {
        #[arg(value_name = "ID")]
        id: Option<MemberId>,
        /// The members’ IDs too, in a table
        #[arg(long)]
        ids: bool,
        #[arg(long, value_enum, default_value_t)]
        format: TableOrJson,
    },
    /// Show the registers of life titles, and which events were credited to them
    Titles {
        /// One member; if none is named, everybody who has a register
        #[arg(value_name = "ID")]
        id: Option<MemberId>,
        #[arg(long, value_enum, default_value_t)]
        format: TableOrJson,
    },
    /// List the holders of the 2200 title, also those who decline its floor
    TitleHolders {
        #[arg(long, value_enum, default_value_t)]
        format: TableOrJson,
    },
    /// List members by their highest established rating after an event, for invitations
    Invitations(Invitations),
    /// Write an event into files
    Export {
        #[arg(value_name = "EVENT")]
        event: String,
        #[arg(long = "as", value_parser = export_words(), value_name = "FORMAT")]
        format: ExportFormat,
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
        /// Write birth dates, where the format has room for them
        #[arg(long)]
        birth_dates: bool,
        /// Write who had White
        #[arg(long)]
        colors: bool,
    },
    /// Rate the sections of files again, and compare with the ratings that are printed in them
    ///
    /// Exit code 1 if a rating differs by more than rounding can, and no floor explains it.
    Check {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The rules of a year; if they aren’t named, those of the day on which a section ended
        #[arg(long, value_parser = rules_words())]
        rules: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        format: TableOrJson,
    },
}

/// From when to when the highest rating is looked for.
#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct PeakPeriod {
    /// The highest rating after an event from this day on
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    pub from: Option<Date>,
    /// The highest rating after an event up to this day
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    pub to: Option<Date>,
}

/// Who is invited.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Invitations {
    #[arg(long, value_parser = system_words(), default_value = System::Regular.word())]
    pub system: String,
    #[command(flatten)]
    pub period: PeakPeriod,
    /// The lowest peak of those who are invited
    #[arg(long, value_name = "RATING")]
    pub least: Option<f64>,
    /// The last place; who shares it is invited too
    #[arg(long, value_name = "PLACES", value_parser = super::whole_number::<usize>, allow_negative_numbers = true)]
    pub most: Option<usize>,
    #[arg(long, value_enum, default_value_t)]
    pub format: ListFormat,
}

/// Which sections to rate.
#[derive(Args, Debug)]
#[group(skip)]
#[command(group(ArgGroup::new("what").required(true).args(["sections", "all", "from"])))]
pub struct Rate {
    #[arg(value_name = "EVENT:SECTION")]
    pub sections: Vec<SectionName>,
    /// All sections that aren’t rated, and all whose ratings are out of date
    #[arg(long)]
    pub all: bool,
    /// All sections that ended on a day or later, rated or not
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    pub from: Option<Date>,
    /// Also where an earlier section of a member isn’t rated
    #[arg(long, requires = "sections")]
    pub out_of_order: bool,
    #[command(flatten)]
    pub changes: RatingChanges,
}

/// What is told of the changes of ratings, and whether they are saved.
#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct RatingChanges {
    /// The members’ IDs too
    #[arg(long)]
    pub ids: bool,
    /// Say what would change, and save nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// How a crosstable is printed.
#[derive(Args, Debug)]
pub struct Crosstable {
    #[arg(value_name = "EVENT:SECTION")]
    pub section: SectionName,
    /// In the order in which it was entered, and not by score
    #[arg(long)]
    pub entered: bool,
    /// Who had White
    #[arg(long)]
    pub colors: bool,
    #[arg(long, value_enum, default_value_t)]
    pub format: CrosstableFormat,
    /// The paper of a PDF
    #[arg(long, value_parser = one_of::<Paper>())]
    pub paper: Option<Paper>,
    /// How a PDF is laid out
    #[arg(long, value_enum)]
    pub layout: Option<CrosstableLayout>,
    /// The members’ numbers too, those of directors among them, in a PDF
    #[arg(long)]
    pub ids: bool,
    /// A file; if none is named, standard output
    #[arg(long, value_name = "FILE", required_if_eq("format", "pdf"))]
    pub out: Option<PathBuf>,
}

/// Whose records to compute.
#[derive(Args, Debug)]
#[group(id = "who", required = true, multiple = false, args = ["ids", "range", "all"])]
pub struct WhichMembers {
    #[arg(value_name = "ID")]
    pub ids: Vec<MemberId>,
    #[arg(long, value_name = "ID-ID", value_parser = parse_range)]
    pub range: Option<(MemberId, MemberId)>,
    #[arg(long)]
    pub all: bool,
}

/// A section of an event: "202608300103:5".
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SectionName {
    pub event: String,
    pub number: u16,
}

impl std::str::FromStr for SectionName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once(':');
        let parts = parts.and_then(|(event, number)| Some((event, number.parse().ok()?)));
        match parts {
            Some((event, number)) if !event.is_empty() => Ok(Self {
                event: event.to_owned(),
                number,
            }),
            _ => {
                Err("a section is named by its event and its number, as 202608300103:5".to_owned())
            }
        }
    }
}

impl std::fmt::Display for SectionName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.event, self.number)
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum TableOrJson {
    #[default]
    Table,
    Json,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum ListFormat {
    #[default]
    Table,
    Csv,
    Json,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum CrosstableFormat {
    #[default]
    Table,
    /// To be printed, typeset or in the classic layout; it needs --out
    Pdf,
    /// The classic layout, to the column
    Text,
    Csv,
    Json,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum CrosstableLayout {
    Typeset,
    /// The classic text, to the column; it has members’ numbers, and room for 21 rounds
    Classic,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum GamesFormat {
    #[default]
    Csv,
    Json,
}

fn export_words() -> impl TypedValueParser<Value = ExportFormat> {
    let words = ExportFormat::VARIANTS;
    let words = words
        .iter()
        .map(|format| PossibleValue::new(format.word()).help(format.title()));
    PossibleValuesParser::new(words).try_map(|word| {
        let mut formats = ExportFormat::VARIANTS.iter().copied();
        formats
            .find(|format| format.word() == word)
            .ok_or("there is no such format")
    })
}

fn parse_range(text: &str) -> Result<(MemberId, MemberId), String> {
    let (from, to) = text
        .split_once('-')
        .ok_or("a range is two members’ numbers with a dash between them, as 30000001-30000099")?;
    let id = |text: &str| {
        text.parse::<MemberId>()
            .map_err(|problem| problem.to_string())
    };
    let (from, to) = (id(from)?, id(to)?);
    if from > to {
        return Err("the first number of a range is the lower one".to_owned());
    }
    Ok((from, to))
}

/// The sets of rules, and "auto" for those of the day.
fn rules_words() -> PossibleValuesParser {
    PossibleValuesParser::new(
        std::iter::once("auto")
            .chain(Rules::names())
            .collect::<Vec<_>>(),
    )
}

fn system_words() -> PossibleValuesParser {
    PossibleValuesParser::new(System::VARIANTS.iter().map(|system| system.word()))
}
