//! The second place: a stick that isn't always there, a drive of the net that hangs.

use jiff::{SignedDuration, civil::DateTime};

use super::{
    super::{
        deleting,
        following::{mend, renew},
        slow_places,
    },
    renamed::{made, moment},
    *,
};

/// One bit of it flips; once more, and it is as it was.
pub(super) fn rot(path: &Path) {
    let mut bytes = fs::read(path).expect("a backup");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(path, bytes).expect("a rotten backup");
}

impl Bench {
    /// With a stick as second place, which is plugged in.
    pub(super) fn with_stick() -> (Self, PathBuf) {
        let mut bench = Self::new();
        let stick = bench.folder.path().join("stick");
        fs::create_dir(&stick).expect("a stick");
        bench.places.second = Some(stick.clone());
        (bench, stick)
    }

    /// What comes of bringing the second place up to the first.
    pub(super) fn follow(&self) -> SecondPlace {
        let of = self.camp.backups_of().expect("a camp");
        let uid = of.uid().expect("a uid");
        let followed = self.places.follow(uid, Timestamp::now());
        followed.expect("no error")
    }
}

#[test]
fn the_second_place_has_them_as_soon_as_it_is_there() {
    let mut bench = Bench::new();
    let stick = bench.folder.path().join("stick");
    bench.places.second = Some(stick.clone());
    bench.keep_backups();
    bench.add_group("Green");
    assert_eq!(bench.reasons(), [BackupReason::Opened]);
    let backup = bench.asked();
    let uid = &backup.note.uid;
    let now = Timestamp::now();
    let followed = bench.places.follow(uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::OutOfReach);
    fs::create_dir(&stick).expect("a stick");
    let followed = bench.places.follow(uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::Done);
    let on_stick = BackupPlaces::only(stick);
    assert_eq!(on_stick.find_all().backups.len(), 2);
    assert_eq!(bench.listed().len(), 2, "each once");
    // The computer's own are lost.
    fs::remove_dir_all(&bench.places.folder).expect("a lost folder");
    let listed = bench.listed();
    assert_eq!(listed.len(), 2);
    let newest = listed.first().expect("the newest");
    RestoreSource::from(newest).verify().expect("a good backup");
    let of = bench.camp.backups_of().expect("a camp");
    assert_eq!(bench.places.delete(&of, now).expect("no error"), 0);
    let followed = bench.places.follow(uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::Done);
    assert_eq!(bench.listed(), []);
}

/// A drive of the net that has gone.
#[test]
fn a_second_place_that_hangs_keeps_nobody_from_the_first() {
    let mut bench = Bench::new();
    let net = bench.folder.path().join("net");
    fs::create_dir(&net).expect("a folder");
    bench.places.second = Some(net.clone());
    bench.keep_backups();
    bench.add_group("Green");
    bench.reasons();
    let own = bench.asked();
    let now = Timestamp::now();
    let uid = own.note.uid.clone();
    let followed = bench.places.follow(&uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::Done);
    fs::remove_dir_all(&bench.places.folder).expect("a lost folder");
    let far = bench.listed().swap_remove(0);
    assert!(far.path.starts_with(&net), "{far:?}");
    RestoreSource::from(&far).verify().expect("a good backup");
    let hang = Hang::new(&net);
    let own = bench.asked();
    // A camp is opened, changed and closed as if nothing were.
    let Bench { camp, path, .. } = bench;
    drop(camp);
    let before = std::time::Instant::now();
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
    let finished = keep_backups(&mut camp, &bench.places);
    let edit = Edit::AddGroup(Group::new("Blue", None));
    camp.apply(&edit, &Occasion::now("x")).expect("a group");
    let of = camp.backups_of().expect("which");
    drop(camp);
    assert_eq!(reasons(&finished), [BackupReason::Closed]);
    assert!(before.elapsed() < slow_places::PATIENCE, "nobody waited");
    let found = bench.places.find(&of);
    assert_eq!(found.second, SecondPlace::NoAnswer);
    assert_eq!(found.backups.last(), Some(&own));
    let followed = bench.places.follow(&uid, now).expect("no error");
    assert_eq!(followed, SecondPlace::NoAnswer);
    let refused = RestoreSource::from(&far).verify();
    assert!(
        matches!(refused, Err(BackupError::NoAnswer(_))),
        "{refused:?}"
    );
    drop(hang);
    let done = |places: &BackupPlaces| places.follow(&uid, now).expect("no error");
    while done(&bench.places) != SecondPlace::Done {
        std::thread::yield_now();
    }
    RestoreSource::from(&far).verify().expect("as it was");
    fs::remove_dir_all(&net).expect("away");
    fs::write(&net, "a file").expect("a file");
    let refused = bench.places.follow(&uid, now);
    assert!(
        matches!(refused, Err(BackupError::Folder { .. })),
        "{refused:?}"
    );
}

