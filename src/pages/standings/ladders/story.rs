//! How a player came to stand on a ladder: whose story is told, and the way back.

use super::{Computed, NotMade, Question};
use crate::{
    app::{Wake, serial},
    domain::{CampData, GameId, PlayerId},
    jobs::Progress,
    rating::{self, CoursePoint, NoStandings, Settings, Step, StepOf, Story},
};

/// What a story is computed for.
type OfPlayer = (Question, PlayerId);

/// A player on the way to the one whose story is shown.
#[derive(Clone, Copy, Debug)]
struct Stop {
    player: PlayerId,
    /// The step that is selected.
    row: Option<usize>,
}

/// A story, and its course where that is the one for the chart.
#[derive(Debug)]
struct Told {
    story: Story,
    course: Option<Vec<CoursePoint>>,
}

/// The story on the screen, and those that led to it.
#[derive(Debug)]
pub(crate) struct LadderStory {
    /// The last one is on the screen.
    path: Vec<Stop>,
    story: Computed<OfPlayer, Told>,
    /// Of a kind whose course isn't that of the story.
    course: Computed<OfPlayer, Vec<CoursePoint>>,
    visit: u64,
    version: u64,
}

impl LadderStory {
    /// Begins with a player.
    pub(in crate::pages::standings) fn new(player: PlayerId) -> Self {
        Self {
            path: vec![Stop { player, row: None }],
            story: Computed::default(),
            course: Computed::default(),
            visit: 0,
            version: 0,
        }
    }

    /// Whose story is shown; nothing once nobody on the way back is on the ladder any more.
    pub(crate) fn player(&self) -> Option<PlayerId> {
        self.path.last().map(|stop| stop.player)
    }

    /// The story, once it is there. While that of a newer state of the camp is made, this is the one before.
    pub(crate) fn story(&self) -> Option<Result<&Story, &NotMade>> {
        let ((_, player), story) = self.story.latest()?;
        let story = story.as_ref().map(|told| &told.story);
        (Some(*player) == self.player()).then_some(story)
    }

    /// The player's figure over time, once it is there.
    pub(crate) fn course(&self) -> Option<&[CoursePoint]> {
        let of_story = self.story.latest().and_then(|((_, player), told)| {
            let course = told.as_ref().ok()?.course.as_deref()?;
            Some((*player, course))
        });
        let own = || {
            let ((_, player), course) = self.course.latest()?;
            Some((*player, course.as_deref().ok()?))
        };
        let (player, course) = of_story.or_else(own)?;
        (Some(player) == self.player()).then_some(course)
    }

    /// How far the story is, while it is being made.
    pub(crate) fn progress(&self) -> Option<&Progress> {
        self.story.progress()
    }

    /// Whether the course is still being made.
    pub(crate) fn course_is_coming(&self) -> bool {
        self.course.is_busy()
    }

    pub(super) fn is_busy(&self) -> bool {
        self.story.is_busy() || self.course.is_busy()
    }

    /// Another number for every player that is turned to, back or forth.
    pub(crate) fn visit(&self) -> u64 {
        self.visit
    }

    /// Another number for every story or course that is made.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The selected step; the last one where nobody has chosen yet, which tells where the player stands now.
    pub(crate) fn row(&self) -> Option<usize> {
        let last = self.story()?.ok()?.steps.len().checked_sub(1)?;
        let chosen = self.path.last()?.row;
        Some(chosen.map_or(last, |row| row.min(last)))
    }

    /// Selects a step.
    pub(crate) fn select(&mut self, row: usize) {
        if let Some(stop) = self.path.last_mut() {
            stop.row = Some(row);
        }
    }

    /// The selected step.
    pub(crate) fn step(&self) -> Option<&Step> {
        self.story()?.ok()?.steps.get(self.row()?)
    }

    /// The opponent in the selected step.
    pub(crate) fn opponent(&self) -> Option<PlayerId> {
        match self.step()?.of {
            StepOf::Game { opponent, .. } | StepOf::Pair { opponent, .. } => Some(opponent),
            StepOf::OthersGame { .. } | StepOf::Meeting | StepOf::Reset => None,
        }
    }

    /// The game of the selected step.
    pub(crate) fn game(&self) -> Option<GameId> {
        match self.step()?.of {
            StepOf::Game { game, .. } | StepOf::OthersGame { game } => Some(game),
            StepOf::Pair { .. } | StepOf::Meeting | StepOf::Reset => None,
        }
    }

    /// Goes on to another player; the way back leads here again.
    pub(in crate::pages::standings) fn go_on(&mut self, player: PlayerId) {
        if self.player() != Some(player) {
            self.path.push(Stop { player, row: None });
            self.visit = serial();
        }
    }

    /// Shows another player in place of this one.
    pub(in crate::pages::standings) fn turn_to(&mut self, player: PlayerId) {
        if let Some(stop) = self.path.last_mut() {
            *stop = Stop { player, row: None };
            self.visit = serial();
        }
    }

    /// Goes back to the player who was shown before; whether there is one.
    pub(in crate::pages::standings) fn go_back(&mut self) -> bool {
        self.path.pop();
        self.visit = serial();
        !self.path.is_empty()
    }

    /// Collects what was made, and makes what is shown now.
    pub(super) fn tick(
        &mut self,
        question: Question,
        camp: &CampData,
        settings: &Settings,
        wake: &Wake,
    ) {
        while let Some(player) = self.player() {
            let today = question.today;
            let question = (question, player);
            let parts = || (camp.clone(), settings.clone());
            let story = self.story.tick(question, wake, || {
                let (camp, settings) = parts();
                move |progress: &Progress| {
                    let mut on_progress = |done, total| progress.reached(done, total);
                    let story = rating::story(&camp, &settings, today, player, &mut on_progress);
                    let story = story?;
                    let is_own = settings.kind().has_own_course();
                    let course = (!is_own).then(|| story.course());
                    Ok(Told { story, course })
                }
            });
            let has_own_course = settings.kind().has_own_course();
            let course = has_own_course
                && self.course.tick(question, wake, || {
                    let (camp, settings) = parts();
                    move |progress: &Progress| {
                        let mut on_progress = |done, total| progress.reached(done, total);
                        let course =
                            rating::course(&camp, &settings, today, player, &mut on_progress);
                        course.map_err(NotMade::from)
                    }
                });
            self.version += u64::from(story || course);
            if !self.is_gone() {
                return;
            }
            self.path.retain(|stop| stop.player != player);
            self.visit = serial();
        }
    }

    /// Whether the player who is shown is not on the ladder any more.
    fn is_gone(&self) -> bool {
        matches!(
            self.story(),
            Some(Err(NotMade::Refused(NoStandings::NotOnLadder)))
        )
    }

    pub(super) fn stop(&mut self) {
        self.story.stop();
        self.course.stop();
    }
}
