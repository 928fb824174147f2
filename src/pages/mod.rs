//! The pages of the window, a folder each. A page is registered here, and nothing else knows it by name.

pub mod backups;
pub mod explain;
pub mod games;
pub mod groups;
pub mod guide;
pub mod history;
pub mod import;
pub(crate) mod looks;
pub mod meetings;
pub mod merge;
pub mod players;
pub mod prints;
pub mod projector;
pub mod season;
pub mod standings;
pub mod us_chess;
pub mod weeks;
pub mod whats_new;

use crate::app::page::PageSpec;

/// All pages, in the order of the list and of the menu.
pub const ALL: &[&PageSpec] = &[
    &players::SPEC,
    &groups::SPEC,
    &games::SPEC,
    &standings::SPEC,
    &prints::SPEC,
    &season::SPEC,
    &meetings::SPEC,
    &us_chess::SPEC,
    &weeks::LIST,
    &weeks::CLOSE,
    &weeks::START,
    &history::SPEC,
    &merge::SPEC,
    &backups::SPEC,
    &import::SPEC,
    &explain::SPEC,
    &guide::SPEC,
    &whats_new::SPEC,
    &projector::SPEC,
];