/// The first copy has rotted, and the second is as it was made.
#[test]
fn a_rotten_backup_is_had_from_its_sound_twin() {
    let (mut bench, _) = Bench::with_stick();
    bench.add_group("Green");
    bench.reasons();
    let backup = bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    rot(&backup.path);
    let alone = RestoreSource::from(&backup).verify();
    assert!(matches!(alone, Err(BackupError::Changed(_))), "{alone:?}");
    let newest = bench.listed().swap_remove(0);
    assert_eq!(newest.path, backup.path);
    let source = RestoreSource::from(&newest);
    source.verify().expect("the twin is good");
    let new = bench.folder.path().join("Restored.ladder");
    source.save_as(&new).expect("a new file");
    let Bench { camp, path, .. } = bench;
    drop(camp);
    source
        .put_back(&path)
        .expect("a camp")
        .expect("the old one");
    assert_eq!(rows(&path), rows(&new));
    // Both have rotted.
    rot(&newest.twin.as_ref().expect("a twin").path);
    let refused = source.verify();
    assert!(
        matches!(&refused, Err(BackupError::Changed(path)) if *path == backup.path),
        "{refused:?}"
    );
}

#[test]
fn what_has_rotted_in_the_first_place_is_mended_from_its_sound_twin_alone() {
    let (mut bench, stick) = Bench::with_stick();
    bench.add_group("Green");
    bench.reasons();
    let backup = bench.asked();
    assert_eq!(bench.follow(), SecondPlace::Done);
    let name = backup.path.file_name().expect("a name");
    let there = stick.join(&backup.note.uid).join(name);
    let good = fs::read(&there).expect("the twin");
    let half = good[..good.len() / 2].to_vec();
    rot(&backup.path);
    let rotten = fs::read(&backup.path).expect("a rotten backup");
    for bad in [rotten.as_slice(), &half] {
        fs::write(&backup.path, bad).expect("a bad backup");
        assert_eq!(bench.follow(), SecondPlace::Done);
        assert!(fs::read(&backup.path).expect("the backup") == good);
        assert!(fs::read(&there).expect("the twin") == good);
    }
    // The twin is no better, or another one.
    fs::write(&there, &rotten).expect("a rotten twin");
    fs::write(&backup.path, &half).expect("half a backup");
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(fs::read(&backup.path).expect("the backup") == half);
    assert!(fs::read(&there).expect("the twin") == rotten);
}

/// All backups of a large camp would be read for minutes.
#[test]
fn the_first_place_is_read_through_part_by_part() {
    let (mut bench, stick) = Bench::with_stick();
    for name in ["Green", "Red", "Blue"] {
        bench.add_group(name);
        bench.asked();
    }
    assert_eq!(bench.follow(), SecondPlace::Done);
    let all = bench.listed();
    for backup in &all {
        rot(&backup.path);
    }
    let folder = stick.join(&all[0].note.uid);
    let good = |backup: &&Backup| {
        let name = backup.path.file_name().expect("a name");
        fs::read(&backup.path).expect("a backup") == fs::read(folder.join(name)).expect("the twin")
    };
    let now = Timestamp::now();
    for seconds in 0..all.len() {
        assert_eq!(all.iter().filter(good).count(), seconds);
        let then = now + SignedDuration::from_secs(seconds.try_into().expect("few"));
        mend(&all, &folder, then, 1, || Ok(())).expect("no error");
    }
    assert_eq!(all.iter().filter(good).count(), all.len());
}

