//! What a camp tells the public: a folder of web pages and spreadsheets that can be put on any web server, a stick, or
//! just opened.
//!
//! ```text
//! CampData of each week ─▶ content.rs: what is published, and nothing else
//!                            ├─▶ web.rs: templates/*.html ─▶ pages
//!                            └─▶ sheets.rs: tables ─▶ CSV, XLSX
//!                                                            └▶ folder.rs: the folder, replaced as a whole
//! ```
//!
//! `content.rs`, with its `ladders.rs` and `crosstables.rs`, is the only place that sees players. It keeps the names as they are published and the weekly figures, so that
//! a permanent rating, a note, a further column or a last name that must stay at home can't be reached by a page. Ladders are
//! computed in `ladders.rs`, which leaves out whatever is personal.
//!
//! Nothing here knows a clock or the camp file; only [`save`] and [`open`] touch the disk. The same camp on the same day gives
//! the same bytes.

mod colours;
mod content;
mod crosstables;
mod folder;
mod ladders;
mod names;
mod sheets;
mod web;

use jiff::civil::Date;
use thiserror::Error;

pub use self::folder::save;
use self::{
    content::Content,
    sheets::{crosstable_sheet, files as sheet_files, ladder_sheet, season_sheet, week_sheet},
};
pub(crate) use self::{
    folder::{FolderError, Saved, open, refuse_other_weeks},
    sheets::figure,
};
use crate::{
    domain::{
        CampData, PublishedNames,
        us_chess::{SectionKey, SectionTable},
    },
    spreadsheet::SheetError,
};

/// A file of the published folder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublishedFile {
    /// "week-3.html": small letters of ASCII, digits and hyphens, for every web server.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Why there are no pages. None of it can be the director's doing.
#[derive(Debug, Error)]
pub enum PublishError {
    #[error("A page could not be filled in: {0}")]
    Page(#[from] askama::Error),
    #[error(transparent)]
    Sheet(#[from] SheetError),
}

/// All files of the folder, `index.html` first: a page, a CSV and an XLSX file of each week, each ladder and each of these sections of US Chess, and the same of the
/// season where games were played in two weeks or more. The first page shows the newest week in which games were played. No weeks make no
/// files.
///
/// `weeks` are given oldest first, and so are `sections`. Name, logo, colour and footer of the camp are those of the newest one, and so is the
/// spelling of names. Inactive players are left out of each week in which they are inactive. `published` is the day that the
/// pages say they are of.
///
/// Takes milliseconds a week, and up to seconds for ladders over a million games: not for the thread that draws a window.
///
/// # Errors
/// A page or a list that can't be made, which is a mistake of this program.
pub fn pages(
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    names: PublishedNames,
    published: Date,
) -> Result<Vec<PublishedFile>, PublishError> {
    let Some(content) = Content::new(weeks, sections, names, published) else {
        return Ok(Vec::new());
    };
    let mut files = vec![page(content::INDEX, web::index(&content)?)];
    for week in content.weeks() {
        let sheet = week_sheet(&content, week);
        files.push(page(&week.file, web::week(&content, week)?));
        files.extend(sheet_files(&sheet, &week.file, published)?);
    }
    if let Some(season) = &content.season {
        let sheet = season_sheet(&content, season);
        files.push(page(content::SEASON, web::season(&content, season)?));
        files.extend(sheet_files(&sheet, content::SEASON, published)?);
    }
    for ladder in &content.ladders {
        let sheet = ladder_sheet(&content, ladder);
        files.push(page(&ladder.file, web::ladder(&content, ladder)?));
        files.extend(sheet_files(&sheet, &ladder.file, published)?);
    }
    for crosstable in &content.crosstables {
        let sheet = crosstable_sheet(&content, crosstable);
        files.push(page(
            &crosstable.file,
            web::crosstable(&content, crosstable)?,
        ));
        files.extend(sheet_files(&sheet, &crosstable.file, published)?);
    }
    Ok(files)
}

fn page(stem: &str, html: String) -> PublishedFile {
    PublishedFile {
        name: format!("{stem}.html"),
        bytes: html.into_bytes(),
    }
}

#[cfg(test)]
mod tests;
