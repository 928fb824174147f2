//! What is said of many problems, in which order, and what an accepted one is known by.

mod missing;

use std::{collections::HashSet, sync::Arc};

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::domain::{Group, Player, Week, WeekId};

const DAY: Date = date(2026, 7, 6);

/// Four players called "First Last1" to "First Last4", in a group.
fn camp() -> CampData {
    let players = (1..=4).map(|id| Player {
        id: PlayerId(id),
        last_name: format!("Last{id}"),
        first_name: "First".to_owned(),
        group: Some(GroupId(1)),
        ..Player::default()
    });
    CampData {
        groups: Arc::new(vec![Group::default()]),
        players: Arc::new(players.collect()),
        ..CampData::new("Test camp", Week::new(1, DAY))
    }
}

/// Game number `sequence`, whose record is a hundred further.
const fn game(sequence: i64) -> NamedGame {
    NamedGame {
        id: GameId(sequence + 100),
        sequence,
    }
}

/// A section in which this is to be checked.
fn section(keys: &[&str]) -> SectionToCheck {
    let things = keys.iter().map(|key| ThingToCheck {
        key: (*key).to_owned(),
        sentence: format!("It is {key}"),
    });
    SectionToCheck {
        section: SectionKey(7),
        title: "Fall Open 5 Reserve".to_owned(),
        things: things.collect(),
    }
}

const fn missing_games(games: usize) -> Missing {
    Missing {
        week: WeekId(1),
        games,
        players: 0,
        perhaps_more: false,
    }
}

#[test]
fn a_section_is_known_by_what_is_found_and_not_by_the_words_for_it() {
    let before = section(&["no-day", "no-system"]);
    let mut reworded = before.clone();
    reworded.title = "Fall Open 5 Reserves".to_owned();
    reworded.things[0].sentence = "Its last day is missing".to_owned();
    let [before, reworded] =
        [before, reworded].map(|it| LadderProblem::UsChessSection(it).key(&camp()));
    assert_eq!(before, reworded);
}

#[test]
fn a_section_with_one_thing_to_check_says_it() {
    let one = LadderProblem::UsChessSection(section(&["odd"]));
    let three = LadderProblem::UsChessNotes(section(&["a", "b", "c"]));
    assert_eq!(
        one.sentence(&camp()),
        "US Chess, Fall Open 5 Reserve: It is odd"
    );
    assert_eq!(
        three.sentence(&camp()),
        "US Chess, Fall Open 5 Reserve: 3 things to check"
    );
}

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);

