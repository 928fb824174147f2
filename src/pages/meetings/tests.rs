//! Meetings, by keyboard.

use std::array;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jiff::civil::date;
use strum::VariantArray as _;

use super::MeetingsPage;
use crate::{
    app::{Action, App, Command, Page, Pane},
    domain::{Attendance, Edit, Meeting, NewMeeting, PlayerId},
    ui::tests::Driver,
};

/// A window at the meetings of the sample camp, which has none.
fn at_meetings() -> Driver {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::COMMAND, Key::Num8);
    assert_eq!(driver.app().page, Page::MEETINGS);
    driver
}

/// A meeting in which these players are marked.
fn meeting(day: i8, marks: &[(i64, Attendance)]) -> NewMeeting {
    let marks = marks.iter();
    NewMeeting {
        attendance: marks.map(|(id, mark)| (PlayerId(*id), *mark)).collect(),
        ..NewMeeting::new(date(2026, 7, day))
    }
}

fn change(driver: &mut Driver, edit: Edit) {
    driver.app().send(Action::Change(edit));
    driver.settle();
}

/// The only meeting of the camp.
fn only(driver: &mut Driver) -> Meeting {
    let camp = driver.camp();
    assert_eq!(camp.meetings.len(), 1, "{:?}", camp.meetings);
    camp.meetings[0].clone()
}

fn page(driver: &mut Driver) -> &mut MeetingsPage {
    driver.app().page_mut().expect("the page of meetings")
}

/// The players on the sheet, by number.
fn sheet(driver: &mut Driver) -> Vec<PlayerId> {
    let rows = page(driver).lists.sheet().iter();
    rows.map(|row| row.id).collect()
}

/// Whether a part of the page has the keyboard.
fn is_in(driver: &mut Driver, pane: Pane) -> bool {
    let has_keyboard = driver
        .harness
        .ctx
        .memory(|memory| memory.focused().is_some());
    has_keyboard && driver.app().pane == pane
}

fn steps(driver: &mut Driver) -> Option<String> {
    let camp = driver.app().session.camp.as_ref();
    camp.and_then(|camp| camp.next_steps.undo.clone())
}

#[test]
fn a_sheet_of_paper_is_typed_by_keyboard_alone_and_is_one_step_to_undo() {
    let mut driver = at_meetings();
    assert!(driver.shows_words("An absence moves a player down one rank"));
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert!(driver.has_keyboard("Day"), "today's date stands there");
    assert_eq!(page(&mut driver).editor.draft.date, "7/10/2026");
    driver.press(Key::Enter);
    driver.type_text("Bughouse");
    driver.press(Key::Enter);
    assert!(is_in(&mut driver, Pane::Attendance));
    let listed = sheet(&mut driver);
    // One after the other, also when they are typed at once.
    driver.type_text("p");
    driver.type_text("A");
    driver.harness.event(egui::Event::Text("e".to_owned()));
    driver.harness.event(egui::Event::Text("p".to_owned()));
    driver.settle();
    driver.press(Key::ArrowDown);
    driver.type_text("a");
    assert!(driver.shows("Not saved yet"));
    assert!(driver.shows_words("2 present, 2 absent, 1 excused"));
    driver.press(Key::Enter);
    assert!(!driver.shows("Not saved yet"));

    let saved = only(&mut driver);
    assert_eq!(
        (saved.date, saved.note.as_str()),
        (date(2026, 7, 10), "Bughouse")
    );
    let marks = [0, 1, 2, 3, 5].map(|row: usize| saved.attendance.get(&listed[row]).copied());
    let [present, absent, excused] =
        [Attendance::Present, Attendance::Absent, Attendance::Excused].map(Some);
    assert_eq!(marks, [present, absent, excused, present, absent]);
    assert_eq!(saved.attendance.len(), 5, "nobody else is marked");
    let words = "7/10/2026, Bughouse, 2 present, 2 absent, 1 excused";
    assert!(driver.shows(words), "as the list says it");

    assert_eq!(
        steps(&mut driver).as_deref(),
        Some("Add the meeting of 7/10/2026")
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().meetings.len(), 0);
    assert!(driver.shows("No meetings yet"));
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(only(&mut driver).attendance, saved.attendance);
}

