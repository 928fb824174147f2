//! The whole window, driven by accessible names and keys as a person without a mouse drives it.

mod access_keys;
mod another_camp;
mod camp_settings;
mod camps;
mod checking;
mod choices;
mod clock;
mod clubs;
mod columns;
mod commands;
mod datasheets;
mod dialogs;
mod entry;
mod exporting;
mod keyboard;
mod made_room;
mod mending;
mod messages;
mod moved_ratings;
mod names;
mod navigation;
mod not_opened;
mod old_camp;
mod outside;
mod panes;
mod problems;
mod publishing;
mod recalculating;
mod records;
mod repairing;
mod sizes;
mod weeks;

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{Key, Modifiers};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};
use jiff::{
    Zoned,
    civil::{Date, date},
};

use super::{Window, kit::testing};
use crate::{
    app::{
        Action, App, Command, OpenCamp, Page, View,
        form::Form,
        page::{Ctx, Outbox},
        settings::Settings,
    },
    domain::{CampData, Game, Group, Player},
    pages::{
        self,
        games::{
            GamesPage,
            entry::{Entry, EntryAction},
        },
        groups::GroupsPage,
        players::PlayersPage,
        standings::StandingsPage,
    },
};

const TODAY: Date = date(2026, 7, 10);

/// Half past two in the afternoon, somewhere in Minnesota.
pub(crate) fn now() -> Zoned {
    let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(-5));
    TODAY.at(14, 30, 0, 0).to_zoned(zone).expect("a moment")
}

