//! How fast the main job is, each figure beside what it is compared with in the same run: `cargo bench --bench ladder`.
//!
//! Prints one Markdown table; BENCHMARKS.md says what it means. Names of benchmarks after `--` run only those.
#![expect(
    clippy::format_push_string,
    reason = "files to import, made before anything is measured"
)]
#![expect(
    clippy::print_stdout,
    reason = "a benchmark's answer goes to standard output"
)]
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of games and nanoseconds, divided"
)]

#[path = "shared/backups.rs"]
mod backups;
#[path = "shared/ladders.rs"]
mod ladders;
#[path = "shared/machine.rs"]
mod machine;
#[path = "shared/memory.rs"]
mod memory;
#[path = "shared/merging.rs"]
mod merging;
#[path = "shared/us_chess.rs"]
mod us_chess;

use std::{
    env, fs,
    hint::black_box,
    io::Write as _,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use camp_ladder::{
    domain::{
        CampData, Edit, Game, GameId, GameResult, Group, GroupId, Player, PlayerId, PublishedNames,
        Ratings, SavedRatings, Week, WeekBefore,
    },
    import::{self, Choices, Plan},
    jobs::Progress,
    publish::{self, PublishChoices},
    rating::camp_ladder::{Entrant, Ladder, Pairing, Recalculation, recalculate},
    report::{self, OwnTemplates, Print, PrintChoices},
    storage::{CampFile, Mode, Occasion},
};
use jiff::civil::{Date, date};
use rusqlite::{Connection, params};

use self::machine::machine;

const TODAY: Date = date(2026, 7, 10);
const PLAYERS: u32 = 10_000;
const GAMES: usize = 1_000_000;

fn main() {
    let wanted = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect::<Vec<_>>();
    let is_wanted =
        |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{}\n", machine());
    println!("| what | aim | measured | compared with |");
    println!("|---|---|---|---|");
    let benchmarks: [(&str, fn()); 17] = [
        // First: the first PDF of a program's life is measured too.
        ("pdf 500", || pdf(500, "100 ms")),
        ("pdf 60", || pdf(60, "–")),
        ("preview", preview),
        ("publish", publish_ten_weeks),
        // Before the large files, which the system is still writing while the next benchmark runs.
        ("opening", opening),
        ("camp", camp_of_sixty),
        ("replay", replay),
        ("growth", growth),
        ("ladders", ladders::benchmark),
        ("us-chess section", us_chess::section_of_64),
        ("us-chess history", us_chess::history),
        ("us-chess rating", us_chess::many_sections),
        ("week", week_of_a_million),
        ("import", import_of_many),
        ("memory", memory::benchmark),
        ("backup", backups::benchmark),
        ("merge", merging::benchmark),
    ];
    for (name, benchmark) in benchmarks {
        if is_wanted(name) {
            benchmark();
        }
    }
}

fn line(what: &str, aim: &str, measured: &str, compared: &str) {
    println!("| {what} | {aim} | {measured} | {compared} |");
}

// Measuring.

/// The median time of several runs; `prepare` is not counted.
fn median<T>(runs: usize, mut prepare: impl FnMut() -> T, mut work: impl FnMut(T)) -> Duration {
    let times = (0..runs).map(|_| {
        let prepared = prepare();
        let start = Instant::now();
        work(prepared);
        start.elapsed()
    });
    middle(times.collect())
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn show(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{:.0} µs", seconds * 1e6),
    }
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

/// Numbers without a pattern, the same ones in every run.
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = self.0 >> 32;
        u32::try_from((high * u64::from(limit)) >> 32).expect("less than the limit")
    }

    /// White wins a little more often than Black, and a fifth are draws.
    fn game(&mut self, players: u32) -> Pairing {
        let white = self.below(players);
        let black = (white + 1 + self.below(players - 1)) % players;
        let result = match self.below(100) {
            0..42 => GameResult::WhiteWon,
            42..62 => GameResult::Draw,
            _ => GameResult::BlackWon,
        };
        Pairing {
            white,
            black,
            result,
        }
    }
}

fn games(players: u32, count: usize) -> Vec<Pairing> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    std::iter::repeat_with(|| dice.game(players))
        .take(count)
        .collect()
}

