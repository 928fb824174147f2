//! What is gathered from crosstables for reports: title credits, peaks in a period, and records computed anew.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use rusqlite::Connection;

use super::{UnlikeCrosstable, accounts, event, head, member, rating};
use crate::{
    domain::us_chess::{
        Adjusted, Balance, Difference, Entry, MemberId, MemberKey, Posted, Section, SectionHead,
        System,
    },
    rating::us_chess::{
        Rules,
        peaks::{Period, established_after, established_before, invited},
        titles,
    },
    storage::{CampFile, StorageError, StoredMember},
};

/// A section that was credited to a member's registers of life titles.
#[derive(Clone, Debug, PartialEq)]
pub struct TitleCredit {
    pub head: SectionHead,
    pub system: System,
    /// The rated games, which are what is credited.
    pub games: u32,
    /// By which it was credited (PEPF).
    pub before_floors: f64,
    /// The lower bounds of the classes, the highest first.
    pub classes: Vec<u16>,
}

/// The highest established rating of a member in a period.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    pub rating: f64,
    /// The section that it was reached in; nothing where it is from before all crosstables, or was adjusted by hand.
    pub after: Option<SectionHead>,
}

/// Who is to be invited by peak rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Invitation {
    pub system: System,
    pub period: Period,
    /// The lowest peak of those who are invited.
    pub least: Option<f64>,
    /// The last place; who shares it is invited, too.
    pub most: Option<usize>,
}

/// Somebody who is invited.
#[derive(Clone, Debug, PartialEq)]
pub struct Invited {
    pub place: usize,
    pub stored: StoredMember,
    pub peak: Peak,
}

/// A record as it follows from the crosstables.
#[derive(Clone, Debug, PartialEq)]
pub struct Recomputed {
    pub stored: StoredMember,
    pub computed: Balance,
    /// None where it is the same.
    pub differences: Vec<Difference>,
}

/// Whose records are computed anew.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum WhichRecords {
    All,
    /// Those whose numbers are from this to that one, both among them.
    Range(MemberId, MemberId),
    Members(Vec<MemberKey>),
}

impl CampFile {
    /// The sections that were credited to the registers of life titles: of a member, or of all, by key. The oldest section comes first.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn title_credits(
        &self,
        of: Option<MemberKey>,
    ) -> Result<BTreeMap<MemberKey, Vec<TitleCredit>>, StorageError> {
        title_credits(&self.connection, of)
    }

    /// The highest established rating of members in a period: of one, or of all. Without a first day, what an opening balance knows counts too.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn peaks(
        &self,
        of: Option<MemberKey>,
        system: System,
        period: Period,
    ) -> Result<HashMap<MemberKey, Peak>, StorageError> {
        peaks(&self.connection, of, system, period)
    }

    /// Who is invited by peak rating, the highest first, and of one place by names.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn invited(&self, by: &Invitation) -> Result<Vec<Invited>, StorageError> {
        let mut peaks = self.peaks(None, by.system, by.period)?;
        let members = self.members()?.into_iter();
        let with_peaks = members.filter_map(|stored| {
            let peak = peaks.remove(&stored.key)?;
            Some((peak.rating, (stored, peak)))
        });
        let invited = invited(with_peaks.collect(), by.least, by.most).into_iter();
        let invited = invited.map(|(place, _, (stored, peak))| Invited {
            place,
            stored,
            peak,
        });
        Ok(invited.collect())
    }

    /// The records of members as they follow from the crosstables, by names.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn recomputed(&self, which: &WhichRecords) -> Result<Vec<Recomputed>, StorageError> {
        let mut members = self.members()?;
        members.retain(|stored| match which {
            WhichRecords::All => true,
            WhichRecords::Range(from, to) => stored
                .member
                .id
                .is_some_and(|id| (*from..=*to).contains(&id)),
            WhichRecords::Members(keys) => keys.contains(&stored.key),
        });
        let mut all = match which {
            // One by one, each of their sections would be read once for every member in it.
            WhichRecords::All | WhichRecords::Range(..) => {
                let all = accounts::all_balances_by_crosstables(&self.connection)?;
                all.into_iter().collect::<HashMap<_, _>>()
            }
            WhichRecords::Members(_) => HashMap::new(),
        };
        let mut recomputed = Vec::with_capacity(members.len());
        for stored in members {
            let computed = match all.remove(&stored.key) {
                Some(balance) => balance,
                None => accounts::balance_by_crosstables(&self.connection, stored.key)?,
            };
            recomputed.push(Recomputed {
                differences: stored.now.differences(&computed),
                computed,
                stored,
            });
        }
        Ok(recomputed)
    }
}

