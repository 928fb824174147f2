//! The preview of an import: what the files were taken for, what would come of them, and what the director decides.

mod decision;
mod digest;
mod headings;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use self::view::ImportPreview;
