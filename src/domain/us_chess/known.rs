//! What a camp has already, to compare files with, and what makes two events or members the same.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;

use super::{Balance, Event, Member, MemberId, MemberKey};
use crate::domain::name_key;

/// What a camp has already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The members by id, each with what he or she has now.
    pub members: HashMap<MemberId, (Member, Balance)>,
    /// The members without an id, in the order of their lists.
    pub pending: Vec<(MemberKey, Member)>,
    pub sections: KnownSections,
}

/// The name and the last day of an event.
type Named = (String, Option<Date>);

/// A section by the id of its event, as far as that has one, and its number.
type Numbered = (Option<String>, u16);

/// Which sections there are, by event and number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownSections {
    /// The ids of the events.
    ids: HashSet<String>,
    by_id: HashSet<(String, u16)>,
    by_name: HashMap<Named, HashSet<Numbered>>,
}

impl KnownSections {
    /// Whether the same event has a section of this number: the event of the same id, or else, where one of both has none, of the same name
    /// and last day. Without a name it is another one.
    #[must_use]
    pub fn contains(&self, event: &Event, number: u16) -> bool {
        let mut named = self.named(event);
        match &event.id {
            Some(id) if self.ids.contains(id) => self.by_id.contains(&(id.clone(), number)),
            Some(_) => named.any(|known| *known == (None, number)),
            None => named.any(|(_, known)| *known == number),
        }
    }

    /// Whether the same event is here without an id, and has one there.
    #[must_use]
    pub fn gets_id(&self, event: &Event) -> bool {
        let is_new = event.id.as_ref().is_some_and(|id| !self.ids.contains(id));
        is_new && self.named(event).any(|(id, _)| id.is_none())
    }

    fn named(&self, event: &Event) -> impl Iterator<Item = &Numbered> {
        let named = self.by_name.get(&(event.name.clone(), event.ends));
        named.into_iter().flatten()
    }

    /// Adds a section.
    pub fn insert(&mut self, event: &Event, number: u16) {
        if let Some(id) = &event.id {
            self.ids.insert(id.clone());
            self.by_id.insert((id.clone(), number));
        }
        if !event.name.is_empty() {
            let named = (event.name.clone(), event.ends);
            let named = self.by_name.entry(named).or_default();
            named.insert((event.id.clone(), number));
        }
    }
}

impl Member {
    /// Whether a list means this member, who has no id: somebody of the same names who has none there either, or who has one by now and was
    /// born on the same day.
    #[must_use]
    pub fn is_meant_by(&self, listed: &Self) -> bool {
        let born = self.birth.zip(listed.birth);
        self.has_names_of(listed)
            && match listed.id {
                None => born.is_none_or(|(one, other)| one == other),
                Some(_) => born.is_some_and(|(one, other)| one == other),
            }
    }

    /// Whether both names are the same, whatever their capitals and accents.
    #[must_use]
    pub fn has_names_of(&self, other: &Self) -> bool {
        let names =
            |member: &Self| [&member.last_name, &member.first_name].map(|name| name_key(name));
        names(self) == names(other)
    }

    /// Whether these are the names: "Last, First".
    #[must_use]
    pub fn is_named(&self, listed: &str) -> bool {
        name_key(&self.listed_name()) == name_key(listed)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn event(id: Option<&str>, name: &str) -> Event {
        Event {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            ends: Some(date(2026, 8, 30)),
            ..Event::default()
        }
    }

    #[test]
    fn sections_are_known_by_the_id_of_their_event_or_else_by_its_name_and_last_day() {
        let (with, without) = (event(Some("202608300103"), "Open"), event(None, "Open"));
        let other = event(Some("202608300203"), "Open");
        let renamed = event(Some("202608300103"), "Loon Lake Open");
        let elsewhere = event(None, "Loon Lake Open");
        let later = Event {
            ends: Some(date(2026, 8, 31)),
            ..without.clone()
        };
        let same = [
            (&with, &without),
            (&without, &with),
            (&with, &renamed),
            (&renamed, &with),
            (&renamed, &elsewhere),
            (&elsewhere, &renamed),
            (&other, &without),
            (&without, &other),
        ];
        let events = [&with, &without, &other, &renamed, &elsewhere, &later];
        for one in events {
            let mut known = KnownSections::default();
            known.insert(one, 1);
            for two in events {
                let is_same = one == two || same.contains(&(one, two));
                assert_eq!(known.contains(two, 1), is_same, "{one:?} {two:?}");
                assert!(!known.contains(two, 2));
            }
        }
        // Two of no name are two events.
        let nameless = event(None, "");
        let mut known = KnownSections::default();
        known.insert(&nameless, 1);
        assert!(!known.contains(&nameless, 1));
        // By name only where no event has the id.
        let mut known = KnownSections::default();
        known.insert(&renamed, 1);
        known.insert(&without, 2);
        assert!(!known.contains(&with, 2) && !known.gets_id(&with));
        assert!(known.contains(&other, 2) && known.gets_id(&other));
    }

    #[test]
    fn somebody_without_an_id_is_known_again_by_names_and_birth_date() {
        let born = |day: Option<i8>, id: Option<&str>| Member {
            id: id.map(|id| id.parse().expect("an id")),
            last_name: "Berger".to_owned(),
            first_name: "Anna".to_owned(),
            birth: day.map(|day| date(2014, 3, day)),
            ..Member::default()
        };
        let pending = born(Some(4), None);
        assert!(pending.is_meant_by(&born(None, None)));
        assert!(pending.is_meant_by(&born(Some(4), None)));
        assert!(!pending.is_meant_by(&born(Some(5), None)));
        assert!(pending.is_meant_by(&born(Some(4), Some("30000001"))));
        // A name alone doesn't say whose id it is.
        assert!(!pending.is_meant_by(&born(None, Some("30000001"))));
        let other = Member {
            first_name: "Ann".to_owned(),
            ..born(Some(4), None)
        };
        assert!(!pending.is_meant_by(&other));
    }
}
