//! Importing again: what was corrected in the camp stays until the file says something else.

use jiff::civil::Date;

use super::*;
use crate::{
    domain::{GameResult, Ratings},
    import::Field,
};

pub(super) const GROUPS: &str =
    "Group,Initial Ladder Rating,Instructor\nRed,400,Pat\nBlue,1000,Kim\n";
pub(super) const PLAYERS: &str = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm,Notes,School\n\
    1,Lee,Ann,Red,Yes,400,410,410,,North\n\
    2,Vang,Bo,Blue,Yes,1000,990,990,Left-handed,\n\
    3,Xiong,Mai,Blue,No,1010,1020,1020,,\n";
pub(super) const GAMES: &str = "GameID,White,Black,Result,Date\n\
    1,1,2,(1-0),7/13/2026\n2,2,1,(0-1),7/14/2026\n3,1,2,(0-1),7/15/2026\n";

pub(super) fn files(groups: &str, players: &str, games: &str) -> [Source; 3] {
    [
        text("Groups.csv", groups),
        text("Players.csv", players),
        text("Games.csv", games),
    ]
}

pub(super) fn same_files() -> [Source; 3] {
    files(GROUPS, PLAYERS, GAMES)
}

fn imported() -> CampData {
    applied(&empty_camp(), &plan(&same_files(), &empty_camp()).changes)
}

fn group(camp: &mut CampData, at: usize) -> &mut Group {
    &mut Arc::make_mut(&mut camp.groups)[at]
}

fn camper(camp: &mut CampData, at: usize) -> &mut Player {
    &mut Arc::make_mut(&mut camp.players)[at]
}

fn camp_game(camp: &mut CampData, at: usize) -> &mut Game {
    &mut Arc::make_mut(&mut camp.games)[at]
}

fn corrected() -> CampData {
    let mut camp = imported();
    group(&mut camp, 0).initial_rating = Some(450);
    let ann = camper(&mut camp, 0);
    (ann.last_name, ann.first_name) = ("Li".to_owned(), "Anna".to_owned());
    let bo = camper(&mut camp, 1);
    bo.leave_before_the_week();
    bo.notes.clear();
    let mai = camper(&mut camp, 2);
    mai.frozen = Some(Ratings::default());
    camp_game(&mut camp, 0).result = GameResult::Draw;
    camp_game(&mut camp, 1).white = PlayerId(3);
    camp_game(&mut camp, 1).date = None;
    camp
}

#[test]
fn corrections_stay_when_the_same_files_come_again() {
    let again = plan(&same_files(), &corrected());
    assert!(again.is_ready());
    assert!(again.changes.is_empty(), "{:#?}", again.changes);
    assert!(again.changes_in_words.is_empty());
    let counts = [again.groups, again.players, again.games];
    assert_eq!(counts.map(|counts| counts.unchanged), [2, 3, 3]);
    let kept = "Groups.csv and 2 more: 1 group, 3 players and 2 games were corrected in the camp since the import, and their rows say the same as then. The corrections stay";
    let notes = sentences(&again, Severity::Note);
    assert!(notes.iter().any(|note| note == kept), "{notes:#?}");
    let first = sentences(&plan(&same_files(), &imported()), Severity::Note);
    assert!(
        !first.iter().any(|note| note.contains("corrected")),
        "{first:#?}"
    );
}

/// The same rows in another shape: other spellings of Yes, numbers and dates, other columns in another order.
#[test]
fn another_spelling_is_the_same_row() {
    let players = "Notes,ID,First Name,Last Name,SCHOOL,Group,Active,StWkPerm\n\
        ,1,Ann,Lee,North,RED,1,\"410.00\"\nLeft-handed,2,Bo,Vang,,Blue,True,990\n";
    let games = GAMES.replace("7/13/2026", "2026-07-13");
    let again = plan(&files(GROUPS, players, &games), &corrected());
    assert!(again.changes.is_empty(), "{:#?}", again.changes);
}

