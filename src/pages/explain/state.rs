//! A rating that is being explained: of which player or game, how the director got there, and the way back.

use std::ops::ControlFlow;

use crate::{
    app::{OpenCamp, Wake, serial},
    domain::{CampData, GameId, PlayerId, Record},
    jobs::{Job, Look, Progress},
    rating::camp_ladder::explain::{
        NotExplained, PlayedGame, PlayerWeek, explain_game, explain_player,
    },
};

/// A week with more games is explained by a job: at 100 ns a game, this many are done within 2 ms.
const GAMES_EXPLAINED_AT_ONCE: usize = 20_000;

/// Whose rating is explained.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Subject {
    Player(PlayerId),
    Game(GameId),
}

impl Subject {
    /// The subject that a record is; nothing for a group, which has no rating that moves.
    pub(super) const fn new(record: Record) -> Option<Self> {
        match record {
            Record::Player(id) => Some(Self::Player(id)),
            Record::Game(id) => Some(Self::Game(id)),
            Record::Group(_) | Record::Meeting(_) => None,
        }
    }

    /// The record to open in its form.
    pub(super) const fn record(self) -> Record {
        match self {
            Self::Player(id) => Record::Player(id),
            Self::Game(id) => Record::Game(id),
        }
    }
}

/// What there is to say.
#[derive(Debug)]
pub(super) enum Explanation {
    Player(PlayerWeek),
    Game(PlayedGame),
    /// The ratings can't be computed: the page says why above.
    NotRated,
    /// The job died. Its message is in the log.
    Failed,
}

/// What is explained, and of which state of the camp.
type Question = (Subject, u64);

type ExplanationJob = Job<Result<Explanation, NotExplained>>;

/// A page on the way to the one that is shown.
#[derive(Clone, Copy, Debug)]
struct Step {
    subject: Subject,
    /// The game that was selected in a player's list, so that the way back leads to it.
    chosen: Option<GameId>,
}

/// The explanation on the screen, and the pages that led to it.
#[derive(Debug)]
pub(super) struct Explaining {
    /// Whether the permanent rating, which is internal, is shown too. Off each time an explanation is opened.
    pub permanent: bool,
    /// The last one is on the screen.
    path: Vec<Step>,
    explained: Option<(Question, Explanation)>,
    job: Option<(Question, ExplanationJob)>,
    /// The selected line of a player's games.
    row: Option<usize>,
    visit: u64,
    version: u64,
}

impl Explaining {
    /// Begins with a player or a game; [`Self::tick`] does the work.
    pub(super) fn new(subject: Subject) -> Self {
        Self {
            permanent: false,
            path: vec![Step {
                subject,
                chosen: None,
            }],
            explained: None,
            job: None,
            row: None,
            visit: 0,
            version: 0,
        }
    }

    /// What is explained on the screen; nothing once everything on the way back is gone from the camp.
    pub(super) fn subject(&self) -> Option<Subject> {
        self.path.last().map(|step| step.subject)
    }

    /// The explanation, once it is there. While that of a newer state of the camp is made, this is the one before.
    pub(super) fn explanation(&self) -> Option<&Explanation> {
        let ((subject, _), explanation) = self.explained.as_ref()?;
        (Some(*subject) == self.subject()).then_some(explanation)
    }

    /// Whether a job is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// How far a job is, while there is one.
    pub(super) fn progress(&self) -> Option<&Progress> {
        self.job.as_ref().map(|(_, job)| &job.progress)
    }

    /// Another number for every page that is turned to, back or forth, as long as the explanation is open.
    pub(super) fn visit(&self) -> u64 {
        self.visit
    }

    /// Another number for every explanation that is made.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The selected line of a player's games.
    pub(super) fn row(&self) -> Option<usize> {
        self.row
    }

    /// Selects a line of a player's games.
    pub(super) fn select(&mut self, row: usize) {
        self.row = Some(row);
        let chosen = self.game_at(row);
        if let Some(step) = self.path.last_mut() {
            step.chosen = chosen;
        }
    }

