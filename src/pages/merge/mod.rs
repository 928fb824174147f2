//! A copy of the camp that is brought back: which one, what would come of it, what must be decided, side by side.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::MergePage;
use crate::app::{
    commands::{Entry, Group, Needs, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const MERGE: Self = Self::new("merge", "Bring a copy back");
}

commands! {
    /// Brings another copy of the camp together with it.
    BRING_BACK = Entry::new("Bring a copy back…", Group::Camp, 3, |app| app.go_to(Page::MERGE.into()))
        .needs(Needs::Camp)
        .changes_camp();
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Two laptops, one camp"),
    ..PageSpec::new(
        Page::MERGE,
        Place::Over(Covers::Page(
            "Finish or cancel bringing the copy back first",
        )),
        |_| Some(Box::<MergePage>::default()),
    )
};