#[test]
fn a_row_that_changed_is_taken_over_and_named() {
    let groups = GROUPS.replace("Red,400", "Red,410");
    let players = PLAYERS
        .replace("1,Lee,Ann,Red,Yes", "1,Lee,Ann,Blue,Yes")
        .replace("1010,1020,1020", "1015,1020,1030");
    let games = GAMES.replace("1,1,2,(1-0)", "1,1,2,(0-1)");
    let mut camp = corrected();
    // The same child still: number 1 was never asked about.
    camper(&mut camp, 0).first_name = "Ann".to_owned();
    let changed = plan(&files(&groups, &players, &games), &camp);
    assert_eq!(
        changed.changes_in_words,
        [
            "Group Red: initial ladder rating 450 becomes 410",
            "Ann Li (1): last name Li becomes Lee, group Red becomes Blue",
            "Mai Xiong (3): StWkPerm 1020 becomes 1030, rating 0 becomes 1015, permanent rating 0 becomes 1020",
            "Game 1: result Draw becomes Black won, result in the old file (1-0) becomes (0-1)",
        ]
    );
    let counts = [changed.groups, changed.players, changed.games];
    assert_eq!(counts.map(|counts| counts.changed), [1, 2, 1]);
    assert_eq!(counts.map(|counts| counts.unchanged), [1, 1, 2]);
    assert_eq!(changed.changes.changed_games.len(), 1);
    let camp = applied(&camp, &changed.changes);
    assert!(
        plan(&files(&groups, &players, &games), &camp)
            .changes
            .is_empty()
    );
}

/// What a result text means is chosen for all games with it, also for those that were corrected otherwise since.
#[test]
fn another_meaning_of_a_result_wins_and_changes_nothing_else() {
    let mut camp = corrected();
    camp_game(&mut camp, 2).result = GameResult::WhiteWon;
    let mut choices = Choices::default();
    choices.results.insert("(0-1)".to_owned(), Meaning::Draw);
    let chosen = Plan::new(&same_files(), &camp, &choices);
    assert_eq!(
        chosen.changes_in_words,
        [
            "Game 2: result Black won becomes Draw",
            "Game 3: result White won becomes Draw",
        ]
    );
    let (_, second) = &chosen.changes.changed_games[0];
    assert_eq!(
        (second.game.white, second.game.date),
        (PlayerId(3), None),
        "corrected, and still so"
    );
    let camp = applied(&camp, &chosen.changes);
    assert!(Plan::new(&same_files(), &camp, &choices).changes.is_empty());
    // And back again.
    assert_eq!(plan(&same_files(), &camp).games.changed, 2);
}

/// A list of games with numbers, among four campers.
fn list(rows: &str) -> [Source; 3] {
    let players = format!("{PLAYERS}4,Rao,Jo,Red,Yes,400,410,410,,\n");
    let games = format!("GameID,White,Black,Result,Date\n{rows}");
    files(GROUPS, &players, &games)
}

/// Tuesday's list began to count anew, and Monday's games were gone without a question.
#[test]
fn a_row_with_the_number_of_another_game_is_asked_about() {
    let monday = list("1,1,2,1-0,7/13/2026\n2,3,4,1-0,7/13/2026\n");
    let camp = applied(&empty_camp(), &plan(&monday, &empty_camp()).changes);
    let tuesday = list("1,4,3,1-0,7/14/2026\n2,2,1,1-0,7/14/2026\n");
    let asked = plan(&tuesday, &camp);
    let question = |line: u32, number: u32, present: &str, imported: &str| {
        format!(
            "Games.csv, line {line}: Number {number} is {present} on 7/13/2026 in the camp and {imported} on 7/14/2026 in this file"
        )
    };
    assert_eq!(
        sentences(&asked, Severity::Decide),
        [
            question(2, 1, "Ann Lee against Bo Vang", "Jo Rao against Mai Xiong"),
            question(3, 2, "Mai Xiong against Jo Rao", "Bo Vang against Ann Lee"),
        ]
    );
    assert_eq!((asked.games.changed, asked.games.left_out), (0, 2));
    let mut choices = Choices {
        replace_games: true,
        ..Choices::default()
    };
    let replaced = Plan::new(&tuesday, &camp, &choices);
    assert!(replaced.is_ready());
    assert_eq!((replaced.games.added, replaced.games.changed), (0, 2));
    let camp_after = applied(&camp, &replaced.changes);
    assert!(plan(&tuesday, &camp_after).changes.is_empty());
    choices.replace_games = false;
    choices.columns.insert((2, 0), Field::Ignored);
    let further = Plan::new(&tuesday, &camp, &choices);
    assert!(further.is_ready());
    assert_eq!((further.games.added, further.games.changed), (2, 0));
    let camp_further = applied(&camp, &further.changes);
    let again = plan(&tuesday, &camp_further);
    assert!(again.is_ready() && again.changes.is_empty());
    assert_eq!((again.games.unchanged, again.games.left_out), (2, 0));
    // A short list may have a player of the game with that number again.
    let again_ann = plan(&list("1,1,4,1-0,7/14/2026\n"), &camp);
    let expected = question(2, 1, "Ann Lee against Bo Vang", "Ann Lee against Jo Rao");
    assert_eq!(sentences(&again_ann, Severity::Decide), [expected]);
    assert_eq!((again_ann.games.changed, again_ann.games.left_out), (0, 1));
    // The old program keeps the number of a game of which the day or a player was wrong, or both players of the day.
    for corrected in [
        "1,1,2,1-0,7/14/2026\n",
        "1,1,4,1-0,7/13/2026\n",
        "1,2,1,0-1,7/14/2026\n",
        "1,3,4,1-0,7/13/2026\n",
        "1,3,4,1-0,\n",
    ] {
        let whole = format!("{corrected}2,3,4,1-0,7/13/2026\n");
        let plan = plan(&list(&whole), &camp);
        assert!(plan.is_ready(), "{corrected}");
        assert_eq!((plan.games.added, plan.games.changed), (0, 1));
    }
}

