//! A week that is closed, or kept: drawn as any other, and nothing of it changes.

use egui::Event;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::{
    app::{
        dialogs::Dialog,
        listing::Listing,
        page::{Covers, Place},
    },
    domain::{CampData, Field, GameResult, WeekId},
    kit::{UiTokens as _, testing},
    storage::{CampFile, Mode},
};

const CLOSED: &str = "Week 1 is closed. Reopen it to correct something";

/// A camp with a closed week of two games, and a second one with one; the first is shown.
fn looking(file: &Path) -> Driver {
    let mut driver = Driver::with_three_players(file);
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.add_game(3, 1, GameResult::Draw);
    driver.next_week();
    driver.add_game(2, 3, GameResult::WhiteWon);
    driver.look_at_first();
    driver
}

impl Driver {
    fn look_at_first(&mut self) {
        let first = self.camp().weeks[0].id;
        self.app().send(Action::LookAtWeek(Some(first)));
        self.settle();
    }

    /// The camp as its file has it, week by week.
    fn all_weeks(file: &Path) -> Vec<CampData> {
        let file = CampFile::open(file, Mode::ReadOnly).expect("the camp file");
        let weeks = file.load().expect("a camp").weeks;
        let week = |id: WeekId| file.load_week(id).expect("a week");
        weeks.iter().map(|of| week(of.id)).collect()
    }
}

#[test]
fn every_page_and_view_draws_a_kept_week_and_the_explanation_of_a_rating_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    assert_eq!(driver.week_number(), 1);
    driver.send(Command::GO_PLAYERS);
    assert!(driver.shows("Lee, Ann, number 1, Red, rating 431"));
    driver.send(Command::GO_GAMES);
    for view in Page::GAMES.views {
        driver.send(view.command());
        assert!(driver.shows("Week 1, closed on 7/10/2026, read-only."));
        assert!(driver.shows_words("Lee, Ann"), "{view:?}");
    }
    driver.send(Command::GO_STANDINGS);
    assert!(driver.shows_words("Test camp · Week 1"));
    driver.app().send(Action::Go(
        Page::EXPLANATION.of(Record::Player(PlayerId(1))),
    ));
    driver.settle();
    assert!(driver.app().session.over() == Some(Page::EXPLANATION) && driver.shows("Ann Lee"));
    // The same player, a week later.
    driver.send(Command::CURRENT_WEEK);
    assert!(driver.app().session.over() == Some(Page::EXPLANATION) && driver.shows("Ann Lee"));
    assert_eq!(driver.week_number(), 2);
}

#[test]
fn commands_that_change_the_week_say_why_they_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = looking(&path);
    for page in driver.pages() {
        driver.go(page);
        for command in driver
            .app()
            .commands()
            .to_vec()
            .iter()
            .copied()
            .filter(|command| command.changes_week())
        {
            // Meetings belong to no week.
            let is_sealed = page != Page::MEETINGS || !command.needs_records();
            assert_eq!(
                driver.app().why_not(command) == Some(CLOSED),
                is_sealed,
                "{page:?} {command:?}"
            );
        }
    }
    // By keys, pasted, dropped, in bulk, and past every command.
    driver.send(Command::GO_PLAYERS);
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert_eq!(driver.message(), CLOSED);
    let delete = Edit::DeletePlayer(PlayerId(3));
    let actions = [
        Action::Change(delete),
        Action::ImportPasted("Last Name\tFirst Name\nQuill\tZo".to_owned()),
        Action::PasteCampers("Last Name\tFirst Name\nQuill\tZo".to_owned()),
        Action::ImportFiles(vec![folder.path().join("Players.csv")]),
        Action::SetActive(PlayerId(1), false),
        Action::Bulk(crate::app::form::Bulk::SetActive(false)),
    ];
    for action in actions {
        driver.app().notices.note("Nothing");
        driver.app().send(action.clone());
        driver.settle();
        assert_eq!(driver.message(), CLOSED, "{action:?}");
        assert!(driver.app().session.over().is_none() && driver.app().dialog.is_none());
    }
    drop(driver);
    let [first, second] = Driver::all_weeks(&path).try_into().expect("two weeks");
    assert_eq!((first.players.len(), first.games.len()), (3, 2));
    assert_eq!((second.players.len(), second.games.len()), (3, 1));
}

