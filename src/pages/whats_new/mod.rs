//! What is new in this version: the change log that comes with the program.

mod logic;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::WhatsNew;
use crate::app::{
    App,
    commands::{Entry, Group, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const WHATS_NEW: Self = Self::new("whats new", "What’s new");
}

commands! {
    WHATS_NEW = Entry::new("What’s new", Group::Keys, 2, |app| app.go_to(Page::WHATS_NEW.into()))
        .why_not(App::why_another_comes_first);
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Help"),
    ..PageSpec::new(
        Page::WHATS_NEW,
        Place::Over(Covers::Page("Close What’s new first (Esc)")),
        |_| Some(Box::<WhatsNew>::default()),
    )
};
