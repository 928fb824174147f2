//! What can be done to members, events and sections, each as one change that is made whole or not at all.

use super::{
    Adjustment, Balance, Entry, Event, EventKey, Member, MemberKey, Section, SectionKey,
    SectionOrder, SectionRating, System,
};
use crate::domain::PlayerId;

/// A change of what a camp has of US Chess.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// With the opening balance, which is what the member has until a section is rated.
    AddMember(Box<Member>),
    /// All but the opening balance.
    ChangeMember(MemberKey, Box<Member>),
    /// What the old files said of a member.
    ChangeOpening(MemberKey, Box<Balance>),
    /// Of somebody who is in no section.
    DeleteMember(MemberKey),
    /// All adjustments of a member, as they are to be.
    Adjust(MemberKey, Vec<Adjustment>),
    /// Which camper the member is.
    LinkCamper(MemberKey, Option<PlayerId>),
    /// With its sections.
    AddEvent(Box<Event>),
    /// All but the sections.
    ChangeEvent(EventKey, Box<Event>),
    /// With its sections, none of which is rated.
    DeleteEvent(EventKey),
    AddSection(EventKey, Box<Section>),
    /// Somebody who is no member yet, as the last row of a section: he or she becomes one, whose membership is pending.
    AddPlayer(SectionKey, Box<Entry>),
    ChangeSection(SectionKey, Box<Section>),
    /// One that isn't rated.
    DeleteSection(SectionKey),
    Import(Box<Import>),
    SaveRatings(Box<RatingsToSave>),
    /// Balances as they were computed anew from the crosstables.
    SaveBalances(Vec<(MemberKey, Balance)>),
}

/// Members and sections of a file. Whoever isn't known becomes a member, with the ratings that the file tells as opening balance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    /// "rated-2026-08.json"
    pub source: String,
    /// Whoever has the id of a member is that one; all others are new.
    pub members: Vec<Member>,
    /// Members of the camp without an id, as a list has them now.
    pub pending: Vec<(MemberKey, Member)>,
    /// An event that is [there already](super::KnownSections::contains) gets the sections that it hasn't.
    pub events: Vec<Event>,
}

/// What rating sections makes of them and of their members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingsToSave {
    pub rated: Vec<(SectionKey, Vec<SectionRating>)>,
    /// Systems in which one of these sections was rated, and isn't any more.
    pub dropped: Vec<(SectionKey, System)>,
    /// Sections whose ratings are taken away.
    pub unrated: Vec<SectionKey>,
    /// Sections that keep their ratings, though something that these were computed from has changed.
    pub stale: Vec<SectionKey>,
    pub balances: Vec<(MemberKey, Balance)>,
}

