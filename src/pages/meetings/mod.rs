//! Meetings: which there were, and who was there.

mod draft;
mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::MeetingsPage;
use crate::{
    app::{
        App, Command,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

impl Page {
    pub const MEETINGS: Self = Self {
        why_no_list: Some("Not available on the Meetings page"),
        ..Self::new("meetings", "Meetings")
    };
}

commands! {
    GO_MEETINGS = Entry::go(Page::MEETINGS).keys(&[Shortcut::command(Key::Num8)]);
    /// Marks everybody so of whom the sheet of a meeting says nothing.
    MARK_OTHERS_PRESENT = marks("Mark others present", 0);
    MARK_OTHERS_ABSENT = marks("Mark others absent", 1);
    MARK_OTHERS_EXCUSED = marks("Mark others excused", 2);
}

/// What the page itself does, and no other.
const fn marks(title: &'static str, place: u8) -> Entry {
    let elsewhere = |_: &App| Some("Go to Meetings first");
    Entry::of_pages(title, Group::Marks, place, elsewhere)
        .needs(Needs::Records)
        .changes_camp()
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Meetings"),
    ..PageSpec::new(
        Page::MEETINGS,
        Place::List(Listed {
            count: |camp| Some(camp.meetings.len()),
            ..Listed::new(Icon::Checklist, Command::GO_MEETINGS)
        }),
        |_| Some(Box::<MeetingsPage>::default()),
    )
};
