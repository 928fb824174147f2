//! The season: all weeks side by side, two of them compared, and the weeks of one player.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::SeasonPage;
use crate::{
    app::{
        Command,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    domain::Record,
    kit::Icon,
};

impl Page {
    pub const SEASON: Self = Self {
        why_no_records: Some("Not available on the Season page"),
        ..Self::new("season", "Season")
    };
}

commands! {
    GO_SEASON = Entry::go(Page::SEASON)
        .keys(&[Shortcut::command(Key::Num7)]);
    /// The season of the player that is selected or shown.
    WEEKS_OF_PLAYER = Entry::new("Weeks of this player", Group::Explain, 1, |app| {
        if let Some(player) = app.current_player() {
            app.go_to(Page::SEASON.of(Record::Player(player)));
        }
    })
    // As Explain rating, of more than this week.
    .keys(&[Shortcut::with_shift(Key::E)])
    .needs(Needs::Camp)
    .why_not(|app| {
        let nobody = app.current_player().is_none();
        app.why_page_is_covered()
            .or(nobody.then_some("Choose a player first"))
    });
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Season"),
    ..PageSpec::new(
        Page::SEASON,
        Place::List(Listed::new(Icon::Chart, Command::GO_SEASON)),
        |_| Some(Box::<SeasonPage>::default()),
    )
};
