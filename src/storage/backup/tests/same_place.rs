//! Another camp where one once lay: last year's, and the one of this year under its name.

use super::*;

/// Last year's camp is renamed, and this year's lies where it lay. Both have backups; the one of last year is the first.
fn two_years() -> (Bench, Backup) {
    let mut bench = Bench::new();
    bench.add_group("Last year");
    bench.reasons();
    let old = bench.asked();
    let (closed, _) = bench.close();
    fs::rename(&closed.path, closed.folder.path().join("Last year.ladder")).expect("renamed");
    let camp = CampFile::create(&closed.path, "This year", TODAY).expect("a camp");
    let mut bench = Bench {
        folder: closed.folder,
        places: closed.places,
        finished: mpsc::channel().1,
        camp,
        path: closed.path,
    };
    bench.keep_backups();
    (bench, old)
}

/// Those in this place that are of this camp.
fn left(place: &Path, uid: &str) -> usize {
    let all = BackupPlaces::only(place.to_owned()).find_all().backups;
    let of_camp = all.iter().filter(|backup| backup.note.uid == uid);
    of_camp.count()
}

#[test]
fn the_backups_of_another_camp_in_the_same_place_are_not_deleted() {
    let (mut bench, old) = two_years();
    let stick = bench.folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    bench.places.second = Some(stick.clone());
    let new = bench.asked();
    assert_eq!(new.note.file, old.note.file);
    let [last_year, this_year] = [&old, &new].map(|backup| backup.note.uid.clone());
    for uid in [&last_year, &this_year] {
        let followed = bench.places.follow(uid, Timestamp::now());
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    }
    let before = left(&stick, &last_year);
    assert!(before > 0 && left(&stick, &this_year) > 0);
    let of = bench.camp.backups_of().expect("which");
    assert_eq!(bench.places.deletable(&of), [new]);
    let deleted = bench.places.delete(&of, Timestamp::now());
    assert_eq!(deleted.expect("no error"), 1);
    assert_eq!(bench.places.deletable(&of), []);
    for uid in [&this_year, &last_year] {
        let followed = bench.places.follow(uid, Timestamp::now());
        assert_eq!(followed.expect("no error"), SecondPlace::Done);
    }
    for place in [&bench.places.folder, &stick] {
        assert_eq!(left(place, &this_year), 0);
        assert_eq!(left(place, &last_year), before);
    }
}

#[test]
fn another_camp_in_the_same_place_is_listed_as_such_and_not_taken_unasked() {
    let (mut bench, old) = two_years();
    let of = bench.camp.backups_of().expect("which");
    assert!(bench.listed().contains(&old));
    let own = |places: &BackupPlaces, of: &BackupsOf| places.own(of).expect("no error").backups;
    assert_eq!(own(&bench.places, &of), [], "last year’s is no help");
    bench.add_group("This year");
    bench.reasons();
    let new = bench.asked();
    assert_eq!(of.made_of(&new), MadeOf::File);
    assert_eq!(of.made_of(&old), MadeOf::OtherCamp);
    assert!(!of.is_of_file(&old));
    assert!(bench.listed().contains(&old));
    let taken = own(&bench.places, &of);
    assert!(taken.contains(&new));
    let mut taken = taken.iter();
    assert!(taken.all(|backup| backup.note.uid == new.note.uid));
    // The file is in another folder since.
    let moved = BackupsOf::new(new.note.uid.clone(), Path::new("/elsewhere/Camp.ladder"));
    assert_eq!(own(&bench.places, &moved).first(), Some(&new));
    // Of a file that tells nothing any more, all that lay there.
    let Bench {
        camp, path, places, ..
    } = bench;
    drop(camp);
    assert!(changes_since(&path, &of, &new).is_some());
    assert_eq!(changes_since(&path, &of, &old), None);
    fs::write(&path, "no camp at all").expect("a damaged camp");
    let of = BackupsOf::file(&path);
    assert!(of.is_of_file(&old) && of.is_of_file(&new));
    let found = own(&places, &of);
    assert!(found.contains(&old) && found.contains(&new));
}
