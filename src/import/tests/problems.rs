//! Everything that can be wrong with the tables, named with file and line.

use super::*;
use crate::{
    domain::GameResult,
    import::{InCamp, UnknownPlayers},
};

const GROUPS: &str = "Group,Initial Ladder Rating\nRed,400\nBlue,1000\n";
const PLAYERS: &str = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm\n\
    1,Lee,Ann,Red,Yes,400,410,410\n\
    2,Vang,Bo,Blue,Yes,1000,990,990\n\
    3,Xiong,Mai,Blue,No,1010,1020,1020\n";

fn camp_with(games: &str) -> Plan {
    camp_of(GROUPS, PLAYERS, games)
}

fn camp_of(groups: &str, players: &str, games: &str) -> Plan {
    let sources = sources(groups, players, games);
    plan(&sources, &empty_camp())
}

fn sources(groups: &str, players: &str, games: &str) -> [Source; 3] {
    let games = format!("GameID,White,Black,Result,Date\n{games}");
    [
        text("Groups.csv", groups),
        text("Players.csv", players),
        text("Games.csv", &games),
    ]
}

#[test]
fn games_that_cannot_be_are_left_out_by_line() {
    let plan = camp_with(
        "1,1,2,(1-0),7/13/2026\n\
         2,1,77,(1-0),\n\
         3,1,1,(1-0),\n\
         4,,2,(1-0),\n\
         x,1,2,(1-0),\n\
         1,2,1,(1-0),\n\
         1,1,2,(1-0),7/13/2026\n\
         8,1,2,(1-0),soon\n\
         9,1,2,(1-0),,,surplus\n\
         10,1,2\n",
    );
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Games.csv, line 10: 7 values for 5 columns: row skipped. Put quotation marks around the value with the extra separator",
            "Games.csv, line 3: Black is “77”, and no player has that name or number: game skipped",
            "Games.csv, line 4: Ann Lee is on both sides: game skipped",
            "Games.csv, line 5: White is blank: game skipped",
            "Games.csv, line 6: No number that can be read: row skipped. Type one in the file or spreadsheet, or leave the column out",
            "Games.csv, line 7: The number 1 is already used in Games.csv, line 2, with other values. The first one is kept",
            "Games.csv, line 9: “soon” is not a date here, so the game has none",
        ]
    );
    assert_eq!(
        sentences(&plan, Severity::Note)[..2],
        [
            "Games.csv, line 11: This row has 3 values for 5 columns. The missing ones count as blank",
            "Games.csv, line 8: The number 1 repeats Games.csv, line 2 word for word, and counts once",
        ]
    );
    assert_eq!(
        sentences(&plan, Severity::Decide),
        ["Games.csv, line 11: 1 game has no result. Say how such games ended, or skip them"]
    );
    assert_eq!(plan.games.added, 2);
    assert_eq!(plan.games.left_out, 8);
    assert_eq!(imported_game(&plan, 8).game.date, None);
}

/// Two campers of one name, a player on both sides, a long row and a short one.
#[test]
fn what_was_left_out_is_not_in_the_camp() {
    let players = format!("{PLAYERS}4,Lee,Ann,Red,Yes,400,410,410\n");
    let good = "1,1,2,(1-0),7/13/2026\n";
    let bad =
        "2,\"Lee, Ann\",2,(1-0),7/13/2026\n3,1,1,(1-0),7/13/2026\n4,1,2,(1-0),,,surplus\n5,1\n";
    let first = camp_of(GROUPS, &players, good);
    let camp = applied(&empty_camp(), &first.changes);
    let in_camp = |games: &str| {
        let games = format!("GameID,White,Black,Result,Date\n{games}");
        let plan = plan(&[text("Games.csv", &games)], &camp);
        assert!(plan.is_ready() && plan.brings_nothing(), "{plan:#?}");
        plan.in_camp()
    };
    assert_eq!(in_camp(good), InCamp::All);
    assert_eq!(in_camp(bad), InCamp::Nothing);
    assert_eq!(in_camp(&format!("{good}{bad}")), InCamp::AllThatCanBe);
}