impl Change {
    /// What kind of change it is: "Add section". Names nobody.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::AddMember(_) => "Add member",
            Self::ChangeMember(..) => "Change member",
            Self::ChangeOpening(..) => "Change an opening balance",
            Self::DeleteMember(_) => "Delete member",
            Self::Adjust(..) => "Adjust a member’s record",
            Self::LinkCamper(_, Some(_)) => "Link a member to a camper",
            Self::LinkCamper(_, None) => "Take a member’s link away",
            Self::AddEvent(_) => "Add event",
            Self::ChangeEvent(..) => "Change event",
            Self::DeleteEvent(_) => "Delete event",
            Self::AddSection(..) => "Add section",
            Self::AddPlayer(..) => "Add player",
            Self::ChangeSection(..) => "Change section",
            Self::DeleteSection(_) => "Delete section",
            Self::Import(_) => "Import",
            Self::SaveRatings(save) => save.kind(),
            Self::SaveBalances(_) => "Correct members’ records by the crosstables",
        }
    }

    /// The section that it is about, where that is one.
    #[must_use]
    pub const fn section(&self) -> Option<SectionKey> {
        match self {
            Self::AddPlayer(section, _)
            | Self::ChangeSection(section, _)
            | Self::DeleteSection(section) => Some(*section),
            Self::SaveRatings(save) => match (save.rated.as_slice(), save.unrated.as_slice()) {
                ([(only, _)], []) | ([], [only]) => Some(*only),
                _ => None,
            },
            _ => None,
        }
    }

    /// As [`Self::name`], of a change of this section: "Change section 5 Reserve of Late Open".
    #[must_use]
    pub fn name_in(&self, section: &SectionHead) -> String {
        let section = section.in_words();
        match self {
            Self::AddPlayer(_, entry) => format!("{} {} to {section}", self.kind(), entry.name),
            Self::DeleteSection(_) => format!("Delete {section}"),
            Self::SaveRatings(save) if save.rated.is_empty() => format!("Unrate {section}"),
            Self::SaveRatings(_) => format!("Rate {section}"),
            _ => format!("Change {section}"),
        }
    }

    /// What is done, in the words of a menu: "Add event Fall Open".
    pub fn name(&self) -> String {
        let kind = self.kind();
        let name = match self {
            Self::AddMember(member) | Self::ChangeMember(_, member) => member.listed_name(),
            Self::AddEvent(event) | Self::ChangeEvent(_, event) => event.name.clone(),
            Self::AddSection(_, section) | Self::ChangeSection(_, section) => {
                format!("{} {}", section.number, section.name)
            }
            Self::AddPlayer(_, entry) => entry.name.clone(),
            Self::Import(import) => import.source.clone(),
            _ => String::new(),
        };
        format!("{kind} {name}").trim_end().to_owned()
    }
}

impl RatingsToSave {
    const fn kind(&self) -> &'static str {
        match (self.rated.len(), self.unrated.len()) {
            (0, 0) => "Mark sections as out of date",
            (0, 1) => "Unrate a section",
            (0, _) => "Unrate sections",
            (1, _) => "Rate a section",
            _ => "Rate sections",
        }
    }
}

/// A section as a list of sections has it.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionHead {
    pub key: SectionKey,
    pub event: EventKey,
    /// The event's id, or else its number in the camp file.
    pub event_called: String,
    pub event_name: String,
    /// Without entries, and with the days of the event where it has none of its own.
    pub section: Section,
    pub entries: usize,
    /// The systems in which it is rated, and whether these ratings are stale.
    pub rated: Vec<(System, bool)>,
}

impl SectionHead {
    /// Its place among all sections; nothing for one of no day, which can't be rated.
    #[must_use]
    pub fn order(&self) -> Option<SectionOrder> {
        Some(SectionOrder {
            ends: self.section.ends?,
            event: self.event_called.clone(),
            number: self.section.number,
        })
    }

    /// "5 Reserve"; without a name "Section 5".
    #[must_use]
    pub fn named(&self) -> String {
        let section = &self.section;
        if section.name.is_empty() {
            format!("Section {}", section.number)
        } else {
            format!("{} {}", section.number, section.name)
        }
    }

    /// "section 5 Reserve of Fall Open"
    fn in_words(&self) -> String {
        let Section { number, name, .. } = &self.section;
        let section = format!("section {number} {name}");
        match self.event_name.as_str() {
            "" => section.trim_end().to_owned(),
            event => format!("{} of {event}", section.trim_end()),
        }
    }

    /// "202608300103:5"
    #[must_use]
    pub fn called(&self) -> String {
        format!("{}:{}", self.event_called, self.section.number)
    }

    /// "Fall Open 5 Reserve"
    #[must_use]
    pub fn title(&self) -> String {
        let Section { number, name, .. } = &self.section;
        format!("{} {number} {name}", self.event_name)
            .trim()
            .to_owned()
    }

    #[must_use]
    pub const fn is_rated(&self) -> bool {
        !self.rated.is_empty()
    }

    /// Whether it was rated, and something that this was computed from has changed since.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.rated.iter().any(|(_, is_stale)| *is_stale)
    }

    /// Whether it waits to be rated, for the first time or again.
    #[must_use]
    pub fn waits(&self) -> bool {
        !self.section.is_blitz && (!self.is_rated() || self.is_stale())
    }
}
