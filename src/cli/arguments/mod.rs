//! What can be asked for on the command line.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{
    Args, CommandFactory as _, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use jiff::civil::Date;
use strum::VariantArray as _;

mod print;
#[cfg(test)]
mod tests;
mod us_chess;

pub(super) use self::print::{Print, SaidChoices, WhatToPrint};
pub(super) use self::us_chess::{
    Crosstable, CrosstableFormat, CrosstableLayout, GamesFormat, Invitations, ListFormat,
    PeakPeriod, Rate, RatingChanges, SectionName, TableOrJson, UsChess, UsChessOrder, WhichMembers,
};
use super::{plain_text, quoted};
use crate::{
    domain::{self, merge::Prefer},
    import, rating,
    report::Named,
};

/// The chess camp ladder: players, games, exact ratings and printed standings
#[derive(Debug, Parser)]
#[command(name = "camp-ladder", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// The camp file to open in the window
    #[arg(value_name = "CAMP.ladder")]
    pub camp: Option<PathBuf>,
    #[command(subcommand)]
    pub order: Option<Order>,
}

impl Arguments {
    /// What was typed. Where that can’t be carried out, or is a question for help, it is answered, and the program ends.
    pub fn typed() -> Self {
        let words = env::args_os().collect::<Vec<_>>();
        Self::of(&words).unwrap_or_else(|error| error.exit())
    }

    /// # Errors
    /// What is wrong, or asked for, as clap puts it.
    pub(super) fn of(words: &[OsString]) -> clap::error::Result<Self> {
        let read = Self::try_parse_from(words);
        read.map_err(|error| of_no_command(&error, words).unwrap_or(error))
    }
}

/// What is wrong where a word stands for a command that is none: it could be a camp for the window, and so the next word is called wrong.
fn of_no_command(error: &clap::Error, words: &[OsString]) -> Option<clap::Error> {
    let ContextValue::String(second) = error.get(ContextKind::InvalidSubcommand)? else {
        return None;
    };
    if error.kind() != ErrorKind::ArgumentConflict {
        return None;
    }
    let mut command = Arguments::command();
    let first = Path::new(words.get(1)?);
    let is_camp = first
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("ladder"));
    let sentence = if is_camp && command.find_subcommand(second).is_some() {
        let camp = quoted::path(first);
        format!("The command comes first: camp-ladder {second} {camp}")
    } else {
        let word = if is_camp { Path::new(second) } else { first };
        format!(
            "There is no command “{}”. The commands: camp-ladder --help",
            word.display()
        )
    };
    Some(command.error(ErrorKind::InvalidSubcommand, plain_text::shown(&sentence)))
}

/// A whole number, or what is wrong in plain words.
fn whole_number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let number = text.parse();
    number.map_err(|_| "type a whole number".to_owned())
}

fn parse_player(text: &str) -> Result<i64, String> {
    let number = text.parse();
    number.map_err(|_| {
        "type the player’s number, as Ladder players has it, and not a name".to_owned()
    })
}

