//! The page of prints: chosen, laid out, changed, saved.

mod columns;
mod ladders;
mod last_day;
mod letters;
mod players;
mod printing;

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tempfile::TempDir;

use super::{Chosen, PrintsPage};
use crate::{
    app::{Action, Command, Page, Pane, settings::Settings},
    domain::Edit,
    report::{Paper, Print, PrintChoices, PrintScope, Remark, templates},
    ui::tests::{Driver, now},
};

/// The page of prints of the sample camp.
fn sample() -> Driver {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::COMMAND, Key::Num6);
    driver
}

/// The page of prints of a camp in a file, and the folder that the file is in.
fn camp_in_a_file() -> (Driver, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-1.ladder");
    fs::copy(fixture, &path).expect("a camp file");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.send(Command::GO_PRINTS);
    (driver, folder)
}

impl Driver {
    /// What a screen reader says of the page of the sheets that is shown first.
    fn first_page(&self) -> String {
        let mut pages = self.harness.query_all_by_role(Role::Document);
        let first = pages.next().expect("a page");
        first.accesskit_node().value().unwrap_or_default()
    }

    /// "Page 1 of 5"
    fn page_count(&self) -> String {
        let status = self
            .harness
            .query_all_by_role(Role::Status)
            .find_map(|node| {
                let label = node.accesskit_node().label()?;
                label.starts_with("Page ").then_some(label)
            });
        status.expect("the number of the page")
    }

    fn prints(&mut self) -> &mut PrintsPage {
        self.app().page_mut().expect("the page of prints")
    }

    /// Chooses what is printed.
    fn show_print(&mut self, print: Print) {
        self.prints().state.chosen = Chosen::Print(print);
        self.settle();
    }

    /// What is chosen for it.
    fn chosen(&mut self) -> PrintChoices {
        let print = self.prints().state.chosen.print().expect("one print");
        self.app().settings.choices(print)
    }
}

#[test]
fn every_print_is_chosen_previewed_and_saved_by_keys() {
    let (mut driver, folder) = camp_in_a_file();
    assert!(driver.has_keyboard("Weekly standings"));
    for (place, chosen) in Chosen::all().into_iter().enumerate() {
        if place > 0 {
            driver.press(Key::ArrowDown);
        }
        assert_eq!(driver.prints().state.chosen, chosen);
        assert!(driver.shows(chosen.about()), "{chosen:?}");
        assert!(driver.page_count().starts_with("Page 1 of "), "{chosen:?}");
        let layout = driver.prints().preview.layout().cloned();
        let layout = layout.expect("a layout");
        let laid = layout.laid.as_ref().expect("sheets");
        // The old file's ratings are; a print that tells of single games says so.
        let mut remarks = laid.remarks.iter();
        assert!(
            remarks.all(|remark| *remark == Remark::OlderThanGames),
            "{chosen:?}: {:?}",
            laid.remarks
        );
        assert!(!driver.first_page().is_empty(), "{chosen:?}");

        let path = folder.path().join(format!("{place}.pdf"));
        driver.press_with(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text(&path.display().to_string());
        driver.press(Key::Enter);
        let pdf = fs::read(&path).expect("a PDF");
        assert!(pdf.starts_with(b"%PDF"), "{chosen:?}");
        assert_eq!(driver.app().paperwork.last_pdf(), Some(path.as_path()));
        assert!(driver.has_keyboard(chosen.name()), "it goes on from there");
    }
}

#[test]
fn sheets_with_ratings_that_are_older_than_the_games_say_so() {
    let (mut driver, _folder) = camp_in_a_file();
    let said = "Games or players have changed since the ratings were computed.";
    assert!(driver.shows(said));
    driver.show_print(Print::ResultSheets);
    assert!(!driver.shows(said), "no rating is on them");
    driver.show_print(Print::Standings);
    assert!(driver.shows(said));
    driver.send(Command::RECALCULATE);
    driver.settle();
    assert!(!driver.shows(said));
}

#[test]
fn ratings_are_older_than_the_games_also_while_a_problem_stops_recalc_ratings() {
    let mut driver = sample();
    assert!(!driver.shows("Recalc needed"));
    let mut group = driver.camp().groups[1].clone();
    group.initial_rating = None;
    driver.app().send(Action::Change(Edit::put(&group)));
    driver.settle();
    let said = "Games or players have changed since the ratings were computed. Fix the problems first (F7).";
    assert!(driver.shows("Recalc needed") && driver.shows(said));
    driver.show_print(Print::PlayerWeek);
    assert!(driver.shows(said), "its ratings can’t be computed either");
    driver.show_print(Print::ResultSheets);
    assert!(!driver.shows(said), "no rating is on them");
    driver.show_print(Print::Standings);
    driver.click("Problems…");
    let sentence = "Ratings are older than the games. Fix the problems that keep them from being computed first";
    assert!(driver.shows_words(sentence));
}

#[test]
fn a_pdf_is_called_after_what_is_on_it() {
    let mut driver = sample();
    driver.send(Command::SAVE_PDF);
    let proposed = |driver: &Driver| {
        let field = driver
            .harness
            .get_by_role_and_label(Role::TextInput, "PDF file");
        let path = PathBuf::from(field.accesskit_node().value().unwrap_or_default());
        path.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    assert_eq!(
        proposed(&driver),
        "Sample camp, Week 1, weekly standings.pdf"
    );
    driver.press(Key::Escape);

    driver.send(Command::GO_STANDINGS);
    driver.standings().scope = crate::domain::Scope::ByGroup;
    driver.send(Command::SAVE_PDF);
    assert_eq!(
        proposed(&driver),
        "Sample camp, Week 1, weekly standings, by group.pdf",
        "as the list shows it"
    );
}

#[test]
fn f6_goes_from_the_list_to_the_choices_and_the_sheets() {
    let mut driver = sample();
    for (pane, name) in [
        (Pane::Record, "Paper"),
        (Pane::Sheets, "Sheets"),
        (Pane::SideBar, "Prints"),
        (Pane::List, "Weekly standings"),
    ] {
        driver.press(Key::F6);
        assert_eq!(driver.app().pane, pane);
        assert!(driver.has_keyboard(name), "{name}");
    }
}

#[test]
fn page_down_leads_through_the_pages_from_anywhere() {
    let mut driver = sample();
    driver.press(Key::F6);
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Players"));
    driver.press(Key::ArrowDown);
    assert_eq!(driver.chosen().scope, PrintScope::ByGroup);
    assert_eq!(driver.page_count(), "Page 1 of 2");
    driver.press(Key::PageDown);
    assert_eq!(driver.page_count(), "Page 2 of 2");
    assert!(driver.has_keyboard("Players"));
    driver.press(Key::PageUp);
    driver.press(Key::PageUp);
    assert_eq!(driver.page_count(), "Page 1 of 2");
}

#[test]
fn choices_are_remembered_from_one_start_to_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut driver = Driver::with_settings(Settings::load(settings.clone()));
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    driver.focus_field("Only the first");
    driver.type_text("3");
    driver.focus("Paper");
    driver.press(Key::End);
    driver.focus("Inactive players too");
    driver.press(Key::Space);
    assert_eq!(driver.app().settings.paper, Paper::A4);
    let chosen = driver.chosen();
    assert_eq!(chosen.top, NonZeroUsize::new(3));
    assert!(chosen.inactive);
    driver.app().settings.save();

    let mut driver = Driver::with_settings(Settings::load(settings));
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    assert_eq!(driver.chosen(), chosen);
    let top = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "Only the first");
    assert_eq!(top.accesskit_node().value().as_deref(), Some("3"));
}

