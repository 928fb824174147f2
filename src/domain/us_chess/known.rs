//! What a camp has already, to compare files with, and what makes two events or members the same.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;

use super::{Balance, Event, Member, MemberId, MemberKey};

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
    by_id: HashSet<(String, u16)>,
    by_name: HashMap<Named, HashSet<Numbered>>,
}

impl KnownSections {
    /// Whether the [same](Event::is_same_as) event has a section of this number.
    #[must_use]
    pub fn contains(&self, event: &Event, number: u16) -> bool {
        let named = self.by_name.get(&(event.name.clone(), event.ends));
        let mut named = named.into_iter().flatten();
        match &event.id {
            Some(id) => {
                self.by_id.contains(&(id.clone(), number))
                    || named.any(|known| *known == (None, number))
            }
            None => named.any(|(_, known)| *known == number),
        }
    }

    /// Adds a section.
    pub fn insert(&mut self, event: &Event, number: u16) {
        if let Some(id) = &event.id {
            self.by_id.insert((id.clone(), number));
        }
        let named = (event.name.clone(), event.ends);
        let named = self.by_name.entry(named).or_default();
        named.insert((event.id.clone(), number));
    }
}

impl Event {
    /// Whether it is the same event: by id, or, where one of them has none, by name and last day.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        match self.id.as_ref().zip(other.id.as_ref()) {
            Some((id, other)) => id == other,
            None => (&self.name, self.ends) == (&other.name, other.ends),
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

    /// Whether both names are the same.
    #[must_use]
    pub fn has_names_of(&self, other: &Self) -> bool {
        (&self.last_name, &self.first_name) == (&other.last_name, &other.first_name)
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
        let events = [&with, &without, &other, &renamed, &elsewhere, &later];
        for one in events {
            let mut known = KnownSections::default();
            known.insert(one, 1);
            for two in events {
                assert_eq!(
                    known.contains(two, 1),
                    one.is_same_as(two),
                    "{one:?} {two:?}"
                );
                assert!(!known.contains(two, 2));
            }
        }
        assert!(with.is_same_as(&without) && with.is_same_as(&renamed));
        assert!(!with.is_same_as(&other) && !without.is_same_as(&elsewhere));
        assert!(!without.is_same_as(&later));
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
