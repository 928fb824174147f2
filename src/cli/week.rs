//! `camp-ladder week`

use std::path::Path;

use jiff::civil::Date;

use super::{
    Failure, arguments::Week, in_sentences, open_to_change, open_to_read, put, quoted, say,
};
use crate::{
    app,
    domain::{self, CampData, Edit, LadderProblem, NextWeek, counted, long_date, within_sentence},
    rating::camp_ladder,
    storage::{CampFile, Refusal, StorageError, WeekSummary},
};

pub(super) fn run(path: &Path, order: Week) -> Result<(), Failure> {
    match order {
        Week::List => list(path),
        Week::Close => close(path),
        Week::Start { label, date } => start(path, label, date),
        Week::Carry => carry(path),
        Week::Reopen { number } => reopen(path, number),
    }
}

/// One line a week: number, label, its days, the day it was closed on, players and games.
fn list(path: &Path) -> Result<(), Failure> {
    let (file, camp) = open_to_read(path)?;
    let line = |summary: &WeekSummary| {
        let week = &summary.week;
        let state = match week.closed_on {
            Some(day) => format!("closed on {}", long_date(day)),
            None if week.id == camp.week.id => "open".to_owned(),
            None => "on hold".to_owned(),
        };
        format!(
            "{}, {}, {state}, {}, {}\n",
            week.title(),
            summary.days,
            counted(summary.players, "player"),
            counted(summary.games, "game"),
        )
    };
    let lines = file.week_summaries()?;
    put(&lines.iter().map(line).collect::<String>())
}

fn close(path: &Path) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let before = file.load()?;
    let mut problems = camp_ladder::problems(&before);
    problems.retain(|problem| {
        // Closing recalculates.
        problem.counts() && !matches!(problem, LadderProblem::RatingsOutOfDate { .. })
    });
    for (_, sentence) in in_sentences(&problems, &before) {
        say(&sentence);
    }
    let unchecked = before.games.iter().filter(|game| game.verified.is_none());
    let unchecked = unchecked.count();
    if unchecked > 0 {
        let games = counted(unchecked, "game");
        say(&format!("Not checked: {games}"));
    }
    let edit = Edit::CloseWeek { on: app::today() };
    match super::change(&mut file, &edit, edit.name(&before)) {
        Err(Failure::Storage(StorageError::Refused(Refusal::NotRecalculated(_)))) => {
            return Err(Failure::Refused(
                "The ratings can’t be recalculated, so the week was not closed, and nothing has changed"
                    .to_owned(),
            ));
        }
        closed => closed?,
    }
    let camp = file.load()?;
    say(&format!("{} is closed", before.week.title()));
    if camp.week.id != before.week.id {
        say(&format!("{} is the current week again", camp.week.title()));
        say_what_follows(path, &camp, &camp_ladder::problems(&camp));
    }
    Ok(())
}

/// Says which weeks don't start from what the week before them ends with, and the commands that mend the first one.
fn say_what_follows(path: &Path, camp: &CampData, problems: &[LadderProblem]) {
    for problem in problems.iter().filter(|problem| problem.is_of_starts()) {
        say(&problem.sentence(camp));
    }
    if let Some(steps) = next_steps(path, camp, problems) {
        say(&steps);
    }
}

/// The commands by which the first week takes the ratings over that doesn't start from what the week before it ends with.
pub(super) fn next_steps(
    path: &Path,
    camp: &CampData,
    problems: &[LadderProblem],
) -> Option<String> {
    let of_starts = |problem: &LadderProblem| match problem {
        LadderProblem::OtherStarts { .. } => Some(&camp.week),
        _ => None,
    };
    let shown = problems.iter().find_map(of_starts);
    let others = camp.stale_weeks.iter().map(|stale| &stale.week);
    let week = shown.into_iter().chain(others);
    let week = week.min_by_key(|week| week.number)?;
    let corrects_older = !camp.week.is_closed() && camp.weeks.last() != Some(&camp.week);
    if week.id != camp.week.id && corrects_older {
        // That one is closed first, and then the chain is looked at again.
        return None;
    }
    let order = format!("camp-ladder week {}", quoted::path(path));
    Some(if week.is_closed() {
        format!(
            "To update the start ratings: {order} reopen {}, then {order} carry, then {order} close",
            week.number
        )
    } else {
        format!("To update the start ratings: {order} carry")
    })
}

/// The current week takes over what the week before ends with.
fn carry(path: &Path) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let camp = file.load()?;
    let name = within_sentence(&camp.week.name());
    let Some(before) = camp.before.as_deref() else {
        return Err(Failure::Refused(format!("There is no week before {name}")));
    };
    let before = within_sentence(&before.week.name());
    let starts = |problem: &LadderProblem| match problem {
        LadderProblem::OtherStarts { players } => Some(players.len()),
        _ => None,
    };
    let Some(others) = domain::doubts(&camp).iter().find_map(starts) else {
        say(&format!(
            "The start ratings of {name} match the end of {before} already"
        ));
        return Ok(());
    };
    change(&mut file, &Edit::CarryStarts)?;
    say(&format!(
        "Start ratings of {} updated from the end of {before}. Next: camp-ladder recalc {}",
        counted(others, "player"),
        quoted::path(path)
    ));
    Ok(())
}

fn start(path: &Path, label: Option<String>, date: Option<Date>) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let camp = file.load()?;
    let first_day = date.unwrap_or_else(|| camp.next_week_opens(app::today()));
    if let Some(reason) = camp.why_next_week_cant_open(first_day) {
        return Err(Failure::Refused(reason));
    }
    let next = NextWeek {
        label: label.unwrap_or_default().trim().to_owned(),
        opened_on: first_day,
        players: Vec::new(),
    };
    let edit = Edit::StartWeek(Box::new(next));
    change(&mut file, &edit)?;
    let camp = file.load()?;
    let players = camp.players.iter().filter(|player| player.active).count();
    say(&format!(
        "{} is open, from {}, with {}",
        camp.week.title(),
        long_date(camp.week.opened_on),
        counted(players, "player")
    ));
    Ok(())
}

fn reopen(path: &Path, number: i64) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let week = find(&file.load()?, number)?.clone();
    change(&mut file, &Edit::ReopenWeek(week.id))?;
    say(&format!("{} reopened", week.title()));
    Ok(())
}

fn change(file: &mut CampFile, edit: &Edit) -> Result<(), Failure> {
    let camp = file.load()?;
    super::change(file, edit, edit.name(&camp))
}

/// A week of the camp by its number.
pub(super) fn find(camp: &CampData, number: i64) -> Result<&domain::Week, Failure> {
    let mut weeks = camp.weeks.iter();
    weeks.find(|week| week.number == number).ok_or_else(|| {
        let names = camp.weeks.iter().map(|week| within_sentence(&week.name()));
        let names = names.collect::<Vec<_>>();
        let there = match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        };
        Failure::NoWeek { number, there }
    })
}
