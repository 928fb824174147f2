//! The table "the old program / ours", row by row, on the whole way: a file as Access exports it, the camp file, Recalc Ratings.

use std::{collections::BTreeMap, fs, ops::ControlFlow};

use camp_ladder::{
    domain::{Edit, LadderProblem, Player, PlayerId, Ratings, SavedRatings},
    import::{Choices, Meaning, Plan, Problem, Severity, Source, UnknownPlayers, read_text},
    rating::camp_ladder::{NoAnswer, Recalculation, recalculate},
    storage::{CampFile, Mode, Occasion},
};

use crate::{
    program::Desk,
    replay::{OldGame, OldPlayer, recalc_ratings},
    sample::{self, TODAY, imported, ratings},
    tables::dump,
};

const GROUPS: &str = "Group,Initial Ladder Rating\nBlue,1000\nGold,1300\n";
const PLAYERS: &str = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm\n\
    1,Lee,Ann,Blue,1,1000,900,900\n2,Vang,Bo,Gold,1,1300,1310,1310\n3,Cruz,Ola,Gold,0,1250,1240,1200\n";
const HEADER: &str = "GameID,White,Black,Result,Date\n";

fn camp(groups: &str, players: &str, games: &str) -> [Source; 3] {
    [
        ("Camp Groups.csv", groups),
        ("Ladder Players.csv", players),
        ("Ladder Games.csv", games),
    ]
    .map(|(name, text)| read_text(name, text.as_bytes()).expect("a table"))
}

fn games(rows: &str) -> [Source; 3] {
    camp(GROUPS, PLAYERS, &format!("{HEADER}{rows}"))
}

fn press(file: &mut CampFile) -> Result<Recalculation, NoAnswer> {
    let ladder = file.ladder().expect("a ladder");
    let answer = recalculate(&ladder, |_, _| ControlFlow::Continue(()))?;
    file.apply(
        &Edit::SaveRatings(answer.saved.clone()),
        &Occasion::now("A change"),
    )
    .expect("ratings are saved");
    Ok(answer)
}

fn meant(meanings: &[(&str, Meaning)]) -> Choices {
    Choices {
        results: meanings
            .iter()
            .map(|(text, meaning)| ((*text).to_owned(), *meaning))
            .collect(),
        ..Choices::default()
    }
}

fn plan(sources: &[Source], choices: &Choices) -> Plan {
    let empty = CampFile::in_memory("Test camp", TODAY)
        .expect("memory")
        .load()
        .expect("a camp");
    Plan::new(sources, &empty, choices)
}

// "anything but (1-0), also (0-1) and typing errors, was a draw"

#[test]
fn a_win_of_black_counts_as_one_and_it_is_said_that_access_rated_a_draw() {
    let sources = games("1,1,2,(0-1),7/16/2026\n2,1,2,(1/2-1/2),7/16/2026\n");
    let mut file = imported(&sources, &Choices::default());
    press(&mut file).expect("an answer");
    // 1000 loses to 1300: step(−300) = −12, so −16 + 12; then 996 draws 1304: step(−308) = −12.
    let after = ratings(&file);
    assert_eq!([after[&1].0, after[&2].0], [1008, 1292]);
    let said = plan(&sources, &Choices::default()).problems;
    let said = said.iter().map(Problem::sentence).collect::<Vec<_>>();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("“(0-1)”")
            && said[0].contains("Access rated")
            && said[0].contains("as a draw"),
        "{said:?}"
    );
}

#[test]
fn the_director_may_have_black_wins_rated_as_access_did() {
    let sources = games("1,1,2,(0-1),7/6/2026\n2,1,2,(1/2-1/2),7/6/2026\n");
    let mut file = imported(&sources, &sample::as_access_rated());
    press(&mut file).expect("an answer");
    // Two draws: step(−300) = −12, then step(1012 − 1288) = −11.
    let after = ratings(&file);
    assert_eq!([after[&1].0, after[&2].0], [1023, 1277]);
}