#[test]
fn a_mark_is_taken_away_taken_back_and_given_to_everybody_else() {
    let mut driver = at_meetings();
    change(&mut driver, Edit::AddMeeting(meeting(3, &[])));
    driver.press_with(Modifiers::COMMAND, Key::Num1);
    driver.press_with(Modifiers::COMMAND, Key::Num8);
    driver.press(Key::Enter);
    assert!(
        is_in(&mut driver, Pane::Attendance),
        "Enter leads from the list to the sheet"
    );
    let listed = sheet(&mut driver);
    for letter in ["a", "a", "e"] {
        driver.type_text(letter);
    }
    driver.press(Key::ArrowUp);
    driver.press(Key::Delete);
    let marks = |driver: &mut Driver| {
        let marks = page(driver).editor.draft.marks.clone();
        array::from_fn::<_, 3, _>(|at| marks.count(Attendance::VARIANTS[at]))
    };
    assert_eq!(marks(&mut driver), [0, 2, 0]);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(
        marks(&mut driver),
        [0, 2, 1],
        "the last mark alone is taken back"
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(marks(&mut driver), [0, 1, 0]);
    driver.send(Command::MARK_OTHERS_PRESENT);
    let others = listed.len() - 1;
    assert_eq!(marks(&mut driver), [others, 1, 0]);
    assert_eq!(driver.message(), format!("Marked {others} players present"));
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert_eq!(only(&mut driver).attendance.len(), listed.len());
    assert_eq!(
        steps(&mut driver).as_deref(),
        Some("Change attendance of the meeting of 7/3/2026")
    );
    driver.send(Command::MARK_OTHERS_ABSENT);
    assert_eq!(driver.message(), "Everybody has a mark already");
}

#[test]
fn a_search_finds_the_player_whom_the_next_key_marks() {
    let mut driver = at_meetings();
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    let wanted = page(&mut driver).lists.sheet()[7].clone();
    driver.press_with(Modifiers::COMMAND, Key::F);
    driver.type_text(&wanted.name);
    driver.press(Key::Enter);
    assert!(is_in(&mut driver, Pane::Attendance));
    assert_eq!(sheet(&mut driver), [wanted.id]);
    driver.type_text("e");
    driver.press_with(Modifiers::COMMAND, Key::F);
    assert!(driver.has_keyboard("Search players"));
    driver.press(Key::Escape);
    assert!(sheet(&mut driver).len() > 1, "Esc empties the search");
    driver.send(Command::SAVE_RECORD);
    let marked = only(&mut driver).attendance;
    assert_eq!(marked, [(wanted.id, Attendance::Excused)].into());
}

#[test]
fn a_mouse_marks_and_takes_away() {
    let mut driver = at_meetings();
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    let first = page(&mut driver).lists.sheet()[0].clone();
    for (pressed, expected) in [
        ("Absent", Some(Attendance::Absent)),
        ("Present", Some(Attendance::Present)),
        ("Present", None),
    ] {
        driver.click(&format!("{pressed}: {}", first.name));
        assert_eq!(page(&mut driver).editor.draft.marks.of(first.id), expected);
        assert!(is_in(&mut driver, Pane::Attendance));
    }
}

#[test]
fn a_day_has_one_meeting_and_must_be_one() {
    let mut driver = at_meetings();
    change(&mut driver, Edit::AddMeeting(meeting(10, &[])));
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert_eq!(page(&mut driver).editor.draft.date, "", "today is taken");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert!(driver.shows_words("Type the day of the meeting"));
    for (typed, problem) in [
        ("tomorrow", "“tomorrow” is not a date"),
        ("7/10", "There is already a meeting on 7/10/2026"),
    ] {
        page(&mut driver).editor.draft.date = typed.to_owned();
        driver.press_with(Modifiers::COMMAND, Key::S);
        assert!(driver.shows_words(problem), "{typed}");
        assert!(driver.has_keyboard("Day"));
    }
    driver.send(Command::GO_PLAYERS);
    assert_eq!(
        driver.app().page,
        Page::MEETINGS,
        "what can't be saved isn't left"
    );
    page(&mut driver).editor.draft.date = "7/3".to_owned();
    driver.send(Command::GO_PLAYERS);
    assert_eq!(driver.app().page, Page::PLAYERS, "leaving saves");
    let days = driver.camp();
    let days = days.meetings.iter().map(|meeting| meeting.date.day());
    assert_eq!(days.collect::<Vec<_>>(), [3, 10]);
}

#[test]
fn going_to_another_meeting_saves_this_one_and_deleting_can_be_undone() {
    let mut driver = at_meetings();
    change(
        &mut driver,
        Edit::AddMeeting(meeting(3, &[(5, Attendance::Absent)])),
    );
    change(&mut driver, Edit::AddMeeting(meeting(10, &[])));
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    assert!(
        driver.shows("Meeting of 7/10/2026"),
        "the newest one is first"
    );
    driver.app().focus_next = Some(crate::app::FocusTarget::LastField);
    driver.settle();
    driver.type_text("p");
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    assert!(driver.shows("Meeting of 7/3/2026"));
    assert_eq!(driver.camp().meetings[1].attendance.len(), 1);

    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert_eq!(driver.message(), "Meeting of 7/3/2026 deleted");
    assert!(driver.shows("Meeting of 7/10/2026"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    let marks = driver.camp().meetings[0].attendance.clone();
    assert_eq!(marks, [(PlayerId(5), Attendance::Absent)].into());
}

#[test]
fn whoever_is_marked_stays_on_the_sheet() {
    let mut driver = at_meetings();
    let camp = driver.camp();
    let (inactive, unmarked) = (camp.players[1].id, camp.players[2].id);
    let marks = [(inactive.0, Attendance::Absent), (999, Attendance::Present)];
    change(&mut driver, Edit::AddMeeting(meeting(3, &marks)));
    for player in [inactive, unmarked] {
        driver.app().send(Action::SetActive(player, false));
        driver.settle();
    }
    driver.press_with(Modifiers::COMMAND, Key::Num8);
    let listed = sheet(&mut driver);
    assert!(listed.contains(&inactive) && listed.contains(&PlayerId(999)));
    assert!(!listed.contains(&unmarked));
    page(&mut driver).search = "999".to_owned();
    driver.settle();
    assert!(driver.shows("Player 999, not listed, present"));
    // Who isn't asked about isn't marked either.
    driver.send(Command::MARK_OTHERS_ABSENT);
    driver.send(Command::SAVE_RECORD);
    let marked = only(&mut driver).attendance;
    assert_eq!(marked.get(&PlayerId(999)), Some(&Attendance::Present));
    assert_eq!(marked.get(&unmarked), None);
}

#[test]
fn who_joined_later_was_not_absent() {
    let mut driver = at_meetings();
    let mut player = driver.camp().players[0].clone();
    player.joined = Some(date(2026, 7, 4));
    change(&mut driver, Edit::put(&player));
    change(&mut driver, Edit::AddMeeting(meeting(3, &[])));
    driver.send(Command::MARK_OTHERS_ABSENT);
    driver.send(Command::SAVE_RECORD);
    assert_eq!(only(&mut driver).attendance.get(&player.id), None);
}

#[test]
fn meetings_belong_to_no_week() {
    let mut driver = at_meetings();
    driver.send(Command::RECALCULATE);
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.app().dialog = None;
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    driver.press_with(Modifiers::COMMAND, Key::S);
    only(&mut driver);
    driver.send(Command::START_WEEK);
    driver.app().start_week_as_decided();
    driver.settle();
    driver.app().dialog = None;
    driver.send(Command::WEEK_BEFORE);
    assert!(
        driver
            .app()
            .session
            .camp
            .as_ref()
            .is_some_and(crate::app::OpenCamp::shows_other_week)
    );
    driver.press_with(Modifiers::COMMAND, Key::Num8);
    driver.press(Key::Enter);
    driver.type_text("a");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert_eq!(
        only(&mut driver).attendance.len(),
        1,
        "also while an old week is looked at"
    );
    driver.type_text("a");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(
        !page(&mut driver).editor.is_changed(),
        "what isn't saved is taken back there too"
    );
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert_eq!(driver.camp().meetings.len(), 0);
    let is_sealed = App::why_not_change_week(driver.app()).is_some();
    assert!(is_sealed, "nothing of the week can be changed");
}

#[test]
fn the_parts_of_the_page_follow_each_other_by_f6() {
    let mut driver = at_meetings();
    change(&mut driver, Edit::AddMeeting(meeting(3, &[])));
    driver.press_with(Modifiers::COMMAND, Key::Num1);
    driver.press_with(Modifiers::COMMAND, Key::Num8);
    assert!(is_in(&mut driver, Pane::List));
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Day"));
    driver.press(Key::F6);
    assert!(is_in(&mut driver, Pane::Attendance));
    driver.press(Key::F6);
    driver.press(Key::F6);
    assert!(is_in(&mut driver, Pane::List), "round the end");
}

#[test]
fn a_narrow_window_has_the_list_above_and_the_sheet_below() {
    let mut driver = Driver::with_size(760.0, 560.0);
    driver.send(Command::OPEN_SAMPLE);
    change(&mut driver, Edit::AddMeeting(meeting(3, &[])));
    driver.send(Command::GO_MEETINGS);
    let list = egui::accesskit::Role::Table;
    let place = |name| driver.harness.get_by_role_and_label(list, name).rect();
    assert!(place("Meetings").bottom() <= place("Attendance").top());
}

/// Also where a sheet beside the list would have no room for its columns.
#[test]
fn every_mark_and_button_is_in_view_in_a_small_window() {
    for width in [780.0_f32, 840.0, 900.0, 960.0, 1020.0] {
        let mut driver = Driver::with_size(width, 520.0);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::GO_MEETINGS);
        driver.press_with(Modifiers::COMMAND, Key::Plus);
        for label in ["Mark others present", "Mark others absent", "Excused"] {
            let nodes = driver.harness.query_all_by_label(label);
            let right = nodes.map(|node| node.rect().right()).fold(0.0, f32::max);
            // What scrolls has its bar at the edge.
            assert!(
                right > 0.0 && right < width - 16.0,
                "{label} ends at {right} of {width}"
            );
        }
    }
}
