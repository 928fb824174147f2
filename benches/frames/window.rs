//! The whole window over a large camp: what a frame costs while its lists scroll, whether it rests, and how much memory it
//! takes.

use std::{
    fs,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use camp_ladder::{
    app::{self, Action, App, Command, Page, settings::Settings},
    pages,
    storage::CampFile,
    ui,
};
use rusqlite::{Connection, params};

use super::{FRAMES, Screen, WARM_UP, Way};

const PLAYERS: i64 = 10_000;
const GAMES: i64 = 1_000_000;

pub(super) fn window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Large.ladder");
    camp_file(&path);
    let mut screen = Screen::new(true);
    let mut window = new_window(&screen);
    window.app.send(Action::Open(path));
    settle(&mut screen, &mut window);
    let loaded = memory();

    for (page, what) in [
        (Page::PLAYERS, "10,000 players"),
        (Page::GAMES, "1,000,000 games"),
    ] {
        for view in page.views {
            window.app.send(Action::Go(page.into()));
            window.app.send(view.command());
            settle(&mut screen, &mut window);
            let rest = costs(&mut screen, &mut window, Way::Rest);
            for (way, words) in [(Way::Wheel, "wheel"), (Way::PageDown, "Page Down")] {
                let cost = costs(&mut screen, &mut window, way);
                println!(
                    "| the whole window, {what} as {}, by {words}, with a screen reader listening | 4 ms | {cost} | the same window without scrolling: {rest} |",
                    view.title().to_lowercase()
                );
            }
        }
    }
    // What an animation began is over after a second.
    for _ in 0..120 {
        frame(&mut screen, &mut window, Way::Rest);
    }
    let repaints = if screen.repaints { "yes" } else { "none" };
    println!("| pictures asked for while nothing happens, same camp | none | {repaints} | – |");
    println!(
        "| memory of the process with this camp, after all that scrolling | bounded | {} MiB | {loaded} MiB before |",
        memory()
    );
}

/// Types the names of a game while a large camp is backed up, a letter a frame, sixty frames a second. Here the clock counts, as the backup wants the
/// same processor and the same disk.
pub(super) fn typing_beside_a_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Large.ladder");
    camp_file(&path);
    let backups = folder.path().join("backups");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut screen = Screen::new(false);
    let mut window = window_with(settings, &screen);
    window.app.send(Action::Open(path));
    settle(&mut screen, &mut window);
    window.app.send(Action::Go(Page::GAMES.into()));
    window.app.send(Page::GAMES.views[0].command());
    settle(&mut screen, &mut window);

    let before = type_until(&mut screen, &mut window, |frames| frames == FRAMES);
    // One may have been made since the camp was opened.
    let had = backups_in(&backups);
    window.app.send(Command::BACK_UP);
    let beside = type_until(&mut screen, &mut window, |_| backups_in(&backups) > had);
    println!(
        "| typing a name among 10,000 while a camp of 1,000,000 games is backed up, by the clock; the longest frame too | 16 ms | {beside} | without a backup: {before} |"
    );
}

/// "0.52 ms, 0.71 ms; 1.30 ms"
fn type_until(
    screen: &mut Screen,
    window: &mut ui::Window,
    is_done: impl Fn(usize) -> bool,
) -> String {
    const FRAME: Duration = Duration::from_micros(16_667);
    let mut times = Vec::new();
    while !is_done(times.len()) {
        let start = Instant::now();
        frame(screen, window, Way::Letters);
        times.push(start.elapsed());
        thread::sleep(FRAME.saturating_sub(start.elapsed()));
    }
    times.sort();
    let at = |percent: usize| {
        let time = times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
        time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    assert!(times.len() > 20, "something was typed meanwhile");
    format!("{:.2} ms, {:.2} ms; {:.2} ms", at(50), at(99), at(100))
}

/// How many backups there are that count: the note of one is written last.
fn backups_in(backups: &Path) -> usize {
    let folders = fs::read_dir(backups).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten());
    let names = files.flatten().map(|file| file.path());
    names
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .count()
}

pub(super) fn new_window(screen: &Screen) -> ui::Window {
    window_with(Settings::default(), screen)
}

fn window_with(settings: Settings, screen: &Screen) -> ui::Window {
    let app = App::new(settings, Arc::new(|| ()), app::real_clock, pages::ALL).expect("a program");
    ui::Window::new(&screen.ctx, app)
}

pub(super) fn costs(screen: &mut Screen, window: &mut ui::Window, way: Way) -> String {
    screen.warm_up();
    for _ in 0..WARM_UP + FRAMES {
        frame(screen, window, way);
    }
    assert!(
        screen.said > 60,
        "a full window is measured: {}",
        screen.said
    );
    screen.percentiles()
}

pub(super) fn frame(screen: &mut Screen, window: &mut ui::Window, way: Way) {
    screen.frame(way, |ui| {
        window.prepare(ui.ctx());
        window.draw(ui);
    });
}

/// Draws until nothing is under way.
pub(super) fn settle(screen: &mut Screen, window: &mut ui::Window) {
    frame(screen, window, Way::Rest);
    while window.app.is_busy() {
        thread::sleep(Duration::from_millis(5));
        frame(screen, window, Way::Rest);
    }
    frame(screen, window, Way::Rest);
}

/// What the process takes, in MiB; 0 where the system doesn't tell.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse::<u64>().ok())
        .unwrap_or(0)
        / 1024
}

/// A large camp, written without the program's own way, which would take long.
fn camp_file(path: &Path) {
    drop(CampFile::create(path, "Large camp", app::today()).expect("a camp file"));
    let connection = Connection::open(path).expect("a camp file");
    connection.execute_batch("BEGIN").expect("a transaction");
    connection
        .execute_batch(
            "INSERT INTO camp_group (id, uid, name)
             VALUES (1, printf('%036d', 1), 'Purple'), (2, printf('%036d', 2), 'Red'), (3, printf('%036d', 3), 'Blue');
             INSERT INTO week_group (week_id, group_id, initial_rating, skill_order)
             VALUES (1, 1, 100, 1), (1, 2, 400, 2), (1, 3, 1000, 3)",
        )
        .expect("groups");
    connection
        .execute(
            "INSERT INTO person (id, uid, last_name, first_name)
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
             SELECT n, printf('%036d', n), 'Camper ' || n * 7919 % 10007, 'Ann' FROM number",
            params![PLAYERS],
        )
        .expect("persons");
    connection
        .execute(
            "INSERT INTO week_player (week_id, person_id, group_id, active, weekly_rating, permanent_rating, start_permanent)
             SELECT 1, id, 1 + id % 3, 1, 400, 400, 400 FROM person",
            [],
        )
        .expect("players");
    connection
        .execute(
            "INSERT INTO game (week_id, sequence, white_id, black_id, result, played_on)
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
             SELECT 1, n, 1 + n % 4999, 5001 + n * 7 % 4993, n % 3 - 1, '2026-07-10' FROM number",
            params![GAMES],
        )
        .expect("games");
    connection.execute_batch("COMMIT").expect("a commit");
}
