use super::*;
use crate::domain::us_chess::{Entry, Round};

fn id(number: u32) -> MemberId {
    format!("{number:08}").parse().expect("a number")
}

/// A section of members counted up from a number, each with as many rounds.
fn section(kind: SectionKind, first: u32, players: u32, rounds: usize) -> Section {
    let bye = "U".parse::<Round>().expect("a cell");
    let entries = (first..first + players).map(|number| Entry {
        id: Some(id(number)),
        rounds: vec![bye; rounds],
        ..Entry::default()
    });
    Section {
        kind,
        entries: entries.collect(),
        ..Section::default()
    }
}

fn swiss(players: u32, rounds: usize) -> Section {
    section(SectionKind::Swiss, 1, players, rounds)
}

fn event(sections: Vec<Section>) -> Event {
    Event {
        chief_td: Some(id(90_000_001)),
        assistant_td: Some(id(90_000_002)),
        sections,
        ..Event::default()
    }
}

#[test]
fn an_event_has_its_category_by_players_and_rounds() {
    for (players, rounds, expected) in [
        (300, 4, Category::A),
        (299, 4, Category::B),
        (100, 9, Category::B),
        (99, 4, Category::C),
        (50, 4, Category::C),
        (49, 4, Category::D),
        (2, 3, Category::D),
        (60, 3, Category::D),
        (300, 2, Category::Other),
        (0, 5, Category::Other),
    ] {
        let event = event(vec![swiss(players, rounds)]);
        assert_eq!(category(&event), expected, "{players} in {rounds}");
    }
    assert_eq!(category(&event(Vec::new())), Category::Other);
}

#[test]
fn a_player_of_two_sections_is_one() {
    let two = |first| {
        event(vec![
            swiss(30, 4),
            section(SectionKind::Swiss, first, 30, 5),
        ])
    };
    assert_eq!(category(&two(31)), Category::C);
    assert_eq!(category(&two(10)), Category::D);
    // Two re-entries are one player, two pending memberships are two.
    let mut pending = swiss(50, 4);
    pending.entries[0].id = None;
    pending.entries[1].id = None;
    assert_eq!(category(&event(vec![pending.clone()])), Category::C);
    pending.entries[0].id = Some(id(3));
    assert_eq!(category(&event(vec![pending])), Category::D);
}

#[test]
fn short_sections_dont_make_an_event_larger() {
    let short = section(SectionKind::Swiss, 41, 20, 3);
    let event = event(vec![swiss(40, 5), short]);
    assert_eq!(category(&event), Category::D);
}

#[test]
fn round_robins_and_matches_have_their_own() {
    let robin = |first| section(SectionKind::RoundRobin, first, 4, 3);
    let pair = section(SectionKind::Match, 1, 2, 6);
    assert_eq!(
        category(&event(vec![robin(1), robin(5)])),
        Category::RoundRobin
    );
    assert_eq!(
        category(&event(vec![robin(1), pair.clone()])),
        Category::RoundRobin
    );
    assert_eq!(
        category(&event(vec![robin(51), swiss(46, 4)])),
        Category::D,
        "the three rounds of the round robin are too few for C"
    );
    assert_eq!(category(&event(vec![pair])), Category::Other);
}

#[test]
fn both_directors_have_a_credit_and_one_director_has_one() {
    let mut event = event(vec![swiss(60, 4)]);
    let credit = |role| Credit {
        role,
        category: Category::C,
    };
    assert_eq!(
        credits(&event),
        [
            (id(90_000_001), credit(Role::Chief)),
            (id(90_000_002), credit(Role::Assistant))
        ]
    );
    event.assistant_td = event.chief_td;
    assert_eq!(credits(&event), [(id(90_000_001), credit(Role::Chief))]);
    event.chief_td = None;
    assert_eq!(credits(&event), [(id(90_000_001), credit(Role::Assistant))]);
    event.assistant_td = None;
    assert_eq!(credits(&event), []);
}

#[test]
fn the_best_credit_of_a_day_is_the_least() {
    let credit = |role, category| Credit { role, category };
    let of_a_day = [
        credit(Role::Assistant, Category::A),
        credit(Role::Chief, Category::D),
        credit(Role::Chief, Category::C),
        credit(Role::Chief, Category::Other),
    ];
    assert_eq!(
        of_a_day.iter().min(),
        Some(&credit(Role::Chief, Category::C))
    );
}

/// Credits of an opening balance.
fn director(credits: &[(Role, Category, u32)]) -> Vec<(&'static str, Option<bool>, Vec<String>)> {
    directed(credits, &[])
}

