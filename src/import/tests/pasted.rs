//! Rows that are pasted beside what the camp has: campers of one name, new campers, and games that came with an earlier paste.

use super::*;
use crate::{
    domain::Ratings,
    import::{Choices, TableKind},
};

/// Hal who is inactive, Hal whose name has the apostrophe of Word, two Olas.
fn camp() -> CampData {
    let camper = |id: i64, last: &str, first: &str, active: bool| Player {
        id: PlayerId(id),
        last_name: last.to_owned(),
        first_name: first.to_owned(),
        group: Some(GroupId(1)),
        active,
        ..Player::default()
    };
    CampData {
        groups: Arc::new(vec![Group {
            id: GroupId(1),
            ..Group::new("Gold", Some(1300))
        }]),
        players: Arc::new(vec![
            camper(1, "de la Cruz", "Ola", false),
            camper(2, "de la Cruz", "Ola", true),
            camper(3, "O'Brien", "Hal", false),
            camper(57, "O’Brien", "Hal", true),
        ]),
        next_player: PlayerId(58),
        ..empty_camp()
    }
}

fn pasted(kind: TableKind, rows: &str, camp: &CampData) -> Plan {
    let mut choices = Choices {
        adds_games: true,
        ..Choices::default()
    };
    choices.kinds.insert(0, kind);
    Plan::new(&[text("what you pasted", rows)], camp, &choices)
}

/// Who the rows of a list are, by their numbers and last names.
fn campers(rows: &str) -> (Vec<(i64, String)>, Plan) {
    let rows = format!("Last Name,First Name,Group\n{rows}");
    let plan = pasted(TableKind::Players, &rows, &camp());
    let players = plan.changes.players.iter().map(|it| &it.player);
    let players = players.map(|player| (player.id.0, player.last_name.clone()));
    (players.collect(), plan)
}

#[test]
fn of_two_of_one_name_a_row_takes_the_one_that_is_written_so_and_then_the_active_one() {
    let one = |id: i64, name: &str| vec![(id, name.to_owned())];
    let (straight, curly) = ("O'Brien,Hal,Gold\n", "O’Brien,Hal,Gold\n");
    assert_eq!(campers(straight).0, one(3, "O'Brien"));
    assert_eq!(campers(curly).0, one(57, "O’Brien"));
    assert_eq!(campers("O‘Brien,Hal,Gold\n").0, one(57, "O’Brien"));
    assert_eq!(campers("de la Cruz,Ola,Gold\n").0, one(2, "de la Cruz"));
    // As many rows as campers: the whole list, in its order.
    let both = |ids: [i64; 2]| ids.to_vec();
    for (rows, ids) in [
        (
            "de la Cruz,Ola,Gold\nde la Cruz,Ola,Gold\n".to_owned(),
            [1, 2],
        ),
        (format!("{curly}{straight}"), [57, 3]),
        (format!("o'brien,hal,Gold\n{straight}"), [57, 3]),
    ] {
        let (found, plan) = campers(&rows);
        let found = found.into_iter().map(|(id, _)| id);
        assert_eq!(found.collect::<Vec<_>>(), both(ids), "{rows}");
        assert_eq!(plan.changes_in_words, Vec::<String>::new(), "{rows}");
    }
    let (_, plan) = campers(curly);
    let shared = "what you pasted, line 2: Several players are called Hal O’Brien, without numbers. Taken as number 57: check this";
    let notes = sentences(&plan, Severity::Note);
    assert!(notes.iter().any(|note| note == shared), "{notes:#?}");
    assert_eq!(plan.shared_names(), 1);
}

#[test]
fn a_name_by_which_a_camper_was_found_is_not_written_otherwise() {
    let mut camp = camp();
    Arc::make_mut(&mut camp.players).retain(|player| player.id != PlayerId(3));
    for name in ["O'Brien", "o’brien", "O`BRIEN"] {
        let rows = format!("Last Name,First Name,Group\n{name},HAL,Gold\n");
        let plan = pasted(TableKind::Players, &rows, &camp);
        assert_eq!((plan.players.changed, plan.players.unchanged), (0, 1));
        let hal = &imported_player(&plan, 57).player;
        assert_eq!(hal.full_name(), "Hal O’Brien", "{name}");
    }
}

