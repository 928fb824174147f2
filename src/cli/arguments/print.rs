//! What can be asked for of a print.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use strum::VariantArray as _;

use super::{Paper, from_one, yes_or_no};
use crate::{
    app::printing::PrintJob,
    report::{self, print::MAX_COPIES},
};

/// What to print, or to make a PDF of. `--list` says which of the choices a print has.
#[derive(Args, Debug)]
pub struct Print {
    #[arg(value_name = "CAMP.ladder", required_unless_present_any = OTHER_THAN_PRINTING)]
    pub camp: Option<PathBuf>,
    /// What to print
    #[arg(value_name = "PRINT", required_unless_present_any = OTHER_THAN_PRINTING, value_parser = print_words())]
    pub what: Option<WhatToPrint>,
    /// The PDF to write
    #[arg(long, value_name = "FILE.pdf", required_unless_present_any = OTHER_THAN_SAVING)]
    pub out: Option<PathBuf>,
    /// The printer to print on, instead of writing a PDF
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    pub printer: Option<String>,
    /// How many copies are printed
    #[arg(long, value_name = "N", requires = "printer", conflicts_with = "out", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_COPIES)))]
    pub copies: u16,
    /// As it was in this week; the current one if it isn't given
    #[arg(long, value_name = "N")]
    pub week: Option<i64>,
    #[command(flatten)]
    pub choices: PrintChoices,
    /// A template of your own instead of the one that comes with the program
    #[arg(long, value_name = "FILE.typ")]
    pub template: Option<PathBuf>,
    /// A folder of fonts for letters that the program has none for; the folder “Fonts” beside the camp file if it isn't given
    #[arg(long, value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    /// Save certificates even if letters of their names are missing in all fonts
    #[arg(long)]
    pub force: bool,
    /// Say what can be printed, and what can be chosen for it
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// Write the templates that come with the program into a folder, to be changed there
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub export_templates: Option<PathBuf>,
}

/// A print, or several in one PDF.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WhatToPrint {
    One(report::Print),
    /// Everything that is given out when the week ends.
    LastDay,
}

impl WhatToPrint {
    /// Where the words of prints stand, this is the one for everything of the last day.
    pub const LAST_DAY: &str = "last-day";
}

const OTHER_THAN_PRINTING: [&str; 2] = ["list", "export_templates"];
const OTHER_THAN_SAVING: [&str; 3] = ["list", "export_templates", "printer"];

/// What is chosen for a print; as usual where nothing is said. Each is a [`report::Choice`].
#[derive(Args, Debug)]
#[group(id = "chosen")]
pub struct PrintChoices {
    #[arg(long, value_enum)]
    pub paper: Option<Paper>,
    /// Only this group
    #[arg(long, value_name = "NAME", conflicts_with = "by_group")]
    pub group: Option<String>,
    /// A list for each group
    #[arg(long)]
    pub by_group: bool,
    /// Everybody in one list
    #[arg(long, conflicts_with_all = ["group", "by_group"])]
    pub whole_camp: bool,
    /// Only the first of each list
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub top: Option<NonZeroUsize>,
    /// Larger names, on so many pages at most; as usual the fewest on which they keep 20 points
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub pages: Option<NonZeroUsize>,
    /// Compare with the week before
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub arrows: Option<bool>,
    /// Show the weekly ratings
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub ratings: Option<bool>,
    /// Inactive players too
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub inactive: Option<bool>,
    /// Fun games too
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub fun_games: Option<bool>,
    /// Each list on a new page
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub new_pages: Option<bool>,
    /// The label sheet in the printer, by its maker's number
    #[arg(long, value_name = "NUMBER", value_parser = label_words())]
    pub labels: Option<report::LabelSheet>,
    /// The first label that is still on its sheet
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub first_label: Option<NonZeroUsize>,
    /// The camp's name on each label
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub camp_name: Option<bool>,
    /// The group on each label
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub group_name: Option<bool>,
    /// The camper's number on each label
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub number: Option<bool>,
    /// The camp's logo on each label
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub logo: Option<bool>,
    /// The edges of the labels, to hold a test print against the sheet
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub outlines: Option<bool>,
    /// For how many days there are boxes; for those of the week if it isn't given
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub days: Option<NonZeroUsize>,
    /// The number of the first line; after the games that are typed if it isn't given
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub first_line: Option<NonZeroUsize>,
    /// How many sheets of lines there are for each list
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub sheets: Option<NonZeroUsize>,
    /// The number of the first board
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub first_board: Option<NonZeroUsize>,
    /// How many boards get a number
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub boards: Option<NonZeroUsize>,
    /// Board numbers to fold as tents, to be read from both sides
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub tents: Option<bool>,
    /// Number the players of a round robin by name instead of by rank
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub by_name: Option<bool>,
    /// A slip for the result of each game, too
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub slips: Option<bool>,
    /// A paragraph of yours in the letter to parents
    #[arg(long, value_name = "TEXT")]
    pub paragraph: Option<String>,
    /// Which certificates; your own words if --words is given
    #[arg(long, value_parser = award_words())]
    pub award: Option<report::Certificate>,
    /// Up to which place there are certificates, 3 at most
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub places: Option<NonZeroUsize>,
    /// What a certificate in your own words says
    #[arg(long, value_name = "TEXT")]
    pub words: Option<String>,
    /// The winners at the end, to be read out
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub winners_last: Option<bool>,
    /// A sheet of paper for each player, to be printed on both sides
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub both_sides: Option<bool>,
    /// Only the player of this number
    #[arg(long, value_name = "ID")]
    pub player: Option<i64>,
    /// The ladder of this name
    #[arg(long, value_name = "NAME")]
    pub ladder: Option<String>,
    /// What each game was worth
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub game_data: Option<bool>,
    /// The ethnic background of the players, if the ladder keeps it
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no())]
    pub background: Option<bool>,
    /// Also show this custom column of the players; may be given several times
    #[arg(long, value_name = "NAME")]
    pub column: Vec<String>,
}

fn print_words() -> impl TypedValueParser<Value = WhatToPrint> {
    let words =
        report::Print::ALL.map(|print| PossibleValue::new(print.word()).help(print.title()));
    let last_day = PossibleValue::new(WhatToPrint::LAST_DAY).help(PrintJob::LAST_DAY);
    let words = words.into_iter().chain([last_day]);
    PossibleValuesParser::new(words).try_map(|word| match word.as_str() {
        WhatToPrint::LAST_DAY => Ok(WhatToPrint::LastDay),
        word => word.parse().map(WhatToPrint::One),
    })
}

fn award_words() -> impl TypedValueParser<Value = report::Certificate> {
    let words = report::Certificate::VARIANTS
        .iter()
        .map(|certificate| PossibleValue::new(certificate.word()).help(certificate.title()));
    PossibleValuesParser::new(words).try_map(|word| word.parse::<report::Certificate>())
}

fn label_words() -> impl TypedValueParser<Value = report::LabelSheet> {
    let words = report::LabelSheet::VARIANTS
        .iter()
        .map(|sheet| PossibleValue::new(sheet.word()).help(sheet.name()));
    PossibleValuesParser::new(words).try_map(|word| word.parse::<report::LabelSheet>())
}
