use super::*;

fn rules(name: &str) -> Rules {
    Rules::named(name).expect(name)
}

fn assert_ascends<T>(values: &Dated<T>) {
    assert_eq!(values[0].0, FIRST_DAY);
    assert!(values.is_sorted_by(|a, b| a.0 < b.0));
}

#[test]
fn tables_begin_with_2001_and_go_on_by_day() {
    assert_ascends(EFFECTIVE_GAMES);
    assert_ascends(BONUS);
    assert_ascends(REPEATS);
    assert_ascends(HALF_K);
    assert_ascends(DUAL_CUT);
    assert_ascends(SPECIAL_CAP);
    assert_ascends(ESTABLISHED_FROM);
    assert_ascends(ABSOLUTE_FLOOR);
    assert_ascends(PEAK_FLOORS);
    assert_ascends(TITLE_FLOOR);
    assert_ascends(FIDE);
    assert_ascends(CFC);
    assert_ascends(OTHER_SYSTEM);
    assert_ascends(BY_AGE);
    assert_ascends(BLENDED);
    assert_ascends(MATCHES);
    assert_eq!(Rules::on(date(2000, 12, 31)), None);
}

#[test]
fn a_value_holds_from_its_day_on() {
    for (day, bonus) in [
        (date(2001, 1, 1), 10.0),
        (date(2008, 6, 30), 10.0),
        (date(2008, 7, 1), 6.0),
        (date(2015, 5, 31), 10.0),
        (date(2015, 6, 1), 12.0),
        (date(2017, 4, 30), 12.0),
        (date(2017, 5, 1), 14.0),
        (date(2023, 1, 31), 14.0),
        (date(2023, 2, 1), 12.0),
        (date(2024, 12, 31), 12.0),
        (date(2025, 1, 1), 10.0),
        (date(2026, 8, 30), 10.0),
    ] {
        assert_eq!(Rules::on(day).map(|rules| rules.bonus), Some(bonus));
    }
}

#[test]
fn a_set_is_the_rules_as_of_a_day() {
    let bonuses = Rules::names().map(|name| rules(name).bonus);
    assert_eq!(bonuses.collect::<Vec<_>>(), [10.0, 12.0, 14.0, 12.0, 10.0]);
    assert_eq!(Rules::named("1999"), None);
    assert!(rules("2001").half_k && !rules("2015").half_k);
    assert!(rules("2001").dual_cut.is_none() && rules("2015").dual_cut.is_some());
    assert_eq!(rules("2001").special_cap, None);
}

#[test]
fn ratings_count_for_the_games_of_the_reference() {
    let near = |games: f64, expected: f64| (games - expected).abs() < 0.005;
    assert!(near(
        rules("2001").effective_games(1700.0, Some(30)),
        26.726
    ));
    assert!(near(rules("2001").effective_games(1700.0, Some(20)), 20.0));
    assert!(near(rules("2015").most_effective_games(1700.0), 20.01));
    assert!(near(rules("2015").effective_games(554.22, None), 9.0298));
    for name in Rules::names() {
        let rules = rules(name);
        let cutoff = rules.effective_games.cutoff;
        assert!((rules.most_effective_games(cutoff) - 50.0).abs() < 0.02);
        assert!((rules.most_effective_games(cutoff + 0.01) - 50.0).abs() < f64::EPSILON);
    }
}

#[test]
fn above_a_rating_the_number_of_games_matters() {
    assert!(!rules("2015").games_matter(1928.0) && rules("2015").games_matter(1929.0));
    assert!(!rules("2001").games_matter(1679.0) && rules("2001").games_matter(1681.0));
}