impl Recomputed {
    /// Whether anything of it is another than what is stored, shown or not.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.stored.now != self.computed
    }

    /// Whether it follows from ratings of one of these sections that may be wrong.
    #[must_use]
    pub fn is_of(&self, sections: &[UnlikeCrosstable]) -> bool {
        sections.iter().any(|section| section.has(self.stored.key))
    }

    /// "The record of Lee, Ann doesn’t follow from the crosstables: regular games": what differs, without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!(
            "The record of {} doesn’t follow from the crosstables: {}",
            self.stored.member.listed_name(),
            self.fields()
        )
    }

    /// "The record of Lee, Ann was computed anew: regular games", without a full stop.
    #[must_use]
    pub fn mended(&self) -> String {
        format!(
            "The record of {} was computed anew: {}",
            self.stored.member.listed_name(),
            self.fields()
        )
    }

    fn fields(&self) -> String {
        let fields = self.differences.iter();
        let fields = fields.map(|difference| &*difference.what);
        fields.collect::<Vec<_>>().join(", ")
    }
}

/// The rated sections of a member, or all, in the order in which they were rated.
fn rated_heads(
    connection: &Connection,
    of: Option<MemberKey>,
) -> rusqlite::Result<Vec<(SectionHead, Date)>> {
    let heads = match of {
        Some(key) => head::heads_of_member(connection, key)?,
        None => head::heads(connection, false)?,
    };
    let rated = heads.into_iter().filter(SectionHead::is_rated);
    let rated = rated.filter_map(|head| {
        let ends = head.section.ends?;
        Some((head, ends))
    });
    Ok(rated.collect())
}

/// The members of a section, each with the places of all entries.
fn rows_of_members(entries: &[Entry], of: Option<MemberKey>) -> BTreeMap<MemberKey, Vec<usize>> {
    let mut rows = BTreeMap::<_, Vec<_>>::new();
    for (row, entry) in entries.iter().enumerate() {
        if let Some(key) = entry.member.filter(|key| of.is_none_or(|of| *key == of)) {
            rows.entry(key).or_default().push(row);
        }
    }
    rows
}

fn title_credits(
    connection: &Connection,
    of: Option<MemberKey>,
) -> Result<BTreeMap<MemberKey, Vec<TitleCredit>>, StorageError> {
    let opened = opened_on(connection, of)?;
    let mut credits = BTreeMap::<_, Vec<_>>::new();
    for (head, ends) in rated_heads(connection, of)? {
        let rules = Rules::for_day(ends);
        let section = Section {
            entries: event::entries(connection, head.key)?,
            ..Section::default()
        };
        let section = section.by_games();
        let entries = &section.entries;
        let rows = rows_of_members(entries, of);
        for rating in rating::of_section(connection, head.key)? {
            if !rules.title_floor.systems.contains(&rating.system) {
                continue;
            }
            for (member, rows) in &rows {
                // What an opening balance holds already isn't credited once more.
                if opened.get(member).is_some_and(|on| ends < *on) {
                    continue;
                }
                let games = rows.iter().filter_map(|row| entries.get(*row));
                let games = games.flat_map(|entry| &entry.rounds);
                let games = games.filter(|cell| cell.game().is_some()).count();
                let games = u32::try_from(games).unwrap_or(u32::MAX);
                let posted = rows.first().and_then(|row| rating.rows.get(*row));
                let Some((posted, before_floors)) =
                    posted.and_then(|posted| Some((posted, posted.before_floors?)))
                else {
                    continue;
                };
                let is_established = rules.is_established(posted.games);
                let classes = titles::credited(before_floors, is_established, games);
                let classes = classes.map(|(class, _)| class).collect::<Vec<_>>();
                if !classes.is_empty() {
                    credits.entry(*member).or_default().push(TitleCredit {
                        head: head.clone(),
                        system: rating.system,
                        games,
                        before_floors,
                        classes,
                    });
                }
            }
        }
    }
    Ok(credits)
}

