//! How published pages name the campers.

use std::collections::HashMap;

use crate::domain::{CampData, Player, PlayerId, PublishedNames, latest_players, name_key};

/// The published name of everybody, which is the same on every page.
#[derive(Debug)]
pub(super) struct Names {
    by_number: HashMap<PlayerId, Name>,
}

#[derive(Debug)]
struct Name {
    shown: String,
    /// Where it stands in a list by name.
    place: usize,
}

impl Names {
    /// Names are those of the latest week that has the player: a name may have been corrected. Whoever would share a published
    /// name with somebody in one of the weeks, active or not, has his or her number with it.
    pub(super) fn new(weeks: &[CampData], manner: PublishedNames) -> Self {
        let mut named = latest_players(weeks)
            .into_values()
            .map(|player| (player, name(player, manner)))
            .collect::<Vec<_>>();
        let mut shared = HashMap::<_, usize>::new();
        for (_, name) in &named {
            *shared.entry(name_key(name)).or_default() += 1;
        }
        for (player, name) in &mut named {
            if shared.get(&name_key(name)).is_some_and(|count| *count > 1) {
                *name = format!("{name} ({})", player.id);
            }
        }
        sort(&mut named, manner);
        let by_number = named
            .into_iter()
            .enumerate()
            .map(|(place, (player, shown))| (player.id, Name { shown, place }))
            .collect();
        Self { by_number }
    }

    pub(super) fn shown(&self, id: PlayerId) -> String {
        self.by_number
            .get(&id)
            .map_or_else(|| camper(id), |name| name.shown.clone())
    }

    /// What a list by name is sorted by. The order of last names would tell something about them where they aren't shown.
    pub(super) fn place(&self, id: PlayerId) -> usize {
        self.by_number
            .get(&id)
            .map_or(usize::MAX, |name| name.place)
    }
}

fn sort(named: &mut [(&Player, String)], manner: PublishedNames) {
    match manner {
        PublishedNames::Full => named.sort_by_cached_key(|(player, _)| player.sort_key()),
        PublishedNames::Initial => {
            named.sort_by_cached_key(|(player, name)| (name_key(name), player.id));
        }
        PublishedNames::Number => named.sort_by_key(|(player, _)| player.id),
    }
}

fn name(player: &Player, manner: PublishedNames) -> String {
    let name = match manner {
        PublishedNames::Full => player.full_name(),
        PublishedNames::Initial => with_initial(&player.first_name, &player.last_name),
        PublishedNames::Number => String::new(),
    };
    if name.is_empty() {
        camper(player.id)
    } else {
        name
    }
}

fn camper(id: PlayerId) -> String {
    format!("Camper {id}")
}

/// "Ola D."; empty where there is no first name, as the last one may not stand in for it.
fn with_initial(first: &str, last: &str) -> String {
    let initial = last.chars().find(|c| c.is_alphanumeric());
    match initial {
        Some(initial) if !first.is_empty() => {
            format!("{first} {}.", initial.to_uppercase())
        }
        _ => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_last_name_only_the_first_letter_is_left() {
        for (first, last, expected) in [
            ("Ola", "de la Cruz", "Ola D."),
            ("Zoe", "Åkesson", "Zoe Å."),
            ("Jan", "'t Hooft", "Jan T."),
            ("Mai", "=2+3", "Mai 2."),
            ("Mai", "(-)", "Mai"),
            ("Mai", "", "Mai"),
            ("", "Xiong", ""),
            ("ענת", "כהן", "ענת כ."),
            ("José Luis", "Muñoz", "José Luis M."),
        ] {
            assert_eq!(with_initial(first, last), expected);
        }
    }
}
