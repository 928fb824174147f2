//! What the program puts out of whole camps, byte for byte as before its inside was built anew: every week as JSON, tables,
//! explanations, prints and published pages.
//!
//! `tests/fixtures/golden.txt` has the SHA-256 of each. It was written by the program of November 22, 2026 (the commit that added this file), whose numbers the other tests
//! check against hand-made figures and plain second computations; here is only checked that none of it changes unseen. Where something changes on purpose, run this test
//! before and after the change, look at what differs between the two folders `target/tmp/golden` (each run leaves its output there), and put the new lines into the file.

use std::{collections::BTreeMap, fs, path::Path};

use camp_ladder::{
    domain::{
        Attendance, CampData, CampSettings, Colour, Edit, Game, GameResult, LadderSystem,
        NewLadder, NewMeeting, NextPlayer, NextWeek, Player, PlayerId, PublishedNames, WeekDetails,
        WeekId,
    },
    publish::{self, PublishChoices, PublishedFile},
    report::{self, OwnTemplates, Print, PrintChoices},
    storage::{CampFile, Mode, Occasion},
};
use jiff::civil::{Date, date};
use sha2::{Digest as _, Sha256};
use strum::VariantArray as _;

use crate::{
    program::Desk,
    sample::{self, TODAY},
};

/// A camp file that is built step by step, and what is put out of it.
struct Camp {
    name: &'static str,
    desk: Desk,
    output: BTreeMap<String, Vec<u8>>,
}

impl Camp {
    /// A new camp into which files were imported.
    fn imported(name: &'static str, files: impl Fn(&Desk) -> Vec<std::path::PathBuf>) -> Self {
        let desk = Desk::new();
        drop(CampFile::create(&desk.camp(), "Pine Lake", TODAY).expect("a camp file"));
        desk.import(&files(&desk)).succeeded();
        Self {
            name,
            desk,
            output: BTreeMap::new(),
        }
    }

    fn does(&self, edits: &[Edit]) {
        let mut file = CampFile::open(&self.desk.camp(), Mode::Change).expect("the camp file");
        for edit in edits {
            let name = edit.name(&file.load().expect("the camp"));
            file.apply(edit, &Occasion::now(name)).expect("a change");
        }
    }

    fn recalculates(&self) {
        self.desk.run(["recalc", "Camp.ladder"]).succeeded();
    }

    fn load(&self) -> CampData {
        self.week(None)
    }

    fn week(&self, id: Option<WeekId>) -> CampData {
        let file = CampFile::open(&self.desk.camp(), Mode::ReadOnly).expect("the camp file");
        let camp = match id {
            None => file.load(),
            Some(id) => file.load_week(id),
        };
        camp.expect("a week")
    }

    fn put(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        let name = format!("{}/{name}", self.name);
        assert_eq!(self.output.insert(name, bytes.into()), None);
    }

    fn runs(&mut self, name: &str, order: &[&str]) {
        let ran = self.desk.run(order);
        let text = format!("exit {:?}\n{}\n{}", ran.code, ran.out, ran.err);
        self.put(name, text);
    }

