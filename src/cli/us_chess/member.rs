//! `camp-ladder us-chess CAMP member`

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Serialize;
use strum::VariantArray as _;

use super::{find_member, invitations::period as asked_period};
use crate::{
    cli::{
        Failure,
        arguments::{PeakPeriod, TableOrJson},
        plain_text, put,
    },
    domain::us_chess::{
        Account, Entry, History, MemberId, MemberKey, Section, SectionHead, SectionRating, System,
    },
    rating::us_chess::peaks::Period,
    report::text::TextTable,
    storage::{CampFile, Peak, StoredMember},
};

/// A member as JSON. Birth dates are in the camp file, and not here.
#[derive(Debug, Serialize)]
struct Document {
    id: Option<String>,
    last_name: String,
    first_name: String,
    state: Option<String>,
    expires: Option<String>,
    fide: Option<u16>,
    cfc: Option<u16>,
    floor_2200_allowed: bool,
    regular: AccountDocument,
    quick: AccountDocument,
    director: Vec<CreditDocument>,
    /// Where a period was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    peaks: Option<Peaks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<Played>>,
}

/// The highest established ratings in a period.
#[derive(Debug, Serialize)]
struct Peaks {
    from: Option<String>,
    to: Option<String>,
    regular: Option<PeakDocument>,
    quick: Option<PeakDocument>,
}

#[derive(Debug, Serialize)]
struct PeakDocument {
    rating: f64,
    /// The section after which it was reached; nothing where it is from before all crosstables.
    section: Option<String>,
    event_name: Option<String>,
    ended: Option<String>,
}

impl Peaks {
    fn read(file: &CampFile, member: MemberKey, period: Period) -> Result<Self, Failure> {
        let peak = |system: System| -> Result<Option<PeakDocument>, Failure> {
            let peak = file.peaks(Some(member), system, period)?.remove(&member);
            Ok(peak.as_ref().map(PeakDocument::new))
        };
        Ok(Self {
            from: period.from.map(|day| day.to_string()),
            to: period.to.map(|day| day.to_string()),
            regular: peak(System::Regular)?,
            quick: peak(System::Quick)?,
        })
    }

    /// "Peak Regular from 2025-01-01 to 2025-12-31: 1850.00 after 202508300103:5, Late Open"
    fn sentences(&self) -> Vec<String> {
        let mut period = String::new();
        for (word, day) in [("from", &self.from), ("to", &self.to)] {
            if let Some(day) = day {
                _ = write!(period, " {word} {day}");
            }
        }
        let systems = [
            (System::Regular, &self.regular),
            (System::Quick, &self.quick),
        ];
        let sentences = systems.into_iter().map(|(system, peak)| {
            let what = match peak {
                None => "no established rating".to_owned(),
                Some(peak) => peak.in_words(),
            };
            format!("Peak {}{period}: {what}", system.title())
        });
        sentences.collect()
    }
}

impl PeakDocument {
    fn new(peak: &Peak) -> Self {
        let after = peak.after.as_ref();
        Self {
            rating: peak.rating,
            section: after.map(SectionHead::called),
            event_name: after.map(|head| head.event_name.clone()),
            ended: after.and_then(|head| Some(head.section.ends?.to_string())),
        }
    }

    fn in_words(&self) -> String {
        match (&self.section, &self.event_name) {
            (Some(section), Some(event)) => {
                format!("{:.2} after {section}, {event}", self.rating)
            }
            _ => format!("{:.2}, from before all crosstables", self.rating),
        }
    }
}

#[derive(Debug, Serialize)]
struct AccountDocument {
    rating: Option<f64>,
    /// N; nothing for the long established.
    games: Option<u32>,
    played: u32,
    history: Option<&'static str>,
    floor: Option<f64>,
    peak: Option<f64>,
    wins: Option<u32>,
    draws: Option<u32>,
    events: Option<u32>,
    previous: Option<f64>,
    last_events: Vec<String>,
    titles: BTreeMap<u16, u32>,
}

