//! What comes of what the keeper is asked.

use std::path::{Path, PathBuf};

use super::{
    super::sample,
    Held, Report, Saved, Turn,
    backups::Backing,
    begin,
    held::Closed,
    history, old,
    opening::once_closed,
    outlet::{Outlet, image_in},
    report::GaveUp,
    request::{Asked, Change, Request},
    restoring, safety, weeks,
};
use crate::{
    domain::CampSeed,
    storage::{BackupReason, CampFile, Mode, Occasion, Refusal},
};

/// Does what is asked, if it was meant for the camp that is open and is still wanted. `None` where nobody waits for an answer.
pub(super) fn carry_out(
    asked: Asked,
    held: &mut Option<Held>,
    backing: &mut Backing,
    to: &Outlet,
    revision: u64,
) -> Option<Report> {
    let Asked {
        request,
        of,
        given_up,
    } = asked;
    if held.as_ref().is_some_and(|held| held.known.opened_at != of)
        && let Some(refused) = request.refused_by_other()
    {
        return Some(refused);
    }
    if request.opens() && given_up.is_so() {
        if let (Request::Open(path, _), Some(held)) = (&request, &held)
            && held.is_at(path)
        {
            return Some(Report::StillOpen);
        }
        let path = request.file().map(Path::to_owned);
        return Some(Report::GivenUp(GaveUp::of(path)));
    }
    let turn = Turn {
        revision,
        given_up: &given_up,
    };
    answer(request, held, backing, to, turn)
}

