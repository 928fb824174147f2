//! Files of other programs, and files that are refused.

use super::*;

/// The reference's list of results; F is a full-point bye here.
#[test]
fn results_are_read_as_the_format_lists_them() {
    for (first, second, one, other) in [
        ("   2 w 1", "   1 b 0", "W2w", "L1b"),
        ("   2 W =", "0001 B =", "D2w", "D1b"),
        ("   2 - 1", "   1   0", "W2", "L1"),
        ("   2 - +", "   1 - -", "X2", "F1"),
        ("   2 w +", "   1 b -", "X2w", "F1b"),
        ("0000 - +", "0000 - -", "X", "F"),
        ("0000 - F", "0000 - U", "B", "B"),
        ("0000 - h", "0000 - Z", "H", "U"),
        ("", "0000", "U", "U"),
        ("          0000 - F", "0000 - F", "U B", "B U"),
    ] {
        let read = section_of(&two(first, second));
        assert_eq!(
            [rounds(&read.entries[0]), rounds(&read.entries[1])],
            [one, other],
            "{first}/{second}"
        );
    }
}

#[test]
fn results_that_us_chess_does_not_have_are_read_and_told() {
    let read = read_text(&two(
        "   2 w W  0002 w D     2 w -     2 w",
        "   1 b L     1 b D     1 b -",
    ));
    let entries = &read.value.sections[0].entries;
    assert_eq!(rounds(&entries[0]), "X2w H F U");
    assert_eq!(rounds(&entries[1]), "F1b H F U");
    assert_eq!(
        sentences(&read.notes)[..3],
        [
            "line 1: Round 1: “W” is a game of less than one move, which isn’t rated: read as X2w",
            "line 1: Round 2: “D” is a game of less than one move, which isn’t rated: read as H",
            "line 1: Round 4: the game against 2 has no result: read as an unplayed round",
        ]
    );
}

/// A file as FIDE's example is written, by a program that knows nothing of US Chess.
#[test]
fn files_of_other_programs_are_read() {
    let text = "\u{FEFF}012 Gedenkturnier\r
022 Frankfurt (Main) /GER\r
032\r
042 28. 07. 2005\r
052 31. 07. 2005\r
062 3 (2)\r
072 2\r
082 0\r
092 Individual: Round Robin\r
102 Rosa Beispiel (Klub)\r
122 40/120, 60\r
XXR 3\r
013 Team                               1    2\r
001    1 m  g Muster,Rodrigo                    2558 CHI     3400042 1969.12.06  1.5    1     2 w 1     3 b =\r
001    2 m    Beispiel, Łucja-Zoë                           14101068 1966        0.0          1 b 0\r
001    3 w                                      1700                             0.5    2  0000 - Z     1 w =\r
DAT 0002 ID:USCF 12345678\r
DAT 0002 EMAIL nobody\r
";
    let read = read_text(text);
    let event = read.value;
    assert_eq!(event.name, "Gedenkturnier");
    assert_eq!(event.city.as_deref(), Some("Frankfurt (Main) /GER"));
    assert_eq!(
        (event.begins, event.ends),
        (Some(date(2005, 7, 28)), Some(date(2005, 7, 31)))
    );
    let section = &event.sections[0];
    assert_eq!(section.kind, SectionKind::RoundRobin);
    assert_eq!(section.time_controls, ["40/120, 60"]);
    let entries = &section.entries;
    assert_eq!(entries[1].name, "Beispiel, Łucja-Zoë");
    assert_eq!(
        entries.iter().map(rounds).collect::<Vec<_>>(),
        ["W2w D3b", "L1b U", "U D1w"]
    );
    // A rating with a number at FIDE is FIDE's.
    assert_eq!(
        (entries[0].fide, entries[0].regular.rating),
        (Some(2558), None)
    );
    assert_eq!(
        (entries[2].fide, entries[2].regular.rating),
        (None, Some(1700.0))
    );
    assert_eq!((entries[1].fide, entries[1].regular.rating), (None, None));
    assert_eq!(entries[0].birth, Some(date(1969, 12, 6)));
    assert_eq!(entries[1].birth, None);
    assert_eq!(entries[1].id, id("12345678"));
    assert_eq!(
        sentences(&read.notes),
        [
            "line 10: Names of arbiters aren’t kept: Rosa Beispiel (Klub)",
            "line 13: Teams aren’t kept",
            "line 15: Only the year of birth, 1966, is told: the birth date stays empty",
            "line 1: No rating system is told: choose one before rating",
        ]
    );
}

#[test]
fn a_line_of_the_federation_tells_the_rating_of_us_chess() {
    let text = "\
001    1      Muster, Rosa                      2100 USA    30900001             0.0    1
001    2      Muster, Olga                      2000                             0.0    1
001    3      Muster, Vera                      1900                             0.0    1
USA    3                                             MN     90000003 2010/01/02
USA    1                                        2150 ON     90000001
";
    let section = section_of(text);
    let told = section.entries.iter().map(|entry| {
        (
            entry.fide,
            entry.regular.rating,
            entry.state.as_deref(),
            entry.id,
            entry.birth,
        )
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            (Some(2100), Some(2150.0), Some("ON"), id("90000001"), None),
            (None, Some(2000.0), None, None, None),
            (
                None,
                None,
                Some("MN"),
                id("90000003"),
                Some(date(2010, 1, 2))
            ),
        ]
    );
}

#[test]
fn points_that_the_results_do_not_give_are_told() {
    let text = "001    1                                                                         2.5    1  0000 - F\r";
    let read = read_text(text);
    assert_eq!(
        sentences(&read.notes)[1..],
        ["line 1: The results give 1.0 points, but 2.5 are told. Points aren’t rated"]
    );
}

