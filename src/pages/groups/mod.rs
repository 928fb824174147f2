//! Camp groups.

mod logic;
mod view;

pub use self::logic::GroupsPage;
use crate::{
    app::{
        Command, View,
        commands::{Entry, Key, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

impl Page {
    pub const GROUPS: Self = Self {
        views: &[View::Form, View::Datasheet],
        ..Self::new("groups", "Camp groups")
    };
}

commands! {
    GO_GROUPS = Entry::go(Page::GROUPS).keys(&[Shortcut::command(Key::Num2)]);
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |view| {
        Some(match view {
            View::Datasheet => "Datasheets",
            _ => "Players, groups and games",
        })
    },
    ..PageSpec::new(
        Page::GROUPS,
        Place::List(Listed {
            count: |camp| Some(camp.groups.len()),
            ..Listed::new(Icon::Groups, Command::GO_GROUPS)
        }),
        |_| Some(Box::<GroupsPage>::default()),
    )
};