#[test]
fn a_year_that_no_camp_was_in_is_no_date() {
    let plan = camp_with("1,1,2,(1-0),7/13/1026\n2,1,2,(1-0),2200-01-01\n3,1,2,(1-0),7/13/2199\n");
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Games.csv, line 2: “7/13/1026” is not a date here, so the game has none",
            "Games.csv, line 3: “2200-01-01” is not a date here, so the game has none",
        ]
    );
    assert_eq!(plan.games.added, 3);
    assert_eq!(imported_game(&plan, 1).game.date, None);
    assert_eq!(imported_game(&plan, 3).game.date, Some(date(2199, 7, 13)));
}

#[test]
fn unclear_results_wait_for_the_director() {
    let games = "1,1,2,(1-0),\n2,1,2,win,\n3,2,1,WIN,\n4,2,1,adjourned,\n";
    let asked = camp_with(games);
    assert!(!asked.is_ready());
    assert_eq!(
        sentences(&asked, Severity::Decide),
        [
            "Games.csv, line 3: 2 games have the result “win”. Say how such games ended, or skip them",
            "Games.csv, line 5: 1 game has the result “adjourned”. Say how such games ended, or skip them",
        ]
    );
    let mut choices = Choices::default();
    choices.results.insert("Win".to_owned(), Meaning::White);
    choices
        .results
        .insert("adjourned".to_owned(), Meaning::Skip);
    let decided = Plan::new(&sources(GROUPS, PLAYERS, games), &empty_camp(), &choices);
    assert!(decided.is_ready());
    assert_eq!(decided.games.added, 3);
    assert_eq!(decided.games.left_out, 1);
    assert_eq!(imported_game(&decided, 3).game.result, GameResult::WhiteWon);
    assert_eq!(
        sentences(&decided, Severity::LeftOut),
        ["Games.csv, line 5: 1 game has the result “adjourned”, and you chose to skip such games"]
    );
}

#[test]
fn unknown_players_may_become_placeholders() {
    let games = "1,1,77,(1-0),\n2,77,2,(1-0),\n3,\"Roe, Cy\",2,(1-0),\n";
    let choices = Choices {
        unknown_players: UnknownPlayers::Placeholder,
        ..Choices::default()
    };
    let sources = sources(GROUPS, PLAYERS, games);
    let first = Plan::new(&sources, &empty_camp(), &choices);
    assert_eq!(first.games.added, 3);
    assert_eq!(first.players.added, 5);
    let unknown = imported_player(&first, 77);
    assert_eq!(unknown.player.last_name, "Unknown player 77");
    assert!(!unknown.player.active);
    assert_eq!(unknown.ratings, Some(crate::domain::Ratings::default()));
    assert_eq!(imported_player(&first, 78).player.last_name, "Roe");
    let camp = applied(&empty_camp(), &first.changes);
    assert!(Plan::new(&sources, &camp, &choices).changes.is_empty());
    // The child who was missing takes the placeholder's number without a question.
    let found = text(
        "Players.csv",
        "ID,Last Name,First Name,Group,Active\n77,Kim,Al,Red,1\n",
    );
    let plan = plan(&[found], &camp);
    assert!(plan.is_ready());
    assert_eq!(plan.players.changed, 1);
}

#[test]
fn groups_that_nobody_described_are_added_without_a_rating() {
    let plan = camp_of(
        "Group,Initial Ladder Rating\nRed,\n,5\nred ,7\nBlue,1000\n",
        "ID,Last Name,First Name,Group,Active,StWkPerm\n\
         1,Lee,Ann,RED,1,5\n2,Vang,Bo, Green ,1,5\n3,Xiong,Mai,GREEN,0,5\n4,Yang,Pa,,1,5\n",
        "",
    );
    let groups = plan
        .changes
        .groups
        .iter()
        .map(|group| (group.name.as_str(), group.initial_rating));
    assert_eq!(
        groups.collect::<Vec<_>>(),
        [("Blue", Some(1000)), ("Red", None), ("Green", None)]
    );
    assert_eq!(imported_player(&plan, 1).group.as_deref(), Some("Red"));
    assert_eq!(imported_player(&plan, 3).group.as_deref(), Some("Green"));
    assert_eq!(imported_player(&plan, 4).group, None);
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Groups.csv, line 3: Group without a name: skipped",
            "Groups.csv, line 4: The group red is already described in Groups.csv, line 2. The first one is kept",
        ]
    );
    assert_eq!(
        sentences(&plan, Severity::Note),
        [
            "Groups.csv, line 2: The group Red has no initial ladder rating. Type one in Camp groups before pressing Recalc Ratings",
            "Players.csv, line 5: Pa Yang has no group. Choose one in Ladder players before pressing Recalc Ratings",
            "Players.csv, line 3: The group Green has 2 players, but no table describes it. It is added without an initial ladder rating: type one in Camp groups before pressing Recalc Ratings",
        ]
    );
}

