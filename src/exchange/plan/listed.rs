//! Members of a list: which of them the camp has already, by ID or else by name and birth date.

use std::collections::HashSet;

use strum::VariantArray as _;

use super::Plan;
use crate::{
    domain::us_chess::{Balance, Known, Member, MemberKey, Section, System},
    exchange::Problem,
};

/// What to do about somebody of whom only the name is known.
const TYPE_THE_ID: &str = "This camp has a member of this name without an ID, and this one is added as another. If it is the same person, cancel, and type the ID there first";

impl Plan {
    /// Adds a member of a list, who may be one of the camp's. Whom the names alone leave open is new, with a note that says so. `taken` are
    /// the members without an ID whom the list has told of already: two rows of it are two people.
    pub(super) fn add_listed(
        &mut self,
        listed: &Member,
        known: &Known,
        taken: &mut HashSet<MemberKey>,
    ) -> Option<Problem> {
        let place = listed.listed_name();
        let by_id = listed.id.and_then(|id| known.members.get(&id));
        if let Some((member, _)) = by_id.or_else(|| named(listed, known)) {
            self.import.members.push(merged(listed.clone(), member));
            return None;
        }
        if let Some((key, member)) = self.pending(listed, known, taken) {
            taken.insert(key);
            let note = left_out(listed, &member);
            let merged = merged(listed.clone(), &member);
            let mut pending = self.import.pending.iter_mut();
            match pending.find(|(other, _)| *other == key) {
                Some((_, before)) => *before = merged,
                None => self.import.pending.push((key, merged)),
            }
            return note.map(|note| Problem::new(note).at(place));
        }
        self.import.members.push(listed.clone());
        let note = match listed.id {
            Some(_) => has_alike(listed, known).then_some(TYPE_THE_ID),
            None => known.members.values().any(|(member, _)| member.has_names_of(listed)).then_some(
                "This camp has a member of this name with an ID, and this one is added as another. If it is the same person, type the ID in the list",
            ),
        };
        note.map(|note| Problem::new(note).at(place))
    }

    /// The member without an ID whom a list means, as the lists before have him or her: somebody born on the same day sooner than somebody
    /// whose birth date isn't known.
    fn pending(
        &self,
        listed: &Member,
        known: &Known,
        taken: &HashSet<MemberKey>,
    ) -> Option<(MemberKey, Member)> {
        let as_now = |(key, member): &(MemberKey, Member)| {
            let mut pending = self.import.pending.iter();
            let now = pending.find(|(other, _)| other == key);
            (*key, now.map_or(member, |(_, now)| now).clone())
        };
        let mut meant = known
            .pending
            .iter()
            .filter(|(_, member)| member.has_names_of(listed))
            .map(as_now)
            .filter(|(key, member)| {
                let has_id = listed.id.is_some() && member.id == listed.id;
                has_id || !taken.contains(key) && member.is_meant_by(listed)
            })
            .collect::<Vec<_>>();
        meant.sort_by_key(|(_, member)| member.birth.is_none() || member.birth != listed.birth);
        meant.into_iter().next()
    }
}

/// The member with an ID whom a row without one means: of the same names, and born on the same day.
fn named<'a>(listed: &Member, known: &'a Known) -> Option<&'a (Member, Balance)> {
    if listed.id.is_some() || listed.birth.is_none() {
        return None;
    }
    let mut members = known.members.values();
    members.find(|(member, _)| member.birth == listed.birth && member.has_names_of(listed))
}

/// Whether the camp has somebody of these names without an ID.
fn has_alike(listed: &Member, known: &Known) -> bool {
    let mut pending = known.pending.iter();
    pending.any(|(_, member)| member.has_names_of(listed))
}

/// Players of a section whose ID is new, and whose name is that of a member without one.
pub(super) fn alike(section: &Section, known: &Known) -> Vec<Problem> {
    let new = section.entries.iter().filter(|entry| {
        let id = entry.id.filter(|id| !known.members.contains_key(id));
        id.is_some()
    });
    let alike = new.filter(|entry| {
        let mut pending = known.pending.iter();
        pending.any(|(_, member)| member.is_named(&entry.name))
    });
    alike
        .map(|entry| Problem::new(TYPE_THE_ID).at(format!("pair {}", entry.pair)))
        .collect()
}

/// That ratings of a list aren't taken over, as the member is there with an opening balance of his or her own.
fn left_out(listed: &Member, member: &Member) -> Option<String> {
    let systems = System::VARIANTS.iter().filter_map(|system| {
        let theirs = listed.opening.account(*system).rating?;
        let ours = member.opening.account(*system).rating;
        (ours != Some(theirs)).then(|| format!("{} {theirs}", system.title()))
    });
    let ratings = systems.collect::<Vec<_>>().join(" and ");
    (!ratings.is_empty()).then(|| {
        format!("{ratings} in the list is left out, as the member is there already. Type it as Opening balance, if it is right")
    })
}

