//! Ratings of sections that something else than Camp Ladder has changed.

use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::storage::Mode;

/// Has the first row of a section have another rating after it, before and after floors.
fn spoil(path: &Path, section: &SectionHead) {
    let other = Connection::open(path).expect("the file");
    spoil_by(&other, section.key);
}

/// The same by a connection.
pub(in crate::storage) fn spoil_by(other: &Connection, section: SectionKey) {
    let sql = "SELECT system, posted FROM us_rating WHERE section_id = ?1 LIMIT 1";
    let rating = other.query_row(sql, [section.0], |row| Ok((row.get(0)?, row.get(1)?)));
    let (system, posted): (String, String) = rating.expect("ratings");
    let (first, others) = posted.split_once('\n').expect("several rows");
    let mut values = first.split(' ').collect::<Vec<_>>();
    (values[2], values[3]) = ("2500", "2500");
    let changed = other.execute(
        "UPDATE us_rating SET posted = ?3 WHERE section_id = ?1 AND system = ?2",
        (section.0, system, format!("{}\n{others}", values.join(" "))),
    );
    assert_eq!(changed.expect("a change"), 1);
}

/// Records are computed from what sections were rated with: from ratings that something has changed they would be wrong, too.
#[test]
fn a_section_that_its_crosstable_does_not_give_is_named_and_no_record_follows_it() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut camp = CampFile::create(&path, "Test camp", date(2026, 7, 6)).expect("a camp");
    import(&mut camp, events(&mut Random::new(20), 12));
    save(&mut camp, &RateRequest::All);
    let sound = records(&camp);
    assert_eq!(camp.mending().expect("a look").sections, []);
    // The last one: nothing that comes later hides what is wrong in a record.
    let heads = camp.sections().expect("sections");
    let rated = heads.iter().rfind(|head| head.is_rated());
    let rated = rated.expect("a rated section").clone();
    drop(camp);
    spoil(&path, &rated);

    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let mending = camp.mending().expect("a look");
    let named = mending.sections.iter().map(|it| it.head.called());
    assert_eq!(named.collect::<Vec<_>>(), [rated.called()]);
    let section = camp.section(rated.key).expect("a section");
    let entry = &section.expect("it is there").entries[0];
    let (last, first) = entry.name.split_once(", ").expect("a name");
    let sentence = mending.sections[0].sentence();
    let begins = format!(
        "Section {}: the ratings of {first} {last} ({}) don’t follow from its crosstable. ",
        rated.called(),
        entry.pair
    );
    assert!(sentence.starts_with(&begins), "{sentence}");
    assert!(mending.left().contains(&sentence));
    // By what stands there, the record would have to be another one.
    let all = camp.recomputed(&WhichRecords::All).expect("records");
    let differing = all.iter().filter(|record| record.differs());
    let differing = differing.map(|record| record.stored.key);
    assert_eq!(
        Some(differing.collect::<Vec<_>>()),
        entry.member.map(|it| vec![it])
    );
    assert!(mending.members.is_empty(), "{:?}", mending.members);
    assert!(mending.edit().is_none());
    assert_eq!(records(&camp), sound);

    // Rated again, it is what it was.
    let request = RateRequest::Sections {
        sections: vec![rated.key],
        out_of_order: true,
    };
    save(&mut camp, &request);
    assert_eq!(camp.mending().expect("a look").sections, []);
    assert_eq!(records(&camp), sound);
    drop(camp);

    // What was published with a section need not be what would be computed.
    spoil(&path, &rated);
    let other = Connection::open(&path).expect("the file");
    let sql = "UPDATE us_section SET as_published = 1 WHERE id = ?1";
    assert_eq!(other.execute(sql, [rated.key.0]).expect("a change"), 1);
    drop(other);
    let camp = CampFile::open(&path, Mode::Change).expect("a camp");
    assert_eq!(camp.mending().expect("a look").sections, []);
}