/// Groups of 100, 400, 700, 1000 and 1300, in turn.
fn start(player: u32) -> Ratings {
    let weekly = i32::try_from(player % 5).expect("a small number") * 300 + 100;
    let permanent = weekly + i32::try_from(player % 7).expect("a small number") * 10;
    Ratings { weekly, permanent }
}

fn ladder(players: u32, games: Vec<Pairing>) -> Ladder {
    let entrants = (0..players).map(|player| Entrant {
        id: PlayerId(i64::from(player) + 1),
        start: start(player),
        saved: Ratings::default(),
    });
    Ladder {
        entrants: entrants.collect(),
        games,
        problems: Vec::new(),
    }
}

fn answer(ladder: &Ladder) -> Recalculation {
    recalculate(ladder, |_, _| ControlFlow::Continue(())).expect("a sound ladder")
}

// The arithmetic.

fn replay() {
    let ladder = ladder(PLAYERS, games(PLAYERS, GAMES));
    let ours = median(
        15,
        || (),
        |()| {
            black_box(answer(black_box(&ladder)));
        },
    );
    let ns = ours.as_secs_f64() * 1e9 / GAMES as f64;
    let compared = match in_c(&ladder) {
        Ok(c) => format!("a plain C loop, `cc -O2`: {c:.1} ns ({:.2} ×)", ns / c),
        Err(reason) => reason,
    };
    line(
        "replay of both ratings, a game",
        "6 ns",
        &format!("{ns:.1} ns"),
        &compared,
    );
}

/// The same games through `replay.c`, in nanoseconds a game.
fn in_c(ladder: &Ladder) -> Result<f64, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("replay");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/replay.c");
    let compiled = Command::new("cc")
        .arg("-O2")
        .arg("-o")
        .arg(&program)
        .arg(source)
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        return Err("no C compiler (`cc`) here to compare with".to_owned());
    }
    let data = folder.path().join("games");
    let number = |count: usize| i32::try_from(count).expect("fits");
    let mut numbers = vec![number(ladder.entrants.len()), number(ladder.games.len())];
    for entrant in &ladder.entrants {
        numbers.extend([entrant.start.weekly, entrant.start.permanent]);
    }
    for game in &ladder.games {
        numbers.extend([
            game.white.cast_signed(),
            game.black.cast_signed(),
            game.result.sign(),
        ]);
    }
    let bytes = numbers
        .into_iter()
        .flat_map(i32::to_ne_bytes)
        .collect::<Vec<_>>();
    fs::write(&data, bytes).expect("a file");
    let output = Command::new(&program)
        .arg(&data)
        .arg("15")
        .output()
        .expect("our program");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (ns, sum) = text.trim().split_once(' ').expect("two numbers");
    // Both computed the same, or there is nothing to compare.
    let ours = answer(ladder)
        .saved
        .ratings
        .iter()
        .fold(0_u64, |sum, (_, ratings)| {
            let [weekly, permanent] =
                [ratings.weekly, ratings.permanent].map(|rating| i64::from(rating).cast_unsigned());
            sum.wrapping_mul(31)
                .wrapping_add(weekly.wrapping_mul(7))
                .wrapping_add(permanent)
        });
    assert_eq!(
        sum.parse(),
        Ok(ours),
        "the C loop computes the same ratings"
    );
    Ok(ns.parse().expect("a number"))
}

fn growth() {
    let all = games(1000, 10_000_000);
    let times = [10_000, 100_000, 1_000_000, 10_000_000].map(|count| {
        let ladder = ladder(1000, all[..count].to_vec());
        let runs = if count < 1_000_000 { 51 } else { 7 };
        let time = median(
            runs,
            || (),
            |()| {
                black_box(answer(black_box(&ladder)));
            },
        );
        (count as f64, time)
    });
    let slope = slope(&times);
    let shown = times.map(|(_, time)| show(time)).join(", ");
    line(
        "recalculation of 10,000, 100,000, 1,000,000, 10,000,000 games",
        "linear",
        &shown,
        &format!("grows with the games to the power of {slope:.2}"),
    );
}

