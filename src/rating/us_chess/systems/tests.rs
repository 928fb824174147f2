use super::*;
use crate::domain::us_chess::read_controls;

const IN_2001: Date = date(2001, 7, 1);
const IN_2010: Date = date(2010, 7, 1);
const IN_2016: Date = date(2016, 7, 1);
const IN_2026: Date = date(2026, 8, 30);

fn words(text: &str, day: Date) -> &'static str {
    let controls = read_controls(text).expect(text);
    allowed(&controls, day).words().unwrap_or("none")
}

/// What is wrong with a section of these time controls that is marked so: "r", "q", "rq", "b" or "".
fn wrong(text: &str, marked: &str, day: Date) -> Option<String> {
    let systems = [(System::Regular, 'r'), (System::Quick, 'q')];
    let systems = systems
        .into_iter()
        .filter(|(_, letter)| marked.contains(*letter));
    let section = Section {
        time_controls: vec![text.to_owned()],
        systems: systems.map(|(system, _)| system).collect(),
        is_blitz: marked.contains('b'),
        ..Section::default()
    };
    check(&section, day).map(|problem| problem.to_string())
}

#[test]
fn tables_begin_with_2001_and_go_on_by_day() {
    assert_eq!(BANDS[0].0, FIRST_DAY);
    assert!(BANDS.is_sorted_by(|a, b| a.0 < b.0));
    let controls = read_controls("G/60").expect("one");
    assert_eq!(allowed(&controls, date(2000, 12, 31)), Speed::default());
    assert_eq!(allowed(&[], IN_2026), Speed::default());
}

#[test]
fn a_time_control_has_its_systems_by_the_rules_of_a_day() {
    // Reference 1.1. Columns: 2001, April 2010, 2015 and 2016, 2020.
    for (text, expected) in [
        ("G/4", ["Quick", "none", "none", "none"]),
        ("G/5", ["Quick", "Quick", "Blitz", "Blitz"]),
        ("G/3;+2", ["Quick", "none", "Blitz", "Blitz"]),
        ("G/2;+8", ["Quick", "none", "Quick", "none"]),
        ("G/4;+10", ["Quick", "none", "Quick", "none"]),
        ("G/10", ["Quick", "Quick", "Quick or Blitz", "Blitz"]),
        ("G/10;d5", ["Quick", "Quick", "Quick", "Quick"]),
        ("G/29", ["Quick", "Quick", "Quick", "Quick"]),
        ("G/24;d5", ["Quick", "Quick", "Quick", "Quick"]),
        (
            "G/25;d5",
            ["Quick", "Quick", "Regular and Quick", "Regular and Quick"],
        ),
        (
            "G/30",
            [
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
            ],
        ),
        (
            "G/60;d5",
            [
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
            ],
        ),
        (
            "G/60;+10",
            [
                "Regular and Quick",
                "Regular and Quick",
                "Regular",
                "Regular",
            ],
        ),
        (
            "G/65",
            [
                "Regular",
                "Regular",
                "Regular and Quick",
                "Regular and Quick",
            ],
        ),
        ("G/66", ["Regular"; 4]),
        ("40/90,SD/30;d5", ["Regular"; 4]),
        (
            "20/20,SD/20",
            [
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
                "Regular and Quick",
            ],
        ),
        // The last one repeats: without an end.
        ("20/10, 10/5", ["Regular"; 4]),
    ] {
        let days = [IN_2001, IN_2010, IN_2016, IN_2026];
        assert_eq!(days.map(|day| words(text, day)), expected, "{text}");
    }
}

#[test]
fn the_longest_delay_counts_once() {
    assert_eq!(words("20/30;d5,SD/30;d5", IN_2026), "Regular and Quick");
    assert_eq!(words("20/30,SD/30;+6", IN_2026), "Regular");
}

#[test]
fn a_section_that_is_marked_otherwise_is_told() {
    assert_eq!(
        wrong("G/10;d5", "r", IN_2026).as_deref(),
        Some(
            "G/10;d5 is a Quick time control by the rules since 9/2/2020: this section is marked Regular. Mark it Quick, or correct the time control"
        )
    );
    assert_eq!(
        wrong("SD/45 d5", "r", IN_2026).as_deref(),
        Some(
            "G/45;d5 is a Regular and Quick time control by the rules since 9/2/2020: this section is marked Regular. Mark it Regular and Quick, or correct the time control"
        )
    );
    assert_eq!(
        wrong("G/2", "q", IN_2026).as_deref(),
        Some(
            "G/2 is too fast to be rated by the rules since 9/2/2020: this section is marked Quick. Correct the time control, or rate it in no system"
        )
    );
    for (text, marked) in [
        ("G/90;+30", "rq"),
        ("G/90;+30", "q"),
        ("G/90;+30", "b"),
        ("G/45;d5", "q"),
        ("G/5", "q"),
        ("G/25;d5", "b"),
        ("G/25;d5", "rqb"),
    ] {
        assert!(wrong(text, marked, IN_2026).is_some(), "{text} {marked}");
    }
}

#[test]
fn a_section_that_is_marked_right_is_not_told() {
    for (text, marked, day) in [
        ("G/10;d5", "q", IN_2026),
        ("G/45;d5", "rq", IN_2026),
        ("40/90,SD/30;d5", "r", IN_2026),
        ("50/120, 20/60", "r", IN_2026),
        ("G/5", "b", IN_2026),
        ("G/10", "b", IN_2016),
        ("G/10", "q", IN_2016),
        ("G/60", "r", IN_2001),
        ("G/60", "q", IN_2001),
        ("G/60", "rq", IN_2001),
        // Neither marked nor told, and of a time that has no rules.
        ("G/10;d5", "", IN_2026),
        ("", "r", IN_2026),
        ("G/10;d5", "r", date(1999, 1, 1)),
    ] {
        assert_eq!(wrong(text, marked, day), None, "{text} {marked}");
    }
}

#[test]
fn a_time_control_that_cannot_be_read_is_told() {
    assert_eq!(
        wrong("quick", "q", IN_2026).as_deref(),
        Some("“quick” is no time control: type it like G/60;d5, G/90;+30 or 40/90")
    );
}
