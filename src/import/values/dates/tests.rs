//! Dates as files have them.

use super::*;

fn reading(texts: &[&str]) -> DateReading {
    DateReading::of_columns(texts.iter().copied(), None, None)
}

#[test]
fn a_day_above_12_decides_for_the_whole_column() {
    let month_first = reading(&["7/6/2026 0:00:00", "7/13/2026 0:00:00"]);
    assert_eq!(month_first.order, DateOrder::MonthDayYear);
    assert_eq!(month_first.basis, DateBasis::Certain);
    assert_eq!(
        month_first.parse("7/6/2026 0:00:00"),
        Ok(Some(date(2026, 7, 6)))
    );
    let day_first = reading(&["6/7/2026", "13/7/2026"]);
    assert_eq!(day_first.order, DateOrder::DayMonthYear);
    assert_eq!(day_first.parse("6/7/2026"), Ok(Some(date(2026, 7, 6))));
}

#[test]
fn without_such_a_day_the_order_is_an_assumption_that_is_shown() {
    let together = reading(&["7/6/2026", "7/10/2026"]);
    assert_eq!(
        (together.order, together.basis),
        (DateOrder::MonthDayYear, DateBasis::DaysTogether)
    );
    let british = reading(&["06/07/2026", "10/07/2026"]);
    assert_eq!(
        (british.order, british.basis),
        (DateOrder::DayMonthYear, DateBasis::DaysTogether)
    );
    let dots = reading(&["06.07.2026"]);
    assert_eq!(
        (dots.order, dots.basis),
        (DateOrder::DayMonthYear, DateBasis::Dots)
    );
    let nothing = reading(&["7/6/2026"]);
    assert_eq!(
        (nothing.order, nothing.basis),
        (DateOrder::MonthDayYear, DateBasis::Assumed)
    );
    assert!(nothing.is_assumed() && dots.is_assumed() && together.is_assumed());
    assert!(
        !reading(&["7/7/2026"]).is_assumed(),
        "both orders say the same"
    );
}

