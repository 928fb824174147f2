//! What a camp tells the public: a folder of web pages and spreadsheets that can be put on any web server, a stick, or
//! just opened.
//!
//! ```text
//! CampData of each week ─▶ content.rs: what is published, and nothing else
//!                            ├─▶ web.rs: templates/*.html ─▶ pages
//!                            └─▶ sheets.rs: tables ─▶ CSV, XLSX
//! sheets that were laid out elsewhere ─▶ sheet_pdf.rs: those that may be shown
//!                                                            └▶ folder.rs: the folder, replaced as a whole
//! ```
//!
//! `content.rs`, with its `weeks.rs`, `games.rs`, `season.rs`, `players.rs`, `ladders.rs` and `crosstables.rs`, is the only place that sees players.
//! It keeps the names as they are published and the weekly figures, so that
//! a permanent rating, a note, a further column or a last name that must stay at home can't be reached by a page. Ladders are
//! computed in `ladders.rs`, which leaves out whatever is personal. A sheet of paper has full names, so that it is published with these only.
//!
//! Nothing here knows a clock or the camp file; only [`save`] and [`open`] touch the disk. The same camp on the same day gives
//! the same bytes.

mod chart;
mod colours;
mod content;
mod crosstables;
mod folder;
mod games;
mod ladders;
mod names;
mod players;
mod script;
mod season;
mod sheet_pdf;
mod sheets;
mod web;
mod weeks;

use jiff::civil::Date;
use thiserror::Error;

use self::{
    content::Content,
    sheets::{
        crosstable_sheet, files as sheet_files, games_sheet, ladder_sheet, season_sheet, week_sheet,
    },
};
pub use self::{
    crosstables::section_to_print,
    folder::save,
    sheet_pdf::{PublishedSheet, SheetOf, sheets},
};
pub(crate) use self::{
    folder::{FolderError, Saved, open, refuse_other_weeks},
    sheets::figure,
};
use crate::{
    domain::{
        CampData, LadderId, PublishedNames,
        us_chess::{SectionKey, SectionTable},
    },
    spreadsheet::SheetError,
};

/// What the director decides of the pages.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct PublishChoices {
    pub names: PublishedNames,
    /// Whether single games are told: lists of them, crosstables of the weeks, and on the pages of players.
    pub games: bool,
    /// This ladder alone, on a page of its own, and nothing of the weeks.
    pub ladder: Option<LadderId>,
}

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

/// All files of the folder, `index.html` first: a page, a CSV and an XLSX file of each week, each ladder and each of these sections of US Chess, the same of the
/// season where games were played in two weeks or more, and a page of every player. With [`PublishChoices::games`] also the games and the
/// crosstables of each week, and of `pdfs` those that [`sheets()`] allows. The first page shows the newest week in which games were played. No weeks make no
/// files.
///
/// `weeks` are given oldest first, and so are `sections`. Name, logo, colour and footer of the camp are those of the newest one, and so is the
/// spelling of names. Inactive players are left out of each week in which they are inactive, and aren't named in its games. `published` is the day that the
/// pages say they are of.
///
/// Takes milliseconds a week, and up to seconds for ladders over a million games: not for the thread that draws a window.
///
/// # Errors
/// A page or a list that can't be made, which is a mistake of this program.
pub fn pages(
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    pdfs: &[PublishedSheet],
    choices: PublishChoices,
    published: Date,
) -> Result<Vec<PublishedFile>, PublishError> {
    let pdfs = sheet_pdf::allowed(pdfs, weeks, sections, choices);
    let names = pdfs.iter().map(|(name, _)| name.clone()).collect();
    let Some(content) = Content::new(weeks, sections, names, choices, published) else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    if let Some(week) = content.latest() {
        files.push(page(content::INDEX, web::index(&content, week)?));
    }
    for week in &content.weeks {
        let sheet = week_sheet(&content, week);
        files.push(page(&week.file, web::week(&content, week)?));
        files.extend(sheet_files(&sheet, &week.file, published)?);
        if let Some(games) = &week.games {
            let crosstable = web::week_crosstable(&content, week, games)?;
            files.push(page(&games.crosstable_file, crosstable));
            files.push(page(&games.file, web::week_games(&content, week, games)?));
            let sheet = games_sheet(&content, week, games);
            files.extend(sheet_files(&sheet, &games.file, published)?);
        }
    }
    if let Some(season) = &content.season {
        let sheet = season_sheet(&content, season);
        files.push(page(content::SEASON, web::season(&content, season)?));
        files.extend(sheet_files(&sheet, content::SEASON, published)?);
    }
    for player in &content.players {
        files.push(page(&player.file, web::player(&content, player)?));
    }
    for ladder in &content.ladders {
        // Alone it is what a visitor comes to.
        let here = match choices.ladder {
            Some(_) => content::INDEX,
            None => &ladder.file,
        };
        let sheet = ladder_sheet(&content, ladder);
        files.push(page(here, web::ladder(&content, ladder, here)?));
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
    files.extend(pdfs.into_iter().map(sheet_pdf::file));
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