#[test]
fn a_group_that_a_camp_does_not_have_is_not_asked_of_it() {
    let mut driver = sample();
    let mut choices = driver.chosen();
    choices.scope = PrintScope::Group("Diamond".to_owned());
    driver.app().send(Action::Choose(Print::Standings, choices));
    driver.settle();
    assert!(
        driver.first_page().contains("Whole camp"),
        "{}",
        driver.first_page()
    );
    assert_eq!(
        driver.chosen().scope,
        PrintScope::Group("Diamond".to_owned()),
        "another camp has it"
    );
}

#[test]
fn what_is_typed_quickly_ends_with_the_right_sheets() {
    let mut driver = sample();
    driver.focus_field("Only the first");
    for letter in ["1", "2"] {
        driver.harness.event(Event::Text(letter.to_owned()));
        driver.harness.run_steps(1);
    }
    driver.settle();
    assert_eq!(driver.chosen().top, NonZeroUsize::new(12));
    let twelve = driver.first_page();
    driver.press(Key::Backspace);
    let one = driver.first_page();
    assert!(one.len() < twelve.len() / 2, "{one}");

    driver.type_text("x");
    assert!(driver.shows("Type a number from 1 to 9999, or nothing for all"));
    assert_eq!(driver.first_page(), one, "the last number stands");
    driver.press(Key::Backspace);
    driver.press(Key::Backspace);
    assert_eq!(driver.chosen().top, None);
}

