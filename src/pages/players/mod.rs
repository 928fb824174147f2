//! Ladder players.

mod logic;
mod view;

pub use self::logic::PlayersPage;
use crate::{
    app::{
        Command, View,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

impl Page {
    pub const PLAYERS: Self = Self {
        views: &[View::Form, View::Datasheet],
        ..Self::new("players", "Ladder players")
    };
}

commands! {
    GO_PLAYERS = Entry::go(Page::PLAYERS).keys(&[Shortcut::command(Key::Num1)]);
    /// The custom columns of what is listed: players, or groups.
    COLUMNS = Entry::of_pages("Custom columns…", Group::List, 6, |_| {
        Some("Only available on Ladder players and Camp groups")
    })
    .needs(Needs::List)
    .changes_camp();
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
        Page::PLAYERS,
        Place::List(Listed {
            count: |camp| Some(camp.players.len()),
            ..Listed::new(Icon::Players, Command::GO_PLAYERS)
        }),
        |_| Some(Box::<PlayersPage>::default()),
    )
};
