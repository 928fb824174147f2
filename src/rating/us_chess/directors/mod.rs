//! Directors: what an event is worth to them, and which level what they have done is enough for.
//!
//! Source: the seed for Senior, `../shared/reference/us-chess-ratings.md` section 3 for the rest. As in [`super::rules`], *open* marks what no
//! source tells.

use std::collections::{BTreeMap, HashSet};

use crate::domain::us_chess::{
    Category, Credit, Event, MemberId, PlayerOf, Role, Section, SectionKind,
};

/// How large an event is by which category.
struct Size {
    category: Category,
    players: usize,
    /// How many rounds it needs.
    rounds: usize,
    words: &'static str,
}

/// From the largest on. *Open*: the bounds of A and B are background knowledge that fits what directors may be chief of.
static SIZES: [Size; 4] = [
    size(Category::A, 300, 4, "300 or more players"),
    size(Category::B, 100, 4, "100 or more players"),
    size(Category::C, 50, 4, "50 or more players"),
    size(Category::D, 1, 3, "three or more rounds"),
];

const fn size(category: Category, players: usize, rounds: usize, words: &'static str) -> Size {
    Size {
        category,
        players,
        rounds,
        words,
    }
}

/// The category of an event: by its players, each counted once in whatever sections he or she is, and by its rounds. Players of sections that
/// have too few rounds for a category don't count for it, so an event of 60 players in three rounds is a small one (D). Matches count for
/// nothing, and an event of round robins alone has a category of its own.
#[must_use]
pub fn category(event: &Event) -> Category {
    let sections = event.sections.iter().enumerate();
    let sections = sections
        .filter(|(_, section)| section.kind != SectionKind::Match && !section.entries.is_empty());
    let sections = sections.collect::<Vec<_>>();
    let is_round_robin = |(_, section): &(usize, &Section)| section.kind == SectionKind::RoundRobin;
    if !sections.is_empty() && sections.iter().all(is_round_robin) {
        return Category::RoundRobin;
    }
    let found = SIZES.iter().find(|size| {
        let long = sections
            .iter()
            .filter(|(_, section)| section.rounds() >= size.rounds);
        players(long.copied()) >= size.players
    });
    found.map_or(Category::Other, |size| size.category)
}

/// How many players an event has, in all of its sections that aren't matches.
#[must_use]
pub fn event_players(event: &Event) -> usize {
    let sections = event.sections.iter().enumerate();
    players(sections.filter(|(_, section)| section.kind != SectionKind::Match))
}

/// How many players sections have. Whoever isn't known is one of his or her own.
fn players<'a>(sections: impl Iterator<Item = (usize, &'a Section)>) -> usize {
    let mut known = HashSet::<PlayerOf>::new();
    let mut others = 0_usize;
    for (_, section) in sections {
        for entry in &section.entries {
            match entry.known_as() {
                Some(player) => {
                    known.insert(player);
                }
                None => others += 1,
            }
        }
    }
    known.len() + others
}

/// What an event earns its directors: one credit each, the chief as chief even if the same member is named as assistant too.
///
/// A director has one credit a day at most. Who adds up credits takes all that a director earned by events that end on one day, and of these
/// the least in the order of [`Credit`], as a chief comes before an assistant and a large event before a small one.
#[must_use]
pub fn credits(event: &Event) -> Vec<(MemberId, Credit)> {
    let category = category(event);
    let assistant = event.assistant_td.filter(|id| event.chief_td != Some(*id));
    let directors = [(event.chief_td, Role::Chief), (assistant, Role::Assistant)];
    let credits = directors.into_iter().filter_map(|(id, role)| {
        let credit = Credit { role, category };
        Some((id?, credit))
    });
    credits.collect()
}

/// A level of directors.
#[derive(Debug, Eq, PartialEq)]
pub struct Level {
    pub name: &'static str,
    /// Whether it is known what is needed for it.
    pub is_known: bool,
    /// The most players of events that its directors may be chief of (a few more with an assistant and a computer); nothing where that isn't known.
    pub chief_of: Option<u32>,
    pub requirements: &'static [Requirement],
    /// How many players the events of these credits must have had together; nothing where that doesn't matter.
    pub players: Option<usize>,
    /// What is needed besides, which no credit tells.
    pub also: &'static [&'static str],
}

/// So many credits. Those of larger events count for smaller ones.
#[derive(Debug, Eq, PartialEq)]
pub struct Requirement {
    pub credits: u32,
    /// The smallest category that counts.
    pub category: Category,
    /// Whether those of an assistant count too.
    pub assistant: bool,
}

const fn needed(credits: u32, category: Category, assistant: bool) -> Requirement {
    Requirement {
        credits,
        category,
        assistant,
    }
}

const NOT_KNOWN: &[&str] = &["what is needed for this level isn’t known here: ask US Chess"];

/// All levels, the lowest first.
pub static LEVELS: &[Level] = &[
    Level {
        name: "Club",
        is_known: true,
        chief_of: Some(50),
        requirements: &[],
        players: None,
        also: &["a declaration to have read the rules"],
    },
    // Chief of one, chief or assistant of another one; the third in any role, of which two are kept.
    Level {
        name: "Local",
        is_known: true,
        chief_of: Some(100),
        requirements: &[needed(1, Category::D, false), needed(3, Category::D, true)],
        players: Some(50),
        also: &["80 % in the test"],
    },
    // The seed. (Rule 30a of 2013 to 2022 has ten credits of C: five as chief, one as chief or assistant, four with substitutions.)
    Level {
        name: "Senior",
        is_known: true,
        chief_of: Some(300),
        requirements: &[needed(6, Category::C, false)],
        players: None,
        also: &["80 % in the test"],
    },
    // Open: the counts of rule 34.
    Level {
        name: "Associate National",
        is_known: false,
        chief_of: None,
        requirements: &[],
        players: None,
        also: NOT_KNOWN,
    },
    // Open: the counts of rule 38.
    Level {
        name: "National",
        is_known: false,
        chief_of: None,
        requirements: &[],
        players: None,
        also: NOT_KNOWN,
    },
];