/// A list that counts anew is known by its rows when it comes again, also where its last rows have the numbers that its first ones got.
#[test]
fn a_list_that_was_added_as_new_games_is_known_when_it_comes_again() {
    let monday = list("1,1,2,1-0,7/13/2026\n2,2,3,1-0,7/13/2026\n4,1,3,1-0,7/13/2026\n");
    let camp = applied(&empty_camp(), &plan(&monday, &empty_camp()).changes);
    // The second row has the pair of Monday’s second game, and no game has the number of the third one.
    let rows = "1,1,4,1-0,7/14/2026\n2,2,3,1-0,7/14/2026\n3,4,3,1-0,7/14/2026\n\
        4,1,3,x,7/14/2026\n5,1,4,1-0,7/14/2026\n";
    let tuesday = list(rows);
    let mut as_new = Choices::default();
    as_new.results.insert("x".to_owned(), Meaning::Draw);
    as_new.columns.insert((2, 0), Field::Ignored);
    let added = Plan::new(&tuesday, &camp, &as_new);
    assert_eq!((added.games.added, added.games.changed), (5, 0));
    let camp = applied(&camp, &added.changes);
    let mut choices = Choices {
        results: as_new.results,
        ..Choices::default()
    };
    let again = Plan::new(&tuesday, &camp, &choices);
    assert!(again.is_ready() && again.changes.is_empty());
    assert_eq!((again.games.unchanged, again.games.left_out), (5, 0));
    // A further row is a further game, and one with another result changes its own.
    let evening = rows.replace("2,2,3,1-0", "2,2,3,0-1");
    let evening = list(&format!("{evening}6,2,4,1-0,7/14/2026\n"));
    let evening = Plan::new(&evening, &camp, &choices);
    assert!(evening.is_ready());
    assert_eq!((evening.games.added, evening.games.changed), (1, 1));
    assert_eq!(
        evening.changes_in_words,
        ["Game 5: result White won becomes Black won, result in the old file 1-0 becomes 0-1"]
    );
    choices.results.insert("x".to_owned(), Meaning::White);
    let meant = Plan::new(&tuesday, &camp, &choices);
    assert_eq!(
        meant.changes_in_words,
        ["Game 7: result Draw becomes White won"]
    );
}

/// Games of their own numbers, though one has become as another one was.
#[test]
fn days_that_are_corrected_are_no_list_that_counts_anew() {
    let all =
        "1,1,2,1-0,7/13/2026\n2,3,4,1-0,7/13/2026\n3,1,2,1-0,7/14/2026\n4,1,3,1-0,7/14/2026\n";
    let camp = applied(&empty_camp(), &plan(&list(all), &empty_camp()).changes);
    let later = all.replace("7/14", "7/15").replace("7/13", "7/14");
    for (rows, count) in [(&*later, 4), ("1,1,2,1-0,7/14/2026\n", 1)] {
        let plan = plan(&list(rows), &camp);
        assert!(plan.is_ready(), "{rows}");
        assert_eq!((plan.games.changed, plan.games.added), (count, 0), "{rows}");
    }
}