#[test]
fn a_broken_template_is_told_with_its_line_until_it_is_mended() {
    let (mut driver, folder) = camp_in_a_file();
    let ours = driver.first_page();
    let templates = folder.path().join(templates::FOLDER);
    fs::create_dir(&templates).expect("a folder");
    let template = templates.join(Print::Standings.template());
    fs::write(&template, "= Ours\n\n#let broken = (\n").expect("a template");
    driver.click("Refresh preview");
    assert!(driver.shows("Your own layout is not used"));
    assert!(driver.shows_words("standings.typ has a mistake in line 3"));
    assert_eq!(driver.first_page(), ours);

    fs::write(&template, "= Hung up by the director\n").expect("a template");
    // As it comes back from the editor.
    driver.harness.event(Event::WindowFocused(true));
    driver.settle();
    assert!(!driver.shows("Your own layout is not used"));
    assert!(driver.first_page().contains("Hung up by the director"));

    fs::remove_file(&template).expect("removed");
    driver.harness.event(Event::WindowFocused(true));
    driver.settle();
    assert_eq!(driver.first_page(), ours);
}

#[test]
fn the_templates_are_written_beside_the_camp_and_their_folder_is_opened() {
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    let (mut driver, folder) = camp_in_a_file();
    driver.app().openers.folder = |_| {
        OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    driver.send(Command::CHANGE_LAYOUT);
    assert!(driver.shows_words("Edit “standings.typ” in a text editor"));
    driver.press(Key::Enter);
    let templates = folder.path().join(templates::FOLDER);
    assert!(
        driver.message().starts_with("The templates are in “"),
        "{}",
        driver.message()
    );
    assert!(driver.message().contains(&templates.display().to_string()));
    assert_eq!(OPENED.load(Ordering::Relaxed), 1);
    for print in Print::ALL {
        assert!(
            templates.join(print.template()).is_file(),
            "{}",
            print.word()
        );
    }

    let mut driver = sample();
    driver.send(Command::CHANGE_LAYOUT);
    assert_eq!(
        driver.message(),
        "The sample camp is in no file: open or make a camp first"
    );
}

#[test]
fn a_camp_is_closed_while_its_sheets_are_laid_out() {
    let mut driver = sample();
    driver.app().send(Action::LayOutAgain);
    driver.harness.run_steps(1);
    assert!(driver.prints().preview.is_laying_out());
    driver.send(Command::CLOSE_CAMP);
    assert!(driver.app().session.camp.is_none());
    assert!(driver.prints().preview.layout().is_none());
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    assert!(driver.first_page().contains("Sample camp"));
}

#[test]
fn what_would_show_nothing_says_so_in_place_of_the_sheets() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_PRINTS);
    for print in Print::ALL {
        driver.show_print(print);
        let layout = driver.prints().preview.layout().expect("an answer");
        match layout.laid.as_ref().map_err(ToString::to_string) {
            Ok(_) => {
                assert!(driver.page_count().starts_with("Page 1 of "));
                assert_eq!(driver.app().why_not(Command::PRINT), None);
            }
            Err(reason) => {
                for command in [Command::PRINT, Command::SAVE_PDF, Command::OPEN_PDF] {
                    assert_eq!(driver.app().why_not(command), Some(reason.as_str()));
                }
                assert_eq!(driver.app().why_not(Command::CHANGE_LAYOUT), None);
                driver.harness.get_by_label("Nothing to print");
                driver.harness.get_by_label(&reason);
            }
        }
    }
}

#[test]
fn in_a_small_window_a_switch_leads_to_list_choices_and_sheets() {
    for (width, height, has_list) in [
        (450.0, 320.0, false),
        (600.0, 427.0, false),
        (787.0, 507.0, true),
        (900.0, 640.0, true),
    ] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::GO_PRINTS);
        assert_eq!(driver.app().pane, Pane::List, "{width}");
        assert!(driver.has_keyboard("Weekly standings"), "{width}");
        assert!(driver.shows("Pairings and boards"), "with its headings");
        assert_eq!(driver.shows("Only the first"), has_list, "{width}");
        for (pane, control) in [(Pane::Record, "Paper"), (Pane::Sheets, "Sheets")] {
            driver.press(Key::F6);
            assert_eq!(driver.app().pane, pane, "{width}");
            assert!(driver.has_keyboard(control), "{width}: {control}");
        }
        assert!(driver.first_page().contains("Sample camp"), "{width}");
        let role = Role::ScrollView;
        let sheets = driver.harness.get_by_role_and_label(role, "Sheets").rect();
        let window = driver.harness.ctx.content_rect();
        assert!(window.contains_rect(sheets), "{width}: {sheets}");
        assert!(sheets.height() > 80.0, "{width}: {sheets}");
        driver.click("Choices");
        assert!(driver.shows("Only the first"), "{width}");
        assert!(driver.shows("Publish…"), "{width}");
    }
}