/// One problem of each kind, and how it is known when it is accepted.
#[expect(clippy::too_many_lines, reason = "a few for each kind")]
fn one_of_each() -> Vec<(LadderProblem, Option<&'static str>)> {
    let player = ANN;
    let games = || vec![game(3), game(5)];
    vec![
        (LadderProblem::NoGroup { player }, None),
        (LadderProblem::NoGroupsAtAll, Some("no-groups")),
        (LadderProblem::LostHistory, None),
        (LadderProblem::NoBackup("The disk is full".to_owned()), None),
        (
            LadderProblem::NoSecondBackup("The second place has no backup".to_owned()),
            None,
        ),
        (
            LadderProblem::NoInitialRating {
                group: GroupId(1),
                players: vec![ANN],
            },
            None,
        ),
        (
            LadderProblem::UnknownPlayer {
                game: GameId(103),
                player,
            },
            None,
        ),
        (
            LadderProblem::SamePlayer {
                game: GameId(103),
                player,
            },
            None,
        ),
        (LadderProblem::OutOfRange { player }, None),
        (
            LadderProblem::BlankStart { player },
            Some("blank-start player=1 name=\"First Last1\""),
        ),
        (
            LadderProblem::InactiveWithGames {
                player,
                games: vec![GameId(103), GameId(105)],
            },
            Some("inactive-with-games player=1 name=\"First Last1\" games=103,105"),
        ),
        (LadderProblem::RatingsOutOfDate { players: Some(3) }, None),
        (
            LadderProblem::UnclearResult {
                text: "\"1\"-\\".to_owned(),
                taken_for: GameResult::Draw,
                games: games(),
            },
            Some(r#"unclear-result text="\"1\"-\\" taken-for=0 games=103,105"#),
        ),
        (
            LadderProblem::TypedTwice {
                white: ANN,
                black: BO,
                result: GameResult::BlackWon,
                date: Some(DAY),
                first: game(3),
                again: game(4),
            },
            Some("typed-twice first=103 again=104 white=1 black=2 result=-1 date=2026-07-06"),
        ),
        (
            LadderProblem::FarDate {
                game: game(3),
                date: date(2025, 7, 6),
            },
            Some("far-date game=103 date=2025-07-06"),
        ),
        (
            LadderProblem::DatedAhead {
                game: game(3),
                date: DAY,
            },
            Some("dated-ahead game=103 date=2026-07-06"),
        ),
        (
            LadderProblem::NoDate { game: game(3) },
            Some("no-date game=103"),
        ),
        (
            LadderProblem::FarStart {
                player,
                start: -601,
                initial: 400,
            },
            Some("far-start player=1 name=\"First Last1\" start=-601 initial=400"),
        ),
        (
            LadderProblem::SamePair {
                players: [ANN, BO],
                games: games(),
            },
            Some("same-pair players=1,2 names=\"First Last1\",\"First Last2\" games=103,105"),
        ),
        (
            LadderProblem::SharedName {
                players: vec![ANN, BO],
            },
            Some("shared-name players=1,2 names=\"First Last1\",\"First Last2\""),
        ),
        (LadderProblem::OtherStarts { players: vec![ANN] }, None),
        (
            LadderProblem::StaleWeek(StaleWeek {
                week: Week {
                    id: WeekId(2),
                    ..Week::new(2, DAY)
                },
                before: Week::new(1, DAY),
                players: Vec::new(),
            }),
            None,
        ),
        (
            LadderProblem::LadderNotComputed {
                ladder: LadderId(1),
                reason: String::new(),
            },
            None,
        ),
        (
            LadderProblem::WeekLacksPart(Week::new(2, DAY)),
            Some("lacks-part week=2"),
        ),
        (
            LadderProblem::MissingSinceRepair(missing_games(197)),
            Some("missing-is-right week=1 lost-games=197 lost-players=0 perhaps-more=0"),
        ),
        (
            LadderProblem::NameLost {
                record: player.into(),
            },
            None,
        ),
        (
            LadderProblem::UsChessSection(section(&["3/2 many-half-byes 3"])),
            Some("us-chess section=7 found=\"3/2 many-half-byes 3\""),
        ),
        (
            LadderProblem::UsChessNotes(section(&["no-day", "time-control \"G\""])),
            Some("us-chess section=7 found=\"no-day\",\"time-control \\\"G\\\"\""),
        ),
        (LadderProblem::NotChecked { games: 3 }, None),
    ]
}

/// Camp files hold these texts: said in another way, everything that was accepted would be listed again.
#[test]
fn problems_are_known_as_ever() {
    let each = one_of_each();
    let mut kinds = each.iter().map(|(it, _)| it.kind()).collect::<Vec<_>>();
    kinds.sort_unstable();
    assert_eq!(kinds, ProblemKind::VARIANTS, "one of each");
    let camp = camp();
    for (problem, known_as) in one_of_each() {
        assert_eq!(problem.key(&camp).as_deref(), known_as);
        assert_eq!(problem.why_not_accepted().is_none(), known_as.is_some());
        let must_be_fixed = problem.severity() == Severity::Stops;
        assert!(!must_be_fixed || known_as.is_none(), "{problem:?}");
    }
}

/// Every fact of a problem, changed alone.
#[test]
#[expect(clippy::too_many_lines, reason = "a few for each kind")]
fn another_fact_makes_another_problem() {
    use LadderProblem as P;
    let player = ANN;
    let twice = |change: &dyn Fn(&mut [PlayerId; 2], &mut [NamedGame; 2])| {
        let (mut players, mut games) = ([ANN, BO], [game(3), game(4)]);
        change(&mut players, &mut games);
        P::TypedTwice {
            white: players[0],
            black: players[1],
            result: GameResult::Draw,
            date: Some(DAY),
            first: games[0],
            again: games[1],
        }
    };
    let unclear = |text: &str, taken_for, games: &[i64]| P::UnclearResult {
        text: text.to_owned(),
        taken_for,
        games: games.iter().copied().map(game).collect(),
    };
    let inactive = |player, games: &[i64]| P::InactiveWithGames {
        player,
        games: games.iter().copied().map(GameId).collect(),
    };
    let pair = |players, games: &[i64]| P::SamePair {
        players,
        games: games.iter().copied().map(game).collect(),
    };
    let far = |start, initial| P::FarStart {
        player,
        start,
        initial,
    };
    let far_date = |number, date| P::FarDate {
        game: game(number),
        date,
    };
    let draw = GameResult::Draw;
    let all = [
        P::NoGroupsAtAll,
        P::BlankStart { player },
        P::BlankStart { player: BO },
        inactive(ANN, &[7, 8]),
        inactive(BO, &[7, 8]),
        inactive(ANN, &[7, 8, 9]),
        inactive(ANN, &[7, 9]),
        unclear("1-1", draw, &[1, 2]),
        unclear("2-2", draw, &[1, 2]),
        unclear("1-1", GameResult::WhiteWon, &[1, 2]),
        unclear("1-1", draw, &[1, 3]),
        unclear("1-1", draw, &[1, 2, 3]),
        twice(&|_, _| ()),
        twice(&|players, _| players.reverse()),
        twice(&|players, _| players[1] = PlayerId(3)),
        twice(&|_, games| games[0] = game(9)),
        twice(&|_, games| games[1] = game(9)),
        P::TypedTwice {
            white: ANN,
            black: BO,
            result: GameResult::WhiteWon,
            date: Some(DAY),
            first: game(3),
            again: game(4),
        },
        P::TypedTwice {
            white: ANN,
            black: BO,
            result: draw,
            date: None,
            first: game(3),
            again: game(4),
        },
        far_date(3, DAY),
        far_date(4, DAY),
        far_date(3, date(2026, 7, 7)),
        P::DatedAhead {
            game: game(3),
            date: DAY,
        },
        far(1401, 400),
        far(1402, 400),
        far(1401, 401),
        pair([ANN, BO], &[1, 2, 3, 4]),
        pair([ANN, PlayerId(3)], &[1, 2, 3, 4]),
        pair([ANN, BO], &[1, 2, 3, 5]),
        pair([ANN, BO], &[1, 2, 3, 4, 5]),
        P::SharedName {
            players: vec![ANN, BO],
        },
        P::SharedName {
            players: vec![ANN, BO, PlayerId(3)],
        },
    ];
    let camp = camp();
    let keys = all.iter().filter_map(|problem| problem.key(&camp));
    assert_eq!(keys.collect::<HashSet<_>>().len(), all.len());

    let mut renamed = camp.clone();
    Arc::make_mut(&mut renamed.players)[0].first_name = "Second".to_owned();
    for problem in [
        P::BlankStart { player },
        inactive(ANN, &[7, 8]),
        far(1401, 400),
        pair([ANN, BO], &[1, 2, 3, 4]),
        P::SharedName {
            players: vec![ANN, BO],
        },
    ] {
        assert_ne!(problem.key(&camp), problem.key(&renamed), "{problem:?}");
    }
}

#[test]
fn a_game_inserted_before_others_leaves_what_is_accepted_of_them() {
    let (camp, draw) = (camp(), GameResult::Draw);
    let known_as = |by: i64| {
        let moved = |sequence| NamedGame {
            sequence: sequence + by,
            ..game(sequence)
        };
        [
            LadderProblem::FarDate {
                game: moved(3),
                date: DAY,
            },
            LadderProblem::SamePair {
                players: [ANN, BO],
                games: vec![moved(3), moved(4)],
            },
            LadderProblem::UnclearResult {
                text: "1-1".to_owned(),
                taken_for: draw,
                games: vec![moved(3)],
            },
            LadderProblem::TypedTwice {
                white: ANN,
                black: BO,
                result: draw,
                date: None,
                first: moved(3),
                again: moved(4),
            },
        ]
        .map(|problem| problem.key(&camp))
    };
    assert_eq!(known_as(0), known_as(1));
}

#[test]
fn what_is_known_by_many_games_is_known_by_a_short_text() {
    let camp = camp();
    let known_as = |games: std::ops::Range<i64>| {
        let problem = LadderProblem::SamePair {
            players: [ANN, BO],
            games: games.map(game).collect(),
        };
        problem.key(&camp).expect("it can be accepted")
    };
    let (one, other, more) = (known_as(0..5000), known_as(1..5001), known_as(0..5001));
    assert!(one.chars().count() <= MAX_PROBLEM_KEY);
    assert!(
        one.starts_with(
            "same-pair players=1,2 names=\"First Last1\",\"First Last2\" games=100,101,"
        )
    );
    assert_eq!(HashSet::from([&one, &other, &more]).len(), 3);
    assert_eq!(one, known_as(0..5000));
    // Reckoned by another program.
    assert!(one.ends_with("… 24161 bytes, 8a3be4ccd0737e36"), "{one}");
}

#[test]
fn only_what_is_true_of_the_next_week_too_stays_accepted_in_it() {
    let camp = camp();
    let keys = one_of_each().into_iter();
    let keys = keys.filter_map(|(problem, _)| Some((problem.kind(), problem.key(&camp)?)));
    let stay = keys
        .filter(|(_, key)| stays_accepted(key))
        .map(|(kind, _)| kind);
    assert_eq!(
        stay.collect::<Vec<_>>(),
        [
            ProblemKind::NoGroupsAtAll,
            ProblemKind::SharedName,
            ProblemKind::WeekLacksPart,
            ProblemKind::MissingSinceRepair,
            ProblemKind::UsChessSection,
            ProblemKind::UsChessNotes
        ]
    );
}

#[test]
fn few_stand_before_many_and_alike_ones_together() {
    let blank = |id| LadderProblem::BlankStart {
        player: PlayerId(id),
    };
    let far = LadderProblem::FarDate {
        game: game(3),
        date: DAY,
    };
    let shared = LadderProblem::SharedName {
        players: vec![ANN, BO],
    };
    let stops = LadderProblem::OutOfRange { player: ANN };
    let old = LadderProblem::RatingsOutOfDate { players: Some(2) };
    let mut problems = vec![
        shared.clone(),
        blank(3),
        far.clone(),
        blank(1),
        old.clone(),
        LadderProblem::NotChecked { games: 9 },
        stops.clone(),
        shared.clone(),
        LadderProblem::TypedTwice {
            white: ANN,
            black: BO,
            result: GameResult::Draw,
            date: None,
            first: game(3),
            again: game(4),
        },
    ];
    arrange(&mut problems);
    let kinds = alike(&problems).map(|places| (problems[places.start].kind(), places.len()));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [
            (ProblemKind::OutOfRange, 1),
            // It says something about all others.
            (ProblemKind::RatingsOutOfDate, 1),
            (ProblemKind::TypedTwice, 1),
            (ProblemKind::FarDate, 1),
            (ProblemKind::BlankStart, 2),
            (ProblemKind::NotChecked, 1),
            (ProblemKind::SharedName, 2),
        ]
    );
    assert_eq!(problems[4..6], [blank(3), blank(1)], "as they were found");
    assert_eq!(alike(&[]).count(), 0);
}

