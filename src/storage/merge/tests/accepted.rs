//! Accepted problems name games and players by the numbers of their own copy.

use super::*;
use crate::domain::Acceptance;

/// Accepts a problem of a game, a player or a week, or takes that back.
pub(super) fn any_acceptance(camp: &CampFile, a: usize, b: usize) -> Edit {
    let data = camp.load().expect("a camp");
    let game = data.games.get(a % data.games.len().max(1));
    let [one, other] = [a, a + 1].map(|at| data.players.get(at % data.players.len().max(1)));
    let key = match (b % 4, game, one, other) {
        (0, Some(game), ..) => format!("far-date game={} date=2026-07-06", game.id),
        (1, _, Some(player), _) => {
            format!(
                "blank-start player={} name=\"{}\"",
                player.id, player.last_name
            )
        }
        (2, Some(game), Some(one), Some(other)) => {
            format!(
                "same-pair players={},{} games={}",
                one.id, other.id, game.id
            )
        }
        (3, ..) => format!("lacks-part week={}", data.week.id),
        _ => "no-groups".to_owned(),
    };
    Edit::AcceptProblems(Acceptance {
        week: data.week.id,
        keys: vec![key],
        accepted: !b.is_multiple_of(5),
        what: "A problem".to_owned(),
    })
}

fn accept(camp: &mut CampFile, keys: &[&str]) {
    set_accepted(camp, keys, true);
}

fn take_back(camp: &mut CampFile, keys: &[&str]) {
    set_accepted(camp, keys, false);
}

fn set_accepted(camp: &mut CampFile, keys: &[&str], accepted: bool) {
    let week = camp.load().expect("a camp").week.id;
    apply(
        camp,
        Edit::AcceptProblems(Acceptance {
            week,
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            accepted,
            what: "Some problems".to_owned(),
        }),
    );
}

#[test]
fn what_is_accepted_is_so_of_the_same_games_and_players() {
    let start = small_camp();
    let (mut ours, mut theirs) = (copy(&start), copy(&start));
    for (camp, name, opponent) in [(&mut ours, "Yu", 1), (&mut theirs, "Zhao", 2)] {
        apply(camp, Edit::AddPlayer(player(name)));
        let game = new_game(PlayerId(4), PlayerId(opponent));
        apply(camp, Edit::add_game(game));
        let of_player = format!("blank-start player=4 name=\"Ann {name}\"");
        accept(
            camp,
            &["far-date game=3 date=2026-07-06", &of_player, "no-groups"],
        );
    }
    let (here, there, _) = both_ways(&ours, &theirs);
    for camp in [&here, &there] {
        let data = camp.load().expect("a camp");
        let mut expected = vec!["no-groups".to_owned()];
        for name in ["Yu", "Zhao"] {
            let mut players = data.players.iter();
            let player = players.find(|it| it.last_name == name).expect("a player");
            let mut games = data.games.iter();
            let game = games.find(|it| it.white == player.id).expect("a game");
            let number = player.id;
            expected.push(format!("blank-start player={number} name=\"Ann {name}\""));
            expected.push(format!("far-date game={} date=2026-07-06", game.id));
        }
        expected.sort();
        let mut accepted = data.accepted.iter().cloned().collect::<Vec<_>>();
        accepted.sort();
        assert_eq!(accepted, expected);
    }
}

/// Nor is it said to be brought, or taken back.
#[test]
fn what_names_a_game_that_is_not_here_is_left_out() {
    const OF_NONE: &str = "far-date game=99 date=2026-07-06";
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let lost = ours.load().expect("a camp").games[1].id;
    apply(&mut ours, Edit::DeleteGame(lost));
    let game = new_game(PlayerId(3), PlayerId(1));
    apply(&mut theirs, Edit::add_game(game));
    let came_and_went = theirs.load().expect("a camp").games[2].id;
    let of = [lost, came_and_went].map(|game| format!("far-date game={game} date=2026-07-06"));
    accept(&mut theirs, &[&of[0], &of[1], OF_NONE, "no-groups"]);
    apply(&mut theirs, Edit::DeleteGame(came_and_went));
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(planned.summary(), ["1 accepted problem added"]);
    assert_eq!(accepted(&ours), ["no-groups"]);
    let mut ours = copy(&theirs);
    take_back(&mut theirs, &[OF_NONE, "no-groups"]);
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(planned.summary(), ["1 accepted problem deleted"]);
}

