//! The second place of the backups is brought up to the first by a thread of its own, and what was deleted is deleted there and in places that
//! were it before. Nobody waits for it, as a drive of the net may hang.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use super::Report;
use crate::{
    app::Wake,
    domain::show_date,
    storage::{BackupPlaces, SecondPlace, real_clock},
};

/// How often a place is looked for that wasn't there.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// Whoever quits gives a stick so much time to take the last backup. What isn't done then is done at the next start.
const AT_THE_END: Duration = Duration::from_secs(2);

/// Brings the second place up to the first for a camp.
#[derive(Debug)]
pub(super) struct Follow {
    /// The camp file, whose window hears what came of it.
    file: PathBuf,
    places: BackupPlaces,
    uid: String,
    /// Whether the second place has all, and others are waited for.
    is_there: bool,
    /// A place that is lost: nothing is to be deleted there any more.
    lost: Option<PathBuf>,
}

impl Follow {
    pub(super) const fn new(file: PathBuf, places: BackupPlaces, uid: String) -> Self {
        Self {
            file,
            places,
            uid,
            is_there: false,
            lost: None,
        }
    }

    /// Gives up deleting in a place that is lost, first. Where that fails, it is told of again.
    pub(super) fn without(self, place: PathBuf) -> Self {
        Self {
            lost: Some(place),
            ..self
        }
    }
}

/// What became of the second place of a camp.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in super::super) struct Followed {
    /// The camp.
    pub(in super::super) file: PathBuf,
    /// The second place.
    pub(in super::super) place: Option<PathBuf>,
    /// Or what keeps backups from there, in a sentence; also that it has stayed away for days.
    pub(in super::super) second: Result<SecondPlace, String>,
    /// Where backups may still be that were deleted here; `None` if there was nothing to delete.
    pub(in super::super) with_deleted: Option<Vec<PathBuf>>,
    /// Those of these places that aren't known ever to have had any.
    pub(in super::super) unknown: Vec<PathBuf>,
    /// Where they have just been deleted, and were known to have been.
    pub(in super::super) deleted_in: Vec<PathBuf>,
}

/// A handle on the thread. Dropped, it isn't waited for any longer than a stick needs.
pub(super) struct Follower {
    work: Option<Sender<Follow>>,
    ended: Receiver<()>,
    /// Whether the place is known to hang.
    hangs: Arc<AtomicBool>,
}

impl Follower {
    pub(super) fn start(outbox: Sender<Report>, wake: Wake) -> io::Result<Self> {
        let (work, inbox) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let hangs = Arc::<AtomicBool>::default();
        let known = Arc::clone(&hangs);
        thread::Builder::new()
            .name("second place of backups".to_owned())
            .spawn(move || {
                follow_all(&inbox, &outbox, &wake, &known, LOOK_AGAIN);
                drop(end);
            })?;
        Ok(Self {
            work: Some(work),
            ended,
            hangs,
        })
    }

    pub(super) fn sender(&self) -> Sender<Follow> {
        let (nobody, _) = mpsc::channel();
        self.work.clone().unwrap_or(nobody)
    }

    pub(super) fn follow(&self, follow: Follow) {
        let _ = self.sender().send(follow);
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.work = None;
        if !self.hangs.load(Ordering::Relaxed) {
            let _ = self.ended.recv_timeout(AT_THE_END);
        }
    }
}

