//! Backups: how long the camp is kept busy, and how long until one counts.

use std::{fs, io, path::Path};

use camp_ladder::storage::{BackupPlaces, BackupReason, CampFile, Mode, RestoreSource};

use super::{GAMES, PLAYERS, camp_file, games, line, median, show};

pub(super) fn benchmark() {
    for (players, count, aim, runs) in [(100, 1000, "50 ms", 21), (PLAYERS, GAMES, "–", 3)] {
        of_camp(players, count, aim, runs);
    }
}

fn of_camp(players: u32, count: usize, aim: &str, runs: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    camp_file(&path, players, &games(players, count));
    let places = BackupPlaces::only(folder.path().join("backups"));
    let camp = CampFile::open(&path, Mode::Change).expect("a camp file");
    let take = || camp.snapshot(&places, BackupReason::Asked).expect("a copy");
    let taken = median(runs, || (), |()| drop(take()));
    let kept = median(runs, take, |snapshot| {
        snapshot.keep().expect("a backup");
    });
    let backups = places.backups(&camp.backups_of().expect("a camp"));
    let backup = backups.first().expect("a backup");
    let restored = median(
        runs,
        || (),
        |()| {
            RestoreSource::from(backup).verify().expect("a good backup");
        },
    );
    drop(camp);
    let plain = median(
        runs,
        || (),
        |()| copy(&path, &folder.path().join("plain.ladder")),
    );
    line(
        &format!("backup of a camp with {count} games"),
        aim,
        &format!(
            "{}: {} to copy the pages, {} to verify, pack and read back",
            show(taken + kept),
            show(taken),
            show(kept)
        ),
        &format!(
            "the file copied and written through to the disk: {}; {} KB packed of {} KB; unpacked and verified: {}",
            show(plain),
            backup.note.packed / 1000,
            backup.note.size / 1000,
            show(restored)
        ),
    );
}

fn copy(from: &Path, to: &Path) {
    let mut file = fs::File::create(to).expect("a file");
    io::copy(&mut fs::File::open(from).expect("the camp"), &mut file).expect("a copy");
    file.sync_all().expect("on the disk");
}