/// The slope of a straight line through the logarithms of counts and times: the power with which the time grows.
fn slope(times: &[(f64, Duration)]) -> f64 {
    let points = times
        .iter()
        .map(|(count, time)| (count.ln(), time.as_secs_f64().ln()))
        .collect::<Vec<_>>();
    let mean =
        |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum::<f64>()
        / points
            .iter()
            .map(|point| (point.0 - x).powi(2))
            .sum::<f64>()
}

// Camp files.

/// A camp file with these players and games, written without the program's own way, which would take long for a million.
fn camp_file(path: &Path, players: u32, games: &[Pairing]) {
    drop(CampFile::create(path, "Benchmark camp", TODAY).expect("a camp file"));
    let mut connection = Connection::open(path).expect("a camp file");
    let transaction = connection.transaction().expect("a transaction");
    for group in 0..5 {
        transaction
            .execute(
                "INSERT INTO camp_group (id, uid, name) VALUES (?1, printf('%036d', ?1), ?2)",
                params![group + 1, format!("Group {group}")],
            )
            .expect("a group");
        transaction
            .execute(
                "INSERT INTO week_group (week_id, group_id, initial_rating, skill_order) VALUES (1, ?1, ?2, ?1)",
                params![group + 1, start(group).weekly],
            )
            .expect("a group");
    }
    {
        let mut insert_person = transaction
            .prepare(
                "INSERT INTO person (id, uid, last_name, first_name) VALUES (?1, printf('%036d', ?1), ?2, ?3)",
            )
            .expect("a statement");
        let mut insert = transaction
            .prepare(
                "INSERT INTO week_player (week_id, person_id, group_id, active, weekly_rating, permanent_rating, start_permanent)
                 VALUES (1, ?1, ?2, 1, 0, 0, ?3)",
            )
            .expect("a statement");
        for player in 0..players {
            let [last, first] = name(player);
            insert_person
                .execute(params![player + 1, last, first])
                .expect("a person");
            insert
                .execute(params![player + 1, player % 5 + 1, start(player).permanent])
                .expect("a player");
        }
        let mut insert = transaction
            .prepare(
                "INSERT INTO game (week_id, sequence, white_id, black_id, result, played_on)
                 VALUES (1, ?1, ?2, ?3, ?4, '2026-07-10')",
            )
            .expect("a statement");
        for (sequence, game) in (1_i64..).zip(games) {
            insert
                .execute(params![
                    sequence,
                    game.white + 1,
                    game.black + 1,
                    game.result.sign()
                ])
                .expect("a game");
        }
    }
    transaction.commit().expect("a commit");
}

/// An invented name.
fn name(player: u32) -> [String; 2] {
    const LAST: [&str; 7] = [
        "Lee",
        "Vang",
        "de la Cruz",
        "Muñoz",
        "O'Brien",
        "Åkesson",
        "Xiong",
    ];
    const FIRST: [&str; 6] = ["Ann", "Bo", "Mai", "Ola", "Renée", "Zoe"];
    let pick = |list: &[&str], at: u32| list[at as usize % list.len()].to_owned();
    [
        format!("{} {}", pick(&LAST, player), player / 42),
        pick(&FIRST, player / 7),
    ]
}

/// All that Recalc Ratings does: the file is opened, the ratings are computed and committed. Looking through a large file comes in between
/// once, and is measured by itself.
fn recalculate_file(path: &Path) -> Duration {
    let start = Instant::now();
    let mut file = CampFile::open(path, Mode::Change).expect("a camp file");
    let opened = start.elapsed();
    file.check().expect("a sound file");
    let start = Instant::now();
    recalculate_open(&mut file);
    drop(file);
    opened + start.elapsed()
}

fn recalculate_open(file: &mut CampFile) {
    let ladder = file.ladder().expect("a ladder");
    file.apply(
        &Edit::SaveRatings(answer(&ladder).saved),
        &Occasion::now("A change"),
    )
    .expect("saved ratings");
}

/// Makes sure that there is something to save: what is already there is not written.
fn forget_ratings(path: &Path) {
    let connection = Connection::open(path).expect("a camp file");
    connection
        .execute(
            "UPDATE week_player SET weekly_rating = 0, permanent_rating = 0",
            [],
        )
        .expect("a change");
}

