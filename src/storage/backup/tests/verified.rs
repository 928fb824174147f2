//! Nothing counts as a backup whose pages, links or closed weeks aren't sound, neither when it is made nor when it is used.

use super::*;
use crate::{
    domain::{GroupId, NextWeek, Player, PlayerId},
    storage::{
        safety::{check, connection},
        tests::{new_game, spoil},
    },
};

/// What another program may write into the rows, and words that tell it. No page and no kind of value shows any of it.
const DAMAGE: [(&str, &str); 2] = [
    (
        "PRAGMA foreign_keys = OFF; DELETE FROM person WHERE id = 1",
        "names a person that isn’t there",
    ),
    (
        "UPDATE game SET result = 0 WHERE week_id = 1",
        "Week 1 isn’t what it was when it was closed",
    ),
];

impl Bench {
    /// With a closed week, in which two have played a game.
    fn with_closed_week() -> Self {
        let mut bench = Self::new();
        bench.add_group("Red");
        let player = |last_name: &str| {
            Edit::AddPlayer(Player {
                last_name: last_name.to_owned(),
                group: Some(GroupId(1)),
                ..Player::default()
            })
        };
        for edit in [
            player("Lee"),
            player("Vang"),
            Edit::add_game(new_game(PlayerId(1), PlayerId(2))),
            Edit::CloseWeek { on: TODAY },
        ] {
            let applied = bench.camp.apply(&edit, &Occasion::now("A change"));
            applied.expect("a change");
        }
        bench.reasons();
        bench
    }

    /// A backup that is still to be verified, and where it lies.
    fn taken(&mut self) -> (Snapshot, PathBuf) {
        assert!(self.camp.back_up(BackupReason::Asked, &|| false));
        let taken = self.finished.try_iter().last().expect("a snapshot");
        let folders = fs::read_dir(&self.places.folder).expect("the folder");
        let mut copies = folders
            .flatten()
            .map(|entry| entry.path().join("copy.ladder"));
        let copy = copies.find(|path| path.exists());
        (taken.expect("a copy"), copy.expect("the copy"))
    }
}

/// Whether no look at pages and values finds anything.
fn has_sound_pages(camp: &Path) -> bool {
    let camp = connection::to_read(camp).expect("a camp");
    check::integrity(&camp).expect("a look").is_none()
}

#[test]
fn a_copy_that_is_damaged_does_not_count() {
    let mut bench = Bench::new();
    bench.add_group("Green");
    assert_eq!(bench.reasons(), [BackupReason::Opened]);
    let (snapshot, copy) = bench.taken();
    let mut bytes = fs::read(&copy).expect("the copy");
    let from = bytes.len() / 2;
    bytes[from..].fill(0x5a);
    fs::write(&copy, bytes).expect("a damaged copy");
    let kept = snapshot.keep();
    assert!(matches!(kept, Err(BackupError::Damaged(_))), "{kept:?}");
    assert_eq!(bench.listed().len(), 1, "the one before stays");
}

#[test]
fn a_copy_whose_records_are_damaged_does_not_count() {
    let mut bench = Bench::with_closed_week();
    let before = bench.listed();
    for (sql, words) in DAMAGE {
        let (snapshot, copy) = bench.taken();
        spoil(&copy, sql);
        assert!(has_sound_pages(&copy), "{sql}");
        match snapshot.keep() {
            Err(BackupError::Damaged(finding)) => assert!(finding.contains(words), "{finding}"),
            other => panic!("{sql}: {other:?}"),
        }
        assert_eq!(bench.listed(), before, "those before stay");
    }
    let (snapshot, _) = bench.taken();
    let counts = BackupCounts {
        weeks: 1,
        players: 2,
        games: 1,
    };
    let kept = snapshot.keep().expect("a sound copy");
    assert_eq!(kept.note.counts, counts);
}

/// As the window does: whoever left is in the weeks before.
#[test]
fn the_players_of_the_current_week_are_counted() {
    let mut bench = Bench::with_closed_week();
    let next = Edit::StartWeek(Box::new(NextWeek {
        label: String::new(),
        opened_on: date(2026, 7, 13),
        players: Vec::new(),
    }));
    for edit in [next, Edit::DeletePlayer(PlayerId(2))] {
        let applied = bench.camp.apply(&edit, &Occasion::now("A change"));
        applied.expect("a change");
    }
    bench.reasons();
    let counts = BackupCounts {
        weeks: 2,
        players: 1,
        games: 1,
    };
    assert_eq!(bench.asked().note.counts, counts);
}

#[test]
fn a_file_whose_records_are_damaged_is_not_restored() {
    let mut bench = Bench::with_closed_week();
    let sound = bench.folder.path().join("Sound.ladder");
    let backup = bench.asked();
    RestoreSource::from(&backup)
        .save_as(&sound)
        .expect("a camp");
    RestoreSource::file(&sound).verify().expect("a sound camp");
    let spoiled = bench.folder.path().join("Spoiled.ladder");
    for (sql, words) in DAMAGE {
        fs::copy(&sound, &spoiled).expect("a copy");
        spoil(&spoiled, sql);
        assert!(has_sound_pages(&spoiled), "{sql}");
        let refused = RestoreSource::file(&spoiled).verify().expect_err(sql);
        assert!(refused.is_of_backup(), "{refused:?}");
        match refused {
            BackupError::NotRead { path, detail } => {
                assert_eq!(path, spoiled);
                assert!(detail.contains(words), "{detail}");
            }
            other => panic!("{sql}: {other:?}"),
        }
    }
}
