//! Files that are refused, and why.

use super::*;

/// What is said of the example after a change.
fn said(change: impl FnOnce(&mut Files)) -> Vec<String> {
    let mut files = example();
    change(&mut files);
    sentences(&read_files(&files).expect_err("nothing to be read"))
}

/// What is said of the example after a field of it was changed.
fn said_of(file: usize, record: usize, field: &str, text: &str) -> Vec<String> {
    said(|files| set(&mut files[file], record, field, text))
}

#[test]
fn a_file_that_is_cut_off_is_told() {
    // Five records of 77 bytes each, and one byte for the end.
    for (by, left) in [(2, 4), (77, 4), (78, 4), (79, 3), (386, 0)] {
        assert_eq!(
            said(|files| {
                let length = files[2].len() - by;
                files[2].truncate(length);
            }),
            [format!(
                "TDEXPORT.DBF: The header says 5 records, but only {left} are there: the file is cut off. Copy it again, or export it again"
            )]
        );
    }
    let short = "TSEXPORT.DBF: The file is empty or cut off in its header. Copy it again, or export it again";
    for length in [0, 20, 32, 300, 544] {
        let what = said(|files| files[1].truncate(length));
        let is_short = what == [short];
        assert!(
            is_short || what[0].starts_with("TSEXPORT.DBF: "),
            "{length}: {what:?}"
        );
        assert_eq!(is_short, length != 0 || what == [short], "{length}");
    }
}

#[test]
fn a_damaged_header_is_told() {
    for (place, byte, expected) in [
        (
            0,
            0x30,
            "THEXPORT.DBF: A dBase III file begins with byte 03, this one with 30. Export it again as a rating report, and don’t save it with another program",
        ),
        (
            4,
            2,
            "THEXPORT.DBF: The header says 2 records, but only 1 are there: the file is cut off. Copy it again, or export it again",
        ),
        (
            7,
            255,
            "THEXPORT.DBF: The header says 4278190081 records, but only 1 are there: the file is cut off. Copy it again, or export it again",
        ),
        (
            4,
            0,
            "THEXPORT.DBF: The header says 0 records, but something else follows them: the file is damaged. Export it again",
        ),
        (
            9,
            255,
            "THEXPORT.DBF: The file is empty or cut off in its header. Copy it again, or export it again",
        ),
        (
            10,
            7,
            "THEXPORT.DBF: The header says that a record has 263 bytes, but its fields have 415. Export the file again",
        ),
        (
            48,
            6,
            "THEXPORT.DBF: The header says that a record has 415 bytes, but its fields have 416. Export the file again",
        ),
        (
            48,
            0,
            "THEXPORT.DBF: Field 1 has no name, no length or no known type: the header is damaged. Export the file again",
        ),
        (
            75,
            b'I',
            "THEXPORT.DBF: Field 2 has no name, no length or no known type: the header is damaged. Export the file again",
        ),
        (
            64,
            0,
            "THEXPORT.DBF: Field 2 has no name, no length or no known type: the header is damaged. Export the file again",
        ),
        (
            544,
            0,
            "THEXPORT.DBF: The list of its fields has no end: the header is damaged. Export the file again",
        ),
        (
            545,
            0x57,
            "THEXPORT.DBF record 1: A record begins with a blank, or * if it is deleted; this one begins with byte 57: the file is damaged. Export it again",
        ),
    ] {
        assert_eq!(said(|files| files[0][place] = byte), [expected], "{place}");
    }
    let twice = said(|files| {
        let name = files[2][32 + 7 * 32..32 + 7 * 32 + 11].to_vec();
        files[2][32 + 8 * 32..32 + 8 * 32 + 11].copy_from_slice(&name);
    });
    assert_eq!(
        twice,
        [
            "TDEXPORT.DBF: The file has two fields D_RND01: the header is damaged. Export the file again"
        ]
    );
}

#[test]
fn a_missing_field_is_told() {
    // "D_MEM_ID" becomes "D_MEM_IX", and "D_RND01" is not there.
    let missing = said(|files| {
        files[2][32 + 3 * 32 + 7] = b'X';
        files[1][32 + 32] = b'X';
    });
    assert_eq!(
        missing,
        [
            "TSEXPORT.DBF: The field S_SEC_NUM is missing. Export the report again in format 2C",
            "TDEXPORT.DBF: The field D_MEM_ID is missing. Export the report again in format 2C",
        ]
    );
    assert_eq!(
        said(|files| files[2][32 + 8 * 32 + 6] = b'7'),
        ["TDEXPORT.DBF: Between the fields of rounds, D_RND02 is missing. Export the report again"]
    );
}

