//! How a player's rating in a section came about, step by step and game by game: whose it is, and the way back.

use super::asked::Asked;
use crate::{
    app::{
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::us_chess::{Posted, Section, SectionHead, SectionKey, SectionRating, System},
    rating::us_chess::{Computed, Explanation, Formula, NotExplained, PlayedGame, Row},
    storage::{CampFile, StorageError},
};

/// What is computed of a section in a system, or why nothing is.
type InSystem = (System, Result<Explanation, NotExplained>);

/// A section that was rated once more, to be told.
#[derive(Debug)]
pub(super) struct Explained {
    pub(super) head: SectionHead,
    /// With the records with which its members begin it.
    section: Section,
    /// As they are saved.
    ratings: Vec<SectionRating>,
    systems: Vec<InSystem>,
}

/// A player on the way to the one whose rating is told.
#[derive(Clone, Copy, Debug)]
struct Stop {
    pair: u16,
    /// The game that is selected.
    game: Option<usize>,
}

/// Whose rating is told, and those that led there.
#[derive(Debug)]
pub(super) struct Explaining {
    section: SectionKey,
    /// The last one is on the screen.
    path: Vec<Stop>,
    system: System,
    read: Asked<SectionKey, Option<Explained>>,
    visit: u64,
}

/// A rating, told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// What each step is, and what it gave.
    pub(super) steps: Vec<(&'static str, String)>,
    pub(super) games: Vec<ToldGame>,
}

/// A game as a row of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ToldGame {
    /// "3", and of another entry of the same member "3 (pair 4)".
    pub(super) round: String,
    pub(super) pair: u16,
    pub(super) opponent: String,
    pub(super) result: &'static str,
    /// The opponent's rating before the section, as which he or she was met, and after it.
    pub(super) before: Option<f64>,
    pub(super) met_as: f64,
    pub(super) after: Option<f64>,
    pub(super) score: f64,
    pub(super) expected: f64,
}

impl Explaining {
    pub(super) fn new(section: SectionKey, pair: u16) -> Self {
        Self {
            section,
            path: vec![Stop { pair, game: None }],
            system: System::Regular,
            read: Asked::default(),
            visit: 0,
        }
    }

    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let section = self.section;
        self.read
            .want(section, ctx, out, move |file| explained(file, section));
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.read.take(read);
    }

    /// The section, once it is read; nothing where it is no more.
    pub(super) fn explained(&self) -> Option<Result<&Explained, &str>> {
        Some(match self.read.answer()? {
            Ok(Some(explained)) => Ok(explained),
            Ok(None) => Err("This section has been deleted"),
            Err(reason) => Err(reason),
        })
    }

    pub(super) fn pair(&self) -> Option<u16> {
        Some(self.path.last()?.pair)
    }

    /// Another number for every player that is turned to, back or forth.
    pub(super) const fn visit(&self) -> u64 {
        self.visit
    }

    /// The systems of the section, and which of them is told.
    pub(super) fn systems(&self) -> (Vec<System>, usize) {
        let explained = self.explained().and_then(Result::ok);
        let systems = explained.map_or(&[][..], |explained| &explained.systems);
        let systems = systems
            .iter()
            .map(|(system, _)| *system)
            .collect::<Vec<_>>();
        let chosen = systems.iter().position(|system| *system == self.system);
        (systems, chosen.unwrap_or(0))
    }

    pub(super) const fn choose(&mut self, system: System) {
        self.system = system;
    }

    /// The rating of the player who is shown, or why nothing is told of it.
    pub(super) fn told(&self) -> Option<Result<Told, String>> {
        let explained = match self.explained()? {
            Ok(explained) => explained,
            Err(reason) => return Some(Err(reason.to_owned())),
        };
        let (_, chosen) = self.systems();
        Some(match explained.systems.get(chosen) {
            None => Err("This section is kept and not rated".to_owned()),
            Some((_, Err(why))) => Err(why.to_string()),
            Some((_, Ok(explanation))) => {
                let told = explained.told(explanation, self.pair()?);
                told.ok_or_else(|| "This player is not in the section any more".to_owned())
            }
        })
    }

    /// "Berger, Anna"
    pub(super) fn name(&self) -> String {
        let explained = self.explained().and_then(Result::ok);
        let name = explained.zip(self.pair());
        name.map_or_else(String::new, |(explained, pair)| explained.name(pair))
    }

    /// The selected game; the first one until one is chosen.
    pub(super) fn game(&self) -> usize {
        let game = self.path.last().and_then(|stop| stop.game);
        game.unwrap_or(0)
    }

    pub(super) fn select(&mut self, game: usize) {
        if let Some(stop) = self.path.last_mut() {
            stop.game = Some(game);
        }
    }

    /// Goes on to another player; the way back leads here again.
    pub(super) fn go_on(&mut self, pair: u16) {
        if self.pair() != Some(pair) {
            self.path.push(Stop { pair, game: None });
            self.visit += 1;
        }
    }

    /// Goes back to the player who was shown before; whether there is one.
    pub(super) fn go_back(&mut self) -> bool {
        self.path.pop();
        self.visit += 1;
        !self.path.is_empty()
    }
}

