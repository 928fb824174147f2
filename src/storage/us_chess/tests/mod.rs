pub(in crate::storage) mod any_changes;
mod played;
mod reports;
pub(in crate::storage) mod unlike;

use jiff::civil::date;

use super::*;
use crate::{
    domain::{
        Edit,
        us_chess::{Category, Code, Credit, Member, Role, Round, System},
    },
    rating::us_chess::tests::random::Random,
    storage::{HistoryMove, Occasion},
};

fn camp() -> CampFile {
    CampFile::in_memory("Test camp", date(2026, 7, 6)).expect("a camp")
}

fn apply(camp: &mut CampFile, change: Change) {
    try_to(camp, change).expect("a change");
}

fn try_to(camp: &mut CampFile, change: Change) -> Result<(), StorageError> {
    let occasion = Occasion::now(change.name());
    camp.apply(&Edit::UsChess(change), &occasion).map(drop)
}

fn refusal(camp: &mut CampFile, change: Change) -> UsChessRefusal {
    match try_to(camp, change).expect_err("a refusal") {
        StorageError::Refused(Refusal::UsChess(refusal)) => refusal,
        other => panic!("not refused but {other}"),
    }
}

fn id(number: u32) -> MemberId {
    format!("{number:08}").parse().expect("a member's number")
}

pub(in crate::storage) fn import(camp: &mut CampFile, events: Vec<Event>) {
    let import = Import {
        source: "events.json".to_owned(),
        events,
        ..Import::default()
    };
    apply(camp, Change::Import(Box::new(import)));
}

pub(in crate::storage) fn save(camp: &mut CampFile, request: &RateRequest) -> RatingRun {
    let run = camp.rating_run(request).expect("a run");
    apply(camp, Change::SaveRatings(Box::new(run.save.clone())));
    run
}

/// Random sections of thirteen members, two an event.
pub(in crate::storage) fn events(random: &mut Random, number: u16) -> Vec<Event> {
    let events = (1..=number).map(|at| {
        let section = |number: u16, random: &mut Random| {
            let mut section = random.section();
            section.number = number;
            // Some sections of an event end when another event has been rated.
            let later = random.once_in(3);
            section.ends = later.then(|| date(2010, 2, 1 + i8::try_from(at % 20).expect("a day")));
            let shift = random.below(13);
            for (place, entry) in (0_u32..).zip(&mut section.entries) {
                entry.id = Some(id(1 + (place + shift) % 13));
                entry.name = format!("Member, No. {}", 1 + (place + shift) % 13);
            }
            section
        };
        Event {
            id: Some(format!("20100{at:03}0103")),
            name: format!("Event {at}"),
            ends: Some(date(2010, 1, 1 + i8::try_from(at % 28).expect("a day"))),
            chief_td: Some(id(1 + random.below(4))),
            assistant_td: random.once_in(2).then(|| id(1 + random.below(13))),
            sections: vec![section(1, random), section(2, random)],
            ..Event::default()
        }
    });
    events.collect()
}

/// Everything that is kept of members and sections.
fn everything(camp: &CampFile) -> Vec<String> {
    let members = camp.members().expect("members");
    let sections = camp.sections().expect("sections");
    let of_sections = sections.into_iter().map(|head| {
        let section = camp.section(head.key).expect("a section");
        let ratings = camp.ratings_of(head.key).expect("ratings");
        format!("{head:?} {section:?} {ratings:?}")
    });
    let members = members.iter().map(|member| format!("{member:?}"));
    members.chain(of_sections).collect()
}

/// The records, and the ratings that crosstables show.
fn records(camp: &CampFile) -> Vec<String> {
    let members = camp.members().expect("members");
    let members = members.iter().map(|member| format!("{:?}", member.now));
    members.collect()
}