/// One 13/7 made October 7 of all games of July 10.
#[test]
fn one_slip_turns_no_column_around() {
    let with = |slips: &[&'static str]| [["7/10/2026"; 19].as_slice(), slips].concat();
    for slips in [["13/7/2026"].as_slice(), &["13/7/2026", "14/7/2026"]] {
        let read = reading(&with(slips));
        assert_eq!(
            (read.order, read.basis),
            (DateOrder::MonthDayYear, DateBasis::FewContradict)
        );
        assert!(read.is_contrary("13/7/2026") && !read.is_contrary("7/10/2026"));
    }
    let british = reading(&[["10/7/2026"; 19].as_slice(), &["7/13/2026"]].concat());
    assert_eq!(british.order, DateOrder::DayMonthYear);
    assert!(british.is_contrary("7/13/2026"));
    // One of two is believed, and named.
    let two = reading(&["7/10/2026", "13/7/2026"]);
    assert_eq!(
        (two.order, two.basis),
        (DateOrder::DayMonthYear, DateBasis::FewDecide)
    );
    assert!(two.is_assumed() && two.is_contrary("13/7/2026"));
    // The days of a season decide as before, however far apart they lie.
    let season = reading(&[
        "5/6/2026",
        "12/6/2026",
        "19/6/2026",
        "3/7/2026",
        "17/7/2026",
    ]);
    assert_eq!(
        (season.order, season.basis),
        (DateOrder::DayMonthYear, DateBasis::Certain)
    );
}

#[test]
fn the_days_of_the_open_week_weigh_more_than_a_slip() {
    let near = |day, texts: &[&str]| {
        DateReading::of_columns(texts.iter().copied(), None, Some(Days::from(day)))
    };
    let (july, october) = (date(2026, 7, 6), date(2026, 10, 5));
    let slip = ["7/10/2026", "7/10/2026", "13/7/2026"];
    let in_july = near(july, &slip);
    assert_eq!(
        (in_july.order, in_july.basis),
        (DateOrder::MonthDayYear, DateBasis::FewContradict)
    );
    let in_october = near(october, &slip);
    assert_eq!(
        (in_october.order, in_october.basis),
        (DateOrder::DayMonthYear, DateBasis::Certain)
    );
    // Without a slip, too.
    let evening = near(october, &["7/10/2026"; 3]);
    assert_eq!(
        (evening.order, evening.basis),
        (DateOrder::DayMonthYear, DateBasis::NearWeek)
    );
    assert!(evening.is_assumed());
    let elsewhere = near(date(2026, 1, 5), &["7/10/2026"; 3]);
    assert_eq!(elsewhere.basis, DateBasis::Assumed);
}

#[test]
fn the_director_overrides() {
    let chosen = DateReading::of_columns(
        ["7/6/2026"].into_iter(),
        Some(DateOrder::DayMonthYear),
        None,
    );
    assert_eq!(chosen.parse("7/6/2026"), Ok(Some(date(2026, 6, 7))));
    assert!(!chosen.is_assumed());
}

#[test]
fn iso_and_short_years_and_month_names() {
    let iso = reading(&["2026-07-06", "2026-07-06 12:30:00"]);
    assert_eq!(
        (iso.order, iso.basis),
        (DateOrder::YearMonthDay, DateBasis::Certain)
    );
    for text in [
        "2026-07-06",
        "2026-07-06T00:00:00",
        "2026/7/6 0:00",
        "6-Jul-26",
        "Monday, July 6, 2026",
        "6 July 2026",
    ] {
        assert_eq!(iso.parse(text), Ok(Some(date(2026, 7, 6))), "{text}");
    }
    let short = reading(&["7/13/26"]);
    assert_eq!(short.parse("7/13/26"), Ok(Some(date(2026, 7, 13))));
    assert_eq!(short.parse("7/13/98"), Ok(Some(date(1998, 7, 13))));
}

#[test]
fn blanks_and_bare_times_are_no_dates_and_junk_is_named() {
    let us = reading(&["7/13/2026"]);
    assert_eq!(us.parse(" "), Ok(None));
    assert_eq!(us.parse("12/30/1899 14:00:00"), Ok(None));
    for text in [
        "13/13/2026",
        "2/30/2026",
        "soon",
        "7/13",
        "7.13/2026",
        "1/2/3/4",
        "/",
        "-",
    ] {
        assert_eq!(us.parse(text), Err(NotADate), "{text}");
    }
}

/// Every way in which Access and its users write the time of a day.
#[test]
fn a_time_of_day_may_follow() {
    let us = reading(&["7/13/2026"]);
    for text in [
        "7/8/2026 0:00:00",
        "7/8/2026 3:15:00 PM",
        "7/8/2026 3:15 pm",
        "7/8/2026  03:15:00.000",
        "7/8/2026 3:15:00\u{202F}PM",
        "7/8/2026 3:15 p.m.",
        "7/8/2026 15:15",
        "7/8/2026 0.00.00",
        "2026-07-08T15:15:00Z",
        "2026-07-08T15:15:00+02:00",
        "2026-07-08 15:15:00.123456",
        "8-Jul-26 0:00:00",
        "Wednesday, July 8, 2026 3:15:00 PM",
        "Wed 8 July 2026",
    ] {
        assert_eq!(us.parse(text), Ok(Some(date(2026, 7, 8))), "{text}");
        assert!(looks_like_date(text), "{text}");
    }
}

/// Two days in a cell, or a remark, were read as the first day.
#[test]
fn anything_else_after_a_date_is_a_question() {
    let us = reading(&["7/13/2026"]);
    for text in [
        "7/8/2026 and 7/9/2025",
        "7/8/2026 7/9/2025",
        "7/8/2026, 7/9/2025",
        "7/8/2026 - 7/9/2026",
        "8.7.2026 9.7.26",
        "7/8/2026 7.09.25",
        "7/8/2026 rained",
        "7/8/2026 (?)",
        "7/8/2026 25:00",
        "7/8/2026 13:15 PM",
        "7/8/2026 3:15 PM or 7/9",
        "7/8/2026 3",
        "2026-07-08T",
        "2026-07-08Trained",
        "2026-07-08 2026-07-09",
        "July 8, 2026 and July 9, 2025",
        "July 8, 2026, 9",
        "July 8 or 9, 2026",
        "before July 8, 2026",
        "Marcus 8 2026",
        "8-Jul-26 9-Jul-25",
    ] {
        assert_eq!(us.parse(text), Err(NotADate), "{text}");
        assert!(!looks_like_date(text), "{text}");
    }
}
