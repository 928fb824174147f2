//! Where members played, against whole sections.

use super::*;

/// Other events, in most sections of which two games are played in a round.
fn doubles(random: &mut Random) -> Vec<Event> {
    let mut events = events(random, 8);
    for (place, event) in events.iter_mut().enumerate() {
        event.id = None;
        event.name = format!("Doubles {place}");
        let entries = event.sections.iter_mut().flat_map(|it| &mut it.entries);
        for cell in entries.flat_map(|entry| &mut entry.rounds) {
            if cell.code() == Code::Draw {
                let double = Round::new(Code::Percent, cell.opponent(), cell.side());
                *cell = double.expect("a cell");
            }
        }
    }
    events
}

/// The entries of a member in a section and those whom they name, each with its points; without what a history doesn't tell.
fn by_all_of(camp: &CampFile, key: SectionKey, member: MemberKey) -> Vec<(Entry, u32)> {
    let section = camp.section(key).expect("a section").expect("it is there");
    let section = section.with_ratings(&camp.ratings_of(key).expect("ratings"));
    let entries = || section.entries.iter();
    let own = entries().filter(|entry| entry.member == Some(member));
    let met = own.flat_map(|entry| entry.rounds.iter().filter_map(|cell| cell.opponent()));
    let met = met.collect::<Vec<_>>();
    let with_points = entries().cloned().zip(section.halves());
    let told =
        with_points.filter(|(entry, _)| entry.member == Some(member) || met.contains(&entry.pair));
    let told = told.map(|(entry, halves)| {
        let (id, state, birth, fide, cfc) = Default::default();
        let entry = Entry {
            id,
            state,
            birth,
            fide,
            cfc,
            ..entry
        };
        (entry, halves)
    });
    told.collect()
}

#[test]
fn a_history_tells_of_its_rows_what_whole_sections_do() {
    let mut camp = camp();
    let mut random = Random::new(5);
    import(&mut camp, events(&mut random, 20));
    save(&mut camp, &RateRequest::All);
    import(&mut camp, doubles(&mut random));
    let (mut rows, mut rated, mut double) = (0, 0, 0);
    for stored in camp.members().expect("members") {
        let played = camp.played_by(stored.key).expect("a history");
        let heads = played.iter().map(|played| played.head.clone());
        let sections = camp.sections_of_member(stored.key).expect("sections");
        assert_eq!(heads.collect::<Vec<_>>(), sections);
        for played in played {
            let entries = played.entries.iter();
            let told = entries.map(|entry| (entry.clone(), played.halves(entry)));
            let told = told.collect::<Vec<_>>();
            assert_eq!(told, by_all_of(&camp, played.head.key, stored.key));
            rows += told.len();
            rated += usize::from(played.head.is_rated());
            double += usize::from(played.has_two_games);
        }
    }
    assert!(
        rows > 500 && rated > 50 && double > 50,
        "{rows} {rated} {double}"
    );
}
