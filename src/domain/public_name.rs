//! How campers are named where others than the director see it.

use std::collections::HashMap;

use super::{Player, PlayerId, PublishedNames, name_key};

/// What everybody of a camp is called in public, without any two being called the same.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PublicNames(HashMap<PlayerId, String>);

impl PublicNames {
    /// Whoever would share a name with another one of `players` has his or her number with it: "Ola D. (11)".
    #[must_use]
    pub(crate) fn new<'a>(
        players: impl IntoIterator<Item = &'a Player>,
        manner: PublishedNames,
    ) -> Self {
        let mut names = HashMap::new();
        let mut sharers = HashMap::<_, Vec<_>>::new();
        for player in players {
            let name = public_name(player, manner);
            sharers.entry(name_key(&name)).or_default().push(player.id);
            names.insert(player.id, name);
        }
        for ids in sharers.values().filter(|ids| ids.len() > 1) {
            for id in ids {
                if let Some(name) = names.get_mut(id) {
                    *name = format!("{name} ({id})");
                }
            }
        }
        Self(names)
    }

    /// The name of a player, or the bare number of one who wasn't there.
    #[must_use]
    pub(crate) fn of(&self, id: PlayerId) -> String {
        self.0.get(&id).cloned().unwrap_or_else(|| camper(id))
    }
}

fn public_name(player: &Player, manner: PublishedNames) -> String {
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
    let initial = last.chars().find(|letter| letter.is_alphanumeric());
    match initial {
        Some(initial) if !first.is_empty() => format!("{first} {}.", initial.to_uppercase()),
        _ => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(id: i64, first: &str, last: &str) -> Player {
        Player {
            id: PlayerId(id),
            last_name: last.to_owned(),
            first_name: first.to_owned(),
            ..Player::default()
        }
    }

    #[test]
    fn of_a_last_name_only_the_first_letter_is_left() {
        let cases = [
            ("Ola", "de la Cruz", "Ola D."),
            ("Zoe", "åkesson", "Zoe Å."),
            ("Jan", "'t Hooft", "Jan T."),
            ("Mai", "=2+3", "Mai 2."),
            ("ענת", "כהן", "ענת כ."),
            ("José Luis", "Muñoz", "José Luis M."),
            ("Mai", "(-)", "Mai"),
            ("Mai", "", "Mai"),
            ("", "Xiong", "Camper 7"),
            ("", "", "Camper 7"),
        ];
        for (first, last, expected) in cases {
            let name = public_name(&player(7, first, last), PublishedNames::Initial);
            assert_eq!(name, expected, "{first} {last}");
        }
    }

    #[test]
    fn nobody_is_called_as_somebody_else() {
        let players = [
            player(1, "Ola", "Dahl"),
            player(2, "Öla", "Dietz"),
            player(3, "Ola", "Berg"),
            player(4, "Ola", "Berg"),
        ];
        let names = |manner| {
            let names = PublicNames::new(&players, manner);
            players.each_ref().map(|player| names.of(player.id))
        };
        assert_eq!(
            names(PublishedNames::Initial),
            ["Ola D. (1)", "Öla D. (2)", "Ola B. (3)", "Ola B. (4)"]
        );
        assert_eq!(
            names(PublishedNames::Full),
            ["Ola Dahl", "Öla Dietz", "Ola Berg (3)", "Ola Berg (4)"]
        );
        assert_eq!(
            names(PublishedNames::Number),
            ["Camper 1", "Camper 2", "Camper 3", "Camper 4"]
        );
        let nobody = PublicNames::default();
        assert_eq!(nobody.of(PlayerId(5)), "Camper 5");
    }
}