#[test]
fn many_are_one_sentence_with_their_number() {
    let camp = camp();
    let once = [
        ProblemKind::NoGroupsAtAll,
        ProblemKind::LostHistory,
        ProblemKind::NoBackup,
        ProblemKind::NoSecondBackup,
        ProblemKind::RatingsOutOfDate,
        ProblemKind::OtherStarts,
        ProblemKind::NotChecked,
    ];
    for (problem, _) in one_of_each() {
        let alone = problem.sentence(&camp);
        assert_eq!(
            LadderProblem::sentence_of_all(std::slice::from_ref(&problem), &camp),
            alone
        );
        let kind = problem.kind();
        let many = LadderProblem::sentence_of_all(&vec![problem; 12], &camp);
        assert_eq!(many.contains("12 "), !once.contains(&kind), "{many}");
    }
    let inactive = |id: i64| LadderProblem::InactiveWithGames {
        player: PlayerId(id),
        games: vec![GameId(7)],
    };
    let many = (1..=9).map(inactive).collect::<Vec<_>>();
    assert_eq!(
        LadderProblem::sentence_of_all(&many, &camp),
        "9 inactive campers have games. Make them active, or check the games"
    );
    assert_eq!(
        LadderProblem::in_words(&many),
        "9 inactive campers with games"
    );
    assert_eq!(
        LadderProblem::in_words(&many[..1]),
        "1 inactive camper with games"
    );
}

