//! Sections rated one after the other, the oldest first, from what the camp file holds. Nothing is saved here.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use rusqlite::Connection;
use thiserror::Error;

use super::{
    accounts::{Kept, books_before, books_now, books_of_all, kept, last_of_event, members},
    event, head, member, rating,
};
use crate::{
    domain::us_chess::{
        Balance, Entry, MemberKey, RatingsToSave, Section, SectionHead, SectionKey, SectionOrder,
    },
    rating::us_chess::{Books, NotPosted},
    storage::StorageError,
};

/// What is to be rated, or not to be rated any more.
#[derive(Clone, Debug, PartialEq)]
pub enum RateRequest {
    /// These, whether they are rated or not.
    Sections {
        sections: Vec<SectionKey>,
        /// Also where an earlier section of a member isn't rated.
        out_of_order: bool,
    },
    /// All that wait: those that aren't rated, and those whose ratings are stale, with all that follow from them.
    All,
    /// All that end on a day or later, with all that follow from them.
    From(Date),
    /// These are not to be rated any more.
    Unrate(Vec<SectionKey>),
}

impl RateRequest {
    /// The sections that are named.
    fn named(&self) -> &[SectionKey] {
        match self {
            Self::Sections { sections, .. } | Self::Unrate(sections) => sections,
            Self::All | Self::From(_) => &[],
        }
    }

    /// Whether what was computed from a rating that changes is rated again.
    const fn follows(&self) -> bool {
        matches!(self, Self::All | Self::From(_))
    }
}

/// Why a section isn't rated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum WhyNot {
    #[error("{0}")]
    NotPosted(#[from] NotPosted),
    #[error(
        "{member} is in section {earlier}, which comes before it and isn’t rated, or is out of date. Rate that one first"
    )]
    Waits { member: String, earlier: String },
}

/// A section that isn't rated, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    pub head: SectionHead,
    pub why: WhyNot,
}

/// A member whose record would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub member: MemberKey,
    pub before: Balance,
    pub after: Balance,
}

/// What rating sections would change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRun {
    pub save: RatingsToSave,
    pub refused: Vec<Refused>,
    /// What is to be known of sections that are rated all the same.
    pub notes: Vec<String>,
    /// Blitz sections, which are kept and not rated.
    pub blitz: usize,
    /// By key.
    pub moved: Vec<Moved>,
}

/// Of so many named sections, those that have to do with them are looked up one by one.
const LOOKED_UP: usize = 32;

/// Goes through all sections from the first one that is wanted.
pub(super) fn run(
    connection: &Connection,
    request: &RateRequest,
) -> Result<RatingRun, StorageError> {
    let named = request.named();
    let heads = if request.follows() || named.len() > LOOKED_UP {
        head::heads(connection, false)?
    } else {
        // Where nothing is rated that isn't named, other members' sections have no part in it.
        head::heads_of_players_of(connection, named)?
    };
    let mut walk = Walk::new(connection, request, &heads);
    for (place, head) in heads.iter().enumerate() {
        walk.come_to(place, head)?;
    }
    walk.finish()
}

struct Walk<'a> {
    connection: &'a Connection,
    request: &'a RateRequest,
    named: HashSet<SectionKey>,
    heads: &'a [SectionHead],
    /// The place of the last section of each event.
    last_of_event: HashMap<&'a str, usize>,
    /// The place after the last section that is rated: from there on balances are those that are kept.
    rated_until: usize,
    /// What was rated before that place, of events that go on after it; nothing until somebody asks.
    going_on: Option<Vec<Kept>>,
    begun: bool,
    books: Books,
    /// Members who have another rating than what came later was computed from.
    moved: HashSet<MemberKey>,
    /// Members who are in a section that isn't rated, and which.
    waiting: HashMap<MemberKey, String>,
    answer: RatingRun,
}

impl<'a> Walk<'a> {
    fn new(connection: &'a Connection, request: &'a RateRequest, heads: &'a [SectionHead]) -> Self {
        let last_rated = heads.iter().rposition(SectionHead::is_rated);
        Self {
            connection,
            request,
            named: request.named().iter().copied().collect(),
            heads,
            last_of_event: last_of_event(heads),
            going_on: None,
            rated_until: last_rated.map_or(0, |place| place + 1),
            begun: false,
            books: Books::default(),
            moved: HashSet::new(),
            waiting: HashMap::new(),
            answer: RatingRun::default(),
        }
    }