#[test]
fn a_cell_that_is_none_is_told_with_its_place() {
    for (text, expected) in [
        ("Q2", "“Q” is no result: type W, L, D, B, H, U, X or F"),
        ("W", "W needs the pairing number of the opponent, like W12"),
        ("B2", "B has no opponent: leave the number out"),
        ("Z2", "“Z” is no result: type W, L, D, B, H, U, X or F"),
        (
            "W2X",
            "“2X” is no pairing number: type a number from 1 to 9,999, and w or b behind it",
        ),
    ] {
        assert_eq!(
            said_of(2, 2, "D_RND02", text),
            [format!("TDEXPORT.DBF record 2, D_RND02: {expected}")]
        );
    }
}

#[test]
fn ids_of_seven_digits_are_told() {
    let expected = "A member’s number has eight digits, “1234567” has not. Correct it, or leave it empty while the membership is pending";
    for (file, record, field, place) in [
        (0, 1, "H_CTD_ID", "THEXPORT.DBF record 1, H_CTD_ID"),
        (1, 2, "S_ATD_ID", "TSEXPORT.DBF record 2, S_ATD_ID"),
        (2, 3, "D_MEM_ID", "TDEXPORT.DBF record 3, D_MEM_ID"),
    ] {
        assert_eq!(
            said_of(file, record, field, "1234567"),
            [format!("{place}: {expected}")]
        );
    }
}

#[test]
fn sections_that_do_not_belong_together_are_told() {
    assert_eq!(
        said_of(1, 2, "S_SEC_NUM", "1"),
        [
            "TSEXPORT.DBF record 2, S_SEC_NUM: Another section of the event has number 1. Number the sections anew and export again"
        ]
    );
    assert_eq!(
        said_of(2, 4, "D_SEC_NUM", "7"),
        [
            "TDEXPORT.DBF record 4, D_SEC_NUM: TSEXPORT.DBF has no section 7. The three files must be of one export"
        ]
    );
    assert_eq!(
        said_of(1, 1, "S_LST_PAIR", "4"),
        [
            "TSEXPORT.DBF record 1, S_LST_PAIR: The last pairing number is told as 4, but TDEXPORT.DBF has 3 players. The three files must be of one export"
        ]
    );
    assert_eq!(
        said_of(0, 1, "H_TOT_SECT", "3"),
        [
            "THEXPORT.DBF record 1, H_TOT_SECT: 3 sections are told, but TSEXPORT.DBF has 2. The three files must be of one export"
        ]
    );
    assert_eq!(
        said_of(1, 1, "S_TOT_RNDS", "3"),
        [
            "TSEXPORT.DBF record 1, S_TOT_RNDS: 3 rounds are told, but TDEXPORT.DBF has fields for 2. The three files must be of one export"
        ]
    );
    assert_eq!(
        said_of(2, 5, "D_RND02", "D4"),
        [
            "TDEXPORT.DBF record 5, D_RND02: The section has only 1 rounds, but here is “D4”. Correct the number of rounds or the result"
        ]
    );
    assert_eq!(
        said_of(1, 1, "S_EVENT_ID", "202608300001"),
        [
            "TSEXPORT.DBF record 1, S_EVENT_ID: No event in THEXPORT.DBF has the id “202608300001”. The three files must be of one export"
        ]
    );
}

#[test]
fn events_are_told_apart_by_their_ids() {
    let mut events = [event(&[section(1, &["W2", "L1"])]), event(&[])];
    events[0].id = Some("202608300001".to_owned());
    events[1].id = Some("202608300002".to_owned());
    let mut files = write(&events, TODAY, false).expect("a report");
    set(&mut files[0], 2, "H_EVENT_ID", "202608300001");
    assert_eq!(
        sentences(&read_files(&files).expect_err("one id")),
        [
            "THEXPORT.DBF record 2, H_EVENT_ID: Another event has the id “202608300001”. Give each event of the files an id of its own"
        ]
    );
    set(&mut files[0], 2, "H_EVENT_ID", "");
    assert_eq!(
        sentences(&read_files(&files).expect_err("no id")),
        [
            "THEXPORT.DBF record 2, H_EVENT_ID: The file has several events, and this one has no id. Give each of them an id, or export them one by one"
        ]
    );
    let none = said(|files| {
        files[0][545] = b'*';
    });
    assert_eq!(
        none[0],
        "THEXPORT.DBF: There is no event in this file. Export the report again"
    );
}