#[test]
fn values_that_cannot_be_read_are_named_and_blank() {
    let long = "x".repeat(81);
    let plan = camp_of(
        GROUPS,
        &format!(
            "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm\n\
             1,Lee,Ann,Red,perhaps,40000,abc,1.5\n\
             2,{long},Bo,Blue,1,1,1,1\n\
             3,Xi\u{202E}ong,Mai,Blue,1,1,1,1\n\
             ,Yang,Pa,Blue,1,1,1,1\n\
             5,,,Blue,1,1,1,1\n\
             6,Thao,Lis,Blue,1,1,1,\n"
        ),
        "",
    );
    let named = sentences(&plan, Severity::LeftOut);
    assert_eq!(named.len(), 8, "{named:#?}");
    assert!(named[0].contains("line 2: “perhaps” is neither Yes nor No"));
    assert!(named[1].contains("line 2: “1.5” is not a whole number, so StWkPerm"));
    assert!(named[2].contains("line 2: 40000 is outside of"));
    assert!(named[3].contains("line 2: “abc” is not a whole number, so Permanent Rating"));
    assert!(named[4].contains("line 3: Last Name has 81 characters"));
    assert!(named[5].contains("line 4: Last Name has a character that can’t be printed (U+202E)"));
    assert!(named[6].contains("line 5: No number that can be read"));
    assert!(named[7].contains("line 6: Player without a name"));
    assert_eq!(plan.players.added, 2);
    assert_eq!(plan.players.left_out, 4);
    let ann = imported_player(&plan, 1);
    assert_eq!(ann.player.start_permanent, None);
    assert_eq!(ann.ratings, Some(crate::domain::Ratings::default()));
    let notes = sentences(&plan, Severity::Note);
    assert!(
        notes
            .iter()
            .any(|note| note.contains("Ann Lee is inactive, and a rating is blank"))
    );
    assert!(
        notes
            .iter()
            .any(|note| note.contains("Lis Thao has no permanent rating"))
    );
}

/// A memo of Access ends its lines with CR LF.
#[test]
fn notes_are_kept_as_far_as_they_can_be() {
    let notes = |text: &str| {
        let players = format!("ID,Last Name,First Name,Group,Notes\n1,Lee,Ann,Red,\"{text}\"\n");
        camp_of(GROUPS, &players, "")
    };
    let kept = |plan: &Plan| imported_player(plan, 1).player.notes.clone();
    for lines in [
        "Plays\r\nthe Sicilian",
        "Plays\rthe Sicilian",
        "Plays\u{B}the Sicilian",
    ] {
        let plan = notes(lines);
        assert_eq!(kept(&plan), "Plays\nthe Sicilian");
        assert_eq!(sentences(&plan, Severity::LeftOut), Vec::<String>::new());
        let camp = applied(&empty_camp(), &plan.changes);
        let players = format!("ID,Last Name,First Name,Group,Notes\n1,Lee,Ann,Red,\"{lines}\"\n");
        assert!(
            crate::import::tests::plan(&[text("Players.csv", &players)], &camp)
                .changes
                .is_empty()
        );
    }
    let plan = notes("Plays\u{7} the \u{1B}Sicilian");
    assert_eq!(kept(&plan), "Plays the Sicilian");
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Players.csv, line 2: The notes have characters that can’t be printed (U+0007): these are skipped"
        ]
    );
    let plan = notes(&"é".repeat(4001));
    assert_eq!(kept(&plan).chars().count(), 4000);
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Players.csv, line 2: The notes have 4001 characters, and there is room for 4000: the rest is skipped. Shorten them in the file or spreadsheet, or keep it elsewhere"
        ]
    );
}

