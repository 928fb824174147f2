//! A section in five steps.
//!
//! Source: the texts of 2004 and 2017, "The rating algorithm"; `../shared/reference/us-chess-ratings.md` 1.2 to 1.6.

use std::{fmt, iter};

use super::{
    Bout, NotRated, count,
    duplicates::{self, Player},
    first::{First, first},
    floors::{self, Done},
    rules::Rules,
    special::{Special, expected_straight, special},
    standard::{Standard, Terms, expected, standard},
};
use crate::domain::us_chess::{Entry, History, Round, Section, SectionKind, System};

/// Up to so many games the special formula is used.
const SPECIAL_GAMES: u32 = 8;

/// The games that a first rating counts for while it is guessed how strong its player is.
const GUESSED_GAMES: f64 = 1.0;

/// Above this no rating was ever: what is higher, or below 0, is a slip of the pen.
const HIGHEST: f64 = 4000.0;

/// A section as it is rated in a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    pub system: System,
    /// The entries in their order.
    pub rows: Vec<Row>,
    /// In what the section isn't a match as the rules want it. It is rated all the same.
    pub breaches: Vec<MatchBreach>,
}

/// An entry as it is rated. Entries of one member are rated as one, and all have the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub pair: u16,
    /// The lowest pairing number of the member, as which all entries are rated.
    pub rated_as: u16,
    /// The rating before, and what it counts for: nothing for the long established.
    pub pre: Option<f64>,
    pub pre_games: Option<u32>,
    /// Nothing for who didn't play: the rating stays as it is.
    pub computed: Option<Computed>,
}

/// How a rating came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed {
    /// Step 1, of an unrated player.
    pub first: Option<First>,
    /// Where the computation begins, and the games that it counts for.
    pub start: f64,
    pub start_games: Option<u32>,
    /// Step 2: N'.
    pub effective_games: f64,
    /// Step 3: the strength as which the opponents met the player in step 4.
    pub strength: f64,
    /// Step 4: the strength as which the opponents met the player in step 5.
    pub intermediate: f64,
    /// Step 5, at 100 at least.
    pub before_floors: f64,
    pub formula: Formula,
    /// Whether the change by a match was cut to what the rules allow.
    pub is_limited: bool,
    /// The games that the new rating is of: nothing for the long established.
    pub games: Option<u32>,
    /// What the new rating doesn't fall below, by what is known of the player, and what of it is the player's own, as low and as high as
    /// that can be.
    pub floor: f64,
    pub personal_floor: (f64, f64),
    pub post: f64,
    /// Whether a first rating that isn't certain has a part in it.
    pub is_estimate: bool,
    /// All games of the member, by opponents.
    pub played: Vec<PlayedGame>,
}

/// By which formula a rating came about in step 5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formula {
    Special(Special),
    Standard(Standard),
}

/// A game that was rated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedGame {
    /// The entry that has it, and its round from 0.
    pub pair: u16,
    pub round: usize,
    /// The opponent's entry.
    pub opponent: u16,
    /// The score in halves.
    pub halves: u32,
    /// The strength of the opponent in step 5.
    pub strength: f64,
    /// The score that was expected: by the standard formula from the rating before, by the special one at the new rating.
    pub expected: f64,
}

/// In what a match isn't as the rules want it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum MatchBreach {
    /// More or fewer than two played.
    NotTwo,
    TooFewGames,
    TooManyGames,
    NotEstablished,
    TooFarApart,
}

impl fmt::Display for MatchBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotTwo => "A match is of two players, and this one isn’t",
            Self::TooFewGames => "A rated match has more games than this one",
            Self::TooManyGames => "A rated match has fewer games than this one",
            Self::NotEstablished => "A rated match is of two players with established ratings",
            Self::TooFarApart => {
                "The ratings of the two are farther apart than a rated match allows"
            }
        })
    }
}

impl Row {
    /// The rating after the section; nothing for who is unrated still.
    #[must_use]
    pub fn post(&self) -> Option<f64> {
        self.computed
            .as_ref()
            .map_or(self.pre, |computed| Some(computed.post))
    }

    /// The games that the rating after the section is of; nothing for the long established.
    #[must_use]
    pub fn post_games(&self) -> Option<u32> {
        self.computed
            .as_ref()
            .map_or(self.pre_games, |computed| computed.games)
    }
}

