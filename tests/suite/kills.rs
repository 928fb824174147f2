//! A program that is killed at any moment, whatever it is doing: the camp opens, nothing of it is damaged, what was confirmed is there, and
//! what was under way is there whole or not at all.
//!
//! `cargo test` kills some dozens of times. As often as one likes:
//!
//! ```text
//! CAMP_LADDER_KILLS=2000 cargo test --test suite kills -- --nocapture
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use camp_ladder::{
    domain::{
        Acceptance, CampData, CampSettings, Edit, Game, GameResult, Group, LadderSystem, Meeting,
        NewLadder, NewMeeting, Patch, Player, RecordKind, SettingValues, WeekDetails,
        us_chess::{Change, Member},
    },
    storage::{CampFile, HistoryMove, Mode, Occasion},
};
use rusqlite::Connection;

use crate::{program::Desk, sample, tables::dump};

/// How often each test kills.
fn kills(by_default: usize) -> usize {
    let asked = env::var("CAMP_LADDER_KILLS").ok();
    let asked = asked.and_then(|asked| asked.parse::<usize>().ok());
    // Three tests share them.
    asked.map_or(by_default, |asked| asked.div_ceil(3))
}

/// Parts of a whole that look like chance, in which each part comes up about as often: those of the golden ratio.
fn part(time: usize) -> f64 {
    let time = u32::try_from(time).expect("few times");
    (f64::from(time) * 0.618_033_988_749_895).fract()
}

