//! What can be printed: data, template, pages.
//!
//! A print is a variant of [`Print`], one struct of data, one template in `templates/` and one function that fills the
//! struct from a camp. Its module tells all of that in one `Kind`; `standings/` is the model. Everything else is here
//! already:
//!
//! ```text
//! CampData ┐
//!          ├▶ standings.rs: the print's own data ─▶ world.rs: data + template ─▶ pages.rs: Pages
//! choices ─┘                                        templates.rs: or the director's own │
//!                                                                                       ├─ picture, text (window)
//!                                                                                       └─ pdf ─▶ files, print/
//! ```
//!
//! The data of a print is its own and holds what is printed and nothing else, so that a figure that must stay
//! off the wall can't be reached by a template, not even by one that a director changed. The preview, the PDF and
//! the paper are drawn from one layout.
//!
//! Nothing here knows a clock or the camp file; only [`save_file`], [`open_pdf`], [`print`](print::print) and
//! [`OwnTemplates`] touch the world outside.

mod attendance;
mod board_numbers;
mod catalogue;
mod certificates;
mod choices;
mod columns;
mod crosstable;
mod find_your_name;
mod fonts;
mod games;
mod labels;
mod ladder;
mod letter;
mod letters;
mod logo;
mod namesakes;
mod next_games;
mod packed;
mod pages;
mod player_week;
pub(crate) mod print;
mod prizes;
mod rated;
mod result_sheets;
mod roster;
mod round_robin;
mod season;
mod slips;
mod standings;
mod summary;
pub(crate) mod templates;
pub(crate) mod text;
mod together;
mod us_chess;
mod wall;
mod world;

use std::{fmt, sync::Arc};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::VariantArray;
use thiserror::Error;

use self::{
    catalogue::{Filled, Head, Template},
    letters::{fonts_for, missing_letters},
    world::{LogoFile, SheetWorld, forget_old_layouts},
};
pub use self::{
    catalogue::{Print, PrintGroup},
    choices::{Choice, ChoiceKind, ChoiceSpec, Named, OneOf, Personal, PrintChoices},
    logo::{LogoProblem, read_logo},
    templates::OwnTemplates,
    us_chess::{
        SECTION_TEMPLATE, SectionChoices,
        classic::{CLASSIC_TEMPLATE, has_room_for_text_crosstable, lay_out_text_crosstable},
        lay_out_section,
    },
};
pub(crate) use self::{
    certificates::Certificate,
    choices::PrintScope,
    labels::LabelSheet,
    ladder::chosen_ladder,
    letters::MissingLetters,
    logo::draw_logo,
    pages::{PageSize, Pages, Picture},
};
pub(crate) use crate::files::{SaveError, file_name, open_folder, open_pdf, save_file};
use crate::{
    domain::{CampData, Colour, PlayerId, long_date},
    rating::camp_ladder,
};

/// The sheets that templates know, in the order of a menu.
#[derive(
    Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Deserialize, Serialize, VariantArray,
)]
pub enum Paper {
    /// US Letter, 8.5 × 11 inches.
    #[default]
    #[serde(rename = "us-letter", alias = "letter")]
    Letter,
    /// ISO A4, 210 × 297 millimetres.
    #[serde(rename = "a4")]
    A4,
}

impl Paper {
    /// "Letter" or "A4".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "Letter",
            Self::A4 => "A4",
        }
    }
}