/// A camp is opened and read, and looked through before its first change.
fn opening() {
    for (players, count) in [(60, 300), (PLAYERS, GAMES)] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("camp.ladder");
        camp_file(&path, players, &games(players, count));
        let runs = if count < 1000 { 101 } else { 5 };
        let ours = median(
            runs,
            || (),
            |()| {
                let file = CampFile::open(&path, Mode::Change).expect("a camp file");
                black_box(file.load().expect("a camp"));
            },
        );
        let look = median(
            runs,
            || CampFile::open(&path, Mode::Change).expect("a camp file"),
            |file| {
                black_box(file.damage().expect("a look"));
            },
        );
        let bare = median(
            runs,
            || (),
            |()| {
                let connection = Connection::open(&path).expect("a camp file");
                let finding = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0));
                assert_eq!(finding, Ok("ok".to_owned()));
            },
        );
        line(
            &format!("a camp of {players} players and {count} games: opened and read"),
            "–",
            &format!("{}; looked through: {}", show(ours), show(look)),
            &format!("SQLite's own check of its pages alone: {}", show(bare)),
        );
    }
}

fn week_of_a_million() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("week.ladder");
    let games = games(PLAYERS, GAMES);
    camp_file(&path, PLAYERS, &games);
    let times = (0..7).map(|_| {
        forget_ratings(&path);
        recalculate_file(&path)
    });
    let ours = middle(times.collect());
    let reading = median(
        7,
        || CampFile::open(&path, Mode::Change).expect("a camp file"),
        |file| {
            black_box(file.ladder().expect("a ladder"));
        },
    );
    let scan = median(
        7,
        || (),
        |()| {
            black_box(ordered_scan(&path));
        },
    );
    line(
        "1,000,000 games and 10,000 players: open, recalculate, commit",
        "1.5 × of the scan",
        &format!(
            "{} ({:.2} ×; reading alone {})",
            show(ours),
            ratio(ours, scan),
            show(reading)
        ),
        &format!("a bare ordered scan of the same rows: {}", show(scan)),
    );

    // The literal port is too slow for all of them.
    let some = folder.path().join("some.ladder");
    let sample = 20_000;
    camp_file(&some, PLAYERS, &games[..sample]);
    let literal = median(3, || forget_ratings(&some), |()| literal_port(&some));
    let scaled = literal.mul_f64((GAMES / sample) as f64);
    line(
        "the same",
        "80 × as fast",
        &format!("{:.0} × as fast", ratio(scaled, ours)),
        &format!(
            "a literal port that looks up and updates each rating by SQL, all in one transaction: {} for {sample} games, so {} for all",
            show(literal),
            show(scaled)
        ),
    );
}

/// The rows that a recalculation reads, in order of play, and nothing done with them.
fn ordered_scan(path: &Path) -> i64 {
    let connection = Connection::open(path).expect("a camp file");
    let mut statement = connection
        .prepare("SELECT id, white_id, black_id, result FROM game WHERE week_id = 1 AND counts = 1 ORDER BY sequence")
        .expect("a statement");
    let mut rows = statement.query([]).expect("rows");
    let mut sum = 0_i64;
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..4 {
            sum = sum
                .wrapping_mul(31)
                .wrapping_add(row.get(column).expect("a number"));
        }
    }
    sum
}

