//! Three weeks of a small camp: imported, typed, recalculated, closed, rolled over, and the first one corrected at last.
//!
//! Every figure here is worked out by hand from the rule: the winner gains 16; a 25th of the difference, cut towards zero and 15
//! at most, goes from the higher rated to the lower. Ana and Ben begin in Red at 400, Cleo and Dan in Blue at 1000.

use std::path::Path;

use camp_ladder::{
    domain::{
        CampData, Edit, Game, GameResult, GroupId, NextPlayer, NextWeek, Player, PlayerId, WeekId,
    },
    storage::{CampFile, Mode, Occasion, Refusal, StorageError},
};
use jiff::civil::{Date, date};

use crate::program::Desk;

const GROUPS: &str = "Group,Initial Ladder Rating\nRed,400\nBlue,1000\n";
const PLAYERS: &str = "\
ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm
1,Rao,Ana,Red,1,400,410,410
2,Vang,Ben,Red,1,400,390,390
3,Shah,Cleo,Blue,1,1000,1010,1010
4,Lund,Dan,Blue,1,1000,1200,1200
";
/// The two games that were still typed into Access.
const GAMES: &str = "\
ID,White,Black,Result,Date
1,1,2,(1-0),7/6/2026
2,2,3,(1-0),7/6/2026
";

const ANA: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const CLEO: PlayerId = PlayerId(3);
const DAN: PlayerId = PlayerId(4);
const EVA: PlayerId = PlayerId(5);
const RED: GroupId = GroupId(1);
const BLUE: GroupId = GroupId(2);

/// The camp file, opened as the window does it.
struct Camp(CampFile);

impl Camp {
    fn open(path: &Path) -> Self {
        Self(CampFile::open(path, Mode::Change).expect("the camp file"))
    }

    fn try_to(&mut self, edit: &Edit) -> Result<(), StorageError> {
        let name = edit.name(&self.load());
        self.0.apply(edit, &Occasion::now(name)).map(|_| ())
    }

    #[track_caller]
    fn does(&mut self, edit: &Edit) {
        self.try_to(edit).expect("a change");
    }

    #[track_caller]
    fn plays(&mut self, white: PlayerId, black: PlayerId, result: GameResult, counts: bool) {
        self.does(&Edit::add_game(Game {
            counts,
            ..Game::new(white, black, result)
        }));
    }

    fn load(&self) -> CampData {
        self.0.load().expect("a camp")
    }

    fn week(&self, number: usize) -> CampData {
        let id = self.load().weeks[number - 1].id;
        self.0.load_week(id).expect("a week")
    }

    fn move_in_history(&mut self, to: camp_ladder::storage::HistoryMove) {
        self.0.move_in_history(to).expect("moved");
    }
}

/// Weekly and permanent rating by player, of those who are active.
fn ratings(camp: &CampData) -> Vec<(PlayerId, i32, i32)> {
    let active = camp.players.iter().filter(|player| player.active);
    active
        .map(|player| (player.id, player.ratings.weekly, player.ratings.permanent))
        .collect()
}

/// Rank, number, rating and change since the start of the week, as the command line gives them.
fn standings(desk: &Desk, week: &str) -> Vec<[i64; 4]> {
    let number = |row: &serde_json::Value, name: &str| row[name].as_i64().expect("a number");
    let figures = |row: &_| ["rank", "id", "rating", "change"].map(|name| number(row, name));
    rows(desk, week).iter().map(figures).collect()
}

/// What the standings of a week say about the places of the week before.
fn moved(desk: &Desk, week: &str) -> Vec<String> {
    let rows = rows(desk, week);
    rows.iter()
        .map(|row| format!("{}: {}", row["id"], row["moved"]))
        .collect()
}

fn rows(desk: &Desk, week: &str) -> Vec<serde_json::Value> {
    let order = [
        "standings",
        "Camp.ladder",
        "--week",
        week,
        "--format",
        "json",
    ];
    let json = desk.run(order).succeeded().out;
    let json = serde_json::from_str::<serde_json::Value>(&json).expect("JSON");
    json["rows"].as_array().expect("rows").clone()
}

