//! Games of other weeks: a file of Access goes on from week to week, unless somebody empties its table.

use super::{
    again::{GAMES, GROUPS, PLAYERS, files, same_files},
    *,
};
use crate::{
    domain::{GameElsewhere, GameResult, OtherWeek, Week},
    import::{GamesElsewhere, InCamp, UnknownPlayers},
};

/// The camp whose week 1 has the games of `files`: its week 2, of 20 July, which has none yet.
fn next_week(files: &[Source]) -> CampData {
    let first = applied(&empty_camp(), &plan(files, &empty_camp()).changes);
    let elsewhere = first.games.iter().filter_map(|game| {
        let row = game.imported.as_ref()?;
        Some(GameElsewhere {
            number: row.number,
            row: row.row,
            week: 1,
            date: game.date,
        })
    });
    let closed = Week {
        opened_on: date(2026, 7, 13),
        closed_on: Some(date(2026, 7, 17)),
        ..first.week.clone()
    };
    let week = Week {
        id: WeekId(2),
        number: 2,
        opened_on: date(2026, 7, 20),
        ..first.week.clone()
    };
    CampData {
        imported_elsewhere: Arc::new(elsewhere.collect()),
        weeks: Arc::new(vec![closed, week.clone()]),
        week,
        games: Arc::default(),
        ..first
    }
}

fn of_games(games: &str) -> [Source; 3] {
    files(GROUPS, PLAYERS, games)
}

/// How many games are added, and what is said about those that are left out.
fn outcome(plan: &Plan) -> (usize, Vec<String>) {
    assert!(plan.is_ready());
    let left_out = sentences(plan, Severity::LeftOut);
    (plan.changes.new_games.len(), left_out)
}

#[test]
fn games_that_another_week_has_are_left_out() {
    let again = plan(&same_files(), &next_week(&same_files()));
    let sentence =
        "Games.csv, line 2: 3 games are in week 1 already: same number, players, result and day";
    assert_eq!(outcome(&again), (0, vec![sentence.to_owned()]));
    assert_eq!(again.games.left_out, 3);
    assert!(again.brings_nothing());
    assert_eq!(again.in_camp(), InCamp::All);
}

#[test]
fn a_game_that_was_corrected_in_the_old_file_is_not_counted_again() {
    // Game 2 was a draw, as somebody found out in Access after week 1 was closed.
    let corrected = of_games(&GAMES.replace("2,2,1,(0-1)", "2,2,1,(1/2-1/2)"));
    let week = next_week(&same_files());
    let left_out = |plan: &Plan| outcome(plan).1;
    let said = [
        "Games.csv, line 2: 2 games are in week 1 already: same number, players, result and day",
        "Games.csv, line 3: This game may be in week 1 already, which has a game with this number, and the dates don’t tell them apart. Skipped: choose to add it as a new one if that is wrong, or reopen week 1 to correct it there",
    ];
    let again = plan(&corrected, &week);
    assert_eq!(outcome(&again), (0, said.map(str::to_owned).to_vec()));
    assert_eq!(again.games.left_out, 3);

    // The director may know better.
    let choices = Choices {
        games_elsewhere: GamesElsewhere::Add,
        ..Choices::default()
    };
    let added = Plan::new(&corrected, &week, &choices);
    assert_eq!(left_out(&added), [said[0]]);
    assert_eq!(added.changes.new_games.len(), 1);
    assert_eq!(imported_game(&added, 2).game.result, GameResult::Draw);
    let notes = sentences(&added, Severity::Note);
    let chosen = "the dates don’t tell them apart. You chose to add it as a new one";
    assert!(
        notes.iter().any(|note| note.ends_with(chosen)),
        "{notes:#?}"
    );
}

#[test]
fn games_without_a_day_are_not_counted_again() {
    let undated = of_games("GameID,White,Black,Result\n1,1,2,(1-0)\n2,2,1,(1-0)\n");
    let again = plan(&undated, &next_week(&undated));
    let sentence = "Games.csv, line 2: 2 games may be in week 1 already, which has games with these numbers, and the dates don’t tell them apart. Skipped: choose to add them as new ones if that is wrong, or reopen week 1 to correct it there";
    assert_eq!(outcome(&again), (0, vec![sentence.to_owned()]));
    // Nor are those that were corrected.
    let corrected = of_games("GameID,White,Black,Result\n1,1,2,(1-0)\n2,1,2,(1-0)\n");
    let again = plan(&corrected, &next_week(&undated));
    assert_eq!(outcome(&again), (0, vec![sentence.to_owned()]));
}

