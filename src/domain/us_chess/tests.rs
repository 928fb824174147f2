use super::*;

fn cell(text: &str) -> Round {
    text.parse().expect(text)
}

/// A section of one entry a line: the pairing numbers count up from 1.
pub(super) fn section(rows: &[&str]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
        pair,
        rounds: rounds.split_whitespace().map(cell).collect(),
        ..Entry::default()
    });
    Section {
        entries: entries.collect(),
        ..Section::default()
    }
}

fn sentences(section: &Section) -> Vec<String> {
    let problems = section.problems();
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_cell_is_written_as_it_is_read() {
    let cells = [
        "W12", "L2", "D6w", "W9999b", "X", "X3", "F2", "F", "B", "H", "U", "Hw", "$", "#4", "%17b",
        "-",
    ];
    for text in cells {
        assert_eq!(cell(text).to_string(), text);
    }
    for code in Code::VARIANTS.iter().copied() {
        assert_eq!(Code::of_letter(code.letter()), Some(code));
        for opponent in [None, Some(1), Some(9999)] {
            for side in [None, Some(Side::White), Some(Side::Black)] {
                if let Ok(round) = Round::new(code, opponent, side) {
                    assert_eq!(cell(&round.to_string()), round);
                }
            }
        }
    }
}

#[test]
fn a_cell_is_read_in_any_usual_spelling() {
    for (text, plain) in [
        ("w12W", "W12w"),
        (" L   4 ", "L4"),
        ("d6 B", "D6b"),
        ("B0", "B"),
        ("b0b", "Bb"),
        ("H0", "H"),
        ("X0", "X"),
        ("bb", "Bb"),
        ("W007", "W7"),
    ] {
        assert_eq!(cell(text).to_string(), plain, "{text}");
    }
}

#[test]
fn what_is_no_cell_says_why() {
    let problem = |text: &str| text.parse::<Round>().expect_err(text);
    assert_eq!(problem(" "), RoundProblem::Empty);
    assert_eq!(problem("Z0"), RoundProblem::NoSuchCode('Z'));
    assert_eq!(problem("½3"), RoundProblem::NoSuchCode('½'));
    for text in ["W", "L0", "Dw"] {
        let letter = text.chars().next().unwrap();
        assert_eq!(problem(text), RoundProblem::NoOpponent(letter), "{text}");
    }
    assert_eq!(problem("B3"), RoundProblem::Opponent('B'));
    for rest in ["-3", "+3", "3.5", "10000", "3x", "ww", "00", "1 2", "３"] {
        let text = format!("W{rest}");
        assert_eq!(problem(&text), RoundProblem::NotANumber(rest.to_owned()));
    }
    assert_eq!(
        Round::new(Code::Win, Some(0), None),
        Err(RoundProblem::NotANumber("0".to_owned()))
    );
}

#[test]
fn a_members_number_has_eight_digits() {
    for text in ["00000001", "30000001", "99999999"] {
        let id = text.parse::<MemberId>().expect(text);
        assert_eq!(id.to_string(), text);
        assert_eq!(MemberId::read(text), Ok(Some(id)));
    }
    for text in ["", "  ", "00000000"] {
        assert_eq!(MemberId::read(text), Ok(None));
    }
    assert_eq!("00000000".parse::<MemberId>(), Err(IdProblem::Pending));
    for text in [
        "1234567",
        "123456789",
        "1234567a",
        "+1234567",
        "１２３４５６７８",
    ] {
        let problem = IdProblem::NotEightDigits(text.to_owned());
        assert_eq!(MemberId::read(text), Err(problem));
    }
}

#[test]
fn words_are_read_as_they_are_written() {
    for system in System::VARIANTS.iter().copied() {
        assert_eq!(System::of_word(system.word()), Some(system));
        assert_ne!(system.other(), system);
        assert_eq!(system.other().other(), system);
    }
    for kind in SectionKind::VARIANTS.iter().copied() {
        assert_eq!(SectionKind::of_word(kind.word()), Some(kind));
    }
    for history in History::VARIANTS.iter().copied() {
        assert_eq!(History::of_word(history.word()), Some(history));
    }
    assert_eq!(System::of_word("blitz"), None);
}

#[test]
fn points_are_those_of_the_crosstable() {
    let section = section(&["W2 L3 D4 B H U X F X2 $2"]);
    assert_eq!(section.entries[0].halves(), 2 + 1 + 2 + 1 + 2 + 2 + 4);
    // The last cell says that two games were played in each round: byes and forfeits count twice.
    assert_eq!(section.halves(), [2 + 1 + 4 + 2 + 4 + 4 + 4]);
}

#[test]
fn a_section_that_is_in_order_has_no_problems() {
    let section = section(&["W2w X3 B L4", "L1b H X F3", "U F U X", "U F U W1"]);
    assert_eq!(section.problems(), []);
}

#[test]
fn contradictions_are_told_from_both_sides() {
    let wrong = section(&["W2", "W1"]);
    assert_eq!(
        wrong.problems(),
        [(0, 2, "W1"), (1, 1, "W2")].map(|(row, opponent, theirs)| SectionProblem {
            row,
            pair: u16::try_from(row).unwrap() + 1,
            round: Some(0),
            what: Contradiction::Results {
                opponent,
                theirs: cell(theirs)
            },
        })
    );
    for (rows, expected) in [
        (
            ["D2", "L1"],
            [
                "Pair 1, round 1: 2 has L1, which doesn’t fit",
                "Pair 2, round 1: 1 has D2, which doesn’t fit",
            ],
        ),
        (
            ["X2", "X1"],
            [
                "Pair 1, round 1: 2 has X1, which doesn’t fit",
                "Pair 2, round 1: 1 has X2, which doesn’t fit",
            ],
        ),
        (
            ["W2", "F1"],
            [
                "Pair 1, round 1: 2 has F1, which doesn’t fit",
                "Pair 2, round 1: 1 has W2, which doesn’t fit",
            ],
        ),
        (
            ["W2w", "L1w"],
            [
                "Pair 1, round 1: 2 has the same color",
                "Pair 2, round 1: 1 has the same color",
            ],
        ),
    ] {
        assert_eq!(sentences(&section(&rows)), expected);
    }
}

#[test]
fn what_has_no_counterpart_is_told() {
    for (rows, expected) in [
        (["W2", "U"], "Pair 1, round 1: 2 has U in this round"),
        (
            ["U W2", "U"],
            "Pair 1, round 2: 2 has nothing in this round",
        ),
        (["X2", "U"], "Pair 1, round 1: 2 has U in this round"),
        (["W1", "U"], "Pair 1, round 1: a game against oneself"),
        (["U", "W7"], "Pair 2, round 1: there is no 7"),
    ] {
        assert_eq!(sentences(&section(&rows)), [expected]);
    }
    let three = section(&["W2", "L3", "W2"]);
    assert_eq!(
        sentences(&three),
        ["Pair 1, round 1: 2 has L3 in this round"]
    );
}

#[test]
fn pairing_numbers_and_entries_of_one_member_are_looked_at() {
    let mut section = section(&["W2", "L1", "U"]);
    section.entries[2].pair = 1;
    assert_eq!(
        sentences(&section),
        ["Pair 1: another row has this pairing number"]
    );
    section.entries[2].pair = 0;
    assert_eq!(
        sentences(&section),
        ["Pair 0: a pairing number is from 1 to 9,999"]
    );
    section.entries[2].pair = 3;
    for entry in &mut section.entries {
        entry.id = MemberId::read("30000001").expect("a number");
    }
    assert_eq!(
        sentences(&section),
        [
            "Pair 1, round 1: 2 is another entry of the same member",
            "Pair 2, round 1: 1 is another entry of the same member"
        ]
    );
    // Two pending memberships are two members.
    for entry in &mut section.entries {
        entry.id = None;
    }
    assert_eq!(section.problems(), []);
}

#[test]
fn a_section_without_a_day_ends_with_its_event() {
    let mut section = Section::default();
    let event = Event {
        ends: Some(jiff::civil::date(2026, 8, 30)),
        ..Event::default()
    };
    assert_eq!(event.ends_of(&section), event.ends);
    section.ends = Some(jiff::civil::date(2026, 8, 29));
    assert_eq!(event.ends_of(&section), section.ends);
}

#[test]
fn a_section_in_both_systems_is_dual() {
    let mut section = Section::default();
    assert!(!section.is_dual());
    section.systems = vec![System::Quick];
    assert!(section.is_rated_in(System::Quick) && !section.is_dual());
    section.systems.push(System::Regular);
    assert!(section.is_dual());
}

/// As those of doubts.
#[test]
fn contradictions_are_known_by_their_kind_and_numbers() {
    let (opponent, theirs) = (7, "W4b".parse().expect("a cell"));
    for (what, key) in [
        (Contradiction::NoPair, "no-pair"),
        (Contradiction::PairTwice, "pair-twice"),
        (Contradiction::NotEntered, "not-entered"),
        (Contradiction::AgainstOneself, "against-oneself"),
        (Contradiction::OneMember { opponent }, "one-member 7"),
        (
            Contradiction::NoSuchOpponent { opponent },
            "no-such-opponent 7",
        ),
        (
            Contradiction::NotMet {
                opponent,
                theirs: None,
            },
            "not-met 7 nothing",
        ),
        (
            Contradiction::NotMet {
                opponent,
                theirs: Some(theirs),
            },
            "not-met 7 W4b",
        ),
        (Contradiction::Results { opponent, theirs }, "results 7 W4b"),
        (Contradiction::Sides { opponent }, "sides 7"),
    ] {
        let problem = SectionProblem {
            row: 0,
            pair: 3,
            round: Some(1),
            what,
        };
        assert_eq!(problem.key(), format!("3/2 {key}"));
    }
}
