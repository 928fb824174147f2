//! Sections of US Chess: one rated, many rated in order and committed, and the history of a member.

use std::{
    env,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use camp_ladder::{
    domain::{
        Edit,
        us_chess::{Change, Code, Entry, MemberKey, Record, Round, Section, System},
    },
    rating::us_chess::{Rules, rate},
    storage::{CampFile, Mode, Occasion, RateRequest},
};
use rusqlite::{Connection, params};

use super::{Dice, TODAY, line, median, ratio, show, slope};

/// How many sections are rated, unless the variable `SECTIONS` says otherwise.
const SECTIONS: u32 = 10_000;

/// Of how many players each, and in how many rounds.
const ENTRIES: u32 = 20;
const ROUNDS: u32 = 4;

/// Sections of an event.
const OF_AN_EVENT: u32 = 5;

pub(crate) fn section_of_64() {
    let section = section(64, 7);
    let rules = Rules::on(TODAY).expect("rules");
    let runs = 200;
    let time = median(
        31,
        || (),
        |()| {
            for _ in 0..runs {
                black_box(rate(black_box(&section), System::Regular, &rules)).expect("rated");
            }
        },
    );
    line(
        "a section of 64 players and 7 rounds, rated in one system",
        "microseconds",
        &show(time / runs),
        "–",
    );
}

pub(crate) fn many_sections() {
    let wanted = env::var("SECTIONS").ok().and_then(|text| text.parse().ok());
    let most = wanted.unwrap_or(SECTIONS);
    let folder = tempfile::tempdir().expect("a folder");
    let mut times = Vec::new();
    let mut scan = Duration::ZERO;
    for sections in [most / 10, most] {
        let path = folder.path().join(format!("{sections}.ladder"));
        camp_file(&path, sections, members(sections));
        scan = bare_scan(&path);
        let time = rate_all(&path);
        times.push((f64::from(sections), time));
    }
    let ours = times.last().map_or(Duration::ZERO, |(_, time)| *time);
    line(
        &format!("{most} sections of {ENTRIES} players rated in order, and committed"),
        "3 × of the scan",
        &format!("{} ({:.1} ×)", show(ours), ratio(ours, scan)),
        &format!(
            "a bare scan of the same rows: {}; grows with the sections to the power of {:.2}",
            show(scan),
            slope(&times)
        ),
    );
}

/// Of a member who has played in a thousand sections, all of which are rated.
pub(crate) fn history() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("history.ladder");
    camp_file(&path, 1000, ENTRIES);
    rate_all(&path);
    let camp = CampFile::open(&path, Mode::Change).expect("a camp file");
    let member = MemberKey(1);
    let time = median(
        11,
        || (),
        |()| {
            let played = camp.played_by(member).expect("a history");
            assert_eq!(played.len(), 1000);
            black_box(played);
        },
    );
    line(
        "history of a member over 1,000 sections, with opponents and ratings",
        "50 ms",
        &show(time),
        "–",
    );
}

/// So many members that each plays in some hundred sections.
fn members(sections: u32) -> u32 {
    (sections * ENTRIES / 100).max(ENTRIES)
}

/// Everybody plays in each round: in round `r` the one at `at` meets the one at `at ^ (r + 1)`, which pairs all of a power of two, and of other numbers
/// those who are there.
fn cells(at: u32, players: u32, rounds: u32) -> Vec<Round> {
    let rounds = (0..rounds).map(|round| {
        let other = at ^ (round + 1);
        if other >= players {
            return Round::UNPLAYED;
        }
        // Both sides come to the same result.
        let lot = at.min(other) * 31 + at.max(other) * 17 + round;
        let code = match (lot % 5, at < other) {
            (0, _) => Code::Draw,
            (1 | 2, true) | (3 | 4, false) => Code::Win,
            _ => Code::Loss,
        };
        let pair = u16::try_from(other + 1).expect("a pairing number");
        Round::new(code, Some(pair), None).expect("a game")
    });
    rounds.collect()
}

fn section(players: u32, rounds: u32) -> Section {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let entries = (0..players).map(|at| Entry {
        pair: u16::try_from(at + 1).expect("a pairing number"),
        rounds: cells(at, players, rounds),
        regular: Record {
            rating: Some(f64::from(800 + dice.below(1400))),
            games: Some(4 + dice.below(100)),
            ..Record::default()
        },
        ..Entry::default()
    });
    Section {
        number: 1,
        ends: Some(TODAY),
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    }
}