#[test]
fn a_new_camper_of_a_list_without_ratings_starts_as_one_of_the_form_does() {
    let (_, plan) = campers("New,Ann,Gold\n");
    let ann = imported_player(&plan, 58);
    assert_eq!(ann.player.start_permanent, Some(1300));
    let gold = Ratings {
        weekly: 1300,
        permanent: 1300,
    };
    assert_eq!(ann.ratings, Some(gold));
    let of_start = |plan: &Plan| {
        let problems = plan.problems.iter();
        let mut kinds = problems.map(|problem| &problem.kind);
        kinds.any(|kind| matches!(kind, ProblemKind::NoStart { .. }))
    };
    assert!(!of_start(&plan));
    let said = plan.problems.iter().map(|problem| &problem.kind);
    let named = ProblemKind::StartOfGroup {
        player: "Ann New".to_owned(),
        start: 1300,
    };
    assert_eq!(said.filter(|it| **it == named).count(), 1);
    // A blank of a file that has the column stays blank, as in Access.
    for column in ["StWkPerm", "Permanent Rating"] {
        let rows = format!("Last Name,First Name,Group,{column}\nNew,Ann,Gold,\n");
        let plan = pasted(TableKind::Players, &rows, &camp());
        assert_eq!(imported_player(&plan, 58).player.start_permanent, None);
        assert!(of_start(&plan), "{column}");
    }
    // Where there is no rating to take, it is said as before.
    let (_, plan) = campers("New,Ann,\n");
    assert_eq!(imported_player(&plan, 58).player.start_permanent, None);
    assert!(of_start(&plan));
}

#[test]
fn a_pasted_game_that_came_with_an_earlier_paste_is_named() {
    let rows = "White,Black,Result,Date\n1,2,1-0,7/14/2026\n2,3,1-0,7/14/2026\n";
    let camp = camp();
    let first = pasted(TableKind::Games, rows, &camp);
    assert_eq!(first.already_here(), 0);
    let camp = applied(&camp, &first.changes);
    let further = format!("{rows}3,57,1-0,7/14/2026\n");
    let again = pasted(TableKind::Games, &further, &camp);
    assert_eq!((again.games.added, again.games.unchanged), (1, 2));
    let notes = sentences(&again, Severity::Note).into_iter();
    let notes = notes.filter(|note| note.contains("imported before"));
    let named = |line: u32, game: u32| {
        format!(
            "what you pasted, line {line}: This row was imported before, as game {game}. It is not added. If it is another game, type it in Ladder games"
        )
    };
    assert_eq!(notes.collect::<Vec<_>>(), [named(2, 1), named(3, 2)]);
    assert_eq!(again.already_here(), 2);
    // A file that is imported again says that it has nothing new, and no more.
    let file = Plan::new(&[text("Games.csv", rows)], &camp, &Choices::default());
    assert_eq!((file.games.unchanged, file.already_here()), (2, 0));
}

#[test]
fn new_games_without_a_date_among_others_with_one_are_counted() {
    let list = |dates: [&str; 3]| {
        let [one, two, three] = dates;
        let rows =
            format!("White,Black,Result,Date\n1,2,1-0,{one}\n2,3,1-0,{two}\n3,57,1-0,{three}\n");
        pasted(TableKind::Games, &rows, &camp()).undated
    };
    assert_eq!(list(["7/14/2026", "7/15/2O26", ""]), 2);
    assert_eq!(list(["7/14/2026", "7/15/2026", "7/15/2026"]), 0);
    assert_eq!(list(["", "", ""]), 0, "this sheet has no dates");
}

#[test]
fn a_last_name_that_is_somebody_elses_first_name_or_nickname_may_mean_either() {
    let players = "ID,Last Name,First Name,Nickname,Group\n1,Smith,Jordan,,Red\n2,Jordan,Michael,,Red\n\
        3,Vang,Bo,\"Lefty, KIM\",Red\n4,Kim,Ann Vang,,Red\n5,Xiong,Xiong,,Red\n6,Roe,Cy,,Red\n";
    let list = plan(&[text("Players.csv", players)], &empty_camp());
    let camp = applied(&empty_camp(), &list.changes);
    let meant = |name: &str| -> Vec<i64> {
        let rows = format!("White,Black,Result\n\"{name}\",6,1-0\n");
        let plan = pasted(TableKind::Games, &rows, &camp);
        let games = plan.changes.new_games.iter();
        let offered = plan.problems.iter().filter_map(|it| match &it.kind {
            ProblemKind::AmbiguousPlayer { candidates, .. } => Some(candidates),
            _ => None,
        });
        let offered = offered.flatten().map(|(id, _)| id.0);
        games.map(|it| it.game.white.0).chain(offered).collect()
    };
    for (name, ids) in [
        ("Jordan", vec![2, 1]),
        ("kim", vec![4, 3]),
        // Part of a first name, and both names of one camper.
        ("Vang", vec![3]),
        ("Xiong", vec![5]),
        // Who is meant by a whole name is clear, and by a first name alone nobody is.
        ("Jordan, Michael", vec![2]),
        ("Jordan Smith", vec![1]),
        ("Michael", vec![]),
        ("Lefty", vec![]),
    ] {
        assert_eq!(meant(name), ids, "{name}");
    }
}
