//! What can be asked for of a print.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    parser::ValueSource,
};
use strum::VariantArray as _;

use super::{among, one_of, yes_or_no};
use crate::{
    app::printing::PrintJob,
    domain::PlayerId,
    report::{
        self, Choice, ChoiceKind, ChoiceSpec, PrintScope,
        print::{MAX_COPIES, Sides},
    },
};

/// What to print, or to make a PDF of. `--list` says which of the choices a print has.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("where").required(true).multiple(true).args(WHERE_IT_GOES))]
pub struct Print {
    #[arg(value_name = "CAMP.ladder", required_unless_present_any = OTHER_THAN_PRINTING)]
    pub camp: Option<PathBuf>,
    /// What to print
    #[arg(value_name = "PRINT", required_unless_present_any = OTHER_THAN_PRINTING, value_parser = print_words())]
    pub what: Option<WhatToPrint>,
    /// The PDF to write
    #[arg(long, value_name = "FILE.pdf")]
    pub out: Option<PathBuf>,
    /// The printer to print on, instead of writing a PDF
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    pub printer: Option<String>,
    /// How many copies are printed
    #[arg(long, value_name = "N", requires = "printer", conflicts_with = "out", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_COPIES)))]
    pub copies: u16,
    /// Only these pages are printed: “1-3,5”
    #[arg(
        long,
        value_name = "PAGES",
        requires = "printer",
        conflicts_with = "out"
    )]
    pub only_pages: Option<String>,
    /// Which sides of the paper are printed on; both where the sheets are laid out for them, and otherwise as the printer is set
    #[arg(long, value_name = "WORD", requires = "printer", conflicts_with = "out", value_parser = one_of::<Sides>())]
    pub sides: Option<Sides>,
    /// As it was in this week; the current one if it isn’t given
    #[arg(long, value_name = "N", value_parser = super::whole_number::<i64>, allow_negative_numbers = true)]
    pub week: Option<i64>,
    #[command(flatten)]
    pub choices: SaidChoices,
    /// A template of your own instead of the one that comes with the program
    #[arg(long, value_name = "FILE.typ")]
    pub template: Option<PathBuf>,
    /// A folder of fonts for letters that the program has none for; the folder “Fonts” beside the camp file if it isn’t given
    #[arg(long, value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    /// Save or print certificates, badges and labels even if letters of their names are missing in all fonts
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
/// One of them at least is said.
const WHERE_IT_GOES: [&str; 4] = ["out", "printer", "list", "export_templates"];

/// What was said of each [`Choice`]; as usual where nothing was.
#[derive(Debug)]
pub struct SaidChoices(ArgMatches);

/// Three options are one choice: a group by its name, or one of these.
const BY_GROUP: &str = "by-group";
const WHOLE_CAMP: &str = "whole-camp";

impl SaidChoices {
    pub fn has(&self, choice: Choice) -> bool {
        let is_said = |option| self.0.value_source(option) == Some(ValueSource::CommandLine);
        let ChoiceSpec { word, kind, .. } = choice.spec();
        is_said(word)
            || matches!(kind, ChoiceKind::Scope) && (is_said(BY_GROUP) || is_said(WHOLE_CAMP))
    }

    pub fn group(&self) -> Option<&String> {
        self.0.get_one(Choice::Scope.spec().word)
    }

    /// What is usual for the print, but for what was said.
    pub fn of(&self, print: report::Print) -> report::PrintChoices {
        let mut choices = print.default_choices();
        for choice in Choice::VARIANTS.iter().filter(|choice| self.has(**choice)) {
            self.choose(*choice, &mut choices);
        }
        if self.has(Choice::Words) && !self.has(Choice::Certificate) {
            choices.certificate = report::Certificate::Own;
        }
        choices
    }

    fn choose(&self, choice: Choice, choices: &mut report::PrintChoices) {
        let ChoiceSpec { word, kind, .. } = choice.spec();
        match kind {
            ChoiceKind::Tick(value) => self.put(word, value(choices)),
            ChoiceKind::Number { value, .. } => self.put(word, value(choices)),
            ChoiceKind::NumberOrNothing { value, .. } => *value(choices) = self.said(word),
            ChoiceKind::Text { value, .. } => self.put(word, value(choices)),
            ChoiceKind::OneOf(one_of) => {
                if let Some(place) = self.said(word) {
                    one_of.choose(choices, place);
                }
            }
            ChoiceKind::Scope => {
                choices.scope = match self.said(word) {
                    Some(name) => PrintScope::Group(name),
                    None if self.0.get_flag(BY_GROUP) => PrintScope::ByGroup,
                    None => PrintScope::Camp,
                };
            }
            ChoiceKind::Player => choices.player = self.said(word).map(PlayerId),
            ChoiceKind::Ladder => choices.ladder = self.said(word),
            ChoiceKind::Columns => {
                let names = self.0.get_many::<String>(word);
                choices.personal.columns = names.unwrap_or_default().cloned().collect();
            }
        }
    }

    fn said<T: Clone + Send + Sync + 'static>(&self, word: &str) -> Option<T> {
        self.0.get_one(word).cloned()
    }

    fn put<T: Clone + Send + Sync + 'static>(&self, word: &str, value: &mut T) {
        if let Some(said) = self.said(word) {
            *value = said;
        }
    }
}

impl Args for SaidChoices {
    fn augment_args(command: Command) -> Command {
        let options = Choice::VARIANTS.iter().flat_map(|choice| options(*choice));
        command.args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SaidChoices {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

/// The options in which a choice is said.
fn options(choice: Choice) -> Vec<Arg> {
    let ChoiceSpec {
        word, help, kind, ..
    } = choice.spec();
    let option = Arg::new(word).long(word).help(help);
    let option = match kind {
        ChoiceKind::Tick(_) => option.value_name("yes|no").value_parser(yes_or_no()),
        ChoiceKind::Number { most, .. } | ChoiceKind::NumberOrNothing { most, .. } => {
            let number = move |text: &str| number_to(most, text);
            option
                .value_name("N")
                .value_parser(number)
                .allow_negative_numbers(true)
        }
        ChoiceKind::Text { .. } => option.value_name("TEXT"),
        ChoiceKind::OneOf(one_of) => option
            .value_name("WORD")
            .ignore_case(true)
            .value_parser(among(one_of.options())),
        ChoiceKind::Scope => {
            let by_group = Arg::new(BY_GROUP)
                .long(BY_GROUP)
                .help("A list for each group");
            let whole_camp = Arg::new(WHOLE_CAMP)
                .long(WHOLE_CAMP)
                .help("Everybody in one list");
            return vec![
                option.value_name("NAME").conflicts_with(BY_GROUP),
                by_group.action(ArgAction::SetTrue),
                whole_camp
                    .action(ArgAction::SetTrue)
                    .conflicts_with_all([word, BY_GROUP]),
            ];
        }
        ChoiceKind::Player => option
            .value_name("ID")
            .value_parser(super::parse_player)
            .allow_negative_numbers(true),
        ChoiceKind::Ladder => option.value_name("NAME"),
        ChoiceKind::Columns => option.value_name("NAME").action(ArgAction::Append),
    };
    vec![option]
}

fn number_to(most: usize, text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse::<NonZeroUsize>().ok();
    let number = number.filter(|number| number.get() <= most);
    number.ok_or_else(|| format!("a number from 1 to {most} is needed"))
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
