//! What reports gather agrees with the records that rating has kept.

use super::*;
use crate::rating::us_chess::{peaks::Period, titles};

/// A camp with random sections that are rated.
fn rated(seed: u64) -> CampFile {
    let mut random = Random::new(seed);
    let mut camp = camp();
    let events = events(&mut random, 12);
    import(&mut camp, events);
    save(&mut camp, &RateRequest::All);
    camp
}

/// A section of two established players that ended on a day of 2010, as it was published.
fn published(number: i8, post: [f64; 2]) -> Event {
    let entries = [(1, "W2"), (2, "L1")].map(|(pair, cell)| {
        let mut entry = Entry {
            pair,
            id: Some(id(u32::from(pair))),
            name: format!("Member, No. {pair}"),
            rounds: vec![cell.parse::<Round>().expect("a cell")],
            ..Entry::default()
        };
        entry.regular.rating = Some(2190.0);
        entry.regular.games = None;
        entry.regular.post = Some(post[usize::from(pair) - 1]);
        entry.regular.post_games = None;
        entry
    });
    Event {
        id: Some(format!("2010{number:02}010103")),
        name: format!("Event {number}"),
        ends: Some(date(2010, number, 1)),
        sections: vec![Section {
            number: 1,
            systems: vec![System::Regular],
            as_published: true,
            entries: entries.into(),
            ..Section::default()
        }],
        ..Event::default()
    }
}

fn key(camp: &CampFile, number: u32) -> MemberKey {
    let member = camp.member(id(number)).expect("members");
    member.expect("a member").key
}

#[test]
fn credited_sections_add_up_to_the_registers() {
    for seed in 0..6 {
        let camp = rated(seed);
        let credits = camp.title_credits(None).expect("credits");
        assert!(!credits.is_empty());
        for stored in camp.members().expect("members") {
            let own = credits.get(&stored.key).cloned().unwrap_or_default();
            let mut registers = stored.member.opening.regular.titles.clone();
            for credit in &own {
                assert_eq!(credit.system, System::Regular);
                for class in &credit.classes {
                    *registers.entry(*class).or_insert(0) += credit.games;
                }
            }
            assert_eq!(registers, stored.now.regular.titles);
            let alone = camp.title_credits(Some(stored.key)).expect("credits");
            assert_eq!(alone.get(&stored.key).cloned().unwrap_or_default(), own);
        }
    }
}

#[test]
fn a_credit_goes_by_the_rating_before_floors() {
    let mut camp = camp();
    import(&mut camp, vec![published(1, [2201.0, 2190.0])]);
    save(&mut camp, &RateRequest::All);
    let credits = camp.title_credits(Some(key(&camp, 1))).expect("credits");
    let credit = &credits[&key(&camp, 1)][0];
    // Published ratings have no other before floors.
    assert!((credit.before_floors - 2201.0).abs() < f64::EPSILON);
    assert_eq!((credit.games, credit.classes[0]), (1, 2200));
    assert_eq!(credit.classes.len(), titles::CLASSES.len() - 1);
    let credits = camp.title_credits(Some(key(&camp, 2))).expect("credits");
    assert_eq!(credits[&key(&camp, 2)][0].classes[0], 2000);
}

#[test]
fn the_peak_ever_is_that_of_the_record() {
    for seed in 6..12 {
        let mut camp = rated(seed);
        // Somebody's peak is corrected in the middle of the month.
        let adjusted = key(&camp, 3);
        let adjustment = Adjustment {
            on: date(2010, 1, 14),
            what: Adjusted::Peak(System::Regular),
            value: Some(800.0),
            reason: "It was of a member of the same name".to_owned(),
        };
        apply(&mut camp, Change::Adjust(adjusted, vec![adjustment]));
        save(&mut camp, &RateRequest::All);
        for system in [System::Regular, System::Quick] {
            let peaks = camp.peaks(None, system, Period::default()).expect("peaks");
            for stored in camp.members().expect("members") {
                let peak = peaks.get(&stored.key).map(|peak| peak.rating);
                assert_eq!(peak, stored.now.account(system).peak, "{seed} {stored:?}");
                let alone = camp
                    .peaks(Some(stored.key), system, Period::default())
                    .expect("peaks");
                assert_eq!(alone.get(&stored.key), peaks.get(&stored.key));
            }
        }
    }
}

