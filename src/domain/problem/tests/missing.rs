//! What an open week lacks since a repair.

use super::*;

#[test]
fn what_is_missing_since_the_repair_is_told() {
    let camp = camp();
    let told = |missing: Missing| {
        let sentence = LadderProblem::MissingSinceRepair(missing).sentence(&camp);
        let (found, _) = sentence.split_once(". ").expect("what to do");
        found.to_owned()
    };
    let all = Missing {
        players: 12,
        perhaps_more: true,
        ..missing_games(2)
    };
    for (missing, found) in [
        (
            missing_games(197),
            "197 games of week 1 are missing since the repair",
        ),
        (
            missing_games(1),
            "1 game of week 1 is missing since the repair",
        ),
        (
            all,
            "2 games and the ratings of 12 players of week 1 are missing since the repair, and perhaps more",
        ),
        (
            Missing {
                games: 0,
                perhaps_more: false,
                ..all
            },
            "The ratings of 12 players of week 1 are missing since the repair",
        ),
        (
            Missing {
                games: 0,
                players: 0,
                ..all
            },
            "Games or players of week 1 may be missing since the repair",
        ),
    ] {
        assert_eq!(told(missing), found);
    }
}

/// It is kept with the week as a text, and comes back from that.
#[test]
fn what_is_missing_keeps_the_ratings_until_it_is_called_right() {
    let lost = missing_games(197);
    let mut kept = HashSet::from([lost.mark(), "no-groups".to_owned()]);
    assert_eq!(missing(&kept), [lost]);
    assert!(keeps_ratings(&kept, WeekId(1)) && !keeps_ratings(&kept, WeekId(2)));
    kept.insert(lost.key());
    assert_eq!(missing(&kept), [lost], "what is right is no other part");
    assert!(!keeps_ratings(&kept, WeekId(1)));
    assert!(kept.iter().all(|key| stays_accepted(key)));
}