#[test]
fn what_the_camp_file_would_refuse_is_left_out_and_named() {
    let mut camp = applied(&empty_camp(), &camp_with("").changes);
    Arc::make_mut(&mut camp.players)[0].last_name = "Lee  Lee".to_owned();
    let list = text(
        "New.csv",
        "ID,Last Name,First Name,Group\n1,,Ann,Blue\n4,Yang,Pa,Blue\n",
    );
    let plan = plan(&[list], &camp);
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "New.csv, line 2: Row skipped. This name has white space at an end or twice in a row: delete it"
        ]
    );
    assert_eq!((plan.players.added, plan.players.left_out), (1, 1));
}

#[test]
fn a_number_that_is_another_child_in_the_camp_is_asked_about() {
    let camp = applied(&empty_camp(), &camp_with("").changes);
    let other = [text(
        "New.csv",
        "ID,Last Name,First Name,Group\n1,Thao,Kou,Red\n2,Vang,Bob,Blue\n",
    )];
    let asked = plan(&other, &camp);
    assert_eq!(
        sentences(&asked, Severity::Decide),
        [
            "New.csv, line 2: Number 1 is Ann Lee in the camp and Kou Thao in this file. Say whether Kou Thao takes the place of Ann Lee"
        ]
    );
    assert_eq!(
        asked.players.changed, 1,
        "a corrected first name is no other child"
    );
    let mut choices = Choices::default();
    choices.replace_players.insert(PlayerId(1));
    let replaced = Plan::new(&other, &camp, &choices);
    assert!(replaced.is_ready());
    assert_eq!(imported_player(&replaced, 1).player.first_name, "Kou");
    assert_eq!(
        imported_player(&replaced, 1).player.start_permanent,
        Some(410),
        "a missing column changes nothing"
    );
}

#[test]
fn only_games_into_a_camp_that_has_the_players() {
    let games = text(
        "Games.csv",
        "White,Black,Result\n\"Lee, Ann\",Vang,1-0\nXiong,Bo Vang,=\n",
    );
    let alone = plan(std::slice::from_ref(&games), &empty_camp());
    assert_eq!(
        sentences(&alone, Severity::LeftOut),
        [
            "Games.csv: There are games, but no players in these files or in the camp. Import the players too"
        ]
    );
    let camp = applied(&empty_camp(), &camp_with("").changes);
    let games = plan(&[games], &camp);
    assert!(games.is_ready());
    assert_eq!(games.games.added, 2);
    assert_eq!(imported_game(&games, 1).game.white, PlayerId(1));
    assert_eq!(imported_game(&games, 2).game.black, PlayerId(2));
    let notes = sentences(&games, Severity::Note);
    assert!(notes[0].contains("The games have no numbers"), "{notes:?}");
    assert!(
        notes[1]
            .contains("1 game has the result “1-0”, taken as “White won”. Access rated every game"),
        "{notes:?}"
    );
}

#[test]
fn numbers_given_here_are_free_ones() {
    let without = text("More.csv", "White,Black,Result\n2,1,(1-0)\n1,2,(1-0)\n");
    let [groups, players, games] = sources(GROUPS, PLAYERS, "2,1,2,(1-0),\n");
    let list = text("List.csv", "Last Name,First Name,Group\nYang,Pa,Red\n");
    let huge = text(
        "Huge.csv",
        "ID,Last Name,First Name,Group\n9223372036854775807,Cho,Al,Red\n",
    );
    let plan = plan(
        &[without, list, huge, groups, players, games],
        &empty_camp(),
    );
    let numbers = plan.changes.new_games.iter().map(|game| game.from.number);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(imported_player(&plan, 4).player.last_name, "Yang");
    assert_eq!(plan.players.left_out, 1, "Access has no such number");
}

#[test]
fn numbers_of_deleted_players_are_not_given_again() {
    let mut camp = applied(&empty_camp(), &camp_with("").changes);
    Arc::make_mut(&mut camp.players).pop();
    let list = text("List.csv", "Last Name,First Name,Group\nYang,Pa,Red\n");
    let games = text(
        "Games.csv",
        "White,Black,Result\n\"Roe, Cy\",2,(1-0)\n\",\",2,(1-0)\n",
    );
    let choices = Choices {
        unknown_players: UnknownPlayers::Placeholder,
        ..Choices::default()
    };
    let plan = Plan::new(&[list, games], &camp, &choices);
    assert_eq!(imported_player(&plan, 4).player.last_name, "Yang");
    assert_eq!(imported_player(&plan, 5).player.last_name, "Roe");
    assert_eq!(
        imported_player(&plan, 6).player.last_name,
        "Unknown player 6"
    );
}

