//! Camp Ladder: the ladder of a chess camp, with exact ratings and printed standings.
//!
//! Arrows point one way, from `ui` by `pages` and `app` down to `rating` and `domain`: `ARCHITECTURE.md` draws all of them.

pub mod app;
pub mod cli;
pub mod domain;
pub mod exchange;
mod files;
pub mod import;
pub mod jobs;
pub mod kit;
pub mod log;
pub mod pages;
pub mod publish;
pub mod rating;
pub mod report;
mod spreadsheet;
pub mod storage;
pub mod ui;
pub mod window;
