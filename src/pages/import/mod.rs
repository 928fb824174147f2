//! The preview of an import: what the files were taken for, what would come of them, and what the director decides.

mod decision;
mod digest;
mod headings;
mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::{logic::ImportPage, state::Import};
use crate::app::{
    Command,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::{Dialog, PathField},
    page::{Covers, Page, PageSpec, Pasting, Place},
};

impl Page {
    pub const IMPORT: Self = Self::new("import", "Import from Access");
}

commands! {
    IMPORT = Entry::new("Import from Access…", Group::Import, 0, |app| {
        app.dialog = Some(Dialog::Import(PathField::default()));
    })
    .keys(&[Shortcut::command(Key::I)])
    .changes_week();
    /// Imports campers that were copied elsewhere.
    PASTE_CAMPERS = Entry::new("Paste new campers", Group::Copies, 2, |app| {
        app.session.pasting = Pasting::Wanted;
    })
    .keys(&[Shortcut::with_shift(Key::I)])
    .needs(Needs::Camp)
    .changes_week();
    /// Saves what a preview shows.
    SAVE_IMPORT = Entry::of_pages("Save what the preview shows", Group::Import, 1, |_| {
        Some("There is no preview to save: begin with Import from Access or Bring a copy back")
    })
    .keys(&[Shortcut::command(Key::Enter)])
    .needs(Needs::Camp)
    .only_while(|app| {
        let is_preview = app.session.over().is_some() && app.page_answers(Command::SAVE_IMPORT);
        is_preview || app.why_not(Command::SAVE_IMPORT).is_none()
    });
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Import from Access"),
    // It shows what is imported, and nothing else leads there.
    open_import: Some(ImportPage::open),
    ..PageSpec::new(
        Page::IMPORT,
        Place::Over(Covers::Page("Finish or cancel the import first")),
        |_| None,
    )
};