    fn wants(&self, head: &SectionHead) -> bool {
        match self.request {
            RateRequest::Sections { .. } | RateRequest::Unrate(_) => self.named.contains(&head.key),
            RateRequest::All => head.waits(),
            RateRequest::From(day) => {
                !head.section.is_blitz && head.section.ends.is_some_and(|ends| ends >= *day)
            }
        }
    }

    fn come_to(&mut self, place: usize, head: &SectionHead) -> Result<(), StorageError> {
        self.go_through(place, head)?;
        if self.last_of_event.get(&*head.event_called) == Some(&place) {
            self.books.close_event(&head.event_called);
        }
        Ok(())
    }

    /// Rates a section, takes its ratings away, or has it count as it was rated.
    fn go_through(&mut self, place: usize, head: &SectionHead) -> Result<(), StorageError> {
        let is_wanted = self.wants(head);
        if is_wanted && !self.begun && self.request.follows() && place < self.rated_until {
            // Everybody at once: member by member, sections would be read again for each of them.
            self.books = books_of_all(self.connection, self.heads, place)?;
        }
        self.begun |= is_wanted;
        let is_run = self.request.follows();
        self.answer.blitz += usize::from(is_run && head.section.is_blitz && !head.is_rated());
        let Some(order) = head.order() else {
            match self.request {
                // No record has it.
                RateRequest::Unrate(_) if is_wanted && head.is_rated() => {
                    self.answer.save.unrated.push(head.key);
                }
                RateRequest::Unrate(_) => {}
                _ if is_wanted => self.refuse(head, NotPosted::NoDay.into()),
                _ => {}
            }
            return Ok(());
        };
        if !head.is_rated() && !is_wanted {
            return self.leave_waiting(head);
        }
        if !self.begun {
            return Ok(());
        }
        let entries = event::entries_to_rate(self.connection, head.key)?;
        if matches!(self.request, RateRequest::Unrate(_)) && is_wanted {
            return self.unrate(place, head, &order, &entries);
        }
        let is_touched = head.is_rated() && members(&entries).any(|key| self.moved.contains(&key));
        let section = Section {
            entries,
            ..head.section.clone()
        };
        if is_wanted || is_touched && self.request.follows() {
            return self.rate(place, head, &order, section);
        }
        if is_touched && !head.is_stale() {
            self.answer.save.stale.push(head.key);
        }
        // Nobody has asked for the others: they are read when somebody does.
        let is_asked_for = |key: MemberKey| self.books.get(key).is_some();
        if members(&section.entries).any(is_asked_for) {
            let ratings = rating::of_section(self.connection, head.key)?;
            self.books.post(&section, &order, &ratings);
        }
        Ok(())
    }

    /// Remembers who is in a section that isn't rated, though it could be.
    fn leave_waiting(&mut self, head: &SectionHead) -> Result<(), StorageError> {
        let asks = matches!(
            self.request,
            RateRequest::Sections {
                out_of_order: false,
                ..
            } | RateRequest::From(_)
        );
        if asks && head.waits() && !head.section.systems.is_empty() {
            let entries = event::entries_to_rate(self.connection, head.key)?;
            self.wait_for(head, &entries);
        }
        Ok(())
    }

    fn wait_for(&mut self, head: &SectionHead, entries: &[Entry]) {
        for key in members(entries) {
            self.waiting.entry(key).or_insert_with(|| head.called());
        }
    }

    fn refuse(&mut self, head: &SectionHead, why: WhyNot) {
        self.answer.refused.push(Refused {
            head: head.clone(),
            why,
        });
    }

