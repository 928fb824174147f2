//! This computer's clock, which may be wrong by thousands of years.

use jiff::{Zoned, civil::Date};

use crate::domain::{show_date, within_years};
pub use crate::storage::real_clock;

/// Tells day and time, at a day that a camp can be in. Tests have a clock of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock(pub(super) fn() -> Zoned);

impl Clock {
    pub(super) fn now(self) -> Zoned {
        within_years(self.0())
    }
}

/// The day on this computer's clock; the nearest one that a camp can be in.
pub fn today() -> Date {
    within_years(real_clock()).date()
}

/// What a director should know of this computer's clock.
pub fn clock_problem() -> Option<String> {
    problem_of(real_clock())
}

/// Says so if a clock is set to a day that no camp is in.
pub(super) fn problem_of(now: Zoned) -> Option<String> {
    let year = now.year();
    let taken = within_years(now);
    (taken.year() != year).then(|| {
        format!(
            "This computer’s clock says the year {year}, so what you enter now gets the date {}. Set the clock, and start \
             Camp Ladder again",
            show_date(taken.date())
        )
    })
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use jiff::{Timestamp, tz::TimeZone};

    use super::*;
    use crate::{
        app::{Action, App, Command, settings::Settings},
        domain::YEARS,
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
    fn a_right_clock_is_believed_to_the_second() {
        for year in [1900, 2026, 2199] {
            assert_eq!(within_years(at(year)), at(year));
            assert_eq!(problem_of(at(year)), None);
        }
        assert_eq!(
            problem_of(at(9999)).as_deref(),
            Some(
                "This computer’s clock says the year 9999, so what you enter now gets the date 12/31/2199. Set the clock, \
                 and start Camp Ladder again"
            )
        );
        let early = problem_of(at(-5)).expect("wrong");
        assert!(
            early.contains("the year -5, ") && early.contains(" 1/1/1900. "),
            "{early}"
        );
    }

    #[test]
    fn the_program_works_and_says_so_when_the_clock_is_wrong() {
        for clock in WRONG {
            let folder = tempfile::tempdir().expect("a folder");
            let mut app = App::new(Settings::default(), Arc::new(|| ()), clock).expect("a program");
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
}