#[test]
fn fields_cells_and_the_strip_take_no_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let role = egui::accesskit::Role::TextInput;
    let field = driver.harness.get_by_role_and_label(role, "Last name");
    assert!(field.accesskit_node().is_disabled());

    driver.send(Command::VIEW_DATASHEET);
    driver.focus("Players");
    driver.press_with(Modifiers::COMMAND, Key::Home);
    driver.press(Key::ArrowRight);
    driver.type_text("Quill");
    assert_eq!(driver.message(), CLOSED);
    assert!(!driver.players().editor.is_changed());
    assert_eq!(driver.app().listing().map(Listing::len), Some(3));
    let row = driver
        .harness
        .query_by_role_and_label(egui::accesskit::Role::Row, "New record");
    assert!(row.is_none(), "no row to begin one");
    driver.harness.event(Event::Cut);
    driver.settle();
    assert_eq!(driver.players().editor.draft.typed(Field::LastName), "Lee");

    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_ENTRY);
    assert!(driver.shows(CLOSED) && !driver.shows("New game"));
    driver.press(Key::ArrowDown);
    assert!(
        driver.entry().selected.is_some(),
        "the keyboard is at the games"
    );
    driver.type_text("0");
    driver.press(Key::Delete);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().games[1].result, GameResult::Draw);
    assert_eq!(driver.camp().games.len(), 2);

    driver.send(Command::VIEW_CHECK);
    assert!(driver.shows(CLOSED));
    driver.type_text("1");
    driver.press(Key::Space);
    assert_eq!(driver.message(), CLOSED);
    let checked = driver
        .camp()
        .games
        .iter()
        .any(|game| game.verified.is_some());
    assert!(!checked && driver.games_page().checking.difference().is_none());
}

#[test]
fn half_a_game_waits_while_another_week_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    driver.send(Command::CURRENT_WEEK);
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_ENTRY);
    driver.type_text("lee");
    driver.press(Key::Tab);
    driver.type_text("vang");
    driver.press(Key::Tab);
    let typed = driver.entry().strip.draft.clone();
    driver.look_at_first();
    assert_eq!(driver.week_number(), 1);
    driver.send(Command::CURRENT_WEEK);
    assert_eq!(driver.entry().strip.draft, typed);
    driver.press(Key::Tab);
    driver.press(Key::Tab);
    driver.type_text("1");
    assert_eq!(driver.camp().games.len(), 2);
}

#[test]
fn who_quits_with_half_a_game_is_asked_also_where_another_week_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    driver.send(Command::CURRENT_WEEK);
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_ENTRY);
    driver.type_text("lee");
    driver.press(Key::Tab);
    driver.look_at_first();
    driver.send(Command::QUIT);
    assert!(!driver.app().quitting);
    assert!(matches!(driver.app().dialog, Some(Dialog::QuitAnyway)));
}

#[test]
fn half_a_game_is_finished_before_another_week_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    let first = driver.camp().week.id;
    driver.send(Command::CURRENT_WEEK);
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_ENTRY);
    driver.type_text("lee");
    driver.press(Key::Tab);
    driver.look_at_first();
    driver.app().send(Action::ReopenWeek(first));
    driver.settle();
    assert_eq!(driver.week_number(), 2, "back where the game is typed");
    assert!(driver.is_typing_games() && driver.entry().is_changed());
    assert!(driver.message().starts_with("Can’t save"));
    driver.send(Command::UNDO_RECORD);
    driver.app().send(Action::ReopenWeek(first));
    driver.settle();
    assert_eq!(driver.week_number(), 1);
    assert!(!driver.is_closed());
}

#[test]
fn undo_and_redo_wait_until_the_week_is_shown_that_they_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = looking(&path);
    let reason = "Go back to the current week first: that is where changes are undone";
    for key in [Key::Z, Key::Y] {
        driver.press_with(Modifiers::COMMAND, key);
        assert_eq!(driver.message(), reason);
    }
    driver.app().send(Action::MoveInHistory {
        to: crate::storage::HistoryMove::Undo,
        goes_back: true,
    });
    driver.settle();
    assert_eq!(driver.week_number(), 1, "nothing has turned");
    driver.send(Command::HISTORY);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert_eq!(driver.message(), reason);
    driver.press(Key::Escape);

    driver.send(Command::CURRENT_WEEK);
    assert_eq!(driver.camp().games.len(), 1);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games.len(), 0, "undone where it is seen");
}

#[test]
fn the_camp_is_renamed_and_a_kept_week_named_without_leaving_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    driver.change(Edit::RenameCamp("Summer camp".to_owned()));
    assert_eq!(
        (driver.week_number(), driver.camp().name.as_str()),
        (1, "Summer camp")
    );
    driver.send(Command::CHANGE_WEEK);
    driver.type_text("Rain");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().week.title(), "Week 1: Rain");
    assert!(driver.shows("Week 1: Rain, closed on 7/10/2026, read-only."));
    driver.send(Command::CURRENT_WEEK);
    let camp = driver.camp();
    assert_eq!(
        (camp.name.as_str(), camp.week.title().as_str()),
        ("Summer camp", "Week 2")
    );
    assert_eq!(camp.weeks[0].title(), "Week 1: Rain");
}