fn answer(
    request: Request,
    held: &mut Option<Held>,
    backing: &mut Backing,
    to: &Outlet,
    turn: Turn<'_>,
) -> Option<Report> {
    let revision = turn.revision;
    Some(match request {
        Request::Open(path, mode) => open(held, backing, path, mode, turn),
        Request::Create(path, name, today, origin) => {
            let seed =
                origin.map_or_else(CampSeed::default, |origin| origin.camp.seed(&origin.chosen));
            let made = CampFile::create_from(&path, &name, today, &seed);
            let opened = Held::open(backing.keep(made), &path);
            let mut report = begin(held, opened, Some(path), turn, false);
            if let Report::GivenUp(gave_up) = &mut report {
                gave_up.is_made = true;
            }
            report
        }
        Request::Sample(today) => match sample::open(today) {
            Ok((file, camp)) => begin(held, Ok(Held::new(file, camp)), None, turn, false),
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
        Request::TakeCopy(_, given_up)
        | Request::WriteCopy(_, _, given_up)
        | Request::SaveCopy(_, given_up)
            if given_up.is_so() =>
        {
            Report::CopyGivenUp
        }
        Request::TakeCopy(path, _) => Report::CopyTaken(path, safety::take_copy(held.as_ref())),
        Request::WriteCopy(taken, path, given_up) => safety::write_copy(&taken, path, &given_up),
        Request::SaveCopy(path, given_up) => {
            let image = image_in(&to.last_saved);
            match safety::save_copy(held, image.as_ref(), path, backing, revision) {
                // It is there: whoever makes it instead was sooner.
                Report::CopyNotSaved(..) if given_up.is_so() => Report::CopyGivenUp,
                report => report,
            }
        }
        Request::GoOnIn(path) => safety::go_on_in(held.as_mut(), path, backing),
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
        Request::PutBack(what, place) => restoring::put_back(held, backing, &what, place, turn),
        Request::RestoreAs(backup, path) => restoring::save_as(backup, path),
        Request::LookInto(listed) => restoring::look_into(held, backing, listed, turn),
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

/// Opens a camp. The one that is open already is closed first, and opened anew; any other stays open until the new one is.
fn open(
    held: &mut Option<Held>,
    backing: &Backing,
    path: PathBuf,
    mode: Mode,
    turn: Turn<'_>,
) -> Report {
    let before = held.take_if(|held| held.is_at(&path)).map(Held::close);
    let closed = before.is_some();
    let opened = once_closed(&path, || backing.open(&path, mode));
    let opened = Held::open(opened, &path);
    let before = before.filter(|before| opened.as_ref().is_ok_and(|now| now.is_still(before)));
    // What was asked meanwhile was meant for the same camp.
    let opened_at = before.as_ref().map(Closed::opened_at);
    let opened = match (opened, before) {
        // The window didn't wait for it any more, and goes on there.
        (Ok(now), Some(before)) if turn.given_up.is_so() && now.can_go_on_from(&before) => {
            *held = Some(now.again(before));
            return Report::StillOpen;
        }
        (opened, _) => opened,
    };
    let mut report = begin(held, opened, Some(path), turn, closed);
    if let (Report::Opened(opened), Some(held), Some(at)) = (&mut report, held, opened_at) {
        held.known.opened_at = at;
        opened.known_by = at;
    }
    report
}

/// Makes a change.
fn apply(slot: &mut Option<Held>, change: Change, revision: u64) -> Report {
    let ticket = change.ticket;
    let Some(held) = slot else {
        return Report::Refused(ticket, Refusal::Outdated.into());
    };
    if change.only_at.is_some_and(|at| at != held.known.revision) {
        return Report::Refused(ticket, Refusal::Outdated.into());
    }
    let edit = &change.edit;
    if let Some(refusal) = held.refusal().filter(|_| edit.changes_week()) {
        return Report::Refused(ticket, refusal);
    }
    let occasion = Occasion {
        name: held.file.name_of(edit, &held.known.camp),
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

#[cfg(test)]
mod tests {
    use std::{
        path::PathBuf,
        sync::{Arc, mpsc},
    };

    use jiff::civil::date;

    use super::*;
    use crate::{
        app::{
            Clock,
            keeper::{Keeping, outlet::LastSaved, request::GivenUp, watch::Watch},
        },
        domain::Edit,
        storage::{HistoryLimit, HistoryMove, Mode, StorageError, real_clock},
    };

    struct Asking {
        folder: tempfile::TempDir,
        held: Option<Held>,
        backing: Backing,
        to: Outlet,
        revision: u64,
    }

    impl Asking {
        fn new() -> Self {
            let (outbox, _inbox) = mpsc::channel();
            let keeping = Keeping {
                backups: None,
                history: HistoryLimit::default(),
            };
            let backing = Backing::start(keeping, outbox.clone(), Arc::new(|| ()), Arc::default());
            let watch = Watch::start(|| ()).expect("a thread");
            let (wake, clock) = (Arc::new(|| ()), Clock(real_clock));
            Self {
                folder: tempfile::tempdir().expect("a folder"),
                held: None,
                backing: backing.expect("a thread"),
                to: Outlet::new(outbox, wake, watch, LastSaved::default(), clock),
                revision: 0,
            }
        }

        fn camp(&self, name: &str) -> PathBuf {
            let path = self.folder.path().join(name);
            drop(CampFile::create(&path, name, date(2026, 7, 6)).expect("a camp"));
            path
        }

        fn ask(&mut self, request: Request, of: u64, given_up: &GivenUp) -> Report {
            self.revision += 1;
            let asked = Asked {
                request,
                of,
                given_up: given_up.clone(),
            };
            let Self {
                held,
                backing,
                to,
                revision,
                ..
            } = self;
            carry_out(asked, held, backing, to, *revision).expect("an answer")
        }

        fn rename(&mut self, of: u64) -> Report {
            let change = Change {
                ticket: 1,
                edit: Box::new(Edit::RenameCamp("Typed".to_owned())),
                at: real_clock().timestamp(),
                ratings_follow: true,
                joins: None,
                only_at: None,
            };
            self.ask(Request::Apply(change), of, &GivenUp::default())
        }

        fn name(&self) -> &str {
            self.held
                .as_ref()
                .map_or("none", |held| &held.known.camp.name)
        }
    }

    fn revision_of(report: Report) -> u64 {
        match report {
            Report::Opened(opened) => opened.state.revision,
            other => panic!("{other:?}"),
        }
    }

    /// Players go by number: a game would be between other children.
    #[test]
    fn what_was_meant_for_the_camp_before_is_not_done_to_the_next_one() {
        let mut asking = Asking::new();
        let [here, other] = ["Here", "Other"].map(|name| asking.camp(name));
        let wanted = GivenUp::default();
        let open = Request::Open(here, Mode::Change);
        let of_here = revision_of(asking.ask(open, 0, &wanted));
        let open = Request::Open(other, Mode::Change);
        let of_other = revision_of(asking.ask(open, of_here, &wanted));
        assert!(matches!(asking.rename(of_other), Report::Applied(_)));

        let is_refused =
            |error: &StorageError| matches!(error, StorageError::Refused(Refusal::MeantForOther));
        let report = asking.rename(of_here);
        assert!(
            matches!(&report, Report::Refused(1, error) if is_refused(error)),
            "{report:?}"
        );
        let with_backups = false;
        for request in [
            Request::MoveInHistory(HistoryMove::Undo),
            Request::ForgetHistory { with_backups },
        ] {
            let report = asking.ask(request, of_here, &wanted);
            assert!(
                matches!(&report, Report::HistoryNotMoved(error) if is_refused(error)),
                "{report:?}"
            );
        }
        assert_eq!(asking.name(), "Typed");
        let history = asking.held.as_ref().map(|held| held.file.history());
        let steps = history.expect("a camp").expect("its history");
        assert_eq!(steps.len(), 1, "what is of this camp stays");
        let undo = Request::MoveInHistory(HistoryMove::Undo);
        let undone = asking.ask(undo, of_other, &wanted);
        assert!(matches!(undone, Report::HistoryMoved(_)), "{undone:?}");
    }

    /// A director double-clicks the file, as the window doesn't come to the front.
    #[test]
    fn what_was_meant_for_the_camp_that_is_opened_once_more_is_done_to_it() {
        let mut asking = Asking::new();
        let here = asking.camp("Here");
        let open = || Request::Open(here.clone(), Mode::Change);
        let wanted = GivenUp::default();
        let of_here = revision_of(asking.ask(open(), 0, &wanted));
        assert!(matches!(asking.rename(of_here), Report::Applied(_)));
        let Report::Opened(again) = asking.ask(open(), of_here, &wanted) else {
            panic!("it is opened");
        };
        // What is asked from now on, and what was on its way.
        for of in [again.known_by, of_here] {
            let report = asking.rename(of);
            assert!(matches!(report, Report::Applied(_)), "{report:?}");
        }

        // Before and after it begins nobody waits for it any more.
        let given_up = GivenUp::default();
        given_up.say();
        let known = |asking: &Asking| {
            let known = &asking.held.as_ref().expect("a camp").known;
            (known.revision, known.opened_at)
        };
        let before = known(&asking);
        let report = asking.ask(open(), of_here, &given_up);
        assert!(matches!(report, Report::StillOpen), "{report:?}");
        let turn = Turn {
            revision: before.0 + 1,
            given_up: &given_up,
        };
        let Asking { held, backing, .. } = &mut asking;
        let report = super::open(held, backing, here.clone(), Mode::Change, turn);
        assert!(matches!(report, Report::StillOpen), "{report:?}");
        assert_eq!(known(&asking), before, "the window knows nothing of it");
        assert!(matches!(asking.rename(of_here), Report::Applied(_)));
    }

    /// Players go by number here, too.
    #[test]
    fn what_was_meant_for_a_camp_that_others_have_changed_meanwhile_is_not_done_to_it() {
        let mut asking = Asking::new();
        let here = asking.camp("Here");
        let held = |path: &Path| Held::open(CampFile::open(path, Mode::Change), path);
        let before = held(&here).expect("the camp").close();
        assert!(held(&here).expect("the camp").is_still(&before));
        // What they did doesn't show in the week that is worked on.
        let mut there = CampFile::open(&here, Mode::Change).expect("the camp");
        for name in ["Other", "Here"] {
            let edit = Edit::RenameCamp(name.to_owned());
            let applied = there.apply(&edit, &Occasion::now("Rename"));
            applied.expect("a change");
        }
        drop(there);
        let now = held(&here).expect("the camp");
        assert!(!now.is_still(&before));
        assert_eq!(now.again(before).known.camp.name, "Here");

        // Their file was put in its place.
        let other = asking.camp("Other");
        let open = || Request::Open(here.clone(), Mode::Change);
        let wanted = GivenUp::default();
        let of_here = revision_of(asking.ask(open(), 0, &wanted));
        if cfg!(unix) {
            std::fs::rename(other, &here).expect("another file");
            let of_other = revision_of(asking.ask(open(), of_here, &wanted));
            assert!(matches!(asking.rename(of_here), Report::Refused(..)));
            assert!(matches!(asking.rename(of_other), Report::Applied(_)));
        }
    }

    /// Before it begins nothing of it is made; after that the camp before stays, unless it is closed already.
    #[test]
    fn a_camp_that_nobody_waits_for_any_more_is_not_open() {
        let mut asking = Asking::new();
        let [here, other] = ["Here", "Other"].map(|name| asking.camp(name));
        let open = Request::Open(here, Mode::Change);
        let wanted = GivenUp::default();
        let of_here = revision_of(asking.ask(open, 0, &wanted));
        let given_up = GivenUp::default();
        given_up.say();
        let copy = asking.folder.path().join("Copy.ladder");
        let save = Request::SaveCopy(copy.clone(), given_up.clone());
        let report = asking.ask(save, of_here, &wanted);
        assert!(matches!(report, Report::CopyGivenUp), "{report:?}");
        assert!(!copy.exists());
        let new = asking.folder.path().join("New.ladder");
        let create = Request::Create(new.clone(), "New".to_owned(), date(2026, 7, 6), None);
        let report = asking.ask(create, of_here, &given_up);
        assert!(
            matches!(&report, Report::GivenUp(gave_up) if !gave_up.is_made),
            "{report:?}"
        );
        assert!(!new.exists());

        let turn = Turn {
            revision: 9,
            given_up: &given_up,
        };
        let opened = || Held::open(CampFile::open(&other, Mode::Change), &other);
        let late = begin(&mut asking.held, opened(), Some(other.clone()), turn, false);
        assert!(matches!(late, Report::GivenUp(_)), "{late:?}");
        assert_eq!(asking.name(), "Here");
        assert!(matches!(asking.rename(of_here), Report::Applied(_)));
        let late = begin(&mut asking.held, opened(), Some(other.clone()), turn, true);
        assert_eq!(revision_of(late), 9);
        assert_eq!(asking.name(), "Other");
    }
}