/// It had taken them, and read back from the memory of the computer they were right.
#[test]
fn what_has_rotted_in_the_second_place_is_copied_again_part_by_part() {
    let (mut bench, stick) = Bench::with_stick();
    for name in ["Green", "Red", "Blue"] {
        bench.add_group(name);
        bench.asked();
    }
    assert_eq!(bench.follow(), SecondPlace::Done);
    let all = bench.listed();
    let folder = stick.join(&all[0].note.uid);
    let twin = |backup: &Backup| folder.join(backup.path.file_name().expect("a name"));
    let good = |backup: &&Backup| {
        fs::read(twin(backup)).expect("the twin") == fs::read(&backup.path).expect("a backup")
    };
    for backup in &all {
        rot(&twin(backup));
    }
    let now = Timestamp::now();
    for seconds in 0..all.len() {
        assert_eq!(all.iter().filter(good).count(), seconds);
        let then = now + SignedDuration::from_secs(seconds.try_into().expect("few"));
        renew(&all, &folder, then, 1, || Ok(())).expect("no error");
    }
    assert_eq!(all.iter().filter(good).count(), all.len());
    // Each time that the place follows, too, as long as the first one is any better.
    rot(&twin(&all[0]));
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(all.iter().all(|backup| good(&backup)));
    rot(&all[0].path);
    let rotten = fs::read(&all[0].path).expect("a backup");
    fs::write(twin(&all[0]), &rotten).expect("a rotten twin");
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(fs::read(twin(&all[0])).expect("the twin") == rotten);
}

/// A stick that was pulled out too early, or wears out.
#[test]
fn what_has_suffered_in_the_second_place_is_copied_again_if_the_first_is_sound() {
    let (mut bench, stick) = Bench::with_stick();
    let backup = bench.asked();
    let uid = &backup.note.uid;
    let name = backup.path.file_name().expect("a name");
    let there = stick.join(uid).join(name);
    let follow = || assert_eq!(bench.follow(), SecondPlace::Done);
    let good = fs::read(&backup.path).expect("the backup");
    let mut rotten = good.clone();
    let middle = rotten.len() / 2;
    rotten[middle] ^= 0x40;
    // It isn't copied if it isn't what was packed.
    fs::write(&backup.path, &rotten).expect("a rotten backup");
    follow();
    assert!(!there.exists());
    fs::write(&backup.path, &good).expect("the backup");
    follow();
    assert!(fs::read(&there).expect("a copy") == good);
    // Half of it, and nothing of its note.
    let half = &good[..middle];
    fs::write(&there, half).expect("half a copy");
    fs::write(places::note_beside(&there), "").expect("an empty note");
    follow();
    assert!(fs::read(&there).expect("a copy") == good);
    assert_eq!(places::read_note(&there).as_ref(), Some(&backup.note));
    // The first one is worse: what is there stays.
    fs::write(&backup.path, &rotten).expect("a rotten backup");
    fs::write(&there, half).expect("half a copy");
    follow();
    assert!(fs::read(&there).expect("a copy") == half);
    // It isn't this one at all.
    fs::write(&backup.path, &good).expect("the backup");
    let mut other = backup.note.clone();
    other.sha256 = "another sum".to_owned();
    places::write_note(&places::note_beside(&there), &other).expect("a note");
    follow();
    assert!(fs::read(&there).expect("a copy") == half);
}