/// The days of opening balances.
fn opened_on(
    connection: &Connection,
    of: Option<MemberKey>,
) -> Result<HashMap<MemberKey, Date>, StorageError> {
    let members = members(connection, of)?.into_iter();
    let opened = members.filter_map(|stored| Some((stored.key, stored.member.opening.on?)));
    Ok(opened.collect())
}

fn members(
    connection: &Connection,
    of: Option<MemberKey>,
) -> Result<Vec<StoredMember>, StorageError> {
    Ok(match of {
        Some(key) => member::one(connection, key)?.into_iter().collect(),
        None => member::all(connection)?,
    })
}

/// A member's peak so far, and the adjustments of it that don't hold yet.
#[derive(Debug, Default)]
struct Climb {
    peak: Option<Peak>,
    /// The latest first.
    adjusted: Vec<(Date, Option<f64>)>,
}

impl Climb {
    /// Before all crosstables.
    fn new(
        connection: &Connection,
        stored: &StoredMember,
        system: System,
        period: Period,
    ) -> Result<Self, StorageError> {
        if period.from.is_some() {
            return Ok(Self::default());
        }
        let opening = &stored.member.opening;
        let is_later = period.to.zip(opening.on).is_some_and(|(to, on)| to < on);
        let known = opening.account(system).peak.filter(|_| !is_later);
        let adjustments = member::adjustments(connection, stored.key)?.into_iter();
        let adjusted = adjustments
            .filter(|it| it.what == Adjusted::Peak(system) && period.contains(it.on))
            .map(|it| (it.on, it.value));
        let mut adjusted = adjusted.collect::<Vec<_>>();
        adjusted.reverse();
        Ok(Self {
            peak: known.map(|rating| Peak {
                rating,
                after: None,
            }),
            adjusted,
        })
    }

    /// Has adjustments hold that were made for this day or one before.
    fn adjust_until(&mut self, day: Date) {
        while let Some((_, value)) = self.adjusted.pop_if(|(on, _)| *on <= day) {
            self.peak = value.map(|rating| Peak {
                rating,
                after: None,
            });
        }
    }

    /// Comes to a section.
    fn come_to(&mut self, head: &SectionHead, day: Date, posted: &Posted, is_ever: bool) {
        self.adjust_until(day);
        // What somebody had before a period isn't a rating in it.
        let before = established_before(day, posted).filter(|_| is_ever);
        let reached = [
            before.map(|rating| (rating, None)),
            established_after(day, posted).map(|rating| (rating, Some(head))),
        ];
        for (rating, after) in reached.into_iter().flatten() {
            if self.peak.as_ref().is_none_or(|peak| peak.rating < rating) {
                self.peak = Some(Peak {
                    rating,
                    after: after.cloned(),
                });
            }
        }
    }
}

fn peaks(
    connection: &Connection,
    of: Option<MemberKey>,
    system: System,
    period: Period,
) -> Result<HashMap<MemberKey, Peak>, StorageError> {
    let mut climbs = HashMap::new();
    for stored in members(connection, of)? {
        let climb = Climb::new(connection, &stored, system, period)?;
        climbs.insert(stored.key, climb);
    }
    for (head, ends) in rated_heads(connection, of)? {
        let is_rated = head.rated.iter().any(|(rated, _)| *rated == system);
        if !is_rated || !period.contains(ends) {
            continue;
        }
        let entries = event::entries(connection, head.key)?;
        let ratings = rating::of_section(connection, head.key)?;
        let ratings = ratings.iter().filter(|rating| rating.system == system);
        for rating in ratings {
            for (member, rows) in rows_of_members(&entries, of) {
                let posted = rows.first().and_then(|row| rating.rows.get(*row));
                if let Some((posted, climb)) = posted.zip(climbs.get_mut(&member)) {
                    climb.come_to(&head, ends, posted, period.from.is_none());
                }
            }
        }
    }
    let peaks = climbs.into_iter().filter_map(|(member, mut climb)| {
        climb.adjust_until(Date::MAX);
        Some((member, climb.peak?))
    });
    Ok(peaks.collect())
}
