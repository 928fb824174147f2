use super::*;

fn bounds(rating: f64) -> Vec<u16> {
    let credited = credited(rating, true, 5);
    credited.map(|(from, _)| from).collect()
}

#[test]
fn there_are_thirteen_classes_from_the_highest_on() {
    assert_eq!(CLASSES.len(), 13);
    assert!(CLASSES.is_sorted_by(|a, b| a.from > b.from));
    let known = CLASSES.iter().filter(|class| class.games.is_some());
    let known = known.map(|class| (class.from, class.games));
    assert_eq!(known.collect::<Vec<_>>(), [(2200, Some(300))]);
}

#[test]
fn ones_own_class_and_all_lower_ones_are_credited() {
    assert_eq!(bounds(1599.4), [1400, 1200, 1000, 800, 600, 400, 200, 100]);
    assert_eq!(bounds(1600.0)[0], 1600);
    assert_eq!(bounds(2199.99)[0], 2000);
    assert_eq!(bounds(2200.0)[0], 2200);
    assert_eq!(bounds(2850.0).len(), 13);
    assert_eq!(bounds(199.0), [100]);
    assert!(bounds(f64::NAN).is_empty());
    let games = credited(450.0, true, 7);
    assert_eq!(games.collect::<Vec<_>>(), [(400, 7), (200, 7), (100, 7)]);
}

#[test]
fn the_provisional_and_those_without_games_are_credited_nothing() {
    assert_eq!(credited(2300.0, false, 5).count(), 0);
    assert_eq!(credited(2300.0, true, 0).count(), 0);
}

#[test]
fn only_a_title_whose_games_are_known_is_reached() {
    let master = TitleClass::of(2200).expect("a class");
    assert!(!master.is_reached(299) && master.is_reached(300));
    let expert = TitleClass::of(2000).expect("a class");
    assert!(!expert.is_reached(u32::MAX));
    assert_eq!(TitleClass::of(2100), None);
}

#[test]
fn a_title_is_held_whether_its_floor_is_wanted_or_not() {
    let account = |games, floor| Account {
        titles: [(2200, games), (2000, games + 40)].into(),
        floor,
        ..Account::default()
    };
    assert_eq!(life_master(&account(299, Some(2200.0))), None);
    let floor_of = |floor| {
        let title = life_master(&account(300, floor)).expect("a title");
        title.is_floor_in_force
    };
    assert!(floor_of(Some(2200.0)));
    assert!(!floor_of(Some(2100.0)) && !floor_of(None));
    let all = account(12, None);
    let told = registers(&all).map(|register| (register.class.from, register.games));
    assert_eq!(told.collect::<Vec<_>>(), [(2200, 12), (2000, 52)]);
}