/// The computer's own are lost, and what is on the stick wears out.
#[test]
fn what_has_rotted_stands_for_no_other_backup() {
    let (mut bench, stick) = Bench::with_stick();
    let monday = date(2026, 7, 6);
    let mut name = PathBuf::new();
    for hour in [9, 12, 15] {
        let backup = bench.made_at(monday.at(hour, 0, 0, 0));
        name = backup.path.file_name().expect("a name").into();
    }
    let of = bench.camp.backups_of().expect("a camp");
    let uid = of.uid().expect("a uid");
    let follow = |at| {
        let followed = bench.places.follow(uid, moment(at));
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    };
    follow(monday.at(16, 0, 0, 0));
    assert_eq!(made(&stick), ["07-06 09", "07-06 12", "07-06 15"]);
    fs::remove_dir_all(&bench.places.folder).expect("a lost folder");
    let newest = stick.join(uid).join(name);
    rot(&newest);
    let friday = date(2026, 7, 10).at(9, 0, 0, 0);
    for _ in 0..2 {
        follow(friday);
        assert_eq!(made(&stick), ["07-06 12", "07-06 15"]);
    }
    let good = bench.places.newest_good(&of).expect("no error").good;
    let good = good.expect("a backup").backup.note.made;
    assert_eq!(good, moment(monday.at(12, 0, 0, 0)));
    // As it was made, it stands for the other one.
    rot(&newest);
    follow(friday);
    assert_eq!(made(&stick), ["07-06 15"]);
}

/// No stick is there, from which it could be mended.
#[test]
fn what_has_rotted_in_the_first_place_stands_for_no_other_backup() {
    let mut bench = Bench::new();
    let first = bench.places.folder.clone();
    let monday = date(2026, 7, 6);
    bench.made_at(monday.at(9, 0, 0, 0));
    rot(&bench.made_at(monday.at(12, 0, 0, 0)).path);
    bench.made_at(date(2026, 7, 10).at(9, 0, 0, 0));
    assert_eq!(made(&first), ["07-06 09", "07-06 12", "07-10 09"]);
}