pub(in crate::storage) fn assert_follows_from_crosstables(camp: &CampFile) {
    let all = accounts::all_balances_by_crosstables(&camp.connection).expect("balances");
    let members = camp.members().expect("members");
    let unlike = camp.sections_unlike_crosstables().expect("a look");
    assert_eq!(unlike, [], "what isn't out of date follows");
    assert_eq!(all.len(), members.len());
    for member in members {
        assert!(all.contains(&(member.key, member.now.clone())));
        let computed = camp.balance_by_crosstables(member.key).expect("a balance");
        assert_eq!(computed, member.now, "{:?}", member.member.id);
    }
}

#[test]
fn what_is_imported_is_kept() {
    let mut camp = camp();
    let mut random = Random::new(3);
    let imported = events(&mut random, 4);
    import(&mut camp, imported.clone());
    let kept = camp.events().expect("events");
    let kept = kept.into_iter().map(|(key, _)| {
        let mut event = camp.event(key).expect("an event").expect("it is there");
        for section in &mut event.sections {
            for entry in &mut section.entries {
                assert!(entry.member.take().is_some());
            }
        }
        event
    });
    assert_eq!(kept.collect::<Vec<_>>(), imported);
}

#[test]
fn the_first_section_of_a_member_gives_the_opening_balance() {
    let mut camp = camp();
    let section = |number: u16, ends, rating| {
        let entry = Entry {
            pair: 1,
            id: Some(id(7)),
            name: "Berger, Anna".to_owned(),
            birth: Some(date(2012, 1, 1)),
            regular: crate::domain::us_chess::Record {
                rating: Some(rating),
                games: Some(14),
                ..Default::default()
            },
            ..Default::default()
        };
        Section {
            number,
            ends: Some(ends),
            systems: vec![System::Regular],
            entries: vec![entry],
            ..Section::default()
        }
    };
    let event = Event {
        sections: vec![
            section(1, date(2026, 8, 30), 900.0),
            section(2, date(2026, 8, 29), 812.34),
        ],
        ..Event::default()
    };
    import(&mut camp, vec![event]);
    let member = camp.member(id(7)).expect("members").expect("she is there");
    assert_eq!(member.member.listed_name(), "Berger, Anna");
    assert_eq!(member.member.opening.regular.rating, Some(812.34));
    assert_eq!(member.member.opening.regular.wins, None, "nobody knows");
    assert_eq!(member.now.regular.games, Some(14));
    assert_eq!(member.now.quick.wins, Some(0));
}

#[test]
fn members_and_sections_have_each_number_once() {
    let mut camp = camp();
    let member = |number| {
        Box::new(Member {
            id: Some(id(number)),
            last_name: "Berger".to_owned(),
            ..Member::default()
        })
    };
    apply(&mut camp, Change::AddMember(member(7)));
    apply(&mut camp, Change::AddMember(member(8)));
    let again = refusal(&mut camp, Change::AddMember(member(7)));
    assert_eq!(again, UsChessRefusal::MemberTaken(id(7)));
    let seven = camp.member(id(7)).expect("members").expect("a member").key;
    let other = refusal(&mut camp, Change::ChangeMember(seven, member(8)));
    assert_eq!(other, UsChessRefusal::MemberTaken(id(8)));
    let pending = Box::new(Member::default());
    apply(&mut camp, Change::AddMember(pending.clone()));
    apply(&mut camp, Change::AddMember(pending));
    assert_eq!(camp.members().expect("members").len(), 4);

    let mut random = Random::new(5);
    import(&mut camp, events(&mut random, 1));
    let before = everything(&camp);
    let import = Import {
        events: events(&mut random, 1),
        ..Import::default()
    };
    let again = refusal(&mut camp, Change::Import(Box::new(import)));
    assert!(matches!(again, UsChessRefusal::SectionTaken(1 | 2)));
    assert_eq!(everything(&camp), before);
    let entered = refusal(&mut camp, Change::DeleteMember(seven));
    assert_eq!(entered, UsChessRefusal::MemberInSections);
}