    /// Every week in every way, and the whole camp. `prints` are made of each week.
    fn puts_out(mut self, explained: &[i64], prints: &[Print]) -> BTreeMap<String, Vec<u8>> {
        let camp = self.load();
        for week in camp.weeks.iter() {
            let number = week.number.to_string();
            for (system, format) in [
                ("weekly", "json"),
                ("permanent", "json"),
                ("weekly", "csv"),
                ("weekly", "table"),
            ] {
                let order = [
                    "standings",
                    "Camp.ladder",
                    "--week",
                    &number,
                    "--system",
                    system,
                    "--format",
                    format,
                    "--all",
                ];
                self.runs(&format!("week {number}/{system}.{format}"), &order);
            }
            let camp = self.week(Some(week.id));
            for print in prints {
                let own = OwnTemplates::default();
                let choices = PrintChoices {
                    inactive: true,
                    ..print.default_choices()
                };
                let laid = report::lay_out(*print, &camp, &choices, TODAY, &own).expect("sheets");
                let name = format!("week {number}/{}", print.word());
                self.put(&format!("{name}.txt"), laid.sentences().join("\n"));
                self.put(&format!("{name}.pdf"), laid.pages.pdf().expect("a PDF"));
            }
        }
        for player in explained {
            let player = player.to_string();
            for system in ["weekly", "permanent"] {
                let order = [
                    "explain",
                    "Camp.ladder",
                    "--player",
                    &player,
                    "--system",
                    system,
                ];
                self.runs(&format!("player {player}, {system}.txt"), &order);
            }
        }
        for ladder in camp.ladders.iter() {
            for format in ["json", "csv"] {
                let order = [
                    "standings",
                    "Camp.ladder",
                    "--ladder",
                    &ladder.name,
                    "--format",
                    format,
                    "--all",
                ];
                self.runs(&format!("ladder {}.{format}", ladder.name), &order);
            }
        }
        self.runs("check.txt", &["check", "Camp.ladder"]);
        self.runs("weeks.txt", &["week", "Camp.ladder", "list"]);
        let weeks = camp.weeks.iter().map(|week| self.week(Some(week.id)));
        let weeks = weeks.collect::<Vec<_>>();
        let choices = PublishChoices {
            names: PublishedNames::Full,
            games: true,
            ladder: None,
        };
        let pages = publish::pages(&weeks, &[], &[], choices, TODAY).expect("pages");
        // The pages of players are one output: there are as many as players.
        let is_of_player = |page: &PublishedFile| page.name.starts_with("player-");
        let (players, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(is_of_player);
        for page in others {
            self.put(&format!("pages/{}", page.name), page.bytes);
        }
        let players = players.into_iter().flat_map(|page| page.bytes);
        self.put("pages/players.html", players.collect::<Vec<_>>());
        self.output
    }
}

fn game(white: i64, black: i64, result: GameResult, day: Date) -> Edit {
    Edit::add_game(Game {
        date: Some(day),
        ..Game::new(PlayerId(white), PlayerId(black), result)
    })
}

fn player(first_name: &str, last_name: &str, group: Option<&str>, camp: &CampData) -> Player {
    Player {
        last_name: last_name.to_owned(),
        first_name: first_name.to_owned(),
        group: group
            .and_then(|name| camp.group_called(name))
            .map(|group| group.id),
        ..Player::default()
    }
}

fn start(opened_on: Date, label: &str, players: Vec<NextPlayer>) -> Edit {
    Edit::StartWeek(Box::new(NextWeek {
        label: label.to_owned(),
        opened_on,
        players,
    }))
}

fn ladders() -> Vec<Edit> {
    LadderSystem::VARIANTS
        .iter()
        .copied()
        .map(|system| {
            Edit::AddLadder(NewLadder {
                name: system.word().to_owned(),
                system,
                settings: BTreeMap::new(),
            })
        })
        .collect()
}

/// The sample camp goes on for two more weeks: some leave, one moves up, one comes back, and its first week is corrected afterwards.
fn large() -> Camp {
    let camp = Camp::imported("sample", |_| sample::files("csv").to_vec());
    camp.recalculates();
    let week = camp.load().week.id;
    let settings = CampSettings {
        footer: "Next meeting: Monday, 9 am, in the library".to_owned(),
        colour: Some(Colour([26, 107, 143])),
        ..CampSettings::default()
    };
    camp.does(&[
        Edit::ChangeSettings(Box::new(settings)),
        Edit::ChangeWeek {
            week,
            details: WeekDetails {
                label: "Opening week".to_owned(),
                ..WeekDetails::default()
            },
        },
        Edit::CloseWeek {
            on: date(2026, 7, 10),
        },
    ]);
    let first = camp.load();
    let groups = first
        .groups
        .iter()
        .map(|group| group.id)
        .collect::<Vec<_>>();
    let next = |id: i64, group: usize, stays: bool| NextPlayer {
        id: PlayerId(id),
        group: Some(groups[group]),
        stays,
    };
    camp.does(&[
        start(
            date(2026, 7, 13),
            "",
            vec![next(3, 1, false), next(7, 2, true), next(9, 4, false)],
        ),
        Edit::AddPlayer(player("Nora", "Newly", Some(&first.groups[0].name), &first)),
    ]);
    let ids = camp
        .load()
        .players
        .iter()
        .filter(|player| player.active)
        .map(|player| player.id.0)
        .collect::<Vec<_>>();
    let results = [GameResult::WhiteWon, GameResult::Draw, GameResult::BlackWon];
    let played = |count: usize, day: Date| {
        (0..count)
            .map(|number| {
                let white = ids[number * 7 % ids.len()];
                let black = ids[(number * 7 + 1 + number % 5) % ids.len()];
                game(white, black, results[number % 3], day)
            })
            .collect::<Vec<_>>()
    };
    camp.does(&played(40, date(2026, 7, 14)));
    camp.does(&[
        Edit::CloseWeek {
            on: date(2026, 7, 17),
        },
        start(date(2026, 7, 20), "Finale", vec![next(3, 1, true)]),
    ]);
    camp.does(&played(12, date(2026, 7, 21)));
    camp.does(&ladders());
    camp.recalculates();
    camp.does(&[Edit::ReopenWeek(week)]);
    let wrong = camp.load().games[5].clone();
    camp.does(&[
        Edit::put(&Game {
            result: match wrong.result {
                GameResult::Draw => GameResult::WhiteWon,
                GameResult::WhiteWon | GameResult::BlackWon => GameResult::Draw,
            },
            ..wrong
        }),
        Edit::CloseWeek {
            on: date(2026, 7, 22),
        },
    ]);
    camp
}

/// A handful of campers in three weeks, with further columns of the old files, fun games, an inactive camper and one who was deleted; the second
/// week is open again while the third one waits.
fn small() -> Camp {
    let camp = Camp::imported("small", |desk| {
        vec![
            desk.file(
                "Camp Groups.csv",
                "Group,Initial Ladder Rating,Instructor\nRed,400,Pat\nBlue,1000,Kim\n",
            ),
            desk.file(
                "Ladder Players.csv",
                "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm,Notes,School\n\
                 1,Rao,Ana,Red,1,400,410,410,,North\n2,Vang,Ben,Red,1,400,390,390,Left-handed,\n\
                 3,Shah,Cleo,Blue,1,1000,1010,1010,,North\n4,Lund,Dan,Blue,1,1000,1200,1200,,South\n\
                 5,Berg,Eva,Blue,0,1010,1020,1020,,\n6,Moss,Finn,Red,1,400,400,,,\n",
            ),
            desk.file(
                "Ladder Games.csv",
                "GameID,White,Black,Result,Date,Table\n1,1,2,(1-0),7/6/2026,4\n2,2,3,(1-0),7/6/2026,\n3,3,4,(1/2-1/2),7/7/2026,1\n",
            ),
        ]
    });
    camp.recalculates();
    let first = camp.load();
    let fun = |white, black| match game(white, black, GameResult::WhiteWon, date(2026, 7, 8)) {
        Edit::AddGame { game, .. } => Edit::add_game(Game {
            counts: false,
            tournament: "Blitz night".to_owned().into(),
            ..game
        }),
        other => other,
    };
    let [red, blue] = ["Red", "Blue"].map(|name| first.group_called(name).expect("a group").id);
    let next = |id: i64, group, stays| NextPlayer {
        id: PlayerId(id),
        group: Some(group),
        stays,
    };
    camp.does(&[
        fun(1, 4),
        game(1, 4, GameResult::BlackWon, date(2026, 7, 8)),
        Edit::CloseWeek {
            on: date(2026, 7, 10),
        },
        start(
            date(2026, 7, 13),
            "",
            vec![next(2, blue, true), next(4, blue, false)],
        ),
        Edit::DeletePlayer(PlayerId(6)),
        Edit::AddPlayer(player("Gus", "Hall", Some("Red"), &first)),
        game(2, 3, GameResult::WhiteWon, date(2026, 7, 14)),
        game(1, 7, GameResult::Draw, date(2026, 7, 14)),
        Edit::CloseWeek {
            on: date(2026, 7, 17),
        },
        start(date(2026, 7, 20), "Finale", vec![next(4, red, true)]),
        game(4, 2, GameResult::BlackWon, date(2026, 7, 20)),
        Edit::ReopenWeek(WeekId(first.week.id.0 + 1)),
        game(7, 2, GameResult::WhiteWon, date(2026, 7, 15)),
    ]);
    camp
}

/// A club without groups: joining days, tournaments, backgrounds, meetings, and a ladder of each kind.
fn club() -> Camp {
    let camp = Camp::imported("club", |desk| {
        vec![
            desk.file(
                "Players.csv",
                "ID,First Name,Last Name,Joined\n1,Alice,Olson,9/1/2026\n2,Bob,Nguyen,\n3,Chuck,Vang,9/8/2026\n4,Dave,Berg,\n5,Eve,Lund,\n",
            ),
            desk.file(
                "Games.csv",
                "Date,White,Black,Result,Tournament\n9/7/2026,2,1,1-0,Fall Open\n9/14/2026,1,2,1/2,\n9/14/2026,3,1,1-0,\n9/15/2026,5,4,1-0,Fall Open\n",
            ),
        ]
    });
    let alice = camp.load().players[0].clone();
    camp.does(&[
        Edit::put(&Player {
            background: "Norwegian".to_owned(),
            notes: "Plays on Mondays only".to_owned(),
            ..alice
        }),
        Edit::AddMeeting(NewMeeting {
            date: date(2026, 9, 21),
            note: "Library closed at eight".to_owned(),
            attendance: [
                (PlayerId(1), Attendance::Present),
                (PlayerId(2), Attendance::Excused),
                (PlayerId(5), Attendance::Absent),
            ]
            .into(),
        }),
        Edit::CloseWeek {
            on: date(2026, 9, 22),
        },
        start(date(2026, 9, 28), "", Vec::new()),
        game(4, 2, GameResult::WhiteWon, date(2026, 9, 28)),
        game(2, 3, GameResult::BlackWon, date(2026, 9, 29)),
    ]);
    camp.does(&ladders());
    camp
}

#[test]
fn whole_camps_come_out_as_they_did() {
    let all = Print::ALL;
    let mut output = small().puts_out(&[1, 2, 5, 7], &all);
    output.extend(club().puts_out(&[1, 2], &all));
    output.extend(large().puts_out(&[1, 3, 7, 49], &[Print::Standings, Print::Games]));

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    let _ = fs::remove_dir_all(&folder);
    let mut lines = String::new();
    for (name, bytes) in &output {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        let sum = Sha256::digest(bytes);
        lines += &format!("{sum:x}  {name}\n");
    }
    fs::write(folder.join("golden.txt"), &lines).expect("a file");
    let before =
        fs::read_to_string(sample::root().join("tests/fixtures/golden.txt")).unwrap_or_default();
    let before = before.lines().collect::<Vec<_>>();
    let differing = lines
        .lines()
        .filter(|line| !before.contains(line))
        .collect::<Vec<_>>();
    assert!(
        differing.is_empty(),
        "not as before:\n{}",
        differing.join("\n")
    );
    assert_eq!(lines.lines().count(), before.len(), "nothing is missing");
}
