//! F6 goes round the parts of the window, whatever page is shown.

use std::path::Path;

use egui::{Key, Modifiers, Rect};

use super::*;
use crate::{
    app::{
        FocusTarget, Pane,
        page::{PageSpec, Route},
    },
    domain::{PlayerId, Record},
};

/// Left of it is the list of pages, above it the menus, and below it the status bar: the page of a window of the usual size.
const PAGE: Rect = Rect {
    min: egui::pos2(221.0, 36.0),
    max: egui::pos2(1180.0, 724.0),
};

impl Driver {
    /// Goes to a page as one comes there. `folder` is for files.
    fn open_page(&mut self, spec: &PageSpec, view: Option<View>, folder: &Path) {
        let page = spec.page;
        let action = if page == Page::IMPORT {
            let file = folder.join("Ladder Players.csv");
            std::fs::write(&file, "Last Name,First Name\nQuill,Zoe\n").expect("a file");
            Action::ImportFiles(vec![file])
        } else if page == Page::EXPLANATION {
            Action::Go(page.of(Record::Player(PlayerId(1))))
        } else {
            if page == Page::START_WEEK {
                self.app().send(Action::CloseWeek);
                self.settle();
                // What comes next is asked.
                self.press(Key::Escape);
            }
            Action::Go(Route {
                view,
                ..page.into()
            })
        };
        self.app().send(action);
        self.settle();
        let shown = self.app().shown_spec().map(|spec| spec.page);
        assert_eq!(shown, Some(page), "say above how one comes to it");
    }

    /// The control that has the keyboard.
    fn keyboard_at(&self) -> Option<Rect> {
        let focused = self.harness.ctx.memory(egui::Memory::focused)?;
        Some(self.harness.ctx.read_response(focused)?.rect)
    }

    fn keyboard_is_on_page(&mut self) -> bool {
        let around = matches!(
            self.app().pane,
            Pane::SideBar | Pane::Bar(_) | Pane::Messages
        );
        let at = self.keyboard_at();
        !around && at.is_some_and(|at| PAGE.contains(at.center()))
    }

    fn send_to_side_bar(&mut self, what: &str) {
        assert!(self.app().dialog.is_none(), "{what}");
        self.app().focus_next = Some(FocusTarget::SideBar);
        self.settle();
        assert_eq!(self.app().pane, Pane::SideBar, "{what}");
    }
}

/// Whether F6 and Shift+F6 come to the page from the list of pages, and go on from there.
fn assert_is_reached(driver: &mut Driver, what: &str) {
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        driver.send_to_side_bar(what);
        let mut reached = Vec::new();
        for _ in 0..12 {
            driver.press_with(modifiers, Key::F6);
            assert_eq!(driver.app().focus_next, None, "{what}: acts later");
            let is_on_page = driver.keyboard_is_on_page();
            let pane = driver.app().pane;
            assert!(
                is_on_page || matches!(pane, Pane::SideBar | Pane::Bar(_)),
                "{what}, {modifiers:?}: {pane:?} {:?}",
                driver.keyboard_at()
            );
            reached.push(is_on_page);
        }
        let is_left = reached.windows(2).any(|two| two == [true, false]);
        let is_come_to = reached.windows(2).any(|two| two == [false, true]);
        assert!(is_left && is_come_to, "{what}, {modifiers:?}: {reached:?}");
    }
}

fn views(spec: &PageSpec) -> impl Iterator<Item = Option<View>> {
    let views = spec.page.views.iter().copied().map(Some);
    views.chain(spec.page.views.is_empty().then_some(None))
}

/// All that stand beside the list of pages: what stands in place of the whole window has a test of its own.
fn beside_list() -> impl Iterator<Item = &'static &'static PageSpec> {
    let pages = pages::ALL.iter();
    pages.filter(|spec| spec.page != Page::PROJECTOR)
}

#[test]
fn f6_comes_to_every_page_and_leaves_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for spec in beside_list() {
        let mut driver = Driver::with_sample();
        for view in views(spec) {
            driver.open_page(spec, view, folder.path());
            assert_is_reached(&mut driver, &format!("{} {view:?}", spec.page.title));
        }
    }
}

#[test]
fn f6_comes_to_every_page_of_a_camp_with_nothing_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    // There is nothing on the page of the season that could have the keyboard.
    let has_controls = |spec: &&&PageSpec| spec.listed().is_some() && spec.page != Page::SEASON;
    for spec in pages::ALL.iter().filter(has_controls) {
        for view in views(spec) {
            driver.open_page(spec, view, folder.path());
            assert_is_reached(&mut driver, &format!("{} {view:?}", spec.page.title));
        }
    }
}

#[test]
fn f6_comes_back_to_the_control_that_it_has_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_sample();
    let import = pages::ALL.iter().find(|spec| spec.page == Page::IMPORT);
    driver.open_page(import.expect("the import"), None, folder.path());
    driver.focus("Cancel");
    driver.press(Key::F6);
    driver.press(Key::F6);
    while driver.app().pane != Pane::List {
        driver.press(Key::F6);
    }
    assert!(driver.has_keyboard("Cancel"));
}

#[test]
fn the_keyboard_goes_back_to_where_it_was_before_a_page_on_which_f6_was_pressed() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    driver.focus("Last record");
    driver.app().send(Action::Go(Page::WHATS_NEW.into()));
    driver.settle();
    assert!(driver.has_keyboard("Back"));
    driver.press(Key::F6);
    driver.press(Key::F6);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Last record"));
}

#[test]
fn what_is_sent_to_no_place_of_a_page_goes_nowhere_later() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PRINTS);
    driver.app().focus_next = Some(FocusTarget::Search);
    driver.settle();
    assert_eq!(driver.app().focus_next, None);
    assert!(driver.has_keyboard("What to print"));
}

#[test]
fn f6_passes_the_sheets_where_there_is_nothing_to_print() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.go(Page::PRINTS);
    assert!(driver.shows("Nothing to print"));
    let mut panes = Vec::new();
    for _ in 0..4 {
        driver.press(Key::F6);
        panes.push(driver.app().pane);
    }
    let around = [Pane::Record, Pane::Sheets, Pane::SideBar, Pane::List];
    assert_eq!(panes, around);
}

#[test]
fn f6_goes_between_the_projector_and_the_strip_at_its_foot() {
    let mut driver = Driver::with_sample();
    driver.send(Command::PROJECTOR);
    let wall = "Standings on the projector";
    driver.press(Key::F6);
    assert!(driver.has_keyboard(wall), "there is nothing else");
    driver.press(Key::F2);
    assert!(driver.has_keyboard("White"));
    for _ in 0..2 {
        driver.press(Key::F6);
        assert!(driver.has_keyboard(wall));
        driver.press_with(Modifiers::SHIFT, Key::F6);
        assert!(driver.has_keyboard("White"));
    }
}
