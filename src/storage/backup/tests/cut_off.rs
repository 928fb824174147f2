//! Backups that have lost bytes stand for no other ones.

use jiff::civil::DateTime;

use super::{
    renamed::{made, moment},
    second_place::rot,
    *,
};

/// The power failed before they were written through to the disk.
#[test]
fn what_has_lost_bytes_keeps_no_other_backup_from_the_second_place() {
    let cut_off = |path: &Path| {
        let file = fs::File::options().write(true).open(path);
        file.and_then(|file| file.set_len(10)).expect("cut off");
    };
    let monday = date(2026, 7, 6);
    let friday = date(2026, 7, 10).at(9, 0, 0, 0);
    let follow = |bench: &Bench, uid: &str, at: DateTime| {
        let followed = bench.places.follow(uid, moment(at));
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    };
    // In the first place, before there was a stick.
    let (mut bench, stick) = Bench::with_stick();
    bench.made_at(monday.at(9, 0, 0, 0));
    cut_off(&bench.made_at(monday.at(12, 0, 0, 0)).path);
    let uid = bench.made_at(friday).note.uid;
    for _ in 0..2 {
        follow(&bench, &uid, friday);
        assert_eq!(made(&stick), ["07-06 09", "07-10 09"]);
    }

    // The same with all its bytes: they are others now.
    let (mut bench, stick) = Bench::with_stick();
    bench.made_at(monday.at(9, 0, 0, 0));
    rot(&bench.made_at(monday.at(12, 0, 0, 0)).path);
    let uid = bench.made_at(friday).note.uid;
    for _ in 0..2 {
        follow(&bench, &uid, friday);
        assert_eq!(made(&stick), ["07-06 09", "07-10 09"]);
    }

    // On the stick, where it is known alone.
    let (mut bench, stick) = Bench::with_stick();
    let good = bench.made_at(monday.at(9, 0, 0, 0));
    let lost = bench.made_at(monday.at(12, 0, 0, 0));
    let uid = good.note.uid.clone();
    follow(&bench, &uid, monday.at(13, 0, 0, 0));
    let there = |backup: &Backup| {
        stick
            .join(&uid)
            .join(backup.path.file_name().expect("a name"))
    };
    lost.delete().expect("gone from the first place");
    cut_off(&there(&lost));
    fs::remove_file(there(&good)).expect("gone from the stick");
    assert_eq!(made(&stick), ["07-06 12"]);
    for _ in 0..2 {
        follow(&bench, &uid, friday);
        assert_eq!(made(&stick), ["07-06 09", "07-06 12"]);
    }
}