#[test]
fn the_keeper_itself_refuses_what_would_change_a_week_that_is_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    // As if the window didn't know: what was asked for before it did.
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.why_sealed = None;
    driver.change(Edit::DeletePlayer(PlayerId(2)));
    assert_eq!(
        driver.message(),
        "Week 1 is read-only. Go back to week 2 to make changes"
    );
    driver.send(Command::CURRENT_WEEK);
    assert_eq!(driver.camp().players.len(), 3);
}

#[test]
fn the_banner_of_the_week_goes_with_the_page_that_is_covered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    let is_said = |driver: &Driver| driver.shows("Week 1, closed on 7/10/2026, read-only.");
    let places = driver.app().pages().map(|spec| (spec.page, spec.place));
    let mut covering = 0;
    for (page, place) in places.collect::<Vec<_>>() {
        let Place::Over(Covers::Page(_) | Covers::Aside(_)) = place else {
            continue;
        };
        assert!(is_said(&driver), "before {page:?}");
        driver.go(page);
        if driver.app().session.over() == Some(page) {
            covering += 1;
            assert!(!is_said(&driver), "{page:?}");
            driver.press(Key::Escape);
        }
    }
    assert!(covering >= 4, "{covering}");
}

#[test]
fn what_is_typed_of_a_record_can_be_read_in_a_closed_week() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    for page in [Page::PLAYERS, Page::GROUPS, Page::GAMES] {
        driver.go(page);
        driver.send(Command::VIEW_FORM);
        driver.harness.run_steps(2);
        let boxes = driver.harness.query_all_by_role(egui::Role::TextInput);
        let values = boxes.filter(|node| node.accesskit_node().is_disabled());
        let values = values.filter_map(|node| node.accesskit_node().value());
        let values = values.filter(|value| !value.is_empty());
        let values = values.collect::<Vec<_>>();
        assert!(!values.is_empty(), "{}", page.title);
        let back = driver.harness.ctx.tokens().surface_sunken;
        let painted = testing::painted_texts(driver.harness.output());
        for painted in painted.iter().filter(|it| values.contains(&it.text)) {
            let contrast = testing::contrast_on(back, painted.color);
            assert!(contrast >= 4.5, "{}: {contrast} {painted:?}", page.title);
        }
    }
}

#[test]
fn the_closed_current_week_is_read_only_and_its_banner_leads_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Escape);
    driver.send(Command::NEW_RECORD);
    assert_eq!(driver.message(), CLOSED);
    assert!(driver.shows("Week 1, closed"), "in the status bar");
    driver.click("Reopen week 1…");
    driver.click("Reopen");
    assert!(!driver.is_closed());
    assert!(
        !driver.shows_words("to be corrected"),
        "it is the last week"
    );
    driver.send(Command::CLOSE_WEEK);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    driver.click("Start week 2…");
    assert!(driver.shows("Start week 2"));
}

#[test]
fn a_week_that_waits_can_be_looked_at_and_is_not_opened_out_of_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = looking(&folder.path().join("Camp.ladder"));
    let second = driver.camp().weeks[1].id;
    driver.click("Reopen week 1…");
    driver.click("Reopen");
    assert!(driver.shows_words("week 2 is on hold"));
    driver.app().send(Action::LookAtWeek(Some(second)));
    driver.settle();
    assert_eq!(driver.week_number(), 2);
    assert!(driver.shows("Week 2 is on hold until week 1 is closed."));
    driver.send(Command::NEW_RECORD);
    assert_eq!(driver.message(), "Week 2 is on hold until week 1 is closed");
    assert!(driver.app().why_not(Command::REOPEN_WEEK).is_some());
    assert!(driver.app().why_not(Command::CLOSE_WEEK).is_some());
    driver.click("Back to week 1");
    assert_eq!(driver.week_number(), 1);
    assert!(!driver.is_closed());
}

#[test]
fn a_camp_to_look_and_print_shows_its_old_weeks_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    drop(looking(&path));
    let mut driver = Driver::new();
    driver.app().send(Action::OpenReadOnly(path));
    driver.settle();
    driver.look_at_first();
    assert_eq!(driver.week_number(), 1);
    assert!(!driver.shows("Reopen week 1…"));
    driver.send(Command::REOPEN_WEEK);
    assert_eq!(driver.message(), "This camp is read-only");
    driver.click("Back to week 2");
    assert_eq!(driver.week_number(), 2);
}
