//! What each system of ratings computes: pure functions from data to data.
//!
//! Every ladder is the same kind of thing, a [`Kind`]: a [`Field`] of players, meetings and games goes in, [`LadderStandings`] and the
//! [`Story`] of each player come out, by [`Settings`] of its own. Each system is told in a file of its own; here is only the list of them.
//!
//! ```text
//! CampData ─▶ field.rs: who plays, which games pass the filters
//!               └─▶ Kind::standings ─▶ rows of values, by the kind's columns
//!                   Kind::story     ─▶ a player's games one by one, with the rule in words
//! ```
//!
//! The camp ladder's own week, with its two ratings that are saved, is in [`camp_ladder`]; over the games of any weeks it is one of the
//! kinds here. Sections of US Chess events, which are no ladder, are rated in [`us_chess`].

pub mod camp_ladder;
mod club;
mod field;
mod filters_in_words;
mod game_courier;
mod kind;
mod places;
mod race_code;
mod setting;
pub mod us_chess;
mod value;

pub(crate) use self::{
    field::tournaments,
    kind::{
        CoursePoint, GameData, Kind, NoStandings, OnProgress, Step, StepOf, Story, course,
        game_data, problems, story,
    },
    setting::{FILTERS, Reset, START, Setting, SettingProblem, Takes, Word},
    value::{Halves, cut_to},
};
pub use self::{
    field::{Bout, BoutDetail, Entrant, Field},
    kind::{Column, LadderRow, LadderStandings, RankLine, standings, standings_of},
    setting::Settings,
    value::Value,
};
use crate::domain::LadderSystem;

/// The kind of ladder that follows this system.
pub const fn kind(system: LadderSystem) -> &'static Kind {
    match system {
        LadderSystem::Club => &club::KIND,
        LadderSystem::GameCourier => &game_courier::KIND,
        LadderSystem::RaceCode => &race_code::KIND,
        LadderSystem::Camp => &camp_ladder::over_weeks::KIND,
    }
}

#[cfg(test)]
mod tests;