/// Where a file was left long ago, it is the newest of another one that is to stand for its own.
#[test]
fn a_rotten_backup_keeps_those_of_a_file_that_was_left_long_ago() {
    let (mut bench, stick) = Bench::with_stick();
    let left = bench.made_at(date(2026, 7, 6).at(9, 0, 0, 0));
    let mut bench = bench.renamed("Renamed.ladder");
    let newest = bench.made_at(date(2027, 6, 6).at(9, 0, 0, 0));
    let follow = |at: DateTime| {
        let followed = bench.places.follow(&left.note.uid, moment(at));
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    };
    follow(date(2027, 6, 7).at(9, 0, 0, 0));
    assert_eq!(made(&stick), ["07-06 09", "06-06 09"]);
    fs::remove_dir_all(&bench.places.folder).expect("a lost folder");
    let name = newest.path.file_name().expect("a name");
    rot(&stick.join(&newest.note.uid).join(name));
    let later = date(2027, 8, 6).at(9, 0, 0, 0);
    follow(later);
    assert_eq!(made(&stick).len(), 2);
    rot(&stick.join(&newest.note.uid).join(name));
    follow(later);
    assert_eq!(made(&stick), ["06-06 09"]);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_look_into_the_second_place() {
    use std::os::unix::fs::PermissionsExt as _;
    let (mut bench, stick) = Bench::with_stick();
    let uid = bench.asked().note.uid;
    assert_eq!(bench.follow(), SecondPlace::Done);
    let folder = fs::metadata(stick.join(uid)).expect("a folder");
    assert_eq!(folder.permissions().mode() & 0o077, 0);
}

/// They hold what was deleted of children: a stick that is in a drawer meanwhile doesn't keep them.
#[test]
fn deleted_backups_go_from_a_second_place_that_was_away() {
    let (mut bench, stick) = Bench::with_stick();
    let drawer = bench.folder.path().join("drawer");
    bench.add_group("Green");
    bench.reasons();
    let old = bench.asked();
    let uid = old.note.uid.clone();
    assert_eq!(bench.follow(), SecondPlace::Done);
    let on_stick = BackupPlaces::only(stick.clone());
    let before = on_stick.find_all().backups.len();
    assert!(before > 0);
    fs::rename(&stick, &drawer).expect("away");
    let of = bench.camp.backups_of().expect("a camp");
    let deleted = bench.places.delete(&of, Timestamp::now());
    assert_eq!(deleted.expect("no error"), before);
    assert_eq!(
        bench.places.with_deleted(&uid),
        std::slice::from_ref(&stick)
    );
    let new = bench.asked();
    assert_eq!(bench.follow(), SecondPlace::OutOfReach);
    assert_eq!(
        bench.places.with_deleted(&uid),
        std::slice::from_ref(&stick),
        "until it is there"
    );
    fs::rename(&drawer, &stick).expect("there again");
    assert_eq!(bench.listed(), std::slice::from_ref(&new), "not listed");
    assert_eq!(on_stick.find_all().backups.len(), before, "still there");
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert_eq!(bench.places.with_deleted(&uid), Vec::<PathBuf>::new());
    let left = on_stick.find_all().backups;
    let notes = left.iter().map(|backup| &backup.note).collect::<Vec<_>>();
    assert_eq!(notes, [&new.note]);
}

/// It is pulled out while they are looked for, or synchronized and not on this computer.
#[test]
fn deleted_backups_that_could_not_be_read_are_not_taken_for_gone() {
    let (mut bench, stick) = Bench::with_stick();
    let drawer = bench.folder.path().join("drawer");
    bench.add_group("Green");
    bench.reasons();
    let there = bench.asked();
    let uid = there.note.uid.clone();
    assert_eq!(bench.follow(), SecondPlace::Done);
    let of = bench.camp.backups_of().expect("a camp");
    let deleted = bench.places.delete(&of, Timestamp::now());
    deleted.expect("no error");
    let camp = places::folder_of_camp(&bench.places.folder, &uid);
    let waits = || bench.places.with_deleted(&uid) == [stick.clone()];
    let carry_out = |pulled: &dyn Fn()| {
        let found = std::iter::from_fn(|| {
            pulled();
            None
        });
        deleting::carry_out(&camp, &stick, found, Timestamp::now(), || Ok(())).expect("no error");
    };
    carry_out(&|| fs::rename(&stick, &drawer).expect("away"));
    assert!(waits());
    fs::rename(&drawer, &stick).expect("there again");
    carry_out(&|| ());
    assert!(waits(), "it was away only while its backups were listed");

    let packed = stick
        .join(&uid)
        .join(there.path.file_name().expect("a name"));
    let note = places::note_beside(&packed);
    let aside = bench.folder.path().join("note");
    fs::rename(&note, &aside).expect("elsewhere");
    fs::create_dir(&note).expect("nothing to read");
    assert_eq!(bench.follow(), SecondPlace::Done, "it takes new ones");
    assert!(waits() && packed.exists());
    let elsewhere = bench.places.first();
    elsewhere.delete_elsewhere();
    assert!(waits(), "nor as a former second place");
    assert!(camp.join("second places.list").exists());
    fs::remove_dir(&note).expect("an empty folder");
    fs::rename(&aside, &note).expect("there again");
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert!(!waits() && !packed.exists());
}

/// It was named as if it had some.
#[test]
fn a_place_that_never_got_any_backup_is_told_from_those_that_did() {
    let (mut bench, stick) = Bench::with_stick();
    bench.add_group("Green");
    bench.reasons();
    let uid = bench.asked().note.uid;
    assert_eq!(bench.follow(), SecondPlace::Done);
    fs::rename(&stick, bench.folder.path().join("drawer")).expect("away");
    let other = bench.folder.path().join("other");
    bench.places.second = Some(other.clone());
    assert_eq!(bench.follow(), SecondPlace::OutOfReach);
    let of = bench.camp.backups_of().expect("a camp");
    let deleted = bench.places.delete(&of, Timestamp::now());
    deleted.expect("no error");
    let both = [stick, other.clone()];
    assert_eq!(bench.places.with_deleted(&uid), both);
    assert_eq!(bench.places.unknown_with_deleted(&uid), [other]);
}

/// Another stick was chosen since: the first one isn't forgotten.
#[test]
fn deleted_backups_go_from_former_second_places_too() {
    let mut bench = Bench::new();
    let [old, new] = ["old", "new"].map(|name| bench.folder.path().join(name));
    fs::create_dir(&old).expect("a stick");
    fs::create_dir(&new).expect("a stick");
    bench.places.second = Some(old.clone());
    bench.add_group("Green");
    bench.reasons();
    let uid = bench.asked().note.uid;
    assert_eq!(bench.follow(), SecondPlace::Done);
    bench.places.second = Some(new.clone());
    assert_eq!(bench.follow(), SecondPlace::Done);
    let left = |place: &Path| {
        BackupPlaces::only(place.to_owned())
            .find_all()
            .backups
            .len()
    };
    let count = left(&old);
    assert!(count > 0);
    assert_eq!(left(&new), count, "nothing goes by itself");

    let drawer = bench.folder.path().join("drawer");
    fs::rename(&old, &drawer).expect("away");
    let of = bench.camp.backups_of().expect("a camp");
    bench
        .places
        .delete(&of, Timestamp::now())
        .expect("no error");
    assert_eq!(bench.follow(), SecondPlace::Done);
    bench.places.delete_elsewhere();
    assert_eq!(left(&new), 0);
    assert_eq!(left(&drawer), count);
    assert_eq!(bench.places.with_deleted(&uid), std::slice::from_ref(&old));
    // Another stick has its letter, and is chosen again, too.
    fs::create_dir(&old).expect("a stick");
    bench.places.delete_elsewhere();
    bench.places.second = Some(old.clone());
    bench.places.second_chosen = Some(Timestamp::now());
    for _ in 0..2 {
        assert_eq!(bench.follow(), SecondPlace::Done);
    }
    let theirs = BackupPlaces::only(drawer.clone()).find_all().backups;
    for from in theirs
        .iter()
        .flat_map(|it| [it.path.clone(), places::note_beside(&it.path)])
    {
        let to = old.join(from.strip_prefix(&drawer).expect("in it"));
        fs::copy(from, to).expect("a copy by hand");
    }
    assert_eq!(bench.listed().len(), count, "what is on this stick counts");
    assert_eq!(bench.places.with_deleted(&uid), std::slice::from_ref(&old));
    bench.places.second = Some(new.clone());
    fs::remove_dir_all(&old).expect("away");
    fs::rename(&drawer, &old).expect("there again");
    let hang = Hang::new(&old);
    assert_eq!(bench.follow(), SecondPlace::Done);
    drop(hang);
    assert_eq!(left(&old), count);
    bench.places.delete_elsewhere();
    assert_eq!(left(&old), 0);
    // That one has none any more; the other stick of its name has.
    fs::remove_dir_all(&old).expect("away");
    let deleted = bench.places.delete(&of, Timestamp::now());
    deleted.expect("no error");
    let mut both = bench.places.with_deleted(&uid);
    both.sort();
    assert_eq!(both, [new, old.clone()]);
    assert_eq!(bench.follow(), SecondPlace::Done);
    assert_eq!(bench.places.with_deleted(&uid), [old]);
}

#[test]
fn a_place_that_is_lost_can_be_given_up() {
    let mut bench = Bench::new();
    let [lost, kept] = ["lost", "kept"].map(|name| bench.folder.path().join(name));
    bench.add_group("Green");
    bench.reasons();
    let uid = bench.asked().note.uid;
    for place in [&lost, &kept] {
        fs::create_dir(place).expect("a stick");
        bench.places.second = Some(place.clone());
        assert_eq!(bench.follow(), SecondPlace::Done);
        fs::remove_dir_all(place).expect("away");
    }
    let delete = |bench: &Bench| {
        let of = bench.camp.backups_of().expect("a camp");
        bench.places.delete(&of, Timestamp::now()).expect("deleted");
    };
    delete(&bench);
    assert_eq!(
        bench.places.with_deleted(&uid),
        [lost.clone(), kept.clone()]
    );
    bench.places.give_up(&lost).expect("no error");
    assert_eq!(bench.places.with_deleted(&uid), std::slice::from_ref(&kept));
    delete(&bench);
    assert_eq!(bench.places.with_deleted(&uid), [kept], "known no more");
}