fn start(on: Date, label: &str, players: &[(PlayerId, GroupId, bool)]) -> Edit {
    let players = players.iter().map(|(id, group, stays)| NextPlayer {
        id: *id,
        group: Some(*group),
        stays: *stays,
    });
    Edit::StartWeek(Box::new(NextWeek {
        label: label.to_owned(),
        opened_on: on,
        players: players.collect(),
    }))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a camp is told in one piece")]
fn a_camp_of_three_weeks_and_a_correction() {
    let desk = Desk::new();
    let files = [
        desk.file("Camp Groups.csv", GROUPS),
        desk.file("Ladder Players.csv", PLAYERS),
        desk.file("Ladder Games.csv", GAMES),
    ];
    desk.import(&files).succeeded();

    // Week 1. Two more games are typed.
    let mut camp = Camp::open(&desk.camp());
    camp.plays(CLEO, DAN, GameResult::Draw, true);
    camp.plays(ANA, DAN, GameResult::BlackWon, true);
    drop(camp);
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let camp = Camp::open(&desk.camp());
    // Ana–Ben 1–0: ±16 both ways (a difference of 20 is no step).      Ana 416 (426), Ben 384 (374)
    // Ben–Cleo 1–0: 616 and 636 below, 15 steps: ±31.                  Ben 415 (405), Cleo 969 (979)
    // Cleo–Dan ½–½: 31 below is 1 step, 221 below are 8.               Cleo 970 (987), Dan 999 (1192)
    // Ana–Dan 0–1: 583 and 766 below, −16 and 15 back.                 Ana 415 (425), Dan 1000 (1193)
    let week_1 = [
        (ANA, 415, 425),
        (BEN, 415, 405),
        (CLEO, 970, 987),
        (DAN, 1000, 1193),
    ];
    assert_eq!(ratings(&camp.load()), week_1);
    drop(camp);
    desk.run(["print", "Camp.ladder", "standings", "--out", "Week 1.pdf"])
        .succeeded();
    desk.run(["week", "Camp.ladder", "close"])
        .succeeded()
        .says("Week 1 is closed");
    assert_eq!(
        standings(&desk, "1"),
        [
            [1, 4, 1000, 0],
            [2, 3, 970, -30],
            [3, 1, 415, 15],
            [3, 2, 415, 15]
        ]
    );

    // Week 2: Ben moves up, Dan is on holiday, Eva is new.
    let mut camp = Camp::open(&desk.camp());
    camp.does(&start(
        date(2026, 7, 13),
        "",
        &[(BEN, BLUE, true), (DAN, BLUE, false)],
    ));
    camp.does(&Edit::AddPlayer(Player {
        last_name: "Berg".to_owned(),
        first_name: "Eva".to_owned(),
        group: Some(RED),
        ..Player::default()
    }));
    assert_eq!(
        ratings(&camp.load()),
        [
            (ANA, 400, 425),
            (BEN, 1000, 405),
            (CLEO, 1000, 987),
            (EVA, 400, 400)
        ]
    );
    drop(camp);
    // The old files come again, by mistake: their games are those of week 1, and Ben stays where he was put.
    desk.import(&files)
        .succeeded()
        .says("2 games are in week 1 already")
        .says("Games: 0 added, 0 changed, 0 unchanged, 2 skipped");
    let mut camp = Camp::open(&desk.camp());
    camp.plays(BEN, CLEO, GameResult::WhiteWon, true);
    camp.plays(EVA, ANA, GameResult::Draw, true);
    camp.plays(ANA, BEN, GameResult::WhiteWon, false);
    drop(camp);
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    // Ben–Cleo 1–0: level, ±16; 582 below, ±31.                        Ben 1016 (436), Cleo 984 (956)
    // Eva–Ana ½–½: level, nothing; 25 below, 1 step.                   Eva 400 (401), Ana 400 (424)
    // Ana–Ben is a fun game.
    let week_2 = [
        (ANA, 400, 424),
        (BEN, 1016, 436),
        (CLEO, 984, 956),
        (EVA, 400, 401),
    ];
    let mut camp = Camp::open(&desk.camp());
    assert_eq!(ratings(&camp.load()), week_2);

    // Week 3: Dan is back, where he was when he left.
    camp.does(&start(date(2026, 7, 20), "Finale", &[(DAN, BLUE, true)]));
    camp.plays(DAN, BEN, GameResult::BlackWon, true);
    drop(camp);
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    // Dan–Ben 0–1: level, ±16; 757 above, ±31.
    let week_3 = [
        (ANA, 400, 424),
        (BEN, 1016, 467),
        (CLEO, 1000, 956),
        (DAN, 984, 1162),
        (EVA, 400, 401),
    ];
    let mut camp = Camp::open(&desk.camp());
    assert_eq!(ratings(&camp.load()), week_3);
    let (second, third) = (camp.week(2), camp.load());
    drop(camp);
    let print = |name: &str| {
        let order = "print Camp.ladder standings --week 2 --arrows no --out";
        desk.run(order.split(' ').chain([name])).succeeded();
        std::fs::read(desk.path(name)).expect("a PDF")
    };
    let second_on_paper = print("Week 2.pdf");
    // Week 1: Dan, Cleo, then Ana and Ben. Week 2: Ben, Cleo, then Ana and Eva.
    assert_eq!(moved(&desk, "2"), ["2: 2", "3: 0", "5: \"new\"", "1: 0"]);

    // Ana comes with the sheet of week 1: it was she who beat Dan.
    camp = Camp::open(&desk.camp());
    let game = camp.week(1).games[3].clone();
    let correction = Edit::put(&Game {
        result: GameResult::WhiteWon,
        ..game
    });
    assert!(
        matches!(
            camp.try_to(&correction),
            Err(StorageError::Refused(Refusal::Gone(_)))
        ),
        "the game of a week that is kept can't be changed in passing"
    );
    drop(camp);
    desk.run(["week", "Camp.ladder", "reopen", "1"])
        .succeeded()
        .says("Week 1 reopened");
    let mut camp = Camp::open(&desk.camp());
    camp.does(&correction);
    drop(camp);
    desk.run(["week", "Camp.ladder", "close"])
        .succeeded()
        .says("Week 3: Finale is the current week again")
        .says("Week 2: start ratings differ from the end of week 1 (Dan Lund and Ana Rao).")
        .says("reopen 2, then camp-ladder week");
    // Ana–Dan 1–0 instead: 583 and 766 below, ±31.                     Ana 447 (457), Dan 968 (1161)
    assert_eq!(
        standings(&desk, "1"),
        [
            [1, 3, 970, -30],
            [2, 4, 968, -32],
            [3, 1, 447, 47],
            [4, 2, 415, 15]
        ]
    );
    assert_eq!(print("Week 2 again.pdf"), second_on_paper, "byte for byte");
    // Only what week 2 says about week 1 is another thing now: that was Cleo, Dan, Ana, Ben.
    assert_eq!(moved(&desk, "2"), ["2: 3", "3: -1", "5: \"new\"", "1: 0"]);
    let camp = Camp::open(&desk.camp());
    let corrected = [
        (ANA, 447, 457),
        (BEN, 415, 405),
        (CLEO, 970, 987),
        (DAN, 968, 1161),
    ];
    assert_eq!(ratings(&camp.week(1)), corrected);
    assert_eq!(camp.week(2).players, second.players);
    assert_eq!(camp.week(2).games, second.games);
    assert_eq!(camp.load().players, third.players);
    assert_eq!(camp.load().games, third.games);
    assert_eq!(camp.load().week.id, WeekId(3));

    drop(camp);
    take_over_in_week_2_and_3(&desk);
    let mut camp = Camp::open(&desk.camp());
    assert_eq!(ratings(&camp.week(1)), corrected);
    let third = camp.load();

    // All of it can be taken back, to the day of the import.
    camp.move_in_history(camp_ladder::storage::HistoryMove::To(None));
    assert_eq!(camp.load().weeks.len(), 1);
    assert_eq!(camp.load().players.len(), 0);
    let last = camp
        .0
        .history()
        .expect("a history")
        .last()
        .map(|step| step.id);
    camp.move_in_history(camp_ladder::storage::HistoryMove::To(last));
    assert_eq!(camp.load().players, third.players);
    assert_eq!(ratings(&camp.week(1)), corrected);
}

/// Week by week, the correction of week 1 is carried on. Ana starts week 2 with 457 instead of 425, and Dan, who isn't there, is
/// left with 1161 instead of 1193.
fn take_over_in_week_2_and_3(desk: &Desk) {
    let says = "No damage, but some start ratings differ from the end of the week before";
    let checked = desk.run(["check", "Camp.ladder"]).succeeded();
    checked.says(says).says("reopen 2, then camp-ladder week");
    desk.run(["week", "Camp.ladder", "reopen", "2"]).succeeded();
    desk.run(["week", "Camp.ladder", "carry"])
        .succeeded()
        .says("Start ratings of 2 players updated from the end of week 1");
    desk.run(["week", "Camp.ladder", "close"])
        .succeeded()
        .says(
            "Start ratings differ from the end of the week before: Ana Rao, Dan Lund and Eva Berg",
        )
        .says("To update the start ratings: camp-ladder week \"Camp.ladder\" carry");
    // Ben–Cleo 1–0: as before.                                         Ben 436, Cleo 956
    // Eva–Ana ½–½: 57 below are 2 steps.                               Eva 402, Ana 455
    let camp = Camp::open(&desk.camp());
    let week_2 = camp.week(2);
    assert_eq!(
        ratings(&week_2),
        [
            (ANA, 400, 455),
            (BEN, 1016, 436),
            (CLEO, 984, 956),
            (EVA, 400, 402),
        ]
    );
    let dan = week_2.player(DAN).expect("Dan").ratings;
    assert_eq!((dan.weekly, dan.permanent), (968, 1161));
    drop(camp);

    desk.run(["week", "Camp.ladder", "carry"])
        .succeeded()
        .says("Start ratings of 3 players updated from the end of week 2");
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    // Dan–Ben 0–1: level, ±16; 725 above, ±31.
    assert_eq!(
        ratings(&Camp::open(&desk.camp()).load()),
        [
            (ANA, 400, 455),
            (BEN, 1016, 467),
            (CLEO, 1000, 956),
            (DAN, 984, 1130),
            (EVA, 400, 402),
        ]
    );
    desk.run(["week", "Camp.ladder", "carry"])
        .succeeded()
        .says("The start ratings of week 3 match the end of week 2 already");
    desk.run(["check", "Camp.ladder"])
        .succeeded()
        .says("No damage, no problems");
}