#[test]
fn a_peak_in_a_period_is_after_one_of_its_events() {
    let mut camp = camp();
    let events = [
        published(1, [2201.0, 2190.0]),
        published(3, [2195.0, 2180.0]),
        published(5, [2210.5, 2170.0]),
    ];
    import(&mut camp, events.into());
    save(&mut camp, &RateRequest::All);
    let peak = |from: Option<i8>, to: Option<i8>| {
        let day = |month| date(2010, month, 1);
        let period = Period {
            from: from.map(day),
            to: to.map(day),
        };
        let peaks = camp.peaks(None, System::Regular, period).expect("peaks");
        let peak = peaks.get(&key(&camp, 1))?;
        let after = peak.after.as_ref().map(|head| head.event_name.clone());
        Some((peak.rating, after))
    };
    let after = |rating, number| Some((rating, Some(format!("Event {number}"))));
    assert_eq!(peak(None, None), after(2210.5, 5));
    assert_eq!(peak(None, Some(3)), after(2201.0, 1));
    assert_eq!(peak(Some(2), Some(4)), after(2195.0, 3));
    assert_eq!(peak(Some(3), Some(3)), after(2195.0, 3), "its own day");
    assert_eq!(peak(Some(6), None), None);
    let quick = camp.peaks(None, System::Quick, Period::default());
    assert!(quick.expect("peaks").is_empty());
}

#[test]
fn records_are_computed_anew_for_those_who_are_asked_for() {
    let mut camp = rated(20);
    let all = camp.recomputed(&WhichRecords::All).expect("records");
    assert_eq!(all.len(), camp.members().expect("members").len());
    assert!(all.iter().all(|record| !record.differs()));
    let range = WhichRecords::Range(id(2), id(4));
    assert_eq!(camp.recomputed(&range).expect("records").len(), 3);
    // A register that was spoiled is found, and shown field by field.
    let spoiled = key(&camp, 2);
    let stored = camp.member(id(2)).expect("members").expect("a member");
    let mut balance = stored.now.clone();
    balance.quick.played += 5;
    apply(&mut camp, Change::SaveBalances(vec![(spoiled, balance)]));
    let one = camp
        .recomputed(&WhichRecords::Members(vec![spoiled]))
        .expect("records");
    let [record] = &one[..] else {
        panic!("one record");
    };
    assert!(record.differs());
    let [difference] = &record.differences[..] else {
        panic!("one difference");
    };
    assert_eq!(difference.what, "Quick games");
    assert_eq!(difference.after, stored.now.quick.played.to_string());
    let found = camp.recomputed(&WhichRecords::All).expect("records");
    assert_eq!(found.iter().filter(|record| record.differs()).count(), 1);
}

#[test]
fn of_events_of_one_day_a_director_is_credited_the_best() {
    let mut camp = camp();
    let director = id(90_000_001);
    let event = |number: i8, day: i8, is_chief: bool| Event {
        ends: Some(date(2010, 2, day)),
        chief_td: is_chief.then_some(director),
        assistant_td: (!is_chief).then_some(director),
        ..published(number, [2201.0, 2190.0])
    };
    let events = [event(1, 1, false), event(2, 1, true), event(3, 2, false)];
    import(&mut camp, events.into());
    assert_eq!(camp.directed_events(director).expect("events"), []);
    save(&mut camp, &RateRequest::All);
    let directed = camp.directed_events(director).expect("events");
    let told = directed.iter().map(|event| {
        (
            event.name.as_str(),
            event.players,
            event.rounds,
            event.is_credited,
        )
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("Event 2", 2, 1, true),
            ("Event 1", 2, 1, false),
            ("Event 3", 2, 1, true)
        ]
    );
}