/// The old program's button, statement for statement, in a single transaction, which it didn't have.
fn literal_port(path: &Path) {
    let mut connection = Connection::open(path).expect("a camp file");
    let transaction = connection.transaction().expect("a transaction");
    transaction
        .execute_batch(
            "UPDATE week_player SET weekly_rating = (SELECT initial_rating FROM week_group
                 WHERE week_group.week_id = week_player.week_id AND week_group.group_id = week_player.group_id) WHERE active = 1;
             UPDATE week_player SET permanent_rating = start_permanent WHERE active = 1;",
        )
        .expect("a change");
    let games = transaction
        .prepare("SELECT white_id, black_id, result FROM game ORDER BY sequence")
        .expect("a statement")
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .expect("rows")
        .collect::<Result<Vec<(i64, i64, i64)>, _>>()
        .expect("games");
    let look_up = |column: &str, id: i64| {
        let sql =
            format!("SELECT {column} FROM week_player WHERE week_id = 1 AND person_id = {id}");
        transaction
            .query_row(&sql, [], |row| row.get::<_, i64>(0))
            .expect("a rating")
    };
    let update = |column: &str, id: i64, rating: i64| {
        let sql = format!(
            "UPDATE week_player SET {column} = {rating} WHERE week_id = 1 AND person_id = {id}"
        );
        transaction.execute(&sql, []).expect("a change");
    };
    for (white, black, result) in games {
        let [wp, wo] = [white, black].map(|id| look_up("weekly_rating", id));
        let [pp, po] = [white, black].map(|id| look_up("permanent_rating", id));
        for (column, player, opponent) in [("permanent_rating", pp, po), ("weekly_rating", wp, wo)]
        {
            let difference = player - opponent;
            let step = if difference.abs() > 375 {
                15 * difference.signum()
            } else {
                difference.abs() / 25 * difference.signum()
            };
            update(column, white, player + 16 * result - step);
            update(column, black, opponent - 16 * result + step);
        }
    }
    transaction.commit().expect("a commit");
}

fn camp_of_sixty() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.ladder");
    camp_file(&path, 60, &games(60, 300));
    let mut file = CampFile::open(&path, Mode::Change).expect("a camp file");
    let ids = (1..=60).map(|id| (PlayerId(id), Ratings::default()));
    let forgotten = Edit::SaveRatings(SavedRatings {
        ratings: ids.collect(),
    });
    let mut turn = 0;
    let mut times = Vec::new();
    let mut commits = Vec::new();
    let mut syncs = Vec::new();
    let mut page = fs::File::create(folder.path().join("page")).expect("a file");
    for _ in 0..101 {
        file.apply(&forgotten, &Occasion::now("A change"))
            .expect("a change");
        let start = Instant::now();
        recalculate_open(&mut file);
        times.push(start.elapsed());
        turn += 1;
        let rename = Edit::RenameCamp(format!("Camp {turn}"));
        let start = Instant::now();
        file.apply(&rename, &Occasion::now("A change"))
            .expect("a change");
        commits.push(start.elapsed());
        let start = Instant::now();
        page.write_all(&[1; 4096]).expect("a disk");
        page.sync_data().expect("a disk");
        syncs.push(start.elapsed());
    }
    let slowest = times.iter().copied().max().unwrap_or_default();
    line(
        "60 players and 300 games: recalculated and saved to disk",
        "10 ms",
        &format!(
            "{} (slowest of 101: {})",
            show(middle(times)),
            show(slowest)
        ),
        &format!(
            "changing one word in the same file: {}; writing 4 KB through to this disk once: {}",
            show(middle(commits)),
            show(middle(syncs))
        ),
    );
}

// Import and print.

fn import_of_many() {
    const MANY: usize = 100_000;
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(1000, MANY);
    let files = import_files(folder.path(), 1000, &games);
    let path = folder.path().join("new.ladder");
    let fresh = || {
        let _ = fs::remove_file(&path);
    };
    let mut parts = [const { Vec::new() }; 3];
    let ours = median(5, fresh, |()| {
        let mut start = Instant::now();
        let mut lap = |part: usize| {
            parts[part].push(start.elapsed());
            start = Instant::now();
        };
        let sources = files
            .iter()
            .map(|file| import::read(file, &Progress::default()).expect("a table"))
            .collect::<Vec<_>>();
        lap(0);
        let mut file = CampFile::create(&path, "Benchmark camp", TODAY).expect("a camp file");
        let plan = Plan::new(&sources, &file.load().expect("a camp"), &Choices::default());
        assert!(plan.is_ready() && plan.games.added == MANY, "a good file");
        lap(1);
        file.apply(
            &Edit::Import(Box::new(plan.changes)),
            &Occasion::now("A change"),
        )
        .expect("an import");
        lap(2);
    });
    let bare = median(5, fresh, |()| camp_file(&path, 1000, &games));
    line(
        "import of 100,000 games: read, planned, saved",
        "–",
        &format!(
            "{} ({})",
            show(ours),
            parts.map(|times| show(middle(times))).join(" + ")
        ),
        &format!(
            "the bare rows, inserted in one transaction: {} ({:.1} ×)",
            show(bare),
            ratio(ours, bare)
        ),
    );
}

