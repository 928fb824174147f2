use super::*;

fn control(moves: Option<u16>, minutes: u16, delay: Option<Delay>) -> TimeControl {
    TimeControl {
        moves,
        minutes,
        delay,
    }
}

#[test]
fn a_time_control_is_read_in_any_usual_spelling() {
    let d5 = Some(Delay::Waits(5));
    let plus = |seconds| Some(Delay::Adds(seconds));
    for (text, expected, plain) in [
        ("40/90", control(Some(40), 90, None), "40/90"),
        ("G/60", control(None, 60, None), "G/60"),
        (" g / 060 ", control(None, 60, None), "G/60"),
        ("G/60;d5", control(None, 60, d5), "G/60;d5"),
        ("G/60 d5", control(None, 60, d5), "G/60;d5"),
        ("G/60d5", control(None, 60, d5), "G/60;d5"),
        ("G/60, D5", control(None, 60, d5), "G/60;d5"),
        (
            "G/60;d0",
            control(None, 60, Some(Delay::Waits(0))),
            "G/60;d0",
        ),
        ("G/90;+30", control(None, 90, plus(30)), "G/90;+30"),
        ("G/90+30", control(None, 90, plus(30)), "G/90;+30"),
        ("G/3;+2", control(None, 3, plus(2)), "G/3;+2"),
        ("SD/30", control(None, 30, None), "G/30"),
        ("sd/30 d5", control(None, 30, d5), "G/30;d5"),
    ] {
        assert_eq!(text.parse(), Ok(expected), "{text}");
        assert_eq!(expected.to_string(), plain, "{text}");
        assert_eq!(plain.parse(), Ok(expected), "{text}");
    }
}

#[test]
fn several_are_read_in_their_order() {
    let d5 = Some(Delay::Waits(5));
    for (text, expected, plain) in [
        (
            "40/90,SD/30;d5",
            vec![control(Some(40), 90, None), control(None, 30, d5)],
            "40/90,SD/30;d5",
        ),
        (
            "40/90;d5, SD/30;d5",
            vec![control(Some(40), 90, d5), control(None, 30, d5)],
            "40/90;d5,SD/30;d5",
        ),
        (
            "50/120, 20/60, G/30",
            vec![
                control(Some(50), 120, None),
                control(Some(20), 60, None),
                control(None, 30, None),
            ],
            "50/120,20/60,SD/30",
        ),
        (
            "50/120, 20/60",
            vec![control(Some(50), 120, None), control(Some(20), 60, None)],
            "50/120,20/60",
        ),
    ] {
        assert_eq!(read_controls(text), Ok(expected.clone()), "{text}");
        assert_eq!(written_controls(&expected), plain);
        assert_eq!(read_controls(plain), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_time_control_says_why() {
    let fault = |text: &str| read_controls(text).expect_err(text).to_string();
    for (text, expected) in [
        (
            "",
            "There is no time control: type one like G/60;d5 or 40/90",
        ),
        (
            " ; ",
            "There is no time control: type one like G/60;d5 or 40/90",
        ),
        (
            "G60",
            "“G60” is no time control: type it like G/60;d5, G/90;+30 or 40/90",
        ),
        (
            "G/0",
            "“0” is no number of minutes: a time control has 1 to 999",
        ),
        (
            "G/1000",
            "“1000” is no number of minutes: a time control has 1 to 999",
        ),
        (
            "G/-5",
            "“-5” is no number of minutes: a time control has 1 to 999",
        ),
        (
            "G/99999999999",
            "“99999999999” is no number of minutes: a time control has 1 to 999",
        ),
        (
            "0/60",
            "“0” is no number of moves: a time control is for 1 to 200 moves, or G for the whole game",
        ),
        (
            "H/60",
            "“H” is no number of moves: a time control is for 1 to 200 moves, or G for the whole game",
        ),
        ("G/60;d", "“” is no number of seconds: a delay has 0 to 999"),
        (
            "d5",
            "“d5” stands before any time control: type it behind one, like G/60;d5",
        ),
        ("G/60;d5;+30", "G/60;d5 has two delays: delete one"),
        (
            "G/60, 40/90",
            "G/60 is for the rest of the game, and others follow: type it last",
        ),
        (
            "50/120, 20/60, 10/30, G/30",
            "These are 4 time controls: a section has one, and 3 at most",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
    assert_eq!(
        "40/90, G/30".parse::<TimeControl>(),
        Err(TimeControlProblem::Several(2))
    );
}

#[test]
fn a_section_has_its_controls_in_one_text_or_in_several() {
    let section = |controls: &[&str]| Section {
        time_controls: controls.iter().map(|text| (*text).to_owned()).collect(),
        ..Section::default()
    };
    let apart = section(&["40/90", "SD/30;d5"]).controls();
    assert_eq!(apart, section(&["40/90,SD/30;d5"]).controls());
    assert_eq!(apart.map(|controls| controls.len()), Ok(2));
    assert_eq!(section(&[]).controls(), Ok(Vec::new()));
    assert_eq!(section(&[""]).controls(), Ok(Vec::new()));
    assert!(section(&["G/60", "fast"]).controls().is_err());
}

#[test]
fn whatever_is_read_is_written_so_that_it_is_read_the_same() {
    let mut seed = 1_u64;
    let mut below = |end: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u16::try_from((seed >> 33) % end).expect("small")
    };
    for _ in 0..2000 {
        let length = 1 + below(3);
        let controls = (0..length).map(|place| {
            let is_last = place + 1 == length;
            let seconds = below(1000);
            control(
                (!is_last || below(2) == 0).then(|| 1 + below(200)),
                1 + below(999),
                [
                    None,
                    Some(Delay::Waits(seconds)),
                    Some(Delay::Adds(seconds)),
                ][usize::from(below(3))],
            )
        });
        let controls = controls.collect::<Vec<_>>();
        let text = written_controls(&controls);
        assert_eq!(read_controls(&text), Ok(controls), "{text}");
    }
}