#[test]
fn a_rated_section_is_not_deleted() {
    let mut camp = camp();
    let mut random = Random::new(8);
    import(&mut camp, events(&mut random, 1));
    save(&mut camp, &RateRequest::All);
    let head = camp.sections().expect("sections").remove(0);
    let refused = refusal(&mut camp, Change::DeleteSection(head.key));
    assert_eq!(refused, UsChessRefusal::SectionRated(head.called()));
    save(&mut camp, &RateRequest::Unrate(vec![head.key]));
    apply(&mut camp, Change::DeleteSection(head.key));
    assert_eq!(camp.sections().expect("sections").len(), 1);
}

#[test]
fn an_earlier_section_is_rated_first() {
    let mut camp = camp();
    let mut random = Random::new(11);
    let both = events(&mut random, 2);
    import(&mut camp, both);
    let heads = camp.sections().expect("sections");
    let last = heads.last().expect("a section");
    let only = |out_of_order| RateRequest::Sections {
        sections: vec![last.key],
        out_of_order,
    };
    let run = camp.rating_run(&only(false)).expect("a run");
    assert!(run.save.rated.is_empty() && run.moved.is_empty());
    let why = run.refused[0].why.to_string();
    assert!(why.contains("Rate that one first"), "{why}");
    let run = save(&mut camp, &only(true));
    assert_eq!((run.save.rated.len(), run.refused.len()), (1, 0));
    // The earlier ones make it stale, as it was computed without them.
    let first = RateRequest::Sections {
        sections: heads.iter().take(3).map(|head| head.key).collect(),
        out_of_order: false,
    };
    save(&mut camp, &first);
    let heads = camp.sections().expect("sections");
    assert!(heads.last().expect("a section").is_stale());
    assert_follows_from_crosstables(&camp);
    save(&mut camp, &RateRequest::All);
    assert!(
        !camp
            .sections()
            .expect("sections")
            .iter()
            .any(SectionHead::is_stale)
    );
    assert_follows_from_crosstables(&camp);
}

#[test]
fn unrating_and_rating_again_gives_the_same_records() {
    for seed in 0..12 {
        let mut camp = camp();
        let mut random = Random::new(100 + seed);
        import(&mut camp, events(&mut random, 5));
        save(&mut camp, &RateRequest::All);
        let before = (records(&camp), everything(&camp));
        let heads = camp.sections().expect("sections");
        let some = heads.iter().filter(|_| random.once_in(3));
        let some = some.map(|head| head.key).collect::<Vec<_>>();
        save(&mut camp, &RateRequest::Unrate(some));
        assert_follows_from_crosstables(&camp);
        save(&mut camp, &RateRequest::All);
        assert_eq!(records(&camp), before.0);
        assert_eq!(everything(&camp), before.1);
        let again = camp.rating_run(&RateRequest::From(date(2001, 1, 1)));
        let again = again.expect("a run");
        assert_eq!((again.save, again.moved), Default::default());
    }
}

/// The 2200 floor isn't wanted from this day on.
fn declined(on: Date) -> Adjustment {
    Adjustment {
        on,
        what: Adjusted::Floor2200Allowed,
        value: Some(0.0),
        reason: "asked for it".to_owned(),
    }
}

/// An event in which a newcomer, No. 1, loses so many games in each section, which ends on this day of August 2019.
fn losses(event: &str, sections: &[(i8, usize)]) -> Event {
    let entry = |number: u32, cells: String| Entry {
        pair: u16::try_from(number).expect("few"),
        id: Some(id(number)),
        name: format!("Member, No. {number}"),
        rounds: cells
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    };
    let sections = (1..).zip(sections).map(|(number, (day, games))| Section {
        number,
        ends: Some(date(2019, 8, *day)),
        systems: vec![System::Regular],
        entries: vec![
            entry(1, "L2 ".repeat(*games)),
            entry(2, "W1 ".repeat(*games)),
        ],
        ..Section::default()
    });
    Event {
        id: Some(event.to_owned()),
        sections: sections.collect(),
        ..Event::default()
    }
}