#[test]
fn further_columns_are_told_apart_without_capitals() {
    let list = |header: &str| {
        text(
            "Players.csv",
            &format!("ID,Last Name,First Name,Active,{header}\n1,Lee,Ann,1,North\n"),
        )
    };
    let camp = applied(
        &empty_camp(),
        &plan(&[list("School")], &empty_camp()).changes,
    );
    assert!(plan(&[list("SCHOOL")], &camp).changes.is_empty());
}

#[test]
fn a_game_that_reads_otherwise_is_changed() {
    let games = "1,1,2,(1-0),7/13/2026\n2,2,1,(1-0),7/14/2026\n";
    let camp = applied(&empty_camp(), &camp_with(games).changes);
    let corrected = sources(
        GROUPS,
        PLAYERS,
        &games.replace("2,2,1,(1-0)", "2,2,1,(0-1)"),
    );
    let plan = plan(&corrected, &camp);
    assert_eq!((plan.games.changed, plan.games.unchanged), (1, 1));
    let (id, game) = &plan.changes.changed_games[0];
    assert_eq!(*id, camp.games[1].id);
    assert_eq!(game.game.result, GameResult::BlackWon);
}

#[test]
fn a_blank_never_erases() {
    let mut camp = applied(&empty_camp(), &camp_with("1,1,2,(1-0),7/13/2026\n").changes);
    Arc::make_mut(&mut camp.players)[0].notes = "Left-handed".to_owned();
    let blank = sources(
        "Group,Initial Ladder Rating\nRED,\n",
        "ID,Last Name,First Name,Group,Active,StWkPerm,Notes\n1,Lee,Ann,,1,,\n",
        "1,1,2,(1-0),\n",
    );
    let plan = plan(&blank, &camp);
    assert!(plan.brings_nothing(), "{:#?}", plan.changes);
    assert_eq!(
        applied(&camp, &plan.changes).players[0].notes,
        "Left-handed"
    );
}

#[test]
fn frozen_ratings_of_inactive_players_follow_the_file() {
    let camp = applied(&empty_camp(), &camp_with("").changes);
    let moved = PLAYERS.replace("1010,1020,1020", "1015,1020,1020");
    let changed = plan(&[text("Players.csv", &moved)], &camp);
    assert_eq!(changed.players.changed, 1);
    assert_eq!(
        imported_player(&changed, 3)
            .ratings
            .map(|ratings| ratings.weekly),
        Some(1015)
    );
    // A list without ratings makes somebody inactive, and moves none.
    let retired = text(
        "Players.csv",
        "ID,Last Name,First Name,Active\n1,Lee,Ann,No\n",
    );
    let retired = plan(&[retired], &camp);
    assert!(!imported_player(&retired, 1).player.active);
    assert_eq!(imported_player(&retired, 1).ratings, None);
}

#[test]
fn a_blank_erases_neither_frozen_ratings_nor_further_columns() {
    let header = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm,School\n";
    let list = |row: &str| text("Players.csv", &format!("{header}{row}\n"));
    let first = plan(
        &[list("3,Xiong,Mai,Blue,No,1010,1020,1020,North")],
        &empty_camp(),
    );
    let camp = applied(&empty_camp(), &first.changes);
    let blank = plan(&[list("3,Xiong,Mai,Blue,No,,,,")], &camp);
    assert!(blank.brings_nothing(), "{:#?}", blank.changes);
    assert_eq!(sentences(&blank, Severity::Note), Vec::<String>::new());
    let unreadable = plan(&[list("3,Xiong,Mai,Blue,No,soon,1021,,")], &camp);
    let mai = imported_player(&unreadable, 3);
    let expected = crate::domain::Ratings {
        weekly: 1010,
        permanent: 1021,
    };
    assert_eq!(mai.ratings, Some(expected));
    let blank = [("School".to_owned(), String::new())];
    assert_eq!(mai.extra, blank, "which leaves North");
}