    fn rate(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        mut section: Section,
    ) -> Result<(), StorageError> {
        let mut entries = section.entries.iter().enumerate();
        let waits = entries.find_map(|(row, entry)| {
            let earlier = self.waiting.get(&entry.member?)?;
            Some((row, earlier.clone()))
        });
        if let Some((row, earlier)) = waits {
            let member = event::name_of(self.connection, head.key, row)?;
            self.refuse(head, WhyNot::Waits { member, earlier });
            self.wait_for(head, &section.entries);
            self.take_in(place, order, &section.entries)?;
            return self.post_kept(head, order, &section);
        }
        self.take_in(place, order, &section.entries)?;
        let ratings = match self.books.rate(&mut section, order) {
            Ok(posting) => {
                let notes = posting.breaches.iter();
                let notes = notes.map(|breach| format!("Section {}: {breach}", head.called()));
                self.answer.notes.extend(notes);
                posting.ratings
            }
            Err(why) => {
                // Blitz and sections of no system keep nobody from being rated.
                let is_kept = matches!(why, NotPosted::Blitz | NotPosted::NoSystem);
                self.refuse(head, why.into());
                return if is_kept {
                    self.post_kept(head, order, &section)
                } else {
                    self.keep(place, head, order, &section)
                };
            }
        };
        let before = if head.is_rated() {
            rating::of_section(self.connection, head.key)?
        } else {
            Vec::new()
        };
        // Where nothing that comes is rated, nobody asks who moved.
        let entries = if place < self.rated_until {
            &*section.entries
        } else {
            &[]
        };
        for (row, entry) in entries.iter().enumerate() {
            let Some(key) = entry.member else { continue };
            let is_same = before.len() == ratings.len()
                && before.iter().zip(&ratings).all(|(before, after)| {
                    before.system == after.system && before.rows.get(row) == after.rows.get(row)
                });
            if head.is_stale() || !is_same {
                self.moved.insert(key);
            }
        }
        if before != ratings {
            let dropped = before.iter().map(|rating| rating.system);
            let dropped = dropped.filter(|one| ratings.iter().all(|rating| rating.system != *one));
            let dropped = dropped.map(|system| (head.key, system));
            self.answer.save.dropped.extend(dropped);
            self.answer.save.rated.push((head.key, ratings));
        }
        Ok(())
    }

    /// Has a section that can't be rated, or rated again, keep what it has, and its members wait.
    fn keep(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        section: &Section,
    ) -> Result<(), StorageError> {
        self.wait_for(head, &section.entries);
        if head.is_rated() {
            if !head.is_stale() {
                self.answer.save.stale.push(head.key);
            }
            self.take_in(place, order, &section.entries)?;
        }
        self.post_kept(head, order, section)
    }

    /// Has those who are taken in keep what a section was rated with.
    fn post_kept(
        &mut self,
        head: &SectionHead,
        order: &SectionOrder,
        section: &Section,
    ) -> Result<(), StorageError> {
        if head.is_rated() {
            let ratings = rating::of_section(self.connection, head.key)?;
            self.books.post(section, order, &ratings);
        }
        Ok(())
    }

    fn unrate(
        &mut self,
        place: usize,
        head: &SectionHead,
        order: &SectionOrder,
        entries: &[Entry],
    ) -> Result<(), StorageError> {
        if head.is_rated() {
            self.take_in(place, order, entries)?;
            self.moved.extend(members(entries));
            self.answer.save.unrated.push(head.key);
        }
        Ok(())
    }

    /// Takes members in, as they are before a section.
    fn take_in(
        &mut self,
        place: usize,
        order: &SectionOrder,
        entries: &[Entry],
    ) -> Result<(), StorageError> {
        let mut keys = members(entries).collect::<Vec<_>>();
        keys.retain(|key| self.books.get(*key).is_none());
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            return Ok(());
        }
        let books = if place < self.rated_until {
            books_before(self.connection, &keys, order)?
        } else {
            if self.going_on.is_none() {
                self.going_on = Some(self.read_going_on()?);
            }
            let going_on = self.going_on.as_deref().unwrap_or_default();
            books_now(self.connection, &keys, order, going_on)?
        };
        let last_of_event = &self.last_of_event;
        self.books.take_in(books, |event| {
            last_of_event.get(event).is_some_and(|last| *last >= place)
        });
        Ok(())
    }

    /// The rated sections of events of which something is to be rated where nothing is rated yet.
    fn read_going_on(&self) -> Result<Vec<Kept>, StorageError> {
        let (before, after) = self.heads.split_at(self.rated_until);
        let after = after.iter().filter(|head| self.wants(head));
        let events = after.map(|head| head.event).collect::<HashSet<_>>();
        let before = before.iter();
        let going_on = before.filter(|head| head.is_rated() && events.contains(&head.event));
        let kept = going_on.map(|head| kept(self.connection, head));
        kept.filter_map(Result::transpose).collect()
    }

    fn finish(mut self) -> Result<RatingRun, StorageError> {
        let mut members = self.books.into_members().collect::<Vec<_>>();
        members.sort_by_key(|(key, _)| *key);
        for (member, after) in members {
            let before = member::balance(self.connection, member, member::Which::Now)?;
            let after = Balance {
                // Credits of directors follow from events, and not from sections one by one.
                director: before.director.clone(),
                on: None,
                ..after
            };
            if before != after {
                self.answer.save.balances.push((member, after.clone()));
                self.answer.moved.push(Moved {
                    member,
                    before,
                    after,
                });
            }
        }
        Ok(self.answer)
    }
}
