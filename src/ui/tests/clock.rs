//! The whole program, on a computer whose clock is wrong.

use std::{sync::Arc, thread, time::Duration};

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};

use crate::{
    app::{Action, App, Command, settings::Settings},
    domain::YEARS,
    pages,
};

fn at(year: i16) -> Zoned {
    let day = Date::new(year, 12, 28).expect("a day").at(23, 59, 0, 0);
    day.to_zoned(TimeZone::UTC).expect("a moment")
}

const WRONG: [fn() -> Zoned; 7] = [
    || Timestamp::MAX.to_zoned(TimeZone::UTC),
    || Timestamp::MIN.to_zoned(TimeZone::UTC),
    || at(9999),
    || at(5),
    || at(0),
    || at(-5),
    || at(2200),
];

fn settle(app: &mut App) {
    loop {
        app.logic();
        if !app.is_busy() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn the_program_works_and_says_so_when_the_clock_is_wrong() {
    for clock in WRONG {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app =
            App::new(Settings::default(), Arc::new(|| ()), clock, pages::ALL).expect("a program");
        let said = app.notices.latest().expect("the clock").text.clone();
        assert!(
            said.starts_with("This computer’s clock says the year "),
            "{said}"
        );
        app.send(Command::OPEN_SAMPLE);
        settle(&mut app);
        for command in [
            Command::GO_GAMES,
            Command::VIEW_ENTRY,
            Command::INSERT_TODAY,
            Command::VIEW_CHECK,
            Command::VIEW_DATASHEET,
            Command::NEW_RECORD,
            Command::INSERT_TODAY,
            Command::UNDO_RECORD,
            Command::GO_MEETINGS,
            Command::NEW_RECORD,
            Command::INSERT_TODAY,
            Command::SAVE_RECORD,
            Command::GO_STANDINGS,
            Command::GO_PRINTS,
            Command::GO_SEASON,
            Command::PROBLEMS,
            Command::HISTORY,
            Command::RECALCULATE,
            Command::WEEKS,
            Command::CLOSE_WEEK,
            Command::START_WEEK,
            Command::UNDO,
            Command::REDO,
        ] {
            app.send(command);
            settle(&mut app);
        }
        let path = folder.path().join("New.ladder");
        app.send(Action::Create {
            path: path.clone(),
            name: "Camp".to_owned(),
        });
        settle(&mut app);
        let camp = app.session.camp.as_ref().expect("an open camp");
        assert_eq!(camp.path.as_ref(), Some(&path));
        assert!(YEARS.contains(&camp.data.week.opened_on.year()));
        assert!(YEARS.contains(&app.now().year()));
    }
}