/// Why there are no pages.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ReportError {
    #[error("There is no group “{0}” in this camp. Choose another one")]
    NoGroup(String),
    #[error("Nothing is chosen to be printed. Tick what is to be printed together")]
    NothingChosen,
    /// Sheets that would show nothing: why, and what to do, in sentences.
    #[error("{0}")]
    NothingToShow(String),
    #[error("There is no player {0} in this week of the camp. Choose another one")]
    NoPlayer(PlayerId),
    #[error("There is no ladder “{0}” in this camp. Choose another one")]
    NoLadder(String),
    #[error("The ladder “{ladder}” is of another kind: its print is “{}”", .print.word())]
    OtherLadder { ladder: String, print: Print },
    #[error("The ladder “{ladder}” can’t be printed. {reason}")]
    Ladder {
        /// What it is called.
        ladder: String,
        /// A sentence.
        reason: String,
    },
    #[error("There is no custom column “{name}” of players in this camp. {}", in_words(.there))]
    NoColumn {
        name: String,
        /// Those that there are.
        there: Vec<String>,
    },
    #[error(
        "At most {} custom columns have room on a sheet. Leave some out",
        PrintChoices::MOST_COLUMNS
    )]
    TooManyColumns,
    #[error(
        "A sheet has no room for so many rounds in the classic layout. Print the typeset crosstable instead"
    )]
    TooManyRounds,
    #[error("There is no label {first} on a sheet of “{sheet}”")]
    NoLabel {
        /// As a menu names it.
        sheet: String,
        /// Counted from 1.
        first: usize,
    },
    #[error("The template {file} has a mistake{}: {message}", in_line(*.line))]
    Template {
        /// The name of the template file.
        file: String,
        /// Counted from 1; `None` where the mistake is not in one place.
        line: Option<usize>,
        message: String,
    },
    #[error("The template “{file}” could not be read: {reason}")]
    TemplateUnread {
        /// The template's place.
        file: String,
        reason: String,
    },
    #[error("The sheets could not be filled in: {0}")]
    NotFilled(String),
    #[error("The pages could not be made into a PDF: {0}")]
    Pdf(String),
}

impl ReportError {
    /// Sheets of players, where there are none among those who are chosen.
    fn no_players(choices: &PrintChoices) -> Self {
        let active = if choices.inactive { "" } else { "active " };
        Self::NothingToShow(match &choices.scope {
            PrintScope::Group(name) => {
                format!("There are no {active}players in the group “{name}”. Choose another one")
            }
            PrintScope::Camp | PrintScope::ByGroup => {
                format!("There are no {active}players yet. Add players first")
            }
        })
    }

    /// Sheets of the games of a week that has none.
    fn no_games() -> Self {
        Self::NothingToShow(
            "No games have been typed in this week yet. Type games first".to_owned(),
        )
    }

    /// Sheets of the games that count in a week that has none of these.
    fn no_counted_games() -> Self {
        let words = "No game that counts has been typed in this week yet. Type games first";
        Self::NothingToShow(words.to_owned())
    }
}

/// "There are Grade, School"
fn in_words(columns: &[String]) -> String {
    match columns {
        [] => "It has none".to_owned(),
        [only] => format!("There is {only}"),
        _ => format!("There are {}", columns.join(", ")),
    }
}

fn in_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

/// A print that is laid out, and what there is to say about it.
#[derive(Clone, Debug)]
pub struct LaidOut {
    pub pages: Pages,
    /// What they are to be printed on.
    pub paper: Paper,
    pub remarks: Vec<Remark>,
    /// Whether letters are missing on sheets that are worse so than none: not to be printed unless somebody says so once more.
    pub is_spoiled: bool,
}

impl LaidOut {
    /// Everything that should be said before anything is printed, in sentences: the remarks, which letters are missing, and what to
    /// do then.
    pub fn sentences(&self) -> Vec<String> {
        let remarks = self.remarks.iter().map(ToString::to_string);
        let missing = self.pages.missing_letters();
        let remedy = (!missing.is_empty()).then(|| MissingLetters::REMEDY.to_owned());
        let missing = missing.iter().map(ToString::to_string);
        remarks.chain(missing).chain(remedy).collect()
    }
}

/// Something that is not on the pages although the director wants it there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Remark {
    /// The director's own template, and why.
    OwnTemplate(ReportError),
    /// The camp's logo, with the reason and what to do.
    Logo(String),
    /// The saved ratings are older than the games: the sheets show those that the games give.
    OlderThanGames,
    /// The games of the week can't be rated, for this reason: a sentence.
    NotRated(String),
    /// One of several prints would show nothing, for this reason, and isn't among the sheets.
    LeftOut(Print, String),
    /// A group has no sheet, for this reason: a sentence.
    GroupLeftOut(String),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OwnTemplate(error) => write!(
                f,
                "{error}. These sheets are made with the template that comes with the program"
            ),
            Self::Logo(reason) => write!(
                f,
                "The camp’s logo can’t be printed. {reason}. These sheets are without one"
            ),
            Self::OlderThanGames => f.write_str(
                "These sheets show the new ratings. Press Recalc Ratings to update the standings too",
            ),
            Self::GroupLeftOut(reason) => f.write_str(reason),
            Self::NotRated(reason) => write!(f, "These sheets are without what each game was worth. {reason}"),
            Self::LeftOut(print, reason) => write!(f, "{}: nothing to print. {reason}", print.title()),
        }
    }
}