fn parse_day(text: &str) -> Result<Date, String> {
    let day = text.parse();
    day.map_err(|_| "type the day as 2026-11-01".to_owned())
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Order {
    /// Show the sample camp in the window; without a display, print its standings
    Demo,
    /// Import Access files or text exported from Access
    Import(Import),
    /// Recalculate the ratings from the games of the week
    Recalc {
        #[arg(value_name = "CAMP.ladder")]
        camp: PathBuf,
    },
    /// List, close, start and reopen the weeks of a camp
    Week {
        #[arg(value_name = "CAMP.ladder")]
        camp: PathBuf,
        #[command(subcommand)]
        order: Week,
    },
    /// Print the standings as text: of the week, or of another ladder over the same games
    Standings(Standings),
    /// Say what a player’s rating or rank comes from, game by game
    Explain(Explain),
    /// Print, or make a PDF: standings and everything else on paper
    Print(Box<Print>),
    /// Make a folder of web pages and spreadsheets, with the standings of every week
    Publish(Publish),
    /// Look for damage in the file, and for things to check
    ///
    /// Exit code 1 if there is damage or a problem, or if it could not be done; what begins with “Note:” is none.
    Check {
        #[arg(value_name = "CAMP.ladder")]
        camp: PathBuf,
        /// Each thing on a line of its own, and what was accepted in the window
        #[arg(long)]
        all: bool,
        /// Compute anew what follows from the records and differs: ratings of all weeks, and records of US Chess members
        #[arg(long)]
        mend: bool,
    },
    /// Back the camp up now, or list its backups
    ///
    /// Exit code 1 if it could not be done, or if a backup of the list can’t be used any more.
    Backup(Backup),
    /// Put a backup in the place of the camp file, or into a new file
    ///
    /// The file that is there is moved aside. Without a number or a file, it is the newest backup that is good. Exit code 1 if it could not be
    /// done.
    Restore(Restore),
    /// Save what can be read of a damaged camp file into a new one, and list what is missing
    ///
    /// Exit code 1 if anything is missing, or if it could not be done.
    Repair {
        /// The damaged file, which stays as it is
        #[arg(value_name = "CAMP.ladder")]
        camp: PathBuf,
        /// The new camp file, which must not be there yet, or the folder for it
        #[arg(long, value_name = "NEW.ladder")]
        out: PathBuf,
        /// Fill what can’t be read from the newest good backup of the camp
        #[arg(long)]
        with_backup: bool,
    },
    /// Bring another copy of the camp together with it: what was added, changed and deleted in either is in both afterwards
    ///
    /// The other copy stays as it is. Exit code 1 if both have changed the same, and it isn’t said which of the two counts; also if it could not be
    /// done, as the sentence on standard error says.
    Merge(Merge),
    /// Rate sections of US Chess, keep their crosstables and the records of members
    UsChess(UsChess),
}

/// A camp, and whether its backups are only listed.
#[derive(Args, Debug)]
pub struct Backup {
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    /// List the backups that there are: when, why, games, players, size, and whether each is good
    #[arg(long)]
    pub list: bool,
    /// How to list them
    #[arg(long, value_enum, default_value_t, requires = "list")]
    pub format: TableOrJson,
}

/// Two copies of a camp.
#[derive(Args, Debug)]
pub struct Merge {
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    /// The other copy
    #[arg(value_name = "OTHER.ladder")]
    pub other: PathBuf,
    /// Only say what would come
    #[arg(long)]
    pub dry_run: bool,
    /// Which copy counts where both have changed the same
    #[arg(long, value_parser = which_copy())]
    pub prefer: Option<Prefer>,
    /// Keep both of what reads the same on both: games that were played twice, new players of one name who are two; the same row of the old file, by its number, is one all the same
    #[arg(long)]
    pub keep_both: bool,
}

/// Which backup to restore, and where to.
#[derive(Args, Debug)]
pub struct Restore {
    /// The camp file; it may be damaged or gone
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    /// The number of a backup in the list, of which 1 is the newest; or a backup or camp file of another place
    #[arg(long, value_name = "NUMBER|FILE", value_parser = parse_restore_from)]
    pub from: Option<RestoreFrom>,
    /// A new file, or the folder for it; otherwise the camp file itself is replaced
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What to restore from.
#[derive(Clone, Debug)]
pub enum RestoreFrom {
    Number(usize),
    File(PathBuf),
}

#[expect(clippy::unnecessary_wraps, reason = "as a parser of values returns")]
fn parse_restore_from(text: &str) -> Result<RestoreFrom, String> {
    Ok(match text.parse() {
        Ok(number) => RestoreFrom::Number(number),
        Err(_) => RestoreFrom::File(text.into()),
    })
}

/// What to import, and what its unclear places mean.
#[derive(Args, Debug)]
pub struct Import {
    /// The camp file; it is made if it isn’t there
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    /// Access files (.mdb, .accdb) or exported text (.csv, .txt)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Say what would be imported, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// What a result text means: white, draw, black or skip
    #[arg(long = "result", value_name = "TEXT=MEANING", value_parser = parse_result)]
    pub results: Vec<(String, import::Meaning)>,
    /// Add games that another week may have, as it has their numbers; otherwise they are skipped
    #[arg(long)]
    pub add_all_games: bool,
    /// Import what can be read of a damaged Access file; otherwise nothing of it is imported
    #[arg(long)]
    pub accept_damage: bool,
    /// What becomes of names and numbers in the games that no list of players has
    #[arg(long, value_enum, default_value_t)]
    pub unknown_players: UnknownPlayers,
    /// The order of dates that could be read in two ways
    #[arg(long, value_enum)]
    pub date_order: Option<DateOrder>,
}

/// What to do with the weeks of a camp.
#[derive(Debug, Subcommand)]
pub enum Week {
    /// List all weeks
    List,
    /// Recalculate, and close the open week: it is kept as it is
    Close,
    /// Start the next week, without games, with the permanent ratings of now
    Start {
        /// What to call the week
        #[arg(long, value_name = "TEXT")]
        label: Option<String>,
        /// Its first day, as 2026-07-13: a week after the last one began, or today, if that isn’t said
        #[arg(long, value_name = "DATE", value_parser = parse_day)]
        date: Option<Date>,
    },
    /// Update the start ratings of the open week to the permanent ratings that the week before ends with
    ///
    /// For a week that started before the week before it was corrected. An inactive player gets the ratings of its last day.
    Carry,
    /// Open a closed week again, to correct it
    Reopen {
        #[arg(value_name = "N", value_parser = whole_number::<i64>, allow_negative_numbers = true)]
        number: i64,
    },
}

/// What to tell the public, and where.
#[derive(Args, Debug)]
pub struct Publish {
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    /// The folder to write; what an earlier time wrote there is replaced, other files are left alone
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How players are named; if it isn’t given, as the camp’s settings say, otherwise by first name and initial
    #[arg(long, value_enum)]
    pub names: Option<Names>,
    /// Only this week
    #[arg(long, value_name = "N", value_parser = whole_number::<i64>, allow_negative_numbers = true)]
    pub week: Option<i64>,
    /// Only this ladder, and nothing of the weeks
    #[arg(long, value_name = "NAME", conflicts_with_all = ["week", "games", "crosstables"])]
    pub ladder: Option<String>,
    /// Single games, too: crosstables, lists of games, and the games on each player’s page
    #[arg(long)]
    pub games: bool,
    /// The printed standings, too, as PDF; only with full names, as paper has no others
    #[arg(long)]
    pub pdf: bool,
    /// The crosstables of all sections of US Chess, too
    #[arg(long)]
    pub crosstables: bool,
}

/// Which standings to print as text.
#[derive(Args, Debug)]
pub struct Standings {
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    #[command(flatten)]
    pub of: WhichLadder,
    /// The standings of this week; the current one if it isn’t given. Of another ladder than the week’s: only its games
    #[arg(long, value_name = "N", value_parser = whole_number::<i64>, allow_negative_numbers = true)]
    pub week: Option<i64>,
    /// Only this group
    #[arg(long, value_name = "NAME")]
    pub group: Option<String>,
    /// Inactive players too
    #[arg(long)]
    pub all: bool,
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The file to write; standard output if it isn’t given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Whose rating or rank to explain.
#[derive(Args, Debug)]
pub struct Explain {
    #[arg(value_name = "CAMP.ladder")]
    pub camp: PathBuf,
    #[command(flatten)]
    pub of: WhichLadder,
    /// The number of the player
    #[arg(long, value_name = "ID", value_parser = parse_player, allow_negative_numbers = true)]
    pub player: i64,
    /// The games of this week; the current one if it isn’t given. Of another ladder than the week’s: only these games
    #[arg(long, value_name = "N", value_parser = whole_number::<i64>, allow_negative_numbers = true)]
    pub week: Option<i64>,
}

/// A ladder, and how it is set up.
#[derive(Args, Debug)]
pub struct WhichLadder {
    /// How standings are made from games; the permanent rating is internal
    #[arg(long, value_parser = system_words(), default_value = "weekly")]
    pub system: System,
    /// A ladder that the camp keeps, as it is set up there
    #[arg(long, value_name = "NAME", conflicts_with = "system")]
    pub ladder: Option<String>,
    /// A setting of the ladder; may be given several times. An unknown name lists the valid ones
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub settings: Vec<(String, String)>,
}

/// Yes and no, as the help has them; and, unsaid, what else people type for them.
fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    let yes = || PossibleValue::new("yes").aliases(["y", "true", "t", "on", "1"]);
    let no = PossibleValue::new("no").aliases(["n", "false", "f", "off", "0"]);
    PossibleValuesParser::new([yes(), no]).map(move |word| yes().matches(&word, false))
}

/// The place of a word among these, each with what it means.
fn among(words: Vec<(&'static str, String)>) -> impl TypedValueParser<Value = usize> {
    let values = words.clone().into_iter();
    let values = values.map(|(word, meaning)| PossibleValue::new(word).help(meaning));
    PossibleValuesParser::new(values).try_map(move |said| {
        let mut words = words.iter();
        let place = words.position(|(word, _)| word.eq_ignore_ascii_case(&said));
        place.ok_or("there is no such word")
    })
}

/// Which of two copies counts.
fn which_copy() -> impl TypedValueParser<Value = Prefer> {
    const COPIES: [(Prefer, &str, &str); 2] = [
        (
            Prefer::Ours,
            "ours",
            "The camp that the other copy is brought to",
        ),
        (Prefer::Theirs, "theirs", "The other copy"),
    ];
    let words = COPIES.map(|(_, word, meaning)| (word, meaning.to_owned()));
    let copy = |place: usize| COPIES.get(place).map(|(copy, ..)| *copy);
    among(words.into()).try_map(move |place| copy(place).ok_or("there is no such word"))
}

/// One of the values of a kind, by its word.
fn one_of<T: Named + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    let words = T::VARIANTS
        .iter()
        .map(|value| (value.word(), value.title()));
    let value = |place: usize| {
        T::VARIANTS
            .get(place)
            .copied()
            .ok_or("there is no such word")
    };
    among(words.collect()).try_map(value)
}

/// How standings are written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum Format {
    #[default]
    Table,
    Csv,
    Json,
}

/// How published pages name the campers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Names {
    /// Ola de la Cruz
    Full,
    /// Ola D.
    Initial,
    /// Camper 11, in a club Player 11
    Number,
}

