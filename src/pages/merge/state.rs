//! A copy that is being brought back: opened and looked through by a job, compared with the camp by the keeper, and planned by a job again
//! whenever something else is decided.

use std::{path::PathBuf, sync::Arc};

use crate::{
    app::{
        Wake, Watch,
        page::{Ctx, Outbox, RefusedChange, Ticket},
        reading::WasRead,
    },
    domain::{
        merge::{Coming, Corrected, Double, Key, Merge, MergeChoices, Prefer, SideBySide},
        within_sentence,
    },
    import::file_name,
    jobs::{Job, Look, Progress, broken},
    storage::{CampFile, ReadCopies},
};

/// A copy that is being brought back.
#[derive(Debug)]
pub(super) struct Bringing {
    path: PathBuf,
    opening: Option<Opening>,
    comparing: Option<(Ticket, Progress)>,
    /// The copies as they were read, and the revision of the camp by then.
    copies: Option<(u64, Arc<Compared>)>,
    planning: Option<Job<Result<Planned, String>>>,
    planned: Option<Arc<Planned>>,
    choices: MergeChoices,
    /// How often something else was decided.
    changes: u64,
    /// By what was planned last, or is: the revision of the camp, and what was decided by then.
    planned_by: Option<(u64, u64)>,
    /// What was decided last, unless it was everything at once.
    decided_last: Option<Decided>,
    saving: Option<Ticket>,
    is_saved: bool,
    refusal: Option<Refusal>,
}

/// A copy that is being opened, and whether its drive answers.
#[derive(Debug)]
struct Opening {
    job: Job<Result<CampFile, String>>,
    watch: Arc<Watch>,
}

/// Why it can't be brought back, or was not.
#[derive(Debug)]
struct Refusal {
    reason: String,
    way_on: WayOn,
}

/// What can be done about a refusal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum WayOn {
    AnotherCopy,
    /// It was refused as it is decided.
    DecideOtherwise,
    /// The disk was full, or didn't answer.
    TryAgain,
}

/// What was decided.
#[derive(Debug, Eq, PartialEq)]
enum Decided {
    /// What stays where both have changed the same.
    Side(Key),
    /// Whether something that reads the same on both is kept once, by its uid in the copy.
    Double(String),
}

/// Both copies, or why they can't be compared; nothing if nobody waits for it any more.
type Compared = Result<Option<ReadCopies>, String>;

/// What would come of it, as it is shown.
#[derive(Debug)]
pub(super) struct Planned {
    merge: Merge,
    pub(super) decisions: Vec<Decision>,
    /// Who gets another number.
    pub(super) renumbered: Vec<String>,
    /// Games that ended otherwise on each.
    pub(super) contrary: Vec<String>,
    pub(super) coming: Vec<Coming>,
    /// "12 games added, 1 player changed"
    pub(super) summary: String,
    /// What is said instead where nothing changes that anybody reads.
    pub(super) nothing_changes: Option<&'static str>,
}

/// Something that both copies have changed.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) key: Key,
    /// "Player Ann Lee"
    pub(super) title: String,
    pub(super) rows: Vec<SideBySide>,
    /// How to keep both, where only one of them can be chosen.
    pub(super) way_to_keep_both: Option<String>,
    pub(super) taken: Option<Prefer>,
}

impl Planned {
    fn new(copies: &ReadCopies, choices: &MergeChoices) -> Result<Self, String> {
        let merge = copies.plan(choices).map_err(|error| error.to_string())?;
        let plan = &merge.plan;
        let decisions = plan.conflicts.iter().map(|conflict| Decision {
            key: conflict.key.clone(),
            title: plan.title(conflict),
            rows: plan.side_by_side(conflict),
            way_to_keep_both: plan.way_to_keep_both(conflict),
            taken: conflict.taken,
        });
        Ok(Self {
            decisions: decisions.collect(),
            renumbered: plan.renumbered.iter().map(ToString::to_string).collect(),
            contrary: plan.contrary.iter().map(ToString::to_string).collect(),
            coming: plan.coming(),
            summary: plan.summary().join(", "),
            nothing_changes: plan.nothing_changes(),
            merge,
        })
    }

