//! Accepted problems name games and players by the numbers of their own copy.

use super::*;
use crate::domain::Acceptance;

fn accept(camp: &mut CampFile, keys: &[&str]) {
    let week = camp.load().expect("a camp").week.id;
    apply(
        camp,
        Edit::AcceptProblems(Acceptance {
            week,
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            accepted: true,
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

#[test]
fn what_names_a_game_that_is_not_here_is_left_out() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    accept(
        &mut theirs,
        &["far-date game=99 date=2026-07-06", "no-groups"],
    );
    bring(&mut ours, &theirs, &MergeChoices::default());
    let accepted = ours.load().expect("a camp").accepted;
    let accepted = accepted.iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(accepted, ["no-groups"]);
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
