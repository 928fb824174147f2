//! A copy of the camp that is brought back: which one, what would come of it, what must be decided, side by side.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::MergePage;
use crate::app::{
    App, Command,
    commands::{Entry, Group, Needs, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const MERGE: Self = Self::new("merge", "Bring a copy back");
}

commands! {
    /// Brings another copy of the camp together with it.
    BRING_BACK = Entry::new("Bring a copy back…", Group::Camp, 3, bring_back)
        .needs(Needs::Camp)
        .changes_camp();
}

/// What is being typed is compared, too: it would be saved later over what the copy has brought. Where something else comes first, that is said.
fn bring_back(app: &mut App) {
    let is_kept_from_it = app.why_another_comes_first().is_some();
    if is_kept_from_it || app.is_typed_saved_before(Command::BRING_BACK) {
        app.go_to(Page::MERGE.into());
    }
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
