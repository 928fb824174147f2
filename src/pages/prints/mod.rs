//! Prints: what can be printed, what is chosen for it, and the sheets as they print.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::{
    logic::PrintsPage,
    state::{Chosen, PrintsState},
};
use crate::{
    app::{
        App, Command,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
        printing::PrintRequest,
    },
    domain::Record,
    kit::Icon,
    report::Print,
};

impl Page {
    pub const PRINTS: Self = Self {
        why_no_records: Some("Not available on the Prints page"),
        ..Self::new("prints", "Prints")
    };
}

commands! {
    GO_PRINTS = Entry::go(Page::PRINTS)
        .keys(&[Shortcut::command(Key::Num6)]);
    /// The week of the player who is selected or shown, for the parents.
    PRINT_PLAYER_WEEK = Entry::new("Print this player’s week", Group::Paper, 5, print_player_week)
        // What explains a week to the parents.
        .keys(&[Shortcut::with_shift(Key::R)])
        .needs(Needs::Camp)
        .why_not(why_no_player_week);
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Prints"),
    ..PageSpec::new(
        Page::PRINTS,
        Place::List(Listed::new(Icon::Print, Command::GO_PRINTS)),
        |_| Some(Box::<PrintsPage>::default()),
    )
};

/// Why no player's week can be printed from here; nothing if one can.
fn why_no_player_week(app: &App) -> Option<&'static str> {
    if let Some(reason) = app.why_page_is_covered() {
        return Some(reason);
    }
    let Some(player) = app.current_player() else {
        return Some(match app.page {
            Page::PRINTS => "Choose Player’s week in the list, and the player there",
            Page::PLAYERS | Page::STANDINGS | Page::SEASON => "Choose a player first",
            _ => "Choose a player in Ladder players or in the standings first",
        });
    };
    let camp = app.session.camp.as_ref()?;
    let is_there = camp.data.player(player).is_some();
    (!is_there).then_some("This player isn’t in the week that is shown")
}

/// Turns to the sheets of a player's week. A record that can't be saved keeps its form.
fn print_player_week(app: &mut App) {
    let (Some(player), Some(camp)) = (app.current_player(), &app.session.camp) else {
        return;
    };
    let mut week = PrintRequest::as_chosen(Print::PlayerWeek, &camp.data, &app.settings);
    week.choices.player = Some(player);
    app.settings.choose(week.print, week.choices);
    app.go_to(Page::PRINTS.of(Record::Player(player)));
}