#[test]
fn a_typing_error_is_mapped_or_skipped_and_never_guessed() {
    let sources = games("1,1,2,(1-0,7/6/2026\n2,1,2,(1-0),7/6/2026\n");
    let waiting = plan(&sources, &Choices::default());
    assert!(!waiting.is_ready());
    let results = |choices: &Choices| {
        let camp = imported(&sources, choices).load().expect("a camp");
        camp.games
            .iter()
            .map(|game| game.result.sign())
            .collect::<Vec<_>>()
    };
    assert_eq!(results(&meant(&[("(1-0", Meaning::White)])), [1, 1]);
    assert_eq!(results(&meant(&[("(1-0", Meaning::Draw)])), [0, 1]);
    assert_eq!(results(&meant(&[("(1-0", Meaning::Black)])), [-1, 1]);
    assert_eq!(results(&meant(&[("(1-0", Meaning::Skip)])), [1]);
}

// "a group missing from Camp Groups stopped it halfway, ratings half reset"

#[test]
fn a_missing_group_stops_it_before_anything_changes_with_the_players_named() {
    let desk = Desk::new();
    let files = [
        desk.file(
            "Camp Groups.csv",
            "Group,Initial Ladder Rating\nBlue,1000\n",
        ),
        desk.file("Ladder Players.csv", PLAYERS),
        desk.file(
            "Ladder Games.csv",
            format!("{HEADER}1,1,2,(1-0),7/6/2026\n"),
        ),
    ];
    desk.import(&files)
        .succeeded()
        .says("The group Gold has 2 players, but no table describes it");
    let before = dump(&desk.camp());
    let bytes = fs::read(desk.camp()).expect("a camp file");
    desk.run(["recalc", "Camp.ladder"])
        .refused("The group Gold has no initial ladder rating, and Bo Vang is in it")
        .says("nothing has changed");
    assert_eq!(dump(&desk.camp()), before);
    assert_eq!(
        fs::read(desk.camp()).expect("a camp file"),
        bytes,
        "every byte"
    );
}

#[test]
fn a_player_without_a_group_stops_it_too() {
    let players = PLAYERS.replace("Ann,Blue", "Ann,");
    let mut file = imported(&camp(GROUPS, &players, HEADER), &Choices::default());
    let before = ratings(&file);
    assert_eq!(
        press(&mut file),
        Err(NoAnswer::Problems(vec![LadderProblem::NoGroup {
            player: PlayerId(1)
        }]))
    );
    assert_eq!(ratings(&file), before);
}

// "an unknown player counted as an opponent rated 0"

#[test]
fn games_of_unknown_players_are_listed_and_left_out() {
    let sources = games("1,1,99,(1-0),7/6/2026\n2,1,2,(1-0),7/6/2026\n");
    let plan = plan(&sources, &Choices::default());
    let left_out = plan
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::LeftOut);
    let left_out = left_out.map(Problem::sentence).collect::<Vec<_>>();
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert!(
        left_out[0].starts_with("Ladder Games.csv, line 2: Black is “99”"),
        "{left_out:?}"
    );
    let file = imported(&sources, &Choices::default());
    assert_eq!(file.load().expect("a camp").games.len(), 1);
}

/// As a placeholder, an unknown player is an opponent rated 0, as in the old program, but one whose rating moves.
#[test]
fn a_placeholder_plays_from_rating_0() {
    let sources = games("1,1,99,(1-0),7/6/2026\n");
    let choices = Choices {
        unknown_players: UnknownPlayers::Placeholder,
        ..Choices::default()
    };
    let mut file = imported(&sources, &choices);
    let camp = file.load().expect("a camp");
    let placeholder = camp.player(PlayerId(99)).expect("a placeholder");
    assert!(!placeholder.active);
    assert_eq!(placeholder.frozen, Some(Ratings::default()));
    press(&mut file).expect("an answer");

    let groups = BTreeMap::from([("Blue".to_owned(), 1000), ("Gold".to_owned(), 1300)]);
    let ann = OldPlayer {
        id: 1,
        group: "Blue".to_owned(),
        active: true,
        rating: 1000,
        permanent: 900,
        start: 900,
    };
    let game = OldGame {
        white: 1,
        black: 99,
        outcome: "(1-0)".to_owned(),
    };
    let in_access = recalc_ratings(&groups, &[ann], &[game]);
    let after = ratings(&file);
    assert_eq!(after[&1], in_access[&1], "for the opponent nothing differs");
    // The other side of a difference beyond 375: −16 + 15.
    assert_eq!(after[&99], (-1, -1));
    press(&mut file).expect("an answer");
    assert_eq!(ratings(&file), after, "and twice equals once");
}

