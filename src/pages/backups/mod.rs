//! The backups of the camp, or of all camps where none is open: what each holds, and the ways back.

mod alike;
mod logic;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::BackupsPage;
pub(crate) use self::view::{moment_of, restore_question};
use crate::app::{
    commands::{Entry, Group, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const BACKUPS: Self = Self::new("backups", "Backups");
}

commands! {
    RESTORE = Entry::new("Restore a backup…", Group::Camp, 5, |app| app.go_to(Page::BACKUPS.into()));
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Backups"),
    ..PageSpec::new(
        Page::BACKUPS,
        Place::Over(Covers::Page("Close Backups first (Esc)")),
        |_| Some(Box::<BackupsPage>::default()),
    )
};