#[test]
fn names_cut_off_by_a_narrow_column_are_flagged() {
    let players = "ID,Last Name,First Name,Group\n1,Hernandez,Maximiliano,Red\n2,Lee,Ann,Red\n";
    let games = "---------------------------------------\n\
        | GameID | White      | Black | Result |\n\
        ---------------------------------------\n\
        | 1      | Hernandez, | Lee   | (1-0)  |\n\
        ---------------------------------------\n\
        | 2      | Lee, Ann   | Herna | (1-0)  |\n\
        ---------------------------------------\n\
        | 3      | Hern       | Lee   | (1-0)  |\n\
        ---------------------------------------\n";
    let sources = [text("Players.csv", players), text("Games.txt", games)];
    let plan = plan(&sources, &empty_camp());
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Games.txt, line 4: White is “Hernandez,”, perhaps the cut-off name of Maximiliano Hernandez (1): game skipped until you say who it is",
            "Games.txt, line 6: Black is “Herna”, perhaps the cut-off name of Maximiliano Hernandez (1): game skipped until you say who it is",
            "Games.txt, line 8: White is “Hern”, and no player has that name or number: game skipped",
        ]
    );
    let mut choices = Choices::default();
    choices.say_who("Hernandez,", PlayerId(1));
    choices.say_who("Herna", PlayerId(1));
    let decided = Plan::new(&sources, &empty_camp(), &choices);
    assert_eq!(decided.games.added, 2);
}

/// The column is as wide as "Lee, Ann", who exists, and so does "Lee, Annika".
#[test]
fn a_cut_off_name_that_is_somebody_elses_whole_name_is_flagged() {
    let games = "------------------------------------------\n\
        | GameID | White    | Black      | Result |\n\
        ------------------------------------------\n\
        | 1      | Lee, Ann | Vang, Bo   | (1-0)  |\n\
        ------------------------------------------\n\
        | 2      | Vang, Bo | Lee, Ann   | (1-0)  |\n\
        ------------------------------------------\n";
    let of = |players: &str| {
        let players =
            format!("ID,Last Name,First Name,Group\n1,Lee,Ann,Red\n2,Vang,Bo,Red\n{players}");
        plan(
            &[text("Players.csv", &players), text("Games.txt", games)],
            &empty_camp(),
        )
    };
    assert_eq!(of("").games.added, 2);
    let flagged = of("3,Lee,Annika,Red\n");
    assert_eq!(
        sentences(&flagged, Severity::LeftOut),
        [
            "Games.txt, line 4: White is “Lee, Ann”, perhaps the cut-off name of Ann Lee (1) or Annika Lee (3): game skipped until you say who it is"
        ]
    );
    assert_eq!(flagged.games.added, 1, "the wider column leaves no doubt");
}

#[test]
fn players_without_numbers_keep_the_ones_they_got() {
    let list = [text(
        "Players.csv",
        "Name,Group,Active\n\"Lee, Ann\",Red,1\nBo van der Berg,Red,1\n\"Lee, Ann\",Blue,1\n",
    )];
    let first = plan(&list, &empty_camp());
    assert_eq!(first.players.added, 3);
    assert_eq!(imported_player(&first, 1).player.first_name, "Ann");
    assert_eq!(imported_player(&first, 2).player.last_name, "van der Berg");
    let notes = sentences(&first, Severity::Note);
    assert!(
        notes
            .iter()
            .any(|note| note.contains("The players have no numbers")),
        "{notes:?}"
    );
    assert!(
        notes
            .iter()
            .any(|note| note.contains("as in “Bo van der Berg”")),
        "{notes:?}"
    );
    assert!(!notes.iter().any(|note| note.contains("Several players")));
    let camp = applied(&empty_camp(), &first.changes);
    let again = plan(&list, &camp);
    assert!(again.changes.is_empty());
    let notes = sentences(&again, Severity::Note);
    assert!(!notes.iter().any(|note| note.contains("Several players")));
    // Rows that aren't known any more may be the one child or the other.
    let moved = text(
        "Players.csv",
        "Name,Group,Active\n\"Lee, Ann\",Green,1\n\"Lee, Ann\",Gold,1\n",
    );
    let notes = sentences(&plan(&[moved], &camp), Severity::Note);
    let shared = "Players.csv, line 2: Several players are called Ann Lee, without numbers. Taken in order as numbers 1 and 3: check this";
    assert!(notes.iter().any(|note| note == shared), "{notes:?}");
}