#[test]
fn dates_that_cannot_be_are_told() {
    for (text, expected) in [
        ("20261124", "2026-11-24 is in the future. Correct the date"),
        (
            "20260231",
            "“20260231” is no date: year, month and day are needed, like 20260830",
        ),
        (
            "18991231",
            "“18991231” is no date: year, month and day are needed, like 20260830",
        ),
        (
            "8/30/26",
            "“8/30/26” is no date: year, month and day are needed, like 20260830",
        ),
        (
            "20260828",
            "The last day, 2026-08-28, is before the first, 2026-08-29. Correct one of the two",
        ),
    ] {
        assert_eq!(
            said_of(0, 1, "H_END_DATE", text),
            [format!("THEXPORT.DBF record 1, H_END_DATE: {expected}")]
        );
        assert_eq!(
            said_of(1, 2, "S_END_DATE", text),
            [format!("TSEXPORT.DBF record 2, S_END_DATE: {expected}")]
        );
    }
}

#[test]
fn other_fields_that_cannot_be_are_told() {
    for (file, field, text, expected) in [
        (
            1,
            "S_R_SYSTEM",
            "X",
            "“X” is no rating system: R, Q, D for both, or B for blitz is needed",
        ),
        (
            1,
            "S_TRN_TYPE",
            "X",
            "“X” is no type of section: S, C, R, M or 2 is needed",
        ),
        (
            1,
            "S_SEC_NUM",
            "",
            "“” isn’t a number from 1 to 99. Correct it",
        ),
        (
            1,
            "S_SEC_NUM",
            "-1",
            "“-1” isn’t a number from 1 to 99. Correct it",
        ),
        (
            1,
            "S_TIMECTL",
            "9/1,8/1,7/1,6/1",
            "“9/1,8/1,7/1,6/1” are more than three time controls. Leave some out",
        ),
        (
            2,
            "D_PAIR_NUM",
            "1x",
            "“1x” isn’t a number from 1 to 9999. Correct it",
        ),
        (
            2,
            "D_RATING",
            "12P4",
            "“12P4” is no rating: a number of up to four digits is needed, or nothing",
        ),
    ] {
        let name = ["THEXPORT", "TSEXPORT", "TDEXPORT"][file];
        assert_eq!(
            said_of(file, 1, field, text),
            [format!("{name}.DBF record 1, {field}: {expected}")]
        );
    }
}

#[test]
fn contradictions_are_told_from_both_sides() {
    assert_eq!(
        said_of(2, 1, "D_RND01", "D2"),
        [
            "TDEXPORT.DBF record 1, D_RND01: Pair 1, round 1: 2 has L1, which doesn’t fit. Correct the result that is wrong and export again",
            "TDEXPORT.DBF record 2, D_RND01: Pair 2, round 1: 1 has D2, which doesn’t fit. Correct the result that is wrong and export again",
        ]
    );
    assert_eq!(
        said_of(2, 3, "D_PAIR_NUM", "2")[0],
        "TDEXPORT.DBF record 2, D_RND02: Pair 2, round 2: there is no 3. Correct the result that is wrong and export again"
    );
    assert!(said_of(2, 5, "D_PAIR_NUM", "1").contains(
        &"TDEXPORT.DBF record 5, D_PAIR_NUM: Pair 1: another row has this pairing number. Correct the result that is wrong and export again".to_owned()
    ));
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let all = said(|files| {
        set(&mut files[0], 1, "H_CTD_ID", "1");
        set(&mut files[1], 2, "S_R_SYSTEM", "X");
        set(&mut files[2], 1, "D_RND01", "Q");
        set(&mut files[2], 1, "D_RND02", "Q");
        set(&mut files[2], 5, "D_RND01", "W1");
    });
    let places = all
        .iter()
        .map(|sentence| sentence.split(": ").next().expect("a place"));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [
            "THEXPORT.DBF record 1, H_CTD_ID",
            "TSEXPORT.DBF record 2, S_R_SYSTEM",
            "TDEXPORT.DBF record 1, D_RND01",
            "TDEXPORT.DBF record 1, D_RND02",
            "TDEXPORT.DBF record 4, D_RND01",
            "TDEXPORT.DBF record 5, D_RND01",
        ]
    );
}
