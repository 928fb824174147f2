//! Camps in which there is little of everything: each row weighs, and many are read in a second.

use std::{
    env,
    fs::{self, File},
    io::Write as _,
    path::Path,
};

use camp_ladder::{
    domain::{
        Acceptance, Attendance, Edit, LadderSystem, NewLadder, NewMeeting, NextWeek, SettingValues,
        us_chess::{Adjusted, Adjustment, Change, Known, MemberKey, System},
    },
    exchange::{self, HowToRead, OpenFile},
    import::{Choices, Plan, read_text},
    rating::camp_ladder::problems,
    storage::{CampFile, Mode, Occasion, RateRequest},
};
use flate2::{Compression, write::GzEncoder};
use jiff::civil::date;
use rusqlite::Connection;
use strum::VariantArray as _;

use crate::{
    bench::TODAY,
    seeds::{camp_files, fixtures, unpacked},
    targets::texts,
};

const GROUPS: &str = "Group,Initial Ladder Rating,Instructor\nRed,400,Pat\nBlue,1000,Kim\n";
const PLAYERS: &str = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm,Notes,School\n\
    1,Rao,Ana,Red,1,400,410,410,,North\n2,Vang,Ben,Red,1,400,390,390,Left-handed,\n3,Shah,Cleo,Blue,1,1000,1010,1010,,North\n\
    4,Lund,Dan,Blue,1,1000,1200,1200,,South\n5,Berg,Eva,Blue,0,1010,1020,1020,,\n";
const GAMES: &str = "GameID,White,Black,Result,Date,Opening\n1,1,2,(1-0),7/6/2026,Vienna\n2,2,3,(1-0),7/6/2026,\n3,3,5,(1/2-1/2),7/7/2026,\n";
const SECTION: &str = r#"{"event": {"id": "202607190103", "name": "Quad", "begins": "2026-07-19", "ends": "2026-07-19", "chief_td": "30040310"},
 "sections": [{"number": 1, "name": "Open", "type": "swiss", "begins": null, "ends": null, "half_k": false, "time_controls": ["G/45;d5"],
 "systems": ["regular", "quick"], "players": [
 {"pair": 1, "id": "30040310", "name": "Rao, Ana", "state": "MN", "birth": "2011-11-28", "rounds": ["W2", "D3"], "regular": {"rating": 1045, "games": 22}, "quick": {"rating": 1020, "games": 22}},
 {"pair": 2, "id": "30040449", "name": "Vang, Ben", "state": "IA", "birth": "2015-08-27", "rounds": ["L1", "B"]},
 {"pair": 3, "id": "30040633", "name": "Shah, Cleo", "state": "MN", "birth": null, "rounds": ["H", "D1"], "regular": {"rating": 964, "games": 4}}]}]}"#;

/// Where the small camp is: made once, as numbers are drawn for each record, and inputs are to be the same at every run.
const SMALL: &str = "camps/small.ladder.gz";

/// A camp of the newest version that has a row in every table.
pub(crate) fn small_camp() -> Vec<u8> {
    unpacked(&fixtures().join(SMALL))
}

