use jiff::civil::date;

use super::*;
use crate::{
    domain::us_chess::{Code, Entry, History, Round},
    rating::us_chess::tests::random::Random,
};

fn order(day: Date, number: u16) -> SectionOrder {
    SectionOrder {
        ends: day,
        event: "202608300103".to_owned(),
        number,
    }
}

/// A section of these members, who have these cells.
fn section(rows: &[(i64, &str)]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, (member, cells))| Entry {
        pair,
        member: Some(MemberKey(*member)),
        rounds: cells
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    });
    Section {
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    }
}

fn established(rating: f64, games: u32) -> MemberBooks {
    let mut books = MemberBooks {
        floor_2200_allowed: true,
        ..MemberBooks::default()
    };
    books.balance.regular = Account {
        rating: Some(rating),
        games: Some(games),
        played: games,
        history: Some(History::Mixed),
        ..Account::default()
    };
    books
}

fn regular(books: &Books, member: i64) -> &Account {
    let books = books.get(MemberKey(member)).expect("a member");
    &books.balance.regular
}

fn assert_same(value: Option<f64>, expected: f64) {
    let value = value.expect("a value");
    assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
}

#[test]
fn a_newcomer_has_an_account_after_three_losses() {
    let mut books = Books::default();
    books.insert(MemberKey(1), MemberBooks::default());
    for member in 2..=4 {
        books.insert(MemberKey(member), established(300.0, 100));
    }
    let mut played = section(&[(1, "L2 L3 L4"), (2, "W1"), (3, "U W1"), (4, "U U W1")]);
    let day = date(2019, 8, 30);
    let ratings = books
        .rate(&mut played, &order(day, 5))
        .expect("rated")
        .ratings;
    let account = regular(&books, 1);
    // The floor of one event: the reference's newcomer who was published with 101.
    assert_same(account.rating, 101.0);
    assert_same(account.floor, 101.0);
    assert_same(ratings[0].rows[0].before_floors, 100.0);
    assert_eq!((account.games, account.played), (Some(3), 3));
    assert_eq!(account.history, Some(History::Losses));
    assert_eq!((account.wins, account.events), (Some(0), Some(1)));
    assert_eq!(account.last_events, ["202608300103:5"]);
    assert_eq!(account.peak, None, "a provisional rating is no peak");
    assert!(account.titles.is_empty(), "and earns no title");
}

#[test]
fn sections_of_an_event_count_as_one_event_for_the_personal_floor() {
    let day = date(2019, 8, 30);
    let of_event = |event: &str, number| SectionOrder {
        event: event.to_owned(),
        ..order(day, number)
    };
    // By event and section: how many games a newcomer loses, and how high the floor is then: 100 and one for each event of three games.
    let played = [
        ("201908300103", 1, 2, 100.0),
        ("201908300103", 2, 1, 101.0),
        // More of the same event counts for nothing.
        ("201908300103", 3, 4, 101.0),
        ("201908300203", 1, 3, 102.0),
        // The first event goes on after another one has ended.
        ("201908300103", 4, 3, 102.0),
        ("201908300303", 1, 2, 102.0),
    ];
    let mut books = Books::default();
    books.insert(MemberKey(1), MemberBooks::default());
    books.insert(MemberKey(2), established(300.0, 100));
    for (event, number, games, floor) in played {
        let (losses, wins) = ("L2 ".repeat(games), "W1 ".repeat(games));
        let mut section = section(&[(1, &losses), (2, &wins)]);
        books
            .rate(&mut section, &of_event(event, number))
            .expect("rated");
        assert_same(regular(&books, 1).floor, floor);
    }
    assert_eq!(regular(&books, 1).events, Some(2));
    // Each system counts for itself.
    let books = books.get(MemberKey(1)).expect("a member");
    assert_eq!(books.balance.quick.events, Some(0));
}

