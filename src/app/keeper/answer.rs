//! What comes of what the keeper is asked.

use super::{
    super::{paths::is_same_file, sample},
    Held, Report, Saved,
    backups::Backing,
    begin, history, old,
    opening::once_closed,
    outlet::{Outlet, image_in},
    request::{Change, Request},
    restoring, safety, weeks,
};
use crate::{
    domain::CampSeed,
    storage::{BackupReason, CampFile, Occasion, Refusal},
};

/// Does what is asked. `None` where nobody waits for an answer.
pub(super) fn carry_out(
    request: Request,
    held: &mut Option<Held>,
    backing: &mut Backing,
    to: &Outlet,
    revision: u64,
) -> Option<Report> {
    Some(match request {
        Request::Open(path, mode) => {
            // A camp that is opened anew is closed first; any other stays open until the new one is.
            let closed = held
                .take_if(|held| is_same_file(held.file.path(), &path))
                .is_some();
            let opened = once_closed(&path, || backing.open(&path, mode));
            let opened = Held::open(opened, &path);
            begin(held, opened, Some(path), revision, closed)
        }
        Request::Create(path, name, today, origin) => {
            let seed =
                origin.map_or_else(CampSeed::default, |origin| origin.camp.seed(&origin.chosen));
            let made = CampFile::create_from(&path, &name, today, &seed);
            let opened = Held::open(backing.keep(made), &path);
            begin(held, opened, Some(path), revision, false)
        }
        Request::Sample(today) => match sample::open(today) {
            Ok((file, camp)) => begin(held, Ok(Held::new(file, camp)), None, revision, false),
            Err(reason) => Report::NoSample(reason),
        },
        Request::Apply(change) => apply(held, change, revision),
        Request::MoveInHistory(way) => history::move_in_history(held, way, revision),
        Request::History => history::list(held.as_ref()),
        Request::ForgetHistory { with_backups } => {
            history::forget(held.as_mut(), with_backups.then_some(backing))
        }
        Request::LookAt(week) => weeks::look(held.as_mut(), week, revision),
        Request::WeekList => weeks::summaries(held.as_ref()),
        Request::Season => weeks::season(held.as_ref()),
        Request::Read(reading) => Report::Read(held.as_ref().map(|held| held.answer(reading))),
        Request::Close => {
            *held = None;
            Report::Closed
        }
        Request::CheckFile(stop) => safety::check_file(held, stop),
        Request::LookOutside => safety::look_outside(held.as_ref()),
        Request::SaveCopy(path) => {
            let image = image_in(&to.last_saved);
            safety::save_copy(held, image.as_ref(), path, backing, revision)
        }
        Request::GoOn(last_saved, path, at) => {
            let image = image_in(&last_saved);
            safety::go_on(held, image.as_ref(), path, backing, at)
        }
        Request::ReadOld(path) => {
            let camp = old::read(held.as_ref(), path.as_deref());
            Report::Old {
                camp: camp.map(Box::new),
                path,
            }
        }
        Request::PutBack(backup, place) => {
            restoring::put_back(held, backing, &backup, place, revision)
        }
        Request::RestoreAs(backup, path) => restoring::save_as(backup, path),
        Request::LookInto(listed) => restoring::look_into(held, backing, listed, revision),
        Request::BackUp => {
            let held = held.as_mut()?;
            let refused = backing.refuse(held);
            if refused.is_none() {
                held.file.back_up(BackupReason::Asked, &|| false);
            }
            return refused;
        }
        Request::GiveUpPlace(place) => {
            backing.give_up(place, held.as_ref());
            return None;
        }
        Request::KeepOtherwise(keeping) => {
            backing.use_other(keeping, held.as_mut());
            return None;
        }
    })
}

/// Makes a change.
fn apply(slot: &mut Option<Held>, change: Change, revision: u64) -> Report {
    let ticket = change.ticket;
    let Some(held) = slot else {
        return Report::Refused(ticket, Refusal::Outdated.into());
    };
    if change.only_at.is_some_and(|at| at != held.revision) {
        return Report::Refused(ticket, Refusal::Outdated.into());
    }
    let edit = &change.edit;
    if let Some(refusal) = held.refusal().filter(|_| edit.changes_week()) {
        return Report::Refused(ticket, refusal);
    }
    let occasion = Occasion {
        name: held.file.name_of(edit, &held.camp),
        at: change.at,
        ratings_follow: change.ratings_follow,
        joins: change.joins,
    };
    // The log has no names of children: the kind of change is enough to follow what happened.
    let applied = match held.file.apply(edit, &occasion) {
        Ok(applied) => applied,
        Err(error) => {
            tracing::warn!("not saved: {}", edit.kind());
            return Report::Refused(ticket, error);
        }
    };
    tracing::info!("saved: {}", edit.kind());
    // Before the camp is read anew: an import may hold a million games.
    drop(change.edit);
    match held.follow(applied.changed, revision) {
        Ok(state) => Report::Applied(Box::new(Saved {
            ticket,
            name: occasion.name,
            state,
            added: applied.added,
            ratings_wait: applied.ratings_wait,
            outside: applied.outside,
            thinned: held.file.take_thinned(),
        })),
        Err(error) => {
            *slot = None;
            Report::Lost(error)
        }
    }
}