/// A listed member with what the camp knows besides: what a list leaves empty changes nothing, and it gives nobody a floor back.
fn merged(listed: Member, member: &Member) -> Member {
    let or_known = |name: String, known: &str| {
        if name.is_empty() {
            known.to_owned()
        } else {
            name
        }
    };
    Member {
        id: listed.id.or(member.id),
        last_name: or_known(listed.last_name, &member.last_name),
        first_name: or_known(listed.first_name, &member.first_name),
        state: listed.state.or_else(|| member.state.clone()),
        birth: listed.birth.or(member.birth),
        expires: listed.expires.or(member.expires),
        fide: listed.fide.or(member.fide),
        cfc: listed.cfc.or(member.cfc),
        floor_2200_allowed: listed.floor_2200_allowed && member.floor_2200_allowed,
        ..listed
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::exchange::{Choices, FileKind, FileRead};

    fn anna(id: Option<&str>, day: Option<i8>) -> Member {
        Member {
            id: id.map(|id| id.parse().expect("an id")),
            last_name: "Berger".to_owned(),
            first_name: "Anna".to_owned(),
            birth: day.map(|day| date(2014, 3, day)),
            ..Member::default()
        }
    }

    fn list(members: &[Member]) -> FileRead {
        FileRead {
            file: "members.csv".to_owned(),
            kind: FileKind::MembersCsv,
            events: Vec::new(),
            members: members.to_vec(),
            notes: Vec::new(),
        }
    }

    fn known(pending: &[Member]) -> Known {
        Known {
            pending: (1..).map(MemberKey).zip(pending.iter().cloned()).collect(),
            ..Known::default()
        }
    }

    /// By key, whether there is an ID, and the birthday.
    type Changed = Vec<(i64, bool, Option<i8>)>;

    /// Who is changed, how many are new, and how many notes there are.
    fn planned(lists: &[FileRead], known: &Known) -> (Changed, usize, usize) {
        let lists = lists.iter().collect::<Vec<_>>();
        let plan = Plan::new(&lists, known, Choices::default());
        let pending = plan.import.pending.iter();
        let pending = pending.map(|(key, member)| {
            let day = member.birth.map(jiff::civil::Date::day);
            (key.0, member.id.is_some(), day)
        });
        (
            pending.collect(),
            plan.import.members.len(),
            plan.notes.len(),
        )
    }

    #[test]
    fn somebody_without_an_id_is_one_member_in_all_lists() {
        let camp = known(&[anna(None, Some(4))]);
        let with = anna(Some("30000001"), Some(4));
        let without = anna(None, None);
        let changed = vec![(1, true, Some(4))];
        // Twice in a list, in two lists, and first without the ID.
        let twice = list(&[with.clone(), with.clone()]);
        assert_eq!(planned(&[twice], &camp), (changed.clone(), 0, 0));
        let two = [
            list(std::slice::from_ref(&with)),
            list(std::slice::from_ref(&with)),
        ];
        assert_eq!(planned(&two, &camp), (changed.clone(), 0, 0));
        let two = [list(std::slice::from_ref(&without)), list(&[with])];
        assert_eq!(planned(&two, &camp), (changed, 0, 0));
        // Two rows of a list without an ID are two people.
        let two = list(&[without.clone(), without]);
        assert_eq!(planned(&[two], &camp), (vec![(1, false, Some(4))], 1, 0));
    }

    #[test]
    fn whoever_was_born_on_the_day_comes_before_a_namesake() {
        let camp = known(&[anna(None, None), anna(None, Some(4))]);
        let born = list(&[anna(None, Some(4))]);
        assert_eq!(planned(&[born], &camp), (vec![(2, false, Some(4))], 0, 0));
        let capitals = Member {
            last_name: "BERGER".to_owned(),
            ..anna(Some("30000001"), None)
        };
        // The name alone doesn't say whose ID it is, and that is said.
        assert_eq!(planned(&[list(&[capitals])], &camp), (vec![], 1, 1));
    }

    #[test]
    fn a_list_of_before_the_id_adds_nobody_again() {
        let mut camp = Known::default();
        let with = anna(Some("30000001"), Some(4));
        let id = with.id.expect("an id");
        camp.members.insert(id, (with, Balance::default()));
        let lists = [list(&[anna(None, Some(4))])];
        let read = lists.iter().collect::<Vec<_>>();
        let plan = Plan::new(&read, &camp, Choices::default());
        assert!(plan.is_empty());
        assert_eq!(plan.import.members[0].id, Some(id));
        // Without the birth date it may be somebody else.
        assert_eq!(planned(&[list(&[anna(None, None)])], &camp), (vec![], 1, 1));
    }

    #[test]
    fn ratings_that_are_not_taken_over_are_said() {
        let camp = known(&[anna(None, Some(4))]);
        let mut rated = anna(Some("30000001"), Some(4));
        rated.opening.regular.rating = Some(1500.0);
        assert_eq!(planned(&[list(&[rated])], &camp).2, 1);
    }
}