#[test]
fn titles_are_credited_by_the_rating_before_floors() {
    let mut books = Books::default();
    let mut floored = established(1600.0, 100);
    floored.balance.regular.floor = Some(1600.0);
    books.insert(MemberKey(1), floored);
    books.insert(MemberKey(2), established(1500.0, 100));
    let mut played = section(&[(1, "L2 L2"), (2, "W1 W1")]);
    let day = date(2003, 5, 1);
    let posting = books.rate(&mut played, &order(day, 1)).expect("rated");
    let ratings = posting.ratings;
    let posted = &ratings[0].rows[0];
    assert!(posted.before_floors.expect("a rating") < 1600.0);
    assert_same(posted.post, 1600.0);
    let account = regular(&books, 1);
    // The seed's appendix: no credit of class B (1600) for who is at that floor; all classes below have one.
    assert_eq!(account.titles.get(&1600), None);
    assert_eq!(account.titles.get(&1400), Some(&2));
    assert_eq!(account.titles.get(&100), Some(&2));
    assert_same(account.previous, 1600.0);
}

#[test]
fn a_life_master_has_the_floor_unless_it_is_declined() {
    for (allowed, register, expected) in [
        (true, 299, Some(2200.0)),
        (true, 297, None),
        (false, 299, None),
    ] {
        let mut books = Books::default();
        let mut master = established(2230.0, 400);
        master.floor_2200_allowed = allowed;
        master.balance.regular.titles.insert(2200, register);
        books.insert(MemberKey(1), master);
        books.insert(MemberKey(2), established(2230.0, 400));
        // A win and a loss leave the rating where it was, and count two games.
        let mut played = section(&[(1, "W2 L2"), (2, "L1 W1")]);
        let day = date(2019, 8, 30);
        books.rate(&mut played, &order(day, 1)).expect("rated");
        let account = regular(&books, 1);
        assert_eq!(account.titles.get(&2200), Some(&(register + 2)));
        // Without it, the floor of a peak of 2230.
        assert_eq!(account.floor, Some(expected.unwrap_or(2000.0)));
    }
}

#[test]
fn a_floor_is_declined_or_allowed_from_a_day_on() {
    let day = date(2019, 8, 30);
    // Before the first decision holds what the member said from the beginning.
    for (at_first, on, value, expected) in [
        (true, day, 0.0, 2000.0),
        (true, date(2019, 8, 29), 0.0, 2000.0),
        (true, date(2019, 8, 31), 0.0, 2200.0),
        (false, day, 1.0, 2200.0),
        (false, date(2019, 8, 31), 1.0, 2000.0),
    ] {
        let mut books = Books::default();
        let mut master = established(2230.0, 400);
        master.floor_2200_allowed = at_first;
        master.balance.regular.titles.insert(2200, 299);
        master.adjustments.push(Adjustment {
            on,
            what: Adjusted::Floor2200Allowed,
            value: Some(value),
            reason: "asked for it".to_owned(),
        });
        books.insert(MemberKey(1), master);
        books.insert(MemberKey(2), established(2230.0, 400));
        let mut played = section(&[(1, "W2 L2"), (2, "L1 W1")]);
        books.rate(&mut played, &order(day, 1)).expect("rated");
        assert_eq!(
            regular(&books, 1).floor,
            Some(expected),
            "{at_first} {on} {value}"
        );
    }
}

#[test]
fn adjustments_hold_from_their_day() {
    let day = date(2019, 8, 30);
    for (on, expected) in [
        (day, 1900.0),
        (date(2019, 8, 29), 1900.0),
        (date(2019, 8, 31), 1800.0),
    ] {
        let mut books = Books::default();
        let mut adjusted = established(1800.0, 100);
        adjusted.adjustments.push(Adjustment {
            on,
            what: Adjusted::Rating(System::Regular),
            value: Some(1900.0),
            reason: "as the federation published".to_owned(),
        });
        books.insert(MemberKey(1), adjusted);
        books.insert(MemberKey(2), established(1800.0, 100));
        let mut played = section(&[(1, "D2"), (2, "D1")]);
        let posting = books.rate(&mut played, &order(day, 1)).expect("rated");
        let ratings = posting.ratings;
        assert_same(ratings[0].rows[0].pre, expected);
    }
}

