//! `camp-ladder publish`: the folder that goes onto the web.

use std::{collections::BTreeSet, fs};

use camp_ladder::{
    domain::{CampSettings, Edit, LadderSystem, NewLadder, PublishedNames, SettingValues},
    storage::{CampFile, Mode, Occasion},
};

use crate::program::{Desk, Ran};

fn publish(desk: &Desk, more: &[&str]) -> Ran {
    let mut arguments = vec!["publish", "Camp.ladder", "--out", "pages"];
    arguments.extend(more);
    desk.run(arguments)
}

fn names(desk: &Desk) -> Vec<String> {
    let entries = fs::read_dir(desk.path("pages")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

fn page(desk: &Desk, name: &str) -> String {
    fs::read_to_string(desk.path("pages").join(name)).expect("a page")
}

/// The cells of a CSV file, without its titles.
fn rows(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{FEFF}');
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        row.iter().map(ToOwned::to_owned).collect()
    });
    rows.collect()
}

#[test]
fn every_week_is_published_and_replaced_by_the_next_time() {
    let desk = Desk::with_sample();
    let ran = publish(&desk, &[]).succeeded();
    assert_eq!(ran.out, "", "nobody asked for text");
    ran.says("Campers are named by first name and initial. For another way: --names")
        .says("Published 1 week in 44 files. The page to open: “pages/index.html”");
    let (players, others): (Vec<_>, Vec<_>) = names(&desk)
        .into_iter()
        .partition(|name| name.starts_with("player-"));
    assert_eq!(players.len(), 40, "the active ones");
    assert_eq!(
        others,
        [
            "camp-ladder-files.txt",
            "index.html",
            "week-1.csv",
            "week-1.html",
            "week-1.xlsx"
        ]
    );

    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start", "--label", "Gold camp"])
        .succeeded();
    publish(&desk, &["--names", "full"])
        .succeeded()
        .says("Campers are named by their full names\n")
        .says("Published 2 weeks in 47 files");
    assert_eq!(names(&desk).len(), 48);
    assert!(page(&desk, "index.html").contains("Week 2: Gold camp"));

    let game = "GameID,White,Black,Result,Date\n9001,10,31,(1-0),7/13/2026\n";
    let game = desk.file("Ladder Games.csv", game);
    desk.import(&[game]).succeeded();
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    publish(&desk, &["--names", "full"])
        .succeeded()
        .says("Published 2 weeks in 50 files");
    assert!(page(&desk, "index.html").contains("href=\"season.html\""));

    let one = ["--names", "number", "--week", "1"];
    publish(&desk, &one).refused("The pages of other weeks are in “pages”, and would be removed");
    assert_eq!(names(&desk).len(), 51, "all are there");
    fs::remove_dir_all(desk.path("pages")).expect("the pages");
    publish(&desk, &one)
        .succeeded()
        .says("Published 1 week in 44 files");
    assert_eq!(names(&desk).len(), 45);
    assert!(page(&desk, "index.html").contains("Final standings"));
    assert!(page(&desk, "week-1.html").contains("Camper 11"));
}

/// Against the other way to get the standings.
#[test]
fn the_published_figures_are_those_of_the_standings() {
    let desk = Desk::with_sample();
    publish(&desk, &["--names", "number"]).succeeded();
    let figures = |row: &[String], columns: &[usize]| {
        columns
            .iter()
            .map(|column| row[*column].clone())
            .collect::<Vec<_>>()
    };
    let published = rows(&page(&desk, "week-1.csv"));
    let published = published.iter().map(|row| {
        let number = row[1].strip_prefix("Camper ").expect("a number");
        let mut row = figures(row, &[0, 2, 4, 5, 6, 7, 8, 9]);
        row.push(number.to_owned());
        row
    });
    let ran = desk
        .run(["standings", "Camp.ladder", "--format", "csv"])
        .succeeded();
    let printed = rows(&ran.out);
    let printed = printed
        .iter()
        .map(|row| figures(row, &[0, 4, 5, 7, 8, 9, 10, 11, 1]));
    let printed = printed.collect::<BTreeSet<_>>();
    assert!(printed.len() > 30, "the sample camp");
    assert_eq!(published.collect::<BTreeSet<_>>(), printed);
}

