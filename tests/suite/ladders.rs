//! The further ladders on the real command line: a club without camp groups, from its list of games to standings and stories.

use camp_ladder::{
    domain::{Attendance, Edit, Game, GameResult, LadderSystem, NewLadder, NewMeeting, PlayerId},
    storage::{CampFile, HistoryMove, Mode, Occasion},
};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::program::{Desk, Ran};

/// The club of the source's example B, with days; and a draw.
const PLAYERS: &str =
    "ID,First Name,Last Name\n1,Alice,Olson\n2,Bob,Nguyen\n3,Chuck,Vang\n4,Dave,Yang\n5,Eve,Moua\n";
const GAMES: &str =
    "Date,White,Black,Result\n2026-09-07,3,1,1-0\n2026-09-08,4,3,1-0\n2026-09-14,1,2,1/2-1/2\n";

fn club() -> Desk {
    let desk = Desk::new();
    let files = [
        desk.file("Players.csv", PLAYERS),
        desk.file("Games.csv", GAMES),
    ];
    let mut arguments = vec!["import".into(), "Club.ladder".into()];
    arguments.extend(files.map(std::path::PathBuf::into_os_string));
    desk.run(arguments)
        .succeeded()
        .says("No camp groups. Camps: add groups in Camp groups. Clubs need none");
    desk
}

fn standings(desk: &Desk, more: &[&str]) -> Ran {
    let mut arguments = vec!["standings", "Club.ladder", "--system"];
    arguments.extend(more);
    desk.run(arguments)
}

fn json(desk: &Desk, more: &[&str]) -> Value {
    let mut arguments = more.to_vec();
    arguments.extend(["--format", "json"]);
    let ran = standings(desk, &arguments).succeeded();
    serde_json::from_str(&ran.out).expect("JSON and nothing else on standard output")
}

/// A key of every row, by first name.
fn by_name(json: &Value, key: &str) -> Vec<(String, Value)> {
    let rows = json["rows"].as_array().expect("rows").iter();
    rows.map(|row| {
        (
            row["first_name"].as_str().expect("a name").to_owned(),
            row[key].clone(),
        )
    })
    .collect()
}

fn listed(expected: &[(&str, Value)]) -> Vec<(String, Value)> {
    expected
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect()
}