/// Credits, and the players of the events that gave some of them.
fn directed(
    credits: &[(Role, Category, u32)],
    events: &[(Role, Category, usize)],
) -> Vec<(&'static str, Option<bool>, Vec<String>)> {
    let credits = credits.iter().copied();
    let credits = credits.map(|(role, category, count)| (Credit { role, category }, count));
    let events = events.iter().copied();
    let events = events.map(|(role, category, players)| (Credit { role, category }, players));
    let standing = standing(&credits.collect(), &events.collect::<Vec<_>>()).into_iter();
    let told = standing.map(|standing| (standing.level.name, standing.is_met, standing.missing));
    told.collect()
}

#[test]
fn a_senior_director_was_chief_of_six_events_of_50_players() {
    use Category::{A, B, C, D, Other, RoundRobin};
    use Role::{Assistant, Chief};
    let told = director(&[
        (Chief, C, 2),
        (Chief, A, 1),
        (Chief, D, 9),
        (Assistant, A, 9),
    ]);
    assert_eq!(
        told[2],
        (
            "Senior",
            Some(false),
            vec!["3 more as chief director of an event of 50 or more players".to_owned()]
        )
    );
    let told = director(&[(Chief, C, 4), (Chief, B, 1), (Chief, A, 1)]);
    assert_eq!(told[2], ("Senior", Some(true), Vec::new()));
    let told = director(&[(Chief, Other, 20), (Chief, RoundRobin, 20)]);
    assert_eq!(told[2].1, Some(false));
    let told = director(&[(Chief, C, u32::MAX), (Chief, B, u32::MAX)]);
    assert_eq!(told[2].1, Some(true));
}

#[test]
fn a_local_director_has_three_credits_and_one_as_chief() {
    use Category::D;
    use Role::{Assistant, Chief};
    let told = directed(&[(Assistant, D, 2)], &[(Assistant, D, 30); 2]);
    assert_eq!(
        told[1],
        (
            "Local",
            Some(false),
            vec![
                "1 more as chief director of an event of three or more rounds".to_owned(),
                "1 more as chief or assistant director of an event of three or more rounds"
                    .to_owned()
            ]
        )
    );
    // A large event has 50 players by its category alone, whoever counted them.
    let told = director(&[(Assistant, D, 2), (Chief, Category::C, 1)]);
    assert_eq!(told[1], ("Local", Some(true), Vec::new()));
}

#[test]
fn a_local_director_has_had_50_players() {
    use Category::D;
    use Role::{Assistant, Chief};
    let local = |credits: &[(Role, Category, u32)], events: &[(Role, Category, usize)]| {
        let told = directed(credits, events).swap_remove(1);
        (told.1, told.2)
    };
    let three = [(Chief, D, 1), (Assistant, D, 2)];
    let events = |chief, one, other| {
        [
            (Chief, D, chief),
            (Assistant, D, one),
            (Assistant, D, other),
        ]
    };
    assert_eq!(local(&three, &events(20, 20, 10)), (Some(true), Vec::new()));
    assert_eq!(
        local(&three, &events(19, 20, 10)),
        (
            Some(false),
            vec!["1 more player in three of these events together".to_owned()]
        )
    );
    // The three largest count, but one of them as chief: 8 and 20 and 20.
    let four = [(Chief, D, 1), (Assistant, D, 3)];
    let sizes = [
        (Chief, D, 8),
        (Assistant, D, 20),
        (Assistant, D, 20),
        (Assistant, D, 20),
    ];
    assert_eq!(
        local(&four, &sizes),
        (
            Some(false),
            vec!["2 more players in three of these events together".to_owned()]
        )
    );
    // An opening balance doesn't tell players: nobody knows whether there were enough.
    let (is_met, missing) = local(&three, &[(Chief, D, 30)]);
    assert_eq!(is_met, None);
    assert_eq!(missing.len(), 1);
    assert!(
        missing[0].contains("an opening balance doesn’t tell players"),
        "{missing:?}"
    );
    // The two of which nothing is known had a player each at least.
    assert!(missing[0].contains("of which 32 are known"), "{missing:?}");
    assert_eq!(local(&three, &[(Chief, D, 48)]).0, Some(true));
}

#[test]
fn club_needs_no_credit_and_of_the_highest_nothing_is_known() {
    let told = director(&[]);
    assert_eq!(told[0], ("Club", Some(true), Vec::new()));
    assert_eq!(told[3], ("Associate National", None, Vec::new()));
    assert_eq!(told[4], ("National", None, Vec::new()));
    let unknown = LEVELS.iter().filter(|level| !level.is_known);
    assert!(unknown.clone().all(|level| level.requirements.is_empty()));
    assert_eq!(unknown.count(), 2);
}
