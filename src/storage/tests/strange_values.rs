//! Values that the rules of the tables let in, and no camp can have.

use super::{checking::two_weeks, *};
use crate::domain::{LadderSystem, NewLadder, SettingValues};

/// Nobody who isn't told of which record it is knows what to look for.
#[test]
fn a_value_that_can_not_be_is_named_with_its_record() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    two_weeks(&path);
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
    let game = camp.load().expect("the camp").games[0].clone();
    let ladder = NewLadder {
        name: "Blitz".to_owned(),
        system: LadderSystem::Club,
        settings: SettingValues::new(),
    };
    apply(&mut camp, Edit::AddLadder(ladder));
    assert_eq!(camp.strange_values().expect("a look"), Vec::<String>::new());
    drop(camp);
    let id = game.id.0;
    let sound = fs::read(&path).expect("the file");
    for (sql, what) in [
        (
            format!("UPDATE game SET played_on = '2026-02-31' WHERE id = {id}"),
            format!("the date of game {id} of week 2, "),
        ),
        (
            format!("UPDATE game SET entered_at = '2026-07-06T25:00:00Z' WHERE id = {id}"),
            format!("the time of entry of game {id} of week 2, "),
        ),
        (
            "UPDATE person SET birth_date = '2015-02-30' WHERE id = 1".to_owned(),
            "the birth date of player 1 (".to_owned(),
        ),
        (
            "UPDATE person SET last_name = CAST(x'4cff' AS TEXT) WHERE id = 1".to_owned(),
            "the last name of player 1 (".to_owned(),
        ),
        (
            "UPDATE ladder SET system = 'foo'".to_owned(),
            "the system of ladder 1 (Blitz) can’t be read".to_owned(),
        ),
        (
            "UPDATE camp SET logo = '!!', logo_kind = 'png'".to_owned(),
            "the camp’s logo can’t be read".to_owned(),
        ),
        (
            "UPDATE week SET first_day = '2026-02-31' WHERE id = 2".to_owned(),
            "the first day of week 2 can’t be read".to_owned(),
        ),
    ] {
        fs::write(&path, &sound).expect("the camp");
        let other = Connection::open(&path).expect("a database");
        other.execute_batch(&sql).expect(&sql);
        drop(other);
        let camp = CampFile::open_to_check(&path).expect("something to look at");
        let mut found = camp.damage().expect("a look");
        found.extend(camp.strange_values().expect("a look"));
        found.dedup();
        assert_eq!(found.len(), 1, "{sql}: {found:?}");
        assert!(found[0].starts_with(&what), "{sql}: {found:?}");
        assert!(found[0].ends_with(" can’t be read"), "{sql}: {found:?}");
        let error = camp.load().expect_err(&sql);
        let told = format!("The camp file is damaged ({})", found[0]);
        assert!(error.to_string().starts_with(&told), "{sql}: {error}");
    }
}
