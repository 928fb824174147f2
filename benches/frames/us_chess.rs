//! The crosstable of a large section in the window.

use std::{path::Path, thread, time::Duration};

use camp_ladder::{
    app::{Action, Page},
    domain::{
        Edit,
        us_chess::{Change, Code, Entry, Event, Record, Round, Section, System},
    },
    storage::{CampFile, Occasion, RateRequest},
};
use jiff::civil::date;

use super::{
    Screen, Way,
    window::{costs, frame, new_window, settle},
};

const PLAYERS: u16 = 500;
const ROUNDS: u16 = 9;

pub(super) fn crosstable() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Section.ladder");
    camp_file(&path);
    let mut screen = Screen::new(true);
    let mut window = new_window(&screen);
    window.app.send(Action::Open(path));
    settle(&mut screen, &mut window);
    window.app.send(Action::Go(Page::US_CHESS.into()));
    // What the page reads from the file is on its way for some frames.
    for _ in 0..40 {
        settle(&mut screen, &mut window);
        thread::sleep(Duration::from_millis(10));
    }
    let rest = costs(&mut screen, &mut window, Way::Rest);
    for (way, words) in [(Way::Wheel, "wheel"), (Way::PageDown, "Page Down")] {
        let cost = costs(&mut screen, &mut window, way);
        println!(
            "| the whole window, the crosstable of {PLAYERS} players, by {words}, with a screen reader listening | 4 ms | {cost} | the same window without scrolling: {rest} |"
        );
    }
    frame(&mut screen, &mut window, Way::Rest);
}

/// A camp with one rated section.
fn camp_file(path: &Path) {
    let mut camp = CampFile::create(path, "Large section", date(2026, 7, 6)).expect("a camp file");
    let entries = (0..PLAYERS).map(|at| {
        let rounds = (0..ROUNDS).map(|round| {
            let other = at ^ (round + 1);
            // Who has nobody has a bye.
            if other >= PLAYERS {
                return Round::UNPLAYED;
            }
            let code = match (at.min(other) % 3, at < other) {
                (0, _) => Code::Draw,
                (1, true) | (2, false) => Code::Win,
                _ => Code::Loss,
            };
            Round::new(code, Some(other + 1), None).expect("a game")
        });
        Entry {
            pair: at + 1,
            id: format!("{}", 10_000_001 + u32::from(at)).parse().ok(),
            name: format!("Player {}, Ann", at * 7 % PLAYERS),
            state: Some("MN".to_owned()),
            rounds: rounds.collect(),
            regular: Record {
                rating: Some(f64::from(800 + at * 37 % 1400)),
                games: None,
                ..Record::default()
            },
            ..Entry::default()
        }
    });
    let section = Section {
        number: 1,
        name: "Open".to_owned(),
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    };
    let event = Event {
        id: Some("202607050103".to_owned()),
        name: "Large Open".to_owned(),
        ends: Some(date(2026, 7, 5)),
        sections: vec![section],
        ..Event::default()
    };
    let apply = |camp: &mut CampFile, change| {
        camp.apply(&Edit::UsChess(change), &Occasion::now("Prepare"))
            .expect("a change");
    };
    apply(&mut camp, Change::AddEvent(Box::new(event)));
    let run = camp.rating_run(&RateRequest::All).expect("a run");
    assert_eq!(run.save.rated.len(), 1, "{:?}", run.refused);
    apply(&mut camp, Change::SaveRatings(Box::new(run.save)));
}
