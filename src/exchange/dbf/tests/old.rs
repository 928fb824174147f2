//! Files as other programs write them.

use super::{
    super::{
        fields::File,
        table::{self, Cells},
    },
    *,
};

/// A file with these fields and one record a line, whose texts are divided by '|'.
fn file(fields: &[(&str, u8)], records: &[&str]) -> Vec<u8> {
    let fields = fields
        .iter()
        .map(|(name, length)| ((*name).to_owned(), *length));
    let records = records
        .iter()
        .map(|record| Cells(record.split('|').map(ToOwned::to_owned).collect()));
    let fields = fields.collect::<Vec<_>>();
    table::write(File::Events, &fields, &records.collect::<Vec<_>>(), TODAY).expect("a file")
}

/// Gives a field of a header another type.
fn set_type(file: &mut [u8], field: usize, kind: u8) {
    file[32 + 32 * field + 11] = kind;
}

#[test]
fn old_writers_are_read() {
    let mut th = file(
        &[("h_name", 40), ("H_END_DATE", 8), ("H_CTD_ID", 8)],
        &["CLUB  CHAMPIONSHIP|20010613|00000000"],
    );
    set_type(&mut th, 1, b'D');
    let ts = file(
        &[
            ("S_SEC_NUM", 2),
            ("S_R_SYSTEM", 1),
            ("S_TRN_TYPE", 1),
            ("S_TIMECTL", 20),
        ],
        &[" 1|r|C|40/90, G/60"],
    );
    let mut td = file(
        &[
            ("D_SEC_NUM", 2),
            ("D_PAIR_NUM", 5),
            ("D_MEM_ID", 9),
            ("D_NAME", 20),
            ("D_RATING", 5),
            ("D_RND01", 5),
            ("D_RND02", 5),
        ],
        &[
            " 1|    1|90000001|BERGER,\tANNA|1641|w 2W|x0",
            "1|    2|00000000|IVANOV, IVAN||l 1b|F0",
            "1|    3| |MULLER, J?RGEN|unr.|Z0|",
        ],
    );
    set_type(&mut td, 4, b'N');
    // Written as Windows wrote it: J\xDCRGEN.
    let letter = td.iter().position(|byte| *byte == b'?');
    td[letter.expect("a letter")] = 0xDC;
    let read = read(&th, &ts, &td, TODAY).expect("an old report");
    let [event] = &read.value[..] else {
        panic!("one event")
    };
    assert_eq!(event.name, "CLUB CHAMPIONSHIP");
    assert_eq!((event.ends, event.begins), (Some(date(2001, 6, 13)), None));
    assert_eq!(event.chief_td, None);
    let [section] = &event.sections[..] else {
        panic!("one section")
    };
    assert_eq!((section.number, section.kind), (1, SectionKind::Swiss));
    assert_eq!(section.systems, [System::Regular]);
    assert_eq!(section.time_controls, ["40/90", "G/60"]);
    let rows = section.entries.iter().map(|entry| {
        let rounds = entry.rounds.iter().map(ToString::to_string);
        (
            entry.name.as_str(),
            entry.id,
            entry.regular.rating,
            rounds.collect::<Vec<_>>().join(" "),
        )
    });
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (
                "BERGER, ANNA",
                id("90000001"),
                Some(1641.0),
                "W2w X".to_owned()
            ),
            ("IVANOV, IVAN", None, None, "L1b F".to_owned()),
            ("MULLER, JÜRGEN", None, None, "U U".to_owned()),
        ]
    );
    assert_eq!(
        sentences(&read.notes),
        [
            "TDEXPORT.DBF record 3, D_RND01: Z is read as an unplayed round. US Chess has rated it as a half-point bye: change it to H if it was one",
            "TDEXPORT.DBF record 3, D_RND02: The cell is empty: read as an unplayed round",
        ]
    );
}

#[test]
fn headers_of_other_programs_are_read() {
    let expected = read_files(&example()).expect("an example").value;
    let mut files = example();
    // The year as SwissSys writes it, no day at all, and something in bytes that mean nothing.
    files[0][1] = 26;
    files[1][1..4].copy_from_slice(&[0, 0, 0]);
    files[2][16..20].copy_from_slice(b"junk");
    files[2][29] = 0x57;
    // WinTD writes a zero after the fields, others no byte for the end or several.
    let header = number(&files[0][8..10]);
    files[0].insert(header, 0);
    let longer = u16::try_from(header + 1).expect("short").to_le_bytes();
    files[0][8..10].copy_from_slice(&longer);
    files[1].pop();
    files[2].extend([0x1A; 90]);
    let read = read_files(&files).expect("the same");
    assert_eq!(read.value, expected);
    assert_eq!(read.notes, []);
}

#[test]
fn a_deleted_record_is_skipped_and_told() {
    let mut files = example();
    let header = number(&files[2][8..10]);
    let length = number(&files[2][10..12]);
    let copy = files[2][header + length..header + 2 * length].to_vec();
    files[2].splice(header..header, copy);
    files[2][header] = b'*';
    files[2][4] = 6;
    let read = read_files(&files).expect("the same");
    assert_eq!(
        read.value,
        read_files(&example()).expect("an example").value
    );
    assert_eq!(
        sentences(&read.notes),
        ["TDEXPORT.DBF record 1: The record is marked as deleted and was skipped"]
    );
    // The numbers of the records are those of the file, the deleted one among them.
    set(&mut files[2], 2, "D_RND01", "Q");
    let problems = read_files(&files).expect_err("no result");
    assert_eq!(
        problems[0].place.as_deref(),
        Some("TDEXPORT.DBF record 2, D_RND01")
    );
}