/// Where a player begins.
#[derive(Clone, Copy, Debug)]
struct Start {
    first: Option<First>,
    rating: f64,
    games: Option<u32>,
    effective_games: f64,
    history: History,
}

impl Start {
    fn of(section: &Section, system: System, rules: &Rules, player: &Player<'_>) -> Self {
        let record = player.record;
        let begins = record
            .rating
            .is_none()
            .then(|| first(rules, system, section.ends, player));
        let (rating, games) = match (record.rating, begins) {
            (Some(rating), _) => (rating, record.games),
            (None, Some(first)) => (first.rating, Some(first.games)),
            (None, None) => (rules.by_age.unknown, Some(0)),
        };
        // A rating of no games has no history, and a first rating hasn't either.
        let has_history = begins.is_none() && games != Some(0);
        Self {
            first: begins,
            rating,
            games,
            effective_games: rules.effective_games(rating, games),
            history: record.history.filter(|_| has_history).unwrap_or_default(),
        }
    }

    fn is_special(&self) -> bool {
        self.history != History::Mixed || self.games.is_some_and(|games| games <= SPECIAL_GAMES)
    }

    /// Whether the strength of this player is guessed from the results, in step 3.
    fn is_guessed(&self) -> bool {
        self.first.is_some_and(|first| first.games == 0)
    }
}

/// A player's games against these strengths.
fn bouts(player: &Player<'_>, strengths: &[f64]) -> Vec<Bout> {
    let games = player.games.iter().filter_map(|game| {
        Some(Bout {
            opponent: game.opponent,
            strength: *strengths.get(game.opponent)?,
            halves: game.halves,
        })
    });
    games.collect()
}

/// What holds for all of a section, and its players.
struct Pass<'a> {
    rules: &'a Rules,
    terms: Terms,
    players: &'a [Player<'a>],
    starts: &'a [Start],
    tells_games: bool,
}

