//! The typeset crosstable.

use std::path::Path;

use crate::{
    app,
    cli::{
        Failure,
        arguments::{Crosstable, CrosstableFormat},
        print, say,
    },
    domain::{
        CampData,
        us_chess::{RowOrder, SectionTable},
    },
    report::{self, OwnTemplates, SECTION_TEMPLATE, SectionChoices},
};

/// What would be passed over is told, as somebody expects something of it.
pub(super) fn refuse_its_choices_elsewhere(order: &Crosstable) -> Result<(), Failure> {
    let said = [("--paper", order.paper.is_some()), ("--ids", order.ids)];
    let mut said = said.into_iter().filter(|(_, is_said)| *is_said);
    match said.next() {
        Some((choice, _)) if order.format != CrosstableFormat::Pdf => Err(Failure::Refused(
            format!("“{choice}” is for a PDF: --format pdf --out FILE.pdf"),
        )),
        _ => Ok(()),
    }
}

/// Lays the crosstable out as a print of its camp, and saves it.
pub(super) fn save(
    table: &SectionTable,
    order: &Crosstable,
    (path, camp): (&Path, &CampData),
    out: &Path,
) -> Result<(), Failure> {
    let choices = SectionChoices {
        paper: order.paper.map_or_else(Default::default, Into::into),
        order: if order.entered {
            RowOrder::AsEntered
        } else {
            RowOrder::Score
        },
        colors: order.colors,
        ids: order.ids,
    };
    let own = OwnTemplates::beside(path, SECTION_TEMPLATE);
    let laid = report::lay_out_section(table, choices, camp, app::today(), &own)?;
    for sentence in laid.sentences() {
        say(&sentence);
    }
    print::save(&laid.pages, out)
}