impl From<Names> for domain::PublishedNames {
    fn from(names: Names) -> Self {
        match names {
            Names::Full => Self::Full,
            Names::Initial => Self::Initial,
            Names::Number => Self::Number,
        }
    }
}

/// How standings are made from games.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum System {
    /// One of the camp ladder’s two ratings in one week.
    Week(domain::System),
    Ladder(domain::LadderSystem),
}

fn system_words() -> impl TypedValueParser<Value = System> {
    let of_week = [domain::System::Weekly, domain::System::Permanent];
    let systems = of_week.map(System::Week).into_iter().chain(
        domain::LadderSystem::VARIANTS
            .iter()
            .copied()
            .map(System::Ladder),
    );
    let words = systems.clone().map(|system| match system {
        System::Week(domain::System::Weekly) => {
            PossibleValue::new("weekly").help("The weekly rating of the camp ladder")
        }
        System::Week(domain::System::Permanent) => {
            PossibleValue::new("permanent").help("The permanent rating of the camp ladder")
        }
        System::Ladder(system) => {
            PossibleValue::new(system.word()).help(rating::kind(system).title)
        }
    });
    let words = words.collect::<Vec<_>>();
    let by_word = words.clone().into_iter().zip(systems).collect::<Vec<_>>();
    PossibleValuesParser::new(words).try_map(move |word| {
        let mut found = by_word
            .iter()
            .filter(|(offered, _)| offered.matches(&word, false));
        found.next().map(|(_, system)| *system).ok_or("not offered")
    })
}