/// Groups, players and games as text exported from Access.
fn import_files(folder: &Path, count: u32, games: &[Pairing]) -> [PathBuf; 3] {
    let mut groups = "Group,Initial Ladder Rating\n".to_owned();
    for group in 0..5 {
        groups += &format!("Group {group},{}\n", start(group).weekly);
    }
    let mut players = "ID,Last Name,First Name,Group,Active,StWkPerm\n".to_owned();
    for player in 0..count {
        let [last, first] = name(player);
        players += &format!(
            "{},{last},{first},Group {},1,{}\n",
            player + 1,
            player % 5,
            start(player).permanent
        );
    }
    let mut rows = "GameID,White,Black,Result,Date\n".to_owned();
    for (number, game) in (1..).zip(games) {
        let result = ["(0-1)", "(1/2-1/2)", "(1-0)"]
            [usize::try_from(game.result.sign() + 1).expect("0, 1 or 2")];
        rows += &format!(
            "{number},{},{},{result},7/{}/2026 0:00:00\n",
            game.white + 1,
            game.black + 1,
            number % 5 + 6
        );
    }
    [
        ("Camp Groups.csv", groups),
        ("Ladder Players.csv", players),
        ("Ladder Games.csv", rows),
    ]
    .map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path
    })
}

/// The standings of so many players as a PDF.
fn pdf(players: u32, aim: &str) {
    let camp = camp(players);
    let choices = Print::Standings.default_choices();
    let own = OwnTemplates::default();
    let make = |camp: &CampData| {
        report::lay_out(Print::Standings, camp, &choices, TODAY, &own)
            .and_then(|laid| laid.pages.pdf())
            .expect("a PDF")
    };
    let start = Instant::now();
    let size = black_box(make(&camp)).len();
    let first = start.elapsed();
    // The typesetter remembers what it has set: a list that is set for the second time is another thing than one that is new.
    let mut turn = 0;
    let changed = median(
        15,
        || {
            turn += 1;
            let mut camp = camp.clone();
            let mut players = camp.players.to_vec();
            for player in &mut players {
                player.ratings.weekly += turn;
            }
            camp.players = players.into();
            camp
        },
        |camp| {
            black_box(make(&camp));
        },
    );
    let again = median(
        15,
        || (),
        |()| {
            black_box(make(&camp));
        },
    );
    line(
        &format!("PDF of the standings of {players} players"),
        aim,
        &format!("{} after warm-up", show(changed)),
        &format!(
            "the first time: {}; the same list once more: {}; {} KB",
            show(first),
            show(again),
            size / 1000
        ),
    );
}

/// A sheet is laid out anew and drawn after each digit that is typed into "Only the first".
fn preview() {
    let camp = camp(60);
    let own = OwnTemplates::default();
    let mut typed = 10;
    let mut options = || {
        typed = typed % 50 + 7;
        PrintChoices {
            top: NonZeroUsize::new(typed),
            ..Print::Standings.default_choices()
        }
    };
    let lay_out = |choices: &PrintChoices| {
        report::lay_out(Print::Standings, &camp, choices, TODAY, &own).expect("pages")
    };
    let ours = median(51, &mut options, |choices| {
        black_box(lay_out(&choices).pages.picture(0, 1.5));
    });
    let laid = lay_out(&options());
    let drawing = median(
        51,
        || (),
        |()| {
            black_box(laid.pages.picture(0, 1.5));
        },
    );
    line(
        "preview of the standings of 60 players after a typed option",
        "100 ms",
        &show(ours),
        &format!("drawing a sheet that is laid out: {}", show(drawing)),
    );
}