#[test]
fn two_copies_of_a_list_or_an_old_one_beside_its_export_double_no_game() {
    let monday = list("1,1,2,1-0,7/13/2026\n2,3,4,1-0,7/13/2026\n");
    let camp = applied(&empty_camp(), &plan(&monday, &empty_camp()).changes);
    let [groups, players, tuesday] = list("1,4,3,1-0,7/14/2026\n2,2,1,1-0,7/14/2026\n");
    let mut as_new = Choices::default();
    as_new.columns.insert((2, 0), Field::Ignored);
    let files = [groups, players, tuesday.clone()];
    let camp = applied(&camp, &Plan::new(&files, &camp, &as_new).changes);
    let [groups, players, tuesday] = files;
    let copy = Source {
        file: "Copy.csv".to_owned(),
        ..tuesday.clone()
    };
    let both = plan(&[groups, players, tuesday, copy], &camp);
    assert_eq!((both.games.added, both.games.changed), (0, 0));
    assert_eq!((both.games.unchanged, both.games.left_out), (2, 2));

    let rows = "1,2,1-0,7/13/2026\n3,4,1-0,7/13/2026\n";
    let old = text("Old.csv", &format!("White,Black,Result,Date\n{rows}"));
    let [groups, players, export] = list("1,1,2,1-0,7/13/2026\n2,3,4,0-1,7/13/2026\n");
    let files = [groups.clone(), players.clone(), old.clone()];
    let camp = applied(&empty_camp(), &plan(&files, &empty_camp()).changes);
    let corrected = plan(&[groups, players, export, old], &camp);
    assert_eq!((corrected.games.added, corrected.games.changed), (0, 1));
}

/// A row that is put between others, or taken out, shifts the numbers of those after it.
#[test]
fn a_list_that_is_renumbered_loses_no_game() {
    let played = |camp: &CampData, plan: &Plan| {
        assert!(plan.is_ready());
        let camp = applied(camp, &plan.changes);
        let games = camp.games.iter();
        let mut games = games
            .map(|game| (game.white.0, game.black.0, game.date.map(Date::day)))
            .collect::<Vec<_>>();
        games.sort_unstable();
        games
    };
    let first = list("1,1,2,1-0,7/13/2026\n2,1,3,1-0,7/14/2026\n");
    let camp = applied(&empty_camp(), &plan(&first, &empty_camp()).changes);
    let more = list("1,3,4,1-0,7/13/2026\n2,1,2,1-0,7/13/2026\n3,1,3,1-0,7/14/2026\n");
    let more = plan(&more, &camp);
    assert_eq!((more.games.added, more.games.unchanged), (1, 2));
    let expected = [(1, 2, Some(13)), (1, 3, Some(14)), (3, 4, Some(13))];
    assert_eq!(played(&camp, &more), expected);

    // Of the first of two files a row is gone. The second one takes its last number.
    let [groups, players, red] =
        list("1,1,2,1-0,7/13/2026\n2,1,3,1-0,7/13/2026\n3,1,4,1-0,7/14/2026\n");
    let blue = text(
        "Blue.csv",
        "GameID,White,Black,Result,Date\n4,2,3,1-0,7/14/2026\n",
    );
    let both = [groups.clone(), players.clone(), red, blue];
    let camp = applied(&empty_camp(), &plan(&both, &empty_camp()).changes);
    let red = text(
        "Games.csv",
        "GameID,White,Black,Result,Date\n1,1,3,1-0,7/13/2026\n2,1,4,1-0,7/14/2026\n",
    );
    let blue = text(
        "Blue.csv",
        "GameID,White,Black,Result,Date\n3,2,3,1-0,7/14/2026\n",
    );
    let shifted = plan(&[groups, players, red, blue], &camp);
    let left = played(&camp, &shifted);
    for game in [(1, 3, Some(13)), (1, 4, Some(14)), (2, 3, Some(14))] {
        assert!(left.contains(&game), "{game:?} in {left:?}");
    }
}