impl Pass<'_> {
    /// As a result of any step counts.
    fn held(&self, rating: f64) -> f64 {
        rating.max(self.rules.absolute_floor.lowest)
    }

    fn capped(&self, rating: f64) -> f64 {
        self.held(self.rules.special_cap.map_or(rating, |cap| rating.min(cap)))
    }

    /// Steps 4 and 5: a player's rating, and how it came about.
    fn rating(&self, start: &Start, bouts: &[Bout]) -> (f64, Formula) {
        if start.is_special() {
            let special = special(start.rating, start.effective_games, start.history, bouts);
            (self.capped(special.rating), Formula::Special(special))
        } else {
            let standard = standard(
                self.rules,
                self.terms,
                start.rating,
                start.effective_games,
                bouts,
            );
            (self.held(standard.rating), Formula::Standard(standard))
        }
    }

    /// Step 3: the strengths before the section.
    fn strengths(&self) -> Vec<f64> {
        let ratings = self
            .starts
            .iter()
            .map(|start| start.rating)
            .collect::<Vec<_>>();
        let players = self.players.iter().zip(self.starts);
        let strengths = players.map(|(player, start)| {
            if start.is_guessed() && !player.games.is_empty() {
                let bouts = bouts(player, &ratings);
                let guess = special(start.rating, GUESSED_GAMES, History::Mixed, &bouts);
                self.capped(guess.rating)
            } else {
                start.rating
            }
        });
        strengths.collect()
    }

    /// Step 4: every player's rating against these strengths.
    fn intermediate(&self, strengths: &[f64]) -> Vec<f64> {
        let players = self.players.iter().zip(self.starts);
        let ratings = players.map(|(player, start)| {
            if player.games.is_empty() {
                start.rating
            } else {
                self.rating(start, &bouts(player, strengths)).0
            }
        });
        ratings.collect()
    }

    /// Whether a first rating that isn't certain has a part in what step 5 makes of each player: the own one, or that of an opponent, or,
    /// as these are stronger or weaker by it, of an opponent's opponent, and of the opponent of a guessed one of those.
    fn estimates(&self) -> Vec<bool> {
        let is_one = |(start, player): (&Start, &Player<'_>)| {
            player.record.is_estimate || start.first.is_some_and(|first| first.is_estimate)
        };
        let own = self.starts.iter().zip(self.players).map(is_one);
        let own = own.collect::<Vec<_>>();
        let touched = |known: &[bool], asks: &dyn Fn(&Start) -> bool| {
            let players = self.players.iter().zip(self.starts).zip(&own);
            let all = players.map(|((player, start), own)| {
                let mut met = player
                    .games
                    .iter()
                    .filter_map(|game| known.get(game.opponent));
                *own || asks(start) && met.any(|is_estimate| *is_estimate)
            });
            all.collect::<Vec<_>>()
        };
        let strengths = touched(&own, &Start::is_guessed);
        let intermediate = touched(&strengths, &|_| true);
        touched(&intermediate, &|_| true)
    }

    /// All steps, with the limits of matches, the games counted, and floors: of each player, nothing of one who didn't play.
    fn computed(&self, system: System) -> Vec<Option<Computed>> {
        let strengths = self.strengths();
        let intermediate = self.intermediate(&strengths);
        let steps = strengths.iter().zip(&intermediate).zip(self.estimates());
        let players = self.players.iter().zip(self.starts).zip(steps);
        let computed = players.map(|((player, start), ((strength, own), is_estimate))| {
            if player.games.is_empty() {
                return None;
            }
            let bouts = bouts(player, &intermediate);
            let (rating, formula) = self.rating(start, &bouts);
            let before_floors = self.within_match(player, rating);
            let games = start.games.map(|games| games.saturating_add(count(&bouts)));
            let floor = self.floor(system, player, games, before_floors);
            Some(Computed {
                first: start.first,
                start: start.rating,
                start_games: start.games,
                effective_games: start.effective_games,
                strength: *strength,
                intermediate: *own,
                before_floors,
                formula,
                is_limited: (before_floors - rating).abs() > f64::EPSILON,
                games,
                floor,
                personal_floor: self.personal_floor(player),
                post: before_floors.max(floor),
                is_estimate,
                played: if self.tells_games {
                    played(player, start, &bouts, rating, formula)
                } else {
                    Vec::new()
                },
            })
        });
        computed.collect()
    }

    /// With no more change than the rules allow by a match, and than earlier matches leave room for.
    fn within_match(&self, player: &Player<'_>, rating: f64) -> f64 {
        let Some(pre) = player.record.rating.filter(|_| self.terms.is_match) else {
            return rating;
        };
        let most = self.rules.matches.change.unwrap_or(f64::INFINITY);
        let (down, up) = player
            .record
            .match_room
            .map_or((most, most), |(down, up)| (down.min(most), up.min(most)));
        self.held(rating.clamp(pre - down, pre + up))
    }

    fn personal_floor(&self, player: &Player<'_>) -> (f64, f64) {
        let halves = player.games.iter().map(|game| game.halves);
        floors::personal(self.rules, player.record, Done::of(halves))
    }

    /// The highest floor that is known: the stored one, the personal one, and, once established, that of the peak.
    fn floor(&self, system: System, player: &Player<'_>, games: Option<u32>, rating: f64) -> f64 {
        let record = player.record;
        // An established rating from before was a peak itself.
        let established = record
            .rating
            .filter(|_| self.rules.is_established(record.games));
        let before = record.peak.or(established);
        let peak = before.map_or(rating, |peak| peak.max(rating));
        let of_peak = if self.rules.is_established(games) {
            floors::peak_floor(self.rules, system, peak)
        } else {
            None
        };
        let floors = [of_peak, record.floor].into_iter().flatten();
        floors.fold(self.personal_floor(player).0, f64::max)
    }
}

/// Rates a section in a system. Nothing of it is changed, and neither is anything left out.
///
/// # Errors
/// A section that can't be rated: in this system, as its results contradict each other, or as a value in it is no rating.
pub fn rate(section: &Section, system: System, rules: &Rules) -> Result<Rated, NotRated> {
    rated(section, system, rules, true)
}

/// The same without the games of each player, which only explanations ask for.
///
/// # Errors
/// The same.
pub(super) fn rate_alone(
    section: &Section,
    system: System,
    rules: &Rules,
) -> Result<Rated, NotRated> {
    rated(section, system, rules, false)
}