    /// Whether there is nothing to bring, and nothing to remember.
    pub(super) fn is_empty(&self) -> bool {
        self.merge.plan.is_empty()
    }

    /// Whether something can be decided, or decided otherwise.
    fn has_choices(&self) -> bool {
        !self.decisions.is_empty() || !self.doubles().is_empty()
    }

    /// The games and players that read the same on both.
    pub(super) fn doubles(&self) -> &[Double] {
        &self.merge.plan.doubles
    }

    /// Whether it is known what both had in common.
    pub(super) fn has_base(&self) -> bool {
        self.merge.plan.has_base
    }

    /// What becomes of weeks here.
    pub(super) fn weeks(&self) -> &[String] {
        &self.merge.plan.weeks
    }

    /// Closed weeks whose standings are to be printed again.
    pub(super) fn corrected(&self) -> &[Corrected] {
        &self.merge.plan.corrected
    }

    /// How much is still to be decided.
    pub(super) fn undecided(&self) -> usize {
        let decisions = self.decisions.iter();
        decisions
            .filter(|decision| decision.taken.is_none())
            .count()
    }
}

impl Bringing {
    /// Begins to look through the copy.
    pub(super) fn new(path: PathBuf, ctx: &Ctx<'_>) -> Self {
        let mut bringing = Self {
            path,
            opening: None,
            comparing: None,
            copies: None,
            planning: None,
            planned: None,
            choices: MergeChoices::default(),
            changes: 0,
            planned_by: None,
            decided_last: None,
            saving: None,
            is_saved: false,
            refusal: None,
        };
        bringing.open(ctx);
        bringing
    }

    /// The name of the file, without its folder.
    pub(super) fn file(&self) -> String {
        file_name(&self.path)
    }

    /// What would come of it, once that is known.
    pub(super) fn planned(&self) -> Option<Arc<Planned>> {
        self.planned.clone()
    }

    /// Why it can't be brought back, or was not.
    pub(super) fn refusal(&self) -> Option<&str> {
        let refusal = self.refusal.as_ref();
        refusal.map(|refusal| refusal.reason.as_str())
    }

    /// What can be done about that.
    pub(super) fn way_on(&self) -> Option<WayOn> {
        let refusal = self.refusal.as_ref()?;
        let has_choices = self.planned.as_ref().is_some_and(|it| it.has_choices());
        Some(match refusal.way_on {
            WayOn::DecideOtherwise if !has_choices => WayOn::AnotherCopy,
            way_on => way_on,
        })
    }

    fn refuse(&mut self, reason: String, way_on: WayOn) {
        self.refusal = Some(Refusal { reason, way_on });
    }

    /// "Reading the copy", while nothing is shown yet.
    pub(super) fn under_way(&self) -> String {
        let Some(opening) = &self.opening else {
            return "Comparing both".to_owned();
        };
        let silent = opening.watch.silent_drive();
        silent.map_or_else(
            || "Reading the copy".to_owned(),
            |drive| {
                let drive = drive.display();
                format!("“{drive}” doesn’t answer. The copy is read as soon as it does")
            },
        )
    }

