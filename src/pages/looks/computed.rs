//! An answer that a job works out, again whenever the question is another one.

use jiff::civil::Date;

use crate::{
    app::{OpenCamp, Wake},
    domain::{LadderId, LadderSetup, WeekId},
    jobs::{Job, Look, Progress},
    rating::{self, LadderStandings, NoStandings, SettingProblem, Settings},
};

/// Why there is no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NotMade {
    /// The ladder can't be set up so.
    Settings(SettingProblem),
    /// The camp doesn't have what the ladder asks for.
    Refused(NoStandings),
    /// The job died, or had no thread. The log says more.
    Failed,
}

impl From<NoStandings> for NotMade {
    fn from(refused: NoStandings) -> Self {
        Self::Refused(refused)
    }
}

/// The answer to a question of this kind.
type Answer<A> = Result<A, NotMade>;

/// An answer, and the job that makes the next one. Dropping it stops the job.
#[derive(Debug)]
pub(crate) struct Computed<Q, A> {
    latest: Option<(Q, Answer<A>)>,
    job: Option<(Q, Job<Answer<A>>)>,
}

impl<Q, A> Default for Computed<Q, A> {
    fn default() -> Self {
        Self {
            latest: None,
            job: None,
        }
    }
}

impl<Q: Copy + PartialEq, A: Send + 'static> Computed<Q, A> {
    /// The last answer, and what it answers.
    pub(crate) fn latest(&self) -> Option<&(Q, Answer<A>)> {
        self.latest.as_ref()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    pub(crate) fn progress(&self) -> Option<&Progress> {
        self.job.as_ref().map(|(_, job)| &job.progress)
    }

    /// Collects what was made, and begins what is asked for now if nobody has yet; whether a new answer is there. `work` gathers
    /// what the job needs.
    pub(crate) fn tick<W>(&mut self, question: Q, wake: &Wake, work: impl FnOnce() -> W) -> bool
    where
        W: FnOnce(&Progress) -> Answer<A> + Send + 'static,
    {
        let has_come = self.collect();
        let is_there = matches!(&self.latest, Some((of, _)) if *of == question);
        let is_coming = matches!(&self.job, Some((of, _)) if *of == question);
        if is_there || is_coming {
            return has_come;
        }
        self.stop();
        let wake = Wake::clone(wake);
        match Job::start("computing a ladder", move || wake(), work()) {
            Ok(job) => {
                self.job = Some((question, job));
                has_come
            }
            Err(error) => {
                tracing::error!("no thread to compute a ladder: {error}");
                self.latest = Some((question, Err(NotMade::Failed)));
                true
            }
        }
    }

    fn collect(&mut self) -> bool {
        let Some((question, job)) = &self.job else {
            return false;
        };
        let answer = match job.look() {
            Look::Busy => return false,
            Look::Done(answer) => answer,
            Look::Broken => Err(NotMade::Failed),
        };
        self.latest = Some((*question, answer));
        self.job = None;
        true
    }
}

/// What standings of a ladder are computed for. Its settings are of the camp, and every change of it has another revision.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct LadderQuestion {
    pub(crate) ladder: LadderId,
    pub(crate) revision: u64,
    week: WeekId,
    pub(crate) today: Date,
}

impl<A: Send + 'static> Computed<LadderQuestion, A> {
    /// As [`Self::tick`], of the standings of a ladder as they are now, of which `make` makes what is shown.
    pub(crate) fn tick_ladder(
        &mut self,
        ladder: &LadderSetup,
        camp: &OpenCamp,
        (today, wake): (Date, &Wake),
        make: fn(LadderStandings) -> A,
    ) -> LadderQuestion {
        let question = LadderQuestion {
            ladder: ladder.id,
            revision: camp.revision,
            week: camp.data.week.id,
            today,
        };
        self.tick(question, wake, || {
            let (camp, settings) = (camp.data.clone(), Settings::of(ladder));
            move |progress: &Progress| {
                let settings = settings.map_err(NotMade::Settings)?;
                let mut reached = |done, total| progress.reached(done, total);
                Ok(make(rating::standings(
                    &camp,
                    &settings,
                    today,
                    &mut reached,
                )?))
            }
        });
        question
    }
}

impl<Q, A> Computed<Q, A> {
    /// Stops what is under way. It is begun anew when it is asked for again.
    pub(crate) fn stop(&mut self) {
        if let Some((_, job)) = self.job.take() {
            job.progress.cancel();
        }
    }
}

impl<Q, A> Drop for Computed<Q, A> {
    fn drop(&mut self) {
        self.stop();
    }
}