// "order of games: whatever Access returned"

#[test]
fn games_are_played_by_number_or_else_by_row() {
    // 1000 beats 1300, then loses to 1300, is not the same as the other way round.
    let first = "1,1,2,(1-0),7/6/2026\n2,2,1,(1-0),7/6/2026\n";
    let turned = "2,2,1,(1-0),7/6/2026\n1,1,2,(1-0),7/6/2026\n";
    let after = |rows: &str| {
        let mut file = imported(&games(rows), &Choices::default());
        press(&mut file).expect("an answer");
        ratings(&file)
    };
    let by_number = after(first);
    // +16+12 each way: 1028 and 1272; then White is 1272: step(244) = 9, so +16−9 and −16+9.
    assert_eq!([by_number[&1].0, by_number[&2].0], [1021, 1279]);
    assert_eq!(after(turned), by_number);

    let by_row = |rows: [&str; 2]| {
        let text = format!("White,Black,Result\n{}\n{}\n", rows[0], rows[1]);
        let mut file = imported(&camp(GROUPS, PLAYERS, &text), &Choices::default());
        press(&mut file).expect("an answer");
        ratings(&file)
    };
    assert_eq!(by_row(["1,2,(1-0)", "2,1,(1-0)"]), by_number);
    // 1300 beats 1000 first: 1304 and 996; then White is 996: step(−308) = −12, so +28 and −28.
    let turned = by_row(["2,1,(1-0)", "1,2,(1-0)"]);
    assert_eq!([turned[&1].0, turned[&2].0], [1024, 1276]);
}

// "blank start-of-week permanent rating counted as 0"

#[test]
fn a_blank_start_counts_as_0_with_a_warning_and_a_way_to_fill_it() {
    let players = PLAYERS.replace("1000,900,900", "1000,900,");
    let sources = camp(GROUPS, &players, HEADER);
    let mut file = imported(&sources, &Choices::default());
    let answer = press(&mut file).expect("an answer");
    assert_eq!(
        answer.doubts,
        [LadderProblem::BlankStart {
            player: PlayerId(1)
        }]
    );
    assert_eq!(ratings(&file)[&1], (1000, 0));
    let said = plan(&sources, &Choices::default()).problems;
    assert!(
        said.iter().any(|problem| problem
            .sentence()
            .contains("Ann Lee has no permanent rating for the start of the week")),
        "{said:?}"
    );

    file.apply(&Edit::FillBlankStarts, &Occasion::now("A change"))
        .expect("a change");
    let answer = press(&mut file).expect("an answer");
    assert_eq!(answer.doubts, []);
    assert_eq!(ratings(&file)[&1], (1000, 1000));
}

#[test]
fn a_new_player_starts_at_the_initial_rating_of_the_group() {
    let mut file = imported(&games(""), &Choices::default());
    let group = file
        .load()
        .expect("a camp")
        .groups
        .iter()
        .find(|group| group.name == "Gold")
        .map(|group| group.id);
    let player = Player {
        last_name: "Xiong".to_owned(),
        first_name: "Mai".to_owned(),
        group: Some(group.expect("Gold")),
        ..Player::default()
    };
    file.apply(&Edit::AddPlayer(player), &Occasion::now("A change"))
        .expect("a player");
    press(&mut file).expect("an answer");
    assert_eq!(ratings(&file)[&4], (1300, 1300));
}

// "no games: ratings reset, no message"

