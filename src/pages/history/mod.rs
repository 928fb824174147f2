//! The history of the camp: what was changed and when, and back to any point of it.

mod logic;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::HistoryPage;
use crate::app::{
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const HISTORY: Self = Self::new("history", "History");
}

commands! {
    HISTORY = Entry::new("History…", Group::Undo, 2, |app| app.go_to(Page::HISTORY.into()))
        .keys(&[Shortcut::with_shift(Key::H)])
        .needs(Needs::Camp);
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Undo, redo, history"),
    ..PageSpec::new(
        Page::HISTORY,
        Place::Over(Covers::Page("Close History first (Esc)")),
        |_| Some(Box::<HistoryPage>::default()),
    )
};