impl AccountDocument {
    fn new(account: &Account) -> Self {
        Self {
            rating: account.rating,
            games: account.games,
            played: account.played,
            history: account.history.map(History::word),
            floor: account.floor,
            peak: account.peak,
            wins: account.wins,
            draws: account.draws,
            events: account.events,
            previous: account.previous,
            last_events: account.last_events.clone(),
            titles: account.titles.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct CreditDocument {
    pub(super) role: &'static str,
    pub(super) category: &'static str,
    pub(super) credits: u32,
}

/// A section in which the member was entered.
#[derive(Debug, Serialize)]
struct Played {
    section: String,
    event_name: String,
    section_name: String,
    ends: Option<String>,
    pair: u16,
    score: f64,
    regular: Option<BeforeAndAfter>,
    quick: Option<BeforeAndAfter>,
    rounds: Vec<RoundDocument>,
}

#[derive(Debug, Serialize)]
struct BeforeAndAfter {
    pre: Option<f64>,
    post: Option<f64>,
}

#[derive(Debug, Serialize)]
struct RoundDocument {
    result: String,
    color: Option<String>,
    opponent_pair: Option<u16>,
    opponent_name: Option<String>,
}

impl Played {
    /// The member's entries in a section, each a row of the history.
    fn of_section(
        head: &SectionHead,
        section: &Section,
        ratings: &[SectionRating],
        member: MemberKey,
    ) -> Vec<Self> {
        let entries = section.entries.iter().zip(section.halves()).enumerate();
        let own = entries.filter(|(_, (entry, _))| entry.member == Some(member));
        let rows = own.map(|(row, (entry, halves))| {
            let rated = |system: System| {
                let mut rating = ratings.iter().filter(|rating| rating.system == system);
                let posted = rating.next()?.rows.get(row)?;
                Some(BeforeAndAfter {
                    pre: posted.pre,
                    post: posted.post,
                })
            };
            Self {
                section: head.called(),
                event_name: head.event_name.clone(),
                section_name: section.name.clone(),
                ends: head.section.ends.map(|day| day.to_string()),
                pair: entry.pair,
                score: f64::from(halves) / 2.0,
                regular: rated(System::Regular),
                quick: rated(System::Quick),
                rounds: rounds(section, entry),
            }
        });
        rows.collect()
    }
}

fn rounds(section: &Section, entry: &Entry) -> Vec<RoundDocument> {
    let rounds = entry.rounds.iter().map(|cell| {
        let mut entries = section.entries.iter();
        let opponent = entries.find(|other| Some(other.pair) == cell.opponent());
        RoundDocument {
            result: cell.without_side().to_string(),
            color: cell.side().map(|side| side.letter().to_string()),
            opponent_pair: cell.opponent(),
            opponent_name: opponent.map(|it| it.name.clone()),
        }
    });
    rounds.collect()
}

pub(super) fn run(
    file: &CampFile,
    id: MemberId,
    with_history: bool,
    period: PeakPeriod,
    format: TableOrJson,
) -> Result<(), Failure> {
    let stored = find_member(file, id)?;
    let is_asked_for = period.from.or(period.to).is_some();
    let peaks = if is_asked_for {
        Some(Peaks::read(file, stored.key, asked_period(period)?)?)
    } else {
        None
    };
    let history = if with_history {
        let mut rows = Vec::new();
        for head in file.sections_of_member(stored.key)? {
            let section = file.section(head.key)?.unwrap_or_default();
            let ratings = file.ratings_of(head.key)?;
            rows.extend(Played::of_section(&head, &section, &ratings, stored.key));
        }
        Some(rows)
    } else {
        None
    };
    match format {
        TableOrJson::Json => put(&plain_text::json(&document(stored, peaks, history))?),
        TableOrJson::Table => {
            put(&record(&stored).in_columns())?;
            if let Some(peaks) = peaks {
                put(&format!("\n{}\n", peaks.sentences().join("\n")))?;
            }
            match history {
                Some(rows) => {
                    put("\n")?;
                    put(&history_table(&rows).in_columns())
                }
                None => Ok(()),
            }
        }
    }
}

fn document(stored: StoredMember, peaks: Option<Peaks>, history: Option<Vec<Played>>) -> Document {
    let director = stored.now.director.iter();
    let director = director.map(|(credit, credits)| CreditDocument {
        role: credit.role.word(),
        category: credit.category.word(),
        credits: *credits,
    });
    let member = stored.member;
    Document {
        id: member.id.map(|id| id.to_string()),
        regular: AccountDocument::new(&stored.now.regular),
        quick: AccountDocument::new(&stored.now.quick),
        director: director.collect(),
        peaks,
        last_name: member.last_name,
        first_name: member.first_name,
        state: member.state,
        expires: member.expires.map(|day| day.to_string()),
        fide: member.fide,
        cfc: member.cfc,
        floor_2200_allowed: member.floor_2200_allowed,
        history,
    }
}

/// The record of both systems, a line each.
fn record(stored: &StoredMember) -> TextTable {
    let shown = |rating: Option<f64>| {
        rating.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.2}"))
    };
    let rows = System::VARIANTS.iter().map(|system| {
        let account = stored.now.account(*system);
        vec![
            stored.member.listed_name(),
            system.title().to_owned(),
            shown(account.rating),
            match (account.rating, account.games) {
                (None, _) => "unrated".to_owned(),
                (Some(_), None) => "established".to_owned(),
                (Some(_), Some(games)) => games.to_string(),
            },
            account.played.to_string(),
            shown(account.floor),
            shown(account.peak),
            shown(account.previous),
            account.last_events.join(", "),
        ]
    });
    let titles = vec![
        "Name",
        "System",
        "Rating",
        "N",
        "Games",
        "Floor",
        "Peak",
        "Before",
        "Last events",
    ];
    TextTable::new(titles, rows.collect(), vec![0, 1, 8])
}

fn history_table(rows: &[Played]) -> TextTable {
    let rated = |rated: &Option<BeforeAndAfter>| {
        let shown = |rating: Option<f64>| {
            rating.map_or_else(|| "unrated".to_owned(), |rating| format!("{rating:.2}"))
        };
        match rated {
            Some(rated) => format!("{} to {}", shown(rated.pre), shown(rated.post)),
            None => String::new(),
        }
    };
    let rows = rows.iter().map(|row| {
        let rounds = row.rounds.iter().map(|round| round.result.clone());
        vec![
            row.ends.clone().unwrap_or_default(),
            row.section.clone(),
            row.event_name.clone(),
            format!("{:.1}", row.score),
            rounds.collect::<Vec<_>>().join(" "),
            rated(&row.regular),
            rated(&row.quick),
        ]
    });
    let titles = vec![
        "Ended", "Section", "Event", "Score", "Rounds", "Regular", "Quick",
    ];
    TextTable::new(titles, rows.collect(), vec![0, 1, 2, 4, 5, 6])
}