#[test]
fn lines_that_are_not_as_the_format_has_them_are_told() {
    for (results, expected) in [
        (
            "  12 w 1",
            "Pair 1, round 1: there is no 12. Correct the result that is wrong",
        ),
        (
            "   1 w 1",
            "Pair 1, round 1: a game against oneself. Correct the result that is wrong",
        ),
        (
            "   x w 1",
            "Round 1: “x” is no opponent: a starting rank, or 0000 for nobody, is needed in columns 92 to 95",
        ),
        (
            "0000 - F     2 x 1",
            "Round 2: “x” is no colour: w, b or - is needed in column 107",
        ),
        (
            "   2 w 9",
            "Round 1: “9” is no result: 1, =, 0, +, -, W, D, L, H, F, U or Z is needed in column 99",
        ),
        (
            "0000 - 1",
            "Round 1: W needs the pairing number of the opponent, like W12",
        ),
        (
            "   2 - H",
            "Round 1: H has no opponent: leave the number out",
        ),
        (
            "    2 w 1",
            "The fields don’t stand in their columns: column 96 must be blank. Save the file again, and don’t change blanks in it",
        ),
    ] {
        assert_eq!(said(&two(results, "")), [format!("line 1: {expected}")]);
    }
    let line = |from: usize, text: &str| {
        let mut line = format!("{:89}", "001    1");
        line.replace_range(from - 1..from - 1 + text.len(), text);
        format!("012 Open\n{line}\n")
    };
    for (from, text, expected) in [
        (
            5,
            "   0",
            "“0” is no starting rank: a number from 1 to 9,999 is needed in columns 5 to 8",
        ),
        (
            5,
            "  1a",
            "“1a” is no starting rank: a number from 1 to 9,999 is needed in columns 5 to 8",
        ),
        (
            49,
            "12P4",
            "“12P4” is no rating: a number of up to four digits is needed in columns 49 to 52, or nothing",
        ),
        (
            70,
            "2010/13/01",
            "“2010/13/01” is no date: year, month and day are needed, like 2026/08/30",
        ),
        (
            70,
            "2027/01/01",
            "2027-01-01 is in the future. Correct the date",
        ),
        (
            81,
            " 4.2",
            "“4.2” are no points: they look like 4.5, in columns 81 to 84",
        ),
        (
            14,
            "B",
            "The fields don’t stand in their columns: column 14 must be blank. Save the file again, and don’t change blanks in it",
        ),
    ] {
        assert_eq!(said(&line(from, text)), [format!("line 2: {expected}")]);
    }
}

#[test]
fn contradictions_are_told_with_the_lines_of_both() {
    assert_eq!(
        said(&two("   2 w 1", "   1 b =")),
        [
            "line 1: Pair 1, round 1: 2 has D1b, which doesn’t fit. Correct the result that is wrong",
            "line 2: Pair 2, round 1: 1 has W2w, which doesn’t fit. Correct the result that is wrong",
        ]
    );
    let twice = two("0000 - F", "0000 - F").replace("001    2", "001    1");
    assert_eq!(
        said(&twice),
        ["line 2: Pair 1: another row has this pairing number. Correct the result that is wrong"]
    );
}

#[test]
fn the_lines_of_the_tournament_are_looked_at() {
    let players = two("0000 - F", "0000 - F");
    for (line, expected) in [
        (
            "052 2026/11/24",
            "2026-11-24 is in the future. Correct the date",
        ),
        (
            "042 30 August",
            "“30 August” is no date: year, month and day are needed, like 2026/08/30",
        ),
        (
            "042 2026/02/30",
            "“2026/02/30” is no date: year, month and day are needed, like 2026/08/30",
        ),
        (
            "062 3",
            "3 players are told, but 2 lines begin with 001: the file may be cut off. Save it again",
        ),
        (
            "USA    3",
            "No line 001 has the starting rank 3. Correct one of the two",
        ),
        (
            "DAT 1 id:uscf 1234567",
            "A member’s number has eight digits, “1234567” has not. Correct it, or leave it empty while the membership is pending",
        ),
        (
            "USA    2                                                     1234567",
            "A member’s number has eight digits, “1234567” has not. Correct it, or leave it empty while the membership is pending",
        ),
    ] {
        assert_eq!(
            said(&format!("{line}\n{players}")),
            [format!("line 1: {expected}")]
        );
    }
    assert_eq!(
        said(&format!("042 2026/08/30\n052 2026/08/29\n{players}")),
        [
            "line 2: The last day, 2026-08-29, is before the first, 2026-08-30. Correct one of the two"
        ]
    );
    for text in ["", "012 Open\n", "no such file\r\n", "\u{FEFF}", "00"] {
        assert_eq!(
            said(text),
            [
                "line 1: No line begins with 001: there are no players in this file. Save the tournament as a TRF file"
            ]
        );
    }
}

#[test]
fn dates_are_read_in_any_usual_order() {
    for text in [
        "2026/08/30",
        "2026-8-30",
        "30.08.2026",
        "8/30/2026",
        "30. 8. 2026",
        "2026.08.30",
        "Aug 30, 2026",
        "August 30, 2026",
        "30 aug 2026",
    ] {
        assert_eq!(line::date(text), Some(date(2026, 8, 30)), "{text}");
    }
    for text in [
        "26/08/30",
        "2026/08",
        "30/08/2026",
        "99999/1/1",
        "2026/08/30/1",
        "Aug 30",
    ] {
        assert_eq!(line::date(text), None, "{text}");
    }
}

#[test]
fn a_line_that_is_too_long_is_told() {
    let results = "  0000 - F".repeat(100);
    assert_eq!(
        said(&two(results.trim_start(), "")),
        [
            "line 1: The line is long enough for 100 rounds, but a section has at most 99. Save the file again"
        ]
    );
}