/// Makes it: a closed week and an open one, columns, ladders, a meeting, an accepted problem, a rated section of US Chess, and steps to undo.
fn made_anew() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut file = CampFile::create(&path, "Camp", TODAY).expect("a camp");
    let does = |file: &mut CampFile, edit: Edit| {
        file.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    };
    let tables = [
        ("Camp Groups.csv", GROUPS),
        ("Ladder Players.csv", PLAYERS),
        ("Ladder Games.csv", GAMES),
    ];
    let sources = tables.map(|(name, text)| read_text(name, text.as_bytes()).expect("a table"));
    let plan = Plan::new(&sources, &file.load().expect("a camp"), &Choices::default());
    does(&mut file, Edit::Import(Box::new(plan.changes)));

    let camp = file.load().expect("a camp");
    let problems = problems(&camp);
    does(
        &mut file,
        Edit::AcceptProblems(Acceptance {
            week: camp.week.id,
            keys: problems.iter().filter_map(|it| it.key(&camp)).collect(),
            accepted: true,
            what: "everything".to_owned(),
        }),
    );
    let ladders = LadderSystem::VARIANTS.iter().map(|system| {
        Edit::AddLadder(NewLadder {
            name: system.word().to_owned(),
            system: *system,
            settings: match system {
                LadderSystem::RaceCode => [("background".to_owned(), "yes".to_owned())].into(),
                _ => SettingValues::new(),
            },
        })
    });
    for ladder in ladders {
        does(&mut file, ladder);
    }
    let marks = [Attendance::Present, Attendance::Absent];
    let players = camp.players.iter().map(|player| player.id);
    does(
        &mut file,
        Edit::AddMeeting(NewMeeting {
            date: date(2026, 7, 8),
            note: "In the library".to_owned(),
            attendance: players.zip(marks).collect(),
        }),
    );
    does(
        &mut file,
        Edit::CloseWeek {
            on: date(2026, 7, 10),
        },
    );
    does(
        &mut file,
        Edit::StartWeek(Box::new(NextWeek {
            label: "Finale".to_owned(),
            opened_on: date(2026, 7, 13),
            players: Vec::new(),
        })),
    );
    let game = camp.games[0].clone();
    does(&mut file, Edit::add_game(game));

    let json = folder.path().join("event.json");
    fs::write(&json, SECTION).expect("a file");
    let read = OpenFile::new(&json).expect("an event");
    let read = read.read(&HowToRead::default(), TODAY).read;
    let plan = exchange::Plan::new(&[&read], &Known::default(), exchange::Choices::default());
    does(
        &mut file,
        Edit::UsChess(Change::Import(Box::new(plan.import))),
    );
    let adjustment = Adjustment {
        on: date(2026, 7, 1),
        what: Adjusted::Rating(System::Regular),
        value: Some(1100.0),
        reason: "A mistake of long ago".to_owned(),
    };
    does(
        &mut file,
        Edit::UsChess(Change::Adjust(MemberKey(1), vec![adjustment])),
    );
    let run = file.rating_run(&RateRequest::All).expect("a run");
    does(
        &mut file,
        Edit::UsChess(Change::SaveRatings(Box::new(run.save))),
    );
    drop(file);
    let connection = Connection::open(&path).expect("a camp");
    // As if another copy had been brought here.
    let copy = "INSERT INTO history_copy (state) VALUES ('3 2026-07-06T14:03:00Z 12')";
    connection.execute_batch(copy).expect("a row");
    drop(connection);
    in_small_pages(&path);
    fs::read(path).expect("a camp")
}

/// What is left of a camp of an older version when there are few games and no history in it.
pub(crate) fn with_few_games(camp: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    fs::write(&path, camp).expect("a file");
    let connection = Connection::open(&path).expect("a camp");
    connection
        .execute_batch(
            "PRAGMA foreign_keys = ON;
             DELETE FROM game WHERE id NOT IN (SELECT id FROM game ORDER BY sequence LIMIT 8);
             DELETE FROM history_step;",
        )
        .expect("fewer rows");
    drop(connection);
    in_small_pages(&path);
    fs::read(path).expect("a camp")
}

/// A page of the usual size holds more than these tables do: there would be nothing but leaves.
fn in_small_pages(path: &Path) {
    let connection = Connection::open(path).expect("a camp");
    connection
        .execute_batch("PRAGMA page_size = 512; VACUUM;")
        .expect("a file of small pages");
}

/// With a new table, `CAMP_LADDER_SMALL_CAMP=1 cargo test --test fuzz small_camp` makes the file anew.
#[test]
fn the_small_camp_has_a_row_in_every_table() {
    if env::var_os("CAMP_LADDER_SMALL_CAMP").is_some() {
        let file = File::create(fixtures().join(SMALL)).expect("a file");
        let mut packed = GzEncoder::new(file, Compression::best());
        packed.write_all(&made_anew()).expect("a disk");
        packed.finish().expect("a disk");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [path, new] = ["Camp.ladder", "New.ladder"].map(|name| folder.path().join(name));
    fs::write(&path, small_camp()).expect("a file");
    drop(CampFile::create(&new, "New", TODAY).expect("a camp"));
    let connection = Connection::open(&path).expect("a camp");
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let tables = texts(&connection, names).expect("names");
    let all = texts(&Connection::open(&new).expect("a camp"), names).expect("names");
    assert_eq!(tables, all);
    let empty = tables.iter().filter(|table| {
        let rows = format!("SELECT count(*) FROM \"{table}\"");
        let rows = connection.query_row(&rows, [], |row| row.get::<_, i64>(0));
        rows.expect("a number") == 0
    });
    assert_eq!(empty.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn camps_to_begin_with_are_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, camp) in camp_files().into_iter().enumerate() {
        let path = folder.path().join(format!("{at}.ladder"));
        fs::write(&path, camp).expect("a file");
        let file = CampFile::open(&path, Mode::Change).expect("a camp that opens");
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new(), "{at}");
    }
}
