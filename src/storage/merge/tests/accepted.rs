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