/// A section rated once more from the records with which its members begin it.
fn explained(file: &CampFile, key: SectionKey) -> Result<Option<Explained>, StorageError> {
    let Some(head) = file.section_head(key)? else {
        return Ok(None);
    };
    let section = file.section_as_it_begins(key)?.unwrap_or_default();
    let systems = section.systems.iter();
    let systems = systems.map(|system| (*system, Explanation::new(&section, *system)));
    Ok(Some(Explained {
        head,
        systems: systems.collect(),
        ratings: file.ratings_of(key)?,
        section,
    }))
}

impl Explained {
    fn place(&self, pair: u16) -> Option<usize> {
        let mut entries = self.section.entries.iter();
        entries.position(|entry| entry.pair == pair)
    }

    fn name(&self, pair: u16) -> String {
        let entry = self.place(pair).and_then(|at| self.section.entries.get(at));
        entry.map_or_else(String::new, |entry| entry.name.clone())
    }

    /// What was saved of an entry.
    fn posted(&self, system: System, pair: u16) -> Option<&Posted> {
        let mut ratings = self.ratings.iter();
        let rating = ratings.find(|rating| rating.system == system)?;
        rating.rows.get(self.place(pair)?)
    }

    fn told(&self, explanation: &Explanation, pair: u16) -> Option<Told> {
        let row = explanation.row(pair)?;
        let system = explanation.rated.system;
        let posted = self.posted(system, pair);
        let Some(computed) = &row.computed else {
            let rating = row.pre.map_or_else(|| "unrated".to_owned(), decimals);
            let stays = format!("{rating}. Without a rated game the rating stays as it is");
            return Some(Told {
                steps: vec![("Rating", stays)],
                games: Vec::new(),
            });
        };
        let mut steps = begin(row, computed);
        let together = explanation.rated_with(row);
        if !together.is_empty() {
            let numbers = together.iter().map(|pair| format!("pair {pair}"));
            let numbers = numbers.collect::<Vec<_>>().join(", ");
            steps.push((
                "Entries",
                format!("Rated as one with {numbers}, the same member"),
            ));
        }
        steps.push((
            "Step 2",
            format!(
                "The rating counts for {} effective games",
                decimals(computed.effective_games)
            ),
        ));
        if computed.first.is_some_and(|first| first.games == 0) {
            let strength = decimals(computed.strength);
            steps.push((
                "Step 3",
                format!("By the results, the opponents first met a player of {strength}"),
            ));
        }
        steps.push((
            "Step 4",
            format!(
                "Against the ratings before the section: {}, as which the opponents met the player",
                decimals(computed.intermediate)
            ),
        ));
        steps.extend(formula(explanation, computed));
        if computed.is_limited {
            let most = explanation.rules.matches.change.unwrap_or(f64::INFINITY);
            steps.push((
                "Match",
                format!("A match changes a rating by {most:.0} at most, and by less where earlier ones have used that up"),
            ));
        }
        let place = self.place(pair)?;
        let record = self.section.entries.get(place)?.record(system);
        let held = explanation.held_by(record, computed, posted);
        if let Some((floor, by)) = held {
            steps.push(("Floor", format!("Held at {floor:.0} by {}", by.words())));
        }
        steps.extend(end(computed, posted, held.map(|(floor, _)| floor)));
        let games = computed.by_round();
        let games = games
            .into_iter()
            .map(|game| self.game(explanation, row, game));
        Some(Told {
            steps,
            games: games.collect(),
        })
    }