/// The game of the copy, which has the number of one that was deleted here, gets another one.
#[test]
fn what_is_accepted_of_a_game_that_is_gone_is_so_of_no_other() {
    const OF_GAME: &str = "far-date game=3 date=2026-07-06";
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(1), PlayerId(3))),
    );
    accept(&mut ours, &[OF_GAME]);
    let typed = |camp: &CampFile| camp.load().expect("a camp").games[2].id;
    let gone = typed(&ours);
    apply(&mut ours, Edit::DeleteGame(gone));
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(3), PlayerId(2))),
    );
    assert_eq!((gone.0, typed(&theirs)), (3, gone));
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(planned.summary(), ["1 game added"]);
    assert_ne!(typed(&ours), gone);
    // Nor in the other copy.
    assert_eq!(accepted(&ours), [OF_GAME]);
    assert_eq!(
        plan(&theirs, &ours, &MergeChoices::default()).plan.changes,
        []
    );
}

/// It was deleted here, and changed in the copy, for which it is decided.
#[test]
fn what_is_accepted_of_a_game_is_so_of_the_same_one_once_it_comes_back() {
    const OF_GAME: &str = "far-date game=2 date=2026-07-06";
    let mut ours = small_camp();
    accept(&mut ours, &[OF_GAME]);
    let mut theirs = copy(&ours);
    let game = ours.load().expect("a camp").games[1].id;
    apply(&mut ours, Edit::DeleteGame(game));
    let result = Patch::new(game, Field::Result, GameResult::Draw);
    apply(&mut theirs, Edit::ChangeGame(result));
    // Both keep the game of the copy.
    let (there, here, planned) = both_ways(&theirs, &ours);
    assert_eq!(planned.conflicts.len(), 1);
    for camp in [&here, &there] {
        assert_eq!(accepted(camp), [OF_GAME]);
        assert_eq!(camp.load().expect("a camp").games[1].id, game);
    }
}

fn accepted(camp: &CampFile) -> Vec<String> {
    let mut accepted = camp
        .load()
        .expect("a camp")
        .accepted
        .iter()
        .cloned()
        .collect::<Vec<_>>();
    accepted.sort();
    accepted
}

/// A game, a camper and a week that are typed on both are one, by the uid of either copy.
#[test]
fn what_is_accepted_of_what_was_typed_on_both_is_so_of_the_one_that_is_left() {
    const OF_GAME: &str = "far-date game=3 date=2026-07-06";
    const OF_PLAYER: &str = "blank-start player=4 name=\"Ann Yu\"";
    const OF_WEEK: &str = "lacks-part week=2";
    let on_both = |starts_week: bool| {
        let start = small_camp();
        let mut camps = [copy(&start), copy(&start)];
        for camp in &mut camps {
            apply(camp, Edit::AddPlayer(player("Yu")));
            apply(camp, Edit::add_game(new_game(PlayerId(4), PlayerId(1))));
            if starts_week {
                apply(camp, Edit::CloseWeek { on: TODAY });
                let next = NextWeek {
                    label: String::new(),
                    opened_on: TODAY,
                    players: Vec::new(),
                };
                apply(camp, Edit::StartWeek(Box::new(next)));
            }
        }
        camps
    };
    for (starts_week, keys) in [
        (false, &[OF_PLAYER, OF_GAME][..]),
        (true, &[OF_PLAYER, OF_WEEK]),
    ] {
        // On both copies, on one, and on the other one.
        for accepting in [[true, true], [true, false], [false, true]] {
            let [mut ours, mut theirs] = on_both(starts_week);
            for (camp, _) in [&mut ours, &mut theirs]
                .into_iter()
                .zip(accepting)
                .filter(|it| it.1)
            {
                accept(camp, keys);
            }
            let (here, there, planned) = both_ways(&ours, &theirs);
            for camp in [&here, &there] {
                assert_eq!(accepted(camp), keys);
            }
            let is_brought = accepting == [false, true];
            let is_said = planned
                .summary()
                .contains(&"2 accepted problems added".to_owned());
            assert_eq!(is_said, is_brought, "{:?}", planned.summary());
        }
    }
}

/// What adds and changes, the same typed on both, and what is accepted. What is accepted of what is deleted stays on the copies that had it.
const ADDING: [u8; 13] = [
    1,
    5,
    5,
    6,
    9,
    9,
    15,
    18,
    21,
    both::TYPED_ON_BOTH,
    both::TYPED_ON_BOTH,
    both::ACCEPT,
    both::ACCEPT,
];

#[test]
fn whatever_is_accepted_on_both_they_come_to_the_same_camp() {
    let change = (
        any::<bool>(),
        proptest::sample::select(&ADDING[..]),
        0_usize..12,
        0_usize..40,
    );
    let values = (any::<bool>(), proptest::collection::vec(change, 0..20));
    most_come_together(cases(24, file!()), &values, |(closes_week, after)| {
        let before = closes_week.then_some((19, 0, 0));
        both::come_to_the_same(before.into_iter().collect(), after)
    });
}