/// "shared-ranks=none"
fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("“{text}” should look like shared-ranks=none"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// What becomes of unknown players.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum UnknownPlayers {
    /// Their games are skipped
    #[default]
    LeaveOut,
    /// They are added as players without a group
    Add,
    /// They are added as inactive players with ratings of 0, as Access counted them
    Inactive,
}

impl From<UnknownPlayers> for import::UnknownPlayers {
    fn from(unknown: UnknownPlayers) -> Self {
        match unknown {
            UnknownPlayers::LeaveOut => Self::LeaveOut,
            UnknownPlayers::Add => Self::Add,
            UnknownPlayers::Inactive => Self::Placeholder,
        }
    }
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DateOrder {
    Mdy,
    Dmy,
    Ymd,
}

impl From<DateOrder> for import::DateOrder {
    fn from(order: DateOrder) -> Self {
        match order {
            DateOrder::Mdy => Self::MonthDayYear,
            DateOrder::Dmy => Self::DayMonthYear,
            DateOrder::Ymd => Self::YearMonthDay,
        }
    }
}

/// "(0-1)=draw". The text itself may hold an equals sign, so the last one counts.
fn parse_result(text: &str) -> Result<(String, import::Meaning), String> {
    let wrong = || {
        format!(
            "“{text}” should look like “(0-1)=draw”, with white, draw, black or skip at its end"
        )
    };
    let (result, meaning) = text.rsplit_once('=').ok_or_else(wrong)?;
    let meaning = match meaning.trim().to_lowercase().as_str() {
        "white" => import::Meaning::White,
        "draw" => import::Meaning::Draw,
        "black" => import::Meaning::Black,
        "skip" => import::Meaning::Skip,
        _ => return Err(wrong()),
    };
    Ok((result.to_owned(), meaning))
}