    fn game(&self, explanation: &Explanation, row: &Row, game: &PlayedGame) -> ToldGame {
        let system = explanation.rated.system;
        let opponent = explanation.row(game.opponent);
        let saved = self.posted(system, game.opponent);
        let saved = saved.and_then(|posted| posted.post);
        ToldGame {
            round: if game.pair == row.pair {
                (game.round + 1).to_string()
            } else {
                format!("{} (pair {})", game.round + 1, game.pair)
            },
            pair: game.opponent,
            opponent: self.name(game.opponent),
            result: match game.halves {
                2 => "Won",
                1 => "Drawn",
                _ => "Lost",
            },
            before: opponent.and_then(|row| row.pre),
            met_as: game.strength,
            after: saved.or_else(|| opponent.and_then(Row::post)),
            score: f64::from(game.halves) / 2.0,
            expected: game.expected,
        }
    }
}

/// Where the computation begins.
fn begin(row: &Row, computed: &Computed) -> Vec<(&'static str, String)> {
    let Some(first) = computed.first else {
        let rating = decimals(computed.start);
        let games = games_in_words(row.pre_games);
        return vec![("Before", format!("{rating}, {games}"))];
    };
    let sure = if first.is_estimate {
        ". An estimate: US Chess may begin with another one"
    } else {
        ""
    };
    vec![
        ("Before", "Unrated".to_owned()),
        (
            "Step 1",
            format!(
                "A first rating of {} ({}), which counts for {}{sure}",
                decimals(first.rating),
                first.basis.words(),
                crate::domain::counted(first.games, "game")
            ),
        ),
    ]
}

/// What step 5 makes of the games.
fn formula(explanation: &Explanation, computed: &Computed) -> Vec<(&'static str, String)> {
    let halves = computed.played.iter().map(|game| game.halves).sum::<u32>();
    let score = f64::from(halves) / 2.0;
    let games = crate::domain::counted(computed.played.len(), "game");
    let standard = match computed.formula {
        Formula::Special(special) => {
            let earlier = decimals(computed.effective_games);
            return vec![(
                "Step 5",
                format!(
                    "Special formula: the rating at which a score of {} is expected, that of {games} and of {earlier} earlier ones against {}",
                    decimals(special.score),
                    decimals(special.adjusted)
                ),
            )];
        }
        Formula::Standard(standard) => standard,
    };
    let difference = score - standard.expected;
    let mut steps = vec![
        (
            "Step 5",
            format!(
                "Standard formula: K is {} for {games}, the score {score:.1}, the expected one {:.4}",
                decimals(standard.k),
                standard.expected
            ),
        ),
        (
            "Change",
            format!(
                "K × ({score:.1} − {:.4}) = {}",
                standard.expected,
                signed(standard.k * difference)
            ),
        ),
    ];
    if standard.bonus > 0.0 {
        let count = u32::try_from(computed.played.len()).unwrap_or(u32::MAX);
        let most = f64::from(count.max(4)).sqrt();
        steps.push((
            "Bonus",
            format!(
                "{}: what is above {:.0} × √{} = {}",
                signed(standard.bonus),
                explanation.rules.bonus,
                count.max(4),
                decimals(explanation.rules.bonus * most)
            ),
        ));
    } else {
        steps.push(("Bonus", "None".to_owned()));
    }
    steps
}

/// The rating after, and whether it is the one that the crosstable has.
fn end(
    computed: &Computed,
    posted: Option<&Posted>,
    held: Option<f64>,
) -> Vec<(&'static str, String)> {
    let post = held.unwrap_or(computed.post);
    let mut after = format!("{}, {}", decimals(post), games_in_words(computed.games));
    if computed.is_estimate {
        after.push_str(". An estimate: an uncertain first rating has a part in it");
    }
    let mut steps = vec![("After", after)];
    let saved = posted.and_then(|posted| posted.post);
    match saved {
        None => steps.push((
            "Not saved",
            "The section isn’t rated. This is what rating it now would give".to_owned(),
        )),
        Some(saved) if (saved - post).abs() > 1e-6 => steps.push((
            "Crosstable",
            format!(
                "It has {}, which is out of date. Rate the section again",
                decimals(saved)
            ),
        )),
        Some(_) => {}
    }
    steps
}

/// "established", "N is 17"
fn games_in_words(games: Option<u32>) -> String {
    games.map_or_else(|| "established".to_owned(), |games| format!("N is {games}"))
}

/// "1643.76"
pub(super) fn decimals(value: f64) -> String {
    format!("{value:.2}")
}

/// "+21.36", with a real minus sign.
fn signed(value: f64) -> String {
    format!("{value:+.2}").replace('-', "\u{2212}")
}
