//! Ladder games: typed from the sheets, put right, ordered, and compared with the sheets once more.

pub(crate) mod checking;
pub(crate) mod entry;
mod logic;
mod order;
mod typing;
mod view;

pub use self::logic::GamesPage;
use crate::{
    app::{
        App, Command, View,
        commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
        leaving::Leaving,
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

const ONLY_GAMES: &str = "Only available on Ladder games";

commands! {
    GO_GAMES = Entry::go(Page::GAMES).keys(&[Shortcut::command(Key::Num3)]);
    /// Takes the game back that was typed last, to be put right.
    CORRECT_LAST_GAME = Entry::new("Correct last game", Group::OrderOfPlay, 0, correct_last_game)
        // Free in Access's forms.
        .keys(&[Shortcut::plain(Key::F8)])
        .needs(Needs::Records)
        .changes_week()
        .without_window(WithoutWindow::Yes);
    /// Types a game that was played before the one that is shown.
    INSERT_GAME = Entry::of_pages("Insert game before this one", Group::OrderOfPlay, 1, |_| Some(ONLY_GAMES))
        .needs(Needs::Records)
        .changes_week();
    MOVE_GAME_UP = Entry::of_pages("Move game up", Group::OrderOfPlay, 2, |_| Some(ONLY_GAMES))
        .needs(Needs::List)
        .changes_week();
    MOVE_GAME_DOWN = Entry::of_pages("Move game down", Group::OrderOfPlay, 3, |_| Some(ONLY_GAMES))
        .needs(Needs::List)
        .changes_week();
}

impl Page {
    pub const GAMES: Self = Self {
        views: &[View::Entry, View::Form, View::Datasheet, View::Check],
        ..Self::new("games", "Ladder games")
    };
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |view| {
        Some(match view {
            View::Entry => "Typing games",
            View::Check => "The second pass",
            View::Datasheet => "Datasheets",
            View::Form => "Players, groups and games",
        })
    },
    strip: Some(View::Entry),
    ..PageSpec::new(
        Page::GAMES,
        Place::List(Listed {
            count: |camp| Some(camp.games.len()),
            ..Listed::new(Icon::Games, Command::GO_GAMES)
        }),
        |_| Some(Box::<GamesPage>::default()),
    )
};

/// Goes to where games are typed, from wherever one is, with the last one to be put right.
fn correct_last_game(app: &mut App) {
    let again = || Command::CORRECT_LAST_GAME.into();
    if !app.is_answered_before(again()) || !app.show_strip(again) {
        return;
    }
    // A correction in the strip makes room, and is saved as everywhere.
    let left = app.leave_beside(Page::GAMES, Leaving::Pause);
    if app.may_go_on(left, again) && app.is_saved_before(again()) {
        app.with_page(GamesPage::correct_last);
    }
}
