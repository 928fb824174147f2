//! What is to be checked in a section: what keeps it from being rated as it should be, what a file said and the camp has otherwise, and what
//! is odd in it.

use super::systems::{self, SystemProblem};
use crate::domain::{
    counted,
    us_chess::{
        Contradiction, MemberKey, PlayersByName, Section, SectionDoubt, SectionHead,
        SectionProblem, SectionRating, System, pairs_in_key,
    },
};

/// How many players a sentence names.
const MOST_NAMED: usize = 8;

/// Ratings that are printed differ by more than this from ours, in whole points.
const ROUNDING: f64 = 0.5;

/// Something to check in a section.
#[derive(Clone, Debug, PartialEq)]
pub enum ToCheck {
    /// The ratings are older than what they were computed from.
    Stale,
    Contradiction(SectionProblem),
    System(SystemProblem),
    NoDay,
    NoSystem,
    /// Entries of nobody who has a member's number: their ratings are kept nowhere.
    NoNumber {
        pairs: Vec<u16>,
    },
    /// A file has another rating than the camp.
    OtherRating {
        pair: u16,
        system: System,
        is_after: bool,
        /// As the file has it.
        told: f64,
        ours: f64,
    },
    Doubt(SectionDoubt),
    /// So many cells are still to be typed.
    NotEntered {
        cells: usize,
    },
    /// It waits to be rated.
    NotRated,
    Blitz,
}

impl ToCheck {
    /// Whether it is a fault, which `camp-ladder check` fails on, and not only worth knowing.
    #[must_use]
    pub const fn counts(&self) -> bool {
        matches!(self, Self::Stale | Self::Contradiction(_) | Self::System(_))
    }

    /// Whether it only says how far the section is.
    #[must_use]
    pub const fn is_state(&self) -> bool {
        matches!(self, Self::NotEntered { .. } | Self::NotRated | Self::Blitz)
    }
}

impl ToCheck {
    /// A sentence, with players by their names.
    #[must_use]
    pub fn in_words(&self, players: &PlayersByName<'_>) -> String {
        match self {
            Self::Stale => "Its ratings are out of date. Rate it again".to_owned(),
            Self::Contradiction(problem) => problem.in_words(players),
            Self::System(problem) => problem.to_string(),
            Self::NoDay => {
                "It isn’t known when it ended, and so it can’t be rated. Type its last day"
                    .to_owned()
            }
            Self::NoSystem => {
                "It names no rating system, and so it can’t be rated. Mark it as Regular, Quick or both"
                    .to_owned()
            }
            Self::NoNumber { pairs } => {
                let named = pairs.iter().take(MOST_NAMED).map(|pair| players.of(*pair));
                let mut named = named.collect::<Vec<_>>().join(", ");
                if let Some(more) = pairs.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                    named = format!("{named} and {more} more");
                }
                let count = counted(pairs.len(), "player");
                format!("{named}: {count} without a member’s number. Type it once it is known")
            }
            Self::OtherRating {
                pair,
                system,
                is_after,
                told,
                ours,
            } => {
                let (when, used) = match is_after {
                    true => ("after", "computed here"),
                    false => ("before", "in this camp, which is used"),
                };
                let (who, system) = (players.of(*pair), system.title());
                format!("{who}: {system} {told} {when} it by the file, {ours:.2} {used}")
            }
            Self::Doubt(doubt) => doubt.in_words(players),
            Self::NotEntered { cells } => {
                let results = counted(*cells, "result");
                format!("{results} to be typed before it can be rated")
            }
            Self::NotRated => "It isn’t rated yet".to_owned(),
            Self::Blitz => "Blitz is kept and not rated".to_owned(),
        }
    }
}

impl ToCheck {
    /// What it is known by in this section once it is called right: its kind, and the numbers that it depends on. Camp files hold it, so that
    /// its sentence may be said in other words.
    #[must_use]
    pub fn key(&self, section: &Section) -> String {
        match self {
            Self::Stale => "stale".to_owned(),
            Self::Contradiction(problem) => problem.key(),
            Self::System(problem) => problem.key(section),
            Self::NoDay => "no-day".to_owned(),
            Self::NoSystem => "no-system".to_owned(),
            Self::NoNumber { pairs } => format!("no-number {}", pairs_in_key(pairs)),
            Self::OtherRating {
                pair,
                system,
                is_after,
                told,
                ours,
            } => {
                let when = if *is_after { "after" } else { "before" };
                format!(
                    "{pair} other-rating {} {when} {told} {ours:.2}",
                    system.word()
                )
            }
            Self::Doubt(doubt) => doubt.key(),
            Self::NotEntered { cells } => format!("not-entered {cells}"),
            Self::NotRated => "not-rated".to_owned(),
            Self::Blitz => "blitz".to_owned(),
        }
    }
}