#[test]
fn what_is_accepted_is_not_listed_until_a_fact_changes() {
    let mut camp = camp();
    let inactive = |games: &[i64]| LadderProblem::InactiveWithGames {
        player: ANN,
        games: games.iter().copied().map(GameId).collect(),
    };
    let stops = LadderProblem::OutOfRange { player: ANN };
    let key = inactive(&[7, 8]).key(&camp).expect("it can be accepted");
    camp.accepted = Arc::new(HashSet::from([key]));
    let found = Problems::new(vec![inactive(&[7, 8]), stops.clone()], &camp);
    assert_eq!(found.listed, std::slice::from_ref(&stops));
    assert_eq!(found.accepted, [inactive(&[7, 8])]);
    let found = Problems::new(vec![inactive(&[7, 8, 9]), stops.clone()], &camp);
    assert_eq!(found.listed, [stops, inactive(&[7, 8, 9])]);
    assert_eq!(found.accepted, []);
}

/// "Recalc Ratings" does nothing in a closed week.
#[test]
fn ratings_of_a_closed_week_are_not_recalculated_but_mended() {
    let mut camp = camp();
    let old = LadderProblem::RatingsOutOfDate { players: Some(2) };
    assert_eq!(
        old.sentence(&camp),
        "Ratings of 2 players are out of date. Press Recalc Ratings"
    );
    camp.week.closed_on = Some(DAY);
    assert_eq!(
        old.sentence(&camp),
        "Ratings of 2 players are out of date, and week 1 is closed. Choose “Check and mend” in the menu Ratings"
    );
}