#[test]
fn a_file_that_begins_to_count_anew_brings_the_games_of_its_days() {
    let new = GAMES.replace("7/1", "7/2");
    let (added, left_out) = outcome(&plan(&of_games(&new), &next_week(&same_files())));
    assert_eq!((added, left_out), (3, Vec::new()));
    // Also where the week was opened in the camp some days after its first games.
    let mut late = next_week(&same_files());
    late.week.opened_on = date(2026, 7, 24);
    let (added, left_out) = outcome(&plan(&of_games(&new), &late));
    assert_eq!((added, left_out), (3, Vec::new()));
}

#[test]
fn old_weeks_may_be_put_in_long_after_they_were_played() {
    // Both weeks are opened and closed in the camp in November, and their games are of July.
    let mut november = next_week(&same_files());
    let mut weeks = november.weeks.to_vec();
    weeks[0].closed_on = Some(date(2026, 11, 20));
    november.weeks = weeks.into();
    november.week.opened_on = date(2026, 11, 23);
    let new = of_games(&GAMES.replace("7/1", "7/2"));
    let second = plan(&new, &november);
    assert_eq!(outcome(&second), (3, Vec::new()));

    // The files of the week before, once more: their games are not taken for those of this week.
    let november = applied(&november, &second.changes);
    let again = plan(&same_files(), &november);
    let sentence =
        "Games.csv, line 2: 3 games are in week 1 already: same number, players, result and day";
    assert_eq!(outcome(&again), (0, vec![sentence.to_owned()]));
    assert_eq!((again.games.changed, again.games.left_out), (0, 3));
}

#[test]
fn lists_without_numbers_are_told_apart_by_what_they_say() {
    let first = of_games("White,Black,Result\n1,2,(1-0)\n2,1,(1-0)\n");
    let second = of_games("White,Black,Result\n1,2,(1-0)\n1,2,(1/2-1/2)\n");
    let (added, left_out) = outcome(&plan(&second, &next_week(&first)));
    assert_eq!(added, 1, "the second row, which says something else");
    assert!(
        left_out[0].contains("line 2: This game may be in week 1 already"),
        "{left_out:?}"
    );
    // What is pasted is new.
    let choices = Choices {
        adds_games: true,
        ..Choices::default()
    };
    let pasted = Plan::new(&second, &next_week(&first), &choices);
    assert_eq!(outcome(&pasted), (2, Vec::new()));
}

/// A stand-in took the name of a camper whom this week doesn't have, in all weeks.
#[test]
fn a_number_that_only_another_week_knows_is_that_camper() {
    let mut camp = next_week(&same_files());
    let week = OtherWeek {
        week: camp.weeks[0].clone(),
        groups: camp.groups.to_vec(),
        players: camp.players.to_vec(),
        games: Vec::new(),
    };
    camp.other_weeks = Arc::new(vec![week]);
    Arc::make_mut(&mut camp.players).retain(|player| player.id != PlayerId(2));
    for choice in [UnknownPlayers::Placeholder, UnknownPlayers::Add] {
        let choices = Choices {
            unknown_players: choice,
            ..Choices::default()
        };
        let games = "GameID,White,Black,Result,Date\n9,2,1,(1-0),7/21/2026\n";
        let plan = Plan::new(&[text("Games.csv", games)], &camp, &choices);
        assert_eq!(plan.changes.new_games.len(), 1);
        let bo = &imported_player(&plan, 2).player;
        assert_eq!(bo.full_name(), "Bo Vang");
        assert_eq!(bo.active, choice == UnknownPlayers::Add);
    }
}

/// The week after, with the same campers.
fn week_after(camp: &CampData) -> CampData {
    let mut others = camp.other_weeks.to_vec();
    others.push(OtherWeek {
        week: camp.week.clone(),
        groups: camp.groups.to_vec(),
        players: camp.players.to_vec(),
        games: Vec::new(),
    });
    let mut week = camp.week.clone();
    week.number += 1;
    week.id = WeekId(week.number);
    CampData {
        other_weeks: Arc::new(others),
        week,
        games: Arc::default(),
        ..camp.clone()
    }
}

