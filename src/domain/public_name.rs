//! How players are named where others than the director see it.

use std::{collections::HashMap, fmt::Display};

use super::{CampData, Player, PlayerId, PublishedNames, name_key, us_chess::names_of};

/// What everybody of a camp is called in public, without any two being called the same.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct PublicNames {
    names: HashMap<PlayerId, String>,
    /// "Camper", or "Player" in a club: what stands before a number.
    word: &'static str,
}

impl PublicNames {
    /// Whoever would share a name with another one of `players`, who may be of several weeks of the camp, has his or her number with it:
    /// "Ola D. (11)".
    #[must_use]
    pub(crate) fn new<'a>(
        camp: &CampData,
        players: impl IntoIterator<Item = &'a Player>,
        manner: PublishedNames,
    ) -> Self {
        let word = if camp.is_club() { "Player" } else { "Camper" };
        let names = players.into_iter();
        let names = names.map(|player| {
            let name = public_name(player, manner);
            let name = name.unwrap_or_else(|| numbered(word, player.id));
            (player.id, name)
        });
        Self {
            names: told_apart(names.collect()).collect(),
            word,
        }
    }

    /// The name of a player, or the bare number of one who wasn't there.
    #[must_use]
    pub(crate) fn of(&self, id: PlayerId) -> String {
        let name = self.names.get(&id).cloned();
        name.unwrap_or_else(|| numbered(self.word, id))
    }
}

/// What the players of a section of US Chess are called in public, in the order in which they are given: by pairing number, and name as
/// "Last, First". Their numbers are the pairing numbers, as members' own ones stay at home.
#[must_use]
pub(crate) fn public_names_of_entries<'a>(
    entries: impl IntoIterator<Item = (u16, &'a str)>,
    manner: PublishedNames,
) -> Vec<String> {
    let names = entries.into_iter().map(|(pair, listed)| {
        let (last, first) = names_of(listed);
        let full = || format!("{first} {last}").trim().to_owned();
        let name = in_manner(manner, &first, &last, full);
        (pair, name.unwrap_or_else(|| format!("Player {pair}")))
    });
    told_apart(names.collect()).map(|(_, name)| name).collect()
}

/// The names with the numbers of those who would share one.
fn told_apart<N: Display>(names: Vec<(N, String)>) -> impl Iterator<Item = (N, String)> {
    let mut sharers = HashMap::<_, usize>::new();
    for (_, name) in &names {
        *sharers.entry(name_key(name)).or_default() += 1;
    }
    names.into_iter().map(move |(number, name)| {
        let is_shared = sharers.get(&name_key(&name)) > Some(&1);
        let name = if is_shared {
            format!("{name} ({number})")
        } else {
            name
        };
        (number, name)
    })
}

/// Nothing where only a number is left.
fn public_name(player: &Player, manner: PublishedNames) -> Option<String> {
    let Player {
        first_name,
        last_name,
        ..
    } = player;
    in_manner(manner, first_name, last_name, || player.full_name())
}

/// Nothing where only a number is left.
fn in_manner(
    manner: PublishedNames,
    first: &str,
    last: &str,
    full: impl FnOnce() -> String,
) -> Option<String> {
    let name = match manner {
        PublishedNames::Full => full(),
        PublishedNames::Initial => with_initial(first, last),
        PublishedNames::Number => String::new(),
    };
    (!name.is_empty()).then_some(name)
}

fn numbered(word: &str, id: PlayerId) -> String {
    format!("{word} {id}")
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
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;
    use crate::domain::{Group, Week};

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
            ("", "Xiong", ""),
            ("", "", ""),
        ];
        for (first, last, expected) in cases {
            let name = public_name(&player(7, first, last), PublishedNames::Initial);
            assert_eq!(name.unwrap_or_default(), expected, "{first} {last}");
        }
    }

    #[test]
    fn players_of_a_section_go_by_their_pairing_numbers() {
        let entries = [
            (1, "DE LA CRUZ, OLA"),
            (2, "Xiong, Mai"),
            (3, "XIE, MAI"),
            // Nobody knows which of the two is the last name.
            (4, "Bo Vang"),
            (5, ""),
        ];
        let names = |manner| public_names_of_entries(entries, manner);
        assert_eq!(
            names(PublishedNames::Full),
            [
                "OLA DE LA CRUZ",
                "Mai Xiong",
                "MAI XIE",
                "Bo Vang",
                "Player 5"
            ]
        );
        assert_eq!(
            names(PublishedNames::Initial),
            ["OLA D.", "Mai X. (2)", "MAI X. (3)", "Player 4", "Player 5"]
        );
        assert_eq!(
            names(PublishedNames::Number),
            ["Player 1", "Player 2", "Player 3", "Player 4", "Player 5"]
        );
    }

    #[test]
    fn nobody_is_called_as_somebody_else() {
        let players = [
            player(1, "Ola", "Dahl"),
            player(2, "Öla", "Dietz"),
            player(3, "Ola", "Berg"),
            player(4, "Ola", "Berg"),
        ];
        let mut camp = CampData::new("Test camp", Week::new(1, date(2026, 7, 6)));
        camp.groups = vec![Group::default()].into();
        let names = |manner| {
            let names = PublicNames::new(&camp, &players, manner);
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
        let nobody = PublicNames::new(&camp, [], PublishedNames::Full);
        assert_eq!(nobody.of(PlayerId(5)), "Camper 5");
        camp.groups = Arc::default();
        let club = PublicNames::new(&camp, &players[..1], PublishedNames::Number);
        assert_eq!(
            [1, 5].map(|id| club.of(PlayerId(id))),
            ["Player 1", "Player 5"]
        );
    }
}