#[test]
fn the_camps_own_setting_decides_unless_another_is_asked_for() {
    let desk = Desk::with_sample();
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp file");
    let settings = CampSettings {
        published_names: Some(PublishedNames::Number),
        ..CampSettings::default()
    };
    let edit = Edit::ChangeSettings(Box::new(settings));
    file.apply(&edit, &Occasion::now("A change"))
        .expect("a change");
    drop(file);
    publish(&desk, &[])
        .succeeded()
        .says("Campers are named by their numbers only, as the camp’s settings say");
    assert!(page(&desk, "index.html").contains("Camper 11"));
    publish(&desk, &["--names", "initial"])
        .succeeded()
        .says("Campers are named by first name and initial\n");
    assert!(!page(&desk, "index.html").contains("Camper 11"));
}

#[test]
fn what_can_not_be_published_is_said_and_changes_nothing() {
    let desk = Desk::with_sample();
    publish(&desk, &["--week", "7"]).refused("There is no week 7 in this camp. It has week 1");
    desk.run(["publish", "Camp.ladder", "--out", "."])
        .refused("is in this folder, and would get onto the web together with the pages");
    desk.run(["publish", "Camp.ladder", "--out", "no/pages"])
        .refused("The folder “no” doesn’t exist. Choose another one");
    assert_eq!(desk.names(), ["Camp.ladder"]);

    fs::create_dir(desk.path("pages")).expect("a folder");
    fs::write(desk.path("pages/index.html"), "home").expect("a file");
    publish(&desk, &[]).refused("which Camp Ladder didn’t write (index.html)");
    assert_eq!(page(&desk, "index.html"), "home");
    assert_eq!(names(&desk), ["index.html"]);
}

#[test]
fn ratings_that_are_older_than_the_games_are_said() {
    let desk = Desk::new();
    desk.import(&crate::sample::files("csv")).succeeded();
    publish(&desk, &[])
        .succeeded()
        .says("Recalc needed: camp-ladder recalc");
}

#[test]
fn ratings_are_older_than_the_games_also_while_a_camper_has_no_group() {
    let desk = Desk::new();
    desk.import(&crate::sample::files("csv")).succeeded();
    fs::write(desk.path("lee.csv"), "Last Name,First Name\nLee,Ann\n").expect("a file");
    desk.run(["import", "Camp.ladder", "lee.csv"]).succeeded();
    desk.run(["recalc", "Camp.ladder"]).refused("has no group");
    let said = "Recalc needed, but problems stop it. To list them: camp-ladder check";
    publish(&desk, &[]).succeeded().says(said);
    desk.run(["standings", "Camp.ladder"])
        .succeeded()
        .says(said);
    desk.run(["print", "Camp.ladder", "standings", "--out", "s.pdf"])
        .succeeded()
        .says(said);
}

#[test]
fn crosstables_of_us_chess_are_published_where_they_are_asked_for() {
    let desk = Desk::with_sample();
    publish(&desk, &["--crosstables"])
        .succeeded()
        .says("This camp has no sections of US Chess")
        .says("Published 1 week in 44 files");
    let event = r#"{"event": {"id": "202608300103", "name": "Late Open", "ends": "2026-06-30"}, "sections": [
        {"number": 5, "name": "Reserve", "systems": ["regular"], "players": [
            {"pair": 1, "id": "30000001", "name": "Berger, Anna", "birth": "2011-07-19", "rounds": ["W2w"], "regular": {"rating": 1500}},
            {"pair": 2, "id": "30000002", "name": "Vang, Bo", "rounds": ["L1b"], "regular": {"rating": 1500}}]}]}"#;
    desk.file("event.json", event);
    desk.run(["us-chess", "Camp.ladder", "import", "event.json"])
        .succeeded();
    publish(&desk, &[])
        .succeeded()
        .says("Published 1 week in 44 files");
    let ratings = |desk: &Desk| {
        publish(desk, &["--crosstables", "--names", "initial"])
            .succeeded()
            .says("Published 1 week and 1 crosstable in 47 files");
        let rows = rows(&page(desk, "crosstable-1.csv"));
        rows.into_iter().map(|row| row[2..].join(" "))
    };
    assert_eq!(
        ratings(&desk).collect::<Vec<_>>(),
        ["Anna B. W2 1.0 1500 ", "Bo V. L1 0.0 1500 "]
    );
    desk.run(["us-chess", "Camp.ladder", "rate", "--all"])
        .succeeded();
    let rated = ratings(&desk).collect::<Vec<_>>();
    let shown = desk.run(["us-chess", "Camp.ladder", "crosstable", "202608300103:5"]);
    let shown = shown.succeeded().out;
    for row in rated {
        let words = row.split_whitespace().collect::<Vec<_>>();
        let after = words.last().expect("a rating");
        assert!(
            *after != "1500" && shown.contains(after),
            "{row} in {shown}"
        );
    }
    for name in names(&desk) {
        let bytes = fs::read(desk.path("pages").join(&name)).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        for private in ["3000000", "2011", "Berger", "W2w"] {
            assert!(!text.contains(private), "{private} in {name}");
        }
    }
    publish(&desk, &[]).succeeded();
    assert!(!names(&desk).contains(&"crosstable-1.html".to_owned()));
}

