//! The crosstable as a PDF: typeset, or the classic text.

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
        us_chess::{RowOrder, SectionHead, SectionTable},
    },
    report::{self, CLASSIC_TEMPLATE, LaidOut, OwnTemplates, SECTION_TEMPLATE, SectionChoices},
};

/// What would be passed over is told, as somebody expects something of it.
pub(super) fn refuse_its_choices_elsewhere(order: &Crosstable) -> Result<(), Failure> {
    let said = [
        ("--paper", order.paper.is_some()),
        ("--layout", order.layout.is_some()),
        ("--ids", order.ids),
    ];
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
        paper: order.paper.unwrap_or_default(),
        order: if order.entered {
            RowOrder::AsEntered
        } else {
            RowOrder::Score
        },
        colors: order.colors,
        ids: order.ids,
    };
    let own = OwnTemplates::beside(path, SECTION_TEMPLATE);
    save_pages(
        &report::lay_out_section(table, choices, camp, app::today(), &own)?,
        out,
    )
}

/// Lays the classic text of a crosstable out letter by letter, and saves it.
pub(super) fn save_classic(
    text: &str,
    head: &SectionHead,
    order: &Crosstable,
    (path, camp): (&Path, &CampData),
    out: &Path,
) -> Result<(), Failure> {
    if !report::has_room_for_text_crosstable(text) {
        return Err(Failure::Refused(
            "A sheet has no room for so many rounds in the classic layout: print it with “--layout typeset”".to_owned(),
        ));
    }
    let paper = order.paper.unwrap_or_default();
    let own = OwnTemplates::beside(path, CLASSIC_TEMPLATE);
    let laid =
        report::lay_out_text_crosstable(text, head.title(), (camp, paper), app::today(), &own)?;
    save_pages(&laid, out)
}

fn save_pages(laid: &LaidOut, out: &Path) -> Result<(), Failure> {
    for sentence in laid.sentences() {
        say(&sentence);
    }
    print::save(&laid.pages, out)
}