    fn open(&mut self, ctx: &Ctx<'_>) {
        self.copies = None;
        self.planned_by = None;
        self.refusal = None;
        let (wake, tell) = (Wake::clone(ctx.wake), Wake::clone(ctx.wake));
        let (path, own) = (self.path.clone(), ctx.camp.path.clone());
        let opening = Watch::start(move || tell()).and_then(|watch| {
            let watched = Arc::clone(&watch);
            let job = Job::start(
                "reading a copy of the camp",
                move || wake(),
                move |progress| {
                    let progress = progress.clone();
                    let stop = move || progress.is_cancelled();
                    let open = || CampFile::open_copy(&path, own.as_deref(), stop);
                    watched.over(&path, open).map_err(|error| error.to_string())
                },
            );
            if job.is_err() {
                watch.end();
            }
            Ok(Opening { job: job?, watch })
        });
        match opening {
            Ok(opening) => self.opening = Some(opening),
            Err(error) => {
                let reason = format!("The copy can’t be read ({error})");
                self.refuse(reason, WayOn::AnotherCopy);
            }
        }
    }

    /// Collects what was read, and goes on from there. Whatever has changed in the camp since is compared anew.
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.collect_copy(out);
        self.collect_plan();
        let is_free = self.opening.is_none() && self.comparing.is_none() && !self.is_saving();
        if !is_free || self.is_saved || self.planning.is_some() {
            return;
        }
        match self.copies.clone() {
            Some((revision, compared)) if revision == ctx.camp.revision => {
                if self.planned_by != Some((revision, self.changes)) {
                    self.plan(revision, compared, ctx);
                }
            }
            // It can't be read.
            None if self.refusal.is_some() => {}
            _ => self.open(ctx),
        }
    }

    fn collect_copy(&mut self, out: &mut Outbox) {
        match self.opening.as_ref().map(|opening| opening.job.look()) {
            None | Some(Look::Busy) => {}
            Some(Look::Done(Ok(copy))) => {
                self.opening = None;
                self.compare(copy, out);
            }
            Some(Look::Done(Err(reason))) => {
                self.opening = None;
                self.planned = None;
                self.refuse(reason, WayOn::AnotherCopy);
            }
            Some(Look::Broken) => {
                self.opening = None;
                let reason = broken("The copy could not be read, and nothing has changed");
                self.refuse(reason, WayOn::AnotherCopy);
            }
        }
    }

    /// Has the keeper compare the copy with the camp: both have to be read at once, and a camp file is read by one thread only.
    fn compare(&mut self, copy: CampFile, out: &mut Outbox) {
        let progress = Progress::default();
        let stop = progress.clone();
        let ticket = out.read(move |file: &CampFile| -> Compared {
            let compared = file.compare_until(&copy, move || stop.is_cancelled());
            compared.map_err(|error| error.to_string())
        });
        self.comparing = Some((ticket, progress));
    }

    /// Whoever was to compare the copy doesn't any more.
    pub(super) fn forget_questions(&mut self) {
        if let Some((_, progress)) = self.comparing.take() {
            progress.cancel();
        }
    }

    /// Takes what the keeper has read, if it was for this.
    pub(super) fn answered(&mut self, read: &WasRead) {
        if let Some((ticket, _)) = &self.comparing
            && let Some(compared) = read.of::<Compared>(*ticket)
        {
            self.comparing = None;
            if let Err(reason) = compared.as_ref() {
                self.planned = None;
                self.refuse(reason.clone(), WayOn::AnotherCopy);
            }
            self.copies = Some((read.revision, compared));
        }
    }

    fn plan(&mut self, revision: u64, compared: Arc<Compared>, ctx: &Ctx<'_>) {
        self.planned_by = Some((revision, self.changes));
        if !matches!(compared.as_ref(), Ok(Some(_))) {
            return;
        }
        let (choices, wake) = (self.choices.clone(), Wake::clone(ctx.wake));
        let job = Job::start(
            "planning a merge",
            move || wake(),
            move |_| match compared.as_ref() {
                Ok(Some(copies)) => Planned::new(copies, &choices),
                Ok(None) => Err("Nothing was compared".to_owned()),
                Err(reason) => Err(reason.clone()),
            },
        );
        match job {
            Ok(job) => self.planning = Some(job),
            Err(error) => {
                let reason = format!("The copies can’t be compared ({error})");
                self.refuse(reason, WayOn::AnotherCopy);
            }
        }
    }

    fn collect_plan(&mut self) {
        let planned = match self.planning.as_ref().map(Job::look) {
            None | Some(Look::Busy) => return,
            Some(Look::Done(planned)) => planned,
            Some(Look::Broken) => Err(broken(
                "The copies could not be compared, and nothing has changed",
            )),
        };
        self.planning = None;
        match planned {
            Ok(planned) => self.planned = Some(Arc::new(planned)),
            Err(reason) => self.refuse(reason, WayOn::DecideOtherwise),
        }
    }

    /// Decides which copy counts for what both have changed.
    pub(super) fn decide(&mut self, key: Key, prefer: Prefer) {
        self.choices.each.insert(key.clone(), prefer);
        self.decided(Some(Decided::Side(key)));
    }

    /// Decides it for everything that both have changed.
    pub(super) fn decide_all(&mut self, prefer: Prefer) {
        self.choices.each.clear();
        self.choices.prefer = Some(prefer);
        self.decided(None);
    }

    /// Whether anything was decided that would be lost, though a copy that can't be brought back isn't decided about.
    pub(super) fn has_decided(&self) -> bool {
        let is_done =
            self.is_saving() || self.is_saved || self.way_on() == Some(WayOn::AnotherCopy);
        !is_done && self.changes > 0
    }

    /// What was refused was refused as it was decided before.
    fn decided(&mut self, what: Option<Decided>) {
        self.decided_last = what;
        self.refusal = None;
        self.changes += 1;
    }

    /// Whether this game or player was ticked or unticked last.
    pub(super) fn is_decided_last(&self, double: &Double) -> bool {
        matches!(&self.decided_last, Some(Decided::Double(theirs)) if *theirs == double.theirs)
    }

    /// Which of these decisions was made last: the first one where all were made at once, and none where something else was decided.
    pub(super) fn last_of(&self, decisions: &[Decision]) -> Option<usize> {
        match &self.decided_last {
            Some(Decided::Side(key)) => decisions.iter().position(|it| it.key == *key),
            Some(Decided::Double(_)) => None,
            None => (!decisions.is_empty()).then_some(0),
        }
    }

    /// Whether what was decided last is among what is shown.
    pub(super) fn shows_last(&self, planned: &Planned) -> bool {
        let is_double = || planned.doubles().iter().any(|it| self.is_decided_last(it));
        self.last_of(&planned.decisions).is_some() || is_double()
    }

    /// What is decided, also where nothing can be planned by that.
    pub(super) fn taken(&self, decision: &Decision) -> Option<Prefer> {
        let refused = self.refusal.as_ref();
        let decided = refused.and_then(|_| self.choices.of(&decision.key));
        decided.or(decision.taken)
    }

    /// Whether a game or a player who reads the same on both is kept once.
    pub(super) fn is_one(&self, double: &Double) -> bool {
        self.choices.is_one(&double.theirs, double.is_likely())
    }

    /// What is to be decided only then is open, also where all was decided at once before.
    pub(super) fn keep_once(&mut self, double: &Double, is_one: bool) {
        if let (Some(prefer), Some(planned)) = (self.choices.prefer.take(), &self.planned) {
            for decision in &planned.decisions {
                let key = decision.key.clone();
                self.choices.each.entry(key).or_insert(prefer);
            }
        }
        if is_one == double.is_likely() {
            self.choices.otherwise.remove(&double.theirs);
        } else {
            self.choices.otherwise.insert(double.theirs.clone());
        }
        self.decided(Some(Decided::Double(double.theirs.clone())));
    }

    /// Whether what is shown isn't of these choices and this camp any more.
    fn is_outdated(&self, ctx: &Ctx<'_>) -> bool {
        self.is_at_work() || self.planned_by != Some((ctx.camp.revision, self.changes))
    }

    fn is_at_work(&self) -> bool {
        self.opening.is_some() || self.comparing.is_some() || self.planning.is_some()
    }

    /// Why it can't be brought back now; nothing if it can.
    pub(super) fn why_not(&self, ctx: &Ctx<'_>) -> Option<&'static str> {
        match &self.planned {
            _ if ctx.why_not_change.is_some() => ctx.why_not_change,
            _ if self.is_saving() => Some("The copy is being brought back"),
            _ if self.way_on() == Some(WayOn::AnotherCopy) => {
                Some("This copy can’t be brought back")
            }
            _ if self.way_on() == Some(WayOn::DecideOtherwise) => {
                Some("It can’t be brought back as it is decided now")
            }
            _ if self.is_outdated(ctx) => Some("The copy is being compared with the camp"),
            None => Some("The copy is being compared with the camp"),
            Some(planned) if planned.undecided() > 0 => {
                Some("Decide first what stays where both have changed the same")
            }
            Some(planned) if planned.is_empty() => Some("There is nothing to bring back"),
            Some(_) => None,
        }
    }

    /// What is to be carried out; nothing while something is open.
    pub(super) fn ready(&self, ctx: &Ctx<'_>) -> Option<Merge> {
        let planned = self.planned.as_ref()?;
        self.why_not(ctx).is_none().then(|| planned.merge.clone())
    }

    pub(super) fn begin_saving(&mut self, ticket: Ticket) {
        self.refusal = None;
        self.saving = Some(ticket);
    }

    /// Whether a change that is in the file was this one.
    pub(super) fn was_saved(&mut self, ticket: Ticket) -> bool {
        let is_ours = self.saving.take_if(|ours| *ours == ticket).is_some();
        self.is_saved |= is_ours;
        is_ours
    }

    /// Whether a change that the file refused was this one. One that came too late is compared anew, also where the window hasn't seen what has
    /// changed: the first change of a day may have thinned the history.
    pub(super) fn was_refused(&mut self, refused: RefusedChange<'_>) -> bool {
        let ours = self.saving.take_if(|ours| *ours == refused.ticket);
        if ours.is_some() && refused.is_outdated {
            self.copies = None;
        } else if ours.is_some() {
            let way_on = if refused.may_pass {
                WayOn::TryAgain
            } else {
                WayOn::DecideOtherwise
            };
            self.refuse(refused.reason.to_owned(), way_on);
        }
        ours.is_some()
    }

    pub(super) fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    pub(super) fn is_saved(&self) -> bool {
        self.is_saved
    }

    pub(super) fn is_busy(&self) -> bool {
        let compared = self.copies.as_ref();
        let is_to_be_planned = compared.is_some_and(|(revision, compared)| {
            compared.is_ok() && self.planned_by != Some((*revision, self.changes))
        });
        self.is_at_work() || self.is_saving() || is_to_be_planned && !self.is_saved
    }

    /// "Copy brought back: 12 games added, 1 player changed. Week 2 started. Ann Lee is number 63 now": whose badge is wrong, nobody would look up.
    pub(super) fn saved_sentence(&self) -> String {
        let Some(planned) = &self.planned else {
            return "Copy brought back".to_owned();
        };
        let nothing = planned.nothing_changes.map(within_sentence);
        let summary = nothing.as_deref().unwrap_or(&planned.summary);
        let plan = &planned.merge.plan;
        let mut sentences = vec![format!("Copy brought back: {summary}")];
        sentences.extend(plan.weeks_turned());
        sentences.extend(plan.to_print_again());
        let decided = plan.conflicts.iter();
        sentences.extend(decided.filter_map(|conflict| plan.left_out(conflict)));
        sentences.extend(plan.both_results());
        sentences.extend(plan.new_numbers());
        sentences.join(". ")
    }
}

impl Drop for Bringing {
    fn drop(&mut self) {
        // Nobody waits for a large copy any more.
        if let Some(opening) = &self.opening {
            opening.job.progress.cancel();
        }
        self.forget_questions();
    }
}