    /// The game of the selected line.
    pub(super) fn selected_game(&self) -> Option<GameId> {
        self.row.and_then(|row| self.game_at(row))
    }

    fn game_at(&self, row: usize) -> Option<GameId> {
        match self.explanation()? {
            Explanation::Player(week) => week.games.get(row).map(|game| game.id),
            _ => None,
        }
    }

    /// Goes on from what is shown to something in it.
    pub(super) fn go_on(&mut self, subject: Subject) {
        if self.subject() != Some(subject) {
            self.path.push(Step {
                subject,
                chosen: None,
            });
            self.visit = serial();
        }
    }

    /// Goes back to what was shown before; whether there is something.
    pub(super) fn go_back(&mut self) -> bool {
        self.path.pop();
        self.visit = serial();
        !self.path.is_empty()
    }

    /// Collects what was made, and makes what is wanted now: at once for a normal camp, otherwise by a job.
    pub(super) fn tick(&mut self, camp: &OpenCamp, wake: &Wake) {
        self.collect();
        while let Some(subject) = self.subject() {
            let question = (subject, camp.revision);
            let is_there = self
                .explained
                .as_ref()
                .is_some_and(|(explained, _)| *explained == question);
            let is_coming = self.job.as_ref().is_some_and(|(of, _)| *of == question);
            if is_there || is_coming {
                return;
            }
            if let Some((_, outdated)) = self.job.take() {
                outdated.progress.cancel();
            }
            if camp.data.games.len() > GAMES_EXPLAINED_AT_ONCE {
                return self.start(question, camp.data.clone(), Wake::clone(wake));
            }
            let answer = explain(&camp.data, subject, |_, _| ControlFlow::Continue(()));
            self.take(question, answer);
        }
    }

    fn start(&mut self, question: Question, camp: CampData, wake: Wake) {
        let job = Job::start(
            "explain a rating",
            move || wake(),
            move |progress| {
                explain(&camp, question.0, |done, total| {
                    progress.reached(done, total)
                })
            },
        );
        match job {
            Ok(job) => self.job = Some((question, job)),
            Err(error) => {
                tracing::error!("no thread to explain a rating: {error}");
                self.take(question, Ok(Explanation::Failed));
            }
        }
    }

    fn collect(&mut self) {
        let Some((question, job)) = &self.job else {
            return;
        };
        let answer = match job.look() {
            Look::Busy => return,
            Look::Done(answer) => answer,
            Look::Broken => Ok(Explanation::Failed),
        };
        let question = *question;
        self.job = None;
        self.take(question, answer);
    }

    fn take(&mut self, question: Question, answer: Result<Explanation, NotExplained>) {
        let explanation = match answer {
            Ok(explanation) => explanation,
            Err(NotExplained::Problems(_)) => Explanation::NotRated,
            Err(NotExplained::Cancelled) => return,
            Err(NotExplained::Gone) => {
                // It was deleted: on every page that led here, too.
                self.path.retain(|step| step.subject != question.0);
                self.visit = serial();
                return;
            }
        };
        self.explained = Some((question, explanation));
        self.version = serial();
        self.row = self.row_of_chosen();
    }

    /// The line of the game that was selected last; the first one where none was.
    fn row_of_chosen(&self) -> Option<usize> {
        let Explanation::Player(week) = self.explanation()? else {
            return None;
        };
        let chosen = self.path.last()?.chosen;
        week.games
            .iter()
            .position(|game| Some(game.id) == chosen)
            .or((!week.games.is_empty()).then_some(0))
    }
}