#[test]
fn matches_together_change_a_rating_by_no_more_than_is_allowed() {
    let mut books = Books::default();
    books.insert(MemberKey(1), established(1800.0, 100));
    let mut changes = Vec::new();
    // Each of twelve wins would be worth far more than 50.
    let wins = "W2 ".repeat(12);
    let losses = "L1 ".repeat(12);
    let days = [
        date(2019, 1, 1),
        date(2019, 1, 2),
        date(2019, 1, 3),
        date(2019, 8, 1),
        date(2019, 8, 2),
        date(2019, 8, 3),
        date(2020, 8, 1),
        date(2022, 8, 1),
    ];
    for (opponent, day) in (2..).zip(days) {
        let rating = regular(&books, 1).rating.expect("a rating");
        books.insert(MemberKey(opponent), established(rating, 100));
        let mut played = section(&[(1, &wins), (opponent, &losses)]);
        played.kind = SectionKind::Match;
        let posting = books.rate(&mut played, &order(day, 1)).expect("rated");
        let ratings = posting.ratings;
        let row = &ratings[0].rows[0];
        changes.push((row.post.expect("a rating") - row.pre.expect("a rating")).round());
    }
    // 50 a match, 100 in 180 days, 200 in three years.
    assert_eq!(changes, [50.0, 50.0, 0.0, 50.0, 50.0, 0.0, 0.0, 50.0]);
}

#[test]
fn what_is_not_rated_says_why_and_changes_nothing() {
    let day = date(2019, 8, 30);
    let mut books = Books::default();
    books.insert(MemberKey(1), established(1800.0, 100));
    let fails = |change: &dyn Fn(&mut Section), day| {
        let mut books = books.clone();
        let mut played = section(&[(1, "W2"), (2, "L1")]);
        change(&mut played);
        let why = books
            .rate(&mut played, &order(day, 1))
            .expect_err("a reason");
        assert_same(regular(&books, 1).rating, 1800.0);
        why
    };
    assert_eq!(
        fails(&|section| section.is_blitz = true, day),
        NotPosted::Blitz
    );
    assert_eq!(
        fails(&|section| section.systems.clear(), day),
        NotPosted::NoSystem
    );
    assert_eq!(fails(&|_| (), date(2000, 12, 31)), NotPosted::BeforeRules);
    assert_eq!(
        fails(&|section| section.as_published = true, day),
        NotPosted::NotPublished(1)
    );
    assert!(matches!(
        fails(
            &|section| section.entries[1].rounds =
                vec![Round::new(Code::Unplayed, None, None).expect("a cell")],
            day
        ),
        NotPosted::NotRated(NotRated::Contradictions(_))
    ));
}

#[test]
fn a_section_of_before_2001_is_kept_as_published() {
    let mut books = Books::default();
    books.insert(MemberKey(1), established(1800.0, 100));
    let mut played = section(&[(1, "W2"), (2, "L1")]);
    played.as_published = true;
    for (entry, post) in played.entries.iter_mut().zip([1815.0, 1700.0]) {
        entry.regular.rating = Some(1799.0);
        entry.regular.games = None;
        entry.regular.post = Some(post);
    }
    let day = date(1999, 8, 30);
    let posting = books.rate(&mut played, &order(day, 1)).expect("kept");
    let ratings = posting.ratings;
    let posted = &ratings[0].rows[0];
    assert_same(posted.before_floors, 1815.0);
    assert_same(posted.post, 1815.0);
    let account = regular(&books, 1);
    assert_same(account.rating, 1815.0);
    // The seed: the current rating is copied to the previous one, whatever the crosstable printed.
    assert_same(account.previous, 1800.0);
    assert_eq!(account.played, 101);
    assert_eq!(account.titles.get(&1800), Some(&1));
}

#[test]
fn crosstables_alone_give_the_accounts_again() {
    let mut random = Random::new(15);
    for _ in 0..200 {
        let mut books = Books::default();
        for member in 0..12 {
            let mut newcomer = MemberBooks {
                floor_2200_allowed: true,
                ..MemberBooks::default()
            };
            newcomer.balance.regular = Account::of_record(&random.record());
            newcomer.balance.quick = Account::of_record(&random.record());
            books.insert(MemberKey(member), newcomer);
        }
        let mut replayed = books.clone();
        let mut kept = Vec::new();
        for number in 1..6 {
            let mut played = random.section();
            for (entry, member) in played.entries.iter_mut().zip(0_i64..) {
                entry.member = Some(MemberKey((member + i64::from(number)) % 12));
            }
            let order = order(date(2010, 1, 1), number);
            if let Ok(posting) = books.rate(&mut played, &order) {
                kept.push((played, order, posting.ratings));
            }
        }
        assert!(!kept.is_empty());
        for (played, order, ratings) in kept {
            replayed.post(&played, &order, &ratings);
        }
        for member in (0..12).map(MemberKey) {
            assert_eq!(books.get(member), replayed.get(member));
        }
    }
}
