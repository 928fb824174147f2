use super::*;
use crate::domain::us_chess::MemberId;

/// A section of one entry a line: the pairing numbers count up from 1.
fn section(rows: &[&str]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
        pair,
        rounds: rounds
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    });
    Section {
        entries: entries.collect(),
        ..Section::default()
    }
}

fn sentences(section: &Section) -> Vec<String> {
    let doubts = section.doubts();
    doubts.iter().map(ToString::to_string).collect()
}

#[test]
fn a_section_that_is_in_order_has_no_doubts() {
    let odd = section(&["W2 W3 W4", "L1 W5 D3", "W4 L1 D2", "L3 B L1", "B L2 H"]);
    assert_eq!(odd.problems(), []);
    assert_eq!(sentences(&odd), Vec::<String>::new());
    assert_eq!(section(&[]).doubts(), []);
}

#[test]
fn an_opponent_who_is_met_again_in_a_swiss_is_told_from_both_sides() {
    let mut section = section(&["W2 D2 X2", "L1 D1 F1"]);
    assert_eq!(
        sentences(&section),
        [
            "Pair 1, round 2: 2 was the opponent in round 1 too",
            "Pair 2, round 2: 1 was the opponent in round 1 too"
        ]
    );
    section.kind = SectionKind::RoundRobin;
    assert_eq!(section.doubts(), []);
    section.kind = SectionKind::Match;
    assert_eq!(section.doubts(), []);
}

#[test]
fn a_player_whom_several_have_is_told() {
    let section = section(&["W4 L2", "D4 W1", "L4 L4", "L1 W3"]);
    assert_eq!(
        sentences(&section),
        [
            "Pair 3, round 2: 4 was the opponent in round 1 too",
            "Pair 4: others have 4 games with this player, who has 2",
            "Pair 4, round 1: 1, 2 and 3 all have this player in this round",
        ]
    );
}

#[test]
fn a_player_with_too_few_games_is_told_and_forfeits_are_none() {
    let missing = section(&["W2", "U"]);
    assert_eq!(
        sentences(&missing),
        [
            "Pair 2: others have 1 game with this player, who has 0",
            "Pair 2: no game at all"
        ]
    );
    let forfeit = section(&["X2 W2", "F1 L1"]);
    assert_eq!(sentences(&forfeit), Vec::<String>::new());
}

#[test]
fn odd_byes_of_a_player_are_told() {
    let section = section(&["B W2 B L3", "W3 L1 W3 H", "L2 H L2 W1", "H H H H"]);
    let told = sentences(&section);
    assert!(told.contains(&"Pair 1, round 3: a second full-point bye, after round 1".to_owned()));
    assert!(told.contains(&"Pair 4, round 3: 4 half-point byes".to_owned()));
    assert!(told.contains(&"Pair 4: no game at all".to_owned()));
    assert_eq!(told.len(), 5, "{told:?}");
}

#[test]
fn a_bye_in_a_round_of_an_even_number_is_told() {
    // Four to be paired in round 1: two play, one has a bye, one won by forfeit.
    let even = section(&["W2 L3", "L1 L4", "B W1", "X W2"]);
    assert_eq!(
        sentences(&even),
        ["Pair 3, round 1: a full-point bye, though there were 4 to be paired"]
    );
    let odd = section(&["W2 L3", "L1 L4", "B W1", "H W2"]);
    assert_eq!(sentences(&odd), Vec::<String>::new());
}

#[test]
fn byes_of_one_score_are_told_and_those_of_another_are_not() {
    let same = section(&["W2 L3", "L1 L4", "B W1", "B W2", "W6 D6", "L5 D5"]);
    let told = sentences(&same);
    assert_eq!(
        told,
        [
            "Pair 3, round 1: 4 had a full-point bye too, with as many points",
            "Pair 3, round 1: a full-point bye, though there were 6 to be paired",
            "Pair 4, round 1: 3 had a full-point bye too, with as many points",
            "Pair 4, round 1: a full-point bye, though there were 6 to be paired",
            "Pair 5, round 2: 6 was the opponent in round 1 too",
            "Pair 6, round 2: 5 was the opponent in round 1 too",
        ]
    );
    // After round 1 no. 1 has a point and no. 2 has none.
    let other = section(&["W2 B W3", "L1 B W4", "U L4 L1", "U W3 L2"]);
    let doubts = other.doubts();
    let is_of_one = |doubt: &SectionDoubt| matches!(doubt.what, Doubt::ByesOfOneScore { .. });
    assert!(!doubts.iter().any(is_of_one));
}

#[test]
fn rows_of_another_length_are_told() {
    let section = section(&["W2 U U", "L1 W3 U", "U L2"]);
    assert_eq!(sentences(&section), ["Pair 3: 2 rounds, where most have 3"]);
}