#[test]
fn an_event_counts_once_for_the_personal_floor_whatever_is_rated_when() {
    // The sections in order: A1 (2 games), B1 (3), A2 (1), A3 (4): the first event counts at its second section, the other one at once.
    let all = || {
        let first = losses("201908010103", &[(1, 2), (3, 1), (5, 4)]);
        vec![first, losses("201908020103", &[(2, 3)])]
    };
    let state = |camp: &CampFile| {
        let member = camp.member(id(1)).expect("members").expect("a member");
        (member.now.regular.events, member.now.regular.floor)
    };
    let mut at_once = camp();
    import(&mut at_once, all());
    save(&mut at_once, &RateRequest::All);
    // 100, and one for each of two events.
    assert_eq!(state(&at_once), (Some(2), Some(102.0)));
    // One by one, each from what the file holds by then; the floor after each.
    let mut camp = camp();
    import(&mut camp, all());
    let keys = camp.sections().expect("sections");
    let keys = keys.iter().map(|head| head.key).collect::<Vec<_>>();
    let rate = |camp: &mut CampFile, key| {
        let request = RateRequest::Sections {
            sections: vec![key],
            out_of_order: true,
        };
        save(camp, &request);
        assert_follows_from_crosstables(camp);
    };
    for (key, events) in keys.iter().zip([0, 1, 2, 2]) {
        rate(&mut camp, *key);
        assert_eq!(state(&camp).0, Some(events));
    }
    assert_eq!(records(&camp), records(&at_once));
    // Without its second section the first event counts at the third; without both not at all.
    for (without, events) in [(&keys[2..3], 2), (&keys[3..], 1), (&keys[1..2], 0)] {
        save(&mut camp, &RateRequest::Unrate(without.to_vec()));
        assert_follows_from_crosstables(&camp);
        assert_eq!(state(&camp).0, Some(events));
    }
    // In another order: the last one first.
    for key in keys.iter().rev() {
        rate(&mut camp, *key);
    }
    save(&mut camp, &RateRequest::All);
    assert_eq!(everything(&camp), everything(&at_once));
}

#[test]
fn undoing_a_run_gives_the_same_file_again() {
    let mut camp = camp();
    let mut random = Random::new(42);
    import(&mut camp, events(&mut random, 5));
    let before = everything(&camp);
    let run = save(&mut camp, &RateRequest::All);
    assert_eq!((run.save.rated.len(), run.refused.len()), (10, 0));
    let after = everything(&camp);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(everything(&camp), before);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(everything(&camp), after);
}

#[test]
fn an_opening_balance_marks_what_was_rated_from_another_one() {
    let mut camp = camp();
    let mut random = Random::new(77);
    import(&mut camp, events(&mut random, 5));
    save(&mut camp, &RateRequest::All);
    let before = everything(&camp);
    let member = camp.member(id(3)).expect("members").expect("No. 3");
    let own = camp.sections_of_member(member.key).expect("sections");
    let own = own.iter().map(|head| head.key).collect::<Vec<_>>();
    assert!(own.len() > 2, "there is something to mark");

    let mut opening = member.member.opening.clone();
    // Credits of a director have no part in ratings.
    let credit = Credit {
        role: Role::Chief,
        category: Category::C,
    };
    opening.director.insert(credit, 4);
    let change = |opening: &Balance| Change::ChangeOpening(member.key, Box::new(opening.clone()));
    apply(&mut camp, change(&opening));
    let stale = |camp: &CampFile| {
        let heads = camp.sections().expect("sections").into_iter();
        let stale = heads.filter(SectionHead::is_stale).map(|head| head.key);
        stale.collect::<Vec<_>>()
    };
    assert_eq!(stale(&camp), []);
    let now = camp.member(id(3)).expect("members").expect("No. 3").now;
    assert!(now.director.get(&credit).is_some_and(|times| *times >= 4));

    opening.regular.rating = Some(1777.77);
    opening.regular.games = None;
    apply(&mut camp, change(&opening));
    assert_eq!(stale(&camp), own);
    assert_follows_from_crosstables(&camp);
    save(&mut camp, &RateRequest::All);
    assert_eq!(stale(&camp), []);
    let first = camp.sections_of_member(member.key).expect("sections");
    let begun = camp.section_as_it_begins(first[0].key);
    let begun = begun.expect("a section").expect("it is there");
    let entry = begun.entries.iter().find(|entry| entry.id == Some(id(3)));
    assert_eq!(entry.expect("a row").regular.rating, Some(1777.77));
    assert_follows_from_crosstables(&camp);
    for _ in 0..3 {
        camp.move_in_history(HistoryMove::Undo).expect("undone");
    }
    assert_eq!(everything(&camp), before);

    opening.regular.rating = Some(f64::NAN);
    let refused = refusal(&mut camp, change(&opening));
    assert!(matches!(refused, UsChessRefusal::Invalid(_)), "{refused}");
}