/// A camp with sections, written without the program's own way, which would take longer.
fn camp_file(path: &Path, sections: u32, members: u32) {
    drop(CampFile::create(path, "Benchmark camp", TODAY).expect("a camp file"));
    let mut connection = Connection::open(path).expect("a camp file");
    let transaction = connection.transaction().expect("a transaction");
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    {
        let mut member = transaction
            .prepare(
                "INSERT INTO us_member (id, uid, member_id, last_name, first_name)
                 VALUES (?1, printf('%036d', ?1), printf('%08d', 10000000 + ?1), 'Player ' || ?1, 'Ann')",
            )
            .expect("a statement");
        let mut account = transaction
            .prepare(
                "INSERT INTO us_account (member_id, balance, system, rating, games, played, wins, draws, events)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0)",
            )
            .expect("a statement");
        for number in 1..=members {
            member.execute([number]).expect("a member");
            let rating = (800 + dice.below(1400)).to_string();
            let games = 4 + dice.below(100);
            for balance in ["opening", "now"] {
                account
                    .execute(params![number, balance, "regular", rating, games, games])
                    .expect("an account");
                account
                    .execute(params![number, balance, "quick", None::<String>, 0, 0])
                    .expect("an account");
            }
        }
        let mut event = transaction
            .prepare(
                "INSERT INTO us_event (id, uid, event_id, name, ends)
                 VALUES (?1, printf('%036d', ?1), printf('2025%08d', ?1), 'Event ' || ?1, date('2025-01-01', '+' || ?2 || ' days'))",
            )
            .expect("a statement");
        let mut section = transaction
            .prepare(
                "INSERT INTO us_section (id, event_id, number, name, kind, half_k, time_controls, is_regular, is_quick, is_blitz,
                     as_published)
                 VALUES (?1, ?2, ?3, 'Section', 'swiss', 0, 'G/90;d5', 1, 0, 0, 0)",
            )
            .expect("a statement");
        let mut entry = transaction
            .prepare(
                "INSERT INTO us_entry (section_id, place, pair, member_id, name, rounds)
                 VALUES (?1, ?2, ?2 + 1, ?3, 'Player ' || ?3 || ', Ann', ?4)",
            )
            .expect("a statement");
        let rounds = (0..ENTRIES).map(|at| {
            let cells = cells(at, ENTRIES, ROUNDS);
            let cells = cells.iter().map(ToString::to_string);
            cells.collect::<Vec<_>>().join(" ")
        });
        let rounds = rounds.collect::<Vec<_>>();
        for number in 0..sections {
            let of = number / OF_AN_EVENT;
            if number % OF_AN_EVENT == 0 {
                event.execute([of + 1, of % 500]).expect("an event");
            }
            section
                .execute([number + 1, of + 1, number % OF_AN_EVENT + 1])
                .expect("a section");
            // Each block of members meets, and in the next section others of them.
            let first = dice.below(members);
            for (at, cells) in (0..).zip(&rounds) {
                let member = (first + at) % members + 1;
                entry
                    .execute(params![number + 1, at, member, cells])
                    .expect("an entry");
            }
        }
    }
    transaction.commit().expect("a commit");
}

/// What rating all takes, from what is in the file to what is in it then.
fn rate_all(path: &Path) -> Duration {
    let mut camp = CampFile::open(path, Mode::Change).expect("a camp file");
    // The first change has the whole file looked through.
    let name = Edit::RenameCamp("Benchmark".to_owned());
    camp.apply(&name, &Occasion::now("Rename"))
        .expect("a change");
    let start = Instant::now();
    let run = camp.rating_run(&RateRequest::All).expect("a run");
    assert!(run.refused.is_empty(), "{:?}", run.refused.first());
    let save = Change::SaveRatings(Box::new(run.save));
    camp.apply(&Edit::UsChess(save), &Occasion::now("Rate"))
        .expect("saved");
    start.elapsed()
}

/// All values of the sections and entries in their order, and nothing else.
fn bare_scan(path: &Path) -> Duration {
    let connection = Connection::open(path).expect("a camp file");
    median(
        3,
        || (),
        |()| {
            let mut statement = connection
                .prepare(
                    "SELECT us_event.ends, us_event.event_id, us_section.number, us_section.time_controls, us_entry.pair, us_entry.member_id,
                         us_entry.name, us_entry.rounds, us_entry.regular, us_entry.quick
                     FROM us_section JOIN us_event ON us_event.id = us_section.event_id
                     JOIN us_entry ON us_entry.section_id = us_section.id
                     ORDER BY us_event.ends, us_event.event_id, us_section.number, us_entry.place",
                )
                .expect("a statement");
            let mut rows = statement.query([]).expect("rows");
            let mut letters = 0;
            while let Some(row) = rows.next().expect("a row") {
                for column in 0..10 {
                    let value = row.get_ref(column).expect("a value");
                    letters += value.as_str().map_or(1, str::len);
                }
            }
            black_box(letters);
        },
    )
}