#[test]
fn each_of_three_lists_that_count_from_one_means_its_own_campers() {
    let mut camp = empty_camp();
    // The third one is longer, and has the number that the camper of the second one got here.
    for (rows, white, black) in [
        ("1,Lee,Ann,Red,Yes\n2,Vang,Bo,Red,Yes\n", 1, 2),
        ("1,Thao,Kou,Red,Yes\n2,Vang,Bo,Red,Yes\n", 3, 2),
        ("1,Xu,Zed,Red,Yes\n3,Yang,Pa,Red,Yes\n", 4, 5),
    ] {
        let players = format!("ID,Last Name,First Name,Group,Active\n{rows}");
        let last = rows.lines().count() + usize::from(white == 4);
        let games = format!("GameID,White,Black,Result\n1,1,{last},(1-0)\n");
        let mut choices = Choices::default();
        let ids = camp.players.iter().map(|player| player.id);
        choices.replace_players.extend(ids);
        let files = files(GROUPS, &players, &games);
        let plan = Plan::new(&files, &camp, &choices);
        assert!(plan.is_ready(), "{:?}", plan.problems);
        assert_eq!(plan.players.left_out, 0, "{:?}", plan.problems);
        let game = &imported_game(&plan, 1).game;
        assert_eq!((game.white, game.black), (PlayerId(white), PlayerId(black)));

        camp = applied(&camp, &plan.changes);
        let leaving = &plan.changes.leaving;
        Arc::make_mut(&mut camp.players).retain(|player| !leaving.contains(&player.id));
        assert!(Plan::new(&files, &camp, &choices).brings_nothing());
        camp = week_after(&camp);
    }
    let names = camp.players.iter().map(Player::full_name);
    assert_eq!(names.collect::<Vec<_>>(), ["Bo Vang", "Zed Xu", "Pa Yang"]);
}

/// A list that counts from 1, and has a further camper the next time: by the number that another one got here.
#[test]
fn a_further_row_of_a_list_that_counts_from_one_is_a_camper_of_its_own() {
    for is_sorted in [true, false] {
        let mut camp = empty_camp();
        let mut planned = None;
        for rows in [
            &["1,Lee,Ann,Red,Yes", "2,Vang,Bo,Red,Yes"][..],
            &["1,Thao,Kou,Red,Yes", "2,Vang,Bo,Red,Yes"],
            &[
                "1,Thao,Kou,Red,Yes",
                "2,Vang,Bo,Red,Yes",
                "3,Xu,Zed,Red,Yes",
            ],
        ] {
            let is_second = rows[0].starts_with("1,Thao") && rows.len() == 2;
            if is_second {
                camp = week_after(&camp);
            }
            let mut rows = rows.to_vec();
            if !is_sorted {
                rows.reverse();
            }
            let players = format!(
                "ID,Last Name,First Name,Group,Active\n{}\n",
                rows.join("\n")
            );
            let last = rows.len();
            let games = format!("GameID,White,Black,Result\n{last},1,{last},(1-0)\n");
            let mut choices = Choices::default();
            let ids = camp.players.iter().map(|player| player.id);
            choices.replace_players.extend(ids.filter(|_| is_second));
            let plan = Plan::new(&files(GROUPS, &players, &games), &camp, &choices);
            assert!(plan.is_ready(), "{:?}", plan.problems);
            assert_eq!(plan.players.left_out, 0, "{:?}", plan.problems);
            camp = applied(&camp, &plan.changes);
            let leaving = &plan.changes.leaving;
            Arc::make_mut(&mut camp.players).retain(|player| !leaving.contains(&player.id));
            planned = Some(plan);
        }
        let game = imported_game(planned.as_ref().expect("a plan"), 3)
            .game
            .clone();
        let name = |id| camp.player(id).map(Player::full_name);
        let expected = ["Kou Thao", "Zed Xu"].map(|name| Some(name.to_owned()));
        assert_eq!([name(game.white), name(game.black)], expected);
    }
}
