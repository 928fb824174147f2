//! A computer whose clock is set back, as one is whose battery was empty.

use jiff::Timestamp;

use super::*;

fn at(camp: &mut CampFile, moment: &str, name: &str) {
    let occasion = Occasion {
        at: moment.parse().expect("a moment"),
        ..Occasion::now(name)
    };
    camp.apply(&Edit::RenameCamp(name.to_owned()), &occasion)
        .expect("a change");
}

fn names(camp: &CampFile) -> Vec<String> {
    let steps = camp.history().expect("steps").into_iter();
    steps.map(|step| step.name).collect()
}

/// A camp that was changed in 2026, on a day that the computer took for one of 1970, and in 2026 again.
fn with_a_wrong_day() -> CampFile {
    let mut camp = in_memory();
    at(&mut camp, "2026-07-06T10:00:00Z", "First");
    at(&mut camp, "1970-01-01T00:00:07Z", "Second");
    at(&mut camp, "2026-07-07T10:00:00Z", "Third");
    camp
}

#[test]
fn what_was_done_last_is_undone_first_whatever_the_clock_said() {
    let mut camp = with_a_wrong_day();
    assert_eq!(names(&camp), ["First", "Second", "Third"]);
    for undone in ["Third", "Second", "First"] {
        let moved = camp.move_in_history(HistoryMove::Undo).expect("undone");
        assert_eq!(moved.undone, [undone]);
    }
    for redone in ["First", "Second", "Third"] {
        let moved = camp.move_in_history(HistoryMove::Redo).expect("redone");
        assert_eq!(moved.redone, [redone]);
    }
}

#[test]
fn a_wrong_day_takes_no_step_out_of_the_history_that_is_new() {
    let mut camp = with_a_wrong_day();
    camp.limit_history(HistoryLimit::default());
    let thin = |camp: &mut CampFile, now: &str| {
        let now = now.parse::<Timestamp>().expect("a moment");
        camp.thin_history(now).expect("thinned");
    };
    thin(&mut camp, "2026-07-08T10:00:00Z");
    assert_eq!(names(&camp), ["First", "Second", "Third"]);
    // Today is a day of 1970.
    thin(&mut camp, "1970-01-01T00:00:09Z");
    assert_eq!(names(&camp), ["First", "Second", "Third"]);
    // No camp rests so long, and so it is the clock that is wrong: by the newest step, nothing is old.
    thin(&mut camp, "2039-07-06T12:00:00Z");
    assert_eq!(names(&camp), ["First", "Second", "Third"]);
    for year in 2027..2029 {
        let name = format!("In {year}");
        at(&mut camp, &format!("{year}-07-06T10:00:00Z"), &name);
    }
    thin(&mut camp, "2029-07-06T12:00:00Z");
    assert_eq!(names(&camp), ["Third", "In 2027", "In 2028"]);
}

/// Somebody sets the clock of the laptop to another year, and works on for some days before it is seen.
#[test]
fn a_clock_that_is_years_ahead_takes_nothing_out_of_the_history() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    drop(CampFile::create(&path, "Test camp", TODAY).expect("a camp"));
    let mut expected = Vec::new();
    for day in ["2026-07-06", "2039-07-07", "2039-07-08", "2026-07-09"] {
        let moment = format!("{day}T10:00:00Z");
        let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
        camp.limit_history(HistoryLimit {
            years: 1,
            ..HistoryLimit::default()
        });
        let now = moment.parse::<Timestamp>().expect("a moment");
        camp.thin_history(now).expect("thinned");
        assert_eq!(names(&camp), expected, "{day}");
        drop(camp);
        let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
        at(&mut camp, &moment, day);
        expected.push(day.to_owned());
    }
}

#[test]
fn the_last_change_stays_however_old_it_is() {
    let mut camp = in_memory();
    for year in 2020..2026 {
        let name = format!("In {year}");
        at(&mut camp, &format!("{year}-07-06T10:00:00Z"), &name);
    }
    camp.limit_history(HistoryLimit {
        years: 0,
        ..HistoryLimit::default()
    });
    let now = "2026-07-06T10:00:00Z".parse().expect("a moment");
    camp.thin_history(now).expect("thinned");
    assert_eq!(names(&camp), ["In 2025"]);
}
