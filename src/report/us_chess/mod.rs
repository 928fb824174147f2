//! The crosstable of a section of a US Chess event on paper.
//!
//! It is no [`Print`](super::Print): those are made of a week of a camp, and a section isn't in one. So it brings what it is made of, and
//! has choices of its own; paper, letterhead, templates and pages are those of all prints.

pub(super) mod classic;

use jiff::civil::Date;

use super::{
    LaidOut, OwnTemplates, Paper, ReportError,
    catalogue::{Filled, Head, Template},
    typeset,
};
use crate::domain::{
    CampData,
    us_chess::{Crosstable, CrosstableView, RowOrder, SectionTable},
};

pub(super) const TEMPLATE: Template = Template {
    file: "us_chess_crosstable.typ",
    text: include_str!("../templates/us_chess_crosstable.typ"),
};

/// The file name of the template: what a director's own one is called.
pub const SECTION_TEMPLATE: &str = TEMPLATE.file;

/// How a crosstable is printed. Birth dates never are.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct SectionChoices {
    pub paper: Paper,
    pub order: RowOrder,
    /// Whether it says who had White.
    pub colors: bool,
    /// Whether members' numbers are shown, those of directors too. Asked for each time anew.
    pub ids: bool,
}

impl SectionChoices {
    const fn view(self) -> CrosstableView {
        CrosstableView {
            order: self.order,
            colors: self.colors,
            ids: self.ids,
        }
    }
}

/// Lays the crosstable of a section out on paper, with the letterhead of the camp that keeps it. `printed` is the date that its sheets say.
///
/// Takes as long as any print: not for the thread that draws a window.
///
/// # Errors
/// The typesetter's own.
pub fn lay_out_section(
    table: &SectionTable,
    choices: SectionChoices,
    camp: &CampData,
    printed: Date,
    own: &OwnTemplates,
) -> Result<LaidOut, ReportError> {
    let filled = Filled::new(String::new(), &Crosstable::new(table, choices.view()))?;
    typeset(
        TEMPLATE,
        head(table.title()),
        filled,
        camp,
        choices.paper,
        printed,
        own,
    )
}

/// The head of what isn't of a week of the camp: its template has the rest.
fn head(title: String) -> Head {
    Head {
        title,
        document: "Crosstable",
        weeks: String::new(),
        days: String::new(),
        is_outdated: false,
    }
}

#[cfg(test)]
mod tests;