/// The meaning of the codes: the program Meow-Chess, `scripts/mock_uscf_importer.py`.
#[test]
fn codes_of_two_games_are_kept_and_told() {
    let mut files = files(&[section(1, &["U U U", "U U U", "U U U"])]);
    for (record, cells) in [
        (1, ["$2", "#3", "W2"]),
        (2, ["L1", "H0", "W1"]),
        (3, ["U0", "D1", "U0"]),
    ] {
        for (round, cell) in (1..).zip(cells) {
            set(&mut files[2], record, &fields::round_field(round), cell);
        }
    }
    set(&mut files[1], 1, "S_TRN_TYPE", "2");
    let read = read_files(&files).expect("two games a round");
    let rounds = &read.value[0].sections[0].entries[0].rounds;
    assert_eq!(rounds[..], ["$2", "#3", "W2"].map(cell));
    assert_eq!(
        sentences(&read.notes),
        [
            "TSEXPORT.DBF record 1, S_TRN_TYPE: The section has two games a round, told by $, # or %: both are rated, and W stands for a win and a loss"
        ]
    );
    set(&mut files[2], 2, "D_RND01", "D1");
    let problems = read_files(&files).expect_err("two wins against two draws");
    assert_eq!(
        problems[0].place.as_deref(),
        Some("TDEXPORT.DBF record 1, D_RND01")
    );
}

/// The type says that two games were played, and no code does.
#[test]
fn a_win_each_is_two_games_where_the_type_says_so() {
    let mut files = files(&[section(1, &["U U", "U U"])]);
    for (record, cells) in [(1, ["W2W", "B0"]), (2, ["W1B", "H0"])] {
        for (round, cell) in (1..).zip(cells) {
            set(&mut files[2], record, &fields::round_field(round), cell);
        }
    }
    // As a Swiss of single games it contradicts itself.
    assert!(read_files(&files).is_err());
    set(&mut files[1], 1, "S_TRN_TYPE", "2");
    let read = read_files(&files).expect("two games a round");
    let entries = &read.value[0].sections[0].entries;
    assert_eq!(entries[0].rounds[..], ["W2w", "L2b", "B", "B"].map(cell));
    assert_eq!(entries[1].rounds[..], ["L1b", "W1w", "H", "H"].map(cell));
    assert_eq!(
        sentences(&read.notes),
        [
            "TSEXPORT.DBF record 1, S_TRN_TYPE: The section has two games a round. Each was made a round of its own, as US Chess does"
        ]
    );
}

#[test]
fn directors_and_colours_that_do_not_fit_are_told() {
    let mut files = example();
    set(&mut files[0], 1, "H_OTHER_TD", "30000002,30000003");
    set(&mut files[1], 2, "S_CTD_ID", "30000002");
    set(&mut files[2], 1, "D_RND01", "W2W");
    set(&mut files[2], 2, "D_RND01", "L1W");
    set(&mut files[1], 1, "S_R_SYSTEM", "");
    let read = read_files(&files).expect("a report");
    assert_eq!(
        sentences(&read.notes),
        [
            "THEXPORT.DBF record 1, H_OTHER_TD: Other directors aren’t kept: 30000002,30000003",
            "TSEXPORT.DBF record 1, S_R_SYSTEM: No rating system is told: choose one before rating",
            "TDEXPORT.DBF record 1, D_RND01: Pair 1, round 1: 2 has the same color. Colours aren’t rated",
            "TDEXPORT.DBF record 2, D_RND01: Pair 2, round 1: 1 has the same color. Colours aren’t rated",
            "TSEXPORT.DBF record 2, S_CTD_ID: The section has a director of its own, 30000002. Only directors of events are kept",
        ]
    );
}

/// Four players: 1 has beaten 2 and drawn with 3, 4 has lost to 2 and won against 3 without playing; 1 and 4 haven't met, nor have 2 and 3.
#[test]
fn a_round_robin_by_opponents_is_put_into_rounds() {
    let mut files = files(&[section(1, &["U U U U", "U", "U", "U"])]);
    for (record, cells) in [
        (1, ["U0", "W2", "D3", "U0"]),
        (2, ["L1", "U0", "U0", "W4"]),
        (3, ["D1", "U0", "U0", "F4"]),
        (4, ["U0", "L2", "X3", "U0"]),
    ] {
        for (round, cell) in (1..).zip(cells) {
            set(&mut files[2], record, &fields::round_field(round), cell);
        }
    }
    // By rounds it would contradict itself.
    assert!(read_files(&files).is_err());
    set(&mut files[1], 1, "S_TRN_TYPE", "R");
    let read = read_files(&files).expect("a round robin");
    let section = &read.value[0].sections[0];
    assert_eq!(section.problems(), []);
    for (entry, cells) in section.entries.iter().zip([
        ["D3", "U", "W2"],
        ["U", "L1", "W4"],
        ["D1", "F4", "U"],
        ["L2", "U", "X3"],
    ]) {
        let mut rounds = entry.rounds.clone();
        let mut expected = cells.map(cell);
        rounds.sort();
        expected.sort();
        assert_eq!(rounds, expected);
    }
    assert_eq!(
        sentences(&read.notes),
        [
            "TSEXPORT.DBF record 1, S_TRN_TYPE: The results stand by opponents, not by rounds. Rounds in which nobody plays twice were made of them; check these if they matter"
        ]
    );
}
