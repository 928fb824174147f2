//! What clubs keep that have no camp groups.

use jiff::civil::date;

use super::*;
use crate::import::UnknownPlayers;

/// What a club keeps that has no camp groups: players with the day of their joining, games with days and tournaments.
#[test]
fn a_club_without_groups_is_imported_and_that_is_said_once() {
    let players = text(
        "Players.csv",
        "ID,First Name,Last Name,Joined\n1,Alice,Olson,9/1/2026\n2,Bob,Nguyen,\n",
    );
    let games = text(
        "Games.csv",
        "Date,White,Black,Result,Tournament\n9/7/2026,2,1,1-0,Fall Open\n9/14/2026,1,2,1/2,\n",
    );
    let plan = Plan::new(&[players, games], &empty_camp(), &Choices::default());
    assert!(plan.is_ready());
    let changes = &plan.changes;
    assert_eq!(changes.players[0].player.joined, Some(date(2026, 9, 1)));
    assert_eq!(changes.players[1].player.joined, None);
    assert!(
        changes
            .players
            .iter()
            .all(|player| player.player.active && player.group.is_none())
    );
    assert_eq!(changes.new_games[0].game.tournament.as_str(), "Fall Open");
    assert_eq!(changes.new_games[0].game.date, Some(date(2026, 9, 7)));
    assert_eq!(changes.new_games[1].game.tournament.as_str(), "");
    let about_groups = plan.problems.iter().filter(|problem| {
        matches!(
            problem.kind,
            ProblemKind::NoGroupsAtAll | ProblemKind::NoGroup { .. } | ProblemKind::NoStart { .. }
        )
    });
    let about_groups = about_groups
        .map(|problem| &problem.kind)
        .collect::<Vec<_>>();
    assert_eq!(about_groups, [&ProblemKind::NoGroupsAtAll]);
}

/// Two columns of dates in one table, each in its own way to write them.
#[test]
fn birth_dates_come_in_by_their_usual_names() {
    for title in ["Birth Date", "Date of Birth", "DOB", "Birthday", "Born"] {
        let rows = format!(
            "ID,First Name,Last Name,Joined,{title}\n1,Alice,Olson,9/1/2026,12/25/2014\n2,Bob,Nguyen,,\n"
        );
        let players = text("Players.csv", &rows);
        let plan = Plan::new(&[players], &empty_camp(), &Choices::default());
        assert!(plan.is_ready(), "{title}");
        let born = plan.changes.players.iter();
        let born = born.map(|player| player.player.birth_date);
        assert_eq!(
            born.collect::<Vec<_>>(),
            [Some(date(2014, 12, 25)), None],
            "{title}"
        );
    }
}

/// What only clubs keep is named like anything else when it changes, and nothing changes unsaid.
#[test]
fn a_later_file_that_changes_only_what_clubs_keep_says_so() {
    let files = |joined: &str, tournament: &str| {
        [
            text(
                "Players.csv",
                &format!("ID,First Name,Last Name,Joined\n1,Alice,Olson,{joined}\n2,Bob,Nguyen,\n"),
            ),
            text(
                "Games.csv",
                &format!(
                    "GameID,Date,White,Black,Result,Tournament\n1,9/7/2026,2,1,1-0,{tournament}\n"
                ),
            ),
        ]
    };
    let first = Plan::new(&files("9/1/2026", ""), &empty_camp(), &Choices::default());
    let camp = applied(&empty_camp(), &first.changes);
    let again = Plan::new(&files("9/2/2026", "Fall Open"), &camp, &Choices::default());
    assert_eq!(
        again.changes_in_words,
        [
            "Alice Olson (1): joined 9/1/2026 becomes 9/2/2026",
            "Game 1: tournament none becomes Fall Open",
        ]
    );
    assert_eq!([again.players.changed, again.games.changed], [1, 1]);
    let camp = applied(&camp, &again.changes);
    assert_eq!(camp.players[0].joined, Some(date(2026, 9, 2)));
    assert_eq!(camp.games[0].tournament.as_str(), "Fall Open");
}

