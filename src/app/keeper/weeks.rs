//! All weeks of the open camp: summed up for the list of them, and read for the season and for the web.

use super::{Held, Report};
use crate::{domain::WeekId, storage::Refusal};

pub(super) fn summaries(held: Option<&Held>) -> Report {
    match held.map(|held| held.file.week_summaries()) {
        Some(Ok(weeks)) => Report::WeekList(weeks),
        Some(Err(error)) => Report::NotLooked(error),
        None => Report::WeekList(Vec::new()),
    }
}

/// Reads them, the first one first. The current one is as it is here. Only the newest knows the others: ladders are published of it.
pub(super) fn season(held: Option<&Held>) -> Report {
    let Some(held) = held else {
        let weeks = Ok(Vec::new());
        return Report::Season { revision: 0, weeks };
    };
    let current = &held.known.camp;
    let weeks = current.weeks.iter().map(|week| {
        if week.id == current.week.id {
            Ok(current.clone())
        } else {
            let is_newest = current.weeks.last().is_some_and(|last| last.id == week.id);
            if is_newest {
                held.file.load_week(week.id)
            } else {
                held.file.load_week_alone(week.id)
            }
        }
    });
    Report::Season {
        revision: held.known.revision,
        weeks: weeks.collect(),
    }
}

/// Shows another week.
pub(super) fn look(held: Option<&mut Held>, week: Option<WeekId>, revision: u64) -> Report {
    let Some(held) = held else {
        return Report::NotLooked(Refusal::Outdated.into());
    };
    let other = week.filter(|week| *week != held.known.camp.week.id);
    let looked = other.map(|week| held.file.load_week(week)).transpose();
    match looked.and_then(|looked| Ok((looked, held.file.next_steps()?))) {
        Ok((looked_at, next_steps)) => {
            let known = &mut held.known;
            known.looked_at = looked_at;
            known.revision = revision;
            Report::Looked(Box::new(held.state(next_steps)))
        }
        Err(error) => Report::NotLooked(error),
    }
}