/// Everything to check in a section, what counts first. The head has its days, `section` its entries as they were entered, and `now` tells what a
/// member's rating is.
#[must_use]
pub fn to_check(
    head: &SectionHead,
    section: &Section,
    ratings: &[SectionRating],
    now: impl Fn(MemberKey, System) -> Option<f64>,
) -> Vec<ToCheck> {
    let mut found = Vec::new();
    found.extend(head.is_stale().then_some(ToCheck::Stale));
    let contradictions = section.problems().into_iter();
    let contradictions = contradictions.filter(|problem| problem.what != Contradiction::NotEntered);
    found.extend(contradictions.map(ToCheck::Contradiction));
    let day = head.section.ends;
    let system = day.and_then(|day| systems::check(&head.section, day));
    found.extend(system.map(ToCheck::System));
    if !head.section.is_blitz {
        found.extend(day.is_none().then_some(ToCheck::NoDay));
        let has_none = head.section.systems.is_empty();
        found.extend(has_none.then_some(ToCheck::NoSystem));
    }
    let nobody = section.entries.iter().filter(|entry| entry.id.is_none());
    let pairs = nobody.map(|entry| entry.pair).collect::<Vec<_>>();
    if !pairs.is_empty() {
        found.push(ToCheck::NoNumber { pairs });
    }
    other_ratings(section, ratings, now, &mut found);
    found.extend(section.doubts().into_iter().map(ToCheck::Doubt));
    let cells = section.blanks();
    if cells > 0 {
        found.push(ToCheck::NotEntered { cells });
    }
    if head.section.is_blitz {
        found.push(ToCheck::Blitz);
    } else if !head.is_rated() {
        found.push(ToCheck::NotRated);
    }
    found
}

