//! The table driven by its accessible names and by keys.

mod columns;
mod driver;
mod editing;
mod editors;
mod list;
mod sheet;
