//! The table driven by its accessible names and by keys.

mod columns;
mod driver;
mod editing;
mod list;
mod sheet;