#[test]
fn a_clubs_files_give_every_ladder() {
    let desk = club();
    let shown = json(&desk, &["club", "--set", "shared-ranks=hide-empty"]);
    assert_eq!(
        (&shown["system"], &shown["games"]),
        (&json!("club"), &json!(3))
    );
    assert_eq!(
        by_name(&shown, "value"),
        listed(&[
            ("Bob", json!(2)),
            ("Alice", json!(2)),
            ("Chuck", json!(3)),
            ("Dave", json!(3)),
            ("Eve", json!(5))
        ])
    );
    assert_eq!(by_name(&shown, "rank"), by_name(&shown, "value"));
    let alice = shown["rows"][1].clone();
    for (key, value) in [
        ("id", json!(1)),
        ("last_name", json!("Olson")),
        ("won", json!(0)),
        ("drawn", json!(1)),
        ("lost", json!(1)),
        ("percent", json!(25.0)),
        ("start", json!(1)),
    ] {
        assert_eq!(alice[key], value, "{key}");
    }
    assert_eq!(
        shown["rows"][4]["percent"],
        Value::Null,
        "no games, no percentage"
    );
    assert_eq!(shown.get("accuracy"), None);

    let courier = json(&desk, &["game-courier"]);
    assert_eq!(courier["accuracy"].as_array().map(Vec::len), Some(3));
    let row = &courier["rows"][0];
    assert_eq!(row["first_name"], "Dave");
    let float = |key: &str| row[key].as_f64().expect("a number");
    assert!((f64::midpoint(float("first"), float("second")) - float("rating")).abs() < 1e-9);
    assert!((float("share") - 100.0).abs() < 1e-9);
    assert!(float("rating").fract() > 0.0, "not cut");

    let league = json(&desk, &["race-code"]);
    // Chuck 2, Alice 1; Dave beats Chuck, who is worth 2: 4, Chuck 3; a draw: Alice 2.5, Bob 1.5.
    assert_eq!(
        by_name(&league, "value"),
        listed(&[
            ("Dave", json!(4)),
            ("Chuck", json!(3)),
            ("Alice", json!(2.5)),
            ("Bob", json!(1.5)),
            ("Eve", json!(0))
        ])
    );
    let game = &league["game_data"][1];
    for (key, value) in [
        ("player1", json!(4)),
        ("player2", json!(3)),
        ("outcome1", json!("Win")),
        ("outcome2", json!("Loss")),
        ("value1", json!(4)),
        ("value2", json!(1)),
        ("date", json!("2026-09-08")),
    ] {
        assert_eq!(game[key], value, "{key}");
    }
    let latest = json(&desk, &["race-code", "--set", "current-value=latest"]);
    assert_eq!(
        by_name(&latest, "highest"),
        by_name(&latest, "value")
            .into_iter()
            .map(|(name, value)| {
                let value = if name == "Chuck" { json!(2) } else { value };
                (name, value)
            })
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_four_ways_to_show_shared_ranks() {
    let desk = club();
    let ranks = |setting: &str| {
        let set = format!("shared-ranks={setting}");
        by_name(&json(&desk, &["club", "--set", &set]), "value")
    };
    assert_eq!(
        ranks("close-top"),
        listed(&[
            ("Bob", json!(1)),
            ("Alice", json!(1)),
            ("Chuck", json!(2)),
            ("Dave", json!(2)),
            ("Eve", json!(5))
        ])
    );
    // Chuck 1, Bob 2, Alice 3, Dave 4, Eve 5; then Dave goes to 4 − 2 = 2 and Chuck to 2: Dave before Bob, Chuck behind.
    assert_eq!(
        ranks("none"),
        listed(&[
            ("Dave", json!(1)),
            ("Bob", json!(2)),
            ("Chuck", json!(3)),
            ("Alice", json!(4)),
            ("Eve", json!(5))
        ])
    );
    assert_eq!(ranks("show-empty"), ranks("hide-empty"));
    let empty = json(&desk, &["club", "--set", "shared-ranks=show-empty"]);
    assert_eq!(empty["empty_ranks"], json!([1, 4]));
    let table = standings(&desk, &["club", "--set", "shared-ranks=show-empty"])
        .succeeded()
        .out;
    let lines = table
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().next().unwrap_or_default());
    assert_eq!(
        lines.collect::<Vec<_>>(),
        ["1", "2", "2", "3", "3", "4", "5"],
        "{table}"
    );
}

#[test]
fn filters_are_taken_and_what_is_wrong_with_them_is_said() {
    let desk = club();
    let games = |set: &str| json(&desk, &["race-code", "--set", set])["games"].clone();
    assert_eq!(games("from=2026-09-08"), json!(2));
    assert_eq!(games("to=2026-09-07"), json!(1));
    assert_eq!(games("weeks=1"), json!(3));
    assert_eq!(games("counted=all"), json!(3));
    assert_eq!(games("max-age-days=99999"), json!(3));
    let none = standings(&desk, &["game-courier", "--set", "to=2026-01-01"]).succeeded();
    assert!(
        none.out.starts_with("No games passed through the filters"),
        "{}",
        none.out
    );
    let none = json(&desk, &["game-courier", "--set", "to=2026-01-01"]);
    assert_eq!((&none["rows"], none.get("accuracy")), (&json!([]), None));
    for (set, sentence) in [
        ("weeks=2", "The camp has no week 2. Choose other weeks"),
        ("group=Red", "There is no group “Red” in this camp"),
        (
            "from=yesterday",
            "from=yesterday: a day is needed, as in 2026-09-03",
        ),
        (
            "top=5",
            "There is no setting “top” for the Race Code league. There are current-value, background, from,",
        ),
        (
            "current-value=best",
            "current-value=best: choose one of accumulate, latest",
        ),
    ] {
        standings(&desk, &["race-code", "--set", set]).refused(sentence);
    }
    let backwards = [
        "race-code",
        "--set",
        "from=2026-09-09",
        "--set",
        "to=2026-09-08",
    ];
    standings(&desk, &backwards)
        .refused("The first day, 2026-09-09, is after the last, 2026-09-08");
    standings(&desk, &["weekly", "--set", "challenge-top=1"])
        .refused("The camp ladder of a week has no setting");
}

#[test]
fn a_story_is_told_game_by_game() {
    let desk = club();
    let explain = |arguments: &[&str]| {
        let mut all = vec!["explain", "Club.ladder"];
        all.extend(arguments);
        desk.run(all)
    };
    let club = explain(&[
        "--system",
        "club",
        "--set",
        "shared-ranks=hide-empty",
        "--player",
        "3",
    ])
    .succeeded();
    for line in [
        "Week 1, game 1, 9/7/2026: Beat Alice Olson: 3 → 2",
        "  The lower placed of the two won: half of 3 − 1 = 2, rounded up, is 1, and 3 − 1 = 2.",
        "Week 1, game 2, 9/8/2026: Lost to Dave Yang: 2 → 3",
    ] {
        assert!(club.out.contains(line), "{}", club.out);
    }
    let league = explain(&["--system", "race-code", "--player", "4"]).succeeded();
    assert!(
        league.out.contains("Together 4: 0 + 4 = 4."),
        "{}",
        league.out
    );
    let courier = explain(&["--system", "game-courier", "--player", "2"]).succeeded();
    assert!(
        courier.out.contains("First pass: 1 game with Alice Olson"),
        "{}",
        courier.out
    );
    let weekly = explain(&["--system", "weekly", "--player", "3"]).succeeded();
    assert!(
        weekly
            .out
            .contains("Game 1, 9/7/2026: Chuck Vang 1–0 Alice Olson: 0 → 16"),
        "{}",
        weekly.out
    );
    explain(&["--system", "club", "--player", "17"]).refused("This player is not on the ladder");
    explain(&["--system", "weekly", "--player", "17"]).refused("There is no player 17 in week 1");
}

/// Ladders and meetings that the camp keeps: by name, and each change undone.
#[test]
fn a_kept_ladder_follows_meetings_and_corrections() {
    let desk = club();
    let path = desk.path("Club.ladder");
    let does = |edit: &Edit| {
        let mut file = CampFile::open(&path, Mode::Change).expect("the club");
        let camp = file.load().expect("the club");
        file.apply(edit, &Occasion::now(edit.name(&camp)))
            .expect("a change");
    };
    does(&Edit::AddLadder(NewLadder {
        name: "Monday ladder".to_owned(),
        system: LadderSystem::Club,
        settings: [("shared-ranks".to_owned(), "hide-empty".to_owned())].into(),
    }));
    let kept = || {
        let ran = desk.run([
            "standings",
            "Club.ladder",
            "--ladder",
            "monday ladder",
            "--format",
            "json",
        ]);
        serde_json::from_str::<Value>(&ran.succeeded().out).expect("JSON")
    };
    let first = kept();
    assert_eq!(first["ladder"], "Monday ladder");
    assert_eq!(
        first["rows"],
        json(&desk, &["club", "--set", "shared-ranks=hide-empty"])["rows"]
    );
    does(&Edit::AddMeeting(NewMeeting {
        attendance: [
            (PlayerId(5), Attendance::Absent),
            (PlayerId(2), Attendance::Excused),
        ]
        .into(),
        ..NewMeeting::new(date(2026, 9, 21))
    }));
    let ranks = by_name(&kept(), "value");
    assert!(ranks.contains(&("Eve".to_owned(), json!(6))), "{ranks:?}");
    assert!(ranks.contains(&("Bob".to_owned(), json!(2))), "{ranks:?}");
    // The first game was a draw after all: everything after it is another ladder, the one of a club that typed it so.
    let camp = CampFile::open(&path, Mode::ReadOnly)
        .expect("the club")
        .load()
        .expect("the club");
    does(&Edit::put(&Game {
        result: GameResult::Draw,
        ..camp.games[0].clone()
    }));
    let corrected = by_name(&kept(), "value");
    // Dave 4 − ceil(1 / 2) = 3, Chuck 4.
    assert_eq!(
        corrected,
        listed(&[
            ("Alice", json!(1)),
            ("Bob", json!(2)),
            ("Dave", json!(3)),
            ("Chuck", json!(4)),
            ("Eve", json!(6))
        ])
    );
    let mut file = CampFile::open(&path, Mode::Change).expect("the club");
    let next = |file: &CampFile| {
        file.next_steps()
            .expect("the history")
            .undo
            .expect("a step")
    };
    assert_eq!(next(&file), "Change result of game 1");
    for _ in 0..2 {
        file.move_in_history(HistoryMove::Undo).expect("undone");
    }
    drop(file);
    assert_eq!(kept(), first);
    desk.run(["standings", "Club.ladder", "--ladder", "Friday"])
        .refused("There is no ladder “Friday” in this camp. There is Monday ladder");
}

/// The background leaves the camp file only when somebody asks for it by name.
#[test]
fn the_background_is_put_out_only_if_it_is_asked_for() {
    let desk = club();
    let path = desk.path("Club.ladder");
    let mut file = CampFile::open(&path, Mode::Change).expect("the club");
    let camp = file.load().expect("the club");
    let mut player = camp.players[0].clone();
    player.background = "Norwegian".to_owned();
    file.apply(&Edit::put(&player), &Occasion::now("A change"))
        .expect("a change");
    file.apply(
        &Edit::AddLadder(NewLadder {
            name: "League".to_owned(),
            system: LadderSystem::RaceCode,
            settings: [("background".to_owned(), "yes".to_owned())].into(),
        }),
        &Occasion::now("A change"),
    )
    .expect("a change");
    drop(file);
    for format in ["table", "csv", "json"] {
        let of = |more: &[&str]| {
            let mut arguments = vec!["standings", "Club.ladder", "--format", format];
            arguments.extend(more);
            desk.run(arguments).succeeded().out
        };
        for more in [&["--ladder", "League"][..], &["--system", "race-code"]] {
            let out = of(more);
            assert!(
                !out.contains("Norwegian") && !out.to_lowercase().contains("background"),
                "{out}"
            );
        }
        assert!(of(&["--system", "race-code", "--set", "background=yes"]).contains("Norwegian"));
    }
}

/// A list of games that names its players, and no other list.
#[test]
fn games_alone_can_bring_their_players() {
    let desk = Desk::new();
    let games = desk.file(
        "Games.csv",
        "Date,White,Black,Result,Tournament\n2026-09-07,Chuck Vang,Alice Olson,1-0,Fall Open\n2026-09-08,\"Olson, Alice\",Bob Nguyen,0-1,\n",
    );
    let import = |more: &[&str]| {
        let mut arguments = vec!["import", "Club.ladder"];
        arguments.extend(more);
        arguments.push(games.to_str().expect("UTF-8"));
        desk.run(arguments)
    };
    import(&[])
        .refused("Nothing could be imported")
        .says("To add unknown players by their names in the games: --unknown-players add");
    import(&["--unknown-players", "add"]).succeeded();
    let open = json(&desk, &["race-code", "--set", "tournament=fall open"]);
    assert_eq!(open["games"], json!(1));
    let all = json(&desk, &["race-code"]);
    // Alice was worth 1 when Bob, worth nothing, beat her.
    assert_eq!(
        by_name(&all, "value"),
        listed(&[("Bob", json!(3)), ("Alice", json!(2)), ("Chuck", json!(2))])
    );
    import(&["--unknown-players", "add"])
        .succeeded()
        .says("Everything in these files is in the camp already");
}