/// A key, pressed by itself.
pub(super) fn key_event(key: Key) -> egui::Event {
    egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// Nothing of a window takes longer than this, even on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

/// A window, and the hands that drive it.
pub(crate) struct Driver {
    pub(crate) harness: Harness<'static, Window>,
}

impl Driver {
    /// A window with nothing open.
    pub(crate) fn new() -> Self {
        Self::with_size(1180.0, 760.0)
    }

    pub(crate) fn with_size(width: f32, height: f32) -> Self {
        Self::of(width, height, Settings::default())
    }

    /// A window with what the program remembers from the last time.
    pub(crate) fn with_settings(settings: Settings) -> Self {
        Self::of(1180.0, 760.0, settings)
    }

    fn of(width: f32, height: f32, settings: Settings) -> Self {
        let app = App::new(settings, Arc::new(|| ()), now, pages::ALL).expect("a program");
        let window = Window::new(&egui::Context::default(), app);
        let harness = testing::builder(egui::Theme::Light)
            .with_size(egui::vec2(width, height))
            .with_max_steps(12)
            .build_ui_state(
                |ui, window: &mut Window| {
                    window.prepare(ui.ctx());
                    window.draw(ui);
                },
                window,
            );
        Self { harness }
    }

    /// A window with the sample camp.
    pub(crate) fn with_sample() -> Self {
        let mut driver = Self::new();
        driver.send(Command::OPEN_SAMPLE);
        driver
    }

    /// A window with a new camp file.
    pub(crate) fn with_new_camp(file: &Path) -> Self {
        let mut driver = Self::new();
        driver.app().send(Action::Create {
            path: file.to_owned(),
            name: "Test camp".to_owned(),
        });
        driver.settle();
        driver
    }

    pub(crate) fn app(&mut self) -> &mut App {
        &mut self.harness.state_mut().app
    }

    pub(crate) fn camp(&mut self) -> CampData {
        let camp = self
            .app()
            .session
            .camp
            .as_ref()
            .map(|camp: &OpenCamp| camp.data.clone());
        camp.expect("an open camp")
    }

    /// The latest message.
    pub(crate) fn message(&mut self) -> String {
        let latest = self.app().notices.latest();
        latest.map_or_else(String::new, |notice| notice.text.clone())
    }

    pub(crate) fn send(&mut self, command: Command) {
        self.app().send(command);
        self.settle();
    }

    /// Draws until nothing is under way.
    /// The pages of the list.
    pub(crate) fn pages(&mut self) -> Vec<Page> {
        let listed = self.app().pages().filter(|spec| spec.listed().is_some());
        listed.map(|spec| spec.page).collect()
    }

    /// The form of players.
    pub(crate) fn players(&mut self) -> &mut Form<Player> {
        let page = self.app().page_mut::<PlayersPage>();
        &mut page.expect("the page of players").form
    }

    /// The form of groups.
    pub(crate) fn groups(&mut self) -> &mut Form<Group> {
        let page = self.app().page_mut::<GroupsPage>();
        &mut page.expect("the page of groups").form
    }

    /// The page of games.
    pub(crate) fn games_page(&mut self) -> &mut GamesPage {
        self.app().page_mut().expect("the page of games")
    }

    /// The form of games.
    pub(crate) fn games(&mut self) -> &mut Form<Game> {
        &mut self.games_page().form
    }

    /// What is typed where games are typed.
    pub(crate) fn entry(&mut self) -> &mut Entry {
        &mut self.games_page().entry
    }

    /// Does something where games are typed.
    pub(crate) fn enter(&mut self, action: EntryAction) {
        let enter =
            |page: &mut GamesPage, ctx: &Ctx<'_>, out: &mut Outbox| page.enter(action, ctx, out);
        self.app().with_page(enter);
    }

    /// Whether games are typed on the page that is shown.
    pub(crate) fn is_typing_games(&mut self) -> bool {
        self.app().view() == View::Entry
    }

    /// Whether the page that is shown is the second pass.
    pub(crate) fn is_checking(&mut self) -> bool {
        self.app().view() == View::Check
    }

    /// The page of standings.
    pub(crate) fn standings(&mut self) -> &mut StandingsPage {
        let page = self.app().page_mut::<StandingsPage>();
        page.expect("the page of standings")
    }

    /// Goes to a page of the list.
    pub(crate) fn go(&mut self, page: Page) {
        self.app().send(Action::Go(page.into()));
        self.settle();
    }

    pub(crate) fn settle(&mut self) {
        let start = Instant::now();
        self.harness.run_steps(2);
        while self.app().is_busy() {
            assert!(start.elapsed() < PATIENCE, "something never ends");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.run_steps(1);
        }
        self.harness.run_steps(3);
    }

    /// Goes on until something has happened that nobody waits for.
    #[track_caller]
    pub(crate) fn until(&mut self, mut is_so: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "it never happens");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.run_steps(1);
        }
    }

    pub(crate) fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    pub(crate) fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Types into whatever has the keyboard.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.settle();
    }

    /// A key with modifiers and then letters, all within one frame, which the window deals out as it does any.
    pub(crate) fn type_at_once(&mut self, key: Option<(Modifiers, Key)>, text: &str) {
        let key = key.map(|(modifiers, key)| egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        });
        let letters = text.chars().map(|letter| letter.to_string());
        let letters = letters.map(egui::Event::Text);
        self.deal(key.into_iter().chain(letters).collect());
    }

    /// Events of the system, all within one frame, which the window deals out as it does any.
    fn deal(&mut self, mut typed: Vec<egui::Event>) {
        let ctx = self.harness.ctx.clone();
        for _ in 0..40 {
            let mut input = egui::RawInput {
                events: std::mem::take(&mut typed),
                ..egui::RawInput::default()
            };
            eframe::App::raw_input_hook(self.harness.state_mut(), &ctx, &mut input);
            for event in input.events {
                self.harness.event(event);
            }
            self.harness.step();
        }
        self.settle();
    }

    pub(crate) fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    pub(crate) fn focus(&mut self, label: &str) {
        self.harness.get_by_label(label).focus();
        self.settle();
    }

    /// Sends the keyboard to a field with choices, where other things have its name too.
    pub(crate) fn focus_choice(&mut self, label: &str) {
        let role = egui::accesskit::Role::ComboBox;
        self.harness.get_by_role_and_label(role, label).focus();
        self.settle();
    }

    /// Sends the keyboard to the result of a game.
    pub(crate) fn focus_result(&mut self) {
        self.focus_choice("Result");
    }

    /// Sends the keyboard to a field, where other things have its name too.
    pub(crate) fn focus_field(&mut self, label: &str) {
        let role = egui::accesskit::Role::TextInput;
        self.harness.get_by_role_and_label(role, label).focus();
        self.settle();
    }

    /// Whether something of this name is on the screen.
    pub(crate) fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether something of this name has the keyboard: a list, too, of which a row is told as having it.
    pub(crate) fn has_keyboard(&self, label: &str) -> bool {
        let mut named = self.harness.query_all_by_label(label);
        named.any(|node| node.is_focused() || node.accesskit_node().is_focused_in_tree())
    }

    /// Whether something with these words in its name is on the screen.
    pub(crate) fn shows_words(&self, words: &str) -> bool {
        self.harness
            .query_all_by_label_contains(words)
            .next()
            .is_some()
    }
}
