//! Games of players who are inactive in the camp.

use super::*;

const GAMES: &str = "White,Black,Result\n1,2,1-0\n2,1,1-0\n2,3,1-0\n";

fn player(id: i64, name: &str, active: bool) -> Player {
    Player {
        id: PlayerId(id),
        last_name: name.to_owned(),
        active,
        ..Player::default()
    }
}

/// Two who play, and Jada, who is inactive.
fn camp() -> CampData {
    let players = vec![
        player(1, "Jada", false),
        player(2, "Ann", true),
        player(3, "Bo", true),
    ];
    CampData {
        players: Arc::new(players),
        next_player: PlayerId(4),
        ..empty_camp()
    }
}

fn said(plan: &Plan) -> Vec<String> {
    let notes = sentences(plan, Severity::Note).into_iter();
    notes.filter(|note| note.contains("inactive")).collect()
}

#[test]
fn new_games_of_an_inactive_player_are_noted_once_with_their_number() {
    let plan = plan(&[text("Games.csv", GAMES)], &camp());
    assert_eq!((plan.games.added, plan.inactive()), (3, 1));
    assert_eq!(
        said(&plan),
        [
            "Games.csv, line 2: Jada is inactive and has 2 new games. The games are added, and Jada stays inactive until you tick Active in Ladder players"
        ]
    );
}

#[test]
fn who_is_active_in_the_files_or_has_the_games_already_is_not_noted() {
    let players = text("Players.csv", "ID,Last Name,Active\n1,Jada,Yes\n");
    let games = || text("Games.csv", GAMES);
    let again = plan(&[players, games()], &camp());
    assert_eq!((again.games.added, said(&again)), (3, Vec::new()));

    let players = text("Players.csv", "ID,Last Name,Active\n1,Jada,No\n");
    let still = plan(&[players, games()], &camp());
    assert_eq!(still.inactive(), 1);

    let first = plan(&[games()], &camp());
    let has_them = applied(&camp(), &first.changes);
    let nothing_new = plan(&[games()], &has_them);
    assert_eq!(
        (nothing_new.games.unchanged, said(&nothing_new)),
        (3, Vec::new())
    );
}