/// What is random or of the clock is not compared.
pub(crate) fn masked(dump: &str) -> String {
    let is_uid = |word: &str| word.len() == 36 && word.matches('-').count() == 4;
    let is_long = |word: &str| word.len() > 14 && word.bytes().all(|b| b.is_ascii_digit());
    let is_moment = |word: &str| word.ends_with('Z') && word.contains('T');
    let lines = dump.lines().map(|line| {
        let words = line.split('|').map(|word| {
            let bare = word.trim_matches(['"', '-']);
            if is_uid(bare) || is_long(bare) || is_moment(bare) {
                "*"
            } else {
                word
            }
        });
        words.collect::<Vec<_>>().join("|")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A change from the command line, and what has to be done before it.
struct Deed {
    before: fn(&Desk),
    order: &'static [&'static str],
}

const EVENT: &str = "event.json";

fn import_event(desk: &Desk) {
    let event = sample::root().join("docs/us-chess/maple-leaf.json");
    fs::copy(event, desk.path(EVENT)).expect("a file");
}

fn nothing(_: &Desk) {}

/// A camp of an older version, which is brought up to this one by whoever opens it to change it.
pub(crate) fn old_camp() -> Vec<u8> {
    let old = sample::root().join("tests/fixtures/camps/schema-3.ladder");
    fs::read(old).expect("an old camp")
}

fn few_games(desk: &Desk) {
    let games =
        "GameID,White,Black,Result,Date\n9001,3,4,(1-0),7/6/2026\n9002,5,6,(1-0),7/6/2026\n";
    desk.file("few.csv", games);
}

/// What of a deed only reads the camp.
const READS: [&str; 4] = ["backup", "repair", "publish", "restore"];

const DEEDS: [Deed; 15] = [
    Deed {
        before: |desk| {
            desk.file("Camp.ladder", old_camp());
            few_games(desk);
        },
        order: &["import", "Camp.ladder", "few.csv"],
    },
    Deed {
        before: |desk| {
            fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
            few_games(desk);
            desk.run(["import", "Copy.ladder", "few.csv"]).succeeded();
        },
        order: &["merge", "Camp.ladder", "Copy.ladder"],
    },
    Deed {
        before: nothing,
        order: &["publish", "Camp.ladder", "--out", "web"],
    },
    Deed {
        before: |desk| {
            few_games(desk);
            desk.run(["backup", "Camp.ladder"]).succeeded();
            let before = fs::read(desk.camp()).expect("the camp");
            fs::write(desk.path("Old.ladder"), before).expect("a copy");
            desk.run(["import", "Camp.ladder", "few.csv"]).succeeded();
        },
        order: &["restore", "Camp.ladder", "--from", "Old.ladder"],
    },
    Deed {
        before: few_games,
        order: &["import", "Camp.ladder", "few.csv"],
    },
    Deed {
        before: |desk| {
            let camp = Connection::open(desk.camp()).expect("the camp");
            camp.execute_batch("UPDATE week_player SET weekly_rating = 7, permanent_rating = 7")
                .expect("a change");
        },
        order: &["recalc", "Camp.ladder"],
    },
    Deed {
        before: |desk| {
            let camp = Connection::open(desk.camp()).expect("the camp");
            camp.execute_batch("UPDATE week_player SET weekly_rating = 7")
                .expect("a change");
        },
        order: &["check", "Camp.ladder", "--mend"],
    },
    Deed {
        before: nothing,
        order: &["week", "Camp.ladder", "close"],
    },
    Deed {
        before: |desk| {
            desk.run(["week", "Camp.ladder", "close"]).succeeded();
        },
        order: &["week", "Camp.ladder", "start"],
    },
    Deed {
        before: |desk| {
            desk.run(["week", "Camp.ladder", "close"]).succeeded();
            desk.run(["week", "Camp.ladder", "start"]).succeeded();
            desk.run(["week", "Camp.ladder", "close"]).succeeded();
        },
        order: &["week", "Camp.ladder", "reopen", "1"],
    },
    Deed {
        before: import_event,
        order: &["us-chess", "Camp.ladder", "import", EVENT],
    },
    Deed {
        before: |desk| {
            import_event(desk);
            desk.run(["us-chess", "Camp.ladder", "import", EVENT])
                .succeeded();
        },
        order: &["us-chess", "Camp.ladder", "rate", "--all"],
    },
    Deed {
        before: nothing,
        order: &["backup", "Camp.ladder"],
    },
    Deed {
        before: |desk| {
            desk.run(["backup", "Camp.ladder"]).succeeded();
        },
        order: &["restore", "Camp.ladder", "--out", "New.ladder"],
    },
    Deed {
        before: nothing,
        order: &["repair", "Camp.ladder", "--out", "New.ladder"],
    },
];

#[track_caller]
fn is_sound(camp: &Path, word: &str) {
    let file = CampFile::open(camp, Mode::Change).unwrap_or_else(|error| panic!("{word}: {error}"));
    assert_eq!(
        file.damage().expect("a look"),
        Vec::<String>::new(),
        "{word}"
    );
    file.load().expect("a camp");
}

#[test]
fn killed_at_any_moment_of_any_command_it_is_all_or_nothing() {
    let times = kills(3 * DEEDS.len()).div_ceil(DEEDS.len());
    let mut outcomes = [0, 0];
    for deed in &DEEDS {
        let desk = Desk::with_sample();
        (deed.before)(&desk);
        let original = fs::read(desk.camp()).expect("the camp");
        // Whoever opens one of an older version brings it up to this one.
        is_sound(&desk.camp(), "before");
        let before = masked(&dump(&desk.camp()));
        let new = desk.path("New.ladder");
        let start = || {
            fs::write(desk.camp(), &original).expect("the camp");
            let _ = fs::remove_file(desk.path("Camp.ladder-journal"));
            let _ = fs::remove_file(&new);
            for aside in asides(&desk) {
                let _ = fs::remove_file(aside);
            }
            let mut command = desk.command();
            command
                .args(deed.order)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.spawn().expect("the program starts")
        };
        let began = Instant::now();
        start().wait().expect("its end");
        let takes = began.elapsed();
        let after = masked(&dump(&desk.camp()));
        let is_in_place = deed.order.contains(&"--from");
        let only_reads = READS.contains(&deed.order[0]) && !is_in_place;
        assert_eq!(before == after, only_reads, "{:?}", deed.order);
        let published = files_in(&desk.path("web"));
        for time in 0..times {
            let word = format!("{:?}, {time}", deed.order);
            let mut child = start();
            // Most of them in the second half, where files are written.
            thread::sleep(takes.mul_f64(0.3 + 0.8 * part(time)));
            child.kill().expect("a child of ours");
            child.wait().expect("its end");
            if is_in_place && !desk.camp().exists() {
                // It was moved aside, and what comes wasn't there yet.
                let aside = asides(&desk).next().expect("the camp beside its place");
                fs::rename(aside, desk.camp()).expect("back in its place");
            }
            is_sound(&desk.camp(), &word);
            let web = files_in(&desk.path("web"));
            assert!(web.is_empty() || web == published, "{word}: {web:?}");
            let now = masked(&dump(&desk.camp()));
            assert!(now == before || now == after, "half of it: {word}");
            outcomes[usize::from(now == after && before != after)] += 1;
            if new.exists() {
                is_sound(&new, &word);
            }
        }
    }
    println!(
        "{} without and {} with the change",
        outcomes[0], outcomes[1]
    );
}

/// Camps that made room for another one.
fn asides(desk: &Desk) -> impl Iterator<Item = PathBuf> {
    let names = desk.names().into_iter();
    let names = names.filter(|name| name.contains("before it was"));
    names
        .map(|name| desk.path(&name))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The names of the files in a folder, without what a killed program leaves to be cleared away; none if it isn't there.
fn files_in(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let names = files.map(|file| file.expect("a file").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names
        .filter(|name| !name.starts_with(".camp-ladder-"))
        .collect()
}

/// Says to this program, started anew, in which camp to make changes.
const CAMP: &str = "CAMP_LADDER_KILLS_CAMP";

/// And in which one to clear the history.
const CLEARED: &str = "CAMP_LADDER_KILLS_CLEARED";

/// One of the changes that a director makes, none of which finds nothing to do, or is refused.
fn any_change(camp: &CampData, number: usize) -> Edit {
    if camp.week.closed_on.is_some() {
        return Edit::ReopenWeek(camp.week.id);
    }
    let player = |at: usize| &camp.players[at % camp.players.len()];
    let noted = |at: usize| {
        let mut changed = player(at).clone();
        changed.notes = format!("Note {number}");
        Edit::ChangePlayer(Patch::whole(&changed))
    };
    let mut game = camp.games[number * 7 % camp.games.len()].clone();
    let first = camp.games.first().map(|game| game.id);
    let another = Game::new(player(number).id, player(number + 1).id, GameResult::Draw);
    let is_in_game = |player: &Player| {
        let mut games = camp.games.iter();
        games.any(|game| [game.white, game.black].contains(&player.id))
    };
    let alone = camp.players.iter().rev().find(|player| !is_in_game(player));
    let is_in_group = |group: &Group| camp.players.iter().any(|it| it.group == Some(group.id));
    let empty = camp.groups.iter().rev().find(|group| !is_in_group(group));
    match (number % KINDS, alone, empty) {
        (0, ..) => Edit::RenameCamp(format!("Camp {number}")),
        (1, ..) => Edit::DeleteGame(game.id),
        (2, ..) => Edit::AddPlayer(Player {
            last_name: format!("Novak {number}"),
            group: Some(camp.groups[0].id),
            ..Player::default()
        }),
        (3, ..) => noted(number),
        (4, ..) => Edit::MoveGame {
            game: camp.games[camp.games.len() - 1].id,
            before: first,
        },
        (5, ..) => Edit::VerifyGame {
            game: game.id,
            verified: game.verified.is_none(),
        },
        (6, ..) => Edit::AddGroup(Group::new(format!("Group {number}"), Some(400))),
        (7, ..) => Edit::OrderGroups(camp.groups.iter().rev().map(|group| group.id).collect()),
        (8, ..) => {
            let was_drawn = game.result == GameResult::Draw;
            game.result = if was_drawn {
                GameResult::WhiteWon
            } else {
                GameResult::Draw
            };
            Edit::ChangeGame(Patch::whole(&game))
        }
        (9, ..) => Edit::Together {
            name: "Two notes".to_owned(),
            edits: vec![noted(number), noted(number + 1)],
        },
        (10, Some(player), _) => Edit::DeletePlayer(player.id),
        (11, _, Some(group)) => Edit::DeleteGroup(group.id),
        (12, ..) => match camp.meetings.first() {
            Some(meeting) => Edit::DeleteMeeting(meeting.id),
            None => Edit::AddMeeting(NewMeeting {
                date: camp.week.opened_on,
                note: format!("Round {number}"),
                attendance: BTreeMap::new(),
            }),
        },
        (13, ..) => Edit::CloseWeek {
            on: camp.week.opened_on,
        },
        (14, ..) => Edit::AddGame {
            game: another,
            before: first,
        },
        _ => any_rarer_change(camp, number).unwrap_or_else(|| Edit::add_game(another)),
    }
}

/// The same of what is changed less often, if there is something to change.
fn any_rarer_change(camp: &CampData, number: usize) -> Option<Edit> {
    let edit = match number % KINDS {
        15 => Edit::ChangeSettings(Box::new(CampSettings {
            footer: format!("Footer {number}"),
            ..(*camp.settings).clone()
        })),
        16 => Edit::ChangeWeek {
            week: camp.week.id,
            details: WeekDetails {
                label: format!("Week {number}"),
                ..WeekDetails::of(&camp.week)
            },
        },
        17 | 18 => match camp.columns.last() {
            Some(column) if number % KINDS == 18 => Edit::RenameColumn {
                column: column.id,
                name: format!("Room {number}"),
            },
            _ => Edit::AddColumn {
                kind: RecordKind::Player,
                name: format!("Grade {number}"),
            },
        },
        19 if !camp.columns.is_empty() => Edit::DeleteColumn(camp.columns[0].id),
        20 => {
            let mut group = camp.groups[0].clone();
            group.initial_rating = i32::try_from(100 + number).ok();
            Edit::ChangeGroup(Patch::whole(&group))
        }
        21 => {
            let mut blank = camp.players[number % camp.players.len()].clone();
            blank.start_permanent = None;
            blank.active = true;
            Edit::Together {
                name: "Somebody who is new".to_owned(),
                edits: vec![
                    Edit::ChangePlayer(Patch::whole(&blank)),
                    Edit::FillBlankStarts,
                ],
            }
        }
        22 => Edit::AcceptProblems(Acceptance {
            week: camp.week.id,
            keys: vec![format!("far-date game={number}")],
            accepted: true,
            what: "a date".to_owned(),
        }),
        23..=25 => match camp.ladders.first() {
            Some(ladder) if number % KINDS == 24 => {
                let mut renamed = ladder.clone();
                renamed.name = format!("Ladder {number}");
                Edit::ChangeLadder(renamed)
            }
            Some(ladder) if number % KINDS == 25 => Edit::DeleteLadder(ladder.id),
            _ => Edit::AddLadder(NewLadder {
                name: format!("Ladder {number}"),
                system: LadderSystem::Club,
                settings: SettingValues::default(),
            }),
        },
        26 if !camp.meetings.is_empty() => Edit::ChangeMeeting(Meeting {
            note: format!("Round {number}"),
            ..camp.meetings[0].clone()
        }),
        27 => Edit::UsChess(Change::AddMember(Box::new(Member {
            last_name: format!("Berger {number}"),
            ..Member::default()
        }))),
        _ => return None,
    };
    Some(edit)
}

/// How many kinds of change are made one after the other.
const KINDS: usize = 29;

/// Which of the changes it is that [`any_change`] makes; `None` of those that a command makes while it is killed. A new kind of change doesn't
/// compile until it is known how it is killed.
fn typed(edit: &Edit) -> Option<usize> {
    let place = match edit {
        Edit::RenameCamp(_) => 0,
        Edit::ChangeSettings(_) => 1,
        Edit::CloseWeek { .. } => 2,
        Edit::ReopenWeek(_) => 3,
        Edit::ChangeWeek { .. } => 4,
        Edit::AddColumn { .. } => 5,
        Edit::RenameColumn { .. } => 6,
        Edit::DeleteColumn(_) => 7,
        Edit::AddGroup(_) => 8,
        Edit::ChangeGroup(_) => 9,
        Edit::DeleteGroup(_) => 10,
        Edit::OrderGroups(_) => 11,
        Edit::AddPlayer(_) => 12,
        Edit::ChangePlayer(_) => 13,
        Edit::DeletePlayer(_) => 14,
        Edit::AddGame { .. } => 15,
        Edit::ChangeGame(_) => 16,
        Edit::DeleteGame(_) => 17,
        Edit::MoveGame { .. } => 18,
        Edit::VerifyGame { .. } => 19,
        Edit::AcceptProblems(_) => 20,
        Edit::AddLadder(_) => 21,
        Edit::ChangeLadder(_) => 22,
        Edit::DeleteLadder(_) => 23,
        Edit::AddMeeting(_) => 24,
        Edit::ChangeMeeting(_) => 25,
        Edit::DeleteMeeting(_) => 26,
        Edit::UsChess(_) => 27,
        // With the start ratings of those who are new among them.
        Edit::Together { .. } => 28,
        // A week starts with them, and it is started, recalculated, imported and merged by commands.
        Edit::FillBlankStarts
        | Edit::CarryStarts
        | Edit::StartWeek(_)
        | Edit::SaveRatings(_)
        | Edit::Import(_)
        | Edit::Merge(_) => return None,
    };
    Some(place)
}

#[test]
fn every_kind_of_change_is_made_while_the_program_is_killed() {
    let desk = Desk::with_sample();
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("the camp");
    let mut made = BTreeSet::new();
    for number in 1..=3 * KINDS {
        let edit = any_change(&file.load().expect("a camp"), number);
        made.extend(typed(&edit));
        let steps = file.history().expect("steps").len();
        file.apply(&edit, &Occasion::now(number.to_string()))
            .unwrap_or_else(|error| panic!("{number}, {edit:?}: {error}"));
        assert_eq!(file.history().expect("steps").len(), steps + 1, "{edit:?}");
    }
    assert_eq!(made, (0..29).collect());
}

/// How many steps are taken back at once.
const BACK: usize = 3;

/// Makes one change after the other, as somebody does who types, and says of each when it is saved. Each is a step that is called by its number.
#[test]
fn somebody_types() {
    let Some(camp) = env::var_os(CAMP) else {
        return;
    };
    let mut file = CampFile::open(Path::new(&camp), Mode::Change).expect("the camp");
    // No number is there twice, whatever of the last time was taken back.
    let steps = file.history().expect("steps");
    let last = steps
        .iter()
        .filter_map(|step| step.name.parse::<usize>().ok());
    for number in last.max().map_or(1, |last| last + 1).. {
        let edit = any_change(&file.load().expect("a camp"), number);
        let occasion = Occasion {
            ratings_follow: true,
            ..Occasion::now(number.to_string())
        };
        file.apply(&edit, &occasion).expect("a change");
        println!("\nsaved {number}");
        let steps = file.history().expect("steps");
        if number.is_multiple_of(22) {
            file.move_in_history(HistoryMove::Undo).expect("undone");
            file.move_in_history(HistoryMove::Redo).expect("done again");
        } else if number.is_multiple_of(11) {
            let [before, last] =
                [BACK + 1, 1].map(|back| HistoryMove::To(Some(steps[steps.len() - back].id)));
            file.move_in_history(before).expect("undone");
            file.move_in_history(last).expect("done again");
        }
    }
}

#[test]
fn killed_while_somebody_types_everything_that_was_confirmed_is_there() {
    let desk = Desk::with_sample();
    let camp = desk.camp();
    let mut confirmed = 0;
    for time in 0..kills(12) {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["kills::somebody_types", "--exact", "--nocapture"])
            .env(CAMP, &camp)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program starts");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (tell, told) = mpsc::channel();
        let reading = thread::spawn(move || {
            let lines = out.lines().map_while(Result::ok);
            let saved = lines.filter_map(|line| line.strip_prefix("saved ")?.parse::<usize>().ok());
            let saved = saved.inspect(|_| {
                // Who waits for the first one may be gone.
                let _ = tell.send(());
            });
            saved.last()
        });
        // Now and then while the camp is opened, mostly later.
        if !time.is_multiple_of(4) {
            let _ = told.recv_timeout(Duration::from_secs(20));
        }
        thread::sleep(Duration::from_millis(300).mul_f64(part(time)));
        child.kill().expect("a child of ours");
        child.wait().expect("its end");
        let said = reading.join().expect("what it said");
        let word = format!("time {time}, {said:?} confirmed");
        is_sound(&camp, &word);
        let file = CampFile::open(&camp, Mode::Change).expect("the camp");
        let steps = file.history().expect("steps");
        let done = steps.iter().rev().find(|step| !step.undone);
        let last = done.and_then(|step| step.name.parse::<usize>().ok());
        if let Some(said) = said {
            // One more may have been saved, or some undone when their turn came, and nothing of what was confirmed is gone.
            let undone = steps.iter().filter(|step| step.undone).count();
            let is_near = last.is_some_and(|last| (said..=said + 1).contains(&last))
                || said.is_multiple_of(11)
                    && [1, BACK].contains(&undone)
                    && steps.iter().any(|step| step.name == said.to_string());
            assert!(is_near, "{word}, {last:?} is there");
            confirmed += 1;
        }
        let mismatch = file.history_unlike_records().expect("a look");
        assert_eq!(mismatch, None, "{word}");
    }
    assert!(confirmed > 0, "never killed after a change");
}

/// Clears the history of a camp, which writes the whole file anew.
#[test]
fn somebody_clears_the_history() {
    let Some(camp) = env::var_os(CLEARED) else {
        return;
    };
    let mut file = CampFile::open(Path::new(&camp), Mode::Change).expect("the camp");
    println!("\nready");
    let written_anew = file.forget_history().expect("the history is cleared");
    assert!(written_anew, "there is room for it");
}

#[test]
fn killed_while_a_history_is_cleared_it_is_there_as_a_whole_or_gone() {
    let desk = Desk::with_sample();
    let camp = desk.camp();
    let mut file = CampFile::open(&camp, Mode::Change).expect("the camp");
    let mut player = file.load().expect("a camp").players[0].clone();
    for number in 0..300 {
        player.notes = format!("{number:0>1000}");
        let edit = Edit::ChangePlayer(Patch::whole(&player));
        file.apply(&edit, &Occasion::now("A note"))
            .expect("a change");
    }
    drop(file);
    let original = fs::read(&camp).expect("the camp");
    let state = || {
        is_sound(&camp, "the history is cleared");
        let file = CampFile::open(&camp, Mode::Change).expect("the camp");
        let camp = file.load().expect("a camp");
        let records = format!("{:?} {:?} {:?}", camp.groups, camp.players, camp.games);
        (records, file.history().expect("steps").len())
    };
    let clear = || {
        fs::write(&camp, &original).expect("the camp");
        let _ = fs::remove_file(desk.path("Camp.ladder-journal"));
        Command::new(env::current_exe().expect("this program"))
            .args([
                "kills::somebody_clears_the_history",
                "--exact",
                "--nocapture",
            ])
            .env(CLEARED, &camp)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program starts")
    };
    // What it says later has to be taken from it, too.
    let ready = |child: &mut Child| {
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let mut lines = out.lines().map_while(Result::ok);
        assert!(lines.any(|line| line == "ready"), "it begins");
        lines
    };
    let (records, steps) = state();
    let mut child = clear();
    let rest = ready(&mut child);
    let began = Instant::now();
    assert!(child.wait().expect("its end").success());
    let takes = began.elapsed();
    drop(rest);
    assert_eq!(state(), (records.clone(), 0));
    let shorter = fs::metadata(&camp).expect("the camp").len();
    assert!(shorter < original.len() as u64, "{shorter}");
    let mut outcomes = [0, 0];
    for time in 0..kills(12) {
        let mut child = clear();
        let _rest = ready(&mut child);
        thread::sleep(takes.mul_f64(part(time)));
        child.kill().expect("a child of ours");
        child.wait().expect("its end");
        let (now, left) = state();
        assert!(now == records, "time {time}");
        assert!(left == steps || left == 0, "time {time}: {left} of {steps}");
        outcomes[usize::from(left == 0)] += 1;
    }
    println!(
        "{} before and {} after it was gone",
        outcomes[0], outcomes[1]
    );
    assert!(outcomes[0] > 0, "never killed before it was gone");
}