#[test]
fn games_are_published_where_they_are_asked_for() {
    let desk = Desk::with_sample();
    publish(&desk, &["--games", "--names", "number"])
        .succeeded()
        .says("Published 1 week in 48 files");
    let ran = desk.run(["standings", "Camp.ladder", "--format", "csv"]);
    let standings = rows(&ran.succeeded().out);
    let games = rows(&page(&desk, "week-1-games.csv"));
    let counted = games.iter().filter(|game| game[5] == "yes");
    // Against the other way to count them.
    for player in &standings {
        let name = format!("Camper {}", player[1]);
        let score = |side: usize, result: &str| {
            let games = counted.clone();
            games
                .filter(|game| game[side] == name && game[3] == result)
                .count()
        };
        let won = score(2, "1–0") + score(4, "0–1");
        let drawn = score(2, "½–½") + score(4, "½–½");
        assert_eq!(
            [won.to_string(), drawn.to_string()],
            player[8..10],
            "{name}"
        );
    }
    publish(&desk, &[]).succeeded();
    assert!(!names(&desk).iter().any(|name| name.contains("games")));
}

#[test]
fn sheets_are_published_with_full_names_only() {
    let desk = Desk::with_sample();
    publish(&desk, &["--pdf"]).refused(
        "Printed sheets have full names: publish them with --names full, or without --pdf",
    );
    assert!(!desk.path("pages").exists());
    publish(&desk, &["--pdf", "--games", "--names", "full"])
        .succeeded()
        .says("Published 1 week in 50 files");
    for name in ["week-1.pdf", "week-1-crosstable.pdf"] {
        let bytes = fs::read(desk.path("pages").join(name)).expect("a sheet");
        assert!(bytes.starts_with(b"%PDF-"), "{name}");
    }
    assert!(page(&desk, "index.html").contains("href=\"week-1.pdf\""));
    publish(&desk, &["--names", "full"])
        .succeeded()
        .says("Removed 6 files of an earlier time");
}

#[test]
fn a_ladder_is_published_alone() {
    let desk = Desk::with_sample();
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp file");
    let edit = Edit::AddLadder(NewLadder {
        name: "Thursday ladder".to_owned(),
        system: LadderSystem::Club,
        settings: SettingValues::default(),
    });
    file.apply(&edit, &Occasion::now("A ladder"))
        .expect("a change");
    drop(file);
    publish(&desk, &["--ladder", "Friday"])
        .refused("There is no ladder “Friday” in this camp. There is Thursday ladder");
    publish(
        &desk,
        &["--ladder", "thursday ladder", "--names", "full", "--pdf"],
    )
    .succeeded()
    .says("Published the ladder “Thursday ladder” in 4 files");
    assert_eq!(
        names(&desk),
        [
            "camp-ladder-files.txt",
            "index.html",
            "ladder-1.csv",
            "ladder-1.pdf",
            "ladder-1.xlsx"
        ]
    );
    assert!(page(&desk, "index.html").contains("<h1><bdi>Thursday ladder</bdi></h1>"));
    publish(&desk, &[]).succeeded();
    publish(&desk, &["--ladder", "Thursday ladder"])
        .refused("The pages of other weeks are in “pages”, and would be removed");
}
