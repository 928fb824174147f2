//! What each system of ratings computes: pure functions from data to data.

pub mod camp_ladder;
