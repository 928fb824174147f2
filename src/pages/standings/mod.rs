//! Standings: of the week, or of a ladder of the club, with how each player came to stand there; as lists and as sheets.

mod ladders;
mod logic;
mod set_up;
mod state;
#[cfg(test)]
mod tests;
mod view;

use self::set_up::LadderForm;
pub use self::state::StandingsPage;
use crate::{
    app::{
        App, Command, FocusTarget,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    domain::{Edit, LadderSetup, counted},
    kit::Icon,
    report::text::TextTable,
    spreadsheet::harmless,
};

impl Page {
    pub const STANDINGS: Self = Self {
        why_no_records: Some("Not available on the Standings page"),
        ..Self::new("standings", "Standings")
    };
}

commands! {
    GO_STANDINGS = Entry::go(Page::STANDINGS)
        .keys(&[Shortcut::command(Key::Num4)]);
    /// Sets up another ladder over the same players and games.
    NEW_LADDER = Entry::new("New ladder…", Group::Ladders, 0, ask_for_new_ladder)
        // A as in “add”; with Shift, L filters a list.
        .keys(&[Shortcut::with_shift(Key::A)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(App::why_page_is_covered);
    /// Changes how the ladder that is shown is set up.
    SET_UP_LADDER = Entry::new("Set up ladder…", Group::Ladders, 1, |app| {
        if let (Some(camp), Some(ladder)) = (&app.session.camp, ladder(app)) {
            app.ask(LadderForm::of(ladder, &camp.data, app.today()));
        }
    })
    .keys(&[Shortcut::command(Key::L)])
    .needs(Needs::Camp)
    .changes_camp()
    .why_not(why_no_ladder);
    DELETE_LADDER = Entry::new("Delete ladder", Group::Ladders, 2, delete_ladder)
    .needs(Needs::Camp)
    .changes_camp()
    .why_not(why_no_ladder);
    /// Copies what the page lists, as rows that a spreadsheet takes.
    COPY_STANDINGS = Entry::new("Copy standings", Group::Copies, 0, |app| copy(app, |table| table.in_rows(harmless)))
        .keys(&[Shortcut::with_shift(Key::C)])
        .needs(Needs::Camp)
        .why_not(why_nothing_to_copy);
    /// The same in columns that line up, for an e-mail.
    COPY_STANDINGS_AS_TEXT = Entry::new("Copy standings as text", Group::Copies, 1, |app| copy(app, TextTable::in_columns))
        .needs(Needs::Camp)
        .why_not(why_nothing_to_copy);
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Standings"),
    shows_sample_first: true,
    ..PageSpec::new(
        Page::STANDINGS,
        Place::List(Listed::new(Icon::Standings, Command::GO_STANDINGS)),
        |_| Some(Box::<StandingsPage>::default()),
    )
};

/// The ladder that the page shows; nothing for the camp ladder of the week.
fn ladder(app: &App) -> Option<&LadderSetup> {
    let camp = app.session.camp.as_ref()?;
    let page = app.session.page::<StandingsPage>()?;
    page.ladder(&camp.data)
}

fn ask_for_new_ladder(app: &mut App) {
    // The record that was being typed is saved first: the ladder stands on another page.
    if app.is_typed_saved_before(Command::NEW_LADDER)
        && let Some(camp) = &app.session.camp
    {
        app.ask(LadderForm::new(&camp.data, app.today()));
    }
}

/// Goes to the ladder that has been added last. A record that can't be saved keeps its form.
fn show_added(app: &mut App) {
    let ladders = app.session.camp.as_ref().map(|camp| &camp.data.ladders);
    let added = ladders.and_then(|all| all.iter().map(|ladder| ladder.id).max());
    app.go(Page::STANDINGS);
    if app.page == Page::STANDINGS
        && let Some(page) = app.page_mut::<StandingsPage>()
    {
        page.ladders.choose(added);
        app.focus_next = Some(FocusTarget::List);
    }
}

/// It isn't asked about: players and games of the ladder stay, and Ctrl+Z brings it back.
fn delete_ladder(app: &mut App) {
    let deleted = ladder(app).map(|ladder| (ladder.id, format!("{} deleted", ladder.name)));
    if let Some((id, sentence)) = deleted {
        app.apply_and_say(Edit::DeleteLadder(id), sentence);
    }
}

/// Why there is no ladder to set up or delete.
fn why_no_ladder(app: &App) -> Option<&str> {
    if let Some(reason) = app.why_page_is_covered() {
        return Some(reason);
    }
    if app.page != Page::STANDINGS {
        return Some("Go to Standings and choose a ladder first");
    }
    let none = ladder(app).is_none();
    none.then_some("The camp ladder of the week has nothing to set up: choose another ladder")
}

fn why_nothing_to_copy(app: &App) -> Option<&str> {
    let camp = app.session.camp.as_ref()?;
    let page = app.session.page::<StandingsPage>()?;
    page.why_nothing_to_copy(&camp.data)
}

/// Copies what is listed, wherever one is.
fn copy(app: &mut App, as_text: impl FnOnce(&TextTable) -> String) {
    let (Some(camp), Some(page)) = (&app.session.camp, app.session.page::<StandingsPage>()) else {
        return;
    };
    if let Some(table) = page.to_copy(&camp.data) {
        let lines = counted(table.rows.len(), "line");
        app.notices.done(format!("Copied {lines}"));
        app.copied = Some(as_text(&table));
    }
}
