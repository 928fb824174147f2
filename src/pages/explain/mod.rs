//! A rating explained: a player's week, or a game from both sides.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::ExplainPage;
use crate::{
    app::{
        App,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Covers, Logic, Page, PageSpec, Place},
    },
    domain::Record,
};

impl Page {
    pub const EXPLANATION: Self = Self::new("explanation", "Explain rating");
}

commands! {
    /// Explains the rating of the player, or the game, that is selected or shown.
    EXPLAIN_RATING = Entry::new("Explain rating", Group::Explain, 0, |app| {
        if let Ok(record) = chosen(app) {
            app.go_to(Page::EXPLANATION.of(record));
        }
    })
    .keys(&[Shortcut::command(Key::E)])
    .needs(Needs::Camp)
    .why_not(|app| app.why_page_is_covered().or_else(|| chosen(app).err()));
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Ratings"),
    ..PageSpec::new(
        Page::EXPLANATION,
        Place::Over(Covers::Records(
            "Go back to the list first: Esc closes the explanation",
        )),
        ExplainPage::open,
    )
};

/// The record that is chosen on what is shown; otherwise what to choose first.
fn chosen(app: &App) -> Result<Record, &'static str> {
    let nothing = Err("Choose a player in the standings first");
    app.shown().map_or(nothing, Logic::chosen)
}