/// Typed first, imported later: the row is remembered, so that a correction after that stays.
#[test]
fn rows_of_records_that_were_typed_here_are_remembered() {
    let mut camp = imported();
    for group in Arc::make_mut(&mut camp.groups) {
        group.imported_row = None;
    }
    for player in Arc::make_mut(&mut camp.players) {
        player.imported_row = None;
    }
    let first = plan(&same_files(), &camp);
    assert!(first.brings_nothing() && !first.changes.is_empty());
    assert!(first.changes_in_words.is_empty());
    let mut camp = applied(&camp, &first.changes);
    assert!(plan(&same_files(), &camp).changes.is_empty());
    camper(&mut camp, 0).last_name = "Li".to_owned();
    let again = plan(&same_files(), &camp);
    assert!(again.brings_nothing() && again.changes.is_empty());
}

#[test]
fn a_group_that_was_renamed_is_not_added_again() {
    let mut camp = imported();
    group(&mut camp, 0).name = "Crimson".to_owned();
    let again = plan(&same_files(), &camp);
    assert!(again.changes.is_empty(), "{:#?}", again.changes);
    // A new child in it gets the rating of the group of now.
    let players = format!("{PLAYERS}4,Yang,Pa,Red,Yes,,,,,\n");
    group(&mut camp, 0).initial_rating = Some(450);
    let more = plan(&files(GROUPS, &players, GAMES), &camp);
    assert_eq!((more.groups.added, more.players.added), (0, 1));
    let pa = imported_player(&more, 4);
    assert_eq!(pa.group.as_deref(), Some("Crimson"));
    assert_eq!(pa.ratings.map(|ratings| ratings.weekly), Some(450));
}

#[test]
fn a_child_of_a_list_without_numbers_may_be_renamed() {
    let list = [text(
        "Players.csv",
        "Last Name,First Name,Group,Active\nLee,Ann,Red,1\nVang,Bo,Red,1\n",
    )];
    let mut camp = applied(&empty_camp(), &plan(&list, &empty_camp()).changes);
    camper(&mut camp, 0).last_name = "Li".to_owned();
    let again = plan(&list, &camp);
    assert!(again.changes.is_empty(), "{:#?}", again.changes);
}

/// The numbers that the games of a list without numbers get as new ones, and from which on they come last.
fn new_numbers(list: &str, camp: &CampData) -> (Vec<i64>, Option<i64>) {
    let planned = plan(&[text("Games.csv", list)], camp);
    let games = planned.changes.new_games.iter();
    let numbers = games.map(|game| game.from.number).collect();
    let camp = applied(camp, &planned.changes);
    let again = plan(&[text("Games.csv", list)], &camp);
    assert!(again.brings_nothing(), "{:?}", again.games);
    (numbers, planned.changes.further_from)
}

#[test]
fn a_number_that_a_deletion_has_freed_puts_no_further_game_before_older_ones() {
    let mut camp = imported();
    Arc::make_mut(&mut camp.games).remove(0);
    let november = "White,Black,Result,Date\n\
        2,1,(1-0),11/20/2026\n1,2,(0-1),11/20/2026\n1,3,(0-1),11/20/2026\n3,1,(0-1),11/20/2026\n";
    assert_eq!(
        new_numbers(november, &camp),
        (vec![4, 5, 6, 7], Some(4)),
        "in the order of the file, behind all others"
    );
}

#[test]
fn a_deleted_game_of_a_list_without_numbers_comes_back_where_it_was() {
    let rows = [
        "1,2,(1-0),7/13/2026\n",
        "2,1,(0-1),7/14/2026\n",
        "1,2,(0-1),7/15/2026\n",
    ];
    let list = format!("White,Black,Result,Date\n{}", rows.concat());
    let sources = files(GROUPS, PLAYERS, &list);
    let camp = applied(&empty_camp(), &plan(&sources, &empty_camp()).changes);
    for (at, number) in [(0, 1), (1, 2)] {
        let mut camp = camp.clone();
        Arc::make_mut(&mut camp.games).remove(at);
        assert_eq!(new_numbers(&list, &camp), (vec![number], None));
    }
}

