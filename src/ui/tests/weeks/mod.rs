//! Weeks: closed, started, looked at, corrected; by keys alone where a director uses keys.

mod looking;
mod places;
mod round;
mod small;
mod starting;

use std::path::Path;

use egui::{Key, Modifiers};

use super::Driver;
use crate::{
    app::{Action, App, Command, Page, View},
    domain::{Edit, Field, Game, Group, Player, PlayerId, Ratings, Record},
    pages::weeks::StartPage,
};

const SHIFT_CTRL: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

impl Driver {
    pub(crate) fn change(&mut self, edit: Edit) {
        self.app().send(Action::Change(edit));
        self.settle();
    }

    /// A camp with Red at 400 and Blue at 1000, Ann Lee and Bo Vang in Red, and Cy Rao in Blue; they have the numbers 1 to 3.
    pub(crate) fn with_three_players(file: &Path) -> Self {
        let mut driver = Self::with_new_camp(file);
        for (name, initial) in [("Red", 400), ("Blue", 1000)] {
            driver.change(Edit::AddGroup(Group::new(name, Some(initial))));
        }
        for (last_name, first_name, group) in
            [("Lee", "Ann", 0), ("Vang", "Bo", 0), ("Rao", "Cy", 1)]
        {
            let group = driver.camp().groups[group].id;
            driver.change(Edit::AddPlayer(Player {
                last_name: last_name.to_owned(),
                first_name: first_name.to_owned(),
                group: Some(group),
                ..Player::default()
            }));
        }
        driver
    }

    pub(crate) fn add_game(&mut self, white: i64, black: i64, result: crate::domain::GameResult) {
        self.change(Edit::add_game(Game {
            date: Some(super::TODAY),
            ..Game::new(PlayerId(white), PlayerId(black), result)
        }));
    }

    /// Closes the week, and starts the next one with everybody where he or she is.
    pub(crate) fn next_week(&mut self) {
        self.app().send(Action::CloseWeek);
        self.settle();
        self.press(Key::Enter);
        self.press_with(Modifiers::COMMAND, Key::Enter);
        self.press(Key::Escape);
    }

    fn ratings(&mut self, player: i64) -> Ratings {
        let camp = self.camp();
        camp.player(PlayerId(player)).expect("a player").ratings
    }

    fn week_number(&mut self) -> i64 {
        self.camp().week.number
    }

    fn is_closed(&mut self) -> bool {
        self.camp().week.is_closed()
    }

    /// Types a game where games are typed: the two names, Tab after each, and the key of the result.
    fn type_game(&mut self, white: &str, black: &str, result: &str) {
        self.type_text(white);
        self.press(Key::Tab);
        self.type_text(black);
        self.press(Key::Tab);
        self.type_text(result);
    }
}

const fn ratings(weekly: i32, permanent: i32) -> Ratings {
    Ratings { weekly, permanent }
}

impl App {
    /// Starts the next week as its page has it.
    pub(crate) fn start_week_as_decided(&mut self) {
        let (today, camp) = (self.today(), self.session.camp.as_ref());
        let camp = camp.expect("a camp").data.clone();
        let page = self.page_mut::<StartPage>().expect("the page");
        let starting = page.starting.as_ref().expect("the page is shown");
        let next = starting.next_week(&camp, today).expect("it can be started");
        self.send(Action::StartWeek(Box::new(next)));
    }
}

#[test]
fn the_strip_shows_how_far_the_week_is_and_leads_on() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.click("Week: Check");
    assert_eq!(driver.app().views.of(Page::GAMES), View::Check);
    driver.press(Key::Space);
    let games = driver.camp().games;
    let checked = games.iter().filter(|game| game.verified.is_some()).count();
    assert_eq!(checked, 1, "Space ticks the first game");
    driver.click(&format!("Week: Check (1 of {})", games.len()));
    driver.click(&format!("Week: Type games ({})", games.len()));
    assert_eq!(driver.app().views.of(Page::GAMES), View::Entry);
    driver.send(Command::GO_STANDINGS);
    driver.click("Week: Print");
    assert_eq!(driver.app().page, Page::PRINTS);
    driver.send(Command::GO_STANDINGS);
    driver.click("Week: Close week…");
    assert_eq!(driver.app().page, Page::CLOSE_WEEK);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    driver.send(Command::GO_STANDINGS);
    driver.click("Week: Start next week…");
    assert_eq!(driver.app().page, Page::START_WEEK);
}

#[test]
fn a_week_that_begins_is_typed_and_not_checked() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_CHECK);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    driver.send(Command::START_WEEK);
    driver.app().start_week_as_decided();
    driver.settle();
    driver.press(Key::Escape);
    assert_eq!(driver.app().views.of(Page::GAMES), View::Entry);
    driver.send(Command::GO_GAMES);
    let opened = driver.camp().week.opened_on;
    let typed = driver.entry().strip.draft.typed(Field::Date).to_owned();
    assert_eq!(
        typed,
        crate::domain::show_date(opened),
        "not a day of the old week"
    );
}

#[test]
fn the_weeks_page_closes_and_starts_weeks_and_says_why_not() {
    let mut driver = Driver::with_sample();
    driver.send(Command::WEEKS);
    let why = driver.app().why_not(Command::START_WEEK).map(str::to_owned);
    assert_eq!(why.as_deref(), Some("Close this week first"));
    driver.click("Close week…");
    assert_eq!(driver.app().page, Page::CLOSE_WEEK);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    driver.send(Command::WEEKS);
    driver.click("Start next week…");
    assert_eq!(driver.app().page, Page::START_WEEK);
}
