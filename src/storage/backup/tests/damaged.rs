//! Backups of a file that can't be opened any more.

use super::*;

/// Overwrites a part of a file.
fn overwrite(path: &Path, from: usize, count: usize) {
    let mut bytes = fs::read(path).expect("the camp");
    bytes[from..from + count].fill(0xa5);
    fs::write(path, bytes).expect("damaged");
}

#[test]
fn those_of_a_file_that_is_damaged_and_was_renamed_are_found() {
    let mut bench = Bench::new();
    bench.add_group("Red");
    let (closed, made) = bench.close();
    assert!(!made.is_empty());
    let other = tempfile::tempdir().expect("a folder");
    let damage: [(&str, &[(usize, usize)]); 3] = [
        ("its head.ladder", &[(0, 100)]),
        ("its list of tables.ladder", &[(0, 4096)]),
        ("its end.ladder", &[(40, 20), (30_000, 5000)]),
    ];
    for (name, parts) in damage {
        let path = other.path().join(name);
        fs::copy(&closed.path, &path).expect("a copy");
        for (from, count) in parts {
            overwrite(&path, *from, *count);
        }
        assert!(CampFile::open(&path, Mode::ReadOnly).is_err(), "{name}");
        let of = BackupsOf::file(&path);
        assert_eq!(closed.places.backups(&of).len(), made.len(), "{name}");
    }
    let text = other.path().join("Notes.ladder");
    fs::write(&text, "No camp at all".repeat(1000)).expect("a text");
    assert_eq!(closed.places.backups(&BackupsOf::file(&text)), []);
}