fn explain(
    camp: &CampData,
    subject: Subject,
    on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Explanation, NotExplained> {
    match subject {
        Subject::Player(id) => explain_player(camp, id, on_progress).map(Explanation::Player),
        Subject::Game(id) => explain_game(camp, id, on_progress).map(Explanation::Game),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        thread,
        time::{Duration, Instant},
    };

    use jiff::civil::date;

    use super::*;
    use crate::app::open_sample;

    /// The sample camp with its week played so many times over.
    fn camp(times: i64) -> OpenCamp {
        let (_, mut data) = open_sample(date(2026, 7, 10)).expect("the sample camp");
        let once = Arc::clone(&data.games);
        let count = i64::try_from(once.len()).expect("a small week");
        let again = (0..times).flat_map(|time| {
            once.iter().cloned().map(move |mut game| {
                game.id.0 += time * count;
                game.sequence += time * count;
                game
            })
        });
        data.games = Arc::new(again.collect());
        OpenCamp::in_memory(data)
    }

    fn wake() -> Wake {
        Arc::new(|| ())
    }

    fn settle(explaining: &mut Explaining, camp: &OpenCamp) {
        let start = Instant::now();
        explaining.tick(camp, &wake());
        while explaining.is_busy() {
            assert!(start.elapsed() < Duration::from_secs(20), "it never ends");
            thread::sleep(Duration::from_millis(1));
            explaining.tick(camp, &wake());
        }
    }

    fn week(explaining: &Explaining) -> &PlayerWeek {
        match explaining.explanation() {
            Some(Explanation::Player(week)) => week,
            other => panic!("no player's week: {other:?}"),
        }
    }

    #[test]
    fn a_normal_week_is_explained_at_once_and_a_long_one_by_a_job() {
        let small = camp(1);
        let player = small.data.games[0].white;
        let mut explaining = Explaining::new(Subject::Player(player));
        explaining.tick(&small, &wake());
        assert!(!explaining.is_busy());
        let games = week(&explaining).games.len();

        let large = camp(200);
        assert!(large.data.games.len() > GAMES_EXPLAINED_AT_ONCE);
        let mut explaining = Explaining::new(Subject::Player(player));
        explaining.tick(&large, &wake());
        assert!(explaining.is_busy() && explaining.explanation().is_none());
        settle(&mut explaining, &large);
        assert_eq!(week(&explaining).games.len(), 200 * games);
        let at_once = explain_player(&large.data, player, |_, _| ControlFlow::Continue(()));
        assert_eq!(Ok(week(&explaining)), at_once.as_ref());
    }

    #[test]
    fn a_change_is_explained_anew_and_the_same_game_stays_selected() {
        let mut camp = camp(1);
        let player = camp.data.games[0].white;
        let mut explaining = Explaining::new(Subject::Player(player));
        settle(&mut explaining, &camp);
        assert_eq!(explaining.row(), Some(0));
        explaining.select(2);
        let chosen = explaining.selected_game().expect("the third game");
        let version = explaining.version();
        explaining.tick(&camp, &wake());
        assert_eq!(explaining.version(), version, "nothing has changed");

        let first = week(&explaining).games[0].id;
        let games = Arc::make_mut(&mut camp.data.games);
        games.retain(|game| game.id != first);
        camp.revision += 1;
        settle(&mut explaining, &camp);
        assert_eq!(explaining.row(), Some(1));
        assert_eq!(explaining.selected_game(), Some(chosen));

        // When the player is gone there is nothing left to show.
        Arc::make_mut(&mut camp.data.games)
            .retain(|game| game.white != player && game.black != player);
        Arc::make_mut(&mut camp.data.players).retain(|other| other.id != player);
        camp.revision += 1;
        settle(&mut explaining, &camp);
        assert_eq!(explaining.subject(), None);
    }

    #[test]
    fn a_camp_that_cannot_be_rated_says_so_until_it_can() {
        let mut camp = camp(1);
        let ratings = camp.data.groups.clone();
        for group in Arc::make_mut(&mut camp.data.groups) {
            group.initial_rating = None;
        }
        let mut explaining = Explaining::new(Subject::Game(camp.data.games[0].id));
        settle(&mut explaining, &camp);
        assert!(matches!(
            explaining.explanation(),
            Some(Explanation::NotRated)
        ));
        camp.data.groups = ratings;
        camp.revision += 1;
        settle(&mut explaining, &camp);
        assert!(matches!(
            explaining.explanation(),
            Some(Explanation::Game(_))
        ));
    }
}