#[test]
fn a_floor_that_was_declined_doesn_t_come_back_in_a_later_run() {
    // As in the books' own test: 299 games at 2200, and a floor of 2000 by the peak where that of life masters is declined.
    let master = |number| {
        let account = crate::domain::us_chess::Account {
            rating: Some(2230.0),
            games: None,
            peak: Some(2230.0),
            titles: [(2200, 299)].into(),
            ..Default::default()
        };
        Member {
            id: Some(id(number)),
            last_name: format!("Master {number}"),
            opening: Balance {
                regular: account,
                ..Balance::default()
            },
            ..Member::default()
        }
    };
    let drawn = |number: u16, day: Date| {
        let row = |pair: u16, cell: &str| Entry {
            pair,
            id: Some(id(pair.into())),
            name: format!("Master {pair}"),
            rounds: vec![cell.parse().expect("a cell")],
            ..Entry::default()
        };
        Section {
            number,
            ends: Some(day),
            systems: vec![System::Regular],
            entries: vec![row(1, "D2"), row(2, "D1")],
            ..Section::default()
        }
    };
    let mut camp = camp();
    for number in [1, 2] {
        apply(&mut camp, Change::AddMember(Box::new(master(number))));
    }
    let first = camp.member(id(1)).expect("members").expect("No. 1").key;
    apply(
        &mut camp,
        Change::Adjust(first, vec![declined(date(2019, 1, 1))]),
    );
    let event = Event {
        name: "Two draws".to_owned(),
        sections: vec![drawn(1, date(2019, 5, 1)), drawn(2, date(2019, 5, 2))],
        ..Event::default()
    };
    import(&mut camp, vec![event]);
    let heads = camp.sections().expect("sections");
    for head in heads {
        // Each in a run of its own, which begins with what the members have by then.
        save(
            &mut camp,
            &RateRequest::Sections {
                sections: vec![head.key],
                out_of_order: false,
            },
        );
        assert_follows_from_crosstables(&camp);
    }
    let floor = |number| {
        let member = camp.member(id(number)).expect("members");
        member.expect("there").now.regular.floor
    };
    assert_eq!((floor(1), floor(2)), (Some(2000.0), Some(2200.0)));
}

#[test]
fn the_same_event_is_found_as_the_preview_of_an_import_knows_it() {
    let named = |id: Option<&str>, name: &str, day| Event {
        id: id.map(str::to_owned),
        name: name.to_owned(),
        ends: Some(date(2026, 8, day)),
        sections: vec![Section {
            number: 1,
            ..Section::default()
        }],
        ..Event::default()
    };
    let events = [
        named(Some("202608300103"), "Open", 30),
        named(None, "Open", 30),
        named(Some("202608300203"), "Open", 30),
        named(Some("202608300103"), "Loon Lake Open", 30),
        named(None, "Loon Lake Open", 30),
        named(None, "Open", 31),
        named(None, "", 31),
    ];
    for one in &events {
        let mut camp = camp();
        apply(&mut camp, Change::AddEvent(Box::new(one.clone())));
        let known = camp.known().expect("known").sections;
        for two in &events {
            let same = event::same(&camp.connection, two).expect("read");
            assert_eq!(same.is_some(), known.contains(two, 1), "{one:?} {two:?}");
        }
    }
}
