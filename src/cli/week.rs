//! `camp-ladder week`

use std::path::Path;

use super::{Failure, arguments::Week, open_to_read, put, say};
use crate::{
    app,
    domain::{self, CampData, Edit, LadderProblem, NextWeek, within_sentence},
    rating::camp_ladder,
    storage::{CampFile, Mode, Occasion, Refusal, StorageError, WeekSummary},
};

pub(super) fn run(path: &Path, order: Week) -> Result<(), Failure> {
    match order {
        Week::List => list(path),
        Week::Close => close(path),
        Week::Start { label } => start(path, label),
        Week::Reopen { number } => reopen(path, number),
    }
}

/// One line a week: number, label, the days of its opening and closing, players and games.
fn list(path: &Path) -> Result<(), Failure> {
    let (file, camp) = open_to_read(path)?;
    let line = |summary: &WeekSummary| {
        let week = &summary.week;
        let state = match week.closed_on {
            Some(day) => format!("closed {day}"),
            None if week.id == camp.week.id => "open".to_owned(),
            None => "waits".to_owned(),
        };
        format!(
            "{}, opened {}, {state}, {}, {}\n",
            week.title(),
            week.opened_on,
            counted(summary.players, "player"),
            counted(summary.games, "game"),
        )
    };
    let lines = file.week_summaries()?;
    put(lines.iter().map(line).collect::<String>().as_bytes())
}

fn close(path: &Path) -> Result<(), Failure> {
    let mut file = CampFile::open(path, Mode::Change)?;
    let before = file.load()?;
    for problem in camp_ladder::problems(&before) {
        // Closing recalculates.
        if problem.counts() && !matches!(problem, LadderProblem::RatingsOutOfDate { .. }) {
            say(&problem.sentence(&before));
        }
    }
    let unchecked = before.games.iter().filter(|game| game.verified.is_none());
    let unchecked = unchecked.count();
    if unchecked > 0 {
        let games = counted(unchecked, "game");
        say(&format!(
            "Not compared with the paper a second time: {games}"
        ));
    }
    let edit = Edit::CloseWeek { on: app::today() };
    match file.apply(&edit, &Occasion::now(edit.name(&before))) {
        Err(StorageError::Refused(Refusal::NotRecalculated(_))) => {
            return Err(Failure::Refused(
                "The ratings can't be recalculated, so the week was not closed, and nothing has changed"
                    .to_owned(),
            ));
        }
        closed => closed?,
    };
    let camp = file.load()?;
    say(&format!("{} is closed", before.week.title()));
    if camp.week.id != before.week.id {
        say(&format!("{} is the current week again", camp.week.title()));
    }
    Ok(())
}

fn start(path: &Path, label: Option<String>) -> Result<(), Failure> {
    let mut file = CampFile::open(path, Mode::Change)?;
    let next = NextWeek {
        label: label.unwrap_or_default().trim().to_owned(),
        opened_on: app::today(),
        players: Vec::new(),
    };
    let edit = Edit::StartWeek(Box::new(next));
    change(&mut file, &edit)?;
    let camp = file.load()?;
    let players = camp.players.iter().filter(|player| player.active).count();
    say(&format!(
        "{} is open, with {}",
        camp.week.title(),
        counted(players, "player")
    ));
    Ok(())
}

fn reopen(path: &Path, number: i64) -> Result<(), Failure> {
    let mut file = CampFile::open(path, Mode::Change)?;
    let week = find(&file.load()?, number)?.clone();
    change(&mut file, &Edit::ReopenWeek(week.id))?;
    say(&format!("{} is open again", week.title()));
    Ok(())
}

fn change(file: &mut CampFile, edit: &Edit) -> Result<(), Failure> {
    let camp = file.load()?;
    file.apply(edit, &Occasion::now(edit.name(&camp)))?;
    Ok(())
}

/// A week of the camp by its number.
pub(super) fn find(camp: &CampData, number: i64) -> Result<&domain::Week, Failure> {
    let mut weeks = camp.weeks.iter();
    weeks.find(|week| week.number == number).ok_or_else(|| {
        let names = camp.weeks.iter().map(|week| within_sentence(&week.name()));
        let there = names.collect::<Vec<_>>().join(", ");
        Failure::NoWeek { number, there }
    })
}

/// "1 game", "12 games"
pub(super) fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