#[test]
fn a_hundred_thousand_games_are_planned_at_once() {
    use std::fmt::Write as _;
    let mut games = String::from("GameID,White,Black,Result,Date\n");
    let mut players = String::from("ID,Last Name,First Name,Group,Active\n");
    for id in 1..=10_000 {
        writeln!(players, "{id},Last {id},First,Red,1").expect("room");
    }
    for number in 1..=100_000 {
        let (white, black) = (number % 9_999 + 1, number % 10_000 + 1);
        let black = if black == white { 10_000 } else { black };
        writeln!(games, "{number},{white},{black},(1-0),7/13/2026").expect("room");
    }
    let sources = [
        text("Groups.csv", GROUPS),
        text("Players.csv", &players),
        text("Games.csv", &games),
    ];
    let start = std::time::Instant::now();
    let first = plan(&sources, &empty_camp());
    let camp = applied(&empty_camp(), &first.changes);
    assert!(plan(&sources, &camp).changes.is_empty());
    assert_eq!(first.games.total(), 100_000);
    // Two plans of an unoptimised build; anything quadratic takes minutes.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn a_pasted_row_that_says_the_same_as_another_game_is_named() {
    let mut camp = imported();
    let mut typed = Game::new(PlayerId(1), PlayerId(2), GameResult::WhiteWon);
    typed.date = Some(date(2026, 7, 14));
    typed.sequence = 7;
    camp.games = Arc::new(vec![typed]);
    let rows = "White,Black,Result,Date\n\
        1,2,1-0,7/14/2026\n1,2,1-0,7/14/2026\n2,1,1-0,7/14/2026\n1,2,1-0,7/15/2026\n2,1,1-0,7/14/2026\n";
    let rows = [text("what you pasted", rows)];
    let pasted = Choices {
        adds_games: true,
        ..Choices::default()
    };
    let named = |choices: &Choices| {
        let plan = Plan::new(&rows, &camp, choices);
        assert_eq!(plan.changes.new_games.len(), 5);
        let notes = sentences(&plan, Severity::Note).into_iter();
        let notes = notes.filter(|note| note.contains("typed twice"));
        let notes = notes.collect::<Vec<_>>();
        assert_eq!(plan.repeated(), notes.len());
        notes
    };
    let same = |line: u32, first: &str| {
        format!(
            "what you pasted, line {line}: The same as {first}: same day, same colors, same result. It is added as another game. Delete it if it was typed twice"
        )
    };
    assert_eq!(
        named(&pasted),
        [
            same(2, "game 7"),
            same(3, "what you pasted, line 2"),
            same(6, "what you pasted, line 4"),
        ]
    );
    // A file has each of its games once, and may have the one that was typed here.
    assert_eq!(named(&Choices::default()), [same(2, "game 7")]);
}

/// It counted twice without a word.
#[test]
fn a_game_that_was_typed_here_and_then_comes_in_a_file_is_named() {
    let typed = |sequence: i64, result: GameResult| {
        let mut typed = Game::new(PlayerId(1), PlayerId(2), result);
        (typed.id, typed.sequence) = (GameId(sequence), sequence);
        typed.date = Some(date(2026, 7, 13));
        typed
    };
    let repeated = |games: Vec<Game>, list: &str| {
        let mut camp = imported();
        camp.games = Arc::new(games);
        let plan = plan(&files(GROUPS, PLAYERS, list), &camp);
        assert!(plan.is_ready());
        let notes = sentences(&plan, Severity::Note).into_iter();
        let notes = notes.filter(|note| note.contains("typed twice"));
        (plan.games.added, notes.collect::<Vec<_>>())
    };
    let white_won = typed(1, GameResult::WhiteWon);
    let named = |line: u32, game: u32| {
        format!(
            "Games.csv, line {line}: The same as game {game}: same day, same colors, same result. It is added as another game. Delete it if it was typed twice"
        )
    };
    assert_eq!(
        repeated(vec![white_won.clone()], GAMES),
        (3, vec![named(2, 1)])
    );
    let drawn = typed(1, GameResult::Draw);
    assert_eq!(repeated(vec![drawn], GAMES), (3, Vec::new()));
    // The file has it twice, under two numbers.
    let twice = format!("{GAMES}4,1,2,(1-0),7/13/2026\n");
    assert_eq!(
        repeated(vec![white_won.clone()], &twice),
        (4, vec![named(2, 1)])
    );
    let both = vec![white_won.clone(), typed(2, GameResult::WhiteWon)];
    assert_eq!(repeated(both, &twice), (4, vec![named(2, 1), named(5, 2)]));
    // A game of the file is none that was typed: the old program has it twice.
    let of_file = imported().games[0].clone();
    assert_eq!(repeated(vec![of_file], &twice), (3, Vec::new()));
}