fn rated(
    section: &Section,
    system: System,
    rules: &Rules,
    tells_games: bool,
) -> Result<Rated, NotRated> {
    refuse(section, system, rules)?;
    let two_games = section.has_two_games();
    let section = &*section.by_games();
    let players = duplicates::players(section, system)?;
    let starts = players
        .iter()
        .map(|player| Start::of(section, system, rules, player));
    let starts = starts.collect::<Vec<_>>();
    let pass = Pass {
        rules,
        terms: Terms {
            half_k: section.half_k,
            cut: rules
                .dual_cut
                .filter(|_| system == System::Regular && section.is_dual()),
            is_match: section.kind == SectionKind::Match,
        },
        players: &players,
        starts: &starts,
        tells_games,
    };
    let mut computed = pass.computed(system);
    if two_games {
        // Each round was divided into two.
        let games = computed.iter_mut().flatten();
        for game in games.flat_map(|computed| &mut computed.played) {
            game.round /= 2;
        }
    }
    let mut rows = Vec::with_capacity(section.entries.len());
    for (player, computed) in players.iter().zip(computed) {
        let computed = iter::repeat_n(computed, player.rows.len());
        for ((row, pair), computed) in player.rows.iter().zip(computed) {
            let rated = Row {
                pair: *pair,
                rated_as: player.pair,
                pre: player.record.rating,
                pre_games: match player.record.rating {
                    Some(_) => player.record.games,
                    None => Some(0),
                },
                computed,
            };
            rows.push((*row, rated));
        }
    }
    rows.sort_by_key(|(row, _)| *row);
    let breaches = if section.kind == SectionKind::Match {
        breaches(rules, &players)
    } else {
        Vec::new()
    };
    Ok(Rated {
        system,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        breaches,
    })
}

/// Says why a section can't be rated, if so.
fn refuse(section: &Section, system: System, rules: &Rules) -> Result<(), NotRated> {
    if !section.is_rated_in(system) {
        return Err(NotRated::NotInSystem(system));
    }
    if section.half_k && !rules.half_k {
        return Err(NotRated::HalfK);
    }
    let mut problems = section.problems();
    problems.retain(|problem| problem.what.prevents_rating());
    if !problems.is_empty() {
        return Err(NotRated::Contradictions(problems));
    }
    for entry in &section.entries {
        let is_alone = |cell: &Round| cell.code().is_double() && cell.opponent().is_none();
        if let Some(round) = entry.rounds.iter().position(is_alone) {
            return Err(NotRated::NoOpponent {
                pair: entry.pair,
                round,
            });
        }
        let no_rating = ratings_of(entry).find(|rating| !(0.0..=HIGHEST).contains(rating));
        if let Some(value) = no_rating {
            return Err(NotRated::NoRating {
                pair: entry.pair,
                value,
            });
        }
    }
    Ok(())
}

/// Every rating that counts.
fn ratings_of(entry: &Entry) -> impl Iterator<Item = f64> {
    let of = |system| {
        let record = entry.record(system);
        [record.rating, record.initial, record.floor, record.peak]
    };
    let all = [of(System::Regular), of(System::Quick)];
    all.into_iter().flatten().flatten()
}

fn played(
    player: &Player<'_>,
    start: &Start,
    bouts: &[Bout],
    rating: f64,
    formula: Formula,
) -> Vec<PlayedGame> {
    let games = player
        .games
        .iter()
        .zip(bouts)
        .map(|(game, bout)| PlayedGame {
            pair: game.pair,
            round: game.round,
            opponent: game.opponent_pair,
            halves: game.halves,
            strength: bout.strength,
            expected: match formula {
                Formula::Special(_) => expected_straight(rating, bout.strength),
                Formula::Standard(_) => expected(start.rating, bout.strength),
            },
        });
    games.collect()
}

/// In what a section isn't a match as the rules want it.
fn breaches(rules: &Rules, players: &[Player<'_>]) -> Vec<MatchBreach> {
    let wanted = rules.matches;
    let mut breaches = Vec::new();
    let [first, second] = players else {
        return vec![MatchBreach::NotTwo];
    };
    let games = count(&first.games);
    if games < wanted.fewest_games {
        breaches.push(MatchBreach::TooFewGames);
    }
    if wanted.most_games.is_some_and(|most| games > most) {
        breaches.push(MatchBreach::TooManyGames);
    }
    let is_established = |player: &Player<'_>| {
        player.record.rating.is_some() && rules.is_established(player.record.games)
    };
    if wanted.established && !(is_established(first) && is_established(second)) {
        breaches.push(MatchBreach::NotEstablished);
    }
    let ratings = first.record.rating.zip(second.record.rating);
    // By published ratings, which are whole.
    let apart = ratings.map(|(first, second)| (first.round() - second.round()).abs());
    if apart
        .zip(wanted.apart)
        .is_some_and(|(apart, most)| apart > most)
    {
        breaches.push(MatchBreach::TooFarApart);
    }
    breaches
}
