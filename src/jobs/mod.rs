//! Work off the window's thread: progress, cancel, result.

use std::{
    io,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

/// What to do where a job has broken down.
pub const TRY_AGAIN: &str = "Try again. If it fails again, restart Camp Ladder";

/// What is said where a job has broken down: what could not be done, and what to do.
pub fn broken(what: &str) -> String {
    format!("{what}. {TRY_AGAIN}")
}

/// How far a job is, and whether to go on. Cloning gives another handle on the same job.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<State>);

#[derive(Debug, Default)]
struct State {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Says that `done` of `total` steps are done. A total of 0 means that nobody knows yet.
    pub fn report(&self, done: usize, total: usize) {
        self.0.done.store(done as u64, Ordering::Relaxed);
        self.0.total.store(total as u64, Ordering::Relaxed);
    }

    /// Says how far the job is, and hears whether it shall go on: what a recalculation calls now and then.
    pub fn reached(&self, done: usize, total: usize) -> ControlFlow<()> {
        self.report(done, total);
        if self.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The part that is done, from 0 to 1, once the total is known.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        let total = self.0.total.load(Ordering::Relaxed);
        let done = self.0.done.load(Ordering::Relaxed).min(total);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a bar on a screen has no 24 bits"
        )]
        (total > 0).then(|| done as f32 / total as f32)
    }

    /// Asks the job to stop at its next step.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }
}

/// A job on a thread of its own.
#[derive(Debug)]
pub struct Job<T> {
    pub progress: Progress,
    answer: mpsc::Receiver<T>,
}

/// What a look at a job finds.
#[derive(Debug)]
pub enum Look<T> {
    Busy,
    Done(T),
    /// The job died. Its message is in the log.
    Broken,
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work` on a thread called `name`; `wake` is called once when it has ended, however it ended.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub fn start(
        name: &str,
        wake: impl Fn() + Send + 'static,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> io::Result<Self> {
        let progress = Progress::default();
        let theirs = progress.clone();
        let (send, answer) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                // A panic is logged by the panic hook; here it must only not be mistaken for "still busy".
                if let Ok(value) = catch_unwind(AssertUnwindSafe(|| work(&theirs))) {
                    // Nobody waits for the answer any more: the window was closed.
                    let _ = send.send(value);
                }
                drop(send);
                wake();
            })?;
        Ok(Self { progress, answer })
    }

    /// The answer, if it is there. Never waits.
    #[must_use]
    pub fn look(&self) -> Look<T> {
        match self.answer.try_recv() {
            Ok(value) => Look::Done(value),
            Err(mpsc::TryRecvError::Empty) => Look::Busy,
            Err(mpsc::TryRecvError::Disconnected) => Look::Broken,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T: Send + 'static>(job: &Job<T>) -> Look<T> {
        loop {
            match job.look() {
                Look::Busy => thread::yield_now(),
                look => return look,
            }
        }
    }

    #[test]
    fn a_job_gives_its_answer_once() {
        let job = Job::start(
            "test",
            || (),
            |progress| {
                progress.report(3, 4);
                42
            },
        )
        .expect("a thread");
        assert!(matches!(wait(&job), Look::Done(42)));
        assert_eq!(job.progress.fraction(), Some(0.75));
        assert!(
            matches!(job.look(), Look::Broken),
            "an answer is taken once"
        );
    }

    #[test]
    fn cancel_reaches_the_job() {
        let job = Job::start(
            "test",
            || (),
            |progress| {
                while !progress.is_cancelled() {
                    thread::yield_now();
                }
                "stopped"
            },
        )
        .expect("a thread");
        job.progress.cancel();
        assert!(matches!(wait(&job), Look::Done("stopped")));
    }

    #[test]
    fn a_job_that_dies_is_broken_and_not_busy_for_ever() {
        let job = Job::<()>::start("test", || (), |_| panic!("on purpose")).expect("a thread");
        assert!(matches!(wait(&job), Look::Broken));
    }
}
