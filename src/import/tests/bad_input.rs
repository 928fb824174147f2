//! Files that aren't what they should be: a clear error, never a crash.

use std::{
    fs,
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
};

use proptest::prelude::*;
use strum::VariantArray as _;

use super::*;
use crate::import::{ForeignFile, ReadFailure, ReadProblem};

fn failure(name: &str, bytes: &[u8]) -> ReadProblem {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    read(&path, &Progress::default()).expect_err("a bad file")
}

#[test]
fn each_bad_file_has_its_sentence() {
    for (name, bytes, sentence) in [
        (
            "Empty.csv",
            &b""[..],
            "Empty.csv: This file is empty. Export the table from Access again",
        ),
        (
            "Blank.csv",
            b" \r\n\r\n",
            "Blank.csv: This file is empty. Export the table from Access again",
        ),
        (
            "camp.xlsx",
            b"PK\x03\x04 [Content_Types].xml",
            "camp.xlsx: This is an Excel workbook. Save it as CSV in Excel, and import that file",
        ),
        (
            "junk.bin",
            b"\x01\x02\x00\x00\x00\xFF\xFE\x00\x01junk",
            "junk.bin: This file is neither text nor an Access file. Choose the Access file of the camp, or a text file exported from it",
        ),
        (
            "camp.ladder",
            b"SQLite format 3\0\x10\x00",
            "camp.ladder: This is a camp file. Choose Open for it instead of Import",
        ),
        (
            "Quote.csv",
            b"1,a\n2,\"b\n3,c\n",
            "Quote.csv: Line 2 opens a quotation mark that is never closed. Correct that line, or export the table from Access again",
        ),
    ] {
        assert_eq!(failure(name, bytes).to_string(), sentence);
    }
    assert!(matches!(
        failure("camp.laccdb", b"PC\0\0\0\0Admin\0").reason,
        ReadFailure::Foreign(ForeignFile::AccessLock)
    ));
}

#[test]
fn folders_and_files_that_are_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let as_file = read(folder.path(), &Progress::default()).expect_err("a folder");
    assert!(matches!(as_file.reason, ReadFailure::Folder));
    let gone = read(&folder.path().join("gone.csv"), &Progress::default()).expect_err("nothing");
    assert!(matches!(gone.reason, ReadFailure::NotThere));
    assert_eq!(gone.file, "gone.csv");
}

#[cfg(unix)]
#[test]
fn no_permission_is_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Secret.csv");
    fs::write(&path, "1,2").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("no permission");
    // The superuser reads everything.
    if fs::read(&path).is_err() {
        let problem = read(&path, &Progress::default()).expect_err("no permission");
        assert!(matches!(problem.reason, ReadFailure::NoPermission));
    }
}

#[test]
fn a_line_of_100_megabytes_is_given_up_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Long.csv");
    let mut file = fs::File::create(&path).expect("a file");
    file.write_all(b"ID,Last Name\n1,").expect("room");
    let piece = vec![b'x'; 1_000_000];
    for _ in 0..100 {
        file.write_all(&piece).expect("room");
    }
    drop(file);
    let progress = Progress::default();
    let problem = read(&path, &progress).expect_err("too long");
    assert!(matches!(problem.reason, ReadFailure::LongLine { line: 2 }));
    assert!(
        progress.fraction().is_some_and(|read| read < 0.05),
        "the rest isn't even read"
    );
}

#[test]
fn a_cancelled_reading_stops() {
    let progress = Progress::default();
    progress.cancel();
    let problem = read(&sample_files("csv")[0], &progress).expect_err("cancelled");
    assert!(matches!(problem.reason, ReadFailure::Cancelled));
}

#[test]
fn letters_that_are_lost_are_counted() {
    let source =
        read_text("Players.csv", b"\xEF\xBB\xBF1,Ren\xE9e\r\n2,Mu\xF1oz\r\n").expect("text");
    assert_eq!(
        source.problems[0].sentence(),
        "Players.csv: 2 letters can’t be read as UTF-8. Export the table again and choose “Unicode (UTF-8)”"
    );
}

#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn access_files_cut_off_anywhere_are_errors_or_named() {
    for file in ["camp-2000.mdb", "camp-2016.accdb"] {
        let folder = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/data/access"
        ));
        let whole = fs::read(folder.join(file)).expect("an Access file");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(file);
        for length in (20..whole.len()).step_by(whole.len() / 60) {
            fs::write(&path, &whole[..length]).expect("a file");
            match read(&path, &Progress::default()) {
                Ok(source) => {
                    let plan = plan(&[source], &empty_camp());
                    let is_complete = plan.games.added == 320 && plan.players.added == 48;
                    let is_named = plan
                        .problems
                        .iter()
                        .any(|problem| problem.severity != Severity::Note);
                    assert!(is_complete || is_named, "{file} cut off at {length}");
                }
                Err(problem) => assert!(
                    matches!(
                        problem.reason,
                        ReadFailure::Damaged { .. } | ReadFailure::NoTables
                    ),
                    "{file} cut off at {length}: {problem}"
                ),
            }
        }
    }
}

/// Bits that fell over give errors, or tables that are planned like any others.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn damaged_access_files_are_survived() {
    for file in ["camp-2000.mdb", "camp-2016.accdb"] {
        let folder = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/data/access"
        ));
        let mut bytes = fs::read(folder.join(file)).expect("an Access file");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(file);
        // Ever more damage, at places that are everywhere in the file but the same in each run.
        for round in 0..40_usize {
            for step in 1..=round {
                let at = 32 + (round * 7919 + step * 104_729) % (bytes.len() - 32);
                bytes[at] ^= 1 << (step % 8);
            }
            fs::write(&path, &bytes).expect("a file");
            if let Ok(source) = read(&path, &Progress::default()) {
                let plan = plan(&[source], &empty_camp());
                assert!(plan.games.total() < 10_000);
            }
        }
    }
}

/// Reads bytes as a text file and plans its import, in every way the preview offers.
fn survives(bytes: &[u8]) -> bool {
    let run = || {
        let Ok(source) = read_text("Any.csv", bytes) else {
            return;
        };
        let sources = [source];
        for kind in crate::import::TableKind::VARIANTS.iter().copied() {
            let mut choices = Choices::default();
            choices.kinds.insert(0, kind);
            let first = Plan::new(&sources, &empty_camp(), &choices);
            for problem in &first.problems {
                assert!(!problem.sentence().is_empty());
            }
        }
    };
    catch_unwind(AssertUnwindSafe(run)).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(survives(&bytes));
    }

    #[test]
    fn any_table_like_text_is_survived(text in "[-0-9a,;|\"\t\n\r =()/.½“é$']{0,200}") {
        prop_assert!(survives(text.as_bytes()));
    }

    #[test]
    fn damaged_samples_are_survived(
        shape in 0_usize..5,
        table in 0_usize..3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30),
        length in any::<prop::sample::Index>(),
    ) {
        const SHAPES: [&str; 5] = [
            "csv", "csv-no-header", "csv-semicolon-day-first", "csv-utf8-bom-shuffled", "with-formatting",
        ];
        let mut bytes = fs::read(&sample_files(SHAPES[shape])[table]).expect("a sample file");
        bytes.truncate(3000);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(length.index(bytes.len()) + 1);
        prop_assert!(survives(&bytes));
    }
}