#[test]
fn names_and_members_that_stand_twice_are_told() {
    let mut section = section(&["W2 W3", "L1 W4", "W4 L1", "L3 L2"]);
    for (entry, (name, id)) in section.entries.iter_mut().zip([
        ("BERGER, ANNA", "30000001"),
        ("Berger,  Anna", "30000002"),
        ("Cole, Bo", "30000001"),
        ("Cole, Bo", ""),
    ]) {
        name.clone_into(&mut entry.name);
        entry.id = MemberId::read(id).expect(id);
    }
    assert_eq!(
        sentences(&section),
        [
            "Pair 2: 1 has the same name: check both members’ numbers",
            "Pair 3: the same member as 1: both are rated as one player",
        ]
    );
    section.entries[2].id = None;
    assert_eq!(
        sentences(&section),
        [
            "Pair 2: 1 has the same name: check both members’ numbers",
            "Pair 4: 3 has the same name: check both members’ numbers",
        ]
    );
}

#[test]
fn a_match_has_two_players() {
    let mut section = section(&["W2 L3", "L1 L3", "W1 W2"]);
    section.kind = SectionKind::Match;
    let told = sentences(&section);
    assert!(told.contains(&"Pair 3: a match has two players, here are 3".to_owned()));
    for entry in section.entries.iter_mut().skip(1) {
        entry.id = MemberId::read("30000001").expect("a number");
    }
    let told = sentences(&section);
    assert!(
        !told.iter().any(|told| told.contains("a match has")),
        "{told:?}"
    );
    section.entries.truncate(1);
    let told = sentences(&section);
    assert!(told.contains(&"Pair 1: a match has two players, here is one".to_owned()));
}

#[test]
fn more_than_99_rounds_are_told() {
    let row = |opponent: u16, code: char| format!("{code}{opponent} ").repeat(100);
    let mut section = section(&[&row(2, 'W'), &row(1, 'L')]);
    section.kind = SectionKind::RoundRobin;
    assert_eq!(
        sentences(&section),
        [
            "Pair 1, round 100: 100 rounds, and files have room for 99",
            "Pair 2, round 100: 100 rounds, and files have room for 99"
        ]
    );
}

#[test]
fn many_who_have_a_bye_together_are_told_in_few_words() {
    let rows = vec!["B"; 9999];
    let section = section(&rows);
    let doubts = section.doubts();
    let longest = doubts.iter().map(|doubt| doubt.to_string().len()).max();
    assert!(longest < Some(120), "{longest:?}");
}

#[test]
fn of_many_who_have_one_opponent_a_few_are_named() {
    let mut rows = vec!["U"];
    rows.extend(["W1"; 12]);
    let told = sentences(&section(&rows));
    let named =
        "Pair 1, round 1: 2, 3, 4, 5, 6, 7, 8, 9 and 4 more all have this player in this round";
    assert!(told.contains(&named.to_owned()), "{told:?}");
}

#[test]
fn the_order_of_rows_changes_nothing_but_their_places() {
    let mut section = section(&["W4 L2", "D4 W1", "L4 L4", "L1 W3", "B B"]);
    let told = |section: &Section| {
        let doubts = section.doubts().into_iter();
        let doubts = doubts.map(|doubt| (doubt.pair, doubt.round, doubt.what));
        doubts.collect::<BTreeSet<_>>()
    };
    let before = told(&section);
    section.entries.reverse();
    assert_eq!(told(&section), before);
}

/// Camp files hold these texts: said in another way, everything that was accepted would be listed again.
#[test]
fn what_is_odd_is_known_by_its_kind_and_numbers() {
    let (row, pair, round) = (0, 3, Some(1));
    let known = |round, what: Doubt| {
        let doubt = SectionDoubt {
            row,
            pair,
            round,
            what,
        };
        doubt.key()
    };
    let met = Doubt::MetAgain {
        opponent: 7,
        before: 0,
    };
    assert_eq!(known(round, met.clone()), "3/2 met-again 7 1");
    assert_eq!(known(None, met), "3 met-again 7 1");
    let others = vec![1, 2, 12];
    let (players, rounds, usual) = (4, 100, 5);
    let (named, played) = (3, 2);
    for (what, key) in [
        (
            Doubt::NamedBySeveral { by: others.clone() },
            "named-by-several 1+2+12",
        ),
        (
            Doubt::MetMoreThanPlayed { named, played },
            "met-more-than-played 3 2",
        ),
        (Doubt::FullByeAgain { before: 2 }, "full-bye-again 3"),
        (Doubt::ByesOfOneScore { others }, "byes-of-one-score 1+2+12"),
        (Doubt::ByeOfEven { players }, "bye-of-even 4"),
        (Doubt::ManyHalfByes { byes: 3 }, "many-half-byes 3"),
        (Doubt::OtherLength { rounds, usual }, "other-length 100 5"),
        (Doubt::NoGames, "no-games"),
        (Doubt::SameName { other: 9 }, "same-name 9"),
        (Doubt::MemberAgain { first: 9 }, "member-again 9"),
        (Doubt::NoMatch { players }, "no-match 4"),
        (Doubt::ManyRounds { rounds }, "many-rounds 100"),
    ] {
        assert_eq!(known(None, what), format!("3 {key}"));
    }
}