fn publish_ten_weeks() {
    let weeks = weeks(10, 60);
    let choices = PublishChoices {
        names: PublishedNames::Initial,
        games: true,
        ladder: None,
    };
    let make = || publish::pages(&weeks, &[], &[], choices, TODAY).expect("pages");
    let ours = median(
        15,
        || (),
        |()| {
            black_box(make());
        },
    );
    let files = make();
    let folder = tempfile::tempdir().expect("a folder");
    // From the second time on, what is there is replaced.
    let saving = median(
        15,
        || (),
        |()| {
            publish::save(folder.path(), &files, &Progress::default()).expect("a disk");
        },
    );

    let is_list = |name: &str| {
        Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "csv")
    };
    let lists = files.iter().filter(|file| is_list(&file.name));
    let lists = lists.map(|file| {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(file.bytes.as_slice());
        let rows = reader.records().collect::<Result<Vec<_>, _>>();
        rows.expect("the rows that were published")
    });
    let lists = lists.collect::<Vec<_>>();
    let bare = median(
        15,
        || (),
        |()| {
            for rows in &lists {
                let mut writer = csv::Writer::from_writer(Vec::new());
                for row in rows {
                    writer.write_record(row).expect("a row");
                }
                black_box(writer.into_inner().expect("a list"));
            }
        },
    );
    let bytes = files.iter().map(|file| file.bytes.len()).sum::<usize>();
    line(
        "10 weeks of 60 players as web pages, CSV and XLSX",
        "–",
        &format!(
            "{} for {} files of {} KB; replaced in their folder: {}",
            show(ours),
            files.len(),
            bytes / 1000,
            show(saving)
        ),
        &format!(
            "the same {} lists as plain CSV: {} ({:.0} ×)",
            lists.len(),
            show(bare),
            ratio(ours, bare)
        ),
    );
}

/// Weeks that follow one another, in each of which everybody ends at another rating.
fn weeks(count: i64, players: u32) -> Vec<CampData> {
    let mut dice = Dice(7);
    let mut weeks = Vec::<CampData>::new();
    for number in 1..=count {
        let mut week = camp(players);
        week.week = Week::new(number, TODAY);
        week.weeks = vec![week.week.clone()].into();
        let mut list = week.players.to_vec();
        for player in &mut list {
            player.ratings.weekly += i32::try_from(dice.below(200)).expect("a small number");
        }
        week.players = list.into();
        let games = (1..).zip(games(players, 150)).map(|(id, pairing)| Game {
            id: GameId(id),
            sequence: id,
            date: Some(TODAY),
            ..Game::new(
                PlayerId(i64::from(pairing.white) + 1),
                PlayerId(i64::from(pairing.black) + 1),
                pairing.result,
            )
        });
        week.games = games.collect::<Vec<_>>().into();
        week.before = weeks.last().map(|before| {
            std::sync::Arc::new(WeekBefore {
                week: before.week.clone(),
                groups: before.groups.to_vec(),
                players: before.players.to_vec(),
            })
        });
        weeks.push(week);
    }
    weeks
}

fn camp(players: u32) -> CampData {
    let groups = (0..5).map(|group| Group {
        id: GroupId(i64::from(group) + 1),
        name: format!("Group {group}"),
        initial_rating: Some(start(group).weekly),
        skill_order: i64::from(group) + 1,
        ..Group::default()
    });
    let ladder = ladder(players, games(players, 3000));
    let answer = answer(&ladder);
    let list = (0..players)
        .zip(answer.saved.ratings)
        .map(|(player, (id, ratings))| {
            let [last_name, first_name] = name(player);
            Player {
                id,
                last_name,
                first_name,
                group: Some(GroupId(i64::from(player % 5) + 1)),
                ratings,
                start_permanent: Some(start(player).permanent),
                ..Player::default()
            }
        });
    CampData {
        groups: groups.collect::<Vec<_>>().into(),
        next_player: PlayerId(i64::from(players) + 1),
        players: list.collect::<Vec<_>>().into(),
        ..CampData::new("Benchmark camp", Week::new(1, TODAY))
    }
}

/// The camp with these games, as it lies in memory.
fn camp_of_games(players: u32, played: &[Pairing]) -> CampData {
    let id = |player: u32| PlayerId(i64::from(player) + 1);
    let games = (1..).zip(played).map(|(sequence, game)| Game {
        id: GameId(sequence),
        sequence,
        date: Some(TODAY),
        ..Game::new(id(game.white), id(game.black), game.result)
    });
    CampData {
        games: games.collect::<Vec<_>>().into(),
        ..camp(players)
    }
}