/// Everything that a template reads, in `data.json`.
#[derive(Serialize)]
struct Data<'a> {
    /// What the file is called.
    title: &'a str,
    camp: &'a str,
    /// "Weekly standings"
    document: &'static str,
    /// "Week 3: Gold camp"
    week: &'a str,
    /// "November 16–20, 2026": the days on which the games were played; may be empty.
    days: &'a str,
    paper: Paper,
    /// "November 20, 2026"
    printed: String,
    /// Whether its ratings are older than the games, which the foot of every sheet says.
    outdated: bool,
    /// At the foot of every sheet; may be empty.
    footer: &'a str,
    /// "#1a6b8f": of headings and rules, dark enough to be read on a photocopy.
    colour: String,
    /// The name under which the template finds the camp's logo.
    logo: Option<&'static str>,
    report: serde_json::Value,
}

/// Lays a print out on paper. `printed` is the date that its sheets say.
///
/// A mistake in a template of the director's own, or a broken logo, is told in the answer, and the pages are without it.
/// Takes tens of milliseconds for a camp and longer the first time: not for the thread that draws a window.
///
/// # Errors
/// Choices that this camp can't meet, such as a group that it doesn't have.
pub fn lay_out(
    print: Print,
    camp: &CampData,
    choices: &PrintChoices,
    printed: Date,
    own: &OwnTemplates,
) -> Result<LaidOut, ReportError> {
    let kind = print.kind();
    let filled = (kind.fill)(camp, choices, printed)?;
    // Some are made with the ratings that the games give.
    let is_of_old = print.needs_games()
        && filled.has_ratings
        && !filled.remarks.contains(&Remark::OlderThanGames);
    let head = Head {
        is_outdated: is_of_old && camp_ladder::is_out_of_date(camp),
        ..filled.head(kind.title, camp)
    };
    let laid = typeset(
        kind.template,
        head,
        filled,
        camp,
        choices.paper,
        printed,
        own,
    )?;
    Ok(LaidOut {
        is_spoiled: print.is_whole_or_nothing() && !laid.pages.missing_letters().is_empty(),
        ..laid
    })
}

fn typeset(
    template: Template,
    head: Head,
    filled: Filled,
    camp: &CampData,
    paper: Paper,
    printed: Date,
    own: &OwnTemplates,
) -> Result<LaidOut, ReportError> {
    let mut remarks = Vec::new();
    remarks.extend(own.unreadable.clone().map(Remark::OwnTemplate));
    let logo = camp.settings.logo.as_deref();
    let logo = logo.and_then(|logo| {
        let printable = LogoFile::new(logo);
        let refused = |reason| remarks.push(Remark::Logo(reason));
        printable.map_err(refused).ok()
    });
    let Filled {
        report,
        paper: own_paper,
        remarks: of_print,
        ..
    } = filled;
    remarks.extend(of_print);
    let paper = own_paper.unwrap_or(paper);
    let data = Data {
        title: &head.title,
        camp: &camp.name,
        document: head.document,
        week: &head.weeks,
        days: &head.days,
        paper,
        printed: long_date(printed),
        outdated: head.is_outdated,
        footer: &camp.settings.footer,
        colour: colour(camp).to_string(),
        logo: logo.as_ref().map(LogoFile::name),
        report,
    };
    let mut data =
        serde_json::to_value(data).map_err(|error| ReportError::NotFilled(error.to_string()))?;
    let fonts = fonts_for(&data, &own.fonts);
    data["fonts"] = fonts.families().into();
    let numbered = namesakes::numbered(&data, camp).into_iter();
    data["numbered"] = numbered.map(|player| player.0).collect();
    let world = SheetWorld::new(template, &data, logo, printed).set_in(Arc::clone(&fonts));
    let document = if own.is_empty() {
        world.typeset()
    } else {
        world.with(own).typeset().or_else(|error| {
            remarks.push(Remark::OwnTemplate(error));
            world.typeset()
        })
    };
    forget_old_layouts();
    let pages = Pages::new(document?, head.title, missing_letters(&data, &fonts));
    Ok(LaidOut {
        pages,
        paper,
        remarks,
        is_spoiled: false,
    })
}

fn colour(camp: &CampData) -> Colour {
    let chosen = camp.settings.colour.unwrap_or(Colour::BLACK);
    chosen.legible_on_white()
}

#[cfg(test)]
mod tests;