/// How a director stands to a level.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LevelStanding {
    pub level: &'static Level,
    /// Whether the credits are enough; nothing where it isn't known what is needed, or what there is.
    pub is_met: Option<bool>,
    /// What is missing: "3 more as chief director of an event of 50 or more players".
    pub missing: Vec<String>,
}

/// How a director with these credits stands to every level, the lowest first. `events` are those that gave credits, each with its players:
/// credits of an opening balance and of adjustments have none there, and nobody knows how many played.
#[must_use]
pub fn standing(
    director: &BTreeMap<Credit, u32>,
    events: &[(Credit, usize)],
) -> Vec<LevelStanding> {
    let standings = LEVELS.iter().map(|level| {
        let requirements = level.requirements.iter();
        let missing = requirements.filter_map(|requirement| requirement.missing(director));
        let mut missing = missing.collect::<Vec<_>>();
        let mut is_met = level.is_known.then_some(missing.is_empty());
        if let Some((wanted, largest)) = level.players.zip(level.requirements.last()) {
            let together = largest.together(director, events);
            if let Some(sentence) = together.missing(wanted, largest.credits) {
                is_met = match is_met {
                    Some(true) if !together.is_known => None,
                    _ => Some(false),
                };
                missing.push(sentence);
            }
        }
        LevelStanding {
            level,
            is_met,
            missing,
        }
    });
    standings.collect()
}

/// How many players events had together, as far as that is known.
#[derive(Clone, Copy, Debug)]
struct Together {
    /// At least.
    players: usize,
    /// Whether all credits tell their players.
    is_known: bool,
}

impl Together {
    /// What is missing, in words: "12 more players in three of these events together".
    fn missing(self, wanted: usize, events: u32) -> Option<String> {
        let more = wanted.checked_sub(self.players).filter(|more| *more > 0)?;
        let events = match events {
            3 => "three".to_owned(),
            events => events.to_string(),
        };
        Some(if self.is_known {
            let players = if more == 1 { "player" } else { "players" };
            format!("{more} more {players} in {events} of these events together")
        } else {
            format!(
                "{wanted} players in {events} of these events together, of which {} are known: an opening balance doesn’t tell players",
                self.players
            )
        })
    }
}

impl Requirement {
    /// Whether a credit counts. Round robins and what has no category don't.
    fn counts(&self, credit: Credit) -> bool {
        let mut sizes = SIZES.iter().map(|size| size.category);
        let has_size = sizes.any(|category| category == credit.category);
        let is_role = self.assistant || credit.role == Role::Chief;
        has_size && is_role && credit.category <= self.category
    }

    /// The players of as many events as credits are needed, a chief's among them: of the largest ones.
    fn together(&self, director: &BTreeMap<Credit, u32>, events: &[(Credit, usize)]) -> Together {
        let counted = events.iter().filter(|(credit, _)| self.counts(*credit));
        let mut sizes = counted
            .map(|(credit, players)| (*players, credit.role))
            .collect::<Vec<_>>();
        let mut is_known = true;
        for (credit, times) in director.iter().filter(|(credit, _)| self.counts(**credit)) {
            let told = events.iter().filter(|(other, _)| other == credit).count();
            let least = SIZES.iter().find(|size| size.category == credit.category);
            let least = least.map_or(0, |size| size.players);
            let times = usize::try_from(*times).unwrap_or(usize::MAX);
            // More of them than are needed say no more.
            let needed = usize::try_from(self.credits).unwrap_or(usize::MAX);
            let untold = times.saturating_sub(told).min(needed);
            is_known &= untold == 0;
            sizes.extend(std::iter::repeat_n((least, credit.role), untold));
        }
        sizes.sort_unstable_by_key(|(players, _)| std::cmp::Reverse(*players));
        let chief = sizes.iter().position(|(_, role)| *role == Role::Chief);
        let chief = chief.map(|place| sizes.remove(place).0);
        let needed = self.credits.saturating_sub(1);
        let others = sizes.iter().take(usize::try_from(needed).unwrap_or(0));
        let others = others.map(|(players, _)| players).sum::<usize>();
        Together {
            players: chief.unwrap_or(0).saturating_add(others),
            is_known,
        }
    }

    fn missing(&self, director: &BTreeMap<Credit, u32>) -> Option<String> {
        let counted = director.iter().filter(|(credit, _)| self.counts(**credit));
        let earned = counted.fold(0, |sum: u32, (_, count)| sum.saturating_add(*count));
        let more = self.credits.checked_sub(earned).filter(|more| *more > 0)?;
        let role = if self.assistant {
            "chief or assistant"
        } else {
            "chief"
        };
        let size = SIZES.iter().find(|size| size.category == self.category)?;
        Some(format!(
            "{more} more as {role} director of an event of {}",
            size.words
        ))
    }
}

#[cfg(test)]
mod tests;