/// A list of games alone: the names in it are the players, in either spelling, once the director says so.
#[test]
fn names_in_the_games_can_be_the_players() {
    let games = || {
        text(
            "Games.csv",
            "Date,White,Black,Result\n2026-09-07,Alice Olson,Bob Nguyen,1-0\n2026-09-08,\"Nguyen, Bob\",Chuck,0-1\n",
        )
    };
    let choices = Choices {
        unknown_players: UnknownPlayers::Add,
        ..Choices::default()
    };
    let plan = Plan::new(&[games()], &empty_camp(), &choices);
    let names = |plan: &Plan| {
        let players = plan.changes.players.iter();
        players
            .map(|player| {
                (
                    player.player.id.0,
                    player.player.first_name.clone(),
                    player.player.last_name.clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    let player = |id: i64, first: &str, last: &str| (id, first.to_owned(), last.to_owned());
    assert_eq!(
        names(&plan),
        [
            player(1, "Alice", "Olson"),
            player(2, "Bob", "Nguyen"),
            player(3, "", "Chuck")
        ]
    );
    assert!(
        plan.changes
            .players
            .iter()
            .all(|player| player.player.active)
    );
    assert_eq!(plan.changes.new_games.len(), 2);
    assert_eq!(plan.players.added, 3);
    // An unknown name may be a mistake: unless the director says that it is a player, its games are left out.
    let known = || text("Players.csv", "ID,First Name,Last Name\n1,Alice,Olson\n");
    let plan = Plan::new(&[known(), games()], &empty_camp(), &Choices::default());
    assert_eq!(plan.games.left_out, 2);
    let plan = Plan::new(&[known(), games()], &empty_camp(), &choices);
    assert_eq!(
        names(&plan)[1..],
        [player(2, "Bob", "Nguyen"), player(3, "", "Chuck")]
    );
    assert_eq!(plan.games.left_out, 0);
}

/// A club types its games into a new file each month, and doesn't number them.
#[test]
fn another_list_without_numbers_brings_further_games() {
    let list = |games: &[&str]| {
        text(
            "Games.csv",
            &format!("Date,White,Black,Result\n{}\n", games.join("\n")),
        )
    };
    let choices = Choices {
        unknown_players: UnknownPlayers::Add,
        ..Choices::default()
    };
    let september = [
        "2026-09-07,Ann Lee,Bo Vang,1-0",
        "2026-09-14,Bo Vang,Ann Lee,1-0",
    ];
    let plan = Plan::new(&[list(&september)], &empty_camp(), &choices);
    let camp = applied(&empty_camp(), &plan.changes);
    let october = [
        "2026-10-05,Ann Lee,Bo Vang,1-0",
        "2026-10-12,Ann Lee,Bo Vang,0-1",
        "2026-10-19,Ann Lee,Bo Vang,1/2",
    ];
    let further = Plan::new(&[list(&october)], &camp, &choices);
    assert_eq!((further.games.added, further.games.changed), (3, 0));
    let numbers = further
        .changes
        .new_games
        .iter()
        .map(|game| game.from.number);
    assert_eq!(numbers.collect::<Vec<_>>(), [3, 4, 5]);
    // Each of the lists once more: nothing is new.
    let camp = applied(&camp, &further.changes);
    for games in [&september[..], &october] {
        let again = Plan::new(&[list(games)], &camp, &choices);
        assert!(again.brings_nothing(), "{:?}", again.games);
    }
    // A game of the same day that reads otherwise was corrected in the file.
    let corrected = ["2026-09-07,Ann Lee,Bo Vang,0-1", september[1]];
    let corrected = Plan::new(&[list(&corrected)], &camp, &choices);
    assert_eq!((corrected.games.added, corrected.games.changed), (0, 1));
    // Nor does anything else tell a corrected list from another one where games have no date, as the note says.
    let undated = text("Games.csv", "White,Black,Result\nBo Vang,Ann Lee,1-0\n");
    let undated = Plan::new(&[undated], &camp, &choices);
    assert_eq!((undated.games.added, undated.games.changed), (0, 1));
    let note =
        "A row in the place of a game of the same day corrects it if it has the same two players";
    let notes = sentences(&undated, Severity::Note);
    assert!(notes.iter().any(|said| said.contains(note)), "{notes:?}");
}

/// A list of games of one day, without numbers.
fn plan_of_day(games: &[&str], camp: &CampData) -> Plan {
    plan_of_days(&[("7/10/2026", games)], camp)
}

/// A list of games, without numbers, by their days.
fn plan_of_days(days: &[(&str, &[&str])], camp: &CampData) -> Plan {
    let rows = days.iter().flat_map(|(day, games)| {
        let rows = games.iter();
        rows.map(move |game| format!("{game},{day}\n"))
    });
    let rows = rows.collect::<String>();
    let list = text("Games.csv", &format!("White,Black,Result,Date\n{rows}"));
    let choices = Choices {
        unknown_players: UnknownPlayers::Add,
        ..Choices::default()
    };
    Plan::new(&[list], camp, &choices)
}

/// How many games are added, and the numbers of those that are changed.
fn added_and_changed(plan: &Plan) -> (usize, Vec<i64>) {
    let changed = plan.changes.changed_games.iter();
    let changed = changed.map(|(_, game)| game.from.number).collect();
    (plan.games.added, changed)
}

/// Two sheets of a day are typed into two files. Ann plays in both.
#[test]
fn another_list_of_the_same_day_adds_its_games() {
    let red = ["Ann Lee,Bo Vang,1-0", "Jo Chen,Bo Vang,0-1"];
    let blue = ["Yan Wu,Ann Lee,1-0", "Sue Patel,Bo Vang,0-1"];
    let camp = applied(&empty_camp(), &plan_of_day(&red, &empty_camp()).changes);
    let further = plan_of_day(&blue, &camp);
    assert_eq!((further.games.added, further.games.changed), (2, 0));
    let numbers = further.changes.new_games.iter();
    let numbers = numbers.map(|game| game.from.number);
    assert_eq!(numbers.collect::<Vec<_>>(), [3, 4]);
    let camp = applied(&camp, &further.changes);
    for games in [&red, &blue] {
        assert!(plan_of_day(games, &camp).brings_nothing());
    }
    // What is corrected in either is its own game, wherever that stands in the camp.
    let corrected = [
        (&[red[0], "Jo Chen,Bo Vang,1-0"], 2),
        (&["Yan Wu,Ann Lee,1/2", blue[1]], 3),
        (&["Jo Chen,Bo Vang,1-0", red[1]], 1),
        (&[blue[0], "Sue Patel,Jo Chen,0-1"], 4),
    ];
    for (games, number) in corrected {
        let corrected = plan_of_day(games, &camp);
        assert_eq!((corrected.games.added, corrected.games.changed), (0, 1));
        let (_, game) = &corrected.changes.changed_games[0];
        assert_eq!(game.from.number, number, "{games:?}");
    }
    // A game was forgotten. In its place stands one of the other list, with one of its players.
    let forgotten = [
        [red[0], red[1], "Yan Wu,Bo Vang,0-1"],
        ["Jo Chen,Ann Lee,0-1", blue[0], blue[1]],
    ];
    for games in forgotten {
        let more = plan_of_day(&games, &camp);
        assert_eq!((more.games.added, more.games.changed), (1, 0), "{games:?}");
    }
}

const MONDAY: &str = "7/6/2026";
const TUESDAY: &str = "7/7/2026";

/// The camp after these lists, which come one by one.
fn after_lists(lists: &[(&str, &[&str])]) -> CampData {
    let mut camp = empty_camp();
    for list in lists {
        let plan = plan_of_days(std::slice::from_ref(list), &camp);
        assert_eq!(added_and_changed(&plan), (list.1.len(), Vec::new()));
        camp = applied(&camp, &plan.changes);
    }
    camp
}

/// It made a second game, which counted, too.
#[test]
fn a_row_of_which_only_the_day_is_corrected_between_others_changes_its_game() {
    let games = [
        "Ann Lee,Bo Vang,1-0",
        "Jo Chen,Mai Rao,1-0",
        "Ann Lee,Jo Chen,0-1",
        "Bo Vang,Mai Rao,1-0",
    ];
    let [one, two, three, four] = games;
    let days: [(&str, &[&str]); 3] = [
        (MONDAY, &[one]),
        (TUESDAY, &[two, three]),
        (MONDAY, &[four]),
    ];
    let camp = applied(&empty_camp(), &plan_of_days(&days, &empty_camp()).changes);
    let corrected = plan_of_days(&[(MONDAY, &games)], &camp);
    assert_eq!(added_and_changed(&corrected), (0, vec![2, 3]));
    assert_eq!(
        corrected.changes_in_words[0],
        "Game 2: date 7/7/2026 becomes 7/6/2026"
    );
    let camp = applied(&camp, &corrected.changes);
    assert!(plan_of_days(&[(MONDAY, &games)], &camp).brings_nothing());
    // It may be another game: with another result, of other colors, or where no row stands on one side.
    for other in ["Jo Chen,Mai Rao,0-1", "Mai Rao,Jo Chen,1-0"] {
        let days: [(&str, &[&str]); 3] =
            [(MONDAY, &[one]), (TUESDAY, &[other]), (MONDAY, &[three])];
        let plan = plan_of_days(&days, &camp);
        assert_eq!(added_and_changed(&plan), (1, Vec::new()), "{other}");
    }
    let ends: [[(&str, &[&str]); 2]; 2] = [
        [(TUESDAY, &[one]), (MONDAY, &[two, three, four])],
        [(MONDAY, &[one, two, three]), (TUESDAY, &[four])],
    ];
    for days in ends {
        assert_eq!(
            added_and_changed(&plan_of_days(&days, &camp)),
            (1, Vec::new())
        );
    }
}

/// The same pairs play on two days, and end alike.
#[test]
fn a_list_of_another_day_with_the_same_games_adds_them() {
    let games = [
        "Ann Lee,Bo Vang,1-0",
        "Jo Chen,Mai Rao,1-0",
        "Ann Lee,Jo Chen,0-1",
    ];
    let [one, two, three] = games;
    let camp = after_lists(&[(MONDAY, &games)]);
    let lists: [&[&str]; 6] = [
        &games,
        &[one],
        &[two],
        // Tuesday begins with the pair with which Monday has ended.
        &[three],
        &[three, two, one],
        &[three, two],
    ];
    for list in lists {
        let alone = plan_of_days(&[(TUESDAY, list)], &camp);
        assert_eq!(added_and_changed(&alone), (list.len(), Vec::new()));
        // A file that goes on from day to day, with the new games behind or before the old ones.
        let old: (&str, &[&str]) = (MONDAY, &games);
        for days in [[old, (TUESDAY, list)], [(TUESDAY, list), old]] {
            let plan = plan_of_days(&days, &camp);
            assert_eq!(added_and_changed(&plan), (list.len(), Vec::new()));
        }
    }
}

#[test]
fn the_first_or_last_row_of_a_day_is_corrected_where_another_day_is_beside_it() {
    let monday = [
        "Ann Lee,Bo Vang,1-0",
        "Jo Chen,Mai Rao,1-0",
        "Ann Lee,Jo Chen,0-1",
    ];
    let tuesday = [
        "Ann Lee,Mai Rao,1-0",
        "Bo Vang,Jo Chen,1-0",
        "Mai Rao,Bo Vang,0-1",
    ];
    let camp = after_lists(&[(MONDAY, &monday), (TUESDAY, &tuesday)]);
    let corrected: [(&str, [&str; 3], i64); 4] = [
        (MONDAY, ["Yan Wu,Bo Vang,1-0", monday[1], monday[2]], 1),
        (MONDAY, [monday[0], monday[1], "Ann Lee,Yan Wu,0-1"], 3),
        (TUESDAY, ["Anna Lee,Mai Rao,1-0", tuesday[1], tuesday[2]], 4),
        (TUESDAY, [tuesday[0], tuesday[1], "Yan Wu,Bo Vang,0-1"], 6),
    ];
    for (day, games, number) in corrected {
        let plan = plan_of_days(&[(day, &games)], &camp);
        assert_eq!(added_and_changed(&plan), (0, vec![number]), "{games:?}");
    }
    // Of which more differs, or which stands beside the list, may be another game.
    let others: [(&str, &[&str]); 6] = [
        (MONDAY, &[monday[0], monday[1], "Ann Lee,Yan Wu,1-0"]),
        (TUESDAY, &["Yan Wu,Ann Lee,1-0", tuesday[1], tuesday[2]]),
        (
            MONDAY,
            &[monday[0], monday[1], monday[2], "Ann Lee,Yan Wu,1-0"],
        ),
        (
            TUESDAY,
            &["Ann Lee,Yan Wu,0-1", tuesday[0], tuesday[1], tuesday[2]],
        ),
        (MONDAY, &["Ann Lee,Yan Wu,0-1"]),
        (TUESDAY, &["Ann Lee,Yan Wu,1-0"]),
    ];
    for list in others {
        let plan = plan_of_days(&[list], &camp);
        assert_eq!(added_and_changed(&plan), (1, Vec::new()), "{list:?}");
    }
}

/// Who forgot a game adds it where the only game of a day, or of another list of the day, has its place.
#[test]
fn the_only_game_of_a_day_or_list_is_not_replaced_by_one_that_was_forgotten() {
    let two = ["Jo Chen,Bo Vang,0-1", "Mai Rao,Bo Vang,1-0"];
    let wednesday = "7/8/2026";
    let camp = after_lists(&[
        (MONDAY, &["Bo Vang,Mai Rao,1-0"]),
        (TUESDAY, &["Ann Lee,Bo Vang,1-0"]),
        (wednesday, &two),
        (wednesday, &["Yan Wu,Ann Lee,1-0"]),
        ("7/9/2026", &["Ann Lee,Yan Wu,1-0", "Ann Lee,Mai Rao,1-0"]),
    ]);
    let forgotten: [&[(&str, &[&str])]; 2] = [
        &[(TUESDAY, &["Ann Lee,Jo Chen,1-0"]), (wednesday, &two)],
        &[(wednesday, &[two[0], two[1], "Yan Wu,Bo Vang,0-1"])],
    ];
    for list in forgotten {
        let plan = plan_of_days(list, &camp);
        assert_eq!(added_and_changed(&plan), (1, Vec::new()), "{list:?}");
    }
}

/// A game stays the one that it was, with what was corrected of it in the camp.
#[test]
fn a_row_that_is_put_before_others_leaves_them_their_games() {
    let games = [
        "Ann Lee,Bo Vang,1-0",
        "Jo Chen,Bo Vang,0-1",
        "Jo Chen,Ann Lee,0-1",
    ];
    let forgotten = "Bo Vang,Jo Chen,1-0";
    let camp = applied(&empty_camp(), &plan_of_day(&games, &empty_camp()).changes);
    for at in 0..=games.len() {
        let mut more = games.to_vec();
        more.insert(at, forgotten);
        let plan = plan_of_day(&more, &camp);
        let counts = (plan.games.added, plan.games.changed, plan.games.unchanged);
        assert_eq!(counts, (1, 0, 3), "in place {at}");
        assert_eq!(plan.changes.new_games[0].from.number, 4);
    }
    // Both of its players were wrong.
    let corrected = plan_of_day(&[games[0], "Bo Vang,Yan Wu,0-1", games[2]], &camp);
    assert_eq!((corrected.games.added, corrected.games.changed), (0, 1));
}

/// Without a day it would stand in the place of an older game, which would be lost.
#[test]
fn a_row_whose_date_is_mistyped_is_of_the_day_of_the_row_before_it() {
    let list = |games: &str| text("Games.csv", &format!("Date,White,Black,Result\n{games}"));
    let choices = Choices {
        unknown_players: UnknownPlayers::Add,
        ..Choices::default()
    };
    let older = "7/6/2026,Ann Lee,Bo Vang,1-0\n".repeat(12);
    let plan = Plan::new(&[list(&older)], &empty_camp(), &choices);
    let camp = applied(&empty_camp(), &plan.changes);
    let newer = "7/10/2026,Bo Vang,Ann Lee,1-0\n".repeat(9) + "13/7/2026,Bo Vang,Ann Lee,0-1\n";
    let further = Plan::new(&[list(&newer)], &camp, &choices);
    assert_eq!((further.games.added, further.games.changed), (10, 0));
}

/// As they are copied from a mail, also where the camp has one of them already.
#[test]
fn a_list_of_names_alone_is_of_whole_names() {
    let first = text("Players.csv", "First Name,Last Name\nMia,Muñoz\n");
    let empty = empty_camp();
    let camp = applied(&empty, &plan(&[first], &empty).changes);
    for list in [
        "Mia Muñoz\nAnn Lee\nBo Vang\n",
        "Ann Lee\nMuñoz, Mia\nBo Vang\n",
        "Muñoz, Mia\nLee, Ann\nVang, Bo\n",
        "Name\nAnn Lee\nMuñoz, Mia\nBo Vang\n",
        "Name\nMuñoz, Mia\nLee, Ann\nVang, Bo\n",
    ] {
        let plan = plan(&[text("Players.csv", list)], &camp);
        let added = plan.changes.players.iter().map(|imported| {
            let player = &imported.player;
            (player.first_name.as_str(), player.last_name.as_str())
        });
        let added = added.filter(|name| *name != ("Mia", "Muñoz"));
        assert_eq!(
            added.collect::<Vec<_>>(),
            [("Ann", "Lee"), ("Bo", "Vang")],
            "{list}"
        );
        assert_eq!(
            (plan.players.added, plan.players.left_out),
            (2, 0),
            "{list}"
        );
    }
    let groups = plan(&[text("Groups.csv", "Red,400\nBlue\nGreen\n")], &camp);
    assert!(
        groups
            .changes
            .groups
            .iter()
            .all(|group| !group.name.contains("400"))
    );
    let rated = plan(
        &[text("Players.csv", "Name\nAnn Lee,1200\nBo Vang,900\n")],
        &camp,
    );
    let of_ratings = |name: &str| name.contains(char::is_numeric);
    let mut players = rated.changes.players.iter().map(|it| &it.player);
    assert!(!players.any(|it| of_ratings(&it.first_name) || of_ratings(&it.last_name)));
    assert!(!rated.problems.is_empty(), "a column has no title");
}

#[test]
fn a_name_that_stands_twice_in_a_list_is_named() {
    let list = text("Players.csv", "Ann Lee\nBo Vang\nAnn Lee\n");
    let plan = plan(&[list], &empty_camp());
    let notes = sentences(&plan, Severity::Note);
    let twice = "Several players are called Ann Lee, without numbers";
    assert!(notes.iter().any(|note| note.contains(twice)), "{notes:#?}");
}

#[test]
fn a_row_of_one_value_says_so_in_the_singular() {
    let rows = text("Players.csv", "ID,First Name,Last Name\n1,Ann,Lee\n2\n");
    let plan = plan(&[rows], &empty_camp());
    let notes = sentences(&plan, Severity::Note);
    let short = "This row has 1 value for 3 columns";
    assert!(notes.iter().any(|note| note.contains(short)), "{notes:#?}");
}

/// As Word writes it: the game was skipped.
#[test]
fn an_apostrophe_or_hyphen_of_another_kind_is_the_same_name() {
    let players = "ID,Last Name,First Name\n43,O'Brien,Kim\n44,Lee-Vang,Bo\n";
    let games = "White,Black,Result\n\"O’Brien, Kim\",Bo Lee–Vang,(1-0)\n";
    let plan = plan(
        &[text("Players.csv", players), text("Games.csv", games)],
        &empty_camp(),
    );
    let [game] = plan.changes.new_games.as_slice() else {
        panic!("{:#?}", plan.problems);
    };
    assert_eq!(
        (game.game.white, game.game.black),
        (PlayerId(43), PlayerId(44))
    );
}