#[test]
fn in_a_window_of_middling_width_the_sheets_stay_beside_list_or_choices() {
    let mut driver = Driver::with_size(1000.0, 640.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    assert!(driver.shows("Pairings and boards") && !driver.shows("Only the first"));
    let before = driver.first_page();
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Paper"));
    driver.focus_field("Only the first");
    driver.type_text("2");
    assert!(driver.first_page().len() < before.len(), "seen at once");
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Sheets") && driver.shows("Only the first"));
    let switch = driver
        .harness
        .get_by_role_and_label(Role::RadioButton, "Prints");
    switch.click_accesskit();
    driver.settle();
    assert!(driver.shows("Pairings and boards"));
}

#[test]
fn nothing_is_laid_out_again_while_nothing_changes() {
    let mut driver = sample();
    let number = |driver: &mut Driver| {
        let layout = driver.prints().preview.layout();
        layout.map(|layout| layout.number)
    };
    let before = number(&mut driver);
    driver.send(Command::GO_STANDINGS);
    driver.send(Command::GO_PRINTS);
    assert_eq!(
        number(&mut driver),
        before,
        "the sheets are still the right ones"
    );
    // `run` ends when no further frame is asked for, and fails if that never happens.
    driver.harness.run();
}

#[test]
fn the_size_of_the_sheets_outlasts_the_camp() {
    let mut driver = sample();
    let size = |driver: &Driver| {
        let role = Role::ComboBox;
        let choice = driver
            .harness
            .get_by_role_and_label(role, "Size of the sheets");
        choice.accesskit_node().value().unwrap_or_default()
    };
    assert_eq!(size(&driver), "Page width");
    driver.focus_choice("Size of the sheets");
    driver.press(Key::ArrowDown);
    assert_eq!(size(&driver), "Whole page");
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    assert_eq!(size(&driver), "Whole page");
}

#[test]
fn sheets_stay_while_something_stands_over_them_and_go_with_the_page() {
    let mut driver = sample();
    driver.harness.run_steps(2);
    assert!(!driver.prints().looks.is_empty(), "a sheet is drawn");
    driver.send(Command::WEEKS);
    assert!(!driver.prints().looks.is_empty(), "and stays");
    driver.press(Key::Escape);
    driver.send(Command::GO_STANDINGS);
    assert!(driver.prints().looks.is_empty(), "and is let go of");
}

#[test]
fn what_is_typed_for_a_print_is_not_what_undo_takes_back() {
    let mut driver = sample();
    let active = |driver: &mut Driver| {
        let camp = driver.camp();
        camp.players.iter().filter(|player| player.active).count()
    };
    let before = active(&mut driver);
    let mut players = driver.camp().players.to_vec().into_iter();
    let player = players.find(|player| player.active).expect("a player");
    driver.app().send(Action::SetActive(player.id, false));
    driver.settle();
    assert_eq!(active(&mut driver), before - 1);
    driver.focus_field("Only the first");
    driver.type_text("3");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.chosen().top, NonZeroUsize::new(3));
    assert_eq!(active(&mut driver), before);
}

/// Whatever had the keyboard before, and wherever the list was scrolled to.
#[test]
fn the_chosen_print_is_in_sight_whenever_the_list_is_shown_anew() {
    let mut driver = Driver::with_size(910.0, 512.0);
    let in_sight = |driver: &Driver, print: &str| {
        let entry = driver
            .harness
            .get_by_role_and_label(Role::ListBoxOption, print);
        let room = driver.harness.ctx.content_rect();
        let rect = entry.rect();
        assert!(
            rect.top() > 100.0 && rect.bottom() < room.bottom() - 30.0,
            "{print}: {rect:?}"
        );
    };
    let first = Chosen::all()[0].name();
    let last = Chosen::all()[Chosen::all().len() - 1].name();
    for focus in ["What to print", "Print…"] {
        driver.send(Command::OPEN_SAMPLE);
        driver.go(Page::PRINTS);
        driver.harness.run_steps(60);
        in_sight(&driver, Chosen::Print(Print::Standings).name());
        driver.press(Key::End);
        driver.harness.run_steps(60);
        in_sight(&driver, last);
        driver.harness.get_by_label(focus).focus();
        driver.settle();
        driver.go(Page::HISTORY);
        driver.press(Key::Escape);
        driver.go(Page::PRINTS);
        driver.harness.run_steps(60);
        in_sight(&driver, last);
        driver.harness.get_by_label(focus).focus();
        driver.settle();
    }
    driver.harness.get_by_label("What to print").focus();
    driver.settle();
    driver.press(Key::Home);
    driver.harness.run_steps(60);
    in_sight(&driver, first);
}

#[test]
fn publishing_has_a_button_in_sight_in_the_smallest_window() {
    let mut driver = Driver::with_size(450.0, 320.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.go(Page::PRINTS);
    driver.harness.run_steps(4);
    let button = driver
        .harness
        .get_by_role_and_label(Role::Button, "Publish…");
    let window = driver.harness.ctx.content_rect();
    assert!(window.contains_rect(button.rect()), "{:?}", button.rect());
    button.click();
    driver.settle();
    assert!(driver.shows("Publish the standings"));
}