fn follow_all(
    inbox: &Receiver<Follow>,
    outbox: &Sender<Report>,
    wake: &Wake,
    hangs: &AtomicBool,
    look_again: Duration,
) {
    // What couldn't be done, by the camp.
    let mut missing = BTreeMap::<String, Follow>::new();
    let mut told = BTreeMap::new();
    loop {
        let work = if missing.is_empty() {
            inbox.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            inbox.recv_timeout(look_again)
        };
        let to_do = match work {
            Ok(follow) => {
                missing.remove(&follow.uid);
                // Another place was chosen since, or the same one once more.
                let chosen = &follow.places;
                missing.retain(|_, other| other.places.are_in(chosen));
                for other in missing.values_mut() {
                    other.places = chosen.clone();
                }
                told.remove(&follow.uid);
                vec![follow]
            }
            Err(RecvTimeoutError::Timeout) => std::mem::take(&mut missing).into_values().collect(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for follow in to_do {
            let Follow {
                places, uid, lost, ..
            } = &follow;
            if let Some(Err(error)) = lost.as_ref().map(|lost| places.give_up(lost)) {
                tracing::warn!("not given up: {error}");
            }
            let mut deleted_in = places.with_deleted(uid);
            let had_deleted = !deleted_in.is_empty();
            let unknown = places.unknown_with_deleted(uid);
            let second = if follow.is_there {
                Ok(SecondPlace::Done)
            } else {
                places.follow(uid, real_clock().timestamp())
            };
            let second = second.map_err(|error| {
                tracing::warn!("no backup in the second place: {error}");
                SecondPlace::refused(&error)
            });
            hangs.store(second == Ok(SecondPlace::NoAnswer), Ordering::Relaxed);
            let second = match second {
                Ok(SecondPlace::OutOfReach | SecondPlace::NoAnswer) => {
                    behind(places, uid).map_or(second, Err)
                }
                Ok(gets_nothing @ (SecondPlace::Another | SecondPlace::NotAllowed)) => {
                    let place = places.second.as_deref();
                    let told = place.and_then(|place| gets_nothing.sentences(place));
                    // Until something is done about it.
                    told.map_or(second, |told| Err(format!("{told} in the list of backups")))
                }
                second => second,
            };
            places.delete_elsewhere();
            let left = places.with_deleted(uid);
            deleted_in.retain(|place| !left.contains(place) && !unknown.contains(place));
            // Where another stick is in its place, what is to be deleted in it waits for it.
            let waits = places.second.as_ref().is_some_and(|it| left.contains(it));
            let is_there = second == Ok(SecondPlace::Done) && !waits;
            let is_done = is_there && left.is_empty();
            let now = Followed {
                file: follow.file.clone(),
                place: places.second.clone(),
                second,
                with_deleted: had_deleted.then_some(left),
                unknown: places.unknown_with_deleted(uid),
                deleted_in,
            };
            // Nothing is drawn anew for as long as nothing is new.
            if told.insert(uid.clone(), now.clone()) != Some(now.clone()) {
                let _ = outbox.send(Report::Followed(now));
                wake();
            }
            if !is_done {
                missing.insert(
                    follow.uid.clone(),
                    Follow {
                        is_there,
                        lost: None,
                        ..follow
                    },
                );
            }
        }
    }
}

/// That the second place has stayed away for days, though there are newer backups.
fn behind(places: &BackupPlaces, uid: &str) -> Option<String> {
    let now = real_clock();
    let behind = places.second_behind(uid, now.timestamp())?;
    let since = behind.since.map(|at| at.to_zoned(now.time_zone().clone()));
    let since = since.map_or_else(
        || "has had no backup of this camp yet".to_owned(),
        |at| format!("has had no backup since {}", show_date(at.date())),
    );
    let place = places.second.as_deref()?.display();
    Some(format!(
        "The second place “{place}” {since}. Connect it, or choose another one in the list of backups"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::civil::date;

    use super::*;
    use crate::storage::{BackupReason, CampFile, Snapshot};

    /// A stick is plugged in, and nothing else happens.
    #[test]
    fn a_place_that_is_there_again_gets_what_it_lacks_by_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let stick = folder.path().join("stick");
        let places = BackupPlaces {
            second: Some(stick.clone()),
            ..BackupPlaces::only(folder.path().join("backups"))
        };
        let path = folder.path().join("Camp.ladder");
        let camp = CampFile::create(&path, "Test camp", date(2026, 7, 6)).expect("a camp");
        let snapshot = camp.snapshot(&places, BackupReason::Asked);
        let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
        let (work, inbox) = mpsc::channel();
        let (outbox, reports) = mpsc::channel();
        let thread = thread::spawn(move || {
            let wake: Wake = Arc::new(|| ());
            let hangs = AtomicBool::default();
            follow_all(&inbox, &outbox, &wake, &hangs, Duration::from_millis(20));
        });
        let follow = Follow::new(path, places, backup.note.uid);
        work.send(follow).expect("somebody who follows");
        let told = || match reports.recv_timeout(Duration::from_mins(1)) {
            Ok(Report::Followed(now)) => now.second,
            _ => panic!("nothing is told"),
        };
        assert_eq!(told(), Ok(SecondPlace::OutOfReach));
        fs::create_dir(&stick).expect("a stick");
        assert_eq!(told(), Ok(SecondPlace::Done));
        assert_eq!(BackupPlaces::only(stick).find_all().backups.len(), 1);
        drop(work);
        thread.join().expect("an end");
    }
}