/// Where a file had another rating than the camp: before the section what it was rated from, or else what the member has now; and after it.
fn other_ratings(
    section: &Section,
    ratings: &[SectionRating],
    now: impl Fn(MemberKey, System) -> Option<f64>,
    found: &mut Vec<ToCheck>,
) {
    for (row, entry) in section.entries.iter().enumerate() {
        for system in section.systems.iter().copied() {
            let record = entry.record(system);
            let rating = ratings.iter().find(|rating| rating.system == system);
            let posted = rating.and_then(|rating| rating.rows.get(row));
            let before = match posted {
                Some(posted) => posted.pre,
                None => record
                    .rating
                    .and(entry.member)
                    .and_then(|key| now(key, system)),
            };
            let after = posted.and_then(|posted| posted.post);
            let pairs = [(false, record.rating, before), (true, record.post, after)];
            for (is_after, told, ours) in pairs {
                if let Some((told, ours)) = told.zip(ours)
                    && (told.round() - ours.round()).abs() > ROUNDING
                {
                    found.push(ToCheck::OtherRating {
                        pair: entry.pair,
                        system,
                        is_after,
                        told,
                        ours,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::us_chess::{Entry, EventKey, Posted, Record, SectionKey};

    fn entry(pair: u16, cells: &str, told: Option<(f64, f64)>) -> Entry {
        Entry {
            pair,
            member: Some(MemberKey(pair.into())),
            id: format!("3000000{pair}").parse().ok(),
            name: ["Berger, Anna", "Vang, Bo"][usize::from(pair) - 1].to_owned(),
            rounds: cells
                .split_whitespace()
                .map(|cell| cell.parse().expect(cell))
                .collect(),
            regular: Record {
                rating: told.map(|(before, _)| before),
                post: told.map(|(_, after)| after),
                ..Record::default()
            },
            ..Entry::default()
        }
    }

    fn head(section: &Section, rated: &[(System, bool)]) -> SectionHead {
        SectionHead {
            key: SectionKey(1),
            event: EventKey(1),
            event_called: "202608300103".to_owned(),
            event_name: "Fall Open".to_owned(),
            section: Section {
                entries: Vec::new(),
                ..section.clone()
            },
            entries: section.entries.len(),
            rated: rated.to_vec(),
        }
    }

    fn found(section: &Section, rated: &[(System, bool)], rows: &[(f64, f64)]) -> Vec<ToCheck> {
        let ratings = rated.iter().map(|(system, is_stale)| SectionRating {
            system: *system,
            rows: rows
                .iter()
                .map(|(pre, post)| Posted {
                    pre: Some(*pre),
                    post: Some(*post),
                    ..Posted::default()
                })
                .collect(),
            is_stale: *is_stale,
        });
        let ratings = ratings.collect::<Vec<_>>();
        let now = |key: MemberKey, _| (key == MemberKey(1)).then_some(1450.0);
        to_check(&head(section, rated), section, &ratings, now)
    }

    fn sentences(section: &Section, rated: &[(System, bool)], rows: &[(f64, f64)]) -> Vec<String> {
        let found = found(section, rated, rows);
        let players = PlayersByName::new(section);
        found.iter().map(|found| found.in_words(&players)).collect()
    }

    fn keys(section: &Section, rated: &[(System, bool)], rows: &[(f64, f64)]) -> Vec<String> {
        let found = found(section, rated, rows);
        found.iter().map(|found| found.key(section)).collect()
    }

    /// Camp files hold these texts: said in another way, everything that was accepted would be listed again.
    #[test]
    fn what_is_found_is_known_by_its_kind_and_numbers() {
        let mut section = Section {
            ends: Some(jiff::civil::date(2026, 8, 30)),
            systems: vec![System::Regular],
            entries: vec![
                entry(1, "W2", Some((1500.0, 1520.0))),
                entry(2, "L1", Some((1300.0, 1290.0))),
            ],
            ..Section::default()
        };
        let rated = [(System::Regular, true)];
        let rows = [(1499.6, 1520.49), (1301.0, 1290.51)];
        let told = [
            "stale",
            "2 other-rating regular before 1300 1301.00",
            "2 other-rating regular after 1290 1290.51",
        ];
        assert_eq!(keys(&section, &rated, &rows), told);
        section.entries[1].name = "Vang, Bob".to_owned();
        assert_eq!(keys(&section, &rated, &rows), told, "a corrected name");
        section.entries[1].regular.rating = Some(1299.0);
        assert_ne!(keys(&section, &rated, &rows), told, "another rating");

        section.time_controls = vec!["G/5".to_owned()];
        section.entries = vec![entry(1, "W2", None), entry(2, "W1", None)];
        section.entries[1].id = None;
        assert_eq!(
            keys(&section, &[], &[]),
            [
                "1/1 results 2 W1",
                "2/1 results 1 W2",
                // The rules of 2020 are those of the day.
                "other-system regular 2020-09-02 G/5",
                "no-number 2",
                "not-rated",
            ]
        );
        section.time_controls = vec!["fast \"G\"".to_owned()];
        assert_eq!(
            keys(&section, &[], &[])[2],
            "time-control fast \"G\"",
            "as it stands there"
        );
        (section.ends, section.systems) = (None, Vec::new());
        let found = keys(&section, &[], &[]);
        assert_eq!(found[2..4], ["no-day", "no-system"]);
    }

    #[test]
    fn what_a_file_said_otherwise_is_told_for_ever() {
        let section = Section {
            ends: Some(jiff::civil::date(2026, 8, 30)),
            systems: vec![System::Regular],
            entries: vec![
                entry(1, "W2", Some((1500.0, 1520.0))),
                entry(2, "L1", Some((1300.0, 1290.0))),
            ],
            ..Section::default()
        };
        // Before it is rated, beside what the member has; 1300 is nobody's that is known.
        assert_eq!(
            sentences(&section, &[], &[]),
            [
                "Anna Berger (1): Regular 1500 before it by the file, 1450.00 in this camp, which is used",
                "It isn’t rated yet"
            ]
        );
        // Rated, beside what it was rated from and what came of it: 1520.49 is printed as 1520.
        assert_eq!(
            sentences(
                &section,
                &[(System::Regular, true)],
                &[(1499.6, 1520.49), (1301.0, 1290.51)]
            ),
            [
                "Its ratings are out of date. Rate it again",
                "Bo Vang (2): Regular 1300 before it by the file, 1301.00 in this camp, which is used",
                "Bo Vang (2): Regular 1290 after it by the file, 1290.51 computed here"
            ]
        );
    }

    #[test]
    fn what_is_missing_and_what_contradicts_itself_is_told() {
        let mut section = Section {
            entries: vec![entry(1, "W2", None), entry(2, "W1", None)],
            time_controls: vec!["G/5".to_owned()],
            ..Section::default()
        };
        section.entries[1].id = None;
        assert_eq!(
            sentences(&section, &[], &[]),
            [
                "Anna Berger (1), round 1: Bo Vang (2) has W1, which doesn’t fit",
                "Bo Vang (2), round 1: Anna Berger (1) has W2, which doesn’t fit",
                "It isn’t known when it ended, and so it can’t be rated. Type its last day",
                "It names no rating system, and so it can’t be rated. Mark it as Regular, Quick or both",
                "Bo Vang (2): 1 player without a member’s number. Type it once it is known",
                "It isn’t rated yet",
            ]
        );
        section.ends = Some(jiff::civil::date(2026, 8, 30));
        section.systems = vec![System::Regular];
        section.entries[1].rounds = vec!["L1".parse().expect("a cell")];
        section.entries[1].id = "30000001".parse().ok();
        let found = sentences(&section, &[], &[]);
        assert!(
            found[0].starts_with("G/5 is a Blitz time control"),
            "{found:?}"
        );
        section.is_blitz = true;
        section.systems.clear();
        let found = sentences(&section, &[], &[]);
        assert_eq!(
            found.last().map(String::as_str),
            Some("Blitz is kept and not rated")
        );
    }
}
