//! The window is killed while somebody types games into it: the camp opens, nothing of it is damaged, and every game is there of which the
//! program has said that it is saved.
//!
//! As often as one likes:
//!
//! ```text
//! CAMP_LADDER_KILLS=200 cargo test --test desktop killed -- --nocapture
//! ```

use std::{
    env, thread,
    time::{Duration, Instant},
};

use camp_ladder::storage::{CampFile, Mode};

use crate::{
    camp_ladder as program_under_test,
    desktop::{Desktop, PATIENCE, wait_until},
    entry::{imported, keys},
    log,
};

/// How often a window is killed, unless somebody says otherwise.
const KILLS: usize = 4;

/// How many games the program has said to have saved, by the log.
fn said_to_be_saved(desktop: &Desktop) -> usize {
    let log = log(desktop).unwrap_or_default();
    log.matches("saved: Add game").count() - log.matches("not saved: Add game").count()
}

#[test]
fn killed_while_somebody_types_in_it_every_saved_game_is_there() {
    let asked = env::var("CAMP_LADDER_KILLS").ok();
    let kills = asked.and_then(|asked| asked.parse().ok()).unwrap_or(KILLS);
    let desktop = Desktop::start();
    let (camp, sheet) = imported(&desktop);
    let keys = keys(&sheet);
    let before = sheet.games.len();
    let mut in_file = 0;
    for kill in 0..kills {
        let word = format!("kill {kill}");
        let said_before = said_to_be_saved(&desktop);
        let mut program = desktop.launch(desktop.command(program_under_test()).arg(&camp));
        desktop.window(&mut program, "July").drawn_picture();
        desktop.key("ctrl+3");
        thread::scope(|scope| {
            // What comes when the window is gone goes nowhere.
            scope.spawn(|| desktop.type_quickly(&keys, 8));
            wait_until("the first game", PATIENCE, || {
                (said_to_be_saved(&desktop) > said_before).then_some(())
            });
            // Parts of a whole that look like chance, in which each part comes up about as often.
            let part =
                (f64::from(u32::try_from(kill).unwrap_or(0)) * 0.618_033_988_749_895).fract();
            let until = Instant::now() + Duration::from_millis(1500).mul_f64(part);
            thread::sleep(until.saturating_duration_since(Instant::now()));
            program.kill();
        });
        let said = said_to_be_saved(&desktop);
        let file = CampFile::open(&camp, Mode::Change);
        let file = file.unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_eq!(
            file.damage().expect("a look"),
            Vec::<String>::new(),
            "{word}"
        );
        let games = file.load().expect("a camp").games.len() - before;
        let mismatch = file.history_unlike_records().expect("a look");
        assert_eq!(mismatch, None, "{word}");
        // Two more may be in the file than were said when the program ended: one that was just saved, and one that the log hadn't written.
        let new = games - in_file;
        let said = said - said_before;
        assert!(
            (said..=said + 2).contains(&new),
            "{word}: {said} said, {new} there"
        );
        in_file = games;
    }
    println!("{kills} kills, {in_file} games");
}