#[test]
fn without_games_ratings_are_reset_and_it_is_said() {
    let players = PLAYERS.replace("1,1000,900,900", "1,1111,999,900");
    let mut file = imported(&camp(GROUPS, &players, HEADER), &Choices::default());
    let answer = press(&mut file).expect("an answer");
    assert_eq!(
        ratings(&file),
        BTreeMap::from([(1, (1000, 900)), (2, (1300, 1310)), (3, (1250, 1240))])
    );
    assert!(
        answer.sentence().contains("no games to count"),
        "{}",
        answer.sentence()
    );
}

// "16-bit overflow error"

#[test]
fn a_rating_out_of_range_is_a_clear_error_and_nothing_is_saved() {
    let groups = GROUPS.replace("Gold,1300", "Gold,32767");
    let sources = camp(
        &groups,
        PLAYERS,
        &format!("{HEADER}1,1,2,(1-0),7/6/2026\n2,2,1,(1-0),7/6/2026\n3,2,1,(1-0),7/6/2026\n"),
    );
    let mut file = imported(&sources, &Choices::default());
    // +31, then twice +1: the highest is 1000 + 31 − 2, and 32767 − 31 + 2 is in range.
    press(&mut file).expect("an answer");
    assert_eq!(ratings(&file)[&2].0, 32_738);

    let sources = camp(&groups, PLAYERS, &format!("{HEADER}1,2,1,(1-0),7/6/2026\n"));
    let mut file = imported(&sources, &Choices::default());
    let before = ratings(&file);
    let refused = press(&mut file);
    let problem = LadderProblem::OutOfRange {
        player: PlayerId(2),
    };
    assert_eq!(refused, Err(NoAnswer::Problems(vec![problem.clone()])));
    assert_eq!(ratings(&file), before);
    let sentence = problem.sentence(&file.load().expect("a camp"));
    assert!(
        sentence.contains("Bo Vang") && sentence.contains("32767"),
        "{sentence}"
    );
}

// "so that pressing the button twice moved the ratings again"

#[test]
fn pressing_twice_changes_nothing_also_for_inactive_players() {
    let mut file = imported(
        &games("1,3,1,(1-0),7/6/2026\n2,3,2,(1-0),7/7/2026\n"),
        &Choices::default(),
    );
    press(&mut file).expect("an answer");
    let once = ratings(&file);
    assert_ne!(once[&3], (1250, 1240), "the inactive player's games count");
    for _ in 0..3 {
        let answer = press(&mut file).expect("an answer");
        assert_eq!(answer.changed, 0);
        assert_eq!(ratings(&file), once);
    }
}

/// What fails while it is saved leaves the tables as they were: here the file turns read-only in the meantime.
#[test]
fn a_recalculation_that_cannot_be_saved_changes_nothing() {
    let desk = Desk::new();
    desk.import(&sample::files("csv")).succeeded();
    let is_refused = |file: &mut CampFile, saved: &SavedRatings| {
        let edit = Edit::SaveRatings(saved.clone());
        file.apply(&edit, &Occasion::now("A change")).is_err()
    };
    let bytes = fs::read(desk.camp()).expect("a camp file");
    let mut file = CampFile::open(&desk.camp(), Mode::ReadOnly).expect("a camp to look at");
    let ladder = file.ladder().expect("a ladder");
    let answer = recalculate(&ladder, |_, _| ControlFlow::Continue(())).expect("an answer");
    let mut saved = answer.saved;
    assert!(is_refused(&mut file, &saved));
    drop(file);
    let after = fs::read(desk.camp()).expect("a camp file");
    assert!(after == bytes, "looking at the camp changed its file");

    // A player fewer than the camp has, and one that isn't there in the place of the last: refused halfway.
    let before = dump(&desk.camp());
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp");
    let history = file.history().expect("a history");
    let last = saved.ratings.pop().expect("players");
    assert!(is_refused(&mut file, &saved));
    saved.ratings.push((PlayerId(last.0.0 + 1000), last.1));
    assert!(is_refused(&mut file, &saved));
    assert_eq!(file.history().expect("a history"), history);
    drop(file);
    assert!(dump(&desk.camp()) == before, "the camp has changed");
}
